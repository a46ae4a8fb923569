"""Threads as what is asked about: their messages as sources, their days, and what reading them costs."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Answered, Recalled
from bot.playground.rehearsal import Rehearsal
from bot.playground.rehearsal.scripted import Line
from bot.playground.slack import Fault, Message
from tests.stories.office import ANNA, BEN, PLACE, Office, asking, intent, office, turns, unclear, wish

Body = Mapping[str, Any]
DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
HALF_PAST_THREE = 1_796_052_600  # in the afternoon of 2026-11-30 in UTC
UNKNOWN = '```verdicts\n[{"id": "must.1", "verdict": "unknown"}]\n```'
SEARCH = [("search_docs", {"query": "first class"})]


def about_the_thread(body: Body) -> Mapping[str, object]:
    return intent("What was decided", since=asking(body), thread=True)


def rows(body: Body) -> list[Body]:
    """The thread as a request of the loop shows it."""
    found = re.search(r"```thread[^\n]*\n(.*?)\n```", body["messages"][1]["content"], re.S)
    assert found
    return list(json.loads(found[1]))


def sources(at: Office, root: str) -> list[tuple[str, str]]:
    """(address, title) of every source that the bot shows in a thread, in order."""
    blocks = [b for m in at.ours(root) for b in m.blocks if str(b.get("block_id")).startswith("sources.")]
    elements = [e for block in blocks for part in block["elements"] for e in part["elements"]]
    return [(e["url"], e["text"]) for e in elements if e["type"] == "link"]


async def answered(at: Office, root: str, times: int = 1) -> None:
    """Wait until so many answers stand in the thread, and everything about them is written down."""
    await at.slack.wait_for(lambda: sum(kind(message) == "answer" for message in at.ours(root)) >= times)
    await at.bot.doors.idle()


def kind(message: Message) -> str:
    return str(((message.metadata or {}).get("event_payload") or {}).get("kind"))


# --- the thread as a source -----------------------------------------------------------------------------------


async def test_what_was_decided_is_answered_from_the_messages_with_links_to_them_and_no_call(tmp_path: Path) -> None:
    heard: list[list[Body]] = []

    def reply(body: Body) -> str:
        heard.append(rows(body))
        return "They go by train [1], though platform 3 is closed [2]."

    async with office(tmp_path, docs=DOCS, intents=[about_the_thread], replies=[reply]) as at:
        root = await at.slack.say(BEN, "We go by train.")
        alert = await at.slack.say("UALERTS", "Platform 3 is closed.", thread=root)
        await at.slack.say(ANNA, "@footnote what did we decide?", thread=root)
        await answered(at, root)
        shown = at.read(root)
        assert "They go by train [1]" in shown and "Approve" not in shown
        links = [await _permalink(at, ts) for ts in (root, alert)]
        assert [address for address, _ in sources(at, root)] == links
        assert [re.sub(r"\d", "0", title) for _, title in sources(at, root)] == [
            "Ben Okafor, 0000-00-00 00:00", "alerts (bot), 0000-00-00 00:00",
        ]  # fmt: skip
        assert [row.get("number") for row in heard[0]] == [1, 2, None]


async def _permalink(at: Office, ts: str) -> str:
    thread = next(m for m in at.slack.messages(PLACE) if m.ts == ts).thread_ts
    tail = f"?thread_ts={thread}&cid={PLACE}" if thread else ""
    return f"{at.slack.url}/archives/{PLACE}/p{ts.replace('.', '')}{tail}"


async def test_numbers_of_messages_hold_in_later_turns_and_beside_other_sources(tmp_path: Path) -> None:
    heard: list[list[Body]] = []

    def reply(body: Body) -> str:
        heard.append(rows(body))
        return "By train [1], as ever [4]." if len(heard) > 1 else "By train [1]."

    first_class = intent("When is first class allowed?")
    async with office(
        tmp_path,
        docs=DOCS,
        intents=[about_the_thread, first_class, about_the_thread],
        replies=[reply, SEARCH, "Over three hours [3].", reply],
        approval="off",
    ) as at:
        root = await at.slack.say(BEN, "We go by train.")
        await at.slack.say("UCLARA", "Fine with me.", thread=root)
        await at.slack.say(ANNA, "@footnote what did we decide?", thread=root)
        await answered(at, root, 1)
        await at.slack.say(ANNA, "@footnote when is first class allowed?", thread=root)
        await answered(at, root, 2)
        await at.slack.say(BEN, "As ever.", thread=root)
        await at.slack.say(ANNA, "@footnote what did we decide by now?", thread=root)
        await answered(at, root, 3)
        assert next((row["text"], row["number"]) for row in heard[1] if "number" in row) == ("We go by train.", 1)
        runs = await at.facts(root)
        shown = [fact.answer for facts in runs for fact in facts if isinstance(fact, Answered)]
        assert [[s.number for s in one.sources] for one in shown] == [[1], [3], [1, 4]]
        assert shown[0].sources[0].address == shown[2].sources[0].address


async def test_our_own_answers_and_the_question_are_never_sources(tmp_path: Path) -> None:
    heard: list[list[Body]] = []

    def reply(body: Body) -> str:
        heard.append(rows(body))
        return "By train [1]."

    async with office(tmp_path, intents=[about_the_thread] * 2, replies=[reply, reply]) as at:
        root = await at.slack.say(BEN, "We go by train.")
        for times in (1, 2):
            await at.slack.say(ANNA, "@footnote what did we decide?", thread=root)
            await answered(at, root, times)
        numbers = [(row["kind"], row.get("number")) for row in heard[1]]
        assert numbers == [("member", 1), ("member", 2), ("us", None), ("member", None)]


async def test_an_address_of_another_thread_that_somebody_wrote_opens_nothing(tmp_path: Path) -> None:
    drafts = ["They ask [1]. It is heron [2].", "They ask [1]."]
    async with office(tmp_path, intents=[about_the_thread], replies=drafts) as at:
        secret = await at.slack.say(BEN, "the code word is heron", channel="C0GENERAL")
        link = f"{at.slack.url}/archives/C0GENERAL/p{secret.replace('.', '')}"
        root = await at.slack.say(BEN, f"what does <{link}> say?")
        await at.slack.say(ANNA, "@footnote what did we decide?", thread=root)
        await answered(at, root)
        assert "heron" not in json.dumps(at.model.loop_requests[0])
        [shown] = [fact.answer for facts in await at.facts(root) for fact in facts if isinstance(fact, Answered)]
        assert [source.number for source in shown.sources] == [1]
        assert link not in {source.address for source in shown.sources} and "heron" not in shown.text


class Named(Rehearsal):
    """The rehearsal model by the name that stories give theirs."""

    model = "scripted"


async def test_the_rehearsal_model_sums_up_a_thread_in_its_language(tmp_path: Path) -> None:
    async with Named() as model, office(tmp_path, docs=DOCS, model_url=model.url) as at:
        root = await at.slack.say(BEN, "Wir nehmen den Zug, das Budget ist 4.200 Euro.")
        await at.slack.say("UCLARA", "Wer bucht das Hotel?", thread=root)
        await at.slack.say(ANNA, "@footnote Fass diesen Thread bitte zusammen", thread=root)
        await answered(at, root)
        shown = at.read(root)
        assert "Was in diesem Thread gesagt wurde" in shown and "“Wir nehmen den Zug" in shown
        assert "Quellen" in shown and len(sources(at, root)) == 2


# --- what of us comes back ------------------------------------------------------------------------------------


async def test_what_we_show_beside_answers_in_other_languages_does_not_come_back(tmp_path: Path) -> None:
    heard: list[list[Mapping[str, str]]] = []
    vague = unclear("lang", "Was ist zu lang?", "bis 5 Seiten", "bis 20 Seiten", default="bis 20 Seiten")

    def follow_up(body: Body) -> Mapping[str, object]:
        heard.append(turns(body))
        return intent("Gruß", mode="chat", language="Japanese")

    def precise(body: Body) -> Mapping[str, object]:
        last = turns(body)[-1]["message"]
        return intent("Erste Klasse", language="German", must=[wish("bis 5 Seiten", last)])

    async with office(
        tmp_path,
        docs=DOCS,
        intents=[
            intent("Erste Klasse", mode="clarify", unclear=[vague], language="German"),
            precise,
            follow_up,
            follow_up,
        ],
        replies=[SEARCH, *[f"Über drei Stunden [1].\n{UNKNOWN}"] * 2, "こんにちは。", "はい。"],
    ) as at:
        root = await at.slack.say(ANNA, "@footnote wann gibt es erste Klasse? nicht zu lang")
        await at.press(ANNA, root, "bis 5 Seiten")
        await at.press(ANNA, root, "Freigeben")
        await answered(at, root, 1)
        for times, words in ((2, "hallo"), (3, "noch da?")):
            await at.slack.say(ANNA, f"@footnote {words}", thread=root)
            await answered(at, root, times)
        said = [
            ("member", "wann gibt es erste Klasse? nicht zu lang"),
            ("member", "Was ist zu lang? — bis 5 Seiten"),
            ("us", "Über drei Stunden [1]."),
            ("member", "hallo"),
            ("us", "こんにちは。"),
            ("member", "noch da?"),
        ]
        assert sorted((t["kind"], t["text"]) for t in heard[1]) == sorted(said)


# --- days -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "offset", "today", "sent"),
    [
        ("Asia/Tokyo", 9 * 3600, "2026-12-01 (Tuesday, Asia/Tokyo)", "2026-12-01 00:30"),
        ("America/Los_Angeles", -8 * 3600, "2026-11-30 (Monday, America/Los_Angeles)", "2026-11-30 07:30"),
    ],
)
async def test_today_is_the_day_where_the_asker_is(
    zone: str, offset: int, today: str, sent: str, tmp_path: Path
) -> None:
    async with office(tmp_path, docs=DOCS, intents=[intent("Hi", mode="chat")], replies=["Hello!"]) as at:
        anna = replace(at.slack.world.users[ANNA], tz=zone, tz_offset=offset)
        at.slack.world.users[ANNA] = anna
        at.slack.pass_time(HALF_PAST_THREE - time.time())
        root = await at.slack.say(ANNA, "@footnote what day is it?")
        await answered(at, root)
        messages: Any = at.model.intent_requests[0]["messages"]
        request = json.loads(messages[1]["content"])
        assert request["today"] == today
        assert f'"today": "{today}"' in str(at.model.loop_requests[0]["messages"])
        [recalled] = [fact for facts in await at.facts(root) for fact in facts if isinstance(fact, Recalled)]
        assert [turn.sent for turn in recalled.turns] == [sent]


# --- what it costs --------------------------------------------------------------------------------------------


async def test_a_question_costs_one_reading_of_its_thread_also_where_many_ask_at_once(tmp_path: Path) -> None:
    hello = intent("Say hello", mode="chat")
    async with office(tmp_path, intents=[hello] * 20, replies=["Hello!"] * 20) as at:
        roots = await asyncio.gather(*(at.slack.say(ANNA, f"@footnote hello {n}") for n in range(20)))
        for root in roots:
            await at.sees(root, "Hello!")
        methods = [call.method for call in at.slack.calls]
        assert methods.count("conversations.replies") == 20
        assert methods.count("chat.getPermalink") == 1, "the channel's links are learned once"


async def test_of_a_file_its_name_is_told_and_nothing_is_fetched(tmp_path: Path) -> None:
    hello = intent("Say hello", mode="chat")
    async with office(tmp_path, intents=[hello], replies=["Hello!"]) as at:
        private = {"id": "F1", "name": "plan.pdf", "url_private": f"{at.slack.url}/files/F1/plan.pdf"}
        root = await at.slack.say(BEN, "", files=[private], subtype="file_share")
        await at.slack.say(ANNA, "@footnote what is in it?", thread=root)
        await at.sees(root, "Hello!")
        assert turns(at.model.intent_requests[0])[0]["text"] == "(file: plan.pdf)"
        assert not [call for call in at.slack.calls if call.method.startswith("files")]


@pytest.mark.parametrize(("refused", "kinds"), [(1, ["answer"]), (2, ["answer", "note"])])
async def test_an_answer_in_plainer_blocks_or_words_is_read_again_with_its_sources_and_without_what_stood_around_it(
    tmp_path: Path, refused: int, kinds: list[str]
) -> None:
    heard: list[list[Mapping[str, str]]] = []

    def second(body: Body) -> Mapping[str, object]:
        heard.append(list(turns(body)))
        return intent("Whether the second class is", since=asking(body))

    first = intent("When first class is allowed")
    said = "First class is allowed on trips over three hours [1]."
    replies: list[Line] = [[("read_file", {"path": "travel.md"})], said, said]
    async with office(tmp_path, docs=DOCS, intents=[first, second], replies=replies) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(root, "[Approve]")
        at.slack.faults.add("chat.postMessage", Fault.error("invalid_blocks"), times=refused)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "over three hours [1]", "Sources", "See the answer")
        await at.bot.doors.idle()
        below = [m for m in at.ours(root) if kind(m) != "progress"][-len(kinds) :]
        assert [kind(m) for m in below] == kinds
        assert [bool(m.original_blocks) for m in below] == [refused == 1] * len(kinds)
        assert ("[Evidence]" in at.read(root)) == (refused == 1)
        await at.slack.say(ANNA, "@footnote and second class?", thread=root)
        await at.slack.wait_for(lambda: heard)
        assert [turn["text"] for turn in heard[0] if turn["kind"] == "us"] == [said]
        known = [one.sources for facts in await at.facts(root) for one in facts if isinstance(one, Recalled)]
        assert [(one.number, one.address, one.title) for one in known[-1]] == [(1, "travel.md", "Travel policy")]
