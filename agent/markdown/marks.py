"""Citation marks in Markdown: where [n] stands, and where brackets are something else. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS

from agent.markdown.brackets import are_values, citing_nothing, is_index
from agent.markdown.remembered import remembered


def _rows(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """The library's rule for tables without their cells, which are many and are read elsewhere: it says where the
    table and its rows are."""
    if not table(state, start, end, True):
        return False
    if silent:
        return True
    last = start + 2
    ends = state.md.block.ruler.getRules("blockquote")
    while last < end and _is_row(state, last, end, ends):
        last += 1
    columns = state.src.count("|", state.bMarks[start], state.eMarks[start]) + 1
    if columns * (last - start) >= MAX_AUTOCOMPLETED_CELLS:
        return table(state, start, end, silent)  # which stops where a text grows too much by its empty cells
    opened = state.push("table_open", "table", 1)
    opened.map = [start, last]
    for line in (start, *range(start + 2, last)):
        state.push("tr_open", "tr", 1).map = [line, line + 1]
        state.push("tr_close", "tr", -1)
    state.push("table_close", "table", -1)
    state.line = last
    return True


def _is_row(state: StateBlock, line: int, end: int, ends: list[Callable[[StateBlock, int, int, bool], bool]]) -> bool:
    if state.sCount[line] < state.blkIndent or state.isEmpty(line) or state.is_code_block(line):
        return False
    kind, state.parentType = state.parentType, "table"
    goes_on = not any(rule(state, line, end, True) for rule in ends)
    state.parentType = kind
    return goes_on


# Blocks only: what is code inside a paragraph is read here, since inline tokens do not know their place.
_BLOCKS = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["inline", "html_block"])
_BLOCKS.block.ruler.at("table", _rows, {"alt": ["paragraph", "reference"]})
_LINE_END = re.compile(r"\r\n?|\n")
_TICKS = re.compile(r"`+")
_BAR = re.compile(r"(?<!\\)\|")
# Possessive, and no opening bracket inside a footnote or after a backslash: else a draft of nothing but brackets or
# spaces takes minutes, in which no other thread of the process gets a word in.
# Words of a link are bounded: without that a line of brackets that never close costs the square of its length.
_LINK = re.compile(
    r"(?<!\\)!?\[((?:[^\[\]\n\\]|\\.|\[[^\[\]\n]{0,1000}\]){0,1000}+)\]"
    r"\(\s*+<?((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s++(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?\s*+\)"
)
# What Markdown takes for the definition of a link or a footnote, and does not show; group 1 is its bracket.
DEFINES = re.compile(r"^(?:[ \t]*+(?:>|[-*+]|\d{1,9}[.)]))*+[ \t]*+(\[)(?=(?:[^\[\]\\\x00]|\\.){1,999}+\]:)", re.M)
_FOOTNOTE = re.compile(r"\[\^[^\[\]\n]+\](?::)?")
_ONE = r"\d{1,3}(?:\s*[-–—]\s*\d{1,3})?"  # four digits are a year
_SOME = rf"{_ONE}(?:\s*[,;，、]\s*{_ONE})*"
_MARK = re.compile(rf"\[\[?\s*({_SOME})\s*\]\]?+(?![(\[:]\S)|【\s*({_SOME})\s*】")
_RUN_ON = re.compile(rf"\[\[?\s*({_SOME})\s*\]\]?+(?=\[)")
_RANGE_AT_MOST = 20


@dataclass(frozen=True)
class Mark:
    """One citation mark: its place in the text and the numbers it names, ranges written out, in order."""

    start: int
    end: int
    numbers: tuple[int, ...]


class Area(NamedTuple):
    """A stretch of a text, [start, end), by what the block it lies in makes of it: a whole fence, a whole table, a
    row of a table, code by its indent, or the words of a paragraph, a heading or a list item."""

    start: int
    end: int
    kind: Literal["fence", "table", "row", "indented", "prose"]


_KINDS: dict[str, Literal["fence", "table", "row", "indented", "prose"]] = {
    "fence": "fence", "table_open": "table", "tr_open": "row", "code_block": "indented", "inline": "prose"
}  # fmt: skip


def areas(text: str) -> list[Area]:
    """The areas of a Markdown text in order, from one reading of its blocks; a table stands before its rows."""
    lines = [0, *(match.end() for match in _LINE_END.finditer(text)), len(text) + 1]
    found: list[Area] = []
    cell = False
    for token in _BLOCKS.parse(text):
        kind = _KINDS.get(token.type)
        if kind and token.map and not cell:
            found.append(Area(lines[token.map[0]], lines[token.map[1]] - 1, kind))
        cell = token.type in ("th_open", "td_open")
    return found


@remembered
def masked(text: str, *, links: bool = True) -> str:
    """The same text at the same length with everything blanked that is not prose: code, links, footnotes."""
    text = blanked(text, coded(text))
    return without_links(text) if links else _FOOTNOTE.sub(lambda match: _blank(match.group()), text)


def coded(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the code in a whole text. One line without a fence needs no reading of blocks, and a draft has
    thousands of these."""
    if not may_hold_code(text):
        return
    line = not any(sign in text for sign in ("\n", "\r", "```", "~~~", "]:"))
    yield from ticked(text, 0, len(text)) if line else code(text, areas(text))


def without_links(prose: str) -> str:
    """A text whose code is blanked with its links and footnotes blanked too."""
    for pattern in (_LINK, _FOOTNOTE):
        prose = pattern.sub(lambda match: _blank(match.group()), prose)
    return prose


def may_hold_code(text: str) -> bool:
    return "`" in text or "~~~" in text


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these stretches, in order and apart, as NULs; line breaks stay."""
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], _blank(text[start:end])]
        at = end
    return "".join([*parts, text[at:]]) if parts else text


def _blank(text: str) -> str:
    return "\n".join(["\x00" * len(line) for line in text.split("\n")]) if "\n" in text else "\x00" * len(text)


def code(text: str, areas: Iterable[Area], *, indented: bool = False) -> Iterator[tuple[int, int]]:
    """(start, end) of fenced blocks, and of code spans within one paragraph or cell, as Markdown has them.

    Code by its indent counts where `indented` says so: a model that indents often means the item of a list.
    """
    for area in areas:
        if area.kind == "fence" or (indented and area.kind == "indented"):
            yield area.start, area.end
        elif area.kind == "row":
            for first, last in cells(text, area.start, area.end):
                yield from ticked(text, first, last)
        elif area.kind != "table":
            yield from ticked(text, area.start, area.end)


def cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """(start, end) of the cells of a table row: they are split before anything in them is read, code too."""
    for bar in _BAR.finditer(text, start, end):
        yield start, bar.start()
        start = bar.end()
    yield start, end


def ticked(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Code spans: from a run of backticks to the next run of the same length; a backslash keeps one from opening."""
    if text.find("`", start, end) < 0:
        return
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(text, start, end)]
    later: dict[int, list[tuple[int, int]]] = {}
    for run in reversed(runs):
        later.setdefault(run[1] - run[0], []).append(run)
    at = start
    for first, last in runs:
        opens = first + (1 if escaped(text, first) else 0)
        closers = later.get(last - opens, [])
        while closers and closers[-1][0] < last:
            closers.pop()
        if opens < at or opens == last or not closers:
            continue
        at = closers[-1][1]
        yield opens, at


def escaped(text: str, at: int) -> bool:
    """Whether the sign at this place stands behind a backslash that takes its meaning away."""
    first = at
    while first and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


@remembered
def marks(text: str, prose: str | None = None) -> tuple[Mark, ...]:
    """Every citation mark in the prose of a text, in order. `a[0]` is an index and [0, 1] an interval: no source has
    the number 0. What else cites nothing says agent/markdown/brackets.py.

    `prose` is `masked(text)`, where that is known already.
    """
    may_cite = "[" in text or "【" in text
    return tuple(_marks(text, masked(text) if prose is None else prose)) if may_cite else ()


def _marks(text: str, prose: str) -> Iterator[Mark]:
    found = {match.start(): match for pattern in (_MARK, _RUN_ON) for match in pattern.finditer(prose)}
    apart = _Stretches(citing_nothing(prose) if found else ())
    indexed = -1  # where an index ended: what follows at once is one, too
    for start in sorted(found):
        match = found[start]
        numbers = _numbers(match[match.lastindex or 1])
        if apart.hold(start) or escaped(text, start):
            continue
        if start == indexed or _cites_nothing(text, match, numbers):
            indexed = match.end()
            continue
        yield Mark(start, match.end(), numbers)


class _Stretches:
    """Stretches of a text, and whether one of them holds a place: asked in order, so that each is looked at once."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._left = sorted(spans, reverse=True)
        self._reach = 0  # where those that began so far end

    def hold(self, at: int) -> bool:
        while self._left and self._left[-1][0] <= at:
            self._reach = max(self._reach, self._left.pop()[1])
        return at < self._reach


def _cites_nothing(text: str, match: re.Match[str], numbers: tuple[int, ...]) -> bool:
    if match.group()[0] != "[":
        return False
    start, end = match.span()
    if numbers == (0,):
        return bool(re.match(r"[\w)\]]", text[start - 1 : start]))
    return is_index(text, start, end) or (len(numbers) > 1 and are_values(text, start, end, numbers))


def _numbers(inside: str) -> tuple[int, ...]:
    if inside.isdecimal():
        return (int(inside),)
    numbers: list[int] = []
    for part in re.split(r"\s*[,;，、]\s*", inside):
        ends = [int(end) for end in re.split(r"\s*[-–—]\s*", part)]
        first, last = ends[0], ends[-1]
        numbers.extend(range(first, last + 1) if 0 <= last - first < _RANGE_AT_MOST else ends)
    return tuple(dict.fromkeys(numbers))


def rewritten(text: str, mend: Callable[[tuple[int, ...]], str]) -> str:
    """The text with every mark replaced by what `mend` makes of its numbers; nothing else changes a byte."""
    parts: list[str] = []
    at = 0
    for mark in marks(text):
        parts += [text[at : mark.start], mend(mark.numbers)]
        at = mark.end
    return "".join([*parts, text[at:]])


def cleared(text: str, stays: Callable[[int], bool]) -> str:
    """The text with its marks in one form, [2][5], and without the numbers that do not stay: nor the commas and the
    "and" between such marks, the space before them, brackets around nothing. No number stands twice in one place."""
    parts: list[str] = []
    at = 0
    for run in _runs(text):
        words = _joined(text, run, stays)
        before, end = text[at : run[0].start], run[-1].end
        if not words:
            before, end = _closed(text, before, end)
        parts += [before, words]
        at = end
    return "".join([*parts, text[at:]])


_BETWEEN = re.compile(r"[ \t]*(?:[,;，、/&+]|and|und|et|y|e|i|oraz|和|と|および)?[ \t]*")
_SOURCE = (  # what a citation is called where it is named
    r"(?:sources?|src|refs?|references?|citations?|quellen?|belege?|źródł[oa]|fuentes?|références?|fonti|fontes?|bron"
    r"|出典|参考|参照|来源|來源|资料来源)"
)
_EMPTY = re.compile(
    rf"[(（][ \t]*(?:see|cf\.|siehe|vgl\.|voir|véase|zob\.|por|via|{_SOURCE})?[ \t]*[:：]?[ \t]*\Z", re.I
)
POINTS = re.compile(rf"[\s>*_(（–—-]*(?:{_SOURCE}[\s*_]*[:：]?)?[\s*_)）.。]*", re.I)  # all that stands beside marks
_EMPHASIS = re.compile(r"(?:^|[\s(])(\*{1,3}|_{1,3})\Z")
_STOPS = re.compile(r"$|[\s.,;:!?)\]|。，、；：！？）]")


def _runs(text: str) -> Iterator[list[Mark]]:
    """Marks that stand together, with nothing but what joins them in between."""
    run: list[Mark] = []
    for mark in marks(text):
        if run and not _BETWEEN.fullmatch(text, run[-1].end, mark.start):
            yield run
            run = []
        run.append(mark)
    if run:
        yield run


def _joined(text: str, run: list[Mark], stays: Callable[[int], bool]) -> str:
    parts: list[str] = []
    told: set[int] = set()
    for at, mark in enumerate(run):
        numbers = [number for number in mark.numbers if stays(number) and number not in told]
        if numbers:
            joint = text[run[at - 1].end : mark.start] if told else ""
            parts += [joint, *(f"[{number}]" for number in numbers)]
            told.update(numbers)
    return "".join(parts)


def _closed(text: str, before: str, end: int) -> tuple[str, int]:
    """What stands before marks that go, and where the text goes on: as if they had never been there."""
    emphasis = _EMPHASIS.search(before, max(0, len(before) - 4))
    if emphasis and text.startswith(emphasis[1], end):
        before, end = before[: emphasis.start(1)], end + len(emphasis[1])
    opened = _EMPTY.search(before, max(0, len(before) - 24))
    closing = re.compile(r"[ \t]*[)）]").match(text, end) if opened else None
    if opened and closing:
        before, end = before[: opened.start()], closing.end()
    line = before.rpartition("\n")[2]
    if line.strip() and _STOPS.match(text, end):
        return before.rstrip(" \t"), end
    return before, end + (not line.strip() and text.startswith(" ", end))


def links(text: str, prose: str | None = None) -> Iterator[re.Match[str]]:
    """Every inline link or image outside code: group 1 is its label, group 2 its address.

    `prose` is the text with its code blanked, where that is known already.
    """
    prose = masked(text, links=False) if prose is None else prose
    for match in _LINK.finditer(prose):
        original = _LINK.match(text, match.start())
        if original:
            yield original
