"""Fences that are lists of the model's own sources, and those that are not."""

from __future__ import annotations

import pytest

from agent.ledger import Ledger
from agent.markdown.entries import Names
from agent.markdown.fenced_lists import lists_sources

AT = "https://example.test/made-up"


def listed(info: str, within: str, titled: bool = False) -> bool:
    return lists_sources([f"```{info}", *within.split("\n"), "```"], Names(Ledger()), titled=titled)


@pytest.mark.parametrize(
    ("info", "within"),
    [
        ("", f"Sources:\n[1] {AT}"),
        ("text", f"Quellen\n- Laden: {AT}"),
        ("", f"[1] {AT}\n\n2. {AT}"),
        ("json", f"[1] {AT}"),
        ("json", f'{{"sources": ["{AT}"]}}'),
        ("json", f'{{"1": "{AT}"}}'),
        ("", f'[{{"id": 1, "title": "Shop", "url": "{AT}"}}]'),
        ("bibtex", f"% References\n@misc{{a, url={{{AT}}}}}"),
    ],
)
def test_a_title_or_numbered_addresses_tell(info: str, within: str) -> None:
    assert listed(info, within)


@pytest.mark.parametrize(
    ("info", "within"),
    [
        ("", ""),
        ("python", f"# Sources\nlinks = ['{AT}']"),
        ("", f"curl {AT}"),
        ("text", f"Sources:\nThe reader is poisonous.\n[1] {AT}"),
        ("text", "Sources:\nwater, wind"),
        ("json", f'{{"allowed": ["{AT}"]}}'),
        ("json", f'["{AT}"]'),
        ("json", f'[{{"name": "Shop", "price": 129, "url": "{AT}"}}]'),
        ("json", "[" * 5_000 + AT),
        ("bibtex", f"@misc{{a, url={{{AT}}}}}"),
    ],
)
def test_code_that_was_asked_for_is_none(info: str, within: str) -> None:
    assert not listed(info, within)


def test_below_a_title_an_address_is_enough() -> None:
    assert listed("bibtex", f"@misc{{a, title={{It is here.}}, url={{{AT}}}}}", titled=True)
    assert not listed("text", "The reader is poisonous.", titled=True)
