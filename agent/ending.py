"""How a run ends before its work is done: with what is supported so far, and what is missing. Pure.

Nothing here is a claim of the program's own: it is a checked draft of the model's, or a plain list of sources.
"""

from __future__ import annotations

from agent.answers.asides import is_admission
from agent.facts import Answer, Source, Stopped
from agent.ledger import canonical_address
from agent.markdown.marks import rewritten
from agent.run import CallState, Round, Run

DAY = 86_400.0
NO_CALLS = "the budget for this kind of call"  # how the note on a call begins that could not be made any more
_SHORT = 200  # characters
_SIGNS = set(" \t\r\n.,;:!?…()[]{}-–—_*#>\"'“”„«»「」、。")  # say nothing by themselves
FOUND_AT_MOST = 20  # sources that a list holds beside the opened ones
# Why a run ended early, in words that bot/views/relayed.py knows.
ROUNDS = "The rounds that one question may use are used up."
TIME = "The time that one question may take is over."
USED_UP = "What one question may use is used up."
CALLS = "The searches, pages or files that one question may use are used up."
SMALL_RUN = "A single call may cost more than one question may use."
SMALL_DAY = "A single call may cost more than the budget of a day."
FAILED = "The model failed before the work was done."
NOTHING = "The model returned nothing that can be used."


def partial(run: Run, why: str) -> Answer | None:
    """What a run that ends early can give: the last checked draft since people spoke of which sources carry anything;
    else what was opened and found; None where there is nothing at all."""
    carried = [draft for draft in run.drafts if draft.statements or draft.candidates]
    if carried:
        return carried[-1].model_copy(update={"partial": True, "missing": why})
    if found := gathered(run):
        return Answer(sources=found, assumed=run.assumed, partial=True, missing=why)
    return None


def gathered(run: Run) -> tuple[Source, ...]:
    """What a run opened, and then what it only found, each by number; what only earlier answers cite is not of it."""
    seen = [source for source in run.sources if canonical_address(source.address) in run.leads]
    opened = [source for source in seen if run.ledger.is_open(source.number)]
    return (*opened, *[source for source in seen if source not in opened][:FOUND_AT_MOST])


def answered(run: Run, draft: Round, now: float) -> Answer:
    """The answer of a checked draft that is not sent back: whole, or partial where it could not be finished."""
    assert draft.checked is not None
    answer, reply = draft.checked.answer, draft.reply
    if answer.mode == "chat":
        return answer
    if reply.declined and not answer.statements:
        return partial(run, answer.missing) or answer
    listed = answer.candidates or answer.dropped
    set_apart = answer.unconfirmed or answer.denied or is_admission(reply.text)
    if _says_nothing(answer.text) and not (set_apart or listed):
        return partial(run, answer.missing if reply.cut else NOTHING) or answer
    why = answer.missing if reply.declined else _cut(run, draft, now)
    if not why:
        return answer
    supported = [one for one in run.drafts if one.statements or one.candidates][-1:] or [answer]
    return supported[0].model_copy(update={"partial": True, "missing": why})


def _says_nothing(text: str) -> bool:
    """Whether a text is at most the numbers of sources, and signs that stand around them. An operator, say, or a tick
    can be what was asked for."""
    return len(text) <= _SHORT and not set(rewritten(text, lambda _: "")) - _SIGNS


def _cut(run: Run, draft: Round, now: float) -> str:
    """Why there is no more to a draft than this; "" where the model had come to its end by itself. It had not where
    it had still made calls the round before its last, or calls that could not be made any more, or where there are
    faults that it would have to mend."""
    before = run.rounds[-2].calls if len(run.rounds) > 1 else []
    refused = next((why for state in before if (why := _refused(state))), "")
    kept_from_it = not before and not run.ledger.sources and _searches(run)  # it was the last before it could begin
    searching = draft.last and (bool(before) or kept_from_it) and not run.overdue
    if not searching and not (draft.checked and draft.checked.faults):
        return refused
    return refused or _used_up(run, draft, now)


def _searches(run: Run) -> bool:
    """Whether the task is one that rests on what has to be found first."""
    return run.intent is not None and run.intent.mode == "research" and not run.intent.thread


def _refused(state: CallState) -> str:
    """Why a call was not made that something was used up for; "" for any other."""
    returned = state.returned
    if returned is None:
        return ""
    if returned.spent:
        return _day(returned.until) if returned.spent == "day" else USED_UP
    return CALLS if not state.started and returned.result.note.startswith(NO_CALLS) else ""


def _used_up(run: Run, draft: Round, now: float) -> str:
    last = draft.reply.last
    if last == "time" or (not last and run.overtime(now)):
        return TIME
    if last == "day":
        return _day((now // DAY + 1) * DAY)
    return ROUNDS if last == "rounds" or run.rounds_left <= 0 else USED_UP


def _day(until: float) -> str:
    """The word on a day's budget, which begins anew then."""
    return f"The budget of this day is used up until {until:.0f}." if until else SMALL_DAY


def why(run: Run, stopped: Stopped) -> str:
    """Why a run is about to stop without an answer, in words for `partial`."""
    if stopped.why == "spent":
        return _day(stopped.until)
    if stopped.why == "failed":
        return (run.failure.result.note if run.failure else "") or FAILED
    if run.failure and run.failure.result.note == SMALL_RUN:
        return SMALL_RUN
    return ROUNDS if run.rounds_left <= 0 else USED_UP
