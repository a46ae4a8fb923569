"""`footnote trace`: what happened in a run, out of the log, also beside a bot at work. Reads and never writes."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from agent.clean import without_tokens
from agent.facts import Record, Unknown
from agent.log import Damaged, Log
from agent.run import Run, replay
from bot.settings import Settings, SettingsError
from bot.views import audit, safe

NEWEST = 20  # runs listed where none is named
EVERY = 1_000_000  # runs; where one is looked for among all of them
BEGINNING = 4  # characters of a run's id, at the least


class NoRun(Exception):
    """No run, or more than one, is meant by what was asked for; one line."""


@dataclass(frozen=True)
class Spot:
    """A message in Slack, out of its link. `thread` is the root it says it stands under, "" where it says none."""

    channel: str
    ts: str
    thread: str = ""


def permalink(text: str) -> Spot | None:
    """The message a link leads to: https://…/archives/C123/p1700000000123456, `?thread_ts=` for a reply."""
    try:
        parts = urlsplit(text.strip().strip("<>"))
    except ValueError:
        return None
    found = re.fullmatch(r"/archives/([A-Z0-9]+)/p([0-9]{1,12})([0-9]{6})/?", parts.path)
    if parts.scheme not in ("http", "https") or not found:
        return None
    thread = parse_qs(parts.query).get("thread_ts", [""])[0]
    return Spot(found[1], f"{found[2]}.{found[3]}", thread)


async def trace(settings: Settings, wanted: str, *, as_json: bool) -> int:
    """List the runs that `wanted` means, fact by fact, or the newest runs: see `printed`."""

    async def lines(log: Log) -> Iterable[str]:
        return await _traced(log, wanted, as_json) if wanted.strip() else await _newest(log, as_json)

    return await printed(settings, lines)


async def printed(settings: Settings, lines: Callable[[Log], Awaitable[Iterable[str]]]) -> int:
    """Print what is read out of the log. Exit codes: 0; 1 where there is no such run. Raises SettingsError where
    there is no log yet, LogError where it cannot be read."""
    if not settings.log_path.is_file():
        raise SettingsError(f"there is no log yet at {settings.log_path}: `footnote run` writes one (FOOTNOTE_DATA)")
    log = Log(settings.log_path)
    try:
        await log.open(carry=False)
        put(await lines(log))
    except NoRun as error:
        sys.stderr.write(f"footnote: {error}\n")
        return 1
    finally:
        await log.close()
    return 0


def put(lines: Iterable[str]) -> None:
    """Lines on standard output, without a key that somebody had pasted; whoever reads only the first of them
    (`| head`) is no error."""
    try:
        for line in lines:
            sys.stdout.write(f"{without_tokens(line)}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the end of the program tries once more


async def _newest(log: Log, as_json: bool) -> list[str]:
    runs = [await _read(log, run) for _, run in await log.recent(NEWEST)]
    if as_json:
        return [_json(_overview(run)) for run in runs]
    return audit.listing(runs, time.time()) or ["no run yet"]


async def _read(log: Log, run: str) -> Run | str:
    """The run, or its id where its facts cannot be read."""
    try:
        return replay(await log.read(run))
    except Damaged:
        return run


def _overview(run: Run | str) -> dict[str, object]:
    if isinstance(run, str):
        return {"run": run, "state": "not readable"}
    asked = run.asked
    known = {"run": run.id, "thread": run.thread, "at": run.asked_at, "by": asked.by, "name": asked.name}
    used = run.usage.model_dump(mode="json")
    return {**known, "state": audit.state(run, time.time()), "question": asked.text, "usage": used}


async def _traced(log: Log, wanted: str, as_json: bool) -> list[str]:
    lines: list[str] = []
    for run in await meant(log, wanted.strip()):
        records = await log.read(run)
        lines += rows(records, run=run) if as_json else _listed(records)
    return lines


def _listed(records: list[Record]) -> list[str]:
    """A run under a line of its own that says which it is."""
    run = replay(records)
    title = f"run {audit.plain(run.id)} of thread {audit.plain(run.thread)}: {audit.state(run, time.time())}"
    used = audit.total(run)
    return [f"{title} · {used}" if used else title, *audit.lines(records)]


# --- which runs are meant ---------------------------------------------------------------------------------------


async def meant(log: Log, wanted: str) -> list[str]:
    """The runs that an id, the beginning of one, or a link means. Raises NoRun."""
    everything = await log.recent(EVERY)
    if "/" in wanted:
        return await _of_thread(log, wanted, everything)
    found = [run for _, run in everything if run.startswith(wanted)]
    if wanted in found:
        return [wanted]
    if not found or len(wanted) < BEGINNING:
        hint = f" (the beginning of an id has at least {BEGINNING} characters)" if len(wanted) < BEGINNING else ""
        raise NoRun(f"there is no run {audit.plain(wanted, 80)}{hint}; `footnote trace` lists the newest")
    if len(found) > 1:
        raise NoRun(f"{len(found)} runs begin with {audit.plain(wanted, 80)}: {', '.join(sorted(found)[:5])}")
    return found


async def _of_thread(log: Log, link: str, everything: list[tuple[str, str]]) -> list[str]:
    """All runs of the thread in which the linked message stands, oldest first."""
    spot = permalink(link)
    if spot is None:
        raise NoRun(f"this is no link to a message in Slack: {audit.plain(link, 80)}")
    thread = next((thread for thread, _ in everything if _stands(spot, thread)), "")
    if not thread and (shown := await log.run_of(spot.channel, spot.ts)):  # ours, linked without its root
        thread = next((thread for thread, run in everything if run == shown[0]), "")
    runs = await log.runs(thread) if thread else []
    if not runs:
        raise NoRun("there is no run in the thread of this message")
    return runs


def _stands(spot: Spot, thread: str) -> bool:
    """A link knows no team; the rest of a thread's id is the channel and the thread's first message."""
    return thread.endswith(f"/{spot.channel}/{spot.thread or spot.ts}")


# --- as JSON ------------------------------------------------------------------------------------------------------


def rows(records: Iterable[Record], **more: str) -> Iterator[str]:
    """Facts as JSON, one object a line, opened texts included; `more` comes first in each. Of a fact that only a
    newer version knows there is its kind alone."""
    for record in records:
        place = {**more, "seq": record.seq, "at": record.at, "kind": record.fact.kind}
        known = {} if isinstance(record.fact, Unknown) else {"fact": record.fact.model_dump(mode="json")}
        yield _json({**place, **known})


def _json(value: object) -> str:
    """Readable in every language, and inert in a terminal: what hides is written as JSON's own escape."""
    return safe.exact(json.dumps(value, ensure_ascii=False))


async def print_facts(log: Log, run: str) -> None:
    """A run's facts on standard output, one JSON object a line."""
    put(rows(await log.read(run)))
