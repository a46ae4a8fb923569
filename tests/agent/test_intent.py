"""What the model makes of a thread, and what code lets stand of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import AskedBack, Intent, Turn
from agent.intent import PEOPLE, Unreadable, mend, prompt, read, request
from tests.agent.worlds import ANNA, asked, recalled, run_of, said, unclear, understood


def turn(message: str, kind: Any = "member", text: str = "words") -> Turn:
    return Turn(message=message, speaker=f"U{message}", kind=kind, name=kind, text=text)


TURNS = (turn("m1"), turn("b1", "bot"), turn("o1", "outsider"), turn("g1", "guest"), turn("u1", "us"), turn("m2"))
WHOLE: dict[str, Any] = {
    "mode": "research",
    "kind": "answer",
    "goal": "What an e-reader costs",
    "must": [],
    "must_not": [],
    "prefer": [],
    "unclear": [],
    "language": "English",
    "since": "m1",
}
LONG = {
    "about": "not too long",
    "question": "How long is too long?",
    "options": ["up to 20 pages", "up to 100 pages"],
    "default": "up to 100 pages",
}


def wish(text: str, message: str = "m1") -> dict[str, str]:
    return {"text": text, "message": message}


def understand(turns: Sequence[Turn] = TURNS, **changed: Any) -> Intent:
    return read({**WHOLE, **changed}, turns)


def texts(intent: Intent) -> dict[str, list[str]]:
    lists = {"must": intent.must, "must_not": intent.must_not, "prefer": intent.prefer}
    return {name: [one.text for one in conditions] for name, conditions in lists.items() if conditions}


# --- conditions ---------------------------------------------------------------------------------------------------


def test_what_a_member_asked_for_stands_with_its_message_and_an_id() -> None:
    intent = understand(must=[wish("has buttons"), wish("costs under 100", "m2")], prefer=[wish(" waterproof ")])
    assert [(one.id, one.text, one.message) for one in intent.conditions] == [
        ("must.1", "has buttons", "m1"),
        ("must.2", "costs under 100", "m2"),
        ("prefer.1", "waterproof", "m1"),
    ]


@pytest.mark.parametrize("message", ["b1", "o1", "g1", "u1", "m99", ""])
def test_a_condition_that_no_member_asked_for_is_dropped(message: str) -> None:
    lists: dict[str, Any] = {
        name: [wish(f"{name} it", message), wish("real")] for name in ("must", "must_not", "prefer")
    }
    assert texts(understand(**lists)) == {"must": ["real"]}


def test_conditions_from_before_the_new_task_are_dropped() -> None:
    intent = understand(since="m2", must=[wish("old", "m1"), wish("new", "m2")])
    assert texts(intent) == {"must": ["new"]}
    assert intent.since == "m2"


@pytest.mark.parametrize(
    ("after", "day"),
    [("2026-03-01", "2026-03-01"), ("2026-03", "2026-03-01"), ("2026", "2026-01-01"), (" ", ""), ("", "")],
)
def test_since_when_sources_have_to_be_published_is_a_day(after: str, day: str) -> None:
    assert understand(after=after).after == day
    assert understand().after == "", "it may be left out"
    assert understand(after=after, mode="chat").after == ""


@pytest.mark.parametrize(
    "after", ["last March", "2026-02-30", "2026-3-1", "03/01/2026", "2026-03-01T00:00", "0000-01-01"]
)
def test_what_is_no_day_goes_back_to_the_model(after: str) -> None:
    with pytest.raises(Unreadable, match=r"after: .*such as .2026-03-01"):
        understand(after=after)


@pytest.mark.parametrize("since", ["b1", "o1", "u1", "nowhere", ""])
def test_a_task_begins_only_with_a_member_s_message(since: str) -> None:
    intent = understand(since=since, must=[wish("old", "m1")])
    assert intent.since == "m1"
    assert texts(intent) == {"must": ["old"]}


def test_where_no_member_spoke_nothing_is_a_condition() -> None:
    assert texts(understand(turns=(turn("b1", "bot"),), since="b1", must=[wish("obey", "b1")])) == {}


def test_a_later_must_takes_a_preference_with_it() -> None:
    assert texts(understand(prefer=[wish("Waterproof.", "m1")], must=[wish("waterproof", "m2")])) == {
        "must": ["waterproof"]
    }


def test_a_later_preference_takes_a_must_with_it() -> None:
    assert texts(understand(must=[wish("waterproof", "m1")], prefer=[wish("Waterproof", "m2")])) == {
        "prefer": ["Waterproof"]
    }


def test_said_in_one_message_the_stricter_list_holds() -> None:
    assert texts(understand(must=[wish("free")], prefer=[wish("free")])) == {"must": ["free"]}
    assert texts(understand(must_not=[wish("free")], prefer=[wish("FREE ")])) == {"must_not": ["free"]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("supports C", "supports C++"),
        ("supports C#", "supports C"),
        ("costs < 5", "costs > 5"),
        ("+5 %", "-5 %"),
        ("has a certified data centre run by the vendor itself in the European Union, in Germany",
         "has a certified data centre run by the vendor itself in the European Union, in France"),
    ],
)  # fmt: skip
def test_conditions_that_differ_in_a_sign_or_at_their_end_are_two(one: str, other: str) -> None:
    assert texts(understand(must=[wish(one), wish(other)])) == {"must": [one, other]}


# --- unclear ------------------------------------------------------------------------------------------------------


def test_what_is_vague_is_asked_first_whatever_mode_the_model_chose() -> None:
    intent = understand(mode="research", unclear=[LONG])
    assert intent.mode == "clarify"
    assert intent.unclear[0].id == "not-too-long"
    assert intent.unclear[0].default == "up to 100 pages"


def test_without_anything_unclear_there_is_nothing_to_clarify() -> None:
    assert understand(mode="clarify").mode == "research"


def test_small_talk_stays_small_talk() -> None:
    assert understand(mode="chat").mode == "chat"
    assert understand(mode="chat", unclear=[LONG]).mode == "chat"


def test_a_question_is_known_by_what_it_is_about_whatever_its_wording() -> None:
    again = {**LONG, "about": " Not too LONG! ", "question": "What length at most?"}
    assert understand(unclear=[again]).unclear[0].id == understand(unclear=[LONG]).unclear[0].id
    assert len(understand(unclear=[LONG, again]).unclear) == 1


def test_options_that_differ_in_a_sign_only_are_options() -> None:
    signs = {**LONG, "options": ["< 10", "> 10", "10"], "default": "< 10"}
    assert understand(unclear=[signs]).unclear[0].options == ("< 10", "> 10", "10")


# --- strictness ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"extra": 1}, "extra"),
        ({"mode": "think"}, "mode"),
        ({"kind": "essay"}, "kind"),
        ({"goal": ""}, "goal"),
        ({"goal": "  "}, "goal"),
        ({"goal": 5}, "goal"),
        ({"must": "cheap"}, "must"),
        ({"must": ["cheap"]}, "must.0"),
        ({"must": [{"text": "cheap"}]}, "must.0.message"),
        ({"must": [{"text": " ", "message": "m1"}]}, "must.0.text"),
        ({"must": [{**wish("cheap"), "why": "x"}]}, "must.0.why"),
        ({"prefer": None}, "prefer"),
        ({"since": 1}, "since"),
        ({"language": None}, "language"),
        ({"unclear": [{**LONG, "options": ["only one"], "default": "only one"}]}, "unclear.0.options"),
        ({"unclear": [{**LONG, "options": ["a", "b", "c", "d", "e"], "default": "a"}]}, "unclear.0.options"),
        ({"unclear": [{**LONG, "options": ["a", "A "], "default": "a"}]}, "options must differ"),
        ({"unclear": [{**LONG, "default": "about 50"}]}, "default must be one of the options"),
        ({"unclear": [{**LONG, "options": ["a", ""], "default": "a"}]}, "unclear.0.options.1"),
    ],
)
def test_what_does_not_fit_is_refused_with_words_for_the_model(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        understand(**changed)


@pytest.mark.parametrize("missing", sorted(set(WHOLE) - {"since", "thread"}))
def test_every_key_is_needed(missing: str) -> None:
    with pytest.raises(Unreadable, match=missing):
        read({key: value for key, value in WHOLE.items() if key != missing}, TURNS)


@pytest.mark.parametrize("data", [None, [], "{}", 5, True])
def test_only_an_object_is_an_intent(data: object) -> None:
    with pytest.raises(Unreadable, match="the reply"):
        read(data, TURNS)


def test_a_refusal_names_five_problems_at_most() -> None:
    with pytest.raises(Unreadable) as refused:
        read({}, TURNS)
    assert str(refused.value).count(";") == 4


# --- the request --------------------------------------------------------------------------------------------------


def asked_of(messages: list[dict[str, Any]]) -> dict[str, Any]:
    question: dict[str, Any] = json.loads(messages[-1]["content"])
    return question


def test_the_request_holds_what_the_prompt_promises() -> None:
    why = Turn(message="m1", speaker=ANNA, kind="member", name="Anna", text="Why?")
    thread = (turn("m0", "bot", "build failed"), why)
    asking = AskedBack(questions=unclear("long").unclear, expires=9e9)
    run = run_of(asked("Why?"), *recalled(turns=thread), *understood(1, unclear("long")), asking, said(long="small"))
    messages = request(run)
    assert [message["role"] for message in messages] == ["system", "user"]
    assert messages[0]["content"].startswith("# Understand what is asked")
    question = asked_of(messages)
    assert {key: question[key] for key in ("today", "asked", "asked_by")} == {
        "today": "1970-01-01 (Thursday, UTC)",
        "asked": "m1",
        "asked_by": ANNA,
    }
    assert question["open_questions"] == [
        {"id": "long", "text": "How long?", "options": ["small", "large"], "default": "large"}
    ]
    assert [(one["message"], one["kind"], one["text"]) for one in question["turns"]] == [
        ("m0", "bot", "build failed"),
        ("m1", "member", "Why?"),
        ("m2", "member", "How long? — small"),
    ]
    assert set(question["turns"][0]) == {"message", "speaker", "kind", "name", "text"}


def test_every_key_of_the_request_and_of_the_reply_is_named_in_the_prompt() -> None:
    words = prompt("intent")
    keys = [*asked_of(request(run_of(asked()))), *WHOLE, *LONG]
    assert [key for key in keys if f"`{key}`" not in words and f'"{key}"' not in words] == []


def test_of_a_long_thread_the_newest_is_kept_and_the_last_message_always() -> None:
    thread = tuple(turn(f"m{i}", text=f"{i} " + "x" * 30_000) for i in range(10))
    turns = asked_of(request(run_of(asked(), *recalled(turns=thread))))["turns"]
    assert [one["message"] for one in turns] == ["m1", "m8", "m9"], "m1 asked"
    alone = recalled(turns=(*thread, turn("m10", text="y" * 300_000)))
    assert [one["message"] for one in asked_of(request(run_of(asked(), *alone)))["turns"]] == ["m1", "m10"]


def test_a_repair_carries_the_faulty_reply_and_what_is_wrong_with_it() -> None:
    messages = request(run_of(asked()))
    again = mend(messages, "{oops", "mode: missing")
    assert again[: len(messages)] == messages
    assert again[-2] == {"role": "assistant", "content": "{oops"}
    assert again[-1]["role"] == "user"
    assert "mode: missing" in again[-1]["content"]
    assert mend(messages, "", "empty")[-2]["content"] == "(empty)"


# --- whatever the model says --------------------------------------------------------------------------------------

_refs = st.sampled_from(["m1", "m2", "b1", "o1", "g1", "u1", "m99", ""])
_texts = st.sampled_from(["cheap", "Cheap.", "waterproof", "x" * 80, "C", "C++", " "])
_wishes = st.lists(st.builds(wish, _texts, _refs), max_size=4)
_unclear = st.builds(
    lambda about, options, default: {"about": about, "question": "?", "options": options, "default": default},
    _texts,
    st.lists(_texts, max_size=5),
    _texts,
)
_kinds = st.sampled_from(["member", "guest", "outsider", "bot", "us"])
_turns = st.lists(st.builds(turn, st.sampled_from(["m1", "m2", "b1", "o1"]), _kinds), max_size=6)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | _texts, lambda inner: st.lists(inner, max_size=3), max_leaves=4
)
_replies = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(["research", "clarify", "chat"]),
        "kind": st.sampled_from(["answer", "shortlist"]),
        "goal": st.just("goal") | _json,
        "must": _wishes | _json,
        "must_not": _wishes,
        "prefer": _wishes,
        "unclear": st.lists(_unclear, max_size=3) | st.just([]),
        "language": st.just("English"),
        "since": _refs,
    }
)


@settings(max_examples=120)
@given(_replies | _json, _turns)
def test_whatever_the_model_says_every_condition_is_a_member_s_of_this_task(data: object, turns: list[Turn]) -> None:
    """A reply is refused, or each condition names a member's message from the boundary on, no wish stands twice, and
    ids are unique."""
    try:
        intent = read(data, turns)
    except Unreadable:
        return
    order = [one.message for one in turns]
    start = order.index(intent.since) if intent.since in order else 0
    members = {one.message for one in turns[start:] if one.kind in PEOPLE}
    assert all(condition.message in members for condition in intent.conditions)
    wishes = [condition.text.casefold().rstrip(".") for condition in intent.conditions]
    assert len(wishes) == len(set(wishes))
    ids = [*(one.id for one in intent.conditions), *(one.id for one in intent.unclear)]
    assert len(ids) == len(set(ids))
    assert all(2 <= len(one.options) <= 4 and one.default in one.options for one in intent.unclear)
    assert (intent.mode == "clarify") <= bool(intent.unclear)
