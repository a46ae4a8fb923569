"""A second look at a draft: what the model is asked, and what code takes of its reply. Pure.

The model that wrote a draft reads it again beside the opened words. It can only point at what the draft says; a fault
about words that do not stand in it counts for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.facts import Answer, Passage
from agent.intent import Message, prompt
from agent.run import Run

ROOM = 24_000  # characters of sources in one request
FAULTS_AT_MOST = 6
_LONG = 300  # characters of a fault's words, and of its problem
_BEGINS = "On a second look: "


class _Fault(BaseModel):
    model_config = ConfigDict(extra="ignore")

    words: str = Field(min_length=1)
    problem: str = Field(min_length=1)


class _Wire(BaseModel):
    """The JSON object the model answers with."""

    model_config = ConfigDict(extra="ignore")

    faults: list[_Fault]


def wanted(run: Run, answer: Answer, faults: Sequence[str]) -> bool:
    """Whether a checked draft is looked at once more: it stands so far, it can still be mended, and no second look
    has sent one back in this run."""
    before = (fault for round in run.rounds if round.checked for fault in round.checked.faults)
    once = not any(fault.startswith(_BEGINS) for fault in before)
    return run.asked.rules.thinking and once and bool(answer.statements) and not faults and run.rounds_left > 0


def request(run: Run, answer: Answer) -> list[Message]:
    """The messages of the call."""
    intent = run.intent
    draft = {
        "task": intent.goal if intent else run.asked.text,
        "conditions": [{"id": one.id, "text": one.text} for one in (intent.conditions if intent else ())],
        "verdicts": [one.model_dump(mode="json") for one in answer.verdicts],
        "draft": answer.text,
        "sources": list(_sources(run, answer)),
    }
    return [
        {"role": "system", "content": prompt("review")},
        {"role": "user", "content": json.dumps(draft, ensure_ascii=False)},
    ]


def _sources(run: Run, answer: Answer) -> Iterator[dict[str, object]]:
    """What the draft cites, each passage as long as its share of the room."""
    opened = [(source, one) for source in answer.sources for one in run.ledger.passages(source.number)]
    for source, passage in opened:
        words = _shortened(passage, answer, source.number, ROOM // len(opened))
        yield {"number": source.number, "title": source.title, "part": passage.where, "words": words}


def _shortened(passage: Passage, answer: Answer, number: int, room: int) -> str:
    """The words around the excerpts that the claims rest on, and else the beginning."""
    if len(passage.text) <= room:
        return passage.text
    carried = [one.excerpt for one in answer.statements if one.number == number and one.excerpt]
    places = sorted(at for excerpt in carried if (at := passage.text.find(excerpt)) >= 0) or [0]
    share = room // len(places)
    parts: list[str] = []
    end = 0
    for at in places:
        start = max(end, at - share // 4)
        parts += ["…" if start > end else "", passage.text[start : start + share]]
        end = max(end, start + share)
    return "".join([*parts, "…" if end < len(passage.text) else ""])


def read(data: object, answer: Answer) -> tuple[str, ...]:
    """The faults that a reply (a parsed JSON value) names, in words for the model; none where it cannot be read."""
    try:
        wire = _Wire.model_validate(data)
    except ValidationError:
        return ()
    draft = _same(answer.text)
    found = (one for one in wire.faults if _same(one.words) and _same(one.words) in draft)
    return tuple(f"{_BEGINS}“{_short(one.words)}”: {_short(one.problem)}" for one in found)[:FAULTS_AT_MOST]


def _same(text: str) -> str:
    return " ".join(text.casefold().split())


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONG else plain[: _LONG - 1] + "…"
