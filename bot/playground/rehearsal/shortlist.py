"""A shortlist: the things that opened pages are about, or name in the first column of a table, and what they say of
each condition. A page that says of its thing that it is "also known as" something gives it that name as well."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.playground.rehearsal.checks import Check
from bot.playground.rehearsal.reading import Quote, read, says
from bot.playground.rehearsal.view import Source, View
from bot.playground.rehearsal.words import among, content, held, words

MOST = 12  # things that are listed
_NAME = re.compile(r"(?:[A-ZÀ-Ż0-9][\w'’.-]*)(?: [A-ZÀ-Ż0-9][\w'’.-]*){0,4}")
_ALSO = re.compile(
    r"\b(?:also known as|auch bekannt als|znan\w+ też jako)\s+(?P<name>[A-ZÀ-Ż][\w'’-]*(?: [A-ZÀ-Ż0-9][\w'’-]*)*)"
)
_YES, _NO = re.compile(r"(?:yes|ja|tak|✓)\b", re.IGNORECASE), re.compile(r"(?:no|nein|nie|none|✗)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Thing:
    """One thing with its other names, the numbers of its sources and what these say of it."""

    name: str
    also: tuple[str, ...]
    numbers: tuple[int, ...]
    quotes: tuple[Quote, ...]


def is_meant(view: View) -> bool:
    return view.task.kind == "shortlist" and bool(view.task.checks)


def things(view: View) -> list[Thing]:
    """What the opened pages are about: each by the name in its title, and the rows of tables of what is asked for."""
    quotes = read(view, view.task.goal).quotes
    found = [*_by_title(view, quotes), *_by_rows(view, quotes)]
    named = {one.name: one for one in reversed(found)}
    return list(named.values())[::-1][:MOST]


def _by_title(view: View, quotes: Sequence[Quote]) -> Iterator[Thing]:
    for source in {one.number: one for one in view.opened}.values():
        name = source.title.partition(":")[0].strip()
        if ":" in source.title and _NAME.fullmatch(name):
            own = tuple(quote for quote in quotes if quote.number == source.number)
            yield Thing(name, tuple(_others(source)), (source.number,), own)


def _others(source: Source) -> list[str]:
    return [match["name"] for match in _ALSO.finditer(" ".join(source.text.split()))]


def _by_rows(view: View, quotes: Sequence[Quote]) -> Iterator[Thing]:
    rows = [quote for quote in quotes if quote.is_row and _is_sort(view, quote)]
    for row in rows:
        name = _first(row.text)
        if _NAME.fullmatch(name):
            about = [q for q in quotes if q is row or len(held(content(name), words(q.text))) == len(content(name))]
            numbers = tuple(dict.fromkeys(quote.number for quote in about))
            yield Thing(name, (), numbers, tuple(about))


def _is_sort(view: View, row: Quote) -> bool:
    """Whether the first column of a table holds what the question asks for: "Tablet" in "which tablet …"."""
    return any(among(word, content(view.task.goal)) for word in content(_first(row.header)))


def _first(row: str) -> str:
    return row.strip(" |").partition("|")[0].strip()


# --- what is said of them -----------------------------------------------------------------------------------------


def block(view: View, found: Sequence[Thing]) -> str:
    """The block that lists them."""
    listed = [
        {
            "name": one.name,
            "also": list(one.also),
            "sources": list(one.numbers),
            "verdicts": list(_verdicts(view, one)),
        }
        for one in found
    ]
    return f"```candidates\n{json.dumps(listed, ensure_ascii=False)}\n```"


def failing(view: View, thing: Thing) -> bool:
    hard = [(id, check) for id, check in view.task.checks if check.kind != "prefer"]
    return any(_verdict(id, check, thing)["verdict"] == "not met" for id, check in hard)


def met(view: View, thing: Thing) -> int:
    """How many conditions it meets."""
    return sum(1 for one in _verdicts(view, thing) if one["verdict"] == "met")


def _verdicts(view: View, thing: Thing) -> Iterator[dict[str, object]]:
    yield from (_verdict(id, check, thing) for id, check in view.task.checks)


def _verdict(id: str, check: Check, thing: Thing) -> dict[str, object]:
    """What its sentences say; where they contradict each other nothing."""
    said = {standing: quote for quote in reversed(thing.quotes) if (standing := _says(check, quote)) != "unknown"}
    if len(said) != 1:
        return {"id": id, "verdict": "unknown"}
    [(standing, quote)] = said.items()
    return {"id": id, "verdict": standing, "number": quote.number, "words": quote.text}


def _says(check: Check, quote: Quote) -> str:
    return _cell(check, quote) if quote.is_row else says(check, quote)


def _cell(check: Check, row: Quote) -> str:
    """A yes or a no under a header that has the words of a condition."""
    for head, cell in zip(row.header.split("|"), row.text.split("|"), strict=False):
        if check.words and len(held(check.words, content(head))) == len(check.words):
            holds = True if _YES.match(cell.strip()) else False if _NO.match(cell.strip()) else None
            if holds is not None:
                return "met" if (holds != check.negated) != (check.kind == "must_not") else "not met"
    return says(check, row)
