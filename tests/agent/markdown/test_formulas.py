"""Numbers that are set as formulas are these numbers; prices are no formulas."""

from __future__ import annotations

import pytest

from agent.markdown.formulas import plain_numbers
from tests.agent.test_evidence import looked_at


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("It costs $129$ euros.", "It costs 129 euros."),
        ("It costs $$129$$ euros, or \\(140\\).", "It costs 129 euros, or 140."),
        ("$1{,}600$ parts, $1\\,600$ of $3.5$ mm", "1,600 parts, 1 600 of 3.5 mm"),
        ("by $12\\%$ to $-4\\,\\text{g}$", "by 12% to -4 g"),
        ("from $129 and $200", "from $129 and $200"),
        ("US$129$ or A$5$", "US$129$ or A$5$"),
        ("\\$129$ and $5$6", "\\$129$ and $5$6"),
        ("$5-$10 and $5/$10", "$5-$10 and $5/$10"),
        ("$x = 5$ and $n$", "$x = 5$ and $n$"),
    ],
)
def test_a_formula_that_is_only_a_number_is_that_number(text: str, plain: str) -> None:
    assert plain_numbers(text) == plain


@pytest.mark.parametrize(
    "draft",
    [
        "The reader costs $129$ euros [2].",
        "It weighs $200$ grams [2].",
        "## $129$ euros\n\nIt weighs \\(200\\) g [2].",
    ],
)
def test_a_number_that_is_set_as_a_formula_is_looked_up(draft: str) -> None:
    found = looked_at(draft)
    assert (found.answer.text, found.answer.unconfirmed, found.faults) == (draft, (), ())


@pytest.mark.parametrize("draft", ["It weighs $250$ grams [2].", "It costs $129 and weighs $200 [2]."])
def test_another_number_or_a_price_in_dollars_is_not_found(draft: str) -> None:
    assert looked_at(draft).answer.text == ""
