"""How one model's endpoint differs from the protocol: what it refuses, learned from its own words.

Parameters that some endpoints need are refused by others, and so is hidden reasoning sent back; only the refusal
tells. A refusal that names what it minds gives a new `Dialect`, any other gives None and is not tried again.
"""

from __future__ import annotations

import email.utils
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.models import bounds
from agent.models.pieces import CALL_FIELDS, FUNCTION_FIELDS
from agent.models.refused import UNWANTED, Refusal
from agent.models.shapes import SEEN, with_bridges, with_short_ids, with_words, without_system
from agent.models.thinking import Think, switches, within
from agent.request.tokens import length

REASONING = "reasoning_content"
# What "off" and "hard" are tried as, the best first; endpoints know different ones of these.
_EFFORTS = {"off": ("none", "minimal", "low"), "hard": ("high", "max", "xhigh", "medium", "low", "default")}


def _named(word: str) -> str:
    """Where a word that also means something in English is the name of a field: quoted, in a path, or called so."""
    called = r"(?:param\w*|arguments?|fields?|propert\w+|inputs?|supplied|keys?|names?)\b:? [\"'`]?"
    return rf"[\"'`.]{word}[\"'`.\[]|{called}{word}\b|\b{word}(?:[\"'`]?: |\.\w)"


_JSON = r"\bjson[ _-](mode|output|schema)\b|\bjson_object\b|\bstructured[ _]outputs?\b"
# The parameters a request can do without, and how refusals name them. More special names stand first.
_OPTIONAL = {
    "max_completion_tokens": r"\bmax_completion_tokens\b",
    "max_tokens": r"\bmax_tokens\b",
    "max_output_tokens": r"\bmax_output_tokens\b",
    "max_tool_calls": r"\bmax_tool_calls\b",
    "include": rf"{_named('include')}|encrypted[ _]content",
    "reasoning_effort": r"\breasoning_?effort\b",
    "reasoning": _named("reasoning"),
    "text": rf"\btext\.format\b|{_JSON}",
    "chat_template_kwargs": r"\bchat_template_kwargs\b",
    "enable_thinking": r"\benable_thinking\b",
    "thinking": _named("thinking"),
    "response_format": rf"\bresponse[ _]format\b|{_JSON}",
    "stream_options": r"\bstream_options\b",
    "parallel_tool_calls": r"\bparallel_tool_calls\b",
    "tool_choice": r"\btool_choice\b",
    "temperature": r"\btemperature\b",
    "stream": r"\bstream(ed|ing)?\b",
}
_LIMITS = ("max_completion_tokens", "max_tokens", "max_output_tokens")
# A name that is no word of English is minded wherever a sentence refuses something; a word has to stand beside that.
_REFUSING = re.compile(
    UNWANTED.pattern
    + r"|\b(only|must|may|cannot|can['’]t|invalid|deprecated|incompatible|disabled|mandatory|requires?)\b"
    r"|no longer|conflicts? with|not (yet )?implemented",
    re.IGNORECASE,
)
_REFUSED = (
    r"(?:(?:\bnot|n['’]t) (?:be |yet )*(?:supported|allowed|permitted|accepted|enabled|available|implemented|used)"
    r"|\bunsupported\b|(?:does not|doesn['’]t|cannot|can not) (?:support|accept|allow|be)\b|\bincompatible\b"
    r"|\bdeprecated\b"
    r"|\bmust be\b|\bonly (?:\S+ )?(?:is|are) (?:supported|allowed)\b|\binvalid\b|\bis disabled\b)"
)
# DashScope and others have models that do nothing else; some want it for long replies.
_STREAMS_ONLY = re.compile(
    r"only supports? (the )?stream|\bstream\w*( mode| parameter)? (is required|must be (set to )?(true|enabled))"
    r"|(enable|set) (the )?['\"`]?stream|must have stream ?=|non-?stream\w*\b.{0,40}\b(not|n['’]t|un)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[\n;!]|\.(?=\s|$)")
_BESIDE = 60  # characters
# Those that ask for more or less thinking, and how refusals speak of that without naming one.
_SWITCHES = ("reasoning_effort", "reasoning", "thinking", "enable_thinking", "chat_template_kwargs")
_THINKING = re.compile(r"\bthink(s|ing)?\b|\breasoning|\beffort\b|\bbudget\b", re.IGNORECASE)
_BUDGET = re.compile(
    r"\bmax\w*tokens\b.{0,60}\bbudget|\bbudget\w*\b.{0,60}\bmax\w*tokens\b", re.IGNORECASE | re.DOTALL
)
_VALUE = re.compile(r"\bvalues?\b|(must|can|cannot|may|should) (only )?be\b|mandatory|one of\b", re.IGNORECASE)
_OFFERED = re.compile(r"(values?( are)?|one of|allowed|expected|(must|should) be):? (?P<words>.*)", re.IGNORECASE)
# What the Responses API minds of reasoning that goes back sealed.
_SEALED = re.compile(
    r"encrypted[ _]content|type ['\"`]?reasoning\b|\breasoning items?\b|\bitem (with id )?['\"`]?rs_", re.IGNORECASE
)
_MESSAGE_FIELDS = {"role", "content", "name", "tool_calls", "refusal", "function_call", "audio"}
# What some templates and validators mind in the messages as such.
_IDS = re.compile(
    r"(tool[ _]call[ _]id|tool_use\.id|tool_calls\[\d+\]\.id|\bcall_id)\b.{0,120}(length|too long|pattern|a-z)",
    re.IGNORECASE | re.DOTALL,
)
_TURNS = re.compile(
    r"role '?user'? after role '?tool'?|\b(roles?|messages?|turns?)\b.{0,40}\balternat\w+|user "
    r"message.{0,40}after.{0,40}\btool\b",
    re.IGNORECASE,
)
_UNKNOWN = r"(?:(?:\bnot|n['’]t) (?:be )?(?:supported|allowed|permitted|accepted|enabled|available)|\bunsupported\b)"
_SYSTEM = re.compile(
    rf"\b(system|developer)['\"`]? (role|message|prompt|instruction)s?\b.{{0,8}}{_UNKNOWN}"
    r"|(does not|doesn['’]t|cannot) (support|accept|allow)\b.{0,30}\b(system|developer)['\"`]? (role|with this"
    r"|message|prompt|instr)"
    r"|(does not|doesn['’]t) support ['\"`]system|(unsupported|unknown|invalid|unexpected) (message "
    r")?role\b.{0,12}\bsystem\b"
    rf"|\brole\b.{{0,4}}['\"`]?system\b.{{0,8}}(is )?{_UNKNOWN}|['\"`]system['\"`] is not one of"
    r"|only ['\"`]?user['\"`]?(,| and| or) ?['\"`]?assistant\b[^.]{0,16}\broles?\b",
    re.IGNORECASE | re.DOTALL,
)
_WORDLESS = re.compile(
    r"\b(content|text)\b[^.;\n]{0,80}(\b(be|is|are|contains?)\b[^.;\n]{0,12}\b(empty|whitespace|null|blank)"
    r"|non-empty|non-whitespace"
    r"|none is not|(be|valid|a) string|\brequired|\bmissing|\bnull\b)|\bempty.{0,30}content",
    re.IGNORECASE,
)
# A server that fails (500) speaks of a template or of the messages where these are what it minds.
_OF_MESSAGES = re.compile(r"template|jinja|\broles?\b|\bmessages?\b|tool[ _]call|call_id|tool_use", re.IGNORECASE)
_FORMS = ("", None, SEEN)  # of what the model said beside calls where it said nothing
_LEARNED = (400, 405, 422, 501)  # statuses that refuse a request for what it holds


@dataclass(frozen=True)
class Dialect:
    """What is known of one model: `without` are parameters it refuses, `dropped` and `filled` fields of messages.

    `least` and `most` are the words for little and much thinking; little is only asked for once it `thinks`, and
    `unasked` are the parameters that it does not take for the one or the other. Hidden reasoning is `filled` in where
    calls were made, or goes back `on_calls` only; of the Responses API it may be `unsealed`, which is not at all.
    Where it `streams`, it says nothing in one piece.
    `wordless` says which form it takes where there are no words beside calls; the others what it minds in messages.
    `limit` is the most tokens that it lets a reply be bounded by, 0 where it never minded; `whole` is the window that
    request and reply share, where it minded that, `rate` how many characters of a request made a token by then, and
    `beside` the tokens it took beside them. `address` is that of its endpoint.
    """

    without: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    filled: bool = False
    least: str = _EFFORTS["off"][0]
    most: str = _EFFORTS["hard"][0]
    thinks: bool = False
    unasked: frozenset[tuple[Think, str]] = frozenset()
    on_calls: bool = False
    unsealed: bool = False
    streams: bool = False
    short_ids: bool = False
    bridged: bool = False
    no_system: bool = False
    wordless: int = 0
    limit: int = 0
    whole: int = 0
    rate: float = bounds.USUAL
    beside: int = 0
    address: str = ""

    def options(self, wanted: Mapping[str, object], asks: int = 0) -> dict[str, object]:
        """The optional parameters of a request of so many characters, as this model takes them."""
        fit = {name: self._bounded(value, asks) if name in _LIMITS else value for name, value in wanted.items()}
        fit = within(fit, next((fit[name] for name in _LIMITS if name in fit), None))
        if "max_tokens" in fit and "max_tokens" in self.without:
            fit["max_completion_tokens"] = fit["max_tokens"]
        lost = set(self.without)
        lost |= {"stream_options"} if "stream" in lost or "stream" not in fit else set()
        return {name: value for name, value in fit.items() if name not in lost}

    def streamed(self, wanted: Mapping[str, object]) -> Mapping[str, object]:
        """The same as a stream, where there is no other way."""
        return {**wanted, "stream": True, "stream_options": {"include_usage": True}} if self.streams else wanted

    def _bounded(self, limit: object, asks: int) -> object:
        if not isinstance(limit, int):
            return limit
        left = bounds.left(self.whole, asks / self.rate + self.beside) if self.whole else limit
        return min(limit, left, self.limit or limit)

    def reading(self, tokens: int) -> Dialect:
        """The same of a model of which is known that it reads no more than this, if that can be."""
        return replace(self, whole=min(self.whole or tokens, tokens)) if tokens >= bounds.SMALLEST else self

    @property
    def bounding(self) -> tuple[object, ...]:
        """What is known of how far a reply may be bounded."""
        return self.limit, self.whole, self.rate, self.beside

    def thinking(self, think: Think) -> dict[str, object]:
        """The optional parameters that ask for this much thinking."""
        wanted = switches(self.address, think) if self.thinks or think == "hard" else {}
        words = {"off": self.least, "hard": self.most}
        return {
            name: words[str(value)] if name == "reasoning_effort" else value
            for name, value in wanted.items()
            if (think, name) not in self.unasked
        }

    def messages(self, messages: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
        """Messages in shape, with the fields this model wants and none that it refuses, as it wants them."""
        told = [self._message(dict(message)) for message in messages]
        told = with_short_ids(told) if self.short_ids else told
        told = with_bridges(told) if self.bridged else told
        told = without_system(told) if self.no_system else told
        return with_words(told, _FORMS[self.wordless]) if self.wordless else told

    def items(self, items: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
        """The same of a conversation in the items of the Responses API."""
        kept = [item for item in items if not (self.unsealed and item.get("type") == "reasoning")]
        return [{key: value for key, value in item.items() if key not in self.dropped} for item in kept]

    def _message(self, message: dict[str, object]) -> dict[str, object]:
        if message.get("role") != "assistant":
            return message
        plain = self.on_calls and not message.get("tool_calls")
        dropped = self.dropped | {REASONING} if plain else self.dropped
        kept = {key: value for key, value in message.items() if key not in dropped}
        if isinstance(calls := kept.get("tool_calls"), list):
            kept["tool_calls"] = [_without(call, self.dropped) for call in calls]
            if self.filled:
                kept.setdefault(REASONING, "")
        return kept

    def after(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        """What this refusal of this request teaches; None where it names nothing that could be left out."""
        if refusal.is_broke or refusal.throttles:
            return None
        if refusal.status in (400, 422) and (
            found := self._after_budget(refusal, body) or self._after_bound(refusal, body)
        ):
            return found
        if refusal.is_too_long:
            return None
        if refusal.status == 500:  # what a template minds is a fault of llama.cpp's server
            return self._after_shape(refusal, _messages(body)) if _OF_MESSAGES.search(refusal.words) else None
        if refusal.status not in _LEARNED:
            return None
        if "stream" not in body and _STREAMS_ONLY.search(refusal.words):
            return replace(self, streams=True, without=self.without - {"stream"})
        return (
            self._after_seal(refusal, body)
            or self._after_missing(refusal, _assistants(body))
            or self._after_parameter(refusal, body)
            or self._after_field(refusal, _assistants(body))
            or self._after_shape(refusal, _messages(body))
            or self._after_thinking(refusal, body)
        )

    def _after_budget(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        """What may be thought with is more than what may be said: where thinking was asked for, it was too much."""
        sent = [name for name in _SWITCHES if name in body]
        return self._not_asking(body, sent) if sent and _BUDGET.search(refusal.words) else None

    def _after_bound(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        """A reply may be bounded less far: ever, or beside a request as long as this one."""
        sent, asks = next((int(str(body[name])) for name in _LIMITS if name in body), 0), length_of(body)
        found = bounds.bound(refusal.words, sent)
        if found is None or found.most:
            return replace(self, limit=found.most) if found else None
        prompt = found.prompt or bounds.guessed(asks, found.whole, sent)
        rate, beside = bounds.counted(asks, prompt)
        learned = replace(self, whole=found.whole, rate=rate, beside=beside)
        return learned if learned._bounded(sent, asks) != sent else None

    def _after_seal(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        """Reasoning that nobody can open any more: another organization's, or of a server that keeps none."""
        sealed = any(item.get("type") == "reasoning" for item in _messages(body))
        minded = _root(refusal) != "include" and _SEALED.search(refusal.words)
        return replace(self, unsealed=True) if sealed and minded else None

    def _after_parameter(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        name = _parameter(refusal, body)
        if not name:
            return None
        if name in ("reasoning_effort", "reasoning") and (better := self._next_effort(refusal, _effort(body))):
            return better
        if name in _SWITCHES and _VALUE.search(refusal.words):
            return self._not_asking(body, [name])
        return replace(self, without=self.without | {name})

    def _after_thinking(self, refusal: Refusal, body: Mapping[str, object]) -> Dialect | None:
        """Thinking is spoken of while it is asked for: a model that has to think, or one that cannot."""
        sent = [name for name in _SWITCHES if name in body]
        if not (sent and _THINKING.search(refusal.words) and _REFUSING.search(refusal.words)):
            return None
        return self._next_effort(refusal, _effort(body)) or self._not_asking(body, sent)

    def _not_asking(self, body: Mapping[str, object], names: Sequence[str]) -> Dialect:
        """Without these for as much thinking as this request asked for; the other way they may still be taken."""
        think = self._think(body)
        given_up = {(think, "reasoning_effort" if name == "reasoning" else name) for name in names}
        return replace(self, unasked=self.unasked | given_up)

    def _think(self, body: Mapping[str, object]) -> Think:
        """How much thinking a request asked for."""
        typed, kwargs = body.get("thinking"), body.get("chat_template_kwargs")
        flags = [
            *([typed.get("type") == "enabled"] if isinstance(typed, Mapping) else []),
            *([kwargs.get("enable_thinking")] if isinstance(kwargs, Mapping) else []),
            *([body["enable_thinking"]] if "enable_thinking" in body else []),
        ]
        hard = flags[0] if flags else _effort(body) != self.least
        return "hard" if hard else "off"

    def _next_effort(self, refusal: Refusal, sent: str) -> Dialect | None:
        """With the next best word after the one sent, where the refusal offers it."""
        which = "least" if sent == self.least else "most"
        known = _EFFORTS["off" if which == "least" else "hard"]
        further = known[known.index(sent) + 1 :] if sent in known else ()
        listed = _OFFERED.search(refusal.words)
        rest = listed["words"] if listed else ""

        def is_offered(effort: str) -> bool:
            quoted = re.search(rf"[\"'`]{effort}[\"'`]", refusal.words)
            return bool(quoted or re.search(rf"\b{effort}\b", rest))

        found = next(filter(is_offered, further), "")
        return replace(self, **{which: found}) if found else None  # type: ignore[arg-type]

    def _after_shape(self, refusal: Refusal, messages: list[Mapping[str, object]]) -> Dialect | None:
        """What is minded of the messages as such, where it was sent and can be said differently."""
        roles = [message.get("role") for message in messages]
        wordless = any(m.get("tool_calls") and m.get("content") == _FORMS[self.wordless] for m in messages)
        if _IDS.search(refusal.words):
            return None if self.short_ids or "tool" not in roles else replace(self, short_ids=True)
        follows = ("tool", "user") in pairwise(roles)
        if follows and not self.bridged and _TURNS.search(refusal.words):
            return replace(self, bridged=True)
        if not self.no_system and _SYSTEM.search(refusal.words) and "system" in roles:
            return replace(self, no_system=True)
        if wordless and self.wordless < len(_FORMS) - 1 and _WORDLESS.search(refusal.words):
            return replace(self, wordless=self.wordless + 1)
        return None

    def _after_missing(self, refusal: Refusal, messages: list[Mapping[str, object]]) -> Dialect | None:
        """Hidden reasoning is missed on calls. Where it was refused before, it may only stand on these."""
        misses = REASONING in refusal.words and any(m.get("tool_calls") and REASONING not in m for m in messages)
        minded = any(REASONING in m for m in messages) and UNWANTED.search(refusal.words)
        if not misses or minded:
            return None
        on_calls = self.on_calls or REASONING in self.dropped
        return replace(self, filled=True, on_calls=on_calls, dropped=self.dropped - {REASONING})

    def _after_field(self, refusal: Refusal, messages: list[Mapping[str, object]]) -> Dialect | None:
        """A field of the messages is minded: those that were sent tell which."""
        minded = frozenset(name for name in _unknown(messages) if _is_named(name, refusal.words))
        if not minded or not (_REFUSING.search(refusal.words) or minded & {refusal.param.rpartition(".")[2]}):
            return None
        return replace(self, filled=self.filled and REASONING not in minded, dropped=self.dropped | minded)


def _root(refusal: Refusal) -> str:
    """The parameter of which a part is minded."""
    return re.split(r"[.\[]", refusal.param)[0]


def length_of(body: Mapping[str, object]) -> int:
    """How long a request is, in characters as agent/request/tokens.py counts them."""
    parts = (body.get(name) for name in ("messages", "input", "tools"))
    return sum(length(part) for part in parts if isinstance(part, list))


def _parameter(refusal: Refusal, body: Mapping[str, object]) -> str:
    """The parameter of this request that the refusal names, "" for none."""
    sent, root = [name for name in _OPTIONAL if name in body], _root(refusal)
    if root in sent or root in ("messages", "input"):
        return root if root in sent else ""
    sentences = [one for one in _SENTENCE.split(refusal.words) if one.strip()]
    return next((name for name in sent if any(_is_minded(name, one) for one in sentences)), "")


def _is_minded(name: str, sentence: str) -> bool:
    """Whether a sentence refuses this parameter. Under its own name, as names are written, any word that refuses
    will do; a word that is one of English as well has to stand beside one that refuses just that."""
    pattern = _OPTIONAL[name]
    if ("_" in name and re.search(rf"\b{name}\b", sentence, re.IGNORECASE)) or re.search(_named(name), sentence):
        return bool(_REFUSING.search(sentence))
    beside = rf"(?:{pattern}).{{0,{_BESIDE}}}{_REFUSED}|{_REFUSED}.{{0,{_BESIDE}}}(?:{pattern})"
    return bool(re.search(beside, sentence, re.IGNORECASE))


def _effort(body: Mapping[str, object]) -> str:
    """The word for how hard to think that was sent, "" for none."""
    reasoning = body.get("reasoning")
    found = reasoning.get("effort") if isinstance(reasoning, Mapping) else body.get("reasoning_effort")
    return str(found or "")


def _assistants(body: Mapping[str, object]) -> list[Mapping[str, object]]:
    return [message for message in _messages(body) if message.get("role") == "assistant"]


def _messages(body: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The messages of a request, or its items; of these a result has the role that it has among messages."""
    messages = body.get("messages", body.get("input"))
    found = messages if isinstance(messages, list) else []
    result = {"type": "function_call_output", "role": "tool"}
    return [{**result, **m} if m.get("type") == result["type"] else m for m in found if isinstance(m, Mapping)]


def _unknown(messages: list[Mapping[str, object]]) -> Iterator[str]:
    """The names of fields in these messages and their calls that are not the protocol's own."""
    for message in messages:
        yield from set(message) - _MESSAGE_FIELDS
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            if isinstance(call, Mapping):
                yield from set(call) - CALL_FIELDS
                function = call.get("function")
                yield from set(function) - FUNCTION_FIELDS if isinstance(function, Mapping) else ()


def _is_named(name: str, words: str) -> bool:
    """Whether a field is named; one whose name is an English word has to look like a name."""
    pattern = _named(name) if re.fullmatch("[a-z]+", name) else rf"\b{re.escape(name)}\b"
    return bool(re.search(pattern, words))


def _without(call: object, names: frozenset[str]) -> object:
    """A call without fields of these names, inside its function neither."""
    if not isinstance(call, Mapping) or not names:
        return call
    kept = {key: value for key, value in call.items() if key not in names}
    if isinstance(function := kept.get("function"), Mapping):
        kept["function"] = {key: value for key, value in function.items() if key not in names}
    return kept


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
