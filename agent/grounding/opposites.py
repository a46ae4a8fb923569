"""Words for opposite directions, sides, seasons and times of day. Pure."""

from __future__ import annotations

from functools import lru_cache

from agent.documents.words import folded

# A line for each sort, its opposites between bars; a star ends what may have any ending.
_SORTS = """
    north northern nord nördlich* północ* norte norteñ* septentrion* 北 | south southern süd südlich* sud południ* sur
        sureñ* mérid* 南 | east eastern ost östlich* wschod* wschód est este oriental* 东 東 | west western westlich*
        zachod* zachód ouest oeste occidental* 西
    left links linke* lewy lewa lewej lewym lewą lewo gauche izquierd* 左 | right rechts rechte* prawy prawej prawym
        prawą prawo droite derech* 右
    spring springtime frühling* frühjahr* wiosn* wiosen* printemps primavera* 春 | summer* sommer* lato latem lecie
        letni* été verano* 夏 | autumn* fall herbst* jesie* automne* otoño* 秋 | winter* zim* hiver* invierno* 冬
    upper ober* górn* supérieur* superior* 上 | lower unter* doln* inférieur* inferior* 下
    morning* vormittag* rano porann* matin* mañana* 朝 早 | evening* abend* wieczor* wieczór soir* noche* 晩 夜 晚
"""
_BEFORE = ("nord", "sud", "ost", "west")  # of a German compound


def _table() -> tuple[dict[str, tuple[int, int]], list[tuple[str, tuple[int, int]]]]:
    whole: dict[str, tuple[int, int]] = {}
    begins: list[tuple[str, tuple[int, int]]] = []
    lines: list[str] = []
    for line in _SORTS.strip("\n").splitlines():
        lines = [*lines[:-1], f"{lines[-1]} {line.strip()}"] if line[:8].isspace() else [*lines, line.strip()]
    for sort, line in enumerate(lines):
        for side, words in enumerate(line.split("|")):
            for word in map(folded, words.split()):
                if word.endswith("*"):
                    begins.append((word[:-1], (sort, side)))
                else:
                    whole[word] = (sort, side)
    return whole, begins


_WHOLE, _BEGINS = _table()


def opposite(one: str, other: str) -> bool:
    """Whether two words (folded) name different directions, sides, seasons or times of day, and are the same in
    all else: east and west, Südflügel and Westflügel."""
    mine, its = _side(one), _side(other)
    if mine and its:
        return mine[0] == its[0] and mine[1] != its[1]
    begins, ends = _compound(one), _compound(other)
    return bool(begins and ends) and begins[0] != ends[0] and begins[1] == ends[1]


def turns(word: str) -> bool:
    """Whether a word (folded) has an opposite."""
    return bool(_side(word) or _compound(word)[0])


@lru_cache(maxsize=10_000)
def _side(word: str) -> tuple[int, int] | None:
    return _WHOLE.get(word) or next((side for begin, side in _BEGINS if word.startswith(begin)), None)


def _compound(word: str) -> tuple[str, str]:
    begin = next((one for one in _BEFORE if word.startswith(one) and len(word) > len(one) + 3), "")
    return begin, word[len(begin) :]
