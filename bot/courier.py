"""Files that one person asked for, brought to that person: beside everything else, since it takes longer than a press
may."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons.outcome import Send
from bot.doors import Surface
from bot.place import Place
from bot.views import safe

logger = logging.getLogger(__name__)
DRAIN = 5.0  # seconds that what is on its way gets at the end of the process


class Courier:
    """Sends each parcel once: one that was lost is asked for again by whoever waits for it."""

    def __init__(self, api: AsyncWebClient, surface: Surface) -> None:
        self._api, self._surface = api, surface
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, place: Place, user: str, parcel: Send) -> None:
        """Begin to send files to somebody who pressed a button in a thread."""
        task = asyncio.create_task(self._brought(place, user, parcel), name=f"files for {user}")
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def close(self) -> None:
        """Let what is on its way arrive."""
        if self._tasks:
            _, late = await asyncio.wait(list(self._tasks), timeout=DRAIN)
            for task in late:
                task.cancel()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            logger.error("files could not be sent", exc_info=task.exception())

    async def _brought(self, place: Place, user: str, parcel: Send) -> None:
        try:
            await self._bring(place, user, parcel)
        except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
            logger.warning("files for %s were not sent: %s", user, error)
            await self._surface.say(place, parcel.failed, to=user)

    async def _bring(self, place: Place, user: str, parcel: Send) -> None:
        """Into the direct message with that person, which a post begins; where the thread is one, into the thread."""
        uploads = [
            {"filename": file.name, "title": file.title, "content": file.text.encode("utf-8", "replace")}
            for file in parcel.files
        ]
        word = safe.plainly(parcel.word)
        if place.channel.startswith("D"):
            await self._api.files_upload_v2(
                channel=place.channel, thread_ts=place.thread, file_uploads=uploads, initial_comment=word
            )
            return
        told = await self._api.chat_postMessage(channel=user, text=word, unfurl_links=False, unfurl_media=False)
        await self._follow(str(told["channel"]), str(told["ts"]), uploads, parcel)

    async def _follow(self, direct: str, ts: str, uploads: list[dict[str, Any]], parcel: Send) -> None:
        """The files behind the word for them; where they do not come, it says so instead: whoever is not in a channel
        would hear nothing there."""
        try:
            await self._api.files_upload_v2(channel=direct, file_uploads=uploads)
        except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
            logger.warning("files were not sent to %s: %s", direct, error)
            await self._api.chat_update(channel=direct, ts=ts, text=safe.plainly(parcel.failed))
