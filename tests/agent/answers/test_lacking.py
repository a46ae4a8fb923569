"""What a statement lacks: what stands nowhere in the words shown, and what stands there of something else."""

from __future__ import annotations

import pytest

from agent.answers.lacking import lacking
from agent.evidence import check
from agent.facts import Excerpt, Statement
from tests.agent.test_evidence import run_with
from tests.agent.worlds import replied


def of(excerpt: str, *words: str, also: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    further = (Excerpt(number=2, text=also),) if also else ()
    found = lacking(Statement(text="So.", number=1, excerpt=excerpt, lacking=words, also=further))
    return found.nowhere, found.elsewhere


@pytest.mark.parametrize(
    ("excerpt", "words", "nowhere", "elsewhere"),
    [
        ("| Adult | €26.00 |\n| Child | €12.50 |", ("costs", "€12.50"), ("costs",), ("€12.50",)),
        ("Anna Holt runs it; before, Peter Lund did.", ("Peter", "Lund"), (), ("Peter", "Lund")),
        ("Inkleaf gives 2 years.", ("Norden", "two years"), ("Norden",), ("two years",)),
        ("It was built on 3.5.2024.", ("3 May 2024",), (), ("3 May 2024",)),
        ("Groups of ten and more", ("10", "25 percent"), ("25 percent",), ("10",)),
        ("A child pays €7.00.", ("seven",), ("seven",), ()),
        ("The ships are paid.", ("ship", "pay", "sail"), ("sail",), ("ship", "pay")),
        ("NOT in\nVelm", ("Not in Velm",), (), ("Not in Velm",)),
        ("料金は500円です。", ("500円", "300円"), ("300円",), ("500円",)),
        ("", ("words",), ("words",), ()),
        ("Words", (), (), ()),
        ("Words", ("→", ""), ("→", ""), ()),
    ],
)
def test_a_word_that_is_shown_is_not_said_to_be_missing(
    excerpt: str, words: tuple[str, ...], nowhere: tuple[str, ...], elsewhere: tuple[str, ...]
) -> None:
    assert of(excerpt, *words) == (nowhere, elsewhere)


def test_what_another_source_shows_is_shown_as_well() -> None:
    assert of("Nothing here.", "Peter", also="Peter was here.") == ((), ("Peter",))


def test_figures_are_told_from_words() -> None:
    one = Statement(text="So.", number=1, excerpt="It is.", lacking=("saves", "€3.00", "in 2024", "twice"))
    assert lacking(one).figures == ("€3.00", "in 2024")


def test_the_model_is_told_so_too() -> None:
    page = "The Marlin is run by Anna Holt; before that, Peter Lund was her captain."
    draft = "The Marlin is run by Peter Lund [2]."
    (fault,) = check(run_with(*replied(2, text=draft), page=page), "check.1").faults
    assert "There, but likely of something else: Marlin; Peter; Lund." in fault and "Not found" not in fault
