"""Long Markdown in parts that stand alone: fences are reopened, table headers repeated, links kept whole. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from agent.markdown.fences import closing, inside, opening
from agent.markdown.marks import blanked, masked
from bot.views import safe
from bot.views.blocks import LIMITS

_TABLE_RULE = re.compile(r"[ \t]*(?:>[ \t]*)*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_SENTENCE = re.compile(r"(?<=[.!?…])[ \t]+|(?<=[。！？])")
# What is no place for a seam, beside links and code: addresses, bold words, formulas, escaped signs, entities, and
# characters made of several.
_WHOLE = re.compile(
    r"https?://[^\s<>]++|\*\*(?=\S)[^*]{1,400}\*\*|\$[^\s$][^$]{0,400}\$|\\[^\w\s]|&#?\w{1,32};"
    r"|\S(?:\u200d\S|[\u0300-\u036f\ufe00-\ufe0f\U0001f3fb-\U0001f3ff])+"
)
_FULL_ENOUGH = 0.4  # of a part, before a better place to end it counts

PARAGRAPH, ITEM, LINE, POOR, NEVER = 4, 3, 2, 1, 0
NO_ROW, RULE, ROW = -1, 0, 1


class Line(NamedTuple):
    """One line, or a stretch of one that is too long. `worth` says how good a place it is to begin a part."""

    text: str
    size: int
    worth: int = LINE
    opens: str = ""  # what a part that begins here has to say first
    closes: str = ""  # what a part that ends before this line has to say last
    row: int = NO_ROW  # what it is in a table
    goes_on: bool = False  # it continues the line before it


def split(text: str, at_most: int) -> tuple[str, ...]:
    """Parts of at most that size each, none of them blank; a blank text has none. `at_most` should be 1,000 or more.

    Nothing is lost but white space at the seams. A part ends at a paragraph if it can, at a list item, a table row
    or a line if it must, and inside a line only where that line alone is too long. A part holds no more rows of a
    table, and no more of tables, than Slack takes in one message.
    """
    if len(text) < at_most and safe.size(text) < at_most and not any(sign in text for sign in ("```", "~~~", "|")):
        return (_trimmed(text),) if text.strip() else ()
    lines = _fitting(_lines(text), at_most)
    after = _open_at_end(lines)
    offsets = [0, *accumulate(line.size + (not line.goes_on) for line in lines)]
    parts: list[str] = []
    at = 0
    while at < len(lines):
        end = _end(lines, offsets, at, after, at_most)
        part = _part(lines[at:end], lines[end].closes if end < len(lines) else after)
        parts.append(_outdented(part) if at else _trimmed(part))
        at = end
    return tuple(part for part in parts if part.strip())


# --- lines ------------------------------------------------------------------------------------------------------


class Source(NamedTuple):
    """The lines of the text, and the size of each."""

    texts: list[str]
    sizes: list[int]

    @classmethod
    def of(cls, text: str) -> Source:
        whole = safe.escape(text).encode("utf-8", "surrogatepass")
        return cls(text.split("\n"), [len(line) for line in whole.split(b"\n")])


def _lines(text: str) -> list[Line]:
    source = Source.of(text)
    lines: list[Line] = []
    lead_in = False  # whether the last words were a heading, or end in a colon
    while len(lines) < len(source.texts):
        at = len(lines)
        words = source.texts[at]
        if not words or words.isspace():
            lines.append(Line(words, source.sizes[at]))
            continue
        worth = _worth(source.texts, at, lead_in)
        fence = opening(words)
        if fence:
            lines += _fenced(source, at, fence, worth)
        elif "|" in words and at + 1 < len(source.texts) and _TABLE_RULE.match(source.texts[at + 1]):
            lines += _table(source, at, worth)
        else:
            lines.append(Line(words, source.sizes[at], worth))
        lead_in = words.rstrip().endswith((":", "：")) or bool(_HEADING.match(words))
    return lines


def _fenced(source: Source, at: int, fence: re.Match[str], worth: int) -> list[Line]:
    """A fence with its lines. Its end is never a good place to begin: whatever fits before it fits with it."""
    within, sign = inside(fence["lead"]), fence["sign"]
    opens, closes = within + sign + fence["info"], within + sign
    lines = [Line(source.texts[at], source.sizes[at], worth)]
    for n in range(at + 1, len(source.texts)):
        text = source.texts[n]
        if sign in text and closing(text, sign):
            return [*lines, Line(closes, safe.size(closes), NEVER, opens, closes)]
        lines.append(Line(text, source.sizes[n], LINE if n > at + 1 else POOR, opens, closes))
    return lines


def _table(source: Source, at: int, worth: int) -> list[Line]:
    """A table to its first blank line: each row may begin a part, under the header again."""
    names, rule = source.texts[at], source.texts[at + 1]
    lead = _ITEM.match(names)
    header = (inside(lead.group()) + names[lead.end() :] if lead else names) + f"\n{rule}"
    lines = [Line(names, source.sizes[at], worth, row=ROW), Line(rule, source.sizes[at + 1], NEVER, row=RULE)]
    for n in range(at + 2, len(source.texts)):
        text = source.texts[n]
        if not text.strip(" \t>") or opening(text):
            break
        lines.append(Line(text, source.sizes[n], LINE if n > at + 2 else POOR, header, row=ROW))
    return lines


def _worth(texts: Sequence[str], at: int, lead_in: bool) -> int:
    text = texts[at]
    if lead_in:
        return POOR  # a heading or a lead-in does not stand alone at the end of a part
    indented = text.startswith((" ", "\t"))
    if _ITEM.match(text):
        return LINE if indented else ITEM
    begins = at == 0 or not texts[at - 1].strip() or _HEADING.match(text)
    return PARAGRAPH if begins and text.strip() and not indented else LINE


def _open_at_end(lines: Sequence[Line]) -> str:
    """The fence that the text itself never closes, as what closes it; "" for none."""
    last = next(reversed(lines), Line("", 0))
    fence = opening(last.text) if not last.opens else None
    if fence:
        return inside(fence["lead"]) + fence["sign"]
    return last.closes if last.worth != NEVER else ""


# --- long lines -------------------------------------------------------------------------------------------------


def _fitting(lines: Sequence[Line], at_most: int) -> list[Line]:
    """The lines, and those that are too long for a part in stretches that fit."""
    small = at_most // 4
    fitted: list[Line] = []
    for line in lines:
        if line.size < small and len(line.opens) < small // 4:
            fitted.append(line)
        else:
            fitted += _stretches(line, at_most)
    return fitted


def _stretches(line: Line, at_most: int) -> Iterator[Line]:
    """The line itself, or stretches of it that each fit. A row wider than a part is no row any more."""
    opens = line.opens if line.closes or safe.size(line.opens) + line.size + 4 <= at_most else ""
    room = at_most - safe.size(opens) - 2 * safe.size(line.closes) - 4
    if line.size <= room:
        yield line._replace(opens=opens)
        return
    guarded = line.text if line.closes else _guarded(line.text)
    at, worth = 0, line.worth
    while at < len(line.text):
        end = _seam(line.text, guarded, at, room)
        piece = line.text[at:end]
        yield Line(piece, safe.size(piece), worth, opens, line.closes, goes_on=at > 0)
        at, worth = end, POOR


def _guarded(text: str) -> str:
    """The text with everything blanked in which there is no place for a seam."""
    prose = masked(text)
    return blanked(prose, [found.span() for found in _WHOLE.finditer(prose)])


def _seam(text: str, guarded: str, at: int, room: int) -> int:
    """Where a stretch from `at` ends: after a sentence, at a space, outside links and code, or just anywhere."""
    end = at + max(1, safe.fitting(text[at : at + room], room))
    if end >= len(text):
        return len(text)
    sentences = [found.end() for found in _SENTENCE.finditer(guarded, at + (end - at) // 2, end)]
    space = max(guarded.rfind(" ", at, end), guarded.rfind("\t", at, end)) + 1
    if sentences or space > at:
        return sentences[-1] if sentences else space
    outside = at + len(guarded[at : end + 1].rstrip("\x00"))
    return min(outside, end) if outside > at else end


# --- parts ------------------------------------------------------------------------------------------------------


def _end(lines: Sequence[Line], offsets: Sequence[int], at: int, after: str, at_most: int) -> int:
    """The line after the last of the part that begins at `at`: the best place among those that fit, and of places as
    good the last. What comes too early in the part counts only where nothing else fits."""
    again = safe.size(lines[at].opens) + 1 if lines[at].opens else 0
    room = offsets[at] + at_most - again - 1
    furthest = _tabled(lines, at, bisect_right(offsets, room) - 1, again)
    if furthest >= len(lines) and (not after or offsets[-1] + safe.size(after) + 1 <= room):
        return len(lines)
    full = offsets[at] + _FULL_ENOUGH * at_most
    best, worth, early = at + 1, NEVER, False
    for end in range(min(furthest, len(lines) - 1), at, -1):
        if offsets[end] < full and not early:
            if worth > NEVER:
                return best
            early = True
        line = lines[end]
        if line.worth > worth and (not line.closes or offsets[end] + safe.size(line.closes) + 1 <= room):
            best, worth = end, line.worth
    return best


def _tabled(lines: Sequence[Line], at: int, end: int, again: int) -> int:
    """The same end, or an earlier one before which no more of tables stands than one message takes."""
    rows, size = (1, again) if again and lines[at].row == ROW else (0, 0)
    for n in range(at, end):
        line = lines[n]
        if line.row == NO_ROW:
            rows = 0
            continue
        rows, size = rows + line.row, size + line.size
        if (rows > LIMITS.rows or size > LIMITS.tables) and n > at:
            return n
    return end


def _part(lines: Sequence[Line], closes: str) -> str:
    pieces = [lines[0].opens, "\n", lines[0].text] if lines[0].opens else [lines[0].text]
    for line in lines[1:]:
        pieces += (line.text,) if line.goes_on else ("\n", line.text)
    return "".join([*pieces, "\n", closes] if closes else pieces)


def _trimmed(text: str) -> str:
    """Without blank lines around it."""
    return re.sub(r"^(?:[ \t]*\n)+", "", text).rstrip()


def _outdented(text: str) -> str:
    """Moved left where it begins inside a list: four spaces would make it code."""
    text = _trimmed(text)
    indent = len(text) - len(text.lstrip(" "))
    if not indent:
        return text
    lines = text.split("\n")
    sign = ""
    for at, line in enumerate(lines):
        fence = None if sign else opening(line)
        if not sign and line.strip() and not line.startswith(" " * indent):
            break
        lines[at] = line[min(indent, len(line) - len(line.lstrip(" "))) :]
        sign = fence["sign"] if fence else "" if closing(line, sign) else sign
    return "\n".join(lines)
