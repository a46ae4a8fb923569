"""An answer as data: clean text, claims by their place, excerpts with their hashes."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from typing import Any
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openai.types.responses import ResponseOutputText

from agent.answers.exported import exported, without_marks
from agent.facts import Answer, Candidate, Source, Statement, Verdict
from agent.ledger import Ledger
from agent.markdown.marks import marks

PAGE, FILE = "https://e.test/page", "docs/plan.md"
SOURCES = (
    Source(number=1, address=PAGE, title="A page", opened="whole page", published="2026-05-01", retrieved=1.7e9),
    Source(number=2, address=FILE, title="The plan", opened="lines 1-9 of 9"),
    Source(number=3, address="https://found.test/", title=""),
)
WORDS = st.text("Aa b5.,:;!?é東🎉—\n-*|#>`", max_size=12)
MARKS = st.sampled_from(
    ["[1]", " [2]", "[1][3]", " [1, 2]", "[1-3]", "【2】", "[9]", "[[1]]", "[", "]", "```\n", "`"]
)
TEXTS = st.lists(WORDS | MARKS, max_size=30).map("".join)


def pieces(text: str) -> list[tuple[str, tuple[int, ...]]]:
    clean, claims = without_marks(text)
    return [(clean[claim.start : claim.end], claim.numbers) for claim in claims]


def of(text: str) -> dict[str, Any]:
    data: dict[str, Any] = exported(Answer(text=text, sources=SOURCES), Ledger())
    return data


# --- the text and its claims --------------------------------------------------------------------------------------


def test_signs_before_a_mark_count_as_one_character_each() -> None:
    data = of("Costs — 🎉 fell by 5 % [1].")
    assert data["text"] == "Costs — 🎉 fell by 5 %."
    [cited] = data["annotations"]
    assert cited == {"type": "url_citation", "start_index": 0, "end_index": 21, "url": PAGE, "title": "A page"}
    assert data["text"][cited["start_index"] : cited["end_index"]] == "Costs — 🎉 fell by 5 %"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A is 5 [1], and B is 6 [2][3].", [("A is 5", (1,)), ("and B is 6", (2, 3))]),
        ("It rains. The sun shines. [1]", [("The sun shines.", (1,))]),
        ("- one thing [1]\n- another [2]", [("one thing", (1,)), ("another", (2,))]),
        ("| a | b |\n|---|---|\n| x 1 [1] | y [2] |", [("x 1", (1,)), ("y", (2,))]),
        ("[1] says so\n\nand more [2]", [("says so", (1,)), ("and more", (2,))]),
        ("雨です。晴れです[1]。風です[2]", [("晴れです", (1,)), ("風です", (2,))]),
        ("# Heading [1]\n\ntwo\nlines [2]", [("Heading", (1,)), ("two\nlines", (2,))]),
        ("`a[1]` and [link](https://x.test) in 2024 [1]", [("`a[1]` and [link](https://x.test) in 2024", (1,))]),
        ("Dr. Smith saw Fig. 3 of it [1]. See below.", [("Dr. Smith saw Fig. 3 of it", (1,))]),
        ("| a | b |\n|---|---|\n| bus | ✅ [1] |", [("✅", (1,))]),
        ("- [x] paid [1]", [("paid", (1,))]),
        ("It costs approx. 40 euros [1]. See p. 12 [2].", [("It costs approx. 40 euros", (1,)), ("See p. 12", (2,))]),
        ("| a | b | |\n|---|---|---|\n| bus | 4 € | [1] |", [("bus | 4 €", (1,))]),
        ("| | a | b |\n|---|---|---|\n| [3] | bus | 4 € |", [("bus | 4 €", (3,))]),
        ("Cafe\u0301[1] — 👨‍👩‍👧 ate. Done [2]", [("Cafe\u0301", (1,)), ("Done", (2,))]),
        ("תודה — 5 % [1].", [("תודה — 5 %", (1,))]),
        ("[1] [2]", []),
        ("", []),
    ],
)
def test_a_claim_is_what_stands_before_its_mark(text: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    assert pieces(text) == expected


@example("[ [9]7] x")
@example("[[1]2] y [1")
@given(TEXTS)
def test_no_mark_is_left_and_claims_lie_apart_in_the_text(text: str) -> None:
    clean, claims = without_marks(text)
    assert not list(marks(clean))
    done = 0
    for claim in claims:
        words = clean[claim.start : claim.end]
        assert done <= claim.start < claim.end <= len(clean)
        assert words == words.strip()
        assert any(char.isalnum() or char == "_" or category(char) == "So" for char in words)
        done = claim.end


@given(TEXTS)
def test_every_cited_number_comes_from_a_mark_and_no_word_is_lost(text: str) -> None:
    clean, claims = without_marks(text)
    named = {number for mark in marks(text) for number in mark.numbers}
    assert {number for claim in claims for number in claim.numbers} <= named
    if not named:
        assert clean == text and not claims


def test_a_long_text_takes_no_longer_than_its_length() -> None:
    """Were it quadratic, this would take minutes."""
    text = "word. " * 3_000 + "A is 5 [1]. " * 3_000 + "[" * 5_000
    assert len(without_marks(text)[1]) == 3_000


# --- the shape ----------------------------------------------------------------------------------------------------


@given(TEXTS)
def test_it_is_message_content_as_openai_s_library_reads_it(text: str) -> None:
    data = of(text)
    read = ResponseOutputText.model_validate(json.loads(json.dumps(data)))
    assert [one.type for one in read.annotations] == [one["type"] for one in data["annotations"]]
    spans = [(a["start_index"], a["end_index"]) for a in data["annotations"] if a["type"] == "url_citation"]
    for one, other in pairwise(spans):
        assert one == other or one[1] <= other[0]


def test_a_file_is_cited_behind_its_claim() -> None:
    data = of("The plan is short [2].")
    expected = {"type": "file_citation", "index": 17, "file_id": FILE, "filename": "plan.md"}
    assert data["annotations"] == [expected] and data["text"][:17] == "The plan is short"


@given(st.text(max_size=60), st.text(min_size=1, max_size=60))
def test_every_excerpt_has_its_hash(claim: str, excerpt: str) -> None:
    said = Answer(
        sources=SOURCES,
        statements=(
            Statement(text=claim, numbers=(1,), number=1, excerpt=excerpt, grade="weak", lacking=("1,700",)),
        ),
        verdicts=(Verdict(condition="must.1", standing="met", number=2, words=excerpt),),
        dropped=(Candidate(name="X", verdicts=(Verdict(condition="must.1", standing="not met", words=excerpt),)),),
    )
    data: dict[str, Any] = exported(said, Ledger())
    expected = hashlib.sha256(excerpt.encode("utf-8", "surrogatepass")).hexdigest()
    assert [one["sha256"] for one in (*data["evidence"], *data["verdicts"])] == [expected] * 3
    assert data["evidence"][0]["excerpt"] == excerpt and data["evidence"][0]["lacking"] == ["1,700"]
    assert data["verdicts"][1]["candidate"] == "X"


def test_an_open_verdict_tells_why() -> None:
    torn = Candidate(
        name="X", why="must.1 met [1], not met [2]", verdicts=(Verdict(condition="must.1", standing="unknown"),)
    )
    said = Answer(candidates=(torn,), verdicts=(Verdict(condition="must.2", standing="unknown"),))
    found: Any = exported(said, Ledger())["verdicts"]
    assert [one["why"] for one in found] == ["nothing", "contradictory"]


def test_dates_are_written_out() -> None:
    first, second, _ = of("")["sources"]
    assert first["published"] == "2026-05-01" and first["retrieved"] == "2023-11-14T22:13:20+00:00"
    assert second["published"] is None and second["retrieved"] is None
