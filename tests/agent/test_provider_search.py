"""Searches of the model's provider, inside a reply: counted, numbered as found, shown to the model, no evidence."""

from __future__ import annotations

from typing import Any

import pytest

from agent.evidence import check
from agent.facts import Anything, Hit, Passage, Replied, Reply, Result
from agent.request.context import context
from tests.agent.marked import unmarked
from tests.agent.worlds import asked, call, checked, done, made, recalled, run_of, said, understood

HIT = Hit(address="https://rail.test/fares", title="Fares")
PAGE = Passage(address=HIT.address, title="Fares", where="whole page", text="A ticket costs five euros.")


def begun(**rules: Any) -> tuple[Anything, ...]:
    given: dict[str, Any] = {"approval": "off", "provider_search": True, "searches": 3, **rules}
    return (asked(**given), *recalled(), *understood())


def searched(n: int, *queries: str, text: str = "", calls: tuple[object, ...] = ()) -> tuple[Anything, ...]:
    reply = Reply.model_validate({"text": text, "calls": calls, "queries": queries, "hits": (HIT,)})
    return done(Replied(step=f"reply.{n}", reply=reply))


def test_what_was_searched_for_is_taken_from_what_may_be() -> None:
    run = run_of(*begun(), *searched(1, "fares", "prices"))
    assert (run.left("search"), run.searches_inside) == (1, 1)
    run = run_of(*begun(), *searched(1, "a", "b"), *searched(2, "c", "d"))
    assert (run.left("search"), run.searches_inside) == (-1, 0)


@pytest.mark.parametrize(("approval", "inside"), [("each", 0), ("once", 0), ("writes", 3), ("off", 3)])
def test_nothing_is_searched_for_where_a_person_lets_searches_through(approval: str, inside: int) -> None:
    assert run_of(*begun(approval=approval)).searches_inside == inside
    assert run_of(*begun(approval=approval, provider_search=False)).searches_inside == 0


def test_searches_of_a_reply_that_a_remark_overtook_are_counted_too() -> None:
    begin, end = searched(1, "fares")
    assert run_of(*begun(), begin, said("in euros"), end).left("search") == 2


def test_what_was_found_has_a_number_and_may_be_opened_and_is_evidence_for_nothing() -> None:
    run = run_of(*begun(), *searched(1, "fares", text="A ticket costs five euros [1]."))
    assert run.ledger.number(HIT.address) == 1 and not run.ledger.is_open(1) and HIT.address in run.known
    examined = check(run, "check.1")
    assert examined.faults and "five euros" not in examined.answer.text


def test_once_it_was_opened_it_carries_a_claim() -> None:
    opening = call("1.1", "open")
    opened = made("1.1", result=Result(passages=(PAGE,)))
    draft = done(Replied(step="reply.2", reply=Reply(text="A ticket costs five euros [1].")))
    run = run_of(*begun(), *searched(1, "fares", calls=(opening,)), *opened, *draft)
    assert "five euros" in check(run, "check.1").answer.text


def test_the_model_is_shown_what_its_searches_found_under_their_numbers() -> None:
    run = run_of(*begun(), *searched(1, "fares", text="It rose."), *checked(1, "No source."))
    sent = unmarked(context(run))
    assert sent[-1]["role"] == "user"
    assert '<source number="1" title="Fares" address="https://rail.test/fares" status="found">' in sent[-1]["content"]
