"""Budgets at their edges: what just fits goes through, one token more does not, and no two runs spend the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Asked, Replied, Reply, Rules, Started, Usage
from agent.log import Log
from agent.prices import Bill
from agent.purse import Limit, Purse, Spent
from agent.run import Run, replay
from tests.agent.worlds import ANNA, BEN, asked, done, run_of

EVENING = 1_764_547_140.0  # 2025-11-30 23:59:00 UTC
MIDNIGHT = EVENING + 60


class Clock:
    def __init__(self) -> None:
        self.now = EVENING

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def log(clock: Clock) -> AsyncIterator[Log]:
    log = Log(None, clock=clock)
    await log.open()
    yield log
    await log.close()


async def begun(log: Log, id: str, by: str = ANNA, **rules: object) -> Run:
    fact = Asked(message=id, text="What?", by=by, rules=Rules.model_validate(rules))
    await log.tell("t", id, [fact], once=id)
    return replay(await log.read(id))


async def wrote(log: Log, run: Run, bill: Bill, step: str = "reply.1") -> None:
    """The step has ended: its outcome is in the log."""
    await log.append("t", run.id, Started(step=step, worker="w"), len(await log.read(run.id)))
    await log.close_step("t", run.id, Replied(step=step, reply=Reply(usage=bill.usage)))
    bill.written = True


async def fits(purse: Purse, run: Run, tokens: int, bill: Bill | None = None, money: float = 0.0) -> bool:
    """Whether a call goes through, at once: one that has to wait is given up."""
    taking = asyncio.create_task(purse.take(run, bill or Bill(), Usage(prompt=tokens, money=money)))
    await asyncio.wait({taking}, timeout=0.2)
    try:
        taking.cancel()
        await taking
    except (Spent, asyncio.CancelledError):
        return False
    return True


async def test_a_run_may_use_exactly_its_budget() -> None:
    used = done(Replied(step="reply.1", reply=Reply(usage=Usage(prompt=600, money=0.6))))
    for rules in ({"tokens": 1_000}, {"money": 1.0}):
        run = run_of(asked(**rules), *used)
        assert await fits(Purse(), run, 400, money=0.4) and not await fits(Purse(), run, 401, money=0.401)
    bill = Bill()
    bill.begin(Usage(prompt=100))  # what the step itself has spent counts as well
    run = run_of(asked(tokens=1_000), *used)
    assert await fits(Purse(), run, 300, bill) and not await fits(Purse(), run, 1, bill)


async def test_without_bounds_everything_fits(log: Log, clock: Clock) -> None:
    assert await fits(Purse(log, clock=clock), await begun(log, "r"), 10**9, money=1e6)


async def test_a_person_and_everybody_have_budgets_of_their_own(log: Log, clock: Clock) -> None:
    purse = Purse(log, Limit(tokens=1_000), Limit(tokens=1_500), clock)
    anna, ben = await begun(log, "a"), await begun(log, "b", BEN)
    bill = Bill()
    assert await fits(purse, anna, 1_000, bill)
    await wrote(log, anna, bill)
    assert not await fits(purse, await begun(log, "a2"), 1)
    assert not await fits(purse, ben, 501) and await fits(purse, ben, 500)


async def test_money_counts_as_tokens_do(log: Log, clock: Clock) -> None:
    purse = Purse(log, Limit(money=0.3), clock=clock)
    bill, run = Bill(), await begun(log, "r")
    assert await fits(purse, run, 1, bill, money=0.1)
    await wrote(log, run, bill)
    assert await fits(purse, run, 10**6, money=0.2) and not await fits(purse, run, 1, money=0.01)


async def test_what_costs_nothing_always_fits(log: Log, clock: Clock) -> None:
    purse = Purse(log, Limit(tokens=1), Limit(money=0.001), clock)
    run = await begun(log, "r", tokens=1)
    assert await fits(purse, run, 1) and await fits(purse, run, 0) and not await fits(purse, run, 1)


async def test_what_a_call_turns_out_to_cost_takes_the_place_of_the_most(log: Log, clock: Clock) -> None:
    purse, bill, run = Purse(log, Limit(tokens=100), clock=clock), Bill(), await begun(log, "r")
    item = await purse.take(run, bill, Usage(prompt=100))
    assert not await fits(purse, run, 1)
    item.usage = Usage(prompt=30)
    assert not await fits(purse, run, 71, Bill()) and await fits(purse, run, 70, Bill())


async def test_two_runs_at_once_cannot_spend_the_same(log: Log, clock: Clock) -> None:
    purse = Purse(log, everybody=Limit(tokens=100), clock=clock)
    runs = [await begun(log, str(i), who) for i, who in enumerate((ANNA, BEN, ANNA))]
    assert sorted(await asyncio.gather(*(fits(purse, run, 60) for run in runs))) == [False, False, True]


async def test_between_the_end_of_a_step_and_its_line_in_the_log_nothing_slips_through(
    log: Log, clock: Clock
) -> None:
    purse, bill, run = Purse(log, Limit(tokens=100), clock=clock), Bill(), await begun(log, "r")
    item = await purse.take(run, bill, Usage(prompt=90))
    item.usage = Usage(prompt=80)
    assert not await fits(purse, run, 21)
    await wrote(log, run, bill)
    assert not await fits(purse, run, 21) and await fits(purse, run, 20)


async def test_at_midnight_utc_a_day_begins_anew(log: Log, clock: Clock) -> None:
    purse, bill, run = Purse(log, Limit(tokens=100), clock=clock), Bill(), await begun(log, "r")
    await purse.take(run, bill, Usage(prompt=100))
    await wrote(log, run, bill)
    with pytest.raises(Spent) as refused:
        await purse.take(run, Bill(), Usage(prompt=1))
    assert (refused.value.spent, refused.value.until) == ("day", MIDNIGHT)
    clock.now = MIDNIGHT - 0.001
    assert not await fits(purse, run, 1)
    clock.now = MIDNIGHT
    assert await fits(purse, run, 100)


async def test_a_step_that_works_over_midnight_counts_for_the_day_it_ends_on(log: Log, clock: Clock) -> None:
    purse, bill, run = Purse(log, Limit(tokens=100), clock=clock), Bill(), await begun(log, "r")
    await purse.take(run, bill, Usage(prompt=60))
    clock.now = MIDNIGHT + 1
    assert not await fits(purse, run, 41)  # as long as it is under way it counts for whatever day it is
    await wrote(log, run, bill)
    assert not await fits(purse, run, 41) and await fits(purse, run, 40)
    assert (await log.spent(ANNA, "2025-11-30"), (await log.spent(ANNA, "2025-12-01")).tokens) == (Usage(), 60)


async def test_a_clock_that_jumps_back_finds_what_that_day_had_spent(log: Log, clock: Clock) -> None:
    purse, bill, run = Purse(log, Limit(tokens=100), clock=clock), Bill(), await begun(log, "r")
    await purse.take(run, bill, Usage(prompt=100))
    await wrote(log, run, bill)
    clock.now += 3 * 86_400
    other = Bill()
    assert await fits(purse, run, 60, other)
    other.written = True
    clock.now = EVENING
    assert not await fits(purse, run, 1)


@given(st.lists(st.integers(0, 60), max_size=8), st.integers(1, 100))
def test_what_was_let_through_never_comes_to_more_than_the_budget(calls: list[int], budget: int) -> None:
    async def spend() -> int:
        log = Log(None, clock=Clock())
        await log.open()
        purse, run, through = Purse(log, Limit(tokens=budget), clock=Clock()), await begun(log, "r"), 0
        for number, tokens in enumerate(calls):
            bill = Bill()
            if await fits(purse, run, tokens, bill):
                through += tokens
                await wrote(log, run, bill, f"reply.{number}")
        await log.close()
        return through

    assert asyncio.run(spend()) <= budget
