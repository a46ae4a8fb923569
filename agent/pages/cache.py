"""What the web answered, kept for a while: JSON by key, in a folder of its own.

The cache only saves asking twice, so nothing that is wrong with it reaches whoever asks: a broken one is emptied
once, and where that does not help it is done without. One thread touches its file, and only JSON goes in or out:
the library's own disks load pickles, the JSON one too where somebody planted them (CVE-2025-69872), and read or
delete whatever file an entry names. `_JsonDisk` does neither.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import logging
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import diskcache  # type: ignore[import-untyped]
from pydantic import JsonValue

logger = logging.getLogger(__name__)

T = TypeVar("T")
Make = Callable[[], Awaitable[JsonValue]]
Fits = Callable[[JsonValue], bool]

_CULLED = 3_600.0  # seconds between two clearings of all that has expired; every write clears ten
_LOCKED = 1.0  # seconds that another process's lock is waited for
_PATIENCE = 3.0  # seconds that a caller waits for the disk, well below what a search may take


class Cache:
    """Values by key, for so many seconds. Several processes may share the folder, in which nothing else may be."""

    def __init__(self, folder: Path | None, seconds: float, *, size: int = 200_000_000) -> None:
        """Without a folder nothing is kept. With 0 seconds nothing is either, and what was kept goes.

        `size` in bytes: where the file gets larger, the entries put first go.
        """
        self._store = _Store(folder, seconds, size) if folder and seconds > 0 else None
        self._thread = ThreadPoolExecutor(1, "cache")
        self._freed: Future[bool] | None = None  # done once the thread, found stuck, goes on
        self._flights: dict[str, _Flight] = {}
        if folder and seconds <= 0:
            _emptied(folder)

    async def get_or_make(self, key: str, make: Make, fits: Fits = bool) -> JsonValue:
        """The kept value if it `fits`, otherwise what `make` makes, which is kept unless it is empty (false).

        Whoever asks for the same key meanwhile waits for the same `make`; it is cancelled with the last of them.
        Raises what `make` raises, and keeps none of that.
        """
        flight = self._flights.get(key) or self._begin(key, self._get_or_make(key, make, fits))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                self._end(key, flight)

    async def close(self) -> None:
        """Afterwards nothing is kept any more. What was to be written still is, unless the disk does not answer."""
        store, self._store = self._store, None
        try:
            if store:
                async with asyncio.timeout(_PATIENCE):
                    await asyncio.wrap_future(self._thread.submit(store.close))
        except TimeoutError:
            logger.info("the disk of the cache does not answer; it is left as it is")
        finally:
            self._thread.shutdown(wait=False)

    def _begin(self, key: str, work: Coroutine[Any, Any, JsonValue]) -> _Flight:
        self._flights[key] = flight = _Flight(asyncio.create_task(work))
        return flight

    def _end(self, key: str, flight: _Flight) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]
        flight.task.cancel()

    async def _get_or_make(self, key: str, make: Make, fits: Fits) -> JsonValue:
        kept = await self._get(key)
        if kept is not None and fits(kept):
            return kept
        made = await make()
        if made and (store := self._usable()):
            self._thread.submit(store.put, key, made)  # nobody waits for the disk
        return made

    async def _get(self, key: str) -> JsonValue:
        """The kept value; None where there is none, and where the disk does not answer."""
        if not (store := self._usable()):
            return None
        try:
            async with asyncio.timeout(_PATIENCE):
                return await asyncio.wrap_future(self._thread.submit(store.get, key))
        except TimeoutError:
            if self._usable():
                self._freed = self._thread.submit(bool)
            return None

    def _usable(self) -> _Store | None:
        """The store, unless its thread is stuck: nobody queues up behind that."""
        return self._store if self._freed is None or self._freed.done() else None


@dataclass
class _Flight:
    """One `make` under way, and how many wait for it."""

    task: asyncio.Task[JsonValue]
    waiting: int = 0


# --- in the cache's own thread ----------------------------------------------------------------------------------


class _NotOurs(Exception):
    """The file holds something that this program never writes."""


# The library runs on settings that it reads out of the file, so what is wrong there can fail anywhere in its code.
_BROKEN = (
    _NotOurs, diskcache.Timeout, sqlite3.Error, OSError, ValueError, TypeError, LookupError, AttributeError,
    AssertionError, RecursionError,
)  # fmt: skip


class _Store:
    """The file, opened at the first use and used by one thread. Raises nothing that has to do with it."""

    def __init__(self, folder: Path, seconds: float, size: int) -> None:
        self._folder, self._seconds, self._size = folder.absolute(), seconds, size
        self._file: diskcache.Cache | None = None
        self._mended = self._given_up = False
        self._culled = 0.0

    def get(self, key: str) -> JsonValue:
        """The value if it was put less than so many seconds ago, however long it was meant to be kept then."""
        match self._try(lambda file: _pair(file.get(key))):
            case (at, value) if 0 <= time.time() - at < self._seconds:
                return value
        return None

    def put(self, key: str, value: JsonValue) -> None:
        now = time.time()
        self._try(lambda file: file.set(key, [now, value], expire=self._seconds))
        if now - self._culled > _CULLED:
            self._culled = now
            self._try(lambda file: file.cull())

    def close(self) -> None:
        """The last thing that is asked of it."""
        self._given_up = True
        self._let_go()

    def _try(self, work: Callable[[Any], T]) -> T | None:
        """The work done, if need be after emptying the file; None without a usable one. Said in one line."""
        done, wrong = None, ""
        while not self._given_up:
            try:
                done = work(self._opened())
                break
            except _BROKEN as error:
                wrong = wrong or f"{type(error).__name__}: {error}".removesuffix(": ")
                self._mend()
        if wrong:
            what = "is done without until the next start" if self._given_up else "has been emptied"
            logger.warning("the cache in %s was broken and %s (%s)", self._folder, what, wrong)
        return done

    def _mend(self) -> None:
        """Empties the file; where that was done before or is not possible, the cache is given up."""
        self._let_go()
        self._given_up = self._mended or not _emptied(self._folder)
        self._mended = True

    def _let_go(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(sqlite3.Error):
                file.close()

    def _opened(self) -> Any:
        if self._file is None:
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._folder.chmod(0o700)
            with _alone(self._folder):
                self._file = _open(self._folder, self._size)
        return self._file


def _open(folder: Path, size: int) -> diskcache.Cache:
    if "$" in str(folder):
        raise OSError("the library takes a $ in the name of a folder for a variable")
    path = folder / diskcache.core.DBNAME
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # SQLite gives its side files the mode of this one
    path.chmod(0o600)
    _look(path)
    return diskcache.Cache(
        str(folder),
        timeout=_LOCKED,
        disk=_JsonDisk,
        size_limit=size,
        eviction_policy="least-recently-stored",
        cull_limit=10,
        statistics=0,
        tag_index=0,
        sqlite_mmap_size=0,  # a mapped file that another process shortens kills this one
    )


def _look(path: Path) -> None:
    """Raises sqlite3.Error where this is no database or is locked: the library would wait a minute for the lock."""
    with contextlib.closing(sqlite3.connect(path, timeout=_LOCKED, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        database.execute("ROLLBACK")


def _emptied(folder: Path) -> bool:
    """Whether the file is gone. Whoever has it open goes on with a nameless one."""
    try:
        with _alone(folder):
            for end in ("", "-wal", "-shm", "-journal"):
                (folder / f"{diskcache.core.DBNAME}{end}").unlink(missing_ok=True)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other process opens or empties meanwhile, or it could join a file to the side files of another."""
    lock = os.open(folder / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        for _ in range(20):
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            time.sleep(_LOCKED / 10)
        else:
            raise BlockingIOError("another process does not finish opening it")
        yield
    finally:
        os.close(lock)


# --- what an entry is -------------------------------------------------------------------------------------------


class _JsonDisk(diskcache.Disk):  # type: ignore[misc]
    """Keys are text, values JSON text beside them: no pickle is written or loaded, no other file touched."""

    def put(self, key: object) -> tuple[str, bool]:
        if not isinstance(key, str):
            raise TypeError("a key is text")
        return key, True

    def get(self, key: object, raw: object) -> str:
        if not isinstance(key, str) or not raw:
            raise _NotOurs("a key that is no text")
        return key

    def store(self, value: object, read: bool, key: object = None) -> tuple[int, int, None, str]:
        if read:
            raise TypeError("a value is JSON, not a file")
        return 0, diskcache.core.MODE_RAW, None, json.dumps(value)

    def fetch(self, mode: object, filename: object, value: object, read: bool) -> object:
        if mode != diskcache.core.MODE_RAW or filename or read or not isinstance(value, str):
            raise _NotOurs("a value that is no JSON")
        return json.loads(value)

    def remove(self, file_path: object) -> None:
        """None of our entries has a file; one that names a file may name any."""


def _pair(found: Any) -> tuple[float, JsonValue] | None:
    """When an entry was put (Unix seconds) and its value; None where there is none."""
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != 2 or not isinstance(found[0], int | float):
        raise _NotOurs("a value without its time")
    return found[0], found[1]
