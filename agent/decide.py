"""decide(run, now) -> Next: the whole behaviour of a run on one page. Pure: no clock, no model, no thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agent import ending
from agent.facts import (
    Answered,
    ApprovalRequested,
    AskedBack,
    Call,
    Outcome,
    Reminded,
    Request,
    Result,
    Returned,
    Said,
    Stopped,
)
from agent.facts import Anything as Fact
from agent.request.context import is_due
from agent.request.foreign import told
from agent.request.space import question_limit
from agent.request.tokens import escaped, tokens
from agent.run import BEFORE, CallState, Run

AT_ONCE = 4  # calls of one round that run together
FACTS_AT_MOST = 2_000  # a bound that only a fault or an endless argument reaches
HOUR = 3600.0
MADE_BEFORE = (
    "this call was made before the work went on; it is not made again, what is kept of it stands above, and read_on "
    "or read_file shows more"
)


@dataclass(frozen=True)
class Step:
    """One effect: its id ("reply.3", "call.3.1"), the call where it is one, and whether it is the last reply because
    the time is over."""

    id: str
    call: Call | None = None
    last: bool = False

    @property
    def kind(self) -> str:
        return self.id.partition(".")[0]


@dataclass(frozen=True)
class Do:
    """Exactly these steps should be under way; look again at `until` (Unix seconds) at the latest."""

    steps: tuple[Step, ...]
    until: float | None = None


@dataclass(frozen=True)
class WriteDown:
    """This fact follows from what is known."""

    fact: Fact


@dataclass(frozen=True)
class Wait:
    """Nothing to do before somebody says something, or until this time (Unix seconds)."""

    until: float | None


@dataclass(frozen=True)
class Finish:
    """The run has ended, or belongs to a newer process."""


Next = Do | WriteDown | Wait | Finish


def decide(run: Run, now: float) -> Next:
    """What comes next, the first of these that has a word: close what is settled, read the thread, understand it,
    ask back, ask for approval, make the approved calls, shorten what is too long, and only then let the model speak
    again."""
    if run.ended or run.unknown:
        return Finish()
    if run.length >= FACTS_AT_MOST:
        return WriteDown(Stopped(why="budget"))
    for rule in _RULES:
        following = rule(run, now)
        if following is not None:
            return _gracefully(run, following)
    raise AssertionError("the last rule always has a word")


def _gracefully(run: Run, following: Next) -> Next:
    """Instead of an end without an answer, what there is: once nothing is under way that may bring more."""
    fact = following.fact if isinstance(following, WriteDown) else None
    if not isinstance(fact, Stopped) or fact.why not in ("budget", "spent", "failed"):
        return following
    answer = ending.partial(run, ending.why(run, fact))
    if answer is None:
        return following
    return _do(run) if run.running else WriteDown(Answered(answer=answer))


def _settle(run: Run, now: float) -> Next | None:
    """Calls that will not be made get their outcome at once, so that every call has one."""
    for state in run.open_calls:
        settled = None if state.started else _settled(run, state, now)
        if settled is not None:
            return WriteDown(settled)
    return None


def _settled(run: Run, state: CallState, now: float) -> Returned | None:
    call, decided = state.call, state.decided
    if run.superseded(state):
        return _close(call, "dropped", "superseded by what was said since")
    if state.became:
        return _close(call, "dropped", "changed by a person")
    if call.error:
        return _close(call, "failed", call.error)
    if made := run.made(call):
        return _close(call, "ok", MADE_BEFORE if made == BEFORE else "")
    if decided and decided.verdict == "reject":
        return _close(call, "refused", decided.comment)
    if (run.undecided(state) and now >= state.expires) or _too_late(run, state):
        return _close(call, "expired", "nobody decided in time")
    if run.overtime(now):
        return _close(call, "failed", "the time for this question is over")
    if run.left(call.budget) == 0:
        return _close(call, "failed", f"{ending.NO_CALLS} ({call.budget}) is spent")
    return None


def _too_late(run: Run, state: CallState) -> bool:
    """A run that ends with what it has asks nobody anew, but for what a person has just changed."""
    return bool(run.overdue) and state.position < 0 and not state.changed and run.needs_person(state)


def _close(call: Call, outcome: Outcome, note: str) -> Returned:
    return Returned(step=f"call.{call.id}", outcome=outcome, result=Result(note=note))


def _remind(run: Run, now: float) -> Next | None:
    """Once, when half of the time is over."""
    for waiting in run.waits:
        if waiting.position not in run.reminded and run.due(waiting) <= now < waiting.expires:
            return WriteDown(Reminded(of=waiting.position))
    return None


def _long(run: Run, now: float) -> Next | None:
    """A question that is more than the model can read at once, beside what has to stand there, is refused before
    anything is asked. So is any question where the model reads too little to work at all: then there is no limit."""
    limit = question_limit(run.asked.rules)
    asked = run.wording(run.asked.message) or ""
    too_long = tokens(escaped(told(asked))) > limit or not limit
    return WriteDown(Stopped(why="long", limit=limit)) if too_long else None


def _recall(run: Run, now: float) -> Next | None:
    if run.recalled:
        return None
    return _failed(run, "recall") or _do(run, Step(run.step("recall")))


def _understand(run: Run, now: float) -> Next | None:
    if run.understood is None:
        return _failed(run, "understand") or _do(run, Step(run.step("understand")))
    return WriteDown(Stopped(why="unreadable")) if run.intent is None else None


def _clarify(run: Run, now: float) -> Next | None:
    asking, intent = run.asking, run.intent
    if asking:
        return _await_answers(run, now)
    if intent is None or intent.mode != "clarify":
        return None
    questions = run.askable(intent)
    expires = now + run.asked.rules.question_hours * HOUR
    return WriteDown(AskedBack(questions=questions, expires=expires)) if questions else None


def _await_answers(run: Run, now: float) -> Next:
    asking = run.asking
    assert asking is not None
    if now < asking.expires:
        return _do(run, until=run.due(asking))
    defaults = {question.id: question.default for question in asking.unanswered}
    return WriteDown(Said(message=f"default.{asking.position}", answers=defaults, defaults=True))


def _request(run: Run, now: float) -> Next | None:
    """One card for all calls of a round that a person has to see."""
    unseen = [state for state in run.open_calls if state.position < 0 and _held(run, state)]
    unasked = [state for state in unseen if not run.behind(state)]
    if not unasked:
        return None
    requests = tuple(Request(call_id=state.call.id, digest=state.call.digest) for state in unasked)
    return WriteDown(ApprovalRequested(requests=requests, expires=now + run.asked.rules.approval_hours * HOUR))


def _held(run: Run, state: CallState) -> bool:
    return not state.started and run.needs_person(state)


def _work(run: Run, now: float) -> Next | None:
    if not run.open_calls:
        return None
    waiting = [state for state in run.open_calls if _held(run, state)]
    ready = [state for state in run.open_calls if not state.started and state not in waiting]
    return _do(run, *_affordable(run, ready), until=min(map(run.due, run.waits), default=None))


def _affordable(run: Run, ready: list[CallState]) -> list[Step]:
    """Calls that may begin now: four at a time, none twice, none over its budget."""
    steps: list[Step] = []
    seen = {(state.call.tool, state.call.arguments) for state in run.running}
    planned: dict[str, int] = {}
    for state in ready[: max(0, AT_ONCE - len(run.running))]:
        call, left = state.call, run.left(state.call.budget)
        planned[call.budget] = planned.get(call.budget, 0) + 1
        if (call.tool, call.arguments) in seen or (left is not None and planned[call.budget] > left):
            continue
        seen.add((call.tool, call.arguments))
        steps.append(_call_step(state))
    return steps


def _compact(run: Run, now: float) -> Next | None:
    """Before the model speaks about more than it can read, what came before is put in a few words. Where that failed
    twice the context is cut instead: no run ends because of it."""
    draft = run.round
    done = draft is not None and not draft.calls and not (draft.checked and draft.checked.faults)
    given_up = run.failures["compact"] >= 2 or run.rounds_left <= 0 or run.overtime(now)
    if done or given_up or not is_due(run):
        return None
    return _do(run, Step(run.step("compact")))


def _speak(run: Run, now: float) -> Next | None:
    draft = run.round
    if draft and not draft.calls and draft.checked is None:
        return _failed(run, "check") or _do(run, Step(run.step("check")))
    begun = run.begun(run.step("reply"))  # the last round may be mending the draft just now
    over = run.overtime(now)
    if draft and draft.checked and (not draft.checked.faults or ((over or not run.speaks_on) and not begun)):
        return WriteDown(Answered(answer=ending.answered(run, draft, now)))
    failed = _failed(run, "reply")
    if failed is None and not run.speaks_on and not begun:
        return WriteDown(Stopped(why="budget"))
    return failed or _do(run, Step(run.step("reply"), last=over))


_RULES: tuple[Callable[[Run, float], Next | None], ...] = (
    _settle,
    _remind,
    _long,
    _recall,
    _understand,
    _clarify,
    _request,
    _work,
    _compact,
    _speak,
)


def _failed(run: Run, kind: str) -> Next | None:
    """A step that failed twice in a row, or for good, ends the run: said in the thread, with Retry."""
    if run.failures[kind] < 2:
        return None
    failure = run.failure
    if failure and failure.long and kind == "understand" and not run.rounds:
        return WriteDown(Stopped(why="long", limit=question_limit(run.asked.rules)))
    if failure and failure.spent:
        why: Literal["spent", "budget"] = "spent" if failure.spent == "day" else "budget"
        return WriteDown(Stopped(why=why, until=failure.until))
    return WriteDown(Stopped(why="failed", ref=failure.ref if failure else ""))


def _call_step(state: CallState) -> Step:
    return Step(f"call.{state.call.id}", state.call)


def _do(run: Run, *steps: Step, until: float | None = None) -> Next:
    """These steps beside the calls already under way: a remark does not undo a call."""
    wanted = (*(_call_step(state) for state in run.running), *steps)
    return Do(wanted, until) if wanted else Wait(until)
