"""What was tried, in a line a call."""

from __future__ import annotations

from typing import Any

import pytest

from agent.facts import Hit, Passage, Result
from agent.request.tried import tried
from tests.agent.worlds import asked, call, decided, made, recalled, replied, requested, returned, run_of, understood

BEGUN = (asked(approval="each"), *recalled(), *understood())
ONE = call("1.1", arguments='{"query": "green table"}')
LEADS = Result(hits=tuple(Hit(address=f"https://a{n}.test", title=f"A {n}") for n in range(12)))
PAGE = Result(
    passages=(Passage(address="https://p.test", title="The\nprice ```", where="whole page", text="x" * 9_000),)
)


def line(outcome: Any = "ok", **more: Any) -> str:
    (only,) = tried(run := run_of(*BEGUN, *replied(1, ONE), *made("1.1", outcome, **more)), run.rounds)
    return only


def test_what_was_found_and_opened_has_its_number_and_its_address() -> None:
    assert line(result=PAGE) == "search \"green table\": opened [1] https://p.test The price ''' (whole page)"
    found = line(result=LEADS)
    assert found.startswith('search "green table": found [1] https://a0.test A 0; found [2]')
    assert found.endswith("found [8] https://a7.test A 7; and 4 more")


@pytest.mark.parametrize(
    ("outcome", "note", "said"),
    [
        ("ok", 'no matches for "x"', 'no matches for "x"'),
        ("ok", "", "nothing"),
        ("failed", "could not open it:\nnot found", "failed: could not open it: not found"),
        ("refused", "not the intranet", "rejected by a person: not the intranet"),
        ("refused", "", "rejected by a person"),
        ("expired", "", "failed: expired"),
    ],
)
def test_what_brought_nothing_says_why(outcome: Any, note: str, said: str) -> None:
    assert line(outcome, result=Result(note=note)) == f'search "green table": {said}'


def test_of_long_words_only_the_beginning_stays() -> None:
    assert len(line("failed", result=Result(note="w" * 5_000))) < 250


def test_a_call_that_a_person_changed_stands_there_as_it_was_made() -> None:
    changed = decided(ONE, "edit", arguments='{"query": "blue table"}')
    new = ONE.changed('{"query": "blue table"}')
    facts = [*BEGUN, *replied(1, ONE), requested(ONE), changed, returned("1.1", "dropped")]
    run = run_of(*facts, requested(new), decided(new), *made("1.1e2", result=PAGE))
    assert [one.partition(":")[0] for one in tried(run, run.rounds)] == ['search "blue table"']
