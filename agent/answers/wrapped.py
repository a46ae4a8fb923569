"""An answer that a model put inside a JSON object, taken out of it: the words are what was asked for. Pure.

Only an object whose fields are all those of such a wrapping is one, and holds its answer as text: JSON that somebody
asked for stays. What stands around it stays where it was; lists beside the answer become the blocks that they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from agent.markdown.marks import masked

_ANSWER = (
    "answer",
    "final_answer",
    "response",
    "reply",
    "text",
    "content",
    "markdown",
    "message",
    "output",
    "result",
)
_LISTS = ("candidates", "verdicts")
_BESIDE = (
    "thought", "thoughts", "reasoning", "sources", "citations", "references", "confidence", "language", "title",
    "status", "type", "role", "action", "mode",
)  # fmt: skip
_BEGINS = re.compile(
    r"(?P<fence>^[ \t]*(?P<sign>`{3,}|~{3,})[ \t]*(?:json\w*)?[ \t]*\n\s*)?(?P<open>\{)(?=\s*\"[a-z_]{1,20}\"\s*:)",
    re.M | re.I,
)
_TRIES = 20  # objects that are looked at


def unwrapped(draft: str) -> str:
    """The draft with the answer in place of the object around it."""
    at = 0
    for _ in range(_TRIES):
        found = _BEGINS.search(draft, at)
        if found is None:
            break
        words, end = _answer(draft, found)
        if words:
            return f"{draft[: found.start()]}{words}{draft[end:]}"
        at = max(end, found.end())
    return draft


def _answer(draft: str, found: re.Match[str]) -> tuple[str, int]:
    """(the answer that an object holds, "" for none; where the object ends, with its fence)."""
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(draft, found.start("open"))
    except (ValueError, RecursionError):
        return "", found.end()
    if found["fence"]:
        closed = re.compile(rf"\s*{re.escape(found['sign'])}[ \t]*(?=\n|\Z)").match(draft, end)
        if closed is None:  # more than this object stands in the fence
            return "", end
        end = closed.end()
    elif masked(draft, links=False)[found.start("open")] == "\x00" or not _alone(draft, found.start(), end):
        return "", end
    return _words(value) if isinstance(value, Mapping) else "", end


def _alone(draft: str, start: int, end: int) -> bool:
    """Whether an object ends its line, and begins one or stands behind a lead-in: inside a sentence it is a word of
    that."""
    before = draft[draft.rfind("\n", 0, start) + 1 : start].strip()
    after = draft[end:].partition("\n")[0].strip()
    return not after and (not before or before.endswith((":", "：")))


def _words(value: Mapping[str, object]) -> str:
    """The answer and the blocks beside it."""
    texts = [key for key in _ANSWER if isinstance(value.get(key), str)]
    if len(texts) != 1 or not set(value) <= {texts[0], *_LISTS, *_BESIDE}:
        return ""
    listed = [f"```{key}\n{json.dumps(value[key], ensure_ascii=False)}\n```" for key in _LISTS if value.get(key)]
    return "\n\n".join([str(value[texts[0]]).strip(), *listed])
