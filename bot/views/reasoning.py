"""What the model thought, round by round, and every step in full: a modal one click away from a run's messages. Pure.

The words are the model's own and unverified: they are shown to the letter, as literal text, and marked as what they
are. They go with the other texts of a run that has ended; the steps stay as long as the run does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from agent.carrier import Live
from agent.run import Round, Run
from bot.speech import Speech
from bot.tokens import Sign
from bot.views import safe
from bot.views.blocks import LIMITS, Block, bullets, button, context, rich, section, text
from bot.views.steps import Step, earlier, steps

_ROUNDS = 30  # of a modal's blocks each takes three: its name, what was thought, what was done
_STEPS, _STEP = 100_000, 600  # bytes of all steps in JSON, and of one in UTF-8
_PIECE = 2_900  # bytes of one text
_FRAME = 10_000  # bytes of a view's JSON beside steps and thoughts
_ELEMENT = 60  # bytes of the JSON around one text
_ESCAPED = 3  # bytes of JSON to one of UTF-8, at the worst: what is not ASCII is written as an escape


def buttons(say: Speech, run: Run, sign: Sign, hidden: int) -> list[Block]:
    """The way to the modal, where it shows more than the message it stands under: thoughts, or `hidden` steps."""
    if any(_thoughts(round) for round in run.rounds):
        return [button(say("reasoning-button"), "reasoning", sign("reasoning", run.id))]
    return [button(say("steps-button"), "reasoning", sign("reasoning", run.id))] if hidden > 0 else []


def modal(say: Speech, run: Run, now: float) -> dict[str, Any]:
    """Slack's view object. What does not fit is cut with a note of how much that is."""
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": say("reasoning-title")},
        "close": {"type": "plain_text", "text": say("reasoning-close")},
        "blocks": [context("hint", _about(say, run)), *_rounds(say, run, now)],
    }


def _about(say: Speech, run: Run) -> str:
    if any(_thoughts(round) for round in run.rounds):
        return say("reasoning-unverified")
    return say("reasoning-gone") if _texts_are_gone(run) else say("reasoning-none")


def _texts_are_gone(run: Run) -> bool:
    """Whether the words kept beside the facts have gone: the thoughts with them, if there were any."""
    turns = run.recalled.turns if run.recalled else ()
    return bool(turns) and not any(turn.text for turn in turns)


def _rounds(say: Speech, run: Run, now: float) -> Iterator[Block]:
    """The newest rounds with their thoughts and steps. Whoever thought little leaves room for the others."""
    rounds, listed = run.rounds[-_ROUNDS:], steps(say, run, Live(), now)
    first = rounds[0].seq if rounds else run.length
    before, within = [one for one in listed if one.seq < first], [one for one in listed if one.seq >= first]
    if before:
        yield _listed("steps.0", [earlier(say, before)] if len(run.rounds) > _ROUNDS else _lines(before))
    ends = [*(round.seq for round in rounds[1:]), float("inf")][: len(rounds)]
    shares = _shares([_weight(_thoughts(round)) for round in rounds], LIMITS.view - _FRAME - _STEPS)
    at_most = min(_STEP, _STEPS // max(1, len(within)) // _ESCAPED - _ELEMENT)
    for number, (round, end, share) in enumerate(zip(rounds, ends, shares, strict=True), 1):
        done = [step for step in within if round.seq <= step.seq < end]
        yield from _round(say, len(run.rounds) - len(rounds) + number, round, done, share, at_most)


def _round(say: Speech, number: int, round: Round, done: Sequence[Step], room: int, at_most: int) -> Iterator[Block]:
    thought = list(_thought(say, _thoughts(round), room))
    if thought or done:
        yield rich(f"headline.{number}", section(text(say("round-number", n=number), "bold")))
    if thought:
        yield rich(f"reasoning.{number}", section(*thought))
    if done:
        yield _listed(f"steps.{number}", _lines(done, at_most))


def _listed(block_id: str, lines: Sequence[str]) -> Block:
    return rich(block_id, bullets([text(line)] for line in lines))


def _lines(listed: Sequence[Step], at_most: int = _STEP) -> list[str]:
    return [step.line(at_most) for step in listed]


# --- thoughts -----------------------------------------------------------------------------------------------------


def _thoughts(round: Round) -> str:
    return safe.inert(round.reply.thoughts).strip()


def _shares(sizes: Sequence[int], room: int) -> list[int]:
    """How much room each gets: all that it takes, or an even share of what the smaller ones leave."""
    shares = [0] * len(sizes)
    for rank, at in enumerate(sorted(range(len(sizes)), key=lambda one: sizes[one])):
        shares[at] = min(sizes[at], room // (len(sizes) - rank))
        room -= shares[at]
    return shares


def _thought(say: Speech, words: str, room: int) -> Iterator[Block]:
    """Thoughts in as many texts as they need, whose JSON takes no more than `room` bytes."""
    shown = words[: _fitting(words, room)]
    yield from (text(piece) for piece in _pieces(shown))
    if left := len(words) - len(shown):
        yield text("\n" + say("reasoning-cut", n=left), "italic")


def _fitting(words: str, room: int) -> int:
    """How many characters of a text fit into that many bytes of JSON."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _weight(words[:middle]) <= room else (low, middle - 1)
    return low


def _weight(words: str) -> int:
    """What a text takes in a view's JSON, with all that stands around its pieces."""
    size = len(json.dumps(words))
    return size + _ELEMENT * (1 + size // (_PIECE // 2)) if words else 0


def _pieces(words: str) -> Iterator[str]:
    while words:
        end = max(1, safe.fitting(words[:_PIECE], _PIECE))
        yield words[:end]
        words = words[end:]
