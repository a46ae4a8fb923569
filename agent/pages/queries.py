"""What may stand in a search's query, and what a search service is asked. Pure.

The service takes plain words: `site:` becomes a filter of domains, `after:` and `before:` one of dates, other
operators go. What must not be is no word to look for, not even with a minus: a search finds what it names.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from agent.documents.words import folded
from agent.facts import Call, Intent
from agent.grounding.languages import EVERY_STOP
from agent.grounding.telling import shared, telling
from agent.run import Run

SEARCHES = ("search", "search_docs")
_LONGEST = 400  # characters; Tavily refuses longer queries, and those under three
_SHORTEST = 3
# What other engines understand and this one does not. The value of the first kind are words to look for.
_WORDY = (
    "intitle|allintitle|inurl|allinurl|intext|allintext|inbody|inanchor|allinanchor|define|location|author|inauthor|contains"
    "|weather|stocks?|map|movie|url|info|domain|host|language|region|feed"
)
_OTHER = "filetype|ext|mime|before|after|daterange|numrange|cache|related|link|lang|loc|source|imagesize|hasfeed"
_HOST = r"\.?[\w-]+(?:\.[\w-]+)+/?"
_LISTED = r"\([^()]*\)|\"[^\"]*\""  # "site:(a.test OR b.test)"
_OPERATOR = re.compile(
    rf"(?<![^\s(])(-?)(?:(site)[:：]\s?({_LISTED}|[^\s)]*(?:(?:(?<=,)\s|\s(?:OR|\|)\s){_HOST},?(?![^\s)]))*)"
    rf"|({_WORDY}|{_OTHER})[:：]\s?({_LISTED}|[^\s)]*))",
    re.I,
)
_DATES = ("before", "after", "daterange")
_SIGNS = re.compile(r"(?<!\S)(?:\+(?=[^\W\d_]{2})|\*(?!\S)|\|(?!\S)|AROUND\(\d{1,3}\))")
# A word with a minus, or behind NOT; not one in quotes, and no switch of a command ("-x", "--all"): a short word has
# to be written as a name ("-iOS", "-5G").
_EXCLUDED = re.compile(
    r"(?P<quoted>\"[^\"]*\")|(?<![^\s(])[-–−](?:\"[^\"]*\"?|\([^()]*\)|[^\W\d_]{4}[^\s()]*|(?=\w?[^\W\d_a-z])\w[\w+#]+)"
    r"|(?<![^\s(])(?:(?:AND|OR)\s+)?NOT\s+(?:\"[^\"]*\"|\([^()]*\)|[^\s()]+)"
)
_BEGINS = "the query names what must not be"


# --- what is asked ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Query:
    """What is sent: plain words, the domains to keep to or to leave out, and the dates ("2026-11-30") between which a
    page was published, "" for any."""

    text: str
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    since: str = ""
    until: str = ""


def plain(query: str) -> Query:
    """A query without search operators: `site:`, `after:` and `before:` become filters, other operators go, and so do
    words with a minus or NOT before them; quotes stay.

    Shortened to 400 characters at a word. Raises ValueError, in words for the model, if fewer than three are left.
    """
    query = _SIGNS.sub(" ", query)
    given = [_given(operator) for operator in _OPERATOR.finditer(query)]
    sites = [(sign, _domain(one)) for sign, name, value in given if name == "site" for one in _APART.split(value)]
    dates = {name: date for sign, name, value in given if not sign and (date := _date(value))}
    text = _without_excluded(_OPERATOR.sub(_words_of, query))
    if text != query:  # "a OR b" only joined what has just gone
        text = re.sub(r"\(\s*\)|(?<!\S)(OR|AND|\|)(?!\S)", " ", re.sub(r"\(([^()]*)\)", r" \1 ", text))
    text = _shortened(" ".join(text.split()))
    if text and len(text) < _SHORTEST:  # what the operators named says more
        text = " ".join([text, *(value.strip('"') for sign, name, value in given if not sign and name not in _DATES)])
        text = _shortened(text.strip())
    if len(text) < _SHORTEST or not any(map(str.isalnum, text)):
        raise ValueError(f"write at least {_SHORTEST} characters of words to look for, besides any operators")
    return Query(
        text,
        only=tuple(domain for sign, domain in sites if domain and not sign),
        without=tuple(domain for sign, domain in sites if domain and sign),
        since=dates.get("after", ""),
        until=dates.get("before", ""),
    )


def _without_excluded(text: str) -> str:
    """Where all of it is in capitals NOT is a word like any other."""
    if text.isupper() and " NOT " in text:
        return text
    return _EXCLUDED.sub(lambda found: found["quoted"] or " ", text)


def _words_of(operator: re.Match[str]) -> str:
    sign, name, value = _given(operator)
    return value if re.fullmatch(_WORDY, name, re.I) and not sign else " "


def _given(operator: re.Match[str]) -> tuple[str, str, str]:
    """(its sign, its name, its value without the brackets around a list)."""
    sign, *given = (part for part in operator.groups() if part is not None)
    name, value = given
    return sign, name.lower(), value[1:-1] if value.startswith("(") and value.endswith(")") else value


_APART = re.compile(r"[\s,;|]+(?:OR[\s,;|]+)?(?:site[:：])?|^site[:：]", re.I)  # what stands between two domains


def _domain(value: str) -> str:
    """A host as the filter wants it: no scheme, no closing slash; `.edu` means every host below it."""
    host = re.sub(r"^\w+://", "", value.strip('"(')).rstrip("/.,").lower()
    return f"*{host}" if host.startswith(".") else host


def _date(value: str) -> str:
    """A day of the year, of which the month or the day may be missing; "" for what is none."""
    found = re.fullmatch(r"(\d{4})(?:[-/](\d{1,2}))?(?:[-/](\d{1,2}))?", value.strip('"'))
    try:
        return str(datetime.date(*(int(part or 1) for part in found.groups()))) if found else ""
    except ValueError:
        return ""


def _shortened(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    head = text[: _LONGEST + 1]
    return head[: head.rfind(" ")] if " " in head else text[:_LONGEST]


# --- what must not be in it ---------------------------------------------------------------------------------------


def excluded(query: str, intent: Intent) -> tuple[str, ...]:
    """The words of a query that only a condition of what must not be has, in order; filters of domains may."""
    wished = " ".join([intent.goal, *(one.text for one in (*intent.must, *intent.prefer))])
    wanted = _words(wished)
    unwanted = _words(" ".join(one.text for one in intent.must_not))
    unwanted -= shared(unwanted, wanted)
    text = _OPERATOR.sub(_words_of, query)
    spaced = shared((_words(text) | _words(re.sub(r"[-‐‑]", " ", text))) - wanted, unwanted)
    rest = text
    for word in sorted(filter(_runs_on, wanted), key=len, reverse=True):
        rest = rest.replace(word, " ")
    dense = {
        word for word in filter(_runs_on, unwanted) if word in rest or (_HANGUL.fullmatch(word) and word[:-1] in rest)
    }
    return tuple(sorted(spaced | dense))


def _words(text: str) -> frozenset[str]:
    """The words that tell, and those of two or three letters that are none of the smallest of their language."""
    short = {folded(word) for word in re.findall(r"(?<![\w'’.])[^\W\d_]{2,3}(?![\w'’+#.-])", _SMALL.sub(" ", text))}
    return telling(text) | (short - EVERY_STOP)


_SMALL = re.compile(r"\b(?:use|get|own|set|new|per|via|one|two|buy|pay)\b", re.I)
_HANGUL = re.compile(r"[\uac00-\ud7af]{3,}")  # a particle may cling to it


def _runs_on(word: str) -> bool:
    return not word.isascii()


def settled(run: Run, calls: Iterable[Call]) -> list[Call]:
    """The calls of a reply; searches that name what must not be get an error that the model can read, in one reply of
    a run: whoever insists is let through."""
    listed = list(calls)
    before = any(_BEGINS in state.call.error for state in run.calls.values())
    if run.intent is None or not run.intent.must_not or before:
        return listed
    return [_settled(call, run.intent) for call in listed]


def _settled(call: Call, intent: Intent) -> Call:
    words = excluded(_query(call), intent) if call.tool in SEARCHES and not call.error else ()
    if not words:
        return call
    error = (
        f"{call.tool}: {_BEGINS} ({', '.join(words)}). A search finds what it names, also behind a minus, NOT or "
        "without: look for the goal and for what must or should be, and leave out what does not fit once you have "
        "read it. A site that must not be can be left out by -site:host."
    )
    return call.model_copy(update={"error": error})


def _query(call: Call) -> str:
    try:
        value = json.loads(call.arguments).get("query", "")
    except (ValueError, AttributeError):
        return ""
    return value if isinstance(value, str) else ""
