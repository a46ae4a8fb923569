"""The connection to a model's endpoint: what the SDK would wait for, follow or read without end is bounded here."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import httpx2  # what the SDK speaks HTTP with
import openai

from agent.dialect import wait_asked

LONGEST_WAIT = 60.0  # seconds; an endpoint that asks for more is not waited for
LARGEST = 16_000_000  # bytes of one reply
LARGEST_PACKED = LARGEST // 40  # where it comes compressed, which nobody asked for: it may unfold to a thousandfold
MOVED = "x-moved-to"  # where a redirect leads that was not followed


T = TypeVar("T")


class Stream(openai.AsyncStream[T]):
    """The SDK's stream. An event without data is a sign of life and nothing else; the SDK takes it for bad JSON."""

    async def _iter_events(self) -> AsyncIterator[Any]:
        async for event in super()._iter_events():
            if event.data.strip():
                yield event


class TooMuch(httpx2.ReadError):
    """The reply is longer than any that a model writes."""


class Client(openai.DefaultAsyncHttpxClient):
    """The SDK's client, for one endpoint. Silence is not asked about again: whoever waited for it waited long."""

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
    """The SDK sleeps through any wait of up to two minutes; this header, which it obeys, spares that."""
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
