"""Who lets which call through, what becomes of a call that a person changes, and what happens when nobody comes."""

from __future__ import annotations

from typing import Any

import pytest

from agent.decide import AT_ONCE, Do, Next, Step, Wait, WriteDown, decide
from agent.facts import (
    Anything,
    Approval,
    ApprovalRequested,
    AskedBack,
    Call,
    Decided,
    Hit,
    Reminded,
    Result,
    Returned,
    Rules,
    Started,
)
from agent.run import Run
from tests.agent.worlds import (
    ANNA,
    BEN,
    CARA,
    DORA,
    HOUR,
    asked,
    call,
    decided,
    made,
    recalled,
    replied,
    requested,
    returned,
    run_of,
    said,
    unclear,
    understood,
)

NOW = 1_000.0
END = NOW + 24 * HOUR
READ, LOOK, SEND = call("1.1"), call("1.2", "open"), call("1.3", "send", writes=True, repeatable=False)
AGAIN = call("1.4", arguments='{"q": "again"}')
OTHER = '{"q": "other"}'


def begun(approval: Approval = "each", **rules: Any) -> tuple[Anything, ...]:
    """A run that may search."""
    return (asked(approval=approval, **rules), *recalled(), *understood())


def following(*facts: Anything, now: float = NOW) -> Next:
    return decide(run_of(*facts), now)


def steps(following: Next) -> list[str]:
    assert isinstance(following, Do), following
    return [step.id for step in following.steps]


def shown(following: Next) -> list[tuple[str, str]]:
    """(call id, digest) of what is put before people."""
    assert isinstance(following, WriteDown), following
    assert isinstance(following.fact, ApprovalRequested), following.fact
    return [(one.call_id, one.digest) for one in following.fact.requests]


def pairs(*calls: Call) -> list[tuple[str, str]]:
    return [(one.id, one.digest) for one in calls]


def closed(following: Next) -> tuple[str, str, str]:
    """(step, outcome, note) of the outcome that is written down."""
    assert isinstance(following, WriteDown), following
    assert isinstance(following.fact, Returned), following.fact
    return following.fact.step, following.fact.outcome, following.fact.result.note


def edit(one: Call, arguments: str = OTHER, **more: object) -> Decided:
    return decided(one, "edit", arguments=arguments, **more)


def changed(one: Call, times: int = 1, arguments: str = OTHER) -> Call:
    """What a call is after so many edits."""
    id = one.id.partition("e")[0]
    return one.model_copy(update={"id": f"{id}e{times + 1}", "arguments": arguments})


# --- which calls wait ---------------------------------------------------------------------------------------------


def test_where_only_writing_asks_a_reading_call_begins_while_a_writing_one_waits() -> None:
    round = (*begun("writes"), *replied(1, READ, SEND))
    assert shown(following(*round)) == pairs(SEND)
    waiting = following(*round, requested(SEND, expires=END))
    assert waiting == Do((Step("call.1.1", READ),), (7 + END) / 2)


def test_where_only_writing_asks_every_writing_call_asks() -> None:
    first = (*begun("writes"), *replied(1, SEND), requested(SEND), decided(SEND), *made("1.3"))
    second = call("2.1", "send", writes=True)
    assert shown(following(*first, *replied(2, second))) == pairs(second)


def test_where_only_writing_asks_nobody_is_asked_about_reading() -> None:
    assert steps(following(*begun("writes"), *replied(1, READ, LOOK))) == ["call.1.1", "call.1.2"]


def test_where_once_is_enough_the_first_call_of_each_tool_is_shown_and_the_others_wait_behind_it() -> None:
    round = (*begun("once"), *replied(1, READ, LOOK, AGAIN))
    assert shown(following(*round)) == pairs(READ, LOOK)
    assert following(*round, requested(READ, LOOK, expires=END)) == Wait((7 + END) / 2)


def test_where_once_is_enough_one_yes_lets_all_calls_of_that_tool_go_and_no_other_tool() -> None:
    yes = (*begun("once"), *replied(1, READ, LOOK, AGAIN), requested(READ, LOOK), decided(READ))
    assert steps(following(*yes)) == ["call.1.1", "call.1.4"]
    later = (*yes, *made("1.1"), *made("1.4"), decided(LOOK, "reject"), returned("1.2", "refused"))
    third, fourth = call("2.1"), call("2.2", "open")
    assert shown(following(*later, *replied(2, third, fourth))) == pairs(fourth)


def test_where_once_is_enough_a_yes_outlives_what_is_said_since() -> None:
    yes = (*begun("once"), *replied(1, READ), requested(READ), decided(READ), *made("1.1"))
    assert steps(following(*yes, said("only 2024"), *understood(2), *replied(2, call("2.1")))) == ["call.2.1"]


def test_where_once_is_enough_the_next_call_is_shown_when_the_first_is_rejected() -> None:
    no = (*begun("once"), *replied(1, READ, AGAIN), requested(READ), decided(READ, "reject"))
    assert closed(following(*no))[:2] == ("call.1.1", "refused")
    assert shown(following(*no, returned("1.1", "refused"))) == pairs(AGAIN)


def test_where_once_is_enough_a_call_under_way_holds_nobody_back() -> None:
    """It began by a standing approval, which a remark has ended: of its tool nothing was approved by itself."""
    granted = (*begun("once"), *replied(1, READ, LOOK), requested(READ, LOOK), decided(LOOK, scope="run"))
    running = (*granted, Started(step="call.1.1", worker="w"), *made("1.2"), said("only 2024"), *understood(2))
    new = call("2.1")
    assert shown(following(*running, *replied(2, new))) == pairs(new)


def test_without_approvals_writing_asks_nobody_either() -> None:
    assert steps(following(*begun("off"), *replied(1, READ, SEND))) == ["call.1.1", "call.1.3"]


def test_approving_the_rest_outlives_tools_that_need_nobody() -> None:
    """Reading in between is no new tool to be asked about where only writing asks."""
    granted = (*begun("writes"), *replied(1, SEND), requested(SEND), decided(SEND, scope="run"), *made("1.3"))
    round = replied(2, call("2.1"), call("2.2", "send", writes=True))
    assert steps(following(*granted, *round)) == ["call.2.1", "call.2.2"]


def test_approving_the_rest_ends_at_a_tool_that_needs_somebody() -> None:
    granted = (*begun("writes"), *replied(1, SEND), requested(SEND), decided(SEND, scope="run"), *made("1.3"))
    other, known = call("2.1", "save", writes=True), call("2.2", "send", writes=True)
    assert shown(following(*granted, *replied(2, other, known))) == pairs(other, known)


# --- who decides --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "may", "may_stop"),
    [
        (Rules(), {ANNA}, {ANNA}),
        (Rules(approvers=(BEN, CARA)), {ANNA, BEN, CARA}, {ANNA, BEN, CARA}),
        (Rules(approvers=(BEN,), own=False), {BEN}, {ANNA, BEN}),
        (Rules(approvers=(ANNA,), own=False), {ANNA}, {ANNA}),
        (Rules(own=False), set[str](), {ANNA}),
    ],
    ids=["whoever asked", "approvers beside", "approvers alone", "the asker is an approver", "nobody"],
)
def test_who_may_decide_and_who_may_stop(rules: Rules, may: set[str], may_stop: set[str]) -> None:
    """Whoever asked may always stop, and decides unless the rules say otherwise; named approvers may both."""
    run = run_of(asked(**rules.model_dump()))
    everybody = {ANNA, BEN, CARA, DORA}
    assert {one for one in everybody if run.may_decide(one)} == may
    assert {one for one in everybody if run.may_stop(one)} == may_stop
    for one in everybody:
        facts = (*begun(**rules.model_dump()), *replied(1, READ), requested(READ), decided(READ, by=one))
        assert (run_of(*facts).calls["1.1"].decided is not None) == (one in may)


@pytest.mark.parametrize("verdict", ["approve", "reject", "edit"])
def test_a_word_of_a_stranger_changes_nothing_whatever_it_is(verdict: str) -> None:
    waiting = (*begun(approvers=(BEN,), own=False), *replied(1, READ, LOOK), requested(READ, LOOK, expires=END))
    for one in (ANNA, DORA):
        press = decided(READ, verdict, by=one, arguments=OTHER, scope="run")
        assert following(*waiting, press) == following(*waiting)


def test_the_yes_of_an_approver_after_that_of_a_stranger_counts() -> None:
    waiting = (*begun(approvers=(BEN,), own=False), *replied(1, READ), requested(READ))
    assert steps(following(*waiting, decided(READ, "reject"), decided(READ, by=BEN))) == ["call.1.1"]


def test_an_approver_can_approve_the_rest_of_somebody_else_s_run() -> None:
    waiting = (*begun(approvers=(BEN,)), *replied(1, READ, LOOK), requested(READ, LOOK))
    assert steps(following(*waiting, decided(READ, by=BEN, scope="run"))) == ["call.1.1", "call.1.2"]


# --- calls that a person changes ----------------------------------------------------------------------------------

EDITED = (*begun(), *replied(1, READ, LOOK), requested(READ, LOOK, expires=END), edit(READ))
ANEW = (*EDITED, returned("1.1", "dropped"))


def test_a_call_that_is_changed_is_dropped_and_the_other_one_is_shown_anew() -> None:
    assert closed(following(*EDITED)) == ("call.1.1", "dropped", "changed by a person")
    new = changed(READ)
    assert shown(following(*ANEW)) == pairs(new)
    assert new.digest != READ.digest


def test_what_is_made_after_a_yes_are_the_changed_arguments() -> None:
    new = changed(READ)
    yes = following(*ANEW, requested(new), decided(new))
    assert isinstance(yes, Do)
    assert [(step.id, step.call and step.call.arguments) for step in yes.steps] == [("call.1.1e2", OTHER)]


def test_until_the_changed_call_is_decided_neither_of_the_two_begins() -> None:
    waiting = (*ANEW, requested(changed(READ), expires=END))
    assert isinstance(following(*waiting), Wait)
    for stale in (
        decided(READ),
        decided(changed(READ), digest=READ.digest),
        decided(READ, digest=changed(READ).digest),
    ):
        assert following(*waiting, stale) == following(*waiting)


def test_an_edit_is_no_yes_to_its_siblings() -> None:
    assert steps(following(*ANEW, requested(changed(READ)), decided(LOOK))) == ["call.1.2"]


def test_a_changed_call_can_be_rejected_like_any_other() -> None:
    new = changed(READ)
    no = following(*ANEW, requested(new), decided(new, "reject", comment="not this one either"))
    assert closed(no) == ("call.1.1e2", "refused", "not this one either")


def test_a_changed_call_can_be_changed_again() -> None:
    first, second = changed(READ), changed(READ, 2, '{"q": "third"}')
    twice = (*ANEW, requested(first), edit(first, '{"q": "third"}'))
    assert closed(following(*twice)) == ("call.1.1e2", "dropped", "changed by a person")
    again = (*twice, returned("1.1e2", "dropped"))
    assert shown(following(*again)) == pairs(second)
    assert steps(following(*again, requested(second), decided(second))) == ["call.1.1e3"]
    assert run_of(*again).calls["1.1"].last.call == second


@pytest.mark.parametrize("approval", ["each", "writes", "once"])
def test_a_changed_call_is_shown_though_its_tool_may_go_on(approval: Approval) -> None:
    """Neither a standing approval nor a tool that is let through once stands for words a person wrote."""
    one, two = call("1.1", "send", writes=True), call("1.2", "send", writes=True)
    round = (*begun(approval), *replied(1, one, two), requested(one, two))
    facts = (*round, edit(one), returned("1.1", "dropped"), decided(two, scope="run"))
    assert shown(following(*facts)) == pairs(changed(one))
    assert steps(following(*facts, requested(changed(one)))) == ["call.1.2"]


def test_a_changed_call_waits_behind_nobody_where_once_is_enough() -> None:
    facts = (*begun("once"), *replied(1, READ, AGAIN), requested(READ), edit(READ), returned("1.1", "dropped"))
    assert shown(following(*facts)) == pairs(AGAIN, changed(READ))


@pytest.mark.parametrize("first", [decided(READ), decided(READ, "reject"), edit(READ, '{"q": "first"}')])
def test_only_the_first_word_about_a_call_counts_also_where_the_second_is_an_edit(first: Decided) -> None:
    waiting = (*begun(), *replied(1, READ), requested(READ))
    assert following(*waiting, first, edit(READ)) == following(*waiting, first)
    assert len(run_of(*waiting, first, edit(READ)).calls) == len(run_of(*waiting, first).calls)


def test_an_edit_that_comes_too_late_changes_nothing() -> None:
    waiting = (*begun(), *replied(1, READ), requested(READ, expires=20.0))
    late = run_of(*waiting, edit(READ), at=[*map(float, range(len(waiting))), 20.0])
    assert closed(decide(late, 21.0))[:2] == ("call.1.1", "expired")
    assert list(late.calls) == ["1.1"]
    superseded = (*waiting, said("only 2024"), edit(READ))
    assert list(run_of(*superseded).calls) == ["1.1"]


def test_a_remark_drops_the_changed_call_with_the_others() -> None:
    remark = (*ANEW, requested(changed(READ)), decided(changed(READ)), said("only 2024"))
    assert [closed(following(*remark))[:2]] == [("call.1.2", "dropped")]
    assert closed(following(*remark, returned("1.2", "dropped")))[:2] == ("call.1.1e2", "dropped")


def test_a_changed_call_counts_once_against_its_budget() -> None:
    new = changed(READ)
    round = (*begun(searches=1), *replied(1, READ), requested(READ), edit(READ), returned("1.1", "dropped"))
    yes = (*round, requested(new), decided(new))
    assert steps(following(*yes)) == ["call.1.1e2"]
    assert run_of(*yes, *made("1.1e2")).left("search") == 0


def test_a_change_into_what_was_made_before_brings_that_result_without_asking() -> None:
    brought = Result(note="what the other one brought")
    one, twin = call("1.1", "open"), call("1.2", "open")
    done = (*begun(), *replied(1, one, twin), requested(one, twin), decided(twin), *made("1.2", result=brought))
    same = (*done, edit(one, twin.arguments), returned("1.1", "dropped"))
    assert closed(following(*same)) == ("call.1.1e2", "ok", "")
    state = run_of(*same, returned("1.1e2")).calls["1.1e2"]
    assert state.returned is not None
    assert state.returned.result == brought


def test_the_model_speaks_only_when_the_changed_call_has_its_outcome() -> None:
    new = changed(READ)
    one = (*begun(), *replied(1, READ), requested(READ), edit(READ), returned("1.1", "dropped"), requested(new))
    assert isinstance(following(*one), Wait)
    assert steps(following(*one, decided(new), *made("1.1e2"))) == ["reply.2"]


def test_what_a_changed_call_found_is_numbered_in_the_place_of_the_original() -> None:
    new = changed(READ)
    results = {id: Result(hits=(Hit(address=f"https://{id}.test", title=id),)) for id in ("1.1e2", "1.2")}
    yes = (*ANEW, requested(new), decided(new), decided(LOOK), *made("1.2", result=results["1.2"]))
    assert run_of(*yes).sources == ()
    both = run_of(*yes, *made("1.1e2", result=results["1.1e2"]))
    assert [source.title for source in both.sources] == ["1.1e2", "1.2"]


def test_an_address_that_a_person_wrote_into_a_call_is_one_the_run_may_open() -> None:
    facts = (*begun(), *replied(1, LOOK), requested(LOOK), edit(LOOK, '{"address": "https://given.test/a"}'))
    assert "https://given.test/a" in run_of(*facts).known


# --- reminders ----------------------------------------------------------------------------------------------------

WAITING = (*begun(), *replied(1, READ, LOOK), requested(READ, LOOK, expires=107.0))  # asked at 7, half over at 57
REMINDED = Reminded(of=7)


def test_people_are_reminded_once_when_half_of_the_time_is_over() -> None:
    assert following(*WAITING, now=56.9) == Wait(57.0)
    assert following(*WAITING, now=57.0) == WriteDown(REMINDED)
    assert following(*WAITING, REMINDED, now=57.1) == Wait(107.0)
    assert following(*WAITING, REMINDED, now=106.9) == Wait(107.0)


def test_whoever_comes_back_after_the_time_is_over_reminds_nobody() -> None:
    assert closed(following(*WAITING, now=107.0))[:2] == ("call.1.1", "expired")


def test_people_are_reminded_of_what_still_waits_of_a_request() -> None:
    one = (*WAITING, decided(READ, "reject"), returned("1.1", "refused"))
    assert following(*one, now=60.0) == WriteDown(REMINDED)


@pytest.mark.parametrize(
    "since",
    [
        (decided(READ), decided(LOOK)),
        (decided(READ, "reject"), decided(LOOK, "reject"), returned("1.1", "refused"), returned("1.2", "refused")),
        (decided(READ, scope="run"),),
        (said("only 2024"), returned("1.1", "dropped"), returned("1.2", "dropped")),
    ],
    ids=["approved", "rejected", "the rest approved", "superseded"],
)
def test_nobody_is_reminded_of_what_is_settled(since: tuple[Anything, ...]) -> None:
    run = run_of(*WAITING, *since)
    assert run.waits == ()
    assert not isinstance(decide(run, 60.0), WriteDown)


def test_a_call_that_waits_for_its_turn_only_is_nothing_to_remind_of() -> None:
    many = tuple(call(f"1.{i}", "send") for i in range(1, AT_ONCE + 2))
    waiting = (*begun(), *replied(1, *many), requested(*many, expires=107.0), decided(many[0], scope="run"))
    running = [Started(step=f"call.{one.id}", worker="w") for one in many[:AT_ONCE]]
    busy = following(*waiting, *running, now=60.0)
    assert busy == Do(tuple(Step(f"call.{one.id}", one) for one in many[:AT_ONCE]))


def test_questions_are_reminded_of_like_requests() -> None:
    asking = AskedBack(questions=unclear("long").unclear, expires=105.0)
    waiting = (asked(), *recalled(), *understood(1, unclear("long")), asking)
    assert following(*waiting, now=54.9) == Wait(55.0)
    assert following(*waiting, now=55.0) == WriteDown(Reminded(of=5))
    assert following(*waiting, Reminded(of=5), now=60.0) == Wait(105.0)


def test_a_changed_call_has_a_time_and_a_reminder_of_its_own() -> None:
    new = changed(READ)
    one = (*begun(), *replied(1, READ), requested(READ, expires=107.0), Reminded(of=7), edit(READ))
    waiting = (*one, returned("1.1", "dropped"), requested(new, expires=211.0))
    assert following(*waiting, now=110.9) == Wait(111.0)
    assert following(*waiting, now=111.0) == WriteDown(Reminded(of=11))


# --- when nobody comes --------------------------------------------------------------------------------------------

LATE = (*begun(), *replied(1, READ), requested(READ, expires=20.0), returned("1.1", "expired"))


def test_when_nobody_decided_in_time_the_next_reply_is_the_last() -> None:
    run = run_of(*LATE)
    assert steps(decide(run, NOW)) == ["reply.2"]
    assert run.last_round("reply.2")
    assert run_of(*LATE, Started(step="reply.2", worker="w")).last_round("reply.2")


def test_when_people_speak_again_the_search_goes_on() -> None:
    run = run_of(*LATE, said("sorry, go on"), *understood(2))
    assert run.overdue == ()
    assert not run.last_round("reply.2")


def test_what_was_never_shown_expires_with_what_it_waited_behind() -> None:
    behind = (*begun("once"), *replied(1, READ, AGAIN), requested(READ, expires=20.0), returned("1.1", "expired"))
    assert closed(following(*behind)) == ("call.1.4", "expired", "nobody decided in time")


def test_what_a_person_changed_in_time_is_shown_though_its_sibling_expired() -> None:
    one = (*begun(), *replied(1, READ, LOOK), requested(READ, LOOK, expires=20.0), edit(READ))
    late = (*one, returned("1.1", "dropped"), returned("1.2", "expired"))
    assert shown(following(*late)) == pairs(changed(READ))
    assert isinstance(following(*late, requested(changed(READ), expires=END)), Wait)


def test_what_was_let_through_in_time_is_made_though_its_sibling_expired() -> None:
    one = (*begun(), *replied(1, READ, LOOK), requested(READ, LOOK, expires=20.0), decided(LOOK))
    assert closed(following(*one))[:2] == ("call.1.1", "expired")
    assert steps(following(*one, returned("1.1", "expired"))) == ["call.1.2"]


def test_what_needs_nobody_is_made_though_its_sibling_expired() -> None:
    one = (*begun("writes"), *replied(1, READ, SEND), requested(SEND, expires=20.0), returned("1.3", "expired"))
    assert steps(following(*one)) == ["call.1.1"]


def test_a_call_that_was_let_through_never_expires_while_it_waits_for_its_turn() -> None:
    many = tuple(call(f"1.{i}", "send") for i in range(1, AT_ONCE + 2))
    waiting = (*begun(), *replied(1, *many), requested(*many, expires=20.0), decided(many[0], scope="run"))
    running = [Started(step=f"call.{one.id}", worker="w") for one in many[:AT_ONCE]]
    assert len(steps(following(*waiting, *running))) == AT_ONCE
    done = following(*waiting, *running, returned("1.1"))
    assert steps(done)[-1] == f"call.1.{AT_ONCE + 1}"


# --- a clock that was wrong ---------------------------------------------------------------------------------------


def test_the_time_of_a_run_is_never_before_its_last_fact() -> None:
    run: Run = run_of(*WAITING, at=[*map(float, range(7)), 90_000.0])
    assert [run.now(clock) for clock in (50.0, 90_000.0, 90_001.0)] == [90_000.0, 90_000.0, 90_001.0]
