"""Keep Slack's messages equal to messages(run, live, now): one writer per run, edits in order, the final state last.

A writer is there while there is something to write: a run that waits for a person has none.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from agent.carrier import Live
from agent.log import Log, LogError, Shown
from agent.run import Run, replay
from bot.board import NEVER, Board, Tempo
from bot.history import History, Spot
from bot.inbound import Place
from bot.orphans import Orphans
from bot.posting import Post, Poster, Unseen
from bot.setbacks import Setbacks
from bot.tokens import signer
from bot.views.blocks import Card
from bot.views.layout import laid_out
from bot.views.thread import messages

logger = logging.getLogger(__name__)


class Screen:
    """Shows runs in Slack. `clock` gives Unix seconds for what is said; pauses go by the event loop's own clock."""

    def __init__(
        self, api: AsyncWebClient, log: Log, history: History, clock: Callable[[], float], tempo: Tempo | None = None
    ) -> None:
        self._api, self._log, self._clock, self._tempo = api, log, clock, tempo or Tempo()
        self._orphans = Orphans(api, log, history, self._once_more, self._tempo.later, self._tempo.apart)
        self._poster = Poster(api, log, history, self._orphans.doubt)
        self._sign = signer(log.key)
        self._boards: dict[str, Board] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._setbacks = Setbacks(self._tempo.pause)
        self._begun: set[str] = set()  # the runs that this process writes, as long as they are not settled
        self._closed = False

    def draw(self, run: Run, live: Live) -> None:
        """Show this state as soon as its turn comes; states that are overtaken are never shown."""
        if self._closed:
            return
        board = self._boards.get(run.id)
        if board is None:
            board = self._boards[run.id] = Board((run, live))
            board.task = asyncio.create_task(self._write(run.id, board), name=f"screen {run.id}")
            board.task.add_done_callback(_ended)
        elif run.length >= board.latest[0].length:
            board.latest = (run, live)
        board.wake.set()

    async def settle(self, run: Run) -> bool:
        """Draw the ended run. True when Slack has confirmed all of it or never will; False: it is tried at the next
        start, unless this screen writes into the log before that the run is settled."""
        self.draw(run, Live())
        board = self._boards.get(run.id)
        if board is None:
            return False
        settled: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        board.settling.append(settled)
        if not await settled:
            return False
        self._begun.discard(run.id)
        self._setbacks.forget(run.id)
        return await self._orphans.settled(Spot.of(run))

    async def say(self, place: Place, text: str, *, to: str = "") -> None:
        """A short word in the thread, or in the channel where the place names none; to one person only where `to`
        names a user. Failing is logged, no more."""
        try:
            if to:
                thread = place.thread or None
                await self._api.chat_postEphemeral(channel=place.channel, user=to, thread_ts=thread, text=text)
            else:
                await self._api.chat_postMessage(
                    channel=place.channel, thread_ts=place.thread, text=text, unfurl_links=False, unfurl_media=False
                )
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            logger.warning("a word in %s was not delivered: %s", place.id, error)

    async def close(self) -> None:
        """Stop writing; what is not confirmed is drawn again at the next start. What is on its way to Slack gets a
        moment to be confirmed: a post that arrives after the next start has looked for it would stand there twice."""
        self._closed = True
        await _stopped([board.task for board in self._boards.values() if board.task])
        if self._sending:
            await asyncio.wait(self._sending, timeout=self._tempo.parting)
        await _stopped(list(self._sending))
        await self._orphans.close()

    @property
    def busy(self) -> int:
        """How many runs have a writer at this moment."""
        return len(self._boards)

    # --- one run's writer ----------------------------------------------------------------------------------

    async def _write(self, id: str, board: Board) -> None:
        try:
            await self._begin(id, board)
            while await self._step(board):
                pass
        finally:
            if self._boards.get(id) is board:
                del self._boards[id]
            board.answer(bool(board.verdict))

    async def _begin(self, id: str, board: Board) -> None:
        """What stands in Slack by the log. Where this process has written nothing yet, an earlier one has."""
        rows = await self._rows(id)
        board.posts = {slot: Post.known(row) for slot, row in rows.items()}
        if rows and id not in self._begun:
            self._orphans.doubt(Spot.of(board.latest[0]))
        self._begun.add(id)

    async def _rows(self, id: str) -> dict[str, Shown]:
        tries = 0
        while True:
            try:
                rows = await self._log.shown(id)
            except LogError as error:
                tries += 1
                self._setbacks.log_failed(error)
                await asyncio.sleep(self._setbacks.pause(tries))
            else:
                self._setbacks.log_works()
                return rows

    async def _step(self, board: Board) -> bool:
        """Write one message, or wait for something to write; False where there is nothing to wait for."""
        if board.wake.is_set():
            board.renew()
        run, live = board.latest
        cards = laid_out(await self._cards(run, live), board.form)
        behind = board.behind(cards, run.length - 1)
        due = next((slot for slot in behind if self._pause(board, run, slot) <= 0), None)
        if due is not None:
            await self._put(board, run, due, cards[due])
            return board.verdict is None or board.wake.is_set()
        if not behind and not board.wake.is_set():
            board.answer(bool(run.ended))
        return await self._rest(board, run, live, behind)

    async def _cards(self, run: Run, live: Live) -> dict[str, Card]:
        """Off the loop: a long answer takes long enough to be noticed by other runs."""
        seen = replace(live, since=dict(live.since))
        return await asyncio.to_thread(messages, run, seen, self._clock(), self._sign)

    def _pause(self, board: Board, run: Run, slot: str) -> float:
        """Seconds until this slot may be written. The progress of a run at work has to wait its turn."""
        held = board.posts[slot].held if slot in board.posts else float("-inf")
        if slot == "progress" and not run.ended and board.stands(slot):
            held = max(held, board.edited + self._tempo.pace)
        return held - asyncio.get_running_loop().time()

    async def _rest(self, board: Board, run: Run, live: Live, behind: Sequence[str]) -> bool:
        """Wait for a new state, or for the time to look again. The board stays until its pace is over: the next one
        would not know of it."""
        pauses = [pause for slot in behind if (pause := self._pause(board, run, slot)) < NEVER]
        pauses += [self._tempo.refresh] if live.since else []
        pace = board.edited + self._tempo.pace - asyncio.get_running_loop().time()
        if not pauses and (behind or pace <= 0):
            return board.wake.is_set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(pauses, default=pace)):
                await board.wake.wait()
        return True

    async def _once_more(self, id: str, slot: str) -> None:
        """A message does not stand as it was confirmed: written again, by the writer there is or by a new one."""
        if board := self._boards.get(id):
            if slot in board.posts:
                board.posts[slot].row.digest = ""
            board.wake.set()
            return
        row = (await self._log.shown(id))[slot]
        row.digest = ""
        await self._log.show(row)
        self.draw(replay(await self._log.read(id)), Live())

    # --- one message ---------------------------------------------------------------------------------------

    async def _put(self, board: Board, run: Run, slot: str, card: Card) -> None:
        """Post or edit one message; only a confirmed answer of Slack counts."""
        post = board.posts.setdefault(slot, Post(Shown(run.id, slot, Place.parse(run.thread).channel)))
        edits = slot == "progress" and board.stands(slot)
        try:
            await asyncio.shield(self._sent(self._poster.deliver(run, post, card)))
        except (SlackClientError, Unseen, LogError, aiohttp.ClientError, TimeoutError, OSError) as error:
            self._setbacks.met(board, post, card, error)
            return
        self._setbacks.log_works()
        post.tries = 0
        if edits:
            board.edited = asyncio.get_running_loop().time()

    def _sent(self, delivery: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A delivery that goes on when its writer is told to stop: see `close`."""
        task = asyncio.create_task(delivery)
        self._sending.add(task)
        task.add_done_callback(self._arrived)
        return task

    def _arrived(self, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        if not task.cancelled():
            task.exception()  # looked at: its writer may be gone


async def _stopped(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _ended(task: asyncio.Task[None]) -> None:
    """A writer that failed must not hold up its thread: it is said, and the next state begins another one."""
    if not task.cancelled() and task.exception():
        logger.error("a writer failed", exc_info=task.exception())
