"""What Slack refuses inside a rich_text block; slack_sdk's models look at its outer parts only.

https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
"""

from collections.abc import Iterator

from bot.playground.slack.wire import Json

# What each element cannot do without, and of which type it is.
_NEEDED: dict[str, dict[str, type]] = {
    "text": {"text": str},
    "link": {"url": str},
    "user": {"user_id": str},
    "usergroup": {"usergroup_id": str},
    "channel": {"channel_id": str},
    "broadcast": {"range": str},
    "emoji": {"name": str},
    "color": {"value": str},
    "date": {"timestamp": int, "format": str},
}
_OPTIONAL: dict[str, dict[str, type]] = {
    "link": {"text": str},
    "date": {"fallback": str, "url": str, "timezone": str},
}
_HOLDERS = {"rich_text_section", "rich_text_quote", "rich_text_preformatted"}
_RANGES = {"here", "channel", "everyone"}


def problems(block: Json) -> Iterator[str]:
    """What is wrong with the elements of a rich_text block, whose lists are known to be lists of objects."""
    for part in block.get("elements") or []:
        if part.get("type") == "rich_text_list":
            for item in part.get("elements") or []:
                yield from _holder(item)
        else:
            yield from _holder(part)


def _holder(part: Json) -> Iterator[str]:
    if part.get("type") not in _HOLDERS:
        yield f"unsupported type: {part.get('type')}"
        return
    for element in part.get("elements") or []:
        if element.get("type") == "date" and part["type"] == "rich_text_preformatted":
            yield "unsupported type in rich_text_preformatted: date"
        yield from _element(element)


def _element(element: Json) -> Iterator[str]:
    kind = str(element.get("type"))
    if kind not in _NEEDED:
        yield f"unsupported type: {kind}"
        return
    for name, wanted in _NEEDED[kind].items():
        if element.get(name) is None:
            yield f"missing required field: {name}"
        else:
            yield from _value(name, element[name], wanted)
    for name, wanted in _OPTIONAL.get(kind, {}).items():
        if element.get(name) is not None:
            yield from _value(name, element[name], wanted)
    if kind == "broadcast" and element.get("range") not in _RANGES:
        yield f"must be one of {sorted(_RANGES)}: range"


def _value(name: str, value: object, wanted: type) -> Iterator[str]:
    # JSON's true is no number, though Python's is.
    if not isinstance(value, wanted) or isinstance(value, bool):
        yield f"must be a {'number' if wanted is int else 'string'}: {name}"
    elif value == "":
        yield f"must be more than 0 characters: {name}"
