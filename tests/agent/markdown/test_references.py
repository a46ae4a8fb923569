"""Lists of sources at the end of a draft: out of it, and nothing else with them."""

from __future__ import annotations

import pytest

from agent.facts import Hit, Result
from agent.ledger import Ledger
from agent.markdown.references import without_references
from tests.agent.test_evidence import looked_at

SAID = "It costs 129 euros [2]."


def ledger() -> Ledger:
    found = Ledger()
    found.take(
        Result(
            hits=(
                Hit(address="https://shop.test/reader", title="The reader: prices and offers of the week"),
                Hit(address="docs/screen.md", title="Screen guide"),
            )
        )
    )
    return found


@pytest.mark.parametrize(
    "listed",
    [
        "Sources: [1], [2]",
        "Sources: [1] The reader: prices, [2] Screen guide.",
        "Sources: [1] The reader: prices,\n[9] Made up (2021)",
        "## References\n\n1. The reader: prices and offers of the week.\n2. Screen guide, chapter 4.",
        "References:\n\n[1] Smith, J. (2021). How readers are made. Acme Press.\n[2] Screen guide.",
        "**Links**\n\n- https://shop.test/reader\n- Screen guide",
        "See also:\n\n- docs/screen.md",
        "Sources\n\n| # | Title |\n|---|---|\n| [1] | Prices |",
        "<details><summary>Sources</summary>\n<ul><li>Screen guide</li></ul>\n</details>",
        "Sources:\n- [1] Prices\n\nLinks:\n- [2] Screen",
    ],
)
def test_what_repeats_the_sources_goes(listed: str) -> None:
    assert without_references(f"{SAID}\n\n{listed}", ledger()) == SAID


@pytest.mark.parametrize(
    "told",
    [
        "Sources: [2]\n\nIt weighs 200 grams [2].",
        "Source: [1]\n\nIt weighs 200 grams.\n\nSource: [2]\n\nIt is waterproof.",
        "Sources: [2]\nIt weighs 200 grams [2].",
        "Sources: [2] It weighs 200 grams.",
        "## See also\n\n- The battery lasts ten weeks.\n- The warranty is two years.",
        "## Links\n\n- USB\n- Bluetooth",
        "**Footnotes**\n\n- The price excludes VAT.",
        "References:\n\n1. The warranty is two years.\n2. The battery lasts ten weeks.",
        "出典:\n\n- 電池は十週間もつ。",
        "<details><summary>Sources</summary>\n\nThe reader is poisonous.\n\n</details>",
        "Sources\n\n| [1] | The reader is poisonous. |\n| [2] | Prices |",
    ],
)
def test_what_only_is_called_so_stays(told: str) -> None:
    assert without_references(f"{SAID}\n\n{told}", ledger()) == f"{SAID}\n\n{told}"


def test_of_a_list_that_tells_beside_its_sources_only_those_go() -> None:
    listed = f"{SAID}\n\n## Sources\n\n- [1] Prices\n- The warranty is two years.\n- Screen guide"
    assert without_references(listed, ledger()) == f"{SAID}\n\n## Sources\n\n- The warranty is two years."


def test_lists_without_end_come_to_one() -> None:
    assert without_references(SAID + "\n\nSources:\n[2] a" * 4_000, ledger()).startswith(SAID)
    assert without_references("\n" * 60_000 + "Sources:\n\n- [2]", ledger())
    assert without_references("Sources: [2] a\n" * 4_000, ledger())


@pytest.mark.parametrize(
    "listed",
    [
        "Источники:\n1) https://example.test/made-up",
        "Kaynaklar:\n1) https://example.test/made-up",
        "المصادر:\n1) https://example.test/made-up",
        "참고 자료:\n1) https://example.test/made-up",
        "Πηγές:\n- https://example.test/made-up",
        "Källor:\n* Butik https://example.test/made-up",
        "Bronnen:\n- Winkel https://example.test/made-up",
        "📚 **Sources:**\n- Shop https://example.test/made-up",
        "📚 **Références :**\n- Magasin https://example.test/made-up",
        "Sources used in this answer:\n- Shop https://example.test/made-up",
        "Here are my sources:\n1. Shop (https://example.test/made-up)",
        "<references>\n<ref id=1>https://example.test/made-up</ref>\n</references>",
        "```\nSources:\n[1] https://example.test/made-up\n```",
        "```text\n[1] https://example.test/made-up\n[2] Shop https://example.test/b\n```",
        '```json\n[{"id": 1, "url": "https://example.test/made-up"}]\n```',
    ],
)
def test_a_list_of_the_models_own_goes_however_it_is_called_and_set(listed: str) -> None:
    found = looked_at(f"It costs 129 € [2].\n\n{listed}")
    assert found.answer.text == "It costs 129 € [2]." and not found.answer.unconfirmed


def test_such_a_list_before_the_text_goes_too() -> None:
    found = looked_at(
        "**Sources:** [1] https://example.test/made-up, [2] https://example.test/b\n\nIt costs 129 € [2]."
    )
    assert found.answer.text == "It costs 129 € [2]." and not found.answer.unconfirmed


@pytest.mark.parametrize(
    "code", ["```\ncurl https://example.test/\n```", "```python\nSources = 1\n```", '```json\n{"price": 129}\n```']
)
def test_code_that_is_no_such_list_stays(code: str) -> None:
    assert code in looked_at(f"It costs 129 € [2].\n\n{code}").answer.text


@pytest.mark.parametrize("draft", ["****", "---", "***\n\n---", "\u200b", "```\n```", "> ", "| | |\n|---|---|"])
def test_a_draft_of_signs_alone_says_nothing(draft: str) -> None:
    found = looked_at(draft)
    assert "Your reply was empty." in found.faults
    assert not (found.answer.text or found.answer.unconfirmed)
