"""A thread goes on: follow-ups, new tasks, several people, failures, restarts."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from agent.facts import Answered, Asked, Returned, Said, Started
from bot.playground.rehearsal.scripted import Held, Status
from bot.playground.slack import Fault
from bot.playground.web import Fault as WebFault
from tests.stories.office import ANNA, BEN, PLACE, asking, intent, office, restarted, turns, wish

KOA = (
    "# Koa 2\n\nIn Koa 2 a body is read with koa-body.\n\n# Koa 3\n\nIn Koa 3 a body is read with koa-bodyparser 5.\n"
)
SEARCH = [("search_docs", {"query": "koa body"})]
TWO, THREE = "In Koa 2 a body is read with koa-body [1].", "In Koa 3 a body is read with koa-bodyparser 5 [1]."
GOAL = intent("How is a body read in Koa 2?")


def strict(body: Mapping[str, object]) -> Mapping[str, object]:
    """The first question's intent, with one condition."""
    return intent("How is a body read in Koa 2?", must=[wish("without plugins", asking(body))])


async def test_a_follow_up_inherits_the_question_and_keeps_the_numbers(tmp_path: Path) -> None:
    heard: list[list[Mapping[str, str]]] = []

    def follow_up(body: Mapping[str, object]) -> Mapping[str, object]:
        heard.append(turns(body))
        first, last = turns(body)[0]["message"], asking(body)
        kept, added = wish("without plugins", first), wish("current versions only", last)
        return intent("How is a body read in Koa 3?", since=first, must=[kept, added])

    async with office(
        tmp_path,
        docs={"koa.md": KOA},
        intents=[strict, follow_up],
        replies=[SEARCH, TWO, TWO, SEARCH, THREE, THREE],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2? must work without plugins")
        await at.sees(asked, "Sources")
        await at.slack.say(ANNA, "and for Koa 3? current versions only", thread=asked)
        thread = await at.sees(asked, "koa-bodyparser 5 [1]")
        assert "Must: without plugins" in thread and "Must: current versions only" in thread
        assert [turn["kind"] for turn in heard[0]] == ["member", "us", "member"]
        first, second = await at.facts(asked)
        assert isinstance(first[-1], Answered) and isinstance(second[-1], Answered)
        assert first[-1].answer.sources[0].number == second[-1].answer.sources[0].number == 1


async def test_a_new_task_drops_what_was_asked_before(tmp_path: Path) -> None:
    def new_task(body: Mapping[str, object]) -> Mapping[str, object]:
        first, last = turns(body)[0]["message"], asking(body)
        stale, own = wish("without plugins", first), wish("in English", last)
        return intent("What is in the file?", since=last, must=[stale, own])

    async with office(
        tmp_path,
        docs={"koa.md": KOA},
        intents=[strict, new_task],
        replies=[SEARCH, TWO, TWO, SEARCH, THREE, THREE],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2? must work without plugins")
        await at.sees(asked, "Sources")
        await at.slack.say(ANNA, "@footnote something else: what is in the file? in English", thread=asked)
        thread = await at.sees(asked, "Must: in English")
        assert thread.count("without plugins") == 2, "in the first question and its answer, and nowhere after"
        assert "how is a body read in Koa 2" not in str(at.model.loop_requests[-1]["messages"])


async def test_a_correction_while_the_model_writes_is_what_gets_answered(tmp_path: Path) -> None:
    slow = Held(TWO)
    async with office(
        tmp_path,
        docs={"koa.md": KOA},
        intents=[GOAL, intent("How is a body read in Koa 3?")],
        replies=[SEARCH, slow, THREE],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.slack.say(ANNA, "sorry, I mean Koa 3", thread=asked)
        thread = await at.sees(asked, "koa-bodyparser 5 [1]")
        assert "koa-body [1]" not in thread
        assert "sorry, I mean Koa 3" in str(at.model.loop_requests[-1]["messages"])


async def test_what_somebody_else_asks_in_the_thread_waits_its_turn(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"koa.md": KOA},
        intents=[GOAL, intent("How is a body read in Koa 3?")],
        replies=[SEARCH, TWO, SEARCH, THREE],
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(asked, "[Approve]")
        await at.slack.say(BEN, "@footnote and in Koa 3?", thread=asked)
        await at.sees(asked, "Waiting until the question above, by Anna Kowalska")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "koa-body [1]", "Waiting for Ben Okafor")
        await at.press(BEN, asked, "Approve")
        await at.sees(asked, "koa-bodyparser 5 [1]")


async def test_a_failing_search_is_a_result_the_model_reads_and_not_the_end(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"koa.md": KOA},
        intents=[GOAL],
        replies=[[("search", {"query": "koa body"})], SEARCH, TWO],
        approval="off",
    ) as at:
        at.web.faults["search"].append(WebFault(500))
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(asked, "Sources")
        assert "failed: " in str(at.model.loop_requests[1]["messages"])


async def test_a_spent_budget_is_said_to_the_model_and_the_run_goes_on(tmp_path: Path) -> None:
    many = [[("search_docs", {"query": f"koa {n} {m}"}) for m in "abc"] for n in range(4)]
    async with office(tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[*many, TWO], approval="off") as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(asked, "Sources")
        [facts] = await at.facts(asked)
        begun = [fact for fact in facts if isinstance(fact, Started) and fact.step.startswith("call.")]
        spent = [f for f in facts if isinstance(f, Returned) and "budget" in f.result.note]
        assert (len(begun), len(spent)) == (10, 2)
        assert "left: 0 searches" in str(at.model.loop_requests[-1]["messages"])


async def test_the_eighth_round_is_the_last_and_its_request_goes_on_from_the_seventh(tmp_path: Path) -> None:
    seven = [[("read_file", {"path": "koa.md", "start": n})] for n in range(1, 8)]
    async with office(tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[*seven, TWO], approval="off") as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(asked, "Sources")
        seventh, eighth = at.model.loop_requests[-2:]
        assert len(at.model.loop_requests) == 8
        assert eighth["tools"] == seventh["tools"], "what endpoints keep in their caches begins with them"
        assert eighth["messages"][: len(seventh["messages"])] == seventh["messages"]  # type: ignore[index,arg-type]
        assert "No tools are left" in str(eighth["messages"][-1])  # type: ignore[index]


async def test_a_model_that_calls_tools_in_the_last_round_all_the_same_is_asked_without(tmp_path: Path) -> None:
    eight = [[("read_file", {"path": "koa.md", "start": n})] for n in range(1, 9)]
    async with office(tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[*eight, TWO], approval="off") as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(asked, "Sources")
        assert ["tools" in request for request in at.model.loop_requests] == [True] * 8 + [False]
        [facts] = await at.facts(asked)
        begun = [fact.step for fact in facts if isinstance(fact, Started) and fact.step.startswith("call.")]
        assert begun and "call.8.1" not in begun


async def test_a_model_that_fails_is_said_in_plain_words_with_a_reference(tmp_path: Path) -> None:
    refused = Status(401, "Incorrect API key provided: sk-test-1234567890abcdef", code="invalid_api_key")
    async with office(
        tmp_path, docs={"koa.md": KOA}, intents=[GOAL, GOAL], replies=[refused, SEARCH, TWO], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        thread = await at.sees(asked, "could not answer", "reference ", "[Retry]")
        assert "sk-test" not in thread and "Traceback" not in thread
        await at.press(ANNA, asked, "Retry")
        await at.sees(asked, "Sources")


async def test_an_intent_that_is_none_is_repaired_once_and_then_said(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"koa.md": KOA},
        intents=["no json", '{"mode": "guess"}', "no", GOAL],
        replies=[SEARCH, TWO],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote blorp")
        await at.sees(asked, "The model did not answer in the form it was asked for.", "reference ", "[Retry]")
        assert "mode" in str(at.model.intent_requests[1]["messages"]), "the repair says what was wrong"
        await at.press(ANNA, asked, "Retry")
        await at.sees(asked, "did not answer in the form", "Sources")


async def test_a_bot_that_fell_while_waiting_for_a_click_takes_it_when_it_is_back(tmp_path: Path) -> None:
    async with office(tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[SEARCH, TWO]) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(asked, "[Approve]")
        await at.away()
        await at.press(ANNA, asked, "Approve")  # waits in Slack until somebody is there to hear it
        async with restarted(at) as again:
            await again.sees(asked, "Sources", "Approved by Anna Kowalska")
            [facts] = await again.facts(asked)
            assert [type(fact) for fact in facts].count(Asked) == 1
            assert len(again.ours(asked)) == 3, "a line that leads to the answer, a card, the answer"


async def test_a_bot_that_fell_in_mid_reply_asks_the_model_again_and_answers_once(tmp_path: Path) -> None:
    slow = Held(TWO)
    async with office(
        tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[SEARCH, slow, TWO], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await asyncio.wait_for(slow.reached.wait(), 20)
        await at.away()
        async with restarted(at) as again:
            await again.sees(asked, "Sources")
            [facts] = await again.facts(asked)
            replies = [fact.step for fact in facts if isinstance(fact, Started) and fact.step.startswith("reply")]
            assert replies == ["reply.1", "reply.2", "reply.2"], "the lost step is begun again, not counted twice"
            assert len(again.ours(asked)) == 1


async def test_a_post_that_went_through_unnoticed_is_found_and_not_repeated(tmp_path: Path) -> None:
    async with office(tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[SEARCH, TWO], approval="off") as at:
        at.slack.faults.add("chat.postMessage", Fault.reset_after(), times=1)
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await at.sees(asked, "Sources")
        assert len(at.ours(asked)) == 1


async def test_the_answer_arrives_whatever_slack_says_to_the_last_edit(tmp_path: Path) -> None:
    for n, fault in enumerate(
        [
            Fault.ratelimited(retry_after=1),
            Fault.error("msg_too_long"),
            Fault.error("message_not_found"),
            Fault.error("invalid_blocks"),
            Fault.status(503),
            Fault.reset_before(),
        ]
    ):
        slow = Held(TWO)
        async with office(
            tmp_path / str(n), docs={"koa.md": KOA}, intents=[GOAL], replies=[SEARCH, slow], approval="off"
        ) as at:
            asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
            await asyncio.wait_for(slow.reached.wait(), 20)
            at.slack.faults.add("chat.update", fault, times=1)
            slow.release.set()
            await at.sees(asked, "koa-body")
            await at.bot.doors.idle()
            assert at.read(asked).count("is read with koa-body") == 1


async def test_a_question_without_end_gets_its_limit(tmp_path: Path) -> None:
    async with office(tmp_path, docs={"koa.md": KOA}) as at:
        asked = await at.slack.say(ANNA, "@footnote " + "why " * 25_000)
        await at.sees(asked, "longer than I can take")


async def test_a_burst_of_remarks_loses_none(tmp_path: Path) -> None:
    slow = Held(SEARCH)
    async with office(
        tmp_path, docs={"koa.md": KOA}, intents=[GOAL] * 6, replies=[slow, *[THREE] * 12], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        await asyncio.wait_for(slow.reached.wait(), 20)
        for n in range(4):
            await at.slack.say(ANNA, f"remark number {n}", thread=asked)
        await at.slack.wait_for(lambda: "Could not be confirmed" in at.read(asked))
        [facts] = await at.facts(asked)
        assert [fact.text for fact in facts if isinstance(fact, Said)] == [f"remark number {n}" for n in range(4)]


async def test_a_thread_that_slack_does_not_show_is_said_with_the_reason(tmp_path: Path) -> None:
    async with office(tmp_path, docs={"koa.md": KOA}) as at:
        at.slack.faults.add("conversations.replies", Fault.error("missing_scope"), times=99)
        asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
        thread = await at.sees(asked, "Slack did not let me read this thread (missing_scope).", "[Retry]")
        assert "reference " in thread


async def test_a_remark_that_met_the_end_of_its_run_is_asked_when_slack_repeats_it(tmp_path: Path) -> None:
    """The process fell after it wrote the remark down and before it asked it as a question of its own."""
    three = intent("How is a body read in Koa 3?")
    for words in ("and in Koa 3?", "@footnote and in Koa 3?"):
        async with office(
            tmp_path / words[:3],
            docs={"koa.md": KOA},
            intents=[GOAL, three],
            replies=[SEARCH, TWO, SEARCH, THREE],
            approval="off",
        ) as at:
            asked = await at.slack.say(ANNA, "@footnote how is a body read in Koa 2?")
            await at.sees(asked, "Sources")
            await at.bot.doors.idle()
            thread = f"T0FOOTNOTE/{PLACE}/{asked}"
            [run] = await at.bot.log.runs(thread)
            later = await at.slack.say(ANNA, words, thread=asked, deliver=False)
            said, key = Said(message=later, text=words, by=ANNA), f"message/T0FOOTNOTE/{PLACE}/{later}"
            assert await at.bot.log.tell(thread, run, [said], once=key)
            await at.slack.redeliver(later, times=2)
            await at.sees(asked, "koa-bodyparser 5 [1]")
            assert len(await at.facts(asked)) == 2
