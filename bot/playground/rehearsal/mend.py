"""A draft after its faults are named: the sentences they quote go, the marks they refuse go, the rest stays."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from bot.playground.rehearsal import own_words
from bot.playground.rehearsal.answer import finished
from bot.playground.rehearsal.tongues import stock
from bot.playground.rehearsal.view import View

_BLOCK = re.compile(r"^```verdicts[ \t]*\n(?P<body>.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
_CANDIDATES = re.compile(r"^```candidates[ \t]*\n(?P<body>.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"[\"“„«'‘`](?P<text>[^\"”“«»`]{8,}?)(?:…|\.\.\.)?[\"”“»'’`](?!\w)")
_MARK = re.compile(r"\[(\d{1,4})\]")
_RULE = re.compile(r"\|(?:-+\|)+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+")


def mend(view: View) -> str:
    """The draft without what the faults name. A fault that names nothing in it changes nothing."""
    block = _BLOCK.search(view.draft)
    listed = _CANDIDATES.search(view.draft)
    body = _CANDIDATES.sub("", _BLOCK.sub("", view.draft)).strip()
    lines = body.splitlines()
    for fault in view.faults:
        if not fault.startswith(own_words.SECOND_LOOK):  # it insists, so that one sees what becomes of that
            lines = _without(lines, fault)
    kept = re.sub(r"\n{3,}", "\n\n", "\n".join(_without_bare_headers(lines))).strip()
    body = kept if _MARK.search(kept) else stock("nothing", view.task.language)
    if listed:
        return finished(body, _candidates(view, listed["body"]))
    return finished(body, _verdicts(view, block["body"] if block else "", kept))


def _candidates(view: View, given: str) -> str:
    """The draft's candidates; what a fault names of one of them is unknown."""
    entries = json.loads(given)
    for one in entries:
        named = [fault for fault in view.faults if f"“{one['name']}”" in fault]
        for verdict in one["verdicts"]:
            if any(fault.startswith(f"{verdict['id']} of ") for fault in named):
                verdict.update({"verdict": "unknown", "number": 0, "words": ""})
    return f"```candidates\n{json.dumps(entries, ensure_ascii=False)}\n```"


def _without(lines: Sequence[str], fault: str) -> list[str]:
    """A fault that quotes a line takes it away; one that only names marks takes those, and lines left without "
    "any."""
    named = [line for line in lines if _names(fault, line)]
    if any(map(own_words.is_own, named)):
        return list(lines)
    if named:
        return [line for line in lines if line not in named]
    marks = set(_MARK.findall(fault))
    if re.search(r"\baddress|\blink|\burl", fault, re.IGNORECASE):
        return [line for line in (_ADDRESS.sub("", line).rstrip() for line in lines) if line.strip(" -") or not line]
    stripped = [_unmarked(line, marks) for line in lines]
    return [new for old, new in zip(lines, stripped, strict=True) if new == old or _MARK.search(new)]


def _without_bare_headers(lines: Sequence[str]) -> list[str]:
    """Tables that lost all their rows lose their header as well."""
    bare = [
        i
        for i, line in enumerate(lines)
        if _RULE.fullmatch(line) and not "".join(lines[i + 1 : i + 2]).startswith("|")
    ]
    return [line for i, line in enumerate(lines) if i not in bare and i + 1 not in bare]


def _names(fault: str, line: str) -> bool:
    claim = _even(_MARK.sub("", line))
    parts = [_even(_MARK.sub("", match["text"])) for match in _QUOTED.finditer(fault)]
    return len(claim) >= 8 and (claim in _even(fault) or any(len(part) >= 8 and part in claim for part in parts))


def _even(text: str) -> str:
    return " ".join(re.sub(r"^\s*(?:[-*•]|\d+\.)\s+", "", text).split()).strip(" .…|").casefold()


def _unmarked(line: str, marks: set[str]) -> str:
    return _MARK.sub(lambda m: "" if m[1] in marks else m[0], line).rstrip()


def _verdicts(view: View, given: str, kept: str) -> str:
    """The draft's verdicts, one for every condition; what no remaining line carries, or a fault names, is "
    "unknown."""
    before = _read(given)
    named = " ".join(view.faults)
    entries = [_entry(name, before.get(name, {}), kept, named) for name, _ in view.task.checks]
    return f"```verdicts\n{json.dumps(entries, ensure_ascii=False)}\n```" if entries else ""


def _entry(name: str, before: dict[str, object], kept: str, named: str) -> dict[str, object]:
    number = before.get("number")
    stands = isinstance(number, int) and f"[{number}]" in kept and not re.search(rf"{re.escape(name)}(?!\d)", named)
    if not stands or before.get("verdict") not in ("met", "not met"):
        return {"id": name, "verdict": "unknown", "number": 0}
    return {"id": name, "verdict": before["verdict"], "number": number, "words": before.get("words", "")}


def _read(given: str) -> dict[str, dict[str, object]]:
    try:
        entries = json.loads(given)
    except ValueError:
        return {}
    return {str(e.get("id")): e for e in entries if isinstance(e, dict)} if isinstance(entries, list) else {}
