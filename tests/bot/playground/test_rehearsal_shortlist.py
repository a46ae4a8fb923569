"""The rehearsal model lists things that match conditions, by what pages say of them."""

from __future__ import annotations

import json

import pytest

from bot.playground.questions import QUESTIONS
from bot.playground.rehearsal import shortlist
from bot.playground.rehearsal.answer import answer
from bot.playground.rehearsal.mend import mend
from bot.playground.rehearsal.view import Source, Task, View, Wish
from bot.playground.web.library import load

GOAL = "Which workshop room in Ostrand should we book?"
TASK = Task(
    goal=GOAL,
    kind="shortlist",
    must=[Wish(id="must.1", text="have a lift")],
    must_not=[Wish(id="must_not.1", text="require a deposit")],
    prefer=[Wish(id="prefer.1", text="has a projector")],
)
ROOMS = ("harbour", "kranhaus", "roomfinder", "lantern", "quarry")


def seen(task: Task = TASK, draft: str = "", faults: tuple[str, ...] = ()) -> View:
    pages = [page for page in load() if page.host.startswith(ROOMS)]
    sources = tuple(Source(n, page.title, page.url, True, page.body) for n, page in enumerate(pages, 1))
    return View((), task, (), (), sources, (), {}, draft, faults)


def listed(said: str) -> dict[str, dict[str, str]]:
    block = json.loads(said.partition("```candidates\n")[2].partition("\n```")[0])
    return {one["name"]: {v["id"]: v["verdict"] for v in one["verdicts"]} for one in block}


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        ("Harbour Hall", ("met", "met", "met")),
        ("Kranhaus", ("met", "met", "unknown")),
        ("Crane House", ("unknown", "unknown", "not met")),
        ("Lantern Studio", ("not met", "met", "met")),
        ("Quarry Barn", ("met", "unknown", "met")),
    ],
)
def test_each_room_has_the_verdicts_that_its_page_gives_it(name: str, verdicts: tuple[str, ...]) -> None:
    assert tuple(listed(answer(seen()))[name].values()) == verdicts


def test_a_thing_goes_by_the_names_that_its_page_tells() -> None:
    assert [one.also for one in shortlist.things(seen()) if one.name == "Kranhaus"] == [("Crane House",)]


def test_the_text_speaks_of_none_that_fails() -> None:
    text = answer(seen()).partition("```")[0]
    assert "Harbour Hall" in text and "Lantern" not in text


def test_what_a_fault_names_of_one_thing_is_unknown_then() -> None:
    draft = answer(seen())
    mended = listed(mend(seen(draft=draft, faults=("must.1 of “Harbour Hall”: “…” does not stand in [1].",))))
    assert mended["Harbour Hall"]["must.1"] == "unknown"
    assert {name: one for name, one in mended.items() if name != "Harbour Hall"} == {
        name: one for name, one in listed(draft).items() if name != "Harbour Hall"
    }


def test_the_rows_of_a_table_are_things_and_a_yes_is_a_verdict() -> None:
    table = (
        "# Rooms\n\n| Room | Lift | Price |\n|---|---|---|\n| Blue Attic | no | €90 |\n| Red Cellar | yes | €80 |\n"
    )
    source = Source(1, "All rooms in Ostrand", "https://rooms.example", True, table)
    found = listed(answer(View((), TASK, (), (), (source,), (), {})))
    assert {name: one["must.1"] for name, one in found.items()} == {"Blue Attic": "not met", "Red Cellar": "met"}


def test_the_page_offers_it() -> None:
    assert any(question.startswith(GOAL) for question in QUESTIONS)
