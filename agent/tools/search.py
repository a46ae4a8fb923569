"""Searching the web."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from agent.facts import Result
from agent.pages.queries import plain
from agent.pages.web import WebFailed
from agent.tool import Given, ToolFailed


def _searchable(query: str) -> str:
    plain(query)
    return query


async def search(
    given: Given,
    query: Annotated[
        str,
        AfterValidator(_searchable),
        Field(
            description="What to look for, in plain words, 3 to 400 characters. `site:host` keeps to one site, "
            "`-site:host` leaves it out; `after:2025-01-31` and `before:` go by the date of a page."
        ),
    ],
) -> Result:
    """Search the web. Brings up to five leads: addresses with titles and snippets.

    A snippet is not evidence: open a page with read_page before you rely on it.
    """
    if given.web is None:
        raise ToolFailed("there is no web search here", final=True)
    try:
        wanted = plain(query)
        filters = {"since": max(wanted.since, given.dates.after), "until": wanted.until}
        hits = await given.web.search(wanted.text, wanted.only, wanted.without, given.bill, **filters)
    except WebFailed as failed:
        raise ToolFailed(f"could not search: {failed}", failed.final) from failed
    except ValueError as error:
        raise ToolFailed(str(error), final=True) from error
    where = f" on {', '.join(wanted.only)}" if wanted.only else ""
    since = f" published since {given.dates.after}" if given.dates.after else ""
    return Result(hits=tuple(hits), note="" if hits else f'no matches for "{wanted.text}"{where}{since}')
