"""Tokens without a tokenizer: lengths, what makes a token, and texts that lose their middle."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Reply, Usage, Window
from agent.tokens import FEWEST, MOST, START, length, rate, room, shortened, size, tokens


def counted(sent: int, prompt: int, **usage: int) -> Reply:
    return Reply(sent=sent, usage=Usage(prompt=prompt, **usage))


def test_letters_of_wide_scripts_count_more() -> None:
    assert (size("word"), size("слово"), size("日本語"), size("🙂")) == (4, 10, 9, 4)
    assert tokens(size("日本語" * 100)) == 240
    assert size("\ud800") == 3, "half a character is counted, too"


def test_a_message_is_as_long_as_its_texts_and_a_little_more() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"q": "x"}'}}
    message = {"role": "assistant", "content": "hello", "tool_calls": [call], "n": 12, "none": None}
    texts = 9 + 5 + 2 + 8 + 6 + 10 + 2 + 4
    assert texts < length([message]) < texts + 160
    assert length([message, message]) == 2 * length([message])
    quotes = {"role": "user", "content": '"\\' * 500}
    assert length([quotes]) < 1_050, "what escapes a text for the wire is no token"


def test_until_something_was_counted_a_token_is_so_many_characters() -> None:
    assert rate([]) == rate([Reply()]) == rate([counted(1_000, 0)]) == rate([counted(0, 1_000)]) == START
    assert tokens(375) == 100 and tokens(376) == 101


def test_the_newest_counts_of_a_run_say_what_a_token_is() -> None:
    assert rate([counted(4_000, 1_000)]) == 4.0
    assert rate([counted(100, 50), *[counted(3_000, 1_000)] * 3]) == 3.0, "older ones do not count any more"


def test_nonsense_is_not_believed() -> None:
    assert rate([counted(100_000, 1)]) == MOST
    assert rate([counted(10, 100_000)]) == FEWEST
    assert rate([counted(4_000, 90_000, searches=2)]) == START, "what a provider searched itself was never sent"


@pytest.mark.parametrize(
    ("window", "most"),
    [
        (Window(), 112_000),
        (Window(whole=400_000, input=272_000, output=128_000), 272_000),
        (Window(whole=8_000, input=8_000, output=9_000), 1),
    ],
)
def test_there_is_room_for_what_is_read_less_what_is_written(window: Window, most: int) -> None:
    assert room(window) == most


@settings(max_examples=100)
@given(st.text(max_size=400), st.integers(10, 500))
def test_a_shortened_text_keeps_its_beginning_and_its_end_and_says_how_much_is_missing(text: str, most: int) -> None:
    short = shortened(text, most)
    assert size(short) <= most + 60
    if size(text) <= most:
        assert short == text
    else:
        head, mark, tail = short.partition("\n[… ")
        count, _, tail = tail.partition(" characters left out …]\n")
        assert mark and text.startswith(head) and text.endswith(tail)
        assert len(head) + int(count.replace(",", "")) + len(tail) == len(text)
