"""What stands in a thread twice, and how it is taken away: posts that arrive after nobody waits for them any more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.carrier import Live
from agent.log import Shown
from bot.history import Ours
from bot.orphans import SUPERSEDED, orphans
from bot.playground.slack import Fault
from bot.posting import GONE
from tests.bot.wall import asked, read, stopped, waiting, wall

LOST = [Fault.reset_after(), Fault.delay(0.4)]


async def test_a_post_that_lands_after_its_process_was_killed_is_taken_away() -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.4))
        run = await at.happens(asked(at.root))
        await at.tries("chat.postMessage", 1)
        await at.killed()
        again = at.another()
        again.screen.draw(run, Live())
        await again.slack.wait_for(lambda: len(again.ours()) == 2)
        await again.slack.wait_for(lambda: len(again.ours()) == 1)
        (left,) = again.ours()
        assert (await again.log.shown("r"))["progress"].ts == left.ts
        await again.happens(*read(at.root))
        await again.sees("Understanding the question")
        await again.screen.close()


async def test_a_post_that_lands_after_it_was_given_up_is_taken_away() -> None:
    async with wall(patience=0.2) as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.4))
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        await at.tries("chat.delete", 1)
        await at.slack.wait_for(lambda: len(at.ours()) == 2)
        rows = await at.log.shown("r")
        assert {row.ts for row in rows.values()} == {one.ts for one in at.ours()}


async def test_a_button_that_stands_twice_is_taken_away_at_the_end_at_the_latest() -> None:
    async with wall(patience=0.2) as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.postMessage", Fault.delay(0.4))
        await at.happens(*waiting(at.root)[1:])
        await at.slack.wait_for(lambda: at.read().count("[Approve]") == 2)
        await at.screen.settle(await at.told(stopped()))
        await at.slack.wait_for(lambda: len(at.ours()) == 2)
        assert "[Approve]" not in at.read()


@pytest.mark.parametrize("ended", [False, True])
async def test_an_edit_that_lands_after_a_later_one_is_undone(ended: bool) -> None:
    """The process is killed with an edit on its way; the next one has edited the message when it arrives."""
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.delay(0.4))
        await at.happens(*read(at.root))
        await at.tries("chat.update", 1)
        await at.killed()
        again = at.another()
        since = waiting(at.root)[1 + len(read(at.root)) :]
        run = await again.told(*([stopped()] if ended else since))
        if ended:
            await again.screen.settle(run)
        else:
            again.screen.draw(run, Live())
        newest = "Stopped by" if ended else "Waiting for Anna Kowalska to approve"
        await again.sees(newest)
        await again.sees("Understanding the question")
        await again.sees(newest)
        await again.screen.close()


async def test_what_cannot_be_deleted_says_that_it_is_superseded_and_is_left_at_that() -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.4))
        at.slack.faults.add("chat.delete", Fault.error("compliance_exports_prevent_deletion"))
        run = await at.happens(asked(at.root))
        await at.tries("chat.postMessage", 1)
        await at.killed()
        again = at.another()
        again.screen.draw(run, Live())
        await again.sees(SUPERSEDED)
        await again.slack.wait_for(lambda: len(again.ours()) == 2)
        assert await again.screen.settle(await again.told(stopped()))
        await again.sees("Stopped by Anna Kowalska", SUPERSEDED)
        assert len(at.tried("chat.delete")) == 1
        await again.screen.close()


@pytest.mark.parametrize("fault", [Fault.error("internal_error"), Fault.reset_before(), Fault.status(503)])
async def test_a_look_that_fails_is_repeated(fault: Fault) -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.4))
        run = await at.happens(asked(at.root))
        await at.tries("chat.postMessage", 1)
        await at.killed()
        again = at.another()
        again.screen.draw(run, Live())
        await at.tries("chat.postMessage", 2)
        at.slack.faults.add("conversations.replies", fault)
        at.slack.faults.add("chat.delete", fault)
        await again.tries("chat.delete", 2)
        await again.slack.wait_for(lambda: len(again.ours()) == 1)
        await again.screen.close()


async def test_a_run_begun_and_ended_here_costs_no_look() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        await at.rests()
        at.slack.faults.add("chat.update", Fault.reset_after())
        assert await at.screen.settle(await at.told(stopped()))
        assert not at.tried("conversations.replies")


async def test_a_run_that_was_taken_over_is_looked_through_twice_and_then_settled() -> None:
    async with wall() as at:
        run = await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        await at.killed()
        again = at.another()
        again.screen.draw(run, Live())
        await again.tries("conversations.replies", 1)
        await again.rests()
        assert await again.screen.settle(await again.told(stopped()))
        assert len(at.tried("conversations.replies")) == 2
        await again.screen.close()


async def test_a_run_that_ends_before_it_was_looked_through_is_settled_by_that_look() -> None:
    async with wall() as at:
        await at.happens(*waiting(at.root))
        await at.sees("[Approve]")
        await at.killed()
        again = at.another()
        assert not await again.screen.settle(await again.told(stopped()))
        assert [run for _, run in await again.log.unsettled()] == ["r"], "whoever starts now looks again"
        await again.tries("conversations.replies", 1)
        async with asyncio.timeout(20):
            while await again.log.unsettled():  # noqa: ASYNC110 - a log tells nobody that a run is settled
                await asyncio.sleep(0.01)
        assert len(at.tried("conversations.replies")) == 1
        await again.screen.close()


@pytest.mark.parametrize("gone", ["message_not_found", "edit_window_closed", "cant_update_message"])
@pytest.mark.parametrize("fault", LOST)
async def test_a_new_message_in_the_place_of_one_that_is_gone_stands_there_once(gone: str, fault: Fault) -> None:
    async with wall(patience=0.2) as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.rests()
        (old,) = at.ours()
        if gone == "message_not_found":
            await at.api.chat_delete(channel=old.channel, ts=old.ts)
        else:
            at.slack.faults.add("chat.update", Fault.error(gone))
        at.slack.faults.add("chat.postMessage", fault)
        await at.happens(*read(at.root))
        await at.tries("chat.postMessage", 2 if fault.kind == "reset_after" else 3)
        await at.slack.wait_for(lambda: all(one.response for one in at.tried("chat.postMessage")))
        await at.slack.wait_for(lambda: len(at.ours()) == 1)
        assert at.ours()[0].ts != old.ts and "Understanding the question" in at.read()
        await at.screen.settle(await at.told(stopped()))
        await at.sees("Stopped by Anna Kowalska")
        assert len(at.ours()) == 1


def test_what_was_taken_away_and_arrives_all_the_same_is_one_of_them() -> None:
    rows = {"progress": Shown("r", "progress", "C", "", GONE), "approval.5": Shown("r", "approval.5", "C", "")}
    late, wanted = Ours("1.0", "progress", {}), Ours("2.0", "approval.5", {})
    assert orphans([late, wanted], rows) == [late]


# --- which of them it is --------------------------------------------------------------------------------------------

SLOTS = st.sampled_from(["progress", "approval.5", "arguments.5.1", ""])
STAMPS = st.integers(1, 6).map(lambda n: f"{n}.0")
FILES = st.sets(st.sampled_from(["a.json", "b.json"]), max_size=1).map(lambda names: dict.fromkeys(names, "F"))
MESSAGES = st.lists(st.builds(Ours, STAMPS, SLOTS, FILES), max_size=6, unique_by=lambda one: one.ts)
ROWS = st.dictionaries(
    st.sampled_from(["progress", "approval.5", "arguments.5.1"]), st.sampled_from(["", "1.0", "2.0", "3.0"])
)


@given(MESSAGES, ROWS)
def test_only_what_stands_beside_the_one_that_is_known_is_taken_away(
    ours: list[Ours], known: Mapping[str, str]
) -> None:
    rows = {slot: Shown("r", slot, "C", ts) for slot, ts in known.items()}
    away = orphans(ours, rows)
    assert not {one.ts for one in away} & set(known.values())
    assert not [one for one in away if not one.files and not known.get(one.slot)]
    left = [one for one in ours if one not in away]
    assert not orphans(left, rows)
    assert all(one.ts == known[one.slot] or one.ts in known.values() for one in left if known.get(one.slot))
