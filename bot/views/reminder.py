"""One reminder of what waits, halfway through its time, and the word that it is settled. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.run import Asking, Run, Waiting
from agent.run import Card as Request
from bot.speech import Speech
from bot.views.blocks import Block, Card, moment, rich, section, text, user
from bot.views.plain import card
from bot.views.wording import called_upon, highest, tongue, undecided, woven


def reminder(run: Run, waiting: Waiting, now: float) -> Card:
    """Names those it waits for as users, whom Slack notifies, as long as it does."""
    say = tongue(run)
    if _open(run, waiting, now):
        parts = [section(*_waits(say, run, waiting, now))]
    else:
        parts = [section(text(say("reminder-settled"), "italic"))]
    return card("note", [rich("headline", *parts)], highest(run), run.names)


def _open(run: Run, waiting: Waiting, now: float) -> bool:
    still = {one.position for one in run.waits}
    return run.ended is None and waiting.position in still and now < waiting.expires


def _waits(say: Speech, run: Run, waiting: Waiting, now: float) -> Iterator[Block]:
    put = {"who": list(_to_whom(run, waiting)), "when": [moment(waiting.expires)]}
    match waiting:
        case Asking():
            yield from woven(say, "reminder-questions", put, n=len(waiting.unanswered))
        case Request():
            calls = sum(undecided(run, state, now) for state in waiting.calls)
            yield from woven(say, "reminder-calls", put, n=calls)


def _to_whom(run: Run, waiting: Waiting) -> Iterator[Block]:
    """Questions are the asker's; calls are for whoever decides."""
    asking = isinstance(waiting, Asking)
    own = [run.asked.by] if asking or run.asked.rules.own else []
    for at, by in enumerate([*own, *([] if asking else called_upon(run))]):
        yield from [text(", ")] if at else []
        yield user(by)
