"""The sentences of a source as words in their places: how far one is from another, and what stands above it. Pure.

Distances are counted in words that carry something. In a row of a table what names the row and the head of a column
stand beside each cell; a heading, and what leads in to a list, stands as near to all that is below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.documents.words import listed
from agent.grounding.columns import cells, in_columns
from agent.grounding.languages import EVERY_STOP
from agent.grounding.names import names
from agent.grounding.passages import Prepared, Said, said
from agent.grounding.respectively import Place, pairs
from agent.grounding.roles import end_of, is_where, label_of
from agent.grounding.sides import sides_of

REACH = 2  # sentences before and behind one that tell what it is about
_CLAUSE, _SENTENCE, _PARAGRAPH = 1.5, 6.0, 10.0  # words that a break counts for
_ABOVE = 4.0  # words between a heading and what is below it
_CELLS = 6.0  # words between two cells of a row
_LOOKS_AT_MOST = 20  # times that a name is looked for elsewhere
_HEADING_AT_MOST = 30  # sentences back
_YEAR = re.compile(r"r:(?:1[5-9]|20)\d\d\Z")
_TOLD = re.compile(r"\s?[(:：（]\s?")  # between something and its number: "sardines (8 million)"
_BREAK = re.compile(
    r"[,;:()—–|]|[、，；：]|\s(?:and|but|while|und|aber|während|oraz|ale|pero|mientras|mais|tandis)\s"
)
_HEADING = re.compile(r"#{1,6}\s|\*\*[^*]+\*\*:?\Z")
_LEAD_IN, _ITEM = re.compile(r".*[:：]\s*\Z", re.S), re.compile(r"\s*(?:[-*•]|\d+\.)\s")
# What joins the words of one name: "Anna Berg", "J. R. Berg", "University of Leeds", "Ulm's Anna Berg".
_JOINED = re.compile(
    r"(?:['’]s)?[ \u00a0\n-](?:[^\W\d_a-z](?:[ -]|\. ?))?|\. "
    r"| (?i:of|&|von|van|de|du|des|del|la|de la|de los) "
)
# A pronoun with which a sentence, or a part of one, begins.
_PRONOUN = re.compile(
    r"(?:\A|(?<=[.,;:!?(]\s)|(?<=\band\s)|(?<=\bbut\s)|(?<=\bund\s)|(?<=\bet\s)|(?<=\by\s)|(?<=\bi\s))[\W_]*"
    r"(?:(?P<former>the former|erstere[rs]?|le premier|el primero)"
    r"|(?P<latter>the latter|letztere[rs]?|ce dernier|este último)"
    r"|he|she|it|they|er|sie|es|il|elle|ils|elles|él|ella|ona"
    r"|(?:the|this) (?:company|firm|club|team|group|agency|authority|association|foundation|institute)"
    r"|(?:das unternehmen|die firma|der konzern|der verein|die behörde|die stiftung)|spółka|firma|klub|fundacja"
    r"|la empresa|la compañía|el club|l['’]entreprise|la société|le club|le groupe)\b",
    re.I,
)
# What stands before the first word of a sentence: "The Pole saved", where a capital says that much less.
_OPENS = re.compile(r"[\W_]*(?:(?:the|der|die|das|el|la|los|las|le|les)\s)?[\W_]*", re.I)
# A cell that says no more than this says it of the head of its column.
_ANSWERS = listed(
    "yes no ja nein tak nie sí si oui non x available included optional standard はい いいえ 是 否 有 无"
)
_DAYS = listed("""
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays montag dienstag mittwoch donnerstag freitag samstag sonntag
""")


@dataclass(frozen=True)
class Token:
    """A word, number, date or name of a sentence: the keys it is found by, its `sort` ("" for a word; only the same
    sort can stand in its place), the words themselves, and its place in the sentence, in words.

    `cell` is that of a row of a table (0 is what names the row), `end` is from which end of a range or a change it is
    (roles.py), of a name "in" where something is there, `first` whether its sentence begins with it, or with an
    article and it, `part` counts the stretches between commas and conjunctions, `pair` tells which of its list it
    is where a sentence has two lists "respectively", and `sides` what sign or bound a number has (sides.py).
    """

    keys: frozenset[str]
    sort: str
    text: str
    at: float
    cell: int = 0
    end: str = ""
    first: bool = False
    part: int = 0
    pair: int = 0
    sides: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Placed:
    """A token among the sentences around one: `line` counts them from it; one that stands `above` is a heading's.
    A name may be one that a pronoun stands there `instead` of: "it", or "any" of several."""

    token: Token
    at: float
    line: int = 0
    above: bool = False
    instead: str = ""

    def far(self, other: Placed) -> float:
        """How many words apart, at least 1."""
        if self.above or other.above:
            return _ABOVE
        pair, its = self.token.pair, other.token.pair
        if pair and its and self.line == other.line:
            return 1.0 if pair == its else _CELLS
        mine, theirs = self.token.cell, other.token.cell
        if self.line == other.line and (mine or theirs):
            return 1.0 if mine == theirs or not (mine and theirs) else _CELLS
        return max(1.0, abs(self.at - other.at))


def around(source: Prepared, sentence: int) -> tuple[Placed, ...]:
    """The tokens of a sentence, of those around it in its passage and section, and of what stands above it."""
    text = source.passages[source.sentences[sentence].passage].text
    placed: list[Placed] = []
    at, end = 0.0, -1
    near = list(_section(source, sentence))
    before: list[Token] = []
    for one in near:
        start = source.sentences[one].start
        at += 0 if end < 0 else _PARAGRAPH if "\n" in text[end:start] else _SENTENCE
        tokens = line(source, one)
        placed += [
            Placed(
                each,
                at + token.at,
                one - sentence,
                instead="" if each is token else "it" if len(all_) == 1 else "any",
            )
            for token, all_ in _resolved(tokens, before, text)
            for each in all_
        ]
        before = [token for token in tokens if token.sort == "name" and _is_sure(token, text)] or before
        at, end = at + (tokens[-1].at if tokens else 0.0), source.sentences[one].end
    above = (one for one in _above(source, sentence) if one not in near)
    return (*placed, *(Placed(token, 0.0, above=True) for one in above for token in line(source, one)))


def _resolved(
    tokens: Sequence[Token], before: Sequence[Token], text: str
) -> Iterator[tuple[Token, tuple[Token, ...]]]:
    """The tokens of a sentence, and for each pronoun the names that it may stand for: those before it in its
    sentence, else those of the one before."""
    here: list[Token] = []
    for token in tokens:
        if token.sort == "pronoun":
            listed = (here or before)[-2:]
            meant = {"former": listed[:1], "latter": listed[1:]}.get(token.text, here or before)
            yield token, tuple(replace(one, at=token.at, part=token.part, end="") for one in meant)
            continue
        if token.sort == "name" and _is_sure(token, text):
            here.append(token)
        yield token, (token,)


def _is_sure(token: Token, text: str) -> bool:
    """Whether a name is one for more than that a sentence begins with it."""
    if not token.first or " " in token.text:
        return True
    at = 0
    for _ in range(_LOOKS_AT_MOST):
        at = text.find(f" {token.text}", at) + 1
        if not at:
            return False
        if at > 1 and text[at - 2].isalnum():
            return True
    return False


def _section(source: Prepared, sentence: int) -> Iterator[int]:
    """A sentence and its neighbours; what stands below the next heading is about something else."""
    first, last = sentence, sentence
    while sentence - first < REACH and _goes_on(source, first):
        first -= 1
    while last - sentence < REACH and _goes_on(source, last + 1) and not heads(source, last + 1):
        last += 1
    return iter(range(first, last + 1))


def _goes_on(source: Prepared, sentence: int) -> bool:
    """Whether a sentence stands behind another one of its passage."""
    inside = 0 < sentence < len(source.sentences)
    return inside and source.sentences[sentence].passage == source.sentences[sentence - 1].passage


def heads(source: Prepared, sentence: int) -> bool:
    """Whether a sentence is a heading."""
    one = source.sentences[sentence]
    return _HEADING.match(source.passages[one.passage].text[one.start : one.end]) is not None


def line(source: Prepared, sentence: int) -> tuple[Token, ...]:
    """The tokens of a sentence, each cell of a row with the head of its column."""
    if sentence not in source.lines:
        source.lines[sentence] = tuple(_read(source, sentence))
    return source.lines[sentence]


def _keys(text: str) -> frozenset[str]:
    return frozenset(key for one in said(text) for key in one.keys)


NO = frozenset(key for word in listed("no nein nie non いいえ 否 无") for key in _keys(word))
YES_OR_NO = frozenset(key for word in _ANSWERS for key in _keys(word))


def cells_of(source: Prepared, sentence: int) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Of each cell of a row with a header, the keys of what it says, and of what the head of its column does."""
    if sentence not in source.headers:
        return []
    row, header = (_text(source, one) for one in (sentence, source.headers[sentence]))
    heads = [*map(_keys, cells(header))]
    counted = [one.offered if one else frozenset() for one in in_columns(row, header)]
    return [
        (_keys(cell) | counted[at], heads[at] if at < len(heads) else frozenset())
        for at, cell in enumerate(cells(row))
    ]


def _text(source: Prepared, sentence: int) -> str:
    one = source.sentences[sentence]
    return source.passages[one.passage].text[one.start : one.end]


def sort_of(keys: frozenset[str]) -> str:
    """The unit of an amount; "year", "date", "weekday", "time", "number"; "code" and what an identifier has first."""
    unit = min((key.partition("|")[2] for key in keys if key[:2] == "b:"), default="")
    heads = {key[:2] for key in keys}
    if "y:" in heads and "d:" not in heads:
        return "weekday"
    if unit or "d:" in heads or "t:" in heads:
        return unit or ("date" if "d:" in heads else "time")
    if "r:" in heads:
        read = [key for key in keys if key[:2] == "r:"]
        return "year" if all(map(_YEAR.match, read)) else "number"
    code = min((key[2:] for key in keys if key[:2] == "c:" and any(map(str.isdigit, key))), default="")
    return f"code {re.sub(r'[0-9].*', '', code)}" if code else ""


def called(text: str, tongue: str) -> Iterator[tuple[int, int]]:
    """The (start, end) of the sure names of a text, those of several words as one."""
    last: tuple[int, int] | None = None
    for name in names(text, tongue):
        if not name.sure or name.text in _DAYS:
            continue
        if last and _JOINED.fullmatch(text, last[1], name.start):
            last = last[0], name.end
            continue
        if last:
            yield last
        last = name.start, name.end
    if last:
        yield last


def joined(text: str, end: int, start: int) -> bool:
    """Whether what ends and what starts there are words of one name."""
    return _JOINED.fullmatch(text, end, start) is not None


def _read(source: Prepared, sentence: int) -> Iterator[Token]:
    here, tongue = source.sentences[sentence], source.languages[source.sentences[sentence].passage]
    text = source.passages[here.passage].text[here.start : here.end]
    above = source.headers.get(sentence)
    if above is None:
        yield from _tokens(text, tongue)
        return
    top = source.sentences[above]
    header = source.passages[top.passage].text[top.start : top.end]
    heads = cells(header)
    for at, (cell, amount) in enumerate(zip(cells(text), in_columns(text, header), strict=True)):
        counted = [Said(amount.start, amount.end, amount.offered)] if amount else []
        yield from (replace(one, first=False) for one in _tokens(cell, tongue, at, counted))
        head = _tokens(heads[at] if at < len(heads) else "", tongue, at)
        yield from (replace(one, sort="") if one.sort == "name" else one for one in head)


def _tokens(text: str, tongue: str, cell: int = 0, more: Sequence[Said] = ()) -> Iterator[Token]:
    """The tokens of a text; the numbers of a list that belongs to another one all stand where its first one does."""
    top: Token | None = None
    for token in _read_on(text, tongue, cell, more):
        if token.pair and token.sort not in ("", "name", "weekday"):
            top = top or token
            token = replace(token, at=top.at, part=top.part, end=top.end)
        yield token


def _read_on(text: str, tongue: str, cell: int, more: Sequence[Said]) -> Iterator[Token]:
    at, end, part, before, from_sort = 0.0, 0, 0, "", ""
    things = [one for one in _things(text, tongue, more) if one[3] or sort_of(one[2]) or _carries(one[2])]
    counted = [Place(start, stop, sort_of(keys) not in ("", "weekday")) for start, stop, keys, _ in things]
    paired = pairs(text, counted)
    unit = next((sort_of(things[nth][2]) for nth in reversed(paired) if counted[nth].number), "")
    for nth, (start, stop, keys, name) in enumerate(things):
        sort = sort_of(keys) or ("name" if name else "")
        sort = unit if sort == "number" and nth in paired else label_of(text, start, stop, sort)
        told = (sort or counted[max(0, nth - 1)].number) and (
            _is_told(text, end, start) or (before == "weekday" and sort == "date")
        )
        side = _side(text, start, stop, sort) if sort else ""
        spans = from_sort == sort and side == "to"  # "between 3 May and 5 June"
        if not (told or spans) and _BREAK.search(text, end, start):
            at, part = at + _CLAUSE, part + 1
        before = sort
        if pronoun := _PRONOUN.search(text, end, stop):
            yield Token(frozenset(), "pronoun", pronoun.lastgroup or "", at, cell, part=part)
        first = _OPENS.fullmatch(text, 0, start) is not None
        from_sort = sort if side == "from" else ""
        sides = sides_of(text, start, stop) if sort not in ("", "name") else frozenset()
        yield Token(keys, sort, text[start:stop], at, cell, side, first, part, paired.get(nth, 0), sides)
        at, end = at + 1, stop


def _is_told(text: str, end: int, start: int) -> bool:
    """Whether there is no more between something and its number than an opening bracket or a colon."""
    opens = _TOLD.match(text, end, start)
    return opens is not None and _BREAK.search(text, opens.end(), start) is None


def _side(text: str, start: int, stop: int, sort: str) -> str:
    if sort == "name":
        return "in" if is_where(text, start) else ""
    return end_of(text, start, stop, sort)


def _carries(keys: frozenset[str]) -> bool:
    plain = next((key[2:] for key in keys if key[:2] == "n:"), "")
    return plain not in EVERY_STOP and len(plain) != 1


def _things(text: str, tongue: str, more: Sequence[Said] = ()) -> Sequence[tuple[int, int, frozenset[str], bool]]:
    """What a text says at (start, end), each thing once, and whether it is a name; one of several words is one."""
    whole = list(called(text, tongue))
    found: list[tuple[int, int, frozenset[str], bool]] = []
    at = 0
    for start, stop, keys in sorted((*said(text, tongue), *more), key=lambda one: (one.start, -one.end)):
        while at < len(whole) and whole[at][1] <= start:
            at += 1
        name = at < len(whole) and whole[at][0] <= start and (stop <= whole[at][1] or text[start].isascii())
        if found and stop <= found[-1][1]:
            found[-1] = (*found[-1][:2], found[-1][2] | keys, found[-1][3])
        else:
            found.append((start, max(stop, whole[at][1]) if name else stop, keys, name))
    return found


def _above(source: Prepared, sentence: int) -> Iterator[int]:
    """The heading that a sentence stands below, and of an item what leads in to its list."""
    here = source.sentences[sentence]
    text = source.passages[here.passage].text
    leads = _ITEM.match(text, here.start, here.end) is not None
    for one in range(sentence - 1, max(-1, sentence - _HEADING_AT_MOST), -1):
        other = source.sentences[one]
        if other.passage != here.passage:
            return
        above = text[other.start : other.end]
        if _HEADING.match(above):
            yield one
            return
        if leads and _LEAD_IN.match(above):
            yield one
            leads = False
