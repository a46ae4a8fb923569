"""A desk to sit the model at: tools over a folder and a few pages, in the formats the bot uses, without the bot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from bot.playground.rehearsal import deal
from bot.playground.rehearsal.wire import Call
from bot.playground.rehearsal.words import content, held, words
from bot.playground.web.library import Page
from bot.playground.web.ranking import rank, snippets

Body = dict[str, Any]


def tool(name: str, **properties: str) -> Body:
    """A tool as the bot declares it: its parameters and their JSON types; the first one is required."""
    schema = {
        "type": "object",
        "properties": {key: {"type": kind} for key, kind in properties.items()},
        "required": list(properties)[:1],
    }
    return {"type": "function", "function": {"name": name, "description": name, "parameters": schema}}


SEARCH = tool("search", query="string")
READ_PAGE = tool("read_page", url="string")
LIST_FILES = tool("list_files")
SEARCH_DOCS = tool("search_docs", query="string")
READ_FILE = tool("read_file", path="string", start="integer")
TOOLS = (SEARCH, READ_PAGE, LIST_FILES, SEARCH_DOCS, READ_FILE)


def source(
    number: int, title: str, address: str, text: str, *, status: str = "opened", part: str = "", published: str = ""
) -> str:
    """One source block of a tool message."""
    given = {
        "number": number,
        "title": title,
        "address": address,
        "part": part,
        "status": status,
        "published": published,
    }
    attributes = " ".join(f'{key}="{escape(str(value))}"' for key, value in given.items() if value)
    return f"<source {attributes}>\n{text.replace('</source', '<' + chr(92) + '/source')}\n</source>"


def task(goal: str, *, must: Sequence[str] = (), must_not: Sequence[str] = (), prefer: Sequence[str] = ()) -> str:
    """A task block."""
    lists = {"must": must, "must_not": must_not, "prefer": prefer}
    wishes = {
        name: [{"id": f"{name}.{i}", "text": t} for i, t in enumerate(texts, 1)] for name, texts in lists.items()
    }
    body = {"goal": goal, "kind": "answer", "language": "English", **wishes, "assumed": [], "today": "2026-11-29"}
    return f"```task\n{json.dumps(body, ensure_ascii=False)}\n```"


def opening(block: str, *, said: str = "") -> list[Body]:
    """The first two messages of a loop."""
    turns = [{"speaker": "UANNA", "name": "Anna", "kind": "member", "text": said}]
    thread = f"```thread\n{json.dumps(turns)}\n```"
    return [
        {"role": "system", "content": "# Research\n\nFind sources."},
        {"role": "user", "content": f"{thread}\n\n{block}"},
    ]


def request(messages: Sequence[Body], tools: Sequence[Body] = TOOLS) -> Body:
    return {"model": "rehearsal-1", "messages": list(messages)} | ({"tools": list(tools)} if tools else {})


@dataclass
class Desk:
    """Files and pages a model can look into, and what it did there. `veto` may answer a call in a tool's place."""

    files: Mapping[str, str] = field(default_factory=dict)
    pages: Sequence[Page] = ()
    tools: Sequence[Body] = TOOLS
    rounds: int = 8
    veto: Callable[[Call], str | None] = lambda call: None
    calls: list[Call] = field(default_factory=list)
    shown: dict[str, int] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)

    def work(self, messages: list[Body]) -> str:
        """Runs the loop to its final reply; `messages` grows as the conversation does."""
        for left in range(self.rounds, -1, -1):
            reply = deal(request(messages, self.tools if left else ()))
            if not reply.calls:
                messages.append({"role": "assistant", "content": reply.content})
                return reply.content
            self.calls += reply.calls
            ids = [f"call_{len(messages)}_{i}" for i in range(len(reply.calls))]
            messages.append({"role": "assistant", "content": None, "tool_calls": [
                {"id": name, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
                for name, c in zip(ids, reply.calls, strict=True)
            ]})  # fmt: skip
            for name, call in zip(ids, reply.calls, strict=True):
                said = self.veto(call) or self.run(call)
                messages.append(
                    {"role": "tool", "tool_call_id": name, "content": f"{said}\nleft: 9 searches, {left} rounds"}
                )
        raise AssertionError("the model called tools that were not offered any more")

    def ask(self, goal: str, **conditions: Sequence[str]) -> str:
        return self.work(opening(task(goal, **conditions)))

    def run(self, call: Call) -> str:
        given = json.loads(call.arguments)
        match call.name:
            case "search":
                ranked = rank(given["query"], self.pages)[:5]
                return "\n".join(self._found(page, given["query"]) for page, _ in ranked) or "nothing found"
            case "read_page":
                return next(
                    (self._page(page) for page in self.pages if page.url == given["url"]), "failed: not there"
                )
            case "search_docs":
                return "\n".join(self.fragments(given["query"])) or "nothing found"
            case "read_file":
                return self._file(given["path"], given.get("start", 1))
            case _:
                return "\n".join(f"{path} ({len(text.splitlines())} lines)" for path, text in self.files.items())

    def number(self, address: str) -> int:
        return self.shown.setdefault(address, len(self.shown) + 1)

    def _open(self, text: str) -> str:
        self.opened.append(text)
        return text

    def _found(self, page: Page, query: str) -> str:
        return source(self.number(page.url), page.title, page.url, snippets(query, page)[0], status="found")

    def _page(self, page: Page) -> str:
        return source(
            self.number(page.url), page.title, page.url, self._open(page.body), published=str(page.published or "")
        )

    def _file(self, path: str, start: int) -> str:
        if path not in self.files:
            return f"failed: there is no file {path}"
        lines = self.files[path].splitlines()
        last = min(len(lines), start + 79)
        part = f"lines {start}-{last} of {len(lines)}"
        return source(self.number(path), path, path, self._open("\n".join(lines[start - 1 : last])), part=part)

    def fragments(self, query: str) -> list[str]:
        """The four windows of twelve lines that hold most of the query."""
        wanted = content(query)
        windows = [(path, i) for path, text in self.files.items() for i in range(0, len(text.splitlines()), 12)]
        scored = [(len(held(wanted, set(words(self._window(path, i))))), path, i) for path, i in windows]
        best = sorted((s for s in scored if s[0]), key=lambda s: -s[0])[:4]
        return [self._fragment(path, i) for _, path, i in best]

    def _window(self, path: str, start: int) -> str:
        return "\n".join(self.files[path].splitlines()[start : start + 12])

    def _fragment(self, path: str, start: int) -> str:
        total = len(self.files[path].splitlines())
        part = f"lines {start + 1}-{min(total, start + 12)} of {total}"
        return source(self.number(path), path, path, self._open(self._window(path, start)), part=part)
