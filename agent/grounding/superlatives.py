"""Whether a table contradicts "the cheapest" or "the heaviest": the row has neither the least nor the most. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from agent.grounding.choosing import Chosen, wanted
from agent.grounding.claims import Claim, Term
from agent.grounding.lines import line
from agent.grounding.passages import Prepared

_LEAST = re.compile(
    r"\b(?:cheapest|lowest|lightest|shortest|smallest|fewest|youngest|quietest|thinnest|nearest|least expensive"
    r"|(?:billigst|günstigst|niedrigst|leichtest|kürzest|kleinst|wenigst|jüngst|leisest)e[nrsm]?"
    r"|(?:moins|menos) (?:ch[eè]re?|car[oa]|élevée?|lourde?)"
    r"|najta[nń]\w+|najniż\w+|najlż\w+|najmniej\w*)\b"
    r"|最[安軽短小少低便轻]|最も[安軽短小少低]",
    re.I,
)
_MOST = re.compile(
    r"\b(?:dearest|priciest|most expensive|highest|heaviest|longest|largest|biggest|loudest|thickest|oldest"
    r"|(?:teuerst|höchst|schwerst|längst|größt|lautest|ältest)e[nrsm]?"
    r"|(?:plus|más) (?:ch[eè]re?|car[oa]|élevée?|lourde?|alt[oa]|pesad[oa])|najdroż\w+|najwyż\w+|najcięż\w+"
    r"|najdłuż\w+|największ\w+)\b|最[高重長长大多贵貴]|最も[高重長大多]",
    re.I,
)
_ROWS_AT_MOST = 500


def contradicted(claim: Claim, chosen: Iterable[Chosen]) -> set[Term]:
    """The terms of a claim in a superlative for which the row that it speaks of is no extreme of any column."""
    least, most = _LEAST.search(claim.text), _MOST.search(claim.text)
    said = least or most
    if said is None or (least and most):
        return set()
    rows = [(one.source, at) for one in chosen for at in one.sentences if _is_meant(claim, one.source, at)]
    if len(rows) != 1 or _is_extreme(claim, *rows[0], least=bool(least)):
        return set()
    return {term for term in claim.terms if said.start() <= term.start < said.end()}


def _is_meant(claim: Claim, source: Prepared, sentence: int) -> bool:
    """Whether a sentence is a row of a table that is called as something of the claim is."""
    named = [token.keys for token in line(source, sentence) if token.cell == 0 and not token.sort.isupper()]
    told = (term for term in claim.terms if term.hard or term.kind == "name")
    return sentence in source.headers and any(
        one <= keys for term in told for one in wanted(term, source) for keys in named
    )


def _is_extreme(claim: Claim, source: Prepared, row: int, *, least: bool) -> bool:
    """Of a column whose number the claim has, else of any; also where nothing can be compared."""
    header = source.headers[row]
    others = [at for at, head in source.headers.items() if head == header and at != row][:_ROWS_AT_MOST]
    mine, theirs = dict(_numbers(source, row)), [dict(_numbers(source, at)) for at in others]
    columns = [cell for cell in mine if _is_said(claim, source, row, cell)] or list(mine)
    compared = [cell for cell in columns if any(cell in one for one in theirs)]
    return not compared or any(_is_end(cell, mine, theirs, least=least) for cell in compared)


def _is_end(cell: int, mine: Mapping[int, Decimal], theirs: Sequence[Mapping[int, Decimal]], *, least: bool) -> bool:
    others = [one[cell] for one in theirs if cell in one]
    return mine[cell] <= min(others) if least else mine[cell] >= max(others)


def _is_said(claim: Claim, source: Prepared, row: int, cell: int) -> bool:
    keys = [token.keys for token in line(source, row) if token.cell == cell and token.sort]
    counted = (term for term in claim.terms if term.kind == "number")
    return any(one <= each for term in counted for one in wanted(term, source) for each in keys)


def _numbers(source: Prepared, row: int) -> Iterator[tuple[int, Decimal]]:
    """Of each cell of a row the number that it begins with."""
    seen: set[int] = set()
    for token in line(source, row):
        value = next((key[2:].partition("|")[0] for key in sorted(token.keys) if key[:2] in ("b:", "r:")), "")
        if value and token.cell and token.cell not in seen:
            seen.add(token.cell)
            yield token.cell, Decimal(value)
