"""What all tests share: how hard hypothesis tries, and a real browser where there is one."""

import shutil
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from hypothesis import settings
from playwright.async_api import Browser, async_playwright

# Machines are shared and noisy: how long an example takes says nothing. The gate tries the same examples each time,
# so that a change is never red for what it did not touch; `--hypothesis-profile=search` looks for new ones.
settings.register_profile("footnote", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("footnote")

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium; without one, what needs it is skipped."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for path in map(shutil.which, names) if path), None)
    if found is None:
        pytest.skip(f"there is no browser on the PATH (looked for {', '.join(names)})")
    return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """One browser for a module; its tests run on the module's event loop."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield launched
        await launched.close()
