"""What a run has done so far, step by step, oldest first: what it was, what came of it, how long it took. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.carrier import Live
from agent.facts import Passage, Result, Returned
from agent.run import CallState, Round, Run
from bot.speech import Speech
from bot.views import safe
from bot.views.costs import costs
from bot.views.relayed import note, part
from bot.views.wording import called, duration, effort, enumerated, person, rounds_used

_PASSAGES = 3  # named of one call
_COMMENT = 600  # characters of what a person said
_NAME = 300  # characters of the name of what was opened
_TENS = 10  # seconds; what is under way is told in such steps, so that not every look is an edit


@dataclass(frozen=True)
class Step:
    """One step, in literal text: `seq` says where it belongs, `kind` what it counts as ("search", "page", "file",
    "call", "remark", "draft", "again"), `time` how long it took, or since when it is under way; "" where nobody
    knows."""

    seq: int
    kind: str
    words: str
    time: str = ""

    def line(self, at_most: int) -> str:
        """On one line; the time stays where the words are cut."""
        time = f" · {self.time}" if self.time else ""
        return safe.words(self.words, at_most - safe.size(time)) + time


def steps(say: Speech, run: Run, live: Live | None = None, now: float = 0.0) -> list[Step]:
    """Every call with what it brought, drafts that were sent back, and what was said in between. `now` in Unix
    seconds; it counts only for what is under way."""
    listed: list[Step] = []
    for round in run.rounds:
        listed += _inside(say, round)
        listed += [_call(say, run, round, state, live or Live(), now) for state in round.calls]
        listed += _draft(say, round)
    for seq, said in run.said:
        if said.text and seq >= run.opening:
            words = say("remark", who=person(say, run, said.by), words=safe.words(said.text, _COMMENT))
            listed.append(Step(seq, "remark", words))
    return sorted(listed, key=lambda step: step.seq) + list(_second_try(say, run))


def _call(say: Speech, run: Run, round: Round, state: CallState, live: Live, now: float) -> Step:
    words = say("step", what=called(say, state.call), outcome=safe.cut(how_far(say, run, state), 2_000))
    kind = state.call.budget or "call"
    return Step(round.seq, kind, words, "" if run.ended and not state.returned else _time(say, state, live, now))


def _time(say: Speech, state: CallState, live: Live, now: float) -> str:
    if not state.started:
        return ""
    if state.returned:
        return duration(say, state.returned_at - state.started_at)
    since = live.since.get(f"call.{state.call.id}", state.started_at)
    tens = int(max(0.0, now - since) // _TENS) * _TENS
    return duration(say, tens) if tens else ""


def _inside(say: Speech, round: Round) -> Iterator[Step]:
    """What the model's provider searched for by itself, each a step; at the last stands what they brought."""
    queries, brought = round.reply.queries, Result(hits=round.reply.hits)
    for at, query in enumerate(queries, 1):
        words = say("searched-inside", query=safe.words(query, _COMMENT))
        yield Step(round.seq, "search", f"{words} ({found(say, brought)})" if at == len(queries) else words)


def _draft(say: Speech, round: Round) -> Iterator[Step]:
    if round.checked and round.checked.faults:
        yield Step(round.seq, "draft", say("draft-sent-back", n=len(round.checked.faults)))


def _second_try(say: Speech, run: Run) -> Iterator[Step]:
    """A step that failed once is tried again; that is why nothing seems to move."""
    kind = run.failure.step.partition(".")[0] if run.failure else ""
    if run.failure and run.failures[kind] == 1 and run.ended is None:
        reason = note(say, run.failure.result.note) or say("no-reason")
        yield Step(run.length, "again", say("trying-again", what=_named(say, kind), reason=reason))


def _named(say: Speech, kind: str) -> str:
    match kind:
        case "recall":
            return say("step-recall")
        case "understand":
            return say("step-understand")
        case "reply":
            return say("step-reply")
        case "check":
            return say("step-check")
        case _:
            return kind


# --- older steps --------------------------------------------------------------------------------------------------


def earlier(say: Speech, listed: Sequence[Step]) -> str:
    """Steps that are not shown one by one, in a few words."""
    kinds = Counter(step.kind for step in listed)
    return say("earlier-steps", n=len(listed), kinds=enumerated(say, list(_counts(say, kinds))))


def _counts(say: Speech, kinds: Counter[str]) -> Iterator[str]:
    if kinds["search"]:
        yield say("count-searches", n=kinds["search"])
    if kinds["page"]:
        yield say("count-pages", n=kinds["page"])
    if kinds["file"]:
        yield say("count-files", n=kinds["file"])
    if kinds["call"]:
        yield say("count-calls", n=kinds["call"])
    if others := kinds["remark"] + kinds["draft"] + kinds["again"]:
        yield say("count-others", n=others)


def spent(say: Speech, run: Run) -> list[str]:
    """What an ended run took: which model, how thoroughly where that was more than usual, steps, rounds, tokens,
    money, and the time from question to end, people's included."""
    counted = [
        next((round.reply.model for round in reversed(run.rounds) if round.reply.model), run.asked.rules.model),
        *effort(say, run),
        say("steps-taken", n=number) if (number := len(steps(say, run))) else "",
        say("rounds", n=used) if (used := max(len(run.rounds), rounds_used(run))) else "",
        *costs(say, run.usage),
        duration(say, (run.ended_at or run.at) - run.asked_at),
    ]
    return [part for part in counted if part]


# --- how far a call is ----------------------------------------------------------------------------------------------


def how_far(say: Speech, run: Run, state: CallState) -> str:
    if state.returned:
        return _ended(say, run, state, state.returned)
    if run.superseded(state):
        return say("step-superseded")
    if state.started:
        return say("under-way")
    if state.decided:
        return _decided(say, run, state)
    return say("waits-for-approval") if state.waiting and run.needs_person(state) else say("comes-next")


def _decided(say: Speech, run: Run, state: CallState) -> str:
    if state.decided is None:
        return ""
    who = person(say, run, state.decided.by)
    match state.decided.verdict:
        case "approve":
            return say("step-approved", who=who)
        case "edit":
            return say("step-changed", who=who)
        case "reject":
            return _rejected(say, run, state, "")


def _ended(say: Speech, run: Run, state: CallState, returned: Returned) -> str:
    said = note(say, returned.result.note)
    match returned.outcome:
        case "ok":
            return say("done-above") if state.same_as else found(say, returned.result)
        case "failed":
            return _failed(say, state.call.budget, said or say("no-reason"))
        case "refused":
            return _rejected(say, run, state, said)
        case "expired":
            return say("step-expired")
        case "dropped" if state.decided and state.became:
            return say("step-changed", who=person(say, run, state.decided.by))
        case "dropped":
            return say("step-superseded")
        case "cancelled":
            return say("broken-off")
        case "unknown":
            return say("outcome-unknown-with", reason=said) if said else say("outcome-unknown")


def _failed(say: Speech, budget: str, reason: str) -> str:
    match budget:
        case "search":
            return say("search-failed", reason=reason)
        case "page":
            return say("page-failed", reason=reason)
        case "file":
            return say("file-failed", reason=reason)
        case _:
            return say("call-failed", reason=reason)


def _rejected(say: Speech, run: Run, state: CallState, said: str) -> str:
    comment = safe.words(state.decided.comment, _COMMENT) if state.decided and state.decided.comment.strip() else said
    if state.decided is None:
        return say("step-refused-with", comment=comment) if comment else say("step-refused")
    who = person(say, run, state.decided.by)
    return say("step-rejected-with", who=who, comment=comment) if comment else say("step-rejected", who=who)


def found(say: Speech, result: Result) -> str:
    """What a call brought, in words: leads, opened parts, and else its own note."""
    parts = [say("found", n=len(result.hits))] if result.hits else []
    if result.passages:
        opened = "; ".join(_opened(say, one) for one in result.passages[:_PASSAGES])
        parts.append(say("opened", parts=safe.cut(opened, 2_000)))
    if len(result.passages) > _PASSAGES:
        parts.append(say("and-more", n=len(result.passages) - _PASSAGES))
    return enumerated(say, parts) or note(say, _first_line(result.note)) or say("nothing-found")


def _first_line(words: str) -> str:
    """Of a note that lists something what it says first ("7 documents:" and their names)."""
    first, more, _ = words.strip().partition("\n")
    return first.rstrip(":") if more else first


def _opened(say: Speech, passage: Passage) -> str:
    """Which part of what: a file by its name, a page by its title."""
    page = "://" in passage.address
    name = safe.cut((passage.title if page else "") or passage.address, _NAME)
    return say("opened-part", name=name, part=part(say, passage.where)) if passage.where else name
