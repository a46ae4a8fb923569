"""The names of the months in many languages, and a pattern that finds them. Pure.

Those of languages that answers are mostly written in stand here with their short forms; those of others are Unicode's
CLDR, by babel, with the forms that it does not have ("в мае", "v květnu") here as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from babel import Locale

from agent.documents.words import folded, listed
from agent.grounding.numerals import one_of

_NAMES = (
    "january jan januar jänner enero ene janvier janv stycznia styczeń styczniu январе січні lednu",
    "february feb februar feber febrero février févr fevr lutego luty lutym феврале лютому únoru",
    "march mar märz maerz marzo mars marca marzec marcu марте березні březnu",
    "april apr abril abr avril avr kwietnia kwiecień kwietniu апреле квітні dubnu",
    "may mai mayo maja maj maju мае травні květnu",
    "june jun juni junio juin czerwca czerwiec czerwcu июне червні červnu",
    "july jul juli julio juillet juil lipca lipiec lipcu июле липні červenci",
    "august aug agosto ago août aout sierpnia sierpień sierpniu августе серпні srpnu",
    "september sep sept septiembre setiembre septembre września wrzesień wrześniu сентябре вересні",
    "october oct oktober okt octubre octobre października październik październiku октябре жовтні říjnu",
    "november nov noviembre novembre listopada listopad listopadzie ноябре листопаді",
    "december dec dezember dez diciembre dic décembre déc grudnia grudzień grudniu декабре грудні prosinci",
)
_OTHERS = ("it", "pt", "nl", "ru", "uk", "sv", "da", "nb", "tr", "cs", "ar", "ar_LB", "hi")
_SHORT_TOO = ("it", "pt", "nl", "ru", "sv", "da")
_OTHER_WORDS = listed("set out gen mag")  # "5 out of 10"


def _names() -> Iterator[tuple[str, int]]:
    yield from ((name, number) for number, names in enumerate(_NAMES, 1) for name in names.split())
    for code in _OTHERS:
        for widths in Locale.parse(code).months.values():
            for width in ("wide", "abbreviated") if code in _SHORT_TOO else ("wide",):
                yield from ((name.rstrip("."), number) for number, name in widths[width].items())


_SPELLED = {name: number for name, number in _names() if " " not in name and folded(name) not in _OTHER_WORDS}
MONTHS = {folded(name): number for name, number in _SPELLED.items()}
NOT_ALONE = listed("""
    mar may mars ene ago sept sep dec dic dez jan jun jul juli abr avr apr aug feb oct okt nov maj mai maja dej juil
    janv march luty giu lug ott fev mrt mart marts ocak aralık ekim nisan янв февр мар апр авг сент окт нояб дек آب
    تموز
""")
SMALL_ALONE = listed("mei maart марта maio")  # and names, with a capital
ALSO_NAMES = listed("mei mart nisan ekim eylül марта")
_FIRST = "".join(sorted({name[0] for name in _SPELLED}))
_ENDS = r"(?![\w\u0900-\u0963])"  # "\b", also behind the vowel signs of Devanagari
MONTH = rf"(?=[{_FIRST}])(?:{one_of(_SPELLED)}){_ENDS}\.?"  # looked at first: that is most of the speed


def month_of(written: str) -> int:
    return MONTHS[folded(written.rstrip("."))]


def stands_alone(written: str, *, first: bool) -> bool:
    """Whether a month without day and year is one: "may" and "mars" mean other things as well; `first` where it
    begins a text."""
    name, capital = folded(written.rstrip(".")), written[0].isupper()
    if name in SMALL_ALONE:
        return not capital
    return name not in NOT_ALONE or (capital and not first and name in ("may", "march", "mai"))
