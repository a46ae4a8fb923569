"""Answers, cards and files when Slack is in trouble at the wrong moment: in order, whole, gone when they ought to."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from agent.facts import Decided, Stopped
from bot.board import Tempo
from bot.pace import Rates
from bot.playground.slack import Fault, Message
from tests.bot.wall import Wall, answered, asked, call, read, understood, waiting, wall, wanted
from tests.stories.office import ANNA, BEN

LONG = "\n\n".join(f"Paragraph {n}. " + "word " * 150 for n in range(40))
BIG = "wide " * 700


def slots(messages: Sequence[Message]) -> list[str]:
    keys = ((one.metadata or {}).get("event_payload", {}).get("key", "") for one in messages)
    return [str(key).partition("/")[2] for key in keys]


async def begun(at: Wall) -> None:
    await at.happens(asked(at.root), *read(at.root), *understood())
    await at.rests()


@pytest.mark.parametrize("fault", [Fault.ratelimited(30), Fault.ratelimited(1), Fault.status(503)])
async def test_the_parts_of_an_answer_stand_in_order_whatever_its_first_one_meets(fault: Fault) -> None:
    async with wall(Tempo(pace=0.0, pause=0.001), rates=Rates()) as at:
        await begun(at)
        at.slack.faults.add("chat.update", fault)
        await at.happens(answered(LONG))
        await at.sees("Paragraph 0.", "Paragraph 39.")
        parts = [slot for slot in slots(at.ours()) if slot.startswith("answer.")]
        assert len(parts) >= 2 and parts == sorted(parts, key=lambda slot: int(slot.rpartition(".")[2]))
        thread = at.read()
        assert [thread.index(f"Paragraph {n}.") for n in range(40)] == sorted(
            thread.index(f"Paragraph {n}.") for n in range(40)
        )


async def test_a_file_that_slack_has_taken_and_not_shown_goes_with_its_question() -> None:
    async with wall(Tempo(pace=0.0, pause=1.0, parting=0.0, later=1.0, apart=0.01)) as at:
        await begun(at)
        at.slack.faults.add("conversations.replies", Fault.status(503))
        await at.happens(*wanted(call(BIG)))
        await at.tries("conversations.replies", 1)
        await at.screen.settle(await at.told(Stopped(why="deleted", by=ANNA)))
        await at.slack.wait_for(lambda: not at.ours())


async def test_a_card_whose_blocks_are_refused_keeps_its_buttons() -> None:
    async with wall() as at:
        await begun(at)
        at.slack.faults.add("chat.postMessage", Fault.error("invalid_blocks"))
        await at.happens(*wanted(call("first", "1.1"), call("second", "1.2")))
        thread = await at.sees('{"query": "first"}', '{"query": "second"}', "[Approve all (2)]")
        assert thread.count("[Approve] [Edit] [Reject]") == 2
        before, _, after = thread.partition('{"query": "second"}')
        assert before.count("[Approve] [Edit]") == 1 and after.count("[Approve] [Edit]") == 1, "each below its call"


async def test_pieces_of_plain_words_that_are_not_needed_any_more_go() -> None:
    async with wall() as at:
        await begun(at)
        calls = (call("a" * 1_760, "1.1"), call("b" * 1_760, "1.2"))
        for _ in range(2):  # neither these blocks nor the plainest ones
            at.slack.faults.add("chat.postMessage", Fault.error("invalid_blocks"))
        await at.happens(*wanted(*calls))
        await at.slack.wait_for(lambda: any(".plain." in slot for slot in slots(at.ours())))
        said = [Decided(call_id=one.id, digest=one.digest, by=ANNA, verdict="approve") for one in calls]
        await at.screen.settle(await at.told(*said, answered("So.")))
        await at.sees("So.")
        assert "Also later calls" not in at.read()


async def test_whoever_asked_is_told_that_somebody_else_stopped_it() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.rests()
        await at.screen.settle(await at.told(Stopped(why="person", by=BEN, name="Ben Okafor")))
        assert at.slack.notified(ANNA) == [at.ours()[-1]] and "Stopped by Ben Okafor" in at.read()


async def test_an_answer_that_could_not_be_shown_for_long_is_told_when_it_can() -> None:
    async with wall() as at:
        await begun(at)
        run = await at.told(answered("It is the first."))
        await at.killed()
        at.clock.now += 10 * 3_600
        again = at.another()
        await again.screen.settle(run)
        await again.sees("It is the first.", "here is your answer")
        assert at.slack.notified(ANNA) == [at.ours()[-1]]
        await again.screen.close()


async def test_an_answer_that_stands_is_not_told_again_by_a_later_process() -> None:
    async with wall() as at:
        await begun(at)
        run = await at.told(answered("It is the first."))
        assert await at.screen.settle(run)
        await at.killed()
        at.clock.now += 10 * 3_600
        again = at.another()
        await again.screen.settle(run)
        await asyncio.wait_for(again.rests(), 20)
        assert len(at.ours()) == 1 and not at.slack.notified(ANNA)
        await again.screen.close()


async def test_another_bot_that_asked_is_not_called_by_its_answer() -> None:
    async with wall() as at:
        question = asked(at.root).model_copy(update={"by": "UALERTS", "speaker": "bot"})
        await at.happens(question, *read(at.root), *understood(), *wanted(call("first")))
        await at.rests()
        await at.screen.settle(await at.told(answered("It is the first.")))
        assert "It is the first." in at.read() and "UALERTS" not in str(
            [one.original_blocks for one in at.ours()[2:]]
        )
