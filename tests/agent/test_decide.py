"""What comes next, rule by rule, read off small runs written down by hand."""

from __future__ import annotations

import pytest

from agent.decide import AT_ONCE, FACTS_AT_MOST, Do, Finish, Next, Step, Wait, WriteDown, decide
from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    AskedBack,
    Call,
    Question,
    Result,
    Returned,
    Rules,
    Said,
    Started,
    Stopped,
    Unknown,
    Window,
)
from agent.facts import Record as FactRecord
from agent.request.space import question_limit
from agent.request.tokens import START
from agent.run import Run, replay
from tests.agent.worlds import (
    ANNA,
    BEN,
    HOUR,
    asked,
    call,
    checked,
    decided,
    done,
    made,
    recalled,
    records,
    replied,
    requested,
    returned,
    run_of,
    said,
    unclear,
    understood,
)

NOW = 1_000.0
A, B, C = call("1.1"), call("1.2", "open"), call("1.3", "send", repeatable=False)
BEGUN = (asked(), *recalled(), *understood())  # a run that may search: policy "each"
FREE = (asked(approval="off"), *recalled(), *understood())  # the same without approvals
CLARIFYING = (asked(), *recalled(), *understood(1, unclear("long", "cheap")))


def following(*facts: Anything, now: float = NOW) -> Next:
    return decide(run_of(*facts), now)


def steps(following: Next) -> list[str]:
    assert isinstance(following, Do), following
    return [step.id for step in following.steps]


def fact(following: Next) -> Anything:
    assert isinstance(following, WriteDown), following
    return following.fact


def closed(following: Next) -> tuple[str, str, str]:
    """(step, outcome, note) of the outcome that is written down."""
    written = fact(following)
    assert isinstance(written, Returned), written
    return written.step, written.outcome, written.result.note


def halfway(position: int, expires: float = NOW + HOUR) -> float:
    """When people are reminded of what was put before them at a position: facts here are a second apart."""
    return (position + expires) / 2


# --- from the question to the first round -------------------------------------------------------------------------


def test_first_the_thread_is_read() -> None:
    assert following(asked()) == Do((Step("recall.1"),))


def test_then_it_is_understood() -> None:
    assert following(asked(), *recalled()) == Do((Step("understand.1"),))


def test_then_the_model_speaks() -> None:
    assert following(*BEGUN) == Do((Step("reply.1"),))


def test_a_step_under_way_stays_the_same_step() -> None:
    assert steps(following(*BEGUN, Started(step="reply.1", worker="w"))) == ["reply.1"]


def test_an_intent_that_nobody_could_read_ends_the_run() -> None:
    nothing = understood()[1].model_copy(update={"intent": None})
    assert fact(following(asked(), *recalled(), understood()[0], nothing)) == Stopped(why="unreadable")


def test_an_ended_run_is_finished() -> None:
    assert following(*BEGUN, Answered(answer=Answer())) == Finish()
    assert following(*BEGUN, Stopped(why="person", by=ANNA)) == Finish()


def test_what_is_said_after_the_end_changes_nothing() -> None:
    assert following(*BEGUN, Answered(answer=Answer()), said("and Koa 3?")) == Finish()


def test_a_run_with_a_fact_of_a_newer_process_is_left_to_it() -> None:
    newer = FactRecord("t", "r", len(BEGUN), 99.0, Unknown("compacted"))
    assert decide(replay([*records(*BEGUN), newer]), NOW) == Finish()


def test_an_endless_argument_is_ended_by_the_bound_on_facts() -> None:
    talk = [said(f"rather {i}") for i in range(FACTS_AT_MOST - 1)]
    assert fact(following(asked(), *talk)) == Stopped(why="budget")
    assert steps(following(asked(), *talk[1:])) == ["recall.1"]


# --- clarifying ---------------------------------------------------------------------------------------------------


def asking(*ids: str, expires: float = NOW + HOUR) -> AskedBack:
    return AskedBack(questions=unclear(*ids).unclear, expires=expires)


def test_what_is_unclear_is_asked_before_anything_is_searched() -> None:
    asked_back = fact(following(*CLARIFYING))
    assert asked_back == asking("long", "cheap", expires=NOW + 24 * HOUR)


def test_at_most_three_questions_are_put_at_once() -> None:
    many = following(asked(), *recalled(), *understood(1, unclear("a", "b", "c", "d")))
    asked_back = fact(many)
    assert isinstance(asked_back, AskedBack)
    assert [question.id for question in asked_back.questions] == ["a", "b", "c"]


def test_until_somebody_answers_there_is_nothing_to_do() -> None:
    assert following(*CLARIFYING, asking("long", "cheap")) == Wait(halfway(5))


def test_one_answer_of_two_changes_nothing_yet() -> None:
    assert following(*CLARIFYING, asking("long", "cheap"), said(long="small")) == Wait(halfway(5))


def test_the_last_click_lets_the_thread_be_understood_anew() -> None:
    clicks = (said(long="small"), said(cheap="large", message="m3"))
    assert steps(following(*CLARIFYING, asking("long", "cheap"), *clicks)) == ["understand.2"]


def test_an_answer_in_words_ends_the_asking_at_once() -> None:
    run = run_of(*CLARIFYING, asking("long", "cheap"), said("as long as you like"))
    assert steps(decide(run, NOW)) == ["understand.2"]
    assert run.asking is None


def test_when_nobody_answers_in_time_the_defaults_are_taken() -> None:
    taken = fact(following(*CLARIFYING, asking("long", "cheap"), said(long="small"), now=NOW + HOUR))
    position = len(CLARIFYING)
    assert taken == Said(message=f"default.{position}", answers={"cheap": "large"}, defaults=True)


def test_what_was_taken_by_default_is_said_and_what_was_picked_is_not() -> None:
    taken = Said(message="default.5", answers={"cheap": "large"}, defaults=True)
    run = run_of(*CLARIFYING, asking("long", "cheap"), said(long="large"), taken, *understood(2))
    assert run.assumed == ("How cheap? large",)


def test_a_question_is_not_asked_again_once_it_is_answered() -> None:
    again = (*CLARIFYING, asking("long", "cheap"), said(long="small", cheap="small"))
    assert steps(following(*again, *understood(2, unclear("long")))) == ["reply.1"]


def test_a_second_asking_is_possible_and_a_third_is_not() -> None:
    once = (*CLARIFYING, asking("long"), said("hm"), *understood(2, unclear("long")))
    second = fact(following(*once))
    assert isinstance(second, AskedBack)
    twice = (*once, second, said("hm?", message="m3"), *understood(3, unclear("long", "soon")))
    assert steps(following(*twice)) == ["reply.1"]
    assert run_of(*twice).assumed == ("How long? large", "How soon? large")


def test_an_answer_after_the_defaults_still_counts_as_a_correction() -> None:
    taken = Said(message="default.5", answers={"long": "large"}, defaults=True)
    late = (*CLARIFYING, asking("long"), taken, *understood(2), said(long="small", message="m9"))
    assert steps(following(*late)) == ["understand.3"]
    assert run_of(*late, *understood(3)).assumed == ()


def test_small_talk_is_not_asked_about() -> None:
    chat = unclear("long").model_copy(update={"mode": "chat"})
    assert steps(following(asked(), *recalled(), *understood(1, chat))) == ["reply.1"]


# --- approval -----------------------------------------------------------------------------------------------------


def test_all_calls_of_a_round_are_put_on_one_card() -> None:
    card = fact(following(*BEGUN, *replied(1, A, B)))
    assert card == requested(A, B, expires=NOW + 24 * HOUR)


def test_without_approvals_nobody_is_asked() -> None:
    assert steps(following(*FREE, *replied(1, A, B))) == ["call.1.1", "call.1.2"]


def test_until_somebody_decides_there_is_nothing_to_do() -> None:
    assert following(*BEGUN, *replied(1, A, B), requested(A, B, expires=NOW + HOUR)) == Wait(halfway(7))


def test_an_approved_call_begins_while_its_sibling_still_waits() -> None:
    some = following(*BEGUN, *replied(1, A, B), requested(A, B, expires=NOW + HOUR), decided(A))
    assert some == Do((Step("call.1.1", A),), halfway(7))


def test_a_rejected_call_gets_its_comment_and_its_sibling_goes_on() -> None:
    no = decided(A, "reject", comment="not the intranet")
    first = (*BEGUN, *replied(1, A, B), requested(A, B), no, decided(B))
    assert closed(following(*first)) == ("call.1.1", "refused", "not the intranet")
    assert steps(following(*first, returned("1.1", "refused"))) == ["call.1.2"]


def test_the_order_of_clicks_does_not_matter() -> None:
    begun = (*BEGUN, *replied(1, A, B), requested(A, B))
    assert steps(following(*begun, decided(B), decided(A))) == ["call.1.1", "call.1.2"]


@pytest.mark.parametrize(
    "click",
    [
        decided(A, by=BEN),
        decided(A, digest="0" * 64),
        decided(A, call_id="1.2"),
        decided(A, call_id="9.9"),
        decided(A, by=BEN, scope="run"),
    ],
    ids=["somebody else's", "another text", "another call", "no such call", "somebody else's for all"],
)
def test_a_click_that_is_not_about_what_was_shown_to_the_asker_changes_nothing(click: Anything) -> None:
    waiting = (*BEGUN, *replied(1, A, B), requested(A, B, expires=NOW + HOUR))
    assert following(*waiting, click) == following(*waiting) == Wait(halfway(7))


def test_a_click_on_what_was_not_shown_yet_changes_nothing() -> None:
    assert fact(following(*BEGUN, *replied(1, A), decided(A))) == requested(A, expires=NOW + 24 * HOUR)


def test_the_first_click_counts() -> None:
    clicks = (decided(A, "reject"), decided(A), decided(A, scope="run"))
    assert closed(following(*BEGUN, *replied(1, A), requested(A), *clicks))[:2] == ("call.1.1", "refused")


def test_a_call_nobody_decides_about_expires_and_a_later_click_does_not_help() -> None:
    begun = (*BEGUN, *replied(1, A), requested(A, expires=20.0))
    expired = ("call.1.1", "expired", "nobody decided in time")
    assert closed(following(*begun, now=20.0)) == expired
    late = run_of(*begun, decided(A), at=[*map(float, range(len(begun))), 20.0])
    assert closed(decide(late, 21.0)) == expired


def test_a_click_just_in_time_counts_also_when_it_is_read_later() -> None:
    begun = (*BEGUN, *replied(1, A), requested(A, expires=20.0))
    in_time = run_of(*begun, decided(A), at=[*map(float, range(len(begun))), 19.9])
    assert steps(decide(in_time, 500.0)) == ["call.1.1"]


def test_approving_the_rest_lets_shown_tools_go_on_without_asking() -> None:
    granted = (*BEGUN, *replied(1, A, B), requested(A, B), decided(A, scope="run"))
    assert steps(following(*granted)) == ["call.1.1", "call.1.2"]
    more = (*granted, *made("1.1"), *made("1.2"), *replied(2, call("2.1"), call("2.2", "open")))
    assert steps(following(*more)) == ["call.2.1", "call.2.2"]


def test_approving_the_rest_ends_at_a_tool_that_was_never_shown() -> None:
    granted = (*BEGUN, *replied(1, A), requested(A), decided(A, scope="run"), *made("1.1"))
    new, known = call("2.1", "open"), call("2.2")
    assert fact(following(*granted, *replied(2, new, known))) == requested(new, known, expires=NOW + 24 * HOUR)
    shown = (*granted, *replied(2, new, known), requested(new, known), decided(new), decided(known))
    third = (*shown, *made("2.1"), *made("2.2"), *replied(3, call("3.1")))
    assert isinstance(fact(following(*third)), ApprovalRequested)


def test_approving_the_rest_ends_at_a_correction() -> None:
    granted = (*BEGUN, *replied(1, A), requested(A), decided(A, scope="run"), *made("1.1"))
    corrected = (*granted, said("only 2024"), *understood(2), *replied(2, call("2.1")))
    assert isinstance(fact(following(*corrected)), ApprovalRequested)


def test_a_rejected_call_is_not_let_through_by_approving_the_rest() -> None:
    clicks = (decided(A, "reject"), decided(B, scope="run"))
    assert closed(following(*BEGUN, *replied(1, A, B), requested(A, B), *clicks))[:2] == ("call.1.1", "refused")


# --- what is said in between --------------------------------------------------------------------------------------


def test_a_remark_drops_what_had_not_begun() -> None:
    begun = (*BEGUN, *replied(1, A, B), requested(A, B), decided(A), said("only 2024"))
    assert closed(following(*begun))[:2] == ("call.1.1", "dropped")
    assert closed(following(*begun, returned("1.1", "dropped")))[:2] == ("call.1.2", "dropped")
    assert steps(following(*begun, returned("1.1", "dropped"), returned("1.2", "dropped"))) == ["understand.2"]


def test_a_remark_does_not_undo_a_call_under_way() -> None:
    begun = (*FREE, *replied(1, A), Started(step="call.1.1", worker="w"), said("only 2024"))
    assert steps(following(*begun)) == ["call.1.1", "understand.2"]


def test_a_call_under_way_goes_on_while_a_question_waits() -> None:
    begun = (*FREE, *replied(1, A), Started(step="call.1.1", worker="w"), said("hm"))
    waiting = following(*begun, *understood(2, unclear("long")), asking("long"))
    assert waiting == Do((Step("call.1.1", A),), halfway(11))


def test_a_remark_begins_the_reply_anew_under_another_number() -> None:
    begun = (*BEGUN, Started(step="reply.1", worker="w"), said("only 2024"), *understood(2))
    assert steps(following(*begun)) == ["reply.2"]


def test_a_reply_begun_before_a_remark_is_not_heard() -> None:
    stale = (*BEGUN, Started(step="reply.1", worker="w"), said("only 2024"), replied(1, A)[1])
    assert steps(following(*stale)) == ["understand.2"]
    assert run_of(*stale).calls == {}


def test_a_checked_draft_is_not_the_answer_once_something_else_was_said() -> None:
    assert steps(following(*BEGUN, *replied(1, text="Five."), *checked(1), said("in dollars"))) == ["understand.2"]


def test_an_understanding_begun_before_a_remark_is_not_taken() -> None:
    late = (asked(), *recalled(), Started(step="understand.1", worker="w"), said("no, the blue one"))
    assert steps(following(*late, understood()[1])) == ["understand.2"]


# --- making the calls ---------------------------------------------------------------------------------------------


def many(count: int, tool: str = "send") -> tuple[Call, ...]:
    return tuple(call(f"1.{i}", tool) for i in range(1, count + 1))


def test_four_calls_run_together_and_the_next_when_one_ends() -> None:
    calls = many(6)
    assert steps(following(*FREE, *replied(1, *calls))) == [f"call.1.{i}" for i in range(1, AT_ONCE + 1)]
    four = [Started(step=f"call.1.{i}", worker="w") for i in range(1, 5)]
    assert steps(following(*FREE, *replied(1, *calls), *four)) == [f"call.1.{i}" for i in range(1, 5)]
    ended = following(*FREE, *replied(1, *calls), *four, returned("1.2"))
    assert steps(ended) == ["call.1.1", "call.1.3", "call.1.4", "call.1.5"]


def test_the_model_speaks_again_only_when_every_call_has_its_outcome() -> None:
    begun = (*FREE, *replied(1, A, B), *made("1.1"))
    assert steps(following(*begun)) == ["call.1.2"]
    assert steps(following(*begun, *made("1.2", "failed"))) == ["reply.2"]


def test_a_call_that_cannot_be_made_is_closed_without_asking_anybody() -> None:
    wrong = call("1.1", error="there is no tool web_serch")
    assert closed(following(*BEGUN, *replied(1, wrong))) == ("call.1.1", "failed", "there is no tool web_serch")


def test_the_same_call_brings_its_earlier_result() -> None:
    brought = Result(note="what the first one brought")
    again = call("2.1", arguments=A.arguments)
    begun = (*FREE, *replied(1, A), *made("1.1", result=brought), *replied(2, again))
    assert closed(following(*begun)) == ("call.2.1", "ok", "")
    state = run_of(*begun, returned("2.1")).calls["2.1"]
    assert state.same_as == "1.1"
    assert state.returned is not None
    assert state.returned.result == brought


@pytest.mark.parametrize("outcome", ["failed", "expired", "refused", "unknown"])
def test_a_call_that_did_not_succeed_may_be_made_again(outcome: str) -> None:
    again = call("2.1", arguments=A.arguments)
    assert steps(following(*FREE, *replied(1, A), *made("1.1", outcome), *replied(2, again))) == ["call.2.1"]


def test_of_two_equal_calls_in_one_round_one_is_made() -> None:
    twin = call("1.2", arguments=A.arguments)
    begun = (*FREE, *replied(1, A, twin))
    assert steps(following(*begun)) == ["call.1.1"]
    assert steps(following(*begun, Started(step="call.1.1", worker="w"))) == ["call.1.1"]
    assert closed(following(*begun, *made("1.1"))) == ("call.1.2", "ok", "")
    assert steps(following(*begun, *made("1.1", "failed"))) == ["call.1.2"]


def test_the_same_arguments_to_another_tool_are_another_call() -> None:
    other = call("1.2", "open", arguments=A.arguments)
    assert steps(following(*FREE, *replied(1, A, other))) == ["call.1.1", "call.1.2"]


def test_calls_over_their_budget_fail_with_a_word_and_others_go_on() -> None:
    tight = (asked(approval="off", searches=1), *recalled(), *understood())
    round = replied(1, call("1.1"), call("1.2"), call("1.3", "open"))
    assert steps(following(*tight, *round)) == ["call.1.1", "call.1.3"]
    spent = (*tight, *round, Started(step="call.1.1", worker="w"))
    assert closed(following(*spent)) == (
        "call.1.2",
        "failed",
        "the budget for this kind of call (search) is spent",
    )


def test_a_budget_counts_what_began_whatever_came_of_it() -> None:
    tight = (asked(approval="off", searches=1), *recalled(), *understood())
    failed = (*tight, *replied(1, A), *made("1.1", "failed"), *replied(2, call("2.1")))
    assert closed(following(*failed))[:2] == ("call.2.1", "failed")


def test_a_call_that_began_again_after_a_crash_counts_once() -> None:
    tight = (asked(approval="off", searches=2), *recalled(), *understood())
    twice = (Started(step="call.1.1", worker="w"), Started(step="call.1.1", worker="v"), returned("1.1"))
    assert steps(following(*tight, *replied(1, A), *twice, *replied(2, call("2.1")))) == ["call.2.1"]


def test_a_call_whose_fate_is_unknown_is_not_made_again_by_itself() -> None:
    lost = (*FREE, *replied(1, C), Started(step="call.1.3", worker="w"), returned("1.3", "unknown"))
    assert steps(following(*lost)) == ["reply.2"]


# --- the draft, the rounds, the end -------------------------------------------------------------------------------


def test_a_draft_is_checked() -> None:
    assert following(*BEGUN, *replied(1, text="Five [1].")) == Do((Step("check.1"),))


def test_a_draft_without_faults_is_the_answer() -> None:
    answer = fact(following(*BEGUN, *replied(1, text="Five [1]."), *checked(1)))
    assert answer == Answered(answer=Answer(text="An answer [1]."))


def test_a_draft_with_faults_goes_back_to_the_model() -> None:
    assert steps(following(*BEGUN, *replied(1, text="Five."), *checked(1, "No source."))) == ["reply.2"]


def test_in_the_last_round_a_draft_with_faults_is_the_answer_as_far_as_it_stands() -> None:
    one_round = (asked(rounds=1), *recalled(), *understood())
    last = fact(following(*one_round, *replied(1, text="Five."), *checked(1, "No source.")))
    assert isinstance(last, Answered)


def test_a_draft_that_is_mended_in_the_last_round_is_not_answered_meanwhile() -> None:
    mending = (asked(rounds=2), *recalled(), *understood(), *replied(1), *checked(1, "no numbers"))
    assert steps(following(*mending)) == ["reply.2"]
    assert steps(following(*mending, Started(step="reply.2", worker="w"))) == ["reply.2"]


def test_when_the_rounds_are_spent_without_a_draft_the_run_stops() -> None:
    one_round = (asked(rounds=1, approval="off"), *recalled(), *understood())
    assert fact(following(*one_round, *replied(1, A), *made("1.1"))) == Stopped(why="budget")


def test_the_last_round_is_known_before_and_after_it_began() -> None:
    two = (asked(rounds=2, approval="off"), *recalled(), *understood())
    assert not run_of(*two).last_round("reply.1")
    second = (*two, *replied(1, A), *made("1.1"))
    assert run_of(*second).last_round("reply.2")
    assert run_of(*second, Started(step="reply.2", worker="w")).last_round("reply.2")


def test_a_last_round_that_was_lost_is_begun_again() -> None:
    one_round = (asked(rounds=1), *recalled(), *understood(), Started(step="reply.1", worker="w"))
    assert steps(following(*one_round)) == ["reply.1"]


def test_a_remark_gives_fresh_rounds_but_no_fresh_budget() -> None:
    tight = (asked(rounds=1, searches=1, approval="off"), *recalled(), *understood())
    corrected = (*tight, *replied(1, A), *made("1.1"), said("only 2024"), *understood(2))
    assert steps(following(*corrected)) == ["reply.2"]
    assert run_of(*corrected).left("search") == 0


# --- failing ------------------------------------------------------------------------------------------------------


def failed(step: str, **more: object) -> tuple[Started, Returned]:
    outcome = Returned.model_validate({"step": step, "outcome": "failed", "ref": "abcd", **more})
    return Started(step=step, worker="w"), outcome


STAGES = {
    "recall": (asked(),),
    "understand": (asked(), *recalled()),
    "reply": BEGUN,
    "check": (*BEGUN, *replied(1, text="Five.")),
}


@pytest.mark.parametrize("kind", STAGES)
def test_a_step_that_failed_is_tried_once_more_and_then_the_run_stops(kind: str) -> None:
    begun = STAGES[kind]
    assert steps(following(*begun, *failed(f"{kind}.1"))) == [f"{kind}.2"]
    twice = following(*begun, *failed(f"{kind}.1"), *failed(f"{kind}.2"))
    assert fact(twice) == Stopped(why="failed", ref="abcd")


@pytest.mark.parametrize("kind", STAGES)
def test_a_failure_that_cannot_pass_stops_the_run_at_once(kind: str) -> None:
    assert fact(following(*STAGES[kind], *failed(f"{kind}.1", final=True))) == Stopped(why="failed", ref="abcd")


def test_only_failures_in_a_row_count() -> None:
    once = (*BEGUN, *failed("reply.1"), *replied(2, call("2.1", error="no")), returned("2.1", "failed"))
    assert steps(following(*once, *failed("reply.3"))) == ["reply.4"]


def test_an_attempt_that_failed_was_no_round() -> None:
    one_round = (asked(rounds=1), *recalled(), *understood(), *failed("reply.1"))
    assert steps(following(*one_round)) == ["reply.2"]


def test_what_failed_before_a_remark_does_not_count_after_it() -> None:
    again = (*BEGUN, *failed("reply.1"), said("only 2024"), *understood(2), *failed("reply.2"))
    assert steps(following(*again)) == ["reply.3"]


def test_a_step_that_fails_after_a_remark_that_made_it_needless_does_no_harm() -> None:
    started, outcome = failed("reply.1", final=True)
    assert steps(following(*BEGUN, started, said("only 2024"), outcome)) == ["understand.2"]


def test_a_lost_step_is_begun_again_under_its_own_number() -> None:
    assert steps(following(asked(), Started(step="recall.1", worker="dead"))) == ["recall.1"]
    lost_call = (*FREE, *replied(1, A), Started(step="call.1.1", worker="dead"))
    assert steps(following(*lost_call)) == ["call.1.1"]


def test_rules_bound_only_what_they_name() -> None:
    rules = Rules(searches=1, pages=2, files=3)
    assert [rules.allowed(budget) for budget in ("search", "page", "file", "", "send")] == [1, 2, 3, None, None]


def test_a_question_keeps_its_wording_in_what_the_answer_says() -> None:
    question = Question(id="long", text="How long is too long?", options=("a", "b"), default="b")
    run = run_of(asked(), AskedBack(questions=(question,), expires=NOW), said(long="a"))
    assert isinstance(run, Run)
    assert run.turns[-1].text == "How long is too long? — a"


# --- a question that is too long ----------------------------------------------------------------------------------


SMALL = Window(whole=8_192, input=8_192, output=2_048)
LIMIT = question_limit(Rules(window=SMALL))
LONGEST = "x" * (int(LIMIT * START) - 2)  # beside its quotes


def test_a_question_that_is_more_than_the_model_reads_beside_instructions_is_refused_before_anything_is_asked() -> (
    None
):
    refused = following(asked(LONGEST + "xx", window=SMALL))
    assert refused == WriteDown(Stopped(why="long", limit=LIMIT)) and 2_000 < LIMIT < 4_000
    assert steps(following(asked(LONGEST, window=SMALL))) == ["recall.1"]
    assert following(asked("語" * (len(LONGEST) // 3 + 1), window=SMALL)) == refused, (
        "letters of wide scripts count more"
    )
    assert following(asked('"' * (len(LONGEST) // 2 + 1), window=SMALL)) == refused, "so do signs that JSON escapes"
    refused = following(asked(LONGEST, window=SMALL, offered=4_000))
    assert isinstance(refused, WriteDown), "tools take of its room"


def test_where_instructions_and_tools_leave_no_room_any_question_is_refused_and_no_limit_is_said() -> None:
    tiny = Window(whole=1_200, input=1_000, output=200)
    assert following(asked("Why?", window=tiny)) == WriteDown(Stopped(why="long", limit=0))


def test_a_question_that_was_shortened_since_is_not_refused_and_one_that_grew_is() -> None:
    shorter = Said(message="m1", replaces="m1", text="Short?", by=ANNA)
    assert steps(following(asked("x" * 50_000, window=SMALL), shorter)) == ["recall.1"]
    longer = shorter.model_copy(update={"text": "x" * 50_000})
    grown = following(asked("Short?", window=SMALL), *recalled(), longer)
    assert grown == WriteDown(Stopped(why="long", limit=LIMIT))


def test_a_thread_that_the_model_cannot_read_for_its_intent_is_refused_with_the_limit() -> None:
    failed = Returned(step="understand.1", outcome="failed", result=Result(note="too long"), final=True, long=True)
    facts = [asked(window=SMALL), *recalled(), *done(failed)]
    assert following(*facts) == WriteDown(Stopped(why="long", limit=LIMIT))
