"""Opening a web page."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent.facts import Result
from agent.pages.opening import CUT, opened, part
from agent.tool import Given

LIMIT = 20_000  # characters


async def read_page(
    given: Given,
    url: Annotated[str, Field(description="An address out of a search, a message or an opened page, unchanged.")],
) -> Result:
    """Open a web page and read its words (Markdown, at most the first 20,000 characters). They may be cited."""
    page = await opened(given, url)
    whole = len(page.text) <= LIMIT
    where = "whole page" if whole else f"first {LIMIT:,} characters of {len(page.text):,}"
    passage = part(page, where, page.text[:LIMIT])
    return Result(passages=(passage,), note=CUT if page.cut else "")
