"""Opened sources as claims are looked up in them: sentences, and which of them hold a word, a number, a name. Pure.

Prepared once for each source; a claim then costs about as much as the sentences that share something with it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from agent.documents.words import DENSE, folded
from agent.facts import Passage
from agent.grounding.abbreviations import explained, meanings
from agent.grounding.columns import in_columns
from agent.grounding.dates import said_in_time
from agent.grounding.inflections import bases
from agent.grounding.languages import language
from agent.grounding.months import MONTH
from agent.grounding.names import code_key, identifiers
from agent.grounding.periods import weekdays
from agent.grounding.quantities import quantities

LONGEST = 400  # characters of a sentence; a longer one is several
_END = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？])[」』）]*\s*|\s*\n\s*|(?<=[;；])\s+(?=\S{40})")
# A dot behind these ends no sentence, nor does one behind a number or a single letter.
_SHORT = re.compile(
    r"(?:\b(?:dr|prof|mr|mrs|ms|st|vs|etc|approx|fig|vol|ed|inc|ltd|jr|sr|nr|bzw|ca|evtl|ggf|inkl|exkl|str|mio|mrd|tsd|"
    r"tys|mln|mld|np|ok|ul|tzw|im|sra?|sres|ud|uds|pág|núm|av|mme|mlle|env|art|abs|jan|feb|mar|apr|jun|jul|aug|sept?|"
    r"oct|okt|nov|dec|dez|тыс|млн|млрд|руб|долл|грн|рис|просп|пл|гг|др|ecc|sig|dott|bijv|enz|blz|mw|dhr|mrt|mia|tis|hod|např|fev|juil|ott|giu|lug|e\.g|i\.e|u\.s|z\.b|d\.h|a\.m|p\.m)|(?<!°)\b[^\W\d_])\.$",
    re.I,
)
_ORDINAL = re.compile(r"(?<!\S)\d{1,2}\.$")
_ORDERED = re.compile(
    rf"(?i:{MONTH})|(?:[a-zäöüß]|Jahrhundert|Jh|Etage|Stock|Platz|Klasse|Quartal|Weltkrieg|Auflage)"
)
_WORD = re.compile(
    r"(?P<kata>[\u30a1-\u30fa\u30fc]+)|(?P<kanji>[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)"
    r"|(?P<kana>[\u3041-\u309f]+)|(?P<hangul>[\uac00-\ud7af]+)"
    r"|(?P<other>[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+)"
    r"|[^\W_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)
_UNIT = re.compile(rf"[{DENSE}]|(?:(?![{DENSE}])[^\W_])+(?:_+(?:(?![{DENSE}])[^\W_])+)*|[%％$€£¥°‰+#]")
RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-*:?\s*)*\|?\s*")
_WITH_YEAR = re.compile(r"d:(\d{4})-\d\d")
_TIMES = 5  # that a text is looked for in one passage
_PREFIX = 5  # letters that two forms of a word share


@dataclass(frozen=True)
class Word:
    """A word at [start, end) of a text: the keys it is found by, the word itself folded ("" for dense scripts)."""

    start: int
    end: int
    key: str
    plain: str = ""
    weight: float = 1.0  # a pair out of a longer run is half a word


def words(text: str) -> Iterator[Word]:
    """The words of a text: by their first letters, and where a script writes no spaces by pairs of its signs."""
    for match in _WORD.finditer(text):
        kind, (start, end) = match.lastgroup, match.span()
        if kind is None:
            plain = folded(match.group())
            if not plain.isdecimal():
                yield Word(start, end, f"w:{stem(plain)}", plain)
        elif kind == "kata":
            yield Word(start, end, f"w:{match.group()[:6]}", folded(match.group()))
        elif kind == "hangul":
            yield Word(start, end, f"w:{match.group()[:2]}")
        elif kind != "kana":
            weight = 1.0 if end - start < 3 else 0.5
            pairs = ((at, min(at + 2, end)) for at in range(start, max(start, end - 2) + 1))
            yield from (Word(at, to, f"w:{text[at:to]}", weight=weight) for at, to in pairs)


def stem(plain: str) -> str:
    """What all forms of a word begin with, by rule of thumb: five letters, without the s of a plural."""
    if len(plain) in (4, 5) and plain.endswith("s") and not plain.endswith("ss"):
        return plain[:-1]
    return plain[:_PREFIX]


@dataclass(frozen=True)
class Sentence:
    """A verbatim sentence, [start, end) of its passage, and the keys of what it says."""

    passage: int
    start: int
    end: int
    keys: frozenset[str]


@dataclass(frozen=True)
class Flow:
    """The words of a passage in a row, without signs and case, and where each of them stands."""

    text: str
    places: tuple[int, ...]  # of each word in `text`
    starts: tuple[int, ...]  # of each word in the passage
    ends: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Flow:
        found = list(_UNIT.finditer(text))
        plain = [folded(match.group()).replace(" ", "") for match in found]
        places: list[int] = []
        at = 1
        for word in plain:
            places.append(at)
            at += len(word) + 1
        starts, ends = tuple(match.start() for match in found), tuple(match.end() for match in found)
        return cls(f" {' '.join(plain)} ", tuple(places), starts, ends)

    def finds(self, needle: Flow) -> Iterator[tuple[int, int]]:
        """(start, end) in the passage of the same words in the same order, some times at most."""
        at = self.text.find(needle.text) if needle.places else -1
        for _ in range(_TIMES):
            if at < 0:
                return
            first = bisect_right(self.places, at + 1) - 1
            yield self.starts[first], self.ends[first + len(needle.places) - 1]
            at = self.text.find(needle.text, at + 1)

    def between(self, start: int, end: int) -> str:
        """The words of [start, end) of the passage."""
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        return (
            self.text[self.places[first] - 1 : self.places[last] if last < len(self.places) else None]
            if first < last
            else ""
        )


@dataclass(frozen=True)
class Prepared:
    """One source: its passages, sentences, an index of keys to sentences, and the words it uses."""

    passages: tuple[Passage, ...]
    sentences: tuple[Sentence, ...]
    index: Mapping[str, tuple[int, ...]]
    context: frozenset[str]  # keys of title, address and date: they support, and show no excerpt
    values: tuple[str, ...]  # the keys of its numbers
    vocabulary: Mapping[str, tuple[str, ...]]  # whole words by their first three letters
    languages: tuple[str, ...]  # of each passage
    flows: tuple[Flow, ...]
    wholes: Mapping[str, int]  # the words of whole sentences
    starts: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)
    headers: Mapping[int, int] = field(default_factory=dict)  # of each row of a table the sentence of its header
    lines: dict[int, tuple[Any, ...]] = field(default_factory=dict, compare=False)  # lines.py: those read so far

    @classmethod
    def of(cls, passages: Sequence[Passage]) -> Prepared:
        found: list[Sentence] = []
        headers: dict[int, int] = {}
        known = meanings("\n".join(passage.text for passage in passages))
        for at, passage in enumerate(passages):
            spans = list(spans_of(passage.text))
            rows = dict(_headers(passage.text, spans))
            headers |= {len(found) + row: len(found) + header for row, header in rows.items()}
            found += _sentences(at, passage.text, spans, rows, known)
        index: dict[str, list[int]] = {}
        for at, sentence in enumerate(found):
            for key in sentence.keys:
                index.setdefault(key, []).append(at)
        about = [f"{one.title}\n{one.published}\n{one.address}" for one in passages]
        context = frozenset(key for text in dict.fromkeys(about) for one in said(text) for key in one.keys)
        flows = tuple(Flow.of(passage.text) for passage in passages)
        wholes = [(flows[one.passage].between(one.start, one.end), at) for at, one in enumerate(found)]
        vocabulary: dict[str, list[str]] = {}
        for key in (*index, *sorted(context)):
            if key.startswith("n:"):
                vocabulary.setdefault(key[2:5], []).append(key[2:])
        return cls(
            passages=tuple(passages),
            sentences=tuple(found),
            index={key: tuple(places) for key, places in index.items()},
            context=context,
            values=tuple(key for key in index if key[:2] in ("r:", "u:", "b:")),
            vocabulary={head: tuple(dict.fromkeys(all_)) for head, all_ in vocabulary.items()},
            languages=_languages(passages),
            flows=flows,
            wholes={words: at for words, at in reversed(wholes) if words},
            starts=_starts(found),
            headers=headers,
        )

    def at(self, passage: int, start: int, end: int) -> tuple[int, ...]:
        """The sentences that [start, end) of a passage touches."""
        starts, numbers = self.starts.get(passage, ((), ()))
        first = max(0, bisect_right(starts, start) - 1)
        last = bisect_right(starts, max(start, end - 1))
        return numbers[first:last]


@dataclass(frozen=True)
class Opened:
    """Every opened source that claims are looked up in, prepared once."""

    sources: Mapping[int, Prepared]

    @classmethod
    def of(cls, passages: Mapping[int, Sequence[Passage]]) -> Opened:
        return cls({number: Prepared.of(listed) for number, listed in passages.items() if listed})


def _languages(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Of each passage; of one that does not tell, that of all the others."""
    found = [language(passage.text) for passage in passages]
    whole = "" if all(found) else language("\n".join(passage.text[:1_000] for passage in passages[:20]))
    return tuple(one or whole for one in found)


def _starts(found: Iterable[Sentence]) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    by: dict[int, list[tuple[int, int]]] = {}
    for at, sentence in enumerate(found):
        by.setdefault(sentence.passage, []).append((sentence.start, at))
    return {p: (tuple(start for start, _ in all_), tuple(at for _, at in all_)) for p, all_ in by.items()}


def _sentences(
    passage: int,
    text: str,
    spans: Sequence[tuple[int, int]],
    rows: Mapping[int, int],
    known: Mapping[str, tuple[str, ...]],
) -> Iterator[Sentence]:
    starts = [start for start, _ in spans]
    keys: list[set[str]] = [set() for _ in spans]
    for one in _in_their_years(list(said(text, language(text)))):
        number = bisect_right(starts, one.start) - 1
        if number >= 0:
            keys[number] |= one.keys
    for at, header in rows.items():
        keys[at] |= keys[header]
        row, top = (text[slice(*spans[one])] for one in (at, header))
        keys[at] |= {key for one in in_columns(row, top) if one for key in one.offered}
    for held in keys:
        explained(held, known)
    for (start, end), held in zip(spans, keys, strict=True):
        yield Sentence(passage, start, end, frozenset(held))


def _in_their_years(said_: list[Said]) -> Iterator[Said]:
    """Everything that a text says; a day without a year is one of the year of the date before it, or of the first."""
    years = (_WITH_YEAR.match(key) for one in said_ for key in one.keys)
    year = next((match[1] for match in years if match), "")
    for one in said_:
        year = next((match[1] for key in one.keys if (match := _WITH_YEAR.match(key))), year)
        days = [key[2:] for key in one.keys if key[:2] == "e:" and key.count("-") == 1]
        yield one._replace(keys=one.keys | {f"d:{year}-{day}" for day in days}) if year and days else one


class Said(NamedTuple):
    """Something that a text says at [start, end), and the keys under which it is found."""

    start: int
    end: int
    keys: frozenset[str]


def said(text: str, tongue: str = "") -> Iterator[Said]:
    """Everything a text says: dates, identifiers, numbers, words; `tongue` is its language where that is known."""
    days = said_in_time(text)
    yield from (Said(day.start, day.end, day.offered) for day in days)
    rest = blanked(text, ((day.start, day.end) for day in days))
    yield from (Said(one.start, one.end, one.offered) for one in weekdays(rest))
    codes = list(identifiers(rest))
    yield from (Said(name.start, name.end, frozenset([f"c:{name.text}"])) for name in codes)
    for one in quantities(blanked(rest, ((name.start, name.end) for name in codes)), tongue):
        yield Said(one.start, one.end, one.offered)
    for word in words(text):
        yield Said(word.start, word.end, frozenset(_keys(word)))


def forms(word: Word) -> Iterator[str]:
    """The keys of a word: its own, and those of what it may be a form of."""
    yield word.key
    yield from (f"w:{stem(base)}" for base in bases(word.plain))


def _keys(word: Word) -> Iterator[str]:
    yield from forms(word)
    if word.plain:
        yield f"n:{word.plain}"
        if not word.plain.isalpha():
            yield f"c:{code_key(word.plain)}"


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these stretches, in order, as NULs."""
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], "\x00" * (end - max(at, start))]
        at = max(at, end)
    return "".join([*parts, text[at:]])


def spans_of(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the sentences and lines of a text, at most LONGEST characters each."""
    at = 0
    for match in _END.finditer(text):
        goes_on = "\n" not in match.group() and ends_no_sentence(text, match.start(), match.end())
        if match.end() == at or goes_on:
            continue
        yield from _pieces(text, at, match.start() + len(match.group().rstrip()))
        at = match.end()
    yield from _pieces(text, at, len(text))


def ends_no_sentence(text: str, at: int, after: int) -> bool:
    """Whether the dot before `at` is that of an abbreviation, of an ordinal ("3. November") or of a list's number;
    what follows begins at `after`."""
    head = text[max(0, at - 12) : at]
    if _SHORT.search(head):
        return True
    ordinal = _ORDINAL.search(text, max(0, at - 3), at)
    follows = text[after : after + 14]
    return ordinal is not None and (
        text[max(0, ordinal.start() - 1) : ordinal.start()] in ("", "\n") or bool(_ORDERED.match(follows))
    )


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence without the spaces around it, in pieces where it is too long, broken between words."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > LONGEST:
        space = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        cut = space if space > 0 else start + LONGEST
        yield start, cut
        start = cut + (1 if space > 0 else 0)
    if end > start:
        yield start, end


def _headers(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """(row, header) of each row of a table with a rule of dashes below its header, by the numbers of the lines."""
    header = -1
    for at, (start, end) in enumerate(spans):
        line = text[start:end]
        if "|" not in line:
            header = -1
        elif at and RULE.fullmatch(line):
            header = at - 1
        elif header >= 0:
            yield at, header
