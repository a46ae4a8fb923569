"""HTML in a draft becomes the Markdown that it means; as a word, and in code, it stays."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.markdown.tags import without_tags
from tests.agent.test_evidence import looked_at


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in without_tags(text).split("\n") if line.strip(" >")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<p>It is red.</p><p>It is light.</p>", ["It is red.", "It is light."]),
        ('<div align="center">\n\nIt is red.\n\n</div>', ["It is red."]),
        ("<details open>\n<summary><b>Price</b></summary>\nCheap.\n</details>", ["**Price**", "Cheap."]),
        ("<DETAILS><SUMMARY>Waga</SUMMARY>Lekki.</DETAILS>", ["**Waga**", "Lekki."]),
        ("<ul>\n<li>red</li><li>light</li>\n</ul>", ["- red", "- light"]),
        ("<dl><dt>Price</dt><dd>low</dd></dl>", ["**Price**", "- low"]),
        ("<h3>Preis</h3>Er ist niedrig.<hr/>Mehr", ["### Preis", "Er ist niedrig.", "Mehr"]),
        ("<blockquote><p>It is red.</p><p>Very.</p></blockquote>So.", ["> It is red.", "> Very.", "So."]),
        ("It is <b>red</b>, <em>very</em> <code>red</code>.", ["It is **red**, *very* `red`."]),
        ("It is <u>red</u> and <mark>light</mark>.", ["It is red and light."]),
        ("one<br>two<br />three", ["one", "two", "three"]),
        ("5 m<sup>2</sup>, CO<sub>2</sub>, 1<sup>st</sup>", ["5 m², CO2, 1st"]),
        ('See <a href="https://a.test/x">the page</a>.', ["See [the page](https://a.test/x)."]),
        ("<img src='https://a.test/x.png' alt=\"a cat\">", ["![a cat](https://a.test/x.png)"]),
        ("It is red.<!-- is it? -->", ["It is red."]),
        ("129&nbsp;euros &ndash; AT&amp;T &eacute;t&eacute;", ["129\u00a0euros – AT&T été"]),
        ("<answer>It is red.</answer>", ["It is red."]),
    ],
)
def test_what_lays_out_becomes_markdown(text: str, lines: list[str]) -> None:
    assert _lines(text) == lines


@pytest.mark.parametrize(
    "text",
    [
        "Use <p> for paragraphs and <b> for bold text.",
        "a < b and b > c, x <y> z",
        "`<b>red</b>` and `&nbsp;`",
        "```html\n<p>red</p>\n<!-- no -->\n```",
        "<!-- nothing closes it",
        "<table><tr><td>nor this",
        "&lt;b&gt; and &amp;lt; and &#60;",
        "List<String> of Map<K, V>",
        "| a | b |\n|---|---|\n| <p> | <li> |",
    ],
)
def test_what_is_a_word_or_code_stays(text: str) -> None:
    assert without_tags(text) == text


def test_a_table_becomes_one_below_its_title() -> None:
    rows = "<tr><th>What</th><th>Worth</th></tr>\n<tr><td>a|b</td><td>1<br>2</td></tr><tr><td colspan=2>c</td></tr>"
    assert _lines(f"<table>\n<caption>Prices</caption>{rows}</table>") == [
        "**Prices**",
        "| What | Worth |",
        "| --- | --- |",
        "| a\\|b | 1 2 |",
        "| c |  |",
    ]


_PIECES = ["<b>", "</b>", "<p>", "</p>", "<li>", "<a href='x'>", "</a>", "<!--", "-->", "<table>", "<td>", "</table>"]


@given(
    st.lists(st.sampled_from([*_PIECES, "<blockquote>", "`", "```", "\n", "\n\n", "| ", "word ", "7 "]), max_size=40)
)
def test_no_word_goes_that_stands_in_no_comment(pieces: list[str]) -> None:
    text = re.sub(r"<!--|-->", "", "".join(pieces))
    assert re.findall(r"word|7", without_tags(text)) == re.findall(r"word|7", text)


@pytest.mark.parametrize(
    ("draft", "shown"),
    [
        (
            "<details>\n<summary>More</summary>\n\nThe reader costs 129 euros [2].\n\n</details>",
            "**More**\n\nThe reader",
        ),
        ("<ul><li>The reader costs 129 euros [2].</li></ul>", "- The reader costs 129 euros [2]."),
        ("The <b>reader</b> costs 129&nbsp;euros<sup>[2]</sup>.", "The **reader** costs 129\u00a0euros[2]."),
    ],
)
def test_an_answer_in_html_is_shown_and_checked(draft: str, shown: str) -> None:
    checked = looked_at(draft)
    assert shown in checked.answer.text
    assert not checked.answer.unconfirmed
    assert "<" not in checked.answer.text


@pytest.mark.parametrize(
    "draft", ["<p>The reader costs 149 euros [2].</p>", "<li>It weighs <b>900</b> grams [2].</li>"]
)
def test_what_is_false_in_html_is_set_apart(draft: str) -> None:
    checked = looked_at(draft)
    assert not checked.answer.text
    assert checked.answer.unconfirmed


def test_no_link_and_no_image_of_html_leads_away() -> None:
    checked = looked_at(
        "The reader costs 129 euros [2]. <a href='https://evil.test/?q=1'>More</a> <img src=https://evil.test/i>"
    )
    assert "evil.test" not in checked.answer.text
    assert "![" not in checked.answer.text
