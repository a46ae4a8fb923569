"""Whether what came back is the page, or what a site shows in its place: a check for robots, a login, a question for
consent, "no such page". Pure.

Such pages are short, and say what they are in their title or at their beginning. A text of some length is never one,
whatever words are in it: people write about captchas, logins and error pages, too. Nor is a short one that tells
something: most of it whole sentences that speak neither to the reader nor of the page itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from agent.pages.wall_words import ABOUT_CONSENT, CHOICES, HINTS, ONLY, SAYS, SCRIPT, SPOKEN, TITLES, Kind, Wall

SAID: Mapping[Wall, str] = {
    "robots": "the site checks for robots instead of showing the page",
    "refused": "the site refused access to the page",
    "login": "the site asks for a login instead of showing the page",
    "consent": "the site asks for consent instead of showing the page",
    "missing": "the site says that there is no such page",
    "paid": "the site shows the page to subscribers only",
    "broken": "the site answered with an error instead of the page",
    "vacant": "there is nothing at this address yet, or any longer",
    "onward": "the page only leads on to another one",
    "script": "the page needs a browser that runs its scripts",
    "list": "the page is a list of single words and no text",
}
# Characters: below a title that says it, and where only a hint follows it; without one; where it is said.
_TITLED, _HINTED, _UNTITLED, _START = 2_500, 1_500, 800, 600
_BRIEF = 300  # of a text of which each sentence can be looked at
_TELLING, _TELLING_UNTITLED = 0.45, 0.28  # the share of a text, by its letters, that tells something: of a page
_MARKUP = 20_000  # characters of a short text with all its links
_MANY = 100_000  # characters of a list of words


def _any(lines: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line.strip()})" for line in lines.strip().splitlines()), re.I)


_TITLE: Mapping[Kind, re.Pattern[str]] = {kind: _any(lines) for kind, lines in TITLES.items()}
_SAYS: Mapping[Kind, re.Pattern[str]] = {kind: _any(lines) for kind, lines in SAYS.items()}
_HINT: Mapping[Kind, re.Pattern[str]] = {kind: _any(lines) for kind, lines in HINTS.items()}
_ONLY: Mapping[Wall, re.Pattern[str]] = {kind: _any(lines) for kind, lines in ONLY.items()}
_ABOUT, _CHOICES, _SCRIPT, _SPOKEN = _any(ABOUT_CONSENT), _any(CHOICES), _any(SCRIPT), _any(SPOKEN)
_DEFINES = re.compile(  # "In computing, 404 Not Found is a response code …"
    r"(?!.{0,60}\b(?:this|you|your|site)\b).{2,120}?\s(?:is|are|was|means|ist|war|est|était|es|era|jest|był[ao]?)\s"
    r"(?:an?|one|the|ein\w*|une?|una?)\s(?!moment|few|page|error\b|fehler\b|problem)\w[^?]{15}", re.I
)  # fmt: skip
_SENTENCE = re.compile(r"[^.!?。！？]{0,2000}(?:[.!?](?=[\s”“\"'»)]|$)[”“\"'»)]*|[。！？]|[.!?]|$)")
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
    if len(words) > _TITLED or _DEFINES.match(words):
        return None
    telling = _telling(words)
    titles = [part for line in (title, _heading(text)) for part in _parts(line)]
    found = next((kind for kind in TITLES if _titled(kind, titles, words)), None) if telling < _TELLING else None
    if not found and len(words) <= _BRIEF and (said := _says_only(title, text)):
        return said
    if found or len(words) > _UNTITLED or telling >= _TELLING_UNTITLED:
        return found
    if said := next((kind for kind in TITLES if _SAYS[kind].search(words[:_START])), None):
        return said
    if _ABOUT.search(words) and _CHOICES.search(words):
        return "consent"
    return "script" if _SCRIPT.search(words[:_START]) else None


def _says_only(title: str, text: str) -> Wall | None:
    """What a text says of which no sentence says anything else, its title left out; of several the last."""
    lines = [line for line in map(plain, text.splitlines()) if line]
    own = [line for line in lines[1:] if line != plain(title)] if lines[:1] == [_heading(text)] else lines
    said = [_only(part) for line in own or lines for part in _PARTS.split(line) if re.search(r"\w", part)]
    return said[-1] if said and all(said) else None


def _only(sentence: str) -> Wall | None:
    words = _SORRY.sub("", sentence.strip(" .!?…。！？:;,-–—()[]\"'“”"))
    return next((kind for kind, one in _ONLY.items() if one.fullmatch(words)), None)


_SORRY = re.compile(
    r"^(?:(?:we're |we are )?sorry|oops|unfortunately|leider|niestety|przepraszamy|lo sentimos|désolés?"
    r"|malheureusement|申し訳(?:ありません|ございません)が)[,、!. ]+(?:but )?(?=.)",
    re.I,
)
_PARTS = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\s[|·•]\s")


def _titled(kind: Kind, titles: list[str], words: str) -> bool:
    """Whether a title says it, and the text too, where it is not but a few lines."""
    if not any(_TITLE[kind].fullmatch(title) for title in titles):
        return False
    return len(words) < _START or bool(
        _SAYS[kind].search(words) or (len(words) < _HINTED and _HINT[kind].search(words))
    )


def _telling(words: str) -> float:
    """The share (0 to 1) of a text that is sentences which tell something; one alone may be anything."""
    sentences = [sentence for sentence in _sentences(words) if _tells(sentence)]
    return sum(map(len, sentences)) / len(words) if len(sentences) > 1 else 0.0


def _sentences(words: str) -> Iterator[str]:
    begun = ""
    for found in _SENTENCE.finditer(words):
        begun += found.group()
        if words[found.end() : found.end() + 1] in ("", " ") or begun[-1:] in "。！？":  # not "1.5", "robots.txt"
            yield begun.strip()
            begun = ""


def _tells(sentence: str) -> bool:
    if not sentence.endswith((".", "!", "。", "！", ".”", ".“", '."', ".)")) or sentence.isupper():
        return False
    long = sentence.count(" ") >= 4 or (not sentence.isascii() and " " not in sentence and len(sentence) >= 8)
    return long and not _SPOKEN.search(sentence) and not any(says.search(sentence) for says in _SAYS.values())


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
    """A word list of some size, a line or a space between two of its words."""
    return len(text) >= _MANY and (_by_lines(text) or _by_words(text))


def _by_lines(text: str) -> bool:
    """Its lines are short, hardly one has more than two words, and hardly one ends a sentence."""
    lines = text[: 2 * _MANY].split("\n")
    if len(lines) < 1_000:
        return False
    single = sum(1 for line in lines if line.count(" ") <= 1 and len(line) <= 30 and line[-1:] not in _ENDS)
    return single > 0.97 * len(lines)


def _by_words(text: str) -> bool:
    """Word after word, hardly one of which ends a sentence or comes a second time, as all do in what people write."""
    words = _SIGNS.sub(" ", text[:_MANY]).split()
    plain = [word for word in words if _WORD.fullmatch(word)]
    return len(plain) > max(1_000, 0.97 * len(words)) and len(set(plain)) > 0.9 * len(plain)


_WORD = re.compile(r"[^\W\d_][\w'’-]{0,29}[,;|]?")
_ENDS = tuple(".!?:,;。！？、")
