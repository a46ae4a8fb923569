"""The messages of a thread in the forms that Slack takes them in: without blocks, or without a file. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from bot.views.blocks import Card

# As the view has it; a file's text as messages; in the plainest blocks; words without blocks.
Form = Literal["", "pieces", "bare", "plain"]


def laid_out(cards: Mapping[str, Card], form: Callable[[str], Form]) -> dict[str, Card]:
    """Every message by its slot, in the order in which they are posted; `form` is the one a slot has to take.

    What one message cannot hold in its form goes into slots of their own, right after it.
    """
    return {slot: one for first, card in cards.items() for slot, one in _formed(first, card, form)}


def _formed(slot: str, card: Card, form: Callable[[str], Form]) -> Iterator[tuple[str, Card]]:
    if card.file and form(slot):
        for number, one in enumerate(card.instead, 1):
            yield from _worded(slot if number == 1 else f"{slot}.{number}", one, form)
    else:
        yield from _worded(slot, card, form)


def _worded(slot: str, card: Card, form: Callable[[str], Form]) -> Iterator[tuple[str, Card]]:
    if card.file or (card.blocks and form(slot) not in ("bare", "plain")):
        yield slot, card
        return
    if card.bare and form(slot) == "bare":
        yield slot, replace(card, blocks=card.bare)
        return
    pieces = card.plain or (card.text,)
    for number, piece in enumerate(pieces, 1):
        kind = card.kind if number <= len(pieces) - card.aside else "note"
        yield slot if number == 1 else f"{slot}.plain.{number}", Card(piece, (), kind, card.highest)
