"""The numbered sources of an answer: shown by `blocks`, read back out of the thread by `read_sources`. Pure.

A message in the thread is the only store there is for them, so each part of a source stands in an element of its own:
"[1] ", the address (a link with the title on it, or the path of a file), " title" of a file or " · site" of a page,
" — ", what was opened (in italics), ", published ", when (in italics as well), ", retrieved ", a date. What was only
found has words for that in the place of the italics. The words between are those of a language: read back are the
italics and the date alone, by the sign that stands before.

Of more sources than a message has room for the rest follows by number and address alone, each a link: none is ever
left out, and "Evidence" shows them in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from agent.answers.sites import site
from agent.facts import Source
from bot.speech import Speech
from bot.views import safe
from bot.views.blocks import Block, day, grouped, link, rich, section, text, weight
from bot.views.relayed import part

PER_BLOCK, PER_SHORT_BLOCK = 10, 100
_BLOCK_WEIGHT = 4_000  # so that a block finds room under an answer
_ROOM = 9_000  # of what is shown in full: about a message's
_TITLE, _OPENED, _PUBLISHED, _SITE = 300, 400, 80, 80  # characters
_DASH, _COMMA = " — ", ", published "
_NOT_OPENED = "only found, not opened"
_NUMBER = re.compile(r"\[(\d{1,9})\] ?$")
_MESSAGE = "the whole message"  # of a message of the thread, whose site says nothing


def source_blocks(sources: Sequence[Source], say: Speech, title: str = "") -> tuple[Block, ...]:
    """rich_text blocks "sources.1", "sources.2", …; none where there are no sources."""
    heading = [section(text(title or say("sources"), "bold"), text("\n"))]
    full = _in_full(sources, say)
    groups = list(grouped([shown(say, source) for source in sources[:full]], _BLOCK_WEIGHT, PER_BLOCK))
    blocks = [rich(f"sources.{k}", *(heading if k == 1 else []), *group) for k, group in enumerate(groups, 1)]
    return (*blocks, *_shortly(say, sources[full:], len(blocks) + 1))


def _in_full(sources: Sequence[Source], say: Speech) -> int:
    """How many are shown in full; the first always is."""
    room = [_ROOM]

    def fits(source: Source) -> bool:
        room[0] -= weight(shown(say, source))
        return room[0] >= 0

    return max(1, len(list(takewhile(fits, sources))))


def _shortly(say: Speech, sources: Sequence[Source], first: int) -> Iterator[Block]:
    """The rest, by number: a link each, or the path of a file behind it."""
    pieces = [_short(source) for source in sources]
    for k, group in enumerate(grouped(pieces, _BLOCK_WEIGHT, PER_SHORT_BLOCK)):
        lead = [section(text(say("sources-more", n=len(sources)), "italic"), text("\n"))] if k == 0 else []
        yield rich(f"sources.{first + k}", *lead, section(*(element for piece in group for element in piece)))


def _short(source: Source) -> list[Block]:
    url = safe.web_address(source.address)
    if url:
        return [link(url, f"[{source.number}]"), text(" ")]
    return [text(f"[{source.number}] "), _path(source), text(" ")]


def shown(say: Speech, source: Source) -> Block:
    """One source in full, on a line of its own."""
    opened = (
        [text(f"{_site(source)}{_DASH}"), text(safe.words(part(say, source.opened), _OPENED), "italic")]
        if source.opened
        else [text(_site(source) + _DASH + say("only-found"))]
    )
    when = safe.words(source.published, _PUBLISHED) if source.published.strip() else ""
    published = [text(say("published") + " "), text(when, "italic")] if when else []
    retrieved = [text(say("retrieved") + " "), day(source.retrieved)] if source.retrieved >= 1 else []
    return section(text(f"[{source.number}] "), *_named(source), *opened, *published, *retrieved, text("\n"))


def _site(source: Source) -> str:
    """Whose page it is, where that is known and not its title anyway."""
    if source.opened == _MESSAGE or not safe.web_address(source.address):
        return ""
    return f" · {safe.words(site(source.address), _SITE)}"


def _named(source: Source) -> list[Block]:
    url = safe.web_address(source.address)
    if url:
        return [link(url, safe.words(source.title or url, _TITLE))]
    path, titled = _path(source), source.title not in ("", source.address)
    return [path, text(" " + safe.words(source.title, _TITLE))] if titled else [path]


def _path(source: Source) -> Block:
    address = safe.inert(source.address).replace("\n", " ")
    return text(address if safe.visible(address) else "—", "code")


# --- the way back -----------------------------------------------------------------------------------------------


def read_sources(blocks: Sequence[Block]) -> tuple[Source, ...]:
    """The sources that blocks of a message name, as Slack returns them; whatever else is in them is passed over."""
    return tuple(
        source
        for block in _dicts(blocks)
        if str(block.get("block_id", "")).startswith("sources.")
        for part in _dicts(block.get("elements"))
        for source in _sources(list(_dicts(part.get("elements"))))
    )


def read_words(words: str) -> tuple[Source, ...]:
    """The sources that the plain words of `source_blocks` name, by number, address and title, as bot/views/plain.py
    writes them: a line each, or several by number and address alone."""
    return tuple(source for line in words.replace(safe.JOINER, "").split("\n") for source in _in_line(line))


_URL = re.compile(r"(?<!\S)https?://\S+")
_PAGE = re.compile(rf"\[(\d{{1,9}})\] (?!`)(.*?)(https?://\S+)(?: · .*?)?{_DASH}.+")
_FILE = re.compile(rf"\[(\d{{1,9}})\] `([^`]+)`(?: (.+?))?{_DASH}.+")
_SHORTLY = re.compile(r"\[(\d{1,9})\] (`[^`]+`|https?://\S+)(?: |$)")


def _in_line(line: str) -> list[Source]:
    """None where it is not certain which of several addresses is meant: a title may have one in it."""
    found, at = list[Source](), 0
    while one := _SHORTLY.match(line, at):
        found, at = [*found, *_read(one[1], one[2].strip("`"), "")], one.end()
    if at == len(line):
        return found
    addresses = len(_URL.findall(line))
    if addresses == 1 and (page := _PAGE.fullmatch(line)):
        return _read(page[1], page[3], page[2])
    file = None if addresses else _FILE.fullmatch(line)
    return _read(file[1], file[2], file[3] or "") if file else []


def _read(number: str, address: str, title: str) -> list[Source]:
    return [Source(number=int(number), address=address, title=title.strip() or address)] if int(number) else []


def _dicts(value: object) -> Iterator[Block]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, (list, tuple)) else iter(())


def _sources(elements: list[Block]) -> Iterator[Source]:
    """The one source of a section, or those that stand in it by number and address alone."""
    short = [at for at, element in enumerate(elements) if _short_link(element) or _short_path(elements[at:])]
    if len(short) > 1 or any(map(_short_link, elements[:1])):
        yield from (source for at in short if (source := _read_short(elements[at:])) is not None)
    elif (source := _source(elements)) is not None:
        yield source


def _short_link(element: Block) -> bool:
    return element.get("type") == "link" and _NUMBER.match(_text(element)) is not None


def _short_path(elements: list[Block]) -> bool:
    return len(elements) > 1 and _NUMBER.match(_text(elements[0]).strip()) is not None and _coded(elements[1])


def _read_short(elements: list[Block]) -> Source | None:
    number = _NUMBER.match(_text(elements[0]).strip())
    address = _plain(elements[0].get("url")) if _short_link(elements[0]) else _text(elements[1])
    return Source(number=int(number.group(1)), address=address, title=address) if number and address else None


def _source(elements: list[Block]) -> Source | None:
    number = _NUMBER.match(_text(elements[0])) if len(elements) > 1 else None
    if number is None:
        return None
    named, rest = elements[1], elements[2:]
    address = _plain(named.get("url")) if named.get("type") == "link" else _text(named)
    if not address:
        return None
    titled = _text(named) if named.get("type") == "link" else _title(rest)
    opened, published = _said(rest)
    read = {"opened": opened, "published": published, "retrieved": _date(rest)}
    return Source(number=int(number.group(1)), address=address, title=titled or address, **read)


def _date(rest: list[Block]) -> float:
    """When it was retrieved, by the one date that stands there."""
    stamps = [element.get("timestamp") for element in rest if element.get("type") == "date"]
    return float(stamps[0]) if stamps and isinstance(stamps[0], int) and 0 < stamps[0] < 1e11 else 0.0


def _title(rest: list[Block]) -> str:
    """What stands behind the path of a file, before the dash, which Slack may join to it."""
    first = _text(rest[0]) if rest and not _italic(rest[0]) else ""
    apart = any(_text(element).startswith(_DASH) for element in rest[1:])
    return (first if apart else first.rpartition(_DASH)[0]).strip()


def _said(rest: list[Block]) -> tuple[str, str]:
    """(what was opened, when it was published), each in italics: the first behind a dash, the second behind whatever
    the language says of it. Messages of an older version have the dash in the italics and the date beside them."""
    opened, published, before = "", "", ""
    for element in rest:
        words = _text(element)
        if not _italic(element):
            published = published or (words.removeprefix(_COMMA).strip() if words.startswith(_COMMA) else "")
        elif words.startswith(_DASH):
            opened = words.removeprefix(_DASH).replace(_NOT_OPENED, "")
        elif before.endswith(_DASH):
            opened = words
        else:
            published = words
        before = words
    return opened, published


def _coded(element: Block) -> bool:
    style = element.get("style")
    return isinstance(style, dict) and bool(style.get("code"))


def _italic(element: Block) -> bool:
    style = element.get("style")
    return isinstance(style, dict) and bool(style.get("italic"))


def _text(element: Block) -> str:
    return _plain(element.get("text"))


def _plain(value: object) -> str:
    """A text as it was before it was made fit for Slack, which may also give it back escaped."""
    return safe.unescape(value).replace(safe.JOINER, "") if isinstance(value, str) else ""
