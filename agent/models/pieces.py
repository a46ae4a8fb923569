"""Tool calls and unknown fields put together out of the pieces in which a stream brings them. Pure.

Endpoints differ in how they number calls and repeat what they said. Everything here takes any JSON at all without
raising. Shapes: https://platform.openai.com/docs/api-reference/chat/streaming.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.clean import clean, cleaned

# What a call, and the function in it, are known to have; whatever else comes goes back unchanged.
CALL_FIELDS = {"index", "id", "type", "function"}
FUNCTION_FIELDS = {"name", "arguments"}


@dataclass(frozen=True)
class RawCall:
    """A tool call as it came. `arguments` is text (perhaps cut, perhaps not JSON) or what the endpoint sent instead.

    `id` is "" and `name` None where the endpoint gave none; `opaque` is the text of a JSON object with the call's
    unknown fields (those of its function under `function`), "" for none.
    """

    id: str
    name: str | None
    arguments: object
    opaque: str = ""


# --- calls ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A piece of a call as one chunk brings it."""

    id: str
    index: object
    name: str | None
    arguments: object
    extra: Mapping[str, object]

    @property
    def brings_arguments(self) -> bool:
        return bool(self.arguments.strip()) if isinstance(self.arguments, str) else self.arguments is not None


def part(raw: Mapping[str, object]) -> Part:
    """A piece out of what stands among a delta's `tool_calls`."""
    function = _mapping(raw.get("function"))
    name, inside = function.get("name"), unknown(function, FUNCTION_FIELDS)
    return Part(
        id=_str(raw.get("id")),
        index=raw.get("index"),
        name=name if isinstance(name, str) else None,
        arguments=function.get("arguments"),
        extra={**unknown(raw, CALL_FIELDS), **({"function": inside} if inside else {})},
    )


@dataclass
class _Slot:
    """A call under assembly."""

    id: str
    index: object
    name: str | None = None
    arguments: object = ""
    extra: dict[str, object] = field(default_factory=dict)

    @property
    def is_filled(self) -> bool:
        return self.arguments != "" and is_whole(self.arguments)

    def repeats(self, part: Part) -> bool:
        """Some endpoints say the finished call once more at the end."""
        return bool(part.id and part.name and self.is_filled and part.arguments == self.arguments)

    def awaits(self, part: Part) -> bool:
        """Whether a part with an id nobody has seen, but the index of this call, is more of it: some endpoints make
        a new id for every piece, or tell the id late. A part that names a tool is, where this call of that tool has
        only begun."""
        return not part.name or (part.name == self.name and not self.is_filled)

    def is_done_before(self, part: Part) -> bool:
        """Whether a part that seems to belong here begins another call: ids and indices collide in the wild."""
        if not part.name:
            return self.arguments != "" and part.arguments is not None and not isinstance(part.arguments, str)
        if self.is_filled and (part.brings_arguments or part.index != self.index):
            return not self.repeats(part)
        elsewhere = part.index != self.index if part.index is not None else not part.id
        return elsewhere and bool(self.name) and part.name != self.name

    def take(self, part: Part) -> None:
        if self.repeats(part):
            return
        self.id = self.id or part.id
        if part.name is not None and part.name != self.name:
            self.name = (self.name or "") + part.name
        if isinstance(part.arguments, str) and isinstance(self.arguments, str):
            self.arguments += part.arguments
        elif part.arguments is not None:
            self.arguments = part.arguments
        merge(self.extra, part.extra, repeats=True)

    def call(self) -> RawCall:
        name = None if self.name is None else clean(self.name)
        return RawCall(clean(self.id), name, cleaned(self.arguments), text_of(self.extra))


class Calls:
    """Parts sorted into calls: a new id opens one, unless the index says that it is more of a call; a part without id
    or known index continues the last."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []

    def take(self, part: Part) -> None:
        slot = self._seeming(part)
        if slot is None or slot.is_done_before(part):
            slot = _Slot(part.id, part.index)
            self._slots.append(slot)
        slot.take(part)

    def _seeming(self, part: Part) -> _Slot | None:
        newest = self._slots[::-1]
        indexed = [slot for slot in newest if part.index is not None and slot.index == part.index]
        if part.id:
            named = [slot for slot in newest if slot.id == part.id]
            both = [slot for slot in named if slot in indexed]
            more = [slot for slot in indexed[:1] if slot.awaits(part)]
            return next(iter([*both, *more, *named, *self._going_on(part)]), None)
        if indexed or (part.index is not None and part.name):
            return next(iter(indexed), None)
        return newest[0] if newest else None

    def _going_on(self, part: Part) -> list[_Slot]:
        """The last call where only arguments come, under an id nobody has seen, and it has no whole ones yet."""
        fits = part.index is None and not part.name and part.brings_arguments
        return [slot for slot in self._slots[-1:] if fits and not slot.is_filled]

    def done(self) -> tuple[RawCall, ...]:
        return tuple(slot.call() for slot in self._slots)


def is_whole(arguments: object) -> bool:
    """Whether arguments are complete: JSON, none at all, or an object instead of text."""
    if not isinstance(arguments, str) or not arguments.strip():
        return True
    try:
        json.loads(arguments, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


# --- fields nobody here knows -----------------------------------------------------------------------------------


def unknown(fields: Mapping[str, object], known: set[str]) -> dict[str, object]:
    """The fields nobody here knows; a null says nothing, an empty text does: it may have to go back. What is nested
    beyond reason could not be sent."""
    return {
        key: value for key, value in fields.items() if key not in known and value is not None and _is_shallow(value)
    }


def _is_shallow(value: object, left: int = 40) -> bool:
    inside = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else []
    return not inside or (left > 0 and all(_is_shallow(item, left - 1) for item in inside))


def text_of(extra: Mapping[str, object]) -> str:
    """In ASCII, so that even half a character that an endpoint put there survives storage unchanged."""
    return json.dumps(extra) if extra else ""


def merge(into: dict[str, object], new: Mapping[str, object], *, repeats: bool = False) -> None:
    """Streamed fields as streams mean them: text and lists go on, objects gain keys, the rest is said again. Where it
    `repeats`, text that is said once more is the same text: a signature comes with every piece of its call."""
    for key, value in new.items():
        before = into.get(key)
        if isinstance(before, str) and isinstance(value, str):
            into[key] = before if repeats and value == before else before + value
        elif isinstance(before, list) and isinstance(value, list):
            into[key] = _going_on(before, value)
        elif isinstance(before, dict) and isinstance(value, dict):
            into[key] = _deepened(before, value)
        else:
            into[key] = value


def _deepened(before: Mapping[str, object], value: Mapping[str, object]) -> dict[str, object]:
    """An object with what a later one adds to it or says anew; a null adds nothing."""
    both = dict(before)
    for key, item in value.items():
        known = both.get(key)
        if isinstance(known, dict) and isinstance(item, dict):
            both[key] = _deepened(known, item)
        elif item is not None or key not in both:
            both[key] = item
    return both


# Of an item of a list these come in pieces, its other fields whole.
_PIECES = ("text", "data", "summary", "thinking")
_SEALS = ("data", "signature")  # no two thoughts have the same
_LONG = 16  # characters; what is as long and said once more is no piece that happens to be like the one before


def _going_on(before: Sequence[object], new: Sequence[object]) -> list[object]:
    """A list goes on with new items, or with more of an item: a signature holds for the whole thought and for none of
    its pieces. What was said whole is not doubled by being said again."""
    items = list(before)
    for item in map(_mapping_or_it, new):
        if item in items and _is_said_whole(item):
            continue
        at = next((i for i, known in enumerate(items) if _goes_on(known, item, last=i == len(items) - 1)), None)
        known = items[at] if at is not None else None
        if at is None or not isinstance(known, dict) or not isinstance(item, dict):
            items.append(item)
        else:
            items[at] = _grown(known, item)
    return items


def _grown(known: dict[str, object], item: dict[str, object]) -> dict[str, object]:
    pieces = {name: _str(known.get(name)) + _str(item.get(name)) for name in _PIECES if name in {**known, **item}}
    return {**_deepened(known, item), **pieces}


def _goes_on(known: object, item: object, last: bool) -> bool:
    """Whether an item is more of a known one. OpenRouter numbers its reasoning_details, and those without a number
    are as many as they are (https://openrouter.ai/docs/use-cases/reasoning-tokens); the thinking_blocks of LiteLLM
    have no number, and a signature ends each (https://docs.litellm.ai/docs/reasoning_content)."""
    if not isinstance(known, dict) or not isinstance(item, dict) or known.get("type") != item.get("type"):
        return False
    if item.get("index") is not None:
        return bool(known.get("index") == item["index"])
    open_block = item.get("type") == "thinking" and known.get("index") is None and not known.get("signature")
    return last and open_block


def _is_said_whole(item: object) -> bool:
    """Whether an item that is like a known one is that one again: it is sealed, or numbered and long."""
    if not isinstance(item, dict):
        return False
    long = any(len(_str(item.get(name))) >= _LONG for name in _PIECES)
    return any(item.get(name) for name in _SEALS) or (item.get("index") is not None and long)


def _mapping_or_it(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _str(value: object) -> str:
    return value if isinstance(value, str) else ""
