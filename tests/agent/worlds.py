"""Small worlds to test the core in: runs built of facts, and a model, tools and people that behave at random.

A `World` holds one real log and real carriers. Its steps wait until the driver lets them end, its clock moves when
told, and a carrier can die as a process dies: whatever it still writes is lost.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from agent.carrier import Carrier, Live
from agent.decide import Next, Step, decide
from agent.facts import (
    Answer,
    Anything,
    ApprovalRequested,
    Asked,
    AskedBack,
    Call,
    Checked,
    Closing,
    Compacted,
    Decided,
    Hit,
    Intent,
    Passage,
    Question,
    Recalled,
    Record,
    Removed,
    Replied,
    Reply,
    Request,
    Result,
    Returned,
    Rules,
    Said,
    Started,
    Statement,
    Stopped,
    Understood,
    Usage,
    canonical,
)
from agent.log import Log, NotNow
from agent.request.context import covered
from agent.run import Run, replay
from agent.tools import SHELF

T = TypeVar("T")
ANNA, BEN, CARA, DORA = "UANNA", "UBEN", "UCARA", "UDORA"
TOOLS = [tool.schema for tool in SHELF]  # the real ones, as models get them
NAMES = tuple(tool.name for tool in SHELF)
WRITING = {"send", "save"}  # the tools that change something
TOO_BUSY = 800  # readings and writings of one process; more come from a loop, and the process is put down
MINUTE, HOUR = 60.0, 3600.0
ENOUGH = 30.0  # seconds that a step gets which is going to end at once


# --- runs written down by hand -------------------------------------------------------------------------------------


def records(*facts: Anything, at: Iterable[float] = ()) -> list[Record]:
    """These facts in their places; one second apart unless `at` says when."""
    times = list(at) or [float(i) for i in range(len(facts))]
    return [Record("t", "r", i, times[i], fact) for i, fact in enumerate(facts)]


def run_of(*facts: Anything, at: Iterable[float] = ()) -> Run:
    return replay(records(*facts, at=at))


def done(fact: Closing) -> tuple[Started, Closing]:
    """A step that began and ended."""
    return Started(step=fact.step, worker="w"), fact


def asked(text: str = "What does it cost?", **rules: Any) -> Asked:
    return Asked(message="m1", text=text, by=ANNA, name="Anna", rules=Rules(**rules))


def recalled(step: str = "recall.1", **more: Any) -> tuple[Started, Closing]:
    return done(Recalled(step=step, **more))


def understood(n: int = 1, intent: Intent | None = None) -> tuple[Started, Closing]:
    return done(Understood(step=f"understand.{n}", intent=intent or Intent(mode="research", goal="its price")))


def unclear(*ids: str) -> Intent:
    """An intent that has to ask about these first; each has the options "small" and "large", large by default."""
    questions = tuple(Question(id=id, text=f"How {id}?", options=("small", "large"), default="large") for id in ids)
    return Intent(mode="clarify", goal="its price", unclear=questions)


def call(id: str, tool: str = "search", arguments: str = "", **more: Any) -> Call:
    budget = {"search": "search", "open": "page"}.get(tool, "")
    return Call(id=id, tool=tool, arguments=arguments or f'{{"q": "{id}"}}', **{"budget": budget, **more})


def replied(n: int, *calls: Call, text: str = "") -> tuple[Started, Closing]:
    return done(Replied(step=f"reply.{n}", reply=Reply(text=text, calls=calls)))


def returned(id: str, outcome: Any = "ok", **more: Any) -> Returned:
    return Returned(step=f"call.{id}", outcome=outcome, **more)


def made(id: str, outcome: Any = "ok", **more: Any) -> tuple[Started, Closing]:
    return done(returned(id, outcome, **more))


def checked(n: int, *faults: str, text: str = "An answer [1].") -> tuple[Started, Closing]:
    return done(Checked(step=f"check.{n}", answer=Answer(text=text), faults=faults))


def requested(*calls: Call, expires: float = 1e6) -> ApprovalRequested:
    requests = tuple(Request(call_id=one.id, digest=one.digest) for one in calls)
    return ApprovalRequested(requests=requests, expires=expires)


def decided(one: Call, verdict: Any = "approve", **more: Any) -> Decided:
    return Decided(**{"call_id": one.id, "digest": one.digest, "by": ANNA, "verdict": verdict, **more})


def said(text: str = "", message: str = "m2", by: str = ANNA, **answers: str) -> Said:
    return Said(message=message, text=text, by=by, name="Anna", answers=answers)


# --- a log without a thread ----------------------------------------------------------------------------------------


class AtOnce(ThreadPoolExecutor):
    """Does what it is given where it is given: what follows what does not depend on the machine's mood."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 (as an executor has to)
            future.set_exception(error)
        return future


class PromptLog(Log):
    """A log in memory whose histories can be lived through again, step by step."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(None, clock=clock)
        self._thread = AtOnce(1)


# --- a log that can be cut off -------------------------------------------------------------------------------------

Reading = Callable[[list[Record]], list[Record]]


def as_written(records: list[Record]) -> list[Record]:
    return records


class Line(Log):
    """What one process has of a log. Once cut nothing goes through and nothing comes back: the process is dead. It
    can also be unusable for a while, wholly or for what is written: what is wanted of it then fails, some of it at
    once, the rest when the while is over."""

    def __init__(self, log: Log, reads: Reading = as_written) -> None:
        self._far, self._reads = log, reads
        self.dead = False
        self.busy = 0
        self.passed = 0
        self._lasting = self._failing = 0
        self._readable = True
        self._usable = asyncio.Event()
        self._usable.set()

    def fail(self, after: int, times: int, *, readable: bool) -> None:
        """Unusable `after` so many more things went through: `times` failures come at once, the others only when the
        line comes back. Where it is `readable` its disk is full, otherwise somebody holds it."""
        self._lasting, self._failing, self._readable = after, times, readable
        self._usable.clear()

    def come_back(self) -> None:
        self._usable.set()

    async def append(self, thread: str, run: str, fact: Anything, at: int) -> bool:
        return await self._through(lambda: self._far.append(thread, run, fact, at), writes=True)

    async def close_step(self, thread: str, run: str, outcome: Closing) -> bool:
        return await self._through(lambda: self._far.close_step(thread, run, outcome), writes=True)

    async def read(self, run: str) -> list[Record]:
        return self._reads(await self._through(lambda: self._far.read(run), writes=False))

    async def _through(self, work: Callable[[], Awaitable[T]], *, writes: bool) -> T:
        self.busy += 1
        self.passed += 1
        try:
            if self.dead or self.passed > TOO_BUSY:
                await asyncio.Event().wait()
            if not self._usable.is_set() and (writes or not self._readable):
                await self._refuse()
            result = await work()
            if self.dead:
                await asyncio.Event().wait()
            return result
        finally:
            self.busy -= 1

    async def _refuse(self) -> None:
        self._lasting -= 1
        if self._lasting >= 0:
            return
        if self._failing <= 0:
            self.busy -= 1  # it waits for the driver, as steps do
            try:
                await self._usable.wait()
            finally:
                self.busy += 1
        self._failing -= 1
        raise NotNow("the disk is full")


# --- the world -----------------------------------------------------------------------------------------------------


def as_it_is(run: Run) -> Run:
    return run


@dataclass(frozen=True)
class Core:
    """What carries a run, or a copy that is broken on purpose: how it decides, what it reads in the facts, how its
    steps see the run, and its carrier."""

    decide: Callable[[Run, float], Next] = decide
    reads: Reading = as_written
    sees: Callable[[Run], Run] = as_it_is
    carrier: type[Carrier] = Carrier


SOUND = Core()


@dataclass
class Effect:
    """One step as it was really carried out. `gate` lets it end; `outcome` is what it said in the end, `ended` that
    it is over, also without a word."""

    step: Step
    worker: str
    gate: asyncio.Event
    deaf: bool = False
    cancelled: bool = False
    ended: bool = False
    outcome: Closing | None = None


@dataclass
class Worker:
    """One process that carries the run."""

    name: str
    line: Line
    carrier: Carrier
    task: asyncio.Task[Run]


@dataclass
class World:
    """One run, whoever carries it, and everybody around it. All chances come from `random`."""

    random: random.Random
    log: Log
    rules: Rules
    core: Core = SOUND
    mail: Log | None = None  # where people are heard, if that is another process
    other: Random = field(default_factory=lambda: Random(0))  # chances of what came to be later
    now: float = 1_000_000.0
    held: float = 0.7  # how many of the steps end only when the driver lets them
    obedient: bool = False  # the end of a history: steps end at once, the model answers, nothing fails
    effects: list[Effect] = field(default_factory=list)
    workers: list[Worker] = field(default_factory=list)
    started: int = 0  # processes that ever carried the run
    left: dict[str, int] = field(default_factory=dict)  # those with time to go, and how many facts there were then
    lost: set[str] = field(default_factory=set)  # those that went without
    ahead: float = 0.0  # seconds by which the clock is wrong for now
    told: list[tuple[str, bool]] = field(default_factory=list)
    _serial: int = 0
    _tasks: dict[asyncio.Task[Any], Effect] = field(default_factory=dict)

    # --- processes ---------------------------------------------------------------------------------------------

    def clock(self) -> float:
        return self.now

    def start(self) -> None:
        """One more process carries the run."""
        line, name = Line(self.log, self.core.reads), f"w{self.serial()}"
        self.started += 1
        carrier = self.core.carrier(
            line,
            "t",
            "r",
            lambda *given: self._perform(name, *given),
            self._draw,
            self.clock,
            name,
            self.core.decide,
            pause=0.0,
        )
        self.workers.append(Worker(name, line, carrier, asyncio.create_task(carrier.carry())))

    def wake(self, _: str = "") -> None:
        for worker in self.workers:
            worker.carrier.wake()

    async def crash(self) -> None:
        """The oldest process dies: no farewell, and nothing it does counts any more."""
        worker = self.workers.pop(0)
        self.lost.add(worker.name)
        await self._bury(worker)

    async def depart(self) -> None:
        """The oldest process is told to go. With time enough all that it has under way ends, however its log is; the
        next process does not always wait for that."""
        worker = self.workers.pop(0)
        patient = self._chance(0.6) and worker.line.passed < TOO_BUSY // 2
        leaving = asyncio.create_task(worker.carrier.leave(ENOUGH if patient else 0.0))
        await asyncio.sleep(0)
        if self._chance(0.3):
            self.start()
        if patient:
            worker.line.come_back()
        while not leaving.done():
            for effect in self.effects:
                if effect.worker == worker.name:
                    effect.gate.set()
            await asyncio.sleep(0)
        if patient:
            self.left[worker.name] = len(await self.known())
        else:
            self.lost.add(worker.name)
        await self._bury(worker)

    async def _bury(self, worker: Worker) -> None:
        worker.line.dead = True
        await gone(worker.task)
        for task, effect in list(self._tasks.items()):
            if effect.worker == worker.name:
                effect.deaf = False
                await gone(task)

    def serial(self) -> int:
        self._serial += 1
        return self._serial

    def _draw(self, run: Run, live: Live) -> None:
        assert run.id == "r"

    # --- what steps do -----------------------------------------------------------------------------------------

    async def _perform(self, worker: str, step: Step, run: Run, live: Live) -> Closing:
        effect = Effect(step, worker, asyncio.Event(), deaf=bool(step.call) and self._chance(0.15))
        self.effects.append(effect)
        task = asyncio.current_task()
        assert task is not None
        self._tasks[task] = effect
        try:
            if not self.obedient and self._chance(self.held):
                await self._wait(effect)
            effect.outcome = self._outcome(step, self.core.sees(run))
        finally:
            effect.ended = True
        return effect.outcome

    async def _wait(self, effect: Effect) -> None:
        """Until the driver opens the gate. The deaf go on waiting when they are told to stop."""
        while not effect.gate.is_set():
            try:
                await effect.gate.wait()
            except asyncio.CancelledError:
                effect.cancelled = True
                if not effect.deaf:
                    raise

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _outcome(self, step: Step, run: Run) -> Closing:
        if not self.obedient and self._chance(0.03):
            raise RuntimeError("a step broke")
        if not self.obedient and self._chance(0.04):
            return Returned(step=step.id, outcome="failed", result=Result(note="no luck"), final=self._chance(0.1))
        match step.kind:
            case "recall":
                before = Recalled(step=step.id, next_number=3, opened=(OPENED,), tried=TRIED)
                return before if run.asked.goes_on else Recalled(step=step.id)
            case "understand":
                return Understood(step=step.id, intent=self._intent(), usage=Usage(prompt=7, completion=1))
            case "reply":
                return Replied(step=step.id, reply=self._reply(step, run))
            case "compact":
                return self._compacted(step, run)
            case "check":
                assert run.round is not None
                faults = ("Your reply was empty.",) if self._chance(0.3) and not self.obedient else ()
                return Checked(step=step.id, answer=drafted(run.round.reply.text), faults=faults)
            case _:
                hits = (Hit(address=f"https://{step.id}.test/", title="Found"),) if self.other.random() < 0.5 else ()
                more = " and much more" * 50 if self.rules.window.whole < 5_000 else ""  # so that it fills up
                brought = Result(note=f"brought by {len(self.effects)}{more}", hits=hits)
                return Returned(step=step.id, outcome="ok", result=brought)

    def _intent(self) -> Intent | None:
        if self.obedient or self._chance(0.75):
            return Intent(mode="research", goal="g")
        if self._chance(0.03):
            return None
        return unclear(*self.random.sample(["long", "cheap", "soon"], self.random.choice([1, 2])))

    def _compacted(self, step: Step, run: Run) -> Closing:
        """A summary, or what stands for a blank one."""
        through = covered(run)
        assert through is not None, "nothing could be summarized"
        if not self.obedient and self._chance(0.75):
            return Returned(step=step.id, outcome="failed", result=Result(usage=Usage(prompt=9)))
        usage = Usage(prompt=9, completion=3)
        return Compacted(step=step.id, summary=f"notes {step.id}", through=through, usage=usage)

    def _reply(self, step: Step, run: Run) -> Reply:
        number, last = step.id.partition(".")[2], step.last or run.last_round(step.id)
        if last or self.obedient or self._chance(0.12):
            draft = "" if self.other.random() < 0.1 and not self.obedient else f"draft {step.id}"
            return Reply(text=draft, usage=Usage(prompt=10, completion=2))
        calls = tuple(self._call(f"{number}.{i}") for i in range(1, self.random.choice([1, 2, 3, 6, 6]) + 1))
        return Reply(calls=calls, usage=Usage(prompt=10, completion=2))

    def _call(self, id: str) -> Call:
        tool = self.random.choice(["search", "search", "open", "send", "save"])
        error = "no such thing" if self._chance(0.05) else ""
        arguments = f'{{"q": "{self.random.choice("abcdef")}"}}'
        return call(id, tool, arguments, error=error, repeatable=tool != "send", writes=tool in WRITING)

    # --- what people do ----------------------------------------------------------------------------------------

    async def tell(self, *facts: Anything, once: str = "") -> bool:
        key = once or f"event {self.serial()}"
        went_in = await (self.mail or self.log).tell("t", "r", facts, once=key)
        self.told.append((key, went_in))
        self.wake()
        return went_in

    async def known(self) -> list[Record]:
        return await self.log.read("r")

    async def ask(self) -> None:
        again = {"again": "r0", "goes_on": True} if self.other.random() < 0.25 else {}
        asked = Asked(message="m1", text="What?", by=ANNA, rules=self.rules)
        await self.tell(asked.model_copy(update=again))

    async def correct(self) -> None:
        n = self.serial()
        await self.tell(Said(message=f"m{n}", text=f"rather {n}", by=self.random.choice([ANNA, ANNA, BEN])))

    async def reword(self) -> None:
        """Somebody changes a message of theirs, or takes it back."""
        messages = [r.fact.message for r in await self.known() if isinstance(r.fact, Asked | Said)]
        message, n = self.random.choice(messages), self.serial()
        text = f"meant {n}" if self._chance(0.7) else ""
        await self.tell(Said(message=message, replaces=message, text=text, by=ANNA))

    async def remove(self) -> None:
        """The asker takes the answer away, mostly when there is one."""
        await self.tell(Removed(by=ANNA))

    async def stop(self) -> None:
        await self.tell(Stopped(why=self.random.choice(["person", "deleted"]), by=ANNA))

    async def click(self) -> None:
        """A press on any request ever made, by anybody, sometimes twice, sometimes about something never shown."""
        requests = [r for record in await self.known() for r in _requests(record.fact)]
        if not requests:
            return
        request = self.random.choice(requests[-4:] if self._chance(0.8) else requests)
        press, once = self._press(request, requests), f"press {self.serial()}"
        await self.tell(press, once=once)
        if self._chance(0.2):
            await self.tell(press, once=self.random.choice([once, f"{once} again"]))

    def _press(self, request: Request, requests: Sequence[Request]) -> Decided:
        verdict, scope = self.random.choice(PRESSES)
        others = [*(one.digest for one in requests), "0" * 64]
        fields = {
            "call_id": request.call_id,
            "digest": request.digest if self._chance(0.75) else self.random.choice(others),
            "by": self.random.choices([ANNA, BEN, CARA, DORA], [5, 2, 1, 1])[0],
            "verdict": verdict,
            "scope": scope,
            "arguments": self._arguments() if verdict == "edit" else "",
        }
        return Decided.model_validate(fields)

    def _arguments(self) -> str:
        return canonical({"q": self.random.choice("abcdefgh")})

    @property
    def deciders(self) -> list[str]:
        return [*self.rules.approvers, *([ANNA] if self.rules.own else [])]

    async def waiting(self) -> list[Call]:
        return [state.call for state in replay(await self.known()).open_calls if state.waiting]

    async def approve(self) -> None:
        """Somebody who may says yes to whatever waits, or to one call and with it to the rest of the run."""
        calls = await self.waiting() if self.deciders else []
        if calls and self._chance(0.4):
            await self.tell(decided(self.random.choice(calls), by=self.random.choice(self.deciders), scope="run"))
            return
        for one in calls:
            await self.tell(decided(one, by=self.random.choice(self.deciders)))

    async def reject(self) -> None:
        """Somebody who may says no to one of the calls that wait."""
        if (calls := await self.waiting()) and self.deciders:
            await self.tell(decided(self.random.choice(calls), "reject", by=self.random.choice(self.deciders)))

    async def edit(self) -> None:
        """Somebody who may changes a call that waits, perhaps one that was changed before."""
        calls = await self.waiting()
        if calls and self.deciders:
            changed = {"verdict": "edit", "arguments": self._arguments(), "by": self.random.choice(self.deciders)}
            await self.tell(decided(self.random.choice(calls), **changed))

    async def answer(self) -> None:
        """An answer by click to some of the questions ever asked, in time or late."""
        askings = [record.fact for record in await self.known() if isinstance(record.fact, AskedBack)]
        if askings:
            questions = self.random.choice(askings).questions
            chosen = self.random.sample(questions, self.random.randint(1, len(questions)))
            await self.tell(Said(message=f"m{self.serial()}", by=ANNA, answers={q.id: "small" for q in chosen}))

    async def again(self) -> None:
        """The platform delivers something once more."""
        key = self.random.choice(self.told)[0]
        await self.tell(Said(message="twice", text="delivered twice", by=ANNA), once=key)

    # --- time --------------------------------------------------------------------------------------------------

    async def pass_time(self, seconds: float) -> None:
        """Time passes while everybody waits: nothing takes hours between its decision and its writing down."""
        await self.settle()
        self.now += seconds
        self.wake()

    async def nearly(self) -> None:
        """The last minute before the time of something that was asked is over."""
        ends = [r.fact.expires for r in await self.known() if isinstance(r.fact, ApprovalRequested | AskedBack)]
        ahead = [end - MINUTE - self.now for end in ends if end - MINUTE > self.now]
        if ahead:
            await self.pass_time(min(ahead))

    async def jump(self) -> None:
        """The clock is put forward by mistake, or back again."""
        leap = -self.ahead if self.ahead else self.random.uniform(1, 60) * HOUR
        self.ahead += leap
        await self.pass_time(leap)

    # --- the log -----------------------------------------------------------------------------------------------

    def lose_the_log(self) -> None:
        line, chance = self.random.choice(self.workers).line, self.random.randint
        line.fail(after=chance(0, 3), times=chance(0, 4), readable=self._chance(0.5))

    def find_the_log(self) -> None:
        for worker in self.workers:
            worker.line.come_back()

    def open_gates(self, share: float = 0.5) -> None:
        for effect in self.effects:
            if not effect.gate.is_set() and self._chance(share):
                effect.gate.set()

    async def settle(self) -> None:
        """Until nobody writes or reads any more: everything waits for people, gates or time."""
        calm, seen = 0, -1
        while calm < 12:
            await asyncio.sleep(0)
            passed = sum(worker.line.passed for worker in self.workers)
            busy = any(worker.line.busy > 0 for worker in self.workers if worker.line.passed <= TOO_BUSY)
            if busy:
                await asyncio.sleep(0.0002)
            calm = calm + 1 if not busy and passed == seen else 0
            seen = passed

    @property
    def over(self) -> bool:
        return all(worker.task.done() for worker in self.workers)

    async def finish(self) -> bool:
        """Everybody becomes helpful; whether the run came to its end."""
        self.obedient = True
        self.find_the_log()
        for _ in range(24):
            self.open_gates(1.0)
            self.wake()
            await self.settle()
            if any(worker.task.done() for worker in self.workers):
                break
            await self.approve()
            await self.pass_time(7 * HOUR)
        self.open_gates(1.0)
        self.wake()
        await self.settle()
        return self.over and all(worker.task.exception() is None for worker in self.workers)

    async def close(self) -> None:
        while self.workers:
            await self.crash()


OPENED = Passage(address="https://before.test/", title="Before", where="whole page", text="Opened before.")
TRIED = (
    'search {"q": "a"} → found 1: Before',
    'open {"q": "b"} → opened Before',
    'open {"q": "c"} → failed: no luck',
)


def drafted(text: str) -> Answer:
    """What a check makes of a draft: each second one is carried by a source."""
    carried = (Statement(text=text, numbers=(1,)),) if text and text[-1] in "02468" else ()
    return Answer(text=text, statements=carried)


PRESSES = [*[("approve", "call")] * 3, ("reject", "call"), *[("edit", "call")] * 2, *[("approve", "run")] * 2]


def _requests(fact: object) -> tuple[Request, ...]:
    return fact.requests if isinstance(fact, ApprovalRequested) else ()


async def gone(task: asyncio.Task[Any]) -> None:
    """Cancel until it is gone, however deaf: what a dead process had under way does not go on."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.01)
