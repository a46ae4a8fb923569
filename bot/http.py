"""Slack's Request URLs, served here: the other way in beside Socket Mode, signed HTTP.

One address takes events, interactions and url_verification (https://docs.slack.dev/apis/events-api, "Request URLs").
A request is answered when the app's listener is through with it: 200 after the append, 500 where the listener failed,
so that Slack sends it again. The signature is verified before anything of a body is parsed
(https://docs.slack.dev/authentication/verifying-requests-from-slack); bolt verifies it once more.
"""

from __future__ import annotations

import asyncio
import errno
import re
import time
from collections.abc import Awaitable, Callable

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier

from agent.log import LogError
from bot.settings import SettingsError

PATH = "/slack/events"
BODY_AT_MOST = 1024 * 1024  # bytes; Slack's payloads are some kilobytes
BODY_SECONDS = 10.0  # that a body may take to arrive
PATIENCE = 3.0  # seconds that requests in hand get at the end; Slack gives up on them after as many
HEALTH_SECONDS = 3.0  # that the log may take to say that it can be written to
HEALTH_FRESH = 1.0  # seconds for which its last word is repeated: anybody may ask, as often as they like


class Http:
    """A server for one app. `healthy` raises LogError where the log cannot be written to."""

    def __init__(
        self, app: AsyncApp, signing_secret: str, host: str, port: int, healthy: Callable[[], Awaitable[None]]
    ) -> None:
        """`port` 0 takes a free one. Touches nothing before `start`."""
        self._app, self._verifier = app, SignatureVerifier(signing_secret)
        self._host, self._port = host, port
        self._health = Health(healthy)
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        """Where it listens, without a slash at the end; with the real port from `start` on."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}"

    @property
    def where(self) -> str:
        return f"at {self.address}{PATH}"

    async def start(self) -> None:
        """Begin to listen. Raises SettingsError where nobody can listen there."""
        served = web.Application(client_max_size=BODY_AT_MOST)
        served.router.add_post(PATH, self._take)
        served.router.add_get("/healthz", self._say_health)
        self._runner = web.AppRunner(served, access_log=None, shutdown_timeout=PATIENCE)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            raise SettingsError(self._refused(error)) from None
        self._port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Stop listening, let requests in hand finish for a moment, close the rest. Twice is once."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    def _refused(self, error: OSError) -> str:
        if error.errno == errno.EADDRINUSE:
            return f"port {self._port} on {self._host} is in use: choose another with --port"
        return f"nobody can listen on {self._host}, port {self._port} (--host, --port): {error.strerror or error}"

    async def _take(self, request: web.Request) -> web.StreamResponse:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await request.read()
        except TimeoutError:
            return web.Response(status=408)
        if not self._signed(request, body):
            return web.json_response({"error": "invalid signature"}, status=401)
        try:
            asked = AsyncBoltRequest(
                body=body.decode(), query=request.query_string, headers=dict(request.headers.items())
            )
        except (ValueError, TypeError, AttributeError, RecursionError):  # JSON that is none, or no object
            return web.json_response({"error": "not a payload"}, status=400)
        return await to_aiohttp_response(await self._app.async_dispatch(asked))

    def _signed(self, request: web.Request, body: bytes) -> bool:
        """Whether Slack signed exactly this body not long ago. The verifier raises on what no such header holds."""
        at = request.headers.get("X-Slack-Request-Timestamp", "")
        signature = request.headers.get("X-Slack-Signature", "")
        if not re.fullmatch("[0-9]{1,12}", at) or not signature.isascii():
            return False
        try:
            return self._verifier.is_valid(body, at, signature)
        except UnicodeDecodeError:
            return False

    async def _say_health(self, _: web.Request) -> web.Response:
        reason = await self._health.trouble()
        if reason:
            return web.json_response({"status": "failing", "reason": reason}, status=503)
        return web.json_response({"status": "ok", "log": "can be written to"})


class Health:
    """What is wrong with the log, asked of it once for everybody who wants to know at the same time."""

    def __init__(self, healthy: Callable[[], Awaitable[None]]) -> None:
        self._healthy = healthy
        self._asking = asyncio.Lock()
        self._at, self._trouble = float("-inf"), ""

    async def trouble(self) -> str:
        """One line; "" where nothing is wrong."""
        async with self._asking:
            if time.monotonic() - self._at > HEALTH_FRESH:
                self._trouble = await self._ask()
                self._at = time.monotonic()
            return self._trouble

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self._healthy()
        except TimeoutError:
            return f"the log has not answered within {HEALTH_SECONDS:.0f} s"
        except LogError as error:
            return " ".join(str(error).split()) or "the log cannot be used"
        return ""
