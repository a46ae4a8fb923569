"""The stage: the doubles in this process, the bot in its own, started again whenever it dies, and the people.

People act as people do: they wait until the thread shows something, and press again where a press was lost.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import TypeVar

from bot.playground.slack import Fault, Message, SlackDouble, Unanswered
from bot.settings import Settings
from tests.killed.mortal import Home, Kill, live
from tests.stories.office import PLACE

T = TypeVar("T")
LONG = 40.0  # seconds that somebody waits for what has to happen, on a busy machine
AGAIN = 1.5  # seconds after which a person presses a button once more
HANGS = 2.0  # seconds until a call that never takes effect is cut off; whoever made it is dead by then
LATE = 1.5  # seconds until one takes effect that arrives when its sender is dead
PRELOAD = ["tests.killed.warm", "pytest"]  # pytest: its script is what a forked process sees as its main


class Failed(AssertionError):
    """The bot ended by itself."""


def server() -> ForkServerContext:
    """Processes as forks of one that has done the imports: a life begins in some milliseconds."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOAD)
    return context


async def until(holds: Callable[[], object]) -> None:
    """Look until it is so."""
    while not holds():  # noqa: ASYNC110 (neither a process nor a thread in Slack has an event to wait for)
        await asyncio.sleep(0.005)


# --- the bot ------------------------------------------------------------------------------------------------------


class Lives:
    """The bot's processes, one after the other on the same data."""

    def __init__(self, settings: Settings, home: Home, kill: Kill | None) -> None:
        self._settings, self._home, self._kill = settings, home, kill
        self._context = server()
        self._process: ForkServerProcess | None = None
        self.deaths = 0

    async def go_on(self) -> None:
        """Begin the next life as soon as one has ended. Raises Failed where one ended by itself."""
        while True:
            self._process = self._begin()
            await until(self._gone)
            if self._process.exitcode != -signal.SIGKILL:
                raise Failed(f"the bot ended with {self._process.exitcode}:\n{self._home.last_words}")
            self.deaths += 1

    def _gone(self) -> bool:
        return self._process is not None and not self._process.is_alive()

    def end(self) -> None:
        """Kill the one that lives."""
        if self._process and self._process.is_alive() and self._process.pid:
            os.kill(self._process.pid, signal.SIGKILL)

    def bury(self) -> None:
        """Kill the one that lives, and wait until it is gone."""
        if self._process:
            self._process.kill()
            self._process.join()

    def _begin(self) -> ForkServerProcess:
        kill = self._kill.of(self.deaths) if self._kill else None
        process = self._context.Process(target=live, args=(self._settings, self._home, kill), daemon=True)
        process.start()
        return process


METHODS = {"post": "chat.postMessage", "edit": "chat.update", "form": "views.open"}


async def at_slack(slack: SlackDouble, kill: Kill, end: Callable[[], None]) -> None:
    """Kill from outside, at a call of the bot's: before it takes effect, or after it did and before its answer."""
    meets = {"unsent": Fault.hang(HANGS), "unknown": Fault.reset_after(), "late": Fault.delay(LATE)}
    what, _, when = kill.mode.partition("-")
    method = METHODS[what]
    slack.faults.add(method, Fault.delay(0), times=kill.number - 1)
    slack.faults.add(method, meets[when])
    await until(lambda: _is_there(slack, method, kill.number, answered=when == "unknown"))
    end()


def _is_there(slack: SlackDouble, method: str, number: int, *, answered: bool) -> bool:
    calls = [call for call in slack.calls if call.method == method]
    return len(calls) >= number and (not answered or bool(calls[number - 1].response))


# --- people -------------------------------------------------------------------------------------------------------


@dataclass
class Scene:
    """One thread, and people who speak and press in it."""

    slack: SlackDouble
    root: str = ""

    async def asks(self, user: str, text: str) -> None:
        """Begin the thread."""
        self.root = await self.slack.say(user, text)

    async def says(self, user: str, text: str) -> None:
        await self.slack.say(user, text, thread=self.root)

    async def sees(self, *words: str) -> None:
        """Wait until all these words stand in the thread."""
        await self._until(lambda: all(word in self.read() for word in words))

    async def presses(self, user: str, action: str) -> None:
        """Press a button, and again while nothing comes of it; where several cards have it, one after the other."""
        seen: set[tuple[str, str]] = set()
        async with asyncio.timeout(LONG):
            while not self._taken(seen):
                for ts, value in self._standing(action):
                    seen.add((ts, value))
                    await self._press(user, action, ts, value)
                    await self._patiently(lambda: self._taken(seen))
                await asyncio.sleep(0.01)

    async def rejects(self, user: str, action: str, comment: str) -> None:
        """Press a reject button and send its form with a comment, and again while nothing changes."""
        seen = {await self._until(lambda: next(iter(self._standing(action)), None))}
        async with asyncio.timeout(LONG):
            while not self._taken(seen):
                if not self.slack.views(user):
                    for ts, value in self._standing(action):
                        await self._press(user, action, ts, value)
                    await self._patiently(lambda: self.slack.views(user))
                await self._fills(user, comment)
                await self._patiently(lambda: self._taken(seen))

    async def _press(self, user: str, action: str, ts: str, value: str) -> None:
        with suppress(LookupError):  # gone in this very moment
            await self.slack.click(user, ts, action, value=value)

    async def _fills(self, user: str, comment: str) -> None:
        """Send the form that is open; one that was not taken stays open, one that is refused is closed."""
        for view in self.slack.views(user):
            with suppress(Unanswered):
                if await self.slack.submit(user, view.id, {"comment": {"comment": comment}}):
                    await self.slack.close_view(user, view.id)

    def read(self) -> str:
        return self.slack.thread(PLACE, self.root)

    @property
    def ours(self) -> list[Message]:
        """The bot's messages in the thread."""
        return [message for message in self.slack.messages(PLACE, self.root) if message.bot_id == "BFOOTNOTE"]

    @property
    def undelivered(self) -> int:
        """Envelopes on their way to the bot, or waiting to be sent once more."""
        return self.slack.undelivered

    async def _until(self, holds: Callable[[], T | None]) -> T:
        return await self.slack.wait_for(holds, seconds=LONG)

    async def _patiently(self, holds: Callable[[], object]) -> None:
        """Wait until it is so, as long as a person waits before trying once more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN):
                await until(holds)

    def _standing(self, action: str) -> list[tuple[str, str]]:
        """(ts of its message, what it carries) of every button of that name in the thread."""
        return [(ts, value) for ts, id, value in self._buttons() if id == action]

    def _taken(self, seen: set[tuple[str, str]]) -> bool:
        """Whether a message shows that a press on it counted: it is still there, and the button is not."""
        stand = {(ts, value) for ts, _, value in self._buttons()}
        there = {message.ts for message in self.ours}
        return any(ts in there for ts, _ in seen - stand)

    def _buttons(self) -> list[tuple[str, str, str]]:
        return [
            (message.ts, str(element.get("action_id")), str(element.get("value")))
            for message in self.ours
            for block in message.original_blocks
            for element in block.get("elements", [])
            if element.get("type") == "button"
        ]
