"""Deliveries, presses and broken-off runs from the sides that the other stories of the field do not come from: the
HTTP way in beside Socket Mode, other orders, other people, and a restart in between."""

import asyncio
import gc
import json
import re
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from agent.facts import Answered, Asked, Decided, Replied, Result, Returned, Said, Started, Stopped
from agent.log import Log, NotNow, Shown
from agent.tool import Given, Tool
from agent.tools import SHELF
from bot.app import slack_bot
from bot.http import PATH, Http
from bot.place import Place
from bot.playground.rehearsal.scripted import Held, Line, Odd
from bot.playground.slack import Fault, shapes
from bot.playground.slack.world import BOT, BOT_ID
from bot.playground.web import Fault as WebFault
from bot.settings import SettingsError
from bot.views.safe import visible
from tests.stories.field import Json, button, later, press_again, refused, sent
from tests.stories.office import ANNA, BEN, FREELY, PLACE, Office, intent, office, restarted, turns
from tests.stories.test_field_threads import process

CLARA = "UCLARA"
DOCS = {
    "travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n",
    "old.md": "# Old policy\n\nIn 2019 first class was never allowed.\n",
}
GOAL = intent("When is first class allowed?")
CHAT = intent("Say hello", mode="chat")
READ = [("read_file", {"path": "travel.md"})]
OLD = [("read_file", {"path": "old.md"})]
LIST: Line = [("list_files", {})]
SEARCH = [("search_docs", {"query": "first class"})]
WEB = [("search", {"query": "first class"})]
ANSWER = "First class is allowed on trips over three hours [1]."
QUESTION = "@footnote when is first class allowed?"
HOUR, DAY = 3_600.0, 86_400.0
WAYS = pytest.mark.parametrize("way", ["by socket", "by http"])


# --- the stage ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def by_http(at: Office) -> AsyncIterator[Office]:
    """The same workspace with the bot started once more, behind signed HTTP; the first one is away by then."""
    settings = at.settings.model_copy(update={"slack_signing_secret": at.slack.signing_secret})
    async with slack_bot(settings, listen=("127.0.0.1", 0), rates=FREELY) as bot:
        await bot.start()
        assert isinstance(bot.way_in, Http)
        at.slack.request_url = bot.way_in.address + PATH
        yield replace(at, bot=bot)
        at.slack.request_url = ""


@asynccontextmanager
async def reached(way: str, folder: Path, **more: Any) -> AsyncIterator[Office]:
    """An office whose bot hears by this way."""
    async with office(folder, **more) as at:
        if way == "by socket":
            yield at
        else:
            await at.away()
            async with by_http(at) as again:
                yield again


def events(at: Office, ts: str) -> tuple[Json, Json]:
    """(message, app_mention) of a message, as Slack wraps them."""
    said = next(message for message in at.slack.messages() if message.ts == ts)
    world = at.slack.world
    both = shapes.message_event(world, said), shapes.mention_event(world, said, said.ts)
    first, second = (shapes.callback(world, event, said.channel) for event in both)
    return first, second


def delivered(at: Office, payload: Json, kind: Any = "events_api", attempt: int = 0) -> asyncio.Task[Json]:
    """One delivery; the task gives what was answered, or raises Unanswered."""
    return at.slack._delivery.send(kind, payload, attempt=attempt, reason="timeout" if attempt else "")


async def questions(at: Office, root: str) -> list[str]:
    return [fact.text for run in await at.facts(root) for fact in run if isinstance(fact, Asked)]


async def remarks(at: Office, root: str) -> list[str]:
    return [fact.text for run in await at.facts(root) for fact in run if isinstance(fact, Said)]


async def decisions(at: Office, root: str) -> list[tuple[str, str]]:
    return [(f.by, f.verdict) for run in await at.facts(root) for f in run if isinstance(f, Decided)]


async def decided(at: Office, root: str) -> None:
    """Wait until somebody's decision is in the log."""
    while not await decisions(at, root):  # noqa: ASYNC110 (the log has no event that a story could wait for)
        await asyncio.sleep(0.01)


async def begun(at: Office, root: str) -> list[str]:
    """The canonical arguments of the calls that were made, in order; those of a changed call are the decision's."""
    made: list[str] = []
    for facts in await at.facts(root):
        calls = {call.id: call.arguments for f in facts if isinstance(f, Replied) for call in f.reply.calls}
        calls |= {f"{f.call_id}e2": f.arguments for f in facts if isinstance(f, Decided) and f.verdict == "edit"}
        steps = [fact.step.removeprefix("call.") for fact in facts if isinstance(fact, Started)]
        made += [calls[step] for step in steps if step in calls]
    return made


async def another_card(at: Office, root: str, *seen: str) -> tuple[str, Json]:
    """The Approve button of a card that is none of these."""
    return await at.slack.wait_for(
        lambda: next((one for one in at._buttons(root, "Approve") if one[0] not in seen), None)
    )


async def quiet(at: Office) -> None:
    """Everything said so far was heard and worked off."""
    mark = await at.slack.say(CLARA, "@footnote stop")
    await at.sees(mark, "nothing of yours to stop")


def place(at: Office, root: str) -> Place:
    return Place(at.bot.me.team, PLACE, root)


# --- A1, A2: one mention, two events --------------------------------------------------------------------------


@WAYS
async def test_either_event_alone_is_the_mention_and_the_other_one_later_changes_nothing(
    tmp_path: Path, way: str
) -> None:
    """In a thread and at its root; the second event comes in mid-run, after the answer, or to the next process."""
    slow = Held("Hello!")
    async with reached(way, tmp_path, intents=[CHAT] * 3, replies=[slow, "Hello!", "Hello!"]) as at:
        root = await at.slack.say(BEN, "a thread")
        for first, n in ((1, 1), (0, 2), (1, 3)):
            ts = await at.slack.say(ANNA, f"@footnote hello {n}", thread=root, deliver=False)
            both = events(at, ts)
            await delivered(at, both[first])
            if n == 1:
                await asyncio.wait_for(slow.reached.wait(), 20)
                await delivered(at, both[0])
                slow.release.set()
            await at.slack.wait_for(lambda n=n: at.read(root).count("footnote: Hello!") == n)  # type: ignore[misc]
            await at.bot.doors.idle()
            await delivered(at, both[1 - first])
        await quiet(at)
        assert await questions(at, root) == ["hello 1", "hello 2", "hello 3"] and len(at.ours(root)) == 3


async def test_the_first_event_to_one_process_and_the_second_to_the_next_is_one_run(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 2, replies=["Hello!"] * 2) as at:
        root = await at.slack.say(ANNA, "@footnote hello", deliver=False)
        heard, mention = events(at, root)
        await delivered(at, heard)
        await at.away()
        async with by_http(at) as again:
            assert (await again.slack.deliver_signed(mention)).status == 200
            await again.sees(root, "Hello!")
            await again.bot.doors.idle()
            assert await questions(again, root) == ["hello"] and len(again.ours(root)) == 1


@WAYS
async def test_a_hundred_mentions_raced_in_both_orders_are_a_hundred_runs(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, intents=[CHAT] * 100, replies=["Hello!"] * 100) as at:
        roots = [await at.slack.say(ANNA, f"@footnote hello {n}", deliver=False) for n in range(100)]
        pairs = [events(at, root) for root in roots]
        raced = [one for n, pair in enumerate(pairs) for one in (pair if n % 2 else reversed(pair))]
        for start in range(0, 200, 20):
            await asyncio.gather(*(delivered(at, one) for one in raced[start : start + 20]))
        assert [await questions(at, root) for root in roots] == [[f"hello {n}"] for n in range(100)]
        assert [len(await at.bot.log.runs(place(at, root).id)) for root in roots] == [1] * 100


async def test_what_was_not_for_us_leaves_the_key_to_what_is(tmp_path: Path) -> None:
    """A bot's copy, an outsider's and a system's event with the ts of the mention come first."""
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello", deliver=False)
        heard, mention = events(at, root)
        for odd in (
            {"bot_id": "BALERTS"}, {"user_team": "T0OTHER"}, {"subtype": "message_changed", "hidden": True},
            {"subtype": "channel_topic"}, {"user": None}, {"text": "hello"},
        ):  # fmt: skip
            await delivered(at, heard | {"event": heard["event"] | odd})
        await delivered(at, mention)
        await at.sees(root, "Hello!")
        assert await questions(at, root) == ["hello"]


# --- A3: late acknowledgements and repetitions ----------------------------------------------------------------


@WAYS
async def test_a_mention_that_is_repeated_while_the_first_delivery_is_still_held_up_is_one_run(
    tmp_path: Path, way: str
) -> None:
    async with reached(way, tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello", deliver=False)
        both = events(at, root)
        async with at.bot.doors.at(place(at, root).id):
            held = [delivered(at, one, attempt=n) for n in range(4) for one in both]
            await at.slack.wait_for(lambda: at.bot.doors._door(place(at, root).id).visitors == 9)
        await asyncio.gather(*held)
        await at.sees(root, "Hello!")
        await at.bot.doors.idle()
        assert await questions(at, root) == ["hello"] and len(at.ours(root)) == 1


@WAYS
async def test_the_last_repetition_may_be_the_first_that_is_heard(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello", deliver=False)
        heard, mention = events(at, root)
        for payload, attempt in ((mention, 3), (heard, 1), (mention, 1), (heard, 3)):
            await delivered(at, payload, attempt=attempt)
        await at.sees(root, "Hello!")
        await at.bot.doors.idle()
        assert await questions(at, root) == ["hello"] and len(at.ours(root)) == 1


@pytest.mark.parametrize("seconds", [301.0, 2 * HOUR, 6 * DAY])
async def test_a_repetition_long_after_is_known_though_the_log_was_tidied_meanwhile(
    tmp_path: Path, seconds: float
) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await at.sees(root, "Hello!")
        await at.bot.doors.idle()
        await at.away()
        async with later(at, lambda: time.time() + seconds) as then:
            await then.bot.log.expire(30 * DAY, DAY)
            for payload in events(then, root):
                await delivered(then, payload, attempt=3)
            await quiet(then)
            assert await questions(then, root) == ["hello"] and len(then.ours(root)) == 1


# --- A4: edits ------------------------------------------------------------------------------------------------


@WAYS
async def test_previews_and_the_edits_of_bots_while_a_call_waits_supersede_nothing(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=[OLD, READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        remark = await at.slack.say(ANNA, "the new policy", thread=root)
        await at.sees(root, "Superseded", '"travel.md"', "[Approve]")
        await at.slack.unfurl(root)
        await at.slack.unfurl(remark)
        at.slack.order = "mention_first"
        alert = await at.slack.say("UALERTS", "deploy 7 of @footnote", thread=root)
        await at.slack.edit("UALERTS", alert, "deploy 8 of @footnote")
        await quiet(at)
        assert await remarks(at, root) == ["the new policy"] and at.read(root).count("Superseded") == 1
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        assert len(await at.facts(root)) == 1


@pytest.mark.parametrize("order", ["message_first", "mention_first"])
async def test_an_edit_that_names_us_first_asks_also_in_a_thread_at_work_and_of_the_next_process(
    tmp_path: Path, order: Any
) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL, CHAT, CHAT], replies=[READ, ANSWER, "Hello!"]) as at:
        at.slack.order = order
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        words = await at.slack.say(BEN, "hello", thread=root)
        await quiet(at)
        await at.away()
        async with restarted(at) as again:
            await again.slack.edit(BEN, words, "@footnote hello")
            await again.sees(root, "Waiting until the question above, by")
            await again.press(ANNA, root, "Approve")
            await again.sees(root, "Sources", "Hello!")
            assert await questions(again, root) == ["when is first class allowed?", "hello"]


@pytest.mark.parametrize("days", [8, 40])
async def test_a_slip_corrected_long_after_the_answer_starts_nothing(tmp_path: Path, days: int) -> None:
    """The key of the mention is forgotten by then; after a month its whole record is."""
    async with office(tmp_path, intents=[CHAT, CHAT], replies=["Hello!", "Hello again!"]) as at:
        root = await at.slack.say(ANNA, "@footnote helo")
        await at.sees(root, "Hello!")
        await at.bot.doors.idle()
        await at.away()
        async with later(at, lambda: time.time() + days * DAY) as then:
            await then.bot.log.expire(30 * DAY, DAY)
            then.slack.pass_time(days * DAY)
            await then.slack.edit(ANNA, root, "@footnote hello")
            await quiet(then)
            await then.bot.doors.idle()
            assert len(then.ours(root)) == 1 and then.model.left == 2
            assert len(await questions(then, root)) <= 1


# --- A5: machines ---------------------------------------------------------------------------------------------


async def test_two_bots_that_answer_each_other_in_a_thread_of_ours_move_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        other = replace(at.slack.world.users["UALERTS"], id="UECHO", name="echo", bot_id="BECHO", app_id="AECHO")
        at.slack.world.users["UECHO"] = other
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        for n in range(10):
            words = ("@footnote stop", "approve", f"@footnote and now {n}?", "yes, go ahead", "only 2024 please")[
                n % 5
            ]
            await at.slack.say(
                ("UALERTS", "UECHO")[n % 2], words, thread=root, subtype="bot_message" if n > 4 else None
            )
        for event in (
            {"bot_id": BOT_ID, "subtype": "bot_message", "text": f"<@{BOT}> stop", "thread_ts": root},
            {"user": BOT, "text": f"<@{BOT}> stop", "thread_ts": root, "subtype": "thread_broadcast"},
            {"user": ANNA, "bot_profile": {"id": BOT_ID}, "text": f"<@{BOT}> stop", "thread_ts": root},
        ):  # fmt: skip
            posted = {"type": "message", "channel": PLACE, "ts": at.slack.world.tick(), **event}
            await at.slack.deliver_raw({"type": "event_callback", "event_id": posted["ts"], "event": posted})
        await quiet(at)
        assert await remarks(at, root) == [] and "[Approve]" in at.read(root)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        assert len(await at.facts(root)) == 1


@pytest.mark.parametrize("http", [False, True])
@pytest.mark.parametrize(
    "fault",
    [Fault.error("invalid_auth"), Fault.error("internal_error"), Fault.status(503), Fault.reset_before(),
     Fault.ratelimited(retry_after=0)],
    ids=lambda fault: fault.name or fault.kind,
)  # fmt: skip
async def test_who_does_not_know_who_it_is_hears_nobody(tmp_path: Path, fault: Fault, http: bool) -> None:
    async with office(tmp_path) as at:
        await at.away()
        at.slack.faults.add("auth.test", fault, times=9)
        settings = at.settings.model_copy(update={"slack_signing_secret": at.slack.signing_secret})
        with pytest.raises(SettingsError):
            async with slack_bot(settings, listen=("127.0.0.1", 0) if http else None, rates=FREELY) as bot:
                await bot.start()
        assert not at.slack.connections and not sent(at)


# --- A7: subtypes ---------------------------------------------------------------------------------------------


@WAYS
async def test_remarks_with_a_file_and_to_the_channel_are_remarks_and_me_words_with_our_name_a_question(
    tmp_path: Path, way: str
) -> None:
    async with reached(
        way, tmp_path, docs=DOCS, intents=[GOAL, GOAL, GOAL, CHAT], replies=[OLD, OLD, READ, ANSWER, "Hello!"]
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.slack.say(ANNA, "as in this", thread=root, files=["plan.pdf"])
        await at.slack.wait_for(lambda: at.read(root).count("Superseded") == 1 and at._buttons(root, "Approve"))
        await at.slack.say(ANNA, "all of you: the new one", thread=root, subtype="thread_broadcast")
        await at.slack.wait_for(lambda: at.read(root).count("Superseded") == 2 and at._buttons(root, "Approve"))
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        assert await remarks(at, root) == ["as in this\n(file: plan.pdf)", "all of you: the new one"]
        waves = await at.slack.say(BEN, "@footnote waves hello", subtype="me_message")
        await at.sees(waves, "Hello!")
        assert await questions(at, waves) == ["waves hello"]


@WAYS
async def test_a_stop_to_the_whole_channel_stops(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[READ]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.slack.say(ANNA, "stop", thread=root, subtype="thread_broadcast")
        await at.sees(root, "Stopped by Anna Kowalska")


# --- E1: who may press ----------------------------------------------------------------------------------------


def forged(at: Office, user: str, view: Json, **changed: object) -> asyncio.Task[Json]:
    """A modal's submission as somebody puts it together who was not shown it, or has changed it."""
    payload = shapes.interaction(at.slack.world, "view_submission", user)
    return delivered(at, payload | {"view": {**view, **changed}}, "interactive")


def filled(field: str, value: str, **more: str) -> Json:
    fields = {field: value, **more}
    return {"values": {name: {name: {"type": "plain_text_input", "value": text}} for name, text in fields.items()}}


@WAYS
async def test_a_form_sent_by_somebody_else_than_it_was_opened_for_decides_nothing(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        at.slack.world.channels[PLACE].members.add("UGUEST")
        root = await at.slack.say(ANNA, QUESTION)
        for label, state in (
            ("Reject", filled("comment", "no")),
            ("Edit", filled("argument.path", "old.md", **{"argument.start": "1"})),
        ):
            await at.press(ANNA, root, label)
            view = (await at.slack.wait_for(lambda: at.slack.views(ANNA)))[-1]
            for user in (BEN, "UGUEST", "UOTHER", "UALERTS"):
                answer = await forged(at, user, shapes.view(view), state=state)
                assert answer["response_action"] == "errors" and "Only Anna Kowalska" in str(answer["errors"])
            await at.slack.close_view(ANNA, view.id)
        for label in ("Edit", "Approve, also later"):
            await at.press("UGUEST", root, label)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals("UGUEST")) == 2)
        assert await decisions(at, root) == [] and not at.slack.views("UGUEST")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources", "Approved by Anna Kowalska")


@WAYS
async def test_the_approver_of_another_channel_is_nobody_here(tmp_path: Path, way: str) -> None:
    config = f'[channel.C0GENERAL]\napprovers = ["{BEN}"]'
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], config=config) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(BEN, root, "Approve")
        await at.hears(BEN, "Only Anna Kowalska can decide here")
        assert await decisions(at, root) == [] and "[Approve]" in at.read(root)


# --- E2: presses days later -----------------------------------------------------------------------------------


async def test_a_press_after_two_days_and_a_restart_counts_where_the_channel_gives_that_long(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], config="approval_hours = 72"
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        ts, approve = await button(at, root, "Approve")
        await at.away()
        async with later(at, lambda: time.time() + 2 * DAY) as back:
            await back.bot.log.expire(30 * DAY, DAY)
            await press_again(back, ANNA, ts, approve)
            await back.sees(root, "Sources", "Approved by Anna Kowalska")
            await press_again(back, ANNA, ts, approve)
            await back.hears(ANNA, "already")
            assert len(await begun(back, root)) == 1


async def test_a_press_that_waits_for_the_bot_past_its_time_runs_nothing_and_is_answered(tmp_path: Path) -> None:
    """Pressed while nobody was there to hear it; the bot comes back when the time to decide is over."""
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, *["I cannot say."] * 2]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.away()
        await at.press(ANNA, root, "Approve")
        async with later(at, lambda: time.time() + 25 * HOUR) as back:
            await back.sees(root, "Expired: nobody decided in time", "[Retry]")
            await back.slack.wait_for(lambda: back.slack.ephemerals(ANNA))
            await back.slack.wait_for(lambda: "[Approve]" not in back.read(root))
            assert await begun(back, root) == [] and await decisions(back, root) == []


@WAYS
async def test_a_press_on_what_the_log_has_forgotten_is_answered_and_does_nothing(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        olds = [
            await button(at, root, label) for label in ("Approve", "Reject", "Edit", "Approve, also later", "Stop")
        ]
        await at.press(ANNA, root, "Reject")
        view = (await at.slack.wait_for(lambda: at.slack.views(ANNA)))[-1]
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources", "[Retry]")
        await at.bot.doors.idle()
        olds.append(await button(at, root, "Retry"))
        assert await at.bot.log.expire(0, 0) == 1
        before = [(m.ts, m.text, m.original_blocks) for m in at.ours(root)]
        for ts, element in olds:
            await press_again(at, ANNA, ts, element)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(ANNA)) == len(olds))
        assert all("record I no longer keep" in message.text for message in at.slack.ephemerals(ANNA))
        late = await forged(at, ANNA, shapes.view(view), state=filled("comment", "no"))
        assert "record I no longer keep" in str(late["errors"])
        assert [(m.ts, m.text, m.original_blocks) for m in at.ours(root)] == before and await at.facts(root) == []


async def test_asking_again_when_the_words_are_forgotten_asks_the_same(tmp_path: Path) -> None:
    asked: list[str] = []

    def again(body: dict[str, object]) -> Line:
        asked.append(turns(body)[-1]["text"] if turns(body)[-1]["kind"] == "member" else turns(body)[0]["text"])
        return GOAL

    async with office(tmp_path, docs=DOCS, intents=[again, again], replies=[READ, READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Stop")
        await at.sees(root, "Stopped by")
        await at.bot.doors.idle()
        await at.away()
        async with later(at, lambda: time.time() + 3 * DAY) as back:
            await back.bot.log.expire(30 * DAY, DAY)
            await back.press(ANNA, root, "Retry")
            await back.press(ANNA, root, "Approve")
            await back.sees(root, "Sources")
            assert set(asked) == {"when is first class allowed?"}


# --- E3: long arguments ---------------------------------------------------------------------------------------


@WAYS
async def test_a_call_full_of_signs_is_changed_rejected_and_approved_with_signs(tmp_path: Path, way: str) -> None:
    long, other, comment = "<" * 2_900, "&" * 400 + "<!here>", "<&>" * 600
    calls: list[Line] = [[("search_docs", {"query": long})], [("search_docs", {"query": other})]]
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[*calls, ANSWER, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.press(ANNA, root, "Edit")
        await at.hears(ANNA, "too long for a form")
        await at.press(ANNA, root, "Reject")
        assert await at.fills(ANNA, comment) is None
        await at.sees(root, "Rejected by Anna Kowalska", "[Approve]")
        await at.press(ANNA, root, "Edit")
        assert await at.fills(ANNA, other + " first class", field="argument.query") is None
        await at.sees(root, "as changed by Anna Kowalska")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Approved by Anna Kowalska", "[Retry]")
        assert [json.loads(one)["query"] for one in await begun(at, root)] == [other + " first class"]
        assert not refused(at) and f"rejected by a person: {comment}" in str(at.model.loop_requests[1]["messages"])


@pytest.mark.parametrize(("length", "sign"), [(2_900, "a"), (2_900, "<"), (30_000, "a"), (30_000, "<")])
async def test_a_form_opens_for_what_fits_into_it_and_a_word_is_said_for_what_does_not(
    tmp_path: Path, length: int, sign: str
) -> None:
    query = ("first class " + sign * length)[:length]
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[("search_docs", {"query": query})], ANSWER, ANSWER]
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.press(ANNA, root, "Edit")
        if (length, sign) == (2_900, "a"):
            changed = query[:600] + "b" + query[601:]
            assert await at.fills(ANNA, changed, field="argument.query") is None
            await at.sees(root, "as changed by Anna Kowalska")
        else:
            changed = query
            await at.hears(ANNA, "too long for a form")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Approved by Anna Kowalska", "[Retry]")
        assert [json.loads(one)["query"] for one in await begun(at, root)] == [changed] and not refused(at)
        files = [json.loads(at.slack.file_text(m))["query"] for m in at.ours(root) if m.files]
        assert files == list(dict.fromkeys([query, changed]))


# --- E4: when it is pressed -----------------------------------------------------------------------------------


@WAYS
async def test_of_two_people_at_the_same_moment_one_decides_and_the_other_is_told_so(
    tmp_path: Path, way: str
) -> None:
    async with reached(
        way, tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], config=f'approvers = ["{BEN}", "{CLARA}"]'
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        ts, approve = await button(at, root, "Approve")
        rest = (await button(at, root, "Approve, also later"))[1]
        pressed = ((BEN, approve), (ANNA, rest), (CLARA, approve), (BEN, rest), (ANNA, approve))
        await asyncio.gather(*(press_again(at, user, ts, element) for user, element in pressed))
        await at.sees(root, "Sources")
        told = [len(at.slack.ephemerals(user)) for user in (ANNA, BEN, CLARA)]
        await at.slack.wait_for(lambda: sum(len(at.slack.ephemerals(u)) for u in (ANNA, BEN, CLARA)) == 4)
        [(winner, verdict)] = await decisions(at, root)
        names = {ANNA: "Anna Kowalska", BEN: "Ben Okafor", CLARA: "Clara Weiss"}
        assert verdict == "approve" and f"Approved by {names[winner]}" in at.read(root), told
        assert len(await begun(at, root)) == 1 and at.read(root).count("Approved by") == 1


@WAYS
async def test_approve_and_stop_in_one_moment_leave_no_button_and_at_most_one_call(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        (ts, approve), (top, stop) = await button(at, root, "Approve"), await button(at, root, "Stop")
        await asyncio.gather(
            press_again(at, ANNA, ts, approve), press_again(at, ANNA, top, stop), press_again(at, ANNA, ts, approve)
        )
        await at.slack.wait_for(lambda: any(word in at.read(root) for word in ("Stopped by", "Sources")))
        await at.bot.doors.idle()
        await at.slack.wait_for(lambda: "[Approve]" not in at.read(root) and "[Stop]" not in at.read(root))
        assert len(await begun(at, root)) <= 1


async def test_a_name_on_a_card_outlives_the_process_and_a_second_press_is_still_known(tmp_path: Path) -> None:
    """The process ends between the decision and the edit that takes the buttons away."""
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        ts, approve = await button(at, root, "Approve")
        at.slack.faults.add("chat.update", Fault.hang(60), times=9)
        await press_again(at, ANNA, ts, approve)
        await decided(at, root)
        await at.away()
        assert "[Approve]" in at.read(root)
        at.slack.faults.clear()
        await press_again(at, ANNA, ts, approve)
        async with restarted(at) as again:
            await again.hears(ANNA, "already")
            await again.sees(root, "Approved by Anna Kowalska", "Sources")
            await again.slack.wait_for(lambda: "[Approve]" not in again.read(root))
            assert len(await begun(again, root)) == 1


async def test_a_form_that_was_open_when_the_time_was_over_says_so(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, *["I cannot say."] * 2]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Reject")
        view = (await at.slack.wait_for(lambda: at.slack.views(ANNA)))[-1]
        await at.away()
        async with later(at, lambda: time.time() + 25 * HOUR) as back:
            early = await forged(back, ANNA, shapes.view(view), state=filled("comment", "no"))
            assert "expired" in str(early["errors"]) or "ended" in str(early["errors"])
            await back.sees(root, "Expired: nobody decided in time", "[Retry]")
            assert await decisions(back, root) == []


# --- E5: which request a press is about -----------------------------------------------------------------------


@WAYS
async def test_the_values_of_two_cards_before_settle_nothing_on_the_third(tmp_path: Path, way: str) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, READ, LIST, ANSWER, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        seen: list[tuple[str, Json]] = []
        for _ in range(2):
            ts, approve = await another_card(at, root, *(ts for ts, _ in seen))
            seen += [(ts, await at.slack.wait_for(lambda ts=ts, label=label: _on(at, root, ts, label)))  # type: ignore[misc]
                     for label in ("Approve", "Reject", "Edit", "Approve, also later")]  # fmt: skip
            await press_again(at, ANNA, ts, approve)
        third, approve = await another_card(at, root, *(ts for ts, _ in seen))
        for where in (third, seen[0][0]):
            for _, element in seen:
                await press_again(at, ANNA, where, element)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(ANNA)) == 16)
        assert len(await begun(at, root)) == 2 and not at.slack.views(ANNA) and len(await decisions(at, root)) == 2
        await press_again(at, ANNA, third, approve)
        await at.slack.wait_for(lambda: at.model.left == 0 or "Sources" in at.read(root))
        assert len(await begun(at, root)) == 3


def _on(at: Office, root: str, ts: str, label: str) -> Json | None:
    return next((element for where, element in at._buttons(root, label) if where == ts), None)


async def test_three_calls_of_one_card_are_decided_in_any_order_each_for_itself(tmp_path: Path) -> None:
    three: Line = [*OLD, *READ, ("list_files", {})]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[three, "Three hours [1]."]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Reject", nth=2)
        await at.fills(ANNA, "no need")
        await at.sees(root, "Rejected by")
        await at.press(ANNA, root, "Approve", nth=1)
        await at.sees(root, "Approved by")
        await at.press(ANNA, root, "Reject")
        await at.fills(ANNA, "")
        await at.sees(root, "Sources")
        assert [json.loads(one).get("path") for one in await begun(at, root)] == ["travel.md"]


@WAYS
async def test_a_value_works_in_its_own_thread_and_channel_alone(tmp_path: Path, way: str) -> None:
    """Replayed from a card of another run, from a bare message of another thread, and by a forged form."""
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL] * 2, replies=[READ, OLD, ANSWER, ANSWER]) as at:
        root, other = await at.slack.say(ANNA, QUESTION), await at.slack.say(ANNA, QUESTION)
        (ts, approve), (there, _) = await button(at, root, "Approve"), await button(at, other, "Approve")
        bare = await at.slack.say(ANNA, "look")
        for where in (there, bare):
            for label in ("Approve", "Reject", "Edit", "Stop", "Approve, also later"):
                await press_again(at, ANNA, where, (await button(at, root, label))[1])
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(ANNA)) + len(at.slack.world.unshown) == 10)
        moved = shapes.block_actions(
            at.slack.world,
            ANNA,
            next(m for m in at.slack.messages() if m.ts == ts),
            approve | {"block_id": "b"},
            "",
            {},
        )
        moved |= {"channel": {"id": "C0GENERAL"}, "container": {**moved["container"], "channel_id": "C0GENERAL"}}
        await delivered(at, moved, "interactive")
        await at.press(ANNA, root, "Reject")
        view = shapes.view((await at.slack.wait_for(lambda: at.slack.views(ANNA)))[-1])
        private = json.loads(view["private_metadata"])
        token = private["token"]
        for odd in (
            {"thread": other}, {"channel": "C0GENERAL"}, {"team": "T0OTHER"}, {"token": ""}, {"token": token + "0"},
            {"token": token.replace("reject|", "approve|")},
        ):  # fmt: skip
            moved_to, state = json.dumps(private | odd), filled("comment", "")
            answer = await forged(at, ANNA, view, private_metadata=moved_to, state=state)
            assert "do not know that button" in str(answer["errors"]), odd
        assert await decisions(at, root) == await decisions(at, other) == []
        assert all("[Stop]" in at.read(one) for one in (root, other))
        await press_again(at, ANNA, ts, approve)
        await at.sees(root, "Approved by Anna Kowalska")


# --- E6: what is shown is what is run -------------------------------------------------------------------------


def writer(told: list[object]) -> Tool:
    """A tool that keeps what it was given."""

    async def note(given: Given, lines: Annotated[list[str], Field(description="What to write.")]) -> Result:
        """Write lines down."""
        told.append(lines)
        return Result(note="written")

    return Tool(note, needs="docs", timeout=5)


LISTS: list[tuple[list[str], list[str]]] = [
    (["a", "", "b"], ["a", "b"]),
    (["a", "b", ""], ["a", "b"]),
    ([""], []),
    (["x"] * 33, ["x"] * 32),
    (["a\x07"], ["a"]),
    (["a\x1b[2K"], ["a[2K"]),
    (["a\r\n"], ["a\n"]),
    (["a\t"], ["a "]),
    (["a\u00a0b"], ["a b"]),
    (["a\u2028b"], ["a\nb"]),
    (["a\ufe0f"], ["a"]),
    (["a\U000e0041"], ["a"]),
    (["é"], ["e\u0301"]),
    ([" a"], ["a"]),
    (['["a"]'], ["a"]),
]


@pytest.mark.parametrize(("first", "second"), LISTS, ids=lambda lines: json.dumps(lines)[:20])
async def test_lists_that_differ_in_what_hardly_shows_are_two_decisions_and_run_as_approved(
    tmp_path: Path, first: list[str], second: list[str]
) -> None:
    told: list[object] = []
    calls: list[Line] = [[("note", {"lines": lines})] for lines in (first, second)]
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[*calls, "Done.", "Done."], shelf=[*SHELF, writer(told)]
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        ts, approve = await button(at, root, "Approve")
        one = at.read(root)
        await press_again(at, ANNA, ts, approve)
        other_ts, other = await another_card(at, root, ts)
        assert other["value"] != approve["value"] and told == [first]
        await press_again(at, ANNA, ts, approve)
        await at.hears(ANNA, "already")
        await press_again(at, ANNA, other_ts, other)
        await at.sees(root, "[Retry]")
        assert told == [first, second] and len(await decisions(at, root)) == 2
        shown = json.dumps(first, ensure_ascii=False)
        assert shown in one or "\\u" in one or "\\r" in one, "what does not show is written as JSON's escape"


async def test_a_change_of_the_six_hundredth_character_alone_is_another_call(tmp_path: Path) -> None:
    told: list[object] = []
    lines = ["first class " * 100]
    changed = [lines[0][:599] + "X" + lines[0][600:]]
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[("note", {"lines": lines})], "Done.", "Done."],
        shelf=[*SHELF, writer(told)],
    ) as at:  # fmt: skip
        root = await at.slack.say(ANNA, QUESTION)
        ts, approve = await button(at, root, "Approve")
        await at.press(ANNA, root, "Edit")
        assert await at.fills(ANNA, json.dumps(changed), field="argument.lines") is None
        again, _ = await another_card(at, root, ts)
        await press_again(at, ANNA, ts, approve)
        await press_again(at, ANNA, again, approve)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(ANNA)) == 2)
        assert told == [], "the button of the call as it was"
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "[Retry]")
        assert told == [changed]
        assert json.dumps(lines) in at.read(root) and json.dumps(changed) in at.read(root)


async def test_a_tool_that_changed_while_its_call_waited_is_not_run_on_what_nobody_saw(tmp_path: Path) -> None:
    """The next version of the program gives the tool one more parameter, with a default."""
    told: list[object] = []

    async def note(
        given: Given,
        lines: Annotated[list[str], Field(description="What to write.")],
        wipe: Annotated[bool, Field(description="Whether to wipe what was there.")] = True,
    ) -> Result:
        """Write lines down."""
        told.append((lines, wipe))
        return Result(note="written")

    newer = Tool(note, needs="docs", timeout=5)
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[("note", {"lines": ["a"]})], "Done.", "Done."],
        shelf=[*SHELF, writer(told)],
    ) as at:  # fmt: skip
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.away()
        async with slack_bot(at.settings, shelf=[*SHELF, newer], rates=FREELY) as bot:
            await bot.start()
            await at.slack.wait_for(lambda: at.slack.connections)
            again = replace(at, bot=bot)
            await again.press(ANNA, root, "Approve")
            await again.sees(root, "[Retry]")
            assert told == [], "wipe was never shown"


# --- I1: words that come in between ---------------------------------------------------------------------------


@WAYS
async def test_a_burst_of_two_people_while_a_call_waits_is_one_run_at_a_time_and_loses_nothing(
    tmp_path: Path, way: str
) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[_understands] * 20, replies=[_works] * 20) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        for user, text in (
            (ANNA, "only 2024 please"), (BEN, "@footnote hello"), (ANNA, "no, 2023"), (CLARA, "nice weather"),
            (ANNA, "@footnote in Europe"), (BEN, "@footnote hello again"), (ANNA, "by train"),
        ):  # fmt: skip
            await at.slack.say(user, text, thread=root)
        await at.slack.wait_for(lambda: len([r for r in at.model.loop_requests if "by train" in str(r)]) > 0)
        await at.slack.wait_for(lambda: at._buttons(root, "Approve"))
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources", "Hello, Ben!")
        await at.bot.doors.idle()
        first, *others = await at.facts(root)
        assert [f.text for f in first if isinstance(f, Said)] == [
            "only 2024 please",
            "no, 2023",
            "in Europe",
            "by train",
        ]
        assert all(isinstance(run[-1], Answered | Said) for run in (first, *others))
        heard = [f.text for run in others for f in run if isinstance(f, Asked | Said)]
        assert list(dict.fromkeys(heard)) == ["hello", "hello again"] and at.read(root).count("Sources") == 1


def _understands(body: dict[str, object]) -> Line:
    return CHAT if turns(body)[-1]["speaker"] == BEN else GOAL


def _works(body: dict[str, object]) -> Line:
    if "tools" not in body:
        return "Hello, Ben!"
    return ANSWER if "allowed on trips over" in str(body["messages"]) else READ


def _early_or_late(body: dict[str, object]) -> Line:
    return "Late!" if "only 2024" in str(body["messages"]) else "Early!"


async def test_a_correction_in_the_very_moment_of_the_answer_is_always_answered(tmp_path: Path) -> None:
    """In twelve threads, a little earlier or later each time: in the run, or as a question of its own."""
    helds = [Held("Early!") for _ in range(12)]
    waiting = iter(helds)

    def says(body: dict[str, object]) -> Line:
        return "Late!" if "only 2024" in str(body["messages"]) else next(waiting)

    async with office(tmp_path, intents=[CHAT] * 40, replies=[says] * 40) as at:
        for n, held in enumerate(helds):
            root = await at.slack.say(ANNA, "@footnote hello")
            await asyncio.wait_for(held.reached.wait(), 20)
            held.release.set()
            for _ in range(n):
                await asyncio.sleep(0.004)
            await at.slack.say(ANNA, "only 2024 please" if n % 2 else "@footnote only 2024 please", thread=root)
            await at.sees(root, "Late!")
            await at.bot.doors.idle()
            heard = {f.text for run in await at.facts(root) for f in run if isinstance(f, Asked | Said)}
            assert heard == {"hello", "only 2024 please"} and at.read(root).count("Late!") == 1


async def test_a_correction_that_the_process_does_not_outlive_is_what_the_next_one_answers(tmp_path: Path) -> None:
    slow = Held("Early!")
    async with office(tmp_path, intents=[CHAT] * 3, replies=[slow, *[_early_or_late] * 2]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await asyncio.wait_for(slow.reached.wait(), 20)
        leaving = asyncio.create_task(at.away())
        await asyncio.sleep(0.1)
        slow.release.set()
        await leaving
        await at.slack.say(ANNA, "only 2024 please", thread=root)
        async with restarted(at) as again:
            await again.sees(root, "Late!")
            await again.bot.doors.idle()
            assert len([m for m in again.ours(root) if "Late!" in m.text]) == 1


# --- I3: processes that end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["killed", "told twice to stop"])
async def test_a_process_that_ends_in_mid_search_searches_again_and_answers_once(tmp_path: Path, how: str) -> None:
    nothing = "I found nothing to cite."
    async with office(tmp_path, docs=DOCS, intents=[GOAL, CHAT], replies=[WEB, nothing, "Hello!"]) as at:
        await at.away()
        at.web.faults["search"].append(WebFault(hangs=True))
        more = {"FOOTNOTE_APPROVAL": "off", "FOOTNOTE_TAVILY_URL": at.web.url}
        async with process(at.slack, at.model, tmp_path, **more) as bot:
            await at.slack.wait_for(lambda: at.slack.connections, seconds=60)
            root = await at.slack.say(ANNA, QUESTION)
            await at.slack.wait_for(lambda: at.web.calls)
            await at.sees(root, "Searching")
            if how == "killed":
                bot.send_signal(signal.SIGKILL)
            else:
                bot.send_signal(signal.SIGTERM)
                assert bot.stderr
                while b"finishing what is under way" not in await bot.stderr.readline():
                    pass
                bot.send_signal(signal.SIGTERM)
            code = await asyncio.wait_for(bot.wait(), 30)
            assert code == (-signal.SIGKILL if how == "killed" else 128 + signal.SIGTERM)
        await at.slack.wait_for(lambda: not at.slack.connections)
        await at.slack.say(BEN, "@footnote hello", thread=root)
        async with restarted(at) as again:
            await again.sees(root, "[Retry]", "Hello!")
            await again.bot.doors.idle()
            first, second = await again.facts(root)
            assert isinstance(first[-1], Answered) and isinstance(second[-1], Answered)
            steps = [fact.step for fact in first if isinstance(fact, Started) and fact.step.startswith("call")]
            assert steps == ["call.1.1", "call.1.1"] and len(at.web.calls) == 2
            assert len(again.ours(root)) == 2 and "Searching" not in again.read(root)


class Forgetful(Log):
    """A log that cannot be written to just when Slack has said where a message stands."""

    async def show(self, row: Shown) -> None:
        if row.ts:
            raise NotNow("the disk is full")
        await super().show(row)


@WAYS
async def test_a_process_that_never_wrote_down_where_its_message_stands_is_followed_by_one_that_finds_it(
    tmp_path: Path, way: str
) -> None:
    async with office(tmp_path, intents=[CHAT] * 3, replies=["Hello!", "Hello again!", "Hello again!"]) as at:
        await at.away()
        async with slack_bot(at.settings, log=Forgetful, rates=FREELY) as bot:
            await bot.start()
            root = await at.slack.say(ANNA, "@footnote hello")
            await at.slack.wait_for(lambda: at.ours(root))
        async with (restarted if way == "by socket" else by_http)(at) as again:
            await again.sees(root, "Hello!")
            await again.bot.doors.idle()
            assert len(again.ours(root)) == 1
            await again.slack.say(ANNA, "@footnote hello", thread=root)
            await again.sees(root, "Hello again!")


async def test_a_slack_that_takes_no_post_until_the_process_ends_gets_one_from_the_next(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 2, replies=["Hello!"] * 2) as at:
        at.slack.faults.add("chat.postMessage", Fault.status(500), times=99)
        root = await at.slack.say(ANNA, "@footnote hello")
        await at.slack.wait_for(lambda: [call for call in at.slack.calls if call.method == "chat.postMessage"])
        await at.away()
        assert not at.ours(root)
        at.slack.faults.clear()
        async with restarted(at) as again:
            await again.sees(root, "Hello!")
            await again.bot.doors.idle()
            assert len(again.ours(root)) == 1


@pytest.mark.parametrize(
    ("mode", "nothing"),
    [
        *(
            (mode, nothing)
            for mode in ("research", "chat")
            for nothing in ("", " \n", Odd("", empty_deltas=300), Odd("", finish=""))
        ),
        ("research", "\u200b"),
        ("chat", "\u200b"),
        ("chat", "\u2060\n\ufeff"),
    ],
)
async def test_a_run_whose_model_says_nothing_ends_in_a_word_and_the_next_question_has_no_blank_turn(
    tmp_path: Path, nothing: Line, mode: str
) -> None:
    goal = GOAL if mode == "research" else CHAT
    first: Sequence[Line] = [SEARCH] if mode == "research" else []
    async with office(
        tmp_path, docs=DOCS, intents=[goal, CHAT], replies=[*first, *[nothing] * 2, "Hello!"], approval="off"
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.slack.wait_for(lambda: at.ours(root) and "[Stop]" not in at.read(root))
        await at.bot.doors.idle()
        assert len(at.ours(root)) == 1 and visible(at.ours(root)[0].text)
        at.model._replies[:] = ["Hello!"]
        await at.slack.say(BEN, "@footnote hello", thread=root)
        await at.sees(root, "Hello!")
        assert all(visible(turn["text"]) for turn in turns(at.model.intent_requests[-1]))


# --- I4: stopping ---------------------------------------------------------------------------------------------


def deaf(how: str, begun: asyncio.Event, told: asyncio.Event, release: asyncio.Event) -> Tool:
    """A tool that is cancelled in vain."""

    async def dig(given: Given, where: Annotated[str, Field(description="Where to dig.")]) -> Result:
        """Dig for a long time."""
        begun.set()
        try:
            await release.wait()
        except asyncio.CancelledError:
            told.set()
            if how == "fails":
                raise ValueError("the shovel broke") from None
            if how == "goes on":
                await release.wait()
        return Result(note="dug")

    return Tool(dig, needs="docs", timeout=60)


@pytest.mark.parametrize("how", ["returns", "fails", "goes on"])
@pytest.mark.parametrize("stop", ["button", "word", "mention"])
async def test_a_stop_reaches_past_a_tool_that_swallows_it_and_nothing_follows(
    tmp_path: Path, how: str, stop: str
) -> None:
    begun_, told, release = asyncio.Event(), asyncio.Event(), asyncio.Event()
    shelf = [*SHELF, deaf(how, begun_, told, release)]
    dig: Line = [("dig", {"where": "here"}), *SEARCH]
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=[dig, SEARCH, _cites], approval="off", shelf=shelf
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await asyncio.wait_for(begun_.wait(), 20)
        if stop == "button":
            await at.press(ANNA, root, "Stop")
        else:
            await at.slack.say(ANNA, "stop" if stop == "word" else "@footnote please stop!", thread=root)
        await at.sees(root, "Stopped by Anna Kowalska", "[Retry]")
        await at.bot.doors.idle()
        asked, written = len(at.model.requests), len(sent(at))
        assert told.is_set()
        release.set()
        await quiet(at)
        assert len(at.model.requests) == asked and not [b for b in sent(at)[written:] if b.get("thread_ts") == root]
        [facts] = await at.facts(root)
        assert {f.outcome for f in facts if isinstance(f, Returned)} <= {"cancelled", "ok"}
        ended = [fact for fact in facts if isinstance(fact, Stopped)]
        assert len(ended) == 1 and not [f for f in facts[facts.index(ended[0]) :] if isinstance(f, Started)]
        await at.press(ANNA, root, "Retry")
        await at.sees(root, "Sources")
        assert paired(at.model.loop_requests[-1])


def _cites(body: dict[str, object]) -> Line:
    """The answer with the number that its source has in this run."""
    messages: list[Json] = list(body["messages"])  # type: ignore[call-overload]
    shown = "\n".join(str(message["content"]) for message in messages)
    [number] = set(re.findall(r'<source number="(\d+)"[^>]*address="travel.md"', shown))
    return ANSWER.replace("[1]", f"[{number}]")


def paired(body: dict[str, object]) -> bool:
    """Whether every call in a request is followed by its one result, and no result stands alone."""
    messages: list[Json] = list(body["messages"])  # type: ignore[call-overload]
    calls = [call["id"] for message in messages for call in message.get("tool_calls") or []]
    return calls == [message["tool_call_id"] for message in messages if message["role"] == "tool"]


@WAYS
async def test_a_sentence_that_begins_with_stop_corrects_a_run_and_its_call_goes_on(tmp_path: Path, way: str) -> None:
    begun_, told, release = asyncio.Event(), asyncio.Event(), asyncio.Event()
    shelf = [*SHELF, deaf("returns", begun_, told, release)]
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL] * 4, replies=[[("dig", {"where": "here"})], *[_works] * 9],
        approval="off", shelf=shelf,
    ) as at:  # fmt: skip
        root = await at.slack.say(ANNA, QUESTION)
        await asyncio.wait_for(begun_.wait(), 20)
        words = ["stop the deploy discussion", "@footnote stop the deploy discussion", "don't stop there"]
        for text in words if way == "by socket" else words[:1]:
            await at.slack.say(ANNA, text, thread=root)
        await at.slack.say(BEN, "stop", thread=root)
        await quiet(at)
        assert not told.is_set()
        release.set()
        await at.sees(root, "Sources")
        [facts] = await at.facts(root)
        assert not [fact for fact in facts if isinstance(fact, Stopped)] and paired(at.model.loop_requests[-1])


async def test_a_stop_that_meets_its_mention_at_the_door_ends_it(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ]) as at:
        root = await at.slack.say(ANNA, QUESTION, deliver=False)
        door = place(at, root).id
        async with at.bot.doors.at(door):
            for payload in events(at, root):
                delivered(at, payload)
            await at.slack.wait_for(lambda: at.bot.doors._door(door).visitors == 3)
            await at.slack.say(ANNA, "@footnote stop", thread=root)
            await at.slack.wait_for(lambda: at.bot.doors._door(door).visitors == 5)
        await at.sees(root, "Stopped by")
        await at.bot.doors.idle()
        assert len(await at.facts(root)) == 1 and not await begun(at, root)


@WAYS
async def test_a_stop_said_while_nobody_was_there_ends_the_run_when_somebody_is(tmp_path: Path, way: str) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.away()
        words = await at.slack.say(ANNA, "stop", thread=root, deliver=False)
        async with (restarted if way == "by socket" else by_http)(at) as again:
            await again.slack.redeliver(words, times=3)
            await again.sees(root, "Stopped by Anna Kowalska")
            await again.slack.wait_for(lambda: "[Approve]" not in again.read(root))
            [facts] = await again.facts(root)
            assert len([fact for fact in facts if isinstance(fact, Stopped)]) == 1


@WAYS
async def test_nothing_to_stop_is_said_once_and_thanks_to_a_stop_of_somebody_else_nothing_ends(
    tmp_path: Path, way: str
) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        await at.bot.doors.idle()
        late = await at.slack.say(ANNA, "@footnote stop", thread=root)
        await at.slack.redeliver(late, times=3)
        await at.slack.say(ANNA, "stop", thread=root)
        await at.sees(root, "nothing of yours to stop")
        await quiet(at)
        assert at.read(root).count("nothing of yours to stop") == 1 and "Stopped by" not in at.read(root)
        assert len(await at.facts(root)) == 1


# --- I6: the event loop ---------------------------------------------------------------------------------------


@asynccontextmanager
async def collecting() -> AsyncIterator[None]:
    """Whatever came into being since, and is held by nobody, is collected again and again."""

    async def collects() -> None:
        while True:
            gc.collect()
            await asyncio.sleep(0.01)

    gc.freeze()
    task = asyncio.create_task(collects())
    try:
        yield
    finally:
        task.cancel()
        gc.unfreeze()


@WAYS
async def test_presses_that_wait_at_a_door_survive_the_collection_of_whatever_nobody_holds(
    tmp_path: Path, way: str
) -> None:
    async with reached(way, tmp_path, docs=DOCS, intents=[GOAL, CHAT], replies=[READ, ANSWER, "Hello!"]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        ts, approve = await button(at, root, "Approve")
        async with collecting():
            async with at.bot.doors.at(place(at, root).id):
                await press_again(at, ANNA, ts, approve)
                await at.slack.say(BEN, "@footnote hello", thread=root)
                await at.slack.wait_for(lambda: at.bot.doors._door(place(at, root).id).visitors == 4)
            await at.sees(root, "Sources", "Hello!")
        assert await decisions(at, root) == [(ANNA, "approve")]


async def test_eight_drafts_that_are_hard_to_read_hold_up_no_other_thread(tmp_path: Path) -> None:
    """More of them at once than there are threads to read them in."""
    drafts = [Held("[" * 4_000 + f"{n}" + "*_" * 4_000) for n in range(8)]
    async with office(tmp_path, intents=[CHAT] * 9, replies=[*drafts, "Hello!"]) as at:
        roots = [await at.slack.say(ANNA, f"@footnote hello {n}") for n in range(8)]
        await asyncio.gather(*(asyncio.wait_for(draft.reached.wait(), 30) for draft in drafts))
        for draft in drafts:
            draft.release.set()
        other = await at.slack.say(BEN, "@footnote hello")
        await at.sees(other, "Hello!")
        for root in roots:
            await at.sees(root, "[" * 1_000)
