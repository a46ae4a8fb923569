"""A draft without links, images and addresses of the model's own, however they are hidden in it. Pure.

What leads to a source becomes that source's number. What only a trick can bring, by entities, escapes or nesting, is
not taken apart: where Markdown would still make a link of it, the whole block goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent.answers.units import LEAD, LEFT_OUT, Unit, numbers_in, pieces
from agent.ledger import Ledger, addresses_at, addresses_in, canonical_address
from agent.markdown.marks import links, masked
from agent.markdown.notations import ours

_NESTED_AT_MOST = 8  # links inside the words of links; deeper ones are caught as hidden
_EFFORT = 3_000_000  # brackets times characters that are searched for hidden links; what is past it counts as hiding


def has_addresses(body: str) -> bool:
    return any(True for _ in addresses_in(masked(body, links=False))) or any(True for _ in links(body))


def without_links(body: str, ledger: Ledger) -> str:
    """A link becomes its words and, where its address is a source, that source's number; images go."""
    for _ in range(_NESTED_AT_MOST):
        found = list(links(body))
        for match in reversed(found):
            body = body[: match.start()] + _instead_of(match, ledger) + body[match.end() :]
        if not found:
            break
    number = ledger.number
    return _bare_gone(body, lambda one: f"[{number(one)}]" if number(one) else LEFT_OUT, ledger.addresses)


def _instead_of(link: re.Match[str], ledger: Ledger) -> str:
    """The number of the source that it leads to, behind its words; [1](…) that leads to none may mean our number."""
    number = ledger.number(link.group(2))
    label = "" if link.group().startswith("!") else link.group(1)
    cited = _as_mark(label, ledger)
    if not number:
        return label if cited is None else cited
    return f"[{number}]" if cited is not None else f"{label} [{number}]".lstrip()


def _as_mark(label: str, ledger: Ledger) -> str | None:
    """The citation that the words of a link are, "" for one of nothing; None where they are words."""
    inside = label.strip("[]【】 ")
    mark = f"[{inside}]" if re.fullmatch(r"\d{1,4}", inside) else ours(f"[{inside}]", ledger)
    return mark if re.fullmatch(r"(?:\[[\d, -]+\])?", mark) else None


def only_known(text: str, known: frozenset[str]) -> str:
    for _ in range(_NESTED_AT_MOST):
        found = [match for match in links(text) if not _may_stay(match, known)]
        for match in reversed(found):
            label = "" if match.group().startswith("!") else match.group(1)
            text = text[: match.start()] + label + text[match.end() :]
        if not found:
            break
    return _bare_gone(text, lambda address: address if canonical_address(address) in known else LEFT_OUT, known)


def _may_stay(link: re.Match[str], known: frozenset[str]) -> bool:
    return canonical_address(link.group(2)) in known and not link.group().startswith("!")


def _bare_gone(text: str, instead: Callable[[str], str], known: frozenset[str]) -> str:
    """Replace bare addresses in prose; those in code stay, since nothing makes a link of them."""
    parts: list[str] = []
    at = 0
    for start, address in addresses_at(masked(text), known):
        end = start + len(address)
        written = instead(address)
        bare = text[max(0, start - 1) : end + 1] != f"<{address}>"
        apart = written == address and bare and _runs_on(address, text, end)
        parts += [text[at:start], f"<{address}>" if apart else written]
        at = end
    return re.sub(r"<(\[\d+\]|\(address left out\))>", r"\1", "".join([*parts, text[at:]]))


_GOES_ON = re.compile(r"[^\x00-\x7f\s]|[^\s<>]{1,300}?\w")


def _runs_on(address: str, text: str, end: int) -> bool:
    """Whether the words behind an address could be taken for a part of it, or a part of it for words behind it."""
    return not address.isascii() or bool(_GOES_ON.match(text, end))


def revealed(units: Iterable[Unit], known: frozenset[str], read: Callable[[str], str]) -> Iterator[Unit]:
    """The units; where Markdown would still make a link, an image or an address out of one as it is `read`, a word
    that it is left out stands in its place, or in that of the cell.

    Characters written as entities, escapes inside an address, links over lines: what only a trick can bring is not
    taken apart.
    """
    left = _EFFORT
    for unit in units:
        read_as = pieces(unit.text, unit.form) if unit.form != "code" else []
        texts = [read(piece).strip() for piece in read_as]
        tricky = [_without_idle_brackets(text) for text in texts] if any(map(_TRICKS.search, texts)) else []
        left -= sum(text.count("[") * len(text) for text in tricky)
        hiding = {at for at, text in enumerate(tricky) if text and (left < 0 or _leads_away(text, known))}
        yield _gone(unit, read_as, hiding) if hiding else unit


def _gone(unit: Unit, read_as: list[str], hiding: set[int]) -> Unit:
    if unit.form != "row":
        lead = LEAD.match(unit.text)
        return Unit(f"{lead.group() if lead else ''}{LEFT_OUT}", gone=True)
    cited = ["".join(f" [{number}]" for number in numbers_in(piece, "prose")) for piece in read_as]
    shown = [f" {LEFT_OUT}{cited[at]} " if at in hiding else piece for at, piece in enumerate(read_as)]
    return replace(unit, text="|".join(shown), gone=True)


# What links are made of in CommonMark: "](", "]:", an angle bracket, an entity or an escape that could hide one.
_TRICKS = re.compile(r"\]\s*[(:]|<[A-Za-z/!?]|<[^\s<>]*@|&#?\w+;|\\[!-/:-@\[-`{-~]")
_IDLE = "\ue000"  # stands for a bracket that begins no link


def _without_idle_brackets(text: str) -> str:
    """Brackets behind the last "](" begin nothing, but each would be read to the end of the text."""
    last = len(text) if "]:" in text else text.rfind("](") + 1
    return text[:last] + text[last:].replace("[", _IDLE)


def _leads_away(text: str, known: frozenset[str]) -> bool:
    """Whether it shows an address, or leads to one, that is not known. A mail address is shown as it is."""
    env: dict[str, object] = {}
    inline = [token for token in _MARKDOWN.parse(text, env) if token.type == "inline"]
    children = [child for token in inline for child in token.children or []]
    links = [child for child in children if child.type == "link_open"]
    targets = [target for link in links if not _is_mail(link, target := str(link.attrs.get("href", "")))]
    shown = "".join(child.content if child.type == "text" else " " for child in children).replace(_IDLE, "[")
    addresses = [*targets, *(address for _, address in addresses_at(shown, known))]
    image = any(child.type == "image" for child in children)
    return image or bool(env.get("references")) or any(canonical_address(one) not in known for one in addresses)


def _is_mail(link: Token, target: str) -> bool:
    return link.info == "auto" and target.startswith("mailto:") and "?" not in target


class _AsWritten(MarkdownIt):
    """Addresses of links as they are written. Emphasis is not read: it makes no link, and takes its time."""

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link


_MARKDOWN = _AsWritten("commonmark", {"html": False}).enable("table").disable("emphasis")
