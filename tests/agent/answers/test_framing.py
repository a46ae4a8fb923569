"""What stands around claims: a topic stays, a figure or a name that no source has is a claim like others."""

from __future__ import annotations

import pytest

from agent.answers.units import Unit, beside
from tests.agent.test_evidence import looked_at, run_with

LIST = "- It costs 129 € [2].\n- It weighs 200 grams [2]."
TODAY = run_with().today[:10]
PAGE = "In 2023 Anna Berger of Frisia Lines tested it in Ulm and paid 1,600 yen for the case."


@pytest.mark.parametrize(
    "around",
    [
        "## Acme sold 4,000 units in 2019",
        "### Price: 249 EUR",
        "In 2019 Acme sold 4,000 units:",
        "Why did it sell 4,000 units?",
        "In 2019 Acme sold 4,000 units, I think?",
        "I read that it sold 4,000 units?",
        "## 4.8: what readers say",
        "*In 2019 Acme sold 4,000 units:*",
        "Laut Clara Vogel gilt:",
        "What the company Acme from Boston says:",
        "売上は4,000万円：",
        "Price: 249 EUR\n---",
    ],
)
def test_what_stands_around_claims_and_tells_what_no_source_does_is_set_apart(around: str) -> None:
    found = looked_at(f"{around}\n\n{LIST}", page=PAGE, text="How much is it?")
    assert len(found.faults) == 1
    assert found.faults[0].startswith("The words of the opened sources do not carry: “")
    assert found.answer.text == LIST
    assert len(found.answer.unconfirmed) == len(found.answer.unfound) == 1
    assert not [one for one in found.answer.statements if not one.numbers]


@pytest.mark.parametrize(
    "around",
    [
        "## Price And Weight",
        "## Key Findings",
        "## 1. Overview",
        "### Step 2: Install it",
        "## What happened in 2023",
        "### Price: 129 EUR",
        "## Opening hours in 2031",  # asked about
        "2 reasons:",
        f"As of {TODAY}:",
        "What Anna Berger says:",
        "Die wichtigsten Vorteile und Nachteile:",
        "最も重要な2つの点：",
        "Do you want me to look at 2019 as well?",
        "Soll ich auch in München suchen?",
        "Which one do you mean?",
    ],
)
def test_a_topic_a_count_what_was_asked_and_what_a_source_has_stay(around: str) -> None:
    found = looked_at(f"{around}\n\n{LIST}", page=PAGE, text="What are the opening hours in 2031?")
    assert (found.faults, found.answer.text) == ((), f"{around}\n\n{LIST}")


def test_a_count_may_be_of_what_was_set_apart_later() -> None:
    listed = f"{LIST}\n- It weighs 900 grams [2]."
    found = looked_at(f"## 3 facts\n\n{listed}", page=PAGE).answer
    assert found.text == f"## 3 facts\n\n{LIST}"


def test_of_a_lead_in_among_sentences_only_that_goes() -> None:
    found = looked_at("It costs 129 € [2]. In 2019 it sold 4,000 units:\n\n- It weighs 200 grams [2].").answer
    assert found.text == "It costs 129 € [2].\n\n- It weighs 200 grams [2]."


def test_a_table_keeps_its_head_without_the_cells_that_nothing_carries() -> None:
    rows = "|---|---|\n| weight | 200 grams [2] |"
    found = looked_at(f"| Acme | 4,000 sold in 2019 |\n{rows}").answer
    assert found.text == f"| Acme |  |\n{rows}" and found.unconfirmed == ("4,000 sold in 2019",)


@pytest.mark.parametrize(
    "asked",
    ["It costs 400 euros, doesn't it?", "Er kostet 400 Euro, oder?", "Kosztuje 400 euro, prawda?",
     "Cuesta 400 euros, ¿verdad?", "Il coûte 400 euros, n’est-ce pas ?", "400ユーロですよね？",
     "Did you know that it costs 400 euros?"],
)  # fmt: skip
def test_a_question_that_tells_is_a_statement(asked: str) -> None:
    alone = looked_at(f"{LIST}\n\n{asked}")
    assert alone.answer.text == LIST and alone.faults == (f"No source number stands behind: {asked}",)
    beside_one = looked_at(f"It weighs 200 grams [2]. {asked}")
    assert beside_one.answer.text == "It weighs 200 grams [2]." and len(beside_one.faults) == 1


def test_of_a_block_what_states_and_what_stands_beside_it_are_apart() -> None:
    unit = Unit("- It is red [2]. Is it? So it is [2]. Therefore:", claims=True, numbers=(2,))
    assert [unit.text[one.start : one.end] for one in beside(unit)] == ["Is it?", "Therefore:"]
    assert beside(Unit("```\nx\n```", form="code")) == []


SAYS = "The lamp is not dimmable. It can be used outdoors. Das Gehäuse bricht nicht leicht. Lampa nie jest cicha."


@pytest.mark.parametrize(
    "around",
    [
        "## The lamp is dimmable",
        "## The reader is not waterproof",
        "## Lampa jest cicha",
    ],
)
def test_a_sentence_above_that_says_the_contrary_of_its_sources_is_set_apart(around: str) -> None:
    found = looked_at(f"{around}\n\n{LIST}\n- The reader is waterproof [3].", page=SAYS)
    assert around not in found.answer.text and len(found.answer.unconfirmed) == 1 and len(found.faults) == 1


@pytest.mark.parametrize(
    "around",
    [
        "## The lamp is not dimmable",
        "## The lamp is well made",
        "The lamp works in the garden:",
        "## Die Lampe ist günstig",
        "Das Gehäuse ist stabil:",
        "## Lampa jest lekka",
        "## La lámpara es barata",
        "## La lampe est solide",
        "## Dimming is not possible",
        "What is not dimmable:",
        "## Why it is dimmable",
        "## Is the lamp dimmable?",
        "Here is what is dimmable:",
        "Check the dimmable lamp first:",
    ],
)
def test_one_that_sums_up_in_words_of_its_own_stays(around: str) -> None:
    found = looked_at(f"{around}\n\n{LIST}", page=SAYS)
    assert (found.faults, found.answer.text) == ((), f"{around}\n\n{LIST}")
