"""In whatever order, and however often, Slack tells of messages, edits and deletions: one question, last words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agent.carrier import Carrier, Live
from agent.decide import Step
from agent.facts import Asked, Closing, Record, Returned, Rules, Said, Stopped
from agent.log import Log
from agent.run import Run, replay
from bot.asking import House
from bot.changes import Changes
from bot.config import Policy
from bot.conversations import Conversations
from bot.doors import Doors
from bot.inbound import Deleted, Edited, Mentioned, Spoke, message
from bot.people import Person
from bot.place import Me, Place
from tests.bot import payloads

Json = dict[str, Any]
US = Me("T1", "UBOT", "BBOT")
ROOT, DAY = "1000.000001", 86_400.0
THREAD = f"T1/C1/{ROOT}"


# --- a workspace without Slack ----------------------------------------------------------------------------------


class Slow:
    """Every step takes until the test is over."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    async def __call__(self, step: Step, run: Run, live: Live) -> Closing:
        await self.over.wait()
        return Returned(step=step.id, outcome="failed", final=True)


@dataclass
class Wall:
    words: list[str] = field(default_factory=list)

    def draw(self, run: Run, live: Live) -> None:
        """Nobody looks."""

    async def settle(self, run: Run) -> bool:
        return True

    async def say(self, place: Place, text: str, *, to: str = "") -> None:
        self.words.append(text)


class Members:
    """Everybody is one."""

    async def who(self, user: str) -> Person:
        return Person(user, "member")

    async def glimpse(self, user: str) -> Person | None:
        return await self.who(user)

    async def name(self, user: str) -> str:
        return user

    async def group(self, id: str) -> frozenset[str]:
        return frozenset()


class Nowhere:
    async def follows_us(self, place: Place, ts: str) -> bool:
        return False

    async def person_between(self, place: Place, after: str, before: str) -> bool:
        return False


@dataclass
class Hall:
    """Where events come in, and what the log says of them."""

    log: Log
    talk: Conversations
    changes: Changes
    clock: list[float]

    def later(self, seconds: float) -> None:
        self.clock[0] += seconds

    async def hears(self, *events: Json) -> None:
        for event in events:
            match message(event, US):
                case Mentioned() as heard:
                    await self.talk.mentioned(heard)
                case Spoke() as heard:
                    await self.talk.spoke(heard)
                case Edited() as edit:
                    await self.changes.edited(edit)
                case Deleted() as gone:
                    await self.changes.deleted(gone)
                case None:
                    pass

    async def runs(self, thread: str = THREAD) -> list[list[Record]]:
        return [await self.log.read(run) for run in await self.log.runs(thread)]


@asynccontextmanager
async def hall(policy: Policy | None = None) -> AsyncIterator[Hall]:
    clock, wall, people, slow = [2_000.0], Wall(), Members(), Slow()
    log = Log(None, clock=lambda: clock[0])
    await log.open()

    def carrier(thread: str, run: str, draw: Callable[[Run, Live], None]) -> Carrier:
        return Carrier(log, thread, run, slow, draw, lambda: clock[0], "w")

    doors = Doors(log, carrier, wall, people)
    house = House(lambda channel: policy or Policy(), lambda channel: Rules(), people)
    talk = Conversations(log, doors, wall, Nowhere(), house)
    try:
        yield Hall(log, talk, Changes(log, doors, talk), clock)
    finally:
        slow.over.set()
        await doors.leave()
        await log.close()


# --- what Slack says of one message -------------------------------------------------------------------------------


def version(ts: str, text: str, edited: str = "", thread: str = "") -> Json:
    below = {"thread_ts": thread} if thread else {}
    by = {"edited": {"user": "UANNA", "ts": edited}} if edited else {}
    return {"type": "message", "user": "UANNA", "ts": ts, "text": text, **below, **by}


def told(versions: Sequence[Json]) -> list[list[Json]]:
    """Each version's events: `message` or `message_changed`, and `app_mention` where it names us."""
    where = {"channel": "C1", "event_ts": "1500.0"}
    found = []
    for before, now in zip((None, *versions), versions, strict=False):
        changed = {
            "subtype": "message_changed",
            "hidden": True,
            "message": now,
            "previous_message": before,
            "ts": "9.9",
        }
        event = {"type": "message", **where, **changed} if before else {**now, **where, "channel_type": "channel"}
        mention = {**now, **where, "type": "app_mention"}
        found.append([event, mention] if "<@UBOT>" in now["text"] else [event])
    return found


def gone(ts: str, last: Json) -> Json:
    event = {"type": "message", "subtype": "message_deleted", "channel": "C1", "hidden": True, "deleted_ts": ts}
    return {**event, "previous_message": last, "ts": "1600.0", "event_ts": "1600.0"}


def mention_versions(count: int) -> list[Json]:
    return [version(ROOT, f"<@UBOT> wording {n}", f"{1000 + n}.5" if n else "") for n in range(count)]


def remark_versions(count: int) -> list[Json]:
    return [version("1001.000001", f"remark {n}", f"{1001 + n}.5" if n else "", ROOT) for n in range(count)]


@st.composite
def shuffled(draw: st.DrawFn, events: Sequence[Json]) -> list[Json]:
    """Every event at least once, some again, in any order."""
    again = draw(st.lists(st.sampled_from(list(events)), max_size=4))
    return draw(st.permutations([*events, *again]))


@st.composite
def a_question(draw: st.DrawFn, *, deleted: bool = False) -> tuple[int, list[Json]]:
    count = draw(st.integers(1, 4))
    versions = mention_versions(count)
    events = [event for each in told(versions) for event in each]
    return count, draw(shuffled([*events, gone(ROOT, versions[-1])] if deleted else events))


@st.composite
def a_remark(draw: st.DrawFn, *, deleted: bool = False) -> tuple[int, list[Json]]:
    count = draw(st.integers(1, 4))
    versions = remark_versions(count)
    events = [event for each in told(versions) for event in each]
    return count, draw(shuffled([*events, gone("1001.000001", versions[-1])] if deleted else events))


def asked(*runs: Sequence[Record]) -> list[str]:
    """The text of every question that these runs began with."""
    return [record.fact.text for records in runs for record in records if isinstance(record.fact, Asked)]


def words(records: Sequence[Record]) -> dict[str, str]:
    """What each message that a run was told says to it by now."""
    return {turn.message: turn.text for turn in replay(records).turns}


@settings(max_examples=60)
@given(a_question())
@example((2, [*told(mention_versions(2))[1], *told(mention_versions(2))[0]]))
def test_a_question_is_one_run_in_its_last_words(heard: tuple[int, list[Json]]) -> None:
    async def tell() -> None:
        async with hall() as at:
            await at.hears(*heard[1])
            [records] = await at.runs()
            assert words(records) == {ROOT: f"wording {heard[0] - 1}"}
            assert len(asked(records)) == 1
            changes = [record.fact.text for record in records if isinstance(record.fact, Said)]
            assert len(changes) == len(set(changes)) <= heard[0] - 1

    asyncio.run(tell())


@settings(max_examples=60)
@given(a_remark())
@example((2, [*told(remark_versions(2))[1], *told(remark_versions(2))[0]]))
def test_a_remark_is_said_once_in_its_last_words(heard: tuple[int, list[Json]]) -> None:
    async def tell() -> None:
        async with hall() as at:
            await at.hears(*told(mention_versions(1))[0], *heard[1])
            [records] = await at.runs()
            assert words(records) == {ROOT: "wording 0", "1001.000001": f"remark {heard[0] - 1}"}
            said = [record.fact for record in records if isinstance(record.fact, Said)]
            assert [fact.replaces for fact in said].count("") == 1 and len(said) <= heard[0]

    asyncio.run(tell())


@settings(max_examples=60)
@given(a_question(deleted=True))
def test_what_was_deleted_is_not_at_work_however_late_its_words_come(heard: tuple[int, list[Json]]) -> None:
    async def tell() -> None:
        async with hall() as at:
            await at.hears(*heard[1])
            runs = await at.runs()
            assert len(runs) <= 1
            for records in runs:
                ends = [record.fact for record in records if isinstance(record.fact, Stopped)]
                assert [(end.why, end.by) for end in ends] == [("deleted", "UANNA")]

    asyncio.run(tell())


@settings(max_examples=60)
@given(a_remark(deleted=True))
def test_a_remark_that_was_deleted_is_as_if_never_said(heard: tuple[int, list[Json]]) -> None:
    async def tell() -> None:
        async with hall() as at:
            await at.hears(*told(mention_versions(1))[0], *heard[1])
            [records] = await at.runs()
            assert words(records) == {ROOT: "wording 0"}

    asyncio.run(tell())


# --- the same thing told twice at once, late, or again -----------------------------------------------------------


async def test_the_two_events_of_a_mention_that_race_are_one_run_each_of_two_hundred_times() -> None:
    """Beside a remark that is not for us, or not yet."""
    async with hall() as at:
        for n in range(200):
            ts = f"{1000 + n}.000001"
            [one, other] = told([version(ts, f"<@UBOT> wording {n}")])[0]
            [remark] = told([version(f"{1300 + n}.000001", "by the way", thread=ts)])[0]
            first, second = (one, other) if n % 2 else (other, one)
            await asyncio.gather(at.hears(first), at.hears(second), at.hears(remark))
        runs = [await at.runs(f"T1/C1/{1000 + n}.000001") for n in range(200)]
        assert [asked(*each) for each in runs] == [[f"wording {n}"] for n in range(200)]


@pytest.mark.parametrize("seconds", [1.0, 301.0, 3_600.0, 6 * DAY])
async def test_a_message_told_again_however_late_is_the_one_that_was_heard(seconds: float) -> None:
    """Slack tells of an event up to three times more, the last time after five minutes; a queue of its own may be
    slower than that."""
    async with hall() as at:
        await at.hears(*told(mention_versions(1))[0])
        at.later(seconds)
        await at.hears(*told(mention_versions(1))[0])
        assert len(await at.runs()) == 1


async def test_a_question_asked_again_keeps_its_last_words_and_is_asked_today() -> None:
    """Its rules are those that hold by then."""
    async with hall() as at:
        await at.hears(*told(mention_versions(2))[0], *told(mention_versions(2))[1])
        await at.hears(*told(remark_versions(2))[0], *told(remark_versions(2))[1])
        await at.hears(*told([version("1400.0", "stop", thread=ROOT)])[0])
        [records] = await at.runs()
        assert replay(records).ended and replay(records).sent == 1000.000001
        at.later(3 * DAY)
        assert await at.talk.again(replay(records), "UANNA") and not await at.talk.again(replay(records), "UANNA")
        [_, again] = await at.runs()
        assert words(again) == {ROOT: "wording 1", "1001.000001": "remark 1"}
        assert replay(again).sent == 2_000.0 + 3 * DAY


# --- whatever comes -----------------------------------------------------------------------------------------------

_NAMES = (
    "type", "subtype", "channel", "ts", "thread_ts", "user", "text", "bot_id", "bot_profile", "hidden", "blocks",
    "user_team", "channel_type", "edited", "message", "previous_message", "deleted_ts", "elements", "user_id",
)  # fmt: skip
REAL = [event for each in told([*mention_versions(2), *mention_versions(3)[2:]]) for event in each]
BELOW = [event for each in told(remark_versions(2)) for event in each]
ALL = [*REAL, *BELOW, gone(ROOT, mention_versions(1)[0]), gone("1001.000001", remark_versions(1)[0])]


@st.composite
def bent(draw: st.DrawFn) -> Json:
    """A real event with a few things in it put somewhere else, or turned into something else."""
    event = dict(draw(st.sampled_from(ALL)))
    for name in draw(st.lists(st.sampled_from(["", "message", "previous_message", "edited"]), max_size=3)):
        inner = event.get(name) if name else event
        if isinstance(inner, dict):
            changed = {**inner, **draw(payloads.shaped(*_NAMES))}
            event = {**event, name: changed} if name else changed
    return event


@settings(max_examples=80)
@given(st.lists(bent() | payloads.shaped(*_NAMES), max_size=6))
def test_no_events_whatever_make_it_raise_or_answer_one_message_twice(events: list[Json]) -> None:
    async def tell() -> None:
        async with hall() as at:
            await at.hears(*events, *events)
            questions = [
                (thread, record.fact.message)
                for thread, run in await at.log.recent(100)
                for record in await at.log.read(run)
                if isinstance(record.fact, Asked)
            ]
            assert len(questions) == len(set(questions))

    asyncio.run(tell())


# --- one at a time --------------------------------------------------------------------------------------------------


async def test_an_edit_of_what_has_ended_into_a_stop_stops_nothing_else() -> None:
    versions = [*mention_versions(1), version(ROOT, "<@UBOT> stop", "1500.0")]
    other = version("1400.000001", "<@UBOT> another one", thread=ROOT)
    async with hall() as at:
        await at.hears(*told(versions)[0])
        await at.hears(*told([version("1300.000001", "stop", thread=ROOT)])[0])
        await at.hears(*told([other])[0], *told(versions)[1])
        first, second = await at.runs()
        assert any(isinstance(record.fact, Stopped) for record in first)
        assert not any(isinstance(record.fact, Stopped | Said) for record in second)


async def test_only_its_author_changes_a_message() -> None:
    changed, mention = told(mention_versions(2))[1]
    foreign = {"edited": {"user": "UBEN", "ts": "1001.5"}}
    async with hall() as at:
        await at.hears(*told(mention_versions(1))[0])
        await at.hears({**changed, "message": {**changed["message"], **foreign}}, {**mention, **foreign})
        await at.hears({**changed, "message": {**changed["message"], "user": "UBEN"}})
        assert words((await at.runs())[0]) == {ROOT: "wording 0"}


async def test_a_yes_that_became_a_correction_is_one() -> None:
    """While nothing waits, a plain yes is passed over; what it is edited into is not."""
    versions = [version("1001.0", "yes", thread=ROOT), version("1001.0", "yes, but only 2024", "1002.0", ROOT)]
    async with hall() as at:
        await at.hears(*told(mention_versions(1))[0], *told(versions)[0])
        assert "1001.0" not in words((await at.runs())[0])
        await at.hears(*told(versions)[1], *told(versions)[1])
        assert words((await at.runs())[0])["1001.0"] == "yes, but only 2024"


async def test_an_edit_of_what_was_said_before_the_question_corrects_nothing() -> None:
    """It stands in the thread, which the run reads."""
    asked = version("1400.000001", "<@UBOT> why?", thread=ROOT)
    before = [version("1001.0", "in Koa", thread=ROOT), version("1001.0", "in Koa 3", "1500.0", ROOT)]
    async with hall() as at:
        await at.hears(*told([asked])[0], *told(before)[1])
        assert list(words((await at.runs())[0])) == ["1400.000001"]
