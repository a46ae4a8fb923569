"""Bytes of a page as what people read there: Markdown text, title, and when it was published. Pure.

What kind of file it is say its first bytes, then its type, then its path: servers send PDFs as web pages and pictures
as text. HTML is read by trafilatura, PDFs by pypdf, each imported where it is needed. Neither fetches anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from html import unescape
from io import BytesIO
from typing import Any, Literal
from urllib.parse import unquote, urljoin, urlsplit

from agent.clean import clean, rubbish
from agent.pages.charsets import decoded
from agent.pages.kept import kept
from agent.pages.margins import margins
from agent.pages.published import day, said_in
from agent.pages.unseen import slim, without_unseen
from agent.request.foreign import seen

Kind = Literal["html", "text", "pdf"]

LONGEST = 1_000_000  # characters of a page's text
LARGEST_HTML = 5_000_000  # characters of HTML that are read; the rest of a longer page is left out
_TITLE = 300  # characters
_ELEMENTS = 20_000  # of a page that is read with care; of a larger one everything is taken, which takes less long
_DEEP, _DEEPEST = 240, 2_000  # elements within one another, of which libxml2 reads 256, or 2,048
_FEW = 600  # characters of a text that may not be all
_NOT_TEXT = re.compile(
    r"(?:image|audio|video|font)/|application/(?:zip|gzip|x-|vnd\.|msword|java-archive|wasm)", re.I
)
_FILES = (  # how files begin that are no text
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"7z\xbc\xaf",
    b"\xfd7zXZ", b"Rar!", b"\x7fELF", b"MZ", b"\xd0\xcf\x11\xe0", b"OggS", b"ID3", b"fLaC", b"\x00\x00\x01\x00",
    b"\x28\xb5\x2f\xfd", b"\xca\xfe\xba\xbe", b"\x00asm", b"wOF", b"SQLite format 3", b"II*\x00", b"MM\x00*",
)  # fmt: skip
_CODED = (b"{\\rtf", b"%!PS", b"begin 644 ", b"-----BEGIN PGP MESSAGE")  # texts, but none that people read
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.{0,2000}?-->\s*|<\?xml[^>]{0,200}>\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script)\b",
    re.I | re.S,
)

_PDF = re.compile(rb"(?:\xef\xbb\xbf)?\s*%PDF-|.{0,1000}?(?:^|[\r\n\x00])%PDF-\d\.\d\s*[\r\n%\x80-\xff]", re.S)
_NO_LETTER = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")  # in no text, but within some bytes of such files
_XML = ("text/xml", "application/xml")
_JSON_ESCAPE = re.compile(r"(?<!\\)(?:\\u[0-9a-fA-F]{4})+")

BINARY = "the page is not text but a binary file"
EMPTY = "the page holds no text that could be read"
TOO_LARGE = "the page is a PDF that is larger than what is read of a file"
NO_PDF = "the page is a PDF whose text could not be extracted"
ENCRYPTED = "the page is a PDF that is encrypted"
SCANNED = "the page is a PDF of pictures without text"


class Unreadable(ValueError):
    """There is nothing to read. The text says why, without any word of the page."""


@dataclass(frozen=True)
class Readable:
    """What people read there. `canonical` is the address that the page gives itself, "" for none; `cut`: there is
    more than was read; `asks`: it has a field for a password."""

    title: str
    text: str
    published: str = ""
    canonical: str = ""
    cut: bool = False
    asks: bool = False


def readable(body: bytes, content_type: str, address: str, *, cut: bool = False) -> Readable:
    """What is to be read in these bytes; raises Unreadable. `cut`: the bytes are only the beginning."""
    match kind(body, content_type, address):
        case "pdf":
            return _of_pdf(body, address, cut)
        case "html":
            return _of_html(body, content_type, address, cut)
        case "text":
            return _of_text(body, content_type, address, cut)


def kind(body: bytes, content_type: str, address: str) -> Kind:
    """What kind of file it is; raises Unreadable for what is none that people read."""
    start, type = body[:4_096], content_type.partition(";")[0].strip().lower()
    path = urlsplit(address).path.lower()
    if _PDF.match(start):
        return "pdf"
    if (
        (start.startswith(_FILES) and _NO_LETTER.search(start))
        or start[4:8] == b"ftyp"
        or start.startswith(_CODED)
        or (_NOT_TEXT.match(type) and type != "image/svg+xml")
    ):
        raise Unreadable(BINARY)
    if type == "application/pdf" and _HTML.match(start):  # what a site says in place of the file
        return "html"
    if type == "application/pdf" or (path.endswith(".pdf") and type in ("", "application/octet-stream")):
        raise Unreadable(NO_PDF)
    if type in ("text/html", "application/xhtml+xml"):
        return "html"
    return "html" if type in ("", "application/octet-stream", *_XML) and _HTML.match(start) else "text"


# --- text -------------------------------------------------------------------------------------------------------


def _of_text(body: bytes, content_type: str, address: str, cut: bool) -> Readable:
    text = decoded(body, content_type, cut=cut)
    if rubbish(text) > 0.05:
        raise Unreadable(BINARY)
    if "json" in content_type.lower():
        text = _JSON_ESCAPE.sub(_unescaped, text)
    return _whole(Readable(title=_name(address), text=text, cut=cut))


def _unescaped(escapes: re.Match[str]) -> str:
    """Letters that JSON writes as numbers, as people read them; signs that mean something to JSON stay."""
    letters = str(json.loads(f'"{escapes.group()}"'))
    return letters if all(letter > "\x7f" for letter in letters) else escapes.group()


def _whole(found: Readable) -> Readable:
    """Clean, within its length, and not empty."""
    text = seen(clean(found.text)).replace("\r\n", "\n").strip()
    if not says_something(text):
        raise Unreadable(EMPTY)
    if encoded(text):
        raise Unreadable(BINARY)
    title = " ".join(seen(clean(found.title)).split())[:_TITLE]
    return replace(found, title=title, text=text[:LONGEST], cut=found.cut or len(text) > LONGEST)


def says_something(text: str) -> bool:
    """Whether anything is to be read in a Markdown text, or only signs, pictures, tags, links without words, what a
    page says to programs, or a program's "null"."""
    shown = _shown(text[:LONGEST])
    return bool(re.search(r"[^\W_]", shown)) and shown.strip().lower() not in _NULL


def _shown(text: str) -> str:
    """What people read of a text, in time that grows as its length."""
    for opens, closes in _HIDDEN:
        text = _without(text, opens, closes)
    text = _ENTITY.sub(_sign, _SHOWS_NOTHING.sub(" ", text))
    return _WORDLESS_LINK.sub(" ", text)


def _without(text: str, opens: re.Pattern[str], closes: re.Pattern[str]) -> str:
    """Without what stands between these two; what is never closed may be a word of the page ("The <script> tag")."""
    parts, at = list[str](), 0
    while (start := opens.search(text, at)) and (end := closes.search(text, start.end())):
        parts.append(text[at : start.start()])
        at = end.end()
    return " ".join([*parts, text[at:]])


def _sign(entity: re.Match[str]) -> str:
    """What an entity shows; " " for one that nobody knows."""
    shown = unescape(entity[0])
    return shown if shown != entity[0] else " "


_HIDDEN = (
    (re.compile("<!--"), re.compile("-->")),
    *((re.compile(rf"<{name}\b", re.I), re.compile(rf"</{name}\s*+>", re.I)) for name in ("script", "style")),
)
_LEADS = r"\((?:[^()\n]|\([^()\n]*+\))*+\)"  # where a link leads, or what a picture is
_SHOWS_NOTHING = re.compile(rf"!\[[^\[\]\n]{{0,300}}\]{_LEADS}|</?[A-Za-z][^<>]{{0,2000}}>")
_WORDLESS_LINK = re.compile(rf"\[(?:[^\[\]\w]|_){{0,300}}\]{_LEADS}")
_ENTITY = re.compile(r"&(?:\w{1,20}|#\d{1,8}|#x[0-9a-f]{1,8});", re.I)
_NULL = ("null", "none", "undefined", "nan", "[object object]")


def encoded(text: str) -> bool:
    """Whether most of a text is bytes written in letters (base64, hexadecimal)."""
    start = text[:50_000]
    return sum(map(len, _ENCODED.findall(start))) > max(_A_SUM, 0.6 * len(start))


_A_SUM = 1_000  # characters; checksums are to be read
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/_-])(?=[A-Za-z+/_-]*\d)(?:[A-Za-z0-9+/_-]{76,}={0,2}\s{0,2})+")


def _name(address: str) -> str:
    """The name of a file, as a title."""
    return unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])


# --- PDF --------------------------------------------------------------------------------------------------------


def _of_pdf(body: bytes, address: str, cut: bool) -> Readable:
    """The text of all pages, as far as there is room for it. The library believes what a file says of itself, so that
    what is wrong there can fail anywhere in its code."""
    from pypdf.errors import DependencyError, PyPdfError

    if cut:  # what says where its pages are stands at its end
        raise Unreadable(TOO_LARGE)
    try:
        title, pages = _opened_pdf(body)
    except DependencyError:  # a kind of encryption that only other libraries know
        raise Unreadable(ENCRYPTED) from None
    except Unreadable:
        raise
    except (PyPdfError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, OSError):
        raise Unreadable(NO_PDF) from None
    if not any(pages):
        raise Unreadable(SCANNED if pages else NO_PDF)
    return _whole(Readable(title=title.strip() or _name(address), text="\n\n".join(pages)))


def _opened_pdf(body: bytes) -> tuple[str, list[str]]:
    """Its title and the text of each page. One that is only kept from being changed opens without a password."""
    from pypdf import PdfReader

    reader = PdfReader(BytesIO(body))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable(ENCRYPTED)
    title = reader.metadata.title if reader.metadata else ""
    return str(title or ""), [*_pages(reader)]


def _pages(reader: Any) -> Iterator[str]:
    """Page by page; what is more than there is room for is not read."""
    room = LONGEST
    for page in reader.pages:
        text = page.extract_text().strip()
        yield text
        room -= len(text)
        if room < 0:
            return


# --- HTML -------------------------------------------------------------------------------------------------------


def _of_html(body: bytes, content_type: str, address: str, cut: bool) -> Readable:
    import trafilatura

    text = clean(decoded(body, content_type, cut=cut))
    if rubbish(text) > 0.05:
        raise Unreadable(BINARY)
    text = slim(text) if len(text) > LARGEST_HTML else text
    cut = cut or len(text) > LARGEST_HTML
    tree = _parsed(_as_document(text[:LARGEST_HTML]))
    cut = cut or _nested(tree, _DEEPEST)
    without_unseen(tree)
    kept(tree)
    huge = int(tree.xpath("count(//*)")) > _ELEMENTS or _nested(tree, _DEEP)
    about = None if huge else trafilatura.extract_metadata(tree, default_url=address, extensive=False)
    title = (about.title if about else "") or _title(tree)
    _without_title(tree)
    words = trafilatura.html2txt(tree) if huge else _words(tree)
    found = Readable(
        title=title,
        text=words,
        published=_published(tree) or _certain((about.date if about else "") or "", text) or said_in(words),
        canonical=_canonical(tree, address),
        cut=cut,
        asks=bool(tree.xpath('//input[@type="password"]')),
    )
    return _whole(found)


def _parsed(document: str) -> Any:
    """The tree of a page. The parser drops what is nested too deep without a word, and is then asked to go deeper, as
    deep as it does; raises Unreadable."""
    import trafilatura
    from lxml.html import HTMLParser, fromstring  # type: ignore[import-untyped]

    tree = trafilatura.load_html(document)
    if tree is None:
        raise Unreadable(EMPTY)
    if not _nested(tree, _DEEP):
        return tree
    return fromstring(document, parser=HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True))


def _nested(tree: Any, deep: int) -> bool:
    return bool(tree.xpath(f"boolean(//*[count(ancestor::*) >= {deep}])"))


def _words(tree: Any) -> str:
    """The text as Markdown, its links as their words. What readers write below it is not the page's. Where hardly
    anything is found, as in forums and lists, everything that stands there is taken."""
    import trafilatura

    given = deepcopy(tree)  # which it takes to pieces
    words = trafilatura.extract(given, output_format="markdown", include_comments=False, favor_recall=True) or ""
    if len(words) <= _FEW:
        everything = trafilatura.html2txt(deepcopy(tree))
        words = everything if len(everything) > 3 * len(words) else words
    return "\n\n".join(filter(None, [words, margins(tree, words)]))


def _as_document(text: str) -> str:
    """What the parser takes: a whole document, which being decoded by now declares no charset."""
    text = re.sub(r"^\s*<\?xml[^>]{0,300}\?>", "", text)
    return text if "<html" in text.lower() else f"<html><body>{text}</body></html>"


def _title(tree: Any) -> str:
    return " ".join("".join(tree.xpath("//title[1]//text()")).split())


def _without_title(tree: Any) -> None:
    """A document without a head has its title in its body, where it would be taken for words of the page."""
    for title in tree.xpath("(//title)[1][ancestor::body]"):
        title.text = ""


def _canonical(tree: Any, address: str) -> str:
    """The address that the page names as its own; "" for none."""
    for href in tree.xpath('//link[translate(@rel, "CANOIL", "canoil")="canonical"]/@href')[:1]:
        try:
            return urljoin(address, str(href).strip())
        except ValueError:
            return ""
    return ""


_META_DATES = (
    "article:published_time", "og:published_time", "datepublished", "date.published", "publication_date", "pubdate",
    "publish_date", "publishdate", "publish-date", "published-date", "parsely-pub-date", "sailthru.date",
    "citation_publication_date", "citation_online_date", "citation_date", "dc.date.issued", "dcterms.issued",
    "dc.date", "dcterms.date", "dcterms.created", "date",
)  # fmt: skip


def _certain(date: str, text: str) -> str:
    """A date that was found somewhere on a page; of one that only stands there as 03/04/2026, which is a day in March
    or in April, the year."""
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", date)
    if not found or date in text:
        return day(date)
    year, month, number = map(int, found.groups())
    either = rf"(?:0?{month}/0?{number}|0?{number}/0?{month})/{year}\b"
    doubtful = month != number and number <= 12 and re.search(rf"(?<!\d){either}", text)
    return str(year) if doubtful else day(date)


def _published(tree: Any) -> str:
    """When the page says that it was published: for machines first, then in a <time>."""
    in_data = (
        date
        for script in tree.xpath('//script[starts-with(@type, "application/ld+json")]/text()')
        for date in _dates(script)
    )
    metas = {
        str(meta.get("property") or meta.get("name") or meta.get("itemprop") or "").lower(): str(
            meta.get("content") or ""
        )
        for meta in reversed(tree.xpath("//meta[@content]"))
    }
    named = (metas.get(name, "") for name in _META_DATES)
    marked = tree.xpath('//*[@itemprop="datePublished"]/@datetime | //*[@itemprop="datePublished"]/@content')
    times = tree.xpath("//time[@pubdate]/@datetime | //article//time/@datetime | //header//time/@datetime")
    for written in (*in_data, *named, *marked, *times[:1]):
        if when := day(str(written)):
            return when
    return ""


def _dates(script: str) -> Iterator[str]:
    """What a block of JSON-LD gives for datePublished, on whatever level; its own first, not those of parts."""
    try:
        level: list[object] = [json.loads(script)]
    except (ValueError, RecursionError):
        return
    for _ in range(4):
        dicts = [item for item in level if isinstance(item, dict)]
        yield from (str(item["datePublished"]) for item in dicts if isinstance(item.get("datePublished"), str))
        inner = [item.get(key) for item in dicts for key in ("@graph", "mainEntity", "mainEntityOfPage")]
        level = [part for one in (*level, *inner) if isinstance(one, list) for part in one[:100]]
        level += [one for one in inner if isinstance(one, dict)]
