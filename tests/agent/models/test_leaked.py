"""Calls that were left in the text are found in the forms that models write, and nothing else is taken for one."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.models.leaked import leaked, words

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
    "<tool_call>web_search\n<arg_key>query</arg_key>\n<arg_value>x</arg_value>\n</tool_call>",
    '<function_calls><invoke name="web_search">\n<parameter name="query">x</parameter>\n</invoke></function_calls>',
    '<minimax:tool_call><invoke name="web_search"><parameter name="query">x</parameter></invoke></minimax:tool_call>',
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.web_search:0<|tool_call_argument_begin|>"
    '{"query": "x"}<|tool_call_end|><|tool_calls_section_end|>',
    "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>web_search\n```json\n"
    '{"query": "x"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    '<|python_tag|>{"name": "web_search", "parameters": {"query": "x"}}',
    '<|channel|>commentary to=functions.web_search <|constrain|>json<|message|>{"query": "x"}<|call|>',
    '{"name": "web_search", "parameters": {"query": "x"}}',
    '```json\n{"type": "function", "function": {"name": "web_search", "arguments": "{\\"query\\": \\"x\\"}"}}\n```',
]


@pytest.mark.parametrize("form", FORMS)
def test_a_call_in_the_text_is_a_call(form: str) -> None:
    before, [call] = leaked(form, NAMES)
    assert (before, call.name, json.loads(str(call.arguments))) == ("", "web_search", {"query": "x"})


@pytest.mark.parametrize("form", [form for form in FORMS if not form.startswith(("{", "`"))])
def test_words_before_it_are_words(form: str) -> None:
    before, calls = leaked(f"I will look.\n\n{form}", NAMES)
    assert before == "I will look." and len(calls) == 1


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


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("known", [NAMES, set()])
def test_where_none_may_be_made_a_call_is_not_for_people(form: str, known: set[str]) -> None:
    bare = form.startswith(("{", "`"))
    assert words(form, known) == (form if bare and not known else "")
    if not bare:
        assert words(f"Ten pages [1].\n\n{form}", known) == "Ten pages [1]."


@pytest.mark.parametrize("form", [form for form in FORMS if not form.startswith(("{", "`"))])
@pytest.mark.parametrize("share", [0.5, 0.8, 0.95])
def test_nor_is_one_that_broke_off(form: str, share: float) -> None:
    assert words(f"Ten pages [1].\n{form[: int(len(form) * share)]}", NAMES) == "Ten pages [1]."


@pytest.mark.parametrize(
    "text",
    [
        "Ten pages [1].",
        'The tag <tool_call>{"name": "web_search", "arguments": {}}</tool_call> starts a call.',
        '<tool_call>{"name": "web_search", "arguments": {}}</tool_call> is how a call is written.',
        'Write it so:\n```\n<tool_call>{"name": "web_search", "arguments": {}}</tool_call>\n```',
        'Such as:\n<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>',
        '{"name": "Anna", "arguments": {"query": "x"}}',
        "a < b and <function> is a tag",
        'Llama writes:\n```\n<|python_tag|>{"name": "web_search", "parameters": {}}\n```',
        "In its template the answer is\n```\n<|channel|>final<|message|>Ten.<|end|>\n```\nand so on.",
        "[TOOL_CALLS] is the token of Mistral.\n\nBehind it stand the calls.",
        "",
    ],
)
def test_a_text_about_calls_is_for_people(text: str) -> None:
    assert words(text, NAMES) == text


def test_an_answer_in_the_channels_of_its_template_is_the_answer() -> None:
    said = "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Ten pages [1]."
    assert words(said, NAMES) == "Ten pages [1]."


TAGS = ("<tool_call>", "</tool_call>", "<function=", ">", "</function>", "<parameter=a>", "</parameter>")
pieces = st.sampled_from(
    (*TAGS, "[TOOL_CALLS]", "[ARGS]", "web_search", '{"name": "web_search"', ', "arguments": ', *'{}[]"\nx', "{}")
)


@given(st.lists(pieces, max_size=40).map("".join))
def test_no_text_whatever_makes_it_raise_or_lose_words(text: str) -> None:
    before, calls = leaked(text, NAMES)
    assert text.startswith(before) and (calls or before == text) and words(text, NAMES) in text
    assert all(call.name for call in calls)


@pytest.mark.parametrize("piece", ["<tool_call>", "<function=a>", "<function=a><parameter=b>", '[TOOL_CALLS]a{"b":'])
def test_a_text_of_nothing_but_marks_holds_no_call(piece: str) -> None:
    assert leaked(piece * 10_000, NAMES) == (piece * 10_000, ())
    assert len(words(piece * 10_000, NAMES)) in (0, len(piece) * 10_000)
