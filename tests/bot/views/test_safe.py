"""Other people's words, made fit for Slack."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.views import safe
from tests.bot.views.texts import HOSTILE, pings, pings_in_markdown

J = safe.JOINER


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<!channel> look", f"@{J}channel look"),
        ("<!here|here>, <!everyone>", f"@{J}here, @{J}everyone"),
        ("<!subteam^S1|@ops> and <!subteam^S1>", f"@{J}ops and @{J}group"),
        ("<@U1> <@U1|anna>", f"@{J}U1 @{J}anna"),
        ("<#C1> <#C1|general>", f"#{J}C1 #{J}general"),
        ("<!date^1^{date}|May 5>", "May 5"),
        ("@channel, (@here) @everyone", f"@{J}channel, (@{J}here) @{J}everyone"),
        ("&lt;!channel&gt;", f"&lt;{J}!channel&gt;"),
        ("<\\!channel>", f"<{J}\\!channel>"),
        ("`<!channel>`", f"`<{J}!channel>`"),
        ("```\n<@U1>\n```", f"```\n<{J}@U1>\n```"),
        ("see ![a chart](https://e.test/x.png) and ![](http://e.test/y)", "see a chart and (image)"),
        ("![ref][1]", f"!{J}[ref][1]"),
        ("one<br/>two", "one  \ntwo"),
        ("| a<br>b |", "| a b |"),
        ("<b>bold</b>", f"<{J}b>bold<{J}/b>"),
        ("one<br>- two", f"one  \n{J}- two"),
        ("# one<br>two", "# one two"),
        ("one<br>\ntwo", "one  \ntwo"),
        ("- one<br/><br/>two", f"- one  \n{J}  \ntwo"),
        ("> one<br><br>\n> two", f"> one  \n{J}  \n> two"),
        ("<https://e.test/a_b|the page>", "[the page](https://e.test/a_b)"),
        ("![- a](https://e.test/x.png)", f"{J}- a"),
        ("[x]![](https://e.test/y)", f"[x]{J}(image)"),
        ("`<b>` <b>", f"`<b>` <{J}b>"),
        ("a\x00b\u202ec\ud800d\r\ne", "abcd\ne"),
        ("_@here_ 皆さん@channel", f"_@{J}here_ 皆さん@{J}channel"),
        (
            "[[1]](https://e.test/a)@here (https://e.test/b)@everyone",
            f"[[1]](https://e.test/a)@{J}here (https://e.test/b)@{J}everyone",
        ),
        ("https://e.test/?q[]=1&r[a][b]=2 [1]", "<https://e.test/?q[]=1&r[a][b]=2> [1]"),
        ("see https://e.test/a[1][2].", "see <https://e.test/a>[1][2]."),
    ],
)
def test_markdown_is_made_safe(written: str, sent: str) -> None:
    assert safe.markdown(written) == sent


@pytest.mark.parametrize(
    "text",
    [
        "help!@e.test, me@here.test",
        "a < b, a <= b, x <- y, I <3 it",
        "`List<String>` `<br>` `@scope/pkg`",
        "```html\n<div><br>@channel</div>\n<!-- x -->\n```",
        "<https://e.test/a?b=1&c=2> <me@e.test>",
        "https://e.test/@here/x_merge_requests https://e.test/?q=@channel",
        "[[1]](https://e.test/Card%28s%29.pdf) [words](https://e.test)",
        'it\'s "A & B" < C',
        "**Status**: OK tests_of_it ~x~",
        "**Status:** OK, 2 * 3 * 4",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ],
)
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert safe.markdown(text) == text


@given(HOSTILE)
def test_no_markdown_pings(text: str) -> None:
    assert not pings_in_markdown(safe.markdown(text))


@given(HOSTILE.map(lambda text: text.replace("`", "").replace("~", "")))
def test_outside_code_no_markdown_holds_html_or_images(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(safe.markdown(text))
    kinds = {token.type for outer in tokens for token in (outer, *(outer.children or ()))}
    assert not kinds & {"html_block", "html_inline", "image"}


@given(HOSTILE, st.integers(10, 200))
def test_literal_words_ping_nobody_fit_and_show_something(text: str, at_most: int) -> None:
    words = safe.words(text, at_most)
    assert not pings(words)
    assert safe.size(words) <= at_most
    assert safe.visible(words) and "\n" not in words


@given(HOSTILE | st.text(), st.integers(3, 60))
def test_a_text_is_cut_where_the_next_character_would_be_too_much(text: str, at_most: int) -> None:
    shown = safe.cut(text, at_most)
    assert safe.size(shown) <= at_most or shown == text
    whole = safe.fitting(text, at_most)
    assert safe.size(text[:whole]) <= at_most
    assert whole == len(text) or safe.size(text[: whole + 1]) > at_most


@given(st.text() | HOSTILE)
def test_a_size_is_never_less_than_anybody_could_count(text: str) -> None:
    text = safe.tidy(text)
    escaped = safe.escape(text)
    counts = (len(text), len(escaped), len(escaped.encode()), len(escaped.encode("utf-16-le")) // 2)
    assert safe.size(text) == max(counts)


@given(HOSTILE)
def test_what_is_harmless_already_is_left_alone(text: str) -> None:
    assert safe.harmless(safe.markdown(text)) == safe.markdown(text)


@given(HOSTILE)
def test_escaping_is_undone_by_reading(text: str) -> None:
    assert safe.unescape(safe.escape(text)) == text


@given(st.dictionaries(st.text(), st.text() | HOSTILE))
def test_shown_arguments_are_the_same_json(arguments: dict[str, str]) -> None:
    text = json.dumps(arguments, ensure_ascii=False)
    shown = safe.exact(text)
    assert json.loads(shown) == json.loads(text)
    assert not pings(shown)
    assert all(safe.visible(char) or char == " " for char in shown)


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("https://e.test/a_(b)?x=1&y=2#z", "https://e.test/a_(b)?x=1&y=2#z"),
        ("HTTP://e.test/ä b", "HTTP://e.test/ä%20b"),
        ('https://e.test/<x>"|`', "https://e.test/%3Cx%3E%22%7C%60"),
        ("docs/a.md", ""),
        ("javascript:alert(1)", ""),
        ("https://", ""),
        ("https://[::1", ""),
        ("https://e.test/" + "x" * 2_000, ""),
    ],
)
def test_only_web_addresses_become_links(address: str, url: str) -> None:
    assert safe.web_address(address) == url
    assert safe.web_address(url) == url


@pytest.mark.parametrize(
    "address", ["https://e.test/a_(b)", "https://e.test/?a=1&copy;=2&lt;b", "https://e.test/?a=1&b=2"]
)
def test_a_link_in_markdown_leads_where_the_address_does(address: str) -> None:
    (paragraph,) = (t for t in MarkdownIt().parse(f"[[1]]({safe.link_target(address)})") if t.type == "inline")
    (link,) = (token for token in paragraph.children or () if token.type == "link_open")
    assert str(link.attrs["href"]).replace("%28", "(").replace("%29", ")") == address
