"""messages(run, live, now, sign) -> {slot: Card}: the thread of a run as it should stand. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter

from agent.carrier import Live
from agent.facts import Answered, Stopped
from agent.run import Run
from bot.tokens import Sign
from bot.views.answer import answer
from bot.views.approval import approval
from bot.views.blocks import Card
from bot.views.progress import progress, stopped
from bot.views.question import question


def messages(run: Run, live: Live, now: float, sign: Sign) -> dict[str, Card]:
    """Every message by its slot, in the order in which they are posted. `now` in Unix seconds.

    "progress" is always there and becomes the answer in the end; "question.P" and "approval.P" belong to the fact at
    position P, "approval.P.1", … hold what that card cannot; "answer.2", … what the first message cannot.
    """
    first, *further = _first(run, live, now, sign)
    return {
        "progress": first,
        **{slot: card for _, cards in sorted(_between(run, now, sign), key=itemgetter(0)) for slot, card in cards},
        **{f"answer.{number}": card for number, card in enumerate(further, 2)},
    }


def _first(run: Run, live: Live, now: float, sign: Sign) -> tuple[Card, ...]:
    match run.ended:
        case Answered(answer=said):
            return answer(run, said, sign)
        case Stopped() as fact:
            return (stopped(run, fact, sign),)
        case None:
            return (progress(run, live, now, sign),)


def _between(run: Run, now: float, sign: Sign) -> Iterator[tuple[int, list[tuple[str, Card]]]]:
    """Questions and requests by their position."""
    for asking in run.askings:
        yield asking.position, [(f"question.{asking.position}", question(run, asking, sign))]
    for request in run.cards:
        yield request.position, list(_slots(f"approval.{request.position}", approval(run, request, now, sign)))


def _slots(slot: str, cards: Iterable[Card]) -> Iterator[tuple[str, Card]]:
    for number, card in enumerate(cards):
        yield (f"{slot}.{number}" if number else slot), card
