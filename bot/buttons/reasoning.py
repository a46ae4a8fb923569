"""Show what the model thought, and every step; to anybody who sees the thread."""

from bot.buttons.outcome import Open, Outcome, Press, Word
from bot.views.reasoning import modal


def press(press: Press) -> Outcome:
    if press.run.removed:
        return Word(press.say("already-removed"))
    return Open(modal(press.say, press.run, press.now), "reasoning")
