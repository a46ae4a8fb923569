"""Many kills of one story, some at a time, and what was wrong after each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.killed.compare import problems, story_of
from tests.killed.mortal import Kill
from tests.killed.play import Played, play
from tests.killed.stories import Story

AT_ONCE = 20  # stories side by side: most of each is idle, until what was left in doubt is looked at again


@dataclass(frozen=True)
class Verdict:
    """What came of one kill. `seconds` from the first word to the settled thread; `facts` for whoever looks on."""

    story: Story
    kill: Kill
    problems: tuple[str, ...]
    reached: bool
    seconds: float
    facts: str = ""

    @property
    def failed(self) -> bool:
        """A kill must be reached, but for an edit of a progress message, which changes in its own time, and for the
        second of two, since after the last append there is nothing left to die at."""
        spared = self.kill.mode.startswith("edit") or self.kill.again
        return bool(self.problems) or not (self.reached or spared)

    def __str__(self) -> str:
        again = f"--story {self.story.number} --point {self.kill.number} --mode {self.kill.mode}"
        again += f" --again {self.kill.again}" if self.kill.again else ""
        told = self.problems or (("never reached",) if not self.reached else ("as if nothing had happened",))
        return "\n".join([f"{again}: {told[0]}", *told[1:], *([self.facts] if self.failed else [])])


async def verdicts(story: Story, whole: Played, kills: Iterable[Kill], folder: Path) -> AsyncIterator[Verdict]:
    """A verdict on each kill, in the order in which they come in."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(kill: Kill) -> Verdict:
        async with room:
            return await verdict(story, whole, kill, folder)

    for done in asyncio.as_completed([one(kill) for kill in kills]):
        yield await done


async def verdict(story: Story, whole: Played, kill: Kill, folder: Path) -> Verdict:
    begun = time.monotonic()
    with TemporaryDirectory(dir=folder) as home:
        try:
            played = await play(story, Path(home), kill)
        except (AssertionError, TimeoutError) as error:
            return Verdict(story, kill, (f"{type(error).__name__}: {error}",), True, time.monotonic() - begun)
    took, wrong = time.monotonic() - begun, tuple(problems(whole, played, kill))
    return Verdict(story, kill, wrong, played.deaths == 1 + bool(kill.again), took, story_of(played.runs))
