"""The `footnote` command."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from agent.log import LogError
from bot import logs
from bot.settings import Settings, SettingsError, for_http, for_slack, load

cli = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__)


def main() -> None:
    """Entry point. A setting or a log that cannot be used is one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal does not know must not end the program
            stream.reconfigure(errors="replace")
    logs.begin()
    try:
        cli()
    except (SettingsError, LogError) as error:
        sys.stderr.write(f"footnote: {error}\n")
        raise SystemExit(2) from None


@cli.command()
def run(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65_535, help="Serve Slack's Request URLs on this port (SLACK_SIGNING_SECRET)."),
    ] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on, with --port (127.0.0.1).")] = None,
) -> None:
    """Serve a Slack workspace: by Socket Mode (SLACK_APP_TOKEN), or with --port at Request URLs."""
    if host and port is None:
        raise SettingsError("--host goes with --port: without it nothing listens, since the bot connects to Slack")
    logging.getLogger("agent.carrier").setLevel(logging.INFO)  # one line for each run that ends, with what it took
    asyncio.run(_until_told_to_stop(_serve(None if port is None else (host or "127.0.0.1", port))))


@cli.command(name="try")
def try_(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port on 127.0.0.1; 0 takes a free one.")] = 8010,
) -> None:
    """Try Footnote in a simulated workspace in the browser; nothing needs to be set."""
    asyncio.run(_until_told_to_stop(_stage(port)))


@cli.command()
def ask(
    question: str,
    docs: Annotated[Path | None, typer.Option(help="A folder of documents to search (FOOTNOTE_DOCS).")] = None,
    approve: Annotated[bool, typer.Option("--approve", help="Decide on each call before it is made.")] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Deep research: several independent sources.")] = False,
    think: Annotated[bool, typer.Option("--think", help="Think hard, and look at the draft twice.")] = False,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Print the words that carry each claim too, as `footnote export` does.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the facts, one a line; with --evidence the JSON of the export."),
    ] = False,
) -> None:
    """Answer one question in the terminal; the answer with its sources comes last. Budgets of people and days
    (person_day_*, day_*) do not count here, that of a question (run_*) does."""
    from bot.effort import Wish
    from bot.terminal import answer, form  # the terminal's own libraries load only where there is one

    wish, printed = Wish(deep, think), form(evidence=evidence, as_json=as_json)
    raise SystemExit(asyncio.run(answer(_settings(docs=docs), question, wish, printed, approve=approve)))


@cli.command()
def trace(
    run: Annotated[str, typer.Argument(help="A run's id, the beginning of one, or a link to a message.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the facts, one JSON object a line.")] = False,
) -> None:
    """List what happened in a run, fact by fact; without RUN, the newest runs."""
    from bot.trace import trace as listed

    raise SystemExit(asyncio.run(listed(_settings(), run, as_json=as_json)))


@cli.command()
def export(
    run: Annotated[str, typer.Argument(help="A run's id, the beginning of one, or a link to a message.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON in the shape of OpenAI's message content.")
    ] = False,
) -> None:
    """Print an answer with its sources and their words, as Markdown."""
    from bot.export import export as printed

    raise SystemExit(asyncio.run(printed(_settings(), run, as_json=as_json)))


def _settings(**given: object) -> Settings:
    """The settings, whose keys no line of the log holds from here on."""
    settings = load(**given)
    logs.hide(settings.keys)
    return settings


async def _serve(listen: tuple[str, int] | None) -> None:
    settings = (for_http if listen else for_slack)(_settings())
    from bot.app import slack_bot

    async with slack_bot(settings, listen=listen) as bot:
        await bot.start()
        sys.stderr.write(
            f"footnote is listening in workspace {bot.me.team}, {bot.way_in.where}; stop it with Ctrl-C\n"
        )
        await asyncio.Event().wait()


async def _stage(port: int) -> None:
    from bot.app import slack_bot
    from bot.playground.stage import stage

    async with stage(_settings(), port) as (slack, joined), slack_bot(joined) as bot:
        await bot.start()
        sys.stdout.write(f"{slack.url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


async def _until_told_to_stop(work: Coroutine[Any, Any, None]) -> None:
    """Do the work, whatever it is at just now, until SIGINT or SIGTERM: the first one cancels it, so that all it
    opened is closed in order; a second one ends the process where it stands."""
    task = asyncio.create_task(work)
    told: list[int] = []

    def hear(number: int) -> None:
        if told:
            os._exit(128 + number)
        told.append(number)
        sys.stderr.write("footnote: finishing what is under way; once more to stop at once\n")
        task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, hear, number)
    try:
        await task
    except asyncio.CancelledError:
        if not told:
            raise


if __name__ == "__main__":
    main()
