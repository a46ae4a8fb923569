"""A button's token: verified only as it was made, with the key it was made with."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.tokens import signer, verified

KEY, OTHER = b"k" * 32, b"o" * 32
characters = st.characters(codec=None, exclude_characters="|")
parts = st.lists(st.text(characters, max_size=20), min_size=1, max_size=6).filter(any)


@given(parts)
@example(["approve", "run-1", "12", "3.1", "0" * 64])
@example(["approve", "\ud83d"])
def test_a_token_comes_back_as_its_parts(given_: list[str]) -> None:
    assert verified(KEY, signer(KEY)(*given_)) == tuple(given_)


@given(parts, st.data())
def test_a_token_that_was_touched_is_none(given_: list[str], data: st.DataObject) -> None:
    token = signer(KEY)(*given_)
    at = data.draw(st.integers(0, len(token)))
    length = data.draw(st.integers(0, 2))
    touched = token[:at] + data.draw(st.text(st.characters(codec=None), max_size=2)) + token[at + length :]
    assume(touched != token)
    assert verified(KEY, touched) is None


@given(parts)
def test_another_key_verifies_nothing(given_: list[str]) -> None:
    assert verified(OTHER, signer(KEY)(*given_)) is None


@given(st.text(st.characters(codec=None)))
@example("")
@example("|")
@example("approve|run|\ud800")
@example("a|" + "0" * 32)
def test_what_nobody_signed_is_none(token: str) -> None:
    assert verified(KEY, token) is None


@given(parts, parts)
def test_two_things_never_share_a_token(one: list[str], other: list[str]) -> None:
    assume(one != other)
    assert signer(KEY)(*one) != signer(KEY)(*other)


def test_half_a_character_does_not_pass_for_a_question_mark() -> None:
    asked, mark = signer(KEY)("why?").rsplit("|", 1)
    assert verified(KEY, f"{asked[:-1]}\ud800|{mark}") is None


def test_a_part_that_would_look_like_two_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\|"):
        signer(KEY)("approve", "run|12")
