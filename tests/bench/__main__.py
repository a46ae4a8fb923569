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

from agent.facts import Asked, Replied, Reply, Returned, Said, Started, Usage, to_wire
from agent.log import Log
from agent.run import replay
from bot.playground.rehearsal.scripted import Line
from bot.playground.slack import SlackDouble
from tests.bench.clicks import click_to_work
from tests.bench.drafts import drafts
from tests.bench.grading import grading
from tests.bench.grown import FINISHED, OPEN, grow
from tests.bench.opinions import opinions
from tests.bench.prefix import main as prefix
from tests.bench.rendering import rendering
from tests.bench.showing import showing
from tests.bench.waiting import waiting_runs
from tests.stories.office import ANNA, PLACE, Office, intent, office

TIMES = 20
DOCS = {"koa.md": "# Koa 2\n\nIn Koa 2 a body is read with koa-body.\n" * 40}


async def main() -> None:
    rendering()
    grading()
    drafts()
    await opinions()
    prefix()
    with TemporaryDirectory() as folder:
        await first_message(Path(folder) / "first")
        await append(Path(folder))
        await start(Path(folder) / "start")
        await click_to_work(Path(folder) / "clicks")
        await waiting_runs(Path(folder) / "waiting")
        await showing()
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
                await at.bot.doors.idle()
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
    """One fact into the log in each of the three ways, beside one row into sqlite3 with the same durability."""
    log = Log(folder / "log" / "footnote.db")
    await log.open()
    await log.tell("t", "r", [Asked(message="m", text="?", by=ANNA)], once="m")
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    bare.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE fact (run, seq, body)")
    times: dict[str, list[float]] = {"append": [], "close_step": [], "tell": [], "bare": []}
    for n in range(TIMES * 15):  # turn by turn, as above
        begun = time.perf_counter()
        bare.execute("INSERT INTO fact VALUES (?, ?, ?)", ("r", n, to_wire(Started(step=f"{n}", worker="w"))[0]))
        times["bare"].append(time.perf_counter() - begun)
        for how, went_in in _appends(log, n):
            times[how].append(await timed(went_in))
    bare.close()
    await log.close()
    for how in ("append", "close_step", "tell"):
        show(f"{how} a fact", times[how], "a bare sqlite3 insert", times["bare"])


def _appends(log: Log, n: int) -> list[tuple[str, Callable[[], Awaitable[object]]]]:
    started, said = Started(step=f"call.{n}", worker="w"), Said(message=f"{n}", text="more", by=ANNA)
    replied = Replied(step=f"reply.{n}", reply=Reply(text="so", usage=Usage(prompt=900, completion=7)))
    return [
        ("append", lambda: log.append("t", "r", started, 3 * n + 1)),
        ("close_step", lambda: log.close_step("t", "r", replied)),
        ("tell", lambda: log.tell("t", "r", [said], once=f"{n}")),
    ]


async def start(folder: Path) -> None:
    """What a start has to do with the log before it hears anything, beside the same with an empty log."""
    full, empty = folder / "full" / "footnote.db", folder / "empty" / "footnote.db"
    await grow(full)
    await started(empty)
    ours, theirs = [], []
    for _ in range(TIMES // 2):
        ours.append(await timed(lambda: started(full)))
        theirs.append(await timed(lambda: started(empty)))
    size = full.stat().st_size / 1_000_000
    what = f"start with {FINISHED:,} finished and {OPEN} open runs ({size:.0f} MB), their facts read"
    print(f"{what}: {statistics.median(ours):.3f} s, an empty log {statistics.median(theirs):.3f} s")


async def started(path: Path) -> None:
    log = Log(path)
    await log.open()
    for _, run in await log.unsettled():
        replay(await log.read(run))
    await log.close()


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
