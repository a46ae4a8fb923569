"""More than the model can read: long threads, many pages, endpoints that read less than was thought. All answered."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Answered, Anything, Compacted, Replied, Returned, Stopped
from agent.request.tokens import START, length
from bot.playground.rehearsal.scripted import Line, Status
from bot.settings import SettingsError
from tests.stories.office import ANNA, BEN, Office, intent, office

Json = dict[str, Any]
SMALL = "[window]\nwhole = 16000\noutput = 3000\n"  # 13,000 tokens to read, about 48,000 characters
GOAL = intent("When is first class allowed?")
FACT = "First class is allowed on trips over three hours"
ANSWER = f"{FACT} [1]."
TOO_LONG = Status(400, "This model's maximum context length is 4096 tokens.", code="context_length_exceeded")
BUSY = Status(
    429,
    "Rate limit reached, too many tokens per minute.",
    code="rate_limit_exceeded",
    headers={"retry-after-ms": "1"},
)


async def ask(at: Office, root: str | None = None) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?", thread=root)


def is_compaction(body: Mapping[str, object]) -> bool:
    return str(messages(body)[0]["content"]).startswith("# Notes")


def messages(body: Mapping[str, object]) -> Sequence[Json]:
    found = body["messages"]
    assert isinstance(found, list)
    return found


def fits(body: Mapping[str, object], tokens: int = 13_000) -> bool:
    tools = body.get("tools") or []
    assert isinstance(tools, list)
    return length(messages(body)) + length(tools) <= tokens * START


def kinds(facts: Sequence[Anything], kind: type) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, kind)]


async def test_a_long_thread_of_2500_messages_is_put_in_a_few_words_and_answered(tmp_path: Path) -> None:
    summary = "The code word is heron."
    script: list[Line] = [summary, [("read_file", {"path": "travel.md"})], ANSWER]
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n"}
    async with office(tmp_path, docs=docs, intents=[GOAL], replies=script, approval="off", config=SMALL) as at:
        root = await at.slack.say(BEN, "the code word is heron")
        for n in range(2_499):
            await at.slack.say(BEN, f"remark {n}: {'so it goes on ' * 10}", thread=root, deliver=False)
        await ask(at, root)
        await at.sees(root, FACT, "Sources")
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        [made] = kinds(facts, Compacted)
        compaction, *rest = at.model.loop_requests
        assert is_compaction(compaction) and "tools" not in compaction and fits(compaction)
        assert made.summary == summary and made.usage.prompt > 5_000
        for request in rest:
            assert fits(request)
            first = str(messages(request)[1]["content"])
            assert f"\n{summary}\n```" in first and "```notes" in first and "when is first class allowed?" in first
            assert "remark 2498" in first and "remark 2000:" not in first
        assert summary not in str(at.model.intent_requests)


async def test_a_run_whose_pages_are_more_than_the_model_reads_is_answered_from_them(tmp_path: Path) -> None:
    """Ten readings of 6,000 characters where 48,000 fit: pages leave, the request always fits, and the answer cites
    what the model read at first."""
    filler = "\n".join(f"Line {n} of the annex says nothing about it at all." for n in range(2_000))
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n\n{filler}\n"}
    reads: list[Line] = [[("read_file", {"path": "travel.md", "start": 1 + 100 * n}) for n in (2 * k, 2 * k + 1)]
                         for k in range(5)]  # fmt: skip
    config = f"files = 20\n{SMALL}"
    async with office(
        tmp_path, docs=docs, intents=[GOAL], replies=[*reads, ANSWER], approval="off", config=config
    ) as at:
        root = await ask(at)
        await at.sees(root, FACT, "Sources")
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        assert all(map(fits, at.model.loop_requests)) and len(at.model.loop_requests) == 6
        assert "shortened; the same call shows it again" in str(at.model.loop_requests[-1])
        [answered] = kinds(facts, Answered)
        assert answered.answer.statements[0].excerpt and not answered.answer.unconfirmed
        assert all(fact.reply.sent > 0 for fact in kinds(facts, Replied))


async def test_a_conversation_that_grows_and_grows_is_summarized_on_the_way(tmp_path: Path) -> None:
    """Long listings cannot leave as pages do: the rounds that brought them are put in a few words, and what was tried
    is still in view."""
    docs = {f"file-{n:03}-{'x' * 60}.md": f"# Title {n}\n\n{FACT if n == 7 else 'Nothing'}.\n" for n in range(120)}
    listing: Line = [("list_files", {}), ("search_docs", {"query": "first class"})]
    more: list[Line] = [[("search_docs", {"query": f"class {n}"}), ("list_files", {})] for n in range(3)]
    config = "[window]\nwhole = 9000\noutput = 2000\n"
    replies = [listing, *more, ANSWER]

    def say(body: Mapping[str, object]) -> Line:
        return "Noted: [1] allows it." if is_compaction(body) else replies.pop(0)

    async with office(tmp_path, docs=docs, intents=[GOAL], replies=[say] * 12, approval="off", config=config) as at:
        root = await ask(at)
        await at.sees(root, FACT)
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        assert kinds(facts, Compacted) and kinds(facts, Answered)
        last = at.model.loop_requests[-1]
        assert re.search(r"```tried #\w+\nlist_files {}: ", str(messages(last)[1]["content"]))
        assert 'search_docs "first class": opened [1]' in str(messages(last)[1]["content"])
        assert all(fits(body, 7_000) for body in at.model.loop_requests)


@pytest.mark.parametrize("summary", ["", "   "])
async def test_a_model_that_writes_no_summary_is_asked_twice_and_the_run_goes_on(
    tmp_path: Path, summary: str
) -> None:
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n"}
    wanted: list[Line] = [[("read_file", {"path": "travel.md"})], ANSWER]
    asked: list[Mapping[str, object]] = []

    def say(body: Mapping[str, object]) -> Line:
        if is_compaction(body):
            asked.append(body)
            return summary or [("read_file", {"path": "travel.md"})]
        return wanted.pop(0)

    async with office(tmp_path, docs=docs, intents=[GOAL], replies=[say] * 12, approval="off", config=SMALL) as at:
        root = await at.slack.say(BEN, "the code word is heron")
        for n in range(600):
            await at.slack.say(BEN, f"remark {n}: {'so it goes on ' * 10}", thread=root, deliver=False)
        await ask(at, root)
        await at.sees(root, FACT, "Sources")
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        failed = [fact.step for fact in kinds(facts, Returned) if fact.step.startswith("compact.")]
        assert failed == ["compact.1", "compact.2"] and not kinds(facts, Compacted)
        assert len(asked) >= 2 and all(map(fits, at.model.loop_requests))
        assert re.search(r"\(\d+ messages after the first one are left out\)", str(at.model.loop_requests[-1]))


# --- an endpoint that reads less than was thought -----------------------------------------------------------------


async def test_an_endpoint_that_finds_it_too_long_gets_half_of_it_once(tmp_path: Path) -> None:
    filler = "\n".join(f"Line {n} of the annex says nothing about it at all." for n in range(2_000))
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n\n{filler}\n"}
    reads: Line = [("read_file", {"path": "travel.md", "start": 1 + 100 * n}) for n in range(3)]
    async with office(
        tmp_path, docs=docs, intents=[GOAL], replies=[reads, TOO_LONG, ANSWER], approval="off", config=SMALL
    ) as at:
        root = await ask(at)
        await at.sees(root, FACT, "Sources")
        _, whole, half = at.model.loop_requests
        sent = length(messages(whole)) + length(whole["tools"])  # type: ignore[arg-type]
        assert fits(half, int(sent / START / 2) + 1) and "tools" in half
        assert "shortened" not in str(whole) and "shortened" in str(half)


async def test_what_was_too_long_once_is_not_sent_again_in_that_run(tmp_path: Path) -> None:
    filler = "\n".join(f"Line {n} of the annex says nothing about it at all." for n in range(2_000))
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n\n{filler}\n"}
    reads: list[Line] = [[("read_file", {"path": "travel.md", "start": 1 + 100 * n})] for n in range(6)]
    longest = 26_000  # characters that the endpoint reads, where 48,000 were thought to fit
    refused: list[int] = []

    def say(body: Mapping[str, object]) -> Line:
        long = length(messages(body)) + length(body.get("tools") or [])  # type: ignore[arg-type]
        if long > longest:
            refused.append(long)
            return TOO_LONG
        if is_compaction(body):
            return "Noted: [1] allows it."
        return reads.pop(0) if reads else ANSWER

    async with office(tmp_path, docs=docs, intents=[GOAL], replies=[say] * 20, approval="off", config=SMALL) as at:
        root = await ask(at)
        await at.sees(root, FACT, "Sources")
        await at.bot.doors.idle()
        assert len(refused) == 1, refused


async def test_an_endpoint_that_finds_little_of_it_too_long_ends_the_run_with_an_honest_word(tmp_path: Path) -> None:
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n\n" + "Nothing else is said of it.\n" * 2_000}
    reads: Line = [("read_file", {"path": "travel.md", "start": 1 + 100 * n}) for n in range(3)]
    for replies, requests in (([TOO_LONG], 1), ([reads, *[TOO_LONG] * 3], 4)):  # at first nothing can give way
        async with office(tmp_path / str(requests), docs=docs, intents=[GOAL], replies=replies, approval="off") as at:
            root = await ask(at)
            await at.sees(root, "The conversation is longer than the model can read at once")
            await at.bot.doors.idle()
            assert len(at.model.loop_requests) == requests and at.model.left == 0


async def test_a_busy_endpoint_is_asked_the_same_again(tmp_path: Path) -> None:
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n"}
    read: Line = [("read_file", {"path": "travel.md"})]
    async with office(tmp_path, docs=docs, intents=[GOAL], replies=[read, BUSY, ANSWER], approval="off") as at:
        root = await ask(at)
        await at.sees(root, FACT, "Sources")
        _, first, second = at.model.loop_requests
        assert first["messages"] == second["messages"]


async def test_a_question_longer_than_the_model_reads_is_refused_with_the_limit_and_nothing_is_asked(
    tmp_path: Path,
) -> None:
    async with office(tmp_path, config="[window]\nwhole = 5000\noutput = 1000\n") as at:
        root = await at.slack.say(ANNA, f"@footnote {'when is first class allowed? ' * 400}")
        await at.sees(root, "The question alone is longer than the model can read (")
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        [stopped] = kinds(facts, Stopped)
        assert at.model.requests == [] and f"({stopped.limit:,} tokens)" in at.read(root)


async def test_a_question_at_its_limit_is_read_whole_by_all_that_work_on_it(tmp_path: Path) -> None:
    docs = {"travel.md": f"# Travel policy\n\n{FACT}.\n\n{'Nothing else is said here. ' * 900}\n"}
    words = f"when is first class allowed? {'background of ours ' * 190} ONLY ON WEEKDAYS {'more of it ' * 250}"
    reads: list[Line] = [[("read_file", {"path": "travel.md", "start": n})] for n in (1, 2, 3)]
    config = "[window]\nwhole = 8192\noutput = 2048\n"
    async with office(
        tmp_path, docs=docs, intents=[GOAL], replies=[*reads, ANSWER], approval="off", config=config
    ) as at:
        root = await at.slack.say(ANNA, f"@footnote {words}")
        await at.sees(root, FACT, "Sources")
        await at.bot.doors.idle()
        asked = [body for body in at.model.requests if not is_compaction(body)]
        assert len(asked) == 5 and all(words.strip() in str(messages(body)[1]["content"]) for body in asked)
        assert all(fits(body, 6_144) for body in at.model.requests)


async def test_a_window_with_no_room_for_work_is_refused_at_the_start_with_the_least(tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError, match=r"reads 1,000 tokens at once .* take at least [12],\d{3}; set \[window\]"
    ):
        async with office(tmp_path, config="[window]\nwhole = 1500\noutput = 500\n"):
            pass


async def test_reading_on_in_an_opened_page_costs_no_page_and_can_be_cited(tmp_path: Path) -> None:
    """The page's middle was left out: the model asks for it, and what stands there carries the answer."""
    async with office(
        tmp_path,
        intents=[GOAL],
        replies=[[("search", {"query": "heat pumps"})], _open_first, _read_on, "It says so [1]."],
        approval="off",
        config="pages = 1\n",
    ) as at:
        root = await ask(at)
        await at.slack.wait_for(lambda: at.model.left == 0)
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        done = {fact.step: fact for fact in kinds(facts, Returned)}
        assert done["call.3.1"].outcome == "ok"
        assert done["call.3.1"].result.passages[0].where.startswith("characters 11-")


def _open_first(body: Mapping[str, object]) -> Line:
    found = re.search(r'address="(https?://[^"]+)"', str(messages(body)[-1]["content"]))
    assert found
    return [("read_page", {"url": found[1]})]


def _read_on(body: Mapping[str, object]) -> Line:
    (opened,) = messages(body)[-2]["tool_calls"]
    return [("read_on", {"url": json.loads(opened["function"]["arguments"])["url"], "start": 11})]
