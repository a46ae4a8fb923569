"""The numbered sources of an answer: shown by `blocks`, read back out of the thread by `read_sources`. Pure.

A message in the thread is the only store there is for them, so each part of a source stands in an element of its own:
"[1] ", the address (a link with the title on it, or the path of a file), " title" of a file, " — ", what was opened
(in italics), ", published ", when (in italics as well). What was only found has words for that in the place of the
italics. The words between are those of a language: read back are the italics alone, by the sign that stands before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.facts import Source
from bot.speech import Speech
from bot.views import safe
from bot.views.blocks import Block, grouped, link, rich, section, text
from bot.views.relayed import part

PER_BLOCK = 10
_BLOCK_WEIGHT = 4_000  # so that a block finds room under an answer
_TITLE, _OPENED, _PUBLISHED = 300, 400, 80  # characters
_DASH, _COMMA = " — ", ", published "
_NOT_OPENED = "only found, not opened"
_NUMBER = re.compile(r"\[(\d{1,9})\] ?$")


def source_blocks(sources: Sequence[Source], say: Speech, title: str = "") -> tuple[Block, ...]:
    """rich_text blocks "sources.1", "sources.2", …; none where there are no sources."""
    heading = [section(text(title or say("sources"), "bold"), text("\n"))]
    groups = grouped([_shown(say, source) for source in sources], _BLOCK_WEIGHT, PER_BLOCK)
    return tuple(rich(f"sources.{k}", *(heading if k == 1 else []), *group) for k, group in enumerate(groups, 1))


def _shown(say: Speech, source: Source) -> Block:
    opened = (
        [text(_DASH), text(safe.words(part(say, source.opened), _OPENED), "italic")]
        if source.opened
        else [text(_DASH + say("only-found"))]
    )
    when = safe.words(source.published, _PUBLISHED) if source.published.strip() else ""
    published = [text(say("published") + " "), text(when, "italic")] if when else []
    return section(text(f"[{source.number}] "), *_named(source), *opened, *published, text("\n"))


def _named(source: Source) -> list[Block]:
    url = safe.web_address(source.address)
    if url:
        return [link(url, safe.words(source.title or url, _TITLE))]
    address = safe.inert(source.address).replace("\n", " ")
    shown = text(address if safe.visible(address) else "—", "code")
    return [shown] if source.title in ("", source.address) else [shown, text(" " + safe.words(source.title, _TITLE))]


# --- the way back -----------------------------------------------------------------------------------------------


def read_sources(blocks: Sequence[Block]) -> tuple[Source, ...]:
    """The sources that blocks of a message name, as Slack returns them; whatever else is in them is passed over."""
    return tuple(
        source
        for block in _dicts(blocks)
        if str(block.get("block_id", "")).startswith("sources.")
        for part in _dicts(block.get("elements"))
        if (source := _source(list(_dicts(part.get("elements"))))) is not None
    )


def _dicts(value: object) -> Iterator[Block]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, (list, tuple)) else iter(())


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
    return Source(
        number=int(number.group(1)), address=address, title=titled or address, opened=opened, published=published
    )


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


def _italic(element: Block) -> bool:
    style = element.get("style")
    return isinstance(style, dict) and bool(style.get("italic"))


def _text(element: Block) -> str:
    return _plain(element.get("text"))


def _plain(value: object) -> str:
    """A text as it was before it was made fit for Slack, which may also give it back escaped."""
    return safe.unescape(value).replace(safe.JOINER, "") if isinstance(value, str) else ""
