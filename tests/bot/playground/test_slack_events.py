"""What people do reaches a real slack-bolt app over Socket Mode, in Slack's shapes and with Slack's oddities."""

import pytest

from bot.playground.slack import Channel, SlackDouble
from tests.bot.playground.slack_bot import Bot, section

RESEARCH, PRIVATE, IM = "C0RESEARCH", "C0PRIVATE", "D0ANNA"


async def test_a_mention_is_two_events_with_one_ts_and_two_ids() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "@footnote is 3 > 2?")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert sorted(bot.kinds()) == ["app_mention", "message"]
        assert {event["ts"] for event in bot.heard} == {ts}
        assert {event["text"] for event in bot.heard} == {"<@UFOOTNOTE> is 3 &gt; 2?"}
        assert len({body["event_id"] for body in bot.bodies}) == 2
        assert all(body["authorizations"][0]["user_id"] == "UFOOTNOTE" for body in bot.bodies)
        assert not any(body["is_ext_shared_channel"] for body in bot.bodies)


@pytest.mark.parametrize("order", ["message_first", "mention_first"])
async def test_either_event_of_a_mention_may_come_first(order: str) -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        slack.order = "mention_first" if order == "mention_first" else "message_first"
        await slack.say("UANNA", "@footnote hi")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        expected = ["message", "app_mention"]
        assert bot.kinds() == (expected[::-1] if order == "mention_first" else expected)


async def test_a_mention_in_a_direct_message_is_only_a_message() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.say("UANNA", "@footnote hi", channel=IM)
        await slack.say("UANNA", "the end")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert bot.kinds() == ["message", "message"]
        assert bot.heard[0]["channel_type"] == "im"


async def test_nothing_is_heard_from_a_channel_the_bot_is_not_in() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.say("UANNA", "@footnote hi", channel=PRIVATE)
        await slack.say("UANNA", "the end")
        await slack.wait_for(lambda: bot.heard)
        assert [event["text"] for event in bot.heard] == ["the end"]


async def test_an_edit_repeats_the_mention_with_the_same_ts_and_a_new_event_id() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "@footnote hi")
        await slack.edit("UANNA", ts, "@footnote hello")
        await slack.wait_for(lambda: len(bot.heard) == 4)
        change = next(event for event in bot.heard if event.get("subtype") == "message_changed")
        first, second = [event for event in bot.heard if event["type"] == "app_mention"]
        assert (first["ts"], second["ts"]) == (ts, ts)
        assert "edited" not in first and second["edited"]["user"] == "UANNA"
        assert change["hidden"] and change["ts"] != ts and change["message"]["ts"] == ts
        assert change["previous_message"]["text"] == "<@UFOOTNOTE> hi"
        assert change["message"]["text"] == "<@UFOOTNOTE> hello"
        assert len({body["event_id"] for body in bot.bodies}) == 4


async def test_an_edit_can_add_the_mention() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "what is up?")
        await slack.edit("UANNA", ts, "@footnote what is up?")
        await slack.wait_for(lambda: "app_mention" in bot.kinds())
        assert next(event for event in bot.heard if event["type"] == "app_mention")["ts"] == ts


async def test_a_link_preview_changes_a_message_and_not_its_words() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "@footnote see https://e.test")
        await slack.unfurl(ts)
        await slack.wait_for(lambda: "message_changed" in bot.kinds())
        change = next(event for event in bot.heard if event.get("subtype") == "message_changed")
        before, after = change["previous_message"], change["message"]
        assert after.pop("attachments")
        assert before == after


async def test_deletions_carry_what_was_there() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "never mind")
        await slack.delete("UANNA", ts)
        await slack.wait_for(lambda: "message_deleted" in bot.kinds())
        assert bot.heard[-1]["deleted_ts"] == ts
        assert bot.heard[-1]["previous_message"]["text"] == "never mind"


async def test_deleting_a_root_with_replies_is_a_change_to_a_tombstone() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        root = await slack.say("UANNA", "question")
        await slack.say("UBEN", "answer", thread=root)
        await slack.delete("UANNA", root)
        await slack.wait_for(lambda: "message_changed" in bot.kinds())
        assert bot.heard[-1]["message"]["subtype"] == "tombstone"
        assert bot.heard[-1]["previous_message"]["text"] == "question"


async def test_people_can_only_change_what_is_theirs() -> None:
    async with SlackDouble() as slack:
        ts = await slack.say("UANNA", "mine")
        with pytest.raises(LookupError):
            await slack.edit("UBEN", ts, "yours")
        with pytest.raises(LookupError):
            await slack.delete("UBEN", ts)
        with pytest.raises(LookupError):
            await slack.say("UBEN", "hello", channel=IM)
        with pytest.raises(LookupError):
            await slack.say("UNOBODY", "hello")
        with pytest.raises(LookupError):
            await slack.say("UBEN", "reply", thread="1.000001")


async def test_reactions_name_the_message_and_its_author() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "done?")
        await slack.react("UBEN", ts, "eyes")
        await slack.wait_for(lambda: "reaction_added" in bot.kinds())
        event = bot.heard[-1]
        assert (event["user"], event["reaction"], event["item_user"]) == ("UBEN", "eyes", "UANNA")
        assert event["item"] == {"type": "message", "channel": RESEARCH, "ts": ts}


async def test_only_subscribed_events_are_sent() -> None:
    async with SlackDouble(events=["app_mention"]) as slack, Bot(slack) as bot:
        await slack.say("UANNA", "hello")
        await slack.say("UANNA", "@footnote hello")
        await slack.wait_for(lambda: bot.heard)
        assert bot.kinds() == ["app_mention"]


async def test_other_bots_are_heard_and_can_mention_us() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.say("UALERTS", "@footnote the db is down")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert sorted(bot.kinds()) == ["app_mention", "message"]
        assert {event["bot_id"] for event in bot.heard} == {"BALERTS"}


async def test_an_old_style_bot_message_has_a_name_and_no_user() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.say("UALERTS", "", subtype="bot_message", attachments=[{"title": "db down", "fallback": "db"}])
        await slack.wait_for(lambda: bot.heard)
        event = bot.heard[0]
        assert "user" not in event
        assert (event["subtype"], event["username"], event["text"]) == ("bot_message", "Alerts", "")


async def test_a_mention_with_a_file_and_one_sent_to_the_channel_too_are_heard_twice_each() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        root = await slack.say("UANNA", "@footnote read this", files=["notes.txt"])
        await slack.say("UANNA", "@footnote and this", thread=root, subtype="thread_broadcast")
        await slack.wait_for(lambda: len(bot.heard) == 4)
        assert sorted(bot.kinds()) == ["app_mention", "app_mention", "file_share", "thread_broadcast"]
        shared = next(event for event in bot.heard if event.get("subtype") == "file_share")
        assert (shared["files"][0]["name"], shared["files"][0]["mimetype"]) == ("notes.txt", "text/plain")


async def test_a_join_notice_that_names_us_is_no_mention() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.say("UANNA", "<@UFOOTNOTE> was added", subtype="channel_join")
        await slack.say("UANNA", "the end")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert bot.kinds() == ["channel_join", "message"]


async def test_people_of_another_company_are_marked_as_such() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.say("UOTHER", "@footnote hello")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert {event["user_team"] for event in bot.heard} == {"T0OTHER"}
        assert all(body["is_ext_shared_channel"] for body in bot.bodies)
        assert {body["team_id"] for body in bot.bodies} == {"T0FOOTNOTE"}


async def test_replies_name_their_thread() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        root = await slack.say("UANNA", "question")
        await slack.say("UBEN", "answer", thread=root)
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert bot.heard[1]["thread_ts"] == root
        assert bot.heard[1]["parent_user_id"] == "UANNA"


async def test_the_apps_own_posts_and_edits_come_back_as_events_that_bolt_drops() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        posted = await bot.client.chat_postMessage(channel=RESEARCH, text="one", blocks=[section("<@UFOOTNOTE>")])
        await bot.client.chat_update(channel=RESEARCH, ts=posted["ts"], text="two")
        await slack.say("UANNA", "the end")
        await slack.wait_for(lambda: bot.heard)
        assert [event["text"] for event in bot.heard] == ["the end"]


async def test_own_markdown_is_in_events_as_rich_text() -> None:
    markdown = [{"type": "markdown", "block_id": "answer", "text": "**hi**"}]
    async with SlackDouble() as slack, Bot(slack) as bot:
        posted = await bot.client.chat_postMessage(channel=RESEARCH, text="hi", blocks=markdown)
        answer = await bot.client.conversations_replies(channel=RESEARCH, ts=posted["ts"])
        (block,) = answer["messages"][0]["blocks"]
        assert (block["type"], block["block_id"] == "answer") == ("rich_text", False)
        assert slack.messages()[0].original_blocks == markdown


async def test_events_can_be_held_back_and_sent_out_of_order() -> None:
    async with SlackDouble(events=["message"]) as slack, Bot(slack) as bot:
        early = await slack.say("UANNA", "early", deliver=False)
        await slack.say("UANNA", "late")
        await slack.wait_for(lambda: bot.heard)
        await slack.redeliver(early)
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert [event["text"] for event in bot.heard] == ["late", "early"]
        assert bot.retries == [0, 1]


async def test_a_redelivery_keeps_its_event_ids_and_counts_its_attempts() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "@footnote hi")
        await slack.redeliver(ts, times=2)
        await slack.wait_for(lambda: len(bot.heard) == 6)
        assert len({body["event_id"] for body in bot.bodies}) == 2
        assert bot.retries.count(1) == 2
        assert bot.retries.count(2) == 2


async def test_redelivering_what_never_was_is_an_error() -> None:
    async with SlackDouble() as slack:
        with pytest.raises(LookupError):
            await slack.redeliver("1.000001")


async def test_odd_payloads_can_be_sent_as_they_are() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.deliver_raw({"type": "event_callback", "event": {"type": "message"}})
        await slack.deliver_raw({})
        await slack.say("UANNA", "still there?")
        await slack.wait_for(lambda: any(event.get("text") == "still there?" for event in bot.heard))


async def test_a_world_can_be_given() -> None:
    channels = [Channel("C0LAB", "lab", {"UFOOTNOTE", "UBEN"})]
    async with SlackDouble(channels=channels) as slack, Bot(slack) as bot:
        ts = await slack.say("UANNA", "I am new here", channel="C0LAB")
        await slack.wait_for(lambda: bot.heard)
        assert slack.thread("C0LAB", ts) == "Anna Kowalska: I am new here"
        assert channels[0].members == {"UFOOTNOTE", "UBEN"}
