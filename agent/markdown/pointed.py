"""Mail addresses, and links as Slack writes them, as plain Markdown. Pure.

A mail address leads to no page. It is shown as it is read, and nothing that a link to it carries beside it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from agent.markdown.marks import areas, blanked, code, links, may_hold_code

_AT = r"[\w.!#$%&'+/=?^{}~-]{1,64}@[\w-]+(?:\.[\w-]+)*"
_MAIL = re.compile(
    rf"(?<!\\)<(?:mailto:)?(?P<pointed>{_AT})(?:\?[^\s<>|\x00]*)?(?:\|(?P<words>[^<>\n\x00]*))?>"
    rf"|(?<![\w/:.<])mailto:(?P<bare>{_AT})(?:\?[^\s<>()\[\]|\x00]*)?",
    re.I,
)
_LINK = re.compile(r"(?<!\\)<(?P<address>https?://[^\s<>|\x00]+)\|(?P<words>[^<>\n\x00]*)>", re.I)


def prose(text: str) -> str:
    """The text at the same length with its code blanked."""
    return blanked(text, code(text, areas(text))) if may_hold_code(text) else text


def without_pointed(text: str) -> str:
    """The text with mail addresses as plain words, and links in Slack's own form as links in Markdown."""
    text = slack_links(text)
    if "mailto:" in text.lower():
        text = _linked_mail(text)
    return _changed(text, _MAIL, _mail) if "@" in text else text


def slack_links(text: str) -> str:
    """`<https://e.test/a|words>` as `[words](https://e.test/a)`, outside code."""
    return _changed(text, _LINK, _link) if "<http" in text.lower() and "|" in text else text


def _changed(text: str, pattern: re.Pattern[str], instead: Callable[[re.Match[str]], str]) -> str:
    parts: list[str] = []
    at = 0
    for found in pattern.finditer(prose(text)):
        parts += [text[at : found.start()], instead(found)]
        at = found.end()
    return "".join([*parts, text[at:]])


def _link(found: re.Match[str]) -> str:
    address, words = found["address"], re.sub(r"[\[\]\\]", r"\\\g<0>", found["words"].strip())
    if address.count("(") != address.count(")"):
        address = address.replace("(", "%28").replace(")", "%29")
    return f"[{words}]({address})" if words else f"<{address}>"


def _linked_mail(text: str) -> str:
    for link in reversed([one for one in links(text, prose(text)) if one.group(2).lower().startswith("mailto:")]):
        address = link.group(2)[len("mailto:") :].partition("?")[0]
        text = text[: link.start()] + _named(link.group(1), address) + text[link.end() :]
    return text


def _named(words: str, address: str) -> str:
    """The words of a link to a mail address, with the address where they do not say it."""
    if not address or address in words:
        return words
    return f"{words} ({address})" if words.strip() else address


def _mail(found: re.Match[str]) -> str:
    """Brackets keep an address apart from what stands around it; a space does so without them."""
    if found["bare"]:
        return found["bare"]
    text, words = found.string, _named(found["words"] or "", found["pointed"])
    before = " " if re.match(r"\w", text[found.start() - 1 : found.start()]) else ""
    after = " " if re.match(r"\w", text[found.end() : found.end() + 1]) else ""
    return before + words + after
