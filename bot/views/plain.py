"""Blocks as plain words: what stands beside them as `text`, and in their place where Slack refuses them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.views import safe
from bot.views.blocks import LIMITS, Block, Card, Kind, fits
from bot.views.split import split

_JOINER = 3  # bytes: a mail address cut before its "@" may need one
_NUMBERED_LINK = re.compile(r"\[\[(\d+)\]\]\(https?://[^\s()]*\)")


def card(kind: Kind, blocks: Sequence[Block], highest: int, names: Mapping[str, str] | None = None) -> Card:
    """The card of these blocks; `names` says who the users in them are, since plain text should not ping them.

    Blocks past a limit are left out, so that the words go out instead of nothing.
    """
    whole = "\n".join(line for block in blocks for line in _block(block, names or {})).strip() or "…"
    pieces = tuple(safe.escape(safe.inert(piece)) for piece in split(whole, LIMITS.plain - _JOINER, in_bytes))
    return Card(_short(whole), tuple(blocks) if fits(blocks) else (), kind, highest, pieces)


def in_bytes(text: str) -> int:
    """What a text counts as mrkdwn, in UTF-8 bytes; never less than its characters."""
    return len(safe.escape(text).encode())


def _short(whole: str) -> str:
    """As much as may stand beside blocks. It is what a notification shows."""
    shown = safe.cut(whole, LIMITS.text)
    while in_bytes(shown) > LIMITS.text_bytes:
        shown = safe.cut(shown, safe.size(shown) * LIMITS.text_bytes // in_bytes(shown) - 1)
    return safe.escape(shown)


def _block(block: Block, names: Mapping[str, str]) -> Iterator[str]:
    match block["type"]:
        case "rich_text":
            for part in block["elements"]:
                yield from _part(part, names)
        case "context":
            yield from (element["text"] for element in block["elements"])
        case "markdown":
            yield from ["", safe.inert(_NUMBERED_LINK.sub(r"[\1]", block["text"])), ""]
        case _:  # buttons say nothing where they cannot be pressed
            return


def _part(part: Block, names: Mapping[str, str]) -> Iterator[str]:
    match part["type"]:
        case "rich_text_list":
            yield from (f"• {_words(item['elements'], names)}" for item in part["elements"])
        case "rich_text_preformatted":
            yield from ["```", *(element["text"] for element in part["elements"]), "```"]
        case _:
            yield _words(part["elements"], names)


def _words(elements: Iterable[Block], names: Mapping[str, str]) -> str:
    return "".join(_element(element, names) for element in elements).rstrip("\n")


def _element(element: Block, names: Mapping[str, str]) -> str:
    match element["type"]:
        case "link":
            return element["text"] if element["text"] == element["url"] else f"{element['text']} {element['url']}"
        case "date":
            return str(element["fallback"])
        case "user":
            return safe.words(names.get(element["user_id"], "") or element["user_id"], 80)
        case _:
            return str(element["text"])
