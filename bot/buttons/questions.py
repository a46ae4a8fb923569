"""What the buttons under clarifying questions have in common. Pure."""

from agent.run import Asking
from bot.buttons.outcome import Press, Word


def asking_of(press: Press) -> Asking | Word:
    """The questions that a token of the form (name, run, position, …) is about, if they are still open."""
    asking = press.run.asking
    if asking is None or str(asking.position) != press.parts[2]:
        return Word(press.say("questions-settled"))
    return Word(press.say("questions-expired")) if press.now >= asking.expires else asking
