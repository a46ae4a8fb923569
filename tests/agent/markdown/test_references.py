"""Lists of sources at the end of a draft: out of it, and nothing else with them."""

from __future__ import annotations

import pytest

from agent.facts import Hit, Result
from agent.ledger import Ledger
from agent.markdown.references import without_references
from agent.markdown.tags import without_tags
from tests.agent.test_evidence import looked_at

MADE_UP = "https://example.test/made-up"
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
        f"Kaynaklar:\n1) {MADE_UP}",
        f"## 📖 Quellen\n\n* [Shop]({MADE_UP})",
        f"---\n\n**Fuentes consultadas:**\n\n1. Shop – {MADE_UP}",
        f"Sources\n=======\n[1] {MADE_UP}",
        f"Sources:\nShop: {MADE_UP}\nOther: {MADE_UP}",
        f"Sources:\n① {MADE_UP}\n(2) {MADE_UP}\nc) {MADE_UP}",
        f"1️⃣ **Sources**\n🔗 {MADE_UP}",
        f"(Source: {MADE_UP})",
        f"Sources — {MADE_UP}",
        f"Sources: Shop ({MADE_UP}) and Other ({MADE_UP}).",
        f"Источники: [1] {MADE_UP}; [2] {MADE_UP}",
        f"> **Sources**\n> 1. {MADE_UP}\n> 2. {MADE_UP}",
        f"| # | Source |\n|---|---|\n| 1 | {MADE_UP} |",
        f"Sources:\n- [1] Smith (2021).\n  How readers are made.\n  {MADE_UP}",
        f"<references>\nShop\n{MADE_UP}[1]\n</references>",
        f"<sources>[1] {MADE_UP}</sources>",
        f"1. {MADE_UP}\n2. {MADE_UP}",
        f"Sources:\n\n```\n[1] {MADE_UP}\n```",
        f"```\nSources:\n[1] {MADE_UP}\n```",
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
        "## Links\n\n- The screen is wide [2].\n- It is waterproof [2].\n\nThat is all [2].",
        "Sources:\n\n```text\nThe reader is poisonous.\n```",
        f"```python\nlinks = ['{MADE_UP}']\n```",
        f"It is sold here:\n1. {MADE_UP}",
        "참고: 가격은 129유로",
        "Sources\n\n| [1] | The reader is poisonous. |\n| [2] | Prices |",
    ],
)
def test_what_only_is_called_so_stays(told: str) -> None:
    assert without_references(f"{SAID}\n\n{told}", ledger()) == f"{SAID}\n\n{told}"


def test_of_a_list_that_tells_beside_its_sources_only_those_go() -> None:
    listed = f"{SAID}\n\n## Sources\n\n- [1] Prices\n- The warranty is two years.\n- Screen guide"
    assert without_references(listed, ledger()) == f"{SAID}\n\n## Sources\n\n- The warranty is two years."


@pytest.mark.parametrize(
    "listed",
    [
        "<details><summary>Sources</summary>\n<ul><li>Screen guide</li></ul>\n</details>",
        f"<h3>Źródła</h3>\n<ul><li>{MADE_UP}</li></ul>",
        f"<details>\n<summary>Click to show all sources (2)</summary>\n{MADE_UP}\n</details>",
    ],
)
def test_elements_are_lists_as_well(listed: str) -> None:
    assert without_references(without_tags(f"{SAID}\n\n{listed}"), ledger()) == SAID


@pytest.mark.parametrize(
    "entries",
    [
        f"- {MADE_UP}\n- The screen is wide [2].",
        f"- The screen is wide [2].\n- {MADE_UP}",
        f"- [1] Prices\n- The screen is wide ({MADE_UP}).",
        f"<references>\nThe screen is wide [2].\n- {MADE_UP}\n</references>",
    ],
)
def test_what_is_told_among_sources_stays(entries: str) -> None:
    body = entries if entries.startswith("<") else f"Sources:\n{entries}"
    left = without_references(f"{SAID}\n\n{body}", ledger())
    assert "The screen is wide" in left
    assert MADE_UP not in left.replace(f"wide ({MADE_UP})", "")


@pytest.mark.parametrize(
    ("draft", "left"),
    [
        (f"Sources: [1] {MADE_UP}\n\n{SAID}", f"\n{SAID}"),
        (f"Sources:\n- {MADE_UP}\n\n{SAID}", f"\n{SAID}"),
        (f"```\nSources:\n[1] {MADE_UP}\n```\n\n{SAID}", f"\n{SAID}"),
        (f"{SAID}\n\n### Sources\n1. {MADE_UP}\n\n### More\n{SAID}", f"{SAID}\n\n\n### More\n{SAID}"),
        (f"{SAID}\n\nSources:\n1. {MADE_UP}\n\nIs that enough?", f"{SAID}\n\n\nIs that enough?"),
    ],
)
def test_lists_go_wherever_they_stand(draft: str, left: str) -> None:
    assert without_references(draft, ledger()) == left


@pytest.mark.parametrize("listed", [f"Sources: [2] {MADE_UP}", "**Sources**\n- [2] Screen guide"])
def test_words_that_cite_nothing_rest_on_the_list_below_them(listed: str) -> None:
    left = without_references(f"It costs 129 euros.\n\n{listed}\n\n{SAID}", ledger())
    assert left.split() == f"It costs 129 euros. Sources: [2] {SAID}".split()


def test_code_that_holds_such_a_list_in_the_middle_stays() -> None:
    draft = f"{SAID}\n\n```\nSources:\n[1] {MADE_UP}\n```\n\n{SAID}"
    assert without_references(draft, ledger()) == draft


def test_a_list_that_is_all_there_is_stays() -> None:
    assert without_references(f"Sources:\n- {MADE_UP}", ledger()) == f"Sources:\n- {MADE_UP}"


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


@pytest.mark.parametrize("draft", ["****", "---", "***\n\n---", "\u200b", "```\n```"])
def test_a_draft_of_signs_alone_says_nothing(draft: str) -> None:
    found = looked_at(draft)
    assert "Your reply was empty." in found.faults
    assert not (found.answer.text or found.answer.unconfirmed)
    hostile = ("- Sources:\n", "<references>\n", "<sources>\na\n</sources>\n", "```\nSources:\n", "Sources: a.test, ")
    for one in (*hostile, "https://a.test "):
        assert without_references(SAID + "\n\n" + one * 4_000, ledger()).startswith(SAID)
