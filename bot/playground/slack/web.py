"""The Web API over HTTP: who calls, what they ask, what goes wrong on purpose, what they get."""

import time
from collections.abc import Callable, Collection

from aiohttp import web

from bot.playground.slack import faults
from bot.playground.slack.limits import Meter
from bot.playground.slack.methods import APP_LEVEL, METHODS, SCOPES, Context
from bot.playground.slack.wire import ApiCall, Args, Json, MissingScope, SlackError, read

ALL_SCOPES = (
    "app_mentions:read",
    "chat:write",
    "channels:history",
    "groups:history",
    "im:history",
    "mpim:history",
    "channels:read",
    "groups:read",
    "im:read",
    "mpim:read",
    "reactions:write",
    "users:read",
    "usergroups:read",
    "assistant:write",
    "files:read",
    "files:write",
    "commands",
)


class WebApi:
    """Answers /api/<method> and keeps the list of calls, in the order they came in."""

    def __init__(
        self,
        context: Callable[[], Context],
        planned: faults.Faults,
        *,
        bot_token: str,
        app_token: str,
        missing_scopes: Collection[str] = (),
    ) -> None:
        self.calls: list[ApiCall] = []
        self.scopes = [scope for scope in ALL_SCOPES if scope not in missing_scopes]
        self._context, self._faults = context, planned
        self._bot_token, self._app_token = bot_token, app_token
        # None: nothing is counted.
        self.meter: Meter | None = None

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One call, from its bytes to its answer."""
        args, token = await read(request)
        method = request.match_info["method"]
        call = ApiCall(time.monotonic(), method, args.values)
        self.calls.append(call)
        fault = self._faults.take(method)
        if refused := await _refused(request, call, fault):
            return refused
        if refused := await _refused(request, call, self._over(method, args, token)):
            return refused
        call.response = self._answer(method, args, token)
        if fault and fault.kind == "reset_after":
            return faults.reset(request)
        return web.json_response(call.response, headers={"x-oauth-scopes": ",".join(self.scopes)})

    def may_read_files(self, token: str) -> bool:
        """Does url_private open for this token?"""
        return token == self._bot_token and "files:read" in self.scopes

    def _over(self, method: str, args: Args, token: str) -> faults.Fault | None:
        """The refusal of a call that comes too soon. Strangers' calls are counted nowhere."""
        if self.meter is None or token not in (self._bot_token, self._app_token):
            return None
        world, place = self._context().world, args.text("channel")
        direct = world.direct(place)
        wait = self.meter.take(method, direct.id if direct else place)
        return faults.Fault.ratelimited(wait) if wait else None

    def _answer(self, method: str, args: Args, token: str) -> Json:
        try:
            return {"ok": True, **self._method(method, args, token)}
        except SlackError as refusal:
            return refusal.answer()

    def _method(self, method: str, args: Args, token: str) -> Json:
        if method not in METHODS:
            raise SlackError("unknown_method")
        self._authorize(method, token)
        return METHODS[method](self._context(), args)

    def _authorize(self, method: str, token: str) -> None:
        if not token:
            raise SlackError("not_authed")
        if token not in (self._bot_token, self._app_token):
            raise SlackError("invalid_auth")
        if (token == self._app_token) != (method in APP_LEVEL):
            raise SlackError("not_allowed_token_type")
        if (needed := SCOPES.get(method)) and needed not in self.scopes:
            raise MissingScope(needed, self.scopes)


async def _refused(request: web.Request, call: ApiCall, fault: faults.Fault | None) -> web.Response | None:
    """The answer where a fault keeps the call from taking effect."""
    refused = await faults.refusal(fault, request) if fault else None
    if fault and refused is not None:
        call.response = faults.told(fault)
    return refused
