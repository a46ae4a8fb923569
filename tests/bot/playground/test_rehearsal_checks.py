"""When a sentence shows that a condition holds."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.playground.rehearsal.checks import Kind, check, quantities, ranges

Says = Literal["met", "not met", "unknown"]


@pytest.mark.parametrize(
    ("kind", "condition", "sentence", "says"),
    [
        ("must", "have a front light", "It has a front light and two pens.", "met"),
        ("must", "have a front light", "It does not have a front light.", "not met"),
        ("must", "have a front light", "It has two pens.", "unknown"),
        ("must_not", "require a subscription", "It works without a subscription.", "met"),
        ("must_not", "require a subscription", "Sync requires a subscription.", "not met"),
        ("must_not", "a subscription", "It has a front light and needs no subscription.", "met"),
        ("must", "have a front light", "A front light, but no subscription.", "met"),
        ("must", "cost under €300", "The price is €289.", "met"),
        ("must", "cost under €300", "The price is €449.", "not met"),
        ("must", "cost under €300", "It weighs 289 g.", "unknown"),
        ("must", "up to €300", "The plan costs €5 a month.", "unknown"),
        ("must", "up to €150 a night", "Rooms from €120 per night.", "met"),
        ("must_not", "cost more than €350", "It costs €379.", "not met"),
        ("must", "up to 20 pages", "The report has 18 pages.", "met"),
        ("must", "20 pages max", "The report has 180 pages.", "not met"),
        ("must", "at least 40 people", "The hall holds 60 guests.", "met"),
        ("must", "battery at least 10 hours", "Charging takes 12 hours.", "unknown"),
        ("must", "cost under €300", "It costs €289, later €310.", "unknown"),
        ("must", "costs up to €100", "The conversion to text is sold at €39 once.", "unknown"),
        ("must", "costs up to €100", "Six spare tips cost €12.", "unknown"),
        ("must", "costs up to €100", "Repairs cost €62.", "unknown"),
        ("must", "costs up to €100", "It costs €379, works without a subscription and lasted longest.", "not met"),
        ("must", "costs up to €400", "It costs €379 and the spare pen €59.", "met"),
        ("must", "kostet bis zu 400 €", "Es kostet 379 €, ein Aufpreis von 20 € gilt online.", "met"),
        ("must", "pen up to €100", "The pen is sold at €39 once.", "met"),
        ("prefer", "page buttons", "It has page buttons.", "met"),
    ],
)
def test_what_a_sentence_says(kind: Kind, condition: str, sentence: str, says: Says) -> None:
    assert check(condition, kind).standing(sentence) == says


@pytest.mark.parametrize(
    ("condition", "published", "says"),
    [
        ("since 2025", "2026-01-02", "met"),
        ("published after 2022", "2019", "not met"),
        ("only 2024", "2024-05-05", "met"),
        ("since 2025", "", "unknown"),
    ],
)
def test_a_year_is_checked_against_the_source_s_date(condition: str, published: str, says: Says) -> None:
    assert check(condition, "must").standing("Nothing about time.", published=published) == says


def test_a_unit_may_stand_in_the_heading_above() -> None:
    assert check("up to €150 a night", "must").standing("Bern | €140", "City | Limit per night") == "met"


def test_a_price_in_a_table_is_told_by_what_stands_above_it() -> None:
    bound = check("costs up to €300", "must")
    assert bound.standing("Quill | €249", "Comparison Model | Price") == "met"
    assert bound.standing("Quill | €249", "Comparison Model | Deposit") == "unknown"
    assert bound.standing("It is sold at €39.", "What tablets cost") == "unknown"


def test_numbers_come_with_their_units() -> None:
    assert [(q.value, q.unit) for q in quantities("€1,450, 2.5 hours, 12 pages, in 2026, CHF 80 per night")] == [
        (1450.0, "eur"), (2.5, "hour"), (12.0, "page"), (2026.0, "year"), (80.0, "chf/night"),
    ]  # fmt: skip


def test_ranges_include_their_ends() -> None:
    assert ranges("€601 to €2,500 | team lead") == [(601.0, 2500.0)]
    assert ranges("over €6,000 | director") == [(6000.0, float("inf"))]
