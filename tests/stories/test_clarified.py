"""A question with a vague wish in it: asked back first, by button or in words."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.playground.rehearsal.scripted import Line
from tests.stories.office import ANNA, BEN, Office, asking, intent, office, turns, unclear, wish

BOOKS = "# Books\n\nThe Short Book has 90 pages.\n\nThe Long Book has 900 pages.\n"
VAGUE = intent(
    "Which book to read",
    mode="clarify",
    unclear=[
        unclear("not too long", "How long is too long?", "over 100 pages", "over 500 pages", default="over 500 pages")
    ],
)
SEARCH = [("search_docs", {"query": "book pages"})]
ANSWER = (
    "The Short Book has 90 pages [1].\n"
    '```verdicts\n[{"id": "must.1", "verdict": "met", "number": 1, "words": "has 90 pages"}]\n```'
)


def answered(body: Mapping[str, object]) -> Mapping[str, object]:
    """The intent once the question was answered: the answer is a condition of the message that gave it."""
    last = turns(body)[-1]
    limit = last["text"].split(" — ")[-1].removeprefix("nothing ")
    return intent("Which book to read", must=[wish(f"nothing {limit}", last["message"])])


def vague_question(folder: Path) -> AbstractAsyncContextManager[Office]:
    intents: list[Line] = [VAGUE, answered]
    return office(folder, docs={"books.md": BOOKS}, intents=intents, replies=[SEARCH, ANSWER], approval="off")


async def asked_back(at: Office) -> str:
    asked = await at.slack.say(ANNA, "@footnote which book should I read? not too long")
    thread = await at.sees(asked, "How long is too long?", "[over 100 pages]", "[over 500 pages", "defaults]")
    assert "search_docs" not in thread, "unclear means asking before anything is searched"
    return asked


async def test_an_option_is_pressed_and_the_message_says_who_answered_what(tmp_path: Path) -> None:
    async with vague_question(tmp_path) as at:
        asked = await asked_back(at)
        await at.press(ANNA, asked, "over 100 pages")
        thread = await at.sees(asked, "Sources", "chose: How long is too long? — over 100 pages")
        assert "@Anna Kowalska chose: How long is too long? — over 100 pages" in thread
        assert "Must: nothing over 100 pages – met [1]" in thread
        assert "[over 100 pages]" not in thread, "the buttons go once it is answered"


async def test_somebody_else_cannot_answer_and_is_told_so_in_private(tmp_path: Path) -> None:
    async with vague_question(tmp_path) as at:
        asked = await asked_back(at)
        await at.press(BEN, asked, "over 100 pages")
        await at.hears(BEN, "Only Anna Kowalska can do that here.")
        await at.slack.say(BEN, "over 100 pages I think", thread=asked)
        await at.press(ANNA, asked, "over 500 pages")
        thread = await at.sees(asked, "Sources")
        assert "chose: How long is too long? — over 500 pages" in thread


async def test_a_reply_in_the_thread_answers_in_ones_own_words(tmp_path: Path) -> None:
    async with vague_question(tmp_path) as at:
        asked = await asked_back(at)
        await at.slack.say(ANNA, "nothing over 200 pages", thread=asked)
        thread = await at.sees(asked, "Sources")
        assert "Must: nothing over 200 pages" in thread
        assert "[over 100 pages]" not in thread


async def test_going_on_with_the_defaults_is_shown_as_an_assumption(tmp_path: Path) -> None:
    async with vague_question(tmp_path) as at:
        asked = await asked_back(at)
        await at.press(ANNA, asked, "Go on with the defaults")
        thread = await at.sees(asked, "Sources")
        assert "Assumed, since nobody said otherwise" in thread
        assert "How long is too long? over 500 pages" in thread


async def test_a_question_is_asked_twice_at_most_and_then_assumed(tmp_path: Path) -> None:
    async with office(
        tmp_path,
        docs={"books.md": BOOKS},
        intents=[VAGUE, VAGUE, VAGUE],
        replies=[SEARCH, "The Short Book has 90 pages [1]."],
        approval="off",
    ) as at:
        asked = await asked_back(at)
        await at.slack.say(ANNA, "hm, whatever you think", thread=asked)
        await at.slack.wait_for(lambda: at.read(asked).count("[over 100 pages]") == 1 and len(at.ours(asked)) == 3)
        await at.slack.say(ANNA, "really, I do not mind", thread=asked)
        thread = await at.sees(asked, "Sources")
        assert "How long is too long? over 500 pages" in thread
        assert "[over 100 pages]" not in thread


async def test_several_questions_wait_for_all_their_answers(tmp_path: Path) -> None:
    both = [
        unclear(
            "not too long", "How long is too long?", "over 100 pages", "over 500 pages", default="over 500 pages"
        ),
        unclear("recent", "How recent?", "this year", "this decade", default="this year"),
    ]
    async with office(
        tmp_path,
        docs={"books.md": BOOKS},
        intents=[intent("Which book to read", mode="clarify", unclear=both), intent("Which book to read")],
        replies=[SEARCH, "The Short Book has 90 pages [1]."],
        approval="off",
    ) as at:
        asked = await at.slack.say(ANNA, "@footnote which recent book, not too long?")
        await at.press(ANNA, asked, "this decade")
        await at.sees(asked, "How recent? — this decade", "[over 100 pages]")
        await at.press(ANNA, asked, "over 100 pages")
        thread = await at.sees(asked, "Sources")
        assert "How recent? — this decade" in thread and "How long is too long? — over 100 pages" in thread


async def test_the_next_turn_reads_an_answered_question_as_the_words_of_who_answered(tmp_path: Path) -> None:
    heard: list[list[Mapping[str, str]]] = []

    def follow_up(body: Mapping[str, object]) -> Mapping[str, object]:
        heard.append(turns(body))
        return intent("Which book is longest", since=asking(body))

    async with office(
        tmp_path,
        docs={"books.md": BOOKS},
        intents=[VAGUE, answered, follow_up],
        replies=[SEARCH, ANSWER, SEARCH, "The Long Book has 900 pages [1]."],
        approval="off",
    ) as at:
        asked = await asked_back(at)
        await at.press(ANNA, asked, "over 100 pages")
        await at.sees(asked, "Sources")
        await at.slack.say(ANNA, "@footnote and which is the longest?", thread=asked)
        await at.sees(asked, "The Long Book has 900 pages")
        said = [(turn["kind"], turn["name"], turn["text"]) for turn in heard[0]]
        assert ("member", "Anna Kowalska", "How long is too long? — over 100 pages") in said
        [ours] = [turn["text"] for turn in heard[0] if turn["kind"] == "us"]
        assert ours == "The Short Book has 90 pages [1].", "an answer comes back without its decorations"
