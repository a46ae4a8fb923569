"""Documents are found by their words, as they are now, and read by lines."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.documents.docs import Docs, _Index
from agent.documents.folder import Contents, DocsFailed, DocsUnusable, Folder, NoSuchFile
from agent.documents.words import indexed, terms
from agent.facts import Passage

patient = settings(deadline=None)  # the machine may be busy

VOCABULARY = [
    *(
        "faktura",
        "faktury",
        "fakturze",
        "fakturą",
        "faktor",
        "termin",
        "terminy",
        "terminarz",
        "term",
        "umowa",
        "umowy",
    ),
    *("wypowiedzenie", "wypowiedzenia", "talo", "talossa", "talossani", "taloissa", "sauna", "saunassa", "kirja"),
    *("kirjassa", "kirjasto", "vuokra", "vuokrasopimus", "lasku", "laskun", "of", "c++"),
]


@pytest.fixture
def docs(tmp_path: Path) -> Iterator[Docs]:
    opened = Docs(tmp_path)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def dictionary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Docs]:
    """A folder with one file for each word."""
    folder = tmp_path_factory.mktemp("dictionary")
    for number, word in enumerate(VOCABULARY):
        (folder / f"{number:02}.txt").write_text(word)
    opened = Docs(folder)
    yield opened
    opened.close()


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text)


def addresses(passages: list[Passage]) -> list[str]:
    return [passage.address for passage in passages]


# --- finding ----------------------------------------------------------------------------------------------------


async def test_a_fragment_is_verbatim_with_file_title_and_lines(tmp_path: Path, docs: Docs) -> None:
    filler = "\n\n".join(f"Paragraph {i}. " + "Lorem ipsum. " * 40 for i in range(6))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "lease.md").write_text(f"# The lease\n\n{filler}\n\n## Notice\n\nNotice is *three* months.\n")
    (passage,) = await docs.search("notice months")
    assert passage.address == "sub/lease.md"
    assert passage.title == "The lease"
    assert passage.where == "lines 15-17 of 17"
    assert passage.text == "## Notice\n\nNotice is *three* months."


@pytest.mark.parametrize(
    ("query", "first", "found"),
    [
        ("fakturze", "fakturze", {"faktura", "faktury", "fakturze", "fakturą"}),
        ("faktura", "faktura", {"faktura", "faktury", "fakturze", "fakturą"}),
        ("FAKTURA", "fakturą", {"faktura", "faktury", "fakturze", "fakturą"}),
        ("talossa", "talossa", {"talossa", "talossani"}),
        ("talo", "talo", {"talo", "talossa", "talossani", "taloissa"}),
        ("kirjassa", "kirjassa", {"kirjassa", "kirja", "kirjasto"}),
        ("laskun", "laskun", {"lasku", "laskun"}),
        ("c++", "c++", {"c++"}),
    ],
)
async def test_other_forms_are_found_and_the_very_word_comes_first(
    dictionary: Docs, query: str, first: str, found: set[str]
) -> None:
    words = [passage.text for passage in await dictionary.search(query)]
    assert indexed(words[0]) == indexed(first)
    assert set(words) == found


@patient
@given(asked=st.sampled_from(VOCABULARY))
def test_the_index_finds_what_the_rule_says(dictionary: Docs, asked: str) -> None:
    found = {passage.text for passage in asyncio.run(dictionary.search(asked))}
    rule = {word for word in VOCABULARY if terms(asked)[0].found(indexed(word))}
    assert found == rule if len(rule) <= 5 else found < rule and len(found) == 5


@patient
@given(query=st.text() | st.text('"*()^:+-{}ANDORNEAT ab\x00', max_size=40))
def test_any_query_is_harmless(dictionary: Docs, query: str) -> None:
    assert len(asyncio.run(dictionary.search(query))) <= 5


async def test_no_syntax_of_the_index_is_understood(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, a="alpha beta", b="the and operator near AND", c="node.js guide", d="written in c++ and c#")
    assert addresses(await docs.search("AND"))[0] in ("b.md", "d.md")
    assert addresses(await docs.search("node.js")) == ["c.md"]
    assert addresses(await docs.search("c++")) == ["d.md"]
    assert addresses(await docs.search('alpha" OR "guide')) != []
    assert await docs.search("body:nothing NOT gamma*") == []
    assert await docs.search("") == await docs.search('"*"') == []


async def test_chinese_japanese_korean_and_mixed_text(tmp_path: Path, docs: Docs) -> None:
    write(
        tmp_path,
        zh="年度报告已经发布。预算增加了。",
        ja="私は東京都に住んでいます。",
        ko="서울에서 회의가 열린다",
        mix="使用Python编写",
    )
    for query, path in (
        ("报告", "zh.md"),
        ("预算", "zh.md"),
        ("東京", "ja.md"),
        ("서울", "ko.md"),
        ("编写", "mix.md"),
    ):
        assert addresses(await docs.search(query)) == [path]
    assert addresses(await docs.search("python")) == ["mix.md"]
    assert await docs.search("会计") == []


async def test_accents_do_not_matter(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, a="Spotkanie w Łodzi, żółty dom", b="Älykäs talo")
    assert addresses(await docs.search("lodzi")) == ["a.md"]
    assert addresses(await docs.search("ZOLTY")) == ["a.md"]
    assert addresses(await docs.search("alykas")) == ["b.md"]


async def test_the_very_word_comes_before_any_number_of_relatives_in_shorter_texts(
    tmp_path: Path, docs: Docs
) -> None:
    write(tmp_path, **{f"filler{i}": f"short note {i}" for i in range(500)})
    write(tmp_path, **{f"form{i}": "fakturze fakturami fakturom" for i in range(220)})
    long_text = "In a long text about something else, one faktura is named. " + "Other words follow. " * 40
    write(tmp_path, **{f"z{i}": long_text for i in range(40)})
    assert all(address.startswith("z") for address in addresses(await docs.search("faktura")))


async def test_rare_words_count_more_than_common_ones(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, **{f"common{i}": "what is the notice period of the office" for i in range(20)})
    write(tmp_path, lease="sublease")
    assert addresses(await docs.search("what is the sublease"))[0] == "lease.md"


async def test_a_files_name_counts_a_little(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, budget="Figures for the coming year.", other="The budget was adopted.")
    assert addresses(await docs.search("budget")) == ["other.md", "budget.md"]


async def test_at_most_two_fragments_of_one_file_unless_only_one_matches(tmp_path: Path, docs: Docs) -> None:
    many = "\n\n".join(f"The harbour, part {i}. " + "Words. " * 150 for i in range(9))
    write(tmp_path, long=many)
    assert addresses(await docs.search("harbour")) == ["long.md"] * 5
    write(tmp_path, b="harbour", c="harbour")
    found = addresses(await docs.search("harbour"))
    assert sorted(found) == ["b.md", "c.md", "long.md", "long.md"]


async def test_five_fragments_stay_within_six_thousand_characters(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, **{f"f{i}": "harbour " * 5_000 for i in range(6)})
    found = await docs.search("harbour")
    assert len(found) == 5
    assert sum(len(passage.text) for passage in found) <= 6_000


# --- staying true -----------------------------------------------------------------------------------------------


async def test_changes_are_found_at_the_next_search(tmp_path: Path, docs: Docs) -> None:
    assert await docs.search("harbour") == []
    write(tmp_path, a="The harbour plan.")
    assert addresses(await docs.search("harbour")) == ["a.md"]
    write(tmp_path, a="The airport plan, rewritten.")
    assert await docs.search("harbour") == []
    assert addresses(await docs.search("airport")) == ["a.md"]
    (tmp_path / "a.md").rename(tmp_path / "b.md")
    assert addresses(await docs.search("airport")) == ["b.md"]
    (tmp_path / "b.md").unlink()
    assert await docs.search("airport") == []


async def test_what_did_not_change_is_not_read_again(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, a="harbour")
    assert addresses(await docs.search("harbour")) == ["a.md"]
    before = (tmp_path / "a.md").stat()
    write(tmp_path, a="airport")
    os.utime(tmp_path / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert addresses(await docs.search("harbour")) == ["a.md"]


async def test_an_index_in_a_file_outlives_the_process_and_is_private(tmp_path: Path) -> None:
    folder, index = tmp_path / "docs", tmp_path / "index.db"
    folder.mkdir()
    write(folder, a="harbour", b="airport")
    first = Docs(folder, str(index))
    assert addresses(await first.search("harbour")) == ["a.md"]
    first.close()
    assert index.stat().st_mode & 0o777 == 0o600
    before = (folder / "a.md").stat()
    write(folder, a="nothing", b="harbour, moved here")
    os.utime(folder / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    second = Docs(folder, str(index))
    assert sorted(addresses(await second.search("harbour"))) == ["a.md", "b.md"]
    second.close()


async def test_an_index_of_another_version_is_built_anew(tmp_path: Path) -> None:
    folder, index = tmp_path / "docs", tmp_path / "index.db"
    folder.mkdir()
    write(folder, a="harbour")
    Docs(folder, str(index)).close()
    with sqlite3.connect(index) as db:
        db.execute("PRAGMA user_version = 999")
        db.execute("DROP TABLE chunk")
    db.close()
    docs = Docs(folder, str(index))
    assert addresses(await docs.search("harbour")) == ["a.md"]
    docs.close()


def test_a_file_that_is_no_index_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder, text, other = tmp_path / "docs", tmp_path / "notes.txt", tmp_path / "other.db"
    folder.mkdir()
    text.write_text("my notes, not a database at all " * 50)
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE file (mine)")
    db.close()
    for index in (text, other, tmp_path / "missing" / "index.db"):
        before = index.read_bytes() if index.exists() else b""
        with pytest.raises(DocsUnusable, match="index of the documents"):
            Docs(folder, str(index))
        assert (index.read_bytes() if index.exists() else b"") == before


def test_a_missing_folder_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(DocsUnusable, match="none"):
        Docs(tmp_path / "none")


async def test_a_folder_that_goes_away_is_a_failure_and_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    write(folder, a="harbour")
    docs = Docs(folder)
    folder.rename(tmp_path / "away")
    with pytest.raises(DocsFailed):
        await docs.search("harbour")
    (tmp_path / "away").rename(folder)
    assert addresses(await docs.search("harbour")) == ["a.md"]
    docs.close()
    docs.close()


class Fleeting(Folder):
    """It goes away once, right after it was listed."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.home, self.went = home, False

    def contents(self) -> Contents:
        listed = super().contents()
        if not self.went:
            self.went = True
            self.home.rename(self.home.with_name("away"))
        return listed


def test_a_file_that_went_away_after_it_was_listed_is_found_when_it_is_back_unchanged(tmp_path: Path) -> None:
    home = tmp_path / "docs"
    home.mkdir()
    write(home, a="harbour")
    index = _Index(Fleeting(home), ":memory:", threading.Event())
    index.renew()
    (tmp_path / "away").rename(home)
    assert addresses(index.search(terms("harbour"))) == ["a.md"]
    index.close()


# --- listing and reading ----------------------------------------------------------------------------------------


async def test_the_listing_shows_documents_and_what_is_left_out(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, b="# Second\n\ntext\n", a="text", broken="\x00\x01")
    (tmp_path / ".secret.md").write_text("x")
    listing = await docs.files()
    assert [(file.path, file.title, file.lines) for file in listing.files] == [
        ("a.md", "a.md", 1),
        ("b.md", "Second", 3),
    ]
    assert listing.left_out == ((".secret.md", "hidden"), ("broken.md", "binary"))
    assert await docs.files() == listing


async def test_reading_begins_where_it_is_told(tmp_path: Path, docs: Docs) -> None:
    write(tmp_path, a="# Plan\n" + "".join(f"line {i}\n" for i in range(2, 301)))
    passage = await docs.read("./a.md", 299)
    assert passage == Passage(address="a.md", title="Plan", where="lines 299-300 of 300", text="line 299\nline 300")
    assert (await docs.read("a.md")).where == "lines 1-200 of 300"


@pytest.mark.parametrize("path", ["PLANY/ŻÓŁĆ.MD", "plany/z\u0307o\u0301łc\u0301.md", "plany\\żółć.md"])
async def test_case_composition_and_slashes_do_not_matter(tmp_path: Path, docs: Docs, path: str) -> None:
    (tmp_path / "plany").mkdir()
    (tmp_path / "plany" / "żółć.md").write_text("words")
    assert (await docs.read(path)).address == "plany/żółć.md"


async def test_a_wrong_name_is_answered_with_the_nearest(tmp_path: Path, docs: Docs) -> None:
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "harbour.md").write_text("x")
    write(tmp_path, zebra="x")
    for wrong in ("harbor.md", "plan/harbour.md", "harbour.txt"):
        with pytest.raises(NoSuchFile, match=r"the nearest are: plans/harbour\.md"):
            await docs.read(wrong)
    with pytest.raises(NoSuchFile, match="list_files"):
        await docs.read("qqqqqq.md")
    assert (await docs.nearest("harbor"))[0] == "plans/harbour.md"
