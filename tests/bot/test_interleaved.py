"""Whatever happens to runs, to Slack and to the process, and in whatever order: the thread ends on the final state.

Two runs of one thread, side by side: their facts, their ends (quick or long, answered or not, deleted, taken out of
the thread afterwards), faults of Slack's, messages that somebody deletes, and screens closed in the midst of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.carrier import Live
from agent.facts import Answered, Anything, Removed, Stopped
from agent.run import Run, replay
from bot.board import Tempo
from bot.pace import Rates
from bot.playground.slack import Fault, Message
from bot.playground.slack.world import BOT
from bot.tokens import signer
from bot.views.blocks import Card
from bot.views.thread import FIRST, PROGRESS, gone, messages, told
from tests.bot.wall import FREE, Wall, answered, asked, call, read, understood, wall, wanted
from tests.stories.office import ANNA, PLACE

TEMPO = Tempo(pace=0.02, spent=0.03, pause=0.002, parting=0.0, later=0.8, apart=0.005)
TIGHT = Rates(edits=4, posts=60, deletes=60, window=0.5, reserve=1, apart=0.01, burst=5)
PATIENCE, LATE = 0.25, 0.5  # seconds after which a call is given up, and after which it takes effect all the same
ANSWER = "It is the first of all."
AT_WORK = ("Reading the thread", "Understanding the question", "Waiting for", "[Stop]", "[Approve]", "Searching")

# --- what may happen ------------------------------------------------------------------------------------------------

Method = Literal["chat.update", "chat.postMessage", "chat.delete", "conversations.replies"]
End = Literal["answered", "failed", "budget", "person", "deleted"]
PASSING = [
    Fault.ratelimited(0), Fault.status(500), Fault.status(503), Fault.error("internal_error"), Fault.reset_before(),
    Fault.reset_after(), Fault.delay(0.03), Fault.delay(LATE), Fault.error("ratelimited"),
]  # fmt: skip
OWN = {
    "chat.update": [Fault.error(name) for name in ("edit_window_closed", "invalid_blocks", "msg_too_long", "odd")],
    "chat.postMessage": [Fault.error(name) for name in ("invalid_blocks", "msg_blocks_too_long", "odd")],
    "chat.delete": [Fault.error("odd")],
    "conversations.replies": [],
}


@dataclass(frozen=True)
class Goes:
    """The next fact of a run."""

    run: int


@dataclass(frozen=True)
class Fails:
    """The next call of this method meets this fault."""

    method: str
    fault: Fault


@dataclass(frozen=True)
class Vanishes:
    """Somebody deletes the first message about a run."""

    run: int


@dataclass(frozen=True)
class Breathes:
    """A moment in which something may be on its way, or have arrived."""

    seconds: float


@dataclass(frozen=True)
class Restarts:
    """The process ends, and another one begins."""


Happening = Goes | Fails | Vanishes | Breathes | Restarts
FAULTS = st.sampled_from(sorted(OWN)).flatmap(
    lambda method: st.builds(Fails, st.just(method), st.sampled_from([*PASSING, *OWN[method]]))
)
HAPPENINGS = st.lists(
    st.one_of(
        st.builds(Goes, st.integers(0, 1)), st.builds(Goes, st.integers(0, 1)), FAULTS, FAULTS,
        st.builds(Vanishes, st.integers(0, 1)), st.builds(Breathes, st.sampled_from([0.0, 0.005, 0.02, 0.06])),
        st.just(Restarts()),
    ),
    max_size=16,
)  # fmt: skip
ENDS: st.SearchStrategy[End] = st.sampled_from(["answered", "answered", "failed", "budget", "person", "deleted"])


@dataclass(frozen=True)
class Life:
    """How a run comes about: whether somebody is asked to approve something, how it ends, after how long, and whether
    it is taken out of the thread in the end."""

    waits: bool
    end: End
    seconds: float
    removed: bool

    def facts(self, root: str) -> list[tuple[Anything, ...]]:
        """What happens to it, one after the other."""
        waits = [wanted(call("first"))] if self.waits else []
        last = answered(ANSWER) if self.end == "answered" else Stopped(why=self.end, by=ANNA)
        removed: list[tuple[Anything, ...]] = [(Removed(by=ANNA, name="Anna"),)] if self.removed else []
        return [(asked(root),), read(root), understood(), *waits, (last,), *removed]


LIVES = st.builds(Life, st.booleans(), ENDS, st.sampled_from([5.0, 200.0]), st.sampled_from([False, False, True]))


# --- how it happens -------------------------------------------------------------------------------------------------


class Play:
    """Two runs on a wall."""

    def __init__(self, at: Wall, lives: Sequence[Life], rates: Rates) -> None:
        self.at, self.lives, self.rates = at, lives, rates
        self.ahead = [life.facts(at.root) for life in lives]

    async def happens(self, one: Happening) -> None:
        match one:
            case Goes(run=number):
                await self.goes(number)
            case Fails(method=method, fault=fault):
                self.at.slack.faults.add(method, fault)
            case Vanishes(run=number):
                await self.vanishes(number)
            case Breathes(seconds=seconds):
                await asyncio.sleep(seconds)
            case Restarts():
                await self.restarts()

    async def goes(self, number: int) -> None:
        if not self.ahead[number]:
            return
        facts, *self.ahead[number] = self.ahead[number]
        if isinstance(facts[0], Answered | Stopped):
            self.at.clock.now += self.lives[number].seconds
        await self.at.happens(*facts, run=f"r{number}")

    async def vanishes(self, number: int) -> None:
        """Only of a run at work: what somebody deletes after the end stays away."""
        records = await self.at.log.read(f"r{number}")
        row = (await self.at.log.shown(f"r{number}")).get(PROGRESS)
        standing = {one.ts for one in self.at.ours()}
        if records and not replay(records).ended and row and row.ts in standing:
            await self.at.slack.delete(BOT, row.ts)

    async def restarts(self) -> None:
        await self.at.killed()
        self.at = self.at.another(TEMPO, self.rates)
        for run in await self.runs():
            if run.id in {id for _, id in await self.at.log.unsettled()}:
                self.at.screen.draw(run, Live())

    async def runs(self) -> list[Run]:
        found = [await self.at.log.read(f"r{number}") for number in range(len(self.lives))]
        return [replay(records) for records in found if records]

    async def ends(self) -> None:
        """Everything that is still to happen, and then whatever the bot does to have it shown and settled."""
        for number in range(len(self.lives)):
            while self.ahead[number]:
                await self.goes(number)
        for run in await self.runs():
            await self.settled(run)

    async def settled(self, run: Run) -> None:
        for _ in range(6):
            if await self.at.screen.settle(run):
                await self.at.log.settle(run.id)
                return
            for _ in range(150):
                if run.id not in {id for _, id in await self.at.log.unsettled()}:
                    return
                await asyncio.sleep(0.02)
            await self.restarts()
        raise AssertionError(f"run {run.id} is never settled")

    # --- what stands there ----------------------------------------------------------------------------------

    async def expected(self, run: Run) -> dict[str, Card]:
        rows = await self.at.log.shown(run.id)
        below = told(run) or FIRST in rows
        links = {}
        if below and not gone(run):
            where = await self.at.api.chat_getPermalink(channel=PLACE, message_ts=rows[FIRST].ts)
            links = {FIRST: str(where["permalink"])}
        cards = messages(run, Live(), self.at.clock.now, signer(self.at.log.key), below=below, links=links)
        lost = below and PROGRESS in cards and not rows[PROGRESS].ts  # deleted, or never there: nobody needs it
        return {slot: card for slot, card in cards.items() if not (lost and slot == PROGRESS)}

    def standing(self, run: Run) -> list[tuple[str, Message]]:
        """Our messages about a run by their slots; one that was only emptied is not about it any more."""
        found: list[tuple[str, Message]] = []
        for one in self.at.ours():
            whose, _, slot = str(((one.metadata or {}).get("event_payload") or {}).get("key", "")).partition("/")
            found += [(slot, one)] if whose == run.id else []
        return found


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(HAPPENINGS, st.tuples(LIVES, LIVES), st.sampled_from([FREE, FREE, TIGHT]))
def test_whatever_happens_the_thread_ends_on_the_final_state_exactly_once(
    happenings: Sequence[Happening], lives: tuple[Life, Life], rates: Rates
) -> None:
    asyncio.run(_played(happenings, lives, rates))


async def _played(happenings: Sequence[Happening], lives: Sequence[Life], rates: Rates) -> None:
    async with wall(TEMPO, rates=rates, patience=PATIENCE) as at:
        play = Play(at, lives, rates)
        for one in happenings:
            await play.happens(one)
        await play.ends()
        if any(isinstance(one, Fails) and one.fault.seconds == LATE for one in happenings):
            await asyncio.sleep(LATE)  # whatever was given up has arrived as well
        at.slack.faults.clear()
        for run in await play.runs():
            _holds(run, await play.expected(run), play)
        thread = play.at.read()
        assert not [words for words in AT_WORK if words in thread], thread
        await play.at.screen.close()


def _holds(run: Run, expected: Mapping[str, Card], play: Play) -> None:
    standing = play.standing(run)
    slots = sorted(slot for slot, _ in standing)
    assert slots == sorted(expected), play.at.slack.thread(PLACE, play.at.root)
    for slot, one in standing:
        card = expected[slot]
        assert one.text in (card.text, *card.plain), f"{slot}: {one.text}"
