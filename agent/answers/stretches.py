"""The parts of one sentence that cite apart: "Trucks pay €7 [1], and motorcycles pay €1.50 [2]." Pure.

Each mark inside a sentence stands for the words before it. Where the sentence as a whole fails, since one of its
sources has something else for what only the other one is cited for, each part is looked up in its own sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from agent.answers.units import bare
from agent.grounding.claims import Claim
from agent.grounding.grading import Found
from agent.markdown.marks import marks

_SAYS = 3  # terms of a part that says by itself what it is about
_ORDER = ("not found", "weak", "translated", "supported", "quoted")


class Stretch(NamedTuple):
    """Words of a sentence up to its mark, as they are looked up, and the numbers of that."""

    text: str
    numbers: tuple[int, ...]


def stretches(sentence: str) -> list[Stretch]:
    """The parts of a sentence by its marks; none where it has no two that cite different sources, or where a part
    says nothing ("between €7 [1] and €9 [2]")."""
    found: list[Stretch] = []
    at, all_ = 0, list(marks(sentence))
    for nth, mark in enumerate(all_):
        end = mark.start if nth + 1 < len(all_) else len(sentence)
        words = bare(sentence[at:end]).strip(" ,;:.")
        if words:
            found.append(Stretch(words, mark.numbers))
        elif found:  # marks side by side
            found[-1] = Stretch(found[-1].text, tuple(dict.fromkeys((*found[-1].numbers, *mark.numbers))))
        at = mark.end
    apart = len({one.numbers for one in found}) > 1
    return found if apart and all(len(Claim.of(one.text).terms) > 1 for one in found) else []


def together(whole: Found, parts: Sequence[tuple[Stretch, Found]]) -> Found:
    """A sentence by its worst part, where all of them stand: at most in part where one leans on what another says."""
    worst = min((found for _, found in parts), key=_rank)
    if _rank(worst) <= _rank(whole) or worst.vetoed:
        return whole
    sure = all(not found.lacking and len(Claim.of(one.text).terms) >= _SAYS for one, found in parts)
    grade = worst.grade if sure else "weak"
    lacking = tuple(word for _, found in parts for word in found.lacking)
    return replace(worst, grade=grade, lacking=lacking, agrees=all(found.agrees for _, found in parts))


def _rank(found: Found) -> tuple[bool, int]:
    return not found.vetoed, _ORDER.index(found.grade)


def better(one: Found, other: Found) -> Found:
    return max(one, other, key=_rank)
