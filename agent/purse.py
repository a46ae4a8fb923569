"""What may still be spent: by a run, by a person and by everybody on one day (UTC). Asked before each call.

A call is let through where the most that it can cost fits; that much is held for it until the log has what it did
cost, so that two runs at once cannot spend the same money.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from agent.facts import Usage
from agent.prices import Bill, Item
from agent.run import Run

DAY = 86_400.0
_TEXTS = {"run": "what one question may use is used up", "day": "the budget of this day is used up"}


class Spent(Exception):
    """There is no room for a call. A day's budget begins anew at `until` (Unix seconds), a run's never does."""

    def __init__(self, spent: Literal["run", "day"], until: float = 0.0) -> None:
        super().__init__(_TEXTS[spent])
        self.spent, self.until = spent, until


class Book(Protocol):
    """Where it is written down what was spent; the log."""

    async def spent(self, who: str | None, day: str) -> Usage:
        """What one person's runs took on a day ("2026-11-29", UTC), or with None everybody's."""


@dataclass(frozen=True)
class Limit:
    """The most that may be used; 0 for no bound. `money` in US dollars."""

    tokens: int = 0
    money: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.tokens or self.money)

    def holds(self, usage: Usage) -> bool:
        fits = not self.tokens or usage.tokens <= self.tokens
        return fits and (not self.money or usage.money <= self.money + 1e-9)


class Purse:
    """One for all runs of a process. Without a book only a run's own budget counts."""

    def __init__(
        self,
        book: Book | None = None,
        person: Limit = Limit(),
        everybody: Limit = Limit(),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._book, self._person, self._everybody, self._clock = book, person, everybody, clock
        self._held: list[tuple[str, Bill]] = []  # bills of steps that the log does not have yet, and whose they are
        self._turn = asyncio.Lock()

    async def take(self, run: Run, bill: Bill, most: Usage) -> Item:
        """Let a call through: an item on the bill, which holds `most` until it is known what the call cost. Raises
        Spent where that does not fit. What costs nothing always fits."""
        if not (most.tokens or most.money):
            return bill.begin(most)
        rules = run.asked.rules
        if not Limit(rules.tokens, rules.money).holds(run.usage + bill.usage + most):
            raise Spent("run")
        if self._book is None or not (self._person or self._everybody):
            return bill.begin(most)
        async with self._turn:  # what two runs read has to hold what the first one takes
            for who, limit in ((run.asked.by, self._person), (None, self._everybody)):
                if limit and not limit.holds(await self._used(self._book, who) + most):
                    raise Spent("day", _midnight(self._clock()))
            if not any(held is bill for _, held in self._held):
                self._held.append((run.asked.by, bill))
            return bill.begin(most)

    async def _used(self, book: Book, who: str | None) -> Usage:
        day = time.strftime("%Y-%m-%d", time.gmtime(self._clock()))
        written = await book.spent(who, day)
        self._held = [(by, bill) for by, bill in self._held if not bill.written]
        held = (bill.usage for by, bill in self._held if who in (None, by))
        return sum(held, written)


def _midnight(now: float) -> float:
    """When the next day begins."""
    return (now // DAY + 1) * DAY
