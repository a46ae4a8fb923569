"""The wire form of facts: what goes into the log comes out the same, in this version and beside newer ones."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import (
    FACTS,
    Answer,
    Anything,
    Asked,
    Call,
    Compacted,
    Decided,
    Fact,
    Passage,
    Recalled,
    Result,
    Returned,
    Turn,
    Unknown,
    Usage,
    canonical,
    from_wire,
    to_wire,
)
from tests.agent.strategies import facts, values

patient = settings(deadline=None)
WORDS = "words that are not ours"
TURN = Turn(message="C1:1.0", speaker="U1", kind="member", name="Anna", text=WORDS)
PASSAGE = Passage(address="plan.md", title="Plan", where="lines 1-3 of 9", text=WORDS)


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.kind)
@patient
@given(data=st.data())
def test_every_fact_comes_back_from_the_log_as_it_went_in(kind: type[Fact], data: st.DataObject) -> None:
    fact = data.draw(values(kind))
    body, texts = to_wire(fact)  # type: ignore[arg-type]
    assert from_wire(fact.kind, body, texts) == fact


@patient
@given(facts())
def test_the_wire_form_is_json_that_utf8_can_hold(fact: Anything) -> None:
    body, _ = to_wire(fact)
    assert isinstance(json.loads(body.encode()), dict)


@patient
@given(facts())
def test_writing_a_fact_twice_gives_the_same_bytes(fact: Anything) -> None:
    body, texts = to_wire(fact)
    again = from_wire(fact.kind, body, texts)
    assert not isinstance(again, Unknown)
    assert to_wire(again) == (body, texts)


@patient
@given(facts(), st.dictionaries(st.text(max_size=8).map("newer_".__add__), st.integers(), max_size=3))
def test_fields_of_a_newer_version_are_ignored(fact: Anything, newer: dict[str, int]) -> None:
    body, texts = to_wire(fact)
    assert from_wire(fact.kind, json.dumps(json.loads(body) | newer), texts) == fact


def test_newer_fields_are_ignored_inside_values_too() -> None:
    body, texts = to_wire(Recalled(step="recall", turns=(TURN,)))
    data = json.loads(body)
    data["turns"][0]["mood"] = "cheerful"
    assert from_wire("recalled", json.dumps(data), texts) == Recalled(step="recall", turns=(TURN,))


@patient
@given(st.text(max_size=12).filter(lambda kind: kind not in {fact.kind for fact in FACTS}), st.text(max_size=20))
def test_a_kind_nobody_knows_is_left_to_a_newer_process_whatever_its_body(kind: str, body: str) -> None:
    assert from_wire(kind, body, {}) == Unknown(kind)


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.kind)
@patient
@given(data=st.data())
def test_a_newer_wire_form_is_left_to_a_newer_process_and_an_older_one_is_read(
    kind: type[Fact], data: st.DataObject
) -> None:
    fact = data.draw(values(kind))
    body, texts = to_wire(fact)  # type: ignore[arg-type]
    assert from_wire(kind.kind, body, texts, kind.v + 1) == Unknown(kind.kind)
    assert [from_wire(kind.kind, body, texts, v) for v in range(1, kind.v + 1)] == [fact] * kind.v


def test_a_decision_written_before_there_were_edits_reads_as_it_was() -> None:
    body = '{"call_id":"1.1","digest":"d","by":"U1","name":"Anna","verdict":"approve","comment":"","scope":"run"}'
    assert from_wire("decided", body, {}, 1) == Decided(
        call_id="1.1", digest="d", by="U1", name="Anna", verdict="approve", scope="run"
    )


def test_rules_written_before_there_were_approvers_leave_the_decision_to_whoever_asked() -> None:
    asked = from_wire("asked", '{"message":"m1","text":"?","by":"U1","rules":{"approval":"each"}}', {})
    assert isinstance(asked, Asked)
    assert (asked.rules.approvers, asked.rules.own) == ((), True)


@pytest.mark.parametrize("body", ["", "no json", "{}", '{"message": 1}'])
def test_a_body_that_is_not_one_is_refused(body: str) -> None:
    with pytest.raises(ValueError):
        from_wire("asked", body, {})


def test_kinds_are_permanent() -> None:
    assert [fact.kind for fact in FACTS] == [
        "asked",
        "said",
        "decided",
        "stopped",
        "started",
        "recalled",
        "understood",
        "replied",
        "returned",
        "checked",
        "asked_back",
        "approval_requested",
        "reminded",
        "answered",
        "removed",
        "compacted",
    ]


@pytest.mark.parametrize(
    "fact",
    [
        Recalled(step="recall", turns=(TURN,)),
        Returned(step="1.1", outcome="ok", result=Result(passages=(PASSAGE,))),
        Compacted(step="compact.1", summary=WORDS, through=7),
    ],
)
def test_other_peoples_words_are_not_in_the_body_but_beside_it(fact: Anything) -> None:
    body, texts = to_wire(fact)
    assert WORDS not in body
    assert list(texts.values()) == [WORDS]


@patient
@given(values(Recalled) | values(Returned))
def test_words_that_were_deleted_read_as_empty_and_everything_else_stays(fact: Recalled | Returned) -> None:
    body, texts = to_wire(fact)
    bare = from_wire(fact.kind, body, {})
    assert isinstance(bare, Recalled | Returned)
    blank = dict.fromkeys(texts, "")
    assert to_wire(bare) == (body, blank)


def test_one_of_two_texts_deleted_leaves_the_other_in_its_place() -> None:
    other = PASSAGE.model_copy(update={"text": "kept"})
    fact = Returned(step="1.1", outcome="ok", result=Result(passages=(PASSAGE, other)))
    body, texts = to_wire(fact)
    back = from_wire("returned", body, {ref: text for ref, text in texts.items() if text == "kept"})
    assert isinstance(back, Returned)
    assert [passage.text for passage in back.result.passages] == ["", "kept"]


def test_what_was_asked_is_ours_to_keep() -> None:
    body, texts = to_wire(Asked(message="C1:1.0", text="how long is the plan?", by="U1"))
    assert "how long is the plan?" in body
    assert texts == {}


def test_writing_a_fact_leaves_it_as_it_was() -> None:
    fact = Recalled(step="recall", turns=(TURN,))
    to_wire(fact)
    assert fact.turns[0].text == WORDS


@patient
@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8) | st.integers() | st.booleans(), max_size=5))
def test_canonical_arguments_do_not_depend_on_the_order_they_were_given_in(arguments: dict[str, object]) -> None:
    backwards = dict(reversed(arguments.items()))
    assert canonical(arguments) == canonical(backwards)
    assert json.loads(canonical(arguments)) == arguments


@patient
@given(values(Call), values(Call))
def test_calls_share_a_digest_only_if_tool_and_arguments_are_the_same(one: Call, other: Call) -> None:
    if "\n" not in one.tool + other.tool:
        same = (one.tool, one.arguments) == (other.tool, other.arguments)
        assert (one.digest == other.digest) == same


def test_arguments_that_differ_only_late_have_different_digests() -> None:
    long = "x" * 5000
    assert (
        Call(id="1.1", tool="t", arguments=long + "a").digest != Call(id="1.1", tool="t", arguments=long + "b").digest
    )


@patient
@given(values(Usage), values(Usage))
def test_usage_adds_up(one: Usage, other: Usage) -> None:
    assert (one + other).tokens == one.tokens + other.tokens
    assert (one + other).cached == one.cached + other.cached


def test_an_answer_that_older_versions_called_unanswered_in_a_sentence_still_is() -> None:
    old = {"missing": "None of the sources that were opened answers this."}
    assert Answer.model_validate(old) == Answer(unanswered="in sources")
    assert Answer.model_validate({"missing": "Nothing was found or opened that answers this."}) == Answer(
        unanswered="nothing opened"
    )
    assert Answer.model_validate({"missing": "It declined."}) == Answer(missing="It declined.")
