"""Where a citation stands, and where brackets are something else."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agent.markdown.marks import areas, cleared, code, coded, links, marks, masked, may_hold_code, rewritten

FENCE = "```"


def numbers(text: str) -> list[tuple[int, ...]]:
    return [mark.numbers for mark in marks(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It costs 5 [1].", [(1,)]),
        ("It costs 5 [1][2].", [(1,), (2,)]),
        ("It costs 5[1].", [(1,)]),
        ("It costs 5 [1, 2].", [(1, 2)]),
        ("It costs 5 [1,2;3].", [(1, 2, 3)]),
        ("It costs 5 [1，2] [1、3].", [(1, 2), (1, 3)]),
        ("It costs 5 [[1]] [[2],", [(1,), (2,)]),
        ("It costs 5 [ 1 ].", [(1,)]),
        ("It costs 5 [1-3] [1–3] [1 — 3].", [(1, 2, 3)] * 3),
        ("It costs 5 [1, 3-5].", [(1, 3, 4, 5)]),
        ("五元【1】【1、2】。", [(1,), (1, 2)]),
        ("**Bold [1]** and | cell [2] |", [(1,), (2,)]),
        ("[1] begins a line", [(1,)]),
        ("[1]: five", [(1,)]),
        ("[1](see below)", []),
    ],
)
def test_marks_are_read_in_every_form_in_use(text: str, found: list[tuple[int, ...]]) -> None:
    assert numbers(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("[3-1]", [(3, 1)]), ("[1-99]", [(1, 99)]), ("[1-20]", [tuple(range(1, 21))]), ("[1, 1, 1]", [(1,)])],
)
def test_ranges_are_written_out_only_where_they_can_be_meant(text: str, found: list[tuple[int, ...]]) -> None:
    assert numbers(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "in [2024] and [1999-2001]",
        "see [note], [sic], [A1], [1a], [], [ ]",
        "[123456789012345]",
        "[^1] and [^1]: a footnote",
        "[Guide](https://e.test)",
        "[1](https://e.test)",
        "[[1]](https://e.test/Card(s)%20Guide.pdf)",
        "![1](https://e.test/i.png)",
        "[see [1]](https://e.test 'title')",
        "[x](https://e.test/a[1])",
        "arr[0] and f(x)[0]",
        "between [0, 1] and [0-9]",
        "x = [1, 2, 3], y ∈ [2, 3] and the interval [1, 2]",
        "- [x] done\n- [ ] open",
        "`a[1]` and ``b ` [2]``",
        "- ~~~\n  a[1]\n  ~~~",
        f"{FENCE}python\nprint(arr[0], arr[12])\n{FENCE}",
        f"{FENCE}\nprint(arr[1])\n\nnever closed [2]",
        f"> {FENCE}\n> a[1]\n> {FENCE}",
        f"{FENCE}{FENCE}\na[1]\n{FENCE}\nb[2]\n{FENCE}{FENCE}",
        f"1. first\n\n   {FENCE}\n   a[1]\n\n   b[2]\n   {FENCE}",
        f"- one\n  - two\n\n    {FENCE}sql\n    x[3]\n    {FENCE}",
    ],
)
def test_brackets_that_are_no_citations_stay_what_they_are(text: str) -> None:
    assert numbers(text) == []
    assert rewritten(text, lambda _: "GONE") == text


def test_three_fences_in_one_text_are_three_fences() -> None:
    fences = (f"{FENCE}\na[4]\n{FENCE}", f"{FENCE}js\nb[5]\n{FENCE}", "~~~\nc[6]\n~~~")
    text = "One [1].\n{}\nTwo [2].\n{}\nThree [3].\n{}\nEnd [1].".format(*fences)
    assert numbers(text) == [(1,), (2,), (3,), (1,)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("```x``` is inline [1]", [(1,)]),
        ("a ` lonely tick [1]\n\nand ` another [2]", [(1,), (2,)]),
        ("- a ` [1]\n- b ` [2]", [(1,), (2,)]),
        ("\\`not code [1]\\`", [(1,)]),
        ("`code \\` not code [1]", [(1,)]),
        (f"> {FENCE}\n> a[4]\n\nafter the quote [1]", [(1,)]),
        (f"- {FENCE}\n  a[4]\n\nafter the list [1]", [(1,)]),
        ("a `` ` `` [1] `b[2]` [3]", [(1,), (3,)]),
        ("| a ` [1] | b ` [2] |\n|---|---|\n| ` [3] | ` [4] |", [(1,), (2,), (3,), (4,)]),
        ("    - deep in a list [1] `x[2]`", [(1,)]),
        ("text\r\n\r\n`a[4]` [1]\r`b[4]` [2]", [(1,), (2,)]),
    ],
)
def test_code_is_what_markdown_has_for_code(text: str, found: list[tuple[int, ...]]) -> None:
    assert numbers(text) == found


def test_only_marks_change_when_a_text_is_rewritten() -> None:
    text = "A [1, 2] `[3]` [x](https://e.test/[4]) b[0] 【5】."
    changed = rewritten(text, lambda numbers: "".join(f"<{number}>" for number in numbers))
    assert changed == "A <1><2> `[3]` [x](https://e.test/[4]) b[0] <5>."


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("A [1, 9] b [9] c.", "A [1] b c."),
        ("A [9].", "A."),
        ("A [9], b ([9]) and c (see [9], [8]).", "A, b and c."),
        ("A [1], [9] and [0]. B [9] and [2].", "A [1]. B [2]."),
        ("A [1] and [2], [1].", "A [1] and [2]."),
        ("A [9][1][9] b", "A [1] b"),
        ("[9] A\n- [9] b\n\n[9]", "A\n- b\n\n"),
        ("| [9] a | [9] |", "| a | |"),
        ("甲【9】、乙【1】和【9】。", "甲、乙[1]。"),
        ("A [1-3] [1–99]", "A [1][2][3]"),
        ("`[9]` [x](https://e.test/[9]) arr[0] [0, 9]", "`[9]` [x](https://e.test/[9]) arr[0] [0, 9]"),
    ],
)
def test_a_number_that_goes_leaves_nothing_behind(text: str, left: str) -> None:
    assert cleared(text, lambda number: number in (1, 2, 3)) == left


@settings(max_examples=50)
@given(
    st.lists(
        st.sampled_from(["a", " ", "[1]", "[9]", "[1, 9]", ", ", " and ", "(", ")", ".", "\n", "`", "[", "]"])
    ).map("".join)
)
def test_what_is_cleared_keeps_every_word_and_cites_only_what_stays(text: str) -> None:
    once = cleared(text, lambda number: number == 1)
    assert once.count("a") - once.count("and") == text.count("a") - text.count("and")
    assert {n for one in marks(text) for n in one.numbers if n == 1} >= {
        n for one in marks(text) for n in one.numbers
    } - {9}


def test_links_are_found_outside_code_with_their_words_and_addresses() -> None:
    text = '`[a](https://code.test)` [b [1]](https://one.test/x_(y) "t") ![i](<https://two.test>)\n[c]( /rel )'
    assert [(match[1], match[2]) for match in links(text)] == [
        ("b [1]", "https://one.test/x_(y)"),
        ("i", "https://two.test"),
        ("c", "/rel"),
    ]


def test_masking_keeps_the_length_and_the_lines() -> None:
    text = f"a `b\nc` [d](e) [^1]\n{FENCE}\nf\n{FENCE}\n"
    assert len(masked(text)) == len(text)
    assert [len(line) for line in masked(text).split("\n")] == [len(line) for line in text.split("\n")]
    assert masked(text, links=False).count("[d](e)") == 1


@pytest.mark.parametrize(
    "hostile",
    [
        "[",
        "[a",
        "[[]",
        "[\\a",
        "[a](",
        '[a](b "',
        "[a](b\n",
        "`",
        "`a``",
        "\\`",
        "[1",
        "[1,",
        "[1 ",
        "```\n",
        "~~~",
        "> ",
        "- ",
        "|",
        "*a",
        "![",
        "【1",
    ],
)
def test_hostile_texts_come_to_an_end(hostile: str) -> None:
    text = (hostile * 60_000)[:60_000]
    assert len(masked(text)) == 60_000
    assert rewritten(text, lambda _: "") is not None
    assert len(list(links(text))) >= 0


def test_one_tick_of_every_length_comes_to_an_end() -> None:
    text = " ".join("`" * length for length in range(1, 340))
    assert masked(text) == text


_pieces = st.lists(
    st.sampled_from(
        [
            "a",
            " ",
            "[",
            "]",
            "1",
            "23",
            "2024",
            ",",
            "-",
            "`",
            "```",
            "~~~",
            "\n",
            "\n\n",
            "(",
            ")",
            "https://e.test",
            "!",
            "^",
            "\\",
            "|",
            ">",
            "- ",
            "    ",
            "【",
            "】",
            ":",
        ]
    ),
    max_size=25,
).map("".join)


@settings(max_examples=120)
@given(_pieces)
def test_marks_are_in_order_apart_and_outside_what_is_masked(text: str) -> None:
    """Marks never overlap, none lies in code, and rewriting them as they stand changes nothing."""
    found = list(marks(text))
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all("\x00" not in masked(text)[mark.start : mark.end] for mark in found)
    originals = iter([text[mark.start : mark.end] for mark in found])
    assert rewritten(text, lambda _: next(originals)) == text
    assert len(masked(text)) == len(text)


@given(st.text(alphabet="`\\ a|>-#*1.~[]:()", max_size=40))
def test_the_code_of_one_line_is_that_of_its_blocks(text: str) -> None:
    assume(may_hold_code(text) and areas(text))
    assert [*coded(text)] == [*code(text, areas(text))]
