"""A conversation with tools told in text alone, for a model that cannot call any: one JSON object a step. Pure.

What the model said comes back to it in the very form it is asked for, so that its own history shows how it is done.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from agent.clean import clean, cleaned
from agent.intent import prompt
from agent.request.foreign import given

Told = dict[str, object]
THOUGHT = "thought"  # the field of a message, and of the object, that holds why a step is taken
_ID = "step_"
_SECTION = re.compile(r"^## (\w+)\n", re.M)
_EMPTY = "(empty)"
_CLOSING = re.compile(r"<(?=\s*/\s*result)", re.I)
_OPENED_UP = r"<\\"  # what a tool brought cannot end its block


def told(
    messages: Sequence[Mapping[str, object]], tools: Sequence[Mapping[str, object]], *, final: bool = False
) -> list[Told]:
    """The same conversation as one system message, then user and assistant in turn, first and last the user.

    Nothing but `role` and `content`, no content empty. With `tools` the system message says how a step looks; where
    none are left, or the reply is to be the `final` one, the end says so.
    """
    system = [_content(message) for message in messages if _is_system(message)]
    rest = [message for message in messages if not _is_system(message)]
    stepped = has_steps(messages)
    turns = list(_alternating(_turns(rest, stepped or bool(tools))))
    if tools or stepped:
        turns[-1]["content"] = f"{turns[-1]['content']}\n\n{words('reminder' if tools and not final else 'plain')}"
    if tools:
        system.append(words("format", example=example(tools), names=", ".join(names(tools)), tools=_listed(tools)))
    head = "\n\n".join(filter(None, system))
    return [{"role": "system", "content": head}, *turns] if head else turns


def has_steps(messages: Iterable[Mapping[str, object]]) -> bool:
    """Whether a tool was called in this conversation."""
    return any(message.get("tool_calls") or message.get("role") == "tool" for message in messages)


def next_id(messages: Iterable[Mapping[str, object]]) -> int:
    """The number of the next call's id: no other call of the conversation has one as high."""
    taken = [str(call.get("id") or "") for message in messages for call in _calls(message)]
    return 1 + max((int(id.removeprefix(_ID)) for id in taken if re.fullmatch(rf"{_ID}[0-9]{{1,9}}", id)), default=0)


def id_of(number: int) -> str:
    """The id of a call by its number."""
    return f"{_ID}{number}"


def names(tools: Iterable[Mapping[str, object]]) -> list[str]:
    """What the tools are called."""
    return [str(_function(tool).get("name") or "") for tool in tools]


def example(tools: Sequence[Mapping[str, object]]) -> str:
    """A step with the first of these tools: what is shown is what is done."""
    first = _function(tools[0]) if tools else {}
    schema = _mapping(first.get("parameters"))
    required = schema.get("required")
    wanted = [str(name) for name in required] if isinstance(required, list) else []
    return _step("why, in one sentence", [(str(first.get("name") or ""), dict.fromkeys(wanted, "..."))])


def words(section: str, **given: str) -> str:
    """One section of prompts/steps.md, with what is given put in its place."""
    parts = _SECTION.split(prompt("steps"))
    text = dict(zip(parts[1::2], parts[2::2], strict=True))[section].strip()
    return re.sub(r"\{(\w+)\}", lambda place: given.get(place[1], place[0]), text)


def _turns(messages: Sequence[Mapping[str, object]], in_steps: bool) -> Iterator[tuple[str, str]]:
    called: dict[str, str] = {}
    mark = given(_content(messages[0])) if messages else ""
    for message in messages:
        called |= {str(call.get("id") or ""): str(_function(call).get("name") or "") for call in _calls(message)}
        if message.get("role") == "assistant":
            yield "assistant", _said(message) if in_steps else _content(message)
        elif message.get("role") == "tool":
            yield "user", _result(called.get(str(message.get("tool_call_id") or ""), ""), _content(message), mark)
        else:
            yield "user", _content(message)


def _said(message: Mapping[str, object]) -> str:
    """A message of the model as the step it was."""
    content, thought = _content(message), message.get(THOUGHT)
    calls = [(str(_function(call).get("name") or ""), _arguments(call)) for call in _calls(message)]
    if calls:
        return _step(thought if isinstance(thought, str) else content, calls)
    return f"{json.dumps({THOUGHT: '', 'action': 'answer'})}\n\n{content or _EMPTY}"


def _step(thought: str, calls: Sequence[tuple[str, object]]) -> str:
    actions = [{"action": name, "args": arguments} for name, arguments in calls]
    step = {THOUGHT: clean(thought), **(actions[0] if len(actions) == 1 else {"actions": actions})}
    return json.dumps(cleaned(step), ensure_ascii=False)


def _arguments(call: Mapping[str, object]) -> object:
    raw = _function(call).get("arguments")
    try:
        return json.loads(raw, strict=False) if isinstance(raw, str) else raw
    except (ValueError, RecursionError):
        return raw


def _result(name: str, content: str, mark: str) -> str:
    of = f' of="{name}"' if re.fullmatch(r"[\w.-]{1,64}", name) else ""
    of += f' mark="{mark}"' if mark else ""
    return f"<result{of}>\n{_CLOSING.sub(_OPENED_UP, content)}\n</result>"


def _alternating(turns: Iterable[tuple[str, str]]) -> Iterator[Told]:
    """Neighbours of one role become one; a conversation begins and ends with the user."""
    groups = groupby(turns, lambda turn: turn[0])
    roles = [(role, "\n\n".join(text or _EMPTY for _, text in group)) for role, group in groups]
    if not roles or roles[0][0] == "assistant":
        yield {"role": "user", "content": _EMPTY}
    for role, text in roles:
        yield {"role": role, "content": text}
    if roles and roles[-1][0] == "assistant":
        yield {"role": "user", "content": _EMPTY}


def _listed(tools: Iterable[Mapping[str, object]]) -> str:
    return "\n\n".join(_described(_function(tool)) for tool in tools)


def _described(function: Mapping[str, object]) -> str:
    schema = json.dumps(cleaned(function.get("parameters") or {}), ensure_ascii=False)
    return f"### {function.get('name')}\n{str(function.get('description') or '').strip()}\nargs: {schema}"


def _is_system(message: Mapping[str, object]) -> bool:
    return message.get("role") in ("system", "developer")


def _content(message: Mapping[str, object]) -> str:
    """The words of a message; those of its parts, where it has parts."""
    content = message.get("content")
    if isinstance(content, list):
        parts = [_mapping(part).get("text") for part in content]
        return clean("".join(part for part in parts if isinstance(part, str)))
    return clean(content) if isinstance(content, str) else ""


def _calls(message: Mapping[str, object]) -> list[Mapping[str, object]]:
    calls = message.get("tool_calls")
    return [_mapping(call) for call in calls] if isinstance(calls, list) else []


def _function(holder: Mapping[str, object]) -> Mapping[str, object]:
    return _mapping(holder.get("function"))


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
