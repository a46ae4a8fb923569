"""Abbreviations of a claim that its source only spells out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Passage
from agent.grounding.abbreviations import spelled_out
from agent.grounding.grading import found
from agent.grounding.passages import Opened

PAGE = (
    "The Delta Institute for River Studies in Velm is led by Ines Okafor. Chief operating officer Mark Tal left in "
    "May. The Banco Regional de Fomento lent 4 million euros."
)


@pytest.mark.parametrize(
    ("claim", "held"),
    [
        ("Ines Okafor leads the DIRS in Velm.", True),
        ("COO Mark Tal left in May.", True),
        ("The BRF lent 4 million euros.", True),
        ("The BRK lent 4 million euros.", False),
        ("Ines Okafor leads the NIRS in Velm.", False),
    ],
)
def test_the_words_that_a_source_has_for_it_hold_an_abbreviation(claim: str, held: bool) -> None:
    opened = Opened.of({1: [Passage(address="https://e.test/", title="", where="all", text=PAGE)]})
    got = found(claim, opened, [1])
    assert got.vetoed is not held, got


@pytest.mark.parametrize(
    ("short", "text", "words"),
    [
        ("WHO", "the World Health Organization", ("world", "health", "organization")),
        ("CEO", "its Chief executive officer", ("chief", "executive", "officer")),
        ("AP", "a plan of the Autoriteit Persoonsgegevens", ("autoriteit", "persoonsgegevens")),
        ("AP", "All people may come", ()),
        ("HMS", "he made some", ()),
    ],
)
def test_initials_belong_to_words_with_capitals(short: str, text: str, words: tuple[str, ...]) -> None:
    assert spelled_out(short, text) == words


@given(st.text(max_size=200))
def test_no_text_is_too_odd(text: str) -> None:
    spelled_out("ABC", text)
