"""How a run ends before its work is done: with what is supported so far, and what is missing. Pure.

Nothing here is a claim of the program's own: it is a checked draft of the model's, or a plain list of sources.
"""

from __future__ import annotations

from agent.facts import Answer, Source, Stopped
from agent.ledger import canonical_address
from agent.run import Round, Run

FOUND_AT_MOST = 20  # sources that a list holds beside the opened ones
# Why a run ended early, in words that bot/views/relayed.py knows.
ROUNDS = "The rounds that one question may use are used up."
TIME = "The time that one question may take is over."
USED_UP = "What one question may use is used up."
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
    if answer.mode == "chat" or reply.declined:
        return answer
    if not (answer.text.strip() or answer.unconfirmed or answer.candidates or answer.dropped):
        return partial(run, answer.missing if reply.cut else NOTHING) or answer
    why = _cut(run, draft, now)
    if not why or not gathered(run):
        return answer
    supported = [one for one in run.drafts if one.statements or one.candidates][-1:] or [answer]
    return supported[0].model_copy(update={"partial": True, "missing": why})


def _cut(run: Run, draft: Round, now: float) -> str:
    """Why there is no more to a draft than this; "" where the model had come to its end by itself: it had still made
    calls the round before, or there are faults that it would have to mend."""
    before = run.rounds[-2] if len(run.rounds) > 1 else None
    searching = draft.last and before is not None and bool(before.calls) and not run.overdue
    if not searching and not (draft.checked and draft.checked.faults):
        return ""
    return TIME if run.overtime(now) else ROUNDS


def why(run: Run, stopped: Stopped) -> str:
    """Why a run is about to stop without an answer, in words for `partial`."""
    if stopped.why == "spent":
        return f"The budget of this day is used up until {stopped.until:.0f}."
    if stopped.why == "failed":
        return (run.failure.result.note if run.failure else "") or FAILED
    return ROUNDS if run.rounds_left <= 0 else USED_UP
