"""A page that the search service cannot open is opened by Footnote itself, and what is no page is never evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent.facts import Answered
from bot.playground.rehearsal.scripted import Line
from tests.agent.pages_double import PRIVATE, Leaf, Site, article, moved, site
from tests.agent.pdfs import pdf
from tests.stories.office import ANNA, Office, intent, office

GOAL = "What does the plan cost?"
ANSWER = "The plan costs 1,600 euros [1]."
FACT = "The plan costs 1,600 euros."


async def told(
    folder: Path, there: Site, *paths: str, after: str = "", host: str = "news.test"
) -> tuple[str, Office]:
    """The thread of a question about these pages of a site, each opened in a round of its own, and its office."""
    urls = [there.url(path, host) for path in paths]
    replies: list[Line] = [*([("read_page", {"url": url})] for url in urls), ANSWER, ANSWER]
    understood = intent(GOAL, after=after)
    async with office(folder, intents=[understood], replies=replies, approval="off", fetcher=there.fetcher) as at:
        root = await at.slack.say(ANNA, f"@footnote what does it cost? {' '.join(f'<{url}>' for url in urls)}")
        await at.slack.wait_for(lambda: "[Retry]" in at.read(root))
        await at.bot.doors.idle()
        (facts,) = await at.facts(root)
        assert isinstance(facts[-1], Answered)
        return at.read(root), at


def results(at: Office) -> list[str]:
    said: Any = at.model.loop_requests[-1]["messages"]
    return [str(message["content"]) for message in said if message["role"] == "tool"]


async def test_a_page_that_the_service_cannot_open_is_opened_all_the_same_and_cited(tmp_path: Path) -> None:
    async with site({"/plan": Leaf(article(FACT))}) as there:
        thread, at = await told(tmp_path, there, "/plan")
    assert "The plan costs 1,600 euros" in thread and "could not be confirmed" not in thread.lower()
    (result,) = results(at)
    assert 'number="1"' in result and 'published="unknown"' in result and FACT in result


async def test_a_pdf_is_cited_as_well(tmp_path: Path) -> None:
    async with site({"/PLAN.PDF": Leaf(pdf(["The plan", "Who pays", FACT]), "text/html")}) as there:
        thread, _ = await told(tmp_path, there, "/PLAN.PDF?sig=1")
    assert "The plan costs 1,600 euros" in thread and "could not be confirmed" not in thread.lower()


@pytest.mark.parametrize(
    ("leaf", "reason"),
    [
        (Leaf(f"<title>Just a moment...</title><p>Verify you are human. {FACT}".encode()), "checks for robots"),
        (Leaf(f"<title>Page not found</title><p>{FACT}".encode()), "no such page"),
        (Leaf(f"<title>Sign in</title><p>{FACT} Forgot password?".encode()), "asks for a login"),
        (Leaf(f"<p>{FACT} We use cookies. Accept all.".encode()), "asks for consent"),
        (Leaf(article(FACT), status=503), "status 503"),
        (Leaf(pdf(["", ""]), "application/pdf"), "pictures without text"),
        (moved(f"http://{PRIVATE}/"), "not one of the public web"),
    ],
)
async def test_what_is_no_page_is_no_evidence_and_the_model_is_told_why(
    tmp_path: Path, leaf: Leaf, reason: str
) -> None:
    async with site({"/plan": leaf}) as there:
        thread, at = await told(tmp_path, there, "/plan")
    (result,) = results(at)
    assert reason in result and "1,600" not in result
    answer = thread.partition("1,600")[0]
    assert "could not be confirmed" in answer.lower() or "1,600" not in thread


async def test_news_since_march_do_not_rest_on_february(tmp_path: Path) -> None:
    def dated(day: str) -> Leaf:
        return Leaf(article(FACT, f'<meta property="article:published_time" content="{day}">'))

    async with site({"/old": dated("2026-02-28"), "/new": dated("2026-03-02")}) as there:
        thread, at = await told(tmp_path, there, "/old", "/new", after="2026-03-01")
    old, new = results(at)
    assert "published 2026-02-28, before 2026-03-01" in old and "1,600" not in old
    assert 'published="2026-03-02"' in new and 'number="1"' in new
    assert there.url("/old") not in thread.partition("Sources")[2]


async def test_one_page_under_two_addresses_is_one_source(tmp_path: Path) -> None:
    page = Leaf(article(FACT, '<link rel="canonical" href="/plan">'))
    async with site({"/p": page, "/plan": page, "/old": moved("/plan")}) as there:
        _, at = await told(tmp_path, there, "/p?id=7&utm_source=mail", "/old", "/plan")
        assert there.paths == ["/p?id=7", "/old", "/plan", "/plan"]
    assert [result.count('number="1"') for result in results(at)] == [1, 1, 1]
