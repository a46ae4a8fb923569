"""The threads of this process: a door for each, behind which its runs are carried one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from agent.carrier import Carrier, Live
from agent.log import Log, NotNow
from agent.run import Run, replay
from bot.people import Person
from bot.place import Place

logger = logging.getLogger(__name__)
PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a log that cannot be used is tried again, the first and the longest
DRAIN = 8.0  # seconds that what is under way gets at the end of the process


class Surface(Protocol):
    """Where people see a run: Slack's thread, or a terminal."""

    def draw(self, run: Run, live: Live) -> None:
        """Show this state as soon as it fits."""

    async def settle(self, run: Run) -> bool:
        """Return when the final state of an ended run is confirmed; False where it has to be tried again."""

    async def say(self, place: Place, text: str, *, to: str = "") -> None:
        """A short word in the thread; to one person only where `to` names a user."""


class Known(Protocol):
    """Who people are."""

    async def who(self, user: str) -> Person:
        """Who a user id is. Raises where that cannot be found out now."""

    async def glimpse(self, user: str) -> Person | None:
        """The same; None where that cannot be found out at once."""

    async def group(self, id: str) -> frozenset[str]:
        """The user ids in a user group."""

    async def name(self, user: str) -> str:
        """The name alone; "" where that cannot be found out now."""


CarrierFor = Callable[[str, str, Callable[[Run, Live], None]], Carrier]


@dataclass
class Door:
    """One thread: the runs that have not ended, the first of them carried, and how many are at it: inside, or waiting
    to get in."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    runs: list[str] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    visitors: int = 0


class Doors:
    """All threads, by their ids."""

    def __init__(self, log: Log, carrier_for: CarrierFor, surface: Surface, people: Known) -> None:
        self._log, self._carrier_for, self._surface, self._people = log, carrier_for, surface, people
        self._doors: dict[str, Door] = {}
        self._carriers: dict[str, Carrier] = {}
        self._queued: dict[str, str] = {}  # thread by run, of those that wait behind another one
        self._drawing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        log.on_append(self._wake)

    # --- who is there --------------------------------------------------------------------------------------

    @asynccontextmanager
    async def at(self, thread: str) -> AsyncIterator[None]:
        """Alone in a thread, for whoever reads a run and then tells it something."""
        door = self._door(thread)
        door.visitors += 1
        try:
            async with door.lock:
                yield
        finally:
            door.visitors -= 1
            self._shut(thread, door)

    async def run(self, id: str) -> Run | None:
        records = await self._log.read(id)
        return replay(records) if records else None

    async def name(self, user: str) -> str:
        """Somebody's name; "" where that cannot be found out now."""
        return await self._people.name(user)

    async def live(self, thread: str) -> list[Run]:
        """The runs of a thread that have not ended, the one at work first; none that a newer process carries."""
        listed = list(self._doors[thread].runs) if thread in self._doors else []
        return [run for id in listed if (run := await self.run(id)) and not run.ended and not run.unknown]

    @property
    def busy(self) -> int:
        """How many threads are carried, or spoken in, at this moment: all that this keeps in memory of any."""
        return len(self._doors)

    def _door(self, thread: str) -> Door:
        return self._doors.setdefault(thread, Door())

    def _shut(self, thread: str, door: Door) -> None:
        """A thread where nobody is and nothing is carried takes no room. A door somebody waits at stays the only one:
        a second one would carry the same thread beside it."""
        if not door.visitors and not door.runs:
            self._doors.pop(thread, None)

    # --- carrying ------------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """Carry on everything that had not come to its end when the process stopped."""
        for thread, run in await self._log.unsettled():
            self._enter(thread, run)
        for run, thread in self._queued.items():
            self._stopped_meanwhile(run, thread)
        for thread in set(self._queued.values()):
            self._show_queue(thread)

    def admit(self, thread: str, run: str) -> None:
        """Carry a new run as soon as those before it in its thread have ended; until then show that it waits."""
        self._enter(thread, run)
        self._show_queue(thread)

    def look(self, run: str) -> None:
        """Look at a run again, though nothing new is in the log: the clock may have moved while nobody did."""
        self._wake(run)

    def redraw(self, thread: str, run: str) -> None:
        """Show a run that has ended anew, beside whatever its thread is at: it was said since that it should go."""
        self._soon(lambda: self._redrawn(thread, run))

    async def leave(self) -> None:
        """Stop carrying: what is under way may end, nothing begins. Whoever opens the log next goes on from there."""
        self._closing = True
        await asyncio.gather(*(carrier.leave(DRAIN) for carrier in list(self._carriers.values())))
        tasks = [*self._tasks, *(door.task for door in self._doors.values() if door.task)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Return when no run is under way here."""
        while tasks := [door.task for door in self._doors.values() if door.task and not door.task.done()]:
            await asyncio.wait(tasks)

    def _enter(self, thread: str, run: str) -> None:
        door = self._door(thread)
        door.runs.append(run)
        if door.task is None or door.task.done():
            door.task = asyncio.create_task(self._work(thread, door), name=f"thread {thread}")
        else:
            self._queued[run] = thread

    async def _work(self, thread: str, door: Door) -> None:
        while door.runs and not self._closing:
            run = door.runs[0]
            self._queued.pop(run, None)
            await self._carry(thread, run)
            door.runs.remove(run)
            self._show_queue(thread)
        self._shut(thread, door)

    async def _carry(self, thread: str, run: str) -> None:
        """The one run of a thread that is carried, until its last message is confirmed. Never raises."""
        carrier = self._carrier_for(thread, run, self._surface.draw)
        self._carriers[run] = carrier
        try:
            last = await carrier.carry()
            if last.ended and await self._surface.settle(last):
                await self._surely(lambda: self._log.settle(run))
        except Exception:
            logger.exception("run %s could not be carried; it goes on after a restart", run)
        finally:
            self._carriers.pop(run, None)

    def _wake(self, run: str) -> None:
        if carrier := self._carriers.get(run):
            carrier.wake()
        elif run in self._queued and not self._closing:  # else the next process ends it, and only that one
            self._stopped_meanwhile(run, self._queued[run])

    async def _surely(self, work: Callable[[], Awaitable[object]]) -> None:
        """Again and again while the log cannot be used for now."""
        pause = PAUSE
        while True:
            try:
                await work()
                return
            except NotNow as error:
                logger.warning("the log cannot be used for now, it is tried again: %s", error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    # --- the queue of a thread -------------------------------------------------------------------------------

    def _show_queue(self, thread: str) -> None:
        if self._queued:
            self._soon(lambda: self._draw_queue(thread))

    def _stopped_meanwhile(self, run: str, thread: str) -> None:
        self._soon(lambda: self._out_of_turn(run, thread))

    def _soon(self, work: Callable[[], Awaitable[None]]) -> None:
        """Beside what is going on; held, so that it is not collected half way."""
        task = asyncio.create_task(self._surely(work))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            logger.error("a queue could not be looked at", exc_info=task.exception())

    async def _out_of_turn(self, id: str, thread: str) -> None:
        """A run that was stopped while it waited ends at once, ahead of those before it."""
        run = await self.run(id)
        if run is None or not run.ended or self._queued.pop(id, None) is None:
            return
        door = self._door(thread)
        door.runs.remove(id)
        door.visitors += 1
        try:
            await self._carry(thread, id)
            self._show_queue(thread)
        finally:
            door.visitors -= 1
            self._shut(thread, door)

    async def _redrawn(self, thread: str, id: str) -> None:
        run = await self.run(id)
        if run is None or not run.ended:
            return
        door = self._door(thread)
        door.visitors += 1
        try:
            await self._carry(thread, id)
        finally:
            door.visitors -= 1
            self._shut(thread, door)

    async def _draw_queue(self, thread: str) -> None:
        """Show those that wait in a thread what they wait for now."""
        async with self._drawing:  # in order: what is drawn later has to be newer
            ahead: list[str] = []
            for run in await self.live(thread):
                if ahead and run.id in self._queued:
                    self._surface.draw(run, Live(queued=tuple(ahead)))
                ahead.append(await self._asker(run))

    async def _asker(self, run: Run) -> str:
        by = run.asked.by
        return run.names.get(by) or await self._people.name(by) or by
