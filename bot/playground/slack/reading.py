"""A thread as a person reads it, as plain text: who says what, blocks as lines, buttons as [Label]."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from bot.playground.slack.typed import unescape
from bot.playground.slack.wire import Json
from bot.playground.slack.world import Message, World

_USER = re.compile(r"<@(\w+)(?:\|[^<>]*)?>")
_CHANNEL = re.compile(r"<#(\w+)(?:\|[^<>]*)?>")
_GROUP = re.compile(r"<!subteam\^(\w+)(?:\|@?([^<>]*))?>")
_BROADCAST = re.compile(r"<!(here|channel|everyone)(?:\|[^<>]*)?>")
_DATE = re.compile(r"<!date\^\d+\^[^<>|]*\|([^<>]*)>")
_LINK = re.compile(r"<((?:https?://|mailto:)[^<>|\s]+)(?:\|([^<>]*))?>")
_EMPHASIS = re.compile(r"(?<![\w*_~])([*_~])(?=\S)([^*_~\n]+?)(?<=\S)\1(?![\w*_~])")


class Reader:
    """Renders messages and blocks. `buttons` False leaves out whatever can only be pressed."""

    def __init__(self, world: World, *, buttons: bool = True) -> None:
        self._world, self._buttons = world, buttons
        self._kinds: dict[str, Callable[[Json], Iterator[str]]] = {
            "section": self._section,
            "header": lambda block: self._lines(self._text(block.get("text"))),
            "markdown": lambda block: self._lines(str(block.get("text", ""))),
            "context": self._context,
            "divider": lambda block: iter(["---"]),
            "actions": self._actions,
            "context_actions": self._actions,
            "rich_text": self._rich_text,
            "table": self._table,
            "image": lambda block: iter([f"(image: {block.get('alt_text', '')})"]),
            "input": self._input,
            "task_card": self._task,
            "plan": self._plan,
        }

    def message(self, said: Message) -> str:
        """One message: "Name: first line", further lines indented by two spaces."""
        note = f" (only visible to {self.name(said.visible_to)})" if said.visible_to else ""
        note += " (deleted)" if said.deleted and said.subtype != "tombstone" else ""
        first, *rest = self._said(said) or [""]
        return "\n".join([f"{self.author(said)}{note}: {first}".rstrip(), *(f"  {line}" for line in rest)])

    def author(self, said: Message) -> str:
        """Who a message is from, as shown above it."""
        if said.username:
            return said.username
        owner = next((u for u in self._world.users.values() if said.bot_id and u.bot_id == said.bot_id), None)
        return owner.real_name if owner and not said.user else self.name(said.user)

    def name(self, user: str) -> str:
        """The name shown for a user id, the id itself when nobody has it."""
        known = self._world.users.get(user)
        return known.real_name if known else {"USLACKBOT": "Slackbot"}.get(user, user)

    def blocks(self, blocks: list[Json]) -> list[str]:
        """Blocks as lines, blank lines left out."""
        return [line for block in blocks for line in self._block(block) if line.strip()]

    def _said(self, said: Message) -> list[str]:
        words = self.blocks(said.blocks) if said.blocks else list(self._lines(self.mrkdwn(said.text)))
        attached = [line for one in said.attachments for line in self._attachment(one)]
        files = [f"(file: {file.get('name', '')})" for file in said.files]
        emoji = " ".join(f":{name}:" for name in said.reactions)
        return [*words, *attached, *files, *([emoji] if emoji else [])]

    def _block(self, block: Json) -> Iterator[str]:
        render = self._kinds.get(str(block.get("type")))
        return render(block) if render else iter([f"({block.get('type')})"])

    def _section(self, block: Json) -> Iterator[str]:
        yield from self._lines(self._text(block.get("text")))
        for field in block.get("fields") or []:
            yield from self._lines(self._text(field))
        if block.get("accessory"):
            yield from self._pressable([block["accessory"]])

    def _context(self, block: Json) -> Iterator[str]:
        parts = [self._text(e) if "text" in e else f"(image: {e.get('alt_text', '')})" for e in block["elements"]]
        yield from self._lines(" ".join(parts))

    def _actions(self, block: Json) -> Iterator[str]:
        yield from self._pressable(block["elements"])

    def _pressable(self, elements: list[Json]) -> Iterator[str]:
        labels = [label for element in elements for label in self._labels(element)]
        if self._buttons and labels:
            yield " ".join(f"[{label}]" for label in labels)

    def _labels(self, element: Json) -> list[str]:
        if element.get("type") == "feedback_buttons":
            return [self._text(element[side]["text"]) for side in ("positive_button", "negative_button")]
        options = [self._text(option["text"]) for option in element.get("options") or []]
        return options or [self._text(element.get("text") or element.get("placeholder"))]

    def _rich_text(self, block: Json) -> Iterator[str]:
        for part in block["elements"]:
            match part["type"]:
                case "rich_text_list":
                    yield from self._list(part)
                case "rich_text_quote":
                    yield from (f"> {line}" for line in self._lines(self._inline(part["elements"])))
                case "rich_text_preformatted":
                    yield from (f"    {line}" for line in self._lines(self._inline(part["elements"])))
                case _:
                    yield from self._lines(self._inline(part["elements"]))

    def _list(self, part: Json) -> Iterator[str]:
        margin = "  " * int(part.get("indent", 0))
        for at, item in enumerate(part["elements"], start=int(part.get("offset", 0)) + 1):
            sign = f"{at}." if part.get("style") == "ordered" else "•"
            first, *rest = list(self._lines(self._inline(item["elements"]))) or [""]
            yield f"{margin}{sign} {first}"
            yield from (f"{margin}  {line}" for line in rest)

    def _inline(self, elements: list[Json]) -> str:
        return "".join(self._element(element) for element in elements)

    def _element(self, element: Json) -> str:
        match element["type"]:
            case "link":
                label = element.get("text")
                return f"{label} ({element['url']})" if label else str(element["url"])
            case "user":
                return f"@{self.name(element['user_id'])}"
            case "channel":
                return f"#{self._channel(element['channel_id'])}"
            case "usergroup":
                return f"@{element['usergroup_id']}"
            case "broadcast":
                return f"@{element['range']}"
            case "emoji":
                return f":{element['name']}:"
            case "date":
                return str(element.get("fallback") or _utc(element["timestamp"]))
            case _:
                text = str(element.get("text", ""))
                return f"`{text}`" if (element.get("style") or {}).get("code") else text

    def _table(self, block: Json) -> Iterator[str]:
        for row in block["rows"]:
            yield " | ".join(self._cell(cell) for cell in row)

    def _cell(self, cell: Json) -> str:
        if cell.get("type") == "rich_text":
            return " ".join(self._rich_text(cell))
        return str(cell.get("text", cell.get("value", "")))

    def _input(self, block: Json) -> Iterator[str]:
        options = " ".join(f"[{label}]" for label in self._labels(block.get("element") or {}) if label)
        yield f"{self._text(block.get('label'))}: {options}".rstrip(": ")

    def _task(self, block: Json) -> Iterator[str]:
        yield f"{block.get('title', '')} ({block.get('status', '')})"
        for part in ("details", "output"):
            if block.get(part):
                yield from self._rich_text(block[part])
        for source in block.get("sources") or []:
            yield self._element({**source, "type": "link"})

    def _plan(self, block: Json) -> Iterator[str]:
        yield str(block.get("title", ""))
        for task in block.get("tasks") or []:
            yield from (f"  {line}" for line in self._task(task))

    def _attachment(self, attached: Json) -> Iterator[str]:
        if attached.get("blocks"):
            yield from (f"| {line}" for line in self.blocks(attached["blocks"]))
            return
        parts = [str(attached[name]) for name in ("pretext", "title", "text") if attached.get(name)]
        parts += [f"{one.get('title', '')}: {one.get('value', '')}" for one in attached.get("fields") or []]
        for part in parts or [str(attached.get("fallback", ""))]:
            yield from (f"| {line}" for line in self._lines(self.mrkdwn(part)))

    def _text(self, text: object) -> str:
        if not isinstance(text, dict):
            return str(text or "")
        words = str(text.get("text", ""))
        return self.mrkdwn(words) if text.get("type") == "mrkdwn" else words

    def mrkdwn(self, text: str) -> str:
        """Slack's own markup as it looks: names for ids, no asterisks, entities decoded. Code stays as it is."""
        text = _USER.sub(lambda found: f"@{self.name(found[1])}", text)
        text = _CHANNEL.sub(lambda found: f"#{self._channel(found[1])}", text)
        text = _GROUP.sub(lambda found: f"@{found[2] or found[1]}", text)
        text = _BROADCAST.sub(r"@\1", text)
        text = _DATE.sub(r"\1", text)
        text = _LINK.sub(lambda found: f"{found[2]} ({found[1]})" if found[2] else found[1], text)
        pieces = re.split(r"(```.*?```|`[^`\n]*`)", text, flags=re.DOTALL)
        return unescape("".join(p if p.startswith("`") else _EMPHASIS.sub(r"\2", p) for p in pieces))

    def _channel(self, channel: str) -> str:
        known = self._world.channels.get(channel)
        return known.name if known else channel

    def _lines(self, text: str) -> Iterator[str]:
        yield from (line.rstrip() for line in text.split("\n") if line.strip())


def _utc(timestamp: int) -> str:
    try:
        return datetime.fromtimestamp(timestamp, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return str(timestamp)


def plain(world: World, blocks: list[Json]) -> str:
    """Blocks as the words a screen reader would get, buttons left out."""
    return "\n".join(Reader(world, buttons=False).blocks(blocks))


def thread(
    world: World, channel: str, ts: str, *, buttons: bool = True, deleted: bool = False, reader: str = ""
) -> str:
    """The thread that message stands in, root first, with what only single people see.

    With a `reader`, a user id, of the latter only what that person sees. With `deleted` also what stood there and
    is gone, marked as such: no reader sees that.
    """
    known = next((m for m in world.in_channel(channel) if m.ts == ts), None)
    root = known.root if known else ts
    parts = [m for m in world.in_channel(channel) if m.root == root and (deleted or world.find(channel, m.ts))]
    whispers = [m for m in world.ephemeral if reader in ("", m.visible_to)]
    parts += [m for m in whispers if m.channel == channel and m.root == root and (deleted or not m.deleted)]
    render = Reader(world, buttons=buttons).message
    return "\n".join(render(said) for said in sorted(parts, key=lambda m: m.ts))


def everything(world: World) -> str:
    """All threads of all channels, one after the other, deleted messages marked."""
    parts: list[str] = []
    for channel in world.channels.values():
        said = [*world.in_channel(channel.id), *(m for m in world.ephemeral if m.channel == channel.id)]
        for root in dict.fromkeys(message.root for message in sorted(said, key=lambda m: m.ts)):
            text = thread(world, channel.id, root, deleted=True)
            parts += [f"#{channel.name or channel.id}\n{text}"] if text else []
    reader = Reader(world)
    parts += [f"Never shown, its thread had no replies:\n{reader.message(said)}" for said in world.unshown]
    return "\n\n".join(parts) or "(nothing was said)"
