"""Approve what waits, and let the tools shown so far go on without asking until something new is said or called."""

from agent.facts import Decided
from bot.buttons import approve_all
from bot.buttons.outcome import Outcome, Press, Tell


def press(press: Press) -> Outcome:
    outcome = approve_all.press(press)
    if not isinstance(outcome, Tell):
        return outcome
    return Tell(tuple(f.model_copy(update={"scope": "run"}) for f in outcome.facts if isinstance(f, Decided)))
