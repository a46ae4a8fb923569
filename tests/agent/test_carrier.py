"""The carrier: what should be under way is, what should not is not, and the facts are true whatever dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from agent.carrier import Carrier, Live
from agent.decide import Step
from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    Checked,
    Closing,
    Intent,
    Price,
    Recalled,
    Replied,
    Reply,
    Result,
    Returned,
    Rules,
    Said,
    Started,
    Stopped,
    Understood,
    Unknown,
    Window,
)
from agent.log import Log, NotNow
from agent.run import Run, replay
from tests.agent.worlds import ANNA, HOUR, Line, call, decided, gone, recalled, said, understood

ENOUGH = 10.0  # seconds that a test waits for what has to happen
Doing = Callable[[Step, Run], Awaitable[Closing]]


@dataclass
class Script:
    """Performs steps: at once and well, unless something else is written for a step. Steps named in `held` wait."""

    special: dict[str, Doing] = field(default_factory=dict)
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)
    calls: tuple[str, ...] = ("1.1",)

    async def __call__(self, step: Step, run: Run, live: Live) -> Closing:
        self.done.append(step.id)
        try:
            if step.id in self.held:
                await self.held[step.id].wait()
        except asyncio.CancelledError:
            self.cancelled.append(step.id)
            raise
        return await self.special.get(step.id, self._well)(step, run)

    async def _well(self, step: Step, run: Run) -> Closing:
        match step.kind:
            case "recall":
                return Recalled(step=step.id)
            case "understand":
                return Understood(step=step.id, intent=Intent(mode="research", goal="g"))
            case "reply" if step.id == "reply.1":
                calls = tuple(call(id, "send", repeatable=False) for id in self.calls)
                return Replied(step=step.id, reply=Reply(calls=calls))
            case "reply":
                return Replied(step=step.id, reply=Reply(text=f"draft of {step.id}"))
            case "check":
                assert run.round is not None
                return Checked(step=step.id, answer=Answer(text=run.round.reply.text))
            case _:
                return Returned(step=step.id, outcome="ok", result=Result(note="done"))


@dataclass
class Setting:
    """A log with one run in it, and a clock."""

    log: Log = field(init=False)
    now: float = 1_000_000.0
    pace: float = 0.0  # seconds that pass whenever somebody looks at the clock
    drawn: list[tuple[Run, dict[str, float]]] = field(default_factory=list)
    tasks: list[asyncio.Task[Run]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.log = Log(None, clock=self.clock)

    def carrier(self, script: Script, worker: str = "w", log: Log | None = None) -> Carrier:
        carrier = Carrier(log or self.log, "t", "r", script, self.draw, self.clock, worker, pause=0.001)
        self.log.on_append(lambda _: carrier.wake())
        return carrier

    def carry(self, script: Script, worker: str = "w", log: Log | None = None) -> tuple[Carrier, asyncio.Task[Run]]:
        carrier = self.carrier(script, worker, log)
        task = asyncio.create_task(carrier.carry())
        self.tasks.append(task)
        return carrier, task

    def clock(self) -> float:
        self.now += self.pace
        return self.now

    def draw(self, run: Run, live: Live) -> None:
        self.drawn.append((run, dict(live.since)))

    async def ask(self, **rules: object) -> None:
        free = Rules.model_validate({"approval": "off", **rules})
        await self.tell(Asked(message="m1", text="?", by=ANNA, rules=free))

    async def tell(self, *facts: Anything) -> None:
        assert await self.log.tell("t", "r", facts, once=f"{len(await self.log.read('r'))}")

    async def facts(self) -> list[Anything | Unknown]:
        return [record.fact for record in await self.log.read("r")]

    async def until(self, holds: Callable[[list[Anything | Unknown]], bool]) -> None:
        """Wait until the facts are so."""
        async with asyncio.timeout(ENOUGH):
            while not holds(await self.facts()):  # noqa: ASYNC110 (the log has listeners, but no event to wait for)
                await asyncio.sleep(0.001)


@pytest.fixture
async def setting() -> AsyncIterator[Setting]:
    setting = Setting()
    await setting.log.open()
    yield setting
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        await gone(task)  # steps of carriers that died too
    await setting.log.close()


async def ended(task: asyncio.Task[Run]) -> Run:
    async with asyncio.timeout(ENOUGH):
        return await task


def began(step: str, times: int = 1) -> Callable[[list[Anything | Unknown]], bool]:
    return lambda facts: sum(isinstance(fact, Started) and fact.step == step for fact in facts) >= times


def closed(step: str) -> Callable[[list[Anything | Unknown]], bool]:
    return lambda facts: any(isinstance(fact, Closing) and fact.step == step for fact in facts)


def outcome(facts: list[Anything | Unknown], step: str) -> list[str]:
    return [fact.outcome for fact in facts if isinstance(fact, Returned) and fact.step == step]


def requests(facts: list[Anything | Unknown]) -> int:
    return sum(isinstance(fact, ApprovalRequested) for fact in facts)


# --- from the question to the answer ------------------------------------------------------------------------------


async def test_a_run_is_carried_from_its_question_to_its_answer(setting: Setting) -> None:
    script = Script()
    await setting.ask()
    run = await ended(setting.carry(script)[1])
    assert run.ended == Answered(answer=Answer(text="draft of reply.2"))
    assert script.done == ["recall.1", "understand.1", "reply.1", "call.1.1", "reply.2", "check.1"]
    kinds = [type(fact).__name__ for fact in await setting.facts()]
    assert kinds[0] == "Asked"
    assert kinds[1:-1:2] == ["Started"] * 6
    assert kinds[2:-1:2] == ["Recalled", "Understood", "Replied", "Returned", "Replied", "Checked"]


async def test_every_state_is_drawn_and_the_last_one_last(setting: Setting) -> None:
    await setting.ask()
    run = await ended(setting.carry(Script())[1])
    lengths = [drawn.length for drawn, _ in setting.drawn]
    assert lengths == sorted(lengths)
    assert lengths[-1] == run.length == len(await setting.facts())
    assert any("reply.1" in since for _, since in setting.drawn)
    assert setting.drawn[-1][1] == {}


async def test_a_run_that_has_ended_is_only_drawn(setting: Setting) -> None:
    await setting.ask()
    await setting.tell(Stopped(why="person"))
    script = Script()
    await ended(setting.carry(script)[1])
    assert script.done == []
    assert len(await setting.facts()) == 2


async def test_a_step_that_raises_has_failed_and_its_trace_is_in_the_log_only(
    setting: Setting, caplog: pytest.LogCaptureFixture
) -> None:
    async def breaks(step: Step, run: Run) -> Closing:
        raise KeyError("secret detail")

    await setting.ask()
    run = await ended(setting.carry(Script(special={"recall.1": breaks}))[1])
    assert isinstance(run.ended, Answered)
    (failed,) = [fact for fact in await setting.facts() if isinstance(fact, Returned) and fact.step == "recall.1"]
    assert failed.outcome == "failed"
    assert "secret" not in failed.model_dump_json()
    assert failed.ref
    assert failed.ref in caplog.text


async def test_calls_of_one_round_run_together(setting: Setting) -> None:
    calls = ("1.1", "1.2", "1.3")
    script = Script(calls=calls, held={f"call.{id}": asyncio.Event() for id in calls})
    await setting.ask()
    _, task = setting.carry(script)
    await setting.until(lambda facts: all(began(f"call.{id}")(facts) for id in calls))
    facts = await setting.facts()
    assert not any(closed(f"call.{id}")(facts) for id in calls)
    for event in script.held.values():
        event.set()
    assert isinstance((await ended(task)).ended, Answered)


# --- people -------------------------------------------------------------------------------------------------------


async def test_a_remark_cancels_the_model_and_no_tool(setting: Setting) -> None:
    script = Script(held={"call.1.1": asyncio.Event(), "understand.2": asyncio.Event()})
    await setting.ask()
    _, task = setting.carry(script)
    await setting.until(began("call.1.1"))
    await setting.tell(said("only 2024"))
    await setting.until(began("understand.2"))
    await setting.tell(said("in euros", message="m3"))
    await setting.until(began("understand.3"))
    assert script.cancelled == ["understand.2"]
    script.held["call.1.1"].set()
    run = await ended(task)
    assert isinstance(run.ended, Answered)
    assert outcome(await setting.facts(), "call.1.1") == ["ok"]
    assert outcome(await setting.facts(), "understand.2") == ["cancelled"]


async def test_stop_cancels_everything_and_what_was_cancelled_is_on_record(setting: Setting) -> None:
    script = Script(calls=("1.1", "1.2"), held={"call.1.1": asyncio.Event(), "call.1.2": asyncio.Event()})
    await setting.ask()
    _, task = setting.carry(script)
    await setting.until(lambda facts: began("call.1.1")(facts) and began("call.1.2")(facts))
    await setting.tell(Stopped(why="person", by=ANNA))
    run = await ended(task)
    assert sorted(script.cancelled) == ["call.1.1", "call.1.2"]
    assert run.open_calls == ()
    assert {state.returned.outcome for state in run.calls.values() if state.returned} == {"cancelled"}
    assert setting.drawn[-1][0].length == run.length


async def test_a_tool_that_is_deaf_to_stop_is_recorded_when_it_returns_and_changes_nothing(setting: Setting) -> None:
    release = asyncio.Event()

    async def deaf(step: Step, run: Run) -> Closing:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                release.set()
        return Returned(step=step.id, outcome="ok", result=Result(note="done anyway"))

    await setting.ask()
    _, task = setting.carry(Script(special={"call.1.1": deaf}))
    await setting.until(began("call.1.1"))
    await setting.tell(Stopped(why="person", by=ANNA))
    run = await ended(task)
    assert run.ended == Stopped(why="person", by=ANNA)
    await setting.until(closed("call.1.1"))
    assert outcome(await setting.facts(), "call.1.1") == ["ok"]
    assert isinstance((await setting.facts())[-2], Stopped)


async def test_a_step_that_is_cancelled_may_tidy_up_in_peace(setting: Setting) -> None:
    release, tidied = asyncio.Event(), list[str]()

    async def tidy(step: Step, run: Run) -> Closing:
        try:
            await asyncio.Event().wait()
        finally:
            await release.wait()
            tidied.append(step.id)
        raise AssertionError("it waits for ever")

    script = Script(special={"understand.1": tidy}, held={f"understand.{n}": asyncio.Event() for n in (2, 3)})
    await setting.ask()
    _, task = setting.carry(script)
    await setting.until(began("understand.1"))
    for n in (2, 3):
        await setting.tell(said(f"remark {n}", message=f"m{n}"))
        await setting.until(began(f"understand.{n}"))
    release.set()
    await setting.until(closed("understand.1"))
    script.held["understand.3"].set()
    assert isinstance((await ended(task)).ended, Answered)
    assert tidied == ["understand.1"]


async def test_what_a_person_made_of_a_call_is_what_the_tool_gets(setting: Setting) -> None:
    got: list[str] = []

    async def noting(step: Step, run: Run) -> Closing:
        got.append(step.call.arguments if step.call else "")
        return Returned(step=step.id, outcome="ok")

    await setting.ask(approval="each")
    _, task = setting.carry(Script(special={f"call.{id}": noting for id in ("1.1", "1.1e2")}))
    await setting.until(lambda facts: requests(facts) == 1)
    one = call("1.1", "send")
    await setting.tell(decided(one, "edit", arguments='{"q": "other"}'))
    await setting.until(lambda facts: requests(facts) == 2)
    assert got == []
    await setting.tell(decided(one.model_copy(update={"id": "1.1e2", "arguments": '{"q": "other"}'})))
    assert isinstance((await ended(task)).ended, Answered)
    assert got == ['{"q": "other"}']


async def test_what_is_told_between_deciding_and_waiting_is_not_lost(setting: Setting) -> None:
    """Every remark comes while the carrier is busy reading; a lost one would leave it waiting for ever."""
    await setting.ask(approval="each")
    _, task = setting.carry(Script())
    for i in range(40):
        await setting.tell(said(f"remark {i}", message=f"n{i}"))
        for _ in range(i % 7):
            await asyncio.sleep(0)
    await setting.tell(Stopped(why="person", by=ANNA))
    assert (await ended(task)).ended == Stopped(why="person", by=ANNA)


async def test_when_the_time_comes_the_carrier_looks_again_by_itself(setting: Setting) -> None:
    setting.pace = 0.01
    await setting.ask(approval="each", approval_hours=0.05 / 3_600)
    run = await ended(setting.carry(Script())[1])
    assert isinstance(run.ended, Answered)
    assert outcome(await setting.facts(), "call.1.1") == ["expired"]


# --- processes ----------------------------------------------------------------------------------------------------


async def test_a_lost_step_is_begun_again(setting: Setting) -> None:
    await setting.ask()
    await setting.tell(Started(step="recall.1", worker="dead"))
    script = Script()
    run = await ended(setting.carry(script)[1])
    assert isinstance(run.ended, Answered)
    assert script.done[0] == "recall.1"
    assert began("recall.1", times=2)(await setting.facts())


async def test_a_lost_reply_that_nobody_wants_any_more_is_paid_all_the_same() -> None:
    """Its process went, then somebody said something: nobody begins it again, and it may have been answered."""
    rules = Rules(approval="off", price=Price(input=1.0, output=10.0), window=Window(output=1_000))
    log = Log(None, clock=lambda: 1e6)
    await log.open()
    facts: list[Anything] = [
        Asked(message="m1", text="What?", by=ANNA, rules=rules),
        *recalled(),
        Started(step="understand.1", worker="gone"),
        Said(message="m2", text="rather this", by=ANNA),
        Stopped(why="person", by=ANNA),
    ]
    for at, fact in enumerate(facts):
        await log.append("t", "r", fact, at)

    async def never(step: Step, run: Run, live: Live) -> Closing:
        raise AssertionError("nothing is to be done")

    def draw(run: Run, live: Live) -> None:
        """Nobody looks."""

    def gone(worker: str) -> bool:
        return worker == "gone"

    await Carrier(log, "t", "r", never, draw, lambda: 1e6, "w").carry()
    assert len(await log.read("r")) == len(facts), "whoever is not known to be gone may still tell"
    for _ in range(2):
        await Carrier(log, "t", "r", never, draw, lambda: 1e6, "w", gone=gone).carry()
    last = (await log.read("r"))[-1].fact
    assert isinstance(last, Returned) and (last.step, last.outcome) == ("understand.1", "cancelled")
    usage = last.result.usage
    assert usage.bound and usage.completion == 1_000 and usage.money > 0.01
    assert (await log.spent(ANNA, "1970-01-12")).tokens == usage.tokens
    await log.close()


async def test_a_lost_call_that_must_not_be_repeated_is_unknown_and_said_so(setting: Setting) -> None:
    first = Script(held={"call.1.1": asyncio.Event()})
    line = Line(setting.log)
    await setting.ask()
    _, task = setting.carry(first, log=line)
    await setting.until(began("call.1.1"))
    line.dead = True
    await gone(task)
    second = Script()
    run = await ended(setting.carry(second, worker="v")[1])
    assert "call.1.1" not in second.done
    returned = run.calls["1.1"].returned
    assert returned is not None
    assert returned.outcome == "unknown"
    assert "nobody knows whether it took effect" in returned.result.note


async def test_whoever_leaves_writes_no_outcomes_and_begins_nothing_more(setting: Setting) -> None:
    script = Script(held={"reply.1": asyncio.Event()})
    await setting.ask()
    carrier, task = setting.carry(script)
    await setting.until(began("reply.1"))
    await carrier.leave()
    left = await ended(task)
    assert left.ended is None
    assert script.done.count("reply.1") == 1
    assert not closed("reply.1")(await setting.facts())
    assert isinstance((await setting.facts())[-1], Started)
    run = await ended(setting.carry(Script(), worker="v")[1])
    assert isinstance(run.ended, Answered)
    assert began("reply.1", times=2)(await setting.facts())


async def test_what_is_under_way_may_end_before_its_process_leaves(setting: Setting) -> None:
    script = Script(calls=("1.1", "1.2"), held={"call.1.1": asyncio.Event(), "call.1.2": asyncio.Event()})
    await setting.ask()
    carrier, task = setting.carry(script)
    await setting.until(lambda facts: began("call.1.1")(facts) and began("call.1.2")(facts))
    leaving = asyncio.create_task(carrier.leave(ENOUGH))
    script.held["call.1.1"].set()
    await setting.until(closed("call.1.1"))
    assert not leaving.done()
    script.held["call.1.2"].set()
    await leaving
    await ended(task)
    facts = await setting.facts()
    assert outcome(facts, "call.1.1") == outcome(facts, "call.1.2") == ["ok"]
    assert not began("reply.2")(facts)
    assert script.cancelled == []
    assert isinstance((await ended(setting.carry(Script(), worker="v")[1])).ended, Answered)


async def test_what_does_not_end_in_the_grace_is_left_without_an_outcome(setting: Setting) -> None:
    script = Script(held={"call.1.1": asyncio.Event()})
    await setting.ask()
    carrier, task = setting.carry(script)
    await setting.until(began("call.1.1"))
    await carrier.leave(0.001)
    await ended(task)
    assert script.cancelled == ["call.1.1"]
    assert not closed("call.1.1")(await setting.facts())


async def test_what_was_stopped_says_so_also_while_its_process_leaves(setting: Setting) -> None:
    tidied = asyncio.Event()

    async def slow(step: Step, run: Run) -> Closing:
        try:
            await asyncio.Event().wait()
        finally:
            await tidied.wait()
        raise AssertionError("it waits for ever")

    await setting.ask()
    carrier, task = setting.carry(Script(special={"call.1.1": slow}))
    await setting.until(began("call.1.1"))
    await setting.tell(Stopped(why="person", by=ANNA))
    async with asyncio.timeout(ENOUGH):
        while not any(one.cancelling() for one in asyncio.all_tasks() if one.get_name() == "r call.1.1"):  # noqa: ASYNC110
            await asyncio.sleep(0)
    leaving = asyncio.create_task(carrier.leave(ENOUGH))
    await asyncio.sleep(0)
    tidied.set()
    await leaving
    await ended(task)
    assert outcome(await setting.facts(), "call.1.1") == ["cancelled"]


async def test_leaving_before_anything_began_is_possible(setting: Setting) -> None:
    await setting.ask()
    carrier = setting.carrier(Script())
    await carrier.leave()
    assert (await ended(asyncio.create_task(carrier.carry()))).length == 1


# --- a log that cannot be used for a while ------------------------------------------------------------------------


class Stubborn(Line):
    """Refuses two things of five."""

    refused = 0

    async def _refuse(self) -> None:
        self.refused += 1
        if self.refused % 5 in (1, 3):
            raise NotNow("the disk is full")


async def test_a_log_that_fails_again_and_again_changes_nothing_about_the_run(setting: Setting) -> None:
    line, script = Stubborn(setting.log), Script()
    line.fail(after=0, times=0, readable=False)
    await setting.ask()
    run = await ended(setting.carry(script, log=line)[1])
    assert isinstance(run.ended, Answered)
    assert script.done == ["recall.1", "understand.1", "reply.1", "call.1.1", "reply.2", "check.1"]
    assert [fact.step for fact in await setting.facts() if isinstance(fact, Started)] == script.done


async def test_people_are_told_of_a_lost_log_once_for_each_time_it_is_lost(
    setting: Setting, caplog: pytest.LogCaptureFixture
) -> None:
    line = Line(setting.log)
    line.fail(after=0, times=5, readable=False)
    await setting.ask()
    _, task = setting.carry(Script(), log=line)
    async with asyncio.timeout(ENOUGH):
        while line.passed < 6:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert caplog.text.count("waits for its log: the disk is full") == 1
    line.come_back()
    assert isinstance((await ended(task)).ended, Answered)


async def test_an_outcome_waits_for_its_log_and_nothing_cuts_it_off(setting: Setting) -> None:
    """The disk is full when the call ends; a stop that comes meanwhile is read, and changes nothing of what was."""
    line, script = Line(setting.log), Script(held={"call.1.1": asyncio.Event()})
    await setting.ask()
    _, task = setting.carry(script, log=line)
    await setting.until(began("call.1.1"))
    line.fail(after=0, times=1, readable=True)
    passed = line.passed
    script.held["call.1.1"].set()
    async with asyncio.timeout(ENOUGH):
        while line.passed < passed + 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    await setting.tell(Stopped(why="person", by=ANNA))
    async with asyncio.timeout(ENOUGH):
        while not (setting.drawn and setting.drawn[-1][0].ended):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    line.come_back()
    run = await ended(task)
    assert run.ended == Stopped(why="person", by=ANNA)
    assert outcome(await setting.facts(), "call.1.1") == ["ok"]
    assert script.cancelled == []


async def test_what_was_decided_before_the_log_was_lost_is_decided_anew_when_it_is_back(setting: Setting) -> None:
    """Whoever is asked has the whole time, also where the request could not be written down for a day."""
    line, script = Line(setting.log), Script(held={"reply.1": asyncio.Event()})
    await setting.ask(approval="each")
    _, task = setting.carry(script, log=line)
    await setting.until(began("reply.1"))
    passed = line.passed
    line.fail(after=2, times=1, readable=False)  # the reply goes in and is read, the request does not
    script.held["reply.1"].set()
    async with asyncio.timeout(ENOUGH):
        while line.passed < passed + 4:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    setting.now += 30 * HOUR
    line.come_back()
    await setting.until(lambda facts: isinstance(facts[-1], ApprovalRequested))
    request = (await setting.log.read("r"))[-1]
    assert isinstance(request.fact, ApprovalRequested)
    assert request.fact.expires - request.at == 24 * HOUR
    await gone(task)


async def test_an_outcome_whose_log_comes_back_in_the_grace_is_written_down(setting: Setting) -> None:
    line, script = Line(setting.log), Script(held={"call.1.1": asyncio.Event()})
    await setting.ask()
    carrier, task = setting.carry(script, log=line)
    await setting.until(began("call.1.1"))
    line.fail(after=0, times=3, readable=False)
    leaving = asyncio.create_task(carrier.leave(ENOUGH))
    script.held["call.1.1"].set()
    passed = line.passed
    async with asyncio.timeout(ENOUGH):
        while line.passed < passed + 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert not leaving.done()
    line.come_back()
    await leaving
    await ended(task)
    assert outcome(await setting.facts(), "call.1.1") == ["ok"]


async def test_whoever_leaves_does_not_wait_for_a_log_longer_than_the_grace(setting: Setting) -> None:
    line = Line(setting.log)
    await setting.ask()
    line.fail(after=0, times=10**9, readable=False)
    carrier, task = setting.carry(Script(), log=line)
    await carrier.leave(0.001)
    await asyncio.wait([task], timeout=ENOUGH)
    assert task.cancelled()


# --- a clock that is wrong for a while ----------------------------------------------------------------------------


async def test_after_a_clock_that_was_ahead_whoever_is_asked_has_the_whole_time(setting: Setting) -> None:
    await setting.ask(approval="each")
    await setting.until(lambda facts: True)
    setting.now += 50 * HOUR
    await setting.tell(said("a remark by the wrong clock"))
    setting.now -= 50 * HOUR
    _, task = setting.carry(Script())
    await setting.until(lambda facts: isinstance(facts[-1], ApprovalRequested))
    request = (await setting.log.read("r"))[-1]
    assert isinstance(request.fact, ApprovalRequested)
    assert request.fact.expires - request.at == 24 * HOUR
    await setting.tell(decided(call("1.1", "send")))
    assert isinstance((await ended(task)).ended, Answered)
    assert outcome(await setting.facts(), "call.1.1") == ["ok"]


# --- two at once --------------------------------------------------------------------------------------------------


async def test_two_carriers_on_one_run_bring_one_answer(setting: Setting) -> None:
    await setting.ask()
    first, second = Script(calls=()), Script(calls=())
    tasks = [setting.carry(first)[1], setting.carry(second, worker="v")[1]]
    runs = [await ended(task) for task in tasks]
    assert runs[0].ended == runs[1].ended
    facts = await setting.facts()
    assert sum(isinstance(fact, Answered) for fact in facts) == 1
    steps = [fact.step for fact in facts if isinstance(fact, Closing)]
    assert len(steps) == len(set(steps))


async def test_a_lost_race_is_decided_again_at_once_also_when_nobody_tells(setting: Setting) -> None:
    """The other process writes without a word to this one, between this one's reading and its own writing."""

    class Overtaken(Line):
        overtaken = False

        async def append(self, thread: str, run: str, fact: Anything, at: int) -> bool:
            if not self.overtaken and isinstance(fact, Started) and fact.step == "understand.1":
                self.overtaken = True
                await setting.log.append(thread, run, said("one more thing"), at)
            return await super().append(thread, run, fact, at)

    await setting.ask()
    alone = Carrier(Overtaken(setting.log), "t", "r", Script(), setting.draw, lambda: setting.now, "w")
    task = asyncio.create_task(alone.carry())
    setting.tasks.append(task)
    assert isinstance((await ended(task)).ended, Answered)
    assert [run.turns[-1].text for run, _ in setting.drawn][-1] == "one more thing"


async def test_an_outcome_with_half_a_character_ends_its_step(setting: Setting) -> None:
    async def half(step: Step, run: Run) -> Closing:
        return Understood(step=step.id, intent=Intent(mode="research", goal="half \ud83d"))

    await setting.ask()
    run = await ended(setting.carry(Script(special={"understand.1": half}))[1])
    assert isinstance(run.ended, Answered)
    assert run.intents[0][1].goal == "half \ufffd"


async def test_a_run_with_a_fact_of_a_newer_process_is_left_alone(setting: Setting) -> None:
    class Newer(Line):
        async def read(self, run: str) -> list[object]:  # type: ignore[override]
            records = await super().read(run)
            return [*records[:-1], type(records[-1])("t", "r", len(records) - 1, 0.0, Unknown("compacted"))]

    await setting.ask()
    await setting.tell(*understood())
    before = await setting.facts()
    script = Script()
    carrier = Carrier(Newer(setting.log), "t", "r", script, setting.draw, lambda: setting.now, "w")
    await ended(asyncio.create_task(carrier.carry()))
    assert script.done == []
    assert await setting.facts() == before


async def test_the_facts_alone_give_the_run_that_was_carried(setting: Setting) -> None:
    await setting.ask()
    run = await ended(setting.carry(Script())[1])
    again = replay(await setting.log.read("r"))
    assert (again.ended, again.length, again.sources) == (run.ended, run.length, run.sources)
