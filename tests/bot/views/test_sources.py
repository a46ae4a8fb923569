"""Sources go out into the thread and come back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Source
from bot import speech
from bot.decoding import decoded
from bot.playground.slack.readback import read_back
from bot.views import safe
from bot.views.blocks import Block, fits
from bot.views.plain import card
from bot.views.sources import PER_BLOCK, read_sources, read_words, source_blocks
from tests.bot.views.texts import HOSTILE

_CLEAN = st.text("abcdefg–.,:()[]<>@!&é東😀 —", min_size=1, max_size=80).map(
    lambda text: " ".join(text.split()) or "x"
)
TITLES = _CLEAN.filter(lambda text: safe.unescape(text) == text)
ADDRESSES = st.from_regex(r"https://[a-z]{1,9}\.test/[a-z_()?=#@:-]{0,20}", fullmatch=True) | st.from_regex(
    r"[a-zäö][a-zäö/ ._-]{0,60}[a-z]", fullmatch=True
)
SOURCES = st.lists(
    st.builds(
        Source,
        number=st.integers(1, 9_999),
        address=ADDRESSES,
        title=TITLES,
        opened=st.just("") | TITLES.filter(lambda text: "only found" not in text),
        published=st.just("") | TITLES.filter(lambda text: safe.size(text) <= 80),  # longer ones are cut, visibly
        retrieved=st.just(0.0) | st.integers(1, 4_000_000_000).map(float),
    ),
    max_size=60,
).map(tuple)


ENGLISH = speech.speech("en")


def sent_and_returned(sources: tuple[Source, ...], code: str = "en") -> list[Block]:
    return read_back(list(source_blocks(sources, speech.speech(code))), lambda: 1)


@settings(deadline=None)
@given(SOURCES, st.sampled_from(sorted(speech.LANGUAGES)))
def test_what_was_shown_is_read_back_whatever_the_language(sources: tuple[Source, ...], code: str) -> None:
    """Those past the first in full are there by number and address."""
    back = read_sources(sent_and_returned(sources, code))
    assert [(one.number, one.address) for one in back] == [(one.number, one.address) for one in sources]
    whole = [one == source for one, source in zip(back, sources, strict=True)]
    assert whole[:10] == [True] * len(whole[:10])


@given(SOURCES, st.sampled_from(sorted(speech.LANGUAGES)))
def test_plain_words_are_read_back_as_well_or_not_at_all(sources: tuple[Source, ...], code: str) -> None:
    """A number never comes back with another address than its own: a title may have addresses in it."""
    blocks = source_blocks(sources, speech.speech(code))
    words = "\n".join(decoded(piece) for piece in card("answer", blocks, 1).plain)
    back = {one.number: one.address for one in read_words(words)}
    own = {(one.number, one.address) for one in sources}
    assert set(back.items()) <= own
    if len({one.number for one in sources}) == len(sources):
        assert set(back) == {one.number for one in sources}


@pytest.mark.parametrize(
    "title", ["See https://evil.test · x — y", "`docs/x.md` T", "[9] https://evil.test ", "a `b` c", "— · `"]
)
@pytest.mark.parametrize("address", ["https://e.test/a?b=1&c=2", "docs/my plan.md"])
def test_a_title_never_stands_for_an_address(title: str, address: str) -> None:
    source = Source(number=3, address=address, title=title, opened="all", published="https://evil.test")
    for shown in (source, source.model_copy(update={"published": ""})):
        words = "\n".join(map(decoded, card("answer", source_blocks((shown,), ENGLISH), 1).plain))
        assert [(one.number, one.address) for one in read_words(words)] in ([], [(3, address)])


def test_of_very_many_the_rest_stands_by_its_numbers_each_a_link() -> None:
    pages = tuple(Source(number=at, address=f"https://e.test/{at}", title="T" * 90, opened="all") for at in range(60))
    paths = tuple(Source(number=at, address=f"docs/{at}.md", title="T" * 90, opened="all") for at in range(60, 300))
    blocks = source_blocks((*pages, *paths), ENGLISH)
    assert all(fits([block]) for block in blocks)
    back = read_sources(sent_and_returned((*pages, *paths)))
    assert [(one.number, one.address) for one in back] == [(one.number, one.address) for one in (*pages, *paths)]
    assert back[0] == pages[0] and back[-1].title == back[-1].address
    more = [
        e["text"] for block in blocks for part in block["elements"] for e in part["elements"] if "more" in e["text"]
    ]
    [said] = more
    assert re.match(r"2\d\d more sources", said)


def test_the_site_is_said_of_pages_alone() -> None:
    message = Source(number=1, address="https://a.slack.com/archives/C1/p1", title="Anna", opened="the whole message")
    page = Source(number=2, address="https://docs.e.test/x", title="T", opened="all", retrieved=1.7e9)
    file = Source(number=3, address="docs/x.md", title="T", opened="all")
    told = [card for block in source_blocks((message, page, file), ENGLISH) for card in block["elements"][1:]]
    lines = ["".join(str(element.get("text", "")) for element in part["elements"]) for part in told]
    assert lines[0] == "[1] Anna — the whole message\n" and " · e.test — all, retrieved " in lines[1]
    assert lines[2] == "[3] docs/x.md T — all\n"
    assert told[1]["elements"][-2]["fallback"] == "2023-11-14"


@given(st.integers(1, 9_999), HOSTILE, HOSTILE, HOSTILE)
def test_a_number_comes_back_whatever_stands_beside_it(number: int, title: str, opened: str, published: str) -> None:
    source = Source(number=number, address="https://e.test/a", title=title, opened=opened, published=published)
    (back,) = read_sources(sent_and_returned((source,)))
    assert (back.number, back.address) == (source.number, source.address)


def test_sources_stand_ten_to_a_block() -> None:
    sources = tuple(Source(number=at, address=f"https://e.test/{at}", title="T", opened="all") for at in range(1, 26))
    assert [block["block_id"] for block in source_blocks(sources, ENGLISH)] == ["sources.1", "sources.2", "sources.3"]
    assert PER_BLOCK == 10


def test_slack_may_give_texts_back_escaped() -> None:
    source = Source(number=1, address="https://e.test/?a=1&b=2", title="A & B", opened="all")
    (block,) = source_blocks((source,), ENGLISH)
    link = block["elements"][1]["elements"][1]
    link["url"], link["text"] = safe.escape(link["url"]), safe.escape(link["text"])
    assert read_sources([block]) == (source,)


def told(*elements: tuple[str, str]) -> list[Block]:
    """A block of sources with one that consists of these (text, style)."""
    parts = [{"type": "text", "text": words, "style": {style: True} if style else {}} for words, style in elements]
    return [
        {
            "type": "rich_text",
            "block_id": "sources.1",
            "elements": [{"type": "rich_text_section", "elements": parts}],
        }
    ]


@pytest.mark.parametrize(
    ("elements", "title", "opened", "published"),
    [
        ((("[3] ", ""), ("plan.md", "code"), (" Plan", ""), (" — whole page", "italic")), "Plan", "whole page", ""),
        ((("[3] ", ""), ("plan.md", "code"), (" — only found, not opened", "italic")), "plan.md", "", ""),
        (
            (("[3] ", ""), ("plan.md", "code"), (" — lines 1-9 of 9", "italic"), (", published 2024\n", "")),
            "plan.md", "lines 1-9 of 9", "2024",
        ),
    ],
)  # fmt: skip
def test_messages_of_an_older_version_are_read_as_well(
    elements: tuple[tuple[str, str], ...], title: str, opened: str, published: str
) -> None:
    known = Source(number=3, address="plan.md", title=title, opened=opened, published=published)
    assert read_sources(told(*elements)) == (known,)


def test_texts_beside_each_other_may_come_back_as_one() -> None:
    known = Source(number=3, address="plan.md", title="Der Plan", opened="Zeilen 1-9", published="Mai 2024")
    joined = (("[3] ", ""), ("plan.md", "code"), (" Der Plan — ", ""), ("Zeilen 1-9", "italic"))
    assert read_sources(told(*joined, (", veröffentlicht ", ""), ("Mai 2024", "italic"), ("\n", ""))) == (known,)
    found = Source(number=3, address="plan.md", title="— Der Plan", opened="", published="")
    unopened = (("[3] ", ""), ("plan.md", "code"), (" — Der Plan — nur gefunden, nicht geöffnet\n", ""))
    assert read_sources(told(*unopened)) == (found,)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from(["[1] ", "sources.1", "link"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "block_id", "elements", "text", "url", "style"]), inner, max_size=5
        )
    ),
    max_leaves=20,
)


@given(st.lists(JSON))
def test_nothing_in_a_message_can_break_the_reading(blocks: list[Block]) -> None:
    assert isinstance(read_sources(blocks), tuple)


def test_only_blocks_of_sources_are_read() -> None:
    (block,) = source_blocks((Source(number=1, address="https://e.test/", title="T"),), ENGLISH)
    assert read_sources([{**block, "block_id": "other"}]) == ()
