"""What numbers in brackets are where they cite nothing: an index, a list of values, an interval, a part of a formula.

What stands right beside them decides, so that a sentence reads the same alone and within its text. Where a word of
everyday language stands before them ("euros[1]") they cite. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.markdown.formulas import formulas, may_hold_formulas

_NEAR = 60  # characters before a bracket that are looked at
_LETTER = re.compile(r"[A-Za-z=∈∉_^\\]")
# Names as programs have them. A letter alone may be a unit behind a number, or the end of "it's".
_NAMES = (
    r"(?:[A-Za-z_]\w*\.)*(?:[A-Za-z0-9]\w*_\w*[A-Za-z0-9]"
    r"|arr|argv|args|kwargs|vec|buf|nums|ptr|tmp|lst|dict|str|elems?|mat|tbl|idx|params|coords|int\d*|uint\d*|float\d*|char"
    r"|foo|baz|qux|xs|ys)"
)
_NAME = re.compile(rf"(?:(?<![\w'’./·-])(?<!\d\s)[a-z]|(?<![\w.]){_NAMES})$")
# Before any name: a call, a type, or what it is set to.
_LEADS = re.compile(
    r"(?:\b[A-Za-z_]\w*\((?:[\w.]+,\s?)*|\b(?:int|char|bool|size_t|uint\w*)\s|[\w)\]]\s?:?=\s)[A-Za-z_][\w.]*$"
)
_FOLLOWS = re.compile(
    r"\s?(?:[-+*/%:!<>]?=(?!=)|[=!]=)\s?[\w\"'({\[-]|\.[a-z_]\w*|->|\[(?:[a-z]\w*[]+*-]|[\"']|:|-\d)|\s[*%^]\s\w|(?:\+\+|--)(?!\w)"
)
_AGAIN = re.compile(r"\s\[\d{1,3}(?:[\s,;–-]+\d{1,3})*\]")  # what cites stands apart: "list[2] [1]"
_VALUES = re.compile(
    r"\b(?:list|array|vector|tuple|sequence|matrix|coordinates|liste|vektor|lista|wektor|vecteur|vector)\s$", re.I
)
_HOLDS = re.compile(
    rf"{_VALUES.pattern[:-3]}\s(?:is|are|holds|contains|equals|ist|enthält|zawiera|contiene|contient)\s$", re.I
)
_INTERVAL = re.compile(
    r"(?:[=∈∉⊂⊆]|\b(?:interval|intervall|intervalle|intervalo|przedziale?|between|range)"
    r"|\b[a-z]\s(?:in|lies in)|区間|区间)\s*$",
    re.I,
)
_MATRIX = re.compile(r"\[\s?\[\d{1,3}(?:,\s?\d{1,3})+\](?:,\s?\[\d{1,3}(?:,\s?\d{1,3})+\])+\s?\]")


def citing_nothing(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the formulas and the matrices in a text whose code is blanked: no bracket in them cites."""
    if may_hold_formulas(text):
        yield from (span for span in formulas(text) if _LETTER.search(text, *span))
    if "[[" in text:
        yield from (found.span() for found in _MATRIX.finditer(text))


def is_index(text: str, start: int, end: int) -> bool:
    """Whether the bracket at [start, end) takes an element of what stands right before it."""
    if not text[start - 1 : start].isalnum():
        return False
    before = text[max(0, start - _NEAR) : start]
    if _NAME.search(before) or _LEADS.search(before):
        return True
    glued = before[-1:].isalpha() and before[-1:].isascii()
    return glued and bool(_FOLLOWS.match(text, end) or _AGAIN.match(text, end))


def are_values(text: str, start: int, end: int, numbers: tuple[int, ...]) -> bool:
    """Whether several numbers at [start, end) are an interval or a list of values, or signs in a pattern."""
    before = text[max(0, start - _NEAR) : start]
    if 0 in numbers or _INTERVAL.search(before) or re.match(r"[{+]", text[end : end + 1]):
        return True
    called = re.search(r"\b[A-Za-z_]\w*\($", before) and text.startswith(")", end)
    line = text[end : end + 200].partition("\n")[0]
    if _HOLDS.search(before) and _AGAIN.search(line):
        return True
    return bool(called or (_VALUES.search(before) and re.match(r"\s\w", line) and _AGAIN.search(line)))
