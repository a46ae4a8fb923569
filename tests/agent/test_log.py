"""The log: every append is whole or did not happen, and what happened once counts once."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agent.facts import (
    Answer,
    Answered,
    Anything,
    Checked,
    Passage,
    Recalled,
    Replied,
    Reply,
    Result,
    Returned,
    Started,
    Stopped,
    Turn,
    Understood,
    Unknown,
    Usage,
)
from agent.log import InUse, Log, LogError, Shown, TooNew
from agent.tables import SCHEMA
from tests.agent.worlds import ANNA, asked, returned, said

DAY = 86_400.0


class Clock:
    """A clock that stands still until it is moved; begins on 2026-11-29 at noon, UTC."""

    def __init__(self) -> None:
        self.now = 1_795_953_600.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def log(clock: Clock) -> AsyncIterator[Log]:
    log = Log(None, clock=clock)
    await log.open()
    yield log
    await log.close()


async def facts(log: Log, run: str = "r") -> list[Anything | Unknown]:
    return [record.fact for record in await log.read(run)]


async def put(log: Log, *given: Anything, run: str = "r") -> None:
    for fact in given:
        assert await log.append("t", run, fact, len(await log.read(run)))


# --- appending -----------------------------------------------------------------------------------------------------


async def test_a_decided_fact_goes_in_only_at_the_position_it_was_decided_on(log: Log) -> None:
    assert await log.append("t", "r", asked(), 0)
    assert not await log.append("t", "r", Started(step="recall.1", worker="b"), 0)
    assert not await log.append("t", "r", Started(step="recall.1", worker="b"), 2)
    assert await log.append("t", "r", Started(step="recall.1", worker="a"), 1)
    assert await facts(log) == [asked(), Started(step="recall.1", worker="a")]


async def test_of_many_appends_at_one_position_exactly_one_goes_in(log: Log) -> None:
    started = [Started(step="recall.1", worker=str(i)) for i in range(20)]
    went_in = await asyncio.gather(*(log.append("t", "r", one, 0) for one in started))
    assert sum(went_in) == 1
    assert len(await log.read("r")) == 1


async def test_an_outcome_goes_in_wherever_the_run_ends_and_once_for_its_step(log: Log) -> None:
    await put(log, asked(), said("one more thing"))
    assert await log.close_step("t", "r", returned("1.1"))
    assert not await log.close_step("t", "r", returned("1.1", "failed"))
    assert await log.close_step("t", "r", returned("1.2"))
    assert (await facts(log))[2:] == [returned("1.1"), returned("1.2")]


async def test_two_runs_may_close_steps_of_the_same_name(log: Log) -> None:
    for run in ("r", "other"):
        await put(log, asked(), run=run)
        assert await log.close_step("t", run, returned("1.1"))


async def test_an_outcome_for_a_run_that_is_gone_begins_no_run(log: Log) -> None:
    assert not await log.close_step("t", "r", returned("1.1"))
    assert await log.read("r") == []


async def test_what_is_told_twice_under_one_key_counts_once(log: Log) -> None:
    assert await log.tell("t", "r", [asked()], once="message 1")
    assert not await log.tell("t", "r", [asked()], once="message 1")
    assert not await log.tell("t", "another", [asked()], once="message 1")
    assert await facts(log) == [asked()]


async def test_of_many_deliveries_at_the_same_time_exactly_one_counts(log: Log) -> None:
    told = await asyncio.gather(*(log.tell("t", "r", [asked()], once="message 1") for _ in range(20)))
    assert sum(told) == 1
    assert len(await log.read("r")) == 1


async def test_facts_told_together_go_in_together(log: Log) -> None:
    assert await log.tell("t", "r", [asked(), said("and this"), Stopped(why="person")], once="x")
    assert [record.seq for record in await log.read("r")] == [0, 1, 2]


async def test_nothing_to_tell_still_uses_up_its_key(log: Log) -> None:
    assert await log.tell("t", "", [], once="a word")
    assert not await log.tell("t", "", [], once="a word")
    assert await log.read("") == []


async def test_time_never_goes_back_in_a_run_whatever_the_clock_does(log: Log, clock: Clock) -> None:
    await put(log, asked())
    clock.now -= 3_600
    await put(log, said("an hour ago"))
    await log.tell("t", "r", [said("also then")], once="x")
    times = [record.at for record in await log.read("r")]
    assert times == [times[0]] * 3


async def test_everybody_who_listens_hears_of_every_append_that_went_in(log: Log) -> None:
    heard: list[str] = []
    log.on_append(heard.append)
    await put(log, asked())
    await log.append("t", "r", asked(), 0)
    await log.close_step("t", "r", returned("1.1"))
    await log.close_step("t", "r", returned("1.1"))
    await log.tell("t", "other", [asked()], once="x")
    await log.tell("t", "other", [asked()], once="x")
    assert heard == ["r", "r", "other"]


async def test_a_cancelled_append_is_whole_and_its_news_go_out(log: Log) -> None:
    heard: list[str] = []
    log.on_append(heard.append)
    telling = asyncio.create_task(log.tell("t", "r", [asked(), said("too")], once="x"))
    await asyncio.sleep(0)
    telling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await telling
    assert await facts(log) == [asked(), said("too")]
    assert heard == ["r"]
    assert not await log.tell("t", "r", [asked()], once="x")


async def test_an_append_that_fails_leaves_nothing_behind(log: Log) -> None:
    await put(log, asked())
    fields: dict[str, Any] = {"step": object(), "worker": "w"}
    broken = Started.model_construct(**fields)
    with pytest.raises(Exception, match="object"):
        await log.tell("t", "r", [said("before it"), broken], once="x")
    assert await facts(log) == [asked()]
    assert await log.tell("t", "r", [said("again")], once="x")


async def test_half_a_character_does_not_keep_an_outcome_out(log: Log) -> None:
    await put(log, asked())
    await log.close_step("t", "r", Checked(step="check.1", answer=Answer(text="a \ud83d b"), faults=("\ude00",)))
    passage = Passage(address="a", title="A", where="all", text="half \ud83d")
    await log.close_step("t", "r", Returned(step="call.1.1", outcome="ok", result=Result(passages=(passage,))))
    _, checked, brought = await facts(log)
    assert isinstance(checked, Checked)
    assert checked.answer.text == "a \ufffd b"
    assert isinstance(brought, Returned)
    assert brought.result.passages[0].text == "half \ufffd"


# --- texts that are not ours ---------------------------------------------------------------------------------------


def long_result() -> Returned:
    passages = tuple(Passage(address=f"p{i}", title="P", where="all", text=f"words of page {i}") for i in range(12))
    return returned("1.1", result=Result(note="ok", passages=passages))


async def test_foreign_words_stand_beside_the_facts_and_are_put_back(tmp_path: Path) -> None:
    log = Log(tmp_path / "a.db")
    await log.open()
    turns = (Turn(message="m1", speaker=ANNA, kind="member", name="Anna", text="What does it cost?"),)
    recalled = Recalled(step="recall.1", turns=turns)
    await put(log, asked("?"), recalled, long_result())
    assert await facts(log) == [asked("?"), recalled, long_result()]
    await log.close()
    db = sqlite3.connect(tmp_path / "a.db")
    bodies = "".join(body for (body,) in db.execute("select body from fact"))
    assert "words of page" not in bodies
    assert "cost" not in bodies
    db.execute("delete from text where ref like '2.%'")
    db.commit()
    db.close()
    await log_forgot(tmp_path / "a.db")


async def log_forgot(path: Path) -> None:
    log = Log(path)
    await log.open()
    _, recalled, brought = await facts(log)
    assert isinstance(recalled, Recalled)
    assert recalled.turns[0].text == "What does it cost?"
    assert isinstance(brought, Returned)
    assert {passage.text for passage in brought.result.passages} == {""}
    assert brought.result.passages[7].address == "p7"
    await log.close()


# --- several runs --------------------------------------------------------------------------------------------------


async def test_the_runs_of_a_thread_come_in_the_order_they_were_asked(log: Log, clock: Clock) -> None:
    for run in ("zebra", "ant", "mole"):
        await put(log, asked(), run=run)
        clock.now += 1
    await log.append("elsewhere", "other", asked(), 0)
    assert await log.runs("t") == ["zebra", "ant", "mole"]
    assert await log.runs("nowhere") == []


async def test_the_newest_runs_come_first_and_only_as_many_as_are_wanted(log: Log, clock: Clock) -> None:
    for run in ("first", "second", "third"):
        await log.append(f"thread of {run}", run, asked(), 0)
        clock.now += 1
        await put(log, said("more"), run=run)
    assert await log.recent(2) == [("thread of third", "third"), ("thread of second", "second")]
    assert len(await log.recent(100)) == 3
    assert await log.recent(0) == []


async def test_a_run_is_unsettled_until_its_last_message_is_confirmed(log: Log, clock: Clock) -> None:
    await put(log, asked(), run="first")
    clock.now += 1
    await put(log, asked(), Answered(answer=Answer()), run="second")
    await log.show(Shown("second", "progress", "C1"))
    assert await log.unsettled() == [("t", "first"), ("t", "second")]
    await log.settle("second")
    assert await log.unsettled() == [("t", "first")]


async def test_a_run_of_which_nothing_was_ever_shown_can_be_settled_too(log: Log) -> None:
    await put(log, asked(), Stopped(why="person"))
    await log.settle("r")
    await log.settle("r")
    await log.settle("nobody knows this one")
    assert await log.unsettled() == []


async def test_a_message_of_ours_is_known_by_its_slot_and_by_its_place(log: Log) -> None:
    await log.show(Shown("r", "progress", "C1"))
    await log.show(Shown("r", "progress", "C1", ts="1.5", digest="d", position=4))
    await log.show(Shown("r", "answer.1", "C1", ts="1.6"))
    rows = await log.shown("r")
    assert {slot: (row.ts, row.digest, row.position) for slot, row in rows.items()} == {
        "progress": ("1.5", "d", 4),
        "answer.1": ("1.6", "", -1),
    }
    assert await log.run_of("C1", "1.6") == ("r", "answer.1")
    assert await log.run_of("C2", "1.6") is None


async def test_tokens_are_counted_by_person_and_day(log: Log, clock: Clock) -> None:
    await put(log, asked())
    await log.close_step(
        "t", "r", Understood(step="understand.1", intent=None, usage=Usage(prompt=100, completion=5))
    )
    usage = Usage(prompt=1_000, completion=50, cached=900)
    await log.close_step("t", "r", Replied(step="reply.1", reply=Reply(usage=usage)))
    await log.close_step("t", "r", Replied(step="reply.1", reply=Reply(usage=usage)))
    clock.now += DAY
    await log.close_step("t", "r", Checked(step="check.1", answer=Answer(), usage=Usage(prompt=7)))
    assert await log.spent(ANNA, "2026-11-29") == 1_155
    assert await log.spent(ANNA, "2026-11-30") == 7
    assert await log.spent("UBEN", "2026-11-29") == 0


# --- what is forgotten ---------------------------------------------------------------------------------------------


async def lived(log: Log, run: str, *, settled: bool = True) -> None:
    """A run with somebody else's words in it, and what was shown of it."""
    await log.tell("t", run, [asked(), long_result(), Answered(answer=Answer(text="so it is"))], once=f"of {run}")
    await log.show(Shown(run, "progress", "C1", ts=f"1.{run}"))
    if settled:
        await log.settle(run)


def words(records: list[Anything | Unknown]) -> set[str]:
    return {passage.text for fact in records if isinstance(fact, Returned) for passage in fact.result.passages}


async def test_texts_go_first_then_the_whole_run_and_not_a_moment_before(log: Log, clock: Clock) -> None:
    await lived(log, "r")
    clock.now += DAY
    assert await log.expire(30 * DAY, DAY) == 0
    assert "words of page 3" in words(await facts(log))
    clock.now += 1
    assert await log.expire(30 * DAY, DAY) == 0
    assert words(await facts(log)) == {""}
    clock.now += 29 * DAY - 1
    assert await log.expire(30 * DAY, DAY) == 0
    assert len(await log.read("r")) == 3
    clock.now += 1
    assert await log.expire(30 * DAY, DAY) == 1
    assert (await log.read("r"), await log.shown("r"), await log.runs("t")) == ([], {}, [])
    assert await log.unsettled() == []
    assert await log.expire(30 * DAY, DAY) == 0


async def test_what_is_not_settled_never_goes(log: Log, clock: Clock) -> None:
    await lived(log, "r", settled=False)
    clock.now += 10_000 * DAY
    assert await log.expire(0, 0) == 0
    assert "words of page 3" in words(await facts(log))
    assert await log.unsettled() == [("t", "r")]


async def test_many_runs_go_at_once_and_whoever_appends_meanwhile_goes_in_between(log: Log, clock: Clock) -> None:
    for n in range(33):
        await lived(log, f"r{n}")
    clock.now += DAY
    await lived(log, "young")
    expiring = asyncio.create_task(log.expire(3_600, 3_600))
    told = [await log.tell("t", "young", [said(f"{n}")], once=f"{n}") for n in range(5)]
    assert not expiring.done(), "an append does not wait for all of it"
    assert all(told)
    assert await expiring == 33
    assert await log.recent(100) == [("t", "young")]


async def test_what_a_person_spent_stays_when_the_run_goes(log: Log, clock: Clock) -> None:
    await put(log, asked())
    await log.close_step("t", "r", Replied(step="reply.1", reply=Reply(usage=Usage(prompt=7))))
    await log.settle("r")
    clock.now += DAY
    assert await log.expire(0, 0) == 1
    assert await log.spent(ANNA, "2026-11-29") == 7


async def test_keys_are_forgotten_after_seven_days_and_not_before(log: Log, clock: Clock) -> None:
    for wait, counts in ((0.0, True), (6.9 * DAY, False), (0.2 * DAY, True)):
        clock.now += wait
        await log.expire(DAY, DAY)
        assert await log.tell("t", "r", [], once="message 1") is counts


async def test_a_clock_that_goes_back_makes_nothing_old(log: Log, clock: Clock) -> None:
    now = clock.now
    await log.tell("t", "r", [asked()], once="message 1")
    clock.now -= 400 * DAY
    assert await log.expire(DAY, DAY) == 0
    await log.settle("r")
    await log.tell("t", "r", [], once="message 2")
    clock.now = now
    assert await log.expire(DAY, DAY) == 0
    assert not await log.tell("t", "r", [], once="message 2")
    assert len(await log.read("r")) == 1
    clock.now += DAY + 1
    assert await log.expire(DAY, DAY) == 1


async def test_of_words_that_were_removed_no_file_holds_a_trace(tmp_path: Path) -> None:
    log = Log(tmp_path / "footnote.db")
    await log.open()
    await lived(log, "r")
    assert "words of page 3" in traces(tmp_path)
    assert await log.expire(DAY, -1) == 0
    assert "words of page 3" not in traces(tmp_path)
    assert "so it is" in traces(tmp_path)
    assert await log.expire(-1, -1) == 1
    assert "so it is" not in traces(tmp_path)
    await log.close()


def traces(folder: Path) -> str:
    return "".join(file.read_bytes().decode("latin-1") for file in folder.iterdir())


# --- the file ------------------------------------------------------------------------------------------------------


async def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "footnote.db"
    log = Log(path)
    await log.open()
    await put(log, asked())
    files = [one for one in path.parent.iterdir() if one.name.startswith("footnote.db")]
    assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    await log.close()


async def test_facts_and_keys_outlive_the_process(tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    first = Log(path)
    await first.open()
    await first.tell("t", "r", [asked()], once="message 1")
    key = first.key
    await first.close()
    second = Log(path)
    await second.open()
    assert not await second.tell("t", "r", [asked()], once="message 1")
    assert await facts(second) == [asked()]
    assert second.key == key
    assert len(key) == 32
    await second.close()


PROCESS = """
import asyncio, sys
from pathlib import Path
from agent.facts import Asked
from agent.log import InUse, Log

async def main(path, carry):
    log = Log(Path(path))
    try:
        await log.open(carry=carry == "carry")
    except InUse as error:
        return print("in use:", error)
    if carry == "read":
        print([record.fact.by for record in await log.read("r")])
        return await log.close()
    told = await log.tell("t", "r", [Asked(message="m", text="?", by="U")], once="message 1")
    print(told, [record.fact.by for record in await log.read("r")])
    await log.close()

asyncio.run(main(*sys.argv[1:]))
"""


def other_process(path: Path, mode: str) -> str:
    arguments = [sys.executable, "-c", PROCESS, str(path), mode]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    return done.stdout.strip()


async def test_one_process_carries_and_others_may_read(tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    log = Log(path)
    await log.open()
    await log.tell("t", "r", [asked()], once="message 1")
    refused = await asyncio.to_thread(other_process, path, "carry")
    assert refused.startswith("in use: another footnote works on")
    assert str(path) in refused
    assert await asyncio.to_thread(other_process, path, "read") == f"['{ANNA}']"
    await log.close()
    assert await asyncio.to_thread(other_process, path, "carry") == f"False ['{ANNA}']"


async def test_two_carrying_logs_in_one_process_are_refused_too(tmp_path: Path) -> None:
    first, second = Log(tmp_path / "a.db"), Log(tmp_path / "a.db")
    await first.open()
    with pytest.raises(InUse):
        await second.open()
    await second.close()
    await first.close()


async def test_two_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    logs = [Log(path), Log(path)]
    await logs[0].open()
    await logs[1].open(alone=False)
    told = (logs[i % 2].tell("t", "r", [said(f"remark {i}")], once=f"{i // 2}") for i in range(40))
    assert sum(await asyncio.gather(*told)) == 20
    assert [record.seq for record in await logs[0].read("r")] == list(range(20))
    for log in logs:
        await log.close()


async def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    db = sqlite3.connect(path)
    db.execute("create table meta (key text primary key, value text)")
    db.execute("insert into meta values ('schema', ?)", [str(SCHEMA + 1)])
    db.commit()
    db.close()
    log = Log(path)
    with pytest.raises(TooNew, match=f"schema {SCHEMA + 1}, this one knows {SCHEMA}"):
        await log.open()
    await log.close()
    tables = sqlite3.connect(path).execute("select name from sqlite_master where type = 'table'").fetchall()
    assert tables == [("meta",)]


@pytest.mark.parametrize("content", [b"this is no database" * 200, b"SQLite format 3\x00" + b"\xff" * 5_000])
async def test_a_file_that_is_no_log_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "footnote.db"
    path.write_bytes(content)
    log = Log(path)
    with pytest.raises(LogError) as refused:
        await log.open()
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    await log.close()
    assert path.read_bytes() == content


async def test_a_place_that_cannot_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "footnote.db", tmp_path):
        log = Log(path)
        with pytest.raises(LogError, match="cannot be opened"):
            await log.open()
        await log.close()


async def test_a_log_that_is_not_open_says_so() -> None:
    log = Log(None)
    with pytest.raises(LogError, match="not open"):
        await log.read("r")
    await log.close()


async def test_a_fact_of_a_newer_process_is_kept_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    log = Log(path)
    await log.open()
    await put(log, asked())
    await log.close()
    db = sqlite3.connect(path)
    db.execute("insert into fact values ('r', 1, 't', 9e9, 1, 'dreamt', null, '{}')")
    db.commit()
    db.close()
    again = Log(path)
    await again.open()
    assert (await facts(again))[1] == Unknown("dreamt")
    await again.close()


async def test_opening_leaves_nothing_locked_when_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "footnote.db"
    path.write_bytes(b"no database at all, really none" * 50)
    log = Log(path)
    with pytest.raises(LogError):
        await log.open()
    await log.close()
    os.unlink(path)
    fresh = Log(path)
    await fresh.open()
    await fresh.close()
