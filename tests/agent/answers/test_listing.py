"""A list at the end of a draft is read however it was written, and never shown as text."""

from __future__ import annotations

import json
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.listing import apart
from agent.evidence import check
from tests.agent.answers.test_shortlist import INTENT, ROW, WITHOUT, looked_at, run_with, thing
from tests.agent.worlds import replied

ONE = thing("Folio Slate A5", 2, light=("met", 2, ROW), subscription=("met", 2, WITHOUT))
LINE = json.dumps([ONE], ensure_ascii=False)
LINES = json.dumps([ONE], ensure_ascii=False, indent=2)
VERDICTS = {one["id"]: {key: said for key, said in one.items() if key != "id"} for one in ONE["verdicts"]}


@pytest.mark.parametrize(
    "block", [LINE, LINES, f"candidates\n{LINES}", json.dumps({"candidates": [ONE]}), LINE[1:-1]]
)
@pytest.mark.parametrize("behind", ["They fit [2].", "## More\n\nThey fit [2].", "- They fit [2]."])
def test_what_stands_behind_a_list_without_a_fence_is_text(block: str, behind: str) -> None:
    text, listed = apart(f"Before [2].\n\n{block}\n\n{behind}")
    assert (text.split(), listed.faults) == (f"Before [2]. {behind}".split(), ())
    assert listed.candidates and listed.candidates[0]["name"] == "Folio Slate A5"
    broken, _ = apart(f"Before [2].\n\n{block[:-4]}\n\n{behind}")
    assert broken.endswith(behind)


@pytest.mark.parametrize(
    "block",
    [
        f"```candidates\n{LINES}\n```",
        f"```json\n{LINE}\n```",
        f"```json candidates\n{LINE}\n```",
        f"```candidates json\n{LINE}\n```",
        f"```candidates.json\n{LINE}\n```",
        f"```Candidates:\n{LINE}\n```",
        f"```\n{LINE}\n```",
        f"~~~candidates\n{LINE}\n~~~",
        f"````candidates\n{LINE}\n````",
        f"    ```candidates\n    {LINE}\n    ```",
        f"\t```candidates\n\t{LINE}\n\t```",
        f"* ```candidates\n  {LINE}\n  ```",
        textwrap.indent(f"```candidates\n{LINES}\n```", "> "),
        f"candidates\n```json\n{LINE}\n```",
        f"**candidates:**\n\n```json\n{LINES}\n```",
        f"## Candidates\n{LINE}",
        f"candidates\n{LINE}",
        LINE,
        LINES,
        f"```candidates\n{LINE}```",
        f"```candidates {LINE}\n```",
        f"```candidates {LINE} ```",
        f"```candidates\n{LINE}",
        f"```candidates\n{LINES}\n```".replace("\n", "\r\n"),
        "```candidates\n" + LINES.replace('"sources"', '// where\n "sources"') + "\n```",
        "```candidates\n" + LINE.replace("}]", "},]") + "\n```",
        f"```candidates\n{LINE}\n```\n\n```candidates\n{LINE}\n```",
        f"```candidates\n{LINE}\n```\n```verdicts\n[]\n```",
        f"```candidates\n[{LINE}]\n```",
        f"```candidates\n{json.dumps([LINE])}\n```",
        f"```candidates\n{json.dumps({'shortlist': [ONE]})}\n```",
        f"```candidates\n{json.dumps([{**ONE, 'verdicts': VERDICTS}])}\n```",
        f"```candidates\n{[ONE]!r}\n```",
        f"```candidates\n{json.dumps([{**ONE, 'sources': ['2']}])}\n```".replace('"number": 2', '"number": "2"'),
        f"```candidates\n{json.dumps([{**ONE, 'sources': '[2]'}])}\n```".replace('"number": 2', '"number": "[2]"'),
        f"```candidates\n{json.dumps([{**ONE, 'sources': '2, 9'}])}\n```".replace('"number": 2', '"number": 2.0'),
        f"```candidates\n{json.dumps([{**ONE, 'sources': [{'number': 2}]}])}\n```",
        "```candidates\n" + LINE.replace('"must.1"', '" MUST.1 "').replace('"met"', '"Met."') + "\n```",
        f'```candidates\n{LINE[:-1]}, {{"name": "Quill Ba',
    ],
)
def test_a_list_is_read_however_it_is_fenced(block: str) -> None:
    found = check(run_with(*replied(2, text=f"These fit [2].\n\n{block}")), "check.1").answer
    [one] = found.candidates
    assert (one.name, [said.standing for said in one.verdicts]) == ("Folio Slate A5", ["met", "met", "unknown"])
    assert (found.text, found.unconfirmed) == ("These fit [2].", ())


@pytest.mark.parametrize(
    "block",
    [
        '[{"sources": [2]}]',
        '[["Folio Slate A5"]]',
        '"nothing"',
        '[{"name": "Folio Slate',
        '{"error": "none"}',
        '[{"title": "Folio Slate A5", "verdicts": []}]',
    ],
)
def test_a_list_that_says_nothing_readable_is_a_fault_and_not_an_empty_one(block: str) -> None:
    found = looked_at(block, "None of them fits.")
    assert any("block" in fault and "write" in fault.lower() for fault in found.faults)
    assert found.answer.unconfirmed == ("None of them fits.",)


@pytest.mark.parametrize(
    "text",
    [
        'Run this:\n\n```json\n{"name": "demo", "version": "1.0"}\n```',
        "```\n[1, 2]\n```",
        "```python\ncandidates = []\n```",
        "These are the candidates:\n\n- one\n- two",
        '```json\n[{"id": 5}]\n```',
        "candidates",
        "",
    ],
)
def test_other_code_and_words_are_no_list(text: str) -> None:
    assert apart(text) == (text, apart("")[1])


@given(st.lists(st.sampled_from(["```", "~~~", "candidates", "\n", "[", "{", '"name":', "> ", "- ", " ", "]", "}"])))
def test_any_text_is_taken_apart(parts: list[str]) -> None:
    body, _ = apart("".join(parts))
    assert apart(body)[0] == body or "```" in body or "~~~" in body or "{" in body


def test_two_verdicts_on_one_condition_that_differ_are_unknown() -> None:
    said = {"id": "must.1", "number": 2, "words": ROW}
    block = json.dumps([{**said, "verdict": "met"}, {**said, "verdict": "not met"}])
    text = f"These fit [2].\n```verdicts\n{block}\n```"
    plain = run_with(*replied(2, text=text), intent=INTENT.model_copy(update={"kind": "answer"}))
    found = check(plain, "check.1")
    assert [one.standing for one in found.answer.verdicts] == ["unknown"] * 3
    assert any("must.1 twice" in fault for fault in found.faults)
