"""What waits for people: reminders, the end of the time, the queue of a thread, and a stop ahead of it all."""

import time
from pathlib import Path

from agent.facts import Answered, Reminded, Returned, Stopped
from bot.place import Place
from bot.playground.rehearsal.scripted import Held, Line
from bot.playground.slack import Fault
from tests.stories.field import button, later, press_again
from tests.stories.office import ANNA, BEN, PLACE, Office, intent, office, unclear

DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
GOAL = intent("When is first class allowed?")
READ = [("read_file", {"path": "travel.md"})]
SEARCH = [("search_docs", {"query": "first class"})]
ANSWER = "First class is allowed on trips over three hours [1]."
HOUR = 3600.0


async def ask(at: Office, user: str = ANNA) -> str:
    return await at.slack.say(user, "@footnote when is first class allowed?")


async def test_who_has_to_decide_is_reminded_once_and_told_when_it_is_settled(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await ask(at)
        await at.sees(root, "please decide")
        await at.away()
        for hours in (13, 14):
            async with later(at, lambda hours=hours: time.time() + hours * HOUR) as back:  # type: ignore[misc]
                await back.sees(root, "still waiting for you: 1 call above")
                if hours == 14:
                    await back.press(ANNA, root, "Approve")
                    await back.sees(root, "Sources", "Settled meanwhile")
                    [facts] = await back.facts(root)
        assert len([fact for fact in facts if isinstance(fact, Reminded)]) == 1
        assert at.read(root).count("Settled meanwhile") == 1 and "still waiting" not in at.read(root)


async def test_what_nobody_decides_on_expires_and_the_run_ends_with_what_it_has(tmp_path: Path) -> None:
    """One page was opened, the second call nobody decides on: an answer with the first, and the reason."""
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, SEARCH, ANSWER]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "search_docs – search your documents")
        ts, approve = await button(at, root, "Approve")
        await at.away()
        async with later(at, lambda: time.time() + 25 * HOUR) as back:
            await back.sees(root, "Sources", "Expired: nobody decided in time", "Nobody decided on 1 call in time")
            assert "No tools are left" in str(back.model.loop_requests[-1]), "the last word is the model's"
            await press_again(back, ANNA, ts, approve)
            await back.hears(ANNA, "This run has already ended")
            [facts] = await back.facts(root)
        assert [fact.outcome for fact in facts if isinstance(fact, Returned)] == ["ok", "expired"]
        assert isinstance(facts[-1], Answered)


async def test_an_open_question_is_reminded_of_too(tmp_path: Path) -> None:
    vague = unclear("length", "How long is long?", "1 h", "3 h", default="3 h")
    wondering = intent("When is first class allowed?", mode="clarify", unclear=[vague])
    async with office(tmp_path, docs=DOCS, intents=[wondering, GOAL], replies=[READ, ANSWER]) as at:
        root = await ask(at)
        await at.sees(root, "How long is long?")
        await at.away()
        async with later(at, lambda: time.time() + 13 * HOUR) as back:
            await back.sees(root, "still waiting for you: 1 question above")
            await back.press(ANNA, root, "1 h")
            await back.sees(root, "Settled meanwhile", "please decide")


async def test_a_clock_that_was_ahead_leaves_no_run_that_nobody_can_decide_on(tmp_path: Path) -> None:
    """Ahead by two days when the thread was read, back when it waits: the time is reckoned from what is written."""
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        await at.away()
        async with later(at, lambda: time.time() + 48 * HOUR) as ahead:
            root = await ask(ahead)
            await ahead.sees(root, "please decide")
            await ahead.bot.doors.leave()
        async with later(at, time.time) as back:
            await back.press(ANNA, root, "Approve")
            await back.sees(root, "Sources")


async def test_a_queue_says_whose_questions_come_first_and_moves_on(tmp_path: Path) -> None:
    replies: list[Line] = [READ, ANSWER, READ, ANSWER, READ, ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[GOAL] * 3, replies=replies) as at:
        root = await ask(at)
        await at.sees(root, "please decide")
        for user in (BEN, "UCLARA"):
            await at.slack.say(user, "@footnote and in second class?", thread=root)
        await at.sees(root, "Waiting until the question above, by Anna Kowalska", "Waiting until 2 questions")
        for n in (1, 2, 3):
            await at.slack.wait_for(lambda: at._buttons(root, "Approve"))
            asker = (ANNA, BEN, "UCLARA")[n - 1]
            await at.press(asker, root, "Approve")
            await at.slack.wait_for(lambda n=n: at.read(root).count("Sources") == n)  # type: ignore[misc]
        await at.slack.wait_for(lambda: "Waiting until" not in at.read(root))
        assert len(await at.facts(root)) == 3


async def test_a_question_stopped_while_it_waits_ends_at_once(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await ask(at)
        await at.sees(root, "please decide")
        await at.slack.say(BEN, "@footnote and in second class?", thread=root)
        await at.sees(root, "Waiting until")
        await at.slack.say(BEN, "stop", thread=root)
        await at.sees(root, "Stopped by", "please decide")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        first, second = await at.facts(root)
        assert isinstance(first[-1], Answered) and isinstance(second[-1], Stopped)
        await at.bot.doors.idle()
        assert await at.bot.log.unsettled() == []


async def test_a_stop_waits_at_no_door(tmp_path: Path) -> None:
    """A remark is held up by Slack's slow look at the thread; the stop behind it is not."""
    slow = Held(ANSWER)
    async with office(tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=[READ, slow]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await slow.reached.wait()
        async with at.bot.doors.at(place_of(at, root).id):
            await at.slack.say(ANNA, "stop", thread=root)
            await at.sees(root, "Stopped by Anna Kowalska")
        slow.release.set()
        await at.bot.doors.idle()
        assert "Sources" not in at.read(root)


async def test_the_stop_button_waits_at_no_door_either(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ]) as at:
        root = await ask(at)
        await at.sees(root, "please decide")
        at.slack.faults.add("views.open", Fault.delay(1))
        async with at.bot.doors.at(place_of(at, root).id):
            await at.press(ANNA, root, "Stop")
            await at.sees(root, "Stopped by Anna Kowalska")


def place_of(at: Office, root: str) -> Place:
    return Place(at.bot.me.team, PLACE, root)
