"""What each further source that a claim cites holds of it, beside the one that carries it best. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from agent.facts import Excerpt
from agent.grounding.choosing import choose, held_by, offered
from agent.grounding.claims import Claim
from agent.grounding.crossing import is_foreign
from agent.grounding.excerpts import shown
from agent.grounding.passages import Prepared
from agent.grounding.verbatim import quotes

SOME = 0.3  # of the weight of a claim; less may stand in any text about the same things


def others(claim: Claim, sources: Mapping[int, Prepared], best: int) -> Iterator[Excerpt]:
    """The words of each other source that holds some of a claim; no words of one that holds none. Nothing of one in
    another language: code cannot tell."""
    for number, source in sources.items():
        found = _of(claim, number, source) if number != best and claim.terms else None
        if found is not None:
            yield found


def _of(claim: Claim, number: int, source: Prepared) -> Excerpt | None:
    quoted = quotes(claim, {number: source})[0].get(number, ())
    chosen = choose(claim, number, source, quoted)
    held = held_by(claim, {number: source}, offered(claim, chosen)) if chosen.sentences else set()
    share = sum(term.weight for term in held) / sum(term.weight for term in claim.terms)
    if not quoted and is_foreign(claim, chosen):
        return None
    if not quoted and share < SOME:
        return Excerpt(number=number, text="")
    text, where, spans = shown(claim, chosen, held)
    return Excerpt(number=number, text=text, where=where, spans=spans)
