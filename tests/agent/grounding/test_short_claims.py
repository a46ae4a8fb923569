"""Claims of few words: a predicate that is made up, a bare yes, a head of a column, other forms of a word."""

from __future__ import annotations

import pytest

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened

HALL = "The hall opens at nine. Dogs may come in on a lead. Guests pay at the door and the price is 12 euros."
HALLE = "Die Halle öffnet um neun. Der Hersteller gibt zwei Jahre Garantie auf das Gerät. Gäste zahlen an der Tür."
INNS = "| Inn | Sauna | Dogs |\n|---|---|---|\n| Moosbach | no | yes |\n| Sternwald | yes | no |\n"
LAPTOPS = (
    "| Model | Price | Screen |\n|---|---|---|\n"
    "| Folio Slate | 899 euros | 14 inch |\n| Quill Bar | 699 euros | 13 inch |"
)


def graded(claim: str, text: str) -> Found:
    passage = Passage(address="https://e.test/", title="", where="all", text=text)
    return found(claim, Opened.of({1: [passage]}), [1])


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It is forbidden.", HALL),
        ("This is recommended.", HALL),
        ("Es ist verboten.", HALLE),
        ("Está prohibido.", "La sala abre a las nueve y los perros entran con correa."),
        ("C'est interdit.", "La salle ouvre à neuf heures et les chiens sont tenus en laisse."),
        ("Jest zabronione.", "Sala jest otwarta od dziewiątej, a psy wchodzą na smyczy."),
        ("禁止です。", "会場は九時に開く。犬は入れる。"),
    ],
)
def test_a_predicate_that_is_made_up_is_not_found_and_can_be_named_as_a_fault(claim: str, text: str) -> None:
    got = graded(claim, text)
    assert (got.grade, got.foreign, got.tells) == ("not found", False, True)


def test_a_predicate_that_stands_there_is_found() -> None:
    assert graded("It is forbidden.", "Swimming in the lake is forbidden.").grade == "weak"


@pytest.mark.parametrize(
    "claim", ["Yes.", "No.", "Ja.", "Nein.", "Tak.", "Sí.", "Oui.", "はい。", "See [2].", "Yes, it is."]
)
def test_a_bare_answer_says_nothing_that_could_be_looked_up(claim: str) -> None:
    for text in (HALL, HALLE, INNS):
        got = graded(claim.replace(" [2]", ""), text)
        assert (got.grade, got.tells) == ("weak", False)


@pytest.mark.parametrize(
    "claim",
    [
        "The Folio Slate has a wonderful screen.",
        "The Folio Slate has a screen.",
        "The Folio Slate is slow.",
        "The Folio Slate comes with a pencil.",
    ],
)
def test_the_head_of_a_column_alone_says_nothing_of_what_stands_in_a_row(claim: str) -> None:
    got = graded(claim, LAPTOPS)
    assert got.grade == "weak" and got.lacking


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The Folio Slate has a 14 inch screen.", LAPTOPS),
        ("The Folio Slate's screen measures 14 inch.", LAPTOPS),
        ("The price of the Quill Bar is 699 euros.", LAPTOPS),
        ("The Sternwald inn has a sauna.", INNS),
        ("The Sternwald offers a sauna.", INNS),
        ("The Sternwald provides a sauna.", INNS),
        ("Im Sternwald gibt es eine Sauna.", INNS),
        ("Das Sternwald bietet eine Sauna.", INNS),
        ("Sternwald oferuje saunę.", INNS.replace("Sauna", "Saunę")),
        ("Le Sternwald possède un sauna.", INNS),
        ("El Sternwald ofrece sauna.", INNS),
        ("Der Hersteller bietet Garantie.", HALLE),
        ("Der Hersteller gab Garantie.", HALLE),
        ("Der Gast zahlt an der Tür.", HALLE),
        ("Das Gerät hat eine Herstellergarantie.", HALLE),
        ("Die Garantie gilt für das Gerät.", "Für das Gerät gilt eine Garantiezeit."),
        ("Das Wetter ist ein Risiko.", "Die Wetterlage ist ein Risiko."),
        ("Die Arbeitszeit ist kurz.", "Die Zeit der Arbeit ist kurz."),
        ("Guests paid at the door.", HALL),
        ("A dog came in.", HALL),
        ("The hall opened at nine.", HALL),
        ("The hall is opening at nine.", HALL),
    ],
)
def test_a_verb_that_could_be_has_and_other_forms_of_a_word_are_no_fault(claim: str, text: str) -> None:
    got = graded(claim, text)
    assert got.grade in ("supported", "quoted"), got


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Guests park at the door.", HALL),
        ("Dogs may sleep in the hall.", HALL),
        ("The Sternwald has a wonderful sauna.", INNS),
        ("Der Hersteller verlängert die Garantie.", HALLE),
        ("Das Gerät hat eine Wärmepumpe.", HALLE),
        ("Das Gerät hat einen Garantieschein.", HALLE),
        ("Anna Berg Cohen Ruiz praised the hall.", "Anna Berg Cohen Ruiz stood in the hall."),
    ],
)
def test_of_few_words_each_tells(claim: str, text: str) -> None:
    assert graded(claim, text).grade == "weak"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("use", "using"), ("use", "used"), ("take", "taken"), ("stop", "stopped"), ("pay", "paid"), ("bus", "buses"),
        ("bake", "baking"), ("old", "oldest"), ("heat", "heating"), ("zahlt", "zahlen"), ("gibt", "gab"),
        ("lang", "langer"), ("fällt", "gefallen"), ("woman", "women"),
    ],
)  # fmt: skip
def test_a_short_word_is_found_in_its_other_forms(one: str, other: str) -> None:
    for claim, text in ((one, other), (other, one)):
        got = graded(f"The zebra {claim} lantern bottle.", f"The zebra {text} lantern bottle, umbrella.")
        assert (got.grade, got.lacking) == ("supported", ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("car", "care"),
        ("us", "using"),
        ("even", "evening"),
        ("win", "wine"),
        ("plan", "plane"),
        ("corn", "corner"),
        ("plan", "plant"),
    ],
)
def test_words_that_only_look_alike_are_no_forms_of_each_other(one: str, other: str) -> None:
    assert graded(f"Zebra lantern {other} bottle.", f"Zebra lantern {one} bottle.").lacking == (other,)
