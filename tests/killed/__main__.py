"""Every kill of every story: `python -m tests.killed`, or one of them: `--story 2 --point 17 --mode inside`.

A line for each point where something is wrong, and one for each story. The exit code is 1 where anything is.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.killed.mortal import AT_SLACK, IN_APPEND, Kill
from tests.killed.play import Played, play
from tests.killed.stories import STORIES, Story
from tests.killed.verdicts import verdicts


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.killed", description=__doc__)
    options.add_argument("--story", type=int, choices=[story.number for story in STORIES])
    options.add_argument("--point", type=int, help="the number of the append, post, edit or form, from 1")
    options.add_argument("--mode", choices=[*IN_APPEND, *AT_SLACK])
    options.add_argument("--again", type=int, default=0, help="the next life dies too, at its append of this number")
    given = options.parse_args()
    with TemporaryDirectory() as folder:
        return asyncio.run(_all(given, Path(folder)))


async def _all(given: argparse.Namespace, folder: Path) -> int:
    failed = 0
    for story in STORIES:
        if given.story in (None, story.number):
            failed += await _story(story, given, folder)
    return int(failed > 0)


async def _story(story: Story, given: argparse.Namespace, folder: Path) -> int:
    """How many kills of a story went wrong."""
    (folder / str(story.number)).mkdir()
    whole = await play(story, folder / str(story.number))
    kills = list(_kills(whole, given))
    failed = unreached = 0
    seconds: list[float] = []
    async for verdict in verdicts(story, whole, kills, folder):
        if verdict.failed or len(kills) == 1:
            _say(str(verdict))
        failed += verdict.failed
        unreached += not verdict.reached
        seconds.append(verdict.seconds)
    counts = f"{len(kills)} kills, {unreached} not reached, {failed} wrong"
    _say(f"story {story.number}, {story.name}: {counts}; {sum(seconds) / max(1, len(seconds)):.1f} s each")
    return failed


def _kills(whole: Played, given: argparse.Namespace) -> Iterator[Kill]:
    for mode in IN_APPEND if given.again else (*IN_APPEND, *AT_SLACK):
        for number in range(1, whole.points(mode) + 1):
            if given.mode in (None, mode) and given.point in (None, number):
                yield Kill(mode, number, given.again)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
