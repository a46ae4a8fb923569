"""Whether words give an amount and nothing else, of something that a condition is not about: a price where it is to
be waterproof. Pure.

Only where that is plain. Words that say it in other words, or in another language, say more than an amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.answers.limits import MONEY, besides, given
from agent.documents.words import folded, listed
from agent.grounding.languages import EVERY_STOP, LIGHT, NEGATES

_KINDS = {
    **dict.fromkeys(MONEY, "money"),
    "g": "mass",
    **dict.fromkeys(("s", "month"), "time"),
    **dict.fromkeys(("m2", "ft2", "acre"), "area"),
}
# Words that only say of which kind an amount is.
_ABOUT = {
    "money": listed("""
        price prices priced cost costs costing retail retails sells list rrp msrp preis preise uvp listenpreis
        prix tarif coût précio precio coste vale cena ceny kosztuje koszt prezzo costa preço custa prijs kost pris
        koster 価格 値段 料金 定価
    """),
    "mass": listed("""
        weight weighs weighing weigh gewicht wiegt wiegen poids pèse pèsent peso pesa pesan waga waży ważą masa masse
        重さ 重量
    """),
    "time": listed("duration lasts lasting last dauer dauert durée dure duración dura trwa czas"),
    "area": listed("area surface fläche superficie powierzchnia"),
}
# How words of a condition begin that a price may tell of, in many languages: what it may tell of is not refused.
_PRICED = tuple(
    listed("""
        pric prix preis prez prec prij pris cost kost coût cust cena ceny cen budg geld money fee charg paid pay
        bezahl zahl pag płat cheap afford econ ekon expens inexp low value worth billig günst teuer cher abord
        bon barat asequ car tani drog deal bargain free frei grat discount rabat promo premium lux einst entry student
        reason spend sav spar stan goedk subscr abo pren suscri invest financ hint halp olcs ár ucuz fiyat levn euro
        dollar pound erschwing buy sold sale kauf ach compr kup
    """)
)
_DENSE_MONEY = re.compile(r"[価值价]格|値段|料金|安|高|円|予算|预算|便宜|贵|貴|無料|免费|コスト|お金|钱|元|コスパ")
_OTHER_SCRIPT = re.compile(r"[\u0370-\u1fff\uac00-\ud7af]")
_SAID = re.compile(r"[^\W_\u3040-\u309f]+|[✓✔✗✘×☑☒✅❌●○◯〇△]")


def is_beside(condition: str, words: str) -> bool:
    """Whether words, without the name of what they speak of, only give amounts of other kinds than the condition."""
    amounts = given(words)
    kinds = {_KINDS.get(unit, unit) for one in amounts for unit in one.units}
    if not kinds or _left(besides(words, amounts), kinds):
        return False
    asked = {_KINDS.get(unit, unit) for one in given(condition) for unit in one.units if not unit.startswith("of ")}
    if asked:
        return not asked & kinds and not any(_tells(condition, tuple(_ABOUT[kind])) for kind in kinds & _ABOUT.keys())
    return kinds == {"money"} and not _may_be_of_money(condition)


def _left(rest: str, kinds: Iterable[str]) -> bool:
    """Whether words say anything besides amounts of these kinds."""
    about = frozenset().union(*(_ABOUT.get(kind, ()) for kind in kinds))
    idle = (EVERY_STOP | LIGHT | about) - NEGATES
    return not about or any(folded(word) not in idle for word in _SAID.findall(rest))


def _tells(text: str, beginnings: tuple[str, ...]) -> bool:
    return any(folded(word).startswith(beginnings) for word in _SAID.findall(text))


def _may_be_of_money(condition: str) -> bool:
    """Whether a price may tell of a condition, or what it says cannot be known."""
    unknown = re.search(r"\d", condition) or _OTHER_SCRIPT.search(condition) or _DENSE_MONEY.search(condition)
    return bool(unknown) or _tells(condition, _PRICED)
