"""LaTeX in Markdown: its signs are escaped, so that a reader of Markdown shows the source to the letter. Pure.

Slack typesets no formulas. Left alone, Markdown would take `a_1 b_2` for emphasis and drop the backslash of `\\,`.
"""

from __future__ import annotations

import re

from agent.markdown.formulas import formulas, may_hold_formulas
from agent.markdown.marks import areas, blanked, code, may_hold_code
from bot.views.edits import JOINER, Edit, applied

_SIGNS = re.compile(
    r"""(?P<escaped>\\(?=[!-/:-@\[-`{-~\n])|[*_`\[]|~(?=~)|(?<=~)~|&(?=\#?\w+;)|<(?=[A-Za-z/?]))
    | (?P<ping><(?=[!@\#])|@(?=channel|here|everyone))""",
    re.X | re.I,
)
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)*")
_BEGINS = re.compile(r"[-+=#:>]|\d{1,9}(?=[.)])")  # what would be a block at the beginning of a line


def across_lines(text: str) -> str:
    """The text with those formulas made safe that go over several lines: before anybody reads its blocks, since a
    line of a formula can look like a list, a rule or a heading."""
    if not may_hold_formulas(text) or not any("\n" in text[slice(*found)] for found in formulas(text)):
        return text
    prose = blanked(text, code(text, areas(text), indented=True)) if may_hold_code(text) else text
    found = [formula for formula in formulas(prose) if "\n" in prose[slice(*formula)]]
    return applied(text, [Edit(*formula, _by_lines(text, *formula)) for formula in found])


def as_it_is(formula: str) -> str:
    """One line of a formula, such that Markdown shows exactly that; what could notify somebody is broken."""
    return _SIGNS.sub(lambda sign: "\\" + sign.group() + (JOINER if sign["ping"] else ""), formula)


def _by_lines(text: str, start: int, end: int) -> str:
    """A formula of several lines; a backslash at the end of one would break the line instead of being shown."""
    first, *more = as_it_is(text[start:end]).split("\n")
    before = _QUOTED.match(text, text.rfind("\n", 0, start) + 1)
    depth = before.group().count(">") if before else 0
    leads = [_lead(line, depth) for line in more]
    return "\n".join([first, *(line[:at] + _begun(line[at:]) for line, at in zip(more, leads, strict=True))])


def _lead(line: str, depth: int) -> int:
    """How much of a line is the indent and the signs of the quotes that the formula stands in."""
    found = re.match(rf"[ \t]*(?:>[ \t]*){{0,{depth}}}", line)
    return found.end() if found else 0


def _begun(line: str) -> str:
    sign = _BEGINS.match(line)
    if not sign:
        return line
    at = sign.end() if sign.group().isdigit() else 0
    return f"{line[:at]}\\{line[at:]}"
