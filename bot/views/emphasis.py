"""Bold, italic and struck words that Markdown would not show as such, put right. Pure.

CommonMark asks what stands on either side of `**` (https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run):
`**Note:**Text` and `この**「語」**は` stay asterisks, since a sign stands inside and a letter outside. There the sign
moves out; where it belongs to what is inside, an invisible letter goes between. `__` and `_` become asterisks
there, since they mean nothing beside a letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agent.markdown.marks import Area, cells, escaped
from bot.views.edits import JOINER, Edit

_RUNS = (re.compile(r"(?<!\*)\*{1,3}(?!\*)"), re.compile(r"(?<!_)_{1,3}(?!_)"), re.compile(r"(?<!~)~~(?!~)"))
_DOUBTFUL = re.compile(
    r"\*(?:(?<=[^\w\s*]\*)\*{0,2}+[^\s*]|(?<=[^\s*]\*)\*{0,2}+[^\w\s*])"
    r"|_(?:(?<=[^\w\s]_)_{0,2}+[^\W_]|(?<=[^\W_]_)_{0,2}+[^\w\s])"
    r"|~~(?:(?<=[^\w\s~]~~)[^\s~]|(?<=[^\s~]~~)[^\w\s~])"
)
_ENDS = ".,:;!?…。、，．：；！？"
_PAIRS = {
    "「": "」", "『": "』", "（": "）", "(": ")", "“": "”", "„": "“", "«": "»", "《": "》", "〈": "〉", "‘": "’",
    '"': '"',
}  # fmt: skip
_OPEN_AT_MOST = 20  # runs that are looked back at
_EAST_ASIAN = "\u2e80"  # from here on words are written without spaces between them


class Run(NamedTuple):
    """One to three signs in a row, with the characters before and after them; a space where there are none."""

    start: int
    end: int
    before: str
    after: str

    @property
    def may_open(self) -> bool:
        return _flanks(self.before, self.after)

    @property
    def may_close(self) -> bool:
        return _flanks(self.after, self.before)


def _flanks(outside: str, inside: str) -> bool:
    return not inside.isspace() and (not _sign(inside) or outside.isspace() or _sign(outside))


def _sign(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def doubtful(prose: str) -> bool:
    """Whether there is emphasis in it that has a sign on one side and something else on the other."""
    return bool(_DOUBTFUL.search(prose))


def mended(text: str, prose: str, areas: Iterable[Area]) -> Iterator[Edit]:
    """What to change for every pair of signs to be one; `prose` is the text without its code and addresses."""
    if not doubtful(prose):
        return
    for area in areas:
        if area.kind in ("prose", "row") and _DOUBTFUL.search(prose, area.start, area.end):
            places = cells(text, area.start, area.end) if area.kind == "row" else [(area.start, area.end)]
            for start, end in places:
                for signs in _RUNS:
                    yield from _mended(text, prose, _runs(signs, text, prose, start, end))


def _runs(signs: re.Pattern[str], text: str, prose: str, start: int, end: int) -> Iterator[Run]:
    for found in signs.finditer(prose, start, end):
        first, last = found.span()
        if not escaped(text, first):
            before, after = text[max(start, first - 1) : first], text[last : min(end, last + 1)]
            yield Run(first, last, before or " ", after or " ")


def _mended(text: str, prose: str, runs: Iterable[Run]) -> Iterator[Edit]:
    open_: list[Run] = []
    for run in runs:
        opener = _opener(open_, run)
        if opener:
            if not (opener.may_open and run.may_close) and _meant(text, opener, run):
                yield from _repaired(text, prose, opener, run)
        elif not run.after.isspace():
            open_.append(run)


def _opener(open_: list[Run], run: Run) -> Run | None:
    """The run that this one closes, if it is meant to: the latest of its length. What opened after it stays open."""
    length = run.end - run.start
    if run.before.isspace() or not any(one.end - one.start == length for one in open_[-_OPEN_AT_MOST:]):
        return None
    while True:
        opener = open_.pop()
        if opener.end - opener.start == length:
            return opener


def _meant(text: str, opener: Run, closer: Run) -> bool:
    """Whether two runs are a pair: a single asterisk may also be a product, as in f(x)*g(y)*2, and what
    stands between low lines a name."""
    if opener.end - opener.start > 1 and text[opener.start] != "_":
        return True
    return (opener.before.isspace() or opener.before >= _EAST_ASIAN) and "\n" not in text[opener.end : closer.start]


def _repaired(text: str, prose: str, opener: Run, closer: Run) -> Iterator[Edit]:
    signs, inside = text[opener.start : opener.end].replace("_", "*"), prose[opener.end : closer.start]
    if _enclosed(inside):
        yield Edit(opener.start, opener.end + 1, inside[0] + signs)
        yield Edit(closer.start - 1, closer.end, signs + inside[-1])
        return
    yield Edit(opener.start, opener.end, signs if opener.may_open else signs + JOINER)
    yield from [Edit(closer.start, closer.end, signs)] if closer.may_close else _closed(text, inside, closer, signs)


def _enclosed(inside: str) -> bool:
    """Whether the first character is a bracket that only the last one closes, with something between them."""
    closing = _PAIRS.get(inside[0], "") if len(inside) > 2 else ""
    between = inside[1:-1]
    return inside[-1] == closing and bool(between.strip()) and not {inside[0], closing} & set(between)


def _closed(text: str, inside: str, closer: Run, signs: str) -> Iterator[Edit]:
    words = inside.rstrip(_ENDS)
    moved = len(inside) - len(words)
    if not moved or not words or words[-1] in " \t\n\\" or escaped(text, closer.start - moved):
        yield Edit(closer.start, closer.end, JOINER + signs)
        return
    yield Edit(closer.start - moved, closer.end, signs + inside[len(words) :])
