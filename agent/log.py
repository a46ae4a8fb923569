"""The log: facts in SQLite, the texts beside them, and the keys that make an outside event count once.

Synchronous SQLAlchemy Core in an executor of its own with one thread: an append that is cancelled half way must
still be whole, and the thread is shared with nothing that could hold it up. An append either went through with
everything that belongs to it or did not happen. One process at a time may carry runs (a lock on a side file); any
number may read.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from agent.clean import clean
from agent.facts import Anything, Closing, Record, from_wire, to_wire
from agent.run import usage_of

T = TypeVar("T")
SCHEMA = 1
ONCE_KEPT = 7 * 86_400.0  # seconds; longer than any platform repeats an event

_tables = sa.MetaData()
_fact = sa.Table(
    "fact",
    _tables,
    sa.Column("run", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("thread", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("v", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("closes", sa.Text),  # the step an outcome closes: once per step, whoever carries
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("run", "closes"),
    sa.Index("fact_by_kind", "kind", "run"),
    sa.Index("fact_by_thread", "thread", "run"),
    sqlite_with_rowid=False,
)
_text = sa.Table(
    "text",
    _tables,
    sa.Column("run", sa.Text, primary_key=True),
    sa.Column("ref", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)
_once = sa.Table(
    "once",
    _tables,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)
_shown = sa.Table(
    "shown",
    _tables,
    sa.Column("run", sa.Text, primary_key=True),
    sa.Column("slot", sa.Text, primary_key=True),
    sa.Column("channel", sa.Text, nullable=False),
    sa.Column("ts", sa.Text, nullable=False, default=""),
    sa.Column("digest", sa.Text, nullable=False, default=""),
    sa.Column("position", sa.Integer, nullable=False, default=-1),
    sa.Column("settled", sa.Boolean, nullable=False, default=False),
    sa.Index("shown_by_message", "channel", "ts"),
    sqlite_with_rowid=False,
)
_spent = sa.Table(
    "spent",
    _tables,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("who", sa.Text, primary_key=True),
    sa.Column("tokens", sa.Integer, nullable=False, default=0),
    sa.Column("money", sa.Float, nullable=False, default=0.0),
    sqlite_with_rowid=False,
)
_meta = sa.Table(
    "meta", _tables, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
)


class LogError(Exception):
    """The log cannot be used; the text says why and what a person can do.

    LogError
    ├── InUse         another process carries runs on this file: stop it, or name another folder
    └── TooNew        a newer version wrote this file: use that version
    """


class InUse(LogError):
    """Another process carries runs on this file."""


class TooNew(LogError):
    """The file has a schema this version does not know."""


class Shown:
    """One message of ours in a thread: where it stands and what Slack has confirmed of it. A plain row."""

    def __init__(self, run: str, slot: str, channel: str, ts: str = "", digest: str = "", position: int = -1) -> None:
        self.run, self.slot, self.channel = run, slot, channel
        self.ts, self.digest, self.position = ts, digest, position


class Log:
    """Facts by run. All methods are safe to call from one event loop; an append is never cut short."""

    def __init__(self, path: Path | None, *, clock: Callable[[], float] = time.time) -> None:
        """`path` None keeps everything in memory. Raises LogError; touches nothing before `open`."""
        self._path, self._clock = path, clock
        self._thread = ThreadPoolExecutor(1, "log")
        self._engine: sa.Engine | None = None
        self._lock: IO[str] | None = None
        self._heard: list[Callable[[str], None]] = []
        self.key = b""

    async def open(self, *, carry: bool = True) -> None:
        """Open or create the file. With `carry` this process is the one that carries runs; raises LogError."""
        await self._do(lambda: self._open(carry))

    async def close(self) -> None:
        await self._do(self._close)
        self._thread.shutdown()

    def on_append(self, heard: Callable[[str], None]) -> None:
        """Call `heard(run)` after every append: how carriers learn that there is something new."""
        self._heard.append(heard)

    # --- facts ---------------------------------------------------------------------------------------------

    async def append(self, thread: str, run: str, fact: Anything, at: int) -> bool:
        """Append a decided fact at exactly this position; False where somebody was there first."""
        return await self._append(run, lambda db: self._put_at(db, thread, run, fact, at))

    async def close_step(self, thread: str, run: str, outcome: Closing) -> bool:
        """Append an outcome wherever the run ends now; False where its step has one already."""
        return await self._append(run, lambda db: self._put_outcome(db, thread, run, outcome))

    async def tell(self, thread: str, run: str, facts: Sequence[Anything], *, once: str) -> bool:
        """Append what happened outside, all of it or nothing; False where `once` was told before."""
        return await self._append(run, lambda db: self._put_once(db, thread, run, facts, once))

    async def read(self, run: str) -> list[Record]:
        """All facts of a run in order, with the texts that are still kept; empty for a run nobody knows."""
        return await self._do(lambda: self._read(run))

    async def runs(self, thread: str) -> list[str]:
        """The runs of a thread in the order they were asked."""
        return await self._do(lambda: self._runs(thread))

    async def unsettled(self) -> list[tuple[str, str]]:
        """(thread, run) of every run whose messages in its thread may not be final, oldest first."""
        return await self._do(self._unsettled)

    # --- beside the facts ----------------------------------------------------------------------------------

    async def shown(self, run: str) -> dict[str, Shown]:
        """Our messages about a run, by slot."""
        return await self._do(lambda: self._shown_of(run))

    async def show(self, row: Shown) -> None:
        """Write down a message of ours: before it is posted (no ts yet), and after Slack confirmed it."""
        values = {"channel": row.channel, "ts": row.ts, "digest": row.digest, "position": row.position}
        await self._do(lambda: self._upsert(_shown, {"run": row.run, "slot": row.slot}, values))

    async def settle(self, run: str) -> None:
        """The run's final messages are confirmed: a restart need not look at it again."""
        await self._do(lambda: self._settle(run))

    async def run_of(self, channel: str, ts: str) -> tuple[str, str] | None:
        """(run, slot) of one of our messages, by where it stands."""
        return await self._do(lambda: self._run_of(channel, ts))

    async def spent(self, who: str, day: str) -> int:
        """Tokens that one person's runs used on one day ("2026-11-29", UTC)."""
        return await self._do(lambda: self._spent_by(who, day))

    # --- in the log's own thread ---------------------------------------------------------------------------

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, self._named, work))

    async def _append(self, run: str, work: Callable[[sa.Connection], bool]) -> bool:
        future = asyncio.get_running_loop().run_in_executor(self._thread, self._named, lambda: self._write(work))
        future.add_done_callback(lambda done: self._spread(run, done))
        return await asyncio.shield(future)

    def _named(self, work: Callable[[], T]) -> T:
        """The work done, its failures by their name: a file that is damaged, full, or holds something else."""
        try:
            return work()
        except sa.exc.DatabaseError as error:
            raise LogError(f"{self._path} cannot be used as the log: {error.orig}") from error

    def _spread(self, run: str, done: asyncio.Future[bool]) -> None:
        """The news of an append goes out also where whoever made it was cancelled meanwhile."""
        if not done.cancelled() and done.exception() is None and done.result():
            for heard in self._heard:
                heard(run)

    def _write(self, work: Callable[[sa.Connection], bool]) -> bool:
        with self._db.execution_options(write=True).begin() as db:
            return work(db)

    @property
    def _db(self) -> sa.Engine:
        if self._engine is None:
            raise LogError("the log is not open")
        return self._engine

    def _open(self, carry: bool) -> None:
        if self._path is not None:
            try:
                self._file(self._path, carry)
            except OSError as error:
                raise LogError(f"{self._path} cannot be opened: {error.strerror}") from error
        self._engine = _engine(self._path)
        try:
            self._prepare()
        except ValueError as error:
            raise LogError(f"{self._path} cannot be used as the log: {error}") from error

    def _file(self, path: Path, carry: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if carry:
            self._lock = _lock(path.with_suffix(".lock"))
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))

    def _prepare(self) -> None:
        with self._db.execution_options(write=True).begin() as db:
            _meta.create(db, checkfirst=True)
            found = int(self._meta(db, "schema", str(SCHEMA)))
            if found > SCHEMA:  # nothing of the file is touched
                raise TooNew(f"{self._path} was written by a newer version (schema {found}, this one knows {SCHEMA})")
            _tables.create_all(db)
            self.key = bytes.fromhex(self._meta(db, "key", secrets.token_hex(32)))
            db.execute(_once.delete().where(_once.c.at < self._clock() - ONCE_KEPT))

    def _meta(self, db: sa.Connection, key: str, otherwise: str) -> str:
        found = db.execute(sa.select(_meta.c.value).where(_meta.c.key == key)).scalar()
        if found is None:
            db.execute(_meta.insert().values(key=key, value=otherwise))
        return str(found or otherwise)

    def _close(self) -> None:
        if self._engine:
            self._engine.dispose()
        if self._lock:
            self._lock.close()

    def _put_at(self, db: sa.Connection, thread: str, run: str, fact: Anything, at: int) -> bool:
        end, last = _end(db, run)
        if end != at:
            return False
        self._put(db, thread, run, at, last, fact)
        return True

    def _put_outcome(self, db: sa.Connection, thread: str, run: str, outcome: Closing) -> bool:
        closed = sa.select(_fact.c.seq).where(_fact.c.run == run, _fact.c.closes == outcome.step)
        if db.execute(closed).first():
            return False
        end, last = _end(db, run)
        self._put(db, thread, run, end, last, outcome)
        self._spend(db, run, usage_of(outcome).tokens)
        return True

    def _put_once(self, db: sa.Connection, thread: str, run: str, facts: Iterable[Anything], once: str) -> bool:
        if db.execute(sa.select(_once.c.at).where(_once.c.key == once)).first():
            return False
        db.execute(_once.insert().values(key=once, at=self._clock()))
        for fact in facts:
            end, last = _end(db, run)
            self._put(db, thread, run, end, last, fact)
        return True

    def _put(self, db: sa.Connection, thread: str, run: str, seq: int, last: float, fact: Anything) -> None:
        body, texts = to_wire(fact)
        body = clean(body)  # half a character cannot be stored, and an outcome that is not stored never ends
        closes = fact.step if isinstance(fact, Closing) else None
        row = {"run": run, "seq": seq, "thread": thread, "at": max(self._clock(), last), "v": fact.v}
        db.execute(_fact.insert().values(**row, kind=fact.kind, closes=closes, body=body))
        if texts:
            rows = [{"run": run, "ref": f"{seq}.{ref}", "body": clean(text)} for ref, text in texts.items()]
            db.execute(_text.insert(), rows)

    def _spend(self, db: sa.Connection, run: str, tokens: int) -> None:
        if not tokens:
            return
        asked = sa.select(sa.func.json_extract(_fact.c.body, "$.by")).where(_fact.c.run == run, _fact.c.seq == 0)
        key = {"day": time.strftime("%Y-%m-%d", time.gmtime(self._clock())), "who": db.execute(asked).scalar() or ""}
        insert = sqlite.insert(_spent).values(**key, tokens=tokens, money=0.0)
        more = {"tokens": _spent.c.tokens + insert.excluded.tokens}
        db.execute(insert.on_conflict_do_update(index_elements=["day", "who"], set_=more))

    def _read(self, run: str) -> list[Record]:
        with self._db.connect() as db:
            texts = _by_seq(db.execute(_text.select().where(_text.c.run == run)).all())
            rows = db.execute(_fact.select().where(_fact.c.run == run).order_by(_fact.c.seq)).all()
        return [
            Record(row.thread, row.run, row.seq, row.at, from_wire(row.kind, row.body, texts.get(row.seq, {})))
            for row in rows
        ]

    def _runs(self, thread: str) -> list[str]:
        first = sa.select(_fact.c.run).where(_fact.c.thread == thread, _fact.c.seq == 0).order_by(_fact.c.at)
        with self._db.connect() as db:
            return list(db.execute(first).scalars())

    def _unsettled(self) -> list[tuple[str, str]]:
        done = sa.select(_shown.c.run).where(_shown.c.slot == "progress", _shown.c.settled)
        asked = sa.select(_fact.c.thread, _fact.c.run).where(_fact.c.kind == "asked", _fact.c.seq == 0)
        with self._db.connect() as db:
            rows = db.execute(asked.where(_fact.c.run.not_in(done)).order_by(_fact.c.at)).all()
        return [(row.thread, row.run) for row in rows]

    def _shown_of(self, run: str) -> dict[str, Shown]:
        with self._db.connect() as db:
            rows = db.execute(_shown.select().where(_shown.c.run == run)).all()
        return {row.slot: Shown(row.run, row.slot, row.channel, row.ts, row.digest, row.position) for row in rows}

    def _upsert(self, table: sa.Table, key: Mapping[str, object], values: Mapping[str, object]) -> None:
        insert = sqlite.insert(table).values(**key, **values)
        self._write(lambda db: bool(db.execute(insert.on_conflict_do_update(index_elements=list(key), set_=values))))

    def _settle(self, run: str) -> None:
        settled = _shown.update().where(_shown.c.run == run, _shown.c.slot == "progress").values(settled=True)
        self._write(lambda db: bool(db.execute(settled)))

    def _run_of(self, channel: str, ts: str) -> tuple[str, str] | None:
        at = sa.select(_shown.c.run, _shown.c.slot).where(_shown.c.channel == channel, _shown.c.ts == ts)
        with self._db.connect() as db:
            row = db.execute(at).first()
        return (row.run, row.slot) if row else None

    def _spent_by(self, who: str, day: str) -> int:
        of = sa.select(_spent.c.tokens).where(_spent.c.day == day, _spent.c.who == who)
        with self._db.connect() as db:
            return int(db.execute(of).scalar() or 0)


def _end(db: sa.Connection, run: str) -> tuple[int, float]:
    """The next position of a run and the time of its last fact."""
    last = sa.select(_fact.c.seq, _fact.c.at).where(_fact.c.run == run).order_by(_fact.c.seq.desc()).limit(1)
    row = db.execute(last).first()
    return (row.seq + 1, row.at) if row else (0, 0.0)


def _by_seq(rows: Sequence[sa.Row[tuple[str, ...]]]) -> dict[int, dict[str, str]]:
    """Kept texts by the position of their fact: a text's ref is "<seq>.<place in the fact>"."""
    texts: dict[int, dict[str, str]] = {}
    for row in rows:
        seq, _, ref = row.ref.partition(".")
        texts.setdefault(int(seq), {})[ref] = row.body
    return texts


def _lock(path: Path) -> IO[str]:
    handle = path.open("w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise InUse(f"another footnote works on {path.with_suffix('.db')}: stop it, or set FOOTNOTE_DATA") from error
    return handle


def _engine(path: Path | None) -> sa.Engine:
    if path is None:
        engine = sa.create_engine(
            "sqlite://", poolclass=sa.pool.StaticPool, connect_args={"check_same_thread": False}
        )
    else:
        engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.pool.StaticPool)
    sa.event.listen(engine, "connect", _pragmas)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _begin(db: sa.Connection) -> None:
    """Writers take the lock at once, so that what they read is what they write on; readers never do."""
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get("write") else "BEGIN")


def _pragmas(connection: object, _: object) -> None:
    connection.isolation_level = None  # type: ignore[attr-defined]  # SQLAlchemy begins, so that it begins IMMEDIATE
    cursor = connection.cursor()  # type: ignore[attr-defined]
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
