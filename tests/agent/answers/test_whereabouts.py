"""Where words stand: the very lines of a file, and the columns of a table."""

from __future__ import annotations

import pytest

from agent.answers.whereabouts import columns, rests_at, where
from agent.facts import Excerpt, Passage, Result, Verdict
from agent.ledger import Ledger

TEXT = "# Fares\n\n| Who | Price |\n|---|---|\n| Adult | €26 |\n| Child | €12 |\n\nDogs travel\nfree of charge."
WHERE = "lines 21-29 of 90"


def ledger(at: str = WHERE) -> Ledger:
    made = Ledger()
    made.take(Result(passages=(Passage(address="fares.md", title="Fares", where=at, text=TEXT),)))
    return made


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("| Child | €12 |", "lines 26-26 of 90"),
        ("| Who | Price | … | Child | €12 |", "lines 23-26 of 90"),
        ("Dogs travel\nfree of charge.", "lines 28-29 of 90"),
        ("Cats", WHERE),
        ("", WHERE),
    ],
)
def test_an_excerpt_stands_in_its_very_lines(words: str, lines: str) -> None:
    assert where(ledger(), Excerpt(number=1, text=words, where=WHERE)) == lines


def test_of_a_page_or_where_the_words_are_gone_what_was_written_down_has_to_do() -> None:
    assert where(ledger("whole page"), Excerpt(number=1, text="# Fares", where="whole page")) == "whole page"
    assert where(Ledger(), Excerpt(number=1, text="# Fares", where=WHERE)) == WHERE


@pytest.mark.parametrize(
    ("words", "lines", "head"),
    [
        ("Child | €12", "lines 26-26 of 90", "Who | Price"),
        ("dogs travel free of charge", "lines 28-29 of 90", ""),
        ("Cats", "", ""),
    ],
)
def test_a_verdict_has_its_lines_and_its_columns(words: str, lines: str, head: str) -> None:
    one = Verdict(condition="must.1", standing="met", number=1, words=words)
    assert (rests_at(ledger(), one), columns(ledger(), one)) == (lines, head)
    assert (rests_at(Ledger(), one), columns(Ledger(), one)) == ("", "")
