"""context(run, limits) -> the messages that fit; `last` says that no tools are left. Pure.

What was sent stays the beginning of what is sent next: things are added at the end, and pages leave in steps, many
at once and seldom. A call and its result always stand together; a draft that was given up never comes back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from agent.facts import Condition, Hit, Intent, Passage, Turn
from agent.intent import Message, prompt
from agent.run import CallState, Round, Run

EXCERPT = 600  # characters that stay of a page that had to go


@dataclass(frozen=True)
class Limits:
    """How much opened text a request carries, in characters; past it the oldest pages shrink to half of it."""

    pages: int = 60_000


LAST_ROUND = "This is the last round. No tools are left: answer now with what is opened, and say what is missing."


def context(run: Run, limits: Limits, *, last: bool = False) -> list[Message]:
    """The messages of the next request in the wire shape of the model protocol, one system message first."""
    chat = run.intent is not None and run.intent.mode == "chat"
    deep = prompt("deep") if run.asked.rules.effort == "deep" and not chat else ""
    messages: list[Message] = [{"role": "system", "content": prompt("chat" if chat else "research") + deep}]
    messages.extend(_conversation(run, limits))
    if last and not chat:
        messages.append(_user(LAST_ROUND))
    return list(_merged(messages))


def _conversation(run: Run, limits: Limits) -> Iterator[Message]:
    shrunk = _shrunk(run, limits)
    start = _task_began(run)
    yield _user(_thread_block(run))
    yield from _before(run, limits)
    happened: list[tuple[int, Intent | Round]] = [*run.intents, *((round.seq, round) for round in run.rounds)]
    told = start
    for seq, item in sorted(happened, key=lambda pair: pair[0]):
        if seq < start:
            continue
        if isinstance(item, Intent):
            yield _user(_words(run, told, seq) + _task_block(item, run.assumptions[seq], run.today))
            told = seq
        else:
            yield from _round(run, item, shrunk)


def _before(run: Run, limits: Limits) -> Iterator[Message]:
    """What an earlier run had opened, found and tried, where this one goes on from it. It never changes while the run
    lasts: the newest words stay whole as far as half of the room goes, the others shrink."""
    recalled = run.recalled
    if recalled is None or not run.asked.goes_on:
        return
    room, opened = limits.pages // 2, []
    for passage in reversed(recalled.opened):
        room -= len(passage.text)
        text = passage.text if room >= 0 else _excerpt(passage.text)
        opened.append(_source(run, passage, "opened", passage.where, text))
    known = {passage.address for passage in recalled.opened}
    found = [Hit(address=one.address, title=one.title) for one in recalled.sources if one.address not in known]
    leads = [_source(run, hit, "found", "", "") for hit in found[-_LEADS_BEFORE:]]
    tried = [f"- {one}" for one in recalled.tried]
    tried = ["Tried before, not to be tried again:", *tried] if tried else []
    yield _user("\n".join(["Opened and found before this task went on:", *reversed(opened), *leads, *tried]))


_LEADS_BEFORE = 40


def _task_began(run: Run) -> int:
    """The position where a new task, set in mid-run, began; nothing before it is sent any more."""
    since = run.intent.since if run.intent else ""
    return next((seq for seq, said in run.said if said.message == since), 0)


def _thread_block(run: Run) -> str:
    """The thread before this run's own remarks, from the message the task began with; all of it where that is about
    the thread."""
    turns = run.thread_turns
    since = run.intent.since if run.intent else ""
    order = [turn.message for turn in turns]
    whole = run.intent is not None and (run.intent.mode == "chat" or run.intent.thread)
    start = order.index(since) if since in order and not whole else 0
    rows = [json.dumps(_row(run, turn), ensure_ascii=False) for turn in turns[start:]]
    left_out = run.recalled.left_out if run.recalled and not start else 0
    note = f"({left_out} messages after the first one are left out)\n" if left_out else ""
    return f"{note}```thread\n[{_LINES.join(rows)}]\n```"


_LINES = ",\n"


def _row(run: Run, turn: Turn) -> dict[str, object]:
    """A message of the thread; with a number where it is a source that is open."""
    number = run.ledger.number(turn.address) if turn.address else 0
    source = {"number": number} if number and run.ledger.is_open(number) else {}
    return {**source, **turn.model_dump(include={"speaker", "name", "kind", "sent", "text"}, exclude_defaults=True)}


def _words(run: Run, after: int, before: int) -> str:
    """What was said between two positions, as it was said."""
    said = [said for seq, said in run.said if after <= seq < before]
    return "".join(f"{one.name or one.by or 'Nobody answered in time'}: {run.words(one)}\n\n" for one in said)


def _task_block(intent: Intent, assumed: Iterable[str], today: str) -> str:
    task = {
        "goal": intent.goal,
        "kind": intent.kind,
        "language": intent.language,
        "must": _listed(intent.must),
        "must_not": _listed(intent.must_not),
        "prefer": _listed(intent.prefer),
        "assumed": list(assumed),
        "today": today,
    }
    return f"```task\n{json.dumps(task, ensure_ascii=False)}\n```"


def _listed(conditions: Iterable[Condition]) -> list[dict[str, str]]:
    return [{"id": condition.id, "text": condition.text} for condition in conditions]


def _round(run: Run, round: Round, shrunk: set[tuple[str, int]]) -> Iterator[Message]:
    if round.calls:
        yield _assistant(round)
        for state in _as_said(round):
            content = _result(run, round, state.last, shrunk)
            yield {"role": "tool", "tool_call_id": _wire_id(state), "content": content}
    elif round is run.round and round.checked and round.checked.faults:
        yield _assistant(round)
        yield _user("Mend your draft:\n" + "\n".join(f"- {fault}" for fault in round.checked.faults))
    if round.reply.hits:
        found = "\n".join(_source(run, hit, "found", "", hit.snippet) for hit in round.reply.hits)
        yield _user(f"Your own searches in that reply found, and nobody has opened yet:\n{found}")


def _assistant(round: Round) -> Message:
    message: Message = {"role": "assistant", "content": round.reply.text}
    if round.calls:
        message["tool_calls"] = [_tool_call(state) for state in _as_said(round)]
    return {**_object(round.reply.opaque), **message}


def _as_said(round: Round) -> list[CallState]:
    """The calls as the model made them; what a person made of one shows in its result."""
    return [state for state in round.calls if not state.changed]


def _tool_call(state: CallState) -> Message:
    function = {"name": state.call.tool or "unnamed", "arguments": state.call.arguments}
    return {**_object(state.call.opaque), "id": _wire_id(state), "type": "function", "function": function}


def _wire_id(state: CallState) -> str:
    return state.call.given or f"call_{state.call.id.replace('.', '_')}"


def _object(opaque: str) -> Message:
    found = json.loads(opaque) if opaque else {}
    return found if isinstance(found, dict) else {}


def _result(run: Run, round: Round, state: CallState, shrunk: set[tuple[str, int]]) -> str:
    parts = [*_changed(state), *_brought(run, state, shrunk), *_told(state)]
    counts = [f"{left} {_PLURAL[budget]}" for budget, left in state.left.items()]
    return "\n".join([*parts, f"left: {', '.join([*counts, f'{round.left} rounds'])}"])


_PLURAL = {"search": "searches", "page": "pages", "file": "files"}


def _changed(state: CallState) -> list[str]:
    """A person's own arguments are said before what they brought: the model asked for something else."""
    return [f"a person changed the arguments of this call to: {state.call.arguments}"] if state.changed else []


def _told(state: CallState) -> list[str]:
    """A call's own words: how it ended where it did not end well, and its note."""
    returned = state.returned
    if returned is None:
        return ["failed: no result"]
    note = returned.result.note
    match returned.outcome:
        case "ok":
            again = [f"(the same call as {state.same_as}: its earlier result)"] if state.same_as else []
            return [*again, *([note] if note else [])]
        case "refused":
            return [f"rejected by a person: {note}" if note else "rejected by a person, without a comment"]
        case "expired" | "dropped" | "cancelled" | "unknown" | "failed":
            return [f"failed: {note or returned.outcome}"]


def _brought(run: Run, state: CallState, shrunk: set[tuple[str, int]]) -> Iterator[str]:
    if state.returned is None or state.returned.outcome != "ok":
        return
    for hit in state.returned.result.hits:
        yield _source(run, hit, "found", "", hit.snippet)
    for i, passage in enumerate(state.returned.result.passages):
        gone = (state.call.id, i) in shrunk
        yield _source(run, passage, "opened", passage.where, _excerpt(passage.text) if gone else passage.text)


def _source(run: Run, lead: Hit | Passage, status: str, part: str, text: str) -> str:
    named = {
        "number": str(run.ledger.number(lead.address)),
        "title": lead.title,
        "address": lead.address,
        "part": part,
        "status": status,
        "published": lead.published,
    }
    attributes = " ".join(f"{key}={quoteattr(value)}" for key, value in named.items() if value)
    return f"<source {attributes}>\n{_CLOSING.sub(_OPENED_UP, text)}\n</source>"


_CLOSING = re.compile(r"<(?=\s*/\s*source)", re.I)
_OPENED_UP = r"<\\"  # words of a source cannot end it


def _excerpt(text: str) -> str:
    return f"{text[:EXCERPT]}… (shortened; do not open it again)"


def _shrunk(run: Run, limits: Limits) -> set[tuple[str, int]]:
    """The passages that had to go, as (call id, index). They go when the whole is over the limit, the oldest first,
    until half of it is left: so this set changes seldom, and only at its end."""
    gone: set[tuple[str, int]] = set()
    whole: list[tuple[tuple[str, int], int]] = []
    for round in run.rounds:
        for state in round.calls:
            whole.extend(_sizes(state))
        if sum(size for _, size in whole) > limits.pages:
            while len(whole) > 1 and sum(size for _, size in whole) > limits.pages // 2:
                gone.add(whole.pop(0)[0])
    return gone


def _sizes(state: CallState) -> list[tuple[tuple[str, int], int]]:
    if state.returned is None or state.returned.outcome != "ok":
        return []
    passages = enumerate(state.returned.result.passages)
    return [((state.call.id, i), len(passage.text)) for i, passage in passages if len(passage.text) > EXCERPT]


def _user(text: str) -> Message:
    return {"role": "user", "content": text}


def _merged(messages: Iterable[Message]) -> Iterator[Message]:
    """Neighbouring user messages become one: strict chat templates refuse two in a row."""
    held: Message | None = None
    for message in messages:
        if held and message["role"] == held["role"] == "user":
            held = _user(f"{held['content']}\n\n{message['content']}")
            continue
        if held:
            yield held
        held = message
    if held:
        yield held
