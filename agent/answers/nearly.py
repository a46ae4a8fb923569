"""Names of one thing that are nearly the same: "Basic (Quill)", "Quill Basics", "Quill Basic (2024)". Pure.

What two names differ in has to be nothing: letters that look alike, the s of a plural, a maker in brackets. A year in
brackets and a noun that the task uses of all that is looked for ("tablet") are nothing only where no other year or
noun is listed beside them: "Slate (2022)" and "Slate (2024)" are two.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agent.answers.naming import key, significant

_YEAR = re.compile(r"\s*[(\[]((?:19|20)\d\d)(?:[ ][^\W\d_]+)?[)\]]\s*$")
_TURNED = re.compile(
    r"(?P<head>[^(\[,]+?)\s*(?:\((?P<b>[^()]+)\)|,\s(?P<c>[^,]+)|\s(?:by|von|par|de)\s(?P<by>\S.*))\s*"
)
_LOOKS_L = re.compile(r"(?<=[a-z])I(?=[a-z])")
_PLURAL = 5  # letters of a word that may have the s of a plural


@dataclass(frozen=True)
class _Written:
    """A name without its year and its noun, and these."""

    bare: str
    year: str
    noun: str

    @classmethod
    def of(cls, name: str, nouns: Collection[str]) -> _Written:
        found = _YEAR.search(name)
        words = (name[: found.start()] if found else name).split()
        noun = words[-1] if len(words) > 1 and words[-1] in nouns else ""
        # One word before a noun is a maker as often: "Proton", "Proton Mail".
        noun = noun if len(words) > 2 or any(map(str.isdigit, "".join(words[:-1]))) else ""
        return cls(" ".join(words[:-1] if noun else words), found[1] if found else "", noun)

    @cached_property
    def keys(self) -> frozenset[str]:
        turned = _TURNED.fullmatch(self.bare)
        orders = [self.bare]
        if turned:
            orders.append(f"{turned['b'] or turned['c'] or turned['by']} {turned['head']}")
        spelled = (one for order in orders for one in (order, _LOOKS_L.sub("l", order)))
        return frozenset(key(_singular(one)) for one in spelled)


def _singular(name: str) -> str:
    words = significant(name)
    last = words[-1] if words else ""
    is_plural = last.isalpha() and len(last) >= _PLURAL and last.endswith("s") and not last.endswith("ss")
    return " ".join([*words[:-1], last[:-1]]) if is_plural else name


def nearly_same(names: Sequence[str], task: str) -> list[str]:
    """For each name the plainest of those that are nearly the same as it: itself, where there is none."""
    nouns = frozenset(re.findall(r"[^\W\d_]{3,}", task))
    written = [_Written.of(name, nouns) for name in names]
    together: dict[str, list[int]] = {}
    for at, one in enumerate(written):
        for each in one.keys:
            together.setdefault(each, []).append(at)
    plainest = list(range(len(names)))
    for those in together.values():
        for group in _groups(those, written):
            first = min(
                (plainest[at] for at in group), key=lambda at: (*_marks(written[at]), len(names[at]), names[at])
            )
            plainest = [first if at in group or old in group else old for at, old in enumerate(plainest)]
    return [names[at] for at in plainest]


def _marks(one: _Written) -> tuple[bool, bool, bool]:
    return bool(one.year), bool(one.noun), bool(_LOOKS_L.search(one.bare))


def _groups(those: Sequence[int], written: Sequence[_Written]) -> Iterator[list[int]]:
    """All of them, or where several years or nouns stand in them those with the same."""
    years, nouns = ({getattr(written[at], mark) for at in those} - {""} for mark in ("year", "noun"))
    alike: dict[tuple[str, str], list[int]] = {}
    for at in those:
        one = written[at]
        alike.setdefault((one.year if len(years) > 1 else "", one.noun if len(nouns) > 1 else ""), []).append(at)
    yield from alike.values()


def without_maker(names: Sequence[str], named: Sequence[frozenset[int]]) -> dict[int, str]:
    """Names that end one other ("Basic", "Quill Basic") and stand in the sources of their thing only as part of that,
    with the longer ones. `named` has for each which of the names its sources have by themselves."""
    words = [significant(name) for name in names]
    found: dict[int, str] = {}
    for at, mine in enumerate(words):
        longer = [other for other, those in enumerate(words) if _ends(those, mine)]
        alone = any(words[other] == mine for other in named[at])
        if len({key(names[other]) for other in longer}) == 1 and named[at] & {*longer} and not alone:
            found[at] = names[longer[0]]
    return found


def _ends(longer: Sequence[str], shorter: Sequence[str]) -> bool:
    return 0 < len(shorter) < len(longer) and longer[-len(shorter) :] == shorter
