"""What stands in the margins of a page: asides, footers, dialogs and buttons, which the library that takes the words
out always leaves out, whatever it is told (trafilatura 2: MANUALLY_CLEANED, and in html2txt). Pure.

Prices and opening hours often stand there and nowhere else. Most of the rest is the same on every page of a site, or
leads away: only what is short, gives an amount of money or a time of day, and is not mostly links is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_WHERE = '//aside | //footer | //button | //dialog[@open] | //*[@role="dialog"]'
_LONGEST, _ALL = 600, 2_000  # characters of one, of all
_LINKED = 0.3  # the share of it that may be links
_INLINE = ("a", "abbr", "b", "bdi", "cite", "code", "em", "i", "mark", "q", "s", "small", "span", "strong",
           "sub", "sup", "time", "u")  # fmt: skip
_MONEY = r"[€$£¥]\s?\d|\d\s?(?:[€$£¥円]|zł|EUR\b|USD\b|CHF\b|PLN\b|euros?\b|dollars?\b|cents?\b)"
_HOUR = r"\d{1,2}(?:\.\d{2})?"
_TIMES = rf"\b\d{{1,2}}[:h]\d{{2}}\b|\b{_HOUR}\s?(?:[–-]|bis|to|à|do|a)\s?{_HOUR}\s?(?:Uhr|h\b|[ap]\.?m\b)"
_HOURS = r"\d\s?[ap]\.?m\b|\d\s?Uhr\b|\d時|\b(?:open|geöffnet|czynne|abierto|ouvert)\b[^\n]{0,40}\d"
_TELLS = re.compile(f"{_MONEY}|{_TIMES}|{_HOURS}", re.I)


def margins(tree: Any, words: str) -> str:
    """Paragraphs of the margins of a tree that are not in its `words` already, "" for none."""
    said = " ".join(words.split())
    most = len(said) + _ALL
    found: list[str] = []
    for element in tree.xpath(_WHERE):
        text = _text(element)
        plain = " ".join(text.split())
        if _counts(element, text) and plain not in said and len(said) + len(plain) <= most:
            said += f" {plain}"
            found.append(text)
    return "\n\n".join(found)


def _counts(element: Any, text: str) -> bool:
    linked = sum(len("".join(link.itertext()).strip()) for link in element.xpath(".//a"))
    return len(text) <= _LONGEST and bool(_TELLS.search(text)) and linked <= _LINKED * len(text)


def _text(element: Any) -> str:
    lines = (" ".join(line.split()) for line in "".join(_pieces(element)).split("\n"))
    return "\n".join(filter(None, lines))


def _pieces(element: Any, depth: int = 0) -> Iterator[str]:
    """Its words, each block in a line of its own; what is nested too deep is left out."""
    if not isinstance(element.tag, str) or element.tag in ("script", "style", "nav") or depth > _DEEPEST:
        return
    edge = "" if element.tag in _INLINE else "\n"
    yield edge
    yield " ".join((element.text or "").split("\n"))
    for child in element:
        yield from _pieces(child, depth + 1)
        yield " ".join((child.tail or "").split("\n"))
    yield edge


_DEEPEST = 40
