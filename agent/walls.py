"""Whether what came back is the page, or what a site shows in its place: a check for robots, a login, a question for
consent, "no such page". Pure.

Such pages are short, and say what they are in their title or at their beginning. A text of some length is never one,
whatever words are in it: people write about captchas, logins and error pages, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from agent.wall_words import ABOUT_CONSENT, CHOICES, HINTS, SAYS, SCRIPT, TITLES, Kind, Wall

SAID: Mapping[Wall, str] = {
    "robots": "the site checks for robots instead of showing the page",
    "refused": "the site refused access to the page",
    "login": "the site asks for a login instead of showing the page",
    "consent": "the site asks for consent instead of showing the page",
    "missing": "the site says that there is no such page",
    "script": "the page needs a browser that runs its scripts",
    "list": "the page is a list of single words and no text",
}
# Characters: below a title that says it, and where only a hint follows it; without one; where it is said.
_TITLED, _HINTED, _UNTITLED, _START = 2_500, 1_500, 800, 600
_MARKUP = 20_000  # characters of a short text with all its links
_MANY = 100_000  # characters of a list of words


def _any(lines: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line.strip()})" for line in lines.strip().splitlines()), re.I)


_TITLE: Mapping[Kind, re.Pattern[str]] = {kind: _any(lines) for kind, lines in TITLES.items()}
_SAYS: Mapping[Kind, re.Pattern[str]] = {kind: _any(lines) for kind, lines in SAYS.items()}
_HINT: Mapping[Kind, re.Pattern[str]] = {kind: _any(lines) for kind, lines in HINTS.items()}
_ABOUT, _CHOICES, _SCRIPT = _any(ABOUT_CONSENT), _any(CHOICES), _any(SCRIPT)
_ADDED = re.compile(r"\s+[|·—–:»-]\s+|\s*[|｜]\s*|:\s+")  # what a site's own name stands behind, or before
_SIGNS = re.compile(r"!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)|[#*_>`|~]+|-{3,}")
_LOGIN = r"[\w-]*login|log-in|sign-?in|sign_in|servicelogin|sso|oauth2?|auth|authorize"
_TO_LOGIN = re.compile(rf"/(?:{_LOGIN})(?=[/.;]|$)", re.I)


def wall(title: str, text: str) -> Wall | None:
    """What stands there in place of the page, by its title and its text (Markdown); None where it is the page."""
    if _words_only(text):
        return "list"
    if len(text) > _MARKUP:
        return None
    words = plain(text)
    if len(words) > _TITLED:
        return None
    titles = [part for line in (title, _heading(text)) for part in _parts(line)]
    found = next((kind for kind in TITLES if _is(kind, titles, words)), None)
    if found or len(words) > _UNTITLED:
        return found
    if _ABOUT.search(words) and _CHOICES.search(words):
        return "consent"
    return "script" if _SCRIPT.search(words[:_START]) else None


def _is(kind: Kind, titles: list[str], words: str) -> bool:
    if any(_TITLE[kind].fullmatch(title) for title in titles):
        said = _SAYS[kind].search(words) or (len(words) < _HINTED and _HINT[kind].search(words))
        return len(words) < _START or bool(said)
    return len(words) < _UNTITLED and bool(_SAYS[kind].search(words[:_START]))


def by_status(status: int, title: str, text: str) -> str:
    """Why an answer that is not 200 is no page, in words."""
    kind = wall(title, text)
    if status in (404, 410):
        return SAID["missing"]
    if kind in ("robots", "login"):
        return SAID[kind]
    if status in (401, 407):
        return SAID["login"]
    if status in (403, 405, 406, 451):
        return SAID["refused"]
    return f"the site answered with status {status}"


def led_away(asked: str, found: str) -> Wall | None:
    """What a redirect says: to a login, to a question for consent, or to the front page of the same site, which is
    how many say that there is no such page. Addresses as they were asked for and found."""
    one, other = urlsplit(asked), urlsplit(found)
    if _TO_LOGIN.search(other.path) and not _TO_LOGIN.search(one.path):
        return "login"
    if (other.hostname or "").startswith("consent.") and one.hostname != other.hostname:
        return "consent"
    deep = len(one.path.strip("/")) > 7 or "/" in one.path.strip("/")
    home = other.path in ("", "/") and not other.query and not other.fragment
    return "missing" if deep and home and _site(one.hostname) == _site(other.hostname) else None


def plain(text: str) -> str:
    """The words without Markdown's signs and without where its links lead, on one line."""
    return " ".join(_SIGNS.sub(r" \1 ", text).replace("’", "'").split())


def _site(host: str | None) -> str:
    return (host or "").removeprefix("www.")


def _heading(text: str) -> str:
    """The first line, or heading, of a text."""
    return next((line.strip("#*_ \t") for line in text[:_START].splitlines() if line.strip("#*_ \t")), "")


def _parts(title: str) -> list[str]:
    """A title whole, and in its parts: "Page not found | Harbour News"."""
    title = " ".join(title.replace("’", "'").split())
    if len(title) > 150:
        return []
    parts = _ADDED.split(title)
    return [part.strip(" .!?…") for part in (title, parts[0], parts[-1])]


def _words_only(text: str) -> bool:
    """A word list of some size: its lines are short, hardly one has more than two words, and hardly one ends a
    sentence."""
    lines = text[: 2 * _MANY].split("\n")
    if len(text) < _MANY or len(lines) < 1_000:
        return False
    single = sum(1 for line in lines if line.count(" ") <= 1 and len(line) <= 30 and line[-1:] not in _ENDS)
    return single > 0.97 * len(lines)


_ENDS = tuple(".!?:,;。！？、")
