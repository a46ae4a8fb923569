"""What holds for every card, whatever people, pages and models write."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.carrier import Live
from agent.facts import Answer, Condition, Intent, Question, Source, Verdict
from bot.playground.slack.blocks import check_message
from bot.views import blocks, safe
from bot.views.blocks import Block, Card, is_decoration
from bot.views.plain import card as card_of
from tests.bot.views.story import CAROL, Story, hits, opened
from tests.bot.views.texts import HOSTILE, LONG, outgoing, pings, pings_in_markdown, strings

Thread = Mapping[str, Card]
MARKDOWN_AT_MOST, BLOCKS_AT_MOST, ALL_AT_MOST = 12_000, 50, 12_500


def intent_of(text: str, wishes: int = 9) -> Intent:
    wish = tuple(Condition(id="must.1", text=text, message="1.0") for _ in range(wishes))
    return Intent(mode="research", goal=text, must=wish, must_not=wish, prefer=wish)


SOURCES = st.lists(
    st.builds(Source, number=st.integers(1, 999), address=HOSTILE | st.just("https://e.test/(a)"), title=LONG,
              opened=HOSTILE, published=HOSTILE),
    max_size=30,
).map(tuple)  # fmt: skip
ANSWERS = st.builds(
    Answer,
    mode=st.sampled_from(["research", "chat"]),
    text=LONG,
    sources=SOURCES,
    unconfirmed=st.lists(LONG, max_size=6).map(tuple),
    assumed=st.lists(HOSTILE, max_size=3).map(tuple),
    missing=HOSTILE,
    verdicts=st.just((Verdict(condition="must.1", standing="met", number=3),)),
)


def checked(thread: Thread) -> None:
    """No limit is passed, no text is empty, nothing pings, and Slack's double takes every message."""
    assert next(iter(thread)) == "progress"
    assert all(0 < len(card.text) <= 3_000 and card.text.strip() for card in thread.values())
    files = [card for card in thread.values() if card.file]
    assert all(card.file and card.file.name.isascii() and not pings(card.text + card.file.title) for card in files)
    without = [one for card in thread.values() for one in card.instead]
    for card in [*(card for card in thread.values() if not card.file), *without]:
        assert 0 < len(card.text) <= 3_000 and card.text.strip()
        assert card.blocks and len(card.blocks) <= BLOCKS_AT_MOST and blocks.weight(card.blocks) <= ALL_AT_MOST
        assert sum(len(block["text"]) for block in card.blocks if block["type"] == "markdown") <= MARKDOWN_AT_MOST
        assert card.plain and all(0 < len(piece.encode()) <= 3_900 and piece.strip() for piece in card.plain)
        check_message(list(card.blocks))
        for block, text in outgoing(card):
            assert text, f"an empty text in {block}"
            assert not (pings_in_markdown(text) if block and block["type"] == "markdown" else pings(text))
        actions = [element["action_id"] for element in buttons(card)]
        assert len(actions) == len(set(actions))


def buttons(card: Card) -> Iterator[Block]:
    for block in card.blocks:
        if block["type"] == "actions":
            yield from block["elements"]


@settings(max_examples=40)
@given(HOSTILE, LONG, st.integers(1, 14))
def test_a_run_that_works_fits_and_pings_nobody(text: str, long: str, number: int) -> None:
    story = Story(text, name=text, approvers=(CAROL,)).recalled().understood(intent_of(long))
    checked(story.thread(Live(queued=(text, long, "", text))))
    calls = story.called(*(("run_query", {"sql": safe.tidy(long), "n": at}) for at in range(number)))
    story.requested(*calls)
    checked(story.thread())
    for call in calls[::2]:
        story.decided(call, "reject", by=CAROL, name=text, comment=long)
    checked(story.thread())
    for call in calls:
        story.returned(call, opened(text, text, long))
    checked(story.said(long, by="U0BOB", name=text).thread())
    checked(story.failed("recall", long).stopped("failed", ref=text).thread())


@settings(max_examples=40)
@given(LONG, ANSWERS, HOSTILE)
def test_an_answer_fits_and_pings_nobody(wish: str, answer: Answer, found: str) -> None:
    story = Story().recalled().understood(intent_of(wish))
    (call,) = story.called(("search_web", {"query": safe.tidy(found)}))
    story.began(call).returned(call, hits(found))
    checked(story.drafted("…").answered(answer).thread())


@settings(deadline=None)
@given(LONG, HOSTILE, st.integers(1, 3))
def test_questions_fit_and_ping_nobody(long: str, text: str, number: int) -> None:
    options = (long, text, "c", "d")
    questions = [Question(id=str(at), text=long, options=options, default=text) for at in range(number)]
    story = Story(name=text).recalled()
    story.asked_back(*questions)
    checked(story.thread())
    checked(story.chose({"0": long}).thread())
    checked(story.said(long, name=text).thread())


def test_a_view_that_went_past_a_limit_would_still_send_its_words() -> None:
    heavy = [blocks.rich(f"hint.{at}", blocks.section(blocks.text("long " * 100))) for at in range(51)]
    card = card_of("note", heavy, 0)
    assert card.blocks == ()
    assert "".join(card.plain).count("long") == 51 * 100


def test_a_button_that_does_not_fit_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError):
        blocks.button("Stop", "stop", "x" * 2_001)


# --- progress -----------------------------------------------------------------------------------------------------


def test_progress_does_not_change_every_second() -> None:
    story = Story().recalled()
    live = Live(since={"understand.1": story.now})
    assert story.thread(live, later=3) == story.thread(live, later=9)
    assert story.thread(live, later=21) == story.thread(live, later=29)
    assert story.thread(live, later=21) != story.thread(live, later=31)


def test_progress_mentions_nobody() -> None:
    story = Story(name="Anna").recalled()
    story.asked_back(Question(id="q", text="Which?", options=("a", "b"), default="a"))
    assert not any("U0ANNA" in text for _, text in outgoing(story.thread()["progress"]))


# --- approval -----------------------------------------------------------------------------------------------------


def arguments_shown(thread: Thread, call_id: str) -> str:
    """What a person can read of one call's arguments: in the card, or else in the messages that stand for the file
    above it where Slack takes none. The file holds the same."""
    *above, card = (card for slot, card in thread.items() if slot.startswith(("approval.", "arguments.")))
    named = {block["block_id"]: block for block in card.blocks}
    parts = named[f"call.{call_id}"]["elements"]
    inside = [part for part in parts if part["type"] == "rich_text_preformatted"]
    pages = [part for one in above for piece in one.instead for block in piece.blocks
             if block["block_id"].startswith("arguments.") for part in block["elements"]]  # fmt: skip
    shown = "".join(part["elements"][0]["text"] for part in inside or pages)
    assert all(one.file and one.file.text and json.loads(one.file.text) == json.loads(shown) for one in above)
    return shown


@settings(deadline=None)
@given(LONG, st.integers(0, 40_000))
def test_the_whole_arguments_can_be_read_before_and_after_the_decision(text: str, length: int) -> None:
    story = Story().recalled().understood()
    (call,) = story.called(("run_query", {"sql": safe.tidy(text), "n": "<" * length}))
    story.requested(call)
    waiting = story.thread()
    shown = arguments_shown(waiting, call.id)
    assert json.loads(shown) == json.loads(call.arguments)
    settled = story.decided(call).began(call).thread()
    assert list(settled) == list(waiting)
    assert arguments_shown(settled, call.id) == shown
    files = {slot: card.file for slot, card in waiting.items() if card.file}
    assert {slot: card.file for slot, card in settled.items() if card.file} == files
    assert all(
        file and file.text == safe.exact(call.arguments) and call.digest[:8] in file.name for file in files.values()
    )


def test_arguments_that_hide_nothing_are_shown_to_the_letter() -> None:
    arguments = '{"query": "a < b & \\"c\\" – 東京 😀"}'
    assert safe.exact(arguments) == arguments


def test_arguments_that_hide_something_are_shown_as_the_same_json() -> None:
    arguments = '{"q": "<!here> \u202egpj.exe @channel a\u200bb \U000e0041"}'
    shown = safe.exact(arguments)
    assert shown == '{"q": "\\u003c!here> \\u202egpj.exe \\u0040channel a\\u200bb \\udb40\\udc41"}'
    assert json.loads(shown) == json.loads(arguments)


def test_only_calls_that_wait_have_buttons() -> None:
    story = Story().recalled().understood()
    first, second, third = story.called(*(("search_web", {"query": q}) for q in "abc"))
    position = story.requested(first, second, third)
    story.decided(second)
    ids = [button["action_id"] for button in buttons(story.thread()[f"approval.{position}"])]
    each = [f"{what}.{call}" for call in ("1.1", "1.3") for what in ("approve", "edit", "reject")]
    assert ids == [*each, "approve_all", "approve_rest"]


def test_each_button_says_what_exactly_it_decides() -> None:
    story = Story().recalled().understood()
    (call,) = story.called(("search_web", {"query": "a"}))
    position = story.requested(call)
    approve = next(iter(buttons(story.thread()[f"approval.{position}"])))
    assert approve["value"].split("|")[:-1] == ["approve", "run-7", str(position), call.id, call.digest]


def test_no_button_outlives_the_run() -> None:
    story = Story().recalled().understood()
    position = story.requested(*story.called(("search_web", {"query": "a"})))
    story.stopped(by="U0ANNA")
    thread = story.thread()
    assert not list(buttons(thread[f"approval.{position}"]))
    assert [button["action_id"] for button in buttons(thread["progress"])] == ["retry", "reasoning", "remove"]


def test_more_calls_than_a_card_holds_get_cards_of_their_own() -> None:
    story = Story().recalled().understood()
    calls = story.called(*(("search_web", {"query": str(at)}) for at in range(14)))
    position = story.requested(*calls)
    thread = story.thread()
    pressed = [button["action_id"] for slot in (f"approval.{position}", f"approval.{position}.1")
               for button in buttons(thread[slot])]  # fmt: skip
    assert {f"approve.{call.id}" for call in calls} < set(pressed)
    assert pressed.count("approve_all") == 1


@settings(max_examples=30)
@given(st.integers(1, 16), st.integers(0, 10), st.integers(0, 2_600), st.text("W&", max_size=80))
def test_cards_fit_and_keep_their_calls_however_many_there_are(calls: int, many: int, long: int, name: str) -> None:
    story = Story(name=name, approvers=tuple(f"U0{at:09}" for at in range(many))).recalled().understood()
    made = story.called(*((f"tool_{at}" + "x" * 57, {"query": "&" * (long // 5) + str(at)}) for at in range(calls)))
    story.requested(*made)
    waiting = story.thread()
    checked(waiting)
    for call in made:
        story.decided(call, "reject", comment="W" * 400, name=name)
    settled = story.thread()
    checked(settled)
    assert list(settled) == list(waiting)
    where = [[slot for slot, card in thread.items() if f"'call.{call.id}'" in str(card.blocks)] for call in made
             for thread in (waiting, settled)]  # fmt: skip
    assert where[::2] == where[1::2] and all(len(slots) == 1 for slots in where)


# --- questions ------------------------------------------------------------------------------------------------------


def test_a_click_is_written_down_as_it_is_read_back() -> None:
    story = Story().recalled()
    position = story.asked_back(Question(id="q", text="Which?", options=("a", "b"), default="a"))
    card = story.chose({"q": "b"}).thread()[f"question.{position}"]
    (answered,) = (block for block in card.blocks if block["block_id"] == "answered.0")
    (section,) = answered["elements"]
    assert section["elements"] == [
        {"type": "user", "user_id": "U0ANNA"},
        {"type": "text", "text": " chose: "},
        {"type": "text", "text": "Which? — b"},
    ]


# --- answers --------------------------------------------------------------------------------------------------------


def answer_of(text: str, *sources: Source, **more: object) -> Thread:
    story = Story().recalled().understood().drafted("…")
    return story.answered(Answer.model_validate({"text": text, "sources": sources, **more})).thread()


def body(thread: Thread) -> str:
    cards = [card for slot, card in thread.items() if slot == "progress" or slot.startswith("answer.")]
    return "\n".join(block["text"] for card in cards for block in card.blocks if block["type"] == "markdown")


def test_a_number_is_a_link_where_its_source_has_an_address() -> None:
    page = Source(number=1, address="https://e.test/Card(s) Guide.pdf?a=1|2&b=<x>", title="Guide")
    file = Source(number=2, address="docs/a.md", title="A")
    shown = body(answer_of("Both [1][2], not `[1]`.", page, file))
    assert shown == ("Both [[1]](https://e.test/Card%28s%29%20Guide.pdf?a=1%7C2&b=%3Cx%3E)[2], not `[1]`.")


def test_a_number_behind_an_exclamation_mark_is_no_image() -> None:
    page = Source(number=1, address="https://e.test/", title="T")
    assert body(answer_of("Sold out![1]", page)) == f"Sold out!{safe.JOINER}[[1]](https://e.test/)"


def test_whatever_is_not_the_answers_text_can_be_told_from_it() -> None:
    page = Source(number=1, address="https://e.test/", title="T", opened="all")
    thread = answer_of("Yes [1].", page, unconfirmed=("No.",), assumed=("World",), missing="Much.")
    for block in thread["progress"].blocks:
        assert block["type"] == "markdown" or is_decoration(block["block_id"])


def test_small_talk_is_only_its_words() -> None:
    assert [block["type"] for block in answer_of("Hello!", mode="chat")["progress"].blocks] == ["markdown"]


def test_an_answer_of_every_size_is_there_as_a_whole() -> None:
    for length in (3_900, 4_001, 4_132, 12_500, 41_000):
        for letter in ("x", "&", "東"):
            shown = body(answer_of(" ".join([letter * 9] * (length // 10))))
            assert shown.split() == [letter * 9] * (length // 10)


@settings(max_examples=50)
@given(LONG)
def test_text_beside_blocks_is_escaped_once(text: str) -> None:
    thread = answer_of(text, unconfirmed=(text,))
    for card in thread.values():
        for piece in (card.text, *card.plain):
            assert not [part for part in piece.split("&")[1:] if not part.startswith(("amp;", "lt;", "gt;"))]
            assert "<" not in piece and ">" not in piece


def test_plain_pieces_hold_the_whole_card() -> None:
    thread = answer_of("a & b [1]", Source(number=1, address="https://e.test/?a=1&b=2", title="T"), missing="half")
    assert thread["progress"].plain[0].splitlines()[0] == "a &amp; b [1]"
    assert "https://e.test/?a=1&amp;b=2" in "".join(thread["progress"].plain)
    assert all(word in "".join(thread["progress"].plain) for word in ("half", "Sources"))
    assert not any("retry" in text.lower() for text in thread["progress"].plain)
    assert all(isinstance(text, str) for text in strings(list(thread["progress"].blocks)))
