"""How lists of sources are called, in many languages. Pure.

A title is made of a word for sources and of small words around it ("Sources used in this answer", "Oto moje źródła"),
whatever signs it is set with.
"""

from __future__ import annotations

import re
import unicodedata

from agent.markdown.remembered import remembered

_AT_MOST = 80  # characters
_COUNTED = re.compile(r"^\W{0,9}\d{1,2}[.)]\s|\(\d{1,3}\)")  # "7. Sources", "Sources (3)"
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)])\s")
_SET_APART = re.compile(r"[:：][\s*_]*$|\*\*|__")
_NO_SIGN = re.compile("\\d?\ufe0f?\u20e3|[\ufe0e\ufe0f\u200b-\u200f]")


def _listed(words: str) -> frozenset[str]:
    return frozenset(unicodedata.normalize("NFKC", words).casefold().split())


@remembered
def names_sources(title: str) -> bool:
    """Whether words are how a list of sources is called. An item of a list is called nothing, unless a colon or bold
    words set it apart."""
    if not title.strip() or len(title) > _AT_MOST or "://" in title:
        return False
    if _ITEM.match(title) and not _SET_APART.search(title):
        return False
    plain = _COUNTED.sub(" ", title)
    words = _words(_NO_SIGN.sub("", unicodedata.normalize("NFKC", plain).casefold()))
    if " ".join(words) in _PHRASES:
        return True
    known = all(word in _NOUNS or word in _SMALL or _WIDE.fullmatch(word) for word in words)
    return known and any(word in _NOUNS or _WIDE_NOUN.search(word) for word in words)


def _words(text: str) -> list[str]:
    """Runs of letters with their marks, which many scripts need, and of digits."""
    return "".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in text).split()


_NOUNS = _listed("""
    source sources reference references bibliography citations footnotes links
    quelle quellen quellenverzeichnis quellenangabe quellenangaben quellenliste quellennachweis quellennachweise
    literatur literaturverzeichnis literaturangaben literaturliste einzelnachweise belege fußnoten weblinks
    źródło źródła źródeł bibliografia przypisy linki odnośniki
    fuente fuentes referencia referencias bibliografía enlaces
    fonte fontes referência referências ligações fonti riferimenti bibliografici collegamenti
    référence références bibliographie liens
    bron bronnen bronvermelding bronvermeldingen bronnenlijst referenties literatuurlijst
    källa källor källförteckning källhänvisningar referenser länkar
    kilde kilder kildeliste kildehenvisninger referanser referencer
    lähde lähteet lähdeluettelo viitteet viittaukset
    zdroj zdroje zdrojů zdrojov prameny odkazy literatura forrás források hivatkozások irodalomjegyzék
    sursă surse referințe bibliografie izvor izvori reference viri allikad viited avoti šaltiniai
    kaynak kaynaklar kaynakça kaynakçası referanslar bağlantılar referències vyanzo
    источник источники источников литература литературы ссылки библиография сноски
    джерело джерела джерел посилання література літератури източник източници извор извори извори
    πηγή πηγές αναφορές παραπομπές βιβλιογραφία
    מקור מקורות המקורות הפניות ביבליוגרפיה
    مصدر المصدر مصادر المصادر مراجع المراجع والمراجع والمصادر منابع منبع مآخذ حوالہ حوالہ‌جات
    स्रोत संदर्भ सन्दर्भ সূত্র উৎস তথ্যসূত্র ஆதாரங்கள் ఆధారాలు
    แหล่งที่มา แหล่งอ้างอิง อ้างอิง เอกสารอ้างอิง
    nguồn khảo sumber rujukan referensi pustaka
    출처 참고자료 참고문헌 각주
""")
_SMALL = _listed("""
    the my our all of in for from to i we you have used cited consulted quoted referenced visited checked list section
    here are these is were below above following this that answer response reply report summary article main key
    primary external online web further additional useful related relevant other more and or original full complete
    selected notes see click tap show view expand by reading title link url page website site no nr titel seite título
    página titre tytuł
    die der das den meine unsere alle verwendete verwendeten genutzte genutzten benutzte zitierte zitierten
    weiterführende weitere wichtige nützliche externe liste verzeichnis hier sind folgende dieser diese antwort und
    für zur zu im
    moje oto wykorzystane użyte cytowane lista spis tej odpowiedzi i do w dodatkowe przydatne
    las los mis la el de del esta respuesta aquí están estas estos son utilizadas usadas consultadas citadas
    principales bibliográficas lista y e externos interés útiles
    as os minhas meus da do desta deste resposta aqui estão utilizadas principais úteis
    le i mie di questa risposta ecco utilizzate usate consultate citate elenco utili
    les mes nos des d l cette réponse voici utilisées consultées citées principales utiles externes et pour
    de mijn gebruikte geraadpleegde en van dit antwoord zijn lijst
    använda mina och här är brugte anvendte anvendt mine og her er käytetyt ja
    použité použitá seznam zoznam a felhasznált és utilizate și korišteni
    kullanılan ve bu cevapta
    использованные использованной мои список и вот ответа використані список і та мої използвани
    και οι μου χρησιμοποιηθείσες
    ורשימת רשימת
    قائمة المستخدمة و
    सूची और
    tham tài liệu các daftar yang digunakan dan
    목록 및 사용한 사용된 링크 관련
""")
_PHRASES = frozenset({
    "further reading", "read more", "see also", "works cited", "pour en savoir plus", "voir aussi", "siehe auch",
    "véase también", "ver también", "zobacz też", "zobacz także", "veja também", "vedi anche", "zie ook",
    "참고 자료", "참고 문헌",
})  # fmt: skip
_WIDE_NOUN = re.compile("来源|來源|出典|出处|出處|情報源|参考|參考|参照|引用|脚注|リンク|链接|連結")
_WIDE = re.compile(
    rf"(?:{_WIDE_NOUN.pattern}|信息|資訊|資料|资料|文献|文獻|一覧|列表|清单|清單|関連|相关|相關|サイト|主な|主要|使用|の|的|元|先)+"
)
