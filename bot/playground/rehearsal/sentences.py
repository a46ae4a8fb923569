"""Opened text as sentences that can be quoted: list items and table rows count, headings and furniture do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

LONGEST = 420

_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|(?P<ordinal>\d{1,3})[.)])\s+(?=\S)")
_RULE = re.compile(r"[\s|:+=_*-]+")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_QUOTE = re.compile(r"^\s{0,3}>\s?")
# Bounded, so that a page of brackets takes no longer than another.
_IMAGE = re.compile(r"!\[[^\]]{0,300}\]\([^)]{0,1000}\)")
_LINK = re.compile(r"\[([^\]]{1,300})\]\(\s{0,3}<?[^)\s]{0,1000}>?(?:\s{1,3}\"[^\"]{0,300}\")?\s{0,3}\)")
_MARK = re.compile(r"\s?\[\^?\d{1,4}\]")
_ADDRESS = re.compile(r"(?:https?|ftp|mailto):|www\.", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?…])[\"'”’)*_]*\s+(?=[\"'“‘(*_]*[^\W_a-zß-ÿ])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|approx|ca|cf|Dr|Mr|Mrs|Ms|St|No|Nr|vs|etc|z\.B|bzw|np|tj|ok)|\b[A-Z])\.$"
)
_FURNITURE = re.compile(
    r"\b(?:accept|manage|uses?|all|our) cookies\b|newsletter sign|subscribe to our|sign up for our|"
    r"all rights reserved|"
    r"^(?:sign|log) in\b|privacy policy|^copyright|©|^skip to|^share this|^click here|^table of contents|^read more|"
    r"(?:ignore|disregard) (?:all |any |the |your )*(?:previous|prior|above|earlier)|system prompt|"
    r"\b(?:AI|language) (?:assistant|model)s?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sentence:
    """Words of a source as they stand there, but for line breaks, link targets and the page's own footnote marks.

    `context` is what a reader sees above them, the headings; `header` the header row above a table's row.
    """

    text: str
    context: str = ""
    header: str = ""


@dataclass
class _Walk:
    """Where in a text the reader is: the headings above, the table it stands in, the paragraph so far."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    header: str = ""
    in_table: bool = False
    fenced: bool = False
    in_item: bool = False
    lines: list[str] = field(default_factory=list)

    @property
    def context(self) -> str:
        return " ".join(text for _, text in self.headings)


def sentences(text: str) -> list[Sentence]:
    """Every sentence of a Markdown or plain text that may be quoted, in order. Never raises; bounded by the "
    "text."""
    return [s for s in _all(text) if quotable(s.text)]


def quotable(text: str) -> bool:
    """Long enough to say something, short enough to read, not a question, a lead-in, an address or furniture."""
    if not 3 <= len(text) <= LONGEST or text.endswith(("?", ":")) or text.isupper() or _ADDRESS.search(text):
        return False
    return not _FURNITURE.search(text) and (len(text) >= 12 or any(c.isdigit() for c in text))


def _all(text: str) -> Iterator[Sentence]:
    walk = _Walk()
    for line in [*_body(text), ""]:
        yield from _line(walk, line)


def _body(text: str) -> list[str]:
    """The lines without a front matter block, which describes the page and is not part of it."""
    lines = text.splitlines()
    if lines and lines[0].strip() == "---" and "---" in (rest := [line.strip() for line in lines[1:40]]):
        return lines[rest.index("---") + 2 :]
    return lines


def _line(walk: _Walk, line: str) -> Iterator[Sentence]:
    if _FENCE.match(line):
        yield from _flush(walk)
        walk.fenced = not walk.fenced
        return
    if walk.fenced:
        return
    line = _QUOTE.sub("", line, count=1)
    row = _is_row(line)
    if row or not line.strip() or _HEADING.match(line) or _RULE.fullmatch(line) or _begins_item(walk, line):
        yield from _flush(walk)
    if row:
        yield from _row(walk, line)
    else:
        _note(walk, line)


def _note(walk: _Walk, line: str) -> None:
    """A line that is no table row: a heading, a rule, or more of a paragraph."""
    walk.in_table = False
    if heading := _HEADING.match(line):
        level = len(heading[1])
        walk.headings = [(n, t) for n, t in walk.headings if n < level] + [(level, heading[2])]
    elif line.strip() and not _RULE.fullmatch(line):
        item = _begins_item(walk, line)
        walk.in_item = walk.in_item or item
        walk.lines.append(_ITEM.sub("", line) if item else line)


def _begins_item(walk: _Walk, line: str) -> bool:
    """Whether a line begins a list item. Within a paragraph only "1." does: "... of version\n5. It ..." is prose."""
    match = _ITEM.match(line)
    return match is not None and (not walk.lines or walk.in_item or match["ordinal"] in (None, "1"))


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|") and line.count("|") >= 2


def _row(walk: _Walk, line: str) -> Iterator[Sentence]:
    """A table row between its outer bars; the first row of a table is its header, not a sentence."""
    cells = line.strip().strip("|").strip()
    if _RULE.fullmatch(line):
        return
    if walk.in_table:
        yield Sentence(tidy(cells), walk.context, walk.header)
    else:
        walk.in_table, walk.header = True, tidy(cells)


def _flush(walk: _Walk) -> Iterator[Sentence]:
    if len(walk.lines) > 1 and _is_title(walk.lines[0]) and walk.lines[1][:1].isupper():
        walk.headings = [*(one for one in walk.headings if one[0] < 6), (6, walk.lines.pop(0))]
    block, walk.lines, walk.in_item = tidy(" ".join(walk.lines)), [], False
    for text in cut(block):
        yield Sentence(text, walk.context)


def _is_title(line: str) -> bool:
    """Plain text has no signs for headings: a short line without an end, above a line that begins a sentence."""
    return len(line) < 50 and line.strip()[-1:].isalnum()


def tidy(text: str) -> str:
    """One line; link targets, images and footnote marks go: the first are addresses, the last would pass for "
    "ours."""
    return " ".join(_MARK.sub("", _LINK.sub(r"\1", _IMAGE.sub("", text))).split())


def cut(block: str) -> list[str]:
    """A paragraph into sentences; an abbreviation or an initial ends none."""
    parts: list[str] = []
    start = 0
    for end in _END.finditer(block):
        if not _ABBREVIATION.search(block[max(start, end.start() - 12) : end.start()]):
            parts.append(block[start : end.end()].strip())
            start = end.end()
    return [part for part in [*parts, block[start:].strip()] if part]
