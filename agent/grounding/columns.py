"""Bare numbers of a table in the unit that the head of their column, or of the table, gives. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from agent.grounding.quantities import Amount, quantities

_SIGNS = "€$£¥"
# "2024 (kt)", "Sales in million euros", "£m".
_UNIT = re.compile(
    rf"[(\[]([^()\[\]]{{1,24}})[)\]]|\bin ([^|()]{{1,24}}?)\s*\Z|\A\s*([{_SIGNS}]\s?[^\W\d]{{0,8}})\s*\Z"
)
# What a whole table is in, above its first column: "EUR million", "Mio. €".
_MONEY = re.compile(
    rf"\s*(?:in\s)?(?:(?P<first>[A-Z]{{3}}|[{_SIGNS}])\s?(?P<times>[^\W\d]{{1,10}}\.?)"
    rf"|(?P<many>[^\W\d]{{1,10}}\.?)\s(?P<last>[A-Z]{{3}}|[{_SIGNS}]))\s*"
)
_BARE = re.compile(r"\s*[+−-]?(\d[\d.,]*)\s*")


def in_columns(row: str, header: str) -> Iterator[Amount | None]:
    """For each cell of a row, the amount that it is with a unit of its header, at its place in it; or None."""
    heads = cells(header)
    for at, cell in enumerate(cells(row)):
        number = _BARE.fullmatch(cell)
        tops = (heads[at], heads[0]) if 0 < at < len(heads) else ()
        units = (unit for top in tops for found in _UNIT.finditer(top) for unit in found.groups() if unit)
        one = next(
            (one for unit in units if number and (one := _in_money(number, unit) or _counted(number, unit))), None
        )
        yield one or (_in_money(number, heads[0]) if number and at else None)


def cells(row: str) -> list[str]:
    return row.strip().strip("|").split("|")


def _in_money(number: re.Match[str], head: str) -> Amount | None:
    """The number in the currency and the magnitude of a head; None where these are none ("THE Region")."""
    if (money := _MONEY.fullmatch(head)) is None:
        return None
    written = f"{money['first'] or ''} {number[1]}{money['times'] or money['many']} {money['last'] or ''}".strip()
    one = next(iter(quantities(written)), None)
    return replace(one, start=number.start(1), end=number.end(1)) if one and one.end == len(written) else None


def _counted(number: re.Match[str], unit: str) -> Amount | None:
    """The number as if its unit stood beside it, where that is one."""
    sign, rest = (unit[:1], unit[1:]) if unit[:1] in _SIGNS else ("", f" {unit}")
    one = next(iter(quantities(f"{sign}{number[1]}{rest}")), None)
    if one is None or (not sign and one.end <= len(number[1])):
        return None
    return replace(one, start=number.start(1), end=number.end(1))
