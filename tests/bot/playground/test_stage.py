"""What `footnote try` says of itself above its page: what really holds, also where a TOML file says so."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import pytest

from bot.playground.stage import stage
from bot.settings import Settings


async def banner(settings: Settings) -> str:
    """The words above the page, as a browser gets them."""
    async with stage(settings, 0) as (slack, _), aiohttp.ClientSession() as http:
        page = await http.get(f"{slack.url}/play/state")
        return str((await page.json())["setting"])


def set_up(**given: object) -> Settings:
    empty = dict.fromkeys(("openai_api_key", "openai_base_url", "model", "model_cmd", "tavily_api_key"), "")
    return Settings(_env_file=None).model_copy(update={**empty, "docs": None, "config": None, **given})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["sample documents", "every call waits for a button"]),
        ('approval = "off"\n', ["sample documents", "calls go ahead without asking"]),
        ('docs = ""\n', ["no documents", "every call waits"]),
        ('docs = "."\n[channel.C1]\napproval = "off"\n', ["documents in", "some channels have rules of their own"]),
    ],
)
async def test_what_holds_is_said_and_not_where_it_is_written(tmp_path: Path, text: str, said: list[str]) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text)
    page = await banner(set_up(config=file if text else None))
    assert all(words in page for words in said) and "rules.toml" not in page
