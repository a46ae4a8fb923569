"""What people take back, put differently, or may not say at all, and what the program says of itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Answered, Anything, Asked, Said, Stopped
from bot import speech
from bot.gestures import help_language
from bot.playground.rehearsal.scripted import Held, Line
from bot.playground.slack import shapes
from bot.playground.slack.world import BOT, User
from tests.stories.office import ANNA, BEN, PLACE, Office, intent, office, restarted, turns

DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
SEARCH: Line = [("search_docs", {"query": "first class"})]
CHAT = intent("Say hello", mode="chat")
THREAD = f"T0FOOTNOTE/{PLACE}"


def told(facts: list[Anything], *kinds: type) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, kinds)]


async def nothing_more(at: Office) -> None:
    """Everything that was sent so far has been heard, and what comes after it is answered."""
    mark = await at.slack.say("UCLARA", "@footnote stop")
    await at.sees(mark, "nothing of yours to stop")
    await at.slack.wait_for(lambda: not at.slack.undelivered)


def heard_out(at: Office, root: str) -> bool:
    """Whether Ben's message got its word, in the thread or to himself."""
    return bool(at.ours(root) or at.slack.ephemerals(BEN))


async def mention_edited(at: Office, ts: str) -> None:
    """The other event of an edit, once more and late."""
    said = at.slack.world.find(PLACE, ts)
    assert said
    event = shapes.mention_event(at.slack.world, said, at.slack.world.tick())
    await at.slack.deliver_raw(shapes.callback(at.slack.world, event, PLACE))


# --- edits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["message_first", "mention_first"])
async def test_a_corrected_question_corrects_the_run_once_and_every_correction_does(
    tmp_path: Path, order: Any
) -> None:
    slow, slower = Held("Hello, one!"), Held("Hello, two!")
    heard: list[list[Mapping[str, str]]] = []

    def last(body: Mapping[str, object]) -> Mapping[str, object]:
        heard.append(turns(body))
        return CHAT

    async with office(tmp_path, intents=[CHAT, CHAT, last], replies=[slow, slower, "Hello, three!"]) as at:
        at.slack.order = order
        root = await at.slack.say(ANNA, "@footnote greet the one")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.edit(ANNA, root, "@footnote greet the two")
        await mention_edited(at, root)
        await at.slack.unfurl(root)
        await asyncio.wait_for(slower.reached.wait(), 20)
        await at.slack.edit(ANNA, root, "greet the three")  # our name went with it
        await at.sees(root, "Hello, three!")
        await nothing_more(at)
        [facts] = await at.facts(root)
        assert [(fact.text, fact.replaces, fact.by) for fact in told(facts, Said)] == [
            ("greet the two", root, ANNA), ("greet the three", root, ANNA),
        ]  # fmt: skip
        assert [turn["text"] for turn in heard[0]] == ["greet the three"]
        assert len(told(facts, Asked)) == 1 and at.model.left == 0


async def test_news_of_two_edits_that_comes_in_the_wrong_order_leaves_the_last_words(tmp_path: Path) -> None:
    slow, slower = Held("Hello!"), Held("Hello!")
    async with office(tmp_path, intents=[CHAT] * 2, replies=[slow, slower]) as at:
        root = await at.slack.say(ANNA, "@footnote greet the one")
        await asyncio.wait_for(slow.reached.wait(), 20)
        said = at.slack.world.find(PLACE, root)
        assert said
        before, early = shapes.message(at.slack.world, said), at.slack.world.tick()
        await at.slack.edit(ANNA, root, "@footnote greet the three")
        await asyncio.wait_for(slower.reached.wait(), 20)
        between = {**before, "text": f"<@{BOT}> greet the two", "edited": {"user": ANNA, "ts": early}}
        late = shapes.changed_event(at.slack.world, said, before, at.slack.world.tick()) | {"message": between}
        await at.slack.deliver_raw(shapes.callback(at.slack.world, late, PLACE))
        await nothing_more(at)
        slower.release.set()
        await at.sees(root, "Hello!")
        [facts] = await at.facts(root)
        assert [fact.text for fact in told(facts, Said)] == ["greet the three"]


async def test_a_corrected_remark_corrects_what_was_said_to_the_run(tmp_path: Path) -> None:
    slow, slower = Held("Hello!"), Held("Hello!")
    async with office(tmp_path, intents=[CHAT] * 3, replies=[slow, slower, "Hello, Ben!"]) as at:
        root = await at.slack.say(ANNA, "@footnote greet somebody")
        await asyncio.wait_for(slow.reached.wait(), 20)
        remark = await at.slack.say(ANNA, "I mean Bne", thread=root)
        other = await at.slack.say(BEN, "no idea", thread=root)
        await asyncio.wait_for(slower.reached.wait(), 20)
        await at.slack.edit(ANNA, remark, "I mean Ben")
        await at.slack.edit(BEN, other, "no idea at all")
        await at.sees(root, "Hello, Ben!")
        await nothing_more(at)
        [facts] = await at.facts(root)
        assert [(fact.text, fact.replaces) for fact in told(facts, Said)] == [
            ("I mean Bne", ""),
            ("I mean Ben", remark),
        ]


async def test_a_question_that_waits_its_turn_is_asked_in_its_last_words(tmp_path: Path) -> None:
    slow = Held("Hello, Anna!")
    heard: list[str] = []

    def second(body: Mapping[str, object]) -> Mapping[str, object]:
        heard.append(turns(body)[-1]["text"])
        return CHAT

    async with office(tmp_path, intents=[CHAT, second], replies=[slow, "Hello, Ben!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await asyncio.wait_for(slow.reached.wait(), 20)
        waiting = await at.slack.say(BEN, "@footnote helo to me", thread=root)
        await at.sees(root, "Waiting until the question above")
        await at.slack.edit(BEN, waiting, "@footnote hello to me")
        await nothing_more(at)
        slow.release.set()
        await at.sees(root, "Hello, Ben!")
        assert heard == ["hello to me"]


async def test_an_edit_into_a_plain_stop_stops_and_one_of_what_has_ended_does_nothing(tmp_path: Path) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT, CHAT], replies=[slow, "Hello again!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.edit(ANNA, root, "@footnote stop")
        await at.sees(root, "Stopped by")
        other = await at.slack.say(ANNA, "@footnote hello again")
        await at.sees(other, "Hello again!")
        await at.bot.doors.idle()
        for text in ("@footnote hello once more", "@footnote stop", "@footnote stop!"):
            await at.slack.edit(ANNA, other, text)
        await nothing_more(at)
        [first], [second] = await at.facts(root), await at.facts(other)
        assert [fact.why for fact in told(first, Stopped)] == ["person"] and not told(second, Stopped)
        assert all(fact.replaces for fact in told(second, Said)), "noted for whoever asks again, and nothing else"
        assert "Hello again!" in at.read(other) and at.model.left == 0


async def test_a_name_given_later_asks_once_and_a_word_that_became_a_question_is_asked(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 2, replies=["Hello!"] * 2) as at:
        root = await at.slack.say(ANNA, "hello")
        await at.slack.edit(ANNA, root, "@footnote hello")
        await mention_edited(at, root)
        await at.sees(root, "Hello!")
        empty = await at.slack.say(BEN, "@footnote")
        await at.sees(empty, "mention me with a question")
        await at.slack.edit(BEN, empty, "@footnote hello")
        await at.sees(empty, "Hello!")
        await nothing_more(at)
        assert [len(await at.facts(thread)) for thread in (root, empty)] == [1, 1]


async def test_an_edit_longer_than_a_question_may_be_is_answered_with_the_usual_word(tmp_path: Path) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT], replies=[slow]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.edit(ANNA, root, "@footnote " + "hello " * 3_000)
        await at.sees(root, "longer than I can take (12,000 characters)")
        slow.release.set()
        await at.sees(root, "Hello!")
        [facts] = await at.facts(root)
        assert not told(facts, Said) and at.read(root).count("longer than I can take") == 1


async def test_what_machines_change_corrects_nothing(tmp_path: Path) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT], replies=[slow]) as at:
        alert = await at.slack.say("UALERTS", "disk full")
        await at.slack.say(ANNA, "@footnote what is that?", thread=alert)
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.edit("UALERTS", alert, "@footnote disk full again")
        await at.slack.unfurl(alert)
        slow.release.set()
        await at.sees(alert, "Hello!")
        await nothing_more(at)
        [facts] = await at.facts(alert)
        assert not told(facts, Said)


async def test_an_edit_that_comes_twice_and_once_more_after_a_restart_counts_once(tmp_path: Path) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, docs=DOCS, intents=[CHAT] * 3, replies=[slow, "Hello!", "Hello!"]) as at:
        root = await at.slack.say(ANNA, "@footnote helo")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.edit(ANNA, root, "@footnote hello")
        await at.sees(root, "Hello!")
        await at.away()
        async with restarted(at) as again:
            await mention_edited(again, root)
            await nothing_more(again)
            [facts] = await again.facts(root)
            assert len(told(facts, Said)) == 1 and len(told(facts, Answered)) == 1


# --- deletions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("replies", [False, True], ids=["gone", "tombstone"])
async def test_a_deleted_question_ends_its_run(tmp_path: Path, replies: bool) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT], replies=[slow]) as at:
        thread = None if replies else await at.slack.say(BEN, "a thread")
        asked = await at.slack.say(ANNA, "@footnote hello", thread=thread)
        await asyncio.wait_for(slow.reached.wait(), 20)
        root = thread or asked
        await at.slack.wait_for(lambda: at.ours(root))
        await at.slack.delete(ANNA, asked)
        await at.slack.wait_for(lambda: not at.ours(root))
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        assert [(fact.why, fact.by) for fact in told(facts, Stopped)] == [("deleted", ANNA)]


async def test_a_deleted_question_that_waits_its_turn_is_not_asked(tmp_path: Path) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT], replies=[slow]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await asyncio.wait_for(slow.reached.wait(), 20)
        waiting = await at.slack.say(BEN, "@footnote hello to me", thread=root)
        await at.sees(root, "Waiting until the question above")
        await at.slack.delete(BEN, waiting)
        await at.slack.wait_for(lambda: len(at.ours(root)) == 1)
        slow.release.set()
        await at.sees(root, "Hello!")
        await at.bot.doors.idle()
        assert [len(told(facts, Stopped)) for facts in await at.facts(root)] == [0, 1]


async def test_a_deleted_remark_is_taken_back_and_its_words_are_nowhere(tmp_path: Path) -> None:
    slow, slower = Held("Hello!"), Held("Hello!")
    heard: list[list[Mapping[str, str]]] = []

    def last(body: Mapping[str, object]) -> Mapping[str, object]:
        heard.append(turns(body))
        return CHAT

    async with office(tmp_path, intents=[CHAT, CHAT, last], replies=[slow, slower, "Hello after all!"]) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await asyncio.wait_for(slow.reached.wait(), 20)
        remark = await at.slack.say(ANNA, "the code is SECRET-1", thread=root)
        await asyncio.wait_for(slower.reached.wait(), 20)
        await at.slack.delete(ANNA, remark)
        await at.sees(root, "Hello after all!")
        [facts] = await at.facts(root)
        assert [(fact.text, fact.replaces) for fact in told(facts, Said)][1:] == [("", remark)]
        assert "SECRET-1" not in str(heard)


async def test_what_was_answered_stays_and_strangers_and_our_own_messages_may_go(tmp_path: Path) -> None:
    slow = Held("Hello again!")
    async with office(tmp_path, intents=[CHAT, CHAT], replies=["Hello!", slow]) as at:
        root = await at.slack.say(BEN, "the code is SECRET-2")
        asked = await at.slack.say(ANNA, "@footnote hello", thread=root)
        await at.sees(root, "Hello!")
        await at.bot.doors.idle()
        await at.slack.delete(ANNA, asked)
        await at.slack.say(ANNA, "@footnote hello again", thread=root)
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.delete(BEN, root)
        await at.slack.delete(BOT, at.ours(root)[0].ts)
        await nothing_more(at)
        slow.release.set()
        await at.sees(root, "Hello again!")
        runs = await at.facts(root)
        assert [told(facts, Answered, Stopped)[0].kind for facts in runs] == ["answered", "answered"]
        assert [(fact.replaces, fact.text) for fact in told(runs[0], Said)] == [(asked, "")] and not told(
            runs[1], Said
        )
        assert "SECRET-2" not in str(runs) and "hello again" in str(runs) and "'hello'" not in str(runs)


async def test_a_question_deleted_before_it_was_heard_is_not_heard(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        asked = await at.slack.say(ANNA, "@footnote hello", deliver=False)
        await at.slack.delete(ANNA, asked)
        await nothing_more(at)
        await at.slack.redeliver(asked)
        await nothing_more(at)
        assert await at.facts(asked) == []


# --- who ------------------------------------------------------------------------------------------------------


def folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


@pytest.mark.parametrize(
    ("ask", "may"),
    [
        ("", {ANNA}),
        ('ask = "members"', {ANNA}),
        ('ask = "guests"', {ANNA, "UGUEST"}),
        ('ask = "anyone"', {ANNA, "UGUEST", "UOTHER"}),
        (f'ask = ["{BEN}", "UOTHER"]', {"UOTHER"}),
        ('ask = ["S0TEAM"]', {"UGUEST"}),
        ('ask = ["S0NONE"]', set()),
        ('ask = ["BALERTS"]', {"UALERTS"}),
        ('ask = ["UALERTS"]', {"UALERTS"}),
    ],
)
async def test_who_may_ask_is_heard_a_person_who_may_not_is_told_and_a_bot_is_not(
    tmp_path: Path, ask: str, may: set[str]
) -> None:
    async with office(tmp_path, intents=[CHAT] * 4, replies=["Hello!"] * 4, config=f"{ask}\n# \n") as at:
        at.slack.world.groups["S0TEAM"] = ["UGUEST"]
        for user in (ANNA, "UGUEST", "UOTHER", "UALERTS"):
            root = await at.slack.say(user, "@footnote hello")
            if user in may:
                await at.sees(root, "Hello!")
                [[asked, *_]] = await at.facts(root)
                assert isinstance(asked, Asked) and asked.by == user and asked.sent == float(root)
            elif user != "UALERTS":
                await at.hears(user, "may not ask me here")
                assert at.slack.messages(PLACE, root)[1:] == []
            else:
                mark = await at.slack.say(BEN, "@footnote stop")
                await at.slack.wait_for(partial(heard_out, at, mark))
                assert at.slack.messages(PLACE, root)[1:] == [] and not at.slack.ephemerals(user)


async def test_a_person_of_another_company_corrects_nobody_and_steers_their_own_question(tmp_path: Path) -> None:
    slow, slower = Held("Hello!"), Held("Hello!")
    config = 'ask = "anyone"\nothers = "correct"'
    async with office(tmp_path, intents=[CHAT] * 3, replies=[slow, slower, "Hello, Omar!"], config=config) as at:
        root = await at.slack.say(ANNA, "@footnote hello")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.say("UOTHER", "@footnote no, the other one", thread=root)
        await at.sees(root, "Waiting until the question above")
        slow.release.set()
        await asyncio.wait_for(slower.reached.wait(), 20)
        await at.slack.say("UOTHER", "to me", thread=root)
        await at.sees(root, "Hello, Omar!")
        first, second = await at.facts(root)
        assert not told(first, Said) and [fact.text for fact in told(second, Said)] == ["to me"]
        assert isinstance(second[0], Asked) and second[0].speaker == "outsider"


async def test_approvers_may_be_a_group_and_are_those_in_it_when_asked(tmp_path: Path) -> None:
    config = 'approvers = ["S0BOSSES"]\nown = false'
    async with office(tmp_path, docs=DOCS, intents=[intent("When?")], replies=[SEARCH, "Over three hours [1]."],
                      config=config) as at:  # fmt: skip
        at.slack.world.groups["S0BOSSES"] = [BEN, "UCLARA"]
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(root, "[Approve]")
        [[asked, *_]] = await at.facts(root)
        assert isinstance(asked, Asked) and asked.rules.approvers == (BEN, "UCLARA")
        await at.press(BEN, root, "Approve")
        await at.sees(root, "Sources")


async def test_a_bot_that_may_ask_stops_being_heard_when_nobody_else_speaks(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT] * 4, replies=["Hello!"] * 4, config='ask = ["BALERTS"]') as at:
        root = await at.slack.say("UALERTS", "@footnote alert 0")
        for n in range(1, 10):
            await at.slack.say("UALERTS", f"@footnote alert {n}", thread=root)
        await at.slack.wait_for(lambda: at.read(root).count("Hello!") == 3)
        await at.slack.say("UALERTS", "stop", thread=root)
        await at.bot.doors.idle()
        runs = await at.facts(root)
        assert len(runs) == 3 and not any(told(facts, Said, Stopped) for facts in runs)
        await at.slack.say(BEN, "is anybody there?", thread=root)
        await at.slack.say("UALERTS", "@footnote alert again", thread=root)
        await at.slack.wait_for(lambda: at.read(root).count("Hello!") == 4)


async def test_a_question_carries_where_and_when_its_asker_is(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        at.slack.world.users[ANNA] = User(
            ANNA, "anna", "Anna Kowalska", locale="pl-PL", tz="Asia/Tokyo", tz_offset=32400
        )
        root = await at.slack.say(ANNA, "@footnote hello")
        await at.slack.wait_for(lambda: at.ours(root))
        [[asked, *_]] = await at.facts(root)
        assert isinstance(asked, Asked)
        assert (asked.locale, asked.zone, asked.offset, asked.sent) == ("pl-PL", "Asia/Tokyo", 32400, float(root))


# --- words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", " help", " hilfe", " pomoc!", " ayuda", " aide", " ヘルプ", " ?", " what can you do?"]
)
async def test_who_asks_for_nothing_is_told_what_there_is_once_and_no_model_is_asked(
    tmp_path: Path, text: str
) -> None:
    async with office(tmp_path) as at:
        root = await at.slack.say(ANNA, f"@footnote{text}")
        say = speech.of(help_language(text))
        thread = await at.sees(root, *(line.strip() for line in say("talk-help").splitlines()))
        assert thread.count("[1]") == 1
        await at.slack.redeliver(root, times=2)
        await nothing_more(at)
        assert len(at.ours(root)) == 1 and not at.model.requests


async def test_words_are_in_the_language_of_the_profile(tmp_path: Path) -> None:
    async with office(tmp_path, config=f'ask = ["{ANNA}"]') as at:
        for id, locale in ((ANNA, "de-DE"), (BEN, "fr-FR")):
            known = at.slack.world.users[id]
            at.slack.world.users[id] = User(id, known.name, known.real_name, locale=locale)
        root = await at.slack.say(ANNA, "@footnote stop")
        await at.sees(root, speech.of("de")("talk-nothing-to-stop"))
        await at.slack.say(BEN, "@footnote hello")
        await at.hears(BEN, speech.of("fr")("talk-not-here"))


async def test_brought_into_a_channel_it_says_once_what_it_is_for(tmp_path: Path) -> None:
    async with office(tmp_path) as at:
        world = at.slack.world
        where = world.channels["C0GENERAL"]
        event = shapes.membership_event("member_joined_channel", where, world.bot, {"inviter": ANNA}, world.tick())
        for _ in range(3):
            await at.slack.deliver_raw(shapes.callback(world, event, where.id))
        other = shapes.membership_event("member_joined_channel", where, world.users[BEN], {}, world.tick())
        await at.slack.deliver_raw(shapes.callback(world, other, where.id))
        await at.slack.wait_for(lambda: at.slack.messages("C0GENERAL"))
        await nothing_more(at)
        [said] = at.slack.messages("C0GENERAL")
        assert said.text.startswith("Hello! I research questions") and said.thread_ts is None


# --- what is read ---------------------------------------------------------------------------------------------


async def test_a_mention_of_nothing_but_blocks_is_read(tmp_path: Path) -> None:
    heard: list[str] = []

    def hello(body: Mapping[str, object]) -> Mapping[str, object]:
        heard.append(turns(body)[-1]["text"])
        return CHAT

    async with office(tmp_path, intents=[hello] * 2, replies=["Hello!"] * 2) as at:
        world = at.slack.world
        words = {"type": "mrkdwn", "text": f"<@{BOT}> when is first class allowed?"}
        for shape in ({"blocks": [{"type": "section", "text": words}]}, {"attachments": [{"text": "when, though?"}]}):
            root = await at.slack.say(ANNA, "look", deliver=False)
            said = world.find(PLACE, root)
            assert said
            said.text, said.blocks, said.attachments = "", shape.get("blocks", []), shape.get("attachments", [])
            event = shapes.mention_event(world, said, said.ts)
            await at.slack.deliver_raw(shapes.callback(world, event, PLACE))
            await at.sees(root, "Hello!")
        assert heard == ["when is first class allowed?", "when, though?"]


async def test_a_thread_with_apps_and_hooks_in_it_is_answered(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[CHAT], replies=["Hello!"]) as at:
        root = await at.slack.say("UALERTS", "", attachments=[{"title": "Disk full", "fallback": "disk"}])
        hook = {"type": "message", "subtype": "bot_message", "username": "hook", "channel": PLACE, "text": "deployed"}
        for n, author in enumerate(({}, {"bot_id": "BHOOK"})):
            event = {**hook, **author, "ts": f"9.{n}", "thread_ts": root}
            await at.slack.deliver_raw({"type": "event_callback", "event_id": f"E{n}", "event": event})
        await at.slack.say(ANNA, "@footnote what is that?", thread=root)
        await at.sees(root, "Hello!")
        assert len(await at.facts(root)) == 1


# --- words that ask nothing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["@footnote thanks!", "@footnote: thank you", "danke @footnote"])
async def test_thanks_start_nothing_also_where_they_name_us(tmp_path: Path, words: str) -> None:
    async with office(tmp_path, intents=[], replies=[]) as at:
        root = await at.slack.say(ANNA, words)
        await nothing_more(at)
        assert at.ours(root) == [] and await at.facts(root) == []


@pytest.mark.parametrize("words", ["@footnote:", "@footnote !", "@footnote \u200b", "@footnote, …"])
async def test_a_mention_with_no_word_in_it_gets_the_help(tmp_path: Path, words: str) -> None:
    async with office(tmp_path, intents=[], replies=[]) as at:
        root = await at.slack.say(ANNA, words)
        await at.sees(root, "mention me with a question")
        assert await at.facts(root) == []


async def test_whoever_may_not_stop_a_run_takes_back_their_remark_by_editing_it_into_a_stop(tmp_path: Path) -> None:
    slow, slower, last = Held("Hello!"), Held("Hello!"), "Hello, all!"
    async with office(
        tmp_path, intents=[CHAT] * 3, replies=[slow, slower, last], config='others = "correct"\n'
    ) as at:
        root = await at.slack.say(ANNA, "@footnote greet somebody")
        await asyncio.wait_for(slow.reached.wait(), 20)
        remark = await at.slack.say(BEN, "@footnote greet Clara", thread=root)
        await asyncio.wait_for(slower.reached.wait(), 20)
        await at.slack.edit(BEN, remark, "@footnote stop")
        await at.sees(root, "Hello, all!")
        [facts] = await at.facts(root)
        assert told(facts, Stopped) == [] and told(facts, Said)[-1].replaces == remark
        assert told(facts, Said)[-1].text == "" and told(facts, Said)[-1].name == "Ben Okafor"
