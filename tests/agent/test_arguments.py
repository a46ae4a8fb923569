"""What a model sends is read into one object or refused; half a call is never completed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.arguments import Unreadable, parsed, unwrapped

patient = settings(deadline=None)  # the machine may be busy

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=8), values, max_size=4)


@patient
@given(objects, st.integers(0, 3))
def test_an_object_is_read_however_often_it_was_encoded(value: dict[str, Any], times: int) -> None:
    raw: object = value
    for _ in range(times):
        raw = json.dumps(raw)
    assert parsed(raw) == value


@patient
@given(objects.filter(bool), st.data(), st.booleans())
def test_no_beginning_of_a_call_is_ever_taken_for_the_call(value: dict[str, Any], data: Any, plain: bool) -> None:
    text = json.dumps(value, ensure_ascii=plain)
    cut = data.draw(st.integers(1, len(text) - 1))
    with pytest.raises(Unreadable):
        parsed(text[:cut])
    with pytest.raises(Unreadable):
        parsed(json.dumps(text[:cut]))


@patient
@given(st.text() | st.text("{}[]\"'\\:,abc1 \n") | values | st.binary())
def test_anything_is_an_object_or_refused(raw: object) -> None:
    try:
        value = parsed(raw)
    except Unreadable as refused:
        assert str(refused)
    else:
        assert json.loads(json.dumps(value, allow_nan=False)) == value


@pytest.mark.parametrize("raw", [None, "", "  \n", "null", '""', {}])
def test_nothing_means_no_arguments(raw: object) -> None:
    assert parsed(raw) == {}


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("{'q': 'plan'}", {"q": "plan"}),
        ('{"q": "plan",}', {"q": "plan"}),
        ('```json\n{"q": "plan"}\n```', {"q": "plan"}),
        ('{"q": "plan"}</tool_call>', {"q": "plan"}),
        ('{"q": "the "old" plan"}', {"q": 'the "old" plan'}),
        ('{"q": "two\nlines"}', {"q": "two\nlines"}),
        ('{"q": True}', {"q": True}),
        ('{"q": "brace } inside"}', {"q": "brace } inside"}),
        ('{"q": "\\ud83d"}', {"q": "�"}),
    ],
)
def test_small_faults_are_mended(raw: str, value: dict[str, Any]) -> None:
    assert parsed(raw) == value


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ('{"q": "abc', "cut off"),
        ('{"q": "abc}', "cut off"),
        ('{"q": ["a", "b"', "cut off"),
        ("{'q': 'abc", "cut off"),
        ('"{\\"q\\": \\"abc"', "cut off"),
        ('{"q": "a"}{"q": "b"}', "more than one"),
        ("hello", "one JSON object"),
        ("[1]", "one JSON object"),
        ("42", "one JSON object"),
        (7, "one JSON object"),
        ("[" * 100_000, "one JSON object"),
        ('{"a":' * 10_000, "one JSON object"),
        ('{"q": ' + '"x' * 60_000, "longer than"),
        ('{"q": NaN}', "cannot say"),
        ('{"q": 1e999}', "cannot say"),
        ({"q": {1, 2}}, "cannot say"),
        ({("a", "b"): 1}, "cannot say"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(raw: object, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        parsed(raw)


SCHEMA: dict[str, Any] = {
    "type": "object",
    "$defs": {"Span": {"type": "object", "properties": {"days": {"type": "array", "items": {"type": "integer"}}}}},
    "properties": {
        "note": {"type": "string"},
        "either": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "urls": {"type": "array", "items": {"type": "string"}},
        "maybe": {"anyOf": [{"type": "array", "items": {"type": "array"}}, {"type": "null"}]},
        "span": {"$ref": "#/$defs/Span"},
        "anything": {},
    },
}


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ({"urls": '["https://e.test"]'}, {"urls": ["https://e.test"]}),
        ({"urls": ['["a"]']}, {"urls": ['["a"]']}),
        ({"span": '{"days": "[1, 2]"}'}, {"span": {"days": [1, 2]}}),
        ({"maybe": '["[1]"]'}, {"maybe": [[1]]}),
        ({"note": "42"}, {"note": "42"}),
        ({"note": "{oops}"}, {"note": "{oops}"}),
        ({"note": '["a"]'}, {"note": '["a"]'}),
        ({"either": '["a"]'}, {"either": '["a"]'}),
        ({"anything": '["a"]'}, {"anything": '["a"]'}),
        ({"urls": "not a list"}, {"urls": "not a list"}),
        ({"urls": "42"}, {"urls": "42"}),
        ({"stranger": "[1]"}, {"stranger": "[1]"}),
    ],
)
def test_text_is_decoded_only_where_no_text_is_wanted(sent: dict[str, Any], meant: dict[str, Any]) -> None:
    assert unwrapped(sent, SCHEMA, SCHEMA) == meant
