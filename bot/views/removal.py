"""The button that takes what a run said out of the thread, with the question whether that is meant. Pure."""

from __future__ import annotations

from agent.run import Run
from bot.speech import Speech
from bot.tokens import Sign
from bot.views import safe
from bot.views.blocks import Block, button

# A confirm dialog's texts, in characters; docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog
TITLE, TEXT, LABEL = 100, 300, 30


def remove(say: Speech, run: Run, sign: Sign) -> Block:
    """A button of an actions block."""
    confirm = {
        "title": _plain(say("remove-title"), TITLE),
        "text": _plain(say("remove-text"), TEXT),
        "confirm": _plain(say("remove-confirm"), LABEL),
        "deny": _plain(say("remove-deny"), LABEL),
        "style": "danger",
    }
    return {**button(say("remove-button"), "remove", sign("remove", run.id)), "confirm": confirm}


def _plain(words: str, at_most: int) -> Block:
    return {"type": "plain_text", "text": safe.words(words, at_most)}
