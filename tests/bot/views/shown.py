"""A thread as readable text: what the golden files hold."""

from __future__ import annotations

from collections.abc import Iterator

from bot.views.blocks import Block, Card

_STYLES = {"bold": "*", "italic": "_", "code": "`"}


def shown(thread: dict[str, Card]) -> str:
    """Every message: its slot and kind, the text beside its blocks, and the blocks line by line."""
    return "\n".join(line for slot, card in thread.items() for line in _card(slot, card)).rstrip() + "\n"


def shown_view(view: Block) -> str:
    """A modal: its title, its blocks line by line, and the word that closes it."""
    lines = [f"===== {view['title']['text']}", *(line for block in view["blocks"] for line in _view_block(block))]
    return "\n".join([*lines, f"[{view['close']['text']}]"]) + "\n"


def _view_block(block: Block) -> Iterator[str]:
    if block["type"] == "divider":
        yield "-" * 20
    else:
        yield from _block(block)


def _card(slot: str, card: Card) -> Iterator[str]:
    yield f"===== {slot} ({card.kind}, sources up to {card.highest}, plain in {len(card.plain)})"
    yield f"text: {card.text.splitlines()[0]}"
    if card.file:
        yield f"file: {card.file.name} (messages instead: {len(card.instead)})"
        yield f"title: {card.file.title}"
        yield card.file.text
    for block in card.blocks:
        yield f"--- {block['type']} {block.get('block_id', '')}".rstrip()
        yield from _block(block)
    yield ""


def _block(block: Block) -> Iterator[str]:
    match block["type"]:
        case "rich_text":
            for part in block["elements"]:
                yield from _part(part)
        case "context":
            yield from (f"({element['text']})" for element in block["elements"])
        case "actions":
            yield from (_button(element) for element in block["elements"])
        case "markdown":
            yield block["text"]
        case "table":
            yield from (" | ".join(cell["text"] for cell in row) for row in block["rows"])
        case other:
            yield f"unknown: {other}"


def _part(part: Block) -> Iterator[str]:
    match part["type"]:
        case "rich_text_list":
            yield from ("- " + _elements(item) for item in part["elements"])
        case "rich_text_quote":
            yield "> " + _elements(part)
        case "rich_text_preformatted":
            yield "| " + _elements(part)
        case _:
            yield _elements(part)


def _elements(part: Block) -> str:
    return "".join(_element(element) for element in part["elements"]).removesuffix("\n")


def _element(element: Block) -> str:
    match element["type"]:
        case "link":
            return f"<{element['text']}>({element['url']})"
        case "user":
            return f"<user {element['user_id']}>"
        case "date":
            return f"<{element['fallback']}>"
        case _:
            sign = next((_STYLES[style] for style in element.get("style", {})), "")
            return f"{sign}{element['text']}{sign}"


def _button(button: Block) -> str:
    value = button["value"].rpartition("|")[0]
    style = f" {button['style']}" if "style" in button else ""
    asked = f" ({button['confirm']['title']['text']})" if "confirm" in button else ""
    return f"[{button['text']['text']}]{style} {button['action_id']} = {value}{asked}"
