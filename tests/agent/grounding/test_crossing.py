"""Whether a claim is in another language than its source, and what code says of one that is."""

from __future__ import annotations

import pytest

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.languages import language
from agent.grounding.passages import Opened

HALLE = (
    "Die Halle öffnet um neun. Hunde dürfen an der Leine hinein. Der Eintritt kostet 12 Euro und wird an der Tür "
    "bezahlt."
)
FARM = (
    "The wind farm off Easterby has 62 turbines. Fishermen in the town are against a second farm to the south, since "
    "their boats cannot cross the site. The first full power was delivered on 16 August 2025."
)
TABLE = (
    "| Model | Price |\n|---|---|\n| La Marzocco Linea | 129 |\n| De Longhi La Specialista | 99 |\n"
    "| Die Neue | 88 |\n| El Gordo de la Casa | 77 |"
)
KAIJO = "会場は九時に開く。犬は綱をつければ入れる。入場料は12ユーロで、入口で払う。"


def graded(claim: str, *texts: str) -> Found:
    passages = [Passage(address="https://e.test/", title="", where="all", text=text) for text in texts]
    return found(claim, Opened.of({1: passages}), [1])


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Cats are not allowed inside the building.", HALLE),
        ("It is forbidden.", HALLE),
        ("La sala cierra a las diez.", HALLE),
        ("Cats are not allowed inside the building.", KAIJO),
        ("駐車場は近くにない。", FARM),
        ("Katzen sind in dem Gebäude verboten.", FARM),
    ],
)
def test_of_what_shares_nothing_with_a_source_in_another_language_nothing_can_be_said(claim: str, text: str) -> None:
    got = graded(claim, text)
    assert (got.grade, got.foreign, got.agrees, got.lacking) == ("weak", True, True, ())


@pytest.mark.parametrize("claim", ["It costs 15 euros.", "The hall is in Hamburg and it is run by Anna Berger."])
def test_a_number_or_a_name_that_stands_nowhere_is_not_found_in_any_language(claim: str) -> None:
    got = graded(claim, HALLE)
    assert (got.grade, got.foreign) == ("not found", True)
    assert got.lacking


@pytest.mark.parametrize(
    "claim",
    [
        "State aid pays for Seagrass Bank.",
        "Seagrass Bank first delivered full power on 16 August 2025.",
        "Seagrass Bank South has 62 turbines.",
        "Local fishermen are against Seagrass Bank South.",
        "Turbines: 62",
        "Farm size: 62",
        "Sixty boats cross.",
        "Owls nest.",
        "Pumps hum loudly.",
    ],
)
def test_short_sentences_and_names_do_not_make_a_language(claim: str) -> None:
    assert not graded(claim, FARM).foreign


@pytest.mark.parametrize(
    "claim",
    [
        "The La Marzocco Linea costs 129.",
        "The machine is loud and it is heavy.",
        "Das Gerät ist laut und es ist schwer.",
        "Of the four the El Gordo is the one with the lowest price.",
    ],
)
def test_a_table_of_names_is_in_no_language(claim: str) -> None:
    assert not graded(claim, TABLE).foreign


def test_a_page_in_two_languages_is_foreign_to_neither() -> None:
    assert not graded("Cats are not allowed inside the building.", HALLE, FARM).foreign
    assert not graded("Katzen sind in dem Gebäude verboten.", HALLE, FARM).foreign


def test_a_claim_that_quotes_another_language_is_in_its_own() -> None:
    got = graded("The entry of the hall costs 12 euros (“Der Eintritt kostet 12 Euro”).", HALLE)
    assert (got.grade, got.foreign) == ("translated", True)
    wrong = graded("The entry of the hall is free (“Der Eintritt kostet nichts”).", HALLE)
    assert wrong.grade in ("weak", "not found") and wrong.foreign and wrong.vetoed


@pytest.mark.parametrize(
    "text", ["Seagrass Bank South", "Second Slice", "SAP Store Services", "größere Straße", "Łódź", "São Sebastião"]
)
def test_a_capital_s_is_no_german_letter(text: str) -> None:
    assert (language(text) == "de") == (text == "größere Straße")


@pytest.mark.parametrize(
    ("claim", "lacks"),
    [
        ("The second farm lies off Whitcombe (“The wind farm off Easterby has 62 turbines”)", ""),  # same language
        ("Der Windpark bei Whitcombe hat 62 Turbinen (“The wind farm off Easterby has 62 turbines”).", "Whitcombe"),
        ("Der Windpark vor Easterby hat 26 Turbinen (“The wind farm off Easterby has 62 turbines”).", "26"),
        ("Seit dem 6. August 2025 läuft er voll (“was delivered on 16 August 2025”).", "6. August 2025"),
    ],
)
def test_a_quote_that_names_another_one_or_another_number_carries_nothing_of_it(claim: str, lacks: str) -> None:
    got = graded(claim, FARM)
    assert got.grade != "translated"
    assert any(lacks in word for word in got.lacking)


@pytest.mark.parametrize(
    "claim",
    [
        "Der Windpark vor Easterby hat 62 Turbinen (“The wind farm off Easterby has 62 turbines”).",
        "Seit dem 16. August 2025 läuft er voll (“The first full power was delivered on 16 August 2025”).",
        "Die Fischer wehren sich („Fishermen in the town are against a second farm to the south“).",
    ],
)
def test_a_quote_that_names_the_same_carries_a_statement(claim: str) -> None:
    assert graded(claim, FARM).grade == "translated"
