"""Whether words are the name of a source, as a list of sources or a footnote gives it, or tell something. Pure."""

from __future__ import annotations

import re

from agent.ledger import Ledger

_FIRST = 4  # words of a title that tell it from others
_FEW = 3  # words that can be a sentence
_MARK = re.compile(r"\[\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]:?|【\d{1,3}】")
_COUNTED = re.compile(r"[\s>|*+•_(-]*(?:\d{1,3}[.)]\s)?[\s|*_(]*")
_LEADS = re.compile(r"https?://|www\.", re.I)
_ENDS = re.compile(r"[^\s)）\d][.!][\"'”»*_]*\s*$|\d[.!][\"'”»*_]*\s*$|[。！]\s*$")
_PUBLISHED = re.compile(r"\(?\b(?:19|20)\d\d\)?[.!]?[\s*_)]*$|\((?:\w{3,9}\s)?(?:19|20)\d\d\)[.,:]")
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|can|will|must|does|do|ist|sind|war|waren|hat|haben|kann|wird|est|sont|était|es|son|era"
    r"|está|tiene|jest|są|był[ao]?)\b",
    re.I,
)


def tells(words: str) -> bool:
    """Whether words, without what counts or cites them, are a sentence and no name of a source: they end as one, or
    have a verb, and no year of publication."""
    plain = _MARK.sub(" ", words[_counted(words) :]).strip()
    if _PUBLISHED.search(plain) or plain.endswith(("?", "？")):
        return False
    enough = len(re.findall(r"\w+", plain)) >= _FEW or plain.endswith(("。", "！"))
    return enough and bool(_ENDS.search(plain) or _VERB.search(plain))


def _counted(words: str) -> int:
    found = _COUNTED.match(words)
    return found.end() if found else 0


class Names:
    """By what the sources of a run are named: their addresses, and how their titles begin."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        titles = [_words(source.title) for source in ledger.sources]
        self._whole = {title for title in titles if len(title) <= _FIRST}
        self._begun = {title[:many] for title in titles for many in range(1, _FIRST + 1)}

    def repeats(self, words: str) -> bool:
        """Whether words lead somewhere, or begin as a title does."""
        plain = _MARK.sub(" ", words[_counted(words) :]).strip(" *_`<>")
        said = _words(plain)
        begins = said[:_FIRST] in self._begun or any(said[:many] in self._whole for many in range(1, _FIRST + 1))
        return bool(_LEADS.search(plain)) or begins or bool(self._ledger.number(plain))


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.casefold()[:500]))
