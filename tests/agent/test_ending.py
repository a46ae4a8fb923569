"""Runs that end before their work is done: what they give, when time is over, and what the next one begins with."""

from __future__ import annotations

from typing import Any

import pytest

from agent import ending
from agent.answers import independent, sites
from agent.decide import MADE_BEFORE, Do, Step, WriteDown, decide
from agent.ending import NO_CALLS
from agent.facts import (
    Answer,
    Answered,
    Anything,
    Asked,
    Call,
    Checked,
    Hit,
    Intent,
    Passage,
    Recalled,
    Replied,
    Reply,
    Result,
    Returned,
    Rules,
    Source,
    Started,
    Statement,
    Stopped,
    Turn,
)
from agent.going_on import GONE, begun_with
from agent.request.context import context
from agent.run import BEFORE, Run
from tests.agent.worlds import (
    ANNA,
    asked,
    call,
    done,
    made,
    recalled,
    replied,
    requested,
    returned,
    run_of,
    said,
    understood,
)

CARRIED = Answer(text="It costs 5 [1].", statements=(Statement(text="It costs 5", numbers=(1,), excerpt="5"),))
LOST = Answer(unconfirmed=("It is cheap.",))
FIRST = call("1.1", "open")


def page(address: str = "https://a.test/x", text: str = "It costs 5.") -> Passage:
    return Passage(address=address, title="A", where="whole page", text=text)


def brought(id: str, *opened: Passage, found: tuple[str, ...] = ()) -> tuple[Anything, ...]:
    hits = tuple(Hit(address=one, title=one) for one in found)
    return made(id, result=Result(passages=opened, hits=hits))


def worked(*more: Anything, **rules: Any) -> Run:
    """A run without approval that opened one page in its first round."""
    opened = brought("1.1", page(), found=("https://b.test/",))
    return run_of(asked(approval="off", **rules), *recalled(), *understood(), *replied(1, FIRST), *opened, *more)


def checked(n: int, answer: Answer, *faults: str) -> tuple[Anything, ...]:
    return done(Checked(step=f"check.{n}", answer=answer, faults=faults))


def end(run: Run, now: float = 100.0) -> Answer:
    following = decide(run, now)
    assert isinstance(following, WriteDown) and isinstance(following.fact, Answered)
    return following.fact.answer


def failed(step: str, note: str = "no luck") -> tuple[Anything, ...]:
    return done(Returned(step=step, outcome="failed", result=Result(note=note)))


# --- what is given -------------------------------------------------------------------------------------------------


def test_the_last_draft_that_a_source_carries_is_given_with_the_reason() -> None:
    run = worked(*replied(2, text="a"), *checked(1, CARRIED, "mend"), *failed("reply.3"), *failed("reply.4"))
    assert end(run) == CARRIED.model_copy(update={"partial": True, "missing": "no luck"})


def test_without_one_it_is_a_list_of_what_was_opened_and_found() -> None:
    answer = end(worked(*failed("reply.2"), *failed("reply.3")))
    assert (answer.text, answer.statements, answer.partial, answer.missing) == ("", (), True, "no luck")
    assert [(one.number, one.opened) for one in answer.sources] == [(2, "whole page"), (1, "")]


def test_where_nothing_was_found_it_stops_as_before() -> None:
    run = run_of(asked(), *recalled(), *understood(), *failed("reply.1"), *failed("reply.2"))
    assert decide(run, 9.0) == WriteDown(Stopped(why="failed"))


def test_a_source_that_only_earlier_answers_cite_is_nothing_found() -> None:
    old = Source(number=4, address="https://old.test/", title="Old")
    facts = (*recalled(sources=(old,), next_number=5), *understood(), *failed("reply.1"), *failed("reply.2"))
    assert decide(run_of(asked(), *facts), 9.0) == WriteDown(Stopped(why="failed"))


def test_a_draft_of_before_a_remark_is_not_given() -> None:
    draft = (*replied(2, text="a"), *checked(1, CARRIED, "mend"))
    run = worked(*draft, said("rather its weight"), *failed("understand.2"), *failed("understand.3"))
    assert end(run).statements == ()


def test_calls_under_way_are_waited_for_before_a_run_ends_early() -> None:
    second = call("2.1", "open")
    begun = (*replied(2, second), Started(step="call.2.1", worker="w"), said("rather its weight"))
    run = worked(*begun, *failed("understand.2"), *failed("understand.3"))
    assert decide(run, 99.0) == Do((Step("call.2.1", second),))


def test_an_answer_in_the_last_round_of_a_search_is_partial_and_one_that_came_by_itself_is_not() -> None:
    draft = (*replied(2, text="a"), *checked(1, CARRIED))
    assert end(worked(*draft, rounds=2)).missing == ending.ROUNDS
    assert end(worked(*draft, rounds=3)) == CARRIED


def test_a_draft_that_cannot_be_mended_any_more_gives_way_to_one_that_a_source_carries() -> None:
    drafts = (*replied(2, text="a"), *checked(1, CARRIED, "mend"), *replied(3, text="b"), *checked(2, LOST, "mend"))
    assert end(worked(*drafts, rounds=3)).text == CARRIED.text
    only = (*replied(2, text="b"), *checked(1, LOST, "mend"))
    assert end(worked(*only, rounds=2)) == LOST.model_copy(update={"partial": True, "missing": ending.ROUNDS})


def test_an_empty_draft_becomes_the_list() -> None:
    answer = end(worked(*replied(2, text=" "), *checked(1, Answer())))
    assert answer.missing == ending.NOTHING and len(answer.sources) == 2


def test_that_a_model_declines_is_the_reason_for_an_answer_that_is_none() -> None:
    for given in ({"refusal": "No."}, {"finish": "content_filter"}):
        draft = done(Replied(step="reply.2", reply=Reply(**given)))
        answer = end(worked(*draft, *checked(1, Answer(missing="It declined."))))
        assert (answer.text, answer.partial, answer.missing) == ("", True, "It declined.") and answer.sources
        half = end(worked(*draft, *checked(1, CARRIED.model_copy(update={"missing": "It declined."}))))
        assert (half.text, half.partial, half.missing) == (CARRIED.text, True, "It declined.")
        alone = run_of(asked(), *recalled(), *understood(), *draft, *checked(1, Answer(missing="It declined.")))
        assert end(alone) == Answer(missing="It declined."), "nothing was opened that could be listed"


@pytest.mark.parametrize("text", ["`||` [1]", "✓ [1]", "= [1]", "§ 5 [1]", "😀", "🇵🇱 [1]"])
def test_an_operator_or_a_tick_is_an_answer(text: str) -> None:
    answer = end(worked(*replied(2, text=text), *checked(1, Answer(text=text))))
    assert (answer.text, answer.partial) == (text, False)


def test_a_task_whose_first_round_is_its_last_says_why_nothing_was_searched() -> None:
    draft = done(Replied(step="reply.1", reply=Reply(text="It costs 5.", last="run")))
    alone = run_of(asked(), *recalled(), *understood(), *draft, *checked(1, Answer(unconfirmed=("It costs 5.",))))
    assert end(alone).partial and end(alone).missing == ending.USED_UP


@pytest.mark.parametrize("text", ["[1]", "[1][2]", "…", " [1]. "])
def test_the_number_of_a_source_alone_is_no_answer(text: str) -> None:
    answer = end(worked(*replied(2, text=text), *checked(1, Answer(text=text))))
    assert (answer.text, answer.partial, answer.missing) == ("", True, ending.NOTHING) and answer.sources


@pytest.mark.parametrize(
    ("last", "why"),
    [("rounds", ending.ROUNDS), ("time", ending.TIME), ("run", ending.USED_UP), ("day", "until 86400.")],
)
def test_what_was_used_up_is_what_is_said(last: Any, why: str) -> None:
    draft = done(Replied(step="reply.2", reply=Reply(text="It costs 5 [1].", last=last)))
    answer = end(worked(*draft, *checked(1, CARRIED)))
    assert answer.partial and answer.missing.endswith(why) and answer.text == CARRIED.text


def test_a_draft_that_cannot_be_mended_for_want_of_money_says_so() -> None:
    run = worked(*replied(2, text="It costs 5 [1]."), *checked(1, CARRIED, "mend"), tokens=1)
    assert end(run).missing == ending.USED_UP


def test_a_call_that_could_not_be_made_any_more_leaves_the_answer_unfinished() -> None:
    second = call("2.1", "open")
    wanted = (
        *replied(2, second),
        Returned(step="call.2.1", outcome="failed", result=Result(note=f"{NO_CALLS} (page)")),
    )
    answer = end(worked(*wanted, *replied(3, text="It costs 5 [1]."), *checked(1, CARRIED)))
    assert (answer.partial, answer.missing) == (True, ending.CALLS)
    spent = done(Returned(step="call.2.1", outcome="failed", spent="day", until=86_400.0, final=True))
    answer = end(worked(*replied(2, second), *spent, *replied(3, text="It costs 5 [1]."), *checked(1, CARRIED)))
    assert answer.partial and answer.missing.endswith("until 86400.")


def test_what_never_holds_one_call_does_not_begin_anew() -> None:
    assert ending.why(worked(), Stopped(why="spent")) == ending.SMALL_DAY


def test_a_budget_of_a_day_is_told_with_when_it_begins_anew() -> None:
    assert ending.why(worked(), Stopped(why="spent", until=86_400.4)).endswith("until 86400.")


# --- time ----------------------------------------------------------------------------------------------------------


def test_once_the_time_is_over_no_call_begins_and_the_next_reply_is_the_last() -> None:
    second = call("2.1", "open")
    run = worked(*replied(2, second), minutes=1)
    assert decide(run, run.at + 10) == Do((Step("call.2.1", second),))
    assert decide(run, run.at + 60) == WriteDown(
        Returned(step="call.2.1", outcome="failed", result=Result(note="the time for this question is over"))
    )
    late = worked(*replied(2, second), returned("2.1", "failed"), minutes=1)
    assert decide(late, late.at + 60) == Do((Step("reply.3", last=True),))
    assert decide(late, late.at + 10) == Do((Step("reply.3"),))


def test_without_a_bound_time_is_never_over() -> None:
    assert not worked().overtime(1e9)


def test_what_people_take_does_not_count_nor_does_a_process_that_was_away() -> None:
    facts = (asked(minutes=15), *recalled(), *understood(), *replied(1, FIRST), requested(FIRST))
    waiting = run_of(*facts)
    assert not waiting.overtime(90_000.0), "it waits for a person"
    assert not worked(minutes=15).overtime(90_000.0), "ten minutes of a gap at the most"
    assert worked(minutes=5).overtime(90_000.0)


# --- going on ------------------------------------------------------------------------------------------------------


def gone_on(ended: Run, **told: Any) -> Run:
    """The run that goes on from another one, right after it has read the thread."""
    again = Asked(message="m1", text="What?", by=ANNA, rules=Rules(approval="off"), again="r", goes_on=True)
    begins = begun_with(Recalled(step="recall.1", **told), ended)
    return run_of(again, *done(begins), *understood())


def test_what_goes_on_has_the_opened_words_the_numbers_and_what_was_tried() -> None:
    run = gone_on(worked())
    assert run.ledger.passages(2) == (page(),) and run.ledger.source(1) is not None
    assert run.ledger.next_number == 3 and "https://b.test" in run.known
    assert run.made(FIRST) == BEFORE and not run.made(call("9.9", "open"))
    sent = str(context(run))
    assert "It costs 5." in sent and "b.test" in sent and f"open {FIRST.arguments} → opened A" in str(run.recalled)


def test_a_call_that_was_made_before_is_closed_with_a_word() -> None:
    opened = (*gone_on_facts(worked()), *replied(1, FIRST))
    closed = decide(run_of(*opened), 9.0)
    assert closed == WriteDown(returned("1.1", "ok", result=Result(note=MADE_BEFORE)))


def gone_on_facts(ended: Run) -> tuple[Anything, ...]:
    again = Asked(message="m1", text="What?", by=ANNA, rules=Rules(approval="off"), again="r", goes_on=True)
    return (again, *done(begun_with(Recalled(step="recall.1"), ended)), *understood())


def test_words_that_are_deleted_are_counted_and_their_call_may_be_made_again() -> None:
    without = brought("1.1", page(text=""))
    ended = run_of(asked(), *recalled(), *understood(), *replied(1, FIRST), *without)
    run = gone_on(ended)
    assert run.recalled and run.recalled.gone == 1 and not run.recalled.opened
    assert not run.made(FIRST) and not run.ledger.is_open(1) and run.ledger.number("https://a.test/x") == 1


def test_what_is_tried_twice_and_deleted_in_between_has_one_line_that_is_true() -> None:
    """Somebody goes on with what went on itself, after the words it had brought along were deleted."""
    second = (*gone_on_facts(worked()), *replied(1, FIRST), *done(returned("1.1", result=Result(note=MADE_BEFORE))))
    kept = gone_on(run_of(*second[:-2], second[-1])).recalled
    assert kept and [line.partition(" → ")[2] for line in kept.tried] == ["opened A"]
    facts = list(second)
    at = next(i for i, fact in enumerate(facts) if isinstance(fact, Recalled))
    facts[at] = facts[at].model_copy(update={"opened": (page(text=""),)})
    run = gone_on(run_of(*facts[:-2], facts[-1]))
    assert run.recalled and [line.partition(" → ")[2] for line in run.recalled.tried] == [GONE]
    assert not run.made(FIRST)


def test_messages_of_the_thread_are_not_kept_a_second_time() -> None:
    turn = Turn(message="m0", speaker="UX", kind="member", name="X", text="We take it.", address="https://s.test/p1")
    about = Intent(mode="research", goal="g", thread=True)
    ended = run_of(asked(), *recalled(turns=(turn,)), *understood(intent=about))
    assert gone_on(ended).recalled == Recalled(step="recall.1", next_number=2, sources=(
        Source(number=1, address="https://s.test/p1", title="X"),
    ))  # fmt: skip


def test_it_can_go_on_again_and_nothing_gets_lost() -> None:
    once = gone_on(worked())
    twice = gone_on(once)
    assert once.recalled and twice.recalled
    assert twice.recalled.opened == once.recalled.opened and twice.recalled.tried == once.recalled.tried


# --- deep research -------------------------------------------------------------------------------------------------


def test_sites_are_known_by_the_domain_that_somebody_registered() -> None:
    assert sites.site("https://docs.python.org/3/") == sites.site("http://www.python.org") == "python.org"
    assert sites.site("https://www.bbc.co.uk/news") == "bbc.co.uk"
    assert sites.site("https://one.github.io/") != sites.site("https://two.github.io/")
    assert sites.site("http://127.0.0.1:8000/x") == "127.0.0.1" and sites.site("http://localhost/x") == "localhost"
    assert sites.site("notes/a.md") == "notes/a.md" and sites.site("https://[broken") == "https://[broken"


def test_too_few_sites_are_a_fault_while_more_can_be_opened_and_then_a_word() -> None:
    run = worked(sources=2, effort="deep")
    assert "at least 2 independent sources" in independent.fault(run) and "1 (a.test)" in independent.fault(run)
    told = worked(*replied(2, text="a"), *checked(1, CARRIED, independent.fault(run)), sources=2, effort="deep")
    assert independent.fault(told) == "", "it is said once for each number of sites"
    assert independent.missing(told) == "Independent sources opened: 1 of 2."
    assert independent.fault(worked(sources=2, rounds=2)) == "", "there is no round to open more and one to answer"
    nothing_left = worked(sources=2, searches=0, pages=1)
    assert independent.fault(nothing_left) == "" and independent.missing(nothing_left)
    assert not independent.fault(worked()) and not independent.missing(worked())


# --- calls -----------------------------------------------------------------------------------------------------


def test_calls_are_known_by_tool_and_arguments_together() -> None:
    other = Call(id="5.1", tool="search", arguments=FIRST.arguments)
    assert not gone_on(worked()).made(other)
