"""Deliveries by HTTP: signed, in time or again, and the same acts of people as over sockets."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import parse_qs

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.signature import SignatureVerifier

from bot.playground.slack import SlackDouble, Unanswered
from bot.playground.slack.faults import reset
from bot.playground.slack.signed_http import signature
from tests.bot.playground.slack_bot import Bot, HttpBot, actions, button, field, modal
from tests.bot.playground.slack_door import Answering, door

RESEARCH = "C0RESEARCH"
EVENT = {"type": "event_callback", "event_id": "Ev1", "event": {"type": "app_mention", "text": "hi"}}


def status(code: int, **headers: str) -> Answering:
    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(status=code, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return answer


async def hang(request: web.Request) -> web.StreamResponse:
    await asyncio.Event().wait()
    return web.Response()


async def break_off(request: web.Request) -> web.StreamResponse:
    return reset(request)


# The signature


@given(st.text().filter(str.strip), st.integers(0, 2**33), st.text())
def test_the_signature_is_the_one_slacks_own_verifier_makes(secret: str, at: int, body: str) -> None:
    theirs = SignatureVerifier(secret).generate_signature(timestamp=str(at), body=body)
    assert signature(secret, at, body) == theirs


async def test_a_request_of_slacks_is_let_in_and_a_forged_or_stale_one_is_not() -> None:
    async with SlackDouble() as slack, HttpBot(slack) as bot:
        assert (await slack.deliver_signed(EVENT, secret="guessed")).status == 401
        assert (await slack.deliver_signed(EVENT, seconds_old=301)).status == 401
        assert (await slack.deliver_signed(EVENT, seconds_old=-301)).status == 401
        assert bot.heard == []
        assert (await slack.deliver_signed(EVENT, seconds_old=200)).status == 200
        assert [event["text"] for event in bot.heard] == ["hi"]


async def test_a_new_address_is_asked_for_its_challenge() -> None:
    async with SlackDouble() as slack, HttpBot(slack), door() as another:
        assert await slack.verify_url()
        slack.request_url = another.url
        assert not await slack.verify_url()


# What a request looks like


async def test_an_event_comes_as_json_with_its_signature_and_no_retry() -> None:
    async with door() as app, SlackDouble(request_url=app.url, events=["app_mention"]) as slack:
        before = int(time.time())
        await slack.say("UANNA", "@footnote hi")
        headers, body = await slack.wait_for(lambda: app.came[0])
        assert headers["content-type"] == "application/json"
        assert headers["user-agent"].startswith("Slackbot")
        at = int(headers["x-slack-request-timestamp"])
        assert before <= at <= int(time.time())
        assert headers["x-slack-signature"] == signature(slack.signing_secret, at, body)
        assert "x-slack-retry-num" not in headers
        assert json.loads(body)["event"]["text"] == "<@UFOOTNOTE> hi"


async def test_interactions_and_commands_come_as_forms() -> None:
    async with door() as app, SlackDouble(request_url=app.url) as slack:
        await slack.deliver_signed({"type": "block_actions", "text": "a&b=żółw"}, "interactive")
        await slack.deliver_signed({"command": "/research", "text": "a&b=żółw"}, "slash_commands")
        (headers, interaction), (_, command) = app.came
        assert headers["content-type"] == "application/x-www-form-urlencoded"
        assert json.loads(parse_qs(interaction)["payload"][0]) == {"type": "block_actions", "text": "a&b=żółw"}
        assert parse_qs(command) == {"command": ["/research"], "text": ["a&b=żółw"]}


# Again, and again


async def test_an_event_that_is_not_acknowledged_comes_three_times_more_and_says_why() -> None:
    plan = (status(500), hang, break_off)
    async with (
        door(*plan) as app,
        SlackDouble(events=["app_mention"], ack_seconds=0.2, retry_delays=(0, 0, 0), request_url=app.url) as slack,
    ):
        await slack.say("UANNA", "@footnote hi")
        await slack.wait_for(lambda: len(app.came) == 4)
        assert app.retries() == [(None, None), ("1", "http_error"), ("2", "http_timeout"), ("3", "unknown_error")]
        assert len(set(app.ids())) == 1
        assert len({body for _, body in app.came}) == 1
        await slack.say("UBEN", "@footnote and me")
        await slack.wait_for(lambda: len(app.came) == 5)
        assert app.came[-1][0].get("x-slack-retry-num") is None


async def test_after_the_last_attempt_the_event_is_lost() -> None:
    async with (
        door(*[status(503)] * 4) as app,
        SlackDouble(events=["app_mention"], retry_delays=(0, 0, 0), request_url=app.url) as slack,
    ):
        await slack.say("UANNA", "@footnote lost")
        await slack.wait_for(lambda: len(app.came) == 4)
        await slack.say("UANNA", "@footnote heard")
        await slack.wait_for(lambda: len(app.came) == 5)
        assert [id == app.ids()[0] for id in app.ids()] == [True] * 4 + [False]


async def test_an_app_may_say_that_it_wants_no_second_delivery() -> None:
    async with (
        door(status(500, x_slack_no_retry="1")) as app,
        SlackDouble(events=["app_mention"], retry_delays=(0, 0, 0), request_url=app.url) as slack,
    ):
        await slack.say("UANNA", "@footnote once")
        await slack.wait_for(lambda: app.came)
        await slack.say("UANNA", "@footnote other")
        await slack.wait_for(lambda: len(app.came) == 2)
        assert app.retries() == [(None, None)] * 2


async def test_a_click_is_not_delivered_twice() -> None:
    async with (
        door(status(500)) as app,
        SlackDouble(events=["app_mention"], retry_delays=(0, 0, 0), request_url=app.url) as slack,
    ):
        ts = await slack.say("UALERTS", "press", blocks=[actions(button("Go", "go"))])
        await slack.click("UANNA", ts, "go")
        await slack.wait_for(lambda: app.came)
        await slack.say("UANNA", "@footnote next")
        await slack.wait_for(lambda: len(app.came) == 2)
        assert ["payload=" in body for _, body in app.came] == [True, False]


async def test_an_address_where_nobody_listens_is_a_connection_that_failed() -> None:
    async with door() as app:
        pass
    async with SlackDouble(request_url=app.url) as slack:
        with pytest.raises(Unanswered) as unanswered:
            await slack.deliver_signed(EVENT)
        assert unanswered.value.reason == "connection_failed"


async def test_on_demand_an_event_comes_again_or_out_of_order() -> None:
    async with SlackDouble(events=["app_mention"]) as slack, HttpBot(slack) as bot:
        late = await slack.say("UANNA", "@footnote one", deliver=False)
        await slack.say("UANNA", "@footnote two")
        await slack.wait_for(lambda: len(bot.heard) == 1)
        await slack.redeliver(late, times=2)
        await slack.wait_for(lambda: len(bot.heard) == 3)
        assert [event["text"][-3:] for event in bot.heard] == ["two", "one", "one"]
        assert bot.retries == [0, 1, 2]
        assert bot.bodies[1]["event_id"] == bot.bodies[2]["event_id"] != bot.bodies[0]["event_id"]


# Beside the caller


async def test_a_post_is_answered_before_the_app_has_acknowledged_its_event() -> None:
    posted = asyncio.Event()

    async def after_the_post(request: web.Request) -> web.StreamResponse:
        await posted.wait()
        return web.Response()

    async with door(after_the_post) as app, SlackDouble(request_url=app.url) as slack:
        await Bot(slack).client.chat_postMessage(channel=RESEARCH, text="hi")
        posted.set()
        await slack.wait_for(lambda: app.came)


async def test_a_delivery_that_takes_long_does_not_hold_up_the_next() -> None:
    second_came = asyncio.Event()

    async def until_the_second(request: web.Request) -> web.StreamResponse:
        await second_came.wait()
        return web.Response()

    async def the_second(request: web.Request) -> web.StreamResponse:
        second_came.set()
        return web.Response()

    async with (
        door(until_the_second, the_second) as app,
        SlackDouble(events=["app_mention"], ack_seconds=20, request_url=app.url) as slack,
    ):
        for text in ("@footnote one", "@footnote two"):
            await slack.say("UANNA", text)
        await asyncio.wait_for(second_came.wait(), 20)
        assert len(app.came) == 2


async def test_events_leave_in_the_order_they_were_made() -> None:
    async with door() as app, SlackDouble(request_url=app.url) as slack:
        texts = [f"number {n}" for n in range(30)]
        for text in texts:
            await slack.say("UANNA", text)
        await slack.wait_for(lambda: len(app.came) == len(texts))
        assert [event["text"] for event in app.events()] == texts


@pytest.mark.parametrize("order", ["message_first", "mention_first"])
async def test_the_two_events_of_a_mention_leave_in_the_order_wished(order: Any) -> None:
    async with door() as app, SlackDouble(request_url=app.url) as slack:
        slack.order = order
        await slack.say("UANNA", "@footnote hi")
        await slack.wait_for(lambda: len(app.came) == 2)
        kinds = ["message", "app_mention"] if order == "message_first" else ["app_mention", "message"]
        assert [event["type"] for event in app.events()] == kinds


async def test_what_is_under_way_ends_with_the_workspace() -> None:
    async with door(hang) as app:
        async with SlackDouble(events=["app_mention"], ack_seconds=60, request_url=app.url) as slack:
            await slack.say("UANNA", "@footnote hi")
            await slack.wait_for(lambda: app.came)
        assert len(app.came) == 1


# The same acts over either way in


@pytest.fixture(params=[Bot, HttpBot], ids=["sockets", "http"])
async def bot(request: pytest.FixtureRequest) -> AsyncIterator[Bot]:
    kind: type[Bot] = request.param
    async with SlackDouble() as slack, kind(slack) as bot:
        yield bot


async def test_a_mention_is_heard_as_mention_and_as_message(bot: Bot) -> None:
    await bot.slack.say("UANNA", "@footnote hi")
    await bot.slack.wait_for(lambda: len(bot.heard) == 2)
    assert sorted(bot.kinds()) == ["app_mention", "message"]
    assert bot.heard[0]["ts"] == bot.heard[1]["ts"]


async def test_a_redelivery_gives_the_reason_of_the_way_it_comes_by(bot: Bot) -> None:
    reasons: list[str] = []

    async def note(request: Any, next: Any) -> None:
        reasons.extend(filter(None, request.headers.get("x-slack-retry-reason", [])))
        await next()

    bot.app.middleware(note)
    ts = await bot.slack.say("UANNA", "hi")
    await bot.slack.redeliver(ts)
    await bot.slack.wait_for(lambda: len(bot.heard) == 2)
    assert reasons == ["http_timeout" if isinstance(bot, HttpBot) else "timeout"]


async def test_a_click_opens_a_form_that_is_refused_and_then_taken(bot: Bot) -> None:
    slack = bot.slack

    async def open_form(ack: Any, body: dict[str, Any], client: Any) -> None:
        await client.views_open(trigger_id=body["trigger_id"], view=modal(field(), callback_id="form"))
        await ack()

    async def check(ack: Any, view: dict[str, Any]) -> None:
        why = view["state"]["values"]["why"]["text"]["value"]
        await (ack() if why == "because" else ack(response_action="errors", errors={"why": "Say because."}))

    bot.app.action("open")(open_form)
    bot.app.view("form")(check)
    row = actions(button("Form", "open"))
    ts = (await bot.client.chat_postMessage(channel=RESEARCH, text="a form", blocks=[row]))["ts"]
    await slack.click("UANNA", ts, "open")
    (view,) = await slack.wait_for(lambda: slack.views("UANNA"))
    refused = await slack.submit("UANNA", view.id, {"why": {"text": "so"}})
    assert refused == {"response_action": "errors", "errors": {"why": "Say because."}}
    assert slack.views("UANNA") == [view]
    assert await slack.submit("UANNA", view.id, {"why": {"text": "because"}}) is None
    assert slack.views("UANNA") == []


async def test_a_form_whose_submission_fails_stays_open() -> None:
    async with SlackDouble(retry_delays=(0, 0, 0)) as slack, HttpBot(slack) as bot:

        async def open_form(ack: Any, body: dict[str, Any], client: Any) -> None:
            await client.views_open(trigger_id=body["trigger_id"], view=modal(field(), callback_id="form"))
            await ack()

        bot.app.action("open")(open_form)
        row = actions(button("Form", "open"))
        ts = (await bot.client.chat_postMessage(channel=RESEARCH, text="a form", blocks=[row]))["ts"]
        await slack.click("UANNA", ts, "open")
        (view,) = await slack.wait_for(lambda: slack.views("UANNA"))
        with pytest.raises(Unanswered, match="404") as unanswered:
            await slack.submit("UANNA", view.id, {"why": {"text": "because"}})
        assert unanswered.value.reason == "http_error"
        assert slack.views("UANNA") == [view]
