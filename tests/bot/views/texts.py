"""Texts for property tests: what people, pages and models have been seen to write, in every order."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from hypothesis import strategies as st

from agent.markdown.marks import masked
from bot.views.blocks import Block, Card

PIECES = (
    "<!channel>", "<!here|here>", "<!everyone>", "<!subteam^S1|@ops>", "<@U1>", "<@U1|anna>", "<#C1|general>", "<!",
    "&lt;!channel&gt;", "&#60;@U1>", "<\\!here>", "@channel", "@here", "@Everyone", "help!@e.test", "me@e.test",
    "https://e.test/a_(b)?q=@here&x=1", "<https://e.test/x>", "`", "``", "```", "```sql\n", "~~~\n", "> ", "\n",
    "\n\n", "\r\n", "- ", "1. ", "    ", "# ", "| a | b |\n|---|---|\n", "| c | d |\n", "|", "[1]", "[2][3]",
    "![alt](http://i.test/x.png)", "![1]", "[words](https://e.test)", "**", "_", "*", "<br>", "<div onclick='x'>",
    "<!-- x -->", "a < b", "List<String>", "&", "<", ">", "'\"", "\u202e", "\x00", "\ud800", "\u200b", "\u2060", "é",
    "東京都", "😀", "word", "two words", ".", " ", ":", "x" * 70,
)  # fmt: skip
HOSTILE = st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40).map("".join)
LONG = st.builds(lambda text, times: text * times, HOSTILE, st.integers(1, 60))
_URL = re.compile(r"https?://[^\s<>]+")
_EVERYBODY = re.compile(r"(?<![A-Za-z0-9/])@(?:channel|here|everyone)", re.I)
_TOKEN = re.compile(r"<(?:!(?:channel|here|everyone|subteam)|@[UW]\w*[|>]|#C\w*[|>])", re.I)


def strings(value: object) -> Iterator[str]:
    """Every string in blocks."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from strings(inner)


def pings(text: str) -> list[str]:
    """What in a literal or mrkdwn text could notify somebody."""
    return [*_TOKEN.findall(text), *re.findall(r"<[!@#]", text), *_EVERYBODY.findall(_URL.sub("", text))]


def pings_in_markdown(text: str) -> list[str]:
    """The same in Markdown: in prose also what entities and backslashes come to, in code only real tokens."""
    prose = masked(text, links=False)
    read = html.unescape(re.sub(r"\\([!@#<])", r"\1", prose))
    return [*_TOKEN.findall(text), *re.findall(r"<[!@#]", read), *_EVERYBODY.findall(_URL.sub("", prose))]


def outgoing(card: Card) -> Iterator[tuple[Block | None, str]]:
    """Every string of a card with the block it stands in; None for the texts beside the blocks."""
    yield from ((None, text) for text in (card.text, *card.plain))
    yield from ((block, text) for block in card.blocks for text in strings(block))
