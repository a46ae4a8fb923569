"""The Responses API's items: a conversation as its input, and one message out of its output. Pure.

Shapes: https://platform.openai.com/docs/api-reference/responses. Nothing is kept at the provider (`store` is
false), so what it wants to see again goes back as it came: its reasoning, sealed, and its searches, in their order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agent.clean import clean, cleaned
from agent.facts import Hit
from agent.models.chunks import RawMessage, Visible, told_apart, usage_of
from agent.models.pieces import RawCall
from agent.models.shapes import short_id

SEARCH = "web_search"  # the type of the provider's tool, in a request and (as `web_search_call`) in an output
KEPT = "response_items"  # the field of an assistant message that holds the items of its output, in order
_FINISHES = {"max_output_tokens": "length", "max_tokens": "length", "content_filter": "content_filter"}
Json = dict[str, object]


# --- what goes out ----------------------------------------------------------------------------------------------


def search_tool(searches: int) -> Json:
    """What stands among the tools of a call that may search this often by itself."""
    return {"type": SEARCH, "searches": searches}


def searches_in(tools: Iterable[Mapping[str, object]]) -> int:
    """How often the provider may search; 0 where that is not among the tools."""
    return next((int(str(tool["searches"])) for tool in tools if tool.get("type") == SEARCH), 0)


def tool_items(tools: Iterable[Mapping[str, object]]) -> list[Json]:
    """The `tools` of a chat completion as this API takes them."""
    return [_tool(tool) for tool in tools]


def _tool(tool: Mapping[str, object]) -> Json:
    if tool.get("type") == SEARCH:
        return {"type": SEARCH}
    function = _mapping(cleaned(tool.get("function")))
    return {"type": "function", **function, "strict": False}


def input_items(messages: Sequence[Mapping[str, object]]) -> list[Json]:
    """The messages, in the shape that `agent.models.shapes` gives them, as items."""
    return [item for message in messages for item in _items(message)]


def _items(message: Mapping[str, object]) -> Iterator[Json]:
    role, content = message.get("role"), message.get("content")
    if role == "tool":
        yield {"type": "function_call_output", "call_id": message.get("tool_call_id"), "output": content}
    elif role != "assistant":
        yield {"role": "developer" if role == "system" else "user", "content": content}
    else:
        yield from _said(message)


def _said(message: Mapping[str, object]) -> Iterator[Json]:
    """What the model said: the items it sent, in their order, with the calls as they are by now."""
    calls = {str(call.get("id")): call for call in map(_mapping, _list(message.get("tool_calls")))}
    content, worded = message.get("content"), False
    for item in map(_mapping, _list(message.get(KEPT))):
        if item.get("type") == "function_call":
            id = str(item.get("call_id"))
            if call := calls.pop(id, None) or calls.pop(short_id(id), None):
                yield _call_item(call)
        elif item.get("type") == "message":
            if content and not worded:
                yield {"role": "assistant", "content": content, **_only(item, "phase")}
            worded = True
        else:
            yield dict(item)
    if content and not worded:
        yield {"role": "assistant", "content": content}
    yield from map(_call_item, calls.values())


def _call_item(call: Mapping[str, object]) -> Json:
    function = _mapping(call.get("function"))
    named = {"name": function.get("name"), "arguments": function.get("arguments")}
    return {"type": "function_call", "call_id": call.get("id"), **named}


# --- what comes back --------------------------------------------------------------------------------------------


def fault(chunk: object) -> object:
    """The error in an event or in a whole response; None for none."""
    event = _mapping(chunk)
    response = _mapping(event.get("response")) or event
    if event.get("type") in ("error", "response.error"):
        return event.get("error") or event
    if event.get("error") or response.get("error"):
        return event.get("error") or response.get("error")
    failed = response.get("status") in ("failed", "cancelled")
    told = isinstance(event.get("message"), str) or event.get("detail")
    return event if failed or (told and "output" not in event and "type" not in event) else None


class Items:
    """One message while it comes: `add` every event, or the whole response, `end`, then read `completion`."""

    def __init__(self) -> None:
        self._visible = Visible()
        self._shown: list[str] = []
        self._done: list[Mapping[str, object]] = []
        self._response: Mapping[str, object] = {}

    @property
    def is_finished(self) -> bool:
        return bool(self._response)

    def add(self, chunk: object) -> str:
        """Takes an event in; the text it adds to what can be shown, "" for none."""
        event = _mapping(chunk)
        kind = event.get("type")
        if kind == "response.output_text.delta":
            return self._show(_str(event.get("delta")))
        if kind == "response.output_item.done":
            self._done.append(_mapping(event.get("item")))
        elif kind in ("response.completed", "response.incomplete"):
            self._response = _mapping(event.get("response")) or {"status": "completed"}
        elif kind is None:
            self._response = event
            return self._show(_text(_output(event)))
        return ""

    def _show(self, text: str) -> str:
        shown = self._visible.feed(text)
        self._shown.append(shown)
        return shown

    def end(self) -> str:
        rest = self._visible.end()
        self._shown.append(rest)
        return rest

    def completion(self) -> RawMessage:
        """The message. Where the last event repeats no items, those that came before it count."""
        items = _output(self._response) or self._done
        searches = [item for item in items if item.get("type") == f"{SEARCH}_call"]
        usage = usage_of(_mapping(self._response.get("usage")))
        hidden, text = told_apart(_text(items)) if items else (self._visible.thoughts.strip(), "".join(self._shown))
        thoughts = "\n\n".join(filter(None, [clean(hidden), *_thoughts(items)]))
        return RawMessage(
            text=text,
            calls=tuple(_call(item) for item in items if item.get("type") == "function_call"),
            opaque=_opaque(items),
            finish=self._finish(),
            refusal=clean("".join(_str(part.get("refusal")) for part in _parts(items))),
            model=clean(_str(self._response.get("model"))),
            usage=usage.model_copy(update={"searches": len(searches)}),
            thought=bool(hidden or usage.reasoning) or any(item.get("type") == "reasoning" for item in items),
            thoughts=clean(thoughts),
            queries=tuple(dict.fromkeys(query for item in searches for query in _queries(item))),
            hits=tuple({hit.address: hit for hit in _hits(items)}.values()),
        )

    def _finish(self) -> str:
        reason = _str(_mapping(self._response.get("incomplete_details")).get("reason"))
        return _FINISHES.get(reason, reason) or ("stop" if self._response.get("status") == "completed" else "")


def _output(response: Mapping[str, object]) -> list[Mapping[str, object]]:
    return [_mapping(item) for item in _list(response.get("output"))]


def _parts(items: Iterable[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """The parts of what was said."""
    for item in items:
        if item.get("type") == "message":
            yield from map(_mapping, _list(item.get("content")))


def _text(items: Iterable[Mapping[str, object]]) -> str:
    return "".join(_str(part.get("text")) for part in _parts(items))


def _call(item: Mapping[str, object]) -> RawCall:
    name = item.get("name")
    return RawCall(
        clean(_str(item.get("call_id"))),
        clean(name) if isinstance(name, str) else None,
        cleaned(item.get("arguments")),
    )


def _opaque(items: Iterable[Mapping[str, object]]) -> str:
    """The output in its order: what only the provider reads, whole; of words and calls, which the message has, only
    where they stood and in which `phase`. "" where there is nothing but these."""
    known = ("message", "function_call")
    kept = [_only(item, "type", "call_id", "phase") if item.get("type") in known else item for item in items]
    needed = any(item.get("type") not in known or "phase" in item for item in kept)
    return json.dumps({KEPT: kept}) if needed else ""


def _only(item: Mapping[str, object], *names: str) -> Json:
    return {name: item[name] for name in names if name in item}


def _thoughts(items: Iterable[Mapping[str, object]]) -> Iterator[str]:
    for item in items:
        if item.get("type") == "reasoning":
            for part in map(_mapping, (*_list(item.get("summary")), *_list(item.get("content")))):
                if text := _str(part.get("text")).strip():
                    yield text


def _queries(item: Mapping[str, object]) -> Iterator[str]:
    """What was searched for, in the words of one search; opening a page is none."""
    action = _mapping(item.get("action"))
    if action.get("type") in ("search", None):
        for query in (action.get("query"), *_list(action.get("queries"))):
            if isinstance(query, str) and query.strip():
                yield clean(query.strip())[:_LONGEST]


def _hits(items: Iterable[Mapping[str, object]]) -> Iterator[Hit]:
    """The addresses that the text names as its sources: leads, for nobody has opened them."""
    for part in _parts(items):
        for note in map(_mapping, _list(part.get("annotations"))):
            address = _str(note.get("url")).strip()
            if note.get("type") == "url_citation" and address.lower().startswith(("http://", "https://")):
                title = " ".join(clean(_str(note.get("title"))).split())
                yield Hit(address=clean(_bare(address)), title=title[:_LONGEST] or clean(address)[:_LONGEST])


_LONGEST = 300  # characters of a query or a title


def _bare(address: str) -> str:
    """Without the mark that OpenAI puts on every address it names."""
    for mark in ("?utm_source=openai", "&utm_source=openai"):
        address = address.removesuffix(mark)
    return address


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _str(value: object) -> str:
    return value if isinstance(value, str) else ""
