"""The only place where real things are built and joined: the model, the sources, the log, Slack."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import aiohttp
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
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
from agent.documents.docs import Docs
from agent.documents.folder import DocsUnusable
from agent.facts import Recalled, Rules
from agent.going_on import begun_with
from agent.log import Log
from agent.models import prices as price_list
from agent.models.model import OPENAI, Model
from agent.models.prices import Prices
from agent.models.windows import window
from agent.pages.cache import Cache
from agent.pages.fetch import Fetcher
from agent.pages.web import Web
from agent.perform import Performer, Recall
from agent.purse import Limit, Purse, too_small
from agent.request.space import least
from agent.request.tokens import length, room
from agent.run import Run, replay
from agent.tool import Given, Tool
from agent.toolbox import Toolbox
from agent.tools import SHELF
from bot import inbound, models
from bot.asking import House
from bot.board import Tempo
from bot.changes import Changes
from bot.config import Config, ConfigError, Policy, read
from bot.conversations import Conversations
from bot.courier import Courier
from bot.desk import Desk
from bot.doors import Doors
from bot.effort import Wish, with_wish
from bot.history import History
from bot.http import Http
from bot.links import Links
from bot.pace import Rates
from bot.people import People
from bot.place import Me, Place
from bot.readers import Readers
from bot.screen import Screen
from bot.settings import Settings, SettingsError
from bot.socket_mode import SocketMode
from bot.upkeep import upkeep

logger = logging.getLogger(__name__)
OF_POLICY = set(Rules.model_fields) & set(Policy.model_fields)  # what a run takes with it of its channel's policy
SLACK_API = "https://slack.com/api/"
SLACK_SECONDS = 30.0  # that one call may take; aiohttp's own limit of five minutes would hold up a thread's messages
SLACK_TROUBLE = {"ratelimited", "internal_error", "fatal_error", "service_unavailable", "request_timeout"}


# --- what any run works with ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Workshop:
    """What runs work with wherever they are shown: the model by its name, the tools and the rules of each channel.

    `toolboxes` by the documents folder that they search; channels that say nothing of their own have the default's.
    """

    model: Model
    name: str
    config: Config
    toolboxes: Mapping[Path | None, Toolbox]
    prices: Prices = Prices()  # noqa: RUF009 (frozen)

    def toolbox(self, channel: str = "") -> Toolbox:
        return self.toolboxes[self.config.policy(channel).docs]

    def rules(self, channel: str = "") -> Rules:
        policy = self.config.policy(channel)
        return Rules(
            model=self.name,
            tools=self.toolbox(channel).names,
            offered=length(self.toolbox(channel).schemas()),
            tokens=policy.run_tokens,
            money=policy.run_money,
            price=self.prices.rate(self.name),
            window=window(self.name, **self.config.window.model_dump()),
            **policy.model_dump(include=OF_POLICY),
        )

    def performer(self, recall: Recall, channel: str = "", purse: Purse | None = None) -> Performer:
        return Performer(self.model, self.toolbox(channel), recall, prices=self.prices, purse=purse)

    def purse(self, log: Log, clock: Callable[[], float]) -> Purse:
        """What people may spend on a day, by what this log says that they have."""
        said = self.config
        person = Limit(said.person_day_tokens, said.person_day_money)
        return Purse(log, person, Limit(said.day_tokens, said.day_money), clock)

    def idle(self) -> str:
        """The word on limits that let no question begin; "" where there are none."""
        said, names = self.config, dict[str, None]()
        for channel in ("", *said.channels):
            policy, rules = said.policy(channel), with_wish(self.rules(channel), Wish(), factor=1, sources=1)
            limits = {
                "run_tokens": Limit(policy.run_tokens),
                "run_money": Limit(money=policy.run_money),
                "person_day_tokens": Limit(said.person_day_tokens),
                "person_day_money": Limit(money=said.person_day_money),
                "day_tokens": Limit(said.day_tokens),
                "day_money": Limit(money=said.day_money),
            }
            names.update(dict.fromkeys(too_small(rules, limits.items())))
        if not names:
            return ""
        return (
            f"{', '.join(names)}: less than a search and an answer by {self.name} may cost, so that questions end "
            "before anything is searched; raise it, or set [window] output (FOOTNOTE_CONFIG)"
        )


@asynccontextmanager
async def workshop(
    settings: Settings,
    *,
    web: bool = True,
    shelf: Sequence[Tool] = SHELF,
    cached: bool = False,
    fetcher: Callable[[], Fetcher] = Fetcher,
) -> AsyncIterator[Workshop]:
    """The model and the sources of these settings; `cached`: what was searched and opened is kept for a while.
    Raises SettingsError where one cannot be used."""
    async with AsyncExitStack() as stack:
        config = configured(settings)
        policies = (config.default, *config.channels.values())
        searches = any(policy.provider_search for policy in policies)
        model = await models.model(settings, tool_calls=config.tool_calls, searches=searches)
        stack.push_async_callback(model.close)
        cache = Cache(settings.data / "cache" if cached else None, config.cache_hours * 3600)
        stack.push_async_callback(cache.close)
        credit = _credit(settings, config)
        service, key = settings.tavily_url or None, settings.tavily_api_key or None
        own = fetcher() if web and settings.fetch != "service" else None
        found = Web(key, service, cache=cache, credit=credit, fetcher=own, fetch=settings.fetch) if web else None
        if found:
            stack.push_async_callback(found.close)
        folders = {policy.docs for policy in policies}
        docs = {folder: _docs(folder) for folder in folders}
        for opened in filter(None, docs.values()):
            stack.callback(opened.close)
        # A command costs what it is said to cost: nobody else knows.
        prices = Prices(None if settings.model_cmd else settings.openai_base_url or OPENAI, config.prices)
        await asyncio.to_thread(prices.rate, model.name)  # the list of prices takes a moment to load
        toolboxes = {at: Toolbox(Given(web=found, docs=one), shelf) for at, one in docs.items()}
        built = Workshop(model, model.name, config, toolboxes, prices)
        _has_room(built)
        if word := built.idle():
            logger.warning(word)
        yield built


def _has_room(workshop: Workshop) -> None:
    """Raises SettingsError where the model reads too little at once to work at all."""
    for channel in ("", *workshop.config.channels):
        rules = workshop.rules(channel)
        if (reads := room(rules.window)) < (needs := least(rules)):
            raise SettingsError(
                f"window: {rules.model} reads {reads:,} tokens at once beside its reply, and instructions and tools "
                f"take at least {needs:,}; set [window] in FOOTNOTE_CONFIG if it can take more, or take another model"
            )


def _credit(settings: Settings, config: Config) -> float | None:
    """What a credit of the search service costs; None where its use is free: without a key, or at home."""
    if config.credit_price is not None:
        return config.credit_price
    at_home = price_list.is_private(settings.tavily_url) if settings.tavily_url else False
    return price_list.CREDIT if settings.tavily_api_key and not at_home else None


def configured(settings: Settings) -> Config:
    """What the TOML file says, over the environment. Raises SettingsError."""
    try:
        return read(settings.config, approval=settings.approval, docs=settings.docs)
    except ConfigError as error:
        raise SettingsError(str(error)) from None


def _docs(folder: Path | None) -> Docs | None:
    if folder is None:
        return None
    try:
        return Docs(folder)
    except DocsUnusable as error:
        raise SettingsError(f"{error} (--docs, FOOTNOTE_DOCS)") from None


def worker() -> str:
    """This process, for the Started facts."""
    return f"{os.getpid()}-{secrets.token_hex(3)}"


# --- Slack ----------------------------------------------------------------------------------------------------


class WayIn(Protocol):
    """How what happens in Slack reaches the app."""

    @property
    def where(self) -> str:
        """In words, for whoever starts the program."""

    async def start(self) -> None:
        """Begin to hear. Raises SettingsError where that cannot be."""

    async def close(self) -> None:
        """Hear nothing new; what was heard already gets a moment to be answered."""


@dataclass
class Bot:
    """The bot of one workspace: connected from `start` on."""

    me: Me
    app: AsyncApp
    way_in: WayIn
    doors: Doors
    log: Log

    async def start(self) -> None:
        """Carry on what was left, then hear what is new."""
        await self.doors.resume()
        await self.way_in.start()


@asynccontextmanager
async def slack_bot(
    settings: Settings,
    clock: Callable[[], float] = time.time,
    *,
    log: Callable[..., Log] = Log,
    shelf: Sequence[Tool] = SHELF,
    fetcher: Callable[[], Fetcher] = Fetcher,
    listen: tuple[str, int] | None = None,
    tempo: Tempo | None = None,
    rates: Rates | None = None,
) -> AsyncIterator[Bot]:
    """The bot, built and not yet started; everything is closed at the end. Raises SettingsError and LogError.

    With `listen` (host, port) it serves Slack's Request URLs there; without, it hears by Socket Mode.
    """
    async with AsyncExitStack() as stack:
        shop = await stack.enter_async_context(workshop(settings, shelf=shelf, cached=True, fetcher=fetcher))
        patience = aiohttp.ClientTimeout(total=SLACK_SECONDS)
        session = await stack.enter_async_context(aiohttp.ClientSession(timeout=patience))
        # The SDK would post again after a dropped connection; screen.py looks first. Reading twice harms nobody.
        api = _client(settings, session)
        patient = (
            AsyncRateLimitErrorRetryHandler(3), AsyncConnectionErrorRetryHandler(2), AsyncServerErrorRetryHandler(3),
        )  # fmt: skip
        reading = _client(settings, session, *patient)
        me = await _who_we_are(api)
        if listen is None:
            await _check_app_token(api, settings)
        facts = log(settings.log_path, clock=clock)
        await facts.open()
        stack.push_async_callback(facts.close)
        people = People(reading, me)
        links = Links(reading, me.url)
        history = History(reading, me, people, links)
        screen = Screen(api, facts, history, links, clock, tempo, rates)
        stack.push_async_callback(screen.close)
        purse, recall = shop.purse(facts, clock), _going_on(history.recall, facts)
        carriers = _carriers(facts, lambda channel: shop.performer(recall, channel, purse), clock)
        doors = Doors(facts, carriers, screen, people)
        talk = Conversations(facts, doors, screen, history, House(shop.config.policy, shop.rules, people))
        stack.push_async_callback(doors.leave)
        app = _app(settings, session, me)
        changes = Changes(facts, doors, talk)
        courier, readers = Courier(api, screen), Readers(reading, people)
        stack.push_async_callback(courier.close)
        desk = Desk(api, doors, talk, screen, facts.key, clock, shop.toolbox, people, purse.closed, readers, courier)
        _listen(app, me, talk, changes, desk)
        stack.push_async_callback(_ended, asyncio.create_task(upkeep(facts, shop.config), name="upkeep"))
        way_in = _way_in(app, settings, listen, facts)
        stack.push_async_callback(way_in.close)
        yield Bot(me, app, way_in, doors, facts)


def _going_on(recall: Recall, log: Log) -> Recall:
    """Reads a thread; for a run that goes on from another one, with what that had opened."""

    async def recalled(run: Run, step: str) -> Recalled:
        told = await recall(run, step)
        records = await log.read(run.asked.again) if run.asked.goes_on else []
        return begun_with(told, replay(records)) if records else told

    return recalled


def _app(settings: Settings, session: aiohttp.ClientSession, me: Me) -> AsyncApp:
    """bolt's app, told who we are: left to itself it asks Slack with the first event, and where Slack has trouble at
    that moment it acknowledges the event and drops it."""

    async def known() -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=None,
            team_id=me.team,
            bot_user_id=me.user,
            bot_id=me.bot or None,
            bot_token=settings.slack_bot_token,
        )

    return AsyncApp(
        logger=_bolt_logger(),
        client=AsyncWebClient(base_url=settings.slack_api_url or SLACK_API, session=session),
        authorize=known,
        process_before_response=True,
        signing_secret=settings.slack_signing_secret,
    )


def _bolt_logger() -> logging.Logger:
    """Without the warning that a token in the environment is not used: it is the one of our client."""
    bolt = logging.getLogger("slack_bolt")
    bolt.addFilter(lambda record: "`token` will be unused" not in record.getMessage())
    return bolt


def _way_in(app: AsyncApp, settings: Settings, listen: tuple[str, int] | None, log: Log) -> WayIn:
    if listen is None:
        return SocketMode(app, settings.slack_app_token)
    return Http(app, settings.slack_signing_secret, *listen, log.check)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _client(settings: Settings, session: aiohttp.ClientSession, *handlers: AsyncRetryHandler) -> AsyncWebClient:
    """Slack's Web API, which repeats a call only where these handlers say so."""
    return AsyncWebClient(
        token=settings.slack_bot_token,
        base_url=settings.slack_api_url or SLACK_API,
        session=session,
        retry_handlers=list(handlers),
    )


def _carriers(
    log: Log, performer: Callable[[str], Performer], clock: Callable[[], float]
) -> Callable[[str, str, Callable[[Run, Live], None]], Carrier]:
    here = worker()

    def carrier_for(thread: str, run: str, draw: Callable[[Run, Live], None]) -> Carrier:
        perform = performer(Place.parse(thread).channel)

        def gone(other: str) -> bool:
            return other != here  # the log's lock lets no second process carry runs

        return Carrier(log, thread, run, perform, draw, clock, here, gone=gone)

    return carrier_for


async def _who_we_are(api: AsyncWebClient) -> Me:
    found = await _answered("SLACK_BOT_TOKEN", "copy the current one", api.auth_test())
    bot, url = str(found.get("bot_id") or ""), str(found.get("url") or "")
    return Me(team=str(found["team_id"]), user=str(found["user_id"]), bot=bot, url=url)


async def _check_app_token(api: AsyncWebClient, settings: Settings) -> None:
    hint = "it needs the scope connections:write, and Socket Mode switched on"
    await _answered("SLACK_APP_TOKEN", hint, api.apps_connections_open(app_token=settings.slack_app_token))


async def _answered(name: str, hint: str, asking: Awaitable[AsyncSlackResponse]) -> AsyncSlackResponse:
    """What Slack says to a token at the start. Slack's own troubles are told apart: a new token would not help."""
    try:
        return await asking
    except SlackApiError as error:
        data = error.response.data if isinstance(error.response, AsyncSlackResponse) else None
        code = str(data.get("error") or "") if isinstance(data, Mapping) else ""
        if not code or code in SLACK_TROUBLE or error.response.status_code != 200:
            what = code or f"status {error.response.status_code}"
            raise SettingsError(f"Slack has trouble at the moment ({what}): start again in a while") from None
        raise SettingsError(f"{name} was refused by Slack ({code}): {hint}") from None
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        reason = str(error) or "no answer"
        raise SettingsError(
            f"Slack cannot be reached: {reason}; check the network and FOOTNOTE_SLACK_API_URL"
        ) from None


def _listen(app: AsyncApp, me: Me, talk: Conversations, changes: Changes, desk: Desk) -> None:
    """Listeners parse, append and acknowledge, nothing else; Slack repeats whatever is not acknowledged."""

    async def on_message(event: dict[str, Any]) -> None:
        match inbound.message(event, me):
            case inbound.Mentioned() as heard:
                await talk.mentioned(heard)
            case inbound.Spoke() as heard:
                await talk.spoke(heard)
            case inbound.Edited() as edit:
                await changes.edited(edit)
            case inbound.Deleted() as gone:
                await changes.deleted(gone)
            case None:
                pass

    async def on_join(event: dict[str, Any]) -> None:
        if joined := inbound.joined(event, me):
            await talk.joined(joined)

    async def on_press(ack: Callable[[], Awaitable[None]], body: dict[str, Any]) -> None:
        pressed = inbound.pressed(body, me)
        if pressed:
            await desk.pressed(pressed)
        await ack()

    async def on_submit(ack: Callable[..., Awaitable[None]], body: dict[str, Any]) -> None:
        submitted = inbound.submitted(body)
        problem = await desk.submitted(submitted) if submitted else None
        if submitted and problem:
            field = problem.field if problem.field in submitted.values else next(iter(submitted.values), "comment")
            return await ack(response_action="errors", errors={field: problem.text})
        return await ack()

    async def on_anything_else() -> None:
        """Acknowledged, so that it is not sent again."""

    everything = re.compile(".*", re.S)
    app.event("app_mention")(on_message)
    app.event("message")(on_message)
    app.event("member_joined_channel")(on_join)
    app.action(everything)(on_press)
    app.view(everything)(on_submit)
    app.event(everything)(on_anything_else)
