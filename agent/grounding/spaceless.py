"""Whether a sentence has somebody or something else where a claim in Chinese or Japanese has its name. Pure.

These scripts have no capitals, so a name is taken for one by where it stands: before a particle, before a verb of
saying, behind 由, at the end of "it is … that". Somebody else is who stands in the same place of the part of a
sentence that has most of the rest of the claim, while what has the name of the claim has hardly any of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import islice
from typing import NamedTuple

from agent.grounding.claims import Claim, Term
from agent.grounding.passages import Prepared

_SAYS = "(?:认为|表示|指出|说|称|介绍|强调|补充|提醒|透露)"
_RUN = re.compile(r"(?:(?![由在的是于从被与把则了])[\u3005\u3400-\u9fff]){2,}|[\u30a1-\u30fa\u30fc・]{3,}")
_IT_IS = re.compile(
    r"(?:のは|的是|[人者长位司场家]是)(?P<name>[^、，,。]{2,20}?)(?:です|である|だ|だった|でした)?。?\s*\Z"
)
_WHO_SAYS = re.compile(rf"\s*(?P<name>[\u4e00-\u9fff]{{2,12}}?){_SAYS}")
_SPEAKER = re.compile(rf"[\u4e00-\u9fff]{{2,4}}{_SAYS}")
_PARTICLES = "がはとでにのを"
_BY = "由"
_TITLE = re.compile(r"(?:氏|さん|社長|会長|部長|社|議員|教授|议员|馆长|所长|主任)\Z")
_PRONOUN = re.compile(r"[她他]|彼女?|同社|同氏|同市|该|公司|両")
_ENDS = re.compile(r"[、，,；;（）()]")
_SHORTEST = 3  # signs of a name before a particle
_VERB = 2  # signs of the verb that stands right behind who does it
_FEWEST = 3  # pairs of signs beside a name that can be compared
_MOST, _HARDLY = 0.6, 0.35  # of them
_AT_MOST = 12  # names of one claim that are looked at
_SENTENCES = 500  # of one source that are looked through for them
_LOOKS_AT = 12  # sentences that have a name, and as many that have the rest


class Replaced(NamedTuple):
    """Terms of a claim, and who stands in their place."""

    terms: tuple[Term, ...]
    text: str


class _Name(NamedTuple):
    start: int
    end: int
    place: str  # the particle behind it, or "由", "is", "says"


def replaced(claim: Claim, sources: Mapping[int, Prepared]) -> Iterator[Replaced]:
    """The first name of a claim of which that holds."""
    text = claim.text
    names = list(islice(_names(text), _AT_MOST))
    pages = [list(_sentences(source, claim)) for source in sources.values()] if names else []
    for name in names:
        rest = _pairs(f"{text[: name.start]} {text[name.end :]}")
        for sentences in pages if len(rest) >= _FEWEST else ():
            if other := _other(text, name, rest, sentences):
                yield Replaced(
                    tuple(one for one in claim.terms if one.start < name.end and name.start < one.end), other
                )
                return


def _names(text: str) -> Iterator[_Name]:
    """What stands where names stand."""
    if match := _IT_IS.search(text):
        for run in [*_RUN.finditer(text, match.start("name"), match.end("name"))][-1:]:
            yield _Name(*run.span(), "is")
    if match := _WHO_SAYS.match(text):
        yield _Name(*match.span("name"), "says")
    for run in _RUN.finditer(text):
        behind = text[run.end() : run.end() + 1]
        if len(run.group()) < _SHORTEST:
            continue
        if behind and behind in _PARTICLES:
            yield _Name(*run.span(), behind)
        elif text[: run.start()].endswith(_BY):
            yield _Name(run.start(), max(run.end() - _VERB, run.start() + _VERB), _BY)


def _pairs(text: str) -> set[str]:
    """Signs side by side; two of the small signs of Japanese say nothing."""
    both = (text[at : at + 2] for at in range(len(text) - 1))
    return {one for one in both if min(one) >= "\u3005" and max(one) <= "\u9fff" and not max(one) <= "\u309f"}


def _sentences(source: Prepared, claim: Claim) -> Iterator[str]:
    """The sentences of a source that share something with a claim, first those that share most."""
    counted: dict[int, int] = {}
    for term in claim.terms:
        for one in {place for keys in term.wanted for key in keys for place in source.index.get(key, ())}:
            counted[one] = counted.get(one, 0) + 1
    for at in nlargest(_SENTENCES, counted, key=lambda one: (counted[one], -one)):
        here = source.sentences[at]
        yield source.passages[here.passage].text[here.start : here.end]


def _other(claim: str, name: _Name, rest: set[str], sentences: Sequence[str]) -> str:
    """Who stands in the place of a name; "" where nobody does."""
    short = _TITLE.sub("", claim[name.start : name.end])
    named = [one for one in sentences if short in one][:_LOOKS_AT]
    sentences = list(dict.fromkeys((*sentences[:_LOOKS_AT], *named)))
    for parts in ([part for one in sentences for part in _ENDS.split(one) if part], sentences):
        best = max(parts, key=lambda one: len(rest & _pairs(one)), default="")
        own = max((len(rest & _pairs(one)) for one in parts if short in one), default=-1)
        apart = 0 <= own <= _HARDLY * len(rest) and len(rest & _pairs(best)) >= _MOST * len(rest)
        if apart and short not in best and not _PRONOUN.search(best):
            found = next(_in_its_place(claim, name, best), "")
            if found:
                return found
    return ""


def _in_its_place(claim: str, name: _Name, part: str) -> Iterator[str]:
    for run in _RUN.finditer(part):
        before, behind = part[: run.start()][-1:], part[run.end() : run.end() + 1]
        if run.group() not in claim and _is_there(name.place, run.group(), before, behind, part[run.end() :]):
            yield run.group()


def _is_there(place: str, word: str, before: str, behind: str, rest: str) -> bool:
    if place == "says":
        return bool(re.match(_SAYS, rest) or _SPEAKER.search(word))
    if place == "is":
        return not behind or behind in "はが的で" or before in ("是", _BY)
    return before == _BY if place == _BY else behind == place
