"""Who can read a thread, asked of Slack at the moment when something out of it is to be shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.run import Run
from bot.people import People
from bot.place import Place

logger = logging.getLogger(__name__)
PATIENCE = 2.0  # seconds: a press lets a modal open within three
PER_PAGE, PAGES_AT_MOST = 1_000, 20  # members of a channel a call; what is behind these counts as not known


class Readers:
    """Knows nobody by heart: people leave channels. `api` may repeat a call."""

    def __init__(self, api: AsyncWebClient, people: People) -> None:
        self._api, self._people = api, people

    async def may_read(self, run: Run, user: str) -> bool | None:
        """Whether somebody can read the thread of a run; None where Slack does not say, or not at once.

        A member of the workspace reads every public channel; what else there is, and guests and people of another
        company everywhere, by who is in the channel. In a direct message there is nobody but whoever asked.
        """
        channel = Place.parse(run.thread).channel
        if channel.startswith("D"):
            return user == run.asked.by
        try:
            async with asyncio.timeout(PATIENCE):
                public = await self._open_to(channel, user)
                inside = public or await self._is_in(channel, user)
                return None if public is None and not inside else inside
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError) as error:
            logger.warning("whether %s can read %s is not known: %s", user, channel, error)
            return None

    async def _open_to(self, channel: str, user: str) -> bool | None:
        """Whether it is a public channel of this workspace, and somebody a full member of that, both as of now; None
        where Slack says neither: who is in it may be told all the same."""
        try:
            answer = await self._api.conversations_info(channel=channel)
            return _public(answer.get("channel") or {}) and (await self._people.afresh(user)).kind == "member"
        except SlackApiError as error:
            logger.warning("whether %s may read the public channel %s is not known: %s", user, channel, error)
            return None

    async def _is_in(self, channel: str, user: str) -> bool | None:
        cursor = ""
        for _ in range(PAGES_AT_MOST):
            more = {"cursor": cursor} if cursor else {}
            page = await self._api.conversations_members(channel=channel, limit=PER_PAGE, **more)
            if user in (page.get("members") or ()):
                return True
            cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return False
        return None


def _public(channel: Mapping[str, Any]) -> bool:
    """By what conversations.info says; whatever does not say that it is public is not."""
    closed = any(channel.get(name) for name in ("is_im", "is_mpim", "is_group"))
    return channel.get("is_channel") is True and channel.get("is_private") is False and not closed
