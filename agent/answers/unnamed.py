"""Which of the things that a draft proposes no opened source names. Pure.

Pages shorten names, translate them and write them in other scripts: where any of that may be so a thing counts as
named, and so does one of whose sources some were only found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.answers.naming import key
from agent.answers.spoken import Spoken
from agent.documents.words import folded
from agent.grounding.languages import language
from agent.grounding.telling import telling
from agent.ledger import Ledger

_SHORTEST = 4  # letters of a name that are looked for within words
_PREFIX = 5  # letters that forms of a word share, of a long one more: "superb" is no form of "SuperTab"
_ENDING = 2
_BETWEEN = re.compile(r"[\W_]+")
_BEGINS = 3_000  # characters of a page that tell its script
_OTHER_SCRIPT = re.compile(r"[\u0370-\u1dff\u2e80-\ud7af\uf900-\ufaff]")


def unnamed(
    ledger: Ledger, spoken: Spoken, things: Sequence[tuple[Sequence[str], Sequence[int]]], task: str
) -> frozenset[int]:
    """The places of those things, each its names and its numbers, that nothing opened names."""
    opened = [source.number for source in ledger.sources if ledger.is_open(source.number)]
    named = frozenset[int]().union(*map(spoken.in_source, opened))
    left = {at: one for at, one in enumerate(things) if at not in named and all(map(ledger.is_open, one[1]))}
    numbers = {number for _, those in left.values() for number in those}
    pages = {number: _Page.of(_texts(ledger, number)) for number in numbers}
    usual, tongue = telling(task), language(task)
    return frozenset(
        at
        for at, (names, those) in left.items()
        if not any(pages[number].may_name(name, usual, tongue) for number in those for name in names)
    )


def _texts(ledger: Ledger, number: int) -> Iterator[str]:
    source = ledger.source(number)
    yield from (source.title, source.address) if source else ()
    yield from (one.text for one in ledger.passages(number))


@dataclass(frozen=True)
class _Page:
    """A source: its folded words with a space before each, the same without any space, its language, and whether most
    of it is in another script than ours."""

    words: str
    joined: str
    language: str
    other: bool

    @classmethod
    def of(cls, texts: Iterable[str]) -> _Page:
        text = "\n".join(texts)
        begins = text[:_BEGINS]
        other = 3 * len(_OTHER_SCRIPT.findall(begins)) > sum(map(str.isalpha, begins))
        words = _BETWEEN.sub(" ", f" {folded(text)}")
        return cls(words, words.replace(" ", ""), language(text), other)

    def may_name(self, name: str, usual: frozenset[str], tongue: str) -> bool:
        """Whether it may name a thing in its own way. Words that are `usual` in the task tell no thing from others;
        `tongue` is the language of the task."""
        if bool(_OTHER_SCRIPT.search(name)) != self.other or (self.language and tongue not in ("", self.language)):
            return True
        joined, words = key(name).replace(" ", ""), telling(name)
        if len(joined) >= _SHORTEST and joined in self.joined:
            return True
        return any(map(self._has, words - usual or words))

    def _has(self, word: str) -> bool:
        if _OTHER_SCRIPT.search(word):
            return word in self.words
        return f" {word[: max(_PREFIX, len(word) - _ENDING)] if word.isalpha() else word}" in self.words
