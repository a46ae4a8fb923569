"""Random histories: every invariant holds in each of them, and the same histories catch a core that was broken on
purpose. What happens in a history is in histories.py, what must hold in invariants.py."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.carrier import Carrier
from agent.decide import Do, Finish, Next, Step, Wait, WriteDown, decide
from agent.facts import (
    Answer,
    Answered,
    ApprovalRequested,
    Asked,
    Closing,
    Decided,
    Record,
    Reminded,
    Result,
    Returned,
    Source,
    Stopped,
    Understood,
)
from agent.log import NotNow
from agent.request.context import covered, is_due
from agent.run import Asking, CallState, Card, Run
from tests.agent import invariants as must
from tests.agent.histories import history
from tests.agent.invariants import Facts
from tests.agent.worlds import ANNA, BEN, CARA, DORA, Core

Decide = Callable[[Run, float], Next]


# --- the real core -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tens", range(9))
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
    worked_out = {name for name in attributes if isinstance(getattr(Run, name, None), property)}
    other.__class__ = type("Mistaken", (Run,), {name: attributes[name] for name in worked_out})
    for name in attributes.keys() - worked_out:
        setattr(other, name, attributes[name])
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


# --- about people: who may, what they saw, what they changed


def with_rules_read(records: list[Record], **more: object) -> list[Record]:
    """The same facts as somebody would read them who gets the rules wrong."""
    first = records[0].fact if records else None
    if not isinstance(first, Asked):
        return records
    asked = first.model_copy(update={"rules": first.rules.model_copy(update=more)})
    return [dataclasses.replace(records[0], fact=asked), *records[1:]]


def lets_the_asker_decide_always(records: list[Record]) -> list[Record]:
    return with_rules_read(records, own=True)


def lets_strangers_decide(records: list[Record]) -> list[Record]:
    return with_rules_read(records, approvers=(ANNA, BEN, CARA, DORA))


def believes_any_digest(records: list[Record]) -> list[Record]:
    """A press counts for whatever that call is now."""
    shown: dict[str, str] = {}
    read: list[Record] = []
    for record in records:
        fact = record.fact
        if isinstance(fact, ApprovalRequested):
            shown.update((one.call_id, one.digest) for one in fact.requests)
        if isinstance(fact, Decided):
            fact = fact.model_copy(update={"digest": shown.get(fact.call_id, fact.digest)})
        read.append(dataclasses.replace(record, fact=fact))
    return read


def is_changed(state: CallState) -> bool:
    return state.decided is not None and state.decided.verdict == "edit"


def makes_the_original(run: Run, now: float) -> Next:
    """An edit is taken for a yes to what was there before."""

    def mistaken(state: CallState) -> CallState:
        return dataclasses.replace(as_approved(state), became=None) if is_changed(state) else state

    return decide(with_calls(run, mistaken), now)


def makes_what_was_changed_at_once(run: Run, now: float) -> Next:
    """Whoever edits has approved as well."""
    return decide(changed(run, needs_person=lambda one: not one.changed and run.needs_person(one)), now)


def changes_after_the_yes(run: Run, now: float) -> Next:
    """What is made is not what was shown."""
    following = decide(run, now)
    if isinstance(following, Do):
        others = (
            Step(s.id, s.call and s.call.model_copy(update={"arguments": '{"q": "z"}'})) for s in following.steps
        )
        return Do(tuple(others), following.until)
    return following


# --- about the rules: what has to be asked


def treats_writes_like_once(run: Run, now: float) -> Next:
    writes = run.asked.rules.approval == "writes"
    once = lambda one: run.needs_person(one) and one.call.tool not in run.allowed  # noqa: E731
    return decide(changed(run, needs_person=once) if writes else run, now)


def lets_writing_go(run: Run, now: float) -> Next:
    return decide(with_rules(run, approval="off") if run.asked.rules.approval == "writes" else run, now)


def asks_before_it_reads(run: Run, now: float) -> Next:
    return decide(with_rules(run, approval="each") if run.asked.rules.approval == "writes" else run, now)


def forgets_to_ask_the_first_time(run: Run, now: float) -> Next:
    return decide(with_rules(run, approval="off") if run.asked.rules.approval == "once" else run, now)


def asks_about_a_whole_tool_at_once(run: Run, now: float) -> Next:
    return decide(changed(run, behind=lambda one: False), now)


# --- about time: reminders, ends, clocks


def reminds_twice(run: Run, now: float) -> Next:
    return decide(changed(run, reminded=set()) if run.reminded and run.length % 2 and run.length < 100 else run, now)


def reminds_of_what_is_settled(run: Run, now: float) -> Next:
    """Whatever was ever asked is remembered once, also when it is decided."""
    asked: list[Asking | Card] = [*run.askings, *run.cards]
    for one in asked:
        if one.position not in run.reminded and run.due(one) <= now < one.expires and not run.ended:
            return WriteDown(Reminded(of=one.position))
    return decide(run, now)


def reminds_at_once(run: Run, now: float) -> Next:
    def at_once(one: Asking | Card) -> float:
        return one.expires if one.position in run.reminded else one.at

    return decide(changed(run, due=at_once), now)


def goes_on_searching(run: Run) -> Run:
    """As if nobody had been waited for in vain."""
    return changed(run, overdue=(), last_round=lambda step: run.rounds_left <= (1 if run.begun(step) else 0))


def asks_on(run: Run, now: float) -> Next:
    """When nobody decided about the first call of a tool, the next one is shown."""
    return decide(changed(run, overdue=()), now)


def gives_up_at_the_reminder(run: Run, now: float) -> Next:
    late = [one for one in run.calls.values() if run.undecided(one) and one.position in run.reminded]
    if late and not run.ended:
        return WriteDown(Returned(step=f"call.{late[0].call.id}", outcome="expired"))
    return decide(run, now)


def refuses_for_anybody(run: Run, now: float) -> Next:
    """What waits for people is taken for refused."""
    waiting = [one for one in run.calls.values() if run.undecided(one)]
    if waiting and not run.ended:
        return WriteDown(Returned(step=f"call.{waiting[0].call.id}", outcome="refused"))
    return decide(run, now)


# --- about the end


def gives_no_reason(run: Run, now: float) -> Next:
    """A partial answer that does not say why."""
    return partial_with(decide(run, now), missing="")


def lists_what_nobody_found(run: Run, now: float) -> Next:
    """A source that no call brought, and what no draft says."""
    made_up = (Source(number=9, address="https://nowhere.test/", title="Nowhere"),)
    return partial_with(decide(run, now), sources=made_up)


def partial_with(following: Next, **more: object) -> Next:
    fact = following.fact if isinstance(following, WriteDown) else None
    if not isinstance(fact, Answered) or not fact.answer.partial:
        return following
    return WriteDown(Answered(answer=fact.answer.model_copy(update=more)))


def throws_away_what_it_found(run: Run, now: float) -> Next:
    return decide(changed(run, leads=frozenset(), drafts=()), now)


def is_always_late(run: Run, now: float) -> Next:
    return decide(changed(run, overtime=lambda now: run.asked.rules.minutes > 0), now)


def forgets_what_was_done_before(run: Run, now: float) -> Next:
    """Only calls of this run itself are remembered."""
    here = {(one.call.tool, one.call.arguments): id for id, one in run.calls.items() if succeeded(one)}
    return decide(changed(run, made=lambda call: here.get((call.tool, call.arguments), "")), now)


def succeeded(state: CallState) -> bool:
    return state.returned is not None and state.returned.outcome == "ok"


# --- about summaries


def sums_up_for_ever(run: Run, now: float) -> Next:
    """A summary that fails is tried again and again."""
    return decide(changed(run, failures=Counter({**run.failures, "compact": 0})), now)


def sums_up_in_the_midst(run: Run, now: float) -> Next:
    """What came before is put in a few words while calls are open."""
    if run.open_calls and not run.running and covered(run) is not None and is_due(run) and not run.ended:
        return Do((Step(run.step("compact")),))
    return decide(run, now)


def needs_its_summary(run: Run, now: float) -> Next:
    """Without a summary there is no answer."""
    if run.failures["compact"] >= 2 and not run.ended:
        return WriteDown(Stopped(why="failed"))
    return decide(run, now)


class TrustsItsClock(Carrier):
    """Decides by a clock that was put back, though the facts are later."""

    async def _make_so(self, run: Run, following: Do | WriteDown | Wait) -> float | None:
        mistaken = self._decide(run, self._clock())
        return await super()._make_so(run, following if isinstance(mistaken, Finish) else mistaken)


# --- about the log: what ended is written down


class GivesUp(Carrier):
    """Writes an outcome once, and lets it be where the log cannot be used."""

    async def _close(self, outcome: Closing) -> None:
        with contextlib.suppress(NotNow):
            await self._log.close_step(self._thread, self._run, outcome)


class CutsOff(Carrier):
    """Stops also what has ended and only waits to be written down."""

    async def _close(self, outcome: Closing) -> None:
        self._closing.clear()
        await super()._close(outcome)


class LeavesInSilence(Carrier):
    """Whatever ends after it was told to go is not written down."""

    async def _close(self, outcome: Closing) -> None:
        if not self._leaving:
            await super()._close(outcome)


class KeepsOldDecisions(Carrier):
    """Tries again to write down what it decided before the log was gone."""

    async def _make_so(self, run: Run, following: Do | WriteDown | Wait) -> float | None:
        return await self._surely(lambda: Carrier._make_so(self, run, following))


@dataclass(frozen=True)
class Fault:
    """A core that gets one thing wrong, and the invariant that has to notice."""

    name: str
    core: Core
    noticed_by: Callable[[Facts], bool]


def deciding(fault: Decide, noticed_by: Callable[[Facts], bool]) -> Fault:
    return Fault(fault.__name__, Core(decide=fault), noticed_by)


def reading(fault: Callable[[list[Record]], list[Record]], noticed_by: Callable[[Facts], bool]) -> Fault:
    return Fault(fault.__name__, Core(reads=fault), noticed_by)


def seeing(fault: Callable[[Run], Run], noticed_by: Callable[[Facts], bool]) -> Fault:
    return Fault(fault.__name__, Core(lambda run, now: decide(fault(run), now), sees=fault), noticed_by)


def carrying(fault: type[Carrier], noticed_by: Callable[[Facts], bool]) -> Fault:
    return Fault(fault.__name__, Core(carrier=fault), noticed_by)


FAULTS = (
    deciding(ignores_approval, must.let_through),
    deciding(takes_no_for_yes, must.a_no_is_a_no),
    deciding(approves_siblings, must.let_through),
    deciding(takes_silence_for_yes, must.let_through),
    deciding(keeps_grants, must.let_through),
    deciding(answers_with_a_stale_draft, must.answers_are_fresh),
    deciding(answers_unchecked, must.answers_are_fresh),
    deciding(makes_calls_again, must.no_call_succeeds_twice),
    deciding(forgets_what_is_superseded, must.a_remark_supersedes),
    deciding(counts_no_rounds, must.rounds_hold),
    deciding(counts_no_calls, must.budgets_hold),
    deciding(makes_up_outcomes, must.outcomes_are_true),
    deciding(closes_twice, must.comes_to_an_end),
    deciding(does_not_listen, must.everything_said_is_understood),
    deciding(asks_for_ever, must.two_askings_at_most),
    deciding(does_not_stop, must.nothing_starts_after_the_end),
    deciding(drops_tools_on_a_remark, must.a_remark_cancels_no_tool),
    deciding(repeats_everything, must.the_unrepeatable_happens_once),
    deciding(does_everything_at_once, must.no_twins_under_way),
    deciding(waits_for_ever, must.comes_to_an_end),
    deciding(makes_the_original, must.what_was_changed_never_begins),
    deciding(makes_what_was_changed_at_once, must.let_through),
    deciding(changes_after_the_yes, must.carried_out_as_shown),
    deciding(treats_writes_like_once, must.let_through),
    deciding(lets_writing_go, must.let_through),
    deciding(asks_before_it_reads, must.nobody_is_asked_in_vain),
    deciding(forgets_to_ask_the_first_time, must.let_through),
    deciding(asks_about_a_whole_tool_at_once, must.one_of_a_tool_at_a_time),
    deciding(reminds_twice, must.one_reminder),
    deciding(reminds_of_what_is_settled, must.one_reminder),
    deciding(reminds_at_once, must.one_reminder),
    deciding(asks_on, must.an_expiry_is_the_end_of_the_search),
    deciding(gives_up_at_the_reminder, must.closed_for_a_reason),
    deciding(refuses_for_anybody, must.closed_for_a_reason),
    deciding(gives_no_reason, must.a_partial_answer_claims_nothing_new),
    deciding(lists_what_nobody_found, must.a_partial_answer_claims_nothing_new),
    deciding(throws_away_what_it_found, must.nothing_found_is_thrown_away),
    deciding(is_always_late, must.time_is_no_reason_without_a_bound),
    deciding(forgets_what_was_done_before, must.what_was_done_before_is_not_done_again),
    deciding(sums_up_for_ever, must.summaries_are_few_and_tell_of_more_each_time),
    deciding(sums_up_in_the_midst, must.summaries_are_few_and_tell_of_more_each_time),
    deciding(needs_its_summary, must.no_run_ends_for_want_of_a_summary),
    reading(lets_the_asker_decide_always, must.let_through),
    reading(lets_strangers_decide, must.let_through),
    reading(believes_any_digest, must.carried_out_as_shown),
    seeing(goes_on_searching, must.an_expiry_is_the_end_of_the_search),
    carrying(TrustsItsClock, must.whoever_is_asked_has_the_whole_time),
    carrying(KeepsOldDecisions, must.whoever_is_asked_has_the_whole_time),
    carrying(GivesUp, must.no_outcome_is_lost),
    carrying(CutsOff, must.no_outcome_is_lost),
    carrying(LeavesInSilence, must.no_outcome_is_lost),
)
ENOUGH = 400  # histories within which each of these faults has to show


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
async def test_a_broken_core_is_caught(fault: Fault) -> None:
    for seed in range(ENOUGH):
        if str(fault.noticed_by.__doc__) in await history(seed, fault.core):
            return
    pytest.fail(f"{ENOUGH} histories did not notice")
