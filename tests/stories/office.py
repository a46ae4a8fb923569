"""The stage of the stories: the real bot at work in a Slack double, with a model that says what the story wrote down.

Stories read as prose: people say and press things, and what stands in the thread afterwards is what is asserted.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agent.facts import Anything
from agent.pages.fetch import Fetcher
from agent.tool import Tool
from agent.tools import SHELF
from bot.app import Bot, slack_bot
from bot.pace import Rates
from bot.playground.rehearsal.scripted import Line, Scripted
from bot.playground.slack import Message, SlackDouble
from bot.playground.web import SmallWeb
from bot.settings import Settings

# What Slack allows is a story of its own; in all others nobody waits for their turn.
FREELY = Rates(edits=100_000, posts=100_000, deletes=100_000, apart=0.0001, burst=1_000)
ANNA, BEN = "UANNA", "UBEN"
PLACE = "C0RESEARCH"


def intent(goal: str, *, mode: str = "research", since: str = "", **rest: object) -> Mapping[str, object]:
    """What the model makes of a thread, with nothing in it but what the story says."""
    empty: dict[str, object] = {"must": [], "must_not": [], "prefer": [], "unclear": [], "language": "English"}
    return {"mode": mode, "kind": "answer", "goal": goal, "since": since, **empty, **rest}


def unclear(about: str, question: str, *options: str, default: str) -> Mapping[str, object]:
    return {"about": about, "question": question, "options": list(options), "default": default}


def wish(text: str, message: str) -> Mapping[str, str]:
    return {"text": text, "message": message}


def turns(body: Mapping[str, object]) -> list[Mapping[str, str]]:
    """The thread as an intent call gives it, oldest first."""
    messages = body["messages"]
    assert isinstance(messages, list)
    return list(json.loads(messages[1]["content"])["turns"])


def asking(body: Mapping[str, object]) -> str:
    """The message that asks, as an intent call names it."""
    messages = body["messages"]
    assert isinstance(messages, list)
    return str(json.loads(messages[1]["content"])["asked"])


@dataclass
class Office:
    """One workspace with the bot in it."""

    slack: SlackDouble
    model: Scripted
    web: SmallWeb
    bot: Bot
    settings: Settings
    fall: Callable[[], Awaitable[None]]

    def read(self, root: str, *, buttons: bool = True) -> str:
        """The thread as a person reads it."""
        return self.slack.thread(PLACE, root, buttons=buttons)

    async def sees(self, root: str, *words: str) -> str:
        """Wait until all these words stand in the thread, and return it."""
        return await self.slack.wait_for(lambda: _holding(self.read(root), words))

    async def press(self, user: str, root: str, label: str, *, nth: int = 0) -> None:
        """Press the nth button with this label (or one that begins with it) in the thread."""
        found = await self.slack.wait_for(lambda: self._buttons(root, label)[nth : nth + 1])
        ts, element = found[0]
        await self.slack.click(user, ts, element["action_id"], value=element.get("value"))

    async def fills(self, user: str, text: str, *, field: str = "comment", **more: str) -> object:
        """Write this into a field of the modal that is open, and into `more` ones, and send it. What came back."""
        views = await self.slack.wait_for(lambda: self.slack.views(user))
        values = {field: {field: text}, **{name: {name: value} for name, value in more.items()}}
        return await self.slack.submit(user, views[-1].id, values)

    async def hears(self, user: str, words: str) -> str:
        """Wait until a private word to this person holds these words."""
        return await self.slack.wait_for(
            lambda: next((m.text for m in self.slack.ephemerals(user) if words in m.text), None)
        )

    async def away(self) -> None:
        """The bot's process ends in the midst of whatever it does."""
        await self.fall()
        await self.slack.wait_for(lambda: not self.slack.connections)

    async def facts(self, root: str) -> list[list[Anything]]:
        """The facts of each run of a thread."""
        runs = await self.bot.log.runs(f"T0FOOTNOTE/{PLACE}/{root}")
        return [[record.fact for record in await self.bot.log.read(run)] for run in runs]  # type: ignore[misc]

    def ours(self, root: str) -> list[Message]:
        """The bot's messages in a thread."""
        return [message for message in self.slack.messages(PLACE, root) if message.bot_id == "BFOOTNOTE"]

    def _buttons(self, root: str, label: str) -> list[tuple[str, dict[str, Any]]]:
        elements = [
            (message.ts, element)
            for message in self.ours(root)
            for block in message.original_blocks
            for element in block.get("elements", [])
            if element.get("type") == "button"
        ]
        return [(ts, element) for ts, element in elements if element["text"]["text"].startswith(label)]


def _holding(text: str, words: Sequence[str]) -> str | None:
    return text if all(word in text for word in words) else None


@asynccontextmanager
async def office(
    folder: Path,
    *,
    replies: Sequence[Line] = (),
    intents: Sequence[Line] = (),
    docs: Mapping[str, str] | None = None,
    approval: str = "each",
    config: str = "",
    shelf: Sequence[Tool] = SHELF,
    model_url: str = "",
    command: str = "",
    fetcher: Callable[[], Fetcher] | None = None,
) -> AsyncIterator[Office]:
    """A workspace, a model with this script (or one that is served elsewhere, or this command), the small web, a
    folder of these documents, and this FOOTNOTE_CONFIG. With a `fetcher` it opens pages by itself where the small web
    cannot."""
    async with SlackDouble() as slack, Scripted(replies, intents=intents) as model, SmallWeb() as web:
        settings = _settings(folder, slack, model, web, docs, approval)
        settings = settings.model_copy(update={"openai_base_url": model_url} if model_url else {})
        settings = settings.model_copy(update={"model_cmd": command, "model": ""} if command else {})
        if config:
            (folder / "footnote.toml").write_text(config, "utf-8")
            settings = settings.model_copy(update={"config": folder / "footnote.toml"})
        settings = settings.model_copy(update={"fetch": "tavily"} if fetcher else {})
        async with _bot(settings, slack, shelf, fetcher or Fetcher) as (bot, fall):
            yield Office(slack, model, web, bot, settings, fall)


@asynccontextmanager
async def restarted(office: Office) -> AsyncIterator[Office]:
    """The same workspace with the bot started once more on the same data; the first one is away by then."""
    async with _bot(office.settings, office.slack) as (bot, fall):
        yield replace(office, bot=bot, fall=fall)


@asynccontextmanager
async def _bot(
    settings: Settings,
    slack: SlackDouble,
    shelf: Sequence[Tool] = SHELF,
    fetcher: Callable[[], Fetcher] = Fetcher,
) -> AsyncIterator[tuple[Bot, Callable[[], Awaitable[None]]]]:
    async with AsyncExitStack() as stack:
        bot = await stack.enter_async_context(slack_bot(settings, shelf=shelf, fetcher=fetcher, rates=FREELY))
        await bot.start()
        await slack.wait_for(lambda: slack.connections)
        yield bot, stack.aclose


def _settings(
    folder: Path, slack: SlackDouble, model: Scripted, web: SmallWeb, docs: Mapping[str, str] | None, approval: str
) -> Settings:
    shelf = folder / "docs"
    for name, text in (docs or {}).items():
        (shelf / name).parent.mkdir(parents=True, exist_ok=True)
        (shelf / name).write_text(text, "utf-8")
    return Settings().model_copy(
        update={
            "slack_bot_token": slack.bot_token,
            "slack_app_token": slack.app_token,
            "slack_api_url": slack.api_url,
            "openai_base_url": model.url,
            "openai_api_key": "test",
            "model": "scripted",
            "tavily_url": web.url,
            "tavily_api_key": "",
            "fetch": "service",  # nothing but the doubles is asked
            "docs": shelf if docs else None,
            "data": folder / "data",
            "approval": approval,
        }
    )
