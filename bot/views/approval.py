"""The card that puts calls before a person: their arguments, a decision for each, and what was decided. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.facts import Decided
from agent.run import CallState, Run
from agent.run import Card as Request
from bot.tokens import Sign
from bot.views import safe
from bot.views.attached import attached
from bot.views.blocks import (
    LIMITS,
    Block,
    Card,
    actions,
    button,
    context,
    moment,
    preformatted,
    rich,
    section,
    text,
    user,
)
from bot.views.plain import card
from bot.views.wording import (
    DOES,
    asker,
    called_upon,
    counted,
    deciders,
    duration,
    end,
    highest,
    person,
    undecided,
)

IN_CARD = 2_500  # characters of arguments that a card shows by itself
_FRAME, _APPROVER, _CALL = 1_900, 200, 1_100  # what a card, each approver, each call count at most beside arguments
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
    """The card of one request, and further ones for calls it has no room for, each with its own buttons."""
    scene = _Scene(run, request, now, sign)
    return tuple(_card(scene, group, first=at == 0) for at, group in enumerate(_groups(scene)))


def _card(scene: _Scene, group: Sequence[CallState], *, first: bool) -> Card:
    blocks = [_headline(scene, scene.waiting)]
    for state in group:
        open_ = undecided(scene.run, state, scene.now)
        body = _attached_above(state) if _too_long(state) else preformatted(safe.exact(state.call.arguments))
        blocks += _call(scene, state, body, "" if open_ else _standing(scene.run, state, scene.now))
    if first and scene.waiting:
        blocks += _whole(scene, scene.waiting)
    return card("approval", blocks, highest(scene.run), scene.run.names)


def _headline(scene: _Scene, waiting: int) -> Block:
    calls = counted(len(scene.request.calls), "call")
    if not waiting:
        return rich("headline", section(text(f"{calls}, settled", "bold")))
    of = f"{waiting} of " if waiting < len(scene.request.calls) else ""
    return rich("headline", section(*_called_upon(scene.run), text(f"please decide on {of}{calls}", "bold")))


def _called_upon(run: Run) -> Iterator[Block]:
    """Named approvers as users, whom Slack notifies: the asker alone follows the thread anyway."""
    if run.asked.rules.own:
        yield text(f"{asker(run)}, ", "bold")
    for by in called_upon(run):
        yield user(by)
        yield text(", ", "bold")


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
        f"Only {deciders(run)} can decide. After {hours} what waits expires, and I answer with what I have.",
        f"The rest of this run: later calls of {safe.words(tools, 400)} then go on without asking.",
    )


# --- one call ---------------------------------------------------------------------------------------------------


def _call(scene: _Scene, state: CallState, body: Block, standing: str) -> Iterator[Block]:
    """The call with its buttons or, where there is nothing to decide, with what has become of it."""
    does = f" – {DOES[state.call.tool]}" if state.call.tool in DOES else ""
    changed = f", as {person(scene.run, state.changed.by)} changed it" if state.changed else ""
    said = f"{does}{changed}"
    name = section(text(safe.words(state.call.tool, 64), "bold"), *([text(said)] if said else []))
    when = [text(", "), moment(state.decided_at)] if state.decided else []
    settled = [section(text(standing, "italic"), *when)] if standing else []
    yield rich(f"call.{state.call.id}", name, body, *settled)
    if not standing:
        yield _decision(scene, state)


def _attached_above(state: CallState) -> Block:
    length = counted(len(state.call.arguments), "character")
    return section(text(f"Its arguments ({length}) are attached above in full.", "italic"))


def _decision(scene: _Scene, state: CallState) -> Block:
    call, sign = state.call, scene.sign
    about = (scene.run.id, str(scene.request.position), call.id, call.digest)
    approve = button("Approve", f"approve.{call.id}", sign("approve", *about), "primary")
    edit = button("Edit", f"edit.{call.id}", sign("edit", *about))
    reject = button("Reject", f"reject.{call.id}", sign("reject", *about), "danger")
    return actions(f"actions.{call.id}", approve, edit, reject)


def _standing(run: Run, state: CallState, now: float) -> str:
    """What has become of a call that waits for nobody any more."""
    decided = _decided(run, state, state.decided) if state.decided else ""
    match state.returned.outcome if state.returned else "":
        case "dropped" if state.became:
            return decided
        case "dropped":
            return f"Superseded by what was said since{' – before that: ' + decided if decided else ''}"
        case "expired":
            return "Expired: nobody decided in time"
        case "ok" if state.same_as:
            return "Not needed: the same call was made already"
        case "failed" if state.returned and not state.started:
            return f"Not made: {safe.words(state.returned.result.note, _COMMENT)}"
    if decided or state.started:
        return decided or _let_through(run)
    return _never_decided(run, state, now)


def _never_decided(run: Run, state: CallState, now: float) -> str:
    if run.unknown:
        return "In the hands of a newer version of this program"
    if run.ended:
        return f"Not decided: {end(run)}"
    if run.superseded(state):
        return "Superseded by what was said since"
    return "Expired: nobody decided in time" if now >= state.expires else _let_through(run)


def _let_through(run: Run) -> str:
    once = run.asked.rules.approval == "once"
    return "Goes on, since this tool was approved once" if once else "Approved with the rest of this run"


def _decided(run: Run, state: CallState, decided: Decided) -> str:
    by = person(run, decided.by)
    if decided.verdict == "approve":
        return f"Approved by {by}" + (", with the rest of this run" if decided.scope == "run" else "")
    if decided.verdict == "edit":
        asked_again = state.became is not None and state.became.position >= 0
        return f"Changed by {by}" + (", and put before you again below" if asked_again else "")
    comment = safe.words(decided.comment, _COMMENT) if decided.comment.strip() else ""
    return f"Rejected by {by}: “{comment}”" if comment else f"Rejected by {by}"


# --- what a card holds ----------------------------------------------------------------------------------------------


def arguments(run: Run, request: Request) -> dict[int, Card]:
    """The arguments that its cards do not hold, each to stand above them, by the call's number in the request."""
    return {number: attached(run, state) for number, state in enumerate(request.calls, 1) if _too_long(state)}


def _too_long(state: CallState) -> bool:
    return safe.size(safe.exact(state.call.arguments)) > IN_CARD


def _groups(scene: _Scene) -> Iterator[list[CallState]]:
    """The calls of each card. Reckoned by what never changes, so that no decision moves anything elsewhere."""
    whole = LIMITS.total - _FRAME - _APPROVER * len(called_upon(scene.run))
    group: list[CallState] = []
    room = whole
    for state in scene.request.calls:
        needed = _CALL + (0 if _too_long(state) else safe.size(safe.exact(state.call.arguments)))
        if group and needed > room:
            yield group
            group, room = [], whole
        group.append(state)
        room -= needed
    yield group
