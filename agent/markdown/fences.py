"""Code fences as models mean them: a fence ends at the next line that is nothing but its sign. Pure.

CommonMark ends a fence in a list or a quote with the item or the quote, and takes the sign of a fence that was closed
at the margin for a new one, which swallows the rest of the text. Whoever examines a text and whoever shows it have to
read the same, so it is put right before either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENING = re.compile(
    r"(?P<lead>[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?P<sign>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)$"
)
AT_MOST = 200  # characters of a line that opens a fence


def opening(line: str) -> re.Match[str] | None:
    """The `lead`, `sign` and `info` of a line that opens a fence; None for any other."""
    return _OPENING.match(line) if ("```" in line or "~~~" in line) and len(line) <= AT_MOST else None


def inside(lead: str) -> str:
    """What stands before the further lines of a block in a list or a quote."""
    return re.sub(r"[^\s>]", " ", lead)


def closing(line: str, sign: str) -> bool:
    """Whether this line ends a fence: the same sign, at least as often, alone on its line."""
    bare = line.lstrip(" \t>").rstrip(" \t")
    return bool(sign) and len(bare) >= len(sign) and not bare.strip(sign[0])


def set_right(text: str) -> str:
    """The text with every fence in the list item or the quote that it was opened in, to its end. A line too
    long to open one is words."""
    return "\n".join(_lines(text.split("\n"))) if "```" in text or "~~~" in text else text


def _lines(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        first = _no_opening(lines[at])
        yield first
        at += 1
        fence = opening(first)
        end = _end(lines, at, fence["sign"]) if fence else at
        if fence and end < len(lines):
            within = inside(fence["lead"])
            yield from _moved(lines[at:end], within)
            yield within + fence["sign"]
            at = end + 1
        elif fence:  # it is never closed: to the end of the text it is as it was
            yield from map(_no_opening, lines[at:])
            return


def _end(lines: list[str], at: int, sign: str) -> int:
    return next((n for n in range(at, len(lines)) if sign in lines[n] and closing(lines[n], sign)), len(lines))


def _no_opening(line: str) -> str:
    return f"\\{line}" if len(line) > AT_MOST and _OPENING.match(line) else line


def _moved(code: list[str], within: str) -> Iterator[str]:
    """The lines of a fence where it stands: all of them by as much, so that code keeps its own indent; in a quote
    those that are outside."""
    quoted = ">" in within
    out = [bool(line.strip()) and not line.startswith(within) for line in code]
    for line, outside in zip(code, out, strict=True):
        moves = outside and not line.lstrip(" \t").startswith(">") if quoted else any(out) and bool(line.strip())
        yield within + line if moves else line
