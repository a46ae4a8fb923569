"""A list of sources of the model's own at the end of a draft, however it is titled. Pure."""

from __future__ import annotations

import re

_TITLE = re.compile(
    r"[#*_\s]*(?:sources?|references?|bibliography|works cited|citations|links|quellen|literatur|źródła|bibliografia"
    r"|lähteet|fuentes|referencias|fonti|références|参考文献|参考资料|来源|出典)[\s:：*_]*",
    re.I,
)
_ENTRY = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\[?\[\^?\d{1,3}\]\]?|【\d{1,3}】|<?https?://|\[[^\]]*\]\(https?://|\d{1,3}[.)]\s(?!.*\[\d))"
)


def without_references(body: str) -> str:
    """The draft without lists of sources at its end: the program makes its own, out of what was opened."""
    lines = body.rstrip().split("\n")
    end = len(lines)
    while end and (not lines[end - 1].strip() or _ENTRY.match(lines[end - 1])):
        end -= 1
    titled = 0 < end < len(lines) and _TITLE.fullmatch(lines[end - 1])
    rest = "\n".join(lines[: end - 1]) if titled else ""
    return without_references(rest) if rest.strip() else body
