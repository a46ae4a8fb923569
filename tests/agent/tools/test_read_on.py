"""A page that was opened is read on where its gaps say, at the cost of no page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agent.facts import Call
from agent.models.prices import Bill
from agent.pages.web import Web
from agent.request.focus import focused
from agent.tool import Given
from agent.toolbox import Outcome, Toolbox
from tests.agent.search_service import serving

URL = "https://a.test/plan"
TEXT = "".join(f"Line {n} of the plan says {n * n}.\n" for n in range(1_000))


async def read_on(start: object, text: str = TEXT, opened: str = URL, **more: Any) -> tuple[Call, Outcome]:
    body = json.dumps({"results": [{"url": URL, "raw_content": text}]}).encode()
    async with serving(body, **more) as service:
        web = Web("tvly-key-0123456789", service.url)
        box = Toolbox(Given(web=web))
        call = box.call("1.1", "read_on", {"url": URL, "start": start}, known={URL}, opened={opened})
        outcome = await box.run(call)
        await web.close()
        return call, outcome


async def test_it_goes_on_from_the_character_that_a_gap_names() -> None:
    gap = focused(TEXT.strip(), ("plan",)).partition("read_on from ")[2]
    start = int(gap.partition(" ")[0])
    call, outcome = await read_on(start)
    (passage,) = outcome.result.passages
    assert passage.text == TEXT.strip()[start - 1 : start + 5_999]
    assert passage.where == f"characters {start:,}-{start + 5_999:,} of {len(TEXT.strip()):,}"
    assert outcome.result.note == f"continue with start={start + 6_000}"
    assert call.budget == "", "it costs no page"


async def test_at_the_end_there_is_nothing_to_go_on_with() -> None:
    _, outcome = await read_on(5, "0123456789")
    assert (outcome.result.passages[0].text, outcome.result.note) == ("456789", "")
    assert outcome.result.passages[0].where == "characters 5-10 of 10"


@pytest.mark.parametrize("start", [0, -3, "soon", 10**9])
async def test_where_there_is_no_such_character_it_fails_in_words(start: object) -> None:
    _, outcome = await read_on(start, "0123456789")
    assert outcome.outcome == "failed" and "start" in outcome.result.note


async def test_a_page_that_was_not_opened_is_opened_first() -> None:
    call, outcome = await read_on(1, opened="https://other.test/")
    assert "open it with read_page first" in call.error and outcome.outcome == "failed"


async def test_a_page_that_cannot_be_read_any_more_says_so() -> None:
    _, outcome = await read_on(1, status=500)
    assert outcome.outcome == "failed" and outcome.result.note.startswith(f"could not open {URL}")


async def test_reading_a_page_anew_is_on_the_bill() -> None:
    body = json.dumps({"results": [{"url": URL, "raw_content": TEXT}]}).encode()
    async with serving(body) as service:
        web = Web("tvly-key-0123456789", service.url, credit=0.008)
        box, bill = Toolbox(Given(web=web)), Bill()
        await box.run(box.call("1.1", "read_on", {"url": URL, "start": 9}, known={URL}, opened={URL}), bill)
        await web.close()
    assert bill.usage.credits == 1
