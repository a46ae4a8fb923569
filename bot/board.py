"""What a writer keeps of one run: the state asked for, its messages, and who waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.carrier import Live
from agent.log import Shown
from agent.run import Run
from bot.orphans import APART, LATER
from bot.place import Place
from bot.posting import Post
from bot.views.blocks import Card
from bot.views.layout import Form
from bot.views.thread import FIRST, PROGRESS, Marks, told

NEVER = float("inf")
Ending = tuple[int, bool, str]  # how many facts, whether below, the address of the answer


@dataclass(frozen=True)
class Tempo:
    """Seconds: between edits of one progress message; that an answer waits for its edit before it is posted instead;
    until a message that shows elapsed time is looked at again; before the second try, twice as long before each
    further one, a minute at most; that what is on its way to Slack gets at the end of the process; see orphans.py for
    the last two."""

    pace: float = 3.0
    spent: float = 1.5
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
    links: dict[str, str] = field(default_factory=dict)  # the addresses of messages, by slot; "" for not to be known
    quiet: Marks | None = None  # what the cards were made of when nothing but progress was left to write
    ending: tuple[Ending, Mapping[str, Card]] | None = None  # the cards of the end, made once
    verdict: bool | None = None
    task: asyncio.Task[None] | None = None

    def form(self, slot: str) -> Form:
        return self.posts[slot].form if slot in self.posts else ""

    @property
    def below(self) -> bool:
        """Whether the answer stands at the end of the thread, or is to."""
        return told(self.latest[0]) or FIRST in self.posts

    def go_below(self) -> None:
        """The answer is posted though it could stand in the place of the progress: edits are spent."""
        self.post(FIRST)

    def post(self, slot: str) -> Post:
        """That message, also where nothing was written of it yet."""
        run, _ = self.latest
        return self.posts.setdefault(slot, Post(Shown(run.id, slot, Place.parse(run.thread).channel)))

    def stands(self, slot: str) -> bool:
        return slot in self.posts and bool(self.posts[slot].row.ts)

    def behind(self, cards: Mapping[str, Card], position: int) -> dict[str, Card | None]:
        """What may be written next, of cards made of the facts up to `position`; None for what is to be taken away.

        Of those that do not stand yet only the first one: they are posted in order, so that no button stands there
        before what it is about. The progress shrinks when the answer below stands; where it does not stand by then,
        nobody needs it any more.
        """
        wanted = {slot: card for slot, card in cards.items() if slot != PROGRESS or not self._needless}
        missing = next((slot for slot in wanted if not self.stands(slot)), "")
        if self._first_is_behind(wanted, position) and missing.startswith("answer."):
            missing = ""  # the parts of an answer are posted in order, also where the first takes another's place
        old = [slot for slot in wanted if self.stands(slot) and self.posts[slot].behind(wanted[slot], position)]
        if self.below and FIRST in wanted and not self.stands(FIRST):
            old = [slot for slot in old if slot != PROGRESS]
        last = PROGRESS if self.below else ""
        behind: dict[str, Card | None] = {
            slot: wanted[slot] for slot in sorted(wanted, key=lambda slot: slot == last) if slot in (missing, *old)
        }
        if not behind and self._needless and PROGRESS in self.leftover:
            behind[PROGRESS] = None
        return behind or {slot: None for slot in self.leftover if ".plain." in slot and slot not in cards}

    def _first_is_behind(self, wanted: Mapping[str, Card], position: int) -> bool:
        """Whether the answer is to stand in the place of the progress, and does not yet."""
        first = wanted.get(PROGRESS)
        ended = self.latest[0].ended is not None and not self.below
        return ended and first is not None and self.stands(PROGRESS) and self.posts[PROGRESS].behind(first, position)

    @property
    def leftover(self) -> dict[str, Card | None]:
        """The messages that are still to be taken away, of a run of which nothing is to stay."""
        return {slot: None for slot, post in self.posts.items() if post.there}

    @property
    def _needless(self) -> bool:
        return self.below and not self.stands(PROGRESS)

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
