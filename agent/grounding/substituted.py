"""What a source has in the place of a claim's words where it says the rest of it in the same words. Pure.

A claim laid beside a sentence word by word shows what was changed: "allergic to cetolozine or loratadine" beside
"allergic to cetolozine or hydroxyzine". A synonym is no such change, nor a pronoun, nor a noun that takes up a name
("the company"): what the source has must be a name, an item of the same list, the opposite direction or season, or,
in a script without capitals, a word where that of the claim stands elsewhere in the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from agent.documents.words import listed
from agent.grounding.alignment import (
    DENSE_SIGN,
    TERM,
    Beside,
    Sentence,
    Word,
    blocks,
    closest,
    is_dense,
    stretches,
    telling,
    trimmed,
)
from agent.grounding.claims import Claim, Term
from agent.grounding.lines import called
from agent.grounding.opposites import opposite, turns
from agent.grounding.passages import Prepared
from agent.grounding.standins import is_elsewhere, stands_for

_GAP = 9  # words that may stand in the place of others
_SAME = 0.5  # of what the claim says beside the changed words that has to be the same
_FEWEST, _FEWEST_SIGNS = 2, 5  # words, or signs of a script without spaces, that have to be the same beside it
_NEARLY = 0.7  # of what one sentence has of a claim that another one has too
_WORDS, _SIGNS = 3, 9  # that may have been changed
_LONG_BLOCK = 6  # signs right beside what changed
_RELATIVE = listed("who which that whose der die das qui która który którzy które quien quienes que")


class Swap(NamedTuple):
    """Terms of a claim, and the words that a source has in their place."""

    terms: tuple[Term, ...]
    text: str


def substituted(
    claim: Claim, sources: Mapping[int, Prepared], keys: Mapping[int, Sequence[Sequence[frozenset[str]]]]
) -> Iterator[Swap]:
    """What stands in the place of a name, an item of a list, a direction or a season of the claim. `keys` are, of
    each source, those that hold each term of the claim."""
    parts = [words for words in stretches(claim) if sum(word.tells for word in words) > _FEWEST]
    for number, source in sources.items():
        elsewhere = "\n".join(passage.text for passage in source.passages)
        near = {one: Sentence.of(source, one, elsewhere) for one in closest(claim, source, keys[number])}
        beside = list(near.values())
        for mine in parts:
            for at, sentence in near.items():
                for words, text in _swaps_of(claim, mine, sentence):
                    terms = [one for one in _terms(claim, words) if not _is_spelled(one, source.sentences[at].keys)]
                    if terms and not any(_says(one, mine, words, sentence) for one in beside):
                        yield Swap(tuple(terms), text)


def _is_spelled(term: Term, keys: frozenset[str]) -> bool:
    """Whether a sentence has the words that an abbreviation stands for (initials.py)."""
    return term.kind == "word" and any(len(one) > 1 and one <= keys for one in term.wanted)


def _swaps_of(claim: Claim, mine: Sequence[Word], sentence: Sentence) -> Iterator[tuple[Sequence[Word], str]]:
    """As the words stand, and without each name that stands in a part of the sentence where it says another thing."""
    telling = {word.key for word in mine if word.tells}
    most = _SIGNS if any(map(is_dense, mine[:4])) else _WORDS
    if len(telling & sentence.keys) < max(_FEWEST, _SAME * (len(telling) - most)):
        return
    yield from _swaps(Beside(claim.text, mine, sentence))
    yield from _turned(mine, sentence)
    for name in _names(claim, mine):
        if all(word.key in sentence.keys for word in name):
            yield from _swaps(Beside(claim.text, mine, sentence, name))


def _turned(mine: Sequence[Word], sentence: Sentence) -> Iterator[tuple[Sequence[Word], str]]:
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


def _has_same_neighbour(mine: Sequence[Word], at: int, its: Sequence[Word], place: int) -> bool:
    """Whether the next words that tell something are the same on one side, in a script without spaces on both."""
    sides = [
        next((word.key for word in words if word.tells or is_dense(word)), "")
        for words in (mine[at + 1 :], mine[:at][::-1], its[place + 1 :], its[:place][::-1])
    ]
    behind, before = bool(sides[0]) and sides[0] == sides[2], bool(sides[1]) and sides[1] == sides[3]
    return behind and before if is_dense(mine[at]) else behind or before


def _names(claim: Claim, mine: Sequence[Word]) -> Iterator[Sequence[Word]]:
    if any(map(is_dense, mine[:4])):
        spans = [match.span() for match in TERM.finditer(claim.text) if match.end() - match.start() > 2]
    else:
        spans = list(called(claim.text, claim.language))
    for start, end in spans:
        if name := [word for word in mine if start <= word.start < end]:
            yield name


def _says(one: Sentence, mine: Sequence[Word], changed: Sequence[Word], other: Sentence) -> bool:
    """Whether a sentence has the words that the other one has not, and nearly as much of the rest."""
    if one is other or not {word.key for word in changed if word.tells} & one.keys:
        return False
    rest = {word.key for word in mine if word.tells} - {word.key for word in changed}
    return len(rest & one.keys) >= _NEARLY * len(rest & other.keys)


def _swaps(beside: Beside) -> Iterator[tuple[Sequence[Word], str]]:
    shared = blocks([word._replace(key="") if word in beside.without else word for word in beside.mine], beside.its)
    same = sum(telling(beside.mine[at : at + size]) for at, _, size in shared)
    ends = [(0, 0, 0), *shared, (len(beside.mine), len(beside.its), 0)]
    for (at, place, size), (then, there, length) in pairwise(ends):
        mine = trimmed(beside.mine[at + size : then])
        if beside.without:
            mine = [word for word in beside.without if word in mine]
        dense = bool(mine) and is_dense(mine[0])
        around = [beside.mine[at : at + size], beside.mine[then : then + length]]
        close = [len(one) if dense else telling(one) for one in around]
        marked = any(not word.key[0].isalnum() for word in mine)
        if not mine or marked or telling(mine) > (_SIGNS if dense else _WORDS):
            continue
        few = _FEWEST_SIGNS if dense else 1 if len(mine) == 1 and mine[0].key.islower() else _FEWEST
        if same < _SAME * (telling(beside.mine) - telling(mine)) or sum(close) < few:
            continue
        first, last = not size and not place, not length
        if dense and not (min(size, length) > 1 and _is_short(beside.its[place + size : there])):
            first, last = size < _LONG_BLOCK, length < _LONG_BLOCK
        for start, end in _places(beside, place + size, there, first=first, last=last):
            text = stands_for(beside, mine, start, end)
            if text and (dense or not beside.without or is_elsewhere(beside, start)):
                yield mine, text
                break


def _is_short(words: Sequence[Word]) -> bool:
    return len(words) <= _SIGNS and all(word.key[0].isalnum() for word in words)


def _places(beside: Beside, start: int, end: int, *, first: bool, last: bool) -> Iterator[tuple[int, int]]:
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


def _terms(claim: Claim, mine: Sequence[Word]) -> tuple[Term, ...]:
    first = max(mine[0].start, claim.label)  # a label says which aspect it is, and has other words for that
    inside = [one for one in claim.terms if first <= one.start and one.end <= mine[-1].end]
    named = tuple(one for one in inside if one.kind in ("name", "code"))
    if named and not DENSE_SIGN.search(claim.text, mine[0].start, mine[-1].end):
        return named if any(one.hard for one in named) or len(mine) == 1 else ()
    said = tuple(one for one in inside if one.kind == "word")
    return named or (said if len(said) == 1 or DENSE_SIGN.search(claim.text, mine[0].start, mine[-1].end) else ())
