"""A claim in another language than its source. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.grounding.abroad import called_abroad
from agent.grounding.choosing import Chosen, wanted
from agent.grounding.claims import Claim, Term
from agent.grounding.languages import language, scores
from agent.grounding.lines import sort_of
from agent.grounding.names import alike, names
from agent.grounding.passages import Prepared

_SURE = 3.0  # small words that leave no doubt about a language
_DENSE = 0.1  # of the words of a text that are small ones, at least, where it is prose
_READ_AT_MOST = 3_000  # characters of a passage that tell
_OTHER_SIGNS = ("ja", "zh", "ko", "ru", "el", "ar", "hi")


def is_foreign(claim: Claim, best: Chosen) -> bool:
    """Whether claim and source are in different languages, as far as that can be told. One with few small words that
    seems to be in another is not if the source has half of its others; one of which nothing tells the language is if
    none of its words stands there and what small words it has are rather those of another."""
    theirs, words, found = _spoken(best), _words(claim), scores(claim.plain)
    if not theirs or claim.code:
        return False
    held = sum(any(one <= best.keys for one in term.wanted) for term in words)
    same = max((found.get(code, 0.0) for code in theirs), default=0.0)
    if claim.language:
        few = found[claim.language] < _SURE or (claim.language == "zh" and "ja" in theirs)  # "重量" is both
        both = (
            found[claim.language] < _SURE and 2 * same >= found[claim.language]
        )  # "Extras: plus a track" is English
        misleads = both or (held and 2 * held >= len(words) and few)
        return claim.language not in theirs and not misleads and _is_prose(best)
    other = max((score for code, score in found.items() if code not in theirs), default=0.0)
    return bool(words) and not held and (other > same or (0 < other == same and bool(claim.quotes)))


def _words(claim: Claim) -> list[Term]:
    """The words of a claim that are its own: not those that it quotes."""
    return [term for term in claim.terms if term.kind in ("word", "spelled") and not _is_quoted(term, claim)]


def _spoken(best: Chosen) -> set[str]:
    """The languages of the first of the sentences, and of its passage; where there is none, of all passages."""
    if not best.sentences:
        return set(filter(None, best.source.languages))
    first = best.source.sentences[best.sentences[0]]
    text = best.source.passages[first.passage].text
    return set(filter(None, (language(text[first.start : first.end]), best.source.languages[first.passage])))


def _is_prose(best: Chosen) -> bool:
    """Whether what a source is in is told by its sentences: the small words in the names of a table tell nothing."""
    here = {best.source.sentences[one].passage for one in best.sentences[:1]} or range(len(best.source.passages))
    texts = (best.source.passages[one].text[:_READ_AT_MOST].split() for one in here)
    return any(_small(words) >= _DENSE * len(words) for words in texts)


def _small(words: list[str]) -> float:
    return max(scores(" ".join(word for word in words if not word[0].isupper())).values(), default=0.0)


def elsewhere(term: Term, best: Chosen) -> bool:
    """A name in another script, which code cannot compare."""
    latin = term.name.isascii() or not any(sign >= "\u0370" for sign in term.name)
    other = not _spoken(best).isdisjoint(_OTHER_SIGNS)
    return term.kind != "number" and (not term.hard or (bool(term.name) and latin == other))


def unsaid(claim: Claim, source: Prepared, sentences: Sequence[int]) -> list[Term]:
    """The names and numbers of a claim that what it quotes speaks nothing of, where that has others instead: "Adler
    was chairman" with "przewodniczył Paolo Venturi" as its quote, "20 kg" with "22 kg"."""
    keys = source.context.union(*(source.sentences[one].keys for one in sentences))
    return [*_unnamed(claim, source, sentences, keys), *_uncounted(claim, keys)]


def _uncounted(claim: Claim, keys: frozenset[str]) -> Iterator[Term]:
    counted = [term for term in claim.terms if term.kind in ("number", "spelled")]
    own = [term for term in counted if not _is_quoted(term, claim)]
    others = [term for term in counted if _is_quoted(term, claim) and not any(_is_same(term, one) for one in own)]
    for term in own:
        if any(_sort(term) == _sort(other) for other in others) and not any(one <= keys for one in term.wanted):
            yield term


def _is_same(one: Term, other: Term) -> bool:
    return not frozenset(one.wanted).isdisjoint(other.wanted)


def _sort(term: Term) -> str:
    return sort_of(frozenset().union(*term.wanted))


def _unnamed(claim: Claim, source: Prepared, sentences: Sequence[int], keys: frozenset[str]) -> list[Term]:
    own = [term for term in claim.terms if term.hard and term.name and not _is_quoted(term, claim)]
    others = [other for one in sentences for other in _named(source, one) if f"n:{other}" not in source.context]
    if all(any(_is_one(term, other) for term in own) for other in others):
        return []
    said = {term.end for term in own if any(one <= keys for one in wanted(term, source))}
    left = [term for term in own if term.end not in said and not any(_is_beside(claim, term, end) for end in said)]
    return [
        term for term in left if term.name.isascii() and (f"n:{term.name}" in source.index or not opens(term, claim))
    ]


def _named(source: Prepared, sentence: int) -> Iterator[str]:
    one = source.sentences[sentence]
    text, tongue = source.passages[one.passage].text[one.start : one.end], source.languages[one.passage]
    yield from (name.text for name in names(text, tongue) if name.sure and not name.code and name.text.isascii())


def _is_beside(claim: Claim, term: Term, end: int) -> bool:
    """Whether a name and the one that ends there are words of one."""
    start, stop = (end, term.start) if end <= term.start else (term.end, end)
    return claim.text[start:stop] in (" ", "-")


def _is_one(term: Term, other: str) -> bool:
    return any(alike(one, other, inflected=True) for one in (term.name, *called_abroad(term.name)))


def _is_quoted(term: Term, claim: Claim) -> bool:
    return any(one.start <= term.start < one.end for one in claim.quotes)


def opens(term: Term, claim: Claim) -> bool:
    """A lone capital at the beginning of a claim, which in another language's source need not be a name at all."""
    if term.kind != "name" or any(map(str.isalnum, claim.text[: term.start])):
        return False
    return not any(other.kind == "name" and 0 < other.start - term.end <= 2 for other in claim.terms)
