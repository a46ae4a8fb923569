"""What counts an answer's own statements is no claim about a source, unless the source counts so, too."""

from __future__ import annotations

import pytest

from agent.answers.counting import counts_with, label
from tests.agent.test_evidence import looked_at

PAGE = "Run `pip install reader` and then `reader --sync`. The warranty is two years."
COUNTING = "Option A has 16 GB of storage. Option B has 32 GB of storage."


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("Step 1: Run it.", ("step", "Run it.")),
        ("**Schritt 2:** Führe es aus.", ("schritt", "Führe es aus.")),
        ("__Option A__ – It is red.", ("option", "It is red.")),
        ("手順2：実行する", ("手順", "実行する")),
        ("**3)** It is red.", ("", "It is red.")),
        ("(iv) It is red.", ("", "It is red.")),
        ("②It is red.", ("", "It is red.")),
        ("Phase 2: 100 patients", ("", "Phase 2: 100 patients")),
        ("Step by step it goes.", ("", "Step by step it goes.")),
        ("Step 1", ("", "Step 1")),
    ],
)
def test_a_label_is_a_word_that_counts_with_its_number(statement: str, found: tuple[str, str]) -> None:
    word, start = label(statement)
    assert (word, statement[start:]) == found


def test_a_source_counts_with_a_word_where_a_number_follows_it() -> None:
    assert counts_with("step", ["Then step two."]) and counts_with("option", ["OPTION B"])
    assert not counts_with("step", ["The next step is easy.", "Footsteps 2"])


@pytest.mark.parametrize(
    "draft",
    [
        "**Step 1:** Run `pip install reader` [2].\n**Step 2:** Run `reader --sync` [2].",
        "Schritt 1: Run `pip install reader` [2].\nSchritt 2: Run `reader --sync` [2].",
        "- **Option A:** The warranty is two years [2].\n- **Option B** – It weighs 200 grams [2].",
        "**a)** It weighs 200 grams [2].\n**b)** The warranty is two years [2].",
    ],
)
def test_what_counts_statements_of_its_own_costs_them_nothing(draft: str) -> None:
    found = looked_at(draft, page=PAGE)
    assert (found.answer.text, found.answer.unconfirmed, found.faults) == (draft, (), ())
    assert len(found.answer.statements) == 2


def test_behind_such_a_label_a_statement_is_looked_up_as_ever() -> None:
    found = looked_at("**1)** It weighs 200 grams [2].\n**2)** Step 2: The warranty is nine years [2].", page=PAGE)
    assert found.answer.text == "**1)** It weighs 200 grams [2]."
    assert len(found.answer.unconfirmed) == 1


def test_where_the_source_counts_with_the_same_word_a_label_is_a_claim() -> None:
    swapped = looked_at(
        "Step 1: Run `reader --sync` [2].", page="Step 1: Open the box.\nStep 2: Run `reader --sync`."
    )
    assert swapped.answer.text == "" and swapped.answer.unconfirmed
    assert looked_at("Option B: 32 GB of storage [2].", page=COUNTING).answer.text


@pytest.mark.parametrize("sign", ["1️⃣", "2\u20e3", "🔟", ":white_check_mark:", ":star: :one:"])
def test_signs_that_count_or_point_are_no_words_of_a_claim(sign: str) -> None:
    found = looked_at(f"{sign} The reader costs 129 euros [2].")
    assert found.answer.text == f"{sign} The reader costs 129 euros [2]." and not found.faults


@pytest.mark.parametrize("heading", ["### 1.1 Price", "## A.1 Price", "### 2.3.1 What it costs"])
def test_a_number_of_a_heading_is_no_figure(heading: str) -> None:
    assert heading in looked_at(f"{heading}\n\nThe reader costs 129 euros [2].").answer.text


def test_a_figure_in_a_heading_is_one() -> None:
    assert looked_at("## 1.5 Million readers\n\nThe reader costs 129 euros [2].").answer.unconfirmed
