"""The list says what there is and what is left out, and stays short."""

from __future__ import annotations

from pathlib import Path

from tests.agent.tools.folder import desk


async def test_documents_with_titles_and_what_is_left_out(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "report.pdf").write_text("x")
    for number in range(4):
        (tmp_path / f"picture{number}.txt").write_bytes(b"\x89PNG")
    with desk(tmp_path, a="# Plan\n\ntext", b="one") as at:
        outcome = await at.use("list_files")
    assert outcome.outcome == "ok"
    assert not outcome.result.hits and not outcome.result.passages
    assert outcome.result.note.split("\n") == [
        "2 documents:",
        "a.md (3 lines): Plan",
        "b.md (1 line): b.md",
        "left out, binary: 4 (picture0.txt, picture1.txt, picture2.txt, …)",
        "left out, hidden: 1",
        "left out, not a text document: 1 (report.pdf)",
    ]


async def test_an_empty_folder(tmp_path: Path) -> None:
    with desk(tmp_path) as at:
        assert (await at.use("list_files")).result.note == "there are no documents"


async def test_many_files_fit_and_the_rest_is_counted(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("x")
    with desk(tmp_path, **{f"document-number-{i:03}": "x" for i in range(300)}) as at:
        note = (await at.use("list_files")).result.note
    assert len(note) <= 6_000
    assert note.startswith("300 documents:\n")
    shown = note.count("document-number-") // 2
    assert f"and {300 - shown} more; search_docs looks into all of them" in note
    assert note.endswith("left out, hidden: 1")


async def test_a_folder_that_has_gone_is_a_failure(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    with desk(folder) as at:
        folder.rmdir()
        for tool, arguments in (
            ("list_files", {}),
            ("search_docs", {"query": "plan"}),
            ("read_file", {"path": "a.md"}),
        ):
            outcome = await at.use(tool, **arguments)
            assert (outcome.outcome, outcome.ref) == ("failed", "")
