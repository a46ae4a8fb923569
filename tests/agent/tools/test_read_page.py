"""A page is opened as far as its limit, and a page that brought no words is a failure."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from agent.facts import Passage
from agent.ledger import canonical_address
from agent.pages.web import Web
from agent.tool import Dates, Given
from agent.toolbox import Outcome, Toolbox
from agent.tools import SHELF
from tests.agent.search_service import serving

URL = "https://a.test/plan?id=5&a=1*2"


async def opened(text: object, *, seconds: float = 12, dates: Dates | None = None, **more: Any) -> Outcome:
    body = json.dumps({"results": [{"url": URL, "raw_content": text}]}).encode()
    async with serving(body, **more) as service:
        web = Web("tvly-key-0123456789", service.url)
        box = Toolbox(Given(web=web), [dataclasses.replace(tool, timeout=seconds) for tool in SHELF])
        call = box.call("1.1", "read_page", {"url": URL}, known={URL})
        assert call.error == ""
        outcome = await box.run(call, dates=dates)
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


@pytest.mark.parametrize(
    ("text", "found", "published"),
    [
        ("# The plan\n\nPublished: March 2, 2026\n\nAdopted.", "", "2026-03-02"),
        ("# The plan\n\nPublished: March 2, 2026\n\nAdopted.", "2025-01-01", "2026-03-02"),
        ("# The plan\n\nAdopted.", "2026-03-05", "2026-03-05"),
        ("# The plan\n\nAdopted.", "Thu, 05 Mar 2026 07:00:00 GMT", "2026-03-05"),
        ("# The plan\n\nPublished: March 2, 2099\n\nAdopted.", "2026-03-05", "2026-03-05"),
        ("# The plan\n\nPublished: March 2, 2099\n\nAdopted.", "", ""),
        ("# The plan\n\nAdopted.", "", ""),
    ],
)
async def test_a_page_has_the_date_it_gives_itself_or_the_one_it_was_found_with(
    text: str, found: str, published: str
) -> None:
    dates = Dates("2026-03-01", {URL: found} if found else {})
    assert (await opened(text, dates=dates)).result.passages[0].published == published


@pytest.mark.parametrize(
    ("text", "found"), [("Published: February 28, 2026\n\nAdopted.", ""), ("Adopted.", "2026-02-28")]
)
async def test_what_is_known_to_be_too_old_is_no_evidence(text: str, found: str) -> None:
    outcome = await opened(text, dates=Dates("2026-03-01", {URL: found} if found else {}))
    assert (outcome.outcome, outcome.final) == ("failed", True)
    assert outcome.result.note == f"could not open {URL}: published 2026-02-28, before 2026-03-01"
    assert outcome.result.passages == ()


async def test_what_is_longer_than_what_is_read_says_so() -> None:
    outcome = await opened("word. " * 200_000)
    assert outcome.result.passages[0].where == "first 20,000 characters of 1,000,000"
    assert "longer than what is read" in outcome.result.note


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


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://[::ffff:127.0.0.1]/",
        "http://[fd00:ec2::254]/",
        "http://2130706433/",
        "http://0x7f.1:8080/",
        "http://wiki.corp/page",
        "http://router/",
        "https://ann:pass@a.test/",
    ],
)
async def test_an_address_inside_a_network_is_told_to_no_service(url: str) -> None:
    async with serving(json.dumps({"results": [{"url": url, "raw_content": "words"}]}).encode()) as service:
        web = Web("tvly-key-0123456789", service.url)
        box = Toolbox(Given(web=web))
        call = box.call("1.1", "read_page", {"url": url}, known={canonical_address(url): url})
        outcome = await box.run(call)
        await web.close()
        assert outcome.outcome == "failed" and outcome.final and service.asked == []
        assert "not one of the public web" in outcome.result.note


async def test_a_port_is_no_reason_where_the_service_opens_a_page() -> None:
    url = "http://a.test:3000/plan"
    async with serving(json.dumps({"results": [{"url": url, "raw_content": "The plan."}]}).encode()) as service:
        web = Web("tvly-key-0123456789", service.url)
        box = Toolbox(Given(web=web))
        assert (
            await box.run(box.call("1.1", "read_page", {"url": url}, known={canonical_address(url): url}))
        ).outcome == "ok"
        await web.close()
