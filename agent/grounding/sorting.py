"""The terms of a claim by what its sources make of them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent.grounding.choosing import Chosen, asks, says, stands, wanted
from agent.grounding.claims import Claim, Term
from agent.grounding.crossing import elsewhere, opens
from agent.grounding.derived import Worked, says_so
from agent.grounding.passages import Prepared
from agent.grounding.rivals import rivals

_THE_SAME = 0.5  # of what a claim says around a number, around another one


@dataclass(frozen=True)
class Sorted:
    """The terms of a claim by what its sources make of them: those that are `held`; those that a source in another
    language cannot have as they are (`aside`); `beaten` by something else in
    their place, or `suspect` to be (the beaten among them); `stray`, numbers and names that do stand in a source, but
    nowhere near the rest; `strict`, those that forbid the claim; `lacking`, all that found no support."""

    held: set[Term]
    aside: set[Term]
    beaten: set[Term]
    suspect: set[Term]
    stray: set[Term]
    strict: list[Term]
    lacking: list[Term]

    @property
    def shaken(self) -> bool:
        return bool(self.suspect or self.stray)

    @property
    def trust(self) -> float:
        """What is left of the strength of a claim; a name that another one beats, or that stands nowhere, is the
        surest sign against it. A number that stands nowhere may be written in a way that code does not know."""
        if any(term.kind == "name" for term in (*self.beaten, *self.strict)):
            return 0.05
        if self.beaten:
            return 0.1
        return 0.5 if self.strict else 0.35 if self.suspect else 1.0


def sort(
    claim: Claim,
    sources: Mapping[int, Prepared],
    held: set[Term],
    foreign: Chosen | None,
    asked: str,
    worked: Worked,
) -> Sorted:
    """What is `foreign` has no rivals, and no words that could be missed; what is surely worked out has none either,
    and what is likely to be is not beaten by any; what may be a sum is beaten by a part of which the source says the
    same."""
    aside = {term for term in claim.terms if foreign and (elsewhere(term, foreign) or opens(term, claim))}
    doubted = [] if foreign else [one for one in rivals(claim, sources, wanted) if one.casts_doubt]
    won = {term for one in doubted if one.beats for term in one.terms}
    worked_out = {term for term in worked.sure if term not in won or says_so(term, claim)}
    doubted = [one for one in doubted if not worked_out.issuperset(one.terms)]
    held = held | worked_out
    lost = {term for term in claim.terms if term not in held | aside}
    told = {term for one in doubted if one.beats and one.other >= _THE_SAME for term in one.terms}
    likely = (worked.likely | (worked.summed - told) | {term for term in worked.sure if _is_long(term)}) - worked_out
    beaten = {term for one in doubted if one.beats for term in one.terms} - likely
    suspect = {term for one in doubted for term in one.terms}
    hard = {term for term in lost if term.hard}
    excused = {term for term in hard if _was_asked(term, claim, sources, asked)}
    first = {term for term in hard - excused if opens(term, claim) and not _is_clear(term, claim)}
    suspect |= set() if foreign else first
    stray = set(likely) if foreign else {term for term in hard - excused if stands(term, sources)} | likely | first
    strict = beaten | (hard - excused - stray)
    return Sorted(
        held=(held | excused) - beaten,
        aside=aside - held,
        beaten=beaten,
        suspect=suspect,
        stray=stray,
        strict=[term for term in claim.terms if term in strict],
        lacking=[term for term in claim.terms if term in (suspect | lost) - excused],
    )


def _is_long(term: Term) -> bool:
    """Whether a number has enough digits, or a unit and some, that nobody hits on a result by chance."""
    told = ((key[:2], key[2:].partition("|")[0].replace(".", "").strip("0")) for one in term.wanted for key in one)
    return term.kind == "number" and any(
        len(digits) > (1 if kind == "b:" else 2) and digits.isdecimal() for kind, digits in told
    )


def _is_clear(term: Term, claim: Claim) -> bool:
    """Whether what a claim opens with is a name for certain: more words of it follow, or the word stands again."""
    word, behind = claim.text[term.start : term.end], claim.text[term.end : term.end + 2]
    longer = behind[:1] in (" ", "-") and behind[1:].isupper()
    return term.kind != "name" or longer or not word[1:].islower() or claim.text.count(word) > 1


def _was_asked(term: Term, claim: Claim, sources: Mapping[int, Prepared], asked: str) -> bool:
    """A name that the asker gave need not stand beside what is said of it, as long as the source has it somewhere."""
    return term.kind == "name" and says(term, asks(asked)) and stands(term, sources)
