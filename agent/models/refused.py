"""What an endpoint's error says: one shape for all of them, and which kind it is, by the words there are. Pure.

Judged are the endpoint's own words only (its message, codes, and the name or place of what it minds), never what it
quotes of a request: that may speak of anything. The tables below are meant to be read and added to; each row has a
test of its own.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE | re.DOTALL)


# --- the tables -------------------------------------------------------------------------------------------------

_PROMPT = r"(prompt|inputs?|request|messages?|conversation|content|context|sequence)"
_MOST = r"(max(imum)?|limit|allowed|available)"
OVERFLOW = _any(
    r"context[ _](length|window|size|limit)",
    rf"{_PROMPT}( \w+)? (is |are |was )?too (long|large)",
    r"string too (long|large)",
    r"too many (input |prompt )?tokens",
    r"tokens?\b.{0,60}\bexceed|exceed\w*\b.{0,60}\b(tokens?|context)\b",
    rf"\b{_PROMPT}\b[^.]{{0,40}}\bexceed\w*\b[^.]{{0,30}}\b({_MOST}|length|size)\b",  # Zhipu
    r"maximum\b.{0,80}\btokens\b.{0,200}\b(requested|at least|resulted)",
    rf"(maximum|max) ({_PROMPT}|context) (length|tokens?)",
    r"\btokens? (\d+ > \d+|limit exceeded)",
    r"(reduce|shorten|decrease|truncate) (the |your )?((length|size) of|input length|prompt|input|messages"
    r"|conversation)",
    # vLLM, SiliconFlow, TGI and others: what is read is longer than what can be, under any of the names of that
    rf"\b({_PROMPT}|length of \w+)\b((?!must)[^.\n]){{0,60}}\b(longer|larger|bigger|greater) than\b(?! \d+ [smcl])",
    r"\bless than (the )?(max_\w*(len|length|tokens|embeddings)|maximum (model|sequence|context) length)\b",
    r"max_\w*tokens must be at least 1, got -",  # vLLM: what the prompt leaves is less than nothing
    r"context overflow|request_too_large|prompt_too_long|\btoken count \d+ > \d|exceeds (the )?model('s)? capacity",
    r"\b(input|prompt|request|context)\b[^.\n]{0,40}\b(over|above|beyond)\b[^.\n]{0,20}\b(limit|window|maximum)\b",
    r"\d (input |prompt )?tokens\b[^.\n]{0,40}\bonly (accepts|reads|takes|supports)",
    r"\b(input|prompt) tokens must be (under|below)",
    r"\btoo (large|long|big) for (the |this )?(model|context)\b",
    r"(输入|上下文|提示|prompt)\w{0,12}\s?(过长|超长|超过|超出)",
    r"range of input length should be",  # DashScope
    r"\binputs?\W{0,2} must have less than \d+ tokens",  # TGI
    r"\binputs?\W{0,2} tokens \+ .{0,40}must be <=",  # TGI
)
OVERFLOW_CODES = {"context_length_exceeded", "exceed_context_size_error", "model_context_window_exceeded", "1261"}
# An id or a name that is too long, and no text.
_NAME_TOO_LONG = _any(
    r"([_.](id|name)|['\"`](id|name|user|stop)|\bid)\b['\"`\]]*:?\s{0,3}(string )?(is )?too long",
    r"string too long.{0,200}[_.](id|name)\b",
)
_NAME = re.compile(r"(^|[._])(id|name|user)$")
# The number that an overflow names as the most that can be read, in tokens.
_NUMBER = r"(\d[\d,]{2,})"
_LIMITS = (
    r"context (?:length|window|size|limit)(?: limit)?(?: is| of)? \(?" + _NUMBER,
    r"limit: \d+ \+ \d+ > " + _NUMBER,
    r"\d+(?: tokens?)? > " + _NUMBER,
    r"should be \[\d+, ?" + _NUMBER,
    r"must have less than " + _NUMBER,
    r"must be <= " + _NUMBER,
    r"(?:maximum|max|limit)\b[^.\d\n]{0,60}\b(?:is|of|are|:|length|allowed)[^\w\n]{0,3}" + _NUMBER,
    r"exceed\w*\b[^.\d\n(]{0,40}" + _NUMBER,
    r"(?:context|sequence|seq|model|position)[ _]?(?:length|window|size|len)\b(?: of| is)?\W{0,3}" + _NUMBER,
    _NUMBER + r" (?:maximum |max )?context length",
    r"(?:longer|larger|bigger|greater) than\b[^.\d\n]{0,40}" + _NUMBER,
    r"(?:\bmax|limit|window of|under|below|only (?:accepts|reads|takes|supports)) " + _NUMBER,
    r"\d{3} ?/ ?" + _NUMBER,
)
_THROTTLE = _any(
    r"throttl", r"rate.?limit", r"quota", r"too many requests", r"per[ -](minute|second|hour|day)", r"please wait",
    r"try(ing)? again (later|in\b|after|shortly|soon)|retry (later|in\b|after)", r"wait before try", r"稍后",
)  # fmt: skip
_THROTTLED = _any(
    r"throttl", r"rate.?limit(ed|_| exceeded| reached)|exceeded .{0,20}rate.?limit", "too many requests",
    r"please wait|wait before try", r"try(ing)? again (later|in (a|\d)|after \d|shortly|soon)|retry (later|after \d)",
    r"稍后", r"\btokens per (minute|second|hour|day)|\brequests per (minute|second|hour|day)",
)  # fmt: skip
_OVERLOADED = _any(
    r"overload", r"(at|over) capacity", r"too busy|(server|engine|model) is busy", r"high demand", r"繁忙"
)
_BROKE = _any(
    r"insufficient_quota", r"billing_hard_limit", r"billing_not_active", r"insufficient[ _](balance|credit|funds)",
    r"budget has been exceeded", r"budget_exceeded", r"(requires?|needs?) more credits", r"can only afford",
)  # fmt: skip
_RULES = r"(?:content|usage|safety|moderation|acceptable use|responsible ai)[ _-]?(?:management )?"
_FILTERED = _any(
    r"ResponsibleAIPolicyViolation", r"\bcontent_filter(ed)?\b", r"content_?policy_?violation",
    r"data_?inspection_?failed", r"Content Exists Risk", r"SensitiveContent", r"PROHIBITED_CONTENT", r"SAFETY_CHECK",
    rf"(violat|reject|block|flag|filter|trigger|against)\w*\b[^.\n]{{0,60}}{_RULES}(guideline|polic|filter|system"
    rf"|check)",
    r"(blocked|filtered|flagged|rejected) (by|for|due to|because)\b[^.\n]{0,30}(safety|guardrail|content"
    r"|moderation)",
    r"guardrail\w*\b[^.\n]{0,40}(interven|block|violat|trigger)", r"violated\b[^.\n]{0,20}(moderation|guardrail)",
    r"requires moderation", r"(input|output|request|content) (was|has been) flagged", r"moderation_blocked",
    rf"{_RULES}(filter\w*|polic\w+|system)( policy)?\b[^.\n]{{0,20}}(trigger|violat|block|interven)",
    r"block_?reason\W+\w*safety", r"harmful content", r"prohibited content",
    r"considered high risk", r"inappropriate content", r"new_sensitive", "敏感",
)  # fmt: skip
_FILTERED_CODES = {"1301", "content_filter", "content_filtered", "guardrail_intervened"}  # 1301: Zhipu
UNWANTED = _any(
    r"unexpected|unsupported|unknown|unrecogni[sz]ed|forbidden|invalid (field|parameter|argument)",
    r"\bextra (inputs?|fields?|propert)|extra_forbidden|additional propert",
    r"(not|n['’]t) (be )?(permitted|supported|allowed|accepted|enabled|available)|must not|should not",
    r"(does not|doesn['’]t|cannot) (support|accept|allow)",
)
# Ollama: "llama2 does not support tools"; vLLM: '"auto" tool choice requires --enable-auto-tool-choice and ...';
# llama.cpp (a 500): "tools param requires --jinja flag", earlier "Unsupported param: tools"; OpenRouter (a 404): "No
# endpoints found that support tool use"; OpenAI: "tools is not supported in this model"; DeepInfra (a 405): "Tool
# calling is not supported for model"; Mistral and Gemini: "Function calling is not enabled for ...".
_TOOLING = r"(?:tools(?: param\w*)?|(?:tool|function)[ _-](?:calls?|calling|use|usage|support))"
_CALLED = r"(?:param\w*(?:\(s\))?|arguments?|fields?|keys?|names?|propert\w+|inputs?)"
_NO_TOOLS = _any(
    r"\bdoes(?:n['’]t| not) support (?:tools?\b(?![ _-]choice)|(?:tool|function)[ _-]?(?:call|us)\w*)",
    rf"\b{_TOOLING}\W{{0,2}} (?:is|are) (?:currently |yet )?"
    r"(?:not (?:yet |currently )?(?:supported|enabled|available)|unsupported)",
    r"\b(?:has no|without) tool support|\bcannot use tools\b",
    r"unsupported param\w*: tools?\b",
    r"\btools param\w* requires|\btool choice requires --",
    r"no endpoints found that support (?:the )?tool",
    # OpenAI of old: "Unrecognized request argument supplied: tools"; servers in Go: 'json: unknown field "tools"'.
    rf"(?:unknown|unrecogni[sz]ed|unexpected|unsupported|extra|invalid)\s+(?:request\s+|keyword\s+)?{_CALLED}"
    r"(?: supplied| passed| provided)?\W{1,4}tools(?![\w\[-]|\.\w)",
    rf"\b{_CALLED} not supported\W{{1,3}}tools\b|\btools: extra inputs",
)
# What is minded of one tool, or of one kind of them, or of tools beside something else, says nothing of tools.
_ONE_TOOL = _any(
    r"\bschemas?\b", r"\btools?(\[|\.)\d", r"\b(tools?|functions?) ['\"`]\w", r"invalid_function_parameters",
    r"\barray (too|above|below)", r"\b(tool|function) names?\b", r"\bkeyword\b(?! arg)", r"\bduplicate",
    r"function_declarations", r"must be (an array|a list)", r"additionalProperties",
)  # fmt: skip
_KIND = re.compile(
    r"\b(more|many|parallel|built-?in|custom|hosted|strict|following|these|those|such|mcp|server|remote|multiple|some|other"
    r"|nested"
    r"|client|type)[ _-]?(side )?['\"`]?$",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\W{0,3}(with (?!\S*\d|this|the model|your|that|model)|when\b|while\b|together\b"
    r"|alongside|if\b|unless|of type|named"
    r"|whose"
    r"|in (combination|conjunction|streaming|json|batch|thinking|strict)|larger|longer|more than)",
    re.IGNORECASE,
)

# The words that stand for a status where an error comes inside a reply that had begun with 200.
_STATUSES = {
    **dict.fromkeys(("invalid_api_key", "authentication_error"), 401),
    **dict.fromkeys(("model_not_found", "not_found_error"), 404),
    **dict.fromkeys(("rate_limit_exceeded", "rate_limit_error", "insufficient_quota"), 429),
    **dict.fromkeys(
        (
            "invalid_request_error", "invalid_prompt", "cyber_policy", "unsupported_value", "unsupported_parameter",
            "unknown_parameter", "invalid_value", "invalid_type", "missing_required_parameter",
            "string_above_max_length", "invalid_encrypted_content",
        ),
        400,
    ),
    "permission_error": 403,
    "overloaded_error": 529,
}  # fmt: skip


# --- the shape --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refusal:
    """An endpoint's error in one shape. `says` is its sentence for people ("" for none), `all` everything it sent.

    `status` is of HTTP, or what the error inside a 200 or a stream stands for, 0 for none; `code` and `param` are
    its own words, `param` as a path ("messages.1.content"). `words` are all of its own words: what is judged.
    """

    status: int
    code: str = ""
    param: str = ""
    says: str = ""
    all: str = ""
    words: str = ""

    @property
    def is_too_long(self) -> bool:
        """The conversation does not fit, in any of the dialects; throttling that counts tokens is not that."""
        if self.status in (401, 402, 403, 404, 429):
            return False
        if self.status == 413 or self.code in OVERFLOW_CODES:
            return True
        other = _THROTTLE.search(self.words) or _NAME_TOO_LONG.search(self.words) or _NAME.search(self.param)
        return not other and bool(OVERFLOW.search(self.words))

    @property
    def limit(self) -> int:
        """How many tokens can be read, where an overflow says so; 0 where it does not."""
        if not self.is_too_long or self.throttles or "string too" in self.words:  # of a rate, or of letters
            return 0
        found = (re.search(pattern, self.words, re.IGNORECASE) for pattern in _LIMITS)
        numbers = (int(one[1].replace(",", "")) for one in found if one)
        return next((number for number in numbers if _FEWEST <= number <= _MOST_TOKENS), 0)

    @property
    def takes_no_tools(self) -> bool:
        """The model, or how its server was started, has no tools."""
        if self.status in (401, 402, 403, 413, 429):
            return False
        if _ONE_TOOL.search(self.words):
            return False
        said = any(_is_of_all(one, self.words) for one in _NO_TOOLS.finditer(self.words))
        return said or (self.param == "tools" and bool(UNWANTED.search(self.words)))

    @property
    def is_broke(self) -> bool:
        """The account has no money or quota left: waiting does not help."""
        return self.status == 402 or bool(_BROKE.search(self.words))

    @property
    def is_filtered(self) -> bool:
        """A filter before the model held the conversation back (Azure, OpenAI, DashScope,
        OpenRouter, LiteLLM, xAI), or it stopped what was being written."""
        told = bool(_FILTERED.search(self.words)) or self.code in _FILTERED_CODES
        return self.status in (0, 400, 403, 422, 451) and told and not self.throttles

    @property
    def throttles(self) -> bool:
        """It speaks of how much is taken at a time, and what it says of numbers is of that."""
        return self.status == 429 or bool(_THROTTLE.search(self.words))

    @property
    def is_busy(self) -> bool:
        """It has too much to do just now, and said nothing of an account that is empty."""
        told = self.status >= 500 and (self.throttles or _OVERLOADED.search(self.words))
        return (self.status in (429, 529) or bool(told)) and not self.is_broke

    @property
    def is_unlucky(self) -> bool:
        """The model wrote a call that its server could not read; another try may bring one that it can (Groq)."""
        return self.code == "tool_use_failed"

    @property
    def is_no_json(self) -> bool:
        """In JSON mode the model wrote what its server does not take for JSON (Groq)."""
        return self.code == "json_validate_failed"


def _is_of_all(said: re.Match[str], words: str) -> bool:
    """Whether words on tools are of all of them, in whatever request."""
    return not (_KIND.search(words[: said.start()]) or _BESIDE.match(words, said.end()))


_FEWEST, _MOST_TOKENS = 256, 20_000_000  # tokens; other numbers are no limit of a model


def refusal(status: int, body: object, request: Mapping[str, object] | None = None) -> Refusal:
    """A Refusal out of an error body: OpenAI's object, FastAPI's `detail`, a list of either, or mere text. What it
    quotes of the request in its own sentence is not judged either."""
    inner = _innermost(body)
    kind = str(inner.get("type") or "")
    code = str(inner.get("code") or kind)
    words = _unquoted(_read("\n".join(dict.fromkeys(_words(body)))), request or {})
    everything = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, default=str)
    return Refusal(_status(status, code, kind, words), code, _param(inner), _says(body), everything, words)


def _status(status: int, code: str, kind: str, words: str) -> int:
    """Inside a reply that began with 200 the error's own code tells; some throttle with a 400."""
    if status < 400 and re.fullmatch(r"[45]\d\d", code):
        status = int(code)
    if status < 400:
        status = _STATUSES.get(code) or _STATUSES.get(kind) or status
    return 429 if status == 400 and _THROTTLED.search(words) else status


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
        return "" if _PAGE.match(body) else body
    if isinstance(body, list):
        return _says(body[0]) if body else ""
    if isinstance(body, Mapping):
        return next((_says(body[key]) for key in ("message", "msg", "detail", "error") if body.get(key)), "")
    return ""


def _param(inner: Mapping[str, object]) -> str:
    """The path of what is minded: OpenAI's `param`, or the place of the first of FastAPI's details."""
    if inner.get("param"):
        return str(inner["param"])
    return next((".".join(map(str, place)) for place in _places(inner)), "")


# --- an endpoint's own words ------------------------------------------------------------------------------------

# Fields that hold words of the endpoint's own; everything else may be quoted from the request.
_OWN = (
    "message", "msg", "error", "errors", "detail", "details", "code", "type", "param", "loc", "reason", "status",
    "title", "description", "innererror", "metadata", "raw", "status_code", "status_msg", "error_msg", "error_code",
)  # fmt: skip
_PAGE = re.compile(r"\s*<(!|\?|/?[a-z])", re.IGNORECASE)  # of HTML; "<400> InternalError" is a sentence
_DEEPEST = 12
_PYTHON_AT_MOST = 20_000  # characters of a printed Python value that are read
# pydantic prints what it was given: "[type=extra_forbidden, input_value='…', input_type=str]".
_PRINTED_INPUT = re.compile(r"input_value=.*?(?=, input_type=|\]|$)|['\"]input['\"]:.*", re.DOTALL)


def _words(body: object, left: int = _DEEPEST) -> Iterator[str]:
    """The endpoint's own words in an error, however they are nested, and in whichever text they are wrapped."""
    if left <= 0:
        return
    if isinstance(body, str) and not _PAGE.match(body):
        inside = _unwrapped(body)
        if inside is None:
            yield _PRINTED_INPUT.sub("", body)
        else:
            yield from _words(inside, left - 1)
    elif isinstance(body, Mapping):
        for name in _OWN:
            value = body.get(name)
            if name == "loc" and isinstance(value, Sequence) and not isinstance(value, str):
                yield ".".join(map(str, value))
            elif value is not None:
                yield from _words(value, left - 1)
    elif isinstance(body, list | tuple):
        for item in body:
            yield from _words(item, left - 1)
    elif body is not None and not isinstance(body, str):
        yield str(body)


# What is quoted and longer than a name; and how quotes are compared that may be escaped or cut.
_READ, _READ_LAST = 8_000, 4_000  # characters that are judged: at the beginning, at the end of what is longer
_ENOUGH = 200  # characters that are alike are the same text
_QUOTED = re.compile(r"(?<!\w)(['\"`“‘«])([^\n]{16,}?)(?:\.\.\.|…)?['\"`”’»](?!\w)", re.DOTALL)


def _read(words: str) -> str:
    return words if len(words) <= _READ + _READ_LAST else f"{words[:_READ]} … {words[-_READ_LAST:]}"


def _unquoted(words: str, request: Mapping[str, object]) -> str:
    if not _QUOTED.search(words):
        return words
    ours = _plain(" ".join(_texts(request)))
    return _QUOTED.sub(lambda one: "" if _plain(one[2])[:_ENOUGH] in ours else one[0], words)


def _plain(text: str) -> str:
    return re.sub(r"\\[nrt]|\W+", " ", text).strip()


def _texts(value: object, left: int = 40) -> Iterator[str]:
    """The texts in a request."""
    if isinstance(value, str):
        yield value
    elif left and isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item, left - 1)
    elif left and isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item, left - 1)


def _unwrapped(text: str) -> object:
    """The object or list that a text is, in JSON or as Python prints it; None where it is neither."""
    text = text.strip()
    if text[:1] not in "{[" or text[-1:] not in "}]" or len(text) > _PYTHON_AT_MOST:
        return None
    for reads in (json.loads, ast.literal_eval):
        try:
            found = reads(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        return found if isinstance(found, dict | list | tuple) else None
    return None


def _places(body: object, left: int = _DEEPEST) -> Iterator[list[object]]:
    """The places that an error names, without the word that stands for the request's body."""
    if left <= 0:
        return
    if isinstance(body, str) and (inside := _unwrapped(body)) is not None:
        yield from _places(inside, left - 1)
    if isinstance(body, list | tuple):
        for item in body:
            yield from _places(item, left - 1)
    if isinstance(body, Mapping):
        loc = body.get("loc")
        if isinstance(loc, list | tuple) and loc:
            yield [*loc[1:]] if loc[0] == "body" else [*loc]
        for name in ("detail", "message", "error"):
            yield from _places(body.get(name), left - 1)
