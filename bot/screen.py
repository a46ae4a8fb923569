"""Keep Slack's messages equal to messages(run, live, now): one writer per run, edits in order, the final state last.

What Slack has confirmed is written down beside the facts (`shown`), before a post and after it. A post whose outcome
nobody knows is looked for in the thread before it is repeated.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.carrier import Live
from agent.log import Log, Shown
from agent.run import Run
from bot.history import History
from bot.inbound import EVENT_TYPE, Place
from bot.tokens import signer
from bot.views.blocks import Card
from bot.views.thread import messages

logger = logging.getLogger(__name__)
PACE = 3.0  # seconds between edits of one progress message
REFRESH = 10.0  # seconds after which a message that shows elapsed time is looked at again
PARTING = 2.0  # seconds that what is on its way to Slack gets at the end of the process
PAUSE = 0.5  # seconds before the second try; twice as long before each further one, a minute at most
TRIES = 8  # of one card that Slack refuses for a reason unknown here, before it waits for the next change or start
GONE = {"message_not_found", "cant_update_message", "edit_window_closed"}
HOPELESS = {
    "is_archived", "channel_not_found", "not_in_channel", "thread_not_found", "restricted_action",
}  # fmt: skip
KEYLESS = {"account_inactive", "token_revoked", "token_expired", "invalid_auth", "missing_scope", "not_authed"}
SHAPE = {
    "invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long", "msg_blocks_too_many",
    "block_mismatch", "invalid_arguments",
}  # fmt: skip


@dataclass
class Board:
    """One run's messages: the newest state asked for, and what stands in Slack."""

    latest: tuple[Run, Live]
    rows: dict[str, Shown] = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    confirmed: bool = False
    plain: set[str] = field(default_factory=set)
    anew: set[str] = field(default_factory=set)
    edited: float = float("-inf")  # the pace counts from the last edit: the first one is not held back
    tries: int = 0
    task: asyncio.Task[None] | None = None

    @property
    def given_up(self) -> bool:
        """Nobody writes here any more, though not all of it stands in Slack: a new state is worth a new try."""
        return self.done.is_set() and not self.confirmed


class Screen:
    """Shows runs in Slack. `clock` gives Unix seconds for what is said; pauses go by the event loop's own clock."""

    def __init__(
        self, api: AsyncWebClient, log: Log, history: History, clock: Callable[[], float], pause: float = PAUSE
    ) -> None:
        self._api, self._log, self._history, self._clock = api, log, history, clock
        self._first_pause = pause
        self._sign = signer(log.key)
        self._boards: dict[str, Board] = {}
        self._sending: set[asyncio.Task[None]] = set()

    def draw(self, run: Run, live: Live) -> None:
        """Show this state as soon as its turn comes; states that are overtaken are never shown."""
        board = self._boards.get(run.id)
        if board is None or board.given_up:
            board = self._boards[run.id] = Board((run, live))
            board.task = asyncio.create_task(self._write(run.id, board), name=f"screen {run.id}")
            board.task.add_done_callback(lambda task: _ended(task, board))
        if run.length >= board.latest[0].length:
            board.latest = (run, live)
        board.wake.set()

    async def settle(self, run: Run) -> bool:
        """Draw the ended run. True when Slack has confirmed all of it or never will; False: try at the next start."""
        self.draw(run, Live())
        board = self._boards[run.id]
        await board.done.wait()
        self._boards.pop(run.id, None)
        return board.confirmed

    async def say(self, place: Place, text: str, *, to: str = "") -> None:
        """A short word in the thread; to one person only where `to` names a user. Failing is logged, no more."""
        try:
            if to:
                await self._api.chat_postEphemeral(channel=place.channel, user=to, thread_ts=place.thread, text=text)
            else:
                await self._api.chat_postMessage(
                    channel=place.channel, thread_ts=place.thread, text=text, unfurl_links=False, unfurl_media=False
                )
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            logger.warning("a word in %s was not delivered: %s", place.id, error)

    async def close(self) -> None:
        """Stop writing; what is not confirmed is drawn again at the next start. What is on its way to Slack gets a
        moment to be confirmed: a post that arrives after the next start has looked for it would stand there twice."""
        await _stopped([board.task for board in self._boards.values() if board.task])
        if self._sending:
            await asyncio.wait(self._sending, timeout=PARTING)
        await _stopped(list(self._sending))

    # --- one run's writer ----------------------------------------------------------------------------------

    async def _write(self, id: str, board: Board) -> None:
        board.rows = await self._log.shown(id)
        while not board.done.is_set():
            board.wake.clear()
            run, live = board.latest
            cards = await self._cards(run, live)
            behind = [slot for slot, card in cards.items() if self._behind(board, slot, card)]
            due = next((slot for slot in behind if self._pause(board, run, slot) <= 0), None)
            if due is not None:
                await self._put(board, run, due, cards[due])
            elif run.ended and not behind:
                _finish(board, confirmed=True)
            else:
                await self._rest(board, run, live, behind)

    async def _cards(self, run: Run, live: Live) -> dict[str, Card]:
        """Off the loop: a long answer takes long enough to be noticed by other runs."""
        seen = replace(live, since=dict(live.since))
        return await asyncio.to_thread(messages, run, seen, self._clock(), self._sign)

    def _behind(self, board: Board, slot: str, card: Card) -> bool:
        row = board.rows.get(slot)
        return row is None or row.digest != _digest(card)

    def _pause(self, board: Board, run: Run, slot: str) -> float:
        """Seconds until this slot may be written: only the progress of a run at work has to wait its turn."""
        row = board.rows.get(slot)
        if slot != "progress" or run.ended or row is None or not row.ts:
            return 0.0
        return board.edited + PACE - asyncio.get_running_loop().time()

    async def _rest(self, board: Board, run: Run, live: Live, behind: list[str]) -> None:
        pauses = [self._pause(board, run, slot) for slot in behind]
        pauses += [REFRESH] if live.since else []
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(pauses, default=None)):
                await board.wake.wait()

    async def _put(self, board: Board, run: Run, slot: str, card: Card) -> None:
        """Post or edit one message; only a confirmed answer of Slack counts."""
        place = Place.parse(run.thread)
        row = board.rows.setdefault(slot, Shown(run.id, slot, place.channel))
        try:
            await asyncio.shield(self._sent(self._deliver(board, place, run, row, card)))
        except SlackApiError as error:
            await self._refused(board, run, row, card, error)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            why = f"Slack could not be reached: {error or type(error).__name__}"
            await self._again(board, run, row, why, away=True)

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

    async def _deliver(self, board: Board, place: Place, run: Run, row: Shown, card: Card) -> None:
        plain = row.slot in board.plain or not card.blocks
        if not row.ts:
            row.ts = await self._post_once(board, place, run, row, card)
        else:
            await self._api.chat_update(channel=row.channel, ts=row.ts, **_body(card, run, row.slot, plain))
            board.edited = asyncio.get_running_loop().time() if row.slot == "progress" else board.edited
        if plain:
            await self._rest_of_plain(place, run, row, card)
        row.digest, row.position = _digest(card), run.length - 1
        board.tries = 0
        await self._log.show(row)

    async def _post_once(self, board: Board, place: Place, run: Run, row: Shown, card: Card) -> str:
        """Post, unless an earlier try whose outcome was never known did."""
        body = _body(card, run, row.slot, row.slot in board.plain or not card.blocks)
        known = await self._log.shown(run.id)
        if row.slot in known and row.slot not in board.anew:
            found = await self._history.find(place, run.id, row.slot)
            if found:
                await self._api.chat_update(channel=row.channel, ts=found, **body)
                return found
        await self._log.show(row)
        posted = await self._api.chat_postMessage(
            channel=place.channel, thread_ts=place.thread, unfurl_links=False, unfurl_media=False, **body
        )
        return str(posted["ts"])

    async def _rest_of_plain(self, place: Place, run: Run, row: Shown, card: Card) -> None:
        """What of a plain message does not fit into the first one, in the thread below it, once."""
        for i, piece in enumerate(card.plain[1:], 2):
            key = f"{row.slot}.plain.{i}"
            if not await self._history.find(place, run.id, key):
                await self._api.chat_postMessage(
                    channel=place.channel, thread_ts=place.thread, text=piece, unfurl_links=False, unfurl_media=False,
                    metadata=_metadata(run, key, card),
                )  # fmt: skip

    async def _refused(self, board: Board, run: Run, row: Shown, card: Card, error: SlackApiError) -> None:
        code = str(error.response.get("error") or "")
        if code == "ratelimited" or error.response.status_code == 429:
            await asyncio.sleep(float(error.response.headers.get("Retry-After") or 1))
        elif code in GONE:
            row.ts = ""
            board.anew.add(row.slot)
            await self._again(board, run, row, f"Slack says {code}")
        elif code in SHAPE and row.slot not in board.plain:
            logger.error("Slack refused the blocks of %s of run %s (%s): sent as plain text", row.slot, run.id, code)
            board.plain.add(row.slot)
        elif code in HOPELESS:
            logger.error("run %s cannot be shown: Slack says %s", run.id, code)
            _finish(board, confirmed=True)
        elif code in KEYLESS:
            logger.error("run %s is left to the next start: Slack says %s", run.id, code)
            _finish(board, confirmed=False)
        else:
            away = error.response.status_code >= 500
            await self._again(board, run, row, f"Slack says {code or error.response.status_code}", away=away)

    async def _again(self, board: Board, run: Run, row: Shown, why: str, *, away: bool = False) -> None:
        """Once more after a pause. While Slack itself is `away` that has no end: whoever waits for an answer, or is
        to press a button, cannot start the program again."""
        board.tries += 1
        if board.tries == TRIES:
            logger.error("%s of run %s could not be shown so far: %s", row.slot, run.id, why)
        if board.tries >= TRIES and not away:
            _finish(board, confirmed=False)
            return
        await asyncio.sleep(min(60.0, self._first_pause * 2 ** min(board.tries - 1, TRIES)))


async def _stopped(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _finish(board: Board, *, confirmed: bool) -> None:
    board.confirmed = confirmed
    board.done.set()


def _ended(task: asyncio.Task[None], board: Board) -> None:
    """A writer that failed must not hold up its thread: said in the process's log, drawn again at the next start."""
    if not task.cancelled() and task.exception():
        logger.error("a writer failed", exc_info=task.exception())
        _finish(board, confirmed=False)


def _body(card: Card, run: Run, slot: str, plain: bool) -> dict[str, Any]:
    text = card.plain[0] if plain and card.plain else card.text
    blocks = [] if plain else list(card.blocks)
    return {"text": text, "blocks": blocks, "metadata": _metadata(run, slot, card)}


def _metadata(run: Run, slot: str, card: Card) -> dict[str, object]:
    """Readable by every app of the workspace: which run and slot, the kind, the highest number; no words."""
    payload = {"key": f"{run.id}/{slot}", "kind": card.kind, "highest": card.highest}
    return {"event_type": EVENT_TYPE, "event_payload": payload}


def _digest(card: Card) -> str:
    body = json.dumps([card.text, card.blocks, card.kind], sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(body.encode("utf-8", "replace"), digest_size=16).hexdigest()
