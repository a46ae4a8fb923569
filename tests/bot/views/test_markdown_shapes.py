"""Markdown of every shape comes out readable and whole: nothing is lost, nothing is shown otherwise than meant."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from agent.facts import Answer, Source
from agent.markdown.marks import areas
from bot.playground.slack.blocks import check_message
from bot.playground.slack.markdown import to_blocks
from bot.views import safe
from bot.views.answer import cited
from bot.views.blocks import LIMITS
from bot.views.split import split
from bot.views.tables import arranged
from tests.bot.views.markdown_texts import ANYTHING, WELL_FORMED, fences, is_within, kinds, letters, shown, table
from tests.bot.views.story import Story
from tests.bot.views.test_limits import answered, keeps_to_them, markdown_of
from tests.bot.views.texts import outgoing, pings, pings_in_markdown

J = safe.JOINER
LINK = '<a href="https://e.test/x">https://e.test/x</a>'


def rendered(text: str) -> str:
    """HTML of a text as an answer shows it."""
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(cited(text, ()))).strip()


# --- formulas -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "formula",
    [
        "$a_1*b$ and $c_2*d$",
        "$$E = m*c_2*d + x_3$$",
        r"\(x_1\) and \(y_2 \, z\)",
        r"\[ \frac{a_1}{b_2} \; \{ c \} \]",
        r"\[ a \\[2pt] b \\ c \]",
        r"\begin{align*} a &= b_1 \\ c &= d_2 \end{align*}",
        "$x < y$, $a<b$ and $f[1](x)$",
        "$$\na &= b \\\\\n- c_1 * d\n=\n1. x\n$$",
        "\\[\n\\begin{aligned}\nx_1 &= 1 \\\\\n+ x_2 &= 2\n\\end{aligned}\n\\]",
        r"so $\left(\frac{a}{b}\right)^{*}$, $p^*_1$ and $q^*_2$",
        r"\frac{a}{b}",
    ],
)
def test_a_formula_is_shown_to_the_letter(formula: str) -> None:
    assert shown(cited(formula, ())) == formula
    assert shown(cited(f"> {formula}".replace("\n", "\n> "), ())) == formula
    assert (
        shown(cited(f"Before.\n\n- {formula}".replace("\n", "\n  ").replace("  \n", "\n"), ()))
        == f"Before.\n{formula}"
    )


def test_prices_are_no_formulas() -> None:
    assert rendered("$5 and $10, *not* $20") == "<p>$5 and $10, <em>not</em> $20</p>"
    assert rendered("US$5 *a* US$6 and $1,000 **b** EUR, or 7 US$") == (
        "<p>US$5 <em>a</em> US$6 and $1,000 <strong>b</strong> EUR, or 7 US$</p>"
    )


@pytest.mark.parametrize("words", ["[sic]", "[emphasis added]", "[…]", "[...]", "[12]", "(see above)"])
def test_words_in_escaped_brackets_are_no_formula(words: str) -> None:
    written = re.sub(r"([\[\]()])", r"\\\1", words)
    assert rendered(f"He said {written} so, $a_1$.") == f"<p>He said {words} so, $a_1$.</p>"
    assert rendered(r"\[x\] and \(y\)") == r"<p>\[x\] and \(y\)</p>"


def test_a_formula_in_code_is_code() -> None:
    text = "`$a_1*b$` and\n\n```latex\n$$\n\\frac{a_1}{b} \\\\\n$$\n```\n\n    $a_1*b$"
    assert cited(text, ()) == text


def test_a_formula_pings_nobody() -> None:
    assert not pings_in_markdown(cited("$a <!channel> b_1$ \\[ <@U1> @here \\]", ()))


# --- emphasis -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "html"),
    [
        ("**Status:**OK", "<strong>Status</strong>:OK"),
        ("これは**「重要」**です", "これは「<strong>重要</strong>」です"),
        ("**Hinweis:**Text", "<strong>Hinweis</strong>:Text"),
        ("**Achtung!?**Los", "<strong>Achtung</strong>!?Los"),
        ("**結論：**はい。**理由：**高い", "<strong>結論</strong>：はい。<strong>理由</strong>：高い"),
        ("a **「x」と「y」**は", f"a <strong>「x」と「y」{J}</strong>は"),
        ("**`code`**です", f"<strong><code>code</code>{J}</strong>です"),
        ("nicht **so (oder so)**gut", f"nicht <strong>so (oder so){J}</strong>gut"),
        ("das**(neue)**Haus", "das(<strong>neue</strong>)Haus"),
        ("***Beides:***hier", "<em><strong>Beides</strong></em>:hier"),
        ("*Hinweis:*Text", "<em>Hinweis</em>:Text"),
        ("**Fine:** text and **fine**.", "<strong>Fine:</strong> text and <strong>fine</strong>."),
        ("f(x)*g(y)*h", "f(x)*g(y)*h"),
        ("2*3*4 and 2**3 and 3**2", "2*3*4 and 2**3 and 3**2"),
        ("__tests__, src/__init__.py, __all__", "__tests__, src/__init__.py, __all__"),
        ("__two words__ snake_case_name", "<strong>two words</strong> snake_case_name"),
        ("`**a:**b` **", "<code>**a:**b</code> **"),
        ("__粗体：__文字", "<strong>粗体</strong>：文字"),
        ("_斜体。_文字", "<em>斜体</em>。文字"),
        ("__Note:__Text and _Nota:_Text", "<strong>Note</strong>:Text and <em>Nota</em>:Text"),
        ("これは__「重要」__です", "これは「<strong>重要</strong>」です"),
        ("foo_(x)_bar, snake_case：x_y, (_x_)y", "foo_(x)_bar, snake_case：x_y, (<em>x</em>)y"),
        ("**これ__は。**それ__も", "<strong>これ__は</strong>。それ__も"),
        ("これ**https://e.test/x**です", f"これ<strong>{J}{LINK}{J}</strong>です"),
        ("**https://e.test/x**です", f"<strong>{LINK}{J}</strong>です"),
        ("**<https://e.test/x>**です", f"<strong>{LINK}{J}</strong>です"),
        ("詳細はhttps://e.test/xをご覧。『https://e.test/x』と", f"詳細は{LINK}をご覧。『{LINK}』と"),
        ("https://e.test/x[1] and https://e.test/x、次", f"{LINK}[1] and {LINK}、次"),
    ],
)
def test_emphasis_is_rendered_as_it_was_meant(written: str, html: str) -> None:
    assert rendered(written) == f"<p>{html}</p>"


def test_struck_words_are_struck_beside_a_letter() -> None:
    assert cited("~~删除。~~文字, ~~gone:~~now", ()) == "~~删除~~。文字, ~~gone~~:now"


@given(
    st.sampled_from([":", "。", "！", ".", "?", "…", "）", '"']),
    st.sampled_from("aé字か1"),
    st.sampled_from("aé字か1"),
)
def test_bold_words_are_bold_whatever_stands_around_them(sign: str, inside: str, after: str) -> None:
    html = rendered(f"x **{inside}{sign}**{after} y")
    assert "**" not in html and f"<strong>{inside}" in html
    assert letters(shown(cited(f"x **{inside}{sign}**{after} y", ()))) == letters(f"x{inside}{after}y")


# --- addresses, names, entities -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "https://e.test/a/-/merge_requests/1 and https://e.test/b/-/merge_requests/2",
        "https://e.test/_a_/b and https://e.test/__x__/*y*",
        "(see https://e.test/a_(b)_), and https://e.test/c_.",
        "https://e.test/@someone/x, me@e.test, help!@e.test",
        "@scope/pkg and `@scope/pkg`",
        "<https://e.test/?a=1&b=2> https://e.test/?a=1&b=2",
        'it\'s "A & B" < C > D',
        "emoji 😀 :smile: 👩‍👩‍👧‍👦 zero\u200bwidth",
        "- [ ] open\n- [x] done",
        "text[^1]",
        "a_b and c_d",
    ],
)
def test_words_are_shown_unchanged(text: str) -> None:
    expected = text.replace("- ", "").replace("<https", "https").replace("b=2>", "b=2").replace("`", "")
    assert shown(cited(text, ())) == expected


def hrefs(text: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(cited(text, ()))
    inner = [child for token in tokens for child in token.children or ()]
    return [str(token.attrs["href"]) for token in inner if token.type == "link_open"]


def test_addresses_lead_where_they_say() -> None:
    assert hrefs("https://e.test/__x__/y. **https://e.test/_q_** (https://e.test/a_(b)_)") == [
        "https://e.test/__x__/y",
        "https://e.test/_q_",
        "https://e.test/a_(b)_",
    ]
    assert hrefs("[[1]](https://e.test/Card(s)%20Guide.pdf)") == ["https://e.test/Card(s)%20Guide.pdf"]
    assert hrefs("[https://e.test/_a_](https://e.test/_a_)") == ["https://e.test/_a_"]


def test_footnotes_and_definitions_do_not_vanish() -> None:
    assert shown(cited("text[^1]\n\n[^1]: https://e.test/x\n\n[guide]: https://e.test/y", ())) == (
        "text[^1]\n[^1]: https://e.test/x\n[guide]: https://e.test/y"
    )


def test_html_is_words_and_line_breaks_break_lines() -> None:
    assert shown(cited("one<br/>two <b>bold</b> &amp; &lt;i&gt;", ())).replace(J, "") == "one\ntwo <b>bold</b> & <i>"
    assert shown(cited("a<br>- b<br>1. c<br>```d", ())).replace(J, "") == "a\n- b\n1. c\n```d"
    assert "html_block" not in kinds(cited("<details>\n<summary>x</summary>\n</details>", ()))


@pytest.mark.parametrize("breaks", ["<br/><br/>", "<br> <BR >", "<br><br/><br>"])
@pytest.mark.parametrize("lead", ["", "- ", "1. ", "> ", "> - "])
def test_line_breaks_do_not_end_what_they_stand_in(breaks: str, lead: str) -> None:
    written = cited(f"{lead}one{breaks}two{breaks}- three", ())
    lines = shown(written).replace(J, "").split("\n")
    assert [line for line in lines if line] == ["one", "two", "- three"]
    assert len(lines) == 1 + 2 * breaks.lower().count("<br")
    assert len([token for token in MarkdownIt("commonmark").parse(written) if token.type == "inline"]) == 1


def test_slacks_own_form_of_a_link_is_a_link() -> None:
    assert rendered("See <https://e.test/a_b|the page>, <https://e.test/x|>, <https://e.test/c|a [1] b>.") == (
        f'<p>See <a href="https://e.test/a_b">the page</a>, {LINK}, <a href="https://e.test/c">a [1] b</a>.</p>'
    )
    assert hrefs("<https://e.test/a(b|page>") == ["https://e.test/a%28b"]
    assert cited("`<https://e.test/a|b>`", ()) == "`<https://e.test/a|b>`"


@pytest.mark.parametrize(
    "nothing",
    ["&nbsp;", "# ", "> ", "```\n```", "```python\n\n```", "- ", "&#8203;", "<br>", "---", "&nbsp;\n" * 900],
)
def test_small_talk_that_shows_nothing_says_so(nothing: str) -> None:
    assert markdown_of(answered(nothing, mode="chat")) == markdown_of(answered("", mode="chat")) != [nothing]


@pytest.mark.parametrize("something", ["👍", "`x`", "&amp;", "\\*", "| a |\n|-|", "& " * 2_000, "```\n.\n```"])
def test_small_talk_that_shows_anything_is_shown(something: str) -> None:
    assert letters(shown("\n".join(markdown_of(answered(something, mode="chat"))))) == letters(shown(something))
    assert markdown_of(answered(something, mode="chat")) != markdown_of(answered("", mode="chat"))


def test_forced_directions_go_and_words_stay() -> None:
    assert cited("\u202eabc\u202c \u2067שלום\u2069 مرحبا \u200fx", ()) == "abc שלום مرحبا \u200fx"


def test_citations_become_links_in_prose_only() -> None:
    page = Source(number=1, address="https://e.test/a_b", title="T")
    link = "[[1]](https://e.test/a_b)"
    text = "Yes [1], `[1]`, $x_1[1]$, **so [1]**は\n\n```\na[1]\n```"
    shown_ = cited(text, (page,))
    assert shown_.startswith(f"Yes {link}, `[1]`, $x\\_1\\[1]$, **so {link}{J}**は")
    assert shown_.endswith("```\na[1]\n```")


# --- code -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["", "python", "mermaid", "sql", "c++", "jsonc title=x"])
@pytest.mark.parametrize("sign", ["```", "~~~", "````"])
@pytest.mark.parametrize("lead", ["", "> ", "   "])
def test_long_code_is_reopened_with_its_language(language: str, sign: str, lead: str) -> None:
    lines = [f"{lead}  line {at} **x:**y $a_1$ <b> | c" for at in range(400)]
    item = "1. First:\n\n" if lead == "   " else "First:\n\n"
    text = f"{item}{lead}{sign}{language}\n" + "\n".join(lines) + f"\n{lead}{sign}\n\nafter"
    parts = markdown_of(answered(text))
    found = [fence for part in parts for fence in fences(part)]
    assert len(parts) > 1 and {info for info, _ in found} == {language}
    assert [line for _, code in found for line in code.split("\n") if line.strip()] == [
        line.removeprefix(lead) for line in lines
    ]


def test_a_diagram_stays_code() -> None:
    text = "```mermaid\ngraph TD;\n  A-->B;\n```"
    assert cited(text, ()) == text


def test_three_items_stay_three_around_a_fence() -> None:
    text = "1. one\n2. two\n\n```sh\nls\n```\n\n3. three"
    assert cited(text, ()) == text
    numbered = [
        part for block in to_blocks(cited(text, ())) for part in block["elements"] if part["type"] == "rich_text_list"
    ]
    assert [part.get("offset", 0) for part in numbered] == [0, 2]


def test_nested_lists_keep_their_depth() -> None:
    text = "1. a\n   - b\n     - c\n       - d\n2. e"
    assert cited(text, ()) == text
    lists = [part for part in to_blocks(text)[0]["elements"] if part["type"] == "rich_text_list"]
    assert [(part["style"], part["indent"]) for part in lists] == [
        ("ordered", 0), ("bullet", 1), ("bullet", 2), ("bullet", 3), ("ordered", 0),
    ]  # fmt: skip


# --- tables ---------------------------------------------------------------------------------------------------------


def tables_of(text: str) -> list[list[list[str]]]:
    """The cells of every table that Slack would make of a text."""
    return [
        [["".join(one.get("text", "") for part in cell["elements"] for one in part["elements"]) for cell in row]
         for row in block["rows"]]
        for block in to_blocks(text) if block["type"] == "table"
    ]  # fmt: skip


def test_no_cell_is_empty_and_no_cell_is_lost() -> None:
    text = "| a | | c |\n|---|---|---|\n| 1 | | 3 |\n| 1 |\n|  | `x|y` | 3 |\n| 1 | 2 | 3 | 4 |\n||||"
    assert tables_of(cited(text, ())) == [
        [["a", "—", "c"], ["1", "—", "3"], ["1", "—", "—"], ["—", "x|y", "3"], ["1", "2", "3 | 4"], ["—"] * 3]
    ]


def test_a_table_in_a_fence_is_left_alone() -> None:
    for head in ("| a | |", "| `x|y` | b |"):
        text = f"```\n{head}\n|---|---|\n| `x|y` | **z:**a |\n```"
        assert cited(text, ()) == text


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("| `x|y` | b |\n|---|---|\n| 1 | 2 |", [["x|y", "b"], ["1", "2"]]),
        ("a | `x||y`\n:-- | --:\n1 | 2", [["a", "x||y"], ["1", "2"]]),
        ("| a | [x|y](https://e.test/a|b) |\n|---|---|\n| [p|q](https://e.test/z) | `r|s` |",
         [["a", "x|y"], ["p|q", "r|s"]]),
        ("- in a list\n\n  | `x|y` | b |\n  |---|---|\n  | 1 | 2 |", [["x|y", "b"], ["1", "2"]]),
        ("| <https://e.test/a|w> | b |\n|---|---|\n| <https://e.test/b|v> | 2 |", [["w", "b"], ["v", "2"]]),
    ],
)  # fmt: skip
def test_a_header_with_bars_in_code_or_links_is_a_header(text: str, rows: list[list[str]]) -> None:
    assert tables_of(cited(text, ())) == [rows]


def test_what_is_no_header_does_not_become_one() -> None:
    for text in ("| a | b | `c|d` |\n|---|---|", "`a|b`\n---", "| `a` | b | c |\n|---|---|"):
        assert tables_of(cited(text, ())) == [] and cited(text, ()) == text


def test_two_tables_keep_their_headers() -> None:
    text = f"{table(2, [['1', '2']])}\n\n| c | d |\n|---|---|\n| 3 | 4 |"
    assert [rows[0] for rows in tables_of(cited(text, ()))] == [["head0", "head1"], ["c", "d"]]


def test_a_table_in_a_list_stands_by_itself_and_the_numbers_go_on() -> None:
    text = "1. one\n\n   | a | b |\n   |---|---|\n   | 1 | |\n\n   more\n2. two\n\n    - deep"
    written = cited(text, ())
    assert tables_of(written) == [[["a", "b"], ["1", "—"]]]
    assert "\n\n| a | b |\n" in written and "\n2. two" in written
    assert letters(shown(written)) == letters(shown(text))


def test_a_table_with_too_many_columns_is_told_as_a_list() -> None:
    rows = [[f"r{row}c{at}" for at in range(25)] for row in range(4)]
    written = cited("Look:\n\n" + table(25, rows) + "\n\nend", ())
    assert tables_of(written) == []
    for row in rows:
        assert all(f"head{at}: {cell}" in written for at, cell in enumerate(row))
    assert cited(table(20, [row[:20] for row in rows]), ()) == table(20, [row[:20] for row in rows])


def test_a_row_that_nobody_could_read_is_told_as_a_list() -> None:
    written = arranged(table(2, [["x", "word " * 1_000], ["y", "z"]]), LIMITS.columns)
    assert written.startswith("- head0: x\n  - head1: word word") and written.rstrip().endswith(
        "- head0: y\n  - head1: z"
    )


@pytest.mark.parametrize("rows", [99, 100, 250, 1_000])
def test_a_long_table_is_several_tables_under_the_same_header(rows: int) -> None:
    written = [[f"r{at}", "値" * 9, "", "`a`"] for at in range(rows)]
    cards = answered("Here [1]:\n\n" + table(4, written))
    found = [one for text in markdown_of(cards) for one in tables_of(text)]
    for card in cards:
        keeps_to_them(card)
        assert all(len(one) <= LIMITS.rows for text in markdown_of([card]) for one in tables_of(text))
    assert all(one[0] == [f"head{at}" for at in range(4)] for one in found)
    assert [row[0] for one in found for row in one[1:]] == [f"r{at}" for at in range(rows)]
    for text in markdown_of(cards):
        assert sum(len(cell.encode()) for one in tables_of(text) for row in one for cell in row) <= LIMITS.tables


_NEARLY_TABLES = st.lists(
    st.sampled_from(["|", "a", "-", "|-|", "|-|-|\n", "\n", "\n\n", "> ", "- ", "  ", "    ", "1. ", "# ",
                     "```\n", "`", "\\|", "\t", ":", "***\n"]),
    max_size=40,
).map("".join)  # fmt: skip


@settings(max_examples=100)
@given(_NEARLY_TABLES | ANYTHING)
def test_rows_are_where_the_library_has_them(text: str) -> None:
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    theirs = [token.map[0] for token in tokens if token.type == "tr_open" and token.map]
    line_ends = [found.end() for found in re.finditer(r"\r\n?|\n", text)]
    assert [bisect_right(line_ends, area.start) for area in areas(text) if area.kind == "row"] == theirs


# --- any text -------------------------------------------------------------------------------------------------------

_NO_LETTERS = re.compile(r"<[!@#][^<>\n]*>|&#?\w+;")  # mentions, and signs that are written as entities
_MENTIONS = re.compile(r"<[!@#][^<>\n]*>")  # shown by their names alone


@settings(max_examples=60)
@given(WELL_FORMED)
def test_every_letter_of_a_well_formed_text_is_shown_in_its_place(text: str) -> None:
    assert letters(shown(cited(text, ()))) == letters(shown(safe.tidy(text)))


@settings(max_examples=60)
@given(WELL_FORMED, st.integers(1, 4))
def test_what_is_split_is_shown_as_the_whole_was(text: str, times: int) -> None:
    whole = cited("\n\n".join([text] * times), ())
    parts = [safe.harmless(part) for part in split(whole, 1_000)]
    assert letters("\n".join(map(shown, parts))) == letters(shown(whole))


@settings(max_examples=60)
@given(ANYTHING, st.integers(1, 3))
def test_whatever_is_written_no_letter_is_lost_and_nothing_pings(text: str, times: int) -> None:
    said = Answer(mode="chat", text=text * times)
    thread = Story().recalled().understood().drafted("…").answered(said).thread()
    cards = [card for slot, card in thread.items() if slot == "progress" or slot.startswith("answer.")]
    for card in cards:
        keeps_to_them(card)
        check_message(list(card.blocks))
        for block, words in outgoing(card):
            assert not (pings_in_markdown(words) if block and block["type"] == "markdown" else pings(words))
    parts = markdown_of(cards)
    assert not any({"image", "html_block", "html_inline"} & kinds(part) for part in parts)
    before = letters(shown(_MENTIONS.sub(J, safe.tidy(text)))).replace("head", "")
    assert is_within(before, letters("\n".join(map(shown, parts))))


@settings(max_examples=50)
@given(ANYTHING)
def test_where_slack_takes_no_blocks_the_same_words_go_out(text: str) -> None:
    cards = answered(text, mode="chat")
    blocks = letters("".join(_NO_LETTERS.sub("", text) for text in markdown_of(cards)))
    words = letters(safe.unescape("".join(piece for card in cards for piece in card.plain)))
    assert is_within(re.sub("https?", "", blocks), words)


@pytest.mark.parametrize(
    "sign",
    ["[", "`", "*", "**a:**b", "> ", "<", "|", "$", "\\[", "<br>", "![", "https://e.test/_)", "```\n", "「**", "\\",
     "a|b\n-|-\n", "][https://x\\", "- a\n", "[^1]:", "$$a\n", "`|`\n-|-\n", "<https://x|", "__。__a", "~~。~~a",
     "https://xを", "&nbsp;", "|\n ", "<br/>"],
)  # fmt: skip
def test_a_hostile_text_comes_to_its_end_and_fits(sign: str) -> None:
    for card in answered((sign * 60_000)[:60_000], mode="chat"):
        keeps_to_them(card)


@pytest.mark.parametrize("nothing", ["", "<br>", "<br/> <BR>", "&nbsp;", "\u200b", "\u2060 &nbsp;"])
def test_a_cell_that_shows_nothing_gets_a_sign(nothing: str) -> None:
    """Slack refuses a message whose table has an empty cell."""
    text = cited(f"| a | b |\n|---|---|\n| {nothing} | x |\n| y | {nothing} |", ())
    (table,) = (block for block in to_blocks(text) if block["type"] == "table")
    assert [[shown_in(cell) for cell in row] for row in table["rows"]] == [["a", "b"], ["—", "x"], ["y", "—"]]


def shown_in(cell: Any) -> str:
    parts = [part for section in cell["elements"] for part in section["elements"]]
    return "".join(str(part["text"]) for part in parts).strip()


def test_signs_written_as_entities_are_read_in_the_plain_form_as_they_are_in_the_blocks() -> None:
    (card,) = answered("a &amp; b &quot;x&quot; `c &amp;` https://e.test/?a=1&copy=2", mode="chat")
    assert safe.unescape(card.text) == 'a & b "x" `c &amp;` https://e.test/?a=1&copy=2'
    (card,) = answered("&lt;!channel&gt; all", mode="chat")
    assert "<!channel" not in safe.unescape(card.text)
