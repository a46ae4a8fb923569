"""A small web of doubles: servers on 127.0.0.1 and 127.0.0.2 that play whatever a site may do, and the names they
have. Nothing else is ever looked up or connected to."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from agent.pages.fetch import Fetcher

LOREM = "The harbour office decided on the plan in March, and the ferries run from April on. "
PUBLIC, PRIVATE = "127.0.0.1", "127.0.0.2"  # what the tests take for the public web, and for somebody's network


def article(words: str = "", head: str = "", title: str = "The plan") -> bytes:
    """A page of some length with these words in it."""
    page = f"<!doctype html><html><head><title>{title}</title>{head}</head><body><article><h1>{title}</h1>"
    return f"{page}<p>{LOREM * 20}</p><p>{words}</p></article></body></html>".encode()


@dataclass(frozen=True)
class Leaf:
    """What a path answers: `body` once or, if `endless`, over and over; `slow` sends a byte now and then; `stalls`
    never answers. `packed` is sent as gzip."""

    body: bytes = b""
    type: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    endless: bool = False
    slow: bool = False
    stalls: bool = False
    packed: bool = False


def moved(location: str, status: int = 302) -> Leaf:
    return Leaf(status=status, headers={"Location": location})


@dataclass
class Site:
    """The servers and what they were asked: (IP, Host header, path) of each request. `names` are the IPs a name has,
    one answer after the other, the last one for good; names that are not there have `PUBLIC`."""

    leaves: dict[str, Leaf] = field(default_factory=dict)
    port: int = 0
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)
    names: dict[str, list[Sequence[str]]] = field(default_factory=dict)
    sent: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, path: str = "/plan", host: str = "news.test", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        self.looked_up.append(host)
        answers = self.names.get(host, [[PUBLIC]])
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        if not found:
            raise OSError("no such name")
        return found

    def fetcher(
        self, *, seconds: float = 30.0, arriving: float | None = None, trust: ssl.SSLContext | None = None
    ) -> Fetcher:
        places = {f"{PUBLIC}:{self.port}"}
        return Fetcher(seconds=seconds, arriving=arriving, resolve=self.resolve, may_visit=places, trust=trust)

    @property
    def paths(self) -> list[str]:
        """What was asked for, robots.txt aside."""
        return [path for _, _, path in self.asked if path != "/robots.txt"]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        ip = request.transport.get_extra_info("sockname")[0]
        self.asked.append((ip, request.headers["Host"], request.raw_path))
        self.reached.set()
        leaf = self.leaves.get(request.raw_path) or self.leaves.get(request.path) or Leaf(b"gone", status=404)
        try:
            return await self._sent(request, leaf)
        finally:
            self.left.set()

    async def _sent(self, request: web.Request, leaf: Leaf) -> web.StreamResponse:
        if leaf.stalls:
            await asyncio.Event().wait()
        body = gzip.compress(leaf.body) if leaf.packed else leaf.body
        headers = {"Content-Type": leaf.type, **leaf.headers, **({"Content-Encoding": "gzip"} if leaf.packed else {})}
        response = web.StreamResponse(status=leaf.status, headers={k: v for k, v in headers.items() if v})
        response.enable_chunked_encoding()
        await response.prepare(request)
        with contextlib.suppress(ConnectionError):
            await response.write(body)
            self.sent += len(body)
            while leaf.endless or leaf.slow:
                await asyncio.sleep(0.05 if leaf.slow else 0)
                await response.write(body[:1] if leaf.slow else body)
                self.sent += len(body)
        return response


@asynccontextmanager
async def site(leaves: Mapping[str, Leaf] | None = None, **more: Any) -> AsyncIterator[Site]:
    """The servers, on the same port of both IPs."""
    tls = more.pop("tls", None)
    made = Site(dict(leaves or {}), **more)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made.answer)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, PUBLIC, 0, ssl_context=tls).start()
        made.port = runner.addresses[0][1]
        await web.TCPSite(runner, PRIVATE, made.port, ssl_context=tls).start()
        yield made
    finally:
        await runner.cleanup()


@asynccontextmanager
async def fetching(
    leaves: Mapping[str, Leaf] | None = None, seconds: float = 30.0
) -> AsyncIterator[tuple[Fetcher, Site]]:
    async with AsyncExitStack() as stack:
        there = await stack.enter_async_context(site(leaves))
        fetcher = there.fetcher(seconds=seconds)
        stack.push_async_callback(fetcher.close)
        yield fetcher, there
