"""The order of statements: sound ones in other words before those with a clause of the writer's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Passage
from agent.grounding.grading import found
from agent.grounding.passages import Opened

CANAL = (
    "The Harrow Canal was dug between 1790 and 1796 under the engineer Josiah Calloway. It cost 131,500 pounds, far "
    "more than he had estimated. Coal was the main cargo. After the railway arrived in 1847 tonnage halved within "
    "six years. The last commercial boat ran in February 1931, and the locks have been closed since."
)
WYSTAWA = (
    "Muzeum Szkła w Zalesianach pokazuje na stałej wystawie 950 eksponatów. Pokazy dmuchania szkła odbywają się w "
    "soboty o 11.00 i 14.00. Bilet normalny kosztuje 28 zł, a ulgowy 18 zł."
)


def share(claim: str, *texts: str) -> float:
    passages = {
        at: [Passage(address=f"https://{at}.test/", title="", where="all", text=text)]
        for at, text in enumerate(texts, 1)
    }
    return found(claim, Opened.of(passages), [*passages]).share


@pytest.mark.parametrize(
    ("sound", "added", "text"),
    [
        (
            "The canal ended up costing 131,500 pounds, a good deal more than Calloway had estimated.",
            "The canal cost 131,500 pounds, which was raised by selling shares to local farmers.",
            CANAL,
        ),
        (
            "Within six years of the railway's coming in 1847, tonnage had fallen to half.",
            "The tonnage halved within six years because the company neglected dredging.",
            CANAL,
        ),
        (
            "No commercial boat has run since February 1931, and the locks remain closed.",
            "The last commercial boat ran in February 1931 with a brass band aboard.",
            CANAL,
        ),
        (
            "W soboty o 11.00 i 14.00 można obejrzeć pokazy dmuchania szkła.",
            "Pokazy odbywają się w soboty o 11.00 i 14.00, a uczestnicy mogą wydmuchać własną bombkę.",
            WYSTAWA,
        ),
    ],
)
def test_words_lacking_here_and_there_weigh_less_than_an_addition_at_the_end(
    sound: str, added: str, text: str
) -> None:
    assert share(sound, text) > share(added, text)


def test_an_addition_weighs_more_the_more_of_it_is_lacking() -> None:
    claim = "The last commercial boat ran in February 1931"
    ends = (
        "",
        ", and the locks closed",
        ", and the owner emigrated",
        ", and the heartbroken owner emigrated overseas",
    )
    shares = [share(f"{claim}{end}.", CANAL) for end in ends]
    assert shares == sorted(shares, reverse=True)
    assert shares[1] > 2 * shares[2]


def test_what_stands_in_one_place_comes_before_what_is_gathered_from_all_over() -> None:
    assert share("Coal was the main cargo.", CANAL) > share("Coal was dug since the railway arrived.", CANAL)


def test_two_sources_may_share_a_claim() -> None:
    one, other = CANAL, WYSTAWA.replace("Muzeum Szkła", "The Glass Museum")
    claim = "The Harrow Canal cost 131,500 pounds, the Glass Museum pokazuje 950 eksponatów."
    assert share(claim, one, other) > 2 * share(claim, one)


def test_a_name_in_the_place_of_another_comes_last() -> None:
    right = "The canal was dug between 1790 and 1796 under the engineer Josiah Calloway."
    wrong = share(right.replace("Josiah Calloway", "Edmund Fairley"), CANAL)
    assert wrong < share("The canal took six years to dig, and Josiah Calloway led it.", CANAL)
    assert wrong < 0.1 < 0.9 < share(right, CANAL)


def test_a_lacking_short_word_weighs_less_than_a_long_one() -> None:
    assert share("Coal was the big main cargo.", CANAL) > share("Coal was the unprofitable main cargo.", CANAL)


_words = st.sampled_from(
    [
        "canal",
        "coal",
        "railway",
        "boat",
        "copper",
        "zebra",
        "and",
        "which",
        "because",
        ",",
        "in",
        "1931",
        "Calloway",
        "Fairley",
    ]
)


@given(st.lists(_words, max_size=30).map(" ".join))
def test_a_share_is_one_only_where_all_is_held_and_never_leaves_its_bounds(claim: str) -> None:
    passage = Passage(address="https://e.test/", title="", where="all", text=CANAL)
    got = found(claim, Opened.of({1: [passage]}), [1])
    assert 0 <= got.share <= 1
    assert got.share < 1 or not got.lacking
