"""How likely it is that a source carries a claim, from 0 to 1: a figure that ranks claims and has a threshold. Pure.

Signs are added up as log-odds. For it: how much of the claim is held, a short word that is lacking counting less than
a long one, since whoever says something in other words changes "get" and "big" first; that nothing is lacking; each
number and name that is held; and what is lacking here and there, as it is in other words. Against it: that what is
lacking stands together at its end while all before it is held: that is an addition. What stands far from the rest is
half lacking: some sentence or other of a long source has almost any word. What rivals.py and the numbers and names
that are missing say comes on top, as a factor of the odds.

The weights were fitted by logistic regression on each half of the labelled pairs (tests/bench/labelled.py), looked at
on the other, and rounded; half as much again, or as little, of any moves their AUROC by 0.02 at most, but for the
addition (0.04 of clauses).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import exp

from agent.documents.words import folded
from agent.grounding.choosing import masks, wanted, weighed
from agent.grounding.claims import BREAK, Claim, Term
from agent.grounding.languages import BEGINS_MORE, LIGHT
from agent.grounding.passages import Prepared

_BASE = -1.5
_HELD, _ALL_HELD, _EXACT, _SCATTERED, _ADDED = 2.8, 1.5, 0.3, 0.8, -3.4  # of the signs, as above
_EXACT_AT_MOST, _SCATTERED_AT_MOST = 4, 2.0
_FIRST = 2.0  # weight of a claim that tells nothing yet: two words of almost any statement stand somewhere
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
    """From 0 to 1; 0 for a claim that says nothing."""
    if not claim.terms:
        return 0.0
    near = _near(claim, {place for source in sources.values() for place in _together(claim, source)}, len(sources))
    lost = [_lost(term, held, near >> at & 1) for at, term in enumerate(claim.terms)]
    told = [one * _telling(term, claim) for one, term in zip(lost, claim.terms, strict=True)]
    exact = sum(term in held and term.kind in ("number", "name", "code") for term in claim.terms)
    odds = (
        _BASE
        + _HELD * _held(claim, sum(told))
        + _ALL_HELD * max(0.0, 1.0 - sum(told))
        + _EXACT * min(exact, _EXACT_AT_MOST)
        + _SCATTERED * min(sum(told) - _longest(claim, held, told), _SCATTERED_AT_MOST)
        + _ADDED * _added(claim, lost)
    )
    return 1 / (1 + exp(-odds))


def trusted(strong: float, trust: float) -> float:
    """A strength of which only so much of the odds is left."""
    return strong * trust / (1 - strong + strong * trust) if strong < 1 else strong


def _held(claim: Claim, lost: float) -> float:
    """From 0 to 1: how much of a claim is held; of a short one each word counts more."""
    weight = sum(term.weight for term in claim.terms)
    return 1 - min(1.0, lost / max(1.0, weight - _FIRST))


def _longest(claim: Claim, held: set[Term], lost: Sequence[float]) -> float:
    """How much the longest stretch lacks in which all is lacking."""
    longest = here = 0.0
    for term, one in zip(claim.terms, lost, strict=True):
        here = 0.0 if term in held else here + one
        longest = max(longest, here)
    return longest


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


def _added(claim: Claim, lost: Sequence[float]) -> float:
    """From 0 to 1: how much more of the end of a claim is lacking than of what stands before it, at best."""
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
