"""Tokens without a tokenizer: lengths, what makes a token, and texts that lose their middle."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Reply, Usage, Window
from agent.request.tokens import FEWEST, MOST, START, length, rate, room, shortened, size, tokens


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
    assert rate([counted(1_900, 1_000)] * 2) == 1.9, "a second one confirms what is not likely"


@pytest.mark.parametrize("odd", [1, 100, 1_500, 10**6, 10**9, -5])
@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("after", range(4))
def test_one_odd_count_never_decides(odd: int, before: int, after: int) -> None:
    sound = counted(3_600, 1_000)
    replies = [*[sound] * before, counted(3_600, odd), *[sound] * after]
    assert rate(replies) == pytest.approx(3.6) or rate(replies) == START
    assert before + after < 2 or rate(replies) == pytest.approx(3.6)


def test_nonsense_is_not_believed_however_often_it_is_said() -> None:
    assert rate([counted(100_000, 1)] * 5) == rate([counted(10, 100_000)] * 5) == START
    assert rate([counted(7_000, 1_000)] * 3) == MOST
    assert rate([counted(4_000, 90_000, searches=2)]) == START, "what a provider searched itself was never sent"


def test_what_the_endpoint_counted_of_one_request_goes_over_what_a_step_took() -> None:
    repaired = Reply(sent=4_000, counted=1_000, usage=Usage(prompt=2_300))
    assert repaired.read == 1_000 and rate([repaired]) == 4.0
    assert counted(4_000, 1_000).read == 1_000, "an older log has only the sum"
    estimated = Reply(sent=4_000, usage=Usage(prompt=2_000, bound=True))
    assert estimated.read == 0 and rate([estimated]) == START


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(-10, 10**9)), max_size=6))
def test_a_token_is_always_a_few_characters(counts: list[tuple[int, int]]) -> None:
    assert FEWEST <= rate([counted(*one) for one in counts]) <= MOST


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


@settings(max_examples=50)
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
