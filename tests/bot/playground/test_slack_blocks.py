"""What Slack refuses, the double refuses, with the same word; what Slack takes it takes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.slack.blocks import check_message, check_view
from bot.playground.slack.readback import read_back
from bot.playground.slack.reading import Reader
from bot.playground.slack.wire import SlackError
from bot.playground.slack.world import World
from tests.bot.playground.slack_bot import actions, button, field, modal, section

Blocks = list[dict[str, Any]]
DIVIDER = {"type": "divider"}
RICH = {
    "type": "rich_text",
    "block_id": "sources.1",
    "elements": [{"type": "rich_text_section", "elements": [{"type": "link", "url": "https://e.test", "text": "E"}]}],
}
FEEDBACK = {
    "type": "context_actions",
    "elements": [
        {
            "type": "feedback_buttons",
            "action_id": "feedback",
            "positive_button": {"text": {"type": "plain_text", "text": "Good"}, "value": "good"},
            "negative_button": {"text": {"type": "plain_text", "text": "Bad"}, "value": "bad"},
        }
    ],
}


def markdown(characters: int) -> dict[str, Any]:
    return {"type": "markdown", "text": "x" * characters}


def header(kind: str, text: str = "Title") -> dict[str, Any]:
    return {"type": "header", "text": {"type": kind, "text": text}}


def fields(*texts: str) -> dict[str, Any]:
    return {"type": "section", "fields": [{"type": "mrkdwn", "text": text} for text in texts]}


def table(*rows: list[str]) -> dict[str, Any]:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": cell} for cell in row] for row in rows]}


def rich(*elements: dict[str, Any], part: str = "rich_text_section") -> dict[str, Any]:
    return {"type": "rich_text", "elements": [{"type": part, "elements": list(elements)}]}


def date(**more: Any) -> dict[str, Any]:
    return {"type": "date", "timestamp": 1_764_547_200, "format": "{date_short_pretty} {time}", **more}


def refusal(blocks: Blocks) -> str:
    """The error, "" when the blocks are taken."""
    try:
        check_message(blocks)
    except SlackError as error:
        return error.error
    return ""


@pytest.mark.parametrize(
    "blocks",
    [
        [section("x" * 3_000)],
        [fields(*["x" * 400] * 10)],
        [header("plain_text", "x" * 150)],
        [actions(*[button("Go", f"go.{n}") for n in range(25)])],
        [actions(button("Yes", "vote", "y")), actions(button("No", "vote", "n"))],
        [markdown(12_000)],
        [DIVIDER] * 50,
        [section("x" * 2_500) for _ in range(5)],
        [table(["x" * 4_900]), table(["x" * 4_900])],
        [table(*[["a"] * 20] * 10)],
        [RICH, {**RICH, "block_id": "sources.2"}],
        [FEEDBACK],
        [table(["a", "b"], ["1", "2"])],
        [field()],
        [rich({"type": "text", "text": "until "}, date(), date(fallback="1 December", url="https://e.test"))],
        [rich({"type": "user", "user_id": "UANNA"}, {"type": "emoji", "name": "eyes"})],
        [rich(date(), part="rich_text_quote")],
        [rich({"type": "broadcast", "range": "here"}, {"type": "link", "url": "https://e.test"})],
    ],
)
def test_blocks_within_the_limits_are_taken(blocks: Blocks) -> None:
    assert refusal(blocks) == ""


@pytest.mark.parametrize(
    ("blocks", "error"),
    [
        ([DIVIDER] * 51, "msg_blocks_too_many"),
        ([markdown(6_000), {"type": "markdown", "text": "y" * 6_001}], "msg_blocks_too_long"),
        ([section("x" * 2_900) for _ in range(5)], "msg_blocks_too_long"),
        ([section("x" * 2_600) for _ in range(5)] + [section("x" * 200)], "msg_blocks_too_long"),
        ([markdown(12_001)], "invalid_blocks"),
        ([section("")], "invalid_blocks"),
        ([section(" \n")], "invalid_blocks"),
        ([section("x" * 3_001)], "invalid_blocks"),
        ([{"type": "section"}], "invalid_blocks"),
        ([{"type": "section", "text": "bare"}], "invalid_blocks"),
        ([fields("x" * 2_001)], "invalid_blocks"),
        ([fields(*["x"] * 11)], "invalid_blocks"),
        ([header("mrkdwn")], "invalid_blocks"),
        ([header("plain_text", "x" * 151)], "invalid_blocks"),
        ([actions(*[button("Go", f"go.{n}") for n in range(26)])], "invalid_blocks"),
        ([actions()], "invalid_blocks"),
        ([actions(button("x" * 76, "go"))], "invalid_blocks"),
        ([actions(button("Go", "go", "x" * 2_001))], "invalid_blocks"),
        ([actions(button("", "go"))], "invalid_blocks"),
        ([actions(button("Yes", "same", "y"), button("No", "same", "n"))], "invalid_blocks"),
        ([{**DIVIDER, "block_id": "same"}, {**DIVIDER, "block_id": "same"}], "invalid_blocks"),
        ([{**DIVIDER, "block_id": "x" * 256}], "invalid_blocks"),
        ([{"type": "context", "elements": []}], "invalid_blocks"),
        ([{"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * 11}], "invalid_blocks"),
        ([{"type": "image", "alt_text": "nothing"}], "invalid_blocks"),
        ([{**DIVIDER, "colour": "red"}], "invalid_blocks"),
        ([{"type": "sektion"}], "invalid_blocks"),
        ([{}], "invalid_blocks"),
        ([{"type": "alert", "text": {"type": "mrkdwn", "text": "x"}}], "invalid_blocks"),
        ([rich({"type": "date", "format": "{date}"})], "invalid_blocks"),
        ([rich({"type": "date", "timestamp": 1})], "invalid_blocks"),
        ([rich(date(timestamp="1764547200"))], "invalid_blocks"),
        ([rich(date(timestamp=1.5))], "invalid_blocks"),
        ([rich(date(timestamp=True))], "invalid_blocks"),
        ([rich(date(format=""))], "invalid_blocks"),
        ([rich(date(fallback=7))], "invalid_blocks"),
        ([rich(date(), part="rich_text_preformatted")], "invalid_blocks"),
        ([rich({"type": "user"})], "invalid_blocks"),
        ([rich({"type": "user", "user_id": ""})], "invalid_blocks"),
        ([rich({"type": "text", "text": ""})], "invalid_blocks"),
        ([rich({"type": "link", "url": "https://e.test", "text": ""})], "invalid_blocks"),
        ([rich({"type": "broadcast", "range": "all"})], "invalid_blocks"),
        ([rich({"type": "clock"})], "invalid_blocks"),
        ([rich({"type": "text", "text": "x"}, part="rich_text_shout")], "invalid_blocks"),
        ([table(["a", ""])], "invalid_blocks"),
        ([table(*[["a"]] * 101)], "invalid_blocks"),
        ([table(["a"] * 21)], "invalid_blocks"),
        ([table(["x" * 5_000]), table(["x" * 5_001])], "invalid_blocks"),
    ],
)
def test_blocks_beyond_the_limits_are_refused(blocks: Blocks, error: str) -> None:
    assert refusal(blocks) == error


def test_many_small_elements_weigh_more_than_their_text() -> None:
    one = {"type": "rich_text_section", "elements": [{"type": "text", "text": "x" * 25}]}
    assert refusal([{"type": "rich_text", "elements": [one] * 300}]) == "msg_blocks_too_long"


@pytest.mark.parametrize(
    "view",
    [
        modal(section("x"), field(), title="x" * 25),
        modal(field(), submit=""),
        modal(),
        modal(*[DIVIDER] * 101),
        modal(field(), private_metadata="x" * 3_001),
        modal(markdown(3)),
        modal(field(block_id="a"), field(block_id="a")),
        modal(section("")),
        {**modal(section("x")), "type": "popup"},
        {**modal(section("x")), "title": {"type": "mrkdwn", "text": "x"}},
        {name: part for name, part in modal(section("x")).items() if name != "title"},
        {**modal(section("x")), "blocks": "x"},
    ],
)
def test_modals_slack_would_not_show_are_refused(view: dict[str, Any]) -> None:
    with pytest.raises(SlackError) as refused:
        check_view(view)
    assert refused.value.error == "invalid_arguments"
    assert refused.value.problems


def test_a_modal_of_more_than_250_kilobytes_is_too_large() -> None:
    with pytest.raises(SlackError, match="view_too_large"):
        check_view(modal(*[section("x" * 3_000) for _ in range(90)]))


def test_modals_within_the_limits_are_taken() -> None:
    check_view(modal(section("x"), submit=""))
    check_view(modal(field(), title="x" * 24, private_metadata="x" * 3_000, callback_id="x" * 255))


def test_a_date_and_a_user_are_read_as_a_person_reads_them_and_come_back_as_sent() -> None:
    sent = [
        rich(date(fallback="1 December, 0:00"), {"type": "text", "text": " by "}, {"type": "user", "user_id": "UBEN"})
    ]
    (back,) = read_back(sent, lambda: 1)
    assert back["elements"] == sent[0]["elements"]
    assert Reader(World()).blocks([back]) == ["1 December, 0:00 by @Ben Okafor"]
    assert Reader(World()).blocks([rich(date())]) == ["2025-12-01 00:00 UTC"]
    assert Reader(World()).mrkdwn("until <!date^1764547200^{date}|1 December>") == "until 1 December"


@given(st.integers())
def test_every_timestamp_can_be_read(timestamp: int) -> None:
    assert len(Reader(World()).blocks([rich(date(timestamp=timestamp))])) == 1


words = st.text("ab ", max_size=4)
scalars = st.none() | st.booleans() | st.integers(0, 9) | words
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=6
)
names = st.sampled_from(["text", "fields", "elements", "element", "label", "rows", "block_id", "action_id"])
kinds = st.sampled_from(
    ["section", "header", "actions", "context", "input", "table", "rich_text", "markdown", "image"]
)
odd_blocks = st.builds(
    lambda body, kind: {**body, "type": kind}, st.dictionaries(names, json_values, max_size=4), kinds
)


@given(st.lists(odd_blocks, max_size=3))
def test_any_json_is_either_refused_or_can_be_read(blocks: Blocks) -> None:
    if refusal(blocks):
        assert refusal(blocks) == "invalid_blocks"
    else:
        Reader(World()).blocks(read_back(blocks, lambda: 1))
