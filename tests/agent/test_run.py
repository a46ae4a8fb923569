"""What a run knows: the same facts give the same run, and nothing that people said is lost or taken twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import (
    Answer,
    Answered,
    Anything,
    Asked,
    AskedBack,
    Hit,
    Intent,
    Passage,
    Reminded,
    Result,
    Returned,
    Rules,
    Said,
    Source,
    Started,
    Stopped,
    Turn,
    Understood,
    Usage,
)
from agent.run import Run, replay, usage_of
from tests.agent.worlds import (
    ANNA,
    asked,
    call,
    checked,
    decided,
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

BEGUN = (asked(approval="off"), *recalled(), *understood())
PAGE = Passage(address="https://e.test/a", title="A", where="all", text="It costs 5, see https://e.test/prices.")


def test_a_run_begins_with_a_fact() -> None:
    with pytest.raises(ValueError, match="begins with a fact"):
        replay([])


def test_the_question_is_a_turn_unless_the_thread_already_holds_it() -> None:
    assert [turn.text for turn in run_of(asked("How much?")).turns] == ["How much?"]
    turn = Turn(message="m1", speaker=ANNA, kind="member", name="Anna", text="How much?")
    assert run_of(asked("How much?"), *recalled(turns=(turn,))).turns == (turn,)


def test_what_was_said_since_follows_the_thread() -> None:
    early = Turn(message="m0", speaker="UBEN", kind="guest", name="Ben", text="hello")
    run = run_of(asked("How much?"), *recalled(turns=(early,)), said("in euros"))
    assert [(turn.kind, turn.text) for turn in run.turns] == [
        ("guest", "hello"),
        ("member", "How much?"),
        ("member", "in euros"),
    ]


def test_a_default_taken_by_time_is_nobody_s_wish() -> None:
    taken = Said(message="default.5", answers={"long": "large"}, defaults=True)
    assert run_of(asked(), *recalled(), taken).turns[-1].kind == "us"


def test_an_answer_by_click_reads_like_one_in_words() -> None:
    asking = unclear("long", "cheap")
    run = run_of(asked(), *recalled(), *understood(1, asking))
    both = said("thanks", long="small", cheap="large")
    assert run.words(both) == "long — small\ncheap — large\nthanks"


def test_addresses_of_people_and_of_opened_pages_are_known_and_those_of_bots_are_not() -> None:
    turns = (
        Turn(message="m0", speaker="B1", kind="bot", name="CI", text="see https://bot.test/x"),
        Turn(message="m1", speaker=ANNA, kind="member", name="Anna", text="see <https://www.member.test/y/>"),
    )
    hit = Hit(address="http://hit.test/z?utm_source=a", title="Z", snippet="https://no.test")
    brought = Result(hits=(hit,), passages=(PAGE,))
    run = run_of(
        asked("see https://asked.test", approval="off"),
        *recalled(turns=turns),
        *understood(),
        *replied(1, call("1.1")),
        *made("1.1", result=brought),
        said("and https://said.test/#top"),
    )
    assert run.known == {
        "https://member.test/y",
        "https://asked.test",
        "https://said.test",
        "https://hit.test/z",
        "https://e.test/a",
        "https://e.test/prices",
    }


def test_sources_of_earlier_answers_keep_their_numbers_and_are_not_open() -> None:
    earlier = Source(number=4, address="https://e.test/a/", title="A", opened="all")
    run = run_of(asked(approval="off"), *recalled(sources=(earlier,), next_number=9), *understood())
    assert [(source.number, source.opened) for source in run.sources] == [(4, "")]
    brought = Result(hits=(Hit(address="https://new.test", title="New"),), passages=(PAGE,))
    later = run_of(
        asked(approval="off"),
        *recalled(sources=(earlier,), next_number=9),
        *understood(),
        *replied(1, call("1.1")),
        *made("1.1", result=brought),
    )
    assert [(source.number, source.opened) for source in later.sources] == [(4, "all"), (9, "")]
    assert later.ledger.is_open(4)


def test_what_failed_brings_no_source() -> None:
    result = Result(hits=(Hit(address="https://e.test", title="E"),))
    assert run_of(*BEGUN, *replied(1, call("1.1")), *made("1.1", "failed", result=result)).sources == ()


def test_what_is_left_stands_with_each_result() -> None:
    rules = asked(approval="off", searches=3, pages=1, files=0, rounds=2)
    run = run_of(rules, *recalled(), *understood(), *replied(1, call("1.1"), call("1.2", "open")), *made("1.1"))
    assert run.calls["1.1"].left == {"search": 2, "page": 1, "file": 0}
    assert run.rounds[0].left == 1


def test_tokens_of_what_is_no_longer_wanted_count_all_the_same() -> None:
    usage = Usage(prompt=10, completion=2, cached=3)
    stale = Understood(step="understand.1", intent=None, usage=usage)
    run = run_of(asked(), *recalled(), Started(step="understand.1", worker="w"), said("no"), stale)
    assert run.usage == usage
    assert usage_of(stale).tokens == 12


def test_the_first_end_counts() -> None:
    run = run_of(*BEGUN, Stopped(why="person", by=ANNA), Answered(answer=Answer(text="too late")))
    assert run.ended == Stopped(why="person", by=ANNA)
    assert run.ended_at == 5.0


def test_the_second_outcome_of_a_call_changes_nothing() -> None:
    run = run_of(
        *BEGUN, *replied(1, call("1.1")), *made("1.1", result=Result(note="first")), returned("1.1", "failed")
    )
    assert run.calls["1.1"].returned == returned("1.1", result=Result(note="first"))


def test_a_tool_that_returns_after_the_stop_is_on_record() -> None:
    begun = (*BEGUN, *replied(1, call("1.1")), Started(step="call.1.1", worker="w"))
    run = run_of(*begun, Stopped(why="person"), returned("1.1"))
    assert run.open_calls == ()


def test_facts_about_steps_and_calls_nobody_knows_do_no_harm() -> None:
    stray = (returned("7.7"), Started(step="call.7.7", worker="w"), *made("8.1"), Returned(step="x", outcome="ok"))
    run = run_of(asked(), *stray, requested(call("9.9")), decided(call("9.9")), *checked(3))
    assert run.calls == {}
    assert run.rounds == []


# --- the same facts, the same run ---------------------------------------------------------------------------------

_ids = st.sampled_from(["1.1", "1.2", "2.1", "1.1e2"])
_rules = st.builds(
    Rules, approval=st.sampled_from(["each", "writes", "once", "off"]), approvers=st.just((ANNA,)) | st.just(())
)
_calls = st.builds(call, _ids, st.sampled_from(["search", "open", "send"]))
_facts: st.SearchStrategy[list[Anything]] = st.lists(
    st.one_of(
        st.sampled_from(
            ["recall.1", "understand.1", "understand.2", "reply.1", "reply.2", "call.1.1", "call.2.1"]
        ).map(lambda step: [Started(step=step, worker="w")]),
        st.sampled_from(
            [recalled(), understood(1), understood(2), understood(2, unclear("long")), checked(1), checked(2, "f")]
        ).map(lambda pair: [pair[1]]),
        st.tuples(st.sampled_from([1, 2]), st.lists(_calls, max_size=3)).map(lambda r: [replied(r[0], *r[1])[1]]),
        st.tuples(_ids, st.sampled_from(["ok", "failed", "refused", "dropped"])).map(lambda r: [returned(*r)]),
        _calls.map(lambda one: [requested(one, expires=20.0)]),
        st.tuples(_calls, st.sampled_from(["approve", "reject", "edit"]), st.sampled_from(["call", "run"])).map(
            lambda d: [decided(d[0], d[1], scope=d[2], arguments='{"q": "1.1"}')]
        ),
        st.integers(0, 25).map(lambda position: [Reminded(of=position)]),
        st.sampled_from([said("hm"), said(long="small"), Stopped(why="person"), Answered(answer=Answer())]).map(
            lambda f: [f]
        ),
    ),
    max_size=25,
).map(lambda lists: [fact for facts in lists for fact in facts])


def view(run: Run) -> tuple[object, ...]:
    calls = [(s.call, s.last.call, s.started, s.waiting, s.decided, s.returned) for s in run.calls.values()]
    undecided = [(run.needs_person(s), run.behind(s), run.undecided(s)) for s in run.calls.values()]
    waits = [(one.position, run.due(one)) for one in run.waits]
    return (
        undecided,
        waits,
        run.overdue,
        run.length,
        run.ended,
        run.intent,
        run.said,
        calls,
        run.granted,
        run.usage,
        run.known,
        run.sources,
    )


@settings(max_examples=60)
@given(_facts, _rules, st.integers(0, 25))
def test_facts_in_any_order_are_read_the_same_way_each_time(facts: list[Anything], rules: Rules, cut: int) -> None:
    """Replaying never fails, gives equal runs, and never changes what is settled: the question, the first end, and
    the first outcome of each call."""
    whole = records(Asked(message="m1", text="?", by=ANNA, rules=rules), *facts)
    run, again, before = replay(whole), replay(whole), replay(whole[: cut + 1])
    assert view(run) == view(again)
    assert run.asked == before.asked
    assert run.ended == before.ended or before.ended is None
    kept = {id: state for id, state in before.calls.items() if run.calls[id].said_at == state.said_at}
    assert all(run.calls[id].returned == state.returned for id, state in kept.items() if state.returned)


def test_calls_that_ran_together_get_their_numbers_in_the_model_s_order_whoever_came_first() -> None:
    first, second = call("1.1"), call("1.2", "read_file")
    pages = [Result(hits=(Hit(address=f"https://{name}.test", title=name),)) for name in ("a", "b")]
    begun = (asked(), *recalled(), *understood(), *replied(1, first, second))
    results = [made("1.1", result=pages[0]), made("1.2", result=pages[1])]
    for order in (results, results[::-1]):
        run = run_of(*begun, *(fact for one in order for fact in one))
        assert [source.title for source in run.sources] == ["a", "b"]


def test_what_was_answered_in_words_is_no_default_and_what_time_decided_is() -> None:
    vague = unclear("far", "big")
    asked_back = AskedBack(questions=vague.unclear, expires=1e6)
    clear = Intent(mode="research", goal="its price, at most 450")
    begun = (asked(), *recalled(), *understood(1, vague), asked_back)
    assert run_of(*begun, said("at most 450 and near"), *understood(2, clear)).assumed == ()
    still = unclear("big")
    assert run_of(*begun, said("at most 450"), *understood(2, still)).assumed == ("How big? large",)
    by_time = Said(message="default.6", answers={"far": "large", "big": "large"}, defaults=True)
    assert run_of(*begun, by_time, *understood(2, clear)).assumed == ("How far? large", "How big? large")
