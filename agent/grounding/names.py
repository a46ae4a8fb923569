"""Proper names, identifiers and versions in a text. Pure.

A name is certain where its script marks it (a capital inside a sentence, two in a row, a title before it) and likely
where capitals say little: at the beginning of a sentence, for a lone German noun, for katakana.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

from agent.documents.words import DENSE, folded, listed
from agent.grounding.languages import EVERY_STOP, NEGATES
from agent.grounding.measures import CURRENCIES, UNITS
from agent.grounding.months import ALSO_NAMES, MONTHS

_IDENTIFIER = re.compile(
    r"`(?P<span>[^`\n]{1,200})`"
    r"|(?<![\w.@/-])(?P<path>(?:[\w.-]+)?(?:/[\w.-]+){2,}|--[a-z][\w-]+|(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*\(\)|[A-Za-z_]\w*\(\))"
    r"|(?<![\w.])(?P<version>(?!\d{1,3}(?:\.\d{3})+(?![\d.]))v?\d+(?:\.\d+){2,}(?:[-+][\w.]+)?|v\d+(?:\.\d+)?)(?!\w)"
    r"|(?<![^\W_])(?P<snake>[A-Za-z]\w*_\w+|[a-z]+(?:[A-Z][a-z0-9]+)+|[A-Z][a-z]+(?:[A-Z][a-z0-9]+){1,})(?!\w)"
    r"|(?<![\w.,])(?P<mixed>[A-Za-z]{1,15}(?:-?\d{1,8})(?:[-.]?[A-Za-z0-9]{1,10})*|\d{1,4}[A-Z]{1,3}(?![a-z]))(?![\w])",
    re.A,
)
_NO_CODE = re.compile(r"(?i:(?:q[1-4])|(?:\d+(?:k|m|mm|cm|km|kg|mb|gb|tb|kb|kw|mw|gw|w|v|l|bn|hz|ghz|mhz|c|f)))")
_COUNTED = re.compile(r"\d[\d.,]*[ \u00a0]?([^\W\d_]{1,16}|%)[ \u00a0]\Z")
_SEPARATORS = re.compile(r"[-_\s`]+")
UPPER = r"A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŐŒŔŘŚŞŠŤŪŮŰŲŹŻŽА-ЯЁІЇЄΑ-Ω"
_CAPITAL = re.compile(rf"(?<![^\W{DENSE}])[{UPPER}](?:(?![{DENSE}])[^\W\d_])*")
_BEGINS = re.compile(r"(?:^|[.!?:;…|•]|[\"“„«‚‘(\[*#>]|^\s*[-–—]|\n)[\s\"“„«»‚‘'(*_\[]*$")
_ABBREVIATED = re.compile(
    r"(?:\b(?:dr|prof|mr|mrs|ms|mx|st|sra?|srta|mme|mlle|mgr|inż|hab|cllr|rev|gen|col|capt|lt|sgt|hon|dra)|\b[^\W\d_])\.\s$",
    re.I,
)
_JAPANESE = re.compile(
    r"(?P<sure>[\u30a0-\u30ffー]{1,20}(?:・[\u30a0-\u30ffー]{1,20})+|[\u4e00-\u9fff々]{1,6}"
    r"(?=氏|さん|様|首相|大統領|社長|議員|選手|容疑者)"
    r"|[\u4e00-\u9fff々]{3,5}(?=(?:部|課|会|館|市|町|村|議|校|園|院|所|店|局|委員)長|知事|教授|博士|監督|大臣|弁護士|医師|先生)"
    r"|(?<=[長授事督士]の)[\u4e00-\u9fff々]{3,5}(?=[がはもをに、])"
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
    chefin hersteller unternehmen stadt mr mrs ms mx sir lord lady dame sra sr srta don doña mme mlle mgr pan pani
    panią pana panu państwo señor señora monsieur madame doctor doctora docteur professor profesor profesora
    professeur president presidente presidenta président présidente prezydent councillor chairman chairwoman
    mayor minister senator captain
""")
# What is written large to be read as well, and no abbreviation.
_LOUD = listed("ob and or all any the you und oder et ou y o i lub im in on")
# What everybody knows: it is named without a source's having to.
_KNOWN = listed("earth moon sun internet web god christmas easter erde mond sonne ziemia tierra terre")
_MONTHS = MONTHS.keys() - ALSO_NAMES
_COINS = listed("franc francs franken dollar dollars pound pounds peso pesos rupees krona kronor krone kroner koruna")
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
# Countries by their adjectives and inhabitants, adjectives by their countries: what a source may say instead.
_COUNTRIES: dict[str, list[str]] = {}
for _line in """
        british: britain uk kingdom | english: england | scottish: scotland | irish: ireland | french: france
        german: germany | dutch: netherlands holland | belgian: belgium | swiss: switzerland | austrian: austria
        italian: italy | spanish: spain | portuguese: portugal | polish: poland | czech: czechia | danish: denmark
        swedish: sweden | norwegian: norway | finnish: finland | greek: greece | turkish: turkey | russian: russia
        ukrainian: ukraine | hungarian: hungary | romanian: romania | american: us usa america states
        canadian: canada | mexican: mexico | brazilian: brazil | chinese: china | japanese: japan | korean: korea
        indian: india | australian: australia | israeli: israel | egyptian: egypt | european: europe eu
        kenyan: kenya | ethiopian: ethiopia | moroccan: morocco | nigerian: nigeria | ghanaian: ghana
        african: africa | asian: asia | thai: thailand | vietnamese: vietnam
        indonesian: indonesia | malaysian: malaysia | filipino: philippines | pakistani: pakistan | iranian: iran
        iraqi: iraq | saudi: arabia | syrian: syria | lebanese: lebanon | afghan: afghanistan | cuban: cuba
        argentine: argentina | argentinian: argentina | chilean: chile | peruvian: peru | colombian: colombia
        venezuelan: venezuela | icelandic: iceland | estonian: estonia | latvian: latvia | lithuanian: lithuania
        slovak: slovakia | slovenian: slovenia | slovene: slovenia | croatian: croatia | serbian: serbia
        bulgarian: bulgaria | albanian: albania | maltese: malta | cypriot: cyprus | welsh: wales | zealander: zealand
        dane: denmark | danes: denmark | swede: sweden | swedes: sweden | finn: finland | pole: poland | poles: poland
        briton: britain uk | scot: scotland | spaniard: spain | turk: turkey | frenchman: france | frenchwoman: france
        dutchman: netherlands | englishman: england | irishman: ireland | czechs: czechia | welshman: wales
        usa: us america states | us: usa america states | uk: britain kingdom | eu: europe union | un: nations
        united: us usa uk un uae | states: us usa | kingdom: uk | nations: un | union: eu
        dänemark: dänisch dänische dänischen dänischer däne dänin
        frankreich: französische französischen französischer
        deutschland: deutsche deutschen deutscher deutsches | polen: polnische polnischen polnischer pole polin
        italien: italienische italienischen italienischer | spanien: spanische spanischen spanischer
        schweiz: schweizer schweizerische schweizerischen | österreich: österreichische österreichischen österreicher
        england: englische englischen engländer | china: chinesische chinesischen | japan: japanische japanischen
        schweden: schwedische schwedischen schwedischer | norwegen: norwegische norwegischen norwegischer
        niederlande: niederländische niederländischen niederländischer | russland: russische russischen russischer
        france: français française françaises | allemagne: allemand allemande allemands allemandes
        italie: italien italienne italiens italiennes | espagne: espagnol espagnole espagnols espagnoles
        suède: suédois suédoise | danemark: danois danoise danoises | norvège: norvégien norvégienne
        pologne: polonais polonaise polonaises | suisse: helvétique | maroc: marocain marocaine
        españa: español española españoles españolas | francia: francés francesa franceses
        alemania: alemán alemana alemanes alemanas | italia: italiano italiana italianos | polonia: polaco polaca
        niemcy: niemiecki niemiecka niemieckie niemieckiego niemieckiej niemieckich niemiec niemka
        francja: francuski francuska francuskie francuskiego francuskiej francuz francuzka
        dania: duński duńska duńskie duńskiego duńskiej | szwecja: szwedzki szwedzka szwedzkie szwedzkiego szwedzkiej
        polska: polski polskie polskiego polskiej polskich polak polka
    """.strip().splitlines():
    for _word, _, _others in (entry.strip().partition(": ") for entry in _line.split("|")):
        _COUNTRIES.setdefault(folded(_word), []).extend(map(folded, _others.split()))
# What begins a sentence and is no name, if what follows it shows a plural or a noun: "Parents who", "Critics of".
_PLURAL = re.compile(r"[^su'’]s\Z")
_AFTER_PLURAL = re.compile(
    r"\s(?:are|were|have|do|don|who|whose|which|that|of|for|with|without|from|in|on|at|say|said|argue|claim|fear|under|over|aged|between|to|must|can|"
    r"cannot|may|should|will|need|pay|want|get|[a-z]{3,}ed)\b"
)
_OF_THE = re.compile(r"\sof\s(?=[a-z])")  # "Removal of the format"
_LIKE_COMMON = re.compile(r"(?:[nrtc]al|ary|ish|[a-z]{4}[^em]ed|ates?|ancy|ency|ability|phy|logy)\Z")
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
    outside inside beyond beside across along throughout opposite near nearby off once whenever wherever whoever
    whatever provided perhaps maybe often sometimes seldom rarely almost nearly together apart away up down back
    again always
    never ever whether unless except regardless according half double twice whose others another neither either none
    depending thanks compared contrary such certain several various numerous plenty enough little less least fewer
    nonetheless nevertheless otherwise therefore consequently accordingly subsequently afterwards
    beforehand recently currently nowadays tonight someone wind rain snow
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
        if not (match["span"] or "").isdecimal() and not (match["mixed"] and _NO_CODE.fullmatch(match.group())):
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
        before = bool(at) and _next(text, found[at - 1], match) and folded(found[at - 1].group()) not in UNITS
        after = sum(1 for _ in takewhile(lambda pair: _next(text, *pair), pairwise(found[at : at + 3])))
        begins = _begins(text, match.start())
        if folded(word) in _TITLES or (begins and not before and _common(word) and not (after and word.isupper())):
            continue
        sure = _sure(text, match, language, begins and not before, before, after)
        yield Name(*match.span(), folded(word), sure)


def _begins(text: str, at: int) -> bool:
    """Whether a sentence, a line or a quote begins there; not so behind "Mr." or "J."."""
    if not at:
        return True
    ahead = text[max(0, at - 12) : at]
    return _BEGINS.search(ahead) is not None and _ABBREVIATED.search(ahead) is None


def _next(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    return text[one.end() : other.start()] in (" ", "\u00a0", "-", ". ")


def _sure(text: str, match: re.Match[str], language: str, begins: bool, before: bool, after: int) -> bool:
    """Whether a word is a name beyond doubt; `after` is how many stand behind it."""
    word = match.group()
    if (word.isupper() and len(word) > 1) or any(map(str.isupper, word[2:])):
        return True
    if language in ("", "de") and behind_unit(text, match.start()):
        return False
    if folded(word) in _KNOWN and not before and not after:
        return False
    behind = re.match(r"\s(\w+)", text[match.end() : match.end() + 20])
    if behind and folded(behind[1]) in _COINS:  # Swiss francs
        return False
    if language == "de":
        return before or _titled(text, match.start()) or _german(text, match, begins)
    if begins and after:  # "Engineer Josiah Calloway"
        return after == 1 and language in ("", "en")
    return not begins or (language in ("", "en") and not _may_be_common(text, match))


def _may_be_common(text: str, match: re.Match[str]) -> bool:
    """Whether an English sentence may begin with a word that is no name: "Residents registered in", "Graphite is"."""
    word = match.group()
    plural = _PLURAL.search(word) is not None and _AFTER_PLURAL.match(text, match.end()) is not None
    if _OF_THE.match(text, match.end()):
        return True
    return plural or _LIKE_COMMON.search(word) is not None


def _german(text: str, match: re.Match[str], begins: bool) -> bool:
    """Whether a German noun stands where names stand, without an article, and does not look like another noun."""
    word = match.group()
    if _GERMAN_END.search(word) or folded(word) in _GERMAN:
        return False
    if begins:
        return not re.search(r"(?:e|en|er|n|s|ig|isch|lich|bar|los)$", word)
    return re.search(r"\b(?:nach|in|aus|bei|laut)\s$", text[max(0, match.start() - 6) : match.start()]) is not None


def behind_unit(text: str, at: int) -> bool:
    """Whether what begins there is counted: "20 Prozent Rabatt", "3 Liter Wasser"."""
    unit = _COUNTED.search(text, max(0, at - 30), at)
    return unit is not None and folded(unit[1]) in UNITS


def _titled(text: str, at: int) -> bool:
    word = re.search(r"(\w+)\.?\s$", text[max(0, at - 20) : at])
    return word is not None and folded(word[1]) in _TITLES


def _counts(word: str) -> bool:
    """A month is a date, a currency a unit, and what is always small is no name."""
    if len(word) in (2, 3) and word.isupper() and folded(word) in EVERY_STOP - NEGATES - _LOUD:
        return True
    return len(word) > 1 and not any(folded(word) in all_ for all_ in (EVERY_STOP, _MONTHS, CURRENCIES))


def _common(word: str) -> bool:
    plain = folded(word)
    return plain in _COMMON or bool(_COMMON_END.search(plain))


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


def spellings(written: str) -> tuple[str, ...]:
    """How else a name may be spelled: Mueller for Müller, Müller for Mueller; folded."""
    plain = written.translate(_WITHOUT) if not written.isascii() else written
    other = re.sub(r"(?<=[^aeoqu])([aou])e(?=[^aeiouy])", r"\1", written.casefold())
    return tuple(dict.fromkeys(one for one in (folded(plain), folded(other)) if one != folded(written)))


_WITHOUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa", "Å": "Aa"}
)


def of_a_country(name: str) -> tuple[str, ...]:
    """What else a source may call it: the country of an adjective, the adjective of a country."""
    adjectives = (adjective for adjective, countries in _COUNTRIES.items() if name in countries)
    return (*_COUNTRIES.get(name, ()), *adjectives)
