"""The word to whoever asked above an answer that stands at the end of the thread. Pure.

It is the one ping that the program adds by itself; everything else that could notify somebody is taken apart.
"""

from __future__ import annotations

from dataclasses import replace

from agent.facts import Answered
from agent.run import Run
from bot.views import safe
from bot.views.blocks import Block, Card, rich, section, text, user
from bot.views.wording import tongue


def above(run: Run) -> tuple[Block, ...]:
    """What stands first in such an answer: its asker as a user, whom Slack notifies."""
    return (rich("told", section(user(run.asked.by), text(_words(run)))),) if _calls(run) else ()


def pinging(run: Run, card: Card) -> Card:
    """The same ping where blocks are not read: in the text beside them, and in the plain form."""
    if not _calls(run):
        return card
    ping = f"<@{run.asked.by}>{safe.escape(_words(run))}\n"
    first, *rest = card.plain or ("",)
    return replace(card, text=ping + card.text, plain=(ping + first, *rest) if card.plain else ())


def _calls(run: Run) -> bool:
    """Another bot is not called: it would answer, and so on for ever."""
    return bool(run.asked.by) and run.asked.speaker != "bot"


def _words(run: Run) -> str:
    return tongue(run)("told-without" if without(run) else "told-answer")


def without(run: Run) -> bool:
    """Whether a run ended with nothing that answers its question."""
    return not isinstance(run.ended, Answered) or not run.ended.answer.text.strip()
