"""Verdicts and ids as models write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.standings import condition_id, standing

READ = [
    ("met", "met"), ("Met.", "met"), ("yes", "met"), (True, "met"), ("true", "met"), ("satisfied", "met"),
    ("PASS", "met"), ("fulfilled", "met"), ("✅", "met"), ("met (see the row)", "met"), ("erfüllt", "met"),
    ("not met", "not met"), ("not_met", "not met"), ("not-met", "not met"), ("NotMet", "not met"),
    ("unmet", "not met"),
    ("failed", "not met"), ("fail", "not met"), ("no", "not met"), (False, "not met"), ("false", "not met"),
    ("not satisfied", "not met"), ("not met: it is not", "not met"), ("violated", "not met"), ("✗", "not met"),
    ("nicht erfüllt", "not met"), ("no cumple", "not met"), ("unknown", "unknown"), ("Unclear", "unknown"),
    ("not stated", "unknown"), ("not known", "unknown"), ("?", "unknown"),
    ("probably", None), ("partly met", None), ("not bad", None), ("met or not met", None), ("", None), (None, None),
    ([], None), (1, None), ("…", None),
]  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), READ)
def test_a_verdict_is_read_as_what_it_means(written: object, meant: str | None) -> None:
    assert standing(written, "must.1") == meant


@pytest.mark.parametrize("written", ["yes", "no", True, False, "No.", "nein"])
def test_yes_and_no_to_what_must_not_be_can_be_read_in_two_ways(written: object) -> None:
    assert standing(written, "must_not.1") is None
    assert standing("failed", "must_not.1") == "not met"
    assert standing("avoided", "must_not.1") == "met"


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("must.1", "must.1"), ("must_1", "must.1"), ("must-1", "must.1"), ("Must 1", "must.1"), ("MUST.01", "must.1"),
        (" must1 ", "must.1"), ("must.12", "must.12"), ("must_not.1", "must_not.1"), ("must-not-2", "must_not.2"),
        ("Must not 1", "must_not.1"), ("mustNot1", "must_not.1"), ("prefer_3", "prefer.3"),
        ("preference 3", "prefer.3"), ("must.1: is waterproof", "must.1"), ("must", "must"), ("light", "light"),
        ("must.1 and must.2", "must.1 and must.2"), (5, ""), (None, ""),
    ],
)  # fmt: skip
def test_an_id_is_read_as_the_one_that_a_task_has(written: object, id: str) -> None:
    assert condition_id(written) == id


@given(st.text(max_size=40))
def test_any_text_is_read_without_a_crash(written: str) -> None:
    assert standing(written, "must.1") in ("met", "not met", "unknown", None)
    assert condition_id(condition_id(written)) == condition_id(written)
