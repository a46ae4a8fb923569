"""What an app hears when things do not come in the order in which they happened, or come in another shape."""

import pytest

from bot.playground.slack import SlackDouble
from tests.bot.playground.slack_bot import Bot, HttpBot

RESEARCH = "C0RESEARCH"
WAYS = pytest.mark.parametrize("way", [Bot, HttpBot])


@WAYS
async def test_an_edit_and_a_deletion_may_overtake_what_they_change(way: type[Bot]) -> None:
    async with SlackDouble() as slack, way(slack) as bot:
        with slack.held() as events:
            ts = await slack.say("UANNA", "@footnote one")
            await slack.edit("UANNA", ts, "@footnote two")
            await slack.delete("UANNA", ts)
            assert slack.undelivered == 0
            events.reverse()
        await slack.wait_for(lambda: len(bot.heard) == 5)
        kinds = ["message_deleted", "app_mention", "message_changed", "app_mention", "message"]
        # By HTTP requests leave in this order, and each is answered by a task of its own.
        assert (bot.kinds() if way is Bot else sorted(bot.kinds())) == (kinds if way is Bot else sorted(kinds))
        assert set(bot.retries) == {0}


async def test_one_event_can_come_twice_and_another_never() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        with slack.held() as events:
            await slack.say("UANNA", "@footnote hi")
            message, mention = events
            events[:] = [mention, mention]
        await slack.say("UANNA", "the end")
        await slack.wait_for(lambda: "message" in bot.kinds())
        assert bot.kinds() == ["app_mention", "app_mention", "message"]
        first, second, _ = bot.bodies
        assert first["event_id"] == second["event_id"] != message["event_id"]


async def test_what_is_held_back_when_a_test_fails_is_never_sent() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        with pytest.raises(ZeroDivisionError), slack.held():
            await slack.say("UANNA", "lost")
            raise ZeroDivisionError
        await slack.say("UANNA", "the end")
        await slack.wait_for(lambda: bot.heard)
        assert [event["text"] for event in bot.heard] == ["the end"]


async def test_a_reply_sent_to_the_channel_too_carries_its_root() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        root = await slack.say("UANNA", "question")
        ts = await slack.say("UBEN", "@footnote see above", thread=root, subtype="thread_broadcast")
        await slack.wait_for(lambda: len(bot.heard) == 3)
        _, broadcast, mention = bot.heard
        assert (broadcast["thread_ts"], broadcast["root"]["text"]) == (root, "question")
        assert "root" not in mention
        seen = (await bot.client.conversations_history(channel=RESEARCH))["messages"]
        assert [message["ts"] for message in seen] == [ts, root]


async def test_people_of_another_company_are_marked_in_threads_and_edits_too() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UOTHER", "hello")
        await slack.edit("UOTHER", ts, "hello there")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        changed = bot.heard[1]
        assert (changed["message"]["user_team"], changed["previous_message"]["user_team"]) == ("T0OTHER", "T0OTHER")
        (read,) = (await bot.client.conversations_replies(channel=RESEARCH, ts=ts))["messages"]
        assert (read["user_team"], read["user_profile"]["real_name"]) == ("T0OTHER", "Omar Haddad")


async def test_a_link_preview_on_a_mention_is_no_second_mention() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "@footnote see https://example.com/")
        await slack.unfurl(ts)
        await slack.wait_for(lambda: "message_changed" in bot.kinds())
        changed = bot.heard[-1]
        assert changed["hidden"] and "edited" not in changed["message"]
        assert changed["message"]["text"] == changed["previous_message"]["text"]
        assert "attachments" not in changed["previous_message"]
        assert bot.kinds().count("app_mention") == 1


async def test_an_edit_that_takes_the_mention_out_is_no_mention() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "@footnote hello")
        await slack.edit("UANNA", ts, "hello")
        await slack.wait_for(lambda: "message_changed" in bot.kinds())
        assert bot.kinds().count("app_mention") == 1
        edited = bot.heard[-1]["message"]["edited"]
        assert (edited["user"], edited["ts"] > ts) == ("UANNA", True)
