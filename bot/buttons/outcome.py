"""What a press can lead to, and what presses have in common. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agent.facts import Anything
from agent.run import CallState, Run


@dataclass(frozen=True)
class Press:
    """A verified press: whose token it is (`parts`, the button's name first), by whom, on which run, at what time."""

    run: Run
    parts: tuple[str, ...]
    by: str
    now: float
    token: str = ""


@dataclass(frozen=True)
class Tell:
    """These facts happened."""

    facts: tuple[Anything, ...]


@dataclass(frozen=True)
class Word:
    """Nothing changes; the person who pressed is told why."""

    text: str


@dataclass(frozen=True)
class Open:
    """A modal opens; `view` is Slack's view object, without what it carries."""

    view: dict[str, Any]
    callback: str


@dataclass(frozen=True)
class Again:
    """The same question is asked again as a new run."""


Outcome = Tell | Word | Open | Again

NOT_YOURS = "Only the person who asked can decide here."
ENDED = "This run has already ended."


def pressable(press: Press) -> Word | None:
    """Why nobody, or not this person, can press anything on this run any more."""
    if press.by != press.run.asked.by:
        return Word(NOT_YOURS)
    return Word(ENDED) if press.run.ended else None


def call_of(press: Press) -> CallState | Word:
    """The call that a token of the form (name, run, position, call, digest) is about, if it still waits."""
    _, _, position, call_id, digest = press.parts
    state = press.run.find(call_id, digest)
    if state is None or str(state.position) != position:
        return Word("That request is no longer there.")
    return state if _open(press, state) else Word(_why_closed(press, state))


def waiting_on(press: Press, position: str) -> list[CallState]:
    """The calls of one card that still wait for a person."""
    cards = [card for card in press.run.cards if str(card.position) == position]
    return [state for card in cards for state in card.calls if _open(press, state)]


def _open(press: Press, state: CallState) -> bool:
    return state.waiting and not press.run.superseded(state) and press.now < state.expires


def _why_closed(press: Press, state: CallState) -> str:
    if state.decided:
        verb = "approved" if state.decided.verdict == "approve" else "rejected"
        return f"That call was already {verb}."
    if state.started:
        return "That call has already begun."
    expired = press.now >= state.expires or (state.returned is not None and state.returned.outcome == "expired")
    return "That request has expired." if expired else "That request was superseded by what was said since."
