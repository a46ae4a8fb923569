"""Several people at the same instant, forms filled by whoever means no good, clocks that jump, a log that fails for a
moment, and a process that is killed: whatever happens, a run goes on, and it ends."""

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from agent.facts import Answered, Anything, Asked, Closing, Decided, Record, Said, Started, Stopped, Understood
from agent.log import Log, NotNow, Shown
from bot.app import slack_bot
from bot.board import Tempo
from bot.http import Http
from bot.playground.rehearsal.scripted import Held, Line
from bot.playground.slack import Fault
from tests.bot.test_main import begun, ended
from tests.stories.field import button, pings, press_again, refused
from tests.stories.office import ANNA, BEN, FREELY, PLACE, Office, intent, office, turns, unclear, wish

CLARA, GWEN = "UCLARA", "UGUEST"
NAMES = {ANNA: "Anna Kowalska", BEN: "Ben Okafor", CLARA: "Clara Weiss", GWEN: "Gwen Marsh"}
DOCS = {
    "travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n",
    "old.md": "# Old policy\n\nIn 2019 first class was never allowed.\n",
}
GOAL = intent("When is first class allowed?")
READ: Line = [("read_file", {"path": "travel.md"})]
BOTH: Line = [("read_file", {"path": "travel.md"}), ("read_file", {"path": "old.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."
QUESTION = "@footnote when is first class allowed?"
PATH, START = "argument.path", "argument.start"
SOON = Tempo(pace=0.0, later=0.5, apart=0.01)
DAY, HOUR = 86_400.0, 3_600.0


class Clock:
    """A clock that is `ahead` by so many seconds."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@asynccontextmanager
async def anew(
    at: Office,
    *,
    clock: Callable[[], float] = time.time,
    log: Callable[..., Log] = Log,
    by_http: bool = False,
) -> AsyncIterator[Office]:
    """The same workspace with another bot on the same data, after the one that was there has gone."""
    await at.away()
    settings = at.settings.model_copy(update={"slack_signing_secret": at.slack.signing_secret})
    listen = ("127.0.0.1", 0) if by_http else None
    async with AsyncExitStack() as stack:
        bot = await stack.enter_async_context(
            slack_bot(settings, clock, log=log, listen=listen, tempo=SOON, rates=FREELY)
        )
        await bot.start()
        if isinstance(bot.way_in, Http):
            at.slack.request_url = f"{bot.way_in.address}/slack/events"
        await at.slack.wait_for(lambda: at.slack.connections)
        yield replace(at, bot=bot, fall=stack.aclose)


async def over(at: Office, root: str) -> str:
    """Wait until nothing is under way, and return the thread: nobody is asked, or waited for, any more."""
    await asyncio.wait_for(at.bot.doors.idle(), 30)
    rests = ("[Approve]", "[Edit]", "[Stop]", "Waiting")
    return await at.slack.wait_for(lambda: None if any(one in at.read(root) for one in rests) else at.read(root))


async def settled(at: Office) -> None:
    """Wait until the log has all runs for settled, and nothing of them is kept in memory."""
    for _ in range(600):
        if not await at.bot.log.unsettled():
            break
        await asyncio.sleep(0.05)
    assert not await at.bot.log.unsettled()
    await at.slack.wait_for(lambda: at.bot.doors.busy == 0)


def begun_calls(facts: Sequence[Anything]) -> list[str]:
    return [fact.step for fact in facts if isinstance(fact, Started) and fact.step.startswith("call.")]


def holds(facts: Sequence[Anything]) -> None:
    """No call begins twice, or before it or "the rest" was approved, and nothing begins after the end."""
    calls = begun_calls(facts)
    assert len(calls) == len(set(calls))
    approved: set[str] = set()
    rest = ends = False
    for fact in facts:
        if isinstance(fact, Decided) and fact.verdict == "approve":
            approved.add(f"call.{fact.call_id}")
            rest = rest or fact.scope == "run"
        ends = ends or isinstance(fact, Answered | Stopped)
        if isinstance(fact, Started):
            assert not ends and (rest or fact.step in approved or not fact.step.startswith("call."))


# --- at the same instant ----------------------------------------------------------------------------------------

Act = Callable[[], Awaitable[object]]


async def forms(at: Office, root: str, people: Sequence[str]) -> list[Act]:
    """Everybody has both forms open; sending any of them is an act."""
    for user in people:
        for nth, label in enumerate(("Edit", "Reject")):
            await at.press(user, root, label, nth=nth)
    await at.slack.wait_for(lambda: all(len(at.slack.views(user)) == 2 for user in people))
    return [_sends(at, user, view.id) for user in people for view in at.slack.views(user)]


def _sends(at: Office, user: str, view: str) -> Act:
    edits = any(one.id == view and one.payload["callback_id"] == "edit" for one in at.slack.views(user))
    name, text = (PATH, "old.md") if edits else ("comment", f"no, says {user}")
    return lambda: at.slack.submit(user, view, {name: {name: text}})


def presses(at: Office, root: str, people: Sequence[str], label: str) -> list[Act]:
    """Everybody presses each button with such a label, twice."""
    found = [(ts, element) for ts, element in at._buttons(root, label) for _ in range(2)]
    return [lambda u=u, ts=ts, e=e: press_again(at, u, ts, e) for u in people for ts, e in found]  # type: ignore[misc]


@pytest.mark.parametrize(("seed", "by_http"), [(1, False), (2, True), (3, False), (4, True)])
async def test_whoever_does_whatever_at_the_same_instant_each_call_is_decided_on_once(
    seed: int, by_http: bool, tmp_path: Path
) -> None:
    people, chance = (ANNA, BEN, CLARA), random.Random(seed)
    config = f'approvers = ["{BEN}", "{CLARA}"]'
    replies: list[Line] = [BOTH, *[READ, ANSWER, ANSWER] * 6]
    async with (
        office(tmp_path, docs=DOCS, intents=[GOAL] * 9, replies=replies, config=config) as first,
        anew(first, by_http=by_http) as at,
    ):
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "please decide on 2 calls")
        acts = await forms(at, root, people)
        acts += presses(at, root, people, "Approve")
        acts += presses(at, root, people, "Stop") if seed % 4 == 0 else []
        acts += [lambda: at.slack.say(ANNA, "only the current one", thread=root)] if seed > 2 else []
        acts += [lambda: at.slack.say(BEN, "@footnote and for Ben?", thread=root)]
        chance.shuffle(acts)
        await asyncio.gather(*(act() for act in acts))
        for user in people * 3:
            await at.slack.say(user, "@footnote stop", thread=root)
        await at.slack.wait_for(lambda: not at.slack.undelivered)
        await over(at, root)
        for facts in await at.facts(root):
            holds(facts)
        await settled(at)
        assert not refused(at)


# --- a queue ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_queue_is_stopped_in_any_order_and_each_of_it_asked_again_once(seed: int, tmp_path: Path) -> None:
    people, config = [ANNA, BEN, CLARA, GWEN], 'ask = "guests"\n'
    async with office(tmp_path, docs=DOCS, intents=[GOAL] * 9, replies=[READ] * 9, config=config) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        for user in people[1:]:
            await at.slack.say(user, "@footnote and for me?", thread=root)
        await at.slack.wait_for(lambda: at.read(root).count("above") == 3)
        for user in random.Random(seed).sample(people, 4):
            await at.slack.say(user, "stop", thread=root)
        assert (await over(at, root)).count("Stopped by") >= 4
        await asyncio.gather(*(act() for act in presses(at, root, people, "Retry")))
        await at.slack.wait_for(lambda: at.read(root).count("Waiting until") == 3)
        assert len(await at.facts(root)) == 8
        async with anew(at) as back:
            await back.slack.wait_for(lambda: back.read(root).count("[Approve]") == 1)
            for user in reversed(people):
                await back.slack.say(user, "@footnote stop", thread=root)
            await over(back, root)
            await settled(back)


# --- forms ------------------------------------------------------------------------------------------------------

ODD = [
    " ",
    "\n",
    "\u202elmth",
    "../../etc/passwd",
    "http://[::1",
    "<!channel> <@UBEN>",
    "`{",
    "😀" * 700,
    "x" * 3_000,
]
NO_NUMBER = ["the beginning", "NaN", "1e400", "-1", "0", "1.5", "[" * 1_000, "null", "{}", "\u0664x"]


async def test_an_edit_takes_any_text_to_the_letter_and_pings_nobody(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as first, anew(first) as at:
        root = await at.slack.say(ANNA, QUESTION)
        for number, odd in enumerate(ODD, 1):
            await at.press(ANNA, root, "Edit")
            assert await at.fills(ANNA, odd, field=PATH) is None
            await changed(at, root, times=number)
        [facts] = await at.facts(root)
        assert [json_path(fact.arguments) for fact in facts if isinstance(fact, Decided)] == ODD
        assert begun_calls(facts) == [] and not refused(at) and not pings(at)


async def changed(at: Office, root: str, *, times: int) -> None:
    """Wait until the call was changed so often, and its latest form stands before its asker."""
    words = "as changed by Anna Kowalska"
    await at.slack.wait_for(lambda: at.read(root).count(words) == times and "[Edit]" in at.read(root))


def json_path(arguments: str) -> str:
    return str(json.loads(arguments)["path"])


async def test_what_is_no_number_is_said_in_the_form_and_changes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Edit")
        for odd in NO_NUMBER:
            assert "errors" in str(await at.fills(ANNA, "old.md", field=PATH, **{START: odd}))
        [facts] = await at.facts(root)
        assert not [fact for fact in facts if isinstance(fact, Decided)]


async def test_a_form_sent_after_the_time_was_over_is_told_so_whether_or_not_the_run_has_noticed(
    tmp_path: Path,
) -> None:
    clock = Clock()
    replies = [READ, "Nothing was opened."]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies) as first, anew(first, clock=clock) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Edit")
        await at.slack.wait_for(lambda: at.slack.views(ANNA))
        clock.ahead = 25 * HOUR
        assert "has expired" in str(await at.fills(ANNA, "old.md", field=PATH))
        async with anew(at, clock=clock) as back:
            await back.sees(root, "Expired: nobody decided in time")
            assert "expired" in str(await back.fills(ANNA, "old.md", field=PATH)) or "ended" in back.read(root)
            [facts] = await back.facts(root)
            assert begun_calls(facts) == []


# --- clocks -----------------------------------------------------------------------------------------------------


async def test_one_reminder_whatever_the_clock_does_and_however_often_the_bot_starts(tmp_path: Path) -> None:
    clock = Clock()
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        for ahead in (13 * HOUR, 14 * HOUR, -5 * DAY, 15 * HOUR):
            clock.ahead = ahead
            async with anew(at, clock=clock) as later:
                await later.slack.wait_for(lambda: len(at.ours(root)) == 3)
        clock.ahead = 0.0
        async with anew(at, clock=clock) as back:
            await back.press(ANNA, root, "Approve")
            await back.sees(root, "Sources", "Approved by Anna Kowalska")
            assert len(back.ours(root)) == 4


# --- the log ----------------------------------------------------------------------------------------------------


class Failing(Log):
    """Cannot be used at the nth call of one method."""

    method, nth = "", 0

    def _met(self, method: str) -> None:
        self.nth -= method == self.method
        if self.nth == 0 and method == self.method:
            raise NotNow("the disk is full")

    async def append(self, thread: str, run: str, fact: Anything, at: int) -> bool:
        self._met("append")
        return await super().append(thread, run, fact, at)

    async def close_step(self, thread: str, run: str, outcome: Closing) -> bool:
        self._met("close_step")
        return await super().close_step(thread, run, outcome)

    async def tell(self, thread: str, run: str, facts: Sequence[Anything], *, once: str) -> bool:
        self._met("tell")
        return await super().tell(thread, run, facts, once=once)

    async def show(self, row: Shown) -> None:
        self._met("show")
        await super().show(row)

    async def read(self, run: str) -> list[Record]:
        self._met("read")
        return await super().read(run)


MOMENTS = [
    *(("append", nth) for nth in (2, 7)),
    *(("close_step", nth) for nth in (3, 5)),
    *(("tell", nth) for nth in (1, 3)),
    *(("show", nth) for nth in (1, 2, 6)),
    ("read", 9),
]


@pytest.mark.parametrize(("method", "nth"), MOMENTS)
async def test_a_log_that_fails_for_a_moment_loses_nothing_and_doubles_nothing(
    method: str, nth: int, tmp_path: Path
) -> None:
    failing = type("FailingThen", (Failing,), {"method": method, "nth": nth})
    async with (
        office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as first,
        anew(first, log=failing) as at,
    ):
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Approve")
        if (method, nth) == ("tell", 3):
            await at.hears(ANNA, "nothing has changed")
            await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources", "Approved by Anna Kowalska")
        await settled(at)
        [facts] = await at.facts(root)
        holds(facts)
        assert [type(fact) for fact in facts].count(Asked) == 1 and len(at.ours(root)) == 3
        assert isinstance(at.bot.log, Failing) and at.bot.log.nth <= 0, "the log has failed indeed"


# --- the process ------------------------------------------------------------------------------------------------


def given(at: Office) -> dict[str, str]:
    """The environment of a bot of this workspace in a process of its own."""
    tokens = {"SLACK_BOT_TOKEN": at.slack.bot_token, "SLACK_APP_TOKEN": at.slack.app_token}
    model = {"OPENAI_BASE_URL": at.model.url, "OPENAI_API_KEY": "test", "FOOTNOTE_MODEL": "scripted"}
    where = {"FOOTNOTE_SLACK_API_URL": at.slack.api_url, "FOOTNOTE_TAVILY_URL": at.web.url}
    return {
        **tokens,
        **model,
        **where,
        "FOOTNOTE_DOCS": str(at.settings.docs),
        "FOOTNOTE_DATA": str(at.settings.data),
    }


async def test_killed_while_slack_takes_a_file_its_arguments_stand_there_once(tmp_path: Path) -> None:
    long: Line = [("read_file", {"path": "x" * 2_900})]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[long, "Nothing was opened."]) as at:
        await at.away()
        at.slack.faults.add("files.completeUploadExternal", Fault.delay(0.7))
        async with begun("run", given=given(at), folder=tmp_path) as process:
            await at.slack.wait_for(lambda: at.slack.connections)
            root = await at.slack.say(ANNA, QUESTION)
            called = "files.completeUploadExternal"
            await at.slack.wait_for(lambda: any(call.method == called for call in at.slack.calls))
            process.kill()
            await process.wait()
        await at.slack.wait_for(lambda: not at.slack.connections)
        async with anew(at) as back:
            await back.press(ANNA, root, "Approve")
            await over(back, root)
            await settled(back)
            await back.slack.wait_for(lambda: back.read(root).count("(file: call-1.1") == 1)


async def test_a_second_process_refuses_the_folder_and_trace_reads_it_meanwhile(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        async with begun("run", given=given(at), folder=tmp_path) as second:
            code, said = await ended(second)
            assert code == 2 and "another footnote works on" in said
        async with begun("trace", given=given(at), folder=tmp_path) as tracing:
            code, said = await ended(tracing)
            assert (code, said) == (0, "")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")


# --- Slack ------------------------------------------------------------------------------------------------------


async def test_an_approver_whose_name_slack_does_not_say_now_still_gets_the_form(tmp_path: Path) -> None:
    config = f'approvers = ["{BEN}"]'
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], config=config) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        at.slack.faults.add("users.info", Fault.ratelimited(60), times=9)
        await at.press(BEN, root, "Reject")
        await at.fills(BEN, "not that one")
        await at.sees(root, "Rejected by ben", "not that one")


async def test_many_runs_leave_nothing_behind_in_memory(tmp_path: Path) -> None:
    def line(body: dict[str, object]) -> Line:
        return ANSWER if '"role": "tool"' in json.dumps(body["messages"]) else READ

    async with office(tmp_path, docs=DOCS, intents=[GOAL] * 20, replies=[line] * 80) as first, anew(first) as at:
        roots = [await at.slack.say(ANNA, QUESTION) for _ in range(20)]
        for number, root in enumerate(roots):
            await at.press(ANNA, root, "Approve" if number % 3 else "Stop")
        for root in roots:
            await at.sees(root, "[Retry]")
        await settled(at)
        await at.slack.wait_for(
            lambda: not [t for t in asyncio.all_tasks() if t.get_name().startswith(("thread ", "screen "))]
        )


# --- guests -----------------------------------------------------------------------------------------------------


class Ear:
    """Takes the last thing said for a condition, and keeps who spoke how in the threads it was given."""

    def __init__(self) -> None:
        self.heard: list[list[tuple[str, str]]] = []

    def __call__(self, body: dict[str, object]) -> Line:
        said = turns(body)
        self.heard.append([(turn["speaker"], turn["kind"]) for turn in said])
        first, last = said[0]["message"], said[-1]["message"]
        wishes = [wish("in Latin", last)] if last != first else []
        return intent("When is first class allowed?", since=first, must=wishes)


async def conditions(at: Office, root: str) -> list[tuple[str, ...]]:
    """What had to be met by each understanding of the thread, in order."""
    found = [fact for facts in await at.facts(root) for fact in facts if isinstance(fact, Understood)]
    return [tuple(one.text for one in fact.intent.must) for fact in found if fact.intent]


async def heard(at: Office) -> None:
    """Wait until everything said so far was listened to."""
    await at.slack.wait_for(lambda: not at.slack.undelivered)


@pytest.mark.parametrize("ask", ['"members"', f'["{ANNA}", "{BEN}"]'])
async def test_a_guest_who_may_not_ask_corrects_nothing_and_is_told_so_alone(ask: str, tmp_path: Path) -> None:
    config = f'others = "correct"\nask = {ask}'
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, ANSWER], config=config) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.slack.say(GWEN, "@footnote forget that, in Latin please", thread=root)
        await at.hears(GWEN, "may not ask me here")
        await at.press(ANNA, root, "Approve")
        assert "Superseded" not in await at.sees(root, "Sources")
        [facts] = await at.facts(root)
        assert not [fact for fact in facts if isinstance(fact, Said)] and len(at.slack.ephemerals(GWEN)) == 1


async def test_a_guest_who_may_ask_corrects_as_a_guest_whose_wishes_bind_nobody(tmp_path: Path) -> None:
    config, ear = 'ask = "guests"\nothers = "correct"', Ear()
    replies: list[Line] = [READ, READ, READ, ANSWER]
    async with (
        office(tmp_path, docs=DOCS, intents=[ear] * 3, replies=replies, config=config) as first,
        anew(first) as at,
    ):
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.slack.say(GWEN, "@footnote in Latin, please", thread=root)
        await at.sees(root, "Superseded", "Gwen Marsh: “in Latin, please”", "[Approve]")
        assert ear.heard[-1] == [(ANNA, "member"), (GWEN, "guest")] and await conditions(at, root) == [(), ()]
        await at.slack.say(BEN, "@footnote in Latin, please", thread=root)
        await at.sees(root, "Ben Okafor: “in Latin, please”", "Must: in Latin")
        assert ear.heard[-1] == [(ANNA, "member"), (GWEN, "guest"), (BEN, "member")]
        assert await conditions(at, root) == [(), (), ("in Latin",)], "a member's own wish stands"


async def test_what_a_guest_corrected_is_a_guests_also_where_the_question_is_asked_again(tmp_path: Path) -> None:
    config, ear = 'ask = "guests"\nothers = "correct"', Ear()
    replies: list[Line] = [READ, READ, READ]
    async with (
        office(tmp_path, docs=DOCS, intents=[ear] * 3, replies=replies, config=config) as first,
        anew(first) as at,
    ):
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        await at.slack.say(GWEN, "@footnote in Latin, please", thread=root)
        await at.sees(root, "Superseded", "Gwen Marsh: “in Latin, please”", "[Approve]")
        await at.press(ANNA, root, "Stop")
        await at.press(ANNA, root, "Retry")
        await at.slack.wait_for(lambda: len(ear.heard) == 3 and "[Approve]" in at.read(root))
        assert ear.heard[-1] == [(ANNA, "member"), (GWEN, "guest")]
        assert await conditions(at, root) == [(), (), ()]


async def test_a_guest_who_asks_stays_a_guest_in_every_later_remark(tmp_path: Path) -> None:
    ear = Ear()
    replies: list[Line] = [READ, READ, READ, ANSWER]
    async with office(tmp_path, docs=DOCS, intents=[ear] * 3, replies=replies, config='ask = "guests"') as at:
        root = await at.slack.say(GWEN, QUESTION)
        for number, words in enumerate(("in Latin, please", "and in Greek"), 1):
            await at.sees(root, "[Approve]")
            await at.slack.say(GWEN, words, thread=root)
            await at.slack.wait_for(lambda n=number: at.read(root).count("Superseded") == n)  # type: ignore[misc]
        await at.press(GWEN, root, "Approve")
        await at.sees(root, "Sources")
        assert ear.heard == [[(GWEN, "guest")] * many for many in (1, 2, 3)]
        assert await conditions(at, root) == [(), (), ()]


# --- asked again, and stopped too late ----------------------------------------------------------------------------


async def test_a_question_is_asked_again_once_also_long_after_the_log_has_forgotten_the_press(tmp_path: Path) -> None:
    clock, again = Clock(), "That question was asked again already."
    office_of = office(
        tmp_path,
        docs=DOCS,
        intents=[GOAL] * 2,
        replies=[READ, READ, ANSWER],
        config="approval_hours = 720",
    )
    async with office_of as first, anew(first, clock=clock) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Stop")
        ts, retry = await button(at, root, "Retry")
        await at.press(ANNA, root, "Retry")
        await at.sees(root, "[Approve]")
        await at.bot.log.tell("elsewhere", "", [], once="an old key")
        clock.ahead = 8 * DAY
        await at.bot.log.expire(30 * DAY, DAY)
        assert await at.bot.log.tell("elsewhere", "", [], once="an old key"), "the keys of that day are forgotten"
        before = await at.facts(root)
        await press_again(at, ANNA, ts, retry)
        await at.hears(ANNA, again)
        assert await at.facts(root) == before and len(before) == 2, "while the second one waits"
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        await settled(at)
        after = await at.facts(root)
        await press_again(at, ANNA, ts, retry)
        await at.slack.wait_for(lambda: len(at.slack.ephemerals(ANNA)) == 2)
        assert [word.text for word in at.slack.ephemerals(ANNA)] == [again, again]
        assert await at.facts(root) == after, "and after it has ended"


@pytest.mark.parametrize(("who", "word"), [(ANNA, "stop"), (ANNA, "Stop!"), (BEN, "stop"), (BEN, "please stop")])
async def test_a_stop_right_below_an_answer_is_no_question(who: str, word: str, tmp_path: Path) -> None:
    config = f'approval = "off"\nfollow_ups = "{"asker" if who == ANNA else "anyone"}"'
    async with office(tmp_path, docs=DOCS, intents=[GOAL] * 2, replies=[READ, ANSWER, READ], config=config) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "Sources")
        await settled(at)
        await at.slack.say(who, word, thread=root)
        await heard(at)
        assert len(await at.facts(root)) == 1 and len(at.ours(root)) == 1 and not at.slack.ephemerals(who)


async def test_asked_again_while_the_log_goes_away_in_that_moment_nobody_is_told_that_nothing_changed(
    tmp_path: Path,
) -> None:
    class Away(Log):
        """Cannot be read for a moment right after a question was asked again."""

        fails = met = 0

        async def tell(self, thread: str, run: str, facts: Sequence[Anything], *, once: str) -> bool:
            told = await super().tell(thread, run, facts, once=once)
            self.fails = 2 if any(isinstance(fact, Asked) and fact.again for fact in facts) else self.fails
            return told

        async def read(self, run: str) -> list[Record]:
            if self.fails:
                self.fails, self.met = self.fails - 1, self.met + 1
                raise NotNow("the disk is full")
            return await super().read(run)

    async with (
        office(tmp_path, docs=DOCS, intents=[GOAL] * 2, replies=[READ, READ, ANSWER]) as first,
        anew(first, log=Away) as at,
    ):
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Stop")
        await at.press(ANNA, root, "Retry")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        assert isinstance(at.bot.log, Away) and at.bot.log.met == 2
        assert at.slack.ephemerals(ANNA) == [] and len(await at.facts(root)) == 2


async def test_yes_right_after_the_press_that_approved_is_no_remark_and_disturbs_nothing(tmp_path: Path) -> None:
    held = Held(ANSWER)
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ, held]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Approve")
        await asyncio.wait_for(held.reached.wait(), 20)
        await at.slack.say(ANNA, "yes, go ahead", thread=root)
        await heard(at)
        held.release.set()
        await at.sees(root, "Sources")
        [facts] = await at.facts(root)
        assert not [fact for fact in facts if isinstance(fact, Said)]
        assert len(at.model.loop_requests) == 2 and at.slack.ephemerals(ANNA) == []


# --- who waits in what order ----------------------------------------------------------------------------------------


async def test_a_queued_question_whose_card_slack_did_not_take_is_shown_by_the_next_process(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[READ]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        at.slack.faults.add("chat.postMessage", Fault.status(503), times=50)
        await at.slack.say(BEN, "@footnote and for Ben?", thread=root)
        await at.slack.wait_for(
            lambda: [call for call in at.slack.calls if call.method == "chat.postMessage" and not call.response]
        )
        await at.away()
        at.slack.faults.clear()
        assert "Waiting until" not in at.read(root)
        async with anew(at) as back:
            await back.sees(root, "Waiting until the question above, by Anna Kowalska")


async def test_questions_of_a_thread_keep_their_order_though_the_clock_steps_back(tmp_path: Path) -> None:
    clock, people = Clock(), [ANNA, BEN, CLARA, GWEN]
    async with (
        office(tmp_path, docs=DOCS, intents=[GOAL] * 4, replies=[READ, ANSWER] * 4, config='ask = "guests"') as first,
        anew(first, clock=clock) as at,
    ):
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        for many, user in enumerate(people[1:], 1):
            clock.ahead = -HOUR * many
            await at.slack.say(user, "@footnote and for me?", thread=root)
            await at.slack.wait_for(lambda n=many: at.read(root).count("above") == n)  # type: ignore[misc]
        async with anew(at, clock=clock) as back:
            for gone, user in enumerate(people):
                left = await back.bot.doors.live(place(root))
                assert [run.asked.by for run in left] == people[gone:]
                await back.sees(root, f"{NAMES[user]}, please decide")  # and not on the card before it
                await back.press(user, root, "Approve")  # only who decides on the run at work can
                await back.slack.wait_for(lambda n=gone: back.read(root).count("Sources") == n + 1)  # type: ignore[misc]


def place(root: str) -> str:
    return f"T0FOOTNOTE/{PLACE}/{root}"


async def test_below_the_later_answer_its_asker_follows_up_though_the_clock_stepped_back_before_it(
    tmp_path: Path,
) -> None:
    clock = Clock()
    threads = 4  # by luck alone one might be right
    replies, intents = [READ, ANSWER] * 3 * threads, [GOAL] * 3 * threads
    async with (
        office(tmp_path, docs=DOCS, intents=intents, replies=replies, approval="off") as first,
        anew(first, clock=clock) as at,
    ):
        for _ in range(threads):
            clock.ahead = 0.0
            root = await at.slack.say(ANNA, QUESTION)
            await answers(at, root, 1)
            clock.ahead = -HOUR
            await at.slack.say(BEN, "@footnote and in 2019?", thread=root)
            await answers(at, root, 2)
            await at.slack.say(BEN, "what of 2020?", thread=root)
            await answers(at, root, 3)
            assert [facts[0].by for facts in await at.facts(root) if isinstance(facts[0], Asked)] == [ANNA, BEN, BEN]


async def answers(at: Office, root: str, many: int) -> None:
    """Wait until so many runs of a thread have ended and are shown as such."""
    await at.slack.wait_for(lambda: at.read(root).count("tokens ·") == many)
    await settled(at)


# --- what is newer than this program --------------------------------------------------------------------------------


def dreamt(at: Office) -> None:
    """A newer version of the program writes something into the only run there is, and goes."""
    with closing(sqlite3.connect(at.settings.log_path)) as db, db:
        db.execute(
            "INSERT INTO fact (run, seq, thread, at, v, kind, body)"
            " SELECT run, max(seq) + 1, thread, max(at), 9, 'dreamt', '{}' FROM fact"
        )


async def test_a_run_of_a_newer_version_takes_no_press_and_leaves_its_thread_open(
    tmp_path: Path,
) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL] * 2, replies=[READ, READ, ANSWER]) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, root, "Edit")
        [form] = await at.slack.wait_for(lambda: at.slack.views(ANNA))
        labels = ("Approve", "Edit", "Reject", "Stop")
        olds = [await button(at, root, label) for label in labels]
        await at.away()
        dreamt(at)
        async with anew(at) as back:
            thread = await back.sees(root, "In the hands of a newer version of this program")
            assert not [label for label in labels[:3] if f"[{label}]" in thread]
            before = await back.facts(root)
            for many, (ts, element) in enumerate(olds, 1):
                await press_again(back, ANNA, ts, element)
                await back.slack.wait_for(lambda n=many: len(back.slack.ephemerals(ANNA)) == n)  # type: ignore[misc]
            word = "A newer version of this program carries this question on."
            assert {one.text for one in back.slack.ephemerals(ANNA)} == {word}
            assert word in str(await back.slack.submit(ANNA, form.id, {PATH: {PATH: "old.md"}}))
            assert await back.facts(root) == before and len(back.slack.views(ANNA)) == 1
            await back.slack.say(ANNA, "@footnote then once more?", thread=root)
            await back.press(ANNA, root, "Approve")
            await back.sees(root, "Sources")
            first, second = await back.facts(root)
            assert [first] == before and isinstance(second[-1], Answered)


# --- too late, and noticed by it ----------------------------------------------------------------------------------


async def test_a_press_that_comes_too_late_makes_the_run_look_at_the_clock(tmp_path: Path) -> None:
    clock, replies = Clock(), [READ, "Nothing was opened."]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=replies) as first, anew(first, clock=clock) as at:
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[Approve]")
        clock.ahead = 25 * HOUR
        await at.press(ANNA, root, "Approve")
        await at.hears(ANNA, "That request has expired.")
        await at.sees(root, "Expired: nobody decided in time")
        assert begun_calls((await at.facts(root))[0]) == []


async def test_an_answer_that_comes_too_late_makes_the_run_go_on_with_the_default(tmp_path: Path) -> None:
    clock = Clock()
    vague = unclear("first class", "Where to?", "at home", "abroad", default="abroad")
    asks = intent("When is first class allowed?", mode="clarify", unclear=[vague])
    async with (
        office(tmp_path, docs=DOCS, intents=[asks, GOAL], replies=[READ, ANSWER], approval="off") as first,
        anew(first, clock=clock) as at,
    ):
        root = await at.slack.say(ANNA, QUESTION)
        await at.sees(root, "[at home]")
        clock.ahead = 25 * HOUR
        await at.press(ANNA, root, "at home")
        await at.hears(ANNA, "the defaults were taken")
        await at.sees(root, "Sources", "abroad")
