"""The log's tables, how older files become as new ones, and every statement that reads or writes them.

Statements are written with SQLAlchemy Core, so that another database stays possible, and compiled once: for a single
row SQLAlchemy would otherwise take as long as the disk.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from agent.facts import FORGOTTEN

SCHEMA = 2
NEEDS = (3, 35)  # the SQLite that knows DROP COLUMN

tables = sa.MetaData()
fact = sa.Table(
    "fact",
    tables,
    sa.Column("run", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("thread", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("v", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("closes", sa.Text),  # the step an outcome closes: once per step, whoever carries
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("run", "closes"),
    sqlite_with_rowid=False,
)
# How every run begins. As literals: an index over these rows alone is used only where a query says the same, and read
# alone only where it holds the kind as well.
asked = sa.and_(fact.c.kind == sa.literal_column("'asked'"), fact.c.seq == sa.literal_column("0"))
sa.Index("asked_by_time", fact.c.at, fact.c.thread, fact.c.run, fact.c.kind, sqlite_where=asked)
sa.Index("asked_by_thread", fact.c.thread, fact.c.at, fact.c.run, fact.c.kind, sqlite_where=asked)
text = sa.Table(
    "text",
    tables,
    sa.Column("run", sa.Text, primary_key=True),
    sa.Column("ref", sa.Text, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)
once = sa.Table(
    "once",
    tables,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)
shown = sa.Table(
    "shown",
    tables,
    sa.Column("run", sa.Text, primary_key=True),
    sa.Column("slot", sa.Text, primary_key=True),
    sa.Column("channel", sa.Text, nullable=False),
    sa.Column("ts", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Index("shown_by_message", "channel", "ts"),
    sqlite_with_rowid=False,
)
settled = sa.Table(
    "settled",
    tables,
    sa.Column("run", sa.Text, primary_key=True),
    sa.Column("thread", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)
spent = sa.Table(
    "spent",
    tables,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("who", sa.Text, primary_key=True),
    sa.Column("tokens", sa.Integer, nullable=False),
    sa.Column("money", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)
meta = sa.Table(
    "meta", tables, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
)

# --- older files ------------------------------------------------------------------------------------------------

# What makes a file of the schema before into one of this schema. A step that went out never changes again: it speaks
# to the tables as they were then.
STEPS: Mapping[int, tuple[str, ...]] = {
    2: (
        "CREATE TABLE settled (run TEXT NOT NULL, thread TEXT NOT NULL, at FLOAT NOT NULL, PRIMARY KEY (run))"
        " WITHOUT ROWID",
        "INSERT INTO settled SELECT run, thread, (SELECT max(f.at) FROM fact f WHERE f.run = fact.run) FROM fact"
        " WHERE seq = 0 AND run IN (SELECT run FROM shown WHERE slot = 'progress' AND settled)",
        "ALTER TABLE shown DROP COLUMN settled",
        "DROP INDEX fact_by_kind",
        "DROP INDEX fact_by_thread",
        "CREATE INDEX asked_by_time ON fact (at, thread, run, kind) WHERE kind = 'asked' AND seq = 0",
        "CREATE INDEX asked_by_thread ON fact (thread, at, run, kind) WHERE kind = 'asked' AND seq = 0",
    ),
}


def schema(db: sa.Connection) -> int:
    """The schema of this file, 0 where it holds no log yet. Raises ValueError where it says something else."""
    found = GET_META.on(db, key="schema").scalar() if sa.inspect(db).has_table("meta") else None
    if found is not None and not (found.isdecimal() and int(found)):
        raise ValueError("its schema is none")
    return int(found or 0)


def bring_up(db: sa.Connection, found: int) -> None:
    """Make the tables, or what a file of schema `found` lacks; all of it in the caller's transaction."""
    if found == 0:
        tables.create_all(db)
        NEW_META.on(db, key="key", value=secrets.token_hex(32))
    for version in range(found + 1, SCHEMA + 1) if found else ():
        for step in STEPS[version]:
            db.exec_driver_sql(step)
    PUT_META.on(db, key="schema", value=str(SCHEMA))


def key(db: sa.Connection) -> bytes:
    """What signs this log's buttons. Raises ValueError where there is none."""
    found = GET_META.on(db, key="key").scalar()
    if not re.fullmatch("(?:[0-9a-f]{2})+", str(found)):
        raise ValueError("its key is none")
    return bytes.fromhex(str(found))


# --- statements -------------------------------------------------------------------------------------------------


class Ready:
    """A statement compiled once; its open values are given by name."""

    def __init__(self, statement: sa.ClauseElement) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="named"))
        self._sql = str(compiled)
        self._given = {name: value for name, value in compiled.params.items() if value is not None}

    def on(self, db: sa.Connection, **values: object) -> sa.CursorResult[Any]:
        return db.exec_driver_sql(self._sql, self._given | values)

    def each(self, db: sa.Connection, rows: Iterable[Mapping[str, object]]) -> None:
        """Once for each of these rows of values."""
        if many := [{**self._given, **row} for row in rows]:
            db.exec_driver_sql(self._sql, many)


def _value(name: str) -> sa.BindParameter[Any]:
    return sa.bindparam(name)


def _later(one: sa.ColumnElement[Any], other: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return sa.case((one > other, one), else_=other)


def _put(*only_where: sa.ColumnElement[bool]) -> Ready:
    """A fact at the end of its run, never earlier than the one before it."""
    body = ("thread", "v", "kind", "closes", "body")
    columns = [_value("run"), _end, _later(_last_at, _value("now")), *map(_value, body)]
    row = sa.select(*columns).select_from(_always.outerjoin(_last, sa.true())).where(*only_where)
    return Ready(fact.insert().from_select(["run", "seq", "at", *body], row))


_of_run = fact.c.run == _value("run")
_always = sa.select(sa.literal_column("1").label("one")).subquery("always")  # a row also where a run has none
_last = sa.select(fact.c.seq, fact.c.at).where(_of_run).order_by(fact.c.seq.desc()).limit(1).subquery("last")
_end = sa.func.coalesce(_last.c.seq + 1, 0)
_last_at = sa.func.coalesce(_last.c.at, 0.0)
_closed = sa.exists().where(_of_run, fact.c.closes == _value("closes"))

PUT = _put()
PUT_AT = _put(_end == _value("position"))
CLOSE = _put(_end > 0, sa.not_(_closed))
LAST = Ready(sa.select(sa.func.max(fact.c.seq)).where(_of_run))
PUT_TEXT = Ready(text.insert())
FACTS = Ready(sa.select(fact).where(_of_run, fact.c.seq >= _value("position")).order_by(fact.c.seq))
TEXTS = Ready(sa.select(text.c.ref, text.c.body).where(text.c.run == _value("run")))
TEXTS_OF = Ready(
    sa.select(text.c.ref, text.c.body).where(
        text.c.run == _value("run"), text.c.ref >= _value("first"), text.c.ref < _value("end")
    )
)

RUNS = Ready(sa.select(fact.c.run).where(asked, fact.c.thread == _value("thread")).order_by(fact.c.at))
LAST_ASKED = Ready(sa.select(sa.func.max(fact.c.at)).where(asked, fact.c.thread == _value("thread")))
RECENT = Ready(sa.select(fact.c.thread, fact.c.run).where(asked).order_by(fact.c.at.desc()).limit(_value("limit")))
UNSETTLED = Ready(
    sa.select(fact.c.thread, fact.c.run)
    .where(asked, sa.not_(sa.exists().where(settled.c.run == fact.c.run)))
    .order_by(fact.c.at)
)
SETTLE = Ready(
    sqlite.insert(settled)
    .from_select(
        ["run", "thread", "at"],
        sa.select(fact.c.run, fact.c.thread, _later(fact.c.at, _value("now")))
        .where(_of_run)
        .order_by(fact.c.seq.desc())
        .limit(1),
    )
    .on_conflict_do_nothing()
)

SHOWN = Ready(sa.select(shown).where(shown.c.run == _value("run")))
_show = sqlite.insert(shown)
SHOW = Ready(
    _show.on_conflict_do_update(
        index_elements=["run", "slot"],
        set_={name: _show.excluded[name] for name in ("channel", "ts", "digest", "position")},
    )
)
RUN_OF = Ready(
    sa.select(shown.c.run, shown.c.slot).where(shown.c.channel == _value("channel"), shown.c.ts == _value("ts"))
)

TELL_ONCE = Ready(sqlite.insert(once).on_conflict_do_nothing())
_message = sa.func.json_extract(fact.c.body, "$.message")
_words = sa.func.json_extract(fact.c.body, "$.text")
_by = sa.func.coalesce(sa.func.json_extract(fact.c.body, "$.by"), "")
_spend = sqlite.insert(spent).from_select(
    ["day", "who", "tokens", "money"],
    sa.select(_value("day"), _by, _value("tokens"), _value("money")).where(_of_run, asked),
)
SPEND = Ready(
    _spend.on_conflict_do_update(
        index_elements=["day", "who"],
        set_={name: spent.c[name] + _spend.excluded[name] for name in ("tokens", "money")},
    )
)
_of_day = sa.select(spent.c.tokens, spent.c.money).where(spent.c.day == _value("day"))
SPENT = Ready(_of_day.where(spent.c.who == _value("who")))
SPENT_BY_ALL = Ready(_of_day)

SETTLED_BEFORE = Ready(sa.select(settled.c.run).where(settled.c.at < _value("before")).order_by(settled.c.at))
TEXTS_BEFORE = Ready(
    sa.select(settled.c.run)
    .where(settled.c.at < _value("before"), sa.exists().where(text.c.run == settled.c.run))
    .order_by(settled.c.at)
)
ONCE_BEFORE = Ready(sa.select(once.c.key).where(once.c.at < _value("before")))
FORGET_RUN = tuple(
    Ready(table.delete().where(table.c.run == _value("name"))) for table in (text, shown, fact, settled)
)
_spoken = sa.or_(fact.c.kind == "asked", fact.c.kind == "said")
FORGET_WORDS = (
    Ready(
        fact.update()
        .where(fact.c.run == _value("run"), _spoken, _message == _value("message"), _words != "")
        .values(body=sa.func.json_set(fact.c.body, "$.text", FORGOTTEN))
    ),
)
FORGET_TEXT = (Ready(text.delete().where(text.c.run == _value("run"), text.c.ref == _value("ref"))),)
UNSETTLE = Ready(settled.delete().where(settled.c.run == _value("run")))
FORGET_TEXTS = (Ready(text.delete().where(text.c.run == _value("name"))),)
FORGET_ONCE = [Ready(once.delete().where(once.c.key == _value("name")))]

GET_META = Ready(sa.select(meta.c.value).where(meta.c.key == _value("key")))
_meta = sqlite.insert(meta)
NEW_META = Ready(_meta.on_conflict_do_nothing())
PUT_META = Ready(_meta.on_conflict_do_update(index_elements=["key"], set_={"value": _meta.excluded.value}))
