"""Citation marks in Markdown: where [n] stands, and where brackets are something else. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_FENCE = re.compile(
    r"^[ \t]*(?:[-*+>]\s+)?(`{3,}|~{3,})[^\n]*(?:\n.*?(?:^[ \t]*(?:>\s*)?\1[`~]*[ \t]*$|\Z)|\Z)", re.M | re.S
)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
_LINK = re.compile(
    r"!?\[((?:[^\[\]\n]|\\.|\[[^\[\]\n]*\])*)\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s+[\"'(][^\n]*?[\"')])?\s*\)"
)
_FOOTNOTE = re.compile(r"\[\^[^\]\n]+\](?::)?")
_ONE = r"\d{1,3}(?:\s*[-–—]\s*\d{1,3})?"  # four digits are a year
_MARK = re.compile(
    rf"\[\[?\s*({_ONE}(?:\s*[,;，、]\s*{_ONE})*)\s*\]?\](?![(\[:]\S)|【\s*({_ONE}(?:\s*[,;，、]\s*{_ONE})*)\s*】"
)
_RUN_ON = re.compile(rf"\[({_ONE})\](?=\[)")
_RANGE_AT_MOST = 20


@dataclass(frozen=True)
class Mark:
    """One citation mark: its place in the text and the numbers it names, ranges written out, in order."""

    start: int
    end: int
    numbers: tuple[int, ...]


def masked(text: str, *, links: bool = True) -> str:
    """The same text at the same length with everything blanked that is not prose: code, links, footnotes."""
    for pattern in (_FENCE, _CODE, *((_LINK,) if links else ()), _FOOTNOTE):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", "\x00", match.group()), text)
    return text


def marks(text: str) -> Iterator[Mark]:
    """Every citation mark in the prose of a text, in order."""
    prose = masked(text)
    found = {match.start(): match for pattern in (_MARK, _RUN_ON) for match in pattern.finditer(prose)}
    for start in sorted(found):
        match = found[start]
        yield Mark(start, match.end(), _numbers(next(group for group in match.groups() if group)))


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
