"""A question, asked, approved and answered."""

import re
from pathlib import Path

from agent.facts import Answered, Asked, Said, Started
from tests.stories.office import ANNA, BEN, PLACE, asking, intent, office, wish

TRAVEL = "# Travel policy\n\nFirst class is allowed on trips over three hours.\nTickets are bought by the office.\n"
SEARCH = [("search_docs", {"query": "first class"})]
ANSWER = "First class is allowed on trips over three hours [1]."


async def test_a_mention_is_answered_with_sources_once_its_call_was_approved(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"travel.md": TRAVEL},
        intents=[intent("When is first class allowed?")],
        replies=[SEARCH, ANSWER],
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        waiting = await at.sees(
            asked, "Understood: When is first class allowed?", "Waiting for Anna Kowalska", "[Approve]"
        )
        assert "first class" in waiting and "[Stop]" in waiting
        await at.press(ANNA, asked, "Approve")
        await at.sees(asked, "Sources", "Approved by Anna Kowalska", "See the answer")
        seen = re.sub(r", [\d-]+ [\d:]+ UTC", ", then", at.read(asked, buttons=False))
        assert re.sub(r"after [\d.]+ s\. See the answer \(http\S+\)", "after a while. See the answer", seen) == (
            "Anna Kowalska: @footnote when is first class allowed?\n"
            "footnote: Answered below, after a while. See the answer · 1 call\n"
            "footnote: 1 call, settled\n"
            "  search_docs – search your documents\n"
            '      {"query": "first class"}\n'
            "  Approved by Anna Kowalska, then\n"
            "footnote: @Anna Kowalska, here is your answer.\n"
            "  First class is allowed on trips over three hours [1].\n"
            "  Compared by code with its source: 1 statement – 1 found there.\n"
            "  Sources\n"
            "  [1] `travel.md` Travel policy — lines 1-4 of 4\n" + _footer(at.read(asked)).rstrip("\n")
        )


def _footer(thread: str) -> str:
    """The line with the model, the rounds, tokens and time, whatever they were."""
    return next(line + "\n" for line in thread.splitlines() if "rounds" in line and "tokens" in line)


async def test_both_events_of_a_mention_in_any_order_and_repeated_start_one_run(tmp_path: Path) -> None:
    for order in ("message_first", "mention_first"):
        async with office(
            tmp_path / order,
            docs={"travel.md": TRAVEL},
            intents=[intent("When is first class allowed?")],
            replies=[SEARCH, ANSWER],
            approval="off",
        ) as at:
            at.slack.order = order
            asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
            await at.slack.redeliver(asked, times=3)
            await at.sees(asked, "Sources")
            await at.slack.redeliver(asked, times=1)
            await at.slack.react(ANNA, asked, "eyes")
            [facts] = await at.facts(asked)
            assert sum(isinstance(fact, Asked) for fact in facts) == 1
            assert len(at.ours(asked)) == 1
            assert at.model.left == 0


async def test_without_approval_the_answer_comes_by_itself_and_lists_what_was_called(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"travel.md": TRAVEL},
        intents=[intent("When is first class allowed?")],
        replies=[SEARCH, ANSWER],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        thread = await at.sees(asked, "Sources")
        assert "Approve" not in thread


async def test_conditions_are_answered_by_id_and_what_the_model_left_out_is_unknown(tmp_path: Path) -> None:
    listed = '[{"id": "must.1", "verdict": "met", "number": 1, "words": "on trips over three hours"}]'
    verdicts = f"\n```verdicts\n{listed}\n```"
    async with office(
        tmp_path,
        docs={"travel.md": TRAVEL},
        intents=[
            lambda body: intent(
                "When is first class allowed?",
                must=[wish("for trains", asking(body))],
                prefer=[wish("also for planes", asking(body))],
            )
        ],
        replies=[SEARCH, ANSWER + verdicts, ANSWER + verdicts],
        approval="off",
    ) as at:
        asked = await at.slack.say(
            ANNA, "@footnote when is first class allowed? must hold for trains, ideally for planes"
        )
        thread = await at.sees(asked, "Sources")
        assert "Must: for trains – met [1]" in thread
        assert "Preferably: also for planes – could not be settled" in thread


async def test_nothing_opened_says_so_and_claims_nothing(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"travel.md": TRAVEL},
        intents=[intent("Who owns the cat?")],
        replies=[[("search_docs", {"query": "cat owner"})], "The cat belongs to Ben.", "The cat belongs to Ben."],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote who owns the cat?")
        thread = await at.sees(asked, "I could not confirm an answer from the sources.")
        answer, _, lost = thread.partition("Could not be confirmed")
        assert "belongs to Ben" not in answer
        assert "The cat belongs to Ben." in lost
        assert "nothing found" in thread


async def test_a_number_of_nothing_and_a_number_only_found_go_back_once(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"travel.md": TRAVEL},
        intents=[intent("When is first class allowed?")],
        replies=[SEARCH, "First class is allowed always [9].", ANSWER],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        thread = await at.sees(asked, "Sources")
        assert "[9]" not in thread and "always" not in thread
        mended = at.model.loop_requests[-1]["messages"]
        assert "There is no source [9]." in str(mended)


async def test_a_greeting_is_answered_without_tools_or_citations(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs={"travel.md": TRAVEL}, intents=[intent("Say hello", mode="chat")], replies=["Hello Anna!"]
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote hello!")
        await at.sees(asked, "Hello Anna!")
        assert "tools" not in at.model.loop_requests[0]
        [facts] = await at.facts(asked)
        assert not any(isinstance(fact, Started) and fact.step.startswith("call") for fact in facts)
        assert at.read(asked) == "Anna Kowalska: @footnote hello!\nfootnote: Hello Anna!"


async def test_other_bots_thanks_and_talk_between_people_start_nothing(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs={"travel.md": TRAVEL}, intents=[intent("When?")], replies=[SEARCH, ANSWER], approval="off"
    ) as at:
        await at.slack.say("UALERTS", "@footnote wake up")
        await at.slack.say("UALERTS", "@footnote wake up", subtype="bot_message")
        await at.slack.say(BEN, "just talking")
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(asked, "Sources")
        await at.slack.say(ANNA, "thanks a lot!", thread=asked)
        await at.slack.say(BEN, "good to know", thread=asked)
        await at.slack.edit(ANNA, asked, "@footnote when is first class  allowed?")
        await at.slack.unfurl(asked)
        empty = await at.slack.say(ANNA, "@footnote")
        await at.sees(empty, "mention me with a question")
        assert at.model.left == 0
        assert [m.root for m in at.slack.messages(PLACE) if m.bot_id == "BFOOTNOTE"] == [asked, empty]
        (facts,) = await at.facts(asked)
        # The edit, which says the same, may be noted below the answer.
        assert isinstance([fact for fact in facts if not isinstance(fact, Said)][-1], Answered)


async def test_a_verdict_on_words_that_stand_nowhere_is_sent_back_once_and_then_unknown(tmp_path: Path) -> None:
    listed = '[{"id": "must.1", "verdict": "met", "number": 1, "words": "also on night trains"}]'
    verdicts = f"\n```verdicts\n{listed}\n```"
    async with office(
        tmp_path,
        docs={"travel.md": TRAVEL},
        intents=[
            lambda body: intent("When is first class allowed?", must=[wish("on night trains", asking(body))]),
        ],
        replies=[SEARCH, ANSWER + verdicts, ANSWER + verdicts],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed? must hold on night trains")
        thread = await at.sees(asked, "Sources")
        assert "Must: on night trains – could not be settled" in thread
        assert "“also on night trains” does not stand in [1]" in str(at.model.loop_requests[-1]["messages"])
        assert at.model.left == 0
