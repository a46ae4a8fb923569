"""What stands around claims and cites nothing: headings, lead-ins, heads of tables, questions. Pure.

They may name a topic. One that tells more, with a figure or a name that stands in no opened source and that nobody
asked about, is a claim that nothing carries. What only counts or numbers what follows is read as no figure, and a
capital as a name only where capitals tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.answers.units import Unit, bare
from agent.documents.words import folded
from agent.grounding.claims import Claim, Term
from agent.grounding.languages import EVERY_STOP, language

_LONGEST = 500  # characters of one that are read
_TELLING = 4  # letters of a small word that shows that a text is no title in capitals
_ACRONYM = 4  # letters of capitals that are as often a word as a name
_BELOW = 200  # blocks that are counted
_ORDINAL = re.compile(r"[\s*_#>(]*(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]|\d{1,2}[:：])(?=\s|$|[*_])")
_NUMBERED = re.compile(
    r"(?:step|part|option|tier|level|phase|day|week|section|chapter|question|tip|example|variant|stage|table|figure|no\.?|nr\.?"
    r"|schritt|teil|stufe|tag|woche|abschnitt|kapitel|frage|tipp|beispiel|variante|tabelle|abbildung"
    r"|krok|część|opcja|poziom|etap|dzień|tydzień|rozdział|pytanie|przykład|tabela"
    r"|paso|parte|opción|nivel|fase|día|semana|sección|capítulo|pregunta|ejemplo|tabla"
    r"|étape|partie|niveau|jour|semaine|chapitre|exemple|tableau|表|図|ステップ|手順|第|その)\s?#?\d{1,2}(?![\d.,]*\d)(?!\s?[%€$£¥])",
    re.I,
)
_COUNT = re.compile(r"(?<![\w.,:/%€$£¥-])\d{1,2}(?![\w%€$£¥/]|[.,:-]\d|\s?[%€$£¥°])|(?<!\d)\d{1,2}(?=つ|個|点|件)")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_HEADING = re.compile(r"[ \t>]*(#{1,6})[ \t]")


def asserted(text: str, listed: frozenset[int], tongue: str) -> str:
    """The words of such a text as a claim to be looked up, at the same length; "" where it gives no figure and no
    name that could be. `listed` are the numbers of things that stand below it, `tongue` the language of the draft."""
    words = bare(text)[:_LONGEST]
    words = _blanked(_blanked(words, _ORDINAL, once=True), _NUMBERED)
    words = _COUNT.sub(lambda found: " " * len(found[0]) if int(found[0]) in listed else found[0], words)
    claim = Claim.of(words, tongue)
    names = [term for term in claim.terms if term.kind == "name"]
    clear = [term for term in names if _is_clear(term, words, tongue)]
    for term in (term for term in names if term not in clear):
        words = (
            words[: term.start]
            + words[term.start : term.end].lower().ljust(term.end - term.start)
            + words[term.end :]
        )
    return words if clear or any(term.hard and term.kind == "number" for term in claim.terms) else ""


def _blanked(text: str, what: re.Pattern[str], *, once: bool = False) -> str:
    if once:
        found = what.match(text)
        return " " * found.end() + text[found.end() :] if found else text
    return what.sub(lambda found: " " * len(found[0]), text)


def _is_clear(term: Term, text: str, tongue: str) -> bool:
    """Whether a capital tells a name: inside a text that has small words of its own, and no German noun, which one
    tells only from a name where two stand together."""
    if not term.hard or not re.search(r"\w", text[: term.start]) or _is_title(text):
        return False
    written = text[term.start : term.end]
    if written.isupper() and len(written) <= _ACRONYM:
        return False
    beside = re.search(r"[A-ZÀ-Þ][\w’'-]+ \Z", text[: term.start]) or re.match(r" [A-ZÀ-Þ]\w", text[term.end :])
    return (language(text) or tongue) != "de" or bool(beside)


def _is_title(text: str) -> bool:
    small = re.findall(rf"(?<!\w)(?=[^\W\d_])[^\W\d_]{{{_TELLING},}}", text)
    return not any(word[0].islower() and folded(word) not in EVERY_STOP for word in small)


def listed_below(units: Sequence[Unit], at: int) -> frozenset[int]:
    """How many items, rows or parts stand below a block, to the next heading of its level: what "3 ways:" counts."""
    level = _level(units[at])
    indents: list[int] = []
    rows = headings = 0
    for unit in units[at + 1 : at + _BELOW]:
        below = _level(unit)
        if below and (not level or below <= level):
            break
        headings += below == level + 1
        item = _ITEM.match(unit.text)
        indents += [len(item["indent"])] if item else []
        rows += unit.form == "row" and unit.claims
    items = sum(one == min(indents) for one in indents)
    return frozenset({items, rows, headings} - {0})


def _level(unit: Unit) -> int:
    found = _HEADING.match(unit.text)
    return len(found[1]) if found else 0
