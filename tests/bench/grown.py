"""A log as it is after a year: ten thousand finished runs, whose texts are gone, and a hundred that are under way."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    Call,
    Checked,
    Closing,
    Decided,
    Hit,
    Intent,
    Passage,
    Recalled,
    Replied,
    Reply,
    Request,
    Result,
    Returned,
    Rules,
    Source,
    Started,
    Statement,
    Understood,
    Usage,
    to_wire,
)
from agent.log import Log

FINISHED, OPEN = 10_000, 100
ROUNDS = 4
BEGAN = 1_770_000_000.0  # Unix seconds
WORDS = "In the second year the pump used a quarter less than the boiler before it. "


async def grow(path: Path) -> None:
    """Write such a log. The rows go in as they are, since one append each would take minutes."""
    log = Log(path)
    await log.open()
    await log.close()
    await asyncio.to_thread(_fill, path)


def _fill(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous=OFF")
        for n in range(FINISHED + OPEN):
            _write(db, n, finished=n % (FINISHED // OPEN + 1) > 0)
        db.commit()


def _write(db: sqlite3.Connection, n: int, *, finished: bool) -> None:
    run, thread, at = f"{n:012x}", f"T0/C{n % 50}/{BEGAN + n:.6f}", BEGAN + n * 3_000
    facts = list(_facts(n, finished))
    wire = [to_wire(fact) for fact in facts]
    rows = [
        (run, seq, thread, at + seq, fact.v, fact.kind, fact.step if isinstance(fact, Closing) else None, body)
        for seq, (fact, (body, _)) in enumerate(zip(facts, wire, strict=True))
    ]
    db.executemany("INSERT INTO fact (run, seq, thread, at, v, kind, closes, body) VALUES (?,?,?,?,?,?,?,?)", rows)
    db.executemany("INSERT INTO once VALUES (?, ?)", [(f"{thread}/{k}", at) for k in range(3)])
    shown = [(run, slot, "C1", f"{at:.6f}", f"{n:032x}", 5) for slot in ("progress", "approval.7", "approval.12")]
    db.executemany("INSERT INTO shown VALUES (?, ?, ?, ?, ?, ?)", shown)
    if finished:
        db.execute("INSERT INTO settled VALUES (?, ?, ?)", (run, thread, at + len(facts)))
    else:
        texts = [(run, f"{seq}.{ref}", text) for seq, (_, kept) in enumerate(wire) for ref, text in kept.items()]
        db.executemany("INSERT INTO text VALUES (?, ?, ?)", texts)


def _facts(n: int, finished: bool) -> Iterator[Anything]:
    """About thirty facts of about 12 kB, the texts aside; a run that is open waits for its last approval."""
    rules = Rules(model="a-model", tools=("search", "read_page", "search_docs", "read_file", "list_files"))
    yield Asked(
        message=f"{n}", text=f"What does a heat pump cost over ten years? ({n})", by=f"U{n % 80}", rules=rules
    )
    yield from _step("recall.1", Recalled(step="recall.1"))
    goal = Intent(mode="research", goal="The cost of a heat pump over ten years", since=f"{n}")
    yield from _step("understand.1", Understood(step="understand.1", intent=goal, usage=_usage(900)))
    for number in range(1, ROUNDS + 1):
        call = Call(id=f"{number}.1", tool="search", arguments=f'{{"query": "heat pump costs {n} {number}"}}')
        reply = Reply(calls=(call,), finish="tool_calls", model="a-model", usage=_usage(3_000))
        yield from _step(f"reply.{number}", Replied(step=f"reply.{number}", reply=reply))
        yield ApprovalRequested(requests=(Request(call_id=call.id, digest=call.digest),), expires=BEGAN * 2)
        if number == ROUNDS and not finished:
            return
        yield Decided(call_id=call.id, digest=call.digest, by=f"U{n % 80}", verdict="approve")
        yield from _step(f"call.{call.id}", Returned(step=f"call.{call.id}", outcome="ok", result=_result(number)))
    yield from _step("reply.9", Replied(step="reply.9", reply=Reply(text=_answer().text, usage=_usage(9_000))))
    yield from _step("check.1", Checked(step="check.1", answer=_answer()))
    yield Answered(answer=_answer())


def _step(id: str, outcome: Closing) -> Iterator[Anything]:
    yield Started(step=id, worker="4711-0af3c2")
    yield outcome


def _usage(prompt: int) -> Usage:
    return Usage(prompt=prompt, completion=120)


def _result(number: int) -> Result:
    address = f"https://warmledger.example/{number}"
    hits = tuple(Hit(address=f"{address}/{n}", title="What pumps cost", snippet=WORDS * 2) for n in range(3))
    return Result(
        hits=hits, passages=(Passage(address=address, title="Costs", where="whole page", text=WORDS * 150),)
    )


def _answer() -> Answer:
    claims = tuple(
        Statement(text=WORDS, numbers=(n,), excerpt=WORDS, number=n, where="whole page") for n in range(1, 6)
    )
    sources = tuple(
        Source(number=n, address=f"https://warmledger.example/{n}", title="What pumps cost", opened="whole page")
        for n in range(1, 6)
    )
    return Answer(text=WORDS * 5, statements=claims, sources=sources)
