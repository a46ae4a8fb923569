"""How thoroughly somebody wants a question to be worked on, by the words at the beginning or the end of it. Pure.

In the six languages that the program speaks, whichever of them the thread is in. Deep research may cost three times
as much, so in doubt words are no wish. They are one

- at the beginning with a colon: "deep: how old is the lake?", also after a greeting, our name or the sign of a list;
- at the beginning or at the end as a sentence or a line of their own: "How old is the lake? Think hard.", unless the
  rest speaks of words ("think hard. What does that idiom mean?") or leads up to them ("Translate this:").

What a comma, a dash or brackets set apart is none, nor is what is quoted or in code, which somebody else said: "Which
of these is a verb – deep dive", "think hard, fail fast: who said?", "how deep is the lake?". The words stay in the
question, since people read it as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from agent.facts import Rules

LONGEST = 200  # characters at either end of a question in which such words are looked for


@dataclass(frozen=True)
class Wish:
    """What is wished for beyond what the channel has."""

    deep: bool = False
    thinking: bool = False


# Alone with a colon at the beginning.
_DEEP_WORD = """
deep|in depth|deeply|tief|gründlich|głęboko|dogłębnie|a fondo|profundo|en profundidad|à fond|approfondi|en profondeur|
詳しく|深く|徹底|徹底的に|ディープ
"""
_THINK_WORD = """
think|thinking|deep thinking|denk nach|denke nach|denken|nachdenken|pomyśl|myśl|zastanów się|piensa|
pensar|réfléchis|réfléchir|考えて|思考
"""
# At the beginning or the end, where a sign or the end of a line sets them apart.
_DEEP = """
deep research|do deep research|do some deep research|do a deep research|deep research please|research deeply|
research thoroughly|research it deeply|research this deeply|research this thoroughly|dig deep|go deep|deep dive|
do a deep dive|in depth research|in-depth research|
tiefe recherche|gründliche recherche|tiefgehende recherche|tiefenrecherche|recherchiere gründlich|
recherchier gründlich|recherchiere bitte gründlich|recherchier bitte gründlich|recherchiere das gründlich|
recherchiere das bitte gründlich|such bitte gründlich|gründlich recherchieren|bitte gründlich recherchieren|
such gründlich|suche gründlich|
dogłębne badanie|dogłębny research|zbadaj dogłębnie|zbadaj to dogłębnie|szukaj dogłębnie|sprawdź dogłębnie|
sprawdź to dogłębnie|głęboki research|
investigación profunda|investigación a fondo|investiga a fondo|investígalo a fondo|busca a fondo|
recherche approfondie|recherche en profondeur|fais une recherche approfondie|cherche en profondeur|cherche à fond
"""
_DEEP_JAPANESE = "詳しく調べて|徹底的に調べて|深く調べて|徹底調査|徹底調査して|ディープリサーチ|ディープリサーチして"
_THINK = """
think hard|think harder|think very hard|think really hard|think hard about it|think hard about this|think deeply|
think carefully|think it through|think hard first|
denk gut nach|denke gut nach|denk bitte gut nach|denke bitte gut nach|denk bitte gründlich nach|
denk gründlich nach|denk scharf nach|denk genau nach|denk lange nach|gut nachdenken|
gründlich nachdenken|überleg gut|überlege gut|überleg dir das gut|
pomyśl dobrze|dobrze pomyśl|zastanów się dobrze|dobrze się zastanów|przemyśl to dobrze|pomyśl głęboko|
piensa bien|piénsalo bien|piensa mucho|piensa a fondo|piensa con cuidado|
réfléchis bien|réfléchissez bien|réfléchis à fond|réfléchis-y bien|prends le temps de réfléchir|
よく考えて|じっくり考えて|深く考えて|しっかり考えて
"""
# A remark to a run at work that is nothing but a wish for more.
_MORE = """
go deeper|dig deeper|deeper|more depth|more thorough|look deeper|tiefer|geh tiefer|grab tiefer|gründlicher|
głębiej|szukaj głębiej|dokładniej|más a fondo|más profundo|profundiza|plus en profondeur|creuse|approfondis|
もっと深く|もっと詳しく|もっと詳しく調べて
"""
_POLITE = """
please|bitte|proszę|por favor|s'il te plaît|s'il vous plaît|stp|svp|ください|下さい|お願いします
"""
_JOINS = r"(?:\s*(?:,|、|&|\+|and|und|i|oraz|y|et|、そして)\s*)"


def wished(text: str) -> Wish:
    """What the words of a mention wish for; nothing beyond it is changed by them."""
    masked = _masked(text)
    found = [*_named(_first(masked)), *_named(_last(masked) or _LAST_JAPANESE.search(masked[-LONGEST:]))]
    return Wish(deep="deep" in found, thinking="think" in found)


def _first(text: str) -> re.Match[str] | None:
    """The wish that a text begins with."""
    if match := _COLON.match(text, 0, LONGEST):
        return match
    match = _SENTENCE.match(text, 0, LONGEST)
    return None if match is None or _ABOUT_WORDS.search(text[match.end() :]) else match


def _last(text: str) -> re.Match[str] | None:
    """The wish that a text ends with."""
    match = _LAST.search(text, max(0, len(text) - LONGEST))
    before = text[: match.start("lead")].rstrip() if match else ""
    return None if not before or before[-1] in ":,;–—-" or _ABOUT_WORDS.search(before) else match


def without_wish(text: str) -> str:
    """A question without the words of its wish, for whoever reads nothing but words; as it is where they cannot be
    cut off as they are written."""
    if wished(text) == Wish():
        return text
    match = _last(text)
    kept = text[: match.start("lead") + 1].rstrip() if match else text
    return kept[first.end() :] if (first := _first(kept)) else kept


def is_more(text: str) -> bool:
    """Whether a remark says nothing but that a run should be more thorough, or think more."""
    return len(text) <= LONGEST and bool(_IS_MORE.fullmatch(_masked(text).strip()))


def is_only_wish(text: str) -> bool:
    """Whether a text announces a question, "deep:", and then asks none."""
    return len(text) <= LONGEST and bool(_ALONE.fullmatch(_masked(text)))


def with_wish(rules: Rules, wish: Wish, *, factor: float, sources: int) -> Rules:
    """The rules of a run for which this is wished in a channel of these `rules`. Deep research may use `factor` times
    as much of everything, and needs so many independent `sources`."""
    thinking = rules.thinking or wish.thinking
    rules = rules.model_copy(update={"thinking": thinking, "window": rules.window.hard if thinking else rules.window})
    if not wish.deep and rules.effort != "deep":
        return rules
    more = {name: round(getattr(rules, name) * factor) for name in _BUDGETS}
    deep = {"effort": "deep", "sources": sources, "money": rules.money * factor, **more}
    return rules.model_copy(update=deep)


_BUDGETS = ("rounds", "searches", "pages", "files", "tokens", "minutes")

# --- words ------------------------------------------------------------------------------------------------------

_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|“[^”]*(?:”|\Z)|„[^“”]*[“”]|«[^»]*(?:»|\Z)|「[^」]*(?:」|\Z)|『[^』]*(?:』|\Z)"
    r"|\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|^[ \t]*>[^\n]*",
    re.S | re.M,
)
_ELSEWHERE = "\ue000"  # in place of what is quoted or in code


def _masked(text: str) -> str:
    """A text in one spelling, with a sign in place of what is quoted or in code."""
    written = unicodedata.normalize("NFKC", _QUOTED.sub(_ELSEWHERE, text)).replace("’", "'").casefold()
    return re.sub(r"[ \t\u00a0]+", " ", re.sub(r"[*_~]+|:[a-z0-9][\w+'-]*:(?=\s|$)", "", written))


def _any(name: str, *lists: str) -> str:
    """One of the phrases of these lists, as a named group; a blank in one is any number of them."""
    phrases = {" ".join(phrase.split()).casefold() for each in lists for phrase in each.split("|")}
    spelled = (unicodedata.normalize("NFKC", one) for one in phrases)
    ordered = sorted(spelled, key=len, reverse=True)
    words = "|".join(re.escape(one).replace(r"\ ", " ") for one in ordered)
    return f"(?P<{name}>{words})" if name else f"(?:{words})"


def _series(at: str, *, colon: bool = False) -> str:
    """One or two wishes, joined."""
    deep = [_DEEP, _DEEP_JAPANESE, *([_DEEP_WORD] if colon else [])]
    think = [_THINK, *([_THINK_WORD] if colon else [])]
    one = f"(?:{_any(f'deep{at}1', *deep)}|{_any(f'think{at}1', *think)})"
    other = f"(?:{_any(f'deep{at}2', *deep)}|{_any(f'think{at}2', *think)})"
    polite = _any("", _POLITE)
    joins = rf"(?:{_JOINS}|\s*:\s*)" if colon else _JOINS
    return f"(?:{polite},? ?)?{one}(?:{joins}{other})?(?:,? ?{polite})?"


_GREETING = r"(?:hi|hey|hello|hallo|moin|servus|cześć|hej|witaj|hola|buenas|bonjour|salut|こんにちは|お疲れ様です)"
_LEAD = rf"\s*(?:(?:[-•–]|\d{{1,2}}[.)])\s+)?(?:{_GREETING}\b)?[ ,!.、]*(?:<@\w+(?:\|[^>]*)?>|@[\w.-]+)?[ ,:;!、]*¡?"
_COLON = re.compile(rf"{_LEAD}{_series('a', colon=True)}!? ?:\s*(?=\S)", re.I)
_ALONE = re.compile(rf"{_LEAD}{_series('c', colon=True)}!? ?:\s*", re.I)
_SENTENCE = re.compile(rf"{_LEAD}{_series('b')}(?: ?[.!]+\s+| ?。\s*|\s*\n\s*)(?=\S)", re.I)
_LAST = re.compile(rf"(?P<lead>[.!?…](?=\s)|[?!。]|\n)[\s¡]*{_series('z')} ?[.!。]*\s*$", re.I)
# Of which a rest speaks where such words may be what it is about.
_ABOUT_WORDS = re.compile(
    r"\b(?:mean(?:s|t|ing)?|idioms?|phrases?|expressions?|sayings?|slogans?|mottos?|quot(?:e|es|ed|ation|ations)|poems?"
    r"|lyrics?|verbs?|nouns?|words?|sentences?|translat\w*|spell\w*|titles?|ends? with"
    r"|(?:said|says?|sang|wrote) (?:that|it)"
    r"|bedeute\w*|bedeutung|redewendung|ausdruck|ausspruch|spruch|zitat|gedicht|wort\w*|wörter\w*|übersetz\w*|satz"
    r"|znaczy|oznacza|znaczeni\w*|idiom\w*|wyrażeni\w*|powiedzeni\w*|cytat\w*|wiersz\w*|słow[oaem]\w*|czasownik\w*"
    r"|przetłumacz\w*|zdani\w*|significa\w*|modismo|expresión|frases?|dicho|poema|palabras?|verbo|traduc\w*"
    r"|signifie\w*|veut dire|dicton|citation|poème|mots?|verbe|tradui\w*)\b"
    r"|意味|慣用句|表現|言葉|単語|翻訳|訳し|動詞|文章",
    re.I,
)
# No sign sets a request apart in Japanese; what it is about stands before it.
_LAST_JAPANESE = re.compile(rf"(?:について|を){_any('deepy1', _DEEP_JAPANESE)}{_any('', _POLITE)}?[。!]*\s*$")
_IS_MORE = re.compile(
    rf"(?:{_any('', _POLITE)},? ?)?{_any('', _MORE, _DEEP, _DEEP_JAPANESE, _THINK)}"
    rf"(?:,? ?{_any('', _POLITE)})?[ .!。]*"
)


def _named(match: re.Match[str] | None) -> list[str]:
    found = match.groupdict() if match else {}
    return [name[:-2] for name, words in found.items() if words]
