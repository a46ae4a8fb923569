"""A toolbox over a folder of documents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent.documents.docs import Docs
from agent.tool import Given
from agent.toolbox import Outcome, Toolbox


class Desk:
    """Calls a tool as a model would."""

    def __init__(self, docs: Docs) -> None:
        self._box = Toolbox(Given(docs=docs))

    async def use(self, tool: str, **arguments: object) -> Outcome:
        return await self._box.run(self._box.call("1.1", tool, arguments))


@contextmanager
def desk(folder: Path, **files: str) -> Iterator[Desk]:
    """`files` are written as <name>.md."""
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text)
    docs = Docs(folder)
    try:
        yield Desk(docs)
    finally:
        docs.close()
