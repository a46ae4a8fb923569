"""Numbers with their magnitudes and units, as keys that are equal where the quantities are. Pure.

`r:1600` is a plain value, `b:3000|m` one in the base unit of its kind, `u:1600` one that was written without a unit,
`t:19:30` a time of day. What can be read in two ways ("1.600") offers and takes both. What is said in two steps is
one quantity ("an hour and a half", "29 dollars and 90 cents", "one in ten"). Spelled-out numbers without a unit
("two", "first") are told apart: they count half.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal

from agent.grounding.clocks import clocks
from agent.grounding.dates import Alternatives
from agent.grounding.figures import SIGNS, SPACE, Piece, pieces_of
from agent.grounding.fractions import fractions, percents
from agent.grounding.measures import UNITS, Unit
from agent.grounding.numerals import western

_EXACT = Context(prec=60)
_DURATION = re.compile(
    r"(?<![\d:.])(\d{1,2})(?::([0-5]\d):([0-5]\d)(?![:\d])|\s?h\s?([0-5]?\d)\s?min\s?([0-5]?\d)\s?s\b)"
)
_RATIO = re.compile(
    r"(?:\s[^\W\d_]+)?\s(?:in(?: every)?|out of(?: every)?|von|na|sur|de cada)\s|\s(?:of|z|de)\s", re.I
)
_AND = re.compile(r"\.?(?:,\s?|\s|,?\s(?:and|und|i|et|y|con|mit|e|och|og|и)\s)?", re.I)
_TO = re.compile(
    r"\s?(?:-|–|—|〜|～|~)\s?|\s(?:to|bis|do|à|al?|or|oder|lub|ou|o|tot|of|till|til|до|или)\s|から|至|到"
)
_PART_OF = re.compile(r"\s(?:(?:out )?of (?:the|its|their|a)|von den|der|des|de (?:los|las)|z)\s", re.I)
_BOTH = re.compile(r"\s(?:and|und|a|i|et|y|e|en|och|og|и)\s")
_BETWEEN = re.compile(
    rf"\b(?:between|zwischen|między|entre|tra|fra|tussen|mellan|mellem|mellom|между)\s(?:{SIGNS})?{SPACE}?\Z", re.I
)
_FREE = ("free", "kostenlos", "kostenfrei", "gratis", "gratuit", "gratuite", "gratuito", "gratuita", "bezpłatnie")
_MONEY = ("EUR", "USD", "GBP", "PLN", "CHF", "CAD", "AUD")
_ODDS = frozenset(
    map(Decimal, (*range(2, 13), 15, 20, 25, 30, 40, 50, 60, 100, 500, 1_000, 10_000, 100_000, 1_000_000))
)


@dataclass(frozen=True)
class Amount:
    """A number at [start, end) of a text: what a source must offer for it, and what it offers itself. `about` is what
    a hedge before it says ("~" about that much, ">" more, "<" less); `spelled` for one in words, without a unit."""

    start: int
    end: int
    wanted: Alternatives
    offered: frozenset[str]
    about: str = ""
    spelled: bool = False


def amounts(text: str, tongue: str = "") -> Iterator[Amount]:
    """Every number in a text from which dates and identifiers are gone, but for those in words that count half."""
    return (one for one in quantities(text, tongue) if not one.spelled)


def spelled(text: str, tongue: str = "") -> Iterator[Amount]:
    """Numbers in words without a unit: "two", "twenty-five", "erste"."""
    return (one for one in quantities(text, tongue) if one.spelled)


def quantities(text: str, tongue: str = "") -> list[Amount]:
    """Every number in a text from which dates and identifiers are gone, in order; `tongue` is its language where that
    is known."""
    text = western(text)
    taken = [Amount(c.start, c.end, *_times(c.times, c.seconds), spelled=c.told) for c in clocks(text, tongue)]
    taken += [_duration(match) for match in _DURATION.finditer(text)]
    taken += [Amount(one.start, one.end, *_shares(one.percent), spelled=True) for one in fractions(text)]
    covered = {at for one in taken for at in range(one.start, one.end)}
    pieces = sorted(pieces_of(text, tongue, covered), key=lambda one: (one.start, -one.end))
    return sorted([*taken, *_joined(text, _apart(pieces))], key=lambda one: one.start)


def _times(times: Sequence[str], seconds: Sequence[int]) -> tuple[Alternatives, frozenset[str]]:
    keys = [f"t:{one}" for one in times] + [f"b:{one}|s" for one in seconds]
    return tuple(frozenset([key]) for key in keys), frozenset(keys)


def _shares(percent: Iterable[str]) -> tuple[Alternatives, frozenset[str]]:
    keys = [f"b:{one}|%" for one in percent]
    return tuple(frozenset([key]) for key in keys), frozenset(keys)


def _duration(match: re.Match[str]) -> Amount:
    """2:08:20, which is a length of time or a time of day."""
    hours, minutes, seconds = (int(part) for part in match.groups() if part)
    key = frozenset([f"b:{_plain(Decimal(hours * 3600 + minutes * 60 + seconds))}|s"])
    return Amount(*match.span(), (key,), key)


def _apart(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces of which none lies in another."""
    end = 0
    for piece in pieces:
        if piece.start >= end:
            yield piece
            end = piece.end


def _joined(text: str, pieces: Iterable[Piece]) -> Iterator[Amount]:
    """The amounts of pieces in order: two that make one quantity as one, and ranges with what their ends have."""
    waiting: Piece | None = None
    for piece in pieces:
        if waiting is None:
            waiting = piece
            continue
        gap = text[waiting.end : piece.start]
        if (ratio := _ratio(gap, waiting, piece)) is not None:
            yield ratio
            waiting = None
        elif (whole := _sum(gap, waiting, piece)) is not None:
            waiting = whole
        else:
            yield _amount(_in_range(text, gap, waiting, piece))
            waiting = piece
    if waiting is not None:
        yield _amount(waiting)


def _ratio(gap: str, one: Piece, other: Piece) -> Amount | None:
    """ "one in ten", "neun von zehn", "1 in 1,000" as a share; or both numbers."""
    part, whole = one.values[0], other.values[0]
    bare = not one.units and not other.units and one.powers == other.powers == (0,)
    if not bare or not 0 < part < whole or whole not in _ODDS or not _RATIO.fullmatch(gap):
        return None
    shares, keys = _shares(percents(_EXACT.divide(part, whole)))
    first, second = _amount(one), _amount(other)
    both = tuple(left | right for left in first.wanted for right in second.wanted)
    offered = first.offered | second.offered | keys
    return Amount(one.start, other.end, (*shares, *both), offered, spelled=one.spelled and other.spelled)


def _sum(gap: str, one: Piece, other: Piece) -> Piece | None:
    """ "2 hours 30 minutes", "29 dollars and 90 cents" in the smaller unit."""
    if not one.units or not _AND.fullmatch(gap) or len(other.values) > 1 or len(one.values) > 1:
        return None
    if gap == " " and other.cents and one.units[0][1] in _MONEY and one.values[0] == int(one.values[0]):
        value = _EXACT.add(one.scaled[0], other.values[0].scaleb(-2))
        return Piece(one.start, other.end, (value,), (0,), one.units, one.about)
    if gap == " " and (Decimal(3600), "s") in one.units and other.spelled and 0 < other.values[0] < 60:
        return _hour(one, other)
    small = {unit: factor for factor, unit in other.units}
    both = [
        (factor / small[unit], (small[unit], unit)) for factor, unit in one.units if small.get(unit, factor) < factor
    ]
    if not both or other.scaled[0] >= both[0][0]:
        return None
    value = _EXACT.add(_EXACT.multiply(one.scaled[0], both[0][0]), other.scaled[0])
    return Piece(one.start, other.end, (value,), (0,), tuple(unit for _, unit in both), one.about)


def _hour(one: Piece, other: Piece) -> Piece:
    """ "dix-huit heures trente": a time of day, or a length of time."""
    hours, minutes = int(one.values[0]), int(other.values[0])
    also = frozenset([f"t:{hours:02}:{minutes:02}"])
    return Piece(one.start, other.end, (Decimal(60 * hours + minutes),), units=UNITS["min"], also=also)


def _in_range(text: str, gap: str, one: Piece, other: Piece) -> Piece:
    """The 2 of "2 to 3 million" and of "2 of the 3 million" is one of millions as well."""
    between = _BOTH.fullmatch(gap) and _BETWEEN.search(text, max(0, one.start - 14), one.start)
    spans = _TO.fullmatch(gap) or _PART_OF.fullmatch(gap) or between
    bare = one.powers == (0,) and (not one.units or not other.units)
    if not spans or not bare or (other.powers == (0,) and (not other.units or one.units)):
        return one
    return replace(one, shared=(other.powers, one.units or other.units))


def _amount(piece: Piece) -> Amount:
    wanted, offered = _wanted(piece.scaled, piece.units), _offered(piece.scaled, piece.units)
    if piece.shared:
        more = replace(piece, powers=piece.shared[0])
        wanted = (*_wanted(more.scaled, piece.shared[1]), *wanted)
        offered |= _offered(more.scaled, piece.shared[1])
    wanted = (*wanted, *(frozenset([key]) for key in sorted(piece.also)))
    return Amount(
        piece.start, piece.end, wanted, offered | piece.also, piece.about, piece.spelled and not piece.units
    )


def _wanted(values: tuple[Decimal, ...], units: tuple[Unit, ...]) -> Alternatives:
    """One with a unit wants the same in any unit of its kind, or the bare number; one without wants the number."""
    bare = [f"{'u' if units else 'r'}:{_plain(value)}" for value in values]
    bare += [
        f"u:{_plain(_EXACT.multiply(value, factor))}" for value in values for factor, unit in units if unit == "B"
    ]
    bare += [f"n:{word}" for word in _FREE if 0 in values and any(unit in _MONEY for _, unit in units)]
    return tuple(frozenset([key]) for key in dict.fromkeys((*_based(values, units), *bare)))


def _offered(values: tuple[Decimal, ...], units: tuple[Unit, ...]) -> frozenset[str]:
    keys = {f"r:{_plain(value)}" for value in values} | set(_based(values, units))
    return frozenset(keys if units else keys | {f"u:{_plain(value)}" for value in values})


def _based(values: tuple[Decimal, ...], units: tuple[Unit, ...]) -> list[str]:
    return [f"b:{_plain(_EXACT.multiply(value, factor))}|{unit}" for value in values for factor, unit in units]


def _plain(value: Decimal) -> str:
    written = format(value, "f")
    return (written.rstrip("0").rstrip(".") if "." in written else written).lstrip("0") or "0"


_WAYS = {"~": (ROUND_HALF_UP, ROUND_FLOOR, ROUND_CEILING), ">": (ROUND_FLOOR,), "<": (ROUND_CEILING,)}


def rounds_to(value: Decimal, exact: Decimal, about: str = "~") -> bool:
    """Whether somebody may say "about `value`" of `exact`, or ">" over or "<" almost: rounded to as many digits, up,
    down or to the nearest."""
    if value == exact:
        return True
    digits = value.normalize()
    step = Decimal(1).scaleb(int(digits.as_tuple().exponent))
    near = abs(value - exact) < step and exact != 0 and (about != "~" or 3 * abs(value - exact) <= max(value, exact))
    return near and any(_EXACT.divide(exact, step).to_integral_value(way) * step == value for way in _WAYS[about])
