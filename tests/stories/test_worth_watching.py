"""What people see while a run works and after it, what the model thought, and how all of it is taken out again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

from agent.facts import Removed
from bot.playground.rehearsal.scripted import Held, Line, Odd
from bot.playground.slack import Fault
from tests.stories.office import ANNA, BEN, Office, intent, office, restarted

TRAVEL = "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"
DOCS = {"travel.md": TRAVEL}
GOAL = intent("When is first class allowed?")
SEARCH = [("search_docs", {"query": "first class"})]
READ = [("read_file", {"path": "travel.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."
THOUGHT = "The policy should say it. <!channel> *I* guess it is always allowed."


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


async def reads(at: Office, user: str, root: str, label: str) -> str:
    """What the modal behind a button shows, as JSON."""
    before = len(at.slack.views(user))
    await at.press(user, root, label)
    views = await at.slack.wait_for(lambda: at.slack.views(user)[before:])
    return json.dumps(views[-1].payload, ensure_ascii=False)


def shown(at: Office) -> list[str]:
    """Every state of our messages, as it was sent."""
    return [json.dumps(call.args) for call in at.slack.calls if call.method in ("chat.postMessage", "chat.update")]


# --- steps ----------------------------------------------------------------------------------------------------


async def test_every_step_has_its_outcome_and_how_long_it_took(tmp_path: Path) -> None:
    last = Held(ANSWER)
    two = [("search_docs", {"query": "dragons"}), ("read_file", {"path": "gone.md"}), *READ]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[two, last], approval="off") as at:
        asked = await ask(at)
        thread = await at.sees(asked, "Thinking about what was found…", "travel.md (lines 1-3 of 3) · ")
        assert "search_docs “dragons”: nothing found · " in thread
        assert "read_file path “gone.md”, start 1: file could not be read: " in thread
        assert "2 of 8 rounds" in thread
        last.release.set()
        thread = await at.sees(asked, "Sources")
        assert "3 steps · 2 rounds · " in thread and "lines 1-3 of 3" in thread
        steps = await reads(at, BEN, asked, "Steps")
        assert "search_docs “dragons”: nothing found" in steps and "could not be read" in steps


async def test_many_steps_are_told_in_a_line_and_stay_a_click_away(tmp_path: Path) -> None:
    last = Held(ANSWER)
    many = [[("search_docs", {"query": f"question {n}"})] for n in range(7)]
    replies: list[Line] = [*many, [*READ, ("list_files", {})], last]
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=replies, config="rounds = 12\nsearches = 12", approval="off"
    ) as at:
        asked = await ask(at)
        thread = await at.sees(asked, "1 earlier step: 1 search", "[Steps]", "list_files: ")
        assert "question 0" not in thread and "question 1" in thread
        assert "question 0" in await reads(at, BEN, asked, "Steps")
        last.release.set()
        await at.sees(asked, "9 steps · ")


async def test_words_that_turn_out_to_hold_calls_were_never_called_an_answer(tmp_path: Path) -> None:
    """The model talks before it calls; the last round, where no tool is left, is an answer from its first word."""
    said = Held("First class is allowed on trips over three hours [1]. " * 5, after=12)
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, said, ANSWER], config="rounds = 2", approval="off"
    ) as at:
        asked = await ask(at)
        await at.sees(asked, "Writing the answer… ")
        said.release.set()
        await at.sees(asked, "Sources")
    held = Held("word " * 40, after=12)
    async with office(tmp_path / "2", docs=DOCS, intents=[GOAL], replies=[held, READ, ANSWER], approval="off") as at:
        asked = await ask(at)
        thread = await at.sees(asked, "Writing… ")
        assert "Writing the answer" not in thread and "word word" not in thread
        held.release.set()
        await at.sees(asked, "Sources")
        assert not any("Writing the answer" in state for state in shown(at))


async def test_a_draft_is_never_shown_before_it_is_checked(tmp_path: Path) -> None:
    draft = "First class is for dragons."
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, draft, ANSWER], approval="off") as at:
        asked = await ask(at)
        await at.sees(asked, "Sources")
        assert not any("dragons" in state for state in shown(at))
        assert "the draft was sent back" in await reads(at, ANNA, asked, "Steps")


# --- reasoning ------------------------------------------------------------------------------------------------


async def test_what_the_model_thought_is_one_click_away_while_it_works_and_after(tmp_path: Path) -> None:
    last = Held(Odd(ANSWER, reasoning="Lines 1 to 3 say so."))
    replies: list[Line] = [Odd(READ, reasoning=THOUGHT), last]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies, approval="off") as at:
        asked = await ask(at)
        await at.sees(asked, "[Reasoning]")
        working = await reads(at, BEN, asked, "Reasoning")
        assert "The policy should say it." in working and "nobody has checked them" in working
        assert "<!channel>" not in working and "*I* guess" in working, "to the letter, and without a ping"
        last.release.set()
        await at.sees(asked, "Sources", "[Reasoning]")
        after = await reads(at, BEN, asked, "Reasoning")
        assert "The policy should say it." in after and "Lines 1 to 3 say so." in after
        assert not any("The policy should say it" in state for state in shown(at)), (
            "in the thread there is none of it"
        )


async def test_reasoning_is_there_after_a_restart_and_says_so_where_it_is_gone(tmp_path: Path) -> None:
    replies: list[Line] = [Odd(READ, reasoning=THOUGHT), ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies, approval="off") as at:
        asked = await ask(at)
        await at.sees(asked, "Sources", "[Reasoning]")
        await at.away()
        async with restarted(at) as back:
            assert "The policy should say it." in await reads(back, BEN, asked, "Reasoning")
            while await back.bot.log.unsettled():  # noqa: ASYNC110 (nothing tells of it)
                await asyncio.sleep(0.05)
            await back.bot.log.expire(keep_facts=1e9, keep_texts=-1.0)
            gone = await reads(back, BEN, asked, "Reasoning")
            assert "The policy should say it." not in gone and "deleted a while after the end" in gone
            assert "travel.md" in gone, "the steps stay"


async def test_reasoning_opens_while_the_thread_is_busy(tmp_path: Path) -> None:
    """Slack gives a press three seconds: it waits for nobody in the thread."""
    last = Held(ANSWER)
    replies: list[Line] = [Odd(READ, reasoning=THOUGHT), last]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies, approval="off") as at:
        asked = await ask(at)
        await at.sees(asked, "[Reasoning]")
        async with at.bot.doors.at(f"T0FOOTNOTE/C0RESEARCH/{asked}"):
            assert "The policy should say it." in await reads(at, BEN, asked, "Reasoning")
        last.release.set()
        await at.sees(asked, "Sources")


# --- deleting -------------------------------------------------------------------------------------------------


async def removed(at: Office, root: str) -> None:
    await at.slack.wait_for(lambda: not at.ours(root))


async def test_an_answer_is_deleted_by_its_asker_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    replies: list[Line] = [READ, ANSWER, READ, ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=replies) as at:
        asked = await ask(at)
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Sources", "[Delete]")
        await at.press(BEN, asked, "Delete")
        await at.hears(BEN, "Only Anna Kowalska can do that here.")
        assert at.ours(asked)
        await at.press(ANNA, asked, "Delete")
        await removed(at, asked)
        [facts] = await at.facts(asked)
        assert facts[-1] == Removed(by=ANNA, name="Anna Kowalska")
        await at.slack.say(ANNA, "@footnote once more?", thread=asked)
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Sources")
        assert "three hours" not in str(turn_texts(at.model.intent_requests[-1])), (
            "the next question knows nothing of it"
        )


def turn_texts(body: Mapping[str, object]) -> list[str]:
    messages = body["messages"]
    assert isinstance(messages, list)
    return [str(turn["text"]) for turn in json.loads(messages[1]["content"])["turns"]]


async def test_pressing_twice_deletes_once_and_says_so(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], approval="off") as at:
        asked = await ask(at)
        await at.sees(asked, "[Delete]")
        (answer,) = at.ours(asked)
        token = next(e["value"] for b in answer.original_blocks for e in b.get("elements", [])
                     if e.get("action_id") == "remove")  # fmt: skip
        at.slack.faults.add("chat.delete", Fault.delay(1.0))
        await at.slack.click(ANNA, answer.ts, "remove", value=token)
        await at.slack.click(ANNA, answer.ts, "remove", value=token)
        await at.hears(ANNA, "That was deleted already.")
        await removed(at, asked)


async def test_what_was_deleted_stays_deleted_after_a_restart(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], approval="off") as at:
        asked = await ask(at)
        await at.sees(asked, "[Delete]")
        await at.press(ANNA, asked, "Delete")
        await removed(at, asked)
        await at.away()
        async with restarted(at) as back:
            later = await back.slack.say(BEN, "just talking")
            await back.slack.wait_for(lambda: later)
            assert not back.ours(asked)


async def test_the_note_of_a_stopped_run_can_be_deleted_too(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ]) as at:
        asked = await ask(at)
        await at.sees(asked, "[Approve]")
        await at.press(ANNA, asked, "Stop")
        await at.sees(asked, "Stopped by Anna Kowalska", "[Delete]")
        await at.press(ANNA, asked, "Delete")
        await removed(at, asked)
