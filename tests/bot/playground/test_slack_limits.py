"""How often the app may call: nothing is counted unless asked for, then Slack refuses what comes too soon."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.slack import Fault, Limits, SlackDouble
from bot.playground.slack.limits import Meter

RESEARCH, GENERAL, IM = "C0RESEARCH", "C0GENERAL", "D0ANNA"


def client_of(slack: SlackDouble) -> AsyncWebClient:
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)


async def wait_of(call: Awaitable[Any]) -> int:
    """The Retry-After of a call that is refused."""
    with pytest.raises(SlackApiError) as refused:
        await call
    answer = refused.value.response
    assert (answer.status_code, answer["error"]) == (429, "ratelimited")
    return int(answer.headers["Retry-After"])


async def test_nothing_is_counted_unless_limits_are_given() -> None:
    async with SlackDouble() as slack:
        for number in range(8):
            await client_of(slack).chat_postMessage(channel=RESEARCH, text=f"{number}")
        assert len(slack.messages()) == 8


async def test_a_channel_takes_a_burst_and_then_one_post_a_second() -> None:
    async with SlackDouble(limits=Limits()) as slack:
        client = client_of(slack)
        for number in range(3):
            await client.chat_postMessage(channel=RESEARCH, text=f"{number}")
        assert await wait_of(client.chat_postMessage(channel=RESEARCH, text="too soon")) == 1
        assert [said.text for said in slack.messages()] == ["0", "1", "2"]
        assert slack.calls[-1].args["text"] == "too soon"
        assert slack.calls[-1].response == {"ok": False, "error": "ratelimited"}
        await client.chat_postMessage(channel=GENERAL, text="another channel")
        slack.pass_time(1)
        await client.chat_postMessage(channel=RESEARCH, text="a second later")


async def test_a_person_and_their_conversation_are_one_channel() -> None:
    async with SlackDouble(limits=Limits(burst=1)) as slack:
        await client_of(slack).chat_postMessage(channel="UANNA", text="one")
        assert await wait_of(client_of(slack).chat_postMessage(channel=IM, text="two")) == 1


async def test_posts_are_counted_over_all_channels_too() -> None:
    async with SlackDouble(limits=Limits(posts=2)) as slack:
        client = client_of(slack)
        for channel in (RESEARCH, GENERAL):
            await client.chat_postMessage(channel=channel, text="hello")
        assert 50 < await wait_of(client.chat_postMessage(channel=IM, text="hello")) <= 60


async def test_each_method_has_a_window_of_its_own() -> None:
    async with SlackDouble(limits=Limits(tier3=2, tier4=3)) as slack:
        client = client_of(slack)
        ts = (await client.chat_postMessage(channel=RESEARCH, text="one"))["ts"]
        for _ in range(2):
            await client.chat_update(channel=RESEARCH, ts=ts, text="two")
        assert await wait_of(client.chat_update(channel=RESEARCH, ts=ts, text="three")) > 50
        assert slack.messages()[0].text == "two"
        await client.conversations_replies(channel=RESEARCH, ts=ts)
        for _ in range(3):
            await client.users_info(user="UANNA")
        assert await wait_of(client.users_info(user="UANNA")) > 50
        slack.pass_time(61)
        await client.chat_update(channel=RESEARCH, ts=ts, text="three")


async def test_limits_can_be_set_changed_and_lifted_at_any_time() -> None:
    async with SlackDouble() as slack:
        client = client_of(slack)
        ts = (await client.chat_postMessage(channel=RESEARCH, text="one"))["ts"]
        slack.limit(Limits(methods={"chat.update": 1}))
        await client.chat_update(channel=RESEARCH, ts=ts, text="two")
        assert await wait_of(client.chat_update(channel=RESEARCH, ts=ts, text="three")) > 50
        await client.conversations_replies(channel=RESEARCH, ts=ts)
        slack.limit(None)
        await client.chat_update(channel=RESEARCH, ts=ts, text="three")
        assert slack.messages()[0].text == "three"


async def test_a_status_has_a_rate_of_its_own() -> None:
    async with SlackDouble(limits=Limits(statuses=1)) as slack:
        root = await slack.say("UANNA", "question")
        status = client_of(slack).assistant_threads_setStatus
        await status(channel_id=RESEARCH, thread_ts=root, status="is reading")
        await wait_of(status(channel_id=RESEARCH, thread_ts=root, status="is writing"))
        assert slack.assistant.status(RESEARCH, root) == "is reading"


def test_each_method_has_the_rate_of_its_tier_unless_it_is_given_another() -> None:
    limits = Limits(posts=7, tier2=2, tier3=3, tier4=4, statuses=6, methods={"users.info": 0})
    rates = {
        "chat.postMessage": 7,
        "assistant.threads.setStatus": 6,
        "chat.startStream": 2,
        "chat.update": 3,
        "conversations.replies": 3,
        "usergroups.users.list": 3,
        "views.update": 4,
        "chat.postEphemeral": 4,
        "users.info": 0,
        "auth.test": None,
        "chat.getPermalink": None,
    }
    assert {method: limits.of(method) for method in rates} == rates
    assert Meter(limits, Clock()).take("users.info") == 60


async def test_some_methods_are_never_refused() -> None:
    async with SlackDouble(limits=Limits(tier3=1, tier4=1, posts=1)) as slack:
        client = client_of(slack)
        ts = (await client.chat_postMessage(channel=RESEARCH, text="one"))["ts"]
        for _ in range(5):
            await client.auth_test()
            await client.chat_getPermalink(channel=RESEARCH, message_ts=ts)
            await client.apps_connections_open(app_token=slack.app_token)


async def test_what_never_reached_slack_is_not_counted() -> None:
    async with SlackDouble(limits=Limits(tier4=1)) as slack:
        slack.faults.add("users.info", Fault.status(503))
        with pytest.raises(SlackApiError):
            await client_of(slack).users_info(user="UANNA")
        with pytest.raises(SlackApiError, match="invalid_auth"):
            await AsyncWebClient(token="xoxb-other", base_url=slack.api_url).users_info(user="UANNA")
        await client_of(slack).users_info(user="UANNA")


async def test_who_waits_as_long_as_told_gets_through() -> None:
    async with SlackDouble(limits=Limits(window=0.5, tier4=2)) as slack:
        client = client_of(slack)
        client.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=1))
        answers = await asyncio.gather(*(client.users_info(user="UANNA") for _ in range(3)))
        assert all(answer["ok"] for answer in answers)
        assert [call.response["ok"] for call in slack.calls].count(False) == 1


async def test_an_app_sold_outside_the_marketplace_reads_15_messages_a_minute() -> None:
    async with SlackDouble(limits=Limits(distributed=True)) as slack:
        client = client_of(slack)
        root = await slack.say("UANNA", "question")
        for number in range(20):
            await slack.say("UBEN", f"{number}", thread=root)
        answer = await client.conversations_replies(channel=RESEARCH, ts=root, limit=1000)
        assert (len(answer["messages"]), answer["has_more"]) == (15, True)
        assert await wait_of(client.conversations_replies(channel=RESEARCH, ts=root)) > 50
        assert len((await client.conversations_history(channel=RESEARCH))["messages"]) == 1
        assert await wait_of(client.conversations_history(channel=RESEARCH)) > 50


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


GAPS = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0, 20.0]), min_size=1, max_size=80)
LIMITS = st.builds(Limits, posts=st.integers(1, 8), burst=st.integers(1, 4), tier3=st.integers(1, 6))


@given(GAPS, LIMITS, st.lists(st.sampled_from(["C1", "C2"]), min_size=80, max_size=80))
def test_no_window_holds_more_than_it_may(gaps: list[float], limits: Limits, channels: list[str]) -> None:
    clock, went = Clock(), list[tuple[float, str]]()
    meter = Meter(limits, clock)
    for gap, channel in zip(gaps, channels, strict=False):
        clock.now += gap
        if meter.take("chat.postMessage", channel) == 0:
            went.append((clock.now, channel))
    for start, place in went:
        near = [at for at, _ in went if start <= at < start + limits.window]
        assert len(near) <= limits.posts
        here = [at for at, channel in went if channel == place and start <= at < start + limits.apart]
        assert len(here) <= limits.burst


@given(GAPS, LIMITS, st.sampled_from(["chat.postMessage", "chat.update"]))
def test_a_refusal_names_the_first_whole_second_that_is_free(gaps: list[float], limits: Limits, method: str) -> None:
    clock = Clock()
    meter = Meter(limits, clock)
    for gap in gaps:
        clock.now += gap
        wait = meter.take(method, "C1")
        if wait:
            clock.now += wait - 1
            assert wait == 1 or meter.take(method, "C1") > 0
            clock.now += 1
            assert meter.take(method, "C1") == 0
