"""Elements of HTML that only lay a text out ("<details>", "<p>", "<li>"), as Markdown: Slack shows their tags. Pure.

A tag that stands inside a sentence is a word of that ("use <p> for paragraphs"), and so is one in code or in a table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from agent.markdown.footnotes import Edit
from agent.markdown.marks import areas, blanked, code

_BLOCKS = r"details|div|p|center|section|article|main|header|footer|figure|ul|ol|li|answer|final_answer|response"
_TAG = re.compile(
    rf"<summary\b[^<>\n]{{0,200}}>(?P<title>[^\n]{{0,200}}?)</summary>"
    rf"|<(?P<closes>/?)(?P<name>{_BLOCKS})(?:\s[^<>\n]{{0,200}})?/?>|<(?P<alone>[bh]r)\s?/?>(?=[ \t]*$)",
    re.I | re.M,
)
_AROUND = re.compile(r"</?\w{1,10}>|[*_]{2}")


def without_tags(text: str) -> str:
    """The text with such elements as paragraphs, items, and a line in bold for what a part is called."""
    if "<" not in text or not _TAG.search(text):
        return text
    parts: list[str] = []
    at = 0
    for start, end, words in _edits(_prose(text)):
        parts += [text[at:start], words]
        at = end
    return "".join([*parts, text[at:]])


def _prose(text: str) -> str:
    found = areas(text)
    prose = blanked(text, code(text, found))
    return blanked(prose, ((one.start, one.end) for one in found if one.kind == "table"))


def _edits(prose: str) -> Iterator[Edit]:
    """Those that begin a line, or stand right behind another, and what closes them."""
    opened: Counter[str] = Counter()
    behind = -1  # where the last one ended
    for tag in _TAG.finditer(prose):
        name = (tag["name"] or "").lower()
        closes = bool(tag["closes"]) and opened[name] > 0
        if not closes and not _begins(prose, tag.start(), behind):
            continue
        opened[name] += -1 if closes else 1
        behind = tag.end()
        yield Edit(tag.start(), tag.end(), _instead(tag, name))


def _begins(prose: str, at: int, behind: int) -> bool:
    line = prose.rfind("\n", 0, at) + 1
    return not prose[max(line, behind) : at].strip(" \t")


def _instead(tag: re.Match[str], name: str) -> str:
    if tag["title"] is not None:
        title = _AROUND.sub("", tag["title"]).strip()
        return f"\n\n**{title}**\n\n" if title else "\n\n"
    if name == "li":
        return "" if tag["closes"] else "\n- "
    return "\n\n"
