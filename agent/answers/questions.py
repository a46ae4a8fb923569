"""Questions: those to whoever asked, and those that tell something by asking. Pure.

In the six languages that the program speaks.
"""

from __future__ import annotations

import re

_TAG = re.compile(
    r"[,–—-]\s*(?:right|correct|no|yes|true|ok(?:ay)?|eh|(?:is|are|was|were|do|does|did|has|have|had|can|could|will"
    r"|would|should|must)n['’]t (?:it|he|she|they|we|that|this|there)"
    r"|nicht wahr|oder(?: nicht)?|stimmt['’]?s|richtig|ne|gell|ja"
    r"|prawda|nieprawdaż|czyż nie|co nie|tak"
    r"|¿?\s?(?:no|verdad|cierto|no es cierto|no es así)"
    r"|n['’]est-ce pas|non|pas vrai|hein|oui)[*_\"”»)\s]*\?[*_\"”»)\s]*\Z"
    r"|(?:ですよね|ますよね|でしょう|だよね|よね)[？?]?\s*\Z",
    re.I,
)
_KNOWS = re.compile(
    r"\W*(?:(?:did|do) you know\b|have you heard\b|wuss?tes?t (?:du|ihr)\b|wu(?:ss|ß)ten sie\b|weißt du\b"
    r"|wissen sie\b|czy (?:wiesz|wiecie|wiedziałeś|wiedziałaś)\b"
    r"|sab(?:es|ías|ía usted) que\b|(?:saviez|savez)-vous\b|sais-tu\b"
    r"|le saviez-vous\b)",
    re.I,
)
_BEGINS = 5  # words in which a question says whom it asks
_SAYS_OF_ITSELF = re.compile(r"\W*(?:i|we|ich|wir|je|nous)\b", re.I)
_TO_THE_ASKER = re.compile(
    r"\b(?:you|your|yours|i|me|we|us|shall|du|dich|dir|dein\w*|sie|ihr|ihnen|ihre\w*|ich|mir|wir|soll|"
    r"ty|ci|cię|twój|twoj\w*|pan|pani|państwo|mam|chcesz|wolisz|masz|szukasz|potrzebujesz|interesuje|"
    r"tú|te|ti|usted|ustedes|tu|su|sus|quieres|prefieres|necesitas|buscas|tienes|quiere|prefiere|necesita|"
    r"vous|votre|vos|toi|je|nous)\b"
    r"|[\u3041-\u30ff]",
    re.I,
)


def tells_by_asking(words: str) -> bool:
    """Whether a question tells what it asks: "It is red, isn't it?", "Did you know that it is red?"."""
    if _KNOWS.match(words):
        return True
    return bool(_TAG.search(words)) and not re.match(r"\W*(?:you|du|sie|ty|pani?|tú|usted|vous|tu)\b", words, re.I)


def asks_back(words: str) -> bool:
    """Whether it is a question to whoever asked: somebody is spoken to where it begins."""
    plain = words.strip(' \t\n*_"”»)')
    begins = " ".join(plain.split()[:_BEGINS])
    asks = plain.endswith(("?", "？")) and not tells_by_asking(plain)
    return asks and bool(_TO_THE_ASKER.search(begins)) and not _SAYS_OF_ITSELF.match(plain)
