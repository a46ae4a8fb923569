"""What is kept too long goes by itself, now and then, whatever failed the last time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from agent.facts import Stopped
from agent.log import Log
from agent.markdown.remembered import remembered
from bot.config import Config, Policy
from bot.upkeep import DAY, upkeep
from tests.agent.test_log import Clock
from tests.agent.worlds import asked


@asynccontextmanager
async def kept_up(log: Log) -> AsyncIterator[asyncio.Task[None]]:
    working = asyncio.create_task(upkeep(log, Config(default=Policy(), channels={}), every=0.01, first=0))
    try:
        yield working
    finally:
        working.cancel()


async def test_runs_go_when_their_days_are_over() -> None:
    clock = Clock()
    log = Log(None, clock=clock)
    await log.open()
    assert await log.tell("t", "r", [asked(), Stopped(why="person")], once="x")
    await log.settle("r")
    async with kept_up(log):
        await asyncio.sleep(0.1)
        assert await log.read("r")
        clock.now += 31 * DAY
        for _ in range(1_000):
            await asyncio.sleep(0.01)
            if not await log.read("r"):
                break
    assert not await log.read("r")
    await log.close()


async def test_what_is_remembered_goes_every_time_also_where_the_log_cannot_be_used() -> None:
    read = []

    @remembered
    def length(text: str) -> int:
        read.append(text)
        return len(text)

    log = Log(None)  # nobody opened it
    async with kept_up(log) as working, asyncio.timeout(20):
        while len(read) < 3:
            length("a")
            await asyncio.sleep(0.01)
        assert not working.done()
