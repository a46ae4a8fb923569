"""What the screen does while Slack is away for longer than anybody likes to wait."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from agent.carrier import Live
from agent.facts import Anything, Asked, Recalled, Started, Stopped, Turn
from agent.log import Log
from agent.run import Run, replay
from bot.history import History, People
from bot.inbound import Me, Place
from bot.playground.slack import Fault, SlackDouble
from bot.screen import TRIES, Screen
from tests.stories.office import ANNA, PLACE

NOW = 1_800_000_000.0
AWAY = [Fault.status(503), Fault.reset_before()]
REFUSED = Fault.error("a_reason_nobody_knows")


@dataclass
class Wall:
    """A screen on one run, which the test tells what has happened."""

    slack: SlackDouble
    log: Log
    screen: Screen
    root: str

    async def happens(self, *facts: Anything) -> Run:
        thread = Place("T0FOOTNOTE", PLACE, self.root).id
        await self.log.tell(thread, "r", facts, once=facts[0].kind)
        run = replay(await self.log.read("r"))
        self.screen.draw(run, Live())
        return run

    async def tries(self, method: str, times: int) -> None:
        calls = self.slack.calls
        await self.slack.wait_for(lambda: sum(call.method == method for call in calls) >= times)

    async def sees(self, words: str) -> None:
        await self.slack.wait_for(lambda: words in self.slack.thread(PLACE, self.root))


@asynccontextmanager
async def wall() -> AsyncIterator[Wall]:
    log = Log(None)
    await log.open()
    async with SlackDouble() as slack, aiohttp.ClientSession() as session:
        api = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, session=session, retry_handlers=[])
        me = Me("T0FOOTNOTE", "UFOOTNOTE", "BFOOTNOTE")
        screen = Screen(api, log, History(api, me, People(api, me)), lambda: NOW, pause=0.001)
        root = await slack.say(ANNA, "@footnote what is first?")
        yield Wall(slack, log, screen, root)
        await screen.close()
    await log.close()


def asked(root: str) -> Asked:
    return Asked(message=root, text="what is first?", by=ANNA, name="Anna Kowalska")


def read(root: str) -> tuple[Anything, Anything]:
    turn = Turn(message=root, speaker=ANNA, kind="member", name="Anna Kowalska", text="what is first?")
    return Started(step="recall.1", worker="w"), Recalled(step="recall.1", turns=(turn,))


@pytest.mark.parametrize("fault", [*AWAY, REFUSED])
async def test_a_first_post_that_failed_for_long_is_tried_again_with_what_comes_next(fault: Fault) -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", fault, times=TRIES)
        await at.happens(asked(at.root))
        await at.tries("chat.postMessage", TRIES)
        await at.happens(*read(at.root))
        await at.sees("Understanding the question")


@pytest.mark.parametrize("fault", [*AWAY, REFUSED])
async def test_an_edit_that_failed_for_long_is_tried_again_with_what_comes_next(fault: Fault) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", fault, times=TRIES)
        await at.happens(*read(at.root))
        await at.tries("chat.update", TRIES)
        run = await at.happens(Stopped(why="person", by=ANNA))
        assert await at.screen.settle(run), "the last state is confirmed"
        await at.sees("Stopped by Anna Kowalska")
        assert len([one for one in at.slack.messages(PLACE, at.root) if one.bot_id]) == 1


@pytest.mark.parametrize("fault", AWAY)
async def test_the_last_state_is_shown_however_long_slack_is_away(fault: Fault) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", fault, times=TRIES + 2)
        run = await at.happens(Stopped(why="person", by=ANNA))
        assert await at.screen.settle(run)
        await at.sees("Stopped by Anna Kowalska")


async def test_a_refusal_for_a_reason_unknown_is_left_to_the_next_start() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", REFUSED, times=2 * TRIES)
        run = await at.happens(Stopped(why="person", by=ANNA))
        assert not await at.screen.settle(run)


async def test_a_token_that_was_revoked_leaves_the_answer_to_the_next_start() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.error("token_revoked"), times=2)
        run = await at.happens(Stopped(why="person", by=ANNA))
        assert not await at.screen.settle(run)
