"""The Web API: who may call, how arguments arrive, and every method's answers and refusals."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.slack import Channel, SlackDouble
from tests.bot.playground.slack_bot import actions, button, section

# The client warns of calls without a text; here it is the double's answer to them that is looked at.
pytestmark = pytest.mark.filterwarnings("ignore:.*argument is missing:UserWarning")

RESEARCH, PRIVATE, IM = "C0RESEARCH", "C0PRIVATE", "D0ANNA"


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with SlackDouble() as double:
        yield double


@pytest.fixture
def client(slack: SlackDouble) -> AsyncWebClient:
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)


async def error(call: Awaitable[Any]) -> str:
    """The name of the error the call is refused with."""
    with pytest.raises(SlackApiError) as refused:
        await call
    assert refused.value.response.status_code == 200
    return str(refused.value.response["error"])


async def raw(slack: SlackDouble, method: str, **request: Any) -> dict[str, Any]:
    async with aiohttp.ClientSession() as session, session.post(slack.api_url + method, **request) as answer:
        body: dict[str, Any] = await answer.json()
        return body


# Who calls


async def test_a_token_is_needed_and_must_be_the_right_one(slack: SlackDouble) -> None:
    assert (await raw(slack, "auth.test"))["error"] == "not_authed"
    assert await error(AsyncWebClient(token="xoxb-other", base_url=slack.api_url).auth_test()) == "invalid_auth"
    assert await error(AsyncWebClient(token=slack.app_token, base_url=slack.api_url).auth_test()) == (
        "not_allowed_token_type"
    )
    assert await error(AsyncWebClient(base_url=slack.api_url).apps_connections_open(app_token=slack.bot_token)) == (
        "not_allowed_token_type"
    )


async def test_a_token_is_also_taken_as_an_argument(slack: SlackDouble) -> None:
    body = await raw(slack, "auth.test", data={"token": slack.bot_token})
    assert (body["user_id"], body["bot_id"], body["team_id"]) == ("UFOOTNOTE", "BFOOTNOTE", "T0FOOTNOTE")
    assert "token" not in slack.calls[-1].args


async def test_a_method_that_does_not_exist_is_unknown(client: AsyncWebClient) -> None:
    assert await error(client.api_call("chat.shout")) == "unknown_method"


@pytest.mark.parametrize("way", ["json", "form", "query"])
async def test_arguments_arrive_as_json_as_a_form_or_in_the_query(slack: SlackDouble, way: str) -> None:
    arguments: dict[str, Any] = {
        "token": slack.bot_token,
        "channel": RESEARCH,
        "text": "fallback",
        "blocks": '[{"type": "divider"}]',
        "metadata": '{"event_type": "run", "event_payload": {"id": "1"}}',
    }
    place = {"json": "json", "form": "data", "query": "params"}[way]
    answer = await raw(slack, "chat.postMessage", **{place: arguments})
    assert answer["ok"]
    (said,) = slack.messages()
    assert said.original_blocks == [{"type": "divider"}]
    assert said.metadata == {"event_type": "run", "event_payload": {"id": "1"}}
    assert slack.calls[-1].args["blocks"] == [{"type": "divider"}]
    assert slack.calls[-1].response["ts"] == said.ts


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"blocks": "[nonsense"}, "invalid_blocks_format"),
        ({"blocks": '["x"]'}, "invalid_blocks_format"),
        ({"metadata": "nonsense", "text": "x"}, "invalid_metadata_format"),
        ({"metadata": '{"event_type": "x"}', "text": "x"}, "invalid_metadata_schema"),
        ({"attachments": "{", "text": "x"}, "invalid_attachments"),
    ],
)
async def test_arguments_that_are_no_json_are_refused(
    client: AsyncWebClient, arguments: dict[str, str], refusal: str
) -> None:
    assert await error(client.api_call("chat.postMessage", params={"channel": RESEARCH, **arguments})) == refusal


# Posting


async def test_a_post_comes_back_with_its_author_and_without_its_metadata(client: AsyncWebClient) -> None:
    metadata = {"event_type": "run", "event_payload": {}}
    answer = await client.chat_postMessage(channel=RESEARCH, text="hi", metadata=metadata)
    message = answer["message"]
    assert (message["user"], message["bot_id"], message["app_id"]) == ("UFOOTNOTE", "BFOOTNOTE", "AFOOTNOTE")
    assert answer["ts"] == message["ts"]
    assert "metadata" not in message


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"channel": "C0NOWHERE", "text": "x"}, "channel_not_found"),
        ({"channel": PRIVATE, "text": "x"}, "channel_not_found"),
        ({"channel": "C0OTHER", "text": "x"}, "not_in_channel"),
        ({"channel": "C0OLD", "text": "x"}, "is_archived"),
        ({"channel": RESEARCH, "text": ""}, "no_text"),
        ({"channel": RESEARCH, "text": " \n"}, "no_text"),
        ({"channel": RESEARCH, "markdown_text": "x", "text": "x"}, "markdown_text_conflict"),
        ({"channel": RESEARCH, "markdown_text": "x" * 12_001}, "msg_too_long"),
        ({"channel": RESEARCH, "text": "x", "blocks": [section("")]}, "invalid_blocks"),
        ({"channel": RESEARCH, "text": "x", "attachments": [{"text": "x"}] * 101}, "too_many_attachments"),
    ],
)
async def test_posts_that_slack_refuses(arguments: dict[str, Any], refusal: str) -> None:
    channels = [
        Channel(RESEARCH, "research", {"UFOOTNOTE"}),
        Channel(PRIVATE, "private", {"UANNA"}, kind="group"),
        Channel("C0OTHER", "other", {"UANNA"}),
        Channel("C0OLD", "old", {"UFOOTNOTE"}, is_archived=True),
    ]
    async with SlackDouble(channels=channels) as slack:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        assert await error(client.chat_postMessage(**arguments)) == refusal
        assert slack.messages() == []


async def test_refused_blocks_are_explained(client: AsyncWebClient) -> None:
    with pytest.raises(SlackApiError) as refused:
        await client.chat_postMessage(channel=RESEARCH, text="x", blocks=[{"type": "divider"}, section("")])
    assert "/blocks/1" in refused.value.response["errors"][0]
    assert refused.value.response["response_metadata"]["messages"][0].startswith("[ERROR]")


async def test_text_is_cut_at_40000_characters(slack: SlackDouble, client: AsyncWebClient) -> None:
    await client.chat_postMessage(channel=RESEARCH, text="x" * 41_000)
    assert len(slack.messages()[0].text) == 40_000


async def test_markdown_text_becomes_blocks_and_blocks_alone_become_text(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    await client.chat_postMessage(channel=RESEARCH, markdown_text="**hi** <you> & me")
    (said,) = slack.messages()
    assert said.text == "hi &lt;you&gt; &amp; me"
    assert said.blocks[0]["type"] == "rich_text"
    assert said.original_blocks == [{"type": "markdown", "text": "**hi** <you> & me"}]


async def test_a_user_id_stands_for_the_conversation_with_them(slack: SlackDouble, client: AsyncWebClient) -> None:
    await client.chat_postMessage(channel="UANNA", text="psst")
    assert [said.text for said in slack.messages(IM)] == ["psst"]


# Threads


async def test_a_reply_to_a_reply_joins_the_thread(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "root")
    reply = await client.chat_postMessage(channel=RESEARCH, text="one", thread_ts=root)
    await client.chat_postMessage(channel=RESEARCH, text="two", thread_ts=reply["ts"])
    assert [said.text for said in slack.messages(thread=root)] == ["root", "one", "two"]


async def test_a_reply_to_a_deleted_root_lands_unthreaded_and_only_the_answer_tells(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "root")
    await slack.delete("UANNA", root)
    answer = await client.chat_postMessage(channel=RESEARCH, text="answer", thread_ts=root)
    assert "thread_ts" not in answer["message"]
    assert slack.messages()[0].thread_ts is None


async def test_system_notices_take_no_replies(slack: SlackDouble, client: AsyncWebClient) -> None:
    notice = await slack.say("UANNA", "joined", subtype="channel_join")
    refused = client.chat_postMessage(channel=RESEARCH, text="welcome", thread_ts=notice)
    assert await error(refused) == "cannot_reply_to_message"


async def test_a_thread_is_read_oldest_first_with_the_root_on_every_page(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "root")
    for number in range(5):
        await slack.say("UBEN", f"reply {number}", thread=root)
    first = await client.conversations_replies(channel=RESEARCH, ts=root, limit=3)
    assert [message["text"] for message in first["messages"]] == ["root", "reply 0", "reply 1"]
    assert first["has_more"]
    cursor = first["response_metadata"]["next_cursor"]
    second = await client.conversations_replies(channel=RESEARCH, ts=root, limit=3, cursor=cursor)
    assert [message["text"] for message in second["messages"]] == ["root", "reply 2", "reply 3", "reply 4"]
    assert not second["has_more"]
    parent = first["messages"][0]
    assert (parent["reply_count"], parent["reply_users"]) == (5, ["UBEN"])
    assert parent["latest_reply"] == second["messages"][-1]["ts"]
    assert first["messages"][1]["parent_user_id"] == "UANNA"


async def test_a_thread_may_be_asked_for_by_any_of_its_replies(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "root")
    reply = await slack.say("UBEN", "reply", thread=root)
    answer = await client.conversations_replies(channel=RESEARCH, ts=reply)
    assert [message["text"] for message in answer["messages"]] == ["root", "reply"]


async def test_oldest_and_latest_shut_out_all_but_the_root(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "root")
    stamps = [await slack.say("UBEN", f"reply {number}", thread=root) for number in range(4)]

    async def texts(**window: Any) -> list[str]:
        answer = await client.conversations_replies(channel=RESEARCH, ts=root, **window)
        return [message["text"] for message in answer["messages"][1:]]

    assert await texts(oldest=stamps[1]) == ["reply 2", "reply 3"]
    assert await texts(oldest=stamps[1], latest=stamps[3]) == ["reply 2"]
    assert await texts(oldest=stamps[1], latest=stamps[3], inclusive=True) == ["reply 1", "reply 2", "reply 3"]


async def test_history_is_newest_first_and_without_replies(slack: SlackDouble, client: AsyncWebClient) -> None:
    stamps = [await slack.say("UANNA", f"message {number}") for number in range(4)]
    await slack.say("UBEN", "a reply", thread=stamps[0])
    await slack.say("UBEN", "a reply for all", thread=stamps[0], subtype="thread_broadcast")
    first = await client.conversations_history(channel=RESEARCH, limit=2)
    assert [message["text"] for message in first["messages"]] == ["a reply for all", "message 3"]
    cursor = first["response_metadata"]["next_cursor"]
    second = await client.conversations_history(channel=RESEARCH, cursor=cursor)
    assert [message["text"] for message in second["messages"]] == ["message 2", "message 1", "message 0"]


async def test_metadata_is_read_back_only_when_asked_for(slack: SlackDouble, client: AsyncWebClient) -> None:
    metadata = {"event_type": "run", "event_payload": {"slot": "progress"}}
    posted = await client.chat_postMessage(channel=RESEARCH, text="hi", metadata=metadata)
    plain = await client.conversations_history(channel=RESEARCH)
    full = await client.conversations_replies(channel=RESEARCH, ts=posted["ts"], include_all_metadata=True)
    assert "metadata" not in plain["messages"][0]
    assert full["messages"][0]["metadata"] == metadata


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"channel": RESEARCH, "ts": "1.000001"}, "thread_not_found"),
        ({"channel": RESEARCH, "ts": ""}, "invalid_arguments"),
        ({"channel": PRIVATE, "ts": "1.000001"}, "channel_not_found"),
    ],
)
async def test_threads_that_cannot_be_read(client: AsyncWebClient, arguments: dict[str, Any], refusal: str) -> None:
    assert await error(client.conversations_replies(**arguments)) == refusal


async def test_bad_windows_and_cursors_are_refused(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "root")
    windows: list[tuple[dict[str, Any], str]] = [
        ({"cursor": "nonsense"}, "invalid_cursor"),
        ({"cursor": "YWJj"}, "invalid_cursor"),
        ({"oldest": "noon"}, "invalid_ts_oldest"),
        ({"limit": 0}, "invalid_limit"),
        ({"limit": "many"}, "invalid_arguments"),
    ]
    for window, refusal in windows:
        arguments = {"channel": RESEARCH, "ts": root, **window}
        assert await error(client.api_call("conversations.replies", params=arguments)) == refusal


# Updating, deleting, reacting


async def test_text_alone_deletes_the_blocks_and_keeps_the_metadata(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    metadata = {"event_type": "run", "event_payload": {}}
    posted = await client.chat_postMessage(channel=RESEARCH, text="a", blocks=[section("b")], metadata=metadata)
    await client.chat_update(channel=RESEARCH, ts=posted["ts"], text="c")
    (said,) = slack.messages()
    assert (said.text, said.blocks, said.metadata) == ("c", [], metadata)
    assert said.history == [("a", [section("b")])]
    await client.api_call("chat.update", json={"channel": RESEARCH, "ts": said.ts, "metadata": {}})
    assert (said.text, said.metadata) == ("c", None)


async def test_without_text_and_blocks_an_update_keeps_both(slack: SlackDouble, client: AsyncWebClient) -> None:
    posted = await client.chat_postMessage(channel=RESEARCH, text="a", blocks=[section("b")])
    await client.chat_update(channel=RESEARCH, ts=posted["ts"], attachments=[{"text": "c"}])
    (said,) = slack.messages()
    assert (said.text, said.original_blocks, said.attachments) == ("a", [section("b")], [{"text": "c"}])


async def test_updates_that_slack_refuses(slack: SlackDouble, client: AsyncWebClient) -> None:
    theirs = await slack.say("UANNA", "mine")
    alert = await slack.say("UALERTS", "down")
    own = (await client.chat_postMessage(channel=RESEARCH, text="own"))["ts"]
    for ts, text, refusal in [
        ("1.000001", "x", "message_not_found"),
        (theirs, "x", "cant_update_message"),
        (alert, "x", "cant_update_message"),
        (own, "x" * 4_001, "msg_too_long"),
        (own, "", "no_text"),
    ]:
        assert await error(client.chat_update(channel=RESEARCH, ts=ts, text=text)) == refusal
    assert (
        await error(client.chat_update(channel=RESEARCH, ts=own, text="x", blocks=[section("")])) == "invalid_blocks"
    )
    assert [said.text for said in slack.messages()] == ["mine", "down", "own"]
    await client.chat_update(channel=RESEARCH, ts=own, text="x" * 4_000)


async def test_only_own_messages_are_deleted(slack: SlackDouble, client: AsyncWebClient) -> None:
    theirs = await slack.say("UANNA", "mine")
    own = (await client.chat_postMessage(channel=RESEARCH, text="own"))["ts"]
    assert await error(client.chat_delete(channel=RESEARCH, ts=theirs)) == "cant_delete_message"
    await client.chat_delete(channel=RESEARCH, ts=own)
    assert await error(client.chat_delete(channel=RESEARCH, ts=own)) == "message_not_found"
    assert [said.text for said in slack.messages()] == ["mine"]
    assert slack.messages(deleted=True)[1].deleted


async def test_a_deleted_root_with_replies_stays_as_a_tombstone(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "question")
    await client.chat_postMessage(channel=RESEARCH, thread_ts=root, text="answer")
    await slack.delete("UANNA", root)
    answer = await client.conversations_replies(channel=RESEARCH, ts=root)
    assert [message.get("subtype") for message in answer["messages"]] == ["tombstone", None]
    assert slack.thread(RESEARCH, root) == "Slackbot: This message was deleted.\nfootnote: answer"


async def test_a_reaction_goes_on_once(slack: SlackDouble, client: AsyncWebClient) -> None:
    ts = await slack.say("UANNA", "hello")
    await client.reactions_add(channel=RESEARCH, timestamp=ts, name="eyes")
    assert await error(client.reactions_add(channel=RESEARCH, timestamp=ts, name="eyes")) == "already_reacted"
    assert await error(client.reactions_add(channel=RESEARCH, timestamp="1.1", name="eyes")) == "message_not_found"
    assert await error(client.reactions_add(channel=RESEARCH, timestamp=ts, name="no no")) == "invalid_name"
    assert slack.messages()[0].reactions == {"eyes": ["UFOOTNOTE"]}


# Ephemeral messages


async def test_an_ephemeral_message_is_seen_by_one_person_and_cannot_be_updated(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "root")
    await slack.say("UBEN", "reply", thread=root)
    answer = await client.chat_postEphemeral(channel=RESEARCH, user="UANNA", thread_ts=root, text="psst")
    assert [said.text for said in slack.ephemerals("UANNA")] == ["psst"]
    assert slack.ephemerals("UBEN") == []
    assert "footnote (only visible to Anna Kowalska): psst" in slack.thread(RESEARCH, root)
    ts = answer["message_ts"]
    assert await error(client.chat_update(channel=RESEARCH, ts=ts, text="x")) == "message_not_found"
    history = await client.conversations_replies(channel=RESEARCH, ts=root)
    assert len(history["messages"]) == 2


async def test_in_a_thread_without_replies_an_ephemeral_message_is_not_shown(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "root")
    await client.chat_postEphemeral(channel=RESEARCH, user="UANNA", thread_ts=root, text="psst")
    assert slack.ephemerals("UANNA") == []
    with pytest.raises(AssertionError, match=r"(?s)Never shown.*psst"):
        await slack.wait_for(lambda: slack.ephemerals("UANNA"), seconds=0)


async def test_an_ephemeral_message_needs_a_reader_in_the_channel(client: AsyncWebClient) -> None:
    refused = client.chat_postEphemeral(channel=RESEARCH, user="UGUEST", text="psst")
    assert await error(refused) == "user_not_in_channel"


# Looking things up


async def test_users_tell_members_guests_strangers_and_bots_apart(client: AsyncWebClient) -> None:
    users = {name: (await client.users_info(user=name))["user"] for name in ("UANNA", "UGUEST", "UOTHER", "UALERTS")}
    assert users["UANNA"]["real_name"] == "Anna Kowalska"
    assert [users[name]["is_restricted"] for name in users] == [False, True, False, False]
    assert [users[name]["is_stranger"] for name in users] == [False, False, True, False]
    assert [users[name]["is_bot"] for name in users] == [False, False, False, True]
    assert users["UOTHER"]["team_id"] == "T0OTHER"
    assert await error(client.users_info(user="UNOBODY")) == "user_not_found"


async def test_channels_tell_whether_the_bot_is_in_and_who_else(slack: SlackDouble, client: AsyncWebClient) -> None:
    research = (await client.conversations_info(channel=RESEARCH, include_num_members=True))["channel"]
    assert (research["name"], research["is_member"], research["num_members"]) == ("research", True, 4)
    assert not research["is_ext_shared"]
    assert (await client.conversations_info(channel=IM))["channel"]["user"] == "UANNA"
    await slack.say("UOTHER", "hello from elsewhere")
    assert (await client.conversations_info(channel=RESEARCH))["channel"]["is_ext_shared"]
    assert await error(client.conversations_info(channel=PRIVATE)) == "channel_not_found"


async def test_permalinks_name_the_thread_of_a_reply(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "root")
    reply = await slack.say("UBEN", "reply", thread=root)
    link = (await client.chat_getPermalink(channel=RESEARCH, message_ts=reply))["permalink"]
    assert link == f"{slack.url}/archives/{RESEARCH}/p{reply.replace('.', '')}?thread_ts={root}&cid={RESEARCH}"
    assert await error(client.chat_getPermalink(channel=RESEARCH, message_ts="1.1")) == "message_not_found"


async def test_timestamps_only_ever_grow(slack: SlackDouble) -> None:
    stamps = [await slack.say("UANNA", "x") for _ in range(50)]
    assert stamps == sorted(set(stamps))


async def test_a_button_without_an_id_is_given_one(slack: SlackDouble, client: AsyncWebClient) -> None:
    row = actions({key: part for key, part in button("Go", "").items() if key != "action_id"})
    await client.chat_postMessage(channel=RESEARCH, text="x", blocks=[row])
    (said,) = slack.messages()
    assert said.blocks[0]["elements"][0]["action_id"]
    assert said.original_blocks == [row]
