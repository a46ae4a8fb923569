"""Messages written bit by bit, and what an app shows around a thread."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.models.messages.chunk import MarkdownTextChunk, PlanUpdateChunk, TaskUpdateChunk
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.slack import SlackDouble
from tests.bot.playground.slack_bot import actions, button
from tests.bot.playground.slack_door import door

RESEARCH, IM = "C0RESEARCH", "D0ANNA"
ANNA: dict[str, Any] = {"recipient_user_id": "UANNA", "recipient_team_id": "T0FOOTNOTE"}


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with SlackDouble() as double:
        yield double


@pytest.fixture
def client(slack: SlackDouble) -> AsyncWebClient:
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)


async def error(call: Awaitable[Any]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_the_sdks_own_stream_ends_up_as_one_message(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "question")
    stream = await client.chat_stream(channel=RESEARCH, thread_ts=root, buffer_size=1, **ANNA)
    await stream.append(markdown_text="**Two** ")
    await stream.append(markdown_text="words")
    await stream.stop(blocks=[actions(button("Good", "good"))])
    assert slack.thread(RESEARCH, root) == "Anna Kowalska: question\nfootnote: Two words\n  [Good]"
    assert [call.method for call in slack.calls] == ["chat.startStream", "chat.appendStream", "chat.stopStream"]


async def test_tasks_are_replaced_and_their_details_grow(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "question")
    begun = [TaskUpdateChunk(id="1", title="Searching", status="in_progress", details="one, ")]
    ts = (await client.chat_startStream(channel=RESEARCH, thread_ts=root, chunks=begun, **ANNA))["ts"]
    done = [TaskUpdateChunk(id="1", title="Searched", status="complete", details="two")]
    await client.chat_appendStream(channel=RESEARCH, ts=ts, chunks=[*done, MarkdownTextChunk(text="Found it.")])
    assert slack.thread(RESEARCH, ts).splitlines()[1:] == [
        "footnote: Searched (complete)",
        "  one, two",
        "  Found it.",
    ]


async def test_a_plan_holds_its_tasks_together(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "question")
    chunks = [PlanUpdateChunk(title="The plan"), TaskUpdateChunk(id="1", title="Search", status="pending")]
    await client.chat_startStream(channel=RESEARCH, thread_ts=root, chunks=chunks, task_display_mode="plan", **ANNA)
    (plan,) = slack.messages(RESEARCH, root)[-1].blocks
    assert (plan["type"], plan["title"], plan["tasks"][0]["title"]) == ("plan", "The plan", "Search")


async def test_a_stream_answers_somebody_in_a_thread(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "question")
    start = client.chat_startStream
    assert await error(start(channel=RESEARCH, thread_ts=root)) == "missing_recipient_user_id"
    assert await error(start(channel=RESEARCH, thread_ts=root, recipient_user_id="UANNA")) == (
        "missing_recipient_team_id"
    )
    assert await error(start(channel=RESEARCH, thread_ts="1.000001", **ANNA)) == "invalid_thread_ts"
    assert await error(start(channel=RESEARCH, thread_ts=root, markdown_text="x" * 12_001, **ANNA)) == "msg_too_long"
    both: dict[str, Any] = {"markdown_text": "one", "chunks": [MarkdownTextChunk(text="two")]}
    assert await error(start(channel=RESEARCH, thread_ts=root, **both, **ANNA)) == (
        "cannot_provide_both_markdown_text_and_chunks"
    )
    assert await error(start(channel=RESEARCH, thread_ts=root, chunks=[{"type": "song"}], **ANNA)) == "invalid_chunks"
    assert len(slack.messages()) == 1
    hello = await slack.say("UANNA", "hello", channel=IM)
    await start(channel=IM, thread_ts=hello, markdown_text="hi")


async def test_a_stream_is_not_edited_and_a_finished_one_not_appended_to(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "question")
    ts = (await client.chat_startStream(channel=RESEARCH, thread_ts=root, markdown_text="a", **ANNA))["ts"]
    assert await error(client.chat_update(channel=RESEARCH, ts=ts, text="b")) == "streaming_state_conflict"
    await client.chat_stopStream(channel=RESEARCH, ts=ts)
    append = client.chat_appendStream(channel=RESEARCH, ts=ts, markdown_text="b")
    assert await error(append) == "message_not_in_streaming_state"
    await client.chat_update(channel=RESEARCH, ts=ts, text="b")
    append = client.chat_appendStream(channel=RESEARCH, ts=root, markdown_text="b")
    assert await error(append) == "message_not_owned_by_app"


async def test_a_stream_dies_of_age_and_can_then_only_be_edited(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "question")
    ts = (await client.chat_startStream(channel=RESEARCH, thread_ts=root, markdown_text="a", **ANNA))["ts"]
    slack.pass_time(200)
    await client.chat_appendStream(channel=RESEARCH, ts=ts, markdown_text="b")
    slack.pass_time(200)
    append = client.chat_appendStream(channel=RESEARCH, ts=ts, markdown_text="c")
    assert await error(append) == "message_not_in_streaming_state"
    assert await error(client.chat_stopStream(channel=RESEARCH, ts=ts)) == "message_not_in_streaming_state"
    await client.chat_update(channel=RESEARCH, ts=ts, text="abc")


async def test_a_status_goes_with_the_next_post_with_time_or_when_taken_away(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "question")

    async def works() -> None:
        await client.assistant_threads_setStatus(channel_id=RESEARCH, thread_ts=root, status="is reading…")
        assert slack.assistant.status(RESEARCH, root) == "is reading…"

    await works()
    await client.chat_postMessage(channel=RESEARCH, thread_ts=root, text="done")
    assert slack.assistant.status(RESEARCH, root) == ""
    await works()
    slack.pass_time(121)
    assert slack.assistant.status(RESEARCH, root) == ""
    await works()
    await client.assistant_threads_setStatus(channel_id=RESEARCH, thread_ts=root, status="")
    assert slack.assistant.status(RESEARCH, root) == ""


async def test_titles_and_prompts_are_kept(slack: SlackDouble, client: AsyncWebClient) -> None:
    hello = await slack.say("UANNA", "hello", channel=IM)
    await client.assistant_threads_setTitle(channel_id=IM, thread_ts=hello, title="Greetings")
    prompts = [{"title": "News", "message": "What is new?"}]
    await client.assistant_threads_setSuggestedPrompts(channel_id=IM, thread_ts=hello, prompts=prompts)
    assert slack.assistant.titles[IM, hello] == "Greetings"
    assert slack.assistant.prompts[IM, hello] == prompts
    five = client.assistant_threads_setSuggestedPrompts(channel_id=IM, thread_ts=hello, prompts=prompts * 5)
    assert await error(five) == "invalid_arguments"


async def test_the_end_of_a_stream_is_an_event_and_its_growing_is_none(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "question", deliver=False)
    async with door() as opened:
        slack.request_url = opened.url
        ts = (await client.chat_startStream(channel=RESEARCH, thread_ts=root, markdown_text="a", **ANNA))["ts"]
        await client.chat_appendStream(channel=RESEARCH, ts=ts, markdown_text="b")
        await client.chat_stopStream(channel=RESEARCH, ts=ts, markdown_text="c")
        await slack.wait_for(lambda: len(opened.came) == 2 and not slack.undelivered)
        posted, ended = opened.events()
        assert (posted["ts"], posted["text"]) == (ts, "a")
        assert (ended["message"]["ts"], ended["message"]["text"]) == (ts, "abc")
        slack.request_url = ""
