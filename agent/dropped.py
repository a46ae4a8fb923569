"""What a draft's text says of things that fail a hard condition, and that nothing qualifies. Pure.

The program lists both itself, so neither stands in the text. A true sentence is left out without a word; one that
speaks for such a thing, or that no source carries, is set apart, and the model is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.naming import Names, key
from agent.statements import Judged, without_parts
from agent.telling import numbers, shared, telling
from agent.units import Part, Unit, bare, parts, short

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
_REFUSED = re.compile(
    r"(?:\b(?:not|cannot|never|nicht|kein\w*|nie|no|pas|ne)|n[’']t)\s+(?:\w+\s+){0,2}\w+(?:\s+\w+)?|[^。]*(?:ない|ません)",
    re.I,
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
    left: list[Unit] = []
    apart: list[str] = []
    head: _Head | None = None
    for unit in blocks:
        if head and head.ends_at(unit):
            apart += head.alone
            head = None
        if head is None and _names_dropped(unit, dropped):
            head = _Head(unit)
            continue
        kept, lost = _sifted(unit, dropped, judge, under=head is not None)
        left += [kept] if kept else []
        apart += [head.over(text) for text in lost] if head else lost
        if head and bare(unit.text):
            head.used = True
    return left, (*apart, *(head.alone if head else ()))


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
        fates.append((part, _fate(text, about, ours, others, judged.get(part[:2]), dropped)))
    going = [part for part, fate in fates if fate != "stays"]
    staying = [part for part, fate in fates if fate == "stays"]
    lost = [bare(unit.text[part.start : part.end]) for part, fate in fates if fate == "set apart"]
    return without_parts(unit, going, staying), [text for text in lost if text]


def _fate(
    text: str,
    about: bool,
    ours: frozenset[int],
    others: frozenset[int],
    judged: Judged | None,
    dropped: Dropped,
) -> Fate:
    if not text or not (about or dropped.says_so(text)):
        return "stays"
    if not about:
        return "left out"
    praised = bool(_PRAISE.search(_REFUSED.sub(" ", text)))
    carried = judged is not None and judged.found.grade in _CARRIED and key(text) not in dropped.keys
    if carried and others and not praised:
        return "stays"  # it compares one that qualifies with one that does not
    why = judged is not None and not judged.fails and dropped.explains(text, ours or dropped.failing)
    return "left out" if (carried or why) and not praised else "set apart"


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
