"""Quotes in blocks: the mark of a signature, of a lead-in, or behind it is for all of it."""

from __future__ import annotations

import pytest

from agent.answers.quoted import uncited, without_remains
from agent.answers.units import Unit, units
from tests.agent.test_evidence import looked_at

QUOTE = "> It costs 129 euros. It weighs 200 grams."
TWO = "> It costs 129 euros.\n>\n> It weighs 200 grams."


@pytest.mark.parametrize(
    "draft",
    [
        f"{QUOTE}\n> — Price [2]",
        f"{QUOTE}\n>\n> — Price [2]",
        f"{QUOTE}\n\n– *Price* [2]",
        f"{QUOTE}\n\n[2]",
        f"{QUOTE}\n> [2]",
        f"{QUOTE}\n\n— [2]",
        f"{QUOTE}\n\nSource: Price [2]",
        f"{QUOTE} — Price [2]",
        f"{QUOTE}\n> — the manufacturer [2]",
        f"{TWO}\n>\n> — Price [2]",
        f"{TWO}\n\n— Price [2]",
        f"{TWO}\n\n[2]",
        "> - It costs 129 euros.\n> - It weighs 200 grams.\n>\n> — Price [2]",
        "“The reader costs 129 euros. It weighs 200 grams.”\n\n— Price [2]",
        f"> [!IMPORTANT]\n{QUOTE} [2]",
        f"> [!WARNING]\n>\n{QUOTE} [2]",
        f"> [!tip] {QUOTE[2:]} [2]",
        f"{QUOTE} [2]\n> — Price",
    ],
)
def test_a_quote_is_looked_up_where_its_mark_points_and_shown_as_it_was(draft: str) -> None:
    found = looked_at(draft)
    assert (found.answer.text, found.answer.unconfirmed, found.faults) == (draft, (), ())
    said = " ".join(one.text for one in found.answer.statements)
    assert "129 euros" in said and "200 grams" in said and not set("—>!") & set(said) and "Price" not in said


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (f"Price [2] says:\n\n{TWO}", "Price says:\n\n> It costs 129 euros. [2]\n>\n> It weighs 200 grams. [2]"),
        (f"As it is put [2]:\n{QUOTE}", f"As it is put:\n{QUOTE} [2]"),
        (f"{TWO} [2]", "> It costs 129 euros. [2]\n>\n> It weighs 200 grams. [2]"),
    ],
)
def test_a_mark_above_or_within_is_for_each_of_its_paragraphs(draft: str, text: str) -> None:
    found = looked_at(draft)
    assert (found.answer.text, found.answer.unconfirmed, found.faults) == (text, (), ())


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (f"{QUOTE} It costs 300 dollars.\n> — Price [2]", f"{QUOTE}\n> — Price [2]"),
        (f"> It costs 300 dollars.\n{QUOTE}\n> — Price [2]", f"{QUOTE}\n> — Price [2]"),
        (f"{QUOTE}\n> It costs 300 dollars. [2]", f"{QUOTE} [2]"),
        (f"> [!NOTE]\n> It costs 300 dollars.\n{QUOTE} [2]", f"> [!NOTE]\n{QUOTE} [2]"),
        (f"{QUOTE}\n>\n> It costs 300 dollars.\n>\n> — Price [2]", f"{QUOTE}\n>\n> — Price [2]"),
        (f"{QUOTE} [2]\n>\n> It costs 300 dollars.", f"{QUOTE} [2]"),
        (f"> It costs 300 dollars. [2]\n>\n{QUOTE}", f"{QUOTE} [2]"),
    ],
)
def test_what_is_falsely_put_into_a_source_is_set_apart(draft: str, text: str) -> None:
    found = looked_at(draft)
    assert (found.answer.text, found.answer.unconfirmed) == (text, ("It costs 300 dollars.",))
    assert len(found.faults) == 1


@pytest.mark.parametrize("draft", ["> [!NOTE]\n>\n> {} [2]", "> {}\n> — Price [2]", "> {}\n\n— Price [2]"])
def test_nothing_is_left_of_a_quote_that_went(draft: str) -> None:
    found = looked_at(f"It weighs 200 grams [2].\n\n{draft.format('It costs 300 dollars.')}")
    assert found.answer.text == "It weighs 200 grams [2]."
    assert found.answer.unconfirmed == ("It costs 300 dollars.",)


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (f"{QUOTE}\n> — Clara Vogel [2]", f"{QUOTE} [2]"),
        (f"{TWO}\n>\n> — Clara Vogel [2]", f"{TWO}\n>\n> — [2]"),
    ],
)
def test_whose_words_they_are_is_looked_up_as_well(draft: str, text: str) -> None:
    found = looked_at(draft)
    assert (found.answer.text, found.answer.unconfirmed) == (text, ("— Clara Vogel",))


def test_an_item_behind_a_dash_is_no_signature() -> None:
    found = looked_at("The values are\n– It costs 129 euros [2]\n– It costs 300 dollars [2]")
    assert found.answer.unconfirmed == ("– It costs 300 dollars",)
    assert looked_at(f"{QUOTE}\n> – It is waterproof [3]").answer.statements[-1].text == "– It is waterproof"


def test_two_sources_within_a_quote_are_given_to_nothing_else() -> None:
    found = list(units("> A price [2].\n>\n> A width [3].\n>\n> A colour."))
    assert list(uncited(found)) == []
    found = list(units("> A price [2].\n>\n> A colour.\n\n> A width."))
    assert [places for places, _ in uncited(found)] == [[2]]


def test_of_a_quote_that_stays_in_part_the_signature_stays() -> None:
    blocks = [Unit("> A.", claims=True), Unit(">"), Unit("> B.", claims=True), Unit("> — Ulm Post")]
    assert [left for _, left in without_remains(zip(blocks, [None, *blocks[1:]], strict=True))] == [
        None,
        None,
        *blocks[2:],
    ]
    gone = without_remains(zip(blocks, [None, blocks[1], None, blocks[3]], strict=True))
    assert [left for _, left in gone] == [None, None, None, None]
