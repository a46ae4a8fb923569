"""A second look at a draft: what the model makes of each statement, in one call, and what code takes of that. Pure.

The model reads the statements beside the opened words that they cite. Its "yes" is an opinion and is shown as one: it
makes nothing supported that code did not find. Its "no" has to name words of the statement; one against what stands
in a source word for word has to name words of that source as well. It may also point at what the draft overlooks.
Whatever else it says counts for nothing, and a reply that cannot be read is no opinion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agent.answers.units import bare
from agent.facts import Answer, Grade, Passage, Statement
from agent.grounding.quotes import place
from agent.intent import Message, prompt
from agent.ledger import addresses_in
from agent.markdown.inert import JOINER
from agent.request.tokens import START, room
from agent.run import Round, Run

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
Basis = tuple[Grade, str]  # what code found of it: its grade and its excerpt


@dataclass(frozen=True)
class Opinion:
    """What the model makes of one statement, and for a "no" why, in its words; `on` what code had found of it then,
    None where it holds whatever that is."""

    seconded: Literal["", "yes", "no"] = ""
    reason: str = ""
    on: Basis | None = field(default=None, compare=False)

    def holds(self, grade: Grade, excerpt: str) -> bool:
        """Whether it still is about what was found."""
        return self.on in (None, (grade, excerpt))


Opinions = Mapping[Key, Opinion]
NONE: Opinions = {}


@dataclass(frozen=True)
class Look:
    """What a second look brought: opinions, and what to mend, in words for the model."""

    opinions: Opinions = field(default_factory=dict)
    faults: tuple[str, ...] = ()


def _opinion(given: object) -> object:
    """One of the words, however it is spelled; JSON has words of its own for the same."""
    given = _single(given)
    if isinstance(given, bool):
        return "yes" if given else "no"
    return given.strip(_EDGES).casefold() if isinstance(given, str) else given


def _single(given: object) -> object:
    """What a list of one thing holds."""
    return given[0] if isinstance(given, list) and len(given) == 1 else given


def _copied(given: object) -> object:
    """Words without what models put around them: quotation marks, and signs for what is left out. Several are pieces
    of one."""
    if isinstance(given, list) and all(isinstance(one, str) for one in given):
        given = _LEFT_OUT.join(given)
    return given.strip(_EDGES) if isinstance(given, str) else "" if given is None else given


def _text(given: object) -> object:
    return "" if given is None else _single(given)


_LETTERS = "a-zà-öø-ÿāăąćčďđēęěğīįłńňőœŕřśşšťūůűźżž0-9"  # of scripts that part their words
_EDGES = " \t\n\"'“”„‟‘’‚«»‹›「」『』…*_`.,;:!?。、"
_Copied = Annotated[str, BeforeValidator(_copied)]


class _Said(BaseModel):
    model_config = ConfigDict(extra="ignore")

    opinion: Annotated[Literal["yes", "no", "unsure"], BeforeValidator(_opinion)]
    words: _Copied = ""
    reason: Annotated[str, BeforeValidator(_text)] = ""
    instead: _Copied = ""


class _Fault(BaseModel):
    model_config = ConfigDict(extra="ignore")

    words: Annotated[str, BeforeValidator(_copied), Field(min_length=1)]
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
    """Whether a second look may send a draft back: once in a task, and while there are rounds."""
    before = (fault for one in drafts(run) if one.checked for fault in one.checked.faults)
    return run.rounds_left > 0 and not any(fault.startswith(_BEGINS) for fault in before)


def drafts(run: Run) -> tuple[Round, ...]:
    """The rounds with a draft that was checked for the present task: earlier ones were about another."""
    since = run.intents[-1][0] if run.intents else 0
    return tuple(one for one in run.rounds if one.seq > since and one.checked)


def _is_last(run: Run) -> bool:
    return not run.speaks_on or (run.round is not None and run.round.last)


def known(run: Run) -> Opinions:
    """The opinions on earlier drafts since people last spoke: what a draft says again is not asked again, unless more
    of its sources was opened since."""
    checked = [one for one in run.rounds if one.checked]
    return {
        _key(one): Opinion(one.seconded, one.doubt, _basis(one))
        for draft in checked[len(checked) - len(run.drafts) :]
        if draft.checked
        for one in (*draft.checked.answer.statements, *draft.checked.answer.denied)
        if one.seconded and not _opened(run, draft.seq).intersection(one.numbers)
    }


def _opened(run: Run, since: int) -> set[int]:
    """The numbers of what was opened by replies after this position."""
    states = (state.last for round in run.rounds if round.seq > since for state in round.calls)
    brought = (passage for state in states if state.returned for passage in state.returned.result.passages)
    return {run.ledger.number(passage.address) for passage in brought}


def asked(run: Run, answer: Answer) -> tuple[Statement, ...]:
    """The statements of an answer that the model is asked about."""
    before = known(run)
    fresh = {_key(one): one for one in answer.statements if not before.get(_key(one), _UNHEARD).holds(*_basis(one))}
    return tuple(fresh.values())[:STATEMENTS_AT_MOST]


def key(text: str, numbers: tuple[int, ...]) -> Key:
    """What a statement is known by: its words as they were written, without what makes them lead nowhere."""
    return text.replace(JOINER, ""), numbers


def _key(one: Statement) -> Key:
    return key(one.text, one.numbers)


def _basis(one: Statement) -> Basis:
    """What code found of it, before any opinion."""
    return "weak" if one.raised else one.grade, one.excerpt


_UNHEARD = Opinion(on=("", "\0"))  # which holds of nothing


# --- what it is asked ---------------------------------------------------------------------------------------------


def request(run: Run, answer: Answer) -> list[Message]:
    """The messages of the call. Whatever sources and drafts say stands in it as data."""
    return [
        {"role": "system", "content": prompt("opinion")},
        {"role": "user", "content": json.dumps(_told(run, answer), ensure_ascii=False)},
    ]


def _told(run: Run, answer: Answer) -> dict[str, object]:
    intent = run.intent
    conditions = intent.conditions if intent else ()
    listed = _named(asked(run, answer))
    return {
        "task": intent.goal if intent else run.asked.text,
        "conditions": [{"id": one.id, "text": one.text} for one in conditions],
        "verdicts": [one.model_dump(mode="json", include={"condition", "standing"}) for one in answer.verdicts],
        "statements": [
            {"id": id, "text": _cut(_key(one)[0], _STATEMENT), "sources": list(one.numbers)} for id, one in listed
        ],
        "sources": list(_sources(run, answer)),
    }


def _named(statements: Iterable[Statement]) -> Iterator[tuple[str, Statement]]:
    return ((f"s{at}", one) for at, one in enumerate(statements, 1))


def _sources(run: Run, answer: Answer) -> Iterator[dict[str, object]]:
    """What the statements that it is asked about cite, shared fairly among the passages."""
    about = asked(run, answer) or answer.statements
    titles = {source.number: source.title for source in run.sources}
    cited = sorted({number for one in about for number in one.numbers})
    passages = [(number, passage) for number in cited for passage in run.ledger.passages(number)]
    most = min(ROOM, int(room(run.asked.rules.window) * START * _SHARE))
    shares = _shares([len(passage.text) for _, passage in passages], most)
    for (number, passage), share in zip(passages, shares, strict=True):
        words = "".join(_around(passage, _pieces(about, number), share))
        yield {"number": number, "title": titles.get(number, ""), "part": passage.where, "words": words}


def _shares(lengths: Sequence[int], most: int) -> list[int]:
    """As much as each needs, where that is less than an equal share of what is left; the rest goes to the longer."""
    shares = [0] * len(lengths)
    for done, at in enumerate(sorted(range(len(lengths)), key=lambda at: lengths[at])):
        shares[at] = min(lengths[at], most // (len(lengths) - done))
        most -= shares[at]
    return shares


def _pieces(statements: Iterable[Statement], number: int) -> list[str]:
    carried = (one.excerpt for one in statements if one.number == number)
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
    opinions = dict(_opinions(_by_id(given.get("statements", given)), run, answer))
    denied = (_sent_back(key[0], one) for key, one in opinions.items() if one.seconded == "no")
    faults = dict.fromkeys((*denied, *_overlooked(given.get("faults"), answer)))
    return Look(opinions, tuple(faults)[:FAULTS_AT_MOST])


def _by_id(said: object) -> dict[str, object]:
    """What is said of each statement by its id, out of an object or a list; the object around it may be left out."""
    if isinstance(said, list):
        return {str(one.get("id", "")).strip().casefold(): one for one in said if isinstance(one, dict)}
    return {str(id).strip().casefold(): one for id, one in said.items()} if isinstance(said, dict) else {}


def _opinions(said: Mapping[str, object], run: Run, answer: Answer) -> Iterator[tuple[Key, Opinion]]:
    for id, one in _named(asked(run, answer)):
        entry = said.get(id)
        found = _read(_Said, {"opinion": entry} if isinstance(entry, str | bool) else entry)
        if found is None or found.opinion == "unsure":
            continue
        if found.opinion == "yes":
            yield _key(one), Opinion("yes", on=_basis(one))
        elif counts := _denial(found, run, one):
            yield _key(one), counts


def _denial(said: _Said, run: Run, one: Statement) -> Opinion | None:
    """A "no" that counts; None for one that names no words of the statement, or gives no reason but these, or says
    that the source has in their place what the statement says, or denies what stands in a source word for word
    without other words of that source."""
    if not _names(said.words, one.text) or _holds(one.text, said.reason):
        return None
    instead = " ".join(said.instead.split())[:_REASON]
    opened = (passage.text for number in one.numbers for passage in run.ledger.passages(number))
    stands = bool(instead) and any(place(instead, text) for text in opened)
    repeats = bool(instead) and _holds(one.text, instead)
    if (repeats and _holds(instead, said.words)) or (one.grade == "quoted" and (repeats or not stands)):
        return None
    reason = _plain(said.reason)
    shown = stands and _same(instead) not in _same(reason)
    return Opinion("no", f"{reason} “{instead}”" if shown else reason, _basis(one))


def _names(words: str, text: str) -> bool:
    """Whether all of the words are those of a text, each piece of them where something was left out between."""
    pieces = [piece for piece in re.split(r"…|\.\.\.", bare(words)) if piece.strip(_EDGES)]
    return bool(pieces) and all(_holds(text, piece) for piece in pieces)


def _holds(text: str, words: str) -> bool:
    """Whether these words, and not some letters of other ones, stand in a text, whatever the signs around them; no
    words stand in every text."""
    wanted = re.escape(_same(bare(words).strip(_EDGES)))
    return re.search(rf"(?<![{_LETTERS}]){wanted}(?![{_LETTERS}])" if wanted else "", _same(text)) is not None


def _plain(reason: str) -> str:
    """A reason in one line, without an address: nobody has opened it."""
    line = _cut(reason, _REASON)
    return "…" if any(True for _ in addresses_in(line)) else line


def _sent_back(text: str, one: Opinion) -> str:
    return f"{_BEGINS}“{_cut(text, _LONG)}”: {one.reason}"


def _overlooked(faults: object, answer: Answer) -> Iterator[str]:
    """What else is wrong with the draft; a fault about words that do not stand in it counts for nothing."""
    draft = [answer.text, *(one.text for one in answer.statements)]
    for entry in faults if isinstance(faults, list) else ():
        found = _read(_Fault, entry)
        if found and any(_names(found.words, text) for text in draft):
            yield f"{_BEGINS}“{_cut(found.words, _LONG)}”: {_cut(found.problem, _LONG)}"


def _read(shape: type[_T], entry: object) -> _T | None:
    try:
        return shape.model_validate(entry)
    except ValidationError:
        return None


def _same(text: str) -> str:
    return " ".join(text.replace(JOINER, "").casefold().split())


def _cut(text: str, most: int) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"
