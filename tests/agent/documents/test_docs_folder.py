"""Nothing outside the documents folder can be read, whatever the path says and whatever changes meanwhile."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.documents.folder import DocsFailed, DocsUnusable, Folder, NoSuchFile, decoded
from agent.request.foreign import seen

patient = settings(deadline=None)  # the machine may be busy

SECRET = "the words outside"
INSIDE = "the words inside"


@dataclass(frozen=True)
class Place:
    """A folder `docs` with documents and every kind of trap, and secrets around it."""

    docs: Path
    outside: Path
    folder: Folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    base = tmp_path_factory.mktemp("place")
    docs, outside = base / "docs", base / "outside"
    (docs / "sub").mkdir(parents=True)
    (docs / ".hidden").mkdir()
    outside.mkdir()
    for secret in (outside / "secret.md", base / "secret.md", docs / ".hidden" / "secret.md", docs / ".env.md"):
        secret.write_text(SECRET)
    for inside in (docs / "a.md", docs / "sub" / "b.txt", docs / "back\\slash.md"):
        inside.write_text(INSIDE)
    (docs / "link.md").symlink_to(outside / "secret.md")
    (docs / "linked").symlink_to(outside)
    (docs / "sub" / "up").symlink_to("../..")
    (docs / "loop.md").symlink_to("loop.md")
    (docs / "inner.md").symlink_to("a.md")
    (docs / "image.md").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (docs / "large.txt").write_bytes(b"x" * 5_000_001)
    (docs / "program.py").write_text(INSIDE)
    (docs / "folder.md").mkdir()
    os.mkfifo(docs / "pipe.md")
    return Place(docs, outside, Folder(docs))


def test_documents_are_listed_and_the_rest_is_named_with_its_reason(place: Place) -> None:
    contents = place.folder.contents()
    # What is binary shows only when it is opened.
    assert sorted(contents.files) == ["a.md", "back\\slash.md", "image.md", "sub/b.txt"]
    assert contents.left_out == {
        ".env.md": "hidden",
        ".hidden/": "hidden",
        "inner.md": "a link",
        "large.txt": "over 5 MB",
        "link.md": "a link",
        "linked": "a link",
        "loop.md": "a link",
        "pipe.md": "not a regular file",
        "program.py": "not a text document",
        "sub/up": "a link",
    }


@pytest.mark.parametrize("path", ["a.md", "./a.md", "sub/../a.md", "sub//b.txt", "sub/b.txt", "a.md/", "x/../a.md"])
def test_what_is_inside_is_read(place: Place, path: str) -> None:
    assert place.folder.read(path)[0] == INSIDE


def outside_paths(place: Place) -> list[str]:
    return [
        str(place.outside / "secret.md"),
        "/etc/passwd",
        "//etc/passwd",
        "../outside/secret.md",
        "../secret.md",
        "../docs/a.md",
        "sub/../../secret.md",
        "..",
        "..\\secret.md",
        "sub\\..\\..\\secret.md",
        "\\\\host\\share\\secret.md",
        "C:\\secret.md",
        "c:secret.md",
        "~/secret.md",
        "~root/secret.md",
        "file:///etc/passwd",
        "a.md\x00.txt",
        "\x00",
        "link.md",
        "linked/secret.md",
        "sub/up/secret.md",
        "sub/up/docs/a.md",
        "loop.md",
        "inner.md",
    ]


def test_what_leads_outside_is_denied(place: Place) -> None:
    for path in outside_paths(place):
        with pytest.raises(DocsFailed, match=r"^DENIED: outside the documents folder") as denied:
            place.folder.read(path)
        assert denied.value.final, path


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (".env.md", "DENIED: hidden"),
        (".hidden/secret.md", "DENIED: hidden"),
        ("pipe.md", "not a regular file"),
        ("image.md", "binary"),
        ("large.txt", "over 5 MB"),
        ("program.py", "not a text document"),
        ("sub", "is a folder"),
        ("folder.md", "is a folder"),
        ("", "is a folder"),
        (".", "is a folder"),
    ],
)
def test_what_is_no_document_is_refused_with_the_reason(place: Place, path: str, words: str) -> None:
    with pytest.raises(DocsFailed, match=words):
        place.folder.read(path)


@pytest.mark.parametrize(
    "path", ["b.md", "a.md/b.md", "x" * 5_000, "sub/" * 3_000 + "a.md", "\ud83d.md", "%2e%2e/secret.md"]
)
def test_what_is_not_there_is_not_there(place: Place, path: str) -> None:
    with pytest.raises(NoSuchFile):
        place.folder.read(path)


pieces = st.sampled_from(
    [
        *("..", ".", "", "docs", "outside", "secret.md", "a.md", "sub", "up", "linked", "link.md", "~", "C:", "\x00"),
        *(".hidden", ".env.md", "pipe.md", "loop.md", "etc", "passwd", "proc", "self", "cwd", " "),
    ]
)
paths = st.lists(pieces | st.text(max_size=4), max_size=8).flatmap(
    lambda parts: st.sampled_from(["/", "\\", "//", "/./"]).map(lambda slash: slash.join(parts))
)


@patient
@given(path=paths | paths.map(lambda path: "/" + path) | st.text())
def test_no_path_whatever_reads_outside(place: Place, path: str) -> None:
    try:
        text, _ = place.folder.read(path)
    except DocsFailed as refused:
        assert SECRET not in str(refused)
    else:
        assert text == INSIDE


# Puts a link in the place of a file and of a folder, and the real thing back, as fast as it can.
EXCHANGE = """
import os, sys
docs, outside = sys.argv[1:]
pairs = [(f"{docs}/{name}", f"{docs}/{name}.link", f"{docs}/{name}.away") for name in ("b.md", "sub")]
os.symlink(f"{outside}/a.md", pairs[0][1])
os.symlink(outside, pairs[1][1])
print("begun", flush=True)
while True:
    for real, link, away in pairs:
        os.rename(real, away)
        os.rename(link, real)
        os.rename(real, link)
        os.rename(away, real)
"""


def test_a_name_exchanged_while_it_is_read_never_leads_outside(tmp_path: Path) -> None:
    docs, outside = tmp_path / "docs", tmp_path / "outside"
    for below, words in ((docs / "sub", INSIDE), (outside, SECRET)):
        below.mkdir(parents=True)
        (below / "a.md").write_text(words)
    (docs / "b.md").write_text(INSIDE)
    folder = Folder(docs)
    seen = set()
    with subprocess.Popen([sys.executable, "-c", EXCHANGE, docs, outside], stdout=subprocess.PIPE) as exchanging:
        assert exchanging.stdout and exchanging.stdout.readline() == b"begun\n"
        for path in ["b.md", "sub/a.md"] * 10_000:
            with suppress(DocsFailed):
                seen.add(folder.read(path)[0])
        exchanging.kill()
    assert seen == {INSIDE}


def test_a_socket_is_no_document() -> None:
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as bound:  # its path must be short
        bound.bind(f"{short}/a.md")
        folder = Folder(Path(short))
        assert folder.contents().left_out == {"a.md": "not a regular file"}
        with pytest.raises(DocsFailed, match="not a regular file"):
            folder.read("a.md")


def test_a_name_that_is_no_text_is_left_out(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    assert Folder(tmp_path).contents().left_out == {"caf?.md": "unreadable"}


def test_a_folder_that_cannot_be_read_is_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("x")
    for missing in (tmp_path / "none", file, Path("a\x00b")):
        with pytest.raises(DocsUnusable, match="documents folder"):
            Folder(missing)


def test_a_folder_that_goes_away_later_is_a_failure(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    folder = Folder(docs)
    docs.rmdir()
    with pytest.raises(DocsFailed):
        folder.contents()
    with pytest.raises(DocsFailed):
        folder.read("a.md")


# --- bytes to text ----------------------------------------------------------------------------------------------

WORDS = "Zażółć gęślą jaźń, Łódź\r\nhyvää päivää\rend"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_recognised_with_and_without_a_mark(encoding: str) -> None:
    words = WORDS * 5
    assert decoded(words.encode(encoding)) == words.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        ("hyvää päivää, “naïve” – 5 €", "cp1252"),
        ("Größe: 20 m³, ¿qué?", "cp1252"),
        ("Żółw właśnie był w Łodzi", "cp1250"),
        ("faktura za usługi, mąka", "cp1250"),
    ],
)
def test_older_encodings_are_recognised(words: str, encoding: str) -> None:
    assert decoded(words.encode(encoding)) == words


def test_one_broken_character_does_not_turn_a_text_into_another_encoding() -> None:
    assert decoded("zażółć gęślą jaźń ".encode() * 20 + b"\xff") == "zażółć gęślą jaźń " * 20 + "�"


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\n", b"\x89PNG\r\n", b"PK\x03\x04abc", b"text\x00text", bytes(range(256)), b"\x01\x02\x03" * 50],
)
def test_what_is_no_text_is_none(data: bytes) -> None:
    assert decoded(data) is None


@patient
@given(st.binary(max_size=200))
def test_any_bytes_are_sound_text_or_none(data: bytes) -> None:
    text = decoded(data)
    if text is not None:
        text.encode()
        assert "\x00" not in text and "\r" not in text


@patient
@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Co")), max_size=200))
def test_utf8_comes_back_as_it_is_seen(text: str) -> None:
    if "�" not in text and not text.startswith("\ufeff"):
        assert decoded(text.encode()) == seen(text)
