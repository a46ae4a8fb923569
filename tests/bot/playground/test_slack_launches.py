"""Slash commands, message shortcuts and the Home tab, through a real slack-bolt app by both ways."""

from collections.abc import Awaitable
from typing import Any

import pytest
from slack_bolt.async_app import AsyncAck, AsyncRespond
from slack_sdk.errors import SlackApiError

from bot.playground.slack import SlackDouble, Unanswered
from tests.bot.playground.slack_bot import Bot, HttpBot, actions, button, modal, section

RESEARCH = "C0RESEARCH"
WAYS = pytest.mark.parametrize("way", [Bot, HttpBot])


async def error(call: Awaitable[Any]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


def home(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"type": "home", "blocks": list(blocks)}


@WAYS
async def test_a_slash_command_is_answered_at_once_and_later(way: type[Bot]) -> None:
    async with SlackDouble() as slack, way(slack) as bot:

        async def research(ack: AsyncAck, respond: AsyncRespond, command: dict[str, Any]) -> None:
            await ack("On it.")
            await respond(f"{command['user_name']}: {command['text']}", response_type="in_channel")

        bot.app.command("/research")(research)
        answer = await slack.command("UANNA", "/research", "what is new?")
        assert answer["text"] == "On it."
        assert [said.text for said in slack.ephemerals("UANNA")] == ["On it."]
        assert [said.text for said in slack.messages()] == ["anna: what is new?"]


async def test_a_slash_command_can_open_a_modal_and_be_left_unanswered() -> None:
    async with SlackDouble(ack_seconds=0.3) as slack, Bot(slack) as bot:

        async def opened(ack: AsyncAck, body: dict[str, Any]) -> None:
            await ack()
            await bot.client.views_open(trigger_id=body["trigger_id"], view=modal(section("hi")))

        bot.app.command("/form")(opened)
        assert await slack.command("UANNA", "/form") == {}
        await slack.wait_for(lambda: slack.views("UANNA"))
        assert slack.ephemerals("UANNA") == []
        with pytest.raises(Unanswered):
            await slack.command("UANNA", "/nothing")
        with pytest.raises(LookupError):
            await slack.command("UGUEST", "/form")


@WAYS
async def test_a_shortcut_carries_its_message(way: type[Bot]) -> None:
    async with SlackDouble() as slack, way(slack) as bot:
        bodies: list[dict[str, Any]] = []

        async def chosen(ack: AsyncAck, respond: AsyncRespond, shortcut: dict[str, Any]) -> None:
            await ack()
            bodies.append(shortcut)
            await respond("seen")

        bot.app.message_shortcut("research_this")(chosen)
        ts = await slack.say("UBEN", "a claim")
        await slack.shortcut("UANNA", ts, "research_this")
        await slack.wait_for(lambda: slack.ephemerals("UANNA"))
        (body,) = bodies
        assert (body["message_ts"], body["message"]["text"], body["user"]["id"]) == (ts, "a claim", "UANNA")
        with pytest.raises(LookupError):
            await slack.shortcut("UANNA", "1.000001", "research_this")


async def test_opening_the_home_tab_is_an_event_and_the_app_publishes_a_view() -> None:
    events = ("app_home_opened",)
    async with SlackDouble(events=events) as slack, Bot(slack, events=events) as bot:
        await slack.open_home("UBEN")
        await slack.wait_for(lambda: bot.heard)
        opened = bot.heard[0]
        assert (opened["user"], opened["tab"], "view" in opened) == ("UBEN", "home", False)
        assert slack.world.channels[opened["channel"]].members == {"UFOOTNOTE", "UBEN"}
        await bot.client.views_publish(user_id="UBEN", view=home(section("Hello"), actions(button("Go", "go"))))
        await slack.open_home("UBEN")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        shown = slack.home("UBEN")
        assert shown and bot.heard[1]["view"]["hash"] == shown.hash
        assert bot.heard[1]["channel"] == opened["channel"]
        assert slack.home("UANNA") is None


async def test_a_view_that_has_changed_meanwhile_is_not_overwritten() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        publish = bot.client.views_publish
        first = (await publish(user_id="UBEN", view=home(section("one"))))["view"]["hash"]
        await publish(user_id="UBEN", view=home(section("two")), hash=first)
        assert await error(publish(user_id="UBEN", view=home(section("three")), hash=first)) == "hash_conflict"
        shown = slack.home("UBEN")
        assert shown and shown.payload["blocks"][0]["text"]["text"] == "two"


@pytest.mark.parametrize(
    "view",
    [
        modal(section("a modal")),
        {**home(section("x")), "submit": {"type": "plain_text", "text": "Send"}},
        home({"type": "markdown", "text": "x"}),
        home(*[section("x")] * 101),
    ],
)
async def test_what_may_not_stand_on_a_home_tab(view: dict[str, Any]) -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        assert await error(bot.client.views_publish(user_id="UBEN", view=view)) == "invalid_arguments"
        assert slack.home("UBEN") is None
