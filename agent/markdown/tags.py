"""HTML in a draft ("<details>", "<li>", "<b>", "<a href>", "&nbsp;") as Markdown: Slack shows it as written. Pure.

A tag that stands alone inside a sentence is a word of that ("use <p> for paragraphs"), and so is one in code. Where a
link leads, and whether it stays, is for others to say (agent/markdown/linkless.py).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

from agent.markdown.footnotes import Edit, replaced
from agent.markdown.marks import Area, areas, blanked, cells, code, may_hold_code
from agent.markdown.tagged_tables import as_table

_TAG = re.compile(r"<(?P<closes>/?)(?P<name>[a-z][a-z_]{0,14}|h[1-6])(?P<given>(?:\s[^<>]{0,300})?)/?>", re.I)
_LAYS_OUT = (
    r"details|summary|div|p|center|section|article|main|header|footer|figure|figcaption|ul|ol|li|dl|dt|dd|blockquote"
    r"|h[1-6]|html|body|answer|final_answer|response|thead|tbody"
)
_OPENS = {"li": "\n- ", "dd": "\n- ", "summary": "\n\n**", "dt": "\n\n**", "blockquote": "\n\n> "} | {
    f"h{level}": f"\n\n{'#' * level} " for level in range(1, 7)
}
_CLOSES = {"li": "", "dd": "", "summary": "**\n\n", "dt": "**\n\n"}
_BREAKS = {"br": "\n", "hr": "\n\n"}
_SIGNS = {"b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~", "strike": "~~"} | dict.fromkeys(
    ("code", "kbd", "samp", "tt"), "`"
)
_PLAIN = "u|mark|span|small|big|font|sub|sup|ins|abbr|q|time|var|dfn|nobr|label|a"
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_ATTRIBUTE = r"\b{}\s?=\s?(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))"
_MAY_TAG = re.compile(r"<(?:[a-z/]|!--)|&[a-z]", re.I)
# Those of signs that mean nothing to Markdown; "&amp;lt;" is none of them.
_ENTITY = re.compile(
    r"&(?:zwn?j|nbsp|thinsp|ensp|emsp|shy|[nm]dash|hellip|[lr][sd]quo|[lr]aquo|quot|apos|euro|pound|yen|cent|copy|reg|trade|deg"
    r"|times|plusmn|minus|middot|bull|frac(?:12|14|34)|sup[123]|micro|[lr]arr|le|ge|ne|asymp|amp(?!;#?\w{1,10};)"
    r"|[aeiouyn](?:acute|grave|uml|circ|tilde)|[oa]slash|aring|szlig|ccedil);",
    re.I,
)


def without_tags(text: str) -> str:
    """The text with such elements as the Markdown that they mean, in time that grows as its length; comments go."""
    if not _MAY_TAG.search(text):
        return text
    text = replaced(text, _entities(_prose(text)))
    text = replaced(text, _comments(_prose(text)))
    text = replaced(text, _tables(text, _prose(text)))
    return replaced(text, sorted(_Reader(text).edits()))


def _prose(text: str) -> str:
    return blanked(text, code(text, areas(text))) if may_hold_code(text) else text


def _entities(prose: str) -> Iterator[Edit]:
    for found in _ENTITY.finditer(prose):
        yield Edit(*found.span(), unescape(found.group()))


def _comments(prose: str) -> Iterator[Edit]:
    start = prose.find("<!--")
    while start >= 0 and (end := prose.find("-->", start)) >= 0:
        yield Edit(start, end + 3, "")
        start = prose.find("<!--", end + 3)


def _tables(text: str, prose: str) -> Iterator[Edit]:
    lower = prose.lower()
    for found in re.finditer(r"<table(?=[\s>])", lower):
        end = lower.find("</table>", found.start())
        if end < 0:
            return
        end += len("</table>")
        if table := as_table(text[found.start() : end]):
            yield Edit(found.start(), end, f"\n\n{table}\n\n")


class _Reader:
    """Reads the elements of one text, area by area: what lays out a line does not look into a table."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._areas = [one for one in areas(text) if one.kind not in ("fence", "table")]
        self._prose = blanked(text, code(text, self._areas)) if may_hold_code(text) else text
        self._opened: Counter[str] = Counter()  # blocks that are open, over all areas

    def edits(self) -> Iterator[Edit]:
        for area in self._areas:
            for start, end in self._stretches(area):
                if self._prose.find("<", start, end) >= 0:
                    yield from self._within(start, end, lays_out=area.kind != "row")

    def _stretches(self, area: Area) -> Iterator[tuple[int, int]]:
        yield from cells(self._text, area.start, area.end) if area.kind == "row" else ((area.start, area.end),)

    def _within(self, start: int, end: int, *, lays_out: bool) -> Iterator[Edit]:
        waiting: dict[str, list[re.Match[str]]] = {}  # inline ones that nothing has closed yet
        behind = start  # where the last block ended
        for tag in _TAG.finditer(self._prose, start, end):
            name = tag["name"].lower()
            if lays_out and re.fullmatch(_LAYS_OUT, name):
                closes = bool(tag["closes"]) and self._opened[name] > 0
                if closes or self._begins(tag.start(), behind):
                    behind = tag.end()
                    self._opened[name] += -1 if closes else 1
                    yield Edit(*tag.span(), self._laid_out(tag, name))
            elif name in _BREAKS and lays_out:
                yield Edit(*tag.span(), _BREAKS[name])
            elif name == "img":
                yield Edit(*tag.span(), f"![{_given(tag, 'alt')}]({_given(tag, 'src')})")
            elif not tag["closes"]:
                waiting.setdefault(name, []).append(tag)
            elif waiting.get(name):
                yield from self._pair(waiting[name].pop(), tag, name)

    def _laid_out(self, tag: re.Match[str], name: str) -> str:
        words = _CLOSES.get(name, "\n\n") if tag["closes"] else _OPENS.get(name, "\n\n")
        if not self._opened["blockquote"] or name == "blockquote":
            return words
        return "\n>\n> " if tag["closes"] else words.lstrip("\n").replace("- ", "\n> - ")

    def _begins(self, at: int, behind: int) -> bool:
        """Whether it begins a line, or stands right behind another block."""
        line = self._prose.rfind("\n", behind, at) + 1
        return not self._prose[max(line, behind) : at].strip(" \t>*_")

    def _pair(self, opens: re.Match[str], closes: re.Match[str], name: str) -> Iterator[Edit]:
        """Both tags of an inline element; none where it is not known, or holds nothing."""
        inside = self._text[opens.end() : closes.start()]
        if name == "a" and inside.strip() and not re.search(r"[\[\]]", inside):
            yield from (Edit(*opens.span(), "["), Edit(*closes.span(), f"]({_given(opens, 'href')})"))
        elif name == "sup" and re.fullmatch(r"[0-9-]{1,4}", inside):
            yield Edit(opens.start(), closes.end(), inside.translate(_RAISED))
        elif name in _SIGNS and inside == inside.strip() != "" and not self._is_bold(name):
            yield from (Edit(*one.span(), _SIGNS[name]) for one in (opens, closes))
        elif name in _SIGNS or re.fullmatch(_PLAIN, name):
            yield from (Edit(*one.span(), "") for one in (opens, closes))

    def _is_bold(self, name: str) -> bool:
        """Whether what it would make bold is so already."""
        return name in ("b", "strong") and any(self._opened[one] > 0 for one in ("summary", "dt"))


def _given(tag: re.Match[str], attribute: str) -> str:
    """The value of an attribute, "" for none."""
    found = re.search(_ATTRIBUTE.format(attribute), tag["given"], re.I)
    return next(filter(None, found.groups()), "") if found else ""
