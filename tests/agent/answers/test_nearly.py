"""Names of one thing that are nearly the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.nearly import nearly_same, without_maker

TASK = "an e-ink tablet, or a reader"
QUILL = "Quill Basic"


@pytest.mark.parametrize(
    "name",
    [
        "Basic (Quill)", "Basic, Quill", "Basic by Quill", "Quill Basic (2024)", "Quill Basic (2024 model)",
        "QuiIl Basic", "Quill Ваsic", "Quill Basics", "quill basics", "Quill Basic tablet", "Quill Basics (2023)",
        "Quill Basic tablet (2024)",
    ],
)  # fmt: skip
def test_what_differs_in_nothing_is_one_thing(name: str) -> None:
    assert nearly_same([QUILL, name, "Inkleaf 10"], TASK) == [QUILL, QUILL, "Inkleaf 10"]
    assert nearly_same([name, QUILL], TASK) == [QUILL, QUILL]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (QUILL, "Quill Basic Pro"), ("X100", "X100V"), ("Pixel 8", "Pixel 8a"), ("Model 3", "Model Y"),
        ("Model S", "Model"), ("Pixel 8", "Pixel 8 Pro"), ("Proton", "Proton tablet"), ("Libra", "Libra Colour"),
        ("Slate 2022", "Slate 2024"), ("Press", "Pres"), ("iPhone 15", "iPhone 15s"), ("Яндекс", "Яндекc 2"),
        ("Note 1 5", "Note 5 1"), ("eInk One", "elnk Two"), ("Folio Slate Reader", "Folio Slate"),
    ],
)  # fmt: skip
def test_what_differs_in_anything_is_two(one: str, other: str) -> None:
    assert nearly_same([one, other], TASK) == [one, other]


def test_of_several_years_or_nouns_none_is_the_one_without() -> None:
    years = ["Slate Two", "Slate Two (2022)", "Slate Two (2024)"]
    assert nearly_same(years, TASK) == years
    nouns = ["Slate Two tablet", "Slate Two reader", "Slate Two"]
    assert nearly_same(nouns, TASK) == nouns
    given = ["Prime (Slate)", "Slate Prime (2024)", "Slate Prime (2022)", "Slate Primes (2024)"]
    assert nearly_same(given, TASK) == [*given[:3], "Slate Prime (2024)"]


def test_a_name_that_stands_only_inside_another_is_that_without_its_maker() -> None:
    both = [QUILL, "Basic"]
    assert without_maker(both, [frozenset({0}), frozenset({0})]) == {1: QUILL}
    assert without_maker(both, [frozenset({0}), frozenset({0, 1})]) == {}
    assert without_maker(both, [frozenset({0}), frozenset()]) == {}
    assert without_maker([QUILL, "Folio Basic", "Basic"], [frozenset({0, 1})] * 3) == {}
    assert without_maker(["Pixel 8 Pro", "Pixel 8"], [frozenset({0})] * 2) == {}


@given(st.lists(st.text(alphabet="QuiIl Basc(2024),ВаБ日by", max_size=14), max_size=6), st.text(max_size=20))
def test_any_names_are_compared_without_a_crash(names: list[str], task: str) -> None:
    found = nearly_same(names, task)
    assert len(found) == len(names) and set(found) <= set(names)
