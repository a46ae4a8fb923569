"""Behind a door runs are carried one after the other, in the order they came; a log that is away loses none."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest

from agent.carrier import Carrier, Live
from agent.decide import Step
from agent.facts import (
    Answer,
    Anything,
    ApprovalRequested,
    Asked,
    Checked,
    Closing,
    Intent,
    Recalled,
    Record,
    Replied,
    Reply,
    Returned,
    Stopped,
    Understood,
)
from agent.log import Log, NotNow
from agent.run import Run
from bot.doors import Doors
from bot.people import Person
from bot.place import Place
from tests.agent.worlds import call

ANNA, BEN, CLARA = "UANNA", "UBEN", "UCLARA"
THREAD, ELSEWHERE = "T1/C1/1.0", "T1/C1/2.0"
DAY = 86_400.0
ENOUGH = 10.0  # seconds that a test waits for what has to happen


class Away(Log):
    """A log that cannot be used for the next so many calls of a method."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(None, clock=clock)
        self.away: Counter[str] = Counter()

    def _met(self, method: str) -> None:
        if self.away[method]:
            self.away[method] -= 1
            raise NotNow("the disk is full")

    async def read(self, run: str) -> list[Record]:
        self._met("read")
        return await super().read(run)

    async def settle(self, run: str) -> None:
        self._met("settle")
        await super().settle(run)


@dataclass
class Wall:
    """What people see: the newest state of each run, in how many others' wake it waits, and what is final."""

    seen: dict[str, Run] = field(default_factory=dict)
    queued: dict[str, tuple[str, ...]] = field(default_factory=dict)
    final: list[str] = field(default_factory=list)

    def draw(self, run: Run, live: Live) -> None:
        self.seen[run.id], self.queued[run.id] = run, live.queued

    async def settle(self, run: Run) -> bool:
        self.draw(run, Live())
        self.final.append(run.id)
        return True

    async def say(self, place: Place, text: str, *, to: str = "") -> None:
        raise AssertionError("nobody speaks here")


class Names:
    async def who(self, user: str) -> Person:
        return Person(await self.name(user), "member")

    async def glimpse(self, user: str) -> Person | None:
        return await self.who(user)

    async def group(self, id: str) -> frozenset[str]:
        return frozenset()

    async def name(self, user: str) -> str:
        return {ANNA: "Anna", BEN: "Ben"}.get(user, "")


async def _wants_one_call(step: Step, run: Run, live: Live) -> Closing:
    """Every step goes well; the model wants a call that a person has to approve."""
    match step.kind:
        case "recall":
            return Recalled(step=step.id)
        case "understand":
            return Understood(step=step.id, intent=Intent(mode="research", goal="g"))
        case "reply" if not run.overdue:
            return Replied(step=step.id, reply=Reply(calls=(call("1.1", "send"),)))
        case "reply":
            return Replied(step=step.id, reply=Reply(text="Nothing was sent."))
        case _:
            return Checked(step=step.id, answer=Answer(text="Nothing was sent."))


@dataclass
class House:
    """Doors, and who works behind them."""

    log: Away = field(init=False)
    wall: Wall = field(default_factory=Wall)
    now: float = 1_000_000.0
    carried: list[str] = field(default_factory=list)
    doors: Doors = field(init=False)

    def __post_init__(self) -> None:
        self.log = Away(lambda: self.now)
        self.doors = self.another()

    def another(self) -> Doors:
        """The doors of the next process."""
        return Doors(self.log, self._carrier, self.wall, Names())

    def _carrier(self, thread: str, run: str, draw: Callable[[Run, Live], None]) -> Carrier:
        self.carried.append(run)
        return Carrier(self.log, thread, run, _wants_one_call, draw, lambda: self.now, "w", pause=0.001)

    async def asks(self, run: str, by: str = ANNA, *, thread: str = THREAD) -> None:
        """Somebody asks, and the run goes through the door."""
        await self.told(run, Asked(message=run, text="?", by=by), thread=thread)
        self.doors.admit(thread, run)

    async def told(self, run: str, *facts: Anything, thread: str = THREAD) -> None:
        assert await self.log.tell(thread, run, facts, once=f"{run} {facts}")

    async def stops(self, run: str, *, thread: str = THREAD) -> None:
        await self.told(run, Stopped(why="person"), thread=thread)

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(ENOUGH):
            while not holds():  # noqa: ASYNC110 (what is looked at has no event to wait for)
                await asyncio.sleep(0.001)

    async def waits(self, run: str) -> None:
        """Until a call of this run is before people, and its carrier has nothing more to do."""
        await self.until(lambda: run in self.wall.seen and self.wall.seen[run].waits)

    async def settled(self) -> None:
        """Until nothing is left to do, nor kept in memory."""
        async with asyncio.timeout(ENOUGH):
            while await self.log.unsettled() or self.doors.busy:  # noqa: ASYNC110 (as above)
                await asyncio.sleep(0.001)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    await house.log.open()
    yield house
    await house.doors.leave()
    await house.log.close()


# --- one after the other ------------------------------------------------------------------------------------------


async def test_the_first_is_carried_and_the_others_say_after_whom_they_come(house: House) -> None:
    for run, by in (("a", ANNA), ("b", BEN), ("c", CLARA)):
        await house.asks(run, by)
    await house.until(lambda: "c" in house.wall.queued)
    assert house.wall.queued["b"] == ("Anna",)
    assert house.wall.queued["c"] == ("Anna", "Ben")
    assert house.carried == ["a"]
    await house.stops("a")
    await house.waits("b")
    await house.until(lambda: house.wall.queued["c"] == ("Ben",))
    assert house.carried == ["a", "b"] and house.wall.final == ["a"]


async def test_threads_do_not_wait_for_each_other(house: House) -> None:
    await house.asks("a")
    await house.asks("b", thread=ELSEWHERE)
    await house.waits("a")
    await house.waits("b")
    assert [run.id for run in await house.doors.live(THREAD)] == ["a"]


async def test_one_that_is_stopped_while_it_waits_is_final_ahead_of_those_before_it(house: House) -> None:
    for run in ("a", "b", "c"):
        await house.asks(run)
    await house.stops("b")
    await house.until(lambda: house.wall.final == ["b"])
    await house.until(lambda: house.wall.queued.get("c") == ("Anna",))
    assert [run.id for run in await house.doors.live(THREAD)] == ["a", "c"]
    assert house.wall.seen["a"].ended is None


async def test_the_next_process_carries_what_this_one_left_and_shows_who_waits(house: House) -> None:
    for run, by in (("a", ANNA), ("b", BEN)):
        await house.asks(run, by)
        house.now += 1
    await house.waits("a")
    await house.doors.leave()
    house.wall.queued.clear()
    house.doors = house.another()
    await house.doors.resume()
    await house.until(lambda: house.wall.queued.get("b") == ("Anna",))
    assert [run.id for run in await house.doors.live(THREAD)] == ["a", "b"] and house.carried == ["a", "a"]


async def test_the_next_process_ends_what_was_stopped_while_it_waited_and_nobody_was_there(house: House) -> None:
    for run in ("a", "b"):
        await house.asks(run)
        house.now += 1
    await house.waits("a")
    await house.doors.leave()
    await house.stops("b")
    house.doors = house.another()
    await house.doors.resume()
    await house.until(lambda: house.wall.final)
    await house.until(lambda: house.doors.busy == 1)
    assert house.wall.final == ["b"], "the process that left has no hand in it"


async def test_a_thread_where_nobody_is_takes_no_room(house: House) -> None:
    async with house.doors.at(THREAD):
        assert house.doors.busy == 1
    assert house.doors.busy == 0
    await house.asks("a")
    await house.stops("a")
    await house.settled()
    await house.doors.idle()


async def test_visitors_of_one_thread_are_alone_in_it(house: House) -> None:
    inside = most = 0

    async def visit() -> None:
        nonlocal inside, most
        async with house.doors.at(THREAD):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(visit() for _ in range(20)))
    assert most == 1 and house.doors.busy == 0


# --- a log that is away for a moment --------------------------------------------------------------------------------


async def test_the_queue_is_drawn_once_the_log_works_again(house: House) -> None:
    await house.asks("a")
    await house.waits("a")
    await house.told("b", Asked(message="b", text="?", by=BEN))
    house.log.away["read"] = 1
    house.doors.admit(THREAD, "b")
    await house.until(lambda: house.wall.queued.get("b") == ("Anna",))
    assert house.log.away["read"] == 0 and house.carried == ["a"]


async def test_what_was_stopped_in_the_queue_is_shown_so_once_the_log_works_again(house: House) -> None:
    await house.asks("a")
    await house.waits("a")
    await house.asks("b", BEN)
    await house.until(lambda: house.wall.queued.get("b"))
    house.log.away["read"] = 1
    await house.stops("b")
    await house.until(lambda: house.wall.final == ["b"])
    assert house.log.away["read"] == 0 and isinstance(house.wall.seen["b"].ended, Stopped)
    assert house.wall.seen["a"].ended is None


async def test_a_run_is_settled_by_itself_once_the_log_works_again(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.asks("a")
    await house.waits("a")
    house.log.away["settle"] = 1
    await house.stops("a")
    await house.settled()
    assert house.log.away["settle"] == 0 and house.wall.final == ["a"], "shown once, and written down later"
    assert "tried again" in caplog.text and not any(record.exc_info for record in caplog.records)


async def test_those_behind_a_run_that_is_not_settled_yet_are_carried_after_it(house: House) -> None:
    await house.asks("a")
    await house.asks("b", BEN)
    await house.waits("a")
    house.log.away["settle"] = 1
    await house.stops("a")
    await house.waits("b")
    assert [run for _, run in await house.log.unsettled()] == ["b"]


# --- a clock that moved ------------------------------------------------------------------------------------------


async def test_a_run_that_is_looked_at_notices_that_its_time_is_over(house: House) -> None:
    await house.asks("a")
    await house.waits("a")
    house.now += 2 * DAY
    house.doors.look("a")
    await house.until(lambda: house.wall.final == ["a"])
    facts = [record.fact for record in await house.log.read("a")]
    assert [fact.outcome for fact in facts if isinstance(fact, Returned)] == ["expired"]
    assert sum(isinstance(fact, ApprovalRequested) for fact in facts) == 1


async def test_to_look_at_what_nobody_carries_is_nothing(house: House) -> None:
    house.doors.look("nobody knows it")
    assert house.doors.busy == 0 and house.carried == []
