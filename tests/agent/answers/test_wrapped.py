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
    "draft",
    [
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


@given(st.text(alphabet='{}":answertx\\n[]`, \n', max_size=60))
def test_whatever_comes_nothing_breaks(draft: str) -> None:
    assert isinstance(unwrapped(draft), str)


def test_it_is_checked_like_any_other() -> None:
    found = looked_at(json.dumps({"answer": "It costs 129 € [2].\n\nIt costs 400 € [2]."}))
    assert found.answer.text == "It costs 129 € [2]." and found.answer.unconfirmed == ("It costs 400 €.",)
    assert len(found.faults) == 1
