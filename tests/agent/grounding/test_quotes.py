"""Where words stand to the letter, and where they only seem to."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.grounding.quotes import header, place, weight

PAGE = (
    "# The Folio\n\nThe **Folio Slate A5** costs €289.50 and\n   works without a “subscription” – since 2024.\n"
    "| Folio | 8.0 inch | yes |\nMit Frontbeleuchtung und Stift. Działa bez abonamentu.\n"
    "サブスクリプションは不要です。画面は8インチ。 It isn't heavy; 12,500 were sold. Café crème. So 3 * 4 _ 5."
)


@pytest.mark.parametrize(
    ("words", "stand"),
    [
        ("The Folio Slate A5 costs €289.50", "The **Folio Slate A5** costs €289.50"),
        ("the folio", ""),  # the case of the first letter alone is free
        ("the **Folio Slate A5**", "The **Folio Slate A5"),
        ("and works without", "and\n   works without"),
        ("Works  without\ta", "works without a"),
        ('without a "subscription" - since 2024', "without a “subscription” – since 2024"),
        ("»works without a«", "works without a"),
        ("since 2024.", "since 2024"),
        ("since 202", ""),
        ("costs €289", ""),
        ("€289.5", ""),
        ("12,500 were", "12,500 were"),
        ("2,500 were", ""),
        ("500 were sold", ""),
        ("olio", ""),
        ("work without", ""),
        ("| Folio | 8.0 inch | yes |", "Folio | 8.0 inch | yes"),
        ("Folio | yes", ""),
        ("mit Frontbeleuchtung", "Mit Frontbeleuchtung"),
        ("MIT Frontbeleuchtung", ""),
        ("działa bez abonamentu", "Działa bez abonamentu"),
        ("サブスクリプションは不要", "サブスクリプションは不要"),
        ("は不要です", "は不要です"),
        ("サブスクリプションが不要", ""),
        ("画面は8インチ", "画面は8インチ"),
        ("It isn’t heavy", "It isn't heavy"),
        ("Cafe\u0301 cre\u0300me", "Café crème"),
        ("Cafe creme", ""),
        ("The Folio … since 2024", ""),
        ("", ""),
        ("…", ""),
        ("***", ""),
        ("a.c", ""),
        ("3 * 4 _ 5", "3 * 4 _ 5"),
    ],
)
def test_words_stand_where_nothing_but_signs_and_spaces_differ(words: str, stand: str) -> None:
    span = place(words, PAGE)
    assert (PAGE[span[0] : span[1]] if span else "") == stand


@given(st.text(alphabet="ab1. “-*\n日", max_size=60), st.data())
def test_a_part_of_a_text_that_begins_and_ends_with_its_words_stands_in_it(text: str, data: st.DataObject) -> None:
    words = text.split()
    if not words:
        return
    first = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(words[first : data.draw(st.integers(first + 1, len(words)))])
    span = place(quote, text)
    assert span or not any(char.isalnum() for char in quote)


@given(st.text(max_size=80), st.text(max_size=200))
def test_what_is_found_is_a_part_of_the_text_with_the_same_letters(words: str, text: str) -> None:
    if span := place(words, text):
        found = text[span[0] : span[1]]
        assert letters(found) == letters(words)


def letters(text: str) -> list[str]:
    return [char for char in unicodedata.normalize("NFC", text.casefold()) if char.isalnum()]


def test_a_hostile_text_takes_no_longer_than_another() -> None:
    assert place("a b", "a" + " " * 100_000 + "c") is None
    assert place("* " * 500 + "a", "*" * 100_000) is None
    assert place("a " * 5_000, "a " * 20_000) is not None


@pytest.mark.parametrize(("words", "how_much"), [("", 0), ("no", 2), ("yes.", 3), ("不要", 4), ("…!", 0)])
def test_a_quote_weighs_its_letters(words: str, how_much: int) -> None:
    assert weight(words) == how_much


TABLE = (
    "# Tablets\n\n| Name | Price | Light |\n|:--|--:|---|\n| Folio | €289 | yes |\n| Quill | €249 | no |\n\n"
    "Quill | no light"
)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("Folio | €289", "| Name | Price | Light |"),
        ("Quill | €249 | no", "| Name | Price | Light |"),
        ("Quill | no light", ""),
        ("Tablets", ""),
        ("Name | Price", ""),
    ],
)
def test_a_row_has_the_header_of_its_table_and_what_is_none_has_none(words: str, named: str) -> None:
    assert header(TABLE, TABLE.index(words)) == named


@given(st.text("|-: a\n", max_size=40), st.integers(0, 40))
def test_a_header_is_a_line_of_the_text(text: str, at: int) -> None:
    assert header(text, min(at, len(text))) in text
