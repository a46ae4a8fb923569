"""Showing which documents there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from agent.documents.docs import Document, Listing
from agent.documents.folder import DocsFailed
from agent.facts import Result
from agent.tool import Given, ToolFailed

_ROOM = 5_000  # characters for the names, so that what is left out is told as well


async def list_files(given: Given) -> Result:
    """List the documents that search_docs and read_file can use, with their titles and numbers of lines."""
    if given.docs is None:
        raise ToolFailed("there are no documents here", final=True)
    try:
        listing = await given.docs.files()
    except DocsFailed as failed:
        raise ToolFailed(str(failed), failed.final) from failed
    return Result(note="\n".join([_count(listing), *_names(listing.files), *_left_out(listing.left_out)]))


def _count(listing: Listing) -> str:
    number = len(listing.files)
    return "there are no documents" if not number else f"{number:,} document{_s(number)}:"


def _names(files: tuple[Document, ...]) -> Iterator[str]:
    room = _ROOM
    for at, file in enumerate(files):
        line = f"{file.path} ({file.lines:,} line{_s(file.lines)}): {file.title}"
        room -= len(line) + 1
        if room < 0:
            yield f"and {len(files) - at:,} more; search_docs looks into all of them"
            return
        yield line


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _left_out(left_out: Iterable[tuple[str, str]]) -> Iterator[str]:
    """One line a reason, with a few of the names; hidden ones are only counted."""
    by_reason: dict[str, list[str]] = defaultdict(list)
    for path, why in left_out:
        by_reason[why].append(path)
    for why, paths in sorted(by_reason.items()):
        names = [path[:80] for path in paths[:3]] + ["…"] * (len(paths) > 3)
        shown = "" if why == "hidden" else f" ({', '.join(names)})"
        yield f"left out, {why}: {len(paths):,}{shown}"
