"""`footnote trace`: the log read by somebody else, also while a bot is at work on it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Answer, Answered, Anything, Asked, Stopped
from agent.log import Log, LogError, Shown
from bot import trace as tracing
from bot.settings import Settings, SettingsError
from bot.trace import Spot, permalink, trace
from tests.bot.payloads import texts

ANNA = "UANNA"
PLACE = "C0RESEARCH"
ROOT = "1700000000.000100"
THREAD = f"T0FOOTNOTE/{PLACE}/{ROOT}"
LINK = f"https://example.slack.com/archives/{PLACE}/p"
FIRST, SECOND, OTHER = "aaaa11112222", "aaaa33334444", "bbbb11112222"


def settings(folder: Path) -> Settings:
    return Settings().model_copy(update={"data": folder / "data"})


def asked(text: str, message: str = ROOT) -> Asked:
    return Asked(message=message, text=text, by=ANNA, name="Anna")


@asynccontextmanager
async def at_work(folder: Path) -> AsyncIterator[Log]:
    """A log that a bot holds: two runs in one thread, one in another."""
    log = Log(settings(folder).log_path)
    await log.open()
    try:
        await tell(log, THREAD, FIRST, asked("why trains?"), Answered(answer=Answer(text="Because.\nIndeed.")))
        await tell(log, THREAD, SECOND, asked("and planes?", "1700000000.000300"))
        await tell(
            log, f"T0FOOTNOTE/{PLACE}/1700000000.000900", OTHER, asked("ships?"), Stopped(why="person", by=ANNA)
        )
        yield log
    finally:
        await log.close()


async def tell(log: Log, thread: str, run: str, *facts: Anything) -> None:
    await log.tell(thread, run, facts, once=run)


Printed = pytest.CaptureFixture[str]


async def listed(folder: Path, printed: Printed, wanted: str = "", *, as_json: bool = False) -> list[str]:
    """What is printed, line by line, where all is well."""
    assert await trace(settings(folder), wanted, as_json=as_json) == 0
    return printed.readouterr().out.splitlines()


async def complaint(folder: Path, printed: Printed, wanted: str) -> str:
    """The one line on standard error where there is no such run."""
    assert await trace(settings(folder), wanted, as_json=False) == 1
    out, errors = printed.readouterr()
    [line] = errors.splitlines()
    assert not out and line.startswith("footnote: ")
    return line


def titles(lines: Sequence[str]) -> list[str]:
    return [line.split()[1] for line in lines if line.startswith("run ")]


# --- without a run ------------------------------------------------------------------------------------------------


async def test_the_newest_runs_are_listed_with_how_far_they_are(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        lines = await listed(tmp_path, capsys)
    assert [line.split()[0] for line in lines] == [OTHER, SECOND, FIRST]
    assert "stopped by Anna (UANNA)" in lines[0] and "“ships?”" in lines[0]
    assert "at work" in lines[1] and "answered" in lines[2] and "“why trains?”" in lines[2]


async def test_at_most_twenty(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path) as log:
        for number in range(30):
            await tell(log, f"T/C/{number}.0", f"cccc{number:08}", asked(f"question {number}"))
        lines = await listed(tmp_path, capsys)
    assert [line.split()[0] for line in lines] == [f"cccc{number:08}" for number in range(29, 9, -1)]


async def test_a_log_without_runs_says_so(tmp_path: Path, capsys: Printed) -> None:
    log = Log(settings(tmp_path).log_path)
    await log.open()
    await log.close()
    assert await listed(tmp_path, capsys) == ["no run yet"]


async def test_the_list_as_json(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        rows = [json.loads(line) for line in await listed(tmp_path, capsys, as_json=True)]
    assert [(row["run"], row["state"], row["question"]) for row in rows] == [
        (OTHER, "stopped by Anna (UANNA)", "ships?"),
        (SECOND, "at work", "and planes?"),
        (FIRST, "answered", "why trains?"),
    ]


async def test_where_nothing_was_ever_run_there_is_no_log_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no log yet"):
        await trace(settings(tmp_path), "", as_json=False)
    assert os.listdir(tmp_path) == []


# --- which run ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [FIRST, "aaaa1", f" {FIRST} "])
async def test_a_run_by_its_id_or_the_beginning_of_it(wanted: str, tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        lines = await listed(tmp_path, capsys, wanted)
    assert lines[0] == f"run {FIRST} of thread {THREAD}: answered"
    assert [line.split()[0] for line in lines[1:]] == ["0", "1"]
    assert "“why trains?”" in lines[1] and "“Because. …”" in lines[2]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("aaaa", "2 runs begin with aaaa"),
        ("bbb", "at least 4 characters"),
        ("dddd", "there is no run dddd"),
        ("dddd\x1b[31m", "dddd\\u001b[31m"),
        (f"{LINK}1700000000000777", "no run in the thread"),
        ("https://example.slack.com/archives/C0ELSEWHERE/p1700000000000100", "no run in the thread"),
        ("https://example.com/", "no link to a message"),
        ("https://[/", "no link to a message"),
    ],
)
async def test_what_means_no_run_is_one_line(wanted: str, words: str, tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        assert words in await complaint(tmp_path, capsys, wanted)


@pytest.mark.parametrize(
    "link",
    [
        f"{LINK}1700000000000100",
        f"{LINK}1700000000000200?thread_ts={ROOT}&cid={PLACE}",
        f"<{LINK}1700000000000100>",
        f"{LINK}1700000000000250",
    ],
)
async def test_a_link_to_a_message_means_all_runs_of_its_thread(link: str, tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path) as log:
        await log.show(Shown(SECOND, "progress", PLACE, "1700000000.000250"))
        assert titles(await listed(tmp_path, capsys, link)) == [FIRST, SECOND]


async def test_facts_as_json_name_their_run(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        rows = [json.loads(line) for line in await listed(tmp_path, capsys, f"{LINK}1700000000000100", as_json=True)]
    assert [(row["run"], row["seq"], row["kind"]) for row in rows] == [
        (FIRST, 0, "asked"), (FIRST, 1, "answered"), (SECOND, 0, "asked"),
    ]  # fmt: skip
    assert rows[1]["fact"]["answer"]["text"] == "Because.\nIndeed."


# --- what a log may hold ------------------------------------------------------------------------------------------


async def test_facts_of_a_newer_version_are_listed_as_such(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        put(tmp_path, SECOND, 1, "continued", "{}")
        lines = await listed(tmp_path, capsys, SECOND)
        assert lines[0].endswith("newer version") and lines[2].endswith("a fact of a newer version (continued)")
        rows = [json.loads(line) for line in await listed(tmp_path, capsys, SECOND, as_json=True)]
        assert rows[1] == {"run": SECOND, "seq": 1, "at": rows[1]["at"], "kind": "continued"}


async def test_a_run_that_cannot_be_read_spoils_no_list(tmp_path: Path, capsys: Printed) -> None:
    async with at_work(tmp_path):
        put(tmp_path, SECOND, 1, "answered", '{"answer": 7}')
        lines = await listed(tmp_path, capsys)
        assert "not readable" in lines[1] and "ships?" in lines[0]
        rows = [json.loads(line) for line in await listed(tmp_path, capsys, as_json=True)]
        assert rows[1] == {"run": SECOND, "state": "not readable"}
        with pytest.raises(LogError, match=f"the facts of run {SECOND} cannot be read"):
            await trace(settings(tmp_path), SECOND, as_json=False)


def put(folder: Path, run: str, seq: int, kind: str, body: str) -> None:
    with closing(sqlite3.connect(settings(folder).log_path)) as db, db:
        row = (run, seq, THREAD, 2e9, 1, kind, body)
        db.execute("INSERT INTO fact (run, seq, thread, at, v, kind, body) VALUES (?, ?, ?, ?, ?, ?, ?)", row)


async def test_what_people_wrote_is_inert_in_a_terminal(tmp_path: Path, capsys: Printed) -> None:
    words = "why \x1b]0;mine\x07 \u202etxt.exe\n\x9b31m?"
    async with at_work(tmp_path) as log:
        await tell(log, "T/C/\x1b.0", "cccc11112222", asked(words))
        for wanted in ("", "cccc"):
            for as_json in (False, True):
                lines = await listed(tmp_path, capsys, wanted, as_json=as_json)
                assert all(line.isprintable() for line in lines)
        assert json.loads(lines[0])["fact"]["text"] == words, "and JSON holds it as it was"


# --- beside a bot at work -----------------------------------------------------------------------------------------


async def test_a_log_that_somebody_writes_to_is_read_all_the_same_and_not_changed(
    tmp_path: Path, capsys: Printed
) -> None:
    async with at_work(tmp_path):
        with closing(sqlite3.connect(settings(tmp_path).log_path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert len(await listed(tmp_path, capsys)) == 3
            assert titles(await listed(tmp_path, capsys, FIRST)) == [FIRST]


def footnote(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("SLACK", "OPENAI", "FOOTNOTE"))
    }
    given = {**clean, "FOOTNOTE_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "bot", "trace", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, env=given, stdout=pipe, stderr=pipe, text=True)


async def test_the_command_needs_no_setting_but_where_the_log_is(tmp_path: Path) -> None:
    with footnote(tmp_path) as nothing:
        _, errors = nothing.communicate(timeout=60)
    assert nothing.returncode == 2 and "there is no log yet" in errors and len(errors.splitlines()) == 1
    async with at_work(tmp_path):
        with footnote(tmp_path, "bbbb") as found:
            out, errors = found.communicate(timeout=60)
        assert found.returncode == 0 and out.startswith(f"run {OTHER}") and not errors
        with footnote(tmp_path, "dddd") as none:
            assert none.wait(60) == 1


async def test_whoever_reads_only_the_beginning_sees_no_error(tmp_path: Path) -> None:
    async with at_work(tmp_path) as log:
        await tell(log, THREAD, "cccc11112222", *[asked("x" * 1000)] * 500)
        with footnote(tmp_path, "cccc", "--json") as process:
            assert process.stdout and process.stderr
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == "" and process.wait(60) == 0


# --- links --------------------------------------------------------------------------------------------------------


def test_a_link_names_channel_message_and_root() -> None:
    assert permalink(f"{LINK}1700000000000100") == Spot(PLACE, ROOT)
    assert permalink(f"{LINK}1700000000000200?thread_ts={ROOT}&cid={PLACE}") == Spot(PLACE, "1700000000.000200", ROOT)
    assert permalink(f"https://example.slack.com/archives/{PLACE}") is None
    assert permalink("aaaa11112222") is None


@given(texts | texts.map(lambda text: LINK + text) | st.just("https://x/archives/C/p1?thread_ts="))
def test_any_text_is_a_link_or_none(text: str) -> None:
    permalink(text)


def test_a_key_that_somebody_pasted_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    tracing.put(['{"text": "use sk-proj-0123456789abcdef now"}'])
    assert json.loads(capsys.readouterr().out) == {"text": "use [hidden] now"}
