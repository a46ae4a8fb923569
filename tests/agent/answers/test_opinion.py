"""A second look at a draft: when it is asked for, what it is sent, and what of its reply counts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers import opinion
from agent.answers.opinion import Opinion, Opinions
from agent.carrier import Live, _lost
from agent.decide import Step
from agent.evidence import check
from agent.facts import Anything, Checked, Intent, Passage, Recalled, Result, Rules, Started, Statement, Usage, Window
from agent.models.jsonsteps import JsonSteps
from agent.models.model import RawMessage
from agent.models.objects import whole_entries
from agent.perform import Performer, _examined
from agent.run import Run
from agent.tool import Given
from agent.toolbox import Toolbox
from tests.agent.answers.test_statements import GERMAN
from tests.agent.endpoint import Desk, Json, Rule, always, desk, refuses, says
from tests.agent.test_evidence import run_with
from tests.agent.test_perform import nobody
from tests.agent.worlds import asked, call, done, made, replied, run_of, said, understood

__all__ = ["desk"]  # a fixture

COSTS, WATER = "The reader costs 129 euros [2].", "The screen of the reader is waterproof [3]."
DRAFT = f"{COSTS}\n\n{WATER}"
ALWAYS: dict[str, Any] = {"opinion": "always"}
WRONG = {"opinion": "no", "words": "screen of the reader", "reason": "The reader is, not its screen."}


def examined(draft: str = DRAFT, *more: Anything, **rules: Any) -> tuple[Run, Checked]:
    run = run_with(*replied(2, text=draft), *more, **{**ALWAYS, **rules})
    return run, check(run, "check.1")


def read(reply: object, draft: str = DRAFT) -> opinion.Look:
    run, found = examined(draft)
    return opinion.read(reply, run, found.answer)


def opinions(**said_: object) -> dict[str, object]:
    return {"statements": said_}


def seconded(draft: str, *given: Opinion) -> Checked:
    """The check of a draft with these opinions on its statements, in order."""
    run, found = examined(draft)
    held = dict(zip(((one.text, one.numbers) for one in found.answer.statements), given, strict=True))
    return check(run, "check.1", held)


# --- what of its reply counts -------------------------------------------------------------------------------------


def test_a_yes_and_a_no_with_words_and_a_reason_count() -> None:
    found = read(opinions(s1={"opinion": "yes"}, s2=WRONG))
    assert list(found.opinions.values()) == [Opinion("yes"), Opinion("no", "The reader is, not its screen.")]
    assert found.faults == (
        "On a second look: “The screen of the reader is waterproof.”: The reader is, not its screen.",
    )
    assert list(read(opinions(s1="yes", s2="unsure")).opinions.values()) == [Opinion("yes")]


@pytest.mark.parametrize(
    "entry",
    [
        {**WRONG, "words": "the whole device"},
        {**WRONG, "words": " "},
        {**WRONG, "words": "e"},
        {**WRONG, "words": "wate"},
        {**WRONG, "reason": "“The screen of the reader is waterproof.”"},
        {**WRONG, "reason": "the reader is waterproof [3]"},
        {**WRONG, "reason": "…"},
        {**WRONG, "opinion": ["no", "yes"]},
        {**WRONG, "opinion": {"no": 1}},
        {**WRONG, "reason": ""},
        {"opinion": "no"},
        "no",
        {**WRONG, "opinion": "perhaps"},
        {**WRONG, "reason": 7},
        None,
        [],
        7,
    ],
)
def test_a_no_that_names_nothing_of_the_statement_or_no_reason_counts_for_nothing(entry: object) -> None:
    assert read(opinions(s2=entry)) == opinion.Look()


@pytest.mark.parametrize("reply", [None, [], "looks fine!", {}, {"statements": []}, opinions(s9={"opinion": "yes"})])
def test_what_cannot_be_read_is_no_opinion(reply: object) -> None:
    assert read(reply) == opinion.Look()


def test_what_stands_there_word_for_word_is_only_denied_with_words_of_the_source() -> None:
    no = {"opinion": "no", "words": "129 euros", "reason": "That is not the price."}
    assert read(opinions(s1=no)).opinions == {}
    assert read(opinions(s1={**no, "instead": "It costs 99 euros."})).opinions == {}
    (found,) = read(opinions(s1={**no, "instead": "it weighs 200 grams"})).opinions.values()
    assert found == Opinion("no", "That is not the price. “it weighs 200 grams”")


def test_words_of_the_source_are_shown_where_they_stand_there_and_an_address_never_is() -> None:
    (found,) = read(opinions(s2={**WRONG, "instead": "The reader is waterproof"})).opinions.values()
    assert found.reason == "The reader is, not its screen. “The reader is waterproof”"
    (made_up,) = read(opinions(s2={**WRONG, "instead": "It floats."})).opinions.values()
    assert made_up.reason == WRONG["reason"]
    (leads,) = read(opinions(s2={**WRONG, "reason": "See https://evil.test/x?d=secret"})).opinions.values()
    assert leads.reason == "…"


@pytest.mark.parametrize(
    "instead", ["The reader costs 129 euros", "“costs  129 euros”", "129 euros and is small", "129 EUROS"]
)
def test_a_no_whose_words_of_the_source_are_those_of_the_statement_is_none(instead: str) -> None:
    no = {"opinion": "no", "words": "129 euros", "reason": "It says something else.", "instead": instead}
    assert read(opinions(s1=no)).opinions == {}
    assert read(opinions(s1=no), "The reader costs 129 euros and is small [2].").opinions == {}


@pytest.mark.parametrize(
    "reply",
    [
        opinions(s2={**WRONG, "instead": None}),
        opinions(s2={**WRONG, "opinion": " NO. "}),
        opinions(s2={**WRONG, "opinion": False}),
        opinions(s2={**WRONG, "words": "“screen of the reader” …"}),
        opinions(s2={**WRONG, "words": "The screen … is waterproof."}),
        opinions(s2={**WRONG, "words": "is waterproof [3]"}),
        opinions(S2=WRONG),
        opinions(s2={key: [said] for key, said in WRONG.items()}),
        opinions(s2={**WRONG, "words": ["The screen", "is waterproof"]}),
        {"s2": WRONG},
        {"statements": [{"id": "s2", **WRONG}, None]},
    ],
)
def test_what_is_meant_is_read_however_it_is_written(reply: object) -> None:
    assert list(read(reply).opinions.values()) == [Opinion("no", "The reader is, not its screen.")]


@pytest.mark.parametrize("entry", ["Yes", True, {"opinion": "YES", "words": None, "reason": None}])
def test_a_yes_is_read_however_it_is_written(entry: object) -> None:
    assert list(read(opinions(s1=entry)).opinions.values()) == [Opinion("yes")]


BROKEN = '{"statements": {"s1": {"opinion": "yes"}, "s2": {"opinion": "no", "words": "screen", "reason": "It bro'


@pytest.mark.parametrize(
    ("text", "finish", "seconded"),
    [
        (BROKEN, "length", ["yes", ""]),
        (BROKEN, "cut", ["yes", ""]),
        (BROKEN, "content_filter", ["yes", ""]),
        (BROKEN, "stop", ["yes", ""]),
        ('{"statements": {"s1": "yes", "s2": "ye', "length", ["yes", ""]),
        ('{"statements": [{"id": "s1", "opinion": "yes"}, {"id": "s2", "opinion": "yes"', "cut", ["yes", ""]),
        ('{"statements": {"s1": {"opinion": "yes"', "length", ["", ""]),
        ('{"statements": {"s1": {"opinion": "yes",},}}', "stop", ["yes", ""]),
    ],
)
def test_of_a_look_that_broke_off_only_what_is_whole_counts(text: str, finish: str, seconded: list[str]) -> None:
    run, before = examined()
    found = _examined(run, before, RawMessage(text=text, finish=finish))
    assert [one.seconded for one in found.answer.statements] == seconded and not found.answer.denied


@given(st.text(alphabet='{}[]",:s1 yes\\', max_size=60))
def test_any_rest_of_a_look_is_read(text: str) -> None:
    assert whole_entries(text) is None or isinstance(whole_entries(text), dict)


def test_what_a_draft_overlooks_counts_where_it_names_words_of_it() -> None:
    faults = [
        {"words": "the READER  costs", "problem": "Nothing is said of taxes."},
        {"words": "It is red", "problem": "Nobody says so."},
        {"words": "129 euros"},
        "odd",
    ]
    found = read({"faults": faults})
    assert found.faults == ("On a second look: “the READER costs”: Nothing is said of taxes.",)
    assert read({"faults": "none"}).faults == ()
    assert len(read({"faults": [{"words": "129", "problem": f"{n}"} for n in range(9)]}).faults) == 6


WORDS = st.sampled_from(["129 euros", "screen", "", "red"]) | st.text(max_size=8)
ENTRIES = st.fixed_dictionaries(
    {"opinion": st.sampled_from(["yes", "no", "unsure", "?"]), "words": WORDS, "reason": WORDS, "instead": WORDS}
)


@given(st.dictionaries(st.sampled_from(["s1", "s2", "s3"]), ENTRIES | WORDS))
def test_whatever_it_says_code_s_vetoes_stand_and_nothing_becomes_supported(said_: dict[str, object]) -> None:
    draft = f"{DRAFT}\n\nIt costs 139 euros and is red [2].\n\nCustomers complain about slow page turns [2]."
    run, before = examined(draft)
    after = check(run, "check.1", opinion.read(opinions(**said_), run, before.answer).opinions)
    grades = {one.text: one.grade for one in before.answer.statements}
    assert all(grades.get(one.text) == one.grade for one in after.answer.statements)
    assert after.answer.unconfirmed == before.answer.unconfirmed
    kept = {one.text for one in (*after.answer.statements, *after.answer.denied)}
    assert kept == set(grades), "what is denied is set apart and not lost"


# --- what it does to an answer --------------------------------------------------------------------------------------


def test_what_is_denied_is_set_apart_with_the_reason_and_the_rest_stays() -> None:
    found = seconded(DRAFT, Opinion("yes"), Opinion("no", "The reader is.")).answer
    assert found.text == COSTS and [one.seconded for one in found.statements] == ["yes"]
    (denied,) = found.denied
    assert (denied.text, denied.seconded, denied.doubt) == (
        "The screen of the reader is waterproof.",
        "no",
        "The reader is.",
    )
    assert denied.excerpt and found.unconfirmed == () and [one.number for one in found.sources] == [2]
    nothing = seconded(COSTS, Opinion("no", "It does not.")).answer
    assert (nothing.text, nothing.statements, len(nothing.denied)) == ("", (), 1)


def test_what_is_weak_stays_weak_though_the_model_affirms_it() -> None:
    weak = "The screen of the reader keeps free of scratches [3]."
    (one,) = seconded(weak, Opinion("yes")).answer.statements
    assert (one.grade, one.seconded) == ("weak", "yes")


def of_german(draft: str, given: Opinions = opinion.NONE, **asking: Any) -> Checked:
    opened = Result(passages=(Passage(address="de.md", title="", where="all", text=GERMAN),))
    first = (asked(**{**ALWAYS, **asking}), *done(Recalled(step="recall.1")))
    then = (*understood(1, Intent(mode="research", goal="g")), *replied(1, call("1.1")), *made("1.1", result=opened))
    return check(run_of(*first, *then, *replied(2, text=draft)), "check.1", given)


@pytest.mark.parametrize(
    ("draft", "asks", "grade"),
    [
        ("It has been on sale since May 2024 and costs 129 euros [1].", "", "translated"),
        ("It has been on sale since May 2024 and costs 139 euros [1].", "", None),
        ("It has been on sale since May 2024 and costs 139 euros [1].", "Is it 139 euros?", "weak"),
        ("It is on sale since May 2024 and was made by Anna Berger [1].", "Is Anna Berger it?", "weak"),
        ("The battery of this one does not last for long [1].", "", "translated"),
    ],
)
def test_across_languages_a_yes_lifts_only_what_no_number_and_no_name_speaks_against(
    draft: str, asks: str, grade: str | None
) -> None:
    text = asks or "What does it cost?"
    key = draft.replace(" [1]", ""), (1,)
    found = of_german(draft, {key: Opinion("yes")}, text=text)
    assert [one.grade for one in found.answer.statements] == ([grade] if grade else [])
    assert all(one.raised == (one.grade == "translated") for one in found.answer.statements)
    assert bool(found.faults) == (grade != "translated"), "nothing is asked of what is carried"
    assert not any(one.raised for one in of_german(draft, text=text).answer.statements)


def test_a_statement_that_shares_nothing_with_its_source_in_another_language_waits_for_a_second_look() -> None:
    draft = "The battery of this one does not last for long [1]."
    (one,) = of_german(draft).answer.statements
    assert (one.grade, one.excerpt, one.lacking) == ("weak", "", ())
    key = one.text, (1,)
    (denied,) = of_german(draft, {key: Opinion("no", "It says nothing of it.")}).answer.denied
    assert denied.doubt == "It says nothing of it."


# --- when it is asked ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "looks"),
    [
        ({}, False),
        ({"effort": "deep"}, False),
        ({"effort": "deep", "opinion": "deep"}, True),
        ({"opinion": "deep"}, False),
        ({"opinion": "always"}, True),
        ({"thinking": True}, True),
        ({"opinion": "off", "effort": "deep"}, False),
    ],
)
def test_it_is_taken_in_deep_research_or_always_or_where_the_model_thinks_hard(
    rules: dict[str, Any], looks: bool
) -> None:
    run = run_with(*replied(2, text=DRAFT), **rules)
    assert opinion.wanted(run, check(run, "check.1").answer, ()) is looks
    assert Rules(**rules).looks_again is looks
    assert bool(_lost(run, "check.1").tokens) is looks, "what went with a process may have to be paid"
    assert not opinion.wanted(run, check(run_with(*replied(2, text="No idea."), **rules), "check.1").answer, ())


def test_one_that_goes_back_anyway_is_not_looked_at_unless_it_is_the_last() -> None:
    run, found = examined()
    assert not opinion.wanted(run, found.answer, ("mend",))
    last, found = examined(rounds=2)
    assert opinion.wanted(last, found.answer, ("mend",)) and not opinion.may_send_back(last)
    hard = run_with(*replied(2, text=DRAFT), thinking=True, rounds=2)
    assert not opinion.wanted(hard, found.answer, ()), "what only thinks hard looks at what it can mend"


def sent_back(draft: str) -> tuple[Anything, ...]:
    """A second draft, after the first was sent back for its second statement."""
    first = seconded(DRAFT, Opinion("yes"), Opinion("no", "The reader is."))
    fault = "On a second look: “The screen of the reader is waterproof.”: The reader is."
    checked = first.model_copy(update={"faults": (fault,)})
    return *done(checked), *replied(3, text=draft)


def test_what_was_asked_about_is_not_asked_about_again_and_holds() -> None:
    run, found = examined(DRAFT, *sent_back(DRAFT))
    assert not opinion.wanted(run, found.answer, found.faults) and not opinion.may_send_back(run)
    assert found.answer.text == COSTS and [one.doubt for one in found.answer.denied] == ["The reader is."]
    assert [one.seconded for one in found.answer.statements] == ["yes"]
    run, found = examined(DRAFT, *sent_back(f"{COSTS}\n\nThe reader is waterproof [3]."))
    assert [one.text for one in opinion.asked(run, found.answer)] == ["The reader is waterproof."]
    assert opinion.wanted(run, found.answer, found.faults)
    anew = (*sent_back(DRAFT), said("and in dollars?"), *understood(2), *replied(4, text=DRAFT))
    run, found = examined(DRAFT, *anew)
    assert len(opinion.asked(run, found.answer)) == 2, "people spoke since"


def test_an_opinion_is_forgotten_where_more_of_its_sources_was_opened_since() -> None:
    more = Passage(address="screen.md", title="Screen", where="more", text="The screen of the reader is waterproof.")
    for address, denied in (("screen.md", 0), ("other.md", 1)):
        opened = Result(passages=(more.model_copy(update={"address": address}),))
        again = (*replied(3, call("3.1")), *made("3.1", result=opened), *replied(4, text=DRAFT))
        run, found = examined(DRAFT, *sent_back(DRAFT)[:-2], *again)
        assert len(found.answer.denied) == denied
        assert [one.text for one in opinion.asked(run, found.answer)] == (
            [] if denied else ["The screen of the reader is waterproof."]
        )


def test_an_opinion_is_forgotten_where_code_finds_something_else_by_now() -> None:
    held = Opinion("no", "Not so.", on=("weak", "The reader is waterproof."))
    key = "The screen of the reader is waterproof.", (3,)
    run, before = examined()
    (now,) = (one for one in before.answer.statements if one.text == key[0])
    for on, denied in (((now.grade, now.excerpt), 1), (("weak", "else"), 0), (("", now.excerpt), 0)):
        found = check(run, "check.1", {key: replace(held, on=on)})
        assert len(found.answer.denied) == denied


def test_it_may_send_back_once_in_each_task() -> None:
    run, _ = examined(DRAFT, *sent_back(DRAFT))
    assert not opinion.may_send_back(run)
    anew = (*sent_back(DRAFT), said("and in dollars?"), *understood(2), *replied(4, text=DRAFT))
    assert opinion.may_send_back(examined(DRAFT, *anew)[0])


def test_only_what_new_statements_cite_is_sent_again() -> None:
    told = sent(*examined(DRAFT, *sent_back(f"{COSTS}\n\nThe reader is waterproof [3].")))
    assert [one["number"] for one in told["sources"]] == [3]


# --- what it is sent ------------------------------------------------------------------------------------------------


def sent(run: Run, found: Checked) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(str(opinion.request(run, found.answer)[1]["content"]))
    return told


def test_it_is_sent_the_statements_and_the_words_of_what_they_cite() -> None:
    told = sent(*examined())
    assert told["statements"] == [
        {"id": "s1", "text": "The reader costs 129 euros.", "sources": [2]},
        {"id": "s2", "text": "The screen of the reader is waterproof.", "sources": [3]},
    ]
    assert [one["number"] for one in told["sources"]] == [2, 3] and "129 euros" in told["sources"][0]["words"]


def test_what_is_sent_is_bounded_shared_fairly_and_holds_the_excerpts() -> None:
    run = run_with(*replied(2, text=DRAFT), page="x" * 90_000 + " So it is. " + "y " * 45_000, **ALWAYS)
    found = check(run, "check.1")
    far = Statement(text="So it is", numbers=(2,), number=2, excerpt="The reader costs 129 euros. … So it is.")
    answer = found.answer.model_copy(update={"statements": (*found.answer.statements, far)})
    first, second = sent(run, found.model_copy(update={"answer": answer}))["sources"]
    assert "So it is." in first["words"] and len(first["words"]) > opinion.ROOM // 2, "the other one needs no more"
    assert len(first["words"]) + len(second["words"]) <= opinion.ROOM + 10
    assert first["words"].startswith("The reader costs 129 euros.") and "waterproof" in second["words"]
    small = Window(whole=8_192, input=8_192, output=2_048)
    less = run_with(*replied(2, text=DRAFT), page="x" * 90_000, window=small, **ALWAYS)
    told = sent(less, check(less, "check.1"))
    assert sum(len(one["words"]) for one in told["sources"]) < 6_144 * 3.75 / 2


def test_a_draft_of_many_statements_asks_about_the_first_of_them() -> None:
    statements = tuple(Statement(text=f"{n} " + "x" * 9_000, numbers=(2,)) for n in range(300))
    run, found = examined()
    answer = found.answer.model_copy(update={"statements": statements})
    assert len(sent(run, found.model_copy(update={"answer": answer}))["statements"]) == opinion.STATEMENTS_AT_MOST
    assert len(str(opinion.request(run, answer)[1]["content"])) < 80_000


# --- as a step ------------------------------------------------------------------------------------------------------


async def performed(desk: Desk, rule: Rule, run: Run) -> tuple[Checked, list[Json]]:
    model, endpoint = await desk.set(rule)
    outcome = await Performer(model, Toolbox(Given(), ()), nobody)(Step("check.1"), run, Live())
    assert isinstance(outcome, Checked)
    return outcome, endpoint.asked


async def test_one_call_for_all_statements_is_billed_and_sends_the_draft_back(desk: Desk) -> None:
    reply = json.dumps(opinions(s1={"opinion": "yes"}, s2=WRONG))
    found, requests = await performed(desk, always(says(reply)), examined()[0])
    assert len(requests) == 1 and requests[0]["response_format"] == {"type": "json_object"}
    assert len(found.faults) == 1 and found.answer.text == COSTS and found.usage.tokens > 0
    last, _ = await performed(desk, always(says(reply)), examined(rounds=2)[0])
    assert last.faults == () and [one.doubt for one in last.answer.denied] == [WRONG["reason"]]


@pytest.mark.parametrize(
    "rule", [always(refuses(500, "no")), always(says("looks fine!")), always(says('{"statements": {"s1": {"op'))]
)
async def test_a_look_that_fails_or_cannot_be_read_changes_nothing(desk: Desk, rule: Rule) -> None:
    run, before = examined()
    found, _ = await performed(desk, rule, run)
    assert found.model_copy(update={"usage": Usage()}) == before


async def test_a_look_that_no_budget_has_room_for_is_not_taken(desk: Desk) -> None:
    run, before = examined(tokens=10)
    found, requests = await performed(desk, always(says("{}")), run)
    assert found == before and requests == []


async def test_one_that_went_with_its_process_is_asked_for_again_and_stands_on_the_bill(desk: Desk) -> None:
    rule = always(says(json.dumps(opinions(s1={"opinion": "yes"}))))
    first, _ = await performed(desk, rule, examined()[0])
    run = examined(DRAFT, Started(step="check.1", worker="gone"))[0]
    again, requests = await performed(desk, rule, run)
    assert len(requests) == 1 and again.answer == first.answer
    assert again.usage.tokens > first.usage.tokens and again.usage.bound


async def test_a_model_in_json_steps_is_asked_in_the_same_way(desk: Desk) -> None:
    model, endpoint = await desk.set(always(says(json.dumps(opinions(s1="yes", s2=WRONG)))))
    outcome = await Performer(JsonSteps(model), Toolbox(Given(), ()), nobody)(Step("check.1"), examined()[0], Live())
    assert isinstance(outcome, Checked) and len(outcome.answer.denied) == 1 == len(endpoint.asked)


async def test_where_nobody_wants_one_no_call_is_made(desk: Desk) -> None:
    found, requests = await performed(desk, always(says("{}")), examined(opinion="off")[0])
    assert requests == [] and found.usage.tokens == 0
