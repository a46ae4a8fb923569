"""What a page holds that nobody sees there, taken off before its words are read, so that it is never evidence. Pure.

Known by what stands in the page itself: elements that show nothing, attributes, inline styles, and rules of its own
style sheets for one class or id. Other sheets are not fetched. What a script fades in or moves into sight (a style
that hides together with one that moves) is seen, and so is the body of a page that waits for its scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_NEVER = ("template", "datalist", "object", "audio", "video", "canvas")
_WHOLE = ("html", "head", "body", "script", "style")  # these hold no text of their own, or all of it
_MARKUP = (("<!--", "-->"), ("<style", "</style"), ("<script", "</script"), ("<svg", "</svg"))
_DATED = re.compile(r"<script[^>]{0,300}application/ld\+json", re.I)
_INLINE = re.compile(r"data:[\w/+.-]{1,80};base64,[A-Za-z0-9+/=%\s]{200,}")
_SHEETS = 1_000_000  # characters of a page's own style sheets that are looked at
_SIMPLE = re.compile(r"(?:[a-z][\w-]*)?[.#][\w-]+", re.I)
_NAMES = re.compile(r"[.#][\w-]+")
_STYLE = 5_000  # characters of an inline style that is looked at

_MOVES = re.compile(r"transform|transition|animation|will-change|--")
_END = r"(?:!important)?(?=;|$)"
_FAR = r"-(?:\d{4,}(?:\.\d+)?px|\d{3,}(?:\.\d+)?(?:r?em|v[wh]))"
_HIDES = re.compile(
    rf"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|font-size:(?:0(?:px|r?em|%|pt)?|1px)|text-indent:{_FAR}|"
    rf"clip:rect\((?:[01](?:px)?[, ]*){{4}}\)|clip-path:inset\((?:50|100)%\)|(?:left|top|right|margin-left):{_FAR}|"
    rf"color:transparent){_END}"
)
_FADES = re.compile(rf"(?:^|;)opacity:0?(?:0|\.0+){_END}")
_NO_ROOM = re.compile(rf"(?:^|;)(?:max-)?(?:width|height):[01](?:px)?{_END}")
_COLOR = re.compile(r"(?:^|;)(color|background(?:-color)?):([^;!]+)")
_COLORS = {"white": "ffffff", "black": "000000", "rgb(255,255,255)": "ffffff", "rgb(0,0,0)": "000000"}


def slim(text: str) -> str:
    """HTML without what is no text and may be longer than it: scripts, styles, drawings, comments, files within it.
    What says when the page was published stays."""
    for opener, closer in _MARKUP:
        text = _without(text, opener, closer)
    return _INLINE.sub("data:,", text)


def without_unseen(tree: Any) -> None:
    """Take off an lxml tree what is not seen; the text behind an element stays."""
    hiding = frozenset(_hiding("\n".join(tree.xpath("//style/text()"))[:_SHEETS]))
    plain = not tree.xpath('//style | //link[@rel="stylesheet"] | //*[@bgcolor]')
    for element in [one for one in tree.iter() if isinstance(one.tag, str) and _unseen(one, hiding, plain)]:
        _drop(element)


def _without(text: str, opener: str, closer: str) -> str:
    """Without what lies between these; what is never closed stays."""
    lower = text.lower() if not text.islower() else text
    lower = lower if len(lower) == len(text) else text  # a few letters grow in lower case
    parts: list[str] = []
    at = 0
    while (start := lower.find(opener, at)) >= 0 and (end := lower.find(closer, start)) >= 0:
        stays = end if _DATED.match(text, start) else start
        parts.append(text[at:stays])
        at = end + len(closer)
        if closer.startswith("</"):
            at = max(at, lower.find(">", at) + 1)
        if stays == end:
            parts.append(text[end:at])
    return "".join([*parts, text[at:]]) if parts else text


def _drop(element: Any) -> None:
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    if element.tail and before is not None:
        before.tail = f"{before.tail or ''} {element.tail}"
    elif element.tail:
        parent.text = f"{parent.text or ''} {element.tail}"
    parent.remove(element)


def _unseen(element: Any, hiding: frozenset[str], plain: bool) -> bool:
    if element.tag in _WHOLE:
        return False
    if element.tag in _NEVER or (element.tag == "dialog" and element.get("open") is None):
        return True
    if element.get("aria-hidden", "").lower() == "true" or element.get("hidden", "until-found") != "until-found":
        return True
    style = element.get("style")
    if style and (hides(style) or _same_color(element, style, plain)):
        return True
    return bool(hiding) and not hiding.isdisjoint(_selectors(element))


def _selectors(element: Any) -> Iterator[str]:
    """What a rule can call an element, by one class or by its id."""
    names = [f".{name}" for name in (element.get("class") or "").split()]
    for name in [*names, f"#{element.get('id')}"] if element.get("id") else names:
        yield from (name, f"{element.tag}{name}")


# --- styles -------------------------------------------------------------------------------------------------------


def hides(style: str) -> bool:
    """Whether an element with these declarations ("display: none; width: 5px") is not seen."""
    style = _normal(style)
    if _HIDES.search(style):
        return True
    faint = _FADES.search(style) or ("overflow:hidden" in style and _NO_ROOM.search(style))
    return bool(faint) and not _MOVES.search(style)


def _normal(style: str) -> str:
    return re.sub(r"\s*([:;,!()])\s*", r"\1", " ".join(style[:_STYLE].lower().split())).strip(" ;")


def _same_color(element: Any, style: str, plain: bool) -> bool:
    """Whether its words have the colour of what is behind them, as far as inline styles tell; the paper of a page
    with no style sheets is white."""
    own = _colors(style).get("color")
    if own is None:
        return False
    styles = (one.get("style") or "" for one in (element, *element.iterancestors()))
    behind = next((found for one in styles if (found := _colors(one).get("background"))), "ffffff" if plain else "")
    return own == behind


def _colors(style: str) -> dict[str, str]:
    found = _COLOR.findall(_normal(style)) if "color" in style.lower() or "background" in style.lower() else []
    return {name.partition("-")[0]: _hex(value) for name, value in found}


def _hex(color: str) -> str:
    color = _COLORS.get(color.strip(), color.strip().lstrip("#"))
    return "".join(2 * char for char in color) if len(color) == 3 else color


def _hiding(sheet: str) -> Iterator[str]:
    """The selectors of one class or id that a rule for every medium hides, where no rule at all shows that name."""
    hidden: list[str] = []
    shown: set[str] = set()
    for selectors, style, nested in _rules(_without(sheet, "/*", "*/")):
        if hides(style):
            hidden += [] if nested else [one.strip() for one in selectors.split(",")]
        elif re.search(r"(?:^|;)(?:display|visibility|opacity|clip|left|top):", _normal(style)):
            shown.update(_NAMES.findall(selectors))
    for selector in hidden:
        if _SIMPLE.fullmatch(selector) and _NAMES.search(selector).group() not in shown:  # type: ignore[union-attr]
            yield selector


def _rules(sheet: str) -> Iterator[tuple[str, str, bool]]:
    """(selectors, declarations, whether it stands within another rule) of each rule."""
    depth = 0
    for part in sheet.split("}"):
        opened = part.count("{")
        if opened:
            head, _, style = part.rpartition("{")
            yield head.rpartition("{")[2], style, depth + opened > 1
        depth = max(0, depth + opened - 1)
