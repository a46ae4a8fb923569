"""For which conditions a draft of the task offered words of a source, whatever became of them. Pure.

A verdict that is unknown says nothing of why: what the model wrote does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agent.answers.listing import apart
from agent.answers.naming import key
from agent.answers.shortlist import proposed
from agent.answers.verdicts import Claim, claims
from agent.answers.wrapped import unwrapped
from agent.clean import tidy
from agent.facts import Candidate
from agent.run import Run


class Offered(NamedTuple):
    """The conditions that words were offered for, each with the key of the thing that it is about; "" for none."""

    pairs: frozenset[tuple[str, str]]

    def has(self, condition: str, about: Candidate | None = None) -> bool:
        names = (about.name, *about.also) if about else ()
        return any((name, condition) in self.pairs for name in (map(key, names) if about else ("",)))


def offered(run: Run) -> Offered:
    """What the drafts of the present task offered."""
    since = run.intents[-1][0] if run.intents else 0
    drafts = (one.reply.text for one in run.rounds if one.seq > since and not one.calls)
    return Offered(frozenset(pair for draft in drafts for pair in _pairs(tidy(draft))))


def _pairs(draft: str) -> Iterator[tuple[str, str]]:
    _, listed = apart(unwrapped(draft.lstrip() or draft))
    yield from (("", id) for id in _with_words(claims(list(listed.verdicts or ()))))
    for thing in proposed(listed.candidates or ()):
        yield from ((key(name), id) for name in thing.names for id in _with_words(thing.claims))


def _with_words(given: Iterable[Claim]) -> Iterator[str]:
    return (one.condition for one in given if one.words)
