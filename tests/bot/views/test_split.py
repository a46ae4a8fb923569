"""Long Markdown comes apart without a loss, and every part stands alone."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.views import safe
from bot.views.split import split
from tests.bot.views.texts import LONG

WORDS = st.lists(
    st.text("abc東é&<😀", min_size=1, max_size=40) | st.sampled_from(["\n", "\n\n", "- ", "1. ", "  - "]),
    max_size=400,
)
PROSE = WORDS.map(" ".join)


def bare(text: str) -> str:
    return "".join(text.split())


@settings(deadline=None)
@given(PROSE)
def test_nothing_is_lost_and_nothing_changes_its_order(text: str) -> None:
    assert bare("".join(split(text, 1_000))) == bare(text)


@settings(deadline=None)
@given(LONG)
def test_no_part_is_too_long_or_blank_whatever_the_text(text: str) -> None:
    text = safe.tidy(text)
    assert all(safe.size(part) <= 1_000 and part.strip() for part in split(text, 1_000))
    assert all(len(safe.escape(part).encode()) <= 1_000 for part in split(text, 1_000))


def fences(part: str) -> list[str]:
    """The lines that open or close a fence, by a reading of our own: the sign that is open when the part ends."""
    open_ = ""
    for line in part.split("\n"):
        found = re.match(r"[\s>]*(?:[-*+]\s|\d+[.)]\s)?\s*(`{3,}(?=[^`]*$)|~{3,})(.*)", line)
        bare_line = line.strip(" \t>")
        if open_ and bare_line and not bare_line.strip(open_[0]) and len(bare_line) >= len(open_):
            open_ = ""
        elif not open_ and found and len(line) <= 200:
            open_ = found.group(1)
    return [open_] if open_ else []


@settings(deadline=None)
@given(LONG)
def test_every_fence_that_a_part_opens_it_closes(text: str) -> None:
    assert not any(fences(part) for part in split(safe.tidy(text), 1_000))


@settings(deadline=None)
@given(st.lists(st.text("ab <&", max_size=300), max_size=60), st.sampled_from(["", "  ", "> "]))
def test_code_keeps_its_lines_and_its_language(lines: list[str], lead: str) -> None:
    code = "\n".join(f"{lead}{line}." for line in lines)
    parts = split(f"before\n\n{lead}```sql\n{code}\n{lead}```\n\nafter", 1_000)
    rest = [line.strip() for part in parts for line in part.split("\n") if line.strip(" >") not in ("```sql", "```")]
    assert [line for line in rest if line] == [
        "before",
        *(f"{lead}{line}.".strip() for line in lines),
        "after",
    ] or any(safe.size(line) > 900 for line in lines)


def test_a_table_goes_on_under_its_header() -> None:
    rows = [f"| row {at} | {'x' * 60} |" for at in range(40)]
    parts = split("\n".join(["Sales:", "", "| a | b |", "|---|---|", *rows, "", "end"]), 1_000)
    assert len(parts) > 2
    assert all("| a | b |\n|---|---|\n| row" in part for part in parts)
    assert [row for part in parts for row in part.split("\n") if row.startswith("| row")] == rows


def test_a_part_ends_at_a_paragraph_if_it_can() -> None:
    paragraphs = [" ".join(["word"] * 60) + "." for _ in range(9)]
    assert all(part.endswith(".") and part.startswith("word") for part in split("\n\n".join(paragraphs), 1_000))


def test_a_heading_stays_with_what_it_heads() -> None:
    text = "\n\n".join(f"## Part {at}\n\n" + "word " * 90 for at in range(9))
    assert all(part.startswith("## Part") for part in split(text, 1_000))


def test_links_and_words_stay_whole() -> None:
    link = "[[1]](https://e.test/a-long-address-of-a-page?with=parameters)"
    text = f"some words {link}, " * 100
    parts = split(text, 1_000)
    assert sum(part.count(link) for part in parts) == 100
    assert {word for part in parts for word in part.split()} == {"some", "words", link + ","}


def test_a_nested_list_does_not_become_code() -> None:
    items = [
        f"1. first {at}\n" + "\n".join(f"      - nested {inner} {'x' * 50}" for inner in range(12)) for at in range(4)
    ]
    assert not any(part.startswith("    ") for part in split("\n".join(items), 1_000))


def test_a_short_text_is_left_alone() -> None:
    text = "# Title\n\n1. a\n   - b\n\n```py\nx = 1\n\n\ny = 2\n```\n3. c"
    assert split(text, 1_000) == (text,)


def test_a_blank_text_has_no_parts() -> None:
    assert split(" \n\n ", 1_000) == ()


def test_a_fence_that_is_never_closed_is_closed() -> None:
    assert split("```py\nx = 1", 1_000) == ("```py\nx = 1\n```",)
