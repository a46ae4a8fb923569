"""An address that takes deliveries by HTTP, for tests to look at what comes."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Answering = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Door:
    """An address that writes down every request and answers as planned, with 200 when nothing is planned."""

    url: str = ""
    came: list[tuple[dict[str, str], str]] = field(default_factory=list)
    planned: list[Answering] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.came.append(({name.lower(): value for name, value in request.headers.items()}, await request.text()))
        return await self.planned.pop(0)(request) if self.planned else web.Response()

    def events(self) -> list[dict[str, Any]]:
        """The events that came, out of their envelopes."""
        return [json.loads(body)["event"] for _, body in self.came]

    def ids(self) -> list[str]:
        return [json.loads(body)["event_id"] for _, body in self.came]

    def retries(self) -> list[tuple[str | None, str | None]]:
        return [(h.get("x-slack-retry-num"), h.get("x-slack-retry-reason")) for h, _ in self.came]


@asynccontextmanager
async def door(*planned: Answering) -> AsyncIterator[Door]:
    opened = Door(planned=list(planned))
    app = web.Application()
    app.router.add_post("/slack/events", opened.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    opened.url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    yield opened
    await runner.cleanup()
