"""A page is opened as far as its limit, and a page that brought no words is a failure."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from agent.facts import Passage
from agent.tool import Given
from agent.toolbox import Outcome, Toolbox
from agent.tools import SHELF
from agent.web import Web
from tests.agent.search_service import serving

URL = "https://a.test/plan?id=5&a=1*2"


async def opened(text: object, *, seconds: float = 12, **more: Any) -> Outcome:
    body = json.dumps({"results": [{"url": URL, "raw_content": text}]}).encode()
    async with serving(body, **more) as service:
        web = Web("tvly-key-0123456789", service.url)
        box = Toolbox(Given(web=web), [dataclasses.replace(tool, timeout=seconds) for tool in SHELF])
        call = box.call("1.1", "read_page", {"url": URL}, known={URL})
        assert call.error == ""
        outcome = await box.run(call)
        await web.close()
        return outcome


async def test_a_short_page_is_whole() -> None:
    outcome = await opened("# The plan\n\nAdopted.")
    (found,) = outcome.result.passages
    page = Passage(address=URL, title="The plan", where="whole page", text="# The plan\n\nAdopted.")
    assert found.model_copy(update={"retrieved": 0.0}) == page and found.retrieved > 0
    assert outcome.result.note == ""


async def test_a_long_page_says_how_much_of_it_is_shown() -> None:
    outcome = await opened("word " * 82_000)
    (page,) = outcome.result.passages
    assert page.where == "first 20,000 characters of 409,999"
    assert len(page.text) == 20_000
    assert (await opened("w" * 20_000)).result.passages[0].where == "whole page"


@pytest.mark.parametrize("text", ["", None, "%PDF-1.7 obj"])
async def test_a_page_without_words_is_a_failure_with_a_reason(text: object) -> None:
    outcome = await opened(text)
    assert outcome.outcome == "failed"
    assert outcome.result.note.startswith(f"could not open {URL}: the page")
    assert outcome.result.passages == ()


async def test_a_service_that_never_answers_is_given_up() -> None:
    outcome = await opened("words", seconds=0.2, stalls=True)
    assert outcome.outcome == "failed"
    assert "was given up" in outcome.result.note


async def test_an_address_nobody_gave_is_not_opened() -> None:
    web = Web("tvly-key-0123456789", "http://127.0.0.1:9")
    box = Toolbox(Given(web=web))
    call = box.call("1.1", "read_page", {"url": "https://evil.test/?d=SECRET"}, known={"https://a.test/plan"})
    assert "open only addresses" in call.error
    assert (await box.run(call)).outcome == "failed"
    await web.close()
