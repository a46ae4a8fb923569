"""Texts made to be slow. Nothing that a model, a page or a file says may hold the process up: a pattern that runs for
minutes lets no other thread of the process, and so no other run, get a word in."""

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from agent.clean import HIDDEN, without_tokens
from agent.documents.fragments import title_of
from agent.ledger import addresses_in
from agent.markdown.marks import links, marks, masked
from agent.models.objects import first_object

SIZE = 60_000  # characters, as long as a draft may be
SLOW: dict[str, str] = {
    "spaces in a link": "[a](" + " " * SIZE + "x",
    "opened footnotes": "[^" * (SIZE // 2),
    "escaped brackets": r"\[" * (SIZE // 2),
    "brackets": "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "beginnings of keys": "sk-" * 100_000,
    "a heading of signs": "# " + "# " * 9_900 + "x",
    "a string of escapes": '{"' + '\\"' * 40_000,
    "objects never closed": '{"a" ' * 20_000,
    "quoted braces": "{'" * 30_000,
}
READERS: tuple[Callable[[str], object], ...] = (
    masked,
    lambda text: list(marks(text)),
    lambda text: list(links(text)),
    lambda text: list(addresses_in(text)),
    without_tokens,
    first_object,
    lambda text: title_of("a.md", text),
)


def test_every_reader_comes_to_the_end_of_every_text() -> None:
    """In a process of its own, since a pattern that hangs cannot be interrupted."""
    command = [sys.executable, "-m", "tests.agent.test_broken_texts"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split("\n")[-2:] == ["all", ""], f"{done.stdout}\n{done.stderr}"


def _read_all() -> Iterator[str]:
    for name, text in SLOW.items():
        for number, reader in enumerate(READERS):
            reader(text)
            yield f"{name}: reader {number}"
    yield "all"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"\[a](https://a.example)", []),
        (r"a [b\]c](https://a.example)", ["https://a.example"]),
        ("[a](  https://a.example  )", ["https://a.example"]),
        ('[a](https://a.example "its title" )', ["https://a.example"]),
        ("![a](https://a.example)", ["https://a.example"]),
        (r"\![a](https://a.example)", ["https://a.example"]),
        ("[a [b] c](https://a.example/(x))", ["https://a.example/(x)"]),
    ],
)
def test_a_link_is_found_where_markdown_has_one(text: str, found: list[str]) -> None:
    assert [link.group(2) for link in links(text)] == found


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("sk-abcdefghijklmnop1", True),
        ("look: sk-proj-abcdefghijkl-12345 here", True),
        ("task-force-of-many-words-and-more", False),
        ("/sk-about-us-and-our-many-products", False),
        ("sk-sk-sk-sk-sk-sk-sk-sk", False),
        ("pk-sk-sk-sk-sk-sk-sk-sk-1", False),
    ],
)
def test_a_key_is_still_told_from_words(text: str, hidden: bool) -> None:
    assert (HIDDEN in without_tokens(text)) == hidden


@pytest.mark.parametrize("heading", ["Travel policy", "Travel policy ##", "C# for beginners", "Travel policy # "])
def test_a_heading_is_without_its_closing_signs(heading: str) -> None:
    assert title_of("a.md", f"# {heading}\n") == heading.rstrip("# ")


@pytest.mark.parametrize(
    "text", ['{"a": 1', 'well: {"a": 1,} ok', '{"a": "b \\" c", "d": {"e": [1, 2]}}', '{"a": "one" "b": 2}']
)
def test_a_broken_object_is_still_mended(text: str) -> None:
    found = first_object(text)
    assert found is not None and "a" in found


if __name__ == "__main__":
    for line in _read_all():
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
