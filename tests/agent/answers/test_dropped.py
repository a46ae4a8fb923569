"""What a text says of things that were dropped: left out where it is true, set apart where it speaks for them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.dropped import praises
from tests.agent.answers.test_shortlist import QUILL, looked_at, thing

FOLIO = thing("Folio Slate A5", 2)
HAS = "The Folio Slate A5 has a front light [2]."
WITHOUT = "The Folio Slate A5 works without a subscription [2]."


@pytest.mark.parametrize(
    "said",
    [
        "The Quill Basic has no front light [2].",
        "The Quill Basic costs €249 [2].",
        "The Quill Basic is out: it costs €249 [2].",
        "I do not recommend the Quill Basic at €249 [2].",
        "The Quill Basic costs €249 [2]. It has no front light [2].",  # "it" goes with it
        "- Quill Basic: €249 [2]",
        "## Quill Basic\n\nIt costs €249 [2].",
        "**Quill Basic**\n\n- costs €249 [2]\n- €249 [2]",
        "1. Quill Basic\n   - costs €249 [2]",
        "| Quill Basic | €249 | no | [2] |",
    ],
)
def test_what_is_true_of_a_thing_that_was_dropped_is_left_out_without_a_word(said: str) -> None:
    found = looked_at([QUILL, FOLIO], f"{WITHOUT}\n\n{said}\n\n# More\n\n{WITHOUT}")
    assert "quill" not in found.answer.text.lower() and "249" not in found.answer.text
    assert found.answer.text == f"{WITHOUT}\n\n# More\n\n{WITHOUT}"
    assert found.answer.unconfirmed == ()
    assert not [fault for fault in found.faults if "hard condition" in fault or "do not carry" in fault]


@pytest.mark.parametrize(
    "said",
    [
        "Take the Quill Basic at €249 [2].",
        "The Quill Basic is the best at €249 [2].",
        "Am besten nehmen Sie das Quill Basic für €249 [2].",
        "Polecam Quill Basic za €249 [2].",
        "Recomiendo el Quill Basic por €249 [2].",
        "Achetez le Quill Basic à €249 [2].",
        "おすすめは Quill Basic です [2]。",
        "The Quill Basic plays music loudly and clearly [2].",
        "The Quill Basic has no front light.",
        "- **Quill Basic**",
        "```\nQuill Basic\n```",
    ],
)
def test_what_speaks_for_it_or_is_not_carried_is_set_apart(said: str) -> None:
    found = looked_at([QUILL, FOLIO], f"{WITHOUT}\n\n{said}")
    assert found.answer.text == WITHOUT
    assert any("Quill Basic" in line for line in found.answer.unconfirmed)
    assert any("fails a hard condition" in fault for fault in found.faults)


def test_only_the_sentence_about_it_goes() -> None:
    text = (
        "The Quill Basic costs €249 [2]. The Folio Slate A5 works without a subscription [2]. It has no account [2]."
    )
    found = looked_at([QUILL, FOLIO], text).answer
    assert found.text == "The Folio Slate A5 works without a subscription [2]. It has no account [2]."
    assert found.unconfirmed == ()


@pytest.mark.parametrize(
    "said",
    [
        "None of the tablets that I read about fits [2].",
        "None of the tablets that I read about fits.",
        "Nothing meets every condition.",
        "No tablet qualifies.",
        "Keines der Geräte erfüllt alle Bedingungen.",
        "Żaden tablet nie spełnia warunków.",
        "Ninguna tableta cumple las condiciones.",
        "Aucune tablette ne remplit les conditions.",
        "条件を満たすものはありません。",
        "",
    ],
)
def test_that_nothing_qualifies_needs_no_source_where_it_is_so(said: str) -> None:
    found = looked_at([QUILL], said)
    assert (found.answer.text, found.answer.unconfirmed, found.answer.missing) == ("", (), "")
    assert found.faults == ()
    assert [one.name for one in found.answer.dropped] == ["Quill Basic"]
    empty = looked_at([], said or "Nothing fits.").answer
    assert empty.text and (empty.unconfirmed, empty.missing) == ((), "")


@pytest.mark.parametrize(
    "said", ["None of the tablets fits.", "None of the 12 tablets fits.", "No tablet costs less than that."]
)
def test_that_nothing_qualifies_is_not_believed_where_something_does_or_where_more_is_said(said: str) -> None:
    if "tablets fits" in said:
        assert looked_at([QUILL, FOLIO], f"{HAS}\n\n{said}").answer.unconfirmed == (said,)
    if said != "None of the tablets fits.":
        assert looked_at([QUILL], said).answer.unconfirmed == (said,)


@pytest.mark.parametrize("filler", ["あ", "Quill Basic ", "not x ", "no ", "a b ", "ない", "best ", "none fits "])
def test_sixty_thousand_characters_are_looked_at_in_one_pass(filler: str) -> None:
    text = f"The Quill Basic is not {filler * (60_000 // len(filler))}"
    began = time.thread_time()
    praises(text)
    assert time.thread_time() - began < 0.5, "a square of it takes many seconds"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is not the best.", False), ("It isn't what I would recommend.", False),
        ("It is not red. It is best.", True),
        ("お勧めしません。", False), ("お勧めは高くない。お勧めです。", True), ("最適ではないが、お勧めです。", True),
    ],
)  # fmt: skip
def test_a_refusal_is_no_praise(text: str, expected: bool) -> None:
    assert praises(text) is expected


words = st.text(alphabet="Quil Bascx.[2]\n#-*|`", max_size=40)


@given(words, words)
def test_whatever_is_written_around_it_its_name_stays_out_of_the_text(before: str, behind: str) -> None:
    found = looked_at([QUILL, FOLIO], f"{before} Quill Basic {behind}\n\n{WITHOUT}").answer
    assert "Quill Basic" not in found.text
    assert WITHOUT in found.text or not found.text
