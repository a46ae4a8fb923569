"""Permalinks of messages: one question to Slack for each channel, the rest by the pattern of its answer."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict

import aiohttp
from slack_sdk.errors import SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

from bot.place import Place

logger = logging.getLogger(__name__)
PATIENCE = 2.0  # seconds; a link is never worth waiting for longer
AGAIN = 60.0  # seconds after which Slack is asked once more where it did not say


class Links:
    """Knows what permalinks look like. `url` is the workspace's own, as auth.test gives it, for when Slack does not
    say; "" for none."""

    def __init__(self, api: AsyncWebClient, url: str = "") -> None:
        self._api, self._url = api, url.rstrip("/")
        self._starts: dict[str, str] = {}  # by channel: what stands before the message in a permalink
        self._refused: dict[str, float] = {}  # by channel: until when nobody asks again (seconds of the event loop)
        self._asking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def to(self, place: Place, ts: str) -> str:
        """The address of a message of this thread; "" where nobody knows it. Never raises."""
        async with self._asking[place.channel]:
            if place.channel not in self._starts:
                await self._learn(place.channel, ts)
        start = self._starts.get(place.channel) or (self._url and f"{self._url}/archives/{place.channel}/")
        return f"{start}{_mark(ts)}{_reply(place, ts)}" if start else ""

    async def _learn(self, channel: str, ts: str) -> None:
        now = asyncio.get_running_loop().time()
        if now < self._refused.get(channel, now):
            return
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._api.chat_getPermalink(channel=channel, message_ts=ts)
                start, mark, _ = str(answer.get("permalink") or "").partition(_mark(ts))
        except (SlackClientError, aiohttp.ClientError, OSError, ValueError, RuntimeError) as error:
            logger.info("Slack gives no permalink in %s: %s", channel, error)
            start, mark = "", ""
        if mark and start.startswith(("https://", "http://")):
            self._starts[channel] = start
        else:
            self._refused[channel] = now + AGAIN


def _mark(ts: str) -> str:
    return f"p{ts.replace('.', '')}"


def _reply(place: Place, ts: str) -> str:
    """What the permalink of a reply ends in (docs.slack.dev/reference/methods/chat.getPermalink)."""
    return f"?thread_ts={place.thread}&cid={place.channel}" if place.thread and ts != place.thread else ""
