"""The page of `footnote try` in a real browser, with the rehearsal model: ask, clarify, reject, approve, read."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.app import slack_bot
from bot.playground.questions import QUESTIONS
from bot.playground.stage import stage
from bot.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with stage(Settings(), 0) as (slack, joined), slack_bot(joined) as bot:
        await bot.start()
        opened = await browser.new_page(viewport={"width": 1280, "height": 800})
        opened.set_default_timeout(20_000)
        await opened.goto(slack.url)
        yield opened
        await opened.close()


def button(page: Page, label: str) -> Locator:
    return page.get_by_role("button", name=label)


async def test_from_a_vague_question_to_a_cited_answer(page: Page) -> None:
    await expect(page.get_by_text("rehearsal model")).to_be_visible()
    await page.get_by_text(QUESTIONS[2]).click()
    await page.keyboard.press("Enter")
    await button(page, "up to €300").click()
    await expect(page.get_by_text("chose: What is the most it may cost?")).to_be_visible()
    await button(page, "Reject").first.click()
    modal = page.get_by_role("dialog")
    await modal.get_by_role("textbox").fill("do not look in the documents")
    await modal.get_by_role("button", name="Reject").click()
    await expect(page.get_by_text("do not look in the documents").first).to_be_visible()
    await button(page, "Approve, also later calls").click()
    await expect(page.get_by_text("also for later calls").first).to_be_visible()
    await button(page, "Approve, also later calls").click()
    await expect(button(page, "Retry")).to_be_visible(timeout=30_000)
    await expect(page.get_by_text("What qualifies")).to_be_visible()
    source = page.get_by_role("link", name="E-ink writing tablets compared (2026)").first
    await expect(source).to_have_attribute("href", "https://papertablets.example/comparison-2026")


async def test_evidence_opens_turns_its_pages_and_is_sent_as_files(page: Page) -> None:
    await page.get_by_text(QUESTIONS[3]).click()
    await page.keyboard.press("Enter")
    await button(page, "Approve, also later calls").click()
    await expect(page.get_by_text("also for later calls").first).to_be_visible()
    await button(page, "Approve, also later calls").last.click()
    await button(page, "Evidence").click(timeout=30_000)
    modal = page.get_by_role("dialog", name="Evidence")
    await expect(modal.get_by_text("Page 1 of 2.")).to_be_visible()
    await expect(modal.locator("blockquote").first).to_be_visible()
    opened = modal.get_by_role("link", name="E-ink writing tablets compared (2026)").first
    await expect(opened).to_have_attribute("href", re.compile("comparison-2026#:~:text="))
    await modal.get_by_role("button", name="Next").click()
    await expect(modal.get_by_text("Page 2 of 2.")).to_be_visible()
    await expect(modal.get_by_text("Sources", exact=True)).to_be_visible()
    for width in (1180, 390):
        await page.set_viewport_size({"width": width, "height": 780})
        body = modal.locator(".body")
        assert await body.evaluate("e => e.scrollWidth <= e.clientWidth"), "nothing runs out of it sideways"
    await page.set_viewport_size({"width": 1280, "height": 800})
    await modal.get_by_role("button", name="Export").click()
    await expect(modal.get_by_text("on their way to you")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="footnote").first.click()
    await expect(page.get_by_text("as Markdown and as JSON")).to_be_visible()
    await expect(page.get_by_text(re.compile(r"answer-\w+\.json"))).to_be_visible()


async def test_somebody_else_is_told_in_private_that_it_is_not_theirs_to_decide(page: Page) -> None:
    await page.get_by_text(QUESTIONS[1]).click()
    await page.keyboard.press("Enter")
    await button(page, "Approve all").wait_for()
    await page.get_by_text("Ben Okafor").first.click()
    await page.get_by_role("button", name="2 replies").click()
    await button(page, "Approve all").click()
    await expect(page.get_by_text("Only Anna Kowalska can decide here.")).to_be_visible()
    await expect(button(page, "Approve all")).to_be_enabled()
