"""A call's arguments as a file in the thread: what is decided on and run, nothing cut and nothing hidden. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.facts import Call
from agent.run import CallState, Run
from bot.speech import Speech
from bot.views import safe
from bot.views.blocks import Attached, Card, context, packed, preformatted, rich, section, text
from bot.views.plain import card
from bot.views.wording import highest, tongue

_PIECE = 2_800  # characters in one block, where Slack takes no file
_TOOL = 40  # characters of a tool's name in the name and title of a file


def attached(run: Run, state: CallState) -> Card:
    """The whole arguments of one call, to stand above the card that asks about it."""
    call, say = state.call, tongue(run)
    whose = say("arguments-of", tool=safe.words(call.tool, 64), id=call.id)
    shown = safe.exact(call.arguments)
    file = Attached(_name(run, call), say("arguments-of", tool=safe.words(call.tool, _TOOL), id=call.id), shown)
    if shown == call.arguments:
        words = say("arguments-exact", whose=whose, digest=call.digest)
    else:
        words = say("arguments-escaped", whose=whose, digest=call.digest)
    instead = tuple(_pieces(say, run, call, whose))
    return Card(safe.escape(words), (), "approval", highest(run), file=file, instead=instead)


def _name(run: Run, call: Call) -> str:
    """No two files of a thread have the same name: by its name a file is known again after a restart."""
    tool = re.sub(r"[^A-Za-z0-9_]+", "-", call.tool)[:_TOOL]
    return f"call-{call.id}-{tool}-{call.digest[:8]}-{run.id[:8]}.json"


def _pieces(say: Speech, run: Run, call: Call, whose: str) -> Iterator[Card]:
    """The same in as many messages as it needs; joined, the pieces are the exact text."""
    heading = rich("headline", section(text(whose, "bold")))
    shown = enumerate(_cut(safe.exact(call.arguments)), 1)
    blocks = [rich(f"arguments.{k}", preformatted(piece)) for k, piece in shown]
    parts = list(packed(blocks, [heading, context("hint", say("part-of", k=100, n=100))]))
    for number, (_, _, *part) in enumerate(parts, 1):
        which = [context("hint", say("part-of", k=number, n=len(parts)))] if len(parts) > 1 else []
        yield card("approval", [heading, *part, *which], highest(run))


def _cut(shown: str) -> Iterator[str]:
    start = taken = 0
    for at, char in enumerate(shown):
        taken += safe.size(char)
        if taken > _PIECE:
            yield shown[start:at]
            start, taken = at, safe.size(char)
    yield shown[start:]
