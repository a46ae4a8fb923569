"""A reply in the two forms OpenAI's API sends it: one completion object, or a stream of chunks. Pure.

Shapes after https://platform.openai.com/docs/api-reference/chat/object and /chat/streaming.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Json = dict[str, object]
DONE = "[DONE]"


@dataclass(frozen=True)
class Call:
    """A tool call of a reply; `arguments` is the text sent, JSON unless a test wants otherwise."""

    name: str
    arguments: str


@dataclass(frozen=True)
class Reply:
    """What the model says: words, calls, or both. `finish` overrides the reason that follows from them."""

    content: str = ""
    calls: tuple[Call, ...] = ()
    finish: str = ""
    refusal: str = ""

    @property
    def reason(self) -> str:
        return self.finish or ("tool_calls" if self.calls else "stop")


@dataclass(frozen=True)
class Stamp:
    """What every chunk of one answer repeats. `created` in Unix seconds."""

    id: str
    model: str
    created: int


def estimate(text: str) -> int:
    """Tokens of a text, estimated: four bytes of UTF-8 each, as usual for English. No vocabulary is loaded."""
    return math.ceil(len(text.encode("utf-8", "replace")) / 4)


def usage(body: Mapping[str, object], reply: Reply) -> Json:
    """Token counts by the same estimate: the request's messages and tools as JSON, the reply's words and calls."""
    read = {key: body[key] for key in ("messages", "tools") if body.get(key)}
    prompt = estimate(json.dumps(read, ensure_ascii=False))
    written = estimate(reply.content + reply.refusal + "".join(call.name + call.arguments for call in reply.calls))
    return {"prompt_tokens": prompt, "completion_tokens": written, "total_tokens": prompt + written}


def completion(stamp: Stamp, reply: Reply, counts: Json) -> Json:
    """The object of an answer that is not streamed."""
    message: Json = {"role": "assistant", "content": reply.content or None, "refusal": reply.refusal or None}
    if reply.calls:
        message["tool_calls"] = [_call(stamp, i, call) for i, call in enumerate(reply.calls)]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": reply.reason}
    return {**_head(stamp, "chat.completion"), "choices": [choice], "usage": counts}


def chunks(stamp: Stamp, reply: Reply, counts: Json | None) -> list[Json]:
    """The chunks of a streamed answer: the role, then words and calls in pieces, the reason, and last the "
    "counts."""
    first: Json = {"role": "assistant", "content": "" if reply.content or not reply.calls else None}
    deltas: list[Json] = [first, *_contents(reply.content)]
    if reply.refusal:
        deltas.append({"refusal": reply.refusal})
    for i, call in enumerate(reply.calls):
        deltas += _fragments(stamp, i, call)
    sent = [chunk(stamp, delta) for delta in deltas] + [chunk(stamp, {}, reply.reason)]
    return (
        sent if counts is None else [*sent, {**_head(stamp, "chat.completion.chunk"), "choices": [], "usage": counts}]
    )


def _contents(text: str) -> list[Json]:
    return [{"content": piece} for piece in pieces(text)]


def chunk(stamp: Stamp, delta: Json, finish: str | None = None) -> Json:
    choice: Json = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    return {**_head(stamp, "chat.completion.chunk"), "choices": [choice]}


def pieces(text: str) -> list[str]:
    """A text in deltas of about three words, nothing lost."""
    return re.findall(r"(?:\s*\S+){1,3}\s*|\s+", text)


def error(message: str, *, kind: str, code: str | None = None, param: str | None = None) -> Json:
    """An error body in OpenAI's shape."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def sse(events: Sequence[Json | str]) -> list[bytes]:
    """Events as they go over the wire: one `data:` line each, and a blank one."""
    return [f"data: {e if isinstance(e, str) else json.dumps(e, ensure_ascii=False)}\n\n".encode() for e in events]


def _head(stamp: Stamp, kind: str) -> Json:
    return {"id": stamp.id, "object": kind, "created": stamp.created, "model": stamp.model}


def _call_id(stamp: Stamp, i: int) -> str:
    return f"call_{stamp.id.removeprefix('chatcmpl-')}_{i}"


def _call(stamp: Stamp, i: int, call: Call) -> Json:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": _call_id(stamp, i), "type": "function", "function": function}


def _fragments(stamp: Stamp, i: int, call: Call) -> list[Json]:
    """A call's name first, then its arguments cut in two, as providers send them."""
    head = {"index": i, **_call(stamp, i, Call(call.name, ""))}
    half = (len(call.arguments) + 1) // 2
    rest = [text for text in (call.arguments[:half], call.arguments[half:]) if text]
    sent: list[Json] = [{"tool_calls": [head]}]
    for text in rest:
        sent.append({"tool_calls": [{"index": i, "function": {"arguments": text}}]})
    return sent
