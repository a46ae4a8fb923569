"""Which language a text is in, as far as its script and its smallest words tell, and the words of no weight. Pure.

Tables that one can read, no library: a wrong guess must do no harm, so "" (not known) is an answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from agent.documents.words import folded, listed

_READ_AT_MOST = 3_000  # characters that tell
_LETTERS = re.compile(r"[^\W\d_]+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_SCRIPTS = (("ja", _KANA), ("zh", re.compile(r"[\u3400-\u9fff]")), ("ko", re.compile(r"[\uac00-\ud7af]")))
_OTHERS = (
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("hi", re.compile(r"[\u0900-\u0963]")),
)


# Words that carry no claim: articles, pronouns, prepositions, conjunctions, auxiliaries.
STOP: dict[str, frozenset[str]] = {
    "en": listed("""
        a an the this that these those it its he she they them their his her we our you your i my me us who whom
        which what where when why how there here and or but nor so if then than as at by for from in into of off on
        onto out over to under up upon with within about after before between during through since until till while
        is are was were be been being am has have had having do does did done can could may might will would shall
        should must also only just very more most much many some any each every all both other another such own same
        too again however therefore thus still yet even ever according one per via s t re ve ll d because although
        though whereas whether not no never none nothing neither without cannot isn aren wasn weren don doesn didn
        won hasn haven hadn wouldn shouldn couldn mustn currently overall typically generally usually mainly mostly
        approximately roughly around nearly almost
    """),
    "de": listed("""
        der die das den dem des ein eine einen einem einer eines und oder aber sondern denn doch wenn dass weil ob
        als wie so zu zum zur von vom mit bei beim aus nach in im ins an am ans auf für über unter vor hinter neben
        zwischen durch gegen ohne um bis seit während wegen trotz laut gemäß ist sind war waren sein bin bist seid
        wird werden wurde wurden worden hat haben hatte hatten habe hast kann können konnte konnten muss müssen
        musste soll sollen sollte darf dürfen will wollen mag möchte würde würden es er sie ihr ihre ihren ihrem
        ihrer ihres sein seine seinen seinem seiner wir uns unser ich mich mir du dich dir man sich dies diese
        dieser dieses diesen diesem jede jeder jedes jeden alle allen auch nur noch schon sehr mehr nicht kein keine
        keinen keinem keiner nie niemals nichts weder hier dort dann da dabei damit dazu davon daran darauf etwa
        rund ungefähr knapp circa ca pro je sowie jedoch bereits etwas was wer wo wann welche welcher welches deren
        dessen ebenfalls zudem derzeit
        ab außer dank binnen innerhalb außerhalb mangels samt nahe anhand mittels obwohl
        sobald solange sofern falls nachdem bevor damals heute gestern morgen nun
    """),
    "pl": listed("""
        i a o u w z ze we na do od po za przez dla bez pod nad przy przed między oraz lub albo ale lecz że żeby aby
        by czy jak jako jest są był była było były być będzie będą zostać został została zostało zostały ma mają
        miał miała mieć może mogą mógł można trzeba należy powinien powinna się siebie to ten ta te tego tej tym
        tych temu tę tą on ona ono oni one jego jej ich im go mu nim nią nich co kto który która które którzy
        którego której których gdzie kiedy gdy jeśli jeżeli więc też także również tylko już jeszcze bardzo więcej
        nie nigdy żaden żadna żadne nic ani około ok ponad niemal prawie według ze swój swoje swoją oba obie każdy
        każda każde wszystkie wszystko tam tu tutaj bo ponieważ czyli niż dość
    """),
    "es": listed("""
        el la los las lo un una unos unas y e o u pero sino que quien quienes cual cuales cuyo cuya donde cuando
        como si porque aunque de del a al en con por para sin sobre entre hasta desde durante según contra ante bajo
        tras es son era eran fue fueron ser sido siendo está están estaba estar ha han había habían haber hay tiene
        tienen tenía tener puede pueden podía poder debe deben deber se su sus le les me mi mis te tu tus nos
        nuestro nuestra él ella ellos ellas ello esto este esta estos estas eso ese esa esos esas aquel aquella muy
        más menos mucho muchos también ya no ni nunca nada ningún ninguna ninguno cada todo toda todos todas otro
        otra otros otras unos casi aproximadamente alrededor así además
    """),
    "fr": listed("""
        le la les l un une des du de d au aux à en dans sur sous par pour avec sans chez entre vers depuis pendant
        avant après contre selon et ou où mais donc or ni car que qu qui quoi dont quand comme si parce lorsque est
        sont était étaient être été fut furent sera seront a ont avait avaient avoir aura auront peut peuvent
        pouvait pouvoir doit doivent devoir fait se s son sa ses leur leurs il elle ils elles on nous notre nos vous
        votre vos je j me mon ma mes tu te ton ta tes ce cet cette ces c cela ça ne n pas plus jamais rien aucun
        aucune moins très aussi déjà encore tout toute tous toutes autre autres même chaque environ près presque
        ainsi lui y m t
    """),
    "it": listed("""
        il lo la i gli le l un uno una di del dello della dei degli delle dell a al allo alla ai agli alle all da
        dal dallo dalla dai dagli dalle dall in nel nello nella nei negli nelle nell su sul sullo sulla sui sugli
        sulle con per tra fra senza dopo prima durante contro secondo verso presso entro oltre fino e ed o ma però
        che chi cui quale quali quando come dove se perché mentre anche è sono era erano essere stato stata stati
        state fu furono sarà saranno ha hanno aveva avevano avere può possono poteva deve devono si suo sua suoi sue
        loro egli lui lei esso essa essi noi nostro nostra mio mia tuo questo questa questi queste quello quella
        quelli ciò non né nessuno nessuna nessun mai più meno molto molti anche già ancora ogni tutto tutta tutti
        tutte altro altra altri altre circa quasi così ci ne d c
    """),
    "pt": listed("""
        o a os as um uma uns umas de do da dos das em no na nos nas num numa ao à aos às por pelo pela pelos pelas
        para com sem sob sobre entre até desde durante contra após perante e ou mas que quem qual quais cujo cuja
        onde quando como se porque embora é são foi foram era eram ser sido sendo está estão estava estar será tem
        têm tinha ter há houve pode podem podia poder deve devem dever seu sua seus suas lhe ele ela eles elas isto
        isso aquilo este esta estes estas esse essa esses essas aquele aquela deste desta nesse nessa neste nesta
        muito muita mais menos também já não nem nunca nada nenhum nenhuma cada todo toda todos todas outro outra
        outros outras mesmo ainda assim além cerca quase
    """),
    "nl": listed("""
        de het een van in op te ten ter aan voor met zonder door over onder tegen tussen bij uit naar tot om sinds
        vanaf tijdens na als of en maar want dat die dit deze wie wat welke waar wanneer hoe omdat hoewel terwijl
        toen dan is zijn was waren ben bent wordt worden werd werden geworden heeft hebben had hadden kan kunnen kon
        konden moet moeten mag mogen zal zullen zou zouden wil willen hij zij ze er ik jij je u we wij ons onze hun
        haar mijn zich men niet geen nooit niets ook nog al reeds zeer meer minder alle elk elke ieder andere zo
        daar hier dus echter ongeveer circa bijna per volgens binnen buiten veel
    """),
    "sv": listed("""
        och att det den de en ett som är var har hade på i av för med till från om vid under efter inte ej eller men
        när där här hur vad vem vilken vilka kan kunde ska skulle blir blev blivit vara varit sin sitt sina hans
        hennes deras han hon vi ni du jag man mot mellan utan över också bara mycket mer mest alla varje andra samt
        enligt cirka sedan redan än så dessa detta denna
    """),
    # Danish and Norwegian, which their small words hardly tell apart.
    "da": listed("""
        og at det den de en et som er var har havde hadde på i av af for med til fra om ved under efter etter ikke
        eller men når hvor her der hvordan hva hvad hvem hvilken kan kunne skal skulle bliver blir ble blev blitt
        være vært været sin sit sitt sine hans hendes hennes deres han hun vi du jeg mod mot mellem mellom uten uden
        over også kun bare meget mye mer mere alle hver andre samt ifølge cirka siden allerede end enn så disse
        dette denne dem
    """),
    "cs": listed("""
        a i v ve na do od z ze s se ke o u po při pro před za pod nad mezi bez podle že aby jak jako když kde kdo
        co který která které jsou je byl byla bylo byli být bude budou má mají měl může mohou musí lze si svůj jeho
        její jejich ten ta to tento tato toto této tyto ale nebo ani také již už jen velmi více méně než není nejsou
        každý všechny asi přibližně až tak pouze
    """),
    "tr": listed("""
        ve bir bu şu ile için gibi kadar daha çok az var yok olan olarak oldu olduğu değil ama fakat veya ya her tüm
        sonra önce göre ise üzere tarafından ancak hem kendi onun onlar nasıl neden hangi ettiği etti eden yaklaşık
    """),
    # What is in Cyrillic letters: Russian and Ukrainian.
    "ru": listed("""
        и в во не на я он что тот быть с со а весь это как она по но они к ко у из за свой что от же для который
        которая которые которого которых мы так был была было были есть или о об до при если уже где когда чем под
        над между без его её их этот эта эти этого том тоже также ещё только более менее очень после перед через
        около ни нет не і й та у що це як він вона вони до від із зі для який яка які яких був була було були є або
        про при якщо вже де коли ніж під над між без його її їх цей ця ці того також ще тільки більше менше дуже
        після перед через близько не ні немає
    """),
}
_FURTHER = ("it", "pt", "nl", "sv", "da", "cs", "tr", "ru")
# Small words of the further languages that are others in English or German: they carry something there.
_ELSEWHERE = listed("""
    take dit dette onze ama sara once van musi ja az mio mai mer com dar uno ci egli vice ons come dove far fare sia
    stato loro prima secondo tutti ate tem mesmo dos door met ten bent haar hoe want elk mag toen ter veel ben men
    bare sin sit end ble mod mot her mere ska vid pro tak hem kadar daha hangi gibi onun var mia tuo sob dell all ai
    ed lui lei noi die man hans ved kon wil zal state verso presso entro esso contra sue gore tum moet fu minder ile
    eden tot nel fran sina sedan fino hur
""") - frozenset().union(*(STOP[code] for code in ("en", "de", "pl", "es", "fr")))
EVERY_STOP = frozenset().union(*STOP.values()) - _ELSEWHERE
# Conjunctions, relative pronouns and prepositions: what a clause or a phrase begins with.
BEGINS_MORE = listed("""
    because since although though provided if as that which who whom whose where when after before until once unless
    while whereas so thanks due for with without in into on at by from to of under over through during against among
    about between
    weil da obwohl wobei falls sofern damit nachdem bevor denn wenn dass sodass indem deren dessen für mit ohne wegen
    aus bei beim von vom zu zum zur im am auf über unter nach durch gegen um trotz seit während
    ponieważ bo choć chociaż jeśli jeżeli który która które którzy których gdzie gdy żeby aby dzięki dla z ze bez w we
    na do od po za przez przed przy pod nad
    porque aunque si que quien cuyo cuya donde cuando mientras gracias para con por sin en de del al a hasta desde
    entre sobre
    parce car qui dont où lorsque quand afin puisque quoique grâce pour avec sans par dans sur sous chez depuis
    pendant à au aux du des
    perché poiché sebbene mentre dove grazie senza quando della dello dei degli delle nel nella dal dalla
    porque embora enquanto onde quando graças para com sem pelo pela
    omdat hoewel terwijl zodat waarbij waar wanneer dankzij voor zonder wegens door sinds
""")
# Verbs that say no more than that there is something, that somebody has or gives it, or what it amounts to.
LIGHT = listed("""
    offers offer offering provides provide features feature includes include contains contain possesses comes come
    gives give gets get exists exist costs cost amounts gibt bietet bieten besitzt besitzen enthält enthalten verfügt
    verfügen gewährt gewähren umfasst kostet kosten beträgt betragen befindet befinden liegt steht oferuje oferują
    posiada posiadają zawiera zawierają kosztuje kosztują wynosi wynoszą znajduje ofrece ofrecen incluye incluyen
    contiene contienen posee poseen cuesta cuestan cuenta offre offrent propose proposent possède possèdent comprend
    contient contiennent coûte coûtent compte offre offrono comprende contengono possiede costa costano conta oferece
    oferecem possui possuem contém custa custam biedt bieden bevat bevatten heeft kost bedraagt
""")
# Words with letters of few languages; those that begin with a capital are foreign names as often, and count half.
_NO_SIGNS = str.maketrans("", "", "SI")  # what "ß" and the Turkish "ı" are in capitals tells nothing
_HINTS = {
    code: (
        letters,
        re.compile(rf"(?<![^\W\d_])([^\W\d_])?[a-zà-ÿ]*[{letters}{letters.upper().translate(_NO_SIGNS)}]"),
    )
    for code, letters in {
        "de": "äöüß",
        "pl": "łąęśżźćń",
        "es": "ñ¿¡",
        "fr": "çèêàùœ",
        "it": "èìòàù",
        "pt": "ãõçêâà",
        "cs": "řěůčž",
        "tr": "şğçı",
        "da": "øæ",
        "sv": "åäö",
    }.items()
}


def language(text: str) -> str:
    """The language's code ("en", "ja"), or "" where it cannot be told. One of the further languages is taken for it
    where more speaks for that than for any other; else they do not blur which of the first ones it is."""
    found = scores(text)
    further = {code: score for code, score in found.items() if code in _FURTHER}
    first = {code: score for code, score in found.items() if code not in _FURTHER}
    if max(further.values(), default=0.0) <= max(first.values(), default=0.0):
        return _clearest(first, 1.5)
    likely = _clearest(found, 2.5)
    return likely if likely in _FURTHER else ""


def _clearest(found: Mapping[str, float], least: float) -> str:
    (best, most), (_, second) = sorted([*found.items(), ("", 0.0), ("", 0.0)], key=lambda one: -one[1])[:2]
    return best if most >= least and most >= 1.4 * second else ""


def scores(text: str) -> dict[str, float]:
    """How much speaks for each language: its script, or its smallest words and the letters that it alone has."""
    text = text[:_READ_AT_MOST]
    if not text.isascii() and (code := _by_script(text)):
        return {code: float(len(text))}
    return _by_words([folded(word) for word in _LETTERS.findall(text)], text)


def _by_script(text: str) -> str:
    letters = sum(map(str.isalpha, text))
    if _KANA.search(text) and 4 * sum(1 for _ in re.finditer(r"[\u3040-\u30ff\u3400-\u9fff]", text)) >= letters:
        return "ja"
    found = ((code, sum(1 for _ in script.finditer(text))) for code, script in (*_SCRIPTS, *_OTHERS))
    return next((code for code, count in found if 3 * count >= letters and count), "")


def _by_words(words: Iterable[str], text: str) -> dict[str, float]:
    counted = Counter(words)
    score = {code: float(sum(counted[w] for w in stop & counted.keys())) for code, stop in STOP.items()}
    signs = set(text.lower())
    for code, (letters, words_with) in _HINTS.items():
        if not signs.isdisjoint(letters):
            score[code] += sum(0.75 if first.isupper() else 1.5 for first in words_with.findall(text)[:4])
    return score


# --- negation -----------------------------------------------------------------------------------------------

# Words that turn what follows them around, by language; in Japanese the ends of verbs, which stand behind.
NEGATES = listed("""
    lack lacks lacked lacking
    not no never none neither nor without cannot isn aren wasn weren don doesn didn won hasn haven hadn wouldn
    shouldn couldn mustn nicht kein keine keinen keinem keiner keines nie niemals ohne weder nie nigdy bez żaden
    żadna żadnego sin nunca ningún ninguna ninguno pas jamais sans aucun aucune nessuno nessuna nessun senza não
    nenhum nenhuma sem nem niet geen nooit zonder niets niemand inte aldrig ingen inget inga ikke aldri uden uten
    intet değil yok není nejsou nebyl nebyla nikdy žádný žádná žádné не нет ни без никогда нельзя немає ні ніколи لا
    ليس لم لن بدون
""")
NEGATES_BEHIND = re.compile(r"नहीं|않|없|ない|なかった|ません|ぬ(?=[。、\s]|$)|ずに|なく(?!て)|不可|禁止|无|不|没")
# "no more than 20" denies nothing, nor does "not only".
NO_NEGATION = re.compile(
    r"\b(?:no (?:more|less|fewer|later|earlier|sooner|longer) than|not (?:only|just|least|to mention|until)|"
    r"no\.? ?(?=\d)|nicht (?:nur|zuletzt|mehr als|weniger als)|nie tylko|no (?:solo|sólo|más de|menos de)|"
    r"pas (?:seulement|plus de|moins de)|ne \w+ que|non (?:solo|oltre|più di|meno di)|"
    r"não (?:só|apenas|mais de|menos de)|niet (?:alleen|meer dan|minder dan)|"
    r"не (?:только|более|менее|тільки|більше|менше)|inte (?:bara|mer än))\b",
    re.I,
)
