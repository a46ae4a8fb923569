"""Searching the web."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field

from agent.facts import Result
from agent.tool import Given, ToolFailed
from agent.web import WebFailed

_LONGEST = 400  # characters; Tavily refuses longer queries, and those under three
_SHORTEST = 3
# What other engines understand and this one does not. The value of the first kind are words to look for.
_WORDY = "intitle|allintitle|inurl|allinurl|intext|allintext|inanchor"
_OTHER = "filetype|ext|before|after|cache|related|link|lang|loc|source"
_OPERATOR = re.compile(rf"(?<![^\s(])(-?)(site|{_WORDY}|{_OTHER}):\s?(\"[^\"]*\"|[^\s)]*)", re.I)


@dataclass(frozen=True)
class Query:
    """What is sent: plain words, and the domains to keep to or to leave out."""

    text: str
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def plain(query: str) -> Query:
    """A query without search operators: `site:` becomes a domain filter, other operators go, quotes stay.

    Shortened to 400 characters at a word. Raises ValueError, in words for the model, if fewer than three are left.
    """
    sites = [(sign, _domain(value)) for sign, name, value in _OPERATOR.findall(query) if name.lower() == "site"]
    text = _OPERATOR.sub(_words_of, query)
    if text != query:  # "a OR b" only joined what has just gone
        text = re.sub(r"\(\s*\)|(?<!\S)(OR|AND|\|)(?!\S)", " ", re.sub(r"\(([^()]*)\)", r" \1 ", text))
    text = _shortened(" ".join(text.split()))
    if len(text) < _SHORTEST:
        raise ValueError(f"write at least {_SHORTEST} characters of words to look for, besides any operators")
    return Query(
        text,
        only=tuple(domain for sign, domain in sites if domain and not sign),
        without=tuple(domain for sign, domain in sites if domain and sign),
    )


def _words_of(operator: re.Match[str]) -> str:
    sign, name, value = operator.groups()
    return value if re.fullmatch(_WORDY, name, re.I) and not sign else " "


def _domain(value: str) -> str:
    """A host as the filter wants it: no scheme, no closing slash; `.edu` means every host below it."""
    host = re.sub(r"^\w+://", "", value.strip('"')).rstrip("/.,").lower()
    return f"*{host}" if host.startswith(".") else host


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    head = text[: _LONGEST + 1]
    return head[: head.rfind(" ")] if " " in head else text[:_LONGEST]


def _searchable(query: str) -> str:
    plain(query)
    return query


async def search(
    given: Given,
    query: Annotated[
        str,
        AfterValidator(_searchable),
        Field(description="What to look for, in plain words, 3 to 400 characters. `site:host` keeps to one site."),
    ],
) -> Result:
    """Search the web. Brings up to five leads: addresses with titles and snippets.

    A snippet is not evidence: open a page with read_page before you rely on it.
    """
    if given.web is None:
        raise ToolFailed("there is no web search here", final=True)
    try:
        wanted = plain(query)
        hits = await given.web.search(wanted.text, wanted.only, wanted.without, given.bill, given.dates.after)
    except WebFailed as failed:
        raise ToolFailed(f"could not search: {failed}", failed.final) from failed
    except ValueError as error:
        raise ToolFailed(str(error), final=True) from error
    where = f" on {', '.join(wanted.only)}" if wanted.only else ""
    since = f" published since {given.dates.after}" if given.dates.after else ""
    return Result(hits=tuple(hits), note="" if hits else f'no matches for "{wanted.text}"{where}{since}')
