"""The words of a message's blocks, as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.reading import all_text, body_text
from bot.views.blocks import DECORATIONS
from tests.bot import payloads

Block = Mapping[str, object]


def rich(*parts: Block, id: str = "b1") -> Block:
    return {"type": "rich_text", "block_id": id, "elements": list(parts)}


def section(*elements: Block) -> Block:
    return {"type": "rich_text_section", "elements": list(elements)}


def text(words: str, **style: bool) -> Block:
    return {"type": "text", "text": words, "style": style}


def button(label: str, url: str = "") -> Block:
    return {"type": "button", "text": {"type": "plain_text", "text": label}, **({"url": url} if url else {})}


@pytest.mark.parametrize(
    ("blocks", "read"),
    [
        ([rich(section(text("One "), text("word", bold=True), text(".")))], "One word."),
        ([{"type": "markdown", "text": "**A** [1]"}], "**A** [1]"),
        ([{"type": "header", "text": {"type": "plain_text", "text": "CPU &gt; 80%"}}], "CPU &gt; 80%"),
        ([{"type": "section", "text": {"type": "mrkdwn", "text": "&gt; 80% on <#C1|ops>"}}], "> 80% on #ops (C1)"),
        (
            [{"type": "section", "fields": [{"type": "mrkdwn", "text": "host"}, {"type": "", "text": "a-1"}]}],
            "host\na-1",
        ),
        ([{"type": "actions", "elements": [button("Open", "https://e.test/1"), button("Ack")]}], "https://e.test/1"),
        (
            [
                {
                    "type": "section",
                    "text": {"type": "plain_text", "text": "Down"},
                    "accessory": button("Open", "https://e.test/2"),
                }
            ],
            "Down\nhttps://e.test/2",
        ),
        (
            [{"type": "context", "elements": [{"type": "mrkdwn", "text": "by *me*"}, {"type": "image"}]}],
            "by *me*",
        ),
        ([{"type": "image", "alt_text": "a line", "title": {"type": "plain_text", "text": "Load"}}], "a line Load"),
        ([{"type": "divider"}, {"type": "something new", "text": "?"}], ""),
    ],
)  # fmt: skip
def test_what_carries_words_is_read(blocks: Sequence[Block], read: str) -> None:
    assert all_text(blocks).strip() == read


def test_rich_text_keeps_its_lists_code_and_quotes() -> None:
    items = [section(text("a")), section(text("b"))]
    read = body_text(
        [
            rich(
                section(text("Steps:")),
                {"type": "rich_text_list", "style": "ordered", "indent": 0, "elements": items},
                {"type": "rich_text_list", "style": "bullet", "indent": 1, "elements": [section(text("deeper"))]},
                {"type": "rich_text_list", "style": "ordered", "indent": 0, "offset": 2, "elements": items[:1]},
                {"type": "rich_text_preformatted", "elements": [text("x = a[0]")]},
                {"type": "rich_text_quote", "elements": [text("so it goes")]},
            )
        ]
    )
    assert read == "Steps:\n1. a\n2. b\n  - deeper\n3. a\n```\nx = a[0]\n```\n> so it goes"


def test_what_is_struck_out_is_not_said_and_code_stays_code() -> None:
    words = section(
        text("from "), text("100", strike=True), text(" to 200 by "), text("f(x)", code=True), text("!", bold=True)
    )
    assert body_text([rich(words)]) == "from ~~100~~ to 200 by `f(x)`!"


def test_links_people_and_places_are_named() -> None:
    elements = (
        {"type": "link", "url": "https://e.test/a", "text": "our page"},
        text(" "),
        {"type": "link", "url": "https://e.test/b"},
        text(" "),
        {"type": "link", "url": "https://e.test/c", "text": "[1]"},
        text(" "),
        {"type": "user", "user_id": "U1"},
        {"type": "channel", "channel_id": "C1"},
        {"type": "usergroup", "usergroup_id": "S1"},
        {"type": "broadcast", "range": "here"},
        {"type": "emoji", "name": "eyes"},
    )
    assert (
        body_text([rich(section(*elements))])
        == "our page (https://e.test/a) https://e.test/b [1] @U1#C1@S1@here:eyes:"
    )


def test_a_table_is_read_row_by_row() -> None:
    rows = [
        [{"type": "raw_text", "text": "who"}, {"type": "raw_text", "text": "cost"}],
        [rich(section(text("Ann"))), {}],
    ]
    assert body_text([{"type": "table", "rows": rows}]) == "| who | cost |\n| Ann |  |"


@pytest.mark.parametrize("name", sorted(DECORATIONS))
def test_our_own_decorations_are_left_out_and_another_app_s_blocks_are_not(name: str) -> None:
    blocks = [rich(section(text("The answer [1].")), id="b7"), rich(section(text("beside it")), id=f"{name}.1")]
    assert body_text(blocks) == "The answer [1]."
    assert all_text(blocks) == "The answer [1].\nbeside it"


_NAMES = (
    "type", "text", "elements", "fields", "rows", "url", "block_id", "indent", "offset", "style", "accessory",
    "title", "alt_text", "rich_text", "rich_text_list", "section", "table", "actions", "link", "mrkdwn",
)  # fmt: skip
_KINDS = st.sampled_from(
    ["rich_text", "section", "context", "table", "actions", "image", "markdown", "rich_text_list", "link", "text"]
)


@given(st.lists(st.builds(lambda kind, rest: {**rest, "type": kind}, _KINDS, payloads.shaped(*_NAMES)), max_size=4))
@example([{"type": "table", "rows": 7}])
@example(
    [{"type": "rich_text", "elements": [{"type": "rich_text_list", "indent": "x", "offset": -5, "elements": [{}]}]}]
)
@example([{"type": "section", "accessory": "button", "fields": {}}])
def test_no_blocks_whatever_make_it_raise(blocks: list[Block]) -> None:
    assert isinstance(all_text(blocks), str) and isinstance(body_text(blocks), str)
