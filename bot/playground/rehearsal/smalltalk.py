"""Talk that asks nothing of any source: greetings, thanks, questions about the bot, and work it cannot do."""

from __future__ import annotations

import re
from typing import Literal

from bot.playground.rehearsal.words import fold

Talk = Literal["greeting", "thanks", "who", "translate", "today"]

_ADDRESSEE = r"(?:\s+(?:there|all|everyone|everybody|team|folks|footnote|bot|zusammen|wszystkim))*"
_GREETING = rf"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)|czesc|hej|witaj|dzien dobry|hola|buen[oa]s (?:dias|tardes)|bonjour|salut|こんにちは|おはよう){_ADDRESSEE}"  # noqa: E501
_THANKS = (
    r"(?:many |so )?thanks(?: (?:a (?:lot|million|bunch)|so much|again|very much))?|"
    r"thank you(?: (?:very much|so much|again))?|"
    r"thx|ty|cheers|danke(?: (?:schon|sehr|dir|euch))?|vielen dank|dzieki(?: (?:wielkie|bardzo))?|"
    r"(?:bardzo )?dziekuje(?: bardzo)?|merci(?: beaucoup)?|(?:muchas )?gracias|ありかとう(?:こさいます)?"
)
_FINE = (
    r"(?:great|good|perfect|super|cool|nice|excellent|awesome|amazing|brilliant|fantastic|wonderful|lovely|neat|"
    r"helpful|useful|impressive|toll|prima|klasse|spitze|swietnie|swietna|super|dobra|brawo)"
)
_WORK = r"(?:help|work|job|answer|one|find|stuff|bot|research|summary|arbeit|hilfe|antwort|robota|pomoc|odpowiedz)"
_PRAISE = (
    rf"(?:(?:that|this|it|you|das|to)(?: (?:is|was|are|were)|['’]?s|['’]?re| ist| war| jest)? )?"
    rf"(?:(?:very|really|so|just|such|an?|sehr|bardzo) )*{_FINE}(?: {_WORK})?|"
    r"(?:you are|you['’]?re|youre) (?:the best|a star|a genius|a (?:life ?saver|great help))|well done|way to go|"
    r"(?:exactly|just) what (?:i|we) (?:needed|wanted|was looking for)|(?:that |this )?helps?(?: (?:me|"
    r"us))?(?: a lot)?|"
    r"that helped(?: (?:me|us))?(?: a lot)?|love it|ok(?:ay)?|got it|sounds good|gut gemacht"
)
_KIND = rf"(?:{_THANKS}|{_PRAISE}){_ADDRESSEE}"
_PLEASE = r"(?:(?:please|can|could|would|will|you|bitte|kannst|du|prosze|czy|mozesz)\s+)*"
_PATTERNS: tuple[tuple[Talk, re.Pattern[str]], ...] = (
    (
        "greeting",
        re.compile(rf"(?:{_GREETING}|how are you(?: doing)?(?: today)?|wie geht'?s|jak sie masz|\s){{1,5}}"),
    ),
    ("thanks", re.compile(rf"{_KIND}(?:\s+(?:and\s+)?{_KIND}|\s+for .{{0,60}}|\s+that helps?.{{0,30}}){{0,5}}")),
    (
        "who",
        re.compile(
            r"(?:who|what) (?:are|r) you|what can you do(?: for (?:me|us))?|what do you do|how do you work|"
            r"are you (?:an? )?(?:bot|robot|human|person|ai|there|real).{0,20}|(?:can you )?help(?: me)?|"
            r"introduce yourself|wer bist du|was kannst du|kim jestes|co potrafisz|quien eres|que puedes hacer|"
            r"qui es[- ]tu|que sais[- ]tu faire|あなたは誰(?:てすか)?"
        ),
    ),
    (
        "today",
        re.compile(
            rf"{_PLEASE}(?:tell me )?what(?:['’]?s| is)? (?:the |today['’]?s )?(?:date|day)(?: is it)?(?: today)?|"
            r"welche[rns]* (?:tag|datum) (?:ist|haben wir)(?: heute)?|"
            r"(?:jaki|ktory) (?:jest )?(?:dzis|dzisiaj)(?: jest)?(?: dzien)?|que (?:dia|fecha) es(?: hoy)?|"
            r"quel jour (?:sommes[- ]nous|est-on|on est)|(?:今日は?)?何(?:日|曜日)(?:てすか)?"
        ),
    ),
    ("translate", re.compile(rf"{_PLEASE}(?:translate|translation of|ubersetze[nt]?|przetlumacz)\b.*", re.DOTALL)),
)
LONGEST = 160
_OPENING = re.compile(rf"^(?:{_GREETING})\s*[,!.:–-]*\s+|^(?:{_GREETING})\s*[,!.:–-]+\s*", re.IGNORECASE)
_PRAISED = re.compile(
    rf"^(?:(?:{_THANKS}|{_PRAISE}){_ADDRESSEE}[\s,]*){{1,4}}(?:[.!]+|[,–-]+(?=\s+(?:and|but|now|so|what|how|when|who|can|could|und|a)\b))\s+(?=\S)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^(?:dear |hi |hello |hey |hallo )?footnote\s*[,:!]\s*", re.IGNORECASE)


def talk(text: str) -> Talk | None:
    """Which small talk a whole message is; None when it is anything else. Only a wish to translate may be long."""
    bare = re.sub(r"[^\w\s'-]+", " ", re.sub(r":[a-z0-9_+-]+:", " ", fold(text)))
    bare = " ".join(bare.split())
    patterns = _PATTERNS if len(bare) <= LONGEST else _PATTERNS[-1:]
    return next((kind for kind, pattern in patterns if bare and pattern.fullmatch(bare)), None)


def without_greeting(text: str) -> str:
    """A message without the greeting, thanks or praise it opens with."""
    before = ""
    while before != text:
        before, text = text, _PRAISED.sub("", _NAMED.sub("", _OPENING.sub("", text))).lstrip()
    return text
