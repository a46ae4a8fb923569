"""Marks of what stands above a list or a table count for what stands directly below it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.answers.above import spread
from agent.answers.units import Unit, units
from tests.agent.test_evidence import looked_at

BELOW = "- It costs 129 euros.\n- It weighs 200 grams."
CITED = "- It costs 129 euros. [2]\n- It weighs 200 grams. [2]"
ROWS = "|---|---|\n| Reader costs | 129 euros |\n| Reader weighs | 200 grams |"
CITED_ROWS = "|---|---|\n| Reader costs | 129 euros [2] |\n| Reader weighs | 200 grams [2] |"


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (f"The values are [2]:\n\n{BELOW}", f"The values are:\n\n{CITED}"),
        (f"The values are: [2]\n{BELOW}", f"The values are:\n{CITED}"),
        (f"**The values ([2]):**\n\n{BELOW}", f"**The values:**\n\n{CITED}"),
        (f"According to [2]:\n\n{BELOW}", f"According to [2]:\n\n{CITED}"),
        (f"[2]:\n\n{BELOW}", CITED),
        (f"## Values [2]\n\n{BELOW}", f"## Values [2]\n\n{CITED}"),
        (f"## Values [2]\n\nThe values are:\n\n{BELOW}", f"## Values [2]\n\nThe values are:\n\n{CITED}"),
        (f"**Values** [2]\n\n{BELOW}", f"**Values**\n\n{CITED}"),
        ("## Values [2]\n\nIt costs 129 euros.", "## Values [2]\n\nIt costs 129 euros. [2]"),
        (f"Die Werte sind [2]：\n\n{BELOW}", f"Die Werte sind：\n\n{CITED}"),
        (
            "- **Values** [2]\n  - It costs 129 euros.\n- The screen is seven inches wide [3].",
            "- **Values**\n  - It costs 129 euros. [2]\n- The screen is seven inches wide [3].",
        ),
        (
            "1. Values [2]:\n   - It costs 129 euros.\n2. Screen [3]:\n   - The screen is seven inches wide.",
            "1. Values:\n   - It costs 129 euros. [2]\n2. Screen:\n   - The screen is seven inches wide. [3]",
        ),
        (f"| What | Value [2] |\n{ROWS}", f"| What | Value [2] |\n{CITED_ROWS}"),
        (f"Table 1: Values of the reader [2]\n\n| What | Value |\n{ROWS}",
         f"Table 1: Values of the reader [2]\n\n| What | Value |\n{CITED_ROWS}"),
        (f"Values of the reader [2]\n\n| What | Value |\n{ROWS}",
         f"Values of the reader [2]\n\n| What | Value |\n{CITED_ROWS}"),
    ],
)  # fmt: skip
def test_what_cites_nothing_is_looked_up_where_the_line_above_points_to(draft: str, text: str) -> None:
    found = looked_at(draft)
    assert (found.answer.text, found.answer.unconfirmed, found.faults) == (text, (), ())


def test_each_is_looked_up_all_the_same() -> None:
    found = looked_at("The values are [2]:\n\n- It costs 129 euros.\n- It costs 300 dollars.\n- I found no colour.")
    assert found.answer.text == "The values are:\n\n- It costs 129 euros. [2]\n- I found no colour."
    assert found.answer.unconfirmed == ("It costs 300 dollars.",)


@pytest.mark.parametrize(
    ("draft", "marks"),
    [
        ("Values [2]:\n- A price.\n- A width [3].", [(), (2,), (3,)]),
        ("Values [2]:\n\n- A price.\n\nA paragraph.", [(), (2,), ()]),
        ("Values [2]:\n\nA paragraph.\n\nAnother one.", [(), (2,), ()]),
        ("## Values [2]\n\nA paragraph.\n\nAnother one.\n\n## Rest\n\nA third.", [(2,), (2,), (), (), ()]),
        ("It costs 129 euros [2]:\n\nA width [3].", [(2,), (3,)]),
        ("It costs 129 euros [2]:\n\n- A width [3].", [(2,), (3,)]),
        ("The values are [2]:\n\n- A width [3].", [(), (3,)]),
        ("- Waterproof [3]\n\n| a | b |\n|-|-|\n| x | y |", [(3,), (), ()]),
        ("It costs 129 euros [2].\n\n- A price.", [(2,), ()]),
        ("It costs 129 euros [2]. Its values are:\n\n- A price.", [(2,), ()]),
        ("It costs 129 euros [2]. Its values [3] are:\n\n- A price.", [(2, 3), (3,)]),
        ("- It costs 129 euros [2].\n  - A price.", [(2,), ()]),
        ("A [2]:\n- B [3]:\n  - A price.\n- A width.", [(), (), (3,), (2,)]),
        ("| | A [2] | B [3] |\n|---|---|---|\n| Price | 1 | 2 |\n| Width | | 7 |", [(2, 3), (2, 3), (3,)]),
        ("The query is this [2]:\n\n```sql\nselect 1\n```", [(2,), ()]),
    ],
)
def test_marks_reach_no_further_than_what_stands_directly_below(draft: str, marks: list[tuple[int, ...]]) -> None:
    assert [one.numbers for one in spread(list(units(draft))) if any(map(str.isalnum, one.text))] == marks


_lines = st.lists(
    st.sampled_from(["Values [2]:", "- A price.", "  - A width [3].", "## Part [3]", "It is red.", "",
                     "| a [2] | b |", "|---|---|", "| c | d |", "[3]", "**Part** [2]", "```", "From [2]:"]),
    max_size=9,
)  # fmt: skip


@settings(max_examples=50)
@given(_lines)
def test_what_was_spread_once_is_not_spread_again(lines: list[str]) -> None:
    once = "\n".join(one.text for one in spread(list(units("\n".join(lines)))))
    assert "\n".join(one.text for one in spread(list(units(once)))) == once


@pytest.mark.parametrize(
    "heading",
    [
        "# The reader costs 129 euros [2]",
        "### 129 euros [2]",
        "## It weighs 200 grams. [2]",
        "It weighs 200 grams [2]\n=====",
        "Price: 129 euros [2]\n---",
        "# 129 euros [2]\n\n# 200 grams [2]",
    ],
)
def test_a_heading_that_cites_and_is_all_there_is_is_an_answer(heading: str) -> None:
    found = looked_at(heading)
    assert found.answer.text == heading
    assert found.answer.statements and found.answer.unconfirmed == () and found.faults == ()
    assert "=" not in found.answer.statements[0].text


def test_such_a_heading_is_judged_like_any_statement() -> None:
    found = looked_at("# 129 euros [2]\n\n# 350 grams [2]")
    assert (found.answer.text, found.answer.unconfirmed) == ("# 129 euros [2]", ("350 grams",))
    assert len(found.faults) == 1


@pytest.mark.parametrize("heading", ["# What does it cost [2]?", "# The prices [2]:"])
def test_a_heading_that_states_nothing_answers_nothing(heading: str) -> None:
    assert looked_at(heading).answer.text == ""


class _Counted(Unit):
    """A block that knows how often any was looked at."""

    looked = 0

    def __getattribute__(self, name: str) -> object:
        if name == "text":
            _Counted.looked += 1
        return super().__getattribute__(name)


@pytest.mark.parametrize(
    "repeated",
    ["- b\n\n  A: [1]\n\n", "| A [1] |\n|---|\n\n", "A: [1]\n\n- b\n\n", "## A [1]\n\n- b\n\n  C: [1]\n\n"],
)
def test_no_list_is_gone_through_again_for_each_line_above_it(repeated: str) -> None:
    def looks(times: int) -> int:
        _Counted.looked = 0
        spread([_Counted(one.text, one.claims, one.numbers, one.form) for one in units(repeated * times)])
        return _Counted.looked

    assert looks(200) < 2.5 * looks(100)


def test_each_of_several_lead_ins_in_one_list_gives_its_marks_to_what_is_below_it() -> None:
    found = spread(list(units("A: [1]\n\n- b\n\n  C: [2]\n\n- d\n\n  E: [3]\n\n- f\n\nEnd.")))
    assert [one.text for one in found if one.numbers] == ["- b [1]", "- d [2]", "- f [3]"]
