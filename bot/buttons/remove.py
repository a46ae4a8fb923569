"""Take what a run that has ended said out of the thread."""

from agent.facts import Removed
from bot.buttons.outcome import Outcome, Press, Tell, Word, not_theirs


def press(press: Press) -> Outcome:
    if word := not_theirs(press):
        return word
    if press.run.unknown:
        return Word(press.say("newer-version"))
    if press.run.removed:
        return Word(press.say("already-removed"))
    if not press.run.ended:
        return Word(press.say("still-at-work"))
    return Tell((Removed(by=press.by, name=press.name),))
