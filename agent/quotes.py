"""Where words stand verbatim in a text. Pure.

A model copies words with other spaces, quotation marks and dashes, begins them with a capital, and leaves out the
signs of emphasis. Nothing else may differ, and they begin and end where words do: "costs €2" does not stand in "costs
€2.50".
"""

from __future__ import annotations

import re
import unicodedata

from agent.ledger import LETTERS

AT_MOST = 400  # characters of a quote
_QUOTES = "\"'`´‘’‚‛“”„‟«»‹›「」『』＂＇"
_DASHES = "-‐‑‒–—―−－"
_LIKE = {sign: f"[{re.escape(group)}]" for group in (_QUOTES, _DASHES) for sign in group}
_EMPHASIS = r"[*_`]{0,3}+"
_GAP = rf"{_EMPHASIS}\s++{_EMPHASIS}"
_WORD = rf"[^\W_{LETTERS}]"  # a letter or digit of a script that puts spaces between its words
_AROUND = _QUOTES + " \t\n*_.…。,;:|"


def place(words: str, text: str) -> tuple[int, int] | None:
    """(start, end) of the words in a text, the first place where they stand; None where they do not."""
    for written in dict.fromkeys((words, *(unicodedata.normalize(form, words) for form in ("NFC", "NFD")))):
        pattern = _pattern(written)
        found = re.search(pattern, text) if pattern else None
        if found:
            return found.span()
    return None


def weight(words: str) -> int:
    """How much there is to a quote: letters and digits, those of scripts without spaces twice."""
    return sum(1 + bool(re.match(rf"[{LETTERS}]", char)) for char in words if char.isalnum())


def _pattern(words: str) -> str:
    words = words.strip(_AROUND)
    parts = [part for part in (_EDGES.sub("", word) for word in words[: 4 * AT_MOST].split()) if part]
    if not parts or not any(char.isalnum() for char in words):
        return ""
    first = _either_case(parts[0][0]) + "".join(map(_sign, parts[0][1:]))
    body = _GAP.join([first, *("".join(map(_sign, part)) for part in parts[1:])])
    return f"{_edge(words[0], before=True)}{body}{_edge(words[-1], before=False)}"


_EDGES = re.compile(r"^[*_`]{1,3}(?=.)|(?<=.)[*_`]{1,3}$")


def _sign(char: str) -> str:
    return _LIKE.get(char) or re.escape(char)


def _either_case(char: str) -> str:
    cases = {char, char.lower(), char.upper()}
    return "(?:" + "|".join(sorted(map(re.escape, cases))) + ")" if len(cases) > 1 else _sign(char)


def _edge(char: str, *, before: bool) -> str:
    """What must not stand beside the first or the last character: more of the same word or number."""
    if not re.match(_WORD, char):
        return ""
    if before:
        return rf"(?<!{_WORD})" + (r"(?<!\d[.,])" if char.isdigit() else "")
    return rf"(?!{_WORD})" + (r"(?![.,]\d)" if char.isdigit() else "")
