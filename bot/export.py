"""`footnote export`: an answer with its evidence out of the log, also beside a bot at work. Writes nothing there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.facts import Answer, Answered
from agent.log import Log
from agent.run import Run, replay
from bot.settings import Settings
from bot.trace import NoRun, meant, printed
from bot.views.exported import as_json as json_of
from bot.views.exported import as_markdown
from bot.views.wording import tongue


async def export(settings: Settings, wanted: str, *, as_json: bool) -> int:
    """Print the answer of the run that `wanted` means; of those of a thread, the last one. Exit codes as of
    `bot.trace.printed`; 1 also where it has no answer."""

    async def lines(log: Log) -> Iterable[str]:
        runs = [replay(await log.read(run)) for run in await meant(log, wanted.strip())]
        return exported(*_last(runs), as_json=as_json)

    return await printed(settings, lines)


def _last(runs: list[Run]) -> tuple[Run, Answer]:
    """The newest run that has an answer which nobody took away."""
    for run in reversed(runs):
        if isinstance(run.ended, Answered) and not run.removed:
            return run, run.ended.answer
    raise NoRun("this has no answer; `footnote trace` lists what happened")


def exported(run: Run, answer: Answer, *, as_json: bool) -> Iterator[str]:
    """An answer with its evidence, in Markdown or in the shape of OpenAI's message content."""
    yield (json_of(run, answer) if as_json else as_markdown(tongue(run), run, answer)).rstrip("\n")
