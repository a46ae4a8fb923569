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
_OPENS = re.compile(r"[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?")
_GLUED = re.compile(
    r"(?P<words>[^`\n]{0,500}[^`\s][:.：。)\]]?[ \t]*)(?P<fence>```[\w+#.-]{0,20})[ \t]*"
)  # "like this:```py"
_WRAPS = re.compile(r"\s*(?P<sign>`{3,}|~{3,})[ \t]*(?P<info>markdown|md|text|txt|plaintext)?[ \t]*\n", re.I)
_CITES = re.compile(r"[\s.!?。！？]\[\d{1,3}[\],]|【\d")
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


def unfenced(text: str) -> str:
    """An answer that was put into one fence as a whole, out of it: prose that cites, and no code."""
    wraps = _WRAPS.match(text)
    if not wraps or not text.rstrip().endswith("\n" + wraps["sign"]) or not _CITES.search(text):
        return text
    within = text[wraps.end() :].rstrip()[: -len(wraps["sign"])]
    fences = sum(1 for line in within.split("\n") if line.lstrip().startswith(wraps["sign"]))
    marked = (wraps["info"] or "").lower() in ("markdown", "md")
    return within if not fences or (marked and fences % 2 == 0) else text


def _lines(lines: list[str]) -> Iterator[str]:
    at = 0
    ends = max((n for n, line in enumerate(lines) if "```" in line and closing(line, "```")), default=0)
    while at < len(lines):
        first = _no_opening(lines[at])
        glued = _GLUED.fullmatch(first) if at < ends and "```" in first and not opening(first) else None
        if glued:
            lead = _OPENS.match(first)
            yield glued["words"]
            first = (inside(lead.group()) if lead else "") + glued["fence"]
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
