"""What a search service takes for its answers stands on the bill of the call that asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Call, Usage, canonical
from agent.models.prices import Bill
from agent.pages.cache import Cache
from agent.pages.web import Web, WebFailed
from agent.tool import Given
from agent.toolbox import Toolbox
from tests.agent.search_service import Service, serving

CREDIT = 0.008
URL = "https://news.test/plan"
FOUND = [{"url": URL, "title": "The plan", "content": "It was adopted.", "raw_content": "It was adopted."}]


@asynccontextmanager
async def asking(
    body: object, status: int = 200, credit: float | None = CREDIT, cache: Cache | None = None, **more: Any
) -> AsyncIterator[tuple[Web, Service]]:
    async with serving(body, status, **more) as service:
        web = Web("tvly-key", service.url, credit=credit, seconds=0.3, cache=cache)
        yield web, service
        await web.close()


def answer(credits: object = None) -> dict[str, object]:
    said = {} if credits is None else {"usage": {"credits": credits}}
    return {"results": FOUND, "failed_results": [], **said}


async def spent(web: Web) -> tuple[Usage, Usage]:
    """What a search and a page cost."""
    search, page = Bill(), Bill()
    for work in (web.search("harbour plan", bill=search), web.extract(URL, page)):
        with suppress(WebFailed):
            await work
    return search.usage, page.usage


@pytest.mark.parametrize("credits", [0, 1, 2])
async def test_credits_are_what_the_answer_says(credits: int) -> None:
    async with asking(answer(credits)) as (web, service):
        usage = Usage(credits=credits, money=credits * CREDIT)
        assert await spent(web) == (usage, usage)
        assert service.asked[0]["include_usage"] is service.asked[1]["include_usage"] is True


@pytest.mark.parametrize("credits", [None, -1, "two", 10**9])
async def test_where_it_does_not_say_one_credit_is_the_most(credits: object) -> None:
    async with asking(answer(credits)) as (web, _):
        usage = Usage(credits=1, money=CREDIT, bound=True)
        assert await spent(web) == (usage, usage)


@pytest.mark.parametrize("status", [400, 401, 429, 432, 500])
async def test_what_is_refused_costs_nothing(status: int) -> None:
    async with asking({"detail": "no"}, status) as (web, _):
        assert await spent(web) == (Usage(), Usage())


async def test_what_is_not_answered_may_have_cost() -> None:
    async with asking(answer(1), stalls=True) as (web, _):
        usage = Usage(credits=1, money=CREDIT, bound=True)
        assert await spent(web) == (usage, usage)


async def test_where_its_use_is_free_nothing_is_counted() -> None:
    async with asking(answer(1), credit=None) as (web, _):
        assert await spent(web) == (Usage(), Usage())


async def test_what_was_kept_costs_nothing_and_who_waits_with_somebody_pays_nothing(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache", 60)
    async with asking(answer(1), cache=cache) as (web, service):
        bills = [Bill(), Bill()]
        await asyncio.gather(*(web.search("harbour plan", bill=bill) for bill in bills))
        assert sorted(bill.usage.credits for bill in bills) == [0, 1]
        again = Bill()
        await web.search("harbour plan", bill=again)
        assert again.usage == Usage() and len(service.asked) == 1
    await cache.close()


async def test_a_call_that_is_given_up_keeps_what_it_may_have_cost_on_its_bill() -> None:
    async with asking(answer(1), stalls=True) as (web, service):
        toolbox, bill = Toolbox(Given(web=web)), Bill()
        call = Call(id="1.1", tool="search", arguments=canonical({"query": "harbour plan"}))
        assert toolbox.most(call) == Usage(credits=1, money=CREDIT, bound=True)
        task = asyncio.create_task(toolbox.run(call, bill))
        await service.reached.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert bill.usage == Usage(credits=1, money=CREDIT, bound=True)


async def test_tools_that_use_no_service_cost_nothing() -> None:
    async with asking(answer(1)) as (web, _):
        toolbox = Toolbox(Given(web=web))
        assert toolbox.most(Call(id="1.1", tool="read_file", arguments="{}")) == Usage()
