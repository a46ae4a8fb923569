"""On which side of a number something is, as the words and signs right beside it tell. Pure.

Below zero, "at least" or "at most" so much, from or until a day, so much a month or a week; and how a version is
written, of which 2.1 and 2.10 are two.
"""

from __future__ import annotations

import re
from collections.abc import Set

_BEFORE, _BEHIND = 30, 24  # characters that are looked at


def _any(listed: str) -> str:
    """A pattern of any of these, between commas or on lines of their own."""
    return "|".join(" ".join(one.split()) for one in listed.split(",") if one.strip())


_NOT_MORE = _any(r"""
    (?:no|not) (?:more|later|longer|higher|older) than, not (?:exceed(?:ing)?|over), at (?:the )?most, up
    to, maximum(?: of)?, max\.?, less than, fewer than, lower than, under, below, within, höchstens,
    maximal, bis zu, weniger als, unter, nicht mehr als, au plus, au maximum, moins d[e'’], jusqu['’]à, como
    máximo, menos de, hasta, por debajo de, no más de, najwyżej, maksymalnie, mniej niż, poniżej, nie więcej
    niż, al massimo, meno di, fino a, hoogstens, minder dan, no máximo, até, 最多, 最大, 不超过, 低于, 少于, ≤, <
""")
_NOT_LESS = _any(r"""
    (?:no|not) (?:less|fewer|lower|earlier|younger) than, at least, minimum(?: of)?, min\.?, more than,
    over, above, exceed(?:s|ed|ing)?, greater than, higher than, mindestens, wenigstens, minimal, mehr als,
    über, nicht weniger als, au moins, au minimum, plus d[e'’], al menos, como mínimo, más de, por encima
    de, no menos de, co najmniej, przynajmniej, minimum, więcej niż, ponad, powyżej, almeno, più di, oltre,
    minstens, meer dan, pelo menos, mais de, 至少, 最少, 超过, 多于, 高于, ≥, >
""")
_SINCE = _any(r"""
    from, since, as of, as from, starting(?: on)?, beginning, after, ab(?: dem)?, seit(?: dem)?, nach(?:
    dem)?, od, po, depuis(?: le)?, après(?: le)?, à partir du, dès(?: le)?, desde(?: el)?, a partir
    de(?:l)?, después del?, dal, vanaf, sinds, 从, 自
""")
_UNTIL = _any(r"""
    until, till, through, before, bis(?: zum)?, vor(?: dem)?, do, przed, jusqu['’]au, avant(?: le)?,
    hasta(?: el)?, antes del?, fino al, tot, voor, até, 到, 至
""")
# Words that say of a number without a sign that it is less.
_FALLING = _any(r"""
    f[ae]ll(?:s|en)?, down, drop(?:s|ped)?, declin\w*, decreas\w*, shr[aiu]nk\w*, loss(?:es)?, lost, less,
    lower, below, minus, negative, deficit, cut, reduc\w*, slip(?:s|ped)?, frost\w*, freezing, gesunken,
    sank, sinkt, fiel, gefallen, Verlust\w*, Rückgang, weniger, unter, Frost, baiss\w*, recul\w*, pert\w*,
    moins, chut\w*, cay\w*, baj\w*, pérdida\w*, menos, descen\w*, spad\w*, strat\w*, mniej, poniżej,
    zmala\w*, cal\w*, perdit\w*, meno, queda, caiu, perda, daling, daalde, verlies, minder
""")
_RISING = _any(r"""
    r[oi]se(?:s|n)?, grew, grow(?:s|n)?, increas\w*, climb\w*, gain\w*, up, soar\w*, jump\w*, stieg(?:en)?, steigt,
    gestiegen, wuchs, wächst, gewachsen, augment\w*, hausse, aument\w*, subi\w*, creci\w*, wzr[oó]s\w*, aumenta\w*,
    salit\w*, cresc\w*, steeg, gestegen
""")
_SIDES = {
    "most": re.compile(rf"(?<!\w)(?:{_NOT_MORE})\s?(?:the |a |an )?\Z", re.I),
    "least": re.compile(rf"(?<!\w)(?:{_NOT_LESS})\s?(?:the |a |an )?\Z", re.I),
    "since": re.compile(rf"(?<!\w)(?:{_SINCE})\s?\Z", re.I),
    "until": re.compile(rf"(?<!\w)(?:{_UNTIL})\s?\Z", re.I),
    "up": re.compile(
        rf"\b(?:{_RISING})\s(?:(?:by|um|o|de|en|del?|di|met)\s)?(?:about |around |etwa |rund )?\Z", re.I
    ),
    "down": re.compile(
        rf"\b(?:{_FALLING})\s(?:(?:by|um|o|de|en|del?|di|met)\s)?(?:about |around |etwa |rund )?\Z", re.I
    ),
}
_BETWEEN = re.compile(
    r"\b(?:between|zwischen|między|entre|tra|tussen)\s[^;:]{1,24}\s(?:and|und|a|et|y|e|en)\s\Z", re.I
)
_MOST_BEHIND = re.compile(
    r"\s?(?:or (?:less|fewer|under|below)|oder weniger|ou moins|o menos|lub mniej|以下|未満|以内|以前|まで|before)",
    re.I,
)
_LEAST_BEHIND = re.compile(
    r"\s?(?:\+|or (?:more|over|above|older|higher)|oder mehr|ou plus|o más|lub więcej|以上|以降|から)", re.I
)
_MINUS = re.compile(r"(?:(?<![\w.,)])(?:[-–]|−\s?)|\b(?:minus|moins|menos)\s)[$€£]?\Z", re.I)
_SIGNS = re.compile(r"(?:(?<![\w.,)])[-–]|−\s?)[$€£]?(?=\d)|(?<=[\d ])[kKMGTm](?:[bB]|Wh?)\b|(?<=[\w)])[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_RANGE = re.compile(r"\d[^\W\d_]{0,3}[%°]?\s?[-−–]\s?\Z")
_PERIODS = {
    word: period
    for period, words in {
        "second": "second s sec sekunde seconde segundo 秒",
        "hour": "hour hourly h hr stunde stündlich heure hora godzinę godzina uur ora 時間 小时",
        "day": "day daily night tag täglich nacht jour nuit día noche dzień dobę dag giorno dia 日 天",
        "week": "week weekly woche wöchentlich semaine semana tydzień settimana 週 周",
        "month": "month monthly monat monatlich mois mensuel mensuelle mes mensual miesiąc miesięcznie maand mese",
        "year": "year yearly annual annually annum annuel annuelle jahr jährlich an année año anual rok rocznie anno",
    }.items()
    for word in words.split()
}
_EVERY = re.compile(
    r"\s?(?:(?:per|an?|each|every|pro|je|par|por|al?|na|p\.)\s|[/每毎]\s?)(?P<word>[^\W\d_]{1,10})", re.I
)
_REGULARLY = re.compile(r"\s(?P<word>\w+ly|\w+lich|mensual|mensuel(?:le)?|miesięcznie|rocznie|annual|anual)\b", re.I)
_FALLS = re.compile(rf"\b(?:{_FALLING})\b|減|损|損|赤字|零下|下降|下跌|减|亏|負|负|低下", re.I)
_COMPARED = re.compile(
    r"\s(?:\w+\s)?(?:(?P<up>more|higher|longer|larger|bigger|heavier|dearer|older|later|mehr|höher|länger|teurer"
    r"|de plus"
    r"|plus|más|więcej|di più)"
    r"|(?:less|fewer|lower|shorter|smaller|lighter|cheaper|younger|earlier|weniger|niedriger|kürzer"
    r"|billiger|de moins|moins|menos|mniej|di meno)"
    r")\b",
    re.I,
)
_VERSION = re.compile(r"(?:\bv|\b(?:version|release|wersja|versión|versione|versie|python|node|java)\s)\Z", re.I)
_DOTTED = re.compile(r"\d+(?:\.\d+)+\Z")

_OPPOSITE = {
    "most": "least", "least": "most", "since": "until", "until": "since", "up": "down", "down": "up",
}  # fmt: skip


def sides_of(text: str, start: int, end: int) -> frozenset[str]:
    """What is said of the number, amount or date at [start, end) of a text: "most", "least", "since", "until",
    "minus", "per month" and the like, "version 2.10"."""
    before, behind = text[max(0, start - _BEFORE) : start], text[end : end + _BEHIND]
    found = {side for side, words in _SIDES.items() if words.search(before)}
    if _MOST_BEHIND.match(behind) or _BETWEEN.search(before):
        found.add("most")
    if _LEAST_BEHIND.match(behind):
        found.add("least")
    if compared := _COMPARED.match(behind):
        found.add("up" if compared["up"] else "down")
    written = text[start:end]
    if written[:1] in "-−–" or (_MINUS.search(before) and not _RANGE.search(before)):
        found.add("minus")
    if period := _period(behind):
        found.add(f"per {period}")
    if _DOTTED.fullmatch(written) and _VERSION.search(before):
        found.add(f"version {written}")
    return frozenset(found)


def signs(text: str) -> tuple[str, ...]:
    """What a text says with signs and capitals that its words alone do not tell: "-5", "mW", raised digits."""
    return tuple(match.group().strip(" −–$€£") or "-" for match in _SIGNS.finditer(text))


def _period(behind: str) -> str:
    match = _EVERY.match(behind) or _REGULARLY.match(behind)
    return _PERIODS.get(match["word"].lower(), "") if match else ""


def falls(text: str) -> bool:
    """Whether a text says of something that it is less, or is below zero."""
    return _FALLS.search(text) is not None


def differ(one: Set[str], other: Set[str]) -> bool:
    """Whether two numbers are another one after all, for a period or the way a version is written."""
    return any(
        _of(one, kind) and _of(other, kind) and _of(one, kind) != _of(other, kind) for kind in ("per", "version")
    )


def oppose(one: Set[str], other: Set[str]) -> bool:
    """Whether one is a bound, or an end of a time, from the other side."""
    return any(_OPPOSITE[side] in other and side not in other for side in one if side in _OPPOSITE)


def _of(sides: Set[str], kind: str) -> str:
    return next((side for side in sides if side.startswith(f"{kind} ")), "")
