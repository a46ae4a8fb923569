"""Facts under labels, as answers list them: "Length: 1,240 m", rows of two cells; and their false twins."""

from __future__ import annotations

import pytest

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.labels import label_end
from agent.grounding.passages import Opened

SOUND = ("quoted", "supported")
BRIDGE = (
    "The Alder Bridge crosses the river Wend at Harrow. It is 1,240 metres long and 26 metres wide and has four "
    "lanes and a cycle path. Around 18,000 vehicles use it each day, among them 2,100 trucks. The bridge opened on "
    "3 November 2026 after four years of work. Trucks pay €7 and motorcycles €1.50 per crossing; cars are free. The "
    "works cost €310 million, of which the county paid €45 million. It was designed by Lena Okafor."
)
DRILL = (
    "Der Akkubohrer Feldmann X2 kostet 249 Euro, der passende Koffer 39 Euro. Das Gerät wiegt 1,4 kg und ist 21 cm "
    "lang. Der Akku hält 45 Minuten und ist nach 30 Minuten wieder voll. Der Hersteller gibt drei Jahre Garantie. In "
    "den Handel kommt der Bohrer am 3. März 2026. Gebaut wird er in Ulm von 120 Beschäftigten."
)
TRAM = (
    "Nowa linia tramwajowa w Lipowie ma 8,4 km długości i 17 przystanków. Budowa trwała 26 miesięcy i kosztowała "
    "312 mln zł. Pierwszy tramwaj wyjechał na trasę 2 maja 2025 r. Bilet ulgowy kosztuje 2,20 zł, a normalny 4,40 "
    "zł. Każdego dnia linią jeździ około 23 000 pasażerów."
)
MUSEUM = (
    "El Museo del Mar abrió sus puertas el 12 de junio de 2019. La entrada general cuesta 9 euros y la reducida, 5. "
    "El edificio ocupa 6.500 metros cuadrados y lo visitaron 184.000 personas en 2025. La torre tiene 38 metros de "
    "alto. La visita dura unas dos horas."
)
TRAIN = (
    "Le train de nuit relie Lormont à Valdieu en 9 heures. Une couchette coûte 59 euros, une place assise 29 euros. "
    "Il circule trois fois par semaine depuis le 15 décembre 2024 et compte 12 voitures. La ligne est longue de "
    "870 kilomètres. L'an dernier, 142 000 voyageurs l'ont empruntée."
)
COOKER = (
    "みなと電機は炊飯器「KH-55」を2026年4月10日に発売する。価格は36,500円。重さは4.2キログラム、高さは21センチ。"
    "炊飯時間は約48分で、容量は5.5合。色は白と黒の2色。年間の販売目標は3万台。"
)


def graded(claim: str, text: str) -> Found:
    passage = Passage(address="https://e.test/", title="", where="all", text=text)
    return found(claim, Opened.of({1: [passage]}), [1])


HONEST = [
    ("**Length:** 1,240 metres", BRIDGE, True),
    ("Length | 1,240 m", BRIDGE, True),
    ("**Width:** 26 m", BRIDGE, True),
    ("**Traffic:** around 18,000 vehicles each day", BRIDGE, True),
    ("**Trucks per day:** 2,100", BRIDGE, True),
    ("Opening: 3 November 2026", BRIDGE, True),
    ("**Opened** – 3 November 2026", BRIDGE, True),
    ("Opening date: 3 November 2026", BRIDGE, True),
    ("**Construction cost:** €310 million", BRIDGE, False),
    ("**Toll:** €7 for trucks, €1.50 for motorcycles, nothing for cars", BRIDGE, False),
    ("Truck toll | €7", BRIDGE, True),
    ("Lanes: four, plus a cycle path", BRIDGE, True),
    ("**Architect:** Lena Okafor", BRIDGE, False),
    ("Construction Time: four years", BRIDGE, False),
    ("**Location:** Harrow, on the river Wend", BRIDGE, False),
    ("**Preis:** 249 €", DRILL, True),
    ("Gewicht: 1,4 kg", DRILL, True),
    ("Länge | 21 cm", DRILL, True),
    ("**Laufzeit:** 45 Minuten", DRILL, False),
    ("Ladezeit: 30 Minuten", DRILL, False),
    ("**Garantie:** 3 Jahre", DRILL, True),
    ("Marktstart: 3. März 2026", DRILL, False),
    ("Mitarbeiter: 120", DRILL, True),
    ("**Produktionsort:** Ulm", DRILL, False),
    ("Preis des Koffers: 39 €", DRILL, False),
    ("**Długość:** 8,4 km", TRAM, True),
    ("Liczba przystanków: 17", TRAM, True),
    ("Czas budowy | 26 miesięcy", TRAM, False),
    ("Koszt: 312 mln zł", TRAM, True),
    ("**Otwarcie:** 2 maja 2025", TRAM, False),
    ("Bilet normalny: 4,40 zł", TRAM, False),
    ("**Apertura:** 12 de junio de 2019", MUSEUM, True),
    ("Precio: 9 € (entrada general)", MUSEUM, True),
    ("Superficie | 6.500 m²", MUSEUM, True),
    ("Visitantes en 2025: 184.000", MUSEUM, False),
    ("**Duración:** unas dos horas", MUSEUM, True),
    ("**Durée :** 9 heures", TRAIN, False),
    ("Prix : 59 € en couchette, 29 € en place assise", TRAIN, True),
    ("Longueur | 870 km", TRAIN, True),
    ("Fréquence : trois fois par semaine", TRAIN, False),
    ("Voyageurs : 142 000", TRAIN, True),
    ("**価格：** 36,500円", COOKER, True),
    ("重量: 4.2kg", COOKER, False),
    ("発売日：2026年4月10日", COOKER, False),
    ("炊飯時間 | 約48分", COOKER, True),
]

FALSE = [
    ("**Weight:** 1,240 metres", BRIDGE),
    ("**Width:** 1,240 m", BRIDGE),
    ("Length: 26 m", BRIDGE),
    ("**Trucks per day:** 18,000", BRIDGE),
    ("Motorcycles: €7", BRIDGE),
    ("**Cars:** €1.50", BRIDGE),
    ("Closing: 3 November 2026", BRIDGE),
    ("Opening: 5 November 2026", BRIDGE),
    ("Length | 1,420 m", BRIDGE),
    ("**Architect:** Mara Lindqvist", BRIDGE),
    ("**Preis:** 39 €", DRILL),
    ("Gewicht: 21 cm", DRILL),
    ("Preis des Koffers: 249 €", DRILL),
    ("Ladezeit: 45 Minuten", DRILL),
    ("Länge | 1,4 kg", DRILL),
    ("Bilet normalny: 2,20 zł", TRAM),
    ("Liczba pasażerów: 17", TRAM),
    ("Altura: 6.500 m²", MUSEUM),
    ("Prix : 29 € en couchette", TRAIN),
    ("Longueur | 9 heures", TRAIN),
    ("高さ: 4.2キログラム", COOKER),
    ("重量: 21センチ", COOKER),
    ("価格: 39,500円", COOKER),
]


@pytest.mark.parametrize(("claim", "text", "sure"), HONEST)
def test_a_fact_under_a_label_stays(claim: str, text: str, sure: bool) -> None:
    got = graded(claim, text)
    assert not got.vetoed and not got.foreign and got.grade in ((*SOUND,) if sure else (*SOUND, "weak"))


@pytest.mark.parametrize(("claim", "text"), FALSE)
def test_another_number_or_another_label_is_not_supported(claim: str, text: str) -> None:
    assert graded(claim, text).grade in ("weak", "not found")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("**Length:** 1,240 m", "Length"),
        ("Length | 1,240 m |", "Length"),
        ("**Opened** – 3 November", "Opened"),
        ("価格：36,500円", "価格"),
        ("It opens at 9:30.", ""),
        ("Meier said: the plan is dead.", ""),
        ("The bridge – 1,240 metres of it – is open.", ""),
        ("Alder | 1,240 m | €7", ""),
        ("It is a long sentence with a colon in it: nothing more.", ""),
    ],
)
def test_what_a_label_is(text: str, label: str) -> None:
    end = label_end(text)
    assert text[:end].lstrip("*_ ") == label


@pytest.mark.parametrize(
    ("claim", "foreign"),
    [
        ("Extras: plus a bike track", False),
        ("Pas de chiens", True),
        ("Voies : quatre, plus une piste cyclable", True),
    ],
)
def test_a_small_word_of_two_languages_makes_no_short_line_foreign(claim: str, foreign: bool) -> None:
    assert graded(claim, "The bridge carries four lanes. Cyclists have a path of their own.").foreign is foreign


def test_a_heading_that_gives_the_date_says_something() -> None:
    text = "# Tidepool 4.2.0 (12 June 2025)\n\nFaster searches, and fewer crashes at the start."
    assert graded("Tidepool 4.2.0 came out on 6/12/2025.", text).grade != "not found"
    assert graded("Tidepool 4.2.0 came out on 7/12/2025.", text).grade in ("weak", "not found")
