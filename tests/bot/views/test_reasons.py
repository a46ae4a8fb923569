"""Why something is not confirmed or not settled."""

from __future__ import annotations

import pytest

from agent.answers.offered import Offered
from agent.answers.shortlist import ONLY_FOUND
from agent.facts import Answer, Candidate, Statement, Verdict
from bot import speech
from bot.views.reasons import UNREAD, still_open, why_apart

SAY = speech.speech("en")
GIVEN = Offered(frozenset({("", "must.1"), ("oldstove", "must.1")}))


@pytest.mark.parametrize(
    ("said", "line", "told"),
    [
        (Answer(), "It is popular.", "no opened source is cited for it"),
        (
            Answer(dropped=(Candidate(name="Old Stove"),)),
            "Take the Old-Stove.",
            "it is about something that was dropped",
        ),
        (Answer(dropped=(Candidate(name="Old Stove"),)), "It is loud.", "no opened source is cited for it"),
        (
            Answer(missing=UNREAD),
            "It is loud.",
            "not looked up: one statement too many, or no opened source is cited for it",
        ),
    ],
)
def test_a_line_that_was_not_looked_for_says_why(said: Answer, line: str, told: str) -> None:
    assert why_apart(SAY, said, line, None, 150) == told


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (Statement(text="So.", grade="not found", lacking=("saves",)), "not found in its sources"),
        (Statement(text="So.", grade="weak"), "not found in its sources"),
        (Statement(text="So.", grade="weak", lacking=("seven",)), "not found there: seven"),
        (
            Statement(text="So.", grade="not found", lacking=("saves", "€3.00")),
            "a figure that does not stand there, worked out or wrong: €3.00",
        ),
    ],
)
def test_a_statement_that_was_looked_for_says_what_lacks(one: Statement, told: str) -> None:
    assert why_apart(SAY, Answer(), one.text, one, 150) == told


REFUSED = "Words of a source were offered for this and refused: they do not stand there, or do not say it of this."
NOTHING = "No words of a source were offered for this."


@pytest.mark.parametrize(
    ("id", "about", "told"),
    [
        ("must.1", None, REFUSED),
        ("must.2", None, NOTHING),
        ("must.1", Candidate(name="Old Stove"), REFUSED),
        ("must.1", Candidate(name="New Stove"), NOTHING),
        ("must.1", Candidate(name="Old Stove", why=ONLY_FOUND), "Of its sources none was opened."),
        ("must.1", Candidate(name="A", why="must.1 met [4], not met [7]"), "By [4] it is met, by [7] it is not."),
    ],
)
def test_an_open_condition_says_why_it_is_open(id: str, about: Candidate | None, told: str) -> None:
    unknown = Verdict(condition=id, standing="unknown")
    assert still_open(SAY, GIVEN, id, unknown, about) == still_open(SAY, GIVEN, id, None, about) == told


def test_a_condition_that_is_settled_needs_no_reason() -> None:
    assert still_open(SAY, GIVEN, "must.1", Verdict(condition="must.1", standing="met", number=1), None) == ""
