"""What tests of the page share: a browser, a workspace that serves the page, and pages open in it."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest_asyncio
from playwright.async_api import Browser, Page

from bot.playground.page_server import Setting, add_page
from bot.playground.slack import SlackDouble

SETTING = Setting(
    model="rehearsal model (no key set)",
    sources=("the small web", "7 sample documents"),
    questions=("Which apps export Markdown?", "What does it cost?", "Who may travel?", "What is new?"),
    approval="asks before opening pages",
)


@pytest_asyncio.fixture(loop_scope="module")
async def workspace() -> AsyncIterator[SlackDouble]:
    """A workspace that serves the page."""
    slack = SlackDouble()
    add_page(slack, SETTING)
    async with slack:
        yield slack


Open = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(loop_scope="module")
async def look(browser: Browser, workspace: SlackDouble) -> AsyncIterator[Open]:
    """Open the page as a person: `await look("UANNA", thread=ts)`. An error of its scripts fails the test."""
    errors: list[str] = []
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(10_000)

    async def opened(person: str = "", **where: str) -> Page:
        page = await context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        query = "&".join(f"{name}={value}" for name, value in {"as": person, **where}.items() if value)
        await page.goto(f"{workspace.url}/?{query}")
        await page.locator("#people button").first.wait_for()
        return page

    yield opened
    await context.close()
    assert errors == []
