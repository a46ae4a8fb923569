"""Every state of a thread, as a person would read it, against its golden file.

After a change that is meant: `REWRITE_GOLDEN=1 pytest tests/bot/views/test_golden.py`, then read the diff.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.playground.slack.blocks import check_message
from bot.views.blocks import is_decoration
from tests.bot.views.shown import shown
from tests.bot.views.states import STATES, Thread

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.__name__))
def test_the_thread_looks_as_agreed(state: Callable[[], Thread]) -> None:
    file = GOLDEN / f"{state.__name__}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(shown(state()), "utf-8")
    assert shown(state()) == file.read_text("utf-8")


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.__name__))
def test_slack_takes_every_message(state: Callable[[], Thread]) -> None:
    for card in state().values():
        check_message(list(card.blocks))


@pytest.mark.parametrize("state", STATES, ids=lambda state: str(state.__name__))
def test_every_block_but_an_answers_text_is_named(state: Callable[[], Thread]) -> None:
    blocks = [block for card in state().values() for block in card.blocks]
    own = [block for block in blocks if not str(block.get("block_id", "")).startswith("candidates")]
    assert all(block["type"] == "markdown" or is_decoration(block["block_id"]) for block in own)


def test_every_golden_file_has_its_state() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == {state.__name__ for state in STATES}
