"""What a statement lacks, by whether it stands in the words that are shown of its sources. Pure.

A number or a name of which the checker says that it found no support may stand there all the same, of something else.
To be told that it was not found, above the very words, reads as a fault of the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from agent.facts import Excerpt, Statement
from agent.grounding.choosing import says
from agent.grounding.claims import Claim
from agent.grounding.passages import Flow, said


class Lacking(NamedTuple):
    """The words that stand `nowhere` in what is shown, the `figures` among them, and those that stand there, of
    something else."""

    nowhere: tuple[str, ...]
    figures: tuple[str, ...]
    elsewhere: tuple[str, ...]


def lacking(one: Statement) -> Lacking:
    """What a statement lacks, each word once and in its order."""
    shown = [_Shown(excerpt) for excerpt in one.excerpts]
    elsewhere = tuple(word for word in one.lacking if any(each.has(word) for each in shown))
    nowhere = tuple(word for word in one.lacking if word not in elsewhere)
    return Lacking(nowhere, tuple(filter(_is_figure, nowhere)), elsewhere)


class _Shown:
    """The words of one excerpt, and what they say in whatever notation."""

    def __init__(self, excerpt: Excerpt) -> None:
        self._flow = Flow.of(excerpt.text)
        self._keys = frozenset(key for one in said(excerpt.text) for key in _offered(one.keys))

    def has(self, word: str) -> bool:
        """Whether it stands there, to the letter or as the same number, date or name."""
        if next(self._flow.finds(Flow.of(word)), None):
            return True
        terms = Claim.of(word).terms
        return bool(terms) and all(says(term, self._keys) for term in terms)


def _offered(keys: frozenset[str]) -> Iterator[str]:
    """The keys of what is said. Nobody reads "seven" in "€7.00": a number with a unit is no bare one."""
    unit = any(key.startswith("b:") for key in keys)
    return (key for key in keys if not (unit and key.startswith("r:")))


def _is_figure(word: str) -> bool:
    return any(term.kind == "number" for term in Claim.of(word).terms)
