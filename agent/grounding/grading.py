"""How well opened sources carry a claim, by code alone, and the words that do. Pure.

Of each cited source the three sentences that together hold most of the claim are taken, wherever they stand. A claim
is as strong as its weakest clause; a number, date, name, identifier or quote that is missing forbids that it counts
as supported, and so does something else that stands in its place (rivals.py), and a "not" on one side only. Words of
another language carry nothing by themselves: only a verbatim quote does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.documents.words import folded
from agent.facts import Excerpt, Grade
from agent.grounding.choosing import Chosen, asks, choose, held_by, offered, says
from agent.grounding.claims import Claim, Term
from agent.grounding.crossing import is_foreign, unsaid
from agent.grounding.denials import denied_words
from agent.grounding.derived import worked_out
from agent.grounding.excerpts import cut, headed, lacking, shown, written
from agent.grounding.initials import written_out
from agent.grounding.labels import bears, labelled
from agent.grounding.languages import LIGHT, language
from agent.grounding.lines import YES_OR_NO, heads, sort_of
from agent.grounding.others import others
from agent.grounding.passages import Opened, Prepared
from agent.grounding.ranking import strength, trusted
from agent.grounding.sorting import Sorted, sort
from agent.grounding.superlatives import contradicted
from agent.grounding.verbatim import quotes, verbatim

SUPPORTED = 0.58  # of the strength of a claim (ranking.py)
OF_CODE = 0.6  # of its weight: what it holds may stand anywhere
FOUND = 0.3  # of the weight of all of it
_DENIED = 0.25  # of the odds of a claim that has a "not" where its source has none, or the other way round
_FEW, _LONG = 5, 4  # words of a claim of which each tells; letters of one


@dataclass(frozen=True)
class Found:
    """What carries a claim.

    `excerpt` is verbatim out of one passage of source `number`: up to three sentences, the header of its table
    before a row, " … " between those that are no neighbours; `spans` are the (start, end) of the words in it that
    carry the claim, `lacking` the claim's words that found no support. `share` (0 to 1) ranks statements: how
    likely it is that a source carries one (ranking.py), far less where it has something else in the place of a number
    or a name; `vetoed` that it has, or that a number, date, name or identifier stands
    nowhere, which the asker did not give either; `agrees` that none is missing that code can compare, whoever gave
    it; `foreign` that the source is in another language; `tells` that the statement says more than a word that could
    be looked up. Of the other sources `also` has what they hold of it; those of `idle` hold nothing.
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
    also: tuple[Excerpt, ...] = ()
    idle: tuple[int, ...] = ()


def found(statement: str, opened: Opened, numbers: Sequence[int], asked: str = "", *, each: bool = False) -> Found:
    """The best support for a statement in the opened sources of these numbers, and what `each` of the others holds.
    What was `asked` supports nothing."""
    sources = {number: opened.sources[number] for number in dict.fromkeys(numbers) if number in opened.sources}
    claim = Claim.of(statement, _likely(statement, sources))
    if not sources:
        nothing = tuple(dict.fromkeys(written(claim, claim.terms)))
        return Found("not found", 0, "", "", lacking=nothing, vetoed=any(term.hard for term in claim.terms))
    claim = labelled(written_out(claim, sources), sources)
    whole = verbatim(claim, sources)
    best = _word_for_word(sources[whole[0]], *whole) if whole else _weighed(claim, sources, asked)
    further = list(others(claim, sources, best.number)) if each and len(sources) > 1 and best.excerpt else []
    also, idle = tuple(one for one in further if one.text), tuple(one.number for one in further if not one.text)
    return replace(best, also=also, idle=idle)


def _likely(statement: str, sources: Mapping[int, Prepared]) -> str:
    """The language that a statement is in as far as its sources tell, or all of them together with it."""
    known = next((one for source in sources.values() for one in source.languages if one), "")
    texts = (passage.text[:500] for source in sources.values() for passage in source.passages[:3])
    return known or language("\n".join((statement, *texts)))


def _word_for_word(source: Prepared, number: int, sentences: Sequence[int], place: tuple[int, int]) -> Found:
    excerpt, spans = cut(source, headed(source, sentences), [place])
    where = source.passages[source.sentences[sentences[0]].passage].where
    return Found("quoted", number, excerpt, where, spans, share=1.0)


def _weighed(claim: Claim, sources: Mapping[int, Prepared], asked: str) -> Found:
    quoted, missing = quotes(claim, sources)
    chosen = [choose(claim, number, source, quoted.get(number, ())) for number, source in sources.items()]
    best = max(chosen, key=lambda one: one.weight)
    held = held_by(claim, sources, frozenset().union(*(offered(claim, one) for one in chosen)))
    foreign = is_foreign(claim, best)
    denied = () if foreign else denied_words(claim, chosen, held)
    terms = sort(claim, sources, held, best if foreign else None, asked, worked_out(claim, chosen, held))
    vetoed = bool(terms.strict or missing or denied)
    strong = strength(claim, sources, terms.held)
    grade = _grade(claim, terms.held | terms.aside, strong, vetoed, foreign, bool(quoted), missing=bool(missing))
    tells = _can_be_looked_up(claim, terms, foreign)
    if tells and _is_a_topic(grade, terms, chosen):
        grade = "not found"
    against = _against(claim, chosen, sources, quoted, foreign)
    shaken = bool(against) or (not foreign and (terms.shaken or _label_is_bare(claim, sources, terms)))
    excerpt, where, spans = shown(claim, best, terms.held)
    return Found(
        grade="weak" if shaken and grade != "not found" else grade,
        number=best.number,
        excerpt=excerpt,
        where=where,
        spans=spans,
        lacking=lacking(claim, list(dict.fromkeys((*terms.lacking, *against))), missing, denied),
        share=trusted(strong, terms.trust * (_DENIED if denied else 1.0)),
        vetoed=bool(missing) or any(not says(term, asks(asked)) for term in terms.strict),
        foreign=foreign,
        tells=tells,
        agrees=not vetoed,
    )


def _against(
    claim: Claim,
    chosen: Sequence[Chosen],
    sources: Mapping[int, Prepared],
    quoted: Mapping[int, Sequence[int]],
    foreign: bool,
) -> list[Term]:
    """What speaks against a claim besides what stands in the place of its terms: what a quote in another language has
    instead, or what a table has by which something is no extreme."""
    if foreign:
        return [term for one, at in quoted.items() for term in unsaid(claim, sources[one], at)]
    most = contradicted(claim, chosen)
    return [term for term in claim.terms if term in most]


def _label_is_bare(claim: Claim, sources: Mapping[int, Prepared], terms: Sorted) -> bool:
    return claim.label > 0 and not bears(claim, sources, terms.held)


def _can_be_looked_up(claim: Claim, terms: Sorted, foreign: bool) -> bool:
    """Whether a claim says more than a word or two that stand anywhere; a bare yes or no is none."""
    told = _weight(claim.terms) >= 2 or (_is_predicate(claim) and (foreign or not terms.held))
    return told and not _answers(claim)


def _is_a_topic(grade: Grade, terms: Sorted, chosen: Iterable[Chosen]) -> bool:
    """Whether what carries a claim only says what some part is about; a date there says more: "## 4.2 (12 June)"."""
    dated = any(sort_of(frozenset().union(*term.wanted)) == "date" for term in terms.held)
    partly = grade == "weak" or (grade == "supported" and terms.lacking)
    return bool(partly) and not dated and _only_heads(chosen)


def _only_heads(chosen: Iterable[Chosen]) -> bool:
    """Whether headings are all that there is: they say what a part is about, and nothing of it."""
    found = [heads(one.source, sentence) for one in chosen for sentence in one.sentences]
    return bool(found) and all(found)


def _grade(
    claim: Claim, held: set[Term], strong: float, vetoed: bool, foreign: bool, quoted: bool, *, missing: bool
) -> Grade:
    whole = _weight(claim.terms)
    share = _share(claim.terms, held) if whole else 0.0
    if foreign and (whole >= 2 or _is_predicate(claim)):
        hard = [term for term in claim.terms if term.hard]
        if quoted and not vetoed:
            return "translated"
        return "not found" if hard and not quoted and not any(term in held for term in hard) else "weak"
    if _answers(claim) or (whole < 2 and not vetoed and (held or not _is_predicate(claim))):
        return "weak"  # "Yes", "See": nothing to look up
    if share < FOUND:
        return "not found"
    enough = share >= OF_CODE if claim.code else strong >= SUPPORTED
    if vetoed or not claim.whole or not enough or _says_little(claim, held):
        return "weak"
    return "quoted" if quoted and not missing else "supported"


def _is_predicate(claim: Claim) -> bool:
    """Whether a claim that says one thing says it of something: "It is forbidden"; not "Yes", nor "These fit", nor
    what leads in to something else ("It says:")."""
    return (
        not claim.text.rstrip().endswith((":", "："))
        and len(claim.flow.places) > 1
        and any(_tells(term, claim) for term in claim.terms)
    )


def _answers(claim: Claim) -> bool:
    """Whether a claim is a bare yes or no."""
    return len(claim.flow.places) == 1 and f"n:{claim.flow.text.strip()}" in YES_OR_NO


def _says_little(claim: Claim, held: set[Term]) -> bool:
    """Whether each word of a claim tells, since they are few and there is no number, and one is missing. A name of
    several words is one of them; a verb that could be "has" is none."""
    if any(term.kind == "number" for term in claim.terms):
        return False
    further = sum(_goes_on(claim, one, other) for one, other in pairwise(claim.terms))
    return len(claim.terms) - further < _FEW and any(_tells(term, claim) for term in {*claim.terms} - held)


def _goes_on(claim: Claim, one: Term, other: Term) -> bool:
    """Whether a word stands in one name with the one before it."""
    return other.kind == "name" and claim.text[one.end : other.start] == " " and claim.text[one.start].isupper()


def _tells(term: Term, claim: Claim) -> bool:
    written = claim.text[term.start : term.end]
    dense = written[0] >= "\u3005"
    return not term.hard and (dense or len(written) >= _LONG) and folded(written) not in LIGHT


def _share(terms: Sequence[Term], held: set[Term]) -> float:
    return _weight(term for term in terms if term in held) / _weight(terms)


def _weight(terms: Iterable[Term]) -> float:
    return sum(term.weight for term in terms)
