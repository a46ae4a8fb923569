"""One number as it is written: its value, the magnitude and the unit behind it, the currency before it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from agent.documents.words import folded, listed
from agent.grounding.measures import EXACT, MAGNITUDES, UNITS, Unit
from agent.grounding.numerals import kanji, numerals, one_of

_DIGITS_AT_MOST = 24
# What a hedge before a number says: "~" about that much, ">" that and more, "<" not quite as much.
_ABOUT = {
    **dict.fromkeys(
        listed("""
            about around roughly approximately approx some ca circa rund etwa ungefähr około unos unas alrededor
            aproximadamente environ quelque quelques près 約 およそ 约 circa indicativamente cerca
            ongeveer zowat omstreeks ungefär omkring omtrent cirka yaklaşık zhruba přibližně asi
            около примерно приблизительно порядка близько приблизно लगभग करीब حوالي نحو 약
        """),
        "~",
    ),
    **dict.fromkeys(
        listed("""
            over exceeding exceeded exceeds gut über ponad más oltre ruim över více свыше более больше понад більше
            أكثر
        """),
        ">",
    ),
    **dict.fromkeys(
        listed("""
            nearly almost under below knapp fast blisko prawie poniżej casi presque ほぼ 近 quasi meno bijna minder
            quase nästan næsten nesten neredeyse téměř méně почти менее меньше майже менше
        """),
        "<",
    ),
}
# "more than 500", "weniger als 20": the word before tells which.
_THAN = listed("than als niż dan než чем ніж")
_MORE_THAN = listed(
    "more mehr więcej greater larger higher older longer meer mer více более больше більше più mais más plus"
)
_LESS_THAN = listed("less fewer meno menos moins")
_OF_SO_MANY = listed("di de")  # "più di 500", "cerca de 40"
SPACE = r"[ \u00a0\u2009\u202f]"
_GROUPED = rf"\d{{1,3}}(?:(?P<sep>[,.'’]|{SPACE})\d{{3}})(?:(?P=sep)\d{{3}}){{0,6}}(?:[.,]\d{{1,12}})?(?![\d])"
_LAKHS = r"\d{1,2}(?:,\d{2}){1,4},\d{3}(?![\d,])"
_PARTS = dict(zip("½¼¾⅓⅔⅛", map(Decimal, ("0.5", "0.25", "0.75", "0.33", "0.67", "0.125")), strict=True))
_NUMBER = re.compile(
    rf"(?<![^\W_\u3000-\u9fff\uac00-\ud7af])(?:(?<!\d[.,:])|(?<=(?<!\d)1:))(?<![^\W\d][-_])"
    rf"(?:(?P<whole>\d{{1,4}}{SPACE}?)?(?P<part>[½¼¾⅓⅔⅛])"
    rf"|(?P<n>(?P<lakhs>{_LAKHS})|{_GROUPED}|\d{{1,{_DIGITS_AT_MOST}}}(?:[.,]\d{{1,12}})?)(?!\d))"
)
_SIGN, _BEFORE_SIGN = tuple("€$£¥"), {"k": 3, "m": 6}  # "3,5 M€"
_DOTTED = re.compile(r"([01]?\d|2[0-3])[.,]([0-5]\d)\Z")
_N, _M = "〇零一二两兩三四五六七八九", "十百千万萬億亿兆"
_KOREAN = "십백천만억조"
_D = r"\d{1,8}(?:,\d{3})*(?:\.\d{1,8})?"
_COUNTED = "年月日時分秒円元个個本冊回倍割成歳岁度点名社件台章週周天种種店人枚軒室階段か箇カヶヵ公克以余多半"
_CJK_PARTS = re.compile(
    rf"(?<![\d.,])(?:{_D}[{_M}{_KOREAN}]+(?:(?:(?<=[{_KOREAN}])\s)?(?:{_D}|[{_N}]+)[{_M}{_KOREAN}]+)*(?:\d,\d{{3}}(?!\d)|\d{{1,4}}(?!\d))?)"
    rf"|(?<![{_N}{_M}])(?!十分(?!間)|一(?![个個]半|時間半|年半)[^{_N}{_M}])[{_N}{_M}]{{1,12}}(?=小时|小時|キロ|メートル|パーセント|%|[{_COUNTED}])"
)
_NEXT = re.compile(
    rf"{SPACE}?(?:([%％‰€$£¥￥₹₽₩₴₺¢]|°[CF]\b|[°℃℉]|円|パーセント|[^\W\d_]{{1,14}}+(?![\u0900-\u0963])(?:-(?:hours?|hora)\b)?\.?(?:{SPACE}(?:cent|cento|ciento)\b)?"
    rf"|[\u0900-\u0963]{{1,14}}+))"
)
_TIMES = re.compile(rf"{SPACE}?[×x](?![\w])")
_POWER_OF_TEN = re.compile(
    rf"[eE](?P<e>[+-]?\d{{1,3}})(?!\w)|{SPACE}?(?:[×x·*]{SPACE}?)10"
    rf"(?:\^(?P<plain>-?\d{{1,2}})|(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}}))"
)
_RAISED = re.compile(r"(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})|\^(?P<plain>-?\d{1,2})(?!\d)")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_NTH = re.compile(r"(?:st|nd|rd|th|ers?|ère|e|ème|º|ª)\b")
_POINTS = re.compile(
    rf"(?:{SPACE}|-)?(?:percentage[ -]points?|per cent points?|Prozentpunkten?|punkt(?:y|ów)? procentow(?:e|y|ych)"
    rf"|p\.{SPACE}?p\.|points? de pourcentage|puntos? porcentuales|punt[oi] percentual[ei]"
    r"|pontos? percentuais|procentpunt(?:en)?|procentenhet(?:er)?|procentpoint"
    r"|процентн(?:ых|ого) пункт(?:а|ов)|(?:パーセント|[%％])?ポイント|个?百分点)",
    re.I,
)
_OF = re.compile(r"\s(?:of|de|di)(?=\s)|\sd['’]")
_DEGREES = re.compile(rf"{SPACE}?(?:degrees?|Grad|stopni[ea]?|degrés?|grados?)\s(?=(?:celsius|fahrenheit)\b)", re.I)
_WHOSE = re.compile(
    rf"{SPACE}(?:swiss|us|u\.s\.|american|schweizer|us-)[ -]?(?=(?:francs?|franken|dollars?)\b)", re.I
)
_POWERED = re.compile(
    rf"{SPACE}?(?:(?:(?P<two>square|sq\.?|vierkante|кв\.)|cubic|kubieke|куб\.)\s(?P<unit>[^\W\d_]{{1,12}})"
    r"|(?P<unit2>[^\W\d_]{1,12})\s(?:(?P<two2>carrés?|cuadrados?|quadrat[io]|quadrados?|kwadratow(?:e|ych)|kw\.)|cubes?|cúbicos?|cub[io]|sześcienn(?:e|ych)))(?!\w)",
    re.I,
)
_HYPHENED = re.compile(r"[-‑]([^\W\d_]{1,14})")
_DENSE_UNITS = [unit for unit in UNITS if re.match(r"[\u3040-\u9fff\uac00-\ud7af]", unit)]
_CJK_UNIT = re.compile(rf"[个個]?(半)?({one_of(_DENSE_UNITS)})(半)?")
_HALF = re.compile(
    r"\s(?P<half>and a half|et demie?|y medi[ao]|i pół|e mezz[ao]|e mei[ao])\b"
    r"|\s(?:and a quarter|et quart|y cuarto)\b",
    re.I,
)
_MORE = r"(?:and a (?:half|quarter)|et (?:demie?|quart)|y (?:medi[ao]|cuarto)|i pół|e mezz[ao]|e mei[ao])\b"
SIGNS = r"us\$|c\$|a\$|r\$|[$€£¥￥₹₽₩₴₺]|\b(?:usd|eur|gbp|pln|chf|jpy|cny|inr|cad|aud|sek|nok|dkk|czk|euro|rs\.?)"
_BEFORE = re.compile(rf"(?<!\d)(?<!\d[ \u00a0])({SIGNS}){SPACE}?\Z", re.I)
_HEDGE = re.compile(rf"([^\W\d_]+)\.?{SPACE}?\Z")
# "an hour and a half", "godzinę i 52 minuty", "half an hour", "a million": units and magnitudes that stand alone.
_LONE_UNIT = re.compile(
    r"\b(?:(?:an?|one|eine|une|una)\s)?(?P<unit>hour|minute|day|week|month|year|dollar|euro|Stunde|Woche|Jahr|godzin[aęy]"
    r"|rok|tydzień|heure|an|année|hora|año|semaine|semana|ora|anno|settimana|ano)"
    r"(?=\s"
    + _MORE
    + r"|,?\s(?:and|und|i|et|y|e)\s[^\W_]+[ -]?(?:min|se[ck]|day|Tag|dni|jour|día|week|month|cent|mies|mois|mes))",
    re.I,
)
_HALF_OF = re.compile(
    r"\b(?:(?P<sure>half an?|eine[nrms]? halbe[nrs]?|un demi|une demie|demi|pół)|medi[ao]"
    r"|halbe[nrs]?)[\s-](?!million)",
    re.I,
)
_QUARTERS = re.compile(
    r"\b(?:(?P<n>a|three) quarters? of an hour|(?:(?P<drei>drei) ?)?viertelstunden?"
    r"|kwadrans|quart d['’]heure|cuarto de hora|un quarto d['’]ora|(?:um )?quarto de hora|(?:een )?kwartier)\b",
    re.I,
)
_ONE_AND = re.compile(r"\b(?:one|une?|una?|jeden)(?=\s" + _MORE + ")", re.I)
_LONE_MAGNITUDE = re.compile(
    r"\b(?P<part>half a|an?|one|eine?|jeden|une?|una?|um|een|en|ett|один)\s"
    r"(?=(?:million|billion|trillion|milliard|milion|millón|lakh|crore|milhão|bilhão|miliard|miljoen|miljard|miljon|миллион|миллиард)\w{0,2}\b)",
    re.I,
)
_ONE_IN = re.compile(
    r"\b(?:one|eine?[rsm]?|jeden|jedna|une?|una?|uno)(?=(?:\s[^\W\d_]+)?"
    r"\s(?:in(?: every)?|out of|von|na|sur|de cada)\s"
    r"(?:\d|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|ten\b|twelve\b|twenty\b|a hundred|a thousand|zwei|drei"
    r"|vier|fünf|zehn|hundert|tausend|deux|trois|quatre|cinq|dix|cent|mille|tres|cuatro|cinco|diez|cien|mil"
    r"|pięci|dziesięci|stu\b|sto\b|tysi))",
    re.I,
)


@dataclass(frozen=True)
class Piece:
    """A number as it is written at [start, end): what it may be, times what powers of ten, in what units. `shared` is
    what it takes over from the other end of a range."""

    start: int
    end: int
    values: tuple[Decimal, ...]
    powers: tuple[int, ...] = (0,)
    units: tuple[Unit, ...] = ()
    about: str = ""  # what a hedge before it says, as in `_ABOUT`
    spelled: bool = False
    shared: tuple[tuple[int, ...], tuple[Unit, ...]] | None = None
    also: frozenset[str] = frozenset()
    cents: bool = False  # whether it may be those of "3 euros 50"

    @property
    def scaled(self) -> tuple[Decimal, ...]:
        return tuple(value.scaleb(power) for value in self.values for power in self.powers)


def pieces_of(text: str, tongue: str, covered: set[int]) -> Iterator[Piece]:
    for match in _CJK_PARTS.finditer(text):
        if match.start() not in covered:
            told = not any(map(str.isascii, match.group()))
            yield _piece(text, *match.span(), (kanji(match.group()),), told=told)
    for match in _NUMBER.finditer(text):
        if match.start() not in covered:
            yield _piece(text, *match.span(), _readings(match))
    for word in numerals(text, tongue):
        if word.start not in covered:
            yield _piece(text, word.start, word.end, (word.value,), told=True)
    for match in _LONE_UNIT.finditer(text):
        end, more = _half(text, match.end())
        yield Piece(match.start(), end, (1 + more,), units=UNITS[folded(match["unit"])])
    for match in _ONE_AND.finditer(text):
        yield _piece(text, *match.span(), (Decimal(1),), told=True)
    for match in _ONE_IN.finditer(text):
        yield Piece(*match.span(), (Decimal(1),), spelled=True)
    for match in _HALF_OF.finditer(text):
        half = _piece(text, match.start(), match.end() - 1, (Decimal("0.5"),), told=True)
        if match["sure"] or half.units:
            yield half
    for match in _QUARTERS.finditer(text):
        minutes = 45 if match["n"] == "three" or match["drei"] else 15
        yield Piece(match.start(), match.end(), (Decimal(minutes),), units=UNITS["min"])
    for match in _LONE_MAGNITUDE.finditer(text):
        value = Decimal("0.5") if match["part"].lower() == "half a" else Decimal(1)
        yield _piece(text, match.start(), match.end() - 1, (value,), told=True)


def _readings(match: re.Match[str]) -> tuple[Decimal, ...]:
    """What a number as it is written can mean: with one dot or comma before three digits it may be either sign."""
    if match["part"]:
        return (Decimal((match["whole"] or "0").strip()) + _PARTS[match["part"]],)
    written, separator = match["n"], match["sep"]
    if match["lakhs"]:
        return (Decimal(written.replace(",", "")),)
    last = max(written.rfind("."), written.rfind(","))
    if separator is None:
        return (Decimal(written.replace(",", ".")),)
    bare = re.sub(r"[^\d]", "", written)
    if separator not in ".,":
        tail = len(written) - 1 - last if last >= 0 else 0
        return (Decimal(bare).scaleb(-tail),)
    if written[last] != separator:  # 1,600.50
        return (Decimal(bare).scaleb(-(len(written) - 1 - last)),)
    if written.count(separator) > 1:
        return (Decimal(bare),)
    decimal = Decimal(written.replace(",", "."))
    return (decimal,) if written.startswith("0") else (Decimal(bare), decimal)


def _piece(text: str, start: int, end: int, values: tuple[Decimal, ...], *, told: bool = False) -> Piece:
    clock = _DOTTED.match(text, start, end)
    end, more = _half(text, end)
    powers, at = _magnitude(text, end)
    of = _OF.match(text, at) if at > end else None  # "57 millions d'euros"
    units, end = _unit(text, of.end() if of else at, alone=at == end)
    end = at if of and not units else end
    before = _BEFORE.search(text, max(0, start - 6), start)
    if before and (not units or units == UNITS[_sign(before)]):
        units, start = UNITS[_sign(before)], before.start()
    if 0 in powers and len(powers) > 1:
        powers, units = ((6,), units) if units else (powers, ((Decimal(1), "m"),))
    end = max(at, end)
    if not more:
        end, more = _half_of(text, at, end)
    about = _hedged(text, start)
    also = {f"t:{int(clock[1]):02}:{clock[2]}"} if clock and (not units or units == UNITS["h"]) else set()
    also |= (
        {f"t:{int(values[0]):02}:00"}
        if (Decimal(3600), "s") in units and not more and values[0] in range(25)
        else set()
    )
    cents = end - start == 2 and text[start:end].isdecimal() and not re.match(r"\s?[\w%€$]", text[end : end + 2])
    values = tuple(value + more for value in values)
    return Piece(start, end, values, powers, units, about, told and not units, also=frozenset(also), cents=cents)


def _hedged(text: str, at: int) -> str:
    """What the words before a number say about it, as in `_ABOUT`."""
    hedge = _HEDGE.search(text, max(0, at - 20), at)
    if hedge is None:
        return ""
    word = folded(hedge[1])
    if word in _THAN:
        other = _HEDGE.search(text, max(0, hedge.start() - 20), hedge.start())
        return ">" if other and folded(other[1]) in _MORE_THAN else "<"
    if word in _OF_SO_MANY and (other := _HEDGE.search(text, max(0, hedge.start() - 20), hedge.start())):
        word = folded(other[1])
        return ">" if word in _MORE_THAN else "<" if word in _LESS_THAN else _ABOUT.get(word, "")
    return _ABOUT.get(word, "")


def _sign(match: re.Match[str]) -> str:
    return folded(match[1].rstrip("."))


def _half(text: str, at: int) -> tuple[int, Decimal]:
    """ "and a half" behind a number or its unit: where it ends, and how much it adds."""
    match = _HALF.match(text, at)
    return (match.end(), Decimal("0.5" if match["half"] else "0.25")) if match else (at, Decimal(0))


def _half_of(text: str, at: int, end: int) -> tuple[int, Decimal]:
    """As `_half`, behind the unit, or within it: 3時間半, 三个半小时."""
    dense = _CJK_UNIT.match(text, at)
    return (end, Decimal("0.5")) if dense and (dense[1] or dense[3]) else _half(text, end)


def _magnitude(text: str, at: int) -> tuple[tuple[int, ...], int]:
    """The powers of ten that the word behind a number can mean, and where it ends; two of them are multiplied."""
    total, found = 0, False
    if power := _power(text, at):
        total, at = power
    for _ in range(2):
        match = _NEXT.match(text, at)
        word = folded(match[1].rstrip(".")) if match else ""
        attached = match is not None and text[at : at + 1] == match[1][:1]
        if match and word in _BEFORE_SIGN and not found and text[match.end() : match.end() + 1] in _SIGN:
            return (_BEFORE_SIGN[word],), match.end()
        if match and word == "m" and attached and not found:
            return (0, 6), match.end()
        if not match or word not in MAGNITUDES or (word == "k" and not attached):
            break
        total, found, at = total + MAGNITUDES[word], True, match.end()
    return (total,), at


def _power(text: str, at: int) -> tuple[int, int] | None:
    """The power of ten that is written behind a number ("× 10⁹", "e24", or "⁹" behind a ten), and where it ends."""
    ten = text[max(0, at - 2) : at] == "10" and not text[at - 3 : at - 2].isdigit()
    power = _POWER_OF_TEN.match(text, at) or (_RAISED.match(text, at) if ten else None)
    if power is None:
        return None
    written = next(filter(None, power.groups())).translate(_LOWERED)
    return int(written) - (power.re is _RAISED), power.end()  # the ten itself is there already


def _unit(text: str, at: int, *, alone: bool) -> tuple[tuple[Unit, ...], int]:
    """The unit behind a number, and where it ends."""
    if match := _POINTS.match(text, at):
        return UNITS["pp"], match.end()
    if match := _CJK_UNIT.match(text, at):
        return UNITS[match[2]], match.end()
    if match := _TIMES.match(text, at) or _NTH.match(text, at):
        return (), match.end()
    if match := _POWERED.match(text, at):
        return _powered(match), match.end()
    if match := _DEGREES.match(text, at) or _WHOSE.match(text, at):
        at = match.end()
    match = _NEXT.match(text, at) or (_HYPHENED.match(text, at) if alone else None)
    word = folded(match[1].rstrip(".")) if match else ""
    if match and match[1] in EXACT:
        return EXACT[match[1]], match.end()
    if not match or (len(word) == 1 and text[match.end() : match.end() + 1] in ("'", "’")):  # 75 l'an
        return (), at
    if re.fullmatch(r"(?:per|pour|por) (?:cent|cento|ciento)", word):
        return UNITS["%"], match.end()
    short = len(word) == 1 and word.isalpha() and text[at : at + 1].isspace() and match[1] != "m"
    decade = word == "s" and text[at : at + 1] == "s"
    if word in UNITS and not decade and not (short and word not in "mgtlhw"):
        return UNITS[word], match.end() - match[1].endswith(".")
    return (), at


def _powered(match: re.Match[str]) -> tuple[Unit, ...]:
    """Square and cubic metres, feet, miles."""
    power = 2 if match["two"] or match["two2"] else 3
    known = UNITS.get(folded(match["unit"] or match["unit2"]), ())
    return tuple((factor**power, f"{unit}{power}") for factor, unit in known)
