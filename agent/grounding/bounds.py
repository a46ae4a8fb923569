"""What bounds an amount, and by what it is counted, as the words right beside it tell. Pure.

"less" than so much or so much at "most"; "more" than it or at "least" it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NEAR = 40  # characters before an amount in which its bound stands
_LESS = r"""
    (?:less|fewer|cheaper|lighter|shorter|smaller|younger|lower|newer|thinner)[ ]than|under|below|
    (?:weniger|kleiner|leichter|günstiger|billiger|kürzer|jünger|niedriger)[ ]als|unter|
    moins[ ](?:de|que)|inférieure?s?[ ]à|en[ ]dessous[ ]de|sous|menos[ ](?:de|que)|inferior(?:es)?[ ]a|
    por[ ]debajo[ ]de|(?:mniej|krócej|taniej|lżej)[ ]niż|poniżej|meno[ ]di|sotto|minder[ ]dan|abaixo[ ]de"""
_MOST = r"""
    at[ ]most|up[ ]to|within|maximum(?:[ ]of)?|maximal(?:ly)?|max\.?|
    (?:max\.?|maxim(?:um|al\w{0,2}))[ ][^\W\d]+(?:[ ](?:of|von|de))?|
    höchstens|bis(?:[ ]zu)?|innerhalb[ ]von|au[ ](?:plus|maximum)|maximum[ ]de|jusqu['’]à|
    (?:como[ ])?máximo(?:[ ]de)?|hasta|(?:co[ ])?najwyżej|maksymalnie|maks\.?|do|
    al[ ]massimo|fino[ ]a|hoogstens|no[ ]máximo|até|not[ ]exceed(?:ing)?"""
_MORE = r"""
    (?:more|greater|larger|longer|older|higher|bigger|heavier)[ ]than|over|above|exceed(?:s|ed|ing)?|upwards[ ]of|
    (?:mehr|größer|länger|älter|schwerer|höher|teurer)[ ]als|über|plus[ ](?:de|que)|supérieure?s?[ ]à|
    au-dessus[ ]de|más[ ](?:de|que)|superior(?:es)?[ ]a|por[ ]encima[ ]de|(?:więcej|dłużej|drożej)[ ]niż|powyżej|
    ponad|più[ ]di|oltre|meer[ ]dan|mais[ ]de"""
_LEAST = r"""
    at[ ]least|minimum(?:[ ]of)?|minimal|min\.?|(?:min\.|minim(?:um|al\w{0,2}))[ ][^\W\d]+(?:[ ](?:of|von|de))?|
    starting[ ](?:at|from)|from|mindestens|wenigstens|ab|au[ ](?:moins|minimum)|minimum[ ]de|à[ ]partir[ ]de|dès|
    al[ ]menos|(?:como[ ])?mínimo(?:[ ]de)?|desde|a[ ]partir[ ]de|co[ ]najmniej|przynajmniej|od|
    almeno|minstens|pelo[ ]menos"""
_BEFORE = re.compile(
    rf"""(?:(?<!\w)(?:(?P<not>not?|nothing|nicht|nichts|pas|rien|nie|nic|nada|never)[ ](?:[^\W\d]+[ ])?)?
    (?:(?P<less>{_LESS})|(?P<most>{_MOST})|(?P<more>{_MORE})|(?P<least>{_LEAST}))
    |(?P<most2>≤|<=|=<|最大|最多|最高|不超[过過]|不高于)|(?P<least2>≥|>=|=>|最少|最低|最小|少なくとも|至少|不少于|不低于)
    |(?P<less2><|低于|少于|小于|不到)|(?P<more2>>|超[过過]|高于|多于|大于))[\s:]{{0,3}}\Z""",
    re.I | re.X,
)
_BEHIND = re.compile(
    r"""\s?(?:(?P<most>(?:or|oder|ou|o|lub)\s(?:less|under|below|lower|fewer|cheaper|weniger|darunter|moins|menos|mniej)
    |at\smost|max(?:imum|imal|\.)?|tops|höchstens|au\s(?:plus|maximum)|como\smáximo|maksymalnie)(?!\w)
    |(?P<least>(?:or|and|oder|und|ou|et|o|y|lub|i)\s(?:more|over|above|higher|longer|up|mehr|darüber|plus|más|więcej)
    |at\sleast|min(?:imum|\.)|mindestens|au\s(?:moins|minimum)|como\smínimo)(?!\w)
    |(?P<most2>以下|以[内內]|まで|之内|を超えな)|(?P<least2>以上)|(?P<less2>未満)|(?P<more2>超|を超え))(?!\W{0,3}\d)""",
    re.I | re.X,
)
_OPPOSITE = {"less": "least", "most": "more", "more": "most", "least": "less"}
# By what amounts are counted: the month, the night, the person.
RATE = re.compile(
    r"(?P<month>\b(?:month|monat|mois\b|mensu|mes\b|mies)|/mo\b|月[額々]|毎月|每月)"
    r"|(?P<year>\b(?:year|annual|annuel|jahr|jähr|año|anual|anné|rok|rocz)|/yr\b|(?:\bpar |/|l['’])an\b"
    r"|年[額間]|毎年|每年)"
    r"|(?P<week>\b(?:week|woch|wöch|semaine|hebdo|semana|tydz|tygod)|[毎每]?週)"
    r"|(?P<day>\b(?:day|daily|tag\b|täglich|jour|día|dzień|dzien)|[毎每]日)"
    r"|(?P<hour>\b(?:hour|stunde|stündl|heure|hora\b|godz)|/h\b|毎時)"
    r"|(?P<night>\b(?:night|nacht|nuit|noche|noc\b)|泊|晚)"
    r"|(?P<person>\b(?:person|people|pers\b|head\b|kopf|osob)|人)",
    re.I,
)


class Bound(NamedTuple):
    """What bounds an amount, "" for nothing, and where that and the amount begin and end."""

    kind: str
    start: int
    end: int


def bound(text: str, start: int, end: int, after: int = 0) -> Bound:
    """The bound of the amount at [start, end), which stands `after` a place."""
    before = _BEFORE.search(text, max(after, start - _NEAR), start)
    behind = None if before else _BEHIND.match(text, end)
    found = before or behind
    if not found:
        return Bound("", start, end)
    kind = next(name.rstrip("2") for name, said in found.groupdict().items() if said and name != "not")
    kind = _OPPOSITE[kind] if before and before["not"] else kind
    return Bound(kind, before.start() if before else start, behind.end() if behind else end)
