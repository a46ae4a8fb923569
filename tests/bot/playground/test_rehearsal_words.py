"""Words and sentences, as the rehearsal model compares and quotes them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground.rehearsal.sentences import sentences, tidy
from bot.playground.rehearsal.words import alike, content, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("approval", "approved"),
        ("migration", "migrate"),
        ("fee", "fees"),
        ("cities", "city"),
        ("travel", "traveller"),
        ("magazyn", "magazynu"),
    ],
)
def test_forms_of_a_word_are_alike(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("table", "tablets"),
        ("contract", "control"),
        ("2024", "2025"),
        ("interest", "interface"),
        ("art", "article"),
        ("", "s"),
    ],
)
def test_other_words_are_not(one: str, other: str) -> None:
    assert not alike(one, other)


@settings(deadline=None)
@given(st.text(max_size=12), st.text(max_size=12))
def test_alike_goes_both_ways(one: str, other: str) -> None:
    assert alike(one, other) == alike(other, one)


def test_numbers_times_and_codes_stay_whole() -> None:
    assert words("S-41 costs €1,450 at 17:45 in v2.1") == ["s41", "costs", "1450", "at", "17:45", "in", "v2.1"]
    assert content("What is the fee for Zürich?") == ["fee", "zurich"]


def test_paragraphs_lists_and_tables_are_cut_into_sentences() -> None:
    text = (
        "# Fees\n\nMembers pay €30. Guests, e.g. visitors, pay\n€45 in version\n5. Dogs are free!\n\n"
        "- Cats pay one euro each.\n\n"
        "| Who | Fee |\n|---|---|\n| Birds | €2 |\n\n```\ncode is left out here.\n```\nHow much is it?\n"
    )
    found = sentences(text)
    assert [s.text for s in found] == [
        "Members pay €30.",
        "Guests, e.g. visitors, pay €45 in version 5.",
        "Dogs are free!",
        "Cats pay one euro each.",
        "Birds | €2",
    ]
    assert (found[-1].context, found[-1].header) == ("Fees", "Who | Fee")


def test_link_targets_and_footnote_marks_do_not_get_into_quotes() -> None:
    assert [s.text for s in sentences("The [price list](https://a.example/p) is from May 2026.[12]")] == [
        "The price list is from May 2026."
    ]


@settings(deadline=None)
@given(st.text(max_size=300))
def test_every_sentence_stands_in_its_text(text: str) -> None:
    plain = " ".join(text.split())
    for sentence in sentences(text):
        assert all(word in plain or word in tidy(text) for word in sentence.text.split())
