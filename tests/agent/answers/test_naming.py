"""Two names of one thing, and one thing's name in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.naming import Names, key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Folio Slate A5", "folio  slate a5"),
        ("Folio GmbH", "Folio"),
        ("Folio GmbH & Co. KG", "Folio"),
        ("Acme, Inc.", "ACME"),
        ("Acme Ltd", "Acme Ltd."),
        ("Peña S.A.", "Pena"),
        ("Żubr sp. z o.o.", "Zubr"),
        ("Koivu Oy", "Koivu"),
        ("Société Dupont SARL", "societe dupont"),
        ("株式会社トヨタ", "トヨタ"),
        ("ﾄﾖﾀ", "トヨタ"),
        ("Wi-Fi Router", "WiFi router"),
        ("Note 13", "Note-13"),
        ("https://www.e.test/a/", "http://e.test/a?utm_source=x"),
        ("Café Müller", "CAFÉ MULLER"),
        ("Quill Ваsic", "Quill Basic"),  # the first has letters of Cyrillic
        ("Αurora Rooms", "Aurora Rooms"),  # of Greek
    ],
)
def test_names_of_one_thing(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("Larkspur 1.5", "Larkspur 15"),
        ("Model 1 5", "Model 15"),
        ("iPhone", "iPhone SE"),
        ("Inkleaf", "Inkleaf Mini"),
        ("https://e.test/a?id=1", "https://e.test/a?id=2"),
        ("GmbH", "AG"),
        ("!!!", "???"),
        ("トヨタ", "トヨダ"),
        ("Вас", "Bac"),  # all of it is Cyrillic
        ("Sack 5 kg", "Sack 5"),
    ],
)
def test_names_of_two_things(one: str, other: str) -> None:
    assert key(one) != key(other)


THINGS = {0: ("Inkleaf",), 1: ("Inkleaf 10", "IL10"), 2: ("Folio Slate A5",), 3: ("Go",), 4: ("C++",), 5: ("トヨタ",)}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("The Inkleaf 10 is dear.", {1}),
        ("The Inkleaf is dear, not the Inkleaf 10.", {0, 1}),
        ("INKLEAF 10", {1}),
        ("folio slate a5", {2}),
        ("the **Folio** Slate-A5", {2}),
        ("Folio Slate A55", set()),
        ("Folio Slate A5.5", set()),
        ("des Inkleafs", {0}),
        ("Inkleafless", set()),
        ("we go there", set()),
        ("written in Go", {3}),
        ("Gone, Google", set()),
        ("C++ and C", {4}),
        ("トヨタの車", {5}),
        ("IL10 and IL100", {1}),
        ("the Fоlio Slate A5", {2}),
        ("", set()),
    ],
)
def test_a_text_names_things_by_the_longest_of_their_names(text: str, named: set[int]) -> None:
    assert Names(THINGS).within(text) == named


@given(st.text(max_size=30))
def test_a_name_has_a_key_and_is_found_in_itself(name: str) -> None:
    if name.strip():
        assert key(name)
    if sum(char.isalnum() for char in name) > 1 and name.isascii():
        assert Names({7: (name,)}).within(f"so {name.strip()} it is") == {7}


@given(st.lists(st.text(max_size=12), max_size=6), st.text(max_size=60))
def test_whatever_names_are_they_are_looked_for(names: list[str], text: str) -> None:
    assert Names({0: names}).within(text) <= {0}
