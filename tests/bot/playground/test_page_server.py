"""What the page is served, and what is refused. No browser is needed here."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.page_server import PAGE, is_ours
from bot.playground.slack import SlackDouble
from tests.bot.playground.slack_bot import Bot, actions, button, field, modal

pytestmark = pytest.mark.asyncio(loop_scope="module")
Answer = tuple[int, dict[str, Any]]


async def get(slack: SlackDouble, path: str, **headers: str) -> tuple[int, str, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(slack.url + path, headers=headers) as answer,
    ):
        return answer.status, answer.content_type, await answer.text()


async def post(slack: SlackDouble, act: str, body: dict[str, Any], **headers: str) -> Answer:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{slack.url}/play/{act}", json=body, headers=headers) as answer,
    ):
        return answer.status, await answer.json()


async def seen_by(slack: SlackDouble, person: str) -> dict[str, Any]:
    _, _, body = await get(slack, f"/play/state?as={person}")
    state: dict[str, Any] = json.loads(body)
    return state


async def events(answer: aiohttp.ClientResponse) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    name = ""
    async for line in answer.content:
        if line.startswith(b"event: "):
            name = line.decode().removeprefix("event: ").strip()
        if line.startswith(b"data: "):
            yield name, json.loads(line.removeprefix(b"data: "))


class TestWhoIsLetIn:
    @pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "localhost", "127.0.0.1"])
    async def test_the_page_itself_is(self, host: str) -> None:
        assert is_ours(host, None)
        assert is_ours(host, f"http://{host}")

    @pytest.mark.parametrize(
        "host", ["evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0:80", "", "[::"]
    )
    async def test_a_foreign_name_that_resolves_to_us_is_not(self, host: str) -> None:
        assert not is_ours(host, None)

    @pytest.mark.parametrize(
        "origin", ["http://evil.example", "null", "http://localhost:9000", "https://localhost:8000", ""]
    )
    async def test_another_origin_is_not(self, origin: str) -> None:
        assert not is_ours("localhost:8000", origin)

    @given(st.text(), st.text())
    async def test_nothing_else_is_and_nothing_breaks(self, host: str, origin: str) -> None:
        assert is_ours(host, origin) <= (origin == f"http://{host}")

    @pytest.mark.parametrize("path", ["/", "/play/state", "/play/changes", "/page/page.js", "/api/api.test"])
    async def test_every_route_asks(self, workspace: SlackDouble, path: str) -> None:
        assert (await get(workspace, path, Host="evil.example"))[0] == 403
        assert (await get(workspace, path, Origin="https://evil.example"))[0] == 403

    async def test_nobody_speaks_for_a_person_from_elsewhere(self, workspace: SlackDouble) -> None:
        said = {"as": "UANNA", "channel": "C0RESEARCH", "text": "@footnote hi"}
        status, _ = await post(workspace, "say", said, Origin="https://evil.example")
        assert status == 403
        assert workspace.messages() == []


class TestFiles:
    async def test_the_page_may_run_its_own_scripts_only(self, workspace: SlackDouble) -> None:
        async with aiohttp.ClientSession() as session, session.get(workspace.url + "/") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert answer.content_type == "text/html"
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy

    async def test_everything_the_files_name_is_served_with_its_type(self, workspace: SlackDouble) -> None:
        types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
        named = {name for path in PAGE.iterdir() for name in _named_in(path)}
        assert {"page.js", "page.css", "icon.svg", "markdown.js"} <= named
        for name in named:
            status, kind, _ = await get(workspace, f"/page/{name}")
            assert (name, status, kind) == (name, 200, types[Path(name).suffix])

    @pytest.mark.parametrize("name", ["nothing.js", "..%2Fpage_server.py", "%2Fetc%2Fpasswd", "."])
    async def test_nothing_else_is(self, workspace: SlackDouble, name: str) -> None:
        assert (await get(workspace, f"/page/{name}"))[0] == 404

    async def test_no_file_calls_anything_outside(self) -> None:
        for path in PAGE.iterdir():
            addresses = re.findall(r"""(?:src|href|from|url\()\s*=?\s*["'(]?(https?://[^"')\s]+)""", path.read_text())
            assert (path.name, addresses) == (path.name, [])

    async def test_no_script_turns_text_into_markup(self) -> None:
        for path in PAGE.glob("*.js"):
            found = re.findall(
                r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|eval\(", path.read_text()
            )
            assert (path.name, found) == (path.name, [])


def _named_in(path: Path) -> list[str]:
    text = path.read_text()
    return re.findall(r'"/page/([\w.]+)"', text) + re.findall(r'from "\./([\w.]+)"', text)


class TestWhatAPersonSees:
    async def test_the_setting_the_people_and_their_channels(self, workspace: SlackDouble) -> None:
        state = await seen_by(workspace, "UBEN")
        assert state["setting"]["model"] == "rehearsal model (no key set)"
        assert [person["name"] for person in state["people"]] == ["Anna Kowalska", "Ben Okafor", "Clara Weiss"]
        assert [channel["name"] for channel in state["channels"]] == ["research", "general"]
        assert state["connected"] is False

    async def test_a_bot_behind_http_is_connected_once_it_has_an_address(self, workspace: SlackDouble) -> None:
        changes = workspace.watch()
        workspace.request_url = "http://127.0.0.1:1/slack/events"
        assert (await anext(changes)).kind == "presence"
        assert (await seen_by(workspace, "UBEN"))["connected"] is True

    async def test_a_file_is_opened_by_who_sees_its_message_and_only_to_be_saved(
        self, workspace: SlackDouble
    ) -> None:
        ts = await workspace.say("UANNA", "look", files=[("page <1>.html", b"<script>1</script>")])
        await workspace.say("UANNA", "psst", channel="D0ANNA", files=[("mine.txt", b"mine")])
        (file,) = next(m["files"] for m in (await seen_by(workspace, "UBEN"))["messages"] if m["ts"] == ts)
        assert (file["name"], file["type"], file["size"]) == ("page <1>.html", "text/html", 18)
        url = f"{workspace.url}/play/file/{file['id']}?as=UBEN"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            assert await answer.read() == b"<script>1</script>"
            assert answer.content_type == "application/octet-stream"
            assert answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''page%20%3C1%3E.html"
        (hidden,) = workspace.messages("D0ANNA")[0].files
        assert (await get(workspace, f"/play/file/{hidden['id']}?as=UBEN"))[0] == 404
        assert (await get(workspace, f"/play/file/{hidden['id']}?as=UANNA"))[0] == 200
        await workspace.delete("UANNA", ts)
        assert (await get(workspace, f"/play/file/{file['id']}?as=UBEN"))[0] == 404

    async def test_without_a_name_one_is_the_first_person(self, workspace: SlackDouble) -> None:
        _, _, body = await get(workspace, "/play/state")
        assert json.loads(body)["me"] == "UANNA"

    @pytest.mark.parametrize("person", ["UNOBODY", "UFOOTNOTE", "UGUEST"])
    async def test_nobody_can_be_a_bot_or_a_stranger(self, workspace: SlackDouble, person: str) -> None:
        status, _, body = await get(workspace, f"/play/state?as={person}")
        assert status == 404
        assert json.loads(body) == {"error": "There is no such person here."}

    async def test_what_is_for_one_person_reaches_no_other(self, workspace: SlackDouble) -> None:
        bot = Bot(workspace)
        await workspace.say("UANNA", "a private question", channel="D0ANNA")
        await bot.client.chat_postEphemeral(channel="C0RESEARCH", user="UANNA", text="for Anna alone")
        anna, ben = await seen_by(workspace, "UANNA"), await seen_by(workspace, "UBEN")
        assert [one["text"] for one in anna["ephemerals"]] == ["for Anna alone"]
        assert "a private question" in json.dumps(anna)
        assert ben["ephemerals"] == []
        assert "private" not in json.dumps(ben["messages"])

    async def test_the_words_of_a_deleted_message_are_gone(self, workspace: SlackDouble) -> None:
        ts = await workspace.say("UANNA", "the secret")
        await workspace.say("UBEN", "a reply", thread=ts)
        await workspace.delete("UANNA", ts)
        state = await seen_by(workspace, "UBEN")
        assert "secret" not in json.dumps(state)
        assert [message["deleted"] for message in state["messages"]] == [True, False]

    async def test_blocks_come_as_they_were_sent(self, workspace: SlackDouble) -> None:
        sent = [{"type": "markdown", "text": "| a | b |\n|---|---|\n| 1 | 2 |"}]
        await Bot(workspace).client.chat_postMessage(channel="C0RESEARCH", text="t", blocks=sent)
        state = await seen_by(workspace, "UBEN")
        assert state["messages"][0]["blocks"] == sent


class TestChanges:
    async def test_first_everything_then_what_changes(self, workspace: SlackDouble) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{workspace.url}/play/changes?as=UBEN") as answer,
        ):
            stream = events(answer)
            name, state = await anext(stream)
            assert (name, state["me"]) == ("state", "UBEN")
            ts = await workspace.say("UANNA", "hello")
            name, change = await anext(stream)
            assert (name, change["messages"][0]["text"]) == ("change", "hello")
            await workspace.delete("UANNA", ts)
            _, change = await anext(stream)
            assert change["messages"][0]["deleted"] is True

    async def test_what_is_for_others_is_not_told(self, workspace: SlackDouble) -> None:
        bot = Bot(workspace)
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{workspace.url}/play/changes?as=UBEN") as answer,
        ):
            stream = events(answer)
            await anext(stream)
            await workspace.say("UANNA", "between us", channel="D0ANNA")
            await bot.client.chat_postEphemeral(channel="C0RESEARCH", user="UANNA", text="for Anna alone")
            await bot.client.chat_postEphemeral(channel="C0RESEARCH", user="UBEN", text="for Ben alone")
            _, change = await anext(stream)
            assert [one["text"] for one in change["ephemerals"]] == ["for Ben alone"]

    async def test_the_stream_ends_with_the_workspace(self, workspace: SlackDouble) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{workspace.url}/play/changes") as answer,
        ):
            stream = events(answer)
            await anext(stream)
            await workspace.close()
            assert await anext(stream, None) is None

    async def test_the_bot_coming_and_going_is_told(self, workspace: SlackDouble) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{workspace.url}/play/changes") as answer,
        ):
            stream = events(answer)
            await anext(stream)
            async with Bot(workspace):
                assert (await anext(stream))[1] == {"connected": True}
            assert (await anext(stream))[1] == {"connected": False}


class TestWhatAPersonDoes:
    async def test_a_message_is_said_as_typed(self, workspace: SlackDouble) -> None:
        status, said = await post(
            workspace, "say", {"as": "UANNA", "channel": "C0RESEARCH", "text": " @footnote is a < b? "}
        )
        (message,) = workspace.messages()
        assert (status, said) == (200, {"ts": message.ts})
        assert message.text == "<@UFOOTNOTE> is a &lt; b?"

    async def test_a_reply_goes_into_its_thread(self, workspace: SlackDouble) -> None:
        root = await workspace.say("UANNA", "root")
        await post(workspace, "say", {"as": "UBEN", "channel": "C0RESEARCH", "text": "reply", "thread": root})
        assert [m.text for m in workspace.messages(thread=root)] == ["root", "reply"]

    @pytest.mark.parametrize(
        ("act", "body", "status"),
        [
            ("say", {"as": "UANNA", "channel": "C0RESEARCH", "text": "  "}, 400),
            ("say", {"as": "UANNA", "channel": "C0RESEARCH"}, 400),
            ("say", {"as": "UANNA", "channel": "C0RESEARCH", "text": "x" * 12_001}, 400),
            ("say", {"as": "UANNA", "channel": "C0RESEARCH", "text": "x", "extra": 1}, 400),
            ("say", {"as": "UNOBODY", "channel": "C0RESEARCH", "text": "x"}, 404),
            ("say", {"as": "UANNA", "channel": "CNOWHERE", "text": "x"}, 404),
            ("say", {"as": "UBEN", "channel": "D0ANNA", "text": "x"}, 404),
            ("say", {"as": "UANNA", "channel": "C0RESEARCH", "text": "x", "thread": "1.0"}, 404),
            ("click", {"as": "UANNA", "channel": "C0RESEARCH", "ts": "1.0", "action": "go"}, 503),
            ("edit", {"as": "UANNA", "channel": "C0RESEARCH", "ts": "1.0", "text": "x"}, 404),
            ("delete", {"as": "UANNA", "channel": "C0RESEARCH", "ts": "1.0"}, 404),
            ("submit", {"as": "UANNA", "view": "V0", "values": {}}, 503),
            ("close", {"as": "UANNA", "view": "V0"}, 404),
        ],
    )
    async def test_what_cannot_be_is_refused_in_a_sentence(
        self, workspace: SlackDouble, act: str, body: dict[str, Any], status: int
    ) -> None:
        refused, said = await post(workspace, act, body)
        assert refused == status
        assert re.fullmatch(r".*\w.*[.]", said["error"])
        assert workspace.messages() == []

    async def test_only_json_is_read(self, workspace: SlackDouble) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{workspace.url}/play/say", data={"text": "x"}) as answer,
        ):
            assert answer.status == 415

    async def test_one_edits_and_deletes_only_what_is_ones_own(self, workspace: SlackDouble) -> None:
        ts = await workspace.say("UANNA", "mine")
        place = {"channel": "C0RESEARCH", "ts": ts}
        assert (await post(workspace, "edit", {"as": "UBEN", **place, "text": "yours"}))[0] == 404
        assert (await post(workspace, "delete", {"as": "UBEN", **place}))[0] == 404
        assert (await post(workspace, "edit", {"as": "UANNA", **place, "text": "mine, better"}))[0] == 200
        assert [m.text for m in workspace.messages()] == ["mine, better"]
        assert (await post(workspace, "delete", {"as": "UANNA", **place}))[0] == 200
        assert workspace.messages() == []

    async def test_a_click_reaches_the_bot_and_a_missing_button_does_not(self, workspace: SlackDouble) -> None:
        bot, pressed = Bot(workspace), []

        async def go(ack: Any, body: dict[str, Any]) -> None:
            await ack()
            pressed.append((body["user"]["id"], body["actions"][0]["value"]))

        bot.app.action("go")(go)
        async with bot:
            posted = await bot.client.chat_postMessage(
                channel="C0RESEARCH", text="t", blocks=[actions(button("Go", "go", "1"), button("Stop", "stop"))]
            )
            click = {"as": "UBEN", "channel": "C0RESEARCH", "ts": posted["ts"]}
            assert (await post(workspace, "click", {**click, "action": "go", "value": "1"}))[0] == 200
            await workspace.wait_for(lambda: pressed == [("UBEN", "1")])
            assert (await post(workspace, "click", {**click, "action": "gone"}))[0] == 404

    async def test_a_submission_brings_back_what_the_bot_says_to_it(self, workspace: SlackDouble) -> None:
        bot = Bot(workspace)

        async def open_form(ack: Any, body: dict[str, Any], client: Any) -> None:
            await client.views_open(trigger_id=body["trigger_id"], view=modal(field(), callback_id="form"))
            await ack()

        async def check(ack: Any, view: dict[str, Any]) -> None:
            why = view["state"]["values"]["why"]["text"]["value"]
            await (ack() if why == "because" else ack(response_action="errors", errors={"why": "Say because."}))

        bot.app.action("open")(open_form)
        bot.app.view("form")(check)
        async with bot:
            posted = await bot.client.chat_postMessage(
                channel="C0RESEARCH", text="t", blocks=[actions(button("Open", "open"))]
            )
            await workspace.click("UANNA", posted["ts"], "open")
            (view,) = await workspace.wait_for(lambda: workspace.views("UANNA"))
            assert (await seen_by(workspace, "UBEN"))["views"] == []
            sent = {"as": "UANNA", "view": view.id}
            status, said = await post(workspace, "submit", {**sent, "values": {"why": {"text": "so"}}})
            assert (status, said["answer"]["errors"]) == (200, {"why": "Say because."})
            status, said = await post(workspace, "submit", {**sent, "values": {"why": {"text": ""}}})
            assert (status, said["error"]) == (400, "It was not accepted: the field 'Why' is required.")
            assert (await post(workspace, "submit", {**sent, "as": "UBEN", "values": {}}))[0] == 404
            status, said = await post(workspace, "submit", {**sent, "values": {"why": {"text": "because"}}})
            assert (status, said) == (200, {"answer": None})
            assert workspace.views("UANNA") == []
