"""Weekdays, quarters, halves, decades and centuries, as keys that can be compared. Pure.

`y:2` is a Tuesday, which a date is as well; `d:2026-q3` a quarter, `d:2025-h1` a half; a decade is its first year
("r:1990"); `d:c19` the 19th century. Keys of kind `d:` and `e:` are as those of dates (agent/grounding/dates.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.documents.words import folded
from agent.grounding.numerals import kanji, numerals, one_of, table, western

_WEEKDAYS = {
    word: int(value)
    for word, value in table("""
        1: monday montag poniedziałek poniedziałku lunes lundi 月曜 月曜日 星期一 周一
        2: tuesday tue tues dienstag wtorek wtorku martes mardi 火曜 火曜日 星期二 周二
        3: wednesday wed mittwoch środa środę środy miércoles mercredi 水曜 水曜日 星期三 周三
        4: thursday thu thurs donnerstag czwartek czwartku jueves jeudi 木曜 木曜日 星期四 周四
        5: friday fri freitag piątek piątku viernes vendredi 金曜 金曜日 星期五 周五
        6: saturday samstag sonnabend sobota sobotę soboty sábado samedi 土曜 土曜日 星期六 周六
        7: sunday sonntag niedziela niedzielę niedzieli domingo dimanche 日曜 日曜日 星期日 星期天 周日
    """).items()
}
# Of further languages, found as they stand here.
_FURTHER = """
    1: lunedì segunda-feira maandag måndag mandag Pazartesi pondělí понедельник понедельника понеділок الاثنين सोमवार
    2: martedì terça-feira dinsdag tisdag tirsdag Salı úterý вторник вторника вівторок الثلاثاء मंगलवार
    3: mercoledì quarta-feira woensdag onsdag Çarşamba středa středu středy среду середу الأربعاء बुधवार
    4: giovedì quinta-feira donderdag torsdag Perşembe čtvrtek čtvrtka четверг четверга четвер الخميس गुरुवार
    5: venerdì sexta-feira vrijdag fredag Cuma pátek pátku пятница пятницу пятницы п'ятниця п'ятницю الجمعة शुक्रवार
    6: sabato zaterdag lördag lørdag Cumartesi суббота субботу субботы субота суботу السبت शनिवार
    7: domenica zondag söndag søndag neděle neděli воскресенье воскресенья неділя неділю الأحد रविवार
"""
_WEEKDAYS |= {word: int(value) for word, value in table(_FURTHER).items()}
_WEEKDAYS |= {f"{sign}요일": number for number, sign in enumerate("월화수목금토일", 1)}
_NAMES = [word for word in _FURTHER.split() if not word.endswith(":")]
_ELSEWHERE = rf"(?<!\w)(?=[{''.join(sorted({name[0] for name in _NAMES}))}]){one_of(_NAMES)}(?![\w\u0900-\u0963])"
_WEEKDAY = re.compile(
    rf"{_ELSEWHERE}|[월화수목금토일]요일|"
    r"(?=[MTWFSDpwścsnlmjvdf月火水木金土日星周])(?:\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?=s?\b)|\b(?:Tue|Tues|Wed|Thu|Thurs|Fri)\b(?=[.,]|\s\d)"
    r"|\b(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag)(?=e?s?\b)"
    r"|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)(?=s\b)"
    r"|\b(?:poniedział(?:ek|ku)|wtor(?:ek|ku)|środ[aęy]|czwart(?:ek|ku)|piąt(?:ek|ku)|sobot[aęy]|niedziel[aęi])\b"
    r"|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?=s?\b)"
    r"|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b"
    r"|[月火水木金土日]曜日?|(?:星期|周)[一二三四五六日天])"
)
_YEAR = r"(?P<{}>[12]\d{{3}})"
_NTH = r"(?P<{}>1st|2nd|3rd|4th|[1-4]\.?(?:er|e|º|°|ème)?|IV|I{{1,3}}|[^\W\d_]{{4,10}})"
_OF = r"(?:,?\s(?:of\s|de\s|del\s|do\s|van\s|des\sJahres\s)?(?:the\syear\s|roku\s)?"
_PERIOD = re.compile(
    rf"\b[QT](?P<q1>[1-4])(?:[ /]?{_YEAR.format('y1')}\b)?|\b(?P<q2>[1-4])Q(?:[ /]?{_YEAR.format('y2')})?\b"
    rf"|\b{_YEAR.format('y3')}[ -]?Q(?P<q3>[1-4])\b|\bH(?P<h1>[12])[ /]{_YEAR.format('y4')}\b"
    rf"|\b{_NTH.format('n1')}[ -](?P<what>quarter|half|half-year|Quartals?|Halbjahr(?:es)?"
    rf"|kwarta(?:ł|le|łu)|półrocz(?:e|u|a)"
    rf"|trimestre|semestre|kwartaal|halfjaar|kvartal(?:et)?|halvår(?:et)?|čtvrtletí|pololetí|çeyreğ(?:i|inde)"
    rf"|квартал[аеу]?|полугоди[еия]|півріччя)\b(?!\s(?:of\san?\shour|of\sthe\s(?:game|match|final)))(?:{_OF}{_YEAR.format('y5')}\b))?"
    rf"|(?:{_YEAR.format('y6')}年度?)?第(?P<q4>[1-4一二三四])(?:四半期|季度)|(?:{_YEAR.format('y7')}年度?)?(?P<half>上半期|上期|下半期|下期|上半年|下半年)",
)
_ORDINALS = {
    word: int(value)
    for word, value in table("""
        1: primo första første první birinci первый первом первого перший
        2: second segundo deuxième secondo andra andet andre druhé ikinci второй втором второго другий
        3: terzo tredje třetí üçüncü третий третьем третьего третій
        4: quarto fjärde fjerde čtvrté dördüncü четвертый четвертом четвёртый четвертого четвертий
    """).items()
}
# "six months to 30 June": the date itself stays to be read.
_MONTHS_TO = re.compile(
    r"\b(?P<n>six|three|6|3)[ -]months? (?:to|ended|ending|through|until) (?=(?:the )?(?:\d{1,2}(?:th|st)? )?(?:of )?"
    r"(?P<month>March|June|September|December)(?: \d{1,2}(?:th|st)?)?,? (?P<year>[12]\d{3})\b)"
)
_ENDS = {"March": 1, "June": 2, "September": 3, "December": 4}
_CENTURY = re.compile(
    r"\b(?P<n>\d{1,2})(?:st|nd|rd|th|\.|º)?[ -]?(?:century|Jahrhunderts?|Jh\.|wiek(?:u)?\b"
    r"|(?:e )?eeuw|århundr| století)|(?P<ja>\d{1,2})世[紀纪]"
    r"|\b(?P<roman>[IVX]{1,5})(?:e|ème)?\s(?:wieku?|siècle|secolo|век[ае]?|століття)\b"
    r"|\b(?:siglo|século|secolo|wieku?|w\.)\s(?P<roman2>[IVX]{1,5})\b"
    r"|\b(?P<word>(?:twenty-)?[a-z]{5,12}(?=[ -]century)"
    r"|[a-zäöüß]{6,22}(?=\sJahrhundert)|[a-zè-]{6,18}(?=\ssiècle))[ -]\w+"
)
_CENTURIES = re.compile("centur|ahrh|Jh|wiek|w\\.|siècle|siglo|secolo|século|eeuw|århundr|stolet|век|століт|世")
_TENS_TOLD = {
    word: int(value)
    for word, value in table("""
        20: venti vinte twintig veinte
        30: trenta trinta dertig treinta
        40: quaranta quarenta veertig cuarenta
        50: cinquanta cinquenta vijftig cincuenta
        60: sessanta sessenta zestig sesenta
        70: settanta setenta zeventig
        80: ottanta oitenta tachtig ochenta
        90: novanta noventa negentig
    """).items()
}
_DECADE = re.compile(
    r"(?<![\w.,])(?P<full>[12]\d{2}0)(?:['’]?s|er|erne|['’]erne|-?tall?et|[-‑][ех]|년대|年代)(?!\w)"
    r"|(?<!\w)['’](?P<short>[1-9]0)s\b"
    r"|\b(?P<de>[2-9]0)er[- ]?Jahren?\b|\blat(?:a|ach)?\s(?P<pl>[2-9]0)\."
    r"|\b(?:années|años|anni|anos|jaren)\s['’]?(?P<fr>[2-9]0)\b"
    rf"|\b(?:años|anni|anos|jaren)\s['’]?(?P<told>(?i:{one_of(_TENS_TOLD)}))\b"
    r"|(?<![\w.,])(?P<talet>[2-9]0)(?:-tall?et\b|['’]erne\b|[-‑][ех]\s(?:год|рок))"
    r"|\b(?P<word>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b"
)
_TENS = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_ROMAN = {"I": 1, "V": 5, "X": 10}
_ERA = re.compile(r"(?P<era>令和|平成|昭和)(?P<n>元|\d{1,2})年")
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}


@dataclass(frozen=True)
class Period:
    """A stretch of time at [start, end) of a text: any of `wanted` will do for it, `offered` is what it says itself.
    `named` for what is written as a name is: a weekday."""

    start: int
    end: int
    wanted: tuple[frozenset[str], ...]
    offered: frozenset[str]
    named: bool = False


def weekday(word: str) -> str:
    return f"y:{_WEEKDAYS[folded(word)]}"


def weekdays(text: str) -> Iterator[Period]:
    for match in _WEEKDAY.finditer(text):
        key = frozenset([weekday(match.group())])
        yield Period(*match.span(), (key,), key, named=True)


def periods(text: str) -> Iterator[Period]:
    """Quarters, halves of a year, decades, centuries and years of Japanese eras."""
    text = western(text)
    for match in _PERIOD.finditer(text):
        if name := _part(match):
            year = next((value for key, value in match.groupdict().items() if key[0] == "y" and value), "")
            yield _of_a_year(match, name, year)
    for match in _MONTHS_TO.finditer(text):
        quarter = _ENDS[match["month"]]
        half = match["n"].lower() in ("six", "6")
        if not half or quarter % 2 == 0:
            yield _of_a_year(match, f"h{quarter // 2}" if half else f"q{quarter}", match["year"])
    for match in _CENTURY.finditer(text) if _CENTURIES.search(text) else ():
        if number := _century(match):
            key = frozenset([f"d:c{number}"])
            yield Period(*match.span(), (key,), key)
    for match in _DECADE.finditer(text):
        decades = _decades(match)
        yield _years(match, decades, tuple(decade + year for decade in decades for year in range(1, 10)))
    for match in _ERA.finditer(text):
        yield _years(match, (ERAS[match["era"]] + (1 if match["n"] == "元" else int(match["n"])),))


def _years(match: re.Match[str], years: tuple[int, ...], within: tuple[int, ...] = ()) -> Period:
    wanted = tuple(frozenset([f"r:{year}"]) for year in (*years, *within))
    return Period(*match.span(), wanted, frozenset(key for year in years for key in (f"r:{year}", f"u:{year}")))


def _of_a_year(match: re.Match[str], name: str, year: str) -> Period:
    whole = frozenset([f"d:{year}-{name}" if year else f"d:{name}"])
    offered = whole | {f"d:{name}"} | ({f"r:{year}", f"u:{year}"} if year else {f"e:{name}"})
    wanted = (whole, frozenset([f"e:{name}", f"r:{year}"])) if year else (whole,)
    return Period(*match.span(), wanted, offered)


def _part(match: re.Match[str]) -> str:
    """ "q3" or "h1"; "" where it is no part of a year after all."""
    part = {key: value for key, value in match.groupdict().items() if value}
    if "half" in part:
        return "h1" if part["half"][0] == "上" else "h2"
    if "what" not in part:
        key = next(key for key in part if key[0] in "qh")
        return f"{key[0]}{int(kanji(part[key]))}"
    number = _ordinal(part["n1"])
    half = part["what"].lower().startswith(("half", "halb", "halv", "pół", "pol", "sem", "полу", "пів"))
    return f"{'h' if half else 'q'}{number}" if 1 <= number <= (2 if half else 4) else ""


def _ordinal(word: str) -> int:
    if word[0].isdigit():
        return int(word[0])
    if set(word) <= _ROMAN.keys():
        return _roman(word)
    found = next(numerals(word), None)
    return int(found.value) if found else _ORDINALS.get(folded(word), 0)


def _roman(word: str) -> int:
    values = [_ROMAN[sign] for sign in word]
    return sum(-one if one < other else one for one, other in zip(values, [*values[1:], 0], strict=True))


def _century(match: re.Match[str]) -> int:
    if roman := match["roman"] or match["roman2"]:
        return _roman(roman)
    if match["word"]:
        found = next(numerals(match["word"]), None)
        return int(found.value) if found else 0
    return int(match["n"] or match["ja"])


def _decades(match: re.Match[str]) -> tuple[int, ...]:
    if match["full"]:
        return (int(match["full"]),)
    told = _TENS_TOLD[folded(match["told"])] if match["told"] else 0
    short = told or int(match["short"] or match["de"] or match["pl"] or match["fr"] or match["talet"] or 0)
    tens = short or 10 * (2 + _TENS.index(match["word"].lower()))
    return (1900 + tens, 2000 + tens) if tens <= 30 else (1900 + tens,)
