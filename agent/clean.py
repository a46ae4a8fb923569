"""Text fit to be stored, sent and shown: no half characters, no secrets, and something to see."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

# Tokens nobody writes by chance: provider keys, Slack tokens, GitHub and AWS keys. A digit must be among the
# characters of the short prefixes, so that words such as "task-…" or a path "/sk-about-us" stay.
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"(?P<short>(?:sk|pk|rk)-[\w-]{16,})"
    r"|tvly-[\w-]{12,}"
    r"|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}"
    r"|gh[pousr]_\w{20,}|github_pat_\w{20,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])"
    r")"
)
# In a message of ours nothing is lost by hiding too much.
_LOOKS_SECRET = re.compile(r"(?<![A-Za-z0-9])(?:sk|pk|rk|tvly|xox[a-z]|xapp)-[\w-]{3,}")
_BEARER = re.compile(r"\b(Bearer|Basic)\s+[\w.~+/=-]{6,}", re.I)
_NAMED = re.compile(
    r"([?&;\s\"'](?:[\w-]*(?:key|token|secret|password|passwd|pwd|signature|credential)|sig|auth)[\"']?\s*[=:]\s*[\"']?)"
    r"[^\s&\"'<>)]+",
    re.I,
)
_USERINFO = re.compile(r"(://)[^\s/?#]+@")
HIDDEN = "[hidden]"
FILLERS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}  # letters and symbols that show nothing
INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}  # categories of Unicode

# Control characters but tab, line and page breaks and escape; the replacement character; private use.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff]")


def clean(text: str) -> str:
    """Well-formed text: the halves of a split character are joined, lone ones become U+FFFD, NULs are dropped.

    A lone surrogate makes every later request of a conversation impossible to encode.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\x00", "")


def cleaned(value: object) -> object:
    """Any JSON with every text in it clean."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): cleaned(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [cleaned(item) for item in value]
    return value


def blank(text: str) -> bool:
    """Whether there is nothing to see: only spaces, and what takes up no room or shows as none."""
    return all(unicodedata.category(char) in INVISIBLE or char in FILLERS for char in text)


def without_tokens(text: str) -> str:
    """Other people's words, unchanged but for what can only be a secret."""
    return _TOKEN.sub(_unless_words, text)


def _unless_words(token: re.Match[str]) -> str:
    """The digit is looked for once per match: a lookahead would read a text of "sk-sk-sk-…" over and over."""
    return token.group() if token["short"] and not re.search(r"\d", token["short"]) else HIDDEN


def redacted(text: str) -> str:
    """A message of ours or a log line: whatever looks like a key, in an address too, is hidden."""
    text = without_tokens(text)
    text = _LOOKS_SECRET.sub(HIDDEN, text)
    text = _BEARER.sub(rf"\1 {HIDDEN}", text)
    text = _USERINFO.sub(rf"\1{HIDDEN}@", text)
    return _NAMED.sub(rf"\1{HIDDEN}", text)


def rubbish(text: str) -> float:
    """The share of characters (0 to 1) that stand in no text but in bytes taken for one; 20,000 are looked at,
    and a few of them, as a split character leaves behind, are none in a short one either."""
    start = text[:20_000]
    wrong = len(_NO_TEXT.findall(start))
    return wrong / len(start) if wrong > 2 else 0.0


# Directions that make text read otherwise than it is stored, and control characters no text needs.
_HIDDEN = re.compile(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LINE_SIGNS = re.compile(r"[\u2028\u2029\x85]")


def tidy(text: str) -> str:
    """Well-formed text with "\\n" line ends: no lone surrogates, no control characters, no forced directions."""
    if text.replace("\n", "").isprintable():
        return text
    if not text.isascii():
        text = _LINE_SIGNS.sub("\n", text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore"))
    return _HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
