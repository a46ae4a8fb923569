"""Claims in languages that answers are less often written in: months, magnitudes, times of day, a "not"."""

from __future__ import annotations

import pytest

from agent.facts import Passage
from agent.grounding.dates import dates, said_in_time
from agent.grounding.grading import found
from agent.grounding.languages import language
from agent.grounding.numerals import numerals, one_of, western
from agent.grounding.passages import Opened, spans_of
from agent.grounding.quantities import amounts, quantities

PAGES = {
    "it": "La fabbrica fu inaugurata nel maggio 1998 a Modena e produce 3,5 milioni di bottiglie. Il museo"
    " apre alle 14.30 e un terzo dei visitatori arriva di sabato. La mostra non chiude mai.",
    "pt": "A fábrica foi inaugurada em maio de 1998 no Porto e produz 3,5 milhões de garrafas. O museu "
    "abre às 14h30 e um terço dos visitantes chega no sábado. Nos anos noventa tinha vinte e cinco "
    "salas.",
    "nl": "De fabriek werd in mei 1998 in Utrecht geopend en maakt 3,5 miljoen flessen. Het museum opent "
    "om 14.30 uur en een derde van de bezoekers komt op zaterdag. In de jaren negentig telde het "
    "vijfentwintig zalen.",
    "ru": "Завод открыли в мае 1998 года в Твери. Он выпускает 40 000 машин в год.",
    "uk": "Завод відкрили у травні 1998 року у Львові, він випускає 3,5 мільйона пляшок.",
    "sv": "Fabriken öppnades i maj 1998 i Lund och gör 3,5 miljoner flaskor. Den öppnar halv tre.",
    "da": "Fabrikken åbnede i maj 1998 i Odense og laver 3,5 millioner flasker.",
    "tr": "Fabrika Mayıs 1998'de Bursa'da açıldı ve 3,5 milyon şişe üretiyor.",
    "cs": "Továrna byla otevřena v květnu 1998 v Brně a vyrábí 3,5 milionu lahví.",
    "ar": "افتتح المصنع في مايو 1998 في القاهرة وينتج 3.5 مليون زجاجة.",
    "hi": "कारखाना मई 1998 में पुणे में खुला और 35,00,000 बोतलें बनाता है।",
    "ko": "공장은 1998년 5월 부산에서 문을 열었고 4만 병을 생산한다.",
    "fr": "Le chantier a coûté 3,5 millions d'euros à la ville de Metz.",
    "es": "La obra costó 3,5 millones de euros al ayuntamiento.",
    "pl": "Budowa kosztowała 3,5 miliona euro.",
}
SOUND = [
    ("it", "La fabbrica di Modena fu inaugurata nel maggio 1998."),
    ("it", "La fabbrica produce 3,5 mln di bottiglie."),
    ("it", "Il museo apre alle ore 14:30."),
    ("pt", "A fábrica do Porto foi inaugurada em maio de 1998."),
    ("pt", "A fábrica no Porto produz 3,5 milhões de garrafas."),
    ("pt", "O museu abre às 14:30."),
    ("pt", "Nos anos 90 tinha 25 salas."),
    ("nl", "De fabriek in Utrecht werd in mei 1998 geopend."),
    ("nl", "De fabriek maakt ongeveer 3,5 miljoen flessen."),
    ("nl", "Het museum opent om half drie."),
    ("nl", "In de jaren 90 telde het 25 zalen."),
    ("ru", "Завод в Твери открыли в мае 1998 года."),
    ("ru", "Завод выпускает около 40 тыс. машин в год."),
    ("uk", "Завод у Львові відкрили у травні 1998 року."),
    ("sv", "Fabriken gör 3,5 mn flaskor."),
    ("sv", "Fabriken i Lund öppnades i maj 1998."),
    ("da", "Fabrikken laver 3,5 mio. flasker."),
    ("tr", "Fabrika 3,5 milyon şişe üretiyor."),
    ("cs", "Továrna v Brně byla otevřena v květnu 1998."),
    ("ar", "ينتج المصنع ٣٫٥ مليون زجاجة."),
    ("hi", "कारखाना 35 लाख बोतलें बनाता है।"),
    ("hi", "कारखाना ३५ लाख बोतलें बनाता है।"),
    ("ko", "공장은 40,000병을 생산한다."),
    ("fr", "Le chantier a coûté 3,5 M€ à la ville de Metz."),
    ("es", "La obra costó 3,5 M€ al ayuntamiento."),
    ("pl", "Budowa kosztowała 3,5 mln euro."),
]  # fmt: skip
CHANGED = [
    ("it", "La fabbrica di Modena fu inaugurata nel giugno 1998."),
    ("it", "La fabbrica produce 3,5 miliardi di bottiglie."),
    ("it", "Il museo apre alle 15.30."),
    ("it", "Due terzi dei visitatori arrivano di sabato."),
    ("it", "Un terzo dei visitatori arriva di domenica."),
    ("it", "La mostra chiude."),
    ("pt", "A fábrica do Porto foi inaugurada em junho de 1998."),
    ("pt", "A fábrica produz 3,5 bilhões de garrafas."),
    ("pt", "O museu abre às 15h30."),
    ("pt", "Dois terços dos visitantes chegam no sábado."),
    ("pt", "Um terço dos visitantes chega na segunda-feira."),
    ("nl", "De fabriek in Utrecht werd in maart 1998 geopend."),
    ("nl", "De fabriek maakt 3,5 miljard flessen."),
    ("nl", "Het museum opent om half vier."),
    ("nl", "Twee derde van de bezoekers komt op zaterdag."),
    ("nl", "Een derde van de bezoekers komt op zondag."),
    ("nl", "In de jaren tachtig telde het vijfentwintig zalen."),
    ("ru", "Завод в Твери открыли в июне 1998 года."),
    ("ru", "Завод выпускает 40 млн машин в год."),
    ("uk", "Завод у Львові відкрили у червні 1998 року."),
    ("uk", "Завод випускає 3,5 мільярда пляшок."),
    ("sv", "Fabriken i Lund öppnades i juni 1998."),
    ("sv", "Fabriken gör 3,5 miljarder flaskor."),
    ("da", "Fabrikken i Odense åbnede i juni 1998."),
    ("da", "Fabrikken laver 3,5 milliarder flasker."),
    ("tr", "Fabrika Haziran 1998'de Bursa'da açıldı."),
    ("tr", "Fabrika 3,5 milyar şişe üretiyor."),
    ("cs", "Továrna v Brně byla otevřena v červnu 1998."),
    ("cs", "Továrna vyrábí 3,5 miliardy lahví."),
    ("ar", "افتتح المصنع في يونيو 1998 في القاهرة."),
    ("ar", "ينتج المصنع 3.5 مليار زجاجة."),
    ("hi", "कारखाना जून 1998 में पुणे में खुला।"),
    ("hi", "कारखाना 35 करोड़ बोतलें बनाता है।"),
    ("ko", "공장은 4억 병을 생산한다."),
    ("fr", "Le chantier a coûté 3,5 Md€ à la ville de Metz."),
    ("pl", "Budowa kosztowała 3,5 mld euro."),
]  # fmt: skip


def grade(tongue: str, claim: str) -> str:
    page = Passage(address="https://e.test/", title="", where="all", text=PAGES[tongue])
    return found(claim, Opened.of({1: [page]}), [1]).grade


@pytest.mark.parametrize(("tongue", "claim"), SOUND)
def test_what_a_source_says_in_its_own_notation_is_carried(tongue: str, claim: str) -> None:
    assert grade(tongue, claim) in ("quoted", "supported")


@pytest.mark.parametrize(("tongue", "claim"), CHANGED)
def test_another_month_magnitude_time_day_or_a_not_is_caught(tongue: str, claim: str) -> None:
    assert grade(tongue, claim) not in ("quoted", "supported")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("1° maggio 1998", "d:1998-05-01"), ("15 de março de 2020", "d:2020-03-15"), ("12 mrt. 2020", "d:2020-03-12"),
        ("v říjnu 2020", "d:2020-10"), ("٣ مايو ٢٠٢٠", "d:2020-05-03"), ("१५ अगस्त १९४७", "d:1947-08-15"),
        ("primo trimestre 2020", "d:2020-q1"), ("tweede kwartaal van 2020", "d:2020-q2"),
        ("третий квартал 2020", "d:2020-q3"), ("anni Novanta", "r:1990"), ("años ochenta", "r:1980"),
        ("1990-talet", "r:1990"), ("1990-е годы", "r:1990"), ("XIX secolo", "d:c19"),
    ],
)  # fmt: skip
def test_a_time_is_read_in_further_languages(text: str, key: str) -> None:
    assert key in said_in_time(text)[0].offered


@pytest.mark.parametrize("text", ["5 out of 10", "set 5 records", "Mei Lin came", "2 gen 1"])
def test_what_is_no_month_elsewhere_is_none(text: str) -> None:
    assert list(dates(text)) == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("ore 14.30", "t:14:30"), ("half drie", "t:14:30"), ("kwart over drie", "t:15:15"), ("halv tre", "t:14:30"),
        ("alle tre e mezza", "t:15:30"),
        ("kl. 14.30", "t:14:30"), ("2 ore 15 minuti", "b:8100|s"),
        ("14 uur", "b:50400|s"),
        ("drie kwart van", "b:75|%"), ("la metà", "b:50|%"), ("un quarto d'ora", "b:900|s"),
        ("R$ 3,5 mil milhões", "b:3500000000|BRL"), ("40 k€", "b:40000|EUR"), ("12 per cento", "b:12|%"),
        ("1억 2000만", "r:120000000"),
        ("4만 5천", "r:45000"), ("٤٠٬٠٠٠", "r:40000"), ("12 metri quadrati", "b:12|m2"),
    ],
)  # fmt: skip
def test_a_quantity_is_read_in_further_languages(text: str, key: str) -> None:
    assert key in quantities(text)[0].offered


@pytest.mark.parametrize("text", ["um quarto de hotel", "een derde partij"])
def test_a_room_and_a_third_party_are_no_parts(text: str) -> None:
    assert not any("|%" in key for one in quantities(text) for key in one.offered)


@pytest.mark.parametrize(
    ("text", "about"),
    [("circa 40", "~"), ("cerca de 40", "~"), ("ongeveer 40", "~"), ("più di 40", ">"), ("meno di 40", "<"),
     ("meer dan 40", ">"), ("minder dan 40", "<"), ("около 40", "~"), ("de 40", "")],
)  # fmt: skip
def test_a_hedge_is_one_in_further_languages(text: str, about: str) -> None:
    assert next(amounts(text)).about == about


@pytest.mark.parametrize(
    ("tongue", "words", "value"),
    [("it", "ventotto", 28), ("it", "duemila", 2000), ("it", "centoventi", 120), ("it", "sei", 6),
     ("pt", "duzentos e trinta e dois", 232), ("pt", "dois mil e quinhentos", 2500), ("nl", "tweeëntwintig", 22),
     ("nl", "driehonderd", 300), ("nl", "twintigduizend", 20000)],
)  # fmt: skip
def test_numbers_in_words_are_read_in_further_languages(tongue: str, words: str, value: int) -> None:
    assert [int(one.value) for one in numerals(words, tongue)] == [value]


def test_what_is_a_number_elsewhere_is_none_where_the_language_is_not_known() -> None:
    assert not list(numerals("sei Otto due doze"))


@pytest.mark.parametrize("tongue", ["it", "pt", "nl", "sv", "da", "cs", "tr", "ru", "ar", "hi", "ko"])
def test_a_language_is_known_by_its_small_words_or_its_script(tongue: str) -> None:
    assert language(PAGES[tongue] * 2) in (tongue, "")


@pytest.mark.parametrize(
    ("text", "tongue"),
    [("Il museo apre nel maggio 1998 a Modena.", "it"), ("O museu abre no domingo e não fecha.", "pt"),
     ("De fabriek werd geopend in mei.", "nl"), ("All three notebooks come with a fingerprint reader.", "en"),
     ("La lente del faro pesa 1,9 toneladas.", "es"), ("Gaston Rieu dirige l'auberge depuis mai 2018.", "fr")],
)  # fmt: skip
def test_a_further_language_does_not_blur_the_others(text: str, tongue: str) -> None:
    assert language(text) == tongue


def test_the_dot_of_a_russian_thousand_ends_no_sentence() -> None:
    assert len(list(spans_of("Завод выпускает 40 тыс. Машин больше нет."))) == 1


def test_digits_of_other_scripts_are_read_in_their_place() -> None:
    assert western("٣٫٥ और १२") == "3.5 और 12" and western("plain") == "plain"


def test_a_pattern_of_words_finds_the_longest() -> None:
    assert one_of(["mar", "march", "may"]) == "(?:m(?:a(?:r(?:c(?:h))?|y)))"
