"""The answer: the opened sentences that carry the question's words best, each quoted with its number."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import groupby

from bot.playground.rehearsal import shortlist
from bot.playground.rehearsal.checks import Check
from bot.playground.rehearsal.reading import IN_CONTEXT, Quote, Reading, names, questions, read, says
from bot.playground.rehearsal.tongues import stock
from bot.playground.rehearsal.view import View

MOST = 6
# A further sentence must add this share of the question; one of the same source must rate this much of the best one;
# one of another source must hold this share of the words the best one holds.
GAIN, GAIN_ELSEWHERE, RIVAL, TIE, SAME_MATTER = 0.15, 0.25, 0.85, 0.97, 0.7
# What answers one question, unless a list is asked for; rows of one table that say as much may be a few more.
FEW, ROWS = 2, 4
_MANY = re.compile(
    r"\b(?:which (?:\w+ )?(?!(?:does|is|was|has)\b)\w+s\b|what are|list|all|every|compare|differences?|steps|changes|"
    r"changed|options|welche|jakie)\b",
    re.IGNORECASE,
)


def answer(view: View) -> str:
    """The final reply: quotes with marks, or that nothing opened answers; then the verdicts, or the candidates."""
    chosen = pick(view)
    if shortlist.is_meant(view) and (found := shortlist.things(view)):
        return finished(_of_these(view, found) or stock("nothing", view.task.language), shortlist.block(view, found))
    return finished(_body(chosen) or stock("nothing", view.task.language), verdicts(view, chosen))


def _of_these(view: View, found: Sequence[shortlist.Thing]) -> str:
    """What speaks for the best of those that fail nothing: of each the sentence that holds most of the question."""
    sound = [one for one in found if one.quotes and not shortlist.failing(view, one)]
    fitting = sorted(sound, key=lambda one: -shortlist.met(view, one))
    best = [max(one.quotes, key=lambda quote: (sum(quote.held.values()), -quote.place)) for one in fitting]
    return _body([quote for quote in dict.fromkeys(best) if quote.held][:FEW])


def _body(chosen: Sequence[Quote]) -> str:
    """Sentences as a list, rows under the header of their table."""
    if len(chosen) == 1 and not chosen[0].is_row:
        return chosen[0].line
    blocks: list[str] = []
    for (header, _), group in groupby(
        chosen, key=lambda q: (q.header if q.is_row else "", q.number if q.is_row else 0)
    ):
        quotes = list(group)
        blocks.append(_table(header, quotes) if header else "\n".join(f"- {quote.line}" for quote in quotes))
    return "\n\n".join(blocks)


def _table(header: str, rows: Sequence[Quote]) -> str:
    rule = "|---" * (header.count("|") + 1) + "|"
    return "\n".join([f"| {header} |", rule, *(f"| {row.line} |" for row in rows)])


def finished(body: str, block: str) -> str:
    return "\n\n".join(part for part in (body, block) if part)


def covers(view: View) -> bool:
    """Whether the opened sentences answer, as far as words tell: most of the words of every question of the goal."""
    return all(_is_covered(read(view, goal), goal) for goal in questions(view.task.goal))


def _is_covered(reading: Reading, goal: str) -> bool:
    chosen = _choose(reading, goal, MOST)
    together = _covered(chosen)
    return bool(chosen) and sum(reading.worth[w] * share for w, share in together.items()) >= 0.6 * reading.total


def pick(view: View) -> list[Quote]:
    """One or two sentences for each question of the goal, more where a list is asked for, six at most; in the order
    of their sources, the best source first."""
    chosen: dict[tuple[int, str], Quote] = {}
    for goal in questions(view.task.goal):
        reading = read(view, goal)
        best = _choose(reading, goal, MOST if _wants_many(view, goal) else FEW)
        for quote in [*best, *_for_conditions(reading, best)]:
            chosen.setdefault((quote.number, quote.text), quote)
    kept = list(chosen.values())[:MOST]
    order = list(dict.fromkeys(quote.number for quote in kept))
    return sorted(kept, key=lambda quote: (order.index(quote.number), quote.place))


def _wants_many(view: View, goal: str) -> bool:
    return view.task.kind == "shortlist" or _MANY.search(goal) is not None


def _choose(reading: Reading, goal: str, most: int) -> list[Quote]:
    allowed = [q for q in reading.quotes if q.held and not reading.violates(q) and _named(q, goal)]
    ranked = sorted((q for q in allowed if reading.fits(q)), key=lambda q: (-reading.rating(q), q.place))
    if not ranked:
        return []
    allowed = [q for q in allowed if not q.strange]
    chosen = _cover(reading, ranked[0], [ranked[0], *allowed], most)
    bar = RIVAL if _MANY.search(goal) else TIE
    rivals = _rivals(reading, [q for q in ranked if q in allowed], chosen, bar)
    rows = [q for q in rivals if q.is_row and q.header == ranked[0].header]
    return [*chosen, *rivals][: max(most, ROWS if rows else 0)]


def _named(quote: Quote, goal: str) -> bool:
    """Whether a sentence, or the headings above it, holds one of the names the question gives, if it gives any."""
    given = [name for name in names(goal) if not name.isdecimal()]
    return not given or any(name in quote.held for name in given)


def _cover(reading: Reading, first: Quote, allowed: Sequence[Quote], most: int) -> list[Quote]:
    """Greedy cover: the best sentence, then whichever adds most of the words still missing; one that is not of the
    sort asked for has to add more."""
    chosen = [first]
    while len(chosen) < most:
        covered = _covered(chosen)
        best = max(allowed, key=lambda q: _gain(reading, q, covered))
        if _gain(reading, best, covered) < (GAIN if best.fitting >= first.fitting else GAIN_ELSEWHERE):
            break
        chosen.append(best)
    return chosen


def _gain(reading: Reading, quote: Quote, covered: dict[str, float]) -> float:
    """What words of its own a sentence adds; half where it shares nothing else with the question but a name."""
    fresh = {w: s - covered.get(w, 0.0) for w, s in quote.held.items() if s > IN_CONTEXT and s > covered.get(w, 0.0)}
    gain = sum(reading.worth[word] * more for word, more in fresh.items()) / reading.total
    own = [word for word, share in quote.held.items() if share > IN_CONTEXT and word not in reading.names]
    return gain / 2 if len(own) < 2 and len(reading.worth) > 1 else gain


def _covered(chosen: Sequence[Quote]) -> dict[str, float]:
    """How well chosen sentences cover each word; what the heading above one says need not be said again."""
    covered: dict[str, float] = {}
    for quote in chosen:
        for word, share in quote.held.items():
            covered[word] = max(covered.get(word, 0.0), min(1.0, share / IN_CONTEXT))
    return covered


def _rivals(reading: Reading, ranked: Sequence[Quote], chosen: Sequence[Quote], bar: float) -> list[Quote]:
    """One sentence of every other source that speaks of the same matter, since sources may differ, and those of any
    source that rate nearly as well as the best."""
    best, cited = chosen[0], {quote.number for quote in chosen}
    others = {q.number: q for q in reversed(ranked) if q.number not in cited and _same_matter(reading, best, q)}
    near = [q for q in ranked if q not in chosen and any(_near(reading, q, c, bar) for c in chosen)]
    return list(dict.fromkeys([*list(others.values())[:2], *near]))


def _near(reading: Reading, quote: Quote, other: Quote, bar: float) -> bool:
    """Whether a sentence rates about as well as another and holds the same words, as two rows of one table do, or
    shows as many conditions to hold where several things are asked for."""
    as_good = bar < TIE and reading.met(quote) >= reading.met(other) > 0
    return as_good or (
        quote.held.keys() == other.held.keys() and reading.rating(quote) >= bar * reading.rating(other)
    )


def _same_matter(reading: Reading, best: Quote, other: Quote) -> bool:
    """Whether a sentence holds most of what the best one holds, and not just the name of the object, and is of the
    sort asked for if that one is."""
    shared = {w: min(share, other.held.get(w, 0.0)) for w, share in best.held.items()}
    worth = sum(reading.worth[w] * share for w, share in shared.items())
    own = [w for w, share in best.held.items() if share > IN_CONTEXT and w not in reading.names]
    is_about_it = not own or 2 * sum(1 for w in own if shared[w]) >= len(own)
    return (
        is_about_it and worth >= SAME_MATTER * reading.share(best) * reading.total and _as_fit(reading, other, best)
    )


def _as_fit(reading: Reading, other: Quote, best: Quote) -> bool:
    return other.fitting >= best.fitting and reading.met(other) >= reading.met(best)


def _for_conditions(reading: Reading, chosen: Sequence[Quote]) -> list[Quote]:
    """For each condition no chosen sentence shows to hold, one of the same sources that does."""
    numbers = {quote.number for quote in chosen}
    added: list[Quote] = []
    for one in reading.checks:
        rest = [q for q in reading.quotes if q.number in numbers and q not in chosen and says(one, q) == "met"]
        if rest and not any(says(one, q) == "met" for q in [*chosen, *added]):
            added.append(max(rest, key=lambda q: (reading.rating(q), -q.place)))
    return added


def verdicts(view: View, chosen: Sequence[Quote]) -> str:
    """The verdicts block, "" for a task without conditions. Sentences that contradict each other leave it unknown."""
    entries = [_verdict(name, one, chosen) for name, one in view.task.checks]
    return f"```verdicts\n{json.dumps(entries, ensure_ascii=False)}\n```" if entries else ""


def _verdict(name: str, one: Check, chosen: Sequence[Quote]) -> dict[str, object]:
    said = {says(one, quote): quote for quote in reversed(chosen)}
    said.pop("unknown", None)
    if len(said) != 1:
        return {"id": name, "verdict": "unknown", "number": 0}
    [(standing, quote)] = said.items()
    return {"id": name, "verdict": standing, "number": quote.number, "words": quote.text}
