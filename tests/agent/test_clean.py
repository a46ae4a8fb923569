"""Text is whole, and nothing that looks like a key is shown."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.clean import HIDDEN, clean, redacted, shows_nothing, without_tokens

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
        "sk_live_0123456789abcdefgh",
        "gsk_0123456789abcdefghij",
        "nvapi-0123456789abcdefghij",
        "r8_0123456789abcdefghij",
        "hf_0123456789abcdefghij",
        "AIzaSy0123456789abcdefghijklmnopqrstuv",
        "glpat-0123456789abcdef",
        "SG.xxxxxxxx.yyyyyyyy",
        "SG.aBcDeFgHiJkLmNoPqRsTuV.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFg",
        "ya29.a0AfB_byC-dEfGhIjKlMnOpQrStUv",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.dGVzdA",
    ],
)
def test_keys_are_hidden_wherever_they_stand(secret: str) -> None:
    around = ("refused {}", '{{"key":"{}"}}', "https://a.test/?x={}", "({}).", "a\\n{}", '"\\u0022{}', "?x=%22{}")
    for sentence in (one.format(secret) for one in around):
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
        ("api_key = abc", "api_key = [hidden]"),
        ("key=abc", "key=[hidden]"),
        ("https://a.test/#access_token=abc", "https://a.test/#access_token=[hidden]"),
        ("https://a.test/%3Fkey%3Dabc", "https://a.test/%3Fkey%3D[hidden]"),
        (r"{\"api_key\": \"abc\"}", r"{\"api_key\": \"[hidden]\"}"),
        ("{'api_key': b'abc'}", "{'api_key': b'[hidden]'}"),
        ("('token', 'abc')", "('token', '[hidden]')"),
        ("x-api-key: abc", "x-api-key: [hidden]"),
        ("Authorization: abc", "Authorization: [hidden]"),
        ("authorization=Bearer%20abcdef1", "authorization=Bearer%20[hidden]"),
        ("Set-Cookie: d=abc; path=/", "Set-Cookie: [hidden]"),
        ("wss://a.test/link/?ticket=abc&app_id=1", "wss://a.test/link/?ticket=[hidden]&app_id=1"),
        ("https://hooks.slack.com/services/T1/B2/aBc3", "https://hooks.slack.com/[hidden]"),
        ("https://hooks.slack.com/actions/T1/22/aBc3", "https://hooks.slack.com/[hidden]"),
        ("basic research, token 128000, bearer of news", "basic research, token 128000, bearer of news"),
        ("the search service refused its key; mend it", "the search service refused its key; mend it"),
        ("a task-force in sk-2 met", "a task-force in sk-2 met"),
    ],
)
def test_what_a_message_shows(text: str, shown: str) -> None:
    assert redacted(text) == shown


def test_other_peoples_words_lose_only_what_must_be_a_secret() -> None:
    words = (
        "See https://a.test/?key=chapter-2, /sk-about-us-and-our-history, /sk-2024-planning-for-all "
        "and task-2024-planning-for-everyone, Framework.SG.Resources.Localized, SG.Resources.Localized."
    )
    assert without_tokens(words) == words
    code = 'client = OpenAI(api_key=os.environ["OPENAI_API_KEY"], token=token) # Bearer authentication-as-they-say'
    assert without_tokens(code) == code
    assert without_tokens("use sk-live-0123456789abcdef now") == "use [hidden] now"


@pytest.mark.parametrize(
    "secret",
    ["SG.aBcDeFgH1.iJkLmNoP2", f"SG.{'aB' * 11}.{'cD' * 21}", "ya29.a0AfB_byC-dEfGhIjKlMn", "ya29.c.b0Aaekm1Ke8"],
)
def test_keys_with_dots_are_hidden_in_other_peoples_words(secret: str) -> None:
    assert without_tokens(f"the key {secret}, it says") == f"the key {HIDDEN}, it says"


@pytest.mark.parametrize(
    "around",
    [
        "api_key: {}",
        '"client_secret": "{}"',
        "Authorization: Bearer {}",
        "https://a.test/?q=1&api_key={}",
        "TAVILY_API_KEY={}",
    ],
)
def test_what_is_called_a_key_and_looks_like_one_is_none_of_the_words(around: str) -> None:
    secret = "aBcDeFgHiJ0123456789xyz"
    assert without_tokens(f"a {around.format(secret)} b") == f"a {around.format(HIDDEN)} b"


def test_a_private_key_is_hidden_between_its_lines() -> None:
    def pem(inside: str) -> str:
        return f"-----BEGIN PRIVATE KEY-----{inside}-----END PRIVATE KEY-----"

    for end in ("\n", "\\n"):
        assert without_tokens(pem(f"{end}MIIabc0123456789+/{end}Zq=={end}")) == pem(HIDDEN)


@pytest.mark.parametrize(
    "text", ["", " \n", "\u200b", "****", "---", "* * *", "\u200b***\u200b", "```\n```", "~~~text\n\n~~~"]
)
def test_signs_that_set_nothing_show_nothing(text: str) -> None:
    assert shows_nothing(text)


@pytest.mark.parametrize("text", ["**", "-", "+++", ">>>", "a", "✓", "```\nx\n```", "[42]", "-" * 10_000])
def test_a_sign_that_can_be_meant_and_any_word_show_something(text: str) -> None:
    assert not shows_nothing(text)
