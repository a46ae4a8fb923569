"""Approve one call."""

from agent.facts import Decided
from bot.buttons.outcome import Outcome, Press, Tell, Word, call_of, decidable


def press(press: Press) -> Outcome:
    state = decidable(press) or call_of(press)
    if isinstance(state, Word):
        return state
    decided = Decided(
        call_id=state.call.id, digest=state.call.digest, by=press.by, name=press.name, verdict="approve"
    )
    return Tell((decided,))
