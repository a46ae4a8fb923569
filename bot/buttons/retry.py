"""Ask the same question again, as a new run with fresh approvals."""

from agent.facts import FORGOTTEN
from bot.buttons.outcome import Again, Outcome, Press, Word, not_theirs


def press(press: Press) -> Outcome:
    if word := not_theirs(press):
        return word
    if press.run.removed:
        return Word(press.say("already-removed"))
    if press.run.ended and press.run.wording(press.run.asked.message) in ("", FORGOTTEN):
        return Word(press.say("question-gone"))
    return Again() if press.run.ended else Word(press.say("still-at-work"))
