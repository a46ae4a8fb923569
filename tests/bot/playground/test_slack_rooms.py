"""Who comes and goes, who is called, who is who: channels, user groups, other bots, other companies."""

from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.playground.slack import Channel, SlackDouble, User
from bot.playground.slack.world import DEFAULT_USERS
from tests.bot.playground.slack_bot import Bot, section

RESEARCH, PRIVATE, IM = "C0RESEARCH", "C0PRIVATE", "D0ANNA"
COMINGS = (
    "message",
    "app_mention",
    "member_joined_channel",
    "member_left_channel",
    "channel_left",
    "group_left",
    "channel_archive",
    "channel_unarchive",
)


async def error(call: Awaitable[Any]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_who_is_brought_into_a_channel_is_announced_twice() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        await slack.join("UGUEST", RESEARCH, inviter="UBEN")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        notice, joined = bot.heard
        assert (notice["subtype"], notice["user"], notice["inviter"]) == ("channel_join", "UGUEST", "UBEN")
        assert notice["text"] == "<@UGUEST> has joined the channel"
        assert joined["type"] == "member_joined_channel"
        assert (joined["user"], joined["inviter"], joined["channel_type"]) == ("UGUEST", "UBEN", "C")
        assert "UGUEST" in slack.world.channels[RESEARCH].members


async def test_who_is_there_already_does_not_join_again_and_nobody_joins_a_conversation() -> None:
    async with SlackDouble() as slack:
        await slack.join("UANNA", RESEARCH)
        assert slack.messages() == []
        with pytest.raises(LookupError):
            await slack.join("UBEN", IM)
        with pytest.raises(LookupError):
            await slack.join("UNOBODY", RESEARCH)
        with pytest.raises(LookupError):
            await slack.leave("UGUEST", RESEARCH)


async def test_the_bot_hears_that_it_was_brought_into_a_channel() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        await slack.join("UFOOTNOTE", PRIVATE, inviter="UANNA")
        await slack.say("UANNA", "@footnote welcome", channel=PRIVATE)
        await slack.wait_for(lambda: "app_mention" in bot.kinds())
        joined = next(event for event in bot.heard if event["type"] == "member_joined_channel")
        assert (joined["user"], joined["channel"], joined["channel_type"]) == ("UFOOTNOTE", PRIVATE, "G")


async def test_who_called_the_bot_in_vain_and_then_brings_it_in_is_heard_after_all() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        await slack.say("UANNA", "@footnote the first question", channel=PRIVATE)
        asked = await slack.say("UANNA", "@footnote the question", channel=PRIVATE)
        await slack.say("UBEN", "@footnote another question", channel=PRIVATE)
        await slack.join("UFOOTNOTE", PRIVATE, inviter="UANNA")
        await slack.wait_for(lambda: "app_mention" in bot.kinds())
        await slack.say("UBEN", "the end", channel=PRIVATE)
        await slack.wait_for(lambda: bot.heard[-1].get("text") == "the end")
        # The notice that it joined is the bot's own message: slack-bolt drops it.
        assert bot.kinds() == ["member_joined_channel", "app_mention", "message"]
        assert bot.heard[1]["ts"] == asked


async def test_a_mention_that_was_taken_back_is_not_heard_when_the_bot_is_brought_in() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        asked = await slack.say("UANNA", "@footnote the question", channel=PRIVATE)
        await slack.delete("UANNA", asked, channel=PRIVATE)
        await slack.join("UFOOTNOTE", PRIVATE, inviter="UANNA")
        await slack.say("UBEN", "the end", channel=PRIVATE)
        await slack.wait_for(lambda: bot.kinds()[-1:] == ["message"])
        assert "app_mention" not in bot.kinds()


async def test_a_bot_that_is_removed_hears_of_that_and_can_do_nothing_there_until_it_is_back() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        ts = (await bot.client.chat_postMessage(channel=RESEARCH, text="here"))["ts"]
        await slack.leave("UFOOTNOTE", RESEARCH, by="UBEN")
        await slack.say("UANNA", "is it gone?")
        await slack.wait_for(lambda: "channel_left" in bot.kinds())
        assert bot.heard[-1]["actor_id"] == "UBEN"
        assert await error(bot.client.chat_postMessage(channel=RESEARCH, text="hello")) == "not_in_channel"
        assert await error(bot.client.chat_update(channel=RESEARCH, ts=ts, text="hello")) == "not_in_channel"
        assert await error(bot.client.chat_delete(channel=RESEARCH, ts=ts)) == "not_in_channel"
        assert await error(bot.client.conversations_replies(channel=RESEARCH, ts=ts)) == "not_in_channel"
        await slack.join("UFOOTNOTE", RESEARCH)
        await bot.client.chat_update(channel=RESEARCH, ts=ts, text="back")
        assert "is it gone?" not in [event.get("text") for event in bot.heard]


async def test_a_private_channel_is_gone_for_a_bot_that_was_removed() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        await slack.join("UFOOTNOTE", PRIVATE)
        await slack.leave("UFOOTNOTE", PRIVATE)
        await slack.wait_for(lambda: "group_left" in bot.kinds())
        assert await error(bot.client.chat_postMessage(channel=PRIVATE, text="hello")) == "channel_not_found"


async def test_an_archived_channel_takes_no_posts_until_it_opens_again() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        ts = (await bot.client.chat_postMessage(channel=RESEARCH, text="here"))["ts"]
        await slack.archive(RESEARCH, by="UANNA")
        assert await error(bot.client.chat_postMessage(channel=RESEARCH, text="hello")) == "is_archived"
        assert await error(bot.client.chat_update(channel=RESEARCH, ts=ts, text="hello")) == "is_inactive"
        assert (await bot.client.conversations_info(channel=RESEARCH))["channel"]["is_archived"]
        with pytest.raises(LookupError):
            await slack.say("UANNA", "nobody writes here")
        await slack.unarchive(RESEARCH, by="UANNA")
        await bot.client.chat_postMessage(channel=RESEARCH, text="hello")
        await slack.wait_for(lambda: len(bot.heard) == 4)
        assert sorted(bot.kinds()) == ["channel_archive", "channel_archive", "channel_unarchive", "channel_unarchive"]


async def test_who_is_in_a_channel_is_told_in_pages() -> None:
    crowd = {f"U{n:03}" for n in range(250)}
    room = Channel("C0CROWD", "crowd", {"UFOOTNOTE", *crowd}, kind="group")
    closed = Channel("C0CLOSED", "closed", {"UANNA"}, kind="group")
    async with SlackDouble(channels=[room, closed]) as slack, Bot(slack) as bot:
        found: list[str] = []
        cursor = ""
        while cursor or not found:
            page = await bot.client.conversations_members(channel="C0CROWD", cursor=cursor or None)
            found += page["members"]
            assert len(page["members"]) <= 100
            cursor = page["response_metadata"]["next_cursor"]
        assert sorted(found) == sorted(room.members)
        with pytest.raises(SlackApiError, match="channel_not_found"):
            await bot.client.conversations_members(channel="C0CLOSED")
    async with SlackDouble(channels=[room], missing_scopes=["groups:read"]) as slack, Bot(slack) as bot:
        with pytest.raises(SlackApiError, match="missing_scope"):
            await bot.client.conversations_members(channel="C0CROWD")


async def test_a_person_who_leaves_is_announced() -> None:
    async with SlackDouble(events=COMINGS) as slack, Bot(slack, events=COMINGS) as bot:
        await slack.leave("UBEN", RESEARCH)
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert bot.kinds() == ["channel_leave", "member_left_channel"]


async def test_a_conversation_of_several_has_no_mentions_and_no_newcomers() -> None:
    few = Channel("G0FEW", "mpdm-anna--ben--footnote-1", {"UFOOTNOTE", "UANNA", "UBEN"}, kind="mpim")
    async with SlackDouble(channels=[few]) as slack, Bot(slack) as bot:
        await slack.say("UANNA", "@footnote hi", channel="G0FEW")
        await slack.say("UBEN", "the end", channel="G0FEW")
        await slack.wait_for(lambda: len(bot.heard) == 2)
        assert bot.kinds() == ["message", "message"]
        assert {event["channel_type"] for event in bot.heard} == {"mpim"}
        info = (await bot.client.conversations_info(channel="G0FEW"))["channel"]
        assert (info["is_mpim"], info["is_im"], info["is_private"]) == (True, False, True)
        with pytest.raises(LookupError):
            await slack.say("UCLARA", "me too", channel="G0FEW")


# Tombstones


async def test_a_deleted_root_stays_as_the_root_of_its_replies() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        root = await slack.say("UANNA", "question")
        await slack.say("UBEN", "answer", thread=root)
        await slack.react("UBEN", root, "eyes")
        await slack.edit("UANNA", root, "the question")
        await slack.delete("UANNA", root)
        answer = await bot.client.conversations_replies(channel=RESEARCH, ts=root)
        stone, reply = answer["messages"]
        assert (stone["subtype"], stone["ts"], stone["user"]) == ("tombstone", root, "USLACKBOT")
        assert (stone["reply_count"], stone["hidden"], reply["text"]) == (1, True, "answer")
        assert not stone.keys() & {"edited", "reactions", "metadata", "files", "blocks"}
        assert (await bot.client.chat_postMessage(channel=RESEARCH, text="late", thread_ts=root))["message"][
            "thread_ts"
        ] == root


async def test_deletions_can_be_seen_beside_what_a_reader_sees() -> None:
    async with SlackDouble() as slack:
        root = await slack.say("UANNA", "question")
        slip = await slack.say("UBEN", "a slip", thread=root)
        await slack.delete("UBEN", slip)
        assert slack.thread(RESEARCH, root) == "Anna Kowalska: question"
        shown = slack.thread(RESEARCH, root, deleted=True)
        assert shown == "Anna Kowalska: question\nBen Okafor (deleted): a slip"


async def test_each_reader_sees_what_was_said_to_them_alone() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        root = await slack.say("UANNA", "question")
        await slack.say("UBEN", "answer", thread=root)
        for user in ("UANNA", "UBEN"):
            await bot.client.chat_postEphemeral(channel=RESEARCH, user=user, thread_ts=root, text="for you")
        for_ben = "footnote (only visible to Ben Okafor): for you"
        said = "Anna Kowalska: question\nBen Okafor: answer"
        assert slack.thread(RESEARCH, root, reader="UBEN") == f"{said}\n{for_ben}"
        assert slack.thread(RESEARCH, root, reader="UCLARA") == said
        assert slack.thread(RESEARCH, root).count("for you") == 2


# Who is called


async def test_who_is_named_in_a_new_message_is_notified_and_an_edit_notifies_nobody() -> None:
    rich = {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [{"type": "user", "user_id": "UCLARA"}]}],
    }
    async with SlackDouble() as slack, Bot(slack) as bot:
        asked = await slack.say("UANNA", "@ben @anna what do you think?")
        posted = await bot.client.chat_postMessage(channel=RESEARCH, text="see below", blocks=[rich])
        later = await bot.client.chat_postMessage(channel=RESEARCH, text="nobody")
        await bot.client.chat_update(channel=RESEARCH, ts=later["ts"], text="<@UCLARA> and <@UBEN>")
        await bot.client.chat_update(channel=RESEARCH, ts=posted["ts"], text="nobody now")
        await slack.delete("UANNA", asked)
        assert [said.ts for said in slack.notified("UBEN")] == [asked]
        assert [said.ts for said in slack.notified("UCLARA")] == [posted["ts"]]
        assert slack.notified("UANNA") == []


@pytest.mark.parametrize(
    ("text", "block", "named"),
    [
        ("<@UBEN|ben>", None, True),
        ("&lt;@UBEN&gt;", None, False),
        ("<!here>", None, True),
        ("<!subteam^S0LAB>", None, True),
        ("<!subteam^S0OTHER>", None, False),
        ("hi", section("for <@UBEN>"), True),
        ("hi", {"type": "markdown", "text": "for <@UBEN>"}, True),
        ("hi", {"type": "markdown", "text": "write `<@UBEN>`"}, False),
        ("hi", section("for you"), False),
    ],
)
async def test_ways_to_name_somebody(text: str, block: dict[str, Any] | None, named: bool) -> None:
    async with SlackDouble(groups={"S0LAB": ["UBEN"]}) as slack, Bot(slack) as bot:
        await bot.client.chat_postMessage(channel=RESEARCH, text=text, blocks=[block] if block else [])
        assert bool(slack.notified("UBEN")) is named


async def test_what_one_person_alone_sees_notifies_nobody() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        await bot.client.chat_postEphemeral(channel=RESEARCH, user="UBEN", text="<@UBEN>")
        assert slack.ephemerals("UBEN") and slack.notified("UBEN") == []


# Who is who


async def test_a_user_group_lists_its_people() -> None:
    async with SlackDouble(groups={"S0LAB": {"UBEN", "UANNA"}}) as slack, Bot(slack) as bot:
        assert (await bot.client.usergroups_users_list(usergroup="S0LAB"))["users"] == ["UANNA", "UBEN"]
        slack.groups["S0LAB"] = ["UCLARA"]
        assert (await bot.client.usergroups_users_list(usergroup="S0LAB"))["users"] == ["UCLARA"]
        assert await error(bot.client.usergroups_users_list(usergroup="S0NONE")) == "no_such_subteam"


async def test_user_groups_need_their_scope() -> None:
    async with SlackDouble(groups={"S0LAB": []}, missing_scopes=["usergroups:read"]) as slack, Bot(slack) as bot:
        with pytest.raises(SlackApiError) as refused:
            await bot.client.usergroups_users_list(usergroup="S0LAB")
        answer = refused.value.response
        assert (answer["error"], answer["needed"]) == ("missing_scope", "usergroups:read")


async def test_people_have_a_language_and_a_time_zone() -> None:
    lena = User("ULENA", "lena", "Lena", locale="de-DE", tz="Asia/Tokyo", tz_label="Japan", tz_offset=32_400)
    async with SlackDouble(users=[*DEFAULT_USERS, lena]) as slack, Bot(slack) as bot:
        who = (await bot.client.users_info(user="ULENA", include_locale=True))["user"]
        assert (who["locale"], who["tz"], who["tz_offset"]) == ("de-DE", "Asia/Tokyo", 32_400)
        assert "locale" not in (await bot.client.users_info(user="ULENA"))["user"]


async def test_people_come_into_the_workspace_change_and_are_closed_out() -> None:
    lena = User("ULENA", "lena", "Lena", locale="de-DE", tz="Europe/Berlin")
    async with SlackDouble() as slack, Bot(slack) as bot:
        assert await error(bot.client.users_info(user="ULENA")) == "user_not_found"
        slack.add_user(lena)
        await slack.say("ULENA", "hello")
        assert (await bot.client.users_info(user="ULENA"))["user"]["tz"] == "Europe/Berlin"
        slack.add_user(replace(lena, deleted=True))
        assert (await bot.client.users_info(user="ULENA"))["user"]["deleted"]


async def test_a_conversation_with_the_app_begins_when_either_side_wants_it() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        posted = await bot.client.chat_postMessage(channel="UBEN", text="hello")
        assert posted["channel"] == slack.direct("UBEN")
        place = slack.direct("UCLARA")
        await slack.say("UCLARA", "hello", channel=place)
        await slack.wait_for(lambda: len(bot.heard) == 1)
        assert (bot.heard[0]["channel"], bot.heard[0]["channel_type"]) == (place, "im")
        for nobody in ("UOTHER", "UALERTS", "UNOBODY"):
            assert await error(bot.client.chat_postMessage(channel=nobody, text="hello")) == "channel_not_found"


@pytest.mark.parametrize(("channel", "kind"), [(RESEARCH, "channels"), (PRIVATE, "groups"), (IM, "im")])
async def test_reading_needs_the_scope_of_that_kind_of_channel(channel: str, kind: str) -> None:
    missing = [f"{kind}:history", f"{kind}:read"]
    async with SlackDouble(missing_scopes=missing) as slack, Bot(slack) as bot:
        slack.world.channels[PRIVATE].members.add("UFOOTNOTE")
        ts = await slack.say("UANNA", "hello", channel=channel)
        client = bot.client
        for call in (
            client.conversations_replies(channel=channel, ts=ts),
            client.conversations_history(channel=channel),
            client.conversations_info(channel=channel),
        ):
            assert await error(call) == "missing_scope"
        await client.conversations_history(channel=IM if kind == "channels" else RESEARCH)


async def test_guests_and_people_of_another_company_are_told_apart() -> None:
    async with SlackDouble() as slack, Bot(slack) as bot:
        guest = (await bot.client.users_info(user="UGUEST"))["user"]
        other = (await bot.client.users_info(user="UOTHER"))["user"]
        assert (guest["is_restricted"], guest["is_stranger"]) == (True, False)
        assert (other["is_stranger"], other["team_id"]) == (True, "T0OTHER")


@pytest.mark.parametrize("way", ["text", "blocks", "attachments"])
async def test_other_bots_speak_in_text_in_blocks_or_in_attachments_alone(way: str) -> None:
    attached = {"fallback": "db down", "text": "db down"}
    ways: dict[str, dict[str, Any]] = {
        "text": {"text": "db down"},
        "blocks": {"text": "", "blocks": [section("db down")]},
        "attachments": {"text": "", "attachments": [attached]},
    }
    async with SlackDouble() as slack, Bot(slack) as bot:
        await slack.say("UALERTS", **ways[way])
        await slack.wait_for(lambda: bot.heard)
        event = bot.heard[0]
        assert (event["bot_id"], event["app_id"], event["user"]) == ("BALERTS", "AALERTS", "UALERTS")
        assert (event["bot_profile"]["name"], event["bot_profile"]["app_id"]) == ("alerts", "AALERTS")
        assert bool(event["text"]) is (way != "attachments")
