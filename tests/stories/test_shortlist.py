"""Things that match conditions, asked for and listed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agent.facts import Answered
from bot.playground.rehearsal.scripted import Line
from bot.playground.web import Fault
from tests.stories.office import ANNA, Office, asking, intent, office, turns, wish

DOCS = {
    "folio.md": "# Folio Slate A5\n\nThe Folio Slate A5 has a front light. It works without a subscription.\n",
    "quill.md": "# Quill Basic\n\nThe Quill Basic has no front light. It costs 249 euros.\n",
    "inkleaf.md": "# Inkleaf 10\n\nThe Inkleaf 10 has a front light.\n",
}
READ = [("read_file", {"path": name}) for name in DOCS]
LIGHT, SUBSCRIPTION = "must.1", "must_not.1"


def wanted(body: Mapping[str, object]) -> Mapping[str, object]:
    at = asking(body)
    must, must_not = [wish("has a front light", at)], [wish("requires a subscription", at)]
    return intent("Which tablet should we buy?", kind="shortlist", must=must, must_not=must_not)


def one(name: str, number: int, light: tuple[str, str], subscription: tuple[str, str] = ("unknown", "")) -> Any:
    said = {LIGHT: light, SUBSCRIPTION: subscription}
    verdicts = [{"id": id, "verdict": v, "number": number, "words": words} for id, (v, words) in said.items()]
    return {"name": name, "sources": [number], "verdicts": verdicts}


def draft(text: str, *things: Any) -> str:
    return f"{text}\n\n```candidates\n{json.dumps(list(things))}\n```"


FOLIO = one("Folio Slate A5", 1, ("met", "has a front light"), ("met", "works without a subscription"))
QUILL = one("Quill Basic", 2, ("not met", "The Quill Basic has no front light"))
INKLEAF = one("Inkleaf 10", 3, ("met", "The Inkleaf 10 has a front light"))
QUESTION = "@footnote which tablet should we buy? must have a front light, must not require a subscription"


def room(folder: Path, *replies: Line) -> Any:
    return office(folder, docs=DOCS, intents=[wanted], replies=[READ, *replies], approval="off")


async def asked(at: Office, *words: str) -> tuple[str, str]:
    root = await at.slack.say(ANNA, QUESTION)
    return root, await at.sees(root, *words)


async def test_what_qualifies_is_a_table_and_what_does_not_is_dropped_with_the_words_that_say_so(
    tmp_path: Path,
) -> None:
    text = "The Folio Slate A5 meets both [1]."
    async with room(tmp_path, draft(text, INKLEAF, QUILL, FOLIO)) as at:
        root, thread = await asked(at, "Dropped", "Sources")
        assert "1. Folio Slate A5 [1] | met [1] | avoided [1] | every hard condition is met" in thread
        assert "2. Inkleaf 10 [3] | met [3] | unknown | 1 of 2 hard conditions unknown" in thread
        assert (
            "Quill Basic [2] – Must: has a front light – not met [2] – “The Quill Basic has no front light”" in thread
        )
        assert "What was asked for" not in thread
        [*_, last] = (await at.facts(root))[0]
        assert isinstance(last, Answered)
        assert [c.name for c in last.answer.candidates] == ["Folio Slate A5", "Inkleaf 10"]
        assert "# A shortlist" in str(at.model.loop_requests[0]["messages"])


async def test_where_nothing_qualifies_it_says_so(tmp_path: Path) -> None:
    text = "None of the tablets that I read about fits [2]."
    async with room(tmp_path, *[draft(text, QUILL)] * 2) as at:
        _, thread = await asked(at, "Nothing that was found meets every hard condition.", "Sources")
        assert "Dropped" in thread and "Quill Basic [2] – Must: has a front light – not met [2]" in thread
        assert "Why here" not in thread and "I could not confirm an answer" not in thread


async def test_a_model_that_recommends_what_was_dropped_is_told_and_then_overruled(tmp_path: Path) -> None:
    text = "Take the Quill Basic, it is the cheapest [2].\n\nThe Folio Slate A5 has a light [1]."
    async with room(tmp_path, *[draft(text, QUILL, FOLIO)] * 2) as at:
        root, thread = await asked(at, "Dropped", "Sources")
        answer, _, lost = thread.partition("Could not be confirmed")
        assert "Take the Quill Basic" not in answer and "Take the Quill Basic, it is the cheapest" in lost
        assert "1. Folio Slate A5 [1]" in answer
        assert "fails a hard condition" in str(at.model.loop_requests[-1]["messages"])
        assert root


async def test_words_that_a_model_invents_are_sent_back_and_then_the_condition_is_unknown(tmp_path: Path) -> None:
    invented = one("Inkleaf 10", 3, ("met", "The Inkleaf 10 has a front light"), ("met", "It needs no subscription"))
    async with room(tmp_path, *[draft("The Inkleaf 10 has a light [3].", invented)] * 2) as at:
        _, thread = await asked(at, "Why here", "Sources")
        assert "1. Inkleaf 10 [3] | met [3] | unknown | 1 of 2 hard conditions unknown" in thread
        mended = str(at.model.loop_requests[-1]["messages"])
        assert "“It needs no subscription” does not stand in [3]" in mended
        assert at.model.left == 0


async def test_one_thing_under_two_names_is_one_row(tmp_path: Path) -> None:
    again = {**one("Folio Slate A5 GmbH", 1, ("met", "has a front light")), "also": ["The Slate"]}
    async with room(tmp_path, draft("It has a light [1].", FOLIO, again)) as at:
        _, thread = await asked(at, "Why here", "Sources")
        assert "1. Folio Slate A5 (The Slate) [1] | met [1] | avoided [1]" in thread and "\n  2. " not in thread


async def test_a_search_that_names_what_must_not_be_is_told_so_once(tmp_path: Path) -> None:
    search = [("search_docs", {"query": "tablet -subscription"})]
    async with office(
        tmp_path,
        docs=DOCS,
        intents=[wanted],
        replies=[search, [("search_docs", {"query": "tablet no subscription"})], READ, draft("It fits [1].", FOLIO)],
        approval="off",
    ) as at:
        root, _ = await asked(at, "Why here", "Sources")
        told = [
            str(request["messages"]).count("the query names what must not be") for request in at.model.loop_requests
        ]
        assert told[:3] == [0, 1, 1]
        assert root


async def test_the_next_turn_reads_the_table_and_not_what_stands_around_it(tmp_path: Path) -> None:
    again = lambda body: intent("And the second one?", since=asking(body))  # noqa: E731
    async with office(
        tmp_path,
        docs=DOCS,
        intents=[wanted, again],
        replies=[READ, draft("It has a light [1].", FOLIO, QUILL), "No idea.", "No idea."],
        approval="off",
    ) as at:
        root, _ = await asked(at, "Dropped", "Sources")
        await at.slack.say(ANNA, "@footnote and the second one?", thread=root)
        await at.slack.wait_for(lambda: at.model.left == 0)
        ours = next(turn["text"] for turn in turns(at.model.intent_requests[-1]) if turn["kind"] == "us")
        assert "| 1. Folio Slate A5 [1] | met [1] | avoided [1] |" in ours
        assert "Dropped" not in ours and "Sources" not in ours


async def test_a_list_without_a_word_above_it_is_an_answer(tmp_path: Path) -> None:
    async with room(tmp_path, draft("", FOLIO)) as at:
        _, thread = await asked(at, "1. Folio Slate A5 [1]", "Sources")
        assert "Not finished" not in thread and "could not confirm an answer" not in thread


async def test_what_no_opened_source_names_is_no_row_but_not_confirmed(tmp_path: Path) -> None:
    evil = one("EvilPad", 1, ("met", "has a front light"))
    async with room(tmp_path, *[draft("The Folio Slate A5 meets both [1].", evil, FOLIO)] * 2) as at:
        root, thread = await asked(at, "Why here", "Sources")
        table, _, lost = thread.partition("Could not be confirmed")
        assert "1. Folio Slate A5 [1]" in table and "EvilPad" not in table
        assert "EvilPad – not found in its sources" in lost
        assert "“EvilPad”: [1] does not name it" in str(at.model.loop_requests[-1]["messages"])
        await at.press(ANNA, root, "Evidence")
        assert "EvilPad" in str(await at.slack.wait_for(lambda: at.slack.views(ANNA)))


async def test_what_was_only_found_is_a_row_that_says_so(tmp_path: Path) -> None:
    lead = {"url": "https://evil.test/pad", "title": "EvilPad", "content": "A tablet.", "score": 0.9}
    search, evil = [("search", {"query": "tablet front light"})], one("EvilPad", 4, ("unknown", ""))
    async with office(
        tmp_path, docs=DOCS, intents=[wanted], approval="off",
        replies=[READ, search, draft("The Folio Slate A5 meets both [1].", evil, FOLIO)],
    ) as at:  # fmt: skip
        at.web.faults["search"].append(Fault(200, body={"results": [lead]}))
        _, thread = await asked(at, "Why here", "Sources")
        assert "2. EvilPad [4] | unknown | unknown | only found, not opened" in thread
