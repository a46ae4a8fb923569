"""From a click to the work that it lets go on, while runs in other threads are at work."""

from __future__ import annotations

import asyncio
import multiprocessing
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from agent.facts import Started
from bot.playground.rehearsal.scripted import Line, Scripted
from tests.stories.office import ANNA, Office, intent, office

AT_WORK, CLICKS = 20, 20
PACE = 0.05  # seconds between the words of the model: each of the runs at work hears twenty a second
DOCS = {"koa.md": "# Koa 2\n\nIn Koa 2 a body is read with koa-body.\n" * 40}


async def click_to_work(folder: Path) -> None:
    """From a press to the Started of its call, with Slack's acknowledgement in between."""
    async with model() as url, office(folder, docs=DOCS, model_url=url) as at:
        alone = await _presses(at)
        for n in range(AT_WORK):
            await at.slack.say(ANNA, f"@footnote write a book, volume {n}")
        beside = await _presses(at)
        busy = len(await at.bot.log.unsettled())
    print(
        f"click to continued work: median {beside * 1000:.1f} ms with {busy} runs at work, {alone * 1000:.1f} without"
    )


@asynccontextmanager
async def model() -> AsyncIterator[str]:
    """The address of a model in a process of its own: what it costs is not ours."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    life = context.Process(target=_serve, args=(there,), daemon=True)
    life.start()
    yield await asyncio.to_thread(here.recv)
    life.kill()


def _serve(told: Connection) -> None:
    asyncio.run(_play(told))


async def _play(told: Connection) -> None:
    goal = intent("How is a body read in Koa 2?")
    async with Scripted([_line] * 1_000, intents=[goal] * 1_000, pace=PACE) as scripted:
        told.send(scripted.url)
        await asyncio.Event().wait()


def _line(body: dict[str, object]) -> Line:
    said = str(body["messages"])
    if "volume" in said:
        return "word " * 5_000
    return "In Koa 2 a body is read with koa-body [1]." if "tool_call_id" in said else _SEARCH


_SEARCH: Line = [("search_docs", {"query": "koa body"})]


async def _presses(at: Office) -> float:
    """The median of so many presses, one after the other."""
    taken = []
    for n in range(CLICKS):
        root = await at.slack.say(ANNA, f"@footnote how is a body read? {n}")
        await at.slack.wait_for(lambda root=root: at._buttons(root, "Approve"), seconds=60)  # type: ignore[misc]
        taken.append(await _press(at, root))
        await at.slack.wait_for(lambda root=root: "Retry" in at.read(root), seconds=60)  # type: ignore[misc]
    return statistics.median(taken)


async def _press(at: Office, root: str) -> float:
    begun = asyncio.Event()
    at.bot.log.on_append(lambda _: begun.set())
    start = time.perf_counter()
    await at.press(ANNA, root, "Approve")
    while not await _begun(at, root):
        await begun.wait()
        begun.clear()
    return time.perf_counter() - start


async def _begun(at: Office, root: str) -> bool:
    [facts] = await at.facts(root)
    return any(isinstance(fact, Started) and fact.step == "call.1.1" for fact in facts)
