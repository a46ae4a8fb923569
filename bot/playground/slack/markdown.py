"""Markdown as Slack gives it back: a `markdown` block is read back as rich_text, its block_id gone.

One block may become several: a table is read back as a `table` block and a rule as a `divider`, with
rich_text around them (https://docs.slack.dev/reference/block-kit/blocks/markdown-block).
"""

import re
from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode as Node

from bot.playground.slack.wire import Json

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_ADDRESS = re.compile(r"https?://[^\s<>]*[^\s<>.,;:!?'\")\]]")
_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}


def to_blocks(text: str) -> list[Json]:
    """The blocks that stand for this Markdown, without block ids. Never empty."""
    blocks: list[Json] = []
    for part in _parts(Node(_PARSER.parse(text))):
        if part["type"] in ("table", "divider"):
            blocks.append(part)
        elif blocks and blocks[-1]["type"] == "rich_text":
            blocks[-1]["elements"].append(part)
        else:
            blocks.append({"type": "rich_text", "elements": [part]})
    return blocks or [{"type": "rich_text", "elements": [section([text_element(text or " ")])]}]


def section(elements: list[Json]) -> Json:
    """One paragraph of rich text."""
    return {"type": "rich_text_section", "elements": elements}


def text_element(text: str, style: dict[str, bool] | None = None) -> Json:
    """A stretch of text in one style."""
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def linked(text: str, style: dict[str, bool] | None = None) -> Iterator[Json]:
    """Text in which bare addresses have become links, as Slack makes them."""
    at = 0
    for found in _ADDRESS.finditer(text):
        if found.start() > at:
            yield text_element(text[at : found.start()], style)
        yield {"type": "link", "url": found.group(), **({"style": style} if style else {})}
        at = found.end()
    if text[at:]:
        yield text_element(text[at:], style)


def _parts(parent: Node) -> Iterator[Json]:
    """The block-level nodes below this one, in order."""
    for node in parent.children:
        match node.type:
            case "hr":
                yield {"type": "divider"}
            case "table":
                yield {"type": "table", "rows": [_row(row) for row in node.walk() if row.type == "tr"]}
            case "bullet_list" | "ordered_list":
                yield from _list(node, 0)
            case "fence" | "code_block":
                yield {"type": "rich_text_preformatted", "elements": [text_element(_lines(node))]}
            case "blockquote":
                yield {"type": "rich_text_quote", "elements": _joined(node)}
            case "heading":
                yield section(list(_inline(node, {"bold": True})))
            case "html_block":
                yield section([text_element(_lines(node))])
            case _:
                yield section(list(_inline(node, {})))


def _row(row: Node) -> list[Json]:
    return [_cell(cell) for cell in row.children]


def _cell(cell: Node) -> Json:
    # An empty cell would be refused on the way in, so Slack cannot give one back either.
    elements = list(_inline(cell, {})) or [text_element(" ")]
    return {"type": "rich_text", "elements": [section(elements)]}


def _list(node: Node, indent: int) -> Iterator[Json]:
    """A list is flat in Slack: nested lists stand behind it, further in, and it then goes on by `offset`."""
    style = "ordered" if node.type == "ordered_list" else "bullet"
    number = int(node.attrs.get("start", 1)) - 1
    items: list[Json] = []
    for item in node.children:
        nested = [child for child in item.children if child.type in ("bullet_list", "ordered_list")]
        items.append(section(_joined(item)))
        number += 1
        if nested:
            yield _rich_list(style, indent, number - len(items), items)
            items = []
            for inner in nested:
                yield from _list(inner, indent + 1)
    if items:
        yield _rich_list(style, indent, number - len(items), items)


def _rich_list(style: str, indent: int, offset: int, items: list[Json]) -> Json:
    numbered = {"offset": offset} if style == "ordered" and offset else {}
    return {"type": "rich_text_list", "style": style, "indent": indent, "elements": items, **numbered}


def _joined(parent: Node) -> list[Json]:
    """What a list item or a quote says, its paragraphs joined by line breaks; nested lists left out."""
    elements: list[Json] = []
    for node in parent.children:
        if node.type in ("bullet_list", "ordered_list"):
            continue
        if elements:
            elements.append(text_element("\n"))
        if node.type in ("fence", "code_block"):
            elements.append(text_element(_lines(node), {"code": True}))
        else:
            elements.extend(_joined(node) if node.type == "blockquote" else _inline(node, {}))
    return elements


def _inline(parent: Node, style: dict[str, bool]) -> Iterator[Json]:
    for node in parent.children:
        match node.type:
            case "text" | "html_inline":
                yield from linked(node.content, style) if node.type == "text" else _plain(node.content, style)
            case "code_inline":
                yield text_element(node.content, {**style, "code": True})
            case "softbreak" | "hardbreak":
                yield text_element("\n")
            case "link":
                yield from _link(str(node.attrs.get("href", "")), _words(node), style)
            case "image":
                yield from _link(str(node.attrs.get("src", "")), node.content, style)
            case "strong" | "em" | "s":
                yield from _inline(node, {**style, _STYLES[node.type]: True})
            case _:
                yield from _inline(node, style)


def _plain(text: str, style: dict[str, bool]) -> Iterable[Json]:
    return [text_element(text, style)] if text else []


def _link(url: str, words: str, style: dict[str, bool]) -> Iterable[Json]:
    if not url:
        return _plain(words, style)
    label = {"text": words} if words and words != url else {}
    return [{"type": "link", "url": url, **label, **({"style": style} if style else {})}]


def _lines(node: Node) -> str:
    # No text in rich_text is empty.
    return node.content.rstrip("\n") or " "


def _words(node: Node) -> str:
    return "".join(inner.content for inner in node.walk() if inner.type in ("text", "code_inline"))
