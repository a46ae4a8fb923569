"""What was used, as footers say it: tokens, money, search credits; nothing of which nothing is known. Pure."""

from __future__ import annotations

import math

from agent.facts import Usage
from bot.speech import Speech

CENT = 0.01


def costs(say: Speech, usage: Usage) -> list[str]:
    parts = (_tokens(say, usage), _money(say, usage), say("credits", n=usage.credits) if usage.credits else "")
    return [part for part in parts if part]


def _tokens(say: Speech, usage: Usage) -> str:
    """With how much of what was sent the provider had in its cache."""
    said = say("tokens", n=usage.tokens) if usage.tokens else ""
    said = say("tokens-at-most", tokens=said) if said and usage.bound else said
    share = math.floor(100 * usage.cached / usage.prompt) / 100 if usage.prompt else 0.0
    return say("cached-share", tokens=said, n=min(share, 1.0)) if share > 0 else said


def _money(say: Speech, usage: Usage) -> str:
    """A bound is rounded up, so that it stays one; tenths of a cent show below ten cents."""
    money = usage.money
    if money < CENT:
        return say("money-small", n=CENT) if money > 0 else ""
    digits = 3 if money < 10 * CENT else 2
    if usage.bound:
        return say("money-at-most", n=math.ceil(money * 10**digits - 1e-6) / 10**digits)
    return say("money", n=round(money, digits))
