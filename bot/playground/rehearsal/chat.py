"""Replies to what asks nothing of any source."""

from __future__ import annotations

from bot.playground.rehearsal.intent import clean
from bot.playground.rehearsal.smalltalk import talk
from bot.playground.rehearsal.view import View

_REPLIES = {
    "greeting": "Hello! Ask me something and I will look for sources that answer it.",
    "thanks": "You are welcome! Ask whenever there is more to look up.",
    "who": (
        "I look things up: ask a question, and I search, open what fits, and answer with numbered sources. "
        "Right now a rehearsal model speaks for me, which follows rules and quotes whole sentences."
    ),
    "translate": "I am a rehearsal model and cannot translate; with a real language model behind it this bot could.",
}
_CLOSING = "_Rehearsal model: rules, no understanding._"
_OTHERWISE = (
    "I am a rehearsal model and good for looking things up only: ask me a question that a source could answer."
)


def chat(view: View) -> str:
    """One friendly sentence or two; what the person said decides, and a skill that is missing is named."""
    people = [turn.text for turn in view.thread if turn.kind in ("member", "guest")]
    said = [view.task.goal, *reversed(people[-1:])]
    kind = next((kind for text in said if (kind := talk(clean(text)))), None)
    return f"{_REPLIES[kind] if kind else _OTHERWISE}\n\n{_CLOSING}"
