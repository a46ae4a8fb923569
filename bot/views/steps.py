"""What a run has done so far, a line for each step, oldest first. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.facts import Passage, Result, Returned
from agent.run import CallState, Round, Run
from bot.views import safe
from bot.views.wording import called, counted, person

_VERDICTS = {"approve": "approved", "reject": "rejected", "edit": "changed"}
_PASSAGES = 3  # named of one call
_KINDS = {
    "recall": "reading the thread",
    "understand": "understanding the question",
    "reply": "asking the model",
    "check": "checking the answer",
}


def steps(run: Run) -> list[str]:
    """Literal lines: every call with what it brought, drafts that were sent back, and what was said in between."""
    lines: list[tuple[int, str]] = []
    for round in run.rounds:
        lines += [(round.seq, line) for line in _round(run, round)]
    lines += [(seq, f"{person(run, said.by)}: “{said.text}”") for seq, said in run.said if said.text]
    return [line for _, line in sorted(lines, key=lambda pair: pair[0])] + list(_second_try(run))


def _round(run: Run, round: Round) -> Iterator[str]:
    yield from (f"{called(state.call)}: {how_far(run, state)}" for state in round.calls)
    if round.checked and round.checked.faults:
        yield f"the draft was sent back: {counted(len(round.checked.faults), 'point')} to mend"


def _second_try(run: Run) -> Iterator[str]:
    """A step that failed once is tried again; that is why nothing seems to move."""
    kind = run.failure.step.partition(".")[0] if run.failure else ""
    if run.failure and run.failures[kind] == 1 and run.ended is None:
        yield f"{_KINDS.get(kind, kind)} failed, trying once more: {_note(run.failure) or 'no reason was given'}"


def how_far(run: Run, state: CallState) -> str:
    if state.returned:
        return _ended(run, state, state.returned)
    if run.superseded(state):
        return "superseded"
    if state.started:
        return "under way"
    if state.decided:
        return f"{_VERDICTS[state.decided.verdict]} by {person(run, state.decided.by)}"
    return "waits for approval" if state.waiting and run.needs_person(state) else "comes next"


def _ended(run: Run, state: CallState, returned: Returned) -> str:
    note = _note(returned)
    match returned.outcome:
        case "ok":
            return "already done above" if state.same_as else found(returned.result)
        case "failed":
            return f"failed: {note or 'no reason was given'}"
        case "refused":
            return _rejected(run, state, note)
        case "expired":
            return "expired: nobody decided in time"
        case "dropped" if state.decided and state.became:
            return f"changed by {person(run, state.decided.by)}"
        case "dropped":
            return "superseded"
        case "cancelled":
            return "broken off"
        case "unknown":
            return f"nobody knows whether it took effect{': ' + note if note else ''}"


def _rejected(run: Run, state: CallState, note: str) -> str:
    by = f" by {person(run, state.decided.by)}" if state.decided else ""
    comment = (state.decided.comment.strip() if state.decided else "") or note
    return f"rejected{by}: “{comment}”" if comment else f"rejected{by}"


def found(result: Result) -> str:
    """What a call brought, in words: leads, opened parts, and else its own note."""
    parts = [counted(len(result.hits), "hit")] if result.hits else []
    if result.passages:
        parts.append("opened " + "; ".join(_part(one) for one in result.passages[:_PASSAGES]))
    if len(result.passages) > _PASSAGES:
        parts.append(f"and {len(result.passages) - _PASSAGES} more")
    return ", ".join(parts) or result.note.strip() or "nothing found"


def _part(passage: Passage) -> str:
    """Which part of what: a file by its name, a page by its title."""
    page = "://" in passage.address
    name = (passage.title if page else "") or passage.address
    return f"{name} ({passage.where})" if passage.where else name


def _note(returned: Returned) -> str:
    return safe.tidy(returned.result.note).strip()
