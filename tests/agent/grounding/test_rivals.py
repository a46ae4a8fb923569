"""What a source has in the place of a claim's number, date or name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Passage
from agent.grounding.choosing import wanted
from agent.grounding.claims import Claim
from agent.grounding.grading import Found, found
from agent.grounding.opposites import opposite
from agent.grounding.passages import Opened, Prepared
from agent.grounding.rivals import rivals
from agent.grounding.roles import end_of

BEETLES = (
    "In 81 percent of 1,600 trials the beetles chose the arm with the moving air. When the hairs on their antennae "
    "were coated with a gel, the share fell to 52 percent, no better than chance. After the gel had been washed off, "
    "it rose again to 79 percent."
)
CANAL = (
    "The canal opened in three stages: Stolbridge to Penny Lock in 1797, Penny Lock to Askham in 1801 and the rest "
    "in 1806. Its engineer, Josiah Calloway, died in 1804, and Edmund Thripp completed the works."
)
STAFF = (
    "The geochemist Aiko Murase measured the isotopes. The astronomer Liam Brophy of the University of Leeds is not "
    "so sure.\n\nA team of the University of Maribor saw it. Anna Berg, the mayor, opened the "
    "exhibition; the head of the museum, Carla Ott, guided the visitors."
)
BY_LAW = (
    "An operator must remove a scooter within two hours of being notified between 7 a.m. and 9 p.m., and by 9 a.m. "
    "the next day otherwise."
)
SCHEME = (
    "Energy Northmoor offers advice by phone.\n\nUnder the old scheme few systems were built. A review by the "
    "consultancy Aldous & Reeve found that the forms deterred people."
)
PLANS = "| Plan | Price | Data |\n|---|---|---|\n| Small | 9 euros | 6 GB |\n| Medium | 17 euros | 30 GB |"
LINES = "## Northern line\n\nTrains leave at 7.15 pm.\n\n## Southern line\n\nTrains leave at 9.40 pm."
MINUTES = "Darius Pell and Bettina Krall came. Mo Farouk came later. The tank near plot 40 was repaired by MF."


def prepared(*texts: str) -> dict[int, Prepared]:
    return dict(Opened.of({at: [_passage(text)] for at, text in enumerate(texts, 1)}).sources)


def _passage(text: str) -> Passage:
    return Passage(address="p", title="", where="all", text=text)


def beaten_by(claim: str, *texts: str) -> dict[str, str]:
    """The words of a claim that its sources speak against, and what stands in their place."""
    taken = Claim.of(claim)
    found = [one for one in rivals(taken, prepared(*texts), wanted) if one.beats]
    return {claim[one.terms[0].start : one.terms[-1].end]: one.text for one in found}


def graded(claim: str, *texts: str) -> Found:
    return found(
        claim, Opened.of({at: [_passage(text)] for at, text in enumerate(texts, 1)}), range(1, len(texts) + 1)
    )


@pytest.mark.parametrize(
    ("claim", "text", "words", "rival"),
    [
        ("With a gel on their antennae the share fell to 79 percent.", BEETLES, "79 percent", "52 percent"),
        ("A scooter reported at night must be removed by 7 a.m. the next day.", BY_LAW, "7 a.m.", "9 a.m."),
        ("The engineer Edmund Thripp died in 1804.", CANAL, "Edmund Thripp", "Josiah Calloway"),
        ("The geochemist Liam Brophy measured the isotopes.", STAFF, "Liam Brophy", "Aiko Murase"),
        ("A team of the University of Leeds saw it.", STAFF, "University of Leeds", "University of Maribor"),
        ("The price rises to 4 euros.", "The price rises from 4 to 6 euros next year.", "4 euros", "6 euros"),
        ("The tank near plot 40 was repaired by Bettina Krall.", MINUTES, "Bettina Krall", "MF"),
        (
            "Das Werk in Ulm arbeitet seit Oktober in drei Schichten.",
            "Das Werk in Ulm arbeitet seit August in drei Schichten. Die Übernahme war am 1. Oktober fertig.",
            "Oktober",
            "August",
        ),
        (
            "Nowe przepisy wejdą w życie 26 listopada 2024 r.",
            "Rada na sesji 26 listopada 2024 r. przyjęła uchwałę o parkowaniu. "
            "Nowe przepisy wejdą w życie 1 marca 2025 r.",
            "26 listopada 2024",
            "1 marca 2025",
        ),
        (
            "Le plan sera soumis au vote le 4 février.",
            "Le Centre a présenté mardi 4 février son étude. Le plan sera soumis au vote le 12 juin.",
            "4 février.",
            "12 juin.",
        ),
        (
            "El resto del capital pertenece al fondo Mardelab.",
            "Una línea de patés, desarrollada con Mardelab. El resto del capital pertenece al fondo Atlas Norte.",
            "Mardelab",
            "Atlas Norte",
        ),
        (
            "料金は250円から300円に上がり、会費は900円になる。",
            "料金は250円から300円に上がり、会費は800円になる。寄付は900円だった。",
            "900円",
            "800円",
        ),
        (
            "市图书馆馆长蒋文琦指出，图书更新太慢。",
            "统计局副局长蒋文琦在会上说，作用上升。市图书馆馆长陆一鸣则指出，图书更新太慢。",
            "蒋文琦",
            "陆一鸣",
        ),
    ],
)  # fmt: skip
def test_what_a_source_has_in_the_place_of_a_word_beats_it(claim: str, text: str, words: str, rival: str) -> None:
    assert beaten_by(claim, text) == {words: rival}

    got = graded(claim, text)
    assert got.grade in ("weak", "not found") and got.vetoed
    assert any(words.startswith(one) or one.startswith(words) for one in got.lacking)


def test_in_a_row_either_is_beaten_the_thing_and_its_number() -> None:
    """Which of both is wrong nobody can tell."""
    assert beaten_by("The Small plan costs 17 euros.", PLANS) == {"Small": "Medium", "17 euros": "9 euros"}


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("With a gel on their antennae the share fell to 52 percent.", BEETLES),
        ("The stage from Penny Lock to Askham opened in 1801.", CANAL),
        ("The engineer Josiah Calloway died in 1804.", CANAL),
        ("The mayor, Anna Berg, opened the exhibition.", STAFF),
        ("A team of the University of Maribor saw it.", STAFF),
        ("The Medium plan costs 17 euros.", PLANS),
        ("Trains on the southern line leave at 9.40 pm.", LINES),
        ("The price rises from 4 euros to 6 euros.", "The price rises from 4 to 6 euros next year."),
        ("The tank near plot 40 was repaired by Mo Farouk.", MINUTES),
        ("The meeting was on Monday in Ulm.", "The meeting in Ulm was opened on Monday at noon by the mayor."),
        ("The survey began on 16 September 2024.", "The survey began on 16 September and ended on 31 October 2024."),
    ],
)
def test_what_stands_in_its_own_place_is_beaten_by_nothing(claim: str, text: str) -> None:
    assert beaten_by(claim, text) == {}
    assert graded(claim, text).grade in ("supported", "quoted")


def test_in_an_enumeration_the_nearest_counts() -> None:
    assert beaten_by("The stage from Penny Lock to Askham opened in 1797.", CANAL)
    assert not beaten_by("The stage from Stolbridge to Penny Lock opened in 1797.", CANAL)


def test_a_suspicion_is_shown_and_removes_nothing() -> None:
    got = graded("The review of the old scheme was carried out by Energy Northmoor.", SCHEME)
    assert (got.grade, got.vetoed) == ("weak", False)
    assert {"Energy", "Northmoor"} <= set(got.lacking)


def test_two_sources_that_disagree_carry_either_number() -> None:
    one, other = "The crossing takes 90 minutes.", "The crossing takes 80 minutes."
    assert beaten_by(one, one, other) == beaten_by(other, one, other) == {}


def test_a_statement_that_another_number_contradicts_ranks_behind_one_that_is_only_weak() -> None:
    text = f"{BEETLES} The tunnel was built by a student."
    right, told_otherwise, wrong = (
        graded(claim, text).share
        for claim in (
            "With a gel on their antennae the share fell to 52 percent.",
            "With coated antennae the insects were right in 52 percent of cases.",
            "With a gel on their antennae the share fell to 79 percent.",
        )
    )
    assert right > told_otherwise > wrong


_pieces = st.sampled_from(
    ["Anna Berg", "MF", "in Ulm", "129 euros", "12 %", "on 3 May 2024", "1797", "7 p.m.", "two days", "the plan",
     "costs", ". ", "\n", ", ", "# ", "| ", "\n|---|---|\n", "- ", ": ", "漢字", "900円", "から", "。", "A1-4",
     "`x_1`", "\x00", "7"]
)  # fmt: skip
_texts = st.lists(_pieces, max_size=25).map(" ".join) | st.text(max_size=80)


@settings(max_examples=50)
@given(_texts, _texts)
def test_rivals_are_of_the_source_and_of_no_term_of_the_claim(claim: str, text: str) -> None:
    taken = Claim.of(claim)
    for one in rivals(taken, prepared(text), wanted):
        assert 0 <= one.own <= 1.0001 and 0 < one.other <= 1.0001
        assert one.text in text
        assert set(one.terms) <= set(taken.terms)


@settings(max_examples=50)
@given(_texts)
def test_a_text_speaks_against_nothing_that_it_says_itself(text: str) -> None:
    line = next((one for one in text.split("\n") if one.strip()), "")
    assert not [one for one in rivals(Claim.of(line), prepared(line), wanted) if one.own == 0 and one.beats]


@pytest.mark.parametrize(
    "sign", ["1 euro ", "Anna Berg ", "Anna, ", "| 1 ", "漢", "- Anna: 1\n", "1797, ", "**A**\n"]
)
def test_long_claims_and_sources_come_to_an_end(sign: str) -> None:
    source = prepared((sign * 50_000)[:50_000])
    assert list(rivals(Claim.of(f"{sign * 100} Berg paid 17 euros in Ulm in 1801."), source, wanted)) is not None


STREETS = "Shops in Alder Lane stay open. Shops in Birch Lane close at noon because of the works on the alder trees."


def test_a_last_word_that_two_names_share_makes_them_no_one_name() -> None:
    assert beaten_by("Shops in Alder Lane close at noon.", STREETS) == {"Alder Lane": "Birch Lane"}
    assert not beaten_by("Shops in Birch Lane close at noon.", STREETS)


def test_a_surname_or_an_initial_stands_for_a_name() -> None:
    for said in ("Berg", "A. Berg", "Anna Maria Berg"):
        assert not beaten_by("The hall was opened by Anna Berg.", f"The hall was opened by {said}; Carla Ott sang.")


def test_no_plain_word_stands_for_an_identifier() -> None:
    text = "There are two services, PayFast and the Loan Trust. The former charges shops $18 for each order."
    assert "PayFast" not in beaten_by("PayFast charges shops $18 for each order.", text)


def test_what_somebody_is_called_by_next_is_no_other_name() -> None:
    text = "Goalkeeper Marta Zielen is leaving the club. The Swede saved 41 percent of shots in her last year."
    assert not beaten_by("Marta Zielen saved 41 percent of shots in her last year.", text)


# --- parts of a sentence, roles, pronouns, lists ------------------------------------------------------------------

RENTAL = "Boats can be hired for 12 euros an hour, canoes for 8."
METALS = "Copper and zinc prices rose by 4 and 9 per cent respectively."
MINES = "Two mines are left, Tolva and Sarrat; the former belongs to Meridian, the latter to a state fund."
HEARING = (
    "The hearing, first set for Tuesday, 4 March 2025, was moved to Thursday, 20 March. Comments are accepted "
    "from 3 February until 28 February. The rules were published on 15 January and take effect on 1 July."
)
CLINIC = (
    "Dr Lena Oyelaran joined the clinic in 2016. She had trained in Cardiff. Piers Hamm arrived two years later; "
    "he runs the sleep laboratory. The Stria is heavy. It was the quietest of all at 68 decibels."
)
TRAMS = "Line 7 stops at the market until Friday. Line 12 runs over the ring road because of works."
OPTICS = (
    "Halden Optics opened a plant in Graz in 2019. The company employs 640 people there. Its competitor Lumera has "
    "1,100 employees in Linz."
)


@pytest.mark.parametrize(
    ("claim", "text", "words"),
    [
        ("A canoe can be hired for 12 euros an hour.", RENTAL, "12 euros"),
        ("Copper prices rose by 9 per cent.", METALS, "9 per cent"),
        ("The rules take effect on 15 January.", HEARING, "15 January"),
        ("The bridge has nine arches.", "The old bridge has seven arches, each 9 metres wide.", "nine"),
        ("Line 12 stops at the market until Friday.", TRAMS, "12"),
        ("The rate was cut to 12 per cent.", "The rate was cut by 12 per cent to 3.5 per cent.", "12 per cent"),
        ("It was 41 per cent in May.", "It was 46 per cent in May instead of 41 per cent.", "41 per cent"),
        ("C’est M. Ferrand qui a présenté le budget.", "M. Ferrand est excusé. M. Didier Prunel présente le budget.",
         "Ferrand"),
        ("El lunes se atendió a 512 pacientes.", "El martes se atendió a 512 pacientes, el lunes a 398.", "lunes"),
    ],
)  # fmt: skip
def test_what_a_part_of_a_sentence_says_of_something_else_speaks_against_a_claim(
    claim: str, text: str, words: str
) -> None:
    assert any(words in one or one in words for one in beaten_by(claim, text)), beaten_by(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("A boat can be hired for 12 euros an hour.", RENTAL),
        ("A canoe can be hired for 8 euros an hour.", RENTAL),
        ("Copper prices rose by 4 per cent.", METALS),
        ("Zinc prices rose by 9 per cent.", METALS),
        ("The rules take effect on 1 July.", HEARING),
        ("The rules were published on 15 January.", HEARING),
        ("Comments are accepted until 28 February.", HEARING),
        ("The terms apply until 13/12/2026.", "The terms were agreed on 3 December 2024 and apply until the change "
         "of the timetable on 13 December 2026."),
        ("Tolva belongs to Meridian.", MINES),
        ("Piers Hamm runs the sleep laboratory.", CLINIC),
        ("Lena Oyelaran trained in Cardiff.", CLINIC),
        ("Line 7 stops at the market until Friday.", TRAMS),
        ("Halden Optics employs 640 people in Graz.", OPTICS),
        ("The station counted 214,000 visits in 2024.",
         "2024 was a good year. The station counted 214,000 visits, 3 per cent more than in 2023."),
        ("Osei Darko was born in 1931.", "The painter Osei Darko was born in Kumasi in 1931 and died in Leeds."),
        ("Ab Oktober kostet die Kilowattstunde Strom 31 Cent.",
         "Der Strompreis sinkt im Oktober, die Kilowattstunde kostet dann 31 Cent."),
    ],
)  # fmt: skip
def test_what_belongs_together_in_another_way_is_beaten_by_nothing(claim: str, text: str) -> None:
    assert beaten_by(claim, text) == {}


def test_a_pronoun_that_can_only_be_one_name_is_that_name() -> None:
    text = "In the test the Corda was light. The battery of the Stria is heavy. It was the quietest at 68 decibels."
    assert beaten_by("At 68 decibels the Corda was the quietest.", text) == {"Corda": "Stria"}
    assert not beaten_by("At 68 decibels the Stria was the quietest.", text)


@pytest.mark.parametrize(
    ("text", "sort", "role"),
    [
        ("bis zum ", "date", "to"),
        ("until the change of the timetable on ", "date", "to"),
        ("um ", "EUR", "by"),
        ("um ", "time", ""),
        ("by ", "date", "to"),
        ("by ", "%", "by"),
        ("ab ", "date", "from"),
        ("more than in ", "year", "than"),
        ("frente a ", "number", "than"),
        ("on ", "date", ""),
    ],
)
def test_the_words_before_a_number_tell_its_role(text: str, sort: str, role: str) -> None:
    assert end_of(f"{text}X", len(text), len(text) + 1, sort) == role


RAMP = "The council chose Rampworks. Gradeline built the ramp in the eastern park, and Rampworks put up the fence."
CHOIR = "The choir is led by Rowena Pask, who composed the anthem, and accompanied by the organist Tomas Veld."
TABLETS = (
    "Do not take Somnevar with erythromycin, rifampicin or grapefruit juice. Paracetamol and aspirin may be taken."
)
LIBRARY = "新図書館の設計は大西建築事務所が担当し、施工は北浜建設が請け負う。開館は2027年春の予定だ。"
SHOW = "策展人林若溪挑选了六十件作品，摄影师周可负责图录。"
PALACE = "The oldest piece is an astrolabe found by divers. The Harken chronometer is in room 4."
VISITS = "Coker's Mill had 41 visitors a day last year. Hadley Park had 380."
TEAM = "Zespołem kierowała dr Anna Rudzka, a analizą genetyczną zajął się prof. Paweł Domański z Torunia."


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Rampworks built the ramp in the eastern park.", RAMP),
        ("Gradeline built the ramp in the western park.", RAMP),
        ("Tomas Veld composed the anthem.", CHOIR),
        ("Do not take Somnevar with erythromycin, aspirin or grapefruit juice.", TABLETS),
        ("新図書館の設計は北浜建設が担当する。", LIBRARY),
        ("開館は2027年秋の予定である。", LIBRARY),
        ("周可挑选了六十件作品。", SHOW),
        ("The oldest piece is the Harken chronometer.", PALACE),
        ("Analizą genetyczną zajęła się dr Anna Rudzka.", TEAM),
        ("Last year Hadley Park had 41 visitors a day and Coker's Mill 380.", VISITS),
    ],
)
def test_what_was_put_in_the_place_of_another_thing_or_changed_places_with_it_is_doubted(
    claim: str, text: str
) -> None:
    assert graded(claim, text).grade in ("weak", "not found")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Gradeline built the ramp in the eastern park.", RAMP),
        ("Rampworks put up the fence.", RAMP),
        ("Rowena Pask composed the anthem.", CHOIR),
        ("Somnevar must not be taken with rifampicin.", TABLETS),
        ("施工を請け負うのは北浜建設である。", LIBRARY),
        ("策展人林若溪挑选了六十件作品。", SHOW),
        ("The Harken chronometer is in room 4.", PALACE),
        ("Analizą genetyczną zajął się Paweł Domański.", TEAM),
        ("Last year Coker's Mill had 41 visitors a day and Hadley Park 380.", VISITS),
    ],
)
def test_what_a_source_says_of_the_very_thing_is_not_doubted(claim: str, text: str) -> None:
    assert graded(claim, text).grade in ("quoted", "supported")


def test_opposites_are_of_one_sort() -> None:
    assert opposite("western", "eastern") and opposite("westflugel", "sudflugel") and opposite("秋", "春")
    assert not opposite("western", "summer") and not opposite("western", "west") and not opposite("ostern", "nordern")
