"""The facts of runs that were read lately, decoded: of a run at work only what is new is read anew.

A run is looked at after each of its facts, and reading all of it each time would cost more the longer its thread is
and the more pages it has opened. Facts never change; whoever removes texts drops their run here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from agent.facts import Record

RUNS = 200
CHARACTERS = 30_000_000  # of all facts and texts together


@dataclass(frozen=True)
class _Run:
    records: tuple[Record, ...]
    characters: int


class Kept:
    """What was read last of the runs that were read last. To be used in one thread."""

    def __init__(self, runs: int = RUNS, characters: int = CHARACTERS) -> None:
        self._most_runs, self._most_characters = runs, characters
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._characters = 0

    def of(self, run: str) -> tuple[Record, ...]:
        """The first facts of a run, as many as are kept."""
        if run not in self._runs:
            return ()
        self._runs.move_to_end(run)
        return self._runs[run].records

    def add(self, run: str, records: Sequence[Record], characters: int) -> None:
        """The facts that come after those which are kept, and how long they are."""
        kept = self.drop(run)
        self._runs[run] = _Run((*kept.records, *records), kept.characters + characters)
        self._characters += self._runs[run].characters
        while len(self._runs) > self._most_runs or self._characters > self._most_characters:
            _, oldest = self._runs.popitem(last=False)
            self._characters -= oldest.characters

    def drop(self, run: str) -> _Run:
        """Forget a run; what was kept of it."""
        kept = self._runs.pop(run, _Run((), 0))
        self._characters -= kept.characters
        return kept
