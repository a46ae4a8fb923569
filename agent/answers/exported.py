"""An answer as data, in the shape in which OpenAI's API has message content. Pure.

    {"type": "output_text", "text": "…", "annotations": [{"type": "url_citation", "start_index": 0, …}], …}

The text has no citation marks. Each annotation spans the claim that its source carries, from `start_index` up to but
without `end_index`, counted in characters (Unicode code points, as Python's `str` counts). Two sources of one claim
have the same span; any other two spans do not touch. A file is a `file_citation` at the `index` behind its claim.
Shapes: platform.openai.com/docs/api-reference/responses (output text); "evidence" and what follows it are ours.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from unicodedata import category

from agent.answers.deeplink import at_words
from agent.answers.lacking import lacking
from agent.answers.offered import NOTHING, Offered, why_open
from agent.answers.whereabouts import columns, rests_at, where
from agent.facts import Answer, Candidate, Excerpt, Source, Statement, Verdict
from agent.grounding.passages import ends_no_sentence
from agent.ledger import Ledger
from agent.markdown.marks import areas, cells, marks

Json = dict[str, object]
_SENTENCE = re.compile(r"(?<=\w\w)[.!?…][\"'”»)\]*_]*\s+(?=\S)|[。！？]\s*(?=\S)")
_LEAD = re.compile(r"[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?")
_NEITHER = " \t\r\n,;:.!?，、；：。！？|"  # what a claim does not begin with
_PLAIN = {ord("["): "(", ord("]"): ")", ord("【"): "(", ord("】"): ")"}
_AGAIN = 5  # times that a text is looked through for marks that the others had hidden


@dataclass(frozen=True)
class Claim:
    """A stretch [start, end) of a clean text, and the numbers of the sources that it cites."""

    start: int
    end: int
    numbers: tuple[int, ...]


def exported(answer: Answer, ledger: Ledger, given: Offered = NOTHING) -> Json:
    """The answer as JSON can hold it; lines and columns as far as the `ledger` still has the words. Why a verdict is
    unknown is told by what the drafts had `given` words for."""
    text, claims = without_marks(answer.text)
    sources = {source.number: source for source in answer.sources}
    verdicts: list[tuple[Candidate | None, Verdict]] = [(None, verdict) for verdict in answer.verdicts]
    verdicts += [(one, verdict) for one in (*answer.candidates, *answer.dropped) for verdict in one.verdicts]
    return {
        "type": "output_text",
        "text": text,
        "annotations": list(_annotations(claims, sources)),
        "evidence": [_evidence(one, sources, ledger) for one in answer.statements if one.excerpt],
        "unfound": [_evidence(one, sources, ledger) for one in answer.unfound],
        "denied": [_evidence(one, sources, ledger) for one in answer.denied],
        "verdicts": [_verdict(about, one, sources, ledger, given) for about, one in verdicts],
        "sources": [_source(source) for source in answer.sources],
        "candidates": [_candidate(one) for one in answer.candidates],
        "dropped": [_candidate(one) for one in answer.dropped],
        "unconfirmed": list(answer.unconfirmed),
        "assumed": list(answer.assumed),
        "unanswered": answer.unanswered,
        "missing": answer.missing,
        "partial": answer.partial,
    }


def sha256(words: str) -> str:
    """SHA-256 (hex) over the words in UTF-8."""
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()


def is_web(address: str) -> bool:
    return bool(re.match(r"https?://", address, re.I))


# --- the text and its claims ------------------------------------------------------------------------------------


def without_marks(text: str) -> tuple[str, tuple[Claim, ...]]:
    """(the text without its citation marks, the claims that these stood behind, in order)."""
    parts: list[str] = []
    cuts: list[tuple[int, tuple[int, ...]]] = []  # place in the clean text, numbers
    at = taken = 0
    for mark in marks(text):
        before = text[at : mark.start].rstrip(" \t")
        parts.append(before)
        taken += len(before)
        cuts.append((taken, mark.numbers))
        leads = text.startswith(" ", mark.end) and not text[text.rfind("\n", 0, mark.start) + 1 : mark.start].strip()
        at = mark.end + (1 if leads else 0)  # what begins a line does not leave it with a space
    clean = _unmarked("".join([*parts, text[at:]]))
    return clean, tuple(_claims(clean, _joined(cuts)))


def _joined(cuts: Sequence[tuple[int, tuple[int, ...]]]) -> dict[int, tuple[int, ...]]:
    """Marks side by side are behind the same claim."""
    found: dict[int, tuple[int, ...]] = {}
    for place, numbers in cuts:
        found[place] = tuple(dict.fromkeys((*found.get(place, ()), *numbers)))
    return found


def _unmarked(clean: str) -> str:
    """What only became a mark when others went ("[ [9]7]") loses its brackets, and nothing its place."""
    for _ in range(_AGAIN):
        edges = [0, *(edge for mark in marks(clean) for edge in (mark.start, mark.end)), len(clean)]
        if len(edges) == 2:
            return clean
        pieces = [clean[one:other] for one, other in pairwise(edges)]
        clean = "".join(piece.translate(_PLAIN) if at % 2 else piece for at, piece in enumerate(pieces))
    return clean.translate(_PLAIN)


def _claims(clean: str, cuts: dict[int, tuple[int, ...]]) -> Iterator[Claim]:
    bounds = list(_bounds(clean)) if cuts else []
    places = [*cuts, len(clean)]
    done = at = 0
    for place, following in pairwise(places):
        while at + 1 < len(bounds) and bounds[at + 1][0][0] <= place:
            at += 1
        inside = bounds and bounds[at][0][0] <= place <= bounds[at][0][1]
        (first, last), (row, end) = bounds[at] if inside else (_line(clean, place), (place, place))
        found = _stretch(clean, _sentence(clean, max(done, first), place), place)
        found = found or _stretch(clean, max(done, place), min(following, last))
        # A mark in a cell of its own is that of its row.
        found = found or _stretch(clean, max(done, row), place) or _stretch(clean, place, min(following, end))
        if found:
            done = found[1]
            yield Claim(*found, cuts[place])


def _bounds(clean: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """[start, end) of what holds claims, in order: paragraphs, items, headings, the cells of tables; and of the row
    that a cell is of."""
    for area in areas(clean):
        if area.kind == "row":
            yield from ((cell, (area.start, area.end)) for cell in cells(clean, area.start, area.end))
        elif area.kind == "prose":
            lead = _LEAD.match(clean, area.start, area.end)
            whole = (lead.end() if lead else area.start), area.end
            yield whole, whole


def _line(clean: str, place: int) -> tuple[int, int]:
    first, last = clean.rfind("\n", 0, place) + 1, clean.find("\n", place)
    return first, last if last >= 0 else len(clean)


def _sentence(clean: str, first: int, place: int) -> int:
    """Where the last sentence before a place begins."""
    ends = [
        found.end()
        for found in _SENTENCE.finditer(clean, first, place)
        if found.end() < place and not ends_no_sentence(clean, found.start() + 1, found.end())
    ]
    return ends[-1] if ends else first


def _stretch(clean: str, start: int, end: int) -> tuple[int, int] | None:
    """The stretch without what only surrounds a claim; None where no word, and no sign such as "✅", is left."""
    while start < end and clean[start] in _NEITHER:
        start += 1
    while start < end and clean[end - 1] in " \t\r\n|":
        end -= 1
    says = any(char == "_" or char.isalnum() or category(char) == "So" for char in clean[start:end])
    return (start, end) if says else None


# --- as JSON ------------------------------------------------------------------------------------------------------


def _annotations(claims: Sequence[Claim], sources: dict[int, Source]) -> Iterator[Json]:
    for claim in claims:
        for number in claim.numbers:
            if number in sources:
                yield _annotation(claim, sources[number])


def _annotation(claim: Claim, source: Source) -> Json:
    if not is_web(source.address):
        name = source.address.rpartition("/")[2] or source.address
        return {"type": "file_citation", "index": claim.end, "file_id": source.address, "filename": name}
    span = {"start_index": claim.start, "end_index": claim.end}
    return {"type": "url_citation", **span, "url": source.address, "title": source.title or source.address}


def _evidence(one: Statement, sources: dict[int, Source], ledger: Ledger) -> Json:
    best = Excerpt(number=one.number, text=one.excerpt, where=one.where, spans=one.spans)
    return {
        "statement": one.text,
        "numbers": list(one.numbers),
        "grade": one.grade or "ungraded",
        "lacking": list(one.lacking),
        "lacking_but_there": list(lacking(one).elsewhere),
        "second_opinion": _opinion(one),
        **_excerpt(best, sources, ledger),
        "also": [_excerpt(other, sources, ledger) for other in one.also],
        "idle": list(one.idle),
    }


def _excerpt(one: Excerpt, sources: dict[int, Source], ledger: Ledger) -> Json:
    return {
        "number": one.number,
        "address": _at(sources.get(one.number), one.text, one.spans),
        "where": where(ledger, one),
        "excerpt": one.text,
        "marked": [list(span) for span in one.spans],
        "sha256": sha256(one.text),
    }


def _opinion(one: Statement) -> Json | None:
    """What a model made of it, where it was asked and had an opinion; with `decides` the grade rests on that."""
    if not one.seconded:
        return None
    return {"by": "model", "says": one.seconded, "reason": one.doubt or None, "decides": one.raised}


def _verdict(
    about: Candidate | None, one: Verdict, sources: dict[int, Source], ledger: Ledger, given: Offered
) -> Json:
    of = {"candidate": about.name} if about else {}
    open_ = {"why": why} if (why := why_open(given, one.condition, one, about)) else {}
    rests = {"words": one.words, "sha256": sha256(one.words)} if one.words else {}
    head = {"columns": columns(ledger, one)} if rests else {}
    at = {"number": one.number, "address": _at(sources.get(one.number), one.words)} if one.number else {}
    lines = {"where": rests_at(ledger, one)} if at else {}
    return {**of, "condition": one.condition, "verdict": one.standing, **open_, **at, **lines, **rests, **head}


def _at(source: Source | None, words: str, spans: Sequence[tuple[int, int]] = ()) -> str:
    if source is None:
        return ""
    return source.address if source.opened == "the whole message" else at_words(source.address, words, spans)


def _source(source: Source) -> Json:
    retrieved = datetime.fromtimestamp(source.retrieved, UTC).isoformat() if source.retrieved else None
    known: Json = {"number": source.number, "title": source.title, "address": source.address}
    return {**known, "opened": source.opened, "published": source.published or None, "retrieved": retrieved}


def _candidate(one: Candidate) -> Json:
    return {"name": one.name, "also": list(one.also), "numbers": list(one.numbers), "why": one.why}
