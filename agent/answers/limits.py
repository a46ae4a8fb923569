"""Whether the amounts that words give keep to the limits of a condition: "costs 129 euros" and "at most 100". Pure.

Only amounts of one unit are compared, and what may be read in two ways, or is by the month on one side alone, tells
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from agent.documents.words import folded
from agent.grounding.bounds import RATE, bound
from agent.grounding.languages import EVERY_STOP
from agent.grounding.measures import CURRENCIES
from agent.grounding.passages import stem
from agent.grounding.quantities import Amount, quantities

MONEY = frozenset(map(str.upper, CURRENCIES))
_SAME = {  # units of one kind, in that of the metre, the gram
    "lb": (Decimal("453.59237"), "g"),
    "in": (Decimal("0.0254"), "m"),
    "ft": (Decimal("0.3048"), "m"),
    "mile": (Decimal("1609.344"), "m"),
}
_MANY = 40  # amounts of one text that are looked at
_ROUGH = Decimal("0.05")  # what "about" leaves open
_BETWEEN = re.compile(r"(?<!\w)(?:between|zwischen|entre|między|od|von|from|de)\s\Z", re.I)
_AND = re.compile(r"\s?(?:-|–|—|〜|～|~)\s?|\s(?:to|bis|do|à|al?|and|und|et|y|i)\s|から|至|到")
_TO = re.compile(r"\s?(?:-|–|—|〜|～|~)\s?|\s(?:to|bis|do|à|al?)\s|から|至|到")
_NOUN = re.compile(r"\s([^\W\d_]{3,})")
Edge = tuple[Decimal, int]  # a value; 1 for just above it, -1 for just below
_LOWEST, _HIGHEST = (Decimal("-Infinity"), 0), (Decimal("Infinity"), 0)


class Extent(NamedTuple):
    """From where to where an amount may lie, in one unit."""

    unit: str
    low: Edge
    high: Edge

    def keeps(self, other: Extent) -> bool | None:
        """Whether the other lies within this one; None where it does only in part."""
        if other.low > self.high or other.high < self.low:
            return False
        return True if self.low <= other.low and other.high <= self.high else None


@dataclass(frozen=True)
class Given:
    """An amount at [start, end) of a text, with the words that bound it: all that it can be read as."""

    start: int
    end: int
    extents: frozenset[Extent]
    bounded: bool = False

    @property
    def units(self) -> frozenset[str]:
        return frozenset(one.unit for one in self.extents)

    def keeps(self, other: Given) -> bool | None:
        both = {one.keeps(said) for one in self.extents for said in other.extents if one.unit == said.unit}
        return next(iter(both)) if len(both) == 1 else None


def keeps(condition: str, words: str) -> bool | None:
    """Whether the amounts in words keep to every limit of a condition, or plainly not to one; None where that cannot
    be told."""
    asked, said = given(condition), given(words)
    limits = [one for one in asked if one.bounded]
    if not limits or _rates(condition, asked) != _rates(words, said):
        return None
    plain = {one.extents for one in asked if not one.bounded}
    said = [one for one in said if one.extents not in plain]
    answers = {_keeps(limit, said) for limit in limits}
    return False if False in answers else True if answers == {True} else None


def _keeps(limit: Given, said: Iterable[Given]) -> bool | None:
    """Of several amounts only what a sum of them cannot change tells: that each is above."""
    mine = {one.extents: one for one in said if one.units & limit.units}
    answers = {limit.keeps(one) for one in mine.values()}
    if len(answers) != 1:
        return None
    [answer] = answers
    above = all(one.high == _HIGHEST for one in limit.extents)
    return answer if len(mine) == 1 or answer is above else None


def _rates(text: str, amounts: Sequence[Given]) -> frozenset[str | None]:
    """By what amounts are counted: the month, the night, the person."""
    return frozenset(found.lastgroup for found in RATE.finditer(besides(text, amounts)))


def besides(text: str, amounts: Iterable[Given]) -> str:
    """A text without its amounts."""
    for one in amounts:
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text


# --- what a text gives --------------------------------------------------------------------------------------------


def given(text: str) -> list[Given]:
    """The amounts of a text that have a unit or count something, in order."""
    found = [one for one in quantities(text) if ":" not in text[one.start : one.end]][:_MANY]
    groups: list[list[Amount]] = []
    for one in found:
        joined = bool(groups) and len(groups[-1]) == 1 and _is_range(text, groups[-1][0], one)
        groups = [*groups[:-1], [*groups[-1], one]] if joined else [*groups, [one]]
    starts = [0, *(group[-1].end for group in groups)]
    read = (_given(text, group, after) for group, after in zip(groups, starts, strict=False))
    return [one for one in read if one.extents]


def _is_range(text: str, one: Amount, other: Amount) -> bool:
    between = _BETWEEN.search(text, max(0, one.start - 12), one.start)
    return bool((_AND if between else _TO).fullmatch(text, one.end, other.start))


def _given(text: str, group: Sequence[Amount], after: int) -> Given:
    first, last = group[0], group[-1]
    if len(group) > 1:
        between = _BETWEEN.search(text, max(0, first.start - 12), first.start)
        return Given(between.start() if between else first.start, last.end, _between(first, last), bounded=True)
    kind, start, end = bound(text, first.start, first.end, after)
    values = _values(text, first)
    extents = frozenset(_extent(kind, value, unit, first.about) for value, unit in values)
    return Given(start, end, extents, bool(kind))


def _extent(kind: str, value: Decimal, unit: str, about: str) -> Extent:
    match kind:
        case "less" | "most":
            return Extent(unit, _LOWEST, (value, -1 if kind == "less" else 0))
        case "more" | "least":
            return Extent(unit, (value, 1 if kind == "more" else 0), _HIGHEST)
        case _:
            rough = abs(value) * _ROUGH if about else Decimal(0)
            return Extent(unit, (value - rough, 0), (value + rough, 0))


def _between(first: Amount, last: Amount) -> frozenset[Extent]:
    ends = [{unit: value for value, unit in _based(one)} for one in (first, last)]
    pairs = {unit: sorted(one[unit] for one in ends) for unit in ends[0].keys() & ends[1].keys()}
    return frozenset(Extent(unit, (low, 0), (high, 0)) for unit, (low, high) in pairs.items())


def _values(text: str, one: Amount) -> list[tuple[Decimal, str]]:
    """What an amount may be, in which units; one without counts the noun behind it."""
    noun = _NOUN.match(text, one.end)
    if based := _based(one):
        return based
    if not noun or folded(noun[1]) in EVERY_STOP:
        return []
    counted = [Decimal(key[2:]) for key in one.offered if key.startswith("u:")]
    return [(value, f"of {stem(folded(noun[1]))}") for value in counted]


def _based(one: Amount) -> list[tuple[Decimal, str]]:
    """Values with their units; of money that has three digits behind a sign these are thousands."""
    keys = sorted(key[2:].partition("|") for key in one.offered if key.startswith("b:"))
    found = [_as_same(Decimal(value), unit) for value, _, unit in keys]
    most = {unit: max(value for value, other in found if other == unit) for _, unit in found}
    return [(value, unit) for value, unit in found if unit not in MONEY or value == most[unit]]


def _as_same(value: Decimal, unit: str) -> tuple[Decimal, str]:
    factor, same = _SAME.get(unit, (Decimal(1), unit))
    return value * factor, same
