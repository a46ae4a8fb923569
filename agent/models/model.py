"""The model: messages and tools out, one message back, over the openai SDK to any OpenAI-compatible endpoint.

Everything that endpoints do differently ends here. What may be done after a failure is the error's class:

    ModelError      `text` is one sentence for people; the details are in the log under `ref`
    ├── TryAgain    the same request may work later: no connection, overload, a broken stream
    ├── CannotWork  a person must change something first: key, account, model name, what the request holds
    │   └── NoTools the model takes no tools; in steps it may work (agent/models/jsonsteps.py)
    └── TooLong     a shorter conversation may work
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import httpx2  # only for its exceptions and responses: it is what the SDK speaks HTTP with
import openai

from agent.clean import HIDDEN, clean, cleaned, redacted
from agent.facts import Usage
from agent.models.chunks import CUT, Assembly, RawMessage, fault
from agent.models.dialect import Dialect, length_of, wait_asked
from agent.models.leaked import announces, leaked
from agent.models.objects import first_object
from agent.models.pieces import RawCall
from agent.models.refused import Refusal, generation, refusal
from agent.models.shapes import shaped
from agent.models.thinking import Think
from agent.models.wire import LONGEST_WAIT, MOVED, Client, Stream, TooMuch, has_reached, is_signed_off, patiently

__all__ = [
    "Again", "CannotWork", "Chat", "Model", "ModelError", "NoTools", "RawCall", "RawMessage", "Think", "TooLong",
    "TryAgain", "first_object", "reported", "unasked",
]  # fmt: skip

OPENAI = "https://api.openai.com/v1"
LESSONS = 12  # refusals that one call may learn from, as long as each teaches something that was not known
BLANKS = 2  # replies in a row that say nothing in JSON mode; it is not asked for again then
BOUNDS = 4  # of these that may be of how far a reply is bounded
LEAD_IN = 200  # characters; who announces a call and makes none may have said no more than what was to come
CUT_OFF = "The model's reply broke off at its length limit."
SAID_AT_MOST = 240  # characters of what an endpoint says
FORM = "The model did not answer in the form it was asked for."
GRACE = 10.0  # seconds that usage may take to come after a finish
_ANNOUNCED = ("tool_calls", "function_call", "tool_use")  # finishes
_JSON_MODE = {"response_format": {"type": "json_object"}}
_log = logging.getLogger(__name__)


_UNREADABLE = (httpx2.DecodingError, RecursionError)  # packed wrongly, or nested beyond reason


class ModelError(Exception):
    """A call that brought nothing. `text`: one plain sentence; `ref`: 8 hex digits that stand in the log. Where it
    `reached` what answers, that may have begun to write, which has to be paid; `usage` is what it said it took."""

    reached = False
    usage = Usage()

    def __init__(self, text: str, ref: str) -> None:
        super().__init__(f"{text} ({ref})")
        self.text = text
        self.ref = ref


class TryAgain(ModelError):
    """The same request may work later; `after` is in how many seconds, where the endpoint said so, else 0. `busy`: it
    was refused because there is too much to do."""

    reached = True
    busy = False

    def __init__(self, text: str, ref: str, after: float = 0.0) -> None:
        super().__init__(text, ref)
        self.after = after


class CannotWork(ModelError):
    """A person must change something first."""


class NoTools(CannotWork):
    """The endpoint refuses tools for this model."""


class TooLong(ModelError):
    """The conversation is longer than the model can read: more than `limit` tokens, where the endpoint says how many
    these are, else 0."""

    limit = 0


class _InReply(openai.APIError):
    """An error inside a reply that had begun with 200, and what had been `said` before it."""

    def __init__(self, error: openai.APIError, said: RawMessage) -> None:
        super().__init__(error.message, error.request, body=error.body)
        self.said = said

    @property
    def began(self) -> bool:
        """Whether the model had begun to write: then it has to be paid, and may have been shown."""
        return bool(self.said.text or self.said.calls or self.said.thought)


def reported(kind: type[ModelError], name: str, text: str, details: str) -> ModelError:
    """An error whose details stand in the log under its reference; what looks like a key stands in neither."""
    ref = secrets.token_hex(4)
    _log.warning("%s: %s [%s] %s", name, clean(redacted(text)), ref, clean(redacted(details))[:4000])
    return kind(clean(redacted(text)), ref)


Again = Callable[[Usage, bool], Awaitable[None]]  # what was used so far, and if the last request reached the model


async def unasked(used: Usage, reached: bool) -> None:
    """Nobody has to be asked before a further request."""


class Model(Protocol):
    """Whatever answers with one message: an endpoint, or whatever else can be asked in words."""

    @property
    def name(self) -> str:
        """What it is called where it is shown and priced."""

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
        """The model's next message. Raises TryAgain, CannotWork or TooLong; being cancelled ends the request.

        `messages` and `tools` in OpenAI's wire shape; fields it does not have go out as they are. `as_json` asks
        for one JSON object, which `first_object` finds in the text. `on_text` makes it a stream and gets each
        further piece of visible text, never an empty one. `limit` bounds the tokens of the reply. In a `final`
        reply no tool is to be called, though the tools stand in the request as before. `again` is asked before each
        further request that this takes, and may raise.
        """

    async def close(self) -> None:
        """Ends all connections."""


class Reading(Protocol):
    """One message while it comes: every chunk is added, then it ends, and is complete."""

    @property
    def is_finished(self) -> bool:
        """Nothing more has to come."""

    def add(self, chunk: object) -> str:
        """Takes a chunk in; the text it adds to what can be shown, "" for none."""

    def end(self) -> str:
        """The text that was held back."""

    def completion(self) -> RawMessage:
        """The message."""


@dataclass(frozen=True)
class Ask:
    """What is asked of the model, before it is fitted to the endpoint."""

    messages: Sequence[Mapping[str, object]]
    tools: Sequence[Mapping[str, object]]
    options: Mapping[str, object]
    think: Think
    on_text: Callable[[str], None] | None
    again: Again = unasked
    used: Usage = Usage()  # noqa: RUF009 (a value); by the requests before

    @property
    def names(self) -> set[str]:
        """Those of the tools."""
        functions = (tool.get("function") for tool in self.tools)
        return {str(function.get("name")) for function in functions if isinstance(function, Mapping)}

    @property
    def is_json(self) -> bool:
        """Whether JSON mode is asked for."""
        return any(name in self.options for name in _JSON_MODE)

    def without_json_mode(self) -> Ask:
        return replace(self, options={name: value for name, value in self.options.items() if name not in _JSON_MODE})

    async def once_more(self, used: Usage) -> Ask:
        """The same after a request that was answered and used this, as soon as another may be made."""
        await self.again(self.used + used, True)
        return replace(self, used=self.used + used)


class Chat:
    """A model behind chat completions, and what was learned of its endpoint.

    `timeout` is how many seconds of silence end a call.
    `limit` bounds the tokens of one reply; None leaves that to the endpoint.
    """

    path = "/chat/completions"
    reading: Callable[[], Reading] = Assembly
    fault = staticmethod(fault)

    def __init__(
        self, *, api_key: str, base_url: str | None, name: str, timeout: float = 120.0, limit: int | None = None
    ) -> None:
        self.name = name
        self._key = api_key.strip()
        self._timeout = timeout
        self._limit = limit
        self._blanks = 0  # replies in a row that were blank in JSON mode, and not without it
        self._dialect = Dialect(address=base_url or OPENAI)
        self._client = openai.AsyncOpenAI(
            api_key=self._key or "none",  # endpoints at home have no keys, and no header is made of nothing
            base_url=base_url or OPENAI,
            timeout=openai.Timeout(timeout, connect=min(timeout, 10.0)),
            max_retries=0,  # wire.py repeats, and asks before
            http_client=Client(),
        )

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
        """See Model."""
        options = self._options(as_json, stream=on_text is not None, limit=limit or self._limit)
        options |= {"tool_choice": "none"} if final and tools else {}
        ask = Ask(messages, tools, options, think, on_text, again)
        said = await self._said(ask)
        if as_json and _is_blank(said):  # some endpoints now and then say nothing in JSON mode
            more = await self._said((await ask.once_more(said.usage)).without_json_mode())
            said = replace(more, usage=said.usage + more.usage, counted=more.counted or more.usage.prompt)
            self._blanks += bool(said.text.strip())
        elif as_json:
            self._blanks = 0
        if self._blanks >= BLANKS:
            self._dialect = replace(self._dialect, without=self._dialect.without | {"response_format", "text"})
        return said

    async def close(self) -> None:
        """Ends all connections."""
        await self._client.close()

    def _options(self, as_json: bool, stream: bool, limit: int | None) -> dict[str, object]:
        options: dict[str, object] = {}
        if limit:
            options |= {"max_tokens": limit}
        if stream:
            options |= {"stream": True, "stream_options": {"include_usage": True}}
        if as_json:
            options |= {"temperature": 0, **_JSON_MODE}
        return options

    async def _said(self, ask: Ask) -> RawMessage:
        """One message that can be worked with; an endpoint that answers with nothing at all is asked once more."""
        said = await self._learning(ask)
        if said.is_void or _only_announces(said, ask):
            again = await self._learning(await ask.once_more(said.usage))
            said = replace(again, usage=said.usage + again.usage, counted=again.usage.prompt)
        if said.is_void:
            raise _counted(self._error(TryAgain, "The model's endpoint answered with nothing.", "void reply"), said)
        if said.is_cut:
            details = f"no finish, half a call: {said.calls!r}"
            raise self._error(TryAgain, "The model's reply broke off.", details)  # what it said it took was too early
        self._dialect = replace(self._dialect, thinks=self._dialect.thinks or said.thought)
        nothing = _only_announces(said, ask) and announces(said.text)
        return replace(said, text="") if nothing else _read_out(said, ask)

    async def _learning(self, ask: Ask) -> RawMessage:
        """One message, with what the endpoint refuses left out: now, and in later calls."""
        tried: set[Dialect] = set()
        unlucky = False
        while True:
            known, body = self._dialect, self._body(ask)
            tried.add(known)
            try:
                return await self._once(body, ask)
            except openai.APIError as error:
                told = _told(error, body)
                if said := self._said_in(told, error, ask):
                    return said
                if told.is_no_json and ask.is_json:
                    await ask.again(ask.used, True)
                    ask = ask.without_json_mode()
                    continue
                if _began(error):
                    raise self._named(error, told) from error
                if self._dialect == known and not self._learns(told, body):  # nor did a call beside it
                    if told.is_too_long and told.limit:
                        self._dialect = known.reading(told.limit)
                    if unlucky or not told.is_unlucky:
                        raise self._named(error, told) from error
                    unlucky = True
                elif len({one.bounding for one in tried}) > BOUNDS:
                    raise self._never_short_enough(told) from error
                elif self._dialect in tried or len(tried) > LESSONS:
                    raise self._named(error, told) from error
                if told.is_unlucky or not told.status:  # the model had begun
                    await ask.again(ask.used, True)
            except (openai.OpenAIError, httpx2.HTTPError, TimeoutError, RecursionError) as error:
                raise self._named(error) from error

    def _said_in(self, told: Refusal, error: openai.APIError, ask: Ask) -> RawMessage | None:
        """What a refusal really is: the words of a filter; or a call or an object that the server could not read, and
        we can."""
        if told.is_filtered:
            before = error.said if isinstance(error, _InReply) else RawMessage()
            says = self._safe(" ".join(told.says.split()))[:SAID_AT_MOST]
            return replace(before, calls=(), refusal=says, finish="content_filter")
        if told.is_unlucky:
            text, calls = leaked(generation(error.body), ask.names)
            return RawMessage(text, calls, finish="tool_calls", model=self.name) if calls else None
        if told.is_no_json and first_object(written := generation(error.body)) is not None:
            return RawMessage(written, finish="stop", model=self.name)
        return None

    def _body(self, ask: Ask) -> dict[str, object]:
        """The request as this endpoint takes it, made anew for every attempt: a call beside it may have learned."""
        tools = [cleaned(tool) for tool in ask.tools if tool.get("type") == "function"]  # no other kind is known here
        body: dict[str, object] = {
            "model": self.name,
            "messages": self._dialect.messages(shaped(ask.messages)),
            **({"tools": tools} if tools else {}),
        }
        options = self._dialect.streamed({**ask.options, **self._dialect.thinking(ask.think)})
        return body | self._dialect.options(options, length_of(body))

    def _learns(self, told: Refusal, body: Mapping[str, object]) -> bool:
        """Whether the refusal names something that the next attempt can do differently."""
        learned = self._dialect.after(told, body)
        if learned is None:
            return False
        _log.info("%s refused a request, from now on: %s", self.name, self._safe(str(learned)))
        self._dialect = learned
        return True

    async def _once(self, body: dict[str, object], ask: Ask) -> RawMessage:
        """One request, one message. However this is left, cancelled too, the connection is let go."""
        if not re.fullmatch("[!-~]*", self._key):
            raise self._error(CannotWork, "The key for the model's endpoint holds a letter no key has.", "bad key")

        async def sent() -> Stream[object]:
            async with asyncio.timeout(self._timeout + GRACE):
                return await self._client.post(
                    self.path, cast_to=object, body=body, stream=True, stream_cls=Stream[object]
                )

        async with await patiently(sent, lambda reached: ask.again(ask.used, reached)) as stream:
            kind = stream.response.headers.get("content-type", "")
            whole = "event-stream" not in kind and ("json" in kind or "html" in kind or "stream" not in body)
            chunks = self._whole(stream) if whole else self._chunks(stream)
            said = await self._read(chunks, type(self).reading(), ask.on_text or _ignore)
        broke_off = not (whole or said.finish or is_signed_off(stream.response))
        return replace(said, finish=CUT) if broke_off and said.text.strip() and not said.calls else said

    async def _read(
        self, chunks: AsyncIterator[object], assembly: Reading, on_text: Callable[[str], None]
    ) -> RawMessage:
        """Every chunk as it comes; silence ends it, also when comments keep the connection alive. After a finish that
        is no error: some endpoints never hang up."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._timeout) as silence:
                async for chunk in chunks:
                    _pass_on(assembly.add(chunk), on_text)
                    patience = min(GRACE, self._timeout) if assembly.is_finished else self._timeout
                    silence.reschedule(loop.time() + patience)
        except TimeoutError:
            if not assembly.is_finished:
                raise
        except openai.APIConnectionError:
            raise
        except openai.APIError as error:
            _pass_on(assembly.end(), on_text)
            raise _InReply(error, assembly.completion()) from error.__cause__
        _pass_on(assembly.end(), on_text)
        return assembly.completion()

    async def _chunks(self, stream: openai.AsyncStream[object]) -> AsyncIterator[object]:
        try:
            async for chunk in stream:
                yield self._sound(chunk, stream)
        except ValueError as error:
            raise self._error(TryAgain, "The model's reply could not be read.", repr(error)) from error

    async def _whole(self, stream: openai.AsyncStream[object]) -> AsyncIterator[object]:
        """A reply in one piece, as one chunk: some endpoints send that also where a stream was asked for."""
        text = await stream.response.aread()
        if text.lstrip().startswith(b"<"):
            raise self._error(CannotWork, "What answers at the model's address is a web page.", repr(text[:500]))
        try:
            reply = json.loads(text)
        except ValueError as error:
            raise self._error(TryAgain, "The model's reply could not be read.", repr(error)) from error
        yield self._sound(reply, stream)

    def _sound(self, chunk: object, stream: openai.AsyncStream[object]) -> object:
        """The chunk, unless an error hides in it: then the SDK's error for that, as if it had come with a status."""
        if error := self.fault(chunk):
            raise openai.APIError("error in a reply", stream.response.request, body=error)
        return chunk

    def _never_short_enough(self, told: Refusal) -> ModelError:
        """An endpoint that lets no bound pass that it had asked for."""
        says = self._safe(" ".join(told.says.split()))[:SAID_AT_MOST]
        text = (
            f"The model's endpoint refused the request: it bounds a reply further each time ({says or told.status})"
        )
        return self._error(CannotWork, text, f"{told.status} {told.code} {told.all}")

    def _named(self, error: Exception, told: Refusal | None = None) -> ModelError:
        """The error of ours for one of the SDK's, which `told` this where it is of what was asked."""
        if isinstance(error, openai.APIStatusError):
            if moved := error.response.headers.get(MOVED):
                return self._error(CannotWork, f"The model's endpoint has moved to {moved[:200]}", repr(error))
            judged = self._judged(told or _told(error), wait_asked(error.response.headers, time.time()))
            judged.reached = has_reached(error)
            return judged
        if isinstance(error, TooMuch) or isinstance(error.__cause__, TooMuch):
            return self._error(TryAgain, "The model's reply was too long to be read.", repr(error))
        if isinstance(error, _UNREADABLE) or isinstance(error.__cause__, _UNREADABLE):
            return self._error(TryAgain, "The model's reply could not be read.", repr(error))
        if isinstance(error.__cause__, httpx2.UnsupportedProtocol):
            return self._error(CannotWork, "The address of the model's endpoint is not a web address.", repr(error))
        if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException | TimeoutError):
            return self._error(TryAgain, "The model did not answer in time.", repr(error))
        if isinstance(error, openai.APIError) and not isinstance(error, openai.APIConnectionError):
            return self._judged(told or _told(error), 0.0, _began(error))
        failed = self._error(
            TryAgain, "The connection to the model's endpoint failed.", repr(error.__cause__ or error)
        )
        failed.reached = has_reached(error)
        return failed

    def _judged(self, told: Refusal, wait: float, began: bool = False) -> ModelError:
        kind, lead = _verdict(told, self.name)
        if kind is TryAgain and wait > LONGEST_WAIT:
            lead = f"The model's endpoint asks to be left alone for {_duration(wait)}"
        says = "" if told.status == 401 else self._safe(" ".join(told.says.split()))  # a 401 may quote the key
        text = f"{lead}: {says[:SAID_AT_MOST]}" if says and kind is CannotWork else f"{lead}."
        ours = self._error(kind, text, f"{told.status} {told.code} {told.all}")
        # With a status it was refused, without one it broke off.
        ours.reached = began or (kind is TryAgain and not told.status)
        if isinstance(ours, TryAgain):
            ours.after, ours.busy = wait, told.is_busy
        if isinstance(ours, TooLong):
            ours.limit = told.limit
        return ours

    def _error(self, kind: type[ModelError], text: str, details: str) -> ModelError:
        """An error of ours, its details in the log; no key stands in either."""
        return reported(kind, self.name, self._safe(text), self._safe(details))

    def _safe(self, text: str) -> str:
        hidden = text.replace(self._key, HIDDEN) if len(self._key) >= 6 else text
        return clean(redacted(hidden))


def _counted(error: ModelError, said: RawMessage) -> ModelError:
    error.usage = said.usage
    return error


def _verdict(told: Refusal, name: str) -> tuple[type[ModelError], str]:
    """What may be done next, and the beginning of a sentence that says why."""
    if told.is_too_long:
        return TooLong, "The conversation is longer than the model can read at once"
    if told.takes_no_tools:
        return NoTools, "The model's endpoint takes no tools"
    if told.is_broke:
        return CannotWork, "The account at the model's endpoint has nothing left to spend"
    if told.status == 401 or told.code in ("authentication_error", "invalid_api_key"):
        return CannotWork, "The model's endpoint refused the key"
    if told.status == 403:
        return CannotWork, f"The model's endpoint does not let this key use {name}"
    if told.is_unlucky:
        return TryAgain, "The model's reply could not be read"
    if told.status in (404, 405):
        return CannotWork, f"The model's endpoint knows no {name}, or its address is wrong"
    if told.is_busy:
        return TryAgain, "The model's endpoint has too much to do"
    if told.status in (408, 409, 425) or told.status >= 500:
        return TryAgain, f"The model's endpoint failed ({told.status})"
    if told.status == 0 and told.code != "invalid_request_error":
        return TryAgain, "The model's endpoint broke off its reply"
    return CannotWork, "The model's endpoint refused the request"


def _began(error: Exception) -> bool:
    return isinstance(error, _InReply) and error.began


def _only_announces(said: RawMessage, ask: Ask) -> bool:
    """A call is announced and none is made: a few words may be no more than what leads to it."""
    announced = said.finish in _ANNOUNCED and not said.calls and not leaked(said.text, ask.names)[1]
    return bool(announced and ask.tools and said.text.strip() and len(said.text) < LEAD_IN and "[" not in said.text)


def _told(error: openai.APIError, request: Mapping[str, object] | None = None) -> Refusal:
    """What an error says by itself, and not by what it quotes of the request."""
    status = error.status_code if isinstance(error, openai.APIStatusError) else 0
    return refusal(status, error.body, request)


def _read_out(said: RawMessage, ask: Ask) -> RawMessage:
    """The message with the calls that were left standing in its text."""
    if said.calls or not ask.tools or said.finish == "length":
        return said
    text, calls = leaked(said.text, ask.names)
    return replace(said, text=text, calls=calls) if calls else said


def _is_blank(said: RawMessage) -> bool:
    """Nothing was said, and not because of a filter, or of a limit that the next try would meet as well."""
    told = said.refusal or said.finish in ("content_filter", "refusal", "length")
    return not (said.text.strip() or said.calls or told)


def _pass_on(text: str, on_text: Callable[[str], None]) -> None:
    if text:
        on_text(text)


def _ignore(text: str) -> None:
    pass


def _duration(seconds: float) -> str:
    return f"{seconds / 3600:.0f} hours" if seconds >= 7200 else f"{seconds / 60:.0f} minutes"
