"""Citation marks in Markdown: where [n] stands, and where brackets are something else. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

# Blocks only: what is code inside a paragraph is read here, since inline tokens do not know their place.
_BLOCKS = MarkdownIt("commonmark", {"html": False}).enable("table").disable("inline")
_LINE_END = re.compile(r"\r\n?|\n")
_TICKS = re.compile(r"`+")
_BAR = re.compile(r"(?<!\\)\|")
# Possessive, and no opening bracket inside a footnote or after a backslash: else a draft of nothing but brackets or
# spaces takes minutes, in which no other thread of the process gets a word in.
_LINK = re.compile(
    r"(?<!\\)!?\[((?:[^\[\]\n\\]|\\.|\[[^\[\]\n]*\])*+)\]"
    r"\(\s*+<?((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s++(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?\s*+\)"
)
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


def masked(text: str, *, links: bool = True) -> str:
    """The same text at the same length with everything blanked that is not prose: code, links, footnotes."""
    for start, end in list(_code(text)):
        text = text[:start] + _blank(text[start:end]) + text[end:]
    for pattern in (_LINK, _FOOTNOTE) if links else (_FOOTNOTE,):
        text = pattern.sub(lambda match: _blank(match.group()), text)
    return text


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", "\x00", text)


def _code(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of fenced blocks, and of code spans within one paragraph, as Markdown has them."""
    if "`" not in text and "~~~" not in text:
        return
    lines = [0, *(match.end() for match in _LINE_END.finditer(text)), len(text) + 1]
    cell = False
    for token in _BLOCKS.parse(text):
        if token.map and token.type in ("fence", "inline", "code_block"):
            start, end = lines[token.map[0]], lines[token.map[1]] - 1
            yield from [(start, end)] if token.type == "fence" else _spans_of(text, start, end, row=cell)
        cell = token.type in ("th_open", "td_open")


def _spans_of(text: str, start: int, end: int, *, row: bool) -> Iterator[tuple[int, int]]:
    for first, last in cells(text, start, end) if row else [(start, end)]:
        yield from _spans(text, first, last)


def cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """(start, end) of the cells of a table row: they are split before anything in them is read, code too."""
    for bar in _BAR.finditer(text, start, end):
        yield start, bar.start()
        start = bar.end()
    yield start, end


def _spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Code spans: from a run of backticks to the next run of the same length; a backslash keeps one from opening."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(text, start, end)]
    later: dict[int, list[tuple[int, int]]] = {}
    for run in reversed(runs):
        later.setdefault(run[1] - run[0], []).append(run)
    at = start
    for first, last in runs:
        opens = first + (1 if _escaped(text, first) else 0)
        closers = later.get(last - opens, [])
        while closers and closers[-1][0] < last:
            closers.pop()
        if opens < at or opens == last or not closers:
            continue
        at = closers[-1][1]
        yield opens, at


def _escaped(text: str, at: int) -> bool:
    return (at - len(text[:at].rstrip("\\"))) % 2 == 1


def marks(text: str) -> Iterator[Mark]:
    """Every citation mark in the prose of a text, in order. `a[0]` is an index: no source has the number 0."""
    prose = masked(text)
    found = {match.start(): match for pattern in (_MARK, _RUN_ON) for match in pattern.finditer(prose)}
    for start in sorted(found):
        match = found[start]
        numbers = _numbers(next(group for group in match.groups() if group))
        if numbers != (0,) or not re.match(r"[\w)\]]", text[start - 1 : start]):
            yield Mark(start, match.end(), numbers)


def _numbers(inside: str) -> tuple[int, ...]:
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


def links(text: str) -> Iterator[re.Match[str]]:
    """Every inline link or image outside code: group 1 is its label, group 2 its address."""
    prose = masked(text, links=False)
    for match in _LINK.finditer(prose):
        original = _LINK.match(text, match.start())
        if original:
            yield original
