"""A fence is the same to whoever examines a text and to whoever shows it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.markdown.fences import AT_MOST, closing, opening, set_right

_READER = MarkdownIt("commonmark")
_LINES = st.sampled_from(
    ["```", "```py", "~~~", "   ```", "> ```", "- ```", "1. ~~~ sh", "code", "   code", "> code", "    ```", "",
     "words", "- item", "````", "```` a`b", "        ```"]
)  # fmt: skip


def prose(text: str) -> str:
    return " ".join(token.content for token in _READER.parse(text) if token.type == "inline")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1. Run:\n   ```\n   ls\n```\nafter", "1. Run:\n   ```\n   ls\n   ```\nafter"),
        (
            "1. Run:\n   ```py\ndef f():\n    pass\n```\nafter",
            "1. Run:\n   ```py\n   def f():\n       pass\n   ```\nafter",
        ),
        ("> ```\nls\n> cd\n```\nafter", "> ```\n> ls\n> cd\n> ```\nafter"),
        ("- ```\n  ls\n  ```\n- more", "- ```\n  ls\n  ```\n- more"),
        ("```\na\n      ```\nafter", "```\na\n```\nafter"),
        ("```\nnever closed", "```\nnever closed"),
        ("no fence at all", "no fence at all"),
    ],
)
def test_a_fence_ends_where_it_was_meant_to(written: str, meant: str) -> None:
    assert set_right(written) == meant
    assert ("after" in prose(meant)) == ("after" in written)


def test_a_line_too_long_to_open_a_fence_is_words() -> None:
    long = "```" + "word " * AT_MOST
    assert "word" in prose(set_right(f"{long}\ncode")) and not opening(long)


@given(st.lists(_LINES, max_size=12).map("\n".join))
def test_what_was_set_right_stays_and_loses_no_word(text: str) -> None:
    right = set_right(text)
    assert set_right(right) == right
    assert right.replace(">", " ").split() == text.replace(">", " ").split() or "```" in text or "~~~" in text
    assert [word for word in right.split() if word.isalpha()] == [word for word in text.split() if word.isalpha()]


@given(st.text("`~ >\t", max_size=8), st.sampled_from(["```", "~~~~"]))
def test_nothing_but_its_own_sign_ends_a_fence(line: str, sign: str) -> None:
    assert closing(line, sign) == (
        set(line.lstrip(" \t>").rstrip(" \t")) == {sign[0]} and line.count(sign[0]) >= len(sign)
    )


def test_a_fence_that_begins_behind_words_begins_on_a_line_of_its_own() -> None:
    assert set_right("Like this:```py\nx[1]\n```\nand so on.") == "Like this:\n```py\nx[1]\n```\nand so on."
    assert set_right("- Like this: ```\n  x\n  ```") == "- Like this: \n  ```\n  x\n  ```"


@pytest.mark.parametrize("text", ["Three of them (```) begin one.", "Like this:```py\nand no end", "`a`:```\nb\n```"])
def test_what_may_be_no_fence_stays_as_it_is(text: str) -> None:
    assert set_right(text) == text
