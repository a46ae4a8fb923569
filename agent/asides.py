"""What in an answer says nothing about the world, and so needs no source: a bare yes or no before the claim that
carries it, a transition, the words above a part, and that nothing was found. Pure.

In the six languages that the program speaks, and narrowly: a sentence that goes on with a claim of its own ("none of
the sources says so, but …") is a claim.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 300  # characters of a sentence that admits something
_HEADING = 60  # characters of a line in bold that stands above a part
_SIGNS = " \t\n*_>#-–—.!。！…"


def is_aside(text: str) -> bool:
    """Whether a block or a sentence, as it is written, says nothing that could be looked up."""
    return is_admission(text) or _is_transition(text) or _is_heading(text)


def is_admission(text: str) -> bool:
    """Whether a sentence says that the sources do not tell something, and says no more than that."""
    plain = _plain(text)
    return len(plain) <= LONGEST and bool(_ADMITS.match(plain)) and not _GOES_ON.search(plain)


def _is_transition(text: str) -> bool:
    return bool(_TRANSITION.fullmatch(_plain(text)))


def _is_heading(text: str) -> bool:
    """A line wholly in bold that is no sentence: "**Price**"."""
    found = re.fullmatch(r"\s*(\*\*|__)(?P<words>[^*_\n]+)\1\s*", text)
    words = found["words"].strip() if found else ""
    return 0 < len(words) <= _HEADING and len(words.split()) <= 6 and not re.search(r"[\d.!。！]", words)


def _plain(text: str) -> str:
    words = unicodedata.normalize("NFKC", text).replace("’", "'").strip(_SIGNS)
    words = re.sub(r", (?:die|das|den) (?:ich|wir) (?:geöffnet|gelesen|gefunden) habe[n]?,", "", words)
    words = re.sub(r"[*_`]", "", words)
    return re.sub(r"^(?:note|hinweis|uwaga|nota|remarque|注|注意):\s*", "", " ".join(words.split()), flags=re.I)


def lead(text: str) -> int:
    """Where a sentence begins behind a yes, a no or a transition that leads in to it ("Yes, …", "Kurz: …")."""
    found = _LEADS.match(text)
    return found.end() if found else 0


# --- words --------------------------------------------------------------------------------------------------------

_THESE = r"(?:the|these|those|my|any of the|opened|cited|available|sources?|documents?|files?|pages?| )+"
_ADMITS = re.compile(
    r"(?:(?:unfortunately|however|leider|jedoch|allerdings|niestety|jednak|lamentablemente|sin embargo"
    r"|malheureusement|cependant|toutefois|残念ながら|なお)[,、]? ?)?(?:"
    # English
    r"(?:i|we) (?:could not|couldn't|cannot|can't|did not|didn't|was not able to|were not able to) "
    r"(?:find|confirm|verify|determine|tell|establish|locate)\b"
    r"|(?:i|we) found (?:no|nothing)\b"
    rf"|(?:none of {_THESE}|no (?:opened )?source|nothing (?:in|i opened|that i opened)) ?[\w' ]{{0,30}}?"
    r"(?:says?|tells?|states?|mentions?|names?|gives?|answers?|confirms?|speaks?|covers?|shows?)\b"
    rf"|{_THESE} (?:do|does) not (?:say|tell|state|mention|name|give|answer|confirm|speak|cover|show|contain)\b"
    # German
    r"|(?:ich|wir) (?:konnten?|habe|haben) .{0,120}(?:nicht|nichts|keine\w*) .{0,120}?"
    r"(?:finden|gefunden|bestätigen|klären|ermitteln|prüfen)\b"
    r"|[\w ,]{1,80} (?:konnten?|habe|haben) (?:ich|wir) .{0,60}?(?:nicht|nichts|keine\w*) .{0,80}?"
    r"(?:finden|gefunden|bestätigen|klären|ermitteln|prüfen)\b"
    r"|kein(?:e|er)?s? (?:der |von den )?(?:geöffneten |vorliegenden )?(?:quellen?|dokumente?|dateien?|seiten?)\b"
    r"|(?:die|diese) (?:geöffneten |vorliegenden )?(?:quellen|dokumente|dateien|seiten) "
    r"(?:sagen|nennen|enthalten|erwähnen|beantworten) .{0,120}(?:nicht|nichts|keine?\w*)\b"
    # Polish
    r"|nie (?:znalazłem|znalazłam|znaleziono|znalazłem żadnych|udało mi się|udało się|mogę|mogłem|mogłam)\b"
    r"|żad(?:ne|na|en) (?:ze |z )?(?:otwartych )?(?:źródeł|źródło|dokumentów|dokument|plików|stron|strona) "
    r".{0,40}?nie\b"
    r"|źródła nie\b"
    # Spanish
    r"|no (?:pude|he podido|pudimos|encontré|he encontrado|encontramos)\b"
    r"|ningun[ao]? (?:de las fuentes|de los documentos|fuente|documento)\b"
    r"|las fuentes (?:abiertas )?no\b"
    # French
    r"|(?:je|nous) n'(?:ai|avons) (?:pas |rien )(?:pu |trouvé|confirm)"
    r"|aucune? (?:des sources|des documents|source|document)\b"
    r"|les sources (?:ouvertes )?ne\b"
    # Japanese
    r"|[^。]{0,120}(?:答えはありませんでした|見つかりませんでした|見つけられませんでした|確認できませんでした|記載がありません(?:でした)?"
    r"|記載されていません(?:でした)?)$"
    r")",
    re.I,
)
# What begins a claim of its own behind an admission.
_GOES_ON = re.compile(
    r"[;:：;。]|[.!?] |\s[–—-]\s|,[^,]*,"
    r"|\b(?:but|yet|although|though|while|whereas|except|instead|because|since|so|and (?:it|they|he|she|that|this)"
    r"|aber|sondern|obwohl|während|weil|denn|doch|da"
    r"|ale|lecz|choć|chociaż|ponieważ|bo|więc|pero|aunque|porque|sino|ya que|mais|bien que|parce que|car|donc)\b"
    r"|が、|けれど|しかし|ので、",
    re.I,
)
_TRANSITION = re.compile(
    r"yes|no|yes and no|partly|it depends"
    r"|in (?:short|summary|brief|detail|other words)|summary|details|overview|to (?:sum up|summari[sz]e)"
    r"|(?:here|below|above) (?:is|are) (?:what i found|(?:the|my|a|an) (?:short |brief )?"
    r"(?:details?|results?|answers?|summary|overview|findings|list|table))"
    r"|(?:this|that) is what i found|i found the following|see the table below"
    r"|i hope (?:this|that) helps|let me know if (?:you (?:need|want|would like)|there is) (?:anything |any )?"
    r"(?:more|else|further|details?|help)(?: details?| help)?"
    r"|ja|nein|jein|teilweise|kurz|kurz gesagt|zusammenfassung|zusammengefasst|im einzelnen|überblick|einzelheiten"
    r"|(?:hier|das) (?:ist|sind|habe ich)(?: (?:das|die|der|eine?))? ?"
    r"(?:gefunden|ergebnis(?:se)?|zusammenfassung|übersicht|einzelheiten|antwort)"
    r"|ich hoffe, (?:das|dies) hilft(?: weiter)?"
    r"|tak|nie|częściowo|w skrócie|krótko mówiąc|podsumowanie|szczegóły|podsumowując"
    r"|oto,? (?:co znalazłem|co znalazłam|wyniki|podsumowanie|szczegóły)|mam nadzieję, że to pomoże"
    r"|sí|si|no|en parte|en resumen|resumen|detalles|en breve|esto es lo que encontré|espero que (?:esto )?ayude"
    r"|oui|non|en partie|en bref|en résumé|résumé|détails|voici ce que j'ai trouvé|j'espère que cela (?:vous )?aide"
    r"|はい|いいえ|部分的に|要約|まとめ|概要|詳細|要するに|以下の通りです|以下のとおりです|結果は以下の(?:通り|とおり)です"
    r"|お役に立てば幸いです",
    re.I,
)
_LEADS = re.compile(
    rf"[\s*_>#-]*(?:(?:{_TRANSITION.pattern})[*_]*(?:[,:]|\s?[–—-](?=\s)|\.(?=\s))\s*|(?:はい|いいえ|要するに)[、。])(?=\S)",
    re.I,
)
