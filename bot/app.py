"""The only place where real things are built and joined: the model, the sources, the log, Slack."""

from __future__ import annotations

import datetime
import logging
import os
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import openai
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from agent.carrier import Carrier, Live
from agent.docs import Docs
from agent.facts import Rules
from agent.folder import DocsUnusable
from agent.log import Log
from agent.model import Model
from agent.perform import Performer, Recall
from agent.run import Run
from agent.tool import Given, Tool
from agent.toolbox import Toolbox
from agent.tools import SHELF
from agent.web import Web
from bot import inbound
from bot.conversations import Conversations
from bot.desk import Desk
from bot.history import History, People
from bot.inbound import Me
from bot.screen import Screen
from bot.settings import Settings, SettingsError

logger = logging.getLogger(__name__)
OPENAI_MODEL = "gpt-5-mini"
SLACK_API = "https://slack.com/api/"
SLACK_SECONDS = 30.0  # that one call may take; aiohttp's own limit of five minutes would hold up a thread's messages
SLACK_TROUBLE = {"ratelimited", "internal_error", "fatal_error", "service_unavailable", "request_timeout"}


# --- what any run works with ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Workshop:
    """What runs work with wherever they are shown: the model by its name, the tools, the rules for new runs."""

    model: Model
    name: str
    toolbox: Toolbox
    settings: Settings

    def rules(self) -> Rules:
        return Rules(approval=self.settings.approval, model=self.name, tools=self.toolbox.names)

    def performer(self, recall: Recall) -> Performer:
        return Performer(self.model, self.toolbox, recall, today)


@asynccontextmanager
async def workshop(settings: Settings, *, web: bool = True, shelf: Sequence[Tool] = SHELF) -> AsyncIterator[Workshop]:
    """The model and the sources of these settings. Raises SettingsError where one cannot be used."""
    async with AsyncExitStack() as stack:
        name = await _model_name(settings)
        key = settings.openai_api_key or "none"
        model = Model(api_key=key, base_url=settings.openai_base_url or None, name=name)
        stack.push_async_callback(model.close)
        found = Web(settings.tavily_api_key or None, settings.tavily_url or None) if web else None
        if found:
            stack.push_async_callback(found.close)
        docs = _docs(settings)
        if docs:
            stack.callback(docs.close)
        yield Workshop(model, name, Toolbox(Given(web=found, docs=docs), shelf), settings)


async def _model_name(settings: Settings) -> str:
    """The model that is set; OpenAI's default; or the first one that the endpoint offers."""
    if settings.model:
        return settings.model
    if not settings.openai_base_url:
        return OPENAI_MODEL
    client = openai.AsyncOpenAI(
        api_key=settings.openai_api_key or "none", base_url=settings.openai_base_url, timeout=10
    )
    try:
        offered = [model.id async for model in await client.models.list()]
    except openai.OpenAIError as error:
        raise SettingsError(
            f"OPENAI_BASE_URL: no models there ({type(error).__name__}); set FOOTNOTE_MODEL"
        ) from None
    finally:
        await client.close()
    if not offered:
        raise SettingsError("OPENAI_BASE_URL: that endpoint offers no model; set FOOTNOTE_MODEL to the one to use")
    return offered[0]


def _docs(settings: Settings) -> Docs | None:
    if settings.docs is None:
        return None
    try:
        return Docs(settings.docs)
    except DocsUnusable as error:
        raise SettingsError(f"{error} (--docs, FOOTNOTE_DOCS)") from None


def today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def worker() -> str:
    """This process, for the Started facts."""
    return f"{os.getpid()}-{secrets.token_hex(3)}"


# --- Slack ----------------------------------------------------------------------------------------------------


@dataclass
class Bot:
    """The bot of one workspace: connected from `start` on."""

    me: Me
    app: AsyncApp
    socket: AsyncSocketModeHandler
    talk: Conversations
    log: Log

    async def start(self) -> None:
        """Carry on what was left, then hear what is new."""
        await self.talk.resume()
        await self.socket.connect_async()  # type: ignore[no-untyped-call]


@asynccontextmanager
async def slack_bot(
    settings: Settings,
    clock: Callable[[], float] = time.time,
    *,
    log: Callable[..., Log] = Log,
    shelf: Sequence[Tool] = SHELF,
) -> AsyncIterator[Bot]:
    """The bot, built and not yet started; everything is closed at the end. Raises SettingsError and LogError."""
    async with AsyncExitStack() as stack:
        shop = await stack.enter_async_context(workshop(settings, shelf=shelf))
        patience = aiohttp.ClientTimeout(total=SLACK_SECONDS)
        session = await stack.enter_async_context(aiohttp.ClientSession(timeout=patience))
        # The SDK would post again after a dropped connection; screen.py looks first. Reading twice harms nobody.
        api = _client(settings, session)
        patient = (
            AsyncRateLimitErrorRetryHandler(3), AsyncConnectionErrorRetryHandler(2), AsyncServerErrorRetryHandler(3),
        )  # fmt: skip
        reading = _client(settings, session, *patient)
        me = await _who_we_are(api)
        await _check_app_token(api, settings)
        facts = log(settings.log_path, clock=clock)
        await facts.open()
        stack.push_async_callback(facts.close)
        people = People(reading, me)
        history = History(reading, me, people)
        screen = Screen(api, facts, history, clock)
        stack.push_async_callback(screen.close)
        talk = Conversations(
            facts, _carriers(facts, shop.performer(history.recall), clock), screen, history, shop.rules
        )
        stack.push_async_callback(talk.leave)
        app = AsyncApp(client=api, process_before_response=True)
        _listen(app, me, talk, Desk(api, talk, screen, facts.key, clock))
        socket = AsyncSocketModeHandler(app, settings.slack_app_token)
        stack.push_async_callback(socket.close_async)
        yield Bot(me, app, socket, talk, facts)


def _client(settings: Settings, session: aiohttp.ClientSession, *handlers: AsyncRetryHandler) -> AsyncWebClient:
    """Slack's Web API, which repeats a call only where these handlers say so."""
    return AsyncWebClient(
        token=settings.slack_bot_token,
        base_url=settings.slack_api_url or SLACK_API,
        session=session,
        retry_handlers=list(handlers),
    )


def _carriers(
    log: Log, performer: Performer, clock: Callable[[], float]
) -> Callable[[str, str, Callable[[Run, Live], None]], Carrier]:
    here = worker()

    def carrier_for(thread: str, run: str, draw: Callable[[Run, Live], None]) -> Carrier:
        return Carrier(log, thread, run, performer, draw, clock, here)

    return carrier_for


async def _who_we_are(api: AsyncWebClient) -> Me:
    found = await _answered("SLACK_BOT_TOKEN", "copy the current one", api.auth_test())
    return Me(team=str(found["team_id"]), user=str(found["user_id"]), bot=str(found.get("bot_id") or ""))


async def _check_app_token(api: AsyncWebClient, settings: Settings) -> None:
    hint = "it needs the scope connections:write, and Socket Mode switched on"
    await _answered("SLACK_APP_TOKEN", hint, api.apps_connections_open(app_token=settings.slack_app_token))


async def _answered(name: str, hint: str, asking: Awaitable[AsyncSlackResponse]) -> AsyncSlackResponse:
    """What Slack says to a token at the start. Slack's own troubles are told apart: a new token would not help."""
    try:
        return await asking
    except SlackApiError as error:
        code = error.response.get("error") or ""
        if not code or code in SLACK_TROUBLE or error.response.status_code != 200:
            what = code or f"status {error.response.status_code}"
            raise SettingsError(f"Slack has trouble at the moment ({what}): start again in a while") from None
        raise SettingsError(f"{name} was refused by Slack ({code}): {hint}") from None
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        reason = str(error) or "no answer"
        raise SettingsError(
            f"Slack cannot be reached: {reason}; check the network and FOOTNOTE_SLACK_API_URL"
        ) from None


def _listen(app: AsyncApp, me: Me, talk: Conversations, desk: Desk) -> None:
    """Listeners parse, append and acknowledge, nothing else; Slack repeats whatever is not acknowledged."""

    async def on_message(event: dict[str, Any]) -> None:
        heard = inbound.message(event, me)
        if isinstance(heard, inbound.Mentioned):
            await talk.mentioned(heard)
        elif heard:
            await talk.spoke(heard)

    async def on_press(ack: Callable[[], Awaitable[None]], body: dict[str, Any]) -> None:
        pressed = inbound.pressed(body, me)
        if pressed:
            await desk.pressed(pressed)
        await ack()

    async def on_submit(ack: Callable[..., Awaitable[None]], body: dict[str, Any]) -> None:
        submitted = inbound.submitted(body)
        problem = await desk.submitted(submitted) if submitted else ""
        if submitted and problem:
            field = next(iter(submitted.values), "comment")
            return await ack(response_action="errors", errors={field: problem})
        return await ack()

    async def on_anything_else() -> None:
        """Acknowledged, so that it is not sent again."""

    everything = re.compile(".*", re.S)
    app.event("app_mention")(on_message)
    app.event("message")(on_message)
    app.action(everything)(on_press)
    app.view(everything)(on_submit)
    app.event(everything)(on_anything_else)
