"""The fields of a form: which ones Slack refuses, and what they can be set to.

https://docs.slack.dev/reference/block-kit/blocks/input-block and the pages of its elements. slack_sdk's models let
most of this through.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from bot.playground.slack.wire import Json

TEXT_CHARACTERS = 3_000
LABEL_CHARACTERS = 2_000
OPTION_CHARACTERS, OPTION_VALUE_CHARACTERS = 75, 150
# How many options each kind may have.
_CHOICES = {"static_select": 100, "multi_static_select": 100, "checkboxes": 10, "radio_buttons": 10}
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
ONE_CHOICE = ("static_select", "radio_buttons")
MANY_CHOICES = ("multi_static_select", "checkboxes")


def problems(block: Json) -> Iterator[str]:
    """What is wrong with an input block, whose parts are known to have the right shape."""
    element = block.get("element")
    if not isinstance(element, dict):
        yield "missing required field: element"
        return
    for name in ("optional", "dispatch_action"):
        if not isinstance(block.get(name, False), bool):
            yield f"must be a boolean: {name}"
    for name in ("label", "hint"):
        yield from _plain(block.get(name), name, LABEL_CHARACTERS)
    yield from _plain(element.get("placeholder"), "placeholder", 150)
    kind = str(element.get("type"))
    if kind == "plain_text_input":
        yield from _text(element)
    elif kind == "number_input":
        yield from _number(element)
    elif kind in _CHOICES:
        yield from _choice(kind, element)


def options(element: Json) -> list[Json]:
    """The options of a select, checkboxes or radio buttons, those in groups too."""
    groups = element.get("option_groups") or []
    return [*(element.get("options") or []), *(one for group in groups for one in group.get("options") or [])]


def number_problem(element: Json, text: str) -> str:
    """Why this text cannot stand in that number_input, "" when it can."""
    number = _read(text)
    if number is None:
        return "must be a number"
    if not element.get("is_decimal_allowed") and number != number.to_integral_value():
        return "must be a whole number"
    least, most = _read(element.get("min_value")), _read(element.get("max_value"))
    if least is not None and number < least:
        return f"must be at least {least}"
    if most is not None and number > most:
        return f"must be at most {most}"
    return ""


def _read(value: object) -> Decimal | None:
    return Decimal(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else None


def _plain(text: object, name: str, most: int) -> Iterator[str]:
    if text is None:
        return
    if not isinstance(text, dict) or text.get("type") != "plain_text":
        yield f"must be plain_text: {name}"
    elif not 0 < len(str(text.get("text") or "")) <= most:
        yield f"must have 1 to {most} characters: {name}"


def _text(element: Json) -> Iterator[str]:
    if not isinstance(element.get("multiline", False), bool):
        yield "must be a boolean: multiline"
    if not isinstance(element.get("initial_value", ""), str):
        yield "must be a string: initial_value"
    elif len(element.get("initial_value", "")) > TEXT_CHARACTERS:
        yield f"must be at most {TEXT_CHARACTERS} characters: initial_value"
    least, most = element.get("min_length", 0), element.get("max_length", TEXT_CHARACTERS)
    for name, value, lowest in (("min_length", least, 0), ("max_length", most, 1)):
        if not _is_whole(value) or not lowest <= value <= TEXT_CHARACTERS:
            yield f"must be a number from {lowest} to {TEXT_CHARACTERS}: {name}"
    if _is_whole(least) and _is_whole(most) and least > most:
        yield "must not be greater than max_length: min_length"


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(element: Json) -> Iterator[str]:
    """Its numbers are strings, whole ones unless decimals are allowed; the initial one is within the bounds."""
    if not isinstance(element.get("is_decimal_allowed"), bool):
        yield "missing required field: is_decimal_allowed"
        return
    whole = {"is_decimal_allowed": element["is_decimal_allowed"]}
    upwards = {**whole, "max_value": element.get("max_value")}
    for name, bounds in (("max_value", whole), ("min_value", upwards), ("initial_value", element)):
        value = element.get(name)
        if value is not None and not isinstance(value, str):
            yield f"must be a string: {name}"
        elif value is not None and (problem := number_problem(bounds, value)):
            yield f"{problem}: {name}"


def _choice(kind: str, element: Json) -> Iterator[str]:
    given = options(element)
    if not 0 < len(given) <= _CHOICES[kind]:
        yield f"must have 1 to {_CHOICES[kind]} items: options"
    for one in given:
        yield from _option(kind, one)
    initial = element.get("initial_option")
    if initial is not None and (kind in MANY_CHOICES or initial not in given):
        yield "must be one of the options: initial_option"
    initials = element.get("initial_options")
    if initials is not None and (kind in ONE_CHOICE or not _are_among(initials, given)):
        yield "must be some of the options: initial_options"


def _are_among(initials: object, given: list[Json]) -> bool:
    return isinstance(initials, list) and bool(initials) and all(one in given for one in initials)


def _option(kind: str, one: Json) -> Iterator[str]:
    text, value = one.get("text"), one.get("value")
    kinds = ("plain_text",) if kind.endswith("select") else ("plain_text", "mrkdwn")
    if not isinstance(text, dict) or text.get("type") not in kinds:
        yield f"must be {' or '.join(kinds)}: text of an option"
    elif not 0 < len(str(text.get("text") or "")) <= OPTION_CHARACTERS:
        yield f"must have 1 to {OPTION_CHARACTERS} characters: text of an option"
    if not isinstance(value, str) or not 0 < len(value) <= OPTION_VALUE_CHARACTERS:
        yield f"must have 1 to {OPTION_VALUE_CHARACTERS} characters: value of an option"
