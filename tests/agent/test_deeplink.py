"""Addresses that open a page at its words."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.deeplink import LONGEST, at_words
from agent.ledger import canonical_address

PAGE = "https://e.test/a?b=1"
SPANS = st.lists(st.tuples(st.integers(-5, 300), st.integers(-5, 300)), max_size=5)
ADDRESSES = st.from_regex(r"https?://[a-z]{1,9}\.test/[a-z/?=&-]{0,20}(#[a-z!/]{0,9})?", fullmatch=True)


def directive(linked: str) -> str:
    return linked.partition(":~:text=")[2]


@pytest.mark.parametrize(
    ("excerpt", "spans", "expected"),
    [
        ("We go by train.", (), "We%20go%20by%20train."),
        ("well-fed, fat cats", (), "well%2Dfed%2C%20fat%20cats"),
        ("- **The** `rule` is [plain](https://x.test/y).", (), "The%20rule%20is%20plain."),
        ("| May | 1,600 | June |", ((8, 13),), "May-,1%2C600,-June"),
        ("first line here\nsecond line there", ((16, 22),), "second%20line%20there"),
        (" ".join(f"w{n}" for n in range(40)), (), "w0%20w1%20w2%20w3,w36%20w37%20w38%20w39"),
    ],
)  # fmt: skip
def test_the_words_are_named_as_the_page_shows_them(
    excerpt: str, spans: tuple[tuple[int, int], ...], expected: str
) -> None:
    assert at_words(PAGE, excerpt, spans) == f"{PAGE}#:~:text={expected}"


def test_a_script_without_spaces_has_letters_for_words() -> None:
    words = "気候変動に関する報告書は、二〇二四年の平均気温が観測史上最高だったと述べている。" * 3
    first, last = map(unquote, directive(at_words(PAGE, words)).split(","))
    assert words.startswith(first) and words.endswith(last) and first


@pytest.mark.parametrize("address", ["docs/plan.md", "", "javascript:alert(1)", "mailto:a@b.test"])
def test_what_is_no_web_page_stays_as_it_is(address: str) -> None:
    assert at_words(address, "some words of it") == address


def test_a_route_stays_and_an_older_directive_goes() -> None:
    assert at_words("https://e.test/#/route", "a few words") == "https://e.test/#/route:~:text=a%20few%20words"
    assert at_words(f"{PAGE}#:~:text=old", "a few words") == f"{PAGE}#:~:text=a%20few%20words"


@given(ADDRESSES, st.text(max_size=300) | st.text("ab -,|\n*[]()&#%東", max_size=300), SPANS)
def test_any_excerpt_gives_an_address_of_the_same_page(
    address: str, excerpt: str, spans: list[tuple[int, int]]
) -> None:
    linked = at_words(address, excerpt, spans)
    assert len(linked) <= LONGEST
    assert linked == address or linked.startswith(address.partition("#")[0] + "#")
    assert canonical_address(linked) == canonical_address(address) or "#" in address
    for part in directive(linked).split(",") if directive(linked) else ():
        assert re.fullmatch(r"-?[A-Za-z0-9._~%]+-?", part)


@given(st.text("abc de,-\n", max_size=200))
def test_each_part_of_it_stands_in_the_excerpt(excerpt: str) -> None:
    shown = " ".join(excerpt.split())
    for part in directive(at_words(PAGE, excerpt)).split(","):
        assert unquote(part.strip("-")) in shown
