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
from agent.grounding.languages import EVERY_STOP
from agent.grounding.passages import stem
from agent.grounding.quantities import Amount, quantities

MONEY = frozenset(re.findall(r"\w+", "EUR USD GBP JPY CNY INR KRW RUB CZK SEK NOK DKK HUF CAD AUD PLN CHF"))
_SAME = {  # units of one kind, in that of the metre, the gram
    "lb": (Decimal("453.59237"), "g"),
    "in": (Decimal("0.0254"), "m"),
    "ft": (Decimal("0.3048"), "m"),
    "mile": (Decimal("1609.344"), "m"),
}
_MANY = 40  # amounts of one text that are looked at
_NEAR = 40  # characters before an amount in which its bound stands
_ROUGH = Decimal("0.05")  # what "about" leaves open
_LESS = r"""
    (?:less|fewer|cheaper|lighter|shorter|smaller|younger|lower|newer|thinner)[ ]than|under|below|
    (?:weniger|kleiner|leichter|günstiger|billiger|kürzer|jünger|niedriger)[ ]als|unter|
    moins[ ](?:de|que)|inférieure?s?[ ]à|en[ ]dessous[ ]de|sous|menos[ ](?:de|que)|inferior(?:es)?[ ]a|
    por[ ]debajo[ ]de|(?:mniej|krócej|taniej|lżej)[ ]niż|poniżej"""
_MOST = r"""
    at[ ]most|up[ ]to|within|maximum(?:[ ]of)?|maximal(?:ly)?|max\.?|
    (?:max\.?|maxim(?:um|al\w{0,2}))[ ][^\W\d]+(?:[ ](?:of|von|de))?|
    höchstens|bis(?:[ ]zu)?|innerhalb[ ]von|au[ ](?:plus|maximum)|maximum[ ]de|jusqu['’]à|
    (?:como[ ])?máximo(?:[ ]de)?|hasta|(?:co[ ])?najwyżej|maksymalnie|maks\.?|do"""
_MORE = r"""
    (?:more|greater|larger|longer|older|higher|bigger|heavier)[ ]than|over|above|exceed(?:s|ing)?|upwards[ ]of|
    (?:mehr|größer|länger|älter|schwerer|höher|teurer)[ ]als|über|plus[ ](?:de|que)|supérieure?s?[ ]à|
    au-dessus[ ]de|más[ ](?:de|que)|superior(?:es)?[ ]a|por[ ]encima[ ]de|(?:więcej|dłużej|drożej)[ ]niż|powyżej|
    ponad"""
_LEAST = r"""
    at[ ]least|minimum(?:[ ]of)?|minimal|min\.?|(?:min\.|minim(?:um|al\w{0,2}))[ ][^\W\d]+(?:[ ](?:of|von|de))?|
    starting[ ](?:at|from)|from|mindestens|wenigstens|ab|au[ ](?:moins|minimum)|minimum[ ]de|à[ ]partir[ ]de|dès|
    al[ ]menos|(?:como[ ])?mínimo(?:[ ]de)?|desde|a[ ]partir[ ]de|co[ ]najmniej|przynajmniej|od"""
_BEFORE = re.compile(
    rf"""(?:(?<!\w)(?:(?P<not>not?|nothing|nicht|nichts|pas|rien|nie|nic|nada|never)[ ])?
    (?:(?P<less>{_LESS})|(?P<most>{_MOST})|(?P<more>{_MORE})|(?P<least>{_LEAST}))
    |(?P<most2>≤|<=|=<|最大|最多|最高|不超[过過]|不高于)|(?P<least2>≥|>=|=>|最少|最低|最小|少なくとも|至少|不少于|不低于)
    |(?P<less2><|低于|少于|小于|不到)|(?P<more2>>|超[过過]|高于|多于|大于))[\s:]{{0,3}}\Z""",
    re.I | re.X,
)
_BEHIND = re.compile(
    r"""\s?(?:(?P<most>(?:or|oder|ou|o|lub)\s(?:less|under|below|lower|fewer|cheaper|weniger|darunter|moins|menos|mniej)
    |at\smost|max(?:imum|imal|\.)?|tops|höchstens|au\s(?:plus|maximum)|como\smáximo|maksymalnie)(?!\w)
    |(?P<least>(?:or|and|oder|und|ou|et|o|y|lub|i)\s(?:more|over|above|higher|longer|up|mehr|darüber|plus|más|więcej)
    |at\sleast|min(?:imum|\.)|mindestens|au\s(?:moins|minimum)|como\smínimo)(?!\w)
    |(?P<most2>以下|以[内內]|まで|之内|を超えな)|(?P<least2>以上)|(?P<less2>未満)|(?P<more2>超|を超え))(?!\W{0,3}\d)""",
    re.I | re.X,
)
_OPPOSITE = {"less": "least", "most": "more", "more": "most", "least": "less"}
_BETWEEN = re.compile(r"(?<!\w)(?:between|zwischen|entre|między|od|von|from|de)\s\Z", re.I)
_AND = re.compile(r"\s?(?:-|–|—|〜|～|~)\s?|\s(?:to|bis|do|à|al?|and|und|et|y|i)\s|から|至|到")
_TO = re.compile(r"\s?(?:-|–|—|〜|～|~)\s?|\s(?:to|bis|do|à|al?)\s|から|至|到")
_NOUN = re.compile(r"\s([^\W\d_]{3,})")
_RATE = re.compile(
    r"(?P<month>\b(?:month|monat|mois\b|mensu|mes\b|mies)|/mo\b|月[額々]|毎月|每月)"
    r"|(?P<year>\b(?:year|annual|annuel|jahr|jähr|año|anual|anné|rok|rocz)|/yr\b|(?:\bpar |/|l['’])an\b"
    r"|年[額間]|毎年|每年)"
    r"|(?P<week>\b(?:week|woch|wöch|semaine|hebdo|semana|tydz|tygod)|[毎每]?週)"
    r"|(?P<day>\b(?:day|daily|tag\b|täglich|jour|día|dzień|dzien)|[毎每]日)"
    r"|(?P<hour>\b(?:hour|stunde|stündl|heure|hora\b|godz)|/h\b|毎時)"
    r"|(?P<night>\b(?:night|nacht|nuit|noche|noc\b)|泊|晚)"
    r"|(?P<person>\b(?:person|people|pers\b|head\b|kopf|osob)|人)",
    re.I,
)
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
    return frozenset(found.lastgroup for found in _RATE.finditer(besides(text, amounts)))


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
    kind, start, end = _bound(text, first, after)
    values = _values(text, first)
    extents = frozenset(_extent(kind, value, unit, first.about) for value, unit in values)
    return Given(start, end, extents, bool(kind))


def _bound(text: str, one: Amount, after: int) -> tuple[str, int, int]:
    """(what bounds an amount, "" for nothing; where that and the amount begin and end)."""
    before = _BEFORE.search(text, max(after, one.start - _NEAR), one.start)
    behind = None if before else _BEHIND.match(text, one.end)
    found = before or behind
    if not found:
        return "", one.start, one.end
    kind = next(name.rstrip("2") for name, said in found.groupdict().items() if said and name != "not")
    kind = _OPPOSITE[kind] if before and before["not"] else kind
    return kind, before.start() if before else one.start, behind.end() if behind else one.end


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
