"""A search service on 127.0.0.1 that gives whatever answer a test wants, and remembers what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass
class Service:
    """`body` is sent as JSON unless it is bytes; `stalls` answers never, `parts` sends the body that many times."""

    body: object = None
    status: int = 200
    stalls: bool = False
    parts: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    sent_headers: list[dict[str, str]] = field(default_factory=list)
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(await request.json())
        self.sent_headers.append(dict(request.headers))
        self.reached.set()
        if self.stalls:
            await asyncio.sleep(3_600)
        body = self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()
        if not self.parts:
            return web.Response(body=body, status=self.status, headers=self.headers)
        response = web.StreamResponse(status=self.status)
        response.enable_chunked_encoding()
        await response.prepare(request)
        for _ in range(self.parts):
            await response.write(body)
        return response


@asynccontextmanager
async def serving(body: object = None, status: int = 200, **more: Any) -> AsyncIterator[Service]:
    service = Service(body, status, **more)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", service.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    service.url = f"http://{host}:{port}"
    try:
        yield service
    finally:
        await runner.cleanup()
