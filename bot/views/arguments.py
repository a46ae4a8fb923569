"""The form in which a person changes a call's arguments: a field for each, by the tool's JSON schema. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from agent.arguments import Fault
from agent.facts import Call
from bot.speech import Speech
from bot.views import safe
from bot.views.blocks import LIMITS, Block

FIELD = "argument."  # before a parameter's name, in block_id and action_id
_SAID = 600  # characters of what a tool says of a value
_SCALARS = {"string", "integer", "number", "boolean"}  # the types whose fields are no JSON


class TooLong(Exception):
    """An argument does not fit into a field, or all of them into a form."""


def form(say: Speech, call: Call, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The modal's view. Raises TooLong."""
    given = json.loads(call.arguments)
    needed = schema.get("required", [])
    kinds = _kinds(schema).items()
    fields = [_field(say, name, kind, given.get(name), needed=name in needed) for name, kind in kinds]
    view = _view(say, [_about(say, call), *fields])
    if len(view["blocks"]) > LIMITS.modal or len(json.dumps(view)) > LIMITS.view:
        raise TooLong
    return view


def _view(say: Speech, blocks: list[Block]) -> dict[str, Any]:
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": say("edit-title")},
        "submit": {"type": "plain_text", "text": say("edit-submit")},
        "close": {"type": "plain_text", "text": say("edit-close")},
        "blocks": blocks,
    }


def read(values: Mapping[str, str], call: Call, schema: Mapping[str, Any]) -> dict[str, object]:
    """What was filled in, by parameter. A field that stands as it was shown keeps its argument to the letter, since
    nothing, "" and null look the same in it; one that was emptied is an argument left out."""
    given = json.loads(call.arguments)
    found: dict[str, object] = {}
    for name, kind in _kinds(schema).items():
        filled = values.get(FIELD + name, "")
        if name in given and _lines(filled) == _lines(_shown(given[name])):
            found[name] = given[name]
        elif filled:
            found[name] = _value(filled, kind)
    return found


def complaint(say: Speech, fault: Fault, schema: Mapping[str, Any]) -> str:
    """What is wrong with what somebody wrote into a field, for whoever wrote it."""
    said = _complaint(say, fault, _kinds(schema).get(fault.name, {}))
    return say("form-inside", where=safe.words(fault.inside, 80), problem=said) if fault.inside else said


def _complaint(say: Speech, fault: Fault, kind: Mapping[str, Any]) -> str:
    named = fault.named
    match fault.kind:
        case "missing":
            return say("form-missing")
        case "int_parsing" | "int_type" | "int_from_float" | "int_parsing_size":
            return say("form-whole-number")
        case "float_parsing" | "float_type" | "decimal_parsing" | "decimal_type" | "finite_number":
            return say("form-number")
        case "greater_than_equal":
            return say("form-at-least", least=_bound(named.get("ge")))
        case "greater_than":
            return say("form-more-than", least=_bound(named.get("gt")))
        case "less_than_equal":
            return say("form-at-most", most=_bound(named.get("le")))
        case "less_than":
            return say("form-less-than", most=_bound(named.get("lt")))
        case "string_too_short" | "too_short":
            least = int(named.get("min_length", 1))
            return say("form-empty") if least == 1 else say("form-too-short", n=least)
        case "string_too_long" | "too_long":
            return say("form-too-long", n=int(named.get("max_length", 0)))
        case "literal_error" | "enum":
            choices = ", ".join(_shown(one) for one in _named(kind)) or str(named.get("expected", ""))
            return say("form-one-of", choices=safe.words(choices, _SAID))
        case "string_type":
            return say("form-text")
        case "list_type" | "dict_type" | "model_type" | "tuple_type" | "set_type":
            return say("form-json")
        case "value_error" | "assertion_error":
            return say("form-refused", reason=safe.words(fault.words, _SAID))
        case other if other.startswith(("date_", "datetime_")):
            return say("form-date")
        case _:
            return say("form-unfit")


def _bound(value: object) -> str | int | float:
    return value if isinstance(value, int | float) else str(value)


def _kinds(schema: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The schema of each parameter, in their order."""
    return {name: _resolved(one, schema) for name, one in schema.get("properties", {}).items()}


def _lines(text: str) -> str:
    """Text with line ends as a browser's field gives them back."""
    return re.sub(r"\r\n?", "\n", text)


def _about(say: Speech, call: Call) -> Block:
    words = say("edit-hint", tool=safe.words(call.tool, 64))
    return {"type": "section", "block_id": "hint", "text": {"type": "plain_text", "text": words, "emoji": False}}


def _field(say: Speech, name: str, kind: Mapping[str, Any], value: object, *, needed: bool) -> Block:
    """One input. What is empty now may stay empty, also where the argument is required: it may be "" or null."""
    if len(FIELD + name) > LIMITS.id:
        raise TooLong
    hint = _hint(say, kind)
    return {
        "type": "input",
        "block_id": FIELD + name,
        "optional": not (needed and _shown(value)),
        "label": {"type": "plain_text", "text": safe.words(name, 200)},
        **({"hint": {"type": "plain_text", "text": safe.words(hint, LIMITS.hint)}} if hint else {}),
        "element": {"action_id": FIELD + name, **_element(kind, value)},
    }


def _hint(say: Speech, kind: Mapping[str, Any]) -> str:
    plain = kind.get("type") in _SCALARS or _named(kind)
    return " ".join([str(kind.get("description", "")), *([] if plain else [say("written-as-json")])]).strip()


def _element(kind: Mapping[str, Any], value: object) -> Block:
    choices = _choices(kind)
    if choices:
        options = [_option(choice) for choice in choices]
        chosen = [_option(_shown(value))] if _shown(value) in choices else []
        return {"type": "static_select", "options": options, **({"initial_option": chosen[0]} if chosen else {})}
    shown = _shown(value)
    if _length(shown) > LIMITS.input:
        raise TooLong
    multiline = kind.get("type") not in ("integer", "number")
    initial = {"initial_value": shown} if shown else {}
    return {"type": "plain_text_input", "multiline": multiline, "max_length": LIMITS.input, **initial}


def _length(shown: str) -> int:
    """Characters of a field as Slack may count them: escaped, in UTF-16. Counted in bytes too little would fit."""
    return len(safe.escape(shown).encode("utf-16-le", "surrogatepass")) // 2


def _choices(kind: Mapping[str, Any]) -> list[str]:
    """What there is to choose from where that is little and each is told from the others; else nothing."""
    shown = [_shown(one) for one in _named(kind)]
    short = all(safe.visible(one) and safe.size(one) <= LIMITS.label for one in shown)
    return shown if short and len(set(shown)) == len(shown) <= LIMITS.options else []


def _named(kind: Mapping[str, Any]) -> list[Any]:
    """The values a schema names one by one, but for null: that is an empty field."""
    constant = [kind["const"]] if "const" in kind else []
    named = kind.get("enum") or constant or ([True, False] if kind.get("type") == "boolean" else [])
    return [one for one in named if one is not None]


def _option(shown: str) -> Block:
    return {"text": {"type": "plain_text", "text": safe.words(shown, LIMITS.label), "emoji": False}, "value": shown}


def _shown(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _value(filled: str, kind: Mapping[str, Any]) -> object:
    """A field's text as the schema wants it; what cannot be read stays text, and the check says what is wrong."""
    for one in _named(kind):
        if _shown(one) == filled:
            return one
    if kind.get("type") == "string":
        return filled
    try:
        return json.loads(filled)
    except (ValueError, RecursionError):
        return filled


def _resolved(kind: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A parameter's schema: the named one it points to, and of "this or nothing" the one that is something."""
    if "$ref" in kind:
        named = schema.get("$defs", {}).get(str(kind["$ref"]).rpartition("/")[2], {})
        return _resolved({**named, **{k: v for k, v in kind.items() if k != "$ref"}}, schema)
    some = [one for one in kind.get("anyOf", []) if one.get("type") != "null"]
    if len(some) == 1:
        return _resolved({**some[0], **{k: v for k, v in kind.items() if k != "anyOf"}}, schema)
    return kind
