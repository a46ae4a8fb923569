"""What calls cost: never less than nothing, never more for less, and a bound that bounds."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Price, Usage
from agent.models.prices import TOKENS_AT_MOST, UNKNOWN, Bill, Prices, exact_money, is_private, most, priced, tokens

OPENAI = "https://api.openai.com/v1"
NOWHERE = "https://llm.example.com/v1"
PLACES = st.sampled_from([
    ("gpt-5-mini", OPENAI), ("gpt-5.5-pro", OPENAI), ("claude-sonnet-4-5", "https://api.anthropic.com/v1/"),
    ("deepseek-chat", "https://api.deepseek.com"), ("gpt-5-mini", NOWHERE), ("never-heard-of", NOWHERE),
    ("never-heard-of", OPENAI), ("gpt-5-mini", "http://127.0.0.1:8000/v1"), ("own", NOWHERE),
    ("deepseek/deepseek-pro-latest", "https://openrouter.ai/api/v1"), ("", NOWHERE),
])  # fmt: skip
OWN = {"own": Price(input=1.0, output=4.0, cached=2.0, search=5.0)}
COUNTS = st.integers(-5, 2_000_000)
USAGES = st.builds(Usage, prompt=COUNTS, completion=COUNTS, cached=COUNTS, reasoning=COUNTS, searches=COUNTS)
MORE = st.sampled_from(["prompt", "completion", "searches"])


def cost(usage: Usage, place: tuple[str, str]) -> float:
    return priced(usage, *place, OWN).money


@given(USAGES, PLACES)
def test_nothing_costs_less_than_nothing(usage: Usage, place: tuple[str, str]) -> None:
    assert cost(usage, place) >= 0


@given(USAGES, PLACES, MORE, st.integers(0, 500_000))
def test_more_never_costs_less(usage: Usage, place: tuple[str, str], name: str, more: int) -> None:
    usage = usage.model_copy(update={"cached": 0})
    larger = usage.model_copy(update={name: getattr(usage, name) + more})
    assert cost(larger, place) >= cost(usage, place) - 1e-9


@given(USAGES, PLACES)
def test_what_was_cached_is_never_dearer(usage: Usage, place: tuple[str, str]) -> None:
    assert cost(usage, place) <= cost(usage.model_copy(update={"cached": 0}), place) + 1e-9


@given(USAGES, PLACES)
def test_reasoning_is_a_part_of_what_was_written_and_paid_once(usage: Usage, place: tuple[str, str]) -> None:
    assert cost(usage, place) == cost(usage.model_copy(update={"reasoning": 0}), place)


@given(USAGES)
def test_a_bound_is_no_less_than_the_exact_price_of_the_same(usage: Usage) -> None:
    exact = priced(usage, "gpt-5-mini", OPENAI, {})
    for bound in (priced(usage, "gpt-5-mini", NOWHERE, {}), priced(usage, "never-heard-of", NOWHERE, {})):
        assert bound.bound and not exact.bound and bound.money >= exact.money


@given(st.integers(0, 200_000), st.integers(0, 50_000), PLACES)
def test_the_rate_is_the_most_that_a_call_can_cost(prompt: int, completion: int, place: tuple[str, str]) -> None:
    usage = Usage(prompt=prompt, completion=completion)
    model, base_url = place
    assert Prices(base_url, OWN).rate(model).of(usage) >= cost(usage, place) - 1e-9


@pytest.mark.parametrize("count", [10**30, TOKENS_AT_MOST + 1])
def test_whatever_an_endpoint_says_it_counted_has_a_price(count: int) -> None:
    usage = priced(Usage(prompt=count, completion=count, cached=count), "gpt-5-mini", OPENAI, {})
    assert usage.prompt == TOKENS_AT_MOST and usage.money < 1e8


def test_known_prices() -> None:
    usage = Usage(prompt=1_000_000, completion=1_000_000, cached=500_000, searches=1_000)
    assert priced(usage, "gpt-5-mini-2025-08-07", OPENAI, {}).money == pytest.approx(0.125 + 0.0125 + 2 + 10)
    assert priced(usage, "what-is-this", NOWHERE, {}).money == UNKNOWN.of(usage) == 15 + 75 + 35


def test_prices_of_ones_own_win_by_the_longest_beginning_of_the_name() -> None:
    own = {"gpt": Price(input=1), "GPT-5": Price(input=2), "gpt-5-mini-x": Price(input=3)}
    million = Usage(prompt=1_000_000)
    assert [priced(million, name, OPENAI, own).money for name in ("gpt-4", "gpt-5-mini")] == [1, 2]
    assert not priced(million, "gpt-4", OPENAI, own).bound
    assert priced(million, "gpt-4", "http://localhost:1/v1", own).money == 1


def test_the_model_that_answered_is_priced_where_nobody_knows_the_one_that_was_asked() -> None:
    used = Prices("https://openrouter.ai/api/v1").of(Usage(prompt=1_000_000), "openrouter/any", "openai/gpt-5-mini")
    assert used.money == pytest.approx(0.25) and not used.bound


@pytest.mark.parametrize("place", [
    "http://localhost:11434/v1", "http://127.0.0.1:8000", "http://[::1]:8000/v1", "http://10.1.2.3/v1",
    "http://192.168.0.7:1/v1", "http://ollama:11434/v1", "http://gpu.lan/v1", "http://box.local./v1",
])  # fmt: skip
def test_what_runs_at_home_costs_nothing(place: str) -> None:
    assert is_private(place) and priced(Usage(prompt=10**6), "gpt-5-mini", place, {}).money == 0


@pytest.mark.parametrize("place", [OPENAI, NOWHERE, "http://8.8.8.8/v1", "https://localhost.example.com/v1"])
def test_what_is_out_in_the_world_does_not(place: str) -> None:
    assert not is_private(place)


def test_whoever_works_at_home_never_loads_the_list() -> None:
    code = (
        "import sys; from agent.models.prices import Prices; p = Prices('http://localhost:1/v1');"
        "p.rate('gpt-5-mini'); import bot.app; print('genai_prices' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
    )


@given(st.text(max_size=200))
def test_no_text_is_fewer_tokens_than_its_characters_say(text: str) -> None:
    assert tokens(text) >= len(text) / 3.75


def test_the_most_of_a_call_is_its_request_and_all_its_output() -> None:
    usage = most([{"role": "user", "content": "x" * 3_750}], [{"name": "y" * 375}], 16_000, Price(input=1, output=2))
    assert 1_100 <= usage.prompt <= 1_130 and usage.completion == 16_000 and usage.bound
    assert usage.money == pytest.approx((usage.prompt + 32_000) / 1e6)
    inside = most([], [{"type": "search", "searches": 3}], 0, Price(search=10))
    assert inside.searches == 3 and inside.money == pytest.approx(0.03)


def test_a_bill_is_the_sum_of_its_items_as_they_stand() -> None:
    bill = Bill()
    first = bill.begin(Usage(prompt=100, bound=True))
    bill.begin(Usage(completion=3))
    first.usage = Usage(prompt=7)
    assert bill.usage == Usage(prompt=7, completion=3)


@pytest.mark.parametrize(
    "place", ["http://100.64.1.1/v1", "http://2130706433/v1", "http://0x7f000001/v1", "http://[::1]:80/"]
)
def test_a_private_address_is_known_by_its_number(place: str) -> None:
    assert is_private(place)


@pytest.mark.parametrize("place", ["http://134744072/v1", "http://[::1", "http://100.128.0.1/"])
def test_a_number_may_be_anywhere(place: str) -> None:
    assert not is_private(place)


def test_searches_that_the_list_has_no_price_of_are_bounded() -> None:
    used = Prices("https://api.x.ai/v1").of(Usage(prompt=1_000, searches=1_000), "grok-4")
    assert used.bound and used.money == pytest.approx(0.003 + UNKNOWN.search)
    assert not Prices("https://api.x.ai/v1").of(Usage(prompt=1_000), "grok-4").bound


def test_small_money_in_a_line_is_more_than_nothing() -> None:
    lines = [
        exact_money(Usage(money=money, bound=bound)) for money, bound in ((1e-6, False), (0.00012, True), (0, False))
    ]
    assert lines == ["under $0.0001", "at most $0.0002", "$0.0000"]
