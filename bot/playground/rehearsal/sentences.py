"""Opened text as sentences that can be quoted: list items and table rows count, headings and furniture do not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.words import fold

LONGEST = 420

_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|(?P<ordinal>\d{1,3})[.)])\s+(?=\S)")
_RULE = re.compile(r"[\s|:+=_*-]+")
_PRONOUN = re.compile(r"(?:It|They|This|These|That|Its|Their|He|She|Es|Sie|Er|Diese[rs]?|To|One|Ten|Ta)\b")
_LABEL = re.compile(r"[^\W\d_]+: ")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_QUOTE = re.compile(r"^\s{0,3}>\s?")
# Bounded, so that a page of brackets takes no longer than another.
_IMAGE = re.compile(r"!\[[^\]]{0,300}\]\([^)]{0,1000}\)")
_LINK = re.compile(r"\[([^\]]{1,300})\]\(\s{0,3}<?[^)\s]{0,1000}>?(?:\s{1,3}\"[^\"]{0,300}\")?\s{0,3}\)")
_MARK = re.compile(r"\s?\[\^?\d{1,4}\]")
_ADDRESS = re.compile(r"(?:https?|ftp|mailto):|www\.", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?…])[\"'”’)*_]*\s+(?=[\"'“‘(*_]*[^\W_a-zß-ÿ])")
_LAST = re.compile(r"(?P<word>[^\W_]+)\.[\"'”’)*_]*$")
_AFTERNOON = re.compile(r"\d\s?[ap]\.m\.$", re.IGNORECASE)
# Folded. Single letters ("p.", "r.", the last of "z. B.") are abbreviations always.
_ABBREVIATIONS = frozenset(
    each(
        "approx ca cf dr mr mrs ms prof st vs etc eg ie est inc ltd co corp dept tel ext ave blvd rd mt vol fig "
        "jan feb apr jun jul aug sept oct nov dec "
        "bzw evtl ggf inkl exkl zzgl usw str abs ing hr fr mio mrd vgl sog gem geb max min std tgl gesch "
        "np tj ul al os pl godz zl gr tys mln mld ok itd itp tzw wg im prof mgr inz lek woj pow ust poz kw"
    )
)
# These are words of their own as well: abbreviations only where a number follows ("No. 4", "art. 7").
_BEFORE_NUMBERS = frozenset(each("no nos nr art pp ch sec room par kap ziff bd tab mar sep apt lok pkt rozdz str"))
_GERMAN_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
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

    `context` is what a reader takes from above them: the headings, and what an item or "It ..." goes on from;
    `heading` is the nearest heading, `header` the header row above a table's row.
    """

    text: str
    context: str = ""
    header: str = ""
    heading: str = ""


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

    @property
    def heading(self) -> str:
        return self.headings[-1][1] if self.headings else ""


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
        yield Sentence(tidy(cells), walk.context, walk.header, walk.heading)
    else:
        walk.in_table, walk.header = True, tidy(cells)


def _flush(walk: _Walk) -> Iterator[Sentence]:
    if len(walk.lines) > 1 and _is_title(walk.lines[0]) and walk.lines[1][:1].isupper():
        walk.headings = [*(one for one in walk.headings if one[0] < 6), (6, walk.lines.pop(0))]
    block, in_item, walk.lines, walk.in_item = tidy(" ".join(walk.lines)), walk.in_item, [], False
    parts = _with_labels(cut(block)) if in_item else cut(block)
    for i, text in enumerate(parts):
        yield Sentence(text, f"{walk.context} {_leading_up(parts, i, in_item)}".strip(), heading=walk.heading)


def _leading_up(parts: Sequence[str], i: int, in_item: bool) -> str:
    """What tells what a sentence is about beside the headings: the first of its item, or the one before "It ..."."""
    if i == 0:
        return ""
    return parts[0] if in_item else parts[i - 1] if _PRONOUN.match(parts[i]) else ""


def _with_labels(parts: Sequence[str]) -> list[str]:
    """An item's sentences; "Owner: Ann, open." says something only behind the sentence before it."""
    joined: list[str] = []
    for part in parts:
        if joined and _LABEL.match(part) and len(joined[-1]) + len(part) < LONGEST:
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return joined


def _is_title(line: str) -> bool:
    """Plain text has no signs for headings: a short line without an end, above a line that begins a sentence."""
    return len(line) < 50 and line.strip()[-1:].isalnum()


def tidy(text: str) -> str:
    """One line; link targets, images and footnote marks go: the first are addresses, the last would pass for "
    "ours."""
    return " ".join(_MARK.sub("", _LINK.sub(r"\1", _IMAGE.sub("", text))).split())


def cut(block: str) -> list[str]:
    """A paragraph into sentences; an abbreviation, an initial or the number of a day ("3. Oktober") ends none."""
    parts: list[str] = []
    start = 0
    for end in _END.finditer(block):
        if not _goes_on(block[max(start, end.start() - 16) : end.start()], block[end.end() : end.end() + 12]):
            parts.append(block[start : end.end()].strip())
            start = end.end()
    return [part for part in [*parts, block[start:].strip()] if part]


def _goes_on(before: str, after: str) -> bool:
    """Whether a full stop belongs to the word before it, so that the sentence goes on."""
    last = _LAST.search(before)
    if last is None:
        return False
    word, number = fold(last["word"]), after[:1].isdigit()
    if _AFTERNOON.search(before):
        return number
    if word.isdigit():
        return len(word) < 3 and _GERMAN_MONTH.match(after) is not None
    return len(word) == 1 or word in _ABBREVIATIONS or (number and word in _BEFORE_NUMBERS)
