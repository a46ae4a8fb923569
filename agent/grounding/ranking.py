"""How strong a claim stands among others: a figure from 0 to 1 that ranks them. Pure.

Three things tell sound statements from others, each a factor. How much of the claim is held, a short word that is
lacking counting less than a long one: whoever says something in other words changes "get" and "big" first. Whether
what is lacking stands together at its end while all before it is held: that is an addition, whereas in other words
something is lacking here and there. And how much of the weakest clause stands in one place. What stands far from the
rest is half lacking: some sentence or other of a long source has almost any word. The exponents were fitted on each
half of the labelled pairs (tests/bench/labelled.py) and looked at on the other; half as much again, or as little,
moves no figure of theirs by more than 0.02.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from agent.documents.words import folded
from agent.grounding.choosing import masks, wanted, weighed
from agent.grounding.claims import BREAK, Claim, Term
from agent.grounding.languages import BEGINS_MORE, LIGHT
from agent.grounding.passages import Prepared

_WHOLE, _ADDED, _APART = 1.5, 2.0, 0.5  # exponents
_LEAST = 0.02  # of a claim of which nothing is held
_FIRST = 2.0  # weight of a claim that tells nothing yet: two words of almost any statement stand somewhere
_SCATTERED = 1 / 6  # of a clause of which nothing stands in one place
_SHORT, _LONG = 3, 7  # letters of a word that says little, and of one that says as much as any
_LITTLE = 0.3  # what lacking a short one counts
_FAR = 0.5  # what a word counts as lacking that stands far from the rest
_BEFORE, _BEHIND = 3.0, 2.0  # weight before an addition, and of what lacks in it, that make it one
_INSIDE = 0.5  # of an addition that begins where no clause or phrase does
_GAP = 200  # characters between two words that are looked at
_LETTERS = re.compile(r"[^\W\d_]+")
# Signs that join others in Chinese and Japanese: a pair of signs with one of them is a word of no weight, or none.
_JOINS = frozenset(
    "的了是有在和被为也还就并等个名人这那都与而但由着过将会要对其及于从至所可能已又中上下后前内外每各该此"
)


def strength(claim: Claim, sources: Mapping[int, Prepared], held: set[Term]) -> float:
    """From 0.02 to 1; 0 for a claim that says nothing."""
    if not claim.terms:
        return 0.0
    places = {place for source in sources.values() for place in _together(claim, source)}
    near = _near(claim, places, len(sources))
    whole, added = 1 - _lacking(claim, held, near), _added(claim, held, near)
    apart = _SCATTERED + (1 - _SCATTERED) * _weakest(claim, places)
    return float(_LEAST + (1 - _LEAST) * whole**_WHOLE * (1 - added) ** _ADDED * apart**_APART)


def _lacking(claim: Claim, held: set[Term], near: int) -> float:
    """From 0 to 1: how much of a claim is lacking; of a short one each word counts more."""
    weight = sum(term.weight for term in claim.terms)
    lost = sum(_lost(term, held, near >> at & 1) * _telling(term, claim) for at, term in enumerate(claim.terms))
    return min(1.0, lost / max(1.0, weight - _FIRST))


def _lost(term: Term, held: set[Term], near: int) -> float:
    """The weight of a term that is lacking, half of it where it stands far from the rest; 0 for what is held."""
    return term.weight * (1.0 if term not in held else 0.0 if near else _FAR)


def _telling(term: Term, claim: Claim) -> float:
    """What it counts that a term is lacking, from 0.3 to 1."""
    written = claim.text[term.start : term.end]
    if term.kind != "word":
        return 1.0
    if folded(written) in LIGHT:
        return _LITTLE
    if written[0] >= "\u3005":
        return _LITTLE if _JOINS.intersection(written) else 1.0
    return _LITTLE + (1 - _LITTLE) * min(1.0, max(0, len(written) - _SHORT) / (_LONG - _SHORT))


def _added(claim: Claim, held: set[Term], near: int) -> float:
    """From 0 to 1: how much more of the end of a claim is lacking than of what stands before it, at best."""
    lost = [_lost(term, held, near >> at & 1) for at, term in enumerate(claim.terms)]
    weights = [term.weight for term in claim.terms]
    lost_before, before = list(accumulate(lost)), list(accumulate(weights))
    all_lost, whole = lost_before[-1], before[-1]
    best = 0.0
    for at in range(1, len(claim.terms)):
        behind, ahead = all_lost - lost_before[at - 1], lost_before[at - 1] / before[at - 1]
        more = behind / (whole - before[at - 1]) - ahead
        if more > best:
            sure = min(1.0, behind / _BEHIND) * min(1.0, before[at - 1] / _BEFORE)
            best = max(best, more * sure * (1.0 if _begins(claim, at) else _INSIDE))
    return best


def _begins(claim: Claim, at: int) -> bool:
    """Whether a clause or a phrase begins with a term, or just before it."""
    between = claim.text[claim.terms[at - 1].end : claim.terms[at].start]
    words = map(folded, _LETTERS.findall(between[:_GAP]))
    return BREAK.search(between) is not None or not BEGINS_MORE.isdisjoint(words)


def _weakest(claim: Claim, places: Iterable[int]) -> float:
    """Of each clause what stands in the best place of it; the least of that."""
    weights = [term.weight for term in claim.terms]
    clauses: dict[int, int] = {}
    for at, term in enumerate(claim.terms):
        clauses[term.clause] = clauses.get(term.clause, 0) | 1 << at
    held = [{place & clause for place in places} for clause in clauses.values()]
    best = (max((weighed(weights, one) for one in each), default=0.0) for each in held)
    return min(one / weighed(weights, clause) for one, clause in zip(best, clauses.values(), strict=True))


def _near(claim: Claim, places: Iterable[int], sources: int) -> int:
    """The terms that stand in the places which together hold most, one more than there are sources; and those that
    stand in none, which are held otherwise."""
    weights = [term.weight for term in claim.terms]
    listed, near = list(places), 0
    for _ in range(sources + 1):
        near |= max(listed, key=lambda one: weighed(weights, one & ~near), default=0)
    everywhere = 0
    for one in listed:
        everywhere |= one
    return near | ~everywhere


def _together(claim: Claim, source: Prepared) -> Iterator[int]:
    """Of each sentence with the two before it, which terms of a claim they hold, or a title does, as bits."""
    found = masks(claim, source)
    titled = sum(
        1 << at for at, term in enumerate(claim.terms) if any(one <= source.context for one in wanted(term, source))
    )
    yield titled
    yield from (titled | mask | found.get(one - 1, 0) | found.get(one - 2, 0) for one, mask in found.items())
