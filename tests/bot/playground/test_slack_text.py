"""Text on its way in and out: what people type, Markdown as it comes back, threads as they are read."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.playground.slack.blocks import check_message
from bot.playground.slack.markdown import to_blocks
from bot.playground.slack.readback import read_back
from bot.playground.slack.reading import Reader, plain
from bot.playground.slack.typed import escape, on_the_wire, rich_text, unescape
from bot.playground.slack.world import Message, World

HANDLES = {"footnote": "UFOOTNOTE", "anna": "UANNA"}


@pytest.mark.parametrize(
    ("typed", "wire"),
    [
        ("@footnote hi", "<@UFOOTNOTE> hi"),
        ("cpu > 80% && a < b", "cpu &gt; 80% &amp;&amp; a &lt; b"),
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("<@UANNA> in <#C0GENERAL> and <!here>", "<@UANNA> in <#C0GENERAL> and <!here>"),
        ("see https://e.test/a?x=1&y=2.", "see <https://e.test/a?x=1&amp;y=2>."),
        ("<https://e.test/a|the page>", "<https://e.test/a|the page>"),
        ("me@anna.test, @nobody, https://e.test/@anna", "me@anna.test, @nobody, <https://e.test/@anna>"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_typed_text_arrives_as_slack_sends_it(typed: str, wire: str) -> None:
    assert on_the_wire(typed, HANDLES) == wire


@given(st.text())
def test_escaping_is_undone_in_one_pass(text: str) -> None:
    assert unescape(escape(text)) == text
    assert not set("<>") & set(escape(text))


@given(st.text(min_size=1))
def test_what_was_typed_can_be_read_again_from_its_blocks(text: str) -> None:
    said = "".join(
        element.get("text", element.get("url")) for element in rich_text(text, {})[0]["elements"][0]["elements"]
    )
    assert said == text


def elements(markdown: str) -> list[dict[str, Any]]:
    return [part for block in to_blocks(markdown) for part in block.get("elements", [block])]


def test_markdown_comes_back_as_rich_text_with_styles_and_links() -> None:
    (paragraph,) = elements("Say **loud** and _soft_, `a*b`, [here](https://e.test/x).")
    assert paragraph["elements"][1] == {"type": "text", "text": "loud", "style": {"bold": True}}
    assert paragraph["elements"][3] == {"type": "text", "text": "soft", "style": {"italic": True}}
    assert paragraph["elements"][5] == {"type": "text", "text": "a*b", "style": {"code": True}}
    assert paragraph["elements"][7] == {"type": "link", "url": "https://e.test/x", "text": "here"}


def test_a_list_goes_on_counting_after_a_nested_one() -> None:
    first, nested, last = elements("1. a\n   - x\n   - y\n2. b")
    assert (first["style"], first["indent"], len(first["elements"])) == ("ordered", 0, 1)
    assert (nested["style"], nested["indent"], len(nested["elements"])) == ("bullet", 1, 2)
    assert (last["style"], last["offset"]) == ("ordered", 1)


def test_tables_and_rules_become_blocks_of_their_own() -> None:
    blocks = to_blocks("before\n\n| a | b |\n|---|---|\n| 1 |  |\n\n---\n\nafter")
    assert [block["type"] for block in blocks] == ["rich_text", "table", "divider", "rich_text"]
    assert len(blocks[1]["rows"]) == 2


def test_a_fence_keeps_its_bytes() -> None:
    code = "def f(x):\n    return x  # **not bold**"
    (part,) = elements(f"```python\n{code}\n```")
    assert part == {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": code}]}


@given(st.text(alphabet="ab*_`#->|[](!)~ \n1.", max_size=60))
@example("[]()")
@example("- ![]()")
def test_whatever_the_markdown_slack_would_take_back_what_it_gives(text: str) -> None:
    check_message(to_blocks(text)[:50])


def test_only_markdown_loses_its_block_id() -> None:
    sent: list[dict[str, Any]] = [
        {"type": "markdown", "block_id": "answer", "text": "hi"},
        {"type": "rich_text", "block_id": "sources.1", "elements": []},
        {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Go"}}]},
    ]
    numbers = iter(range(1, 100))
    answer, sources, row = read_back(sent, lambda: next(numbers))
    assert (answer["type"], answer["block_id"]) == ("rich_text", "b0001")
    assert sources == sent[1]
    assert row["block_id"] and row["elements"][0]["action_id"]
    assert "block_id" not in sent[2]


def test_blocks_read_as_lines() -> None:
    text = {"type": "mrkdwn", "text": "*Ask* <@UANNA> about `a*b*c` &amp; <https://e.test|this> in <#C0GENERAL>"}
    blocks: list[dict[str, Any]] = [
        {"type": "header", "text": {"type": "plain_text", "text": "Plan"}},
        {
            "type": "section",
            "text": text,
            "accessory": {"type": "button", "text": {"type": "plain_text", "text": "More"}},
        },
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "_2 of 3_"}, {"type": "mrkdwn", "text": "12 s"}]},
        {"type": "divider"},
        {"type": "image", "alt_text": "a chart", "image_url": "https://e.test/c.png"},
    ]
    assert Reader(World()).blocks(blocks) == [
        "Plan",
        "Ask @Anna Kowalska about `a*b*c` & this (https://e.test) in #general",
        "[More]",
        "2 of 3 12 s",
        "---",
        "(image: a chart)",
    ]


def test_a_screen_reader_gets_no_buttons() -> None:
    row = {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "Go"}}]}
    assert plain(World(), [row, *to_blocks("Well.\n\n> quoted")]) == "Well.\n> quoted"


def test_a_message_names_its_author_and_its_files() -> None:
    world = World()
    said = Message("C0RESEARCH", world.tick(), user="UBEN", text="look\nhere", files=[{"name": "a.csv"}])
    alert = Message("C0RESEARCH", world.tick(), bot_id="BALERTS", attachments=[{"title": "Down", "text": "*db* 1"}])
    assert Reader(world).message(said) == "Ben Okafor: look\n  here\n  (file: a.csv)"
    assert Reader(world).message(alert) == "Alerts: | Down\n  | db 1"
