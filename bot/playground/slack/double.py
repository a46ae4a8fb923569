"""The Slack double: a workspace on 127.0.0.1 that a real slack-bolt app talks to, base_url changed."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from bot.playground.slack import reading
from bot.playground.slack.assistant import Assistant
from bot.playground.slack.delivery import Kind, Route
from bot.playground.slack.faults import Faults, refusal
from bot.playground.slack.feed import Feed
from bot.playground.slack.files import FileServer
from bot.playground.slack.limits import Limits, Meter
from bot.playground.slack.methods import Context
from bot.playground.slack.people import People
from bot.playground.slack.responses import Responses
from bot.playground.slack.signed_http import HttpAnswer, SignedHttp
from bot.playground.slack.sockets import Reason, Sockets
from bot.playground.slack.streams import Streams
from bot.playground.slack.views import Views
from bot.playground.slack.web import WebApi
from bot.playground.slack.wire import ApiCall, Json
from bot.playground.slack.world import PLACE, Change, Channel, Message, User, View, World
from bot.playground.slack.writer import Writer

T = TypeVar("T")
SUBSCRIPTIONS = ("message", "app_mention", "reaction_added")


class SlackDouble(People):
    """An async context manager; the server runs inside it.

    `port` 0 takes a free one. `events` are the event types the app subscribes to. An event without
    acknowledgement after `ack_seconds` is sent again after each of `retry_delays`; a trigger_id is good for
    `trigger_seconds`. All times in seconds. `missing_scopes` are those the bot's token was not given. With a
    `request_url`, given here or set later, events and interactions are posted there, signed with
    `signing_secret`; else they go over the app's sockets.

    `limits`: how often the app may call; without them Slack never refuses by itself. `groups` are the user groups,
    {id: ids of its people}. A streamed message can be written to for `stream_seconds`.
    """

    bot_token = "xoxb-footnote-double"
    app_token = "xapp-footnote-double"

    def __init__(
        self,
        *,
        port: int = 0,
        users: Iterable[User] | None = None,
        channels: Iterable[Channel] | None = None,
        events: Collection[str] = SUBSCRIPTIONS,
        ack_seconds: float = 3.0,
        retry_delays: Sequence[float] = (0.0, 60.0, 300.0),
        trigger_seconds: float = 3.0,
        missing_scopes: Collection[str] = (),
        request_url: str = "",
        signing_secret: str = "footnote-double-signing-secret",
        limits: Limits | None = None,
        groups: Mapping[str, Collection[str]] | None = None,
        stream_seconds: float = 300.0,
    ) -> None:
        world = World(users, channels, groups)
        self.signing_secret = signing_secret
        self._sockets = sockets = Sockets(ack_seconds, retry_delays, lambda: world.announce(Change("presence")))
        self._http = SignedHttp(signing_secret, ack_seconds, retry_delays, lambda: world.announce(Change("presence")))
        route = Route(self._http, sockets)
        feed = Feed(world, route, events)
        writer, views = Writer(world, feed), Views(world, trigger_seconds)
        super().__init__(world, writer, views, feed, route, Responses(world, writer))
        self.request_url = request_url
        self.faults = Faults()
        self._port = port
        self.url = f"http://127.0.0.1:{port}"
        self.app = web.Application(client_max_size=8 * 1024 * 1024)
        self._runner: web.AppRunner | None = None
        streams = Streams(stream_seconds, world.seconds)
        self.assistant = assistant = Assistant(world.seconds)
        self._api = WebApi(
            lambda: Context(
                world, writer, views, sockets, self.url, streams, assistant, self._page, self._api.scopes
            ),
            self.faults,
            bot_token=self.bot_token,
            app_token=self.app_token,
            missing_scopes=missing_scopes,
        )
        files = FileServer(world, self.faults, self._api.calls, self._api.may_read_files)
        self.app.router.add_route("*", "/api/{method}", self._api.handle)
        self.app.router.add_post("/upload/v1/{ticket}", files.receive)
        self.app.router.add_get("/files/{id}/{name}", files.hand_out)
        self.app.router.add_get("/link/", self._link)
        self.app.router.add_post("/response/{key}", self._responses.handle)
        self.limit(limits)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Listen on 127.0.0.1; from then on `url` is the real address."""
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        _, self._port = self._runner.addresses[0][:2]
        self.url = f"http://127.0.0.1:{self._port}"

    async def close(self) -> None:
        """Stop deliveries, close the sockets and stop listening; watchers come to their end."""
        await self._http.close()
        await self._sockets.close()
        self.world.announce(None)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _link(self, request: web.Request) -> web.StreamResponse:
        """A socket, or what a fault of the method "socket" makes of its handshake; either uses up its address."""
        fault = self.faults.take("socket")
        refused = await refusal(fault, request) if fault else None
        if refused is not None:
            self._sockets.spend(request)
            return refused
        return await self._sockets.link(request)

    @property
    def api_url(self) -> str:
        """The base_url of the Web API."""
        return f"{self.url}/api/"

    @property
    def calls(self) -> list[ApiCall]:
        """Every call of the app's, in the order they came in."""
        return self._api.calls

    @property
    def connections(self) -> int:
        """How many sockets of the app's are live; 1 when it has a request_url."""
        return self._delivery.count

    @property
    def undelivered(self) -> int:
        """How many deliveries are on their way to the app, or wait to be sent once more."""
        return self._sockets.deliveries.count + self._http.deliveries.count

    @property
    def request_url(self) -> str:
        """Where the app takes deliveries by HTTP; "" means by Socket Mode. It may be set at any time."""
        return self._http.url

    @request_url.setter
    def request_url(self, url: str) -> None:
        self._http.url = url

    async def deliver_signed(
        self, payload: Json, kind: Kind = "events_api", *, seconds_old: int = 0, secret: str | None = None
    ) -> HttpAnswer:
        """Post a payload to the request_url once and give the app's answer, whatever it says.

        `seconds_old` dates the request back, `secret` signs it with another secret: an app must refuse such.
        Unanswered when no answer comes.
        """
        return await self._http.deliver(kind, payload, seconds_old=seconds_old, secret=secret)

    async def verify_url(self) -> bool:
        """Ask the request_url as Slack does when it is entered: does it give the challenge back?"""
        challenge = token_hex(16)
        asked = {"type": "url_verification", "challenge": challenge, "token": "verification-token"}
        answer = await self.deliver_signed(asked)
        return answer.status == 200 and challenge in answer.body

    def limit(self, limits: Limits | None) -> None:
        """From now on the app may call this often, or, with None, as often as it likes. What it did before is
        forgotten."""
        self._page = limits.page if limits else None
        self._api.meter = Meter(limits, self.world.seconds) if limits else None

    async def drop_sockets(self) -> None:
        """All sockets break without a word; the app notices by itself, sooner or later."""
        await self._sockets.drop()

    async def ask_to_reconnect(self, reason: Reason = "refresh_requested") -> None:
        """Ask the app on each socket to come back on a new one."""
        await self._sockets.ask_to_reconnect(reason)

    def messages(self, channel: str = PLACE, thread: str | None = None, *, deleted: bool = False) -> list[Message]:
        """The messages of a channel, replies included, or those of one thread, root first. Oldest first.

        With `deleted` also those that are gone, and the tombstones of roots.
        """
        said = [m for m in self.world.in_channel(channel) if deleted or not m.deleted]
        return [message for message in said if thread in (None, message.root)]

    def ephemerals(self, user: str) -> list[Message]:
        """What only that person sees, oldest first."""
        return [m for m in self.world.ephemeral if m.visible_to == user and not m.deleted]

    def views(self, user: str) -> list[View]:
        """The modals open before that person, the topmost last."""
        return self.world.views_of(user)

    def home(self, user: str) -> View | None:
        """What the app published on its Home tab for that person."""
        return self.world.homes.get(user)

    @property
    def groups(self) -> dict[str, Collection[str]]:
        """The user groups, {id: ids of its people}; they may be changed at any time."""
        return self.world.groups

    def notified(self, user: str) -> list[Message]:
        """The messages that notified that person by naming them when they were posted, oldest first.

        By <@…> or a rich_text element, by a user group, or as everybody in the channel; also where the message has
        been deleted since. An edit notifies nobody.
        """
        said = (message for channel in self.world.channels for message in self.world.in_channel(channel))
        return sorted((message for message in said if user in message.notified), key=lambda message: message.ts)

    def thread(self, channel: str, ts: str, *, buttons: bool = True, deleted: bool = False, reader: str = "") -> str:
        """The thread that message stands in, as a person reads it; with `deleted` what is gone too, marked so.

        With a `reader`, a user id, only that person's ephemeral messages are in it, else everybody's.
        """
        return reading.thread(self.world, channel, ts, buttons=buttons, deleted=deleted, reader=reader)

    def file(self, said: Message, at: int = 0) -> bytes:
        """The content of a file in a message; LookupError when there is no such file."""
        content = self.world.files[str(said.files[at]["id"])].content
        if content is None:
            raise LookupError(f"the file {said.files[at]['name']} was never sent")
        return content

    def file_text(self, said: Message, at: int = 0) -> str:
        """The same as text, read as UTF-8."""
        return self.file(said, at).decode()

    def pass_time(self, seconds: float) -> None:
        """Slack's clock moves on: what is said or edited from now on is so much later."""
        self.world.ahead += int(seconds * 1_000_000)

    def watch(self) -> AsyncIterator[Change]:
        """Every change from this moment on; ends when the double closes."""
        return self.world.watch()

    async def wait_for(self, predicate: Callable[[], T | None], *, seconds: float = 20) -> T:
        """The first truthy value of the predicate; a LookupError in it means "not yet".

        When none comes: AssertionError with everything that was said and the last calls.
        """
        deadline = time.monotonic() + seconds
        while True:
            with suppress(LookupError):
                if value := predicate():
                    return value
            if time.monotonic() > deadline:
                raise AssertionError(f"nothing after {seconds} s.\n{self._seen()}")
            await asyncio.sleep(0.01)

    def _seen(self) -> str:
        calls = (f"{call.method} -> {call.response.get('error', 'ok')}" for call in self.calls[-20:])
        return "\n".join([reading.everything(self.world), "", "Last calls:", *calls])
