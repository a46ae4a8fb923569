"""What Slack sends to an app, whichever way it goes, and what happens when nobody acknowledges it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Literal, Protocol

from bot.playground.slack.wire import Json

Kind = Literal["events_api", "interactive", "slash_commands"]


class Unanswered(Exception):
    """The app did not acknowledge a delivery in time, or refused it.

    `reason` is Slack's word for why, as the next delivery carries it; `is_final`: the app wants none.
    """

    def __init__(self, what: str, reason: str, *, is_final: bool = False) -> None:
        super().__init__(what)
        self.reason, self.is_final = reason, is_final


class Delivery(Protocol):
    """A way to the app."""

    @property
    def count(self) -> int:
        """How many connections or addresses of the app deliveries can go to now."""

    @property
    def late(self) -> str:
        """The reason given for a redelivery when an acknowledgement came too late."""

    def send(
        self, kind: Kind, payload: Json, *, attempt: int = 0, reason: str = "", retry: bool = False
    ) -> asyncio.Task[Json]:
        """Start a delivery. The task gives the body of the acknowledgement, or raises Unanswered.

        `attempt` and `reason` are told to the app when this is a redelivery; `retry`: try again until it is
        acknowledged or the attempts are used up.
        """


class Route:
    """By HTTP as soon as the app has an address, by Socket Mode until then: the seam all deliveries pass."""

    def __init__(self, http: Delivery, sockets: Delivery) -> None:
        self._http, self._sockets = http, sockets

    @property
    def count(self) -> int:
        """Those of the way in use."""
        return self._way.count

    @property
    def late(self) -> str:
        """The word of the way in use."""
        return self._way.late

    def send(
        self, kind: Kind, payload: Json, *, attempt: int = 0, reason: str = "", retry: bool = False
    ) -> asyncio.Task[Json]:
        """Start a delivery on the way in use now."""
        return self._way.send(kind, payload, attempt=attempt, reason=reason, retry=retry)

    @property
    def _way(self) -> Delivery:
        return self._http if self._http.count else self._sockets


class Deliveries:
    """The deliveries under way: they run beside whatever caused them."""

    def __init__(self, retry_delays: Sequence[float]) -> None:
        self._retry_delays = retry_delays
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def count(self) -> int:
        """How many are on their way, or wait to be sent once more."""
        return len(self._tasks)

    def start(
        self, once: Callable[[int, str], Awaitable[Json]], attempt: int, reason: str, retry: bool
    ) -> asyncio.Task[Json]:
        """Call `once(attempt, reason)`, with `retry` again after each of the delays while it is Unanswered."""
        return self._keep(_persistently(once, attempt, reason, self._retry_delays if retry else ()))

    async def close(self) -> None:
        """End them all."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _keep(self, delivery: Coroutine[Any, Any, Json]) -> asyncio.Task[Json]:
        task = asyncio.create_task(delivery)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Json]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Nobody may be waiting for it; an unanswered event is then simply lost, as Slack's are.
            task.exception()


async def _persistently(
    once: Callable[[int, str], Awaitable[Json]], attempt: int, reason: str, delays: Sequence[float]
) -> Json:
    left = list(delays)
    while True:
        try:
            return await once(attempt, reason)
        except Unanswered as unanswered:
            if unanswered.is_final or not left:
                raise
            attempt, reason = attempt + 1, unanswered.reason
        await asyncio.sleep(left.pop(0))
