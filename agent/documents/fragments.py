"""A document's text as numbered lines: what one reading shows, what the index holds, what the file is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from agent.documents.folder import DocsFailed
from agent.facts import Passage

LINES = 200  # lines of one reading
SHOWN = 6_000  # characters of one reading
_LONGEST = 1_200  # characters of one fragment
_FULL = 800  # characters after which a paragraph's end ends a fragment; a heading already at half of that


@dataclass(frozen=True)
class Fragment:
    """Lines `first` to `last` (from 1), word for word; a part of one line where that line is very long."""

    first: int
    last: int
    text: str


def lines_of(text: str) -> list[str]:
    """The lines of a text; a line break at its end begins no further line."""
    return text.removesuffix("\n").split("\n") if text else []


def where(first: int, last: int, total: int) -> str:
    """The part of a document as a Passage names it."""
    return f"lines {first}-{last} of {total}"


def next_line(where: str) -> int | None:
    """The line at which to read on after a passage with this `where`; None after the last one."""
    match = re.match(r"lines \d+-(\d+) of (\d+)", where)
    return int(match[1]) + 1 if match and int(match[1]) < int(match[2]) else None


def part(path: str, text: str, start: int) -> Passage:
    """Up to 200 lines and 6,000 characters from line `start`; raises DocsFailed if there is no such line."""
    lines = lines_of(text)
    if not lines:
        return Passage(address=path, title=title_of(path, text), where="empty file", text="")
    if not 1 <= start <= len(lines):
        raise DocsFailed(f'"{path}" has {len(lines)} lines; start must be between 1 and {len(lines)}')
    last = _last(lines, start)
    words = "\n".join(lines[start - 1 : last])
    cut = f", cut at {SHOWN:,} characters" if len(words) > SHOWN else ""
    return Passage(
        address=path, title=title_of(path, text), where=where(start, last, len(lines)) + cut, text=words[:SHOWN]
    )


def _last(lines: list[str], start: int) -> int:
    """The last line that still fits; the first one always does, cut if need be."""
    size, last = len(lines[start - 1]), start
    while last < min(len(lines), start - 1 + LINES) and size + 1 + len(lines[last]) <= SHOWN:
        size += 1 + len(lines[last])
        last += 1
    return last


def title_of(path: str, text: str) -> str:
    """The first heading of a Markdown or reStructuredText file, else the file's name."""
    heading = "" if path.lower().endswith(".txt") else _heading(text[:20_000].split("\n"))
    return heading[:200] or PurePosixPath(path).name


def _heading(lines: list[str]) -> str:
    fenced = False
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        marked = re.match(r"\s{0,3}#{1,6}\s+(.*)", line)
        if not fenced and marked and (heading := marked[1].rstrip("# \t")):
            return heading
        if not fenced and _underlined(line.strip(), below.rstrip()):
            return line.strip()
    return ""


def _underlined(line: str, below: str) -> bool:
    return bool(re.search(r"\w", line) and re.fullmatch(r"(=|-|~|\*){3,}", below) and len(below) >= len(line))


def fragments(text: str) -> Iterator[Fragment]:
    """The text in fragments of whole lines, ended between paragraphs where possible."""
    held: list[str] = []
    first = size = 0
    for number, line in enumerate(lines_of(text), start=1):
        if held and (size + len(line) > _LONGEST or _ends(line, size)):
            yield Fragment(first, number - 1, "\n".join(held))
            held, size = [], 0
        if len(line) > _LONGEST:
            yield from (Fragment(number, number, piece) for piece in _pieces(line))
        elif held or line.strip():
            first = first if held else number
            held.append(line)
            size += len(line) + 1
    if held:
        yield Fragment(first, first + len(held) - 1, "\n".join(held))


def _ends(line: str, size: int) -> bool:
    """Whether a fragment of that size had better end before this line."""
    return (not line.strip() and size >= _FULL) or (line.startswith("#") and size >= _FULL // 2)


def _pieces(line: str) -> Iterator[str]:
    """A long line in parts that end at spaces where there are any."""
    while len(line) > _LONGEST:
        space = line.rfind(" ", _LONGEST // 2, _LONGEST)
        at = space + 1 if space > 0 else _LONGEST
        yield line[:at]
        line = line[at:]
    if line.strip():
        yield line
