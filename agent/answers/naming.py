"""Which of several things a text names, and when two names are those of one thing. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from agent.documents.words import folded
from agent.ledger import LETTERS, canonical_address

_LETTER = rf"[^\W_{LETTERS}]"
# A point between digits is part of the word; where a script without spaces begins, another word does.
_PART = re.compile(rf"{_LETTER}+(?:(?<=\d)[.,](?=\d){_LETTER}+)*[+#]*|[{LETTERS}]+|[+#]+")
_SIGNS = re.compile(r"[®™©℠]")
_AND = re.compile(r"(?<=\w\s)(?:and|und)(?=\s\w)", re.I)  # as "&", which is no word
_ARTICLES = ("the", "der", "die", "das", "el", "la", "los", "las", "le", "les", "l")
_NO_FORM = re.compile(
    r"\b(?:[Ss]pa|SPA|[SA][ab]|S[la]s?|As)\W*$"
)  # words as well: only "SpA", "S.p.A.", "SA" are forms
_KATAKANA = r"[\u30a1-\u30fa\u30fc-\u30ff]"
_ACCENTS = re.compile(r"[\u0300-\u036f]")
# What a firm is by law, at the end of its name; in Japanese also before it. Not those that products are ("SE").
_FORMS = [
    form.split()
    for form in (
        "gmbh co kg", "gmbh co kgaa", "ug haftungsbeschrankt", "gmbh", "mbh", "ag", "kg", "kgaa", "ohg", "e v", "inc",
        "incorporated", "ltd", "limited", "llc", "llp", "plc", "corp", "corporation", "co ltd", "co", "company",
        "pty ltd", "pte ltd", "pvt ltd", "s a", "sa", "s a s", "sas", "sasu", "sarl", "s a r l", "s l", "sl", "s r l",
        "srl", "s p a", "spa", "b v", "bv", "n v", "nv", "oy", "oyj", "ab", "asa", "a s", "aps", "sp z o o", "sp zoo",
        "spolka z o o", "s r o", "sro", "kft", "zrt", "k k", "kk",
    )
]  # fmt: skip
_FORMS.sort(key=len, reverse=True)
_JAPANESE = ("株式会社", "有限会社", "合同会社", "(株)", "(有)")


# Letters of other alphabets that look like one of ours; they are that where the word has ours as well.
_LOOKALIKE = str.maketrans(
    "АВЕКМНОРСТХУІЈЅаеорсухіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονα", "ABEKMHOPCTXYIJSaeopcyxijsdhqwABEZHIKMNOPTYXova"
)  # fmt: skip
_MIXED = re.compile(r"[A-Za-z\u0370-\u03ff\u0400-\u052f]+")
_FOREIGN = re.compile(r"[\u0370-\u03ff\u0400-\u052f]")


def one_alphabet(text: str) -> str:
    """With words that mix our alphabet with letters that only look like its own written in it."""
    if not _FOREIGN.search(text):
        return text
    return _MIXED.sub(lambda word: _ours(word[0]), text)


def _ours(word: str) -> str:
    ours = word.translate(_LOOKALIKE)
    return ours if ours.isascii() and re.search("[A-Za-z]", word) else word


def key(name: str) -> str:
    """What stays of a name when case, accents, width, punctuation and its legal form do not count; "C", "C++" and
    "1.5", "15" stay apart. An address is known by its canonical form. Never empty for a name that is not."""
    name = name.strip()
    if re.match(r"(?:https?://|www\.)\S+$", name, re.I):
        return canonical_address(name if "://" in name else f"https://{name}")
    words = significant(name)
    joined = "".join(
        f" {word}" if at and words[at - 1][-1].isdigit() and word[0].isdigit() else word
        for at, word in enumerate(words)
    )
    return joined or unicodedata.normalize("NFKC", name).casefold()


def significant(name: str) -> list[str]:
    """The folded words of a name without its legal form, where anything else is left."""
    text = _AND.sub("&", one_alphabet(unicodedata.normalize("NFKC", _SIGNS.sub(" ", name))))
    for form in _JAPANESE:
        rest = text.strip().removeprefix(form).removesuffix(form).strip()
        text = rest or text
    words = _words(text)
    shorter = words if _NO_FORM.search(text) else _without_form(words)
    while shorter != words:
        words, shorter = shorter, _without_form(shorter)
    return words[1:] if _has_article(words) else words


def _has_article(words: Sequence[str]) -> bool:
    """ "The Aurora Rooms", not "The Who" or "La 9": what follows has to be a name by itself."""
    return len(words) > 1 and words[0] in _ARTICLES and len("".join(words[1:])) >= 4


def _words(text: str) -> list[str]:
    return [word.replace(",", ".") for word in _PART.findall(folded(text))]


def _without_form(words: list[str]) -> list[str]:
    """A weight ("5 kg") is none."""
    for form in _FORMS:
        rest = words[: -len(form)]
        if rest and words[-len(form) :] == form and not (rest[-1].isdigit() and len(form[-1]) < 3):
            return rest
    return words


@dataclass(frozen=True)
class _Name:
    """One name of a thing: its words as written, without accents. Where it is one word alone it has to be written as
    a name is, since many names are words as well."""

    thing: int
    words: tuple[str, ...]

    def fits(self, tokens: Sequence[re.Match[str]], at: int) -> bool:
        """Whether it stands at a place, each word perhaps with an ending of two letters."""
        end = at + len(self.words)
        if end > len(tokens) or any(b.start() - a.end() > 3 for a, b in pairwise(tokens[at:end])):
            return False
        said = [token.group() for token in tokens[at:end]]
        if not all(_is_form(one.casefold(), word.casefold()) for one, word in zip(said, self.words, strict=True)):
            return False
        written = self.words[0]
        as_a_name = any(char.isupper() or char.isdigit() for char in said[0])
        return len(self.words) > 1 or said[0].startswith(written) or as_a_name


def _is_form(said: str, word: str) -> bool:
    if said == word:
        return True
    ending = said[len(word) :] if said.startswith(word) else ""
    return len(word) >= 5 and word.isalpha() and len(ending) <= 2 and bool(re.fullmatch(rf"{_LETTER}+", ending))


class Named(NamedTuple):
    """A thing that is named from `start` to `end` of a plain text."""

    start: int
    end: int
    thing: int


class Names:
    """Finds things by their names in texts. `names` has those of each, by any number of its own."""

    def __init__(self, names: Mapping[int, Sequence[str]]) -> None:
        self._by_word: dict[str, list[_Name]] = {}
        dense: dict[str, int] = {}
        for thing, given in names.items():
            for name in given:
                words = _as_written(name)
                if re.search(f"[{LETTERS}]", name) or not words:
                    dense.setdefault(lowered(plain(name).strip()), thing)
                for spelled in {words, ("".join(words),)} if words else ():
                    self._by_word.setdefault(spelled[0].casefold(), []).append(_Name(thing, spelled))
        for those in self._by_word.values():
            those.sort(key=lambda one: (-len(one.words), -len(one.words[-1])))
        listed = sorted((name for name in dense if name), key=lambda name: (-len(name), name))
        self._dense = [dense[name] for name in listed]
        self._run_on = re.compile("|".join(f"({_bounded(name)})" for name in listed)) if listed else None

    def within(self, text: str) -> frozenset[int]:
        """The things that a text names. Where one name begins with another the longer counts."""
        return frozenset(one.thing for one in self.places(plain(text)))

    def places(self, text: str) -> list[Named]:
        """The names in a plain text, in the order in which they stand."""
        found = list(self._spaced(list(_PART.finditer(text)))) if self._by_word else []
        if self._run_on:
            dense = self._run_on.finditer(lowered(text))
            found += [Named(*one.span(), self._dense[one.lastindex - 1]) for one in dense if one.lastindex]
        return sorted(found)

    def _spaced(self, tokens: Sequence[re.Match[str]]) -> Iterator[Named]:
        at = 0
        while at < len(tokens):
            word = tokens[at].group().casefold()
            starts = (word, word[:-1], word[:-2])
            named = (name for start in starts for name in self._by_word.get(start, ()) if name.fits(tokens, at))
            found = max(named, key=lambda name: len(name.words), default=None)
            if found:
                yield Named(tokens[at].start(), tokens[at + len(found.words) - 1].end(), found.thing)
            at += len(found.words) if found else 1


def _as_written(name: str) -> tuple[str, ...]:
    words = _PART.findall(plain(name))
    first = 1 if _has_article([word.casefold() for word in words]) else 0
    return tuple(words[first : first + len(significant(" ".join(words)))] or words)


def plain(text: str) -> str:
    """Without accents and width, and with "&" for "and"; case stays."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", _SIGNS.sub(" ", text))
        text = one_alphabet(unicodedata.normalize("NFC", _ACCENTS.sub("", text)))
    return _AND.sub("&", text)


def lowered(text: str) -> str:
    """In small letters, each where it was."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


def _bounded(name: str) -> str:
    """A name in a script without spaces, or of signs alone, perhaps with a space where its script changes: it ends
    where words of other scripts do, and where those in katakana do."""
    parts = re.findall(rf"{_LETTER}+|[{LETTERS}]+|[^\s\w]+|_+", name)
    return rf"{_edge(name[0], '<!')}{_SPACE.join(map(re.escape, parts))}{_edge(name[-1], '!')}"


_SPACE = r"[\s・]?"


def _edge(char: str, look: str) -> str:
    inside = next((kind for kind in (_KATAKANA, _LETTER) if re.match(kind, char)), "")
    return f"(?{look}{inside})" if inside else ""
