"""Reading a document."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent.documents.folder import DocsFailed
from agent.documents.fragments import next_line
from agent.facts import Passage, Result
from agent.tool import Given, ToolFailed


async def read_file(
    given: Given,
    path: Annotated[str, Field(description="The file as list_files and search_docs name it.")],
    start: Annotated[int, Field(description="The line to begin with.", ge=1)] = 1,
) -> Result:
    """Read a document: up to 200 lines or 6,000 characters from a line on. The words may be cited."""
    if given.docs is None:
        raise ToolFailed("there are no documents here", final=True)
    try:
        passage = await given.docs.read(path, start)
    except DocsFailed as failed:
        raise ToolFailed(str(failed), failed.final) from failed
    if not passage.text:
        return Result(note=f'"{passage.address}" has no words here{_on(passage, "; ")}')
    return Result(passages=(passage,), note=_on(passage))


def _on(passage: Passage, before: str = "") -> str:
    """How to read on, and what a line cut short hides."""
    line = next_line(passage.where)
    cut = "the line is longer than what is shown; search_docs finds words in the rest"
    parts = [cut if "cut at" in passage.where else "", f"continue with start={line}" if line else ""]
    said = "; ".join(part for part in parts if part)
    return before + said if said else ""
