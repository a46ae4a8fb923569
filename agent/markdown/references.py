"""A list of sources of the model's own at the end of a draft, however it is titled. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.ledger import Ledger
from agent.markdown.entries import Names, reports

_CALLED = (
    r"(?:list of )?(?:sources?|references?)|bibliography|works cited|citations|footnotes"
    r"|(?:(?:related|useful) )?links|further reading|read more|see also"
    r"|quellen(?:verzeichnis|angaben)?|literatur(?:verzeichnis)?|belege"
    r"|weiterführende (?:links|literatur)|źródła|bibliografia|przypisy|linki|lähteet|fuentes|referencias|bibliografía"
    r"|enlaces(?: de interés)?|fonti|riferimenti|références|bibliographie|liens(?: utiles)?|pour en savoir plus"
    r"|bronnen|referências|fontes|källor|kilder|zdroje|források|surse|πηγές|источники|ссылки|джерела|посилання|kaynak(?:lar|ça)"
    r"|المصادر|المراجع|מקורות|स्रोत|nguồn|sumber|참고 ?(?:자료|문헌)|출처|参考文献|参考资料|參考資料|来源|來源"
    r"|出典(?:一覧)?|参照|情報源"
)
# What stands around the name of such a list, also "📚" and the like.
_TITLE = re.compile(
    rf"(?:[^\w\[]|_)*+(?:(?:here are|these are|my|the|all|meine|alle|mes|mis|moje)\s){{0,3}}(?:{_CALLED})"
    r"(?:\s(?:used|cited|consulted|list|i used|(?:used )?(?:in|for) (?:this|my|the) (?:answer|response))){0,2}"
    r"[\s:：*_]*",
    re.I,
)
_ENTRY = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\[?\[\^?\d{1,3}\]\]?|【\d{1,3}】|<?https?://|\[[^\]]*\]\(https?://|\d{1,3}[.)]\s(?!.*\[\d))"
    r"|\s*[-*+•]\s+(?!.*\[\d)"
    r"|\s*\|(?:\s*\[\^?\d{1,3}\]\s*\||(?!.*\[\d))"  # a row that begins with a number of ours, or has none
)
_ONE = r"\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]"
_IN_A_LINE = re.compile(
    rf"(?<=\n\n)(?P<title>[^\n:：\[]{{2,40}}[:：][*_]*)\s*{_ONE}(?:[\s,;·|&]*(?:and|und|y|et|i)?\s*{_ONE})*\s*\.?\Z"
)
_MARK = re.compile(_ONE)
# "Sources: [1] Price, [9] Made-up (2021)", which names what the numbers are; not what one of them says. A name ends
# with its line.
_NAMED = rf"{_ONE}(?:[^\[\]\n]|\n(?=[ \t]*\[\^?\d)|(?<!\d)\[[^\[\]\n]{{1,200}}\]\([^()\s]{{1,500}}\)){{0,300}}"
_NAMED_IN_A_LINE = re.compile(
    rf"(?<=\n)[(（*_]*(?P<title>[^\n:：\[(（]{{2,40}}[:：][*_]*)\s*(?P<entries>(?:{_NAMED})+)\Z"
)
_FOLDED = re.compile(
    r"<details[^<>]{0,100}>\s*<summary[^<>]{0,100}>(?P<title>.{1,200}?)</summary>(?P<listed>(?:(?!<details).)*)</details>\s*\Z",
    re.S | re.I,
)
_AROUND_TITLE = re.compile(
    r"<[^<>]{0,100}>|\(\d{1,3}\)|[^\w\s]|\b(?:(?:click|tap) (?:here )?to )?"
    r"(?:show|view|see|open|expand) (?:all )?(?:the )?",
    re.I,
)
_TITLE_AT_MOST = 80  # characters
_LISTS_AT_MOST = 8  # lists that stand one below the other
_NUMBERED = re.compile(rf"[\s>|*+•-]*(?:\[?{_ONE}\]?|【\d{{1,3}}】)")
_LEADING = re.compile(  # "Sources: [1] https://…" before the text: it leads nowhere that the marks do not
    rf"\A\s*(?:[^\w\[]|_)*+(?:{_CALLED})[*_]*[:：][*_\s]*"
    rf"(?:(?:{_ONE}|\d{{1,3}}[.)])?\s*<?https?://[^\s<>]++>?[ \t,;·|]*+)++(?=\n|\Z)",
    re.I,
)
_RULED_OFF = re.compile(r"\n\s*(?:[-*_]\s?){3,}$")


def without_references(body: str, ledger: Ledger) -> str:
    """The draft without lists of sources at its end: the program makes its own, out of what was opened. What such a
    list tells beside them stays, and so does one that only is called so."""
    names = Names(ledger)
    body = _LEADING.sub("", body, count=1)
    for _ in range(_LISTS_AT_MOST):
        body, before = _without_last(body, names), body
        if body == before:
            break
    return body


def names_sources(title: str) -> bool:
    """Whether words are how a list of sources is called."""
    return len(title) <= _TITLE_AT_MOST and bool(_TITLE.fullmatch(title))


def _without_last(body: str, names: Names) -> str:
    body = _without_fenced(_without_tagged(_without_folded(_without_line(body, names), names), names), names)
    lines = body.rstrip().split("\n")
    end = len(lines)
    while end and (not lines[end - 1].strip() or _ENTRY.match(lines[end - 1])):
        end -= 1
    titled = 0 < end < len(lines) and _TITLE.fullmatch(lines[end - 1])
    if not titled or not _lists_sources(lines[end:], names):
        return body
    if told := [one for one in lines[end:] if names.tells(one)]:
        table = any(one.lstrip().startswith("|") for one in told)  # no row stands alone
        return body if table else "\n".join([*lines[:end], "", *told])
    rest = _RULED_OFF.sub("", "\n".join(lines[: end - 1]).rstrip())
    return rest if rest.strip() else body


def _lists_sources(entries: Iterable[str], names: Names) -> bool:
    """Whether one of them is a number of ours with a name, or names a source by itself."""
    return any((_NUMBERED.match(one) or names.repeats(one)) and not names.tells(one) for one in entries)


def _without_line(body: str, names: Names) -> str:
    """The draft without "Sources: [1], [3]" at its end, where what stands above it cites by itself: otherwise it says
    on what that rests."""
    body = _without_names(body.rstrip(), names)
    found = _IN_A_LINE.search(body)
    if not found or not _TITLE.fullmatch(found["title"]):
        return body
    rest = _RULED_OFF.sub("", body[: found.start()].rstrip()).rstrip()
    return rest if _MARK.search(rest.rpartition("\n\n")[2]) else body


def _without_names(body: str, names: Names) -> str:
    """The draft with such a line in a paragraph of its own, as its numbers alone."""
    found = _NAMED_IN_A_LINE.search(body)
    if not found or not _TITLE.fullmatch(found["title"]) or reports(found["entries"]):
        return body
    words = _MARK.split(found["entries"])
    if not re.search(r"\w", "".join(words)) or any(names.tells(one) for one in words):
        return body
    marks = "".join(_MARK.findall(found["entries"]))
    return f"{body[: found.start()].rstrip()}\n\n{found['title'].strip('*_ ')} {marks}"


def _without_folded(body: str, names: Names) -> str:
    """The draft without a list of sources in a <details> at its end."""
    found = _FOLDED.search(body.rstrip())
    title = " ".join(_AROUND_TITLE.sub(" ", found["title"]).split()) if found else ""
    if not found or not _TITLE.fullmatch(title):
        return body
    entries = [one for one in re.split(r"\n|<[^<>]{0,100}>", found["listed"]) if re.search(r"\w", one)]
    if any(names.tells(one) for one in entries):
        return body
    return _RULED_OFF.sub("", body[: found.start()].rstrip()).rstrip()


def _without_tagged(body: str, names: Names) -> str:
    """The draft without "<references>…</references>" at its end."""
    closed = _CLOSES.search(body.rstrip()[-_CLOSED:])
    start = body.lower().rfind(f"<{closed['name'].lower()}") if closed else -1
    entries = [one for one in re.split(r"\n|<[^<>]{0,300}>", body[start:]) if re.search(r"\w", one)]
    return body if start < 0 or any(map(names.tells, entries)) else body[:start].rstrip()


_CLOSED = 40
_CLOSES = re.compile(r"</(?P<name>references?|sources?|citations?|bibliography)\s?>\Z", re.I)


def _without_fenced(body: str, names: Names) -> str:
    """The draft without a block of code at its end that is such a list, by its title or by all of its lines."""
    lines = body.rstrip().split("\n")
    sign = lines[-1].strip()
    if sign not in ("```", "~~~"):
        return body
    start = next((at for at in range(len(lines) - 2, -1, -1) if lines[at].lstrip().startswith(sign)), -1)
    held = [one for one in lines[start + 1 : -1] if one.strip()]
    titled = bool(held) and _TITLE.fullmatch(held[0]) is not None
    entries = held[titled:]
    listed = entries and all(map((_LEADS if titled else _NUMBER_LEADS).match, entries))
    told = any(map(names.tells, entries))
    above = "\n".join(lines[:start]).rstrip()
    return above if start > 0 and listed and not told and above else body


# A line that says where something leads, or of an object that does.
_OBJECT = r"[\s\[\]{}(),]*$|[\s\[{]*\"(?:id|number|index|title|site|date|url|link|address)\"\s*:\s*[^\n]{0,400}$"
_LEADS = re.compile(rf"[^\n]{{0,200}}?https?://\S+[\s,;)\]}}\"]*$|{_OBJECT}")
_NUMBER_LEADS = re.compile(rf"[\s\-*+•]*[\[(]?\^?\d{{1,3}}[\]).:][^\n]{{0,200}}?https?://\S+[\s,;)]*$|{_OBJECT}")
