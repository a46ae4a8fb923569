"""What no opened source names is no thing of the list; where a source may name it in its own way it stays."""

from __future__ import annotations

from typing import Any

import pytest

from agent.evidence import check
from agent.facts import Answer, Checked, Hit, Passage, Recalled, Result
from tests.agent.answers.test_shortlist import INTENT, ROW, draft, looked_at, thing
from tests.agent.worlds import asked, call, done, made, replied, run_of, understood

ENGLISH = (
    "We looked at what there is for those who read a lot: this is the best of it. The {} has a light that is even."
)
GERMAN = "Das {} ist das beste, was es zur Zeit gibt, und es hat ein Licht, das man auch ohne Strom gut sehen kann."


def on_page(page: str, *things: dict[str, Any], goal: str = "a reader that is good for the eyes") -> Checked:
    """What is made of things whose sources are this page, which is opened, and a lead, which is not."""
    passage = Passage(address="https://page.test/pads", title="The best of 2026", where="whole page", text=page)
    result = Result(hits=(Hit(address="https://lead.test/", title="EvilPad, reviewed"),), passages=(passage,))
    intent = INTENT.model_copy(update={"goal": goal})
    first = (asked(approval="off"), *done(Recalled(step="recall.1")), *understood(1, intent))
    run = run_of(*first, *replied(1, call("1.1")), *made("1.1", result=result), *replied(2, text=draft(things)))
    return check(run, "check.1")


def rows(answer: Answer) -> set[str]:
    return {one.name for one in (*answer.candidates, *answer.dropped)}


@pytest.mark.parametrize("name", ["EvilPad", "Evil Pad 9", "SuperTab", "Ada", "EvilPad GmbH", "Zettelwerk X3"])
def test_what_nothing_names_is_told_apart_and_the_model_may_name_it_first(name: str) -> None:
    invented = thing(name, 2, light=("met", 2, ROW))
    found = looked_at([invented, thing("Folio Slate A5", 2, light=("met", 2, ROW))])
    assert rows(found.answer) == {"Folio Slate A5"} and name in found.answer.unconfirmed
    assert [one.text for one in found.answer.unfound if one.text == name] == [name]
    about = [fault for fault in found.faults if f"“{name}”" in fault]
    assert len(about) == 1 and "[2] does not name it. Add the name that stands there to `also`" in about[0]


def test_where_nothing_else_is_listed_there_is_no_row_at_all() -> None:
    answer = looked_at([thing("EvilPad", 2)]).answer
    assert rows(answer) == set() and answer.unconfirmed == ("EvilPad",)


def test_another_name_of_it_or_another_source_that_is_open_is_enough() -> None:
    assert rows(looked_at([thing("EvilPad", 2, also=["Quill Basic"])]).answer) == {"EvilPad"}
    assert rows(looked_at([thing("Folio Slate A5", 5)]).answer) == {"Folio Slate A5"}


def test_what_was_only_found_stays_as_that() -> None:
    page = ENGLISH.format("Quill Basic")
    assert rows(on_page(page, thing("EvilPad", 1)).answer) == {"EvilPad"}
    assert rows(on_page(page, thing("EvilPad", 1, 2)).answer) == {"EvilPad"}


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("EvilPad", "Evil Pad"),
        ("Evil Pad", "EvilPad"),
        ("Folio Slate A5", "Slate A5"),
        ("Slate A5 (2026 edition)", "Folio Slate A5"),
        ("Café Zürich", "Cafe Zurich"),
        ("Berliner Hof", "Hotel Berlin"),
        ("Quill Basic GmbH & Co. KG", "Quill Basic"),
        ("フォリオA5", "Folio Slate A5"),
        ("フォリオ", "Folio Slate"),
    ],
)
def test_a_name_that_a_page_writes_in_its_own_way_counts(name: str, written: str) -> None:
    assert rows(on_page(ENGLISH.format(written), thing(name, 2)).answer) == {name}


def test_a_page_in_another_language_may_have_translated_a_name() -> None:
    page = GERMAN.format("Grüne Buch")
    assert rows(on_page(page, thing("Green Book", 2)).answer) == {"Green Book"}
    japanese = on_page("フォリオは前面ライトがあり、サブスクリプションは不要です。", thing("Folio", 2))
    assert rows(japanese.answer) == {"Folio"}


def test_a_word_that_the_task_itself_uses_tells_no_thing_from_others() -> None:
    page = ENGLISH.format("Quill Basic")
    goal = "a light reader that is good for the eyes of those who read a lot"
    assert rows(on_page(page, thing("EvilPad Light", 2), goal=goal).answer) == set()


def test_many_things_on_long_pages_are_looked_up() -> None:
    page = " ".join(ENGLISH.format(f"Reader{n}") for n in range(500))
    found = on_page(page, *(thing(f"Evil Thing{n} Pad", 2) for n in range(60)))
    assert rows(found.answer) == set() and len(found.answer.unconfirmed) == 60
