"""What is shown of a source for a claim, and which words of the claim found no support. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agent.grounding.choosing import Chosen, wanted
from agent.grounding.claims import Claim, Term
from agent.grounding.passages import Prepared, said

_GAP = 3  # characters between two sentences that are shown as neighbours
_BETWEEN = " … "


def shown(claim: Claim, best: Chosen, held: set[Term]) -> tuple[str, str, tuple[tuple[int, int], ...]]:
    """The excerpt out of the passage that most of the chosen sentences are of, its part, and the words that carry."""
    if not best.sentences:
        return "", best.source.passages[0].where, ()
    passages = [best.source.sentences[one].passage for one in best.sentences]
    passage = max(dict.fromkeys(passages), key=passages.count)
    sentences = headed(best.source, (one for one in best.sentences if best.source.sentences[one].passage == passage))
    keys = {key for term in held for one in wanted(term, best.source) if one <= best.keys for key in one}
    text = best.source.passages[passage].text
    places: list[tuple[int, int]] = []
    for one in sorted(sentences):
        start, end = best.source.sentences[one].start, best.source.sentences[one].end
        places += [(start + word.start, start + word.end) for word in said(text[start:end]) if word.keys & keys]
    excerpt, spans = cut(best.source, sentences, places)
    return excerpt, best.source.passages[passage].where, spans


def headed(source: Prepared, sentences: Iterable[int]) -> set[int]:
    """Sentences, and of the rows of tables among them the headers: they tell which column a "yes" stands in."""
    return {each for one in sentences for each in (source.headers.get(one, one), one)}


def cut(
    source: Prepared, sentences: Iterable[int], places: Iterable[tuple[int, int]]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """These sentences of one passage in their order, and these places of the passage as places of the excerpt."""
    listed = [source.sentences[one] for one in sorted(sentences)]
    text = source.passages[listed[0].passage].text
    pieces: list[tuple[int, int]] = []
    for sentence in listed:
        if pieces and sentence.start - pieces[-1][1] <= _GAP:
            pieces[-1] = (pieces[-1][0], sentence.end)
        else:
            pieces.append((sentence.start, sentence.end))
    marked: list[tuple[int, int]] = []
    at = 0
    for start, end in pieces:
        inside = ((max(start, one), min(end, other)) for one, other in places if one < end and other > start)
        marked += [(one - start + at, other - start + at) for one, other in inside]
        at += end - start + len(_BETWEEN)
    return _BETWEEN.join(text[start:end] for start, end in pieces), tuple(merged(marked))


def merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans in order, those that overlap or touch as one."""
    last: tuple[int, int] | None = None
    for start, end in sorted(spans):
        if last and start <= last[1]:
            last = last[0], max(last[1], end)
            continue
        if last:
            yield last
        last = start, end
    if last:
        yield last


def lacking(
    claim: Claim, lost: Sequence[Term], missing: Sequence[tuple[int, int]], denied: Sequence[str]
) -> tuple[str, ...]:
    """What of a claim found no support, as written, in its order; a quote as a whole."""
    alone = [term for term in lost if not any(start <= term.start < end for start, end in missing)]
    spans = merged([*missing, *((term.start, term.end) for term in alone)])
    return tuple(dict.fromkeys((*(claim.text[start:end] for start, end in spans), *denied)))


def written(claim: Claim, terms: Iterable[Term]) -> Iterator[str]:
    return (claim.text[start:end] for start, end in merged((term.start, term.end) for term in terms))
