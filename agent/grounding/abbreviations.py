"""What the abbreviations of a text stand for, as far as it says so itself. Pure.

"European Space Agency (ESA)" tells that ESA is that; and where one Bettina Krall is named, BK is her.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from agent.documents.words import folded, listed
from agent.grounding.names import UPPER

_SMALL = r"(?:of|for|the|and|on|in|de|du|des|la|le|les|et|der|die|das|für|von|und|y|del|e|do|i|ds\.)"
_WORD = rf"(?<!\w)[{UPPER}][\w'’-]{{0,30}}"
_BEFORE = re.compile(rf"((?:{_WORD}\s(?:{_SMALL}\s){{0,2}}){{1,8}})\((?P<short>[^\W\d_]{{2,8}})\)")
_BEHIND = re.compile(rf"\b(?P<short>[{UPPER}]{{2,8}})\s\(((?:{_WORD}(?:\s{_SMALL}){{0,2}}\s?){{2,8}})\)")
_FULL = re.compile(rf"\b([{UPPER}][a-zà-ÿł’'-]{{1,30}})\s([{UPPER}][a-zà-ÿł’'-]{{1,30}})\b")
_INITIALS = re.compile(rf"(?<![\w.])[{UPPER}]{{2}}(?!\w)")
_CAPITAL = re.compile(_WORD)
_PARTS = re.compile(r"[^\W\d_]{2,}")
_ANY = re.compile(r"[^\W\d_][\w'’]*")
_COMMON = listed("us uk eu un ai it tv pc ok id am pm ad bc no cd dj st vs mr dr ms gb mb kb tb kw")


def meanings(text: str) -> dict[str, tuple[str, ...]]:
    """The words of each abbreviation that a text explains, both folded."""
    found = dict(_persons(text))
    for match in (*_BEFORE.finditer(text), *_BEHIND.finditer(text)):
        written = next(group for group in match.groups() if group != match["short"])
        if long := _spelling(match["short"], _CAPITAL.findall(written)) or _spelling(
            match["short"], _ANY.findall(written)
        ):
            found[folded(match["short"])] = long
    return found


def spelled_out(short: str, text: str) -> tuple[str, ...]:
    """The first words of a text, folded, of which an abbreviation in capitals is the initials: "Chief financial
    officer" of CFO. Of two letters both words have capitals, of more at least the first one has."""
    begins = [f"[{one}{one.lower() if len(short) > 2 else ''}]" for one in short[1:]]
    begins = [rf"(?<![\w'’]){short[0]}", *begins]
    between = rf"(?:[ -](?:{_SMALL}))?[ -](?:l['’]|d['’])?"
    written = re.search(between.join(rf"{one}[a-zß-ÿ'’]{{1,24}}" for one in begins), text)
    words = [folded(word) for word in _PARTS.findall(written.group())] if written else []
    small = re.compile(_SMALL)
    return tuple(word for word in words if not small.fullmatch(word))


def _spelling(short: str, words: list[str]) -> tuple[str, ...]:
    """The last of these words whose first letters are the abbreviation, none where they are not."""
    last = [folded(part) for word in words for part in word.split("-")][-len(short) :]
    return tuple(last) if "".join(word[:1] for word in last) == folded(short) else ()


def _persons(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Initials that belong to one full name only."""
    used = {folded(match.group()) for match in _INITIALS.finditer(text)}
    if not used:
        return
    full: dict[str, set[tuple[str, ...]]] = {}
    for match in _FULL.finditer(text):
        names = folded(match[1]), folded(match[2])
        full.setdefault(names[0][:1] + names[1][:1], set()).add(names)
    yield from (
        (short, next(iter(names))) for short, names in full.items() if short in used - _COMMON and len(names) == 1
    )


def explained(keys: set[str], known: Mapping[str, tuple[str, ...]]) -> None:
    """Adds to the keys of a sentence what its abbreviations stand for, and those of what it spells out."""
    for short, long in known.items():
        if f"n:{short}" in keys:
            keys |= {f"n:{word}" for word in long}
        elif all(f"n:{word}" in keys for word in long):
            keys.add(f"n:{short}")
