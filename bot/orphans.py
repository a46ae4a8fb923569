"""What arrived too late is put right: a post that came to stand in a thread twice, an edit that undid a later one.

A process that is ended, or loses its connection, in the midst of a call to Slack leaves one on its way that nobody
waits for. It may arrive after the next one took its place. So the thread of a run in doubt is looked through once
more a little later, and once more at the run's end.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from agent.log import Log, LogError, Shown
from bot.history import History, Ours, Spot
from bot.posting import GONE
from bot.refusals import refusal

logger = logging.getLogger(__name__)
LATER = 10.0  # seconds after which what was on its way has arrived
APART = 1.5  # seconds between looks: Slack allows about fifty a minute (docs.slack.dev/apis/web-api/rate-limits)
LOOKS = 5  # in vain, at one thread
SUPERSEDED = "Superseded: the same message stands elsewhere in this thread."


@dataclass(frozen=True)
class Look:
    """An appointment, in seconds of the event loop; `last`: the run has ended and is settled by it."""

    spot: Spot
    at: float
    last: bool = False
    tries: int = 0


class Orphans:
    """Looks after runs in doubt: those taken over from an earlier process, and those with a post of unknown outcome.

    Of a run it keeps no more than its names.
    """

    def __init__(
        self,
        api: AsyncWebClient,
        log: Log,
        history: History,
        redraw: Callable[[str, str], Awaitable[None]],
        later: float = LATER,
        apart: float = APART,
    ) -> None:
        """`redraw` is told the run and the slot of a message that has to be written once more."""
        self._api, self._log, self._history, self._redraw = api, log, history, redraw
        self._later, self._apart = later, apart
        self._doubted: set[str] = set()
        self._looks: dict[str, Look] = {}
        self._new = asyncio.Event()
        self._sweeper: asyncio.Task[None] | None = None

    def doubt(self, spot: Spot) -> None:
        """A message of this run may come to stand twice."""
        self._doubted.add(spot.run)
        self._appoint(Look(spot, self._now() + self._later, last=self._ends(spot.run)))

    async def settled(self, spot: Spot) -> bool:
        """Whether all is well with a run that has ended. False: that is seen to a little later, and the run settled
        in the log by it; whoever starts before that begins here again."""
        if spot.run not in self._doubted:
            return True
        look = self._looks.pop(spot.run, None) or Look(spot, self._now())
        if look.at <= self._now() and await self._soon(look):
            self._doubted.discard(spot.run)
            return True
        self._appoint(Look(spot, max(look.at, self._now()), last=True))
        return False

    async def close(self) -> None:
        """What was not looked at is looked at after the next start."""
        if self._sweeper:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)

    # --- appointments --------------------------------------------------------------------------------------

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _ends(self, run: str) -> bool:
        look = self._looks.get(run)
        return bool(look and look.last)

    def _appoint(self, look: Look) -> None:
        self._looks[look.spot.run] = look
        self._new.set()
        if self._sweeper is None or self._sweeper.done():
            self._sweeper = asyncio.create_task(self._sweep(), name="orphans")

    async def _sweep(self) -> None:
        """One thread at a time, in the order of the appointments."""
        while self._looks:
            look = min(self._looks.values(), key=lambda one: one.at)
            if look.at > self._now():
                await self._news(look.at - self._now())
                continue
            await self._keep(self._looks.pop(look.spot.run))
            await asyncio.sleep(self._apart)

    async def _news(self, seconds: float) -> None:
        self._new.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._new.wait()

    async def _keep(self, look: Look) -> None:
        done = await self._done(look)
        if not done and look.tries + 1 < LOOKS:
            later = self._now() + self._later * 2**look.tries
            self._looks.setdefault(look.spot.run, Look(look.spot, later, look.last, look.tries + 1))
            return
        if not done:
            logger.warning("the thread of run %s could not be looked through for what stands twice", look.spot.run)
        if look.last:
            await self._over(look.spot)

    async def _over(self, spot: Spot) -> None:
        try:
            await self._log.settle(spot.run)
            self._doubted.discard(spot.run)
        except LogError:
            self._appoint(Look(spot, self._now() + self._later, last=True))

    # --- one look ------------------------------------------------------------------------------------------

    async def _soon(self, look: Look) -> bool:
        """The next question in this thread waits for it: not for as long as Slack may ask us to wait."""
        try:
            async with asyncio.timeout(self._later):
                return await self._done(look)
        except TimeoutError:
            return False

    async def _done(self, look: Look) -> bool:
        """Whether the thread was looked through, and nothing stands in it twice, or as it was before."""
        try:
            ours = await self._history.ours(look.spot)
            rows = await self._log.shown(look.spot.run)  # read after the thread: what was posted since is not in it
            for one in orphans(ours, rows):
                logger.warning("a message about run %s stood twice: %s is taken away", look.spot.run, one.ts)
                await self._take_away(look.spot, one)
            for one in undone(ours, rows):
                logger.warning("a message about run %s stood as it was before: %s", look.spot.run, one.ts)
                await self._redraw(look.spot.run, one.slot)
        except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError, LogError) as error:
            logger.info("the thread of run %s could not be looked through: %s", look.spot.run, error)
            return False
        return True

    async def _take_away(self, spot: Spot, one: Ours) -> None:
        """Delete it; where Slack refuses that, say in its place what it is."""
        channel = spot.place.channel
        try:
            await self._api.chat_delete(channel=channel, ts=one.ts)
        except SlackApiError as error:
            if _passes(error):
                raise
            if not one.files:
                await self._superseded(channel, one.ts)

    async def _superseded(self, channel: str, ts: str) -> None:
        try:
            await self._api.chat_update(channel=channel, ts=ts, text=SUPERSEDED, blocks=[], metadata={})
        except SlackApiError as error:
            if _passes(error):
                raise
            logger.warning("a message that stands twice stays: %s", refusal(error).why)


def _passes(error: SlackApiError) -> bool:
    return refusal(error).meaning in ("wait", "away")


def undone(ours: Sequence[Ours], rows: Mapping[str, Shown]) -> list[Ours]:
    """The messages that show less than Slack has confirmed of them: an older edit arrived after a newer one. Pure."""
    known = ((one, rows[one.slot]) for one in ours if one.slot in rows)
    return [one for one, row in known if one.ts == row.ts and one.position < row.position]


def orphans(ours: Sequence[Ours], rows: Mapping[str, Shown]) -> list[Ours]:
    """The messages beside which the one that is known stands, by their slot or the names of their files, and those
    whose slot was taken away. A slot whose message is not confirmed has none: any may become the one. Pure."""
    known = {row.ts for row in rows.values() if row.ts}
    slots = {slot for slot, row in rows.items() if row.ts or row.digest == GONE}
    files = {name for one in ours if one.ts in known for name in one.files}
    return [one for one in ours if one.ts not in known and (one.slot in slots or files & one.files.keys())]
