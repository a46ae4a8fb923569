"""How long a request is, in tokens, without a tokenizer: an estimate, corrected by what the endpoint counts. Pure.

Length is counted in bytes of UTF-8 and called characters, since for English they are the same: a letter of Cyrillic
or Greek counts two, one of Han, kana or Hangul three, an emoji four, which is about how much more of a model's
vocabulary they take. A token is 3.75 of them to start with; what the endpoint counts of the newest requests of a run
says what it is with this model and this text. Some count nonsense, now and then or always: no single count decides.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence

from agent.facts import Reply, Window

START = 3.75  # characters of a token before anything was counted
FEWEST, MOST = 1.0, 4.5  # what counts may make of it
_BELIEVED = FEWEST, 8.0  # a count that makes less or more of it is none
_LIKELY = 2.5, 5.0  # what a count that nothing confirms yet may make of it
_JOINT = 4  # quotes, a colon, a comma
_NEWEST = 3  # replies whose counts are believed
Wire = Mapping[str, object]


def length(parts: Iterable[Wire]) -> int:
    """Messages or tools in characters: their texts, and a little for what holds them together."""
    return sum(map(one, parts))


def one(part: object) -> int:
    """One message or tool, or whatever stands in one."""
    match part:
        case str():
            return size(part)
        case Mapping():
            return sum(len(str(key)) + _JOINT + one(value) for key, value in part.items())
        case list() | tuple():
            return sum(_JOINT + one(value) for value in part)
        case _:
            return len(str(part))


def size(text: str) -> int:
    """A text in characters as they are counted here."""
    return len(text) if text.isascii() else len(text.encode(errors="surrogatepass"))


def escaped(text: str) -> int:
    """The length of a text that stands in JSON."""
    return size(json.dumps(text, ensure_ascii=False))


def rate(replies: Sequence[Reply]) -> float:
    """Characters of a token by the newest replies of a run whose counts can be believed: the middle one of three. In
    place of those that are missing stands what was thought before; one alone has to be likely."""
    counts = [one.sent / one.read for one in replies if one.sent and one.read and not one.usage.searches]
    believed = [count for count in counts if _BELIEVED[0] <= count <= _BELIEVED[1]][-_NEWEST:]
    match believed:
        case []:
            return START
        case [only]:
            return min(MOST, only) if _LIKELY[0] <= only <= _LIKELY[1] else START
        case [one, other]:
            return min(MOST, sorted((one, other, START))[1])
        case _:
            return min(MOST, sorted(believed)[len(believed) // 2])


def tokens(characters: int, rate: float = START) -> int:
    return math.ceil(characters / rate)


def room(window: Window) -> int:
    """The most tokens a request may have: what is read at most, less what is kept for the reply."""
    return max(1, min(window.input, window.whole - window.output))


def shortened(text: str, most: int) -> str:
    """A text of at most about `most` characters: its beginning and its end, and between them how many are missing."""
    if size(text) <= most:
        return text
    letters = most * len(text) // size(text)
    head, tail = letters * 2 // 3, letters // 3
    return f"{text[:head]}\n[… {len(text) - head - tail:,} characters left out …]\n{text[len(text) - tail :]}"
