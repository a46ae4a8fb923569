"""The blocks at the end of a draft, in whatever way a model wrote them: taken out of its text and read. Pure.

Asked for is a fence named `candidates` or `verdicts` around one JSON list. Models name it `json`, indent it, quote
it, forget it; objects tell what they are by their keys. What was cut off is read as far as it goes, and is a fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agent.arguments import Unreadable, items

Item = Mapping[str, object]
_LABEL = r"(?:^[ \t>]*[#*_ \t]{0,8}(?:verdicts|candidates)[ \t]*[:*_]{0,4}[ \t]*\n\s{0,9})?"
_LEAD = r"^(?P<lead>[ \t>]*(?:[-*+][ \t]+)?)\\?(?P<sign>`{3,}|~{3,})[ \t]*"
_END = r"(?:(?P=sign)[`~]*[ \t]*$|\Z)"
_NAMED = re.compile(
    rf"{_LEAD}(?:json\w*[ \t]+)?(?P<name>verdicts|candidates)\b(?P<body>.*?){_END}", re.M | re.S | re.I
)
_OTHER = re.compile(
    rf"{_LABEL}{_LEAD}(?P<info>\w*)[ \t]*\n(?P<body>[ \t>]*[\[{{].*?){_END}",
    re.M | re.S | re.I,
)
_KEYS = r"[\"'](?:name|id|candidates|verdicts|shortlist)[\"']"
_BARE = re.compile(rf"{_LABEL}^(?P<body>[ \t]*(?:\[\s*)?\{{\s*{_KEYS}\s*:.*)\Z", re.M | re.S | re.I)
_VALUE = re.compile(r"[\s,]*(?=[\[{])")
_WORDS = re.compile(r"\n[ \t]*\n(?=[ \t]*[^\s\"'{}\[\],/])")
_BARE_AT_MOST = 4
_DEEPEST = 5
_CANNOT = "The {name} block cannot be read as one JSON list ({problem}). Write it again, whole."
_NAMELESS = "The {name} block holds objects without {key}, or none at all; write it as shown."


@dataclass(frozen=True)
class Listed:
    """What the blocks at the end of a draft hold: the objects of each, None where there is no block of that name, and
    what is wrong with those that cannot be read."""

    verdicts: tuple[Item, ...] | None = None
    candidates: tuple[Item, ...] | None = None
    faults: tuple[str, ...] = ()


def apart(draft: str) -> tuple[str, Listed]:
    """The draft without its blocks, and what they list."""
    held: dict[str, list[Item]] = {}
    faults: list[str] = []

    def taken(found: re.Match[str]) -> str:
        name, read, problem = _read(found)
        if not name:
            return found.group()
        held.setdefault(name, []).extend(read)
        faults.extend([problem] if problem else [])
        return ""

    for shape in (_NAMED, _OTHER):
        draft = shape.sub(taken, draft)
    for _ in range(_BARE_AT_MOST):
        if found := _unfenced(draft):
            draft = f"{draft[: found.start()]}{taken(found)}{draft[found.end() :]}"
    lists = {name: tuple(read) for name, read in held.items()}
    return draft.strip(), Listed(lists.get("verdicts"), lists.get("candidates"), tuple(dict.fromkeys(faults)))


def _unfenced(draft: str) -> re.Match[str] | None:
    """A list without a fence, to where it ends: what stands behind it is text."""
    found = _BARE.search(draft)
    return _BARE.search(draft, 0, _end(draft, found.start("body"))) or found if found else None


def _end(draft: str, start: int) -> int:
    """Where the JSON that begins here ends; where it is broken, before the next paragraph that looks like words."""
    read, at, done = json.JSONDecoder(strict=False), start, start
    while value := _VALUE.match(draft, at):
        try:
            at = done = read.raw_decode(draft, value.end())[1]
        except (ValueError, RecursionError):
            words = _WORDS.search(draft, value.end())
            return words.start() if words else len(draft)
    return done


def _read(found: re.Match[str]) -> tuple[str, list[Item], str]:
    """(which list it is, "" for none; its objects; what is wrong with it)."""
    given = found.groupdict()
    body = given["body"]
    if ">" in (given.get("lead") or ""):
        body = re.sub(r"^[ \t]*>[ \t]?", "", body, flags=re.M)
    start = re.search(r"[\[{]", body)
    body = body[start.start() :] if start else body
    objects, problem = _objects(body)
    name = (given.get("name") or "").lower() or _kind(objects, body)
    key = "name" if name == "candidates" else "id"
    if name and not problem and re.search(r"\w", body) and not any(key in one for one in objects):
        return name, objects, _NAMELESS.format(name=name, key=key)
    return name, objects, _CANNOT.format(name=name, problem=problem) if problem else ""


def _kind(objects: list[Item], body: str) -> str:
    """Which list objects are of, by their keys; one that cannot be read by how it begins."""
    first = objects[0] if objects else {}
    if isinstance(first.get("name"), str) and ("verdicts" in first or "sources" in first):
        return "candidates"
    if isinstance(first.get("id"), str) and "verdict" in first:
        return "verdicts"
    begins = re.match(r"\s*\[?\s*\{\s*[\"'](name|id)[\"']\s*:.{0,600}?[\"'](sources|verdicts?)[\"']\s*:", body, re.S)
    cut = begins and not objects
    return ("candidates" if begins and begins[1] == "name" else "verdicts") if cut else ""


def _objects(body: str) -> tuple[list[Item], str]:
    """The objects of a list, and why it cannot be read to its end; "" where it can."""
    try:
        whole = json.loads(body, strict=False)
    except (ValueError, RecursionError):
        whole = None
    try:
        if whole is None:
            return list(_flat(items(body))), ""
        return list(items(json.dumps(list(_flat(whole)), ensure_ascii=False))), ""
    except (Unreadable, RecursionError) as problem:
        return _whole_ones(body), str(problem).partition(";")[0].replace("the arguments were", "it was")


def _flat(value: object, depth: int = 0) -> Iterator[Item]:
    """The objects in lists of lists, in text, and in an object that only holds the list."""
    if isinstance(value, str) and depth < _DEEPEST and value.lstrip()[:1] in ("[", "{"):
        yield from _flat(items(value), depth + 1)
    elif isinstance(value, list) and depth < _DEEPEST:
        for one in value:
            yield from _flat(one, depth + 1)
    elif isinstance(value, Mapping):
        inner = next(iter(value.values())) if len(value) == 1 else None
        if isinstance(inner, list) and not isinstance(value.get("name", value.get("id")), str):
            yield from _flat(inner, depth + 1)
        else:
            yield value


def _whole_ones(body: str) -> list[Item]:
    """The objects before the place where a list was cut off."""
    found: list[Item] = []
    read = json.JSONDecoder(strict=False)
    at = body.find("{")
    while at >= 0 and len(found) < 200:
        try:
            one, end = read.raw_decode(body, at)
        except (ValueError, RecursionError):
            break
        found += list(items(json.dumps(one, ensure_ascii=False)))
        at = body.find("{", end)
    return found
