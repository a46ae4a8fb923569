"""Fragments are evidence; finding none is a result that helps on."""

from __future__ import annotations

from pathlib import Path

from agent.facts import Passage
from tests.agent.tools.folder import desk


async def test_fragments_are_passages_with_lines(tmp_path: Path) -> None:
    with desk(tmp_path, lease="# Lease\n\nNotice is three months.") as at:
        outcome = await at.use("search_docs", query="notice")
    passage = Passage(
        address="lease.md", title="Lease", where="lines 1-3 of 3", text="# Lease\n\nNotice is three months."
    )
    assert outcome.result.passages == (passage,)
    assert outcome.result.note == ""


async def test_no_matches_names_the_nearest_files(tmp_path: Path) -> None:
    with desk(tmp_path, **{f"a{i:02}": "text" for i in range(12)}, harbour="text") as at:
        outcome = await at.use("search_docs", query="horbour")
        assert outcome.outcome == "ok"
        assert outcome.result.note.startswith('no matches for "horbour"; files: harbour.md, a00.md, ')
        assert outcome.result.note.endswith(" and 3 more")


async def test_no_documents_at_all(tmp_path: Path) -> None:
    with desk(tmp_path) as at:
        outcome = await at.use("search_docs", query="plan")
    assert outcome.result.note == 'no matches for "plan"; there are no documents'


async def test_an_observation_has_at_most_six_thousand_characters(tmp_path: Path) -> None:
    with desk(tmp_path, **{f"a{i}": "harbour works\n" * 2_000 for i in range(5)}) as at:
        passages = (await at.use("search_docs", query="harbour")).result.passages
    assert len(passages) == 5
    assert sum(len(passage.text) for passage in passages) <= 6_000
