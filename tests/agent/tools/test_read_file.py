"""A file is read in parts that say how to read on; nothing outside the folder is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agent.tools.folder import desk


async def test_a_short_file_is_read_whole(tmp_path: Path) -> None:
    with desk(tmp_path, a="# Plan\n\nwords\n") as at:
        result = (await at.use("read_file", path="a.md")).result
    assert [(p.address, p.title, p.where, p.text) for p in result.passages] == [
        ("a.md", "Plan", "lines 1-3 of 3", "# Plan\n\nwords")
    ]
    assert result.note == ""


async def test_a_long_file_is_read_on(tmp_path: Path) -> None:
    with desk(tmp_path, a="".join(f"{i}\n" for i in range(1, 451))) as at:
        first = (await at.use("read_file", path="a.md")).result
        last = (await at.use("read_file", path="a.md", start=401)).result
    assert first.note == "continue with start=201"
    assert last.note == ""
    assert last.passages[0].text.split("\n")[-1] == "450"


async def test_a_very_long_line_is_cut_and_the_note_says_so(tmp_path: Path) -> None:
    with desk(tmp_path, a="x" * 9_000 + "\nnext") as at:
        result = (await at.use("read_file", path="a.md")).result
    assert len(result.passages[0].text) == 6_000
    assert result.note == (
        "the line is longer than what is shown; search_docs finds words in the rest; continue with start=2"
    )


async def test_nothing_to_show_is_no_passage(tmp_path: Path) -> None:
    with desk(tmp_path, empty="", blank="\n") as at:
        for path in ("empty.md", "blank.md"):
            outcome = await at.use("read_file", path=path)
            assert (outcome.outcome, outcome.result.passages) == ("ok", ())
            assert outcome.result.note == f'"{path}" has no words here'


@pytest.mark.parametrize(
    "path", ["../secret.md", "/etc/passwd", "link.md", "~/secret.md", "C:\\secret.md", "a\x00.md"]
)
async def test_outside_is_denied(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (tmp_path / "secret.md").write_text("secret")
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    with desk(folder) as at:
        outcome = await at.use("read_file", path=path)
    assert (outcome.outcome, outcome.final) == ("failed", True)
    assert outcome.result.note.startswith("DENIED: outside the documents folder")


async def test_a_wrong_name_or_line_is_answered_with_what_there_is(tmp_path: Path) -> None:
    with desk(tmp_path, harbour="one\ntwo") as at:
        name = await at.use("read_file", path="harbor.md")
        line = await at.use("read_file", path="harbour.md", start=9)
    assert name.result.note == 'there is no file "harbor.md"; the nearest are: harbour.md'
    assert line.result.note == '"harbour.md" has 2 lines; start must be between 1 and 2'
