"""What else a short word is found under: forms of it that do not share its first letters. Pure.

Longer words are compared by how they begin (passages.py). "Use" and "using", "zahlt" and "zahlen", "paid" and "pays"
are not alike by that, and a sound statement would lack them.
"""

from __future__ import annotations

from collections.abc import Iterator

from agent.documents.words import folded
from agent.grounding.languages import EVERY_STOP

_LONGEST = 8  # letters; what is longer shares its beginning with its other forms
_VOWELS = frozenset("aeiouy")
_ENDINGS = ("en", "em", "es")  # as in kommen, gutem, dishes; four letters stay
# English and German verbs that change inside, each below the form that stands first.
_IRREGULAR = """
    beat beaten | become became | begin began begun | bend bent | bite bit bitten | bleed bled | blow blew blown
    break broke broken | bring brought | build built | burn burnt | buy bought | catch caught | choose chose chosen
    come came | cost costs costing | deal dealt | die dying died dies | dig dug | do doing | draw drew drawn
    drink drank drunk | drive drove driven | eat ate eaten eating | fall fell fallen | feed fed | feel felt
    fight fought | find found | fly flew flown flies | forbid forbade forbidden | forget forgot
    freeze froze frozen | get got gotten | give gave given | go went gone goes going | grow grew grown | hang hung
    hear heard | hide hid hidden | hit hitting | hold held | keep kept | know knew known | lay laid | lead led
    leave left | lend lent | lie lay lain lying | light lit | lose lost losing | make made making | mean meant
    meet met | pay paid | ride rode ridden | ring rang rung | rise rose risen | run ran | say said
    see saw seen seeing sees | seek sought | sell sold | send sent | set setting | shake shook shaken | shine shone
    shoot shot | show shown | shrink shrank shrunk | shut shutting | sing sang sung | sink sank sunk | sit sat
    sleep slept | speak spoke spoken | spend spent | stand stood | steal stole stolen | stick stuck | strike struck
    swim swam swum | take took taken | teach taught | tear tore torn | tell told | think thought
    throw threw thrown | use used uses using | wear wore worn | win won | write wrote written | good better best
    bad worse worst | old older oldest | new newer newest | big bigger biggest | hot hotter hottest
    low lower lowest | high higher highest | far farther further | child children | woman women | man men
    foot feet | tooth teeth | mouse mice | half halves | life lives | wife wives | person people | bus buses
    beginnt begann begonnen | bietet bot geboten | bleibt blieb geblieben | bringt brachte gebracht | brennt brannte
    darf durfte | denkt dachte gedacht | empfiehlt empfahl empfohlen | erhält erhielt | fährt fuhr gefahren fahren
    fällt fiel gefallen fallen | findet fand gefunden | fliegt flog geflogen | friert fror gefroren
    gibt gab gegeben geben | geht ging gegangen gehen | gewinnt gewann gewonnen | hält hielt gehalten halten
    hängt hing | heißt hieß | hilft half geholfen helfen | isst aß gegessen essen | kennt kannte gekannt
    kommt kommen kam gekommen | läuft lief gelaufen | lässt ließ gelassen lassen | liegt lag gelegen
    liest las gelesen lesen | nennt nannte genannt | nimmt nahm genommen nehmen | reißt riss | ruft rief gerufen
    schläft schlief | schließt schloss geschlossen | schreibt schrieb geschrieben | sieht sah gesehen sehen
    singt sang gesungen | sinkt sank gesunken | sitzt saß | spricht sprach gesprochen sprechen
    steht stand gestanden | steigt stieg gestiegen | stirbt starb gestorben sterben | trägt trug getragen tragen
    trifft traf getroffen treffen | trinkt trank getrunken | tut tat getan | verliert verlor verloren
    wächst wuchs gewachsen | weiß wusste gewusst wissen | wirft warf geworfen | zieht zog gezogen
    lang lange langen langer langes länger | alt älter älteste ältesten | groß größer größte größten
    hoch höher höchste höchsten hohe hohen | nah näher nächste | gut besser beste besten | kostet kosten gekostet
    zahlt zahlen gezahlt | kauft kaufen gekauft | baut bauen gebaut | macht machen gemacht | sagt sagen gesagt
    lebt leben gelebt | lernt lernen gelernt | spielt spielen gespielt | wohnt wohnen gewohnt
"""
_BASES: dict[str, list[str]] = {}
for _line in filter(str.strip, _IRREGULAR.replace("\n", "|").split("|")):
    _base, *_others = map(folded, _line.split())
    for _form in (_base, *_others):
        _BASES.setdefault(_form, []).append(_base)


def bases(plain: str) -> Iterator[str]:
    """What a folded word may be a form of."""
    yield from _BASES.get(plain, ())
    if not 5 <= len(plain) <= _LONGEST or not plain.isalpha():
        return
    for ending in ("ing", "ed"):
        if plain.endswith(ending) and plain not in _BASES:
            yield from _told(plain.removesuffix(ending))
    for ending in _ENDINGS:
        rest = plain.removesuffix(ending)
        if len(plain) > len(rest) >= 4 and rest not in EVERY_STOP:
            yield rest


def _told(rest: str) -> Iterator[str]:
    """Of what stands before "ing" or "ed": the word itself, with its "e", without its second "p"."""
    doubled = len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in _VOWELS
    likely = (f"{rest}e", rest[:-1] if doubled else rest)
    yield from (one for one in likely if len(one) >= 3 and one not in EVERY_STOP and not _VOWELS.isdisjoint(one))
