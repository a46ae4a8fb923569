"""Reject one call with a comment in a modal; the comment becomes the call's result and steers what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.facts import Decided
from bot.buttons.outcome import Open, Outcome, Press, Tell, Word, call_of, decidable
from bot.speech import Speech

COMMENT_AT_MOST = 2_000


def press(press: Press) -> Outcome:
    state = decidable(press) or call_of(press)
    return state if isinstance(state, Word) else Open(_modal(press.say), "reject")


def submit(press: Press, values: Mapping[str, str]) -> Outcome:
    state = decidable(press) or call_of(press)
    if isinstance(state, Word):
        return state
    comment = values.get("comment", "").strip()[:COMMENT_AT_MOST]
    call = state.call
    return Tell(
        (
            Decided(
                call_id=call.id, digest=call.digest, by=press.by, name=press.name, verdict="reject", comment=comment
            ),
        )
    )


def _modal(say: Speech) -> dict[str, Any]:
    field = {
        "type": "plain_text_input",
        "action_id": "comment",
        "multiline": True,
        "max_length": COMMENT_AT_MOST,
        "placeholder": {"type": "plain_text", "text": say("reject-example")},
    }
    block = {
        "type": "input",
        "block_id": "comment",
        "optional": True,
        "label": {"type": "plain_text", "text": say("reject-label")},
        "hint": {"type": "plain_text", "text": say("reject-hint")},
        "element": field,
    }
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": say("reject-title")},
        "submit": {"type": "plain_text", "text": say("reject-submit")},
        "close": {"type": "plain_text", "text": say("reject-close")},
        "blocks": [block],
    }
