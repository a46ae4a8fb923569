"""Whatever bytes a server sends: the words that people read there, or in a few words why there are none."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.pages.readable import (
    BINARY,
    EMPTY,
    ENCRYPTED,
    LONGEST,
    NO_PDF,
    SCANNED,
    Readable,
    Unreadable,
    kind,
    readable,
    says_something,
)
from tests.agent.pdfs import encrypted, pdf

URL = "https://news.test/2026/harbour-plan"
LOREM = "The harbour office decided on the plan in March, and the ferries run from April on. "
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256))


def article(head: str = "", body: str = "", charset: str = "utf-8") -> bytes:
    page = (
        f"<!doctype html><html><head><title>The plan | Harbour News</title>{head}</head><body>"
        "<nav><a href='/'>Home</a> <a href='/sport'>Sport</a></nav>"
        f"<article><h1>The plan</h1><p>{LOREM * 3}</p>{body}<p>{LOREM * 8}</p></article><footer>Imprint</footer>"
    )
    return page.encode(charset)


def read(body: bytes, type: str = "text/html; charset=utf-8", address: str = URL) -> Readable:
    return readable(body, type, address)


def why(body: bytes, type: str = "text/html", address: str = URL) -> str:
    with pytest.raises(Unreadable) as refused:
        readable(body, type, address)
    return str(refused.value)


# --- HTML -------------------------------------------------------------------------------------------------------


def test_a_page_is_markdown_without_what_stands_around_it() -> None:
    page = read(
        article(
            body="<h2>Prices</h2><ul><li>A day: 12 €</li><li>A week<ul><li>in winter: 40 €</li></ul></li></ul>"
            "<table><tr><th>Ferry</th><th>Departs</th></tr><tr><td>Ostrand</td><td>07:10</td></tr></table>"
            "<pre><code>def fare(days):\n    return 12 * days</code></pre>"
            "<p>See <a href='https://evil.test/?d=1'>the timetable</a>.</p><img src='https://evil.test/i.png'>"
        )
    )
    assert page.title == "The plan"
    for words in (
        "# The plan", "## Prices", "- A day: 12 €", "  - in winter: 40 €", "| Ferry | Departs |",
        "| Ostrand | 07:10 |",
        "```\ndef fare(days):\n    return 12 * days\n```", "See the timetable.",
    ):  # fmt: skip
        assert words in page.text
    assert "evil.test" not in page.text and "Imprint" not in page.text and "Sport" not in page.text
    assert not page.cut and not page.asks


def test_of_a_page_without_an_article_everything_is_read() -> None:
    page = read(b"<html><title>Fares</title><body><div>Day: 12</div><div>Week: 40</div><p>Ask at the pier.</p>")
    assert all(words in page.text for words in ("Day: 12", "Week: 40", "Ask at the pier."))


@pytest.mark.parametrize("body", [b"<p>Day: 12</p>", b"Day: 12", b"<head><title>x</title></head><div>Day: 12</div>"])
def test_half_a_document_is_read_as_a_browser_does(body: bytes) -> None:
    assert read(body).text.endswith("Day: 12")


@pytest.mark.parametrize(
    ("body", "type", "words"),
    [
        (b"\xef\xbb\xbf" + pdf(["It costs 5 euros."]), "text/html", "It costs 5 euros."),
        (article(), "application/pdf", "The harbour office"),
        (
            "<p>half \ud83d of a letter, größer</p>".encode("utf-8", "surrogatepass"),
            "text/html",
            "half \ufffd of a letter, größer",
        ),
        (b"It costs 5 euros. " + b"4a" * 60, "text/plain", "It costs 5 euros."),
    ],
)
def test_what_kind_it_is_say_the_bytes(body: bytes, type: str, words: str) -> None:
    text = read(body, type).text
    assert words in text and "\xed" not in text


@pytest.mark.parametrize(
    "body", [b"{\\rtf1\\ansi It costs 5 euros.\\par}", b"%!PS-Adobe-3.0\n/x 1 def\n", b"aGFyYm91cjE" * 200]
)
def test_words_within_the_code_of_a_program_are_no_page(body: bytes) -> None:
    assert why(body, "text/plain") == BINARY


def test_what_readers_write_below_it_is_not_the_page_s() -> None:
    comments = (
        "<section id='comments' class='comments'><div class='comment'><p>It costs a million!</p></div></section>"
    )
    assert "million" not in read(article() + comments.encode()).text


@pytest.mark.parametrize(
    ("head", "when"),
    [
        ('<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2026-03-02T10:00Z"}</script>',
         "2026-03-02"),
        ('<script type="application/ld+json">{"@graph": [{"a": "b"}, {"datePublished": "2026-03"}]}</script>',
         "2026-03"),
        ('<script type="application/ld+json">{"datePublished": ["x"], </script>', ""),
        ('<meta property="article:published_time" content="2026-03-02T23:30:00-08:00">', "2026-03-02"),
        ('<meta name="DC.date.issued" content="2026-03-02">', "2026-03-02"),
        ('<meta name="citation_publication_date" content="2026/03/02">', "2026-03-02"),
        ('<meta property="article:modified_time" content="2027-01-01">'
         '<meta property="article:published_time" content="2026-03-02">', "2026-03-02"),
        ('<script type="application/ld+json; charset=utf-8">{"datePublished": "2026-03-02"}</script>', "2026-03-02"),
        ("", ""),
    ],
)  # fmt: skip
def test_when_it_was_published_is_what_the_page_says(head: str, when: str) -> None:
    assert read(article(head)).published == when


def test_a_time_in_the_article_is_its_date_and_a_year_somewhere_is_not() -> None:
    assert read(article(body='<time datetime="2026-03-02T08:00">Monday</time>')).published == "2026-03-02"
    assert read(article(body="<p>In 2019 it was refused. © 2018</p>")).published == ""


@pytest.mark.parametrize(
    ("body", "when"),
    [
        ("<p>Published on 3 March 2026 by Anna</p>", "2026-03-03"),
        ("<p>Veröffentlicht am 3. März 2026</p>", "2026-03-03"),
        ("<p class='date'>03/04/2026</p>", "2026"),
    ],
)
def test_a_date_in_the_words_counts_as_far_as_it_is_certain(body: str, when: str) -> None:
    assert read(article(body=body)).published == when


@pytest.mark.parametrize(
    ("href", "canonical"),
    [
        ("https://news.test/plan", "https://news.test/plan"),
        ("/plan", "https://news.test/plan"),
        ("http://[broken", ""),
    ],
)
def test_the_address_that_a_page_gives_itself(href: str, canonical: str) -> None:
    assert read(article(f'<link rel="canonical" href="{href}">')).canonical == canonical


def test_a_field_for_a_password_is_seen() -> None:
    assert read(article(body="<form><input type='password'></form>")).asks


@pytest.mark.parametrize(
    ("charset", "declared", "words"),
    [
        ("shift_jis", "text/html; charset=Shift_JIS", "港の計画は三月に採択された"),
        ("shift_jis", "text/html", "港の計画は三月に採択された。フェリーは一日に十二便ある。料金は大人千六百円。"),
        ("windows-1252", "text/html; charset=utf-8", "Für 1.600 € – „sofort“"),
        ("utf-8", "text/html; charset=iso-8859-1", "Zażółć gęślą jaźń"),
    ],
)
def test_any_charset(charset: str, declared: str, words: str) -> None:
    assert words in read(article(body=f"<p>{words}</p>", charset=charset), declared).text


@pytest.mark.parametrize(
    ("body", "type", "words"),
    [
        (b"MZ is the code of Mozambique in ISO 3166.", "text/plain", "Mozambique"),
        (b"GIF89a is a version of GIF.", "text/plain", "a version of GIF"),
        (b"A file begins with %PDF-1.7 in its first line. The rest follows.", "text/plain", "The rest follows."),
        (article(body="<p>A file begins with %PDF-1.4 and then objects.</p>"), "text/html", "and then objects."),
        (b'<?xml version="1.0"?><html xmlns="x"><body><p>It costs 1,600.</p></body></html>', "application/xml",
         "It costs 1,600."),
        (b'{"note": "Die F\\u00e4hre \\ud83d\\ude00", "x": "\\u0022 \\\\u00e4"}', "application/json; charset=utf-8",
         '{"note": "Die Fähre 😀", "x": "\\u0022 \\\\u00e4"}'),
        (b"HTTP/1.1 200 OK\r\n\r\n" + pdf(["Words of it"]), "application/pdf", "Words of it"),
    ],
)  # fmt: skip
def test_what_only_begins_like_another_kind_is_read_as_what_it_is(body: bytes, type: str, words: str) -> None:
    assert words in read(body, type).text


def test_a_pdf_of_which_there_is_only_the_beginning_is_refused() -> None:
    with pytest.raises(Unreadable, match="larger than"):
        readable(pdf(["Words"])[:-50], "application/pdf", URL, cut=True)


def test_half_a_character_never_gets_through() -> None:
    page = read(article(body="<p>smile &#xd83d; and &#0; more</p>"))
    page.text.encode()
    assert "\x00" not in page.text


@pytest.mark.parametrize("body", [b"", b"  \n", b"<html></html>", b"<html><body><script>x()</script></body></html>"])
def test_a_page_without_words_is_none(body: bytes) -> None:
    assert why(body) == EMPTY


@pytest.mark.parametrize(
    "text",
    [
        "[](https://x.test) ![](a.png)",
        "- [](https://facebook.com/a)\n- [ ](https://x.test)",
        '[\n\n](/a_(b) "Home (US)")',
        "[![the logo](a(1).png)](https://x.test)",
        f"![](data:image/png;base64,{'iVBOR' * 5_000})",
        "[](https://x.test) " * 3_000,
        "<!-- a comment\nof two lines -->",
        "<script>var a=1</script><STYLE media=all>a{b:c}</STYLE >",
        "&#160;&#8203;&#x200b;&zwnj;",
        "___\n\n***",
    ],
)
def test_signs_links_without_words_and_what_programs_read_say_nothing(text: str) -> None:
    assert not says_something(text)
    assert says_something(f"{text}\n\nThe harbour opens at 7.")


@pytest.mark.parametrize(
    "text",
    [
        "[Home](https://x.test) [](https://x.test)",
        "- [日本](https://x.test)",
        "# <script>: the script element",
        "<!-- how a comment begins",
        "&#65;",
        "42",
    ],
)
def test_links_with_words_and_what_only_looks_like_a_tag_say_something(text: str) -> None:
    assert says_something(text)


def test_five_megabytes_are_read_as_far_as_there_is_room() -> None:
    page = read(("<html><body><article>" + f"<p>{LOREM}</p>" * 60_000).encode())
    assert page.cut and 100_000 < len(page.text) <= LONGEST


def test_of_a_page_of_very_many_elements_everything_is_taken() -> None:
    page = read(("<html><body>" + "".join(f"<a href='/{n}'>Ferry {n}</a> " for n in range(65_000))).encode())
    assert "Ferry 7 " in page.text and "Ferry 64999" in page.text


def test_what_is_deep_or_broken_is_read_or_refused() -> None:
    for body in (b"<div>" * 100_000 + b"deep", b"<" * 100_000, b"<html><table><tr><td>" * 20_000 + b"cell"):
        try:
            assert read(body).text
        except Unreadable as refused:
            assert str(refused) == EMPTY


# --- text -------------------------------------------------------------------------------------------------------


def test_text_is_read_as_it_is() -> None:
    page = read(b"a <b> c\r\nd", "text/plain", "https://e.test/notes%20of%20May.txt?x=1")
    assert (page.title, page.text) == ("notes of May.txt", "a <b> c\nd")
    assert read(b'{"a": 1}', "application/json").text == '{"a": 1}'


def test_a_long_text_is_cut_and_says_so() -> None:
    page = readable(b"word and word. " * 100_000, "text/plain", URL)
    assert page.cut and len(page.text) == LONGEST
    assert readable(b"words", "text/plain", URL, cut=True).cut


# --- files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "type", "address"),
    [
        (PNG, "image/png", URL),
        (PNG, "text/plain", URL),
        (PNG, "text/html", URL),
        (b"\xff\xd8\xff\xe0" + PNG, "", URL),
        (b"PK\x03\x04" + PNG, "application/octet-stream", URL + ".docx"),
        (b"\x00\x00\x00\x18ftypmp42" + PNG, "video/mp4", URL),
        (b"words", "audio/mpeg", URL),
        (bytes(range(256)) * 20, "text/plain", URL),
        (b"\x7fELF" + PNG, "text/plain", URL),
    ],
)
def test_what_is_no_text_is_refused_whatever_it_is_called(body: bytes, type: str, address: str) -> None:
    assert why(body, type, address) == BINARY


@pytest.mark.parametrize(
    ("type", "address"),
    [
        ("application/pdf", URL),
        ("text/html", URL),
        ("text/plain", URL),
        ("application/octet-stream", "https://e.test/DOC.PDF?sig=1"),
        ("", "https://e.test/doc"),
    ],
)
def test_a_pdf_is_read_to_its_last_page_whatever_it_is_called(type: str, address: str) -> None:
    page = read(pdf(["The first page", "The second", "The third says 1,600"], "The annual report"), type, address)
    assert page.title == "The annual report"
    assert page.text == "The first page\n\nThe second\n\nThe third says 1,600"


def test_a_pdf_without_a_title_is_called_as_its_file() -> None:
    assert (
        read(pdf(["Words"]), "application/pdf", "https://e.test/a/Report%202026.PDF?sig=1").title == "Report 2026.PDF"
    )


def test_why_a_pdf_cannot_be_read() -> None:
    assert why(pdf(["", "", ""]), "application/pdf") == SCANNED
    assert why(encrypted(pdf(["Secret"]), "password"), "application/pdf") == ENCRYPTED
    assert why(b"%PDF-1.7\nrubbish", "application/pdf") == NO_PDF
    assert why(pdf(["Words"])[:300], "application/pdf") == NO_PDF
    assert why(b"no pdf at all", "application/pdf") == NO_PDF
    assert why(b"no pdf at all", "", "https://e.test/DOC.PDF?sig=1") == NO_PDF


def test_a_pdf_that_is_only_kept_from_being_changed_is_read() -> None:
    assert read(encrypted(pdf(["Open words"]), ""), "application/pdf").text == "Open words"


@pytest.mark.parametrize(
    ("start", "type", "found"),
    [
        (b"<!DOCTYPE html><p>", "", "html"),
        (b"\n <html lang=en>", "application/octet-stream", "html"),
        (b'<?xml version="1.0"?><html>', "application/xhtml+xml", "html"),
        (b"<rss><channel>", "application/rss+xml", "text"),
        (b"<!doctype html>", "text/plain", "text"),
        (b"# Notes", "", "text"),
    ],
)
def test_what_kind_of_file_it_is(start: bytes, type: str, found: str) -> None:
    assert kind(start, type, URL) == found


@settings(max_examples=60)
@given(st.binary(max_size=300), st.sampled_from(["", "text/html", "text/plain", "application/pdf", "image/png"]))
def test_no_bytes_are_too_odd(body: bytes, type: str) -> None:
    for given_ in (body, b"%PDF-1.4\n" + body, b"<html><body><p>" + body):
        try:
            page = readable(given_, type, URL)
        except Unreadable as refused:
            assert str(refused) in (BINARY, EMPTY, ENCRYPTED, NO_PDF, SCANNED)
        else:
            page.text.encode()
            assert page.text.strip()


def test_reading_asks_nobody_anything() -> None:
    """In a process where whoever looks up a name or connects is ended."""
    program = (
        "import sys\n"
        "def heard(event, _):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo', 'socket.gethostbyname'): raise SystemExit(event)\n"
        "sys.addaudithook(heard)\n"
        "from tests.agent.pages.test_readable import article, read, pdf\n"
        "assert read(article('<link rel=canonical href=/x>')).text and read(pdf(['Words'])).text == 'Words'\n"
        "assert read(b'\\x93\\xfa\\x96\\x7b\\x8c\\xea' * 50, 'text/plain').text\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        "<figure><figcaption>It costs 5 euros.</figcaption></figure>",
        "<figure class=highlight><pre><code>It costs 5 euros.</code></pre></figure>",
        "<figure><blockquote>It costs 5 euros.</blockquote></figure>",
        "<p>It costs <math><mn>5</mn></math> euros.</p>",
        "<font>".join(["Words. "] * 400) + "<p>It costs 5 euros.</p>",
        "<ul><li>more" * 300 + "<p>It costs 5 euros.</p>",
    ],
)
def test_what_is_seen_in_figures_formulas_and_deep_down_is_read(words: str) -> None:
    page = read(article(body=f"{words}<p>{LOREM}</p>"))
    assert "It costs 5 euros." in page.text and not page.cut


def test_a_formula_is_read_as_it_is_meant_and_no_power_as_a_number() -> None:
    power = "<msup><mn>10</mn><mn>6</mn></msup>"
    part = "<mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac>"
    hidden = "<annotation encoding='application/x-tex'>77</annotation>"
    page = read(
        article(
            body=f"<p>It is <math><semantics><mrow>{power}<mo>=</mo>{part}</mrow>{hidden}</semantics></math>.</p>"
        )
    )
    assert "It is 10^6 = 1/(a + b)." in page.text and "77" not in page.text


def test_of_a_page_nested_without_end_it_is_said_that_there_is_more() -> None:
    assert read(article(body="<div>It costs 5 euros." * 3_000)).cut
