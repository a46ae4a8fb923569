"""The cache saves asking twice, holds nothing but JSON, and whatever is wrong with it nobody is told no."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import pickle
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agent.pages.cache import Cache, _JsonDisk, _NotOurs

HOUR = 3_600.0
PAGE: JsonValue = {"address": "https://news.test/plan", "title": "The plan", "text": "It was adopted.\r\n\ud83d"}
ROOT = Path(__file__).parents[3]


class Maker:
    """Makes one value, or raises it, and counts how often it was asked to; `gate` holds it up."""

    def __init__(self, value: JsonValue | Exception, *, held: bool = False) -> None:
        self.value, self.begun, self.cancelled = value, 0, 0
        self.gate = asyncio.Event()
        if not held:
            self.gate.set()

    async def __call__(self) -> JsonValue:
        self.begun += 1
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


@contextlib.asynccontextmanager
async def caching(folder: Path | None, seconds: float = HOUR, *, size: int = 10**8) -> AsyncIterator[Cache]:
    cache = Cache(folder, seconds, size=size)
    try:
        yield cache
    finally:
        await cache.close()


async def put(folder: Path, key: str, value: JsonValue, seconds: float = HOUR) -> None:
    async with caching(folder, seconds) as cache:
        await cache.get_or_make(key, Maker(value))


async def kept(folder: Path, key: str, seconds: float = HOUR) -> bool:
    """Whether a program started now finds something under the key."""
    async with caching(folder, seconds) as cache:
        maker = Maker([])
        await cache.get_or_make(key, maker)
        return not maker.begun


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 (a line in the log sets no event)
            await asyncio.sleep(0.01)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def database(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "cache.db", isolation_level=None)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


# --- what is kept -----------------------------------------------------------------------------------------------


async def test_what_was_made_is_found_again_also_by_the_next_process(tmp_path: Path) -> None:
    async with caching(tmp_path) as cache:
        maker = Maker(PAGE)
        assert [await cache.get_or_make("plan", maker) for _ in range(3)] == [PAGE] * 3
        assert maker.begun == 1
    async with caching(tmp_path) as cache:
        maker = Maker("another")
        assert await cache.get_or_make("plan", maker) == PAGE
        assert await cache.get_or_make("plans", maker) == "another"


@pytest.mark.parametrize("empty", [None, [], {}, "", 0, False])
async def test_what_is_empty_is_not_kept(tmp_path: Path, empty: JsonValue) -> None:
    async with caching(tmp_path) as cache:
        maker = Maker(empty)
        assert [await cache.get_or_make("plan", maker) for _ in range(2)] == [empty] * 2
        assert maker.begun == 2


async def test_an_error_reaches_who_asked_and_is_not_kept(tmp_path: Path) -> None:
    async with caching(tmp_path) as cache:
        with pytest.raises(LookupError, match="no such page"):
            await cache.get_or_make("plan", Maker(LookupError("no such page")))
        assert await cache.get_or_make("plan", Maker(PAGE)) == PAGE


async def test_a_kept_value_that_does_not_fit_is_made_anew_and_replaced(tmp_path: Path) -> None:
    await put(tmp_path, "plan", ["of an older program"])
    async with caching(tmp_path) as cache:
        fits: Callable[[JsonValue], bool] = lambda value: isinstance(value, dict)  # noqa: E731
        assert await cache.get_or_make("plan", Maker(PAGE), fits) == PAGE
        assert await cache.get_or_make("plan", Maker("not asked"), fits) == PAGE


async def test_it_is_kept_so_many_seconds_and_then_made_anew(tmp_path: Path) -> None:
    async with caching(tmp_path, 0.2) as cache:
        maker = Maker(PAGE)
        async with asyncio.timeout(30):
            while maker.begun < 3:
                assert await cache.get_or_make("plan", maker) == PAGE
                await asyncio.sleep(0.01)


async def test_a_shorter_time_holds_for_what_was_put_before_too(tmp_path: Path) -> None:
    await put(tmp_path, "plan", PAGE)
    assert await kept(tmp_path, "plan")
    assert not await kept(tmp_path, "plan", 1e-9)


async def test_what_expired_leaves_the_file(tmp_path: Path) -> None:
    for i in range(30):
        await put(tmp_path, f"old {i}", PAGE, 1e-6)
    await put(tmp_path, "new", PAGE)
    with contextlib.closing(database(tmp_path)) as file:
        assert file.execute("SELECT key FROM Cache").fetchall() == [("new",)]


async def test_the_oldest_go_where_it_gets_too_large(tmp_path: Path) -> None:
    async with caching(tmp_path, size=2_000_000) as cache:
        for i in range(60):
            await cache.get_or_make(str(i), Maker("x" * 100_000))
    assert (tmp_path / "cache.db").stat().st_size < 3_500_000
    assert await kept(tmp_path, "59") and not await kept(tmp_path, "0")


async def test_without_folder_or_time_nothing_is_kept_or_written(tmp_path: Path) -> None:
    for folder, seconds in [(None, HOUR), (tmp_path / "cache", 0.0)]:
        async with caching(folder, seconds) as cache:
            maker = Maker(PAGE)
            assert [await cache.get_or_make("plan", maker) for _ in range(2)] == [PAGE] * 2
            assert maker.begun == 2
    assert not names(tmp_path)


async def test_switched_off_it_lets_go_of_what_it_kept(tmp_path: Path) -> None:
    await put(tmp_path, "plan", PAGE)
    async with caching(tmp_path, 0):
        assert names(tmp_path) == {"lock"}


async def test_folder_and_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        (tmp_path / "open").mkdir(mode=0o777)
        for folder in (tmp_path / "data" / "cache", tmp_path / "open"):
            async with caching(folder) as cache:
                await cache.get_or_make("plan", Maker(PAGE))
                assert await cache.get_or_make("plan", Maker("not asked")) == PAGE
                modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
            assert modes == dict.fromkeys(("cache.db", "cache.db-wal", "cache.db-shm", "lock"), 0o600)
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    finally:
        os.umask(before)


# --- only JSON --------------------------------------------------------------------------------------------------

json_values: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values)
def test_every_json_value_comes_back_as_it_was(value: JsonValue) -> None:
    disk = _JsonDisk("nowhere")
    size, mode, filename, stored = disk.store(value, read=False)
    assert (size, filename) == (0, None) and stored.isascii()
    assert disk.fetch(mode, filename, stored, read=False) == value


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, object(), Path("x")])
def test_nothing_but_json_is_stored(value: object) -> None:
    with pytest.raises(TypeError):
        _JsonDisk("nowhere").store(value, read=False)
    with pytest.raises(TypeError):
        _JsonDisk("nowhere").store("a file", read=True)


@given(st.sampled_from([0, 1, 2, 3, 4]), st.none() | st.text(), st.none() | st.binary() | st.text(), st.booleans())
def test_nothing_but_json_text_is_fetched(mode: int, name: str | None, value: bytes | str | None, read: bool) -> None:
    disk = _JsonDisk("nowhere")
    if mode == 1 and not name and isinstance(value, str) and not read:
        return
    with pytest.raises(_NotOurs):
        disk.fetch(mode, name, value, read)


@pytest.mark.parametrize("key", [b"bytes", 1, 1.5, None, ("a", "pair")])
def test_a_key_is_text(key: object) -> None:
    with pytest.raises(TypeError):
        _JsonDisk("nowhere").put(key)
    with pytest.raises(_NotOurs):
        _JsonDisk("nowhere").get(key, True)
    with pytest.raises(_NotOurs):
        _JsonDisk("nowhere").get("pickled", False)


class Planted:
    """Creates a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return os.mkdir, (str(self.path),)


STOCK = "import diskcache, sys; c = diskcache.Cache(sys.argv[1]); list(c); c.get('plan')"


@pytest.mark.parametrize(
    "planting",
    [
        "UPDATE Cache SET mode = 4, value = :pickle",
        "UPDATE Cache SET mode = 4, value = NULL, filename = 'planted.val'",
        "INSERT INTO Cache (key, raw, store_time, mode, value) VALUES (:pickle, 0, 0, 1, '1')",
    ],
    ids=["value", "file", "key"],
)
async def test_a_planted_pickle_is_never_loaded(
    tmp_path: Path, planting: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder, proof = tmp_path / "cache", tmp_path / "proof"
    await put(folder, "plan", PAGE)
    pickled = pickle.dumps(Planted(proof))
    (folder / "planted.val").write_bytes(pickled)
    with contextlib.closing(database(folder)) as file:
        file.execute(planting, {"pickle": pickled})
    async with caching(folder) as cache:
        maker = Maker(PAGE)
        assert [await cache.get_or_make("plan", maker) for _ in range(2)] == [PAGE] * 2
        assert [await cache.get_or_make("other", maker) for _ in range(2)] == [PAGE] * 2
    assert not proof.exists()
    reached = "INTO" not in planting  # nobody goes through the keys
    assert len(warnings(caplog)) == reached and maker.begun == 1 + reached
    assert not reached or "has been emptied" in warnings(caplog)[0]


def test_the_planted_pickle_of_these_tests_is_alive(tmp_path: Path) -> None:
    asyncio.run(put(tmp_path / "cache", "plan", PAGE))
    with contextlib.closing(database(tmp_path / "cache")) as file:
        file.execute("UPDATE Cache SET mode = 4, value = ?", (pickle.dumps(Planted(tmp_path / "proof")),))
    subprocess.run([sys.executable, "-c", STOCK, str(tmp_path / "cache")], check=True)
    assert (tmp_path / "proof").exists(), "the library's own disk loads it"


async def test_an_entry_that_names_a_file_has_it_neither_read_nor_deleted(tmp_path: Path) -> None:
    folder, facts = tmp_path / "cache", tmp_path / "footnote.db"
    facts.write_text('"the facts"')
    await put(folder, "plan", PAGE)
    with contextlib.closing(database(folder)) as file:
        file.execute("UPDATE Cache SET mode = 3, value = NULL, filename = '../footnote.db'")
        file.execute("INSERT INTO Cache (key, raw, expire_time, filename) VALUES ('x', 1, 1, '../footnote.db')")
    async with caching(folder) as cache:
        await cache.get_or_make("other", Maker(PAGE))
        assert await cache.get_or_make("plan", Maker(PAGE)) == PAGE
    assert facts.read_text() == '"the facts"'


# --- broken -----------------------------------------------------------------------------------------------------


def overwritten(folder: Path) -> None:
    (folder / "cache.db").write_bytes(b"this is no database " * 500)


def cut(folder: Path) -> None:
    os.truncate(folder / "cache.db", 5_000)


def scribbled(folder: Path) -> None:
    with (folder / "cache.db").open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(100)
        file.write(b"\xff" * (size - 100))


def another_schema(folder: Path) -> None:
    (folder / "cache.db").unlink()
    with contextlib.closing(database(folder)) as file:
        file.execute("CREATE TABLE Cache (something TEXT)")


def statement(sql: str) -> Callable[[Path], None]:
    def broken(folder: Path) -> None:
        with contextlib.closing(database(folder)) as file:
            file.execute(sql)

    return broken


@pytest.mark.parametrize(
    "breaking",
    [
        overwritten,
        cut,
        scribbled,
        another_schema,
        statement("UPDATE Cache SET value = '{'"),
        statement("UPDATE Cache SET value = '" + "[" * 100_000 + "'"),
        statement("UPDATE Cache SET value = '{\"text\": 1}'"),
        statement("UPDATE Cache SET value = CAST(X'ff' AS TEXT)"),
        statement("UPDATE Cache SET value = 7"),
        statement("INSERT INTO Settings VALUES ('disk_shape', 'round')"),
        statement("INSERT INTO Settings VALUES ('get', 'got')"),
        statement("INSERT INTO Settings VALUES ('sqlite_x; y', 1)"),
    ],
)
async def test_a_broken_file_is_emptied_and_said_once(
    tmp_path: Path, breaking: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    await put(tmp_path, "plan", "before")
    breaking(tmp_path)
    async with caching(tmp_path) as cache:
        maker = Maker(PAGE)
        assert [await cache.get_or_make("plan", maker) for _ in range(4)] == [PAGE] * 4
        assert maker.begun == 1
    assert await kept(tmp_path, "plan")
    assert len(warnings(caplog)) == 1 and "has been emptied" in warnings(caplog)[0]


def in_place_of_the_folder(folder: Path) -> None:
    folder.write_text("a file")


def in_place_of_the_file(folder: Path) -> None:
    (folder / "cache.db" / "x").mkdir(parents=True)


def in_place_of_the_lock(folder: Path) -> None:
    (folder / "lock").mkdir(parents=True)


@pytest.mark.parametrize("breaking", [in_place_of_the_folder, in_place_of_the_file, in_place_of_the_lock])
async def test_one_that_cannot_be_emptied_is_done_without_and_said_once(
    tmp_path: Path, breaking: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    breaking(tmp_path / "cache")
    async with caching(tmp_path / "cache") as cache:
        maker = Maker(PAGE)
        assert [await cache.get_or_make("plan", maker) for _ in range(4)] == [PAGE] * 4
        assert maker.begun == 4
    assert len(warnings(caplog)) == 1 and "done without" in warnings(caplog)[0]


async def test_it_breaks_while_it_is_open(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with caching(tmp_path) as cache:
        await cache.get_or_make("plan", Maker("before"))
        await cache.get_or_make("plan", Maker("not asked"))
        statement("DROP TABLE Cache")(tmp_path)
        assert await cache.get_or_make("plan", Maker(PAGE)) == PAGE
        assert await cache.get_or_make("plan", Maker("not asked")) == PAGE
        assert len(warnings(caplog)) == 1
        statement("DROP TABLE Cache")(tmp_path)
        maker = Maker(PAGE)
        assert [await cache.get_or_make("plan", maker) for _ in range(3)] == [PAGE] * 3
        assert maker.begun == 3, "twice is too often"


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
async def test_a_lock_that_nobody_lifts_is_left_with_its_file(
    tmp_path: Path, lock: str, caplog: pytest.LogCaptureFixture
) -> None:
    await put(tmp_path, "plan", "before")
    with contextlib.closing(database(tmp_path)) as locked:
        locked.execute(lock)
        async with caching(tmp_path) as cache:
            assert await cache.get_or_make("plan", Maker(PAGE)) == PAGE
        assert await kept(tmp_path, "plan")
    assert len(warnings(caplog)) == 1 and "locked" in warnings(caplog)[0]


async def test_a_disk_that_does_not_answer_holds_nobody_up_for_long(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process does not get done with opening, so this one's thread waits; the loop does not."""
    await put(tmp_path, "plan", "before")
    with (tmp_path / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        async with caching(tmp_path) as cache:
            slow = asyncio.create_task(cache.get_or_make("plan", Maker(PAGE)))
            turns = 0
            while not slow.done():
                await asyncio.sleep(0.01)
                turns += 1
            assert await slow == PAGE and turns > 10
            assert await cache.get_or_make("other", Maker(PAGE)) == PAGE
            await until(lambda: bool(warnings(caplog)))
    assert len(warnings(caplog)) == 1 and "done without" in warnings(caplog)[0]
    assert await kept(tmp_path, "plan"), "and it was not taken from the other"


FULL = """
import asyncio, logging, resource, sys
from pathlib import Path
from agent.pages.cache import Cache

async def main():
    logging.basicConfig(format="%(message)s")
    cache, made = Cache(Path(sys.argv[1]), 3600), []
    async def make():
        made.append("x" * 300_000)
        return made[-1]
    for key in "abcabc":
        assert await cache.get_or_make(key, make) == made[-1]
    await cache.close()
    print(len(made))

resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
asyncio.run(main())
"""


def test_a_full_disk_is_done_without_and_said_once(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ended.stdout == "6\n"
    assert len(ended.stderr.splitlines()) == 1 and "done without" in ended.stderr


# --- several at once --------------------------------------------------------------------------------------------


async def test_who_asks_meanwhile_gets_the_same_answer(tmp_path: Path) -> None:
    async with caching(tmp_path) as cache:
        maker = Maker(PAGE, held=True)
        asking = [asyncio.create_task(cache.get_or_make("plan", maker)) for _ in range(5)]
        await until(lambda: maker.begun == 1)
        maker.gate.set()
        assert await asyncio.gather(*asking) == [PAGE] * 5
        assert maker.begun == 1


async def test_they_share_an_error_and_the_next_one_tries_again(tmp_path: Path) -> None:
    async with caching(tmp_path) as cache:
        maker = Maker(LookupError("gone"), held=True)
        asking = [asyncio.create_task(cache.get_or_make("plan", maker)) for _ in range(3)]
        await until(lambda: maker.begun == 1)
        maker.gate.set()
        assert [str(error) for error in await asyncio.gather(*asking, return_exceptions=True)] == ["gone"] * 3
        with pytest.raises(LookupError):
            await cache.get_or_make("plan", maker)
        assert maker.begun == 2


@pytest.mark.parametrize("leaving", [0, 1])
async def test_one_who_leaves_takes_nothing_from_the_other(tmp_path: Path, leaving: int) -> None:
    async with caching(tmp_path) as cache:
        maker = Maker(PAGE, held=True)
        asking = [asyncio.create_task(cache.get_or_make("plan", maker)) for _ in range(2)]
        await until(lambda: maker.begun == 1)
        asking[leaving].cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking[leaving]
        maker.gate.set()
        assert await asking[1 - leaving] == PAGE
        assert (maker.begun, maker.cancelled) == (1, 0)


async def test_with_the_last_one_the_work_ends_and_the_next_begins_anew(tmp_path: Path) -> None:
    async with caching(tmp_path) as cache:
        left = Maker("left", held=True)
        asking = [asyncio.create_task(cache.get_or_make("plan", left)) for _ in range(2)]
        await until(lambda: left.begun == 1)
        for task in asking:
            task.cancel()
        await asyncio.wait(asking)
        assert await cache.get_or_make("plan", Maker(PAGE)) == PAGE
        await until(lambda: left.cancelled == 1)


async def test_calls_cut_short_anywhere_leave_a_whole_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with caching(tmp_path) as cache:
        for turns in range(40):
            asking = [
                asyncio.create_task(cache.get_or_make(f"{turns % 7}{i}", Maker("x" * 50_000))) for i in range(5)
            ]
            for _ in range(turns):
                await asyncio.sleep(0)
            for task in asking:
                task.cancel()
            await asyncio.wait(asking)
        assert await cache.get_or_make("plan", Maker(PAGE)) == PAGE
    with contextlib.closing(database(tmp_path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert await kept(tmp_path, "plan") and not warnings(caplog)


OTHER = """
import asyncio, sys
from pathlib import Path
from agent.pages.cache import Cache

async def main():
    cache = Cache(Path(sys.argv[1]), 3600)
    async def make():
        return "y" * 20_000
    for i in range(100):
        assert (await cache.get_or_make(str(i), make))[1:] == "y" * 19_999
    await cache.close()

asyncio.run(main())
"""


async def test_two_processes_share_the_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with caching(tmp_path) as cache:
        other = await asyncio.create_subprocess_exec(
            sys.executable, "-c", OTHER, str(tmp_path), cwd=ROOT, stderr=asyncio.subprocess.PIPE
        )
        for i in reversed(range(100)):
            await cache.get_or_make(str(i), Maker("x" + "y" * 19_999))
        _, said = await other.communicate()
        assert (other.returncode, said) == (0, b"")
        maker = Maker("not asked")
        for i in range(100):
            await cache.get_or_make(str(i), maker)
        assert not maker.begun
    assert not warnings(caplog)


async def test_one_emptied_under_another_process_harms_neither(tmp_path: Path) -> None:
    async with caching(tmp_path) as first:
        await first.get_or_make("plan", Maker("first"))
        await first.get_or_make("plan", Maker("not asked"))
        async with caching(tmp_path, 0):
            pass
        await put(tmp_path, "plan", "second")
        assert await first.get_or_make("plan", Maker("not asked")) == "first"
    async with caching(tmp_path) as third:
        assert await third.get_or_make("plan", Maker("not asked")) == "second"


# --- the end ----------------------------------------------------------------------------------------------------


async def test_after_the_end_everything_is_made_and_nothing_kept(tmp_path: Path) -> None:
    async with caching(tmp_path) as cache:
        await cache.get_or_make("plan", Maker(PAGE))
        await cache.close()
        maker = Maker("made")
        assert [await cache.get_or_make("plan", maker) for _ in range(2)] == ["made"] * 2
        assert maker.begun == 2


async def test_who_still_waits_at_the_end_gets_an_answer(tmp_path: Path) -> None:
    cache = Cache(tmp_path, HOUR)
    maker = Maker(PAGE, held=True)
    asking = asyncio.create_task(cache.get_or_make("plan", maker))
    await until(lambda: maker.begun == 1)
    await cache.close()
    maker.gate.set()
    assert await asking == PAGE
    assert not await kept(tmp_path, "plan")


async def test_the_end_comes_also_where_the_disk_does_not_answer(tmp_path: Path) -> None:
    await put(tmp_path, "plan", "before")
    with (tmp_path / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        async with asyncio.timeout(30):
            cache = Cache(tmp_path, HOUR)
            asking = asyncio.create_task(cache.get_or_make("plan", Maker(PAGE)))
            await asyncio.sleep(0.05)
            await cache.close()
            assert await asking == PAGE
