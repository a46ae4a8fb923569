"""Which sources are independent of each other: pages by the domain somebody registered, everything else by itself.

The public suffix list comes with the library `publicsuffixlist` and is never fetched. Pure.
"""

from __future__ import annotations

import ipaddress
from functools import cache
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

from agent.run import Run


def site(address: str) -> str:
    """The registered domain of a web address ("docs.python.org" and "python.org" are one; two people's pages on
    "github.io" are two), its host where there is none, and any other address as it is. Never raises."""
    try:
        host = (urlsplit(address).hostname or "") if "://" in address else ""
    except ValueError:
        return address
    if not host or _is_ip(host):
        return host or address
    return _domains().privatesuffix(host) or host.removeprefix("www.")


def opened(run: Run) -> frozenset[str]:
    """The sites of what is open in a run; a file and a message of the thread stand for themselves."""
    said = {turn.address for turn in run.turns if turn.address}
    addresses = [source.address for source in run.sources if run.ledger.is_open(source.number)]
    return frozenset(address if address in said else site(address) for address in addresses)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _domains() -> PublicSuffixList:
    return PublicSuffixList()  # reads its list once, some 40 ms
