"""The modal with what the model thought and every step: to the letter, within limits, nothing lost silently."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.facts import Answer, Recalled, Said, Started, Turn
from bot import speech
from bot.playground.slack.blocks import check_view
from bot.views import safe
from bot.views.blocks import LIMITS, Block
from bot.views.reasoning import modal
from tests.bot.views.story import PERIOD, REGION, Story, hits
from tests.bot.views.texts import HOSTILE, LONG, pings, strings

ENGLISH = speech.speech("en")
CUT = re.compile(r"\n… ([\d,]+) more characters?, left out here")


def view(story: Story, code: str = "en") -> dict[str, object]:
    """The modal as it is opened."""
    return {
        **modal(speech.speech(code), story.run, story.now),
        "callback_id": "reasoning",
        "private_metadata": "p" * 3_000,
    }


def texts(block: Block) -> Iterator[str]:
    for part in block["elements"]:
        for element in part.get("elements", []):
            yield from texts({"elements": [element]}) if "elements" in element else [element.get("text", "")]


def thoughts(opened: dict[str, object]) -> list[str]:
    """What stands there as the model's own words, a text for each round."""
    blocks = opened["blocks"]
    assert isinstance(blocks, list)
    return ["".join(texts(one)) for one in blocks if one["block_id"].startswith("reasoning.")]


def lines(opened: dict[str, object]) -> list[str]:
    """The steps."""
    blocks = opened["blocks"]
    assert isinstance(blocks, list)
    return [line for one in blocks if one["block_id"].startswith("steps.") for line in texts(one)]


def rounds(*thought: str) -> Story:
    """A round of one search for each of these thoughts."""
    story = Story().recalled().understood()
    for number, words in enumerate(thought, 1):
        (call,) = story.called(("search", {"query": f"question {number}"}), thoughts=words)
        story.began(call).returned(call, hits("https://e.test/"))
    return story


def test_each_round_has_its_thoughts_and_its_steps_in_their_order() -> None:
    opened = view(rounds("First the official ones.", "", "<!channel> *bold* [x](https://e.test/)\n\n  kept  "))
    assert thoughts(opened) == [
        "First the official ones.",
        f"<{safe.JOINER}!channel> *bold* [x](https://e.test/)\n\n  kept",
    ]
    assert lines(opened) == [f"search “question {n}”: 1 found · 10 s" for n in (1, 2, 3)]
    assert "nobody has checked them" in str(opened["blocks"])


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(HOSTILE | LONG | st.sampled_from(["漢" * 40_000, "x" * 40_000, "\\\"\n" * 13_000, "😀" * 20_000]),
                min_size=1, max_size=9), st.sampled_from(sorted(speech.LANGUAGES)))  # fmt: skip
def test_whatever_was_thought_it_fits_and_pings_nobody(thought: list[str], code: str) -> None:
    opened = view(rounds(*thought), code)
    check_view(opened)
    assert len(json.dumps(opened)) < 250_000
    assert not [text for text in strings(opened["blocks"]) if pings(text)]
    assert all(len(text) <= LIMITS.element for text in strings(opened["blocks"]))


@settings(max_examples=25)
@given(st.lists(st.integers(0, 40_000), min_size=1, max_size=9))
def test_what_is_left_out_is_counted_and_whoever_thought_little_is_shown_in_full(lengths: list[int]) -> None:
    opened = view(rounds(*("w" * length for length in lengths)))
    shown = thoughts(opened)
    assert len(shown) == sum(length > 0 for length in lengths)
    for length, words in zip((length for length in lengths if length), shown, strict=True):
        left = CUT.search(words)
        assert len(CUT.sub("", words)) + (int(left[1].replace(",", "")) if left else 0) == length
        assert not left or length > 10_000


def test_rounds_without_end_fit_as_well() -> None:
    story = Story(rounds=200).recalled().understood()
    for number in range(120):
        calls = story.called(
            *(("search", {"query": "漢" * 90 + str(number)}) for _ in range(12)), thoughts="漢" * 900
        )
        for call in calls:
            story.began(call).returned(call, hits("https://e.test/"))
    opened = view(story)
    check_view(opened)
    assert len(json.dumps(opened)) < 250_000
    assert lines(opened)[0] == "1,080 earlier steps: 1,080 searches"
    assert len(thoughts(opened)) == 30 and "Round 120" in str(opened["blocks"])


def test_what_was_said_before_the_first_round_is_a_step_too() -> None:
    story = Story().recalled()
    story.asked_back(REGION, PERIOD)
    story.said("Only Europe")
    assert lines(view(story)) == ["Anna: “Only Europe”"]


def test_a_modal_with_nothing_in_it_says_so() -> None:
    assert "has shown no reasoning" in str(view(Story())["blocks"])
    ended = rounds("").drafted("…").answered(Answer(text="So it is."))
    assert "has shown no reasoning" in str(view(ended)["blocks"]), "its texts are still there"


@pytest.mark.parametrize(("kept", "said"), [("What is it?", "has shown no reasoning"), ("", "deleted a while after")])
def test_words_are_said_to_be_deleted_where_the_texts_have_gone(kept: str, said: str) -> None:
    turn = Turn(message="1", speaker="U0ANNA", kind="member", name="Anna", text=kept)
    story = Story()
    story.tell(Started(step="recall.1", worker="w"))
    story.tell(Recalled(step="recall.1", turns=(turn,)))
    ended = story.understood().drafted("…").answered(Answer(text="So it is."))
    assert said in str(view(ended)["blocks"])


def test_where_the_words_are_gone_the_steps_are_left() -> None:
    """The texts of a run go a day after its end, its facts much later."""
    story = rounds("Thought through.").drafted("…").answered(Answer(text="So it is."))
    assert thoughts(view(story)) == ["Thought through."]
    kept = rounds("").drafted("…").answered(Answer(text="So it is."))
    assert thoughts(view(kept)) == [] and lines(view(kept)) == lines(view(story))


def test_a_draft_is_never_shown() -> None:
    story = rounds("One.").drafted("An unverified answer.").checked(Answer(), "No source.")
    story.tell(Said(message="9", text="go on", by="U0ANNA", name="Anna"))
    assert "unverified answer" not in json.dumps(view(story)).lower()
    assert lines(view(story))[-2:] == ["the draft was sent back: 1 point to mend", "Anna: “go on”"]
