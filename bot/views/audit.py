"""A run as a plain listing for a terminal, a line for each fact: who did what when, and what was agreed to. Pure.

Words that are not ours are one line of visible characters: what would move the cursor, colour, hide or turn the
reading direction is written as its escape and not left out, since an audit that drops characters is none.
"""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.facts import (
    Answer,
    Answered,
    Anything,
    ApprovalRequested,
    Asked,
    AskedBack,
    Call,
    Checked,
    Closing,
    Compacted,
    Decided,
    Intent,
    Question,
    Recalled,
    Record,
    Reminded,
    Replied,
    Request,
    Returned,
    Rules,
    Said,
    Started,
    Stopped,
    Understood,
    Unknown,
    Usage,
)
from agent.models.prices import exact_money
from agent.run import Run
from bot import speech
from bot.views import safe
from bot.views.steps import found
from bot.views.wording import duration, undecided

QUESTION = 80  # characters of a question in the list of runs
WORDS = 600  # of anything else that is only read; arguments are never cut
DIGEST = 12  # hex digits; enough to see that two are the same
ENGLISH = speech.speech("en")
Zone = datetime.tzinfo | None  # None is the local time


def lines(records: Sequence[Record], zone: Zone = None) -> list[str]:
    """One line for each record, in their order."""
    seen = Seen(_names(records))
    return [_line(record, seen, zone) for record in records]


def listing(runs: Iterable[Run | str], now: float, zone: Zone = None) -> list[str]:
    """One line for each run: its id, when it was asked, by whom, how far it is, the question. A run whose facts
    cannot be read is known by its id alone."""
    rows = [_row(run, now, zone) for run in runs]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    return ["  ".join([*map(str.ljust, row, widths), row[4]]).rstrip() for row in rows]


def state(run: Run, now: float) -> str:
    """How far a run is, in a few words."""
    if run.unknown:
        return "newer version"
    match run.ended:
        case Answered(answer=answer):
            return f"{'partly ' if answer.partial else ''}answered{'' if answer.text else ', nothing confirmed'}"
        case Stopped() as stopped:
            return " · ".join(_stopped(stopped, Seen(run.names)))
        case None if any(undecided(run, call, now) for call in run.calls.values()):
            return "waiting for approval"
        case None:
            return "waiting for an answer" if run.asking else "at work"


def plain(text: str, at_most: int = WORDS) -> str:
    """Anybody's words on one line, capped."""
    return safe.exact(safe.cut(" ".join(text.split()), at_most))


def exactly(text: str) -> str:
    """Canonical JSON on one line, whole: what was put before a person, and what was run."""
    return safe.exact(text).replace("\n", "\\n")


# --- what the lines before a line have told ---------------------------------------------------------------------


@dataclass
class Seen:
    """The names of people by id; the calls by id, changed ones too; since when each step runs (Unix seconds)."""

    names: Mapping[str, str]
    calls: dict[str, Call] = field(default_factory=dict)
    since: dict[str, float] = field(default_factory=dict)

    def take(self, record: Record) -> None:
        match record.fact:
            case Started(step=step):
                self.since[step] = record.at
            case Replied(reply=reply):
                self.calls.update((call.id, call) for call in reply.calls)
            case Decided(verdict="edit", call_id=id, arguments=arguments) if id in self.calls:
                changed = self.calls[id].changed(arguments)
                self.calls[changed.id] = changed
            case _:
                pass

    def person(self, by: str, name: str = "") -> str:
        named = self.names.get(by) or name
        return f"{plain(named, 80)} ({plain(by, 80)})" if named and by else plain(named or by, 80) or "somebody"

    def call(self, id: str) -> str:
        tool = f" {plain(self.calls[id].tool, 80)}" if id in self.calls else ""
        return f"call {plain(id, 80)}{tool}"

    def step(self, step: str) -> str:
        kind, _, id = step.partition(".")
        return self.call(id) if kind == "call" else plain(step, 80)

    def took(self, step: str, at: float) -> str:
        """How long a step that ends now has taken; "" where nobody saw it begin."""
        seconds = at - self.since.get(step, math.nan)
        if not math.isfinite(seconds):
            return ""
        return f"after {duration(ENGLISH, seconds) if seconds >= 120 else f'{max(0.0, seconds):.1f} s'}"


def counted(number: int, noun: str) -> str:
    """ "1 call", "12,300 tokens"; `noun` in its singular."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _names(records: Iterable[Record]) -> dict[str, str]:
    names: dict[str, str] = {}
    for record in records:
        match record.fact:
            case (
                Asked(by=by, name=name)
                | Said(by=by, name=name)
                | Decided(by=by, name=name)
                | Stopped(by=by, name=name)
            ):
                names[by] = name or names.get(by, "")
            case Recalled(turns=turns):
                names |= {turn.speaker: turn.name for turn in turns if turn.name}
            case _:
                pass
    return names


# --- a line -----------------------------------------------------------------------------------------------------


def _line(record: Record, seen: Seen, zone: Zone) -> str:
    seen.take(record)
    if isinstance(record.fact, Unknown):
        kind, parts = f"a fact of a newer version ({plain(record.fact.kind, 80)})", []
    else:
        kind, parts = _kind(record.fact), [part for part in _parts(record.fact, record.at, seen, zone) if part]
    return f"{record.seq:>4}  {_time(record.at, zone)}  {kind:<18}  {' · '.join(parts)}".rstrip()


def _kind(fact: Anything) -> str:
    """A fact's kind in words."""
    match fact:
        case Said(answers=answers, defaults=defaults) if answers:
            return "took the defaults" if defaults else "answered questions"
        case Recalled():
            return "read the thread"
        case Replied():
            return "model replied"
        case Answered():
            return "the answer"
        case ApprovalRequested():
            return "asked for approval"
        case _:
            return fact.kind.replace("_", " ")


def _parts(fact: Anything, at: float, seen: Seen, zone: Zone) -> Iterable[str]:
    """Who, and what; empty ones are left out. A kind without words of its own shows its fields."""
    match fact:
        case Asked():
            return _asked(fact, seen)
        case Said():
            return _said(fact, seen)
        case Decided():
            return _decided(fact, seen)
        case Stopped():
            return _stopped(fact, seen, zone)
        case Started(step=step, worker=worker):
            return seen.step(step), f"worker {plain(worker, 80)}"
        case Recalled() | Understood() | Replied() | Returned() | Checked() | Compacted():
            return seen.step(fact.step), seen.took(fact.step, at), *_outcome(fact)
        case AskedBack(questions=questions, expires=expires):
            return *map(_question, questions), f"until {_time(expires, zone)}"
        case ApprovalRequested(requests=requests, expires=expires):
            return *(_request(request, seen) for request in requests), f"until {_time(expires, zone)}"
        case Reminded(of=of):
            return (f"of what was asked at {of}",)
        case Answered(answer=answer):
            why = f"partial: {plain(answer.missing)}" if answer.partial else ""
            apart = _missing(len(answer.unconfirmed))
            return _words(answer.text), counted(len(answer.sources), "source"), apart, _second_look(answer), why
        case _:
            return (exactly(json.dumps(fact.model_dump(mode="json"), ensure_ascii=False)),)


def _asked(fact: Asked, seen: Seen) -> Iterator[str]:
    yield seen.person(fact.by, fact.name)
    yield f"“{plain(fact.text)}”"
    yield f"message {plain(fact.message, 80)}"
    yield (
        f"{'goes on from' if fact.goes_on else 'asked again, after'} run {plain(fact.again, 80)}"
        if fact.again
        else ""
    )
    yield _rules(fact.rules)


def _rules(rules: Rules) -> str:
    named = [f"approval {rules.approval}", f"model {plain(rules.model, 80)}" if rules.model else ""]
    named += [f"deep research ({rules.sources} sources)"] if rules.effort == "deep" else []
    named += ["thinking hard"] if rules.thinking else []
    named += ["second opinion"] if rules.seconded else []
    lists = (("approvers", rules.approvers), ("tools", rules.tools))
    named += [f"{name} {', '.join(plain(one, 80) for one in listed)}" for name, listed in lists if listed]
    return ", ".join(part for part in named if part)


def _said(fact: Said, seen: Seen) -> Iterator[str]:
    yield seen.person(fact.by, fact.name) if fact.by else "nobody, by time"
    yield from (f"{plain(question)}: {plain(option)}" for question, option in fact.answers.items())
    yield _words(fact.text)


def _decided(fact: Decided, seen: Seen) -> Iterator[str]:
    yield seen.person(fact.by, fact.name)
    yield fact.verdict
    yield seen.call(fact.call_id)
    yield f"digest {plain(fact.digest[:DIGEST], 80)}"
    yield _words(fact.comment)
    yield f"with {exactly(fact.arguments)}" if fact.arguments else ""
    yield "also later calls of the tools shown by then" if fact.scope == "run" else "this call only"


def _stopped(fact: Stopped, seen: Seen, zone: Zone = None) -> Iterator[str]:
    match fact.why:
        case "person":
            yield f"stopped by {seen.person(fact.by, fact.name)}"
        case "deleted":
            yield "stopped: the question was deleted"
        case "budget":
            yield "stopped: what one question may use is used up"
        case "spent":
            anew = f"is used up until {_time(fact.until, zone)}" if fact.until else "never holds a single call"
            yield f"stopped: the budget of the day {anew}"
        case "long" if not fact.limit:
            yield "stopped: the model reads too little at once for its instructions and tools"
        case "long":
            yield f"stopped: the question is more than the {fact.limit:,} tokens that the model can read"
        case "unreadable":
            yield "stopped: the question was not understood"
        case "failed":
            yield "stopped: a step failed"
    if fact.ref:
        yield f"reference {plain(fact.ref, 80)}"


def _outcome(fact: Closing) -> Iterator[str]:
    match fact:
        case Recalled():
            yield counted(len(fact.turns), "message")
            yield f"{fact.left_out} left out" if fact.left_out else ""
            yield counted(len(fact.sources), "known source") if fact.sources else ""
        case Understood(intent=intent, usage=usage):
            yield from _intent(intent) if intent else ["nothing valid came"]
            yield _tokens(usage)
        case Replied():
            yield from _reply(fact)
        case Returned():
            yield from _returned(fact)
        case Checked():
            yield from [f"to mend: {plain(fault)}" for fault in fact.faults] or ["nothing to mend"]
            yield _missing(len(fact.answer.unconfirmed))
            yield _second_look(fact.answer)
            yield _tokens(fact.usage)
        case Compacted(summary=summary, through=through, usage=usage):
            yield f"what came before {through} in short: {_words(summary)}"
            yield _tokens(usage)


def _second_look(answer: Answer) -> str:
    """What the model's second look made of the statements; "" where it said nothing of any."""
    agreed = sum(one.seconded == "yes" for one in answer.statements)
    denied = [f"“{plain(one.text)}” ({plain(one.doubt)})" for one in answer.denied]
    told = [f"agreed with {agreed} of {len(answer.statements)}"] if agreed else []
    told += [f"denied {', '.join(denied)}"] if denied else []
    return f"a second look by the model {' and '.join(told)}" if told else ""


def _intent(intent: Intent) -> Iterator[str]:
    yield intent.mode
    yield _words(intent.goal)
    for title, conditions in (("must", intent.must), ("must not", intent.must_not), ("ideally", intent.prefer)):
        yield from (f"{title}: {plain(condition.text)}" for condition in conditions)
    yield from (f"unclear: {plain(question.text)}" for question in intent.unclear)


def _reply(fact: Replied) -> Iterator[str]:
    reply = fact.reply
    yield from (_call(call) for call in reply.calls)
    yield "" if reply.calls else _words(reply.text)
    yield f"refused: {plain(reply.refusal)}" if reply.refusal else ""
    yield f"finish {plain(reply.finish, 80)}" if reply.finish else ""
    yield plain(reply.model, 80)
    yield _tokens(reply.usage)


def _returned(fact: Returned) -> Iterator[str]:
    yield fact.outcome
    yield plain(found(ENGLISH, fact.result)) if fact.outcome == "ok" else _words(fact.result.note)
    yield "the same again cannot help" if fact.final else ""
    yield f"reference {plain(fact.ref, 80)}" if fact.ref else ""
    yield _tokens(fact.result.usage)


def _call(call: Call) -> str:
    error = f" (cannot be made: {plain(call.error)})" if call.error else ""
    return f"call {plain(call.id, 80)} {plain(call.tool, 80)} {exactly(call.arguments)}{error}"


def _request(request: Request, seen: Seen) -> str:
    """One call as it was put before a person. Its digest is said to differ where the model's call has another."""
    call = seen.calls.get(request.call_id)
    digest = f"digest {plain(request.digest, 80)}"
    if call is None:
        return f"call {plain(request.call_id, 80)}, which no reply holds, {digest}"
    differs = "" if call.digest == request.digest else " (not the digest of this call)"
    return f"{_call(call)} {digest}{differs}"


def _question(question: Question) -> str:
    options = " / ".join(plain(option) for option in question.options)
    return f"{plain(question.text)} {options} (otherwise {plain(question.default)})"


def _tokens(usage: Usage) -> str:
    cached = f" ({usage.cached:,} of them cached)" if usage.cached else ""
    most = "at most " if usage.bound else ""
    tokens = f"{most}{usage.prompt:,} + {usage.completion:,} tokens{cached}" if usage.tokens else ""
    money = exact_money(usage) if usage.money else ""
    credits = counted(usage.credits, "search credit") if usage.credits else ""
    return ", ".join(part for part in (tokens, money, credits) if part)


def total(run: Run) -> str:
    """What a run has used so far; "" where nothing is known."""
    return _tokens(run.usage)


def _missing(number: int) -> str:
    return f"{number} not confirmed" if number else ""


def _words(text: str) -> str:
    """The first line that says something, in quotes, and that there is more."""
    said = [line for line in text.splitlines() if safe.visible(line)]
    return f"“{plain(said[0])}{' …' if len(said) > 1 else ''}”" if said else ""


def _row(run: Run | str, now: float, zone: Zone) -> tuple[str, str, str, str, str]:
    if isinstance(run, str):
        return plain(run, 80), "", "", "not readable", ""
    who = Seen({}).person(run.asked.by, run.asked.name)
    question = plain(run.asked.text, QUESTION)
    return plain(run.id, 80), _time(run.asked_at, zone), who, state(run, now), f"“{question}”"


def _time(at: float, zone: Zone) -> str:
    """ISO 8601 to the second, with the offset; the number itself where no calendar holds it."""
    try:
        return datetime.datetime.fromtimestamp(at, datetime.UTC).astimezone(zone).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return f"{at}"
