"""From a click to the work that it lets go on, while runs in other threads are at work."""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path

from agent.facts import Started
from bot.playground.rehearsal.scripted import Line
from tests.stories.office import ANNA, Office, intent, office

AT_WORK, CLICKS = 20, 20
PACE = 0.05  # seconds between the words of the model: each of the runs at work hears twenty a second
DOCS = {"koa.md": "# Koa 2\n\nIn Koa 2 a body is read with koa-body.\n" * 40}


async def click_to_work(folder: Path) -> None:
    """From a press to the Started of its call, with Slack's acknowledgement in between."""
    goal = intent("How is a body read in Koa 2?")
    script: list[Line] = [_line] * 1_000
    async with office(folder, docs=DOCS, intents=[goal] * 100, replies=script, pace=PACE) as at:
        for n in range(AT_WORK):
            await at.slack.say(ANNA, f"@footnote write a book, volume {n}")
        waiting = [await at.slack.say(ANNA, f"@footnote how is a body read? {n}") for n in range(CLICKS)]
        for root in waiting:
            await at.slack.wait_for(lambda root=root: at._buttons(root, "Approve"), seconds=60)  # type: ignore[misc]
        taken = [await _press(at, root) for root in waiting]
        busy = len(await at.bot.log.unsettled()) - CLICKS
    print(f"click to continued work: median {statistics.median(taken) * 1000:.1f} ms, {busy} runs at work")


def _line(body: dict[str, object]) -> Line:
    return "word " * 5_000 if "volume" in str(body["messages"]) else [("search_docs", {"query": "koa body"})]


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
