"""One message of a model put together, from a stream of chunks or a whole reply, in whatever shape it came.

Endpoints that call themselves OpenAI-compatible differ in how they number tool calls, where they put usage and
which fields they add. Everything here takes any JSON at all without raising; a whole reply is one chunk whose
choice holds a `message` where a streamed one holds a `delta`. Shapes: the chat completions reference of OpenAI
(https://platform.openai.com/docs/api-reference/chat/streaming).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import json_repair

from agent.clean import clean
from agent.facts import Hit, Usage

OPEN, CLOSE = "<think>", "</think>"
THOUGHTS_AT_MOST = 40_000  # characters of one message's reasoning that are kept
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")
COUNTED_AT_MOST = 10_000_000  # tokens of one call; whoever says more has not counted
CUT = "cut"  # the finish of words whose stream just ended
# What endpoints say where OpenAI says "stop", "length" or "content_filter": Mistral, Anthropic, Gemini, Zhipu, TGI.
_FINISHES = {
    **dict.fromkeys(("end_turn", "eos", "eos_token", "stop_sequence", "complete", "completed"), "stop"),
    **dict.fromkeys(("max_tokens", "model_length", "max_output_tokens", "model_context_window_exceeded"), "length"),
    **dict.fromkeys(
        ("safety", "recitation", "blocklist", "prohibited_content", "spii", "sensitive", "content-filter"),
        "content_filter",
    ),
}
_MALFORMED = re.compile("malformed|unexpected_tool_call", re.IGNORECASE)  # Gemini's word for half a call it kept back
# What an assistant message of the protocol may hold. `annotations` is said by an endpoint but never taken back.
_MESSAGE_FIELDS = {"role", "content", "tool_calls", "refusal", "function_call", "audio", "annotations", "name"}
_CALL_FIELDS = {"index", "id", "type", "function"}


@dataclass(frozen=True)
class RawCall:
    """A tool call as it came. `arguments` is text (perhaps cut, perhaps not JSON) or what the endpoint sent instead.

    `id` is "" and `name` None where the endpoint gave none; `opaque` is the text of a JSON object with the call's
    unknown fields, "" for none.
    """

    id: str
    name: str | None
    arguments: object
    opaque: str = ""


@dataclass(frozen=True)
class RawMessage:
    """One message of the model as it came. `text` is without hidden reasoning, which `thought` says there was;
    `thoughts` are its words, as far as the endpoint showed them. `queries` and `hits` are those of searches that the
    provider made itself. Where it took several requests, `usage` is theirs together, and `counted` the prompt tokens
    of the one that was asked for (0: those of the usage).

    `opaque` is the text of a JSON object with the message's unknown fields ("" for none), to be sent back
    unchanged. `finish` is OpenAI's word where the endpoint said the same in other words, "" where it gave none,
    "cut" where a stream of words just ended; decide by `calls`, not by it.
    """

    text: str = ""
    calls: tuple[RawCall, ...] = ()
    opaque: str = ""
    finish: str = ""
    refusal: str = ""
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    thought: bool = False
    thoughts: str = ""
    queries: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()
    counted: int = 0

    @property
    def is_void(self) -> bool:
        """Nothing to work with and no word on why: a fault of the endpoint, not a blank reply."""
        nothing = not (self.text.strip() or self.calls or self.refusal)
        return nothing and (not self.finish or bool(_MALFORMED.search(self.finish)))

    @property
    def is_cut(self) -> bool:
        """It ended without saying so in the middle of a call; with a `finish` the half call is the reader's."""
        return not self.finish and any(not _is_whole(call.arguments) for call in self.calls)


# --- text -----------------------------------------------------------------------------------------------------


def cleaned(value: object) -> object:
    """Any JSON with every text in it clean."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): cleaned(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [cleaned(item) for item in value]
    return value


class Visible:
    """What of a text, fed in pieces, is to be seen: without a `<think>…</think>` at its start, and clean.

    The pieces given out are never half a character, and joined they are the same however the text was cut.
    """

    def __init__(self) -> None:
        self._held = ""
        self._at: Literal["start", "hidden", "gap", "open"] = "start"
        self.thoughts = ""

    @property
    def thought(self) -> bool:
        return bool(self.thoughts.strip())

    def feed(self, piece: str) -> str:
        """The text that can be shown now, "" for none yet."""
        self._held += piece
        if self._at == "start":
            self._start()
        if self._at == "hidden":
            self._hide()
        if self._at == "gap":
            self._held = self._held.lstrip()
            self._at = "open" if self._held else "gap"
        return self._release() if self._at == "open" else ""

    def end(self) -> str:
        """The rest: a beginning that turned out not to be the mark, or half a character nobody completed."""
        rest, self._held = self._held, ""
        self.thoughts += rest if self._at == "hidden" else ""
        return clean(rest) if self._at in ("start", "open") else ""

    def _start(self) -> None:
        head = self._held.lstrip()
        if head.startswith(OPEN):
            self._held, self._at = head[len(OPEN) :], "hidden"
        elif not OPEN.startswith(head):
            self._at = "open"

    def _hide(self) -> None:
        hidden, closed, rest = self._held.partition(CLOSE)
        if not closed:  # the end of it may be the beginning of the closing mark
            hidden, rest = self._held[: 1 - len(CLOSE)], self._held[1 - len(CLOSE) :]
        self.thoughts += hidden
        self._held, self._at = rest, "gap" if closed else "hidden"

    def _release(self) -> str:
        """Everything but a last high surrogate, whose other half may be in the next piece."""
        text, self._held = self._held, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return clean(text)


# --- tool calls -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Part:
    """A piece of a call as one chunk brings it."""

    id: str
    index: object
    name: str | None
    arguments: object
    extra: Mapping[str, object]

    @property
    def brings_arguments(self) -> bool:
        return bool(self.arguments.strip()) if isinstance(self.arguments, str) else self.arguments is not None


@dataclass
class _Slot:
    """A call under assembly."""

    id: str
    index: object
    name: str | None = None
    arguments: object = ""
    extra: dict[str, object] = field(default_factory=dict)

    @property
    def is_filled(self) -> bool:
        return self.arguments != "" and _is_whole(self.arguments)

    def repeats(self, part: _Part) -> bool:
        """Some endpoints say the finished call once more at the end."""
        return bool(part.id and part.name and self.is_filled and part.arguments == self.arguments)

    def is_done_before(self, part: _Part) -> bool:
        """Whether a part that seems to belong here begins another call: ids and indices collide in the wild."""
        if not part.name:
            return self.arguments != "" and part.arguments is not None and not isinstance(part.arguments, str)
        if self.is_filled and (part.brings_arguments or part.index != self.index):
            return not self.repeats(part)
        return not part.id and part.index is None and bool(self.name) and part.name != self.name

    def take(self, part: _Part) -> None:
        if self.repeats(part):
            return
        if part.name is not None and part.name != self.name:
            self.name = (self.name or "") + part.name
        if isinstance(part.arguments, str) and isinstance(self.arguments, str):
            self.arguments += part.arguments
        elif part.arguments is not None:
            self.arguments = part.arguments
        _merge(self.extra, part.extra, repeats=True)

    def call(self) -> RawCall:
        name = None if self.name is None else clean(self.name)
        return RawCall(clean(self.id), name, cleaned(self.arguments), _text(self.extra))


class _Calls:
    """Parts sorted into calls: a new id opens one; a part without id or known index continues the last."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []

    def take(self, part: _Part) -> None:
        slot = self._seeming(part)
        if slot is None or slot.is_done_before(part):
            slot = _Slot(part.id, part.index)
            self._slots.append(slot)
        slot.take(part)

    def _seeming(self, part: _Part) -> _Slot | None:
        newest = self._slots[::-1]
        if part.id:
            return next((slot for slot in newest if slot.id == part.id), None)
        same = next((slot for slot in newest if slot.index == part.index and part.index is not None), None)
        if same or (part.index is not None and part.name):
            return same
        return newest[0] if newest else None

    def done(self) -> tuple[RawCall, ...]:
        return tuple(slot.call() for slot in self._slots)


# --- the message ------------------------------------------------------------------------------------------------


class Assembly:
    """One message while it comes: `add` every chunk, `end`, then read `completion`."""

    def __init__(self) -> None:
        self._visible = Visible()
        self._calls = _Calls()
        self._extra: dict[str, object] = {}
        self._said: list[str] = []
        self._pondered: list[str] = []
        self._refused: list[str] = []
        self._finish = ""
        self._model = ""
        self._usage: dict[str, object] = {}
        self._has_deltas = False

    @property
    def is_finished(self) -> bool:
        """Nothing but usage is still to come."""
        return bool(self._finish)

    def add(self, chunk: object) -> str:
        """Takes a chunk in; the text it adds to what can be shown, "" for none."""
        data = _mapping(chunk)
        choice = _mapping(next(iter(_items(data.get("choices"))), None))
        self._model = _str(data.get("model")) or self._model
        for said in (data.get("usage"), choice.get("usage"), _mapping(data.get("x_groq")).get("usage")):
            _count(self._usage, _mapping(said))
        self._finish = _str(choice.get("finish_reason")) or self._finish
        return self._take(self._message(choice))

    def end(self) -> str:
        """The text that was held back because more might have followed."""
        rest = self._visible.end()
        self._said.append(rest)
        return rest

    def completion(self) -> RawMessage:
        self._pondered[:0], text = _unopened("".join(self._said))
        return RawMessage(
            text=text,
            calls=self._calls.done(),
            opaque=_text(self._extra),
            finish=_FINISHES.get(self._finish.lower(), clean(self._finish)),
            refusal=clean("".join(self._refused)),
            model=clean(self._model),
            usage=usage_of(self._usage),
            thought=self._has_thought(),
            thoughts=_capped(clean("\n\n".join(self._thoughts())).strip()),
        )

    def _message(self, choice: Mapping[str, object]) -> Mapping[str, object]:
        """The delta, or the message of a whole reply, unless deltas said it all before."""
        delta = choice.get("delta")
        self._has_deltas = self._has_deltas or bool(delta)
        return _mapping(delta if self._has_deltas else choice.get("message"))

    def _take(self, message: Mapping[str, object]) -> str:
        text = self._visible.feed(_content(message.get("content")))
        self._said.append(text)
        self._pondered.extend(_pondered(message.get("content")))
        self._refused.append(_str(message.get("refusal")))
        for part in _items(message.get("tool_calls")):
            self._calls.take(_part(_mapping(part)))
        if legacy := _mapping(message.get("function_call")):  # how calls were made before there were several
            self._calls.take(_part({"function": legacy}))
        _merge(self._extra, _unknown(message, _MESSAGE_FIELDS))
        return text

    def _has_thought(self) -> bool:
        named = any(value and re.search("reason|think|thought", key) for key, value in self._extra.items())
        return bool(self._visible.thought or named or any(self._pondered) or _reasoning(self._usage))

    def _thoughts(self) -> list[str]:
        """The reasoning in words, under whichever name it came: DeepSeek and vLLM say reasoning_content, OpenRouter
        and Ollama reasoning or thinking; some write it into the text."""
        named = (self._extra.get(name) for name in _THOUGHTS)
        said = dict.fromkeys(text.strip() for text in named if isinstance(text, str))
        return [text for text in (self._visible.thoughts.strip(), "".join(self._pondered).strip(), *said) if text]


def _capped(thoughts: str) -> str:
    return thoughts if len(thoughts) <= THOUGHTS_AT_MOST else thoughts[: THOUGHTS_AT_MOST - 1] + "…"


def fault(chunk: object) -> object:
    """The error that an endpoint hid in a chunk or in a reply with status 200; None for none.

    It stands under `error`, in a choice or beside them; or the whole is one: vLLM's `object` "error", FastAPI's
    `detail`, MiniMax's `base_resp`, a mere message where choices should be; or a choice says no more than that.
    """
    data = _mapping(chunk)
    choices = [_mapping(choice) for choice in _items(data.get("choices"))]
    status = _mapping(data.get("base_resp"))
    if found := data.get("error") or next((choice["error"] for choice in choices if choice.get("error")), None):
        return found
    if status.get("status_code"):
        return {"code": status["status_code"], "message": status.get("status_msg")}
    told = isinstance(data.get("message"), str) or bool(data.get("detail"))
    if data.get("object") == "error" or (told and "choices" not in data):
        return data
    return next((choice for choice in choices if choice.get("finish_reason") == "error"), None)


# --- JSON out of text -------------------------------------------------------------------------------------------

# A string or a brace: braces inside strings are not seen. A string that never ends is read to the end of the text
# once, not anew from each quote in it.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}]', re.DOTALL)
_TRIES = 50
_LONGEST = 200_000
_BRACES = 200  # of a broken object; repairing more of them takes minutes and brings nothing


def first_object(text: str) -> dict[str, object] | None:
    """The first complete JSON object in a model's text, fenced or with prose around it; None for none.

    Only where no object parses is a broken one repaired. Its strings are clean; text beyond 200,000 characters is
    not read.
    """
    text = text[:_LONGEST]
    if (found := whole_object(text)) is not None:
        return found
    return _repaired(text[text.find("{") :]) if 0 < text.count("{") <= _BRACES else None


def whole_object(text: str) -> dict[str, object] | None:
    """The first JSON object that is complete and sound as it stands; None for none."""
    parsed = map(_parsed, _balanced(text[:_LONGEST]))
    return next((found for found in parsed if found is not None), None)


def _balanced(text: str) -> Iterator[str]:
    """Stretches from a brace to its partner, none inside another. A cut object ends it; a stray brace does not."""
    at = text.find("{")
    for _ in range(_TRIES):
        if at < 0:
            return
        end = _partner(text, at)
        if end:
            yield text[at:end]
        elif re.match(r'\{\s*"', text[at:]):
            return
        at = text.find("{", end or at + 1)


def _partner(text: str, start: int) -> int:
    """The position behind the brace that closes the one at `start`; 0 where none does."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return 0


def _parsed(text: str) -> dict[str, object] | None:
    try:
        found = cleaned(json.loads(text, strict=False))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _repaired(text: str) -> dict[str, object] | None:
    try:
        found = cleaned(json_repair.loads(text, skip_json_loads=True))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found else None


# --- reading any JSON -------------------------------------------------------------------------------------------


def _part(raw: Mapping[str, object]) -> _Part:
    function = _mapping(raw.get("function"))
    name = function.get("name")
    return _Part(
        id=_str(raw.get("id")),
        index=raw.get("index"),
        name=name if isinstance(name, str) else None,
        arguments=function.get("arguments"),
        extra=_unknown(raw, _CALL_FIELDS),
    )


def _merge(into: dict[str, object], new: Mapping[str, object], *, repeats: bool = False) -> None:
    """Streamed fields as streams mean them: text and lists go on, objects gain keys, the rest is said again. Where it
    `repeats`, text that is said once more is the same text: a signature comes with every piece of its call."""
    for key, value in new.items():
        before = into.get(key)
        if isinstance(before, str) and isinstance(value, str):
            into[key] = before if repeats and value == before else before + value
        elif isinstance(before, list) and isinstance(value, list):
            into[key] = _going_on(before, value)
        elif isinstance(before, dict) and isinstance(value, dict):
            into[key] = _deepened(before, value)
        else:
            into[key] = value


def _deepened(before: Mapping[str, object], value: Mapping[str, object]) -> dict[str, object]:
    """An object with what a later one adds to it or says anew; a null adds nothing."""
    both = dict(before)
    for key, item in value.items():
        known = both.get(key)
        if isinstance(known, dict) and isinstance(item, dict):
            both[key] = _deepened(known, item)
        elif item is not None or key not in both:
            both[key] = item
    return both


_PIECES = ("text", "data", "summary")  # of an item of a list that comes in pieces; its other fields come whole


def _going_on(before: Sequence[object], new: Sequence[object]) -> list[object]:
    """A list goes on with new items, or with more of an item that has the same `index` and `type`: a signature holds
    for the whole thought and for none of its pieces (https://openrouter.ai/docs/use-cases/reasoning-tokens)."""
    items = list(before)
    for item in map(_mapping_or_it, new):
        at = next((i for i, known in enumerate(items) if _goes_on(known, item)), None)
        known = items[at] if at is not None else None
        if at is None or not isinstance(known, dict) or not isinstance(item, dict):
            items.append(item)
            continue
        grown = {
            name: _str(known.get(name)) + _str(item.get(name)) for name in _PIECES if name in known or name in item
        }
        items[at] = {**_deepened(known, item), **grown}
    return items


def _goes_on(known: object, item: object) -> bool:
    if not isinstance(known, dict) or not isinstance(item, dict) or item.get("index") is None:
        return False
    return all(known.get(name) == item.get(name) for name in ("index", "type"))


def _mapping_or_it(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else value


def _unknown(fields: Mapping[str, object], known: set[str]) -> dict[str, object]:
    """The fields nobody here knows; a null says nothing, an empty text does: it may have to go back. What is nested
    beyond reason could not be sent."""
    return {
        key: value for key, value in fields.items() if key not in known and value is not None and _is_shallow(value)
    }


def _is_shallow(value: object, left: int = 40) -> bool:
    inside = list(value.values()) if isinstance(value, Mapping) else _items(value)
    return not inside or (left > 0 and all(_is_shallow(item, left - 1) for item in inside))


def _text(extra: Mapping[str, object]) -> str:
    """In ASCII, so that even half a character that an endpoint put there survives storage unchanged."""
    return json.dumps(extra) if extra else ""


def _content(content: object) -> str:
    """Text as such or as a list of parts; parts of other types (thinking, images) are not text."""
    if isinstance(content, str):
        return content
    parts = [_mapping(part) for part in _items(content)]
    return "".join(_str(part.get("text")) for part in parts if part.get("type") in ("text", "output_text"))


def _pondered(content: object) -> Iterator[str]:
    """The reasoning among the parts of a content, as Mistral sends it: a text, or parts once more."""
    for part in map(_mapping, _items(content)):
        if part.get("type") in ("thinking", "reasoning"):
            yield _content(part.get("thinking")) or _str(part.get("text"))


def _unopened(text: str) -> tuple[list[str], str]:
    """Reasoning whose opening mark the endpoint had put into the prompt, and the text behind its closing mark: that
    stands at the end of a line, and no opening one before it."""
    thought, closed, rest = text.partition(CLOSE)
    if not closed or OPEN in thought or not re.match(r"[ \t]*(\n|$)", rest):
        return [], text
    return [thought], rest.lstrip()


def _count(into: dict[str, object], said: Mapping[str, object]) -> None:
    """Usage said more than once, in whole or in parts, only ever grows."""
    for key, value in said.items():
        known = into.get(key)
        if isinstance(known, dict) and isinstance(value, Mapping):
            _count(known, value)
        elif isinstance(value, Mapping):
            into[key] = dict(value)
        elif _int(value) >= _int(known):
            into[key] = value


def usage_of(raw: Mapping[str, object]) -> Usage:
    """What a call cost, under the names there are: OpenAI's two APIs', DeepSeek's (https://api-docs.deepseek.com),
    Anthropic's, xAI's, Moonshot's. Numbers that make no sense count as none, parts are never more than their whole.

    Some count reasoning beside the completion and not within it; then the total tells.
    """
    before = _details(raw, "prompt", "input")
    cached = _first(raw, "prompt_cache_hit_tokens", "cache_read_input_tokens", "cached_tokens", "num_cached_tokens")
    cached = _first(before, "cached_tokens", "cache_read_tokens", "cache_read_input_tokens") or cached
    apart = raw.get("prompt_tokens") is None and "cache_read_input_tokens" in raw  # Anthropic's input is the rest
    prompt = _first(raw, "prompt_tokens", "input_tokens")
    prompt += cached + _first(raw, "cache_creation_input_tokens") if apart else 0
    completion = _first(raw, "completion_tokens", "output_tokens")
    completion = max(completion, _int(raw.get("total_tokens")) - prompt) if prompt else completion
    return Usage(
        prompt=prompt, completion=completion, cached=min(cached, prompt), reasoning=min(_reasoning(raw), completion)
    )


def _reasoning(raw: Mapping[str, object]) -> int:
    after = _details(raw, "completion", "output")
    return _first(after, "reasoning_tokens", "thinking_tokens") or _first(raw, "reasoning_tokens")


def _details(raw: Mapping[str, object], *names: str) -> Mapping[str, object]:
    return next((found for name in names if (found := _mapping(raw.get(f"{name}_tokens_details")))), {})


def _first(counts: Mapping[str, object], *names: str) -> int:
    return next((count for name in names if (count := _int(counts.get(name)))), 0)


def _is_whole(arguments: object) -> bool:
    """Whether arguments are complete: JSON, none at all, or an object instead of text."""
    if not isinstance(arguments, str) or not arguments.strip():
        return True
    try:
        json.loads(arguments, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _str(value: object) -> str:
    return value if isinstance(value, str) else ""


def _int(value: object) -> int:
    """A count of tokens; 0 for what cannot be one."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value, re.ASCII):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return int(value) if 0 <= value <= COUNTED_AT_MOST else 0
