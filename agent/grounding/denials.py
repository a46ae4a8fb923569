"""Where a claim and the sentences that carry it differ in a "not". Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.grounding.choosing import Chosen, wanted
from agent.grounding.claims import Claim, Term
from agent.grounding.excerpts import written
from agent.grounding.lines import NO, YES_OR_NO, cells_of
from agent.grounding.negation import Polarity, polarity
from agent.grounding.passages import said


def denied_words(claim: Claim, chosen: Sequence[Chosen], held: set[Term]) -> tuple[str, ...]:
    """The words of the claim on which it and the sentences that carry it differ in a "not"."""
    ours = polarity(claim.text)
    if cells := [term for one in chosen for term in _denied_in_cells(claim, one, ours.word)]:
        return (ours.word,) if ours.word else tuple(dict.fromkeys(written(claim, cells)))
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


def _denied_in_cells(claim: Claim, chosen: Chosen, word: str) -> Iterator[Term]:
    """The terms that name a column of which the row of what the claim is about says "no" and the claim does not, or
    "yes" and the claim has a "not". `word` is the claim's."""
    for at in chosen.sentences:
        first, *others = cells_of(chosen.source, at) or [(frozenset(), frozenset())]
        if not any(_says(term, first[0], chosen) for term in claim.terms if term.hard or term.kind == "name"):
            continue
        answers = [(cell, head) for cell, head in others if cell and cell <= YES_OR_NO]
        for cell, head in answers:
            meant = [term for term in claim.terms if _says(term, head - first[0], chosen)]
            alone = not any(_says(term, its, chosen) for term in meant for _, its in others if its != head)
            if meant and alone and _is_told(claim, head) and (cell <= NO) != bool(word):
                yield from meant


def _is_told(claim: Claim, head: frozenset[str]) -> bool:
    """Whether a claim says most of the words of a head."""
    words = {key for key in head if key[:2] == "w:"}
    said_ = {key for term in claim.terms for one in term.wanted for key in one}
    return 2 * len(words & said_) > len(words)


def _says(term: Term, keys: frozenset[str], chosen: Chosen) -> bool:
    return any(one <= keys for one in wanted(term, chosen.source))


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
