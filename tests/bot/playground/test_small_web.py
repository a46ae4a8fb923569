"""The small web, through Tavily's own client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tavily import AsyncTavilyClient  # type: ignore[import-untyped]
from tavily.errors import (  # type: ignore[import-untyped]
    BadRequestError,
    ForbiddenError,
    InvalidAPIKeyError,
    TavilyKeylessLimitError,
    UsageLimitExceededError,
)
from tavily.errors import TimeoutError as TavilyTimeout

from agent.pages.published import said_in
from bot.playground.web import Fault, SmallWeb
from bot.playground.web.library import canonical, load, within
from bot.playground.web.ranking import rank, snippets

FERRY = "https://ostrandferries.example/timetable"


@pytest.fixture
async def web() -> AsyncIterator[SmallWeb]:
    async with SmallWeb(today=date(2026, 11, 29)) as running:
        yield running


@pytest.fixture
async def client(web: SmallWeb) -> AsyncIterator[AsyncTavilyClient]:
    async with AsyncTavilyClient("tvly-any", api_base_url=web.url) as given:
        yield given


# --- searching ------------------------------------------------------------------------------------------------------


async def test_a_search_finds_the_page_that_is_about_it(client: AsyncTavilyClient) -> None:
    found = await client.search("ferry Ostrand Velm winter timetable")
    first = found["results"][0]
    assert first["url"] == FERRY and first["title"].startswith("Ostrand to Velm ferry")
    assert 0 < first["score"] <= 1 and first["raw_content"] is None and len(first["content"]) <= 503
    assert [r["score"] for r in found["results"]] == sorted((r["score"] for r in found["results"]), reverse=True)
    assert found["query"] == "ferry Ostrand Velm winter timetable" and found["answer"] is None and found["request_id"]


async def test_a_search_for_nothing_there_is_empty(client: AsyncTavilyClient) -> None:
    assert (await client.search("quantum chromodynamics lattice"))["results"] == []


async def test_the_number_of_results_is_kept(client: AsyncTavilyClient) -> None:
    assert len((await client.search("price of a ticket", max_results=2))["results"]) == 2
    assert (await client.search("price of a ticket", max_results=0))["results"] == []


async def test_domains_are_taken_in_left_out_and_preferred(client: AsyncTavilyClient) -> None:
    async def hosts(**options: object) -> list[str]:
        found = await client.search("Velm island ferry", **options)
        return [httpx.URL(r["url"]).host for r in found["results"]]

    assert set(await hosts(include_domains=["visitvelm.example"])) == {"visitvelm.example"}
    assert "visitvelm.example" not in await hosts(exclude_domains=["visitvelm.example"])
    preferred = await hosts(include_domains=["velmbikes.example"], include_domains_mode="prefer")
    assert preferred[0] == "velmbikes.example" and len(preferred) > 1


async def test_time_limits_go_by_the_page_s_date(client: AsyncTavilyClient) -> None:
    async def urls(**options: object) -> set[str]:
        return {r["url"] for r in (await client.search("getting to Velm by ferry", **options))["results"]}

    old = "https://visitvelm.example/getting-here"
    assert old in await urls() and old not in await urls(start_date="2026-01-01")
    assert await urls(end_date="2024-12-31") == {old}
    assert FERRY in await urls(time_range="year") and FERRY not in await urls(time_range="month")


async def test_only_news_carry_a_date(client: AsyncTavilyClient) -> None:
    assert all("published_date" not in r for r in (await client.search("Larkspur 5 release"))["results"])
    first = (await client.search("Larkspur 5 release", topic="news"))["results"][0]
    assert parsedate_to_datetime(first["published_date"]).year == 2026


async def test_raw_content_answer_favicon_and_usage_come_when_asked_for(client: AsyncTavilyClient) -> None:
    found = await client.search(
        "ferry fares",
        include_raw_content="text",
        include_answer=True,
        include_favicon=True,
        include_usage=True,
        search_depth="advanced",
    )
    first = found["results"][0]
    assert "#" not in first["raw_content"] and "€14.50" in first["raw_content"]
    assert found["answer"] and first["favicon"] and found["usage"] == {"credits": 2}
    assert " [...] " in first["content"]


@pytest.mark.parametrize("query", ["", "ab", "x" * 401])
async def test_queries_too_short_or_too_long_are_refused(client: AsyncTavilyClient, query: str) -> None:
    with pytest.raises(BadRequestError, match="Query is"):
        await client.search(query)


async def test_a_query_of_four_hundred_characters_is_taken(client: AsyncTavilyClient) -> None:
    assert (await client.search(f"ferry {'x' * 394}"))["results"]


@pytest.mark.parametrize(
    "options", [{"max_results": 21}, {"search_depth": "deep"}, {"topic": "gossip"}, {"start_date": "soon"}]
)
async def test_options_it_does_not_know_are_refused_by_name(
    client: AsyncTavilyClient, options: dict[str, object]
) -> None:
    with pytest.raises(BadRequestError, match=next(iter(options))):
        await client.search("ferry fares", **options)


# --- reading --------------------------------------------------------------------------------------------------------


async def test_an_address_that_is_none_has_failed(client: AsyncTavilyClient) -> None:
    found = await client.extract(["http://[half", "not an address"])
    assert found["results"] == [] and len(found["failed_results"]) == 2


async def test_pages_are_read_and_the_missing_are_named(client: AsyncTavilyClient) -> None:
    gone = "https://ostrandferries.example/gone"
    found = await client.extract([FERRY + "?utm_source=mail#fares", gone])
    [page] = found["results"]
    assert page["url"] == FERRY + "?utm_source=mail#fares" and "| Adult | €14.50 |" in page["raw_content"]
    assert [failed["url"] for failed in found["failed_results"]] == [gone] and found["failed_results"][0]["error"]


async def test_a_page_as_text_has_no_markdown(client: AsyncTavilyClient) -> None:
    [page] = (await client.extract(FERRY, format="text"))["results"]
    assert "##" not in page["raw_content"] and "|---|" not in page["raw_content"]


async def test_with_a_query_only_the_chunks_nearest_to_it_come(client: AsyncTavilyClient) -> None:
    [page] = (await client.extract(FERRY, query="dogs travel", chunks_per_source=1))["results"]
    assert "Dogs travel free" in page["raw_content"] and "Beaufort" not in page["raw_content"]


async def test_what_extract_refuses(client: AsyncTavilyClient) -> None:
    with pytest.raises(BadRequestError, match="needs a query"):
        await client.extract(FERRY, chunks_per_source=2)
    with pytest.raises(BadRequestError, match="Max 20"):
        await client.extract([FERRY] * 21)
    with pytest.raises(BadRequestError, match="No URLs"):
        await client.extract([])


# --- keys and faults ------------------------------------------------------------------------------------------------


async def test_without_a_key_the_client_may_ask_a_little() -> None:
    async with SmallWeb(keyless=2) as web, keyless(web) as client:
        await client.search("ferry fares")
        await client.extract(FERRY)
        with pytest.raises(TavilyKeylessLimitError) as limited:
            await client.search("ferry fares")
        assert limited.value.retry_after_seconds == 30
        assert [call.key for call in web.calls] == [None] * 3


def keyless(web: SmallWeb) -> AsyncTavilyClient:
    return AsyncTavilyClient("", api_base_url=web.url)


async def test_a_wrong_key_and_no_word_about_a_key_are_refused() -> None:
    async with SmallWeb(keys={"tvly-right"}) as web, AsyncTavilyClient("tvly-wrong", api_base_url=web.url) as client:
        with pytest.raises(InvalidAPIKeyError, match="Unauthorized"):
            await client.search("ferry fares")
        async with httpx.AsyncClient(base_url=web.url) as bare:
            assert (await bare.post("/search", json={"query": "ferry fares"})).status_code == 401


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, BadRequestError),
        (401, InvalidAPIKeyError),
        (403, ForbiddenError),
        (429, UsageLimitExceededError),
        (432, ForbiddenError),
        (433, ForbiddenError),
        (500, httpx.HTTPStatusError),
    ],
)
async def test_faults_come_once_and_only_to_their_endpoint(
    web: SmallWeb, client: AsyncTavilyClient, status: int, error: type[Exception]
) -> None:
    web.faults["search"].append(Fault(status))
    assert (await client.extract(FERRY))["results"]
    with pytest.raises(error):
        await client.search("ferry fares")
    assert (await client.search("ferry fares"))["results"]


async def test_a_fault_can_have_any_body(web: SmallWeb, client: AsyncTavilyClient) -> None:
    web.faults["search"] += [
        Fault(200, body="<html>busy</html>"),
        Fault(200, body={"results": [{"url": None}]}),
        Fault(429, "one moment"),
    ]
    with pytest.raises(ValueError, match="Expecting value"):
        await client.search("ferry fares")
    assert (await client.search("ferry fares"))["results"] == [{"url": None}]
    with pytest.raises(UsageLimitExceededError, match="one moment"):
        await client.search("ferry fares")


async def test_a_fault_that_hangs_ends_with_the_client(web: SmallWeb, client: AsyncTavilyClient) -> None:
    web.faults["extract"].append(Fault(hangs=True))
    with pytest.raises(TavilyTimeout):
        await client.extract(FERRY, timeout=0.2)
    assert (await client.extract(FERRY))["results"]


async def test_the_calls_are_kept(web: SmallWeb, client: AsyncTavilyClient) -> None:
    await asyncio.gather(client.search("ferry fares", max_results=3), client.extract(FERRY))
    bodies = {call.endpoint: call.body for call in web.calls}
    assert bodies["search"] == {"query": "ferry fares", "max_results": 3}
    assert bodies["extract"]["urls"] == FERRY and {call.key for call in web.calls} == {"tvly-any"}


async def test_a_body_that_is_no_json_is_refused(web: SmallWeb) -> None:
    async with httpx.AsyncClient(base_url=web.url, headers={"Authorization": "Bearer k"}) as bare:
        answer = await bare.post("/search", content="{")
        assert answer.status_code == 400 and answer.json()["detail"]["error"]


# --- pages ----------------------------------------------------------------------------------------------------------


def test_the_sample_pages_are_complete() -> None:
    pages = load()
    assert len(pages) >= 14 and len({page.url for page in pages}) == len(pages)
    assert all(
        page.host.endswith(".example") and page.published and 300 <= len(page.body.split()) <= 900 for page in pages
    )


async def test_pages_of_one_s_own_can_be_served(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text(
        "---\nurl: https://one.example/\ntitle: One\n---\nAll about marmots.\n", encoding="utf-8"
    )
    async with SmallWeb(pages=tmp_path) as web, AsyncTavilyClient("k", api_base_url=web.url) as client:
        assert [r["url"] for r in (await client.search("marmots"))["results"]] == ["https://one.example/"]


def test_a_page_without_a_front_matter_is_named(tmp_path: Path) -> None:
    (tmp_path / "bare.md").write_text("just words", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bare\.md"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("host", "domain", "inside"),
    [("a.example", "a.example", True), ("b.a.example", "a.example", True), ("ba.example", "a.example", False),
     ("b.a.example", "*.a.example", True), ("a.example", "https://www.a.example/", True), ("a.example", "", False)],
)  # fmt: skip
def test_which_hosts_a_domain_takes_in(host: str, domain: str, inside: bool) -> None:
    assert within(host, [domain]) is inside


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_query_is_ranked_with_scores_from_zero_to_one(query: str) -> None:
    ranked = rank(query, load())
    assert all(0 < score <= 1 for _, score in ranked)
    assert all(snippets(query, page, 3) for page, _ in ranked[:2])


@pytest.mark.parametrize(
    "url",
    [
        "http://ostrandferries.example/timetable/",
        FERRY + "#fares",
        FERRY + "?utm_source=a&gclid=b",
        "https://www.ostrandferries.example/timetable",
    ],
)
def test_spellings_of_one_address_are_one_page(url: str) -> None:
    assert canonical(url) == canonical(FERRY)


def test_what_tells_pages_apart_stays() -> None:
    assert canonical("https://a.example/?id=5") != canonical("https://a.example/?id=6")


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_can_be_looked_up(url: str) -> None:
    assert isinstance(canonical(url), str)


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_an_opened_page_says_itself_when_it_was_published(form: str) -> None:
    web = SmallWeb()
    for page in web.pages:
        answer: Any = web.extract({"urls": [page.url], "format": form})
        (found,) = answer["results"]
        assert page.published and said_in(found["raw_content"]) == page.published.isoformat()
