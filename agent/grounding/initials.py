"""Abbreviations of a claim that its sources only spell out: CFO for a chief financial officer. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from agent.grounding.abbreviations import spelled_out
from agent.grounding.claims import Claim, Term
from agent.grounding.passages import Prepared

_SHORT = re.compile(r"[A-ZÀ-Þ]{2,6}")
_AT_MOST = 10  # abbreviations of one claim that are looked for


def written_out(claim: Claim, sources: Mapping[int, Prepared]) -> Claim:
    """A claim whose abbreviations may be held by the words that they stand for; these are no names any more."""
    if claim.code:
        return claim
    short = [one for one in claim.terms if one.kind == "name" and _SHORT.fullmatch(claim.text[one.start : one.end])]
    meant = {one: keys for one in short[:_AT_MOST] if (keys := _meant(claim, one, sources.values()))}
    if not meant:
        return claim
    terms = (
        replace(one, kind="word", name="", wanted=(*one.wanted, *meant[one])) if one in meant else one
        for one in claim.terms
    )
    return replace(claim, terms=tuple(terms))


def _meant(claim: Claim, term: Term, sources: Iterable[Prepared]) -> tuple[frozenset[str], ...]:
    """The words that each source has for an abbreviation; nothing where one has it as it is."""
    if any(f"n:{term.name}" in source.index for source in sources):
        return ()
    found = (_words(claim.text[term.start : term.end], source) for source in sources)
    return tuple(dict.fromkeys(keys for keys in found if keys))


def _words(short: str, source: Prepared) -> frozenset[str]:
    texts: Iterator[tuple[str, ...]] = (spelled_out(short, passage.text) for passage in source.passages)
    return frozenset(f"n:{word}" for word in next(filter(None, texts), ()))
