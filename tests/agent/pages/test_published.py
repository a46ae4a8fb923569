"""A date is as exact as it was written, and what nobody knows is before nothing."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.pages.published import before, day, said_in


@pytest.mark.parametrize(
    ("written", "when"),
    [
        ("2026-03-02", "2026-03-02"),
        ("2026-03-02T23:30:00-08:00", "2026-03-02"),
        ("2026-03-02 10:00", "2026-03-02"),
        ("2026-3-2", "2026-03-02"),
        ("2026-03", "2026-03"),
        ("2026", "2026"),
        ("2026/03/02", "2026-03-02"),
        ("Mon, 02 Mar 2026 07:00:00 GMT", "2026-03-02"),
        ("March 2, 2026", "2026-03-02"),
        ("Sept. 2nd 2026", "2026-09-02"),
        ("2 March 2026", "2026-03-02"),
        ("2. März 2026", "2026-03-02"),
        ("02.03.2026", "2026-03-02"),
        ("12 października 2026 r.", "2026-10-12"),
        ("3 de marzo de 2026", "2026-03-03"),
        ("1er août 2026", "2026-08-01"),
        ("2026年3月2日", "2026-03-02"),
        ("2026年3月", "2026-03"),
        ("2026-02-30", ""),
        ("2026-13", ""),
        ("0001-01-01", ""),
        ("20260302123456", ""),
        ("03/04/2026", "2026"),  # which is the month nobody knows
        ("13/04/2026", "2026-04-13"),
        ("04/13/2026", "2026-04-13"),
        ("13-04-2026", "2026-04-13"),
        ("04/04/2026", "2026-04-04"),
        ("20260302", "2026-03-02"),
        ("20260302T070000Z", "2026-03-02"),
        ("2026.03.02", "2026-03-02"),
        ("2026. 3. 2.", "2026-03-02"),
        ("2026/3", "2026-03"),
        ("2-Mar-2026", "2026-03-02"),
        ("2nd of March, 2026", "2026-03-02"),
        ("March 2026", "2026-03"),
        ("marzec 2026", "2026-03"),
        ("marzo de 2026", "2026-03"),
        ("Monday, March 2, 2026", "2026-03-02"),
        ("Montag, 2. März 2026", "2026-03-02"),
        ("poniedziałek, 2 marca 2026", "2026-03-02"),
        ("lunes, 2 de marzo del 2026", "2026-03-02"),
        ("lundi 2 mars 2026", "2026-03-02"),
        ("2026년 3월 2일", "2026-03-02"),
        ("２０２６年３月２日（月）", "2026-03-02"),
        ("令和8年3月2日", "2026-03-02"),
        ("8 setiembre 2026", "2026-09-08"),
        ("8 decembre 2026", "2026-12-08"),
        ("2099-01-01", "2099-01-01"),
        ("2 Marcos 2026", ""),
        ("Maximum 5, 2026", ""),
        ("Ma 2026", ""),
        ("version 2026", ""),
        ("May 5", ""),
        ("3 days ago", ""),
        ("yesterday", ""),
        ("Mon, 99 Foo 2026", ""),
        ("", ""),
    ],
)
def test_a_date_in_its_usual_forms(written: str, when: str) -> None:
    assert day(written) == when


@pytest.mark.parametrize(
    ("page", "when"),
    [
        ("# Plan\n\nPublished: March 2, 2026\n\nWords", "2026-03-02"),
        ("# Plan\n\n**Published on** 2 March 2026 by Anna", "2026-03-02"),
        ("# Plan\n\n*Veröffentlicht am 2. März 2026*", "2026-03-02"),
        ("# 計画\n\n公開日：2026年3月2日", "2026-03-02"),
        ("# Plan\n\nData publikacji: 2.03.2026", "2026-03-02"),
        ("# Plan\n\nThe study was published 2 March 2020 elsewhere.", ""),
        ("# Plan\n\nPublished by nobody", ""),
        ("# Plan\n\nUpdated: 2 March 2026", ""),
        ("# Plan\n\nLast updated March 2, 2026", ""),
        ("# Plan\n\nStand: 2. März 2026", ""),
        ("# Plan\n\nZuletzt aktualisiert: 2. März 2026", ""),
        ("# Plan\n\nZaktualizowano 2 marca 2026", ""),
        ("# Plan\n\nMis à jour le 2 mars 2026", ""),
        ("更新日：2026年3月2日", ""),
        ("最終更新日：2026年3月2日 公開日：2020年1月1日", "2020-01-01"),
        ("# Plan\n\nPublished 1 January 2020 · Updated 2 March 2026", "2020-01-01"),
        ("# Plan\n\nOriginally published on 1 January 2020", "2020-01-01"),
        ("# Plan\n\nErstveröffentlicht am 1. Januar 2020", "2020-01-01"),
        ("# Plan\n\nPublished by Anna Bo on Friday, May 1, 2026", "2026-05-01"),
        ("# Plan\n\nPublished at 12:30 on 1 May 2026", "2026-05-01"),
        ("# Plan\n\n| Published | 2026-05-01 |", "2026-05-01"),
        ("# Plan\n\n*Published 2026-05-01*", "2026-05-01"),
        ("# Plan\n\nPublished: May 2026", "2026-05"),
        ("# Plan\n\nOpublikowano: piątek, 1 maja 2026", "2026-05-01"),
        ("# Plan\n\nRepublished: 2026-05-01", ""),
        ("# Plan\n\nUnpublished: 2026-05-01", ""),
        ("# Plan\n\nThe book, published 2 March 2020, sells.", ""),
        ("x\n" * 4_000 + "Published: 2026-03-02", ""),
    ],
)
def test_a_page_says_it_in_so_many_words_or_not(page: str, when: str) -> None:
    assert said_in(page) == when


@pytest.mark.parametrize(
    ("published", "after", "old"),
    [
        ("2026-02-28", "2026-03-01", True),
        ("2026-03-01", "2026-03-01", False),
        ("2025", "2026-03-01", True),
        ("2026", "2026-03-01", False),
        ("2026-02", "2026-03-01", True),
        ("2026-03", "2026-03-15", False),
        ("", "2026-03-01", False),
        ("2020-01-01", "", False),
        ("1 March", "2026-03-01", False),
    ],
)
def test_only_what_is_known_to_be_earlier_is_before(published: str, after: str, old: bool) -> None:
    assert before(published, after) is old


dates = st.dates(date(1900, 1, 1), date(2100, 1, 1))


@given(dates, st.sampled_from([4, 7, 10]), dates)
def test_less_of_a_date_is_never_before_what_its_whole_may_not_be(when: date, length: int, after: date) -> None:
    known = day(when.isoformat()[:length])
    assert known == when.isoformat()[:length]
    if before(known, after.isoformat()):
        assert when < after


@given(st.text(max_size=60))
def test_no_text_is_too_odd(text: str) -> None:
    when = day(text)
    assert when == "" or day(when) == when
    assert isinstance(said_in(text), str)
