"""What things cost, as ratios taken in one run: `python -m tests.bench`. Nothing here asserts a time."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from agent.facts import Returned, Started, to_wire
from agent.log import Log
from bot.playground.rehearsal.scripted import Line
from bot.playground.slack import SlackDouble
from tests.stories.office import ANNA, PLACE, Office, intent, office

TIMES = 20
DOCS = {"koa.md": "# Koa 2\n\nIn Koa 2 a body is read with koa-body.\n" * 40}


async def main() -> None:
    with TemporaryDirectory() as folder:
        await first_message(Path(folder) / "first")
        await append(Path(folder))
        await facts_of_a_run(Path(folder) / "facts")


async def first_message(folder: Path) -> None:
    """From a mention to the first message in its thread, beside an AsyncApp that only posts."""
    bare: list[float] = []
    ours: list[float] = []
    async with SlackDouble() as slack:
        app = AsyncApp(client=AsyncWebClient(token=slack.bot_token, base_url=slack.api_url))

        async def post(event: dict[str, str], client: AsyncWebClient) -> None:
            await client.chat_postMessage(channel=event["channel"], thread_ts=event["ts"], text="hello")

        app.event("app_mention")(post)
        app.event("message")(ignored)
        handler = AsyncSocketModeHandler(app, slack.app_token)
        await handler.connect_async()  # type: ignore[no-untyped-call]
        await slack.wait_for(lambda: slack.connections)
        hello = [intent("Say hello", mode="chat")] * (TIMES + 1)
        async with office(folder, intents=hello, replies=["Hello!"] * (TIMES + 1)) as at:
            await until_posted(slack), await until_posted(at.slack)  # once to warm up
            for _ in range(TIMES):  # turn by turn, so that a noisy machine is noisy for both
                bare.append(await until_posted(slack))
                ours.append(await until_posted(at.slack))
                await at.bot.talk.idle()
        await handler.close_async()  # type: ignore[no-untyped-call]
    show("mention to first message", ours, "a bare AsyncApp that posts", bare)


async def ignored() -> None:
    """The other event of a mention."""


async def until_posted(slack: SlackDouble) -> float:
    begun = time.perf_counter()
    root = await slack.say(ANNA, "@footnote hello")
    await slack.wait_for(lambda: len(slack.messages(PLACE, root)) > 1)
    return time.perf_counter() - begun


async def append(folder: Path) -> None:
    """One fact into the log, beside one row into sqlite3 with the same durability."""
    log = Log(folder / "log" / "footnote.db")
    await log.open()
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    bare.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE fact (run, seq, body)")
    ours, theirs = [], []
    for seq in range(TIMES * 20):
        fact = Started(step=f"reply.{seq}", worker="bench")
        ours.append(await timed(lambda fact=fact, seq=seq: log.append("t", "r", fact, seq)))  # type: ignore[misc]
        begun = time.perf_counter()
        bare.execute("INSERT INTO fact VALUES (?, ?, ?)", ("r", seq, to_wire(fact)[0]))
        theirs.append(time.perf_counter() - begun)
    bare.close()
    await log.close()
    show("append a fact", ours, "a bare sqlite3 insert", theirs)


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    begun = time.perf_counter()
    await work()
    return time.perf_counter() - begun


async def facts_of_a_run(folder: Path) -> None:
    """How large the facts of an ordinary run are, other people's texts aside."""
    replies: list[Line] = [
        *[[("search_docs", {"query": f"koa body {n}"}), ("search", {"query": f"koa body {n}"})] for n in range(4)],
        [("read_file", {"path": "koa.md"})],
        "In Koa 2 a body is read with koa-body [1].",
    ]
    goal = intent("How is a body read in Koa 2?")
    async with office(folder, docs=DOCS, intents=[goal], replies=replies, approval="off") as at:
        root = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(root, "Sources")
        own, foreign = await sizes(at, root)
    print(f"facts of a run with 9 calls: {own / 1000:.1f} kB, and {foreign / 1000:.1f} kB of texts beside them")


async def sizes(at: Office, root: str) -> tuple[int, int]:
    [facts] = await at.facts(root)
    wire = [to_wire(fact) for fact in facts]
    texts = [
        text
        for fact, (_, kept) in zip(facts, wire, strict=True)
        for text in kept.values()
        if isinstance(fact, Returned)
    ]
    return sum(len(body.encode()) for body, _ in wire), sum(len(text.encode()) for text in texts)


def show(what: str, ours: list[float], beside: str, theirs: list[float]) -> None:
    mine, other = statistics.median(ours), statistics.median(theirs)
    print(f"{what}: {mine / other:.2f} times {beside} (medians {mine * 1000:.2f} ms and {other * 1000:.2f} ms)")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
