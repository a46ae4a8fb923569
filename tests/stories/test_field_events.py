"""What Slack delivers twice, late, edited or from machines: one mention, one run, and nothing for what is none."""

import asyncio
import gc
from pathlib import Path

import pytest

from agent.facts import Answered, Asked, Said
from bot.playground.rehearsal.scripted import Held
from bot.playground.slack import Fault
from bot.playground.slack.world import BOT, BOT_ID
from tests.stories.field import button, press_again, sent
from tests.stories.office import ANNA, BEN, PLACE, Office, intent, office, restarted, turns

DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
SEARCH = [("search_docs", {"query": "first class"})]
ANSWER = "First class is allowed on trips over three hours [1]."
CHAT = intent("Say hello", mode="chat")


async def asked(at: Office, root: str) -> list[str]:
    """The text of every question that the runs of a thread began with."""
    return [fact.text for run in await at.facts(root) for fact in run if isinstance(fact, Asked)]


def answers(at: Office) -> int:
    return sum(message.bot_id == BOT_ID for message in at.slack.messages(PLACE))


# --- the same mention more than once --------------------------------------------------------------------------


async def test_mentions_that_come_many_at_a_time_in_either_order_are_one_run_each(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 20, replies=["Hello!"] * 20) as at:
        roots: list[str] = []
        for n in range(20):
            at.slack.order = "mention_first" if n % 2 else "message_first"
            roots.append(await at.slack.say(ANNA if n % 3 else BEN, f"@footnote hello {n}"))
            await at.slack.redeliver(roots[-1], times=2)
        for root in roots:
            await at.sees(root, "Hello!")
        assert [await asked(at, root) for root in roots] == [[f"hello {n}"] for n in range(20)]
        assert answers(at) == 20 and at.model.left == 0


async def test_a_mention_heard_of_only_by_a_later_delivery_is_not_lost(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello", deliver=False)
        await at.slack.redeliver(root, times=3)
        await at.sees(root, "Hello!")
        await at.slack.redeliver(root, times=1)
        await at.bot.doors.idle()
        assert await asked(at, root) == ["hello"] and answers(at) == 1


async def test_a_redelivery_to_a_process_that_was_started_since_changes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await at.sees(root, "Hello!")
        await at.away()
        await at.slack.redeliver(root, times=2)
        async with restarted(at) as again:
            other = await at.slack.say(ANNA, "@footnote stop")
            await again.sees(other, "nothing of yours to stop")
            assert await asked(again, root) == ["hello"] and len(again.ours(root)) == 1


# --- edits ----------------------------------------------------------------------------------------------------


async def test_previews_change_nothing_and_corrected_spelling_the_run_that_lives(tmp_path: Path) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT] * 2, replies=[slow, "Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote helo")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.unfurl(root)
        await at.slack.edit(ANNA, root, "@footnote hello")
        slow.release.set()
        await at.sees(root, "Hello!")
        await at.slack.unfurl(root)
        await at.slack.edit(ANNA, root, "@footnote hello!")
        await at.slack.unfurl(at.ours(root)[0].ts)  # of our own answer
        await at.slack.delete(BEN, await at.slack.say(BEN, "@footnote"))
        mark = await at.slack.say(BEN, "@footnote stop")
        await at.sees(mark, "nothing of yours to stop")
        [facts] = await at.facts(root)
        end = next(at for at, fact in enumerate(facts) if isinstance(fact, Answered))
        assert [fact.text for fact in facts[:end] if isinstance(fact, Asked | Said)] == ["helo", "hello"]
        assert all(isinstance(fact, Said) and fact.replaces for fact in facts[end + 1 :]), "noted, and nothing else"
        assert len(at.model.intent_requests) == 2


async def test_an_edit_that_names_us_for_the_first_time_asks(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT, CHAT], replies=["Hello!", "Hello again!"]) as at:
        root = await at.slack.say(ANNA, "hello")
        reply = await at.slack.say(BEN, "hello too", thread=root)
        await at.slack.edit(ANNA, root, "@footnote hello")
        await at.sees(root, "Hello!")
        await at.slack.edit(ANNA, root, "@footnote hello there")
        await at.slack.edit(BEN, reply, "@footnote hello too")
        await at.sees(root, "Hello again!")
        assert await asked(at, root) == ["hello", "hello too"]


# --- machines -------------------------------------------------------------------------------------------------


async def test_ourselves_and_other_bots_are_never_heard_however_often_they_speak(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await at.sees(root, "Hello!")
        for n in range(5):
            await at.slack.say("UALERTS", f"@footnote alert {n}", thread=root)
            await at.slack.say("UALERTS", f"@footnote alert {n}", subtype="bot_message")
        through_url = {"type": "message", "subtype": "bot_message", "bot_id": BOT_ID, "channel": PLACE, "ts": "9.9"}
        for event in (
            through_url | {"text": f"<@{BOT}> hello"},
            {"type": "message", "user": BOT, "channel": PLACE, "ts": "9.8", "thread_ts": root, "text": "hello"},
            {"type": "app_mention", "username": "hook", "channel": PLACE, "ts": "9.7", "text": f"<@{BOT}> hello"},
            {"type": "app_mention", "user": "USLACKBOT", "channel": PLACE, "ts": "9.6", "text": f"<@{BOT}> hello"},
        ):
            await at.slack.deliver_raw({"type": "event_callback", "event_id": event["ts"], "event": event})
        mark = await at.slack.say(BEN, "@footnote stop")
        await at.sees(mark, "nothing of yours to stop")
        assert await asked(at, root) == ["hello"] and at.model.left == 0
        assert answers(at) == 2, "one for Anna, one for Ben"


@pytest.mark.parametrize("event", ["join", "topic", "deleted"])
async def test_what_the_system_says_of_us_starts_nothing(tmp_path: Path, event: str) -> None:
    subtypes = {"join": "channel_join", "topic": "channel_topic", "deleted": "message_deleted"}
    async with office(tmp_path) as at:
        await at.slack.say(ANNA, "@footnote is here now", subtype=subtypes[event])
        mark = await at.slack.say(BEN, "@footnote stop")
        await at.sees(mark, "nothing of yours to stop")
        assert answers(at) == 1 and not at.model.requests


async def test_a_mention_with_a_file_or_to_the_whole_channel_is_a_mention(tmp_path: Path) -> None:
    heard: list[str] = []

    def hello(body: dict[str, object]) -> object:
        heard.append(turns(body)[-1]["text"])
        return CHAT

    async with office(tmp_path, intents=[hello] * 3, replies=["Hello!"] * 3) as at:  # type: ignore[list-item]
        with_file = await at.slack.say(ANNA, "@footnote hello", files=["plan.pdf"])
        only_file = await at.slack.say(ANNA, "@footnote", files=["notes.md"])
        thread = await at.slack.say(BEN, "a thread")
        await at.slack.say(ANNA, "@footnote hello all", thread=thread, subtype="thread_broadcast")
        for root in (with_file, only_file, thread):
            await at.sees(root, "Hello!")
        assert sorted(heard) == ["(file: notes.md)", "hello\n(file: plan.pdf)", "hello all"]


# --- connections ----------------------------------------------------------------------------------------------


async def test_broken_sockets_and_a_call_to_reconnect_lose_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[intent("When?")], replies=[SEARCH, ANSWER]) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(root, "[Approve]")
        await at.slack.ask_to_reconnect()
        await at.slack.drop_sockets()
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")


async def test_a_click_survives_the_collection_of_whatever_nobody_holds(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[intent("When?")], replies=[SEARCH, ANSWER]) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        ts, approve = await button(at, root, "Approve")
        at.slack.faults.add("chat.update", Fault.delay(0.2), times=2)
        await press_again(at, ANNA, ts, approve)
        while "Sources" not in at.read(root):
            gc.collect()
            await asyncio.sleep(0.01)


async def test_a_draft_that_is_hard_to_read_does_not_hold_up_another_thread(tmp_path: Path) -> None:
    hostile = Held("[" * 20_000 + "First class is allowed [1]")

    def either(body: dict[str, object]) -> str:
        return ANSWER if "tools" in body else "Hello!"

    async with office(
        tmp_path,
        docs=DOCS,
        intents=[intent("When?"), CHAT],
        replies=[SEARCH, hostile, either, either, either],
        approval="off",
    ) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await asyncio.wait_for(hostile.reached.wait(), 20)
        hostile.release.set()
        other = await at.slack.say(BEN, "@footnote hello")
        await at.sees(other, "Hello!")
        await at.sees(root, "Sources")


# --- one conversation, one memory -----------------------------------------------------------------------------


async def test_threads_opened_together_never_see_each_other(tmp_path: Path) -> None:
    heard: dict[str, str] = {}

    def hello(body: dict[str, object]) -> object:
        said = turns(body)
        heard[said[0]["text"]] = str(body["messages"])
        return CHAT

    async with office(tmp_path, intents=[hello] * 4, replies=["Hello!"] * 4) as at:  # type: ignore[list-item]
        at.slack.world.channels["C0PRIVATE"].members.add(BOT)
        secret = await at.slack.say(ANNA, "@footnote the code is SECRET-123", channel="C0PRIVATE")
        link = f"https://footnote.slack.test/archives/C0PRIVATE/p{secret.replace('.', '')}"
        one = await at.slack.say(ANNA, f"@footnote summarise <#C0PRIVATE|private> and {link}")
        two = await at.slack.say(BEN, "@footnote the word is otter")
        three = await at.slack.say(ANNA, "@footnote what was said?", channel="C0GENERAL")
        for root in (one, two):
            await at.sees(root, "Hello!")
        await at.slack.wait_for(lambda: len(heard) == 4)
        await at.bot.doors.idle()
        others = [text for first, text in heard.items() if "SECRET" not in first]
        assert len(others) == 3 and not any("SECRET-123" in text for text in others)
        assert sum("otter" in text for text in heard.values()) == 1
        assert {call.args["ts"] for call in at.slack.calls if call.method == "conversations.replies"} == {
            secret, one, two, three,
        }  # fmt: skip


async def test_the_same_ts_in_two_channels_is_two_questions(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 2, replies=["Hello!"] * 2) as at:
        root = await at.slack.say(ANNA, "@footnote hello", deliver=False)
        twin = await at.slack.say(ANNA, "@footnote hello", channel="C0GENERAL", deliver=False)
        said = at.slack.world.find("C0GENERAL", twin)
        assert said
        at.slack.world._messages["C0GENERAL", root] = said
        said.ts = root
        for channel in (PLACE, "C0GENERAL"):
            event = {"type": "app_mention", "user": ANNA, "channel": channel, "ts": root, "text": f"<@{BOT}> hello"}
            await at.slack.deliver_raw({"type": "event_callback", "event_id": channel, "event": event})
        await at.slack.wait_for(lambda: len({body["channel"] for body in sent(at, "chat.postMessage")}) == 2)
        await at.bot.doors.idle()


async def test_in_a_direct_message_nobody_needs_to_name_us(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 2, replies=["Hello!", "And again!"]) as at:
        root = await at.slack.say(ANNA, "hello", channel="D0ANNA")
        await at.slack.wait_for(lambda: "Hello!" in at.slack.thread("D0ANNA", root))
        await at.slack.say(ANNA, "and again", channel="D0ANNA", thread=root)
        await at.slack.wait_for(lambda: "And again!" in at.slack.thread("D0ANNA", root))
