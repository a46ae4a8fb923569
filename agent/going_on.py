"""Going on from a run that ended early: what the new one begins with. Pure.

The new run is a run of its own, with budgets and approvals of its own; it takes over what was opened, the numbers of
all sources, and what was tried, so that nothing is opened or searched twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.facts import Passage, Recalled, Source
from agent.run import CallState, Run

_TITLES = 3  # of what a search found, in a line
GONE = "its words are deleted by now: to be opened again"
_LINE = 300  # characters of what came of a call


def begun_with(recalled: Recalled, ended: Run) -> Recalled:
    """What the thread told, and with it what the ended run had. Passages whose words were deleted are only counted:
    what they come from can be opened anew."""
    opened = _opened(ended)
    kept = tuple(passage for passage in opened if passage.text)
    known = {passage.address for passage in kept}
    sources = {source.number: source for source in (*recalled.sources, *_closed(ended))}
    update = {
        "sources": tuple(sources[number] for number in sorted(sources)),
        "next_number": max(recalled.next_number, ended.ledger.next_number),
        "opened": kept,
        "gone": len({passage.address for passage in opened if not passage.text} - known),
        "tried": tuple(dict.fromkeys(_tried(ended))),
    }
    return recalled.model_copy(update=update)


def _opened(run: Run) -> list[Passage]:
    """What it went on from itself, and what its own calls opened, each once."""
    before = run.recalled.opened if run.recalled else ()
    brought = [state.returned.result for state in run.calls.values() if state.returned and not state.same_as]
    return list(dict.fromkeys([*before, *(passage for result in brought for passage in result.passages)]))


def _closed(run: Run) -> Iterator[Source]:
    """Every source by its number; what is opened by now is said by what was opened."""
    return (source.model_copy(update={"opened": ""}) for source in run.sources)


def _tried(run: Run) -> Iterator[str]:
    """What it had from before, each as it is by now, and what came of its own calls, which is what holds."""
    own = {_lead(state): came for state in run.calls.values() if state.returned and (came := _came(state))}
    before = run.recalled.tried if run.recalled else ()
    yield from (_as_it_is(run, one) for one in before if not one.startswith(tuple(own)))
    yield from (f"{lead}{came}" for lead, came in own.items())


def _lead(state: CallState) -> str:
    return f"{state.call.tool} {state.call.arguments} → "


def _as_it_is(run: Run, tried: str) -> str:
    """Words that were brought along go together, with what they were kept beside."""
    gone = any(not passage.text for passage in (run.recalled.opened if run.recalled else ()))
    lead, opened, _ = tried.partition(" → opened ")
    return f"{lead} → {GONE}" if gone and opened else tried


def _came(state: CallState) -> str:
    """What came of a call, in a line. Only what begins with "found" or "opened" need not be done again: see
    `Run.made`."""
    assert state.returned is not None
    result, outcome = state.returned.result, state.returned.outcome
    if outcome == "refused":
        return _line(f"rejected by a person: {result.note}")
    if outcome != "ok":
        return _line(f"failed: {result.note}") if state.started else ""
    if not state.started:  # made before: there is a line on it
        return ""
    if any(not passage.text for passage in result.passages):
        return GONE
    if result.passages:
        return _line(f"opened {', '.join(dict.fromkeys(one.title or one.address for one in result.passages))}")
    titles = ", ".join(hit.title for hit in result.hits[:_TITLES])
    return _line(f"found {len(result.hits)}: {titles}" if result.hits else f"found nothing. {result.note}")


def _line(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= _LINE else plain[: _LINE - 1] + "…"
