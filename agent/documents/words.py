"""Words as the documents' index compares them: folded, cut, and split where a script writes no spaces.

Two words match if they share their first letters: five at least, or all of the asked word where it is shorter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_PREFIX = 5  # letters two inflected forms must share
_LONGEST = 64  # characters of a word that count
_TERMS = 24  # terms of one question that are looked for

# Scripts without spaces between words (Han, kana, Thai, Lao, Burmese, Khmer), and Hangul, whose particles cling.
DENSE = (
    r"\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"(?P<dense>[{DENSE}]+)|[^\W_{DENSE}]+(?:[+#]+(?!\w))?")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "ŧ": "t"}
)


def folded(text: str) -> str:
    """Without case, accents and width. Marks that make another letter in their script (kana, Hangul, Thai) stay."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", text)).translate(_PLAIN)


def listed(text: str) -> frozenset[str]:
    """The words of a table, folded."""
    return frozenset(folded(word) for word in text.split())


def indexed(text: str) -> str:
    """The words of a text, a space between each: what goes into the index."""
    return " ".join(_words(text, last=True))


def _words(text: str, last: bool) -> Iterator[str]:
    """Words as they are; dense runs as overlapping pairs, with `last` also their last character alone."""
    for match in _TOKEN.finditer(folded(text)):
        word = match.group()
        if match.group("dense") is None:
            yield word[:_LONGEST]
            continue
        yield from (word[at : at + 2] for at in range(len(word) - 1))
        if last or len(word) == 1:
            yield word[-1]


def stem(word: str) -> str:
    """What another form of the word must begin with; "" where only the word itself will do."""
    if re.match(rf"[{DENSE}]", word):
        return word if len(word) == 1 else ""
    return "" if len(word) < 3 or word.isdecimal() else word[:_PREFIX]


@dataclass(frozen=True)
class Term:
    """One thing to look for: `exact` is a word or several in a row, `stem` the beginning of a relative or ""."""

    exact: str
    stem: str = ""

    @property
    def match(self) -> str:
        """The term in FTS5's query language, every part quoted: `"word" OR "prefi"*`."""
        return f'"{self.exact}" OR "{self.stem}"*' if self.stem else f'"{self.exact}"'

    def found(self, words: str) -> float:
        """How well a text (as `indexed`) has it: 1 the very word, 0.6 a relative, 0 not at all."""
        padded = f" {words} "
        if f" {self.exact} " in padded:
            return 1.0
        return 0.6 if self.stem and f" {self.stem}" in padded else 0.0


def terms(question: str) -> tuple[Term, ...]:
    """What a question looks for. `node.js`, `wi-fi`, 東京都 are looked for whole and in their parts."""
    found: dict[Term, None] = {}
    for piece in re.split(r"[\s,;|()<>\[\]{}\"“”„«»]+", question):
        words = list(_words(piece, last=False))
        if 1 < len(words) <= 8:
            found[Term(" ".join(words))] = None
        found.update({Term(word, stem(word)): None for word in words})
        if len(found) > _TERMS:
            break
    return tuple(found)[:_TERMS]
