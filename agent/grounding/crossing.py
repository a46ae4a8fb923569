"""A claim in another language than its source. Pure."""

from __future__ import annotations

from agent.grounding.choosing import Chosen
from agent.grounding.claims import Claim, Term
from agent.grounding.languages import language, may_be


def is_foreign(claim: Claim, best: Chosen) -> bool:
    """Whether claim and source are in different languages: as far as both can be told, or where that of the claim
    cannot, since none of its words but numbers and names stand there."""
    if not best.sentences:
        return False
    if not claim.language:
        words = [term for term in claim.terms if term.kind in ("word", "spelled")]
        held = any(one <= best.keys for term in words for one in term.wanted)
        theirs = best.source.languages[best.source.sentences[best.sentences[0]].passage]
        return bool(words) and not held and bool(theirs) and not may_be(claim.plain, theirs)
    first = best.source.sentences[best.sentences[0]]
    text = best.source.passages[first.passage].text
    theirs = language(text[first.start : first.end]) or best.source.languages[first.passage]
    whole = best.source.languages[first.passage]
    return bool(theirs) and claim.language not in (theirs, whole)


def elsewhere(term: Term, best: Chosen) -> bool:
    """A name in another script, which code cannot compare."""
    first = best.source.sentences[best.sentences[0]] if best.sentences else None
    latin = term.name.isascii() or not any(sign >= "\u0370" for sign in term.name)
    other = first is not None and best.source.languages[first.passage] in ("ja", "zh", "ko", "ru", "el", "ar")
    return term.kind != "number" and (not term.hard or (bool(term.name) and latin == other))


def opens(term: Term, claim: Claim) -> bool:
    """A lone capital at the beginning of a claim, which in another language's source need not be a name at all."""
    if term.kind != "name" or any(map(str.isalnum, claim.text[: term.start])):
        return False
    return not any(other.kind == "name" and 0 < other.start - term.end <= 2 for other in claim.terms)
