"""Stop the run."""

from agent.facts import Stopped
from bot.buttons.outcome import Outcome, Press, Tell, Word, over
from bot.views.wording import stoppers


def press(press: Press) -> Outcome:
    if not press.run.may_stop(press.by):
        return Word(press.say("only-stop", who=stoppers(press.say, press.run)))
    return over(press) or Tell((Stopped(why="person", by=press.by, name=press.name),))
