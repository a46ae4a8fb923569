"""Of every source that a claim cites a reader sees what it holds, or that it holds nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened

FERRY = "The ferry to Velm costs 21 euros. Dogs are free."
TICKET = "A return ticket for the ferry to Velm is 21 euros in summer."
WEATHER = "The weather in Ostrand was fine yesterday."
GERMAN = "Die Fähre nach Velm ist im Sommer so teuer wie nie. Das sagt der Betreiber, und die Gäste sagen es auch."


def graded(claim: str, *pages: str, each: bool = True) -> Found:
    sources = {
        number: [Passage(address=f"https://e{number}.test/", title="", where="whole page", text=page)]
        for number, page in enumerate(pages, 1)
    }
    return found(claim, Opened.of(sources), list(sources), each=each)


def test_each_further_source_has_its_own_words_or_none() -> None:
    got = graded("The ferry to Velm costs 21 euros.", WEATHER, FERRY, TICKET)
    assert (got.number, got.grade, got.idle) == (2, "quoted", (1,))
    [also] = got.also
    assert (also.number, also.text) == (3, TICKET)
    assert {also.text[start:end] for start, end in also.spans} == {"ferry", "Velm", "21 euros"}


def test_of_a_source_in_another_language_nothing_is_said() -> None:
    got = graded("The ferry to Velm costs 21 euros.", FERRY, GERMAN)
    assert (got.also, got.idle) == ((), ())
    quoted = graded("The ferry to Velm costs 21 euros („im Sommer so teuer wie nie“).", FERRY, GERMAN)
    assert [one.number for one in quoted.also] + [quoted.number] in ([2, 1], [1, 2])


def test_where_nothing_carries_a_claim_no_source_is_told_apart() -> None:
    got = graded("Bicycles are forbidden on Sundays.", WEATHER, "Ducks swim.")
    assert (got.also, got.idle) == ((), ())


def test_it_is_looked_for_where_it_is_asked_for() -> None:
    got = graded("The ferry to Velm costs 21 euros.", FERRY, TICKET, each=False)
    assert (got.also, got.idle) == ((), ())


_texts = st.lists(st.sampled_from([*FERRY.split(), *TICKET.split(), "\n", "| a |", "12 %", "は", "."])).map(" ".join)


@given(_texts, st.lists(_texts, max_size=4))
def test_whatever_the_texts_their_words_are_verbatim(claim: str, pages: list[str]) -> None:
    got = graded(claim, *pages)
    for one in got.also:
        assert all(piece in pages[one.number - 1] for piece in one.text.split(" … "))
        assert all(0 <= start < end <= len(one.text) for start, end in one.spans)
    numbers = [got.number, *(one.number for one in got.also), *got.idle]
    assert len(numbers) == len(set(numbers)) and set(got.idle) <= set(range(1, len(pages) + 1))
