"""Every tool call waits for a button, and what is decided is what happens."""

import json
from pathlib import Path

from agent.facts import Decided, Returned, Started
from bot.playground.rehearsal.scripted import Line
from bot.playground.slack import Fault
from tests.stories.office import ANNA, BEN, Office, intent, office

TRAVEL = "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"
OLD = "# Old policy\n\nIn 2019 first class was never allowed.\n"
DOCS = {"travel.md": TRAVEL, "old.md": OLD}
GOAL = intent("When is first class allowed?")
READ = [("read_file", {"path": "travel.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


async def steps_begun(at: Office, root: str) -> list[str]:
    [facts] = await at.facts(root)
    return [fact.step for fact in facts if isinstance(fact, Started) and fact.step.startswith("call.")]


async def test_a_rejection_with_a_comment_becomes_the_result_and_steers(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[("read_file", {"path": "old.md"})], READ, ANSWER]
    ) as at:
        asked = await ask(at)
        await at.press(ANNA, asked, "Reject")
        assert await at.fills(ANNA, "use the current policy, travel.md") is None
        await at.sees(asked, "Rejected by Anna Kowalska", "use the current policy, travel.md")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Sources", "travel.md")
        assert "rejected by a person: use the current policy, travel.md" in str(at.model.loop_requests[1]["messages"])
        assert await steps_begun(at, asked) == ["call.2.1"], "a rejected call never runs"


async def test_one_of_two_parallel_calls_is_rejected_and_the_other_runs(tmp_path: Path) -> None:
    two = [("read_file", {"path": "old.md"}), ("read_file", {"path": "travel.md"})]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[two, ANSWER]) as at:
        asked = await ask(at)
        await at.sees(asked, "old.md", "travel.md", "[Approve all (2)]")
        await at.press(ANNA, asked, "Approve", nth=1)
        await at.sees(asked, "Approved by Anna Kowalska")
        await at.press(ANNA, asked, "Reject")
        await at.fills(ANNA, "")
        await at.sees(asked, "Sources", "Rejected by Anna Kowalska")
        assert await steps_begun(at, asked) == ["call.1.2"]
        results = [m for m in at.model.loop_requests[1]["messages"] if m["role"] == "tool"]  # type: ignore[attr-defined]
        assert "rejected by a person" in results[0]["content"] and "three hours" in results[1]["content"]


async def test_approve_all_lets_every_waiting_call_of_the_card_run(tmp_path: Path) -> None:
    two = [("read_file", {"path": "old.md"}), ("read_file", {"path": "travel.md"})]
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[two, "In 2019 it never was [1], now it is [2]."]
    ) as at:
        asked = await ask(at)
        await at.press(ANNA, asked, "Approve all")
        thread = await at.sees(asked, "Sources")
        assert thread.count("Approved by Anna Kowalska") == 2


async def test_approving_the_rest_ends_at_a_tool_not_yet_shown(tmp_path: Path) -> None:
    replies: list[Line] = [READ, [("read_file", {"path": "old.md"})], [("list_files", {})], ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies) as at:
        asked = await ask(at)
        await at.press(ANNA, asked, "Approve, also later calls")
        await at.sees(asked, "list_files", "[Approve]")
        assert await steps_begun(at, asked) == ["call.1.1", "call.2.1"]
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Sources")


async def test_nobody_but_the_asker_decides(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        asked = await ask(at)
        for label in ("Approve", "Reject", "Stop"):
            await at.press(BEN, asked, label)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(BEN)) == 3)
        await at.slack.say(BEN, "approve", thread=asked)
        await at.slack.say("UALERTS", "approved, go on", thread=asked)
        assert await steps_begun(at, asked) == []
        assert not at.slack.views(BEN)
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Sources")


async def test_a_second_and_a_late_click_change_nothing_and_are_answered(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        asked = await ask(at)
        await at.sees(asked, "[Approve]")
        card = next(message for message in at.ours(asked) if message.metadata and "approval" in str(message.metadata))
        approve = next(
            e
            for b in card.original_blocks
            for e in b.get("elements", [])
            if e.get("text", {}).get("text") == "Approve"
        )
        payload = {"value": approve["value"]}
        at.slack.faults.add("chat.update", Fault.delay(0.5), times=2)  # so that the buttons are still there
        await at.slack.click(ANNA, card.ts, approve["action_id"], **payload)
        await at.slack.click(ANNA, card.ts, approve["action_id"], **payload)
        await at.hears(ANNA, "already")
        await at.sees(asked, "Sources")
        [facts] = await at.facts(asked)
        assert sum(isinstance(fact, Decided) for fact in facts) == 1


async def test_stop_ends_the_run_at_once_and_offers_to_try_again(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=[READ, READ, ANSWER]) as at:
        asked = await ask(at)
        await at.sees(asked, "[Approve]")
        await at.press(ANNA, asked, "Stop")
        thread = await at.sees(asked, "Stopped by Anna Kowalska", "[Retry]")
        await at.slack.wait_for(lambda: "[Approve]" not in at.read(asked))
        assert "Sources" not in thread
        await at.press(ANNA, asked, "Retry")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Sources")
        assert len(await at.facts(asked)) == 2, "a retry is a run of its own, with fresh approvals"


async def test_a_plain_stop_in_the_thread_stops_and_a_sentence_about_stopping_does_not(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=[READ, READ]) as at:
        asked = await ask(at)
        await at.sees(asked, "[Approve]")
        await at.slack.say(ANNA, "stop the deploy discussion, please look at travel", thread=asked)
        await at.slack.wait_for(lambda: at.model.left == 0)
        await at.sees(asked, "Superseded")
        await at.slack.say(ANNA, "@footnote stop!", thread=asked)
        await at.sees(asked, "Stopped by Anna Kowalska")


async def test_arguments_too_long_for_the_card_stand_in_the_thread_in_full(tmp_path: Path) -> None:
    query = "why " * 700 + "THE END"
    async with office(
        tmp_path,
        docs=DOCS,
        intents=[GOAL],
        replies=[[("search_docs", {"query": query})], "I found nothing.", "I found nothing."],
    ) as at:
        asked = await ask(at)
        await at.sees(asked, "(file: call-1.1-search_docs-", "[Approve]")
        (file,) = [message for message in at.ours(asked) if message.files]
        assert json.loads(at.slack.file_text(file))["query"] == query
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Nothing was found or opened that answers this.")


async def test_a_remark_of_the_asker_supersedes_what_waits(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs=DOCS,
        intents=[GOAL, intent("When was first class allowed in 2019?")],
        replies=[READ, [("read_file", {"path": "old.md"})], "Never [1]."],
    ) as at:
        asked = await ask(at)
        await at.sees(asked, "[Approve]")
        await at.slack.say(ANNA, "sorry, in 2019", thread=asked)
        await at.sees(asked, "Superseded", "When was first class allowed in 2019?", "[Approve]")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Never [1]")
        [facts] = await at.facts(asked)
        outcomes = [fact.outcome for fact in facts if isinstance(fact, Returned)]
        assert outcomes == ["dropped", "ok"]


async def test_approving_the_rest_does_not_cover_a_tool_that_was_rejected(tmp_path: Path) -> None:
    both = [("search", {"query": "first class"}), ("read_file", {"path": "travel.md"})]
    replies: list[Line] = [both, [("search", {"query": "first class rules"})], ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies) as at:
        asked = await ask(at)
        await at.press(ANNA, asked, "Reject")
        await at.fills(ANNA, "this is internal, stay off the web")
        await at.sees(asked, "calls of read_file then go on without asking")
        await at.press(ANNA, asked, "Approve, also later calls")
        await at.sees(asked, "first class rules", "[Approve]")
        assert await steps_begun(at, asked) == ["call.1.2"], "the rejected tool asks again"
