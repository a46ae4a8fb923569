"""What may be followed in an answer: addresses that the run knows, as they stood where it knows them from. Pure.

Whatever else a reader's program could make a link of loses that by a word joiner, which nobody sees: it is shown, and
leads nowhere. Code stays as it is, since nothing makes links of it. Slack makes a link of a bare host, too, where it
ends with a domain that there is ("evil.com", but also "report.md"): https://slack.com/help/articles/204399343
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

from agent.clean import tidy
from agent.ledger import addresses_at, addresses_in, canonical_address
from agent.markdown.marks import blanked, links, masked

JOINER = "\u2060"
_LIKE = re.compile(
    r"(?<![\w@./-])(?:www(?=\.\S)|(?!https?:)[a-z][a-z0-9+.-]{1,30}:(?=//\S)"
    r"|(?:tel|sms|mailto|data|javascript|vbscript|slack|xmpp|magnet|callto|facetime):(?=\S)"
    r"|(?:[\w-]{1,63}\.){1,10}[a-z][a-z-]{1,30}(?::\d{1,5})?(?=[/?#]\w|/[?#]))",
    re.I,
)
_SCHEME = re.compile(r"https?:(?=//\S)", re.I)
_TAIL = re.compile(r"[^\s<\x00\w]*\w")
_JOINT = re.compile(r"(\])\((?=\s{0,99}(?:<|[^\s()]{0,2000}?[:/.&\\]))")
_WORD = re.compile(r"[^\s\x00]*[\\&][^\s\x00]*")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SIGN = re.compile(r"[\\&]")
_DOT = re.compile(r"\\\.|&")  # of a host: behind the dot, since a backslash before something else is read
Change = tuple[int, int, str]


def inert(text: str, known: Mapping[str, str]) -> str:
    """An answer in Markdown with no other links than to `known` addresses: canonical ones, each with its spelling."""
    text = tidy(text)  # first: what a view takes out later must not join what stands on either side of it
    text = _applied(text, list(_links(text, known)))
    text = _applied(text, list(_further(text, known)))
    found = list(_bare(text, known))
    text = _applied(text, found) if found else text
    prose = _outside(text, known)
    prose = blanked(prose, ((at, at + len(one)) for at, one in addresses_at(prose, known)))
    changes = [(like.end(), like.end(), JOINER) for like in _LIKE.finditer(prose)]
    text = _applied(text, [*changes, *_hosts(prose, _names(known) if "." in prose else ())])
    return _applied(text, list(_disguised(text, known))) if "\\" in text or "&" in text else text


def unlinked(text: str) -> str:
    """Literal text of which nothing becomes a link where a program makes links of whatever looks like one."""
    if "." not in text and ":" not in text:
        return text
    text = _SCHEME.sub(rf"\g<0>{JOINER}", text)
    return _applied(text, [(like.end(), like.end(), JOINER) for like in _LIKE.finditer(text)])


_LABEL = r"(?:[^\W_]|-)++"
_HOST = re.compile(rf"(?<![^\W_])(?<![\w.+-]@)(?<![^\W_]\.)(?<![\w-]/)(?<!-){_LABEL}(?:\.{_LABEL})+")  # not in mail
_ENDS = re.compile(r"[a-z]{2,}|[^\W\d_]{2,}")


def _hosts(prose: str, names: Collection[str]) -> Iterator[Change]:
    """A joiner behind each dot of a host, where one of its parts is a top-level domain; not of those `names`."""
    for found in _HOST.finditer(prose):
        first, *labels = found.group().lower().split(".")
        if found.group().lower().removeprefix("www.") in names or not any(map(_is_domain, labels)):
            continue
        at = found.start() + len(first)
        for label in labels:
            yield at + 1, at + 1, JOINER
            at += 1 + len(label)


def _is_domain(label: str) -> bool:
    """Words of another script may follow without a space."""
    found = _ENDS.match(label)
    return found is not None and _domains().publicsuffix(f"a.{found.group()}") is not None


@cache
def _domains() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False)


def _names(known: Mapping[str, str]) -> frozenset[str]:
    """The hosts of addresses, and the names of files."""
    return frozenset(
        (urlsplit(one).hostname or "") if "://" in one else one.rpartition("/")[2].lower() for one in known
    )


def _kept(text: str, known: Mapping[str, str]) -> list[re.Match[str]]:
    """The links that stay."""
    return [link for link in links(text) if link.group()[0] == "[" and canonical_address(link.group(2)) in known]


def _outside(text: str, known: Mapping[str, str]) -> str:
    """The text with its code and the targets of its links blanked; their words are read like all others."""
    targets = ((link.end(1), link.end()) for link in _kept(text, known))
    return blanked(masked(text, links=False), targets)


def _links(text: str, known: Mapping[str, str]) -> Iterator[Change]:
    """Links to what is not known are their words, which a picture has none of."""
    for link in links(text):
        target = link.group(2)
        stood = known.get(canonical_address(target), "")
        if link.group().startswith("!") or not stood:
            yield link.start(), link.end(), "" if link.group().startswith("!") else link.group(1)
        elif target != stood:
            yield link.start(), link.end(), f"[{link.group(1)}](<{_whole(stood)}>)"


def _further(text: str, known: Mapping[str, str]) -> Iterator[Change]:
    """Whatever else may be read as a link: one within the words of another, or with code in its words."""
    kept = {link.end(1) for link in _kept(text, known)}
    prose = masked(text, links=False)
    return ((found.end(1), found.end(1), JOINER) for found in _JOINT.finditer(prose) if found.start() not in kept)


def _bare(text: str, known: Mapping[str, str]) -> Iterator[Change]:
    prose = _outside(text, known)
    for at, address in addresses_at(prose, known):
        end = at + len(address)
        stood = known.get(canonical_address(address), "")
        if not stood:
            yield from ((at + one.end(), at + one.end(), JOINER) for one in _SCHEME.finditer(address))
        elif stood != address or _runs_on(prose, at, end):
            yield at, end, _whole(stood) + (" " if _runs_on(prose, at, end) else "")


def _runs_on(prose: str, at: int, end: int) -> bool:
    """Whether words follow that other programs would read into the address: anything could stand in them."""
    pointed = prose.startswith(">", end) and prose.startswith("<", at - 1) if at else False
    return not pointed and _TAIL.match(prose, end) is not None


def _disguised(text: str, known: Mapping[str, str]) -> Iterator[Change]:
    """An address that only stands there once backslashes and entities are read loses its disguise."""
    names = _names(known)
    for word in _WORD.finditer(_outside(text, known)):
        read = html.unescape(_ESCAPED.sub(r"\1", word.group()))
        named = [canonical_address(one) in known for one in addresses_in(read)]
        like = bool(named) or _LIKE.search(read) is not None
        shows = read != word.group() and (like or any(_hosts(read, names)))
        if shows and not (named and all(named)):
            signs = (_SIGN if like else _DOT).finditer(word[0])
            yield from ((word.start() + at.end(), word.start() + at.end(), JOINER) for at in signs)


def _whole(address: str) -> str:
    """The address with nothing in it that ends one."""
    return address.replace("<", "%3C").replace(">", "%3E")


def _applied(text: str, changes: list[Change]) -> str:
    """In order and apart. In one pass: there may be as many as there are signs."""
    parts: list[str] = []
    at = 0
    for start, end, words in sorted(changes):
        parts += [text[at:start], words]
        at = end
    return "".join([*parts, text[at:]])
