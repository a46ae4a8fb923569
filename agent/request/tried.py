"""What a run has tried, a line a call: what was looked for and what came of it, without anybody's long words. Pure.

It stays in view of the model when the rounds themselves are gone, and a run that goes on from this one begins with
it. Where there is little room the lines become shorter before any goes: what was asked for stays, and what came of it
in a word.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.facts import Hit, Passage, Result
from agent.ledger import Ledger
from agent.request import foreign
from agent.request.tokens import size
from agent.run import CallState, Round, Run

_SOURCES = 8  # named in a line
_AT_ONCE = 4  # lines that become shorter, or go, together; so many always stay
_ARROW = " → "  # in a line of the run before: agent/going_on.py


@dataclass(frozen=True)
class _Form:
    """How long a line is at most, in characters: the arguments, other words, an address, a title."""

    asked: int
    said: int
    address: int
    title: int


_FORMS = (_Form(160, 160, 320, 80), _Form(120, 80, 160, 0), _Form(80, 24, 0, 0))


def tried(run: Run, rounds: Iterable[Round]) -> tuple[str, ...]:
    """A line for each call of these rounds, in their order."""
    return tuple(line(run.ledger, state) for state in _calls(rounds))


def listed(run: Run, rounds: Iterable[Round], most: float) -> list[str]:
    """The lines of what the run before tried, and of these rounds, in about so many characters: the oldest become
    shorter, then shorter still, and only then do they go; the first line says how many are gone."""
    lines = [_before(one) for one in (run.recalled.tried if run.recalled else ())]
    lines += [tuple(line(run.ledger, state, form) for form in _FORMS) for state in _calls(rounds)]
    kept, gone = _fitted(lines, most)
    return [*([f"({gone} before these are left out)"] if gone else []), *kept]


def line(ledger: Ledger, state: CallState, form: _Form = _FORMS[0]) -> str:
    """A call, and what came of it: `search "koa body": found [3] https://…; [4] https://…`."""
    return f"{_one_line(state.call.tool, 64)} {_asked(state, form)}: {_came(ledger, state, form)}"


def _calls(rounds: Iterable[Round]) -> Iterator[CallState]:
    return (state for round in rounds for state in round.calls if not state.became)


def _fitted(lines: Sequence[Sequence[str]], most: float) -> tuple[list[str], int]:
    """Each line in the longest form that there is room for, and how many of the oldest are gone."""
    forms, gone = [0] * len(lines), 0
    total = sum(size(one[0]) + 1 for one in lines)
    for form in range(1, len(_FORMS)):
        for first in range(0, len(lines), _AT_ONCE):
            if total <= most:
                break
            for i in range(first, min(first + _AT_ONCE, len(lines))):
                total += size(lines[i][form]) - size(lines[i][forms[i]])
                forms[i] = form
    while total > most and gone + 2 * _AT_ONCE <= len(lines):
        total -= sum(size(lines[i][forms[i]]) + 1 for i in range(gone, gone + _AT_ONCE))
        gone += _AT_ONCE
    return [lines[i][forms[i]] for i in range(gone, len(lines))], gone


def _before(told: str) -> tuple[str, ...]:
    """A line of the run before in all forms."""
    asked, arrow, came = told.partition("}" + _ARROW)
    if not arrow:
        return tuple(_one_line(told, form.asked + form.said) for form in _FORMS)
    return tuple(f"{_one_line(asked, form.asked)}}}{_ARROW}{_one_line(came, form.said)}" for form in _FORMS)


def _asked(state: CallState, form: _Form) -> str:
    """The arguments, short: the only one without its name."""
    given = json.loads(state.call.arguments) if state.call.arguments else {}
    if isinstance(given, dict) and len(given) == 1:
        given = next(iter(given.values()))
    return _one_line(json.dumps(given, ensure_ascii=False), form.asked)


def _came(ledger: Ledger, state: CallState, form: _Form) -> str:
    returned = state.returned
    note = _one_line(returned.result.note, form.said) if returned else ""
    if returned is None:
        return "no result"
    match returned.outcome:
        case "ok":
            return "; ".join(_brought(ledger, returned.result, form)) or note or "nothing"
        case "refused":
            return f"rejected by a person: {note}" if note else "rejected by a person"
        case "expired" | "dropped" | "cancelled" | "unknown" | "failed":
            return f"failed: {note or returned.outcome}"


def _brought(ledger: Ledger, result: Result, form: _Form) -> Iterator[str]:
    found: list[Hit | Passage] = [*result.passages, *result.hits]
    if not form.title:
        yield from _numbers(ledger, result, form)
        return
    for lead in found[:_SOURCES]:
        part = f" ({_one_line(lead.where, form.title)})" if isinstance(lead, Passage) else ""
        what = f"opened [{ledger.number(lead.address)}]" if part else f"found [{ledger.number(lead.address)}]"
        yield f"{what} {_one_line(lead.address, form.address)} {_one_line(lead.title, form.title)}{part}".rstrip()
    if len(found) > _SOURCES:
        yield f"and {len(found) - _SOURCES} more"


def _numbers(ledger: Ledger, result: Result, form: _Form) -> Iterator[str]:
    """What was opened by its number, with its address where there is room; what was found by its numbers."""
    for word, leads in (("opened", result.passages), ("found", result.hits)):
        sources = {ledger.number(lead.address): lead.address for lead in leads}
        addresses = form.address if word == "opened" else 0
        shown = [
            f"[{number}] {_one_line(address, addresses)}" if addresses else f"[{number}]"
            for number, address in list(sources.items())[:_SOURCES]
        ]
        more = f" and {len(sources) - _SOURCES} more" if len(sources) > _SOURCES else ""
        if shown:
            yield f"{word} {' '.join(shown)}{more}"


def _one_line(text: str, most: int) -> str:
    """Other people's words on one line, and unable to end the block they stand in."""
    words = foreign.line(text)
    return words if len(words) <= most else f"{words[: most - 1]}…"
