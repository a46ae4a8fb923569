"""The README's pictures: `python -m tests.pictures` takes them from the real page, with the rehearsal model."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, async_playwright

from bot.app import slack_bot
from bot.playground.questions import QUESTIONS
from bot.playground.rehearsal.scripted import Scripted
from bot.playground.stage import stage
from bot.playground.web import SmallWeb
from bot.settings import Settings
from tests.conftest import FLAGS
from tests.pictures import long

HERE = Path(__file__).parent


async def main() -> None:
    chromium = shutil.which("chromium") or sys.exit("there is no chromium on the PATH")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        await rehearsed(browser)
        await long_answer(browser)
        await browser.close()


async def rehearsed(browser: Browser) -> None:
    """Calls that wait, and the answer they led to."""
    async with opened(browser, Settings(), height=860) as page:
        await ask(page, QUESTIONS[3])
        await button(page, "Approve all").wait_for()
        await page.get_by_text("Waiting for Anna Kowalska to approve").wait_for()
        await shot(page, "approval.png")
        await button(page, "Approve, also later").click()
        await button(page, "Approve all").wait_for(state="hidden")
        await button(page, "Approve, also later").last.click()
        await button(page, "Retry").wait_for()
        await page.get_by_text("What qualifies").scroll_into_view_if_needed()
        await shot(page, "answer.png")
        await button(page, "Evidence").click()
        await page.get_by_role("dialog", name="Evidence").wait_for()
        await shot(page, "evidence.png")


async def long_answer(browser: Browser) -> None:
    """A table, lists, code and sources in one answer."""
    async with Scripted(long.REPLIES, intents=long.INTENTS) as model, SmallWeb() as web:
        given = {"openai_base_url": model.url, "openai_api_key": "none", "model": "scripted", "approval": "off"}
        more = {"docs": Path("tests/sample/docs"), "tavily_url": web.url}
        async with opened(browser, Settings().model_copy(update=given | more), height=1500) as page:
            await page.get_by_role("textbox").first.fill(f"@footnote {long.QUESTION}")
            await page.keyboard.press("Enter")
            await button(page, "Retry").wait_for()
            await shot(page, "long.png")


@asynccontextmanager
async def opened(browser: Browser, settings: Settings, *, height: int) -> AsyncIterator[Page]:
    async with stage(settings, 0) as (slack, joined), slack_bot(joined) as bot:
        await bot.start()
        page = await browser.new_page(viewport={"width": 1180, "height": height}, device_scale_factor=1.5)
        await page.goto(slack.url)
        yield page
        await page.close()


async def ask(page: Page, question: str) -> None:
    await page.get_by_text(question).click()
    await page.keyboard.press("Enter")


def button(page: Page, label: str) -> Locator:
    return page.get_by_role("button", name=label)


async def shot(page: Page, name: str) -> None:
    await page.mouse.move(5, 5)
    await page.wait_for_timeout(600)  # until everything has come to rest
    await page.screenshot(path=HERE / name)


if __name__ == "__main__":
    asyncio.run(main())
