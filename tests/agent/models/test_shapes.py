"""Whatever a conversation looks like, what goes out keeps the rules that the strictest template has."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.models.shapes import (
    EMPTY,
    GO_ON,
    NO_RESULT,
    shaped,
    short_id,
    with_bridges,
    with_short_ids,
    without_system,
)

Json = dict[str, Any]


def complaint(said: list[Json]) -> str:
    """The first rule that a conversation breaks, "" for none."""
    waiting: list[str] = []
    before = ""
    for at, message in enumerate(said):
        role = message["role"]
        if (role == "system") != (at == 0 and role == "system"):
            return "a system message that is not the first"
        if role == "tool":
            if message["tool_call_id"] not in waiting:
                return "a result without its call"
            waiting.remove(message["tool_call_id"])
        elif waiting:
            return "a call without its result"
        elif role == before:
            return f"two of {role} in a row"
        elif before in ("", "system") and role not in ("system", "user"):
            return f"{role} begins"
        for call in message.get("tool_calls") or ():
            if not isinstance(json.loads(call["function"]["arguments"]), dict) or not call["function"]["name"]:
                return "arguments that are no object, or no name"
            if not call["id"] or call["id"] in waiting:
                return "an id that is none, or another's"
            waiting.append(call["id"])
        if not str(message.get("content") or "").strip() and not message.get("tool_calls"):
            return f"an empty message of {role}"
        before = role
    if waiting:
        return "a call without its result"
    return "the model has the last word" if before == "assistant" else ""


def test_the_judge_of_these_tests_finds_what_it_looks_for() -> None:
    user: Json = {"role": "user", "content": "x"}
    call: Json = {"id": "A", "function": {"name": "t", "arguments": "{}"}}
    asked: Json = {"role": "assistant", "content": "", "tool_calls": [call]}
    result: Json = {"role": "tool", "tool_call_id": "A", "content": "y"}
    system: Json = {"role": "system", "content": "s"}
    cut: Json = {"role": "assistant", "tool_calls": [{"id": "A", "function": {"name": "t", "arguments": '{"a'}}]}
    assert complaint([system, user, asked, result, user]) == ""
    for wrong in ([user, system], [user, user], [user, asked, user], [user, asked], [user, result], [asked, result]):
        assert complaint(wrong)
    for wrong in ([system, user, {"role": "assistant", "content": "z"}], [{"role": "user", "content": " "}]):
        assert complaint(wrong)
    with pytest.raises(ValueError, match="Unterminated"):
        complaint([user, cut])


texts = st.sampled_from(["", " ", "a", "b", "c\ud83d", None])
ids = st.sampled_from(["A", "B", "", "functions.t:0", None])
arguments = st.sampled_from(
    ['{"q": "x"}', '{"q": "x', "", None, {"q": 1}, '"{\\"q\\": 1}"', "[1]", '{"q": 1}{"q": 2}']
)
functions = st.fixed_dictionaries({}, optional={"name": st.sampled_from(["t", "", None]), "arguments": arguments})
made = st.fixed_dictionaries(
    {"id": ids},
    optional={
        "type": st.just("function"),
        "function": functions | st.none(),
        "extra_content": st.just({"g": "sig="}),
    },
)
messages = st.one_of(
    st.builds(lambda text: {"role": "system", "content": text}, texts),
    st.builds(lambda text: {"role": "user", "content": text}, texts),
    st.builds(lambda text: {"role": "user", "content": [{"type": "text", "text": text or "p"}]}, texts),
    st.builds(lambda text: {"role": "assistant", "content": text, "reasoning_content": ""}, texts),
    st.builds(
        lambda text, calls: {"role": "assistant", "content": text, "tool_calls": calls},
        texts,
        st.lists(made, max_size=3) | st.none(),
    ),
    st.builds(lambda id, text: {"role": "tool", "tool_call_id": id, "content": text}, ids, texts),
)
conversations = st.lists(messages, max_size=9)


@given(conversations)
def test_what_goes_out_breaks_no_rule(said: list[Json]) -> None:
    assert complaint(shaped(said)) == ""
    assert complaint(with_bridges(with_short_ids(shaped(said)))) == ""
    assert not [m for m in without_system(shaped(said)) if m["role"] == "system"]


@given(conversations)
def test_what_is_in_shape_stays_as_it_is(said: list[Json]) -> None:
    assert shaped(shaped(said)) == shaped(said)


@given(conversations)
def test_nothing_that_a_person_said_is_lost_and_what_the_newest_said_stands_last(said: list[Json]) -> None:
    sent = shaped(said)
    for message in said:
        if message["role"] == "user" and isinstance(message["content"], str) and message["content"].strip():
            assert any(message["content"][0] in str(one["content"]) for one in sent if one["role"] == "user")
    people = [one for one in said if one["role"] != "system"]
    if people and people[-1]["role"] == "user" and isinstance(people[-1]["content"], str):
        assert str(sent[-1]["content"]).endswith(("\ufffd", people[-1]["content"].strip()[:1] or EMPTY, "}]"))


@given(conversations)
def test_every_call_goes_out_once_with_its_fields_and_one_result(said: list[Json]) -> None:
    calls = [call for m in said if m["role"] == "assistant" for call in m.get("tool_calls") or ()]
    sent = shaped(said)
    out = [call for m in sent for call in m.get("tool_calls") or ()]
    assert [call.get("extra_content") for call in out] == [call.get("extra_content") for call in calls]
    assert len(out) == sum(m["role"] == "tool" for m in sent)


CALL: Json = {"id": "A", "type": "function", "function": {"name": "t", "arguments": '{"q":  "x"}'}}


def call(id: str, arguments: object = "{}") -> Json:
    return {"id": id, "type": "function", "function": {"name": "t", "arguments": arguments}}


def asked(*calls: Json, text: str | None = None) -> Json:
    return {"role": "assistant", "content": text, "tool_calls": list(calls)}


def says(text: str) -> Json:
    return {"role": "assistant", "content": text}


def result(id: str, text: str = "y") -> Json:
    return {"role": "tool", "tool_call_id": id, "content": text}


def user(text: str) -> Json:
    return {"role": "user", "content": text}


def system(text: str) -> Json:
    return {"role": "system", "content": text}


def test_a_conversation_in_order_is_sent_to_the_letter() -> None:
    said = [system("s"), user("x"), {**asked(CALL, text=""), "opaque": [1.5, None]}, result("A"), user("and?")]
    assert shaped(said) == said


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ([user("a"), user("b")], [user("a\n\nb")]),
        ([user("a"), system("s"), user("b"), system("t")], [system("s\n\nt"), user("a\n\nb")]),
        ([result("A"), user("a")], [user("a")]),
        (
            [user("a"), asked(call("A"), call("B")), result("B"), user("b")],
            [user("a"), asked(call("A"), call("B")), result("A", NO_RESULT), result("B"), user("b")],
        ),
        (
            [user("a"), asked(call("A"), call("B")), result("B"), user("b"), result("A")],
            [user("a"), asked(call("A"), call("B")), result("A"), result("B"), user("b")],
        ),
        (
            [user("a"), asked(call("A"), call("A")), result("A", "1"), result("A", "2"), result("A", "3")],
            [user("a"), asked(call("A"), call("A_2")), result("A", "1"), result("A_2", "2")],
        ),
        (
            [user("a"), asked(call("A")), result("A", "1"), asked(call("A")), result("A", "2")],
            [user("a"), asked(call("A")), result("A", "1"), asked(call("A")), result("A", "2")],
        ),
        ([user("a"), says("b")], [user("a"), says("b"), user(GO_ON)]),
        ([user("a"), {"role": "assistant", "content": " "}, user("b")], [user("a\n\nb")]),
        ([user("")], [user(EMPTY)]),
        ([system("s")], [system("s"), user(GO_ON)]),
        ([asked(call("A")), result("A", "")], [user(GO_ON), asked(call("A")), result("A", EMPTY)]),
        ([{"role": "developer", "content": "s"}, user("a")], [system("s"), user("a")]),
        ([], []),
    ],
)  # fmt: skip
def test_what_templates_refuse_is_mended(said: list[Json], sent: list[Json]) -> None:
    assert shaped(said) == sent


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [
        ('{"q":  "x"}', '{"q":  "x"}'),
        ('{"q": "abc', "{}"),
        ("", "{}"),
        (None, "{}"),
        ("null", "{}"),
        ("[1]", "{}"),
        ({"q": "é"}, '{"q": "é"}'),
        ('"{\\"q\\": \\"x\\"}"', '{"q": "x"}'),
        ('{"urls": "[\\"https://e.test\\"]"}', '{"urls": "[\\"https://e.test\\"]"}'),
        ('{"note": "42"}', '{"note": "42"}'),
        ('{"note": "{oops}"}', '{"note": "{oops}"}'),
    ],
)
def test_arguments_go_back_as_one_object_encoded_once(arguments: object, sent: str) -> None:
    [_, told, _] = shaped([user("a"), asked(call("A", arguments)), result("A")])
    assert told["tool_calls"][0]["function"]["arguments"] == sent


@given(st.text(max_size=60))
def test_short_ids_are_nine_letters_and_digits_and_stay_so(id: str) -> None:
    assert len(short_id(id)) == 9 and short_id(id).isalnum() and short_id(short_id(id)) == short_id(id)
