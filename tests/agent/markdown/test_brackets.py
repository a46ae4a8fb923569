"""Which brackets with numbers are an index, values or a part of a formula, and which cite."""

from __future__ import annotations

import pytest

from agent.markdown.marks import cleared, marks

LINES = """
    The first is arr[1], the last arr[9]
    my_list[2] and self.items_of[3] and sys.argv[1]
    x[1] = 5, y[2] += 3 and a[1][2]
    total[3] = 7 and price[1].amount
    len(items[2]) and print(a, data[2])
    int values[3] and char name[10]
    row[1]["key"] and row[2][i]
    $x[1]$ and $$x[1] + x[2] = 5$$
    \\(x[1]\\) and \\[x[1] = 5\\]
    f([1, 2]) of the matrix [[1, 2], [3, 4]]
    v = [1, 2] and t in [1, 2] and the range [1, 5]
    [0-9] and [1-9]{3} and [1-3]+
    \\[7]
"""


@pytest.mark.parametrize("line", [line.strip() for line in LINES.strip().splitlines()])
def test_what_is_no_citation_is_none_and_stays(line: str) -> None:
    assert [*marks(line)] == []
    assert cleared(line, lambda _: False) == line


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ("It costs 5 euros[1], in a list[2].", [1, 2]),
        ("It weighs 200 g[1] and 5 m[2], it's[3] so.", [1, 2, 3]),
        ("Plan B[1] at 20 km/h[2] (CO2[3]).", [1, 2, 3]),
        ("iPhone[1] + AirPods[2]", [1, 2]),
        ("It costs $5 [1], not 6$ [2] or $7[3].", [1, 2, 3]),
        ("The list[2] [1] names it.", [1]),
        ("The list [1, 2, 3] is long [4].", [4]),
        ("See the list [1, 2].", [1, 2]),
        ("_Emphasis_[1] and **bold**[2]", [1, 2]),
        ("It is 5 [1] = five; x[1] says so [2].", [1, 2]),
    ],
)
def test_what_stands_behind_everyday_words_cites(line: str, cited: list[int]) -> None:
    assert [number for mark in marks(line) for number in mark.numbers] == cited


@pytest.mark.parametrize(
    "piece", ["$", "$[1]", "x[1]", "a(b(", "x = ", "[[1, 2], ", "list [1, 2] a ", "\\[1]", "a.", "a_"]
)
def test_hostile_texts_come_to_an_end(piece: str) -> None:
    assert len(cleared((piece * 60_000)[:60_000], lambda _: False)) <= 60_000
