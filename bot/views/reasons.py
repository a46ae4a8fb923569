"""Why something is not confirmed, in words: what a statement lacks, why one was set apart, why a condition is open.
It tells what the facts of the run tell, and no more. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.answers.lacking import lacking
from agent.answers.naming import key
from agent.answers.offered import Offered, why_open
from agent.answers.shortlist import contradictions
from agent.facts import Answer, Candidate, Statement, Verdict
from bot.speech import Speech
from bot.views import safe

UNREAD = "The draft says more than is looked up."  # as agent/evidence.py says it
_WORD = 60  # characters


def lacks(say: Speech, one: Statement, at_most: int) -> str:
    """The words that found no support, by whether they stand in what is shown; of a statement of which nothing was
    found only the figures, which somebody may have worked out."""
    found = lacking(one)
    if one.grade == "not found":
        return say("lacks-figure", words=_listed(found.figures, at_most)) if found.figures else ""
    nowhere = say("lacks-nowhere", words=_listed(found.nowhere, at_most)) if found.nowhere else ""
    elsewhere = say("lacks-elsewhere", words=_listed(found.elsewhere, at_most)) if found.elsewhere else ""
    return " · ".join(filter(None, (nowhere, elsewhere)))


def _listed(words: Sequence[str], at_most: int) -> str:
    return safe.cut("; ".join(safe.words(word, _WORD) for word in words), at_most)


def why_apart(say: Speech, said: Answer, line: str, looked_for: Statement | None, at_most: int) -> str:
    """Why something was set apart: a statement that was looked for in its sources, or a line that was not."""
    if looked_for is not None:
        return lacks(say, looked_for, at_most) or say("grade-not-found")
    if any(key(name) in key(line) for one in said.dropped for name in (one.name, *one.also)):
        return say("apart-dropped")
    return say("apart-unread") if said.missing == UNREAD else say("apart-uncited")


def still_open(say: Speech, given: Offered, condition: str, one: Verdict | None, about: Candidate | None) -> str:
    """Why a condition could not be settled; "" where it was."""
    why = why_open(given, condition, one, about)
    if why == "contradictory":
        met, unmet = next((met, unmet) for id, met, unmet in contradictions(about) if id == condition)
        return say("open-contradictory", met=f"[{met}]", unmet=f"[{unmet}]")
    if why == "only found":
        return say("open-only-found")
    return (say("open-refused") if why == "refused" else say("open-nothing")) if why else ""
