"""The README's pictures: `python -m tests.pictures` takes them from the real page, with the rehearsal model."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

from playwright.async_api import Locator, Page, async_playwright

from bot.app import slack_bot
from bot.playground.questions import QUESTIONS
from bot.playground.stage import stage
from bot.settings import Settings
from tests.conftest import FLAGS

HERE = Path(__file__).parent


async def main() -> None:
    chromium = shutil.which("chromium") or sys.exit("there is no chromium on the PATH")
    async with stage(Settings(), 0) as (slack, joined), slack_bot(joined) as bot, async_playwright() as playwright:
        await bot.start()
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = await browser.new_page(viewport={"width": 1180, "height": 860}, device_scale_factor=1.5)
        await page.goto(slack.url)
        await ask(page, QUESTIONS[3])
        await button(page, "Approve all").wait_for()
        await page.get_by_text("Waiting for Anna Kowalska to approve").wait_for()
        await shot(page, "approval.png")
        await button(page, "Approve the rest").click()
        await button(page, "Approve all").wait_for(state="hidden")
        await button(page, "Approve the rest").last.click()
        await button(page, "Retry").wait_for()
        await page.get_by_text("What was asked for").scroll_into_view_if_needed()
        await shot(page, "answer.png")
        await browser.close()


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
