"""Footnotes: what names a source becomes its number, and what tells something stays a statement."""

from __future__ import annotations

import re

import pytest

from agent.markdown.footnotes import without_footnotes
from tests.agent.markdown.test_references import ledger
from tests.agent.test_evidence import looked_at

SAID = "It costs 129 euros"


def read(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", without_footnotes(text, ledger())).strip()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (f"{SAID}.[^1] [2]\n\n[^1]: It excludes VAT [2].", f"{SAID}. (It excludes VAT [2]) [2]"),
        (f"{SAID}.[^1] [2]\n\n[^1]: Excluding VAT", f"{SAID}. (Excluding VAT) [2]"),
        (f"{SAID} [2].[^1]\n\n[^1]: ohne Steuer.", f"{SAID} [2]. (ohne Steuer)"),
        (f"{SAID} [2].[^1]\n\n[^1]: It came in May 2024.", f"{SAID} [2]. (It came in May 2024)"),
        (f"{SAID}.[^2]\n\n[^2]: It excludes VAT.", f"{SAID}.[2]\n\nIt excludes VAT. [2]"),
        (f"{SAID}.[^2]\n\n[^2]: Without VAT.", f"{SAID}.[2]\n\nWithout VAT. [2]"),
        (f"{SAID}.[^2]\n\n[^2]: excluding VAT", f"{SAID}.[2]\n\nexcluding VAT [2]"),
        (f"{SAID}.[^2]\n\n[^2]: Der Preis ist ohne Steuer.", f"{SAID}.[2]\n\nDer Preis ist ohne Steuer. [2]"),
        (f"{SAID}.[^2]\n\n[^2]: 税抜価格です。", f"{SAID}.[2]\n\n税抜価格です。 [2]"),
        (f"{SAID}.[^2]\n\n[^2]: It came on May 3, 2024.", f"{SAID}.[2]\n\nIt came on May 3, 2024. [2]"),
        (f"{SAID}.[^2]\n[^2]: It is red.\nMore [1].", f"{SAID}.[2]\n\nIt is red. [2]\n\nMore [1]."),
        (f"> {SAID}.[^2]\n> [^2]: It is red.\n\nMore [1].", f"> {SAID}.[2]\n> \n> It is red. [2]\n\nMore [1]."),
        (f"- {SAID}.[^2]\n- So.[^2]\n\n[^2]: It is red.", f"- {SAID}.[2]\n- So.[2]\n\nIt is red. [2]"),
        ("A.[^1] B.[^2]\n\n[^1]: It is red.\n[^2]: It is blue.", "A.[1] B.[2]\n\nIt is red. [1]\n\nIt is blue. [2]"),
        (f"{SAID} [2].\n\n[^2]: It is red.\n[^1]: Screen guide", f"{SAID} [2].\n\nIt is red. [2]"),
        (f"{SAID}.[^2]\n\n[^2]: It is red.\n\n    It is big.\n\nEnd.",
         f"{SAID}.[2]\n\nIt is red.\n\nIt is big. [2]\n\nEnd."),
        (f"{SAID}.[^2]\n\n[^2]: Screen guide\n[^2]: It is red.", f"{SAID}.[2]\n\nIt is red. [2]"),
        (f"{SAID} [2].[^a]\n\n[^a]: So it is[^1].\n[^1]: It is red.", f"{SAID} [2]. (So it is)\n\nIt is red. [1]"),
        (f"{SAID}.[^7]\n\n[^7]: It is red, docs/screen.md says.", f"{SAID}. (It is red, docs/screen.md says)"),
        (f"## Price[^1]\n\n{SAID} [2].\n\n[^1]: It is red.", f"## Price\n\n{SAID} [2].\n\nIt is red."),
        (f"Price[^1]\n=====\n\n{SAID} [2].\n\n[^1]: It is red.", f"Price\n=====\n\n{SAID} [2].\n\nIt is red."),
        (f"Prices[^a]:\n\n- {SAID} [2].\n\n[^a]: It is red.", f"Prices:\n\n- {SAID} [2].\n\nIt is red."),
        ("| A[^a] | B |\n|---|---|\n| c | d [2] |\n\n[^a]: It is red.",
         "| A | B |\n|---|---|\n| c | d [2] |\n\nIt is red."),
    ],
)  # fmt: skip
def test_what_tells_something_stays(written: str, text: str) -> None:
    assert read(written) == text


@pytest.mark.parametrize(
    "words",
    [
        "Screen guide",
        "Screen guide, 2024",
        "Screen guide.",
        "docs/screen.md",
        "[The guide that is best](docs/screen.md)",
        "The reader: prices and offers of the week. Shop.",
        "Acme product page",
        "Acme Screens Inc.",
        "Smith, J. (2021). How screens are made. Acme Press.",
        "Acme manual, 2019.",
        "Acme, prices. Accessed on May 3, 2024.",
        "Acme, Preise. Abgerufen am 3. Mai 2024.",
        "https://made-up.test/what-is-it",
        "Smith: How screens are made, https://made-up.test/a",
        "[2]",
    ],
)
def test_what_names_a_source_does_not(words: str) -> None:
    assert read(f"{SAID}.[^2]\n\n[^2]: {words}") == f"{SAID}.[2]"


@pytest.mark.parametrize(
    "text",
    [
        "[^1]: It is red.\n" * 3_000,
        "It is[^1] so.\n" * 3_000 + "\n[^1]: It is red.",
        "[^1]: " + "It is red. " * 5_000,
        "[^1]: x" + "\n" * 50_000 + "    y",
        "[^1]: a [^1]\n" * 4_000,
        "[^1]: https://" + "." * 59_000,
        "> [^1]: [" * 6_000,
        "w[^1] " * 10_000 + "\n\n[^1]: It is red.",
    ],
)
def test_hostile_ones_come_to_an_end(text: str) -> None:
    assert len(without_footnotes(text, ledger())) < 100_000


def test_code_stays() -> None:
    text = "```\nx[^2]\n[^2]: It is red.\n```\n\nIt is `[^2]: so`."
    assert without_footnotes(text, ledger()) == text


def test_a_note_is_checked_like_any_other_statement() -> None:
    found = looked_at("It costs 129 € [2].[^1]\n\n[^1]: It weighs 200 grams.\n[^2]: It excludes VAT.")
    assert found.answer.text == "It costs 129 € [2]. (It weighs 200 grams)"
    assert found.answer.unconfirmed == ("It excludes VAT.",)
