"""Addresses that open a page at its words."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.async_api import Browser

from agent.answers.deeplink import LONGEST, at_words
from agent.ledger import canonical_address
from tests.agent.pages_double import Leaf, site

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


@pytest.mark.parametrize(
    ("excerpt", "spans", "expected"),
    [
        ("See [the timetable](/x_(y)) for fares.", (), "See the timetable for fares."),
        ('See [the timetable](/x "a title") for fares.', (), "See the timetable for fares."),
        ("![a ferry](i.png) The fare is 1,600.", (), "The fare is 1,600."),
        ("See <https://x.test/> for the fares.", (), "See https://x.test/ for the fares."),
        ("これは**重要**です。", (), "これは重要です。"),
        ("- [x] Pay the fare now.", (), "Pay the fare now."),
        ("The value of __init__ and a*b is set", (), "The value of,is set"),
        ("The _fee_ is due in May", (), "The,is due in May"),
        ("Use \\*stars\\* in the text here", (), "Use,in the text here"),
        ("return 12 * days", (), "return 12,days"),
        ("Fee:\n…\n1,600\n…\nJune", ((7, 12),), "1,600"),
        ("The fare is\n1,600\na very long year from now on", ((12, 17),), "The fare is-,1,600,-a very long year"),
        ("| Membership subscription of a year | 5 |", ((38, 39),), "subscription of a year-,5"),
    ],
)  # fmt: skip
def test_parts_are_whole_words_that_stand_there_side_by_side(
    excerpt: str, spans: tuple[tuple[int, int], ...], expected: str
) -> None:
    """A browser finds no half words, and none with signs of Markdown in them."""
    assert unquote(directive(at_words(PAGE, excerpt, spans))) == expected


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="module")
async def test_a_browser_finds_them(browser: Browser) -> None:
    async with site({f"/{n}": Leaf(page_of(html)) for n, (html, _) in enumerate(SHOWN)}) as there:
        for n, (_, excerpt) in enumerate(SHOWN):
            opened = await browser.new_page()
            await opened.goto(at_words(f"http://127.0.0.1:{there.port}/{n}", excerpt))
            await opened.wait_for_function("window.scrollY > 0", timeout=10_000)
            assert await opened.evaluate("document.querySelector('b').getBoundingClientRect().top < innerHeight")
            await opened.close()


PLAN = "港の計画は三月に採択された。フェリーは一日に十二便あり、料金は大人千六百円である。"
SHOWN = [
    ("<p>Well-fed, “fat” cats: 5&nbsp;% (1,600 - 1,700).</p>", "Well-fed, “fat” cats: 5 % (1,600 - 1,700)."),
    (f"<p>{PLAN * 3}</p>", PLAN * 3),
    ("<table><tr><td>May of 2026</td><td>1,600</td></tr></table>", "| May of 2026 | 1,600 |"),
    ("<p>It is <i>set</i> by __init__ on every first call.</p>", "It is *set* by __init__ on every first call."),
]  # fmt: skip


def page_of(html: str) -> bytes:
    filler = "<p>" + "Other words stand here. " * 500 + "</p>"
    return f"<!doctype html><meta charset=utf-8>{filler}<b>{html}</b>{filler}".encode()


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
