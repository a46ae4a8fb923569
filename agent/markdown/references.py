"""Lists of sources of the model's own, wherever they stand in a draft and however they are titled and set. Pure.

The program makes its own list, out of what was opened. What one of the model's tells beside its sources stays, and so
does what only is called so, code that was asked for, and a line that says on what the words above it rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from agent.ledger import Ledger, addresses_in
from agent.markdown.entries import Names, reports, tells
from agent.markdown.fenced_lists import lists_sources, numbers_address
from agent.markdown.fences import closing, opening
from agent.markdown.footnotes import Edit, in_prose, replaced
from agent.markdown.titles import names_sources

_ENTRY = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\[?\[\^?\d{1,3}\]\]?|【\d{1,3}】|<?https?://|\[[^\]]*\]\(https?://|\d{1,3}[.)]\s(?!.*\[\d))"
    r"|\s*[-*+•]\s+(?!.*\[\d)"
    r"|\s*\|(?:\s*\[\^?\d{1,3}\]\s*\||(?!.*\[\d))"  # a row that begins with a number of ours, or has none
)
_ONE = r"\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]"
_MARK = re.compile(_ONE)
_NUMBERED = re.compile(rf"[\s>|*+•-]*(?:\[?{_ONE}\]?|【\d{{1,3}}】)")
_BEGINS = re.compile(rf"[(（*_]*(?:{_ONE}|【\d{{1,3}}】|<?https?://|\[[^\]]*\]\(https?://)")
_QUOTED = re.compile(r"\A(?:\s{0,3}>)+")
_HEADS = re.compile(r"\s*(?:#{1,6}\s|\*\*|__)")
_PARTED = re.compile(r"(?P<title>[^:：\[\n]{2,60}?(?:[:：][*_]*|\s[–—-]\s))\s*(?P<rest>\S.*)")
_JOINS = re.compile(r"[\s,;·|&*_.)）]*+(?:(?:and|und|y|et|i)\b)?[\s,;·|&*_.)）]*+", re.I)
_ADDRESS = re.compile(r"<?https?://\S*|\[[^\]]{0,200}\]\(", re.I)
_BARE = re.compile(r"\s*(?:[-*+•]\s+)?<?https?://\S+\s*$", re.I)
_NAMED_BEHIND = re.compile(
    rf"(?P<sign>\s*(?:[-*+•]|\d{{1,3}}[.)])\s+)(?P<name>[^\[\]\n]{{1,200}})(?P<marks>(?:{_ONE})+)[.\s]*$"
)
_RULED_OFF = re.compile(r"\n\s*(?:[-*_]\s?){3,}$")
_WORD = re.compile(r"\w")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")
_RULE = re.compile(r"(?=[\s|:]*-)[\s|:-]*")  # of a table, below its head
_UNDERLINE = re.compile(r"[ \t>]*(?:=+|-+)[ \t]*")
_LONG = 1_000  # characters of an entry
_NEAR = 20  # lines of a paragraph that are looked at
_ELEMENT = re.compile(
    r"^[ \t]*<(?P<name>references|sources|citations|bibliography|footnotes|(?:reference|source)_?list|works_cited)\b"
    r"[^<>\n]{0,100}>",
    re.M | re.I,
)
_TAG = re.compile(r"</?[a-z]\w*(?:\s[^<>\n]{0,300})?/?>", re.I)


class _List(NamedTuple):
    """What may be a list of sources: the lines [start, end) that it takes, its title and its entries, of which the
    first may stand beside the title; a fence, and bare addresses, have none of their own."""

    start: int
    end: int
    title: str
    entries: tuple[str, ...]
    kind: Literal["below", "beside", "fence", "bare"]


def without_references(body: str, ledger: Ledger) -> str:
    """The draft without such lists. One that is all there is stays."""
    names = Names(ledger)
    lines = _without_elements(body).split("\n")
    edge, ends, cut = len(lines), True, False  # where the list before began; whether nothing stands behind it
    for one in reversed([*_lists(lines, names)]):
        ends = ends and not any(map(_WORD.search, lines[one.end : edge]))
        edge = one.start
        left = _left(one, lines, names, ends=ends)
        ends = ends and not left
        cut = cut or ends
        lines[one.start : len(lines) if ends else one.end] = left
    rest = "\n".join(lines)
    rest = _RULED_OFF.sub("", rest.rstrip()).rstrip() if cut else rest
    return rest if rest.strip() else body


# --- where lists stand ---------------------------------------------------------------------------------------------


def _lists(lines: Sequence[str], names: Names) -> Iterator[_List]:
    """What may be one, in order and apart, in time that grows as the lines."""
    at = 0
    while at < len(lines):
        if opening(lines[at]):
            end = _fence_end(lines, at)
            if lists_sources(lines[at:end], names, titled=False):
                yield _List(at, end, "", (), "fence")
        elif found := _titled(lines, at, names):
            yield found
            end = found.end
        elif numbers_address(lines[at]) or _BARE.match(lines[at]):
            end = _run_end(lines, at)
            if not at or not lines[at - 1].strip():
                yield _List(at, end, "", tuple(lines[at:end]), "bare")
        else:
            end = at + 1
        at = end


def _run_end(lines: Sequence[str], at: int) -> int:
    """Where the lines end that are addresses, and nothing else but their numbers and names."""
    while at < len(lines) and (numbers_address(lines[at]) or _BARE.match(lines[at])):
        at += 1
    return at


def _fence_end(lines: Sequence[str], at: int) -> int:
    opened = opening(lines[at])
    sign = opened["sign"] if opened else ""
    return next(
        (n + 1 for n in range(at + 1, len(lines)) if sign in lines[n] and closing(lines[n], sign)), len(lines)
    )


def _titled(lines: Sequence[str], at: int, names: Names) -> _List | None:
    line = _QUOTED.sub("", lines[at], count=1)
    if line.lstrip().startswith("|") and not _is_head(lines, at):
        return None
    beside = None if names_sources(line) else _PARTED.match(line)
    if beside and not (names_sources(beside["title"]) and _may_list(beside["rest"])):
        return None
    if not beside and not names_sources(line):
        return None
    underlined = not beside and at + 1 < len(lines) and bool(_UNDERLINE.fullmatch(lines[at + 1]))
    end, entries = _entries(lines, at + 1 + underlined, names)
    if beside:
        return _List(at, end, beside["title"].strip("(（*_ "), (beside["rest"], *entries), "beside")
    return _List(at, end, line, tuple(entries), "below")


def _may_list(rest: str) -> bool:
    """Whether what stands behind a title names sources: it begins with a mark, or has an address and no mark."""
    return bool(_BEGINS.match(rest)) or (bool(_ADDRESS.search(rest)) and not _MARK.search(rest))


def _entries(lines: Sequence[str], at: int, names: Names) -> tuple[int, list[str]]:
    """Where the entries end that begin here, and which they are; empty lines may stand between them."""
    end, found, told = at, list[str](), list[str]()
    while at < len(lines):
        line = _QUOTED.sub("", lines[at], count=1)
        if opening(lines[at]) and not found:
            behind = _fence_end(lines, at)
            listed = lists_sources(lines[at:behind], names, titled=True)
            return (behind, [f"- {one}" for one in lines[at:behind] if "://" in one]) if listed else (end, found)
        at += 1
        if found and end == at - 1 and _goes_on(line, found[-1]):
            found[-1], end = f"{found[-1]} {line.strip()}", at
        elif _is_entry(line, names):
            found += [*told, _in_front(line)]
            told, end = [], at
        elif _ITEM.match(line) and names.tells(line):
            told.append(line)
        elif line.strip():
            break
    return end, found


def _is_entry(line: str, names: Names) -> bool:
    """Whether a line can be one of a list of sources. It need not be set as one."""
    if not line.strip() or _ENTRY.match(line):
        return bool(line.strip())
    behind = _NAMED_BEHIND.match(line)
    if behind and not names.tells(line):
        return names.repeats(behind["name"])
    apart = _MARK.search(line) or _HEADS.match(line) or opening(line)
    return not apart and names.repeats(line) and not names.tells(line)


def _goes_on(line: str, entry: str) -> bool:
    """Whether a line belongs to the entry above it."""
    further = line.startswith(("  ", "\t")) and len(entry) < _LONG
    return further and bool(line.strip()) and not _ENTRY.match(line) and not _MARK.search(line)


def _in_front(entry: str) -> str:
    """An entry with the number of its source before its name."""
    behind = _NAMED_BEHIND.match(entry)
    return f"{behind['sign']}{behind['marks']} {behind['name']}" if behind else entry


def _item(entry: str) -> str:
    """A line of an element as the item of a list."""
    item = entry if _ENTRY.match(entry) else f"- {entry}"
    return item if tells(entry) else _in_front(item)


def _is_head(lines: Sequence[str], at: int) -> bool:
    return at + 1 < len(lines) and bool(_RULE.fullmatch(lines[at + 1]))


def _without_elements(body: str) -> str:
    """The draft with "<references>…</references>" as a list in Markdown below its name."""
    if "</" not in body or not _ELEMENT.search(body):
        return body
    return replaced(body, _elements(body, in_prose(body)))


def _elements(body: str, prose: str) -> Iterator[Edit]:
    at, lower = 0, prose.lower()
    while found := _ELEMENT.search(prose, at):
        closes = f"</{found['name'].lower()}"
        end = lower.find(closes, found.end())
        behind = lower.find(">", end)
        if end < 0 or behind < 0:
            return
        entries = [one.strip() for one in _TAG.sub(" ", body[found.end() : end]).split("\n") if one.strip()]
        listed = "\n".join(_item(one) for one in entries)
        yield Edit(found.start(), behind + 1, f"\n\n{found['name'].replace('_', ' ').capitalize()}:\n{listed}\n\n")
        at = behind + 1


# --- what is left of them ------------------------------------------------------------------------------------------


def _left(one: _List, lines: Sequence[str], names: Names, *, ends: bool) -> Sequence[str]:
    """The lines in place of what may be a list; `ends` says that nothing stands behind it."""
    whole = lines[one.start : one.end]
    if one.kind in ("fence", "bare"):
        return [] if _closes(one, lines, names, ends=ends) else whole
    if not _lists_sources(one, names, ends=ends):
        return whole
    told = [entry for entry in one.entries if one.kind == "below" and names.tells(entry)]
    if told:
        table = any(entry.lstrip().startswith("|") for entry in told)  # no row stands alone
        return whole if table else [lines[one.start], "", *told]
    if (ends and one.kind == "below") or not _leans(one, lines, names):
        return []
    return _pointing(one) or whole


def _pointing(one: _List) -> list[str]:
    """A list as the line that says on what the words beside it rest; nothing where it has no marks, or no others."""
    text = " ".join(one.entries)
    cites = "".join(_MARK.findall(text))
    names = not all(map(_JOINS.fullmatch, _MARK.split(text)))
    return ["", f"{one.title.strip('#>*_|(（:： ')}: {cites}", ""] if cites and names else []


def _closes(one: _List, lines: Sequence[str], names: Names, *, ends: bool) -> bool:
    """Whether a list without a title stands behind a draft, where no words lead in to bare addresses, or a fence
    before it."""
    above = _paragraph(lines, range(one.start - 1, -1, -1))
    if one.kind == "fence":
        return ends or not above
    leads_in = not above or above[0].rstrip(" *_").endswith((":", "：")) or _HEADS.match(above[0])
    return ends and not leads_in and not _leans(one, lines, names) and not any(map(names.tells, one.entries))


def _lists_sources(one: _List, names: Names, *, ends: bool) -> bool:
    """Whether it names sources: one of its entries at the end of a draft, elsewhere all of them."""
    if one.kind == "beside":
        return _names_beside(one.entries, names, ends=ends)
    rules = {at for at, entry in enumerate(one.entries) if _RULE.fullmatch(entry)}
    rows = [entry for at, entry in enumerate(one.entries) if not {at, at + 1} & rules and not names.tells(entry)]
    named = [bool(_NUMBERED.match(entry)) or names.repeats(entry) for entry in rows]
    return any(named) if ends else bool(named) and all(named)


def _names_beside(entries: Iterable[str], names: Names, *, ends: bool) -> bool:
    """The same for what stands beside a title. Marks alone are a list at the end only: elsewhere they cite."""
    words = [one for entry in entries for one in _MARK.split(entry) if not _JOINS.fullmatch(one)]
    if any(reports(one) or names.tells(one) for one in words):
        return False
    return ends or (bool(words) and all(names.names(one) for one in words))


def _leans(one: _List, lines: Sequence[str], names: Names) -> bool:
    """Whether words that cite nothing themselves rest on it: those above it or, where it comes first, below it."""
    text = "\n".join(one.entries)
    known = bool(_MARK.search(text)) or any(names.knows(address) for address in addresses_in(text))
    above = _paragraph(lines, range(one.start - 1, -1, -1))
    first = not above or (len(above) == 1 and bool(_HEADS.match(above[0])))
    beside = _paragraph(lines, range(one.end, len(lines))) if first else above
    return known and not any(map(_MARK.search, beside))


def _paragraph(lines: Sequence[str], places: range) -> list[str]:
    """The lines of the paragraph that comes first at these places; of a long one those nearby."""
    found: list[str] = []
    for at in places:
        if _WORD.search(lines[at]):
            found.append(lines[at])
        elif found:
            break
        if len(found) == _NEAR:
            break
    return found
