"""How much of a draft is looked up and told: the rest is not confirmed, and nobody is sent a book of faults."""

from __future__ import annotations

import pytest

from agent.answers.statements import GRADED_AT_MOST
from agent.evidence import LONGEST_DRAFT
from tests.agent.test_evidence import looked_at

FACT = "It costs 129 € [2]."


def many(of: str, between: str = " ") -> str:
    return between.join(of.format(n=n) for n in range(1_000, 6_000))[: LONGEST_DRAFT - len(FACT) - 2]


@pytest.mark.parametrize(
    "draft",
    [
        f"{many('Sold {n}.')} [2]",
        many("It costs {n} [2].", "\n\n"),
        many("# Acme {n}", "\n"),
        many("| {n} |", "\n"),
        many("- `{n}` is so:", "\n"),
        many("```\nThe price is {n}\n```", "\n"),
    ],
)
def test_of_a_draft_that_says_thousands_of_things_only_so_many_are_looked_up(draft: str) -> None:
    found = looked_at(f"{FACT}\n\n{draft}")
    answer = found.answer
    assert len(answer.statements) + len(answer.unfound) + len(answer.denied) <= GRADED_AT_MOST + 1
    assert FACT in answer.text and "4567" not in answer.text
    assert sum(map(len, found.faults)) < 9_000


def test_what_was_not_looked_up_is_said_and_stands_apart() -> None:
    right = [f"It costs 129 € and {n} yen [2]." for n in range(GRADED_AT_MOST)]
    found = looked_at("\n\n".join([*right, "It weighs 200 grams, it does [2]."]))
    assert "It weighs 200 grams, it does." in found.answer.unconfirmed and "grams" not in found.answer.text
    assert "It weighs 200 grams, it does." not in [one.text for one in found.answer.unfound]
    assert found.answer.missing == "The draft says more than is looked up."
    assert any("statements" in fault and "Say less" in fault for fault in found.faults)


def test_faults_are_told_up_to_a_length_and_how_many_more_there_are() -> None:
    found = looked_at("\n\n".join(f"It is number {n} of those that nobody has looked up." for n in range(900)))
    assert sum(map(len, found.faults)) < 9_000
    assert found.faults[0].startswith("No source number stands behind: It is number 0")
    told = len(found.faults) - 1
    assert found.faults[-1] == f"And {900 - told} more faults, which are told when these are mended."


def test_the_same_statement_is_told_and_set_apart_once() -> None:
    found = looked_at("It costs 149 € [2].\n\n- It costs 149 € [2].\n\nIt is red.\n\nIt is red.")
    assert len(found.faults) == 2
    assert found.answer.unconfirmed == ("It costs 149 €.", "It is red.")
    assert len(found.answer.unfound) == 1
