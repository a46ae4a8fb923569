"""Random histories through the real log and real carriers, and what must hold in every one of them.

A history is one run to which everything happens at once: corrections, clicks of anybody in any order, doubled and
late ones, answers, a stop, hours that pass, processes that die, two that carry at the same time, tools that are slow,
deaf or broken, and a model that fails. Each invariant is one sentence; it is computed from the facts alone, without
the code it judges. The same histories have to catch a core that was broken on purpose.
"""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import random
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import pytest

from agent.decide import Do, Next, Step, Wait, WriteDown, decide
from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    AskedBack,
    Call,
    Checked,
    Closing,
    Decided,
    Record,
    Replied,
    Result,
    Returned,
    Rules,
    Said,
    Started,
    Stopped,
    Understood,
    Unknown,
)
from agent.log import Log
from agent.run import CallState, Run
from tests.agent.worlds import ANNA, HOUR, MINUTE, World

Decide = Callable[[Run, float], Next]


# --- a history -----------------------------------------------------------------------------------------------------


def rules(chance: random.Random) -> Rules:
    return Rules(
        approval=chance.choice(["each", "each", "each", "off", "off"]),
        rounds=chance.choice([1, 2, 4]),
        searches=chance.choice([1, 2, 4]),
        pages=chance.choice([1, 3]),
    )


async def history(seed: int, decide: Decide = decide, path: Path | None = None) -> list[str]:
    """Live through one history and return the invariants that did not hold."""
    chance = random.Random(seed)
    world = World(chance, Log(path), rules(chance), decide)
    await open_log(world, path)
    world.mail = await mailbox(path) if path else None
    await world.ask()
    world.start()
    try:
        for _ in range(chance.randint(20, 80)):
            await something(world, path)
            await (world.settle() if chance.random() < 0.85 else asyncio.sleep(0))
        ended = await world.finish()
        facts = Facts(await world.known(), world, ended)
        return [str(holds.__doc__) for holds in INVARIANTS if not holds(facts)]
    finally:
        await world.close()
        await world.log.close()
        if world.mail:
            await world.mail.close()


async def open_log(world: World, path: Path | None) -> None:
    world.log = Log(path, clock=world.clock)
    await world.log.open()
    world.log.on_append(world.wake)


async def mailbox(path: Path) -> Log:
    """Another process on the same file, through which people are heard."""
    log = Log(path)
    await log.open(carry=False)
    return log


async def something(world: World, path: Path | None) -> None:
    match world.random.choices(*zip(*HAPPENINGS, strict=True))[0]:
        case "work":
            world.open_gates()
        case "click":
            await world.click()
        case "approve":
            await world.approve()
        case "answer":
            await world.answer()
        case "correct":
            await world.correct()
        case "stop" if world.random.random() < 0.2:
            await world.stop()
        case "again":
            await world.again()
        case "minutes":
            world.tick(world.random.uniform(1, 20) * MINUTE)
        case "day":
            world.tick(25 * HOUR)
        case "crash":
            await world.crash()
            world.start()
        case "second" if len(world.workers) < 2:
            world.start()
        case "reboot" if path:
            await reboot(world, path)


async def reboot(world: World, path: Path) -> None:
    """Every process dies, and a new one opens the file."""
    await world.close()
    await world.log.close()
    await open_log(world, path)
    world.start()


HAPPENINGS = [
    *[("work", 14), ("click", 8), ("approve", 3), ("answer", 3), ("correct", 2), ("stop", 1), ("again", 1)],
    *[("minutes", 2), ("day", 1), ("crash", 1), ("second", 0.5), ("reboot", 1)],
]


# --- what is read off the facts ------------------------------------------------------------------------------------

Place = tuple[int, Anything | Unknown]


class Facts:
    """The facts of a finished history, by what the invariants ask for; and the world that they came from."""

    def __init__(self, records: list[Record], world: World, ended: bool) -> None:
        self.records, self.world, self.ended = records, world, ended
        self.all: list[Place] = [(record.seq, record.fact) for record in records]
        first = records[0].fact
        assert isinstance(first, Asked)
        self.rules, self.asker = first.rules, first.by

    @cached_property
    def end(self) -> int:
        """The position of the end that counts; behind everything where there is none."""
        return next((seq for seq, fact in self.all if isinstance(fact, Answered | Stopped)), len(self.all))

    @cached_property
    def begun(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for seq, fact in self.all:
            if isinstance(fact, Started):
                found.setdefault(fact.step, []).append(seq)
        return found

    @cached_property
    def outcomes(self) -> list[tuple[int, Closing]]:
        return [(seq, fact) for seq, fact in self.all if isinstance(fact, Closing)]

    def outcome(self, step: str) -> tuple[int, Closing] | None:
        return next(((seq, fact) for seq, fact in self.outcomes if fact.step == step), None)

    @cached_property
    def remarks(self) -> list[int]:
        """Where people, or the time in their place, said something after which the model has to think anew."""
        heard, waiting = [0], None
        for seq, fact in self.all[: self.end]:
            if isinstance(fact, AskedBack):
                waiting = {question.id for question in fact.questions}
            if isinstance(fact, Said):
                waiting = waiting - set(fact.answers) if waiting else None
                if fact.text or not waiting:
                    heard.append(seq)
                    waiting = None
        return heard

    @property
    def last_remark(self) -> int:
        return self.remarks[-1]

    def undisturbed(self, after: int, before: int) -> bool:
        """Whether nothing was said, and nothing ended, between two positions."""
        return not any(after < seq < before for seq in [*self.remarks, self.end])

    @cached_property
    def replies(self) -> list[tuple[int, Replied]]:
        """The replies that count: nobody spoke while the model did."""
        found = [(seq, fact) for seq, fact in self.outcomes if isinstance(fact, Replied)]
        return [(seq, fact) for seq, fact in found if self.undisturbed(self.begun[fact.step][-1], seq)]

    @cached_property
    def calls(self) -> dict[str, tuple[int, Call]]:
        return {call.id: (seq, call) for seq, fact in self.replies for call in fact.reply.calls}

    def call(self, step: str) -> Call:
        return self.calls[step.removeprefix("call.")][1]

    @cached_property
    def calls_begun(self) -> list[tuple[int, Call]]:
        """Every beginning of a call, those begun again after a crash too."""
        return [(seq, self.call(step)) for step, seqs in self.begun.items() if is_call(step) for seq in seqs]

    @cached_property
    def decisions(self) -> list[tuple[int, Decided]]:
        """The presses that count: the asker's, in time, about exactly what was shown and still waits."""
        found: list[tuple[int, Decided]] = []
        for seq, fact in self.all[: self.end]:
            if isinstance(fact, Decided) and self._counts(seq, fact, {one.call_id for _, one in found}):
                found.append((seq, fact))
        return found

    def _counts(self, seq: int, fact: Decided, settled: set[str]) -> bool:
        said_at, _ = self.calls.get(fact.call_id, (-1, None))
        shown = [one for at, one in self.requests if at < seq and fact.call_id in ids(one)]
        exactly = any((fact.call_id, fact.digest) == (r.call_id, r.digest) for one in shown for r in one.requests)
        in_time = bool(shown) and self.records[seq].at < shown[-1].expires
        closed = self.outcome(f"call.{fact.call_id}")
        open_still = self.begun.get(f"call.{fact.call_id}", [seq])[0] >= seq and (not closed or closed[0] > seq)
        fresh = fact.call_id not in settled and self.undisturbed(said_at, seq)
        return fact.by == self.asker and exactly and in_time and open_still and fresh

    @cached_property
    def requests(self) -> list[tuple[int, ApprovalRequested]]:
        return [(seq, fact) for seq, fact in self.all if isinstance(fact, ApprovalRequested)]

    def shown(self, before: int) -> set[str]:
        """The tools of everything that was put before the asker up to a position."""
        return {self.calls[id][1].tool for seq, one in self.requests if seq < before for id in ids(one)}

    def granted(self, call: Call, at: int) -> bool:
        """Whether the asker let the tools shown so far go on, and neither spoke nor saw a new tool since."""
        for seq, fact in self.decisions:
            if fact.scope == "run" and fact.verdict == "approve" and seq < at and self.undisturbed(seq, at):
                tools = {one.tool for said, one in self.calls.values() if seq < said < at and not one.error}
                if tools | {call.tool} <= self.shown(seq):
                    return True
        return False

    def approved(self, call: Call, at: int) -> bool:
        return any(
            seq < at and fact.verdict == "approve" and (fact.call_id, fact.digest) == (call.id, call.digest)
            for seq, fact in self.decisions
        )


def ids(request: ApprovalRequested) -> set[str]:
    return {one.call_id for one in request.requests}


def is_call(step: str) -> bool:
    return step.startswith("call.")


def same(one: Call, other: Call) -> bool:
    return (one.tool, one.arguments) == (other.tool, other.arguments)


# --- the invariants ------------------------------------------------------------------------------------------------


def comes_to_an_end(facts: Facts) -> bool:
    """A run ends once the model answers, people decide and time passes."""
    return facts.ended and facts.end < len(facts.all)


def time_never_goes_back(facts: Facts) -> bool:
    """Positions count up by one, and the time of a fact is never before that of the fact before it."""
    times = [record.at for record in facts.records]
    return [record.seq for record in facts.records] == list(range(len(times))) and times == sorted(times)


def one_outcome(facts: Facts) -> bool:
    """No step has two outcomes, and no outcome stands before its beginning."""
    steps = [fact.step for _, fact in facts.outcomes]
    late = all(facts.begun[fact.step][0] < seq for seq, fact in facts.outcomes if fact.step in facts.begun)
    return len(steps) == len(set(steps)) and late


def only_calls_close_unmade(facts: Facts) -> bool:
    """Only a call can have an outcome without a beginning: dropped, refused, expired, impossible, or made before."""
    return all(
        is_call(fact.step) and isinstance(fact, Returned) and not fact.result.note.startswith("brought")
        for _, fact in facts.outcomes
        if fact.step not in facts.begun
    )


def outcomes_are_true(facts: Facts) -> bool:
    """What the log says a step brought is what that step really brought."""
    really = [effect.outcome for effect in facts.world.effects if effect.outcome]
    told = [fact for _, fact in facts.outcomes if fact.step in facts.begun]
    return all(fact in really for fact in told if not isinstance(fact, Returned) or fact.outcome == "ok")


def begun_before_done(facts: Facts) -> bool:
    """Nothing is carried out that was not written down as begun, by the worker that carries it out."""
    written = Counter((fact.step, fact.worker) for _, fact in facts.all if isinstance(fact, Started))
    really = Counter((effect.step.id, effect.worker) for effect in facts.world.effects)
    return all(count <= written[key] for key, count in really.items())


def every_call_is_closed(facts: Facts) -> bool:
    """When a run is answered, each call of each reply that counts has exactly one outcome."""
    if facts.end == len(facts.all) or not isinstance(facts.all[facts.end][1], Answered):
        return True
    closed = Counter(fact.step for seq, fact in facts.outcomes if seq < facts.end)
    return all(closed[f"call.{id}"] == 1 for id in facts.calls)


def approved_by_the_asker(facts: Facts) -> bool:
    """No call begins that its asker did not let through, in time: by its digest, or by a grant for shown tools."""
    if facts.rules.approval == "off":
        return True
    first = [(facts.begun[f"call.{id}"][0], call) for id, (_, call) in facts.calls.items() if has_begun(facts, id)]
    return all(facts.approved(call, seq) or facts.granted(call, seq) for seq, call in first)


def has_begun(facts: Facts, id: str) -> bool:
    return f"call.{id}" in facts.begun


def a_no_is_a_no(facts: Facts) -> bool:
    """A call that its asker rejected never begins."""
    return not any(fact.verdict == "reject" and has_begun(facts, fact.call_id) for _, fact in facts.decisions)


def the_closed_stay_closed(facts: Facts) -> bool:
    """A step with an outcome, be it rejected, expired, superseded or done, is never begun again."""
    ends = {fact.step: seq for seq, fact in facts.outcomes}
    return all(seqs[-1] < ends.get(step, len(facts.all)) for step, seqs in facts.begun.items())


def a_remark_supersedes(facts: Facts) -> bool:
    """A call that had not begun when somebody said something else never begins."""
    return all(
        facts.undisturbed(said_at, facts.begun[f"call.{id}"][0])
        for id, (said_at, _) in facts.calls.items()
        if has_begun(facts, id)
    )


def no_call_succeeds_twice(facts: Facts) -> bool:
    """A call that succeeded is not begun again, under whatever id."""
    brought = [(seq, facts.call(f.step)) for seq, f in facts.outcomes if isinstance(f, Returned) and succeeded(f)]
    return not any(then < seq and same(one, call) for then, one in brought for seq, call in facts.calls_begun)


def succeeded(fact: Returned) -> bool:
    return is_call(fact.step) and fact.outcome == "ok"


def no_twins_under_way(facts: Facts) -> bool:
    """Two equal calls are never under way together, and at most four calls are."""
    open_calls: dict[str, Call] = {}
    for _, fact in facts.all:
        if isinstance(fact, Started) and is_call(fact.step):
            open_calls[fact.step] = facts.call(fact.step)
        if isinstance(fact, Closing):
            open_calls.pop(fact.step, None)
        if len({(one.tool, one.arguments) for one in open_calls.values()}) < len(open_calls) or len(open_calls) > 4:
            return False
    return True


def the_unrepeatable_happens_once(facts: Facts) -> bool:
    """A call that must not be repeated is carried out at most once, whatever dies in between."""
    calls = [effect.step.id for effect in facts.world.effects if is_call(effect.step.id)]
    really = Counter(step for step in calls if not facts.call(step).repeatable)
    return all(count == 1 for count in really.values())


def nothing_starts_after_the_end(facts: Facts) -> bool:
    """After the end that counts nothing begins, is asked or is answered."""
    later = [fact for _, fact in facts.all[facts.end + 1 :]]
    return not any(isinstance(fact, Started | AskedBack | ApprovalRequested | Answered) for fact in later)


def answers_are_fresh(facts: Facts) -> bool:
    """An answer is a draft that was begun, and checked, after the last remark."""
    fact = facts.all[facts.end][1] if facts.end < len(facts.all) else None
    if not isinstance(fact, Answered):
        return True
    drafts = {one.reply.text for _, one in facts.replies if facts.begun[one.step][0] > facts.last_remark}
    checks = [one for _, one in facts.outcomes if isinstance(one, Checked)]
    looked_at = any(c.answer == fact.answer and facts.begun[c.step][0] > facts.last_remark for c in checks)
    return fact.answer.text in drafts and looked_at


def everything_said_is_understood(facts: Facts) -> bool:
    """After a remark nothing is made of it, searched or answered before the thread was understood anew."""
    understood = [facts.begun[fact.step][0] for _, fact in facts.outcomes if isinstance(fact, Understood)]
    spoken = [seq for step, seqs in facts.begun.items() if step.startswith("reply.") for seq in seqs]
    for remark, following in zip(facts.remarks, [*facts.remarks[1:], facts.end], strict=True):
        heard = [seq for seq in understood if remark < seq < following]
        made_of_it = [seq for seq in spoken if remark < seq < following]
        if made_of_it and (not heard or min(made_of_it) < min(heard)):
            return False
    return True


def budgets_hold(facts: Facts) -> bool:
    """No more calls of a kind begin than the rules allow, over the whole run."""
    spent = Counter(call.budget for id, (_, call) in facts.calls.items() if has_begun(facts, id))
    return all(
        count <= allowed for kind, count in spent.items() if (allowed := facts.rules.allowed(kind)) is not None
    )


def rounds_hold(facts: Facts) -> bool:
    """Between two remarks the model speaks no more often than the rules allow; attempts that failed do not count."""
    failed = {fact.step for _, fact in facts.outcomes if isinstance(fact, Returned)}
    spoken = [(step, seqs[0]) for step, seqs in facts.begun.items() if step.startswith("reply.")]
    for remark, following in zip(facts.remarks, [*facts.remarks[1:], facts.end], strict=True):
        counted = [step for step, seq in spoken if remark < seq < following and step not in failed]
        if len(counted) > facts.rules.rounds:
            return False
    return True


def two_askings_at_most(facts: Facts) -> bool:
    """People are asked back at most twice, with one to three questions."""
    askings = [fact for _, fact in facts.all if isinstance(fact, AskedBack)]
    return len(askings) <= 2 and all(1 <= len(asking.questions) <= 3 for asking in askings)


def a_remark_cancels_no_tool(facts: Facts) -> bool:
    """A tool call under way is cancelled by the end of the run, and by nothing else."""
    cancelled = [(seq, f) for seq, f in facts.outcomes if isinstance(f, Returned) and f.outcome == "cancelled"]
    return all(seq > facts.end for seq, fact in cancelled if is_call(fact.step))


def once_is_once(facts: Facts) -> bool:
    """What is delivered twice under one key counts once."""
    return all(count <= 1 for count in Counter(key for key, went_in in facts.world.told if went_in).values())


def no_busy_loop(facts: Facts) -> bool:
    """A step begins at most once in each process that ever carried the run, and the facts stay few."""
    return all(len(seqs) <= facts.world.started for seqs in facts.begun.values()) and len(facts.all) < 1_000


INVARIANTS: tuple[Callable[[Facts], bool], ...] = (
    comes_to_an_end,
    time_never_goes_back,
    one_outcome,
    only_calls_close_unmade,
    outcomes_are_true,
    begun_before_done,
    every_call_is_closed,
    approved_by_the_asker,
    a_no_is_a_no,
    the_closed_stay_closed,
    a_remark_supersedes,
    no_call_succeeds_twice,
    no_twins_under_way,
    the_unrepeatable_happens_once,
    nothing_starts_after_the_end,
    answers_are_fresh,
    everything_said_is_understood,
    budgets_hold,
    rounds_hold,
    two_askings_at_most,
    a_remark_cancels_no_tool,
    once_is_once,
    no_busy_loop,
)


# --- the real core -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tens", range(8))
async def test_every_invariant_holds_in_memory(tens: int) -> None:
    for seed in range(tens * 10, tens * 10 + 10):
        assert await history(seed) == [], f"history {seed}"


@pytest.mark.parametrize("seed", range(1_000, 1_012))
async def test_every_invariant_holds_in_a_file_that_several_processes_use(seed: int, tmp_path: Path) -> None:
    assert await history(seed, path=tmp_path / "footnote.db") == []


# --- a core that is broken on purpose -----------------------------------------------------------------------------


def changed(run: Run, **attributes: object) -> Run:
    """The same run as somebody would see it who gets these wrong."""
    other = copy.copy(run)
    for name, value in attributes.items():
        setattr(other, name, value)
    return other


def with_rules(run: Run, **more: object) -> Run:
    return changed(run, asked=run.asked.model_copy(update={"rules": run.asked.rules.model_copy(update=more)}))


def with_calls(run: Run, change: Callable[[CallState], CallState]) -> Run:
    return changed(run, calls={id: change(state) for id, state in run.calls.items()})


def as_approved(state: CallState) -> CallState:
    yes = Decided(call_id=state.call.id, digest=state.call.digest, by=ANNA, verdict="approve")
    return dataclasses.replace(state, decided=yes)


def ignores_approval(run: Run, now: float) -> Next:
    return decide(with_rules(run, approval="off"), now)


def takes_no_for_yes(run: Run, now: float) -> Next:
    def mistaken(state: CallState) -> CallState:
        return as_approved(state) if state.decided and state.decided.verdict == "reject" else state

    return decide(with_calls(run, mistaken), now)


def approves_siblings(run: Run, now: float) -> Next:
    """One yes counts for the whole card."""
    yes = {state.position for state in run.calls.values() if state.decided and state.decided.verdict == "approve"}
    return decide(with_calls(run, lambda state: as_approved(state) if state.position in yes else state), now)


def takes_silence_for_yes(run: Run, now: float) -> Next:
    def mistaken(state: CallState) -> CallState:
        return as_approved(state) if state.waiting and now >= state.expires else state

    return decide(with_calls(run, mistaken), now)


def keeps_grants(run: Run, now: float) -> Next:
    """A standing approval outlives what was said, and covers whatever comes."""
    ever = any(state.decided and state.decided.scope == "run" for state in run.calls.values())
    return decide(changed(run, granted=frozenset({"search", "open", "send"})) if ever else run, now)


def answers_with_a_stale_draft(run: Run, now: float) -> Next:
    if run.rounds and run.rounds[-1].reply.text and run.round is None and not run.ended:
        return WriteDown(Answered(answer=Answer(text=run.rounds[-1].reply.text)))
    return decide(run, now)


def answers_unchecked(run: Run, now: float) -> Next:
    draft = run.round
    if draft and not draft.calls and not run.ended:
        return WriteDown(Answered(answer=Answer(text=draft.reply.text)))
    return decide(run, now)


def makes_calls_again(run: Run, now: float) -> Next:
    return decide(changed(run, made=lambda call: ""), now)


def forgets_what_is_superseded(run: Run, now: float) -> Next:
    """What somebody said changes nothing about the calls that were shown before it."""

    def mistaken(state: CallState) -> CallState:
        return as_approved(state) if run.superseded(state) and state.position >= 0 else state

    return decide(changed(with_calls(run, mistaken), superseded=lambda state: False), now)


def counts_no_rounds(run: Run, now: float) -> Next:
    return decide(with_rules(run, rounds=1_000), now)


def counts_no_calls(run: Run, now: float) -> Next:
    return decide(with_rules(run, searches=1_000, pages=1_000), now)


def makes_up_outcomes(run: Run, now: float) -> Next:
    if run.running and not run.ended:
        note = Result(note="brought by nobody")
        return WriteDown(Returned(step=f"call.{run.running[0].call.id}", outcome="ok", result=note))
    return decide(run, now)


def closes_twice(run: Run, now: float) -> Next:
    closed = [state for state in run.calls.values() if state.returned]
    if closed and not run.ended:
        return WriteDown(Returned(step=f"call.{closed[0].call.id}", outcome="failed"))
    return decide(run, now)


def does_not_listen(run: Run, now: float) -> Next:
    if run.understood is None and run.intents and not run.ended:
        _, intent = run.intents[-1]
        return decide(changed(run, understood=Understood(step="understand.0", intent=intent)), now)
    return decide(run, now)


def asks_for_ever(run: Run, now: float) -> Next:
    return decide(changed(run, askable=lambda intent: intent.unclear), now)


def does_not_stop(run: Run, now: float) -> Next:
    deaf = isinstance(run.ended, Stopped) and run.length < 100  # then it gives in, so that the history ends
    return decide(changed(run, ended=None) if deaf else run, now)


def drops_tools_on_a_remark(run: Run, now: float) -> Next:
    following = decide(run, now)
    if isinstance(following, Do) and run.understood is None:
        return Do(tuple(step for step in following.steps if step.call is None), following.until)
    return following


def repeats_everything(run: Run, now: float) -> Next:
    """A call that was lost with its process is always begun again."""
    following = decide(run, now)
    if isinstance(following, Do):
        again = (Step(s.id, s.call and s.call.model_copy(update={"repeatable": True})) for s in following.steps)
        return Do(tuple(again), following.until)
    return following


def does_everything_at_once(run: Run, now: float) -> Next:
    following = decide(run, now)
    if isinstance(following, Do) and any(step.call for step in following.steps):
        ready = (state for state in run.open_calls if state.started or not run.needs_person(state))
        return Do(tuple(Step(f"call.{state.call.id}", state.call) for state in ready), following.until)
    return following


def waits_for_ever(run: Run, now: float) -> Next:
    return Wait(None) if run.round and run.round.checked and not run.ended else decide(run, now)


FAULTS: tuple[tuple[Decide, Callable[[Facts], bool]], ...] = (
    (ignores_approval, approved_by_the_asker),
    (takes_no_for_yes, a_no_is_a_no),
    (approves_siblings, approved_by_the_asker),
    (takes_silence_for_yes, approved_by_the_asker),
    (keeps_grants, approved_by_the_asker),
    (answers_with_a_stale_draft, answers_are_fresh),
    (answers_unchecked, answers_are_fresh),
    (makes_calls_again, no_call_succeeds_twice),
    (forgets_what_is_superseded, a_remark_supersedes),
    (counts_no_rounds, rounds_hold),
    (counts_no_calls, budgets_hold),
    (makes_up_outcomes, outcomes_are_true),
    (closes_twice, comes_to_an_end),
    (does_not_listen, everything_said_is_understood),
    (asks_for_ever, two_askings_at_most),
    (does_not_stop, nothing_starts_after_the_end),
    (drops_tools_on_a_remark, a_remark_cancels_no_tool),
    (repeats_everything, the_unrepeatable_happens_once),
    (does_everything_at_once, no_twins_under_way),
    (waits_for_ever, comes_to_an_end),
)
ENOUGH = 150  # histories within which each of these faults has to show


@pytest.mark.parametrize(("fault", "invariant"), FAULTS, ids=lambda one: one.__name__)
async def test_a_broken_core_is_caught(fault: Decide, invariant: Callable[[Facts], bool]) -> None:
    for seed in range(ENOUGH):
        if str(invariant.__doc__) in await history(seed, fault):
            return
    pytest.fail(f"{ENOUGH} histories did not notice")
