"""Conditions in a message: what the answer must, must not and should preferably meet, by the words that say so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.playground.rehearsal.checks import Kind, Quantity, check, family
from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.vague import is_vague
from bot.playground.rehearsal.words import among, content

LONGEST = 200


@dataclass(frozen=True)
class Found:
    """One condition of a message: its list and its words."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Parsed:
    """A message taken apart: its conditions, what it takes back, and the rest, which asks."""

    found: tuple[Found, ...]
    dropped: tuple[str, ...]
    rest: str


_WHO = r"(?:(?:it|they|this|that|these|those|which|he|she|you|the answer|es|sie|er|to)\s+(?:all |also |each )*)?"
_MUST = r"must|ha(?:s|ve) to|needs? to|should|muss|mussen|müssen|musi|musza|muszą"
_NOT = (
    r"must not|mustn['’]t|must never|cannot|can not|can['’]t|may not|should not|shouldn['’]t|"
    r"darf nicht|nie może|nie moze"
)
_BOUND = (
    r"under|below|at most|up to|no more than|not more than|less than|fewer than|at least|max(?:imum)?|cheaper than"
)

# In this order: the first cue a piece begins with decides. The words behind it are the condition.
_CUES: tuple[tuple[Kind, str], ...] = (
    (
        "prefer",
        rf"{_WHO}(?:ideally|preferably|if possible|at best|nice to have|idealerweise|am liebsten|"
        rf"najlepiej)(?:,? it)?",
    ),
    ("prefer", r"(?:it |that )?(?:would|['’]d) be (?:nice|great|good|lovely|a plus)(?: if (?:it|they)| if| to)?"),
    ("prefer", r"(?:i|we)(?: would|['’]d)? (?:rather|prefer)"),
    ("must", r"(?=no (?:more|later|longer|fewer|less|older) than)"),
    ("must_not", rf"{_WHO}(?:{_NOT})"),
    ("must_not", r"(?:it |they )?(?:do not|don['’]t|does not|doesn['’]t)(?: (?:want|need|include|use))?"),
    ("must_not", r"(?:i|we) (?:do not|don['’]t) (?:want|need)"),
    ("must_not", r"(?:avoid|excluding|exclude|never|without|with no|ohne|bez|keine?[nmrs]?)"),
    ("must_not", r"no(?! one\b|thing\b| idea\b| problem\b| worries\b| matter\b)"),
    ("must_not", r"not(?! only\b| sure\b| necessarily\b| yet\b| really\b| that\b)"),
    ("must", rf"{_WHO}(?:{_MUST})(?: be)?"),
    ("must", r"(?=(?:look |search |use |take |read )?(?:only|just|nur|tylko)\b)"),
)
_LEADING = tuple(
    (kind, re.compile(rf"{cue}(?:\s*[,:]?\s+|\A)(?P<text>\S.*)", re.IGNORECASE | re.DOTALL)) for kind, cue in _CUES
)
_TRAILING = re.compile(
    r"(?P<text>\S.*?)\s+(?:would be (?:nice|great|good|lovely|a plus)|(?:is|are) (?:a plus|nice to have))\W*$",
    re.IGNORECASE | re.DOTALL,
)
_MIDDLE = re.compile(
    rf"(?!(?:i|we|who|what|which|how|when|where|why|do|does|did|can|could|is|are|if|"
    rf"once)\b)(?P<who>[^,?!]{{1,60}}?)\s+"
    rf"(?:(?P<no>{_NOT})|(?P<must>{_MUST}))(?: be)?\s+(?P<text>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_DROPPED = re.compile(
    r"(?:forget|drop|skip|ignore|never mind|remove) (?:about )?the (?P<a>.{2,60})|"
    r"the (?P<b>.{2,60}?) (?:does ?n['’]t matter|does not matter|is(?:n['’]t| not| no longer) (?:needed|important|"
    r"required)).*|"
    r"(?:and |but )?(?:the )?(?P<c>\S.{0,50}?) (?:no longer|does ?n['’]t|does not) (?:holds?|counts?|"
    r"appl(?:y|ies)|stands?)"
    r"(?: any ?more)?",
    re.IGNORECASE | re.DOTALL,
)

_START = (
    rf"{_WHO}(?:{_NOT}|{_MUST}|ideally|preferably|if possible|without|with no|no\s|not\s|never|only|avoid|"
    rf"exclud\w+|"
    rf"do not|don['’]t|would be|it would be|we['’]d|i['’]d|ohne|bez|nur|tylko|idealerweise|am liebsten|najlepiej)\b"
)
_CUT = re.compile(
    rf"(?<=[.!?])\s+|[;\n]+|\s*\(\s*|(?:,\s*(?:(?:and|but|or|und|aber|ale|i)\s+)?|\s+(?:and|but|und|aber|ale)\s+|"
    rf"\s+[-–—]\s+)(?={_START})|"
    rf"\s+(?=(?:ideally|preferably|idealerweise|am liebsten|najlepiej)\s)|"
    rf"\s+(?=(?:that|which) (?:must|has to|have to|needs to|need to|should)\b)|:\s+(?={_START})",
    re.IGNORECASE,
)
# Conditions in "which tablet works without a pen under €300", but not in "what happens without approval".
_CUT_WHEN_CHOOSING = re.compile(
    rf"\s+(?=(?:without|with no|ohne|bez)\s)|\s+(?=(?:for |costs? )?(?:{_BOUND})\s+[€$£]?\s?\d)", re.IGNORECASE
)
_CHOOSING = re.compile(
    r"\b(?:which|find|recommend|suggest|looking for|shortlist|need an?|want an?|options?|alternatives?|buy|"
    r"welche\w?|finde|suche|ktor\w+|któr\w+|znajdz|znajdź)\b",
    re.IGNORECASE,
)
_BOUNDED = re.compile(rf"(?:for |costs? )?(?P<text>(?:{_BOUND})\s+[€$£]?\s?\d.*)", re.IGNORECASE | re.DOTALL)
_ASKING = re.compile(
    r"^(?:who|what|which|how|when|where|why|do|does|did|is|are|was|were|can|could|will|would|"
    r"wer|was|wie|wann|wo|warum|czy|kto|kiedy|gdzie|ile)\b",
    re.IGNORECASE,
)
_EDGES = re.compile(
    r"^(?:and|but|or|und|aber|ale|also|then|be)\s+|[\s,;:()]+$|"
    r"\s+(?:and|but|please|thanks|thank you|bitte|prosze|proszę)\W*$",
    re.IGNORECASE,
)


def wishes(text: str) -> Parsed:
    """A message taken apart. Any text is fine; one without conditions comes back as its own rest."""
    choosing = _CHOOSING.search(text) is not None
    found: list[Found] = []
    dropped: list[str] = []
    rest: list[str] = []
    for piece, opens in _pieces(text, choosing):
        if gone := _DROPPED.fullmatch(piece.strip(" .!,")):
            dropped.append(gone["a"] or gone["b"] or gone["c"])
        elif conditions := _conditions(piece, opens, choosing):
            found += conditions
        else:
            rest.append(piece)
    return Parsed(tuple(_distinct(found)), tuple(dropped), _joined(rest))


def _pieces(text: str, choosing: bool) -> list[tuple[str, bool]]:
    """A message cut before every cue and at every sentence's end, each piece with whether it opens a sentence."""
    pieces: list[tuple[str, bool]] = []
    start, opens = 0, True
    for cut in [*_CUT.finditer(text), None]:
        if piece := text[start : cut.start() if cut else len(text)].strip():
            pieces += _bounds(piece, opens, choosing)
            opens = piece[-1] in ".!?" or (cut is not None and any(c in cut.group() for c in "\n;"))
        start = cut.end() if cut else len(text)
    return pieces


def _bounds(piece: str, opens: bool, choosing: bool) -> list[tuple[str, bool]]:
    """A piece of a request to choose, cut before "without ..." and "under ..." where no cue leads it."""
    if not choosing or _cue(piece):
        return [(piece, opens)]
    first, *rest = [part for part in _CUT_WHEN_CHOOSING.split(piece) if part.strip()] or [piece]
    return [(first, opens), *((part, False) for part in rest)]


def _conditions(piece: str, opens: bool, choosing: bool) -> list[Found]:
    asks = opens and (piece.endswith("?") or (_ASKING.match(piece) is not None and not piece.endswith((".", "!"))))
    cue = None if asks else _cue(piece)
    if cue is None and not opens and choosing and (bounded := _BOUNDED.fullmatch(piece)):
        cue = Found("must", bounded["text"])
    if cue is None:
        return []
    parts = [Found(cue.kind, part) for part in _parts(cue.text)]
    return [part for part in parts if part.text and content(part.text) and not _measures_nothing(part.text)] or [
        Found(cue.kind, "")
    ]


def _measures_nothing(text: str) -> bool:
    """ "too long" is left of "not too long", which is asked about and no condition."""
    return is_vague(text) or is_vague(f"not {text}")


def _cue(piece: str) -> Found | None:
    for kind, pattern in _LEADING:
        if match := pattern.match(piece):
            return Found(kind, match["text"])
    if match := _TRAILING.match(piece):
        return Found("prefer", match["text"])
    if match := _MIDDLE.match(piece):
        return Found("must_not" if match["no"] else "must", match["text"])
    return None


def _parts(text: str) -> list[str]:
    """ "hold 40 people, have parking, be near the station" as three; anything with longer parts stays whole."""
    parts = re.split(
        r",\s+(?:and\s+|or\s+)?|\s+and\s+(?=(?:an?|the|be|have|hold|support|cost|run|include|no)\b)", text
    )
    whole = any(len(part.split()) > 7 for part in parts)
    return [trim(part) for part in ([text] if whole else parts)]


def trim(text: str) -> str:
    """A condition's words without joints and politeness at its ends, at most 200 characters."""
    before = ""
    text = text.strip().rstrip(".!?")
    while before != text:
        before, text = text, _EDGES.sub("", text).strip().rstrip(".!?")
    return text[:LONGEST].strip()


def _distinct(found: list[Found]) -> list[Found]:
    """Without the empty ones; said twice in one message, the later list counts."""
    kept: list[Found] = []
    for one in found:
        if one.text:
            kept = [*[other for other in kept if not same(other, one)], one]
    return kept


def same(one: Found, other: Found) -> bool:
    """Whether two conditions are about one thing: a bound of the same unit, or mostly the same words."""
    a, b = check(one.text, one.kind), check(other.text, other.kind)
    if a.bound and b.bound:
        alike = family(a.bound) == family(b.bound) and _per(a.bound) & _per(b.bound)
        return bool(alike) and (a.words == b.words or not a.words or not b.words) and a.excludes(b)
    return overlap(one.text, other.text)


def _per(bound: Quantity) -> set[str]:
    """What a bound may be per: one that does not say ("€150") can be about the same as one that does."""
    per = bound.unit.partition("/")[2]
    return {per, ""} if per else {"", *each("night day week month year person")}


def overlap(one: str, other: str) -> bool:
    """Whether the shorter of two texts has more than half of its words in the longer."""
    shorter, longer = sorted((content(one), content(other)), key=len)
    shared = sum(1 for word in shorter if among(word, longer))
    return bool(shorter) and shared * 2 > len(shorter)


def _joined(pieces: list[str]) -> str:
    text = " ".join(pieces)
    return re.sub(r"\s+", " ", re.sub(r"\s+(?:and|but|,)\s*$", "", text)).strip(" ,;")
