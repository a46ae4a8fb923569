"""The button that asks once more: from the beginning, or from what was opened. Pure."""

from __future__ import annotations

from agent.run import Run
from bot.speech import Speech
from bot.tokens import Sign
from bot.views.blocks import Block, button


def again(say: Speech, run: Run, sign: Sign, goes_on: bool) -> Block:
    """A button of an actions block: Continue where the work can go on, otherwise Retry."""
    if goes_on:
        return button(say("continue-button"), "go_on", sign("go_on", run.id))
    return button(say("retry-button"), "retry", sign("retry", run.id))
