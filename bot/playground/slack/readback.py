"""Blocks as Slack gives them back: not quite as they were sent."""

import copy
from collections.abc import Callable, Iterator

from bot.playground.slack import blocks, markdown
from bot.playground.slack.wire import Json


def read_back(sent: list[Json], number: Callable[[], int]) -> list[Json]:
    """A copy with markdown converted to rich_text and each missing block_id and action_id filled in.

    A markdown block loses its block_id, all other blocks come back as they went in. `number` gives a new
    number at each call.
    """
    converted = [part for block in copy.deepcopy(sent) for part in _converted(block)]
    for block in converted:
        block.setdefault("block_id", f"b{number():04}")
        for element in blocks.interactive(block):
            element.setdefault("action_id", f"a{number():04}")
    return converted


def _converted(block: Json) -> Iterator[Json]:
    if block.get("type") == "markdown":
        yield from markdown.to_blocks(block["text"])
    else:
        yield block
