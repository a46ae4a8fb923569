"""Small changes to a text, collected first and made all at once: a long text is not copied for each of them. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

JOINER = "\u2060"  # WORD JOINER: zero-width, allows no line break, and no parser reads a sign across it


class Edit(NamedTuple):
    """`text` in the place of [start, end); where these are equal, it is put in."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text with every edit made. Of two that overlap the one that begins first holds; at one place, in order."""
    parts: list[str] = []
    at = 0
    for start, end, instead in sorted(edits, key=lambda edit: edit[:2]):
        if start >= at:
            parts += (text[at:start], instead)
            at = end
    return "".join((*parts, text[at:])) if parts else text
