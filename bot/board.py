"""What a writer keeps of one run: the state asked for, its messages, and who waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.carrier import Live
from agent.run import Run
from bot.orphans import APART, LATER
from bot.posting import Post
from bot.views.blocks import Card
from bot.views.layout import Form

NEVER = float("inf")


@dataclass(frozen=True)
class Tempo:
    """Seconds: between edits of one progress message; until a message that shows elapsed time is looked at again;
    before the second try, twice as long before each further one, a minute at most; that what is on its way to Slack
    gets at the end of the process; see orphans.py for the last two."""

    pace: float = 3.0
    refresh: float = 10.0
    pause: float = 0.5
    parting: float = 2.0
    later: float = LATER
    apart: float = APART


@dataclass
class Board:
    """One run's messages while they are written: the newest state asked for, and what stands in Slack.

    `verdict`: nobody writes here any more, since Slack never will show it (True) or somebody has to see to it first
    (False). `settling` wait for the state they asked for to be confirmed.
    """

    latest: tuple[Run, Live]
    posts: dict[str, Post] = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    settling: list[asyncio.Future[bool]] = field(default_factory=list)
    edited: float = float("-inf")  # the pace counts from the last edit: the first one is not held back
    verdict: bool | None = None
    task: asyncio.Task[None] | None = None

    def form(self, slot: str) -> Form:
        return self.posts[slot].form if slot in self.posts else ""

    def stands(self, slot: str) -> bool:
        return slot in self.posts and bool(self.posts[slot].row.ts)

    def behind(self, cards: Mapping[str, Card], position: int) -> list[str]:
        """The slots that may be written next, of cards made of the facts up to `position`. Of those that do not stand
        yet only the first one: they are posted in order, so that no button stands there before what it is about."""
        missing = next((slot for slot in cards if not self.stands(slot)), "")
        old = [slot for slot in cards if self.stands(slot) and self.posts[slot].behind(cards[slot], position)]
        return [slot for slot in cards if slot == missing or slot in old]

    def renew(self) -> None:
        """A new state is worth new tries."""
        self.wake.clear()
        self.verdict = None
        for post in self.posts.values():
            if post.held == NEVER:
                post.held, post.tries = float("-inf"), 0

    def answer(self, settled: bool) -> None:
        for one in self.settling:
            if not one.done():
                one.set_result(settled)
        self.settling.clear()
