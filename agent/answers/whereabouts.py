"""Where words stand in a source, and what the columns are called that they stand in. Pure.

Both need the opened words themselves, which are kept for a while only: after that, what was written down has to do.
"""

from __future__ import annotations

import re

from agent.facts import Excerpt, Verdict
from agent.grounding.quotes import header, place
from agent.ledger import Ledger

_LINES = re.compile(r"lines (\d+)-(\d+) of (\d+)")
_LEFT_OUT = re.compile(r"\s*…\s*")  # between the pieces of an excerpt


def where(ledger: Ledger, one: Excerpt) -> str:
    """Where an excerpt stands in its source: of a file the very lines."""
    pieces = [piece for piece in _LEFT_OUT.split(one.text) if piece.strip()]
    for passage in ledger.passages(one.number):
        lines, places = _LINES.match(passage.where), [passage.text.find(piece) for piece in pieces]
        if passage.where == one.where and lines and places and min(places) >= 0:
            end = max(at + len(piece) for at, piece in zip(places, pieces, strict=True))
            first, last = (int(lines[1]) + passage.text.count("\n", 0, at) for at in (min(places), end))
            return f"lines {first}-{last} of {lines[3]}"
    return one.where


def rests_at(ledger: Ledger, one: Verdict) -> str:
    """Where the words of a verdict stand; "" where that is not known any more."""
    for passage in ledger.passages(one.number):
        if found := place(one.words, passage.text):
            words = passage.text[slice(*found)]
            return where(ledger, Excerpt(number=one.number, text=words, where=passage.where))
    return ""


def columns(ledger: Ledger, one: Verdict) -> str:
    """What the columns are called where a verdict rests on a row of a table; "" where it does not."""
    for passage in ledger.passages(one.number):
        if found := place(one.words, passage.text):
            return header(passage.text, found[0]).strip("| ")
    return ""
