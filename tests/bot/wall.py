"""A screen on runs of one thread, told by the test what has happened to them, and a Slack that has its faults."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from agent.carrier import Live
from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    Call,
    Intent,
    Recalled,
    Replied,
    Reply,
    Request,
    Said,
    Started,
    Stopped,
    Turn,
    Understood,
    canonical,
)
from agent.log import Log, NotNow, Shown
from agent.run import Run, replay
from bot.board import Tempo
from bot.history import History
from bot.links import Links
from bot.pace import Rates
from bot.people import People
from bot.place import Me, Place
from bot.playground.slack import ApiCall, Message, SlackDouble
from bot.screen import Screen
from tests.stories.office import ANNA, PLACE

NOW = 1_800_000_000.0
ME = Me("T0FOOTNOTE", "UFOOTNOTE", "BFOOTNOTE")
HASTY = Tempo(pace=0.0, pause=0.001, parting=0.0, later=1.0, apart=0.01)
FREE = Rates(edits=10_000, posts=10_000, deletes=10_000, reserve=10, apart=0.0, burst=100)


@dataclass
class Clock:
    now: float = NOW


class Weak(Log):
    """A log that cannot be written, or read, as often as the test says."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(None, clock=lambda: clock.now)
        self.unwritable = self.unreadable = 0
        self.after_post = 0

    async def show(self, row: Shown) -> None:
        if self.unwritable or (self.after_post and row.ts):
            self.unwritable, self.after_post = max(0, self.unwritable - 1), max(0, self.after_post - 1)
            raise NotNow("the disk is full")
        await super().show(row)

    async def shown(self, run: str) -> dict[str, Shown]:
        if self.unreadable:
            self.unreadable -= 1
            raise NotNow("the disk is full")
        return await super().shown(run)


@dataclass
class Wall:
    """A screen, and the thread that its runs are in."""

    slack: SlackDouble
    log: Weak
    api: AsyncWebClient
    screen: Screen
    root: str
    clock: Clock

    @property
    def place(self) -> Place:
        return Place("T0FOOTNOTE", PLACE, self.root)

    @property
    def still(self) -> Live:
        """Nothing is under way."""
        return Live()

    async def told(self, *facts: Anything, run: str = "r") -> Run:
        """What the run is once this has happened; nothing is drawn."""
        known = len(await self.log.read(run))
        await self.log.tell(self.place.id, run, facts, once=f"{run} {known}")
        return replay(await self.log.read(run))

    async def happens(self, *facts: Anything, run: str = "r", live: Live | None = None) -> Run:
        """The same, drawn."""
        is_now = await self.told(*facts, run=run)
        self.screen.draw(is_now, live or Live())
        return is_now

    def tried(self, *methods: str) -> list[ApiCall]:
        """The calls of these methods so far."""
        return [call for call in self.slack.calls if call.method in methods]

    async def tries(self, method: str, times: int) -> None:
        await self.slack.wait_for(lambda: len(self.tried(method)) >= times)

    async def sees(self, *words: str) -> str:
        """Wait until all these words stand in the thread, and return it."""
        return await self.slack.wait_for(
            lambda: thread if all(word in (thread := self.read()) for word in words) else None
        )

    async def rests(self) -> None:
        """Wait until nothing is to be written."""
        await self.slack.wait_for(lambda: self.screen.busy == 0)

    def read(self) -> str:
        return self.slack.thread(PLACE, self.root)

    def ours(self) -> list[Message]:
        return [one for one in self.slack.messages(PLACE, self.root) if one.bot_id]

    def another(self, tempo: Tempo = HASTY, rates: Rates = FREE) -> Wall:
        """The screen of the next process, on the same log."""
        return replace(self, screen=_screen(self.api, self.log, self.clock, tempo, rates))

    async def killed(self) -> None:
        """The process ends with whatever is on its way; nothing of it is written down any more."""
        await self.screen.close()


@asynccontextmanager
async def wall(
    tempo: Tempo = HASTY,
    *,
    rates: Rates = FREE,
    missing_scopes: Collection[str] = (),
    patience: float = 30.0,
) -> AsyncIterator[Wall]:
    """`patience` is what a call to Slack may take, in seconds."""
    clock = Clock()
    log = Weak(clock)
    await log.open()
    timeout = aiohttp.ClientTimeout(total=patience)
    async with (
        SlackDouble(missing_scopes=missing_scopes) as slack,
        aiohttp.ClientSession(timeout=timeout) as session,
    ):
        api = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, session=session, retry_handlers=[])
        root = await slack.say(ANNA, "@footnote what is first?")
        at = Wall(slack, log, api, _screen(api, log, clock, tempo, rates), root, clock)
        yield at
        await at.screen.close()
    await log.close()


def _screen(api: AsyncWebClient, log: Log, clock: Clock, tempo: Tempo, rates: Rates) -> Screen:
    links = Links(api)
    return Screen(api, log, History(api, ME, People(api, ME), links), links, lambda: clock.now, tempo, rates)


# --- what happens to runs -----------------------------------------------------------------------------------------


def asked(root: str) -> Asked:
    return Asked(message=root, text="what is first?", by=ANNA, name="Anna Kowalska")


def read(root: str) -> tuple[Anything, Anything]:
    turn = Turn(message=root, speaker=ANNA, kind="member", name="Anna Kowalska", text="what is first?")
    return Started(step="recall.1", worker="w"), Recalled(step="recall.1", turns=(turn,))


def understood() -> tuple[Anything, Anything]:
    intent = Intent(mode="research", goal="what is first")
    return Started(step="understand.1", worker="w"), Understood(step="understand.1", intent=intent)


def call(query: str, id: str = "1.1") -> Call:
    return Call(id=id, tool="search_docs", arguments=canonical({"query": query}))


def wanted(*calls: Call) -> tuple[Anything, ...]:
    """The model wants these calls, and a person is asked."""
    requests = tuple(Request(call_id=one.id, digest=one.digest) for one in calls)
    replied = Replied(step="reply.1", reply=Reply(calls=calls))
    return Started(step="reply.1", worker="w"), replied, ApprovalRequested(requests=requests, expires=NOW + 86_400)


def waiting(root: str, *calls: Call) -> tuple[Anything, ...]:
    """A run from its question to the decision it waits for."""
    return (asked(root), *read(root), *understood(), *wanted(*(calls or (call("first"),))))


def remark(root: str) -> Said:
    return Said(message=root, text="the first of all", by=ANNA, name="Anna Kowalska")


def stopped() -> Stopped:
    return Stopped(why="person", by=ANNA)


def answered(text: str) -> Answered:
    return Answered(answer=Answer(mode="chat", text=text))
