"""A claim beside a sentence of a source, word by word: what both say, and which words stand between. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple

from agent.documents.words import DENSE, folded
from agent.grounding.choosing import holding
from agent.grounding.claims import BREAK, Claim
from agent.grounding.languages import EVERY_STOP
from agent.grounding.passages import Prepared, stem

_SENTENCES = 3  # of a source that are laid beside a claim
_LONGEST = 60  # words of a claim that are, and of a sentence twice as many
_WORD = re.compile(rf"[{DENSE}]|(?:(?![{DENSE}])[^\W_])+(?:-(?:(?![{DENSE}])[^\W_])+)*|[,;:()|、，；：。（）]")
_FUNCTION = "由在的是于从被与把则了"  # of Chinese, which join words and belong to none
DENSE_SIGN = re.compile(rf"[{DENSE}]")
TERM = re.compile(rf"(?:(?![{_FUNCTION}])[\u3005\u3400-\u9fff]){{2,}}|[\u30a1-\u30fa\u30fc]{{2,}}")


class Word(NamedTuple):
    start: int
    end: int
    key: str
    tells: bool
    plain: str


@dataclass(frozen=True)
class Sentence:
    """A sentence of a source as words, and all that the source says elsewhere."""

    text: str
    words: Sequence[Word]
    keys: frozenset[str]
    plain: frozenset[str]
    tongue: str
    elsewhere: str

    @classmethod
    def of(cls, source: Prepared, number: int, elsewhere: str) -> Sentence:
        here = source.sentences[number]
        text = source.passages[here.passage].text[here.start : here.end]
        words = _words(text)[: 2 * _LONGEST]
        keys = frozenset(word.key for word in words)
        plain = frozenset(word.plain for word in words)
        return cls(text, words, keys, plain, source.languages[here.passage], elsewhere)


@dataclass(frozen=True)
class Beside:
    """A stretch of a claim beside a sentence."""

    claim: str
    mine: Sequence[Word]
    sentence: Sentence
    without: Sequence[Word] = ()  # a name that the sentence has somewhere else

    @property
    def text(self) -> str:
        return self.sentence.text

    @property
    def its(self) -> Sequence[Word]:
        return self.sentence.words


def stretches(claim: Claim) -> list[Sequence[Word]]:
    """The claim, and each of its parts between commas and conjunctions."""
    whole = _words(claim.text)[:_LONGEST]
    cuts = [0, *(match.start() for match in BREAK.finditer(claim.text)), len(claim.text)]
    parts = [[word for word in whole if start <= word.start < end] for start, end in pairwise(cuts)]
    return [whole] if len(parts) == 1 else [whole, *parts]


def _words(text: str) -> list[Word]:
    return [_word(match) for match in _WORD.finditer(text)]


def _word(match: re.Match[str]) -> Word:
    plain = folded(match.group())
    tells = (
        plain[0].isalnum()
        and (plain not in EVERY_STOP)
        and not "\u3041" <= plain <= "\u309f"
        and plain not in _FUNCTION
    )
    return Word(*match.span(), stem(plain) if tells else plain, tells, plain)


def closest(claim: Claim, source: Prepared, keys: Sequence[Sequence[frozenset[str]]]) -> list[int]:
    """The sentences that hold most of a claim, but for headers of tables."""
    weights: dict[int, float] = {}
    for term, wanted in zip(claim.terms, keys, strict=False):
        places = {place for one in wanted for place in holding(source, one)}
        for place in places - source.headers.keys():  # cells stand apart from each other, whatever is between them
            weights[place] = weights.get(place, 0.0) + term.weight
    return nlargest(_SENTENCES, weights, key=lambda one: (weights[one], -one))


def telling(words: Sequence[Word]) -> int:
    """How many of them say something by themselves."""
    return sum(word.tells for word in words)


def is_dense(word: Word) -> bool:
    """Whether it is a sign of a script without spaces."""
    return DENSE_SIGN.match(word.key) is not None


def blocks(mine: Sequence[Word], its: Sequence[Word]) -> list[tuple[int, int, int]]:
    """The stretches that both have, from which and of how many words, in their order."""
    matcher = SequenceMatcher(None, [word.key for word in mine], [word.key for word in its], autojunk=False)
    return [
        (at, place, size)
        for at, place, size in matcher.get_matching_blocks()
        if any(word.tells for word in mine[at : at + size]) and (size > 1 or len(mine[at].key) > 1)
    ]


def trimmed(words: Sequence[Word]) -> Sequence[Word]:
    """Without what tells nothing at both ends."""
    telling = [at for at, word in enumerate(words) if word.tells]
    return words[telling[0] : telling[-1] + 1] if telling else ()
