"""JSON at the edge: what came in, read once; what goes out when something is wrong."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from aiohttp import web

Json: TypeAlias = dict[str, Any]

# Slack takes these as JSON, or as a string that holds JSON.
_STRUCTURED = ("blocks", "view", "metadata", "attachments", "files", "chunks", "prompts")


class SlackError(Exception):
    """An answer of Slack's that says no: HTTP 200, ok false, the error's name, and what is wrong in words."""

    def __init__(self, error: str, *problems: str) -> None:
        super().__init__(error, *problems)
        self.error, self.problems = error, list(problems)

    def answer(self) -> Json:
        """The body that goes back."""
        if not self.problems:
            return {"ok": False, "error": self.error}
        notes = [f"[ERROR] {problem}" for problem in self.problems]
        return {
            "ok": False,
            "error": self.error,
            "errors": self.problems,
            "response_metadata": {"messages": notes},
        }


class MissingScope(SlackError):
    """The token lacks a scope; the answer names it and those the token has."""

    def __init__(self, needed: str, provided: Iterable[str]) -> None:
        super().__init__("missing_scope")
        self.needed, self.provided = needed, ",".join(provided)

    def answer(self) -> Json:
        """The body that goes back."""
        return super().answer() | {"needed": self.needed, "provided": self.provided}


@dataclass
class ApiCall:
    """One call the bot made: `at` in monotonic seconds; `response` is {} when no answer went back."""

    at: float
    method: str
    args: Json
    response: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Args:
    """The arguments of one call. In a query or a form everything is a string, in JSON it need not be."""

    values: Json

    def has(self, name: str) -> bool:
        """Was it given at all, be it empty?"""
        return self.values.get(name) is not None

    def text(self, name: str) -> str:
        """As text, "" when absent."""
        value = self.values.get(name)
        return "" if value is None else str(value)

    def required(self, name: str) -> str:
        """As text; an absent or empty one is refused as invalid_arguments."""
        if not self.text(name):
            raise SlackError("invalid_arguments", f"missing required field: {name}")
        return self.text(name)

    def flag(self, name: str) -> bool:
        """Slack takes true, "true", 1 and "1"."""
        return self.text(name).lower() in ("1", "true")

    def number(self, name: str, default: int) -> int:
        """As a whole number; words are refused as invalid_arguments."""
        try:
            return int(self.text(name) or default)
        except ValueError:
            raise SlackError("invalid_arguments", f"must be a number: {name}") from None

    def items(self, name: str, error: str) -> list[Json]:
        """As a list of objects, [] when absent; anything else is refused with that error."""
        value = self.values.get(name) or []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise SlackError(error, f"must be an array of objects: {name}")
        return value

    def item(self, name: str, error: str) -> Json | None:
        """As one object, None when absent; anything else is refused with that error."""
        value = self.values.get(name)
        if value is None or isinstance(value, dict):
            return value
        raise SlackError(error, f"must be an object: {name}")


async def read(request: web.Request) -> tuple[Args, str]:
    """The arguments and the token of a request.

    Query, form, multipart and JSON are all read: the SDK reads with GET and puts some arguments of a POST
    into the query string.
    """
    values: Json = {**request.query, **await _body(request)}
    for name in _STRUCTURED:
        if isinstance(values.get(name), str):
            values[name] = _parsed(values[name])
    argument = str(values.pop("token", ""))
    header = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    return Args(values), header or argument


async def _body(request: web.Request) -> Json:
    if request.content_type == "application/json":
        body = _parsed(await request.text() or "{}")
        return body if isinstance(body, dict) else {}
    form = await request.post()
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
