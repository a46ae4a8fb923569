"""Other people's words made fit for Slack: nothing pings, nothing hides, nothing is escaped twice. Pure.

Three kinds of text leave the program. Literal text (rich_text and plain_text elements) shows every character as it
is. Markdown (the markdown block) is rendered by Slack. mrkdwn (a message's `text`) wants &, < and > escaped once.
Whatever could notify somebody is broken by a word joiner: invisible, and no parser reads across it.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote, urlsplit

from agent.clean import FILLERS, INVISIBLE, blank
from agent.marks import links, masked

JOINER = "\u2060"  # WORD JOINER: zero-width, allows no line break
URL_AT_MOST = 2_000  # characters; longer addresses are shown as text

# Directions that make text read otherwise than it is stored, and control characters no text needs.
_HIDDEN = re.compile(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_EVERYBODY = r"(?<![\w/])@(?=channel|here|everyone)"
_PINGS = re.compile(rf"<(?=[!@#])|{_EVERYBODY}", re.I)
_WAKES = re.compile(r"<(?=[!@#])|@(?=channel|here|everyone)", re.I)  # wherever the text may be cut
_ENTITY = r"&(?:lt|\#0*60|\#x0*3c);"  # "<", which Markdown reads out of it
_RISKY = re.compile(
    rf"""(?P<keep><(?:https?://|mailto:)[^<>\n]*> | <\w[\w.+-]*@[\w.-]+> | https?://(?:(?!!\[|{_ENTITY})[^\s<>])+)
    | (?P<br><br\s*/?>)
    | (?P<token><(?P<sign>!(?:channel|here|everyone|group|subteam\^|date\^)|[@\#][A-Z])(?P<id>[^<>|\n]*)
        (?:\|(?P<label>[^<>\n]*))?>)
    | (?P<angle>(?:<|{_ENTITY})(?![\s=\d\u2060-]|<(?![!@\#])|$))
    | (?P<at>{_EVERYBODY})
    | (?P<image>!(?=\[))""",
    re.X | re.I | re.M,
)
_PINGS_IN_CODE = re.compile(r"<(?=!(?:channel|here|everyone|group|subteam|date)\b|[@#][BCDGSUW][A-Z0-9]*[|>])", re.I)


def size(text: str) -> int:
    """What a text counts against Slack's limits, at the worst: escaped, in UTF-16 units."""
    return len(escape(text).encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, at_most: int) -> str:
    """The text, or as much of it as fits before a visible "…"."""
    if size(text) <= at_most:
        return text
    taken = 0
    for at, char in enumerate(text):
        taken += size(char)
        if taken > at_most - 1:
            return text[:at].rstrip() + "…"
    return text


def tidy(text: str) -> str:
    """Well-formed text with "\\n" line ends: no lone surrogates, no control characters, no forced directions."""
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = re.sub(r"\r\n?|[\u2028\u2029\x85]", "\n", text)
    return _HIDDEN.sub("", text)


def escape(text: str) -> str:
    """Text for mrkdwn. Slack wants these three and no others (https://docs.slack.dev/messaging/formatting-message-text)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescape(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def visible(text: str) -> bool:
    """Whether there is anything to see; Slack refuses texts without."""
    return not blank(text)


def inert(text: str) -> str:
    """Literal text that would also wake nobody if something took it for mrkdwn."""
    return _PINGS.sub(lambda found: found.group() + JOINER, tidy(text))


def words(text: str, at_most: int) -> str:
    """Literal text on one line, capped, never empty."""
    line = cut(inert(" ".join(tidy(text).split())), at_most)
    return line if visible(line) else "—"


def exact(arguments: str) -> str:
    """Canonical JSON as it is, for a person to decide on. What would hide or ping is written as JSON's own escape,
    so that what is read is what is run: both texts are the same JSON value."""
    shown = "".join(_escaped(char) if _hides(char) else char for char in arguments)
    return _WAKES.sub(lambda found: _escaped(found.group()), shown)


def _hides(char: str) -> bool:
    if char in " \n" or (char.isascii() and char.isprintable()):
        return False
    selector = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return selector or char in FILLERS or unicodedata.category(char) in INVISIBLE


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


# --- Markdown -------------------------------------------------------------------------------------------------


def markdown(text: str) -> str:
    """Markdown for a markdown block: pings broken, images as their words, raw HTML as text, code as it is.

    Mending can turn code into prose (a line break before a fence), so it is done until nothing is left to mend.
    """
    text, before = tidy(text), None
    while text != before:
        text, before = _mended(_without_images(text)), text
    return text


def _mended(text: str) -> str:
    prose = masked(text, links=False)

    def mended(found: re.Match[str]) -> str:
        return _in_code(found.group()) if prose[found.start()] == "\x00" else _in_prose(found)

    return _RISKY.sub(mended, text)


def _without_images(text: str) -> str:
    for image in reversed([link for link in links(text) if link.group().startswith("!")]):
        text = text[: image.start()] + (image.group(1).strip() or "(image)") + text[image.end() :]
    return text


def _in_code(text: str) -> str:
    return _PINGS_IN_CODE.sub("<" + JOINER, text)


def _in_prose(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "keep":
            return _in_code(found.group())
        case "br":
            return " " if "|" in _line_around(found) else "  \n"
        case "token":
            return _named(found)
        case _:
            return found.group() + JOINER


def _named(token: re.Match[str]) -> str:
    """A mention as inert words: its label where it has one, its name or id otherwise."""
    sign, id, label = token["sign"], token["id"], token["label"]
    if sign.lower() == "!date^":
        return inert(label or "(date)")
    mark = "#" if sign.startswith("#") else "@"
    named = (label or ("group" if sign.endswith("^") else sign[1:] + id)).strip().lstrip("@#")
    return f"{mark}{JOINER}{inert(named)}"


def _line_around(found: re.Match[str]) -> str:
    start = found.string.rfind("\n", 0, found.start()) + 1
    end = found.string.find("\n", found.end())
    return found.string[start : end if end >= 0 else None]


# --- addresses ------------------------------------------------------------------------------------------------


def web_address(address: str) -> str:
    """An address that can be a link: http(s) with a host, nothing in it that ends a link; "" for any other."""
    address = tidy(address).strip()
    if not re.match(r"https?://[^\s/?#]", address, re.I) or size(address) > URL_AT_MOST:
        return ""
    try:
        host = urlsplit(address).hostname
    except ValueError:
        return ""
    return re.sub(r"[\s<>\"`\\^{|}]", lambda found: quote(found.group(), safe=""), address) if host else ""


def link_target(address: str) -> str:
    """The same inside a Markdown link, where parentheses would end it and entities would be read."""
    target = web_address(address).replace("(", "%28").replace(")", "%29")
    return re.sub(r"&(?=#?\w+;)", "&amp;", target)
