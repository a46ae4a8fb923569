"""The connection to a model's endpoint: what the SDK would wait for, follow or read without end is bounded here."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import httpx2  # what the SDK speaks HTTP with
import openai

from agent.models.dialect import wait_asked

LONGEST_WAIT = 60.0  # seconds; an endpoint that asks for more is not waited for
LARGEST = 16_000_000  # bytes of one reply
LARGEST_PACKED = LARGEST // 40  # where it comes compressed, which nobody asked for: it may unfold to a thousandfold
PAUSES = (0.5, 1.0)  # seconds before a request is repeated, where its endpoint asks for no other
MOMENT = 1.0  # seconds; a longer wait is for whoever can show it
_BUSY = (429, 503, 529)  # statuses; of these 503 may also be a moment's trouble
T = TypeVar("T")
MOVED = "x-moved-to"  # where a redirect leads that was not followed


class Stream(openai.AsyncStream[T]):
    """The SDK's stream. An event without data is a sign of life and nothing else; the SDK takes it for bad JSON."""

    async def _iter_events(self) -> AsyncIterator[Any]:
        async for event in super()._iter_events():
            if event.data.strip():
                yield event


class TooMuch(httpx2.ReadError):
    """The reply is longer than any that a model writes."""


async def patiently(send: Callable[[], Awaitable[T]], again: Callable[[bool], Awaitable[None]]) -> T:
    """What an endpoint answers, also where it has trouble for a moment: tried three times, `again` being asked before
    each further request, with whether the one before may have reached the model. The SDK would repeat without that.
    Silence is not asked about again: whoever waited for it waited long. Who has too much to do is asked again once,
    and only where that takes a moment: every request is more to do."""
    before = 0
    for pause in PAUSES:
        try:
            return await send()
        except openai.APIError as error:
            status = error.status_code if isinstance(error, openai.APIStatusError) else 0
            asked = wait_asked(error.response.headers, time.time()) if isinstance(error, openai.APIStatusError) else 0
            busy = status in _BUSY and (status == before or not (asked or status == 503))
            if not _passes(error) or asked > MOMENT or busy:
                raise
            before = status
            await again(has_reached(error))
        await asyncio.sleep(asked or pause * random.uniform(0.75, 1.0))
    return await send()


def _passes(error: openai.APIError) -> bool:
    """Whether a moment later the same request may work."""
    if isinstance(error, openai.APIStatusError):
        told = error.response.headers.get("x-should-retry", "")
        passing = error.status_code in (408, 409, 429) or error.status_code >= 500
        return told == "true" or (passing and told != "false")
    silent = isinstance(error.__cause__, httpx2.ReadTimeout | httpx2.UnsupportedProtocol)
    return isinstance(error, openai.APIConnectionError) and not silent


def has_reached(error: Exception) -> bool:
    """Whether a request that failed may have begun to be answered, which has to be paid for: nobody answered in time,
    or somebody on the way says so (408, 499, 504, 524); whatever else has a status was refused."""
    if isinstance(error, openai.APIStatusError):
        return error.status_code in (408, 499, 504, 524)
    return not isinstance(error.__cause__, _NEVER_SENT)


_NEVER_SENT = (
    httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError, httpx2.UnsupportedProtocol,
)  # fmt: skip


class Client(openai.DefaultAsyncHttpxClient):
    """The SDK's client, for one endpoint."""

    def __init__(self) -> None:
        super().__init__(event_hooks={"response": [_bounded]}, headers={"accept-encoding": "identity"})

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        try:
            return await super().send(request, **options)
        except httpx2.ReadTimeout as error:
            raise openai.APITimeoutError(request=request) from error


async def _bounded(response: httpx2.Response) -> None:
    _refuse_long_waits(response)
    _refuse_moves(response)
    packed = response.headers.get("content-encoding", "identity") != "identity"
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Bounded(response.stream, packed)


def _refuse_long_waits(response: httpx2.Response) -> None:
    """An endpoint that asks for a long wait is not asked again."""
    if wait_asked(response.headers, time.time()) > LONGEST_WAIT:
        response.headers["x-should-retry"] = "false"


def _refuse_moves(response: httpx2.Response) -> None:
    """A conversation goes to the host it was meant for and to no other; and a 301 would make a GET of it."""
    target = response.headers.get("location", "")
    if not response.has_redirect_location:
        return
    same = httpx2.URL(str(response.request.url)).join(target).host == response.request.url.host
    if response.status_code not in (307, 308) or not same:
        response.headers[MOVED] = target
        del response.headers["location"]


class _Bounded(httpx2.AsyncByteStream):
    """A body that is read to a limit, and how it ends."""

    def __init__(self, body: httpx2.AsyncByteStream, packed: bool) -> None:
        self._body, self._left = body, LARGEST_PACKED if packed else LARGEST
        self.packed, self.tail = packed, b""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._body:
            self._left -= len(piece)
            if self._left < 0:
                raise TooMuch("the reply has no end")
            self.tail = (self.tail + piece)[-64:]
            yield piece

    async def aclose(self) -> None:
        await self._body.aclose()


def is_signed_off(response: httpx2.Response) -> bool:
    """Whether a stream said that it is done, or nobody can tell."""
    body = response.stream
    return not isinstance(body, _Bounded) or body.packed or b"[DONE]" in body.tail
