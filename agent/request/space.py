"""What a model's room is taken up by before anybody has said anything, and how much it leaves for what. Pure.

Lengths are in characters as agent/request/tokens.py counts them.
"""

from __future__ import annotations

from agent import intent
from agent.facts import Rules
from agent.intent import prompt
from agent.request.tokens import FEWEST, START, room, size, tokens

_TOOL = 400  # characters of a tool's schema, about, where nobody said how long they are
_REST = 2_500  # characters that a request needs beside instructions and tools: a question, the task, something found
_QUESTION = 0.6  # of what instructions and tools leave that a question may take
_NOTES, _NOTES_AT_MOST = 0.1, 12_000  # of the room that notes may take, and characters of them


def tools(rules: Rules) -> int:
    """How long the schemas of the tools are."""
    return rules.offered or _TOOL * len(rules.tools)


def instructions(rules: Rules) -> int:
    return size(prompt("research")) + (size(prompt("deep")) if rules.effort == "deep" else 0)


def least(rules: Rules) -> int:
    """The fewest tokens that a model has to read at once to work under these rules."""
    return tokens(max(instructions(rules) + tools(rules) + _REST, intent.least()))


def limit(rules: Rules, rate: float, tools: int = 0, share: float = 1.0) -> int:
    """How long a request with `tools` of this length may be in this share of the room, where so many characters make
    a token. However few these are: instructions and tools are ours, and known to take no more than they do; only of
    the rest is it believed."""
    most, own = room(rules.window) * share, instructions(rules) + tools
    return int(max(most * rate, own + (most - own / START) * FEWEST))


def question_limit(rules: Rules) -> int:
    """The most tokens that a question may have, so that it is read whole wherever the task is worked on; 0 where the
    model reads too little to work at all."""
    if room(rules.window) < least(rules):
        return 0
    free = room(rules.window) * START - instructions(rules) - tools(rules)
    return int(min(_QUESTION * free, intent.question_room(rules)) / START)


def notes_at_most(rules: Rules) -> int:
    """How long notes of what came before may be."""
    return min(_NOTES_AT_MOST, int(_NOTES * START * room(rules.window)))
