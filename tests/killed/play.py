"""A story played once, with a kill or without, and what came of it beside what should have."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.facts import Anything, Replied, Started, Unknown
from agent.log import Log
from bot.playground.rehearsal.scripted import Scripted
from bot.playground.slack import SlackDouble
from bot.playground.web import Fault, SmallWeb
from bot.settings import Settings
from tests.killed.mortal import AT_SLACK, Home, Kill
from tests.killed.stage import LONG, METHODS, Lives, Scene, at_slack
from tests.killed.stories import Story
from tests.stories.office import PLACE

ENOUGH = 200  # lines the model can say in one story
Fact = Anything | Unknown


@dataclass(frozen=True)
class Played:
    """What a story left behind: the thread as people read it and how many messages of it are ours, the facts of each
    run as they were asked, and how often the doubles were asked: the web by what for, Slack by method, the model.

    `told` is what the office was told, `appends` how many there were.
    """

    thread: str
    messages: int
    runs: list[list[Fact]]
    web: Counter[str]
    asked: int
    told: list[str]
    deaths: int
    appends: int
    calls: Counter[str]

    def begins(self, tool: str) -> int:
        """How often calls of a tool were begun."""
        return sum(_begins(run, tool) for run in self.runs)

    def points(self, mode: str) -> int:
        """How many points there are to be killed at."""
        method = METHODS.get(mode.partition("-")[0])
        return self.calls[method] if method else self.appends


def _begins(run: Sequence[Fact], tool: str) -> int:
    replies = [fact.reply for fact in run if isinstance(fact, Replied)]
    steps = {f"call.{call.id}" for reply in replies for call in reply.calls if call.tool == tool}
    return sum(isinstance(fact, Started) and fact.step in steps for fact in run)


async def play(story: Story, folder: Path, kill: Kill | None = None) -> Played:
    """One workspace, the people of the story, and a bot that dies where it is told to."""
    home = Home(folder)
    intents, replies = [story.intents] * ENOUGH, [story.replies] * ENOUGH
    slack = SlackDouble(ack_seconds=1.0, retry_delays=(0.0, 0.5, 2.0))
    async with slack, Scripted(replies, intents=intents) as model, SmallWeb() as web:
        web.faults["search"] += [] if story.searches else [Fault(500)] * ENOUGH
        settings = _settings(story, home, slack, model, web)
        lives, scene = Lives(settings, home, kill), Scene(slack)
        await _lived(story, lives, scene, kill, settings)
        asked = Counter(wanted(call.body) for call in web.calls)
        calls = Counter(call.method for call in slack.calls)
        return Played(
            _same(scene.read()), len(scene.ours), await _facts(settings, scene), asked, len(model.requests),
            home.sent.read_text().splitlines() if home.sent.exists() else [], lives.deaths,
            home.counted.stat().st_size, calls,
        )  # fmt: skip


def _settings(story: Story, home: Home, slack: SlackDouble, model: Scripted, web: SmallWeb) -> Settings:
    given = {
        "slack_bot_token": slack.bot_token,
        "slack_app_token": slack.app_token,
        "slack_api_url": slack.api_url,
        "openai_base_url": model.url,
        "openai_api_key": "test",
        "model": "scripted",
        "tavily_url": web.url,
        "fetch": "service",
        "tavily_api_key": "",
        "docs": None,
        "data": home.folder / "data",
        "approval": story.approval,
    }
    return Settings().model_copy(update=given)


async def _lived(story: Story, lives: Lives, scene: Scene, kill: Kill | None, settings: Settings) -> None:
    """The whole story, until everything is settled and delivered; then the bot's last life ends."""
    bot = asyncio.create_task(lives.go_on())
    outside = [asyncio.create_task(at_slack(scene.slack, kill, lives.end))] if kill and kill.mode in AT_SLACK else []
    people = asyncio.create_task(_told(story, scene, settings))
    try:
        done, _ = await asyncio.wait({bot, people}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (bot, people, *outside):
            task.cancel()
        await asyncio.gather(bot, people, *outside, return_exceptions=True)
        lives.bury()


async def _told(story: Story, scene: Scene, settings: Settings) -> None:
    await story.script(scene)
    log = Log(settings.log_path)
    await log.open(carry=False)
    try:
        async with asyncio.timeout(LONG):
            while await log.unsettled() or scene.undelivered:  # noqa: ASYNC110 (the log of another process)
                await asyncio.sleep(0.02)
    finally:
        await log.close()


async def _facts(settings: Settings, scene: Scene) -> list[list[Fact]]:
    log = Log(settings.log_path)
    await log.open(carry=False)
    try:
        runs = await log.runs(f"T0FOOTNOTE/{PLACE}/{scene.root}")
        return [[record.fact for record in await log.read(run)] for run in runs]
    finally:
        await log.close()


def wanted(body: dict[str, object]) -> str:
    """What a request to the web, or a call's arguments, ask for: the words or the address."""
    urls = body.get("urls") or [body.get("url")]
    return str(body.get("query") or (urls[0] if isinstance(urls, list) else urls))


def _same(thread: str) -> str:
    """The thread without what may differ: tokens (a lost call of the model counts in no run), times, addresses, and
    private words to whoever pressed twice."""
    aloud = re.sub(r"^[^\n]*\(only visible to [^\n]*\n?(  [^\n]*\n?)*", "", thread, flags=re.M)
    timeless = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "at some time", aloud)
    brief = re.sub(r"after [\d.]+ (s|min)\b", "after a while", re.sub(r"\(http://127[^)]*\)", "(there)", timeless))
    return re.sub(r"(?:at most )?[\d,]+ tokens · [^\n]*", "… tokens", brief).rstrip("\n")
