"""Footnotes in Markdown ("[^1]" and "[^1]: …"), which Slack does not know, as what they stand for. Pure."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from agent.ledger import Ledger, addresses_in
from agent.markdown.entries import Names
from agent.markdown.marks import areas, blanked, code, links, marks, may_hold_code, rewritten

_DEFINED = re.compile(
    r"^[ ]{0,3}(?:>[ ]?){0,3}\[\^(?P<label>[^\[\]\s^]{1,60})\^?\]:[ \t]*"
    r"(?P<words>[^\n]*(?:\n(?:[ ]{2,}|\t)[^\n]+|\n(?:[ \t]*\n)++(?:[ ]{4}|\t)[ \t]*[^\s][^\n]*)*)",
    re.M,
)
_POINTS = re.compile(r"(?P<space>[ \t]*)\[\^(?P<label>[^\[\]\s^]{1,60})\^?\]")
_BETWEEN = re.compile(r"[,;:–—]\s|\s[-–—]\s|\s")
_ASIDE = 240  # characters of a note that is read where it belongs; a longer one is a paragraph


class Edit(NamedTuple):
    """What stands in place of [start, end) of a text."""

    start: int
    end: int
    words: str


def without_footnotes(text: str, ledger: Ledger) -> str:
    """References become [n] where they point to a source, else the note in brackets where it belongs. A note that is
    long, that nothing points to, or that tells something beside the source that it names, is a paragraph. Other
    definitions go, and so do references to nothing."""
    if "[^" not in text:
        return text
    return replaced(text, sorted(_Footnotes(text, ledger).edits(), key=lambda edit: (edit.start, -edit.end)))


def without_references(text: str) -> str:
    """Links by reference ("[words][1]" and, elsewhere, "[1]: https://…") as links that say where they lead; what
    defines them goes."""
    if "]:" not in text or "://" not in text:
        return text
    prose = in_prose(text)
    defined = {one["label"].casefold(): one for one in reversed([*_LEADS_TO.finditer(prose)])}
    if not defined:
        return text
    edits = [Edit(*one.span(), "") for one in _LEADS_TO.finditer(prose)]
    for one in _BY_REFERENCE.finditer(prose):
        leads = defined.get((one["label"] or one["words"]).casefold())
        cites = one["words"].isdecimal()
        edits += [Edit(*one.span(), f"[{one['words']}]({leads['address']})")] if leads and not cites else []
    return replaced(text, sorted(edits, key=lambda edit: (edit.start, -edit.end)))


_LEADS_TO = re.compile(
    r"^[ ]{0,3}(?:>[ ]?){0,3}\[(?P<label>[^\[\]\n^]{1,60})\]:[ \t]*<?(?P<address>https?://[^\s<>]{1,2000})>?"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$",
    re.M | re.I,
)
_BY_REFERENCE = re.compile(
    r"(?<![\]\\!])\[(?P<words>[^\[\]\n^]{1,200})\](?:\[(?P<label>[^\[\]\n^]{0,60})\])?(?![(\[:\x01])"
)


class _Note(NamedTuple):
    """A definition: where it begins and ends, the signs of a quote before it, its label, its words in full and in one
    line; which source they name (0: none), and whether they tell something beside that."""

    start: int
    end: int
    lead: str
    label: str
    words: str
    line: str
    number: int
    tells: bool


class _Footnotes:
    """The footnotes of one text, and what each reference to them says."""

    def __init__(self, text: str, ledger: Ledger) -> None:
        self._text, self._ledger = text, ledger
        self._prose = in_prose(text)
        self._names, self._titles = Names(ledger), titled(ledger)
        self._notes = [self._note(found) for found in _DEFINED.finditer(self._prose)]
        rest = blanked(self._prose, [(one.start, one.end) for one in self._notes])
        self._points = list(_POINTS.finditer(rest))
        self._breaks = [found.start() for found in re.finditer("\n", rest)]
        cites = {self._line(mark.start) for mark in marks(rest)}
        self._cited = bool(cites)
        bare = (one for one in self._points if self._line(one.start("label")) not in cites)
        self._bare = {one["label"] for one in bare if not self._frames(one)}
        by_label = {one.label: one for one in self._notes}
        own = {one.start for one in self._notes}
        labels = {one["label"] for one in _POINTS.finditer(self._prose) if one.start("label") - 2 not in own}
        self._means = {label: self._meant(label, by_label.get(label)) for label in labels}

    def edits(self) -> Iterator[Edit]:
        shown: set[str] = set()
        pointed: set[str] = set()
        for one in self._points:
            said = self._means[one["label"]]
            pointed.add(one["label"])
            if isinstance(said, int):
                yield Edit(*one.span(), f"{one['space']}[{said}]")
                continue
            new = bool(said) and len(said) <= _ASIDE and said not in shown and not self._frames(one)
            shown |= {said} if new else set()
            yield Edit(*one.span(), f" ({self._plain(said).rstrip('.。')})" if new else "")
        for note in self._notes:
            if note.line not in shown and self._stays(note):
                yield Edit(note.start, note.end, self._paragraph(note, pointed))
            else:
                yield Edit(note.start - len(note.lead), note.end, "")

    def _line(self, at: int) -> int:
        return bisect(self._breaks, at)

    def _frames(self, point: re.Match[str]) -> bool:
        """Whether a reference stands in what states nothing: a heading, the head of a table, a lead-in. No note is
        read there."""
        line = self._line(point.start("label"))
        start = self._breaks[line - 1] + 1 if line else 0
        end = self._breaks[line] if line < len(self._breaks) else len(self._prose)
        below = self._prose[end + 1 : end + 300].partition("\n")[0]
        last = _POINTS.sub("", self._prose[max(start, end - 300) : end]).rstrip(" *_")
        asks = last.endswith((":", "：", "?", "？"))
        return asks or bool(_HEADING.match(self._prose, start) or _RULE.fullmatch(below))

    def _note(self, found: re.Match[str]) -> _Note:
        words = self._text[slice(*found.span("words"))].strip()
        number = _number(words, self._ledger, self._titles)
        start = found.start("label") - 2
        lead = self._text[found.start() : start]
        line = " ".join(words.split())
        return _Note(start, found.end(), lead, found["label"], words, line, number, self._names.notes(line))

    def _meant(self, label: str, note: _Note | None) -> int | str:
        """What a reference says: the number of a source, or the note; "" for nothing."""
        if note and note.number:
            return note.number
        words = note.line if note else ""
        known = _is_number(label) and bool(self._ledger.source(int(label)))
        leads = _leads(words) and not (note and note.tells)
        if _is_number(label) and not _cites(words) and (not words or known or leads) and not self._is_aside(note):
            return int(label)
        return "" if leads else words

    def _is_aside(self, note: _Note | None) -> bool:
        """Whether it is a note for certain: it names no source, where all that points to it cites otherwise."""
        if note is None or not (note.words and self._cited) or note.label in self._bare:
            return False
        return note.tells or not self._names.names(note.line)

    def _stays(self, note: _Note) -> bool:
        named = note.number or _leads(note.words) or isinstance(self._means.get(note.label), int)
        return note.tells or not named

    def _paragraph(self, note: _Note, pointed: Collection[str]) -> str:
        """A note as a paragraph of its own, with the number of the source that it, or its label, stands for."""
        said = self._means.get(note.label)
        own = int(note.label) if _is_number(note.label) and note.label not in pointed else 0
        own = own if self._cited and self._ledger.source(own) else 0
        number = note.number or (said if isinstance(said, int) else own)
        words = self._plain(re.sub(r"\n(?: {1,4}|\t)", "\n", note.words))
        marked = words if _cites(words) or not number else f"{words} [{number}]"
        before, after = _beside(self._text, note)
        return (f"\n{note.lead}" if before else "") + marked + (f"\n{note.lead}".rstrip(" ") if after else "")

    def _plain(self, words: str) -> str:
        """A note with what it points to in its turn as numbers, code aside."""
        if "[^" not in words or "`" in words:
            return words

        def instead(one: re.Match[str]) -> str:
            said = self._means.get(one["label"])
            return f"{one['space']}[{said}]" if isinstance(said, int) else ""

        return _POINTS.sub(instead, words)


def _is_number(label: str) -> bool:
    return label.isdecimal() and len(label) < 4


def _cites(words: str) -> bool:
    return "[" in words and any(True for _ in marks(words))


_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]")


_RULE = re.compile(r"[ \t>|:]*[=-][\s|:=+>-]*")  # what makes a heading, or a head, of the line above it


def _beside(text: str, note: _Note) -> tuple[bool, bool]:
    """Whether words stand right above a note, and right below it that are no note."""
    first = note.start - len(note.lead)
    above = text[text.rfind("\n", 0, max(0, first - 1)) + 1 : max(0, first - 1)]
    below = text[note.end + 1 : note.end + 200].partition("\n")[0].strip(" \t>")
    return bool(above.strip(" \t>")), bool(below) and not below.startswith("[^")


def _number(words: str, ledger: Ledger, titles: Mapping[str, int]) -> int:
    """The source that a note names by its number, an address or a title; 0 for none."""
    if number := _cited(words, ledger):
        return number
    led = [*addresses_in(words), *(link.group(2) for link in links(words))]
    found = next((number for one in led if (number := ledger.number(one))), 0)
    whole = words.strip().strip("*_`<>").rstrip(".")
    return found or ledger.number(whole) or titles.get(whole.casefold(), 0)


def _cited(words: str, ledger: Ledger) -> int:
    """The one number that a note gives, where it says nothing beside it but which source that is; 0 for none."""
    numbers = {number for mark in marks(words) for number in mark.numbers}
    rest = rewritten(words, lambda _: "")
    told = [part.strip(" *_`<>().") for part in _BETWEEN.split(rest)]
    names = (ledger.number(part) for part in told if part)
    alone = not any(told) or any(number in numbers for number in names)
    return numbers.pop() if len(numbers) == 1 and alone else 0


def _leads(words: str) -> bool:
    return "://" in words or "www." in words


# --- what every reader of citations needs -------------------------------------------------------------------------


def titled(ledger: Ledger) -> dict[str, int]:
    """The numbers of sources by their titles (folded), where only one has it."""
    found: dict[str, int] = {}
    for source in ledger.sources:
        title = source.title.casefold()
        found[title] = 0 if title in found or len(title) < 4 else source.number
    return found


def in_prose(text: str) -> str:
    """The text at the same length, its code as NULs and where its links lead as U+0001."""
    prose = blanked(text, code(text, areas(text))) if may_hold_code(text) else text
    if "](" not in prose:
        return prose
    parts: list[str] = []
    at = 0
    for link in links(text, prose):
        start, end = link.end(1) + 1, link.end()
        parts += [prose[at:start], "\x01" * (end - start)]
        at = end
    return "".join([*parts, prose[at:]])


def replaced(text: str, edits: Iterable[Edit]) -> str:
    """The text with these edits, in order; of two that overlap the first. Words that go take the space before them
    along, or at the beginning of a line the one behind them."""
    parts: list[str] = []
    at = 0
    for start, end, words in edits:
        if start < at:
            continue
        parts += [text[at:start]] if start > at else []
        bare = parts[-1].rstrip(" \t") if parts else ""
        if not words and (not bare or bare.endswith("\n")):
            end += text.startswith(" ", end)
        elif not words and _CLOSES.match(text, end):
            parts[-1] = bare
        parts += [words] if words else []
        at = end
    return "".join([*parts, text[at:]])


_CLOSES = re.compile(r"$|[\s.,;:!?)\]|。，、；：！？）\ue200-\ue20f]")
