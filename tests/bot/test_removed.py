"""What is to go goes: everything about a run that was taken out of its thread, or whose question was deleted."""

from __future__ import annotations

import asyncio

import pytest

from agent.facts import Removed, Stopped
from bot.playground.slack import Fault, Message
from tests.bot.wall import Wall, answered, asked, call, read, understood, waiting, wall, wanted
from tests.stories.office import ANNA, PLACE

REMOVED = Removed(by=ANNA, name="Anna Kowalska")
DELETED = Stopped(why="deleted", by=ANNA)
LONG = "word " * 2_000  # arguments that no card holds: they stand above it as a file


async def gone(at: Wall) -> None:
    """Wait until nothing of ours stands in the thread."""
    await at.slack.wait_for(lambda: not at.ours())


async def settles(at: Wall) -> None:
    """Whatever the screen does until the run is settled: at once, or when the thread was looked through once more."""
    if await at.screen.settle(await at.told()):
        await at.log.settle("r")
    async with asyncio.timeout(20):
        while await at.log.unsettled():  # noqa: ASYNC110 - a log tells nobody of that
            await asyncio.sleep(0.01)


async def test_every_message_of_a_run_goes_and_stays_away() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root, call("first"), call(LONG, "1.2")))
        await at.sees("[Approve]")
        assert len(at.ours()) == 3
        assert await at.screen.settle(await at.told(answered("It is the first.")))
        await at.sees("It is the first.", "Answered below")
        await at.told(REMOVED)
        await settles(at)
        assert not at.ours() and len(at.tried("chat.delete")) == 4
        again = at.another()
        await settles(again)
        assert not at.ours() and len(at.tried("chat.delete")) == 4, "a restart repeats nothing"
        await again.screen.close()


async def test_a_deleted_question_takes_everything_with_it_and_asks_nobody_what_to_say() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        posts = len(at.tried("chat.postMessage"))
        assert await at.screen.settle(await at.told(DELETED))
        assert not at.ours() and len(at.tried("chat.postMessage")) == posts


async def test_what_an_earlier_process_posted_goes_too() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        await at.killed()
        again = at.another()
        await again.screen.settle(await again.told(DELETED))
        await gone(again)
        await again.screen.close()


async def test_another_run_of_the_thread_is_left_alone() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.happens(asked(at.root), run="other")
        await at.slack.wait_for(lambda: len(at.ours()) == 2)
        assert await at.screen.settle(await at.told(DELETED))
        assert len(at.ours()) == 1 and "other" in str(at.ours()[0].metadata)


@pytest.mark.parametrize("method", ["chat.postMessage", "chat.update"])
async def test_what_is_on_its_way_at_that_moment_goes_as_well(method: str) -> None:
    async with wall() as at:
        if method == "chat.update":
            await at.happens(asked(at.root))
            await at.sees("Reading the thread")
        at.slack.faults.add(method, Fault.delay(0.3))
        await at.happens(*([asked(at.root)] if method == "chat.postMessage" else read(at.root)))
        await at.tries(method, 1)
        assert await at.screen.settle(await at.told(DELETED))
        assert not at.ours()


@pytest.mark.parametrize("fault", [Fault.reset_after(), Fault.delay(0.4)])
async def test_a_post_whose_outcome_nobody_knows_is_looked_for_first(fault: Fault) -> None:
    """The first message, and a card: what it did reach is taken away, also where it comes late."""
    async with wall(patience=0.2) as at:
        at.slack.faults.add("chat.postMessage", fault)
        at.slack.faults.add("chat.postMessage", Fault.hang(0.1))
        await at.happens(asked(at.root))
        await at.tries("chat.postMessage", 1)
        await at.told(DELETED)
        await settles(at)
        await at.slack.wait_for(lambda: any(one.metadata for one in _once_there(at)))
        assert not at.ours()


def _once_there(at: Wall) -> list[Message]:
    """Our messages, also those that are gone."""
    return [one for one in at.slack.messages(PLACE, at.root, deleted=True) if one.bot_id]


async def test_a_file_whose_outcome_nobody_knows_is_looked_for_by_its_name() -> None:
    async with wall() as at:
        await at.happens(asked(at.root), *read(at.root), *understood())
        await at.sees("[Stop]")
        at.slack.faults.add("files.completeUploadExternal", Fault.reset_after())
        at.slack.faults.add("conversations.replies", Fault.status(503), times=3)
        await at.happens(*wanted(call(LONG)))
        await at.tries("files.completeUploadExternal", 1)
        await at.screen.settle(await at.told(DELETED))
        await gone(at)


@pytest.mark.parametrize("error", ["cant_delete_message", "compliance_exports_prevent_deletion"])
async def test_what_slack_does_not_delete_is_emptied(error: str) -> None:
    async with wall() as at:
        await at.happens(asked(at.root), *read(at.root))
        await at.sees("[Stop]")
        at.slack.faults.add("chat.delete", Fault.error(error), times=9)
        assert await at.screen.settle(await at.told(DELETED))
        (left,) = at.ours()
        assert left.text == "(deleted)" and not left.original_blocks and not left.metadata
        again = at.another()
        await settles(again)
        assert len(at.tried("chat.delete")) == 1, "it is left at that"
        await again.screen.close()


@pytest.mark.parametrize(
    "fault", [Fault.ratelimited(1), Fault.status(503), Fault.reset_before(), Fault.reset_after()]
)
async def test_a_deletion_that_fails_is_repeated(fault: Fault) -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        at.slack.faults.add("chat.delete", fault)
        assert await at.screen.settle(await at.told(DELETED))
        assert not at.ours()


async def test_a_message_that_is_gone_already_is_no_trouble() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        for one in at.ours():
            await at.api.chat_delete(channel=PLACE, ts=one.ts)
        assert await at.screen.settle(await at.told(DELETED))


async def test_a_process_that_ends_half_way_leaves_the_rest_to_the_next() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        at.slack.faults.add("chat.delete", Fault.delay(0))
        at.slack.faults.add("chat.delete", Fault.hang(5.0))
        at.screen.draw(await at.told(DELETED), at.still)
        await at.tries("chat.delete", 2)
        await at.killed()
        assert len(at.ours()) == 1
        again = at.another()
        await again.screen.settle(await again.told())
        await gone(again)
        assert len(at.tried("chat.postMessage")) == 2, "nothing is posted anew"
        await again.screen.close()


async def test_a_run_that_ended_in_another_way_goes_when_its_asker_says_so_while_that_is_shown() -> None:
    """The answer's edit is on its way when the button is pressed."""
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.delay(0.3))
        settling = asyncio.create_task(at.screen.settle(await at.told(answered("It is the first."))))
        await at.tries("chat.update", 1)
        assert await at.screen.settle(await at.told(REMOVED)) and await settling
        assert not at.ours()


async def test_nothing_was_posted_and_nothing_is_to_go() -> None:
    async with wall() as at:
        assert await at.screen.settle(await at.told(asked(at.root), DELETED))
        assert not at.tried("chat.postMessage", "chat.delete", "conversations.replies")
