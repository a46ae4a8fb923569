"""What stands around claims and cites nothing: headings, lead-ins, heads of tables, questions. Pure.

They may name a topic, and a sentence may sum up what stands below it in words of its own, if not contrary to its
sources. One that tells more, with a figure or a name that stands in no opened source and that nobody asked about, is
a claim that nothing carries. What only counts or numbers what follows is read as no figure, and a capital as a name
only where capitals tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agent.answers.units import Unit, bare
from agent.documents.words import folded
from agent.grounding.claims import Claim, Term
from agent.grounding.languages import EVERY_STOP, language

_LONGEST = 500  # characters of one that are read
_TELLING = 4  # letters of a small word that shows that a text is no title in capitals
_ACRONYM = 4  # letters of capitals that are as often a word as a name
_BELOW = 200  # blocks that are counted
_ORDINAL = re.compile(  # "2.", "1.2.", "3:"; "1.1" and "A.1" before a capital that is no magnitude
    r"[\s*_#>(]*(?:(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]|\d{1,2}[:：])(?=\s|$|[*_])"
    r"|(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,3}(?=\s+(?!M(?:illion|rd|io|ill)|B(?:illion|n\b)|Tr)[A-ZÀ-Þ]))"
)
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
    for unit in below(units, at):
        headings += _level(unit) == level + 1
        item = _ITEM.match(unit.text)
        indents += [len(item["indent"])] if item else []
        rows += unit.form == "row" and unit.claims
    items = sum(one == min(indents) for one in indents)
    return frozenset({items, rows, headings} - {0})


def below(units: Sequence[Unit], at: int) -> Iterator[Unit]:
    """What stands below a block, to the next heading of its level."""
    level = _level(units[at])
    for unit in units[at + 1 : at + _BELOW]:
        if (one := _level(unit)) and (not level or one <= level):
            return
        yield unit


def _level(unit: Unit) -> int:
    found = _HEADING.match(unit.text)
    return len(found[1]) if found else 0


def states_whole(text: str) -> bool:
    """Whether a heading or a lead-in is a sentence that says something of a thing: words before a verb, and neither a
    question nor what only leads over to what follows."""
    words = bare(text)[:_LONGEST].strip(" *_#:：.!")
    found = None if _LEADS_OVER.match(words) or words.endswith(("?", "？")) else _VERB.search(words)
    return found is not None and bool(re.search(r"\w", words[: found.start()])) and bool(words[found.end() :].strip())


_VERB = re.compile(
    r"(?<!\w)(?:is|are|was|were|isn['’]t|aren['’]t|has|have|hasn['’]t|can|can['’]t|cannot|will|won['’]t|must|does|do"
    r"|doesn['’]t|don['’]t|lacks?|needs?|works?|supports?|plays?|uses?|includes?|breaks?|costs?|weighs?|lasts?|survives?|comes?|runs?|offers?"
    r"|ist|sind|war|hat|haben|kann|können|wird|werden|muss|braucht|kostet|wiegt|hält|bricht|läuft|bietet|fehlt|gibt"
    r"|jest|są|był[aoy]?|ma|mają|może|mogą|nie|kosztuje|waży|wymaga|działa|odtwarza|pęka|obsługuje"
    r"|es|son|está|están|era|tiene|tienen|puede|pueden|necesita|cuesta|pesa|funciona|dura|ofrece|se"
    r"|est|sont|était|a|ont|peut|peuvent|n['’]est|n['’]a|coûte|pèse|fonctionne|dure|casse|offre|résiste|ne)(?!\w)"
)
_LEADS_OVER = re.compile(
    r"(?:here|there|this|these|that|those|below|above|what|why|how|when|where|who|which|whether|if|as|in short"
    r"|it (?:depends|works|goes)"
    r"|hier|das|dies|diese|was|warum|wieso|wie|wann|wo|wer|welche[rsn]?|ob|wenn|falls|im|daraus"
    r"|es (?:gibt|kommt|geht)"
    r"|oto|to|te|co|dlaczego|jak|kiedy|gdzie|kto|czy|jeśli|poniżej"
    r"|aquí|esto|esta|estos|qué|que|lo que|por qué|cómo|cuándo|dónde|quién|si|a continuación|estas|hay"
    r"|voici|voilà|ce|ceci|cela|ces|c['’]est|ce que|pourquoi|comment|quand|où|qui|quel(?:le)?s?|il y a|il s.agit"
    r"|my|i|we|you|our|ich|wir|du|sie|je|nous|vous|the (?:main|key|most|following|short|results?|details?|facts?"
    r"|points?|reasons?|answers?|sources?|values?|differences?|options?)"
    r"|die (?:wichtigsten|folgenden|ergebnisse|fakten|werte|quellen|unterschiede)|najważniejsze|las? (?:principales"
    r"|siguientes|fuentes|diferencias)|les (?:principa\w+|sources|différences|suivant\w*))(?!\w)",
    re.I,
)
