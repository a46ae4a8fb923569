"""Markdown as a model writes it, made into what every reader of Markdown shows as it was meant. Pure.

Changed are formulas, bold beside letters, cells of tables, names like `__init__`, products like 2*3*4, bare addresses
with signs of emphasis in them, and definitions of links, which would vanish. Code is never touched. All places are
found in one reading of the text's blocks and changed at once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from agent.ledger import LETTERS, SIGNS
from agent.markdown.formulas import formulas as formulas_in
from agent.markdown.formulas import may_hold_formulas
from agent.markdown.marks import (
    DEFINES,
    Area,
    areas,
    blanked,
    code,
    escaped,
    links,
    marks,
    may_hold_code,
    without_links,
)
from agent.markdown.pointed import slack_links
from bot.views import emphasis, latex, tables
from bot.views.edits import JOINER, Edit, applied

Cite = Callable[[tuple[int, ...]], str]  # the numbers of a citation mark as what stands in its place
Span = tuple[int, int]

_POINTED = re.compile(r"<(?:https?://|mailto:)[^<>\s\x00]*>", re.I)
# An entity that Markdown reads as a sign of its own ends an address as the sign would. So does a letter that is
# written without a space behind it: an address that has some stands in angle brackets.
_BARE = re.compile(
    rf"https?://(?:(?!&(?:lt|gt|\#0*6[02]|\#x0*3[ce]);|\*\*)[^\s<>\x00\"|`\[\]{SIGNS}{LETTERS}]"
    r"|(?:\[[^\[\]\s<>\x00\"|`]{0,40}\])+(?=[A-Za-z0-9_=&/%-]))+",  # "?q[]=1"; a number that follows cites
    re.I,
)
_BESIDE = re.compile(r"[^\x00-\x7f\s]|\*\*[^\s*]|\[")  # behind an address it would be read as a part of it
_TRAP = re.compile(r"\*|\[|(?<![^\W_])_|_(?![^\W_])|~~|\\[!-/:-@\[-`{-~]")  # what Markdown would read in an address
_NAME = re.compile(r"(?<![\w*])__(?=[a-z][a-z0-9_]{0,60}?__(?!\w))[a-z][a-z0-9_]*__")
_PRODUCT = re.compile(r"(?<![*\d.])\d[\d.]*+(?:\*{1,2}\d[\d.]*+)++(?!\*)")
_TIMES = re.compile(r"\*(?<=\d\*)\*?\d")
_LIKE_ADDRESS = re.compile(r"[:/.#?_*]")  # a formula may say f[1](x)
_SIGN_BEFORE, _SIGN_AFTER = re.compile(r"[^\W_][*~]{1,3}\Z"), re.compile(r"[*~]{1,3}[^\W_]")
_ASIDE = re.compile(r"[*_~\\]")


def shaped(text: str, cite: Cite | None = None) -> str:
    """The text as it is meant, its citation marks replaced by what `cite` makes of their numbers."""
    text = latex.across_lines(slack_links(text))
    found, edits = tables.mended(text, areas(text) if _needs_blocks(text) else [])
    prose = blanked(text, code(text, found, indented=True))
    labels, prose, unlinked = _links(text, prose)
    edits += _cited(text, unlinked, cite) if cite else []
    edits += _undefined(prose, edits)
    addresses = list(_addresses(prose))
    edits += [edit for start, end in addresses for edit in _address(text, start, end, labels)]
    prose = blanked(prose, addresses)
    formulas = list(formulas_in(prose)) if may_hold_formulas(prose) else []
    edits += _formulas(text, formulas, found)
    prose = blanked(prose, formulas)
    edits += [*_names(text, prose), *_products(prose), *emphasis.mended(text, prose, found)]
    return applied(text, edits)


def _needs_blocks(text: str) -> bool:
    """Whether anything is in it that has to be told by its block; most prose is read without."""
    return may_hold_code(text) or "|" in text or "    " in text or "\t" in text or emphasis.doubtful(text)


# --- links --------------------------------------------------------------------------------------------------------


def _links(text: str, prose: str) -> tuple[list[Span], str, str]:
    """The labels of links; the prose without the addresses of links; and the prose without links and footnotes."""
    if "](" not in prose:
        return [], prose, without_links(prose)
    found = list(links(text, prose))
    addresses = [(link.end(1), link.end()) for link in found if _LIKE_ADDRESS.search(link.group(2))]
    return [link.span(1) for link in found], blanked(prose, addresses), without_links(prose)


def _undefined(prose: str, cited: Iterable[Edit]) -> Iterator[Edit]:
    """A backslash before what would be the definition of a link or of a footnote, which is not shown at all."""
    if "]:" not in prose:
        return
    begun = {edit.start for edit in cited if edit.text.startswith("[[")}
    for found in DEFINES.finditer(prose):
        if found.start(1) not in begun:
            yield Edit(found.start(1), found.start(1), "\\")


def _cited(text: str, unlinked: str, cite: Cite) -> Iterator[Edit]:
    for mark in marks(text, unlinked):
        words = cite(mark.numbers)
        image = words.startswith("[") and text[mark.start - 1 : mark.start] == "!"
        yield Edit(mark.start, mark.end, JOINER + words if image else words)


# --- bare addresses -----------------------------------------------------------------------------------------------


def _addresses(prose: str) -> Iterator[Span]:
    """Addresses in angle brackets and bare ones, in order."""
    if "://" not in prose and "<mailto:" not in prose:
        return
    pointed = [found.span() for found in _POINTED.finditer(prose)]
    bare = [(found.start(), _end(found)) for found in _BARE.finditer(blanked(prose, pointed))]
    yield from sorted([*pointed, *bare])


def _end(found: re.Match[str]) -> int:
    """Where an address ends: before signs that belong to the sentence, and before brackets it did not open."""
    address, end = found.group(), found.end()
    extra = address.count(")") - address.count("(")
    emphasised = found.string[found.start() - 1 : found.start()] == "_"
    for char in reversed(address):
        if char == ")" and extra > 0:
            extra -= 1
        elif char not in ".,;:!?'*~\\" and not (char == "_" and emphasised):
            break
        end -= 1
    return end


def _address(text: str, start: int, end: int, labels: Sequence[Span]) -> Iterator[Edit]:
    """A bare address in angle brackets where Markdown would read something in it or what follows as a part of it; in
    the words of a link, which hold no other link, with backslashes."""
    address = text[start:end]
    if address.startswith("<") or text[start - 1 : start] == "<":
        return
    at = bisect_right(labels, (start, len(text))) - 1
    if at >= 0 and end <= labels[at][1]:
        yield from [Edit(start, end, _ASIDE.sub(r"\\\g<0>", address))] if _TRAP.search(address) else []
    elif _TRAP.search(address) or _BESIDE.match(text, end):
        before = JOINER if _SIGN_BEFORE.search(text, max(0, start - 4), start) else ""
        after = JOINER if _SIGN_AFTER.match(text, end) else ""  # a bracket beside a sign of emphasis would void it
        yield Edit(start, end, f"{before}<{address}>{after}")


# --- signs that are no emphasis -----------------------------------------------------------------------------------


def _formulas(text: str, formulas: Iterable[Span], found: Iterable[Area]) -> Iterator[Edit]:
    """Formulas in one line; those over several lines are done already. In a row a bar ends the cell first."""
    rows = [area[:2] for area in found if area.kind == "row"]
    for start, end in formulas:
        formula = text[start:end]
        at = bisect_right(rows, (start, len(text))) - 1
        divided = "|" in formula and at >= 0 and start < rows[at][1]
        if "\n" not in formula and not divided:
            yield Edit(start, end, latex.as_it_is(formula))


def _names(text: str, prose: str) -> Iterator[Edit]:
    for found in _NAME.finditer(prose) if "__" in prose else ():
        if not escaped(text, found.start()):
            yield Edit(*found.span(), rf"\_\_{found.group()[2:-2]}\_\_")


def _products(prose: str) -> Iterator[Edit]:
    for found in _PRODUCT.finditer(prose) if _TIMES.search(prose) else ():
        yield Edit(*found.span(), found.group().replace("*", "\\*"))
