"""Quotes of several blocks: one source for all of it where it names one, and nothing left of what went. Pure.

Each of its statements is looked up in that source all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from agent.answers.signed import is_alert, is_quoted, is_signature
from agent.answers.units import Unit

Left = tuple[Unit, Unit | None]


def quotes(units: Sequence[Unit]) -> Iterator[list[int]]:
    """Where the blocks with words of each quote are. A line without its sign ends one."""
    found: list[int] = []
    for at, unit in enumerate(units):
        if not all(map(is_quoted, unit.text.split("\n") if _is_empty(unit) else [unit.text])):
            yield from [found] if found else []
            found = []
        elif not _is_empty(unit):
            found.append(at)
    yield from [found] if found else []


def uncited(units: Sequence[Unit]) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """The blocks of a quote that cite nothing, and what all of the others cite."""
    for places in quotes(units):
        cited = {units[at].numbers for at in places if units[at].numbers}
        bare = [at for at in places if units[at].claims and not units[at].numbers]
        if len(cited) == 1 and bare:
            yield bare, cited.pop()


def without_remains(blocks: Iterable[Left]) -> list[Left]:
    """Blocks, each with what is left of it, without the signature of a quote, or the name of an alert, of which
    nothing is left, and without the empty lines around what went."""
    found = list(blocks)
    units = [unit for unit, _ in found]
    for places in quotes(units):
        behind = next((at for at in range(places[-1] + 1, len(units)) if not _is_empty(units[at])), None)
        signed = [behind] if behind is not None and is_signature(units[behind].text) else []
        if not any(found[at][1] for at in places if units[at].claims):
            for at in (*places, *signed):
                if is_alert(units[at].text) or is_signature(units[at].text):
                    found[at] = units[at], None
        for at, left in _around(found, places):
            found[at] = units[at], left
    return found


def _around(blocks: Sequence[Left], places: Sequence[int]) -> Iterator[tuple[int, Unit | None]]:
    """The empty lines of a quote, of which those stay that are between two blocks that do."""
    stays = False
    for at in range(places[0], places[-1]):
        unit, left = blocks[at]
        stays = stays or (not _is_empty(unit) and left is not None)
        if _is_empty(unit):
            yield at, unit if stays and blocks[at + 1][1] else None


def _is_empty(unit: Unit) -> bool:
    return not re.search(r"\w", unit.text)
