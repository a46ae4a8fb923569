"""How a quote is set: its signs, its alerts and its signature."""

from __future__ import annotations

import pytest

from agent.answers.signed import is_alert, is_signature, signature_at, unquoted


@pytest.mark.parametrize(
    "line",
    ["— Anna Berger, Frisia Lines [2]", "– heise.de [2]", "-- *The Ulm Post*", "— der Hersteller [2]",
     "— l'éditeur [2]", "Source: Ulm Post [2]", "*Quelle: Frisia Lines [2]*", "**Źródło:** Gazeta [2]",
     "— 公式サイト [2]"],
)  # fmt: skip
def test_a_signature_is_a_dash_and_a_name(line: str) -> None:
    assert is_signature(line) and is_signature(f"> {line}")
    text = f"> It costs 129 euros.\n> {line}"
    assert text[signature_at(text) :] == line


@pytest.mark.parametrize(
    "line",
    ["— waterproof [2]", "— It is waterproof [2]", "- Anna Berger", "Anna Berger [2]", "— [2]", "—", "[2]",
     "— A" + " b" * 90],
)  # fmt: skip
def test_what_states_something_is_none(line: str) -> None:
    assert not is_signature(line)


def test_without_a_quote_a_dash_is_that_of_an_item() -> None:
    text = "Sold in\n– Ulm [2]"
    assert signature_at(text) == len(text)
    assert signature_at("It is “red” — Ulm Post [2]") == 26
    assert signature_at("“It is red” — Ulm Post [2]") == 12


def test_an_alert_is_known_alone() -> None:
    assert is_alert("> [!NOTE]") and is_alert("> [!warning]-\n>") and not is_alert("> [!NOTE] It is red.")
    assert not is_alert("> [2]") and not is_alert("![x]")


def test_signs_become_spaces() -> None:
    assert unquoted("> a\n> > b\n>c > d") == "> a\n    b\n c > d"
