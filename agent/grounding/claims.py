"""A claim taken apart: its numbers, dates, names, identifiers and words, what each wants of a source, its clauses and
its quotes. Pure.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from agent.answers.asides import lead
from agent.documents.words import listed
from agent.grounding.dates import Alternatives, said_in_time
from agent.grounding.languages import EVERY_STOP, STOP, language
from agent.grounding.names import Name, behind_unit, identifiers, names, spellings
from agent.grounding.passages import Flow, blanked, forms, words
from agent.grounding.periods import weekdays
from agent.grounding.quantities import Amount, quantities

CODE_AT_MOST = 1_000  # identifiers and literals of one block of code
TERMS_AT_MOST = 200  # of one claim; one that says more than that can be checked in part only
LONGEST = 8_000  # characters of a claim that are looked at
Kind = Literal["word", "spelled", "number", "name", "code"]
_WEIGHTS: dict[Kind, float] = {"word": 1.0, "spelled": 1.0, "number": 2.0, "name": 2.0, "code": 2.0}
BREAK = re.compile(
    r"[,;:|()\[\]—–…]\s|\s[-–—(|]|(?<![\W_][^\W\d_])[.!?]\s|[、，。；：！？（）]|"
    r"\s(?:and|but|while|whereas|und|aber|sondern|während|oraz|ale|pero|mientras|mais|tandis)\s"
)
_QUOTE = re.compile(
    r"“(?P<a>[^“”]{1,2000})”|„(?P<b>[^„“”\"]{1,2000})[“”\"]|«(?P<c>[^«»]{1,2000})»|»(?P<d>[^«»]{1,2000})«"
    r"|「(?P<e>[^「」]{1,2000})」|『(?P<f>[^『』]{1,2000})』|(?<![\w\d])\"(?P<g>[^\"\n]{1,2000})\"(?!\w)"
)
# ① and ❾ are digits as well. (Raised ones are exponents, or marks.)
_ENCLOSED = {
    at: str(unicodedata.digit(chr(at)))
    for begin, end in ((0x2080, 0x208A), (0x2460, 0x2469), (0x24F5, 0x24FE), (0x2776, 0x277F), (0x2780, 0x2794))
    for at in range(begin, end)
    if unicodedata.digit(chr(at), None) is not None
}
_LEFT_OUT = re.compile(r"\s*(?:\[(?:…|\.\.\.)\]|\(…\)|…|\.\.\.)\s*")
_FENCE = re.compile(r"\s*(?:```|~~~)[^`\n]*\n")
_OWN_NAMES = re.compile(
    r"\b(?:def|class|function|fn|func|let|const|var|for|as)\s+([A-Za-z_]\w*)"
    r"|(?<!\w)([A-Za-z_]\w*+)(?:\s*+,\s*+[A-Za-z_]\w*+){0,20}\s*+:?=[^=]"  # possessive: a line can be one long word
)
_CODE_WORD = re.compile(r"[A-Za-z_]\w{2,}|\d+(?:\.\d+)*")
_KEYWORDS = frozenset(map(str.casefold, keyword.kwlist)) | listed("""
    function const let var new this self export default null undefined true false public private static void int
    string str float bool return async await import from require then else elif end begin print echo select where
    and not fn func type interface struct enum
""")


@dataclass(frozen=True)
class Term:
    """One thing that a claim says at [start, end), and the keys of which a source has to offer one alternative."""

    start: int
    end: int
    kind: Kind
    wanted: Alternatives
    weight: float
    clause: int = 0
    name: str = ""  # of a name: the word, whose forms will do as well
    about: str = ""  # of a number: what a hedge before it says, as agent.grounding.quantities has it

    @property
    def hard(self) -> bool:
        """A claim cannot stand without it."""
        return self.weight >= 2 and self.kind in ("number", "name", "code")


@dataclass(frozen=True)
class Quote:
    """Words at [start, end) of a claim that it says are the source's, in the parts between "…"."""

    start: int
    end: int
    parts: tuple[Flow, ...]

    @property
    def long(self) -> bool:
        """Whether it is more than a word that just happens to stand there."""
        return sum(len(part.places) for part in self.parts) >= 3


@dataclass(frozen=True)
class Claim:
    text: str
    plain: str  # without its quotes
    terms: tuple[Term, ...]
    quotes: tuple[Quote, ...]
    language: str
    flow: Flow
    whole: bool  # whether all of it was taken apart
    code: bool = False  # what it holds may stand anywhere in its source
    label: int = 0  # where the label that it begins with ends (labels.py)

    @classmethod
    def of(cls, statement: str, likely: str = "") -> Claim:
        """A statement taken apart; `likely` is the language it is in where it does not tell itself."""
        text = statement[:LONGEST].translate(_ENCLOSED)
        quotes = tuple(_quotes(text))
        plain = blanked(text, ((one.start, one.end) for one in quotes))
        begins = lead(text)
        text = blanked(text, [(0, begins)])
        tongue = language(plain)
        code = _FENCE.match(text) is not None
        most = CODE_AT_MOST if code else TERMS_AT_MOST
        found = list(_code_terms(text) if code else _terms(text, tongue or likely))
        terms = tuple(sorted(_distinct(found), key=lambda term: (term.start, -term.end)))[:most]
        return cls(
            text=text,
            plain=plain,
            terms=() if not terms else tuple(_in_clauses(text, terms, apart=not code)),
            quotes=() if code else quotes,
            language="" if code else tongue,
            flow=Flow.of(statement[begins:]),
            whole=len(found) <= most and len(text) == len(statement),
            code=code,
        )


def _terms(text: str, tongue: str) -> Iterator[Term]:
    days = said_in_time(text)
    yield from (Term(day.start, day.end, "number", day.wanted, 2.0) for day in days)
    rest = blanked(text, ((day.start, day.end) for day in days))
    named = list(weekdays(rest))
    yield from (Term(one.start, one.end, "name", one.wanted, 2.0) for one in named)
    rest = blanked(rest, ((one.start, one.end) for one in named))
    codes = list(identifiers(rest))
    yield from (term for name in codes for term in _identifier(text, name))
    rest = blanked(rest, ((name.start, name.end) for name in codes))
    counted = quantities(rest, tongue)
    yield from (_amount(one) for one in counted)
    rest = blanked(rest, ((one.start, one.end) for one in counted))
    called = [name for name in names(rest, tongue) if text[name.start : name.end].strip("\x00")]
    german = tongue in ("", "de")  # what is counted in German begins with a capital and is no name
    for name in called:
        sure = name.sure and not (german and behind_unit(text, name.start))
        yield _name(replace(name, sure=sure), text[name.start : name.end])
    yield from _plain(blanked(rest, ((n.start, n.end) for n in sorted(called, key=lambda n: n.start))), tongue)


def _amount(one: Amount) -> Term:
    if one.spelled:
        return Term(one.start, one.end, "spelled", one.wanted, 1.0)
    return Term(one.start, one.end, "number", one.wanted, 2.0, about=one.about)


def _name(name: Name, written: str) -> Term:
    """A likely name counts as much as a sure one, but does not decide alone. One in Chinese characters is found as
    other words in them are."""
    signs = frozenset(word.key for word in words(written) if not word.plain)
    other = tuple(frozenset([f"n:{one}"]) for one in spellings(written))
    wanted = (signs,) if signs else other
    return Term(name.start, name.end, "name", wanted, 2.0 if name.sure else 1.5, name=name.text)


def _identifier(text: str, name: Name) -> Iterator[Term]:
    """An identifier as it is, or all of its words; of a stretch of code each identifier in it."""
    written = text[name.start : name.end]
    if written.startswith("`") and re.search(r"[\s(,=]", written):
        yield from (
            replace(term, start=term.start + name.start, end=term.end + name.start) for term in _code_terms(written)
        )
        return
    parts = frozenset(f"n:{word.plain}" for word in words(written) if word.plain)
    digits = frozenset(f"r:{digit}" for digit in re.findall(r"(?<![\w.])\d+(?![\w.])", written))
    inner = (parts | digits,) if parts else ()
    yield Term(name.start, name.end, "code", (frozenset([f"c:{name.text}"]), *inner), 2.0)


def _code_terms(text: str) -> Iterator[Term]:
    """Identifiers and literals of code; what it names itself is its own."""
    own = {word for match in _OWN_NAMES.finditer(text) for word in match.groups() if word}
    first = len(text) - len(re.sub(r"\A\s*(?:```|~~~)[^\n]*", "", text))
    for match in _CODE_WORD.finditer(text, first):
        word = match.group()
        if word in own or word.casefold() in _KEYWORDS:
            continue
        if word[0].isdigit():
            if len(word) > 1:
                yield Term(*match.span(), "number", (frozenset([f"r:{word}"]), frozenset([f"c:{word}"])), 2.0)
            continue
        parts = frozenset(f"n:{one.plain}" for one in words(word) if one.plain)
        key = frozenset([f"c:{word.replace('_', '').casefold()}"])
        yield Term(*match.span(), "code", (key, parts) if parts else (key,), 2.0)


def _plain(text: str, tongue: str) -> Iterator[Term]:
    stop = STOP.get(tongue, EVERY_STOP)
    for word in words(text):
        if not word.plain or (len(word.plain) > 1 and word.plain not in stop):
            wanted = tuple(frozenset([key]) for key in dict.fromkeys(forms(word)))
            yield Term(word.start, word.end, "word", wanted, word.weight)


def _distinct(terms: Iterable[Term]) -> Iterator[Term]:
    """Each thing once: what is said twice weighs no more."""
    seen: set[object] = set()
    for term in terms:
        key = term.name or term.wanted
        if key not in seen:
            seen.add(key)
            yield term


def _in_clauses(text: str, terms: tuple[Term, ...], *, apart: bool) -> Iterator[Term]:
    """The terms with the number of their clause; one that says next to nothing belongs to the one before it."""
    breaks = [match.start() for match in BREAK.finditer(text)] if apart else []
    at, number, weight = 0, 0, 0.0
    for term in terms:
        crossed = False
        while at < len(breaks) and breaks[at] < term.start:
            at, crossed = at + 1, True
        if crossed and weight >= 2:
            number, weight = number + 1, 0.0
        weight += term.weight
        yield replace(term, clause=number)


def _quotes(text: str) -> Iterator[Quote]:
    for match in _QUOTE.finditer(text):
        inner = next(words for words in match.groups() if words is not None)
        parts = tuple(flow for part in _LEFT_OUT.split(inner) if (flow := Flow.of(part)).places)
        if parts:
            yield Quote(*match.span(), parts)
