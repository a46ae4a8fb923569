"""Files: the way of an upload in three steps, the message it ends in, and who may read it back."""

import json
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.errors import SlackApiError, SlackRequestError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.slack import Channel, Fault, SlackDouble
from bot.playground.slack.shapes import file
from bot.playground.slack.world import StoredFile
from tests.bot.playground.slack_bot import Bot, section
from tests.bot.playground.slack_door import door

RESEARCH, PRIVATE = "C0RESEARCH", "C0PRIVATE"
REPORT = "# Report\n\nżółw 🐢\n"


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with SlackDouble() as double:
        yield double


@pytest.fixture
def client(slack: SlackDouble) -> AsyncWebClient:
    client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
    client.retry_handlers.clear()
    return client


async def error(call: Awaitable[Any]) -> str:
    """The name of the error the call is refused with."""
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def fetch(url: str, token: str = "", **more: Any) -> tuple[int, str, bytes]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    method = "POST" if more else "GET"
    async with aiohttp.ClientSession() as session, session.request(method, url, headers=headers, **more) as answer:
        return answer.status, answer.content_type, await answer.read()


async def announced(client: AsyncWebClient, content: bytes, name: str = "report.md") -> Any:
    return await client.files_getUploadURLExternal(filename=name, length=len(content))


async def sent(client: AsyncWebClient, content: bytes = b"words", name: str = "report.md") -> str:
    """A file whose content is there and whose upload is not complete; its id."""
    place = await announced(client, content, name)
    status, _, answer = await fetch(place["upload_url"], data=content)
    assert (status, answer) == (200, f"OK - {len(content)}".encode())
    return str(place["file_id"])


# Uploading


async def test_an_upload_ends_as_a_message_in_the_thread(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "what did you find?")
    upload: dict[str, Any] = {
        "content": REPORT,
        "filename": "report.md",
        "title": "The report",
        "initial_comment": "Here *it* is",
    }
    answer = await client.files_upload_v2(channel=RESEARCH, thread_ts=root, **upload)
    assert [call.method for call in slack.calls] == [
        "files.getUploadURLExternal",
        "upload",
        "files.completeUploadExternal",
    ]
    _, said = slack.messages(thread=root)
    assert (said.subtype, said.bot_id, said.thread_ts, said.text) == ("file_share", "BFOOTNOTE", root, "Here *it* is")
    assert slack.file_text(said) == REPORT
    assert slack.thread(RESEARCH, root).endswith("footnote: Here it is\n  (file: report.md)")
    (shared,) = (await client.conversations_replies(channel=RESEARCH, ts=root))["messages"][1]["files"]
    assert (shared["id"], shared["name"], shared["title"]) == (answer["file"]["id"], "report.md", "The report")
    assert (shared["mimetype"], shared["filetype"], shared["size"]) == ("text/markdown", "markdown", 23)
    assert shared["permalink"].startswith(slack.url)


async def test_the_answer_to_an_upload_knows_neither_message_nor_type_but_files_info_does(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    root = await slack.say("UANNA", "root")
    answer = await client.files_upload_v2(channel=RESEARCH, thread_ts=root, content=REPORT, filename="report.md")
    assert (answer["file"]["mimetype"], answer["file"]["shares"], "ts" in answer) == ("", {}, False)
    known = (await client.files_info(file=answer["file"]["id"]))["file"]
    assert known["mimetype"] == "text/markdown"
    (share,) = known["shares"]["public"][RESEARCH]
    assert (share["ts"], share["thread_ts"]) == (slack.messages()[-1].ts, root)
    await client.chat_delete(channel=RESEARCH, ts=share["ts"])
    assert (await client.files_info(file=answer["file"]["id"]))["file"]["shares"] == {}


async def test_several_files_come_in_one_message(slack: SlackDouble, client: AsyncWebClient) -> None:
    uploads: list[dict[str, Any]] = [
        {"content": b"\x00\xff", "filename": "a.bin"},
        {"content": "b", "filename": "b.txt"},
    ]
    await client.files_upload_v2(channel=RESEARCH, file_uploads=uploads)
    (said,) = slack.messages()
    assert [slack.file(said, at) for at in (0, 1)] == [b"\x00\xff", b"b"]
    assert [one["filetype"] for one in said.files] == ["bin", "text"]


async def test_several_channels_get_a_message_each(slack: SlackDouble, client: AsyncWebClient) -> None:
    await client.files_upload_v2(channels=[RESEARCH, "C0GENERAL"], content="x", filename="x.txt")
    assert [len(slack.messages(channel)) for channel in (RESEARCH, "C0GENERAL")] == [1, 1]


async def test_without_a_channel_a_file_stays_private(slack: SlackDouble, client: AsyncWebClient) -> None:
    answer = await client.files_upload_v2(content="x", filename="x.txt")
    assert slack.messages() == []
    assert (await client.files_info(file=answer["file"]["id"]))["file"]["shares"] == {}


async def test_blocks_stand_above_the_file_unless_there_is_a_comment(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    sources = [section("*Report*, 3 sources")]
    for comment in (None, "Here"):
        await client.files_completeUploadExternal(
            files=[{"id": await sent(client)}],
            channel_id=RESEARCH,
            initial_comment=comment,
            blocks=json.dumps(sources),
        )
    with_blocks, with_comment = slack.messages()
    assert (with_blocks.original_blocks, with_comment.original_blocks) == (sources, [])
    assert (with_blocks.text, with_comment.text) == ("Report, 3 sources", "Here")


async def test_the_content_may_come_as_a_form_too(slack: SlackDouble, client: AsyncWebClient) -> None:
    place = await announced(client, b"words")
    form = aiohttp.FormData()
    form.add_field("filename", b"words", filename="report.md")
    assert (await fetch(place["upload_url"], data=form))[0] == 200
    await client.files_completeUploadExternal(files=[{"id": place["file_id"]}], channel_id=RESEARCH)
    assert slack.file(slack.messages()[0]) == b"words"


async def test_a_name_of_any_kind_makes_an_address_that_opens(slack: SlackDouble, client: AsyncWebClient) -> None:
    await client.files_upload_v2(channel=RESEARCH, content="x", filename="Übersicht 50%/2?.md#1")
    (said,) = slack.messages()
    assert said.files[0]["name"] == "Übersicht 50%/2?.md#1"
    assert (await fetch(said.files[0]["url_private"], slack.bot_token))[2] == b"x"


async def test_the_message_is_an_event_and_takes_no_metadata() -> None:
    async with door() as app, SlackDouble(request_url=app.url) as slack:
        root = await slack.say("UANNA", "root")
        metadata = '{"event_type": "run", "event_payload": {}}'
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        await client.files_upload_v2(
            channel=RESEARCH, thread_ts=root, content="x", filename="x.txt", metadata=metadata
        )
        await slack.wait_for(lambda: len(app.came) == 2)
        event, said = app.events()[1], slack.messages()[1]
        assert said.metadata is None
        assert (event["type"], event["subtype"], event["bot_id"]) == ("message", "file_share", "BFOOTNOTE")
        assert (event["ts"], event["thread_ts"], event["files"]) == (said.ts, root, said.files)
        await client.chat_delete(channel=RESEARCH, ts=said.ts)
        await slack.wait_for(lambda: len(app.came) == 3)
        gone = app.events()[2]
        assert (gone["subtype"], gone["deleted_ts"]) == ("message_deleted", said.ts)
        assert gone["previous_message"]["files"] == event["files"]


async def test_a_persons_file_is_heard_of(slack: SlackDouble) -> None:
    async with Bot(slack) as bot:
        await slack.say("UBEN", "look", files=[("theirs.txt", b"theirs")])
        heard = (await slack.wait_for(lambda: bot.heard))[0]
        assert (heard["subtype"], heard["files"][0]["name"]) == ("file_share", "theirs.txt")


# What is refused


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"filename": "x.txt", "length": 0}, "missing_argument"),
        ({"filename": "", "length": 1}, "invalid_arguments"),
        ({"filename": "x.txt", "length": "many"}, "invalid_arguments"),
        ({"filename": "x.txt", "length": 10**9}, "file_upload_size_restricted"),
        ({"filename": "x.png", "length": 1, "alt_txt": "x" * 1_001}, "alt_txt_too_large"),
    ],
)
async def test_announcements_that_slack_refuses(
    client: AsyncWebClient, arguments: dict[str, Any], refusal: str
) -> None:
    assert await error(client.api_call("files.getUploadURLExternal", params=arguments)) == refusal


async def test_an_empty_file_is_refused_before_anything_is_sent(client: AsyncWebClient) -> None:
    upload = client.files_upload_v2(channel=RESEARCH, content="", filename="x.txt")
    assert await error(upload) == "missing_argument"


async def test_another_length_than_announced_is_no_upload(slack: SlackDouble, client: AsyncWebClient) -> None:
    place = await client.files_getUploadURLExternal(filename="x.txt", length=4)
    assert (await fetch(place["upload_url"], data=b"three"))[0] == 400
    completion = client.files_completeUploadExternal(files=[{"id": place["file_id"]}], channel_id=RESEARCH)
    assert await error(completion) == "file_not_found"
    assert slack.messages() == []


async def test_an_address_that_was_never_given_out_takes_nothing(slack: SlackDouble, client: AsyncWebClient) -> None:
    assert (await fetch(f"{slack.url}/upload/v1/made-up", data=b"x"))[0] == 404


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ({"channel_id": "C0NOWHERE"}, "channel_not_found"),
        ({"channel_id": PRIVATE}, "channel_not_found"),
        ({"channel_id": "C0OTHER"}, "not_in_channel"),
        ({"channel_id": "C0OLD"}, "is_archived"),
        ({"channel_id": RESEARCH, "channels": "C0MORE", "thread_ts": "1.1"}, "invalid_arguments"),
        ({"thread_ts": "1.1"}, "invalid_arguments"),
        ({"channels": ",".join(f"C{n}" for n in range(101))}, "channels_limit_exceeded"),
        ({"channel_id": RESEARCH, "files": "[]"}, "invalid_arguments"),
        ({"channel_id": RESEARCH, "files": "nonsense"}, "invalid_arguments"),
        ({"channel_id": RESEARCH, "files": '[{"id": "F0"}]'}, "file_not_found"),
        ({"channel_id": RESEARCH, "blocks": '[{"type": "sekshun"}]'}, "invalid_blocks"),
    ],
)
async def test_completions_that_slack_refuses_share_nothing(arguments: dict[str, Any], refusal: str) -> None:
    channels = [
        Channel(RESEARCH, "research", {"UFOOTNOTE"}),
        Channel("C0MORE", "more", {"UFOOTNOTE"}),
        Channel(PRIVATE, "private", {"UANNA"}, kind="group"),
        Channel("C0OTHER", "other", {"UANNA"}),
        Channel("C0OLD", "old", {"UFOOTNOTE"}, is_archived=True),
    ]
    async with SlackDouble(channels=channels) as slack:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        files = f'[{{"id": "{await sent(client)}"}}]'
        params = {"files": files, **arguments}
        assert await error(client.api_call("files.completeUploadExternal", params=params)) == refusal
        assert [slack.messages(channel.id) for channel in channels] == [[]] * 5


async def test_an_upload_is_completed_once(slack: SlackDouble, client: AsyncWebClient) -> None:
    files: list[dict[str, str | None]] = [{"id": await sent(client)}]
    await client.files_completeUploadExternal(files=files, channel_id=RESEARCH)
    again = client.files_completeUploadExternal(files=files, channel_id=RESEARCH)
    assert await error(again) == "file_not_found"
    assert len(slack.messages()) == 1


async def test_a_file_that_is_not_complete_is_nobodys(slack: SlackDouble, client: AsyncWebClient) -> None:
    assert await error(client.files_info(file=await sent(client))) == "file_not_found"
    assert await error(client.files_info(file="F0")) == "file_not_found"


async def test_a_file_shared_where_the_bot_is_not_is_not_found(slack: SlackDouble, client: AsyncWebClient) -> None:
    for channel in (PRIVATE, RESEARCH):
        await slack.say("UANNA", "", channel=channel, files=[("x.txt", b"x")])
    (hidden,), (seen,) = (slack.messages(channel)[0].files for channel in (PRIVATE, RESEARCH))
    assert await error(client.files_info(file=hidden["id"])) == "file_not_found"
    assert (await client.files_info(file=seen["id"]))["file"]["user"] == "UANNA"


# Trouble on the way


async def test_a_completion_whose_answer_is_lost_has_shared_the_file(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    slack.faults.add("files.completeUploadExternal", Fault.reset_after())
    with pytest.raises(aiohttp.ClientError):
        await client.files_upload_v2(channel=RESEARCH, content=REPORT, filename="report.md")
    (said,) = slack.messages()
    assert slack.file_text(said) == REPORT


@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "upload", "files.completeUploadExternal"])
async def test_each_step_can_fail_and_then_nothing_is_shared(
    slack: SlackDouble, client: AsyncWebClient, method: str
) -> None:
    slack.faults.add(method, Fault.status(503))
    with pytest.raises((SlackApiError, SlackRequestError)):
        await client.files_upload_v2(channel=RESEARCH, content=REPORT, filename="report.md")
    assert slack.messages() == []
    await client.files_upload_v2(channel=RESEARCH, content=REPORT, filename="report.md")
    assert len(slack.messages()) == 1


async def test_content_whose_answer_was_lost_may_be_sent_again(slack: SlackDouble, client: AsyncWebClient) -> None:
    place = await announced(client, b"words")
    slack.faults.add("upload", Fault.reset_after())
    with pytest.raises(aiohttp.ClientError):
        await fetch(place["upload_url"], data=b"words")
    assert (await fetch(place["upload_url"], data=b"words"))[0] == 200


# Who may


@pytest.mark.parametrize(
    ("scope", "method"),
    [
        ("files:write", "files.getUploadURLExternal"),
        ("files:write", "files.completeUploadExternal"),
        ("files:read", "files.info"),
        ("files:write", "files.delete"),
        ("chat:write", "chat.postMessage"),
        ("reactions:write", "reactions.add"),
    ],
)
async def test_a_scope_that_was_not_given_is_named(scope: str, method: str) -> None:
    async with SlackDouble(missing_scopes=[scope]) as slack:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url)
        with pytest.raises(SlackApiError) as refused:
            await client.api_call(method)
        answer = refused.value.response
        assert (answer["error"], answer["needed"]) == ("missing_scope", scope)
        assert scope not in answer["provided"].split(",")
        assert scope not in answer.headers["x-oauth-scopes"].split(",")


async def test_private_addresses_open_for_the_bots_token_only(slack: SlackDouble) -> None:
    await slack.say("UANNA", "look", files=[("data.csv", b"a,b\n")])
    address = slack.messages()[0].files[0]["url_private"]
    assert await fetch(address, slack.bot_token) == (200, "text/csv", b"a,b\n")
    for token in ("", "xoxb-other", slack.app_token):
        status, kind, page = await fetch(address, token)
        assert (status, kind, b"Sign in" in page) == (200, "text/html", True)
    assert (await fetch(f"{slack.url}/files/F0/x", slack.bot_token))[0] == 404


async def test_without_the_scope_a_private_address_is_a_page_to_sign_in_on() -> None:
    async with SlackDouble(missing_scopes=["files:read"]) as slack:
        await slack.say("UANNA", "look", files=[("data.csv", b"a,b\n")])
        status, kind, _ = await fetch(slack.messages()[0].files[0]["url_private"], slack.bot_token)
        assert (status, kind) == (200, "text/html")


# Deleting


async def test_the_bots_own_message_can_be_deleted_and_is_gone(slack: SlackDouble, client: AsyncWebClient) -> None:
    root = await slack.say("UANNA", "root")
    await client.files_upload_v2(channel=RESEARCH, thread_ts=root, content="x", filename="x.txt")
    ts = slack.messages()[-1].ts
    await client.chat_delete(channel=RESEARCH, ts=ts)
    assert [m["ts"] for m in (await client.conversations_replies(channel=RESEARCH, ts=root))["messages"]] == [root]
    assert await error(client.chat_delete(channel=RESEARCH, ts=ts)) == "message_not_found"
    assert await error(client.chat_delete(channel=RESEARCH, ts=root)) == "cant_delete_message"


async def test_a_deleted_file_is_gone_and_the_message_that_shared_it_stays(
    slack: SlackDouble, client: AsyncWebClient
) -> None:
    upload: dict[str, Any] = {"content": "x", "filename": "x.txt", "initial_comment": "Here"}
    sharing = await client.files_upload_v2(channel=RESEARCH, **upload)
    id, address = sharing["file"]["id"], slack.messages()[0].files[0]["url_private"]
    assert (await client.files_delete(file=id)).data == {"ok": True}
    (said,) = (await client.conversations_history(channel=RESEARCH))["messages"]
    assert (said["text"], said["files"]) == ("Here", [{"id": id, "mode": "tombstone"}])
    assert (await fetch(address, slack.bot_token))[0] == 404
    assert await error(client.files_info(file=id)) == "file_deleted"
    assert await error(client.files_delete(file=id)) == "file_deleted"
    await client.chat_delete(channel=RESEARCH, ts=said["ts"])
    assert slack.messages() == []


async def test_what_cannot_be_deleted(slack: SlackDouble, client: AsyncWebClient) -> None:
    await slack.say("UANNA", "", channel=RESEARCH, files=[("theirs.txt", b"x")])
    theirs = slack.messages(RESEARCH)[0].files[0]["id"]
    assert await error(client.files_delete(file=theirs)) == "cant_delete_file"
    assert await error(client.files_delete(file="F0")) == "file_not_found"
    assert await error(client.files_delete(file=await sent(client))) == "file_not_found"
    assert await fetch(slack.messages(RESEARCH)[0].files[0]["url_private"], slack.bot_token) == (
        200,
        "text/plain",
        b"x",
    )


async def test_a_file_that_was_never_shared_can_be_deleted(slack: SlackDouble, client: AsyncWebClient) -> None:
    id = (await client.files_upload_v2(content="x", filename="x.txt"))["file"]["id"]
    await client.files_delete(file=id)
    assert await error(client.files_info(file=id)) == "file_not_found"


@given(st.text(min_size=1, max_size=80).filter(str.strip), st.binary(min_size=1, max_size=50))
def test_every_file_has_a_type_and_an_address_without_spaces(name: str, content: bytes) -> None:
    body = file(StoredFile("F1", name, len(content), "UANNA", created=1), "http://127.0.0.1:1")
    assert body["filetype"] and "/" in body["mimetype"]
    assert body["url_private"].isascii() and " " not in body["url_private"]
    assert body["url_private"].startswith("http://127.0.0.1:1/files/F1/")
