"""The card that puts calls before a person: their arguments, a decision for each, and what was decided. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.facts import Decided
from agent.run import CallState, Run
from agent.run import Card as Request
from bot.speech import Speech
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
from bot.views.relayed import note
from bot.views.wording import (
    asker,
    called_upon,
    deciders,
    does,
    duration,
    end,
    enumerated,
    highest,
    person,
    tongue,
    undecided,
    woven,
)

IN_CARD = 2_500  # characters of arguments that a card shows by itself
_FRAME, _APPROVER, _CALL = 1_900, 200, 1_100  # what a card, each approver, each call count at most beside arguments
_COMMENT = 300


@dataclass(frozen=True)
class _Scene:
    """What every part of a card needs to know."""

    say: Speech
    run: Run
    request: Request
    now: float
    sign: Sign

    @property
    def waiting(self) -> int:
        return sum(undecided(self.run, state, self.now) for state in self.request.calls)


def approval(run: Run, request: Request, now: float, sign: Sign) -> tuple[Card, ...]:
    """The card of one request, and further ones for calls it has no room for, each with its own buttons."""
    scene = _Scene(tongue(run), run, request, now, sign)
    return tuple(_card(scene, group, first=at == 0) for at, group in enumerate(_groups(scene)))


def _card(scene: _Scene, group: Sequence[CallState], *, first: bool) -> Card:
    blocks = [_headline(scene, scene.waiting)]
    for state in group:
        open_ = undecided(scene.run, state, scene.now)
        body = (
            _attached_above(scene.say, state) if _too_long(state) else preformatted(safe.exact(state.call.arguments))
        )
        blocks += _call(scene, state, body, "" if open_ else _standing(scene, state))
    if first and scene.waiting:
        blocks += _whole(scene, scene.waiting)
    return card("approval", blocks, highest(scene.run), scene.run.names)


def _headline(scene: _Scene, waiting: int) -> Block:
    return rich("headline", section(*(_please(scene, waiting) if waiting else [text(_over(scene), "bold")])))


def _please(scene: _Scene, waiting: int) -> Iterator[Block]:
    put = {"who": list(_called_upon(scene.say, scene.run))}
    if waiting < (calls := len(scene.request.calls)):
        return woven(scene.say, "decide-of", put, "bold", n=waiting, all=calls)
    return woven(scene.say, "decide", put, "bold", n=waiting)


def _over(scene: _Scene) -> str:
    """That nothing waits any more, and how much of it nobody decided on."""
    calls = len(scene.request.calls)
    left = sum(_left(scene.run, state, scene.now) for state in scene.request.calls)
    return scene.say("card-undecided", n=left, all=calls) if left else scene.say("card-settled", n=calls)


def _left(run: Run, state: CallState, now: float) -> bool:
    """Whether nobody decided on a call that was not let through either."""
    if state.decided or state.started:
        return False
    if state.returned:
        return state.returned.outcome in ("expired", "dropped")
    return run.ended is not None or run.unknown or run.superseded(state) or now >= state.expires


def _called_upon(say: Speech, run: Run) -> Iterator[Block]:
    """Named approvers as users, whom Slack notifies: the asker alone follows the thread anyway."""
    named = [text(asker(say, run), "bold")] if run.asked.rules.own else []
    for at, one in enumerate([*named, *(user(by) for by in called_upon(run))]):
        yield from [text(", ", "bold")] if at else []
        yield one


def _whole(scene: _Scene, waiting: int) -> Iterator[Block]:
    """What settles more than one call, and what happens if nobody does anything."""
    run, sign, say, position = scene.run, scene.sign, scene.say, str(scene.request.position)
    tools = [safe.words(tool, 64) for tool in sorted(run.grantable)]
    every = button(say("approve-all", n=waiting), "approve_all", sign("approve_all", run.id, position))
    rest = button(_rest(say, tools), "approve_rest", sign("approve_rest", run.id, position))
    shown = [*([every] if waiting > 1 else []), *([rest] if tools else [])]
    yield from [actions("actions", *shown)] if shown else []
    hours = duration(say, run.asked.rules.approval_hours * 3600)
    covers = [say("hint-rest", tools=safe.words(enumerated(say, tools), 400))] if tools else []
    yield context("hint", say("hint-decide", who=deciders(say, run), time=hours), *covers)


def _rest(say: Speech, tools: Sequence[str]) -> str:
    """Names the tools whose later calls it covers, as long as a button can hold them."""
    label = say("approve-rest", tools=safe.cut(enumerated(say, tools), 400))
    return label if safe.size(label) <= LIMITS.label else say("approve-rest-many", n=len(tools))


# --- one call ---------------------------------------------------------------------------------------------------


def _call(scene: _Scene, state: CallState, body: Block, standing: str) -> Iterator[Block]:
    """The call with its buttons or, where there is nothing to decide, with what has become of it."""
    say = scene.say
    changed = say("as-changed", who=person(say, scene.run, state.changed.by)) if state.changed else ""
    said = enumerated(say, [part for part in (does(say, state.call.tool), changed) if part])
    name = section(text(safe.words(state.call.tool, 64), "bold"), *([text(f" – {said}")] if said else []))
    when = [text(", "), moment(state.decided_at)] if state.decided else []
    settled = [section(text(standing, "italic"), *when)] if standing else []
    yield rich(f"call.{state.call.id}", name, body, *settled)
    if not standing:
        yield _decision(scene, state)


def _attached_above(say: Speech, state: CallState) -> Block:
    return section(text(say("attached-above", n=len(state.call.arguments)), "italic"))


def _decision(scene: _Scene, state: CallState) -> Block:
    call, sign, say = state.call, scene.sign, scene.say
    about = (scene.run.id, str(scene.request.position), call.id, call.digest)
    approve = button(say("approve-button"), f"approve.{call.id}", sign("approve", *about), "primary")
    edit = button(say("edit-button"), f"edit.{call.id}", sign("edit", *about))
    reject = button(say("reject-button"), f"reject.{call.id}", sign("reject", *about), "danger")
    return actions(f"actions.{call.id}", approve, edit, reject)


def _standing(scene: _Scene, state: CallState) -> str:
    """What has become of a call that waits for nobody any more."""
    say, run = scene.say, scene.run
    decided = _decided(say, run, state, state.decided) if state.decided else ""
    match state.returned.outcome if state.returned else "":
        case "dropped" if state.became:
            return decided
        case "dropped":
            return say("superseded-after", decided=decided) if decided else say("superseded")
        case "expired":
            return say("expired")
        case "ok" if state.same_as:
            return say("not-needed")
        case "failed" if state.returned and not state.started:
            return say("not-made", reason=safe.words(note(say, state.returned.result.note), _COMMENT))
    if decided or state.started:
        return decided or _let_through(say, run)
    return _never_decided(say, run, state, scene.now)


def _never_decided(say: Speech, run: Run, state: CallState, now: float) -> str:
    if run.unknown:
        return say("newer-hands")
    if run.ended:
        return say("not-decided", reason=end(say, run))
    if run.superseded(state):
        return say("superseded")
    return say("expired") if now >= state.expires else _let_through(say, run)


def _let_through(say: Speech, run: Run) -> str:
    return say("let-through-once") if run.asked.rules.approval == "once" else say("let-through-rest")


def _decided(say: Speech, run: Run, state: CallState, decided: Decided) -> str:
    who = person(say, run, decided.by)
    if decided.verdict == "approve":
        return say("approved-rest", who=who) if decided.scope == "run" else say("approved", who=who)
    if decided.verdict == "edit":
        asked_again = state.became is not None and state.became.position >= 0
        return say("changed-again", who=who) if asked_again else say("changed", who=who)
    comment = safe.words(decided.comment, _COMMENT) if decided.comment.strip() else ""
    return say("rejected-with", who=who, comment=comment) if comment else say("rejected", who=who)


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
