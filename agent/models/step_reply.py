"""What a reply of a model that is driven in steps amounts to: calls, an answer, or nothing that can be used. Pure.

Weak models put a fence or a sentence around the object, name its fields as they were trained to, forget a quote, and
write the answer inside of it, below it or without it. All that can be read. Markdown inside of a JSON string is what
they get wrong most often, so they are asked to write the answer below the object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from agent.clean import clean
from agent.models.objects import first_object

_THOUGHT = ("thought", "thoughts", "reasoning")
_NAME = ("action", "tool", "tool_name", "function", "name")
_ARGUMENTS = ("args", "arguments", "parameters", "input", "action_input")
_LISTS = ("actions", "tool_calls", "calls", "action")
_BESIDE = {*_THOUGHT, *_NAME, "type", "id"}
_TEXT = ("text", "answer", "content", "markdown", "final_answer", "response")
_ANSWER = {"answer", "final_answer", "final", "finish", "respond", "response"}
_FIELDS = "thoughts?|actions?|tool|tool_name|tool_calls|function|name|args|arguments|final_answer"
# Where a step begins: at a brace with one of its fields behind it, or with nothing but a fence before it.
_START = re.compile(rf"\{{\s*[\"'](?:{_FIELDS})[\"']\s*:|\A\s*(?:```\w*\s*)?(\{{)")
_AS_LONG = 200  # characters in which the beginning of a step is recognized
_ENCODED = re.compile(r'"(\s|\\[nrt"\\])*([{\[]|\Z)')  # the text of an object as a string, or the beginning of one
_CLOSING = re.compile(r"\A\s*```[ \t]*(?=\n|\Z)")
_FENCE = re.compile(r"```\w*\s*\Z")
_OPENED = re.compile(
    r"^[ \t`]*(?:json\s*)?\{[^{}]{0,80}\Z", re.MULTILINE
)  # an object that ends before its first field
_BEGUN = re.compile(r"\A\s*(?:```\w*\s*)?\{\s*[\"'](?:thoughts?|actions?)[\"']\s*:")

NO_OBJECT = "there is no JSON object in it"
NO_ACTION = 'the object names no "action"'
NO_ANSWER = "there is no answer below the object"
BROKEN = "the object is not valid JSON"
CUT_OFF = "the object was cut off before its end; make it shorter"


@dataclass(frozen=True)
class Step:
    """What a reply amounts to: `calls` as (tool, arguments as they came), or an `answer`; or, with a `problem` in
    words for the model, neither. With `prose` there was no object at all, and `answer` is all that was said."""

    thought: str = ""
    calls: tuple[tuple[str, object], ...] = ()
    answer: str = ""
    problem: str = ""
    prose: bool = False


class Reader:
    """One reply, fed in pieces. `feed` gives the text of the answer as soon as it is known to be one, and never
    anything else.

    `tools` are the names that may be called: one called "answer" would be a tool. `plain`: none may be, so that
    words without an object are the answer at once.
    """

    def __init__(self, tools: Collection[str] = (), *, plain: bool = False) -> None:
        self._tools, self._plain = tools, plain
        self._text = ""
        self._from = 0  # what stands before this was looked at already
        self._object: _Object | None = None  # the one that is being written
        self._found: Step | None = None
        self._head = ""
        self._tail = _Tail(fenced=False)
        self._thought = ""
        self._prose = False

    def feed(self, piece: str) -> str:
        self._text += piece
        if self._prose:
            return piece
        if self._found is not None:
            return "" if self._found.calls else self._tail.feed(piece)
        if self._plain and _is_prose(self._text):
            self._prose = True
            return self._text
        return self._look()

    def end(self, *, cut: bool = False) -> Step:
        """What the whole of it amounts to; `cut` where it is known to have broken off."""
        if self._found is None and (inner := _decoded(self._text)):
            step = read(inner, self._tools)
            if not step.problem:
                return step
        step = self._whole(cut)
        if self._plain and step.problem and (self._prose or step.problem in (NO_OBJECT, NO_ACTION)):
            return Step(answer=self._text.strip(), prose=True)
        return step

    def _look(self) -> str:
        """Takes the first object that names an action; what an answer has by now can be shown."""
        while (object := self._object or self._begun()) and (end := object.end(self._text)):
            step = self._step(self._text[object.start : end])
            if step is not None:
                return self._take(step, self._text[: object.start], self._text[end:])
            self._object, self._from = None, end
        return ""

    def _begun(self) -> _Object | None:
        start = _START.search(self._text, self._from)
        if start is None:
            self._from = max(self._from, len(self._text) - _AS_LONG)
            return None
        self._object = _Object(start.start(1) if start[1] else start.start())
        return self._object

    def _take(self, step: Step, before: str, after: str) -> str:
        self._found = replace(step, thought=step.thought or self._thought)
        self._head = _FENCE.sub("", before).strip()
        self._tail = _Tail(fenced=bool(_FENCE.search(before)), below=bool(step.answer))
        return "" if step.calls else step.answer + self._tail.feed(after)

    def _step(self, text: str) -> Step | None:
        found = first_object(text) or {}
        self._thought = _first(found, _THOUGHT) or self._thought
        return _step(found, self._tools)

    def _whole(self, cut: bool) -> Step:
        if self._found is None:
            self._look()
        if self._found is None:
            return self._without(cut)
        if self._found.calls:
            return replace(self._found, thought=self._found.thought or self._head)
        answer = (self._found.answer + self._tail.text) or self._head
        return replace(self._found, answer=answer, problem="" if answer.strip() else NO_ANSWER)

    def _without(self, cut: bool) -> Step:
        """No whole object names an action: there is a broken one, or none."""
        if self._object is not None:
            return self._repaired(self._text[self._object.start :], cut)
        if self._thought:
            return Step(problem=NO_ACTION)
        if cut and _OPENED.search(self._text):
            return Step(problem=CUT_OFF)
        return Step(answer=self._text.strip(), problem=NO_OBJECT, prose=True)

    def _repaired(self, text: str, cut: bool) -> Step:
        """A quote or a last brace may be missing; an object that just ends is not completed by guessing."""
        whole = re.sub(r"[`\s]+\Z", "", text[-_AS_LONG:])
        if cut or not whole.endswith("}"):
            return Step(problem=CUT_OFF)
        step = self._step(text)
        return step if step and (step.calls or step.answer.strip()) else Step(problem=BROKEN)


class _Object:
    """An object that is being written: where it starts, and how far its braces were followed."""

    def __init__(self, start: int) -> None:
        self.start = self._at = start
        self._depth, self._quoted, self._escaped = 0, False, False

    def end(self, text: str) -> int:
        """The position behind its last brace; 0 where that has not come. Each letter is looked at once."""
        for at in range(self._at, len(text)):
            self._next(text[at])
            if self._depth == 0:
                return at + 1
        self._at = len(text)
        return 0

    def _next(self, letter: str) -> None:
        if self._quoted:
            self._quoted = self._escaped or letter != '"'
            self._escaped = letter == "\\" and not self._escaped
        elif letter == '"':
            self._quoted = True
        else:
            self._depth += {"{": 1, "}": -1}.get(letter, 0)


class _Tail:
    """What stands below the object, without the fence that closes around it and the space before the first word."""

    def __init__(self, *, fenced: bool, below: bool = False) -> None:
        self._fenced, self._below = fenced, below
        self._held = ""
        self.text = ""

    def feed(self, piece: str) -> str:
        self._held += piece
        if not self.text:
            self._held = self._held.lstrip()
        if self._fenced and self._held.startswith("```"):
            self._held, self._fenced = self._held[3:].lstrip(), False
        if not self._held or (self._fenced and "```".startswith(self._held)):
            return ""
        given = ("\n\n" if self._below and not self.text else "") + self._held
        self._held, self._fenced = "", False
        self.text += given
        return given


def read(text: str, tools: Collection[str] = (), *, plain: bool = False) -> Step:
    """What a whole reply amounts to."""
    reader = Reader(tools, plain=plain)
    reader.feed(text)
    return reader.end()


def is_begun(text: str) -> bool:
    """Whether a text begins as a step does, and as nothing else that one would ask for."""
    return bool(_BEGUN.match(text))


def _decoded(text: str) -> str:
    """What a step that was encoded twice says, with what stands below it; "" where it was not."""
    begun = re.sub(r"\A\s*(```\w*\s*)?", "", text)
    if not _ENCODED.match(begun):
        return ""
    try:
        inner, end = json.JSONDecoder(strict=False).raw_decode(begun)
    except (ValueError, RecursionError):
        return ""
    return f"{inner}{_CLOSING.sub('', begun[end:])}" if str(inner).strip() else ""


def _is_prose(text: str) -> bool:
    """Whether it has begun with words, and not with what could become an object."""
    begun = text.lstrip()
    return bool(begun) and begun[0] not in "{[`" and not _ENCODED.match(begun)


def _step(found: Mapping[str, object], tools: Collection[str]) -> Step | None:
    """The step that an object is; None where it names no action."""
    thought = _first(found, _THOUGHT)
    named = [one for one in map(_called, _actions(found)) if one is not None]
    calls = tuple((one.name, one.arguments) for one in named if not _is_answer(one.name, tools))
    if calls:
        return Step(thought=thought, calls=calls)
    if named:
        return Step(thought=thought, answer=_answer(named[0]))
    text = _first(found, ("answer", "final_answer"))
    return Step(thought=thought, answer=text) if text.strip() else None


def _actions(found: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    lists = [value for key in _LISTS if isinstance(value := found.get(key), list)]
    for one in lists[0] if lists else [found]:
        if isinstance(one, Mapping):
            yield one


@dataclass(frozen=True)
class _Called:
    name: str
    arguments: object
    given: bool = True  # as such, and not only beside the name


def _called(found: Mapping[str, object]) -> _Called | None:
    """One action, by whichever names; what stands beside a name alone are its arguments."""
    inner = next((value for key in _NAME if isinstance(value := found.get(key), Mapping)), None)
    if inner is not None:
        return _called({**inner, **{key: value for key, value in found.items() if key in _ARGUMENTS}})
    given = [key for key in _ARGUMENTS if key in found]
    name = _first(found, _NAME if given else _NAME[:-1]).strip()
    if not name:
        return None
    rest = {key: value for key, value in found.items() if key not in _BESIDE}
    return _Called(clean(name), found[given[0]]) if given else _Called(clean(name), rest, given=False)


def _is_answer(name: str, tools: Collection[str]) -> bool:
    return name not in tools and re.sub(r"[\s-]+", "_", name.casefold()) in _ANSWER


def _answer(called: _Called) -> str:
    arguments = called.arguments
    if isinstance(arguments, str):
        return arguments
    if not isinstance(arguments, Mapping):
        return ""
    alone = [*arguments] if called.given and len(arguments) == 1 else []
    return _first(arguments, [*_TEXT, *alone])


def _first(found: Mapping[str, object], keys: Collection[str]) -> str:
    return next((value for key in keys if isinstance(value := found.get(key), str) and value.strip()), "")
