"""JSON objects out of a model's text: fenced, with prose around them, or a little broken. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import json_repair

from agent.clean import cleaned

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


def whole_entries(text: str) -> dict[str, object] | None:
    """What is whole of the first JSON object where that broke off: the fields it has, and the entries of its lists
    and objects, without the one in which it ends; empty where none is. None where it did not break off but cannot be
    read, or there is none. What is cut is never completed by a guess."""
    text, inside = text[:_LONGEST], list[str]()
    start = text.find("{")
    end, closing = 0, ""
    for token in _SIGN.finditer(text, start) if start >= 0 else ():
        sign = token[0]
        if sign in _CLOSED_BY:
            inside.append(_CLOSED_BY[sign])
        elif sign in ("}", "]") and (sign != inside.pop() or not inside):
            return _parsed(text[start : token.end()])
        if sign in ("}", "]", ",") and len(inside) <= 2:
            end, closing = token.end() - (sign == ","), "".join(reversed(inside))
    return (_parsed(text[start:end] + closing) or {}) if start >= 0 else None


_SIGN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\],]', re.DOTALL)
_CLOSED_BY = {"{": "}", "[": "]"}


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
