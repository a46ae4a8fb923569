"""What a question costs stands under it, and what is used up is said, with the time at which it begins anew."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import pytest

from agent.facts import Answered, Asked, Replied, Reply, Started, Stopped, Usage
from agent.request.context import LAST_ROUND
from bot.playground.rehearsal.scripted import Held
from tests.stories.field import later
from tests.stories.office import ANNA, BEN, Office, intent, office

KOA = "# Koa 2\n\nIn Koa 2 a body is read with koa-body.\n"
LONG = "".join(f"\n## Part {n}\n\n" + "How koa reads a body, at length. " * 40 for n in range(20))
SEARCH = [("search_docs", {"query": "koa body"})]
AGAIN = [("search_docs", {"query": "read a body in koa"})]
TWO = "In Koa 2 a body is read with koa-body [1]."
GOAL = intent("How is a body read in Koa 2?")
ASKS = "@footnote how is a body read in Koa 2?"
DEAR = '[price."scripted"]\ninput = 10.0\noutput = 20.0\n'
SHORT = "[window]\noutput = 1_000\n"


async def test_what_it_cost_stands_under_the_answer_and_in_one_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with office(
        tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[SEARCH, TWO, TWO], approval="off", config=DEAR
    ) as at:
        asked = await at.slack.say(ANNA, ASKS)
        thread = await at.sees(asked, "Sources", "tokens", "$0.0")
        [facts] = await at.facts(asked)
        replies = [fact.reply.usage for fact in facts if isinstance(fact, Replied)]
        assert all(usage.money and not usage.bound for usage in replies) and "at most" not in thread
        await at.bot.doors.idle()
    told = [record.getMessage() for record in caplog.records if " ended: " in record.getMessage()]
    assert len(told) == 1 and "tokens, $0.0" in told[0] and "koa" not in told[0].lower()


async def test_a_model_at_home_costs_nothing_and_says_nothing_of_money(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs={"koa.md": KOA}, intents=[GOAL], replies=[SEARCH, TWO, TWO], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, ASKS)
        thread = await at.sees(asked, "Sources", "tokens")
        assert "$" not in thread and "credit" not in thread


async def test_search_credits_are_counted_where_a_search_has_a_price(tmp_path: Path) -> None:
    searched = [("search", {"query": "How do heat pumps work?"})]
    async with office(
        tmp_path, intents=[GOAL], replies=[searched, "I found nothing.", "I found nothing."], approval="off",
        config="credit_price = 0.02\n",
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, ASKS)
        await at.sees(asked, "1 search credit", "$0.02")


async def test_a_run_answers_with_the_last_reply_that_its_budget_holds(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs={"koa.md": KOA + LONG}, intents=[GOAL], replies=[SEARCH, TWO, AGAIN], approval="off",
        config="run_tokens = 41_000\n",
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, ASKS)
        await at.sees(asked, "Sources", "koa-body")
        first, last = at.model.loop_requests
        assert LAST_ROUND not in str(first) and LAST_ROUND in str(last)
        [facts] = await at.facts(asked)
        assert isinstance(facts[-1], Answered)


async def test_a_run_whose_budget_holds_nothing_asks_no_model(tmp_path: Path) -> None:
    async with office(tmp_path, intents=[GOAL], replies=[TWO], config="run_tokens = 10_000\n") as at:
        asked = await at.slack.say(ANNA, ASKS)
        await at.sees(asked, "A single call of the model may cost more than one question may use")
        assert not at.model.requests


async def spend(at: Office, who: str, tokens: int) -> None:
    """Somebody's question in another thread has taken so much today."""
    await at.bot.log.tell("elsewhere", "other", [Asked(message="1.1", text="What?", by=who)], once="1.1")
    await at.bot.log.append("elsewhere", "other", Started(step="reply.1", worker="w"), 1)
    spent = Replied(step="reply.1", reply=Reply(usage=Usage(prompt=tokens)))
    await at.bot.log.close_step("elsewhere", "other", spent)
    await at.bot.log.append("elsewhere", "other", Stopped(why="person", by=who), 3)


async def test_a_day_that_is_spent_is_said_at_once_and_the_next_day_the_question_can_be_asked_again(
    tmp_path: Path,
) -> None:
    config = f"person_day_tokens = 11_500\n{DEAR}{SHORT}"
    async with office(
        tmp_path, docs={"koa.md": KOA + LONG}, intents=[GOAL, GOAL], replies=[SEARCH, TWO, SEARCH, TWO],
        approval="off", config=config,
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, ASKS)
        await at.sees(asked, "is not enough for another call. It begins anew at", "Continue")
        await spend(at, ANNA, 6_000)
        made = len(at.model.requests)
        await at.press(ANNA, asked, "Continue")
        await at.hears(ANNA, "It begins anew at")
        assert len(await at.facts(asked)) == 1, "a poorer copy of the answer helps nobody"
        once_more = await at.slack.say(ANNA, "@footnote and in Koa 3?")
        thread = await at.sees(once_more, "is not enough for another call. It begins anew at")
        assert thread.count("not enough") == 1
        assert len(at.model.requests) == made, "a question on a day that is spent costs nothing"
        [facts] = await at.facts(once_more)
        assert isinstance(facts[-1], Stopped) and facts[-1].until % 86_400 == 0 and facts[-1].until > time.time()
        await at.away()
        async with later(at, lambda: facts[-1].until + 60.0):  # type: ignore[union-attr]
            await at.press(ANNA, once_more, "Retry")
            await at.slack.wait_for(lambda: len(at.model.requests) > made)


async def test_one_person_s_budget_is_not_another_s(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs={"koa.md": KOA + LONG}, intents=[GOAL, GOAL], replies=[SEARCH, TWO, SEARCH, TWO],
        approval="off", config=f"person_day_tokens = 11_500\n{SHORT}",
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, ASKS)
        await at.sees(asked, "not enough")
        await spend(at, ANNA, 6_000)
        made = len(at.model.requests)
        await at.slack.say(BEN, ASKS)
        await at.slack.wait_for(lambda: len(at.model.requests) > made)


async def test_what_everybody_spends_is_one_budget(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs={"koa.md": KOA + LONG}, intents=[GOAL, GOAL], replies=[SEARCH, TWO], approval="off",
        config=f"day_tokens = 11_500\n{SHORT}",
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, ASKS)
        await at.sees(asked, "not enough")
        await spend(at, ANNA, 6_000)
        made = len(at.model.requests)
        await at.sees(await at.slack.say(BEN, ASKS), "not enough")
        assert len(at.model.requests) == made


async def test_two_questions_at_once_share_a_day_and_neither_is_told_that_it_is_over(tmp_path: Path) -> None:
    held = Held(TWO)
    async with office(
        tmp_path, docs={"koa.md": KOA}, intents=[GOAL, GOAL], replies=[SEARCH, held, SEARCH, TWO], approval="off",
        config="person_day_tokens = 45_000\n",
    ) as at:  # fmt: skip
        first = await at.slack.say(ANNA, ASKS)
        await held.reached.wait()
        made = len(at.model.requests)
        second = await at.slack.say(ANNA, ASKS)
        await at.slack.wait_for(lambda: len(at.model.requests) > made or "not enough" in at.read(second))
        held.release.set()
        await at.sees(first, "koa-body [1]", "[Retry]")
        thread = await at.sees(second, "koa-body [1]", "[Delete]")
        assert "not enough" not in at.read(first) and "Not finished" not in thread


async def test_when_files_are_used_up_and_more_was_wanted_the_answer_is_not_finished(tmp_path: Path) -> None:
    read, other = ("read_file", {"path": "koa.md"}), ("read_file", {"path": "other.md"})
    async with office(
        tmp_path, docs={"koa.md": KOA, "other.md": "# Other\n\nMore.\n"}, intents=[GOAL], approval="off",
        replies=[[read], [other], TWO], config="files = 1\n",
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, ASKS)
        await at.sees(asked, "Not finished: The searches, pages or files", "koa-body [1]", "[Continue]")


async def test_what_never_holds_one_call_is_said_at_the_start_and_in_the_thread(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with office(tmp_path, intents=[GOAL], replies=[TWO], config="day_tokens = 10_000\nrun_tokens = 0\n") as at:
        asked = await at.slack.say(ANNA, ASKS)
        thread = await at.sees(asked, "A single call of the model may cost more than the budget of a day")
        assert "anew" not in thread and not at.model.requests
    [word] = [one.getMessage() for one in caplog.records if "raise it" in one.getMessage()]
    assert word.startswith("day_tokens: less than a search and an answer by scripted may cost")
