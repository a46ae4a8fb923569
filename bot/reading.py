"""The words of a message's blocks, as a person reads them: what the model is told of a thread. Pure.

Slack gives a markdown block back converted (rich text, tables, bold sections for headings), so this reads whatever
kinds carry words and passes over what it does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.inbound import decoded
from bot.views.blocks import is_decoration

Raw = Mapping[str, Any]


def body_text(blocks: Sequence[Raw]) -> str:
    """What the blocks say, our own decorations (sources, footers, buttons) left out."""
    return all_text([block for block in _mappings(blocks) if not is_decoration(str(block.get("block_id") or ""))])


def all_text(blocks: Sequence[Raw]) -> str:
    """What the blocks say, all of them, with the addresses that their buttons lead to."""
    return "\n".join(line for block in _mappings(blocks) for line in _lines(block) if line.strip()).strip()


def _lines(block: Raw) -> Iterator[str]:
    match block.get("type"):
        case "rich_text":
            yield from (_rich(part, "") for part in _mappings(block.get("elements")))
        case "markdown":
            yield str(block.get("text") or "")
        case "section" | "header":
            yield from (_words(part) for part in (block.get("text"), *_mappings(block.get("fields"))))
            yield from _addresses([block.get("accessory")])
        case "context":
            yield " ".join(_words(part) for part in _mappings(block.get("elements")))
        case "table":
            yield from _table(block)
        case "actions":
            yield from _addresses(block.get("elements"))
        case "image":
            yield " ".join(str(word) for word in (block.get("alt_text"), _words(block.get("title"))) if word)
        case _:
            return


def _addresses(elements: object) -> Iterator[str]:
    return (str(part["url"]) for part in _mappings(elements) if part.get("url"))


def _words(part: object) -> str:
    """A text object: mrkdwn is decoded, plain text stands as it is."""
    if not isinstance(part, Mapping):
        return ""
    text = str(part.get("text") or "")
    return decoded(text) if part.get("type") == "mrkdwn" else text


def _rich(part: Raw, indent: str) -> str:
    elements = list(_mappings(part.get("elements")))
    match part.get("type"):
        case "rich_text_list":
            level = "  " * _number(part.get("indent"))
            ordered = part.get("style") == "ordered"
            first = 1 + _number(part.get("offset"))
            marks = (f"{n}." if ordered else "-" for n in range(first, first + len(elements)))
            return "\n".join(f"{level}{mark} {_rich(item, '')}" for mark, item in zip(marks, elements, strict=True))
        case "rich_text_preformatted":
            return "```\n" + "".join(map(_element, elements)) + "\n```"
        case "rich_text_quote":
            return "> " + "".join(map(_element, elements))
        case _:
            return indent + "".join(map(_element, elements))


def _element(element: Raw) -> str:
    match element.get("type"):
        case "text":
            return str(element.get("text") or "")
        case "link":
            text, url = str(element.get("text") or ""), str(element.get("url") or "")
            return url if not text or text in url else text if text.startswith("[") else f"{text} ({url})"
        case "user":
            return f"@{element.get('user_id')}"
        case "channel":
            return f"#{element.get('channel_id')}"
        case "emoji":
            return f":{element.get('name')}:"
        case "broadcast":
            return f"@{element.get('range')}"
        case _:
            return str(element.get("fallback") or element.get("text") or "")


def _table(block: Raw) -> Iterator[str]:
    rows = block.get("rows")
    for row in rows if isinstance(rows, list) else []:
        cells = [
            "".join(_lines(cell)) if cell.get("type") == "rich_text" else _words(cell) for cell in _mappings(row)
        ]
        yield "| " + " | ".join(cells) + " |"


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 10_000 else 0


def _mappings(value: object) -> Iterable[Raw]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []
