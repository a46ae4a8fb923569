"""Stop the run."""

from agent.facts import Stopped
from bot.buttons.outcome import NOT_YOURS, Outcome, Press, Tell, Word, over


def press(press: Press) -> Outcome:
    if not press.run.may_stop(press.by):
        return Word(NOT_YOURS)
    return over(press) or Tell((Stopped(why="person", by=press.by, name=press.name),))
