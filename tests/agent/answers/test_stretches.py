"""A sentence whose parts cite apart is looked up by its parts where it fails as a whole."""

from __future__ import annotations

import pytest

from agent.answers.stretches import Stretch, stretches, together
from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened
from tests.agent.test_evidence import looked_at

TOLLS = Opened.of({
    number: [Passage(address=f"https://e.test/{number}", title="", where="all", text=text)]
    for number, text in (
        (1, "Trucks pay €7 on the bridge. Motorcycles pay €2 until the end of May. Buses are free."),
        (2, "From June, motorcycles pay €1.50. Cyclists pay nothing, and the toll for buses is €12."),
    )
})  # fmt: skip


def graded(sentence: str) -> Found:
    whole = found(sentence.replace(" [1]", "").replace(" [2]", ""), TOLLS, (1, 2))
    parts = [(one, found(one.text, TOLLS, one.numbers)) for one in stretches(sentence)]
    return together(whole, parts) if parts else whole


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Trucks pay €7 [1], and cars pay €2 [2].", [("Trucks pay €7", (1,)), ("and cars pay €2", (2,))]),
        ("Trucks pay €7 [1][2] and cars €2 [2] now.", [("Trucks pay €7", (1, 2)), ("and cars €2 now", (2,))]),
        ("Trucks pay between €7 [1] and €9 [2].", []),
        ("Trucks pay €7 [1] and cars pay €2 [1].", []),
        ("Trucks pay €7 and cars pay €2 [1][2].", []),
        ("Trucks pay €7.", []),
    ],
)
def test_the_parts_of_a_sentence_by_its_marks(sentence: str, parts: list[tuple[str, tuple[int, ...]]]) -> None:
    assert stretches(sentence) == [Stretch(*one) for one in parts]


def test_each_part_is_looked_up_in_its_own_source() -> None:
    sentence = "Trucks pay €7 [1], and motorcycles pay €1.50 [2]."
    assert found("Trucks pay €7, and motorcycles pay €1.50.", TOLLS, (1, 2)).vetoed
    assert graded(sentence).grade in ("supported", "quoted") and not graded(sentence).vetoed


@pytest.mark.parametrize(
    "sentence",
    [
        "Trucks pay €7 [1], and motorcycles pay €3 [2].",
        "Motorcycles pay €7 [1], and trucks pay €1.50 [2].",
        "Trucks pay €7 [1], and motorcycles pay €1.50 [1].",
    ],
)
def test_a_part_that_its_source_has_otherwise_fails(sentence: str) -> None:
    assert graded(sentence).grade in ("weak", "not found") and graded(sentence).vetoed


def test_a_sentence_that_cites_within_stays_in_an_answer() -> None:
    page = "The stand is eight inches wide and the cover of the reader is five inches wide."
    draft = "The reader costs 129 € [2], and the screen is seven inches wide [3]."
    found = looked_at(draft, page=page)
    assert (found.answer.text, found.answer.unconfirmed) == (draft, ())
    assert looked_at(draft.replace("seven", "eight"), page=page).answer.statements == ()
