"""A bot by Socket Mode comes back, whatever happens to its socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.slack import Fault, SlackDouble
from bot.socket_mode import SocketMode
from tests.stories.office import ANNA


class Ears:
    """An app that writes down what it hears; `held` makes it slow."""

    def __init__(self, slack: SlackDouble) -> None:
        self.app = AsyncApp(client=AsyncWebClient(token=slack.bot_token, base_url=slack.api_url))
        self.app.event("message")(self._hear)
        self.heard: list[str] = []
        self.held = asyncio.Event()
        self.held.set()

    async def _hear(self, event: dict[str, Any]) -> None:
        self.heard.append(event["text"])
        await self.held.wait()


@asynccontextmanager
async def connected(slack: SlackDouble) -> AsyncIterator[tuple[Ears, SocketMode]]:
    ears = Ears(slack)
    way_in = SocketMode(ears.app, slack.app_token, ping=0.2)
    await way_in.start()
    await slack.wait_for(lambda: slack.connections)
    yield ears, way_in
    ears.held.set()
    await way_in.close()


@pytest.mark.parametrize("fault", [Fault.reset_before(), Fault.status(503)], ids=["broken", "refused"])
@pytest.mark.parametrize("dropped", [True, False])
async def test_a_handshake_that_fails_is_tried_again_at_a_new_address(fault: Fault, dropped: bool) -> None:
    """Slack's address is used up by the first try; the same one would be refused for ever."""
    async with SlackDouble(events=["message"]) as slack, connected(slack) as (ears, _):
        slack.faults.add("socket", fault, times=2)
        await (slack.drop_sockets() if dropped else slack.ask_to_reconnect())
        await slack.say(ANNA, "are you there?")
        await slack.wait_for(lambda: ears.heard)


async def test_what_was_heard_is_acknowledged_before_it_hangs_up() -> None:
    async with SlackDouble(events=["message"]) as slack:
        async with connected(slack) as (ears, way_in):
            ears.held.clear()
            await slack.say(ANNA, "one last thing")
            await slack.wait_for(lambda: ears.heard)
            closing = asyncio.create_task(way_in.close())
            await asyncio.sleep(0)
            ears.held.set()
            await closing
            await slack.wait_for(lambda: not slack.undelivered)
        assert ears.heard == ["one last thing"]
