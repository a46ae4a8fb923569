"""Keep Slack's messages equal to messages(run, live, now): one writer per run, edits in order, the final state last.

A writer is there while there is something to write: a run that waits for a person has none. Whose turn it is to write
says the pace, which all of them share.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
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
from bot.links import Links
from bot.orphans import Orphans
from bot.pace import Op, Pace, Rank, Rates, Want
from bot.place import Place
from bot.posting import Post, Poster, Unseen
from bot.refusals import refusal
from bot.setbacks import Setbacks
from bot.tokens import signer
from bot.views import safe
from bot.views.blocks import Card
from bot.views.layout import laid_out
from bot.views.thread import FIRST, LONG, PROGRESS, by_the_asker, gone, marks, messages

logger = logging.getLogger(__name__)
WORDS_TRIED = 4  # times that a short word is sent before it is given up
WORDS_WAIT = 60.0  # seconds of a Retry-After that a short word waits for


class Screen:
    """Shows runs in Slack. `clock` gives Unix seconds for what is said; pauses go by the event loop's own clock."""

    def __init__(
        self,
        api: AsyncWebClient,
        log: Log,
        history: History,
        links: Links,
        clock: Callable[[], float],
        tempo: Tempo | None = None,
        rates: Rates | None = None,
    ) -> None:
        self._api, self._log, self._clock, self._tempo = api, log, clock, tempo or Tempo()
        self._links, self._pace = links, Pace(time.monotonic, rates)
        self._orphans = Orphans(api, log, history, self._once_more, self._tempo.later, self._tempo.apart)
        self._poster = Poster(api, log, history, self._orphans.doubt)
        self._sign = signer(log.key)
        self._boards: dict[str, Board] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._setbacks = Setbacks(self._tempo.pause, self._pace, self._clock)
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
        names a user. Said as soon as can be, and where Slack asks to wait a little later; failing is logged."""
        if not self._closed:
            self._sent(self._surely_said(place, text, to))

    async def _surely_said(self, place: Place, text: str, to: str) -> None:
        """Beside whatever its thread is at: nobody waits at the door for a word to somebody else."""
        for _ in range(WORDS_TRIED):
            seconds = await self._said(place, text, to)
            if not seconds:
                return
            await asyncio.sleep(seconds)
        logger.warning("a word in %s was not delivered: Slack asked to wait too often", place.id)

    async def _said(self, place: Place, text: str, to: str) -> float:
        """Seconds after which to say it once more; 0.0 where it was said, or cannot be."""
        try:
            await self._word(place, text, to)
        except SlackApiError as error:
            told = refusal(error)
            if told.meaning == "wait":
                self._pace.refused(told.method, place.channel, told.seconds)
            if told.meaning == "wait" and told.seconds <= WORDS_WAIT:
                return max(told.seconds, self._tempo.pause)
            logger.warning("a word in %s was not delivered: %s", place.id, error)
        except (aiohttp.ClientError, TimeoutError) as error:
            logger.warning("a word in %s was not delivered: %s", place.id, error)
        return 0.0

    async def _word(self, place: Place, text: str, to: str) -> None:
        thread, text = place.thread or None, safe.plainly(text)
        if to:
            await self._api.chat_postEphemeral(channel=place.channel, user=to, thread_ts=thread, text=text)
            return
        await self._api.chat_postMessage(
            channel=place.channel, thread_ts=thread, text=text, unfurl_links=False, unfurl_media=False
        )

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
            self._pace.leave(id)
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
        if gone(run):
            return await self._first_of(board, run, board.leftover)
        if self._late(board, run):
            board.go_below()
        if board.quiet == marks(run):  # nothing but the progress may be behind: not made before it may be shown
            return await self._go_on(board, run, live)
        await self._find_link(board, run)
        cards = laid_out(await self._cards(board, run, live), board.form)
        behind = board.behind(cards, run.length - 1)
        board.quiet = marks(run) if not run.ended and board.stands(PROGRESS) and behind.keys() <= {PROGRESS} else None
        return await self._first_of(board, run, behind)

    def _late(self, board: Board, run: Run) -> bool:
        """Whether the end of a run could not be shown for so long that nobody looks any more: it has to be told."""
        if run.ended is None or board.below or by_the_asker(run) or not board.stands(PROGRESS):
            return False
        shown = board.post(PROGRESS).row.position >= run.ended_position
        return not shown and self._clock() - run.asked_at > LONG

    async def _go_on(self, board: Board, run: Run, live: Live) -> bool:
        """Show the progress of a run at work, as soon as it is its turn."""
        want = _want(board, run, PROGRESS)
        if wait := self._turn(board, want):
            return await self._rest(board, [wait])
        cards = laid_out(await self._cards(board, run, live), board.form)
        behind = board.behind(cards, run.length - 1)
        if behind.keys() != {PROGRESS}:
            self._pace.back(want)
            return await self._first_of(board, run, behind)
        await self._put(board, run, want, cards[PROGRESS])
        return board.verdict is None or board.wake.is_set()

    async def _first_of(self, board: Board, run: Run, behind: Mapping[str, Card | None]) -> bool:
        """Write, or take away, the first of these messages whose turn it is; else rest until it is one's."""
        waits: dict[str, float] = {}
        for slot, card in behind.items():
            want = _want(board, run, slot, away=card is None)
            waits[slot] = self._turn(board, want)
            if not waits[slot]:
                await self._put(board, run, want, card)
                return board.verdict is None or board.wake.is_set()
        if run.ended and not gone(run) and not board.below and self._spent(board, waits.get(PROGRESS, 0.0)):
            board.go_below()
            return True
        if not behind and not board.wake.is_set():
            board.answer(bool(run.ended))
        return await self._rest(board, list(waits.values()))

    async def _find_link(self, board: Board, run: Run) -> None:
        """Where the answer stands, for the line that leads to it."""
        if board.below and board.stands(FIRST) and FIRST not in board.links:
            board.links[FIRST] = await self._links.to(Place.parse(run.thread), board.post(FIRST).row.ts)

    async def _cards(self, board: Board, run: Run, live: Live) -> Mapping[str, Card]:
        """Off the loop: a long answer takes long enough to be noticed by other runs. What is final is made once."""
        seen, below, links = replace(live, since=dict(live.since)), board.below, dict(board.links)
        state = (run.length, below, links.get(FIRST, ""))
        if board.ending and board.ending[0] == state:
            return board.ending[1]
        cards = await asyncio.to_thread(
            lambda: messages(run, seen, self._clock(), self._sign, below=below, links=links)
        )
        board.ending = (state, cards) if run.ended else None
        return cards

    def _turn(self, board: Board, want: Want) -> float:
        """Seconds until this message may be written; where there are none, its turn is taken. The progress of a run
        at work has to wait for its own pace as well."""
        now = asyncio.get_running_loop().time()
        held = board.post(want.slot).held
        if want.rank == Rank.PROGRESS:
            held = max(held, board.edited + self._tempo.pace)
        return held - now if held > now else self._pace.ask(want)

    def _spent(self, board: Board, wait: float) -> bool:
        """Whether an answer that is to take the place of the progress would wait too long for its edit, since too
        much is edited, and not because this one failed."""
        held = board.post(PROGRESS).held > asyncio.get_running_loop().time()
        return board.stands(PROGRESS) and not held and wait > self._tempo.spent

    async def _rest(self, board: Board, waits: Sequence[float]) -> bool:
        """Wait for a new state, or for the time to look again. The board stays until its pace is over: the next one
        would not know of it."""
        _, live = board.latest
        pauses = [wait for wait in waits if wait < NEVER]
        pauses += [self._tempo.refresh] if live.since else []
        pace = board.edited + self._tempo.pace - asyncio.get_running_loop().time()
        if not pauses and (waits or pace <= 0):
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

    async def _put(self, board: Board, run: Run, want: Want, card: Card | None) -> None:
        """Post or edit one message, or take it away where there is no card for it; only a confirmed answer of Slack
        counts."""
        post = board.post(want.slot)
        does = self._poster.deliver(run, post, card) if card else self._poster.remove(run, post)
        try:
            await asyncio.shield(self._sent(does))
        except (SlackClientError, Unseen, LogError, aiohttp.ClientError, TimeoutError, OSError) as error:
            self._setbacks.met(board, post, card, error)
            return
        finally:
            self._pace.done(want)
        self._setbacks.log_works()
        post.tries = 0
        if want.slot == PROGRESS and want.op == "edit":
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


def _want(board: Board, run: Run, slot: str, *, away: bool = False) -> Want:
    op: Op = "delete" if away else "edit" if board.stands(slot) else "post"
    return Want(run.id, slot, op, Place.parse(run.thread).channel, _rank(board, run, slot))


def _rank(board: Board, run: Run, slot: str) -> Rank:
    """How much somebody waits for this message to be written."""
    if run.ended is None:
        return Rank.PROGRESS if slot == PROGRESS and board.stands(slot) else Rank.CARD
    if slot.startswith("answer") or (slot == PROGRESS and not board.below) or gone(run):
        return Rank.END
    return Rank.CLOSING


async def _stopped(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _ended(task: asyncio.Task[None]) -> None:
    """A writer that failed must not hold up its thread: it is said, and the next state begins another one."""
    if not task.cancelled() and task.exception():
        logger.error("a writer failed", exc_info=task.exception())
