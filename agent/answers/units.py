"""A draft taken apart: the blocks that stand or fall as one, and the statements in each of them. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any, Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent.answers.encoded import holds_code, reads_as_prose, with_prose
from agent.answers.questions import tells_by_asking
from agent.answers.signed import ALERT, is_alert, is_quote, is_quoted, is_signature, signature_at, unquoted
from agent.grounding.passages import ends_no_sentence
from agent.markdown.formulas import is_formula
from agent.markdown.marks import DEFINES, POINTS, cells, cleared, marks, masked
from agent.markdown.pointed import prose
from agent.markdown.remembered import remembered

LEFT_OUT = "(address left out)"
LEAD = re.compile(rf"(?:{ALERT.pattern})?[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+)*(?:#{{1,6}}[ \t]+)?")
Form = Literal["prose", "row", "code"]
_BLOCKS = MarkdownIt("commonmark", {"html": False}).enable("table").disable("inline")
_LEAVES = ("paragraph_open", "tr_open", "heading_open", "fence", "code_block")


@dataclass(frozen=True)
class Unit:
    """A stretch of the draft that stands or falls as one: a paragraph, a list item, a table row, a code block.

    `numbers` are those it cites; `form` says how it is read: "row" for a table's, "code" for what is not prose.
    `gone` says that something of it had to be left out, since it hid an address.
    """

    text: str
    claims: bool = False
    numbers: tuple[int, ...] = ()
    form: Form = "prose"
    gone: bool = False


def units(body: str) -> Iterator[Unit]:
    """The draft in the stretches that stand or fall together; joined by newlines they are the draft again, without
    what defines a link."""
    yield from _pointed(list(_blocks(body)))


def _blocks(body: str) -> Iterator[Unit]:
    lines = body.split("\n")
    leaves, defining = _leaves(body)
    at = 0
    for start, end, kind in leaves:
        yield from _between(lines, at, start, defining)
        if end > max(at, start):
            yield _unit("\n".join(lines[max(at, start) : end]), kind)
        at = max(at, end)
    yield from _between(lines, at, len(lines), defining)


def _pointed(found: list[Unit]) -> list[Unit]:
    """The blocks, of which one that is nothing but marks ("[1]", "Source: [1]"), or the signature of a quote, says on
    what those above it rest: the paragraph, all of the quote, or the items of the list or the rows of the table that
    cite nothing by themselves. One of marks alone that only says again what these cite goes."""
    emptied, leans = -1, -1  # the last that went, and on what it leant: between the two nothing is told
    told = Unit("")  # the last with words
    for at, unit in enumerate(found):
        before, told = told, unit if re.search(r"\w", unit.text) else told
        stated = unit.claims and unit.form == "prose"
        quote = is_quote(before.text)
        signs = stated and (quote or bool(unit.numbers)) and is_signature(unit.text, dash=quote)
        found[at] = replace(unit, claims=False) if signs else unit
        if not (unit.numbers and (signs or (stated and _only_points(unit.text)))):
            continue
        quoted: set[bool] = set()
        for above in chain(range(at - 1, emptied, -1), range(leans if emptied >= 0 else -1, -1, -1)):
            one = found[above]
            if one.numbers or not (one.claims or _SIGNS_ONLY.fullmatch(one.text)):
                if not signs and one.claims and set(unit.numbers) <= set(one.numbers):
                    found[at], emptied, leans = Unit(""), at, above
                break
            if one.claims and len(quoted | {is_quoted(one.text)}) > 1:
                break
            found[above] = replace(one, numbers=unit.numbers) if one.claims else one
            if one.claims:
                quoted.add(is_quoted(one.text))
                found[at] = replace(unit, claims=False)
                if one.form != "row" and not _ITEM.match(one.text) and not is_quoted(one.text):
                    break
    return found


_POINTING = 300  # characters of a block that is nothing but marks
_ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")


@remembered
def _only_points(text: str) -> bool:
    if len(text) > _POINTING or "[" not in text:
        return False
    return POINTS.fullmatch(cleared(LEAD.sub("", text, count=1), lambda _: False)) is not None


def _between(lines: list[str], start: int, end: int, defining: Collection[int]) -> Iterator[Unit]:
    """Between the blocks stand signs, what defines a link, which goes, and words nested deeper than Markdown is read,
    each line of which is a block."""
    signs: list[str] = []
    for line in (lines[at] for at in range(start, end) if at not in defining):
        if re.fullmatch(r"[\s>|:+*=_-]*(?:\d{1,9}[.)][\s>|:+*=_-]*)?", line):
            signs.append(line)
        else:
            yield from [Unit("\n".join(signs))] if signs else []
            signs = []
            yield _unit(line, "paragraph_open")
    if signs:
        yield Unit("\n".join(signs))


@remembered
def _unit(text: str, kind: str) -> Unit:
    if kind == "fence" or (kind == "code_block" and not reads_as_prose(text)):
        return Unit(text, form="code")
    form: Form = "row" if kind in ("tr_open", "head") else "prose"
    if bare(text) == LEFT_OUT:
        return Unit(text, form=form, gone=True)
    if kind == "paragraph_open" and is_formula(text):
        return Unit(text)
    numbers = numbers_in(text, form)
    claims = kind in ("paragraph_open", "tr_open", "code_block") and (states(text) or bool(numbers))
    if form == "prose" and not claims and not re.search(r"\w", masked(text)) and holds_code(text):
        return Unit(text, form="code")
    return Unit(text, claims=claims, numbers=numbers, form=form)


_NOT_DEFINING = re.compile(r"\\(?=\[[^\[\]]*\]:)")


@remembered
def states(text: str) -> bool:
    """Whether a block states something: a question, a lead-in ("These are open:") and a rule of dashes do not. What
    is put as a question and is none does ("It is red, isn't it?"), and so does prose that is set as code."""
    words = with_prose(text).strip().strip("*_ ") if not is_alert(text) else ""
    asks = words.endswith((":", "?", "：", "？")) and not _SENTENCE_END.search(words)
    return bool(re.search(r"\w", words)) and (not asks or tells_by_asking(words)) and not _only_points(text)


_SENTENCE_END = re.compile(r"\w\w[.!?][\"'”»)\]*_]*\s+\S|[。！？]\S")


@remembered
def numbers_in(text: str, form: Form) -> tuple[int, ...]:
    return tuple(
        dict.fromkeys(number for piece in pieces(text, form) for mark in marks(piece) for number in mark.numbers)
    )


def pieces(text: str, form: Form) -> list[str]:
    """A block as it is read: a row by its cells, and without the indent that would make code of a nested item."""
    if form == "row":
        return [text[start:end] for start, end in cells(text, 0, len(text))]
    return [text.lstrip(" \t")]


# --- statements of a block -----------------------------------------------------------------------------------------


class Part(NamedTuple):
    """One statement at [start, end) of a block: a sentence with the numbers it cites, else those of its block."""

    start: int
    end: int
    numbers: tuple[int, ...]


# A sentence ends behind its sign and the marks that follow it, unless a small letter goes on.
_MARKS = r"(?:\s?\[[\d\s,;–-]{1,40}\])"
_STOP = re.compile(
    rf"(?:(?<=[.!?…])|(?<=[.!?…][\"”’»)*_])|(?<=[.!?…]\*\*)){_MARKS}*+\s+(?!{_MARKS})(?=[^\sa-zà-ÿ])"
    rf"|(?<=[。！？]){_MARKS}*+(?=\S)"
    # and a line that cites does; looked at from the first of its marks only
    rf"|(?<!\d\])(?<!\d\]\s){_MARKS}(?<=\]){_MARKS}*+[*_]{{0,3}}[.;,]?[ \t]*\n[ \t]*(?=[^\sa-zà-ÿ]|[a-z]{{1,3}}\0)"
    # and so does one above a line that begins with a label in bold ("**Weight:** 200 grams")
    r"|\n[ \t]*+(?=\*\*[^*\n]{1,60}(?:[:：]\*\*|\*\*\s?[:：])|__[^_\n]{1,60}(?:[:：]__|__\s?[:：]))"
)
_COUNTED = re.compile(r"^([ \t*_-]{0,8}\w{1,3})\)", re.M)  # "a) …": a bracket that nothing opened
_SIGNS = ("**", "__", "`", "(", ")", "「", "」", "«", "»", "[", "]")
_QUOTES = ('"', "“", "”", "„")


def parts(unit: Unit) -> list[Part]:
    """The statements of a block that claims something. A row is one; a question among sentences is none."""
    return list(_parts(unit.text, unit.form, unit.numbers))


@remembered
def _parts(text: str, form: Form, numbers: tuple[int, ...]) -> tuple[Part, ...]:
    lead = LEAD.match(text)
    first = lead.end() if lead and form == "prose" else 0
    whole = (Part(first, len(text), numbers),)
    if form != "prose":
        return whole
    sign = signature_at(text)
    found = [Part(*span, numbers_in(text[slice(*span)], "prose") or numbers) for span in _sentences(text, first)]
    return tuple(one for one in found if one.start < sign and _states(text[one.start : one.end])) or whole


def _states(sentence: str) -> bool:
    """Among sentences a command that is one by itself counts as well."""
    return states(sentence) or (not re.search(r"\w", masked(sentence)) and holds_code(sentence))


def beside(unit: Unit) -> list[Part]:
    """What of a block states nothing by itself, and cites nothing: a heading, a lead-in, a question, the cells of a
    table's head."""
    if unit.form == "code":
        return []
    if unit.claims:
        stated = {one[:2] for one in parts(unit)} if unit.form == "prose" else set()
        lead = LEAD.match(unit.text)
        spans = _sentences(unit.text, lead.end() if lead else 0) if stated else ()
        whole = stated == {(lead.end() if lead else 0, len(unit.text))}
        return [] if whole else [Part(*span, ()) for span in spans if span not in stated]
    return (
        [Part(*span, ()) for span in cells(unit.text, 0, len(unit.text))]
        if unit.form == "row"
        else [Part(0, len(unit.text), ())]
    )


@remembered
def _sentences(text: str, start: int) -> tuple[tuple[int, int], ...]:
    return tuple(_split(text, start))


def _split(text: str, start: int) -> Iterator[tuple[int, int]]:
    plain, sign = unquoted(_COUNTED.sub("\\1\0", masked(text))), signature_at(text)
    counted: Counter[str] = Counter()
    at = start
    for stop in _STOP.finditer(plain, start, sign):
        counted.update({one: plain.count(one, at, stop.end()) for one in (*_SIGNS, *_QUOTES)})
        at = stop.end()
        if _closed(counted) and not _is_short(text, stop.start(), stop.end()):
            yield start, start + len(plain[start : stop.end()].rstrip())
            start = stop.end()
            counted.clear()
    if sign < len(text):
        yield from [(start, start + len(plain[start:sign].rstrip()))] if plain[start:sign].strip() else []
        start = sign
    if text[start:].strip():
        yield start, len(text)


def _is_short(text: str, at: int, after: int) -> bool:
    """Whether the dot before `at` is that of an abbreviation, or of a number that counts."""
    return ends_no_sentence(text, at, after) or bool(
        _SHORT.search(text[max(0, at - 12) : at] + text[after : after + 1])
    )


# Those that stand before what they belong to; "No." before a number, "min." behind one is a unit.
_SHORT = re.compile(
    r"(?<![^\W_])(?:no\.\d|(?<!\d )(?:min|max|lt|col|ft)\.\S|(?:cf|est|incl|excl|pp|resp|gen|sen|rep|gov|capt|rev"
    r"|hon|mt|dept|univ|assn|ph\.d|b\.sc|m\.sc|tel|abb|hrsg|geb|gegr|dipl|ing|zzgl|bspw|vgl|sog|gem|insb|allg|bes|bzgl"
    r"|m\.\s?in|godz|św|tj|tzn|zob|por|inż|woj|wyd|p\.\s?ej|aprox|avda|núm|p\.\s?ex|éd|tél)\.\S)$",
    re.I,
)


def _closed(counted: Counter[str]) -> bool:
    """Whether nothing that was opened is still open."""
    paired = all(counted[sign] % 2 == 0 for sign in ("**", "__", "`"))
    pairs = (("(", ")"), ("「", "」"), ("«", "»"), ("[", "]"))
    return paired and all(counted[a] == counted[b] for a, b in pairs) and not sum(counted[q] for q in _QUOTES) % 2


# --- as it is shown ------------------------------------------------------------------------------------------------


def short(text: str) -> str:
    plain = _NOT_DEFINING.sub("", " ".join(text.split()))
    return plain if len(plain) <= 160 else plain[:159] + "…"


@remembered
def bare(text: str) -> str:
    """A block as a line of words: no marks, no list or table signs."""
    plain = unquoted(_BREAK.sub(" ", _UNDERLINE.sub("", text)))
    words = _NOT_DEFINING.sub("", " ".join(cleared(plain, lambda _: False).split()))
    words = re.sub(r"^(?:(?:[-*+>]|\d{1,3}[.)]|#{1,6})\s+|[(（]\d{1,2}[)）]\s*(?=\w)|[①-⑳]\s*)", "", words).strip(
        "| "
    )
    return "" if _SIGNS_ONLY.fullmatch(words) else words


_BREAK = re.compile(r"<br\s?/?>", re.I)  # of a line, in a cell
_UNDERLINE = re.compile(r"(?<=\S)\n[ \t>]*+(?:=++|-++)[ \t]*+\Z")  # what makes a heading of the line above it
_SIGNS_ONLY = re.compile(r"(?:\d{1,3}[.)])?[\s*_~`>#|+.:;,!?\"'“”$()\[\]{}。-]*")  # of what was only a mark
_BROKEN_OFF = re.compile(
    r"(?:\b(?:is|was|are|were|=|ist|war|sind|lautet|est|était|sont|es|era|son|jest|był[ao]?|są|は)|[:：=は为是])[\s*_.。!]*$",
    re.I,
)


def as_said(text: str) -> str:
    """The same, with its marks where it breaks off without them ("The id is [42]")."""
    words = bare(text)
    return bare(text.replace("[", "\\[")).replace("\\[", "[") if _BROKEN_OFF.search(words) else words


def joined(blocks: Iterable[str]) -> str:
    """Blocks one under the other, with one empty line where several met; what is inside a block stays."""
    lines: list[str] = []
    for block in blocks:
        if block.strip() or (lines and lines[-1].strip()):
            lines.append(block if block.strip() else "")
    return "\n".join(lines).strip()


# Definitions that stand in a list of sources of the model's own: numbers, in small talk only those of addresses.
OF_A_LIST = re.compile(r"\[\^?\d{1,4}\]:|\[[^\[\]]*\]:\s*(?:<?https?://|\[\d)", re.I)
OF_A_CHAT_LIST = re.compile(r"\[\^?\d{1,4}\]:\s*<?https?://", re.I)


def defining(body: str, listed: re.Pattern[str]) -> str:
    """The text with a backslash before what Markdown would take for the definition of a link, and not show: the name
    of who speaks, say. What `listed` matches is none that anybody should read."""
    if "]:" not in body or not _references(body):
        return body
    starts = [found.start(1) for found in DEFINES.finditer(prose(body)) if not listed.match(body, found.start(1))]
    edges = [0, *starts, len(body)]
    return "\\".join(body[one:other] for one, other in pairwise(edges))


def _references(body: str) -> bool:
    env: dict[str, object] = {}
    _BLOCKS.parse(body, env)
    return bool(env.get("references"))


def _is_label(tokens: Sequence[Token], at: int) -> bool:
    """Whether a paragraph is what an item of a list calls the items that stand within it."""
    within = tokens[at - 1].type == "list_item_open" and tokens[at].type == "paragraph_open"
    lists = ("bullet_list_open", "ordered_list_open")
    return (
        within and tokens[at + 3].type in lists and LABEL.fullmatch(tokens[at + 1].content.strip("*_ ")) is not None
    )


# A few words that say nothing of anything.
LABEL = re.compile(
    r"(?!.*\b(?:is|are|was|were|has|have|can|will|must|ist|sind|war|waren|hat|haben|kann|wird|est|sont|était|a|es|son|era|está"
    r"|tiene|jest|są|był[ao]?|ma)\b)(?:[^\W\d][^\W_]*(?:[-'’/&]{1,2}[^\W_]+)*(?:\s(?:[&+/–-]\s)?|$)){1,4}"
    r"|[\u3040-\u30ff\u4e00-\u9fff]{1,12}",
    re.I,
)


def _leaves(body: str) -> tuple[list[tuple[int, int, str]], frozenset[int]]:
    """(first line, line after the last, kind) of each innermost block of the Markdown; the lines that define links
    and show nothing."""
    env: dict[str, Any] = {}
    found: list[tuple[int, int, str]] = []
    in_head = False
    tokens = _BLOCKS.parse(body, env)
    for at, token in enumerate(tokens):
        in_head = token.type == "thead_open" or (in_head and token.type != "thead_close")
        if token.map and token.type in _LEAVES:
            kind = "head" if in_head else "label" if _is_label(tokens, at) else token.type
            found.append((token.map[0], token.map[1], kind))
    definitions = [*env.get("references", {}).values(), *env.get("duplicate_refs", [])]
    return found, frozenset(line for one in definitions for line in range(*one["map"]))
