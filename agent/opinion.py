"""A second look at a draft: what the model makes of each statement, in one call, and what code takes of that. Pure.

The model reads the statements beside the opened words that they cite. Its "yes" is an opinion and is shown as one: it
makes nothing supported that code did not find. Its "no" has to name words of the statement; one against what stands
in a source word for word has to name words of that source as well. It may also point at what the draft overlooks.
Whatever else it says counts for nothing, and a reply that cannot be read is no opinion.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.facts import Answer, Passage, Statement
from agent.intent import Message, prompt
from agent.ledger import addresses_in
from agent.quotes import place
from agent.run import Run
from agent.tokens import START, room

ROOM = 24_000  # characters of sources in one request
STATEMENTS_AT_MOST = 80  # in one request; nothing is said of those behind them
FAULTS_AT_MOST = 6
_STATEMENT = 600  # characters of a statement
_SHARE = 0.4  # of what the model can read that the sources may take
_LONG = 300  # characters of a fault's words, and of its problem
_REASON = 200  # characters of a reason, and of a source's words beside it
_BEGINS = "On a second look: "
_LEFT_OUT = " … "  # between the pieces of an excerpt

_T = TypeVar("_T", bound=BaseModel)
Key = tuple[str, tuple[int, ...]]  # a statement: its words and the numbers that it cites


@dataclass(frozen=True)
class Opinion:
    """What the model makes of one statement, and for a "no" why, in its words."""

    seconded: Literal["", "yes", "no"] = ""
    reason: str = ""


Opinions = Mapping[Key, Opinion]
NONE: Opinions = {}


@dataclass(frozen=True)
class Look:
    """What a second look brought: opinions, and what to mend, in words for the model."""

    opinions: Opinions = field(default_factory=dict)
    faults: tuple[str, ...] = ()


class _Said(BaseModel):
    model_config = ConfigDict(extra="ignore")

    opinion: Literal["yes", "no", "unsure"]
    words: str = ""
    reason: str = ""
    instead: str = ""


class _Fault(BaseModel):
    model_config = ConfigDict(extra="ignore")

    words: str = Field(min_length=1)
    problem: str = Field(min_length=1)


# --- when it is asked ---------------------------------------------------------------------------------------------


def wanted(run: Run, answer: Answer, faults: Sequence[str]) -> bool:
    """Whether a checked draft is looked at once more: where opinions are wanted, each draft that goes no further as
    far as code can tell and says anything new; where the model only thinks hard, one that it can still mend."""
    rules = run.asked.rules
    if rules.seconded and asked(run, answer) and (not faults or _is_last(run)):
        return True
    return rules.thinking and bool(answer.statements) and not faults and may_send_back(run)


def may_send_back(run: Run) -> bool:
    """Whether a second look may send a draft back: once in a run, and while there are rounds."""
    before = (fault for round in run.rounds if round.checked for fault in round.checked.faults)
    return run.rounds_left > 0 and not any(fault.startswith(_BEGINS) for fault in before)


def _is_last(run: Run) -> bool:
    return not run.speaks_on or (run.round is not None and run.round.last)


def known(run: Run) -> Opinions:
    """The opinions on earlier drafts since people last spoke: what a draft says again is not asked again."""
    said = (one for answer in run.drafts for one in (*answer.statements, *answer.denied) if one.seconded)
    return {_key(one): Opinion(one.seconded, one.doubt) for one in said}


def asked(run: Run, answer: Answer) -> tuple[Statement, ...]:
    """The statements of an answer that the model is asked about."""
    before = known(run)
    fresh = {_key(one): one for one in answer.statements if _key(one) not in before}
    return tuple(fresh.values())[:STATEMENTS_AT_MOST]


def _key(one: Statement) -> Key:
    return one.text, one.numbers


# --- what it is asked ---------------------------------------------------------------------------------------------


def request(run: Run, answer: Answer) -> list[Message]:
    """The messages of the call. Whatever sources and drafts say stands in it as data."""
    intent = run.intent
    told = {
        "task": intent.goal if intent else run.asked.text,
        "conditions": [{"id": one.id, "text": one.text} for one in (intent.conditions if intent else ())],
        "verdicts": [one.model_dump(mode="json", include={"condition", "standing"}) for one in answer.verdicts],
        "statements": [
            {"id": id, "text": _cut(one.text, _STATEMENT), "sources": list(one.numbers)}
            for id, one in _named(asked(run, answer))
        ],
        "sources": list(_sources(run, answer)),
    }
    return [
        {"role": "system", "content": prompt("opinion")},
        {"role": "user", "content": json.dumps(told, ensure_ascii=False)},
    ]


def _named(statements: Iterable[Statement]) -> Iterator[tuple[str, Statement]]:
    return ((f"s{at}", one) for at, one in enumerate(statements, 1))


def _sources(run: Run, answer: Answer) -> Iterator[dict[str, object]]:
    """What the statements cite: each source as long as the others at most, and so each of its passages."""
    cited = sorted({number for one in answer.statements for number in one.numbers})
    most = min(ROOM, int(room(run.asked.rules.window) * START * _SHARE))
    titles = {source.number: source.title for source in run.sources}
    for number in cited:
        passages = run.ledger.passages(number)
        share = most // len(cited) // max(1, len(passages))
        for passage in passages:
            words = "".join(_around(passage, _pieces(answer, number), share))
            yield {"number": number, "title": titles.get(number, ""), "part": passage.where, "words": words}


def _pieces(answer: Answer, number: int) -> list[str]:
    carried = (one.excerpt for one in answer.statements if one.number == number)
    return [piece for excerpt in carried for piece in excerpt.split(_LEFT_OUT) if piece.strip()]


def _around(passage: Passage, pieces: Sequence[str], most: int) -> Iterator[str]:
    """The whole passage, or the pieces that stand in it with as much around each as there is room for, in order;
    where none does its beginning. "…" stands for what is left out."""
    text = passage.text
    if len(text) <= most:
        yield text
        return
    found = sorted({(at, at + len(piece)) for piece in pieces if (at := text.find(piece)) >= 0}) or [(0, 0)]
    beside = max(0, most - sum(end - start for start, end in found)) // (2 * len(found))
    at = left = 0
    for start, end in found:
        first, last = max(at, start - beside), min(len(text), end + beside, max(at, start - beside) + most - left)
        if first < last:
            yield from ["…"] if first > at else []
            yield text[first:last]
            at, left = last, left + last - first
    yield "…" if at < len(text) else ""


# --- what is taken of its reply -----------------------------------------------------------------------------------


def read(data: object, run: Run, answer: Answer) -> Look:
    """What a reply (a parsed JSON value) says of the statements that were asked about; nothing where it cannot be
    read."""
    given = data if isinstance(data, dict) else {}
    said = given.get("statements")
    opinions = dict(_opinions(said, run, answer)) if isinstance(said, dict) else {}
    denied = (_sent_back(key[0], one) for key, one in opinions.items() if one.seconded == "no")
    faults = dict.fromkeys((*denied, *_overlooked(given.get("faults"), answer)))
    return Look(opinions, tuple(faults)[:FAULTS_AT_MOST])


def _opinions(said: dict[Any, Any], run: Run, answer: Answer) -> Iterator[tuple[Key, Opinion]]:
    for id, one in _named(asked(run, answer)):
        entry = said.get(id)
        found = _read(_Said, {"opinion": entry} if isinstance(entry, str) else entry)
        if found is None or found.opinion == "unsure":
            continue
        if found.opinion == "yes":
            yield _key(one), Opinion("yes")
        elif counts := _denial(found, run, one):
            yield _key(one), counts


def _denial(said: _Said, run: Run, one: Statement) -> Opinion | None:
    """A "no" that counts; None for one that names no words of the statement, or gives no reason, or denies what
    stands in a source word for word without words of that source."""
    named = _same(said.words)
    if not named or named not in _same(one.text) or not said.reason.strip():
        return None
    instead = " ".join(said.instead.split())[:_REASON]
    opened = (passage.text for number in one.numbers for passage in run.ledger.passages(number))
    stands = bool(instead) and any(place(instead, text) for text in opened)
    if one.grade == "quoted" and not stands:
        return None
    reason = _plain(said.reason)
    return Opinion("no", f"{reason} “{instead}”" if stands and _same(instead) not in _same(reason) else reason)


def _plain(reason: str) -> str:
    """A reason in one line, without an address: nobody has opened it."""
    line = _cut(reason, _REASON)
    return "…" if any(True for _ in addresses_in(line)) else line


def _sent_back(text: str, one: Opinion) -> str:
    return f"{_BEGINS}“{_cut(text, _LONG)}”: {one.reason}"


def _overlooked(faults: object, answer: Answer) -> Iterator[str]:
    """What else is wrong with the draft; a fault about words that do not stand in it counts for nothing."""
    draft = [_same(text) for text in (answer.text, *(one.text for one in answer.statements))]
    for entry in faults if isinstance(faults, list) else ():
        found = _read(_Fault, entry)
        if found and _same(found.words) and any(_same(found.words) in text for text in draft):
            yield f"{_BEGINS}“{_cut(found.words, _LONG)}”: {_cut(found.problem, _LONG)}"


def _read(shape: type[_T], entry: object) -> _T | None:
    try:
        return shape.model_validate(entry)
    except ValidationError:
        return None


def _same(text: str) -> str:
    return " ".join(text.casefold().split())


def _cut(text: str, most: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"
