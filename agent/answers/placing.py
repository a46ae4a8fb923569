"""Where blocks stand when others went: nothing comes to stand under what it is not about. Pure.

Without its item a nested one would belong to the item before; it takes the place of the one that went. Without its
heading a part would belong to the heading before; a rule stands between them. A heading goes with all that stood
below it, if it says nothing itself, and so does one that names a list of sources of which nothing is left.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from agent.answers.asides import is_heading
from agent.answers.units import LEFT_OUT, Unit, bare
from agent.markdown.titles import names_sources

RULE = Unit("---")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]")
_LEVEL = re.compile(r"[ \t>]*(?P<signs>#{1,6})[ \t]")
_UNDERLINED = re.compile(r"[^\n]*\n[ \t>]*(?P<signs>=+|-+)[ \t]*\Z")
_LOWEST = 7  # the level of a heading in bold, or in plain words
_ENDS = re.compile(r"[.!。！]\W*\Z")
Block = tuple[Unit, Unit | None]


@dataclass
class _Gone:
    """An item that went: how far in it stood, where it would stand now, and how far in the first below it stands."""

    indent: int
    now: int
    first: int = -1


def placed(blocks: Iterable[Block], telling: Collection[int] = ()) -> list[Unit]:
    """The blocks that stay, each where it belongs, out of all blocks with what is left of each (None: nothing).
    `telling` says at which places a heading tells a figure or a name that was found."""
    found: list[Unit] = []
    before = RULE  # the last that shows something
    for unit in _moved(_filled(list(blocks), telling)):
        if unit is not RULE:
            found.append(unit)
        elif before is not RULE:
            found += [Unit(""), RULE]  # right below words a rule would make a heading of them
        before = unit if unit.text.strip() else before
    while found and (found[-1] is RULE or not found[-1].text.strip()):
        found.pop()
    return found


def _filled(blocks: Sequence[Block], telling: Collection[int]) -> Iterator[Block]:
    """The blocks without the headings that have nothing below them any more, and the bare marks below these."""
    empty = _emptied(blocks, telling)
    below = 0  # the level of the heading that went last, while its part lasts
    for at, (unit, left) in enumerate(blocks):
        level = _level(unit)
        below = 0 if 0 < level <= below else below
        if at in empty:
            below = below or level
        elif not below:
            yield unit, left


def _emptied(blocks: Sequence[Block], telling: Collection[int]) -> frozenset[int]:
    """Where headings are that say nothing and below which nothing is left, to the next one of their level."""
    stands, went = [False] * (_LOWEST + 1), [False] * (_LOWEST + 1)  # below a heading of each level
    found: list[int] = []
    for at in range(len(blocks) - 1, -1, -1):
        unit, left = blocks[at]
        level = _level(unit)
        words = _words(unit)
        silent = left is not None and not (unit.numbers or at in telling or _ENDS.search(words))
        empty = level and silent and not stands[level] and (went[level] or names_sources(unit.text))
        found += [at] if empty else []
        for one in range(level, _LOWEST + 1) if level else ():
            stands[one] = went[one] = False
        for one in range(level or _LOWEST + 1):
            stands[one] = stands[one] or (left is not None and not empty and bool(words))
            went[one] = went[one] or ((left is None or bool(empty)) and bool(words))
    return frozenset(found)


def _words(unit: Unit) -> str:
    """What a block says by itself: nothing where it is marks, a left-out address, or the head of a table."""
    if unit.form == "code":
        return unit.text
    words = bare(unit.text)
    return "" if (unit.form == "row" and not unit.claims) or words == LEFT_OUT else words


def _level(unit: Unit) -> int:
    """The level of a heading; 0 for what is none."""
    if unit.form != "prose":
        return 0
    if found := _LEVEL.match(unit.text):
        return len(found["signs"])
    if found := _UNDERLINED.match(unit.text):
        return 1 if found["signs"].startswith("=") else 2
    return _LOWEST if is_heading(unit.text) or names_sources(unit.text) else 0


def _moved(blocks: Iterable[Block]) -> Iterator[Unit]:
    above: list[_Gone] = []
    for unit, left in blocks:
        indent = _indent(unit)
        while above and unit.text.strip() and indent <= above[-1].indent:
            above.pop()
        now = _place(above[-1], indent) if above and unit.text.strip() else indent
        if left is not None:
            yield _by(left, indent - now)
        elif _ITEM.match(unit.text):
            above.append(_Gone(indent, now))
        elif _HEADING.match(unit.text):
            yield RULE


def _place(gone: _Gone, indent: int) -> int:
    gone.first = indent if gone.first < 0 else gone.first
    return gone.now + max(0, indent - gone.first)


def _indent(unit: Unit) -> int:
    return len(unit.text) - len(unit.text.lstrip(" \t"))


def _by(unit: Unit, spaces: int) -> Unit:
    """A block so many columns further out."""
    return replace(unit, text=re.sub(rf"^[ \t]{{1,{spaces}}}", "", unit.text, flags=re.M)) if spaces > 0 else unit
