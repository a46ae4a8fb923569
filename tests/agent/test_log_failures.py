"""What a log says when its file cannot be used, and that it goes on working where that passes."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from agent.facts import Passage, Result
from agent.log import Damaged, Log, LogError, NotNow, Shown, named
from agent.run import replay
from tests.agent.worlds import asked, returned, said

EVERYTHING: dict[str, Callable[[Log], Awaitable[object]]] = {
    "append": lambda log: log.append("t", "r", said("more"), 1),
    "close_step": lambda log: log.close_step("t", "r", returned("1.1")),
    "tell": lambda log: log.tell("t", "r", [said("more")], once="message 2"),
    "show": lambda log: log.show(Shown("r", "progress", "C1")),
    "settle": lambda log: log.settle("r"),
    "read": lambda log: log.read("r"),
    "runs": lambda log: log.runs("t"),
    "recent": lambda log: log.recent(5),
    "unsettled": lambda log: log.unsettled(),
    "shown": lambda log: log.shown("r"),
    "run_of": lambda log: log.run_of("C1", "1.5"),
    "spent": lambda log: log.spent("UANNA", "2026-11-29"),
    "expire": lambda log: log.expire(0, 0),
    "check": lambda log: log.check(),
}
WRITES = ("append", "close_step", "tell", "show", "settle", "check")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "footnote.db"


@pytest.fixture
async def log(path: Path) -> AsyncIterator[Log]:
    log = await opened(path)
    assert await log.tell("t", "r", [asked()], once="message 1")
    yield log
    await log.close()


async def opened(path: Path, *, carry: bool = True) -> Log:
    log = Log(path)
    try:
        await log.open(carry=carry)
    except LogError:
        await log.close()
        raise
    return log


def content(path: Path) -> bytes:
    return path.read_bytes()


def write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def one_line(error: BaseException, path: Path) -> bool:
    return str(path) in str(error) and "\n" not in str(error)


# --- for now -------------------------------------------------------------------------------------------------------


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program writes to the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def no_room() -> Iterator[None]:
    """The operating system refuses to let any file grow, or to be written at all."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def small_disk(pages: int) -> Iterator[None]:
    """Databases that are opened meanwhile are full at this size."""

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    sa.event.listen(sa.pool.Pool, "connect", limit)
    try:
        yield
    finally:
        sa.event.remove(sa.pool.Pool, "connect", limit)


async def test_while_another_program_writes_nothing_goes_in_and_everything_is_read(log: Log, path: Path) -> None:
    with locked(path):
        for method in ("tell", "check"):
            with pytest.raises(NotNow, match="another program holds it locked") as refused:
                await EVERYTHING[method](log)
            assert one_line(refused.value, path)
        assert len(await log.read("r")) == 1
    assert await EVERYTHING["tell"](log) is True, "its key was not used up"
    await log.check()


@pytest.mark.parametrize("method", [method for method in WRITES if method != "check"])
async def test_what_the_disk_did_not_take_did_not_happen_and_may_be_tried_again(
    log: Log, path: Path, method: str
) -> None:
    heard: list[str] = []
    log.on_append(heard.append)
    with no_room():
        for _ in range(3):
            with pytest.raises(NotNow) as refused:
                await EVERYTHING[method](log)
        assert one_line(refused.value, path)
        assert [record.seq for record in await log.read("r")] == [0]
        assert await log.shown("r") == {}
        assert await log.unsettled() == [("t", "r")]
    assert heard == []
    assert await EVERYTHING[method](log) in (True, None)
    await log.close()
    again = await opened(path)
    assert len(await again.read("r")) == 1 + len(heard)
    await again.close()


async def test_a_full_disk_is_said_and_what_expires_makes_room(path: Path) -> None:
    large = returned(
        "1.1", result=Result(passages=(Passage(address="a", title="A", where="all", text="w " * 20_000),))
    )
    with small_disk(120):
        log = await opened(path)
    went_in = 0
    with pytest.raises(NotNow, match="its disk is full: free some space"):
        for n in range(1_000):
            await log.tell("t", f"r{n}", [asked(), large], once=f"message {n}")
            await log.settle(f"r{n}")
            went_in += 1
    assert went_in > 3
    assert await log.read(f"r{went_in}") == []
    assert len(await log.read("r0")) == 2
    assert await log.expire(-60, -60) == went_in
    assert await log.tell("t", f"r{went_in}", [asked(), large], once=f"message {went_in}")
    await log.close()


async def test_a_place_where_nothing_can_be_created_for_now_is_said(path: Path) -> None:
    with no_room(), pytest.raises(NotNow) as refused:
        await opened(path)
    assert one_line(refused.value, path)
    await (await opened(path)).close()


@pytest.mark.parametrize("cancelled", [False, True])
async def test_an_append_that_fails_tells_nobody_also_where_it_was_cancelled(log: Log, cancelled: bool) -> None:
    heard: list[str] = []
    log.on_append(heard.append)
    with no_room():
        telling = asyncio.create_task(log.tell("t", "r", [said("more")], once="x"))
        await asyncio.sleep(0)
        if cancelled:
            telling.cancel()
        with pytest.raises((NotNow, asyncio.CancelledError)):
            await telling
        assert len(await log.read("r")) == 1
    assert heard == []
    assert await log.tell("t", "r", [said("more")], once="x")


async def test_a_file_that_was_moved_away_is_noticed(log: Log, path: Path) -> None:
    await log.check()
    shutil.move(path, path.with_name("elsewhere.db"))
    with pytest.raises(LogError, match="no longer the file that was opened"):
        await log.check()
    write(path, b"")
    with pytest.raises(LogError, match="no longer the file that was opened"):
        await log.check()


# --- for good ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [method for method in EVERYTHING if method != "check"])
async def test_whatever_is_asked_of_a_broken_log_its_error_has_a_name(log: Log, path: Path, method: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for table in ("fact", "text", "once", "shown", "settled", "spent"):
            db.execute(f"drop table {table}")
    with pytest.raises(Damaged, match="cannot be used as the log") as refused:
        await EVERYTHING[method](log)
    assert one_line(refused.value, path)
    assert "move it aside, or put a backup in its place" in str(refused.value)


BROKEN = {
    "no JSON": "update fact set body = 'once upon'",
    "no object": "update fact set body = '[1]'",
    "another object": "update fact set body = '{}'",
    "no text": "update fact set body = cast(x'fffe' as text)",
    "a number": "update fact set body = 7",
}


@pytest.mark.parametrize("breaks", BROKEN.values(), ids=BROKEN)
async def test_a_fact_that_is_none_is_named_and_the_other_runs_go_on(log: Log, path: Path, breaks: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"{breaks} where run = 'r'")
        db.commit()
    with pytest.raises(Damaged) as refused:
        await log.read("r")
    assert one_line(refused.value, path)
    assert await log.tell("t", "other", [asked()], once="message 2")
    assert len(await log.read("other")) == 1


@pytest.mark.parametrize("method", EVERYTHING)
async def test_before_it_is_opened_and_after_it_is_closed_a_log_says_so(path: Path, method: str) -> None:
    log = Log(path)
    with pytest.raises(LogError, match="not open"):
        await EVERYTHING[method](log)
    await log.open()
    await log.close()
    await log.close()
    with pytest.raises(LogError, match="not open"):
        await EVERYTHING[method](log)


def test_an_error_that_nobody_foresaw_is_a_log_error_all_the_same() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("create table one (a unique)")
        db.execute("insert into one values (1)")
        with pytest.raises(sqlite3.IntegrityError) as raised:
            db.execute("insert into one values (1)")
    error = named(Path("footnote.db"), raised.value)
    assert type(error) is LogError and "UNIQUE constraint failed" in str(error)


async def test_no_error_quotes_what_was_to_be_written(log: Log, caplog: pytest.LogCaptureFixture) -> None:
    with no_room(), pytest.raises(NotNow) as refused:
        await log.tell("t", "r", [said("my secret plan")], once="x")
    error: BaseException | None = refused.value
    while error:
        assert "secret plan" not in str(error)
        error = error.__cause__ or error.__context__


# --- a file of which something is missing --------------------------------------------------------------------------


async def written(path: Path) -> None:
    log = await opened(path)
    for n in range(40):
        await log.tell("t", f"r{n}", [asked("?" * 400), said("and then")], once=f"message {n}")
    await log.close()


async def test_a_file_that_was_cut_is_refused_wherever_the_cut_is_and_left_as_it_is(path: Path) -> None:
    await written(path)
    whole = content(path)
    cuts = [1, 15, 16, 99, 100, 511, 512, 4_095, 4_096, len(whole) // 2, len(whole) - 4_096, len(whole) - 1]
    for carry in (True, False):
        for cut in cuts:
            write(path, whole[:cut])
            with pytest.raises(Damaged, match="move it aside, or put a backup in its place") as refused:
                await opened(path, carry=carry)
            assert one_line(refused.value, path)
            assert content(path) == whole[:cut]
    write(path, whole)
    log = await opened(path)
    assert len(await log.recent(100)) == 40
    await log.close()


async def test_newest_pages_without_the_file_they_belong_to_are_not_thrown_away(path: Path) -> None:
    log = await opened(path)
    await log.tell("t", "r", [asked()], once="x")
    pages = path.with_name("footnote.db-wal").read_bytes()
    elsewhere = path.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "footnote.db-wal").write_bytes(pages)
    with pytest.raises(Damaged, match="a part of it is missing"):
        await opened(elsewhere / "footnote.db")
    assert (elsewhere / "footnote.db-wal").read_bytes() == pages
    await log.close()


async def test_newest_pages_that_were_cut_hold_whole_appends_up_to_the_cut(path: Path) -> None:
    log = await opened(path)
    for n in range(12):
        await log.tell("t", "r", [asked() if n == 0 else said(f"{n}"), said(f"{n} too")], once=f"message {n}")
    files = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.name.startswith("footnote.db")}
    await log.close()
    lengths = set()
    for cut in range(len(files["footnote.db-wal"]), 0, -3_001):
        lengths.add(await _length_after_a_cut(path.parent / "copy", files, cut))
    assert lengths <= set(range(0, 25, 2)) and {0, 24} <= lengths and len(lengths) > 5


async def _length_after_a_cut(folder: Path, files: dict[str, bytes], cut: int) -> int:
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    write(folder / "footnote.db", files["footnote.db"])
    write(folder / "footnote.db-wal", files["footnote.db-wal"][:cut])
    log = await opened(folder / "footnote.db")
    records = await log.read("r")
    assert [record.seq for record in records] == list(range(len(records)))
    assert not records or replay(records).length == len(records)
    await log.close()
    return len(records)


@pytest.mark.parametrize("seed", range(12))
async def test_a_file_with_rubbish_in_it_raises_nothing_but_the_logs_own_errors(path: Path, seed: int) -> None:
    await written(path)
    chance = random.Random(seed)
    rubbish = bytearray(content(path))
    for _ in range(chance.choice([1, 20, 400])):
        at = chance.randrange(len(rubbish) - 8)
        rubbish[at : at + 8] = chance.randbytes(8)
    write(path, bytes(rubbish))
    log = Log(path)
    for work in (lambda _: log.open(), *EVERYTHING.values(), *EVERYTHING.values()):
        try:
            await work(log)
        except LogError as error:
            assert "\n" not in str(error)
    await log.close()


def test_what_a_damaged_file_holds_is_told_on_one_line(path: Path) -> None:
    told = named(
        path, sqlite3.OperationalError("Could not decode to UTF-8 column 'thread' with text 'a\n\x1b[2J\u2028b'")
    )
    assert isinstance(told, Damaged) and str(told).isprintable() and "thread" in str(told)


# --- read beside whoever carries -----------------------------------------------------------------------------------


async def test_reading_a_log_that_is_not_there_creates_nothing(path: Path) -> None:
    with pytest.raises(LogError, match=r"there is no log at .* yet: `footnote run` writes one"):
        await opened(path, carry=False)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("found", [b"", b"this is no database" * 200])
async def test_reading_what_is_no_log_says_so_and_changes_nothing(path: Path, found: bytes) -> None:
    write(path, found)
    with pytest.raises(LogError) as refused:
        await opened(path, carry=False)
    assert one_line(refused.value, path)
    assert content(path) == found


async def test_a_reader_sees_what_the_bot_writes_and_neither_holds_up_the_other(log: Log, path: Path) -> None:
    reader = await opened(path, carry=False)
    assert reader.key == log.key
    for n in range(5):
        await log.tell("t", f"run {n}", [asked()], once=f"m{n}")
        assert len(await reader.recent(100)) == n + 2
    with locked(path):
        assert len(await reader.read("run 1")) == 1
    await log.settle("r")
    assert ("t", "r") not in await reader.unsettled()
    await reader.close()


@pytest.mark.parametrize("method", WRITES)
async def test_a_reader_writes_nothing(log: Log, path: Path, method: str) -> None:
    reader = await opened(path, carry=False)
    with pytest.raises(LogError, match="opened to be read only"):
        await EVERYTHING[method](reader)
    await reader.close()
    assert len(await log.read("r")) == 1


async def test_a_log_is_read_also_where_its_folder_has_a_name_that_addresses_give_a_meaning(tmp_path: Path) -> None:
    path = tmp_path / "50% & what? #1" / "footnote.db"
    log = await opened(path)
    await log.tell("t", "r", [asked()], once="x")
    reader = await opened(path, carry=False)
    assert len(await reader.read("r")) == 1
    await reader.close()
    await log.close()
