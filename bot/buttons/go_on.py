"""Go on with a question that could not be finished: a new run, which begins with what this one had opened."""

from __future__ import annotations

from bot.buttons import retry
from bot.buttons.outcome import Again, Outcome, Press


def press(press: Press) -> Outcome:
    outcome = retry.press(press)
    return Again(goes_on=True) if isinstance(outcome, Again) else outcome
