"""How lists of sources are called."""

from __future__ import annotations

import pytest

from agent.markdown.titles import names_sources


@pytest.mark.parametrize(
    "title",
    [
        "Источники:", "Kaynaklar:", "المصادر:", "참고 자료:", "Zdroje:", "Källor:", "Kilder:", "Lähteet:", "Πηγές:",
        "מקורות:", "Джерела:", "स्रोत:", "Nguồn:", "Sumber:", "Bronnen:", "Referências:", "资料来源：", "出典一覧",
        "📚 **Références :**", "Sources used in this answer:", "Here are my sources:", "## 7. Sources (3)",
        "- Links:", "1️⃣ **Sources**", "☑️ _Oto moje źródła_", "% Sources", "Список источников",
        "Tài liệu tham khảo", "<references>", "Weiterführende Links", "Sources & Further Reading",
        "| # | Source |", "See also",
    ],
)  # fmt: skip
def test_titles_in_many_languages_and_however_they_are_set(title: str) -> None:
    assert names_sources(title)


@pytest.mark.parametrize(
    "words",
    [
        "", "the", "---", "Open source", "Energy sources", "Power source:", "- Links", "Sources: [1]", "Sources 2024",
        "참고:", "| Source | Price |", "The price:", "What are the sources of the Nile?", "https://links.test/sources",
        "Sources " * 20,
    ],
)  # fmt: skip
def test_other_words_are_none(words: str) -> None:
    assert not names_sources(words)
