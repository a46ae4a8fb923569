"""Citations in the notations of other programs, and what only looks like one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Source
from agent.ledger import Ledger
from agent.markdown.marks import areas, cleared, code, marks
from agent.markdown.notations import ours, without_signs

P, S, E = "\ue200", "\ue202", "\ue201"
FENCE = "```"


def ledger() -> Ledger:
    listed = [
        (1, "https://one.test/a", "Price guide"),
        (2, "docs/screen.md", "The screen"),
        (3, "https://three.test", "C"),
    ]
    seeded = Ledger()
    seeded.seed([Source(number=number, address=address, title=title) for number, address, title in listed], 4)
    return seeded


LEDGER = ledger()


# By lines, apart by " | "; of OpenAI's private signs ‹ begins, · divides and › ends.
CITED = {
    "[1]": """
        【1】 | 【1†source】 | 【1:0†source】 | 【1†L10-L20】 | [1†source] | ［1］ | 〔1〕 | [¹] | ¹
        [1][source] | ‹cite·1› | [web:1] | [**1**] | [_1_] | \\[1\\] | \\[1]
        [Source 1] | [source: 1] | [SOURCE #1] | [ref 1] | [Ref. 1] | [#1] | [@1] | [doc1] | [Search result 1]
        [cite: 1] | [cite:1] | [citation:1] | [cite: 1.2.3] | [Source 1: Price guide] | [Source: Price guide]
        [Quelle 1] | [źródło 1] | [fuente 1] | [来源1] | [出典1] | [출처 1]
        【来源1】 | [^1] | [^1^] | [1, p. 5] | [1, lines 4-9]
        <sup>1</sup> | <sup>[1]</sup> | <cite>1</cite> | <ref>1</ref> | <cite id="1"/> | <source number="1" />
        <a href="#n1">[1]</a> | [cite]1[/cite] | [REF]1[/REF]
        <grok:render type="x"><argument name="citation_id">1</argument></grok:render>""",
    "[2]": "[docs/screen.md] | [docs/screen.md, lines 3-9] | [docs/screen.md:12]",
    "[9]": "[9] | [Source 9] | 【9†source】 | ［9］ | <cite>9</cite> | [cite: 9]",
    "[1, 2]": """
        [cite: 1, 2] | [Sources 1, 2] | [Source 1, Source 2] | [Quellen 1 und 2] | ［1，2］ | [refs 1 & 2]
        <sup>1,2</sup> | <sup>[1][2]</sup> | 【1†a, 2†b】""",
    "[1-2]": "[1]-[2] | [1]–[2] | [1−2] | [1‑2] | [1..2] | [1…2] | [1 to 2] | [1 bis 2] | [1〜2]",
    "[1, 3]": "[1 and 3] | [1 & 3] | [1/3] | [1 3] | [1|3] | [1+3] | [1, and 3] | [1 und 3] | [1と3] | \\[1, 3\\]",
    "[1, 9]": "[1 and 9] | [1 & 9]",
    "[1-3]": "[Sources 1-3] | [sources 1 to 3] | [Quellen 1 bis 3] | 〔1–3〕",
    "[1][2]": "‹cite·1·2› | 【1†a】【2†b】 | ¹²",
    "words[1]": "<cite index='1'>words</cite> | <co: 1>words</co: 1> | [cite_start]words[cite: 1]",
    "words[1, 2]": "<co>words</co: 0:[1,2]>",
}


def listed(text: str) -> list[str]:
    signs = str.maketrans("‹·›", P + S + E)
    return [one.strip(" ").translate(signs) for line in text.strip().split("\n") for one in line.strip().split(" | ")]


@pytest.mark.parametrize(
    ("cited", "numbers"), [(cited, numbers) for numbers, text in CITED.items() for cited in listed(text)]
)
def test_every_notation_becomes_our_own(cited: str, numbers: str) -> None:
    assert ours(f"It costs euros{cited}.", LEDGER) == f"It costs euros{numbers}."
    assert ours(f"價格是这样的{cited}。", LEDGER) == f"價格是这样的{numbers}。"


@pytest.mark.parametrize(
    ("cited", "numbers"),
    [
        ("[,2]", "[2]"), ("[, 1]", "[1]"), ("[1,]", "[1]"), ("[1,,2]", "[1, 2]"), ("[2–]", "[2]"), ("[2-]", "[2]"),
        ("[1-2-9]", "[1, 2]"),
        ("[1, 2, ]", "[1, 2]"), ("[9, 1,]", "[1]"), ("[1–2,]", "[1, 2]"), ("[,1、2]", "[1, 2]"),
    ],
)  # fmt: skip
def test_of_a_mark_with_a_sign_too_much_the_sources_count(cited: str, numbers: str) -> None:
    assert ours(f"It costs five euros {cited}.", LEDGER) == f"It costs five euros {numbers}."


@pytest.mark.parametrize(
    "cited",
    listed("""
        ‹cite·turn0search0› | ‹cite·turn0search0·turn0news1› | ‹filecite·turn0file0L1-L9› | ‹navlist·News·turn0news1›
        citeturn0search0turn0news1 | turn0search3 | [turn0search1] | 【turn0search3†L1-L3】 | (turn0view0)
        ‹cite·turn0sear | [turn0search1, turn0news2] | [cite: turn0search1] | [oaicite:0]
        :contentReference[oaicite:3]{index=3} | [cite] | [cite_start][cite_end] | [cite]turn0search0[/cite]
        [^lost] | [^x]"""),
)
def test_what_names_nothing_that_was_numbered_goes_without_a_trace(cited: str) -> None:
    made_up = "\n\n[^x]: https://elsewhere.test/made-up"
    assert ours(f"It costs five euros {cited}.{made_up}", LEDGER).strip() == "It costs five euros."
    assert ours(f"It costs five euros. {cited}{made_up}", LEDGER).strip() == "It costs five euros."


def test_what_private_signs_hold_for_people_stays() -> None:
    text = (
        f'By {P}entity{S}["people","Ann Berg","tester"]{E}, see {P}url{S}her page{S}turn0search0{E} {P}cite{S}1{E}.'
    )
    assert ours(text, LEDGER) == "By Ann Berg, see her page [1]."
    assert without_signs(f"Hello {P}cite{S}turn0search0{E}. [1] `{P}`") == f"Hello. [1] `{P}`"


@pytest.mark.parametrize(
    "text",
    [
        *listed("""
            [1] | [1][2] [1, 2] [1-3] | [[1]] | [9] | [2024] | [1, 1999] | [x] [ ] [] | - [ ] a | - [x] b
            [note 1] | [A1] | [Fig. 1] | [sic] | [citation needed] | [page 3] | [Source 2024] | [Source: Somebody]
            【重要】 | \\[Source 1]
            m², 10³ and cm² | Kilometer² | x¹ + x² | E=mc² | CO₂ | m<sup>2</sup> | 5<sup>th</sup> | price⁹
            [1](https://x.test) | [Source 1](https://x.test/【1†a】) | ![1](https://x.test) | (1) (Table 1)
            [1/9] | [1 9] | [1/2/2024] | [1 of 2] | [7-8-9] | [1:2] | [1] - [2] | [1] to [2] | [1]/[2]
            [,9] | [9–] | [01-02-03] | [-1] | m[,1]
            `[cite: 1]` `【1†source】` | a < b and c > d | List<String> <b> | turning 0 searches"""),
        f"{FENCE}\n[cite: 1] turn0search0\n{FENCE}",
        f"{FENCE}\nnever closed 【1†source】 ‹cite·1›",
        "~~~\n<sup>1</sup> [^1]\n[^1]: x\n~~~",
    ],
)
def test_what_is_no_citation_stays_to_the_byte(text: str) -> None:
    assert ours(text, LEDGER) == text


def test_where_raised_numbers_cite_one_that_names_nothing_is_a_citation_too() -> None:
    assert ours("Five euros¹, ten dollars⁹, 3 m².", LEDGER) == "Five euros[1], ten dollars[9], 3 m²."


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("It is[^1] so[^2].\n\n[^1]: Price guide, 2024\n[^2]: screen", "It is[1] so[2]."),
        ("It is[^7] so.\n\n[^7]: <https://one.test/a?utm_source=x>", "It is[1] so."),
        ("It is[^a] so.\n\n[^a]: [The screen](docs/screen.md)\n[^b]: The screen", "It is[2] so."),
        ("It is[^a] so.\n\n[^a]: docs/screen.md", "It is[2] so."),
        ("It is[^9] so.\n\n[^9]: https://made-up.test", "It is[9] so."),
        ("It is[^9].\n\n[^9]: Without tax.\n\nMore[^9].", "It is (Without tax).\n\nMore."),
        (
            "It is[^note] so.\n\n[^note]: An aside,\n    over lines.\n\nEnd.",
            "It is (An aside, over lines) so.\n\nEnd.",
        ),
        ("It is[^1].\n\n[^1]: [2]", "It is[2]."),
        ("It is[^1].\n\n[^1]: The screen, docs/screen.md [2]", "It is[2]."),
        ("It is[^1].\n\n[^1]: Without tax [2]", "It is (Without tax [2])."),
        ("> It is[^1].\n>\n> [^1]: Price guide\n\nEnd.", "> It is[1].\n>\n\nEnd."),
        ("It is[^n].\n\n[^n]: " + "word " * 60, "It is.\n\n" + ("word " * 60).strip()),
        ("[^1]: It costs nothing.", "It costs nothing."),
        ("As in [^1]: more.", "As in [1]: more."),
    ],
)
def test_footnotes_are_what_they_stand_for(written: str, read: str) -> None:
    assert re.sub(r"\n{3,}", "\n\n", ours(written, LEDGER)).strip() == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("See [the guide][1].\n\n[1]: https://e.test/a", "See [the guide](https://e.test/a)."),
        ("See [guide] and [it][].\n\n[guide]: <https://e.test/a> 'x'\n[It]: https://e.test/b",
         "See [guide](https://e.test/a) and [it](https://e.test/b)."),
        ("It is so [1][2] [3].\n\n[1]: https://e.test/a \"Made up\"\n[9]: https://e.test/b", "It is so [1][2] [3]."),
        ("`[x][1]`\n\n```\n[1]: https://e.test/a\n```", "`[x][1]`\n\n```\n[1]: https://e.test/a\n```"),
        ("Anna [1]: it is so.\n\n[x]: see there", "Anna [1]: it is so.\n\n[x]: see there"),
    ],
)  # fmt: skip
def test_links_by_reference_say_where_they_lead(written: str, read: str) -> None:
    assert ours(written, LEDGER).strip() == read


@pytest.mark.parametrize(
    "text",
    [
        *listed("""
            [1 | [Source | 【1† | <sup> | <cite>1 | <cite>1</cite> | [^ | [^1] | [cite: 1, | [cite]1
            ¹ | word¹ | ‹ | ‹cite· | ‹cite·turn0search0› | turn0search0
            citeturn0search0 | <grok:render> | <co> | </co: 1 | [oaicite:0
            (turn0search0 | [Source 1: | ［1， | [a](b | 1 to | [1][source] | [1] and"""),
        "[^1]: x\n",
        "word¹ ",
        "[1] and ",
        "[Source 1, ",
    ],
)
def test_hostile_texts_come_to_an_end(text: str) -> None:
    assert len(ours((text * 60_000)[:60_000], LEDGER)) < 200_000
    assert len(cleared((text * 60_000)[:60_000], lambda _: False)) <= 60_000


def test_fifty_thousand_footnotes_come_to_an_end() -> None:
    text = (
        " ".join(f"w[^{n}]" for n in range(50_000)) + "\n\n" + "".join(f"[^{n}]: note {n}\n" for n in range(50_000))
    )
    assert "note 49999" in ours(text, LEDGER)


_BITS = st.sampled_from(
    [
        *listed("""
            word | [ | ] | 1 | 2 | 9 | [1] | [9] | 【1†source】 | [Source 1] | [cite: 1, 9] | [^1] | [^note]
            ¹ | ² | ⁹ | <sup>1</sup> | <cite> | </cite> | [cite_start] | ‹ | · | › | cite | euros
            turn0search1 | [1][source] | ` | ( | ) | ](https://x.test) | [docs/screen.md]
            > | - | ［1］ | <co> | </co: 1> | [oaicite:0] | \\ | , | and | †"""),
        *(" ", "\n", "\n\n", "\n[^1]: words", "\n[^note]: an aside\n", "```\n", "~~~\n", "    ", "| ", "|---|\n"),
    ]
)


@settings(max_examples=50)
@given(st.lists(_BITS, max_size=24).map("".join))
def test_code_is_never_changed_by_a_byte(text: str) -> None:
    """What Markdown has for code stands in the text afterwards as well, in the same order."""
    changed, at = ours(text, LEDGER), 0
    for start, end in code(text, areas(text)):
        at = changed.find(text[start:end].strip("\n"), at)
        assert at >= 0, text[start:end]


@settings(max_examples=50)
@given(st.lists(_BITS, max_size=24).map("".join))
def test_what_is_in_our_own_notation_stays_so(text: str) -> None:
    """Read once more, it cites nothing that it had not cited before."""
    once = ours(text, LEDGER)
    cited = {number for one in marks(ours(once, LEDGER)) for number in one.numbers}
    written = {int(one) for one in re.findall(r"\d+", once.translate(str.maketrans("¹²⁹", "129")))}
    assert cited <= written | {1, 2}, "which are named by their addresses, too"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It is light [1, 0].", "It is light [1]."),
        ("It is light [1][0], and red [2] [1000].", "It is light [1], and red [2]."),
        ("It is light [1-3, 0].", "It is light [1, 2, 3]."),
        ("It is light [2, 7-9, 4000].", "It is light [2]."),
        ("It is light [2-1000].", "It is light [2]."),
        ("It is light<sup>1</sup><sup>2</sup>.", "It is light[1][2]."),
        ("It is light<sup>1</sup> <sup>2</sup><sup>,</sup><sup>3</sup>.", "It is light[1][2][3]."),
        ("It is light¹ ² and red ³.", "It is light[1][2] and red ³."),
        ("It is light <sup>2</sup>.", "It is light [2]."),
        ("It is light ².", "It is light [2]."),
        ("It is light$^{1,2}$ or light^3^.", "It is light[1, 2] or light[3]."),
        ("It is light \\cite{2} \\citep{1, 3}.", "It is light [2] [1, 3]."),
        ("It is light [see 1, 2] [fn:3] [2.].", "It is light [1, 2] [3] [2]."),
    ],
)
def test_numbers_that_no_source_can_have_and_neighbours_of_marks(text: str, read: str) -> None:
    assert ours(text, LEDGER) == read


@pytest.mark.parametrize(
    "text",
    ["a value in [1, 0, 2] of it", "between [0, 2].", "x[1][0] = 2", "in [2][2019] and", "2^10^3", "$x^{2}$", "m^2^"],
)
def test_what_may_be_values_or_powers_stays(text: str) -> None:
    assert ours(text, LEDGER) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It is light [\u200b2] [1\u2060][\ufeff7].", "It is light [2] [1][7]."),
        ("It is light ⟦2⟧ (source: 1) (see 2, 3) (Quelle 7).", "It is light [2] [1] [2, 3] [7]."),
        ("It is light <co>2</co>.", "It is light [2]."),
    ],
)
def test_signs_that_nobody_sees_and_round_brackets(text: str, read: str) -> None:
    assert ours(text, LEDGER) == read
