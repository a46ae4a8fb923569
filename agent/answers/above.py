"""Marks that stand above what they are for: those of a lead-in ("The tolls are [1]:"), a heading, the head or the
caption of a table, given to the items and rows, or the paragraph, directly below that have none of their own. Pure.

Each of these gets the marks behind its own words, where they stay if the line above it goes, and is then looked up
in those sources like any other. A lead-in loses them: as one without marks it states nothing. A caption is known by
them and keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from agent.answers.asides import is_aside, is_heading
from agent.answers.quoted import uncited
from agent.answers.signed import is_quoted
from agent.answers.units import LABEL, LEAD, Unit, bare, beside, numbers_in, parts, pieces, states
from agent.markdown.marks import cells, cleared

_ITEM = re.compile(r"(?P<indent>[ \t>]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_INDENTED = re.compile(r"[ ]{2,}|\t")
_CAPTION = re.compile(
    r"[\s*_]*(?:table|tabelle|tabla|tableau|tabela|fig(?:ure|\.)|abb(?:ildung|\.)|表|図)\s?\d{0,3}\s?[.:：–—-]", re.I
)
# What would break off without the mark behind it ("According to [1]:").
_LEANS = re.compile(
    r"(?:^|\s)(?:according to|per|from|in|of|by|see|as|and|laut|nach|gemäß|siehe|aus|von|und|según|de|por|en|y|selon"
    r"|d'après|dans|et|według|wg|z|ze|w|za|i)\s*[*_]*[:：]?[\s*_]*$",
    re.I,
)
Kind = Literal["lead-in", "heading", "caption", "label", "head"]


class _Above(NamedTuple):
    """What stands above others: which kind of it, and the numbers it cites."""

    kind: Kind
    numbers: tuple[int, ...]


def spread(units: Sequence[Unit]) -> list[Unit]:
    """The blocks, each that cites nothing with the marks of what stands directly above it. From the last to the
    first, so that the nearest counts. One that gives a figure, above what cites by itself, stays a claim."""
    found = list(units)
    passed: dict[tuple[bool, int], int] = {}
    for at in range(len(found) - 1, -1, -1):
        if above := _above(found, at):
            below = list(_below(found, at, above.kind, passed))
            cited = {one: _cited(found[one], found[at], above) for one in below}
            leads = any(cited[one] is not found[one] for one in below)
            for one in below:
                found[one] = cited[one]
            if below and above.kind == "caption":
                found[at] = replace(found[at], claims=False)
            elif found[at].claims and (leads or (below and _only_leads(found[at], above))):
                found[at] = _silent(found[at])
    for places, numbers in list(uncited(found)):
        for at in places:
            found[at] = _cited(found[at], found[at], _Above("lead-in", numbers))
    return found if any(unit.claims for unit in found) else [_alone(unit) for unit in found]


def _alone(unit: Unit) -> Unit:
    """A block of an answer that states nothing: a heading that cites is what it says, then ("# 129 euros [2]")."""
    return replace(unit, claims=True) if unit.numbers and unit.form == "prose" and states(unit.text) else unit


def _only_leads(unit: Unit, above: _Above) -> bool:
    """Whether a line above what cites by itself says nothing of its own: no figure, and not an item ("first [1]")."""
    return above.kind != "label" and not re.search(r"\d", bare(unit.text))


def _above(units: Sequence[Unit], at: int) -> _Above | None:
    unit = units[at]
    if unit.form == "code" or not unit.numbers:
        return None
    if unit.form == "row":
        return None if unit.claims else _Above("head", unit.numbers)
    words = bare(unit.text).strip("*_ ")
    if not unit.claims:
        return _Above("heading", unit.numbers) if words else None
    if numbers := _leading(unit):
        return _Above("lead-in", numbers)
    if is_heading(bare(LEAD.sub("", unit.text, count=1))):
        return _Above("heading", unit.numbers)
    if _ITEM.match(unit.text):
        return _Above("label", unit.numbers) if LABEL.fullmatch(words) else None
    return _Above("caption", unit.numbers) if _is_caption(units, at, words) else None


def _leading(unit: Unit) -> tuple[int, ...]:
    """The numbers of a lead-in: of the last sentence, where it ends with a colon; of marks and nothing else."""
    apart = beside(unit)
    last = unit.text[apart[-1].start :] if apart else unit.text if len(parts(unit)) == 1 else ""
    words = bare(last).strip("*_ ")
    return numbers_in(last, "prose") if not words or words.endswith((":", "：")) else ()


def _is_caption(units: Sequence[Unit], at: int, words: str) -> bool:
    below = next((units[one] for one in range(at + 1, len(units)) if units[one].text.strip()), None)
    is_above = below is not None and below.form == "row" and not below.claims
    return is_above and (bool(_CAPTION.match(words)) or words[-1:] not in (*".!?。！？",))


def _below(units: Sequence[Unit], at: int, kind: Kind, passed: dict[tuple[bool, int], int]) -> Iterator[int]:
    """Where the blocks are that lie directly below one: the items of a list, the rows of a table, or one paragraph
    that cites nothing. Below the name of an item lie those within it, below a head its rows.

    `passed` says where a list ends of which the blocks were given their marks by one further down: they keep them.
    """
    own = _indent(units[at])
    first = -1  # of the list
    place, quoted = at + 1, False
    while place < len(units) and not _ends(units[place], own, kind, listed=first >= 0):
        unit = units[place]
        if told := re.search(r"\w", unit.text):
            if quoted and not is_quoted(unit.text):
                return
            quoted = quoted or (is_quoted(unit.text) and not is_quoted(units[at].text))
            first = place if first < 0 and (unit.form == "row" or _ITEM.match(unit.text)) else first
            if first >= 0 or not unit.numbers:
                yield place
        if first < 0 and not quoted and told and (unit.claims or unit.numbers):
            return
        place = passed.get((kind == "head", place), place + 1) if first >= 0 and own is None else place + 1
    if first >= 0 and own is None:
        passed[kind == "head", first] = place


def _ends(unit: Unit, own: int | None, kind: Kind, *, listed: bool) -> bool:
    """Whether what lies below a block ends before this one."""
    item = _ITEM.match(unit.text)
    if unit.form == "code" or (item and own is not None and len(item["indent"]) <= own):
        return True
    if not re.search(r"\w", unit.text):
        return False
    outside = unit.form != "row" and not item
    if outside and (_is_heading(unit) or (listed and not _INDENTED.match(unit.text))):
        return True
    return (kind == "head" and unit.form != "row") or (kind == "label" and not item)


def _indent(unit: Unit) -> int | None:
    item = _ITEM.match(unit.text)
    return len(item["indent"]) if item else None


def _is_heading(unit: Unit) -> bool:
    return bool(re.match(r"[ \t>]*#{1,6}[ \t]", unit.text)) or is_heading(bare(unit.text))


def _cited(unit: Unit, above: Unit, how: _Above) -> Unit:
    """A block with these marks behind its words, or in the cells of their columns."""
    words = bare(unit.text)
    if not unit.claims or unit.numbers or unit.gone or is_heading(words) or is_aside(words):
        return unit
    if unit.form == "row":
        text = _row(unit.text, _columns(above) if how.kind == "head" else {}, how.numbers)
    else:
        text = f"{unit.text.rstrip()} {_marks(how.numbers)}"
    return replace(unit, text=text, numbers=numbers_in(text, unit.form))


def _columns(head: Unit) -> dict[int, tuple[int, ...]]:
    found = {at: numbers_in(cell, "prose") for at, cell in enumerate(pieces(head.text, "row"))}
    return {at: numbers for at, numbers in found.items() if numbers}


def _row(text: str, columns: dict[int, tuple[int, ...]], numbers: tuple[int, ...]) -> str:
    """The row with the marks of its columns, or where it has none of these with all in its last cell with words."""
    spans = list(cells(text, 0, len(text)))
    told = [at for at, (start, end) in enumerate(spans) if re.search(r"\w", text[start:end])]
    marked = {at: columns[at] for at in told if at in columns} or dict.fromkeys(told[-1:], numbers)
    for at in sorted(marked, reverse=True):
        start, end = spans[at]
        words = text[start:end].rstrip()
        text = f"{text[:start]}{words} {_marks(marked[at])}{text[start + len(words) : end] or ' '}{text[end:]}"
    return text


def _marks(numbers: tuple[int, ...]) -> str:
    return "".join(f"[{number}]" for number in numbers)


def _silent(unit: Unit) -> Unit:
    """A lead-in without its marks, or only with them where it would break off; as it is where it states more."""
    if beside(unit):
        return unit
    text = cleared(unit.text, lambda _: False)
    words = LEAD.sub("", text, count=1)
    if not bare(text).strip("*_ "):
        return Unit("")
    if _LEANS.search(words):
        return replace(unit, claims=False)
    return replace(unit, text=text, claims=is_heading(words), numbers=())
