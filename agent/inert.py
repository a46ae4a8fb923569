"""What may be followed in an answer: addresses that the run knows, as they stood where it knows them from. Pure.

Whatever else a reader's program could make a link of loses that by a word joiner, which nobody sees: it is shown, and
leads nowhere. Code stays as it is, since nothing makes links of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from agent.ledger import addresses_at, canonical_address
from agent.marks import blanked, links, masked

JOINER = "\u2060"
_LIKE = re.compile(
    r"(?<![\w@./-])(?:www(?=\.\S)|(?!https?:)[a-z][a-z0-9+.-]{1,30}:(?=//\S)"
    r"|(?:tel|sms|mailto|data|javascript|vbscript|slack|xmpp|magnet|callto|facetime):(?=\S)"
    r"|(?:[\w-]{1,63}\.){1,10}[a-z][a-z-]{1,30}(?::\d{1,5})?(?=[/?#]\w|/[?#]))",
    re.I,
)
Change = tuple[int, int, str]


def inert(text: str, known: Mapping[str, str]) -> str:
    """An answer in Markdown with no other links than to `known` addresses: canonical ones, each with its spelling."""
    text = _applied(text, list(_links(text, known)))
    found = list(_bare(text, known))
    text = _applied(text, found) if found else text
    prose = blanked(masked(text), ((at, at + len(one)) for at, one in addresses_at(masked(text), known)))
    return _applied(text, [(like.end(), like.end(), JOINER) for like in _LIKE.finditer(prose)])


def _links(text: str, known: Mapping[str, str]) -> Iterator[Change]:
    """Links to what is not known are their words, which a picture has none of."""
    for link in links(text):
        target = link.group(2)
        stood = known.get(canonical_address(target), "")
        if link.group().startswith("!") or not stood:
            yield link.start(), link.end(), "" if link.group().startswith("!") else link.group(1)
        elif target != stood:
            yield link.start(), link.end(), f"[{link.group(1)}](<{_whole(stood)}>)"


def _bare(text: str, known: Mapping[str, str]) -> Iterator[Change]:
    for at, address in addresses_at(masked(text), known):
        stood = known.get(canonical_address(address), "")
        scheme = address.index(":") + 1
        if not stood:
            yield at + scheme, at + scheme, JOINER
        elif stood != address:
            yield at, at + len(address), _whole(stood)


def _whole(address: str) -> str:
    """The address with nothing in it that ends one."""
    return address.replace("<", "%3C").replace(">", "%3E")


def _applied(text: str, changes: list[Change]) -> str:
    for start, end, words in sorted(changes, reverse=True):
        text = text[:start] + words + text[end:]
    return text
