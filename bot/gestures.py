"""Messages that are one gesture and nothing else: stop, thanks, yes, help. Pure.

In the six languages that the program speaks, whichever of them the thread is in. A gesture is the whole message:
"stop the deploy" stops nothing, and "yes, but only 2024" is a remark.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 80  # characters; whoever writes more says something
_EMOJI = re.compile(r":[a-z0-9][\w+'-]*:")  # as Slack writes them

_POLITE = """
please|bitte|bitte schön|proszę|por favor|porfa|s'il te plaît|s'il vous plaît|svp|stp|ください|お願いします|お願い
"""
_STOP = """
stop|stop it|stop that|stop now|cancel|cancel it|cancel that|abort|halt|
stopp|stoppen|abbrechen|abbruch|brich ab|brich das ab|hör auf|aufhören|anhalten|stornieren|
stój|przestań|zatrzymaj|zatrzymaj się|zatrzymaj to|przerwij|przerwij to|anuluj|anuluj to|
para|pare|detener|detente|deténgase|detén|detenlo|alto|basta|cancela|cancelar|cancélalo|
arrête|arrêtez|arrête ça|arrête-toi|arrêter|annule|annulez|annuler|stoppe|
停止|停止して|中止|中止して|止めて|止まって|やめて|ストップ|ストップして|キャンセル|キャンセルして
"""
_OK = """
ok|okay|okey|alles klar|klar|dobra|dobrze|okej|vale|de acuerdo|bien|d'accord|entendu|bon|
了解|了解です|了解しました|わかりました|分かりました|オーケー
"""
_THANKS = """
thanks|thank you|thx|ty|great|nice|perfect|cool|awesome|got it|
danke|danke dir|danke euch|danke ihnen|danke schön|dankeschön|danke sehr|vielen dank|super|prima|perfekt|toll|
dzięki|dzięki wielkie|wielkie dzięki|dziękuję|dziękuję bardzo|dziękujemy|świetnie|ekstra|
gracias|muchas gracias|mil gracias|perfecto|genial|estupendo|
merci|merci beaucoup|merci bien|parfait|génial|top|
ありがとう|ありがとうございます|ありがとうございました|どうも|どうもありがとう|助かりました|助かる|サンキュー
"""
_TO_WHOM = "so much|very much|a lot|all|everyone|everybody|for that|an alle|à tous|a todos|wszystkim"
_YES = """
yes|yep|yeah|sure|approve|approved|approve it|approve all|approve them|approve that|approve this|i approve|
i approve it|i approve all|i approve them|i approve that|i approve this|approved it|approved all|lgtm|go ahead|do it|
allow|allowed|allow it|allowed it|
ja|jawohl|genehmigt|freigegeben|einverstanden|mach das|mach es|leg los|
tak|zatwierdzam|zatwierdzone|zgoda|zgadzam się|zrób to|śmiało|
sí|si|claro|adelante|apruebo|aprobado|lo apruebo|hazlo|
oui|approuvé|j'approuve|je valide|validé|vas-y|allez-y|
はい|承認|承認します|承認する|承認しました|いいよ|いいです|進めて|進めてください|どうぞ
"""
_HELP = {
    "en": """
help|help me|help me please|usage|commands|what can you do|what do you do|who are you|how does this work|
how do you work|how do i use you
""",
    "de": """
hilfe|hilf mir|was kannst du|was kannst du tun|was machst du|wer bist du|wie funktioniert das
""",
    "pl": """
pomoc|pomocy|pomóż|pomóż mi|co potrafisz|co umiesz|co możesz zrobić|jak to działa
""",
    "es": """
ayuda|ayúdame|qué puedes hacer|qué sabes hacer|qué haces|cómo funciona|cómo funciona esto
""",
    "fr": """
aide|aide-moi|aidez-moi|à l'aide|que peux-tu faire|que sais-tu faire|qu'est-ce que tu peux faire|que fais-tu|
comment ça marche
""",
    "ja": """
ヘルプ|助けて|使い方|何ができる|何ができますか|何ができるの|使い方を教えて
""",
}


def is_stop(text: str) -> bool:
    """A plain "stop" and nothing else; "stop the deploy" is not one."""
    return bool(_IS_STOP.fullmatch(_plain(text)))


def is_thanks(text: str) -> bool:
    """Thanks and nothing else: starts nothing, ends nothing."""
    return bool(_IS_THANKS.fullmatch(_plain(text)))


def is_assent(text: str) -> bool:
    """A plain "yes, go ahead" and nothing else: said of a call it decides nothing, since only buttons do."""
    return bool(_IS_ASSENT.fullmatch(_plain(text)))


def is_help(text: str) -> bool:
    """Somebody asks what we are for, and nothing else: also by a question mark alone."""
    return bool(help_language(text)) or set(text.strip()) in ({"?"}, {"？"}, {"¿", "?"})


def help_language(text: str) -> str:
    """The language in which somebody asks what we are for, by its code; "" where it is not asked in words."""
    words = _plain(text)
    return next((code for code, pattern in _IS_HELP.items() if pattern.fullmatch(words)), "")


def _plain(text: str) -> str:
    """A short text as its words alone, one blank between them; "" for a long one."""
    if len(text) > LONGEST:
        return ""
    written = unicodedata.normalize("NFKC", _EMOJI.sub(" ", text).replace("’", "'")).casefold()
    return " ".join(re.findall(r"\w+(?:['-]\w+)*", written))


def _any(*lists: str) -> str:
    """A pattern for one of the phrases of these lists, as `_plain` writes them."""
    phrases = {_plain(phrase) for each in lists for phrase in each.split("|")}
    return f"(?:{'|'.join(re.escape(one) for one in sorted(phrases, key=len, reverse=True))})"


_IS_STOP = re.compile(rf"(?:{_any(_POLITE)} )*{_any(_STOP)}(?: ?{_any(_POLITE)})*")
_IS_THANKS = re.compile(rf"(?:{_any(_OK)} )*{_any(_OK, _THANKS)}(?: {_any(_OK, _THANKS, _TO_WHOM)})*")
_IS_ASSENT = re.compile(rf"(?:{_any(_OK, _POLITE)} )*{_any(_YES)}(?: {_any(_YES, _OK, _POLITE)})*")
_IS_HELP = {
    code: re.compile(rf"(?:{_any(_POLITE)} )*{_any(phrases)}(?: ?{_any(_POLITE)})*")
    for code, phrases in _HELP.items()
}
