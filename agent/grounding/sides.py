"""On which side of a number something is, as the words and signs right beside it tell. Pure.

Below zero, "at least" or "at most" so much, from or until a day, so much a month or a week; and how a version is
written, of which 2.1 and 2.10 are two.
"""

from __future__ import annotations

import re
from collections.abc import Set

from agent.grounding.bounds import RATE, bound

_BEFORE, _BEHIND = 30, 24  # characters that are looked at


def _any(listed: str) -> str:
    """A pattern of any of these, between commas or on lines of their own."""
    return "|".join(" ".join(one.split()) for one in listed.split(",") if one.strip())


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
_UNTIL_BEHIND, _SINCE_BEHIND = re.compile(r"\s?(?:以前|まで)"), re.compile(r"\s?(?:以降|から)")
_MINUS = re.compile(r"(?:(?<![\w.,)])(?:[-–]|−\s?)|\b(?:minus|moins|menos)\s)[$€£]?\Z", re.I)
_SIGNS = re.compile(r"(?:(?<![\w.,)])[-–]|−\s?)[$€£]?(?=\d)|(?<=[\d ])[kKMGTm](?:[bB]|Wh?)\b|(?<=[\w)])[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_RANGE = re.compile(r"\d[^\W\d_]{0,3}[%°]?\s?[-−–]\s?\Z")
_EVERY = re.compile(
    r"\s?(?:per|an?|each|every|pro|je|par|por|al?|na|p\.|al|alla)\s|\s?(?=[/每毎])|\s(?=\w+(?:ly|lich|nie)\b|mensu|anu|annu)",
    re.I,
)
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
    if (kind := bound(text, start, end).kind) or _BETWEEN.search(before):
        found.add("least" if kind in ("more", "least") else "most")
    if _UNTIL_BEHIND.match(behind):
        found.add("until")
    if _SINCE_BEHIND.match(behind):
        found.add("since")
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
    every = _EVERY.match(behind)
    rate = RATE.match(behind, every.end()) if every else None
    return (rate.lastgroup or "") if rate and not rate["person"] else ""


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
