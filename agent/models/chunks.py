"""One message of a model put together, from a stream of chunks or a whole reply, in whatever shape it came.

Endpoints that call themselves OpenAI-compatible differ in how they number tool calls, where they put usage and
which fields they add. Everything here takes any JSON at all without raising; a whole reply is one chunk whose
choice holds a `message` where a streamed one holds a `delta`. Shapes: the chat completions reference of OpenAI
(https://platform.openai.com/docs/api-reference/chat/streaming).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from agent.clean import clean
from agent.facts import Hit, Usage
from agent.models.pieces import Calls, RawCall, is_whole, merge, part, text_of, unknown

OPEN, CLOSE = "<think>", "</think>"
THOUGHTS_AT_MOST = 40_000  # characters of one message's reasoning that are kept
_THOUGHTS = ("reasoning_content", "reasoning", "thinking")
COUNTED_AT_MOST = 10_000_000  # tokens of one call; whoever says more has not counted
CUT = "cut"  # the finish of words whose stream just ended
# What endpoints say where OpenAI says "stop", "length" or "content_filter": Mistral, Anthropic, Gemini, Zhipu, TGI.
_FINISHES = {
    **dict.fromkeys(("end_turn", "eos", "eos_token", "stop_sequence", "complete", "completed"), "stop"),
    **dict.fromkeys(("max_tokens", "model_length", "max_output_tokens", "model_context_window_exceeded"), "length"),
    **dict.fromkeys(("recitation", "blocklist", "spii", "sensitive"), "content_filter"),
}
# Whatever else a filter calls its end: Gemini, Bedrock, LiteLLM, Cohere, Azure and those in between.
_FILTERED = re.compile(
    r"content.?filter|guardrail|safety|moderat|toxic|prohibited|sensitive|censor|polic(y|ies)|violat|\bflagged|risk",
    re.IGNORECASE,
)
_MALFORMED = re.compile("malformed|unexpected_tool_call", re.IGNORECASE)  # Gemini's word for half a call it kept back
# What an assistant message of the protocol may hold. `annotations` is said by an endpoint but never taken back.
_MESSAGE_FIELDS = {"role", "content", "tool_calls", "refusal", "function_call", "audio", "annotations", "name"}


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
        return not self.finish and any(not is_whole(call.arguments) for call in self.calls)


# --- text -----------------------------------------------------------------------------------------------------


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


def told_apart(text: str) -> tuple[str, str]:
    """The thoughts and the words of a whole text, in which a model may have put both."""
    visible = Visible()
    words = visible.feed(text) + visible.end()
    before, words = _unopened(words)
    return "\n\n".join(filter(None, [visible.thoughts.strip(), *(one.strip() for one in before)])), words


# --- the message ------------------------------------------------------------------------------------------------


class Assembly:
    """One message while it comes: `add` every chunk, `end`, then read `completion`."""

    def __init__(self) -> None:
        self._visible = Visible()
        self._calls = Calls()
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
        self._finish = _ending(choice) or self._finish
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
            opaque=text_of(self._extra),
            finish=_finish(self._finish),
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
        self._refused.append(_str(message.get("refusal")) or _declined(message.get("content")))
        for piece in _items(message.get("tool_calls")):
            self._calls.take(part(_mapping(piece)))
        if legacy := _mapping(message.get("function_call")):  # how calls were made before there were several
            self._calls.take(part({"function": legacy}))
        merge(self._extra, unknown(message, _MESSAGE_FIELDS))
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


def _ending(choice: Mapping[str, object]) -> str:
    """How a choice ended; a router may say the provider's own word beside its own, and that tells of a filter."""
    own, native = _str(choice.get("finish_reason")), _str(choice.get("native_finish_reason"))
    told = _finish(native) in ("content_filter", "refusal") or not own
    return native if native and told else own


def _finish(said: str) -> str:
    if found := _FINISHES.get(said.lower()):
        return found
    return "content_filter" if _FILTERED.search(said) else clean(said)


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


# --- reading any JSON -------------------------------------------------------------------------------------------


def _content(content: object) -> str:
    """Text as such or as a list of parts; parts of other types (thinking, images) are not text."""
    if isinstance(content, str):
        return content
    parts = [_mapping(part) for part in _items(content)]
    return "".join(_str(part.get("text")) for part in parts if part.get("type") in ("text", "output_text"))


def _declined(content: object) -> str:
    """The refusal among the parts of a content."""
    parts = [_mapping(part) for part in _items(content)]
    return "".join(_str(part.get("refusal")) for part in parts if part.get("type") == "refusal")


def _pondered(content: object) -> Iterator[str]:
    """The reasoning among the parts of a content, as Mistral sends it: a text, or parts once more."""
    for piece in map(_mapping, _items(content)):
        if piece.get("type") in ("thinking", "reasoning"):
            yield _content(piece.get("thinking")) or _str(piece.get("text"))


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
