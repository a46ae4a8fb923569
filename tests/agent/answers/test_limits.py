"""Amounts that words give, and the limits that a condition sets."""

from __future__ import annotations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from agent.answers.limits import given, keeps

CASES = [
    ("nothing over 200 pages", "has 90 pages", True),
    ("nichts über 200 Seiten", "900 Seiten", False),
    ("costs at most 100 euros", "costs 129 euros", False),
    ("costs at most 100 euros", "costs 89 euros", True),
    ("under €100", "€129", False),
    ("weighs less than 250 grams", "weighs 300 grams", False),
    ("weighs less than 250 grams", "250 g", False),
    ("at most 250 g", "250 g", True),
    ("höchstens 100 Euro", "kostet 129 €", False),
    ("kostet unter 100 €", "129,90 €", False),
    ("nicht mehr als 100 Euro", "129 Euro", False),
    ("mindestens 8 GB RAM", "4 GB RAM", False),
    ("ab 8 GB", "16 GB", True),
    ("moins de 100 euros", "coûte 129 €", False),
    ("au moins 8 heures", "6 heures d'autonomie", False),
    ("jusqu'à 100 €", "129 €", False),
    ("como máximo 100 euros", "cuesta 129 euros", False),
    ("al menos 10 horas", "12 horas", True),
    ("menos de 250 gramos", "300 gramos", False),
    ("najwyżej 100 zł", "kosztuje 129 zł", False),
    ("co najmniej 10 godzin", "8 godzin", False),
    ("do 100 zł", "129 zł", False),
    ("poniżej 250 g", "300 g", False),
    ("100ユーロ以下", "価格は129ユーロです", False),
    ("250グラム未満", "250グラム", False),
    ("8時間以上", "10時間", True),
    ("不超过100欧元", "129 euros", None),
    ("不超过100元", "129元", False),
    ("至少8小时", "6小时", False),
    ("between 50 and 100 euros", "129 euros", False),
    ("zwischen 50 und 100 Euro", "80 Euro", True),
    ("50-100 euros", "40 euros", False),
    ("max. 250g", "300g", False),
    ("maximum weight 250 g", "300 g", False),
    ("<= 100 €", "129 €", False),
    ("costs 100 euros or less", "129 euros", False),
    ("no more than 100 euros", "129", None),
    ("at least 3 USB ports", "2 USB ports", False),
    ("at least 4 seats", "seats 5", None),
    ("at most 20 euros a month", "180 euros a year", None),
    ("at most 20 euros a month", "25 euros per month", False),
    ("at most 100 euros", "from 89 euros", None),
    ("at most 100 euros", "from 129 euros", False),
    ("at most 100 euros", "89 to 129 euros", None),
    ("at most 100 euros", "was 129 euros, now 89 euros", None),
    ("at least 3 ports", "1 port left, 2 ports right", None),
    ("at least 10 hours", "2 hours of charging, 12 hours of reading", None),
    ("at most 1,000 euros", "1,600 euros", False),
    ("at most 1,000 euros", "999 euros", True),
    ("at most 1.000 Euro", "1.299 Euro", False),
    ("at most 100 euros", "about 103 euros", None),
    ("at most 100 euros", "free", None),
    ("at least 1 kg", "2 lb", False),
    ("screen of at least 10 inches", "26 cm", True),
    ("under 300 g", "less than 300 g", True),
    ("under 300 g", "up to 250 g", True),
    ("sugar under 5 g per 100 g", "12 g per 100 g", False),
    ("sugar under 5 g per 100 g", "3 g per 100 g", True),
    ("weighs 300 grams", "250 g", None),
    ("released in 2024 or later", "released in 2022", None),
    ("not over 100 euros", "129 euros", False),
    ("costs more than 100 euros", "costs 129 euros", True),
    ("costs more than 100 euros", "costs 89 euros", False),
    ("at least 256 GB and at most 2 kg", "512 GB, 2.4 kg", False),
    ("at least 256 GB and at most 2 kg", "512 GB", None),
    ("at most 100 euros", "$140", None),
    ("within 100 euros", "129 euros", False),
    ("at least 8 hours of battery", "two weeks", True),
    ("up to 100 euros", "129", None),
    ("older than 2 years", "3 years old", True),
    ("cheaper than 100 euros", "129 euros", False),
    ("at most 10 minutes on foot", "2 km away", None),
    ("over 300 ppi", "227 ppi", False),
    ("min. 8 GB", "4 GB", False),
    ("pas plus de 100 euros", "129 euros", False),
    ("plus de 100 euros", "89 euros", False),
]


@pytest.mark.parametrize(("condition", "words", "kept"), CASES)
def test_amounts_of_one_unit_are_compared_with_a_limit(condition: str, words: str, kept: bool | None) -> None:
    assert keeps(condition, words) is kept


def test_an_amount_is_given_with_the_words_that_bound_it() -> None:
    text = "It costs at most 100 euros and weighs 250 g or less."
    assert [text[one.start : one.end] for one in given(text)] == ["at most 100 euros", "250 g or less"]


@drawn(st.text(alphabet="at most under 1290.,€ kg-über bis 以下zwischen", max_size=60), st.text(max_size=30))
def test_any_text_is_compared_without_a_crash(one: str, other: str) -> None:
    assert keeps(one, other) in (True, False, None)
    assert keeps(one, one) in (True, False, None)
