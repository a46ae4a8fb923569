"""How well opened sources carry a claim, by code alone, and the words that do. Pure.

Of each cited source the three sentences that together hold most of the claim are taken, wherever they stand. A claim
is as strong as its weakest clause; a number, date, name, identifier or quote that is missing forbids that it counts
as supported, and so does something else that stands in its place (rivals.py), and a "not" on one side only. Words of
another language carry nothing by themselves: only a verbatim quote does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agent.documents.words import folded
from agent.facts import Grade
from agent.grounding.claims import Claim, Quote, Term
from agent.grounding.derived import derived, says_so
from agent.grounding.languages import NEGATES, language, may_be
from agent.grounding.lines import YES_OR_NO, cells_of, heads
from agent.grounding.names import alike, of_a_country
from agent.grounding.negation import Polarity, polarity
from agent.grounding.passages import Opened, Prepared, said, spans_of
from agent.grounding.quantities import rounds_to
from agent.grounding.rivals import rivals

SENTENCES = 3
SUPPORTED = 0.6  # of the weight of the weakest clause
FOUND = 0.3  # of the weight of all of it
_CANDIDATES = 2_000  # sentences of one source that are compared for one claim
_INFLECTED = ("pl", "ru")
_FEW, _LONG = 5, 4  # words of a claim of which each tells; letters of one
_GAP = 3  # characters between two sentences that are shown as neighbours


@dataclass(frozen=True)
class Found:
    """What carries a claim.

    `excerpt` is verbatim out of one passage of source `number`: up to three sentences, the header of its table
    before a row, " … " between those that are no neighbours; `spans` are the (start, end) of the words in it that
    carry the claim, `lacking` the claim's words that found no support. `share` (0 to 1) ranks statements: how much
    of one is held, and how much of its weakest clause stands in one place, far less where a source has something
    else in the place of a number or a name; `vetoed` that it has, or that a number, date, name or identifier stands
    nowhere, which the asker did not give either; `agrees` that none is missing that code can compare, whoever gave
    it; `foreign` that the source is in another language; `tells` that the statement says more than a word that could
    be looked up.
    """

    grade: Grade
    number: int
    excerpt: str
    where: str
    spans: tuple[tuple[int, int], ...] = ()
    lacking: tuple[str, ...] = ()
    share: float = 0.0
    vetoed: bool = False
    foreign: bool = False
    tells: bool = True
    agrees: bool = True


@dataclass(frozen=True)
class _Chosen:
    """The sentences of one source that hold most of a claim, and the keys of what they say."""

    number: int
    source: Prepared
    sentences: tuple[int, ...]
    keys: frozenset[str]
    weight: float


def found(statement: str, opened: Opened, numbers: Sequence[int], asked: str = "") -> Found:
    """The best support for a statement in the opened sources of these numbers. What was `asked` supports nothing."""
    sources = {number: opened.sources[number] for number in dict.fromkeys(numbers) if number in opened.sources}
    claim = Claim.of(statement, _likely(statement, sources))
    if not sources:
        lacking = tuple(dict.fromkeys(_written(claim, claim.terms)))
        return Found("not found", 0, "", "", lacking=lacking, vetoed=any(term.hard for term in claim.terms))
    return _verbatim(claim, sources) or _weighed(claim, sources, asked)


def _likely(statement: str, sources: Mapping[int, Prepared]) -> str:
    """The language that a statement is in as far as its sources tell, or all of them together with it."""
    known = next((one for source in sources.values() for one in source.languages if one), "")
    texts = (passage.text[:500] for source in sources.values() for passage in source.passages[:3])
    return known or language("\n".join((statement, *texts)))


def restates(statement: str, asked: str) -> bool:
    """Whether a statement does no more than say what was asked, and says so: "You asked for a hotel in Ulm."."""
    claim, keys = Claim.of(statement[:500]), _asks(asked)
    said_so = _ASKING.match(claim.text)
    if said_so is None or len(statement) > 500 or len(list(spans_of(statement))) > 1:
        return False
    return all(_in(term, claim, keys) for term in claim.terms if term.start >= said_so.end())


# You asked, you want, your question; not "your": what is somebody's own may be a claim.
_ASKING = re.compile(
    r"[\s*_>-]*(?:(?:you(?:'ve|’ve| have)? (?:asked|ask|want(?:ed)?|wish|need|(?:are|were) looking|mentioned|said)"
    r"(?: (?:me|us))?(?: (?:about|for|to know|whether|if|which|what))?|(?:your|the) question (?:is|was)"
    r"|Sie (?:fragten|fragen|haben gefragt|möchten|suchen|wollten|wollen)(?: wissen)?"
    r"|du (?:fragst|hast gefragt|suchst|möchtest)"
    r"|(?:Ihre|deine|die) Frage (?:ist|war|lautete)|(?:pytasz|pytałeś|pytałaś|szukasz|chcesz|Twoje pytanie)"
    r"|(?:preguntas|preguntaste|buscas|quieres|usted (?:pregunta|busca|quiere))"
    r"|vous (?:demandez|cherchez|voulez|avez demandé)|tu (?:demandes|cherches|veux))\b|ご質問|お尋ね|お探し)",
    re.I,
)


# --- word for word -------------------------------------------------------------------------------------------------


def _verbatim(claim: Claim, sources: Mapping[int, Prepared]) -> Found | None:
    """The whole claim as it stands in a source, unless what stands before it there turns it around."""
    for number, source in sources.items():
        whole = source.wholes.get(claim.flow.text)
        if whole is not None:
            one = source.sentences[whole]
            return _word_for_word(number, source, (whole,), (one.start, one.end))
    for number, source in sources.items():
        for at, flow in enumerate(source.flows):
            for place in flow.finds(claim.flow):
                if _says_it(claim, source, at, *place):
                    return _word_for_word(number, source, source.at(at, *place)[:SENTENCES], place)
    return None


def _word_for_word(number: int, source: Prepared, sentences: Sequence[int], place: tuple[int, int]) -> Found:
    excerpt, spans = _cut(source, _headed(source, sentences), [place])
    where = source.passages[source.sentences[sentences[0]].passage].where
    return Found("quoted", number, excerpt, where, spans, share=1.0)


def _says_it(claim: Claim, source: Prepared, passage: int, start: int, end: int) -> bool:
    """One word has to be all that a sentence says; before more there must be no "not"."""
    sentences = source.at(passage, start, end)
    if not sentences:
        return False
    first, last = source.sentences[sentences[0]], source.sentences[sentences[-1]]
    text = source.passages[passage].text
    ahead, behind = text[first.start : start], text[end : last.end]
    bare = not any(map(str.isalnum, ahead + behind))
    if bare:
        return True
    words = [folded(word) for word in ahead.replace("'", " ").replace("’", " ").split()[-6:]]
    return len(claim.flow.places) > 1 and not any(word.strip(".,") in NEGATES for word in words)


# --- by weight -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Sorted:
    """The terms of a claim by what its sources make of them: those that are `held`; those that a source in another
    language cannot have as they are (`aside`); `beaten` by something else in
    their place, or `suspect` to be (the beaten among them); `stray`, numbers and names that do stand in a source, but
    nowhere near the rest; `strict`, those that forbid the claim; `lacking`, all that found no support."""

    held: set[Term]
    aside: set[Term]
    beaten: set[Term]
    suspect: set[Term]
    stray: set[Term]
    strict: list[Term]
    lacking: list[Term]

    @property
    def shaken(self) -> bool:
        return bool(self.suspect or self.stray)

    @property
    def trust(self) -> float:
        """What is left of the strength of a claim; another name in its place is the surest sign against it."""
        if self.beaten or any(term.kind == "name" for term in self.strict):
            return 0.1
        return 0.4 if self.suspect else 1.0


def _weighed(claim: Claim, sources: Mapping[int, Prepared], asked: str) -> Found:
    quoted, missing = _quotes(claim, sources)
    chosen = [_choose(claim, number, source, quoted.get(number, ())) for number, source in sources.items()]
    best = max(chosen, key=lambda one: one.weight)
    keys = frozenset().union(*(_offered(claim, one) for one in chosen))
    found = _held(claim, sources, keys)
    foreign = _is_foreign(claim, best)
    denied = () if foreign else _denied(claim, chosen, found)
    worked_out = {term for term in claim.terms for one in chosen if derived(term, claim, one.source, one.sentences)}
    terms = _sorted(claim, sources, found, best if foreign else None, asked, worked_out)
    vetoed = bool(terms.strict or missing or denied)
    grade = _grade(claim, terms.held | terms.aside, vetoed, foreign, bool(quoted), missing=bool(missing))
    tells = sum(term.weight for term in claim.terms) >= 2
    if tells and (grade == "weak" or (grade == "supported" and terms.lacking)) and _only_heads(chosen):
        grade = "not found"
    excerpt, where, spans = _shown(claim, best, terms.held)
    asking = _asks(asked)
    return Found(
        "weak" if terms.shaken and grade in ("quoted", "supported") else grade,
        best.number,
        excerpt,
        where,
        spans,
        _lacking(claim, terms.lacking, missing, denied),
        _strength(claim, sources, terms.held) * terms.trust * (0.5 if denied else 1.0),
        bool(missing) or any(not _in(term, claim, asking) for term in terms.strict),
        foreign,
        tells,
        agrees=not vetoed,
    )


def _only_heads(chosen: Iterable[_Chosen]) -> bool:
    """Whether headings are all that there is: they say what a part is about, and nothing of it."""
    found = [heads(one.source, sentence) for one in chosen for sentence in one.sentences]
    return bool(found) and all(found)


def _sorted(
    claim: Claim,
    sources: Mapping[int, Prepared],
    held: set[Term],
    foreign: _Chosen | None,
    asked: str,
    worked_out: set[Term],
) -> _Sorted:
    """What is `foreign` has no rivals, and no words that could be missed; what is `worked_out` has none either."""
    aside = {term for term in claim.terms if foreign and (_elsewhere(term, foreign) or _opens(term, claim))}
    doubted = [] if foreign else [one for one in rivals(claim, sources, wanted) if one.casts_doubt]
    won = {term for one in doubted if one.beats for term in one.terms}
    worked_out = {term for term in worked_out if term not in won or says_so(term, claim)}
    doubted = [one for one in doubted if not worked_out.issuperset(one.terms)]
    held = held | worked_out
    lost = {term for term in claim.terms if term not in held | aside}
    beaten = {term for one in doubted if one.beats for term in one.terms}
    suspect = {term for one in doubted for term in one.terms}
    hard = {term for term in lost if term.hard}
    excused = {term for term in hard if _was_asked(term, claim, sources, asked)}
    stray = set() if foreign else {term for term in hard - excused if _stands(term, sources)}
    strict = beaten | (hard - excused - stray)
    return _Sorted(
        held=(held | excused) - beaten,
        aside=aside - held,
        beaten=beaten,
        suspect=suspect,
        stray=stray,
        strict=[term for term in claim.terms if term in strict],
        lacking=[term for term in claim.terms if term in (suspect | lost) - excused],
    )


def _stands(term: Term, sources: Mapping[int, Prepared]) -> bool:
    return any(_holding(source, one) for source in sources.values() for one in wanted(term, source))


def _strength(claim: Claim, sources: Mapping[int, Prepared], held: set[Term]) -> float:
    """From 0.1 to 1: how much of a claim is held, and how much of its weakest clause stands in one place."""
    if not claim.terms:
        return 0.0
    weights = [term.weight for term in claim.terms]
    clauses: dict[int, int] = {}
    for at, term in enumerate(claim.terms):
        clauses[term.clause] = clauses.get(term.clause, 0) | 1 << at
    places = {place for source in sources.values() for place in _together(claim, source)}
    apart = (
        max((_sum(weights, place & clause) for place in places), default=0.0) / _sum(weights, clause)
        for clause in clauses.values()
    )
    return 0.1 + 0.9 * _share(claim.terms, held) ** 2 * min(apart)


def _together(claim: Claim, source: Prepared) -> Iterator[int]:
    """Of each sentence with the two before it, which terms of a claim they hold, or a title does, as bits."""
    masks = _masks(claim, source)
    titled = sum(
        1 << at for at, term in enumerate(claim.terms) if any(one <= source.context for one in wanted(term, source))
    )
    yield titled
    yield from (titled | mask | masks.get(one - 1, 0) | masks.get(one - 2, 0) for one, mask in masks.items())


def _grade(claim: Claim, held: set[Term], vetoed: bool, foreign: bool, quoted: bool, *, missing: bool) -> Grade:
    whole = sum(term.weight for term in claim.terms)
    share = sum(term.weight for term in held) / whole if whole else 0.0
    if foreign and whole >= 2:
        hard = [term for term in claim.terms if term.hard]
        if quoted and not vetoed:
            return "translated"
        return "not found" if hard and not quoted and not any(term in held for term in hard) else "weak"
    if whole < 2 and not vetoed:  # "Yes", "See": no claim that could be looked up
        return "weak"
    if share < FOUND:
        return "not found"
    if vetoed or not claim.whole or _weakest(claim, held) < SUPPORTED or _says_little(claim, held):
        return "weak"
    return "quoted" if quoted and not missing else "supported"


def _says_little(claim: Claim, held: set[Term]) -> bool:
    """Whether each word of a claim tells, since they are few and there is no number, and one is missing."""
    few = len(claim.terms) < _FEW and not any(term.kind == "number" for term in claim.terms)
    return few and any(term.kind == "word" and term.end - term.start >= _LONG for term in {*claim.terms} - held)


def _weakest(claim: Claim, held: set[Term]) -> float:
    clauses: dict[int, list[Term]] = {}
    for term in claim.terms:
        clauses.setdefault(term.clause, []).append(term)
    heavy = [terms for terms in clauses.values() if sum(term.weight for term in terms) >= 2] or [*clauses.values()]
    return min((_share(terms, held) for terms in heavy), default=0.0)


def _share(terms: Sequence[Term], held: set[Term]) -> float:
    return sum(term.weight for term in terms if term in held) / sum(term.weight for term in terms)


def _quotes(
    claim: Claim, sources: Mapping[int, Prepared]
) -> tuple[dict[int, tuple[int, ...]], list[tuple[int, int]]]:
    """The sentences that hold the claim's quotes, by source, where one is more than a word; and the places in the
    claim of those that stand nowhere."""
    where: dict[int, tuple[int, ...]] = {}
    missing: list[tuple[int, int]] = []
    for quote in claim.quotes:
        places = _places(quote, sources)
        if places is None:
            missing.append((quote.start, quote.end))
        elif quote.long:
            number, spans = places
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


def _choose(claim: Claim, number: int, source: Prepared, forced: Sequence[int]) -> _Chosen:
    """Whatever sentences add most, one after the other; the first ones where several add as much."""
    masks = _masks(claim, source)
    weights = [term.weight for term in claim.terms]
    chosen, covered = list(forced), 0
    for one in forced:
        covered |= masks.get(one, 0)
    while len(chosen) < SENTENCES and masks:
        best = max(masks, key=lambda one: (_sum(weights, masks[one] & ~covered), _sum(weights, masks[one]), -one))
        if not masks[best] & ~covered:
            break
        chosen.append(best)
        covered |= masks[best]
    keys = frozenset().union(*(source.sentences[one].keys for one in chosen))
    return _Chosen(number, source, tuple(chosen), keys, _sum(weights, covered) + len(forced))


def _sum(weights: Sequence[float], mask: int) -> float:
    total = 0.0
    while mask:
        low = mask & -mask
        total += weights[low.bit_length() - 1]
        mask ^= low
    return total


def _masks(claim: Claim, source: Prepared) -> dict[int, int]:
    """By sentence, which terms of a claim it holds, as bits. Words that stand everywhere choose none."""
    listed: list[tuple[int, list[int]]] = []
    for at, term in enumerate(claim.terms):
        places = {place for keys in wanted(term, source) for place in _holding(source, keys)}
        listed.append((at, sorted(places)))
    masks: dict[int, int] = {}
    for at, all_ in sorted(listed, key=lambda one: len(one[1])):
        for place in all_:
            if place in masks or len(masks) < _CANDIDATES:
                masks[place] = masks.get(place, 0) | 1 << at
    return masks


def _holding(source: Prepared, keys: frozenset[str]) -> set[int]:
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
        yield from (frozenset([f"n:{word}"]) for word in of_a_country(term.name))
    if term.about:
        yield from (frozenset([key]) for one in term.wanted for key in _near(next(iter(one)), source, term.about))


def _near(key: str, source: Prepared, about: str) -> Iterator[str]:
    kind, value, unit = key[:2], *key[2:].partition("|")[::2]
    for number in source.values:
        same = number[:2] == kind and number.partition("|")[2] == unit
        if same and rounds_to(Decimal(value), Decimal(number[2:].partition("|")[0]), about):
            yield number


def _offered(claim: Claim, chosen: _Chosen) -> frozenset[str]:
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


def _held(claim: Claim, sources: Mapping[int, Prepared], keys: frozenset[str]) -> set[Term]:
    """The terms that the chosen sentences, or the titles of their sources, hold."""
    return {
        term
        for term in claim.terms
        if any(one <= keys for source in sources.values() for one in wanted(term, source))
    }


def _was_asked(term: Term, claim: Claim, sources: Mapping[int, Prepared], asked: str) -> bool:
    """A name that the asker gave need not stand beside what is said of it, as long as the source has it somewhere."""
    return term.kind == "name" and _in(term, claim, _asks(asked)) and _stands(term, sources)


def _asks(asked: str) -> frozenset[str]:
    return frozenset(key for one in said(asked[:4_000]) for key in one.keys) if asked else frozenset()


def _in(term: Term, claim: Claim, keys: frozenset[str]) -> bool:
    return any(one <= keys for one in term.wanted) or (bool(term.name) and f"n:{term.name}" in keys)


# --- other languages and "not" -------------------------------------------------------------------------------------


def _is_foreign(claim: Claim, best: _Chosen) -> bool:
    """Whether claim and source are in different languages: as far as both can be told, or where that of the claim
    cannot, since none of its words but numbers and names stand there."""
    if not best.sentences:
        return False
    if not claim.language:
        words = [term for term in claim.terms if term.kind in ("word", "spelled")]
        held = any(one <= best.keys for term in words for one in term.wanted)
        theirs = best.source.languages[best.source.sentences[best.sentences[0]].passage]
        return bool(words) and not held and bool(theirs) and not may_be(claim.plain, theirs)
    first = best.source.sentences[best.sentences[0]]
    text = best.source.passages[first.passage].text
    theirs = language(text[first.start : first.end]) or best.source.languages[first.passage]
    whole = best.source.languages[first.passage]
    return bool(theirs) and claim.language not in (theirs, whole)


def _elsewhere(term: Term, best: _Chosen) -> bool:
    """A name in another script, which code cannot compare."""
    first = best.source.sentences[best.sentences[0]] if best.sentences else None
    latin = term.name.isascii() or not any(sign >= "\u0370" for sign in term.name)
    other = first is not None and best.source.languages[first.passage] in ("ja", "zh", "ko", "ru", "el", "ar")
    return term.kind != "number" and (not term.hard or (bool(term.name) and latin == other))


def _opens(term: Term, claim: Claim) -> bool:
    """A lone capital at the beginning of a claim, which in another language's source need not be a name at all."""
    if term.kind != "name" or any(map(str.isalnum, claim.text[: term.start])):
        return False
    return not any(other.kind == "name" and 0 < other.start - term.end <= 2 for other in claim.terms)


def _denied(claim: Claim, chosen: Iterable[_Chosen], held: set[Term]) -> tuple[str, ...]:
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
    return (ours.word,) if ours.word else tuple(_written(claim, terms))


def _plain_keys(claim: Claim, term: Term) -> Iterator[frozenset[str]]:
    yield from term.wanted
    if term.name:
        yield frozenset(key for one in said(claim.text[term.start : term.end]) for key in one.keys if key[:2] == "w:")


def _polarity_of(claim: Claim, chosen: _Chosen, held: set[Term]) -> Polarity:
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


# --- what is shown -------------------------------------------------------------------------------------------------


def _shown(claim: Claim, best: _Chosen, held: set[Term]) -> tuple[str, str, tuple[tuple[int, int], ...]]:
    """The excerpt out of the passage that most of the chosen sentences are of, its part, and the words that carry."""
    if not best.sentences:
        return "", best.source.passages[0].where, ()
    passages = [best.source.sentences[one].passage for one in best.sentences]
    passage = max(dict.fromkeys(passages), key=passages.count)
    sentences = _headed(best.source, (one for one in best.sentences if best.source.sentences[one].passage == passage))
    keys = {key for term in held for one in wanted(term, best.source) if one <= best.keys for key in one}
    text = best.source.passages[passage].text
    places: list[tuple[int, int]] = []
    for one in sorted(sentences):
        start, end = best.source.sentences[one].start, best.source.sentences[one].end
        places += [(start + word.start, start + word.end) for word in said(text[start:end]) if word.keys & keys]
    excerpt, spans = _cut(best.source, sentences, places)
    return excerpt, best.source.passages[passage].where, spans


def _headed(source: Prepared, sentences: Iterable[int]) -> set[int]:
    """Sentences, and of the rows of tables among them the headers: they tell which column a "yes" stands in."""
    return {each for one in sentences for each in (source.headers.get(one, one), one)}


def _cut(
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
    return _BETWEEN.join(text[start:end] for start, end in pieces), tuple(_merged(marked))


_BETWEEN = " … "


def _merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
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


def _lacking(
    claim: Claim, lost: Sequence[Term], missing: Sequence[tuple[int, int]], denied: Sequence[str]
) -> tuple[str, ...]:
    """What of a claim found no support, as written, in its order; a quote as a whole."""
    alone = [term for term in lost if not any(start <= term.start < end for start, end in missing)]
    spans = _merged([*missing, *((term.start, term.end) for term in alone)])
    return tuple(dict.fromkeys((*(claim.text[start:end] for start, end in spans), *denied)))


def _written(claim: Claim, terms: Iterable[Term]) -> Iterator[str]:
    return (claim.text[start:end] for start, end in _merged((term.start, term.end) for term in terms))
