"""What the screen does while Slack is away for longer than anybody likes to wait, or the log cannot be written."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from agent.carrier import Live
from bot.board import Tempo
from bot.playground.slack import Fault
from bot.playground.slack.world import BOT
from bot.setbacks import GIVEN_UP, TRIES
from tests.bot.wall import (
    HASTY,
    NOW,
    Wall,
    answered,
    asked,
    call,
    read,
    stopped,
    understood,
    waiting,
    wall,
    wanted,
)
from tests.stories.office import ANNA, PLACE

AWAY = [Fault.status(503), Fault.reset_before(), Fault.error("internal_error")]
REFUSED = Fault.error("a_reason_nobody_knows")


# --- Slack is away ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [*AWAY, REFUSED])
async def test_a_first_post_that_failed_for_long_is_tried_again_with_what_comes_next(fault: Fault) -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", fault, times=TRIES)
        await at.happens(asked(at.root))
        await at.tries("chat.postMessage", TRIES)
        await at.happens(*read(at.root))
        await at.sees("Understanding the question")


@pytest.mark.parametrize("fault", [*AWAY, REFUSED])
async def test_an_edit_that_failed_for_long_is_tried_again_with_what_comes_next(fault: Fault) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", fault, times=TRIES)
        await at.happens(*read(at.root))
        await at.tries("chat.update", TRIES)
        run = await at.happens(stopped())
        assert await at.screen.settle(run), "the last state is confirmed"
        await at.sees("Stopped by Anna Kowalska")
        assert len(at.ours()) == 1


@pytest.mark.parametrize("fault", AWAY)
async def test_the_last_state_is_shown_however_long_slack_is_away(fault: Fault) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", fault, times=TRIES + 2)
        run = await at.happens(stopped())
        assert await at.screen.settle(run)
        await at.sees("Stopped by Anna Kowalska")


async def test_an_end_that_is_refused_for_a_reason_unknown_becomes_a_message_of_its_own() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", REFUSED, times=3 * TRIES)
        await at.screen.settle(await at.happens(stopped()))
        await at.slack.wait_for(lambda: "Stopped by Anna" in at.read() and "Reading" not in at.read())
        assert len(at.ours()) == 1


async def test_an_end_that_is_refused_in_every_form_is_left_to_the_next_start() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        for method in ("chat.update", "chat.postMessage"):
            at.slack.faults.add(method, REFUSED, times=9 * TRIES)
        assert not await at.screen.settle(await at.happens(stopped()))


async def test_a_token_that_was_revoked_leaves_the_answer_to_the_next_start() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.error("token_revoked"), times=3)
        run = await at.happens(stopped())
        assert not await at.screen.settle(run)


async def test_a_progress_that_cannot_be_edited_holds_up_no_button() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", REFUSED, times=3 * TRIES)
        await at.happens(*waiting(at.root)[1:])
        await at.sees("[Approve]")


async def test_edits_that_have_to_wait_long_hold_up_no_post() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.ratelimited(retry_after=3_600))
        await at.happens(*waiting(at.root)[1:])
        await at.tries("chat.update", 1)
        await at.happens(asked(at.root), *read(at.root), run="other")
        await at.sees("[Approve]", "Understanding the question")
        assert len(at.tried("chat.update")) == 1, "nobody edits until Slack says so"


async def test_posts_that_have_to_wait_long_hold_up_no_edit() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.postMessage", Fault.ratelimited(retry_after=3_600))
        await at.happens(*waiting(at.root)[1:])
        await at.tries("chat.postMessage", 2)
        await at.sees("Waiting for Anna Kowalska to approve")
        assert len(at.tried("chat.postMessage")) == 2, "nobody posts there until Slack says so"


# --- nothing can be shown there, for now ----------------------------------------------------------------------


async def _archived(at: Wall, is_so: bool) -> None:
    at.slack.world.channels[PLACE].is_archived = is_so


async def _removed(at: Wall, is_so: bool) -> None:
    members = at.slack.world.channels[PLACE].members
    (members.discard if is_so else members.add)(BOT)


Left = Callable[[Wall, bool], Awaitable[None]]


@pytest.mark.parametrize("left", [_archived, _removed])
async def test_what_waits_is_shown_when_the_channel_comes_back(left: Left, caplog: pytest.LogCaptureFixture) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await left(at, True)
        await at.happens(*waiting(at.root)[1:])
        await at.tries("chat.postMessage", 4)
        assert "[Approve]" not in at.read()
        await left(at, False)
        await at.sees("[Approve]", "Waiting for Anna Kowalska to approve")
    assert len([one for one in caplog.records if "cannot be shown for now" in one.getMessage()]) == 1


@pytest.mark.parametrize("left", [_archived, _removed])
async def test_an_answer_waits_for_its_channel(left: Left) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await left(at, True)
        settling = asyncio.create_task(at.screen.settle(await at.told(answered("It is the first."))))
        await at.tries("chat.update", 4)
        assert not settling.done()
        await left(at, False)
        assert await settling
        assert "It is the first." in at.read() and len(at.ours()) == 1


@pytest.mark.parametrize("left", [_archived, _removed])
async def test_a_run_whose_channel_takes_nothing_for_a_day_is_given_up(
    left: Left, caplog: pytest.LogCaptureFixture
) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await left(at, True)
        settling = asyncio.create_task(at.screen.settle(await at.told(stopped())))
        await at.tries("chat.update", 3)
        at.clock.now += GIVEN_UP + 1
        assert await settling
    assert [one.getMessage() for one in caplog.records if "is given up" in one.getMessage()] == [
        f"run r is given up, its end could not be shown for a day: Slack says {_said(left)}"
    ]


def _said(left: Left) -> str:
    return "not_in_channel" if left is _removed else "is_inactive"


async def test_a_state_that_comes_while_the_last_try_is_under_way_is_tried_as_well() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.error("token_revoked"))
        before = await at.told(*read(at.root))
        at.screen.draw(before, Live())
        await at.tries("chat.update", 1)
        await at.happens(stopped())
        await at.sees("Stopped by Anna Kowalska")


# --- the last state, and what comes beside it -----------------------------------------------------------------


async def test_what_is_drawn_while_a_run_settles_changes_nothing_of_its_end() -> None:
    async with wall() as at:
        before = await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.delay(0.2))
        run = await at.told(stopped())
        settling = asyncio.create_task(at.screen.settle(run))
        await at.tries("chat.update", 1)
        at.screen.draw(run, Live())
        at.screen.draw(before, Live())
        assert await settling
        await at.rests()
        at.screen.draw(before, Live())
        await at.rests()
        assert "Stopped by Anna Kowalska" in at.read() and len(at.tried("chat.update")) == 1


async def test_settling_waits_for_the_state_it_was_asked_for() -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.2))
        await at.happens(asked(at.root))
        await at.tries("chat.postMessage", 1)
        assert await at.screen.settle(await at.told(stopped()))
        assert "Stopped by Anna Kowalska" in at.read() and len(at.ours()) == 1


async def test_settling_is_answered_by_that_state_and_by_no_earlier_one() -> None:
    async with wall() as at:
        for number in range(20):
            before = await at.happens(asked(at.root), run=f"r{number}")
            await at.rests()
            ended = await at.told(stopped(), run=f"r{number}")
            at.screen.draw(before, Live())
            await asyncio.sleep(number / 5_000)  # wherever the writer is by then
            assert await at.screen.settle(ended)
        assert at.read().count("Stopped by Anna Kowalska") == 20


async def test_a_process_that_ends_in_the_midst_of_a_post_has_it_confirmed() -> None:
    async with wall(Tempo(parting=20.0)) as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.2))
        await at.happens(asked(at.root))
        await at.tries("chat.postMessage", 1)
        await at.killed()
        (ours,) = at.ours()
        assert (await at.log.shown("r"))["progress"].ts == ours.ts
        at.screen.draw(await at.told(stopped()), Live())
        assert at.screen.busy == 0, "nothing is written any more"


# --- boards end -----------------------------------------------------------------------------------------------------


async def test_runs_that_wait_for_a_person_have_no_writer() -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.01), times=50)
        for number in range(50):
            await at.happens(*waiting(at.root), run=f"r{number}")
        await at.slack.wait_for(lambda: at.read().count("[Approve]") == 50)
        await at.rests()
        await at.happens(stopped(), run="r7")
        await at.sees("Stopped by Anna Kowalska", "Not decided")
        assert len(at.ours()) == 100


async def test_a_run_at_work_is_shown_to_be_at_it_while_nothing_happens() -> None:
    async with wall(replace(HASTY, refresh=0.01)) as at:
        await at.happens(asked(at.root), live=Live(since={"recall.1": NOW}))
        await at.sees("Reading the thread")
        at.clock.now = NOW + 40
        await at.sees("40 s")


async def test_the_pace_holds_from_one_writer_to_the_next() -> None:
    async with wall(Tempo(pace=3_600.0)) as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.rests()
        await at.happens(*read(at.root))
        await at.sees("Understanding the question")
        await at.happens(*understood())
        await at.happens(*wanted(call("first")))
        await at.sees("[Approve]")
        assert at.screen.busy == 1 and len(at.tried("chat.update")) == 1, "the second edit waits its turn"
        assert await at.screen.settle(await at.told(stopped())), "the last one does not"
        assert len(at.tried("chat.update")) == 3


async def test_blocks_that_were_refused_are_not_tried_again_with_every_state() -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.error("invalid_blocks"), times=2)
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.rests()
        await at.happens(*read(at.root))
        await at.sees("Understanding the question")
        await at.rests()
        again = at.another()
        await again.happens(*understood())
        await again.sees("Understood: what is first")
        await again.screen.close()
        sent = [bool(one.args["blocks"]) for one in at.tried("chat.postMessage", "chat.update")]
        assert sent == [True, True] + [False] * 3, "as they are, then plainer, then without"
        assert not [one for one in at.tried("chat.update") if not one.response["ok"]]


# --- the log cannot be used ---------------------------------------------------------------------------------------


async def test_nothing_is_posted_before_it_can_be_written_down(caplog: pytest.LogCaptureFixture) -> None:
    async with wall() as at:
        at.log.unreadable, at.log.unwritable = 3, 3 * TRIES
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.rests()
        assert at.log.unwritable == 0 and len(at.tried("chat.postMessage")) == 1
    assert [one.getMessage() for one in caplog.records if "the disk is full" in one.getMessage()] == 2 * [
        "what stands in Slack cannot be written down for now; it is tried again: the disk is full"
    ]


async def test_a_post_that_could_not_be_written_down_is_written_down_later_and_not_posted_again() -> None:
    async with wall() as at:
        at.log.after_post = 3 * TRIES
        run = await at.happens(asked(at.root), stopped())
        assert await at.screen.settle(run)
        (ours,) = at.ours()
        assert at.log.after_post == 0 and (await at.log.shown("r"))["progress"].ts == ours.ts
        assert len(at.tried("chat.postMessage")) == 1 and not at.tried("chat.update", "conversations.replies")


async def test_a_log_that_fails_holds_up_no_edit() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.rests()
        at.log.unwritable = 10**9
        await at.happens(*read(at.root))
        await at.sees("Understanding the question")
        await at.happens(stopped())
        await at.sees("Stopped by Anna Kowalska")
        at.log.unwritable = 0
        await at.rests()
        again = at.another(HASTY)
        assert (await at.log.shown("r"))["progress"].position == 3
        await again.screen.close()


# --- the last state is the last one -----------------------------------------------------------------------------


async def test_an_edit_that_is_still_on_its_way_comes_before_the_answer() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.delay(1.0))
        await at.happens(*read(at.root))
        await at.tries("chat.update", 1)
        assert await at.screen.settle(await at.told(answered("It is the first.")))
        (ours,) = at.ours()
        assert "Understanding" in ours.history[-1][0] and "It is the first." in ours.text
        await at.rests()
        assert len(at.tried("chat.update")) == 2, "and nothing follows it"


async def test_an_edit_that_was_given_up_and_arrives_after_the_answer_is_put_right() -> None:
    async with wall(patience=0.2) as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.update", Fault.delay(0.5))
        await at.happens(*read(at.root))
        await at.tries("chat.update", 1)
        await at.screen.settle(await at.told(answered("It is the first.")))
        await at.sees("Understanding the question")
        await at.sees("It is the first.")


async def test_what_was_not_confirmed_is_not_taken_for_shown() -> None:
    """The last words before the end are refused once, and the end says the same."""
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.rests()
        at.slack.faults.add("chat.update", Fault.error("internal_error"))
        run = await at.told(answered("It is the first."))
        at.screen.draw(run, Live())
        await at.tries("chat.update", 1)
        assert await at.screen.settle(run)
        assert "It is the first." in at.read()


LIMITED = Fault.error("ratelimited")  # with HTTP 200, as it was seen in the wild


async def test_whatever_is_said_to_the_last_edit_the_answer_arrives() -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.rests()
        for fault in (LIMITED, Fault.ratelimited(1), Fault.error("msg_too_long"), Fault.error("message_not_found")):
            at.slack.faults.add("chat.update", fault)
        await at.screen.settle(await at.told(answered("It is the first.")))
        await at.sees("It is the first.")
        await at.slack.wait_for(lambda: len(at.ours()) == 1)
        assert "It is the first." in at.read(), "and what could not be edited is taken away"


async def test_what_happens_during_a_pause_is_shown_when_it_is_over_though_nothing_more_happens() -> None:
    async with wall(replace(HASTY, pace=0.3)) as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        await at.happens(*read(at.root))
        await at.sees("Understanding the question")
        await at.happens(*understood())
        assert "Understood: what is first" not in at.read(), "the pace holds it back"
        await at.sees("Understood: what is first")


async def test_words_that_are_none_change_nothing_in_the_thread() -> None:
    """A model that sends nothing but empty words for a while."""
    async with wall() as at:
        run = await at.happens(asked(at.root), *read(at.root), *understood())
        await at.sees("Understood: what is first")
        await at.rests()
        before = len(at.tried("chat.update", "chat.postMessage"))
        for _ in range(50):
            at.screen.draw(run, Live(words=0))
            await asyncio.sleep(0)
        await at.rests()
        assert len(at.tried("chat.update", "chat.postMessage")) == before
        assert all(one.text.strip() for one in at.ours())
        assert await at.screen.settle(await at.told(answered(" \n ")))
        assert all(one.text.strip() for one in at.ours())


# --- short words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Fault.ratelimited(1), LIMITED])
@pytest.mark.parametrize("to", ["", ANNA])
async def test_a_word_that_has_to_wait_is_not_lost(to: str, fault: Fault) -> None:
    async with wall() as at:
        await at.happens(asked(at.root))
        await at.sees("Reading the thread")
        method = "chat.postEphemeral" if to else "chat.postMessage"
        at.slack.faults.add(method, fault, times=2)
        await at.screen.say(at.place, "Only the person who asked can do that.", to=to)
        await at.slack.wait_for(lambda: "Only the person who asked" in str(at.slack.ephemerals(ANNA)) + at.read())


async def test_a_word_that_cannot_be_said_is_said_to_be_lost(caplog: pytest.LogCaptureFixture) -> None:
    async with wall() as at:
        for fault in (Fault.error("is_archived"), Fault.ratelimited(3_600), Fault.reset_before()):
            at.slack.faults.add("chat.postEphemeral", fault)
            await at.screen.say(at.place, "Hello.", to=ANNA)
        await at.slack.wait_for(lambda: caplog.text.count("was not delivered") == 3)
