"""How a quote is set: the signs at the beginning of its lines, what an alert is called ("[!NOTE]"), and the signature
that says whose words it has ("— Anna Berger, Frisia Lines [2]"). Pure.

A signature is known by its dash and by what it stands behind; it is no claim of its own, and its marks are for the
whole quote.
"""

from __future__ import annotations

import re

from agent.markdown.marks import cleared

_READ = 160  # characters of a signature
_WORDS = 14
QUOTED = re.compile(r"[ \t]*>")
_LINE = re.compile(r"\n[ \t]*+>[ \t>]*+")
ALERT = re.compile(r"(?:[ \t]*+>)*+[ \t]*+\[![A-Za-z]{2,20}\][+-]?[ \t]*+(?:\n[ \t]*+(?:>[ \t]*+)*+)?")
_DASH = r"[*_(]{0,3}(?:[—–―]|--)[*_]{0,3}"
_CALLED = (  # what whose words they are is called
    r"[*_(]{0,3}(?:sources?|quellen?|źródł[oa]|fuentes?|fonte|fonti|fontes|zitat aus|出典)[*_]{0,3}\s?[:：]"
)
_SIGNS = re.compile(rf"(?P<dash>{_DASH})?(?(dash)|{_CALLED})[*_]{{0,3}}\s?(?P<who>[^\s\[].*)", re.S | re.I)
_INLINE = re.compile(rf"[\"”“»«’」』.!?…][*_]{{0,3}}[ \t]*+(?={_DASH}\s?[^\s\d])")
_BEGINS_QUOTED = re.compile(r"[\s*_>]*+(?:(?:[-+]|\d{1,9}[.)])[ \t]++)?[*_]{0,3}[\"“„«»「『]")
_NAMED = re.compile(  # by a capital, or by what begins the name of a role
    r"[*_(\[\"“„«「]*(?:(?:(?:from|in|the|aus|in|der|die|das|dem|laut|z|ze|w|de|del|el|la|los|las|le|les|du|dans)\s+|l')"
    r"|(?=[^\W\d_])(?![a-zà-ÿąćęłńóśźż])|\w+\.\w{2,})",
)
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|can|will|must|costs?|weighs?|ist|sind|war|waren|hat|haben|kann|wird|kostet|wiegt"
    r"|est|sont|était|a|es|son|era|está|tiene|cuesta|coûte|jest|są|był[ao]?|ma|kosztuje)\b"
)


def unquoted(text: str) -> str:
    """A text at the same length without the signs that quote its lines, but for those of the first."""
    return _LINE.sub(lambda found: "\n" + " " * (len(found[0]) - 1), text)


def is_alert(text: str) -> bool:
    """Whether it is what an alert is called, and nothing else."""
    return ALERT.fullmatch(text) is not None


def is_quoted(text: str) -> bool:
    return QUOTED.match(text) is not None


def is_quote(text: str) -> bool:
    """Whether a block is somebody's words: by the signs before its lines, or by a quotation mark that begins it."""
    return is_quoted(text) or _BEGINS_QUOTED.match(text) is not None


def is_signature(text: str, *, dash: bool = True) -> bool:
    """Whether a line says whose words those above it are: behind a dash, or what a source is called ("Source: …"), a
    name that states nothing. Without a quote above it a dash may be that of an item."""
    words = text.strip(" \t\n>")
    found = _SIGNS.match(words) if len(words) <= _READ else None
    if not found or (found["dash"] and not dash):
        return False
    who = cleared(found["who"], lambda _: False)
    return bool(_NAMED.match(who)) and len(who.split()) <= _WORDS and not _STATES.search(who)


def signature_at(text: str) -> int:
    """Where the signature of the words before it begins, in the last line or, of a quote, behind its last sentence;
    the length of the text where it has none."""
    line, quote = text.rfind("\n") + 1, is_quote(text)
    inline = _INLINE.finditer(text, max(line, len(text) - _READ)) if quote else ()
    places = [found.end() for found in inline][-1:]
    if line:
        places.append(line + len(text[line:]) - len(text[line:].lstrip(" \t>")))
    return next((at for at in places if is_signature(text[at:], dash=quote)), len(text))
