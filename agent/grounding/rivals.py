"""Whether a source gives another number, date or name where a claim has its own. Pure.

That a number stands somewhere in a source says little: it may be that of another thing. Each number, date and name of
a claim is compared with everything of its sort by how much of what the claim says stands close around it. Where
something that the claim does not name has more of it around, the source speaks of that: "the share fell to 52
percent" carries no "fell to 79 percent", though 79 percent is what the next sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import combinations
from typing import NamedTuple

from agent.documents.words import folded
from agent.grounding.choosing import holding
from agent.grounding.claims import Claim, Term
from agent.grounding.lines import REACH, Placed, Token, around, joined, sort_of
from agent.grounding.opposed import opposed
from agent.grounding.passages import Prepared
from agent.grounding.roles import end_of, is_where, label_of, tells_what_is, tells_what_was
from agent.grounding.spaceless import replaced
from agent.grounding.substituted import substituted

_ANCHORS = 3  # sentences that are looked at for each term, and as many of those that have it
_TERMS = 40  # of one claim that are looked at
_WINDOW = 12  # terms of a claim before and behind one that count as around it
_CLEAR, _SOME, _LITTLE = 0.4, 0.3, 0.2  # of what a claim has around a term
_CROSSED = 1.05  # times as much beside another term of the claim as beside its own
_MORE, _MUCH_MORE, _TWICE = 1.1, 1.2, 2.0  # times as much as around the term itself
_ASIDE = 0.5  # what a number or name counts beside which another part of its sentence stands for the claim
_SHORT = 3  # words of such a part beside its number
_OTHER_CASE = 0.7  # what "in Ulm" counts where a claim says who, and who where it says "in Ulm"
_BEFORE = 0.4  # what was so before for a claim that says what is
_OTHER_END = 0.7  # what a "from 3" or a "than 3" counts for a "to 3", and a day of no role for "until" it

_NO_UNITS = ("name", "number", "year", "date", "time", "weekday")

_Part = tuple[int, int]  # the line of a sentence, and which of its parts
Wanted = Callable[[Term, Prepared], Iterator[frozenset[str]]]


@dataclass(frozen=True)
class Rival:
    """What may stand in the place of `terms`, those of one name together, and how much of what the claim has around
    them stands around each at best, from 0 to 1: `own` around them, `other` around the rival."""

    terms: tuple[Term, ...]
    text: str
    own: float
    other: float

    @property
    def beats(self) -> bool:
        """The source speaks of the rival."""
        return self.other >= _CLEAR and self.other > _MORE * self.own

    @property
    def casts_doubt(self) -> bool:
        """It may speak of the rival."""
        some = self.other >= _SOME and self.other > self.own
        more = _MUCH_MORE if self.terms[0].kind == "name" else _TWICE
        return self.beats or some or (self.other >= _LITTLE and self.other > more * self.own)


def rivals(claim: Claim, sources: Mapping[int, Prepared], wanted: Wanted) -> Iterator[Rival]:
    """The best rival of each number, date, identifier and name of a claim, where there is one."""
    if not claim.code and len(claim.terms) > 1:
        compared = _Compared(claim, sources, wanted)
        yield from compared.rivals()
        yield from compared.exchanged()
        yield from (Rival(one.terms, one.text, 0.0, 1.0) for one in substituted(claim, sources, compared.keys))
        yield from (Rival(one.terms, one.text, 0.0, _SOME) for one in replaced(claim, sources))
        for one in opposed(claim, sources, compared.keys):
            yield Rival((one.term,), one.text, 0.0, 1.0 if one.sure else _SOME)


@dataclass(frozen=True)
class _View:
    """The words around one sentence, and which of them each term of the claim is."""

    placed: Sequence[Placed]
    found: Sequence[Sequence[int]]
    named: frozenset[int]


class _Sought(NamedTuple):
    """A term of a claim: its sort, from which end it is, and whether the claim says where with it."""

    at: int
    sort: str
    end: str
    where: bool


class _Compared:
    """A claim beside the sentences that share most with it."""

    def __init__(self, claim: Claim, sources: Mapping[int, Prepared], wanted: Wanted) -> None:
        self._claim, self._sources, self._terms = claim, sources, claim.terms[:_TERMS]
        self._names, self._is_now = _names(claim), tells_what_is(claim.text)
        self._weights = [
            term.weight / len(self._names[at]) if at in self._names else term.weight
            for at, term in enumerate(self._terms)
        ]
        self.keys = {
            number: [list(wanted(term, source)) for term in self._terms] for number, source in sources.items()
        }
        self._compared = tuple(self._apart())
        self._titles: dict[int, tuple[int, ...]] = {}
        self._views = list(self._all_views())
        self._titles = {at: self._title(places) for places in self._compared for at in places}
        self._well_known = frozenset(_well_known(self._views))

    def rivals(self) -> Iterator[Rival]:
        for places in self._compared:
            if self._only_begins(places):
                continue
            scores = [self._scores(at, view) for view in self._views for at in places]
            own = max((own for own, _, _ in scores), default=0.0)
            other, text = max(((other, text) for _, other, text in scores), default=(0.0, ""))
            if other:
                yield Rival(tuple(self._terms[at] for at in places), text, own, other)

    def exchanged(self) -> Iterator[Rival]:
        """Two numbers or two names of a claim of which each stands beside what the claim says of the other one: "A
        costs 5 and B costs 9", where it is A that costs 9."""
        clauses = [self._terms[places[0]].clause for places in self._compared]
        if len(set(clauses)) < 2:
            return
        for one, other in combinations(self._compared, 2):
            mine, its = one[-1], other[-1]
            same = self._sought(mine).sort == self._sought(its).sort
            if same and self._terms[mine].clause != self._terms[its].clause and self._are_crossed(mine, its):
                text = self._claim.text[self._terms[its].start : self._terms[its].end]
                yield Rival(tuple(self._terms[at] for at in (*one, *other)), text, 0.0, 1.0)

    def _are_crossed(self, mine: int, its: int) -> bool:
        return self._is_closer(mine, its) and self._is_closer(its, mine)

    def _is_closer(self, at: int, other: int) -> bool:
        """Whether what the claim says of one stands much closer to the other one."""
        own, away = (
            max(
                (self._score_in_clause(at, place, view) for view in self._views for place in view.found[one]),
                default=0.0,
            )
            for one in (at, other)
        )
        return away >= _CLEAR and away > _CROSSED * own > 0

    def _score_in_clause(self, at: int, place: int, view: _View) -> float:
        clause = self._terms[at].clause
        beside = [one for one in self._beside(at) if self._terms[one].clause == clause]
        return self._near_to(at, place, view, beside)

    # what is compared

    def _apart(self) -> Iterator[tuple[int, ...]]:
        """The terms that are compared, those of one name together."""
        by: dict[int, list[int]] = {}
        for at in range(len(self._terms)):
            if self._is_compared(at):
                by.setdefault(self._names[at][0] if at in self._names else at, []).append(at)
        yield from map(tuple, by.values())

    def _is_compared(self, at: int) -> bool:
        """Not what a title names, which need not stand beside what is said of it, a bare "two", the 2 of a score."""
        term = self._terms[at]
        if term.kind == "name":
            return term.hard and not any(
                one <= self._sources[number].context for number, keys in self.keys.items() for one in keys[at]
            )
        if term.kind == "spelled":
            return self._counts(at)
        if term.kind == "number" and at - 1 in self._names and term.end - term.start <= 2 and not self._is_label(at):
            return self._claim.text[self._terms[at - 1].end : term.start] != " "
        return term.kind in ("number", "code")

    def _is_label(self, at: int) -> bool:
        term = self._terms[at]
        return label_of(self._claim.text, term.start, term.end, "number") != "number"

    def _counts(self, at: int) -> bool:
        """Whether a number in words is a share, or how many there are of what the claim names next."""
        term = self._terms[at]
        if any(key[:2] == "b:" for one in term.wanted for key in one):
            return True
        behind = self._terms[at + 1] if at + 1 < len(self._terms) else None
        return behind is not None and behind.kind == "word" and self._claim.text[term.end : behind.start] == " "

    def _title(self, places: Sequence[int]) -> tuple[int, ...]:
        """The words that stand before a name and belong to it in the source as well ("the motorists' club ACS"): they
        tell who it is, and nothing of what the claim says of it."""
        found: list[int] = []
        at, start = places[0] - 1, self._terms[places[0]].start
        while at >= 0 and self._terms[at].kind == "word" and _beside_it(self._claim.text, self._terms[at].end, start):
            found.append(at)
            at, start = at - 1, self._terms[at].start
        if self._terms[places[0]].kind != "name" or not found:
            return ()
        told = any(
            all(
                any(0 < view.placed[name].at - view.placed[one].at <= len(found) + 1 for one in view.found[word])
                for word in found
            )
            for view in self._views
            for name in view.found[places[0]]
        )
        return tuple(found) if told else ()

    def _only_begins(self, places: Sequence[int]) -> bool:
        """Whether a word is taken for a name since the claim begins with it, and stands nowhere as names do."""
        term = self._terms[places[0]]
        return (
            term.kind == "name"
            and len(places) == 1
            and not any(map(str.isalnum, self._claim.text[: term.start]))
            and self._claim.text[term.start].isupper()
            and self._claim.text[term.start : term.end] not in self._well_known
        )

    # where it is looked for

    def _all_views(self) -> Iterator[_View]:
        for number, source in self._sources.items():
            held = [{one for keys in each for one in holding(source, keys)} for each in self.keys[number]]
            about = (one for places in self._compared for at in places for one in self._about(at, held))
            for sentence in dict.fromkeys(about):
                yield self._view(number, around(source, sentence))

    def _about(self, at: int, held: Sequence[set[int]]) -> Iterator[int]:
        """The sentences that hold most of what stands around a term, and the best of those that hold it."""
        weights: dict[int, float] = {}
        for place in self._beside(at):
            weight = self._weights[place] * _near(abs(place - at)) / max(1, len(held[place])) ** 0.5
            for one in held[place]:
                weights[one] = weights.get(one, 0.0) + weight
        yield from nlargest(_ANCHORS, weights, key=lambda one: (weights[one], -one))
        yield from nlargest(_ANCHORS, held[at], key=lambda one: (weights.get(one, 0.0), -one))

    def _view(self, number: int, placed: Sequence[Placed]) -> _View:
        found = [
            [one for one, there in enumerate(placed) if self._is(at, keys, there.token)]
            for at, keys in enumerate(self.keys[number])
        ]
        return _View(placed, found, frozenset(one for each in found for one in each))

    def _is(self, at: int, keys: Sequence[frozenset[str]], token: Token) -> bool:
        """Whether a token is what a term says: of a name all of it, its last word, or its initials; a day without
        its year, which may stand elsewhere."""
        name = [self._terms[one].name for one in self._names.get(at, ())]
        if len(name) > 1 and token.text == "".join(word[:1] for word in name).upper():
            return True
        if not any(one <= token.keys or any(key[:2] == "e:" and key in token.keys for key in one) for one in keys):
            return False
        if len(name) < 2 or token.sort != "name":
            return True
        said, short = [word[:4] for word in _words(token.text)], [word[:4] for word in name]
        return _is_one(said, short)

    # how they compare

    def _scores(self, at: int, view: _View) -> tuple[float, float, str]:
        """How much of what the claim has around a term stands around it in a view; and around its best rival, which
        is named."""
        sought = self._sought(at)
        alike = self._alike(sought, view)
        aside = {one for one in view.found[at] if self._is_aside(at, one, view, _parts(alike, view))}
        own = (self._score(at, one, view, sought.end) * (_ASIDE if one in aside else 1.0) for one in view.found[at])
        parts = _parts((one for one in view.found[at] if one not in aside), view)
        scored = (
            (self._score_of_other(sought, one, view, parts), view.placed[one].token.text)
            for one in alike
            if self._may_stand_for(at, view.placed[one])
        )
        other, text = max(scored, default=(0.0, ""))
        return max(own, default=0.0), other, text

    def _sought(self, at: int) -> _Sought:
        term, text = self._terms[at], self._claim.text
        sort = label_of(text, term.start, term.end, _sort_of(term)) or "name"
        if sort == "name":
            return _Sought(at, sort, "", is_where(text, self._terms[self._names.get(at, (at,))[0]].start))
        end = end_of(text, term.start, term.end, sort)
        return _Sought(at, sort, end or ("than" if tells_what_was(text) else ""), False)

    def _alike(self, sought: _Sought, view: _View) -> list[int]:
        """What is of the same sort and nothing that the claim names. A pronoun is a name where it can mean one only,
        and nothing where it can mean that of the claim."""
        meant = sought.where or any(view.placed[one].instead for one in view.found[sought.at])
        return [
            one
            for one, there in enumerate(view.placed)
            if one not in view.named
            and (there.token.sort == sought.sort or self._is_bare(sought, one, view))
            and (not there.instead or (there.instead == "it" and not meant))
        ]

    def _score_of_other(self, sought: _Sought, one: int, view: _View, parts: set[_Part]) -> float:
        """What stands around a rival, less where it is in a part of its own or tells where and not who."""
        score = self._score(sought.at, one, view, sought.end)
        aside = self._is_aside(sought.at, one, view, parts)
        case = sought.sort == "name" and view.placed[one].token.end == "in" and not sought.where
        return score * (_ASIDE if aside else 1.0) * (_OTHER_CASE if case else 1.0)

    def _is_aside(self, at: int, place: int, view: _View, parts: set[_Part]) -> bool:
        """Whether what the claim says of a term stands in another part of the sentence, with a rival of its own, and
        beside the term something else: "a bike costs 25, an e-bike 49" tells nothing of e-bikes for 25."""
        here = view.placed[place]
        mine = _part_of(here)
        if not parts or here.above or here.token.cell:
            return False
        if place in view.named and not self._is_of_another(mine, view):
            return False
        weights = self._weights_of_parts(at, here.line, view)
        return any(
            weight > weights.get(mine, 0.0) or (part > mine and self._length(part, view) <= _SHORT + 1)
            for part, weight in weights.items()
            if part != mine and part in parts
        )

    def _weights_of_parts(self, at: int, line: int, view: _View) -> dict[_Part, float]:
        """How much of a clause of the claim stands in one part of a sentence alone, for each part."""
        weights: dict[_Part, float] = {}
        for other in self._beside(at):
            if self._terms[other].clause == self._terms[at].clause:
                parts = {part for part in _parts(view.found[other], view) if part[0] == line}
                if len(parts) == 1:
                    part = parts.pop()
                    weights[part] = weights.get(part, 0.0) + self._weights[other]
        return weights

    def _is_of_another(self, part: _Part, view: _View) -> bool:
        """Whether a part of a sentence has a word that the claim has not."""
        return any(
            _part_of(there) == part and there.token.sort in ("", "name") and one not in view.named
            for one, there in enumerate(view.placed)
        )

    def _length(self, part: _Part, view: _View) -> int:
        return sum(_part_of(there) == part for there in view.placed if not there.above)

    def _is_bare(self, sought: _Sought, place: int, view: _View) -> bool:
        """Whether a number is one of the same sort whose unit is left out: "55 minutes, on Sundays 75", "2.3 million
        for this and 800,000 euros for that"."""
        here = view.placed[place]
        if here.token.sort != "number" or here.above or here.token.cell or sought.sort in _NO_UNITS:
            return False
        if all(view.placed[one].line != here.line for one in view.found[sought.at]):
            return False
        if len(sought.sort) == 3 and sought.sort.isupper() and any(map(str.isalpha, here.token.text)):
            return True
        behind = view.placed[place + 1] if place + 1 < len(view.placed) else None
        return here.token.text.isdecimal() and (behind is None or _part_of(behind) != _part_of(here))

    def _may_stand_for(self, at: int, there: Placed) -> bool:
        """A name stands in the sentence or before it, all else in it. No rival is a capital that a sentence
        begins with, nor a short form that is nobody's initials."""
        token, term = there.token, self._terms[at]
        if there.above or there.line > 0 or there.line < (-REACH if token.sort == "name" else 0):
            return False
        if token.sort != "name":
            return True
        if term.kind == "code":
            return not token.first or " " in token.text or token.text in self._well_known
        short = self._claim.text[term.start : term.end].isupper()
        if token.text.isupper() != short:
            return " " in token.text if short else token.text in self._well_known
        return not token.first or " " in token.text or token.text in self._well_known

    def _score(self, at: int, place: int, view: _View, end: str) -> float:
        its = view.placed[place].token.end
        old = {its, end} <= {"than", "from"}
        apart = (
            its != end
            and not old
            and ("than" in (its, end) or (end and (its or view.placed[place].token.sort == "date")))
        )
        counts = _BEFORE if apart and its == "than" and self._is_now else _OTHER_END if apart else 1.0
        return self._near_to(at, place, view, self._beside(at)) * counts

    def _near_to(self, at: int, place: int, view: _View, beside: Iterable[int]) -> float:
        """How much of what the claim has beside a term stands near a place, and how near, from 0 to 1."""
        total, most = 0.0, 0.0
        here = view.placed[place]
        for other in beside:
            weight = self._weights[other] * _near(abs(other - at))
            most += weight
            far = min((view.placed[one].far(here) for one in view.found[other] if one != place), default=None)
            total += weight * _near(far) if far is not None else 0.0
        return total / most if most else 0.0

    def _beside(self, at: int) -> Iterator[int]:
        """The terms around one that are of another name."""
        name = (*self._names.get(at, ()), *self._titles.get(at, ()))
        window = range(max(0, at - _WINDOW), min(len(self._terms), at + _WINDOW + 1))
        return (one for one in window if one != at and one not in name)


def _beside_it(text: str, end: int, start: int) -> bool:
    return text[end:start] in (" ", "-", "'s ", "’s ", "' ", "’ ")


def _part_of(there: Placed) -> _Part:
    return there.line, there.token.part


def _parts(places: Iterable[int], view: _View) -> set[_Part]:
    return {_part_of(view.placed[one]) for one in places if not view.placed[one].above}


def _near(far: float) -> float:
    """What something so many words away counts: 1 beside, a half at four."""
    return 1 / (1 + 0.3 * (far - 1))


def _names(claim: Claim) -> dict[int, tuple[int, ...]]:
    """For each name of a claim, which terms it is made of together with."""
    groups: list[list[int]] = []
    for at, term in enumerate(claim.terms[:_TERMS]):
        if term.kind != "name":
            continue
        last = groups[-1][-1] if groups else -1
        if last >= 0 and last == at - 1 and joined(claim.text, claim.terms[last].end, term.start):
            groups[-1].append(at)
        else:
            groups.append([at])
    return {at: tuple(group) for group in groups for at in group}


def _well_known(views: Sequence[_View]) -> Iterator[str]:
    """Words that stand inside a sentence or a longer name as names do, and the initials of the longer ones."""
    for view in views:
        for there in view.placed:
            token = there.token
            if token.sort == "name" and (not token.first or " " in token.text):
                words = token.text.split()
                yield from words
                if len(words) > 1:
                    yield "".join(word[:1] for word in words)


def _is_one(said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether the words of two names are those of one: a surname alone, one more word, initials."""
    if name[-1] not in said:
        return set(said) <= set(name)
    others = [word for word in said if word != name[-1]]
    return not others or any(one.startswith(word) or word.startswith(one) for one in name[:-1] for word in others)


def _words(text: str) -> list[str]:
    return [folded(word) for word in re.findall(r"[^\W_]+", text)]


def _sort_of(term: Term) -> str:
    """As agent.grounding.lines has it; "" for a name, and for an identifier without a digit."""
    if term.name:
        return ""
    if term.kind == "code":
        return sort_of(term.wanted[0])
    return sort_of(frozenset(key for one in term.wanted for key in one))
