"""What sites let programs read: robots.txt, asked for once in a while (RFC 9309).

A site without one (4xx) lets everything be read; one whose robots.txt cannot be had (5xx) nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from protego import Protego

AGENT = "Footnote"
LARGEST = 500_000  # bytes that are read of it
_KEPT, _KEPT_SHORT = 24 * 3_600.0, 300.0  # seconds: what was said; that nothing was
_SITES = 500

DISALLOWED = "the site's robots.txt does not let programs read this page"
UNKNOWN = "the site's robots.txt cannot be had, and without it no page is read"
Rules = Protego | bool  # True: everything may be read; False: nobody knows
Ask = Callable[[str], Awaitable[tuple[int, bytes]]]


class Robots:
    """Keeps what sites said, by their origin ("https://news.test")."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[float, Rules]] = OrderedDict()

    async def refusal(self, origin: str, address: str, ask: Ask) -> str:
        """Why an address of this site is not read; "" if it may be. `ask` gets the robots.txt at an address, as its
        status and bytes; what it raises goes on, and nothing is kept then."""
        until, rules = self._kept.get(origin, (0.0, False))
        if until < time.monotonic():
            said = await ask(f"{origin}/robots.txt")
            rules = await asyncio.to_thread(_rules, *said)  # a long one takes a fifth of a second
            self._keep(origin, rules)
        if rules is False:
            return UNKNOWN
        return "" if rules is True or rules.can_fetch(address, AGENT) else DISALLOWED

    def _keep(self, origin: str, rules: Rules) -> None:
        self._kept[origin] = (time.monotonic() + (_KEPT_SHORT if rules is False else _KEPT), rules)
        self._kept.move_to_end(origin)
        while len(self._kept) > _SITES:
            self._kept.popitem(last=False)


def _rules(status: int, body: bytes) -> Rules:
    if status == 200:
        return Protego.parse(body[:LARGEST].decode("utf-8", "replace"))
    return 400 <= status < 500 and status != 429
