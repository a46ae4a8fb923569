"""Two words match if they share their first letters: five at least, or all of the asked word where it is shorter."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.documents.words import Term, folded, indexed, stem, terms

patient = settings(deadline=None)  # the machine may be busy

letters = st.text("abcdeö", min_size=1, max_size=8)


def fit(question: str, text: str) -> float:
    """How well a text has the first word of a question."""
    return terms(question)[0].found(indexed(text))


@patient
@given(letters.filter(lambda word: len(word) >= 5), letters)
def test_long_words_match_exactly_the_words_with_the_same_first_five_letters(asked: str, word: str) -> None:
    asked, word = folded(asked), folded(word)
    assert (fit(asked, word) > 0) == (word[:5] == asked[:5])


@patient
@given(letters.filter(lambda word: 3 <= len(word) < 5), letters)
def test_short_words_match_the_words_that_begin_with_them(asked: str, word: str) -> None:
    assert (fit(asked, word) > 0) == folded(word).startswith(folded(asked))


@patient
@given(letters.filter(lambda word: len(word) < 3), letters)
def test_the_shortest_match_only_themselves(asked: str, word: str) -> None:
    assert (fit(asked, word) > 0) == (folded(asked) == folded(word))


@patient
@given(letters)
def test_the_very_word_fits_best(word: str) -> None:
    assert fit(word, f"before {word} after") == 1.0
    assert fit(word, f"before {word}x after") < 1.0


@patient
@given(st.text())
def test_every_term_of_any_question_is_quoted_words(question: str) -> None:
    for term in terms(question):
        assert term.exact.replace(" ", "")
        assert '"' not in term.exact + term.stem
        assert folded(term.exact) == term.exact
    assert len(terms(question)) <= 24


@patient
@given(st.text(min_size=1))
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    assert all(term.found(indexed(text)) > 0 for term in terms(text) if " " not in term.exact)


@pytest.mark.parametrize(
    ("asked", "text", "found"),
    [
        ("fakturze", "faktura", True),
        ("FAKTURY", "Fakturę", True),
        ("łódź", "Lodz", True),
        ("zażółć", "ZAZOLC", True),
        ("öljy", "Oljy", True),
        ("straße", "STRASSE", True),
        ("talossani", "talossa", True),
        ("talo", "talossa", True),
        ("talossa", "talo", False),
        ("kuusi", "kuu", False),
        ("2024", "20241", False),
        ("c++", "C++", True),
        ("c++", "c", False),
        ("C#", "c#", True),
        ("東京", "私は東京都に住む", True),
        ("京都", "私は東京都に住む", True),
        ("住", "私は東京都に住む", True),
        ("大阪", "私は東京都に住む", False),
        ("か", "が", False),
        ("ｶﾒﾗ", "カメラ", True),
        ("서울", "서울에서", True),
        ("报告", "年度报告。", True),
        ("Python", "Python入門", True),
        ("入門", "Python入門 guide", True),
        ("ไทย", "ประเทศไทย", True),
        ("й", "и", True),
    ],
)
def test_words_of_many_languages(asked: str, text: str, found: bool) -> None:
    assert (fit(asked, text) > 0) == found


def test_what_is_written_together_is_looked_for_whole_and_in_parts() -> None:
    assert terms("node.js") == (Term("node js"), Term("node", "node"), Term("js"))
    assert terms("budget,lease") == (Term("budget", "budge"), Term("lease", "lease"))
    assert terms("東京都")[0] == Term("東京 京都")


def test_a_question_without_words_looks_for_nothing() -> None:
    assert terms("") == terms('"" * - () AND'.replace("AND", "")) == terms("!!! ???") == ()


def test_stems() -> None:
    assert [stem(word) for word in ("faktura", "talo", "of", "2024", "東", "東京")] == [
        "faktu",
        "talo",
        "",
        "",
        "東",
        "",
    ]
