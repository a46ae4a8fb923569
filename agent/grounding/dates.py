"""Dates in whatever order and language they are written, as keys that can be compared. Pure.

A whole date is `d:2026-11-03`; what it is less exactly (`d:2026-11`, `d:11-03`, its year as a number) it offers as
well, so that a claim may say less than its source. 03/11/2026 is read both ways.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date as calendar
from itertools import accumulate

from agent.grounding.months import MONTH, month_of, stands_alone
from agent.grounding.numerals import western
from agent.grounding.periods import Period, periods

Alternatives = tuple[frozenset[str], ...]  # any of them will do, each with all of its keys

_END_OF = re.compile(
    r"\b(?:end of|Ende|fin(?:ales)? de|final de|koniec|końca|końcem|fin|fine(?: di)?|fim de|einde?|конце)\s\Z",
    re.I,
)
_TH = r"(?:st|nd|rd|th|er|[º°]|\.)?"
_OF = r"(?:of\s|de\s|del\s)?"
_TO = (
    r"(?:\s?[-–—]\s?"
    r"|\s(?:to|through|until|till|bis(?: zum| einschließlich| inklusive)?|do|au|al?|and|und|i|et|y|e|en"
    r"|tot(?: en met)?|t/m|och|og|по|до|и)\s(?:the\s)?)"
)
_DAYS_OF = (
    "am",
    "vom",
    "bis",
    "seit",
    "ab",
    "on",
    "from",
    "until",
    "by",
    "au",
    "dnia",
    "od",
    "do",
    "du",
    "le",
    "el",
    "dal",
    "il",
    "em",
    "op",
    "den",
    "с",
)
_ON = "|".join(rf"(?<=\b{word}\s)" for word in _DAYS_OF)
_DATE = re.compile(
    rf"(?:(?=\d)|\b(?=[^\W\d_]))(?:(?<![\d.])(?P<y1>[12]\d{{3}})(?P<s1>[-/.])(?P<m1>\d{{1,2}})(?P=s1)(?P<d1>\d{{1,2}})(?![\d.]\d|\d)"
    rf"|(?:{_ON})(?P<a0>\d{{1,2}})\.(?P<b0>\d{{1,2}})\.(?P<y0>\d{{2}})(?!\.?\d)"
    rf"|(?:{_ON})(?P<a6>\d{{1,2}})/(?P<b6>\d{{1,2}})(?![\d/]|[.,]\d|\s?%|\s(?:of|der|de|z)\b)"
    rf"|(?<![\d.-])(?P<y9>[12]\d{{3}})-(?P<m9>0[1-9]|1[0-2])(?![\d.-])"
    rf"|(?<![\d./-])(?P<m10>0[1-9]|1[0-2])/(?P<y10>(?:19|20)\d\d)(?![\d/])"
    rf"|(?<![\d.])(?P<a>\d{{1,2}})(?P<s2>[-/.])(?P<b>\d{{1,2}})(?P=s2)(?P<y2>[12]\d{{3}})(?!\d)"
    rf"|(?P<y3>[12]\d{{3}})\s?[年년]\s?(?:(?P<m3>\d{{1,2}})\s?[月월]\s?(?:(?P<d3>\d{{1,2}})\s?[日일])?)?"
    rf"|(?<!\d)(?P<m4>\d{{1,2}})[月월]\s?(?:(?P<d4>\d{{1,2}})[日일])?"
    rf"|(?<![\w.,])(?:(?P<d0>\d{{1,2}}){_TH}{_TO})?(?P<d5>\d{{1,2}}){_TH}\s{{1,2}}{_OF}(?P<m5>{MONTH})"
    rf"(?:,?\s{_OF}(?P<y5>[12]\d{{3}})\b)?"
    rf"|\b(?P<m6>{MONTH})\s(?P<d6>\d{{1,2}}){_TH}(?!\d|[.,:]\d)(?:{_TO}(?P<d7>\d{{1,2}}){_TH}(?!\d))?"
    rf"(?:,?\s(?P<y6>[12]\d{{3}})\b)?"
    rf"|\b(?P<m8>{MONTH})(?:,?\s{_OF}(?P<y8>[12]\d{{3}})\b)?)",
    re.I,
)


@dataclass(frozen=True)
class Dated:
    """A date at [start, end) of a text: what a source must offer for it, and what it offers itself."""

    start: int
    end: int
    wanted: Alternatives
    offered: frozenset[str]


def dates(text: str) -> Iterator[Dated]:
    """Every date in a text, in order."""
    text = western(text)
    for match in _DATE.finditer(text):
        found = list(_days(match))
        if found:
            wanted = tuple(one for day in found[-1:] for one in _wanted(day))
            if match["d0"] or match["d7"]:  # both ends of a range
                wanted = tuple(one | other for one in _wanted(found[0]) for other in wanted)
            elif len(found) > 1:  # 03/11/2026
                wanted = tuple(one for day in found for one in _wanted(day))
            days = (*found, *_last_day(text, match.start(), found))
            yield Dated(*match.span(), wanted, frozenset().union(*map(_offered, days)))


def said_in_time(text: str) -> list[Dated | Period]:
    """Every date, quarter, decade and century in a text, in order, none within another."""
    both: list[Dated | Period] = [*dates(text), *periods(text)]
    found = sorted(both, key=lambda one: (one.start, -one.end))
    ends = accumulate((one.end for one in found), max, initial=0)
    return [one for one, end in zip(found, ends, strict=False) if one.start >= end]


_Day = tuple[int, int, int]  # year, month, day; 0 where it is not said


def _days(match: re.Match[str]) -> Iterator[_Day]:
    part = match.groupdict()

    def read(*names: str) -> _Day:
        year, month, day = (int(part[name] or 0) if name and part[name] else 0 for name in names)
        return year, month, day

    if part["y1"]:
        days = [read("y1", "m1", "d1")]
    elif part["y2"]:
        days = [read("y2", "b", "a")] + ([read("y2", "a", "b")] if part["s2"] != "." else [])
    elif part["y0"]:
        year, month, day = read("y0", "b0", "a0")
        days = [(2000 + year if year < 50 else 1900 + year, month, day)]
    elif part["a6"]:
        days = [read("", "b6", "a6"), read("", "a6", "b6")]
    elif part["y9"]:
        days = [read("y9", "m9", "")]
    elif part["y10"]:
        days = [read("y10", "m10", "")]
    elif part["y3"]:
        days = [read("y3", "m3", "d3")]
    elif part["m4"]:
        days = [read("", "m4", "d4")]
    elif part["m5"]:
        days = [(int(part["y5"] or 0), month_of(part["m5"]), int(part[d] or 0)) for d in ("d0", "d5") if part[d]]
    elif part["m6"]:
        days = [(int(part["y6"] or 0), month_of(part["m6"]), int(part[d] or 0)) for d in ("d6", "d7") if part[d]]
    else:
        days = (
            [(int(part["y8"] or 0), month_of(part["m8"]), 0)]
            if part["y8"] or stands_alone(match["m8"], first=not match.start())
            else []
        )
    yield from dict.fromkeys(day for day in days if day[1] <= 12 and day[2] <= 31 and (day[0] or day[1]))


def _last_day(text: str, at: int, found: Sequence[_Day]) -> Iterator[_Day]:
    """What "the end of February 2027" may mean as well."""
    year, month, date = found[-1]
    if year and month and not date and _END_OF.search(text, max(0, at - 12), at):
        yield year, month, monthrange(year, month)[1]


def _wanted(day: _Day) -> Alternatives:
    year, month, date = day
    whole = frozenset([f"d:{_key(day)}"])
    if year and month:  # the year may stand elsewhere in the sentence
        return whole, frozenset([f"e:{_key((0, month, date))}", f"r:{year}"])
    return (frozenset([f"r:{year}"]),) if year else (whole,)


def _offered(day: _Day) -> frozenset[str]:
    year, month, date = day
    parts = {(year, month, date), (year, month, 0), (0, month, date), (0, month, 0)}
    keys = {f"d:{_key(part)}" for part in parts if part[1]}
    keys |= {f"r:{year}", f"u:{year}"} if year else {f"e:{_key((0, month, date))}"}
    return frozenset(keys | _weekday(day))


def _weekday(day: _Day) -> set[str]:
    """That a whole date is a Tuesday."""
    try:
        return {f"y:{calendar(*day).isoweekday()}"} if all(day) else set()
    except ValueError:
        return set()


def _key(day: _Day) -> str:
    year, month, date = day
    return "-".join([*([f"{year}"] if year else []), f"{month:02}", *([f"{date:02}"] if date else [])])
