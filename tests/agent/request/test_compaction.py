"""When what came before is put in a few words, of what these are made, and what the model is sent afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from agent.decide import Do, Next, decide
from agent.facts import Anything, Compacted, Hit, Result, Said, Started, Turn, Usage
from agent.intent import request as intent_request
from agent.request.compaction import request, summary, through
from agent.request.context import context, covered, is_due
from agent.request.space import notes_at_most
from agent.request.tokens import size
from agent.run import Run
from tests.agent.marked import unmarked
from tests.agent.request.test_context import INTENT as SINCE
from tests.agent.request.test_context import assert_well_formed, narrow, page, results, roles, texts
from tests.agent.worlds import (
    BEN,
    asked,
    call,
    checked,
    done,
    made,
    recalled,
    replied,
    returned,
    run_of,
    said,
    understood,
)

ROOM = 8_000  # tokens
INTENT = SINCE.model_copy(update={"since": ""})  # the whole thread belongs to the task
BEGUN = (asked(approval="off"), *recalled(), *understood(1, INTENT))


def searched(n: int, size: int = 6_000) -> list[Anything]:
    """A round with one search that brought long words."""
    brought = Result(hits=(Hit(address=f"https://h{n}.test", title=f"Lead {n}", snippet="s" * 500),), note="n" * size)
    return [*replied(n, call(f"{n}.1", arguments=f'{{"query": "q{n}"}}')), *made(f"{n}.1", result=brought)]


def wide(rounds: int) -> list[Anything]:
    return narrow([*BEGUN, *(fact for n in range(1, rounds + 1) for fact in searched(n))], ROOM)


def compacted(n: int, facts: list[Anything], words: str = "what was found: [1]") -> list[Anything]:
    place = covered(run_of(*facts))
    assert place is not None
    return [*facts, *done(Compacted(step=f"compact.{n}", summary=words, through=place, usage=Usage(prompt=5)))]


def following(facts: list[Anything]) -> Next:
    run = run_of(*facts)
    return decide(run, run.at)


def step(facts: list[Anything]) -> str:
    wanted = following(facts)
    assert isinstance(wanted, Do), wanted
    (only,) = wanted.steps
    return only.id


# --- when ---------------------------------------------------------------------------------------------------------


def test_below_most_of_the_room_nothing_is_summarized() -> None:
    assert [step(wide(rounds)) for rounds in (0, 1, 2)] == ["reply.1", "reply.2", "reply.3"]


def test_past_most_of_the_room_the_model_speaks_only_after_what_came_before_is_summarized() -> None:
    assert step(wide(4)) == "compact.1"
    assert step([*wide(4), Started(step="compact.1", worker="w")]) == "compact.1", "it is under way"
    assert step(compacted(1, wide(4))) == "reply.5"


def test_a_second_summary_is_made_when_there_is_much_again() -> None:
    facts = compacted(1, wide(4))
    for n in (5, 6):
        assert step(facts) == f"reply.{n}"
        facts += searched(n)
    assert step(facts) == "compact.2"


def test_one_round_that_is_too_long_is_not_summarized_over_and_over() -> None:
    facts = narrow([*BEGUN, *searched(1, 100_000)], ROOM)
    assert step(facts) == "reply.2"
    assert step(compacted(1, narrow([*BEGUN, *searched(1), *searched(2, 100_000)], ROOM))) == "reply.3"


def test_a_summary_that_fails_twice_is_given_up_until_somebody_speaks() -> None:
    failed = [
        fact
        for n in (1, 2)
        for fact in done(returned("x").model_copy(update={"step": f"compact.{n}", "outcome": "failed"}))
    ]
    assert step([*wide(4), *failed[:2]]) == "compact.2"
    assert step([*wide(4), *failed]) == "reply.5"
    assert step([*wide(4), *failed, said("cheaper"), *understood(2, INTENT)]) == "compact.3"


def test_a_draft_is_checked_and_an_answer_given_without_a_summary() -> None:
    drafted = [*wide(4), *replied(5, text="It is so [1].")]
    assert step(drafted) == "check.1"
    answered = following([*drafted, *checked(1)])
    assert getattr(answered, "fact", None) is not None
    assert step([*drafted, *checked(1, "No source.")]) == "compact.1"


def test_a_summary_that_comes_after_a_remark_is_old() -> None:
    begun = [*wide(4), Started(step="compact.1", worker="w"), said("cheaper")]
    late = [*begun, Compacted(step="compact.1", summary="old", through=13), *understood(2, INTENT)]
    assert run_of(*late).compacted is None
    assert step(late) == "compact.2"


def test_a_message_that_says_something_else_by_now_ends_the_summary_that_may_tell_it() -> None:
    facts = compacted(1, wide(4))
    changed = Said(message="m1", replaces="m1", text="What does the green one cost?", by="UANNA")
    again = [*facts, changed, *understood(2, INTENT)]
    assert "what was found" not in str(context(run_of(*again)))
    assert step(again) == "compact.2"


def test_a_long_thread_is_summarized_before_the_model_speaks_at_all() -> None:
    run = run_of(*long_thread())
    assert is_due(run) and covered(run) == run.intents[0][0]
    assert step(long_thread()) == "compact.1"


def long_thread() -> list[Anything]:
    turns = tuple(
        Turn(message=f"t{n}", speaker=BEN, kind="member", name="Ben", text=f"message {n}: {'w' * 60}")
        for n in range(2_500)
    )
    return narrow([asked(approval="off"), *recalled(turns=turns, left_out=7), *understood(1, INTENT)], ROOM)


# --- of what ------------------------------------------------------------------------------------------------------


def test_it_is_asked_for_in_plain_text_with_everything_but_the_newest_round() -> None:
    run = run_of(*wide(4))
    system, told = request(run, through(run))
    assert (system["role"], told["role"]) == ("system", "user") and system["content"].startswith("# Notes")
    words = str(told["content"])
    assert all(f'You called search {{"query": "q{n}"}}' in words for n in (1, 2, 3))
    assert "q4" not in words and 'number="3"' in words and '"id": "must.1"' in words


def test_a_later_one_takes_the_place_of_the_one_before() -> None:
    facts = compacted(1, wide(4), "the first notes")
    facts += [fact for n in (5, 6, 7) for fact in searched(n)]
    words = str(request(run_of(*facts), 99)[1]["content"])
    assert "Earlier notes:\nthe first notes" in words and 'search "q1": found [1] https://h1.test Lead 1' in words
    assert "You called" in words and '"query": "q1"' not in words


def test_of_a_long_thread_the_newest_of_the_older_messages_are_told() -> None:
    run = run_of(*long_thread())
    words = str(request(run, through(run))[1]["content"])
    assert "older messages are left out)" in words
    assert "message 2499" not in words and "message 2400" in words and "message 3:" not in words


@pytest.mark.parametrize(
    ("said", "kept"), [("", ""), (" \n ", ""), ("  as it is \n", "as it is"), ("one\n\nand two", "one\n\nand two")]
)
def test_a_blank_summary_is_none_and_another_stays_as_it_is(said: str, kept: str) -> None:
    assert summary(run_of(*wide(4)), said) == kept


@pytest.mark.parametrize(
    "line", ["A fact [3] of the trains.\n", "Факт [3] о поездах.\n", "事実 [3] です。\n", "x" * 99 + "\n"]
)
def test_an_endless_summary_keeps_the_lines_that_have_room(line: str) -> None:
    found = summary(run_of(*wide(4)), line * 5_000)
    most = notes_at_most(run_of(*wide(4)).asked.rules)
    assert most - 2 * size(line) - 60 <= size(found) <= most and set(found.split("\n")) == {line.strip()}


def test_it_is_told_how_much_is_kept() -> None:
    run = run_of(*wide(4))
    told = str(request(run, through(run))[0]["content"])
    assert f"at most {int(0.8 * notes_at_most(run.asked.rules) / 3.75)} tokens" in told and "{" not in told


def test_a_summary_that_is_no_shorter_than_what_it_would_replace_is_none() -> None:
    short = narrow([*BEGUN, *searched(1, 100), *searched(2, 100)], ROOM)
    assert summary(run_of(*short), "It says so [1]. " * 100) == ""
    assert summary(run_of(*short), "It says so [1].") == "It says so [1]."


# --- afterwards ---------------------------------------------------------------------------------------------------


def after(facts: list[Anything]) -> list[dict[str, Any]]:
    messages = unmarked(context(run_of(*facts)))
    assert_well_formed(messages)
    return messages


def test_the_model_is_sent_the_notes_what_was_tried_the_task_and_the_rounds_since() -> None:
    messages = after(compacted(1, wide(4), "notes ```task\n{}\n```"))
    assert roles(messages) == ["system", "user", "assistant", "tool"]
    content = texts(messages)[1]
    assert "```notes\nnotes '''task" in content, "they cannot end their block"
    assert '```tried\nsearch "q1": found [1] https://h1.test Lead 1\n' in content
    assert (
        content.index("```thread") < content.index("```notes") < content.index("```tried") < content.index("```task")
    )
    assert len(results(messages)) == 1 and "Lead 4" in results(messages)[0]


def test_what_was_tried_grows_at_its_end_only() -> None:
    facts = compacted(1, wide(4))
    first = texts(after(facts))[1].partition("```tried\n")[2].partition("\n```")[0]
    facts += [fact for n in (5, 6, 7) for fact in searched(n)]
    second = texts(after(compacted(2, facts)))[1].partition("```tried\n")[2].partition("\n```")[0]
    assert second.startswith(first) and second.count("\n") == 5


def test_the_newest_remark_stays_beside_the_notes() -> None:
    facts = [*wide(3), said("rather the green one"), *understood(2, INTENT), *searched(4), *searched(5)]
    content = texts(after(compacted(1, facts)))[1]
    assert "Anna: rather the green one" in content


def test_a_task_set_since_knows_nothing_of_the_notes_before_it() -> None:
    other = INTENT.model_copy(update={"goal": "trains to Lisbon", "since": "m7"})
    facts = [
        *compacted(1, wide(4), "notes of the first task"),
        said("something else", message="m7"),
        *understood(2, other),
    ]
    assert "notes of the first task" not in str(after(facts)) and "```tried" not in str(after(facts)[1])


def test_requests_after_it_go_on_from_each_other() -> None:
    facts = compacted(1, wide(4))
    before = context(run_of(*facts))
    assert context(run_of(*facts, *searched(5)))[: len(before)] == before


def test_neither_the_intent_nor_the_ledger_knows_of_it() -> None:
    facts = compacted(1, wide(4), "SECRET NOTES [9] https://made.up.test")
    run: Run = run_of(*facts)
    assert "SECRET NOTES" not in str(intent_request(run))
    assert "https://made.up.test" not in run.known and run.ledger.source(9) is None
    assert run.usage.prompt == 5, "what it cost counts"


def test_of_a_summarized_thread_the_newest_messages_and_the_question_stay() -> None:
    facts = compacted(1, long_thread())
    content = texts(after(facts))[1]
    assert "message 2499" in content and "What does it cost?" in content and "message 1000:" not in content
    assert "messages are left out, see the notes)" in content


def test_where_it_was_given_up_the_oldest_messages_go_and_are_counted() -> None:
    content = texts(after(long_thread()))[1]
    assert "message 2499" in content and "message 0:" in content and "message 1:" not in content
    count = int(content.partition(" messages after the first one are left out")[0].lstrip("("))
    assert content.count('"speaker"') == 2_501 + 7 - count


def test_pages_go_before_anything_is_summarized() -> None:
    reads = [
        f
        for n in range(1, 8)
        for f in (*replied(n, call(f"{n}.1")), *made(f"{n}.1", result=page(f"p{n}", "w" * 4_000)))
    ]
    assert not is_due(run_of(*narrow([*BEGUN, *reads], ROOM)))
