"""Citations in the notations that models bring along, put in our own: [n]. Pure.

Models cite as they were taught to: `【1†source】`, `[cite: 1, 2]`, `[^1]`, `<sup>1</sup>`, private characters around
`turn0search1`, "[Quelle 1]". What names a number, or a source by its address, becomes [n], whether there is such a
source or not; what names nothing that we could have numbered goes. Code is never touched, nor is where links lead.
Plain [1], [1, 2] and [1-3] are read by agent/markdown/marks.py and stay as they are.

The private characters (U+E200 and on) and ids such as "turn0search1" are those of OpenAI's own search
(https://platform.openai.com/docs/guides/citation-formatting), `【1†source】` of its Assistants API, "[cite_start]" is
Gemini's, `<co: 1>` Cohere's, `<grok:render>` Grok's, `[^1^]` Bing's, `[citation:1]` DeepSeek's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.ledger import Ledger
from agent.markdown.brackets import is_index
from agent.markdown.footnotes import Edit, in_prose, replaced, titled, without_footnotes, without_references

_PRIVATE = "\ue200-\ue20f"
_RAISED = "⁰¹²³⁴-⁹"
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⸴˒", "0123456789-,,", "⁽⁾")
_WORDS = (
    r"(?:(?:web|search)\s?)?(?:sources?|src|refs?|references?|cit(?:es?|ations?)|docs?|documents?|results?|passages?)"
    r"|web|snippets?|footnotes?|fn|see|cf|siehe|vgl|voir|véase|zob|quellen?|belege?|fu(?:ß|ss)noten?|referenz(?:en)?|nachweise?|dokumente?|źródł[oa]"
    r"|zrodl[oa]|przypisy?|odnośniki?|dokumenty?|fuentes?|referencias?|documentos?|citas?|réf(?:érence)?s?|font[ei]"
    r"|riferiment[oi]|fontes?|referências?|bron(?:nen)?|källa|källor|lähde|lähteet|источники?|ссылк[аи]|джерел[оа]"
    r"|zdroje?|kaynak(?:lar)?|出典|出处|出處|来源|來源|資料|资料|参考|參考|参照|文献|引用|引文|情報源|ソース|출처|자료|참고|مصدر"
    r"|المصدر|מקור|स्रोत"
)
_TO = r"(?:[-‐‑‒–—−－〜～~]|\.{2,3}|…|to|through|bis|do|à|al?|から|至)"
_TURN = r"turn\d{1,3}[a-z]{2,20}\d{1,4}(?:L\d{1,6}(?:-L?\d{1,6})?)?"
_TURNS = rf"(?<![A-Za-z0-9]){_TURN}(?:\s?[,;、]?\s?{_TURN})*(?:†[^\]】\n]{{0,100}})?(?![A-Za-z0-9])"

# What only a program reads.
_SIGNS = (
    rf"\ue200(?P<private>[^\ue200\ue201\n]{{0,2000}})\ue201|\ue200[a-z_]{{0,20}}(?:\ue202[\w-]{{0,200}})*"
    rf"|(?:file|mem)?cite(?:\W{{0,2}}{_TURN})+"
    r"|(?::contentReference)?\[oaicite:\d{1,4}[^\[\]\n]{0,100}\](?:\{index=\d{1,4}\})?"
    rf"|[\[【［〔(（]\s?{_TURNS}\s?[\]】］〕)）]|{_TURNS}|[{_PRIVATE}]"
)
_LARGE = r"(?!1[1-9]\d\d\b|2[01]\d\d\b)\d{4,6}"  # no source's number, and no year
_TAGS = "cite|source|citation|ref|footnote|co"
_LIST = r"[\w .,:;†#\[\]–-]{1,80}"
_NOTATION = re.compile(
    rf"{_SIGNS}"
    r"|<grok:render\b[^<>]{0,300}>(?P<card>.{0,300}?)</grok:render>"
    rf"|<(?P<tag>{_TAGS}|sup|a)\b(?P<given>[^<>\n]{{0,200}})>(?P<tagged>{_LIST})</(?P=tag)\s?>"
    rf"|<(?:{_TAGS})(?P<opens>(?:\s[^<>\n]{{0,200}})?)>|(?P<closes></(?:{_TAGS})\s?>)"
    rf"|[(（](?P<paren>(?:{_WORDS})[\s.:：#№-]{{0,3}}\d{{1,3}}(?:\s?[,;–-]\s?\d{{1,3}}){{0,20}})[)）]"
    r"|(?P<co><co(?::[^<>\n]{0,60})?>)|</co:\s?(?P<coheres>[^<>\n]{0,60})>"
    rf"|\[(?P<pair>cite|citation|source|ref)\](?P<paired>{_LIST}?)\[/(?P=pair)\]"
    r"|(?<=\])(?P<behind>\[(?:source|src|ref|reference|link|citation|cite|quelle|fuente|źródło)\])(?![(:\x01])"
    rf"|(?<=\d\])(?P<beyond>\s?\[(?:0|{_LARGE})\])(?![(\x01])"
    r"|\[(?P<from>\d{1,3})\][-‐‑‒–—−](?=\[(?P<upto>\d{1,3})\](?!\())\[\d{1,3}\]"
    r"|(?<!\\)(?P<open>\[\[|[\[【［〔⟦〚])(?P<inside>[^\[\]【】［］〔〕⟦⟧〚〛\n\x00\x01]{1,200})(?:\]\]|[\]】］〕⟧〛])(?![(\x01])"
    r"|\\(?:foot)?(?:cite[pt]?|citep|ref)\{(?P<latex>[\w .,:;-]{1,80})\}"
    r"|\$\^\{?(?P<power>\d{1,3}(?:\s?,\s?\d{1,3}){0,20})\}?\$|\^\{?(?P<caret>\d{1,3}(?:\s?,\s?\d{1,3}){0,20})\}?\^"
    r"|\\\[(?P<escaped>\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20})\\?\](?![(\x01])"
    rf"|(?P<raised>⁽?[{_RAISED}]{{1,3}}(?:[⁻⸴,˒]\s?[{_RAISED}]{{1,3}})*⁾?)",
    re.I,
)
# Signs that nobody sees beside a number in brackets: they would make a mark that we do not know for one.
_UNSEEN = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_HIDING = re.compile(rf"(?<=[\[【［〔\d])[{_UNSEEN}]+(?=[\d\]】］〕])")
_MAY_CITE = re.compile(
    rf"[{_PRIVATE}【［〔⟦〚{_RAISED}<]|\[(?!\d{{1,3}}\])|\][-‐‑‒–—−]\[|\\[\[c]|turn\d|\d\]\s?\[0\]|\^[\d{{]|[(（](?:{_WORDS})[\s.:：#№-]{{0,3}}\d",
    re.I,
)
_ONLY_SIGNS = re.compile(_SIGNS)
_MAY_HOLD_SIGNS = re.compile(rf"[{_PRIVATE}]|turn\d|oaicite")


def ours(text: str, ledger: Ledger) -> str:
    """The text with every citation as [n], in time that grows as its length; what is ours already stays."""
    text = _HIDING.sub("", without_references(text))
    if not _MAY_CITE.search(text):
        return text
    text = without_footnotes(text, ledger)
    return replaced(text, _Reader(in_prose(text), ledger).edits())


def without_signs(text: str) -> str:
    """The text without what only a program reads, for talk in which nothing is cited."""
    if not _MAY_HOLD_SIGNS.search(text):
        return text
    return replaced(text, (Edit(*found.span(), _said(found)) for found in _ONLY_SIGNS.finditer(in_prose(text))))


def _said(found: re.Match[str]) -> str:
    """What private characters hold for people: a name, numbers of ours, or nothing."""
    kind, *given = (found["private"] or "").split("\ue202")
    if kind in ("url", "link_title") and given:
        return given[0]
    if kind == "entity" and given:
        return next(iter(re.findall(r'"([^"\n]{1,200})"', given[0])[1:2]), "")
    return "".join(f"[{int(one)}]" for one in given if re.fullmatch(r"[0-9]{1,3}", one))


def _attributed(attributes: str) -> str:
    """What the attributes of an element cite."""
    named = _IDS.search(attributes)
    return "".join(f"[{int(one)}]" for one in re.findall(r"\d{1,3}", named[1] if named else ""))


_IDS = re.compile(r"\b(?:id|index|number|n|source|doc|ref)\s?=\s?[\"']?([\d\s,]{1,40})(?=[\"'/\s]|$)", re.I)


class _Reader:
    """Reads the citations of one text (its code and addresses blanked) in order."""

    def __init__(self, prose: str, ledger: Ledger) -> None:
        self._prose = prose
        self._ledger = ledger
        self._titles = titled(ledger)
        self._marked = 0  # where the last mark ended
        self._open: list[str] = []  # what elements that are open cite where they close
        self._raises = any(self._counts(one) for one in _RAISED_ONES.finditer(prose))

    def edits(self) -> Iterator[Edit]:
        for found in _NOTATION.finditer(self._prose):
            words = self._instead(found)
            if words is not None:
                raised = found.lastgroup in ("raised", "tagged") and self._marked
                joined = raised and _NOTHING_BETWEEN.fullmatch(self._prose, self._marked, found.start())
                yield Edit(self._marked if joined else found.start(), found.end(), words)
                self._marked = found.end() if words.startswith("[") else self._marked

    def _instead(self, found: re.Match[str]) -> str | None:
        """The words in place of a citation, "" for one of nothing; None where it is no citation."""
        match found.lastgroup:
            case "inside":
                untidy = self._untidy(found)
                return (
                    self._list(found["inside"], alone=found["open"] not in ("[", "[[")) if untidy is None else untidy
                )
            case "upto":
                return f"[{int(found['from'])}-{int(found['upto'])}]"
            case "latex":
                return self._list(found["latex"], alone=True)
            case "power" | "caret" as kind:
                numbers = self._list(found[kind], alone=True)
                return numbers if self._may_be_raised(found, numbers) else None
            case "escaped":
                return f"[{found['escaped']}]"
            case "raised":
                return self._raised(found) if self._raises and self._behind_a_word(found) else None
            case "tagged":
                return self._tagged(found)
            case "opens":
                return self._opened(found["opens"])
            case "closes":
                return self._open.pop() if self._open else ""
            case "beyond":
                return "" if self._behind_a_mark(found.start()) else None
            case "paren":
                return self._list(found["paren"], alone=False)
            case "co" | "behind":
                return ""
            case "coheres":
                inner = re.search(r"\[([\d,\s]*)\]", found["coheres"])
                return self._list(inner[1] if inner else found["coheres"], alone=True) or ""
            case "paired":
                return self._list(found["paired"], alone=True) or ""
            case "card":
                number = re.search(r"citation_id[\"']?\s?>\s?(\d{1,3})\s?<", found["card"])
                return f"[{int(number[1])}]" if number else ""
            case _:
                return _said(found)

    def _tagged(self, found: re.Match[str]) -> str | None:
        inside = found["tagged"]
        marked = "[" in inside
        numbers = self._list(re.sub(r"\]\s?\[", ",", inside).strip("[] "), alone=True)
        match found["tag"].lower():
            case "sup":
                return numbers if marked or self._may_be_raised(found, numbers) else None
            case "a":
                return numbers if marked else None
            case _:
                return inside + _attributed(found["given"]) if numbers is None else numbers

    def _opened(self, attributes: str) -> str:
        if attributes.rstrip().endswith("/"):
            return _attributed(attributes)
        self._open.append(_attributed(attributes))
        return ""

    # --- lists between brackets ---

    def _list(self, inside: str, *, alone: bool) -> str | None:
        """What stands between brackets as one mark of ours, "" where it cites nothing, None where it does not cite.

        Bare numbers count where they stand `alone`: between signs that hold nothing else.
        """
        plain = inside.translate(_DIGITS).strip(" *_").removesuffix(".")
        if _NOTHING.fullmatch(plain):
            return ""
        if (joined := self._joined(plain)) is not None:
            return joined
        numbers: list[str] = []
        cites, tail = alone or plain != inside.strip(), False
        for part in _SEPARATOR.split(plain):
            one = _PART.fullmatch(part)
            if one and not tail:
                numbers.append(f"{int(one['first'])}-{int(one['last'])}" if one["last"] else f"{int(one['first'])}")
                tail = bool(one["title"])
                cites = cites or bool(one["word"] or one["tail"])
            elif numbers and _WITHIN.fullmatch(part):
                cites = tail = True
            elif one and (one["word"] or one["tail"]):
                numbers.append(f"{int(one['first'])}")
            elif _NOTHING.fullmatch(part) or (not part and numbers):
                cites = True
            elif not tail:
                return self._by_name(inside.strip())
        return f"[{', '.join(numbers)}]" if cites and numbers else "" if cites else None

    def _joined(self, plain: str) -> str | None:
        """Numbers that are joined otherwise than ours ("1 and 2", "1 to 3"), where there are such sources: all of
        them if it could be something else ("1/2")."""
        if not _JOINED.fullmatch(plain) or _OURS.fullmatch(plain):
            return None
        parts = [re.findall(r"\d{1,3}", one) for one in _APART.split(re.sub(rf"\s?{_TO}\s?", "-", plain, flags=re.I))]
        enough = all if _MAY_COUNT.search(plain) else any
        known = enough(self._ledger.source(int(ends[0])) for ends in parts if ends)
        return f"[{', '.join('-'.join(str(int(end)) for end in ends) for ends in parts if ends)}]" if known else None

    def _untidy(self, found: re.Match[str]) -> str | None:
        """Numbers with a sign too much ("[,3]", "[1-2-3]", "[2–]"), or at the end of a clause with one that no source
        can have ("[2, 0].", "[2, 1000]."): those of them that are sources; None where it is something else, and where
        none is."""
        inside = found["inside"].translate(_DIGITS).strip(" *_")
        untidy = _UNTIDY.fullmatch(inside) or (_BEYOND.fullmatch(inside) and _CLOSES.match(self._prose, found.end()))
        if not untidy or is_index(self._prose, *found.span()):
            return None
        known = dict.fromkeys(filter(self._ledger.source, _counted(inside)))
        return f"[{', '.join(map(str, known))}]" if known else None

    def _by_name(self, inside: str) -> str | None:
        """A source that is named by its address, or after a word for it by its title."""
        named = _NAMED.fullmatch(inside)
        name = named["name"] if named else inside
        address = _PLACE.sub("", name)
        number = self._ledger.number(name) or self._ledger.number(address)
        number = number or (self._titles.get(name.casefold(), 0) if named else 0)
        return f"[{number}]" if number else None

    def _behind_a_mark(self, at: int) -> bool:
        """Whether the bracket that ends there cites: it stands apart from the word before it."""
        opens = self._prose.rfind("[", max(0, at - 12), at)
        return opens > 0 and not re.match(r"[\w)\]]", self._prose[opens - 1])

    # --- raised numbers ---

    def _counts(self, found: re.Match[str]) -> bool:
        """Whether it cites a source that there is: one such, and the text cites in this way."""
        known = (self._ledger.source(int(one)) for one in re.findall(r"\d{1,3}", self._raised(found)))
        return any(known) and self._behind_a_word(found)

    def _may_be_raised(self, found: re.Match[str], numbers: str | None) -> bool:
        known = any(self._ledger.source(int(one)) for one in re.findall(r"\d+", numbers or ""))
        return known and self._behind_a_word(found)

    def _behind_a_word(self, found: re.Match[str]) -> bool:
        """Or behind what cites, with nothing but a comma between."""
        if self._marked and _AND_NEXT.fullmatch(self._prose, self._marked, found.start()):
            return True
        word = _WORD_BEFORE.search(self._prose, max(0, found.start() - 40), found.start())
        return word is not None and not word[1].casefold().endswith(_UNITS)

    def _raised(self, found: re.Match[str]) -> str:
        """[12], or [1][2] where only those are sources."""
        written = found["raised"].translate(_DIGITS)
        apart = [int(one) for one in written if written.isdecimal()]
        if len(apart) > 1 and not self._ledger.source(int(written)) and all(map(self._ledger.source, apart)):
            return "".join(f"[{one}]" for one in apart)
        return f"[{written}]"


def _counted(inside: str) -> Iterator[int]:
    """The numbers of an untidy list; those between the ends of a range, too."""
    for part in re.split("[,;、]", inside):
        ends = [int(one) for one in re.findall(r"\d+", part)]
        near = len(ends) == 2 and bool(_RANGE.search(part)) and 0 < ends[1] - ends[0] < _RANGE_AT_MOST
        yield from range(ends[0], ends[1] + 1) if near else ends


_RANGE_AT_MOST = 20
_PART = re.compile(
    rf"(?P<word>(?:{_WORDS})[\s.:：#№_-]*|[#^@])?(?:n[or]\.?\s?)?(?P<first>\d{{1,3}})"
    rf"(?:\s?{_TO}\s?(?:(?:{_WORDS})\s?)?(?P<last>\d{{1,3}}))?"
    r"(?P<tail>\^|(?P<title>(?::\d{1,4})?\s?†.*|(?(word)(?:\.\d{1,3})+|(?!))|(?(word)\s?[:：–—-]\s?[^\d\s].*|(?!))))?",
    re.I | re.S,
)
# Where in the source: left out, since the excerpts say it.
_WITHIN = re.compile(
    r"(?:pp?|ll?|lines?|pages?|seiten?|s|zeilen?|par|sec(?:tion)?|ch|art|§)[.:\s]*\d+(?:\s?[-–]\s?L?\d+)?", re.I
)
_PLACE = re.compile(r"(?:,\s?|#|:|\s)(?:L|lines?\s)?\d+(?:\s?[-–]\s?L?\d+)?$")
_NOTHING = re.compile(
    rf"/?cit(?:e|ation)(?:[_-]?(?:start|end))?|(?:cite|citation|source)?[\s:]*{_TURN}(?:†.*)?", re.I
)
_SEPARATOR = re.compile(r"\s*[,;，、；&+|]\s*|\s+(?:and|und|et|y|e|i|oraz|och|en|и)\s+|\s*[和と]\s*")
_ONE = rf"\d{{1,3}}(?:\s?{_TO}\s?\d{{1,3}})?"
_APART = re.compile(
    r"\s*[,;，、；&+|/·]\s*(?:(?:and|und|et|y|e|i|oraz)\s)?|\s+(?:(?:and|und|et|y|e|i|oraz|och|en|и)\s+)?|\s*[和と]\s*",
    re.I,
)
_JOINED = re.compile(rf"{_ONE}(?:(?:{_APART.pattern}){_ONE}){{0,20}}", re.I)
_BETWEEN = r"[,;、\s–—-]"
_UNTIDY = re.compile(
    rf"(?=[,;、]|.*[,;、–—-]\s?$|.*[,;、]\s?[,;、]|.*\d\s?[-–—]\s?\d+\s?[-–—])[,;、\s]*(?!0)\d{{1,3}}"
    rf"(?:{_BETWEEN}+(?!0)\d{{1,3}})*{_BETWEEN}*"
)
_BEYOND = re.compile(  # an interval, and a list of values, may begin with 0
    rf"(?=.*(?:\b0\b|\b{_LARGE}\b))(?!0)\d{{1,3}}(?:\s?[-–—]\s?\d{{1,6}})?(?:\s?[,;、]\s?\d{{1,6}}(?:\s?[-–—]\s?\d{{1,6}})?){{0,20}}"
)
_CLOSES = re.compile(r"[*_]{0,3}(?:\s*\Z|[ \t]*\n|[.,;:!?。、，|)])")
_RANGE = re.compile(r"(\d+)\s?[-–—]\s?(\d+)")
_MAY_COUNT = re.compile(r"[/+|·]|\d\s+\d")
_OURS = re.compile(
    r"\d{1,3}(?:\s*[-–—]\s*\d{1,3})?(?:\s*[,;，、]\s*\d{1,3}(?:\s*[-–—]\s*\d{1,3})?)*"
)  # as agent/markdown/marks.py
_NAMED = re.compile(rf"(?:{_WORDS})\s?[:：]\s?(?P<name>.+)", re.I | re.S)

_RAISED_ONES = re.compile(rf"(?P<raised>⁽?[{_RAISED}]{{1,3}}(?:[⁻⸴,˒]\s?[{_RAISED}]{{1,3}})*⁾?)")
# Behind a word of some length; a unit may have a power.
_WORD_BEFORE = re.compile(r"([^\W\d_]{4,})[\"'”’»)\]*_.,;:!?…。，]{0,4}[ ]?$")
_NOTHING_BETWEEN = re.compile(r"[ \t]*(?:<sup>[\s,;]{1,3}</sup>)?[ \t]*", re.I)
_AND_NEXT = re.compile(r"(?:[ \t,;/]|<sup>[\s,;]{1,3}</sup>){0,6}", re.I)
_UNITS = (
    "meter", "metre", "meters", "metres", "mètre", "mètres", "metro", "metros", "metra", "metry", "metrów", "mile",
    "miles", "feet", "foot", "inch", "inches", "yard", "yards", "second", "seconds", "sekunde", "sekunden", "zoll",
    "meile", "meilen", "pied", "pieds", "pouces", "pies", "pulgadas", "cali", "stopy", "メートル", "米", "公里",
)  # fmt: skip
