"""The ledger: one number per source for the whole thread, in the order first seen, given by the program.

A number never changes its meaning, also not in a later run: earlier answers seed the ledger (`Recalled`), but what
they cite is not open in this run and must be found again before it may carry a claim.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from urllib.parse import quote, urlsplit, urlunsplit

from agent.facts import Hit, Passage, Result, Source
from agent.pages.published import before

# Parameters that only say where a visitor came from; everything else may name the page ("ref" and "id" do).
_TRACKING = re.compile(
    r"utm_\w+|gclid|dclid|gbraid|wbraid|gclsrc|gad|gad_\w+|fbclid|fb_(?:action_ids|action_types|source|ref)|msclkid|yclid"
    r"|ttclid|twclid|wprov|li_fat_id|li_(?:source|medium)|mc_cid|mc_eid|igsh(?:id)?|mibextid|srsltid|mkt_tok|_hsenc|_hsmi|__hs\w+"
    r"|hsa_\w+|hsctatracking|_ga|_gl|ref_src|ref_url|at_(?:medium|campaign\w*|custom\d|link_\w+|format|ptr_\w+|bbc_team)"
    r"|(?:pk|mtm|piwik|matomo)_(?:campaign|kwd|keyword|source|medium|content|cid|group|placement)|wt_z?mc|wt\.\w{1,20}"
    r"|_openstat|vero_(?:id|conv)|oly_(?:anon|enc)_id|wickedid|rb_clickid|epik|irclickid|s_kwcid|ef_id|s_cid|ncid|cmpid|icid"
    r"|guccounter|guce_referrer(?:_sig)?|itm_\w+|sc_(?:channel|campaign|publisher|content|medium)|sfmc_\w+|trk_\w+|dm_i"
    r"|ns_(?:mchannel|source|campaign|linkname|fee)|_branch_(?:match_id|referrer)|__twitter_impression|_kx|_ke|spm|xtor|ocid"
    r"|smid|smtyp|campaign_id|ml_subscriber(?:_hash)?|bxid|cndid|esrc|sfnsn|rdt_cid|scid|sscid",
    re.I,
)
_AMP = re.compile(r"amp(?:=(?:1|true)?)?|outputtype=amp", re.I)  # another form of the same page
_ELSEWHERE = re.compile(r"^(?:(?:www|m|mobile|amp)\.)+(?=[^.]+\.[^.])")  # hosts of another form of the same pages
_WIKI = re.compile(r"^([a-z-]{2,12})\.m\.(?=[^.]+\.)")  # "en.m.wikipedia.org"
_SLUG = r"[^/]*(?:\d|[^/]-)[^/]*"  # how articles are named, and things that may be called "amp" are not
_AMP_PATH = re.compile(rf"^(?:/amp)?((?:/[^/]+)*/{_SLUG})/amp$|^/amp((?:/[^/]+)*/{_SLUG})$", re.I)
_DEFAULT_PORTS = {":80", ":443"}
_AMPERSAND = re.compile(r"&(?:amp;)+")  # as HTML and Markdown write it
_ENTITY = re.compile(r"^(?:amp;)+")  # what is left of one where its "&" parts two parameters
_SCHEME = re.compile(r"https?://", re.I)
_URL = re.compile(r"https?://[^\s<>\"|`\\^{}\x00]+", re.I)
_FOLLOWING = ".,;:!?'*_~…»”’。、，；：！？「」『』（）【】《》"
# Kana, ideographs and hangul, also in full and half width: written without a space behind an address.
LETTERS = (
    r"\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u303c\u3040-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    r"\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc\U0001f200-\U0001f2ff\U00020000-\U0003ffff"
)
# What ends an address though no space does: signs of those languages, bold, an entity, a citation mark.
SIGNS = "。、，；：！？｡､「」『』（）【】《》〈〉〔〕"
_STOP = (
    rf"[{SIGNS}]|\*\*|&(?:lt|gt|quot);"
    r"|\[[1-9]\d{0,2}(?:(?:[-–,;][1-9]\d{0,2})*\](?:\[[1-9]\d{0,2}\])*(?![A-Za-z0-9_=&/%\[-])|[,;]\Z)"
)
_LETTER, _SIGN = re.compile(f"[{LETTERS}]"), re.compile(_STOP, re.I)
_END = re.compile(f"[{LETTERS}]|{_STOP}", re.I)
_READ_AT_MOST = 2_000  # characters of an address that is looked for among the known ones with such signs in it
_ENDS_AT_MOST = 20  # places where it may end
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def canonical_address(address: str) -> str:
    """The identity of a page or file: two addresses of one page give one text.

    Scheme, `www.`, a default port, a trailing slash, campaign parameters, text fragments and an ampersand written as
    `&amp;` do not tell pages apart, nor do the forms for phones: `m.`, `mobile.` and `amp.` before a host, `/amp` at
    either end of an article's path, `?amp=1`; nor does how letters are written in host and path, `%C3%A9` or `é`,
    `xn--` or not, nor `/./` and `/../`. What else survives keeps its bytes: `id`, `ref` and their like name
    pages. Fragments stay where they are routes (`#/…`, `#!…`). A file path is returned as it is. Never raises.
    """
    if not re.match(r"https?://", address, re.I):
        return address
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    path = _without_dots(_lettered(parts.path)).rstrip("/")
    while (shorter := _AMP_PATH.sub(r"\1\2", path)) != path:
        path = shorter
    fragment = _route(parts.fragment)
    return urlunsplit(("https", _host(parts.netloc), path, _without_tracking(parts.query), fragment))


def _lettered(part: str) -> str:
    """A path whose letters are written as letters, and what stays escaped in capitals:
    https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2"""
    return _ESCAPED.sub(_letters, part) if "%" in part else part


def _letters(escaped: re.Match[str]) -> str:
    try:
        text = bytes.fromhex(escaped.group().replace("%", "")).decode()
    except UnicodeDecodeError:
        return escaped.group().upper()
    plain = (char if char.isalnum() or char in "-._~" else quote(char, safe="") for char in text)
    return "".join(plain)


_ESCAPED = re.compile(r"(?:%[0-9a-f]{2})+", re.I)


def _without_dots(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    parts = path.split("/")
    for part in parts:
        if part == ".." and len(kept) > 1:
            kept.pop()
        elif part not in (".", ".."):
            kept.append(part)
    return "/".join([*kept, ""] if parts[-1] in (".", "..") else kept)


def _host(netloc: str) -> str:
    host = netloc.lower().removeprefix("www.")
    for port in _DEFAULT_PORTS:
        host = host.removesuffix(port)
    host = host.removesuffix(".")
    if "xn--" in host:
        host = ".".join(_label(label) for label in host.split("."))
    while (shorter := _WIKI.sub(r"\1.", _ELSEWHERE.sub("", host))) != host:
        host = shorter
    return host


def _label(label: str) -> str:
    try:
        return label[4:].encode("ascii").decode("punycode") if label.startswith("xn--") else label
    except UnicodeError:
        return label


def _without_tracking(query: str) -> str:
    pairs = _AMPERSAND.sub("&", query).split("&")
    return "&".join(pair for pair in pairs if pair and not _tracks(pair) and not _AMP.fullmatch(pair))


def _tracks(pair: str) -> bool:
    return bool(_TRACKING.fullmatch(pair.split("=", 1)[0].replace("%5F", "_").replace("%5f", "_")))


def untracked(address: str) -> str:
    """The address as it is visited: without what only says where a visitor comes from, which is anybody's to write,
    and without a fragment that is no route. What stays keeps its bytes. Never raises."""
    if not _SCHEME.match(address):
        return address
    page, _, fragment = address.partition("#")
    head, mark, query = page.partition("?")
    kept = "&".join(pair for pair in query.split("&") if not _tracks(_ENTITY.sub("", pair)))
    route = _route(fragment)
    return f"{head}{mark if kept else ''}{kept}{'#' if route else ''}{route}"


def _route(fragment: str) -> str:
    """A fragment that names the page, without what is to be marked in it; "" for any other."""
    return fragment.partition(":~:")[0] if fragment.startswith(("/", "!")) else ""


def addresses_in(text: str) -> Iterator[str]:
    """Every web address written in a text, without the punctuation and the words that merely follow it."""
    return (address for _, address in addresses_at(text))


def addresses_at(text: str, known: Collection[str] = ()) -> Iterator[tuple[int, str]]:
    """The same, each with its place in the text.

    Where words or signs follow an address without a space, it is read as the longest that is among `known` (canonical
    addresses), and where none is, as the shortest.
    """
    spelled = any(not address.isascii() for address in known)
    for start, end in _places(text):
        last = _shortest(text, start, end)
        for reading in _longer(text, start, last, end, spelled) if known and last < end else ():
            if canonical_address(reading) in known:
                yield start, reading
                break
        else:
            yield start, _trimmed(text[start:last])


def readings_in(text: str) -> Iterator[str]:
    """Every address in a text in every reading: where words follow it without a space, it ends before the first of
    their letters, or before the first of their signs, or with them."""
    for start, end in _places(text):
        last = _shortest(text, start, end)
        near = min(end, start + _READ_AT_MOST)
        sign = _SIGN.search(text, last, near) if last < end else None
        ends = (last, *([sign.start()] if sign else []), *([end] if last < end == near else []))
        yield from (_trimmed(text[start:one]) for one in ends)


def _places(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each stretch without a space that begins with an address; one may begin within another, behind
    the words that follow it."""
    for run in _URL.finditer(text):
        at, end = run.span()
        while (found := _SCHEME.search(text, at, end)) and found.end() < end:
            yield found.start(), end
            at = max(_shortest(text, found.start(), end), found.end())


def _shortest(text: str, start: int, end: int) -> int:
    """Where an address ends at the earliest. A host may be in any script; what begins with a sign is taken whole."""
    first = text.index("//", start) + 2
    found = _END.search(text, first, end)
    if found and found.start() == first:
        path = text.find("/", first, end) if _LETTER.match(text, first, end) else -1
        found = _END.search(text, path, end) if path >= 0 else None
    return found.start() if found else end


def _longer(text: str, start: int, last: int, end: int, spelled: bool) -> Iterator[str]:
    """The readings of an address that go on behind `last`, the longest first; those with letters of other scripts
    only if `spelled`."""
    near = min(end, start + _READ_AT_MOST)
    ends = [end] if end == near else []
    if spelled:
        ends += reversed([found.start() for found in islice(_END.finditer(text, last + 1, near), _ENDS_AT_MOST)])
    for one in ends:
        reading = text[start:one]
        if spelled or reading.isascii():
            yield from dict.fromkeys((reading, _trimmed(reading)))


def _trimmed(url: str) -> str:
    unopened = {closer: url.count(closer) - url.count(opener) for closer, opener in _CLOSERS.items()}
    end = len(url)
    while end and (url[end - 1] in _FOLLOWING or unopened.get(url[end - 1], 0) > 0):
        end -= 1
        if url[end] in unopened:
            unopened[url[end]] -= 1
    return url[:end]


def _names(lead: Hit | Passage) -> tuple[str, ...]:
    """The identities of what was found: that of the address asked for, and the page's own."""
    own = lead.canonical if isinstance(lead, Passage) else ""
    return tuple(dict.fromkeys(map(canonical_address, filter(None, (lead.address, own)))))


_LINES = re.compile(r"lines (\d+)-(\d+) of (\d+)$")
_WITHIN = re.compile(r"characters [\d,]+-[\d,]+ of [\d,]+$")


def _merged(parts: Iterable[str]) -> list[str]:
    """What was opened of a source, each part once: lines that touch or overlap become one range."""
    ranges: list[list[int]] = []
    others: list[str] = []
    for part in dict.fromkeys(parts):
        lines = _LINES.match(part)
        ranges += [[int(number) for number in lines.groups()]] if lines else []
        others += [] if lines or (_WITHIN.match(part) and "whole page" in others) else [part]
    joined: list[list[int]] = []
    for first, last, whole in sorted(ranges):
        if joined and joined[-1][2] == whole and first <= joined[-1][1] + 1:
            joined[-1][1] = max(joined[-1][1], last)
        else:
            joined.append([first, last, whole])
    return [*others, *(f"lines {first}-{last} of {whole}" for first, last, whole in joined)]


class Ledger:
    """Numbers, what is opened, and the opened words. Filled in the order of the facts, read by everybody else."""

    def __init__(self) -> None:
        self._sources: dict[int, Source] = {}
        self._numbers: dict[str, int] = {}
        self._passages: dict[int, list[Passage]] = {}
        self._next = 1
        self.after = ""  # a day: what is known to be older is not open, whatever was read of it

    def seed(self, sources: Iterable[Source], next_number: int) -> None:
        """Take over what earlier answers of the thread cite: the numbers hold, nothing of it is open."""
        for source in sources:
            self._sources[source.number] = source.model_copy(update={"opened": "", "retrieved": 0.0})
            self._numbers[canonical_address(source.address)] = source.number
        self._next = max([self._next, next_number, *(number + 1 for number in self._sources)])

    def take(self, result: Result) -> None:
        """Number what a tool brought; opened words are kept under their source."""
        for hit in result.hits:
            self._see(hit)
        for passage in result.passages:
            number = self._see(passage)
            self._passages.setdefault(number, []).append(passage)
            self._open(number, passage)

    def _see(self, lead: Hit | Passage) -> int:
        keys = _names(lead)
        number = min((self._numbers[key] for key in keys if key in self._numbers), default=self._next)
        if number == self._next:
            self._sources[number] = Source(number=number, address=lead.address, title=lead.title or lead.address)
            self._next += 1
        self._numbers.update((key, number) for key in keys)
        if lead.published and (isinstance(lead, Passage) or not self._sources[number].published):
            self._sources[number] = self._sources[number].model_copy(update={"published": lead.published})
        return number

    def _open(self, number: int, passage: Passage) -> None:
        source = self._sources[number]
        parts = [*(part for part in source.opened.split("; ") if part), passage.where]
        title = passage.title if passage.title not in ("", passage.address) else source.title
        opened = {"opened": "; ".join(_merged(parts)), "title": title}
        retrieved = {"retrieved": passage.retrieved} if passage.retrieved else {}
        self._sources[number] = source.model_copy(update={**opened, **retrieved})

    def number(self, address: str) -> int:
        """The number of an address; 0 where nobody has seen it."""
        return self._numbers.get(canonical_address(address), 0)

    def source(self, number: int) -> Source | None:
        return self._sources.get(number)

    def passages(self, number: int) -> tuple[Passage, ...]:
        """The opened words of a source in this run, in the order read; empty where it was only found."""
        return tuple(one for one in self._passages.get(number, ()) if not self._too_old(number, one))

    def _too_old(self, number: int, passage: Passage) -> bool:
        return before(passage.published or self._sources[number].published, self.after)

    def is_open(self, number: int) -> bool:
        return bool(self.passages(number))

    def is_open_at(self, address: str) -> bool:
        return self.is_open(self.number(address))

    @property
    def sources(self) -> tuple[Source, ...]:
        return tuple(self._sources[number] for number in sorted(self._sources))

    @property
    def addresses(self) -> frozenset[str]:
        """Canonical addresses of everything seen."""
        return frozenset(self._numbers)

    @property
    def opened(self) -> frozenset[str]:
        """Canonical addresses of what is open."""
        return frozenset(address for address, number in self._numbers.items() if self.is_open(number))

    @property
    def next_number(self) -> int:
        return self._next
