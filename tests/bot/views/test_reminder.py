"""Who is named as a user, and so notified: a card's approvers, and those a reminder waits for as long as it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Call
from bot.playground.slack.blocks import check_message
from bot.views.blocks import Block, Card
from bot.views.wording import CALLED_UPON
from tests.bot.views.states import STATES
from tests.bot.views.story import ANNA, CAROL, DAN, PERIOD, REGION, Story
from tests.bot.views.texts import HOSTILE, outgoing, pings

PEOPLE = st.lists(st.sampled_from([ANNA, CAROL, DAN, *(f"U0{n:09}" for n in range(30))]), max_size=30).map(tuple)


def notified(value: object) -> list[str]:
    """The users that blocks name, in their order."""
    if isinstance(value, dict):
        own = [str(value["user_id"])] if value.get("type") == "user" else []
        return own + [one for inner in value.values() for one in notified(inner)]
    return [one for inner in value for one in notified(inner)] if isinstance(value, list | tuple) else []


def the_card(story: Story, kind: str, later: float = 0.0) -> Card:
    [card] = [card for slot, card in story.thread(later=later).items() if slot.startswith(f"{kind}.")]
    return card


def reminded(**rules: object) -> Story:
    """Two calls wait, and half of their time is over."""
    story = Story(**rules).recalled().understood()  # type: ignore[arg-type]
    story.reminded(story.requested(*story.called(("search", {"query": "a"}), ("search", {"query": "b"}))))
    return story


# --- who ------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(PEOPLE, st.booleans(), HOSTILE)
def test_a_card_and_its_reminder_notify_those_who_decide_and_nobody_else(
    approvers: tuple[str, ...], own: bool, name: str
) -> None:
    story = reminded(name=name, approvers=approvers, own=own)
    beside = [by for by in dict.fromkeys(approvers) if not own or by != ANNA][:CALLED_UPON]
    assert notified(the_card(story, "approval").blocks) == beside, "whoever asked follows the thread anyway"
    assert notified(the_card(story, "reminder").blocks) == [*([ANNA] if own else []), *beside]
    for card in story.thread().values():
        check_message(list(card.blocks))
        assert card.blocks and not [text for _, text in outgoing(card) if pings(text)]


@settings(deadline=None)
@given(PEOPLE, st.booleans())
def test_a_question_is_whoever_asked_s_own_whoever_decides_about_calls(approvers: tuple[str, ...], own: bool) -> None:
    story = Story(approvers=approvers, own=own).recalled()
    story.reminded(story.asked_back(REGION))
    assert notified(the_card(story, "reminder").blocks) == [ANNA]
    assert notified(the_card(story, "question").blocks) == []


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.__name__))
def test_no_other_message_notifies_anybody(state: object) -> None:
    assert callable(state)
    for slot, card in state().items():
        kind = slot if slot == "answer.1" else slot.partition(".")[0]
        named = [one for block in card.blocks if not _says_who_answered(block) for one in notified(block)]
        may = {"approval": {CAROL, DAN}, "reminder": {ANNA, CAROL}, "answer.1": {ANNA}}  # the last: below, once
        assert set(named) <= may.get(kind, set()) and (kind != "answer.1" or named == [ANNA])


def _says_who_answered(block: Block) -> bool:
    """An edit, which notifies nobody; the next run reads in it who chose what."""
    return str(block.get("block_id")).startswith("answered.")


# --- for how long ---------------------------------------------------------------------------------------------


def test_a_reminder_says_what_waits_and_until_when() -> None:
    assert the_card(reminded(), "reminder").text == (
        "Anna, still waiting for you: 2 calls above. What nobody decides on by 2023-11-15 22:14 UTC is not done, "
        "and I answer with what I have."
    )
    story = Story().recalled()
    story.reminded(story.asked_back(REGION, PERIOD))
    assert the_card(story, "reminder").text == (
        "Anna, still waiting for you: 2 questions above. Without an answer by 2023-11-15 22:14 UTC, "
        "I take the defaults."
    )


def test_a_reminder_counts_what_still_waits() -> None:
    story = reminded()
    story.decided(story.run.calls["1.1"].call)
    assert "1 call above" in the_card(story, "reminder").text


def test_whoever_took_part_is_named_where_nobody_is_notified() -> None:
    story = reminded(approvers=(CAROL, DAN))
    story.decided(story.run.calls["1.1"].call, by=CAROL, name="Carol")
    assert the_card(story, "reminder").text.startswith("Anna, Carol, U0DAN, still waiting")
    assert the_card(story, "approval").text.startswith("Anna, Carol, U0DAN, please decide on 1 of 2 calls")


CALLS_SETTLED: dict[str, Callable[[Story, Call, Call], object]] = {
    "decided": lambda story, one, other: story.decided(one).decided(other, "reject", by=CAROL),
    "changed": lambda story, one, other: (story.edited(one, query="c"), story.edited(other, query="d")),
    "superseded": lambda story, one, other: story.said("only 2024"),
    "stopped": lambda story, one, other: story.stopped(by=ANNA),
    "expired": lambda story, one, other: None,
}
QUESTION_SETTLED: dict[str, Callable[[Story], object]] = {
    "clicked": lambda story: story.chose({"region": "Europe"}),
    "said": lambda story: story.said("Europe"),
    "stopped": lambda story: story.stopped(by=ANNA),
    "defaults": lambda story: story.chose({"region": "World"}, by="", defaults=True),
}


@pytest.mark.parametrize("how", CALLS_SETTLED)
def test_what_is_settled_notifies_nobody_any_more(how: str) -> None:
    story = reminded(approvers=(CAROL,))
    CALLS_SETTLED[how](story, *(state.call for state in story.run.calls.values()))
    later = 90_000 if how == "expired" else 0
    card = the_card(story, "reminder", later)
    assert card.text == "Settled meanwhile." and not notified(card.blocks)
    assert not notified(the_card(story, "approval", later).blocks)


@pytest.mark.parametrize("how", QUESTION_SETTLED)
def test_an_answered_question_is_not_asked_for_any_more(how: str) -> None:
    story = Story().recalled()
    story.reminded(story.asked_back(REGION))
    QUESTION_SETTLED[how](story)
    assert the_card(story, "reminder").text == "Settled meanwhile."


def test_a_reminder_stands_below_what_it_speaks_of_and_above_what_came_after() -> None:
    story = reminded()
    first, second = (state.call for state in story.run.calls.values())
    story.decided(second).requested(story.edited(first, query="c"))
    assert list(story.thread()) == ["progress", "approval.7", "reminder.7", "approval.12"]
