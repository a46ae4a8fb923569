"""Calls to the tools on offer, with the parameter names their JSON schemas give."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from bot.playground.rehearsal.request import Tool
from bot.playground.rehearsal.wire import Call

# The names a tool's main parameter usually has, the likeliest first.
_MAIN = {
    "search": ("query", "q", "question"),
    "search_docs": ("query", "q", "question"),
    "read_page": ("url", "address", "link"),
    "read_file": ("path", "file", "name"),
}
_START = ("start", "start_line", "line", "offset")
_EMPTY: Mapping[str, object] = {"string": "", "integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}


def call(tools: Sequence[Tool], name: str, value: str = "", *, start: int = 1) -> Call | None:
    """A call of the named tool with this value, or None when it is not offered or has no place for the value."""
    tool = next((tool.function for tool in tools if tool.function.name == name), None)
    if tool is None:
        return None
    properties = _mapping(tool.parameters.get("properties"))
    required = _names(tool.parameters.get("required"))
    main = _main(name, properties, required)
    if name in _MAIN and main is None:
        return None
    arguments: dict[str, object] = {} if main is None else {main: value}
    if position := next((key for key in _START if key in properties), None):
        arguments[position] = start
    for key in required:
        arguments.setdefault(key, _filler(_mapping(properties.get(key))))
    return Call(name, json.dumps(arguments, ensure_ascii=False))


def _main(name: str, properties: Mapping[str, object], required: Sequence[str]) -> str | None:
    usual = [key for key in _MAIN.get(name, ()) if key in properties]
    texts = [key for key in [*required, *properties] if _mapping(properties.get(key)).get("type") == "string"]
    return next(iter([*usual, *texts]), None) if name in _MAIN else None


def _filler(schema: Mapping[str, object]) -> object:
    """Something a required parameter that is not understood may hold."""
    if "default" in schema:
        return schema["default"]
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return choices[0]
    return _EMPTY.get(str(schema.get("type")), "")


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _names(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []
