"""Requests without the mark of the program's own words, for tests that are about something else."""

from __future__ import annotations

import re
from typing import Any

_MARK = re.compile(
    r"\Amark: #[0-9a-f]{8}\n|^#[0-9a-f]{8} | mark=\"#[0-9a-f]{8}\"(?=>$)|^(```\w+) #[0-9a-f]{8}$", re.MULTILINE
)


def bare(content: str) -> str:
    """The words of a message without the mark."""
    return _MARK.sub(lambda found: found[1] or "", content)


def unmarked(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages without the mark."""
    return [{**one, "content": bare(one["content"])} for one in messages]
