"""How long a request is, in tokens, without a tokenizer: an estimate, corrected by what the endpoint counts. Pure.

Length is counted in bytes of UTF-8 and called characters, since for English they are the same: a letter of Cyrillic
or Greek counts two, one of Han, kana or Hangul three, an emoji four, which is about how much more of a model's
vocabulary they take. A token is 3.75 of them to start with; the usage that comes back with the newest replies of a
run says what it is with this model and this text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence

from agent.facts import Reply, Window

START = 3.75  # characters of a token before anything was counted
FEWEST, MOST = 1.0, 4.5  # what an endpoint's count may make of it: some count nonsense, or the tries of one call together
_NEWEST = 3  # replies whose counts are believed
Wire = Mapping[str, object]


def length(parts: Iterable[Wire]) -> int:
    """Messages or tools as they go over the wire, in characters."""
    return sum(map(one, parts))


def one(part: Wire) -> int:
    """One message or tool, with the comma behind it."""
    return size(json.dumps(part, ensure_ascii=False)) + 2


def size(text: str) -> int:
    """A text in characters as they are counted here."""
    return len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))


def rate(replies: Sequence[Reply]) -> float:
    """Characters of a token by the newest replies of a run; what a provider searched inside a call counts among its
    tokens, but was never sent, so that such a call says nothing."""
    counted = [one for one in replies if one.sent and one.usage.prompt and not one.usage.searches][-_NEWEST:]
    if not counted:
        return START
    found = sum(one.sent for one in counted) / sum(one.usage.prompt for one in counted)
    return min(MOST, max(FEWEST, found))


def tokens(characters: int, rate: float = START) -> int:
    return math.ceil(characters / rate)


def room(window: Window) -> int:
    """The most tokens a request may have: what is read at most, less what is kept for the reply."""
    return max(1, min(window.input, window.whole - window.output))


def shortened(text: str, most: int) -> str:
    """A text of at most about `most` letters: its beginning and its end, and between them how much is left out."""
    if len(text) <= most:
        return text
    head, tail = most * 2 // 3, most // 3
    return f"{text[:head]}\n[… {len(text) - head - tail:,} characters left out …]\n{text[len(text) - tail :]}"
