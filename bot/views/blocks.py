"""Slack's limits in one table, the builders that keep to them, and the card that a view makes of them. Pure.

Words go into rich_text and plain_text elements, which Slack shows as they are: other people's words need no
escaping there and cannot format anything. Only answers are Markdown.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeVar

from bot.views import safe

Block = dict[str, Any]
_Item = TypeVar("_Item", Block, list[Block])
Kind = Literal["progress", "approval", "question", "answer", "note"]


@dataclass(frozen=True)
class Limits:
    """What Slack takes. Where it says how much text, it means characters; here all of that is counted by `safe.size`,
    in bytes of the escaped text, which are never fewer: so it fits however Slack counts."""

    blocks: int = 50  # blocks of a message; docs.slack.dev/reference/block-kit/blocks
    total: int = 12_500  # all blocks of a message; refused from 13,172 on (slackapi/bolt-js issue 2509)
    container: int = 20  # what each JSON object seems to count beside its text (slackapi/bolt-js issue 2867)
    markdown: int = (
        12_000  # all markdown blocks of a message; docs.slack.dev/reference/block-kit/blocks/markdown-block
    )
    body: int = 11_800  # Markdown in one message, which leaves room for the word that it goes on
    columns: int = (
        20  # of a table, of which Slack makes a block; docs.slack.dev/reference/block-kit/blocks/table-block
    )
    rows: int = 100  # of a table, its header among them
    tables: int = 10_000  # all tables of a message
    text: int = 3_000  # `text` beside blocks: chat.update refuses more than 4,000
    plain: int = 3_900  # one piece of a message without blocks, by the same measure
    context: int = 10  # elements; docs.slack.dev/reference/block-kit/blocks/context-block
    context_text: int = 2_000  # a context's text; Slack documents none, and a section has 3,000
    actions: int = 25  # elements; docs.slack.dev/reference/block-kit/blocks/actions-block
    label: int = 75  # a button's text; docs.slack.dev/reference/block-kit/block-elements/button-element
    value: int = 2_000  # a button's value
    id: int = 255  # block_id and action_id
    input: int = 3_000  # a modal's field; docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
    hint: int = 2_000  # below a field; docs.slack.dev/reference/block-kit/blocks/input-block
    options: int = 100  # of a select menu
    modal: int = 100  # blocks of a modal; docs.slack.dev/surfaces/modals
    view: int = 240_000  # of a modal in JSON, which is ASCII; 250,000 with what it carries besides
    element: int = 3_000  # a text in rich_text; Slack documents none, and a section has 3,000


LIMITS: Final = Limits()

# The first part of the block_id of everything that is no answer's text. A markdown block cannot keep an id, so
# that whoever reads the thread back knows the text by having none of these.
DECORATIONS: Final = frozenset(
    {
        "headline", "understood", "steps", "tried", "unconfirmed", "assumed", "verdicts", "sources", "footer",
        "actions", "call", "arguments", "question", "answered", "defaulted", "hint", "told", "legend", "dropped",
        "contradictory",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Attached:
    """A file in the thread. Its name is known again: no other file of the thread has it. `text` goes out as UTF-8."""

    name: str
    title: str
    text: str


@dataclass(frozen=True)
class Card:
    """One Slack message. `text` is the mrkdwn beside the blocks, never empty; `highest` the highest source number of
    the thread so far; `plain` the whole content in mrkdwn pieces, for when Slack refuses the blocks. The last `aside`
    of them are what stands around an answer, and are posted as notes, so that whoever reads the thread knows them
    apart. `bare` is the same in the plainest blocks, which keep the buttons, and the sources of an answer.

    A card with a `file` has no blocks, and what was posted of it is never edited; `instead` are the cards that say
    the same where Slack takes no file.
    """

    text: str
    blocks: tuple[Block, ...]
    kind: Kind
    highest: int = 0
    plain: tuple[str, ...] = ()
    aside: int = 0
    bare: tuple[Block, ...] = ()
    file: Attached | None = None
    instead: tuple[Card, ...] = ()


def is_decoration(block_id: str) -> bool:
    return block_id.partition(".")[0] in DECORATIONS


def weight(blocks: Block | Iterable[Block]) -> int:
    """What blocks count against `LIMITS.total`, at the worst: every string in them, and each object once more.

    It adds up: blocks together weigh what they weigh one by one.
    """
    strings: list[str] = []
    objects = 0
    pending: list[Any] = [blocks]
    for value in pending:  # which grows meanwhile: messages are weighed often, and this is quicker than to recurse
        if isinstance(value, dict):
            objects += 1
            for inner in value.values():
                (strings if type(inner) is str else pending).append(inner)
        elif isinstance(value, str):
            strings.append(value)
        elif isinstance(value, Iterable):
            pending.extend(value)
    return safe.size("".join(strings)) + LIMITS.container * objects


def fits(blocks: Sequence[Block]) -> bool:
    """Whether Slack takes these as one message."""
    return _Load.of(blocks).fits


class _Load(NamedTuple):
    """What blocks of one message come to; it adds up."""

    blocks: int
    markdown: int
    weight: int

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> _Load:
        marked = sum(safe.size(block["text"]) for block in blocks if block["type"] == "markdown")
        return cls(len(blocks), marked, weight(blocks))

    def with_(self, other: _Load) -> _Load:
        return _Load(self.blocks + other.blocks, self.markdown + other.markdown, self.weight + other.weight)

    @property
    def fits(self) -> bool:
        return self.blocks <= LIMITS.blocks and self.markdown <= LIMITS.markdown and self.weight <= LIMITS.total


# --- elements of rich text --------------------------------------------------------------------------------------


def text(words: str, style: Literal["", "bold", "italic", "code"] = "") -> Block:
    """A stretch of literal text; the caller has made it inert."""
    words = safe.cut(words, LIMITS.element) or "—"
    return {"type": "text", "text": words, **({"style": {style: True}} if style else {})}


def link(url: str, words: str) -> Block:
    """`url` as `safe.web_address` gives it."""
    return {"type": "link", "url": url, "text": words or url}


def user(id: str) -> Block:
    """Names a person, whom Slack may notify."""
    return {"type": "user", "user_id": id}


def moment(at: float) -> Block:
    """A point in time (Unix seconds), which Slack shows in the time zone of whoever reads it."""
    return {"type": "date", "timestamp": int(at), "format": "{date_short_pretty}, {time}", "fallback": utc(at)}


def day(at: float) -> Block:
    """The day of a point in time (Unix seconds), as whoever reads it writes days."""
    fallback = utc(at).partition(" ")[0]
    return {"type": "date", "timestamp": int(at), "format": "{date_short}", "fallback": fallback}


def utc(at: float) -> str:
    """A point in time (Unix seconds) in words, for where Slack translates none."""
    return datetime.datetime.fromtimestamp(at, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")


def section(*elements: Block) -> Block:
    return {"type": "rich_text_section", "elements": list(elements)}


def bullets(items: Iterable[Sequence[Block]]) -> Block:
    return {"type": "rich_text_list", "style": "bullet", "elements": [section(*item) for item in items]}


def quote(*elements: Block) -> Block:
    return {"type": "rich_text_quote", "elements": list(elements)}


def preformatted(words: str) -> Block:
    return {"type": "rich_text_preformatted", "elements": [text(words)]}


# --- blocks -----------------------------------------------------------------------------------------------------


def rich(block_id: str, *parts: Block) -> Block:
    """Sections, lists and preformatted text in a row."""
    return {"type": "rich_text", "block_id": block_id, "elements": list(parts)}


def context(block_id: str, *lines: str) -> Block:
    """Small print; literal text."""
    elements = [
        {"type": "plain_text", "text": safe.words(line, LIMITS.context_text), "emoji": False}
        for line in lines[: LIMITS.context]
    ]
    return {"type": "context", "block_id": block_id, "elements": elements}


def button(label: str, action: str, value: str, style: Literal["", "primary", "danger"] = "") -> Block:
    """Raises ValueError where ids or value do not fit: they are the program's own, and half a token is none."""
    if len(action) > LIMITS.id or len(value) > LIMITS.value:
        raise ValueError("a button's action_id or value is too long")
    shown = {"type": "plain_text", "text": safe.words(label, LIMITS.label), "emoji": False}
    return {
        "type": "button", "text": shown, "action_id": action, "value": value, **({"style": style} if style else {}),
    }  # fmt: skip


def actions(block_id: str, *buttons: Block) -> Block:
    return {"type": "actions", "block_id": block_id, "elements": list(buttons[: LIMITS.actions])}


def table(block_id: str, rows: Iterable[Sequence[str]]) -> Block:
    """Rows of literal text, the header first (docs.slack.dev/reference/block-kit/blocks/table-block)."""
    cells = [[{"type": "raw_text", "text": safe.inert(cell) or "–"} for cell in row] for row in rows]
    columns = [{"is_wrapped": True} for _ in cells[0]]
    return {"type": "table", "block_id": block_id, "column_settings": columns, "rows": cells}


def markdown(words: str) -> Block:
    return {"type": "markdown", "text": words}


# --- cards ------------------------------------------------------------------------------------------------------


def packed(blocks: Iterable[Block], beside: Sequence[Block] = ()) -> Iterator[tuple[Block, ...]]:
    """Blocks in the fewest messages that take them, in order, each with `beside` first. One alone is taken to fit."""
    message: list[Block] = []
    bare = load = _Load.of(beside)
    for block in blocks:
        own = _Load.of([block])
        if message and not load.with_(own).fits:
            yield (*beside, *message)
            message, load = [], bare
        message.append(block)
        load = load.with_(own)
    if message:
        yield (*beside, *message)


def grouped(items: Iterable[_Item], at_most: int, many: int = LIMITS.blocks) -> Iterator[list[_Item]]:
    """Blocks, or elements of a list, in groups of at most so many that weigh at most that; each is weighed once."""
    group: list[_Item] = []
    load = 0
    for item in items:
        own = weight(item) + LIMITS.container
        if group and (load + own > at_most or len(group) == many):
            yield group
            group, load = [], 0
        group.append(item)
        load += own
    if group:
        yield group


def listed(items: Sequence[str], at_most: int, each: int) -> list[list[Block]]:
    """Items for `bullets`, each capped; how many are left out is said."""
    shown = [[text(safe.words(item, each))] for item in items[:at_most]]
    left = len(items) - len(shown)
    return [*shown, [text(f"… and {left} more", "italic")]] if left else shown
