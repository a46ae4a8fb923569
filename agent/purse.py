"""What may still be spent: by a run, by a person and by everybody on one day (UTC). Asked before each call.

A call is let through where the most that it can cost fits; that much is held for it until the log has what it did
cost, so that two calls at once cannot spend the same money. One that finds no room only because of what is held for
others waits until they have ended: they mostly cost less. What is really spent comes back only with a new day.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from agent.ending import DAY, SMALL_DAY, SMALL_RUN
from agent.facts import Rules, Usage
from agent.models.prices import Bill, Item, at_price
from agent.run import INSTRUCTIONS, Run

WORKING = 2  # replies that a question needs at least: one that searches, one that answers
_TEXTS = {"run": "what one question may use is used up", "day": "the budget of this day is used up"}
_TOO_SMALL = {"run": SMALL_RUN, "day": SMALL_DAY}


class Spent(Exception):
    """There is no room for a call. A day's budget begins anew at `until` (Unix seconds), a run's never does; one that
    is `small` never holds as much."""

    def __init__(self, spent: Literal["run", "day"], until: float = 0.0, small: bool = False) -> None:
        super().__init__((_TOO_SMALL if small else _TEXTS)[spent])
        self.spent, self.until = spent, 0.0 if small else until


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


@dataclass(frozen=True)
class _Account:
    """One budget as it stands for a call: what is really spent of it, and what is held for other calls."""

    kind: Literal["run", "day"]
    limit: Limit
    spent: Usage
    held: Usage = Usage()  # noqa: RUF009 (a value)


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
        self._bills: list[Bill] = []  # of steps under way, and of those whose run has one: it may not know of them
        self._news = asyncio.Event()  # another one each time that something happened
        self._turn = asyncio.Lock()

    def enter(self, run: Run, step: str, bill: Bill) -> None:
        """A step begins: what stands on its bill counts from now on."""
        busy = {one.run for one in self._bills if not one.written}
        self._bills = [one for one in self._bills if one.run in busy]
        bill.run, bill.step, bill.by, bill.heard = run.id, step, run.asked.by, self._tell
        self._bills.append(bill)

    async def take(self, run: Run, bill: Bill, most: Usage) -> Item:
        """Let a call through: an item on the bill, which holds `most` until it is known what the call cost. Waits
        where only what others hold is in the way: calls under way, which end. Raises Spent where what is really spent
        is. What costs nothing always fits."""
        if not any(one is bill for one in self._bills):
            self.enter(run, "", bill)
        if not (most.tokens or most.money):
            return bill.begin(most)
        while True:
            news = self._news
            async with self._turn:  # what two calls read has to hold what the first one takes
                if await self._fits(run, bill, most):
                    return bill.begin(most)
            bill.waits = True
            try:
                await news.wait()
            finally:
                bill.waits = False

    async def leaves(self, run: Run, bill: Bill, replies: int = 1) -> bool:
        """Whether the budgets of this day have room for so many replies more of a run, each at the most that can be
        foreseen, and what is held for others aside."""
        most = at_price(run.foreseen, run.asked.rules.price)
        wanted = sum([most] * replies, Usage())
        return all(account.limit.holds(account.spent + wanted) for account in await self._of_this_day(run, bill))

    async def closed(self, run: Run) -> float | None:
        """When one that goes on from this run could begin (Unix seconds), 0 for never; None where it can now."""
        if await self.leaves(run, Bill(), replies=WORKING):
            return None
        limits = {"person": self._person, "everybody": self._everybody}
        return 0.0 if any(too_small(run.asked.rules, limits.items())) else _midnight(self._clock())

    async def _fits(self, run: Run, bill: Bill, most: Usage) -> bool:
        """Whether there is room now; Spent where there is none even without what is held for others."""
        accounts = [self._of_run(run, bill), *await self._of_this_day(run, bill)]
        for one in accounts:
            if not one.limit.holds(one.spent + most):
                raise Spent(one.kind, _midnight(self._clock()), small=not one.limit.holds(most))
        return all(one.limit.holds(one.spent + one.held + most) for one in accounts)

    def _of_run(self, run: Run, bill: Bill) -> _Account:
        """By what this run knows of itself, and the bills of its steps that it does not know to have ended."""
        rules = run.asked.rules
        bills = [one for one in self._bills if one.run == run.id and not run.closed(one.step)]
        return self._account("run", Limit(rules.tokens, rules.money), run.usage, bills, bill)

    async def _of_this_day(self, run: Run, bill: Bill) -> list[_Account]:
        if self._book is None:
            return []
        limits = [(run.asked.by, self._person), (None, self._everybody)]
        return [await self._of_day(self._book, who, limit, bill) for who, limit in limits if limit]

    async def _of_day(self, book: Book, who: str | None, limit: Limit, bill: Bill) -> _Account:
        day = time.strftime("%Y-%m-%d", time.gmtime(self._clock()))
        while True:
            bills = [one for one in self._bills if not one.written and who in (None, one.by)]
            written = await book.spent(who, day)
            if not any(one.written for one in bills):  # else it may be in both
                return self._account("day", limit, written, bills, bill)

    def _account(
        self, kind: Literal["run", "day"], limit: Limit, known: Usage, bills: Iterable[Bill], own: Bill
    ) -> _Account:
        """What is over is spent, and so is what a step has on its own bill when it asks for more."""
        bills = list(bills)
        spent = sum((one.usage if one is own else one.spent for one in bills), known)
        return _Account(kind, limit, spent, sum((one.held for one in bills if one is not own), Usage()))

    def _tell(self) -> None:
        """Whoever waits looks again."""
        self._news.set()
        self._news = asyncio.Event()


def too_small(rules: Rules, limits: Iterable[tuple[str, Limit]]) -> Iterator[str]:
    """The names of those limits with which no question under these rules gets as far as a search and an answer."""
    replies = Usage(prompt=WORKING * INSTRUCTIONS, completion=WORKING * rules.window.output)
    least = at_price(replies + Usage(prompt=INSTRUCTIONS), rules.price)  # what understanding takes, about
    return (name for name, limit in limits if not limit.holds(least))


def _midnight(now: float) -> float:
    """When the next day begins."""
    return (now // DAY + 1) * DAY
