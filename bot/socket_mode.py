"""Socket Mode: the way in that needs no address of its own, since the app connects to Slack.

https://docs.slack.dev/apis/events-api/using-socket-mode
"""

from __future__ import annotations

import asyncio
import contextlib

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

PING = 5.0  # seconds between pings: a socket that has fallen silent is noticed within some of these
HANDSHAKE = 10.0  # seconds that a new socket may take to open; aiohttp's own limit is five minutes
PATIENCE = 3.0  # seconds that what was heard gets to be answered at the end; Slack waits no longer


class Handler(AsyncSocketModeHandler):
    """bolt's, which also knows whether anything that was heard is still to be answered."""

    def __init__(self, app: AsyncApp, token: str, ping: float) -> None:
        super().__init__(app, token, ping_interval=ping)
        self._in_hand = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def handle(self, client: AsyncBaseSocketModeClient, req: SocketModeRequest) -> None:
        """From the listener to the acknowledgement on the socket."""
        self._in_hand += 1
        self._idle.clear()
        try:
            await super().handle(client, req)  # type: ignore[arg-type]
        finally:
            self._in_hand -= 1
            if not self._in_hand:
                self._idle.set()

    async def answered(self, seconds: float) -> None:
        """Return when nothing is in hand, or after so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()


class SocketMode:
    """The SDK's client, made to come back. An address that Slack gives is good for one connection, and the client
    tries the same one again where a handshake breaks: so it is forgotten as soon as it is used."""

    where = "by Socket Mode"

    def __init__(self, app: AsyncApp, token: str, ping: float = PING) -> None:
        self._handler = Handler(app, token, ping)

    async def start(self) -> None:
        """Connect, and stay connected until `close`."""
        client = self._handler.client
        await client.aiohttp_client_session.close()
        client.aiohttp_client_session = self._session()
        await self._handler.connect_async()  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """Hear nothing new, let what was heard be answered for a moment, and hang up."""
        receiver = self._handler.client.message_receiver
        if receiver is not None:
            receiver.cancel()
        await self._handler.answered(PATIENCE)
        await self._handler.close_async()  # type: ignore[no-untyped-call]

    def _session(self) -> aiohttp.ClientSession:
        client = self._handler.client

        async def used(*_: object) -> None:
            client.wss_uri = None

        tracing = aiohttp.TraceConfig()
        tracing.on_request_start.append(used)
        return aiohttp.ClientSession(trace_configs=[tracing], timeout=aiohttp.ClientTimeout(total=HANDSHAKE))
