"""What people change afterwards: a message reworded, a message taken back, an answer taken out of the thread."""

from pathlib import Path

from agent.decide import Do, Finish, decide
from agent.facts import Answer, Answered, Asked, Compacted, Intent, Recalled, Removed, Said, Turn
from agent.log import Log
from agent.request.context import notes
from tests.agent.worlds import ANNA, asked, done, recalled, replied, run_of, said, understood


def reworded(message: str, text: str) -> Said:
    return Said(message=message, replaces=message, text=text, by=ANNA, name="Anna")


def test_a_reworded_question_is_understood_anew_in_its_own_place() -> None:
    run = run_of(asked("A train to Bonn?"), *recalled(), *understood(), reworded("m1", "A train to Berlin?"))
    assert [(turn.message, turn.text) for turn in run.turns] == [("m1", "A train to Berlin?")]
    assert run.intent is None
    following = decide(run, 10.0)
    assert isinstance(following, Do) and [step.id for step in following.steps] == ["understand.2"]


def test_the_last_wording_counts_and_later_remarks_stay_behind_it() -> None:
    facts = (
        asked("one"),
        *recalled(),
        *understood(),
        said("and cheap"),
        reworded("m1", "two"),
        reworded("m1", "three"),
    )
    assert [turn.text for turn in run_of(*facts).turns] == ["three", "and cheap"]


def test_a_remark_taken_back_is_as_if_it_was_never_said() -> None:
    run = run_of(asked("A train?"), *recalled(), *understood(), said("and cheap"), reworded("m2", ""))
    assert [turn.text for turn in run.turns] == ["A train?"]


def test_a_rewording_overtakes_what_the_model_thought_before() -> None:
    run = run_of(asked(), *recalled(), *understood(), reworded("m1", "Other"), *understood(2), *replied(1, text="d"))
    assert run.round is not None
    assert run_of(asked(), *recalled(), *understood(), *replied(1, text="d"), reworded("m1", "Other")).round is None


def test_a_rewording_after_the_end_asks_nothing() -> None:
    run = run_of(asked(), Answered(answer=Answer(text="A")), reworded("m1", "Other"))
    assert not run.unheard("m1") and isinstance(decide(run, 10.0), Finish)


def test_an_answer_is_removed_after_the_end_only() -> None:
    gone = Removed(by=ANNA, name="Anna")
    assert run_of(asked(), gone).removed is None
    run = run_of(asked(), Answered(answer=Answer(text="A")), gone, Removed(by="UBEN"))
    assert run.removed == gone and isinstance(decide(run, 10.0), Finish)


async def test_what_was_final_is_looked_at_again_when_it_is_to_be_removed(tmp_path: Path) -> None:
    log = Log(tmp_path / "log")
    await log.open()
    await log.tell("t", "r", [asked(), Answered(answer=Answer(text="A"))], once="1")
    await log.settle("r")
    assert await log.unsettled() == []
    await log.tell("t", "r", [Removed(by=ANNA)], once="2")
    assert await log.unsettled() == [("t", "r")]
    await log.close()


async def test_the_words_of_a_deleted_message_go_and_the_others_stay(tmp_path: Path) -> None:
    turns = tuple(Turn(message=f"m{i}", speaker="U", kind="member", name="N", text=f"words {i}") for i in range(3))
    log = Log(tmp_path / "log")
    await log.open()
    for run in ("r", "s"):
        await log.tell("t", run, [asked()], once=run)
        await log.append("t", run, done(Recalled(step="recall.1"))[0], 1)
        await log.close_step("t", run, Recalled(step="recall.1", turns=turns))
    await log.forget("t", "m1")
    for run in ("r", "s"):
        found = (await log.read(run))[-1].fact
        assert isinstance(found, Recalled) and [turn.text for turn in found.turns] == ["words 0", "", "words 2"]
    await log.close()
    assert b"words 1" not in (tmp_path / "log").read_bytes()


async def test_a_summary_that_may_tell_a_deleted_message_goes_with_it(tmp_path: Path) -> None:
    log = Log(tmp_path / "log")
    await log.open()
    await log.tell("t", "r", [asked()], once="r")
    await log.append("t", "r", done(Recalled(step="recall.1"))[0], 1)
    await log.close_step("t", "r", Compacted(step="compact.1", summary="words 1 in short", through=2))
    await log.forget("t", "m1")
    found = (await log.read("r"))[-1].fact
    assert found == Compacted(step="compact.1", summary="", through=2)
    assert notes(run_of(found)) is None
    await log.close()
    assert b"words 1" not in (tmp_path / "log").read_bytes()


def test_the_day_is_the_one_where_the_asker_is() -> None:
    late = 1_764_547_200.0 - 60  # 2025-11-30, 23:59 UTC
    there = {"sent": late, "offset": 9 * 3600, "zone": "Asia/Tokyo"}
    assert run_of(Asked(message="m", text="?", by=ANNA, **there)).today == "2025-12-01 (Monday, Asia/Tokyo)"
    assert run_of(Asked(message="m", text="?", by=ANNA, sent=late)).today == "2025-11-30 (Sunday, UTC)"


def test_an_intent_that_says_nothing_of_the_thread_opens_none_of_it() -> None:
    turn = Turn(message="m0", speaker="U", kind="member", name="Ben", text="Blue.", address="https://s.test/p0")
    facts = (asked(), *done(Recalled(step="recall.1", turns=(turn,))))
    assert run_of(*facts, *understood()).sources == ()
    run = run_of(*facts, *understood(intent=Intent(mode="research", goal="g", thread=True)))
    assert [(one.number, one.address, one.title) for one in run.sources] == [(1, "https://s.test/p0", "Ben")]
    assert run.ledger.is_open(1)
