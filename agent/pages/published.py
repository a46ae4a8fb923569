"""When something was published: days as pages and search services write them, and whether that is early enough. Pure.

A date is "2026-11-03", or less of it ("2026-11", "2026") where no more is known; "" is unknown, and unknown is never
before anything.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from email.utils import parsedate_to_datetime

from agent.documents.words import folded
from agent.grounding.months import MONTHS

_ENDS = r"(?!\d)(?=$|[T\s,;Z+.)*_|<·–—-])"
_ISO = re.compile(rf"(\d{{4}})(?:-(\d{{1,2}})(?:-(\d{{1,2}}))?)?{_ENDS}")
_JOINED = re.compile(r"(\d{4})(\d\d)(\d\d)(?!\d)")
_SLASHED = re.compile(r"(\d{4})[/.]\s?(\d{1,2})(?:[/.]\s?(\d{1,2}))?(?!\d)")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)")
_EITHER = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)")  # 13/05/2024, 05/13/2024
_EAST = re.compile(r"(\d{4})\s?[年년]\s?(?:(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?)?")
_ERA = re.compile(r"令和\s?(\d{1,2}|元)年")  # its first year was 2019
_NAME = r"([^\W\d_]{3,12})\.?"
_OF = r"(?:(?:de|del|of)\s+)?"
_WORDY = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th|er|º)?\.?[\s-]+{_OF}{_NAME},?[\s-]+{_OF}(\d{{4}})(?!\d)")
_MONTH_FIRST = re.compile(rf"{_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})(?!\d)")
_MONTH = re.compile(rf"{_NAME},?\s+{_OF}(\d{{4}})(?!\d)")
_WEEKDAY = re.compile(  # or a time of day
    r"[^\W\d_]{2,12}\.?,\s*(?=\S)|(?:lun|mar|mercre|jeu|vendre|same)di\s|dimanche\s|"
    r"(?:[01]?\d|2[0-3]):\d\d(?:\s?[ap]m)?(?:\s?Uhr)?,?\s+(?:on\s+)?",
    re.I,
)
# When it was first published; "updated" and "as of" say nothing of that.
_LABEL = re.compile(
    r"(?:published|posted) by [^\n,|]{1,40}? on|(?:first |originally )?published(?: on| at)?|posted(?: on)?|"
    r"publication date|date published|"
    r"(?:erst)?veröffentlicht(?: am)?|erschienen(?: am)?|opublikowano|data publikacji|"
    r"publicado(?: el)?|fecha de publicación|publié(?:e)?(?: le)?|date de publication|公開日|掲載日|投稿日|発行日",
    re.I,
)
_AFTER_LABEL = re.compile(
    rf"(?:^|[\n|>*_•·(]|日[ 　])[\s*_#>-]*(?:{_LABEL.pattern})(?=[\W\d_])[\s:：*_|]*([^\n|]{{4,60}})", re.I
)
_KNOWN = re.compile(r"\d{4}(?:-\d\d){0,2}")
_START = 3_000  # characters of a page in which it says when it was published


def day(text: str) -> str:
    """The date that a text begins with, in whatever usual form; "" for none, and for one that does not exist.

    "Mon, 02 Mar 2026 07:00:00 GMT" and "2026-03-02T09:00:00+01:00" are "2026-03-02": the day is the writer's.
    """
    text = unicodedata.normalize("NFKC", " ".join(text.split())[:80])
    return _day(text) or _mailed(text) or (_day(text[begins.end() :]) if (begins := _WEEKDAY.match(text)) else "")


def _day(text: str) -> str:
    for pattern, order in ((_SLASHED, "ymd"), (_ISO, "ymd"), (_JOINED, "ymd"), (_EAST, "ymd"), (_DOTTED, "dmy")):
        if found := pattern.match(text):
            return _made(dict(zip(order, found.groups(), strict=True)))
    if found := _ERA.match(text):
        year = 2018 + (1 if found[1] == "元" else int(found[1]))
        return _day(f"{year}年{text[found.end() :]}")
    if found := _EITHER.match(text):
        return _either(int(found[1]), int(found[3]), found[4])
    if (found := _WORDY.match(text)) and (month := _month(found[2])):
        return _made({"d": found[1], "m": month, "y": found[3]})
    if (found := _MONTH_FIRST.match(text)) and (month := _month(found[1])):
        return _made({"m": month, "d": found[2], "y": found[3]})
    found = _MONTH.match(text)
    return _made({"m": month, "y": found[2]}) if found and (month := _month(found[1])) else ""


def _either(one: int, other: int, year: str) -> str:
    """Of 05/06/2024 nobody knows more than the year; of 13/05/2024 all is known."""
    day, month = (one, other) if one > 12 or one == other else (other, one)
    return _made(
        {"y": year} if max(one, other) <= 12 and one != other else {"y": year, "m": str(month), "d": str(day)}
    )


def said_in(text: str) -> str:
    """When a page says, near its beginning and in so many words, that it was published; "" where it does not."""
    for found in _AFTER_LABEL.finditer(text[:_START]):
        if when := day(found[1].lstrip(" :*_")):
            return when
    return ""


def before(published: str, after: str) -> bool:
    """Whether something was published before a day ("2026-03-01"). Of "2026" nobody knows; "2025" all of it was."""
    return bool(after and _KNOWN.fullmatch(published)) and published < after[: len(published)]


def _made(given: dict[str, str | None]) -> str:
    year, month, number = (int(given.get(key) or 0) for key in "ymd")
    try:
        whole = date(year, month or 1, number or 1)
    except ValueError:
        return ""
    return "" if year < 1900 else whole.isoformat()[: 10 if number else 7 if month else 4]


def _month(name: str) -> str:
    """The number of a month by its name, of which the first three letters have to be there."""
    plain = folded(name)
    known = MONTHS.get(plain)
    found = {known} if known else {number for one, number in MONTHS.items() if one.startswith(plain)}
    return str(found.pop()) if len(found) == 1 else ""


def _mailed(text: str) -> str:
    """A date as in a mail's header, which is how the search service writes it."""
    if not re.match(r"[A-Z][a-z]{2}, \d", text):
        return ""
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError):
        return ""
