"""Talk that asks nothing of any source: greetings, thanks, questions about the bot, and work it cannot do."""

from __future__ import annotations

import re
from typing import Literal

from bot.playground.rehearsal.words import fold

Talk = Literal["greeting", "thanks", "who", "translate"]

_ADDRESSEE = r"(?:\s+(?:there|all|everyone|everybody|team|folks|footnote|bot|zusammen|wszystkim))*"
_GREETING = rf"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)|czesc|hej|witaj|dzien dobry){_ADDRESSEE}"  # noqa: E501
_THANKS = (
    r"(?:ok(?:ay)?|great|perfect|super|cool|nice(?: work| one)?|good (?:job|work)|well done|"
    r"(?:many )?thanks(?: a lot| so much)?|thank you(?: very much| so much)?|thx|ty|cheers|danke(?: schon| sehr)?|"
    rf"dzieki|dziekuje|merci|got it|sounds good){_ADDRESSEE}"
)
_PLEASE = r"(?:(?:please|can|could|would|will|you|bitte|kannst|du|prosze|czy|mozesz)\s+)*"
_PATTERNS: tuple[tuple[Talk, re.Pattern[str]], ...] = (
    (
        "greeting",
        re.compile(rf"(?:{_GREETING}|how are you(?: doing)?(?: today)?|wie geht'?s|jak sie masz|\s){{1,5}}"),
    ),
    ("thanks", re.compile(rf"{_THANKS}(?:\s+{_THANKS}|\s+for .{{0,60}}|\s+that helps?.{{0,30}}){{0,3}}")),
    (
        "who",
        re.compile(
            r"(?:who|what) (?:are|r) you|what can you do(?: for (?:me|us))?|what do you do|how do you work|"
            r"are you (?:an? )?(?:bot|robot|human|person|ai|there|real).{0,20}|(?:can you )?help(?: me)?|"
            r"introduce yourself|wer bist du|was kannst du|kim jestes|co potrafisz"
        ),
    ),
    ("translate", re.compile(rf"{_PLEASE}(?:translate|translation of|ubersetze[nt]?|przetlumacz)\b.*", re.DOTALL)),
)
LONGEST = 160
_OPENING = re.compile(rf"^(?:{_GREETING})\s*[,!.:–-]*\s+|^(?:{_GREETING})\s*[,!.:–-]+\s*", re.IGNORECASE)
_NAMED = re.compile(r"^(?:dear |hi |hello |hey |hallo )?footnote\s*[,:!]\s*", re.IGNORECASE)


def talk(text: str) -> Talk | None:
    """Which small talk a whole message is; None when it is anything else. Only a wish to translate may be long."""
    bare = re.sub(r"[^\w\s'-]+", " ", re.sub(r":[a-z0-9_+-]+:", " ", fold(text)))
    bare = " ".join(bare.split())
    patterns = _PATTERNS if len(bare) <= LONGEST else _PATTERNS[-1:]
    return next((kind for kind, pattern in patterns if bare and pattern.fullmatch(bare)), None)


def without_greeting(text: str) -> str:
    """A message without the greeting it opens with."""
    before = ""
    while before != text:
        before, text = text, _NAMED.sub("", _OPENING.sub("", text)).lstrip()
    return text
