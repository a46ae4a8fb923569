"""Footnotes in Markdown ("[^1]" and "[^1]: …"), which Slack does not know, as what they stand for. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from agent.ledger import Ledger, addresses_in
from agent.markdown.marks import areas, blanked, code, links, marks, may_hold_code, rewritten

_DEFINED = re.compile(
    r"^[ ]{0,3}(?:>[ ]?){0,3}\[\^(?P<label>[^\[\]\s^]{1,60})\^?\]:[ \t]*(?P<words>[^\n]*(?:\n(?:[ ]{2,}|\t)[^\n]+)*)",
    re.M,
)
_POINTS = re.compile(r"(?P<space>[ \t]*)\[\^(?P<label>[^\[\]\s^]{1,60})\^?\]")
_BETWEEN = re.compile(r"[,;:–—]\s|\s[-–—]\s|\s")
_ASIDE = 240  # characters of a note that is read where it belongs; a longer one is a paragraph


class Edit(NamedTuple):
    """What stands in place of [start, end) of a text."""

    start: int
    end: int
    words: str


def without_footnotes(text: str, ledger: Ledger) -> str:
    """References become [n] where they point to a source, else the note in brackets where it belongs; a note that is
    long, or that nothing points to, is a paragraph. Definitions go, and so do references to nothing."""
    if "[^" not in text:
        return text
    prose = in_prose(text)
    defined = list(_DEFINED.finditer(prose))
    own = {one.start("label") for one in defined}
    points = [one for one in _POINTS.finditer(prose) if one.start("label") not in own]
    words = {one["label"]: text[slice(*one.span("words"))].strip() for one in defined}
    titles = titled(ledger)
    means = {label: _meant(label, words.get(label), ledger, titles) for label in {one["label"] for one in points}}
    edits = [*_references(points, means), *_definitions(defined, text, means, ledger, titles)]
    return replaced(text, sorted(edits, key=lambda edit: (edit.start, -edit.end)))


def without_references(text: str) -> str:
    """Links by reference ("[words][1]" and, elsewhere, "[1]: https://…") as links that say where they lead; what
    defines them goes."""
    if "]:" not in text or "://" not in text:
        return text
    prose = in_prose(text)
    defined = {one["label"].casefold(): one for one in reversed([*_LEADS_TO.finditer(prose)])}
    if not defined:
        return text
    edits = [Edit(*one.span(), "") for one in _LEADS_TO.finditer(prose)]
    for one in _BY_REFERENCE.finditer(prose):
        leads = defined.get((one["label"] or one["words"]).casefold())
        cites = one["words"].isdecimal()
        edits += [Edit(*one.span(), f"[{one['words']}]({leads['address']})")] if leads and not cites else []
    return replaced(text, sorted(edits, key=lambda edit: (edit.start, -edit.end)))


_LEADS_TO = re.compile(
    r"^[ ]{0,3}(?:>[ ]?){0,3}\[(?P<label>[^\[\]\n^]{1,60})\]:[ \t]*<?(?P<address>https?://[^\s<>]{1,2000})>?"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$",
    re.M | re.I,
)
_BY_REFERENCE = re.compile(
    r"(?<![\]\\!])\[(?P<words>[^\[\]\n^]{1,200})\](?:\[(?P<label>[^\[\]\n^]{0,60})\])?(?![(\[:\x01])"
)


def _meant(label: str, words: str | None, ledger: Ledger, titles: Mapping[str, int]) -> int | str:
    """What a reference says: the number of a source, or the note; "" for nothing."""
    if words and (number := _number(words, ledger, titles)):
        return number
    numbered = label.isdecimal() and len(label) < 4 and not any(True for _ in marks(words or ""))
    if numbered and (not words or ledger.source(int(label)) or _leads(words)):
        return int(label)
    return "" if not words or _leads(words) else " ".join(words.split())


def _references(points: Iterable[re.Match[str]], means: Mapping[str, int | str]) -> Iterator[Edit]:
    told: set[str] = set()
    for one in points:
        said = means[one["label"]]
        if isinstance(said, int):
            yield Edit(*one.span(), f"{one['space']}[{said}]")
            continue
        new = bool(said) and len(said) <= _ASIDE and one["label"] not in told
        told.add(one["label"])
        yield Edit(*one.span(), f" ({said.rstrip('.。')})" if new else "")


def _definitions(
    defined: Iterable[re.Match[str]],
    text: str,
    means: Mapping[str, int | str],
    ledger: Ledger,
    titles: Mapping[str, int],
) -> Iterator[Edit]:
    for one in defined:
        words = text[slice(*one.span("words"))]
        said = means.get(one["label"])
        alone = said is None and not _leads(words) and not _number(words, ledger, titles)
        stays = alone or (isinstance(said, str) and len(said) > _ASIDE)
        yield Edit(one.start("label") - 2, one.end(), words) if stays else Edit(*one.span(), "")


def _number(words: str, ledger: Ledger, titles: Mapping[str, int]) -> int:
    """The source that a note names by its number, an address or a title; 0 for none."""
    if number := _cited(words, ledger):
        return number
    led = [*addresses_in(words), *(link.group(2) for link in links(words))]
    found = next((number for one in led if (number := ledger.number(one))), 0)
    whole = words.strip().strip("*_`<>").rstrip(".")
    return found or ledger.number(whole) or titles.get(whole.casefold(), 0)


def _cited(words: str, ledger: Ledger) -> int:
    """The one number that a note gives, where it says nothing beside it but which source that is; 0 for none."""
    numbers = {number for mark in marks(words) for number in mark.numbers}
    rest = rewritten(words, lambda _: "")
    told = [part.strip(" *_`<>().") for part in _BETWEEN.split(rest)]
    names = (ledger.number(part) for part in told if part)
    alone = not any(told) or any(number in numbers for number in names)
    return numbers.pop() if len(numbers) == 1 and alone else 0


def _leads(words: str) -> bool:
    return "://" in words or "www." in words


# --- what every reader of citations needs -------------------------------------------------------------------------


def titled(ledger: Ledger) -> dict[str, int]:
    """The numbers of sources by their titles (folded), where only one has it."""
    found: dict[str, int] = {}
    for source in ledger.sources:
        title = source.title.casefold()
        found[title] = 0 if title in found or len(title) < 4 else source.number
    return found


def in_prose(text: str) -> str:
    """The text at the same length, its code as NULs and where its links lead as U+0001."""
    prose = blanked(text, code(text, areas(text))) if may_hold_code(text) else text
    if "](" not in prose:
        return prose
    parts: list[str] = []
    at = 0
    for link in links(text, prose):
        start, end = link.end(1) + 1, link.end()
        parts += [prose[at:start], "\x01" * (end - start)]
        at = end
    return "".join([*parts, prose[at:]])


def replaced(text: str, edits: Iterable[Edit]) -> str:
    """The text with these edits, in order; of two that overlap the first. Words that go take the space before them
    along, or at the beginning of a line the one behind them."""
    parts: list[str] = []
    at = 0
    for start, end, words in edits:
        if start < at:
            continue
        parts += [text[at:start]] if start > at else []
        bare = parts[-1].rstrip(" \t") if parts else ""
        if not words and (not bare or bare.endswith("\n")):
            end += text.startswith(" ", end)
        elif not words and _CLOSES.match(text, end):
            parts[-1] = bare
        parts += [words] if words else []
        at = end
    return "".join([*parts, text[at:]])


_CLOSES = re.compile(r"$|[\s.,;:!?)\]|。，、；：！？）\ue200-\ue20f]")
