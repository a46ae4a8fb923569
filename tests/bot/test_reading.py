"""The words of a message's blocks, as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.place import Me
from bot.reading import all_text, body_text, said
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


def option(label: str, url: str = "") -> Block:
    return {"text": {"type": "plain_text", "text": label}, "value": label, **({"url": url} if url else {})}


SEEN = rich(section(text("Two files")))


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
        ([{"type": "actions", "elements": [button("Open", "https://e.test/1"), button("Ack")]}], "Open (https://e.test/1)\nAck"),
        (
            [
                {
                    "type": "section",
                    "text": {"type": "plain_text", "text": "Down"},
                    "accessory": button("Open", "https://e.test/2"),
                }
            ],
            "Down\nOpen (https://e.test/2)",
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


def test_menus_are_read_by_what_they_offer() -> None:
    run, logs = option("Runbook", "https://e.test/run"), option("Logs")
    menus = [
        {"type": "overflow", "options": [run, logs]},
        {"type": "static_select", "option_groups": [{"label": option("Hosts")["text"], "options": [option("db-1")]}]},
    ]
    assert all_text([{"type": "actions", "elements": menus}]) == "Runbook (https://e.test/run)\nLogs\ndb-1"


@pytest.mark.parametrize(
    ("block", "read"),
    [
        (
            {
                "type": "data_table",
                "caption": "Hosts",
                "rows": [
                    [{"type": "raw_text", "text": "host"}, {"type": "raw_text", "text": "load"}],
                    [rich(section(text("db-1"))), {"type": "raw_number", "value": 0.9}],
                ],
            },
            "Hosts\n| host | load |\n| db-1 | 0.9 |",
        ),
        (
            {
                "type": "video",
                "title": {"type": "plain_text", "text": "The demo"},
                "title_url": "https://e.test/v",
                "description": {"type": "plain_text", "text": "How it works"},
            },
            "The demo (https://e.test/v)\nHow it works",
        ),
        (
            {
                "type": "card",
                "title": {"type": "mrkdwn", "text": "Disk &amp; load"},
                "subtitle": {"type": "mrkdwn", "text": "db-1"},
                "body": {"type": "mrkdwn", "text": "90 % full"},
                "actions": [button("Open", "https://e.test/1")],
            },
            "Disk & load\ndb-1\n90 % full\nOpen (https://e.test/1)",
        ),
        (
            {
                "type": "plan",
                "title": "Weekly report",
                "tasks": [{"type": "task_card", "title": "Read", "output": SEEN}],
            },
            "Weekly report\nRead\nTwo files",
        ),
        (
            {
                "type": "task_card",
                "title": "Search",
                "details": rich(section(text("for lamps"))),
                "output": SEEN,
                "sources": [{"type": "url", "url": "https://e.test/s", "text": "A shop"}],
            },
            "Search\nfor lamps\nTwo files\nA shop (https://e.test/s)",
        ),
        (
            {
                "type": "context_actions",
                "elements": [
                    {
                        "type": "feedback_buttons",
                        "positive_button": {"text": {"type": "plain_text", "text": "Helpful"}},
                        "negative_button": {"text": {"type": "plain_text", "text": "Not so"}},
                    },
                    {"type": "icon_button", "icon": "trash", "text": {"type": "plain_text", "text": "Delete"}},
                ],
            },
            "Helpful\nNot so\nDelete",
        ),
    ],
)
def test_newer_kinds_of_blocks_are_read_too(block: Block, read: str) -> None:
    assert all_text([block]) == read


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


# --- whole messages -----------------------------------------------------------------------------------------------

US = Me(user="UFOOTNOTE", bot="BFOOTNOTE", team="T1")
PREVIEW = {"from_url": "https://e.test/p", "title": "A page", "text": "What it is about"}
FORWARDED = {"is_share": True, "is_msg_unfurl": True, "from_url": "https://e.test/m", "author_name": "Alerts"}
TOLD = "Alerts\nTwo files"
NAMELESS = "(file: Plan)\n(file: a file)\n(file: a file)"


def wrapped(*blocks: Block) -> list[Block]:
    return [{"team": "T1", "channel": "C1", "ts": "1.1", "message": {"blocks": list(blocks)}}]


@pytest.mark.parametrize(
    ("raw", "heard"),
    [
        ({"attachments": [FORWARDED | {"text": "", "message_blocks": wrapped(SEEN)}]}, "Alerts\nTwo files"),
        ({"attachments": [FORWARDED | {"text": "_Two_ files", "message_blocks": wrapped(SEEN)}]}, TOLD),
        ({"attachments": [FORWARDED | {"text": "New", "message_blocks": wrapped(SEEN)}]}, "Alerts\nNew\nTwo files"),
        ({"attachments": [{"is_share": True, "files": [{"id": "F1", "name": "log.txt"}]}]}, "(file: log.txt)"),
        ({"attachments": [PREVIEW]}, "A page\nWhat it is about"),
        ({"attachments": [PREVIEW, FORWARDED]}, "Alerts"),
        ({"text": "see", "attachments": [PREVIEW]}, "see"),
        ({"attachments": [{"footer": "Grafana", "fallback": "[no preview available]"}]}, "Grafana"),
        ({"attachments": [{"footer": "Grafana", "text": "Disk full"}]}, "Disk full"),
        ({"text": "Disk full", "attachments": [{"text": "*Disk full*"}]}, "Disk full"),
        ({"text": "Disk full", "attachments": [{"title": "Disk full", "text": "on db-1"}]}, "Disk full\non db-1"),
        ({"attachments": [{"text": "Disk full"}, {"text": "Disk full"}]}, "Disk full"),
        ({"files": [{"id": "F1", "title": "Plan"}, {"id": "F2"}, {"id": "F3"}]}, NAMELESS),
        ({"text": "gone", "files": [{"id": "F1", "mode": "tombstone"}]}, "gone"),
        ({"text": "**"}, "**"),
    ],
)  # fmt: skip
def test_nothing_a_message_carries_is_lost_and_nothing_is_read_twice(raw: Block, heard: str) -> None:
    assert said({"text": "", **raw}, US) == heard


@pytest.mark.parametrize("name", sorted(DECORATIONS))
def test_our_own_decorations_are_left_out_and_another_app_s_blocks_are_not(name: str) -> None:
    blocks = [rich(section(text("The answer [1].")), id="b7"), rich(section(text("beside it")), id=f"{name}.1")]
    assert body_text(blocks) == "The answer [1]."
    assert all_text(blocks) == "The answer [1].\nbeside it"


_NAMES = (
    "type", "text", "elements", "fields", "rows", "url", "block_id", "indent", "offset", "style", "accessory",
    "title", "alt_text", "rich_text", "rich_text_list", "section", "table", "actions", "link", "mrkdwn", "caption",
    "value", "body", "tasks", "details", "output", "sources", "options", "option_groups", "positive_button",
)  # fmt: skip
_KINDS = st.sampled_from(
    (
        "rich_text", "section", "context", "table", "actions", "image", "markdown", "rich_text_list", "link", "text",
        "data_table", "task_card", "plan", "video", "card", "context_actions", "alert",
    )
)  # fmt: skip
_BLOCKS = st.lists(st.builds(lambda kind, rest: {**rest, "type": kind}, _KINDS, payloads.shaped(*_NAMES)), max_size=4)
_ATTACHED = (
    "text", "title", "fields", "blocks", "message_blocks", "message", "files", "name", "id", "mode", "footer",
    "fallback", "from_url", "is_share", "actions", "options", "author_name",
)  # fmt: skip


@given(_BLOCKS)
@example([{"type": "table", "rows": 7}])
@example(
    [{"type": "rich_text", "elements": [{"type": "rich_text_list", "indent": "x", "offset": -5, "elements": [{}]}]}]
)
@example([{"type": "section", "accessory": "button", "fields": {}}])
def test_no_blocks_whatever_make_it_raise(blocks: list[Block]) -> None:
    assert isinstance(all_text(blocks), str) and isinstance(body_text(blocks), str)


@given(st.lists(payloads.shaped(*_ATTACHED), max_size=3), _BLOCKS)
@example([{"message_blocks": [{"message": {"blocks": "x"}}, {"message": 7}, 8], "files": [{"name": []}]}], [])
def test_no_attachments_whatever_make_it_raise(attached: list[dict[str, object]], blocks: list[Block]) -> None:
    assert isinstance(said({"text": "", "blocks": blocks, "attachments": attached}, US), str)
