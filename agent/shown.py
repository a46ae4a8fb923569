"""How the model is shown what happened: people's words, the task, rounds with their calls and results. Pure.

Everything is shown by a `Look`, which says what has given way: pages that left, and how long any one text may be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from agent.facts import Condition, Hit, Intent, Passage, Turn, canonical
from agent.focus import SHOWN, focused
from agent.intent import Message
from agent.run import CallState, Round, Run
from agent.tokens import shortened

LEADS_BEFORE = 40  # of what an earlier run had only found, the newest
EXCERPT = 600  # characters that stay of a page that had to go
AGAIN = "(shortened; the same call shows it again, at no cost)"
Page = tuple[
    str, int
]  # one opened passage: the id of its call ("" where an earlier run opened it), and which of them


@dataclass(frozen=True)
class Look:
    """`gone` are the pages of which only an excerpt stays, `cap` is how many characters any one text may have (0: as
    many as it has), `form` how many of a long page are shown at all."""

    gone: frozenset[Page] = frozenset()
    cap: int = 0
    form: int = SHOWN

    def text(self, text: str) -> str:
        return shortened(text, self.cap) if self.cap else text


def user(text: str) -> Message:
    return {"role": "user", "content": text}


# --- people and the task ------------------------------------------------------------------------------------------


def row(run: Run, turn: Turn, look: Look) -> str:
    """A message of the thread as JSON; with a number where it is a source that is open."""
    number = run.ledger.number(turn.address) if turn.address else 0
    source = {"number": number} if number and run.ledger.is_open(number) else {}
    shown = turn.model_copy(update={"text": look.text(turn.text)})
    named = shown.model_dump(include={"speaker", "name", "kind", "sent", "text"}, exclude_defaults=True)
    return json.dumps({**source, **named}, ensure_ascii=False)


def words(run: Run, after: int, before: int, look: Look) -> str:
    """What was said between two positions, as it was said."""
    said = [said for seq, said in run.said if after <= seq < before]
    who = [one.name or one.by or "Nobody answered in time" for one in said]
    return "".join(f"{name}: {look.text(run.words(one))}\n\n" for name, one in zip(who, said, strict=True))


def task_block(intent: Intent, assumed: Iterable[str], today: str, look: Look) -> str:
    task = {
        "goal": look.text(intent.goal),
        "kind": intent.kind,
        "language": intent.language,
        "must": _listed(intent.must, look),
        "must_not": _listed(intent.must_not, look),
        "prefer": _listed(intent.prefer, look),
        "assumed": list(map(look.text, assumed)),
        "today": today,
    }
    return f"```task\n{json.dumps(task, ensure_ascii=False)}\n```"


def _listed(conditions: Iterable[Condition], look: Look) -> list[dict[str, str]]:
    return [{"id": condition.id, "text": look.text(condition.text)} for condition in conditions]


# --- rounds -------------------------------------------------------------------------------------------------------


def round_messages(run: Run, round: Round, look: Look) -> Iterator[Message]:
    """A call and its result always stand together; a draft that was given up never comes back."""
    if round.calls:
        yield _assistant(round, look)
        for state in _as_said(round):
            content = _result(run, round, state.last, look)
            yield {"role": "tool", "tool_call_id": _wire_id(state), "content": content}
    elif round is run.round and round.checked and round.checked.faults:
        yield _assistant(round, look)
        faults = look.text("\n".join(f"- {fault}" for fault in round.checked.faults))
        yield user(f"Mend your draft:\n{faults}")
    if round.reply.hits:
        found = "\n".join(_source(run, hit, "found", "", look.text(hit.snippet)) for hit in round.reply.hits)
        yield user(f"Your own searches in that reply found, and nobody has opened yet:\n{found}")


def _assistant(round: Round, look: Look) -> Message:
    message: Message = {"role": "assistant", "content": look.text(round.reply.text)}
    if round.calls:
        message["tool_calls"] = [_tool_call(state, look) for state in _as_said(round)]
    return {**_object(round.reply.opaque), **message}


def _as_said(round: Round) -> list[CallState]:
    """The calls as the model made them; what a person made of one shows in its result."""
    return [state for state in round.calls if not state.changed]


def _tool_call(state: CallState, look: Look) -> Message:
    arguments = state.call.arguments
    if look.cap and len(arguments) > look.cap:  # cut in the middle they would be no JSON
        arguments = canonical({"left_out": f"{len(arguments):,} characters"})
    opaque = _object(state.call.opaque)
    given = opaque.get("function")
    inside = given if isinstance(given, dict) else {}
    function = {**inside, "name": state.call.tool or "unnamed", "arguments": arguments}
    return {**opaque, "id": _wire_id(state), "type": "function", "function": function}


def _wire_id(state: CallState) -> str:
    return state.call.given or f"call_{state.call.id.replace('.', '_')}"


def _object(opaque: str) -> Message:
    found = json.loads(opaque) if opaque else {}
    return found if isinstance(found, dict) else {}


def _result(run: Run, round: Round, state: CallState, look: Look) -> str:
    counts = [f"{left} {_PLURAL[budget]}" for budget, left in state.left.items()]
    left = f"left: {', '.join([*counts, f'{round.left} rounds'])}"
    told = "\n".join([*_changed(state, look), *_brought(run, round, state, look), *_told(state, look)])
    return f"{shortened(told, 4 * look.cap) if look.cap else told}\n{left}"


_PLURAL = {"search": "searches", "page": "pages", "file": "files"}


def _changed(state: CallState, look: Look) -> list[str]:
    """A person's own arguments are said before what they brought: the model asked for something else."""
    arguments = look.text(state.call.arguments)
    return [f"a person changed the arguments of this call to: {arguments}"] if state.changed else []


def _told(state: CallState, look: Look) -> list[str]:
    """A call's own words: how it ended where it did not end well, and its note."""
    returned = state.returned
    if returned is None:
        return ["failed: no result"]
    note = look.text(returned.result.note)
    match returned.outcome:
        case "ok":
            again = [f"(the same call as {state.same_as}: its earlier result)"] if state.same_as else []
            return [*again, *([note] if note else [])]
        case "refused":
            return [f"rejected by a person: {note}" if note else "rejected by a person, without a comment"]
        case "expired" | "dropped" | "cancelled" | "unknown" | "failed":
            return [f"failed: {note or returned.outcome}"]


# --- sources ------------------------------------------------------------------------------------------------------


def _brought(run: Run, round: Round, state: CallState, look: Look) -> Iterator[str]:
    if state.returned is None or state.returned.outcome != "ok":
        return
    for hit in state.returned.result.hits:
        yield _source(run, hit, "found", "", look.text(hit.snippet))
    for i, passage in enumerate(state.returned.result.passages):
        text = page_text(passage, wanted(run, round), look, gone=(state.call.id, i) in look.gone)
        yield _source(run, passage, "opened", passage.where, text)


def opened_before(run: Run, look: Look) -> Iterator[str]:
    """What the run had opened, and then what it had only found, that this one goes on from."""
    recalled = run.recalled
    if recalled is None or not run.asked.goes_on:
        return
    known = {passage.address for passage in recalled.opened}
    for source in [one for one in recalled.sources if one.address not in known][-LEADS_BEFORE:]:
        yield _source(run, Hit(address=source.address, title=look.text(source.title)), "found", "", "")
    for i, passage in enumerate(recalled.opened):
        text = page_text(passage, wanted(run, None), look, gone=("", i) in look.gone)
        yield _source(run, passage, "opened", passage.where, text)


def page_text(passage: Passage, wanted: tuple[str, ...], look: Look, *, gone: bool = False) -> str:
    """The words of a page as they enter the conversation, or of one that had to go their beginning."""
    text = focused(passage.text, wanted, look.form, _first(passage))
    return f"{text[:EXCERPT]}… {AGAIN}" if gone and len(text) > EXCERPT else look.text(text)


def _first(passage: Passage) -> int | None:
    """Where in its page a passage begins (from 0); None where read_on cannot go on in it."""
    part = re.match(r"characters ([\d,]+)-", passage.where)
    if part:
        return int(part[1].replace(",", "")) - 1
    return 0 if "://" in passage.address else None


def wanted(run: Run, round: Round | None) -> tuple[str, ...]:
    """The words that say what a page opened in this round is wanted for, the most telling first: only what was known
    when it was opened, so that how it is shown never changes. With None: what was known at first."""
    if round is None:
        return _wishes(run.intents[0][1]) if run.intents else (run.asked.text,)
    intent = next((intent for seq, intent in reversed(run.intents) if seq < round.seq), None)
    rounds = [one for one in reversed(run.rounds) if one.seq <= round.seq]
    queries = [words for one in rounds for state in _as_said(one) for words in _texts(state.call.arguments)]
    return tuple(dict.fromkeys([*(_wishes(intent) if intent else ()), *queries]))


def _wishes(intent: Intent) -> tuple[str, ...]:
    return (intent.goal, *(condition.text for condition in intent.conditions))


def _texts(arguments: str) -> list[str]:
    """The words among a call's arguments."""
    return [value for value in _object(arguments).values() if isinstance(value, str)]


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
