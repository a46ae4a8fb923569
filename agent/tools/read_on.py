"""Reading on in a web page that was opened."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent.facts import Result
from agent.pages.opening import CUT, opened, part
from agent.tool import Given, ToolFailed

SHOWN = 6_000  # characters of one reading


async def read_on(
    given: Given,
    url: Annotated[str, Field(description="The address of a page that was opened with read_page, unchanged.")],
    start: Annotated[int, Field(description="The character to begin with, as a gap in the page names it.", ge=1)],
) -> Result:
    """Read what was left out of an opened page, or what comes behind it: up to 6,000 characters from one on.

    Costs no page. The words may be cited.
    """
    page = await opened(given, url)
    size = len(page.text)
    if start > size:
        raise ToolFailed(f"the page has {size:,} characters; start must be between 1 and {size}", final=True)
    end = min(size, start - 1 + SHOWN)
    passage = part(page, f"characters {start:,}-{end:,} of {size:,}", page.text[start - 1 : end])
    note = f"continue with start={end + 1}" if end < size else CUT if page.cut else ""
    return Result(passages=(passage,), note=note)
