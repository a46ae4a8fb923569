"""The bodies of POST /search and POST /extract as Tavily's API takes them, and the limits it keeps.

After the API reference (https://docs.tavily.com/documentation/api-reference) and the fields the client sends; the
length limits as users met them (queries over 400 characters and very short ones are refused with 400).
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.playground.web.faults import Denied, Fault

LONGEST_QUERY, SHORTEST_QUERY = 400, 3
MOST_URLS = 20
_SPANS = {"day": 1, "week": 7, "month": 31, "year": 366, "d": 1, "w": 7, "m": 31, "y": 366}


class _Given(BaseModel):
    model_config = ConfigDict(extra="ignore")


T = TypeVar("T", bound=_Given)


class Search(_Given):
    query: str
    search_depth: Literal["basic", "advanced", "fast", "ultra-fast"] = "basic"
    topic: Literal["general", "news", "finance"] = "general"
    time_range: Literal["day", "week", "month", "year", "d", "w", "m", "y"] | None = None
    start_date: date | None = None
    end_date: date | None = None
    days: int | None = Field(None, ge=1)
    max_results: int = Field(5, ge=0, le=20)
    chunks_per_source: int = Field(3, ge=1, le=3)
    include_domains: list[str] = Field([], max_length=300)
    exclude_domains: list[str] = Field([], max_length=150)
    include_domains_mode: Literal["restrict", "prefer"] = "restrict"
    include_answer: bool | Literal["basic", "advanced"] = False
    include_raw_content: bool | Literal["markdown", "text"] = False
    include_favicon: bool = False
    include_usage: bool = False

    def allows(self, published: date | None, today: date) -> bool:
        """Whether a page of this date lies in the time asked for; one without a date only when none is."""
        spans = [_SPANS[self.time_range]] if self.time_range else []
        spans += [self.days] if self.days and self.topic == "news" else []
        first = max(
            [*([self.start_date] if self.start_date else []), *(today - timedelta(n) for n in spans)], default=None
        )
        if first is None and self.end_date is None:
            return True
        return published is not None and (first or date.min) <= published <= (self.end_date or date.max)


class Extract(_Given):
    urls: str | list[str]
    extract_depth: Literal["basic", "advanced"] = "basic"
    format: Literal["markdown", "text"] = "markdown"
    query: str | None = None
    chunks_per_source: int | None = Field(None, ge=1, le=5)
    include_favicon: bool = False
    include_usage: bool = False

    @property
    def addresses(self) -> list[str]:
        return [self.urls] if isinstance(self.urls, str) else self.urls


def search(body: object) -> Search:
    """A search request. Raises Denied(400) on anything the API refuses."""
    given = _valid(Search, body)
    query = given.query.strip()
    if not query:
        raise Denied(Fault(400, "Query is missing."))
    if len(given.query) > LONGEST_QUERY:
        raise Denied(Fault(400, f"Query is too long. Max query length is {LONGEST_QUERY} characters."))
    if len(query) < SHORTEST_QUERY:
        raise Denied(Fault(400, f"Query is too short. Min query length is {SHORTEST_QUERY} characters."))
    return given


def extract(body: object) -> Extract:
    """An extract request. Raises Denied(400) on anything the API refuses."""
    given = _valid(Extract, body)
    if not [url for url in given.addresses if url.strip()]:
        raise Denied(Fault(400, "No URLs were given."))
    if len(given.addresses) > MOST_URLS:
        raise Denied(Fault(400, f"Max {MOST_URLS} URLs are allowed."))
    if given.chunks_per_source is not None and not given.query:
        raise Denied(Fault(400, "chunks_per_source needs a query."))
    return given


def _valid(model: type[T], body: object) -> T:
    try:
        return model.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "body"
        raise Denied(Fault(400, f"Invalid {where}: {first['msg']}.")) from None
