"""Whoever asked is told once the end is there: an edit notifies nobody, so what took long comes as a new message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from agent.facts import Anything, Stopped
from bot.board import Tempo
from bot.pace import Rates
from bot.playground.rehearsal.scripted import Line, Status
from bot.playground.slack import Fault, Message
from bot.views.blocks import is_decoration
from bot.views.thread import told
from tests.bot.wall import FREE, HASTY, Wall, answered, asked, call, read, understood, waiting, wall
from tests.stories.field import pings
from tests.stories.office import ANNA, BEN, PLACE, Office, intent, office, restarted, unclear

DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
GOAL = intent("When is first class allowed?")
READ: Line = [("read_file", {"path": "travel.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


def links(said: Message) -> list[str]:
    return [str(one["url"]) for one in _inner(said.original_blocks) if one.get("type") == "link"]


def buttons(said: Message) -> list[str]:
    return [str(one["text"]["text"]) for one in _inner(said.original_blocks) if one.get("type") == "button"]


def _inner(value: object) -> list[Mapping[str, Any]]:
    """Every object in a JSON value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if isinstance(value, dict) else []), *(one for part in inner for one in _inner(part))]


# --- quick ones, and others -------------------------------------------------------------------------------------


async def test_a_quick_answer_takes_the_place_of_the_progress_and_notifies_nobody(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], approval="off") as at:
        root = await ask(at)
        await at.sees(root, "Sources", "three hours")
        assert len(at.ours(root)) == 1
        assert not at.slack.notified(ANNA) and not pings(at)


async def test_an_answer_that_waited_for_an_approval_stands_below_and_notifies_whoever_asked(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "here is your answer", "See the answer")
        line, card, below = at.ours(root)
        assert at.slack.notified(ANNA) == [below], "once, by the answer, and by nothing else"
        assert "three hours" in below.text and below.text.startswith(f"<@{ANNA}>")
        assert line.text.startswith("Answered below, after ") and line.text.endswith(" · 1 call")
        assert links(line) == [await _address(at, below)] and not buttons(line)
        assert "[Approve]" not in at.read(root) and card.ts < below.ts
        order = [one.method for one in at.slack.calls if one.method in ("chat.postMessage", "chat.update")]
        assert order[-2:] == ["chat.postMessage", "chat.update"], "first the answer, then the line that leads there"


async def _address(at: Office, said: Message) -> str:
    place = f"{at.slack.url}/archives/{said.channel}/p{said.ts.replace('.', '')}"
    return f"{place}?thread_ts={said.thread_ts}&cid={said.channel}"


async def test_what_was_asked_back_is_answered_below(tmp_path: Path) -> None:
    question = unclear("class", "Which class do you mean?", "First", "Second", default="First")
    goals = [intent("When is it allowed?", unclear=[question]), GOAL]
    async with office(tmp_path, docs=DOCS, intents=goals, replies=[READ, ANSWER], approval="off") as at:
        root = await ask(at)
        await at.press(ANNA, root, "First")
        await at.sees(root, "here is your answer", "See the answer")
        assert [said.ts for said in at.slack.notified(ANNA)][-1] == at.ours(root)[-1].ts


async def test_whoever_stops_a_run_themselves_is_told_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await ask(at)
        await at.sees(root, "[Approve]")
        await at.slack.say(ANNA, "@footnote stop", thread=root)
        await at.sees(root, "Stopped by Anna Kowalska")
        assert not at.slack.notified(ANNA)


async def test_a_run_that_failed_after_somebody_waited_says_so_below(tmp_path: Path) -> None:
    replies: list[Line] = [READ, *[Status(500)] * 6]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await at.slack.wait_for(lambda: at.slack.notified(ANNA), seconds=60)
        await at.sees(root, "Ended without an answer, after ", "See why", "this ended without an answer")
        assert at.slack.notified(ANNA) == [at.ours(root)[-1]]


async def test_a_follow_up_below_such_an_answer_needs_no_mention(tmp_path: Path) -> None:
    replies: list[Line] = [READ, ANSWER, "Second class always is [1]."]
    async with office(tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=replies) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "See the answer")
        await at.slack.say(ANNA, "and second class?", thread=root)
        await at.slack.wait_for(lambda: len(at.model.intent_requests) == 2)
        heard = str(at.model.intent_requests[1])
        assert "three hours" in heard and "here is your answer" not in heard and "Answered below" not in heard


async def test_the_answer_is_told_once_across_a_restart(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await ask(at)
        await at.sees(root, "[Approve]")
        at.slack.faults.add("chat.postMessage", Fault.delay(1.0))
        await at.press(ANNA, root, "Approve")
        await at.slack.wait_for(lambda: [one for one in at.slack.calls if ANSWER[:-4] in str(one.args.get("text"))])
        await at.away()
        async with restarted(at) as again:
            await again.sees(root, "See the answer")
            await again.slack.wait_for(lambda: not _double(again, root))
            assert len(at.ours(root)) == 3


def _double(at: Office, root: str) -> bool:
    return sum("here is your answer" in said.text for said in at.ours(root)) > 1


# --- on the wall: long runs, long answers, refusals -----------------------------------------------------------------

LONG = "\n\n".join(f"Paragraph {number}. " + "It is the first of all. " * 60 for number in range(40))


async def ends(at: Wall, *facts: Anything, after: float = 200.0) -> None:
    """A run of so many seconds, until it is settled."""
    await at.happens(asked(at.root), *read(at.root), *understood())
    await at.sees("[Stop]")
    at.clock.now += after
    assert await at.screen.settle(await at.told(*facts))


async def test_of_a_long_answer_the_first_message_tells_and_the_others_follow() -> None:
    async with wall() as at:
        await ends(at, answered(LONG))
        line, *parts = at.ours()
        assert len(parts) > 1 and [part.ts for part in parts] == sorted(part.ts for part in parts)
        assert at.slack.notified(ANNA) == [parts[0]]
        assert [bool(_pinged(part)) for part in parts] == [True] + [False] * (len(parts) - 1)
        assert "Paragraph 39" in at.read() and line.text.startswith("Answered below, after 3 min.")


def _pinged(said: Message) -> list[str]:
    return [str(one["user_id"]) for one in _inner(said.original_blocks) if one.get("type") == "user"]


async def test_where_slack_refuses_the_blocks_the_words_notify_as_well() -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0))
        at.slack.faults.add("chat.postMessage", Fault.error("invalid_blocks"), times=2)
        await ends(at, answered("It is the first."))
        _, below = at.ours()
        assert not below.original_blocks and at.slack.notified(ANNA) == [below]
        assert below.text == f"<@{ANNA}>, here is your answer.\nIt is the first."


async def test_the_word_to_the_asker_is_no_part_of_the_answer_when_it_is_read_again() -> None:
    async with wall() as at:
        await ends(at, answered("It is the first."))
        told_in = next(block for block in at.ours()[-1].blocks if block.get("block_id") == "told")
        assert is_decoration(str(told_in["block_id"]))


@pytest.mark.parametrize("fault", [Fault.reset_after(), Fault.reset_before(), Fault.status(503)])
async def test_an_answer_below_whose_arrival_nobody_knows_stands_there_once(fault: Fault) -> None:
    async with wall() as at:
        await at.happens(asked(at.root), *read(at.root))
        await at.sees("[Stop]")
        at.slack.faults.add("chat.postMessage", fault)
        at.clock.now += 100
        run = await at.told(answered("It is the first."))
        await at.screen.settle(run)
        await at.sees("It is the first.", "See the answer")
        assert len(at.ours()) == 2 and len(at.slack.notified(ANNA)) == 1


async def test_a_first_message_that_somebody_deleted_is_not_put_below_its_answer() -> None:
    async with wall() as at:
        await at.happens(asked(at.root), *read(at.root))
        await at.sees("[Stop]")
        await at.rests()
        (first,) = at.ours()
        await at.api.chat_delete(channel=PLACE, ts=first.ts)
        at.clock.now += 100
        await at.screen.settle(await at.told(answered("It is the first.")))
        (below,) = at.ours()
        assert "here is your answer" in below.text
        again = at.another()
        again.screen.draw(await at.told(), at.still)
        await again.rests()
        assert at.ours() == [below]
        await again.screen.close()


# --- where too much is edited ---------------------------------------------------------------------------------------

TIGHT = Rates(edits=2, window=600.0, reserve=1, burst=5, apart=0.0)


async def test_a_quick_answer_that_would_wait_for_its_edit_is_posted_and_stays_where_it_is() -> None:
    async with wall(replace(HASTY, spent=0.05), rates=TIGHT) as at:
        for number in range(2):
            await at.happens(asked(at.root), run=f"other{number}")
            await at.tries("chat.postMessage", number + 1)
            assert await at.screen.settle(await at.told(answered("Other."), run=f"other{number}"))
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        run = await at.told(answered("It is the first."))
        at.screen.draw(run, at.still)
        await at.sees("It is the first.")
        assert not told(run) and len(at.slack.notified(ANNA)) == 1
        await at.killed()
        again = at.another(rates=FREE)
        await again.screen.settle(run)
        await again.sees("Answered below", "See the answer")
        assert at.read().count("It is the first.") == 1
        assert "answer.1" in await at.log.shown("r")
        await again.screen.close()


async def test_an_edit_that_slack_says_to_wait_long_for_is_not_waited_for() -> None:
    async with wall(Tempo(pace=0.0, spent=0.5, pause=0.001, parting=0.0)) as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.ratelimited(30))
        at.screen.draw(await at.told(answered("It is the first.")), at.still)
        await at.sees("It is the first.")
        assert len(at.ours()) == 2


# --- which ends are told --------------------------------------------------------------------------------------------

Why = Literal["answered", "person", "deleted", "budget", "failed", "unreadable"]


@pytest.mark.parametrize("seconds", [5.0, 60.0, 60.5, 3_600.0])
@pytest.mark.parametrize("waited", [False, True])
@pytest.mark.parametrize("by", [ANNA, BEN])
@pytest.mark.parametrize("why", ["answered", "person", "deleted", "budget", "failed", "unreadable"])
async def test_ends_are_told_where_nobody_may_have_looked(why: Why, by: str, waited: bool, seconds: float) -> None:
    async with wall() as at:
        await at.told(*_begun(at, waited))
        at.clock.now += seconds
        run = await at.told(answered("So.") if why == "answered" else Stopped(why=why, by=by))
        knows = why == "deleted" or (why == "person" and by == ANNA)
        assert told(run) == (not knows and (waited or seconds > 60))


def _begun(at: Wall, waited: bool) -> Sequence[Anything]:
    return waiting(at.root, call("first")) if waited else (asked(at.root), *read(at.root))


async def test_a_run_at_work_has_told_nothing_however_long_it_takes() -> None:
    async with wall() as at:
        await at.told(*waiting(at.root))
        at.clock.now += 10_000
        assert not told(await at.told())
