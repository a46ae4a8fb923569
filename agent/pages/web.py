"""The seam to the web: searching and opening pages through Tavily, with one error for everything that goes wrong.

Pages are opened by our own fetcher where Tavily could not, or where that is wished for.

The client is tavily-python's own. It reads only one of the shapes in which errors come and lets others through as
errors of httpx, of JSON or of its own code, so answers are looked at before it sees them (`_look`): status and
size there, the content in `_entries`. API reference: https://docs.tavily.com/documentation/api-reference
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import JsonValue, TypeAdapter, ValidationError
from tavily import AsyncTavilyClient  # type: ignore[import-untyped]
from tavily.errors import TimeoutError as TavilyTimeout  # type: ignore[import-untyped]

from agent.answers.sites import site
from agent.clean import clean, redacted, rubbish
from agent.facts import Hit, Usage
from agent.ledger import canonical_address, untracked
from agent.models.prices import Bill
from agent.pages.cache import Cache
from agent.pages.fetch import Fetcher, FetchFailed
from agent.pages.published import day, said_in
from agent.pages.readable import BINARY, LONGEST, encoded, says_something
from agent.pages.walls import SAID, wall
from agent.request.foreign import seen

Code = Literal[
    "key",
    "quota",
    "busy",
    "request",
    "timeout",
    "connection",
    "server",
    "nonsense",
    "empty",
    "unreadable",
    "wall",
    "elsewhere",
    "fetch",
]
Fetch = Literal["tavily", "direct", "service"]

T = TypeVar("T")

HITS = 5
_SEARCH_SECONDS = 7.5  # a little less than the tools' own times, so that the service's reason arrives
_EXTRACT_SECONDS = 11.0
_LARGEST = 20_000_000  # bytes of one answer
_REPORT = 3_000  # characters of a reason that are looked at
_DEAREST = 1_000  # credits of one answer that are believed

_BY_STATUS: Mapping[int, tuple[Code, str]] = {
    400: ("request", "the search service refused the request"),
    401: ("key", "the search service refused its key; somebody has to mend the settings"),
    402: ("quota", "the search plan is used up; somebody has to raise it"),
    403: ("key", "the search service does not allow this with its key; somebody has to mend the settings"),
    422: ("request", "the search service refused the request"),
    429: ("busy", "the search service is asked too often at the moment"),
    432: ("quota", "the search plan is used up; somebody has to raise it"),
    433: ("quota", "the pay-as-you-go limit of the search plan is reached; somebody has to raise it"),
}

_UNANSWERED = ("timeout", "connection", "nonsense")  # after these the request may have been carried out


class WebFailed(Exception):
    """Searching or opening did not work. The text is readable as it stands and holds no key: services echo them.

    `final`: the same request will fail again until a person does something.
    """

    def __init__(self, code: Code, text: str, final: bool = False) -> None:
        super().__init__(redacted(text))
        self.code = code
        self.final = final or code in ("key", "quota", "request")


@dataclass(frozen=True)
class Page:
    """One opened page as Markdown: whole, or as much as is read of one that is `cut`. `retrieved` in Unix seconds:
    out of the cache it is the same page. `published` as the page says, "" where it does not; `canonical` is its own
    address where it was found under another one."""

    address: str
    title: str
    text: str
    published: str = ""
    canonical: str = ""
    cut: bool = False
    retrieved: float = field(default=0.0, compare=False)

    def dated(self, published: str) -> Page:
        return replace(self, published=published)


_HITS = TypeAdapter(list[Hit])
_PAGE = TypeAdapter(Page)
_SHAPE = 2  # of what is kept; another number and nothing kept before is found


class Web:
    """Tavily's search and extraction. Without a key Tavily answers too, at a low rate.

    With a `fetcher` pages that Tavily could not open are opened by it, and where `fetch` is "direct" all of them.

    `seconds` is how long one answer is waited for, where it is not the usual 7.5 (search) and 11 (extraction).
    Leads and pages go through the `cache`, which whoever made it closes; errors and empty answers are never kept.
    `credit` is the price of one of Tavily's credits in US dollars; None where its use is free and not counted. What
    comes out of the cache costs nothing. Whoever gives a `bill` finds there what a call has cost.
    """

    def __init__(
        self,
        api_key: str | None,
        base_url: str | None,
        *,
        seconds: float | None = None,
        cache: Cache | None = None,
        credit: float | None = None,
        fetcher: Fetcher | None = None,
        fetch: Fetch = "tavily",
    ) -> None:
        self._credit = credit
        self._fetcher = fetcher if fetch != "service" else None
        self._directly = fetch == "direct" and fetcher is not None
        self._search_seconds = seconds or _SEARCH_SECONDS
        self._extract_seconds = seconds or _EXTRACT_SECONDS
        self._cache = cache or Cache(None, 0)
        self._service = base_url or "https://api.tavily.com"
        key = (api_key or "").strip()
        # The client recognises keyless use only when it builds its own HTTP client; the header is what it sends then.
        keyless = {} if key else {"X-Tavily-Access-Mode": "keyless"}
        self._http = httpx.AsyncClient(
            base_url=self._service,
            headers={"Accept-Encoding": "identity", **keyless},
            event_hooks={"response": [_look]},
        )
        # An empty key, unlike None, keeps the client from reading the environment.
        self._tavily = AsyncTavilyClient(api_key=key, client=self._http)

    def fee(self, credits: int, *, bound: bool = False) -> Usage:
        """What so many credits cost."""
        if self._credit is None or not credits:
            return Usage()
        return Usage(credits=credits, money=credits * self._credit, bound=bound)

    async def search(
        self,
        query: str,
        only: Sequence[str] = (),
        without: Sequence[str] = (),
        bill: Bill | None = None,
        *,
        since: str = "",
        until: str = "",
    ) -> list[Hit]:
        """At most five leads, best first, [] if nothing matches; raises WebFailed. `only`, `without`: domains;
        `since`, `until`: the dates ("2026-11-30") between which pages were published."""
        dates = (since, until)
        key = self._key("search", query, sorted(set(only)), sorted(set(without)), *([dates] if any(dates) else []))

        async def make() -> JsonValue:
            return _json(_HITS, await self._search(query, only, without, dates, bill or Bill()))

        return _HITS.validate_python(await self._cache.get_or_make(key, make, _fits(_HITS)))

    async def extract(self, url: str, bill: Bill | None = None) -> Page:
        """The words of a page as Markdown; raises WebFailed, also where there are none, or they are no text, or
        something else stands there in place of the page."""
        visited = untracked(url)

        async def make() -> JsonValue:
            return _json(_PAGE, await self._opened(visited, bill or Bill()))

        key = self._key("page", visited, self._directly)
        page = _PAGE.validate_python(await self._cache.get_or_make(key, make, _fits(_PAGE)))
        return replace(page, address=url, title=url if page.title == visited else page.title)

    async def close(self) -> None:
        await self._http.aclose()
        if self._fetcher:
            await self._fetcher.close()

    def _key(self, *request: object) -> str:
        """What a request is kept under: a digest, so that the cache shows nobody what was looked for."""
        return hashlib.sha256(json.dumps([_SHAPE, self._service, *request]).encode()).hexdigest()

    async def _search(
        self, query: str, only: Sequence[str], without: Sequence[str], dates: tuple[str, str], bill: Bill
    ) -> list[Hit]:
        asking = self._tavily.search(
            query,
            max_results=HITS,
            include_domains=list(only) or None,
            exclude_domains=list(without) or None,
            start_date=dates[0] or None,
            end_date=dates[1] or None,
            timeout=self._search_seconds,
            include_usage=True,
        )
        body = await self._charged(bill, asking)
        entries = _entries(body, "results")
        hits = [hit for entry in entries if (hit := _hit(entry))]
        if entries and not hits:
            raise WebFailed("nonsense", "the search service answered with results that name no address")
        return hits[:HITS]

    async def _charged(self, bill: Bill, asking: Awaitable[object]) -> Mapping[str, object]:
        """The answer, with its credits on the bill: as it says, else one, which is what a search costs and the most
        that a page does (one in five pages). Without an answer nobody knows, and refused requests cost nothing:
        https://docs.tavily.com/documentation/api-credits"""
        item = bill.begin(self.fee(1, bound=True))
        try:
            body = await _answer(asking)
        except WebFailed as failed:
            if failed.code not in _UNANSWERED:
                item.usage = Usage()
            raise
        credits = _credits(body)
        item.usage = item.usage if credits is None else self.fee(credits)
        return body

    async def _opened(self, url: str, bill: Bill) -> Page:
        """By Tavily, and where that fails by ourselves; whatever else went wrong is said as well."""
        if self._directly or not self._fetcher:
            return await (self._fetched(url) if self._directly else self._extract(url, bill))
        try:
            return await self._extract(url, bill)
        except WebFailed as failed:
            try:
                return await self._fetched(url)
            except WebFailed as again:
                both = f"{failed}; read directly: {again}"
                said = str(failed) if str(failed) == str(again) else both
                raise WebFailed(failed.code, said, again.final) from again

    async def _fetched(self, url: str) -> Page:
        assert self._fetcher is not None
        try:
            found = await self._fetcher.open(url)
        except FetchFailed as failed:
            raise WebFailed("fetch", str(failed), failed.final) from None
        page = found.page
        return Page(
            address=url,
            title=_line(page.title, 300) or _first_heading(page.text) or url,
            text=page.text,
            published=page.published,
            canonical=_own(url, found.address, page.canonical),
            cut=page.cut,
            retrieved=time.time(),
        )

    async def _extract(self, url: str, bill: Bill) -> Page:
        asking = self._tavily.extract([url], format="markdown", timeout=self._extract_seconds, include_usage=True)
        body = await self._charged(bill, asking)
        entries = _entries(body, "results")
        own = [entry for entry in entries if _is_of(url, entry)]
        pages = [page for entry in own if (page := _page(url, entry))]
        if not pages and len(own) < len(entries):
            raise WebFailed("elsewhere", "the search service answered with a page of another site")
        if not pages:
            raise WebFailed("empty", _why_empty(body))
        if reason := _not_text(pages[0].text):
            raise WebFailed("unreadable", reason)
        if kind := wall(pages[0].title, pages[0].text):
            raise WebFailed("wall", SAID[kind])
        return replace(pages[0], retrieved=time.time())


# --- the answer as what is kept ---------------------------------------------------------------------------------


def _json(shape: TypeAdapter[T], value: T) -> JsonValue:
    made: JsonValue = shape.dump_python(value, mode="json")
    return made


def _fits(shape: TypeAdapter[T]) -> Callable[[JsonValue], bool]:
    """Whether a kept value is one: a folder outlives programs."""

    def fits(value: JsonValue) -> bool:
        try:
            shape.validate_python(value)
        except ValidationError:
            return False
        return True

    return fits


# --- the answer as HTTP ---------------------------------------------------------------------------------------


async def _look(response: httpx.Response) -> None:
    """Turns every status but 200 into a WebFailed, and an answer without results, in place of which the client puts
    an empty list; bounds the size of what is read."""
    response.stream = _Bounded(response)
    await response.aread()
    if response.status_code == 200:
        return _look_into(response)
    status = response.status_code
    code, text = _BY_STATUS.get(status, ("server", f"the search service answered with status {status}"))
    detail = _detail(response)
    raise WebFailed(code, f"{text} ({detail})" if detail else text)


def _look_into(response: httpx.Response) -> None:
    try:
        body: object = json.loads(response.content)
    except (ValueError, RecursionError):
        return  # which the client says
    if isinstance(body, dict) and not {"results", "failed_results"} & body.keys():
        reason = _reported(body)
        said = f"the search service reports: {reason}" if reason else "the search service answered without results"
        raise WebFailed("server" if reason else "nonsense", said)
    if isinstance(body, dict) and not body.get("results") and (failed := _failed(body)):
        raise WebFailed("server", f"the search service reports: {failed}")


def _failed(body: Mapping[str, object]) -> str:
    """What an answer with nothing in it says of having failed, in words or by signs; "" where it found nothing."""
    if str(body.get("status", "")).lower() in _FAILED:
        return _line(body["status"], 100)
    codes = (str(body.get(name)) for name in ("status", "code", "status_code"))
    if refused := next((code for code in codes if re.fullmatch(r"[45]\d\d", code)), ""):
        return f"status {refused}"
    denied = any(body.get(name) is False for name in ("success", "ok"))
    return "an error" if denied or (body.get("error") and not body.get("failed_results")) else ""


_FAILED = ("error", "failed", "failure", "timeout", "throttled", "unavailable", "rate_limited")


class _Bounded(httpx.AsyncByteStream):
    """The body of an answer, broken off where it is too large; a length in the header is not believed."""

    def __init__(self, response: httpx.Response) -> None:
        self._stream = response.stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        assert isinstance(self._stream, httpx.AsyncByteStream)
        async for part in self._stream:
            size += len(part)
            if size > _LARGEST:
                raise WebFailed("nonsense", f"the answer was larger than {_LARGEST // 1_000_000} MB")
            yield part

    async def aclose(self) -> None:
        assert isinstance(self._stream, httpx.AsyncByteStream)
        await self._stream.aclose()


def _detail(response: httpx.Response) -> str:
    """The reason an error answer gives, in whichever of its shapes: text, list, `error`, `message`, `msg`."""
    try:
        body: object = json.loads(response.content)
    except (ValueError, RecursionError):
        return ""
    return _reported(body)


def _reported(value: object) -> str:
    """The reason that a service gives, in a line; a key is hidden before the line is cut, and half of one left."""
    return _line(redacted(_reason(value)[:_REPORT]), 300)


def _reason(value: object, depth: int = 0) -> str:
    if isinstance(value, str) or depth > 5:
        return value if isinstance(value, str) else ""
    if isinstance(value, list):
        return "; ".join(filter(None, (_reason(item, depth + 1) for item in value[:5])))
    if isinstance(value, dict):
        keys = ("detail", "error", "message", "msg")
        return next((text for key in keys if (text := _reason(value.get(key), depth + 1))), "")
    return ""


async def _answer(asking: Awaitable[object]) -> Mapping[str, object]:
    """The JSON object that came; every way in which none came as WebFailed, without the text of foreign errors."""
    try:
        body = await asking
    except (TavilyTimeout, httpx.TimeoutException) as error:
        raise WebFailed("timeout", "the search service did not answer in time") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise WebFailed("connection", "the search service cannot be reached") from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:  # a 200 that is no JSON object
        raise WebFailed("nonsense", "the search service answered with something that is not its format") from error
    return body if isinstance(body, dict) else {}


# --- the answer as content --------------------------------------------------------------------------------------


def _entries(body: Mapping[str, object], key: str) -> list[object]:
    """The list under a key. No list, or an error in place of one, is a failure and not an empty list."""
    value = body.get(key)
    if not isinstance(value, list):
        raise WebFailed("nonsense", f"the search service answered without {key}")
    if not value and (reason := _reported(dict(body))):
        raise WebFailed("server", f"the search service reports: {reason}")
    return value


def _hit(entry: object) -> Hit | None:
    """A lead, if the entry is one; only the address is indispensable."""
    if not isinstance(entry, dict) or not (address := _address(entry.get("url"))):
        return None
    return Hit(
        address=address,
        title=_line(entry.get("title"), 300) or address,
        snippet=_line(entry.get("content"), 1_000),
        published=day(_line(entry.get("published_date"), 60)),
    )


def _is_of(asked: str, entry: object) -> bool:
    """Whether a result is of the page that was asked for, or of one that it may have led on to: on the same
    registered domain. One that does not say where it is from is."""
    named = entry.get("url") if isinstance(entry, dict) else None
    address = named.strip() if isinstance(named, str) else ""
    if not address or canonical_address(address) == canonical_address(asked):
        return True
    return site(address if "://" in address else f"https://{address}") == site(asked)


def _page(asked: str, entry: object) -> Page | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("raw_content"), str):
        return None
    text = seen(clean(entry["raw_content"])).replace("\r\n", "\n").strip()
    title = _line(entry.get("title"), 300) or _first_heading(text) or asked
    if not says_something(text):
        return None
    return Page(asked, title, text[:LONGEST], published=said_in(text), cut=len(text) > LONGEST)


def _own(asked: str, found: str, named: str) -> str:
    """The page's own address: what it names as such on its own site, or where it was found; "" where that is the one
    asked for. Many pages name the front page of their site by mistake."""
    elsewhere = len(urlsplit(named).path) > 1 or len(urlsplit(found).path) <= 1
    own = named if named and len(named) <= 2_000 and elsewhere and site(named) == site(found) else found
    return own if _address(own) and canonical_address(own) != canonical_address(asked) else ""


def _credits(body: Mapping[str, object]) -> int | None:
    """What the answer says that it took; None where it does not."""
    usage = body.get("usage")
    credits = usage.get("credits") if isinstance(usage, Mapping) else None
    return credits if isinstance(credits, int) and 0 <= credits <= _DEAREST else None


def _why_empty(body: Mapping[str, object]) -> str:
    failed = body.get("failed_results")
    reason = _reported(failed if isinstance(failed, list) else None)
    return f"the page could not be read: {reason}" if reason else "the page holds no text that could be read"


def _address(value: object) -> str:
    """A web address, or "" for anything else."""
    text = clean(value).strip() if isinstance(value, str) else ""
    return text if re.fullmatch(r"https?://[^\s/]+\S*", text, re.I) else ""


def _line(value: object, limit: int) -> str:
    """The value as one clean line of at most `limit` characters; "" for what is no text."""
    text = " ".join(seen(clean(value)).split()) if isinstance(value, str) else ""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _first_heading(text: str) -> str:
    match = re.search(r"^#{1,2}[ \t]+(.+)$", text[:20_000], re.M)
    return _line(match.group(1).rstrip(" \t#"), 300) if match else ""


def _not_text(text: str) -> str:
    """Why this is not a page's words but a file's bytes taken for text; "" if it is words."""
    if text.lstrip("\ufeff").startswith("%PDF-"):
        return "the page is a PDF whose text could not be extracted"
    return BINARY if rubbish(text) > 0.05 or encoded(text) else ""
