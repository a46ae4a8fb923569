"""What the rows of a table deny: a "no" under a head, and "the cheapest" of a row that is not."""

from __future__ import annotations

import pytest

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened

LAMPS = (
    "| Lamp | Price | Dimmer | Battery life | Weight |\n|---|---|---|---|---|\n"
    "| Halo Mini | €39 | no | 6 h | 210 g |\n| Halo Max | €89 | yes | 14 h | 640 g |\n"
    "| Sunne Pocket | €59 | yes | 9 h | 180 g |"
)


def graded(claim: str, page: str = LAMPS) -> Found:
    return found(claim, Opened.of({1: [Passage(address="https://e.test/", title="", where="all", text=page)]}), [1])


@pytest.mark.parametrize(
    "claim",
    [
        "The Halo Mini has a dimmer.",
        "The Sunne Pocket has no dimmer.",
        "The Halo Mini costs €39 and has a dimmer.",
        "The Halo Max does not have a dimmer.",
    ],
)
def test_a_cell_that_says_the_opposite_denies_a_claim(claim: str) -> None:
    got = graded(claim)
    assert got.grade == "weak" and got.lacking


@pytest.mark.parametrize(
    "claim",
    ["The Halo Mini has no dimmer.", "The Sunne Pocket has a dimmer.", "The Halo Mini costs €39 and has no dimmer."],
)
def test_a_cell_that_says_it_carries_a_claim(claim: str) -> None:
    assert graded(claim).grade in ("quoted", "supported")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The Halo Mini is the cheapest at €39.", "The Halo Max is the cheapest at €89."),
        ("The Sunne Pocket is the lightest at 180 g.", "The Halo Mini is the lightest at 210 g."),
        ("With 640 g the Halo Max is the heaviest.", "With 210 g the Halo Mini is the heaviest."),
    ],
)
def test_an_extreme_is_read_off_the_column(right: str, wrong: str) -> None:
    assert graded(right).grade in ("quoted", "supported")
    got = graded(wrong)
    assert got.grade == "weak" and any(word.endswith("est") for word in got.lacking)


def test_who_lacks_a_thing_does_not_have_it() -> None:
    page = "The Halo Max has a carrying strap, which the other lamps lack."
    assert graded("The Halo Max has a carrying strap.", page).grade in ("quoted", "supported")
    got = graded("The Halo Max lacks a carrying strap.", page)
    assert got.grade == "weak" and "lacks" in got.lacking


def test_where_nothing_can_be_compared_nothing_is_contradicted() -> None:
    page = "| Lamp | Price |\n|---|---|\n| Halo Mini | €39 |"
    assert graded("The Halo Mini is the cheapest at €39.", page).grade in ("quoted", "supported")
