"""Text is whole, and nothing that looks like a key is shown."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.clean import HIDDEN, clean, redacted, without_tokens

patient = settings(deadline=None)  # the machine may be busy

any_text = st.text(st.characters(codec=None) | st.integers(0xD800, 0xDFFF).map(chr))


@patient
@given(any_text)
def test_clean_text_can_be_encoded_and_cleaning_it_again_changes_nothing(text: str) -> None:
    tidy = clean(text)
    tidy.encode()
    assert "\x00" not in tidy
    assert clean(tidy) == tidy


@patient
@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00")))
def test_sound_text_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


def test_halves_of_a_character_are_joined_and_lone_ones_replaced() -> None:
    assert clean("a\ud83d\ude00b\ud83dc\ude00") == "a😀b�c�"


@pytest.mark.parametrize(
    "secret",
    [
        "sk-test-1234",
        "sk-proj-aBcDeFgHiJkLmNoPqRsTuVwX0123",
        "tvly-dev-aBcDeFgHiJkL0123",
        "xoxb-12345-67890-abcdef",
        "xapp-1-A0123-456-abcdef",
        "ghp_0123456789abcdefghijABCD",
        "AKIA0123456789ABCDEF",
    ],
)
def test_keys_are_hidden_wherever_they_stand(secret: str) -> None:
    for sentence in (f"refused {secret}", f'{{"key":"{secret}"}}', f"https://a.test/?x={secret}", f"({secret})."):
        assert secret not in redacted(sentence)
        assert HIDDEN in redacted(sentence)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("GET https://a.test/x?key=abc123&q=plan", "GET https://a.test/x?key=[hidden]&q=plan"),
        ("https://a.test/x?q=plan&api_key=abc", "https://a.test/x?q=plan&api_key=[hidden]"),
        ("https://a.test/x?access_token=abc#top", "https://a.test/x?access_token=[hidden]"),
        ("https://ann:pass@a.test/", "https://[hidden]@a.test/"),
        ("Authorization: Bearer abcdef123", "Authorization: Bearer [hidden]"),
        ("the search service refused its key; mend it", "the search service refused its key; mend it"),
        ("a task-force in sk-2 met", "a task-force in sk-2 met"),
    ],
)
def test_what_a_message_shows(text: str, shown: str) -> None:
    assert redacted(text) == shown


def test_other_peoples_words_lose_only_what_must_be_a_secret() -> None:
    words = "See https://a.test/?key=chapter-2, /sk-about-us-and-our-history and task-2024-planning-for-everyone."
    assert without_tokens(words) == words
    assert without_tokens("use sk-live-0123456789abcdef now") == "use [hidden] now"
