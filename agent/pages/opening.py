"""Opening a page for a tool: its words and its date, or why they are no evidence."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from agent.facts import Passage
from agent.ledger import canonical_address, untracked
from agent.pages.addresses import NotVisited, public
from agent.pages.published import before, day
from agent.pages.web import Page, WebFailed
from agent.tool import Given, ToolFailed

CUT = "the page is longer than what is read of it; what comes behind this cannot be shown"


async def opened(given: Given, url: str) -> Page:
    """The page, with the date that it gives itself or else the one it was found with; raises ToolFailed, also for one
    that is too old for what is asked."""
    if given.web is None:
        raise ToolFailed("pages cannot be opened here", final=True)
    try:
        public(untracked(url))  # whoever opens it: a service is told nothing of somebody's network either
        page = await given.web.extract(url, given.bill)
    except NotVisited as inside:
        raise ToolFailed(f"could not open {url}: the address is not one of the public web: {inside}", True) from None
    except WebFailed as failed:
        raise ToolFailed(f"could not open {url}: {failed}", failed.final) from failed
    published = _past(page.published, page) or day(given.dates.known.get(canonical_address(url), ""))
    if before(published, given.dates.after):
        raise ToolFailed(f"could not open {url}: published {published}, before {given.dates.after}", final=True)
    return page.dated(published)


def _past(published: str, page: Page) -> str:
    """A date that had come when the page was retrieved, anywhere on Earth; others are of what it is about."""
    tomorrow = datetime.fromtimestamp(page.retrieved or time.time(), UTC) + timedelta(days=1)
    return published if published[:10] <= tomorrow.date().isoformat() else ""


def part(page: Page, where: str, text: str) -> Passage:
    """Some of the words of a page."""
    return Passage(
        address=page.address,
        title=page.title,
        where=where,
        text=text,
        published=page.published,
        retrieved=page.retrieved,
        canonical=page.canonical,
    )
