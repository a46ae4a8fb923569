"""What a source has in the place of a claim's words where it says the rest of it in the same words. Pure.

A claim laid beside a sentence word by word shows what was changed: "allergic to cetolozine or loratadine" beside
"allergic to cetolozine or hydroxyzine". A synonym is no such change, nor a pronoun, nor a noun that takes up a name
("the company"): what the source has must be a name, an item of the same list, the opposite direction or season, or,
in a script without capitals, a word where that of the claim stands elsewhere in the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple

from agent.documents.words import DENSE, folded, listed
from agent.grounding.choosing import holding
from agent.grounding.claims import BREAK, Claim, Term
from agent.grounding.languages import EVERY_STOP
from agent.grounding.lines import called
from agent.grounding.measures import CURRENCIES, UNITS
from agent.grounding.names import alike, of_a_country
from agent.grounding.opposites import opposite, turns
from agent.grounding.passages import Prepared, stem

_SENTENCES = 3  # of a source that are laid beside a claim
_LONGEST = 60  # words of a claim that are, and of a sentence twice as many
_GAP = 9  # words that may stand in the place of others
_SAME = 0.5  # of what the claim says beside the changed words that has to be the same
_FEWEST, _FEWEST_SIGNS = 2, 5  # words, or signs of a script without spaces, that have to be the same beside it
_NEARLY = 0.7  # of what one sentence has of a claim that another one has too
_WORDS, _SIGNS = 3, 9  # that may have been changed
_DENSE = re.compile(rf"[{DENSE}]")
_WORD = re.compile(rf"[{DENSE}]|(?:(?![{DENSE}])[^\W_])+(?:-(?:(?![{DENSE}])[^\W_])+)*|[,;:()|、，；：。（）]")
_FUNCTION = "由在的是于从被与把则了"  # of Chinese, which join words and belong to none
_TERM = re.compile(rf"(?:(?![{_FUNCTION}])[\u3005\u3400-\u9fff]){{2,}}|[\u30a1-\u30fa\u30fc]{{2,}}")
_TAKES_UP = re.compile(r"[该該同本其这這此當当両各被彼他她它]")
_NEXT = re.compile(r"(?:[,;]|\b(?:or|and|oder|und|lub|albo|i|oraz|ou|et|o|y))\s\Z", re.I)
_MARK = re.compile(r"[,;、，；]")
_LOOSE, _PREDICATE, _LONG_BLOCK = 2, 4, 6  # signs besides a term; of what is said of it; right beside what changed
_KANA = re.compile(r"[\u3041-\u309f]")
_HEAD = re.compile(r"[.:*]{2}|[.:](?=\s)")
_CUTS, _OWN = listed(", ; : ( ) and but while und aber während i a oraz et mais y mientras"), 2
_WHO = re.compile(r",\s(?:who|whose|der|die|das|qui|któr[yaze][yhj]?|quien)\s")
_COMPANIES = listed("株式会社 有限会社 有限公司 会社 公司")
_RELATIVE = listed("who which that whose der die das qui która który którzy które quien quienes que")
_IS_A = re.compile(r"\b(?:is|was|ist|war|jest|est|était|es|era)\s(?:an?|ein|eine|une?|una?)\s", re.I)
_THE = re.compile(r"\b(?:the|der|die|das|le|la|el)\s\Z", re.I)
_NO_NAME_BEFORE = re.compile(
    r"\s?\||\s(?:\d|(?:the|an?|your|all|der|die|das|den|dem|eine?n?|le|les?|la|une?|los|las|el|una)\s)", re.I
)
_OF = listed("in at near of from for by im bei von aus w we z od dans de du des à en del with to")


class _Word(NamedTuple):
    start: int
    end: int
    key: str
    tells: bool
    plain: str


class Swap(NamedTuple):
    """Terms of a claim, and the words that a source has in their place."""

    terms: tuple[Term, ...]
    text: str


@dataclass(frozen=True)
class _Sentence:
    """A sentence of a source as words, and all that the source says elsewhere."""

    text: str
    words: Sequence[_Word]
    keys: frozenset[str]
    plain: frozenset[str]
    tongue: str
    elsewhere: str

    @classmethod
    def of(cls, source: Prepared, number: int, elsewhere: str) -> _Sentence:
        here = source.sentences[number]
        text = source.passages[here.passage].text[here.start : here.end]
        words = _words(text)[: 2 * _LONGEST]
        keys = frozenset(word.key for word in words)
        plain = frozenset(word.plain for word in words)
        return cls(text, words, keys, plain, source.languages[here.passage], elsewhere)


@dataclass(frozen=True)
class _Beside:
    """A stretch of a claim beside a sentence."""

    claim: str
    mine: Sequence[_Word]
    sentence: _Sentence
    without: Sequence[_Word] = ()  # a name that the sentence has somewhere else

    @property
    def text(self) -> str:
        return self.sentence.text

    @property
    def its(self) -> Sequence[_Word]:
        return self.sentence.words


def substituted(
    claim: Claim, sources: Mapping[int, Prepared], keys: Mapping[int, Sequence[Sequence[frozenset[str]]]]
) -> Iterator[Swap]:
    """What stands in the place of a name, an item of a list, a direction or a season of the claim. `keys` are, of
    each source, those that hold each term of the claim."""
    stretches = [words for words in _stretches(claim) if sum(word.tells for word in words) > _FEWEST]
    for number, source in sources.items():
        elsewhere = "\n".join(passage.text for passage in source.passages)
        beside = [_Sentence.of(source, one, elsewhere) for one in _closest(claim, source, keys[number])]
        for mine in stretches:
            for sentence in beside:
                for words, text in _swaps_of(claim, mine, sentence):
                    terms = _terms(claim, words)
                    if terms and not any(_says(one, mine, words, sentence) for one in beside):
                        yield Swap(terms, text)


def _swaps_of(claim: Claim, mine: Sequence[_Word], sentence: _Sentence) -> Iterator[tuple[Sequence[_Word], str]]:
    """As the words stand, and without each name that stands in a part of the sentence where it says another thing."""
    telling = {word.key for word in mine if word.tells}
    most = _SIGNS if any(map(_is_dense, mine[:4])) else _WORDS
    if len(telling & sentence.keys) < max(_FEWEST, _SAME * (len(telling) - most)):
        return
    yield from _swaps(_Beside(claim.text, mine, sentence))
    yield from _turned(mine, sentence)
    for name in _names(claim, mine):
        if all(word.key in sentence.keys for word in name):
            yield from _swaps(_Beside(claim.text, mine, sentence, name))


def _turned(mine: Sequence[_Word], sentence: _Sentence) -> Iterator[tuple[Sequence[_Word], str]]:
    """Directions, sides and seasons that are the opposite in the sentence, beside the same word."""
    telling = {word.key for word in mine if word.tells}
    if len(telling & sentence.keys) < _SAME * len(telling):
        return
    for at, word in enumerate(mine):
        if word.plain in sentence.plain or not turns(word.plain):
            continue
        for place, other in enumerate(sentence.words):
            if opposite(word.plain, other.plain) and _has_same_neighbour(mine, at, sentence.words, place):
                yield [word], other.plain


def _has_same_neighbour(mine: Sequence[_Word], at: int, its: Sequence[_Word], place: int) -> bool:
    """Whether the next words that tell something are the same on one side, in a script without spaces on both."""
    sides = [
        next((word.key for word in words if word.tells or _is_dense(word)), "")
        for words in (mine[at + 1 :], mine[:at][::-1], its[place + 1 :], its[:place][::-1])
    ]
    behind, before = bool(sides[0]) and sides[0] == sides[2], bool(sides[1]) and sides[1] == sides[3]
    return behind and before if _is_dense(mine[at]) else behind or before


def _names(claim: Claim, mine: Sequence[_Word]) -> Iterator[Sequence[_Word]]:
    if any(map(_is_dense, mine[:4])):
        spans = [match.span() for match in _TERM.finditer(claim.text) if match.end() - match.start() > 2]
    else:
        spans = list(called(claim.text, claim.language))
    for start, end in spans:
        if name := [word for word in mine if start <= word.start < end]:
            yield name


def _says(one: _Sentence, mine: Sequence[_Word], changed: Sequence[_Word], other: _Sentence) -> bool:
    """Whether a sentence has the words that the other one has not, and nearly as much of the rest."""
    if one is other or not {word.key for word in changed if word.tells} & one.keys:
        return False
    rest = {word.key for word in mine if word.tells} - {word.key for word in changed}
    return len(rest & one.keys) >= _NEARLY * len(rest & other.keys)


def _stretches(claim: Claim) -> list[Sequence[_Word]]:
    """The claim, and each of its parts between commas and conjunctions."""
    whole = _words(claim.text)[:_LONGEST]
    cuts = [0, *(match.start() for match in BREAK.finditer(claim.text)), len(claim.text)]
    parts = [[word for word in whole if start <= word.start < end] for start, end in pairwise(cuts)]
    return [whole] if len(parts) == 1 else [whole, *parts]


def _words(text: str) -> list[_Word]:
    return [_word(match) for match in _WORD.finditer(text)]


def _word(match: re.Match[str]) -> _Word:
    plain = folded(match.group())
    tells = (
        plain[0].isalnum()
        and (plain not in EVERY_STOP)
        and not "\u3041" <= plain <= "\u309f"
        and plain not in _FUNCTION
    )
    return _Word(*match.span(), stem(plain) if tells else plain, tells, plain)


def _closest(claim: Claim, source: Prepared, keys: Sequence[Sequence[frozenset[str]]]) -> list[int]:
    weights: dict[int, float] = {}
    for term, wanted in zip(claim.terms, keys, strict=False):
        places = {place for one in wanted for place in holding(source, one)}
        for place in places - source.headers.keys():  # cells stand apart from each other, whatever is between them
            weights[place] = weights.get(place, 0.0) + term.weight
    return nlargest(_SENTENCES, weights, key=lambda one: (weights[one], -one))


def _swaps(beside: _Beside) -> Iterator[tuple[Sequence[_Word], str]]:
    blocks = _blocks([word._replace(key="") if word in beside.without else word for word in beside.mine], beside.its)
    same = sum(_telling(beside.mine[at : at + size]) for at, _, size in blocks)
    ends = [(0, 0, 0), *blocks, (len(beside.mine), len(beside.its), 0)]
    for (at, place, size), (then, there, length) in pairwise(ends):
        mine = _trimmed(beside.mine[at + size : then])
        if beside.without:
            mine = [word for word in beside.without if word in mine]
        dense = bool(mine) and _is_dense(mine[0])
        around = [beside.mine[at : at + size], beside.mine[then : then + length]]
        close = [len(one) if dense else _telling(one) for one in around]
        marked = any(not word.key[0].isalnum() for word in mine)
        if not mine or marked or _telling(mine) > (_SIGNS if dense else _WORDS):
            continue
        few = _FEWEST_SIGNS if dense else 1 if len(mine) == 1 and mine[0].key.islower() else _FEWEST
        if same < _SAME * (_telling(beside.mine) - _telling(mine)) or sum(close) < few:
            continue
        first, last = not size and not place, not length
        if dense and not (min(size, length) > 1 and _is_short(beside.its[place + size : there])):
            first, last = size < _LONG_BLOCK, length < _LONG_BLOCK
        for start, end in _places(beside, place + size, there, first=first, last=last):
            text = _stands_for(beside, mine, start, end)
            if text and (dense or not beside.without or _is_elsewhere(beside, start)):
                yield mine, text
                break


def _is_short(words: Sequence[_Word]) -> bool:
    return len(words) <= _SIGNS and all(word.key[0].isalnum() for word in words)


def _telling(words: Sequence[_Word]) -> int:
    return sum(word.tells for word in words)


def _is_dense(word: _Word) -> bool:
    return _DENSE.match(word.key) is not None


def _blocks(mine: Sequence[_Word], its: Sequence[_Word]) -> list[tuple[int, int, int]]:
    """The stretches that both have, from which and of how many words, in their order."""
    matcher = SequenceMatcher(None, [word.key for word in mine], [word.key for word in its], autojunk=False)
    return [
        (at, place, size)
        for at, place, size in matcher.get_matching_blocks()
        if any(word.tells for word in mine[at : at + size]) and (size > 1 or len(mine[at].key) > 1)
    ]


def _trimmed(words: Sequence[_Word]) -> Sequence[_Word]:
    """Without what tells nothing at both ends."""
    telling = [at for at, word in enumerate(words) if word.tells]
    return words[telling[0] : telling[-1] + 1] if telling else ()


def _places(beside: _Beside, start: int, end: int, *, first: bool, last: bool) -> Iterator[tuple[int, int]]:
    """Where in a sentence something else may stand, between two words of it: what stands right before the second
    one, or right behind the first one."""
    its = beside.its
    marks = [at for at in range(start, end) if not its[at].key[0].isalnum()]
    if not last:
        behind = end
        if end - start > 2 and its[end - 1].key in _RELATIVE and not its[end - 2].key[0].isalnum():
            behind = end - 2
        begins = max((at + 1 for at in marks if at + 1 < behind), default=start)
        yield max(begins, behind - _GAP), behind
    if not first:
        yield start, min(min(marks, default=end), start + _GAP)


def _stands_for(beside: _Beside, mine: Sequence[_Word], start: int, end: int) -> str:
    """The words in [start, end) of the sentence that stand in the place of these of the claim."""
    its = _trimmed(beside.its[start:end])
    if not its or {word.key for word in its} & {word.key for word in mine if len(word.key) > 1}:
        return ""
    one, other = (text[words[0].start : words[-1].end] for text, words in ((beside.claim, mine), (beside.text, its)))
    if len(mine) == len(its) == 1 and opposite(folded(one), folded(other)):
        return other
    if _DENSE.search(one):
        return _dense(beside, one, other, its[0].start)
    if len(mine) == len(its) == 1 and one.islower() and other.islower():
        return other if _is_item(beside, mine, its) else ""
    return _name(beside, one, its) or _thing(beside, one, its)


def _dense(beside: _Beside, one: str, other: str, start: int) -> str:
    """A word of a script without capitals, where that of the claim stands elsewhere."""
    (term, left), (rival, over) = _only_term(one), _only_term(other)
    if not term or not rival or max(left, over) > _LOOSE or rival in beside.claim or _TAKES_UP.match(other):
        return ""
    if rival in _COMPANIES or term not in beside.sentence.elsewhere or _TAKES_UP.match(one):
        return ""
    behind = beside.text[start + len(other) :][:1], beside.claim[beside.claim.find(one) + len(one) :][:1]
    if behind[0] != behind[1] and any(map(_KANA.match, behind)):
        return ""
    return rival if _is_apart(beside, term, start) else ""


def _is_elsewhere(beside: _Beside, place: int) -> bool:
    """Whether a name stands in a part of the sentence that says something of its own and nothing of the claim."""
    its, name, said = beside.its, {word.key for word in beside.without}, {word.key for word in beside.mine}
    at = next((at for at, word in enumerate(its) if word.key in name), -1)
    cuts = [-1, *(one for one, word in enumerate(its) if word.key in _CUTS), len(its)]
    begin, end = max(one for one in cuts if one < at or one < 0), min(one for one in cuts if one > at)
    rest = {word.key for word in its[begin + 1 : end] if word.tells and len(word.key) > len("prof")} - name
    return not begin < place < end and len(rest - said) >= _OWN and not rest & said


def _only_term(text: str) -> tuple[str, int]:
    """The one run of ideographs or katakana that a text has, and how many signs it has besides."""
    terms = _TERM.findall(text)
    return (terms[0], len(text) - len(terms[0])) if len(terms) == 1 else ("", 0)


def _is_apart(beside: _Beside, term: str, start: int) -> bool:
    """Whether a sentence has a term nowhere, or in a part with nothing else of the claim."""
    at = beside.text.find(term)
    if at < 0:
        return True
    begins = max((match.end() for match in _MARK.finditer(beside.text, 0, at)), default=0)
    ends = match.start() if (match := _MARK.search(beside.text, at)) else len(beside.text)
    rest = beside.text[begins:at] + beside.text[at + len(term) : ends]
    shared = sum(len(word) for word in _TERM.findall(rest) if word in beside.claim)
    return not begins <= start < ends and len(rest) >= _PREDICATE and not shared


def _is_item(beside: _Beside, mine: Sequence[_Word], its: Sequence[_Word]) -> bool:
    """Whether both are items of a list, and that of the claim stands elsewhere."""
    text = beside.claim[mine[0].start : mine[0].end]
    if mine[0].key in beside.sentence.keys or text not in beside.sentence.elsewhere:
        return False
    return all(
        _NEXT.search(whole, max(0, word.start - 6), word.start) is not None
        for whole, word in ((beside.claim, mine[0]), (beside.text, its[0]))
    )


def _name(beside: _Beside, one: str, its: Sequence[_Word]) -> str:
    """A name that stands there for one of the claim."""
    if not any(map(str.isupper, one)):
        return ""
    start, end = its[0].start, its[-1].end
    claimed = {folded(word) for word in re.findall(r"[^\W\d_]+", beside.claim)}
    for begin, stop in called(beside.text, beside.sentence.tongue):
        words = [folded(word) for word in re.findall(r"[^\W\d_]+", beside.text[begin:stop])]
        if not (start <= begin and stop <= end) or any(alike(word, its_) for word in words for its_ in claimed):
            continue
        if _only_begins(beside, begin, stop):
            continue
        ahead = re.search(r"([^\W\d_]+)\s\Z", beside.text[start:begin])
        if ahead and folded(ahead[1]) in _OF and not _WHO.match(beside.text, stop):
            continue
        if beside.text[stop : stop + 2] in ("'s", "’s") or any(map(of_a_country, words)):
            continue
        if _HEAD.match(beside.text, stop) or any(word in UNITS or word in CURRENCIES for word in words):
            continue
        if "".join(word[0] for word in re.findall(r"[^\W\d_]+", one)).casefold() == words[0]:
            continue
        return beside.text[begin:stop]
    return ""


def _only_begins(beside: _Beside, begin: int, stop: int) -> bool:
    """Whether a word has its capital since a sentence begins with it: "Heat the oven", "Version 4.0", a head."""
    if any(map(str.isalnum, beside.text[:begin])) or " " in beside.text[begin:stop]:
        return False
    return _NO_NAME_BEFORE.match(beside.text, stop) is not None


def _thing(beside: _Beside, one: str, its: Sequence[_Word]) -> str:
    """Something that a sentence says for the first time ("is an astrolabe"), for a thing that the claim names."""
    the = _THE.search(beside.claim, 0, beside.claim.find(one))
    if not (any(map(str.isupper, one)) and (the or one.split()[-1].islower())):
        return ""
    match = _IS_A.search(beside.text, max(0, its[0].start - 14), its[0].start)
    return beside.text[its[0].start : its[-1].end] if match and match.end() == its[0].start else ""


def _terms(claim: Claim, mine: Sequence[_Word]) -> tuple[Term, ...]:
    first = max(mine[0].start, claim.label)  # a label says which aspect it is, and has other words for that
    inside = [one for one in claim.terms if first <= one.start and one.end <= mine[-1].end]
    named = tuple(one for one in inside if one.kind in ("name", "code"))
    if named and not _DENSE.search(claim.text, mine[0].start, mine[-1].end):
        return named if any(one.hard for one in named) or len(mine) == 1 else ()
    return named or tuple(one for one in inside if one.kind == "word")
