"""A page is read in the charset that its bytes are in, whatever it declares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.pages.charsets import decoded

GERMAN = "Der Hafen beschloß den Plan für 1 600 € – „sofort“. " * 3
JAPANESE = "日本の港の計画は三月に採択された。フェリーは一日に十二便ある。" * 5
POLISH = "Zażółć gęślą jaźń. Port przyjął plan w marcu, koszt to 12 milionów złotych. " * 3
CHINESE = "中文网页的港口计划于三月通过，渡轮每天十二班。" * 5


@pytest.mark.parametrize(
    ("charset", "text", "declared"),
    [
        ("shift_jis", JAPANESE, "text/html; charset=Shift_JIS"),
        ("shift_jis", JAPANESE, "text/html; charset=utf-8"),
        ("shift_jis", JAPANESE, ""),
        ("euc_jp", JAPANESE, ""),
        ("iso2022_jp", JAPANESE, 'text/html; charset="iso-2022-jp"'),
        ("cp1252", GERMAN, "text/html; charset=windows-1252"),
        ("cp1252", GERMAN, "text/html; charset=iso-8859-1"),
        ("cp1252", GERMAN, "text/html; charset=utf-8"),
        ("cp1252", GERMAN, ""),
        ("cp1250", POLISH, ""),
        ("iso8859-2", POLISH, "text/html; charset=ISO-8859-2"),
        ("iso8859-2", POLISH, ""),
        ("iso8859-2", POLISH, "text/html; charset=utf-8"),
        ("iso8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy. " * 3, ""),
        ("cp1252", "L'été dernier, « l'hôtel » coûtait 1 600 € ; à Noël, c'était déjà trop cher. ", ""),
        ("cp1252", "Båten går från april, och biljetten kostar sexton kronor på ön Åland. ", ""),
        ("cp1252", "A tarifa não é mais de 1.600 €, disse João; as ações começarão em março. ", ""),
        ("cp1250", "Árvíztűrő tükörfúrógép. A jegy ára ezerhatszáz forint, mondta Őry úr. ", ""),
        ("iso2022_jp", JAPANESE, ""),
        ("utf-16-le", f"<p>{GERMAN}</p>", ""),
        ("utf-16-be", GERMAN, "text/html; charset=utf-16"),
        ("utf-16-le", f"<html><head></head><body><p class='x'>{JAPANESE}</p>", ""),
        ("gb18030", CHINESE, "text/html; charset=gb2312"),
        ("utf-8", GERMAN, "text/html; charset=iso-8859-1"),
        ("utf-8", JAPANESE, "text/html; charset=Shift_JIS"),
        ("utf-8", JAPANESE, ""),
        ("utf-8-sig", GERMAN, "text/html; charset=iso-8859-1"),
        ("utf-16", GERMAN, ""),
        ("utf-8", GERMAN, "text/html; charset=base64"),
        ("utf-8", GERMAN, "text/html; charset=unicode_escape"),
        ("utf-8", GERMAN, "text/html; charset=no-such-thing"),
    ],
)
def test_declared_wrongly_declared_and_not_declared(charset: str, text: str, declared: str) -> None:
    assert decoded(text.encode(charset), declared) == text


def test_a_few_wrong_bytes_do_not_make_it_another_charset() -> None:
    body = GERMAN.encode()
    for broken in (body + b"\xff", body + b"\xe2\x82", body[:60] + b"\xa9" + body[60:]):
        assert "Der Hafen beschloß den Plan" in decoded(broken, "text/html")
        assert decoded(broken, "text/html").count("\ufffd") == 1


@pytest.mark.parametrize(
    "meta",
    ['<meta charset="windows-1250">', "<META http-equiv=Content-Type content='text/html; charset=windows-1250'>"],
)
def test_a_page_says_it_itself(meta: str) -> None:
    page = f"<html><head>{meta}</head><p>{POLISH}</p>"
    assert decoded(page.encode("cp1250"), "text/html") == page


def test_of_a_text_that_was_cut_the_last_character_may_be_half_there() -> None:
    assert decoded("für".encode()[:2], "", cut=True) == "f"
    assert decoded(JAPANESE.encode()[:-1], "", cut=True) == JAPANESE[:-1]


@given(st.text(min_size=1))
def test_utf_8_is_always_read_as_it_is(text: str) -> None:
    assert decoded(text.encode(), "text/html; charset=utf-8").lstrip("\ufeff") == text.lstrip("\ufeff")


@given(st.binary(max_size=200), st.text(max_size=40))
def test_no_bytes_and_no_declaration_are_too_odd(body: bytes, declared: str) -> None:
    decoded(body, f"text/html; charset={declared}", cut=True).encode()
