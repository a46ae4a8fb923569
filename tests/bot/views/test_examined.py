"""What people get to see as prose was prose to the check: no trick with the signs of code gets past it."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from agent.facts import Answer
from bot.views.answer import cited
from bot.views.split import split
from tests.agent.test_evidence import CHAT, looked_at

EVIL = "see [evil](https://evil.test/x)"


@pytest.mark.parametrize(
    "draft",
    [
        f"It is so [2].\n\n1. Run:\n   ```\n   ls\n```\nThe moon is cheese, {EVIL}.",
        f"It is so [2].\n\n1. Run:\n   ```\nls\n```\nThe moon is cheese, {EVIL}.",
        f"It is so [2].\n\n> ```\nls\n```\nThe moon is cheese, {EVIL}.",
        f"It is so [2].\n\n        ```\nls\n```\nThe moon is cheese, {EVIL}.",
        f"It is so [2].\n\n[9]```python\nIt is so [2].\n\n```\nThe moon is cheese, {EVIL}.",
        f"It is so [2].\n\n\u202e```\nls\n```\nThe moon is cheese, {EVIL}.",
        f"It is so [2].\n\n\x00```\nls\n\x07```\nThe moon is cheese, {EVIL}.",
    ],
)
def test_no_fence_hides_prose_that_people_get_to_see(draft: str) -> None:
    """What a view reads as prose was prose to the check, whatever stands before the signs of a fence."""
    for intent in (None, CHAT):
        found = looked_at(draft, intent) if intent else looked_at(draft)
        shown = shown_as(found.answer)
        assert "https://evil.test" not in prose_of(shown)
        assert intent or "cheese" not in prose_of(shown)


def shown_as(answer: Answer) -> str:
    return "\n\n".join(part for part in split(cited(answer.text, answer.sources), 11_800))


def prose_of(text: str) -> str:
    return " ".join(
        f"{child.content} {child.attrs.get('href', '')}"
        for token in MarkdownIt("commonmark").parse(text)
        for child in token.children or []
        if child.type != "code_inline"
    )
