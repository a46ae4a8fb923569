"""What a request of the loop holds, parsed once: the thread, the task, what was opened so far, what is left."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.playground.rehearsal.checks import Check, Kind, check
from bot.playground.rehearsal.request import ChatRequest, Message, Tool

_BLOCK = re.compile(r"^```(?P<name>thread|task)[ \t]*\n(?P<body>.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
_SOURCE = re.compile(r"<source\b(?P<attributes>[^>]*)>\n?(?P<text>.*?)\n?</source>", re.DOTALL)
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_PROBLEM = re.compile(r"(failed|rejected)(?: by a person)?(?::|$)(.*)", re.DOTALL)
_LEFT = re.compile(r"^left:(.*)$", re.MULTILINE)
_COUNT = re.compile(r"(\d+)\s+([a-z]+)")
_PART = re.compile(r"lines? (\d+)(?:\s*[-–]\s*(\d+))?(?: of (\d+))?")
_NAMED = re.compile(r"(?P<name>[^:\n]{1,80}):[ \t]+")
_LIKE_A_NAME = re.compile(r"(?:[^\W\d_][\w'’.-]*\s+){1,3}[^\W\d_][\w'’.-]*|U[A-Z0-9]{4,}|Nobody answered in time")
_MARK = re.compile(
    r"\Amark: #[0-9a-f]{8}\n|^#[0-9a-f]{8} | mark=\"#[0-9a-f]{8}\"(?=>$)|^(```\w+) #[0-9a-f]{8}$", re.M
)
MEND = "Mend your draft:"


class _Loose(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Spoken(_Loose):
    """One turn of the thread block."""

    speaker: str = ""
    name: str = ""
    kind: str = "member"
    text: str = ""
    number: int = 0  # of the source that it is, 0 for none


class Wish(_Loose):
    """One condition of the task block."""

    id: str
    text: str = ""


class Task(_Loose):
    """The task block: what is to be answered, and under which conditions."""

    goal: str = ""
    kind: str = "answer"
    language: str = "English"
    today: str = ""
    must: list[Wish] = []
    must_not: list[Wish] = []
    prefer: list[Wish] = []

    @property
    def checks(self) -> list[tuple[str, Check]]:
        """Every condition's id and how it is checked, in the order they are shown."""
        lists: list[tuple[Kind, list[Wish]]] = [
            ("must", self.must), ("must_not", self.must_not), ("prefer", self.prefer),
        ]  # fmt: skip
        return [(wish.id, check(wish.text, kind)) for kind, wishes in lists for wish in wishes]


@dataclass(frozen=True)
class Source:
    """One numbered piece of a tool's result. `first`, `last`, `total` are lines, 0 where the part does not say."""

    number: int
    title: str
    address: str
    opened: bool
    text: str
    published: str = ""
    first: int = 0
    last: int = 0
    total: int = 0

    @property
    def on_the_web(self) -> bool:
        return "://" in self.address

    @property
    def whole(self) -> bool:
        return self.first == 1 and 0 < self.total <= self.last


@dataclass(frozen=True)
class Result:
    """One tool call and what came of it: `problem` is "", "failed" or "rejected", `comment` the words behind it."""

    tool: str
    arguments: dict[str, object]
    sources: tuple[Source, ...] = ()
    note: str = ""
    problem: str = ""
    comment: str = ""
    answered: bool = True

    @property
    def target(self) -> str:
        """The argument that matters, as text: a query, a path or an address."""
        return next((value for value in self.arguments.values() if isinstance(value, str)), "")


@dataclass(frozen=True)
class View:
    """The loop's conversation. `rounds` are those since the last task block, `sources` all that were ever shown."""

    thread: tuple[Spoken, ...]
    task: Task
    tools: tuple[Tool, ...]
    rounds: tuple[tuple[Result, ...], ...]
    sources: tuple[Source, ...]
    corrections: tuple[str, ...]
    left: dict[str, int]
    draft: str = ""
    faults: tuple[str, ...] = ()

    @property
    def results(self) -> list[Result]:
        return [result for one in self.rounds for result in one]

    @property
    def opened(self) -> list[Source]:
        return [source for source in self.sources if source.opened and source.text.strip()]


def view(request: ChatRequest) -> View:
    """A request of the loop as the rehearsal model sees it. Blocks that cannot be read count as absent."""
    messages = [message.model_copy(update={"content": _unmarked(message.text)}) for message in request.messages]
    start = max((i for i, m in enumerate(messages) if m.role == "user" and _blocks(m.text, "task")), default=0)
    everything = [result for one in _rounds(messages) for result in one]
    return View(
        thread=tuple(_thread(messages)),
        task=_task(messages),
        tools=tuple(request.tools or ()),
        rounds=tuple(_rounds(messages[start:])),
        sources=tuple(source for result in everything for source in result.sources),
        corrections=tuple(_corrections(messages)),
        left=_left(messages),
        draft=_draft(messages),
        faults=tuple(_faults(messages)),
    )


def _unmarked(text: str) -> str:
    """The text without the mark of the program's own words, which this model does not need: no page that it reads was
    made to deceive it."""
    return _MARK.sub(lambda found: found[1] or "", text)


def _blocks(text: str, name: str) -> list[str]:
    return [match["body"] for match in _BLOCK.finditer(text) if match["name"] == name]


def _task(messages: Sequence[Message]) -> Task:
    bodies = [body for m in messages if m.role == "user" for body in _blocks(m.text, "task")]
    for body in reversed(bodies):
        try:
            return Task.model_validate_json(body)
        except ValidationError:
            continue
    said = [m.text for m in messages if m.role == "user" and not m.text.startswith(MEND)]
    return Task(goal=_BLOCK.sub("", said[-1]).strip()[:2000] if said else "")


def _thread(messages: Sequence[Message]) -> list[Spoken]:
    bodies = [body for m in messages if m.role == "user" for body in _blocks(m.text, "thread")]
    try:
        return [Spoken.model_validate(turn) for turn in json.loads(bodies[-1])] if bodies else []
    except (ValueError, TypeError):
        return []


def _corrections(messages: Sequence[Message]) -> list[str]:
    """What people said after the work began: the words before the task block of every later user message, without
    the names of who said them."""
    names = {name for turn in _thread(messages) for name in (turn.name, turn.speaker) if name}
    began = next((i for i, message in enumerate(messages) if message.role == "assistant"), len(messages))
    later = [m.text for m in messages[began:] if m.role == "user" and not m.text.startswith(MEND)]
    said = [_before_task(text) for text in later]
    return [words for text in said for words in _remarks(text, names)]


def _before_task(text: str) -> str:
    """The words of a message that stand before its last task block; all of them where there is none."""
    blocks = [match for match in _BLOCK.finditer(text) if match["name"] == "task"]
    return _BLOCK.sub("", text[: blocks[-1].start()] if blocks else text).strip()


def _remarks(text: str, names: Collection[str]) -> list[str]:
    """The remarks of "Anna: the first" and "Ben: another", blank lines between them, each without its name. The
    first paragraph has a name always, a later one where it is a known one or looks like one."""
    found: list[str] = []
    for i, paragraph in enumerate(re.split(r"\n{2,}", text)):
        name = _NAMED.match(paragraph)
        if name and (i == 0 or name["name"] in names or _LIKE_A_NAME.fullmatch(name["name"])):
            paragraph = paragraph[name.end() :]
        found.append(paragraph.strip())
    return [one for one in found if one]


def _draft(messages: Sequence[Message]) -> str:
    """The draft to be mended: the assistant message before the last "Mend your draft:", if that is what is "
    "asked."""
    if not messages or messages[-1].role != "user" or not messages[-1].text.startswith(MEND):
        return ""
    return next((m.text for m in reversed(messages[:-1]) if m.role == "assistant" and m.text), "")


def _faults(messages: Sequence[Message]) -> list[str]:
    if not _draft(messages):
        return []
    lines = messages[-1].text.removeprefix(MEND).splitlines()
    return [line.strip().lstrip("-*• ").strip() for line in lines if line.strip()]


def _rounds(messages: Sequence[Message]) -> list[tuple[Result, ...]]:
    """Each assistant message with calls, and what the tool messages behind it say."""
    answers = {m.tool_call_id: m.text for m in messages if m.role == "tool"}
    return [
        tuple(_result(call.function.name, call.function.arguments, answers.get(call.id)) for call in m.tool_calls)
        for m in messages
        if m.role == "assistant" and m.tool_calls
    ]


def _result(tool: str, arguments: str, text: str | None) -> Result:
    try:
        given = json.loads(arguments or "{}")
    except ValueError:
        given = {}
    if not isinstance(given, dict):
        given = {}
    if text is None:
        return Result(tool, given, answered=False)
    note = _LEFT.sub("", _SOURCE.sub("", text)).strip()
    if problem := _PROBLEM.match(note):
        return Result(tool, given, problem=problem[1], comment=problem[2].strip())
    return Result(tool, given, tuple(sources(text)), note)


def sources(text: str) -> list[Source]:
    """The source blocks of a tool message; one without a number is not there."""
    found: list[Source] = []
    for match in _SOURCE.finditer(text):
        given = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(match["attributes"])}
        if given.get("number", "").isdecimal():
            found.append(_source(given, match["text"].replace("˂", "<")))
    return found


def _source(given: dict[str, str], text: str) -> Source:
    first, last, total = _lines(given.get("part", ""))
    return Source(
        number=int(given["number"]),
        title=given.get("title", ""),
        address=given.get("address", ""),
        opened=given.get("status") == "opened",
        text=text,
        published=given.get("published", ""),
        first=first,
        last=last,
        total=total,
    )


def _lines(part: str) -> tuple[int, int, int]:
    """ "lines 1-40 of 120" as (1, 40, 120); zeros where a part is given in another way."""
    match = _PART.search(part)
    if match is None:
        return 0, 0, 0
    first, last, total = (int(group or 0) for group in match.groups())
    return first, last or first, total


def _left(messages: Sequence[Message]) -> dict[str, int]:
    """What the last tool message says is left: {"searches": 9, "pages": 6, ...}; a budget it does not name is "
    "open."""
    lines = [line for m in messages if m.role == "tool" for line in _LEFT.findall(m.text)]
    return {name: int(count) for count, name in _COUNT.findall(lines[-1])} if lines else {}
