"""Where words stand verbatim in a text. Pure.

A model copies words with other spaces, quotation marks and dashes, begins them with a capital, and leaves out the
signs of emphasis. Nothing else may differ, and they begin and end where words do: "costs €2" does not stand in "costs
€2.50".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from agent.grounding.passages import RULE
from agent.ledger import LETTERS

AT_MOST = 400  # characters of a quote
_QUOTES = "\"'`´‘’‚‛“”„‟«»‹›「」『』＂＇"
_DASHES = "-‐‑‒–—―−－"
_LIKE = {sign: f"[{re.escape(group)}]" for group in (_QUOTES, _DASHES) for sign in group}
_EMPHASIS = r"[*_`]{0,3}+"
_RUNS_ON = re.compile(rf"[{LETTERS}]")
_AROUND = _QUOTES + " \t\n*_.…。,;:|"


def place(words: str, text: str) -> tuple[int, int] | None:
    """(start, end) of the words in a text, the first place where they stand; None where they do not."""
    return next(places(words, text), None)


def places(words: str, text: str) -> Iterator[tuple[int, int]]:
    """Every place where they stand, in order: of a page that says the same of several things each is one."""
    for written in dict.fromkeys((words, *(unicodedata.normalize(form, words) for form in ("NFC", "NFD")))):
        parts = _parts(written)
        if not parts or not _may_stand(parts, text):
            continue
        found = (one.span() for one in re.finditer(_pattern(parts), text) if _ends_well(one))
        if first := next(found, None):
            yield first
            yield from found
            return


def header(text: str, at: int) -> str:
    """The header of the table in a row of which a place stands; "" where it stands in none."""
    above = text[: text.rfind("\n", 0, at) + 1].split("\n")[:-1]
    for below, line in enumerate(reversed(above), 1):
        if "|" not in line:
            return ""
        if RULE.fullmatch(line):
            return above[-below - 1].strip() if below < len(above) else ""
    return ""


def weight(words: str) -> int:
    """How much there is to a quote: letters and digits, those of scripts without spaces twice."""
    return sum(1 + bool(_RUNS_ON.match(char)) for char in words if char.isalnum())


def _parts(words: str) -> list[str]:
    """The words of a quote between its spaces, without what stands around them; none where it says nothing."""
    if not any(char.isalnum() for char in words):
        return []
    return [part for part in (_EDGES.sub("", word) for word in words.strip(_AROUND)[: 4 * AT_MOST].split()) if part]


def _may_stand(parts: list[str], text: str) -> bool:
    """A quick look: whether each word that can only be written in one way is there."""
    return all(part in text for part in parts[1:] if not any(char in _LIKE for char in part))


def _pattern(parts: list[str]) -> str:
    first = _either_case(parts[0][0]) + "".join(map(_sign, parts[0][1:]))
    written = [first, *("".join(map(_sign, part)) for part in parts[1:])]
    gaps = [_gap(one, other) for one, other in pairwise(parts)]
    return "".join(piece for pair in zip(written, [*gaps, ""], strict=True) for piece in pair)


def _gap(one: str, other: str) -> str:
    """Spaces, and signs of emphasis that are none of the words: a bullet of its own is one ("2 * 3")."""
    behind, before = ("" if not part.strip("*_`") else _EMPHASIS for part in (one, other))
    return rf"{behind}\s++{before}"


_EDGES = re.compile(r"^[*_`]{1,3}(?=.)|(?<=.)[*_`]{1,3}$")


def _sign(char: str) -> str:
    return _LIKE.get(char) or re.escape(char)


def _either_case(char: str) -> str:
    cases = {char, char.lower(), char.upper()}
    return "[" + "".join(sorted(one for one in cases if len(one) == 1)) + "]" if len(cases) > 1 else _sign(char)


def _ends_well(found: re.Match[str]) -> bool:
    """Whether nothing of the same word or number stands before or behind. Looked at here and not in the pattern,
    which would take longer to compile than to use."""
    text, (start, end) = found.string, found.span()
    before, behind = text[max(0, start - 2) : start], text[end : end + 2]
    runs_on = _is_word(text[start]) and (
        _is_word(before[-1:]) or (text[start].isdigit() and _POINT.fullmatch(before))
    )
    goes_on = _is_word(text[end - 1]) and (_is_word(behind[:1]) or (text[end - 1].isdigit() and _TENTH.match(behind)))
    return not runs_on and not goes_on


_POINT, _TENTH = re.compile(r"\d[.,]"), re.compile(r"[.,]\d")


def _is_word(char: str) -> bool:
    """A letter or digit of a script that puts spaces between its words."""
    return char.isalnum() and not _RUNS_ON.match(char)
