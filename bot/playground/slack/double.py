"""The Slack double: a workspace on 127.0.0.1 that a real slack-bolt app talks to, base_url changed."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from bot.playground.slack import reading
from bot.playground.slack.faults import Faults
from bot.playground.slack.feed import Feed
from bot.playground.slack.methods import Context
from bot.playground.slack.people import PLACE, People
from bot.playground.slack.responses import Responses
from bot.playground.slack.sockets import Sockets
from bot.playground.slack.views import Views
from bot.playground.slack.web import WebApi
from bot.playground.slack.wire import ApiCall
from bot.playground.slack.world import Change, Channel, Message, User, View, World
from bot.playground.slack.writer import Writer

T = TypeVar("T")
SUBSCRIPTIONS = ("message", "app_mention", "reaction_added")


class SlackDouble(People):
    """An async context manager; the server runs inside it.

    `port` 0 takes a free one. `events` are the event types the app subscribes to. An event without
    acknowledgement after `ack_seconds` is sent again after each of `retry_delays`; a trigger_id is good for
    `trigger_seconds`. All times in seconds.
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
    ) -> None:
        world = World(users, channels)
        sockets = Sockets(ack_seconds, retry_delays, lambda: world.announce(Change("presence")))
        feed = Feed(world, sockets, events)
        writer, views = Writer(world, feed), Views(world, trigger_seconds)
        super().__init__(world, writer, views, feed, sockets, Responses(world, writer))
        self.faults = Faults()
        self._port = port
        self.url = f"http://127.0.0.1:{port}"
        self.app = web.Application(client_max_size=8 * 1024 * 1024)
        self._runner: web.AppRunner | None = None
        self._api = WebApi(
            lambda: Context(world, writer, views, sockets, self.url),
            self.faults,
            bot_token=self.bot_token,
            app_token=self.app_token,
        )
        self.app.router.add_route("*", "/api/{method}", self._api.handle)
        self.app.router.add_get("/link/", sockets.link)
        self.app.router.add_post("/response/{key}", self._responses.handle)

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
        await self._sockets.close()
        self.world.announce(None)
        if self._runner is not None:
            await self._runner.cleanup()

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
        """How many sockets of the app's are live."""
        return self._sockets.count

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

    def thread(self, channel: str, ts: str, *, buttons: bool = True) -> str:
        """The thread that message stands in, as a person reads it."""
        return reading.thread(self.world, channel, ts, buttons=buttons)

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
