"""An answer inside a JSON object is the answer; JSON that was asked for stays JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.wrapped import unwrapped
from tests.agent.test_evidence import looked_at

TEXT = "It costs 129 € [2].\n\n- It weighs “200” grams [2]."
ANSWER = json.dumps({"answer": TEXT})


@pytest.mark.parametrize(
    "draft",
    [
        ANSWER,
        json.dumps({"thought": "so", "final_answer": TEXT, "sources": [2]}, indent=2),
        f"```json\n{ANSWER}\n```",
        f"~~~\n{ANSWER}\n~~~",
        ANSWER.replace("\\n", "\n"),
    ],
)
def test_the_words_are_taken_out(draft: str) -> None:
    assert unwrapped(draft) == TEXT
    assert unwrapped(f"Before.\n\n{draft}\n\nBehind.") == f"Before.\n\n{TEXT}\n\nBehind."


def test_behind_a_lead_in_it_is_one_as_well() -> None:
    assert unwrapped(f"Here it is: {ANSWER}") == f"Here it is: {TEXT}"


def test_lists_beside_it_are_blocks() -> None:
    listed = [{"name": "Folio", "sources": [2]}]
    assert unwrapped(json.dumps({"answer": TEXT, "candidates": listed})) == (
        f"{TEXT}\n\n```candidates\n{json.dumps(listed)}\n```"
    )


@pytest.mark.parametrize(
    ("held", "text"),
    [
        ({"answer": "A [2].", "notes": "B [2]."}, "A [2].\n\n## Notes\n\nB [2]."),
        ({"notes": "B.", "answer": "A."}, "A.\n\n## Notes\n\nB."),
        ({"details": "B.", "summary": "A."}, "A.\n\n## Details\n\nB."),
        ({"findings": "A [2].", "caveats": "B."}, "A [2].\n\n## Caveats\n\nB."),
        (
            {"summary": "A.", "key_points": ["B.", "- C,\n  so."], "next_steps": ["1. D."]},
            "A.\n\n## Key points\n\n- B.\n- C,\n    so.\n\n## Next steps\n\n- D.",
        ),
        ({"keyPoints": ["A [2]."], "Next Steps": "B."}, "- A [2].\n\n## Next steps\n\nB."),
        ({"answer": ["A [2].", "B."], "confidence": 0.9, "sources": [2]}, "- A [2].\n- B."),
        ({"answer": "A.", "notes": "", "caveats": None, "limitations": []}, "A."),
        ({"response": {"answer": "A.", "notes": "B."}}, "A.\n\n## Notes\n\nB."),
        ({"status": "ok", "data": {"result": {"text": "A."}}}, "A."),
        ({"answer": {"summary": "A [2]."}, "notes": "B."}, "A [2].\n\n## Notes\n\nB."),
        ([{"answer": "A.", "conclusion": "B."}], "A.\n\n## Conclusion\n\nB."),
        (
            {"Zusammenfassung": "Es ist so.", "Nächste Schritte": ["Kaufen."]},
            "Es ist so.\n\n## Nächste schritte\n\n- Kaufen.",
        ),
        ({"要約": "129ユーロです。", "備考": "税抜です。"}, "129ユーロです。\n\n## 備考\n\n税抜です。"),
        ({"answer": "A:\n\n```\nx = 1", "notes": "B."}, "A:\n\n```\nx = 1\n```\n\n## Notes\n\nB."),
        ({"answer": "A.\r\n\r\n\u202eB.\x00", "notes": "C."}, "A.\n\nB.\n\n## Notes\n\nC."),
    ],
)
def test_further_texts_are_parts_below_their_names(held: object, text: str) -> None:
    draft = json.dumps(held, indent=1)
    assert unwrapped(draft) == text
    assert unwrapped(f"Before.\n\n```json\n{draft}\n```\n\nBehind.") == f"Before.\n\n{text}\n\nBehind."


def test_a_list_stands_below_its_lead_in() -> None:
    assert unwrapped('Here: {"answer": ["A [2].", "B."]}') == "Here: \n\n- A [2].\n- B."


@pytest.mark.parametrize(
    "draft",
    [
        '{"price": 129, "weight": 200}',
        '{"details": "red"}',
        '{"points": [1, 2]}',
        '{"points": ["red", "blue"]}',
        '{"answer": "red", "notes": 3}',
        '{"answer": "red", "notes": {"price": 129}}',
        '{"name": "Folio", "notes": "It costs 129 euros [2]."}',
        '{"notes": "It is so.", "Notes": "It is not."}',
        '[{"answer": "It is so."}, {"answer": "It is not."}]',
        '[{"notes": "It is so."}, 3]',
        '{"data": "It is so."}',
        '{"text": "red", "price": 129}',
        '{"text": "red", "answer": "blue"}',
        '{"answer": 42}',
        '{"answer": "It broke o',
        'Send `{"text": "red"}` there.',
        'Send {"text": "red"} there.',
        'Send this: {"text": "red"} there.',
        '```json\n{"text": "red"}\n{"text": "blue"}\n```',
        '{"candidates": [{"name": "Folio"}]}',
    ],
)
def test_what_is_no_answer_stays(draft: str) -> None:
    assert unwrapped(draft) == draft


@pytest.mark.parametrize(
    "draft",
    [
        '{"answer":' * 6_000,
        '[{"answer":' * 5_000 + '"x"' + "}]" * 5_000,
        '{"response":' * 900 + '{"answer": "x"}' + "}" * 900,
        "[" * 60_000,
        "[" + " " * 59_000 + "{",
        '{"a b":' * 8_000,
        '{"' + "a " * 30_000,
    ],
)
def test_hostile_ones_come_to_an_end(draft: str) -> None:
    assert unwrapped(draft) == draft


def test_a_long_one_is_read() -> None:
    assert unwrapped(json.dumps({"notes": ["It is so."] * 5_000})) == "\n".join(["- It is so."] * 5_000)


@given(st.text(alphabet='{}":answertx\\n[]`, \n', max_size=60))
def test_whatever_comes_nothing_breaks(draft: str) -> None:
    assert isinstance(unwrapped(draft), str)


def test_it_is_checked_like_any_other() -> None:
    found = looked_at(json.dumps({"answer": "It costs 129 € [2].\n\nIt costs 400 € [2]."}))
    assert found.answer.text == "It costs 129 € [2]." and found.answer.unconfirmed == ("It costs 400 €.",)
    assert len(found.faults) == 1


def test_each_part_is_checked() -> None:
    held = {"answer": "It costs 129 € [2].", "notes": "It costs 400 € [2].", "points": ["It weighs 200 grams [2]."]}
    found = looked_at(json.dumps(held))
    assert "## Points\n\n- It weighs 200 grams [2]." in found.answer.text
    assert found.answer.unconfirmed == ("It costs 400 €.",)


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ({"answer": "It is so.", "sources": [2, 3]}, "It is so. [2][3]"),
        ({"answer": "It is so.", "citations": "[2]"}, "It is so. [2]"),
        (
            {"answer": "It is so.\n\nAnd so.", "references": [{"id": 2}, {"title": "x"}]},
            "It is so.\n\nAnd so.\n\n[2]",
        ),
        ({"answer": "It is so [3].", "sources": [2]}, "It is so [3]."),
        ({"answer": "It is so.", "notes": "Not so [3].", "sources": [2]}, "It is so.\n\n## Notes\n\nNot so [3]."),
        (
            {"claims": [{"claim": "It is so.", "source": 2}, {"claim": "And so [3].", "source": 2}]},
            "- It is so. [2]\n- And so [3].",
        ),
        ({"answer": "So:", "points": [{"text": "a", "confidence": 0.9}, "b"]}, "So:\n\n## Points\n\n- a\n- b"),
    ],
)
def test_numbers_beside_words_are_their_marks(held: dict[str, object], words: str) -> None:
    assert unwrapped(json.dumps(held)) == words


@pytest.mark.parametrize(
    "held", [{"points": [{"price": 2}]}, {"points": [{"text": "a", "fact": "b"}, {"text": "It is."}]}]
)
def test_objects_that_are_no_claims_stay(held: dict[str, object]) -> None:
    assert unwrapped(json.dumps(held)) == json.dumps(held)
