"""The small web over HTTP: POST /search and POST /extract on 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from email.utils import format_datetime
from pathlib import Path

from aiohttp import web

from bot.playground.local import Local
from bot.playground.web import requests
from bot.playground.web.faults import Denied, Fault, keyless_limit
from bot.playground.web.library import PAGES, Page, canonical, load, within
from bot.playground.web.ranking import cut, rank, snippets

Json = dict[str, object]
Answer = Callable[[object], Json]


@dataclass(frozen=True)
class Call:
    """One request that came in. `key` is the bearer, None for a client without one."""

    endpoint: str
    body: Json
    key: str | None


class SmallWeb(Local):
    """A double of Tavily's API over sample pages. `url` goes into AsyncTavilyClient(api_base_url=...).

    `calls` are the requests received. `faults` holds, for "search" and "extract", what the next requests get instead
    of an answer. `keys` are the keys taken (None: any); `keyless` is how many calls without a key are let through
    (None: all). `today` is what "last month" counts from.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        pages: Path | None = None,
        keys: Collection[str] | None = None,
        keyless: int | None = None,
        today: date | None = None,
    ) -> None:
        super().__init__(port)
        self.pages: tuple[Page, ...] = load(pages or PAGES)
        self.calls: list[Call] = []
        self.faults: dict[str, list[Fault]] = {"search": [], "extract": []}
        self._keys = keys
        self._keyless = keyless
        self._today = today

    @property
    def url(self) -> str:
        return self.root

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_post("/search", self._searched)
        app.router.add_post("/extract", self._extracted)
        return app

    def search(self, body: object) -> Json:
        """The answer to a search. Raises Denied on a request the API refuses."""
        asked = requests.search(body)
        today = self._today or date.today()
        pages = [page for page in self.pages if _inside(page, asked) and asked.allows(page.published, today)]
        ranked = rank(asked.query, pages)
        if asked.include_domains_mode == "prefer" and asked.include_domains:
            ranked.sort(key=lambda one: not within(one[0].host, asked.include_domains))
        results = [_result(page, score, asked) for page, score in ranked[: asked.max_results]]
        return {
            "query": asked.query,
            "follow_up_questions": None,
            "answer": _summary(ranked, asked),
            "images": [],
            "results": results,
            **_tail(2 if asked.search_depth == "advanced" else 1, asked.include_usage),
        }

    def extract(self, body: object) -> Json:
        """The answer to an extract: pages that are there, and the others as failed results."""
        asked = requests.extract(body)
        known = {canonical(page.url): page for page in self.pages}
        found = [(url, known[canonical(url)]) for url in asked.addresses if canonical(url) in known]
        missing = [url for url in asked.addresses if canonical(url) not in known]
        return {
            "results": [_content(url, page, asked) for url, page in found],
            "failed_results": [{"url": url, "error": "Failed to fetch url"} for url in missing],
            **_tail(max(1, len(found) // 5), asked.include_usage),
        }

    async def _searched(self, http: web.Request) -> web.StreamResponse:
        return await self._respond(http, "search", self.search)

    async def _extracted(self, http: web.Request) -> web.StreamResponse:
        return await self._respond(http, "extract", self.extract)

    async def _respond(self, http: web.Request, endpoint: str, answer: Answer) -> web.StreamResponse:
        body = _body(await http.read())
        key = _key(http)
        self.calls.append(Call(endpoint, body if isinstance(body, dict) else {}, key))
        if self.faults[endpoint]:
            return await _fail(self.faults[endpoint].pop(0))
        try:
            self._admit(http, key)
            return web.json_response(answer(body))
        except Denied as denied:
            return denied.fault.response()

    def _admit(self, http: web.Request, key: str | None) -> None:
        """A known key, or none where the client says that it has none and has not asked too often."""
        if key is None and http.headers.get("X-Tavily-Access-Mode") == "keyless":
            asked = sum(1 for call in self.calls if call.key is None)
            if self._keyless is not None and asked > self._keyless:
                raise Denied(keyless_limit())
        elif key is None or (self._keys is not None and key not in self._keys):
            raise Denied(Fault(401))


async def _fail(fault: Fault) -> web.StreamResponse:
    if fault.hangs:
        await asyncio.Event().wait()
    return fault.response()


def _body(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except ValueError:
        return None


def _key(http: web.Request) -> str | None:
    scheme, _, key = http.headers.get("Authorization", "").partition(" ")
    return key.strip() or None if scheme.lower() == "bearer" else None


def _inside(page: Page, asked: requests.Search) -> bool:
    if within(page.host, asked.exclude_domains):
        return False
    restricted = asked.include_domains and asked.include_domains_mode == "restrict"
    return not restricted or within(page.host, asked.include_domains)


def _result(page: Page, score: float, asked: requests.Search) -> Json:
    """One result. As with the real API only news carry a date."""
    count = asked.chunks_per_source if asked.search_depth == "advanced" else 1
    result: Json = {
        "url": page.url,
        "title": page.title,
        "content": " [...] ".join(snippets(asked.query, page, count)),
        "score": score,
        "raw_content": _raw(page, asked.include_raw_content),
    }
    if asked.topic == "news" and page.published is not None:
        result["published_date"] = format_datetime(datetime.combine(page.published, time(7), UTC), usegmt=True)
    return result | ({"favicon": f"https://{page.host}/favicon.ico"} if asked.include_favicon else {})


def _raw(page: Page, wanted: bool | str) -> str | None:
    return None if not wanted else page.text if wanted == "text" else page.body


def _summary(ranked: list[tuple[Page, float]], asked: requests.Search) -> str | None:
    return cut(snippets(asked.query, ranked[0][0])[0], 200) if asked.include_answer and ranked else None


def _content(url: str, page: Page, asked: requests.Extract) -> Json:
    """A page's words with its line of when it was published, as pages have one; with a query only the chunks nearest
    to it."""
    words = _dated(page, page.text) if asked.format == "text" else f"# {page.title}\n\n{_dated(page, page.body)}"
    if asked.query:
        words = " [...] ".join(snippets(asked.query, page, asked.chunks_per_source or 3))
    result: Json = {"url": url, "title": page.title, "raw_content": words, "images": []}
    return result | ({"favicon": f"https://{page.host}/favicon.ico"} if asked.include_favicon else {})


def _dated(page: Page, words: str) -> str:
    day = page.published
    return f"Published {day.day} {day:%B %Y}\n\n{words}" if day else words


def _tail(credits: int, include_usage: bool) -> Json:
    tail: Json = {"response_time": 0.01, "request_id": str(uuid.uuid4())}
    return tail | ({"usage": {"credits": credits}} if include_usage else {})
