"""Budgets at their edges: what just fits goes through, one token more does not, and no two runs spend the same."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.ending import SMALL_DAY, SMALL_RUN
from agent.facts import Asked, Replied, Reply, Rules, Started, Usage
from agent.log import Log
from agent.models.prices import Bill, Item
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


# --- what is held, and what is spent ------------------------------------------------------------------------------


def taking(purse: Purse, run: Run, bill: Bill, tokens: int) -> asyncio.Task[Item]:
    return asyncio.create_task(purse.take(run, bill, Usage(prompt=tokens)))


async def looked(*tasks: asyncio.Task[Item]) -> None:
    """Everybody has had the time to look: as many turns of the loop and of the log as it takes."""
    await asyncio.wait(tasks, timeout=0.2)


async def test_a_call_waits_for_what_is_held_and_goes_through_once_that_turns_out_to_be_less(
    log: Log, clock: Clock
) -> None:
    for limits in ({"person": Limit(tokens=100)}, {"everybody": Limit(tokens=100)}):
        purse, first, second = Purse(log, clock=clock, **limits), Bill(), Bill()
        run, other = await begun(log, f"a{limits}"), await begun(log, f"b{limits}")
        item = await purse.take(run, first, Usage(prompt=90))
        task = taking(purse, other, second, 50)
        await looked(task)
        assert not task.done() and not second.items
        first.settle(item, Usage())
        await task
        second.settle(second.items[0], Usage())
        first.written = second.written = True


async def test_what_is_really_spent_is_not_waited_for(log: Log, clock: Clock) -> None:
    purse, first, run = Purse(log, Limit(tokens=100), clock=clock), Bill(), await begun(log, "r")
    item = await purse.take(run, first, Usage(prompt=90))
    task = taking(purse, await begun(log, "s"), Bill(), 50)
    await looked(task)
    first.settle(item, Usage(prompt=80))
    await wrote(log, run, first)
    with pytest.raises(Spent) as refused:
        await task
    assert (refused.value.spent, refused.value.until) == ("day", MIDNIGHT)


async def test_whoever_waits_is_cancelled_at_once_and_holds_nothing(log: Log, clock: Clock) -> None:
    purse, bill = Purse(log, Limit(tokens=100), clock=clock), Bill()
    item = await purse.take(await begun(log, "r"), bill, Usage(prompt=90))
    task = taking(purse, await begun(log, "s"), waiting := Bill(), 50)
    await looked(task)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    waiting.written = True
    bill.settle(item, Usage())
    assert not waiting.items and await fits(purse, await begun(log, "u"), 100)


async def test_those_who_wait_for_each_other_do_not_wait_for_ever(log: Log, clock: Clock) -> None:
    """Each has spent a little and wants more than there is: what they have is spent, for no call is under way."""
    purse, bills, tasks = Purse(log, everybody=Limit(tokens=65), clock=clock), [Bill(), Bill()], []
    for id, bill in zip("rs", bills, strict=True):
        run = await begun(log, id)
        bill.settle(await purse.take(run, bill, Usage(prompt=10)), Usage(prompt=10))
        tasks.append((run, bill))
    asking = [taking(purse, run, bill, 50) for run, bill in tasks]
    done = await asyncio.gather(*asking, return_exceptions=True)
    assert all(isinstance(one, Spent) for one in done)


async def test_calls_side_by_side_share_the_budget_of_their_run() -> None:
    run, purse, bills = run_of(asked(tokens=100)), Purse(), [Bill() for _ in range(4)]
    for number, bill in enumerate(bills):
        purse.enter(run, f"call.1.{number}", bill)
    tasks = [taking(purse, run, bill, 60) for bill in bills]
    await looked(*tasks)
    assert [task.done() for task in tasks].count(True) == 1
    for bill in bills:
        bill.settle(bill.items[0], Usage(prompt=60)) if bill.items else None
        bill.written = bool(bill.items)
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(one, Spent) for one in ended) == 3


async def test_what_was_lost_with_a_process_counts_for_the_day_at_once(log: Log, clock: Clock) -> None:
    purse, bill, run = Purse(log, Limit(tokens=30_000), clock=clock), Bill(), await begun(log, "r")
    bill.begin(Usage(prompt=20_000, bound=True))
    assert not await fits(purse, run, 20_000, bill) and await fits(purse, run, 10_000, bill)


async def test_a_limit_that_never_holds_one_call_says_so(log: Log, clock: Clock) -> None:
    run = await begun(log, "r", tokens=50)
    for purse, tokens, words in (
        (Purse(), 60, SMALL_RUN),
        (Purse(log, Limit(tokens=40), clock=clock), 45, SMALL_DAY),
    ):
        with pytest.raises(Spent, match=words) as refused:
            await purse.take(run, Bill(), Usage(prompt=tokens))
        assert refused.value.until == 0


@given(st.lists(st.tuples(st.integers(1, 60), st.integers(0, 60), st.booleans()), max_size=6), st.integers(1, 120))
def test_however_calls_are_mixed_all_of_them_end_and_the_budget_holds(
    calls: list[tuple[int, int, bool]], budget: int
) -> None:
    """Steps with one call or two, all at once: each goes through or is refused, and what they cost fits."""

    async def step(purse: Purse, log: Log, run: Run, number: int) -> int:
        most, cost, twice = calls[number]
        bill, used = Bill(), 0
        purse.enter(run, f"reply.{number}", bill)
        try:
            for _ in range(1 + twice):
                item = await purse.take(run, bill, Usage(prompt=most))
                await asyncio.sleep(0)
                bill.settle(item, Usage(prompt=min(most, cost)))
                used += min(most, cost)
        except Spent:
            pass
        await wrote(log, run, bill, f"reply.{number}")
        return used

    async def everybody() -> int:
        log = Log(None, clock=Clock())
        await log.open()
        purse = Purse(log, everybody=Limit(tokens=budget), clock=Clock())
        runs = [await begun(log, f"r{number}") for number in range(len(calls))]
        async with asyncio.timeout(30):
            used = await asyncio.gather(*(step(purse, log, run, i) for i, run in enumerate(runs)))
        await log.close()
        return sum(used)

    assert asyncio.run(everybody()) <= budget
