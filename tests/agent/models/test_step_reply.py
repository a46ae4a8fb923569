"""Replies of models that are driven in steps, as weak models write them: what each amounts to."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.models.step_reply import BROKEN, CUT_OFF, NO_ACTION, NO_ANSWER, NO_OBJECT, Reader, Step, read

TOOLS = ("web_search", "read_page")
SEARCH = ("web_search", {"query": "x"})
VERDICTS = 'Yes [1].\n\n```verdicts\n[{"id": "must.1", "verdict": "met", "number": 1}]\n```'


def step(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)


CALL = step(thought="look", action="web_search", args={"query": "x"})
DONE = step(thought="known", action="answer")


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"```json\n{CALL}\n```",
        f"Sure! Here is my step:\n\n{CALL}\n\nResult: nothing found, so I will answer: no.",
        f'{CALL}\n{step(thought="then", action="read_page", args={"address": "y"})}',
        f"<tool_call>\n{CALL}\n</tool_call>",
        step(thought="look", tool="web_search", arguments={"query": "x"}),
        step(thought="look", action="web_search", action_input={"query": "x"}),
        step(thought="look", action="web_search", query="x"),
        step(thought="look", action={"name": "web_search", "args": {"query": "x"}}),
        step(thought="look", actions=[{"action": "web_search", "args": {"query": "x"}}]),
        step(thought="look", action=[{"tool": "web_search", "args": {"query": "x"}}]),
        step(tool_calls=[{"type": "function", "function": {"name": "web_search", "arguments": {"query": "x"}}}]),
        step(name="web_search", parameters={"query": "x"}),
        step(arguments={"query": "x"}, name="web_search"),
        "{'thought': 'look', 'action': 'web_search', 'args': {'query': 'x'}}",
        '{"thought": "look", "action": "web_search", "args": {"query": "x",},}',
        '{"thought": "he said "look" twice", "action": "web_search", "args": {"query": "x"}}',
        '{"thought": "two\nlines", "action": "web_search", "args": {"query": "x"}}',
        '{"thought": "look", "action": "web_search", "args": {"query": "x"}',
        f'{step(thought="first a thought alone")}\n{CALL}',
    ],
)  # fmt: skip
def test_a_call_is_one_however_it_is_written(text: str) -> None:
    found = read(text, TOOLS)
    assert (found.calls, found.problem, found.answer) == ((SEARCH,), "", "")


def test_several_calls_are_one_step_and_the_thought_is_kept() -> None:
    two = [{"action": "web_search", "args": {"query": "x"}}, {"action": "read_page", "args": '{"address": "y"}'}]
    found = read(step(thought="both", actions=two), TOOLS)
    assert found == Step(thought="both", calls=(SEARCH, ("read_page", '{"address": "y"}')))


def test_an_object_that_is_known_to_have_broken_off_is_not_completed() -> None:
    reader = Reader(TOOLS)
    reader.feed('{"thought": "look", "action": "web_search", "args": {"query": "x"}')
    assert reader.end(cut=True).problem == CUT_OFF


def test_what_stands_before_a_call_is_its_thought() -> None:
    assert (
        read(f"I should look.\n```json\n{step(action='web_search', args={})}\n```", TOOLS).thought == "I should look."
    )


def test_a_name_that_no_tool_has_is_a_call_all_the_same() -> None:
    assert read(step(action="web_serch", args={"q": "x"}), TOOLS).calls == (("web_serch", {"q": "x"}),)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"{DONE}\n\n{VERDICTS}", VERDICTS),
        (f"{DONE}{VERDICTS}", VERDICTS),
        (f"```json\n{DONE}\n```\n\n{VERDICTS}", VERDICTS),
        (f"```\n{DONE}\n```\n```js\nx()\n```", "```js\nx()\n```"),
        (step(action="answer", args={"text": "Yes [1]."}), "Yes [1]."),
        (step(action="answer", args="Yes [1]."), "Yes [1]."),
        (step(action="answer", args={"markdown": "Yes [1]."}), "Yes [1]."),
        (step(action="answer", args={"summary": "Yes [1]."}), "Yes [1]."),
        (step(action="Final Answer", action_input="Yes [1]."), "Yes [1]."),
        (step(thought="known", answer="Yes [1]."), "Yes [1]."),
        (step(action="answer", text="Yes [1]."), "Yes [1]."),
        (step(action="answer", args={"text": "Yes [1]."}) + "\n\nAnd more [2].", "Yes [1].\n\nAnd more [2]."),
        (f"Yes [1].\n\n{DONE}", "Yes [1]."),
        (f"```json\n{DONE}\n```", None),
        (DONE, None),
        (step(action="answer", confidence="high"), None),
    ],
)
def test_an_answer_is_found_inside_below_or_above_its_object(text: str, answer: str | None) -> None:
    found = read(text, TOOLS)
    assert (found.answer, found.problem) == ((answer, "") if answer else ("", NO_ANSWER))
    assert not found.calls


def test_a_tool_may_be_called_answer() -> None:
    assert read(step(action="answer", args={"to": "Anna"}), ("answer",)).calls == (("answer", {"to": "Anna"}),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", NO_OBJECT),
        ("I will search now.", NO_OBJECT),
        (VERDICTS, NO_OBJECT),
        ('In JSON: `{"id": 1}`.', NO_OBJECT),
        (step(thought="hm"), NO_ACTION),
        (step(thought="hm", action=None), NO_ACTION),
        ('{"thought": "hm", "action": "web_search", "args": {"query": "x', CUT_OFF),
        ('{"action" {"query": ]}', BROKEN),
        ('{"thought": "hm", "action": }', NO_ACTION),
        ('{"thought": "known", "action": "answer", "args": {"text": "Half an ans', CUT_OFF),
        ('{"thought": "', CUT_OFF),
    ],
)
def test_what_cannot_be_used_says_why(text: str, problem: str) -> None:
    found = read(text, TOOLS)
    assert (found.problem, found.calls) == (problem, ())
    assert found.prose == (problem == NO_OBJECT)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (VERDICTS, VERDICTS),
        (f"{DONE}\n\n{VERDICTS}", VERDICTS),
        (f"Well.\n{DONE}\n\n{VERDICTS}", VERDICTS),
        ('{"a": 1} is an object [1].', '{"a": 1} is an object [1].'),
        ('Write `{"action": ` and no more [1].', 'Write `{"action": ` and no more [1].'),
        ("```js\nx()\n```", "```js\nx()\n```"),
    ],
)
def test_without_tools_words_are_the_answer(text: str, answer: str) -> None:
    assert read(text, plain=True).answer == answer and not read(text, plain=True).problem


def test_without_tools_a_call_is_still_one_and_an_object_that_breaks_off_no_answer() -> None:
    assert read(CALL, plain=True).calls == (SEARCH,)
    assert read(CALL[:-9], plain=True).problem == CUT_OFF


# --- any text, in any pieces ------------------------------------------------------------------------------------

PARTS = st.sampled_from([
    CALL, DONE, "```json\n", "```", "\n\n", "{", "}", '"', "\\", "Yes [1].", VERDICTS, '{"thought": ',
    '"action": "answer"', '"args": {', '"text": "a\\nb"', "[", "]", ",", "<think>", '{"actions": [',
    '{"action": null}', "\ud800", "é",
])  # fmt: skip
TEXTS = st.lists(st.one_of(PARTS, st.text(max_size=6)), max_size=12).map("".join)


@given(TEXTS, st.booleans())
def test_any_reply_amounts_to_something(text: str, plain: bool) -> None:
    found = read(text, TOOLS, plain=plain)
    assert bool(found.calls) + bool(found.answer.strip()) <= 1
    assert found.problem or found.calls or found.answer.strip() or found.prose


@given(TEXTS, st.lists(st.integers(1, 9), min_size=1))
def test_the_pieces_make_no_difference_and_only_the_answer_is_shown(text: str, sizes: list[int]) -> None:
    reader, shown, at = Reader(TOOLS), "", 0
    for size in sizes * (len(text) + 1):
        shown += reader.feed(text[at : at + size])
        at += size
        if at >= len(text):
            break
    found = reader.end()
    assert found == read(text, TOOLS)
    assert shown in ("", found.answer)


@given(TEXTS, st.lists(st.integers(1, 9), min_size=1))
def test_plain_words_are_shown_as_they_come(text: str, sizes: list[int]) -> None:
    words, reader, shown, at = f"So: {text}", Reader(plain=True), "", 0
    for size in sizes * (len(words) + 1):
        shown += reader.feed(words[at : at + size])
        at += size
        if at >= len(words):
            break
    assert shown == words


KEYS = st.sampled_from(["thought", "action", "actions", "args", "name", "function", "tool_calls", "answer", "type"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS, JSON, max_size=6))
def test_any_object_amounts_to_something(found: Mapping[str, object]) -> None:
    assert isinstance(read(json.dumps(found), TOOLS), Step)


def test_a_long_text_of_braces_is_read_in_one_go() -> None:
    """Each letter once: reading all of it again with every piece would take hours."""
    reader = Reader(TOOLS)
    for _ in range(60_000):
        reader.feed("{}}")
    assert reader.end().problem


# --- encoded twice ----------------------------------------------------------------------------------------------

STEP = json.dumps({"thought": "t", "action": "search_docs", "args": {"query": 'x {"y"}'}})


@pytest.mark.parametrize("wrap", ["{}", " {}\n", "```json\n{}\n```", "```\n{}\n```\n"])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("plain", [False, True])
def test_a_step_that_was_encoded_more_than_once_is_read(wrap: str, times: int, plain: bool) -> None:
    text = STEP
    for _ in range(times):
        text = json.dumps(text)
    assert read(wrap.replace("{}", text), ["search_docs"], plain=plain) == read(STEP)


@pytest.mark.parametrize(
    "text", [json.dumps('{"action": "answer"}\n\nTen.'), json.dumps('{"action": "answer"}') + "\n\nTen."]
)
def test_an_answer_below_a_step_that_was_encoded_twice_is_read(text: str) -> None:
    assert read(text).answer == "Ten."


@pytest.mark.parametrize("text", ['"Ten" he said.', '"{x}" is a set.', '"', '"{', '"[1]"', '"{\\"a\\": 1}" is JSON.'])
def test_words_in_quotes_are_words(text: str) -> None:
    assert read(text, plain=True).answer == text and read(text).answer == text
