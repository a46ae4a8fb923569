"""One number per source, and one source per page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Hit, Passage, Result, Source
from agent.ledger import Ledger, addresses_at, addresses_in, canonical_address, readings_in, untracked

PAGE = "https://e.test/guide"


@pytest.mark.parametrize(
    "address",
    [
        "http://e.test/guide",
        "https://www.e.test/guide",
        "HTTPS://E.TEST/guide",
        "https://e.test/guide/",
        "https://e.test:443/guide",
        "http://e.test:80/guide/",
        "https://e.test/guide?utm_source=mail&utm_campaign=x",
        "https://e.test/guide?gclid=1&fbclid=2",
        "https://e.test/guide?gclid=1&amp;fbclid=2",
        "https://e.test/guide?&",
        "https://e.test/guide?wprov=sfla1&igsh=a&",
        "https://e.test/guide?",
        "https://e.test/guide#:~:text=price",
        "https://e.test/guide#section-2",
        "https://m.e.test/guide",
        "https://mobile.e.test/guide",
        "https://amp.e.test/guide?amp=1",
        "https://www.m.e.test/guide/?amp",
        "https://e.test/guide?outputType=amp&_ga=1&srsltid=x",
        "https://e.test/guide?mtm_campaign=x&pk_kwd=y&hsa_acc=1&__hstc=2&utm%5Fsource=z",
        "https://e.test/guide?at_link_id=1&guccounter=1&spm=a.b&s_kwcid=c&sc_campaign=d&itm_source=e",
        "https://www.e.test./guide",
        "https://e.test/./a/../guide",
        "https://e.test/g%75ide",
    ],
)
def test_one_page_is_one_source_however_it_is_addressed(address: str) -> None:
    assert canonical_address(address) == PAGE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://e.test/a?id=5", "https://e.test/a?id=6"),
        ("https://e.test/a?ref=main", "https://e.test/a?ref=dev"),
        ("https://e.test/a?x=1&y=2", "https://e.test/a?y=2&x=1"),
        ("https://e.test/#/users", "https://e.test/#/settings"),
        ("https://e.test/#!one", "https://e.test/#!two"),
        ("https://e.test/a", "https://e.test/A"),
        ("https://e.test:8080/a", "https://e.test/a"),
        ("https://e.test/a?", "https://e.test/a?x"),
        ("https://e.test/docs/amp", "https://e.test/docs"),
        ("https://e.test/amp/story", "https://e.test/story"),
        ("https://m.test/a", "https://test/a"),
        ("https://e.test/a?amp=2", "https://e.test/a"),
        ("https://e.test/a?amplitude=1", "https://e.test/a"),
        ("https://ma.e.test/a", "https://e.test/a"),
        ("plan.md", "Plan.md"),
        ("docs/plan.md/", "docs/plan.md"),
    ],
)
def test_what_names_another_page_stays_apart(one: str, other: str) -> None:
    assert canonical_address(one) != canonical_address(other)


@pytest.mark.parametrize(
    "address",
    [
        "https://e.test/2026/harbour-plan/amp",
        "https://e.test/2026/harbour-plan/amp/",
        "https://e.test/amp/2026/harbour-plan",
        "https://m.e.test/2026/harbour-plan",
    ],
)
def test_the_forms_for_phones_are_the_same_article(address: str) -> None:
    assert canonical_address(address) == "https://e.test/2026/harbour-plan"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://münchen.test/caf%C3%A9", "https://xn--mnchen-3ya.test/café"),
        ("https://e.test/a%2fb", "https://e.test/a%2Fb"),
        ("https://e.test/%E6%B8%AF", "https://e.test/港"),
    ],
)
def test_letters_are_the_same_however_they_are_written(one: str, other: str) -> None:
    assert canonical_address(one) == canonical_address(other)


def test_an_encyclopedia_for_phones_is_the_same_one() -> None:
    assert canonical_address("https://en.m.wikipedia.org/wiki/AMP") == "https://en.wikipedia.org/wiki/AMP"


@pytest.mark.parametrize(
    ("address", "visited"),
    [
        ("https://e.test/a?utm_source=x&id=5&gclid=y#part", "https://e.test/a?id=5"),
        ("https://e.test/a?a=1*2&ref=x&amp=1", "https://e.test/a?a=1*2&ref=x&amp=1"),
        ("https://e.test/?fbclid=x", "https://e.test/"),
        ("https://e.test/?utm_id=1#/users", "https://e.test/#/users"),
        ("https://m.e.test/A%20b/", "https://m.e.test/A%20b/"),
        ("plan?utm_source=x#y.md", "plan?utm_source=x#y.md"),
    ],
)
def test_what_is_visited_is_the_same_page_without_what_anybody_could_write_into_it(
    address: str, visited: str
) -> None:
    assert untracked(address) == visited
    assert canonical_address(visited) == canonical_address(address)


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("https://e.test/s?a=1*2&gclid=z", "https://e.test/s?a=1*2"),
        ("https://e.test/s?q=a%20b+c&utm_term=x&r=%2F", "https://e.test/s?q=a%20b+c&r=%2F"),
        ("https://e.test/s?q=Stra%C3%9Fe/%7Eb", "https://e.test/s?q=Stra%C3%9Fe/%7Eb"),
        ("https://e.test/a%2fb%20c%FF", "https://e.test/a%2Fb%20c%FF"),
        ("https://e.test/a?utm=1&gclidish=2", "https://e.test/a?utm=1&gclidish=2"),
        ("https://e.test/a?x=1&amp;y=2&amp;amp;z", "https://e.test/a?x=1&y=2&z"),
        ("https://e.test/日本?猫=1", "https://e.test/日本?猫=1"),
    ],
)
def test_what_survives_keeps_its_bytes(address: str, kept: str) -> None:
    assert canonical_address(address) == kept


_hosts = st.sampled_from(
    [
        "m.m.e.test",
        "www.amp.e.test",
        "en.m.e.test",
        "m.test",
        "e.test",
        "www.e.test",
        "E.test:443",
        "a.b.test:8080",
        "xn--9ca.test",
    ]
)
_parts = st.text("ab/.%2F~-_", max_size=8) | st.sampled_from(["amp/a-b/amp", "amp/amp/a1/amp/amp", "a-1/amp"])
_queries = st.lists(st.sampled_from(["id=5", "utm_source=x", "q=a+b", "gclid=1", "a", ""]), max_size=4).map("&".join)
_addresses = st.builds(
    "{}://{}/{}?{}#{}".format, st.sampled_from(["http", "https"]), _hosts, _parts, _queries, _parts
)


@settings(max_examples=80)
@given(_addresses)
def test_the_identity_of_an_identity_is_itself(address: str) -> None:
    assert canonical_address(canonical_address(address)) == canonical_address(address)
    assert canonical_address(untracked(address)) == canonical_address(address)


@settings(max_examples=80)
@given(
    st.text(max_size=40)
    | st.text(max_size=40).map("https://{}".format)
    | st.text("[]:/@?#", max_size=9).map("http://{}".format)
)
def test_no_text_is_too_odd_to_have_an_identity(text: str) -> None:
    assert isinstance(canonical_address(text), str)


# --- addresses in text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see https://e.test/a.", ["https://e.test/a"]),
        ("(https://e.test/a)", ["https://e.test/a"]),
        ("https://e.test/Card_(game), or", ["https://e.test/Card_(game)"]),
        ("[x](https://e.test/a_(b)) and", ["https://e.test/a_(b)"]),
        ("<https://e.test/a?x=1&y=2>", ["https://e.test/a?x=1&y=2"]),
        ('"HTTP://E.test/A"!', ["HTTP://E.test/A"]),
        ("**https://e.test/a**", ["https://e.test/a"]),
        ("https://e.test/a|b", ["https://e.test/a"]),
        ("https://a.test https://b.test/ …", ["https://a.test", "https://b.test/"]),
        ("no address: ftp://e.test, e.test, https:// and http", []),
        ("「https://e.test/a」。", ["https://e.test/a"]),
        ("詳細はhttps://e.test/aをご覧ください。次に", ["https://e.test/a"]),
        ("详见https://e.test/a页面，然后", ["https://e.test/a"]),
        ("자세한 내용은 https://e.test/a에서", ["https://e.test/a"]),
        ("『https://e.test/a』と（https://e.test/b）", ["https://e.test/a", "https://e.test/b"]),
        ("https://e.test/aとhttps://e.test/b、", ["https://e.test/a", "https://e.test/b"]),
        ("https://e.test/a？https://e.test/b！", ["https://e.test/a", "https://e.test/b"]),
        ("**https://e.test/a**です", ["https://e.test/a"]),
        ("https://e.test/a[1]", ["https://e.test/a"]),
        ("https://e.test/a[1][12], https://e.test/b[2, 3]", ["https://e.test/a", "https://e.test/b"]),
        ("https://e.test/a[2-4]です", ["https://e.test/a"]),
        (
            "https://e.test/?a[0]=1 https://e.test/?b[1]=2&c[2][d]=3",
            ["https://e.test/?a[0]=1", "https://e.test/?b[1]=2&c[2][d]=3"],
        ),
        ("&lt;https://e.test/a&gt;", ["https://e.test/a"]),
        ("https://例え.test/aを", ["https://例え.test/a"]),
        ("https://e.test/?a=1&amp;b=2", ["https://e.test/?a=1&amp;b=2"]),
    ],
)
def test_addresses_are_found_without_what_merely_follows(text: str, found: list[str]) -> None:
    assert list(addresses_in(text)) == found


@pytest.mark.parametrize(
    ("text", "known", "found"),
    [
        ("https://e.test/wiki/日本を見て", "https://e.test/wiki/日本", "https://e.test/wiki/日本"),
        ("https://e.test/wiki/日本", "https://e.test/wiki/日本", "https://e.test/wiki/日本"),
        ("https://e.test/wiki/日本、次", "https://e.test/wiki", "https://e.test/wiki/"),
        ("https://e.test/a[1]", "https://e.test/a[1]", "https://e.test/a[1]"),
        ("https://e.test/a**b", "https://e.test/a**b", "https://e.test/a**b"),
        ("https://e.test/猫（種）の", "https://e.test/猫（種）", "https://e.test/猫（種）"),
        ("https://e.test/猫の", "https://other.test/犬", "https://e.test/"),
    ],
)
def test_the_longest_known_reading_of_an_address_is_meant(text: str, known: str, found: str) -> None:
    assert list(addresses_at(text, {known})) == [(0, found)]


_unspaced = st.sampled_from(
    [
        "https://",
        "http://a.test",
        "e.test/a",
        "日",
        "を",
        "。",
        "**",
        "[1]",
        "(",
        ")",
        " ",
        "é",
        "&amp;",
        "/",
        "?q=",
        "\n",
    ]
)


def test_what_people_write_is_known_in_every_reading() -> None:
    found = set(readings_in("https://e.test/猫を見て。https://e.test/b**c https://e.test/d."))
    assert {
        "https://e.test/",
        "https://e.test/猫を見て",
        "https://e.test/b",
        "https://e.test/b**c",
        "https://e.test/d",
    } <= found


@settings(max_examples=80)
@given(st.lists(_unspaced, max_size=14).map("".join))
def test_every_address_is_found_once_where_it_stands_and_each_reading_begins_as_it_does(text: str) -> None:
    """Also with known readings: the same places, and never less than the shortest."""
    shortest = dict(addresses_at(text))
    readings = list(readings_in(text))
    assert all(text.startswith(address, at) for at, address in shortest.items())
    assert set(shortest.values()) <= set(readings)
    longest = dict(addresses_at(text, {canonical_address(one) for one in readings}))
    assert longest.keys() == shortest.keys()
    assert all(longest[at].startswith(shortest[at]) and text.startswith(longest[at], at) for at in longest)


@pytest.mark.parametrize(
    "piece", ["https://aあ", "https://a**", "https://あ", "https://a、あ", "https://a[1]", "https://。"]
)
def test_addresses_without_a_space_between_them_are_read_to_the_end(piece: str) -> None:
    text = (piece * 60_000)[:60_000]
    assert list(addresses_at(text, {"https://a", "https://日本"}))
    assert list(readings_in(text))


def test_a_wall_of_brackets_is_read_in_one_pass() -> None:
    assert list(addresses_in("https://e.test/" + ")" * 200_000)) == ["https://e.test/"]


# --- numbers ------------------------------------------------------------------------------------------------------


def hit(address: str, **more: str) -> Hit:
    return Hit(address=address, title=more.pop("title", "T"), **more)


def passage(address: str, text: str = "words", where: str = "all", **more: str) -> Passage:
    return Passage(address=address, title=more.pop("title", "T"), where=where, text=text, **more)


def test_numbers_go_on_over_several_searches() -> None:
    ledger = Ledger()
    ledger.take(Result(hits=(hit("https://a.test"), hit("https://b.test"))))
    ledger.take(Result(hits=(hit("https://c.test"), hit("http://www.a.test/?utm_source=x"))))
    assert [(source.number, source.address) for source in ledger.sources] == [
        (1, "https://a.test"),
        (2, "https://b.test"),
        (3, "https://c.test"),
    ]
    assert ledger.number("https://a.test/#x") == 1
    assert ledger.number("https://unseen.test") == 0
    assert ledger.next_number == 4


def test_a_result_that_brings_its_own_text_is_opened_and_listed_once() -> None:
    ledger = Ledger()
    for _ in range(2):
        ledger.take(Result(hits=(hit(PAGE),), passages=(passage(PAGE + "/", "It costs 5."),)))
    assert [source.number for source in ledger.sources] == [1]
    assert ledger.is_open(1)
    assert ledger.source(1) is not None
    assert ledger.sources[0].opened == "all"


def test_a_lead_is_not_open() -> None:
    ledger = Ledger()
    ledger.take(Result(hits=(hit(PAGE, snippet="It costs 5."),)))
    assert not ledger.is_open(1)
    assert ledger.passages(1) == ()


def test_parts_of_one_file_are_one_source_that_says_what_was_read() -> None:
    ledger = Ledger()
    for where in ("lines 1-40 of 120", "lines 41-80 of 120", "lines 1-40 of 120"):
        ledger.take(Result(passages=(passage("plan.md", where=where),)))
    assert ledger.sources[0].opened == "lines 1-80 of 120"
    assert len(ledger.passages(1)) == 3


def test_what_was_read_on_in_a_page_that_is_wholly_open_is_not_said_again() -> None:
    ledger = Ledger()
    for where in ("first 20,000 characters of 63,000", "characters 20,001-26,000 of 63,000"):
        ledger.take(Result(passages=(passage("https://long.test/", where=where),)))
    for where in ("whole page", "characters 5,201-11,200 of 18,000"):
        ledger.take(Result(passages=(passage(PAGE, where=where),)))
    assert ledger.sources[0].opened == "first 20,000 characters of 63,000; characters 20,001-26,000 of 63,000"
    assert ledger.sources[1].opened == "whole page"
    assert ledger.opened == {"https://long.test", canonical_address(PAGE)}


def test_a_source_learns_its_title_and_its_day_when_it_is_opened() -> None:
    ledger = Ledger()
    ledger.take(Result(hits=(hit(PAGE, title=""),)))
    assert ledger.sources[0].title == PAGE
    ledger.take(Result(passages=(passage(PAGE, title="The guide", published="2024-05-01"),)))
    assert (ledger.sources[0].title, ledger.sources[0].published) == ("The guide", "2024-05-01")
    ledger.take(Result(hits=(hit(PAGE, title="Other", published="2025-01-01"),)))
    assert (ledger.sources[0].title, ledger.sources[0].published) == ("The guide", "2024-05-01")


def test_earlier_answers_keep_their_numbers_and_new_sources_come_after_them() -> None:
    ledger = Ledger()
    ledger.seed([Source(number=2, address=PAGE, title="G", opened="all")], next_number=7)
    ledger.take(Result(hits=(hit("https://new.test"), hit("http://e.test/guide/"))))
    assert [(source.number, source.opened) for source in ledger.sources] == [(2, ""), (7, "")]
    assert not ledger.is_open(2)


def test_a_number_never_falls_below_what_the_thread_has_seen() -> None:
    ledger = Ledger()
    ledger.seed([Source(number=12, address=PAGE, title="G")], next_number=3)
    assert ledger.next_number == 13


@settings(max_examples=50)
@given(st.lists(st.lists(_addresses, max_size=4), max_size=5))
def test_a_number_never_changes_its_meaning(results: list[list[str]]) -> None:
    """Whatever is taken later, an address keeps its number, numbers are dense, and each source has one."""
    ledger, first = Ledger(), dict[str, int]()
    for addresses in results:
        ledger.take(Result(hits=tuple(hit(address) for address in addresses)))
        for address in addresses:
            assert ledger.number(address) == first.setdefault(canonical_address(address), ledger.number(address))
    assert [source.number for source in ledger.sources] == list(range(1, len(first) + 1))


def test_lines_that_touch_or_overlap_are_said_as_one_range() -> None:
    ledger = Ledger()
    for where in (
        "lines 20-40 of 90",
        "lines 1-10 of 90",
        "lines 11-15 of 90",
        "lines 30-50 of 90",
        "lines 20-40 of 90",
    ):
        ledger.take(Result(passages=(Passage(address="plan.md", title="Plan", where=where, text="x"),)))
    [source] = ledger.sources
    assert source.opened == "lines 1-15 of 90; lines 20-50 of 90"


# --- one page under several addresses, and dates ------------------------------------------------------------------


def page(address: str, canonical: str = "", **more: object) -> Passage:
    return Passage(address=address, title="T", where="whole page", text="Words").model_copy(
        update={"canonical": canonical, **more}
    )


def test_a_page_found_under_several_addresses_has_one_number() -> None:
    ledger = Ledger()
    ledger.take(Result(hits=(Hit(address="https://t.test/abc", title="Short"),)))
    ledger.take(Result(passages=(page("https://t.test/abc", PAGE),)))
    ledger.take(Result(passages=(page("https://e.test/p?id=7", PAGE), page(PAGE))))
    assert {ledger.number(one) for one in ("https://t.test/abc", "https://e.test/p?id=7", PAGE)} == {1}
    assert [source.number for source in ledger.sources] == [1]
    assert ledger.sources[0].address == "https://t.test/abc"
    assert {"https://e.test/p?id=7", PAGE, "https://t.test/abc"} <= ledger.opened


def test_two_leads_that_turn_out_to_be_one_page_are_the_first_and_no_number_goes() -> None:
    ledger = Ledger()
    ledger.take(Result(hits=(Hit(address=PAGE, title="A"), Hit(address="https://e.test/old", title="B"))))
    ledger.take(Result(passages=(page("https://e.test/old", PAGE),)))
    assert ledger.number("https://e.test/old") == ledger.number(PAGE) == 1
    assert ledger.is_open(1) and not ledger.is_open(2)
    assert [source.number for source in ledger.sources] == [1, 2] and ledger.next_number == 3


def test_the_page_s_own_date_goes_before_the_search_s() -> None:
    ledger = Ledger()
    ledger.take(Result(hits=(Hit(address=PAGE, title="A", published="2026-01-01"),)))
    assert ledger.sources[0].published == "2026-01-01"
    ledger.take(Result(passages=(page(PAGE, published="2026-03-02", retrieved=7.0),)))
    assert (ledger.sources[0].published, ledger.sources[0].retrieved) == ("2026-03-02", 7.0)
    ledger.take(Result(hits=(Hit(address=PAGE, title="A", published="2026-01-01"),)))
    assert ledger.sources[0].published == "2026-03-02"


def test_what_is_known_to_be_too_old_is_not_open_and_what_is_not_known_is() -> None:
    ledger = Ledger()
    old, new, unknown = "https://e.test/old", "https://e.test/new", "https://e.test/unknown"
    ledger.take(
        Result(passages=(page(old, published="2025-02-01"), page(new, published="2026-03-01"), page(unknown)))
    )
    ledger.after = "2026-03-01"
    assert [ledger.is_open(number) for number in (1, 2, 3)] == [False, True, True]
    assert ledger.passages(1) == () and old not in ledger.opened
    ledger.after = ""
    assert ledger.is_open(1)
