"""Makes the log of an afternoon: finished, stopped, failed, waiting and interrupted runs, by the real bot."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.playground.rehearsal.scripted import Held, Line, Status
from bot.playground.slack import Fault
from bot.playground.web import Fault as WebFault
from tests.stories.office import ANNA, BEN, PLACE, Office, asking, intent, office, unclear, wish

COFFEE = "# Coffee in the office\n\nThe beans are first roasted at 200 °C.\n\nBeans rest four days before brewing.\n"
PAGE = "https://smallroaster.example/guides/home-roasting"
READ: Line = [("read_file", {"path": "coffee.md"})]
HOT = intent("How hot are beans roasted?")
VAGUE = intent(
    "Which roast to buy",
    mode="clarify",
    unclear=[unclear("not too dark", "How dark is too dark?", "medium", "dark", default="medium")],
)
VERDICT = '\n```verdicts\n[{"id": "must.1", "verdict": "met", "number": 2}]\n```'


def rest(body: Mapping[str, object]) -> Mapping[str, object]:
    return intent("How long do beans rest?", must=[wish("in days", asking(body))])


async def afternoon(folder: Path) -> None:
    """What people ask, in this order; each question but the follow-up is a thread of its own."""
    held = Held("Nobody hears this any more.")
    replies: list[Line] = [
        [("search", {"query": "coffee roasting"}), ("search_docs", {"query": "beans roasted"})],
        [("read_page", {"url": PAGE}), ("read_file", {"path": "coffee.md"})],
        "The beans are first roasted at 200 °C [2].",
        [("read_file", {"path": "coffee.md"}), ("list_files", {})],
        "Beans rest four days before brewing [2]." + VERDICT,
        READ,
        Status(401),
        "Hello Ben! 👋",
        [("list_files", {})],
        [("search", {"query": "coffee"})],
        READ,
        held,
        READ,
        "The beans are first roasted at 200 °C [1].",
    ]
    intents: list[Line] = [HOT, rest, HOT, HOT, intent("Say hello", mode="chat"), VAGUE, HOT, HOT, HOT, HOT]
    async with office(folder, docs={"coffee.md": COFFEE}, intents=intents, replies=replies) as at:
        await answered_twice(at)
        await stopped(at)
        await failed(at)
        await greeted(at)
        await waiting_for_an_answer(at)
        await waiting_for_approval(at)
        await interrupted_in_a_call(at)
        await interrupted_in_a_reply(at, held)
        await answered_unseen(at)
        await at.away()


async def answered_twice(at: Office) -> None:
    """Searches, opened words, clicks and an answer; then a follow-up with a call that is rejected."""
    asked = await at.slack.say(ANNA, "@footnote how hot are beans roasted?")
    await at.press(ANNA, asked, "Approve all")
    await at.sees(asked, "read_page")
    await at.press(ANNA, asked, "Approve, also later calls")
    await at.sees(asked, "Sources")
    await settled(at, asked)
    await at.slack.say(ANNA, "@footnote how long do they rest? in days please", thread=asked)
    await at.press(ANNA, asked, "Reject", nth=1)
    await at.fills(ANNA, "no list – coffee.md is enough")
    await at.sees(asked, "no list")
    await at.press(ANNA, asked, "Approve")
    await at.sees(asked, "must – in days")
    await settled(at, asked)


async def stopped(at: Office) -> None:
    asked = await at.slack.say(ANNA, "@footnote how hot are beans roasted? or no")
    await at.sees(asked, "[Approve]")
    await at.press(ANNA, asked, "Stop")
    await settled(at, asked)


async def failed(at: Office) -> None:
    await settled(at, await at.slack.say(BEN, "@footnote how hot are beans roasted? (the model is not there)"))


async def greeted(at: Office) -> None:
    await settled(at, await at.slack.say(BEN, "@footnote hello"))


async def waiting_for_an_answer(at: Office) -> None:
    asked = await at.slack.say(ANNA, "@footnote which roast should we buy? not too dark")
    await at.sees(asked, "How dark is too dark?", "[medium")


async def waiting_for_approval(at: Office) -> None:
    asked = await at.slack.say(BEN, "@footnote how hot are beans roasted? (nobody is there to approve)")
    await at.sees(asked, "list_files", "[Approve]")


async def interrupted_in_a_call(at: Office) -> None:
    at.web.faults["search"].append(WebFault(hangs=True))
    asked = await at.slack.say(ANNA, "@footnote how hot are beans roasted? (the search hangs)")
    await at.press(ANNA, asked, "Approve")
    await happened(at, asked, "started", "call.1.1")


async def interrupted_in_a_reply(at: Office, held: Held) -> None:
    asked = await at.slack.say(ANNA, "@footnote how hot are beans roasted? (the model takes its time)")
    await at.press(ANNA, asked, "Approve")
    await held.reached.wait()


async def answered_unseen(at: Office) -> None:
    """An answer that is in the log and not in the thread: Slack refuses the edits that would show it."""
    asked = await at.slack.say(BEN, "@footnote how hot are beans roasted? (Slack breaks down)")
    await at.sees(asked, "[Approve]")
    at.slack.faults.add("chat.update", Fault.status(503), times=1_000)
    await at.press(BEN, asked, "Approve")
    await happened(at, asked, "answered")


async def happened(at: Office, root: str, kind: str, step: str = "") -> None:
    """Wait until the newest run of a thread has such a fact."""

    async def there() -> bool:
        newest = (await at.facts(root))[-1]
        return any(fact.kind == kind and getattr(fact, "step", "") == step for fact in newest)

    await until(there)


async def settled(at: Office, root: str) -> None:
    """Wait until everything asked in a thread is over, and nothing of it need be shown again."""

    async def over() -> bool:
        open_threads = [thread for thread, _ in await at.bot.log.unsettled()]
        return bool(await at.facts(root)) and f"T0FOOTNOTE/{PLACE}/{root}" not in open_threads

    await until(over)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    while True:
        if await holds():
            return
        await asyncio.sleep(0.05)


async def main() -> None:
    with TemporaryDirectory() as folder:
        await afternoon(Path(folder))
        with sqlite3.connect(Path(folder) / "data" / "footnote.db") as db:
            sys.stdout.writelines(f"{line}\n" for line in db.iterdump())


if __name__ == "__main__":
    asyncio.run(main())
