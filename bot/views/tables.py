"""Tables as Slack takes them: no cell is empty, no row has more cells than its header, none too many columns. Pure.

Slack makes a table block of a table in Markdown (https://docs.slack.dev/reference/block-kit/blocks/table-block), and
refuses all of a message for one empty cell or one column too many. Of a row with more cells than the header Markdown
shows only as many as that has. A table that is too wide is told as a list: each row an item, each cell under the name
of its column; one in a list stands by itself. How many rows go into one message is the business of split.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from agent.clean import blank
from agent.markdown.marks import Area, areas, cells, links, ticked
from bot.views.edits import JOINER, Edit, applied

_ROW_AT_MOST = 4_000  # bytes; nobody could read a longer one as a row
_LEAD = re.compile(r"[ \t]*(?:>[ \t]*)*")
_FIRST_LEAD = re.compile(r"[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"^[ \t]*+(?:>[ \t]*+)*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$", re.M)
_GAP = re.compile(r"\|[ \t]*(?=\|)")
_HOLLOW = re.compile(r"\|\s*+(?:(?:<br\s*/?>|&nbsp;|&#160;|[\u200b-\u200d\u2060\ufeff])\s*+)++(?=\|)", re.I)
_IN_LIST = re.compile(r"(?:[ \t]{2,}+|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]).*\|")
_EMPTY = "—"
_NOTHING = re.compile(r"<br\s*/?>|&nbsp;|&#160;|\u00a0", re.I)  # what shows nothing in a cell

Table = tuple[Area, list[Area]]  # the whole, and its rows, the header first


def tables(found: Iterable[Area]) -> Iterator[Table]:
    table: Table | None = None
    for area in found:
        if area.kind == "row" and table:
            table[1].append(area)
        elif table:
            yield table
            table = None
        if area.kind == "table":
            table = (area, [])
    if table:
        yield table


def headed(text: str) -> str:
    """The text with a backslash before each bar in the code and the links of a table's header, which would have too
    many cells, so that Markdown would see no table."""
    lines = text.split("\n") if "|" in text and _RULE.search(text) else []
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    found = [
        Edit(starts[at] + bar, starts[at] + bar, "\\")
        for at, (line, below) in enumerate(pairwise(lines))
        for bar in _bars_too_many(line, below)
    ]
    fenced = [area for area in areas(text) if area.kind in ("fence", "indented")] if found else []
    return applied(text, [one for one in found if not any(area.start <= one.start < area.end for area in fenced)])


def _bars_too_many(head: str, rule: str) -> list[int]:
    """The bars in code and links of what would be a header without them; none where it is one, or none at all."""
    marked = "|" in head and ("`" in head or "](" in head)
    if not marked or "|" not in rule or not _RULE.fullmatch(rule):
        return []
    columns, whole = (_cells(line, Area(0, len(line), "row"), _FIRST_LEAD) for line in (rule, head))
    bars = _inner_bars(head, 0, len(head))
    return bars if len(whole) - len(bars) == len(columns) else []


def _inner_bars(text: str, start: int, end: int) -> list[int]:
    """Bars in the code and the links of a line."""
    spans = [*ticked(text, start, end)]
    if "](" in text[start:end]:
        spans += [(start + link.start(), start + link.end()) for link in links(text[start:end])]
    return sorted({bar.start() for span in spans for bar in _BAR.finditer(text, *span)})


# --- tables that are none in Slack --------------------------------------------------------------------------------


def arranged(text: str, columns: int) -> str:
    """Markdown with "\\n" line ends in which every table that has more columns is told as a list, and those with rows
    too long to be read; the others stand by themselves, since an item of a list in Slack holds no table."""
    lines = text.split("\n") if "|" in text else []
    if any(len(line) > _ROW_AT_MOST // 4 or line.count("|") >= columns for line in lines):
        wide = [(table, rows) for table, rows in tables(areas(text)) if _wide(text, rows, columns)]
        text = applied(text, [Edit(table.start, table.end, _list(text, rows)) for table, rows in wide])
    return _hoisted(text) if any(_IN_LIST.match(line) for line in lines) else text


def _hoisted(text: str) -> str:
    """The tables out of the lists: moved left, with what follows them in the same item."""
    lines = text.split("\n")
    for first, last in reversed([_lines_of(text, table) for table, _ in tables(areas(text))]):
        lead = _FIRST_LEAD.match(lines[first])
        indent = len(lead.group()) if lead else 0
        if indent > 1 and lead and ">" not in lead.group():
            moved = _moved(lines[first:], last - first, indent, lead.group().strip())
            apart = first > 0 and bool(lines[first - 1].strip())
            lines[first:] = moved if moved[0] or apart else moved[1:]
    return "\n".join(lines)


def _lines_of(text: str, table: Area) -> tuple[int, int]:
    return text.count("\n", 0, table.start), text.count("\n", 0, table.end) + 1


def _moved(lines: list[str], rows: int, indent: int, marker: str) -> list[str]:
    """`lines` from the first of a table on, which has so many and stands so far in, behind a list marker or none."""
    rest = next((at for at in range(rows, len(lines)) if lines[at][:1] not in ("", " ", "\t")), len(lines))
    below = lines[rows:rest]
    shift = min([len(line) - len(line.lstrip()) for line in below if line.strip()], default=0)
    moved = [lines[0][indent:], *(line[min(indent, len(line) - len(line.lstrip())) :] for line in lines[1:rows])]
    above = [marker, ""] if marker[:1].isdigit() else [""]
    apart = [""] if rows < len(lines) and lines[rows].strip() else []
    return [*above, *moved, *apart, *(line[shift:] for line in below), *lines[rest:]]


def _wide(text: str, rows: Sequence[Area], columns: int) -> bool:
    longest = max(len(text[row.start : row.end].encode()) for row in rows)
    return longest > _ROW_AT_MOST or len(_cells(text, rows[0], _FIRST_LEAD)) > columns


def _cells(text: str, row: Area, lead: re.Pattern[str] = _LEAD) -> list[str]:
    """The words of a row's cells, as Markdown splits them."""
    before = lead.match(text, row.start, row.end)
    found = [text[start:end].strip() for start, end in cells(text, before.end() if before else row.start, row.end)]
    found = found[1:] if len(found) > 1 and not found[0] else found
    return found[:-1] if len(found) > 1 and not found[-1] else found


def _list(text: str, rows: Sequence[Area]) -> str:
    """Each row as an item; a header alone is an item too. What stands before the table in its line stays there."""
    lead = _FIRST_LEAD.match(text, rows[0].start, rows[0].end)
    before = lead.group() if lead else ""
    further = re.sub(r"[^\s>]", " ", before)
    names = _cells(text, rows[0], _FIRST_LEAD)
    items = [line for row in rows[1:] for line in _item(names, _cells(text, row))] or list(_item(names, []))
    return before + f"\n{further}".join([*items, ""]).rstrip(" \t")


def _item(names: Sequence[str], values: Sequence[str]) -> Iterator[str]:
    """One row: its first cell, and below it the others; what is past the last named column has no name."""
    columns = [*names, *[""] * (len(values) - len(names))]
    filled = [*values, *[""] * (len(columns) - len(values))]
    shown = [_told(*pair) for pair in zip(columns, filled, strict=True) if pair[1] or not values]
    yield from (f"{'  ' if at else ''}- {words}" for at, words in enumerate(shown))


def _told(name: str, value: str) -> str:
    words = (f"{name}: {value}" if name and value else name or value).replace("\\|", "|")
    return JOINER + words if words.startswith(("```", "~~~")) else words


# --- cells --------------------------------------------------------------------------------------------------------


def mended(text: str, found: list[Area]) -> tuple[list[Area], list[Edit]]:
    """The same areas, rows with bars in their code as one stretch of prose; and what to change in the rows."""
    edits: list[Edit] = []
    whole: set[int] = set()
    for _, rows in tables(found):
        columns = len(_cells(text, rows[0], _FIRST_LEAD))
        bars = sum(1 for _ in _BAR.finditer(text, rows[0].start, rows[0].end))
        for row in rows:
            line = text[row.start : row.end]
            plain = "\\" not in line and line.count("|") == bars and line[:1] == line[-1:] == "|"
            if not plain or _GAP.search(line) or _HOLLOW.search(line):
                if _bars_in_code(text, row, columns):
                    whole.add(row.start)
                edits += _mended(text, row, columns, _LEAD if row is not rows[0] else _FIRST_LEAD)
    return [one._replace(kind="prose") if one.start in whole and one.kind == "row" else one for one in found], edits


def _bars_in_code(text: str, row: Area, columns: int) -> list[int]:
    """Bars that Markdown would take for ends of cells, in code and links of a row that has too many cells."""
    return _inner_bars(text, row.start, row.end) if len(_cells(text, row)) > columns else []


def _is_hollow(cell: str) -> bool:
    return blank(_NOTHING.sub("", cell))


def _filled(text: str, start: int, end: int) -> Edit:
    """A cell that shows nothing with a sign in it: Slack takes no empty one."""
    return Edit(start, end, f" {_EMPTY} ") if text[start:end].strip() else Edit(start, start, f" {_EMPTY}")


def _mended(text: str, row: Area, columns: int, before: re.Pattern[str]) -> Iterator[Edit]:
    """A backslash before each bar too many, words into each empty cell, cells for those that are missing."""
    lead = before.match(text, row.start, row.end)
    start = lead.end() if lead else row.start
    inner = set(_bars_in_code(text, row, columns))
    bars = [bar.start() for bar in _BAR.finditer(text, start, row.end) if bar.start() not in inner]
    edges = [start - 1, *bars, row.end]
    stretches = [(one + 1, other) for one, other in pairwise(edges)]
    if len(stretches) > 1 and not text[slice(*stretches[0])].strip():
        stretches = stretches[1:]
    closed = len(stretches) > 1 and not text[slice(*stretches[-1])].strip()
    stretches = stretches[:-1] if closed else stretches
    inner |= {first - 1 for first, _ in stretches[columns:]}
    yield from (Edit(bar, bar, "\\") for bar in sorted(inner))
    yield from (_filled(text, *one) for one in stretches[:columns] if _is_hollow(text[slice(*one)]))
    missing = columns - len(stretches)
    if missing > 0:
        yield Edit(row.end, row.end, f" {_EMPTY} |" * missing if closed else f" | {_EMPTY}" * missing)
