"""Messages in a shape that every endpoint takes: what strict chat templates refuse is mended before it is sent. Pure.

One system message, first; then people and model take turns, a person begins and has the last word; behind a message
with calls stand their results, one each, nothing between; arguments are a JSON object in text; no message is empty.
What was sound goes out as it came. The rest of this file is for endpoints that want more, and say so.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agent.arguments import Unreadable, parsed
from agent.clean import blank, cleaned
from agent.request.foreign import apart

Message = dict[str, Any]
EMPTY = "(empty)"
GO_ON = "Go on."
NO_RESULT = "failed: no result"
SEEN = "I have seen the results."
_APART = "\n\n"


def shaped(messages: Iterable[Mapping[str, object]]) -> list[Message]:
    """The conversation by the rules above, its text clean. Nothing a person said gets lost; of results only those
    that belong to no call or are a second one for theirs. What is shaped stays as it is."""
    listed = [_plain({str(key): cleaned(value) for key, value in message.items()}) for message in messages]
    if not listed:
        return []
    talk = list(_merged(_visible(message) for message in _grouped(listed) if _says_something(message)))
    first = _first(message for message in listed if message.get("role") in _SYSTEM)
    begin = [] if talk and talk[0]["role"] == "user" else [_user(GO_ON)]
    end = [_user(GO_ON)] if talk and talk[-1]["role"] == "assistant" else []  # not in the middle of its own words
    return [*first, *begin, *talk, *end]


_SYSTEM = ("system", "developer")


def _plain(message: Message) -> Message:
    """The message with no special token of a chat template in its words, whoever they came from: servers read such a
    token in a text as if they had set it themselves. What is the endpoint's own goes back unchanged."""
    if message.get("role") in _SYSTEM or not isinstance(content := message.get("content"), str):
        return message
    return {**message, "content": apart(content)}


def _first(system: Iterable[Message]) -> list[Message]:
    """What the system says, as one message; none where that is nothing."""
    said = [message for message in system if _filled(message.get("content"))]
    return [{**said[0], "role": "system", "content": _joined([one["content"] for one in said])}] if said else []


def _user(text: str) -> Message:
    return {"role": "user", "content": text}


# --- calls and their results ----------------------------------------------------------------------------------


def _grouped(messages: Sequence[Message]) -> Iterator[Message]:
    """Every message that is not the system's, results right behind the message with their calls."""
    results = _assigned(messages)
    for at, message in enumerate(messages):
        role = message.get("role")
        if role in _SYSTEM or role == "tool":
            continue
        if role != "assistant":
            yield {**message, "role": "user"}
            continue
        calls = _calls(message)
        if not calls:
            yield {name: value for name, value in message.items() if name != "tool_calls"}
            continue
        sound = _named_apart([_sound(call, f"call_{at}_{i}") for i, call in enumerate(calls)])
        yield {**message, "tool_calls": sound}
        for i, call in enumerate(sound):
            found = results.get((at, i), {"role": "tool", "content": NO_RESULT})
            yield {**found, "tool_call_id": call["id"]}


def _assigned(messages: Sequence[Message]) -> dict[tuple[int, int], Message]:
    """Which result belongs to which call (position of its message, and in it): the newest one of that id before it
    that has none."""
    waiting: list[tuple[str, tuple[int, int]]] = []
    found: dict[tuple[int, int], Message] = {}
    for at, message in enumerate(messages):
        if message.get("role") == "assistant":
            made = [(str(call.get("id") or ""), (at, i)) for i, call in enumerate(_calls(message))]
            waiting += made[::-1]  # the first of two calls with one id is answered first
        elif message.get("role") == "tool":
            id = str(message.get("tool_call_id") or "")
            call = next((one for one in reversed(waiting) if one[0] == id), None)
            if call:
                waiting.remove(call)
                found[call[1]] = message
    return found


def _calls(message: Message) -> list[Mapping[str, Any]]:
    calls = message.get("tool_calls")
    return [call for call in calls if isinstance(call, Mapping)] if isinstance(calls, list) else []


def _sound(call: Mapping[str, Any], id: str) -> Message:
    """A call with an id, a name and arguments that are the text of an object."""
    given = call.get("function")
    function = dict(given) if isinstance(given, Mapping) else {}
    name = function.get("name")
    function["name"] = name if isinstance(name, str) and name else "unnamed"
    function["arguments"] = apart(object_text(function.get("arguments")))
    return {**call, "id": str(call.get("id") or id), "type": call.get("type") or "function", "function": function}


def object_text(arguments: object) -> str:
    """The text of the one JSON object that arguments are; as it came where it is that already, "{}" where nothing can
    be read."""
    try:
        if isinstance(arguments, str) and isinstance(json.loads(arguments), dict):
            return arguments
    except (ValueError, RecursionError):
        pass
    try:
        return json.dumps(parsed(arguments), ensure_ascii=False)
    except Unreadable:
        return "{}"


def _named_apart(calls: Sequence[Message]) -> list[Message]:
    """No two calls of one message have one id."""
    apart: list[Message] = []
    taken: set[str] = set()
    for call in calls:
        id, n = call["id"], 2
        while id in taken:
            id, n = f"{call['id']}_{n}", n + 1
        taken.add(id)
        apart.append({**call, "id": id})
    return apart


# --- turns ----------------------------------------------------------------------------------------------------


def _filled(content: object) -> bool:
    return bool(content) if not isinstance(content, str) else not blank(content)


def _says_something(message: Message) -> bool:
    """The model's own words may be none; then it said nothing."""
    return message["role"] != "assistant" or bool(_calls(message)) or _filled(message.get("content"))


def _visible(message: Message) -> Message:
    """With words in it; beside calls the model need not have any."""
    if _filled(message.get("content")) or (message["role"] == "assistant" and _calls(message)):
        return message
    return {**message, "content": EMPTY}


def _merged(messages: Iterable[Message]) -> Iterator[Message]:
    """Neighbours of one role become one message; results never do, nor what follows a call."""
    held: Message | None = None
    for message in messages:
        if held and held["role"] == message["role"] != "tool" and not _calls(held):
            both = [held.get("content"), message.get("content")]
            held = {**held, **message, "content": _joined(both)}
            continue
        if held:
            yield held
        held = message
    if held:
        yield held


def _joined(contents: Sequence[Any]) -> Any:
    """One content of several: text with a blank line between, or lists of parts as one list."""
    filled = [content for content in contents if _filled(content)]
    if len(filled) < 2:
        return filled[0] if filled else (contents[-1] if contents else "")
    if all(isinstance(content, str) for content in filled):
        return _APART.join(filled)
    parts = [[{"type": "text", "text": one}] if isinstance(one, str) else list(one) for one in filled]
    return [part for some in parts for part in some]


# --- what some endpoints want -----------------------------------------------------------------------------------


def with_short_ids(messages: Iterable[Message]) -> list[Message]:
    """Every id of a call as nine letters and digits, which is what Mistral takes and what fits all others; the same
    id becomes the same."""
    return [_with_short_ids(message) for message in messages]


def _with_short_ids(message: Message) -> Message:
    if message.get("role") == "tool":
        return {**message, "tool_call_id": short_id(str(message.get("tool_call_id") or ""))}
    if not _calls(message):
        return message
    return {**message, "tool_calls": [{**call, "id": short_id(call["id"])} for call in _calls(message)]}


def short_id(id: str) -> str:
    if re.fullmatch("[A-Za-z0-9]{9}", id):
        return id
    return hashlib.sha256(id.encode("utf-8", "surrogatepass")).hexdigest()[:9]


def with_bridges(messages: Iterable[Message]) -> list[Message]:
    """The model has a word between results and what a person says next (Mistral's templates insist)."""
    bridged: list[Message] = []
    for message in messages:
        if bridged and bridged[-1]["role"] == "tool" and message["role"] == "user":
            bridged.append({"role": "assistant", "content": SEEN})
        bridged.append(message)
    return bridged


def without_system(messages: Sequence[Message]) -> list[Message]:
    """What the system says, said by the first person (Gemma's template knows no system)."""
    if not messages or messages[0]["role"] != "system":
        return list(messages)
    return list(_merged([{**messages[0], "role": "user"}, *messages[1:]]))


def with_words(messages: Iterable[Message], words: str | None) -> list[Message]:
    """These words, or null, where the model made calls and said nothing."""
    return [
        {**message, "content": words} if _calls(message) and not _filled(message.get("content")) else message
        for message in messages
    ]
