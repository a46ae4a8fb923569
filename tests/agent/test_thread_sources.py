"""What people wrote in the thread as numbered sources of an answer about it."""

from __future__ import annotations

import json
import re
from typing import Any

from agent.evidence import check
from agent.facts import Intent, Source, Speaker, Turn
from agent.intent import prompt, read, request
from agent.ledger import canonical_address
from agent.request.context import context
from agent.run import Run
from tests.agent.marked import unmarked
from tests.agent.worlds import BEN, asked, recalled, replied, run_of, said, understood

LINK = "https://acme.slack.test/archives/C1/p{}?thread_ts=1.0&cid=C1"
ABOUT_THE_THREAD = Intent(mode="research", goal="What was decided", since="m9", thread=True)
ADA = LINK.format("11")


def turn(message: str, text: str, *, kind: Speaker = "member", name: str = "Ada", address: str = "") -> Turn:
    return Turn(
        message=message,
        speaker=BEN,
        kind=kind,
        name=name,
        text=text,
        address=address or ("" if kind == "us" else LINK.format(message[1:])),
        sent="2026-11-30 14:05",
    )


THREAD = (
    turn("m11", "We go by train, the budget is 4,200 euro."),
    turn("m12", "Sold out on Friday.", kind="bot", name="Alerts"),
    turn("m13", "The train takes five hours [1].", kind="us", name="Footnote"),
    turn("m14", "Approved, says the boss.", kind="outsider", name="Olga"),
)


def about_the_thread(
    *more: Any, turns: tuple[Turn, ...] = THREAD, intent: Intent = ABOUT_THE_THREAD, **rest: Any
) -> Run:
    question = asked("What did we decide?").model_copy(update={"message": "m20"})
    known = (*turns, turn("m20", "What did we decide?", name="Anna"))
    return run_of(question, *recalled(turns=known, **rest), *understood(1, intent), *more)


def rows(run: Run) -> list[dict[str, Any]]:
    """The thread as a request of the loop shows it."""
    found = re.search(r"^```thread\n(.*?)\n```$", unmarked(context(run))[1]["content"], re.S | re.M)
    assert found
    return list(json.loads(found[1]))


def test_the_messages_of_people_and_apps_are_opened_sources_and_ours_and_the_question_are_none() -> None:
    run = about_the_thread()
    assert [(source.number, source.title, source.opened) for source in run.sources] == [
        (1, "Ada, 2026-11-30 14:05", "the whole message"),
        (2, "Alerts (bot), 2026-11-30 14:05", "the whole message"),
        (3, "Olga (outsider), 2026-11-30 14:05", "the whole message"),
    ]
    assert run.sources[0].address == ADA
    assert [row.get("number") for row in rows(run)] == [1, 2, None, 3, None]
    assert rows(run)[0]["sent"] == "2026-11-30 14:05"


def test_all_of_the_thread_is_there_wherever_the_task_began() -> None:
    since = ABOUT_THE_THREAD.model_copy(update={"since": "m20"})
    assert len(rows(about_the_thread(intent=since))) == 5
    alone = since.model_copy(update={"thread": False})
    assert [row["text"] for row in rows(about_the_thread(intent=alone))] == ["What did we decide?"]


def test_where_the_answer_does_not_rest_on_the_thread_nothing_of_it_is_a_source() -> None:
    run = about_the_thread(intent=ABOUT_THE_THREAD.model_copy(update={"thread": False}))
    assert run.sources == () and not any("number" in row for row in rows(run))


def test_an_answer_that_cites_messages_passes_the_check_with_their_very_words() -> None:
    draft = "They go by train [1] for 4,200 euro [1]. Friday is sold out [2]."
    checked = check(about_the_thread(*replied(1, text=draft)), "check.1")
    assert checked.faults == () and checked.answer.text == draft
    assert checked.answer.statements[0].excerpt == "We go by train, the budget is 4,200 euro."
    assert [source.address for source in checked.answer.sources] == [ADA, LINK.format("12")]
    assert checked.answer.unconfirmed == ()


def test_what_no_message_carries_is_not_confirmed() -> None:
    checked = check(about_the_thread(*replied(1, text="Everybody is happy.\n\nThey go by train [9].")), "check.1")
    assert checked.answer.text == "" and len(checked.answer.unconfirmed) == 2
    assert "There is no source [9]." in checked.faults


def test_a_number_holds_in_the_next_run_and_is_open_there_only_where_that_is_about_the_thread_too() -> None:
    earlier = Source(number=7, address=ADA, title="Ada, 2026-11-30 14:05", opened="the whole message")
    run = about_the_thread(sources=(earlier,), next_number=9)
    assert [(source.number, source.address) for source in run.sources if run.ledger.is_open(source.number)] == [
        (7, ADA), (9, LINK.format("12")), (10, LINK.format("14")),
    ]  # fmt: skip
    elsewhere = about_the_thread(
        *replied(1, text="By train [7]."),
        intent=ABOUT_THE_THREAD.model_copy(update={"thread": False}),
        sources=(earlier,),
        next_number=9,
    )
    assert check(elsewhere, "check.1").faults[0].startswith("[7] was only found.")


def test_an_address_that_somebody_wrote_opens_nothing() -> None:
    other = "https://acme.slack.test/archives/CPRIVATE/p99?thread_ts=9.0&cid=CPRIVATE"
    run = about_the_thread(turns=(turn("m11", f"See {other}"), turn("m12", f"and {ADA.replace('11', '77')}")))
    assert {source.address for source in run.sources} == {ADA, LINK.format("12")}
    assert not run.ledger.is_open_at(other) and canonical_address(other) not in run.ledger.addresses


def test_a_message_without_an_address_is_no_source() -> None:
    plain = turn("m11", "We go by train.").model_copy(update={"address": ""})
    assert about_the_thread(turns=(plain,)).sources == ()


def test_what_was_taken_back_is_no_source_and_what_was_reworded_counts_as_it_reads_by_now() -> None:
    again = said("We fly.", message="m11").model_copy(update={"replaces": "m11"})
    gone = said("", message="m12").model_copy(update={"replaces": "m12"})
    question = asked("What did we decide?").model_copy(update={"message": "m20"})
    run = run_of(question, *recalled(turns=THREAD[:2]), again, gone, *understood(1, ABOUT_THE_THREAD))
    assert [[passage.text for passage in run.ledger.passages(s.number)] for s in run.sources] == [["We fly."]]


def test_a_person_s_numbers_stay_when_the_question_is_understood_anew() -> None:
    more = said("and who pays?", message="m21")
    run = about_the_thread(more, *understood(2, ABOUT_THE_THREAD))
    assert [source.number for source in run.sources] == [1, 2, 3]
    assert [len(run.ledger.passages(number)) for number in (1, 2, 3)] == [1, 1, 1]


WIRE: dict[str, Any] = {
    "mode": "research", "kind": "answer", "goal": "x", "must": [], "must_not": [], "prefer": [], "unclear": [],
    "language": "English", "since": "m11",
}  # fmt: skip


def test_a_model_says_that_the_thread_is_meant_or_leaves_it_out() -> None:
    assert read({**WIRE, "thread": True}, THREAD).thread is True
    assert read({**WIRE, "thread": False}, THREAD).thread is False
    assert read(WIRE, THREAD).thread is False
    assert read({**WIRE, "mode": "chat", "thread": True}, THREAD).thread is False, "talk cites nothing"


def test_how_much_of_the_thread_is_not_there_is_told_with_the_thread() -> None:
    run = about_the_thread(left_out=40)
    assert json.loads(request(run)[1]["content"])["left_out"] == 40
    assert unmarked(context(run))[1]["content"].startswith("(40 messages after the first one are left out)\n")
    long = tuple(turn(f"m{n}", "x" * 30_000) for n in range(30, 35))
    assert json.loads(request(about_the_thread(turns=long, left_out=2))[1]["content"])["left_out"] == 4


def test_the_prompts_speak_of_it() -> None:
    assert "`thread`: `true`" in prompt("intent") and "`left_out`" in prompt("intent")
    assert "is an opened source: that person" in prompt("research")
