"""Addresses that open a page at some of its words: text fragments (wicg.github.io/scroll-to-text-fragment). Pure.

A browser looks for the words on the page as it shows them, within one block unless a first and a last part are given,
and only where they begin and end with whole words: in a script without spaces that is safe at punctuation alone. What
was opened is Markdown, so its signs are taken off and cells of a table are never joined; where a sign may be the
page's own ("__init__") the words around it are named. Where the words are not found, the page opens at its top.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

LONGEST = 2_000  # bytes of an address
_WHOLE, _WORDS, _LETTERS = 80, 4, 10  # characters named whole; words, or letters, of a first and a last part at least
_FEW = 3  # words that may stand on a page more than once: what is before and after them is named too
_PIECE = re.compile(r"[^\n|…]+")  # what is left out of an excerpt parts it, too
_LEAD = re.compile(r"\s*(?:(?:[-*+>]|#{1,6}|\d{1,3}[.)]|\[[ xX]\])\s+)*")
_ADDRESS = r"\((?:[^()\s]|\([^()\s]{0,300}\)){0,2000}(?:\s+\"[^\"\n]{0,300}\")?\)"
_IMAGE = re.compile(rf"!\[[^\[\]]{{0,300}}\]{_ADDRESS}")
_LABEL = re.compile(rf"\[([^\[\]]{{0,300}})\]{_ADDRESS}")
_AUTOLINK = re.compile(r"<(https?://[^\s<>]{1,2000})>")
# Emphasis begins before a word and ends behind one; within a word the sign is the page's own.
_SIGNS = re.compile(r"`+|~~|(?<![A-Za-z0-9*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![A-Za-z0-9*])")
_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_UNSURE = re.compile(r"[*_`\\<>]|\]\(")  # a word with such a sign in it may stand otherwise on the page
_UNIT = re.compile(r"\s*[^\s、。，；：！？]*[、。，；：！？」』）”]*")  # a word; of a script without spaces, a clause
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
    before, after = _beside(excerpt, pieces, shown, best)
    bare, _, fragment = address.partition("#")
    route = fragment.partition(":~:")[0]
    linked = f"{bare}#{route}:~:text={_directive(shown[best], before, after)}"
    return linked if len(linked) <= LONGEST else address


def _carried(piece: Span, spans: Sequence[Span]) -> int:
    """How many characters of a piece carry something."""
    return sum(max(0, min(piece[1], end) - max(piece[0], start)) for start, end in spans)


def _shown(piece: str) -> str:
    """A line or a cell as a page shows it."""
    words = _LABEL.sub(r"\1", _IMAGE.sub(" ", piece[_LEAD.match(piece).end() :]))  # type: ignore[union-attr]
    return " ".join(_ESCAPED.sub("", _SIGNS.sub("", _AUTOLINK.sub(r"\1", words))).split())


def _beside(excerpt: str, pieces: Sequence[re.Match[str]], shown: Sequence[str], at: int) -> tuple[str, str]:
    """What stands right before a piece, and right behind it; "" where something is left out between them."""
    before = next((k for k in reversed(range(at)) if shown[k]), at)
    after = next((k for k in range(at + 1, len(pieces)) if shown[k]), at)
    between = (excerpt[pieces[before].end() : pieces[at].start()], excerpt[pieces[at].end() : pieces[after].start()])
    ends = (shown[before] if before != at else "", shown[after] if after != at else "")
    one, other = ("" if "…" in gap else end for gap, end in zip(between, ends, strict=True))
    return one, other


def _directive(shown: str, before: str, after: str) -> str:
    sure = _sure(shown)
    if len(shown) > _WHOLE or len(sure) > 1:
        first, last = _first(sure[0]), _last(sure[-1])
        if len(sure) > 1 or len(first) + len(last) < len(shown):
            return f"{_encoded(first)},{_encoded(last)}"
    if len(shown.split()) >= _FEW or len(shown) > _WHOLE:
        return _encoded(sure[0])
    prefix = f"{_encoded(_last(before))}-," if before else ""
    suffix = f",-{_encoded(_first(after))}" if after else ""
    return f"{prefix}{_encoded(shown)}{suffix}"


def _sure(shown: str) -> list[str]:
    """The stretches of a piece that certainly stand on the page like this, from its first to its last."""
    parts: list[list[str]] = [[]]
    for word in shown.split():
        if _UNSURE.search(word):
            parts.append([])
        else:
            parts[-1].append(word)
    stretches = map(" ".join, parts)
    return [part for part in stretches if re.search(r"\w", part)] or [shown]


def _first(shown: str) -> str:
    """The first words; of a script without spaces, the first clauses."""
    return _enough(_units(shown)).strip()


def _last(shown: str) -> str:
    return _enough(_units(shown)[::-1], backwards=True).strip()


def _units(shown: str) -> list[str]:
    return [found.group() for found in _UNIT.finditer(shown) if found.group()]


def _enough(units: Sequence[str], *, backwards: bool = False) -> str:
    """So many of these that they hardly stand on a page twice."""
    taken: list[str] = []
    for unit in units:
        spaced = len(taken) >= _WORDS
        if spaced or (taken and not any(" " in one for one in (*taken, unit)) and len("".join(taken)) >= _LETTERS):
            break
        taken.append(unit)
    return "".join(reversed(taken) if backwards else taken)


def _encoded(words: str) -> str:
    """Percent-encoded, with the two signs that have a meaning in a directive: "-" and ","."""
    return quote(words, safe="", errors="replace").replace("-", "%2D")
