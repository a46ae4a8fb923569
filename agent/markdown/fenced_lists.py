"""Whether a fence is a list of the model's own sources, as text or as data, and no code that was asked for. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from agent.ledger import addresses_in
from agent.markdown.entries import Names
from agent.markdown.fences import opening
from agent.markdown.titles import names_sources

_INFO = re.compile(r"(?:te?xt|plaintext|markdown|md|(?P<data>json|bibtex|bib))?\s*", re.I)
_NUMBERED = re.compile(r"\s*(?:[-*+]\s+)?(?:\[\^?\d{1,3}\]:?|【\d{1,3}】|\d{1,3}[.):])\s*\S")
_COUNTS = ("id", "number", "index", "n", "no", "ref", "key")
_LEADS = ("url", "link", "address", "href", "uri")


def lists_sources(fence: Sequence[str], names: Names, *, titled: bool) -> bool:
    """Whether a fence, its signs among its lines, is such a list: one below a title that leads somewhere, or one that
    says by its first line or its numbers what it is."""
    opened = opening(fence[0])
    info = _INFO.fullmatch(opened["info"].strip()) if opened else None
    within = [line for line in fence[1:-1] if line.strip()]
    leads = any(map(_leads, within))
    if info is None or not within or not leads:
        return False
    named = titled or names_sources(within[0].strip("{[\"' "))
    numbered = all(map(numbers_address, within))
    data = bool(info["data"]) or within[0].lstrip().startswith(("{", "[{"))
    told = not data and any(names.tells(line) for line in within)
    return not told and (named or numbered or _is_numbered_data("\n".join(within)))


def numbers_address(line: str) -> bool:
    """Whether a line is the number of a source with its address."""
    return bool(_NUMBERED.match(line)) and _leads(line)


def _leads(line: str) -> bool:
    return "://" in line and any(True for _ in addresses_in(line))


def _is_numbered_data(text: str) -> bool:
    """Whether JSON holds nothing but addresses that are numbered, or stand below a title of such a list."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if isinstance(value, Mapping) and len(value) == 1 and names_sources(next(iter(value))):
        listed = next(iter(value.values()))
        return isinstance(listed, list) and all(_names_address(one) for one in listed)
    if isinstance(value, Mapping):
        return bool(value) and all(key.isdecimal() and _names_address(one) for key, one in value.items())
    return isinstance(value, list) and bool(value) and all(_names_address(one) and _is_counted(one) for one in value)


def _names_address(one: object) -> bool:
    """Whether a value is an address, or an object that has one among a few texts."""
    if isinstance(one, str):
        return _leads(one)
    fields = {key.casefold(): value for key, value in one.items()} if isinstance(one, Mapping) else {}
    return any(isinstance(fields.get(key), str) and _leads(fields[key]) for key in _LEADS)


def _is_counted(one: object) -> bool:
    return isinstance(one, Mapping) and any(key.casefold() in _COUNTS for key in one)
