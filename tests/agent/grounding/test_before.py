"""What was so before a change is not what is so now."""

from __future__ import annotations

import pytest

from tests.agent.test_evidence import looked_at

SENTENCES = "Until June 2025, the Slate A5 cost $500. It now costs $300."
PRICED = "Previously priced at $500, the Slate A5 is now $300."
TABLE = "The A5 used to cost $500.\n\n| Model | Price |\n|---|---|\n| A5 | $300 |\n| A7 | $900 |\n"
GERMAN = "Bis Juni 2025 kostete der Slate A5 500 Euro. Der Slate A5 kostet jetzt 300 Euro."
FRENCH = "Jusqu'en juin 2025, le Slate A5 coûtait 500 euros. Le Slate A5 coûte maintenant 300 euros."
POLISH = "Wcześniej tablet A5 kosztował 500 zł. Tablet A5 kosztuje teraz 300 zł."


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The Slate A5 costs $300 [2].", SENTENCES),
        ("The Slate A5 cost $500 until June 2025 [2].", SENTENCES),
        ("The price of the Slate A5 fell from $500 to $300 [2].", SENTENCES),
        ("The Slate A5 costs $300 [2].", PRICED),
        ("The A5 costs $300 [2].", TABLE),
        ("Der Slate A5 kostet 300 Euro [2].", GERMAN),
        ("Le Slate A5 coûte 300 euros [2].", FRENCH),
        ("Tablet A5 kosztuje 300 zł [2].", POLISH),
    ],
)
def test_what_is_and_what_was_both_stand_as_such(claim: str, page: str) -> None:
    (one,) = looked_at(claim, page=page).answer.statements
    assert one.grade in ("quoted", "supported")


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The Slate A5 costs $500 [2].", SENTENCES),
        ("The Slate A5 costs $500 [2].", PRICED),
        ("The A5 costs $500 [2].", TABLE),
        ("Der Slate A5 kostet 500 Euro [2].", GERMAN),
        ("Le Slate A5 coûte 500 euros [2].", FRENCH),
        ("Tablet A5 kosztuje 500 zł [2].", POLISH),
    ],
)
def test_what_was_is_not_what_is(claim: str, page: str) -> None:
    answer = looked_at(claim, page=page).answer
    assert answer.unconfirmed or answer.statements[0].grade == "weak"
