"""One reminder of what waits, halfway through its time, and the word that it is settled. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from agent.run import Asking, Run, Waiting
from agent.run import Card as Request
from bot.views.blocks import Block, Card, moment, rich, section, text, user
from bot.views.plain import card
from bot.views.wording import called_upon, counted, highest, undecided


def reminder(run: Run, waiting: Waiting, now: float) -> Card:
    """Names those it waits for as users, whom Slack notifies, as long as it does."""
    parts = [section(text("Settled meanwhile.", "italic"))]
    if _open(run, waiting, now):
        parts = [section(*_to_whom(run, waiting), text("still waiting for you: ", "bold"), *_what(run, waiting, now))]
    return card("note", [rich("headline", *parts)], highest(run), run.names)


def _open(run: Run, waiting: Waiting, now: float) -> bool:
    still = {one.position for one in run.waits}
    return run.ended is None and waiting.position in still and now < waiting.expires


def _to_whom(run: Run, waiting: Waiting) -> Iterator[Block]:
    """Questions are the asker's; calls are for whoever decides."""
    asking = isinstance(waiting, Asking)
    own = [run.asked.by] if asking or run.asked.rules.own else []
    for by in [*own, *([] if asking else called_upon(run))]:
        yield user(by)
        yield text(", ")


def _what(run: Run, waiting: Waiting, now: float) -> Iterator[Block]:
    match waiting:
        case Asking():
            yield text(f"{counted(len(waiting.unanswered), 'question')} above. Without an answer by ")
            yield moment(waiting.expires)
            yield text(" I take the defaults.")
        case Request():
            calls = sum(undecided(run, state, now) for state in waiting.calls)
            yield text(f"{counted(calls, 'call')} above. What nobody decides on by ")
            yield moment(waiting.expires)
            yield text(" is not done, and I answer with what I have.")
