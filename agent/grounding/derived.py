"""Whether a number that a claim works out is what two numbers of its source come to. Pure.

A sum, a difference or a share of two amounts in one unit, so many percent of one, what is left of a whole; a time of
day or a year with a length of time added or taken away. Only the exact result counts, and only of numbers that stand
in one sentence, in one row of a table or in two sentences side by side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from decimal import Context, Decimal
from itertools import combinations, permutations, product
from typing import NamedTuple

from agent.grounding.choosing import Chosen
from agent.grounding.claims import Claim, Term
from agent.grounding.converted import converted
from agent.grounding.lines import line, sort_of
from agent.grounding.passages import Prepared
from agent.grounding.quantities import rounds_to

_EXACT = Context(prec=30)
_AT_MOST = 14  # numbers of two sentences that are taken together
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_BASES = {"year": ("month", Decimal(12)), "clock": ("s", Decimal(1))}  # what a length of time between two is told in
_DAY = 86_400
_FEW = frozenset(map(Decimal, range(2, 13)))
# A statement that says it adds up or compares.
_SAYS_SO = re.compile(
    r"\b(?:together|combined|altogether|in total|in all|more|less|fewer|cheaper|heavier|lighter|longer|shorter|higher"
    r"|lower|larger|smaller|older|younger|later|earlier|above|below|dearer|faster|slower|sooner|saves?|saving|net|left"
    r"|remain(?:s|ing)?|zusammen|insgesamt|mehr|weniger|teurer|billiger|später"
    r"|früher|höher|schwerer|leichter|spart|sparen|Ersparnis|übrig"
    r"|verbleib(?:t|en|enden?)|łącznie|razem|w sumie|więcej|mniej|później|wcześniej|ensemble|au total"
    r"|de plus|de moins|plus tard|plus tôt|économis(?:e|er|ent)|reste|restants?|juntos|juntas|en total"
    r"|más|menos|después"
    r"|antes|ahorr(?:a|an|ar|o)|resto|restantes?|oszczędza|pozostał[aey])\b"
    r"|合わせ|合計|[多少高安][かくい]|一共|总共|共[有计]|合计|便宜|[贵多少高低晚早省差]了?\d|可省|節約|安[いく]",
    re.I,
)
_BY = re.compile(r"\b(?:by|um|o|de|en)\s\Z", re.I)
_TO = re.compile(r"(?:\b(?:to|auf|na|à|a)\s|到|至)\Z", re.I)
_COMES_TO = re.compile(r"\b(?:adds? up|comes?|amounts?|came) to\s\Z", re.I)
_Value = tuple[Decimal, str]  # in the base unit of its kind; "" for a bare number, "year", "clock"


class Worked(NamedTuple):
    """Numbers of a claim that its source does not say and that may come of its numbers: what is `sure`ly a result;
    what is `likely` one; and what two or three `summed` come to, though the claim does not say that it adds up."""

    sure: frozenset[Term] = frozenset()
    likely: frozenset[Term] = frozenset()
    summed: frozenset[Term] = frozenset()


def worked_out(claim: Claim, chosen: Sequence[Chosen], held: Set[Term]) -> Worked:
    """What of a claim may be worked out of these sentences. Of what is `held` only that which is surely a result."""

    def of(terms: Iterable[Term], comes: Callable[[Term, Prepared, Sequence[int]], bool]) -> frozenset[Term]:
        return frozenset(term for term in terms if any(comes(term, one.source, one.sentences) for one in chosen))

    sure = of(claim.terms, lambda term, source, at: derived(term, claim, source, at))
    lost = [term for term in claim.terms if term not in held]  # also what is surely a result may be beaten
    summed = of(lost, lambda term, source, at: may_come_of(term, claim, source, at, sums=True))
    likely = of(summed, lambda term, source, at: may_come_of(term, claim, source, at, sums=False))
    return Worked(sure | converted(claim, held | sure), likely, summed)


def derived(term: Term, claim: Claim, source: Prepared, sentences: Iterable[int]) -> bool:
    """Whether numbers of one of these sentences, or of it and the next one, come to that of the term. What a claim
    says something fell "to" is no result."""
    if term.kind != "number" or _TO.search(claim.text, max(0, term.start - 6), term.start):
        return False
    sums = says_so(term, claim)
    wanted = {value for keys in term.wanted if len(keys) == 1 for value in _values(keys)}
    beside = dict.fromkeys(one for sentence in sentences for one in (sentence - 1, sentence))
    return bool(wanted) and any(not wanted.isdisjoint(_results(_numbers(source, one), sums)) for one in beside)


def may_come_of(term: Term, claim: Claim, source: Prepared, sentences: Iterable[int], *, sums: bool) -> bool:
    """Whether a number may be worked out in two steps, or of numbers that stand apart, in these sentences: the sum of
    two or three (where the claim says so, or `sums`), two multiplied, one taken away, a half. That is no proof, but
    it is not made up either."""
    if term.kind != "number" or _falls_to(term, claim.text):
        return False
    wanted = {value for keys in term.wanted if len(keys) == 1 for value in _values(keys)}
    beside = dict.fromkeys(at for one in sentences for at in (one, *_before(source, one)))
    tokens = (token for one in beside for token in line(source, one) if token.sort)
    numbers = [values for token in tokens if (values := frozenset(_values(token.keys)))][:_AT_MOST]
    said = says_so(term, claim)
    results = _results(numbers, sums or said) | set(_in_two_steps(numbers, said))
    results |= set(_left_of(numbers)) | set(_divided(numbers))
    return any(
        unit == theirs and _is_told(value, result, unit, term) for value, unit in wanted for result, theirs in results
    )


def _is_told(value: Decimal, result: Decimal, unit: str, term: Term) -> bool:
    """Whether a claim may say this number of a result: a hedge rounds, and a share is rounded without one."""
    about = term.about or ("~" if unit == "%" else "")
    return value == result or (bool(about) and rounds_to(value, result, about))


def _falls_to(term: Term, text: str) -> bool:
    """Whether a claim says that something changed to a number: not that it comes to it."""
    if _COMES_TO.search(text, max(0, term.start - 14), term.start):
        return False
    return _TO.search(text, max(0, term.start - 6), term.start) is not None


def _in_two_steps(numbers: list[frozenset[_Value]], sums: bool) -> Iterator[_Value]:
    yield from ((a / 2, unit) for one in numbers for a, unit in one if unit not in _BASES)
    for one, other in permutations(numbers, 2):
        yield from ((a * times, unit) for a, unit in one if unit not in _BASES for b in other for times in _times(*b))
    yield from _shared_out(numbers)
    for three in combinations(numbers, 3) if sums else ():
        for (a, unit), (b, second), (c, third) in product(*three):
            if unit == second == third and unit not in _BASES:
                yield a + b + c, unit
                yield from ((left, unit) for left in (a - b - c, b - a - c, c - a - b) if left > 0)


def _shared_out(numbers: list[frozenset[_Value]]) -> Iterator[_Value]:
    """So many percent of an amount, the amount without or with them; and what one or two shares leave of a whole."""
    shares = [value for one in numbers for value, unit in one if unit == "%" and 0 < value < 100]
    amounts = [
        (value, unit) for one in numbers for value, unit in one if unit not in _BASES and unit not in ("%", "pp")
    ]
    for (amount, unit), share in product(amounts, shares):
        yield from ((amount * part / 100, unit) for part in (share, 100 - share, 100 + share))
    yield from ((100 - share, "%") for share in shares)
    yield from ((100 - one - other, "%") for one, other in combinations(shares, 2) if one + other < 100)


def _divided(numbers: list[frozenset[_Value]]) -> Iterator[_Value]:
    """How much of one another is, or by how much it changed, in percent; one by the other; an area."""
    for one, other in permutations(numbers, 2):
        for (a, unit), (b, theirs) in product(one, other):
            if unit == theirs and unit not in (*_BASES, "%") and a > 0 and b > 0:
                yield from ((_EXACT.divide(100 * part, b), "%") for part in (a, abs(a - b)))
            if not theirs and b > 1 and unit not in _BASES:
                yield _EXACT.divide(a, b), unit
            if unit == "m" and theirs in ("", "m"):
                yield a * b, "m2"


def _left_of(numbers: list[frozenset[_Value]]) -> Iterator[_Value]:
    """What is left where the second number leaves out its unit: "6.4 million euros, of which 4.1 million"."""
    for one, other in permutations(numbers, 2):
        for (a, unit), (b, theirs) in product(one, other):
            if unit and unit not in _BASES and not theirs and a > b:
                yield a - b, unit


def _times(value: Decimal, unit: str) -> Iterator[Decimal]:
    """By how much something can be multiplied: a small number, or years of something a year."""
    times = value / 12 if unit == "month" else value
    if unit in ("", "month") and times in _FEW:
        yield times


def says_so(term: Term, claim: Claim) -> bool:
    """Whether a claim has a word for adding up or comparing: then what beats a result is but a part of it."""
    until = sort_of(frozenset().union(*term.wanted)) in ("time", "date", "year")
    by = not until and _BY.search(claim.text, max(0, term.start - 6), term.start)
    return bool(by or _SAYS_SO.search(claim.text))


def _before(source: Prepared, sentence: int) -> Iterator[int]:
    """The sentence before one, in its passage."""
    if sentence and source.sentences[sentence - 1].passage == source.sentences[sentence].passage:
        yield sentence - 1


def _numbers(source: Prepared, sentence: int) -> list[frozenset[_Value]]:
    """Those of a sentence and of the next one in its passage."""
    both = [one for one in (sentence, sentence + 1) if 0 <= one < len(source.sentences)]
    if len(both) > 1 and source.sentences[both[0]].passage != source.sentences[both[1]].passage:
        both.pop()
    tokens = (token for one in both for token in line(source, one) if token.sort)
    return [values for token in tokens if (values := frozenset(_values(token.keys)))][:_AT_MOST]


def _values(keys: frozenset[str]) -> Iterator[_Value]:
    """What a number may be: with its unit where it has one."""
    dated = any(key[:2] == "d:" for key in keys)
    based = any(key[:2] == "b:" for key in keys)
    for kind, said in ((key[:2], key[2:]) for key in keys):
        if kind == "b:":
            value, _, unit = said.partition("|")
            yield Decimal(value), unit
        elif kind == "t:":
            hours, minutes = said.split(":")
            yield Decimal(int(hours) * 3600 + int(minutes) * 60), "clock"
        elif kind == "r:" and not based:
            if not dated:
                yield Decimal(said), ""
            if _YEAR.fullmatch(said):
                yield Decimal(said), "year"


def _results(numbers: list[frozenset[_Value]], sums: bool) -> set[_Value]:
    """Sums as well where a claim says that it adds up."""
    return {
        result
        for one, other in permutations(numbers, 2)
        for left in one
        for right in other
        for result in _result(left, right, sums)
    }


def _result(left: _Value, right: _Value, sums: bool) -> Iterator[_Value]:
    (one, unit), (other, theirs) = left, right
    if unit in _BASES:
        length, factor = _BASES[unit]
        if theirs == unit and one > other:
            yield (one - other) * factor, length
        elif theirs == length:
            yield from ((value % _DAY if unit == "clock" else value, unit) for value in _shifted(one, other / factor))
    elif unit == theirs:
        if sums:
            yield one + other, unit
        if one > other:
            yield one - other, "pp" if unit == "%" else unit
        if other:
            yield _EXACT.divide(one * 100, other).normalize(), "%"


def _shifted(one: Decimal, other: Decimal) -> tuple[Decimal, Decimal]:
    return one + other, one - other
