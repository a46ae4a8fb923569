"""Stop the run."""

from agent.facts import Stopped
from bot.buttons.outcome import Outcome, Press, Tell, pressable


def press(press: Press) -> Outcome:
    return pressable(press) or Tell((Stopped(why="person", by=press.by),))
