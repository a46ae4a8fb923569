"""What a model sends as a call's arguments, read into one JSON object or refused in words it can act on.

Models encode arguments twice, hand lists over as text, add a code fence, forget a comma. All that can be read.
What was cut off is never completed by guessing: half a call would do something nobody asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import json_repair
from pydantic import ValidationError

from agent.clean import clean

_LONGEST = 100_000  # characters of arguments that are looked at
_CUT_OFF = "the arguments were cut off; send the whole call again, shorter if need be"
_NOT_AN_OBJECT = "the arguments must be one JSON object"


class Unreadable(ValueError):
    """The arguments cannot be read; the text says why, for the model."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with one argument, for whoever says it to people: its name, where in it ("1.city", "" for all of
    it), the kind of pydantic's error, what that names (such as `ge`), and its own words
    (https://docs.pydantic.dev/latest/errors/validation_errors)."""

    name: str
    inside: str
    kind: str
    named: Mapping[str, Any]
    words: str


def parsed(raw: object) -> dict[str, Any]:
    """The arguments as a JSON object; nothing at all means no arguments. Raises Unreadable, nothing else."""
    value = raw
    for _ in range(4):  # an object, encoded up to three times
        if value is None:
            return {}
        if isinstance(value, Mapping):
            return _sound(value)
        if not isinstance(value, str):
            break
        value = _decoded(value)
    raise Unreadable(_NOT_AN_OBJECT)


def items(text: str) -> list[dict[str, Any]]:
    """The objects of a JSON list, of one object or of several below each other, mended as arguments are; what else
    stands among them is passed over. Raises Unreadable, nothing else."""
    if len(text) > _LONGEST:
        raise Unreadable(f"it is longer than {_LONGEST:,} characters")
    try:
        whole: object = json.loads(text, strict=False)
    except RecursionError as error:
        raise Unreadable("it is nested too deeply") from error
    except ValueError:
        whole = [_mended(text[start:end]) for start, end in _objects(text)]
        whole = whole[0] if len(whole) == 1 else whole
        if not whole and text.strip():
            raise Unreadable("it is no JSON") from None
    listed = json.loads(clean(json.dumps(whole if isinstance(whole, list) else [whole], ensure_ascii=False)))
    return [item for item in listed if isinstance(item, dict)]


def _sound(value: Mapping[Any, Any]) -> dict[str, Any]:
    """The object once through JSON: string keys, finite numbers, text that can be encoded."""
    try:
        text = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
        sound = json.loads(clean(text))
    except (TypeError, ValueError, RecursionError) as error:
        raise Unreadable("the arguments hold something that JSON cannot say") from error
    return sound if isinstance(sound, dict) else {}


def _decoded(text: str) -> object:
    if not text.strip():
        return None
    if len(text) > _LONGEST:
        raise Unreadable(f"the arguments are longer than {_LONGEST:,} characters")
    try:
        return json.loads(text, strict=False)  # a raw line break inside a string is harmless
    except RecursionError as error:
        raise Unreadable(_NOT_AN_OBJECT) from error
    except ValueError:
        return _mended(_only_object(text))


def _only_object(text: str) -> str:
    """The one object in a text that is not quite JSON, without what stands around it (a fence, a closing tag)."""
    ends = list(_objects(text))
    if len(ends) > 1:
        raise Unreadable("the arguments hold more than one JSON object; make one call for each")
    if not ends:
        raise Unreadable(_NOT_AN_OBJECT)
    start, end = ends[0]
    return text[start:end]


def _objects(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each outermost object; raises Unreadable when the text stops inside one."""
    quote = '"' if '"' in text else "'"
    depth, start, quoted, escaped = 0, 0, False, False
    for at, char in enumerate(text):
        if quoted:
            quoted = escaped or char != quote
            escaped = char == "\\" and not escaped
        elif char == quote and depth:
            quoted = True
        elif char in "{[":
            start, depth = (start, depth + 1) if depth else (at, 1)
        elif char in "}]" and depth:
            depth -= 1
            if not depth:
                yield start, at + 1
    if depth:
        raise Unreadable(_CUT_OFF)


def _mended(text: str) -> object:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    try:
        return json_repair.repair_json(text, return_objects=True, strict=True)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise Unreadable("the arguments are not valid JSON") from error


def unwrapped(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """The value with lists and objects that came as text decoded, only where the schema allows no text there."""
    shapes = list(_shapes(schema, root))
    kinds = {shape.get("type") for shape in shapes}
    if isinstance(value, str) and kinds & {"object", "array"} and not kinds & {"string", None}:
        value = _list_or_object(value)
    for shape in shapes:
        if isinstance(value, dict) and shape.get("type") == "object":
            inner, other = shape.get("properties", {}), shape.get("additionalProperties")
            other = other if isinstance(other, dict) else {}
            value = {key: unwrapped(item, inner.get(key, other), root) for key, item in value.items()}
        elif isinstance(value, list) and shape.get("type") == "array":
            value = [unwrapped(item, shape.get("items", {}), root) for item in value]
    return value


def _shapes(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The alternatives of a schema, references followed."""
    if "$ref" in schema:
        yield from _shapes(root.get("$defs", {})[schema["$ref"].rsplit("/", 1)[-1]], root)
    elif "anyOf" in schema:
        for alternative in schema["anyOf"]:
            yield from _shapes(alternative, root)
    else:
        yield schema


def _list_or_object(text: str) -> object:
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, list | dict) else text


def complaint(error: ValidationError, takes: tuple[str, ...]) -> str:
    """What is wrong with each argument, and which ones there are."""
    return "; ".join(
        [*(_fault(dict(item)) for item in error.errors()[:5]), f"it takes: {', '.join(takes) or 'nothing'}"]
    )


def faults(error: ValidationError) -> tuple[Fault, ...]:
    """The same for a form that a person filled in."""
    return tuple(
        Fault(
            name=str(item["loc"][0]) if item["loc"] else "",
            inside=clean(".".join(map(_counted, item["loc"][1:])))[:80],
            kind=item["type"],
            named=item.get("ctx", {}),
            words=clean(item["msg"].removeprefix("Value error, ")),
        )
        for item in error.errors()
    )


def _counted(part: str | int) -> str:
    """People count from one."""
    return str(part + 1 if isinstance(part, int) else part)


def _fault(item: Mapping[str, Any]) -> str:
    name = clean(".".join(str(part) for part in item["loc"]))[:80]
    if item["type"] == "missing":
        return f'"{name}" is missing'
    if item["type"] == "extra_forbidden":
        return f'there is no argument "{name}"'
    return f'"{name}": {item["msg"].removeprefix("Value error, ")}'
