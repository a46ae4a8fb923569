"""How much of an answer was found: the line under it, and the sign behind what was found in part."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.evidence import check
from agent.facts import Answer, Grade, Source, Statement
from agent.markdown.marks import marks
from bot import speech
from bot.views.answer import cited, falls_short, unsettled, without_answer
from bot.views.compared import as_read, compared, unsigned, with_signs
from bot.views.evidence import entries
from bot.views.exported import as_json, as_markdown
from bot.views.report import report
from tests.agent.test_evidence import run_with
from tests.agent.worlds import replied
from tests.bot.views.states import after_some_steps, working

SAY = speech.speech("en")


def said(*grades: Grade, text: str = "So [2].", **more: Any) -> Answer:
    stated = (Statement(text="So.", grade=grade, lacking=("So",)[: grade == "weak"]) for grade in grades)
    return Answer(text=text, statements=tuple(stated), **more)


@pytest.mark.parametrize(
    ("grades", "told"),
    [
        (("supported",), "Compared by code with its source: 1 statement – 1 found there."),
        (
            ("quoted", "supported", "weak", "translated"),
            "Compared by code with the sources: 4 statements – 2 found there, 1 in another language, "
            "1 only in part (?).",
        ),
        (("not found", "weak"), "Compared by code with the sources: 2 statements – 1 only in part (?), 1 not found."),
        ((), ""),
        (("", "weak"), ""),
    ],
)
def test_the_line_counts_what_code_compared(grades: tuple[Grade, ...], told: str) -> None:
    assert compared(SAY, said(*grades)) == told


def test_what_a_model_made_of_it_is_told_as_a_model_s_and_silence_is_not_told() -> None:
    plain = Statement(text="So.", grade="weak", lacking=("So",))
    affirmed = Answer(statements=(plain.model_copy(update={"seconded": "yes"}), plain))
    assert compared(SAY, affirmed).endswith("A second look by the model agreed with 1 of 2.")
    assert "model" not in compared(SAY, said("weak"))


SIGNED = [
    ("It is red [2]. It is new [3].", "It is new.", (3,), "It is red [2]. It is new [3] (?)."),
    ("It is red. It is new [3].", "It is red.", (3,), "It is red (?). It is new [3]."),
    ("- It is red [2][3]\n- It is new [2]", "It is red", (2, 3), "- It is red [2][3] (?)\n- It is new [2]"),
    ("| A | B |\n|---|---|\n| red | new [2] |", "red | new", (2,), "| A | B |\n|---|---|\n| red | new [2] (?) |"),
    ("価格は129です[2]。防水です[3]。", "防水です。", (3,), "価格は129です[2]。防水です[3] (?)。"),
    ("**It is red [2].**", "**It is red.**", (2,), "**It is red [2] (?).**"),
    ("So [2].\n\n```\nred()\n```", "```\nred()\n```", (2,), "So [2].\n\n```\nred()\n```"),
    ("It is red [2].", "It is blue.", (2,), "It is red [2]."),
    ("It is red [2]. It is red [3].", "It is red.", (3,), "It is red [2]. It is red [3] (?)."),
]


@pytest.mark.parametrize(("text", "weak", "numbers", "shown"), SIGNED)
def test_the_sign_stands_behind_what_was_found_in_part(
    text: str, weak: str, numbers: tuple[int, ...], shown: str
) -> None:
    one = Statement(text=weak, numbers=numbers, grade="weak", lacking=("new",))
    assert with_signs(Answer(text=text, statements=(one,))) == shown
    assert unsigned(shown) == text
    found = one.model_copy(update={"grade": "supported"})
    assert with_signs(Answer(text=text, statements=(found,))) == text


def test_what_is_too_short_to_be_looked_up_counts_as_found() -> None:
    short = Statement(text="Never.", numbers=(1,), grade="weak")
    told = compared(SAY, Answer(text="Never [1].", statements=(short,)))
    assert told == "Compared by code with its source: 1 statement – 1 found there."


def test_what_could_be_looked_up_and_is_weak_has_the_sign_whatever_is_known_to_be_missing() -> None:
    """Of a source in another language nobody knows which words are."""
    foreign = Statement(text="The train is red and loved by many dogs.", numbers=(1,), grade="weak")
    said = Answer(text="The train is red and loved by many dogs [1].", statements=(foreign,))
    assert with_signs(said).endswith("dogs [1] (?).") and "1 only in part (?)" in compared(SAY, said)


@pytest.mark.parametrize(
    "theirs",
    [
        "The group sign (?) means optional [1].",
        "Write `a (?)` for it [1].",
        "Write it [1]:\n\n```\nred [1] (?)\n(?).\n```",
        "Is it (?) or not?",
    ],
)
def test_signs_that_are_words_of_an_answer_stay_when_it_is_read_back(theirs: str) -> None:
    assert unsigned(theirs) == theirs


PIECES = st.sampled_from([
    "It is red [2].", "The screen keeps free of scratches [3].", "- ", "\n", "\n\n", "| a [2] |", "```", "> ", "[2]",
    " ", "**", "1. ", "Yes. ",
])  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_signs_change_no_word_and_no_number_of_any_answer(draft: str) -> None:
    found = check(run_with(*replied(2, text=draft)), "check.1").answer
    shown = with_signs(found)
    assert unsigned(shown) == found.text.strip()
    assert [mark.numbers for mark in marks(shown)] == [mark.numbers for mark in marks(found.text)]
    weak = [one for one in found.statements if one.grade == "weak" and one.lacking and not one.text.startswith("```")]
    assert bool(weak) == (" (?)" in shown)
    assert "](?" not in cited(shown, found.sources), "it never becomes the target of a link"


@pytest.mark.parametrize(
    ("claim", "read"),
    [
        ("It costs **129 €**.", "It costs 129 €."),
        ("*So* it __is__, ***really***", "So it is, really"),
        ("2 * 3 * 4 is snake_case_name", "2 * 3 * 4 is snake_case_name"),
        ("Write `**bold**` for **bold**", "Write `**bold**` for **bold**"),
        ("価格は**129**です。", "価格は129です。"),
    ],
)
def test_a_claim_is_read_without_the_signs_of_emphasis(claim: str, read: str) -> None:
    assert as_read(claim) == read


# --- what could not be confirmed ----------------------------------------------------------------------------------

DENIED = Statement(text="It is red.", grade="supported", seconded="no", doubt="It says blue.")
NONE = "None of the sources that were opened answers this."


def test_what_a_second_look_denied_stands_there_with_the_reason() -> None:
    assert unsettled(SAY, Answer(unconfirmed=("It is old.",), denied=(DENIED,))) == [
        "It is old. – no opened source is cited for it",
        "It is red. – a second look by the model found: It says blue.",
    ]  # fmt: skip


def test_what_was_looked_for_in_vain_is_told_with_the_words_that_are_missing() -> None:
    found = check(run_with(*replied(2, text="It costs 139 euros [2].\n\nIt is red.")), "check.1").answer
    assert unsettled(SAY, found) == [
        "It costs 139 euros. – not found there: 139 euros", "It is red. – no opened source is cited for it",
    ]  # fmt: skip
    (one,) = found.unfound
    assert (one.text, one.grade, one.lacking) == ("It costs 139 euros.", "weak", ("139 euros",))
    everything = str(list(entries(SAY, after_some_steps().run, found)))
    assert "not found there: 139 euros" in everything and everything.count("It costs 139 euros.") == 1


def test_that_no_source_answers_is_told_as_that_and_not_as_unconfirmed() -> None:
    unanswered = Answer(missing=NONE)
    assert unsettled(SAY, unanswered) == [] and falls_short(SAY, unanswered) == ""
    assert without_answer(SAY, unanswered) == NONE
    for lost in (Answer(missing=NONE, unconfirmed=("It is red.",)), Answer(missing=NONE, denied=(DENIED,))):
        assert without_answer(SAY, lost) == "I could not confirm an answer from the sources."
    declined = Answer(missing="The model declined to answer: no")
    assert falls_short(SAY, declined) == "The model declined to answer: no"


def test_of_very_much_that_could_not_be_confirmed_the_thread_has_the_first_and_evidence_and_exports_have_all() -> (
    None
):
    lines = tuple(f"It costs {n} euros." for n in range(1_500))
    lost = Answer(text="So [4].", unconfirmed=lines)
    story = after_some_steps().drafted(lost.text).answered(lost)
    cards = story.thread()
    told = "\n".join(card.text for card in cards.values() if card.kind == "answer")
    assert [f"• {line}" in told for line in lines] == [True] * 40 + [False] * 1_460
    assert "and 1,460 more" in told and sum(card.kind == "answer" for card in cards.values()) == 1
    everything = str(list(entries(SAY, story.run, lost)))
    for whole in (everything, as_markdown(SAY, story.run, lost), as_json(story.run, lost), report(story.run)):
        assert all(line in whole for line in lines)


def test_a_message_of_the_thread_was_opened_as_well() -> None:
    message = Source(number=1, address="https://a.slack.com/archives/C1/p1", title="Ben", opened="the whole message")
    for sources, opened in (((message,), True), ((), False)):
        story = working().drafted("No idea.").answered(Answer(missing=NONE, sources=sources))
        (card,) = [card for card in story.thread().values() if card.kind == "answer"]
        assert ("Nothing was opened." in card.text) == (not opened) and ("Opened" in card.text) == opened


@pytest.mark.parametrize("code", sorted(speech.LANGUAGES))
def test_what_is_missing_is_decided_by_the_fact_and_not_by_its_translation(code: str) -> None:
    say = speech.speech(code)
    alike = Answer(missing=say("missing-unanswered"))
    assert falls_short(say, Answer(missing=NONE)) == "" and without_answer(say, Answer(missing=NONE)) != ""
    assert (falls_short(say, alike) == "") == (code == "en")
    assert check(run_with(*replied(2, text="It is red.")), "check.1").answer.unanswered == "in sources"


def test_reports_and_exports_say_the_same() -> None:
    weak = Statement(text="So it is.", numbers=(4,), grade="weak", lacking=("is",))
    whole = Answer(text="So it is [4].", statements=(weak,), denied=(DENIED,))
    story = after_some_steps().drafted(whole.text).answered(whole)
    for told in (report(story.run), as_markdown(SAY, story.run, whole)):
        assert "So it is [4] (?)." in told and "1 only in part (?)" in told
        assert "It is red. – a second look by the model found: It says blue." in told
    assert "a second look by the model disagreed: It says blue." in as_markdown(SAY, story.run, whole)
