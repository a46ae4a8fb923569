"""Markdown for property tests: every shape a model has been seen to write, noise between them, and what can be read
of a text when it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.bot.views.texts import HOSTILE

_READER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
WORD = st.sampled_from(
    ["word", "Wärme", "pompa", "熱", "ポンプ", "مضخة", "חום", "x", "alpha beta", "😀 :smile:", "a.b"]
)
WORDS = st.lists(WORD, min_size=1, max_size=30).map(" ".join)
INLINE = st.sampled_from(
    [
        "**Status:**OK", "これは**「重要」**です", "**bold** and *lean*", "***both***", "~~gone~~", "`code | x`",
        "`` a ` b ``", "$a_1*b_2$", r"\(x_1\)", r"\[ y^2_1 \, z \]", "$5 and $10", "$$E = m*c_2*d$$", "`__tests__`",
        "__tests__", "2*3*4", "https://e.test/merge_requests/_x_", "https://e.test/__x__", "<https://e.test/y>",
        "[words](https://e.test/Card(s)%20Guide.pdf)", "[a_b](https://e.test/_c_)", "me@e.test", "@scope/pkg", "[1]",
        "[2][3]", "[^4]", "one<br/>two", "<b>bold</b>", "&amp; &copy;", "a < b > c", "\u202eabc\u202c",
        "zero\u200bwidth",
        "👩‍👩‍👧‍👦", "é", "**(a)**b", "**https://e.test/z**",
    ]
)  # fmt: skip
SENTENCE = st.lists(INLINE | WORDS, min_size=1, max_size=6).map(" ".join)
PARAGRAPH = SENTENCE
HEADING = st.builds(lambda level, words: f"{'#' * level} {words}", st.integers(1, 6), WORDS)
CODE = st.builds(
    lambda sign, language, lines: "\n".join([sign + language, *lines, sign]),
    st.sampled_from(["```", "~~~", "````"]),
    st.sampled_from(["", "python", "mermaid", "sql"]),
    st.lists(
        WORDS | st.sampled_from(["", "  a | b", "graph TD; A-->B", "# not a heading", "- no item", "a*b*c"]),
        max_size=30,
    ),
)
QUOTE = st.builds(lambda inner: "\n".join(f"> {line}" for line in inner.split("\n")), PARAGRAPH | CODE)
ITEMS = st.lists(
    st.tuples(st.sampled_from(["- ", "  - ", "    - ", "- [ ] ", "- [x] "]), SENTENCE), min_size=1, max_size=12
).map(lambda items: "\n".join(lead + words for lead, words in items))
NUMBERED = st.lists(SENTENCE, min_size=1, max_size=12).map(
    lambda items: "\n".join(f"{at}. {words}\n   - inner" for at, words in enumerate(items, 1))
)


def table(columns: int, rows: list[list[str]]) -> str:
    lines = [" | ".join(f"head{at}" for at in range(columns)), "|".join(["---"] * columns)]
    return "\n".join(f"| {line} |" for line in [*lines, *(" | ".join(row[:columns]) for row in rows)])


CELL = st.sampled_from(["", "cell", "a `b` c", "[1]", "**bold:**er", "熱", "two words", "x" * 40])
TABLE = st.builds(
    table, st.integers(1, 24), st.lists(st.lists(CELL, min_size=1, max_size=24), max_size=12)
)  # fmt: skip
SHAPES = PARAGRAPH | HEADING | CODE | QUOTE | ITEMS | NUMBERED | TABLE
WELL_FORMED = st.lists(PARAGRAPH | HEADING | CODE | QUOTE | ITEMS | NUMBERED, min_size=1, max_size=8).map("\n\n".join)
ANYTHING = st.lists(SHAPES | HOSTILE, min_size=1, max_size=8).map("\n\n".join)


def shown(markdown: str) -> str:
    """What a reader of Markdown shows of it, blocks on lines of their own; addresses behind words aside."""
    return "\n".join(_shown(_READER.parse(markdown)))


def _shown(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("fence", "code_block"):
            yield token.content.rstrip("\n")
        elif token.type == "inline":
            yield "".join(_inline(token.children or []))


def _inline(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type == "image":
            yield token.content or "(image)"
        elif token.type in ("text", "code_inline", "text_special"):
            yield token.content


def letters(text: str) -> str:
    """A text without what only formats it, to compare what is said."""
    return "".join(re.findall(r"[^\W\d_]", re.sub(r"(?i)<br\s*/?>", "", text)))


def is_within(inner: str, outer: str) -> bool:
    """Whether every character of one text stands in the other, in the same order."""
    rest = iter(outer)
    return all(char in rest for char in inner)


def kinds(markdown: str) -> set[str]:
    tokens = _READER.parse(markdown)
    return {token.type for outer in tokens for token in (outer, *(outer.children or ()))}


def fences(markdown: str) -> list[tuple[str, str]]:
    """The fenced blocks as (language, code)."""
    return [(token.info.strip(), token.content) for token in _READER.parse(markdown) if token.type == "fence"]
