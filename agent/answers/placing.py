"""Where blocks stand when others went: nothing comes to stand under what it is not about. Pure.

Without its item a nested one would belong to the item before; it takes the place of the one that went. Without its
heading a part would belong to the heading before; a rule stands between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from agent.answers.units import Unit

RULE = Unit("---")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]")


@dataclass
class _Gone:
    """An item that went: how far in it stood, where it would stand now, and how far in the first below it stands."""

    indent: int
    now: int
    first: int = -1


def placed(blocks: Iterable[tuple[Unit, Unit | None]]) -> list[Unit]:
    """The blocks that stay, each where it belongs, out of all blocks with what is left of each (None: nothing)."""
    found: list[Unit] = []
    before = RULE  # the last that shows something
    for unit in _moved(blocks):
        if unit is not RULE:
            found.append(unit)
        elif before is not RULE:
            found += [Unit(""), RULE]  # right below words a rule would make a heading of them
        before = unit if unit.text.strip() else before
    while found and (found[-1] is RULE or not found[-1].text.strip()):
        found.pop()
    return found


def _moved(blocks: Iterable[tuple[Unit, Unit | None]]) -> Iterator[Unit]:
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
