"""Searching the documents."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent.documents.docs import Docs
from agent.documents.folder import DocsFailed
from agent.facts import Result
from agent.tool import Given, ToolFailed


async def search_docs(
    given: Given,
    query: Annotated[str, Field(description="Words to look for, in the language of the documents.")],
) -> Result:
    """Search the documents. Brings the best fragments word for word, with file and lines; they may be cited.

    Other forms of a word are found too. Read around a fragment with read_file.
    """
    if given.docs is None:
        raise ToolFailed("there are no documents here", final=True)
    try:
        passages = await given.docs.search(query)
        note = "" if passages else f'no matches for "{query[:200]}"; {await _files(given.docs, query)}'
    except DocsFailed as failed:
        raise ToolFailed(str(failed), failed.final) from failed
    return Result(passages=tuple(passages), note=note)


async def _files(docs: Docs, query: str) -> str:
    """The documents there are, those whose names are nearest to the query first."""
    named = await docs.nearest(query)
    more = len((await docs.files()).files) - len(named)
    rest = f" and {more:,} more" if more > 0 else ""
    return f"files: {', '.join(named)}{rest}" if named else "there are no documents"
