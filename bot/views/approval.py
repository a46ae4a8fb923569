"""The card that puts calls before a person: the whole arguments, a decision for each, and what was decided. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.facts import Decided
from agent.run import CallState, Run
from agent.run import Card as Request
from bot.tokens import Sign
from bot.views import safe
from bot.views.blocks import (
    LIMITS,
    Block,
    Card,
    actions,
    button,
    context,
    packed,
    preformatted,
    rich,
    section,
    text,
    weight,
)
from bot.views.plain import card
from bot.views.wording import DOES, asker, counted, duration, end, highest, person, undecided

CALLS = 12  # of one card; more go into further cards, each with its own buttons
IN_CARD = 2_500  # characters of arguments that a card shows by itself
_PIECE = 2_800  # characters of longer arguments in one block
_COMMENT = 300


@dataclass(frozen=True)
class _Scene:
    """What every part of a card needs to know."""

    run: Run
    request: Request
    now: float
    sign: Sign

    @property
    def waiting(self) -> int:
        return sum(undecided(self.run, state, self.now) for state in self.request.calls)


def approval(run: Run, request: Request, now: float, sign: Sign) -> tuple[Card, ...]:
    """The card of one request, and further ones for what it cannot hold: calls past the twelfth, long arguments."""
    scene, calls = _Scene(run, request, now, sign), request.calls
    groups = [calls[at : at + CALLS] for at in range(0, len(calls), CALLS)] or [[]]
    cards = [_card(scene, group, first=at == 0) for at, group in enumerate(groups)]
    long = [state for group in groups for state in _too_long(scene, group)]
    return (*cards, *(one for state in long for one in _in_full(run, state)))


def _card(scene: _Scene, group: Sequence[CallState], *, first: bool) -> Card:
    blocks = [_headline(scene, scene.waiting)]
    long = _too_long(scene, group)
    for state in group:
        open_ = undecided(scene.run, state, scene.now)
        body = _below(state) if state in long else preformatted(safe.exact(state.call.arguments))
        blocks += _call(scene, state, body, "" if open_ else _standing(scene.run, state, scene.now))
    if first and scene.waiting:
        blocks += _whole(scene, scene.waiting)
    return card("approval", blocks, highest(scene.run))


def _headline(scene: _Scene, waiting: int) -> Block:
    calls, who = counted(len(scene.request.calls), "call"), asker(scene.run)
    of = f"{waiting} of " if waiting < len(scene.request.calls) else ""
    words = f"{who}, please decide on {of}{calls}" if waiting else f"{calls}, settled"
    return rich("headline", section(text(words, "bold")))


def _whole(scene: _Scene, waiting: int) -> Iterator[Block]:
    """What settles more than one call, and what happens if nobody does anything."""
    run, sign, position = scene.run, scene.sign, str(scene.request.position)
    every = button(f"Approve all ({waiting})", "approve_all", sign("approve_all", run.id, position))
    rest = button("Approve the rest of this run", "approve_rest", sign("approve_rest", run.id, position))
    yield actions("actions", *([every] if waiting > 1 else []), rest, button("Stop", "stop", sign("stop", run.id)))
    hours = duration(run.asked.rules.approval_hours * 3600)
    tools = ", ".join(safe.words(tool, 64) for tool in sorted(run.grantable)) or "nothing, since all were rejected,"
    yield context(
        "hint",
        f"Only {asker(run)} can decide. What nobody decides on within {hours} is not done.",
        f"The rest of this run: later calls of {safe.words(tools, 400)} then go on without asking.",
    )


# --- one call ---------------------------------------------------------------------------------------------------


def _call(scene: _Scene, state: CallState, body: Block, standing: str) -> Iterator[Block]:
    """The call with its buttons or, where there is nothing to decide, with what has become of it."""
    does = f" – {DOES[state.call.tool]}" if state.call.tool in DOES else ""
    name = section(text(safe.words(state.call.tool, 64), "bold"), *([text(does)] if does else []))
    settled = [section(text(standing, "italic"))] if standing else []
    yield rich(f"call.{state.call.id}", name, body, *settled)
    if not standing:
        yield _decision(scene, state)


def _below(state: CallState) -> Block:
    length = counted(len(safe.exact(state.call.arguments)), "character")
    return section(text(f"Its arguments ({length}) follow in full below.", "italic"))


def _decision(scene: _Scene, state: CallState) -> Block:
    call, sign = state.call, scene.sign
    about = (scene.run.id, str(scene.request.position), call.id, call.digest)
    approve = button("Approve", f"approve.{call.id}", sign("approve", *about), "primary")
    reject = button("Reject", f"reject.{call.id}", sign("reject", *about), "danger")
    return actions(f"actions.{call.id}", approve, reject)


def _standing(run: Run, state: CallState, now: float) -> str:
    """What has become of a call that waits for nobody any more."""
    decided = _decided(run, state.decided) if state.decided else ""
    match state.returned.outcome if state.returned else "":
        case "dropped":
            return f"Superseded by what was said since{' – before that: ' + decided if decided else ''}"
        case "expired":
            return "Expired: nobody decided in time"
        case "ok" if state.same_as:
            return "Not needed: the same call was made already"
        case "failed" if state.returned and not state.started:
            return f"Not made: {safe.words(state.returned.result.note, _COMMENT)}"
    if decided or state.started:
        return decided or "Approved with the rest of this run"
    return _never_decided(run, state, now)


def _never_decided(run: Run, state: CallState, now: float) -> str:
    if run.ended:
        return f"Not decided: {end(run)}"
    if run.superseded(state):
        return "Superseded by what was said since"
    return "Expired: nobody decided in time" if now >= state.expires else "Approved with the rest of this run"


def _decided(run: Run, decided: Decided) -> str:
    by = person(run, decided.by)
    if decided.verdict == "approve":
        return f"Approved by {by}" + (", with the rest of this run" if decided.scope == "run" else "")
    comment = safe.words(decided.comment, _COMMENT) if decided.comment.strip() else ""
    return f"Rejected by {by}: “{comment}”" if comment else f"Rejected by {by}"


# --- arguments that are too long for the card -----------------------------------------------------------------------


def _too_long(scene: _Scene, group: Sequence[CallState]) -> list[CallState]:
    """The calls whose arguments the card cannot hold. Reckoned as if all were still waiting, so that a decision moves
    nothing from where people read it."""
    frame = [_headline(scene, 0), *_whole(scene, len(scene.request.calls))]
    frame += [block for state in group for block in _call(scene, state, _below(state), "")]
    room = LIMITS.total - weight(frame) - len(group) * LIMITS.container
    long: list[CallState] = []
    for state in group:
        needed = safe.size(safe.exact(state.call.arguments))
        if needed > min(IN_CARD, room):
            long.append(state)
        else:
            room -= needed
    return long


def _in_full(run: Run, state: CallState) -> Iterator[Card]:
    """Long arguments in as many messages as they need; joined, their pieces are the exact text."""
    whose = f"Arguments of {safe.words(state.call.tool, 64)} (call {state.call.id})"
    heading = rich("headline", section(text(whose, "bold")))
    pieces = enumerate(_pieces(safe.exact(state.call.arguments)), 1)
    blocks = [rich(f"arguments.{k}", preformatted(piece)) for k, piece in pieces]
    parts = list(packed(blocks, [heading, context("hint", "Part 100 of 100")]))
    for number, (_, _, *part) in enumerate(parts, 1):
        which = [context("hint", f"Part {number} of {len(parts)}")] if len(parts) > 1 else []
        yield card("approval", [heading, *part, *which], highest(run))


def _pieces(shown: str) -> Iterator[str]:
    start = taken = 0
    for at, char in enumerate(shown):
        taken += safe.size(char)
        if taken > _PIECE:
            yield shown[start:at]
            start, taken = at, safe.size(char)
    yield shown[start:]
