"""Parts of a whole in words ("two thirds", "die Hälfte", "trois quarts", 半数), as percents. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal

from agent.documents.words import folded
from agent.grounding.numerals import kanji, table

_PARTS = {
    word: int(value)
    for word, value in table("""
        2: second zweite drugi drugą druga half halves hälfte połowa połowę połowy moitié mitad metà
        2: metade helft 半分 半数 一半 過半
        3: third dritte trzeci tercera terzo terzi terço terços derde derden thirds drittel trzecia
        3: trzecie trzecią trzeciej tiers tercio tercios
        4: quarter fourth vierte czwarty cuarta quarto quarti quartos kwart vierde quarters viertel
        4: czwarta czwarte czwartą ćwierć quart quarts
        5: fifth fünfte piąty quinta fifths fünftel piąta piąte piątą piątych cinquième cinquièmes
        5: quinto quintos quinti vijfde
        6: sixth sixths sechstel sixième sixièmes sesto sesti sexto sextos zesde
        8: eighth eighths achtel huitième huitièmes ottavo ottavi oitavo oitavos achtste
        10: tenth zehnte dziesiąty décima decimo decimi décimo décimos tiende tenths zehntel dziesiąta
        10: dziesiąte dziesiątą dziesiątych dixième dixièmes
    """).items()
}
_COUNTS = {
    word: int(value)
    for word, value in table("""
        1: a one la una ein eine einem jedna jedną un une um een
        2: two zwei dwie deux dos due dois twee
        3: three drei trzy trois tres tre três drie
        4: four vier cztery quatre cuatro quattro
    """).items()
}
_OPEN = r"(?=\s(?:of|less|more|fewer|as|cheaper|larger|smaller|higher|lower)\b(?!\san?\shour)|\s?[,.;:)!?]|\s*\Z)"
_ENDS = r"\s?[,.;:)!?]|\s*\Z"
# A "quarto" of the visitors, not one of a hotel, nor of an hour.
_ROMANCE = (
    r"(?P<it>(?:ter[zç]|quart|quint|sest|sext|ottav|oitav|d[eé]cim)[oi]s?)"
    rf"(?=\s(?:d[aeio]s?\b|de[gil]|in\b|più|meno)(?!\s(?:hora|hotel|dormir))|{_ENDS})"
)
_DUTCH = rf"(?P<nl>derden?|kwart|vierde|vijfde|zesde|achtste|tiende)(?=\s(?:van|deel|minder|meer)\b|{_ENDS})"
_FRACTION = re.compile(
    r"\b(?:(?P<n>\d|one|two|three|four)[\s-](?P<en>halves|thirds?|quarters?|fifths?|sixths|eighths|tenths?)(?!\sof\san\shour)"
    rf"|(?P<a>a)\s(?P<en1>third|quarter|fifth|tenth){_OPEN}"
    r"|(?P<half>half)(?=\s(?:of|the|its|their|his|her|our|my|all)\b)"
    r"|(?P<n2>\d|eine?m?|zwei|drei|vier)\s(?P<de>Drittel|Viertel|Fünftel|Sechstel|Achtel|Zehntel)n?"
    r"|(?P<de1>Hälfte|połow[aęy]|moitié|mitad|metà|metade|helft)"
    r"|(?P<n3>jedn[aą]|dwie|trzy|cztery)\s(?P<pl>trzeci(?:a|e|ą|ej)|czwart[aeą]|piąt(?:[aeą]|ych)|dziesiąt(?:[aeą]|ych))"
    r"|(?P<n4>\d|une?|deux|trois|quatre|dos|tres|cuatro)\s(?P<fr>tiers|quarts?|cinquièmes?|sixièmes?|dixièmes?|tercios?|quintos?)"
    r"(?!\sd['’]heure)"
    r"|(?P<n5>una?|la|dos|tres|cuatro)\s(?P<es>tercera|cuarta|quinta|décima)s?\spartes?"
    rf"|(?=[\dudtqev])(?P<n6>\d|un|due|tre|quattro|um|dois|três|quatro|een|twee|drie|vier)\s(?<!\be\sun\s)(?:{_ROMANCE}|{_DUTCH})"
    r"|(?:every|jede[rsnm]?|co)\s(?P<each>second|third|fourth|fifth|tenth|zweite|dritte|vierte|fünfte|zehnte|drug[iąa]|trzeci[aą]?"
    r"|czwart[yaą]|piąt[yaą]|dziesiąt[yaą])[nrs]?)\b"
    r"|(?P<ja>[一二三四五六七八九十\d]{1,3})分の(?P<ja1>[一二三四五六七八九十\d]{1,3})|百分之(?P<zh>\d{1,3}(?:\.\d{1,6})?|[零〇一二两三四五六七八九十百]{1,5}(?:点[零〇一二三四五六七八九]{1,6})?)|(?P<ja3>\d{1,6})人に(?P<ja4>\d)人|(?P<ja2>半分|半数|一半)",
    re.I,
)


@dataclass(frozen=True)
class Fraction:
    """A part of a whole at [start, end) of a text, and the percents that somebody may write for it."""

    start: int
    end: int
    percent: tuple[str, ...]


def fractions(text: str) -> Iterator[Fraction]:
    """Every part of a whole that a text tells in words."""
    for match in _FRACTION.finditer(text):
        part = [value for value in match.groups() if value]
        if match["zh"]:
            yield Fraction(*match.span(), (_plain(_percent(match["zh"])),))
            continue
        if match["ja"] or match["ja3"]:
            whole, count = map(int, map(kanji, part))
        else:
            whole, count = _PARTS[folded(part[-1])], _count(part[0]) if len(part) > 1 else 1
        if 0 < count < whole:
            yield Fraction(*match.span(), percents(Decimal(count) / Decimal(whole)))


def _percent(written: str) -> Decimal:
    """十七, 三点五, 12.5."""
    if written[0].isdecimal():
        return Decimal(written)
    whole, _, digits = written.partition("点")
    return kanji(whole) + sum((kanji(sign).scaleb(-at) for at, sign in enumerate(digits, 1)), Decimal(0))


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[folded(word)]


def percents(share: Decimal) -> tuple[str, ...]:
    """A share as somebody may write it in percent: 2/3 is 67, 66, 66.7 and 66.67."""
    steps = [Decimal(1), Decimal("0.1"), Decimal("0.01")]
    exact = 100 * share
    if exact == exact.quantize(steps[-1]) or exact < 1:
        return (_plain(exact),)
    written = [exact.quantize(step) for step in steps] + [exact.quantize(steps[0], ROUND_DOWN)]
    return tuple(dict.fromkeys(map(_plain, written)))


def _plain(value: Decimal) -> str:
    written = format(value.quantize(Decimal("0.000001")), "f").rstrip("0").rstrip(".")
    return written.lstrip("0") or "0"
