"""messages(run, live, now, sign) -> {slot: Card}: the thread of a run as it should stand. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from agent.carrier import Live
from agent.facts import Answered, Stopped
from agent.run import Run, Waiting
from bot.tokens import Sign
from bot.views.answer import answer
from bot.views.approval import approval, arguments
from bot.views.blocks import Block, Card
from bot.views.finished import finished
from bot.views.progress import progress, stopped
from bot.views.question import question
from bot.views.reminder import reminder
from bot.views.told import above, pinging
from bot.views.wording import highest, latest_intent

LONG = 60.0  # seconds after which nobody watches any more
FIRST, PROGRESS = "answer.1", "progress"  # slots
Marks = tuple[object, ...]


def messages(
    run: Run, live: Live, now: float, sign: Sign, *, below: bool = False, links: Mapping[str, str] | None = None
) -> dict[str, Card]:
    """Every message by its slot, in the order in which they are posted; none where all of them are to go. `now` in
    Unix seconds.

    "progress" is always there, and becomes the answer in the end. Where that is to stand `below`, it shrinks to a
    line that leads there (`links` has the addresses of messages, by slot, as far as they are known), and the answer's
    first message is "answer.1". "question.P" and "approval.P" belong to the fact at position P, "approval.P.1", …
    hold the calls that card cannot, "arguments.P.K" those of call K that are too long for it; "reminder.P" speaks of
    either; "answer.2", … hold what the first message cannot.
    """
    if gone(run):
        return {}
    now = run.now(now)
    below = below and run.ended is not None
    first, *further = _first(run, live, now, sign, above(run) if below else ())
    between = {slot: card for _, cards in sorted(_between(run, now, sign), key=itemgetter(0)) for slot, card in cards}
    rest = {f"answer.{number}": card for number, card in enumerate(further, 2)}
    if not below:
        return {PROGRESS: first, **between, **rest}
    line = finished(run, (links or {}).get(FIRST, ""))
    return {PROGRESS: line, **between, FIRST: pinging(run, first), **rest}


def gone(run: Run) -> bool:
    """Whether everything about a run is to go from its thread."""
    return run.removed is not None or (isinstance(run.ended, Stopped) and run.ended.why == "deleted")


def by_the_asker(run: Run) -> bool:
    """Whether whoever asked ended the run themselves: they know."""
    ended = run.ended
    return isinstance(ended, Stopped) and (
        ended.why == "deleted" or (ended.why == "person" and ended.by == run.asked.by)
    )


def told(run: Run) -> bool:
    """Whether the end of a run has to be told: an edit notifies nobody, and whoever asked may have looked away, since
    it took long or waited for somebody. Whoever stops a run themselves knows."""
    if run.ended is None or by_the_asker(run):
        return False
    return run.ended_at - run.asked_at > LONG or bool(run.askings or run.cards)


def marks(run: Run) -> Marks:
    """What the messages beside the progress of a run at work are made of, in short: where it is the same, so are
    they. Making them takes much longer than this."""
    put = [state for state in run.calls.values() if state.position >= 0]
    calls = tuple((one.decided is None, one.started, one.returned is None, one.became is None) for one in put)
    askings = tuple((asking.open, len(asking.answers)) for asking in run.askings)
    intent = latest_intent(run)
    people = (len(run.names), len(run.granted), len(run.said), run.understood is None)
    # The highest number of a source stands in the metadata of each message.
    shown = (len(run.cards), calls, askings, len(run.reminded), people, intent.language if intent else "", run.ended)
    return (highest(run), *shown)


def files(run: Run) -> dict[str, str]:
    """The names of the files that messages of a run carry, by slot."""
    held = ((request, number, card) for request in run.cards for number, card in arguments(run, request).items())
    return {f"arguments.{one.position}.{number}": card.file.name for one, number, card in held if card.file}


def _first(run: Run, live: Live, now: float, sign: Sign, told: Sequence[Block]) -> tuple[Card, ...]:
    """What the first message becomes or, with `told` at its top, what stands in its place at the end."""
    match run.ended:
        case Answered(answer=said):
            return answer(run, said, sign, told)
        case Stopped() as fact:
            return (stopped(run, fact, sign, told),)
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
