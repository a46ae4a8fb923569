"""Where a whole claim, or what it quotes, stands in a source word for word. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from agent.documents.words import folded
from agent.grounding.choosing import SENTENCES
from agent.grounding.claims import Claim, Quote
from agent.grounding.languages import NEGATES
from agent.grounding.passages import Prepared
from agent.grounding.sides import signs

_SIGN = 2  # characters before a number that its sign takes


def verbatim(claim: Claim, sources: Mapping[int, Prepared]) -> tuple[int, tuple[int, ...], tuple[int, int]] | None:
    """Where the whole claim stands in a source, unless what stands before it there turns it around: the source's
    number, its sentences, (start, end) in their passage."""
    for number, source in sources.items():
        whole = source.wholes.get(claim.flow.text)
        one = source.sentences[whole] if whole is not None else None
        if (
            whole is not None
            and one
            and signs(claim.text) == signs(source.passages[one.passage].text[one.start : one.end])
        ):
            return number, (whole,), (one.start, one.end)
    for number, source in sources.items():
        for at, flow in enumerate(source.flows):
            for place in flow.finds(claim.flow):
                if _says_it(claim, source, at, *place):
                    return number, source.at(at, *place)[:SENTENCES], place
    return None


def _says_it(claim: Claim, source: Prepared, passage: int, start: int, end: int) -> bool:
    """One word has to be all that a sentence says; before more there must be no "not"."""
    sentences = source.at(passage, start, end)
    if not sentences:
        return False
    first, last = source.sentences[sentences[0]], source.sentences[sentences[-1]]
    text = source.passages[passage].text
    if signs(claim.text) != signs(text[max(first.start, start - _SIGN) : end]):
        return False
    ahead, behind = text[first.start : start], text[end : last.end]
    bare = not any(map(str.isalnum, ahead + behind))
    if bare:
        return True
    words = [folded(word) for word in ahead.replace("'", " ").replace("’", " ").split()[-6:]]
    return len(claim.flow.places) > 1 and not any(word.strip(".,") in NEGATES for word in words)


def quotes(claim: Claim, sources: Mapping[int, Prepared]) -> tuple[dict[int, tuple[int, ...]], list[tuple[int, int]]]:
    """The sentences that hold the claim's quotes, by source, where one is more than a word; and the places in the
    claim of those that stand nowhere."""
    where: dict[int, tuple[int, ...]] = {}
    missing: list[tuple[int, int]] = []
    for quote in claim.quotes:
        stands = _places(quote, sources)
        if stands is None:
            missing.append((quote.start, quote.end))
        elif quote.long:
            number, spans = stands
            held = (one for at, (start, end) in spans for one in sources[number].at(at, start, end))
            where[number] = tuple(dict.fromkeys((*where.get(number, ()), *held)))[:SENTENCES]
    return where, missing


def _places(quote: Quote, sources: Mapping[int, Prepared]) -> tuple[int, list[tuple[int, tuple[int, int]]]] | None:
    """The first source, with (passage, place) of each part, that has all of a quote in one passage."""
    for number, source in sources.items():
        for at, flow in enumerate(source.flows):
            found = [next(flow.finds(part), None) for part in quote.parts]
            if all(found):
                return number, [(at, place) for place in found if place]
    return None
