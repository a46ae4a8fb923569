"""The carrier: makes what decide() wants happen, and writes down what came of it.

It starts steps that should be under way and are not, cancels those no longer wanted, leaves the others alone, and
then waits for an outcome, for something new in the log, or for the time decide() named. Whatever else happens to the
process, the facts are true: Started is written before a step begins and one outcome after it ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, assert_never

from agent.decide import Do, Finish, Next, Step, Wait, WriteDown, decide
from agent.facts import Closing, Result, Returned, Started, Usage
from agent.log import Log, NotNow
from agent.models.prices import Bill, exact_money
from agent.run import Run, replay

logger = logging.getLogger(__name__)
LOOK_AGAIN = 600.0  # seconds; the clock is looked at also without any news, since clocks can jump
PATIENCE = 5.0  # seconds that steps get to end once they are cancelled; the deaf ones are left behind
PAUSE = 0.5  # seconds before a log that cannot be used now is tried again; twice as long each time
LONGEST_PAUSE = 30.0

T = TypeVar("T")


@dataclass
class Live:
    """What this process alone knows of a run, forgotten with it: since when each step runs (Unix seconds), how many
    words of the reply came so far, whether a step `waits` for an endpoint that has too much to do, who asked what
    comes before it in its thread, what each step has spent, and whether a model looks at the draft once more."""

    since: dict[str, float] = field(default_factory=dict)
    words: int = 0
    waits: bool = False
    queued: tuple[str, ...] = ()
    bills: dict[str, Bill] = field(default_factory=dict)
    second_look: bool = False


class Perform(Protocol):
    """Carry out one step and say how it ended. May raise; being cancelled ends it."""

    def __call__(self, step: Step, run: Run, live: Live) -> Awaitable[Closing]: ...


class Carrier:
    """Carries one run. `draw` is told of every state of it; `clock` gives Unix seconds. Of a worker that is `gone`
    nobody will hear how its steps ended."""

    def __init__(
        self,
        log: Log,
        thread: str,
        run: str,
        perform: Perform,
        draw: Callable[[Run, Live], None],
        clock: Callable[[], float],
        worker: str,
        decide: Callable[[Run, float], Next] = decide,
        pause: float = PAUSE,
        gone: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._log, self._thread, self._run, self._decide = log, thread, run, decide
        self._perform, self._draw, self._clock, self._worker = perform, draw, clock, worker
        self._pause, self._gone = pause, gone
        self._wake = asyncio.Event()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing: set[str] = set()  # steps that have ended and are being written down
        self._leaving = self._left = False
        self.live = Live()

    def wake(self) -> None:
        """There is something new in the log."""
        self._wake.set()

    async def carry(self) -> Run:
        """Carry the run to its end, or until `leave`, and return it. What it took goes to the process's log."""
        worked = False
        while True:
            self._wake.clear()
            came_to = await self._surely(self._once)
            if isinstance(came_to, Run):
                if came_to.ended and worked:
                    _tell(came_to)
                return came_to
            worked = True
            await self._rest(came_to)

    async def _once(self) -> Run | float | None:
        """Read, decide, make it so: the run if that was all of it, else until when there is nothing more to do. Where
        the log cannot be used all three are done anew, since what was decided before a pause is old after it."""
        run = await self._look()
        following = self._decide(run, run.now(self._clock()))
        if self._leaving or isinstance(following, Finish):
            return await self._finish(run)
        return await self._make_so(run, following)

    async def _make_so(self, run: Run, following: Do | WriteDown | Wait) -> float | None:
        """What was decided, done; until when there is nothing more to do (Unix seconds), None for no end."""
        match following:
            case WriteDown(fact=fact):
                await self._log.append(self._thread, self._run, fact, run.length)
                return 0.0
            case Do(steps=steps, until=until):
                await self._keep(run, steps)
                return until
            case Wait(until=until):
                await self._keep(run, ())
                return until
            case other:
                assert_never(other)

    async def _finish(self, run: Run) -> Run:
        if self._leaving:
            return run
        await self._keep(run, ())
        ended = await self._ended()
        return await self._look() if ended or run.forgotten else run

    async def _look(self) -> Run:
        run = replay(await self._log.read(self._run))
        self._draw(run, self.live)
        return run

    async def _surely(self, work: Callable[[], Awaitable[T]]) -> T:
        """Again and again while the log cannot be used for now: what happened must not be lost, and a full disk is
        emptied without anybody thinking of this run."""
        pause, said = self._pause, False
        while True:
            try:
                return await work()
            except NotNow as error:
                if not said:
                    logger.error("run %s waits for its log: %s", self._run, error)
            said = True
            await asyncio.sleep(pause)
            if self._left:
                raise asyncio.CancelledError
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _ended(self) -> bool:
        """Give what was cancelled the time to say so; False where nothing was under way."""
        tasks = list(self._tasks.values())
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        return bool(tasks)

    async def leave(self, grace: float = 0.0) -> None:
        """Begin nothing more. What is under way has `grace` seconds to end; after that it is left without an outcome,
        and whoever carries the run next begins it again."""
        self._leaving = True
        self._wake.set()
        if self._tasks and grace:
            await asyncio.wait(list(self._tasks.values()), timeout=grace)
        self._left = True
        for task in self._tasks.values():
            task.cancel()
        await self._ended()

    async def _keep(self, run: Run, steps: tuple[Step, ...]) -> None:
        """Exactly these steps under way: cancel the others, begin the missing ones."""
        wanted = {step.id for step in steps}
        for id, worker in run.forgotten.items():
            if self._gone(worker):  # it went with its process, and what it had asked may have to be paid
                await self._close(Returned(step=id, outcome="cancelled", result=Result(usage=_lost(run, id))))
        for id, task in self._tasks.items():
            if id not in wanted and id not in self._closing and not task.cancelling():
                task.cancel()
        position = run.length
        for step in steps:
            if step.id not in self._tasks and not run.closed(step.id):
                if not await self._begin(run, step, position):
                    self._wake.set()  # the run is another one now: read and decide again
                    return
                position += 1

    async def _begin(self, run: Run, step: Step, position: int) -> bool:
        """Write Started and begin; False where the run is no longer what it was when this was decided."""
        lost = run.begun(step.id)
        if lost and step.call is not None and not step.call.repeatable:
            note = "it was under way when the process stopped: nobody knows whether it took effect"
            await self._close(Returned(step=step.id, outcome="unknown", result=Result(note=note)))
            return False
        started = Started(step=step.id, worker=self._worker)
        if self._leaving or not await self._log.append(self._thread, self._run, started, position):
            return False
        if self._leaving:
            await self._never_began(step)
            return False
        self.live.since[step.id] = self._clock()
        self.live.words = 0
        self._tasks[step.id] = asyncio.create_task(self._through(step, run), name=f"{self._run} {step.id}")
        return True

    async def _never_began(self, step: Step) -> None:
        """Written down as begun, and the process ends: what may be repeated the next one begins again, of the rest it
        could not know that nothing happened."""
        if step.call is not None and not step.call.repeatable:
            await self._close(Returned(step=step.id, outcome="cancelled"))

    async def _through(self, step: Step, run: Run) -> None:
        try:
            outcome = await self._outcome(step, run)
            self._closing.add(step.id)  # what happened is written down, also where it is not wanted any more
            if outcome is not None:
                await self._close(outcome)
        finally:
            self._tasks.pop(step.id, None)
            self._closing.discard(step.id)
            self.live.bills.pop(step.id, Bill()).written = True
            self.live.since.pop(step.id, None)
            self._wake.set()

    async def _outcome(self, step: Step, run: Run) -> Closing | None:
        try:
            return await self._perform(step, run, self.live)
        except asyncio.CancelledError:
            result = Result(usage=self._spent(step))
            return None if self._left else Returned(step=step.id, outcome="cancelled", result=result)
        except Exception:  # the one place: whatever a step throws is an outcome, and its trace goes to the log only
            ref = secrets.token_hex(4)
            logger.exception("step %s of run %s failed (ref %s)", step.id, self._run, ref)
            result = Result(note="an unexpected error", usage=self._spent(step))
            return Returned(step=step.id, outcome="failed", result=result, ref=ref)

    def _spent(self, step: Step) -> Usage:
        bill = self.live.bills.get(step.id)
        return bill.usage if bill else Usage()

    async def _close(self, outcome: Closing) -> None:
        await self._surely(lambda: self._log.close_step(self._thread, self._run, outcome))

    async def _rest(self, until: float | None) -> None:
        """Until somebody wakes us or it is time; something told since the last reading ends it at once."""
        while not self._wake.is_set() and (until is None or self._clock() < until):
            seconds = LOOK_AGAIN if until is None else min(LOOK_AGAIN, until - self._clock())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):  # wait_for of 3.11 loses a cancellation that meets the wake-up
                    await self._wake.wait()


def _lost(run: Run, step: str) -> Usage:
    """Reading a thread costs nothing, nor does a check but for a model's second look."""
    kind = step.partition(".")[0]
    return Usage() if kind == "recall" or (kind == "check" and not run.asked.rules.looks_again) else run.lost


def _tell(run: Run) -> None:
    """One line for each run that ended here: numbers, and no word of anybody."""
    used = run.usage
    most, money = "at most " if used.bound else "", exact_money(used)
    logger.info("run %s ended: %s%d tokens, %s, %d credits", run.id, most, used.tokens, money, used.credits)
