"""A command as a model: it gets the whole prompt on standard input, and what it prints is the reply.

The one prompt format, in UTF-8: each message under a line that names who speaks, and last the line under which the
reply belongs. A line of a message that would read as one of these gets a backslash in front.

    === system ===
    (how to work)

    === user ===
    (the question, what tools brought)

    === assistant ===
    (the reply to it)

    === user ===
    ...

    === assistant ===
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import math
import os
import re
import shlex
import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath

from agent.clean import HIDDEN, clean
from agent.facts import Usage
from agent.models.chunks import THOUGHTS_AT_MOST, RawMessage, Visible
from agent.models.model import Again, CannotWork, ModelError, Think, TryAgain, reported, unasked
from agent.request.foreign import apart

TIMEOUT = 600.0  # seconds of one reply; models at home take minutes to read a long prompt
GRACE = 0.5  # seconds between asking a command to end and ending it
LONGEST = 1_000_000  # bytes of one reply
CHARACTERS = 3.75  # of a token, estimated
_LAST_WORDS = 4_000  # bytes of standard error that are kept
_TURN = re.compile(r"=== (?:system|user|assistant|tool) ===\s*")
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_SECRET = re.compile(r"key|token|secret|passw|credential", re.I)


def parts(line: str) -> list[str]:
    """A command line as the program and its arguments, as a shell splits it; no shell runs it. Raises ValueError."""
    split = shlex.split(line)
    if not split or not split[0]:
        raise ValueError("it names no program")
    if "\0" in line:
        raise ValueError("it holds a zero byte")
    return split


def program(line: str) -> str:
    """What a command line runs, without its folder."""
    return PurePath(parts(line)[0]).name


def written(messages: Sequence[Mapping[str, object]]) -> str:
    """The conversation in the format that commands get."""
    turns = [f"=== {message['role']} ===\n{_escaped(_words(message))}\n" for message in messages]
    return "\n".join([*turns, "=== assistant ===\n"])


def _words(message: Mapping[str, object]) -> str:
    """Without signs that a chat template behind the command would read, but for our own instructions."""
    words = str(message.get("content") or "")
    return words if message["role"] == "system" else apart(words)


def _escaped(text: str) -> str:
    """Every line end is one of ours, since a program may end lines at any of them; and what looks like a line between
    messages, however it is spaced, is none."""
    lines = _LINE_ENDS.sub("\n", clean(text))
    return re.sub(r"^(?=[^\S\n]*[=＝]{2,}[^\S\n]*\w+[^\S\n]*[=＝]{2,}\s*$)", r"\\", lines, flags=re.M)


class Command:
    """A Model behind a command. It knows messages with `role` and `content` alone: wrap it in JsonSteps.

    `environment` is all of the command's environment. It runs in a process group of its own, which ends with the
    reply, however that ends. A short prompt that nobody reads fits into the pipe: that may not be noticed.
    """

    def __init__(
        self, line: str, *, environment: Mapping[str, str], name: str = "", timeout: float = TIMEOUT
    ) -> None:
        self._parts, self._environment, self._timeout = parts(line), dict(environment), timeout
        self._program = program(line)
        self._name = name or self._program
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def name(self) -> str:
        return self._name

    async def reply(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        as_json: bool = False,
        think: Think = "",
        on_text: Callable[[str], None] | None = None,
        limit: int | None = None,
        final: bool = False,
        again: Again = unasked,
    ) -> RawMessage:
        """See Model; `tools`, `as_json`, `think` and `final` are nothing that a command could be told beside its
        prompt. What it prints beyond the `limit` is not waited for: then it is ended."""
        prompt = written(messages)
        heard = _Heard(on_text, int(limit * CHARACTERS) if limit else LONGEST)
        running = await self._started(heard)
        try:
            running.write(prompt.encode())
            await self._ended(running, heard)
        finally:
            await self._put_away(running)
        usage = Usage(prompt=_tokens(prompt), completion=_tokens(heard.text), bound=True)
        text = self._sound(running, heard, usage)
        return RawMessage(
            text=text,
            finish="length" if heard.is_full else "stop",
            model=self._name,
            usage=usage,
            thought=bool(heard.thoughts),
            thoughts=heard.thoughts,
        )

    async def close(self) -> None:
        """Waits for what was told to end."""
        if self._ending:
            await asyncio.wait(self._ending)

    async def _started(self, heard: _Heard) -> _Running:
        loop = asyncio.get_running_loop()
        try:
            _, running = await loop.subprocess_exec(
                lambda: _Running(heard), *self._parts, env=self._environment, start_new_session=True
            )
        except FileNotFoundError as error:
            raise self._error(CannotWork, f"The model's command {self._program} was not found.", error) from error
        except OSError as error:
            reason = error.strerror or "no reason given"
            said = f"The model's command {self._program} cannot be started: {reason}"
            raise self._error(CannotWork, said, error) from error
        return running

    async def _ended(self, running: _Running, heard: _Heard) -> None:
        """Until the command has ended and everything it wrote is here."""
        try:
            async with asyncio.timeout(self._timeout):
                await running.over
        except TimeoutError as error:
            raise self._error(TryAgain, "The model's command did not answer in time.", running.last_words) from error
        except _Endless as error:
            said = f"The model's command wrote more than {LONGEST:,} bytes."
            raise self._error(TryAgain, said, running.last_words) from error
        except UnicodeDecodeError as error:
            raise self._error(CannotWork, "The model's command wrote what is not UTF-8.", error) from error

    def _sound(self, running: _Running, heard: _Heard, usage: Usage) -> str:
        """What it said, where it ended well; where it did not, what it had said is all that has to be counted."""
        if not heard.is_full and (wrong := self._wrong(running, heard)):
            kind, text = wrong
            error = self._error(kind, text, running.last_words)
            error.usage = usage
            raise error
        return heard.text.strip()

    def _wrong(self, running: _Running, heard: _Heard) -> tuple[type[ModelError], str] | None:
        if code := running.code:
            how = f"failed (exit code {code})" if code > 0 else f"was ended by signal {-code}"
            return TryAgain, f"The model's command {how}."
        if not heard.text.strip():
            return TryAgain, "The model's command answered with nothing."
        if running.unread:
            return CannotWork, "The model's command did not read all of its input."
        return None

    async def _put_away(self, running: _Running) -> None:
        """Ends what is left of the command at once, and goes on with that where whoever waits is cancelled."""
        if not running.exited.done():
            running.signal(signal.SIGTERM)
        ending = asyncio.create_task(running.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        await asyncio.shield(ending)

    def _error(self, kind: type[ModelError], text: str, details: object) -> ModelError:
        return reported(kind, self._name, text, self._safe(str(details)))

    def _safe(self, text: str) -> str:
        """Without the secrets that the command was given."""
        for name, value in self._environment.items():
            if len(value) >= 6 and _SECRET.search(name):
                text = text.replace(value, HIDDEN)
        return text


class _Endless(Exception):
    """More was written than is read."""


class _Heard:
    """What a command prints, as the reply it is: without hidden reasoning, and without turns that are not its own.
    Once it has printed `most` characters it `is_full`, and says no more."""

    def __init__(self, on_text: Callable[[str], None] | None, most: int) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._visible, self._turn = Visible(), _Turn()
        self._on_text = on_text
        self._bytes, self._left = 0, most
        self.text, self.is_full = "", False

    @property
    def thoughts(self) -> str:
        return self._visible.thoughts.strip()[:THOUGHTS_AT_MOST]

    def take(self, data: bytes) -> None:
        """Raises UnicodeDecodeError and _Endless."""
        self._bytes += len(data)
        if self._bytes > LONGEST:
            raise _Endless
        self._say(self._visible.feed(self._turn.feed(self._within(self._decoder.decode(data)))))

    def end(self) -> None:
        """Raises UnicodeDecodeError."""
        rest = self._turn.feed("" if self.is_full else self._within(self._decoder.decode(b"", final=True)))
        rest += self._turn.end()
        self._say(self._visible.feed(rest) + self._visible.end())

    def _within(self, text: str) -> str:
        self.is_full = self.is_full or len(text) > self._left
        within = text[: self._left]
        self._left -= len(within)
        return within

    def _say(self, text: str) -> None:
        self.text += text
        if text and self._on_text is not None:
            self._on_text(text)


class _Turn:
    """One turn out of what a model writes that goes on with the conversation by itself, line by line."""

    def __init__(self) -> None:
        self._held = ""
        self._begun = self._over = False

    def feed(self, piece: str) -> str:
        *whole, self._held = (self._held + piece).split("\n")
        return "".join(self._line(f"{line}\n") for line in whole)

    def end(self) -> str:
        rest, self._held = self._held, ""
        return self._line(rest)

    def _line(self, line: str) -> str:
        if _TURN.fullmatch(line):
            self._over = self._over or self._begun
            return ""
        self._begun = self._begun or bool(line.strip())
        return "" if self._over else line


class _Running(asyncio.SubprocessProtocol):
    """A command under way. `exited` is set once it has ended, `over` when what it printed is here as well, or has
    become more than can be read."""

    def __init__(self, heard: _Heard) -> None:
        loop = asyncio.get_running_loop()
        self.exited: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()
        self.unread = False
        self._heard, self._errors, self._open = heard, b"", {0, 1, 2}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    @property
    def code(self) -> int:
        return self._transport.get_returncode() or 0

    @property
    def last_words(self) -> str:
        """The last line of standard error."""
        lines = self._errors.decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "nothing on standard error")

    def write(self, prompt: bytes) -> None:
        pipe = self._transport.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        self.unread = pipe.is_closing()  # it has ended before anything was sent: that is no error of the pipe
        pipe.write(prompt)
        pipe.write_eof()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._errors = (self._errors + data)[-_LAST_WORDS:]
        elif not self.over.done():
            self._guarded(lambda: self._heard.take(data))
            if self._heard.is_full:
                self._finish()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 0:
            self.unread = self.unread or isinstance(exc, BrokenPipeError | ConnectionResetError)
        self._open.discard(fd)
        if self.exited.done() and not self._open:
            self._finish()

    def process_exited(self) -> None:
        """What it left behind in its group would hold its pipes open; what left the group has a moment to let go."""
        if not self.exited.done():
            self.exited.set_result(None)
        self.signal(signal.SIGKILL)
        asyncio.get_running_loop().call_later(GRACE if self._open else 0.0, self._finish)

    def _finish(self) -> None:
        if not self.over.done():
            self._guarded(self._heard.end)
        if not self.over.done():
            self.over.set_result(None)

    def _guarded(self, take: Callable[[], None]) -> None:
        try:
            take()
        except (_Endless, UnicodeDecodeError) as error:
            self.over.set_exception(error)

    def signal(self, number: signal.Signals) -> None:
        """To its whole group; nothing where nothing of that is left."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._transport.get_pid(), number)

    async def end(self) -> None:
        """Until it has ended and was waited for; what does not end when it is told to, is ended."""
        try:
            async with asyncio.timeout(GRACE):
                await asyncio.shield(self.exited)
        except TimeoutError:
            self.signal(signal.SIGKILL)
            await self.exited
        self._transport.close()


def _tokens(text: str) -> int:
    return math.ceil(len(text) / CHARACTERS)
