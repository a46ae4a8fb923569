"""`footnote export`: an answer with its evidence out of the log, also beside a bot at work. Writes nothing there."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from agent.facts import Answer, Answered
from agent.log import Log
from agent.run import Run, replay
from bot.settings import Settings, SettingsError
from bot.trace import NoRun, meant, put
from bot.views.exported import as_json as json_of
from bot.views.exported import as_markdown
from bot.views.wording import tongue


async def export(settings: Settings, wanted: str, *, as_json: bool) -> int:
    """Print the answer of the run that `wanted` means; of those of a thread, the last one. Exit codes: 0; 1 where
    there is no such run, or no answer of it. Raises SettingsError where there is no log yet, LogError where it cannot
    be read."""
    if not settings.log_path.is_file():
        raise SettingsError(f"there is no log yet at {settings.log_path}: `footnote run` writes one (FOOTNOTE_DATA)")
    log = Log(settings.log_path)
    try:
        await log.open(carry=False)
        runs = [replay(await log.read(run)) for run in await meant(log, wanted.strip())]
        put(_printed(*_last(runs), as_json=as_json))
    except NoRun as error:
        sys.stderr.write(f"footnote: {error}\n")
        return 1
    finally:
        await log.close()
    return 0


def _last(runs: list[Run]) -> tuple[Run, Answer]:
    """The newest run that has an answer which nobody took away."""
    for run in reversed(runs):
        if isinstance(run.ended, Answered) and not run.removed:
            return run, run.ended.answer
    raise NoRun("this has no answer; `footnote trace` lists what happened")


def _printed(run: Run, answer: Answer, *, as_json: bool) -> Iterator[str]:
    yield (json_of(answer) if as_json else as_markdown(tongue(run), run, answer)).rstrip("\n")
