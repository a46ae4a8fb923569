"""The documents: one folder of text files, its full-text index, and reading by lines.

The index (SQLite FTS5, source: https://www.sqlite.org/fts5.html) is renewed at the start and before each search by
comparing time of change and size, so that only what changed is read. Everything that touches files or the index
runs in one thread of its own: no lock is needed, and the event loop never waits for a disk.
"""

from __future__ import annotations

import asyncio
import difflib
import math
import os
import sqlite3
import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeVar

from agent.documents.folder import DocsFailed, DocsUnusable, Folder, NoSuchFile, Stamp
from agent.documents.fragments import Fragment, fragments, lines_of, part, title_of, where
from agent.documents.words import Term, indexed, terms
from agent.facts import Passage

T = TypeVar("T")

FRAGMENTS = 5
PER_FILE = 2
_CANDIDATES = 200
_NAMED = 0.4  # the weight of a word that only the file's name has
_OURS = 0x466E_6474  # marks the file as an index of this program (PRAGMA application_id)
_VERSION = 1  # of the index's form; another one is built anew

_FORM = """
    DROP TABLE IF EXISTS file; DROP TABLE IF EXISTS chunk; DROP TABLE IF EXISTS word;
    CREATE TABLE file (
        id INTEGER PRIMARY KEY, path TEXT UNIQUE, changed INTEGER, size INTEGER, title TEXT, lines INTEGER, why TEXT
    );
    CREATE TABLE chunk (id INTEGER PRIMARY KEY, file INTEGER, first INTEGER, last INTEGER, text TEXT);
    CREATE INDEX chunk_file ON chunk (file);
    CREATE VIRTUAL TABLE word USING fts5 (
        name, body, tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* S* P* Co'"
    );
"""


@dataclass(frozen=True)
class Document:
    """A file that can be searched and read; `lines` is how many it has."""

    path: str
    title: str
    lines: int


@dataclass(frozen=True)
class Listing:
    """The documents by path, and (path, why) of what is left out."""

    files: tuple[Document, ...]
    left_out: tuple[tuple[str, str], ...]


class Docs:
    """Documents below one folder. Raises DocsUnusable at once if the folder or the index file cannot be used."""

    def __init__(self, folder: Path, index: str = ":memory:") -> None:
        self._folder = Folder(folder)
        self._closing = threading.Event()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="docs")
        try:
            self._index = self._thread.submit(_Index, self._folder, index, self._closing).result()
        except (sqlite3.Error, OSError, ValueError) as error:
            self._thread.shutdown()
            raise DocsUnusable(f"the index of the documents, {index}, cannot be used: {error}") from error
        self._thread.submit(self._index.renew)  # what fails here fails again, and is told, at the first search

    async def files(self) -> Listing:
        """All documents; raises DocsFailed if the folder cannot be read."""
        return await self._run(self._index.listing)

    async def search(self, query: str) -> list[Passage]:
        """The best fragments, verbatim, at most two of one file unless only one matches; [] if nothing does.

        Raises DocsFailed if the folder cannot be read, never because of the query.
        """
        return await self._run(lambda: self._index.search(terms(query)))

    async def read(self, path: str, start: int = 1) -> Passage:
        """Up to 200 lines and 6,000 characters from line `start`; raises DocsFailed.

        `fragments.next_line` says where to read on.
        """
        return await self._run(lambda: self._read(path, start))

    async def nearest(self, name: str) -> list[str]:
        """Up to ten paths, those most like `name` first."""
        return await self._run(lambda: self._index.nearest(name))

    def close(self) -> None:
        """Ends the thread and closes the index; a renewal under way is broken off."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._thread.submit(self._index.close)
        self._thread.shutdown()

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except sqlite3.Error as error:
            raise DocsFailed("the index of the documents cannot be used at the moment", final=False) from error

    def _read(self, path: str, start: int) -> Passage:
        try:
            text, _ = self._folder.read(path)
        except NoSuchFile as missing:
            paths = list(self._folder.contents().files)
            meant = [known for known in paths if _loose(known) == _loose(path)]
            if len(meant) != 1:
                raise NoSuchFile(f"{missing}{_hint(_alike(path, paths))}") from missing
            path = meant[0]
            text, _ = self._folder.read(path)
        return part(os.path.normpath(path), text, start)


def _loose(path: str) -> str:
    """A path without what file systems and people disagree about: case, composition, the kind of slash."""
    return os.path.normpath(unicodedata.normalize("NFC", path).casefold().replace("\\", "/"))


def _alike(name: str, paths: Sequence[str]) -> list[str]:
    """The paths most like a name, compared whole, by file name and by file name without its ending."""
    forms = {form: path for path in reversed(paths) for form in _forms(path)}
    wanted = dict.fromkeys(_forms(name[:200]))
    near = [forms[form] for want in wanted for form in difflib.get_close_matches(want, forms, n=3, cutoff=0.6)]
    return list(dict.fromkeys(near))


def _forms(path: str) -> tuple[str, str, str]:
    pure = PurePosixPath(path.casefold())
    return str(pure), pure.name, pure.stem


def _hint(near: Sequence[str]) -> str:
    return f"; the nearest are: {', '.join(near[:5])}" if near else "; list_files shows which there are"


class _Index:
    """The words of a folder's documents. Lives in one thread."""

    def __init__(self, folder: Folder, file: str, closing: threading.Event) -> None:
        self._folder = folder
        self._closing = closing
        if file != ":memory:":  # it holds what the documents say: for its owner alone
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        self._db = sqlite3.connect(file, isolation_level=None)
        self._db.execute("PRAGMA secure_delete = ON")
        if self._pragma("application_id") != _OURS and self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise ValueError("it is a database of something else")
        if self._pragma("user_version") != _VERSION:
            marks = f"PRAGMA application_id = {_OURS}; PRAGMA user_version = {_VERSION};"
            self._db.executescript(f"BEGIN IMMEDIATE; {_FORM} {marks} COMMIT")

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    def close(self) -> None:
        self._db.close()

    def renew(self) -> dict[str, str]:
        """Makes the index equal to the folder, reading only what changed; returns what is left out and why."""
        contents = self._folder.contents()
        rows = self._db.execute("SELECT id, path, changed, size FROM file").fetchall()
        kept = {path for _, path, changed, size in rows if contents.files.get(path) == Stamp(changed, size)}
        self._together(self._drop, [id for id, path, _, _ in rows if path not in kept])
        self._together(self._add, [item for item in contents.files.items() if item[0] not in kept])
        unread = self._db.execute("SELECT path, why FROM file WHERE why != ''").fetchall()
        return contents.left_out | dict(unread)

    def _together(self, change: Callable[[T], None], things: Sequence[T]) -> None:
        """Changes in one transaction for every hundred, so that one broken off keeps what it has done."""
        for at in range(0, len(things), 100):
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                for thing in things[at : at + 100]:
                    if self._closing.is_set():
                        return
                    change(thing)

    def _drop(self, file: int) -> None:
        self._db.execute("DELETE FROM word WHERE rowid IN (SELECT id FROM chunk WHERE file = ?)", (file,))
        self._db.execute("DELETE FROM chunk WHERE file = ?", (file,))
        self._db.execute("DELETE FROM file WHERE id = ?", (file,))

    def _add(self, item: tuple[str, Stamp]) -> None:
        path, seen = item
        try:
            text, stamp = self._folder.read(path)
        except DocsFailed as failed:
            # Remembered, so that it is tried again only when it changed, or at once where that may help: a file that
            # went away after it was listed may come back as it was.
            stamp = seen if failed.final and not isinstance(failed, NoSuchFile) else Stamp(-1, -1)
            self._insert(path, stamp, why=str(failed).rsplit(": ", 1)[-1])
            return
        file = self._insert(path, stamp, title_of(path, text), len(lines_of(text)))
        for fragment in fragments(text):
            self._insert_fragment(file, path, fragment)

    def _insert(self, path: str, stamp: Stamp, title: str = "", lines: int = 0, why: str = "") -> int:
        row = (path, stamp.changed, stamp.size, title, lines, why)
        columns = "path, changed, size, title, lines, why"
        return self._db.execute(f"INSERT INTO file ({columns}) VALUES (?, ?, ?, ?, ?, ?)", row).lastrowid or 0

    def _insert_fragment(self, file: int, path: str, fragment: Fragment) -> None:
        row = (file, fragment.first, fragment.last, fragment.text)
        id = self._db.execute("INSERT INTO chunk (file, first, last, text) VALUES (?, ?, ?, ?)", row).lastrowid
        words = (id, indexed(path), indexed(fragment.text))
        self._db.execute("INSERT INTO word (rowid, name, body) VALUES (?, ?, ?)", words)

    def nearest(self, name: str) -> list[str]:
        self.renew()
        paths = [path for (path,) in self._db.execute("SELECT path FROM file WHERE why = '' ORDER BY path")]
        return list(dict.fromkeys([*_alike(name, paths), *paths[:10]]))[:10]

    def listing(self) -> Listing:
        left_out = self.renew()
        rows = self._db.execute("SELECT path, title, lines FROM file WHERE why = '' ORDER BY path").fetchall()
        return Listing(tuple(Document(*row) for row in rows), tuple(sorted(left_out.items())))

    def search(self, wanted: Sequence[Term]) -> list[Passage]:
        self.renew()
        weights = {term: self._weight(term) for term in wanted}
        ranked = sorted(self._candidates(wanted), key=lambda row: (-_score(row, weights), row.rank, row.id))
        return [_passage(row) for row in _best(ranked)]

    def _weight(self, term: Term) -> float:
        """How telling a term is: the rarer among all fragments, the more (the IDF of BM25, never negative)."""
        (total,) = self._db.execute("SELECT count(*) FROM chunk").fetchone()
        (having,) = self._db.execute("SELECT count(*) FROM word WHERE word MATCH ?", (term.match,)).fetchone()
        return math.log(1 + (total - having + 0.5) / (having + 0.5))

    def _candidates(self, wanted: Sequence[Term]) -> list[_Row]:
        """The fragments that may be best: those with the very words, then those with relatives of them."""
        exact = " OR ".join(Term(term.exact).match for term in wanted)
        alike = " OR ".join(term.match for term in wanted)
        rows = {row.id: row for match in (exact, alike) if match for row in self._matching(match)}
        return list(rows.values())

    def _matching(self, match: str) -> Iterator[_Row]:
        found = self._db.execute(
            "SELECT chunk.id, path, title, lines, first, last, chunk.text, name, body, rank FROM word"
            " JOIN chunk ON chunk.id = word.rowid JOIN file ON file.id = chunk.file"
            " WHERE word MATCH ? ORDER BY rank LIMIT ?",
            (match, _CANDIDATES),
        )
        return (_Row(*row) for row in found)


@dataclass(frozen=True)
class _Row:
    id: int
    path: str
    title: str
    lines: int
    first: int
    last: int
    text: str
    name: str
    body: str
    rank: float


def _passage(row: _Row) -> Passage:
    lines = where(row.first, row.last, row.lines)
    return Passage(address=row.path, title=row.title, where=lines, text=row.text)


def _score(row: _Row, weights: dict[Term, float]) -> float:
    """The sum over all terms of weight and fit: the very word counts more than a relative of it."""
    return sum(weight * max(term.found(row.body), _NAMED * term.found(row.name)) for term, weight in weights.items())


def _best(ranked: Sequence[_Row]) -> list[_Row]:
    """The first five, at most two of one file unless only one file matches."""
    if len({row.path for row in ranked}) == 1:
        return list(ranked[:FRAGMENTS])
    taken: list[_Row] = []
    for row in ranked:
        if len(taken) < FRAGMENTS and sum(other.path == row.path for other in taken) < PER_FILE:
            taken.append(row)
    return taken
