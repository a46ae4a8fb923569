"""Names and words of a draft's list as a source has them: models set marks, tags, links, emphasis within them. Pure.

Words that stand in a source with such signs to the letter are taken as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.answers.verdicts import Claim, stands
from agent.ledger import Ledger
from agent.markdown.footnotes import Edit, replaced
from agent.markdown.marks import cleared, links, marks
from agent.markdown.notations import ours
from agent.markdown.tags import without_tags

_SIGN = re.compile(r"[\[\]【】［］〔〕<>&*_~`⁰¹²³⁴-⁹\ue200-\ue20f]")
_EMPHASIS = re.compile(r"(?<![\w*~`])(\*{1,3}|_{1,3}|~~|`)(?=\S)([^*_~`\n]+?)(?<=\S)\1(?![\w*~`])")
_NESTED = 2  # emphasis within one another
_BY_NUMBER = re.compile(r"(?<![\w!\]])\[([^\[\]\n]{1,300}+)\](?=\[\d)")  # "[words][1]"
_AT_END = re.compile(r"(?<=[^\s\[])\s*+\[\d{1,3}\][.,;:!?\s]*+\Z")  # also where it could be an index: "A5[1]"
_RAISED = re.compile(r"(?<![⁰¹²³⁴-⁹])[⁰¹²³⁴-⁹]{1,3}(?![⁰¹²³⁴-⁹])")
_ESCAPED = re.compile(r"\\([*_~`])")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def copied(said: Claim, numbers: Sequence[int], ledger: Ledger) -> Claim:
    """A claim with its words as one of these sources has them."""
    if not _SIGN.search(said.words):
        return said
    for words in dict.fromkeys((said.words, _without_last(said.words, ledger))):
        if any(True for _ in stands(words, numbers, ledger)):
            return replace(said, words=words)
    return replace(said, words=plainly(said.words, ledger))


def named(name: str, numbers: Sequence[int], ledger: Ledger) -> str:
    """A name without such signs; a power in it stays where one of these sources writes it so."""
    bare = plainly(name, ledger, raised=False)
    known = any(bare in passage.text for number in numbers for passage in ledger.passages(number))
    return bare if known else plainly(name, ledger)


def plainly(text: str, ledger: Ledger, *, raised: bool = True) -> str:
    """The text without marks, tags, link targets and emphasis, in time that grows as its length."""
    if not _SIGN.search(text):
        return text
    text = _BY_NUMBER.sub(_words, _linkless(_in_our_marks(text, ledger, raised=raised)))
    text = _ESCAPED.sub(r"\1", _AT_END.sub("", cleared(text, lambda _: False)))
    for _ in range(_NESTED):
        text = _EMPHASIS.sub(r"\2", text)
    return text.strip()


def _without_last(text: str, ledger: Ledger) -> str:
    """Without the marks at its end: what stands before them may be copied with marks of its source."""
    text = _in_our_marks(text, ledger)
    end = len(text)
    for mark in reversed(marks(text)):
        if text[mark.end : end].strip(" \t\n.,;:!?*_"):
            break
        end = mark.start
    return text[:end].rstrip()


def _in_our_marks(text: str, ledger: Ledger, *, raised: bool = True) -> str:
    text = without_tags(text)
    text = ours(text, ledger) if raised or not _RAISED.search(text) else text

    def mark(found: re.Match[str]) -> str:
        number = int(found[0].translate(_DIGITS))
        return f"[{number}]" if ledger.source(number) else found[0]

    return _RAISED.sub(mark, text) if raised else text


def _words(found: re.Match[str]) -> str:
    """What stands between brackets before a mark; a number there is a mark, too."""
    return found[1] if re.search(r"[^\W\d_]", found[1]) else found[0]


def _linkless(text: str) -> str:
    """Links as their words; of a number it is a mark."""
    found = ((one.span(), one[1]) for one in links(text))
    return replaced(text, (Edit(*span, f"[{words}]" if words.isdecimal() else words) for span, words in found))
