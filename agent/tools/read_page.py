"""Opening a web page."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent.facts import Passage, Result
from agent.tool import Given, ToolFailed
from agent.web import WebFailed

LIMIT = 20_000  # characters


async def read_page(
    given: Given,
    url: Annotated[str, Field(description="An address out of a search, a message or an opened page, unchanged.")],
) -> Result:
    """Open a web page and read its words (Markdown, at most the first 20,000 characters). They may be cited."""
    if given.web is None:
        raise ToolFailed("pages cannot be opened here", final=True)
    try:
        page = await given.web.extract(url, given.bill)
    except WebFailed as failed:
        raise ToolFailed(f"could not open {url}: {failed}", failed.final) from failed
    whole = len(page.text) <= LIMIT
    where = "whole page" if whole else f"first {LIMIT:,} characters of {len(page.text):,}"
    passage = Passage(
        address=page.address, title=page.title, where=where, text=page.text[:LIMIT], retrieved=page.retrieved
    )
    return Result(passages=(passage,))
