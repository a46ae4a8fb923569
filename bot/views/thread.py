"""messages(run, live, now, sign) -> {slot: Card}: the thread of a run as it should stand. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter

from agent.carrier import Live
from agent.facts import Answered, Stopped
from agent.run import Run, Waiting
from bot.tokens import Sign
from bot.views.answer import answer
from bot.views.approval import approval, arguments
from bot.views.blocks import Card
from bot.views.progress import progress, stopped
from bot.views.question import question
from bot.views.reminder import reminder


def messages(run: Run, live: Live, now: float, sign: Sign) -> dict[str, Card]:
    """Every message by its slot, in the order in which they are posted. `now` in Unix seconds.

    "progress" is always there and becomes the answer in the end; "question.P" and "approval.P" belong to the fact at
    position P, "approval.P.1", … hold the calls that card cannot, "arguments.P.K" those of call K that are too long
    for it; "reminder.P" speaks of either; "answer.2", … hold what the first message cannot.
    """
    now = run.now(now)
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
    """Questions, requests and reminders by their position."""
    everything: tuple[Waiting, ...] = (*run.askings, *run.cards)
    for waiting in everything:
        if waiting.position in run.reminded:
            at = run.reminded[waiting.position]
            yield at, [(f"reminder.{waiting.position}", reminder(run, waiting, now))]
    for asking in run.askings:
        yield asking.position, [(f"question.{asking.position}", question(run, asking, sign))]
    for request in run.cards:
        above = arguments(run, request).items()
        attached = [(f"arguments.{request.position}.{number}", card) for number, card in above]
        cards = _slots(f"approval.{request.position}", approval(run, request, now, sign))
        yield request.position, [*attached, *cards]


def _slots(slot: str, cards: Iterable[Card]) -> Iterator[tuple[str, Card]]:
    for number, card in enumerate(cards):
        yield (f"{slot}.{number}" if number else slot), card
