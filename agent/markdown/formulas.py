"""Where formulas stand in Markdown: between dollar signs, or in LaTeX's own brackets. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ON = r"\n(?![ \t>]*(?:\n|\Z))"  # a line break, but not at the end of a paragraph
_PIECE = rf"(?:\\\\|\\(?![\[\]()\\])|[^\\\n]|{_ON})"  # of what stands between \[ and \] or \( and \)
_IN_DOLLARS = rf"(?:\\[^\n]|[^$\\\n]|\\?{_ON})"
_FORMULA = re.compile(
    rf"""(?<![\\$])\$\$(?!\$){_IN_DOLLARS}++\$\$
    | (?<!\\)\\\[{_PIECE}++\\\]
    | (?<!\\)\\\({_PIECE}++\\\)
    | (?<!\\)\\begin\{{(?P<env>\w+\*?)\}}(?:\\(?!begin\{{|end\{{)|[^\\\n]|{_ON})++\\end\{{(?P=env)\}}
    | (?<![\\$\w])\$(?=[^\s$])(?P<inside>{_IN_DOLLARS}++)(?<=[^\s\\])\$(?![\w$])""",
    re.X,
)
# What only looks like a formula: words, an omission or a number in brackets that were escaped.
_WORDS = re.compile(r"\\[\[(]\s*(?:[^\W\d_]{2,}[^\\^_=+*/<>{}|&$()\[\]]*|\d+|\.{3}|…)\\[\])]")
_MONEY = re.compile(r"\d[\d.,]*[ \t\n](?:.*[^\\A-Za-z])?[A-Za-z]{2}", re.S)  # "$5 and US$"
_LETTERS = re.compile(r"\\[A-Za-z]|[\^_=]")


def may_hold_formulas(text: str) -> bool:
    return "$" in text or "\\(" in text or "\\[" in text or "\\begin{" in text


def formulas(prose: str) -> Iterator[tuple[int, int]]:
    """(start, end) of every formula in a text whose code is blanked. "$5 and $10" is none."""
    for found in _FORMULA.finditer(prose):
        inside, whole = found["inside"], found.group()
        if "\x00" in whole or _WORDS.fullmatch(whole) or (inside is not None and not _means_it(inside)):
            continue
        yield found.span()


def _means_it(inside: str) -> bool:
    """Whether what stands between two dollar signs is a formula and not what two prices have between them."""
    return not _MONEY.match(inside) and ("\n" not in inside or bool(_LETTERS.search(inside)))


def is_formula(text: str) -> bool:
    """Whether a block is nothing but formulas, and these no words put between dollar signs."""
    if not may_hold_formulas(text):
        return False
    at, rest = 0, ""
    for start, end in formulas(text):
        rest, at = rest + text[at:start], end
    inside = _NAMED.sub(" ", text)
    return at > 0 and not re.search(r"[^\s.,;*_>]", rest + text[at:]) and not _SENTENCE.search(inside)


def plain_numbers(text: str) -> str:
    """The text with a formula that is nothing but a number, and its unit, as these: "$129$ euros" is no price in
    dollars, and "$129 and $200" are two."""
    return _NUMBER.sub(_plain, text) if may_hold_formulas(text) else text


_NUMBER = re.compile(
    r"(?:(?<![\\$\w])\${1,2}|(?<!\\)\\\()\s?(?P<number>[-+−]?\d(?:[\d.,]|\{[.,]\}|\\[,;: ])*+)"
    r"(?P<unit>\\%|(?:\\(?:text|mathrm|operatorname)\{[^{}\n]{1,24}\})?)\s?(?:\${1,2}(?![\w$])|\\\))"
)


def _plain(found: re.Match[str]) -> str:
    number = re.sub(r"\{([.,])\}", r"\1", re.sub(r"\\[,;: ]", " ", found["number"]))
    return number + re.sub(r"\\(?:[a-z]+\{)?|\}", "", found["unit"])


_NAMED = re.compile(r"\\(?:(?:text|mathrm|mathit|mathbf|operatorname)\*?\{[^{}\n]{0,24}\}|[A-Za-z]+)")
_SENTENCE = re.compile(r"[^\W\d_]{2,}[ \t]+[^\W\d_]{2,}|[\u3040-\u9fff\uac00-\ud7af]{6}")
