"""How one model's endpoint differs from the protocol: what it refuses, learned from its own words.

Parameters that some endpoints need are refused by others, and so is hidden reasoning sent back; only the refusal
tells. A refusal that names what it minds gives a new `Dialect`, any other gives None and is not tried again.
"""

from __future__ import annotations

import email.utils
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.chunks import cleaned

REASONING = "reasoning_content"
# Least thinking first; endpoints know different ones of these.
_EFFORTS = ("none", "minimal", "low")
# The parameters a request can do without, and how refusals name them. More special names stand first.
_OPTIONAL = {
    "max_completion_tokens": r"\bmax_completion_tokens\b",
    "max_tokens": r"\bmax_tokens\b",
    "reasoning_effort": r"\breasoning_effort\b",
    "response_format": r"\bresponse_format\b|\bjson[ _](mode|object)\b",
    "stream_options": r"\bstream_options\b",
    "parallel_tool_calls": r"\bparallel_tool_calls\b",
    "temperature": r"\btemperature\b",
    "stream": r"\bstream\b",
}
_MESSAGE_FIELDS = {"role", "content", "name", "tool_calls", "refusal", "function_call", "audio"}
_CALL_FIELDS = {"id", "type", "function", "index"}
_UNWANTED = re.compile(
    r"unexpected|unsupported|unknown|unrecogni[sz]ed|forbidden|\bextra (inputs?|fields?|propert)|additional propert"
    r"|not (be )?(permitted|supported|allowed|accepted)|must not|should not|does not (support|accept|allow)",
    re.IGNORECASE,
)
_OVERFLOW_CODES = {"context_length_exceeded", "exceed_context_size_error", "model_context_window_exceeded"}
_OVERFLOW = re.compile(
    r"context[ _](length|window|size)"
    r"|(prompt|input|request|string|messages?|conversation)( \w+)? (is |are |was )?too (long|large)"
    r"|too many (input |prompt )?tokens"
    r"|tokens?\b.{0,60}\bexceed|exceed\w*\b.{0,60}\b(tokens?|context)\b"
    r"|maximum\b.{0,80}\btokens\b.{0,200}\b(requested|at least|resulted)"
    r"|(maximum|max) (input|prompt|context) (length|tokens?)"
    r"|(reduce|shorten) the (length|size) of",
    re.IGNORECASE | re.DOTALL,
)
_THROTTLE = re.compile(
    r"throttl|rate.?limit|quota|too many requests|per[ -](minute|second|hour|day)|try again|please wait",
    re.IGNORECASE,
)
_BROKE = re.compile(
    r"insufficient_quota|billing_hard_limit|billing_not_active|insufficient[ _](balance|credit|funds)", re.IGNORECASE
)
# Ollama: "llama2 does not support tools"; vLLM: '"auto" tool choice requires --enable-auto-tool-choice and ...';
# llama.cpp (a 500): "tools param requires --jinja flag", earlier "Unsupported param: tools"; OpenRouter (a 404): "No
# endpoints found that support tool use"; OpenAI: "tools is not supported in this model"; DeepInfra (a 405): "Tool
# calling is not supported for model"; Mistral and Gemini: "Function calling is not enabled for ...".
_NO_TOOLS = re.compile(
    r"\bdoes(?:n['’]t| not) support (?:tools?\b(?![ _-]choice)|(?:tool|function)[ _-]?(?:call|us)\w*)"
    r"|(?<!parallel )(?<!parallel_)\b(?:tools?|(?:tool|function)[ _-](?:calls?|calling|use))\W{0,2} (?:is|are) not "
    r"(?:supported|enabled|available)"
    r"|unsupported param\w*: tools?\b"
    r"|\btools param\w* requires|\btool choice requires --"
    r"|no endpoints found that support tool",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Refusal:
    """An endpoint's error in one shape. `says` is its sentence for people ("" for none), `all` everything it sent.

    `status` is of HTTP, or the numeric code of an error inside a 200 or a stream, 0 for none; `code` and `param`
    are its own words.
    """

    status: int
    code: str = ""
    param: str = ""
    says: str = ""
    all: str = ""

    @property
    def is_too_long(self) -> bool:
        """The conversation does not fit, in any of the dialects; throttling that counts tokens is not that."""
        if self.status in (401, 402, 403, 404, 429):
            return False
        if self.status == 413 or self.code in _OVERFLOW_CODES:
            return True
        return not _THROTTLE.search(self.all) and bool(_OVERFLOW.search(self.all))

    @property
    def takes_no_tools(self) -> bool:
        """The model, or how its server was started, has no tools."""
        return self.status not in (401, 402, 403, 413, 429) and bool(_NO_TOOLS.search(self.all))

    @property
    def is_broke(self) -> bool:
        """The account has no money or quota left: waiting does not help."""
        return self.status == 402 or bool(_BROKE.search(self.all))


def refusal(status: int, body: object) -> Refusal:
    """A Refusal out of an error body: OpenAI's object, FastAPI's `detail`, a list of either, or mere text."""
    inner = _innermost(body)
    code = str(inner.get("code") or inner.get("type") or "")
    numeric = int(code) if status < 400 and re.fullmatch(r"[45]\d\d", code) else status
    everything = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, default=str)
    return Refusal(numeric, code, str(inner.get("param") or ""), _says(body), everything)


def _innermost(body: object) -> Mapping[str, object]:
    if isinstance(body, list) and body:
        return _innermost(body[0])
    if isinstance(body, Mapping):
        return _innermost(body["error"]) if isinstance(body.get("error"), Mapping) else body
    return {}


def _says(body: object) -> str:
    """The endpoint's sentence; a page of HTML says nothing."""
    if isinstance(body, str):
        return "" if body.lstrip().startswith("<") else body
    if isinstance(body, list):
        return _says(body[0]) if body else ""
    if isinstance(body, Mapping):
        return next((_says(body[key]) for key in ("message", "msg", "detail", "error") if body.get(key)), "")
    return ""


@dataclass(frozen=True)
class Dialect:
    """What is known of one model: `without` are parameters it refuses, `dropped` and `filled` fields of messages.

    `effort` is the least thinking it can be told to do, said only once it `thinks`.
    """

    without: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    filled: bool = False
    effort: str = _EFFORTS[0]
    thinks: bool = False

    def options(self, wanted: Mapping[str, object]) -> dict[str, object]:
        """The optional parameters, as this model takes them."""
        fit = dict(wanted)
        if "max_tokens" in fit and "max_tokens" in self.without:
            fit["max_completion_tokens"] = fit["max_tokens"]
        if "reasoning_effort" in fit:
            fit["reasoning_effort"] = self.effort
        lost = set(self.without)
        lost |= set() if self.thinks else {"reasoning_effort"}
        lost |= {"stream_options"} if "stream" in lost or "stream" not in fit else set()
        return {name: value for name, value in fit.items() if name not in lost}

    def messages(self, messages: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
        """The messages, clean, with the fields this model wants and none that it refuses."""
        return [self._message({str(key): cleaned(value) for key, value in message.items()}) for message in messages]

    def _message(self, message: dict[str, object]) -> dict[str, object]:
        if message.get("role") != "assistant":
            return message
        kept = {key: value for key, value in message.items() if key not in self.dropped}
        if isinstance(calls := kept.get("tool_calls"), list):
            kept["tool_calls"] = [_without(call, self.dropped) for call in calls]
            if self.filled:
                kept.setdefault(REASONING, "")
        return kept

    def after(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        """What this refusal of this request teaches; None where it names nothing that could be left out."""
        if refusal.status not in (400, 422) or refusal.is_too_long:
            return None
        return self._after_parameter(refusal, body) or self._after_field(refusal, _assistants(body))

    def _after_parameter(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        name = _parameter(refusal, body)
        if name == "reasoning_effort" and (effort := _next_effort(refusal, body[name])):
            return replace(self, effort=effort)
        return replace(self, without=self.without | {name}) if name else None

    def _after_field(self, refusal: Refusal, messages: list[Mapping[str, object]]) -> Dialect | None:
        """A field of the messages is minded, or missed: the messages sent tell which, and if not, the words."""
        minded = frozenset(name for name in _unknown(messages) if re.search(rf"\b{re.escape(name)}\b", refusal.all))
        misses = REASONING in refusal.all and any(m.get("tool_calls") and REASONING not in m for m in messages)
        if misses and not (minded and _UNWANTED.search(refusal.all)):
            return replace(self, filled=True, dropped=self.dropped - {REASONING})
        if minded:
            return replace(self, filled=self.filled and REASONING not in minded, dropped=self.dropped | minded)
        return None


def _parameter(refusal: Refusal, body: Mapping[str, object]) -> str:
    """The parameter of this request that the refusal names, "" for none."""
    sent = [name for name in _OPTIONAL if name in body]
    root = re.split(r"[.\[]", refusal.param)[0]
    if root in sent:
        return root
    return next((name for name in sent if re.search(_OPTIONAL[name], refusal.all, re.IGNORECASE)), "")


def _next_effort(refusal: Refusal, sent: object) -> str:
    """The next best value after the one sent, where the refusal offers it in quotes; "" for none."""
    further = _EFFORTS[_EFFORTS.index(str(sent)) + 1 :]
    return next((effort for effort in further if re.search(rf"[\"'`]{effort}[\"'`]", refusal.all)), "")


def _assistants(body: Mapping[str, object]) -> list[Mapping[str, object]]:
    messages = body.get("messages")
    found = messages if isinstance(messages, list) else []
    return [message for message in found if isinstance(message, Mapping) and message.get("role") == "assistant"]


def _unknown(messages: list[Mapping[str, object]]) -> Iterator[str]:
    """The names of fields in these messages and their calls that are not the protocol's own."""
    for message in messages:
        yield from set(message) - _MESSAGE_FIELDS
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            yield from set(call) - _CALL_FIELDS if isinstance(call, Mapping) else ()


def _without(call: object, names: frozenset[str]) -> object:
    return {key: value for key, value in call.items() if key not in names} if isinstance(call, Mapping) else call


def wait_asked(headers: Mapping[str, str], now: float) -> float:
    """Seconds that an answer asks to wait (Retry-After, RFC 9110 10.2.3, or in milliseconds); 0 for none."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        return 0.0 if math.isnan(seconds) else max(0.0, seconds)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return 0.0
