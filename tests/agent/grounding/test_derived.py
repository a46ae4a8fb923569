"""A number that a statement works out from two of its source."""

from __future__ import annotations

import re

import pytest

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened

FERRY = (
    "The ferry Aurelia carries 640 passengers, the older Brama 410. It leaves at 16.30; boarding ends ten minutes "
    "before. The Brama was launched in 1988 and rebuilt six years later. Last year 52 sailings were cancelled, after "
    "37 in the year before."
)
STAFF = "| | 2023 | 2024 |\n|---|---|---|\n| Staff | 1,240 | 1,315 |\n| Sales in € | 8,400 | 9,000 |"


def graded(claim: str, page: str) -> Found:
    passage = Passage(address="https://e.test/", title="", where="whole page", text=page)
    return found(claim, Opened.of({1: [passage]}), [1])


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The two ferries, Aurelia and Brama, together carry 1,050 passengers.", FERRY),
        ("The ferry Aurelia carries 230 more passengers than the older Brama.", FERRY),
        ("The older Brama was launched in 1988 and rebuilt in 1994.", FERRY),
        ("The ferry leaves at 16.30, and boarding ends at 16.20.", FERRY),
        ("Cancelled sailings rose by 15 to 52 last year.", FERRY),
        ("Passengers of the Brama, 1,050 in all with the Aurelia, know it well.", FERRY),
        ("In 2024 the staff grew by 75 to 1,315.", STAFF),
    ],
)
def test_what_two_numbers_of_a_source_come_to_is_held(claim: str, page: str) -> None:
    got = graded(claim, page)
    assert not got.vetoed, got
    assert not any(char.isdigit() for word in got.lacking for char in word), got


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The two ferries, Aurelia and Brama, together carry 1,060 passengers.", FERRY),
        ("The ferry Aurelia carries 1,050 passengers.", FERRY),  # does not say that it adds up
        ("The older Brama was launched in 1988 and rebuilt in 1995.", FERRY),
        ("The ferry leaves at 16.30, and boarding ends at 16.15.", FERRY),
        ("Cancelled sailings fell to 15 last year.", FERRY),  # 52 less 37, but not what they came to
        ("In 2024 the staff grew by 85 to 1,315.", STAFF),
    ],
)
def test_another_result_is_not(claim: str, page: str) -> None:
    assert graded(claim, page).vetoed


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (
            "The subsidy adds up to €7.2 million over three years.",
            "The region pays €2.4 million a year for three years.",
        ),
        (
            "Students pay $14.90 a month for Medium.",
            "Medium costs $17.90 a month. It is for two. Students get $3 off.",
        ),
        (
            "The three halls together have 750 seats.",
            "The red hall has 200 seats, the blue one 250 and the green one 300.",
        ),
        (
            "Of the 14,260 who started, fewer than 900 dropped out.",
            "Of 14,260 who started, 13,412 finished and the others dropped out.",
        ),
    ],
)
def test_what_may_be_worked_out_in_steps_is_no_proof_and_not_made_up_either(claim: str, text: str) -> None:
    got = graded(claim, text)
    assert got.grade in ("weak", "supported") and not got.vetoed
    wrong = claim.replace("7.2", "7.9").replace("14.90", "13.40").replace("750", "790").replace("900", "700")
    assert graded(wrong, text).vetoed


@pytest.mark.parametrize(
    ("claim", "text", "other"),
    [
        ("Of the starters 522 were no finishers.", "They counted 14,212 starters and 13,690 finishers.", "533"),
        ("The town pays £2.72 million.", "It costs £6.8 million. The county pays 60 %, the town the rest.", "£3.1"),
        ("Das Land gibt 34.000 Euro.", "Das Dach kostet 85.000 Euro; davon trägt das Land 40 Prozent.", "36.000"),
        ("The state bore 35 % of the cost.", "The cost: 40 % the region, 25 % the town, the state the rest.", "45"),
        ("A night in Paris may cost 252 euros.", "In Paris the limit is 210 euros a night, or 20 % more.", "256"),
        ("The fund paid €2.3 million.", "Of 6.4 million euros the city paid 4.1 million, the fund the rest.", "€2.9"),
        ("About 375 g of the mushrooms are brown.", "750 g mushrooms, half of them brown", "385 g"),
    ],
)  # fmt: skip
def test_what_may_be_worked_out_is_never_called_made_up(claim: str, text: str, other: str) -> None:
    """Nor is it beaten by what it is worked out of; it is left to the reader."""
    got = graded(claim, text)
    assert not got.vetoed and got.grade not in ("quoted", "not found")
    assert graded(re.sub(r"[£€]?\d[\d.]*(?: g)?", other, claim, count=1), text).vetoed
