"""Numbers of a claim that a source has with another sign, in another period or as the opposite bound. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agent.grounding.choosing import holding
from agent.grounding.claims import Claim, Term
from agent.grounding.lines import Token, line
from agent.grounding.passages import Prepared
from agent.grounding.roles import end_of, tells_what_is
from agent.grounding.sides import differ, falls, oppose, sides_of

_TERMS, _SENTENCES = 40, 12  # of a claim, and of a source that have one of them

_Keys = Mapping[int, Sequence[Sequence[frozenset[str]]]]


class Opposed(NamedTuple):
    """A number of a claim, what a source says instead, and whether that is `sure`: a bound may be told from the other
    side ("closed until Monday", "open from Monday"), and what was so before may be so still."""

    term: Term
    text: str
    sure: bool


def opposed(claim: Claim, sources: Mapping[int, Prepared], keys: _Keys) -> Iterator[Opposed]:
    """Each number that stands nowhere as the claim has it. `keys` are, of each source, those that hold each term."""
    is_now = tells_what_is(claim.text)
    for at, term in enumerate(claim.terms[:_TERMS]):
        if term.kind == "number":
            mine = sides_of(claim.text, term.start, term.end)
            still = is_now and end_of(claim.text, term.start, term.end) not in ("than", "from")
            there = [one for number, source in sources.items() for one in _there(source, keys[number][at])]
            if there and all(_differs(claim, mine, token, text) for token, text in there):
                yield Opposed(term, there[0][0].text, sure=True)
            elif there and all((still and token.end == "than") or oppose(mine, token.sides) for token, _ in there):
                yield Opposed(term, there[0][0].text, sure=False)


def _there(source: Prepared, wanted: Sequence[frozenset[str]]) -> Iterator[tuple[Token, str]]:
    """Where a number stands, and the sentence."""
    for place in sorted({one for keys in wanted for one in holding(source, keys)})[:_SENTENCES]:
        here = source.sentences[place]
        text = source.passages[here.passage].text[here.start : here.end]
        yield from ((token, text) for token in line(source, place) if any(keys <= token.keys for keys in wanted))


def _differs(claim: Claim, mine: frozenset[str], token: Token, text: str) -> bool:
    """A sign may be told in words on either side: "-4 %", "shrank by 4 %"."""
    signed = "minus" in token.sides
    turned = ("minus" in mine) != signed and not falls(claim.text if signed else text)
    return turned or differ(mine, token.sides)
