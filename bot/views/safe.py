"""Other people's words made fit for Slack: nothing pings, nothing hides, nothing is escaped twice. Pure.

Three kinds of text leave the program. Literal text (rich_text and plain_text elements) shows every character as it
is. Markdown (the markdown block) is rendered by Slack. mrkdwn (a message's `text`) wants &, < and > escaped once.
Whatever could notify somebody is broken by a word joiner: invisible, and no parser reads across it.

All sizes are bytes of UTF-8 of the escaped text: never fewer than its characters, escaped or not, in any count.
"""

from __future__ import annotations

import html
import re
import unicodedata
from urllib.parse import quote, urlsplit

from markdown_it import MarkdownIt

from agent.clean import FILLERS, INVISIBLE, blank
from agent.clean import tidy as tidy
from agent.markdown.inert import unlinked as unlinked
from agent.markdown.marks import areas, blanked, code, escaped, links, may_hold_code
from bot.views.edits import JOINER as JOINER
from bot.views.edits import Edit, applied
from bot.views.shapes import Cite, shaped

URL_AT_MOST = 2_000  # bytes; longer addresses are shown as text
_MORE = "…"
_NOTHING_AT_MOST = 2_000  # characters of a text that is read to see whether it shows anything
_READER = MarkdownIt("commonmark", {"html": False}).enable("table")
_ROW_AT_MOST = 2_000  # characters on either side of a line break, in which the row that it may stand in is looked for

_EVERYBODY = r"(?<![A-Za-z0-9/])@(?=channel|here|everyone)"
_AT_THE_END = re.compile(r"(?<=[)\]*'\"])@(?=channel|here|everyone)", re.I)  # of a link, and no part of its address
_PINGS = re.compile(rf"<(?=[!@#])|{_EVERYBODY}", re.I)
_WAKES = re.compile(r"<(?=[!@#])|@(?=channel|here|everyone)", re.I)  # wherever the text may be cut
_ENTITY = r"&(?:lt|\#0*60|\#x0*3c);"  # "<", which Markdown reads out of it
_RISKY = re.compile(
    rf"""(?P<keep><(?:https?://|mailto:)[^<>\n]*> | <\w[\w.+-]*@[\w.-]+> | https?://(?:(?!!\[|{_ENTITY})[^\s<>])+)
    | (?P<br><br\s*/?>[ \t]*)
    | (?P<token><(?P<sign>!(?:channel|here|everyone|group|subteam\^|date\^)|[@\#][A-Z])(?P<id>[^<>|\n]*)
        (?:\|(?P<label>[^<>\n]*))?>)
    | (?P<angle>(?:<|{_ENTITY})(?![\s=\d\u2060-]|<(?![!@\#])|$))
    | (?P<at>{_EVERYBODY})
    | (?P<image>!(?=\[))""",
    re.X | re.I | re.M,
)
_SUSPECT = re.compile(
    r"<(?![\s=\d\u2060-]|https?://[^\s<>]*>)|&(?:lt|#)|@(?=channel|here|everyone)|!\[", re.I
)  # what has to be looked at more closely
_BEGINS_WORDS = re.compile(r"[^\W\d_]|[\[(\"'“”„«「$]|\*\*?[^\s*]")  # and nothing else, at the start of a line
_BR = re.compile(r"<br\s*/?>", re.I)
_PINGS_IN_CODE = re.compile(r"<(?=!(?:channel|here|everyone|group|subteam|date)\b|[@#][BCDGSUW][A-Z0-9]*[|>])", re.I)


def size(text: str) -> int:
    """What a text counts against Slack's limits, at the worst: escaped, in bytes of UTF-8."""
    plain = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return plain + 4 * text.count("&") + 3 * (text.count("<") + text.count(">"))


def cut(text: str, at_most: int) -> str:
    """The text, or as much of it as fits before a visible "…". A character is never cut, escaped or not."""
    if len(text) <= at_most and size(text) <= at_most:
        return text
    return text[: fitting(text, at_most - size(_MORE))].rstrip() + _MORE


def fitting(text: str, at_most: int) -> int:
    """How many characters of a text fit into that many bytes."""
    low, high = 0, min(len(text), max(at_most, 0))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(text[:middle]) <= at_most else (low, middle - 1)
    return low


def escape(text: str) -> str:
    """Text for mrkdwn. Slack wants these three and no others (https://docs.slack.dev/messaging/formatting-message-text)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plainly(text: str) -> str:
    """Literal text as mrkdwn: it notifies nobody, and nothing in it becomes a link."""
    return escape(unlinked(inert(text)))


def unescape(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def visible(text: str) -> bool:
    """Whether there is anything to see; Slack refuses texts without."""
    return not blank(text)


def shows(markdown: str) -> bool:
    """Whether a text in Markdown shows a word, once it is rendered: "# ", "&nbsp;" and an empty fence do not."""
    if len(markdown) > _NOTHING_AT_MOST:
        return visible(re.sub(r"[#>*_~`|:+=-]", "", html.unescape(markdown)))
    tokens = [inner for token in _READER.parse(markdown) for inner in (token.children or [token])]
    return any(visible(token.content) for token in tokens)


def inert(text: str) -> str:
    """Literal text that would also wake nobody if something took it for mrkdwn."""
    text = tidy(text)
    return _PINGS.sub(lambda found: found.group() + JOINER, text) if "<" in text or "@" in text else text


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


def markdown(text: str, cite: Cite | None = None) -> str:
    """Markdown for a markdown block: shown as it is meant, and harmless. `cite` says what citation marks become."""
    return harmless(shaped(tidy(text), cite))


def harmless(text: str) -> str:
    """The same Markdown with pings broken, images as their words, raw HTML as text; code stays as it is.

    Mending can turn code into prose (a line break before a fence), so it is done until nothing is left to mend. Text
    without any of that, and most text is, is not read at all.
    """
    before = None
    while text != before and _SUSPECT.search(text):
        text, before = _mended(*_without_images(text)), text
    return text


def _mended(text: str, prose: str) -> str:
    if prose is text:
        return _RISKY.sub(_in_prose, text)

    def mended(found: re.Match[str]) -> str:
        return _in_code(found.group()) if prose[found.start()] == "\x00" else _in_prose(found)

    return _RISKY.sub(mended, text)


def _without_images(text: str) -> tuple[str, str]:
    """The text with words for its images, and the same with its code blanked."""
    found = areas(text) if may_hold_code(text) else []
    prose = blanked(text, code(text, found))
    if "![" not in prose:
        return text, prose
    images = [link for link in links(text, prose) if link.group().startswith("!")]
    if not images:
        return text, prose
    without = applied(text, [Edit(*image.span(), _words_of(image)) for image in images])
    return without, blanked(without, code(without, areas(without))) if may_hold_code(without) else without


def _in_code(text: str) -> str:
    return _PINGS_IN_CODE.sub("<" + JOINER, text)


def _in_prose(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "keep":
            return _AT_THE_END.sub("@" + JOINER, _in_code(found.group()))
        case "br":
            return _broken(found)
        case "token":
            return _named(found)
        case "angle" if escaped(found.string, found.start()) and found.string[found.end()] not in "!@#":
            return found.group()
        case _:
            return found.group() + JOINER


def _broken(br: re.Match[str]) -> str:
    """A line break; a space where the line is a heading, by its look a row, or so far in that it may be code. It
    never begins a list or a fence."""
    text, end = br.string, br.end()
    before = text[max(0, br.start() - _ROW_AT_MOST) : br.start()].rpartition("\n")[2]
    after = text[end : end + _ROW_AT_MOST].partition("\n")[0]
    if "|" in before or "|" in after or before.startswith(("    ", "\t")) or before.lstrip(" >").startswith("#"):
        return " "
    if text[end : end + 1] in ("", "\n"):
        return "  "
    if _BR.match(text, end):
        return f"  \n{JOINER}"  # an empty line would end the item or the quote that it stands in
    return "  \n" if _BEGINS_WORDS.match(text, end) else f"  \n{JOINER}"


def _words_of(image: re.Match[str]) -> str:
    """An image's own words, which make no list and no link where they stand."""
    words = image.group(1).strip() or "(image)"
    before = image.string[max(0, image.start() - 1) : image.start()]
    begins = not before or before == "\n"
    return JOINER + words if before == "]" or (begins and not words[0].isalpha()) else words


def _named(token: re.Match[str]) -> str:
    """A mention as inert words: its label where it has one, its name or id otherwise."""
    sign, id, label = token["sign"], token["id"], token["label"]
    if sign.lower() == "!date^":
        return inert(label or "(date)")
    mark = "#" if sign.startswith("#") else "@"
    named = (label or ("group" if sign.endswith("^") else sign[1:] + id)).strip().lstrip("@#")
    return f"{mark}{JOINER}{inert(named)}"


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
