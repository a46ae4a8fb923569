"""Numbers in words: "twenty-five", "zweihundertfünf", "quatre-vingt-dix", "ventotto", 二千五百. Pure.

Each language has a table of its own, since a word may be a number in one and none in another ("once", "elf"). One,
un, ein are articles as well, and numbers only beside another one ("one hundred", "twenty-one").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from agent.documents.words import folded, listed


def one_of(words: Iterable[str]) -> str:
    """A pattern of any of these words, by the letters that they share: as fast for many of them as for few."""
    all_ = sorted(set(words))
    by_first = groupby(filter(None, all_), key=lambda word: word[0])
    parts = [re.escape(first) + one_of(word[1:] for word in group) for first, group in by_first]
    return f"(?:{'|'.join(parts)}){'?' if '' in all_ else ''}" if parts else ""


def western(text: str) -> str:
    """A text with the digits of Arabic and Devanagari, and their signs between them, as others write them."""
    return text.translate(_WESTERN) if not text.isascii() and _OTHER_DIGIT.search(text) else text


_OTHER_DIGIT = re.compile(r"[٠-٩۰-۹०-९]")
_WESTERN = str.maketrans("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९٫٬٪", "0123456789" * 3 + ".,%")


def table(text: str) -> dict[str, str]:
    """Lines "value: word word …" as word to value."""
    lines = (line.partition(":") for line in text.strip().splitlines())
    return {folded(word): value.strip() for value, _, words in lines for word in words.split()}


def _numbers(text: str) -> dict[str, Decimal]:
    return {word: Decimal(value) for word, value in table(text).items()}


_WORDS: dict[str, dict[str, Decimal]] = {
    "en": _numbers("""
        1: first
        2: two second twice doubled
        3: three third thrice tripled threefold
        4: four fourth fourfold quadrupled
        5: five fifth fivefold
        6: six sixth
        7: seven seventh
        8: eight eighth
        9: nine ninth
        10: ten tenth tenfold
        11: eleven eleventh
        12: twelve twelfth
        13: thirteen thirteenth
        14: fourteen fourteenth
        15: fifteen fifteenth
        16: sixteen sixteenth
        17: seventeen seventeenth
        18: eighteen eighteenth
        19: nineteen nineteenth
        20: twenty twentieth
        30: thirty thirtieth
        40: forty
        50: fifty
        60: sixty
        70: seventy
        80: eighty
        90: ninety
        12: dozen
        100: hundred hundreds
        1000: thousand
    """),
    "de": _numbers("""
        1: erste ersten erster erstes
        1.5: anderthalb eineinhalb
        2: zwei zweite zweiten zweiter zweites zweimal doppelt verdoppelt zweifach
        3: drei dritte dritten drittes dritter dreimal dreifach verdreifacht
        4: vier vierte vierten viertes vierter viermal vierfach
        5: fünf fünfte fünften fünfmal
        6: sechs sechste sechsten
        7: sieben siebte siebten
        8: acht achte achten
        9: neun neunte neunten
        10: zehn zehnte zehnten zehnmal
        11: elf elfte elften
        12: zwölf zwölfte zwölften
        13: dreizehn
        14: vierzehn
        15: fünfzehn
        16: sechzehn
        17: siebzehn
        18: achtzehn
        19: neunzehn
        20: zwanzig
        30: dreißig dreissig
        40: vierzig
        50: fünfzig
        60: sechzig
        70: siebzig
        80: achtzig
        90: neunzig
        12: dutzend
        100: hundert
        1000: tausend
    """),
    "pl": _numbers("""
        1: pierwszy pierwsza pierwsze pierwszym pierwszej pierwszego
        1.5: półtora półtorej
        2: dwa dwie dwóch dwu dwaj dwoma dwoje drugi druga drugie drugim drugiej drugiego dwukrotnie
        3: trzy trzech trzej trzema troje trzeci trzecia trzecie trzecim trzeciej trzeciego trzykrotnie
        4: cztery czterech czterej czterema czworo czwarty czwarta czwarte czwartym czwartej czwartego czterokrotnie
        5: pięć pięciu pięcioro piąty piąta piąte piątym piątej
        6: sześć sześciu szósty szósta szóste szóstym szóstej
        7: siedem siedmiu siódmy siódma siódmej
        8: osiem ośmiu ósmy ósma ósmej
        9: dziewięć dziewięciu dziewiąty dziewiąta dziewiątej
        10: dziesięć dziesięciu dziesiąty dziesiąta dziesiątej
        11: jedenaście jedenastu
        12: dwanaście dwunastu
        13: trzynaście trzynastu
        14: czternaście czternastu
        15: piętnaście piętnastu
        16: szesnaście szesnastu
        17: siedemnaście siedemnastu
        18: osiemnaście osiemnastu
        19: dziewiętnaście dziewiętnastu
        20: dwadzieścia dwudziestu
        30: trzydzieści trzydziestu
        40: czterdzieści czterdziestu
        50: pięćdziesiąt pięćdziesięciu
        60: sześćdziesiąt sześćdziesięciu
        70: siedemdziesiąt siedemdziesięciu
        80: osiemdziesiąt osiemdziesięciu
        90: dziewięćdziesiąt dziewięćdziesięciu
        100: sto stu
        200: dwieście dwustu
        300: trzysta trzystu
        400: czterysta czterystu
        500: pięćset pięciuset
        600: sześćset sześciuset
        700: siedemset siedmiuset
        800: osiemset ośmiuset
        900: dziewięćset dziewięciuset
        12: tuzin tuziny tuzinów
        1000: tysiąc tysiące tysięcy
    """),
    "es": _numbers("""
        1: primero primera primer
        2: dos segundo segunda
        3: tres tercero tercera tercer
        4: cuatro cuarto cuarta
        5: cinco quinto quinta
        6: seis sexto sexta
        7: siete séptimo séptima
        8: ocho octavo octava
        9: nueve noveno novena
        10: diez décimo décima decena
        11: once
        12: doce docena
        13: trece
        14: catorce
        15: quince
        16: dieciséis
        17: diecisiete
        18: dieciocho
        19: diecinueve
        20: veinte veintena
        21: veintiún veintiuno veintiuna
        22: veintidós
        23: veintitrés
        24: veinticuatro
        25: veinticinco
        26: veintiséis
        27: veintisiete
        28: veintiocho
        29: veintinueve
        30: treinta
        40: cuarenta
        50: cincuenta
        60: sesenta
        70: setenta
        80: ochenta
        90: noventa
        100: cien ciento centenar
        200: doscientos doscientas
        300: trescientos trescientas
        400: cuatrocientos cuatrocientas
        500: quinientos quinientas
        600: seiscientos seiscientas
        700: setecientos setecientas
        800: ochocientos ochocientas
        900: novecientos novecientas
        1000: mil
    """),
    "fr": _numbers("""
        1: premier première
        2: deux deuxième second seconde doublé
        3: trois troisième triplé
        4: quatre quatrième
        5: cinq cinquième
        6: six sixième
        7: sept septième
        8: huit huitième
        9: neuf neuvième
        10: dix dixième dizaine
        11: onze
        12: douze douzaine
        13: treize
        14: quatorze
        15: quinze quinzaine
        16: seize
        20: vingt vingts vingtaine
        30: trente trentaine
        40: quarante quarantaine
        50: cinquante cinquantaine
        60: soixante soixantaine
        70: septante
        80: huitante octante
        90: nonante
        100: centaine
        100: cent cents
        1000: mille
    """),
    "it": _numbers("""
        1: primo prima
        2: due secondo seconda doppio raddoppiato
        3: tre terzo terza triplo triplicato
        4: quattro quarto quarta
        5: cinque quinto quinta
        6: sei sesto sesta
        7: sette settimo settima
        8: otto ottavo ottava
        9: nove nono nona
        10: dieci decimo decima decina
        11: undici
        12: dodici dozzina
        13: tredici
        14: quattordici
        15: quindici quindicina
        16: sedici
        17: diciassette
        18: diciotto
        19: diciannove
        20: venti ventina
        30: trenta trentina
        40: quaranta
        50: cinquanta
        60: sessanta
        70: settanta
        80: ottanta
        90: novanta
        100: cento centinaio centinaia
        1000: mille mila migliaio migliaia
    """),
    "pt": _numbers("""
        1: primeiro primeira
        2: dois duas segundo segunda dobro
        3: três terceiro terceira triplo
        4: quatro quarto quarta
        5: cinco quinto quinta
        6: seis sexto sexta
        7: sete sétimo sétima
        8: oito oitavo oitava
        9: nove nono nona
        10: dez décimo décima dezena
        11: onze
        12: doze dúzia
        13: treze
        14: catorze quatorze
        15: quinze
        16: dezesseis dezasseis
        17: dezessete dezassete
        18: dezoito
        19: dezenove dezanove
        20: vinte
        30: trinta
        40: quarenta
        50: cinquenta
        60: sessenta
        70: setenta
        80: oitenta
        90: noventa
        100: cem cento centena
        200: duzentos duzentas
        300: trezentos trezentas
        400: quatrocentos quatrocentas
        500: quinhentos quinhentas
        600: seiscentos seiscentas
        700: setecentos setecentas
        800: oitocentos oitocentas
        900: novecentos novecentas
        1000: mil
    """),
    "nl": _numbers("""
        1: eerste
        1.5: anderhalf anderhalve
        2: twee tweede dubbel verdubbeld tweemaal
        3: drie derde driemaal
        4: vier vierde viermaal
        5: vijf vijfde
        6: zes zesde
        7: zeven zevende
        8: acht achtste
        9: negen negende
        10: tien tiende tientallen
        11: elf elfde
        12: twaalf twaalfde dozijn
        13: dertien
        14: veertien
        15: vijftien
        16: zestien
        17: zeventien
        18: achttien
        19: negentien
        20: twintig
        30: dertig
        40: veertig
        50: vijftig
        60: zestig
        70: zeventig
        80: tachtig
        90: negentig
        100: honderd
        1000: duizend
    """),
}


def _written_as_one(tongue: str, ones: str, tens: str, joint: str) -> dict[str, Decimal]:
    """21 to 99, hundreds and thousands in languages that write them as one word: ventuno, vijfentwintig, duecento."""
    known = _WORDS[tongue]
    found: dict[str, Decimal] = {}
    for ten in tens.split():
        for value, one in enumerate(ones.split(), 1):
            short = ten[:-1] if one[0] in "uo" else ten  # ventuno, ventotto
            word = f"{one}{joint}{ten}" if joint else f"{short}{one}"
            found[word] = known[ten] + value
    many = {one: value for one, value in (*known.items(), *found.items()) if value == int(value)}
    below = {one: value for one, value in many.items() if value < 100}
    for word, times in (("cento", 100), ("honderd", 100), ("mila", 1000), ("duizend", 1000)):
        if word in known:
            counts = below if times == 1000 else dict(zip(ones.split(), map(Decimal, range(1, 10)), strict=True))
            found |= {f"{one}{word}": value * times for one, value in counts.items() if value > 1}
            found |= {f"{word}{one}": times + value for one, value in below.items() if times == 100}
    return found


_WORDS["it"] |= _written_as_one(
    "it",
    "uno due tre quattro cinque sei sette otto nove",
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "",
)
_WORDS["nl"] |= _written_as_one(
    "nl",
    "een twee drie vier vijf zes zeven acht negen",
    "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
    "en",
)
# Numbers in one language that are other words in another: none where the language is not known.
_AMBIGUOUS = listed("""
    once elf sept dos sto mil cent cents second seconde dix acht onze quinze due sei tre otto nove sette venti prima
    primo secondo seconda mila doze dez oito sete quarto quarta segunda cem nona nono dobro dubbel tiende
""")
_EVERY = {word: value for words in _WORDS.values() for word, value in words.items() if word not in _AMBIGUOUS}
_KNOWN = {"": _EVERY, **{tongue: {**_EVERY, **words} for tongue, words in _WORDS.items()}}
_ONE = listed("one a an ein eine einer einem einen un une uno una jeden jedna jedno um uma een")
_AND = listed("and und y et i e")
# These multiply what stands before them.
_TIMES = listed("""
    dozen hundred hundreds thousand dutzend hundert tausend tuzin tuziny tuzinów tysiąc tysiące tysięcy mil cent cents
    mille mila honderd duizend
""")
_GAPS = (" ", "-", "\u00a0", "‑")
_LETTERS = re.compile(r"[^\W\d_]{1,40}")
_GERMAN_HALF = re.compile(r"(\w+)einhalb\Z")
_ONES = {"ein": Decimal(1), **_WORDS["de"]}
_GERMAN_ORDINAL = re.compile(r"(\w{6,}?)s?te[nrsm]?\Z")
_DIGITS = ("〇零", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九")
_KANJI = {sign: value for value, signs in enumerate(_DIGITS) for sign in signs}
_SMALL = {"十": 10, "百": 100, "千": 1_000, "십": 10, "백": 100, "천": 1_000}
_LARGE = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12, "만": 10**4, "억": 10**8, "조": 10**12}
_SIGN = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\S")


@dataclass(frozen=True)
class Numeral:
    """A number in words at [start, end) of a text."""

    start: int
    end: int
    value: Decimal


class _Word(NamedTuple):
    """A word of a number at [start, end): its value, 0 for an "and"; `one` that it may be an article."""

    start: int
    end: int
    value: Decimal
    times: bool = False
    one: bool = False


def numerals(text: str, tongue: str = "") -> Iterator[Numeral]:
    """The numbers in words of a text; `tongue` is its language where it is known."""
    known = _KNOWN.get(tongue, _EVERY)
    run: list[_Word] = []
    for match in _LETTERS.finditer(text):
        word = _word(match, known, german=tongue in ("", "de"))
        if run and (word is None or text[run[-1].end : match.start()] not in _GAPS):
            yield from _read(run)
            run = []
        if word is not None:
            run.append(word)
    yield from _read(run)


def _word(match: re.Match[str], known: Mapping[str, Decimal], *, german: bool) -> _Word | None:
    word = folded(match.group())
    value = known.get(word) or (_german(word) if german and len(word) > 8 else None)
    if value is not None:
        return _Word(*match.span(), value, word in _TIMES)
    if word in _ONE:
        return _Word(*match.span(), Decimal(1), one=True)
    return _Word(*match.span(), Decimal(0)) if word in _AND else None


def _read(run: Sequence[_Word]) -> Iterator[Numeral]:
    """The numbers that words in a row make, one after the other. A "one" that stands alone is none."""
    at = 0
    while at < len(run):
        number, at = _first(run, at)
        if number:
            yield number


def _first(run: Sequence[_Word], at: int) -> tuple[Numeral | None, int]:
    """The number that begins with a word, as long as words go on with it, and where the next one begins."""
    taken: list[_Word] = []
    total, current, joined = Decimal(0), Decimal(0), False
    while at < len(run):
        word = run[at]
        if not word.value:
            joined, at = True, at + 1
            continue
        if taken and not _goes_on(current, total, word, joined):
            break
        total, current = _with(total, current, word)
        taken.append(word)
        joined, at = False, at + 1
    if all(word.one for word in taken):
        return None, at
    return Numeral(taken[0].start, taken[-1].end, total + current), at


def _with(total: Decimal, current: Decimal, word: _Word) -> tuple[Decimal, Decimal]:
    if word.times:
        current = max(current, Decimal(1)) * word.value
        return (total + current, Decimal(0)) if word.value == 1000 else (total, current)
    return total, Decimal(80) if current == 4 and word.value == 20 else current + word.value


def _goes_on(current: Decimal, total: Decimal, word: _Word, joined: bool) -> bool:
    """Whether a word goes on with the number before it: "sixty-two", "two hundred", "soixante-dix"."""
    if word.times:
        return not joined and 0 < current < (1000 if word.value == 1000 else 100)
    if current == 0:
        return total != 0 and not word.one
    if current % 100 == 0:
        return word.value < 100
    tens = current % 100
    if tens == 10:  # dix-sept
        return not joined and 7 <= word.value <= 9
    if tens == 4 and word.value == 20:
        return not joined
    if tens in (60, 80) and 10 <= word.value < 20:
        return True
    return tens % 10 == 0 and tens >= 20 and word.value < 10 and word.value == int(word.value)


def _german(word: str) -> Decimal | None:
    """zweihundertfünfundzwanzig, zwölftausend, dreieinhalb."""
    if half := _GERMAN_HALF.match(word):
        whole = _WORDS["de"].get(half[1])
        return whole + Decimal("0.5") if whole else None
    if (ordinal := _GERMAN_ORDINAL.match(word)) and (value := _part(ordinal[1])):
        return value
    for sign, times in (("tausend", 1000), ("hundert", 100)):
        before, found, after = word.partition(sign)
        if found:
            first, rest = _part(before), _part(after.removeprefix("und"))
            return None if first is None or rest is None else (first or 1) * times + rest
    ones, found, tens = word.partition("und")
    value, ten = _ONES.get(ones), _WORDS["de"].get(tens)
    return value + ten if found and value and ten and ten >= 20 else None


def _part(word: str) -> Decimal | None:
    if word in ("", "ein"):
        return Decimal(len(word) and 1)
    return _WORDS["de"].get(word) or (_german(word) if len(word) > 8 else None)


def kanji(text: str) -> Decimal:
    """2億4千万, 3万6,500, 二千五百, 4,400万: digits and signs in a row, as many as make one number."""
    total, section, number = Decimal(0), Decimal(0), Decimal(0)
    for sign in _SIGN.findall(text):
        if sign in _KANJI:
            number = number * 10 + _KANJI[sign]
        elif sign in _SMALL:
            section, number = section + (number or 1) * _SMALL[sign], Decimal(0)
        elif sign in _LARGE:
            total, section, number = total + ((section + number) or 1) * _LARGE[sign], Decimal(0), Decimal(0)
        else:
            number = Decimal(sign.replace(",", ""))
    return total + section + number
