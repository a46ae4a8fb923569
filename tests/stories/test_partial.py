"""A question that could not be finished: what is supported so far, or what was found, and how it goes on."""

from collections.abc import Sequence
from pathlib import Path

from agent.facts import Answered, Anything, Asked, Recalled, Started
from bot.playground.rehearsal.scripted import Line, Status
from tests.stories.office import ANNA, BEN, Office, intent, office, restarted

DOCS = {
    "travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n",
    "old.md": "# Old policy\n\nIn 2019 it was never allowed.\n",
}
GOAL = intent("When is first class allowed?")
TRAVEL, OLD = ("read_file", {"path": "travel.md"}), ("read_file", {"path": "old.md"})
SO_FAR = "First class is allowed on trips over three hours [1]."
WHOLE = "First class is allowed on trips over three hours [1].\n\nIn 2019 it was never allowed [2]."
QUESTION = "@footnote when is first class allowed?"
ROUNDS = "Not finished: The rounds that one question may use are used up."


def begun(facts: Sequence[Anything]) -> list[str]:
    return [fact.step for fact in facts if isinstance(fact, Started) and fact.step.startswith("call.")]


def said(at: Office, nth: int) -> str:
    return str(at.model.loop_requests[nth]["messages"])


async def test_where_the_rounds_are_used_up_what_is_supported_is_given_with_continue(tmp_path: Path) -> None:
    draft = f"{SO_FAR}\n\nTrains are always late."
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[TRAVEL], draft], approval="off", config="rounds = 2"
    ) as at:
        asked = await at.slack.say(ANNA, QUESTION)
        thread = await at.sees(asked, ROUNDS, SO_FAR, "[Continue]", "[Delete]", "Could not be confirmed")
        assert "[Retry]" not in thread and "trips over three hours [1]" in thread


async def test_a_model_that_says_nothing_leaves_a_plain_list_of_what_was_found(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[TRAVEL], " ", " ", " ", " "], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, QUESTION)
        thread = await at.sees(asked, "I have no answer yet", "Not finished:", "[Continue]")
        assert "[1] `travel.md` Travel policy" in thread and "Opened" in thread
        [facts] = await at.facts(asked)
        answer = next(fact.answer for fact in facts if isinstance(fact, Answered))
        assert answer.partial and not answer.text and not answer.statements


async def test_a_model_that_fails_for_good_leaves_what_was_found_and_says_why(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[TRAVEL], Status(401, "no")], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, QUESTION)
        thread = await at.sees(asked, "Not finished: The model’s endpoint refused the key.", "reference ")
        assert "travel.md" in thread and "[Continue]" in thread


async def test_without_anything_found_a_failure_is_told_as_before(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[Status(401, "no")], approval="off") as at:
        asked = await at.slack.say(ANNA, QUESTION)
        thread = await at.sees(asked, "Something went wrong", "[Retry]")
        assert "[Continue]" not in thread


SCRIPT: list[Line] = [[TRAVEL], [("search_docs", {"query": "zebra"})], SO_FAR, [TRAVEL, OLD], WHOLE]


async def test_continue_goes_on_from_what_was_opened_and_opens_nothing_twice(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=SCRIPT, approval="off", config="rounds = 3"
    ) as at:
        asked = await at.slack.say(ANNA, QUESTION)
        await at.sees(asked, ROUNDS, "[Continue]")
        await at.press(BEN, asked, "Continue")
        await at.hears(BEN, "Only Anna Kowalska can do that here.")
        await at.press(ANNA, asked, "Continue")
        thread = await at.sees(asked, "In 2019 it was never allowed [2].", "[Retry]")
        assert thread.index(ROUNDS) < thread.index("In 2019"), "the partial answer stays, the whole one comes below"
        first, second = await at.facts(asked)
        assert isinstance(second[0], Asked) and second[0].goes_on and second[0].again
        assert begun(second) == ["call.1.2"], "the page that was opened before was opened again"
        assert "First class is allowed on trips over three hours." in said(at, 3), "it begins with the opened words"
        assert "zebra" in said(at, 3), "and knows what was tried"
        assert begun(first) == ["call.1.1", "call.2.1"]
        await at.press(ANNA, asked, "Continue")
        await at.hears(ANNA, "continued already")
        assert at.model.left == 0


async def test_continue_works_after_a_restart(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=SCRIPT, approval="off", config="rounds = 3"
    ) as at:
        asked = await at.slack.say(ANNA, QUESTION)
        await at.sees(asked, "[Continue]")
        await at.bot.doors.idle()
        await at.away()
        async with restarted(at) as later:
            await later.press(ANNA, asked, "Continue")
            await later.sees(asked, "In 2019 it was never allowed [2].", "[Retry]")
            assert at.model.left == 0


async def test_once_the_words_are_deleted_it_says_so_and_opens_them_again(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=SCRIPT, config="rounds = 3\napproval = 'once'"
    ) as at:
        asked = await at.slack.say(ANNA, QUESTION)
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "“zebra”: waits for approval", "Approved by")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, ROUNDS)
        await at.bot.doors.idle()
        await at.bot.log.expire(1e9, -1)
        await at.press(ANNA, asked, "Continue")
        await at.sees(asked, "The words of 1 source are deleted by now", "read_file")
        await at.press(ANNA, asked, "Approve, also later")
        await at.sees(asked, "In 2019 it was never allowed [2].")
        _, second = await at.facts(asked)
        recalled = next(fact for fact in second if isinstance(fact, Recalled))
        assert (recalled.gone, recalled.opened) == (1, ())
        assert begun(second) == ["call.1.1", "call.1.2"]
