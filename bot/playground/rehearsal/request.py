"""A chat completion request as OpenAI's API takes it, and what is refused.

Shapes after the API reference (https://platform.openai.com/docs/api-reference/chat/create): only what is read here
is modelled, other fields are let through. The order rules are those strict endpoints keep: every tool call is
answered before the conversation goes on, and no result comes without its call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError


class Refused(Exception):
    """A request the endpoint turns down: HTTP status and OpenAI's error fields."""

    def __init__(self, status: int, message: str, *, code: str | None = None, param: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.param = param


class _Given(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Part(_Given):
    """One part of a message's content; only text parts carry words."""

    type: str
    text: str = ""


class Function(_Given):
    name: str
    arguments: str


class ToolCall(_Given):
    id: str
    function: Function
    type: Literal["function"] = "function"


class Message(_Given):
    """One message. `text` is its words, "" where it has none."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[Part] | None = None
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class Declared(_Given):
    """A function the model may call; `parameters` is its JSON schema."""

    name: str = Field(pattern=r"^[a-zA-Z0-9_-]{1,64}$")
    description: str | None = None
    parameters: dict[str, object] = {}


class Tool(_Given):
    type: Literal["function"]
    function: Declared


class StreamOptions(_Given):
    include_usage: bool = False


class Format(_Given):
    type: Literal["text", "json_object", "json_schema"]


class ChatRequest(_Given):
    """The body of POST /v1/chat/completions."""

    model: str
    messages: list[Message] = Field(min_length=1)
    tools: list[Tool] | None = None
    tool_choice: str | dict[str, object] | None = None
    parallel_tool_calls: bool | None = None
    response_format: Format | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    temperature: float | None = Field(None, ge=0, le=2)
    max_tokens: int | None = Field(None, ge=1)
    max_completion_tokens: int | None = Field(None, ge=1)

    @property
    def wants_json(self) -> bool:
        return self.response_format is not None and self.response_format.type != "text"

    @property
    def wants_usage(self) -> bool:
        return self.stream_options is not None and self.stream_options.include_usage

    def said(self, *roles: str) -> list[str]:
        """The words of every message with one of these roles, in order."""
        return [message.text for message in self.messages if message.role in roles]


def parse(body: Mapping[str, object]) -> ChatRequest:
    """The request in a body. Raises Refused(400) on anything OpenAI's API would turn down as well."""
    try:
        request = ChatRequest.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        param = "".join(f"[{at}]" if isinstance(at, int) else f".{at}" for at in first["loc"]).lstrip(".")
        raise Refused(400, f"Invalid value for '{param}': {first['msg']}.", param=param) from None
    _options(request)
    _order(request.messages)
    return request


def _options(request: ChatRequest) -> None:
    if request.stream_options is not None and not request.stream:
        raise Refused(400, "'stream_options' is only allowed when 'stream' is enabled.", param="stream_options")
    if not request.tools and request.parallel_tool_calls is not None:
        raise Refused(400, "'parallel_tool_calls' is only allowed with 'tools'.", param="parallel_tool_calls")
    if not request.tools and request.tool_choice not in (None, "none", "auto"):
        raise Refused(400, "'tool_choice' is only allowed when 'tools' are specified.", param="tool_choice")
    if request.tools is not None and not request.tools:
        raise Refused(400, "Invalid 'tools': empty array.", param="tools")
    asks_json = request.response_format is not None and request.response_format.type == "json_object"
    if asks_json and not any(re.search("json", m.text, re.IGNORECASE) for m in request.messages):
        raise Refused(400, "'messages' must contain the word 'json' to use JSON mode.", param="messages")


def _order(messages: list[Message]) -> None:
    """Every tool call has its answer before anything else is said, and every answer its call."""
    waiting: list[str] = []
    for i, message in enumerate(messages):
        where = f"messages[{i}]"
        if message.role == "tool":
            if message.tool_call_id not in waiting:
                raise Refused(400, f"'{where}': a tool message must answer a preceding tool call.", param=where)
            waiting.remove(message.tool_call_id)
            continue
        if waiting:
            raise Refused(400, f"'{where}': tool calls without a result: {', '.join(waiting)}.", param=where)
        waiting = _calls(message, where)
    if waiting:
        raise Refused(400, f"'messages': tool calls without a result: {', '.join(waiting)}.", param="messages")


def _calls(message: Message, where: str) -> list[str]:
    calls = message.tool_calls or []
    if message.tool_calls is not None and not calls:
        raise Refused(400, f"'{where}.tool_calls': empty array.", param=f"{where}.tool_calls")
    if message.role == "assistant" and not calls and message.content is None:
        raise Refused(400, f"'{where}': an assistant message needs content or tool calls.", param=where)
    if message.role != "assistant" and message.content is None:
        raise Refused(400, f"'{where}.content': is required.", param=f"{where}.content")
    for call in calls:
        _is_object(call.function.arguments, f"{where}.tool_calls")
    return [call.id for call in calls]


def _is_object(arguments: str, where: str) -> None:
    try:
        if isinstance(json.loads(arguments), dict):
            return
    except ValueError:
        pass
    raise Refused(400, f"'{where}': function arguments must be a JSON object.", param=where)
