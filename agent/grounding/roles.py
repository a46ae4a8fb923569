"""What a number, a date or a name is in its sentence, as far as the words right before and behind it tell. Pure.

From which end of a range or a change something is, whether something else is compared with it, whether it is where
something is, and whether a number is part of what something is called.
"""

from __future__ import annotations

import re

from agent.documents.words import folded
from agent.grounding.passages import stem

# From which end of "from 3 to 5", "since May until June" something is.
_OLD = re.compile(
    r"(?:\b(?:from|between|since|as of|von|vom|zwischen|seit(?: dem)?|ab(?: dem)?|z|od|de|depuis|dès|desde)"
    r"\W{1,3}|[从自])\Z",
    re.I,
)
_NEW = re.compile(r"(?:\b(?:to|until|till|auf|zu|bis|bis zum|do|na|à|a|hasta|jusqu['’]à|au)\W{1,3}|[到至])\Z", re.I)
# "by 5 euros" is a change; "by Friday" an end. In a date's sentence an "until" reaches as far as to it.
_BY = re.compile(r"\b(?:by|um|o)\W{1,3}\Z", re.I)
_UNTIL = re.compile(r"\b(?:until|till|bis|hasta|jusqu['’])[^\d,;:.]{1,40}\Z", re.I)
_BETWEEN = re.compile(r"\b(?:between|zwischen|między|entre)\s[^;:]{1,40}\s(?:and|und|a|et|y)\s\Z", re.I)
# What something else is compared with, or comes instead of: "3 percent more than in 2023".
_THAN = re.compile(
    r"\b(?:instead of|rather than|than (?:in|on|for|at)|compared (?:with|to)|versus|vs\.?"
    r"|statt|anstatt|gegenüber|verglichen mit|im Vergleich zu[rm]?|als im Jahr"
    r"|zamiast|w porównaniu (?:z|do)|niż w|au lieu de|plutôt que|par rapport à|contre|qu['’]en"
    r"|en vez de|en lugar de|frente a|respecto a|que en)\W{1,3}(?:(?:the|den|dem|los|las|les)\s)?\Z",
    re.I,
)
# A claim that tells what was before.
_EARLIER = re.compile(
    r"\b(?:previously|formerly|earlier|so far|until then|used to|the year before|vorher|zuvor|früher|bisher|bislang"
    r"|davor|im Vorjahr|wcześniej|dotychczas|poprzednio|dawniej|auparavant|jusqu['’]ici|jusque-là|antes|anteriormente"
    r"|hasta ahora)\b|これまで|従来|以前|此前|之前",
    re.I,
)
_TIMES = ("date", "time", "year", "weekday")
_FAR = 80  # characters before a number in which its sentence may say so
_YEAR = r"(?:[^\W\d]{3,10}\.?\s)?(?:19|20)\d\d"
_THEN_OR_NOW = re.compile(
    rf"(?P<then>\b(?:previously|formerly|originally|used to|until then|(?:until|till|bis|do|hasta|fino al?|tot)"
    rf"\s{_YEAR}|jusqu['’](?:en|à|au)\s{_YEAR}|früher|vorher|zuvor|ursprünglich|bislang|wcześniej|poprzednio|dawniej|pierwotnie|auparavant"
    r"|initialement|anteriormente|originalmente|inizialmente|in precedenza|voorheen|vroeger|oorspronkelijk)\b"
    r"|此前|之前|原价|以前|従来)"
    r"|\b(?:now|today|currently|since|new|jetzt|heute|nun|seit|aktuell|derzeit|inzwischen|teraz|obecnie|dziś|maintenant"
    r"|désormais|aujourd['’]hui|actuellement|ahora|actualmente|hoy|adesso|ora|oggi|attualmente|nu|inmiddels|momenteel)\b"
    r"|现在|目前|現在|今|[.;!?。；！？](?=\s|\Z|[^\x00-\x7f])",
    re.I,
)
_UNTIL_THEN = re.compile(
    rf"\s(?:until|till|bis|do|hasta|fino al?|tot)\s{_YEAR}|\s(?:previously|originally|before)(?=[.,;)]|$)", re.I
)
# What stands before where something is: who did it has none of these.
_WHERE = re.compile(
    r"\b(?:in|at|near|between|im|bei|nach|zwischen|w|we|en|à|dans|entre)\W{1,2}"
    r"(?:(?:the|der|die|das|den|dem|la|le|el)\W)?\Z",
    re.I,
)
_SCORE = re.compile(r"\s?[-–:]\s?\d")
_LABELLED = re.compile(r"(?<![^\W_])([^\W\d_a-zà-ÿ][^\W\d_]{2,24})[ \u00a0](?:Nr\. |No\. |nr )?\Z")


def end_of(text: str, start: int, end: int, sort: str = "") -> str:
    """From which end of a range or a change what stands at [start, end) is: "from", "to", or how much it is ("by"),
    or whether something else is compared with it ("than")."""
    before, behind = text[max(0, start - 24) : start], text[end : end + 2]
    if _THAN.search(before):
        return "than"
    if behind == "から" or _OLD.search(before):
        return "from"
    if _BY.search(before):
        return _by(before, sort)
    if _BETWEEN.search(text, max(0, start - 56), start):
        return "to"
    if sort == "date" and _UNTIL.search(text, max(0, start - 46), start):
        return "to"
    if behind == "まで" or behind[:1] == "に" or _NEW.search(before):
        return "to"
    return "than" if sort not in _TIMES and _was(text, start, end) else ""


def _was(text: str, start: int, end: int) -> bool:
    """Whether a number is said to be that of before: "until June it cost 500", not "it now costs 300"."""
    said = list(_THEN_OR_NOW.finditer(text, max(0, start - _FAR), start))
    return bool(_UNTIL_THEN.match(text, end) or (said and said[-1]["then"]))


def _by(before: str, sort: str) -> str:
    if sort not in ("date", "time", "year"):
        return "by"
    return "to" if before.lower().rstrip().endswith("by") else ""  # "um 9 Uhr" is no end


def tells_what_was(text: str) -> bool:
    """Whether a text says of something that it was so before."""
    return _EARLIER.search(text) is not None


def tells_what_is(text: str) -> bool:
    """Whether a text says of something that it is so now, and nothing of a year or of before."""
    return bool(_IS.search(text)) and not (_WAS.search(text) or _EARLIER.search(text))


_IS = re.compile(
    r"\b(?:is|are|has|have|costs?|charges?|sells? for|ist|sind|kostet|kosten|hat|haben|beträgt|est|sont"
    r"|coûte(?:nt)?|a|ont|es|son|cuestan?|tienen?|jest|są|kosztuj[eą]|ma|mają|è|sono|costano?|kost|heeft|zijn)\b",
    re.I,
)
_WAS = re.compile(
    r"\b(?:was|were|had|did|until|till|before|war(?:en)?|hatten?|kosteten?|bis|vor|étai\w+|avai\w+|coûtai\w+|avant|era[n]?"
    r"|costab\w+|hasta|był[aoy]?|kosztował\w*|do|przed|costava\w*|fino|prima|tot|voor|(?:19|20)\d\d)\b",
    re.I,
)


def is_where(text: str, start: int) -> bool:
    """Whether what begins there is said to be where something is."""
    return _WHERE.search(text, max(0, start - 16), start) is not None


def label_of(text: str, start: int, end: int, sort: str) -> str:
    """The sort of a number that is part of what something is called ("Line 12"): only Line 7 can stand for that."""
    alone = sort == "number" and not _SCORE.match(text, end)
    word = _LABELLED.search(text, max(0, start - 30), start) if alone else None
    return f"number of {stem(folded(word[1]))}" if word else sort
