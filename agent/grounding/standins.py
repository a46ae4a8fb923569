"""What may stand in a sentence for words of a claim: a name, an item of the same list, a thing told for the first
time, or a word of a script without capitals. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.documents.words import folded, listed
from agent.grounding.alignment import DENSE_SIGN, TERM, Beside, Word, trimmed
from agent.grounding.lines import called
from agent.grounding.measures import CURRENCIES, UNITS
from agent.grounding.names import alike, of_a_country
from agent.grounding.opposites import opposite

_TAKES_UP = re.compile(r"[该該同本其这這此當当両各被彼他她它]")
_NEXT = re.compile(r"(?:[,;]|\b(?:or|and|oder|und|lub|albo|i|oraz|ou|et|o|y))\s\Z", re.I)
_MARK = re.compile(r"[,;、，；]")
_LOOSE, _PREDICATE = 2, 4  # signs besides a term; of what is said of it
_KANA = re.compile(r"[\u3041-\u309f]")
_HEAD = re.compile(r"[.:*]{2}|[.:](?=\s)")
_CUTS, _OWN = listed(", ; : ( ) and but while und aber während i a oraz et mais y mientras"), 2
_WHO = re.compile(r",\s(?:who|whose|der|die|das|qui|któr[yaze][yhj]?|quien)\s")
_COMPANIES = listed("株式会社 有限会社 有限公司 会社 公司")
_IS_A = re.compile(r"\b(?:is|was|ist|war|jest|est|était|es|era)\s(?:an?|ein|eine|une?|una?)\s", re.I)
_THE = re.compile(r"\b(?:the|der|die|das|le|la|el)\s\Z", re.I)
_NO_NAME_BEFORE = re.compile(
    r"\s?\||\s(?:\d|(?:the|an?|your|all|der|die|das|den|dem|eine?n?|le|les?|la|une?|los|las|el|una)\s)", re.I
)
_OF = listed("in at near of from for by im bei von aus w we z od dans de du des à en del with to")


def stands_for(beside: Beside, mine: Sequence[Word], start: int, end: int) -> str:
    """The words in [start, end) of the sentence that stand in the place of these of the claim."""
    its = trimmed(beside.its[start:end])
    if not its or {word.key for word in its} & {word.key for word in mine if len(word.key) > 1}:
        return ""
    one, other = (text[words[0].start : words[-1].end] for text, words in ((beside.claim, mine), (beside.text, its)))
    if len(mine) == len(its) == 1 and opposite(folded(one), folded(other)):
        return other
    if DENSE_SIGN.search(one):
        return _dense(beside, one, other, its[0].start)
    if len(mine) == len(its) == 1 and one.islower() and other.islower():
        return other if _is_item(beside, mine, its) else ""
    return _name(beside, one, its) or _thing(beside, one, its)


def _dense(beside: Beside, one: str, other: str, start: int) -> str:
    """A word of a script without capitals, where that of the claim stands elsewhere."""
    (term, left), (rival, over) = _only_term(one), _only_term(other)
    if not term or not rival or max(left, over) > _LOOSE or rival in beside.claim or _TAKES_UP.match(other):
        return ""
    if rival in _COMPANIES or term not in beside.sentence.elsewhere or _TAKES_UP.match(one):
        return ""
    behind = beside.text[start + len(other) :][:1], beside.claim[beside.claim.find(one) + len(one) :][:1]
    if behind[0] != behind[1] and any(map(_KANA.match, behind)):
        return ""
    return rival if _is_apart(beside, term, start) else ""


def is_elsewhere(beside: Beside, place: int) -> bool:
    """Whether a name stands in a part of the sentence that says something of its own and nothing of the claim."""
    its, name, said = beside.its, {word.key for word in beside.without}, {word.key for word in beside.mine}
    at = next((at for at, word in enumerate(its) if word.key in name), -1)
    cuts = [-1, *(one for one, word in enumerate(its) if word.key in _CUTS), len(its)]
    begin, end = max(one for one in cuts if one < at or one < 0), min(one for one in cuts if one > at)
    rest = {word.key for word in its[begin + 1 : end] if word.tells and len(word.key) > len("prof")} - name
    return not begin < place < end and len(rest - said) >= _OWN and not rest & said


def _only_term(text: str) -> tuple[str, int]:
    """The one run of ideographs or katakana that a text has, and how many signs it has besides."""
    terms = TERM.findall(text)
    return (terms[0], len(text) - len(terms[0])) if len(terms) == 1 else ("", 0)


def _is_apart(beside: Beside, term: str, start: int) -> bool:
    """Whether a sentence has a term nowhere, or in a part with nothing else of the claim."""
    at = beside.text.find(term)
    if at < 0:
        return True
    begins = max((match.end() for match in _MARK.finditer(beside.text, 0, at)), default=0)
    ends = match.start() if (match := _MARK.search(beside.text, at)) else len(beside.text)
    rest = beside.text[begins:at] + beside.text[at + len(term) : ends]
    shared = sum(len(word) for word in TERM.findall(rest) if word in beside.claim)
    return not begins <= start < ends and len(rest) >= _PREDICATE and not shared


def _is_item(beside: Beside, mine: Sequence[Word], its: Sequence[Word]) -> bool:
    """Whether both are items of a list, and that of the claim stands elsewhere, or behind the same item."""
    text = beside.claim[mine[0].start : mine[0].end]
    if mine[0].key in beside.sentence.keys:
        return False
    if text not in beside.sentence.elsewhere and not _item_before(beside.mine, mine[0]) & _item_before(
        beside.its, its[0]
    ):
        return False
    return all(
        _NEXT.search(whole, max(0, word.start - 6), word.start) is not None
        for whole, word in ((beside.claim, mine[0]), (beside.text, its[0]))
    )


def _item_before(words: Sequence[Word], one: Word) -> set[str]:
    """The word right before the comma or the "or" that a word stands behind."""
    at = next((at for at, word in enumerate(words) if word.start == one.start), 0)
    return {word.key for word in words[max(0, at - 2) : max(0, at - 1)] if word.tells}


def _name(beside: Beside, one: str, its: Sequence[Word]) -> str:
    """A name that stands there for one of the claim."""
    if not any(map(str.isupper, one)):
        return ""
    start, end = its[0].start, its[-1].end
    claimed = {folded(word) for word in re.findall(r"[^\W\d_]+", beside.claim)}
    for begin, stop in called(beside.text, beside.sentence.tongue):
        words = [folded(word) for word in re.findall(r"[^\W\d_]+", beside.text[begin:stop])]
        if not (start <= begin and stop <= end) or any(alike(word, its_) for word in words for its_ in claimed):
            continue
        if _only_begins(beside, begin, stop):
            continue
        ahead = re.search(r"([^\W\d_]+)\s\Z", beside.text[start:begin])
        if ahead and folded(ahead[1]) in _OF and not _WHO.match(beside.text, stop):
            continue
        if beside.text[stop : stop + 2] in ("'s", "’s") or any(map(of_a_country, words)):
            continue
        if _HEAD.match(beside.text, stop) or any(word in UNITS or word in CURRENCIES for word in words):
            continue
        if "".join(word[0] for word in re.findall(r"[^\W\d_]+", one)).casefold() == words[0]:
            continue
        return beside.text[begin:stop]
    return ""


def _only_begins(beside: Beside, begin: int, stop: int) -> bool:
    """Whether a word has its capital since a sentence begins with it: "Heat the oven", "Version 4.0", a head."""
    if any(map(str.isalnum, beside.text[:begin])) or " " in beside.text[begin:stop]:
        return False
    word, elsewhere = beside.text[begin:stop], beside.sentence.elsewhere
    common = re.search(rf"\b{re.escape(word.lower())}\b", elsewhere)
    inside = re.search(rf"(?<=[^\W\d_] ){re.escape(word)}\b", elsewhere)
    return _NO_NAME_BEFORE.match(beside.text, stop) is not None or (common is not None and inside is None)


def _thing(beside: Beside, one: str, its: Sequence[Word]) -> str:
    """Something that a sentence says for the first time ("is an astrolabe"), for a thing that the claim names."""
    the = _THE.search(beside.claim, 0, beside.claim.find(one))
    if not (any(map(str.isupper, one)) and (the or one.split()[-1].islower())):
        return ""
    match = _IS_A.search(beside.text, max(0, its[0].start - 14), its[0].start)
    return beside.text[its[0].start : its[-1].end] if match and match.end() == its[0].start else ""
