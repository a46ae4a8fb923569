"""Permalinks: asked for once in a channel, then known."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.links import Links
from bot.place import Place
from bot.playground.slack import Fault, SlackDouble

TEAM, PLACE, OTHER = "T0FOOTNOTE", "C0RESEARCH", "C0GENERAL"
OURS = "https://acme.slack.test/"


@asynccontextmanager
async def workspace() -> AsyncIterator[tuple[SlackDouble, AsyncWebClient]]:
    async with SlackDouble() as slack:
        api = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        api.retry_handlers.clear()
        yield slack, api


def asked(slack: SlackDouble) -> int:
    """How often somebody wanted a permalink of Slack."""
    return sum(call.method == "chat.getPermalink" for call in slack.calls)


async def says(slack: SlackDouble, text: str, thread: str | None = None, channel: str = PLACE) -> str:
    return await slack.say("UANNA", text, channel=channel, thread=thread, deliver=False)


async def test_a_channel_s_messages_all_have_the_address_that_slack_gives_after_one_question() -> None:
    async with workspace() as (slack, api):
        links, root = Links(api), await says(slack, "a question")
        replies = [await says(slack, f"reply {n}", root) for n in range(3)]
        found = [await links.to(Place(TEAM, PLACE, root), ts) for ts in (root, *replies)]
        assert asked(slack) == 1
        slacks = [await api.chat_getPermalink(channel=PLACE, message_ts=ts) for ts in (root, *replies)]
        assert found == [one["permalink"] for one in slacks]
        assert f"?thread_ts={root}&cid={PLACE}" in found[1]


async def test_it_does_not_matter_whether_a_reply_or_a_first_message_is_asked_about_first() -> None:
    async with workspace() as (slack, api):
        root = await says(slack, "a question")
        reply = await says(slack, "a reply", root)
        place = Place(TEAM, PLACE, root)
        one, other = Links(api), Links(api)
        downwards = [await one.to(place, ts) for ts in (root, reply)]
        upwards = [await other.to(place, ts) for ts in (reply, root)]
        assert downwards == upwards[::-1] and "?" not in downwards[0]


async def test_each_channel_is_asked_about_once_however_many_want_it_at_the_same_time() -> None:
    async with workspace() as (slack, api):
        links = Links(api)
        here, there = await says(slack, "here"), await says(slack, "there", channel=OTHER)
        places = [(Place(TEAM, PLACE, here), here), (Place(TEAM, OTHER, there), there)] * 5
        found = await asyncio.gather(*(links.to(place, ts) for place, ts in places))
        assert asked(slack) == 2 and len(set(found)) == 2
        assert all(place.channel in address for (place, _), address in zip(places, found, strict=True))


@pytest.mark.parametrize(
    "fault", [Fault.error("message_not_found"), Fault.status(503), Fault.reset_before(), Fault.ratelimited(30)]
)
async def test_where_slack_does_not_say_the_workspace_s_own_address_is_the_beginning(fault: Fault) -> None:
    async with workspace() as (slack, api):
        slack.faults.add("chat.getPermalink", fault, times=9)
        links, root = Links(api, OURS), await says(slack, "a question")
        reply = await says(slack, "a reply", root)
        place = Place(TEAM, PLACE, root)
        assert await links.to(place, root) == f"{OURS}archives/{PLACE}/p{root.replace('.', '')}"
        before = asked(slack)
        assert (await links.to(place, reply)).endswith(f"p{reply.replace('.', '')}?thread_ts={root}&cid={PLACE}")
        assert asked(slack) == before, "Slack is not asked again for every message"


async def test_where_nobody_knows_there_is_no_address() -> None:
    async with workspace() as (slack, api):
        slack.faults.add("chat.getPermalink", Fault.error("channel_not_found"))
        root = await says(slack, "a question")
        assert await Links(api).to(Place(TEAM, PLACE, root), root) == ""


async def test_nobody_waits_long_for_a_slack_that_does_not_answer() -> None:
    async with workspace() as (slack, api):
        slack.faults.add("chat.getPermalink", Fault.hang(3600))
        links, root = Links(api, OURS), await says(slack, "a question")
        async with asyncio.timeout(30):
            found = await asyncio.gather(*(links.to(Place(TEAM, PLACE, root), root) for _ in range(50)))
        assert set(found) == {f"{OURS}archives/{PLACE}/p{root.replace('.', '')}"} and asked(slack) == 1
