"""What a page holds without showing it is never read; what is seen, and what comes into sight, is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.pages.readable import LARGEST_HTML, readable
from agent.pages.unseen import hides, slim

LOREM = "The harbour office decided on the plan in March, and the ferries run from April on. "
SECRET = "The secret fare is 9,999."


def read(body: str, head: str = "") -> str:
    page = f"<!doctype html><html><head><title>Fares</title>{head}</head><body>{body}</body></html>"
    return readable(page.encode(), "text/html; charset=utf-8", "https://news.test/fares").text


def both(element: str, head: str = "") -> str:
    """As it is read in an article, and on a page of a few lines."""
    long = read(f"<article><h1>Fares</h1><p>{LOREM * 8}</p>{element}<p>It ends here.</p></article>", head)
    return long + read(f"<div>Day: 12</div>{element}<div>It ends here.</div>", head)


@pytest.mark.parametrize(
    "element",
    [
        f"<p style='display:none'>{SECRET}</p>",
        f"<div style='color: red; DISPLAY : None !important'><p>{SECRET}</p></div>",
        f"<p style='visibility:hidden'>{SECRET}</p>",
        f"<p hidden>{SECRET}</p>",
        f"<p aria-hidden='true'>{SECRET}</p>",
        f"<p style='font-size:0'>{SECRET}</p>",
        f"<p style='opacity:0.0'>{SECRET}</p>",
        f"<p style='position:absolute; left:-9999px'>{SECRET}</p>",
        f"<p style='text-indent:-9999px'>{SECRET}</p>",
        f"<p style='position:absolute;clip:rect(0, 0, 0, 0);width:1px'>{SECRET}</p>",
        f"<div style='height:0;overflow:hidden'>{SECRET}</div>",
        f"<p style='color:#fff;background:#ffffff'>{SECRET}</p>",
        f"<div style='background-color:white'><p style='color:white'>{SECRET}</p></div>",
        f"<template><p>{SECRET}</p></template>",
        f"<dialog>{SECRET}</dialog>",
        f"<!-- {SECRET} -->",
        f"<p>It costs <span style='display:none'>{SECRET}</span> 12 euros.</p>",
    ],
)
def test_what_nobody_sees_is_not_read(element: str) -> None:
    words = both(element)
    assert SECRET not in words and words.count("It ends here.") == 2


@pytest.mark.parametrize(
    ("sheet", "seen"),
    [
        (".x{display:none}", False),
        ("p.x , .y { visibility: hidden }", False),
        ("#x{position:absolute;left:-9999px}", False),
        ("/* .x is } */ .x{display:none}", False),
        (".x{display:none} .x.open{display:block}", True),
        ("@media print{.x{display:none}}", True),
        (".menu .x{display:none}", True),
        (".x{color:red}", True),
        (".x{display:none", False),
        ("{{{{ .x } }}", True),
    ],
)
def test_rules_of_the_page_itself_count(sheet: str, seen: bool) -> None:
    words = both(f"<p class='x' id='x'>{SECRET}</p>", f"<style>{sheet}</style>")
    assert words.count(SECRET) == (2 if seen else 0)


@pytest.mark.parametrize(
    "element",
    [
        f"<p style='opacity:0;transform:translateY(20px)'>{SECRET}</p>",
        f"<div style='background:#003'><p style='color:#fff'>{SECRET}</p></div>",
        f"<section style='width:0px'><p>{SECRET}</p></section>",
        f"<details><summary>Fees</summary><p>{SECRET}</p></details>",
        f"<p hidden='until-found'>{SECRET}</p>",
        f"<p style='text-decoration:none;display:block'>{SECRET}</p>",
    ],
)
def test_what_comes_into_sight_is_read(element: str) -> None:
    assert both(element).count(SECRET) == 2


def test_a_page_that_waits_for_its_scripts_is_read() -> None:
    page = f"<html style='visibility:hidden'><body style='opacity:0'><p>{LOREM}</p></body></html>"
    assert LOREM.strip() in readable(page.encode(), "text/html", "https://news.test/").text


@pytest.mark.parametrize(
    "before",
    [
        "<script>" + "var x = 1;\n" * 550_000 + "</script>",
        "<style>" + ".a{b:c}\n" * 700_000 + "</style>",
        "<!--" + "a b c\n" * 900_000 + "-->",
        "<img src='data:image/png;base64," + "QUJD" * 1_400_000 + "'>",
        "<svg><path d='" + "M1 2 " * 1_100_000 + "'/></svg>",
    ],
    ids=["script", "style", "comment", "data", "svg"],
)
def test_megabytes_that_are_no_text_leave_the_text_its_room(before: str) -> None:
    assert len(before) > LARGEST_HTML
    assert "It costs 1,600." in read(f"{before}<article><p>{LOREM * 5}It costs 1,600.</p></article>")


def test_what_says_when_it_was_published_stays() -> None:
    dated = '<script type="application/ld+json">{"datePublished": "2026-03-02"}</script>'
    assert slim(f"<script>x()</script>{dated}<p>Words</p>") == f"{dated}<p>Words</p>"


@given(
    st.lists(st.sampled_from(["<!--", "-->", "<style", "</style>", "<svg>", "</svg", "İ", "words ", ">"])).map(
        "".join
    )
)
def test_what_is_never_closed_stays(text: str) -> None:
    assert set(slim(text)) <= set(text)
    if "-->" not in text and "</" not in text:
        assert slim(text) == text


@given(st.text("display:none;opacity0-9px !{}()", max_size=60))
def test_any_style_is_judged(style: str) -> None:
    assert hides(style) in (True, False)
    assert hides(f"display:none;{style}")
