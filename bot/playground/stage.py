"""Everything that `footnote try` needs beside the bot: the doubles, started and joined to the settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.app import configured
from bot.models import shown
from bot.playground.page_server import Setting, add_page
from bot.playground.questions import QUESTIONS
from bot.playground.rehearsal import Rehearsal
from bot.playground.slack import SlackDouble
from bot.playground.web import SmallWeb
from bot.settings import Settings, SettingsError

PACE = 0.03  # seconds between the words of the rehearsal model, so that one can watch it write


@asynccontextmanager
async def stand_ins(
    settings: Settings, *, web: bool = True, docs: bool = True, pace: float = 0.0
) -> AsyncIterator[Settings]:
    """The same settings with the rehearsal model and, if wanted, the small web and the sample documents, each where
    nothing else is set."""
    async with AsyncExitStack() as stack:
        if not settings.has_model:
            rehearsal = await stack.enter_async_context(Rehearsal(pace=pace))
            model = {"openai_base_url": rehearsal.url, "openai_api_key": "rehearsal", "model": "rehearsal-1"}
            settings = settings.model_copy(update=model)
        if web and not settings.has_web:
            pages = await stack.enter_async_context(SmallWeb())
            # What stands nowhere but there cannot be had from anywhere else.
            settings = settings.model_copy(update={"tavily_url": pages.url, "fetch": "service"})
        if docs and settings.docs is None:
            folder = stack.enter_context(as_file(files("bot.playground") / "docs"))
            settings = settings.model_copy(update={"docs": folder})
        yield settings


@asynccontextmanager
async def stage(settings: Settings, port: int) -> AsyncIterator[tuple[SlackDouble, Settings]]:
    """The Slack double with its page on 127.0.0.1, and settings with which the real bot connects to it."""
    async with AsyncExitStack() as stack:
        ready = await stack.enter_async_context(stand_ins(settings, pace=PACE))
        slack = SlackDouble(port=port)
        add_page(slack, _described(settings, ready))
        try:
            await stack.enter_async_context(slack)
        except OSError:
            raise SettingsError(f"port {port} on 127.0.0.1 is in use: choose another with --port") from None
        data = stack.enter_context(TemporaryDirectory(prefix="footnote-try-"))
        joined = {
            "slack_bot_token": slack.bot_token,
            "slack_app_token": slack.app_token,
            "slack_api_url": slack.api_url,
            "data": Path(data),
        }
        yield slack, ready.model_copy(update=joined)


_APPROVAL = {
    "each": "every call waits for a button",
    "writes": "calls that change something wait for a button",
    "once": "the first call of each tool waits for a button",
    "off": "calls go ahead without asking",
}


def _described(settings: Settings, ready: Settings) -> Setting:
    web = "the web, by Tavily" if settings.tavily_api_key else "the small web (sample pages)"
    rules = configured(ready)
    folder = rules.default.docs
    sample = settings.docs is None and folder == ready.docs
    docs = "sample documents" if sample else f"documents in {folder}" if folder else "no documents"
    model = shown(ready) if settings.has_model else "the rehearsal model (no key set)"
    others = "; some channels have rules of their own" if rules.channels else ""
    approval = _APPROVAL[rules.default.approval] + others
    return Setting(model=model, sources=(web, docs), questions=QUESTIONS, approval=approval)
