"""Signs, bounds, periods, versions and units: the same digits are another number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened
from agent.grounding.sides import differ, falls, oppose, sides_of


def graded(claim: str, page: str) -> Found:
    return found(claim, Opened.of({1: [Passage(address="https://e.test/", title="", where="all", text=page)]}), [1])


@pytest.mark.parametrize(
    ("page", "claim"),
    [
        ("The cold store in Velm is kept at −18 °C.", "The cold store in Velm is kept at 18 °C."),
        ("The greenhouse in Velm is kept at 18 °C.", "The greenhouse in Velm is kept at −18 °C."),
        ("The margin of the group was –4.1% in June.", "The margin of the group was 4.1% in June."),
        ("The account stood at -$900 in March.", "The account stood at $900 in March."),
        ("Der Wert lag bei minus 2,5 Grad.", "Der Wert lag bei 2,5 Grad."),
        ("The pass costs 80 euros per month.", "The pass costs 80 euros per week."),
        ("A bed in Velm costs €95 a night.", "A bed in Velm costs €95 per year."),
        ("The bug was fixed in version 4.1 of the tool.", "The bug was fixed in version 4.10 of the tool."),
        ("Take 25 mg with food.", "Take 25 µg with food."),
        ("The coat is 3 µm thick.", "The coat is 3 mm thick."),
        ("The link carries 20 Mbit a second.", "The link carries 20 MB a second."),
        ("The lamp draws 40 mW in standby.", "The lamp draws 40 MW in standby."),
        ("The limit is 30 mph in Velm.", "The limit is 30 km/h in Velm."),
        ("It cost 7 million Swiss francs.", "It cost 7 million euros."),
        ("The sample held 10⁷ cells.", "The sample held 10⁵ cells."),
        ("Its mass is 6.4e23 kg.", "Its mass is 6.4e21 kg."),
        ("The kettle costs 129 euros.", "The kettle costs ①⑦⑨ euros."),
    ],
)
def test_another_sign_period_version_or_unit_is_another_number(page: str, claim: str) -> None:
    assert graded(page, page).grade == "quoted"
    got = graded(claim, page)
    assert got.vetoed and got.grade not in ("quoted", "supported")


@pytest.mark.parametrize(
    ("page", "claim"),
    [
        ("The permit runs until 3 May 2025.", "The permit runs from 3 May 2025."),
        ("The rule applies after 1 July 2026.", "The rule applies before 1 July 2026."),
        ("The hall holds at most 80 people.", "The hall holds at least 80 people."),
        ("Each load must weigh less than 12 kg.", "Each load must weigh more than 12 kg."),
        ("Between 30 and 45 boats took part.", "More than 45 boats took part."),
        ("Output rose by 14 percent.", "Output fell by 14 percent."),
        ("The new pump needs 9 percent less energy.", "The new pump needs 9 percent more energy."),
    ],
)
def test_the_opposite_bound_is_doubted(page: str, claim: str) -> None:
    got = graded(claim, page)
    assert got.grade == "weak" and any(char.isdigit() for word in got.lacking for char in word)


@pytest.mark.parametrize(
    ("page", "claim"),
    [
        ("| Market | Change |\n|---|---|\n| Czechia | −4 % |", "Sales in Czechia shrank by 4 %."),
        ("Sales in Czechia fell by 4 %.", "Change of sales in Czechia: −4 %."),
        ("The hall holds no more than 80 people.", "The hall holds at most 80 people."),
        ("The pass costs 80 euros per month.", "The pass costs 80 euros monthly."),
        ("The permit runs until 3 May 2025.", "The permit runs up to 3 May 2025."),
        ("The walk takes 2–3 hours.", "The walk takes 2 to 3 hours."),
        ("- 3 km to the lake", "It is 3 km to the lake."),
        ("The bug was fixed in version 4.10 of the tool.", "Version 4.10 of the tool fixed the bug."),
        ("The sample held 10⁷ cells.", "The sample held 10 million cells."),
    ],
)
def test_the_same_said_in_another_way_is_none(page: str, claim: str) -> None:
    assert not graded(claim, page).vetoed
    assert not any(char.isdigit() for word in graded(claim, page).lacking for char in word)


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_sides_are_never_their_own_opposite(text: str, start: int, end: int) -> None:
    sides = sides_of(text, min(start, end), max(start, end))
    assert not differ(sides, sides) and not oppose(sides, sides)
    assert falls(text) in (True, False)
