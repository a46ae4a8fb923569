"""Edits and deletions that cross each other, come at the end, or after it: what people say by now is what counts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from agent.facts import Said, Stopped
from bot.playground.rehearsal.scripted import Held, Line
from bot.playground.slack import Fault, shapes
from bot.playground.slack.world import BOT
from tests.stories.office import ANNA, BEN, PLACE, Office, intent, office
from tests.stories.test_hearing import CHAT, nothing_more, told

DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
GOAL = intent("When is first class allowed?")
READ: Line = [("read_file", {"path": "travel.md"})]
ANSWER = "It is allowed on trips over three hours [1]."


def version(at: Office, ts: str, text: str, edited: str) -> dict[str, Any]:
    said = at.slack.world.find(PLACE, ts)
    assert said
    return {**shapes.message(at.slack.world, said), "text": text, "edited": {"user": ANNA, "ts": edited}}


async def changes(at: Office, ts: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Slack tells of one edit by its first event."""
    said = at.slack.world.find(PLACE, ts)
    assert said
    event = shapes.changed_event(at.slack.world, said, old, at.slack.world.tick()) | {"message": new}
    await at.slack.deliver_raw(shapes.callback(at.slack.world, event, PLACE))


async def mentions(at: Office, ts: str, new: dict[str, Any]) -> None:
    """And by its second."""
    said = at.slack.world.find(PLACE, ts)
    assert said
    event = {**shapes.mention_event(at.slack.world, said, at.slack.world.tick()), **new, "type": "app_mention"}
    await at.slack.deliver_raw(shapes.callback(at.slack.world, event, PLACE))


def a_question(at: Office, ts: str, *wordings: str, seconds: list[str]) -> list[dict[str, Any]]:
    return [version(at, ts, f"<@{BOT}> {one}", edited) for one, edited in zip(wordings, seconds, strict=True)]


async def remarks(at: Office, root: str, many: int) -> list[str]:
    """What was said to a run, once there is so much of it, and nothing more is on its way."""
    async with asyncio.timeout(30):
        while len(told((await at.facts(root))[0], Said)) < many:  # noqa: ASYNC110 (nothing tells of it)
            await asyncio.sleep(0.05)
    await nothing_more(at)
    [facts] = await at.facts(root)
    return [fact.text for fact in told(facts, Said)]


async def test_two_edits_in_one_second_both_count(tmp_path: Path) -> None:
    """Slack tells the time of an edit in whole seconds."""
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT] * 4, replies=[slow] * 4) as at:
        root = await at.slack.say(ANNA, "@footnote greet the one")
        await asyncio.wait_for(slow.reached.wait(), 20)
        second = f"{int(float(at.slack.world.tick())) + 1}.000000"
        one, two, three = a_question(
            at, root, "greet the one", "greet the two", "greet the three", seconds=["", second, second]
        )
        for old, new in ((one, two), (two, three)):
            await changes(at, root, old, new)
            await mentions(at, root, new)
        assert await remarks(at, root, 2) == ["greet the two", "greet the three"]
        slow.release.set()


async def test_an_edit_and_its_undoing_told_in_the_wrong_order_leave_what_stands_there(tmp_path: Path) -> None:
    slow = Held("Hello!")
    async with office(tmp_path, intents=[CHAT] * 4, replies=[slow] * 4) as at:
        root = await at.slack.say(ANNA, "@footnote greet the one")
        await asyncio.wait_for(slow.reached.wait(), 20)
        late = [f"{float(at.slack.world.tick()) + n:.6f}" for n in (1, 2)]
        one, two, again = a_question(at, root, "greet the one", "greet the two", "greet the one", seconds=["", *late])
        await changes(at, root, two, again)
        await changes(at, root, one, two)
        await nothing_more(at)
        [run] = [await at.bot.doors.run(id) for id in await at.bot.log.runs(f"T0FOOTNOTE/{PLACE}/{root}")]
        assert run and run.wording(root) == "greet the one" and [turn.text for turn in run.turns] == ["greet the one"]
        slow.release.set()


async def test_a_word_of_thanks_that_becomes_a_remark_is_heard_once(tmp_path: Path) -> None:
    for n in range(8):
        slow = Held("Hello!")
        async with office(tmp_path / str(n), intents=[CHAT] * 4, replies=[slow] * 4) as at:
            root = await at.slack.say(ANNA, "@footnote greet the one")
            await asyncio.wait_for(slow.reached.wait(), 20)
            word = await at.slack.say(ANNA, "thanks", thread=root)
            await at.slack.edit(ANNA, word, "@footnote greet the other")
            assert await remarks(at, root, 1) == ["greet the other"]
            slow.release.set()


async def test_asked_again_it_is_asked_in_the_words_that_stand_there_now(tmp_path: Path) -> None:
    heard: list[str] = []

    def goal(body: dict[str, object]) -> Line:
        heard.append(str(body["messages"]))
        return GOAL

    replies: list[Line] = [READ, READ, ANSWER] * 3
    async with office(tmp_path, docs=DOCS, intents=[goal] * 6, replies=replies, approval="off") as at:
        held = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(held, "[Retry]")
        await at.slack.edit(ANNA, held, "@footnote when is second class allowed?")
        await at.press(ANNA, held, "Retry")
        await at.slack.wait_for(lambda: len(heard) >= 2)
        assert "second class" in heard[-1] and "first class" not in heard[-1]


async def test_what_was_deleted_after_the_end_is_neither_asked_again_nor_kept(tmp_path: Path) -> None:
    replies: list[Line] = [READ, READ, ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL] * 4, replies=replies) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(root, "[Approve]")
        remark = await at.slack.say(ANNA, "the code is SECRET-9", thread=root)
        await at.sees(root, "Superseded", "[Approve]")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "[Retry]")
        await at.bot.doors.idle()
        await at.slack.delete(ANNA, remark)
        await nothing_more(at)
        assert "SECRET-9" not in str(await at.facts(root))
        await at.slack.delete(ANNA, root)
        await at.slack.wait_for(lambda: not at.slack.undelivered)
        await at.press(ANNA, root, "Retry")
        await at.hears(ANNA, "there is nothing to ask again")
        assert len(await at.facts(root)) == 1


async def test_a_question_deleted_before_its_answer_was_seen_takes_it_along(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(root, "[Approve]")
        at.slack.faults.add("chat.postMessage", Fault.ratelimited(2))
        await at.press(ANNA, root, "Approve")
        await at.slack.wait_for(lambda: at.model.left == 0 and any(c.response.get("error") for c in at.slack.calls))
        await at.slack.delete(ANNA, root)
        await at.slack.wait_for(lambda: not at.ours(root))
        await at.bot.doors.idle()
        assert not at.ours(root) and not at.slack.notified(ANNA)


async def test_whoever_stops_is_named(tmp_path: Path) -> None:
    config = f'approvers = ["{BEN}"]'
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ], config=config) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(root, "[Approve]")
        await at.slack.say(BEN, "stop", thread=root)
        await at.sees(root, "Stopped by Ben Okafor")
        [facts] = await at.facts(root)
        assert [fact.name for fact in told(facts, Stopped)] == ["Ben Okafor"]


async def test_a_word_to_one_person_holds_up_nobody_else(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(root, "[Approve]")
        at.slack.faults.add("chat.postMessage", Fault.hang(600))
        await at.slack.say(BEN, "@footnote help", thread=root)
        await at.slack.wait_for(
            lambda: "chat.postMessage" in [c.method for c in at.slack.calls if not c.response][-1:]
        )
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Approved by Anna Kowalska", "three hours")
