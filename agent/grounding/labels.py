"""Labels: what stands before a colon ("Length: 1,240 m"), or in the first of two cells, and its other words. Pure.

A label says which aspect of a thing a value is of, and a source that tells the value in a sentence has another word
for it, or none: "is 1,240 metres long", "costs 249 euros". Its capital makes no name of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.documents.words import folded
from agent.grounding.choosing import masks, stands, wanted
from agent.grounding.claims import Claim, Term
from agent.grounding.lines import line, sort_of
from agent.grounding.passages import Prepared, words

_WORDS = 5  # of a label at most
_COLON = re.compile(r"[\s*_•\x00-]*(?P<label>[^:：|\n\x00]{2,60}?)(?:\*\*|__)?\s?(?::(?=[\s*_])|：)(?=.*\w)")
_DASH = re.compile(r"[\s*_•-]*(?P<label>[^:：|\n–—.,;!?]{2,40}?)(?:\*\*|__)?\s[–—]\s(?=[^–—]*\Z)(?=.*\w)")
_CELLS = re.compile(r"[\s|*_]*(?P<label>[^|\n]{2,60}?)(?:\*\*|__)?\s*\|\s*(?=[^|]*\w[^|]*[\s|]*\Z)")
_KANA = re.compile(r"[\u3041-\u309f]+\Z")  # a Japanese word is compared without its ending
# Who says what follows is a name, and no label.
_TELLS = re.compile(
    r"\b(?:sa(?:id|ys)|told|wr(?:ote|ites)|sagte?|schr(?:ieb|eibt)|powiedział[a]?|mówi|pisze|dijo|dice|escribe"
    r"|a dit|dit|écrit)\s*\Z",
    re.I,
)
_LENGTHS, _WEIGHTS, _TIMES = "m mile in ft", "g lb", "s month date time year number"
_MONEY = "EUR USD GBP JPY CNY INR KRW RUB CZK SEK NOK DKK HUF CAD AUD CHF PLN %"
_DATES = "date year time weekday month"
# What a label is called | other words by which a source tells it, in one language; the units that it can have.
_ASPECTS = (
    (_LENGTHS + " km s month", """
        length | long
        länge gesamtlänge | lang lange langen länge
        długość | długi długa długie długości
        longitud largo | largo larga longitud
        longueur | long longue
        長さ | 全長 長い
    """),
    (_LENGTHS, """
        width | wide
        breite | breit breite breiten
        szerokość | szeroki szeroka szerokie szerokości
        anchura ancho | ancho ancha
        largeur | large
        height elevation altitude | high tall above
        höhe | hoch hohe hohen
        wysokość | wysoki wysoka wysokie wysokości
        altura altitud | alto alta
        hauteur altitude | haut haute
        高さ 標高 | 高さ 標高
        depth | deep
        tiefe | tief tiefe tiefen
        głębokość | głęboki głęboka głębokości
        profundidad | profundo profunda
        profondeur | profond profonde
    """),
    (_WEIGHTS, """
        weight | weighs weigh weighing heavy
        gewicht | wiegt wiegen schwer
        waga masa | waży ważą ciężki
        peso | pesa pesan
        poids | pèse pèsent
        重さ 重量 | 重さ 重量
    """),
    (_MONEY, """
        price cost costs fee fees toll tolls fare fares | price priced costs cost pay pays paid charged available
        admission ticket tickets | price priced costs cost pay pays paid
        preis preise kosten gebühr maut eintritt eintrittspreis | kostet kosten zahlen zahlt preis haben
        cena ceny koszt opłata bilet wstęp | kosztuje kosztują płaci płacą płacić cena
        precio coste costo tarifa entrada | cuesta cuestan vale paga pagan
        prix tarif coût entrée | coûte coûtent paie paient vendu vendue
        価格 料金 値段 | 価格 料金 値段 販売
    """),
    (_TIMES, """
        duration | takes take lasts lasted last long
        dauer fahrzeit bauzeit | dauert dauerte dauern braucht
        czas trwania | trwa trwał trwała trwają
        duración | dura duran tarda duró
        durée | dure durent duré
    """),
    (_DATES, """
        opening opened inauguration | opened opens open opening
        eröffnung eröffnet | eröffnet öffnete eröffnete geöffnet
        otwarcie | otwarto otwarty otwarta otworzy
        apertura inauguración | abrió abre abrirá inauguró inaugurado
        ouverture inauguration | ouvre ouvert ouverte ouvrira inauguré
        release launch released launched availability | released launched release launch appeared available
        erscheinungstermin marktstart verkaufsstart start | erscheint erschien startet verkauf
        founded foundation established | founded established founding
        gründung gegründet gründungsjahr | gegründet gründete
        założenie założono | założona założony założono powstała
        fundación fundada fundado | fundada fundado fundó
        fondation fondée fondé création | fondée fondé créée créé
        built construction completion completed | built completed finished
        bau baujahr fertigstellung | gebaut erbaut fertiggestellt
        construcción construido | construido construida construyó
        construction | construit construite achevé
    """),
    ("", """
        population inhabitants | inhabitants residents people live
        einwohner einwohnerzahl bevölkerung | einwohner leben menschen
        ludność mieszkańcy | mieszkańców mieszka ludzi
        población habitantes | habitantes viven
        population habitants | habitants vivent
        capacity seats | holds hold seats room
        kapazität sitzplätze plätze | fasst plätze platz bietet
        pojemność | mieści pojemności miejsc
        capacidad aforo | caben capacidad plazas
        capacité | contient places
        traffic | vehicles cars use
        verkehr verkehrsaufkommen | fahrzeuge autos befahren
        employees staff workforce headcount | employs employed employees workers staff
        beschäftigte mitarbeiter belegschaft | beschäftigt arbeiten mitarbeiter
        zatrudnienie pracownicy | zatrudnia pracowników pracuje
        empleados plantilla | emplea trabajan empleados
        effectif effectifs salariés | emploie salariés travaillent
        visitors attendance | visitors visited came attended guests
        besucher besucherzahl | besucher besuchten kamen
        speed | fast speed reaches
        geschwindigkeit höchstgeschwindigkeit | schnell fährt
        area surface | covers area large
        fläche | groß fläche
        powierzchnia | powierzchni zajmuje
        superficie | superficie ocupa
        author | wrote written
        autor | schrieb geschrieben verfasst
        winner | won wins
        sieger siegerin | gewann siegte
        operator | operated operates runs
        betreiber | betreibt betrieben
        owner | owns owned belongs
    """),
)  # fmt: skip


@dataclass(frozen=True)
class _Aspect:
    """What a label word may be told by, and the sorts of numbers (lines.py) it can have; none for any."""

    keys: tuple[frozenset[str], ...]
    sorts: frozenset[str]


def _read() -> Iterator[tuple[str, _Aspect]]:
    for sorts, lines in _ASPECTS:
        for labels, _, others in (one.partition("|") for one in lines.strip().splitlines()):
            keys = tuple(dict.fromkeys(frozenset(one.key for one in words(other)) for other in others.split()))
            for label in labels.split():
                yield _KANA.sub("", folded(label)), _Aspect(keys, frozenset(sorts.split()))


def _table() -> dict[str, _Aspect]:
    """One word can be of several languages, and of several aspects."""
    table: dict[str, _Aspect] = {}
    for label, one in _read():
        other = table.get(label, _Aspect((), one.sorts))
        sorts = one.sorts | other.sorts if one.sorts and other.sorts else frozenset()
        table[label] = _Aspect((*other.keys, *one.keys), sorts)
    return table


_TABLE = _table()


def label_end(text: str) -> int:
    """Where the label that a text begins with ends; 0 where there is none."""
    found = _CELLS.match(text) if "|" in text else _COLON.match(text) or _DASH.match(text)
    if not found or len(found["label"].split()) > _WORDS or _TELLS.search(found["label"]):
        return 0
    return found.end("label")


def labelled(claim: Claim, sources: Mapping[int, Prepared]) -> Claim:
    """A claim that begins with a label with the words of that as words, unless a source has them as names, and with
    what else a source may say for them. A label that its number cannot be of stands nowhere."""
    end = 0 if claim.code else label_end(claim.text)
    if not end:
        return claim
    sorts = {sort_of(frozenset().union(*term.wanted)) for term in claim.terms if term.kind == "number"}
    terms = tuple(_of_label(term, claim, sources, sorts) if term.start < end else term for term in claim.terms)
    return replace(claim, terms=terms, label=end)


def _of_label(term: Term, claim: Claim, sources: Mapping[int, Prepared], sorts: set[str]) -> Term:
    if term.kind not in ("name", "word"):
        return term
    written = claim.text[term.start : term.end]
    if term.kind == "name":
        if stands(term, sources) and _is_named(written, claim, term, sources):
            return term
        keys = tuple(frozenset([word.key]) for word in words(written))
        term = replace(term, kind="word", weight=1.0, name="", wanted=keys or term.wanted)
    aspect = _TABLE.get(folded(written))
    if aspect is None:
        return term
    if aspect.sorts and sorts and not sorts & (aspect.sorts | {"number"}):
        return replace(term, wanted=(frozenset([f"no:{written}"]),))
    return replace(term, wanted=tuple(dict.fromkeys((*term.wanted, *aspect.keys))))


def _is_named(written: str, claim: Claim, term: Term, sources: Mapping[int, Prepared]) -> bool:
    """Whether a word of a label is one of several with capitals, or has one inside a sentence of a source."""
    if not term.hard:
        return False
    begins = not any(map(str.isalnum, claim.text[: term.start]))
    inside = re.compile(rf"(?<=[^\W_][ ,]){re.escape(written)}|(?<=\w, ){re.escape(written)}")
    return not begins or any(inside.search(one.text) for source in sources.values() for one in source.passages)


def bears(claim: Claim, sources: Mapping[int, Prepared], held: set[Term]) -> bool:
    """Whether a source has something of the label of a claim where it has something of what is said under it: what
    the label is about ("toll for cars") in one part of a sentence with it, or a sentence before."""
    above = [term for term in claim.terms if term.start < claim.label]
    below = [term for term in claim.terms if term.start >= claim.label and term in held]
    if not above or not below or any(_is_titled(term, source) for term in above for source in sources.values()):
        return True
    about = [term for term in above if not _is_aspect(term, claim)] or above
    about = [term for term in about if term in held] or [term for term in above if term in held]
    values = [term for term in below if term.kind == "number"] or below
    return any(_near(about, values, source, masks(claim, source)) for source in sources.values())


def _is_titled(term: Term, source: Prepared) -> bool:
    return any(one <= source.context for one in wanted(term, source))


def _is_aspect(term: Term, claim: Claim) -> bool:
    return folded(claim.text[term.start : term.end]) in _TABLE


def _near(about: Sequence[Term], values: Sequence[Term], source: Prepared, found: Iterable[int]) -> bool:
    places = {one: [_parts(term, source, one) for term in about] for at in found for one in (at - 1, at) if one >= 0}
    for one in found:
        told: set[int] = set().union(*(_parts(term, source, one) for term in values))
        here, before = places[one], places.get(one - 1, [])
        if told and (any(told & each for each in here) or (not any(here) and any(before))):
            return True
    return False


def _parts(term: Term, source: Prepared, sentence: int) -> set[int]:
    """The parts of a sentence, between commas and conjunctions, that have a term."""
    keys = list(wanted(term, source))
    return {token.part for token in line(source, sentence) if any(one <= token.keys for one in keys)}
