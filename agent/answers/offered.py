"""Why a condition is open: for which of them a draft of the task offered words of a source, whatever became of them.
Pure.

A verdict that is unknown says nothing of why: what the model wrote does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from agent.answers.listing import apart
from agent.answers.naming import key
from agent.answers.shortlist import ONLY_FOUND, contradictions, proposed
from agent.answers.verdicts import Claim, claims
from agent.answers.wrapped import unwrapped
from agent.clean import tidy
from agent.facts import Candidate, Verdict
from agent.ledger import Ledger
from agent.run import Run

WhyOpen = Literal["", "contradictory", "only found", "refused", "nothing"]


class Offered(NamedTuple):
    """The conditions that words were offered for, each with the key of the thing that it is about; "" for none."""

    pairs: frozenset[tuple[str, str]]

    def has(self, condition: str, about: Candidate | None = None) -> bool:
        names = (about.name, *about.also) if about else ()
        return any((name, condition) in self.pairs for name in (map(key, names) if about else ("",)))


NOTHING = Offered(frozenset())


def offered(run: Run) -> Offered:
    """What the drafts of the present task offered."""
    since = run.intents[-1][0] if run.intents else 0
    drafts = (one.reply.text for one in run.rounds if one.seq > since and not one.calls)
    return Offered(frozenset(pair for draft in drafts for pair in _pairs(tidy(draft), run.ledger)))


def why_open(given: Offered, condition: str, one: Verdict | None, about: Candidate | None = None) -> WhyOpen:
    """Why a condition could not be settled: sources that disagree, none that was opened, words that were refused, no
    words at all; "" where it was settled."""
    if one and one.standing != "unknown":
        return ""
    if about and any(id == condition for id, _, _ in contradictions(about)):
        return "contradictory"
    if about and ONLY_FOUND in about.why:
        return "only found"
    return "refused" if given.has(condition, about) else "nothing"


def _pairs(draft: str, ledger: Ledger) -> Iterator[tuple[str, str]]:
    _, listed = apart(unwrapped(draft.lstrip() or draft))
    yield from (("", id) for id in _with_words(claims(list(listed.verdicts or ()))))
    for thing in proposed(listed.candidates or (), ledger):
        yield from ((key(name), id) for name in thing.names for id in _with_words(thing.claims))


def _with_words(given: Iterable[Claim]) -> Iterator[str]:
    return (one.condition for one in given if one.words)
