"""Calls that were left in the text are found in the forms that models write, and nothing else is taken for one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.leaked import leaked

NAMES = {"web_search", "read_page"}
FORMS = [
    '<tool_call>\n{"name": "web_search", "arguments": {"query": "x"}}\n</tool_call>',
    '<tool_call>{"name": "web_search", "arguments": {"query": "x"}}',
    '<function=web_search>{"query": "x"}</function>',
    '<function=web_search={"query": "x"}</function>',
    '<function=web_search({"query": "x"})</function>',
    "<tool_call>\n<function=web_search>\n<parameter=query>\nx\n</parameter>\n</function>\n</tool_call>",
    '[TOOL_CALLS][{"name": "web_search", "arguments": {"query": "x"}}]',
    '[TOOL_CALLS]web_search{"query": "x"}',
    '[TOOL_CALLS]web_search[ARGS]{"query": "x"}',
    '{"name": "web_search", "parameters": {"query": "x"}}',
    '```json\n{"type": "function", "function": {"name": "web_search", "arguments": "{\\"query\\": \\"x\\"}"}}\n```',
]


@pytest.mark.parametrize("form", FORMS)
def test_a_call_in_the_text_is_a_call(form: str) -> None:
    words, [call] = leaked(form, NAMES)
    assert (words, call.name, json.loads(str(call.arguments))) == ("", "web_search", {"query": "x"})


@pytest.mark.parametrize("form", [form for form in FORMS if not form.startswith(("{", "`"))])
def test_words_before_it_are_words(form: str) -> None:
    words, calls = leaked(f"I will look.\n\n{form}", NAMES)
    assert words == "I will look." and len(calls) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>{"name": "web_search", "arguments": {"query": "a"}}</tool_call>\n'
        '<tool_call>{"name": "read_page", "arguments": {"query": "b"}}</tool_call>',
        '[TOOL_CALLS]web_search{"query": "a"}[TOOL_CALLS]read_page[ARGS]{"query": "b"}',
        '[TOOL_CALLS] [{"name": "web_search", "arguments": {"query": "a"}}, '
        '{"name": "read_page", "arguments": {"query": "b"}}]',
    ],
)
def test_several_are_several(text: str) -> None:
    _, calls = leaked(text, NAMES)
    assert [(call.name, json.loads(str(call.arguments))["query"]) for call in calls] == [
        ("web_search", "a"),
        ("read_page", "b"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The plan has ten pages [1].",
        '<tool_call>{"name": "web_search", "arguments": {"query": "x',
        '<function=web_search>{"query": "x',
        "<function=web_sea",
        "<function=web_search",
        'The tag <tool_call>{"name": "web_search", "arguments": {}}</tool_call> starts a call.',
        '<tool_call>{"name": "web_search", "arguments": {}}</tool_call> is how a call is written.',
        '{"name": "Anna", "arguments": {"query": "x"}}',
        '{"name": "web_search"}',
        '{"answer": 1}',
        "<tool_call></tool_call>",
        "",
    ],
)
def test_what_is_no_call_stays_text(text: str) -> None:
    assert leaked(text, NAMES) == (text, ())


TAGS = ("<tool_call>", "</tool_call>", "<function=", ">", "</function>", "<parameter=a>", "</parameter>")
pieces = st.sampled_from(
    (*TAGS, "[TOOL_CALLS]", "[ARGS]", "web_search", '{"name": "web_search"', ', "arguments": ', *'{}[]"\nx', "{}")
)


@given(st.lists(pieces, max_size=40).map("".join))
def test_no_text_whatever_makes_it_raise_or_lose_words(text: str) -> None:
    words, calls = leaked(text, NAMES)
    assert text.startswith(words) and (calls or words == text)
    assert all(call.name for call in calls)


@pytest.mark.parametrize("piece", ["<tool_call>", "<function=a>", "<function=a><parameter=b>", '[TOOL_CALLS]a{"b":'])
def test_a_text_of_nothing_but_marks_holds_no_call(piece: str) -> None:
    assert leaked(piece * 10_000, NAMES) == (piece * 10_000, ())
