"""How far a reply may be bounded, by what a refusal says of that. Pure.

Two things are meant by "max_tokens is too large": that no reply of this model may be as long, whatever was asked; or
that request and reply together do not fit into the window, which a shorter bound mends just as well as a shorter
request. Numbers count only where the words tie them to one of these: others are codes, ids, dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.request.tokens import START

LEAST = 256  # tokens that are a bound for a reply; a smaller number means something else
SMALLEST = 2_000  # tokens that a window has; a smaller number means something else
USUAL = 3.0  # characters of a token where nobody said how many the request takes, counted with care
_BELIEVED = 1.0, 8.0  # characters of a token
_SPARE, _MARGIN = 64, 0.05  # tokens, and a part of what the request takes, that are left free
_FLAGS = re.IGNORECASE | re.ASCII  # a name ends where another alphabet begins

_N = r"(?<![\w.,-])(\d{1,3}(?:[,_]\d{3})+|\d+k?)(?![\w-]|[.,]\d)"
# The names that endpoints have for the bound, also where it was sent under another one.
_NAMED = re.compile(
    r"\bmax(imum)?[_ -]?((completion|output|new|generated|response|gen)[_ -]?)?tokens?\b|\bmax_?(output|new)tokens\b"
    r"|\bmax_?tokencount\b|\bmax_gen_len\b|\bmax_length\b|\bnum_predict\b|\b(completion|output) tokens\b"
    r"|\btokens to (sample|generate)\b",
    _FLAGS,
)
_LARGE = re.compile(
    r"too (large|high|big|many|long)|at most|maximum|no more than|less (than|or equal)|lower (than|or equal)"
    r"|\brange\b"
    r"|exceed|above|between|up to|(not|n['’]t) be (greater|larger|more|higher|over)|<=|≤|[\[(] ?\d+ ?, ?\d+ ?[\])]"
    r"|\d > \d|tokens > \d|below|under|<|limit|范围|超过|超出",
    _FLAGS,
)
_MORE = r"(?:more|greater|larger|higher|above|over)"
# What ties a number to the bound. Of the second list the number itself is one too many.
_AT_MOST = [
    rf"(?:at most|up to|limited to|<=|≤|不能超过|最大)[^\w\n]{{0,4}}{_N}",
    rf"\bno {_MORE} than {_N}",
    rf"(?:\bnot|n['’]t) be {_MORE}(?: than)?[^\w\n]{{0,4}}{_N}",
    rf"(?:less|lower|smaller) (?:than )?or equal(?: to)?[^\w\n]{{0,4}}{_N}",
    rf"exceed\w*\b[^.\d\n]{{0,60}}{_N}",
    rf"> {_N}",
    rf"{_N}[^\w\n]{{0,4}}(?:is|as) the max",
    rf"\brange\b[^\d\n]{{0,60}}\d+[^\d\n]{{1,20}}?{_N}",
    rf"\bbetween \d+ and {_N}",
    r"[\[(] ?\d+ ?[,，] ?(\d+) ?[\])]",
    rf"(?:\bmax(?:imum)?|limit|allow\w*|support\w*|\bonly)\b[^.\d\n]{{0,40}}{_N}",
]  # fmt: skip
_BELOW = [
    rf"(?:(?:less|lower|smaller) than|below|under|<)(?!=)[^\w\n]{{0,4}}{_N}",
    rf"{_N}[^\w\n]{{0,3}}exclusive",
]
_REPLY = re.compile(r"completion|output|\bdraft\b|max_\w*tokens|generat|\b(reply|response)\b", _FLAGS)
# The window, by what it is called; or, in a sum, by what the sum has to stay below.
_CALLED = r"(?:(?:context|sequence|seq|model|position)[ _]?(?:length|window|size|len)|context[ _]limit)"
_TOGETHER = (
    r"(?:inputs?|prompt)\W{0,2}(?: tokens)? ?(?:\+|and|plus)"
    r"|(?:max_\w*tokens|completion|output)\W{0,2} ?(?:\+|and|plus)[^.\n]{0,30}(?:inputs?|prompt)"
)
_WHOLE = [
    rf"\d \+ \d+ (?:>|exceeds?) {_N}",
    rf"\d > {_N} - \d",
    rf"{_CALLED}\b[^\d\n+]{{0,40}}{_N}",
    rf"{_N} (?:maximum |max )?{_CALLED}\b",
    rf"(?:{_TOGETHER})[^.\n]{{0,60}}?(?:<=|exceed|at most|less than)[^\d\n]{{0,20}}{_N}",
    rf"messages or completion\b.*\blimit is {_N}",
]  # fmt: skip
_PROMPT = [rf"{_N} \+ \d+ (?:>|exceeds?) \d", rf"\d > \d+ - {_N}"]
_SUM = re.compile(r"request|total|together|\bsum\b", _FLAGS)
_AT_LEAST = re.compile(rf"at least {_N}[^\d\n]{{0,20}}(?:input|prompt)", _FLAGS)


@dataclass(frozen=True)
class Bound:
    """What a refusal lets a reply be bounded by, in tokens: by `most`, whatever was asked; or by what the `prompt`
    leaves of a window of `whole` (`prompt` 0: nobody said what it takes)."""

    most: int = 0
    whole: int = 0
    prompt: int = 0


def bound(words: str, sent: int) -> Bound | None:
    """What these words of an endpoint say of the bound that was sent; None where it is not what they mind."""
    whole = next(_found(_WHOLE, words), 0)
    if whole >= SMALLEST and _REPLY.search(words):
        return _shared(words, sent, whole)
    if sent <= 0 or not (_NAMED.search(words) and _LARGE.search(words)):
        return None
    most = _tied(words, sent) or sent // 2
    return Bound(most=most) if most >= LEAST else None


def counted(asks: int, prompt: int) -> tuple[float, int]:
    """How many characters of a request of this length made a token, and what it took beside: where that is no text,
    or much that others put before it."""
    rate = asks / prompt
    return (rate, 0) if _BELIEVED[0] <= rate <= _BELIEVED[1] else (START, prompt - int(asks / START))


def guessed(asks: int, whole: int, sent: int) -> int:
    """What a request takes where nobody says: more than the bound had left, so twice that is tried."""
    return max(int(asks / USUAL), 2 * (whole - sent), 1)


def left(whole: int, taken: float) -> int:
    """The tokens that a request which takes so many leaves of a window, though never so few that nothing can be said:
    then it is the request that is too long."""
    return max(least(whole), int(whole - taken * (1 + _MARGIN)) - _SPARE)


def least(whole: int) -> int:
    """The fewest tokens of a window that are worth being answered in."""
    return max(LEAST, whole // 8)


def _shared(words: str, sent: int, whole: int) -> Bound | None:
    """Request and reply do not fit into one window, and the request alone may."""
    prompt = _prompt(words, sent, whole)
    if not prompt and _NAMED.search(words) and (most := _tied(words, sent, whole)):
        return Bound(most=most)
    fits = prompt <= whole - least(whole) - _SPARE and sent > least(whole)
    return Bound(whole=whole, prompt=prompt) if fits else None


def _prompt(words: str, sent: int, whole: int) -> int:
    """What the request takes: said so, or what the sum has beside the reply; 0 where nobody says."""
    if _AT_LEAST.search(words):  # it was counted until it was too much
        return 0
    if said := next(_found(_PROMPT, words), 0):
        return said
    numbers = {_number(one) for one in re.findall(_N, words, _FLAGS)} - {sent, whole}
    sums = [n - sent for n in numbers if n > max(whole, sent)] if _SUM.search(words) else []
    parts = [n for n in numbers if n + sent > whole]
    return max(sums, default=0) or max(parts, default=0)


def _tied(words: str, sent: int, whole: int = 0) -> int:
    """The largest number below what was sent that is said to be the most; 0 for none."""
    below = set(_found(_BELOW, words))
    numbers = {*_found(_AT_MOST, words)} - below - {whole} | {n - 1 for n in below}
    return max((n for n in numbers if LEAST <= n < sent), default=0)


def _found(patterns: list[str], words: str) -> Iterator[int]:
    """The numbers that these find, in their order."""
    for pattern in patterns:
        for one in re.finditer(pattern, words, _FLAGS):
            yield _number(one[1])


def _number(text: str) -> int:
    text = text.replace(",", "").replace("_", "")
    return int(text[:-1]) * 1000 if text[-1:] in "kK" else int(text)
