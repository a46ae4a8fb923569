"""A Slack that is slow, away or half right, a bot that is ended in the midst of it, and questions asked again."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.playground.rehearsal.scripted import Line, Status
from bot.playground.slack import Fault
from tests.stories.office import ANNA, BEN, asking, intent, office, restarted, turns, unclear, wish

DOCS = {"alpha.md": "# Alpha\n\nAlpha is first.\n", "beta.md": "# Beta\n\nBeta is second.\n"}
ALPHA, BETA = [("read_file", {"path": "alpha.md"})], [("read_file", {"path": "beta.md"})]
GOAL = intent("What is first?")


def strict(body: Mapping[str, object]) -> Mapping[str, object]:
    return intent("What is first?", must=[wish("out of the files", asking(body))])


@pytest.mark.parametrize("fault", [Fault.error("internal_error"), Fault.status(503), Fault.reset_before()])
async def test_a_bad_minute_of_slack_s_does_not_make_the_asker_a_stranger(fault: Fault, tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[strict], replies=[ALPHA, *["Alpha is first [1]."] * 2], approval="off"
    ) as at:
        at.slack.faults.add("users.info", fault)
        asked = await at.slack.say(ANNA, "@footnote what is first? must be out of the files")
        thread = await at.sees(asked, "Sources")
        assert "Must: out of the files" in thread


async def test_a_form_that_does_not_open_holds_up_nothing_else_in_the_thread(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[[*ALPHA, *BETA], "Alpha is first [1]."]) as at:
        asked = await at.slack.say(ANNA, "@footnote what is first?")
        await at.sees(asked, "[Approve all (2)]")
        at.slack.faults.add("views.open", Fault.hang(60))
        await at.press(ANNA, asked, "Reject")
        await at.slack.wait_for(lambda: [call for call in at.slack.calls if call.method == "views.open"])
        await at.press(ANNA, asked, "Approve", nth=1)
        await at.sees(asked, "Approved by Anna Kowalska")
        assert not at.slack.ephemerals(ANNA), "the form has not even failed yet"


async def test_a_post_on_its_way_when_the_bot_is_ended_stands_there_once(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=[ALPHA, "Alpha is first [1]."] * 2, approval="off"
    ) as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0.5))
        asked = await at.slack.say(ANNA, "@footnote what is first?")
        await at.slack.wait_for(lambda: [call for call in at.slack.calls if call.method == "chat.postMessage"])
        await at.away()
        async with restarted(at) as again:
            await again.sees(asked, "Sources")
            await again.bot.doors.idle()
            posts = [call for call in at.slack.calls if call.method == "chat.postMessage"]
            await at.slack.wait_for(lambda: all(call.response for call in posts))
            assert len(again.ours(asked)) == 1


async def test_asking_again_goes_on_from_the_numbers_the_thread_has_given(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs=DOCS,
        intents=[GOAL, GOAL],
        replies=[ALPHA, "Alpha is first [1].", BETA, "Beta is second [2]."],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote what is first?")
        await at.sees(asked, "[1] `alpha.md`")
        await at.press(ANNA, asked, "Retry")
        thread = await at.sees(asked, "Beta is second [2].")
        assert "[2] `beta.md`" in thread, "[1] was another file"


async def test_a_question_that_waited_knows_the_numbers_given_meanwhile(tmp_path: Path) -> None:
    said = f"Alpha is first, said {'once more ' * 60}".strip()
    long = "\n\n".join(f"{said} [1]." for _ in range(40))
    docs = {**DOCS, "alpha.md": f"# Alpha\n\n{said}.\n"}
    replies: list[Line] = [ALPHA, long, ALPHA, "It is still Alpha [1]."]
    async with office(tmp_path, docs=docs, intents=[GOAL, GOAL], replies=replies) as at:
        asked = await at.slack.say(ANNA, "@footnote what is first?")
        await at.sees(asked, "[Approve]")
        await at.slack.say(BEN, "@footnote and now?", thread=asked)
        await at.sees(asked, "Waiting until the question above, by Anna Kowalska")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "[1] `alpha.md`", "Waiting for Ben Okafor")
        await at.press(BEN, asked, "Approve")
        await at.sees(asked, "It is still Alpha [1].")


async def test_asking_again_keeps_what_the_asker_said_since(tmp_path: Path) -> None:
    heard: list[list[str]] = []

    def noted(body: Mapping[str, object]) -> Mapping[str, object]:
        heard.append([turn["text"] for turn in turns(body)])
        return GOAL

    refused = Status(401, "No.", code="invalid_api_key")
    async with office(
        tmp_path, docs=DOCS, intents=[noted] * 3, replies=[ALPHA, refused, BETA, "Beta is second [1]."]
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote what is alpha?")
        await at.sees(asked, "[Approve]")
        await at.slack.say(ANNA, "sorry, I mean beta", thread=asked)
        await at.sees(asked, "could not answer")
        await at.press(ANNA, asked, "Retry")
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Beta is second [1].")
        assert heard[-1] == ["what is alpha?", "sorry, I mean beta"]


async def test_asking_again_does_not_ask_back_what_was_answered_by_click(tmp_path: Path) -> None:
    vague = intent("Which?", mode="clarify", unclear=[unclear("one", "Which one?", "alpha", "beta", default="beta")])

    def settled(body: Mapping[str, object]) -> Mapping[str, object]:
        return GOAL if "Which one? — alpha" in [turn["text"] for turn in turns(body)] else vague

    refused = Status(401, "No.", code="invalid_api_key")
    async with office(
        tmp_path,
        docs=DOCS,
        intents=[settled] * 4,
        replies=[refused, ALPHA, "Alpha is first [1]."],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote which?")
        await at.press(ANNA, asked, "alpha")
        await at.sees(asked, "could not answer")
        await at.press(ANNA, asked, "Retry")
        thread = await at.sees(asked, "Alpha is first [1].")
        assert thread.count("What I asked Anna Kowalska first") == 1


async def test_threads_where_nothing_is_carried_take_no_room(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL] * 3, replies=[ALPHA, "Alpha is first [1]."] * 3, approval="off"
    ) as at:
        for _ in range(3):
            asked = await at.slack.say(ANNA, "@footnote what is first?")
            await at.slack.say(BEN, "I wonder too", thread=asked)
            await at.sees(asked, "Sources")
        talk = await at.slack.say(BEN, "good morning")
        await at.slack.say(ANNA, "good morning", thread=talk)
        await at.slack.say(ANNA, "@footnote", thread=talk)
        await at.sees(talk, "mention me with a question")
        await at.slack.wait_for(lambda: at.bot.doors.busy == 0)
