"""Which sources are independent of each other: pages by the domain somebody registered, everything else by itself; a
copy is none, whether its address says so or its words do.

The public suffix list comes with the library `publicsuffixlist` and is never fetched. Pure.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

from agent.run import Run

_ALIKE = 0.8  # of the shorter text stands in the other: one of them is a copy, or both are
_PIECE = re.compile(r"[^.!?。！？\n]+")
# Who shows copies of pages, with the address of the original in their own: the Internet Archive, and readers.
_COPIES = re.compile(
    r"https?://(?:web\.archive\.org/web/[^/]+/|r\.jina\.ai/)(?P<address>https?:/{1,2}.+)", re.IGNORECASE | re.DOTALL
)
_COPYING = (".translate.goog", ".cdn.ampproject.org")  # whose first label is the host of the original
_FORMS = ("www", "m", "mobile", "amp")  # of one site


def site(address: str) -> str:
    """The registered domain of a web address ("docs.python.org" and "python.org" are one; two people's pages on
    "github.io" are two), in ASCII, its host where there is none, and any other address as it is. A copy counts as its
    original. Never raises."""
    if copied := _COPIES.match(address):
        return site(re.sub("(?i)^(https?):/+", r"\1://", copied["address"]))
    try:
        host = _ascii(urlsplit(address).hostname or "") if "://" in address else ""
    except ValueError:
        return address
    if not host or _is_ip(host):
        return host or address
    host = _plain(_original(host))
    return _domains().privatesuffix(host) or host


def _ascii(host: str) -> str:
    try:
        return host.rstrip(".").encode("idna").decode()
    except UnicodeError:
        return host.rstrip(".")


def _original(host: str) -> str:
    """The host whose copy this is: "docs-a--b-org" stands for "docs.a-b.org"."""
    if not host.endswith(_COPYING):
        return host
    return host.partition(".")[0].replace("--", "\0").replace("-", ".").replace("\0", "-")


def _plain(host: str) -> str:
    """Without "www." and the like before what is no registered domain ("www.gov.uk"); the others go with theirs."""
    form, _, rest = host.partition(".")
    suffix = rest == "localhost" or ("." in rest and _domains().publicsuffix(rest) == rest)
    return rest if form in _FORMS and suffix else host


def visited(run: Run) -> frozenset[str]:
    """The sites of what is open in a run; a file and a message of the thread stand for themselves."""
    return frozenset(_opened(run))


def opened(run: Run) -> frozenset[str]:
    """Those of them that do not depend on each other: of those that say the same in the same words only one."""
    kept: dict[str, Mapping[str, int]] = {}
    for at, pieces in sorted(_opened(run).items()):
        if not any(_is_copy(pieces, other) for other in kept.values()):
            kept[at] = pieces
    return frozenset(kept)


def _opened(run: Run) -> dict[str, dict[str, int]]:
    """By site, what was opened of it, in pieces."""
    said = {turn.address for turn in run.turns if turn.address}
    found: dict[str, dict[str, int]] = {}
    for source in run.sources:
        if run.ledger.is_open(source.number):
            at = source.address if source.address in said else site(source.address)
            texts = (passage.text for passage in run.ledger.passages(source.number))
            found.setdefault(at, {}).update(_pieces(texts))
    return found


def _pieces(texts: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Sentences by their letters and digits alone, and how many these are."""
    for text in texts:
        for piece in _PIECE.findall(text):
            if bare := "".join(filter(str.isalnum, piece.casefold())):
                yield bare, len(bare)


def _is_copy(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    shared = sum(length for piece, length in one.items() if piece in other)
    shorter = min(sum(one.values()), sum(other.values()))
    return shorter > 0 and shared >= _ALIKE * shorter


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _domains() -> PublicSuffixList:
    return PublicSuffixList()  # reads its list once, some 40 ms
