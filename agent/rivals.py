"""Whether a source gives another number, date or name where a claim has its own. Pure.

That a number stands somewhere in a source says little: it may be that of another thing. What a claim says is compared
with everything of its sort by how much of the claim stands close around it, as close as in the claim. Where something
else has clearly more of it around, the source speaks of that: "the share fell to 52 percent" carries no "fell to 79
percent", though 79 percent is what the next sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from agent.claims import Claim, Term
from agent.languages import EVERY_STOP
from agent.names import names
from agent.passages import Prepared, said

MARGIN = 1.25  # times as much has to stand around the other thing
LEAST = 1.2  # of weight has to
_LOOKED_AT = 8  # sentences for each term
_NEAR = 3  # content words
_YEAR = re.compile(r"r:(?:1[5-9]|20)\d\d\Z")

Wanted = Callable[[Term, Prepared], Iterator[frozenset[str]]]


@dataclass(frozen=True)
class Token:
    """A word, number, date or name of a sentence, the keys it is found by and of what sort it is ("" for a word)."""

    keys: frozenset[str]
    sort: str
    plain: str = ""


def contradicted(claim: Claim, sources: Mapping[int, Prepared], wanted: Wanted) -> Iterator[Term]:
    """The terms of a claim in whose place its sources have something else."""
    if claim.code:
        return
    lines = _Lines(claim, sources, wanted)
    for at, term in enumerate(claim.terms):
        if (term.kind in ("number", "spelled") or (term.kind == "name" and term.hard)) and lines.favour_another(at):
            yield term


class _Lines:
    """The sentences that share most with a claim, as tokens with the claim's terms found among them."""

    def __init__(self, claim: Claim, sources: Mapping[int, Prepared], wanted: Wanted) -> None:
        self._claim, self._sources = claim, sources
        self._wanted = {
            (at, number): list(wanted(term, source))
            for number, source in sources.items()
            for at, term in enumerate(claim.terms)
        }
        self._tokens: dict[tuple[int, int], list[list[Token]]] = {}

    def favour_another(self, at: int) -> bool:
        own, other = 0.0, 0.0
        for number, sentence in self._about(at):
            for line in self._line(number, sentence):
                one, another = self._scores(at, number, line)
                own, other = max(own, one), max(other, another)
        return own > 0 and other >= LEAST and other > MARGIN * own

    def _about(self, at: int) -> list[tuple[int, int]]:
        """The sentences that hold most of what stands around a term, and those that hold the term itself."""
        around: dict[tuple[int, int], float] = {}
        having: set[tuple[int, int]] = set()
        for (place, number), alternatives in self._wanted.items():
            source = self._sources[number]
            held = {one for keys in alternatives for one in _holding(source, keys)}
            if place == at:
                having |= {(number, one) for one in held}
            else:
                weight = self._claim.terms[place].weight / abs(place - at)
                for one in held:
                    around[number, one] = around.get((number, one), 0.0) + weight
        best = nlargest(_LOOKED_AT, around, key=lambda one: around[one])
        mine = nlargest(_LOOKED_AT, having, key=lambda one: around.get(one, 0.0))
        return list(dict.fromkeys((*best, *mine)))

    def _line(self, number: int, sentence: int) -> list[list[Token]]:
        key = number, sentence
        if key not in self._tokens:
            self._tokens[key] = list(_lines(self._sources[number], sentence))
        return self._tokens[key]

    def _scores(self, at: int, number: int, line: Sequence[Token]) -> tuple[float, float]:
        """(how much stands around the term, how much around the best of its sort that the claim does not name)."""
        term, terms = self._claim.terms[at], self._claim.terms
        found = [self._found(place, number, line) for place in range(len(terms))]
        named = {place for places in found for place in places}
        sort = _sort_of(term)
        own = max((self._around(at, place, found) for place in found[at]), default=0.0)
        rivals = (
            place
            for place, token in enumerate(line)
            if token.sort == sort and place not in named and not _stands_for(token, term)
        )
        near = [place for place in rivals if self._is_near(at, place, found)]
        return own, max((self._around(at, place, found) for place in near), default=0.0)

    def _found(self, place: int, number: int, line: Sequence[Token]) -> list[int]:
        alternatives = self._wanted[place, number]
        return [at for at, token in enumerate(line) if any(one <= token.keys for one in alternatives)]

    def _around(self, at: int, place: int, found: Sequence[Sequence[int]]) -> float:
        total = 0.0
        for other, places in enumerate(found):
            if other != at and places:
                gap, far = abs(other - at), min(abs(one - place) for one in places)
                if far:
                    total += self._claim.terms[other].weight / (1 + (gap - 1) * 0.3) / (1 + (far - 1) * 0.25)
        return total

    def _is_near(self, at: int, place: int, found: Sequence[Sequence[int]]) -> bool:
        most = 2 if self._claim.terms[at].kind == "name" else _NEAR
        around = [found[other] for other in range(max(0, at - most), min(len(found), at + most + 1)) if other != at]
        return any(abs(one - place) <= most for places in around for one in places)


def _holding(source: Prepared, keys: frozenset[str]) -> set[int]:
    lists = [source.index.get(key, ()) for key in keys]
    return set(lists[0]).intersection(*lists[1:]) if lists else set()


def _lines(source: Prepared, sentence: int) -> Iterator[list[Token]]:
    one = source.sentences[sentence]
    text = source.passages[one.passage].text[one.start : one.end]
    header = source.headers.get(sentence)
    if header is None:
        yield list(_tokens(text))
        return
    top = source.sentences[header]
    heads = source.passages[top.passage].text[top.start : top.end].strip().strip("|").split("|")
    cells = text.strip().strip("|").split("|")
    label = list(_tokens(cells[0]))
    for head, cell in zip(heads[1:], cells[1:], strict=False):
        yield [*label, *_tokens(head), *_tokens(cell)]


def _tokens(text: str) -> Iterator[Token]:
    called = {name.start: folded_end for name in names(text) if (folded_end := name.end)}
    end = 0
    by: list[tuple[int, int, set[str]]] = []
    for start, stop, keys in sorted(said(text), key=lambda one: (one.start, -one.end)):
        if by and start < by[-1][1]:
            by[-1][2].update(keys)
        else:
            by.append((start, stop, set(keys)))
    for start, stop, all_ in by:
        end = stop
        plain = next((key[2:] for key in all_ if key[:2] == "n:"), "")
        sort = _sort(all_) or ("name" if start in called else "")
        if not sort and (plain in EVERY_STOP or len(plain) == 1):
            continue
        yield Token(frozenset(all_), sort, text[start:end])


def _sort(keys: set[str] | frozenset[str]) -> str:
    """Of what sort a number or a date is: only the same can stand in its place."""
    for key in keys:
        if key[:2] == "b:":
            return key.partition("|")[2]
    if any(key[:2] == "d:" for key in keys):
        return "date"
    if any(key[:2] == "t:" for key in keys):
        return "time"
    plain = [key for key in keys if key[:2] == "r:"]
    if not plain:
        return ""
    return "year" if any(map(_YEAR.match, plain)) else "number"


def _sort_of(term: Term) -> str:
    if term.kind == "name":
        return "name"
    return _sort(frozenset(key for one in term.wanted for key in one))


def _stands_for(token: Token, term: Term) -> bool:
    """Initials that may be those of a name."""
    return term.kind == "name" and token.plain.isupper() and term.name[:1] == token.plain[:1].casefold()
