"""What deep research shows beyond quotes: two sentences in words of the rehearsal model's own, one of which its
sources hold in part only, and one that says more than they do; and the second look, which knows the latter by a rule.

Both are made of a quoted sentence by rule: a clause that stands nowhere is added, and a word that limits it is left
out ("valid on the day of issue only"). The second look finds sentences that lack such a word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.playground.rehearsal.filler import each
from bot.playground.rehearsal.sentences import sentences
from bot.playground.rehearsal.tongues import LANGUAGES, language, stock
from bot.playground.rehearsal.words import words

SECOND_LOOK = "On a second look: "
_LINE = re.compile(r"(?:- )?(?P<text>[^|`#>].{20,}?)(?P<end>[.!。]?) (?P<marks>(?:\[\d{1,4}\])+)$")
# Folded words that limit what a sentence says.
_LIMITS = frozenset(
    each(
        "only about almost nearly usually mostly nur etwa fast meist tylko okolo prawie zwykle solo casi unos "
        "environ presque"
    )
)
_BLOCK = re.compile(r"\n*^```(?:verdicts|candidates)[ \t]*$", re.M)


def added(answer: str) -> str:
    """An answer with both sentences behind its quotes where one of these has a word that limits it; others stay as
    they are, since somebody who tries it is not to think that answers repeat themselves."""
    block = _BLOCK.search(answer)
    at = block.start() if block else len(answer)
    quoted = [found for line in answer[:at].splitlines() if (found := _LINE.fullmatch(line))]
    limitless = list(_limitless(quoted))
    own = [*limitless, *(_with_a_clause(quoted) if limitless else [])]
    return "".join([answer[:at].rstrip(), *(f"\n\n{line}" for line in own), answer[at:]])


def is_own(line: str) -> bool:
    """Whether a line of a draft is one that the model insists on, though no source holds all of it."""
    return any(stock("worth", one) in line for one in LANGUAGES)


def _limitless(quoted: Sequence[re.Match[str]]) -> Iterator[str]:
    for found in quoted:
        kept = [word for word in found["text"].split(" ") if not _limits(word)]
        if len(kept) < len(found["text"].split(" ")):
            yield f"{' '.join(kept)}{found['end']} {found['marks']}"
            return


def _with_a_clause(quoted: Sequence[re.Match[str]]) -> Iterator[str]:
    for found in quoted[:1]:
        yield f"{found['text']}{stock('worth', language(found['text']))} {found['marks']}"


def _limits(word: str) -> bool:
    return bool(_LIMITS.intersection(words(word)))


# --- the second look ----------------------------------------------------------------------------------------------


class _Loose(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Stated(_Loose):
    id: str
    text: str
    sources: list[int] = []


class Opened(_Loose):
    number: int
    words: str = ""


class Material(_Loose):
    statements: list[Stated] = []
    sources: list[Opened] = []


def is_look(system: Sequence[str]) -> bool:
    return any(text.lstrip().startswith("# Look at a draft once more") for text in system)


def look(given: str) -> str:
    """The reply to a second look: "no" for a sentence that lacks a word by which its source limits it, "yes" for one
    whose words stand there as they are, and no opinion on any other."""
    try:
        material = Material.model_validate_json(given)
    except ValidationError:
        material = Material()
    said = {one.id: _opinion(one, material.sources) for one in material.statements}
    return json.dumps({"statements": said, "faults": []}, ensure_ascii=False)


def _opinion(one: Stated, sources: Sequence[Opened]) -> dict[str, str]:
    claim = words(one.text)
    opened = (source.words for source in sources if source.number in one.sources)
    cited = [sentence.text for text in opened for sentence in sentences(text)]
    for text in cited:
        there = words(text)
        limits = [word for word in there if word in _LIMITS]
        if limits and claim == [word for word in there if word not in _LIMITS]:
            reason = stock("limited", language(one.text)).format(word=limits[0])
            return {"opinion": "no", "words": one.text.rstrip(" ."), "reason": reason, "instead": text}
    stands = any(f" {' '.join(claim)} " in f" {' '.join(words(text))} " for text in cited)
    return {"opinion": "yes" if claim and stands else "unsure"}
