"""Whether words are the name of a source, as a list of sources or a footnote gives it, or tell something. Pure."""

from __future__ import annotations

import re

from agent.ledger import Ledger

_FIRST = 4  # words of a title that tell it from others
_FEW = 3  # words that can be a sentence
_SHORT = 2  # words that can be a note ("Without VAT.")
_MARK = re.compile(r"\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]:?|【\d{1,3}】")
_COUNTED = re.compile(r"[\s>|*+•_(-]*(?:\d{1,3}[.)]\s)?[\s|*_(]*")
_LEADS = re.compile(r"https?://|www\.", re.I)
_ENDS = re.compile(r"[^\s)）\d][.!][\"'”»*_]*\s*$|\d[.!][\"'”»*_]*\s*$|[。！]\s*$")
_PUBLISHED = re.compile(r"\(?\b(?:19|20)\d\d\)?[.!]?[\s*_)]*$|\((?:\w{3,9}\s)?(?:19|20)\d\d\)[.,:]")
_DATED = re.compile(  # a year that belongs to the sentence: "It came in May 2024."
    r"\b(?:in|on|since|until|till|by|before|after|from|im|am|seit|bis|vor|nach|w|we|od|do|przed|po|en|el|de|desde|hasta"
    r"|depuis|avant|après|le)\s(?:the\s)?(?:\d{1,2}\.?\s)?(?:[^\W\d]{3,10}\.?\s)?(?:\d{1,2}\w{0,2},\s)?(?:19|20)\d\d\.[\s*_)]*$",
    re.I,
)
_STAMPED = re.compile(
    r"\b(?:accessed|retrieved|visited|viewed|published|updated|printed|abgerufen|aufgerufen|zugriff|zugegriffen|veröffentlicht"
    r"|stand|consult\w*|publi\w*|opublikowano|dostęp|pobrano)\b",
    re.I,
)
_COMPANY = re.compile(r"\b(?:inc|ltd|co|corp|llc|plc|bros|s\.a|sp\. z o\. ?o)\.[\s*_)]*$", re.I)
_LED = re.compile(r"!?\[[^\[\]\n]{0,200}\]\([^()\s]{1,2000}\)|<?(?:https?://|www\.)[^\s<>]*[^\s<>.,;:!?)\]]>?", re.I)
_BEHIND = re.compile(
    r"[.!?。:,][\s*_]*[(<\[]?(?:https?://|www\.)\S{1,2000}\s*$", re.I
)  # where an address ends an entry
_EMPTY = re.compile(r" ?[(（] ?[)）]")
_REPORTS = re.compile(
    r"\b(?:says?|states?|reports?|confirms?|shows?|sagt|nennt|berichtet|bestätigt|podaje|mówi|dice|indica|dit|indique)\b"
    r"|述べ|によると",
    re.I,
)
_SMALL = re.compile(r"[a-zß-ÿ]+,?\s+\w")  # "excluding VAT": no name begins so
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|can|will|must|does|do|ist|sind|war|waren|hat|haben|kann|wird|est|sont|était|es|son|era"
    r"|está|tiene|jest|są|był[ao]?)\b",
    re.I,
)


def tells(words: str, few: int = _FEW) -> bool:
    """Whether words, without what counts or cites them, are a sentence and no name of a source: they end as one, or
    have a verb, and no year of publication."""
    plain = _plain(words)
    if plain.endswith(("?", "？")) or _is_published(plain):
        return False
    enough = len(re.findall(r"\w+", plain)) >= few or plain.endswith(("。", "！"))
    return enough and bool(_ends(plain) or _VERB.search(plain))


def reports(words: str) -> bool:
    """Whether words say that somebody says something."""
    return bool(_REPORTS.search(words))


def _plain(words: str) -> str:
    """Words without what counts or cites them."""
    return _MARK.sub(" ", words[_counted(words) :]).strip()


def _is_published(plain: str) -> bool:
    """Whether words end with the year of a publication."""
    dated = _DATED.search(plain) and (_VERB.search(plain) or not _STAMPED.search(plain))
    return bool(_PUBLISHED.search(plain)) and not dated


def _ends(plain: str) -> bool:
    """Whether words end as a sentence does, and not as a company."""
    return bool(_ENDS.search(plain)) and not _COMPANY.search(plain)


def _counted(words: str) -> int:
    found = _COUNTED.match(words)
    return found.end() if found else 0


class Names:
    """By what the sources of a run are named: their addresses, and how their titles begin."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._titles = [_words(source.title) for source in ledger.sources]
        self._whole = {title for title in self._titles if len(title) <= _FIRST}
        self._begun = {title[:many] for title in self._titles for many in range(1, _FIRST + 1)}

    def repeats(self, words: str) -> bool:
        """Whether words lead somewhere, or begin as a title does."""
        plain = _plain(words).strip(" *_`<>")
        return bool(_LEADS.search(plain)) or self._begins(plain) or bool(self._ledger.number(plain))

    def knows(self, address: str) -> bool:
        return bool(self._ledger.number(address))

    def tells(self, entry: str) -> bool:
        """Whether an entry of a list of sources is none of these, and tells something. What has an address within a
        sentence does; what has one behind it is a title."""
        if not _LED.search(entry):
            return tells(entry) and not self.repeats(entry)
        rest = _plain(_EMPTY.sub("", " ".join(_LED.sub(" ", entry).split())))
        said = tells(rest) and _ends(rest) and bool(_VERB.search(rest))
        return said and not self._begins(rest) and not _BEHIND.search(entry)

    def notes(self, words: str) -> bool:
        """Whether a footnote says something, beside which source it names or without naming one. Beside a name that
        takes a whole sentence."""
        rest = _plain(_LED.sub(" ", words))
        if not self.repeats(words):
            return tells(rest, few=_SHORT) or bool(_SMALL.match(rest))
        said = _words(rest)
        named = any(said == title[: len(said)] for title in self._titles)
        return not named and tells(rest) and _ends(rest) and bool(_VERB.search(rest) or reports(rest))

    def names(self, words: str) -> bool:
        """Whether words lead somewhere, begin as a title does, or end with the year of a publication."""
        return self.repeats(words) or _is_published(_plain(words))

    def _begins(self, plain: str) -> bool:
        said = _words(plain)
        return said[:_FIRST] in self._begun or any(said[:many] in self._whole for many in range(1, _FIRST + 1))


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.casefold()[:500]))
