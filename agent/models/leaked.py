"""Tool calls that a model wrote into its text, where whatever serves it did not read them out of it. Pure.

Servers turn what a model writes into calls by a parser that has to fit the model. Where none is set, or it stumbles,
the call arrives as text, in the form the model was trained on; Groq refuses such a reply and says it in the refusal
(https://console.groq.com/docs/tool-use). A call that is not complete is no call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from agent.models.objects import whole_object
from agent.models.pieces import RawCall

_LONGEST = 20_000  # characters; a longer text is not looked at: no call is that long
_NAME = r"([\w.:-]{1,64})"
# Hermes and Qwen; Llama and, with parameters, Qwen Coder; Mistral, with names or as a list.
_TAGGED = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_FUNCTION = re.compile(rf"<function={_NAME}(.*?)(?:</function>|\Z)", re.DOTALL)
_PARAMETER = re.compile(rf"<parameter={_NAME}>(.*?)</parameter>", re.DOTALL)
# GLM inside of its tags; MiniMax and others in Anthropic's; Kimi, DeepSeek, Llama and gpt-oss between tokens.
_PAIR = re.compile(r"<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL)
_INVOKE = re.compile(rf"<invoke name=\"{_NAME}\">(.*?)</invoke>", re.DOTALL)
_GIVEN = re.compile(rf"<parameter name=\"{_NAME}\">(.*?)</parameter>", re.DOTALL)
_AROUND = re.compile(r"</?(?:function_calls|minimax:tool_call)>")
_TOKEN = re.compile(r"<[|｜][^|｜>\n]{1,40}[|｜]>")
_SPOKEN = re.compile(r"(?:functions?\.)?([\w-]{1,64})(?::\d+)?\s*(?:```\w*|json)?\s*(?=\{)")
# One sentence that says what comes next and nothing else.
_ANNOUNCING = re.compile(
    r"\s*((ok(ay)?|sure|alright|great|certainly|of course)[,.!]?\s+)?"
    r"((now |first,? |next,? |then )?(I['’]?ll|I will|let me(?! know)|I['’]?m going to|I am going to|I need "
    r"to)\b[^.!?\n]*"
    r"\b(search|look|check|find|fetch|open|read|see|query|call|use|verify|start|browse|get|gather"
    r"|consult)\b[^.!?\n]*[.!…]*"
    r"|[^.!?\n]+:)\s*",
    re.IGNORECASE,
)
_MARK = "[TOOL_CALLS]"
_NAMED = re.compile(rf"\s*{_NAME}\s*(?:\[ARGS\]|\[CALL_ID\]\w+\[ARGS\])?\s*(?=\{{)")
# Marks with which the words of a reply are over: those of calls that are read above, and of forms that are not.
_BEGIN = re.compile(
    r"^[ \t]*(?:<tool_call>|<function=|\[TOOL_CALLS\]|<function_calls>|<invoke name=|<minimax:tool_call>|<tool_code>"
    r"|✿FUNCTION✿|<[|｜](?:tool[_▁]calls?[_▁]|python_tag|channel|start)[^>\n]*>)",
    re.MULTILINE,
)
_FENCE = re.compile(r"^[ \t]*```", re.MULTILINE)
# gpt-oss says so where its answer begins.
_FINAL = re.compile(
    r"<\|channel\|>\s*final\s*(?:<\|[^|\n]*\|>\s*\w*)?<\|message\|>(.*?)(?:<\|(?:end|return)\|>|\Z)", re.DOTALL
)
_HEAD = re.compile(r"<function=[\w.:-]*\Z")
_FENCED = re.compile(r"\A```\w*\s*|\s*```\Z")


def leaked(text: str, names: Collection[str]) -> tuple[str, tuple[RawCall, ...]]:
    """What of a text is words, and the calls that stand in it. `names` are the tools that were offered: a mere object
    is only taken for a call of one of these."""
    if len(text) > _LONGEST:
        return text, ()
    found = _begin(text)
    if not found:
        calls = tuple(call for call in _bare(text) if call.name in names)
        return ("", calls) if calls else (text, ())
    rest = text[found.start() :].strip()
    calls = tuple(_spoken(rest, names) if _TOKEN.match(rest) else _marked(rest))
    return (text[: found.start()].rstrip(), calls) if calls else (text, ())


def announces(text: str) -> bool:
    """Whether a text only leads to a call, and is no answer whatever was asked."""
    return bool(_ANNOUNCING.fullmatch(text))


def words(text: str, names: Collection[str]) -> str:
    """What of a text is for people: without a call that was written into it, whole or broken off, with which it
    ends. Where `names` of tools are known, a call of another is what the text is about."""
    if text.lstrip().startswith(("<|channel|>", "<|start|>")) and (final := _FINAL.search(text)):
        return final[1].strip()
    found = _begin(text)
    if found is None:
        return "" if any(call.name in names for call in _bare(text)) else text
    rest = text[found.start() :].strip()
    called = [call.name for call in leaked(rest, names)[1]]
    about = (names and called and not any(name in names for name in called)) or _goes_on(rest, called)
    return text if about else text[: found.start()].rstrip()


def _begin(text: str) -> re.Match[str] | None:
    """Where the marks of a call begin; inside of fenced code they are spoken of."""
    found = _BEGIN.search(text)
    return None if found and len(_FENCE.findall(text, 0, found.start())) % 2 else found


def _goes_on(rest: str, called: Sequence[str | None]) -> bool:
    """Whether words follow on a call: who quotes one makes none."""
    if rest.startswith(("<tool_call>", "<function=")):
        return bool(_FUNCTION.sub("", _TAGGED.sub("", _HEAD.sub("", rest))).strip())
    return not called and bool(re.search(r"\n\s*\n\s*\w", rest))


def _marked(text: str) -> Iterator[RawCall]:
    """The calls in a text that begins with the mark of one and holds nothing else: who quotes one makes none."""
    if text.startswith(_MARK):
        yield from _mistral(text.removeprefix(_MARK))
        return
    if _INVOKE.search(text) and not _AROUND.sub("", _INVOKE.sub("", text)).strip():
        yield from (_given(found[1], _GIVEN.findall(found[2])) for found in _INVOKE.finditer(text))
        return
    if _FUNCTION.sub("", _TAGGED.sub("", text)).strip():
        return
    for one in [found[1] for found in _TAGGED.finditer(text)] or [text]:
        functions = list(_FUNCTION.finditer(one))
        yield from (_function(found[1], found[2]) for found in functions if _is_complete(found[2]))
        if not functions and (call := _call(whole_object(one)) or _paired(one)):
            yield call


def _spoken(text: str, names: Collection[str]) -> Iterator[RawCall]:
    """The calls between the tokens of a template: an object, or a name before one."""
    plain = _TOKEN.sub("\n", text)
    if bare := [call for call in _bare(plain) if call.name in names]:
        yield from bare
        return
    for found in _SPOKEN.finditer(plain):
        if found[1] in names and (given := whole_object(plain[found.end() :])) is not None:
            yield RawCall("", found[1], json.dumps(given, ensure_ascii=False))


def _paired(one: str) -> RawCall | None:
    """A name in the first line, and below it keys and values."""
    name, _, rest = one.strip().partition("\n")
    pairs = _PAIR.findall(rest)
    return _given(name.strip(), pairs) if pairs and re.fullmatch(_NAME, name.strip()) else None


def _given(name: str, pairs: Sequence[tuple[str, str]]) -> RawCall:
    given = {key.strip(): value.strip("\n") for key, value in pairs}
    return RawCall("", name, json.dumps(given, ensure_ascii=False))


def _is_complete(body: str) -> bool:
    return (
        bool(_PARAMETER.search(body))
        or whole_object(body) is not None
        or bool(re.fullmatch(r"[\s()]*>[\s()]*", body))
    )


def _function(name: str, body: str) -> RawCall:
    given = {found[1]: found[2].strip("\n") for found in _PARAMETER.finditer(body)}
    return RawCall("", name.rstrip(":.-"), json.dumps(given or whole_object(body) or {}, ensure_ascii=False))


def _mistral(text: str) -> Iterator[RawCall]:
    """`[{"name": …, "arguments": …}, …]`, or a name before its object, and that perhaps again."""
    named = _NAMED.match(text)
    if named:
        if (found := whole_object(text[named.end() :])) is not None:
            yield RawCall("", named[1], json.dumps(found, ensure_ascii=False))
        for rest in text.split(_MARK)[1:]:
            yield from _mistral(rest)
        return
    yield from _bare(text)


def _bare(text: str) -> Iterator[RawCall]:
    """An object or a list of objects that is the whole text."""
    try:
        found = json.loads(_FENCED.sub("", text.strip()), strict=False)
    except (ValueError, RecursionError):
        return
    for item in found if isinstance(found, list) else [found]:
        if call := _call(item):
            yield call


def _call(found: object) -> RawCall | None:
    """`{"name": …, "arguments": …}` under the names that models know for these."""
    if not isinstance(found, Mapping):
        return None
    inner = found["function"] if isinstance(found.get("function"), Mapping) else found
    name, given = inner.get("name"), inner.get("arguments", inner.get("parameters"))
    if not isinstance(name, str) or not isinstance(given, str | Mapping):
        return None
    return RawCall("", name, given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))
