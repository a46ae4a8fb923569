"""The words of a text that tell what it is about, comparable across their forms and in any script. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

from agent.documents.words import folded

_PREFIX = 5  # letters that two forms of a word share, or all of the shorter one
_SHORTEST = 4  # letters of a word that tells something, where it is no name
# Kanji, katakana and hangul in a row are a word; hiragana mostly joins the others.
_RUN = re.compile(r"[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]{2,}|[\u30a1-\u30ff]{2,}|[\uac00-\ud7af]{2,}")
_DENSE = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*[+#]*")
# Words of four letters and more that stand in any wish, in the languages the program speaks.
_FILLER = frozenset(
    re.findall(
        r"\w+",
        """
        also another anything been being both cannot could does each from have having into just less least like made
        make makes more most must need needed needs nothing only other over rather require required requires shall
        should some such than that their them then there these they thing things this those under used uses using
        very want wants were what when where which will with within without would your aber alle allem allen aller
        alles auch beim bitte darf dass dazu dein dies diese diesem diesen dieser dieses doch durch eine einem einen
        einer eines etwas fuer haben hatte ihre kann kein keine keinem keinen keiner mehr mein mich mindestens muss
        nach nicht noch nur oder ohne sein seine sich sind soll sollen sollte sollten ueber unter viel werden wenn
        wird wurde zwischen albo bardzo bedzie bylo jako jest jestem jesli ktora ktore ktory lecz lub miec moze
        mozna musi nalezy oraz powinien powinna powinno przez tego tylko wiecej algo algun alguna como cual debe
        deben desde donde entre esta este esto estos hacia hasta mucho para pero porque puede pueden sean segun sera
        sobre solo tambien tener tenga tiene tienen todo todos alors aussi avec avoir bien cela celle celui cette
        chez comme dans depuis doit doivent donc elle elles etre leur mais meme moins notre nous peut plus pour
        quand quel quelle sans sera soit sont sous tout toute tous tres votre vous
        """,
    )
)


def telling(text: str) -> frozenset[str]:
    """The folded words that tell: those of four letters and more that are no filler, shorter ones that are written as
    names ("iOS", "C++", "5G"), and what stands in a row in a script without spaces. No bare numbers."""
    dense = set(_RUN.findall(text))
    spaced = _DENSE.sub(" ", text)
    words = {folded(word) for word in _WORD.findall(spaced) if _tells(word)}
    return frozenset(word for word in dense | words if word not in _FILLER)


def _tells(word: str) -> bool:
    letters = sum(char.isalpha() for char in word)
    is_name = any(char.isupper() for char in word[1:]) or word[-1] in "+#" or any(char.isdigit() for char in word)
    return letters >= _SHORTEST or (letters > 0 and is_name)


def alike(one: str, other: str) -> bool:
    """Whether two folded words are forms of one: they share their first five letters, or one is the other with an
    ending of two at most ("page", "pages"; not "java", "javascript")."""
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if not (one.isalpha() and other.isalpha() and len(shorter) >= _SHORTEST):
        return False
    return longer.startswith(shorter[:_PREFIX]) and (len(shorter) >= _PREFIX or len(longer) - len(shorter) <= 2)


def shared(some: Collection[str], others: Collection[str]) -> frozenset[str]:
    """Which of some words stand among others, in whatever form."""
    return frozenset(word for word in some if any(alike(word, other) for other in others))


def numbers(text: str) -> frozenset[str]:
    """The numbers of a text without what groups their thousands."""
    return frozenset(re.sub(r"(?<=\d)[,.\u202f\u00a0'](?=\d{3}(?!\d))", "", n) for n in _NUMBER.findall(text))


_NUMBER = re.compile(r"\d(?:[\d.,'\u202f\u00a0]*\d)?")
