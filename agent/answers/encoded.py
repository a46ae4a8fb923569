"""What stands in code: prose that was only set as code claims what it says, code and commands do not. Pure."""

from __future__ import annotations

import re

from agent.documents.words import folded, listed
from agent.grounding.languages import EVERY_STOP
from agent.markdown.marks import coded, masked
from agent.markdown.remembered import remembered

_FEW = 3  # words from which on a text can be a sentence
_SMALL = 2  # small words that tell one that begins with no capital
_READ = 2_000  # characters that tell
_APART = 60  # characters of prose for each sign that code is full of
_FENCE = re.compile(
    r"\A[ \t>]*(?:[-*+]|\d{1,9}[.)])?[ \t>]*(?:`{3,}|~{3,})[^\n]*\n?|\n[ \t>]*(?:`{3,}|~{3,})[ \t]*\Z"
)
_BLOCK = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}[^`]*$|~{3,})|[ >]*(?: {4}|\t)", re.M)
_WORD = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(
    r"[{}<>=;$\\|&@^~_`#]|\w[(\[]|::|->|//|(?:^|\s)--?[A-Za-z]|(?<![\w/])/\w|\w/\w+/|\w\.[A-Za-z]{2}"
    r"|\S(?: {2,}|\t+)\S",
    re.M,
)
_WIDE = re.compile(r"[\u3041-\u309f][^\n]{0,200}[。\u3041-\u309f]")  # no code has sentences in kana
# Small words that code and commands have as well.
_OF_CODE = listed("""
    for in if and or not as from with while do then by on all a i s t d c y o e z w u m n la me no end this is own
    same only each out up off has have import where when which who under over again more very
""")

_TELLING = EVERY_STOP - _OF_CODE


def reads_as_prose(text: str) -> bool:
    """Whether what stands in code is words for people: a sentence, and hardly a sign that code is made of."""
    words = inside(text)[:_READ]
    signs = sum(1 for _ in _SIGN.finditer(words))
    if signs * _APART > len(words):
        return False
    if _WIDE.search(words):
        return True
    found = _WORD.findall(words)
    if len(found) < _FEW:
        return False
    return found[0].istitle() or sum(folded(word) in _TELLING for word in found) >= _SMALL


def inside(text: str) -> str:
    """What stands between the signs of a block or a span of code."""
    within = _FENCE.sub("", text)
    return within.strip() if within != text else text.strip().strip("`").strip()


def is_block(text: str) -> bool:
    """Whether code is a block of its own, fenced or indented, and not words between backticks."""
    return _BLOCK.match(text) is not None


def with_prose(text: str) -> str:
    """A text at the same length without its code, its links and footnotes, but with prose that is set as code."""
    plain = masked(text)
    for start, end in coded(text):
        words = text[start:end]
        if reads_as_prose(words):
            plain = plain[:start] + words.replace("`", "\0") + plain[end:]
    return plain


@remembered
def unticked(text: str) -> str:
    """A text without the backticks around prose."""
    for start, end in reversed([*coded(text)]):
        if reads_as_prose(text[start:end]):
            text = text[:start] + inside(text[start:end]) + text[end:]
    return text


@remembered
def holds_code(text: str) -> bool:
    """Whether a word of it stands in code."""
    return any(re.search(r"\w", text[start:end]) for start, end in coded(text))
