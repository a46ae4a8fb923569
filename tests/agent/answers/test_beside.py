"""Words that give an amount of something that a condition is not about."""

from __future__ import annotations

import pytest

from agent.answers.beside import is_beside

CASES = [
    ("is waterproof", "The costs 89 euros", True),
    ("is waterproof", "kostet 89 €", True),
    ("is waterproof", "Price: $89", True),
    ("is cheap", "costs 89 euros", False),
    ("günstig", "kostet 89 €", False),
    ("vegetarian", "no meat or fish on the menu", False),
    ("is waterproof", "survives 2 m of water", False),
    ("weighs less than 250 grams", " costs 89 euros", True),
    ("weighs less than 250 grams", " is the lightest and costs 89 euros", False),
    ("at most 100 euros", "weighs 200 g", True),
    ("under 100", "costs 89 euros", False),
    ("is waterproof", "| | €249 | no |", False),
    ("is waterproof", " | €249 |", True),
    ("light", "weighs 200 grams", False),
    ("at most 10 minutes away", "2 km", False),
    ("防水", "価格は89ユーロ", True),
    ("安い", "価格は89ユーロ", False),
    ("made by Quill", " costs 89 euros", True),
    ("водонепроницаемый", "costs 89 euros", False),
    ("has a light", "129 euros with light", False),
    ("free", "0 euros", False),
    ("at least 8 hours of battery and cheap", "costs 89 euros", True),
    ("no subscription", "costs 89 euros once", False),
]


@pytest.mark.parametrize(("condition", "words", "beside"), CASES)
def test_an_amount_alone_is_of_no_condition_about_something_else(condition: str, words: str, beside: bool) -> None:
    assert is_beside(condition, words) is beside
