"""Long Markdown in parts that stand alone: fences are reopened, table headers repeated, links kept whole. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from agent.marks import masked
from bot.views import safe

_FENCE = re.compile(
    r"(?P<lead>[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?P<sign>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)$"
)
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_SENTENCE = re.compile(r"(?<=[.!?…])[ \t]+|(?<=[。！？])")
_SPACE = re.compile(r"[ \t]+")
_FENCE_AT_MOST = 200  # characters of a line that opens a fence; longer ones are prose
_FULL_ENOUGH = 0.4  # of a part, before a better place to end it counts

Size = Callable[[str], int]  # adds up: size(a + b) == size(a) + size(b)
PARAGRAPH, ITEM, LINE, POOR, NEVER = 4, 3, 2, 1, 0


@dataclass(frozen=True)
class Line:
    """One line, or a stretch of one that is too long. `worth` says how good a place it is to begin a part."""

    text: str
    worth: int = LINE
    opens: str = ""  # what a part that begins here has to say first
    closes: str = ""  # what a part that ends before this line has to say last
    goes_on: bool = False  # it continues the line before it


def split(text: str, at_most: int, size: Size = safe.size) -> tuple[str, ...]:
    """Parts of at most that size each, none of them blank; a blank text has none. `at_most` should be 1,000 or more.

    Nothing is lost but white space at the seams. A part ends at a paragraph if it can, at a list item, a table row
    or a line if it must, and inside a line only where that line alone is too long.
    """
    lines = [piece for line in _lines(text.split("\n")) for piece in _stretches(line, at_most, size)]
    after = _open_at_end(lines)
    parts: list[str] = []
    at = 0
    while at < len(lines):
        end = _end(lines, at, after, at_most, size)
        parts.append(_part(lines[at:end], lines[end].closes if end < len(lines) else after))
        at = end
    return tuple(part for part in parts if part.strip())


# --- lines ------------------------------------------------------------------------------------------------------


def _lines(texts: Sequence[str]) -> Iterator[Line]:
    at = 0
    while at < len(texts):
        fence = _fence(texts[at])
        if fence:
            block = _fenced(texts, at, fence)
        elif at + 1 < len(texts) and "|" in texts[at] and _TABLE_RULE.match(texts[at + 1]):
            block = _table(texts, at)
        else:
            block = [Line(texts[at], _worth(texts, at))]
        yield from block
        at += len(block)


def _fence(line: str) -> re.Match[str] | None:
    return _FENCE.match(line) if len(line) <= _FENCE_AT_MOST else None


def _fenced(texts: Sequence[str], at: int, fence: re.Match[str]) -> list[Line]:
    """A fence with its lines. Its end is never a good place to begin: whatever fits before it fits with it."""
    inside = re.sub(r"[^\s>]", " ", fence["lead"])
    opens, closes = inside + fence["sign"] + fence["info"], inside + fence["sign"]
    lines = [Line(texts[at], _worth(texts, at))]
    for text in texts[at + 1 :]:
        if _closing(text, fence["sign"]):
            return [*lines, Line(closes, NEVER, opens, closes)]
        lines.append(Line(text, LINE if len(lines) > 1 else POOR, opens, closes))
    return lines


def _closing(line: str, sign: str) -> bool:
    """Whether this line ends a fence: the same sign, at least as often, alone on its line."""
    bare = line.lstrip(" \t>").rstrip(" \t")
    return bool(sign) and len(bare) >= len(sign) and not bare.strip(sign[0])


def _table(texts: Sequence[str], at: int) -> list[Line]:
    """A table to its first blank line: each row may begin a part, under the header again."""
    header = f"{texts[at]}\n{texts[at + 1]}"
    lines = [Line(texts[at], _worth(texts, at)), Line(texts[at + 1], NEVER)]
    for text in texts[at + 2 :]:
        if not text.strip() or _fence(text):
            break
        lines.append(Line(text, LINE if len(lines) > 2 else POOR, header))
    return lines


def _worth(texts: Sequence[str], at: int) -> int:
    text = texts[at]
    before = next((line for line in reversed(texts[max(0, at - 3) : at]) if line.strip()), "")
    if _HEADING.match(before) or before.rstrip().endswith((":", "：")):
        return POOR  # a heading or a lead-in does not stand alone at the end of a part
    indented = text.startswith((" ", "\t"))
    if _ITEM.match(text):
        return LINE if indented else ITEM
    begins = at == 0 or not texts[at - 1].strip() or _HEADING.match(text)
    return PARAGRAPH if begins and text.strip() and not indented else LINE


def _open_at_end(lines: Sequence[Line]) -> str:
    """The fence that the text itself never closes, as what closes it; "" for none."""
    last = next(reversed(lines), Line(""))
    fence = _fence(last.text) if not last.opens else None
    if fence:
        return re.sub(r"[^\s>]", " ", fence["lead"]) + fence["sign"]
    return last.closes if last.worth != NEVER else ""


# --- long lines -------------------------------------------------------------------------------------------------


def _stretches(line: Line, at_most: int, size: Size) -> Iterator[Line]:
    """The line itself, or stretches of it that each fit. A row wider than a part is no row any more."""
    opens = line.opens if line.closes or size(line.opens) + size(line.text) + 4 <= at_most else ""
    room = at_most - size(opens) - 2 * size(line.closes) - 4
    if size(line.text) <= room:
        yield Line(line.text, line.worth, opens, line.closes)
        return
    guarded = line.text if line.closes else masked(line.text)
    at, worth = 0, line.worth
    while at < len(line.text):
        end = _seam(line.text, guarded, at, room, size)
        yield Line(line.text[at:end], worth, opens, line.closes, goes_on=at > 0)
        at, worth = end, POOR


def _seam(text: str, guarded: str, at: int, room: int, size: Size) -> int:
    """Where a stretch from `at` ends: after a sentence, at a space, outside links and code, or just anywhere."""
    end = at + _fitting(text[at : at + room], room, size)
    if end >= len(text):
        return len(text)
    for pattern, from_ in ((_SENTENCE, at + (end - at) // 2), (_SPACE, at)):
        found = [
            m.end() for m in pattern.finditer(guarded, from_, end) if m.end() > at and _outside(guarded, m.end())
        ]
        if found:
            return found[-1]
    return next((place for place in range(end, at, -1) if _outside(guarded, place)), end)


def _outside(guarded: str, place: int) -> bool:
    return not (guarded[place - 1] == "\x00" and guarded[place : place + 1] == "\x00")


def _fitting(text: str, room: int, size: Size) -> int:
    """How many characters of the text fit; one at least."""
    sizes = accumulate(size(char) for char in text)
    return max(1, sum(1 for total in sizes if total <= room))


# --- parts ------------------------------------------------------------------------------------------------------


def _end(lines: Sequence[Line], at: int, after: str, at_most: int, size: Size) -> int:
    """The line after the last of the part that begins at `at`: the best place among those that fit."""
    room = at_most - size(lines[at].opens) - 1
    best, taken = (False, NEVER, at + 1), 0
    for end in range(at + 1, len(lines) + 1):
        taken += size(lines[end - 1].text) + 1
        if taken > room:
            break
        last = end == len(lines)
        if taken + size(after if last else lines[end].closes) + 1 <= room:
            worth = PARAGRAPH + 1 if last else lines[end].worth
            best = max(best, (taken >= _FULL_ENOUGH * at_most or last, worth, end))
    return best[2]


def _part(lines: Sequence[Line], closes: str) -> str:
    text = lines[0].opens and lines[0].opens + "\n"
    for at, line in enumerate(lines):
        text += ("" if at == 0 or line.goes_on else "\n") + line.text
    if closes:
        text += "\n" + closes
    return _outdented(text)


def _outdented(text: str) -> str:
    """Without blank lines around, and moved left where it begins inside a list: four spaces would make it code."""
    lines = text.strip("\n").split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    indent = len(lines[0]) - len(lines[0].lstrip(" ")) if lines else 0
    sign = ""
    for at, line in enumerate(lines):
        fence = None if sign else _fence(line)
        if not sign and line.strip() and not line.startswith(" " * indent):
            break
        lines[at] = line[min(indent, len(line) - len(line.lstrip(" "))) :]
        sign = fence["sign"] if fence else "" if _closing(line, sign) else sign
    return "\n".join(lines).rstrip()
