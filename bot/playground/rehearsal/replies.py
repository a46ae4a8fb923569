"""What a message answers: which of the open questions it settles, in an option's words or in one's own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.playground.rehearsal.checks import check, family, quantities
from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.limits import as_before, bare, clauses, framed
from bot.playground.rehearsal.vague import DEFAULT, NO_MATTER, Unclear, even
from bot.playground.rehearsal.wishes import trim, wishes
from bot.playground.rehearsal.words import among, content, words

LONGEST = 10  # words of a part of a message that answers

_THE_REST = frozenset(each("rest others everything remaining anything all both questions rest ubrige alles reszta"))


@dataclass(frozen=True)
class Pending:
    """A question nobody has settled so far, and its options as they were shown."""

    unclear: Unclear
    options: tuple[str, ...]


@dataclass(frozen=True)
class Settled:
    """What a message settles: for each question the condition's words ("" where it does not matter), and what the
    message says beyond."""

    answers: tuple[tuple[Pending, str], ...]
    rest: str


def settled(pending: Sequence[Pending], text: str) -> Settled:
    """What a message answers to open questions. A line "the question — the answer" answers that one first; every
    other part of the message answers whichever it fits."""
    answers: dict[str, str] = {}
    beyond: list[str] = []
    for line in text.splitlines():
        named, rest = _named(pending, line)
        answers |= named
        beyond += [rest] if rest else []
    left = [one for one in pending if one.unclear.question not in answers]
    free, rest = _in_own_words(left, "\n".join(beyond))
    answers |= free
    given = tuple((one, answers[one.unclear.question]) for one in pending if one.unclear.question in answers)
    return Settled(given, rest if given else text)


def _named(pending: Sequence[Pending], line: str) -> tuple[dict[str, str], str]:
    """The answer to the question a line repeats, and the rest of the line."""
    asked, dash, said = line.partition(" — ")
    known = set(words(asked))
    one = next((p for p in pending if dash and said.strip() and set(words(p.unclear.question)) <= known), None)
    if one is None:
        return {}, line
    answer, rest = _own(one, said.strip())
    return {one.unclear.question: answer}, rest


def _own(one: Pending, said: str) -> tuple[str, str]:
    if DEFAULT.fullmatch(even(said)):
        return stated(one, one.unclear.default), ""
    parts = clauses(said)
    fitting = next((part for part in parts if _answer(one, part, alone=True) is not None), None)
    if said in one.options or fitting is None or len(parts) == 1:
        return _no_matter(said) or stated(one, said), ""
    return _answer(one, fitting, alone=True) or "", "; ".join(part for part in parts if part != fitting)


def _no_matter(said: str) -> str | None:
    return "" if NO_MATTER.search(even(said)) and len(said.split()) <= LONGEST else None


def _in_own_words(pending: Sequence[Pending], text: str) -> tuple[dict[str, str], str]:
    if not pending or " — " in text:
        return {}, text
    if DEFAULT.fullmatch(even(text)):
        return {one.unclear.question: stated(one, one.unclear.default) for one in pending}, ""
    answers, beyond = _by_clause(pending, clauses(text))
    left = [one for one in pending if one.unclear.question not in answers]
    if answers and len(left) == 1:  # What fitted several before may fit the last one that is open.
        more, beyond = _by_clause(left, beyond)
        answers |= more
    return answers, "; ".join(beyond)


def _by_clause(pending: Sequence[Pending], parts: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    answers: dict[str, str] = {}
    beyond: list[str] = []
    for clause in parts:
        fitting = _fitting(pending, clause)
        answers |= {question: said for question, said in fitting.items() if question not in answers}
        beyond += [] if fitting or not content(clause) else [clause]
    return answers, beyond


def _fitting(pending: Sequence[Pending], clause: str) -> dict[str, str]:
    """The questions that one part of a message settles. "The rest does not matter" settles what nothing else does."""
    if len(clause.split()) > LONGEST or clause.endswith("?"):
        return {}
    if NO_MATTER.search(even(clause)):
        return {one.unclear.question: "" for one in _unimportant(pending, clause)}
    found = {one.unclear.question: _answer(one, clause, alone=len(pending) == 1) for one in pending}
    return {question: said for question, said in found.items() if said is not None}


def _unimportant(pending: Sequence[Pending], clause: str) -> list[Pending]:
    """The questions whose matter a clause names as of no importance; all of them where it names nothing."""
    subject = content(NO_MATTER.sub(" ", even(clause)))
    meant = [one for one in pending if any(among(word, one.unclear.scale.topics) for word in subject)]
    return list(pending) if not subject or any(word in _THE_REST for word in subject) else meant


def _answer(one: Pending, clause: str, *, alone: bool) -> str | None:
    """A part of a message as the answer to a question: an option, or a quantity that fits. `alone` says that no other
    question is open, so that any number of the right kind fits."""
    if NO_MATTER.search(even(clause)):
        return ""
    given = set(words(clause))
    for option in one.options:
        if content(option) and (set(words(option)) <= given or _means(option, one.options, clause)):
            return stated(one, option)
    return stated(one, clause) if _quantity_fits(one, clause, alone) else None


def _means(option: str, options: Sequence[str], clause: str) -> bool:
    """Whether a short part of a message holds a word that only this option has: "quality" for "highest quality"."""
    others = [word for other in options if other != option for word in content(other)]
    own = [word for word in content(option) if word not in others and word.isalpha() and len(word) > 4]
    return len(clause.split()) <= 5 and not quantities(clause) and any(among(word, content(clause)) for word in own)


def _quantity_fits(one: Pending, clause: str, alone: bool) -> bool:
    """Whether a clause has what settles the question beforehand, or a number that measures what the options do."""
    measured = {family(quantity) for quantity in quantities(clause)} - {""}
    known = {family(quantity) for option in one.options for quantity in quantities(option)}
    pattern = one.unclear.scale.settled
    if pattern.pattern == r"\d" or not pattern.search(even(clause)):
        return (alone or pattern.pattern == r"\d") and any(c.isdigit() for c in clause) and measured <= known
    return True


def stated(one: Pending, said: str) -> str:
    """An answer as a condition: "it must be under 20 pages, please" is "under 20 pages"; "250 euro" where the most it
    may cost was asked is "costs up to 250 euro"."""
    found = wishes(said).found
    text = found[0].text if len(found) == 1 else trim(said)
    short = bare(text) or text
    if one.unclear.bare and check(short, "must").bound is None and re.match(r"[€$£]?\s?\d", short):
        no_unit = re.fullmatch(r"\d[\d.,]*", short) is not None
        return framed(as_before(one.unclear.default, short) if no_unit else f"{one.unclear.bare} {short}")
    return framed(short if check(short, "must").bound else text)
