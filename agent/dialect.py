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
from itertools import pairwise

from agent.shapes import SEEN, with_bridges, with_short_ids, with_words, without_system
from agent.thinking import Think, switches

REASONING = "reasoning_content"
# What "off" and "hard" are tried as, the best first; endpoints know different ones of these.
_EFFORTS = {"off": ("none", "minimal", "low"), "hard": ("high", "max", "xhigh", "medium", "low", "default")}
# The parameters a request can do without, and how refusals name them. More special names stand first.
_OPTIONAL = {
    "max_completion_tokens": r"\bmax_completion_tokens\b",
    "max_tokens": r"\bmax_tokens\b",
    "max_output_tokens": r"\bmax_output_tokens\b",
    "max_tool_calls": r"\bmax_tool_calls\b",
    "include": r"\binclude\b|encrypted[ _]content",
    "reasoning_effort": r"\breasoning_effort\b",
    "reasoning": r"\breasoning\b",
    "text": r"\btext\.format\b",
    "chat_template_kwargs": r"\bchat_template_kwargs\b",
    "enable_thinking": r"\benable_thinking\b",
    "thinking": r"\bthinking\b",
    "response_format": r"\bresponse_format\b|\bjson[ _](mode|object)\b",
    "stream_options": r"\bstream_options\b",
    "parallel_tool_calls": r"\bparallel_tool_calls\b",
    "temperature": r"\btemperature\b",
    "stream": r"\bstream\b",
}
_LIMITS = ("max_completion_tokens", "max_tokens", "max_output_tokens")
_LARGE = re.compile(r"too large|at most|maximum|less than|less or equal|valid range|exceed|greater than|<=", re.IGNORECASE)
_LEAST = 256  # tokens that are a bound for a reply; a smaller number means something else
_WHOLE = re.compile(r"context[ _](?:length|window|size)\D{0,40}(\d[\d,]*)", re.IGNORECASE)
_MESSAGE_FIELDS = {"role", "content", "name", "tool_calls", "refusal", "function_call", "audio"}
_CALL_FIELDS = {"id", "type", "function", "index"}
_UNWANTED = re.compile(
    r"unexpected|unsupported|unknown|unrecogni[sz]ed|forbidden|\bextra (inputs?|fields?|propert)|additional propert"
    r"|not (be )?(permitted|supported|allowed|accepted)|must not|should not|does not (support|accept|allow)",
    re.IGNORECASE,
)
# What some templates and validators mind in the messages as such.
_IDS = re.compile(
    r"(tool[ _]call[ _]id|tool_use\.id|tool_calls\[\d+\]\.id|\bcall_id)\b.{0,120}(length|too long|pattern|a-z)",
    re.IGNORECASE | re.DOTALL,
)
_TURNS = re.compile(
    r"role '?user'? after role '?tool'?|\balternate\b|user message.{0,40}after.{0,40}\btool\b", re.IGNORECASE
)
_SYSTEM = re.compile(
    r"system['\"`]? (role|message|prompt|instruction)s?.{0,40}(not|n't|un)"
    r"|(not|n't|un)\w*.{0,60}['\"`]?system['\"`]? (role|with this)|developer instruction is not enabled",
    re.IGNORECASE | re.DOTALL,
)
_WORDLESS = re.compile(
    r"(content|text)\b.{0,80}(empty|whitespace|null|none\b|(be|valid|a) string|required|missing|blank)"
    r"|empty.{0,30}content",
    re.IGNORECASE | re.DOTALL,
)
_FORMS = ("", None, SEEN)  # of what the model said beside calls where it said nothing
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
_NO_TEXT = re.compile(r"\bid'?\b.{0,10}string too long", re.IGNORECASE)
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

_FILTERED = re.compile(
    r"ResponsibleAIPolicyViolation|\bcontent_filter\b|content_policy_violation|data_inspection_failed|"
    r"Content Exists Risk"
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
        other = _THROTTLE.search(self.all) or _NO_TEXT.search(self.all)
        return not other and bool(_OVERFLOW.search(self.all))

    @property
    def takes_no_tools(self) -> bool:
        """The model, or how its server was started, has no tools."""
        return self.status not in (401, 402, 403, 413, 429) and bool(_NO_TOOLS.search(self.all))

    @property
    def is_broke(self) -> bool:
        """The account has no money or quota left: waiting does not help."""
        return self.status == 402 or bool(_BROKE.search(self.all))

    @property
    def is_filtered(self) -> bool:
        """A filter before the model held the conversation back (Azure, OpenAI, DashScope)."""
        return self.status in (0, 400) and bool(_FILTERED.search(f"{self.code} {self.all}"))

    @property
    def is_unlucky(self) -> bool:
        """The model wrote a call that its server could not read; another try may bring one that it can (Groq)."""
        return self.code == "tool_use_failed"


def refusal(status: int, body: object) -> Refusal:
    """A Refusal out of an error body: OpenAI's object, FastAPI's `detail`, a list of either, or mere text."""
    inner = _innermost(body)
    code = str(inner.get("code") or inner.get("type") or "")
    numeric = int(code) if status < 400 and re.fullmatch(r"[45]\d\d", code) else status
    everything = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, default=str)
    return Refusal(numeric, code, str(inner.get("param") or ""), _says(body), everything)


def generation(body: object) -> str:
    """What the model had written where its server refuses that; "" for none."""
    return str(_innermost(body).get("failed_generation") or "")


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

    `least` and `most` are the words for little and much thinking; little is only asked for once it `thinks`.
    `wordless` says which form it takes where there are no words beside calls; the others what it minds in messages.
    `limit` is the most tokens that it lets a reply be bounded by, 0 where it never minded. `address` is that of its
    endpoint.
    """

    without: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    filled: bool = False
    least: str = _EFFORTS["off"][0]
    most: str = _EFFORTS["hard"][0]
    thinks: bool = False
    short_ids: bool = False
    bridged: bool = False
    no_system: bool = False
    wordless: int = 0
    limit: int = 0
    address: str = ""

    def options(self, wanted: Mapping[str, object]) -> dict[str, object]:
        """The optional parameters, as this model takes them."""
        fit = {name: self._bounded(value) if name in _LIMITS else value for name, value in wanted.items()}
        if "max_tokens" in fit and "max_tokens" in self.without:
            fit["max_completion_tokens"] = fit["max_tokens"]
        lost = set(self.without)
        lost |= {"stream_options"} if "stream" in lost or "stream" not in fit else set()
        return {name: value for name, value in fit.items() if name not in lost}

    def _bounded(self, limit: object) -> object:
        return min(limit, self.limit) if self.limit and isinstance(limit, int) else limit

    def thinking(self, think: Think) -> dict[str, object]:
        """The optional parameters that ask for this much thinking."""
        wanted = switches(self.address, think) if self.thinks or think == "hard" else {}
        words = {"off": self.least, "hard": self.most}
        return {name: words[str(value)] if name == "reasoning_effort" else value for name, value in wanted.items()}

    def messages(self, messages: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
        """Messages in shape, with the fields this model wants and none that it refuses, as it wants them."""
        told = [self._message(dict(message)) for message in messages]
        told = with_short_ids(told) if self.short_ids else told
        told = with_bridges(told) if self.bridged else told
        told = without_system(told) if self.no_system else told
        return with_words(told, _FORMS[self.wordless]) if self.wordless else told

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
        if refusal.status in (400, 422) and (limit := _allowed(refusal, body)):
            return replace(self, limit=limit)
        if refusal.status not in (400, 422, 500) or refusal.is_too_long:
            return None
        if refusal.status == 500:  # what a template minds is a fault of llama.cpp's server
            return self._after_shape(refusal, _messages(body))
        return (
            self._after_parameter(refusal, body)
            or self._after_field(refusal, _assistants(body))
            or self._after_shape(refusal, _messages(body))
        )

    def _after_parameter(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        name = _parameter(refusal, body)
        sent = body.get(name)
        effort = sent.get("effort") if isinstance(sent, Mapping) and name == "reasoning" else sent
        if name in ("reasoning_effort", "reasoning") and (better := self._next_effort(refusal, str(effort))):
            return better
        return replace(self, without=self.without | {name}) if name else None

    def _next_effort(self, refusal: Refusal, sent: str) -> Dialect | None:
        """With the next best word after the one sent, where the refusal offers it in quotes."""
        which = "least" if sent == self.least else "most"
        known = _EFFORTS["off" if which == "least" else "hard"]
        further = known[known.index(sent) + 1 :] if sent in known else ()
        offered = (effort for effort in further if re.search(rf"[\"'`]{effort}[\"'`]", refusal.all))
        found = next(offered, "")
        return replace(self, **{which: found}) if found else None  # type: ignore[arg-type]

    def _after_shape(self, refusal: Refusal, messages: list[Mapping[str, object]]) -> Dialect | None:
        """What is minded of the messages as such, where it was sent and can be said differently."""
        roles = [message.get("role") for message in messages]
        wordless = any(m.get("tool_calls") and m.get("content") == _FORMS[self.wordless] for m in messages)
        if _IDS.search(refusal.all):
            return None if self.short_ids or "tool" not in roles else replace(self, short_ids=True)
        follows = ("tool", "user") in pairwise(roles)
        if follows and not self.bridged and _TURNS.search(refusal.all):
            return replace(self, bridged=True)
        if not self.no_system and _SYSTEM.search(refusal.all) and "system" in roles:
            return replace(self, no_system=True)
        if wordless and self.wordless < len(_FORMS) - 1 and _WORDLESS.search(refusal.all):
            return replace(self, wordless=self.wordless + 1)
        return None

    def _after_field(self, refusal: Refusal, messages: list[Mapping[str, object]]) -> Dialect | None:
        """A field of the messages is minded, or missed: the messages sent tell which, and if not, the words."""
        minded = frozenset(name for name in _unknown(messages) if re.search(rf"\b{re.escape(name)}\b", refusal.all))
        misses = REASONING in refusal.all and any(m.get("tool_calls") and REASONING not in m for m in messages)
        if misses and not (minded and _UNWANTED.search(refusal.all)):
            return replace(self, filled=True, dropped=self.dropped - {REASONING})
        if minded:
            return replace(self, filled=self.filled and REASONING not in minded, dropped=self.dropped | minded)
        return None


def _allowed(refusal: Refusal, body: Mapping[str, object]) -> int:
    """The bound of a reply that is taken where the one sent was too large: the largest smaller number that the
    refusal names, or half of the whole window where that is what it names; 0 where it minds something else."""
    sent = next((int(str(body[name])) for name in _LIMITS if name in body), 0)
    named = any(re.search(_OPTIONAL[name], refusal.all) for name in _LIMITS) or "maxOutputTokens" in refusal.all
    if whole := _WHOLE.search(refusal.all):
        half = int(whole[1].replace(",", "")) // 2
        return half if 0 < half < sent else 0
    if not (sent and named and _LARGE.search(refusal.all)):
        return 0
    numbers = (int(one.replace(",", "")) for one in re.findall(r"(?<![\w.-])\d[\d,]*(?![\w.-]*\w)", refusal.all))
    found = max((number for number in numbers if number < sent), default=0)
    found -= bool(re.search(rf"\b{found}\W+exclusive", refusal.all))
    return found if found >= _LEAST else 0


def _parameter(refusal: Refusal, body: Mapping[str, object]) -> str:
    """The parameter of this request that the refusal names, "" for none."""
    sent = [name for name in _OPTIONAL if name in body]
    root = re.split(r"[.\[]", refusal.param)[0]
    if root in sent:
        return root
    return next((name for name in sent if re.search(_OPTIONAL[name], refusal.all, re.IGNORECASE)), "")


def _assistants(body: Mapping[str, object]) -> list[Mapping[str, object]]:
    return [message for message in _messages(body) if message.get("role") == "assistant"]


def _messages(body: Mapping[str, object]) -> list[Mapping[str, object]]:
    messages = body.get("messages")
    found = messages if isinstance(messages, list) else []
    return [message for message in found if isinstance(message, Mapping)]


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
