"""Approve every call of a card that still waits."""

from agent.facts import Decided
from bot.buttons.outcome import Outcome, Press, Tell, Word, decidable, waiting_on


def press(press: Press) -> Outcome:
    if refusal := decidable(press):
        return refusal
    waiting = [state.call for state in waiting_on(press, press.parts[2])]
    if not waiting:
        return Word(press.say("nothing-waits"))
    return Tell(
        tuple(
            Decided(call_id=call.id, digest=call.digest, by=press.by, name=press.name, verdict="approve")
            for call in waiting
        )
    )
