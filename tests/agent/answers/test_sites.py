"""What counts as another source: who registered the domain, and whether the words are others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers import sites
from agent.facts import Passage, Result
from agent.run import Run
from tests.agent.worlds import asked, call, made, recalled, replied, run_of, understood

STORY = "The lake is 12 metres deep. It froze over in 1987. Nobody swims there in winter. The ferry runs in May."


@pytest.mark.parametrize(
    "same",
    [
        ("https://gov.uk/x", "https://www.gov.uk/y", "https://m.gov.uk/x"),
        ("https://service.gov.uk/a", "https://www.service.gov.uk/b"),
        ("https://www.blogspot.com/a", "https://blogspot.com/b"),
        ("https://x.github.io/a", "https://www.x.github.io/b"),
        ("http://www.localhost/a", "http://localhost/b"),
        ("https://b\u00fccher.de/a", "https://xn--bcher-kva.de/b"),
        ("https://example.com./a", "https://EXAMPLE.com:8443/a", "https://amp.example.com/a"),
        (
            "https://example.com/a",
            "https://web.archive.org/web/2020/https://example.com/a",
            "https://web.archive.org/web/2020id_/http:/www.example.com/a",
            "https://example-com.translate.goog/a",
            "https://www-example-com.cdn.ampproject.org/c/s/www.example.com/a",
        ),
        ("https://a-b.example.org", "https://a--b-example-org.translate.goog/x"),
    ],
)
def test_one_site_under_several_addresses_is_one(same: tuple[str, ...]) -> None:
    assert len(set(map(sites.site, same))) == 1


def test_neighbours_stay_apart() -> None:
    several = (
        "https://one.github.io/", "https://two.github.io/", "https://a.service.gov.uk/", "https://gov.uk/",
        "https://bbc.co.uk", "https://bbc.com", "https://archive.org/details/x", "notes.md", "docs/notes.md",
    )  # fmt: skip
    assert len(set(map(sites.site, several))) == len(several)


@given(st.text(max_size=80))
def test_any_address_has_a_site(text: str) -> None:
    for address in (text, f"https://{text}", f"https://web.archive.org/web/1/https://{text}"):
        assert isinstance(sites.site(address), str)


def opened(*texts: str) -> Run:
    """A run that opened these texts, each at a site of its own."""
    calls = [call(f"1.{i}", "open") for i, _ in enumerate(texts, 1)]
    pages = [
        Passage(address=f"https://s{i}.test/", title="T", where="all", text=text) for i, text in enumerate(texts)
    ]
    brought = [
        fact for one, page in zip(calls, pages, strict=True) for fact in made(one.id, result=Result(passages=(page,)))
    ]
    return run_of(asked(approval="off"), *recalled(), *understood(), *replied(1, *calls), *brought)


def test_the_same_words_at_three_places_are_one_source() -> None:
    copies = (STORY, f"AP. {STORY}", STORY.upper().replace("12", "12 "))
    assert len(sites.opened(opened(*copies))) == 1 and len(sites.visited(opened(*copies))) == 3
    assert len(sites.opened(opened(STORY, "The lake is 14 metres deep. It never freezes over."))) == 2
    assert len(sites.opened(opened(STORY, f"{STORY} That is what some say. " + "We measured it anew. " * 9))) == 1


def test_what_says_nothing_is_no_copy() -> None:
    assert len(sites.opened(opened("", ""))) == 2
