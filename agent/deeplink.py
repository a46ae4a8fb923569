"""Addresses that open a page at some of its words: text fragments (wicg.github.io/scroll-to-text-fragment). Pure.

A browser looks for the words on the page as it shows them, within one block unless a first and a last part are given.
What was opened is Markdown, so its signs are taken off and cells of a table are never joined. Where the words are not
found, the page opens at its top.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

LONGEST = 2_000  # bytes of an address
_WHOLE, _WORDS, _LETTERS = 80, 4, 14  # characters that are named whole; words, or letters, of a first and a last part
_FEW = 3  # words that may stand on a page more than once: what is before and after them is named too
_PIECE = re.compile(r"[^\n|…]+")  # what is left out of an excerpt parts it, too
_LEAD = re.compile(r"\s*(?:(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+)*")
_LABEL = re.compile(r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,2000}\)")
_SIGNS = re.compile(r"\*{1,3}|__|`+|~~|\\(?=[!-/:-@\[-`{-~])")
Span = tuple[int, int]


def at_words(address: str, excerpt: str, spans: Sequence[Span] = ()) -> str:
    """The address of a web page, opening at an excerpt of it, where the `spans` of that carry most; the address as it
    is where there is nothing to look for, where it would become too long, and for anything that is no web page."""
    if not re.match(r"https?://", address, re.I):
        return address
    pieces = list(_PIECE.finditer(excerpt))
    shown = [_shown(piece.group()) for piece in pieces]
    best = max(range(len(pieces)), key=lambda at: (_carried(pieces[at].span(), spans), len(shown[at])), default=-1)
    if best < 0 or not re.search(r"\w", shown[best]):
        return address
    bare, _, fragment = address.partition("#")
    route = fragment.partition(":~:")[0]
    linked = f"{bare}#{route}:~:text={_directive(shown, best)}"
    return linked if len(linked) <= LONGEST else address


def _carried(piece: Span, spans: Sequence[Span]) -> int:
    """How many characters of a piece carry something."""
    return sum(max(0, min(piece[1], end) - max(piece[0], start)) for start, end in spans)


def _shown(piece: str) -> str:
    """A line or a cell as a page shows it."""
    bare = _SIGNS.sub("", _LABEL.sub(r"\1", piece[_LEAD.match(piece).end() :]))  # type: ignore[union-attr]
    return " ".join(bare.split())


def _directive(shown: Sequence[str], at: int) -> str:
    words = shown[at].split()
    if len(shown[at]) > _WHOLE:
        return f"{_encoded(_first(words))},{_encoded(_last(words))}"
    if len(words) >= _FEW:
        return _encoded(shown[at])
    before = next((one for one in reversed(shown[:at]) if one), "")
    after = next((one for one in shown[at + 1 :] if one), "")
    prefix = f"{_encoded(_last(before.split()))}-," if before else ""
    suffix = f",-{_encoded(_first(after.split()))}" if after else ""
    return f"{prefix}{_encoded(shown[at])}{suffix}"


def _first(words: Sequence[str]) -> str:
    """The first words; of a script without spaces, the first letters."""
    return " ".join(words[:_WORDS]) if len(words) > 2 * _WORDS else " ".join(words)[:_LETTERS].strip()


def _last(words: Sequence[str]) -> str:
    return " ".join(words[-_WORDS:]) if len(words) > 2 * _WORDS else " ".join(words)[-_LETTERS:].strip()


def _encoded(words: str) -> str:
    """Percent-encoded, with the two signs that have a meaning in a directive: "-" and ","."""
    return quote(words, safe="", errors="replace").replace("-", "%2D")
