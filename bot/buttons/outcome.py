"""What a press can lead to, and what presses have in common. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from agent.arguments import Fault
from agent.facts import Anything, Call
from agent.run import CallState, Run
from bot.speech import Speech
from bot.views.blocks import Attached
from bot.views.wording import asker, deciders, person, tongue


class Tools(Protocol):
    """What a button needs to know of the tools."""

    def parameters(self, tool: str) -> dict[str, Any]:
        """The JSON schema of a tool's arguments; empty for a tool that is not here."""

    def changed(self, call: Call, arguments: Mapping[str, object], known: Collection[str]) -> Call:
        """The call with a person's arguments; its `error` says, to a model, what is wrong with them."""

    def faults(self, tool: str, arguments: Mapping[str, object]) -> tuple[Fault, ...]:
        """What is wrong with a person's arguments, one by one."""


@dataclass(frozen=True)
class Press:
    """A verified press: whose token it is (`parts`, the button's name first), by whom, on which run, at what time.
    `said` is what a button inside a modal adds to the token that opened the modal."""

    run: Run
    parts: tuple[str, ...]
    by: str
    now: float
    tools: Tools
    token: str = ""
    name: str = ""
    said: str = ""

    @property
    def say(self) -> Speech:
        """The language of the thread's messages about this run."""
        return tongue(self.run)


@dataclass(frozen=True)
class Tell:
    """These facts happened."""

    facts: tuple[Anything, ...]


@dataclass(frozen=True)
class Word:
    """Nothing changes; the person who pressed is told why, in a form at the field that it is about."""

    text: str
    field: str = ""


@dataclass(frozen=True)
class Open:
    """A modal opens; `view` is Slack's view object, without what it carries."""

    view: dict[str, Any]
    callback: str


@dataclass(frozen=True)
class Again:
    """The same question is asked again as a new run; one that `goes_on` begins with what this one had opened."""

    goes_on: bool = False


@dataclass(frozen=True)
class Send:
    """Files go to the person who pressed, with a `word`, or with another one where they `failed`; the modal in which
    the button stands is `shown` anew."""

    files: tuple[Attached, ...]
    word: str
    failed: str
    shown: Open


Outcome = Tell | Word | Open | Again | Send


def pressable(press: Press) -> Word | None:
    """Why nobody, or not this person, can press what is the asker's own on this run any more."""
    return not_theirs(press) or over(press)


def not_theirs(press: Press) -> Word | None:
    """Only whoever asked can press what is their own; the word for anybody else."""
    own = press.by == press.run.asked.by
    return None if own else Word(press.say("not-yours", who=asker(press.say, press.run)))


def decidable(press: Press) -> Word | None:
    """Why nobody, or not this person, can decide about calls of this run."""
    if not press.run.may_decide(press.by):
        return Word(press.say("only-decide", who=deciders(press.say, press.run)))
    return over(press)


def over(press: Press) -> Word | None:
    """Why nothing can be said to this run any more."""
    if press.run.unknown:
        return Word(press.say("newer-version"))
    return Word(press.say("already-ended")) if press.run.ended else None


def call_of(press: Press) -> CallState | Word:
    """The call that a token of the form (name, run, position, call, digest) is about, if it still waits."""
    _, _, position, call_id, digest = press.parts
    state = press.run.find(call_id, digest)
    if state is None or str(state.position) != position:
        return Word(press.say("request-gone"))
    return state if _open(press, state) else Word(_why_closed(press, state))


def waiting_on(press: Press, position: str) -> list[CallState]:
    """The calls of one card that still wait for a person."""
    cards = [card for card in press.run.cards if str(card.position) == position]
    return [state for card in cards for state in card.calls if _open(press, state)]


def _open(press: Press, state: CallState) -> bool:
    return press.run.undecided(state) and press.now < state.expires


def _why_closed(press: Press, state: CallState) -> str:
    say = press.say
    if state.decided:
        who = person(say, press.run, state.decided.by)
        match state.decided.verdict:
            case "approve":
                return say("already-approved", who=who)
            case "reject":
                return say("already-rejected", who=who)
            case "edit":
                return say("already-changed", who=who)
    if state.started:
        return say("already-begun")
    if state.returned is None and not press.run.superseded(state) and not press.run.needs_person(state):
        return say("already-let-through")
    expired = press.now >= state.expires or (state.returned is not None and state.returned.outcome == "expired")
    return say("request-expired") if expired else say("request-superseded")
