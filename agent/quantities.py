"""Numbers with their magnitudes and units, as keys that are equal where the quantities are. Pure.

`r:1600` is a plain value, `b:3000|m` one in the base unit of its kind, `u:1600` one that was written without a unit.
What can be read in two ways ("1.600") offers and takes both. Spelled-out numbers ("two", "first") are told apart:
they count half.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal

from agent.dates import Alternatives
from agent.words import folded, listed

_DIGITS_AT_MOST = 24
_EXACT = Context(prec=60)


def _table(text: str) -> dict[str, str]:
    """Lines "value: word word …" as word to value."""
    lines = (line.partition(":") for line in text.strip().splitlines())
    return {folded(word): value.strip() for value, _, words in lines for word in words.split()}


_MAGNITUDES = {
    word: int(value)
    for word, value in _table("""
        3: k thousand thousands tsd tausend tys tysiąc tysiące tysięcy mil mille millier milliers 千
        4: 万 萬
        6: million millions mio millionen mln milion miliony milionów millón millon millones mn 百万
        8: 億 亿
        9: billion billions bn mrd milliarde milliarden milliard milliards mld miliard miliardy miliardów md
        12: trillion trillions billionen bilion biliony bilionów billón billon billones tn 兆
    """).items()
}
# What else a word may mean. (German and French "Billion" is 10^12, and nearly always written for the English one.)
_ALSO = {"m": 6}
_UNITS = _table("""
    1 %: % ％ percent pct prozent procent procenta procentów proc パーセント
    0.1 %: ‰
    1 EUR: € eur euro euros ユーロ
    1 USD: $ usd us$ dollar dollars dólar dólares dolarów ドル
    1 GBP: £ gbp pound pounds
    1 JPY: ¥ jpy yen 円
    1 PLN: zł pln złoty złotych złote
    1 CHF: chf franken
    1 m: m meter meters metre metres metrów metry metr metro metros mètre mètres メートル
    1000 m: km kilometer kilometers kilometre kilometres kilometern kilometrów kilómetro kilómetros
    1000 m: kilomètre kilomètres キロメートル
    0.01 m: cm centimeter centimeters centimetre centimetres zentimeter centymetrów centímetros centimètres センチ
    0.001 m: mm millimeter millimeters millimetre millimetres milímetros milimetrów millimètres ミリ
    1 mile: mile miles mi
    1 in: inch inches zoll cali pulgadas pouces インチ
    1 ft: ft foot feet
    1 g: g gram grams gramm gramów gramos gramme grammes グラム
    1000 g: kg kilo kilos kilogram kilograms kilogramm kilogramów kilogramos kilogrammes キロ キログラム
    0.001 g: mg milligram milligrams milligramm
    1000000 g: t ton tons tonne tonnes tonnen toneladas トン
    1 lb: lb lbs
    1 l: l liter liters litre litres litrów litros リットル
    0.001 l: ml milliliter milliliters millilitre millilitres mililitrów
    1 s: s sec secs second seconds sekunde sekunden sekund segundos secondes 秒 秒間
    0.001 s: ms millisecond milliseconds millisekunden
    60 s: min mins minute minutes minuten minut minuty minutos 分 分間
    3600 s: h hr hrs hour hours stunde stunden godzin godziny godzina std hora horas heure heures 時間
    86400 s: day days tag tage tagen dni dzień día días jour jours 日 日間
    604800 s: week weeks woche wochen tygodni tygodnie tydzień semana semanas semaine semaines 週 週間
    1 month: month months monat monate monaten miesięcy miesiące miesiąc mes meses mois か月 ヶ月 カ月 ヵ月
    12 month: year years jahr jahre jahren lat lata rok año años an ans année années 年 年間
    1 B: byte bytes
    1000 B: kb
    1000000 B: mb
    1000000000 B: gb
    1000000000000 B: tb
    1 W: w watt watts
    1000 W: kw kilowatt kilowatts
    1000000 W: mw megawatt megawatts
    1000000000 W: gw gigawatt gigawatts
    1 Wh: wh
    1000 Wh: kwh
    1000000 Wh: mwh
    1000000000 Wh: gwh
    1 C: °c
    1 F: °f
    1 Hz: hz
    1000000 Hz: mhz
    1000000000 Hz: ghz
""")
# One, un, ein are articles as well, and no numbers here.
_SPELLED = _table("""
    1: first erste ersten erster erstes pierwszy pierwsza pierwsze primero primera premier première
    2: two second zwei zweite zweiten zweiter dwa dwie drugi druga dos segundo segunda deux deuxième
    3: three third drei dritte dritten trzy trzeci trzecia tres tercero tercera trois troisième
    4: four fourth vier vierte vierten cztery czwarty cuatro cuarto quatre quatrième
    5: five fifth fünf fünfte fünften pięć piąty cinco quinto cinq cinquième
    6: six sixth sechs sechste sechsten sześć szósty seis sexto sixième
    7: seven seventh sieben siebte siebten siedem siódmy siete séptimo septième
    8: eight eighth acht achte achten osiem ósmy ocho octavo huit huitième
    9: nine ninth neun neunte neunten dziewięć nueve neuf neuvième
    10: ten tenth zehn zehnte zehnten dziesięć diez dix
    11: eleven elf jedenaście once onze
    12: twelve zwölf dwanaście doce douze
    13: thirteen dreizehn trzynaście trece treize
    14: fourteen vierzehn czternaście catorce quatorze
    15: fifteen fünfzehn piętnaście quince quinze
    16: sixteen sechzehn szesnaście dieciséis seize
    17: seventeen siebzehn siedemnaście
    18: eighteen achtzehn osiemnaście
    19: nineteen neunzehn dziewiętnaście
    20: twenty zwanzig dwadzieścia veinte vingt
    30: thirty dreißig dreissig trzydzieści treinta trente
    40: forty vierzig czterdzieści cuarenta quarante
    50: fifty fünfzig pięćdziesiąt cincuenta cinquante
    60: sixty sechzig sześćdziesiąt sesenta soixante
    70: seventy siebzig siedemdziesiąt setenta
    80: eighty achtzig osiemdziesiąt ochenta
    90: ninety neunzig dziewięćdziesiąt noventa
    100: hundred hundert sto cien cent
    1000: thousand tausend tysiąc
""")
_ABOUT = listed("""
    about around roughly approximately approx nearly almost over some than ca circa rund etwa ungefähr knapp fast
    über als około blisko prawie ponad niż unos unas casi alrededor aproximadamente más environ près presque 約 およそ
    ほぼ 约 近
""")
_SPACE = r"[ \u00a0\u2009\u202f]"
_GROUPED = rf"\d{{1,3}}(?:(?P<sep>[,.'’]|{_SPACE})\d{{3}})(?:(?P=sep)\d{{3}}){{0,6}}(?:[.,]\d{{1,12}})?(?![\d])"
_NUMBER = re.compile(
    rf"(?<![^\W_\u3000-\u9fff\uac00-\ud7af])(?<!\d[.,:])(?<!\w[-_])(?P<n>{_GROUPED}|\d{{1,{_DIGITS_AT_MOST}}}"
    r"(?:[.,]\d{1,12})?)(?!\d)"
)
_TIME = re.compile(
    r"(?<![\d:.])(?P<h>[012]?\d)(?::(?P<m>[0-5]\d)(?:\s?(?P<half>[ap])\.?m\b\.?)?"
    r"|\s?(?P<half2>[ap])\.?m\b\.?)(?![:\d])",
    re.I,
)
_CJK_MAGNITUDES = "千万萬億亿兆"
_CJK_PARTS = re.compile(rf"(?:\d{{1,8}}(?:,\d{{3}})*(?:\.\d{{1,8}})?(?:百万|[{_CJK_MAGNITUDES}]))+(?:\d{{1,4}})?")
_CJK_PART = re.compile(rf"([\d.,]+)(百万|[{_CJK_MAGNITUDES}])?")
_NEXT = re.compile(
    rf"{_SPACE}?(?:([%％‰€$£¥]|°[CF]\b|円|パーセント|[^\W\d_]{{1,14}}+\.?(?:{_SPACE}cent\b|{_SPACE}ciento\b)?))"
)
_HYPHENED = re.compile(r"[-‑]([^\W\d_]{1,14})")
_DENSE_UNITS = sorted((unit for unit in _UNITS if re.match(r"[\u3040-\u9fff]", unit)), key=len, reverse=True)
_CJK_UNIT = re.compile("|".join(map(re.escape, _DENSE_UNITS)))
_BEFORE = re.compile(rf"(us\$|[$€£¥]|\b(?:usd|eur|gbp|pln|chf|jpy)){_SPACE}?$", re.I)
_HEDGE = re.compile(rf"([^\W\d_]+)\.?{_SPACE}?(?:[$€£¥]{_SPACE}?)?$")
_SPELLED_WORD = re.compile(r"[^\W\d_]{2,18}(?:-[^\W\d_]{3,6})?")


@dataclass(frozen=True)
class Amount:
    """A number at [start, end) of a text: what a source must offer for it, and what it offers itself. `value` is its
    plain value where it is said to be about that much; `spelled` that it is in words."""

    start: int
    end: int
    wanted: Alternatives
    offered: frozenset[str]
    value: Decimal | None = None
    spelled: bool = False


def amounts(text: str) -> Iterator[Amount]:
    """Every number in a text from which dates and identifiers are gone."""
    taken: list[tuple[int, int]] = []
    for match in _TIME.finditer(text):
        taken.append(match.span())
        key = frozenset([f"t:{_clock(match)}"])
        yield Amount(*match.span(), (key,), key)
    for match in _CJK_PARTS.finditer(text):
        taken.append(match.span())
        yield _amount(text, *match.span(), (_composed(match.group()),))
    edges = {at for start, end in taken for at in range(start, end)}
    for match in _NUMBER.finditer(text):
        if match.start() not in edges:
            yield _amount(text, *match.span(), _readings(match["n"], match["sep"]))


def spelled(text: str) -> Iterator[Amount]:
    """Numbers in words: "two", "twenty-five", "erste"; with a magnitude behind them ("forty million") as well."""
    for match in _SPELLED_WORD.finditer(text):
        parts = [_SPELLED.get(folded(part)) for part in match.group().split("-")]
        if parts[0] is None:
            continue
        value = sum(Decimal(part) for part in parts if part)
        yield _amount(text, match.start(), match.end(), (Decimal(value),), spelled=True)


def _clock(match: re.Match[str]) -> str:
    hour, half = int(match["h"]), (match["half"] or match["half2"] or "").lower()
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return f"{hour:02}:{match['m'] or '00'}"


def _composed(text: str) -> Decimal:
    """1億2000万, 1万5000, 4,400万."""
    total = Decimal(0)
    for digits, magnitude in _CJK_PART.findall(text):
        value = Decimal(digits.replace(",", "").strip(".") or "0")
        total = _EXACT.add(total, value.scaleb(_MAGNITUDES.get(magnitude, 0)))
    return total


def _readings(written: str, separator: str | None) -> tuple[Decimal, ...]:
    """What a number as it is written can mean: with one dot or comma before three digits it may be either sign."""
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


def _amount(text: str, start: int, end: int, values: tuple[Decimal, ...], spelled: bool = False) -> Amount:
    about = (found := _HEDGE.search(text, max(0, start - 20), start)) is not None and folded(found[1]) in _ABOUT
    powers, at = _magnitude(text, end)
    values = tuple(value.scaleb(power) for value in values for power in powers)
    units, end = _unit(text, start, at, alone=at == end)
    if 0 in powers and len(powers) > 1 and not units:
        units = ((Decimal(1), "m"),)
    end = max(at, end)
    end -= text[end - 1] == "."
    return Amount(start, end, _wanted(values, units), _offered(values, units), values[0] if about else None, spelled)


def _magnitude(text: str, at: int) -> tuple[tuple[int, ...], int]:
    """The powers of ten that the word behind a number can mean, and where it ends; two of them are multiplied."""
    total, found = 0, False
    also: tuple[int, ...] = ()
    for _ in range(2):
        match = _NEXT.match(text, at)
        word = folded(match[1].rstrip(".")) if match else ""
        attached = match is not None and text[at : at + 1] == match[1][:1]
        if match and word == "m" and attached and not found:
            return (0, 6), match.end()
        if not match or word not in _MAGNITUDES or (word in ("k", "md") and not attached and word == "k"):
            break
        total, found, at = total + _MAGNITUDES[word], True, match.end()
        also = (_ALSO[word],) if word in _ALSO else ()
    return (total, *also), at


def _unit(text: str, start: int, at: int, alone: bool) -> tuple[tuple[tuple[Decimal, str], ...], int]:
    """The unit behind a number, or the currency before it, and where that ends."""
    if match := _CJK_UNIT.match(text, at):
        return (_factor(match.group()),), match.end()
    match = _NEXT.match(text, at) or (_HYPHENED.match(text, at) if alone else None)
    word = folded(match[1].rstrip(".")) if match else ""
    if match and re.fullmatch(r"(?:per|pour|por) (?:cent|ciento)", word):
        return ((Decimal(1), "%"),), match.end()
    short = len(word) == 1 and word.isalpha() and text[at : at + 1].isspace() and match and match[1] != "m"
    decade = match is not None and word == "s" and text[at : at + 1] == "s"
    if match and word in _UNITS and not decade and not (short and word not in "mgtlhw"):
        return (_factor(word),), match.end()
    before = _BEFORE.search(text, max(0, start - 5), start)
    return ((_factor(folded(before[1])),) if before else ()), at


def _factor(word: str) -> tuple[Decimal, str]:
    factor, _, unit = _UNITS[word].partition(" ")
    return Decimal(factor), unit


def _wanted(values: tuple[Decimal, ...], units: tuple[tuple[Decimal, str], ...]) -> Alternatives:
    """One with a unit wants the same in any unit of its kind, or the bare number; one without wants the number."""
    bare = [f"{'u' if units else 'r'}:{_plain(value)}" for value in values]
    based = [f"b:{_plain(_EXACT.multiply(value, factor))}|{unit}" for value in values for factor, unit in units]
    return tuple(frozenset([key]) for key in dict.fromkeys((*based, *bare)))


def _offered(values: tuple[Decimal, ...], units: tuple[tuple[Decimal, str], ...]) -> frozenset[str]:
    keys = {f"r:{_plain(value)}" for value in values}
    keys |= {f"b:{_plain(_EXACT.multiply(value, factor))}|{unit}" for value in values for factor, unit in units}
    return frozenset(keys if units else keys | {f"u:{_plain(value)}" for value in values})


def _plain(value: Decimal) -> str:
    written = format(value, "f")
    return (written.rstrip("0").rstrip(".") if "." in written else written).lstrip("0") or "0"


def rounds_to(value: Decimal, exact: Decimal) -> bool:
    """Whether somebody may say "about `value`" of `exact`: rounded to as many digits, up, down or to the nearest."""
    if value == exact:
        return True
    digits = value.normalize()
    step = Decimal(1).scaleb(int(digits.as_tuple().exponent))
    near = abs(value - exact) < step and exact != 0
    return near and any(
        _EXACT.divide(exact, step).to_integral_value(way) * step == value
        for way in (ROUND_HALF_UP, ROUND_FLOOR, ROUND_CEILING)
    )
