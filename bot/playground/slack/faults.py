"""Things that go wrong on the way to Slack and back, on demand."""

import asyncio
import socket
import struct
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import Literal

from aiohttp import web

from bot.playground.slack.wire import Json

Kind = Literal["ratelimited", "error", "status", "hang", "reset_before", "reset_after", "delay"]


@dataclass(frozen=True)
class Fault:
    """What happens to one call instead of, or beside, its ordinary answer."""

    kind: Kind
    seconds: float = 0
    name: str = ""
    code: int = 0

    @classmethod
    def ratelimited(cls, retry_after: int = 1) -> "Fault":
        """HTTP 429 with Retry-After in whole seconds; nothing was written."""
        return cls("ratelimited", seconds=retry_after)

    @classmethod
    def error(cls, name: str) -> "Fault":
        """HTTP 200 with ok false and an error of this name; nothing was written."""
        return cls("error", name=name)

    @classmethod
    def status(cls, code: int) -> "Fault":
        """A bare HTTP status such as 500 or 503, with an HTML page; nothing was written."""
        return cls("status", code=code)

    @classmethod
    def hang(cls, seconds: float) -> "Fault":
        """No answer at all; after so many seconds the connection is cut. Nothing was written."""
        return cls("hang", seconds=seconds)

    @classmethod
    def reset_before(cls) -> "Fault":
        """The connection is reset before the call took effect."""
        return cls("reset_before")

    @classmethod
    def reset_after(cls) -> "Fault":
        """The call takes effect, then the connection is reset before the answer: the caller cannot know."""
        return cls("reset_after")

    @classmethod
    def delay(cls, seconds: float) -> "Fault":
        """The call takes effect, and is answered, so many seconds late."""
        return cls("delay", seconds=seconds)


class Faults:
    """Faults waiting to happen, per method, in the order they were added."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, deque[Fault]] = defaultdict(deque)

    def add(self, method: str, fault: Fault, *, times: int = 1) -> None:
        """The next so many calls of that method (such as "chat.update") meet this fault."""
        self._waiting[method].extend([fault] * times)

    def take(self, method: str) -> Fault | None:
        """The fault that the call coming in now meets, if any."""
        waiting = self._waiting[method]
        return waiting.popleft() if waiting else None

    def clear(self) -> None:
        """All is well again."""
        self._waiting.clear()


async def refusal(fault: Fault, request: web.Request) -> web.Response | None:
    """The answer when the call is not to take effect, None when it is."""
    match fault.kind:
        case "ratelimited":
            wait = {"Retry-After": str(int(fault.seconds))}
            return web.json_response(told(fault), status=429, headers=wait)
        case "error":
            return web.json_response(told(fault))
        case "status":
            return web.Response(status=fault.code, text="<html>Server Error</html>", content_type="text/html")
        case "hang":
            await asyncio.sleep(fault.seconds)
            return reset(request)
        case "reset_before":
            return reset(request)
        case "delay":
            await asyncio.sleep(fault.seconds)
            return None
        case "reset_after":
            return None


def told(fault: Fault) -> Json:
    """The body that a refused caller got, {} when none."""
    named = {"ratelimited": "ratelimited", "error": fault.name}.get(fault.kind)
    return {"ok": False, "error": named} if named else {}


def reset(request: web.Request) -> web.Response:
    """Cut the connection without a goodbye: with linger 0 the peer gets a TCP reset, not an orderly end."""
    transport = request.transport
    if transport is not None:
        raw = transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
    return web.Response()
