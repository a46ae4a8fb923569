"""A document is numbered lines: nothing of it is lost or changed in a fragment or a reading."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.documents.folder import DocsFailed
from agent.documents.fragments import fragments, lines_of, next_line, part, title_of, where

patient = settings(deadline=None)  # the machine may be busy

long_lines = st.integers(1, 9_000).map(lambda size: "word " * (size // 5) + "x" * (size % 5))
texts = st.lists(st.text("ab #\n", max_size=300) | long_lines, max_size=12).map("\n".join)


@patient
@given(texts)
def test_fragments_are_the_documents_own_lines(text: str) -> None:
    numbered = lines_of(text)
    for fragment in fragments(text):
        whole = "\n".join(numbered[fragment.first - 1 : fragment.last])
        assert fragment.text == whole or (fragment.first == fragment.last and fragment.text in whole)
        assert 0 < len(fragment.text) <= 1_200


@patient
@given(texts)
def test_fragments_leave_out_nothing_but_blank_lines(text: str) -> None:
    assert "".join("".join(f.text for f in fragments(text)).split()) == "".join(text.split())


@patient
@given(texts)
def test_fragments_come_in_order_and_do_not_overlap(text: str) -> None:
    parts = list(fragments(text))
    for one, next_one in pairwise(parts):
        assert one.last < next_one.first or (one.first == one.last == next_one.first == next_one.last)


@patient
@given(texts.filter(bool))
def test_reading_on_shows_every_line_once(text: str) -> None:
    start: int | None = 1
    shown: list[str] = []
    while start:
        passage = part("a.md", text, start)
        assert len(passage.text) <= 6_000
        shown.extend(passage.text.split("\n"))
        start = next_line(passage.where)
    assert shown == [line[:6_000] for line in lines_of(text)]


def test_a_reading_ends_at_two_hundred_lines_and_says_where() -> None:
    text = "line\n" * 450
    assert part("a.md", text, 1).where == "lines 1-200 of 450"
    assert part("a.md", text, 401).where == "lines 401-450 of 450"
    assert next_line("lines 1-200 of 450") == 201
    assert next_line("lines 401-450 of 450") is None


def test_a_reading_ends_at_six_thousand_characters_and_a_longer_line_is_cut() -> None:
    assert part("a.md", ("x" * 999 + "\n") * 20, 1).where == "lines 1-6 of 20"
    passage = part("a.md", "y" * 7_000 + "\nnext", 1)
    assert passage.where == "lines 1-1 of 2, cut at 6,000 characters"
    assert next_line(passage.where) == 2


@pytest.mark.parametrize("start", [0, -1, 4, 10**9])
def test_a_line_that_is_not_there_is_refused_with_the_number_of_lines(start: int) -> None:
    with pytest.raises(DocsFailed, match="has 3 lines"):
        part("a.md", "a\nb\nc\n", start)


def test_an_empty_file_is_told() -> None:
    assert part("a.md", "", 1).where == "empty file"


@patient
@given(st.integers(1, 500), st.integers(0, 500), st.integers(0, 500))
def test_the_next_line_follows_unless_it_was_the_last(first: int, more: int, rest: int) -> None:
    last = first + more
    assert next_line(where(first, last, last + rest)) == (last + 1 if rest else None)


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("a/plan.md", "intro\n\n## The plan ##\n# Later", "The plan"),
        ("a/plan.md", "The plan\n========\n", "The plan"),
        ("a/plan.rst", "The plan\n--------\n", "The plan"),
        ("a/plan.md", "```\n# a comment\n```\n# Real", "Real"),
        ("a/plan.md", "a line\n---\nmore", "plan.md"),
        ("a/plan.md", "#hashtag", "plan.md"),
        ("a/plan.txt", "# not a heading", "plan.txt"),
        ("a/plan.md", "", "plan.md"),
    ],
)
def test_the_title_is_the_first_heading_or_the_files_name(path: str, text: str, title: str) -> None:
    assert title_of(path, text) == title
