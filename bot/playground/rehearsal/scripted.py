"""A model that says what a test wrote down for it, over the same HTTP surface as the rehearsal model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from aiohttp import web

from bot.playground.rehearsal import wire
from bot.playground.rehearsal.request import Refused, parse
from bot.playground.rehearsal.server import Endpoint

Plain: TypeAlias = str | Sequence[tuple[str, Mapping[str, object] | str]] | Mapping[str, object] | wire.Reply
Line: TypeAlias = "Plain | Status | Odd | Held | Callable[[dict[str, object]], Line]"


@dataclass(frozen=True)
class Status:
    """An HTTP answer that is no completion. A text goes into OpenAI's error shape, a mapping is sent as it is."""

    status: int
    body: str | Mapping[str, object] = "The script says no."
    headers: Mapping[str, str] = field(default_factory=dict)
    code: str | None = None
    param: str | None = None


@dataclass(frozen=True)
class Odd:
    """A reply sent as some endpoints send it. What is not set is as it should be.

    without_index: tool call deltas carry no index. whole_calls: each call in one delta, and so each chunk.
    empty_choices: chunks with no choices before and within the stream; not streamed, a completion without any.
    null_choices: the same with null. empty_deltas: that many deltas of "" before the first word.
    error: an error object in mid-stream, then the end. ends: the stream just ends, without reason and [DONE].
    cut: the connection breaks in mid-stream. reasoning: sent as `reasoning_content` before the words.
    finish: the finish reason whatever the reply holds ("" sends null). refusal: sent beside the words.
    """

    reply: Plain = ""
    without_index: bool = False
    whole_calls: bool = False
    empty_choices: bool = False
    null_choices: bool = False
    empty_deltas: int = 0
    error: str | None = None
    ends: bool = False
    cut: bool = False
    reasoning: str | None = None
    finish: str | None = None
    refusal: str = ""


@dataclass(frozen=True)
class Held:
    """A reply held back until a test lets it go. `reached` is set when the request is there; the first `after`
    events of a stream are sent before it waits."""

    reply: Plain | Status | Odd
    after: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)


class Scripted(Endpoint):
    """Plays `replies` in order, and `intents` for JSON calls where they are given; any model name will do.

    A line of the script is a str (words), a list of (tool, arguments) (calls; arguments that are a str are sent as
    they are), a mapping (words that are that JSON), a wire.Reply, a Status, an Odd, a Held, or a function from the
    request's body to one of these. When the script is used up, the answer is 500 and says so.
    """

    model = "scripted"
    description = "Plays a script."

    def __init__(
        self,
        replies: Sequence[Line] = (),
        *,
        intents: Sequence[Line] | None = None,
        port: int = 0,
        pace: float = 0.0,
    ) -> None:
        super().__init__(port=port, pace=pace)
        self._replies = list(replies)
        self._intents = None if intents is None else list(intents)
        self._played = {"reply": 0, "intent": 0}

    @property
    def left(self) -> int:
        """How many lines of the script are still to be played."""
        return len(self._replies) + len(self._intents or ())

    @property
    def intent_requests(self) -> list[dict[str, object]]:
        return [body for body in self.requests if _is_intent(body)]

    @property
    def loop_requests(self) -> list[dict[str, object]]:
        return [body for body in self.requests if not _is_intent(body)]

    def knows(self, model: str) -> bool:
        return bool(model)

    async def respond(self, http: web.Request, body: dict[str, object]) -> web.StreamResponse:
        line = self._next(body)
        while callable(line):
            line = line(body)
        return await self._play(http, body, line)

    def _next(self, body: dict[str, object]) -> Line:
        kind = "intent" if _is_intent(body) and self._intents is not None else "reply"
        script = self._intents if kind == "intent" and self._intents is not None else self._replies
        if not script:
            raise Refused(500, f"The script is used up: {self._played[kind]} lines for {kind} calls were played.")
        self._played[kind] += 1
        return script.pop(0)

    async def _play(
        self, http: web.Request, body: dict[str, object], line: Plain | Status | Odd | Held
    ) -> web.StreamResponse:
        match line:
            case Held():
                return await self._hold(http, body, line)
            case Status():
                return _status(line)
            case Odd():
                return await self._odd(http, body, line)
            case str() | Sequence() | Mapping() | wire.Reply():
                return await self.send(http, body, spoken(line))

    async def _hold(self, http: web.Request, body: dict[str, object], held: Held) -> web.StreamResponse:
        held.reached.set()
        if not held.after or not body.get("stream") or isinstance(held.reply, Status | Odd):
            await held.release.wait()
            return await self._play(http, body, held.reply)
        stamp, said = self.stamp(str(body.get("model"))), spoken(held.reply)
        events = wire.chunks(stamp, said, _counts(body, said))
        return await self.stream(http, [*events, wire.DONE], gate=held.release, after=held.after)

    async def _odd(self, http: web.Request, body: dict[str, object], odd: Odd) -> web.StreamResponse:
        said, stamp = spoken(odd.reply), self.stamp(str(body.get("model")))
        if not body.get("stream"):
            return web.json_response(_odd_completion(wire.completion(stamp, said, wire.usage(body, said)), odd))
        events = odd_events(stamp, said, _counts(body, said), odd)
        if not odd.cut:
            return await self.stream(http, events)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(http)
        for event in wire.sse(events):
            await response.write(event)
        if http.transport is not None:
            http.transport.abort()
        return response


def spoken(line: Plain) -> wire.Reply:
    """A line of the script as the reply it stands for."""
    if isinstance(line, wire.Reply):
        return line
    if isinstance(line, str):
        return wire.Reply(line)
    if isinstance(line, Mapping):
        return wire.Reply(json.dumps(line, ensure_ascii=False))
    return wire.Reply(calls=_calls(line))


def _calls(given: Sequence[tuple[str, Mapping[str, object] | str]]) -> tuple[wire.Call, ...]:
    return tuple(wire.Call(name, _arguments(arguments)) for name, arguments in given)


def odd_events(stamp: wire.Stamp, said: wire.Reply, counts: wire.Json | None, odd: Odd) -> list[wire.Json | str]:
    """The events of a stream with the oddities asked for. Pure."""
    chunks = wire.chunks(stamp, said, counts)
    first, middle, rest = chunks[0], chunks[1 : _closing(chunks)], chunks[_closing(chunks) :]
    if odd.whole_calls:
        middle = [c for c in middle if "tool_calls" not in _delta(c)] + _whole(stamp, said)
    if odd.without_index:
        middle = [_without_index(one) for one in middle]
    early: list[wire.Json] = [wire.chunk(stamp, {"content": ""}) for _ in range(odd.empty_deltas)]
    if odd.reasoning is not None:
        early.append(wire.chunk(stamp, {"reasoning_content": odd.reasoning}))
    if odd.refusal:
        middle = [*middle, wire.chunk(stamp, {"refusal": odd.refusal})]
    if odd.finish is not None:
        rest = [wire.chunk(stamp, {}, odd.finish or None), *rest[1:]]
    body = [first, *early, *middle]
    if odd.error is not None:
        failure = wire.error(odd.error, kind="server_error")
        return [*_half(body), failure]
    if odd.ends or odd.cut:
        return [*_half(body)]
    return [*_hollow(stamp, odd), *body, *_hollow(stamp, odd), *rest, wire.DONE]


def _closing(chunks: Sequence[wire.Json]) -> int:
    """Where the chunk with the finish reason stands."""
    return next(i for i, one in enumerate(chunks) if _choice(one).get("finish_reason"))


def _choice(one: wire.Json) -> Mapping[str, object]:
    choices = one.get("choices")
    return choices[0] if isinstance(choices, list) and choices else {}


def _delta(one: wire.Json) -> Mapping[str, object]:
    delta = _choice(one).get("delta")
    return delta if isinstance(delta, Mapping) else {}


def _half(body: Sequence[wire.Json]) -> list[wire.Json]:
    """What is sent before a stream breaks: never everything, where there is more than one piece."""
    return list(body[: max(1, (len(body) + 1) // 2)])


def _hollow(stamp: wire.Stamp, odd: Odd) -> list[wire.Json]:
    if not (odd.empty_choices or odd.null_choices):
        return []
    return [{**wire.chunk(stamp, {}), "choices": None if odd.null_choices else []}]


def _whole(stamp: wire.Stamp, said: wire.Reply) -> list[wire.Json]:
    calls = wire.completion(stamp, said, {})["choices"][0]["message"]["tool_calls"]  # type: ignore[index]
    return [wire.chunk(stamp, {"tool_calls": [{"index": i, **call}]}) for i, call in enumerate(calls)]


def _without_index(one: wire.Json) -> wire.Json:
    calls = _delta(one).get("tool_calls")
    if not isinstance(calls, list):
        return one
    bare = [{key: value for key, value in call.items() if key != "index"} for call in calls]
    return {**one, "choices": [{**_choice(one), "delta": {**_delta(one), "tool_calls": bare}}]}


def _odd_completion(whole: wire.Json, odd: Odd) -> wire.Json:
    if odd.error is not None:
        return wire.error(odd.error, kind="server_error")
    if odd.empty_choices or odd.null_choices:
        return {**whole, "choices": None if odd.null_choices else []}
    choice = dict(_choice(whole))
    message = dict(choice["message"]) if isinstance(choice["message"], Mapping) else {}
    message |= {"refusal": odd.refusal or None}
    message |= {} if odd.reasoning is None else {"reasoning_content": odd.reasoning}
    finish = choice["finish_reason"] if odd.finish is None else odd.finish or None
    return {**whole, "choices": [{**choice, "message": message, "finish_reason": finish}]}


def _arguments(given: Mapping[str, object] | str) -> str:
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _status(line: Status) -> web.Response:
    if isinstance(line.body, str):
        kind = {401: "authentication_error", 429: "rate_limit_error"}.get(line.status, "invalid_request_error")
        kind = "server_error" if line.status >= 500 else kind
        body = wire.error(line.body, kind=kind, code=line.code, param=line.param)
    else:
        body = dict(line.body)
    return web.json_response(body, status=line.status, headers=dict(line.headers))


def _counts(body: dict[str, object], said: wire.Reply) -> wire.Json | None:
    return wire.usage(body, said) if parse(body).wants_usage else None


def _is_intent(body: Mapping[str, object]) -> bool:
    """A call that asks for JSON is the intent call; the loop's calls ask for words or tools."""
    given = body.get("response_format")
    return isinstance(given, Mapping) and given.get("type") in ("json_object", "json_schema")
