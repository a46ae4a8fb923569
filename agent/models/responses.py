"""A model over the Responses API, with the provider's own web search where a call may use it.

No button can stop a search inside a reply. So the tool stands in a request only where the run's rules let the whole
call through (`Run.searches_inside`), and no oftener than searches are left.
"""

from __future__ import annotations

from collections.abc import Mapping

from agent.models.dialect import length_of
from agent.models.items import Items, fault, input_items, searches_in, tool_items
from agent.models.model import Ask, Chat
from agent.models.shapes import shaped

_NAMES = {"max_tokens": "max_output_tokens", "response_format": "text", "reasoning_effort": "reasoning"}
_FORMS = {"response_format": "format", "reasoning_effort": "effort"}  # of these the value stands in an object
_FOREIGN = ("stream_options", "chat_template_kwargs", "enable_thinking", "thinking")


class Responses(Chat):
    """A `Model` at an endpoint that has this API; its settings are those of `Chat`. One of its tools may be
    `agent.models.items.search_tool(n)`."""

    path = "/responses"
    reading = Items
    fault = staticmethod(fault)

    def _body(self, ask: Ask) -> dict[str, object]:
        wanted = self._dialect.streamed({**ask.options, **self._dialect.thinking(ask.think)})
        tools, searches = tool_items(ask.tools), searches_in(ask.tools)
        body: dict[str, object] = {
            "model": self.name,
            "input": self._dialect.items(input_items(self._dialect.messages(shaped(ask.messages)))),
            "store": False,
            **({"tools": tools} if tools else {}),
        }
        options = {
            **_in_its_words(wanted),
            "include": ["reasoning.encrypted_content"],
            **({"max_tool_calls": searches} if searches else {}),
        }
        return body | self._dialect.options(options, length_of(body))


def _in_its_words(wanted: Mapping[str, object]) -> dict[str, object]:
    known = {name: value for name, value in wanted.items() if name not in _FOREIGN}
    return {_NAMES.get(name, name): {_FORMS[name]: v} if name in _FORMS else v for name, v in known.items()}
