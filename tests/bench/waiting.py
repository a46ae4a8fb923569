"""What a thousand runs that wait for a person cost, in a process of their own: memory, and processor time."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path

from bot.app import slack_bot
from bot.playground.rehearsal.scripted import Line
from bot.settings import Settings
from tests.stories.office import ANNA, Office, intent, office

RUNS, AT_ONCE = 1_000, 20
SECONDS = 60.0
DOCS = {"koa.md": "# Koa 2\n\nIn Koa 2 a body is read with koa-body.\n" * 40}


async def waiting_runs(folder: Path) -> None:
    """A bot that has nothing to do, and one that was started again with a thousand waiting runs."""
    goal, calls = intent("How is a body read in Koa 2?"), [("search_docs", {"query": "koa body"})]
    replies: list[Line] = [calls] * RUNS
    async with office(folder, docs=DOCS, intents=[goal] * RUNS, replies=replies) as at:
        await _ask(at)
        await at.away()
        idle, _, _ = await _measured(at.settings.model_copy(update={"data": folder / "empty"}), 1.0)
        full, used, waiting = await _measured(at.settings, SECONDS)
    print(
        f"{waiting:,} runs waiting: {full - idle:.0f} MB over idle; {used:.2f} s of processor time in {SECONDS:.0f} s"
    )


async def _ask(at: Office) -> None:
    for _ in range(0, RUNS, AT_ONCE):
        roots = [await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?") for _ in range(AT_ONCE)]
        for root in roots:
            await at.slack.wait_for(lambda root=root: at._buttons(root, "Approve"), seconds=60)  # type: ignore[misc]


async def _measured(settings: Settings, seconds: float) -> tuple[float, float, int]:
    """(resident MB, processor seconds, runs) of a bot that waits."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    life = context.Process(target=_live, args=(settings, there, seconds))
    life.start()
    measured: tuple[float, float, int] = await asyncio.to_thread(here.recv)
    life.join()
    return measured


def _live(settings: Settings, report: Connection, seconds: float) -> None:
    asyncio.run(_wait(settings, report, seconds))


async def _wait(settings: Settings, report: Connection, seconds: float) -> None:
    async with slack_bot(settings) as bot:
        await bot.start()
        await _quiet()
        gc.collect()
        begun = time.process_time()
        await asyncio.sleep(seconds)
        used = time.process_time() - begun
        report.send((_resident(), used, len(await bot.log.unsettled())))


async def _quiet(still: float = 0.02) -> None:
    """Until some seconds have gone by in which the process did next to nothing: all that was left over is shown."""
    used = -1.0
    while time.process_time() - used > still:
        used = time.process_time()
        await asyncio.sleep(5.0)


def _resident() -> float:
    """MB that the process holds in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
