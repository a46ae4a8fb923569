"""Which blocks and views Slack would refuse.

slack_sdk's models, built from the raw JSON, know most limits (https://docs.slack.dev/reference/block-kit);
the checks here add what they let through. Each check returns what is wrong in words, nothing when all is well.
"""

import copy
import json
from collections.abc import Callable, Iterable, Iterator

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block
from slack_sdk.models.views import View as SdkView

from bot.playground.slack import inputs, rich
from bot.playground.slack.wire import Json, SlackError

MESSAGE_BLOCKS, VIEW_BLOCKS = 50, 100
FIELD_CHARACTERS, ID_CHARACTERS = 2_000, 255
TABLE_ROWS, TABLE_COLUMNS, TABLE_CHARACTERS = 100, 20, 10_000
MARKDOWN_CHARACTERS = 12_000
VIEW_BYTES = 250_000
# Slack counts the text of all blocks plus something for every container. Its own count is not documented:
# posts were seen refused from 13,172 characters on, and with many small elements from 11,341 characters of
# text on (github.com/slackapi/bolt-js/issues/2509 and 2867).
TOTAL_CHARACTERS, CONTAINER_CHARACTERS = 13_200, 20

_LISTS = {"fields", "elements", "options"}
_WORDS = {"type", "block_id", "action_id", "url"}
_PARTS = {"label", "element", "accessory", "positive_button", "negative_button"}
_MESSAGES_ONLY = {"markdown", "context_actions", "task_card", "file", "table", "container"}
_MODALS_ONLY = {"alert"}
_NOT_AT_HOME = {"markdown", "context_actions", "task_card", "file", "alert"}
# Real blocks that slack_sdk has no model for.
_UNMODELLED = {"data_table", "data_visualization"}


def check_message(blocks: list[Json]) -> None:
    """Raise the SlackError with which chat.postMessage and chat.update refuse these blocks."""
    if len(blocks) > MESSAGE_BLOCKS:
        raise SlackError("msg_blocks_too_many", f"no more than {MESSAGE_BLOCKS} items allowed: /blocks")
    problems = [*_each(blocks, _MODALS_ONLY)] or [*_ids(blocks), *_tables(blocks)]
    if problems:
        raise SlackError("invalid_blocks", *problems)
    if _markdown(blocks) > MARKDOWN_CHARACTERS or weight(blocks) > TOTAL_CHARACTERS:
        raise SlackError("msg_blocks_too_long")


def check_view(view: Json) -> None:
    """Raise the SlackError with which views.open, views.update and views.push refuse this modal."""
    _check(view, _MESSAGES_ONLY, _frame)


def check_home(view: Json) -> None:
    """Raise the SlackError with which views.publish refuses this Home tab."""
    _check(view, _NOT_AT_HOME, _home)


def _check(view: Json, forbidden: set[str], frame: Callable[[Json], Iterator[str]]) -> None:
    if len(json.dumps(view).encode()) > VIEW_BYTES:
        raise SlackError("view_too_large")
    blocks = view.get("blocks")
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise SlackError("invalid_arguments", "must be an array of objects: /view/blocks")
    problems = [*_each(blocks, forbidden)] or [*frame(view), *_ids(blocks)]
    if problems:
        raise SlackError("invalid_arguments", *problems)


def weight(blocks: list[Json]) -> int:
    """Roughly what Slack counts towards the limit for all blocks of a message, in characters."""
    strings = sum(len(text) for text in _strings(blocks))
    return strings + CONTAINER_CHARACTERS * sum(1 for _ in objects(blocks))


def objects(value: object) -> Iterator[Json]:
    """Every JSON object in it, outer ones first."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from objects(inner)


def interactive(block: Json) -> Iterator[Json]:
    """Every element in it that has an action_id, or would if it had been given one."""
    kinds = ("button", "input", "select", "checkboxes", "picker", "overflow")
    for element in objects(block):
        kind = str(element.get("type", ""))
        if element is not block and (kind.endswith(kinds) or kind == "feedback_buttons"):
            yield element


def buttons(blocks: Iterable[Json]) -> Iterator[tuple[Json, Json]]:
    """Everything one can press, each with the top-level block it stands in."""
    for block in blocks:
        for element in objects(block):
            if element.get("type") in ("button", "icon_button"):
                yield block, element
            elif element.get("type") == "feedback_buttons":
                for side in ("positive_button", "negative_button"):
                    action_id = element.get("action_id", "")
                    yield block, {**element[side], "type": "feedback_buttons", "action_id": action_id}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings(list(value.values()))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _markdown(blocks: list[Json]) -> int:
    return sum(len(block["text"]) for block in blocks if block["type"] == "markdown")


def _each(blocks: list[Json], forbidden: set[str]) -> Iterator[str]:
    for at, block in enumerate(blocks):
        # The later checks lean on the shape: they look no further when that is wrong.
        problems = [*_shape(block)] or [*_modelled(block), *_texts(block), *_emptiness(block), *_inside(block)]
        if not problems and block["type"] in forbidden:
            problems = [f"unsupported type here: {block['type']}"]
        yield from (f"{problem} [/blocks/{at}]" for problem in problems)


def _shape(block: Json) -> Iterator[str]:
    """Lists where lists belong, text where text belongs."""
    if "type" not in block:
        yield "missing required field: type"
    for one in objects(block):
        for name, value in one.items():
            if name in _LISTS and not _is_list_of_objects(value):
                yield f"must be an array of objects: {name}"
            if name in _WORDS and not isinstance(value, str):
                yield f"must be a string: {name}"
            if name in _PARTS and not isinstance(value, dict):
                yield f"must be an object: {name}"
    rows = block.get("rows", [])
    if not isinstance(rows, list) or not all(_is_list_of_objects(row) for row in rows):
        yield "must be an array of arrays of objects: rows"
    if not isinstance(block.get("text", {}), str if block.get("type") == "markdown" else dict):
        yield "wrong kind of text"


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _modelled(block: Json) -> Iterator[str]:
    """What slack_sdk's own models say, and what they only warn about: unknown types and unknown keys."""
    if block.get("type") in _UNMODELLED:
        return
    try:
        model = Block.parse(copy.deepcopy(block))
        if model is None:
            yield f"unsupported type: {block.get('type')}"
            return
        unknown = set(block) - set(model.attributes) - {"type"}
        yield from (f"invalid additional property: {name}" for name in sorted(unknown))
        if any(element is None for element in getattr(model, "elements", None) or []):
            yield "unsupported element"
        model.to_dict()
    except (SlackObjectFormationError, TypeError, AttributeError, KeyError) as problem:
        yield str(problem)


def _texts(block: Json) -> Iterator[str]:
    """Text objects: none empty, the right type where only plain text may stand."""
    for text in objects(block):
        if text.get("type") in ("plain_text", "mrkdwn") and not str(text.get("text", "")).strip():
            yield "text must be more than 0 characters"
    plain = [block.get("text")] if block.get("type") == "header" else []
    plain += [block.get("label")] if block.get("type") == "input" else []
    plain += [element.get("text") for _, element in buttons([block])]
    if any(not isinstance(text, dict) or text.get("type") != "plain_text" for text in plain):
        yield "text must be plain_text"
    for field in block.get("fields") or []:
        if len(str(field.get("text", ""))) > FIELD_CHARACTERS:
            yield f"field must be at most {FIELD_CHARACTERS} characters"


def _emptiness(block: Json) -> Iterator[str]:
    """The SDK counts a list's length only upwards, and lets an image go without a picture."""
    if block.get("type") == "image" and not (block.get("image_url") or block.get("slack_file")):
        yield "image_url or slack_file must be given"
    if block.get("type") in ("actions", "context", "rich_text") and not block.get("elements"):
        yield "elements must have at least 1 item"
    if any(str(one.get("type")).startswith("rich_text_") and "elements" not in one for one in objects(block)):
        yield "missing required field: elements"


def _inside(block: Json) -> Iterator[str]:
    """Fields and rich text, wherever in the block it stands."""
    if block.get("type") == "input":
        yield from inputs.problems(block)
    for one in objects(block):
        if one.get("type") == "rich_text":
            yield from rich.problems(one)


def _ids(blocks: list[Json]) -> Iterator[str]:
    """block_id once in a message, action_id once in a block, both up to 255 characters."""
    block_ids = [str(block["block_id"]) for block in blocks if block.get("block_id")]
    yield from (f"block_id already exists: {twice}" for twice in _repeated(block_ids))
    yield from ("block_id too long" for block_id in block_ids if len(block_id) > ID_CHARACTERS)
    for block in blocks:
        actions = [str(e["action_id"]) for e in objects(block) if e.get("action_id")]
        yield from (f"action_id already exists: {twice}" for twice in _repeated(actions))


def _repeated(ids: list[str]) -> list[str]:
    return sorted({one for one in ids if ids.count(one) > 1})


def _tables(blocks: list[Json]) -> Iterator[str]:
    tables = [block for block in blocks if block.get("type") == "table"]
    for table in tables:
        rows = [row for row in table.get("rows") or [] if isinstance(row, list)]
        if len(rows) > TABLE_ROWS or any(len(row) > TABLE_COLUMNS for row in rows):
            yield f"a table has at most {TABLE_ROWS} rows of {TABLE_COLUMNS} cells"
        if any(cell.get("type") == "raw_text" and not cell.get("text") for row in rows for cell in row):
            yield "a cell must have at least 1 character"
    if sum(len(text) for table in tables for text in _strings(table)) > TABLE_CHARACTERS:
        yield f"tables have at most {TABLE_CHARACTERS} characters together"


def _home(view: Json) -> Iterator[str]:
    """A Home tab has nothing around its blocks."""
    if view.get("type") != "home":
        yield "type must be home [/view/type]"
    if len(view["blocks"]) > VIEW_BLOCKS:
        yield f"no more than {VIEW_BLOCKS} items allowed [/view/blocks]"
    yield from (f"unsupported property: {part} [/view]" for part in ("title", "submit", "close") if view.get(part))


def _frame(view: Json) -> Iterator[str]:
    """What is around a modal's blocks."""
    if view.get("type") != "modal":
        yield "type must be modal [/view/type]"
        return
    if not view.get("title"):
        yield "missing required field: title [/view]"
    kinds = {block.get("type") for block in view["blocks"]}
    if "input" in kinds and not view.get("submit"):
        yield "submit is required when an input block is within blocks [/view/submit]"
    for part in ("title", "submit", "close"):
        if isinstance(view.get(part), dict) and view[part].get("type") != "plain_text":
            yield f"must be plain_text [/view/{part}]"
    try:
        # The blocks are judged one by one elsewhere; here only their number counts.
        SdkView(**{**view, "blocks": [{"type": "divider"}] * len(view["blocks"])}).to_dict()
    except (SlackObjectFormationError, TypeError, AttributeError, KeyError) as problem:
        yield str(problem)
