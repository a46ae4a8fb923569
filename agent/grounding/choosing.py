"""The sentences of a source that together hold most of a claim, and what they say of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agent.grounding.abroad import called_abroad
from agent.grounding.claims import Claim, Term
from agent.grounding.lines import YES_OR_NO, cells_of
from agent.grounding.names import alike, of_a_country
from agent.grounding.passages import Prepared, said, stem
from agent.grounding.quantities import rounds_to

SENTENCES = 3
_CANDIDATES = 2_000  # sentences of one source that are compared for one claim
_INFLECTED = ("pl", "ru", "cs")
_PART = 4  # letters of a part of a compound
_ENDING = 3  # letters that an ending may be longer


@dataclass(frozen=True)
class Chosen:
    """The sentences of one source that hold most of a claim, and the keys of what they say."""

    number: int
    source: Prepared
    sentences: tuple[int, ...]
    keys: frozenset[str]
    weight: float


def choose(claim: Claim, number: int, source: Prepared, forced: Sequence[int]) -> Chosen:
    """Whatever sentences add most, one after the other; the first ones where several add as much."""
    found = masks(claim, source)
    weights = [term.weight for term in claim.terms]
    chosen, covered = list(forced), 0
    for one in forced:
        covered |= found.get(one, 0)
    while len(chosen) < SENTENCES and found:
        more = {one: weighed(weights, mask & ~covered) for one, mask in found.items()}
        best = max(found, key=lambda one: (more[one], weighed(weights, found[one]), -one))
        if not found[best] & ~covered:
            break
        chosen.append(best)
        covered |= found[best]
    keys = frozenset().union(*(source.sentences[one].keys for one in chosen))
    return Chosen(number, source, tuple(chosen), keys, weighed(weights, covered) + len(forced))


def weighed(weights: Sequence[float], mask: int) -> float:
    """The weight of the terms of which the bits are set."""
    total = 0.0
    while mask:
        low = mask & -mask
        total += weights[low.bit_length() - 1]
        mask ^= low
    return total


def masks(claim: Claim, source: Prepared) -> dict[int, int]:
    """By sentence, which terms of a claim it holds, as bits. Words that stand everywhere choose none."""
    listed: list[tuple[int, list[int]]] = []
    for at, term in enumerate(claim.terms):
        places = {place for keys in wanted(term, source) for place in holding(source, keys)}
        listed.append((at, sorted(places)))
    found: dict[int, int] = {}
    for at, all_ in sorted(listed, key=lambda one: len(one[1])):
        for place in all_:
            if place in found or len(found) < _CANDIDATES:
                found[place] = found.get(place, 0) | 1 << at
    return found


def holding(source: Prepared, keys: frozenset[str]) -> set[int]:
    """The sentences that say all of it."""
    lists = [source.index.get(key, ()) for key in keys]
    return set(lists[0]).intersection(*lists[1:]) if lists else set()


def wanted(term: Term, source: Prepared) -> Iterator[frozenset[str]]:
    """The keys that hold a term in this source: with the forms of a name, and what "about" that much may be."""
    yield from term.wanted
    if term.name:
        inflected = any(one in _INFLECTED for one in source.languages)
        near = source.vocabulary.get(term.name[:3], ())
        yield frozenset([f"n:{term.name}"])
        yield from (frozenset([f"n:{word}"]) for word in near if alike(term.name, word, inflected=inflected))
        yield from (frozenset([f"n:{word}"]) for word in (*of_a_country(term.name), *_abroad(term.name, source)))
        if not term.hard and "de" in source.languages:
            yield from _compound(term.name, source, near)
    if term.about:
        scale = _scale(term)
        yield from (
            frozenset([key]) for one in term.wanted for key in _near(next(iter(one)), source, term.about, scale)
        )


def _abroad(name: str, source: Prepared) -> Iterator[str]:
    """What a place is called in other languages, with its forms."""
    inflected = any(one in _INFLECTED for one in source.languages)
    for other in called_abroad(name):
        yield other
        if inflected:
            near = source.vocabulary.get(other[:3], ())
            yield from (word for word in near if alike(other, word, inflected=True) or _is_of_the_stem(other, word))


def _is_of_the_stem(place: str, word: str) -> bool:
    """Whether a word is a place with an ending in place of its vowel: Niemcy, Niemczech."""
    return word.startswith(place[:-1]) and len(word) <= len(place) + _ENDING


def _compound(noun: str, source: Prepared, near: Iterable[str]) -> Iterator[frozenset[str]]:
    """Of a German noun: its two parts, with or without an "s" between them, or a longer noun that begins with it."""
    for at in range(_PART, len(noun) - _PART + 1):
        behind = f"w:{stem(noun[at:])}"
        if behind in source.index:
            ahead = {f"w:{stem(noun[:at])}", f"w:{stem(noun[:at].removesuffix('s'))}"}
            yield from (frozenset([one, behind]) for one in ahead if one in source.index)
    if len(noun) > _PART:
        longer = (word for word in near if word.startswith(noun) and len(word) >= len(noun) + _PART)
        yield from (frozenset([f"n:{word}"]) for word in longer)


def _scale(term: Term) -> Decimal:
    """How much of the base unit of its kind the unit of a number is: 604,800 of "just over three weeks"."""
    keys = [key for one in term.wanted for key in one]
    based = [Decimal(key[2:].partition("|")[0]) for key in keys if key[:2] == "b:"]
    bare = [Decimal(key[2:]) for key in keys if key[:2] == "u:"]
    return based[0] / bare[0] if len(based) == len(bare) == 1 and bare[0] else Decimal(1)


def _near(key: str, source: Prepared, about: str, scale: Decimal) -> Iterator[str]:
    """The numbers of a source of which somebody may say "about" so many, in the unit of either."""
    kind, value, unit = key[:2], *key[2:].partition("|")[::2]
    for number in source.values:
        if number[:2] != kind or number.partition("|")[2] != unit:
            continue
        exact, said_ = Decimal(number[2:].partition("|")[0]), Decimal(value)
        if rounds_to(said_, exact, about) or (scale != 1 and rounds_to(said_ / scale, exact / scale, about)):
            yield number


def offered(claim: Claim, chosen: Chosen) -> frozenset[str]:
    """What a source holds for a claim; for code, wherever it stands."""
    if claim.code:
        return chosen.source.context | chosen.source.index.keys()
    return chosen.source.context.union(*(_borne(claim, chosen.source, one) for one in chosen.sentences))


def _borne(claim: Claim, source: Prepared, sentence: int) -> frozenset[str]:
    """What a sentence says; of the heads above a row, those of columns of which the claim has the cell."""
    keys, row = source.sentences[sentence].keys, cells_of(source, sentence)
    if not row:
        return keys
    asked = [one for term in claim.terms for one in wanted(term, source)]
    meant = (head for cell, head in row if cell <= YES_OR_NO or any(one <= cell for one in asked))
    said_of_it = frozenset().union(*(cell for cell, _ in row), *meant)
    return keys - (frozenset().union(*(head for _, head in row)) - said_of_it)


def held_by(claim: Claim, sources: Mapping[int, Prepared], keys: frozenset[str]) -> set[Term]:
    """The terms that the chosen sentences, or the titles of their sources, hold."""
    return {
        term
        for term in claim.terms
        if any(one <= keys for source in sources.values() for one in wanted(term, source))
    }


def stands(term: Term, sources: Mapping[int, Prepared]) -> bool:
    """Whether a sentence of one of the sources holds a term, wherever."""
    return any(holding(source, one) for source in sources.values() for one in wanted(term, source))


def asks(asked: str) -> frozenset[str]:
    """The keys of what was asked."""
    return frozenset(key for one in said(asked[:4_000]) for key in one.keys) if asked else frozenset()


def says(term: Term, keys: frozenset[str]) -> bool:
    """Whether what has these keys says a term."""
    return any(one <= keys for one in term.wanted) or (bool(term.name) and f"n:{term.name}" in keys)
