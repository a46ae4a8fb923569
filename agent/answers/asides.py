"""What in an answer says nothing about the world, and so needs no source: a bare yes or no before the claim that
carries it, a transition, the words above a part, and that nothing was found. Pure.

In the six languages that the program speaks, and narrowly: a sentence that goes on with a claim of its own ("none of
the sources says so, but …", "I could not find the price, it is high") is a claim.
"""

from __future__ import annotations

import re
import unicodedata

from agent.markdown.remembered import remembered

LONGEST = 300  # characters of a sentence that admits something
_OFFERED = 120  # characters of a sentence that offers more
_HEADING = 60  # characters of a line in bold that stands above a part
_SIGNS = " \t\n*_>#-–—.!。！…"


def is_aside(text: str, asked: str = "") -> bool:
    """Whether a block or a sentence, as it is written, says nothing that could be looked up."""
    return is_admission(text, asked) or _is_transition(text) or is_heading(text) or _is_offer(text)


def is_admission(text: str, asked: str = "") -> bool:
    """Whether a sentence says that the sources do not tell something, and says no more than that: no citation, no
    figure that nobody `asked` about, and no clause that is not a part of what was looked for."""
    plain = _plain(text)
    admits = len(plain) <= LONGEST and bool(_ADMITS.match(plain)) and not _GOES_ON.search(plain)
    return admits and not _gives_figures(plain, asked) and not _claims_besides(plain)


def _gives_figures(plain: str, asked: str) -> bool:
    known = set(_FIGURE.findall(unicodedata.normalize("NFKC", asked)))
    return bool(_MARK.search(plain)) or any(one not in known for one in _FIGURE.findall(plain))


def _claims_besides(plain: str) -> bool:
    """Whether anything joined to an admission may be a clause of its own. What stands behind a comma, an "and" or a
    bracket has to be more of what was looked for: an indirect question, or a thing in few words."""
    japanese = _JAPANESE.search(plain)
    words = _LEADS_IN.sub("", plain[: japanese.start()] if japanese else plain)
    if japanese:
        return bool(_CLAUSE_BEFORE.search(words)) or len(_TOPIC.findall(words)) > 1
    first, *joined = _JOINT.split(words)
    turned = bool(joined) and _TURNED.match(words)  # "Den Preis und das Gewicht konnte ich nicht finden."
    pairs = [*([("und", first)] if turned else []), *zip(joined[::2], joined[1::2], strict=True)]
    return any(not _more_of_it(joint, said, listed=pairs[-1][0].strip().isalpha()) for joint, said in pairs)


def _more_of_it(joint: str, said: str, listed: bool) -> bool:
    """Behind a comma alone a thing would say what it is that was looked for ("its colour, red")."""
    words = _CLOSES.sub("", said.strip(_SIGNS))
    if joint.strip() not in ("", ",", "(", ")"):
        return not words or bool(_QUESTION.match(words) or _THING.fullmatch(words))
    return not words or bool(_BEHIND_COMMA.match(words)) or (listed and bool(_THING.fullmatch(words)))


def _is_transition(text: str) -> bool:
    return bool(_TRANSITION.fullmatch(_plain(text)))


def _is_offer(text: str) -> bool:
    """What models close with: that they can do more, which names a thing in few words and tells nothing of it."""
    plain = _plain(text)
    return len(plain) <= _OFFERED and bool(_OFFERS.match(plain)) and not _TELLS_MORE.search(plain)


def is_heading(text: str) -> bool:
    """A line wholly in bold that is no sentence: "**Price**"."""
    found = re.fullmatch(r"\s*(\*\*|__)(?P<words>[^*_\n]+)\1\s*", text)
    words = found["words"].strip() if found else ""
    return 0 < len(words) <= _HEADING and len(words.split()) <= 6 and not re.search(r"[\d.!。！]", words)


@remembered
def _plain(text: str) -> str:
    words = unicodedata.normalize("NFKC", text).replace("’", "'").strip(_SIGNS)
    words = re.sub(r", (?:die|das|den) (?:ich|wir) (?:geöffnet|gelesen|gefunden) habe[n]?,", "", words)
    words = re.sub(r"[*_`]", "", words)
    return re.sub(r"^(?:note|hinweis|uwaga|nota|remarque|注|注意):\s*", "", " ".join(words.split()), flags=re.I)


def lead(text: str) -> int:
    """Where a sentence begins behind a yes, a no or a transition that leads in to it ("Yes, …", "Kurz: …")."""
    found = _LEAD.match(text)
    return found.end() if found else 0


# --- words --------------------------------------------------------------------------------------------------------

_THESE = r"(?:the|these|those|my|any of the|opened|cited|available|sources?|documents?|files?|pages?| )+"
_LEADS = (
    r"unfortunately|however|leider|jedoch|allerdings|niestety|jednak|lamentablemente|sin embargo"
    r"|malheureusement|cependant|toutefois|残念ながら|なお"
)
_LEADS_IN = re.compile(rf"(?:{_LEADS})[,、]? ?", re.I)
_NOT_THERE = (
    r"(?:答えはありませんでした|見つかりませんでした|見つけられませんでした|確認できませんでした|記載がありません(?:でした)?"
    r"|記載されていません(?:でした)?)$"
)
_JAPANESE = re.compile(_NOT_THERE)
_FINDING = r"(?:finden|gefunden|bestätigen|klären|ermitteln|prüfen)"
_ADMITS = re.compile(
    rf"(?:(?:{_LEADS})[,、]? ?)?(?:"
    # English
    r"(?:i|we) (?:could not|couldn't|cannot|can't|did not|didn't|was not able to|were not able to) "
    r"(?:find|confirm|verify|determine|tell|establish|locate)\b"
    r"|(?:i|we) found (?:no|nothing)\b"
    rf"|(?:none of {_THESE}|no (?:opened )?source|nothing (?:in|i opened|that i opened)) ?[\w' ]{{0,30}}?"
    r"(?:says?|tells?|states?|mentions?|names?|gives?|answers?|confirms?|speaks?|covers?|shows?)\b"
    rf"|{_THESE} (?:do|does) not (?:say|tell|state|mention|name|give|answer|confirm|speak|cover|show|contain)\b"
    # German
    r"|(?:ich|wir) (?:konnten?|habe|haben) .{0,120}(?:nicht|nichts|keine\w*) .{0,120}?"
    rf"{_FINDING}\b"
    r"|[\w ,]{1,80} (?:konnten?|habe|haben) (?:ich|wir) .{0,60}?(?:nicht|nichts|keine\w*) .{0,80}?"
    rf"{_FINDING}\b"
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
    rf"|[^。]{{0,120}}{_NOT_THERE}"
    r")",
    re.I,
)
# What begins a claim of its own behind an admission.
_GOES_ON = re.compile(
    r"[;:：;。–—]|[.!?] |\s-+\s|,[^,]*,"
    r"|\b(?:but|yet|although|though|while|whereas|except|instead|because|since|so|and (?:it|they|he|she|that|this)"
    r"|as (?:it|he|she|they|this|that|the|there)|plus|given|unless|due to|owing to|thanks to"
    r"|aber|sondern|obwohl|während|weil|denn|doch|da|zumal|wobei|nachdem|sodass|daher|deshalb"
    r"|ale|lecz|choć|chociaż|ponieważ|bo|więc|gdyż|natomiast|zaś|pero|aunque|porque|sino|ya que|pues|puesto que"
    r"|mientras|dado que|así que|por lo que|mais|bien que|parce que|car|donc|puisque|tandis que|alors que)\b"
    r"|が、|けれど|しかし|ので、",
    re.I,
)
_MARK = re.compile(r"[\[【]\^?\d")
_FIGURE = re.compile(r"[^\W\d_]*\d(?:[.,:/-]?\w)*")
# What joins words to an admission; Polish "o" and English "I" are no such words.
_JOINT = re.compile(
    r"(\s*[,()]\s*|\s+(?:(?i:and|or|nor|und|oder|sowie|noch|oraz|lub|ani|ni|et|ou)|i|y|e|&"
    r"|o(?= (?:el|la|los|las|un|una|su|sus|si)\b))\s+)"
)
_BEHIND_COMMA = re.compile(  # in English, Spanish and French no comma stands before an indirect question
    r"(?:ob|wie|wann|wo|wer|wen|wem|warum|wieso|was|welche[rsmn]?|dass|woher|wohin|wofür|womit"
    r"|czy|ile|kiedy|jak|gdzie|kto|co|dlaczego|że|skąd)\b"
    r"|(?:either|unfortunately|sadly|leider|niestety|lamentablemente|por desgracia|malheureusement)$",
    re.I,
)
_QUESTION = re.compile(
    rf"{_BEHIND_COMMA.pattern}|(?:(?:in|for|to|from|by|at|since) )?(?:what|how|when|where|who|whom|whose|which|why"
    r"|whether|if)\b|(?:qué|cuánt[oa]s?|cuál(?:es)?|cuándo|d[eó]nde|quién(?:es)?|cómo|si|por qué)\b"
    r"|(?:combien|quand|où|qui|quel(?:le)?s?|pourquoi|comment|si|s'il|à qui)\b|ce qu[e']",
    re.I,
)
_SMALL = r"(?![A-ZÀ-Þ])[^\W\d_]+(?:[-'][^\W\d_]+)*"
_GREAT = r"(?=[A-ZÀ-ÞĄĆĘŁŃÓŚŹŻ])[^\W\d_]+(?:[-'][^\W\d_]+)*"
_BEFORE_A_THING = (
    r"(?i:of|in|for|on|about|at|with|by|from|to|von|für|im|am|an|zu|zum|zur|mit|über|auf|aus|bei|de|del|en|para|con"
    r"|sobre|du|des|au|aux|pour|sur|dans|avec|w|we|z|ze|na|do|dla|od|o)"
)
_THE = (
    r"(?i:the|a|an|any|its|their|his|her|this|these|der|die|das|dem|den|des|ein(?:e[nmrs]?)?|sein(?:e[nmrs]?)?"
    r"|ihr(?:e[nmrs]?)?|el|la|los|las|un|una|su|sus|le|les|une|son|sa|ses|leurs?|jego|jej|ich|tej|tego)"
)
_ADJECTIVE = r"(?i:exact|precise|current|full|total|other|[a-zäöüß]{2,}e[nrs]?(?= [A-ZÄÖÜ]))"
_ONE_THING = (
    rf"(?:l'|d')?(?:(?:{_THE} )?(?:{_ADJECTIVE} )?(?:{_SMALL}|{_GREAT})|(?:the )?{_GREAT}(?: {_GREAT}){{0,3}})"
)
_THING = re.compile(rf"(?:{_BEFORE_A_THING} )?{_ONE_THING}(?: {_BEFORE_A_THING} {_ONE_THING}){{0,3}}")
_TURNED = re.compile(r"(?!(?:ich|wir)\b)[\w ,]{1,80}\b(?:konnten?|habe|haben) (?:ich|wir)\b", re.I)
_CLOSES = re.compile(
    rf"(?:^|\s+)(?:(?:konnten?|habe|haben) (?:ich|wir)\b.*|(?:nicht|nichts)(?: \w+){{0,3}} {_FINDING})$", re.I
)
# A clause ends at a comma behind a verb, a topic is marked.
_CLAUSE_BEFORE = re.compile(r"[ぁ-ん](?<![はもにとやをかへ])、")
_TOPIC = re.compile(r"(?<![でにと])は")
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
_CALLED = (  # what an answer, or the end of one, is called before a colon
    r"(?:short |direct |quick |brief |final )?answer|tl;?dr|bottom line"
    r"|(?:key |main )?(?:take-?aways?|findings?|points?)"
    r"|conclusion|result|note|important|kurzantwort|kurzfassung|antwort|fazit|ergebnis|hinweis|wichtig|kernaussage"
    r"|(?:krótka )?odpowiedź|krótko|wniosek|wnioski|uwaga|ważne|respuesta(?: (?:breve|corta|directa))?|conclusión"
    r"|nota|importante|réponse(?: (?:courte|brève|directe))?|à retenir|à noter|remarque"
    r"|結論|回答|答え|要点|ポイント|注意?"
)
_LEAD = re.compile(
    rf"[\s*_>#-]*(?:{_CALLED})[*_]*\s?[:：][*_]*\s*(?=\S)"
    rf"|[\s*_>#-]*(?:(?:{_TRANSITION.pattern})[*_]*(?:[,:]|\s?[–—-](?=\s)|\.(?=\s))\s*|(?:はい|いいえ|要するに)[、。])(?=\S)",
    re.I,
)
_MORE = r"(?:compare|check|look (?:up|into)|search|find|dig|provide|summari[sz]e|expand|help|list|go into|share)\b"
_MEHR = r"\b(?:vergleichen|prüfen|nachsehen|suchen|heraussuchen|zusammenfassen|helfen|auflisten|erstellen|vertiefen)"
_YOU_LIKE = r"you(?:'d| would)? (?:want|like|wish|prefer|need)\b"
_OFFERS = re.compile(
    rf"if {_YOU_LIKE}(?: (?:me to|more details?|that|it))?,? (?:i|we) (?:can|could|will)(?: also| gladly)? {_MORE}"
    rf"|(?:i|we) (?:can|could)(?: also| gladly)? {_MORE}.* if {_YOU_LIKE}"
    rf"|(?:please )?(?:just |feel free to )?(?:let me know|ask) if (?:{_YOU_LIKE}|you have\b|anything|there is)"
    r"|(?:please )?feel free to (?:ask|reach out)\b"
    rf"|(?:wenn|falls) (?:du|sie) (?:möchtest|möchten|willst|wollen|magst|mögen|wünschen),? kann ich\b.*{_MEHR}$"
    rf"|(?:gerne|auf wunsch) kann ich\b.*{_MEHR}$|bei (?:weiteren )?fragen (?:bin|helfe|stehe) ich\b"
    r"|(?:lass|lassen sie) (?:es )?mich (?:gerne )?wissen,? (?:wenn|falls|ob)\b"
    r"|(?:jeśli (?:chcesz|potrzebujesz|masz)\b.*, )(?:mogę|daj znać|napisz|chętnie)|daj znać,? (?:jeśli|czy)\b"
    r"|si (?:quieres|lo deseas|necesitas|desea)\b.*, (?:puedo|dímelo|avísame|házmelo)"
    r"|(?:avísame|dime) si (?:quieres|necesitas)\b"
    r"|si (?:vous|tu) (?:le )?(?:souhaitez|voulez|veux|souhaites)\b.*, je peux"
    r"|n'hésitez? pas à (?:(?:me|nous) |poser )"
    r"|(?:さらに)?(?:詳しい|詳細な)?(?:情報|説明)が(?:必要|ご希望)(?:であれば|でしたら)",
    re.I,
)
# A clause with "that" or a sign before another one tells something, and so does a figure.
_TELLS_MORE = re.compile(
    r"\d|[;:–—(\[]|[.!?] |,[^,]*,|が、|ので"
    r"|\b(?:that|which|because|since|but|dass|weil|aber|denn|że|bo|ale|que|porque|pero|parce|mais|car|qui)\b",
    re.I,
)
