"""A reader is asked once about a text, however often a draft repeats it."""

from __future__ import annotations

from agent.markdown.marks import marks
from agent.markdown.remembered import SHORT, forget, remembered


def test_equal_texts_are_read_once_whatever_their_length() -> None:
    read: list[tuple[str, int]] = []

    @remembered
    def length(text: str, more: int = 0) -> int:
        read.append((text, more))
        return len(text) + more

    long = "a" * (SHORT + 1)
    assert [length(text) for text in ("a", long, "a", long)] == [1, SHORT + 1, 1, SHORT + 1]
    assert read == [("a", 0), (long, 0)]
    assert length("a", 2) == length("a", more=2) == 3  # and what else it is given tells


def test_marks_between_formulas_are_those_outside_them() -> None:
    text = "It is $x=[1]$ [2]. " * 50 + "$$a_1=[3]$$ [4]"
    assert [mark.numbers for mark in marks(text)] == [(2,)] * 50 + [(4,)]


def test_what_is_forgotten_is_read_again() -> None:
    read: list[str] = []

    @remembered
    def length(text: str) -> int:
        read.append(text)
        return len(text)

    for text in ("a", "b" * (SHORT + 1)):
        length(text)
        forget()
        length(text)
    assert [len(text) for text in read] == [1, 1, SHORT + 1, SHORT + 1]
