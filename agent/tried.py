"""What a run has tried, a line a call: what was looked for and what came of it, without anybody's long words. Pure.

It stays in view of the model when the rounds themselves are gone, and a run that goes on from this one begins with
it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from agent.facts import Hit, Passage, Result
from agent.ledger import Ledger
from agent.run import CallState, Round, Run

_SAID = 160  # characters of a note, a comment or the arguments
_TITLE = 80
_SOURCES = 8  # named in a line


def tried(run: Run, rounds: Iterable[Round]) -> tuple[str, ...]:
    """A line for each call of these rounds, in their order."""
    return tuple(line(run.ledger, state) for round in rounds for state in round.calls if not state.became)


def line(ledger: Ledger, state: CallState) -> str:
    """A call, and what came of it: `search "koa body": found [3] https://…; [4] https://…`."""
    return f"{_one_line(state.call.tool, 64)} {_asked(state)}: {_came(ledger, state)}"


def _asked(state: CallState) -> str:
    """The arguments, short: the only one without its name."""
    given = json.loads(state.call.arguments) if state.call.arguments else {}
    if isinstance(given, dict) and len(given) == 1:
        given = next(iter(given.values()))
    return _one_line(json.dumps(given, ensure_ascii=False), _SAID)


def _came(ledger: Ledger, state: CallState) -> str:
    returned = state.returned
    note = _one_line(returned.result.note, _SAID) if returned else ""
    if returned is None:
        return "no result"
    match returned.outcome:
        case "ok":
            return "; ".join(_brought(ledger, returned.result)) or note or "nothing"
        case "refused":
            return f"rejected by a person: {note}" if note else "rejected by a person"
        case "expired" | "dropped" | "cancelled" | "unknown" | "failed":
            return f"failed: {note or returned.outcome}"


def _brought(ledger: Ledger, result: Result) -> Iterator[str]:
    found: list[Hit | Passage] = [*result.passages, *result.hits]
    for lead in found[:_SOURCES]:
        part = f" ({_one_line(lead.where, _TITLE)})" if isinstance(lead, Passage) else ""
        what = f"opened [{ledger.number(lead.address)}]" if part else f"found [{ledger.number(lead.address)}]"
        yield f"{what} {_one_line(lead.address, 2 * _SAID)} {_one_line(lead.title, _TITLE)}{part}".rstrip()
    if len(found) > _SOURCES:
        yield f"and {len(found) - _SOURCES} more"


def _one_line(text: str, most: int) -> str:
    """Other people's words on one line, and unable to end the block they stand in."""
    words = " ".join(text.split()).replace("```", "'''")
    return words if len(words) <= most else f"{words[: most - 1]}…"
