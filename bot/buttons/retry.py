"""Ask the same question again, as a new run with fresh approvals."""

from bot.buttons.outcome import NOT_YOURS, Again, Outcome, Press, Word


def press(press: Press) -> Outcome:
    if press.by != press.run.asked.by:
        return Word(NOT_YOURS)
    return Again() if press.run.ended else Word("This run is still at work.")
