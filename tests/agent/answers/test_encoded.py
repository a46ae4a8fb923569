"""Code is no way around the check: prose that is set as code is prose, and code is held against what was opened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.encoded import reads_as_prose, unticked, with_prose
from tests.agent.test_evidence import looked_at

PROSE = [
    "The price is 400 euros",
    "Acme sold 4,000 units in 2019",
    "the price of it is 400 euros (incl. VAT).",
    "Der Preis beträgt 400 Euro.",
    "価格は400ユーロです。",
]
CODE = [
    "npm install koa",
    "SELECT name FROM users WHERE id = 3",
    "const a = the(price)",
    "git commit -m 'the price is of the reader'",
    "Name    Price\nReader  129",
    "arr[9]\n\nnever closed [9]",
    "for f in *.txt; do echo $f; done",
    "pip install the-reader",
    '{"price": "of the reader"}',
    "/usr/bin/env",
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_in_code_is_a_claim(text: str) -> None:
    assert reads_as_prose(text) and reads_as_prose(f"```text\n{text}\n```")
    for draft in (
        f"`{text}`",
        f"- `{text}`",
        f"It weighs 200 grams [2]. `{text}`",
        f"```\n{text}\n```",
        f"    {text}",
    ):
        found = looked_at(f"{draft}\n\nIt costs 129 € [2].")
        assert found.faults and text not in found.answer.text, draft
        assert "It costs 129 € [2]." in found.answer.text and found.answer.unconfirmed


@pytest.mark.parametrize("text", CODE)
def test_code_is_code(text: str) -> None:
    assert not reads_as_prose(text) and not reads_as_prose(f"```\n{text}\n```")


def test_prose_in_code_that_stands_in_the_sources_stays() -> None:
    found = looked_at("It says [2]:\n\n```\nIt was released in May 2024.\n```\n\nIt costs 129 € [2].")
    assert found.faults == () and "```\nIt was released in May 2024.\n```" in found.answer.text
    assert ("It was released in May 2024.", "quoted") in [(one.text, one.grade) for one in found.answer.statements]


def test_code_before_any_number_is_held_against_what_the_draft_cites() -> None:
    page = "Run `npm install koa` once."
    found = looked_at("`npm install koa`\n\n```sh\nnpm install express\n```\n\nIt costs 129 € [2].", page=page)
    grades = {one.text: one.grade for one in found.answer.statements}
    assert grades["`npm install koa`"] == "quoted" and grades["```sh\nnpm install express\n```"] == "weak"
    assert len(found.faults) == 1 and "express" in found.faults[0] and "npm install express" in found.answer.text


@pytest.mark.parametrize("text", ["`acme sold 4,000 units`", "- `Acme` `sold` `4,000`", "`npm install express`"])
def test_words_between_backticks_stand_or_fall_like_a_statement(text: str) -> None:
    found = looked_at(f"{text}\n\nIt costs 129 € [2].", page="Run `npm install koa` once.").answer
    assert found.text == "It costs 129 € [2]." and len(found.unfound) == 1


@given(st.text(alphabet="aThe is`~\n .{}=[]2", max_size=60))
def test_nothing_of_a_text_moves(text: str) -> None:
    assert len(with_prose(text)) == len(text)
    assert set(text) >= set(unticked(text))
