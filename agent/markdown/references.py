"""A list of sources of the model's own at the end of a draft, however it is titled. Pure."""

from __future__ import annotations

import re

_TITLE = re.compile(
    r"[#*_\s]*(?:(?:list of )?(?:sources?|references?)(?: (?:used|cited|consulted|list))?|bibliography"
    r"|works cited|citations|footnotes|links|(?:related|useful) links|further reading|read more|see also"
    r"|quellen(?:verzeichnis|angaben)?"
    r"|literatur(?:verzeichnis)?|weiterführende (?:links|literatur)|źródła|bibliografia|przypisy|linki|lähteet"
    r"|fuentes|referencias|bibliografía|enlaces(?: de interés)?|fonti|références|bibliographie|liens(?: utiles)?"
    r"|pour en savoir plus|参考文献|参考资料|来源|出典(?:一覧)?|参照|情報源)[\s:：*_]*",
    re.I,
)
_ENTRY = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\[?\[\^?\d{1,3}\]\]?|【\d{1,3}】|<?https?://|\[[^\]]*\]\(https?://|\d{1,3}[.)]\s(?!.*\[\d))"
    r"|\s*[-*+•]\s+(?!.*\[\d)"
    r"|\s*\|(?:\s*\[\^?\d{1,3}\]\s*\||(?!.*\[\d))"  # a row that begins with a number of ours, or has none
)
_ONE = r"\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]"
_IN_A_LINE = re.compile(
    rf"(?<=\n\n)(?P<title>[^\n:：\[]{{3,40}}[:：][*_]*)\s*{_ONE}(?:[\s,;·|&]*(?:and|und|y|et|i)?\s*{_ONE})*\s*\.?\Z"
)
_MARK = re.compile(_ONE)
_RULED_OFF = re.compile(r"\n\s*(?:[-*_]\s?){3,}$")


def without_references(body: str) -> str:
    """The draft without lists of sources at its end: the program makes its own, out of what was opened."""
    body = _without_line(body)
    lines = body.rstrip().split("\n")
    end = len(lines)
    while end and (not lines[end - 1].strip() or _ENTRY.match(lines[end - 1])):
        end -= 1
    titled = 0 < end < len(lines) and _TITLE.fullmatch(lines[end - 1])
    rest = _RULED_OFF.sub("", "\n".join(lines[: end - 1]).rstrip()) if titled else ""
    return without_references(rest) if rest.strip() else body


def _without_line(body: str) -> str:
    """The draft without "Sources: [1], [3]" at its end, where what stands above it cites by itself: otherwise it says
    on what that rests."""
    found = _IN_A_LINE.search(body.rstrip())
    if not found or not _TITLE.fullmatch(found["title"]):
        return body
    rest = _RULED_OFF.sub("", body[: found.start()].rstrip()).rstrip()
    return rest if _MARK.search(rest.rpartition("\n\n")[2]) else body
