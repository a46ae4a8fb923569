"""The Request URLs: the real bot behind signed HTTP, with the Slack double as its Web API."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from slack_bolt.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier

from agent.log import Log, LogError
from bot.app import Bot, slack_bot
from bot.http import BODY_AT_MOST, PATH, Http
from bot.playground.rehearsal.scripted import Line, Scripted
from bot.playground.slack import Fault, SlackDouble, shapes
from bot.playground.slack.blocks import buttons
from bot.playground.slack.world import Message, View
from bot.settings import Settings, SettingsError
from tests.stories.office import ANNA, FREELY, PLACE, intent

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
FORM = "application/x-www-form-urlencoded"
CHAT = intent("to be greeted", mode="chat")
DOC = "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"
READ = [("read_file", {"path": "travel.md"})]

Json = dict[str, Any]


@dataclass
class Answer:
    status: int
    text: str

    @property
    def json(self) -> Json:
        found: Json = json.loads(self.text)
        return found


class Sender:
    """What Slack's side of signed HTTP does."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self._session, self.address = session, address

    async def get(self, path: str) -> Answer:
        async with self._session.get(self.address + path) as response:
            return Answer(response.status, await response.text())

    async def post(
        self, body: str | bytes, path: str = "/slack/events", *, kind: str = "application/json", **headers: str
    ) -> Answer:
        """Send exactly this."""
        named = {"Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}
        async with self._session.post(self.address + path, data=body, headers=named) as response:
            return Answer(response.status, await response.text())

    async def send(
        self, body: str, *, secret: str = SECRET, late: float = 0.0, kind: str = "application/json", retry: int = 0
    ) -> Answer:
        """Send this signed, `late` seconds ago; with `retry` as the repetition of that number."""
        again = {"X_Slack_Retry_Num": str(retry), "X_Slack_Retry_Reason": "http_timeout"} if retry else {}
        return await self.post(body, kind=kind, **signed(body, secret, late), **again)

    async def event(self, payload: Json, *, retry: int = 0) -> Answer:
        return await self.send(json.dumps(payload), retry=retry)


def signed(body: str, secret: str = SECRET, late: float = 0.0) -> dict[str, str]:
    at = str(int(time.time() - late))
    signature = SignatureVerifier(secret).generate_signature(timestamp=at, body=body)
    assert signature
    return {"X_Slack_Request_Timestamp": at, "X_Slack_Signature": signature}


@dataclass
class Office:
    """The bot of one workspace that is reached by HTTP alone."""

    slack: SlackDouble
    bot: Bot
    sender: Sender
    settings: Settings

    async def says(self, text: str) -> Message:
        """Anna writes it; what Slack delivers of that is for the test to send."""
        ts = await self.slack.say(ANNA, text, deliver=False)
        return next(message for message in self.slack.messages() if message.ts == ts)

    def events(self, said: Message) -> list[Json]:
        """The two events of a mention, as Slack wraps them."""
        world = self.slack.world
        both = (shapes.message_event(world, said), shapes.mention_event(world, said, said.ts))
        return [shapes.callback(world, event, said.channel) for event in both]

    async def deliver(self, said: Message) -> list[Answer]:
        return [await self.sender.event(payload) for payload in self.events(said)]

    async def runs(self, said: Message) -> list[str]:
        return await self.bot.log.runs(f"T0FOOTNOTE/{PLACE}/{said.ts}")

    async def sees(self, said: Message, *words: str) -> str:
        def thread() -> str:
            return self.slack.thread(PLACE, said.ts)

        return await self.slack.wait_for(lambda: thread() if all(word in thread() for word in words) else None)

    async def press(self, said: Message, label: str) -> None:
        """Anna presses the first button with this label in the thread."""
        message, element = await self.slack.wait_for(lambda: self._labelled(said, label))
        await self.slack.click(ANNA, message.ts, element["action_id"], value=element["value"])

    async def form(self) -> View:
        """The modal before Anna."""
        return (await self.slack.wait_for(lambda: self.slack.views(ANNA)))[-1]

    def _labelled(self, said: Message, label: str) -> tuple[Message, Json]:
        there = (
            (message, element)
            for message in self.slack.messages(PLACE, said.ts)
            for _, element in buttons(message.blocks)
            if element["text"]["text"].startswith(label)
        )
        found = next(there, None)
        if found is None:
            raise LookupError(label)
        return found


@asynccontextmanager
async def office(
    folder: Path, *, replies: Sequence[Line] = (), intents: Sequence[Line] = ()
) -> AsyncIterator[Office]:
    (folder / "docs").mkdir()
    (folder / "docs" / "travel.md").write_text(DOC, "utf-8")
    async with (
        SlackDouble(signing_secret=SECRET) as slack,
        Scripted(replies, intents=intents) as model,
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
    ):
        settings = Settings().model_copy(
            update={
                "slack_bot_token": slack.bot_token,
                "slack_app_token": "",
                "slack_signing_secret": SECRET,
                "slack_api_url": slack.api_url,
                "openai_base_url": model.url,
                "openai_api_key": "test",
                "model": "scripted",
                "tavily_url": "http://127.0.0.1:1",
                "docs": folder / "docs",
                "data": folder / "data",
                "approval": "each",
            }
        )
        async with slack_bot(settings, listen=("127.0.0.1", 0), rates=FREELY) as bot:
            await bot.start()
            assert isinstance(bot.way_in, Http)
            slack.request_url = bot.way_in.address + PATH
            yield Office(slack, bot, Sender(session, bot.way_in.address), settings)


@asynccontextmanager
async def server(
    healthy: Callable[[], Awaitable[None]] | None = None, *, token: str = "xoxb-1"
) -> AsyncIterator[tuple[AsyncApp, Sender, Http]]:
    """The way in alone, around an app that knows no listener yet."""

    async def well() -> None:
        pass

    app = AsyncApp(token=token, signing_secret=SECRET, process_before_response=True)
    http = Http(app, SECRET, "127.0.0.1", 0, healthy or well)
    await http.start()
    try:
        async with aiohttp.ClientSession() as session:
            yield app, Sender(session, http.address), http
    finally:
        await http.close()


def spoken(slack: SlackDouble) -> Json:
    """The event of some message."""
    said = Message(PLACE, "1700000000.000001", user=ANNA, text="hello")
    return shapes.callback(slack.world, shapes.message_event(slack.world, said), PLACE)


# --- signatures -------------------------------------------------------------------------------------------------


async def test_a_mention_becomes_a_run_and_is_answered(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello Anna."]) as at:
        said = await at.says("@footnote hello")
        assert [answer.status for answer in await at.deliver(said)] == [200, 200]
        assert len(await at.runs(said)) == 1, "in the log before it was acknowledged, and once for both events"
        await at.sees(said, "Hello Anna.")
        assert not [call for call in at.slack.calls if call.method == "apps.connections.open"]


async def test_what_slack_did_not_sign_like_this_is_refused_and_leaves_no_trace(tmp_path: Path) -> None:
    async with office(tmp_path) as at:
        said = await at.says("@footnote hello")
        body = json.dumps(at.events(said)[1])
        good, forged = signed(body), "v0=" + "0" * 64
        refused = [
            await at.sender.send(body, secret="another secret"),
            await at.sender.send(body, late=301),
            await at.sender.send(body, late=-302),
            await at.sender.post(body.replace("hello", "help"), **good),
            await at.sender.post(body),
            await at.sender.post(body, X_Slack_Signature=good["X_Slack_Signature"]),
            await at.sender.post(body, X_Slack_Request_Timestamp=good["X_Slack_Request_Timestamp"]),
            await at.sender.post(body, **good | {"X_Slack_Request_Timestamp": "soon"}),
            await at.sender.post(body, **good | {"X_Slack_Request_Timestamp": "9" * 400}),
            await at.sender.post(body, **good | {"X_Slack_Signature": forged}),
            await at.sender.post(body, **good | {"X_Slack_Signature": "v0=ä"}),
            await at.sender.post(b"\xff" + body.encode(), **good),
            await at.sender.post("", **good),
            await at.sender.post("[" * 100_000),
            await at.sender.post("ssl_check=1&token=x", kind=FORM),
        ]
        assert [answer.status for answer in refused] == [401] * len(refused)
        assert not await at.runs(said)
        assert len(at.slack.messages()) == 1, "and nobody is told anything"


@pytest.mark.parametrize("body", ["{", "[]", '"words"', "17", "null", "payload={", "payload=[]", "[" * 100_000])
async def test_a_signed_body_that_is_no_payload_is_refused_and_not_a_failure(body: str) -> None:
    async with server() as (_, sender, _http):
        kind = FORM if body.startswith("payload") else "application/json"
        assert (await sender.send(body, kind=kind)).status == 400


async def test_the_challenge_of_a_new_address_is_answered() -> None:
    async with server() as (_, sender, _http):
        body = json.dumps({"type": "url_verification", "challenge": "3eZbrw1a", "token": "x"})
        answer = await sender.send(body)
        assert answer.status == 200 and answer.json == {"challenge": "3eZbrw1a"}
        assert (await sender.post(body)).status == 401, "signed as everything else"


async def test_a_body_beyond_all_payloads_is_refused_before_it_is_read_whole() -> None:
    async with server() as (_, sender, _http):
        assert (await sender.send("x" * (BODY_AT_MOST + 1))).status == 413
        assert (await sender.send(json.dumps({"type": "url_verification", "challenge": "x" * 900_000}))).status == 200


async def test_other_paths_are_not_there() -> None:
    async with server() as (_, sender, _http):
        assert [(await sender.get(path)).status for path in ("/", "/slack", "/slack/events/x", "/healthz/x")] == [
            404
        ] * 4
        assert (await sender.post("{}", "/slack/install")).status == 404
        assert (await sender.get("/slack/events")).status == 405


# --- once, however often ----------------------------------------------------------------------------------------


async def test_what_slack_repeats_is_one_run(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello Anna."]) as at:
        said = await at.says("@footnote hello")
        for payload in at.events(said):
            for number in range(4):
                assert (await at.sender.event(payload, retry=number)).status == 200
        await at.sees(said, "Hello Anna.")
        assert len(await at.runs(said)) == 1


async def test_two_hundred_deliveries_at_once_are_fifty_runs(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 50, replies=["Hello Anna."] * 50) as at:
        mentions = [await at.says(f"@footnote hello {number}") for number in range(50)]
        payloads = [payload for said in mentions for payload in at.events(said)] * 2
        answers = await asyncio.gather(*(at.sender.event(payload) for payload in payloads))
        assert [answer.status for answer in answers] == [200] * 200
        assert [len(await at.runs(said)) for said in mentions] == [1] * 50
        for said in mentions:
            await at.sees(said, "Hello Anna.")


async def test_all_of_slack_s_deliveries_come_in_over_http(tmp_path: Path) -> None:
    replies: list[Line] = [READ, READ, "First class is allowed on trips over three hours [1]."]
    async with office(tmp_path, intents=[intent("When is first class allowed?")], replies=replies) as at:
        assert await at.slack.verify_url()
        ts = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        said = next(message for message in at.slack.messages() if message.ts == ts)
        await at.press(said, "Reject")
        assert await at.slack.submit(ANNA, (await at.form()).id, {"comment": {"comment": "look again"}}) is None
        await at.sees(said, "look again", "[Approve]")
        await at.press(said, "Approve")
        await at.sees(said, "three hours", "travel.md")
        assert len(await at.runs(said)) == 1


async def test_a_form_that_changes_nothing_says_so_at_its_field(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[intent("When is first class allowed?")], replies=[READ]) as at:
        said = await at.says("@footnote when is first class allowed?")
        await at.deliver(said)
        await at.press(said, "Reject")
        forged = {**(await at.form()).payload, "private_metadata": "{}", "state": {"values": {}}}
        payload = shapes.interaction(at.slack.world, "view_submission", ANNA) | {"view": forged}
        answer = await at.slack.deliver_signed(payload, "interactive")
        assert answer.status == 200 and json.loads(answer.body)["response_action"] == "errors"


# --- failures ---------------------------------------------------------------------------------------------------


async def test_an_event_that_a_locked_log_does_not_take_is_not_acknowledged_and_counts_when_repeated(
    tmp_path: Path,
) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello Anna."]) as at:
        said = await at.says("@footnote hello")
        payload = at.events(said)[1]
        with contextlib.closing(sqlite3.connect(at.settings.log_path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert (await at.sender.event(payload)).status == 500
            health = await at.sender.get("/healthz")
            assert health.status == 503 and health.json["status"] == "failing"
        assert not await at.runs(said)
        assert (await at.sender.event(payload, retry=1)).status == 200
        await at.sees(said, "Hello Anna.")
        assert len(await at.runs(said)) == 1


async def test_an_event_for_a_log_that_is_not_open_is_not_acknowledged() -> None:
    async with SlackDouble() as slack, server(token=slack.bot_token) as (app, sender, _http):
        app.client.base_url = slack.api_url
        log = Log(None)

        @app.event("message")
        async def _(event: Json) -> None:
            await log.tell("thread", "run", [], once=str(event["ts"]))

        assert (await sender.event(spoken(slack))).status == 500
        await log.open()
        assert (await sender.event(spoken(slack), retry=1)).status == 200
        await log.close()


@pytest.mark.parametrize("trouble", [Fault.error("internal_error"), Fault.ratelimited(1), Fault.reset_before()])
async def test_trouble_of_slack_s_after_the_start_loses_no_event(trouble: Fault, tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello Anna."]) as at:
        at.slack.faults.add("auth.test", trouble)
        said = await at.says("@footnote hello")
        answer = await at.sender.event(at.events(said)[1])
        assert answer.status == 200 and len(await at.runs(said)) == 1
        await at.sees(said, "Hello Anna.")


# --- health -----------------------------------------------------------------------------------------------------


async def test_health_is_said_to_anybody_and_holds_no_secret(tmp_path: Path) -> None:
    async with office(tmp_path) as at:
        answer = await at.sender.get("/healthz")
        assert answer.status == 200 and answer.json["status"] == "ok"
        assert SECRET not in answer.text and "xoxb" not in answer.text


async def test_a_log_that_cannot_be_written_to_is_said_in_one_line() -> None:
    async def full() -> None:
        raise LogError("the disk\nis full")

    async with server(full) as (_, sender, _http):
        answer = await sender.get("/healthz")
        assert answer.status == 503 and answer.json == {"status": "failing", "reason": "the disk is full"}


async def test_however_many_ask_the_log_is_asked_once_at_a_time() -> None:
    asked, reached, release = [0], asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        asked[0] += 1
        reached.set()
        await release.wait()

    async with server(slow) as (_, sender, _http):
        waiting = [asyncio.create_task(sender.get("/healthz")) for _ in range(50)]
        await reached.wait()
        release.set()
        assert {answer.status for answer in await asyncio.gather(*waiting)} == {200}
        assert asked[0] < 50


# --- beginning and end ------------------------------------------------------------------------------------------


async def test_a_port_in_use_is_said() -> None:
    async with server() as (app, _, http):
        port = int(http.address.rpartition(":")[2])
        second = Http(app, SECRET, "127.0.0.1", port, http.close)
        with pytest.raises(SettingsError, match=f"port {port} on 127.0.0.1 is in use: choose another with --port"):
            await second.start()
        await second.close()


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host"])
async def test_a_host_that_is_not_here_is_said(host: str) -> None:
    async with server() as (app, _, http):
        other = Http(app, SECRET, host, 0, http.close)
        with pytest.raises(SettingsError, match="--host"):
            await other.start()
        await other.close()


async def test_a_request_in_hand_is_answered_at_the_end_and_no_new_one_is_taken() -> None:
    reached, release = asyncio.Event(), asyncio.Event()
    async with SlackDouble() as slack, server(token=slack.bot_token) as (app, sender, http):
        app.client.base_url = slack.api_url

        @app.event("message")
        async def _(event: Json) -> None:
            reached.set()
            await release.wait()

        in_hand = asyncio.create_task(sender.event(spoken(slack)))
        await reached.wait()
        closed = asyncio.create_task(http.close())
        await refused(sender)
        release.set()
        assert (await in_hand).status == 200
        await closed


async def refused(sender: Sender) -> None:
    """Return when nobody listens there any more."""
    with contextlib.suppress(aiohttp.ClientError):
        while True:
            async with aiohttp.ClientSession() as fresh:
                await Sender(fresh, sender.address).get("/healthz")


async def test_closing_ends_what_does_not_end_by_itself() -> None:
    async with server() as (_, _sender, http):
        port = int(http.address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        await writer.drain()
        await asyncio.wait_for(http.close(), 60)
        assert b"200" not in await reader.read()
        writer.close()
