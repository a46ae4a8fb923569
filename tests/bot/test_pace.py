"""Whose turn it is to write: Slack's counts are kept however calls fall, and nobody waits for ever."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pace import LATE, PAUSE_AT_MOST, SLOWEST, Op, Pace, Rank, Rates, Want
from bot.playground.slack.limits import Limits, Meter

RATES = Rates()
METHODS: dict[Op, str] = {"edit": "chat.update", "post": "chat.postMessage", "delete": "chat.delete"}


def progress(run: str) -> Want:
    return Want(run, "progress", "edit", "C1", Rank.PROGRESS)


def closing(run: str) -> Want:
    return Want(run, "progress", "edit", "C1", Rank.CLOSING)


def ending(run: str) -> Want:
    return Want(run, "progress", "edit", "C1", Rank.END)


def post(run: str, channel: str = "C1", rank: Rank = Rank.CARD) -> Want:
    return Want(run, "progress", "post", channel, rank)


@dataclass
class Office:
    """People who write, and a clock that runs from one thing that happens to the next."""

    rates: Rates = RATES
    now: float = 0.0
    asked: int = 0
    written: dict[str, list[float]] = field(default_factory=dict)
    _agenda: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    _number: int = 0

    def __post_init__(self) -> None:
        self.pace = Pace(lambda: self.now, self.rates)

    def at(self, when: float, what: Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._agenda, (when, self._number, what))

    def until(self, end: float) -> None:
        while self._agenda and self._agenda[0][0] <= end:
            self.now, _, what = heapq.heappop(self._agenda)
            what()
        self.now = end

    def wants(self, want: Want, *, takes: float = 0.2, again: float | None = None) -> None:
        """Ask until it is one's turn, and where `again` is given so many seconds after that anew."""
        self.asked += 1
        wait = self.pace.ask(want)
        if wait:
            self.at(self.now + wait, lambda: self.wants(want, takes=takes, again=again))
        else:
            self.at(self.now + takes, lambda: self._done(want, takes, again))

    def _done(self, want: Want, takes: float, again: float | None) -> None:
        self.pace.done(want)
        self.written.setdefault(want.run, []).append(self.now)
        if again is not None:
            self.at(self.now + again, lambda: self.wants(want, takes=takes, again=again))

    def longest_gap(self, run: str, begin: float = 0.0) -> float:
        times = [begin, *(at for at in self.written.get(run, []) if at > begin), self.now]
        return max(later - before for before, later in itertools.pairwise(times))


# --- what Slack counts ----------------------------------------------------------------------------------------------

RUNS = [f"r{number}" for number in range(12)]
WANTS = st.builds(
    lambda run, op, channel, rank: Want(run, "progress", op, channel, rank),
    st.sampled_from(RUNS), st.sampled_from(["edit", "post", "delete"]), st.sampled_from(["C1", "C2"]),
    st.sampled_from(list(Rank)),
)  # fmt: skip
SMALL = Rates(edits=6, posts=8, deletes=4, window=10.0, reserve=2, burst=2, patience=20.0)


@given(
    st.lists(st.tuples(st.floats(0.0, 3.0), WANTS, st.floats(0.0, 4.0), st.floats(0.0, 1.0)), min_size=1, max_size=60)
)
def test_slack_never_has_to_refuse_at_whatever_moment_it_counts_a_call(
    wishes: Sequence[tuple[float, Want, float, float]],
) -> None:
    """A call may arrive at any moment between its beginning and its end."""
    office = Office(SMALL)
    counted: list[tuple[float, int, Want]] = []

    def goes(want: Want, takes: float, arrives: float) -> None:
        if wait := office.pace.ask(want):
            office.at(office.now + wait, lambda: goes(want, takes, arrives))
            return
        counted.append((office.now + takes * arrives, len(counted), want))
        office.at(office.now + takes, lambda: office.pace.done(want))

    when = 0.0
    for number, (gap, want, takes, arrives) in enumerate(wishes):
        when += gap
        one = replace(want, slot=f"{number}")
        office.at(when, lambda one=one, takes=takes, arrives=arrives: goes(one, takes, arrives))  # type: ignore[misc]
    office.until(when + 1_000.0)
    assert len(counted) == len(wishes), "everybody has had a turn"
    clock = [0.0]
    slack = Meter(Limits(window=10.0, posts=8, burst=2, tier3=6), lambda: clock[0])
    for arrived, _, want in sorted(counted, key=lambda one: one[:2]):
        clock[0] = arrived
        assert not slack.take(METHODS[want.op], want.channel), f"{want} at {arrived}"


# --- whose turn it is -----------------------------------------------------------------------------------------------


def test_a_run_alone_is_never_held_up() -> None:
    office = Office()
    for _ in range(100):
        assert office.pace.ask(progress("r")) == 0.0
        office.pace.done(progress("r"))
        office.now += 3.0


@pytest.mark.parametrize(("runs", "most"), [(10, 15.0), (40, 60.0), (100, 180.0)])
def test_with_many_runs_each_is_shown_in_its_turn(runs: int, most: float) -> None:
    office = Office()
    for number in range(runs):
        office.at(number * 0.01, lambda run=f"r{number}": office.wants(progress(run), again=3.0))  # type: ignore[misc]
    office.until(1_000.0)
    assert max(office.longest_gap(f"r{number}") for number in range(runs)) <= most
    assert office.asked < 40 * sum(map(len, office.written.values())), "nobody asks all the time"


def test_a_run_that_comes_back_after_a_rest_does_not_go_ahead_of_those_who_wait() -> None:
    """Its writer ended when it had nothing to write, and another one began."""
    office = Office()
    for number in range(50):
        office.wants(progress(f"r{number}"), again=3.0)

    def comes_back() -> None:
        if wait := office.pace.ask(progress("restless")):
            office.at(office.now + wait, comes_back)
            return
        office.written.setdefault("restless", []).append(office.now)
        office.pace.done(progress("restless"))
        office.pace.leave("restless")
        office.at(office.now + 3.0, comes_back)

    comes_back()
    office.until(900.0)
    fewest = min(len(office.written[f"r{number}"]) for number in range(50))
    assert fewest > 5 and len(office.written["restless"]) <= fewest + 1


def test_an_answer_finds_room_however_much_progress_there_is() -> None:
    office = Office()
    for number in range(100):
        office.wants(progress(f"r{number}"), again=0.0)
    office.until(300.0)
    assert [office.pace.ask(ending(f"e{number}")) for number in range(RATES.reserve)] == [0.0] * RATES.reserve


def test_closing_lines_do_not_keep_progress_away_for_ever() -> None:
    """Forty runs at work, and twenty-five a minute that have ended and shrink their first message."""
    office = Office()
    for number in range(40):
        office.at(number * 0.01, lambda run=f"r{number}": office.wants(progress(run), again=3.0))  # type: ignore[misc]
    for number in range(350):
        office.at(60.0 + 2.4 * number, lambda run=f"e{number}": office.wants(closing(run)))  # type: ignore[misc]
    office.until(900.0)
    assert max(office.longest_gap(f"r{number}") for number in range(40)) <= 180.0


def test_a_hundred_runs_that_end_one_after_the_other_are_shown_until_they_do() -> None:
    """They end spread over two minutes, and each shrinks its first message then."""
    office, begin, gaps = Office(), 300.0, list[float]()

    def ends(run: str) -> None:
        gaps.append(office.longest_gap(run, 0.0))
        office.pace.leave(run)
        office.wants(closing(run))

    def works(run: str, until: float) -> None:
        if office.now >= until:
            return
        if wait := office.pace.ask(progress(run)):
            office.at(office.now + wait, lambda: works(run, until))
            return
        office.written.setdefault(run, []).append(office.now)
        office.pace.done(progress(run))
        office.at(office.now + 3.0, lambda: works(run, until))

    for number in range(100):
        run, until = f"r{number}", begin + 1.2 * number
        office.at(0.0, lambda run=run, until=until: works(run, until))  # type: ignore[misc]
        office.at(until, lambda run=run: ends(run))  # type: ignore[misc]
    office.until(700.0)
    assert len(gaps) == 100 and max(gaps) <= 180.0


def test_the_more_urgent_one_goes_first_whenever_it_came() -> None:
    office = Office()
    order: list[str] = []

    def goes(want: Want) -> None:
        if wait := office.pace.ask(want):
            office.at(office.now + wait, lambda: goes(want))
        else:
            order.append(want.run)
            office.pace.done(want)

    for number in range(RATES.burst):
        goes(post(f"{number}"))
    goes(post("card"))
    office.at(0.1, lambda: goes(post("answer", rank=Rank.END)))
    goes(post("elsewhere", channel="C2"))
    office.until(60.0)
    assert order == ["0", "1", "2", "elsewhere", "answer", "card"]


def test_who_does_not_come_back_loses_the_turn() -> None:
    office = Office()
    for number in range(RATES.burst):
        office.wants(post(f"{number}"), takes=0.0)
    office.until(0.0)
    wait = office.pace.ask(post("gone", rank=Rank.END))
    assert office.pace.ask(post("there")) > wait
    office.now = wait + LATE + 0.1
    assert office.pace.ask(post("there")) == 0.0


def test_a_turn_that_was_not_used_is_there_for_the_next() -> None:
    office = Office(replace(RATES, edits=2, reserve=1))
    assert office.pace.ask(progress("a")) == 0.0
    assert office.pace.ask(progress("b")) > 0
    office.pace.back(progress("a"))
    assert office.pace.ask(progress("b")) == 0.0


# --- Slack refuses --------------------------------------------------------------------------------------------------


def test_a_refusal_pauses_the_method_for_everybody() -> None:
    office = Office()
    assert office.pace.refused("chat.update", "C1", 7.0)
    assert office.pace.ask(ending("another")) == pytest.approx(7.0)
    assert office.pace.ask(post("another")) == 0.0
    office.now = 7.0
    assert office.pace.ask(ending("another")) == 0.0


def test_a_refusal_of_a_post_pauses_its_channel() -> None:
    office = Office()
    assert office.pace.refused("chat.postMessage", "C1", 7.0)
    assert office.pace.ask(post("one")) == pytest.approx(7.0)
    assert office.pace.ask(post("other", "C2")) == 0.0


def test_what_is_not_counted_here_is_said_to_be_so() -> None:
    assert not Office().pace.refused("conversations.replies", "C1", 7.0)


@given(st.floats(0.0, 1e9))
def test_a_pause_has_an_end(seconds: float) -> None:
    office = Office()
    office.pace.refused("chat.update", "C1", seconds)
    office.now = PAUSE_AT_MOST
    assert office.pace.ask(progress("r")) == 0.0


def _a_minute(office: Office) -> int:
    """How many edits fit into the next minute."""
    begun, edits = office.now, 0
    while office.now < begun + 60.0:
        if wait := office.pace.ask(ending(f"{edits}")):
            office.now += wait
        else:
            office.pace.done(ending(f"{edits}"))
            edits += 1
    return edits


def test_after_a_refusal_all_goes_more_slowly_and_comes_back_little_by_little() -> None:
    office = Office()
    full = _a_minute(office)
    office.now += 60.0
    for _ in range(10):
        office.pace.refused("chat.update", "C1", 1.0)
        office.now += 1.1
    slow = _a_minute(office)
    office.now += 300.0
    assert SLOWEST * full <= slow < full
    assert _a_minute(office) == full


def test_calls_that_are_refused_together_slow_it_down_once() -> None:
    together, once = Office(), Office()
    for _ in range(20):
        together.pace.refused("chat.update", "C1", 1.0)
    once.pace.refused("chat.update", "C1", 1.0)
    assert _a_minute(together) == _a_minute(once)


@settings(max_examples=30)
@given(st.integers(1, 400))
def test_it_keeps_no_more_than_matters(runs: int) -> None:
    """What is remembered of runs that have left is bounded; the order of those that are there does not suffer."""
    office = Office(replace(RATES, window=0.1, edits=1_000))
    for number in range(runs * 10):
        office.pace.ask(post(f"r{number}", f"C{number}"))
        office.pace.done(post(f"r{number}", f"C{number}"))
        office.pace.leave(f"r{number}")
        office.now += 2.0
    assert office.pace.kept <= 2_100
