"""The tools of one deployment: offered, checked before anybody is asked, run within their limits.

Neither checking nor running raises: whatever goes wrong becomes words that the model can act on.
"""

from __future__ import annotations

import asyncio
import difflib
import json
import logging
import re
import secrets
import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from agent import facts
from agent.arguments import Fault, Unreadable, complaint, faults, parsed, unwrapped
from agent.clean import clean, redacted, without_tokens
from agent.facts import Call, Hit, Passage, Result, Usage, canonical
from agent.ledger import canonical_address
from agent.models.prices import Bill
from agent.request.foreign import seen
from agent.tool import Dates, Given, Tool, ToolFailed
from agent.tools import SHELF

_log = logging.getLogger(__name__)
_NOTE = 6_000  # characters
_SNIPPET = 1_000
_TITLE = 300
_UNFIT = "the arguments do not fit the tool any more, which has changed since they were shown"
_UNKNOWN_ADDRESS = "open only addresses that a search, a person or an opened page gave"
_NOT_OPENED = "that page was not opened in this run: open it with read_page first"


@dataclass(frozen=True)
class Outcome:
    """How a call ended. `ref` leads into the log; `final`: trying the same again cannot help."""

    outcome: facts.Outcome
    result: Result
    ref: str = ""
    final: bool = False


class Toolbox:
    """The tools of the shelf whose needs are given, in the shelf's order."""

    def __init__(self, given: Given, shelf: Sequence[Tool] = SHELF) -> None:
        self._given = given
        self._tools = {tool.name: tool for tool in shelf if given.has(tool.needs)}
        self._running: set[asyncio.Task[Result]] = set()
        self.names: tuple[str, ...] = tuple(self._tools)

    def schemas(self) -> list[dict[str, Any]]:
        """The `tools` parameter of a chat completion (OpenAI's wire form)."""
        return [tool.schema for tool in self._tools.values()]

    def call(
        self,
        id: str,
        name: str | None,
        raw: object,
        *,
        given_id: str = "",
        opaque: str = "",
        known: Collection[str] = (),
        opened: Collection[str] = (),
    ) -> Call:
        """A call as it will be shown, digested and executed, or one whose `error` says why it cannot be made.

        Never raises. `arguments` is a JSON object in every case, and `tool` a name an endpoint takes back.
        `known` holds the canonical addresses this run may open, `opened` those that it has; where they say how each
        stood where it is known from, it is opened as it stood there, whatever the model made of it.
        """
        called = _fit(name)
        arguments, error = self._checked(called, raw, known, opened)
        tool = None if error else self._tools.get(called)
        return Call(
            id=clean(id),
            tool=called,
            arguments=canonical(arguments),
            given=clean(given_id),
            opaque=clean(opaque),
            error=error,
            budget=tool.budget if tool else "",
            repeatable=tool.repeatable if tool else True,
            writes=tool.writes if tool else False,
        )

    def parameters(self, tool: str) -> dict[str, Any]:
        """The JSON schema of a tool's arguments; empty for a tool that is not here."""
        return self._tools[tool].parameters if tool in self._tools else {}

    def changed(self, call: Call, arguments: Mapping[str, object], known: Collection[str]) -> Call:
        """A call with a person's own arguments, checked as the model's are; an address a person names is known, as
        they wrote it."""
        stood = dict(known) if isinstance(known, Mapping) else {one: one for one in known}
        may = stood | {canonical_address(one): one for one in arguments.values() if isinstance(one, str)}
        return self.call(call.id, call.tool, dict(arguments), known=may, opened=may)

    def faults(self, tool: str, arguments: Mapping[str, object]) -> tuple[Fault, ...]:
        """What is wrong with a person's arguments one by one; none also where what is wrong is not one of them."""
        known = self._tools.get(tool)
        try:
            if known:
                _validated(known, dict(arguments))
        except Unreadable as unreadable:
            return faults(unreadable.__cause__) if isinstance(unreadable.__cause__, ValidationError) else ()
        return ()

    def _checked(
        self, name: str, raw: object, known: Collection[str], opened: Collection[str]
    ) -> tuple[dict[str, Any], str]:
        arguments: dict[str, Any] = {}
        try:
            arguments = parsed(raw)
            tool = self._tools.get(name)
            if tool is None:
                return arguments, self._no_such_tool(name)
            arguments = parsed(_validated(tool, arguments).model_dump(mode="json"))
            _must_be_known(tool, arguments, opened if tool.goes_on else known)
        except Unreadable as unreadable:
            return arguments, redacted(f"{name}: {unreadable}")
        return arguments, ""

    def _no_such_tool(self, name: str) -> str:
        near = difflib.get_close_matches(name, self.names, n=1)
        meant = f'; did you mean "{near[0]}"?' if near else "."
        return f'There is no tool "{name}"{meant} The tools are: {", ".join(self.names) or "none"}'

    def most(self, call: Call) -> Usage:
        """The most that making this call can cost."""
        tool, web = self._tools.get(call.tool), self._given.web
        return web.fee(tool.credits, bound=True) if tool and web else Usage()

    async def run(self, call: Call, bill: Bill | None = None, dates: Dates | None = None) -> Outcome:
        """Make the call within the tool's time and size; what it costs goes on the bill, however it ends. `dates` say
        what is too old. Raises nothing but CancelledError."""
        given = replace(self._given, bill=bill or Bill(), dates=dates or Dates())
        tool = self._tools.get(call.tool)
        if call.error or tool is None:
            return _failed(call.error or self._no_such_tool(call.tool), final=True)
        try:
            arguments = _validated(tool, json.loads(call.arguments))
        except (ValueError, RecursionError):
            return _failed(f"{call.tool}: {_UNFIT}", final=True)
        if canonical(arguments.model_dump(mode="json")) != call.arguments:  # a newer tool would add what nobody saw
            return _failed(f"{call.tool}: {_UNFIT}", final=True)
        values = {name: getattr(arguments, name) for name in type(arguments).model_fields}
        return await self._finished(tool, asyncio.create_task(_made(tool, given, values)))

    async def _finished(self, tool: Tool, task: asyncio.Task[Result]) -> Outcome:
        """Waits at most the tool's time. A task that is deaf to cancellation is left behind, never waited for."""
        self._running.add(task)
        task.add_done_callback(self._forget)
        try:
            done, _ = await asyncio.wait({task}, timeout=tool.timeout)
        finally:
            task.cancel()
        if not done:
            return _failed(f"{tool.name} took longer than {tool.timeout:g} seconds and was given up")
        return _outcome(tool, task)

    def _forget(self, task: asyncio.Task[Result]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not report it as lost


def _fit(name: object) -> str:
    """The name in the form endpoints accept in a history: letters, digits, _ and -, at most 64, never empty."""
    text = name.strip() if isinstance(name, str) else ""
    return re.sub(r"[^A-Za-z0-9_-]", "_", text)[:64] or "unnamed"


async def _made(tool: Tool, given: Given, values: dict[str, Any]) -> Result:
    result = await tool.function(given, **values)
    if isinstance(result, Result):  # a tool may also say for itself what it cost
        given.bill.begin(result.usage)
    return result


def _validated(tool: Tool, arguments: dict[str, Any]) -> BaseModel:
    schema = tool.parameters
    try:
        return tool.arguments.model_validate(unwrapped(arguments, schema, schema))
    except ValidationError as error:
        raise Unreadable(complaint(error, tuple(tool.arguments.model_fields))) from error
    except RecursionError as error:
        raise Unreadable("the arguments are nested too deeply") from error


def _must_be_known(tool: Tool, arguments: dict[str, Any], known: Collection[str]) -> None:
    """What tells no two pages apart can still tell somebody something: `www.m.www.`, a row of slashes, capitals."""
    if not tool.opens:
        return
    address = canonical_address(arguments[tool.opens])
    if address not in known:
        raise Unreadable(_NOT_OPENED if tool.goes_on else _UNKNOWN_ADDRESS)
    if isinstance(known, Mapping):
        arguments[tool.opens] = known[address]


def _outcome(tool: Tool, task: asyncio.Task[Result]) -> Outcome:
    if task.cancelled():
        return _failed(f"{tool.name} was broken off")
    error = task.exception()
    if isinstance(error, ToolFailed):
        return _failed(str(error), final=error.final)
    if error is None and isinstance(task.result(), Result):
        return Outcome("ok", _capped(task.result(), tool.limit))
    return _unexpected(tool, error or TypeError(f"{type(task.result()).__name__} instead of a Result"))


def _unexpected(tool: Tool, error: BaseException) -> Outcome:
    """A fault of ours: the log gets everything but secrets, the model a reference."""
    ref = secrets.token_hex(4)
    trace = "".join(traceback.format_exception(error))
    _log.error("tool %s failed unexpectedly, ref %s\n%s", tool.name, ref, redacted(clean(trace)))
    return _failed(f"{tool.name} failed unexpectedly (reference {ref})", ref=ref)


def _failed(text: str, *, ref: str = "", final: bool = False) -> Outcome:
    note = redacted(clean(text)).strip() or "it failed without a reason"
    return Outcome("failed", Result(note=_cut(note, _NOTE)), ref=ref, final=final)


def _capped(result: Result, limit: int) -> Result:
    """The result with clean text and within its limits; what had to be cut is said in the note."""
    too_long = any(len(passage.text) > limit for passage in result.passages)
    cut = f"cut at {limit:,} characters" if too_long else ""
    notes = [part for part in (redacted(clean(result.note)), cut) if part]
    return Result(
        note=_cut("\n".join(notes), _NOTE),
        hits=tidy(result.hits),
        passages=tuple(_tidy_passage(passage, limit) for passage in result.passages),
    )


def tidy(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Leads with clean text and within the limits of a tool's."""
    return tuple(map(_tidy_hit, hits))


def _tidy_hit(hit: Hit) -> Hit:
    return Hit(
        address=clean(hit.address),
        title=_cut(without_tokens(seen(clean(hit.title))), _TITLE),
        snippet=_cut(without_tokens(seen(clean(hit.snippet))), _SNIPPET),
        published=_cut(clean(hit.published), _TITLE),
    )


def _tidy_passage(passage: Passage, limit: int) -> Passage:
    return Passage(
        address=clean(passage.address),
        title=_cut(without_tokens(seen(clean(passage.title))), _TITLE),
        where=clean(passage.where),
        text=without_tokens(seen(clean(passage.text)))[:limit],
        published=_cut(clean(passage.published), _TITLE),
        retrieved=passage.retrieved,
        canonical=clean(passage.canonical),
    )


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
