"""Which number of a list belongs to which thing of another: "copper and zinc rose by 4 and 9 percent". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

_SAYS_SO = re.compile(
    r"\b(?:respectively|beziehungsweise|bzw|jeweils|odpowiednio|respectivement|respectivamente)\b|それぞれ|分别", re.I
)
_NEXT = re.compile(r"\s?[,、，]\s?(?:(?:and|und|et|y|i|oraz)\s)?|\s(?:and|und|et|y|i|oraz)\s|と|和")
_AT_MOST = 8  # of a list


class Place(NamedTuple):
    """Something at [start, end) of a sentence, and whether it is a number."""

    start: int
    end: int
    number: bool


def pairs(text: str, places: Sequence[Place]) -> dict[int, int]:
    """For the numbers of a list and the things of the list before it, both by their number in `places`, which one of
    its list each is, from 1; none where a text has no word for it, or where the lists are not of one length."""
    if not _SAYS_SO.search(text):
        return {}
    numbers = next((run for run in _runs(text, places, number=True)), [])
    things = [run for run in _runs(text, places, number=False) if run[-1] < (numbers or [0])[0]]
    if len(things) != 1 or len(things[0]) != len(numbers):
        return {}
    return {at: nth for run in (things[0], numbers) for nth, at in enumerate(run, 1)}


def _runs(text: str, places: Sequence[Place], *, number: bool) -> Iterator[list[int]]:
    """The lists of two or more, each thing behind a comma or a conjunction."""
    run: list[int] = []
    for at, other in pairwise(range(len(places))):
        one, two = places[at], places[other]
        listed = one.number == two.number == number and _NEXT.fullmatch(text, one.end, two.start)
        if listed and len(run) < _AT_MOST:
            run = [*(run or [at]), other]
            continue
        if run:
            yield run
        run = []
    if run:
        yield run
