"""Socket Mode: which socket an envelope goes to, and what happens when nobody acknowledges it.

https://docs.slack.dev/apis/events-api/using-socket-mode
"""

import asyncio
import json
import secrets
import uuid
from collections.abc import Callable, Sequence
from typing import Literal

from aiohttp import WSMsgType, web

from bot.playground.slack.delivery import Deliveries, Kind, Unanswered
from bot.playground.slack.faults import reset
from bot.playground.slack.wire import Json
from bot.playground.slack.world import APP

Reason = Literal["warning", "refresh_requested", "link_disabled", "too_many_websockets"]


class Sockets:
    """The live sockets of the app, and the envelopes on their way to it.

    An event that is not acknowledged within `ack_seconds` is sent again after each of `retry_delays`
    (seconds), each time in a new envelope with the same payload. Without a socket everything waits for one,
    in order.
    """

    late = "timeout"

    def __init__(self, ack_seconds: float, retry_delays: Sequence[float], on_presence: Callable[[], None]) -> None:
        self._ack_seconds, self._on_presence = ack_seconds, on_presence
        self.deliveries = Deliveries(retry_delays)
        self._live: dict[web.WebSocketResponse, web.Request] = {}
        self._tickets: set[str] = set()
        self._acks: dict[str, asyncio.Future[Json]] = {}
        self._connected = asyncio.Event()
        # Whoever holds it is next to send: envelopes leave in the order they were made.
        self._next = asyncio.Lock()

    @property
    def count(self) -> int:
        """Sockets that envelopes may be sent to."""
        return len(self._live)

    def ticket(self) -> str:
        """What makes a socket's address good for one connection."""
        ticket = secrets.token_hex(8)
        self._tickets.add(ticket)
        return ticket

    def spend(self, request: web.Request) -> bool:
        """Use up the ticket of a socket's address; False where it was used before, or never given."""
        ticket = request.query.get("ticket", "")
        known = ticket in self._tickets
        self._tickets.discard(ticket)
        return known

    async def link(self, request: web.Request) -> web.StreamResponse:
        """One socket, from hello to its end."""
        if not self.spend(request):
            return web.Response(status=408, text="link expired")
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json(_hello(self.count + 1))
        self._join(socket, request)
        try:
            await self._listen(socket)
        finally:
            self._leave(socket)
        return socket

    def send(
        self, kind: Kind, payload: Json, *, attempt: int = 0, reason: str = "", retry: bool = False
    ) -> asyncio.Task[Json]:
        """Start a delivery. The task gives the payload of the acknowledgement, or raises Unanswered."""

        async def once(attempt: int, reason: str) -> Json:
            return await self._once(kind, payload, attempt, reason)

        return self.deliveries.start(once, attempt, reason, retry)

    async def drop(self) -> None:
        """Every socket breaks without a closing word."""
        for socket, request in list(self._live.items()):
            self._leave(socket)
            reset(request)

    async def ask_to_reconnect(self, reason: Reason) -> None:
        """Tell the app on every socket to come back on a new one; nothing more is sent on the old ones."""
        for socket in list(self._live):
            self._leave(socket)
            await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": "applink"}})

    async def close(self) -> None:
        """Stop all deliveries and close the sockets."""
        await self.deliveries.close()
        for socket in list(self._live):
            self._leave(socket)
            await socket.close()

    async def _listen(self, socket: web.WebSocketResponse) -> None:
        async for frame in socket:
            if frame.type is WSMsgType.TEXT and frame.data.startswith("{"):
                self._acknowledged(json.loads(frame.data))

    def _acknowledged(self, answer: Json) -> None:
        # An answer may come on another socket than its envelope went out on: clients reconnect in between.
        waiting = self._acks.pop(str(answer.get("envelope_id")), None)
        if waiting and not waiting.done():
            waiting.set_result(answer.get("payload") or {})

    def _join(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._live[socket] = request
        self._connected.set()
        self._on_presence()

    def _leave(self, socket: web.WebSocketResponse) -> None:
        if self._live.pop(socket, None) is None:
            return
        if not self._live:
            self._connected.clear()
        self._on_presence()

    async def _once(self, kind: Kind, payload: Json, attempt: int, reason: str) -> Json:
        envelope: Json = {"envelope_id": str(uuid.uuid4()), "payload": payload, "type": kind}
        envelope["accepts_response_payload"] = kind != "events_api"
        if kind == "events_api":
            envelope |= {"retry_attempt": attempt, "retry_reason": reason}
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._acks[envelope["envelope_id"]] = answer
        try:
            await self._put(envelope)
            return await asyncio.wait_for(answer, self._ack_seconds)
        except TimeoutError:
            raise Unanswered(f"no acknowledgement of {kind} within {self._ack_seconds} s", self.late) from None
        finally:
            self._acks.pop(envelope["envelope_id"], None)

    async def _put(self, envelope: Json) -> None:
        """Write it to one socket: whichever was used longest ago."""
        async with self._next:
            while True:
                await self._connected.wait()
                socket = next(iter(self._live))
                if socket.closed:
                    self._leave(socket)
                    continue
                self._live[socket] = self._live.pop(socket)
                try:
                    await socket.send_json(envelope)
                except ConnectionError:
                    self._leave(socket)
                else:
                    return


def _hello(number: int) -> Json:
    return {
        "type": "hello",
        "num_connections": number,
        "debug_info": {"host": "applink-1", "build_number": 1, "approximate_connection_time": 3600},
        "connection_info": {"app_id": APP},
    }
