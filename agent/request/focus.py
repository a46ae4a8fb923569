"""What of a long page the model is shown: its beginning and the parts that have to do with the task. Pure.

A page enters the conversation once, in the form in which it stays, so that what was sent stays the beginning of what
is sent next. Short ones enter whole; of a long one a part is chosen by code, in its order, with a mark in each gap
that says how much is missing and from which character it can be read on. The choice depends on nothing but the page
and the words given, which are known by the time it is opened.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from agent.documents.words import Term, indexed, terms

WHOLE = 10_000  # characters up to which a page is shown whole
SHOWN = 9_000  # characters of a longer one
_BEGINNING = 6  # one part in so many of what is shown is the page's beginning
_PIECE = 700  # characters of a piece, at most about
_PARAGRAPH = 300  # after so many a paragraph's end ends a piece
_MARK = 80  # characters of a mark; a gap of so few is shown instead
_SHORTEST = 100  # characters after which a heading begins a piece of its own
_TERMS = 80
_STRATA = 8  # equal parts of a page that are looked into in turn where no words tell


def mark(start: int, end: int, first: int | None = 0) -> str:
    """What stands in place of the characters from `start` to `end` (from 0, the end not included) of a text that
    begins at the `first` of its page; None where it cannot be read on."""
    on = "" if first is None else f"; read_on from {first + start + 1}"
    return f"\n[… {end - start:,} characters left out here{on} …]\n"


@lru_cache(maxsize=256)  # of texts that do not change: a request holds the same pages again and again
def focused(text: str, wanted: tuple[str, ...], shown: int = SHOWN, first: int | None = 0) -> str:
    """The text, or of a long one at most about `shown` characters: the beginning, what has the `wanted` words, and
    where these do not tell an even spread of it. `first` as in `mark`."""
    if len(text) <= shown * WHOLE // SHOWN:
        return text
    pieces = list(_pieces(text))
    chosen = _chosen(pieces, _sought(wanted), shown)
    return "".join(_joined(text, [pieces[i] for i in sorted(chosen)], first))


@dataclass(frozen=True)
class _Piece:
    """Characters `start` to `end` of a page; `words` as the index compares them."""

    start: int
    end: int
    text: str
    words: str

    @property
    def is_heading(self) -> bool:
        return self.text.lstrip().startswith("#")

    @property
    def numbers(self) -> int:
        return len(re.findall(r"\d+", self.text))


def _pieces(text: str) -> Iterator[_Piece]:
    """The whole text in pieces that end between paragraphs, lines or sentences."""
    start = at = 0
    for line in re.findall(r"[^\n]*\n+|[^\n]+", text):
        if at > start and (at - start + len(line) > _PIECE or (line.startswith("#") and at - start >= _SHORTEST)):
            yield _piece(text, start, at)
            start = at
        at += len(line)
        while at - start > 2 * _PIECE:
            cut = _sentence_end(text, start)
            yield _piece(text, start, cut)
            start = cut
        if at - start >= _PARAGRAPH and line.endswith("\n\n"):
            yield _piece(text, start, at)
            start = at
    if at > start:
        yield _piece(text, start, at)


def _sentence_end(text: str, start: int) -> int:
    """Where a piece of a long line had better end: behind a sentence, else behind a word."""
    near = text[start : start + _PIECE]
    ends = [match.end() for match in re.finditer(r"[.!?]\s|[。！？]", near)] or [near.rfind(" ") + 1]
    return start + (ends[-1] if ends[-1] > _PIECE // 3 else len(near))


def _piece(text: str, start: int, end: int) -> _Piece:
    return _Piece(start, end, text[start:end], indexed(text[start:end]))


def _sought(wanted: Iterable[str]) -> list[Term]:
    return list(dict.fromkeys(term for words in wanted for term in terms(words)))[:_TERMS]


def _chosen(pieces: Sequence[_Piece], sought: Sequence[Term], room: int) -> set[int]:
    """Which pieces are shown: the beginning, then the best, then those of the spread, as long as there is room."""
    chosen: set[int] = set()
    begun = list(accumulate(len(piece.text) for piece in pieces))
    beginning = [i for i, size in enumerate(begun) if i == 0 or size <= room // _BEGINNING]
    for i in dict.fromkeys([*beginning, *_best(pieces, sought), *_spread(pieces)]):
        if len(pieces[i].text) + _MARK <= room:
            chosen.add(i)
            room -= len(pieces[i].text) + _MARK
    return chosen


def _best(pieces: Sequence[_Piece], sought: Sequence[Term]) -> list[int]:
    """The pieces with wanted words, the best first: a word counts the more, the fewer pieces have it, and words that
    stand nearly everywhere tell nothing. Numbers and names do so in any language."""
    found = [[term.found(piece.words) for piece in pieces] for term in sought]
    scores = [0.0] * len(pieces)
    for fits in found:
        having = sum(1 for fit in fits if fit)
        weight = math.log((len(pieces) + 1) / (having + 1)) if having else 0.0
        scores = [score + weight * fit for score, fit in zip(scores, fits, strict=True)]
    return sorted((i for i, score in enumerate(scores) if score > 0), key=lambda i: (-scores[i], i))


def _spread(pieces: Sequence[_Piece]) -> Iterator[int]:
    """All pieces in the order in which they give a picture of the page: its end, its headings, and then of each
    stretch in turn the one with most numbers."""
    yield len(pieces) - 1
    yield from (i for i, piece in enumerate(pieces) if piece.is_heading)
    bounds = [len(pieces) * n // _STRATA for n in range(_STRATA + 1)]
    strata = [sorted(range(*ends), key=lambda i: (-pieces[i].numbers, i)) for ends in pairwise(bounds)]
    for turn in range(max(map(len, strata))):
        yield from (stratum[turn] for stratum in strata if turn < len(stratum))


def _joined(text: str, shown: Sequence[_Piece], first: int | None) -> Iterator[str]:
    at = 0
    for piece in shown:
        yield text[at : piece.start] if piece.start - at < _MARK else mark(at, piece.start, first)
        yield piece.text
        at = piece.end
    yield text[at:] if len(text) - at < _MARK else mark(at, len(text), first)
