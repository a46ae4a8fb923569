"""A chat-completions endpoint over real HTTP that does as it is told, and models on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiohttp import web

from agent.models.model import Chat, Model

Json = dict[str, object]
KEY = "sk-test-0123456789abcdefghij"
USER: Json = {"role": "user", "content": "How long is the plan?"}
TOOL: Json = {"type": "function", "function": {"name": "web_search", "parameters": {"type": "object"}}}
CALL: Json = {"id": "A", "type": "function", "function": {"name": "web_search", "arguments": '{"q": "x"}'}}
NOW = {"retry-after-ms": "1"}  # the SDK repeats at once


@dataclass
class Answer:
    """What one request gets: a body in one piece, or lines of a stream."""

    status: int = 200
    body: str = ""
    kind: str = "application/json"
    lines: Sequence[str] = ()
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0  # seconds after each line
    drops: bool = False  # the connection, after the last line
    hangs: bool = False  # after the last line, until the client leaves
    silent: bool = False  # not a byte, until the client leaves
    raw: bytes = b""  # in place of the body, as it is
    times: int = 1  # the raw bytes are sent, or the lines


Rule = Callable[[Json], Answer]


@dataclass
class Endpoint:
    """A chat-completions endpoint. `rule` makes an answer out of a request; `asked` holds every request."""

    rule: Rule
    base_url: str = ""
    asked: list[Json] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.keys.append(request.headers.get("authorization", ""))
        self.asked.append(await request.json())
        answer = self.rule(self.asked[-1])
        try:
            return await self._send(request, answer)
        finally:
            self.left.set()

    async def _send(self, request: web.Request, answer: Answer) -> web.StreamResponse:
        headers = {"content-type": answer.kind, **answer.headers}
        if answer.silent:
            self.arrived.set()
            await asyncio.Event().wait()
        if not (answer.lines or answer.hangs or answer.raw):
            self.arrived.set()
            return web.Response(status=answer.status, body=answer.body.encode(), headers=headers)
        response = web.StreamResponse(status=answer.status, headers=headers)
        await response.prepare(request)
        for _ in range(answer.times):
            await response.write(answer.raw)
            for line in answer.lines:
                await response.write(line.encode() + b"\n\n")
                await asyncio.sleep(answer.pause)
        self.arrived.set()
        while answer.hangs:  # writing is how a server notices that nobody listens any more
            await response.write(b": still here\n\n")
            await asyncio.sleep(0.01)
        if answer.drops and request.transport:
            request.transport.abort()
        return response


@asynccontextmanager
async def serving(rule: Rule) -> AsyncIterator[Endpoint]:
    endpoint = Endpoint(rule)
    app = web.Application()
    for path in ("chat/completions", "responses"):
        app.router.add_post(f"/v1/{path}", endpoint.answer)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        endpoint.base_url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        yield endpoint
    finally:
        await runner.cleanup()


class Desk:
    """Endpoints and models on them, put away at the end of a test."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack

    async def set(
        self, rule: Rule, *, silence: float = 20.0, limit: int | None = None, kind: type[Chat] = Chat
    ) -> tuple[Model, Endpoint]:
        endpoint = await self._stack.enter_async_context(serving(rule))
        return self.model(endpoint.base_url, silence=silence, limit=limit, kind=kind), endpoint

    def model(
        self,
        base_url: str,
        *,
        key: str = KEY,
        silence: float = 20.0,
        limit: int | None = None,
        kind: type[Chat] = Chat,
    ) -> Model:
        model = kind(api_key=key, base_url=base_url, name="m-1", timeout=silence, limit=limit)
        self._stack.push_async_callback(model.close)
        return model


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with AsyncExitStack() as stack:
        yield Desk(stack)


def always(answer: Answer) -> Rule:
    return lambda _: answer


def in_turn(*answers: Answer) -> Rule:
    """One answer after the other; the last one stays."""
    waiting = list(answers)
    return lambda _: waiting.pop(0) if len(waiting) > 1 else waiting[0]


def says(text: str | None = "Ten pages.", *, finish: str | None = "stop", **more: object) -> Answer:
    return whole({"role": "assistant", "content": text, **more}, finish)


def whole(message: Json, finish: str | None = "stop") -> Answer:
    choices = [{"message": message, "finish_reason": finish}]
    return sends({"model": "m-1-b", "choices": choices, "usage": {"prompt_tokens": 5, "completion_tokens": 2}})


def sends(body: object, status: int = 200, **headers: str) -> Answer:
    return Answer(status, json.dumps(body), headers=headers)


def refuses(status: int, message: str, code: object = None, param: object = None, **headers: str) -> Answer:
    error = {"message": message, "type": "invalid_request_error", "code": code, "param": param}
    return sends({"error": error}, status, **(headers or NOW))


def streams(*chunks: object, done: bool = True, drops: bool = False, hangs: bool = False) -> Answer:
    lines = [f"data: {json.dumps(chunk)}" for chunk in chunks] + (["data: [DONE]"] if done else [])
    return Answer(kind="text/event-stream", lines=lines, drops=drops, hangs=hangs)


def delta(finish: str | None = None, **fields: object) -> Json:
    return {"model": "m-1-b", "choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def usage(prompt: int, completion: int) -> Json:
    return {"choices": [], "usage": {"prompt_tokens": prompt, "completion_tokens": completion}}


def ignore(_: str) -> None:
    """For tests that want a stream and look at its end."""


def played(message: Json, finish: str | None = "stop", counted: Mapping[str, object] | None = None) -> Rule:
    """This message from an endpoint that streams it in pieces where that is asked for, and else says it whole."""
    spent = counted or {"prompt_tokens": 5, "completion_tokens": 2}

    def rule(asked: Json) -> Answer:
        if not asked.get("stream"):
            choices = [{"message": {"role": "assistant", **message}, "finish_reason": finish}]
            return sends({"model": "m-1-b", "choices": choices, "usage": spent})
        return streams(*pieces(message), delta(finish), {"choices": [], "usage": spent})

    return rule


def pieces(message: Mapping[str, object]) -> list[Json]:
    """A message as deltas: text in threes of letters, calls with their arguments in two pieces, the rest at once."""
    chunks = [delta(role="assistant")]
    for name, value in message.items():
        if name == "tool_calls" and isinstance(value, list):
            chunks += [delta(tool_calls=[piece]) for i, call in enumerate(value) for piece in _call_pieces(i, call)]
        elif isinstance(value, str):
            cut = [value[at : at + 3] for at in range(0, len(value), 3)] or [""]
            chunks += [{"choices": [{"index": 0, "delta": {name: piece}}]} for piece in cut]
        else:
            chunks.append({"choices": [{"index": 0, "delta": {name: value}}]})
    return chunks


def _call_pieces(index: int, call: Json) -> list[Json]:
    function = call.get("function")
    if not isinstance(function, dict) or not isinstance(function.get("arguments"), str):
        return [{"index": index, **call}]
    text = function["arguments"]
    first = {**call, "index": index, "function": {**function, "arguments": text[:5]}}
    return [first, {"index": index, "function": {"arguments": text[5:]}}]
