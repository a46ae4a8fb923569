"""The words of messages, as a person reads them: what the model is told of a thread. Pure.

Slack gives a markdown block back converted (rich text, tables, bold sections for headings), so this reads whatever
kinds carry words and passes over what it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.decoding import decoded
from bot.place import Me
from bot.views.blocks import is_decoration

Raw = Mapping[str, Any]
MESSAGE_AT_MOST = 12_000  # characters of one message


# --- messages ---------------------------------------------------------------------------------------------------


def said(raw: Raw, me: Me) -> str:
    """What a message says, without our name: its text, what apps put into blocks and attachments, names of files."""
    text = decoded(re.sub(rf"<@{re.escape(me.user)}(\|[^<>]*)?>", "", str(raw.get("text") or ""))).strip()
    parts = [_text_and_blocks(raw, text, me), *_attached(raw), *(f"(file: {name})" for name in _files(raw))]
    return cut("\n".join(part for part in map(str.strip, parts) if part), MESSAGE_AT_MOST)


def cut(text: str, at_most: int) -> str:
    return text if len(text) <= at_most else f"{text[:at_most]}… (shortened)"


def _text_and_blocks(raw: Raw, text: str, me: Me) -> str:
    """A person's blocks are their text over again; an app's text may be no more than a title to its blocks."""
    blocks = all_text(listed(raw, "blocks")) if not raw.get("text") or raw.get("bot_id") else ""
    blocks = re.sub(rf"@{re.escape(me.user)}\b ?", "", blocks).strip()
    return blocks if " ".join(text.split()) in " ".join(blocks.split()) else f"{text}\n{blocks}"


def _attached(raw: Raw) -> list[str]:
    """What is attached and was put there by somebody: a forwarded message is, the preview of a link is not."""
    forwarded = ("is_share", "is_msg_unfurl")
    attached = listed(raw, "attachments")
    return [_attachment(one) for one in attached if not one.get("from_url") or any(map(one.get, forwarded))]


def _attachment(raw: Raw) -> str:
    named = ("pretext", "author_name", "title", "title_link", "text")
    own = [
        *(str(raw[name]) for name in named if raw.get(name)),
        *(": ".join(str(f[name]) for name in ("title", "value") if f.get(name)) for f in listed(raw, "fields")),
    ]
    blocks, links = all_text(listed(raw, "blocks")), _addresses(raw.get("actions"))
    parts = [part for part in (*map(decoded, own), blocks, *links) if part]
    return "\n".join(parts or [decoded(str(raw.get("fallback") or ""))])


def _files(raw: Raw) -> list[str]:
    return [str(one["name"]) for one in listed(raw, "files") if one.get("name")]


# --- questions of our own, as bot/views/question.py writes them ---------------------------------------------------
# They are known by block ids and kinds of elements: the words are those of a language.


def read_question(blocks: Sequence[Raw]) -> tuple[str, list[tuple[int, str, str]]]:
    """(what we ask, or say was taken; which block has whose answer: its index, a user id, "question — option").

    An answer that names nobody by id is among what we say.
    """
    picked = [(i, _user(block), _last_words(block)) for i, block in enumerate(blocks) if _begins(block, "answered")]
    theirs = [one for one in picked if one[1] and one[2]]
    ours = (block for i, block in enumerate(blocks) if i not in {index for index, _, _ in theirs})
    return "\n".join(filter(None, map(_question, ours))), theirs


def _question(block: Raw) -> str:
    if _begins(block, "question"):
        return all_text([block])
    return _last_words(block) if _begins(block, "answered") or _begins(block, "defaulted") else ""


def _begins(block: Raw, kind: str) -> bool:
    return str(block.get("block_id")).startswith(f"{kind}.")


def _user(block: Raw) -> str:
    return next((str(e.get("user_id")) for e in _elements(block) if e.get("type") == "user"), "")


def _last_words(block: Raw) -> str:
    """ "Question — option", which stands behind whatever is said of it."""
    return next((str(e.get("text")) for e in reversed(_elements(block)) if e.get("type") == "text"), "")


def _elements(block: Raw) -> list[Raw]:
    return [element for section in listed(block, "elements") for element in listed(section, "elements")]


# --- blocks -----------------------------------------------------------------------------------------------------


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
            return _marked(str(element.get("text") or ""), element.get("style"))
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
        case "usergroup":
            return f"@{element.get('usergroup_id')}"
        case _:
            return str(element.get("fallback") or element.get("text") or "")


def _marked(text: str, style: object) -> str:
    """Words with the marks that change what they say: what is struck out is not said."""
    marks = style if isinstance(style, Mapping) else {}
    if not text.strip() or "\n" in text:
        return text
    return f"`{text}`" if marks.get("code") else f"~~{text}~~" if marks.get("strike") else text


def _table(block: Raw) -> Iterator[str]:
    rows = block.get("rows")
    for row in rows if isinstance(rows, list) else []:
        cells = [
            "".join(_lines(cell)) if cell.get("type") == "rich_text" else _words(cell) for cell in _mappings(row)
        ]
        yield "| " + " | ".join(cells) + " |"


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 10_000 else 0


def _mappings(value: object) -> list[Raw]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []


def listed(raw: Raw, name: str) -> list[Raw]:
    """The objects in a list that a message holds by this name."""
    return _mappings(raw.get(name))
