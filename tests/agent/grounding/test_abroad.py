"""Places by their names in other languages."""

from __future__ import annotations

import pytest

from agent.facts import Passage
from agent.grounding.abroad import called_abroad
from agent.grounding.grading import found
from agent.grounding.passages import Opened


@pytest.mark.parametrize(
    ("one", "other"),
    [("germany", "niemcy"), ("spanien", "spain"), ("warsaw", "varsovie"), ("koln", "cologne"), ("wien", "viena")],
)
def test_a_place_has_its_names_in_other_languages_in_both_directions(one: str, other: str) -> None:
    assert other in called_abroad(one) and one in called_abroad(other)
    assert one not in called_abroad(one)


@pytest.mark.parametrize("word", ["berg", "anna", "essen", "marketing", ""])
def test_another_word_is_no_place(word: str) -> None:
    assert called_abroad(word) == ()


@pytest.mark.parametrize(("place", "vetoed"), [("Germany", False), ("Hungary", False), ("Portugal", True)])
def test_a_statement_may_name_a_place_in_its_own_language(place: str, vetoed: bool) -> None:
    page = "Spółka sprzedaje najwięcej mebli w Niemczech i na Węgrzech, a od 2024 roku także w Czechach."
    opened = Opened.of({1: [Passage(address="https://e.test/", title="", where="all", text=page)]})
    claim = (
        f"The company has been selling furniture in {place} („sprzedaje najwięcej mebli w Niemczech i na Węgrzech”)."
    )
    assert found(claim, opened, [1]).vetoed is vetoed
