"""Numbers, units, dates: in every spelling one quantity, and never another one."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Passage
from agent.grounding.dates import Alternatives, Dated, dates
from agent.grounding.grading import found
from agent.grounding.passages import Opened
from agent.grounding.quantities import Amount, amounts, rounds_to, spelled

SAME = [
    ["1,600", "1600", "1.6k", "1.6 thousand", "1 600", "1\u202f600", "1.600", "1,6 Tsd.", "1'600", "1600.0"],
    [
        "44 million",
        "4,400万",
        "4400 万",
        "44 Mio.",
        "0.044 billion",
        "44 milionów",
        "44 millones",
        "44 millions",
        "44M",
    ],
    [
        "12 %",
        "12 percent",
        "12 Prozent",
        "12%",
        "12 per cent",
        "12 por ciento",
        "12 pour cent",
        "12％",
        "12パーセント",
    ],
    ["3 km", "3000 m", "3,000 metres", "3 kilometers", "3km", "3-kilometer", "3 キロメートル"],
    ["$5", "5 USD", "5 dollars", "US$5", "USD 5", "5 dólares"],
    ["24 hours", "1 day", "1440 minutes", "24 Stunden", "24 godziny", "1 jour"],
    ["14 days", "2 weeks", "2 Wochen", "14日間"],
    ["14:30", "2:30 pm", "2:30 p.m."],
    ["120 million", "1億2000万", "120 Millionen", "0.12 billion"],
    ["205 g", "0.205 kg", "205 grams", "205 Gramm"],
    ["1,234,567.5", "1.234.567,5", "1 234 567.5"],
    ["4.1 × 10^20 kg", "4.1×10²⁰ kg", "410 quintillion kilograms"],
    ["7 minutes 21 seconds", "7:21"],
    ["2 MiB", "2,048 KiB", "2097152 bytes"],
]
DIFFERENT = [
    ("1,600", "1,700"), ("1.6 million", "1.6 billion"), ("12 %", "12 km"), ("3 km", "3 m"), ("$5", "5 €"),
    ("14:30", "2:30"), ("16", "1.6"), ("44 million", "44"), ("4,400万", "4,400億"), ("3 × 10^6 m", "3 × 10^5 m"),
    ("7:21", "7 minutes 12 seconds"), ("2 MiB", "2 MB"),
]  # fmt: skip
DAY = [
    "2026-11-03", "Nov 3, 2026", "November 3rd, 2026", "3 Nov. 2026", "3. November 2026", "03.11.2026", "03/11/2026",
    "11/03/2026", "3 listopada 2026", "3 de noviembre de 2026", "3 novembre 2026", "2026年11月3日", "2026/11/03",
]  # fmt: skip


def holds(wanted: Alternatives, offered: frozenset[str]) -> bool:
    return any(one <= offered for one in wanted)


def agree(one: str, other: str) -> bool:
    """Whether a claim in the first spelling finds the second one in a source."""
    (claim,), (source,) = amounts(one), amounts(other)
    return holds(claim.wanted, source.offered)


@pytest.mark.parametrize("spellings", SAME, ids=lambda spellings: spellings[0])
def test_a_quantity_is_the_same_in_every_spelling(spellings: list[str]) -> None:
    assert [(a, b) for a in spellings for b in spellings if not agree(a, b)] == []


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_another_quantity_is_another_one(one: str, other: str) -> None:
    assert not agree(one, other)
    assert not agree(other, one)


def test_an_hour_behind_one_of_the_evening_may_be_one_too() -> None:
    assert [one.offered for one in amounts("午後6時に始まり、7時半に終わる")][1] == {"t:07:30", "t:19:30"}
    assert [one.offered for one in amounts("7時半に始まる")] == [{"t:07:30"}]


def test_a_number_without_a_unit_may_stand_for_one_with_it() -> None:
    """A cell says 129 where its header says euros."""
    assert agree("129", "129 €") and agree("129 €", "129") and not agree("129 €", "129 $")


@pytest.mark.parametrize("one", DAY)
@pytest.mark.parametrize("other", DAY)
def test_a_date_is_the_same_in_every_order_and_language(one: str, other: str) -> None:
    (claim,), (source,) = dates(f"on {one}"), dates(f"since {other}.")
    assert holds(claim.wanted, source.offered)


@pytest.mark.parametrize("wrong", ["2026-11-04", "2025-11-03", "Dec 3, 2026", "3. Oktober 2026", "2026年11月8日"])
def test_another_date_is_another_one(wrong: str) -> None:
    (claim,), (source,) = dates(wrong), dates("3 November 2026")
    assert not holds(claim.wanted, source.offered)


def test_a_claim_may_say_less_of_a_date_than_its_source_but_not_more() -> None:
    (whole,), (month,), (day,) = dates("Nov 3, 2026"), dates("in November 2026"), dates("on November 3")
    assert holds(month.wanted, whole.offered) and holds(day.wanted, whole.offered)
    assert not holds(whole.wanted, month.offered) and not holds(whole.wanted, day.offered)
    (year,) = amounts("2026")
    assert holds(year.wanted, whole.offered)


def test_the_year_of_a_date_may_stand_apart() -> None:
    (whole,), (day,), (year,) = dates("Nov 3, 2026"), dates("on November 3"), amounts("2026")
    assert holds(whole.wanted, day.offered | year.offered)


def test_a_range_of_days_is_both_of_them() -> None:
    (claim,), (source,) = dates("3–5 November 2026"), dates("November 3-5, 2026")
    assert holds(claim.wanted, source.offered)
    assert not holds(claim.wanted, next(iter(dates("5 November 2026"))).offered)


@pytest.mark.parametrize("text", ["it may rain", "we march on", "sept ans", "Mar said", "a mar", "99/99/2026"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert list(dates(text)) == []


@pytest.mark.parametrize(
    ("words", "value"),
    [("two", "2"), ("third", "3"), ("zwölf", "12"), ("twenty-five", "25"), ("trzy", "3"), ("doce", "12"),
     ("forty-four million", "44000000"), ("drei Millionen", "3000000")],
)  # fmt: skip
def test_numbers_in_words_offer_their_value(words: str, value: str) -> None:
    (one,) = spelled(words)
    assert f"r:{value}" in one.offered and one.spelled


@pytest.mark.parametrize(
    ("said", "exact", "may"),
    [("44000000", "43700000", True), ("1600", "1649", True), ("1600", "1580", True), ("1600", "1720", False),
     ("44", "46", False), ("3300000", "3337550", True), ("5", "0", False)],
)  # fmt: skip
def test_about_is_as_exact_as_it_is_said(said: str, exact: str, may: bool) -> None:
    assert rounds_to(Decimal(said), Decimal(exact)) is may


@given(st.integers(1, 10**9), st.sampled_from(["{:,}", "{}", "{} km", "{:,} %", "about {}", "${}", "{:_}"]))
def test_a_number_always_finds_itself_and_never_a_neighbour(number: int, shape: str) -> None:
    text = shape.format(number).replace("_", " ")
    (claim,), (same,), (other,) = amounts(text), amounts(text), amounts(shape.format(number + 1).replace("_", " "))
    assert holds(claim.wanted, same.offered)
    assert not holds(claim.wanted, other.offered)
    assert (claim.wanted, claim.offered) == (same.wanted, same.offered)


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)))
def test_a_date_always_finds_itself_in_any_order(day: date) -> None:
    spellings = [f"{day:%Y-%m-%d}", f"{day:%B} {day.day}, {day.year}", f"{day.day}. {day:%B} {day.year}"]
    spellings += [f"{day.year}年{day.month}月{day.day}日", f"{day:%d.%m.%Y}", f"{day:%m/%d/%Y}", f"{day:%d/%m/%Y}"]
    found = [next(iter(dates(one))) for one in spellings]
    assert all(holds(one.wanted, other.offered) for one in found for other in found)


@given(st.text(max_size=200) | st.text(alphabet="0123456789.,:/-% kmMio年月日万億€$ ", max_size=80))
def test_no_text_is_too_odd(text: str) -> None:
    found: list[Dated | Amount] = [*dates(text), *amounts(text), *spelled(text)]
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert all(one.wanted) and one.offered
        assert holds(one.wanted, one.offered)


@pytest.mark.parametrize(
    ("said", "of", "may"),
    [
        ("just over three weeks", "22 days", True), ("just over three weeks", "29 days", False),
        ("about two hours", "115 minutes", True), ("nearly 2 km", "1,950 m", True), ("nearly 2 km", "5,050 m", False),
        ("€0", "free of charge", True), ("1 MiB", "default 1,048,576", True), ("17%", "增长百分之十七", True),
        ("the 1970s", "founded in 1974", True), ("the 1970s", "founded in 1984", False),
        ("28 February 2027", "by the end of February 2027", True),
        ("27 February 2027", "end of February 2027", False),
        ("10 p.m.", "zwischen 22 und 6 Uhr", True),
        ("Sonntag", "auch sonntags", True),
    ],
)  # fmt: skip
def test_what_is_said_in_another_way_is_held(said: str, of: str, may: bool) -> None:
    passage = Passage(address="https://e.test/", title="", where="all", text=f"The hall near the river: {of}.")
    got = found(f"The hall near the river: {said}.", Opened.of({1: [passage]}), [1])
    assert got.vetoed is not may, got


@pytest.mark.parametrize("head", ["Sales (SEK m)", "Sales in SEK m", "Sales (million SEK)"])
def test_a_cell_is_in_the_scale_that_its_head_gives(head: str) -> None:
    table = f"| Segment | {head} | Staff |\n|---|---|---|\n| Marine | 400 | 310 |\n| Water | 775 | 420 |"
    opened = Opened.of({1: [Passage(address="https://e.test/", title="", where="all", text=table)]})
    assert not found("Water had sales of SEK 775 million.", opened, [1]).vetoed
    assert found("Water had sales of SEK 775 billion.", opened, [1]).vetoed
    assert found("Water had sales of SEK 400 million.", opened, [1]).vetoed
