"""Stop the run."""

from agent.facts import Stopped
from bot.buttons.outcome import ENDED, NOT_YOURS, Outcome, Press, Tell, Word


def press(press: Press) -> Outcome:
    if not press.run.may_stop(press.by):
        return Word(NOT_YOURS)
    return Word(ENDED) if press.run.ended else Tell((Stopped(why="person", by=press.by, name=press.name),))
