"""An answer that a model put inside a JSON object, taken out of it: the words are what was asked for. Pure.

Only an object whose fields are all those of such a wrapping is one, and holds its answer as text: JSON that somebody
asked for stays. What stands around it stays where it was; lists beside the answer become the blocks that they are,
and further texts ("notes", "key_points") parts with their names as headings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from agent.answers.fields import ANSWER, AROUND, BESIDE, CITES, CLAIM, FURTHER, LEADING, LISTS, name
from agent.answers.verdicts import number
from agent.clean import tidy
from agent.markdown.fences import closing, opening
from agent.markdown.marks import marks, masked

_KEY = r"\"(?:[^\W\d]|\\u)[\w\\ -]{0,80}\"\s*:"
_BEGINS = re.compile(
    r"(?P<fence>^[ \t]*(?P<sign>`{3,}|~{3,})[ \t]*(?:json\w*)?[ \t]*\n\s*)?"
    rf"(?P<open>\{{(?=\s*{_KEY})|\[(?=\s*\{{\s*{_KEY}))",
    re.M | re.I,
)
_SAYS = re.compile(r"\[\^?\d|\w[.!?](?:\s|$)|[。！？]|\w\s+\w+\s+\w")  # a citation, a sentence, or some words
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_BLOCK = re.compile(r"(?:[-*+#>|]|\d{1,9}[.)])\s|`{3}|~{3}|\|")  # what begins a line of its own
_DEEPEST = 5
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
            apart = "\n\n" if _BLOCK.match(words) and _behind_words(draft, found.start()) else ""
            return f"{draft[: found.start()]}{apart}{words}{draft[end:]}"
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
    return _words(value), end


def _behind_words(draft: str, start: int) -> bool:
    return bool(draft[draft.rfind("\n", 0, start) + 1 : start].strip())


def _alone(draft: str, start: int, end: int) -> bool:
    """Whether an object ends its line, and begins one or stands behind a lead-in: inside a sentence it is a word of
    that."""
    before = draft[draft.rfind("\n", 0, start) + 1 : start].strip()
    after = draft[end:].partition("\n")[0].strip()
    return not after and (not before or before.endswith((":", "：")))


def _words(value: object, depth: int = 0) -> str:
    """The answer that an object holds and the blocks beside it, in Markdown; "" where it is none."""
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return ""
    given = {key: one for key, one in value.items() if one not in (None, "", [], {})}
    fields = {name(key): one for key, one in given.items()}
    parts = {key: _part(one, depth) for key, one in fields.items() if key not in (*LISTS, *BESIDE)}
    parts = _cited(parts, fields)
    empty = not parts and any(name(key) in ANSWER for key in value)
    if len(fields) < len(given) or not (empty or _answers(parts, fields)):
        return ""
    listed = [f"```{key}\n{json.dumps(fields[key], ensure_ascii=False)}\n```" for key in LISTS if key in fields]
    return "\n\n".join([*_parted(parts), *listed])


def _part(value: object, depth: int) -> str:
    """A text, or a list of texts and claims as items, or what another such object holds; "" for anything else."""
    if isinstance(value, str):
        return _closed(tidy(value).strip())
    listed = value if isinstance(value, list) else []
    texts = [_part(_claim(one), depth) for one in listed if isinstance(_claim(one), str)]
    if texts and len(texts) == len(listed):
        return "\n".join(map(_item, filter(None, texts)))
    return _words(value, depth + 1)


def _claim(one: object) -> object:
    """An object of one text and what that rests on, as that text with its marks; anything else as it is."""
    if not isinstance(one, Mapping):
        return one
    texts = [value for key, value in one.items() if isinstance(value, str) and name(key) in CLAIM]
    beside = all(name(key) in (*CLAIM, *CITES, *BESIDE) for key in one)
    return _marked(texts[0], one) if len(texts) == 1 and beside else one


def _cited(parts: dict[str, str], fields: Mapping[str, object]) -> dict[str, str]:
    """The parts; where none of them cites anything, the answer rests on the numbers that stand beside it."""
    first = next(_order(parts), "")
    if not first or any(True for text in parts.values() for _ in marks(text)):
        return parts
    return parts | {first: _marked(parts[first], fields)}


def _marked(text: str, fields: Mapping[str, object]) -> str:
    """A text with the numbers of the sources beside it as its marks, before what ends it."""
    numbers = dict.fromkeys(one for key, value in fields.items() if name(key) in CITES for one in _numbers(value))
    words = text.rstrip()
    if not numbers or not words or any(True for _ in marks(text)):
        return text
    cites = "".join(f"[{number}]" for number in numbers)
    return f"{words}\n\n{cites}" if "\n" in words else f"{words} {cites}"


def _numbers(value: object) -> Iterator[int]:
    """Those of sources that a field names: 2, "[2]", or objects that have them as "number" or "id"."""
    for one in value if isinstance(value, list) else [value]:
        given = next((one[key] for key in ("number", "id") if key in one), 0) if isinstance(one, Mapping) else one
        if found := number(given):
            yield found


def _closed(text: str) -> str:
    """A part with the fence that it leaves open closed: it ends with the part."""
    sign = ""
    for line in text.split("\n"):
        opened = None if sign else opening(line)
        sign = opened["sign"] if opened else "" if closing(line, sign) else sign
    return f"{text}\n{sign}" if sign else text


def _item(text: str) -> str:
    return "- " + _BULLET.sub("", text, count=1).replace("\n", "\n  ")


def _answers(parts: Mapping[str, str], fields: Mapping[str, object]) -> bool:
    """Whether these are the parts of an answer: one that is called so, or parts of which one says something."""
    answers = [key for key in ANSWER if key in parts]
    known = all(key in (*ANSWER, *FURTHER) or (key in AROUND and isinstance(fields[key], Mapping)) for key in parts)
    if len(answers) > 1 or not parts or not known or not all(parts.values()):
        return False
    called = bool(answers) and isinstance(fields[answers[0]], str)
    return called or any(_SAYS.search(text) for text in parts.values())


def _parted(parts: Mapping[str, str]) -> Iterator[str]:
    """The parts, the answer first, the others below their names."""
    for at, key in enumerate(_order(parts)):
        yield f"## {key.replace('_', ' ').capitalize()}\n\n{parts[key]}" if at else parts[key]


def _order(parts: Mapping[str, str]) -> Iterator[str]:
    """The names of the parts: the answer, or else what leads, and the others as they stand."""
    first = min(parts, key=lambda key: 0 if key in ANSWER else 1 if key in LEADING else 2, default="")
    yield from dict.fromkeys([first, *parts] if first else [])
