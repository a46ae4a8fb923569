"""Which words of a text stand under a "not", so that a claim and its source can be compared. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.documents.words import folded
from agent.grounding.languages import EVERY_STOP, NEGATES, NEGATES_BEHIND, NO_NEGATION, language
from agent.grounding.passages import Said, said

_NEAR = 3  # words of content that one "not" reaches
_CHARACTERS = 8  # before the end of a Japanese verb
_LETTERS = re.compile(r"[^\W\d_]+")
_DOUBTFUL = re.compile(r"\bnon?\b", re.I)
_CLAUSE = re.compile(
    r"[,;:.!?()|—–、。，；]|\s(?:but|and|aber|sondern|und|ale|lecz|pero|sino|mais|y|et|i|oraz"
    r"|e|mas|maar|och|og|но|и|а|але|та)\s"
)


@dataclass(frozen=True)
class Polarity:
    """Keys of words that are denied in a text, keys of those that are not, and the word that first denies."""

    denied: frozenset[str]
    stated: frozenset[str]
    word: str = ""

    def differs(self, other: Polarity) -> frozenset[str]:
        """Keys that are denied on one side and only stated on the other; none where both deny the same."""
        if self.denied & other.denied:
            return frozenset()
        mine = (self.denied - self.stated) & (other.stated - other.denied)
        theirs = (other.denied - other.stated) & (self.stated - self.denied)
        return mine | theirs


def polarity(text: str) -> Polarity:
    plain = NO_NEGATION.sub(lambda match: " " * len(match.group()), text)
    found = [one for one in said(plain) if not _is_idle(plain[one.start : one.end])]
    denied: set[int] = set()
    first = ""
    for start, end, behind in _marks(plain):
        first = first or text[start:end]
        denied |= _reached(plain, [(one.start, one.end) for one in found], start, end, behind)
    stated = set(range(len(found))) - denied
    return Polarity(_keys(found[at] for at in denied), _keys(found[at] for at in stated), first)


def _keys(listed: Iterable[Said]) -> frozenset[str]:
    return frozenset(key for one in listed for key in one.keys)


def _is_idle(word: str) -> bool:
    return folded(word) in EVERY_STOP


def _marks(text: str) -> list[tuple[int, int, bool]]:
    """(start, end, whether it reaches back) of each word that denies."""
    denying = _denying(text)
    found = [(m.start(), m.end(), False) for m in _LETTERS.finditer(text) if folded(m.group()) in denying]
    found += [(m.start(), m.end(), True) for m in NEGATES_BEHIND.finditer(text)]
    return found[:50]


def _denying(text: str) -> frozenset[str]:
    """The words that deny in the language of a text: "no" is "in the" in Portuguese, "non" is "not" in Italian."""
    tongue = language(text) if _DOUBTFUL.search(text) else ""
    return NEGATES - {"no"} if tongue == "pt" else NEGATES | {"non"} if tongue == "it" else NEGATES


def _reached(text: str, places: list[tuple[int, int]], start: int, end: int, behind: bool) -> set[int]:
    """The words that one mark reaches: the next ones of its clause, else the one before it."""
    if behind:
        return {at for at, (_, last) in enumerate(places) if start - _CHARACTERS <= last <= start}
    stop = _CLAUSE.search(text, end)
    limit = stop.start() if stop else len(text)
    ahead = [at for at, (first, _) in enumerate(places) if end <= first < limit][:_NEAR]
    if ahead:
        return set(ahead)
    before = [at for at, (_, last) in enumerate(places) if last <= start and start - last < 40]
    return set(before[-1:])
