"""Blocks as plain words: what stands beside them as `text`, and in their place where Slack refuses them. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agent.markdown.marks import areas, code
from bot.views import safe
from bot.views.blocks import LIMITS, Block, Card, Kind, fits, is_decoration
from bot.views.split import split

_JOINER = 3  # bytes: a mail address cut before its "@" may need one
_POINTED = re.compile(r"<(https?://[^\s<>]*)>(?=(\S?))")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});", re.I)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_NUMBERED_LINK = re.compile(r"\[\[(\d+)\]\]\(https?://[^\s()]*\)")


def card(kind: Kind, blocks: Sequence[Block], highest: int, names: Mapping[str, str] | None = None) -> Card:
    """The card of these blocks; `names` says who the users in them are, since plain text should not ping them.

    Blocks past a limit are left out, so that the words go out instead of nothing.
    """
    read = [block for block in blocks if block.get("block_id") != "told"]  # says it with a ping, see told.py
    beside = [block for block in read if kind == "answer" and is_decoration(str(block.get("block_id") or ""))]
    words, aside = (_words_of(part, names or {}) for part in ([b for b in read if b not in beside], beside))
    own, further = _pieces(words), _pieces(aside)
    whole = "\n".join(part for part in (words, aside) if part) or "…"
    shown = tuple(blocks) if fits(blocks) else ()
    pieces = (*own, *further) or _pieces(whole)
    bare = tuple(_bare(blocks, names or {})) if kind != "note" else ()
    summary = safe.unlinked(whole) if kind == "approval" else whole  # what is decided on stands in the blocks
    return Card(_short(summary), shown, kind, highest, pieces, aside=len(further), bare=bare if fits(bare) else ())


def _bare(blocks: Sequence[Block], names: Mapping[str, str]) -> Iterator[Block]:
    """The same words in sections of literal text, each where it stood, so that every button stays below its call.
    What stands around an answer is still known by its ids; as they are stay the sources, since a later turn reads
    them, and the word to whoever asked."""
    for block in blocks:
        id = str(block.get("block_id") or "")
        if block["type"] == "actions" or id == "told" or id.startswith("sources."):
            yield block
            continue
        for k, words in enumerate(split(_words_of([block], names), LIMITS.element - 100), 1):
            named = {"block_id": f"{id}.{k}"} if is_decoration(id) else {}
            said = {"type": "plain_text", "text": safe.inert(words), "emoji": False}
            yield {"type": "section", **named, "text": said}


def _words_of(blocks: Sequence[Block], names: Mapping[str, str]) -> str:
    return "\n".join(line for block in blocks for line in _block(block, names)).strip()


def _pieces(words: str) -> tuple[str, ...]:
    return tuple(safe.escape(safe.inert(piece)) for piece in split(words, LIMITS.plain - _JOINER))


def _short(whole: str) -> str:
    """As much as may stand beside blocks. It is what a notification shows."""
    return safe.escape(safe.cut(whole, LIMITS.text))


def _read(markdown: str) -> str:
    """Markdown as it is read where nobody renders it: citations as [n], addresses bare, no backslash before a sign
    that would have had a meaning. Code stays."""
    words = _NUMBERED_LINK.sub(r"[\1]", markdown)
    if "\\" not in words and "<http" not in words and "&" not in words:
        return words
    parts: list[str] = []
    at = 0
    for start, end in [*code(words, areas(words), indented=True), (len(words), len(words))]:
        prose = _ENTITY.sub(_sign, _ESCAPED.sub(r"\1", words[at:start]))
        parts += [_POINTED.sub(_bare_address, prose), words[start:end]]
        at = end
    return "".join(parts)


def _sign(entity: re.Match[str]) -> str:
    return html.unescape(entity.group())


def _bare_address(found: re.Match[str]) -> str:
    """An address without its brackets; what follows must not be read into it."""
    return f"{found[1]} " if found[2] and found[2] not in ".,;:!?)]" else found[1]


def _block(block: Block, names: Mapping[str, str]) -> Iterator[str]:
    match block["type"]:
        case "rich_text":
            for part in block["elements"]:
                yield from _part(part, names)
        case "context":
            yield from (safe.unlinked(element["text"]) for element in block["elements"])
        case "markdown":
            yield from ["", safe.inert(_read(block["text"])), ""]
        case "table":
            yield from (
                "| " + " | ".join(safe.unlinked(cell["text"]) for cell in row) + " |" for row in block["rows"]
            )
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
            named = "" if element["text"] == element["url"] else f"{safe.unlinked(element['text'])} "
            return f"{named}{element['url']}"
        case "date":
            return str(element["fallback"])
        case "user":
            return safe.unlinked(safe.words(names.get(element["user_id"], "") or element["user_id"], 80))
        case "text" if (element.get("style") or {}).get("code"):
            return f"`{element['text']}`"  # the path of a file, which may have spaces in it
        case _:
            return safe.unlinked(str(element["text"]))
