"""Bytes of a page as text, in whatever charset they are: declared, said in the page, or found out. Pure.

A declaration is believed only where the bytes fit it: many pages declare another charset than they are in. Labels
mean what browsers take them for: https://encoding.spec.whatwg.org/#names-and-labels
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_META = re.compile(rb"<(?:meta|\?xml)[^>]{0,300}?(?:charset|encoding)\s*=\s*[\"']?\s*([\w:.-]{2,40})", re.I)
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([\w:.-]{2,40})", re.I)
_WIDER = {  # what is in use under a label is the wider set that holds it
    "iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "euc_kr": "cp949", "iso8859-9": "cp1254", "tis-620": "cp874", "iso8859-11": "cp874", "big5": "big5hkscs",
}  # fmt: skip
_LABELS = {
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "ks_c_5601-1987": "cp949",
    "x-gbk": "gb18030",
    "unicode": "utf-16",
}
_NO_CHARSET = re.compile(r"utf-7|idna|punycode|.*escape|undefined|mbcs|oem|utf-32.*|palmos|.*_codec|charmap")
_MANY_BYTES = re.compile(r"utf-8|utf_8|gb18030|cp932|cp949|big5hkscs|euc_jp|iso2022_.*|johab|utf-16.*")
_NEVER_UTF_8 = re.compile(r"iso2022_.*|utf-16.*")  # or what looks like it is written in ASCII
_OF_THE_WEB = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp874", "koi8_r", "iso8859_2",
    "cp932", "euc_jp", "gb18030", "big5", "cp949",
)  # fmt: skip
_SAME = re.compile(rb"([\x00-\x7f]{12})[\x00-\x7f]+([\x00-\x7f]{12})")  # what is the same in all of them
_FEW = 10  # bytes
_DETECTED = 100_000  # bytes that are looked at to find out a charset
_HEAD = 50_000  # bytes in which a page says its charset
_JAPANESE = (b"\x1b$B", b"\x1b$@", b"\x1b(J")  # how ISO-2022-JP, which is ASCII else, goes over to Japanese
_LATIN = ("cp1252", "cp1250", "iso8859_2", "cp1254", "cp1257", "iso8859_15")
_ALPHABETS = (  # letters of languages beside those of English, in what is written with these charsets
    "äöüß", "àâæçéèêëîïôœùûüÿ", "áéíóúñüªº", "àéèìíîòóùú", "áâãàçéêíóôõúüªº", "åäöéæøü", "áæéíðóöþúý", "ëïéóöüèç",
    "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž", "çğıöşüâîû", "ąčęėįšųūž",
    "āčēģīķļņšūž", "äöõüšž",
)  # fmt: skip
_SIGNS = "“”„‚‘’‹›«»–—…€£§°©®·•†™¿¡½¼¾²³µ×\xa0\xad"


def decoded(body: bytes, content_type: str = "", *, cut: bool = False) -> str:
    """The text. Bytes that are none in its charset become U+FFFD; with `cut` the last character may be half there.
    Never raises."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    if wide := _without_mark(body):
        return body.decode(wide, "replace")
    named = [*_declared(content_type, body)]
    many = [name for name in named if _MANY_BYTES.fullmatch(name)]
    first = [name for name in many if _NEVER_UTF_8.fullmatch(name)]
    for name in (*first, "utf-8", *many):  # bytes that are UTF-8 by chance hardly exist; those of the others do
        if (text := _strictly(body, name, cut)) is not None:
            return text
    if b"\xed" in body and (halves := _strictly(body, "utf-8", cut, "surrogatepass")) is not None:
        return halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return body.decode(_next(named, body), "replace")


def _declared(content_type: str, body: bytes) -> Iterator[str]:
    """The charsets that the header and the page itself name, as Python calls them."""
    labels = _HEADER.findall(content_type)[:1]
    labels += [found.decode("ascii", "replace") for found in _META.findall(body[:_HEAD])[:1]]
    labels += ["iso-2022-jp"] if any(sign in body[:_DETECTED] for sign in _JAPANESE) else []
    for label in labels:
        label = _LABELS.get(label.lower(), label)
        try:
            found = codecs.lookup(label)
        except (LookupError, ValueError):
            continue
        if found._is_text_encoding and not _NO_CHARSET.fullmatch(found.name):
            yield _WIDER.get(found.name, found.name)


def _strictly(body: bytes, name: str, cut: bool, errors: str = "strict") -> str | None:
    """The text if every byte fits; None otherwise."""
    try:
        return codecs.getincrementaldecoder(name)(errors).decode(body, final=not cut)
    except (UnicodeDecodeError, LookupError):
        return None


def _next(named: list[str], body: bytes) -> str:
    """The charset of bytes that are no UTF-8 nor what they declare strictly: a declared one with few errors, or else
    what is found out."""
    start = body[:_DETECTED]
    if _mostly_utf_8(start):
        return "utf-8"
    telling = sum(byte > 0x7F for byte in start)
    for name in named:
        if start.decode(name, "replace").count("\ufffd") * 20 < telling:
            return name
    return _found_out(start)


def _found_out(body: bytes) -> str:
    from charset_normalizer import from_bytes  # takes a moment to import, and few pages need it

    if sum(byte > 0x7F for byte in body) < _FEW:  # an apostrophe or two tell nothing
        return "cp1252"
    best = from_bytes(_SAME.sub(rb"\1 \2", body), cp_isolation=[*_OF_THE_WEB]).best()
    name = codecs.lookup(best.encoding).name if best else "cp1252"
    name = _WIDER.get(name, name).replace("iso8859-", "iso8859_")
    return max(_LATIN, key=lambda one: _likely(body, one)) if name in _LATIN else name


def _likely(body: bytes, name: str) -> float:
    """How much of what is beyond ASCII some one language is written with, were the bytes in this charset."""
    counts = Counter(char for char in body.decode(name, "replace").lower() if char > "\x7f")
    signs = sum(counts[sign] for sign in _SIGNS)
    return max(signs * 0.9 + sum(counts[letter] for letter in alphabet) for alphabet in _ALPHABETS)


def _mostly_utf_8(start: bytes) -> bool:
    """UTF-8 with a few bytes that are none: pages are put together out of parts, and cut."""
    text = start.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return not text.isascii() and sum(char > "\x7f" for char in text) > 4 * wrong + 2


def _without_mark(body: bytes) -> str:
    """UTF-16 that does not say so, known by every other byte being 0, as in what is written in ASCII; "" if none."""
    start = body[:2_000]
    first, second = start[::2].count(0), start[1::2].count(0)
    if max(first, second) * 10 < len(start) or min(first, second) * 4 > max(first, second):
        return ""
    return "utf-16-le" if second > first else "utf-16-be"
