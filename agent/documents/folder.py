"""A folder of documents, from which nothing outside it can be read.

A path is walked part by part, each part opened relative to the one before and no link followed, so that neither
a name nor a link put there between the check and the opening leads out. What counts are the opened descriptors.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from agent.clean import clean, rubbish
from agent.request.foreign import seen

SUFFIXES = (".md", ".markdown", ".txt", ".rst")
LARGEST = 5_000_000  # bytes of one file
_MOST = 50_000  # files of one folder
_DEEPEST = 30  # folders within folders

_DENIED = "DENIED: outside the documents folder"
_FOREIGN = re.compile(r"~|[A-Za-z]:|[A-Za-z][\w+.-]+:/")  # a home folder, a drive, an address
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # opening a pipe must not wait for its writer


class DocsUnusable(Exception):
    """The folder, or the index of it, cannot be used at all; the text says why, for whoever set it."""


class DocsFailed(Exception):
    """A document cannot be had; the text is for the model. `final`: asking the same again cannot help."""

    def __init__(self, text: str, final: bool = True) -> None:
        super().__init__(text)
        self.final = final


class NoSuchFile(DocsFailed):
    """There is no file of that name."""


@dataclass(frozen=True)
class Stamp:
    """What tells one state of a file from another: time of change (ns) and size (bytes)."""

    changed: int
    size: int


@dataclass
class Contents:
    """What a folder holds: documents by path, and what is left out with the reason."""

    files: dict[str, Stamp] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


class Folder:
    """The documents below one folder. Raises DocsUnusable if it cannot be listed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with self._opened() as fd:
                os.listdir(fd)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise DocsUnusable(f"the documents folder {path} cannot be read: {reason}") from error

    def contents(self) -> Contents:
        """Every document below the folder; nothing is opened. Raises DocsFailed if the folder has gone."""
        found = Contents()
        try:
            with self._opened() as root:
                self._collect(root, found)
        except OSError as error:
            raise DocsFailed("the documents folder cannot be read at the moment", final=False) from error
        return found

    def _collect(self, root: int, found: Contents) -> None:
        def unreadable(error: OSError) -> None:
            found.left_out[_shown(_path(".", str(error.filename or "?"))) + "/"] = "unreadable"

        for place, folders, names, fd in os.fwalk(".", dir_fd=root, onerror=unreadable):
            links = [name for name in folders if _is_link(name, fd)]
            for name in sorted(names + links):
                _sort_in(found, _path(place, name), name, fd)
            folders[:] = _entered(found, place, sorted(set(folders) - set(links)))
            if len(found.files) > _MOST:
                found.left_out[f"everything after the first {_MOST:,} files"] = "too many"
                return

    def read(self, path: str) -> tuple[str, Stamp]:
        """A document's text, line ends as \\n, and its stamp; raises DocsFailed whatever the path is."""
        parts = _inside(path)
        try:
            with self._opened() as root, _descend(root, parts) as fd:
                return _text(fd, path)
        except FileNotFoundError as error:
            raise NoSuchFile(f'there is no file "{path}"') from error
        except (OSError, ValueError) as error:
            raise _refusal(error, path) from error

    @contextmanager
    def _opened(self) -> Iterator[int]:
        fd = os.open(self._path, _FOLDER)
        try:
            yield fd
        finally:
            os.close(fd)


def _path(place: str, name: str) -> str:
    return str(PurePosixPath(place) / name)


def _hidden(name: str) -> bool:
    return name.startswith((".", "~"))


def _is_link(name: str, fd: int) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode)
    except OSError:
        return False


def _entered(found: Contents, place: str, folders: list[str]) -> list[str]:
    """Those of the folders that are looked into."""
    reasons = {name: "hidden" if _hidden(name) else "too deep" for name in folders}
    if place.count("/") < _DEEPEST:
        reasons = {name: why for name, why in reasons.items() if why == "hidden"}
    found.left_out.update({_shown(_path(place, name)) + "/": why for name, why in reasons.items()})
    return [name for name in folders if name not in reasons]


def _shown(path: str) -> str:
    """A path as text; what is no text in it is replaced."""
    return path.encode(errors="replace").decode()


def _sort_in(found: Contents, path: str, name: str, fd: int) -> None:
    """One entry of a folder, as a document or among what is left out."""
    try:
        path.encode()
        status = os.stat(name, dir_fd=fd, follow_symlinks=False)
    except (OSError, UnicodeEncodeError):
        found.left_out[_shown(path)] = "unreadable"
        return
    if reason := _why_not(path, status):
        found.left_out[path] = reason
    else:
        found.files[path] = Stamp(status.st_mtime_ns, status.st_size)


def _why_not(path: str, status: os.stat_result) -> str:
    """Why an entry is no document; "" if it is one as far as can be seen from outside."""
    if any(_hidden(part) for part in path.split("/")):
        return "hidden"
    if stat.S_ISLNK(status.st_mode):
        return "a link"
    if not path.lower().endswith(SUFFIXES):
        return "not a text document"
    if not stat.S_ISREG(status.st_mode):
        return "not a regular file"
    return f"over {LARGEST // 1_000_000} MB" if status.st_size > LARGEST else ""


# --- opening ----------------------------------------------------------------------------------------------------


def _inside(path: str) -> list[str]:
    """The parts of a path below the folder, `.` and inner `..` resolved; raises DocsFailed if it leads out.

    Backslashes are separators where the model thinks of Windows, so the path must stay inside read either way.
    """
    if "\x00" in path or any(_leads_out(form) for form in (path, path.replace("\\", "/"))):
        raise DocsFailed(_DENIED)
    parts = [part for part in os.path.normpath(path).split("/") if part not in ("", ".")]
    if any(_hidden(part) for part in parts):
        raise DocsFailed("DENIED: hidden files are not read")
    return parts


def _leads_out(path: str) -> bool:
    normal = os.path.normpath(path)
    return bool(os.path.isabs(path) or normal.split("/")[0] == ".." or _FOREIGN.match(path.strip()))


@contextmanager
def _descend(root: int, parts: list[str]) -> Iterator[int]:
    """The descriptor of the file at the end of the parts; OSError where a part is missing or a link."""
    fd = os.dup(root)
    try:
        for at, part in enumerate(parts):
            flags = _FILE if at == len(parts) - 1 else _FOLDER | os.O_NOFOLLOW
            _no_link(part, fd)
            fd, above = os.open(part, flags, dir_fd=fd), fd
            os.close(above)
        yield fd
    finally:
        os.close(fd)


def _no_link(name: str, fd: int) -> None:
    """For the right words, and so that no device or pipe is opened; O_NOFOLLOW is what protects."""
    mode = os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, "a link")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "a special file")


def _text(fd: int, path: str) -> tuple[str, Stamp]:
    status = os.fstat(fd)
    if stat.S_ISDIR(status.st_mode):
        raise DocsFailed(f'"{path}" is a folder; list_files shows the files in it')
    if reason := _why_not(os.path.normpath(path), status):
        raise DocsFailed(f'"{path}" is not read: {reason}')
    with open(fd, "rb", closefd=False) as file:
        data = file.read(LARGEST + 1)
    text = decoded(data) if len(data) <= LARGEST else None
    if text is None:
        raise DocsFailed(f'"{path}" is not read: binary')
    return text, Stamp(status.st_mtime_ns, status.st_size)


def _refusal(error: OSError | ValueError, path: str) -> DocsFailed:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ELOOP, errno.EMLINK):
        return DocsFailed(f"{_DENIED} (links are not followed)")
    if number == errno.EINVAL:
        return DocsFailed(f'"{path}" is not read: not a regular file')
    if number in (errno.ENOTDIR, errno.ENAMETOOLONG) or isinstance(error, ValueError):
        return NoSuchFile(f'there is no file "{path}"')
    return DocsFailed(f'"{path}" is not read: unreadable', final=False)


# --- bytes to text ----------------------------------------------------------------------------------------------

_MAGIC = (b"%PDF-", b"\x89PNG", b"PK\x03\x04", b"GIF8", b"\xff\xd8\xff", b"\x1f\x8b", b"\x7fELF")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# ¹ ³ ¿ inside a word are ą ł ż of Windows-1250.
_EASTERN = re.compile(rb"[A-Za-z][\xb3\xb9\xbf][a-z]|[A-Za-z]\xbf\xea")


def decoded(data: bytes) -> str | None:
    """The text in UTF-8, UTF-16, Windows-1250 or -1252, line ends as \\n; None for bytes that are no text."""
    if data.startswith(_MAGIC):
        return None
    text = seen(clean(data.decode(_encoding(data), "replace"))) if b"\x00" not in data or _wide(data) else None
    if text is None or rubbish(text) > 0.01:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _encoding(data: bytes) -> str:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return name
    if b"\x00" in data:
        return _wide(data)
    if _nearly_utf8(data):
        return "utf-8"
    return "cp1250" if _EASTERN.search(data) else "cp1252"


def _nearly_utf8(data: bytes) -> bool:
    """Whether it is UTF-8, a few broken characters among many sound ones forgiven."""
    text = data.decode("utf-8", "replace")
    broken = text.count("�")
    return not broken or sum(char > "\x7f" for char in text) > broken * 5


def _wide(data: bytes) -> str:
    """The kind of UTF-16, by its mark or, for mostly Latin text, by where the zero bytes are; "" if it is none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    even, odd = data[:2_000:2].count(0), data[1:2_000:2].count(0)
    half = len(data[:2_000]) / 2
    if len(data) % 2 or max(even, odd) < half * 0.4 or min(even, odd) > half * 0.05:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"
