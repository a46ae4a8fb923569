"""The log: facts in SQLite, the texts beside them, and the keys that make an outside event count once.

SQLAlchemy Core in an executor of its own with one thread: an append that is cancelled half way must still be whole,
and the thread is shared with nothing that could hold it up. An append either went through with everything that
belongs to it or did not happen: it is one transaction, which takes the write lock before it reads, so that what it
read is what it writes on. One process at a time may carry runs (a lock on a side file); any number may read.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import math
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar
from urllib.parse import quote

import sqlalchemy as sa

from agent import tables
from agent.clean import clean
from agent.facts import (
    Anything,
    Asked,
    Closing,
    Compacted,
    Recalled,
    Record,
    Removed,
    Usage,
    from_wire,
    to_wire,
    turn_ref,
)
from agent.kept import Kept
from agent.run import usage_of
from agent.tables import SCHEMA

T = TypeVar("T")
ONCE_KEPT = 7 * 86_400.0  # seconds; longer than any platform repeats an event
TOKENS_AT_MOST = 10**12  # of one step; an endpoint may say anything, and an outcome has to go in
MONEY_AT_MOST = 1e9
PATIENCE = 1.0  # seconds that another program's lock is waited for
RUNS_AT_ONCE = 5  # of which one transaction removes what expired: an append waits for no more than that
KEYS_AT_ONCE = 200


class LogError(Exception):
    """The log cannot be used; the text says, in one line, why and what a person can do.

    LogError
    ├── InUse         another process carries runs on this file: stop it, or name another folder
    ├── TooNew        a newer version wrote this file: use that version
    ├── NotNow        nothing was written, and the same may work later: full disk, locked, read-only, I/O error
    └── Damaged       the file is no log, or not all of it is there: move it aside, or put a backup in its place
    """

    def __init__(self, text: str) -> None:
        """SQLite quotes what it found in a damaged file, line breaks and all."""
        super().__init__("".join(char if char.isprintable() else " " for char in text))


class InUse(LogError):
    """Another process carries runs on this file."""


class TooNew(LogError):
    """The file has a schema this version does not know."""


class NotNow(LogError):
    """Nothing was written, and the same may work later: the disk is full, or another program holds the file."""


class Damaged(LogError):
    """The file is no database or not a whole one. It is left as it is."""


class Shown:
    """One message of ours in a thread: where it stands and what Slack has confirmed of it. A plain row."""

    def __init__(self, run: str, slot: str, channel: str, ts: str = "", digest: str = "", position: int = -1) -> None:
        self.run, self.slot, self.channel = run, slot, channel
        self.ts, self.digest, self.position = ts, digest, position


class Log:
    """Facts by run. All methods are safe to call from one event loop, and raise nothing but LogError where the file
    is the reason; an append is never cut short."""

    def __init__(self, path: Path | None, *, clock: Callable[[], float] = time.time) -> None:
        """`path` None keeps everything in memory. Raises LogError; touches nothing before `open`."""
        self._path, self._clock = path, clock
        self._thread = ThreadPoolExecutor(1, "log")
        self._engine: sa.Engine | None = None
        self._reader: sa.Engine | None = None
        self._lock: IO[str] | None = None
        self._file = (0, 0)
        self._schema = 0
        self._latest = 0.0
        self._reads_only = self._closed = False
        self._kept: Kept | None = None  # only of a file that no other process writes
        self._heard: list[Callable[[str], None]] = []
        self.key = b""

    async def open(self, *, carry: bool = True, alone: bool = True) -> None:
        """Open or create the file; an older one becomes a new one. With `carry` this process is the one that carries
        runs. Without, it reads beside whoever does: nothing is created or changed, and a file of an older schema is
        read as far as that goes. Not `alone`: other processes append as well. Raises LogError."""
        await self._do(lambda: self._open(carry, alone))

    async def close(self) -> None:
        if self._closed:
            return
        try:
            await self._do(self._close)
        finally:
            self._closed = True
            self._thread.shutdown(wait=False)

    async def check(self) -> None:
        """Raises LogError where nothing can be written now."""
        await self._do(self._check)

    def on_append(self, heard: Callable[[str], None]) -> None:
        """Call `heard(run)` after every append: how carriers learn that there is something new."""
        self._heard.append(heard)

    # --- facts ---------------------------------------------------------------------------------------------

    async def append(self, thread: str, run: str, fact: Anything, at: int) -> bool:
        """Append a decided fact at exactly this position; False where somebody was there first."""
        return await self._append(run, lambda db: self._put(db, tables.PUT_AT, thread, run, fact, position=at))

    async def close_step(self, thread: str, run: str, outcome: Closing) -> bool:
        """Append an outcome wherever the run ends now; False where its step has one already, or the run is gone."""
        return await self._append(run, lambda db: self._put_outcome(db, thread, run, outcome))

    async def tell(self, thread: str, run: str, facts: Sequence[Anything], *, once: str) -> bool:
        """Append what happened outside, all of it or nothing; False where `once` was told before."""
        return await self._append(run, lambda db: self._put_once(db, thread, run, facts, once))

    async def read(self, run: str) -> list[Record]:
        """All facts of a run in order, with the texts that are still kept; empty for a run nobody knows."""
        return await self._do(lambda: self._read(run))

    async def runs(self, thread: str) -> list[str]:
        """The runs of a thread in the order they were asked."""
        return [row.run for row in await self._rows(tables.RUNS, thread=thread)]

    async def recent(self, limit: int) -> list[tuple[str, str]]:
        """(thread, run) of the newest runs, at most `limit` of them, the newest first."""
        return [(row.thread, row.run) for row in await self._rows(tables.RECENT, limit=limit)]

    async def unsettled(self) -> list[tuple[str, str]]:
        """(thread, run) of every run whose messages in its thread may not be final, oldest first."""
        if 0 < self._schema < SCHEMA:
            raise LogError(f"{self._path} is of an older version: start `footnote run` once")
        return [(row.thread, row.run) for row in await self._rows(tables.UNSETTLED)]

    # --- beside the facts ----------------------------------------------------------------------------------

    async def shown(self, run: str) -> dict[str, Shown]:
        """Our messages about a run, by slot."""
        rows = await self._rows(tables.SHOWN, run=run)
        return {row.slot: Shown(row.run, row.slot, row.channel, row.ts, row.digest, row.position) for row in rows}

    async def show(self, row: Shown) -> None:
        """Write down a message of ours: before it is posted (no ts yet), and after Slack confirmed it."""
        values = dict(vars(row))  # as it is now: its owner goes on changing it
        await self._do(lambda: self._write(lambda db: tables.SHOW.on(db, **values)))

    async def forget(self, thread: str, message: str) -> None:
        """The words of a message that was deleted go from every run of its thread, and so does what may tell them."""
        for run in await self.runs(thread):
            await self._do(partial(self._delete, tables.FORGET_WORDS, [{"run": run, "message": message}]))
            records = await self.read(run)
            refs = [f"{one.seq}.{turn_ref(i)}" for one in records for i in _turns_of(one, message)]
            refs += [f"{one.seq}.summary" for one in records if isinstance(one.fact, Compacted)]
            if refs:
                rows = [{"run": run, "ref": ref} for ref in refs]
                await self._do(partial(self._delete, tables.FORGET_TEXT, rows))

    async def settle(self, run: str) -> None:
        """The run's final messages are confirmed: a restart need not look at it again."""
        await self._do(lambda: self._write(lambda db: tables.SETTLE.on(db, run=run, now=self._clock())))

    async def run_of(self, channel: str, ts: str) -> tuple[str, str] | None:
        """(run, slot) of one of our messages, by where it stands."""
        rows = await self._rows(tables.RUN_OF, channel=channel, ts=ts)
        return (rows[0].run, rows[0].slot) if rows else None

    async def spent(self, who: str | None, day: str) -> Usage:
        """What one person's runs took on one day ("2026-11-29", UTC), or with None everybody's: money, and all tokens
        as those of prompts. It stays when the runs expire."""
        rows = await self._rows(tables.SPENT_BY_ALL if who is None else tables.SPENT, who=who, day=day)
        used = [Usage(prompt=int(row.tokens), money=row.money) for row in rows]
        return sum(used, Usage())

    async def expire(self, keep_facts: float, keep_texts: float) -> int:
        """Remove the runs that were settled more than `keep_facts` seconds ago, the texts of those settled more than
        `keep_texts` seconds ago, and old once-keys. Gives how many runs went; one that is not settled never does."""
        now = self._clock()
        runs = await self._forget(tables.FORGET_RUN, tables.SETTLED_BEFORE, now - keep_facts)
        texts = await self._forget(tables.FORGET_TEXTS, tables.TEXTS_BEFORE, now - keep_texts)
        keys = await self._forget(tables.FORGET_ONCE, tables.ONCE_BEFORE, now - ONCE_KEPT, KEYS_AT_ONCE)
        if runs or texts or keys:
            await self._do(self._checkpoint)
        return runs

    # --- between the loop and the log's own thread -----------------------------------------------------------

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.shield(self._begun(work))

    def _begun(self, work: Callable[[], T]) -> asyncio.Future[T]:
        if self._closed:
            raise LogError("the log is not open")
        return asyncio.get_running_loop().run_in_executor(self._thread, self._named, work)

    async def _append(self, run: str, work: Callable[[sa.Connection], bool]) -> bool:
        future = self._begun(lambda: self._write(work))
        future.add_done_callback(lambda done: self._spread(run, done))
        return await asyncio.shield(future)

    def _spread(self, run: str, done: asyncio.Future[bool]) -> None:
        """The news of an append goes out also where whoever made it was cancelled meanwhile."""
        if not done.cancelled() and done.exception() is None and done.result():
            for heard in self._heard:
                heard(run)

    async def _rows(self, query: tables.Ready, **values: object) -> Sequence[sa.Row[Any]]:
        return await self._do(lambda: self._all(query, **values))

    async def _forget(
        self, deletes: Sequence[tables.Ready], query: tables.Ready, before: float, at_once: int = RUNS_AT_ONCE
    ) -> int:
        """Delete what the query names, a little in each transaction: whoever wants to append goes in between."""
        names = [{"name": name} for (name,) in await self._rows(query, before=before)]
        for start in range(0, len(names), at_once):
            await self._do(partial(self._delete, deletes, names[start : start + at_once]))
        return len(names)

    def _named(self, work: Callable[[], T]) -> T:
        """The work done; where it fails, the error is named after what can be done about it."""
        try:
            return work()
        except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
            raise named(self._path, error) from error
        except UnicodeDecodeError:  # of an error's text that quotes bytes of the file
            raise _damaged(self._path, "it holds bytes that are no text") from None

    # --- in the log's own thread ---------------------------------------------------------------------------

    def _write(self, work: Callable[[sa.Connection], T]) -> T:
        if self._reads_only:
            raise LogError(f"{self._path} was opened to be read only")
        with _opened(self._engine).begin() as db:
            return work(db)

    def _all(self, query: tables.Ready, **values: object) -> Sequence[sa.Row[Any]]:
        with _opened(self._reader).connect() as db:
            return query.on(db, **values).all()

    def _read(self, run: str) -> list[Record]:
        known = self._kept.of(run) if self._kept else ()
        with _opened(self._reader).connect() as db:
            rows = tables.FACTS.on(db, run=run, position=len(known)).all()
            found = self._texts(db, run, [row.seq for row in rows] if known else None)
        texts = _by_seq(found)
        try:
            new = [_record(row, texts.get(row.seq, {})) for row in rows]
        except (ValueError, TypeError, AttributeError, KeyError):  # without what the error quotes of the fact
            raise _damaged(self._path, f"the facts of run {run} cannot be read") from None
        if self._kept and new:
            self._kept.add(run, new, sum(len(row.body) for row in (*rows, *found)))
        return [*known, *new]

    def _texts(self, db: sa.Connection, run: str, of: Sequence[int] | None) -> Sequence[sa.Row[Any]]:
        """The texts of the facts at these positions; None for all."""
        if of is None:
            return tables.TEXTS.on(db, run=run).all()
        return [text for seq in of for text in tables.TEXTS_OF.on(db, run=run, **_refs(seq)).all()]

    def _put(
        self, db: sa.Connection, how: tables.Ready, thread: str, run: str, fact: Anything, **where: float
    ) -> bool:
        body, texts = to_wire(fact)
        body = clean(body)  # half a character cannot be stored, and an outcome that is not stored never ends
        closes = fact.step if isinstance(fact, Closing) else None
        row = {"run": run, "thread": thread, "v": fact.v, "kind": fact.kind, "closes": closes, "body": body}
        went_in = how.on(db, **{"now": self._clock(), **row, **where}).rowcount == 1
        if went_in and texts:
            seq = tables.LAST.on(db, run=run).scalar()
            tables.PUT_TEXT.each(
                db, [{"run": run, "ref": f"{seq}.{ref}", "body": clean(texts[ref])} for ref in texts]
            )
        return went_in

    def _put_outcome(self, db: sa.Connection, thread: str, run: str, outcome: Closing) -> bool:
        if not self._put(db, tables.CLOSE, thread, run, outcome):
            return False
        used = usage_of(outcome)
        tokens, money = min(used.tokens, TOKENS_AT_MOST), min(used.money, MONEY_AT_MOST)
        if tokens or money:
            day = time.strftime("%Y-%m-%d", time.gmtime(self._clock()))
            tables.SPEND.on(db, run=run, day=day, tokens=tokens, money=money)
        return True

    def _put_once(self, db: sa.Connection, thread: str, run: str, facts: Sequence[Anything], once: str) -> bool:
        self._latest = max(self._latest, self._clock())  # a key must not look old because the clock went back
        if not tables.TELL_ONCE.on(db, key=once, at=self._latest).rowcount:
            return False
        for fact in facts:
            self._put(db, tables.PUT, thread, run, fact, now=self._now(db, thread, fact))
            if isinstance(fact, Removed):  # what was final is to be another way again
                tables.UNSETTLE.on(db, run=run)
        return True

    def _now(self, db: sa.Connection, thread: str, fact: Anything) -> float:
        """The time; a question is later than the one before it in its thread, whose order has to stay."""
        before = tables.LAST_ASKED.on(db, thread=thread).scalar() if isinstance(fact, Asked) else None
        return max(self._clock(), math.nextafter(before or 0.0, math.inf))

    def _delete(self, deletes: Sequence[tables.Ready], names: Sequence[Mapping[str, object]]) -> None:
        def work(db: sa.Connection) -> None:
            for one in deletes:
                one.each(db, names)

        self._write(work)
        if self._kept:
            for row in names:
                self._kept.drop(str(row.get("run") or row.get("name")))

    def _checkpoint(self) -> None:
        """What was removed leaves the -wal file too. Readers may hold it up: then it is for the next time."""
        with _opened(self._engine).connect() as db:
            _driver(db).execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _check(self) -> None:
        self._write(lambda db: None)
        if self._path is not None and self._file != _identity(self._path):
            raise LogError(f"{self._path} is no longer the file that was opened: start footnote again")

    # --- the file ------------------------------------------------------------------------------------------

    def _open(self, carry: bool, alone: bool) -> None:
        if sqlite3.sqlite_version_info < tables.NEEDS:
            raise LogError(f"SQLite {sqlite3.sqlite_version} of this Python is too old: 3.35 or newer is needed")
        try:
            self._take(carry, alone)
            self._prepare() if carry else self._look()
        except BaseException:
            self._close()
            raise

    def _take(self, carry: bool, alone: bool) -> None:
        self._reads_only = not carry
        self._kept = Kept() if carry and alone else None
        if self._path is not None:
            try:
                self._find(self._path, carry, alone)
                self._file = _identity(self._path)
            except OSError as error:
                kind = NotNow if error.errno in PASSING else LogError
                raise kind(f"{self._path} cannot be opened: {error.strerror}") from error
        self._engine = _engine(self._path, carry)
        self._reader = self._engine.execution_options(reading=True)

    def _find(self, path: Path, carry: bool, alone: bool) -> None:
        if not carry and not path.exists():
            raise LogError(f"there is no log at {path} yet: `footnote run` writes one (FOOTNOTE_DATA)")
        if carry:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _lock(path.with_suffix(".lock")) if alone else None
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        if not _whole(path):
            raise _damaged(path, "a part of it is missing")

    def _prepare(self) -> None:
        """The tables as this version knows them: all of them in one transaction, or the file stays as it was."""
        with _opened(self._engine).begin() as db:
            found = self._found(db)
            if found < SCHEMA:
                tables.bring_up(db, found)
            self._keep(db)

    def _look(self) -> None:
        with _opened(self._reader).connect() as db:
            self._schema = self._found(db)
            if self._schema == 0:
                raise LogError(f"{self._path} holds no log yet: start `footnote run` once")
            self._keep(db)

    def _found(self, db: sa.Connection) -> int:
        try:
            found = tables.schema(db)
        except ValueError as error:
            raise _damaged(self._path, str(error)) from None
        if found > SCHEMA:  # nothing of the file is touched
            raise TooNew(f"{self._path} was written by a newer version (schema {found}, this one knows {SCHEMA})")
        return found

    def _keep(self, db: sa.Connection) -> None:
        try:
            self.key = tables.key(db)
        except ValueError as error:
            raise _damaged(self._path, str(error)) from None

    def _close(self) -> None:
        engine, lock = self._engine, self._lock
        self._engine = self._reader = self._lock = None
        try:
            if engine:
                engine.dispose()
        finally:
            if lock:
                lock.close()


def _opened(engine: sa.Engine | None) -> sa.Engine:
    if engine is None:
        raise LogError("the log is not open")
    return engine


def _record(row: sa.Row[Any], texts: Mapping[str, str]) -> Record:
    return Record(row.thread, row.run, row.seq, row.at, from_wire(row.kind, row.body, texts, row.v))


def _turns_of(record: Record, message: str) -> list[int]:
    """Which turns of a record are this message."""
    turns = record.fact.turns if isinstance(record.fact, Recalled) else ()
    return [i for i, turn in enumerate(turns) if turn.message == message]


def _refs(seq: int) -> dict[str, str]:
    """Between which two refs those of a fact's texts are: the sign after "." is "/"."""
    return {"first": f"{seq}.", "end": f"{seq}/"}


def _by_seq(rows: Sequence[sa.Row[Any]]) -> dict[int, dict[str, str]]:
    """Kept texts by the position of their fact: a text's ref is "<seq>.<place in the fact>"."""
    texts: dict[int, dict[str, str]] = {}
    for row in rows:
        seq, _, ref = row.ref.partition(".")
        texts.setdefault(int(seq), {})[ref] = row.body
    return texts


# --- what can go wrong --------------------------------------------------------------------------------------------

SMALLEST = 512  # bytes of a database; what is shorter is overwritten as if nothing were there
PASSING = {
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE,
    errno.ENOMEM, errno.ENOLCK,
}  # fmt: skip
FOR_NOW = {
    sqlite3.SQLITE_FULL: "its disk is full: free some space",
    sqlite3.SQLITE_BUSY: "another program holds it locked",
    sqlite3.SQLITE_LOCKED: "another program holds it locked",
    sqlite3.SQLITE_PROTOCOL: "another program holds it locked",
    sqlite3.SQLITE_READONLY: "it cannot be written: look at who may write to it and to its folder",
    sqlite3.SQLITE_PERM: "it cannot be written: look at who may write to it and to its folder",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: look at who may write to it and to its folder",
    sqlite3.SQLITE_IOERR: "its disk fails",
    sqlite3.SQLITE_NOMEM: "there is no memory left",
}
RUINED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_ERROR}
CUT = {sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}


def named(path: Path | None, error: Exception) -> LogError:
    """An error of the database by what can be done about it (result codes: https://sqlite.org/rescode.html)."""
    error = getattr(error, "orig", None) or error
    # Bytes that are no text are found by Python's module, which gives no code.
    no_code = sqlite3.SQLITE_CORRUPT if isinstance(error, sqlite3.OperationalError) else sqlite3.SQLITE_MISUSE
    code = getattr(error, "sqlite_errorcode", no_code)
    if code in CUT or code & 0xFF in RUINED:
        return _damaged(path, str(error))
    if hint := FOR_NOW.get(code & 0xFF):
        return NotNow(f"{path or 'the log'} cannot be used as the log just now ({error}): {hint}")
    return LogError(f"{path or 'the log'} cannot be used as the log: {error}")


def _damaged(path: Path | None, why: str) -> Damaged:
    remedy = "move it aside, or put a backup in its place"
    return Damaged(f"{path or 'the log'} cannot be used as the log: {why}; {remedy}")


def _whole(path: Path) -> bool:
    """False where SQLite would take what is left of a log for a new or a whole one.

    The fields are those of https://sqlite.org/fileformat.html, "The Database Header".
    """
    size, wal = path.stat().st_size, path.with_name(f"{path.name}-wal")
    if wal.exists() and wal.stat().st_size:  # the newest pages are in there; never without a beginning in the file
        return size > 0
    with path.open("rb") as file:
        head = file.read(100)
    page, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    counted = head[24:28] == head[92:96]  # whether whoever wrote last kept the number of pages
    if 0 < size < SMALLEST:
        return False
    return not counted or size >= pages * (65_536 if page == 1 else page)


def _identity(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def _lock(path: Path) -> IO[str]:
    handle = path.open("w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        handle.close()
        raise InUse(f"another footnote works on {path.with_suffix('.db')}: stop it, or set FOOTNOTE_DATA") from error
    except OSError:
        handle.close()
        raise
    return handle


# --- the connection -----------------------------------------------------------------------------------------------


def _engine(path: Path | None, carry: bool) -> sa.Engine:
    """One connection for all of a log's life. Errors never quote what was to be written."""
    engine = sa.create_engine(
        "sqlite://",
        creator=lambda: _connected(path, carry),
        poolclass=sa.pool.StaticPool,
        pool_reset_on_return=None,
        hide_parameters=True,
    )
    sa.event.listen(engine, "begin", _begin)
    return engine


def _connected(path: Path | None, carry: bool) -> sqlite3.Connection:
    where = ":memory:" if path is None else f"file:{quote(str(path.absolute()))}?mode={'rw' if carry else 'ro'}"
    db = sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None)
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON") if carry else ():
            db.execute(f"PRAGMA {pragma}")
    except BaseException:
        db.close()
        raise
    return db


def _begin(db: sa.Connection) -> None:
    """Writers take the lock at once, so that what they read is what they write on; readers never do."""
    _driver(db).execute("BEGIN" if db.get_execution_options().get("reading") else "BEGIN IMMEDIATE")


def _driver(db: sa.Connection) -> sqlite3.Connection:
    driver = db.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
