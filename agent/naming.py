"""Which of several things a text names, and when two names are those of one thing. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from agent.ledger import LETTERS, canonical_address
from agent.words import folded

_PART = re.compile(r"[^\W_]+(?:(?<=\d)[.,](?=\d)[^\W_]+)*[+#]*|[+#]+")  # a point between digits is part of the word
_LETTER = rf"[^\W_{LETTERS}]"
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
    plain = unicodedata.normalize("NFKC", name)
    for form in _JAPANESE:
        rest = plain.strip().removeprefix(form).removesuffix(form).strip()
        plain = rest or plain
    words = _words(plain)
    shorter = _without_form(words)
    while shorter != words:
        words, shorter = shorter, _without_form(shorter)
    return words


def _words(text: str) -> list[str]:
    return [word.replace(",", ".") for word in _PART.findall(folded(text))]


def _without_form(words: list[str]) -> list[str]:
    """A weight ("5 kg") is none."""
    for form in _FORMS:
        rest = words[: -len(form)]
        if rest and words[-len(form) :] == form and not (rest[-1].isdigit() and len(form[-1]) < 3):
            return rest
    return words


class Names:
    """Finds things by their names in texts. `names` has those of each, by any key of its own."""

    def __init__(self, names: Mapping[int, Sequence[str]]) -> None:
        self._whose: dict[str, int] = {}
        patterns: dict[str, str] = {}
        for thing, given in names.items():
            for name in given:
                if (one := key(name)) and one not in self._whose:
                    self._whose[one] = thing
                    patterns[one] = _pattern(name)
        ordered = sorted(patterns, key=lambda one: (-len(one), one))
        self._order = [self._whose[one] for one in ordered]
        self._any = re.compile("|".join(f"({patterns[one]})" for one in ordered)) if ordered else None

    def within(self, text: str) -> frozenset[int]:
        """The things that a text names. Where one name begins with another the longer counts."""
        if self._any is None:
            return frozenset()
        which = (found.lastindex for found in self._any.finditer(_plain(text)))
        return frozenset(self._order[number - 1] for number in which if number)


def _plain(text: str) -> str:
    """Without accents and width; case stays."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))


def _pattern(name: str) -> str:
    """A name in a text: with other signs between its words, in any case where it has several words. One word alone
    has to be written as a name is, since many names are words as well. It may have an ending of two letters."""
    words = _PART.findall(_plain(name))
    words = words[: len(significant(" ".join(words)))] or words
    for form in _JAPANESE[:3]:
        words = [rest for word in words if (rest := word.removeprefix(form).removesuffix(form))] or words
    if not words:
        return re.escape(name.strip())
    body = r"[\W_]{0,3}".join(map(re.escape, words))
    body = f"(?i:{body})" if len(words) > 1 else "|".join(dict.fromkeys((body, re.escape(words[0].upper()))))
    ending = 3 if len(words[-1]) >= 5 and words[-1].isalpha() else 1
    behind = rf"(?!{_LETTER}{{{ending}}})" if re.match(_LETTER, words[-1][-1]) else ""
    before = rf"(?<!{_LETTER})" if re.match(_LETTER, words[0][0]) else ""
    more = r"(?![.,]\d)" if words[-1][-1].isdigit() else r"(?![+#])" if len(words[-1]) < 3 else ""
    return rf"{before}(?:{body}){behind}{more}"
