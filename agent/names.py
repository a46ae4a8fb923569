"""Proper names, identifiers and versions in a text. Pure.

A name is certain where its script marks it (a capital inside a sentence, two in a row, a title before it) and likely
where capitals say little: at the beginning of a sentence, for a lone German noun, for katakana.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.dates import MONTHS
from agent.languages import EVERY_STOP
from agent.words import DENSE, folded, listed

_IDENTIFIER = re.compile(
    r"`(?P<span>[^`\n]{1,200})`"
    r"|(?<![\w.@/-])(?P<path>(?:[\w.-]+)?(?:/[\w.-]+){2,}|--[a-z][\w-]+|(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*\(\)|[A-Za-z_]\w*\(\))"
    r"|(?<![\w.])(?P<version>(?!\d{1,3}(?:\.\d{3})+(?![\d.]))v?\d+(?:\.\d+){2,}(?:[-+][\w.]+)?|v\d+(?:\.\d+)?)(?!\w)"
    r"|(?<![^\W_])(?P<snake>[A-Za-z]\w*_\w+|[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z]+(?:[A-Z][a-z0-9]+){1,})(?!\w)"
    r"|(?<![\w.,])(?P<mixed>[A-Za-z]{1,15}(?:-?\d{1,8})(?:[-.]?[A-Za-z0-9]{1,10})*|\d{1,4}[A-Z]{1,3}(?![a-z]))(?![\w])",
    re.A,
)
_NO_CODE = re.compile(r"(?i:(?:q[1-4])|(?:\d+(?:k|m|mm|cm|km|kg|mb|gb|tb|kb|kw|mw|gw|w|v|l|bn|hz|ghz|mhz|c|f)))")
_SEPARATORS = re.compile(r"[-_\s`]+")
_UPPER = r"A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŐŒŔŘŚŞŠŤŪŮŰŲŹŻŽА-ЯЁІЇЄΑ-Ω"
_CAPITAL = re.compile(rf"(?<![^\W{DENSE}])[{_UPPER}](?:(?![{DENSE}])[^\W\d_])*")
_BEGINS = re.compile(r"(?:^|[.!?:;…|•]|[\"“„«‚‘(\[*#>]|^\s*[-–—]|\n)[\s\"“„«»‚‘'(*_\[]*$")
_JAPANESE = re.compile(
    r"(?P<sure>[\u30a0-\u30ffー]{1,20}(?:・[\u30a0-\u30ffー]{1,20})+|[\u4e00-\u9fff々]{1,6}"
    r"(?=氏|さん|様|首相|大統領|社長|議員|選手|容疑者)"
    r"|(?<=株式会社)[\u30a0-\u30ff\u4e00-\u9fff]{2,10}|[\u4e00-\u9fff]{1,4}(?:県|市|区|町|村|都|府|省|庁|駅)(?![\u4e00-\u9fff]))"
    r"|(?P<maybe>[\u30a1-\u30faー]{3,20})"
)
# Chinese: who speaks or bears an office before the name, and bodies whose kind ends it.
_CHINESE = re.compile(
    r"(?<=馆长|局长|部长|校长|院长|市长|省长|主席|总裁|经理|教授|博士|主任|总监|记者)[\u4e00-\u9fff]{2,3}?"
    r"(?=说|指出|表示|称|认为|介绍|在|则|也|还|将|是|曾|告诉|强调|透露|宣布|[，。：、])"
    r"|[\u4e00-\u9fff]{2}(?:出版社|大学|银行|集团|医院|研究所|协会|基金会)"
)
_TITLES = listed("""
    herr frau herrn dr prof firma konzern präsident präsidentin minister ministerin kanzler kanzlerin ceo chef
    chefin hersteller unternehmen stadt mr mrs ms pan pani señor señora monsieur madame
""")
_GERMAN_END = re.compile(
    r"(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|ment|nis|nisse|ismus|tum|innen|enden|"
    r"ling|zeit|jahr|weise|fall|zahl|preis|recht|kraft|stoff|teil|werk|platz)$"
)
_GERMAN = listed("""
    zukunft höhe kraft betrieb bezug frage euro prozent strom wasser hause bedarf ansicht angaben abschluss beginn
    ende gas geld zeit luft wärme energie teilen räumen ruhe kürze folge form gefahr sicht summe verbindung wahrheit
    wirklichkeit fuß bau bestand umsatz gewinn verlust verkauf kauf eintritt zutritt rauchen parken personal verkehr
    streit druck erfolg
""")
# English adjectives of countries, which a source may name instead.
_COUNTRIES = {
    folded(adjective): country.split()
    for line in """
        british: britain uk kingdom | english: england | scottish: scotland | irish: ireland | french: france
        german: germany | dutch: netherlands holland | belgian: belgium | swiss: switzerland | austrian: austria
        italian: italy | spanish: spain | portuguese: portugal | polish: poland | czech: czechia | danish: denmark
        swedish: sweden | norwegian: norway | finnish: finland | greek: greece | turkish: turkey | russian: russia
        ukrainian: ukraine | hungarian: hungary | romanian: romania | american: us usa america states
        canadian: canada | mexican: mexico | brazilian: brazil | chinese: china | japanese: japan | korean: korea
        indian: india | australian: australia | israeli: israel | egyptian: egypt | european: europe eu
    """.strip().splitlines()
    for adjective, _, country in (entry.strip().partition(": ") for entry in line.split("|"))
}
# Ends of nouns and adverbs that begin a sentence without being a name.
_COMMON_END = re.compile(
    r"(?:ing|ly|tions?|ments?|ness|it(?:y|ies)|ances?|ences?|ers|ors|ists|ses|ges|ces|ches|ths|als|ings|ures?|ages?|ism|"
    r"hood|ship|ful|able|ible|ous|ive|less|ward|wise|ción|ciones|dad|dades|mente|ment|ements|ité|ités|eurs?|"
    r"ość|anie|enie)$"
)
_COMMON = listed("""
    sales revenue revenues profit profits price prices cost costs people users staff women men children students
    demand supply water energy power data research results studies study work workers teams team members customers
    clients guests visitors passengers tickets trains flights flight train bus buses cars car hotels rooms room food
    meals lunch dinner breakfast coffee tea delivery shipping orders order payments payment bank banks taxes tax law
    laws rules rule total note yes no none today tomorrow yesterday first second third next last finally later
    earlier soon once here there instead overall meanwhile moreover furthermore additionally similarly likewise
    hence indeed so thus if when please see use open run set add make take get go try new old good best better most
    many few several some all both half part parts section step steps option options example examples following
    above below among unlike like despite besides due given based anyone everyone everybody nobody somebody
    something anything everything nothing bookings night nights day days week weeks month months year years hours
    minutes weekdays weekends weight size height screen battery memory storage support access entry parking smoking
    pets dogs cats kids adults seniors groups free full early late long short high low large small big average
    minimum maximum summer winter spring autumn fall morning evening doctors patients drivers owners tenants buyers
    sellers farmers teachers pupils schools houses homes ventas precio precios clientes usuarios personas empresas
    ingresos gastos ventes prix clients ceny cena klienci koszty sprzedaż ludzie goście
""")


@dataclass(frozen=True)
class Name:
    """A name or an identifier at [start, end) of a text, `text` as it is compared; `sure` that it is one."""

    start: int
    end: int
    text: str
    sure: bool = True
    code: bool = False


def identifiers(text: str) -> Iterator[Name]:
    """Code spans, paths, versions, names with an underscore, a hump or a digit in them."""
    for match in _IDENTIFIER.finditer(text):
        if match.lastgroup != "mixed" or not _NO_CODE.fullmatch(match.group()):
            yield Name(*match.span(), code_key(match.group()), code=True)


def code_key(written: str) -> str:
    """An identifier as it is compared: GPT 5 and gpt-5 are one, v1.2.0 and 1.2.0 too."""
    key = _SEPARATORS.sub("", written).casefold()
    return key[1:] if re.match(r"v\d", key) else key


def names(text: str, language: str = "") -> Iterator[Name]:
    """Proper names, a word each."""
    yield from _japanese(text)
    yield from (Name(*match.span(), match.group()) for match in _CHINESE.finditer(text))
    found = [match for match in _CAPITAL.finditer(text) if _counts(match.group())]
    for at, match in enumerate(found):
        word = match.group()
        before = bool(at) and text[found[at - 1].end() : match.start()] in (" ", "\u00a0", "-", ". ")
        after = at + 1 < len(found) and text[match.end() : found[at + 1].start()] in (" ", "\u00a0", "-", ". ")
        begins = _BEGINS.search(text[max(0, match.start() - 12) : match.start()]) is not None or not match.start()
        if begins and not before and _common(word) and not (after and word.isupper()):
            continue
        sure = _sure(text, match, language, begins, before, after)
        yield Name(*match.span(), folded(word), sure)


def _sure(text: str, match: re.Match[str], language: str, begins: bool, before: bool, after: bool) -> bool:
    word = match.group()
    if (word.isupper() and len(word) > 1) or any(map(str.isupper, word[2:])):
        return True
    if language == "de":
        return before or _titled(text, match.start()) or _german(text, match, begins)
    return True if not begins else (after or before or language in ("", "en", "fr", "es", "pl", "ru"))


def _german(text: str, match: re.Match[str], begins: bool) -> bool:
    """Whether a German noun stands where names stand, without an article, and does not look like another noun."""
    word = match.group()
    if _GERMAN_END.search(word) or folded(word) in _GERMAN:
        return False
    if begins:
        return not re.search(r"(?:e|en|er|n|s)$", word)
    return re.search(r"\b(?:nach|in|aus|bei|laut)\s$", text[max(0, match.start() - 6) : match.start()]) is not None


def _titled(text: str, at: int) -> bool:
    word = re.search(r"(\w+)\.?\s$", text[max(0, at - 20) : at])
    return word is not None and folded(word[1]) in _TITLES


def _counts(word: str) -> bool:
    """A month is a date, and what is always small is no name."""
    return len(word) > 1 and folded(word) not in EVERY_STOP and folded(word) not in MONTHS


def _common(word: str) -> bool:
    plain = folded(word)
    return plain in _COMMON or bool(_COMMON_END.search(plain)) or plain in _TITLES


def _japanese(text: str) -> Iterator[Name]:
    for match in _JAPANESE.finditer(text):
        yield Name(*match.span(), folded(match.group()), sure=match["sure"] is not None)


def alike(name: str, word: str, *, inflected: bool = False) -> bool:
    """Whether a word is a form of a name (both folded): plural and genitive, an adjective of it, and in languages
    that inflect names (Polish, Russian) another ending."""
    if name == word:
        return True
    short, long = sorted((name, word), key=len)
    if long.startswith(short) and (len(short) >= 4 or long[len(short) :] in ("s", "es")):
        return len(long) - len(short) <= (3 if len(short) >= 4 else 2)
    if not inflected:
        return False
    shared = next((at for at, (one, other) in enumerate(zip(short, long, strict=False)) if one != other), len(short))
    return shared >= max(3, len(short) - 2) and len(long) - shared <= 3


def of_a_country(name: str) -> tuple[str, ...]:
    """What else a source may call it: the country of an adjective, the adjective of a country."""
    adjectives = (adjective for adjective, countries in _COUNTRIES.items() if name in countries)
    return (*_COUNTRIES.get(name, ()), *adjectives)
