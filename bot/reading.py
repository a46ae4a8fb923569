"""The words of messages, as a person reads them: what the model is told of a thread. Pure.

Slack gives a markdown block back converted (rich text, tables, bold sections for headings), so this reads whatever
kinds carry words and passes over what it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.decoding import decoded
from bot.place import Me
from bot.views.blocks import is_decoration

Raw = Mapping[str, Any]
MESSAGE_AT_MOST = 12_000  # characters of one message


# --- messages ---------------------------------------------------------------------------------------------------


def said(raw: Raw, me: Me) -> str:
    """What a message says, without our name: its text, what apps put into blocks and attachments, names of files."""
    our_name = rf"<@{re.escape(me.user)}(\|[^<>]*)?>(?:[:,](?=\s|$))?"
    text = decoded(re.sub(our_name, "", _string(raw.get("text")))).strip()
    text = _text_and_blocks(raw, text, me)
    parts = [text, *(_attachment(one, text) for one in _attached(raw))]
    if not raw.get("text") and not "".join(parts).strip():  # Nothing else: then even the preview of a link is read.
        parts = [_attachment(one, "") for one in listed(raw, "attachments")]
    return cut("\n".join([*_once(parts), *_files(raw)]), MESSAGE_AT_MOST)


def cut(text: str, at_most: int) -> str:
    return text if len(text) <= at_most else f"{text[:at_most]}… (shortened)"


def _text_and_blocks(raw: Raw, text: str, me: Me) -> str:
    """A person's blocks are their text over again; an app's text may be no more than a title to its blocks."""
    blocks = all_text(listed(raw, "blocks")) if not raw.get("text") or raw.get("bot_id") else ""
    return _over(text, re.sub(rf"@{re.escape(me.user)}\b ?", "", blocks).strip())


def _over(text: str, blocks: str) -> str:
    """The text above the blocks that it was sent with, unless they say it as well."""
    return blocks if _even(text) in _even(blocks) else f"{text}\n{blocks}"


def _even(text: str) -> str:
    """A text without the marks and line breaks by which one thing said twice may differ."""
    return " ".join((re.sub(r"[*_~`]", "", text).strip() or text).split())


def _once(parts: Iterable[str]) -> list[str]:
    """The parts that say something, equal ones once."""
    kept: dict[str, str] = {}
    for part in parts:
        kept.setdefault(_even(part), part.strip())
    return [part for even, part in kept.items() if even]


def _attached(raw: Raw) -> list[Raw]:
    """What is attached and was put there by somebody: a forwarded message is, the preview of a link is not."""
    forwarded = ("is_share", "is_msg_unfurl")
    attached = listed(raw, "attachments")
    return [one for one in attached if not one.get("from_url") or any(map(one.get, forwarded))]


def _attachment(raw: Raw, above: str) -> str:
    """What an attachment says beyond the words that stand above it. A forwarded message's own blocks are in it."""
    named = [decoded(_string(raw.get(name))) for name in ("pretext", "author_name", "title", "title_link")]
    forwarded = (all_text(listed(one["message"], "blocks")) for one in _wrapped(raw))
    blocks = "\n".join(filter(None, (all_text(listed(raw, "blocks")), *forwarded)))
    fields = (
        ": ".join(decoded(_string(f[name])) for name in ("title", "value") if f.get(name))
        for f in listed(raw, "fields")
    )
    body = _over(decoded(_string(raw.get("text"))), blocks)
    parts = [*_once([*named, body, *fields, *_labels(raw.get("actions"))]), *_files(raw)]
    if not parts:
        spare = (decoded(_string(raw.get(name))) for name in ("fallback", "footer"))
        parts = _once(words for words in spare if words != "[no preview available]")
    return "\n".join(part for part in parts if _even(part) != _even(above))


def _wrapped(raw: Raw) -> list[Raw]:
    """The messages that a forwarded one consists of: [{"team", "channel", "ts", "message": {"blocks"}}]."""
    return [one for one in listed(raw, "message_blocks") if isinstance(one.get("message"), Mapping)]


def _files(raw: Raw) -> list[str]:
    """The files of a message by name; of one that was deleted only a tombstone is left, which names nothing."""
    there = [one for one in listed(raw, "files") if one.get("mode") != "tombstone"]
    names = (
        _string(one.get("name")) or _string(one.get("title")) or ("a file" if one.get("id") else "") for one in there
    )
    return [f"(file: {name})" for name in names if name]


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
    """What the blocks say, all of them, with what can be pressed and where it leads to."""
    return "\n".join(line for block in _mappings(blocks) for line in _lines(block) if line.strip()).strip()


def _lines(block: Raw) -> Iterator[str]:
    match block.get("type"):
        case "rich_text":
            yield from (_rich(part) for part in _mappings(block.get("elements")))
        case "markdown":
            yield _string(block.get("text"))
        case "section" | "header" | "alert":
            yield from (_words(part) for part in (block.get("text"), *_mappings(block.get("fields"))))
            yield from _labels([block.get("accessory")])
        case "context":
            yield " ".join(_words(part) for part in _mappings(block.get("elements")))
        case "table" | "data_table":
            yield _string(block.get("caption"))
            yield from _table(block)
        case "actions" | "context_actions":
            yield from _labels(block.get("elements"))
        case "image":
            yield " ".join(word for word in (_string(block.get("alt_text")), _words(block.get("title"))) if word)
        case "video":
            yield _linked(_words(block.get("title")), block.get("title_url"))
            yield _words(block.get("description"))
        case "card":
            yield from (_words(block.get(name)) for name in ("title", "subtitle", "body"))
            yield from _labels(block.get("actions"))
        case "task_card":
            yield from _task(block)
        case "plan":
            yield _words(block.get("title"))
            for task in _mappings(block.get("tasks")):
                yield from _task(task)
        case _:
            return


def _task(card: Raw) -> Iterator[str]:
    """A task card: its title, what is said of it in rich text, and the sources it names."""
    yield _words(card.get("title"))
    for name in ("details", "output"):
        yield _rich_text(card.get(name))
    for source in _mappings(card.get("sources")):
        yield _linked(_words(source.get("text")), source.get("url"))


def _rich_text(block: object) -> str:
    """A rich text block that stands in another, where plain words may stand as well."""
    elements = _mappings(block.get("elements")) if isinstance(block, Mapping) else []
    return "\n".join(map(_rich, elements)) or _words(block)


def _labels(elements: object) -> Iterator[str]:
    """What can be pressed or chosen, by its label and the address that it leads to."""
    for part in _mappings(elements):
        yield _linked(_words(part.get("text")), part.get("url"))
        groups = (listed(group, "options") for group in listed(part, "option_groups"))
        sides = _mappings([part.get("positive_button"), part.get("negative_button")])
        for one in (*listed(part, "options"), *(one for group in groups for one in group), *sides):
            yield _linked(_words(one.get("text")), one.get("url"))


def _linked(label: str, url: object) -> str:
    address = _string(url)
    return address if not label or label == address else f"{label} ({address})" if address else label


def _words(part: object) -> str:
    """A text object, or a text: mrkdwn is decoded, plain text stands as it is."""
    text = _string(part.get("text")) if isinstance(part, Mapping) else _string(part)
    return decoded(text) if isinstance(part, Mapping) and part.get("type") == "mrkdwn" else text


def _string(value: object) -> str:
    """A text or a number as it stands; "" for everything else, however it got there."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _rich(part: Raw) -> str:
    elements = list(_mappings(part.get("elements")))
    match part.get("type"):
        case "rich_text_list":
            level = "  " * _number(part.get("indent"))
            ordered = part.get("style") == "ordered"
            first = 1 + _number(part.get("offset"))
            marks = (f"{n}." if ordered else "-" for n in range(first, first + len(elements)))
            return "\n".join(f"{level}{mark} {_inline(item)}" for mark, item in zip(marks, elements, strict=True))
        case "rich_text_preformatted":
            return f"```\n{_inline(part)}\n```"
        case "rich_text_quote":
            return f"> {_inline(part)}"
        case _:
            return _inline(part)


def _inline(part: Raw) -> str:
    return "".join(map(_element, _mappings(part.get("elements"))))


def _element(element: Raw) -> str:
    match element.get("type"):
        case "text":
            return _marked(_string(element.get("text")), element.get("style"))
        case "link":
            text, url = _string(element.get("text")), _string(element.get("url"))
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
            return _string(element.get("fallback")) or _string(element.get("text"))


def _marked(text: str, style: object) -> str:
    """Words with the marks that change what they say: what is struck out is not said."""
    marks = style if isinstance(style, Mapping) else {}
    if not text.strip() or "\n" in text:
        return text
    return f"`{text}`" if marks.get("code") else f"~~{text}~~" if marks.get("strike") else text


def _table(block: Raw) -> Iterator[str]:
    rows = block.get("rows")
    for row in rows if isinstance(rows, list) else []:
        yield "| " + " | ".join(map(_cell, _mappings(row))) + " |"


def _cell(cell: Raw) -> str:
    """Rich or plain text, a number by how it is shown or what it is, a button by its label."""
    said = _rich_text(cell) or _string(cell.get("value"))
    return said.replace("\n", " ") or " ".join(_labels([cell.get("element")]))


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 10_000 else 0


def _mappings(value: object) -> list[Raw]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []


def listed(raw: Raw, name: str) -> list[Raw]:
    """The objects in a list that a message holds by this name."""
    return _mappings(raw.get(name))
