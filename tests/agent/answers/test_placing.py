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


MORE = "\n\n## More\n\nIt weighs 200 grams [2]."
SAID = "It costs 129 € [2]."


@pytest.mark.parametrize(
    "part",
    [
        "## Taste\n\nIt tastes of lemon [2].",
        "## Taste\n\n### Kinds of it\n\nIt tastes of lemon [2].\n\n### Others\n\n- It smells of lemon [2].",
        "**Taste**\n\n- It tastes of lemon [2].",
        "Taste\n-----\n\nIt tastes of lemon [2].",
        "## Geschmack\n\nEs schmeckt nach Zitrone.",
        "## 味\n\nレモンの味がする。",
        "## Taste\n\n| A | B |\n|---|---|\n| Taste | Lemon [2] |",
        "## See also\n\n- https://made.test/up",
        "## Further reading\n\nhttps://made.test/up",
        "**Sources:**\n\n[^8]: https://made.test/up",
        "## Footnotes\n\n[^8]: https://made.test/up\n[^9]: https://made.test/b",
        "## Quellen\r\n\r\n[^8]: https://made.test/up",
        "## Źródła\n\n[x]: https://made.test/up",
        "## References",
    ],
)
def test_a_heading_goes_with_all_below_it(part: str) -> None:
    assert shown(f"{SAID}\n\n{part}{MORE}") == f"{SAID}{MORE}"
    assert shown(f"{SAID}\n\n{part}") == SAID


@pytest.mark.parametrize(
    "part",
    [
        "## Weight\n\nIt weighs 200 grams [2].",
        "## Weight\n\n### In grams\n\nIt weighs 200 grams [2].",
        "## See also\n\n- It weighs 200 grams [2].",
        "## Price of 129 €\n\nIt tastes of lemon [2].",
        "## Code\n\n```\nx = 1\n```",
        "## It is so.\n\nIt tastes of lemon [2].",
    ],
)
def test_a_heading_that_tells_or_has_something_below_it_stays(part: str) -> None:
    assert shown(f"{SAID}\n\n{part}{MORE}").startswith(f"{SAID}\n\n{part.splitlines()[0]}\n\n")


def test_of_two_parts_one_within_the_other_only_the_empty_one_goes() -> None:
    draft = f"{SAID}\n\n## A part\n\n### Taste\n\nIt tastes of lemon [2].\n\n### Weight\n\nIt weighs 200 grams [2]."
    assert shown(draft) == f"{SAID}\n\n## A part\n\n### Weight\n\nIt weighs 200 grams [2]."


def test_many_headings_come_to_an_end() -> None:
    blocks = [(Unit("#" * (one % 6 + 1) + " x"), None if one % 7 == 0 else Unit("# x")) for one in range(20_000)]
    assert len(placed(blocks)) <= 60_000
    gone = [(Unit("# x"), Unit("# x")), *[(Unit("y"), None)] * 20_000]
    assert not placed(gone)


_blocks = st.builds(
    lambda indent, sign, stays: (Unit(f"{' ' * indent}{sign}x"), stays),
    st.integers(0, 8), st.sampled_from(["- ", "1. ", "# ", ""]), st.booleans(),
)  # fmt: skip


@given(st.lists(_blocks, max_size=12))
def test_no_word_is_lost_and_what_lost_nothing_stays_as_it_is(blocks: list[tuple[Unit, bool]]) -> None:
    left = placed((unit, unit if stays else None) for unit, stays in blocks)
    words = [unit.text.strip() for unit, stays in blocks if stays and "#" not in unit.text]
    assert [unit.text.strip() for unit in left if "x" in unit.text and "#" not in unit.text] == words
    whole = [unit for unit, _ in blocks]
    assert joined(one.text for one in placed((unit, unit) for unit in whole)) == joined(one.text for one in whole)
