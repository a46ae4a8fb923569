"""What a footer says of costs: short, in the language of whoever asked, and nothing of which nothing is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Usage
from bot import speech
from bot.views.costs import costs

ENGLISH = speech.speech("en")


@pytest.mark.parametrize(
    ("usage", "said"),
    [
        (Usage(), []),
        (Usage(prompt=12_000, completion=345), ["12,345 tokens"]),
        (Usage(prompt=10_000, completion=1, cached=6_490), ["10,001 tokens (64% cached)"]),
        (Usage(prompt=10_000, cached=99), ["10,000 tokens"]),
        (Usage(money=0.0421), ["$0.042"]),
        (Usage(money=0.1204), ["$0.12"]),
        (Usage(money=0.1204, bound=True), ["at most $0.13"]),
        (Usage(money=0.12, bound=True), ["at most $0.12"]),
        (Usage(money=1_234.5), ["$1,234.50"]),
        (Usage(money=0.0099), ["under $0.01"]),
        (Usage(money=0.0001, bound=True), ["under $0.01"]),
        (Usage(credits=1), ["1 search credit"]),
        (Usage(prompt=1, money=0.01, credits=3), ["1 token", "$0.01", "3 search credits"]),
    ],
)
def test_costs_in_words(usage: Usage, said: list[str]) -> None:
    assert costs(ENGLISH, usage) == said


def test_numbers_are_written_as_each_language_does() -> None:
    usage = Usage(prompt=10_000, completion=2_345, cached=6_400, money=0.042, bound=True)
    german = [part.replace("\xa0", " ") for part in costs(speech.speech("de"), usage)]
    assert german == ["höchstens 12.345 Token (64 % aus dem Cache)", "höchstens 0,042 $"]


@given(st.floats(0.01, 1e6))
def test_a_bound_is_never_said_to_be_less_than_it_is(money: float) -> None:
    [said] = costs(ENGLISH, Usage(money=money, bound=True))
    assert float(said.removeprefix("at most $").replace(",", "")) >= money - 1e-6
