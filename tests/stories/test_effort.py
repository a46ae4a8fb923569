"""Deep research and hard thinking: wished for in words, by the channel, and what they lead to."""

from pathlib import Path

from agent.facts import Asked
from bot.playground.rehearsal.scripted import Held, Line
from tests.stories.office import ANNA, intent, office

GOAL = intent("When is first class allowed?")
NAMES = ("travel.md", "old.md", "rail.md")
WHO = ("Directors always use it.", "It has to be booked a week before.", "The board decided so in May.")
DOCS = {
    name: f"# {name}\n\nFirst class is allowed on trips over three hours.\n{who} This is what {name} says of it.\n"
    for name, who in zip(NAMES, WHO, strict=True)
}
ONE, TWO, THREE = (("read_file", {"path": name}) for name in NAMES)
AGREES = {"statements": {"s1": {"opinion": "yes"}}, "faults": []}
BY_ONE = "First class is allowed on trips over three hours [1]."
BY_THREE = "First class is allowed on trips over three hours [1][2][3]."


async def test_deep_research_is_not_answered_before_three_sources_were_opened(tmp_path: Path) -> None:
    replies: list[Line] = [[ONE], BY_ONE, [TWO, THREE], BY_THREE]
    async with office(tmp_path, docs=DOCS, intents=[GOAL, AGREES], replies=replies, approval="off") as at:
        asked = await at.slack.say(ANNA, "@footnote deep: when is first class allowed?")
        await at.sees(asked, "three hours [1][2][3].", "[Retry]")
        [facts] = await at.facts(asked)
        assert isinstance(facts[0], Asked)
        rules = facts[0].rules
        assert (rules.effort, rules.sources, rules.rounds, rules.searches) == ("deep", 3, 24, 30)
        assert "Open at least 3 independent sources" in str(at.model.loop_requests[2]["messages"])
        assert "# Deep research" in str(at.model.loop_requests[0]["messages"])
        assert "A second look by the model agreed with 1 of 1." in at.read(asked) and at.model.left == 0


async def test_where_there_is_no_second_file_it_says_how_many_there_were(tmp_path: Path) -> None:
    docs = {"travel.md": DOCS["travel.md"]}
    async with office(
        tmp_path,
        docs=docs,
        intents=[GOAL],
        replies=[[ONE], BY_ONE, BY_ONE],
        approval="off",
        config='effort = "deep"\nopinion = "off"',
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(asked, "three hours [1].", "wants 3 independent sources; 1 was opened.")
        assert at.model.left == 0


async def test_what_is_deep_in_the_question_is_no_wish(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[[ONE], BY_ONE], approval="off") as at:
        asked = await at.slack.say(ANNA, "@footnote how deep is the lake?")
        await at.sees(asked, "three hours [1].", "[Retry]")
        [facts] = await at.facts(asked)
        assert isinstance(facts[0], Asked) and facts[0].rules.effort == "standard"


async def test_thinking_hard_looks_at_the_draft_a_second_time_and_sends_it_back_once(tmp_path: Path) -> None:
    wrong = "First class is always allowed [1]."
    fault = {"faults": [{"words": "always allowed", "problem": "The source says: on trips over three hours."}]}
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, fault], replies=[[ONE], wrong, BY_ONE], approval="off"
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote think hard: when is first class allowed?")
        await at.sees(asked, "three hours [1].", "[Retry]")
        assert "On a second look: “always allowed”" in str(at.model.loop_requests[2]["messages"])
        assert at.model.left == 0 and len(at.model.intent_requests) == 2


async def test_a_second_look_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, "looks fine!"], replies=[[ONE], BY_ONE], approval="off",
        config="thinking = true",
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(asked, "three hours [1].", "[Retry]")
        assert at.model.left == 0


async def test_how_deep_a_run_goes_is_settled_when_it_is_asked(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL, GOAL], replies=[[ONE], [TWO], BY_ONE]) as at:
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await at.sees(asked, "[Approve]")
        await at.slack.say(ANNA, "go deeper, please", thread=asked)
        await at.hears(ANNA, "settled when it was asked")
        await at.sees(asked, "old.md", "superseded")
        [facts] = await at.facts(asked)
        assert isinstance(facts[0], Asked) and facts[0].rules.effort == "standard"


async def test_progress_says_how_thoroughly_it_works(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[[ONE]]) as at:
        asked = await at.slack.say(ANNA, "@footnote Gründlich recherchieren. Wann ist die erste Klasse erlaubt?")
        await at.sees(asked, "Deep research", "[Approve]")


# --- what the model makes of each statement ---------------------------------------------------------------------

SWAPPED = "Trips over three hours are allowed on first class [1]."
DENIES = {"s2": {"opinion": "no", "words": "Trips over three hours", "reason": "It is first class that is allowed."}}
LOOK = {"statements": {"s1": {"opinion": "yes"}, **DENIES}}


async def test_what_a_second_look_denies_goes_back_once_and_is_then_set_apart(tmp_path: Path) -> None:
    draft = f"{BY_ONE}\n\n{SWAPPED}"
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, LOOK], replies=[[ONE], draft, draft], approval="off",
        config='opinion = "always"',
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        thread = await at.sees(asked, "Could not be confirmed", "[Retry]")
        answer, _, apart = thread.partition("Could not be confirmed")
        assert "Trips over three hours are" not in answer and "agreed with 1 of 1." in answer
        assert "found: It is first class that is allowed." in apart
        assert "On a second look: “Trips over three hours are" in str(at.model.loop_requests[2]["messages"])
        assert at.model.left == 0, "what was asked about is not asked about again"


async def test_a_stop_ends_a_second_look(tmp_path: Path) -> None:
    held = Held(AGREES)
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL, held], replies=[[ONE], BY_ONE], approval="off",
        config='opinion = "always"',
    ) as at:  # fmt: skip
        asked = await at.slack.say(ANNA, "@footnote when is first class allowed?")
        await held.reached.wait()
        await at.slack.say(ANNA, "stop", thread=asked)
        await at.sees(asked, "Stopped by Anna")
        held.release.set()
