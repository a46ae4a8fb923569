"""The ledger: one number per source for the whole thread, in the order first seen, given by the program.

A number never changes its meaning, also not in a later run: earlier answers seed the ledger (`Recalled`), but what
they cite is not open in this run and must be found again before it may carry a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit, urlunsplit

from agent.facts import Hit, Passage, Result, Source

# Parameters that only say where a visitor came from; everything else may name the page ("ref" and "id" do).
_TRACKING = re.compile(r"^(utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid)$", re.I)
_DEFAULT_PORTS = {":80", ":443"}
_URL = re.compile(r"https?://[^\s<>\"|`\\^{}\x00]+", re.I)
_FOLLOWING = ".,;:!?'*_~…»”’。、，；：！？）】」』》"
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def canonical_address(address: str) -> str:
    """The identity of a page or file: two addresses of one page give one text.

    Scheme, `www.`, a default port, a trailing slash, campaign parameters and text fragments do not tell pages
    apart; what survives keeps its bytes. Fragments stay where they are routes (`#/…`, `#!…`). A file path is
    returned as it is. Never raises.
    """
    if not re.match(r"https?://", address, re.I):
        return address
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    path = parts.path.rstrip("/")
    fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
    return urlunsplit(("https", _host(parts.netloc), path, _without_tracking(parts.query), fragment))


def _host(netloc: str) -> str:
    host = netloc.lower().removeprefix("www.")
    for port in _DEFAULT_PORTS:
        host = host.removesuffix(port)
    return host


def _without_tracking(query: str) -> str:
    return "&".join(pair for pair in query.split("&") if not _TRACKING.match(pair.split("=", 1)[0]))


def addresses_in(text: str) -> Iterator[str]:
    """Every web address written in a text, without the punctuation that merely follows it."""
    return (address for _, address in addresses_at(text))


def addresses_at(text: str) -> Iterator[tuple[int, str]]:
    """The same, each with its place in the text."""
    for match in _URL.finditer(text):
        yield match.start(), _trimmed(match.group())


def _trimmed(url: str) -> str:
    unopened = {closer: url.count(closer) - url.count(opener) for closer, opener in _CLOSERS.items()}
    end = len(url)
    while end and (url[end - 1] in _FOLLOWING or unopened.get(url[end - 1], 0) > 0):
        end -= 1
        if url[end] in unopened:
            unopened[url[end]] -= 1
    return url[:end]


_LINES = re.compile(r"lines (\d+)-(\d+) of (\d+)$")


def _merged(parts: Iterable[str]) -> list[str]:
    """What was opened of a source, each part once: lines that touch or overlap become one range."""
    ranges: list[list[int]] = []
    others: list[str] = []
    for part in dict.fromkeys(parts):
        lines = _LINES.match(part)
        ranges += [[int(number) for number in lines.groups()]] if lines else []
        others += [] if lines else [part]
    joined: list[list[int]] = []
    for first, last, whole in sorted(ranges):
        if joined and joined[-1][2] == whole and first <= joined[-1][1] + 1:
            joined[-1][1] = max(joined[-1][1], last)
        else:
            joined.append([first, last, whole])
    return [*others, *(f"lines {first}-{last} of {whole}" for first, last, whole in joined)]


class Ledger:
    """Numbers, what is opened, and the opened words. Filled in the order of the facts, read by everybody else."""

    def __init__(self) -> None:
        self._sources: dict[int, Source] = {}
        self._numbers: dict[str, int] = {}
        self._passages: dict[int, list[Passage]] = {}
        self._next = 1

    def seed(self, sources: Iterable[Source], next_number: int) -> None:
        """Take over what earlier answers of the thread cite: the numbers hold, nothing of it is open."""
        for source in sources:
            self._sources[source.number] = source.model_copy(update={"opened": ""})
            self._numbers[canonical_address(source.address)] = source.number
        self._next = max([self._next, next_number, *(number + 1 for number in self._sources)])

    def take(self, result: Result) -> None:
        """Number what a tool brought; opened words are kept under their source."""
        for hit in result.hits:
            self._see(hit)
        for passage in result.passages:
            number = self._see(passage)
            self._passages.setdefault(number, []).append(passage)
            self._open(number, passage)

    def _see(self, lead: Hit | Passage) -> int:
        key = canonical_address(lead.address)
        if key not in self._numbers:
            self._numbers[key] = self._next
            self._sources[self._next] = Source(
                number=self._next, address=lead.address, title=lead.title or lead.address
            )
            self._next += 1
        number = self._numbers[key]
        if lead.published and not self._sources[number].published:
            self._sources[number] = self._sources[number].model_copy(update={"published": lead.published})
        return number

    def _open(self, number: int, passage: Passage) -> None:
        source = self._sources[number]
        parts = [*(part for part in source.opened.split("; ") if part), passage.where]
        title = passage.title if passage.title not in ("", passage.address) else source.title
        self._sources[number] = source.model_copy(update={"opened": "; ".join(_merged(parts)), "title": title})

    def number(self, address: str) -> int:
        """The number of an address; 0 where nobody has seen it."""
        return self._numbers.get(canonical_address(address), 0)

    def source(self, number: int) -> Source | None:
        return self._sources.get(number)

    def passages(self, number: int) -> tuple[Passage, ...]:
        """The opened words of a source in this run, in the order read; empty where it was only found."""
        return tuple(self._passages.get(number, ()))

    def is_open(self, number: int) -> bool:
        return number in self._passages

    def is_open_at(self, address: str) -> bool:
        return self.is_open(self.number(address))

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(self._sources[number] for number in sorted(self._sources))

    @property
    def addresses(self) -> frozenset[str]:
        """Canonical addresses of everything seen."""
        return frozenset(self._numbers)

    @property
    def next_number(self) -> int:
        return self._next
