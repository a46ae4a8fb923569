"""Whether a number that a claim puts beside one of its source is the same amount in another unit. Pure.

"12 miles (19.3 km)": a source that has one of the two carries both, where one comes to the other as far as it is
rounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from decimal import Decimal
from itertools import pairwise

from agent.grounding.claims import Claim, Term

# What a unit comes to in that of the metric system in which keys are written.
_METRIC = {
    "mile": ("m", Decimal("1609.344")),
    "mph": ("m", Decimal("1609.344")),  # beside km/h
    "kn": ("m", Decimal(1852)),
    "ft": ("m", Decimal("0.3048")),
    "in": ("m", Decimal("0.0254")),
    "lb": ("g", Decimal("453.59237")),
    "ft2": ("m2", Decimal("0.09290304")),
    "acre": ("m2", Decimal("4046.8564224")),
}
_BESIDE = re.compile(
    r"(?:/h|\sper hour)?\s?[(\[（/]\s?(?:(?:about|approx\.|ca\.|c\.|roughly|rund|etwa|około|environ)\s|[~≈])?"
    r"|\s?[=≈]\s?"
)
_CLOSE = Decimal("0.005")  # of the amount: what a rounded number may differ by
_Amount = tuple[Decimal, str]


def converted(claim: Claim, held: Set[Term]) -> frozenset[Term]:
    """The numbers of a claim that are those `held` beside them in another unit."""
    numbers = [term for term in claim.terms if term.kind == "number"]
    return frozenset(
        lost
        for one, other in pairwise(numbers)
        if _BESIDE.fullmatch(claim.text, one.end, other.start)
        for kept, lost in ((one, other), (other, one))
        if kept in held and lost not in held and _are_one(claim.text, kept, lost)
    )


def _are_one(text: str, kept: Term, lost: Term) -> bool:
    step = _last_digit(text[lost.start : lost.end])
    return any(
        unit == its and abs(amount - value) <= max(_CLOSE * abs(amount), scale * step / 2)
        for amount, unit, _ in _metric(kept)
        for value, its, scale in _metric(lost)
    )


def _last_digit(written: str) -> Decimal:
    """What the last digit of a number counts: 0.1 of "19.3 km"."""
    digits = re.search(r"\d+(?:[.,](\d{1,2})(?!\d))?", written)
    return Decimal(1).scaleb(-len(digits[1] or "")) if digits else Decimal(1)


def _metric(term: Term) -> Iterator[tuple[Decimal, str, Decimal]]:
    """(the amount, its unit, what one of the unit that it is written in comes to)."""
    plain = {Decimal(key[2:]) for keys in term.wanted for key in keys if key.startswith("u:")}
    for key in (key for keys in term.wanted for key in keys if key.startswith("b:")):
        number, _, unit = key[2:].partition("|")
        amount = Decimal(number)
        if unit == "F":
            yield (amount - 32) * 5 / 9, "C", Decimal(5) / 9
        elif unit in _METRIC:
            metric, factor = _METRIC[unit]
            yield amount * factor, metric, factor
        elif unit in ("C", "m", "g", "m2"):
            yield amount, unit, next((abs(amount / one) for one in plain if one), Decimal(1))
