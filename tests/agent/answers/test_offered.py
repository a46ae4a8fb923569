"""For which conditions words were offered, whatever became of them."""

from __future__ import annotations

import json
from typing import Any

from agent.answers.offered import NOTHING, offered, why_open
from agent.answers.shortlist import ONLY_FOUND
from agent.facts import Candidate, Verdict
from tests.agent.answers.test_shortlist import BUTTONS, LIGHT, SUBSCRIPTION, run_with
from tests.agent.worlds import checked, replied, understood


def block(name: str, value: Any) -> str:
    return f"So [2].\n\n```{name}\n{json.dumps(value)}\n```"


GIVEN = [{"id": LIGHT, "verdict": "met", "words": "It has a lamp"}, {"id": SUBSCRIPTION, "verdict": "unknown"}]


def test_words_count_whether_or_not_they_stand_anywhere() -> None:
    found = offered(run_with(*replied(2, text=block("verdicts", GIVEN))))
    assert found.has(LIGHT) and not found.has(SUBSCRIPTION) and not found.has(BUTTONS)


def test_of_things_each_has_its_own_under_any_of_its_names() -> None:
    listed = [{"name": "Folio Slate A5", "also": ["The Slate"], "verdicts": GIVEN}]
    found = offered(run_with(*replied(2, text=block("candidates", listed))))
    assert found.has(LIGHT, Candidate(name="FOLIO slate A5")) and not found.has(LIGHT)
    assert found.has(LIGHT, Candidate(name="Another", also=("the slate",)))
    assert not found.has(LIGHT, Candidate(name="Quill")) and not found.has(BUTTONS, Candidate(name="The Slate"))


def test_an_earlier_draft_counts_and_one_of_another_task_does_not() -> None:
    first = (*replied(2, text=block("verdicts", GIVEN)), *checked(2, "Mend it."))
    run = run_with(*first, *replied(3, text="So [2]."))
    assert offered(run).has(LIGHT)
    assert not offered(run_with(*first, *understood(2, run.intents[-1][1]), *replied(3, text="So [2]."))).has(LIGHT)


def test_where_there_is_no_draft_or_no_list_nothing_was_offered() -> None:
    assert not offered(run_with()).pairs and not offered(run_with(*replied(2, text="So [2]."))).pairs


def test_an_open_condition_has_one_reason_and_a_settled_one_none() -> None:
    refused = offered(run_with(*replied(2, text=block("verdicts", GIVEN))))
    open_, met = (Verdict(condition=LIGHT, standing=standing) for standing in ("unknown", "met"))
    assert why_open(refused, LIGHT, met) == ""
    assert why_open(refused, LIGHT, open_) == why_open(refused, LIGHT, None) == "refused"
    assert why_open(NOTHING, LIGHT, open_) == why_open(refused, BUTTONS, open_) == "nothing"
    unopened = Candidate(name="Quill", why=ONLY_FOUND)
    assert why_open(refused, LIGHT, open_, unopened) == "only found"
    torn = Candidate(name="Quill", why=f"{LIGHT} met [2], not met [3]")
    assert why_open(refused, LIGHT, open_, torn) == "contradictory"
    assert why_open(refused, BUTTONS, open_, torn) == "nothing"
