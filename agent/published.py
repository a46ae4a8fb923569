"""When something was published: days as pages and search services write them, and whether that is early enough. Pure.

A date is "2026-11-03", or less of it ("2026-11", "2026") where no more is known; "" is unknown, and unknown is never
before anything.
"""

from __future__ import annotations

import re
from datetime import date
from email.utils import parsedate_to_datetime

_ISO = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?!\d)(?=$|[T\s,;Z+.)])")
_SLASHED = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)")
_DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)")
_EAST = re.compile(r"(\d{4})\s?年\s?(\d{1,2})\s?月(?:\s?(\d{1,2})\s?日)?")
_WORDY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|º)?\.?\s+(?:de\s+)?([^\W\d_]{3,12})\.?,?\s+(?:de\s+)?(\d{4})(?!\d)")
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_MONTHS = (  # how names of months begin: English, German, Polish, Spanish, French
    ("jan", "jän", "sty", "ene"), ("feb", "lut", "fév", "fev"), ("mar", "mär", "maer"), ("apr", "kwi", "abr", "avr"),
    ("may", "mai", "maj", "may"), ("jun", "cze", "juin"), ("jul", "lip", "juil"), ("aug", "sie", "ago", "aoû", "aou"),
    ("sep", "wrz"), ("oct", "okt", "paź"), ("nov", "lis"), ("dec", "dez", "gru", "dic", "déc"),
)  # fmt: skip
_LABEL = re.compile(
    r"(?:first )?published(?: on| at)?|posted(?: on)?|publication date|date published|"
    r"veröffentlicht(?: am)?|erschienen(?: am)?|stand|opublikowano|data publikacji|"
    r"publicado(?: el)?|fecha de publicación|publié(?:e)?(?: le)?|date de publication|公開日|掲載日|投稿日|発行日",
    re.I,
)
_AFTER_LABEL = re.compile(rf"(?:^|[\n|>*_•·(])[\s*_#>-]*(?:{_LABEL.pattern})[\s:：*_]*(.{{4,60}})", re.I)
_KNOWN = re.compile(r"\d{4}(?:-\d\d){0,2}")
_START = 3_000  # characters of a page in which it says when it was published


def day(text: str) -> str:
    """The date that a text begins with, in whatever usual form; "" for none, and for one that does not exist.

    "Mon, 02 Mar 2026 07:00:00 GMT" and "2026-03-02T09:00:00+01:00" are "2026-03-02": the day is the writer's.
    """
    text = " ".join(text.split())[:80]
    for pattern, order in ((_ISO, "ymd"), (_SLASHED, "ymd"), (_EAST, "ymd"), (_DOTTED, "dmy")):
        if found := pattern.match(text):
            return _made(dict(zip(order, found.groups(), strict=True)))
    if (found := _WORDY.match(text)) and (month := _month(found[2])):
        return _made({"d": found[1], "m": month, "y": found[3]})
    if (found := _MONTH_FIRST.match(text)) and (month := _month(found[1])):
        return _made({"m": month, "d": found[2], "y": found[3]})
    return _mailed(text)


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
    name = name.lower()
    at = (i for i, begins in enumerate(_MONTHS, 1) if name.startswith(begins))
    return str(next(at, ""))


def _mailed(text: str) -> str:
    """A date as in a mail's header, which is how the search service writes it."""
    if not re.match(r"[A-Z][a-z]{2}, \d", text):
        return ""
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError):
        return ""
