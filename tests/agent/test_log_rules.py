"""Whatever is done to a log in whatever order, it holds what plain lists would hold; a failed write changes nothing.

The model beside the log keeps the same rules in memory, in the plainest way there is. Writes fail as on a disk that
takes nothing: the operating system refuses them.
"""

from __future__ import annotations

import asyncio
import math
import resource
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Anything, Asked, Passage, Replied, Reply, Result, Returned, Started, Usage
from agent.log import ONCE_KEPT, Log, NotNow, Shown
from tests.agent.worlds import ANNA, asked, said

HOUR, DAY = 3_600.0, 86_400.0
RUNS, KEYS, STEPS = ("a", "b", "c"), ("k1", "k2", "k3", "k4"), ("call.1.1", "call.1.2", "reply.1")


# --- the same rules in memory --------------------------------------------------------------------------------------


@dataclass
class Entry:
    """One fact of the model, when it was written, and whether the words beside it are still kept."""

    fact: Anything
    at: float
    texts: bool = True


@dataclass
class Model:
    """What a log is to hold."""

    now: float = 1_000_000.0
    runs: dict[str, list[Entry]] = field(default_factory=dict)
    once: dict[str, float] = field(default_factory=dict)
    settled: dict[str, float] = field(default_factory=dict)
    shown: dict[tuple[str, str], str] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    latest: float = 0.0

    def append(self, run: str, fact: Anything, at: int) -> bool:
        return at == len(self.runs.get(run, ())) and self._put(run, fact)

    def close_step(self, run: str, outcome: Returned | Replied) -> bool:
        entries = self.runs.get(run, [])
        closed = [one.fact.step for one in entries if isinstance(one.fact, Returned | Replied)]
        if not entries or outcome.step in closed:
            return False
        if isinstance(outcome, Replied) and isinstance(entries[0].fact, Asked):
            day = time.strftime("%Y-%m-%d", time.gmtime(self.now))
            self.spent[day] = self.spent.get(day, 0) + outcome.reply.usage.tokens
        return self._put(run, outcome)

    def tell(self, run: str, facts: list[Anything], once: str) -> bool:
        self.latest = max(self.latest, self.now)
        if once in self.once:
            return False
        self.once[once] = self.latest
        for fact in facts:
            self._put(run, fact, told=True)
        return True

    def settle(self, run: str) -> None:
        if run in self.runs:
            self.settled.setdefault(run, max(self.now, self.runs[run][-1].at))

    def expire(self, keep_facts: float, keep_texts: float) -> int:
        old = [run for run, at in self.settled.items() if at < self.now - keep_facts]
        for run in old:
            del self.runs[run], self.settled[run]
        self.shown = {place: ts for place, ts in self.shown.items() if place[0] not in old}
        for run, at in self.settled.items():
            for entry in self.runs[run]:
                entry.texts = entry.texts and at >= self.now - keep_texts
        self.once = {key: at for key, at in self.once.items() if at >= self.now - ONCE_KEPT}
        return len(old)

    def _put(self, run: str, fact: Anything, *, told: bool = False) -> bool:
        """Never before the fact before it; a question that is told, after the last one of its thread ."""
        asked = [at for at, _ in self.asked()] if told and isinstance(fact, Asked) else []
        entries = self.runs.setdefault(run, [])
        after = math.nextafter(max(asked), math.inf) if asked else 0.0
        entries.append(Entry(fact, max(self.now, after, entries[-1].at if entries else 0.0)))
        return True

    def asked(self) -> list[tuple[float, str]]:
        """When each run that begins with a question was asked."""
        return [(entries[0].at, run) for run, entries in self.runs.items() if isinstance(entries[0].fact, Asked)]


# --- what is done --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deed:
    """One thing done to both; `fails` where the disk takes nothing meanwhile."""

    name: str
    to_log: Callable[[Log], Awaitable[object]]
    to_model: Callable[[Model], object]
    fails: bool = False

    def __repr__(self) -> str:
        return f"{self.name}{' (no room)' if self.fails else ''}"


def words(step: str) -> Returned:
    passages = tuple(Passage(address=f"p{n}", title="P", where="all", text=f"words {n}") for n in range(3))
    return Returned(step=step, outcome="ok", result=Result(passages=passages))


def replied(step: str) -> Replied:
    return Replied(step=step, reply=Reply(text="a draft", usage=Usage(prompt=10, completion=1)))


runs, fails = st.sampled_from(RUNS), st.sampled_from([False, False, True])
facts: st.SearchStrategy[Anything] = st.sampled_from([asked(), said("more"), Started(step="reply.1", worker="w")])
outcomes = st.one_of(st.sampled_from(STEPS[:2]).map(words), st.just(replied(STEPS[2])))


@st.composite
def appended(draw: st.DrawFn) -> Deed:
    run, fact, at = draw(runs), draw(facts), draw(st.integers(0, 4))
    name = f"append {fact.kind} to {run} at {at}"
    return Deed(name, lambda log: log.append("t", run, fact, at), lambda m: m.append(run, fact, at), draw(fails))


@st.composite
def closed(draw: st.DrawFn) -> Deed:
    run, outcome = draw(runs), draw(outcomes)
    name = f"close {outcome.step} of {run}"
    return Deed(
        name, lambda log: log.close_step("t", run, outcome), lambda m: m.close_step(run, outcome), draw(fails)
    )


@st.composite
def told(draw: st.DrawFn) -> Deed:
    run, some, once = draw(runs), draw(st.lists(facts, max_size=3)), draw(st.sampled_from(KEYS))
    name = f"tell {run} {len(some)} facts, {once}"
    some = [asked(), *some] if draw(st.booleans()) else some
    return Deed(name, lambda log: log.tell("t", run, some, once=once), lambda m: m.tell(run, some, once), draw(fails))


@st.composite
def settles(draw: st.DrawFn) -> Deed:
    run = draw(runs)
    return Deed(f"settle {run}", lambda log: log.settle(run), lambda m: m.settle(run), draw(fails))


@st.composite
def shows(draw: st.DrawFn) -> Deed:
    run, slot, ts = draw(runs), draw(st.sampled_from(["progress", "approval.3"])), draw(st.sampled_from(["", "1.5"]))

    def remember(model: Model) -> None:
        model.shown[run, slot] = ts

    return Deed(f"show {slot} of {run}", lambda log: log.show(Shown(run, slot, "C1", ts)), remember, draw(fails))


@st.composite
def expires(draw: st.DrawFn) -> Deed:
    keep_facts, keep_texts = draw(st.sampled_from([0.0, DAY, 5 * DAY])), draw(st.sampled_from([0.0, HOUR, DAY]))
    name = f"expire after {keep_facts / DAY} and {keep_texts / DAY} days"
    return Deed(name, lambda log: log.expire(keep_facts, keep_texts), lambda m: m.expire(keep_facts, keep_texts))


@st.composite
def waits(draw: st.DrawFn) -> Deed:
    seconds = draw(st.sampled_from([1.0, HOUR, DAY, 8 * DAY, -HOUR, -10 * DAY]))

    def wait(model: Model) -> None:
        model.now += seconds

    async def nothing(log: Log) -> None:
        """The log looks at the model's clock."""

    return Deed(f"{seconds / HOUR} hours pass", nothing, wait)


DEEDS = st.lists(
    st.one_of(appended(), appended(), closed(), told(), told(), settles(), shows(), expires(), waits()), max_size=25
)


# --- the comparison ------------------------------------------------------------------------------------------------


@contextmanager
def no_room() -> Iterator[None]:
    """Whoever writes to a file meanwhile is refused."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def live(folder: Path, deeds: list[Deed]) -> None:
    model = Model()
    log = Log(folder / "footnote.db", clock=lambda: model.now)
    await log.open()
    for deed in deeds:
        await done(deed, log, model)
        await same(log, model)
    await log.close()
    again = Log(folder / "footnote.db", clock=lambda: model.now)
    await again.open()
    await same(again, model)
    await again.close()


async def done(deed: Deed, log: Log, model: Model) -> None:
    """Both do it, and say the same of it; what the disk refused the model does not do."""
    try:
        with no_room() if deed.fails else nullcontext():
            answer = await deed.to_log(log)
    except NotNow:
        assert deed.fails
    else:
        assert answer == deed.to_model(model), deed


async def same(log: Log, model: Model) -> None:
    for run in RUNS:
        entries = model.runs.get(run, [])
        records = await log.read(run)
        assert [(record.seq, record.at) for record in records] == [(n, one.at) for n, one in enumerate(entries)]
        assert [record.fact for record in records] == [kept(one) for one in entries]
        assert {slot: row.ts for slot, row in (await log.shown(run)).items()} == {
            slot: ts for (of, slot), ts in model.shown.items() if of == run
        }
    times = sorted(at for at, _ in model.asked())
    begun = {run: at for at, run in model.asked()}
    assert [begun[run] for run in await log.runs("t")] == times
    assert [begun[run] for _, run in await log.recent(9)] == times[::-1]
    assert sorted(run for _, run in await log.unsettled()) == sorted(set(begun) - set(model.settled))
    assert {day: (await log.spent(ANNA, day)).tokens for day in model.spent} == model.spent


def kept(entry: Entry) -> Anything:
    """The fact as it is read: without the words that expired."""
    fact = entry.fact
    if entry.texts or not isinstance(fact, Returned):
        return fact
    bare = tuple(passage.model_copy(update={"text": ""}) for passage in fact.result.passages)
    return fact.model_copy(update={"result": fact.result.model_copy(update={"passages": bare})})


@settings(max_examples=40)
@given(DEEDS)
def test_a_log_holds_what_a_list_in_memory_would_hold_also_where_writes_fail(deeds: list[Deed]) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(live(Path(folder), deeds))
