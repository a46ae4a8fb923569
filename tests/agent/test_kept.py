"""What is kept of runs that were read lately is what a reading of the whole file would give."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Answer, Answered, Anything, Passage, Recalled, Record, Result, Returned, Started, Turn
from agent.kept import Kept
from agent.log import Log
from tests.agent.worlds import ANNA, asked, said

RUNS = ("a", "b")
HOUR = 3_600.0


def record(run: str, seq: int) -> Record:
    return Record("t", run, seq, float(seq), said(f"{run}{seq}"))


def recalled(number: int) -> Recalled:
    turns = tuple(
        Turn(message=f"m{n}", speaker=ANNA, kind="member", name="Anna", text=f"word {n} of {number}")
        for n in range(4)
    )
    return Recalled(step=f"recall.{number}", turns=tuple(turns))


def returned(number: int) -> Returned:
    passages = tuple(Passage(address=f"p{n}", title="P", where="all", text=f"page {n} {number}") for n in range(12))
    return Returned(step=f"call.{number}.1", outcome="ok", result=Result(passages=passages))


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["say", "begin", "recall", "return", "read", "forget", "settle", "expire", "restart"]),
        st.sampled_from(RUNS),
        st.integers(0, 5),
    ),
    max_size=40,
)


@settings(max_examples=60)
@given(ACTS)
def test_whatever_happens_a_run_reads_as_from_a_file_that_was_just_opened(
    acts: Sequence[tuple[str, str, int]],
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_lived(Path(folder) / "a.db", acts))


async def _lived(path: Path, acts: Sequence[tuple[str, str, int]]) -> None:
    now = [1_800_000_000.0]
    log = Log(path, clock=lambda: now[0])
    await log.open()
    for number, (act, run, which) in enumerate(acts):
        now[0] += HOUR
        if act == "restart":
            await log.close()
            log = Log(path, clock=lambda: now[0])
            await log.open()
        else:
            await _done(log, act, run, number, which)
        if act == "read":
            assert await log.read(run) == await _anew(path, run)
    for run in RUNS:
        assert await log.read(run) == await _anew(path, run)
    await log.close()


async def _done(log: Log, act: str, run: str, number: int, which: int) -> None:
    once, there = f"{number}", bool(await log.read(run)) if which % 2 else True
    match act:
        case "say":
            await log.tell("t", run, [said(f"{number}")] if there else [asked()], once=once)
        case "begin":
            await log.tell("t", run, [Started(step=f"call.{number}.1", worker="w")], once=once)
        case "recall":
            await log.close_step("t", run, recalled(number))
        case "return":
            await log.close_step("t", run, returned(number))
        case "forget":
            await log.forget("t", f"m{which}")
        case "settle":
            await log.tell("t", run, [Answered(answer=Answer(text="so"))], once=once)
            await log.settle(run)
        case "expire":
            await log.expire(10 * HOUR, which * HOUR)
        case _:
            pass


async def _anew(path: Path, run: str) -> list[Record]:
    other = Log(path)
    await other.open(carry=False)
    found = await other.read(run)
    await other.close()
    return found


async def test_a_list_that_was_given_out_is_its_readers_own(tmp_path: Path) -> None:
    log = Log(tmp_path / "a.db")
    await log.open()
    facts: list[Anything] = [asked(), said("one")]
    await log.tell("t", "r", facts, once="1")
    (await log.read("r")).clear()
    assert [one.fact for one in await log.read("r")] == facts
    await log.close()


async def test_of_a_file_that_others_write_nothing_is_kept(tmp_path: Path) -> None:
    one, other = Log(tmp_path / "a.db"), Log(tmp_path / "a.db")
    await one.open(alone=False)
    await other.open(alone=False)
    await one.tell("t", "r", [asked(), recalled(1)], once="1")
    assert "word 2 of 1" in str(await one.read("r"))
    await other.forget("t", "m2")
    assert "word 2 of 1" not in str(await one.read("r"))
    await one.close()
    await other.close()


# --- how much is kept -------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 40)), max_size=60))
def test_it_never_holds_more_runs_or_characters_than_it_may(added: Sequence[tuple[str, int]]) -> None:
    kept, seqs = Kept(runs=3, characters=100), dict.fromkeys("abcdefgh", 0)
    long: dict[str, int] = {}
    for run, characters in added:
        before = kept.of(run)
        if not before:
            seqs[run], long[run] = 0, 0
        kept.add(run, [record(run, seqs[run])], characters)
        seqs[run], long[run] = seqs[run] + 1, long[run] + characters
        held = [name for name in "abcdefgh" if kept.of(name)]
        assert len(held) <= 3 and sum(long[name] for name in held) <= 100


def test_the_run_that_was_looked_at_longest_ago_goes_first() -> None:
    kept = Kept(runs=2)
    kept.add("a", [record("a", 0)], 1)
    kept.add("b", [record("b", 0)], 1)
    kept.of("a")
    kept.add("c", [record("c", 0)], 1)
    assert kept.of("a") and kept.of("c") and not kept.of("b")


def test_what_comes_later_is_added_to_what_is_there() -> None:
    kept = Kept()
    kept.add("a", [record("a", 0)], 1)
    kept.add("a", [record("a", 1), record("a", 2)], 1)
    assert [one.seq for one in kept.of("a")] == [0, 1, 2]
    kept.drop("a")
    assert kept.of("a") == ()
