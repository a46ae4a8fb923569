"""What a draft's text says of things that fail a hard condition, and that nothing qualifies. Pure.

The program lists both itself, so neither stands in the text. A true sentence is left out without a word; one that
speaks for such a thing, or that no source carries, is set apart, and the model is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.answers.naming import Names, key
from agent.answers.statements import Judged, without_parts
from agent.answers.units import Part, Unit, bare, parts, short
from agent.grounding.telling import numbers, shared, telling

Fate = Literal["stays", "left out", "set apart"]
Judge = Callable[[Unit], Sequence[Judged]]
_FAULT = "This names what fails a hard condition; the program lists that with the reason, so leave it out"
_CARRIED = ("quoted", "supported", "translated")
# Words that speak for a thing. In another language such a sentence is left out all the same, if it is carried.
_PRAISE = re.compile(
    r"\b(?:take|buy|choose|pick|get|go (?:for|with)|recommend\w*|suggest\w*|best|better|ideal\w*|winner|favou?rite|"
    r"top (?:pick|choice)|good choice|perfect|should (?:take|buy|choose|use)|"
    r"nimm|nehmen sie|kauf\w*|wähl\w*|empfehl\w*|empfiehlt|empfohlen\w*|beste\w*|besser\w*|favorit\w*|"
    r"weź|kup\w*|wybierz\w*|wybrać|polec\w*|najleps\w*|lepsz\w*|"
    r"tom[ae]|compr[ae]\w*|elij\w*|elig\w*|recom\w+|mejor\w*|"
    r"pren(?:ds|ez)|achet\w+|chois\w+|conseill\w*|meilleure?s?|mieux)\b|おすすめ|お勧め|推奨|最適|最高|買",
    re.I,
)
# What is said not to be so: a "not" with the words behind it.
_REFUSED = re.compile(
    r"(?:\b(?:not|cannot|never|nicht|kein\w*+|nie|no|pas|ne)|n[’']t)\s++(?:\w++\s++){0,2}\w++(?:\s++\w++)?", re.I
)
# "None of them fits": a word for none and one for fitting, in either order.
_NONE = (
    r"none|nothing|no|neither|kein\w*|nichts|żad\w+|nic|ningun\w*|ningún|nada|aucune?|rien|"
    r"nul(?:le)?|not (?:one|any|a single)"
)
_FITS = (
    r"fit|fits|fitted|meet|meets|met|match\w*|qualif\w*|satisf\w*|suit\w*|fulfil\w*|found|erfüll\w*|pass(?:t|en|te)|"
    r"entspr\w*|gefunden|spełni\w*|pasuj\w*|znalezion\w*|znalaz\w*|cumpl\w*|encaj\w*|encontr\w*|rempli\w*|respect\w*|"
    r"convien\w*|correspond\w*|trouvé\w*"
)
_NONE_FITS = re.compile(
    rf"\b(?:{_NONE})\b.*\b(?:{_FITS})\b|\b(?:{_FITS})\b.*\b(?:{_NONE})\b"
    r"|(?:満た|合う|合致|該当|適合|見つか).*(?:ない|ません|なかった)|(?:ない|ません).*(?:該当|適合)",
    re.I | re.S,
)
_LONGEST = 400  # characters of a sentence that only says so
_LABEL = 80  # characters of a line that is little more than a name


@dataclass(frozen=True)
class Dropped:
    """What is known of a draft's list: its names with their keys and words, of those that were dropped the conditions
    that they fail with the words that say so, and whether nothing is left."""

    names: Names
    keys: frozenset[str]
    words: frozenset[str]
    failing: Mapping[int, str]
    nothing: bool

    @property
    def numbers(self) -> frozenset[str]:
        return frozenset(number for word in self.keys for number in numbers(word))

    def of(self, text: str) -> tuple[frozenset[int], frozenset[int]]:
        """(the dropped things, the others) that a text names."""
        named = self.names.within(text)
        return named & self.failing.keys(), named - self.failing.keys()

    def says_so(self, text: str) -> bool:
        """Whether a sentence only says that nothing qualifies, and is right."""
        honest = self.nothing and len(text) <= _LONGEST and not re.search(r"\d", text)
        return honest and not self.names.within(text) and bool(_NONE_FITS.search(text))

    def explains(self, text: str, things: Iterable[int]) -> bool:
        """Whether it shares words, besides names, or numbers with what shows why a thing fails."""
        why = " ".join(self.failing[thing] for thing in things)
        same = shared(telling(text), telling(why)) - shared(telling(text), self.words)
        return bool(same or numbers(text) & numbers(why) - self.numbers)


def without(blocks: Sequence[Unit], dropped: Dropped, judge: Judge) -> tuple[list[Unit], tuple[str, ...]]:
    """(the blocks without what is said of dropped things, and without that nothing qualifies where that is so; what
    of it is set apart, in words)."""
    if not (dropped.failing or dropped.nothing):
        return list(blocks), ()
    sieve = _Sieve(dropped, judge)
    for unit in blocks:
        sieve.take(unit)
    sieve.leave()
    return sieve.left, tuple(sieve.apart)


class _Sieve:
    """Takes blocks in their order, and holds what of them stays and what is set apart."""

    def __init__(self, dropped: Dropped, judge: Judge) -> None:
        self.left: list[Unit] = []
        self.apart: list[str] = []
        self._dropped, self._judge = dropped, judge
        self._head: _Head | None = None

    def take(self, unit: Unit) -> None:
        if self._head and self._head.ends_at(unit):
            self.leave()
        if self._head is None and _names_dropped(unit, self._dropped):
            self._head = _Head(unit)
            return
        kept, lost = _sifted(unit, self._dropped, self._judge, under=self._head is not None)
        self.left += [kept] if kept else []
        self.apart += [self._head.over(text) for text in lost] if self._head else lost
        if self._head and bare(unit.text):
            self._head.used = True

    def leave(self) -> None:
        """What stood under the last head ends here."""
        self.apart += self._head.alone if self._head else []
        self._head = None


def faults(apart: Iterable[str]) -> tuple[str, ...]:
    """What to mend, in words for the model."""
    return tuple(f"{_FAULT}: {short(text)}" for text in apart)


def _names_dropped(unit: Unit, dropped: Dropped) -> bool:
    """Whether it is a heading, or an item that is little more than a name, of what was dropped alone."""
    if unit.form != "prose" or unit.numbers or not (_level(unit) or len(bare(unit.text)) <= _LABEL):
        return False
    ours, others = dropped.of(unit.text)
    return bool(ours) and not others and not re.search(r"[.!。！]\W*$", unit.text)


class _Head:
    """What names a dropped thing above other blocks, and whether anything stood below it."""

    def __init__(self, unit: Unit) -> None:
        self._unit, self._level, self._indent, self.used = unit, _level(unit), _indent(unit), False

    def ends_at(self, unit: Unit) -> bool:
        """Below a heading stands what comes before the next of its level; below an item what is further in; below
        other words the next block, or the list."""
        level = _level(unit)
        if self._level or not bare(unit.text):
            return 0 < level <= self._level
        if level or _is_item(self._unit):
            return level > 0 or _indent(unit) <= self._indent
        return self.used and not _is_item(unit)

    def over(self, text: str) -> str:
        return text if bare(self._unit.text) in text else f"{bare(self._unit.text)}: {text}"

    @property
    def alone(self) -> list[str]:
        return [] if self.used else [bare(self._unit.text)]


def _level(unit: Unit) -> int:
    found = re.match(r"[ \t>]*(#{1,6})[ \t]", unit.text)
    return len(found[1]) if found else 0


def _indent(unit: Unit) -> int:
    return len(unit.text) - len(unit.text.lstrip(" \t"))


def _sifted(unit: Unit, dropped: Dropped, judge: Judge, under: bool) -> tuple[Unit | None, list[str]]:
    """What stays of a block, and what of it is set apart. A sentence that names nothing goes with the one before."""
    judged = {one.part[:2]: one for one in judge(unit)}
    fates: list[tuple[Part, Fate]] = []
    about = under
    for part in parts(unit) if unit.form == "prose" else [Part(0, len(unit.text), unit.numbers)]:
        text = bare(unit.text[part.start : part.end])
        ours, others = dropped.of(text)
        about = bool(ours) or (about and not others)
        fates.append((part, _Sentence(text, about, ours, others, judged.get(part[:2])).fate(dropped)))
    going = [part for part, fate in fates if fate != "stays"]
    staying = [part for part, fate in fates if fate == "stays"]
    lost = [bare(unit.text[part.start : part.end]) for part, fate in fates if fate == "set apart"]
    return without_parts(unit, going, staying), [text for text in lost if text]


@dataclass(frozen=True)
class _Sentence:
    """One sentence: whether it is `about` dropped things, by what it names or what stands before it; which of `ours`,
    the dropped ones, and which `others` it names; what the sources make of it, None where that is not known."""

    text: str
    about: bool
    ours: frozenset[int]
    others: frozenset[int]
    judged: Judged | None

    def fate(self, dropped: Dropped) -> Fate:
        if not self.text or not (self.about or dropped.says_so(self.text)):
            return "stays"
        if not self.about:
            return "left out"
        praised = praises(self.text)
        carried = self.judged is not None and self.judged.found.grade in _CARRIED
        carried = carried and key(self.text) not in dropped.keys
        if carried and self.others and not praised:
            return "stays"  # it compares one that qualifies with one that does not
        return "left out" if not praised and (carried or self._tells_why(dropped)) else "set apart"

    def _tells_why(self, dropped: Dropped) -> bool:
        stands = self.judged is not None and not self.judged.fails
        return stands and dropped.explains(self.text, self.ours or dropped.failing)


def praises(text: str) -> bool:
    """Whether it speaks for a thing, and does not only say that it does not. In Japanese the "not" comes last."""
    affirmed = "。".join(map(_behind_refusal, text.split("。")))
    return bool(_PRAISE.search(_REFUSED.sub(" ", affirmed)))


def _behind_refusal(sentence: str) -> str:
    return sentence[
        max((sentence.rfind(one) + len(one) for one in ("ない", "ません") if one in sentence), default=0) :
    ]


def _is_item(unit: Unit) -> bool:
    return bool(re.match(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]", unit.text))


def said_so(blocks: Iterable[Unit], dropped: Dropped) -> str:
    """The sentences that only say that nothing qualifies, where the list is empty and they are all there is."""
    if dropped.failing or not dropped.nothing:
        return ""
    texts = (
        bare(unit.text[part.start : part.end]) for unit in blocks if unit.form == "prose" for part in parts(unit)
    )
    return " ".join(text for text in texts if dropped.says_so(text))
