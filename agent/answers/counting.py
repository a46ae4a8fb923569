"""What counts things of an answer's own where a statement begins: "Step 2: …", "**Option A** – …", "b) …", "1️⃣". Pure.

It is no claim about a source, unless the source counts with the same word: there step 2 has to be its step 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = (
    r"steps?|options?|tips?|methods?|ways?|examples?|variants?|ideas?|schritt|option|variante|tipp|methode|beispiel"
    r"|möglichkeit|weg|idee|krok|opcja|wariant|wskazówka|metoda|sposób|przykład|paso|opción|consejo|método|ejemplo|idea"
    r"|étape|conseil|méthode|exemple|idée|ステップ|手順|方法|例|步骤|选项"
)
_COUNT = r"#?(?:\d{1,2}|[A-Ha-h]|[IVXivx]{1,4})"
_IN_WORDS = r"(?:one|two|three|eins?|zwei|drei|jeden|dwa|trzy|uno|dos|tres|une?|deux|trois|[一二三四五六七八九])\b"
_LABEL = re.compile(
    rf"[\s*_>#-]*(?:(?P<word>{_WORD})\s?{_COUNT}[*_]*(?:\s?[:：.)]|\s[–—-](?=\s))|\(?{_COUNT}\)|[⓪①-⑳❶-❿]"
    r"|[0-9#*]\ufe0f?\u20e3|🔟|(?::[a-z][a-z0-9_+-]{1,40}:\s?){1,3})[*_]*\s*(?=\S)",
    re.I,
)


def label(statement: str) -> tuple[str, int]:
    """(the word that counts it, "" for none; where it begins behind its label, 0 where it has none)."""
    found = _LABEL.match(statement)
    return ((found["word"] or "").casefold(), found.end()) if found else ("", 0)


def counts_with(word: str, texts: Iterable[str]) -> bool:
    """Whether texts count with this word, too."""
    counted = re.compile(rf"\b{re.escape(word)}\s?(?:{_COUNT}\b|{_IN_WORDS})", re.I)
    return any(counted.search(text) for text in texts)
