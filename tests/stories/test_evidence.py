"""What an answer rests on: shown to those who can read the thread, page by page, and taken along as files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Recalled
from bot.playground.rehearsal.scripted import Line
from bot.playground.slack import Channel, Fault, SlackDouble
from tests.stories.office import ANNA, BEN, PLACE, Office, asking, intent, office, restarted, wish

GUEST, OTHER, US = "UGUEST", "UOTHER", "UFOOTNOTE"
PRIVATE, DIRECT = "C0PRIVATE", "D0ANNA"
TRAVEL = "# Travel policy\n\nWe go by train.\n\nFirst class is allowed on trips over three hours.\n"
DOCS = {"travel.md": TRAVEL}
GOAL = intent("When is first class allowed?")
READ: Line = [("read_file", {"path": "travel.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."
NOT_THERE, NOT_KNOWN = "This belongs to a conversation that you are not in.", "I could not find out just now"


async def ask(at: Office, channel: str = PLACE) -> tuple[str, str]:
    """(the question, the message with the answer's buttons) once it is answered."""
    asked = await at.slack.say(ANNA, "@footnote when is first class allowed?", channel=channel)
    return asked, await at.slack.wait_for(lambda: offered(at.slack, asked, channel))


def offered(slack: SlackDouble, asked: str, channel: str) -> str:
    said = [one for one in slack.messages(channel, asked) if '"action_id": "evidence"' in json.dumps(one.blocks)]
    return said[-1].ts if said else ""


async def opens(at: Office, user: str, ts: str, channel: str = PLACE) -> Any:
    """The modal that a press of Evidence opens."""
    before = len(at.slack.views(user))
    await at.slack.click(user, ts, "evidence", channel=channel)
    return (await at.slack.wait_for(lambda: at.slack.views(user)[before:]))[-1]


async def turns_to(at: Office, user: str, view: Any, action: str, words: str) -> str:
    """Press a button in the modal, and read it when it holds these words."""
    await at.slack.press(user, view.id, action)
    return await at.slack.wait_for(lambda: shown if words in (shown := read(view)) else "")


def read(view: Any) -> str:
    return json.dumps(view.payload["blocks"], ensure_ascii=False)


def room(folder: Path) -> Any:
    return office(folder, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], approval="off")


# --- what is shown ------------------------------------------------------------------------------------------------


async def test_every_statement_stands_with_the_words_of_its_source_and_the_line(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        asked, ts = await ask(at)
        assert "[Retry] [Evidence] [Steps] [Delete]" in at.read(asked)
        shown = read(await opens(at, BEN, ts))
        assert "First class is allowed on trips over three hours." in shown
        assert '"rich_text_quote"' in shown and "travel.md" in shown
        assert "line 5 of 5" in shown, "the very line, as long as the words of the file are kept"


async def test_a_web_page_opens_at_the_words_and_says_when_it_was_retrieved(tmp_path: Path) -> None:
    replies: list[Line] = [[("search", {"query": "Velm bikes trains"})], opened_first, says_first_words]
    async with office(tmp_path, intents=[GOAL], replies=replies, approval="off") as at:
        asked, ts = await ask(at)
        assert ", retrieved 20" in at.read(asked) and " · " in at.read(asked)
        shown = read(await opens(at, ANNA, ts))
        assert "#:~:text=" in shown and "whole page" in shown


def opened_first(body: Mapping[str, Any]) -> Line:
    return [("read_page", {"url": found(body)})]


def found(body: Mapping[str, Any]) -> str:
    from agent.ledger import addresses_in

    return next(addresses_in(str(body["messages"][-1]["content"])))


def says_first_words(body: Mapping[str, Any]) -> Line:
    number = 1
    return f"We hire out 220 bicycles at three stations [{number}]."


async def test_verdicts_stand_with_their_words(tmp_path: Path) -> None:
    def wanted(body: Mapping[str, object]) -> Mapping[str, object]:
        return intent("When is first class allowed?", must=[wish("over three hours", asking(body))])

    listed = [{"id": "must.1", "verdict": "met", "number": 1, "words": "allowed on trips over three hours"}]
    draft = f"{ANSWER}\n\n```verdicts\n{json.dumps(listed)}\n```"
    async with office(tmp_path, docs=DOCS, intents=[wanted], replies=[READ, draft, draft], approval="off") as at:
        _, ts = await ask(at)
        shown = read(await opens(at, ANNA, ts))
        assert "What was asked for" in shown and "Must: over three hours – " in shown


# --- who may see it -----------------------------------------------------------------------------------------------


async def in_private(at: Office) -> str:
    at.slack.world.channels[PRIVATE].members.add(US)
    return (await ask(at, PRIVATE))[1]


async def test_a_private_channel_is_shown_to_its_members_alone(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        ts = await in_private(at)
        view = await opens(at, BEN, ts, PRIVATE)
        assert "three hours" in read(view)
        await at.slack.leave(BEN, PRIVATE)
        told = read(await opens(at, BEN, ts, PRIVATE))
        assert NOT_THERE in told and "three hours" not in told
        again = await turns_to(at, BEN, view, "evidence.export", NOT_THERE)
        assert "three hours" not in again, "what was open is not kept open"
        assert not at.slack.world.direct(BEN), "and nothing was sent"


@pytest.mark.parametrize("user", [GUEST, OTHER])
async def test_guests_and_people_of_another_company_see_the_channels_they_are_in(user: str, tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at)
        outside = read(await opens(at, user, ts))
        assert NOT_THERE in outside and "three hours" not in outside
        await at.slack.join(user, PLACE)
        assert "three hours" in read(await opens(at, user, ts))


async def test_a_member_of_the_workspace_reads_every_public_channel(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at)
        await at.slack.leave(BEN, PLACE)
        assert "three hours" in read(await opens(at, BEN, ts))
        at.slack.world.users[BEN] = replace(at.slack.world.users[BEN], is_restricted=True)
        assert NOT_THERE in read(await opens(at, BEN, ts)), "who became a guest since is one"


async def test_in_a_crowd_everybody_is_looked_for(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        ts = await in_private(at)
        at.slack.world.channels[PRIVATE].members |= {f"U{n:06}" for n in range(2_500)}
        assert "three hours" in read(await opens(at, BEN, ts, PRIVATE))
        at.slack.world.channels[PRIVATE].members -= {BEN}
        assert NOT_THERE in read(await opens(at, BEN, ts, PRIVATE))


async def test_a_group_s_direct_messages_are_its_members(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        at.slack.world.channels["G0FEW"] = Channel("G0FEW", "", {US, ANNA, BEN}, kind="mpim")
        asked = await at.slack.say(ANNA, "when is first class allowed?", channel="G0FEW")
        ts = await at.slack.wait_for(lambda: offered(at.slack, asked, "G0FEW"))
        assert "three hours" in read(await opens(at, BEN, ts, "G0FEW"))
        assert NOT_THERE in read(await opens(at, "UCLARA", ts, "G0FEW"))


async def test_a_direct_message_is_its_asker_s(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at, DIRECT)
        assert NOT_THERE in read(await opens(at, BEN, ts, DIRECT))
        assert "three hours" in read(await opens(at, ANNA, ts, DIRECT))


async def test_where_slack_does_not_say_who_may_read_nothing_is_shown(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        ts = await in_private(at)
        at.slack.faults.add("conversations.members", Fault.error("missing_scope"))
        told = read(await opens(at, ANNA, ts, PRIVATE))
        assert NOT_KNOWN in told and "three hours" not in told
        assert "three hours" in read(await opens(at, ANNA, ts, PRIVATE))
        at.slack.faults.add("conversations.info", Fault.error("missing_scope"))
        assert "three hours" in read(await opens(at, ANNA, ts, PRIVATE)), "its members are known all the same"
        at.slack.world.channels[PRIVATE].members -= {BEN}
        at.slack.faults.add("conversations.info", Fault.error("missing_scope"))
        assert NOT_KNOWN in read(await opens(at, BEN, ts, PRIVATE)), "it might be public"


async def test_the_button_of_one_thread_shows_nothing_in_another(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        ts = await in_private(at)
        [said] = [one for one in at.slack.messages(PRIVATE) if one.ts == ts]
        payload = press_elsewhere(at, said.original_blocks)
        await at.slack.deliver_raw(payload, "interactive")
        await at.hears(BEN, "I do not know that button.")
        assert not at.slack.views(BEN)


def press_elsewhere(at: Office, blocks: list[dict[str, Any]]) -> dict[str, Any]:
    """A press in a modal that says it belongs to a public thread, with the token of a private one."""
    token = next(
        e["value"] for block in blocks for e in block.get("elements", []) if e.get("action_id") == "evidence"
    )
    private = json.dumps({"token": token, "team": "T0FOOTNOTE", "channel": PLACE, "thread": "1.0"})
    return {
        "type": "block_actions", "user": {"id": BEN, "name": "ben"}, "trigger_id": at.slack.world.trigger(BEN),
        "team": {"id": "T0FOOTNOTE"}, "container": {"type": "view", "view_id": "V1"},
        "view": {"id": "V1", "private_metadata": private},
        "actions": [{"type": "button", "action_id": "evidence.next", "block_id": "b", "value": "2"}],
    }  # fmt: skip


# --- how long -----------------------------------------------------------------------------------------------------


async def settled(at: Office) -> None:
    while await at.bot.log.unsettled():  # noqa: ASYNC110 (nothing tells of it)
        await asyncio.sleep(0.02)


async def test_it_opens_after_a_restart_and_when_the_words_of_the_sources_are_gone(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at)
        await settled(at)
        view = await opens(at, BEN, ts)
        await at.away()
        async with restarted(at) as back:
            await turns_to(back, BEN, view, "evidence.export", "on their way to you")
            await back.bot.log.expire(keep_facts=1e9, keep_texts=-1.0)
            shown = read(await opens(back, BEN, ts))
            assert "First class is allowed on trips over three hours." in shown
            assert "lines 1-5 of 5" in shown, "which line it was cannot be told any more"


async def test_presses_at_once_and_a_trigger_that_is_too_old(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at)
        await asyncio.gather(*(at.slack.click(user, ts, "evidence") for user in (BEN, ANNA, BEN)))
        await at.slack.wait_for(lambda: len(at.slack.views(BEN)) == 2 and at.slack.views(ANNA))
        at.slack.faults.add("views.open", Fault.error("expired_trigger_id"))
        await at.slack.click(BEN, ts, "evidence")
        await at.hears(BEN, "Slack did not open the form.")
        assert "three hours" in read(await opens(at, BEN, ts)), "pressed again it opens"


async def test_when_the_facts_are_gone_a_private_word_says_so(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at)
        await settled(at)
        await at.bot.log.expire(keep_facts=-1.0, keep_texts=-1.0)
        await at.slack.click(BEN, ts, "evidence")
        await at.hears(BEN, "whose record I no longer keep")
        assert not at.slack.views(BEN)


# --- much of it ---------------------------------------------------------------------------------------------------

MANY = {f"part-{n:02}.md": f"# Part {n}\n\nPart {n} weighs {n + 100} grams and is red.\n" for n in range(1, 61)}
HEAVY = "\n".join(f"- Part {n} weighs {n + 100} grams [{n}]." for n in [*range(1, 61)] * 4)


async def test_sixty_sources_and_two_hundred_statements_are_shown_to_the_last(tmp_path: Path) -> None:
    reads = [("read_file", {"path": name}) for name in MANY]
    replies: list[Line] = [*(reads[at : at + 12] for at in range(0, 60, 12)), HEAVY, [("list_files", {})], ANSWER]
    async with office(
        tmp_path, docs=MANY, intents=[GOAL, GOAL], replies=replies, config="files = 80", approval="off"
    ) as at:
        asked, ts = await ask(at)
        thread = at.read(asked)
        assert "more sources; all details stand under “Evidence”" in thread and "[60] `part-60.md`" in thread
        view = await opens(at, ANNA, ts)
        pages = [read(view)]
        last = int(pages[0].partition("Page 1 of ")[2].partition(".")[0])
        for page in range(2, last + 1):
            pages.append(await turns_to(at, ANNA, view, "evidence.next", f"Page {page} of {last}."))
        assert sum(page.count("weighs") for page in pages) >= 2 * 240, "each statement and each excerpt"
        assert all(f"part-{n:02}.md" in pages[-1] + pages[-2] + pages[-3] + pages[-4] for n in range(1, 61))
        assert "evidence.next" not in pages[-1]
        await turns_to(at, ANNA, view, "evidence.back", f"Page {last - 1} of {last}.")
        await at.slack.say(ANNA, "@footnote and the last?", thread=asked)
        await at.slack.wait_for(lambda: len(at.model.intent_requests) == 2)
        [_, facts] = await at.facts(asked)
        [recalled] = [fact for fact in facts if isinstance(fact, Recalled)]
        assert [(s.number, s.address) for s in recalled.sources] == list(enumerate(MANY, 1)), "read in the thread"


# --- taken along --------------------------------------------------------------------------------------------------


async def test_the_answer_is_sent_as_two_files_to_whoever_asks_for_them(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at)
        view = await opens(at, BEN, ts)
        await turns_to(at, BEN, view, "evidence.export", "on their way to you")
        files = await at.slack.wait_for(lambda: sent(at, BEN))
        markdown, data = files["md"], json.loads(files["json"])
        assert "First class is allowed on trips over three hours" in markdown and "> First class" in markdown
        assert data["type"] == "output_text" and "[1]" not in data["text"]
        assert data["annotations"][0]["filename"] == "travel.md"
        assert len(data["evidence"][0]["sha256"]) == 64
        assert not [m for m in at.slack.messages(PLACE) if m.files], "not in the thread"


def sent(at: Office, user: str) -> dict[str, str]:
    """The files in somebody's direct messages, by how their names end."""
    direct = at.slack.world.direct(user)
    files = [file for m in (at.slack.messages(direct.id) if direct else []) for file in m.files]
    stored = [at.slack.world.files[str(file["id"])] for file in files]
    found = {one.name.rpartition(".")[2]: (one.content or b"").decode() for one in stored}
    return found if len(found) == 2 else {}


async def test_where_the_files_cannot_be_sent_the_word_that_promised_them_says_so(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        _, ts = await ask(at)
        view = await opens(at, BEN, ts)
        at.slack.faults.add("files.completeUploadExternal", Fault.error("internal_error"))
        await at.slack.press(BEN, view.id, "evidence.export")
        await at.slack.wait_for(
            lambda: told(at, BEN) == ["I could not send you the files. Please try again in a moment."]
        )
        at.slack.faults.add("chat.postMessage", Fault.error("internal_error"))
        await at.slack.press(BEN, view.id, "evidence.export")
        await at.hears(BEN, "I could not send you the files.")


def told(at: Office, user: str) -> list[str]:
    direct = at.slack.world.direct(user)
    return [m.text for m in at.slack.messages(direct.id)] if direct else []
