"""What of a long page is shown: whole pieces in their order, gaps that say what is missing."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from agent.request.focus import SHOWN, WHOLE, focused

_MARK = re.compile(r"\n\[… ([\d,]+) characters left out here(?:; read_on from (\d+))? …\]\n")
FILLER = "Nothing in this sentence helps anybody, however often it is said. "


def page(*told: str, size: int = 20_000) -> str:
    """A long page with these paragraphs spread over it."""
    block = FILLER * (size // (len(told) + 1) // len(FILLER)) + "\n\n"
    return "# A page\n\n" + "".join(block + one + "\n\n" for one in told) + block


def rebuilt(shown: str, text: str, first: int = 0) -> str:
    """The text again, the gaps filled as their marks say."""
    parts, at = [], 0
    for mark in _MARK.finditer(shown):
        begin, count = int(mark[2]) - 1 - first, int(mark[1].replace(",", ""))
        parts += [shown[at : mark.start()], text[begin : begin + count]]
        at = mark.end()
    return "".join([*parts, shown[at:]])


def test_short_pages_are_shown_whole() -> None:
    text = "x" * WHOLE
    assert focused(text, ("x",)) == text


def test_of_a_long_page_less_than_half_is_shown_its_beginning_always() -> None:
    text = page("The notice is 30 days.", "Dogs are welcome.")
    shown = focused(text, ("dogs",))
    assert shown.startswith("# A page") and len(shown) <= SHOWN + 100 < len(text) / 2
    assert rebuilt(shown, text) == text


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("How many days of notice are needed?", "A tenant gives thirty days of notice in writing."),
        ("Wie lang ist die Kündigungsfrist?", "Die Kündigungsfristen betragen drei Monate."),
        ("What did Koa 2.16 change?", "バージョン Koa 2.16 では本文の読み取りが変わりました。"),
        ("東京都の人口", "2024年の東京都の人口は約1400万人である。"),
    ],
)
@pytest.mark.parametrize("place", [0, 5, 9])
def test_what_the_task_asks_for_is_shown_wherever_it_stands(wanted: str, told: str, place: int) -> None:
    """Also where only a name or a number is the same in the page's language."""
    paragraphs = [FILLER * 8] * 10
    paragraphs[place] = told
    assert told in focused(page(*paragraphs, size=30_000), (wanted,))


def test_where_no_word_tells_the_page_is_shown_evenly_its_headings_and_numbers_first() -> None:
    text = "".join(f"## Part {n}\n\n{FILLER * 12}\n\nIt cost {n}00 euros.\n\n" for n in range(1, 31))
    shown = focused(text, ("完全に別の言語",))
    seen = [int(found) for found in re.findall(r"## Part (\d+)", shown)]
    assert seen[0] == 1 and seen[-1] >= 29 and len(seen) >= 8
    assert max(b - a for a, b in pairwise(seen)) <= 20


def test_a_part_of_a_page_is_read_on_where_it_stands_in_it_and_a_file_has_its_own_way() -> None:
    text = page("Dogs are welcome.")
    assert rebuilt(focused(text, ("dogs",), first=5_000), text, 5_000) == text
    marks = [mark[2] for mark in _MARK.finditer(focused(text, ("dogs",), first=None))]
    assert marks and set(marks) == {None}


_lines = st.sampled_from(
    ["# h\n", "\n", "word ", "A sentence. ", "行の文。", "x" * 900, "12 of 40\n\n", "| a | b |\n"]
)


@settings(max_examples=40, phases=[Phase.explicit, Phase.generate])
@given(st.lists(_lines, max_size=12), st.integers(1, 1_500), st.sampled_from([1_500, SHOWN]))
def test_no_page_is_too_odd(lines: list[str], times: int, shown: int) -> None:
    """Never longer than is allowed, the same each time, and nothing of it lost: what is missing can be read on."""
    text = ("".join(lines) * times)[:120_000]
    seen = focused(text, ("word", "40"), shown)
    assert len(seen) <= max(shown * WHOLE // SHOWN, shown + 100)
    assert focused(text, ("word", "40"), shown) == seen
    assert rebuilt(seen, text) == text
