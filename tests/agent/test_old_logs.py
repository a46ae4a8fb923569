"""Logs that earlier versions wrote are opened, brought up to date and replayed as what they were: for ever."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agent.facts import Answered, Returned, Started, Unknown
from agent.log import Damaged, Log, LogError
from agent.run import Run, replay
from agent.tables import SCHEMA, STEPS

LOGS = Path(__file__).parent / "logs"

# What stands in each dump, run by run in the order they were asked: whether it is over and shown, how far it is, and
# the calls of each card.
AFTERNOON = [
    (True, "answered: The beans are first roasted at 200 °C [2].", ["1.1 1.2", "2.1 2.2"]),
    (True, "answered: Beans rest four days before brewing [2].", ["1.1 1.2"]),
    (True, "stopped: person", ["1.1"]),
    (True, "stopped: failed", []),
    (True, "answered: Hello Ben! 👋", []),
    (False, "asks: How dark is too dark?", []),
    (False, "waits for: list_files {}", ["1.1"]),
    (False, "under way: call.1.1", ["1.1"]),
    (False, "under way: reply.2", ["1.1"]),
    (False, "answered: The beans are first roasted at 200 °C [1].", ["1.1"]),
]


def restored(folder: Path, dump: str) -> Path:
    """A dump as the file it was taken from."""
    path = folder / "footnote.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((LOGS / dump).read_text("utf-8"))
    return path


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


async def opened(path: Path, *, carry: bool = True) -> Log:
    log = Log(path)
    await log.open(carry=carry)
    return log


def how_far(run: Run) -> str:
    if isinstance(run.ended, Answered):
        return f"answered: {run.ended.answer.text}"
    if run.ended:
        return f"stopped: {run.ended.why}"
    if run.asking:
        return f"asks: {run.asking.questions[0].text}"
    waiting = [f"{state.call.tool} {state.call.arguments}" for state in run.calls.values() if state.waiting]
    return f"waits for: {', '.join(waiting)}" if waiting else ""


async def told(log: Log, run: str) -> tuple[str, list[str]]:
    """How far a run is, and the calls of its cards."""
    records = await log.read(run)
    assert not [record for record in records if isinstance(record.fact, Unknown)]
    replayed, last = replay(records), records[-1].fact
    under_way = f"under way: {last.step}" if isinstance(last, Started) else ""
    return how_far(replayed) or under_way, [" ".join(s.call.id for s in card.calls) for card in replayed.cards]


async def everything(log: Log) -> list[tuple[str, list[str]]]:
    return [await told(log, run) for _, run in reversed(await log.recent(100))]


@pytest.mark.parametrize("dump", ["schema-1.sql"])
async def test_every_run_of_an_old_log_is_what_it_was(tmp_path: Path, dump: str) -> None:
    log = await opened(restored(tmp_path, dump))
    assert await everything(log) == [(state, cards) for _, state, cards in AFTERNOON]
    runs = [run for _, run in reversed(await log.recent(100))]
    unsettled = [run for _, run in await log.unsettled()]
    assert unsettled == [run for run, (settled, _, _) in zip(runs, AFTERNOON, strict=True) if not settled]
    await log.close()


async def test_the_words_the_messages_and_the_keys_of_an_old_log_are_there(tmp_path: Path) -> None:
    path = restored(tmp_path, "schema-1.sql")
    with closing(sqlite3.connect(path)) as db:
        shown = db.execute("select run, slot, channel, ts, digest, position from shown order by 1, 2").fetchall()
        [[key]] = db.execute("select value from meta where key = 'key'")
        [[once, first]] = db.execute("select key, (select run from fact order by at limit 1) from once limit 1")
        [[who, day, tokens]] = db.execute("select who, day, tokens from spent limit 1")
    log = await opened(path)
    assert [
        (row.run, slot, row.channel, row.ts, row.digest, row.position)
        for run in sorted({row[0] for row in shown})
        for slot, row in sorted((await log.shown(run)).items())
    ] == shown
    assert log.key.hex() == key
    assert not await log.tell("t", "r", [], once=once)
    assert (await log.spent(who, day)).tokens == tokens
    brought = [record.fact for record in await log.read(first) if isinstance(record.fact, Returned)]
    words = " ".join(passage.text for fact in brought for passage in fact.result.passages)
    assert "The first crack sounds like popcorn" in words and "Beans rest four days" in words
    await log.close()


async def test_an_old_log_goes_on_where_it_stopped(tmp_path: Path) -> None:
    log = await opened(restored(tmp_path, "schema-1.sql"))
    [*_, (thread, run)] = await log.unsettled()
    length = len(await log.read(run))
    assert await log.append(thread, run, Started(step="reply.9", worker="w"), length)
    await log.settle(run)
    assert run not in [one for _, one in await log.unsettled()]
    await log.close()


async def test_runs_that_were_settled_under_the_old_schema_expire_from_their_last_fact_on(tmp_path: Path) -> None:
    path = restored(tmp_path, "schema-1.sql")
    with closing(sqlite3.connect(path)) as db:
        [[last]] = db.execute("select max(at) from fact")
    log = Log(path, clock=lambda: last + 100)
    await log.open()
    assert await log.expire(3_600, 3_600) == 0
    assert await log.expire(0, 0) == sum(settled for settled, _, _ in AFTERNOON)
    assert len(await log.recent(100)) == sum(not settled for settled, _, _ in AFTERNOON)
    await log.close()


# --- the tables ----------------------------------------------------------------------------------------------------


def shape(path: Path) -> dict[str, object]:
    """Every table and index by what it is, however its statement was written."""
    with closing(sqlite3.connect(path)) as db:
        named = db.execute("select name, lower(sql) from sqlite_master where name not like 'sqlite_%'").fetchall()
        return {
            name: (
                [row[1:] for row in db.execute(f"pragma table_xinfo({name})")],
                [row[1:] for row in db.execute(f"pragma index_xinfo({name})")],
                "without rowid" in sql,
                sql.partition(" where ")[2].replace("fact.", ""),
            )
            for name, sql in named
        }


@pytest.mark.parametrize("dump", ["schema-1.sql"])
async def test_an_old_file_ends_up_with_the_tables_of_a_new_one(tmp_path: Path, dump: str) -> None:
    old, new = restored(tmp_path, dump), tmp_path / "new.db"
    for path in (old, new):
        await (await opened(path)).close()
    assert shape(old) == shape(new)


async def test_opening_an_old_file_a_second_time_changes_nothing(tmp_path: Path) -> None:
    path = restored(tmp_path, "schema-1.sql")
    await (await opened(path)).close()
    once = content(path)
    await (await opened(path)).close()
    assert content(path) == once
    assert f"INSERT INTO \"meta\" VALUES('schema','{SCHEMA}');" in once


def test_there_is_a_step_to_every_schema_and_a_log_of_each_that_came_before() -> None:
    assert list(STEPS) == list(range(2, SCHEMA + 1))
    assert {path.name for path in LOGS.glob("*.sql")} >= {f"schema-{n}.sql" for n in range(1, SCHEMA)}


OBSTACLES = {
    "the first step": "create table settled (something text)",
    "the last step": "create index asked_by_thread on fact (v)",
}


@pytest.mark.parametrize("obstacle", OBSTACLES.values(), ids=OBSTACLES)
async def test_a_step_that_fails_leaves_the_old_file_as_it_was(tmp_path: Path, obstacle: str) -> None:
    path = restored(tmp_path, "schema-1.sql")
    with closing(sqlite3.connect(path)) as db:
        db.execute(obstacle)
    before = content(path)
    log = Log(path)
    with pytest.raises(Damaged, match="already"):
        await log.open()
    await log.close()
    assert content(path) == before


# --- read beside the bot, before it was ever started anew -----------------------------------------------------------


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Path]:
    path = restored(tmp_path, "schema-1.sql")
    before = content(path)
    yield path
    assert content(path) == before, "reading changes nothing"


async def test_an_old_file_is_read_without_being_changed(old: Path) -> None:
    log = await opened(old, carry=False)
    assert await everything(log) == [(state, cards) for _, state, cards in AFTERNOON]
    (thread, run), *_ = await log.recent(1)
    assert await log.runs(thread) == [run]
    assert "progress" in await log.shown(run)
    await log.close()


async def test_what_an_old_file_cannot_say_asks_for_one_start_of_the_bot(old: Path) -> None:
    log = await opened(old, carry=False)
    with pytest.raises(LogError, match="older version: start `footnote run` once"):
        await log.unsettled()
    await log.close()
