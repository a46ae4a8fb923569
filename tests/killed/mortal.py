"""The bot in a process of its own, and the point at which that process kills itself.

Everything here runs in the bot's process, forked from a server that has done the imports: see `stage.py`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import sqlalchemy as sa
from pydantic import Field

from agent.facts import Result
from agent.tool import Given, Tool
from agent.tools import SHELF
from bot.app import slack_bot
from bot.board import Tempo
from bot.pace import Rates
from bot.settings import Settings

InAppend = Literal["before", "inside", "after"]
AtSlack = Literal[
    "post-unsent", "post-unknown", "post-late", "edit-unsent", "edit-unknown", "edit-late", "form-unsent",
    "form-unknown",
]  # fmt: skip
Mode = InAppend | AtSlack
IN_APPEND: tuple[InAppend, ...] = get_args(InAppend)
AT_SLACK: tuple[AtSlack, ...] = get_args(AtSlack)
FREELY = Rates(edits=100_000, posts=100_000, deletes=100_000, apart=0.0001, burst=1_000)
TEMPO = Tempo(later=2.5)  # what arrives late is looked for sooner than usual, and not before it has arrived
_FACT = re.compile(r'INSERT INTO "?fact"?\b')


@dataclass(frozen=True)
class Kill:
    """Where a process dies: at its `number`-th append of facts, post, edit or form, counted from 1.

    before: what the append is about was done, nothing of it is written. inside: its rows are inserted, the
    transaction is not committed. after: it is committed, and nothing has happened since: nobody was told, nothing
    acknowledged or posted. Of calls to Slack, …-unsent: it is on its way and never takes effect. …-unknown: it took
    effect, and its answer never arrives. …-late: it takes effect when the next life has long begun. With `again` the
    life that goes on dies too, at its append of that number.
    """

    mode: Mode
    number: int
    again: int = 0

    def of(self, life: int) -> Kill | None:
        """What ends a life by its own hand, the first one having the number 0."""
        if life == 0:
            return self if self.mode in IN_APPEND else None
        return Kill(self.mode, self.again) if life == 1 and self.again else None


class Fate:
    """Counts the appends of this process, a byte in `counted` for each, and kills it where its time has come.

    It listens to the database's own events and not to the log's methods: what counts is what is written, and when.
    """

    def __init__(self, kill: Kill | None, counted: Path) -> None:
        """`kill` None: it only counts."""
        self._kill, self._counted = kill, counted
        self._appends = 0
        self._writing = self._written = False

    def watch(self) -> None:
        """From now on, for every engine of this process."""
        sa.event.listen(sa.Engine, "after_cursor_execute", self._executed)
        sa.event.listen(sa.Engine, "commit", self._commit)
        sa.event.listen(sa.Engine, "rollback", self._rollback)
        sa.event.listen(sa.pool.Pool, "checkin", self._checkin)

    def _executed(self, _db: object, cursor: sqlite3.Cursor, statement: str, *_: object) -> None:
        """The first fact of an append went in; one that found somebody else there first has no rows."""
        if self._writing or not _FACT.match(statement) or cursor.rowcount != 1:
            return
        self._writing = True
        self._appends += 1
        with self._counted.open("ab") as file:
            file.write(b".")
        if self._is_due("before"):
            cursor.connection.rollback()
            self._die()

    def _commit(self, _db: object) -> None:
        self._written, self._writing = self._writing, False
        if self._written and self._is_due("inside"):
            self._die()

    def _rollback(self, _db: object) -> None:
        self._writing = False

    def _checkin(self, *_: object) -> None:
        """The connection goes back at the end of a transaction: the first moment at which it is committed."""
        written, self._written = self._written, False
        if written and self._is_due("after"):
            self._die()

    def _is_due(self, mode: InAppend) -> bool:
        return self._kill is not None and (self._kill.mode, self._kill.number) == (mode, self._appends)

    def _die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def tell_office(sent: Path) -> Tool:
    """A tool that must not be made twice: each message is a line in this file, as it would be one in a letter box."""

    async def tell_office(given: Given, text: Annotated[str, Field(description="The message.")]) -> Result:
        """Send a message to the office."""
        with sent.open("a") as file:
            file.write(f"{text}\n")
        await asyncio.sleep(0.05)
        return Result(note="sent")

    function: Callable[..., Awaitable[Result]] = tell_office
    return Tool(function, needs="web", timeout=10, repeatable=False)


@dataclass(frozen=True)
class Home:
    """Where the lives of one bot leave what outlives them."""

    folder: Path

    @property
    def counted(self) -> Path:
        """One byte for each append that was begun."""
        return self.folder / "appends"

    @property
    def sent(self) -> Path:
        """What the office was told, a line a message."""
        return self.folder / "office.txt"

    @property
    def diary(self) -> Path:
        """The processes' own log."""
        return self.folder / "bot.log"

    @property
    def last_words(self) -> str:
        """The end of the diary."""
        return self.diary.read_text()[-3000:] if self.diary.exists() else ""


def live(settings: Settings, home: Home, kill: Kill | None) -> None:
    """One life of the bot, until somebody ends it, or until `kill`."""
    logging.basicConfig(filename=home.diary, format="%(process)d %(name)s %(levelname)s %(message)s")
    Fate(kill, home.counted).watch()
    asyncio.run(_live(settings, home))


async def _live(settings: Settings, home: Home) -> None:
    async with slack_bot(settings, shelf=(*SHELF, tell_office(home.sent)), tempo=TEMPO, rates=FREELY) as bot:
        await bot.start()
        await asyncio.Event().wait()
