"""What grading is worth on pairs that somebody else labelled: `python -m tests.bench.labelled`.

The pairs (tests/bench/pairs) were written without sight of the grader. It was mended by the open ones; the sealed
ones, of other writers, were first read when nothing was to be changed any more. Beside it stands the share of a
statement's content words that the best three neighbouring sentences of its source hold.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened

PAIRS = Path(__file__).parent / "pairs"
HALVES = ("open", "sealed")
SOUND = ("quoted", "supported", "translated")
_WORD = re.compile(r"[^\W\d_]{4,}|\d[\d.,]*\d|\d|[\u3041-\u30ff\u3400-\u9fff]")
_ENDS = re.compile(r"(?<=[.!?。！？])\s*|\n+")


@dataclass(frozen=True)
class Pair:
    """A statement about one source: its `kind`, whether it is `sound`, and both languages."""

    id: str
    kind: str
    sound: bool
    statement: str
    language: str
    title: str
    text: str
    source_language: str

    @property
    def across(self) -> bool:
        return self.language != self.source_language


@dataclass(frozen=True)
class Scored:
    """A pair with what code found, and how much plain overlap there is (0 to 1)."""

    pair: Pair
    found: Found
    overlap: float

    @property
    def flagged(self) -> bool:
        return self.found.grade not in SOUND


def pairs(half: str) -> list[Pair]:
    return [pair for folder in sorted(PAIRS.iterdir()) if folder.is_dir() for pair in _read(folder, half)]


def _read(folder: Path, half: str) -> Iterator[Pair]:
    if not (folder / f"{half}.jsonl").exists():
        return
    sources: dict[str, dict[str, str]] = json.loads((folder / "sources.json").read_text("utf-8"))
    for line in (folder / f"{half}.jsonl").read_text("utf-8").splitlines():
        one: dict[str, Any] = json.loads(line)
        source = sources[one["source"]]
        yield Pair(
            one["id"], one["kind"], one["sound"], one["statement"], one["language"], source["title"], source["text"],
            source["language"],
        )  # fmt: skip


def scored(pair: Pair) -> Scored:
    passage = Passage(address="https://e.test/", title=pair.title, where="whole page", text=pair.text)
    return Scored(pair, found(pair.statement, Opened.of({1: [passage]}), [1]), overlap(pair.statement, pair.text))


def overlap(statement: str, text: str) -> float:
    """The share of the statement's content words that the best window of three sentences holds."""
    wanted = set(_WORD.findall(statement.casefold()))
    sentences = [set(_WORD.findall(part.casefold())) for part in _ENDS.split(text) if part.strip()]
    windows = (set().union(*sentences[at : at + 3]) for at in range(max(1, len(sentences) - 2)))
    return max((len(wanted & window) / len(wanted) for window in windows), default=0.0) if wanted else 0.0


def labelled(halves: Sequence[str] = HALVES) -> None:
    for half in halves:
        all_ = [scored(pair) for pair in pairs(half)]
        print(f"\n{half}: {len(all_)} pairs, {sum(one.pair.sound for one in all_)} of them sound")
        table([one for one in all_ if not one.pair.across])
        print(f"across languages, {sum(one.pair.across for one in all_)} pairs")
        table([one for one in all_ if one.pair.across])


def table(all_: Sequence[Scored]) -> None:
    """By kind: how many are flagged, and how well those of a kind that is not sound come after the sound ones."""
    sound = [one for one in all_ if one.pair.sound]
    level = _level(sound)
    print(f"  {'kind':14} {'pairs':>5} {'flagged':>8} {'by overlap':>11} {'AUROC':>7} {'by overlap':>11}")
    for kind in sorted({one.pair.kind for one in all_}, key=lambda kind: (kind not in _kinds(sound), kind)):
        mine = [one for one in all_ if one.pair.kind == kind]
        flagged, plain = _part(one.flagged for one in mine), _part(one.overlap < level for one in mine)
        ranked = (
            "" if mine[0].pair.sound else f"{_auroc(sound, mine, share):7.2f} {_auroc(sound, mine, plainly):11.2f}"
        )
        print(f"  {kind:14} {len(mine):5} {flagged:>8} {plain:>11} {ranked}")
    print(f"  sound, flagged for a number or a date: {_part(_lacks(one, _is_number) for one in sound)}")
    print(f"  sound, flagged for a name: {_part(_lacks(one, _is_name) for one in sound)}")
    print(f"  sound, set apart: {_part(one.found.grade == 'not found' or one.found.vetoed for one in sound)}")


def _kinds(all_: Iterable[Scored]) -> set[str]:
    return {one.pair.kind for one in all_}


def _level(sound: Sequence[Scored]) -> float:
    """The overlap below which as many sound statements fall as code flags."""
    ordered = sorted(one.overlap for one in sound)
    return ordered[min(sum(one.flagged for one in sound), len(ordered) - 1)] if ordered else 0.0


def _lacks(one: Scored, counts: Callable[[str], bool]) -> bool:
    return one.found.vetoed and any(map(counts, one.found.lacking))


def _is_number(word: str) -> bool:
    return any(char.isdigit() for char in word)


def _is_name(word: str) -> bool:
    """Where a script has no capitals, any word: rather too many than too few."""
    return not _is_number(word) and word[:1].isalpha() and not word[:1].islower()


def share(one: Scored) -> float:
    return one.found.share


def plainly(one: Scored) -> float:
    return one.overlap


def _auroc(sound: Sequence[Scored], others: Sequence[Scored], by: Callable[[Scored], float]) -> float:
    """How often a sound statement comes before one of these; a tie is half."""
    beats = [(by(one) > by(other)) + (by(one) == by(other)) / 2 for one in sound for other in others]
    return statistics.mean(beats) if beats else 0.0


def _part(those: Iterable[bool]) -> str:
    """ "3/20": of how many it holds."""
    listed = list(those)
    return f"{sum(listed)}/{len(listed)}"


if __name__ == "__main__":
    labelled(sys.argv[1:] or HALVES)
