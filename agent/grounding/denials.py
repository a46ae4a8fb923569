"""Where a claim and the sentences that carry it differ in a "not". Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.grounding.choosing import Chosen, wanted
from agent.grounding.claims import Claim, Term
from agent.grounding.excerpts import written
from agent.grounding.negation import Polarity, polarity
from agent.grounding.passages import said


def denied_words(claim: Claim, chosen: Iterable[Chosen], held: set[Term]) -> tuple[str, ...]:
    """The words of the claim on which it and the sentences that carry it differ in a "not"."""
    ours = polarity(claim.text)
    theirs = [_polarity_of(claim, one, held) for one in chosen]
    stated, denied = (frozenset().union(*(getattr(one, side) for one in theirs)) for side in ("stated", "denied"))
    both = Polarity(denied, stated)
    if not ours.word and not denied:
        return ()
    keys = ours.differs(both)
    terms = [term for term in claim.terms if term in held and any(one <= keys for one in _plain_keys(claim, term))]
    if not terms:
        return ()
    return (ours.word,) if ours.word else tuple(written(claim, terms))


def _plain_keys(claim: Claim, term: Term) -> Iterator[frozenset[str]]:
    yield from term.wanted
    if term.name:
        yield frozenset(key for one in said(claim.text[term.start : term.end]) for key in one.keys if key[:2] == "w:")


def _polarity_of(claim: Claim, chosen: Chosen, held: set[Term]) -> Polarity:
    """Of the sentences that hold a good part of a claim; the others lend it a name or a number only, and the "no"
    in a cell of a table is that of a column."""
    denied: frozenset[str] = frozenset()
    stated: frozenset[str] = frozenset()
    total = sum(term.weight for term in held)
    for at in chosen.sentences:
        sentence = chosen.source.sentences[at]
        mine = sum(t.weight for t in held if any(one <= sentence.keys for one in wanted(t, chosen.source)))
        if 2 * mine >= total and at not in chosen.source.headers:
            text = chosen.source.passages[sentence.passage].text[sentence.start : sentence.end]
            found = polarity(text)
            denied, stated = denied | found.denied, stated | found.stated
    return Polarity(denied, stated)
