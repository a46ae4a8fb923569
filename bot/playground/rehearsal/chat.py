"""Replies to what asks nothing of any source."""

from __future__ import annotations

from bot.playground.rehearsal.intent import clean
from bot.playground.rehearsal.smalltalk import talk
from bot.playground.rehearsal.tongues import stock
from bot.playground.rehearsal.view import View


def chat(view: View) -> str:
    """One friendly sentence or two; what the person said decides, and a skill that is missing is named."""
    people = [turn.text for turn in view.thread if turn.kind in ("member", "guest")]
    said = [view.task.goal, *reversed(people[-1:])]
    kind = next((kind for text in said if (kind := talk(clean(text)))), None)
    reply = stock(kind or "otherwise", view.task.language).replace("{today}", view.task.today)
    return f"{reply}\n\n{stock('closing', view.task.language)}"
