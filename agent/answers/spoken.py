"""Of which of several things words in a source speak. Pure.

A page compares things, lists one below the other, puts them into columns of a table. Words speak of what they name;
else of what their sentence names nearest before them, of the column they stand in, or of what stands above them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.answers.naming import Named, Names, plain
from agent.answers.verdicts import Stand
from agent.documents.words import listed
from agent.facts import Condition
from agent.grounding.telling import numbers, shared, telling
from agent.ledger import Ledger
from agent.markdown.marks import cells

_NEAR = 1_500  # characters around words that are looked at
_LABEL = 80  # characters of a line that stands as a name above others
_ENDS = re.compile(r"(?<=[.!?])[\"'”’»)*_]*\s+|(?<=[。！？])|\n")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*)$", re.M)
_ARTICLE = r"(?:(?:the|der|die|das|dem|den|el|la|los|las|le|les)\s+|l['’])?[\"'“”„*_`]*"
# A thing that is named so is not spoken of: "unlike the X", "lighter than the X".
_CONTRAST = re.compile(
    r"(?:\b(?:unlike|than|in contrast to|contrary to|compared (?:to|with)|as opposed to|instead of|"
    r"als|im (?:Gegensatz|Vergleich|Unterschied) zu[mr]?|statt|"
    r"w (?:przeciwienstwie|porownaniu) do|w odroznieniu od|niz|zamiast|"
    r"a diferencia de(?:l)?|en comparacion con(?: el)?|en lugar de(?:l)?|(?:mas|menos|plus|moins) \w+ que|"
    r"contrairement (?:a|aux?)|par rapport (?:a|aux?)|au lieu de))\s+" + _ARTICLE + r"$",
    re.I,
)
_CONTRAST_BEHIND = re.compile(r"\s?(?:とは?[違異]|より|[にと]比べ)")
_JOINED = re.compile(
    r"[\s\"'“”„*_`,、/&]*(?:and|or|vs\.?|versus|as well as|und|oder|sowie|i|oraz|lub|y|e|o|et|ou|と|や)?\s*"
    + _ARTICLE,
    re.I,
)
_ARTICLES = listed("the a an der die das dem den ein eine el la los las un una le les une")


class Spoken:
    """Looks up what words speak of. What was looked up once is known."""

    def __init__(self, ledger: Ledger, names: Names) -> None:
        self._ledger, self._names = ledger, names
        self._told: dict[int, frozenset[int]] = {}
        self._known: dict[tuple[int, str, int, int], frozenset[int]] = {}

    def of(self, thing: int, place: Stand, condition: Condition) -> bool:
        """Whether words are about this thing. In a source of its own that names nothing near them they may speak of
        the condition instead."""
        if thing not in self.in_source(place.number):
            return False
        where = place.number, place.passage.where, place.start, place.end
        if where not in self._known:
            self._known[where] = self._spoken(place)
        if spoken := self._known[where]:
            return thing in spoken
        alone = len(self.in_source(place.number)) == 1 and self._is_own(thing, place.number)
        return alone and _speaks_of(place.words, condition.text)

    def in_source(self, number: int) -> frozenset[int]:
        """The things that a source names."""
        if number not in self._told:
            passages = self._ledger.passages(number)
            texts = [*self._titles(number), *(one.text for one in passages)]
            self._told[number] = frozenset(thing for text in texts for thing in self._names.within(text))
        return self._told[number]

    def says_more(self, words: str) -> bool:
        """Whether words say anything besides names."""
        rest = self.without_names(words)
        signs = any(char in "✓✔✗✘×☑☒✅❌●○◯〇△" for char in rest)
        return signs or any(word.casefold() not in _ARTICLES for word in re.findall(r"\w+", rest))

    def without_names(self, words: str) -> str:
        text, at, rest = plain(words), 0, ""
        for named in self._names.places(text):
            rest, at = f"{rest} {text[at : named.start]}", named.end
        return rest + text[at:]

    def _titles(self, number: int) -> list[str]:
        source = self._ledger.source(number)
        return [source.title if source else "", *(one.title for one in self._ledger.passages(number))]

    def _is_own(self, thing: int, number: int) -> bool:
        begins = [one.text.lstrip().partition("\n")[0][:_LABEL] for one in self._ledger.passages(number)]
        return any(thing in self._names.within(text) for text in (*self._titles(number), *begins))

    def _spoken(self, place: Stand) -> frozenset[int]:
        text = place.passage.text
        start, end = _sentence(place)
        if found := self._nearest(text[start : place.start], place.words, text[place.end : end]):
            return found
        if found := self._in_columns(place):
            return found
        told = (self._of(scope) for scope in _before(place, start))
        above = (self._group(scope, last=False) for scope in _above(place, start))
        return next(filter(None, (*told, *above)), frozenset())

    def _nearest(self, before: str, words: str, behind: str) -> frozenset[int]:
        """In one sentence: what the words name, else the nearest names before them, else the first behind."""
        return self._of(words) or self._group(before, last=True) or self._group(behind, last=False)

    def _of(self, text: str) -> frozenset[int]:
        return frozenset(one.thing for one in self._uncontrasted(plain(text)))

    def _group(self, text: str, last: bool) -> frozenset[int]:
        """The last or the first name of a text, with those that are joined to it."""
        text = plain(text)
        places = self._uncontrasted(text)
        places = places[::-1] if last else places
        group = places[:1]
        for one in places[1:]:
            left, right = sorted((group[-1], one), key=lambda named: named.start)
            if not _JOINED.fullmatch(text[left.end : right.start]):
                break
            group.append(one)
        return frozenset(one.thing for one in group)

    def _uncontrasted(self, text: str) -> list[Named]:
        return [
            one
            for one in self._names.places(text)
            if not _CONTRAST.search(text[max(0, one.start - 60) : one.start])
            and not _CONTRAST_BEHIND.match(text, one.end)
        ]

    def _in_columns(self, place: Stand) -> frozenset[int]:
        """What the head of a table names above the cells that words stand in."""
        text = place.passage.text
        start = text.rfind("\n", 0, place.start) + 1
        line = text[start:].partition("\n")[0]
        if line.count("|") < 2 or place.end > start + len(line):
            return frozenset()
        head = _head(text[:start])
        columns = _cells(head) if head else []
        first, last = place.start - start, place.end - start
        mine = [at for at, (a, b) in enumerate(cells(line, 0, len(line))) if a < last and first < b]
        return frozenset(thing for at in mine if at < len(columns) for thing in self._of(columns[at]))


def _section(place: Stand, start: int) -> tuple[list[re.Match[str]], int, int]:
    """The headings above words, where their section begins, and where their paragraph does."""
    text = place.passage.text
    heads = list(_HEADING.finditer(text, 0, place.start))
    section = max(heads[-1].end() if heads else 0, start - _NEAR)
    return heads, section, max(section, text.rfind("\n\n", section, start))


def _before(place: Stand, start: int) -> list[str]:
    """The sentences before words in their paragraph, the nearest first."""
    _, _, paragraph = _section(place, start)
    return _ENDS.split(place.passage.text[paragraph:start])[::-1]


def _above(place: Stand, start: int) -> Iterator[str]:
    """Lines above words that are little more than a name, headings, and the title, the nearest first."""
    heads, section, paragraph = _section(place, start)
    yield from filter(_is_label, reversed(place.passage.text[section:paragraph].split("\n")))
    yield from _headings(heads)
    yield place.passage.title


def _headings(found: Sequence[re.Match[str]]) -> Iterator[str]:
    """The headings that words below them stand under, the nearest first."""
    level = 7
    for one in reversed(found):
        if len(one[1]) < level:
            level = len(one[1])
            yield one[2]


def _is_label(line: str) -> bool:
    bare = line.strip().strip("*_ ")
    return 0 < len(bare) <= _LABEL and not bare.startswith("|") and bare[-1] not in ".!?。！？;"


def _head(above: str) -> str:
    """The first line of the table whose last lines so far these are."""
    lines = above.rstrip("\n").split("\n")
    rows = 0
    while rows < len(lines) and lines[-1 - rows].count("|") >= 2:
        rows += 1
    return lines[-rows] if rows else ""


def _cells(line: str) -> list[str]:
    return [line[start:end] for start, end in cells(line, 0, len(line))]


def _sentence(place: Stand) -> tuple[int, int]:
    """(start, end) of the sentences, or the rows of a table, that words stand in."""
    text = place.passage.text
    low, high = max(0, place.start - _NEAR), min(len(text), place.end + _NEAR)
    starts = [found.end() for found in _ENDS.finditer(text, low, place.start)]
    ending = _ENDS.search(text, place.end - 1 if text[place.end - 1] in ".!?。！？" else place.end, high)
    return starts[-1] if starts else low, ending.start() if ending else high


def _speaks_of(words: str, condition: str) -> bool:
    return bool(shared(telling(words), telling(condition)) or numbers(words) & numbers(condition))
