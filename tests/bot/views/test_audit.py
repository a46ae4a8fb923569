"""The listing of a run for a terminal: one real run against its golden file, and whatever else a log may hold.

`audit.jsonl` is a run of the real bot with a scripted model, as `footnote trace --json` printed it. After a change
that is meant: `REWRITE_GOLDEN=1 pytest tests/bot/views/test_audit.py`, then read the difference.
"""

from __future__ import annotations

import datetime
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import (
    FACTS,
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    Call,
    Decided,
    Fact,
    Record,
    Replied,
    Reply,
    Request,
    Returned,
    Said,
    Started,
    Stopped,
    Unknown,
)
from agent.run import replay
from bot.views import audit
from tests.agent.strategies import facts, texts
from tests.bot.views.story import START, Story

HERE = Path(__file__).parent
UTC = datetime.UTC
ESCAPES = "\x1b]0;mine\x07\x1b[2J\x9b31m\r\n\x00\u202egnp.exe\u2066\u200b\ud800"
KINDS: dict[str, type[Fact]] = {kind.kind: kind for kind in FACTS}


def recorded() -> list[Record]:
    rows = [json.loads(line) for line in (HERE / "audit.jsonl").read_text("utf-8").splitlines()]
    return [Record("thread", "run", row["seq"], row["at"], known(row)) for row in rows]


def known(row: dict[str, object]) -> Anything:
    fact: Anything = KINDS[str(row["kind"])].model_validate(row["fact"])  # type: ignore[assignment]
    return fact


def told(*facts: Anything | Unknown) -> list[Record]:
    """These facts, a second apart."""
    return [Record("T/C/1.0", "run-7", seq, START + seq, fact) for seq, fact in enumerate(facts)]


def line(*facts: Anything | Unknown) -> str:
    """The line of the last of these facts."""
    return audit.lines(told(*facts), UTC)[-1]


def test_a_real_run_reads_as_agreed() -> None:
    file = HERE / "audit.txt"
    found = "".join(f"{line}\n" for line in audit.lines(recorded(), UTC))
    if os.environ.get("REWRITE_GOLDEN"):
        file.write_text(found, "utf-8")
    assert found == file.read_text("utf-8")


def test_the_list_of_runs_says_who_asked_what_and_how_far_it_is() -> None:
    story = Story("How many heat pumps were sold?")
    first, second = audit.listing([story.run, "feedbeef0001"], story.now, UTC)
    columns = [
        "run-7       ",
        "2023-11-14T22:13:20+00:00",
        "Anna (U0ANNA)",
        "at work     ",
        f"“{story.run.asked.text}”",
    ]
    assert first == "  ".join(columns)
    assert second.split() == ["feedbeef0001", "not", "readable"]
    assert audit.listing([], 0.0) == []


# --- states -----------------------------------------------------------------------------------------------------

ASKED = Asked(message="1.0", text="why?", by="UANNA", name="Anna")
CALL = Call(id="1.1", tool="search", arguments='{"query": "x"}')
REQUESTED = ApprovalRequested(requests=(Request(call_id="1.1", digest=CALL.digest),), expires=START + 3600)
REPLIED = (Started(step="reply.1", worker="w"), Replied(step="reply.1", reply=Reply(calls=(CALL,))))


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ([ASKED], "at work"),
        ([ASKED, *REPLIED, REQUESTED], "waiting for approval"),
        ([ASKED, Answered(answer=Answer(text="So."))], "answered"),
        ([ASKED, Answered(answer=Answer())], "answered, nothing confirmed"),
        ([ASKED, Stopped(why="person", by="UANNA")], "stopped by Anna (UANNA)"),
        ([ASKED, Stopped(why="failed", ref="ab12")], "stopped: a step failed · reference ab12"),
        ([ASKED, Unknown("continued")], "newer version"),
    ],
)
def test_how_far_a_run_is(facts: list[Anything | Unknown], state: str) -> None:
    assert audit.state(replay(told(*facts)), START + 60) == state


def test_an_approval_that_has_expired_is_waited_for_no_more() -> None:
    assert audit.state(replay(told(ASKED, *REPLIED, REQUESTED)), START + 3601) == "at work"


# --- lines ------------------------------------------------------------------------------------------------------


def test_a_request_shows_the_whole_arguments_and_the_digest() -> None:
    long = Call(id="1.1", tool="search", arguments=json.dumps({"query": "word " * 2000}))
    asked = ApprovalRequested(requests=(Request(call_id="1.1", digest=long.digest),), expires=START)
    found = line(ASKED, Replied(step="reply.1", reply=Reply(calls=(long,))), asked)
    assert f"call 1.1 search {long.arguments} digest {long.digest} ·" in found


def test_a_request_that_is_not_about_the_call_of_its_name_says_so() -> None:
    other = ApprovalRequested(requests=(Request(call_id="1.1", digest="0" * 64),), expires=START)
    assert "not the digest of this call" in line(ASKED, *REPLIED, other)
    assert "which no reply holds" in line(ASKED, other)


def test_a_decision_names_verdict_call_tool_digest_comment_and_scope() -> None:
    decided = Decided(
        call_id="1.1", digest=CALL.digest, by="UANNA", verdict="reject", comment="not this", scope="call"
    )
    for words in ("Anna (UANNA) · reject", "call 1.1 search", CALL.digest[:12], "“not this”", "this call only"):
        assert words in line(ASKED, *REPLIED, REQUESTED, decided)
    assert CALL.digest not in line(ASKED, *REPLIED, REQUESTED, decided)


def test_a_step_says_how_long_it_took_and_how_it_ended() -> None:
    returned = Returned(step="call.1.1", outcome="failed", ref="ab12")
    found = line(ASKED, *REPLIED, Started(step="call.1.1", worker="w"), returned)
    assert "call 1.1 search · after 1.0 s · failed · reference ab12" in found
    assert "after" not in line(ASKED, returned), "nobody saw it begin"


def test_a_fact_of_a_newer_version_is_listed_as_one() -> None:
    assert line(ASKED, Unknown("continued")).endswith("a fact of a newer version (continued)")


def test_nothing_that_people_write_reaches_the_terminal_as_anything_but_words() -> None:
    asked = Asked(message="1.0", text=f"why {ESCAPES}", by="UANNA", name=f"Anna{ESCAPES}")
    hostile = Call(id="1.1", tool="search", arguments=f'{{"query": "{ESCAPES}"}}')
    for found in (
        line(asked),
        line(asked, Said(message="2.0", by="UANNA", text=ESCAPES)),
        line(asked, Replied(step="reply.1", reply=Reply(text=ESCAPES))),
        line(asked, Replied(step="reply.1", reply=Reply(calls=(hostile,)))),
        line(asked, Unknown(ESCAPES)),
        *audit.listing([replay(told(asked)), ESCAPES], START, UTC),
    ):
        assert found.isprintable()
    assert "\\u001b]0;mine" in line(asked) and "\\u202egnp.exe" in line(asked), "written out, not left out"


# --- whatever a log holds -----------------------------------------------------------------------------------------

hostile_texts = texts | st.sampled_from([ESCAPES, "a\nb", "\u2028", "\x1b[31m"])
anything = st.one_of(facts(), hostile_texts.map(Unknown))
records = st.lists(st.tuples(st.floats(), anything), max_size=6).map(
    lambda rows: [Record("T/C/1", "run", seq, at, fact) for seq, (at, fact) in enumerate(rows)]  # type: ignore[arg-type]
)


@given(records)
def test_every_record_is_one_line_of_visible_characters(rows: list[Record]) -> None:
    found = audit.lines(rows)
    assert len(found) == len(rows)
    assert all(line.isprintable() and line.split()[0] == str(row.seq) for line, row in zip(found, rows, strict=True))


@given(records.filter(bool), st.floats())
def test_every_run_is_one_line_of_visible_characters(rows: list[Record], now: float) -> None:
    [found] = audit.listing([replay(rows)], now)
    assert found.isprintable()


def test_a_call_that_a_person_changed_is_listed_with_its_tool_and_whole_arguments() -> None:
    made = Call(id="1.1", tool="search", arguments='{"query": "old"}')
    changed = made.changed('{"query": "new"}')
    facts: list[Anything] = [
        Asked(message="1.0", text="?", by="UANNA"),
        Started(step="reply.1", worker="w"),
        Replied(step="reply.1", reply=Reply(calls=(made,))),
        Decided(call_id="1.1", digest=made.digest, by="UANNA", verdict="edit", arguments=changed.arguments),
        ApprovalRequested(requests=(Request(call_id=changed.id, digest=changed.digest),), expires=9.0),
        Started(step=f"call.{changed.id}", worker="w"),
    ]
    told = audit.lines([Record("t", "r", seq, float(seq), fact) for seq, fact in enumerate(facts)])
    assert "1.1e2 search" in told[4] and '{"query": "new"}' in told[4] and "no reply holds" not in told[4]
    assert "1.1e2 search" in told[5]
