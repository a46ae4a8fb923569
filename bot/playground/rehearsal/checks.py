"""Whether a sentence shows that a condition holds: by its numbers where it compares, else by its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.words import among, content, fold, held, words

Kind = Literal["must", "must_not", "prefer"]
Standing = Literal["met", "not met", "unknown"]
Sense = Literal["most", "least", "equal"]

_MOST = (
    r"under|below|less than|fewer than|no more than|not more than|no longer than|at most|up to|cheaper than|"
    r"shorter than|lighter than|within|(?:not|nothing|never|nicht|nie) (?:over|above|beyond|more than|longer than|"
    r"heavier than|uber|mehr als|powyzej|wiecej niz)|max(?:imum)?(?: of)?|no later than|before|older than|"
    r"bis zu|bis|hochstens|maximal|unter|innerhalb von|"
    r"najwyzej|ponizej|do|w ciagu"
)
_LEAST = (
    r"over|above|more than|at least|no less than|no fewer than|min(?:imum)?(?: of)?|longer than|"
    r"heavier than|exceed(?:s|ing)?|"
    r"since|after|newer than|not older than|no older than|ab|mindestens|uber|seit|co najmniej|powyzej|od"
)
_NUMBER = (
    r"(?P<before>[€$£]|eur|usd|chf|gbp|pln)?\s?(?P<number>\d[\d.,]*\d|\d)"
    r"[\s-]?(?P<unit>%|[€$£]|(?!(?:an?|per|pro|za)\b)[^\W\d_]+)?(?:\s?(?:\ban?\b|\bper\b|/|"
    r"\bpro\b|\bza\b)\s?(?P<per>[^\W\d_]+))?"
)
_COMPARISON = re.compile(rf"\b(?:(?P<least>not older than|no older than|{_LEAST})|(?P<most>{_MOST}))\s+{_NUMBER}")
_TRAILING = re.compile(
    rf"{_NUMBER}\s+(?:(?P<least>or more|minimum|min\b|or longer|or later|or newer)|"
    r"(?P<most>or less|or fewer|or lighter|maximum|max\b|at most|tops|or cheaper|or shorter))"
)
_YEARS = re.compile(r"\b(?:from|in|of|only|published)\s+(?P<number>(?:19|20)\d\d)\b")
_ANY_NUMBER = re.compile(rf"(?<![\w.,]){_NUMBER}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_RANGE = re.compile(
    r"(?<![\w.,:])[€$£]?\s?(?P<low>\d[\d.,]*)\s?(?:to|bis|do|-|–)\s?[€$£]?\s?(?P<high>\d[\d.,]*)(?![\w:])"
)
_OVER = re.compile(r"\b(?:over|above|more than)\s+[€$£]?\s?(\d[\d.,]*\d|\d)(?![\w:])")
_NOT = re.compile(
    r"\b(?:no|not|never|none|without|cannot|free of|nor|kein\w*|ohne|nicht|bez|nie|brak)\b|n['’]t\b|-free\b"
)
_NOT_AFTER = re.compile(r"\b(?:not|never|nicht|no longer)\b|n['’]t\b")
_BREAK = re.compile(r"[,;:.()|]+(?=\s|$)|\b(?:and|but|or|while|although|und|aber|oder|oraz|ale)\b|\s[-–—]\s")
_UNITS = {
    "€": "eur", "euro": "eur", "$": "usd", "dollar": "usd", "£": "gbp", "pound": "gbp", "zl": "pln", "zloty": "pln",
    "franc": "chf", "min": "minute", "h": "hour", "hr": "hour", "guest": "person", "people": "person",
    "seat": "person", "minuten": "minute", "stunden": "hour", "seiten": "page", "strony": "page", "stron": "page",
    "seite": "page", "stunde": "hour", "godzina": "hour", "godziny": "hour", "godzin": "hour", "tag": "day",
    "tage": "day", "tagen": "day", "dnia": "day", "dni": "day", "woche": "week", "wochen": "week",
    "tygodnia": "week", "tygodni": "week", "monat": "month", "monate": "month", "monaten": "month",
    "miesiaca": "month", "miesiecy": "month", "minuty": "minute", "minut": "minute", "nacht": "night", "noc": "night",
    "personen": "person", "osob": "person", "percent": "%",
    "gram": "g", "gramm": "g", "gramow": "g", "kilo": "kg", "kilogram": "kg", "kilogramm": "kg",
}  # fmt: skip
# Verbs by which a thing has a feature: a sentence may say so in another way.
_GENERIC = frozenset(
    each("require requires required needed include includes offer offers support supports come comes work works uses")
)
# What a comparison is usually about: a sentence with the right number and unit need not repeat it.
_IMPLIED = frozenset(
    each(
        "cost costs price priced pay long take takes last lasts spend total hold holds seat seats weigh weighs "
        "weight kostet kosztuje wiegt wazy"
    )
)
# A price by itself may be that of anything: only what says what a thing costs tells its price ...
_COSTS = re.compile(
    r"\b(?:costs?|costing|pric\w+|pays?|paid|kostet\w*|kosten|preise?|kosztuj\w+|cen[ayie]|cuestan?|precios?|coutent?|prix)\b"
)
# ... and not what else is to be paid for beside it.
_BESIDE = re.compile(
    r"\b(?:extras?|extra \w+|on top|spare|add-?ons?|accessor\w+|monthly|yearly|months?|years?|subscriptions?|"
    r"services?|repairs?|insurance|deposit|shipping|delivery|aufpreis|zubehor|zusatzlich|monat\w*|jahr\w*|abo\w*|versand|"
    r"dodatk\w*|miesi\w+|abonament\w*|rocznie)\b"
)


@dataclass(frozen=True)
class Quantity:
    """A number and its unit: "eur", "page", "eur/night", "year" (a bare 19xx or 20xx), "" where it has none."""

    value: float
    unit: str


_FAMILIES = {
    "price": each("eur usd gbp chf pln"),
    "weight": each("g kg oz lb"),
    "length": each("page word"),
    "time": each("second minute hour day week month"),
    "date": each(
        "year january february march april may june july august september october november december jan feb mar apr "
        "jun jul aug sep sept oct nov dec januar februar marz mai juni juli oktober dezember"
    ),
}


@dataclass(frozen=True)
class Check:
    """A condition as it can be checked: the words a sentence must hold, or a bound its numbers must keep."""

    kind: Kind
    words: tuple[str, ...]
    negated: bool = False
    bound: Quantity | None = None
    sense: Sense = "equal"

    def standing(self, sentence: str, context: str = "", published: str = "") -> Standing:
        """What one sentence says about the condition. `published` is its source's date as given ("2026-05-01")."""
        holds = self._holds(sentence, context, published)
        if holds is None:
            return "unknown"
        return "met" if holds != (self.kind == "must_not") else "not met"

    def excludes(self, other: Check) -> bool:
        """Whether two bounds cannot stand beside each other: they bound one side, or leave nothing between them."""
        if (
            self.bound is None
            or other.bound is None
            or self._side == other._side
            or "equal" in (self._side, other._side)
        ):
            return True
        most, least = (self.bound, other.bound) if self._side == "most" else (other.bound, self.bound)
        return least.unit == most.unit and least.value > most.value

    @property
    def _side(self) -> Sense:
        """The side a bound is on: "must not cost more than €350" is a ceiling."""
        turned: dict[Sense, Sense] = {"most": "least", "least": "most", "equal": "equal"}
        return turned[self.sense] if self.kind == "must_not" else self.sense

    def _holds(self, sentence: str, context: str, published: str) -> bool | None:
        if self.bound is None:
            return self._by_words(sentence)
        told = self._priced(sentence, context) if self._is_bare_price else sentence
        given = [q for q in quantities(told) if self._comparable(q, context)]
        if self.bound.unit == "year" and not given:
            given = [Quantity(float(year), "year") for year in _YEAR.findall(published)[:1]]
        elif len(held(self.words, content(f"{sentence} {context}"))) < len(self.words):
            return None
        kept = {self._keeps(q.value) for q in given}
        return kept.pop() if len(kept) == 1 else None

    @property
    def _is_bare_price(self) -> bool:
        """Whether it bounds what a thing costs and says no more: "up to €100", not "up to €100 a night"."""
        return (
            self.bound is not None and family(self.bound) == "price" and not self.words and "/" not in self.bound.unit
        )

    def _priced(self, sentence: str, context: str) -> str:
        """The parts of a sentence that tell what the thing costs, "" where none does; a table says so above it."""
        folded = fold(sentence)
        if not _COSTS.search(f"{folded} {fold(context)}" if "|" in sentence else folded):
            return ""
        return " | ".join(part for part in _BREAK.split(folded) if not _BESIDE.search(part))

    def _comparable(self, given: Quantity, context: str) -> bool:
        """Same unit. "€140" under a heading "per night" is comparable with "€150 a night", "€5 a month" is not."""
        wanted = self.bound.unit if self.bound else ""
        base, _, per = wanted.partition("/")
        return not wanted or given.unit == wanted or (bool(per) and given.unit == base and among(per, words(context)))

    def _by_words(self, sentence: str) -> bool | None:
        """True when the words stand there as asked for, False when they stand there denied (or the other way)."""
        given = _BREAK.sub(" | ", fold(sentence)).split()
        plain = [" ".join(words(token)) for token in given]
        if not self.words or len(held(self.words, plain)) < len(self.words):
            return None
        places = [i for i, token in enumerate(plain) if among(token, self.words)]
        return _denied(given, places) == self.negated if places else None

    def _keeps(self, value: float) -> bool:
        bound = self.bound.value if self.bound else 0.0
        return value <= bound if self.sense == "most" else value >= bound if self.sense == "least" else value == bound


def _denied(given: Sequence[str], places: Sequence[int]) -> bool:
    """Whether the words at these places are denied: within four words before the first, or three behind the last,
    and in the same part of the sentence."""
    before, after = list(given[max(0, places[0] - 4) : places[0]]), list(given[places[-1] + 1 : places[-1] + 4])
    while "|" in before:
        before = before[before.index("|") + 1 :]
    after = after[: after.index("|")] if "|" in after else after
    between = list(given[places[0] : places[-1]])
    return bool(_NOT.search(" ".join([*before, *between])) or _NOT_AFTER.search(" ".join(after)))


def _bound_of(folded: str) -> re.Match[str] | None:
    return _COMPARISON.search(folded) or _TRAILING.search(folded) or _YEARS.search(folded)


def check(text: str, kind: Kind) -> Check:
    """A condition's text as something that can be checked. Any text is one; most are checked by their words."""
    folded = fold(text)
    match = _bound_of(folded)
    if match is None:
        named = tuple(word for word in content(text) if word not in _GENERIC) or tuple(content(text))
        return Check(kind, named, bool(_NOT.search(folded)))
    bound = _quantity(match)
    behind = folded[match.end() :]
    if family(bound) == "date":
        behind = re.sub(r"^,?\s*(?:19|20)\d\d\b", "", behind)  # "before 3 May 2027": one date
    rest = [word for word in content(f"{folded[: match.start()]} {behind}") if not among(word, _GENERIC)]
    named = tuple(word for word in rest if not among(word, _IMPLIED) and unit(word) not in bound.unit.split("/"))
    groups = match.groupdict()
    sense: Sense = "most" if groups.get("most") else "least" if groups.get("least") else "equal"
    return Check(kind, named if bound.unit != "year" else (), False, bound, _by_date(match.group(), sense, bound))


def _by_date(phrase: str, sense: Sense, bound: Quantity) -> Sense:
    """ "Not older than 2024" bounds a year from below although it reads like a ceiling."""
    return "least" if bound.unit == "year" and re.match(r"n\w+ older", phrase) else sense


def ranges(text: str) -> list[tuple[float, float]]:
    """The ranges a text gives, both ends included: "€601 to €2,500", "10-20", "over 6,000"."""
    folded = fold(text)
    pairs = [(_value(m["low"]), _value(m["high"])) for m in _RANGE.finditer(folded)]
    upward = [(_value(number), float("inf")) for number in _OVER.findall(folded)]
    return [(low, high) for low, high in [*pairs, *upward] if low <= high]


def quantities(text: str) -> list[Quantity]:
    """Every number of a text with its unit, in order."""
    return [_quantity(match) for match in _ANY_NUMBER.finditer(fold(text))]


def _quantity(match: re.Match[str]) -> Quantity:
    groups = match.groupdict()
    name = unit(groups.get("before") or groups.get("unit") or "")
    bare = not groups.get("before") and name not in _KNOWN
    if bare and _YEAR.fullmatch(groups["number"]):
        return Quantity(float(groups["number"]), "year")
    per = f"/{unit(groups['per'])}" if groups.get("per") and name in _KNOWN else ""
    return Quantity(_value(groups["number"]), "" if name in _NO_UNIT else name + per)


def family(given: Quantity) -> str:
    """What a quantity measures, whatever its unit: "price", "weight", "length", "time", "date", else the unit."""
    base = given.unit.partition("/")[0]
    return next((name for name, units in _FAMILIES.items() if base in units), base)


def begins_with_bound(text: str) -> bool:
    """Whether a text is a limit from its first word on: "up to €300", "20 pages at most"."""
    folded = fold(text).strip()
    return (_COMPARISON.match(folded) or _TRAILING.match(folded)) is not None


def begins_with_number(text: str) -> bool:
    """Whether a text begins with a number or its currency: "€400", "20 pages"."""
    return _ANY_NUMBER.match(fold(text).strip()) is not None


def unit(word: str) -> str:
    """A unit's one name: "€", "euros" and "EUR" are "eur", "pages" is "page"."""
    folded = fold(word)
    single = folded if folded in _UNITS or len(folded) < 4 else folded.removesuffix("s")
    return _UNITS.get(single, _UNITS.get(folded, single))


def _value(number: str) -> float:
    """The value of a number as written in English: a comma groups thousands, or is a decimal sign before 1-2 "
    "digits."""
    text = re.sub(r",(?=\d{3}(\D|$))", "", number).replace(",", ".")
    head, _, tail = text.rpartition(".")
    text = head.replace(".", "") + ("." if head else "") + tail
    return float(text)


_KNOWN = frozenset(_UNITS.values()) | {"eur", "usd", "gbp", "pln", "chf", "page", "hour", "day", "week", "month"}
_NO_UNIT = frozenset(
    each("and or a an the in on at of to for is are was were by with from per please max und oder im in am w i z")
)
