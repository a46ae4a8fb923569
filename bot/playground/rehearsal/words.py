"""Words as the rehearsal model compares them: folded, without filler, alike when they begin alike."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from bot.playground.rehearsal.filler import FILLER, each

_TOKEN = re.compile(r"\d{1,2}:\d{2}|[^\W\d_]{1,3}-\d+[^\W_]*|[^\W_]+(?:[.,]\d+)*")
_WRITTEN = re.compile(rf"(?:{_TOKEN.pattern})(?:-[^\W_]+)*")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
_CJK = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SPACED = re.compile(rf"((?:(?!{_CJK.pattern}).)+)")  # what is written with spaces, beside what is not
_HIRAGANA = re.compile(r"[\u3040-\u309f]+")
# Parts of one script: kanji, katakana, hiragana, hangul, and whatever is written with spaces.
_RUN = re.compile(
    r"[\u3005\u3400-\u9fff]+|[\u30a0-\u30ff]+|[\u3040-\u309f]+|[\uac00-\ud7af]+|"
    r"[^\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)

# What may follow a whole word of five letters and more in another of its forms, in English, German and Polish.
_ENDINGS = frozenset(
    each("s es d ed r er ers rs ing ly n en ens e em es al ally ment ments ion ions or ors able ling ler lers led")
    + each("a y i u o ie om ow ami ach owi ego ej")
)

# Words people use for one another: few, and only where a question and a text often differ.
KIN: tuple[frozenset[str], ...] = tuple(
    frozenset(each(group))
    for group in (
        "cost costs pay pays paid price prices priced fee fees fare fares tariff charge",
        "limit limits cap capped ceiling maximum max",
        "deadline due",
        "end ends ended expires expiry",
        "delay delayed late postponed moved",
        "begin begins start starts started",
        "departure departures depart departs leave leaves sail sails sailing sailings",
        "approve approval approves approved sign signs signed",
        "hours opening open opens",
        "upgrade upgrading migrate migration migrating",
        "removed dropped deleted",
        "job role position",
        "happened cause caused causes incident outage",
        "buy purchase",
        "holiday vacation leave",
        "winter december january february",
        "summer june july august",
        "weekend saturday sunday",
        "weigh weighs weight",
    )
)


def fold(text: str) -> str:
    """Lower case without accents: "Zürich" and "ZURICH" are one word. Plain for any text."""
    plain = unicodedata.normalize("NFKD", text.casefold()).replace("ł", "l")
    return "".join(c for c in plain if not unicodedata.combining(c))


def tokens(text: str) -> list[str]:
    """The words of a text as written, in order; numbers, times and codes stay whole ("1,200", "17:45", "S-41")."""
    return [part for token in _TOKEN.findall(text) for part in _pieces(token)]


def written(text: str) -> list[str]:
    """The words of a text as they go into a query: those that carry meaning, hyphenated ones whole ("e-ink").

    Where a script has no spaces, a word is a run of one script; hiragana, which mostly joins the others, only counts
    where there is nothing else.
    """
    found = [run.strip("-") for token in _WRITTEN.findall(text) for run in _RUN.findall(token)]
    meant = [token for token in found if content(token)]
    return [token for token in meant if not _HIRAGANA.fullmatch(token)] or meant


def words(text: str) -> list[str]:
    """The words of a text, folded; thousands separators go, so that 1,200 and 1200 are one number."""
    return [plain(token) for token in tokens(text)]


def plain(token: str) -> str:
    """A word as it is compared: "S-41" and "S41" are one."""
    folded = fold(token).replace("-", "")
    return folded.replace(",", "") if _THOUSANDS.fullmatch(folded) else folded


def _pieces(token: str) -> list[str]:
    """Scripts without spaces are compared by pairs of letters; anything else is a word already, also beside them."""
    return [piece for run in _SPACED.split(token) if run for piece in _pairs(run)]


def _pairs(run: str) -> list[str]:
    if not _CJK.search(run) or len(run) < 3:
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]


def is_content(word: str) -> bool:
    return word not in FILLER and (len(word) > 1 or word.isdigit() or bool(_CJK.search(word)))


def content(text: str) -> list[str]:
    """The words that carry the meaning, each once, in the order they come."""
    return list(dict.fromkeys(word for word in words(text) if is_content(word)))


def alike(one: str, other: str) -> bool:
    """Whether two folded words are forms of one word: at least five first letters in common, endings short.

    A number is only like itself. Short words are alike when one is the other with a plural ending.
    """
    if one == other:
        return True
    if not one or not other or one[0] != other[0] or any(c.isdigit() for c in one + other):
        return False
    shorter, longer = sorted((one, other), key=len)
    if longer.startswith(shorter):
        return longer[len(shorter) :] in (_ENDINGS if len(shorter) >= 5 else ("s", "es"))
    if longer.endswith("ies") and longer[:-3] + "y" == shorter:
        return True
    common = _common(one, other)
    if common >= 5 and one[common:] in _ENDINGS and other[common:] in _ENDINGS:
        return True
    return common >= 5 and len(longer) - common <= 4 and common * 3 >= len(longer) * 2


def _common(one: str, other: str) -> int:
    for i, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return i
    return min(len(one), len(other))


def among(word: str, others: Iterable[str]) -> bool:
    """Whether a folded word, or a form of it, is one of the others."""
    return any(alike(word, other) for other in others)


@lru_cache(maxsize=4096)
def kin(word: str) -> frozenset[str]:
    """The words that may stand for this one in a text, itself not among them."""
    for group in KIN:
        if among(word, group):
            return group - {word}
    return frozenset()


def held(wanted: Sequence[str], text: Collection[str]) -> dict[str, float]:
    """How well each wanted word stands in a text: 1 for a form of it, 0.6 for a word of its kin, else absent."""
    found: dict[str, float] = {}
    for word in wanted:
        if word in text or among(word, text):
            found[word] = 1.0
        elif any(other in text for other in kin(word)):
            found[word] = 0.6
    return found


def weights(wanted: Sequence[str], texts: Sequence[Collection[str]]) -> dict[str, float]:
    """What each wanted word is worth: rare ones more, numbers of two digits and more half as much again."""
    return {word: _worth(word, sum(1 for text in texts if among(word, text)), len(texts)) for word in wanted}


def _worth(word: str, holding: int, total: int) -> float:
    rarity = math.log(1 + (total + 1) / (holding + 1))
    return rarity * (1.5 if word[:1].isdigit() and len(word) > 1 and holding else 1.0)
