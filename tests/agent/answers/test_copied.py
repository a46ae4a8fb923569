"""Names and words of a list are what a source has, whatever marks, tags, links or emphasis a model sets in them."""

from __future__ import annotations

from typing import Any

import pytest

from agent.answers.copied import copied, named
from agent.answers.offered import offered
from agent.answers.verdicts import Claim, stands
from agent.evidence import check
from agent.facts import Passage, Recalled, Result
from agent.ledger import Ledger
from agent.run import Run
from tests.agent.answers.test_shortlist import (
    INTENT,
    LIGHT,
    ROW,
    WITHOUT,
    draft,
    looked_at,
    run_with,
    thing,
)
from tests.agent.answers.test_shortlist import stands as standing
from tests.agent.answers.test_unnamed import rows
from tests.agent.worlds import asked, call, done, made, replied, run_of, understood

PAGE = (
    "The reader costs 129 euros. The reader[3] weighs 200 g today. It has array[1] of 3 m². "
    "The [Inkleaf 10](https://i.test) is lit, it needs 5<b>kg</b>, and __init__ stands here. Area² is sold out."
)


def on_page(page: str = PAGE) -> Ledger:
    passage = Passage(address="https://page.test/", title="Readers", where="whole page", text=page)
    first = (asked(approval="off"), *done(Recalled(step="recall.1")), *understood(1, INTENT))
    return run_of(*first, *replied(1, call("1.1")), *made("1.1", result=Result(passages=(passage,)))).ledger


@pytest.mark.parametrize(
    "words",
    [
        "The reader costs 129 euros [1]",
        "The reader costs 129 euros 【1】",
        "The reader costs 129 euros.[^1]",
        "The reader costs 129 euros¹",
        "The reader costs 129 euros<sup>1</sup>.",
        "The reader costs 129 euros (source: [1])",
        "[1] The reader costs 129 euros",
        "The reader [1] costs 129 euros [1].",
        "The reader costs <b>129 euros</b>",
        "<p>The reader&nbsp;costs 129&nbsp;euros</p>",
        "**The reader** costs *129 euros*",
        r"\*\*The reader costs 129 euros\*\*",
        "The [reader](https://evil.test/x) costs [129 euros][1]",
        "The reader[3] weighs 200 g [1]",
        "The reader[3] weighs 200 g today. [1][2]",
        "array[1] of 3 m² [1]",
    ],
)
def test_words_with_signs_of_the_model_stand(words: str) -> None:
    ledger = on_page()
    assert any(True for _ in stands(copied(Claim(LIGHT, "met", 1, words), [1], ledger).words, [1], ledger))


@pytest.mark.parametrize("words", ["array[1] of 3 m²", "[Inkleaf 10](https://i.test) is lit", "needs 5<b>kg</b>"])
def test_words_that_stand_with_such_signs_are_taken_as_they_are(words: str) -> None:
    said = Claim(LIGHT, "met", 1, words)
    assert copied(said, [1], on_page()) == said


@pytest.mark.parametrize("words", ["The reader costs 128 euros [1]", "**A reader** costs 129 euros", "<b></b>"])
def test_other_words_stand_as_little_as_before(words: str) -> None:
    ledger = on_page()
    assert not any(True for _ in stands(copied(Claim(LIGHT, "met", 1, words), [1], ledger).words, [1], ledger))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Folio Slate A5 [1]", "Folio Slate A5"),
        ("Folio Slate A5[1][2]", "Folio Slate A5"),
        ("Folio Slate A5¹", "Folio Slate A5"),
        ("Folio Slate A5【1†source】", "Folio Slate A5"),
        ("[Inkleaf 10](https://evil.test/x)", "Inkleaf 10"),
        ("[Inkleaf 10][1]", "Inkleaf 10"),
        ("<a href='https://evil.test'>Inkleaf 10</a>", "Inkleaf 10"),
        ("![Inkleaf 10](https://evil.test/a.png)", "Inkleaf 10"),
        ("**Folio Slate A5**", "Folio Slate A5"),
        (r"\*\*Folio\*\* Slate", "Folio Slate"),
        ("`Folio` _Slate_ <b>A5</b>", "Folio Slate A5"),
        ("AT&amp;T", "AT&T"),
        ("M*A*S*H", "M*A*S*H"),
        ("*NSYNC", "*NSYNC"),
        ("snake_case", "snake_case"),
        ("[REC]", "[REC]"),
        ("Aurora [2019]", "Aurora [2019]"),
        ("List<T>", "List<T>"),
        ("Area²", "Area²"),
        ("Area² [1]", "Area²"),
    ],
)
def test_a_name_is_shown_without_them(name: str, shown: str) -> None:
    assert named(name, [1], on_page()) == shown


@pytest.mark.parametrize(
    "name", ["Folio Slate A5 [2]", "**Folio Slate A5**", "[Folio Slate A5](https://evil.test/x)"]
)
def test_a_thing_with_such_a_name_is_the_same_and_its_verdict_stands(name: str) -> None:
    block: list[Any] = [
        thing(name, 2, light=("met", 2, f"{ROW} [2]"), subscription=("met", 2, f"**{WITHOUT}** 【2】")),
        thing("Folio Slate A5", 2),
    ]
    found = looked_at(block)
    [row] = found.answer.candidates
    assert row.name == "Folio Slate A5" and row.also == () and standing(row, LIGHT) == "met"
    assert standing(row, "must_not.1") == "met" and not found.faults
    given = offered(run_with(*replied(2, text=draft(block))))
    assert given.has(LIGHT, row)


def test_a_name_of_signs_alone_is_none_and_words_that_are_a_name_with_a_mark_show_nothing() -> None:
    assert rows(looked_at([thing("[2]", 2)]).answer) == set()
    [row] = looked_at([thing("Folio Slate A5", 2, light=("met", 2, "Folio Slate A5 [2]"))]).answer.candidates
    assert standing(row, LIGHT) == "unknown"


def test_a_verdict_of_an_answer_that_is_no_list_is_read_alike() -> None:
    said = f'Yes [2].\n\n```verdicts\n[{{"id": "{LIGHT}", "verdict": "met", "number": 2, "words": "{ROW} [2]"}}]\n```'
    run: Run = run_with(*replied(2, text=said), intent=INTENT.model_copy(update={"kind": "answer"}))
    [first, *_] = check(run, "check.1").answer.verdicts
    assert first.standing == "met" and first.words == ROW.strip("| ")
