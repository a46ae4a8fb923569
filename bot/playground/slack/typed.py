"""What a person types, as Slack passes it on: escaped `text` and a rich_text block beside it."""

import re
from collections.abc import Iterator

from bot.playground.slack.markdown import linked, section
from bot.playground.slack.wire import Json

# Mentions, channels, broadcasts and links that are already in Slack's own notation.
_TOKEN = re.compile(r"<(?:[@#!][^<>\s]+(?:\|[^<>]*)?|(?:https?://|mailto:)[^<>\s|]+(?:\|[^<>]*)?)>")


def escape(text: str) -> str:
    """The three characters Slack escapes (https://docs.slack.dev/messaging/formatting-message-text)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    """The same backwards, in one pass: a typed "&lt;" must not become "<"."""
    return re.sub(r"&(amp|lt|gt);", lambda found: {"amp": "&", "lt": "<", "gt": ">"}[found[1]], text)


def on_the_wire(typed: str, handles: dict[str, str]) -> str:
    """Typed text as it arrives in events: @handle becomes <@id>, bare addresses are put in brackets.

    `handles` maps each handle to its user id. Tokens already in Slack's notation stay as they are.
    """
    return "".join(
        piece if is_token else "".join(_wire(element) for element in linked(piece))
        for piece, is_token in _pieces(_mentioned(typed, handles))
    )


def rich_text(typed: str, handles: dict[str, str]) -> list[Json]:
    """The blocks Slack's own clients send with the text; none without text."""
    parts: list[Json] = []
    for piece, is_token in _pieces(_mentioned(typed, handles)):
        parts += [_element(piece[1:-1])] if is_token else linked(piece)
    return [{"type": "rich_text", "elements": [section(parts)]}] if parts else []


def mentions(text: str, user: str) -> bool:
    """Does this text, as it is on the wire, name that user?"""
    return re.search(rf"<@{re.escape(user)}(?:\|[^<>]*)?>", text) is not None


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The text cut into tokens (True) and what stands between them."""
    at = 0
    for token in _TOKEN.finditer(text):
        yield text[at : token.start()], False
        yield token.group(), True
        at = token.end()
    yield text[at:], False


def _mentioned(typed: str, handles: dict[str, str]) -> str:
    def user(found: re.Match[str]) -> str:
        known = handles.get(found[1])
        return f"<@{known}>" if known else found[0]

    return re.sub(r"(?<![\w@<./])@(\w+)", user, typed)


def _element(token: str) -> Json:
    inside, _, label = token.partition("|")
    kind, name = inside[0], inside[1:]
    if kind == "@":
        return {"type": "user", "user_id": name}
    if kind == "#":
        return {"type": "channel", "channel_id": name}
    if name.startswith("subteam^"):
        return {"type": "usergroup", "usergroup_id": name.removeprefix("subteam^")}
    if kind == "!":
        return {"type": "broadcast", "range": name}
    return {"type": "link", "url": inside, **({"text": label} if label else {})}


def _wire(element: Json) -> str:
    return f"<{escape(element['url'])}>" if element["type"] == "link" else escape(element["text"])
