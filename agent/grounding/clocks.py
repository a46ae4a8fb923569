"""Times of day in whatever way they are told, as keys that can be compared. Pure.

`t:19:30` is half past seven in the evening, 7.30 p.m., 19.30 Uhr, 19 h 30, 午後7時半. Where a text does not say which
half of the day it means ("half past seven"), both will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.documents.words import folded
from agent.grounding.numerals import numerals, table

_SPACE = r"[ \u00a0\u2009\u202f]?"
_HALF = r"(?P<half>[ap])\.?\s?m\b\.?"
_DIGITAL = re.compile(  # what it may begin with first: that is most of its speed
    rf"(?=[\dg午上下晚夜朝早])(?:(?<![\d:.])(?P<h>[012]?\d)(?:[:.](?P<m>[0-5]\d))?{_SPACE}{_HALF}"
    r"|(?<![\d:.])(?P<h1>[012]?\d):(?P<m1>[0-5]\d)(?![:\d])"
    rf"|(?<![\d:.,])(?P<h2>[012]?\d)(?:[:.](?P<m2>[0-5]\d))?{_SPACE}(?:Uhr\b(?:{_SPACE}(?P<m2b>[0-5]\d)\b(?![.,:%]))?|o['’]clock\b)"
    rf"|\bgodz(?:\.|ini[ea]|iny)?{_SPACE}(?P<h3>[012]?\d)(?:[:.](?P<m3>[0-5]\d))?(?!\d)"
    rf"|(?<=[elntm.]\s)(?:(?<=\bore\s)|(?<=\bkl\s)|(?<=\bkl\.\s)|(?<=\bklockan\s)|(?<=\bsaat\s))(?<!\d\s...\s)(?P<h6>[012]?\d)(?:[:.](?P<m6>[0-5]\d))?(?![\d%]|[.,]\d|\smin)"
    rf"|(?<=[ems]\s)(?:(?<=\balle\s)|(?<=\bdalle\s)|(?<=\bàs\s)|(?<=\bom\s))(?P<h7>[012]?\d)[:.](?P<m7>[0-5]\d)(?![\d%])"
    rf"|(?<![\d:.,])(?P<h8>[012]?\d)[:.](?P<m8>[0-5]\d){_SPACE}(?:uur|ч)\b"
    rf"|(?<![\d:.,])(?P<h4>[012]?\d){_SPACE}h{_SPACE}(?P<m4>[0-5]\d)(?![\d.,]\d|\d|\s?min)"
    r"|(?P<day>午前|午後|上午|下午|晚上|夜|朝|早上)?(?<![\d.])(?P<h5>[012]?\d)(?:時(?!間)|点(?=[\d半整])|[点點](?<=[午上]\d{1}点))(?:(?P<m5>[0-5]?\d)分|(?P<m5h>半))?)",
    re.I,
)
# What stands before the second of two hours ("7 to 10 pm"), and behind one: in which half of the day it is.
_FROM = re.compile(
    r"(?<![\d:.])(?P<h>[012]?\d)(?:[:.](?P<m>[0-5]\d))?\s?(?:-|–|—|to|and|und|bis|until|till|tot|al?|alle|às)\s?\Z",
    re.I,
)
_AM = (
    "in the morning|morgens|früh|vormittags|am (?:Morgen|Vormittag)|rano|du matin|de la mañana|di mattina"
    "|del mattino|da manhã|['’]s (?:ochtends|morgens)"
)
_PM = (
    "in the (?:afternoon|evening)|at night|nachmittags|abends|am (?:Nachmittag|Abend)|po południu|wieczorem"
    "|de l['’]après-midi|du soir|de la (?:tarde|noche)|del pomeriggio|di sera"
    "|da (?:tarde|noite)|['’]s (?:middags|avonds)"
)
_DAYTIME = re.compile(rf"\s(?:o['’]clock\s)?(?:(?P<am>{_AM})|(?P<pm>{_PM}))\b", re.I)
_BARE = re.compile(rf"(?<![\d:.,€$£])(?P<h>\d{{1,2}})(?=\s(?:o['’]clock\s)?(?:{_AM}|{_PM})\b)", re.I)
_HOURS = r"(?P<hour>\d{1,2}|[^\W\d_]{2,12})"
_TOLD = re.compile(
    rf"\b(?:(?:(?P<part>(?:a\s)?quarter|(?:\d{{1,2}}|five|ten|twenty)\sminutes)\s(?P<way>past|to)|(?P<half>half\spast))\s{_HOURS}"
    rf"|(?P<de>halb|Viertel\s(?:nach|vor))\s{_HOURS.replace('hour', 'hour2')}"
    rf"|las\s{_HOURS.replace('hour', 'hour3')}\s(?P<es>y\smedia|y\scuarto|menos\s(?:cuarto|cinco|diez|veinte))"
    rf"|{_HOURS.replace('hour', 'hour4')}\sheures?\s(?P<fr>et\sdemie|et\squart|moins\s(?:le\squart|cinq|dix|vingt))"
    rf"|(?P<nl>half|kwart\s(?:over|voor))\s(?P<hour8>een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)"
    rf"|(?P<da>halv)\s(?P<hour9>ett?|två|to|tre|fyra|fire|fem|sex|seks|sju|syv|åtta|otte|åtte|nio?|tio?|elva|elleve|tolv)"
    rf"|(?:alle|le)\s{_HOURS.replace('hour', 'hour10')}\s(?P<it>e\smezz[ao]|e\sun\squarto|meno\sun\squarto)"
    rf"|(?:às|as)\s{_HOURS.replace('hour', 'hour11')}\s(?P<pt>e\smeia|e\sum\squarto)"
    rf"|(?P<pl>wpół)\sdo\s{_HOURS.replace('hour', 'hour5')}"
    rf"|{_HOURS.replace('hour', 'hour6')}\s(?P<sharp>o['’]clock|Uhr)\b)"
    rf"|\b{_HOURS.replace('hour', 'hour7')}(?=\s(?:{_AM}|{_PM})\b)",
    re.I,
)
_NAMED = {"noon": "12:00", "midday": "12:00", "正午": "12:00", "mezzogiorno": "12:00", "meio-dia": "12:00"}
_NOON = re.compile(
    r"\b(?:noon|midday|midnight|Mitternacht|minuit|medianoche|mezzanotte|meia-noite|middernacht|mezzogiorno|meio-dia)\b|正午",
    re.I,
)
_EVENING, _FAR = re.compile("午後|下午|晚上|夜"), 40  # characters
_LANGUAGE = ("de", "es", "fr", "pl", "nl", "it", "pt")


@dataclass(frozen=True)
class Clock:
    """A time of day at [start, end) of a text: the times it may mean, each as "19:30"; `told` that it is in words.
    `seconds` where it may be a length of time as well (2 h 15; 7:21, which is one of minutes or of hours)."""

    start: int
    end: int
    times: tuple[str, ...]
    told: bool = False
    seconds: tuple[int, ...] = ()


def clocks(text: str, tongue: str = "") -> Iterator[Clock]:
    """Every time of day in a text."""
    taken: list[tuple[int, int]] = []
    for match in (*_DIGITAL.finditer(text), *_BARE.finditer(text)):
        if clock := _digital(text, match):
            taken.append((clock.start, clock.end))
            yield clock
            if from_ := _before(text, clock, match):
                taken.append((from_.start, from_.end))
                yield from_
    for match in _TOLD.finditer(text):
        free = not any(start < match.end() and match.start() < end for start, end in taken)
        if free and (clock := _told(text, match, tongue)):
            yield clock
    for match in _NOON.finditer(text):
        yield Clock(*match.span(), (_NAMED.get(match.group().lower(), "00:00"),), told=True)


def _digital(text: str, match: re.Match[str]) -> Clock | None:
    part = match.groupdict()
    hour = int(next(value for name, value in part.items() if name[0] == "h" and value and value.isdigit()))
    minute = next((int(value) for name, value in part.items() if name[0] == "m" and value and value.isdigit()), 0)
    minute = 30 if part.get("m5h") else minute
    half = (part.get("half") or "").lower()
    half = half or ("" if part.get("day") is None else "ap"[part["day"] in ("午後", "下午", "晚上", "夜")])
    end = match.end()
    if not half and (told := _DAYTIME.match(text, end)):
        half, end = ("a" if told["am"] else "p"), told.end()
    if hour > 24 or (half and hour > 12 and half == "a"):
        return None
    length = 60 * hour + minute
    seconds = (60 * length,) if part.get("h4") else (60 * length, length) if part.get("h1") and not half else ()
    times = (_time(hour, minute, half),) if half or not part.get("h5") else _either(text, match.start(), hour, minute)
    return Clock(match.start(), end, times, seconds=seconds)


def _either(text: str, at: int, hour: int, minute: int) -> tuple[str, ...]:
    """The 7時 that stands behind a 午後6時 may be one in the evening as well."""
    late = hour < 12 and _EVENING.search(text, max(0, at - _FAR), at)
    return tuple(_time(hour, minute, half) for half in ("p", "a")) if late else (_time(hour, minute, ""),)


def _before(text: str, clock: Clock, match: re.Match[str]) -> Clock | None:
    """The 7 of "7 to 10 pm", of "7 bis 22 Uhr"."""
    part = match.groupdict()
    half = (part.get("half") or "").lower()
    found = _FROM.search(text, max(0, clock.start - 14), clock.start) if half or part.get("h2") else None
    if not found or int(found["h"]) > (12 if half else 24):
        return None
    if not half:
        end = found.end("m") if found["m"] else found.end("h")
        return Clock(found.start(), end, (_time(int(found["h"]), int(found["m"] or 0), ""),))
    other = {"a": "a", "p": "ap"}[half]  # "9 to 5 pm"
    times = [_time(int(found["h"]), int(found["m"] or 0), one) for one in dict.fromkeys((half, *other))]
    return Clock(found.start(), found.end("m") if found["m"] else found.end("h"), tuple(times))


def _time(hour: int, minute: int, half: str) -> str:
    hour = hour % 12 + (12 if half == "p" else 0) if half and hour <= 12 else hour % 24
    return f"{hour:02}:{minute:02}"


_ONE = ("one", "eins", "ein", "una", "une", "um", "een", "één")
_AND_A_HALF = ("media", "demie", "mezza", "mezzo", "meia")
# The hours behind "halv", in Swedish, Danish and Norwegian.
_HALV = {
    word: int(value)
    for word, value in table("""
        1: ett et
        2: två to
        3: tre
        4: fyra fire
        5: fem
        6: sex seks
        7: sju syv
        8: åtta otte åtte
        9: nio ni
        10: tio ti
        11: elva elleve
        12: tolv
    """).items()
}
_MINUTES = {
    "quarter": 15, "a": 15, "five": 5, "ten": 10, "twenty": 20,
    "cinq": 5, "dix": 10, "vingt": 20, "cinco": 5, "diez": 10, "veinte": 20,
}  # fmt: skip


def _told(text: str, match: re.Match[str], tongue: str) -> Clock | None:
    part = {name: value for name, value in match.groupdict().items() if value}
    name, word = next((name, value) for name, value in part.items() if name.startswith("hour"))
    spoken = next((code for code in _LANGUAGE if code in part), tongue)
    hour = _HALV[folded(word)] if "da" in part else _hour(word, spoken)
    if hour is None or not 0 < hour <= 12:
        return None
    minutes = hour * 60 + _shift(part)
    daytime = _DAYTIME.match(text, match.end())
    halves = ("a" if daytime["am"] else "p",) if daytime else ("a", "p")
    if name == "hour7" and (daytime is None or word.isdigit()):
        return None
    times = [_time(minutes // 60 % 12 or 12, minutes % 60, half) for half in halves]
    return Clock(match.start(), daytime.end() if daytime else match.end(), tuple(times), told=True)


def _hour(word: str, tongue: str) -> int | None:
    if word.isdigit():
        return int(word)
    found = next(numerals(word, tongue), None)
    return int(found.value) if found else 1 if word.lower() in _ONE else None


def _shift(part: dict[str, str]) -> int:
    """Minutes from the full hour that is named."""
    if "half" in part:
        return 30
    if "part" in part:
        name = part["part"].lower().split()[0]
        minutes = int(name) if name.isdigit() else _MINUTES[name]
        return minutes if part["way"].lower() == "past" else -minutes
    if "de" in part:
        told = part["de"].lower()
        return -30 if told == "halb" else 15 if told.endswith("nach") else -15
    if "nl" in part or "da" in part:
        told = part.get("nl", "half").lower()
        return -30 if told == "half" else 15 if told.endswith("over") else -15
    told = (part.get("es") or part.get("fr") or part.get("it") or part.get("pt") or "").lower()
    if (less := told.rpartition(" ")[2]) in _MINUTES:
        return -_MINUTES[less]
    if told:
        return 30 if told.endswith(_AND_A_HALF) else 15 if told.startswith(("y", "e")) else -15
    return -30 if "pl" in part else 0
