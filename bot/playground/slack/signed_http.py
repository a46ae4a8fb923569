"""Deliveries by HTTP: events as JSON, interactions and slash commands as forms, each one signed.

https://docs.slack.dev/apis/events-api/using-http-request-urls and
https://docs.slack.dev/authentication/verifying-requests-from-slack
"""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import aiohttp

from bot.playground.slack.delivery import Deliveries, Kind, Unanswered
from bot.playground.slack.wire import Json


@dataclass(frozen=True)
class HttpAnswer:
    """What the app answered: `body` is the text as it came."""

    status: int
    body: str
    headers: Mapping[str, str]


class SignedHttp:
    """Posts to the app's `url`; "" means that it has none.

    An event that is not answered with a 2xx status within `ack_seconds` is posted again after each of
    `retry_delays` (seconds) with the same body, unless the app answers with x-slack-no-retry. Events leave in
    the order they were made; an app that serves several requests at once may still finish them in another.
    """

    late = "http_timeout"

    def __init__(
        self, secret: str, ack_seconds: float, retry_delays: Sequence[float], on_presence: Callable[[], None]
    ) -> None:
        self._secret, self._ack_seconds, self._on_presence = secret, ack_seconds, on_presence
        self.deliveries = Deliveries(retry_delays)
        self._url = ""
        self._session: aiohttp.ClientSession | None = None
        # Whoever holds it is next to send.
        self._next = asyncio.Lock()

    @property
    def url(self) -> str:
        """Where the app listens."""
        return self._url

    @url.setter
    def url(self, url: str) -> None:
        self._url = url
        self._on_presence()

    @property
    def count(self) -> int:
        """1 with an address, 0 without."""
        return 1 if self._url else 0

    def send(
        self, kind: Kind, payload: Json, *, attempt: int = 0, reason: str = "", retry: bool = False
    ) -> asyncio.Task[Json]:
        """Start a delivery; the task gives the JSON object in the answer's body, {} when it is empty."""
        content_type, body = _written(kind, payload)

        async def once(attempt: int, reason: str) -> Json:
            more = {"X-Slack-Retry-Num": str(attempt), "X-Slack-Retry-Reason": reason} if attempt else {}
            return _accepted(await self.post(body, {"Content-Type": content_type, **more}))

        return self.deliveries.start(once, attempt, reason, retry)

    async def deliver(
        self, kind: Kind, payload: Json, *, seconds_old: int = 0, secret: str | None = None
    ) -> HttpAnswer:
        """Deliver once and give the answer, whatever it is; the two options make the signature a wrong one."""
        content_type, body = _written(kind, payload)
        return await self.post(body, {"Content-Type": content_type}, seconds_old=seconds_old, secret=secret)

    async def post(
        self, body: str, headers: Mapping[str, str], *, seconds_old: int = 0, secret: str | None = None
    ) -> HttpAnswer:
        """One signed POST. Unanswered when no answer comes in time, or none at all."""
        at = int(time.time()) - seconds_old
        signed = signature(self._secret if secret is None else secret, at, body)
        sealed = {**headers, "X-Slack-Request-Timestamp": str(at), "X-Slack-Signature": signed}
        try:
            return await self._exchange(body.encode(), sealed)
        except TimeoutError:
            raise Unanswered(f"no answer from {self._url} within {self._ack_seconds} s", "http_timeout") from None
        except aiohttp.ClientConnectorError as problem:
            raise Unanswered(f"nobody listens at {self._url}", "connection_failed") from problem
        except aiohttp.ClientError as problem:
            raise Unanswered(f"{self._url} broke off: {problem}", "unknown_error") from problem

    async def close(self) -> None:
        """Stop all deliveries."""
        await self.deliveries.close()
        if self._session is not None:
            await self._session.close()

    async def _exchange(self, body: bytes, headers: Mapping[str, str]) -> HttpAnswer:
        departure = _Departure(self._next)
        await self._next.acquire()
        try:
            session = self._opened()
            async with session.post(
                self._url, data=body, headers=headers, allow_redirects=False, trace_request_ctx=departure
            ) as answer:
                return HttpAnswer(answer.status, await answer.text(errors="replace"), answer.headers)
        finally:
            departure.release()

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            trace = aiohttp.TraceConfig()
            trace.on_request_chunk_sent.append(_departed)
            self._session = aiohttp.ClientSession(
                # An app that was started anew must not be met on a connection to the old one.
                connector=aiohttp.TCPConnector(force_close=True, limit=0),
                timeout=aiohttp.ClientTimeout(total=self._ack_seconds),
                headers={"User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)"},
                trace_configs=[trace],
            )
        return self._session


def signature(secret: str, at: int, body: str) -> str:
    """The v0 signature of a body sent at that Unix time."""
    return "v0=" + hmac.new(secret.encode(), f"v0:{at}:{body}".encode(), hashlib.sha256).hexdigest()


class _Departure:
    """Lets the next delivery go once this one has left, or has failed to."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock: asyncio.Lock | None = lock

    def release(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()


async def _departed(session: aiohttp.ClientSession, context: SimpleNamespace, params: Any) -> None:
    context.trace_request_ctx.release()


def _written(kind: Kind, payload: Json) -> tuple[str, str]:
    """The content type and the body that a payload of this kind is sent in."""
    match kind:
        case "events_api":
            return "application/json", json.dumps(payload)
        case "interactive":
            return "application/x-www-form-urlencoded", urlencode({"payload": json.dumps(payload)})
        case "slash_commands":
            return "application/x-www-form-urlencoded", urlencode(payload)


def _accepted(answer: HttpAnswer) -> Json:
    if not 200 <= answer.status < 300:
        is_final = answer.headers.get("X-Slack-No-Retry") == "1"
        raise Unanswered(f"the app answered with status {answer.status}", "http_error", is_final=is_final)
    try:
        body = json.loads(answer.body or "{}")
    except ValueError:
        # An acknowledgement in plain words is what a slash command is answered with.
        return {"text": answer.body}
    return body if isinstance(body, dict) else {}
