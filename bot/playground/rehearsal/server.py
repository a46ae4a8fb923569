"""The HTTP side: a chat completions endpoint on 127.0.0.1, and the rehearsal model behind it."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Sequence

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.playground.local import Local
from bot.playground.rehearsal import wire
from bot.playground.rehearsal.deal import reply
from bot.playground.rehearsal.request import ChatRequest, Refused, parse

LARGEST = 32 * 1024 * 1024


class Endpoint(Local):
    """An OpenAI-compatible endpoint: GET /v1/models and POST /v1/chat/completions.

    `url` is the base address to give to a client, `requests` the bodies received, oldest first. Errors have OpenAI's
    shape: 401 without a bearer, 400 for what is no request, 404 for an unknown model or path.
    """

    model = "model"
    named = ""
    description = ""

    def __init__(self, *, port: int = 0, pace: float = 0.0) -> None:
        super().__init__(port)
        self.requests: list[dict[str, object]] = []
        self.pace = pace

    @property
    def url(self) -> str:
        return f"{self.root}/v1"

    def application(self) -> web.Application:
        app = web.Application(middlewares=[_shaped], client_max_size=LARGEST)
        app.router.add_get("/v1/models", self._models)
        app.router.add_get("/v1/models/{id}", self._one_model)
        app.router.add_post("/v1/chat/completions", self._completions)
        return app

    async def respond(self, http: web.Request, body: dict[str, object]) -> web.StreamResponse:
        """What one accepted request gets; a subclass says."""
        raise NotImplementedError

    def knows(self, model: str) -> bool:
        return model == self.model

    def stamp(self, model: str) -> wire.Stamp:
        return wire.Stamp(f"chatcmpl-{uuid.uuid4().hex[:24]}", model, int(time.time()))

    async def send(self, http: web.Request, body: dict[str, object], said: wire.Reply) -> web.StreamResponse:
        """A reply in the form the request asks for, streamed or whole."""
        request = parse(body)
        counts, stamp = wire.usage(body, said), self.stamp(self.named or request.model)
        if not request.stream:
            return web.json_response(wire.completion(stamp, said, counts))
        events = wire.chunks(stamp, said, counts if request.wants_usage else None)
        return await self.stream(http, [*events, wire.DONE])

    async def stream(
        self,
        http: web.Request,
        events: Sequence[wire.Json | str],
        *,
        gate: asyncio.Event | None = None,
        after: int = 0,
    ) -> web.StreamResponse:
        """Events one by one, `pace` seconds apart; behind the first `after` of them it waits for the gate."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        await response.prepare(http)
        for i, event in enumerate(wire.sse(events)):
            if gate is not None and i == after:
                await gate.wait()
            await response.write(event)
            if self.pace:
                await asyncio.sleep(self.pace)
        await response.write_eof()
        return response

    def _entry(self) -> wire.Json:
        entry: wire.Json = {"id": self.model, "object": "model", "created": 0, "owned_by": "footnote"}
        return entry | ({"description": self.description} if self.description else {})

    async def _models(self, http: web.Request) -> web.StreamResponse:
        _authorized(http)
        return web.json_response({"object": "list", "data": [self._entry()]})

    async def _one_model(self, http: web.Request) -> web.StreamResponse:
        _authorized(http)
        self._known(http.match_info["id"])
        return web.json_response(self._entry())

    async def _completions(self, http: web.Request) -> web.StreamResponse:
        _authorized(http)
        body = await _body(http)
        self.requests.append(body)
        self._known(parse(body).model)
        return await self.respond(http, body)

    def _known(self, model: str) -> None:
        if not self.knows(model):
            raise Refused(404, f"The model '{model}' does not exist.", code="model_not_found", param="model")


class Rehearsal(Endpoint):
    """The rehearsal model as an endpoint. `pace` is the time between two deltas in seconds."""

    model = "rehearsal-1"
    named = "rehearsal-1: rules, no understanding"  # what its replies say they are from: shown under every answer
    description = (
        "Follows rules and understands nothing: compares words and quotes sentences. Token counts are estimates."
    )

    async def respond(self, http: web.Request, body: dict[str, object]) -> web.StreamResponse:
        request = parse(body)
        # Long conversations take a moment to read: not on the loop that also serves the bot.
        said = await asyncio.get_running_loop().run_in_executor(None, _reply, request)
        return await self.send(http, body, said)


def _reply(request: ChatRequest) -> wire.Reply:
    return reply(request)


def refusal(error: Refused) -> web.Response:
    kinds = {401: "authentication_error", 429: "rate_limit_error", 500: "server_error"}
    kind = kinds.get(error.status, "invalid_request_error")
    body = wire.error(error.message, kind=kind, code=error.code, param=error.param)
    return web.json_response(body, status=error.status)


@web.middleware
async def _shaped(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every error in OpenAI's shape, those of the HTTP layer too."""
    try:
        return await handler(request)
    except Refused as error:
        return refusal(error)
    except web.HTTPRequestEntityTooLarge:
        return refusal(Refused(413, "The request is too large."))
    except web.HTTPException as error:
        return refusal(Refused(error.status, f"{error.reason}: {request.method} {request.path}", code="unknown_url"))


def _authorized(http: web.Request) -> None:
    scheme, _, key = http.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise Refused(401, "You didn't provide an API key: send it as a bearer token.", code="missing_api_key")


async def _body(http: web.Request) -> dict[str, object]:
    try:
        body = json.loads(await http.read())
    except ValueError:
        raise Refused(400, "The body of the request is not valid JSON.") from None
    if not isinstance(body, dict):
        raise Refused(400, "The body of the request must be a JSON object.")
    return body
