"""One thread, one door: everything that happens in a thread goes through here, in order, and is in the log after it.

A thread is a sequence of runs, one carried at a time. While a run lives, what its asker says corrects or answers it;
a mention by somebody else waits behind it. After the end a mention is a new run.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Protocol

from agent.carrier import Carrier, Live
from agent.facts import Answered, Anything, Asked, Rules, Said, Stopped
from agent.log import Log
from agent.run import Run, replay
from bot.inbound import Heard, Mentioned, Place, Spoke, is_stop, is_thanks

logger = logging.getLogger(__name__)
QUESTION_AT_MOST = 12_000  # characters

EMPTY = (
    "What should I find out? Mention me with a question, for example: what does our travel policy say about trains?"
)
TOO_LONG = (
    f"That is longer than I can take ({QUESTION_AT_MOST:,} characters). Please ask the question in fewer words."
)


class Surface(Protocol):
    """Where people see a run: Slack's thread, or a terminal."""

    def draw(self, run: Run, live: Live) -> None:
        """Show this state as soon as it fits."""

    async def settle(self, run: Run) -> bool:
        """Return when the final state of an ended run is confirmed; False where it has to be tried again."""

    async def say(self, place: Place, text: str, *, to: str = "") -> None:
        """A short word in the thread, to one person only where `to` names a user."""


class Placed(Protocol):
    """What a thread looks like right now."""

    async def follows_us(self, place: Place, ts: str) -> bool:
        """Whether a message stands right below messages of ours."""


CarrierFor = Callable[[str, str, Callable[[Run, Live], None]], Carrier]


@dataclass
class Door:
    """One thread in this process: the runs that have not ended, the first of them carried, and how many are at it:
    inside, or waiting to get in."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    runs: list[str] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    visitors: int = 0


class Conversations:
    """All threads. `rules` gives what a new run lives under."""

    def __init__(
        self, log: Log, carrier_for: CarrierFor, surface: Surface, placed: Placed, rules: Callable[[], Rules]
    ) -> None:
        self._log, self._carrier_for, self._surface = log, carrier_for, surface
        self._placed, self._rules = placed, rules
        self._doors: dict[str, Door] = {}
        self._carriers: dict[str, Carrier] = {}
        self._closing = False
        log.on_append(self._wake)

    # --- hearing -------------------------------------------------------------------------------------------

    async def mentioned(self, heard: Mentioned) -> None:
        """Somebody spoke to us."""
        async with self.at(heard.place):
            if is_stop(heard.text):
                return await self._stop_said(heard)
            if not heard.text or len(heard.text) > QUESTION_AT_MOST:
                return await self._refuse(heard)
            run = await self._live(heard.place, heard.user)
            await (self._say(run, heard) if run else self._ask(heard))
        return None

    async def spoke(self, heard: Spoke) -> None:
        """Somebody spoke in a thread without naming us: for us only where it answers, corrects or follows."""
        async with self.at(heard.place):
            run = await self._live(heard.place, heard.user)
            if run and is_stop(heard.text):
                return await self._stop_said(heard)
            if run and len(heard.text) > QUESTION_AT_MOST:
                return await self._word(heard, TOO_LONG)
            if not heard.text or len(heard.text) > QUESTION_AT_MOST or is_thanks(heard.text):
                return None
            if run:
                await self._say(run, heard)
            elif not await self._after(heard) and await self._follows(heard):
                await self._ask(heard)
        return None

    async def tell(self, run: Run, facts: list[Anything], once: str) -> bool:
        """A click's facts; False where this was told before."""
        return await self._log.tell(run.thread, run.id, facts, once=once)

    async def again(self, run: Run, by: str) -> bool:
        """The same question as a new run, with what its asker said since; False where it was already asked again."""
        asked = run.asked.model_copy(update={"again": run.id, "rules": self._rules()})
        said = [
            Said(message=one.message, text=run.words(one), by=one.by, name=one.name) for _, one in run.said if one.by
        ]
        place = Place.parse(run.thread)
        return await self._begin(place, asked, f"again/{run.id}", _run_id(run.thread, run.id), said)

    @asynccontextmanager
    async def at(self, place: Place) -> AsyncIterator[None]:
        """Alone in a thread, for whoever reads a run and then tells it something."""
        door = self._door(place.id)
        door.visitors += 1
        try:
            async with door.lock:
                yield
        finally:
            door.visitors -= 1
            self._shut(place.id, door)

    async def run(self, id: str) -> Run | None:
        records = await self._log.read(id)
        return replay(records) if records else None

    # --- carrying ------------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """Carry on everything that had not come to its end when the process stopped."""
        for thread, run in await self._log.unsettled():
            self._enter(thread, run)

    async def leave(self) -> None:
        """Stop carrying; whoever opens the log next goes on from there."""
        self._closing = True
        await asyncio.gather(*(carrier.leave() for carrier in list(self._carriers.values())))
        tasks = [door.task for door in self._doors.values() if door.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Return when no run is under way here."""
        while tasks := [door.task for door in self._doors.values() if door.task and not door.task.done()]:
            await asyncio.wait(tasks)

    @property
    def busy(self) -> int:
        """How many threads are carried, or spoken in, at this moment: all that this keeps in memory of any."""
        return len(self._doors)

    def _door(self, thread: str) -> Door:
        return self._doors.setdefault(thread, Door())

    def _enter(self, thread: str, run: str) -> None:
        door = self._door(thread)
        door.runs.append(run)
        if door.task is None or door.task.done():
            door.task = asyncio.create_task(self._work(thread, door), name=f"thread {thread}")

    async def _work(self, thread: str, door: Door) -> None:
        while door.runs and not self._closing:
            await self._carry(thread, door.runs[0])
            door.runs.pop(0)
        self._shut(thread, door)

    def _shut(self, thread: str, door: Door) -> None:
        """A thread where nobody is and nothing is carried takes no room. A door somebody waits at stays the only one:
        a second one would carry the same thread beside it."""
        if not door.visitors and not door.runs:
            self._doors.pop(thread, None)

    async def _carry(self, thread: str, run: str) -> None:
        """The one run of a thread that is carried, until its last message is confirmed. Never raises."""
        carrier = self._carrier_for(thread, run, self._surface.draw)
        self._carriers[run] = carrier
        try:
            ended = await carrier.carry()
            if await self._surface.settle(ended):
                await self._log.settle(run)
        except Exception:
            logger.exception("run %s could not be carried; it goes on after a restart", run)
        finally:
            self._carriers.pop(run, None)

    def _wake(self, run: str) -> None:
        if carrier := self._carriers.get(run):
            carrier.wake()

    # --- in the door -----------------------------------------------------------------------------------------

    async def _live(self, place: Place, user: str) -> Run | None:
        """The run of this person in this thread that has not ended, the newest first."""
        for id in reversed(self._door(place.id).runs):
            run = await self.run(id)
            if run and not run.ended and run.asked.by == user:
                return run
        return None

    async def _follows(self, heard: Spoke) -> bool:
        """An unnamed message follows up where its writer asked the thread's last question, right below the answer."""
        runs = await self._log.runs(heard.place.id)
        last = await self.run(runs[-1]) if runs else None
        if last is None or not isinstance(last.ended, Answered) or last.asked.by != heard.user:
            return False
        return await self._placed.follows_us(heard.place, heard.ts)

    async def _ask(self, heard: Heard) -> None:
        if not await self._begin(heard.place, self._asked(heard), heard.key, _run_id(heard.place.id, heard.ts)):
            await self._after(heard)

    def _asked(self, heard: Heard) -> Asked:
        return Asked(message=heard.ts, text=heard.text, by=heard.user, rules=self._rules())

    async def _after(self, heard: Heard) -> bool:
        """What was said to a run that had ended by then is a question of its own, also where the process fell between
        the two and hears of it a second time. False where it was not so."""
        runs = [await self.run(id) for id in await self._log.runs(heard.place.id)]
        if not any(run and run.unheard(heard.ts) for run in runs):
            return False
        once, run = f"{heard.key}/after", _run_id(heard.place.id, heard.ts)
        await self._begin(heard.place, self._asked(heard), once, run)
        return True

    async def _begin(self, place: Place, asked: Asked, once: str, run: str, said: Sequence[Said] = ()) -> bool:
        if not await self._log.tell(place.id, run, [asked, *said], once=once):
            return False
        waits = bool(self._door(place.id).runs)
        self._enter(place.id, run)
        self._surface.draw(replay(await self._log.read(run)), Live(queued=waits))
        return True

    async def _say(self, run: Run, heard: Heard) -> None:
        said = Said(message=heard.ts, text=heard.text, by=heard.user, name=run.asked.name)
        await self._log.tell(run.thread, run.id, [said], once=heard.key)
        await self._after(heard)

    async def _stop_said(self, heard: Heard) -> None:
        run = await self._live(heard.place, heard.user)
        if run:
            await self._log.tell(run.thread, run.id, [Stopped(why="person", by=heard.user)], once=heard.key)
        elif isinstance(heard, Mentioned):
            await self._word(heard, "There is nothing of yours to stop in this thread.")

    async def _refuse(self, heard: Mentioned) -> None:
        await self._word(heard, TOO_LONG if heard.text else EMPTY)

    async def _word(self, heard: Heard, text: str) -> None:
        """A short word, once for each message, whichever events brought it."""
        if await self._log.tell(heard.place.id, "", [], once=heard.key):
            await self._surface.say(heard.place, text)


def _run_id(thread: str, what: str) -> str:
    """Opaque, short, and the same for the same message: twelve hex digits."""
    return hashlib.blake2b(f"{thread} {what}".encode(), digest_size=6).hexdigest()
