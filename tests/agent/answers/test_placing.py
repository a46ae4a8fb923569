"""What stays of a draft never comes to stand under what it is not about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers.placing import placed
from agent.answers.units import Unit, joined
from tests.agent.test_evidence import shown


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (
            "- It costs 129 € [2].\n- Acme costs 149 € [2].\n    - It weighs 200 grams [2].\n- It is waterproof [3].",
            "- It costs 129 € [2].\n- It weighs 200 grams [2].\n- It is waterproof [3].",
        ),
        (
            "- It costs 129 € [2].\n  - Acme costs 149 € [2].\n    - Foo costs 9 [2].\n      - It is waterproof [3].",
            "- It costs 129 € [2].\n  - It is waterproof [3].",
        ),
        (
            "- It costs 129 € [2].\n- Acme has 90:\n  - It is waterproof [3].\n    - It weighs 200 grams [2].",
            "- It costs 129 € [2].\n- It is waterproof [3].\n  - It weighs 200 grams [2].",
        ),
        (
            "## Price\n\nIt costs 129 € [2].\n\n## Acme in 2019\n\nIt is waterproof [3].",
            "## Price\n\nIt costs 129 € [2].\n\n---\n\nIt is waterproof [3].",
        ),
        ("## Acme in 2019\n\nIt is waterproof [3].\n\n## Acme in 2018\n\nIt is red.", "It is waterproof [3]."),
    ],
)
def test_what_stood_below_what_went_takes_its_place(draft: str, text: str) -> None:
    assert shown(draft) == text


_blocks = st.builds(
    lambda indent, sign, stays: (Unit(f"{' ' * indent}{sign}x"), stays),
    st.integers(0, 8), st.sampled_from(["- ", "1. ", "# ", ""]), st.booleans(),
)  # fmt: skip


@given(st.lists(_blocks, max_size=12))
def test_no_word_is_lost_and_what_lost_nothing_stays_as_it_is(blocks: list[tuple[Unit, bool]]) -> None:
    left = placed((unit, unit if stays else None) for unit, stays in blocks)
    assert sum("x" in unit.text for unit in left) == sum(stays for _, stays in blocks)
    whole = [unit for unit, _ in blocks]
    assert joined(one.text for one in placed((unit, unit) for unit in whole)) == joined(one.text for one in whole)
