"""Words and sentences, as the rehearsal model compares and quotes them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground.rehearsal.sentences import sentences, tidy
from bot.playground.rehearsal.words import alike, content, words, written


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


@pytest.mark.parametrize(
    "sentence",
    [
        "Zebranie jest o godz. 17:30 przy ul. Krótkiej 4.",
        "Wpłaty do 14 maja 2027 r. Potem tylko w kasie, tel. 55 12.",
        "Die Fahrt dauert ca. 40 Minuten, z. B. Sonntags, bis zum 3. Oktober im Takt.",
        "The hut (see p. 12 and No. 7) lies approx. 900 m up, says Dr. Ahn of J. B. Hiking.",
        "It opens at 9 a.m. 365 days a year.",
        "Opłata wynosi 30 zł. 5 zł oddajemy.",
    ],
)
def test_no_sentence_ends_at_an_abbreviation(sentence: str) -> None:
    assert next(s.text for s in sentences(f"{sentence} The next one follows here.")) == sentence


def test_words_that_only_sometimes_are_abbreviations_end_sentences() -> None:
    text = "Our answer is no. Dogs stay out. We close at 5 p.m. The bar stays open. There are 12. Mats are free."
    assert len(sentences(text)) == 6


def test_what_an_item_says_of_its_first_words_stands_under_them() -> None:
    found = sentences("- Winch W-2 with a brake. It pulls 90 kg.\n- Order ropes. Owner: Ida Moe, open.\n")
    assert [s.text for s in found] == [
        "Winch W-2 with a brake.",
        "It pulls 90 kg.",
        "Order ropes. Owner: Ida Moe, open.",
    ]
    assert "W-2" in found[1].context


def test_a_query_keeps_hyphenated_words_whole() -> None:
    assert written("Is there an e-ink reader with a built-in 10-inch lamp, S-41?") == [
        "e-ink", "reader", "built-in", "10-inch", "lamp", "S-41",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("サーバーのサポート期限はいつですか", ["サーバー", "サポート", "期限"]),
        ("Green Tableは契約更新に何日前の通知が必要ですか", ["Green", "Table", "契約更新", "何日前", "通知", "必要"]),
        ("项目的截止日期是什么时候？", ["项目的截止日期是什么时候"]),
        ("이 계약의 마감일", ["이", "계약의", "마감일"]),
        ("これはなに", ["これはなに"]),
        ("e-ink端末 10-inch", ["e-ink", "端末", "10-inch"]),
    ],
)
def test_a_query_keeps_runs_of_one_script_whole(text: str, query: list[str]) -> None:
    assert written(text) == query


def test_letters_of_another_script_beside_a_word_do_not_cut_it() -> None:
    assert words("Green Tableは契約更新") == ["green", "table", "は契", "契約", "約更", "更新"]


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
