"""Who may ask, who decides and about what, as FOOTNOTE_CONFIG has it for a channel."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from pydantic import Field

from agent.facts import Asked, Decided, Passage, Result, Started
from agent.tool import Given, Tool
from agent.tools import SHELF
from bot.playground.rehearsal.scripted import Line
from tests.stories.office import ANNA, BEN, PLACE, Office, intent, office

TRAVEL = "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"
DOCS = {"travel.md": TRAVEL, "old.md": "# Old policy\n\nIn 2019 first class was never allowed.\n"}
GOAL = intent("When is first class allowed?")
READ = [("read_file", {"path": "travel.md"})]
BOTH = [("read_file", {"path": "travel.md"}), ("read_file", {"path": "old.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."
QUESTION = "@footnote when is first class allowed?"


@asynccontextmanager
async def house(folder: Path, config: str, *replies: Line, intents: int = 1, **more: object) -> AsyncIterator[Office]:
    script = list(replies) or [READ, ANSWER]
    async with office(folder, docs=DOCS, intents=[GOAL] * intents, replies=script, config=config, **more) as at:  # type: ignore[arg-type]
        yield at


async def tools_begun(at: Office, root: str) -> list[str]:
    return [
        fact.step
        for facts in await at.facts(root)
        for fact in facts
        if isinstance(fact, Started) and fact.step.startswith("call.")
    ]


# --- who decides -----------------------------------------------------------------------------------------------


async def test_a_named_approver_decides_beside_the_asker_and_is_called(tmp_path: Path) -> None:
    async with house(tmp_path, f'approvers = ["{BEN}"]') as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide on 1 call")
        [card] = [m for m in at.ours(root) if "please decide" in m.text]
        assert {"type": "user", "user_id": BEN} in card.original_blocks[0]["elements"][0]["elements"]
        await at.press(BEN, root, "Approve")
        await at.sees(root, "Approved by Ben Okafor", "Sources")


async def test_where_askers_may_not_decide_their_own_approvers_do(tmp_path: Path) -> None:
    async with house(tmp_path, f'approvers = ["{BEN}"]\nown = false') as at:
        root = await at.slack.say(ANNA, QUESTION)
        for label in ("Approve", "Edit", "Reject"):
            await at.press(ANNA, root, label)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(ANNA)) == 3)
        assert not at.slack.views(ANNA) and await tools_begun(at, root) == []
        await at.press(BEN, root, "Reject")
        await at.fills(BEN, "read the new one")
        await at.sees(root, "Rejected by Ben Okafor: “read the new one”")


async def test_of_two_who_may_decide_the_first_counts_and_the_second_is_told(tmp_path: Path) -> None:
    async with house(tmp_path, f'approvers = ["{BEN}"]') as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(BEN, root, "Reject")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Approved by Anna Kowalska")
        assert "already" in str(await at.fills(BEN, "no"))
        await at.sees(root, "Sources")
        [facts] = await at.facts(root)
        assert [(f.by, f.verdict) for f in facts if isinstance(f, Decided)] == [(ANNA, "approve")]


async def test_an_approver_stops_a_run_by_a_plain_word_and_nobody_else_does(tmp_path: Path) -> None:
    async with house(tmp_path, 'approvers = ["UCLARA"]') as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide")
        await at.slack.say(BEN, "stop", thread=root)
        await at.slack.say(BEN, "@footnote stop", thread=root)
        await at.sees(root, "nothing of yours to stop", "[Approve]")
        await at.slack.say("UCLARA", "stop", thread=root)
        await at.sees(root, "Stopped by")


async def test_a_word_of_assent_decides_nothing_supersedes_nothing_and_is_answered(tmp_path: Path) -> None:
    async with house(tmp_path, f'approvers = ["{BEN}"]') as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide")
        for user, words in ((ANNA, "approve"), (ANNA, "@footnote yes, go ahead"), (BEN, "Approved!")):
            await at.slack.say(user, words, thread=root)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(ANNA)) == 2 and at.slack.ephemerals(BEN))
        assert await tools_begun(at, root) == [] and "Superseded" not in at.read(root)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")


# --- about what ------------------------------------------------------------------------------------------------


async def test_once_asks_for_the_first_call_of_each_tool(tmp_path: Path) -> None:
    search: Line = [("search_docs", {"query": "first class"})]
    more: Line = [("read_file", {"path": "old.md"})]
    replies = (BOTH, search, more, "Over three hours [1], in 2019 never [2].")
    async with house(tmp_path, 'approval = "once"', *replies) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide on 1 call", '"travel.md"')
        assert '"old.md"' not in at.read(root), "the second call of the tool waits for the word on the first"
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "search_docs – search your documents", "[Approve]")
        assert await tools_begun(at, root) == ["call.1.1", "call.1.2"]
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")


async def test_once_asks_again_where_the_first_was_rejected(tmp_path: Path) -> None:
    async with house(tmp_path, 'approval = "once"', BOTH, "In 2019 never [1].") as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Reject")
        await at.fills(ANNA, "")
        await at.sees(root, "Rejected by", '"old.md"')
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources", "old.md")
        assert await tools_begun(at, root) == ["call.1.2"]


async def note(given: Given, text: Annotated[str, Field(description="What to write down.")]) -> Result:
    """Write something down for later."""
    return Result(passages=(Passage(address="note", title="Note", where="all", text=f"noted: {text}"),))


async def test_writes_asks_for_what_changes_something_and_lets_reading_go_on(tmp_path: Path) -> None:
    shelf = [*SHELF, Tool(note, needs="docs", timeout=5, writes=True, repeatable=False)]
    replies: list[Line] = [READ, [("note", {"text": "three hours"})], "Over three hours [1]."]
    async with house(tmp_path, 'approval = "writes"', *replies, shelf=shelf) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide on 1 call", "note")
        assert await tools_begun(at, root) == ["call.1.1"]
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        assert await tools_begun(at, root) == ["call.1.1", "call.2.1"]


async def test_a_channel_has_its_own_rules_and_a_run_keeps_those_it_began_with(tmp_path: Path) -> None:
    async with house(tmp_path, f'approval = "off"\n[channel.{PLACE}]\napproval = "each"\nrounds = 3') as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide", "of 3 rounds")
        [[asked, *_]] = await at.facts(root)
        assert isinstance(asked, Asked) and asked.rules.approval == "each" and asked.rules.rounds == 3


# --- who may ask, who corrects, who follows up -----------------------------------------------------------------


async def test_only_those_who_may_ask_are_heard_and_the_others_are_told_once(tmp_path: Path) -> None:
    async with house(tmp_path, f'ask = ["{ANNA}"]') as at:
        other = await at.slack.say(BEN, QUESTION)
        await at.hears(BEN, "may not ask me here")
        assert len(at.slack.messages(PLACE, other)) == 1 and len(at.slack.ephemerals(BEN)) == 1
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide")


async def test_members_only_leaves_guests_out(tmp_path: Path) -> None:
    async with house(tmp_path, 'ask = "members"') as at:
        root = await at.slack.say("UGUEST", QUESTION)
        await at.hears("UGUEST", "may not ask me here")
        assert len(at.slack.messages(PLACE, root)) == 1
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide")


async def test_where_others_correct_a_mention_by_somebody_else_is_a_remark_with_their_name(tmp_path: Path) -> None:
    async with house(tmp_path, 'others = "correct"', READ, READ, ANSWER, intents=2) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide")
        await at.slack.say(BEN, "@footnote only for trains, please", thread=root)
        await at.sees(root, "Superseded", "Ben Okafor: “only for trains, please”")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        assert len(await at.facts(root)) == 1, "one run"


async def test_anyone_may_follow_up_below_an_answer_where_the_channel_has_it_so(tmp_path: Path) -> None:
    async with house(
        tmp_path, 'approval = "off"\nfollow_ups = "anyone"', READ, ANSWER, READ, ANSWER, intents=2
    ) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "Sources")
        await at.bot.doors.idle()
        await at.slack.say(BEN, "and in second class?", thread=root)
        await at.slack.wait_for(lambda: at.read(root).count("Sources") == 2)


async def test_where_follow_ups_need_a_mention_the_asker_needs_one_too(tmp_path: Path) -> None:
    config = 'approval = "off"\nfollow_ups = "mention"'
    async with house(tmp_path, config, READ, ANSWER, READ, ANSWER, intents=2) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "Sources")
        await at.bot.doors.idle()
        await at.slack.say(ANNA, "and in second class?", thread=root)
        await at.slack.say(ANNA, "@footnote and in second class?", thread=root)
        await at.slack.wait_for(lambda: at.read(root).count("Sources") == 2)
        assert len(await at.facts(root)) == 2
