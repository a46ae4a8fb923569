"""What a number means in a thread: the same after a restart in mid-run, and for a bot that remembers nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from agent.facts import Answered
from bot.playground.rehearsal.scripted import Line
from bot.playground.web import Fault
from tests.stories.office import ANNA, Office, intent, office, restarted

GOAL = intent("When is first class allowed?")
ONE, TWO, THREE = "https://a.test/1", "https://b.test/2", "https://c.test/3"


def search(query: str) -> Line:
    return [("search", {"query": query})]


def read(url: str) -> Line:
    return [("read_page", {"url": url})]


def found(*addresses: str) -> Fault:
    return Fault(
        200, body={"results": [{"url": one, "title": f"About {one}", "content": "Leads."} for one in addresses]}
    )


def opened(url: str, text: str) -> Fault:
    return Fault(200, body={"results": [{"url": url, "raw_content": text}], "failed_results": []})


def ends(thread: str) -> int:
    return thread.count("[Retry]") + thread.count("[Continue]")


async def ended(at: Office, question: str, thread: str | None = None) -> str:
    """What a question adds to its thread by the time that it is answered."""
    before = at.read(thread) if thread else ""
    asked = await at.slack.say(ANNA, f"@footnote {question}", thread=thread)
    await at.slack.wait_for(lambda: ends(at.read(thread or asked)) > ends(before))
    await at.bot.doors.idle()
    return at.read(thread or asked).removeprefix(before)


def shown_numbers(at: Office, nth: int) -> list[tuple[str, str]]:
    """(number, address) of the sources that the model is shown in its nth request."""
    said = at.model.loop_requests[nth]["messages"]
    assert isinstance(said, list)
    results = "".join(str(message["content"]) for message in said if message["role"] == "tool")
    return re.findall(r'number="(\d+)".*?address="(.*?)"', results)


async def test_a_bot_that_remembers_nothing_goes_on_with_the_numbers_of_its_own_answers(tmp_path: Path) -> None:
    before = "As before: second class costs 40 euros [2]."
    replies = [
        *(search("class"), read(TWO), "Second class costs 40 euros [2]."),
        *(before, before),
        *(
            search("third class"),
            read(THREE),
            read(TWO),
            "Third class costs 20 euros [3], second class 40 euros [2].",
        ),
    ]
    async with office(tmp_path, intents=[GOAL] * 3, replies=replies, approval="off") as at:
        at.web.faults["search"].extend([found(ONE, TWO), found(THREE, TWO)])
        at.web.faults["extract"].extend(
            [opened(TWO, "Second class costs 40 euros."), opened(THREE, "Third class costs 20 euros."),
             opened(TWO, "Second class costs 40 euros.")]
        )  # fmt: skip
        first = await ended(at, "what does second class cost?")
        root = at.slack.messages()[0].ts
        assert f"[2] About {TWO} ({TWO})" in first
        await at.away()
        empty = replace(at, settings=at.settings.model_copy(update={"data": tmp_path / "elsewhere"}))
        async with restarted(empty) as new:
            assert await new.facts(root) == [], "it has never heard of this thread"
            second = await ended(new, "what was that?", root)
            assert "I could not confirm" in second and "[2]" not in second.partition("Sources")[0]
            [sent_back] = [str(one["content"]) for one in new.model.loop_requests[4]["messages"][-1:]]  # type: ignore[index]
            assert "[2] was only found" in sent_back, "a later turn has to open it again"
            third = await ended(new, "and third class?", root)
            assert shown_numbers(new, -1)[:2] == [("3", THREE), ("2", TWO)], "and what is new comes after them"
            assert f"[2] About {TWO} ({TWO})" in third and f"[3] About {THREE} ({THREE})" in third
            answered = (await new.facts(root))[-1][-1]
            assert isinstance(answered, Answered)
            assert [(s.number, s.address) for s in answered.answer.sources] == [(2, TWO), (3, THREE)]


async def test_a_restart_in_mid_run_changes_no_number(tmp_path: Path) -> None:
    replies = [search("class"), read(TWO), "Second class costs 40 euros [2]."]
    async with office(tmp_path, intents=[GOAL], replies=replies) as at:
        at.web.faults["search"].append(found(ONE, TWO))
        at.web.faults["extract"].append(opened(TWO, "Second class costs 40 euros."))
        asked = await at.slack.say(ANNA, "@footnote what does second class cost?")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "read_page")
        await at.away()
        async with restarted(at) as again:
            await again.press(ANNA, asked, "Approve")
            thread = await again.sees(asked, "Sources", "[2] About")
            assert "Second class costs 40 euros [2]" in thread and f"({TWO})" in thread and f"({ONE})" not in thread
            assert shown_numbers(again, -1) == [("1", ONE), ("2", TWO), ("2", TWO)]
