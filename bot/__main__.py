"""The `footnote` command."""

from __future__ import annotations

import asyncio
import io
import logging
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from agent.log import LogError
from bot.settings import Settings, SettingsError, for_slack, load

cli = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__)


def main() -> None:
    """Entry point. A setting or a log that cannot be used is one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal does not know must not end the program
            stream.reconfigure(errors="replace")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        cli()
    except (SettingsError, LogError) as error:
        sys.stderr.write(f"footnote: {error}\n")
        raise SystemExit(2) from None


@cli.command()
def run() -> None:
    """Serve a Slack workspace by Socket Mode (SLACK_BOT_TOKEN, SLACK_APP_TOKEN)."""
    asyncio.run(_serve(for_slack(load())))


@cli.command(name="try")
def try_(
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port on 127.0.0.1; 0 takes a free one.")] = 8010,
) -> None:
    """Try Footnote in a simulated workspace in the browser; nothing needs to be set."""
    asyncio.run(_stage(load(), port))


@cli.command()
def ask(
    question: str,
    docs: Annotated[Path | None, typer.Option(help="A folder of documents to search (FOOTNOTE_DOCS).")] = None,
    approve: Annotated[bool, typer.Option("--approve", help="Decide on each call before it is made.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the facts of the run, one a line.")] = False,
) -> None:
    """Answer one question in the terminal; the answer with its sources comes last."""
    from bot.terminal import answer  # the terminal's own libraries load only where there is one

    raise SystemExit(asyncio.run(answer(load(docs=docs), question, approve=approve, as_json=as_json)))


async def _serve(settings: Settings) -> None:
    from bot.app import slack_bot

    async with slack_bot(settings) as bot:
        await bot.start()
        sys.stderr.write(f"footnote is listening in workspace {bot.me.team}; stop it with Ctrl-C\n")
        await _until_told_to_stop()


async def _stage(settings: Settings, port: int) -> None:
    from bot.app import slack_bot
    from bot.playground.stage import stage

    async with stage(settings, port) as (slack, joined), slack_bot(joined) as bot:
        await bot.start()
        sys.stdout.write(f"{slack.url}\n")
        sys.stdout.flush()
        await _until_told_to_stop()


async def _until_told_to_stop() -> None:
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    await told.wait()


if __name__ == "__main__":
    main()
