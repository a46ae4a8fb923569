"""Take what a run that has ended said out of the thread."""

from agent.facts import Removed
from bot.buttons.outcome import Outcome, Press, Tell, Word


def press(press: Press) -> Outcome:
    if press.by != press.run.asked.by:
        return Word(press.say("not-yours"))
    if press.run.unknown:
        return Word(press.say("newer-version"))
    if press.run.removed:
        return Word(press.say("already-removed"))
    if not press.run.ended:
        return Word(press.say("still-at-work"))
    return Tell((Removed(by=press.by, name=press.name),))
