"""When things go wrong: faults on the way, sockets that break, acknowledgements that never come."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientError
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.slack import Change, Fault, SlackDouble
from tests.bot.playground.slack_bot import Bot, actions, button

RESEARCH = "C0RESEARCH"


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with SlackDouble() as double:
        yield double


@pytest.fixture
def client(slack: SlackDouble) -> AsyncWebClient:
    client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
    client.retry_handlers.clear()
    return client


async def post(client: AsyncWebClient, text: str = "hi") -> Any:
    return await client.chat_postMessage(channel=RESEARCH, text=text)


# Faults


async def test_a_rate_limit_names_its_wait_and_lasts_as_often_as_planned(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    slack.faults.add("chat.postMessage", Fault.ratelimited(retry_after=7), times=2)
    for _ in range(2):
        with pytest.raises(SlackApiError) as refused:
            await post(client)
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["Retry-After"] == "7"
        assert refused.value.response["error"] == "ratelimited"
    await post(client)
    assert len(slack.messages()) == 1
    assert [call.response.get("error") for call in slack.calls] == ["ratelimited", "ratelimited", None]


async def test_a_fault_meets_only_its_method(slack: SlackDouble, client: AsyncWebClient) -> None:
    slack.faults.add("chat.update", Fault.error("msg_too_long"))
    posted = await post(client)
    with pytest.raises(SlackApiError, match="msg_too_long"):
        await client.chat_update(channel=RESEARCH, ts=posted["ts"], text="x")
    assert slack.messages()[0].text == "hi"


@pytest.mark.parametrize("code", [500, 503])
async def test_a_server_error_is_no_json(slack: SlackDouble, client: AsyncWebClient, code: int) -> None:
    slack.faults.add("chat.postMessage", Fault.status(code))
    with pytest.raises(SlackApiError) as refused:
        await post(client)
    assert refused.value.response.status_code == code
    assert slack.messages() == []


async def test_a_reset_before_the_write_leaves_nothing(slack: SlackDouble, client: AsyncWebClient) -> None:
    slack.faults.add("chat.postMessage", Fault.reset_before())
    with pytest.raises((ClientError, ConnectionError)):
        await post(client)
    assert slack.messages() == []
    assert slack.calls[0].response == {}


async def test_a_reset_after_the_write_looks_the_same_and_is_not(slack: SlackDouble, client: AsyncWebClient) -> None:
    slack.faults.add("chat.postMessage", Fault.reset_after())
    with pytest.raises((ClientError, ConnectionError)):
        await post(client)
    assert [said.text for said in slack.messages()] == ["hi"]


async def test_the_sdks_own_retry_posts_twice_after_a_reset(slack: SlackDouble) -> None:
    slack.faults.add("chat.postMessage", Fault.reset_after())
    await post(AsyncWebClient(token=slack.bot_token, base_url=slack.api_url))
    assert [said.text for said in slack.messages()] == ["hi", "hi"]


async def test_a_hang_ends_without_an_answer_and_without_a_write(slack: SlackDouble, client: AsyncWebClient) -> None:
    slack.faults.add("chat.postMessage", Fault.hang(0.05))
    with pytest.raises((ClientError, ConnectionError)):
        await post(client)
    assert slack.messages() == []


async def test_a_delayed_call_takes_effect_after_a_later_one(slack: SlackDouble, client: AsyncWebClient) -> None:
    slack.faults.add("chat.postMessage", Fault.delay(0.2))
    slow = asyncio.create_task(post(client, "slow"))
    await slack.wait_for(lambda: slack.calls)
    await post(client, "quick")
    await slow
    assert [said.text for said in slack.messages()] == ["quick", "slow"]


async def test_closing_does_not_wait_for_a_hang() -> None:
    async with SlackDouble() as slack:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        client.retry_handlers.clear()
        slack.faults.add("chat.postMessage", Fault.hang(3600))
        hanging = asyncio.create_task(post(client))
        await slack.wait_for(lambda: slack.calls)
    with pytest.raises((ClientError, ConnectionError)):
        await hanging


async def test_planned_faults_can_be_called_off(slack: SlackDouble, client: AsyncWebClient) -> None:
    slack.faults.add("chat.postMessage", Fault.status(500), times=9)
    slack.faults.clear()
    assert (await post(client))["ok"]


# Sockets


async def test_what_happens_while_the_app_is_away_reaches_it_later_in_order(slack: SlackDouble) -> None:
    card = [actions(button("Go", "go"))]
    bot = Bot(slack)
    pressed: list[str] = []

    async def press(ack: Any, body: dict[str, Any]) -> None:
        pressed.append(body["user"]["id"])
        await ack()

    bot.app.action("go")(press)
    async with bot:
        await slack.wait_for(lambda: slack.connections == 1)
        posted = await bot.client.chat_postMessage(channel=RESEARCH, text="card", blocks=card)
    assert slack.connections == 0
    for number in range(5):
        await slack.say("UANNA", f"message {number}")
    await slack.click("UANNA", posted["ts"], "go")
    async with bot:
        await slack.wait_for(lambda: pressed and len(bot.heard) == 5)
    assert [event["text"] for event in bot.heard] == [f"message {number}" for number in range(5)]


async def test_asked_to_reconnect_the_app_comes_back_and_misses_nothing(slack: SlackDouble) -> None:
    async with Bot(slack) as bot:
        await slack.ask_to_reconnect()
        assert slack.connections == 0
        await slack.say("UANNA", "in the gap")
        await slack.wait_for(lambda: bot.heard)
        assert slack.connections == 1
        assert [call.method for call in slack.calls].count("apps.connections.open") == 2


async def test_after_a_broken_socket_the_app_comes_back_by_itself(slack: SlackDouble) -> None:
    async with Bot(slack, ping_interval=0.1) as bot:
        await slack.wait_for(lambda: slack.connections == 1)
        await slack.drop_sockets()
        await slack.say("UANNA", "still there?")
        await slack.wait_for(lambda: bot.heard)


async def test_each_envelope_goes_to_one_of_several_sockets(slack: SlackDouble) -> None:
    async with Bot(slack) as one, Bot(slack) as two:
        await slack.wait_for(lambda: slack.connections == 2)
        for number in range(6):
            await slack.say("UANNA", f"message {number}")
        await slack.wait_for(lambda: len(one.heard) + len(two.heard) == 6)
        assert len(one.heard) == len(two.heard) == 3
        assert not {event["ts"] for event in one.heard} & {event["ts"] for event in two.heard}


async def test_the_address_of_a_socket_is_good_for_one_connection(slack: SlackDouble, client: AsyncWebClient) -> None:
    address = (await client.apps_connections_open(app_token=slack.app_token))["url"]
    handler = AsyncSocketModeHandler(Bot(slack).app, slack.app_token)
    async with handler.client.aiohttp_client_session as session:
        async with session.ws_connect(address) as socket:
            assert (await socket.receive_json())["type"] == "hello"
        with pytest.raises(ClientError):
            await session.ws_connect(address)
    await handler.close_async()  # type: ignore[no-untyped-call]


async def test_an_event_nobody_acknowledges_comes_again_with_the_same_id() -> None:
    async with SlackDouble(ack_seconds=0.1, retry_delays=(0.0, 0.05)) as slack:
        bot = Bot(slack, events=())
        attempts: list[tuple[str, int, str]] = []

        async def fail(body: dict[str, Any], request: Any) -> None:
            reason = request.headers.get("x-slack-retry-reason", [""])[0]
            attempts.append((body["event_id"], int(request.headers["x-slack-retry-num"][0]), reason))
            raise RuntimeError("not today")

        bot.app.event("message")(fail)
        async with bot:
            await slack.say("UANNA", "hello")
            await slack.wait_for(lambda: len(attempts) == 3)
        assert len({event_id for event_id, _, _ in attempts}) == 1
        assert [(number, reason) for _, number, reason in attempts] == [(0, ""), (1, "timeout"), (2, "timeout")]


# Watching and waiting


async def test_a_watcher_sees_every_change_from_the_moment_it_asks(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    changes = slack.watch()
    root = await slack.say("UANNA", "root")
    reply = (await client.chat_postMessage(channel=RESEARCH, thread_ts=root, text="reply"))["ts"]
    await client.chat_postEphemeral(channel=RESEARCH, user="UBEN", thread_ts=root, text="psst")
    async with Bot(slack):
        await slack.wait_for(lambda: slack.connections == 1)
        seen = [await anext(changes) for _ in range(6)]
    whisper = slack.ephemerals("UBEN")[0].ts
    assert seen[0] == Change("message", RESEARCH, root, "UANNA")
    assert Change("message", RESEARCH, reply, "UFOOTNOTE") in seen
    assert Change("ephemeral", RESEARCH, whisper, "UBEN") in seen
    assert seen[-1] == Change("presence")


async def test_watching_ends_with_the_double() -> None:
    async with SlackDouble() as slack:
        changes = slack.watch()
        await slack.say("UANNA", "hello")
    assert [change.kind async for change in changes] == ["message"]


async def test_waiting_in_vain_shows_what_was_said(slack: SlackDouble, client: AsyncWebClient) -> None:
    ts = await slack.say("UANNA", "hello")
    await client.chat_postMessage(channel=RESEARCH, thread_ts=ts, text="good day")
    with pytest.raises(AssertionError) as shown:
        await slack.wait_for(lambda: slack.messages()[9], seconds=0)
    assert "#research\nAnna Kowalska: hello\nfootnote: good day" in str(shown.value)
    assert "chat.postMessage -> ok" in str(shown.value)


async def test_waiting_gives_what_was_waited_for(slack: SlackDouble) -> None:
    waiting = asyncio.create_task(slack.wait_for(lambda: slack.messages()[0].text))
    await slack.say("UANNA", "hello")
    assert await waiting == "hello"
