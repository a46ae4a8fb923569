"""Limits said in passing: "and up to €400?", "I meant 20 pages at most", "400 euro would be fine"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.playground.rehearsal.checks import begins_with_bound, begins_with_number, check, family, quantities
from bot.playground.rehearsal.wishes import Found, trim
from bot.playground.rehearsal.words import fold

LONGEST = 12  # words of a clause that may be a limit and nothing else

_BETWEEN = re.compile(
    r"[;\n]+|(?<=[.!?…])\s+|,\s+(?:(?:and|but|or|und|aber|oder|oraz|ale)\s+)?|\s[–—-]\s|"
    r"(?<!\d)\s+(?:and|but|und|aber|oraz|ale)\s+|\s+(?:and|but|und|aber|oraz|ale)\s+(?![€$£]?\s?\d)",
    re.IGNORECASE,
)
_IT = r"(?:it|they|that|this|he|she|one|the (?:price|limit|budget|maximum|weight|cost))"
_LEAD = re.compile(
    r"^(?:(?:sorry|no|nope|wait|actually|ok(?:ay)?|well|hm+|and|but|or|so|then|now|oh|please|for|with|rather|better|"
    r"about|just|say|(?:i|we) (?:really )?(?:mean|meant)|let['’]?s (?:say|make it|take)|(?:make|call|"
    r"say) (?:it|that)|"
    rf"what about|how about|what if {_IT} (?:is|was|costs|weighs)|is|(?:can|could|may|would|"
    rf"should) {_IT}(?: be| cost| "
    rf"weigh| go| take| have)*|{_IT} (?:is|can|may|could|must|should|has to|needs to|costs)(?: now)?(?: be|"
    rf" cost| weigh| "
    rf"go| take| have)*|(?:raise|lower|change|set|increase|reduce|extend) {_IT} to|und|aber|oder|doch|nein|"
    rf"lieber|eher|"
    r"fur|für|ich mein(?:t?e)|sagen wir|es darf|ale|nie|raczej|moze|może|dla|niech b[eę]dzie)(?=[\s,:])[\s,:]+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,]+(?:please|then|now|instead|too|also|as well|will do|"
    r"(?:is|are|would be|works?|wäre|ist) (?:also )?(?:fine|ok(?:ay)?|enough|good|possible|allowed|in ordnung)|"
    r"(?:instead of|rather than|not|statt|zamiast) .{1,40}|bitte|prosz[eę]))+$",
    re.IGNORECASE,
)
_GERMAN, _POLISH = (
    re.compile(r"(?:bis|hochstens|maximal|unter|mindestens|uber|ab)\b"),
    re.compile(r"(?:najwyzej|ponizej|do|co najmniej|powyzej|od)\b"),
)
_FRAMES = {"price": ("costs", "kostet", "kosztuje"), "weight": ("weighs", "wiegt", "waży")}


def clauses(text: str) -> list[str]:
    """A message in the parts that can each say something of its own."""
    return [part.strip() for part in _BETWEEN.split(text) if part and part.strip(" .,!;")]


def limit(clause: str, known: Sequence[Found]) -> Found | None:
    """The limit a clause is and nothing else, as a condition; a bare quantity is one where a known condition bounds
    the same thing. None for any other clause."""
    text = bare(clause)
    if not text or len(text.split()) > LONGEST:
        return None
    if begins_with_bound(text):
        return Found("must", framed(text))
    before = next((one for one in known if _bounds_the_same(text, one.text)), None)
    return Found(before.kind, as_before(before.text, text)) if before else None


def bare(clause: str) -> str:
    """A clause without how it is led in and what it ends with: "sorry, I meant 20 pages, please" is "20 pages"."""
    text = trim(clause)
    return trim(_TAIL.sub("", _LEAD.sub("", text)))


def framed(text: str) -> str:
    """A limit as a condition that can be read alone: "up to €300" is "costs up to €300"."""
    bound = check(text, "must").bound
    frames = _FRAMES.get(family(bound)) if bound else None
    if frames is None or not begins_with_bound(text) or text.startswith("nothing"):
        return text
    return f"{frames[1 if _GERMAN.match(fold(text)) else 2 if _POLISH.match(fold(text)) else 0]} {text}"


def _bounds_the_same(text: str, known: str) -> bool:
    """Whether a text is a bare quantity of what a known condition bounds; a number without a unit is of any."""
    bound, given = check(known, "must").bound, quantities(text)
    if bound is None or len(given) != 1 or not begins_with_number(text) or len(text.split()) > 3:
        return False
    return not given[0].unit or family(given[0]) == family(bound)


def as_before(known: str, text: str) -> str:
    """A known limit with the new quantity in the place of its own; a number without a unit keeps the unit."""
    number = re.compile(
        r"(?:[€$£]\s?)?\d[\d.,]*(?:\s?(?:[€$£%]|[^\W\d_]+))?" if _has_unit(text) else r"\d[\d.,]*\d|\d"
    )
    return number.sub(lambda _: text, known, count=1)


def _has_unit(text: str) -> bool:
    return re.fullmatch(r"[\d.,\s]+", fold(text)) is None
