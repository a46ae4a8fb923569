"""What goes wrong on purpose, and errors in the shapes of Tavily's API.

Shapes as the client reads them (tavily-python 0.8.5, async_tavily.py): {"detail": {"error": text}} with 400, 401,
403, 429, 432 (plan limit) and 433 (pay-as-you-go limit); without a key an envelope {"error": {"code", ...}}.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

TEXTS = {
    400: "The request is invalid.",
    401: "Unauthorized: missing or invalid API key.",
    403: "This URL is not supported.",
    429: "Your request has been blocked due to excessive requests.",
    432: "This request exceeds your plan's set usage limit.",
    433: "This request exceeds your pay-as-you-go limit.",
    500: "Internal Server Error",
}


@dataclass(frozen=True)
class Fault:
    """One answer that is not the usual one. `error` goes into Tavily's shape; `body`, if given, is sent as it is
    (text as it stands, anything else as JSON). `hangs`: no answer until the client or the server goes away."""

    status: int = 500
    error: str = ""
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False

    def response(self) -> web.Response:
        if isinstance(self.body, str):
            return web.Response(
                status=self.status, text=self.body, content_type="text/html", headers=dict(self.headers)
            )
        shape = (
            self.body if self.body is not None else {"detail": {"error": self.error or TEXTS.get(self.status, "")}}
        )
        return web.Response(
            status=self.status, text=json.dumps(shape), content_type="application/json", headers=dict(self.headers)
        )


class Denied(Exception):
    """A request the API turns down, and what it gets."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.error)
        self.fault = fault


def keyless_limit() -> Fault:
    """What a client without a key gets when it asks too often."""
    envelope = {
        "code": "keyless_rate_limit_exceeded",
        "message": "Too many requests without an API key.",
        "window": "minute",
        "retry_after_seconds": 30,
        "next_actions": [{"type": "wait", "seconds": 30}, {"type": "get_api_key"}],
    }
    return Fault(429, body={"error": envelope}, headers={"Retry-After": "30"})
