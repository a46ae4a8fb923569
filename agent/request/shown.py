"""How the model is shown what happened: people's words, the task, rounds with their calls and results. Pure.

Everything is shown by a `Look`, which says what has given way: pages that left, and how long any one text may be.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from xml.sax.saxutils import quoteattr

from agent.facts import Condition, Hit, Intent, Passage, Result, Turn, canonical
from agent.intent import Message
from agent.request.focus import SHOWN, WHOLE, focused
from agent.request.foreign import line, told
from agent.request.tokens import shortened, size
from agent.run import CallState, Round, Run

LEADS_BEFORE = 40  # of what an earlier run had only found, the newest
_ADDRESS = 300  # characters of an address that such a lead may have: cut it would be another one
_BRIEF = 200  # characters of a remark that is not the newest by far
EXCERPT = 600  # characters that stay of a page that had to go
AGAIN = "(shortened; the same call shows it again, at no cost)"
EMPTY = "(empty)"
Page = tuple[
    str, int
]  # one opened passage: the id of its call ("" where an earlier run opened it), and which of them


@dataclass(frozen=True)
class Look:
    """`gone` are the pages of which only an excerpt stays, `cap` is how many characters any one text may have (0: as
    many as it has), `form` how many of a long page are shown at all. The question is whole unless `cut`, too. What
    the program says itself carries the run's `mark`, and nobody else's words do."""

    gone: frozenset[Page] = frozenset()
    cap: int = 0
    form: int = SHOWN
    cut: bool = False
    mark: str = ""

    def text(self, text: str) -> str:
        return shortened(text, self.cap) if self.cap else text

    def told(self, text: str) -> str:
        """Somebody's words."""
        return self.text(told(text, self.mark))

    def name(self, text: str) -> str:
        """What stands in one line."""
        text = line(text, self.mark)
        return f"{text[: self.cap - 1]}…" if self.cap and len(text) > self.cap else text

    def own(self, words: str) -> str:
        """A line of the program's own."""
        return f"{self.mark} {words}" if self.mark else words

    def block(self, name: str, body: str) -> str:
        return f"```{f'{name} {self.mark}'.strip()}\n{body}\n```"

    @property
    def most(self) -> float:
        """How many characters several texts that belong together may have."""
        return 4 * self.cap if self.cap else math.inf


def user(text: str) -> Message:
    return {"role": "user", "content": text}


# --- people and the task ------------------------------------------------------------------------------------------


def row(run: Run, turn: Turn, look: Look, place: int = 0) -> str:
    """A message of the thread as JSON. Where the task was about the thread from the beginning it has its number as a
    source, otherwise its `place`: what was sent stays as it is, and a later task tells the numbers."""
    whole = turn.message == run.asked.message and not look.cut
    text = told(turn.text, look.mark) if whole else look.told(turn.text)
    shown = turn.model_copy(update={"text": text, "name": line(turn.name, look.mark)})
    named = shown.model_dump(include={"speaker", "name", "kind", "sent", "text"}, exclude_defaults=True)
    number = open_number(run, turn) if is_numbered(run) else 0
    place = 0 if is_numbered(run) or not turn.address else place
    marks = {"number": number, "row": place}
    return json.dumps({**{key: value for key, value in marks.items() if value}, **named}, ensure_ascii=False)


def is_numbered(run: Run) -> bool:
    """Whether the rows of the thread have their numbers as sources with them."""
    return bool(run.intents) and run.intents[0][1].thread


def open_number(run: Run, turn: Turn) -> int:
    """The number of a message of the thread that is an open source; 0 for none."""
    number = run.ledger.number(turn.address) if turn.address else 0
    return number if number and run.ledger.is_open(number) else 0


def words(run: Run, after: int, before: int, look: Look, *, brief: bool = False) -> str:
    """What was said between two positions, as it was said; where there is little room, the newest of it, or all of it
    `brief`."""
    look = replace(look, cap=min(look.cap or _BRIEF, _BRIEF)) if brief else look
    said = [said for seq, said in run.said if after <= seq < before]
    who = [one.name or one.by or "Nobody answered in time" for one in said]
    all_ = [
        f"{look.own(look.name(name))}: {look.told(run.words(one))}\n\n" for name, one in zip(who, said, strict=True)
    ]
    kept = _newest(all_, look.most)
    left_out = f"({len(all_) - len(kept)} earlier remarks are left out)\n\n" if len(kept) < len(all_) else ""
    return left_out + "".join(kept)


def _newest(told: list[str], most: float) -> list[str]:
    """Those that have room, the last one always."""
    sizes = accumulate(size(one) for one in reversed(told))
    return told[-max(1, sum(1 for so_far in sizes if so_far <= most)) :]


def task_block(
    intent: Intent, assumed: Iterable[str], today: str, look: Look, numbers: Mapping[str, int] | None = None
) -> str:
    """The task as it was understood; `numbers` are those that rows of the thread have as sources since then."""
    task = {
        "goal": look.told(intent.goal),
        "kind": intent.kind,
        "language": intent.language,
        "must": _listed(intent.must, look),
        "must_not": _listed(intent.must_not, look),
        "prefer": _listed(intent.prefer, look),
        **({"published_since": intent.after} if intent.after else {}),
        "assumed": [look.told(one) for _, one in zip(range(_count(look)), assumed, strict=False)],
        "today": today,
        **({"numbers": numbers} if numbers else {}),
    }
    return look.block("task", json.dumps(task, ensure_ascii=False))


def _listed(conditions: Iterable[Condition], look: Look) -> list[dict[str, str]]:
    listed = [{"id": condition.id, "text": look.told(condition.text)} for condition in conditions]
    more = len(listed) - _count(look)
    return [*listed[: _count(look)], *([{"id": "", "text": f"({more} more are left out)"}] if more > 0 else [])]


def _count(look: Look) -> int:
    """How many entries a list may have."""
    return max(2, look.cap // 10) if look.cap else 1_000_000


# --- rounds -------------------------------------------------------------------------------------------------------


def round_messages(run: Run, round: Round, look: Look) -> Iterator[Message]:
    """A call and its result always stand together; a draft that was given up never comes back."""
    if round.calls:
        ids = wire_ids(run)
        yield _assistant(round, look, ids)
        for state in _as_said(round):
            content = _result(run, round, state.last, look)
            yield {"role": "tool", "tool_call_id": ids[state.call.id], "content": content}
    elif round is run.round and round.checked and round.checked.faults:
        yield _assistant(round, look, {})
        faults = look.text("\n".join(f"- {line(fault, look.mark)}" for fault in round.checked.faults))
        yield user(f"{look.own('Mend your draft:')}\n{faults}")
    if round.reply.hits:
        found = "\n".join(within(_found(run, round.reply.hits, look), look))
        yield user(f"{look.own('Your own searches in that reply found, and nobody has opened yet:')}\n{found}")


def _assistant(round: Round, look: Look, ids: Mapping[str, str]) -> Message:
    message: Message = {"role": "assistant", "content": look.text(round.reply.text)}
    if round.calls:
        message["tool_calls"] = [_tool_call(state, look, ids[state.call.id]) for state in _as_said(round)]
    elif not round.reply.text.strip():  # a message that says nothing is refused
        message["content"] = EMPTY
    return {**_opaque(round.reply.opaque, look), **message}


def _opaque(opaque: str, look: Look) -> Message:
    """What the endpoint wants back unchanged, unless nothing else would have room."""
    return _object(opaque) if size(opaque) <= look.most else {}


def _as_said(round: Round) -> list[CallState]:
    """The calls as the model made them; what a person made of one shows in its result."""
    return [state for state in round.calls if not state.changed]


def _tool_call(state: CallState, look: Look, id: str) -> Message:
    arguments = state.call.arguments
    if look.cap and len(arguments) > look.cap:  # cut in the middle they would be no JSON
        arguments = canonical({"left_out": f"{len(arguments):,} characters"})
    opaque = _opaque(state.call.opaque, look)
    given = opaque.get("function")
    inside = given if isinstance(given, dict) else {}
    function = {**inside, "name": state.call.tool or "unnamed", "arguments": arguments}
    return {**opaque, "id": id, "type": "function", "function": function}


def wire_ids(run: Run) -> dict[str, str]:
    """The ids by which calls and results are matched, by our own: the endpoint's, unless an earlier call has it."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for state in (state for round in run.rounds for state in _as_said(round)):
        id = state.call.given if state.call.given not in taken else ""
        id = id or f"call_{state.call.id.replace('.', '_')}"
        while id in taken:
            id += "x"
        taken.add(id)
        ids[state.call.id] = id
    return ids


def _object(opaque: str) -> Message:
    found = json.loads(opaque) if opaque else {}
    return found if isinstance(found, dict) else {}


def _result(run: Run, round: Round, state: CallState, look: Look) -> str:
    counts = [f"{left} {_PLURAL[budget]}" for budget, left in state.left.items()]
    left = look.own(f"left: {', '.join([*counts, f'{round.left} rounds'])}")
    brought = within(_brought(run, round, state, look), look)
    return "\n".join([*_changed(state, look), *brought, *_told(state, look), left])


_PLURAL = {"search": "searches", "page": "pages", "file": "files"}


def _changed(state: CallState, look: Look) -> list[str]:
    """A person's own arguments are said before what they brought: the model asked for something else."""
    arguments = look.told(state.call.arguments).replace("\n", " ")
    return [look.own(f"a person changed the arguments of this call to: {arguments}")] if state.changed else []


def _told(state: CallState, look: Look) -> list[str]:
    """A call's own words: how it ended where it did not end well, and its note."""
    returned = state.returned
    if returned is None:
        return [look.own("failed: no result")]
    note = look.told(_note(returned.result, look))
    match returned.outcome:
        case "ok":
            again = [f"(the same call as {state.same_as}: its earlier result)"] if state.same_as else []
            return [*again, *([note] if note else [])]
        case "refused":
            return [look.own(f"rejected by a person: {note}" if note else "rejected by a person, without a comment")]
        case "expired" | "dropped" | "cancelled" | "unknown" | "failed":
            return [look.own(f"failed: {note or returned.outcome}")]


# --- sources ------------------------------------------------------------------------------------------------------


def _brought(run: Run, round: Round, state: CallState, look: Look) -> Iterator[str]:
    if state.returned is None or state.returned.outcome != "ok":
        return
    yield from _found(run, state.returned.result.hits, look)
    for i, passage in enumerate(state.returned.result.passages):
        part, text = page_text(passage, wanted(run, round), look, gone=(state.call.id, i) in look.gone)
        yield _source(run, passage, "opened", part, text, look)


def _found(run: Run, hits: Iterable[Hit], look: Look) -> Iterator[str]:
    return (_source(run, hit, "found", "", look.told(hit.snippet), look) for hit in hits)


def within(sources: Iterable[str], look: Look) -> Iterator[str]:
    """Each source whole, as it is shown, or not at all: the first ones that have room together, and how many have
    none."""
    room, left_out = look.most, 0
    for source in sources:
        if size(source) <= room:
            room -= size(source)
            yield source
        else:
            left_out += 1
    if left_out:
        yield f"({left_out} sources are left out here)"


def leads_before(run: Run, look: Look) -> Iterator[str]:
    """What the run that this one goes on from had only found, the newest last. An address too long to be shown is
    left out with its lead."""
    recalled = run.recalled
    if recalled is None or not run.asked.goes_on:
        return
    known = {passage.address for passage in recalled.opened}
    leads = [one for one in recalled.sources if one.address not in known and len(one.address) <= _ADDRESS]
    for source in leads[-LEADS_BEFORE:]:
        yield _source(run, Hit(address=source.address, title=source.title), "found", "", "", look)


def opened_before(run: Run, look: Look) -> Iterator[str]:
    """What the run that this one goes on from had opened."""
    opened = run.recalled.opened if run.recalled and run.asked.goes_on else ()
    for i, passage in enumerate(opened):
        part, text = page_text(passage, wanted(run, None), look, gone=("", i) in look.gone, before=True)
        yield _source(run, passage, "opened", part, text, look)


def page_text(
    passage: Passage, wanted: tuple[str, ...], look: Look, *, gone: bool = False, before: bool = False
) -> tuple[str, str]:
    """Which part of a page is shown, and its words as they enter the conversation, or of one that had to go their
    beginning."""
    passage = _read_on(passage, look)
    text = focused(passage.text, wanted, look.form, _first(passage))
    if gone and len(text) > EXCERPT:
        return passage.where, f"{look.text(text[:EXCERPT])}… {_again(passage) if before else AGAIN}"
    return passage.where, look.text(text)


def _again(passage: Passage) -> str:
    """How what an earlier run had opened is seen again."""
    web, begins = "://" in passage.address, _PART.match(passage.where)
    if web and not begins:
        return "(shortened; read_page shows it again, at no cost)"
    return f"(shortened; {'read_on' if web else 'read_file'} from {begins[1] if begins else 1} shows it again)"


def _read_on(passage: Passage, look: Look) -> Passage:
    """What was read on in a page, as far as there is room for it: cut at its end, and it says so. Whoever reads on
    wants to see all of it, and goes on where it ends."""
    part = _READ_ON.match(passage.where)
    most = min(look.form, look.cap or look.form)
    if part is None or len(passage.text) <= min(most * WHOLE // SHOWN, look.cap or math.inf):
        return passage
    cut = max(passage.text.rfind(" ", most // 2, most), passage.text.rfind("\n", most // 2, most)) + 1 or most
    last = int(part[1].replace(",", "")) + cut - 1
    return passage.model_copy(
        update={"where": f"characters {part[1]}-{last:,} of {part[2]}", "text": passage.text[:cut]}
    )


def _note(result: Result, look: Look) -> str:
    """A call's note, where it says how to go on from what is really shown."""
    for passage in result.passages:
        if (shown := _read_on(passage, look)) is not passage and (first := _first(shown)) is not None:
            note = _GO_ON.sub("", result.note).strip()
            return "\n".join([*([note] if note else []), f"continue with start={first + len(shown.text) + 1}"])
    return result.note


def _first(passage: Passage) -> int | None:
    """Where in its page a passage begins (from 0); None where read_on cannot go on in it."""
    if part := _READ_ON.match(passage.where):
        return int(part[1].replace(",", "")) - 1
    return 0 if "://" in passage.address else None


_READ_ON = re.compile(r"characters ([\d,]+)-[\d,]+ of ([\d,]+)")
_GO_ON = re.compile(r"continue with start=\d+")
_PART = re.compile(r"(?:characters|lines) ([\d,]+)-")


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


def _source(run: Run, lead: Hit | Passage, status: str, part: str, text: str, look: Look) -> str:
    named = {
        "number": str(run.ledger.number(lead.address)),
        "title": look.name(lead.title),
        "address": line(lead.address, look.mark),
        "part": line(part, look.mark),
        "status": status,
        "published": look.name(lead.published) or _unknown(lead),
        "mark": look.mark,
    }
    attributes = " ".join(f"{key}={quoteattr(value)}" for key, value in named.items() if value)
    return f"<source {attributes}>\n{told(text, look.mark)}\n</source>"


def _unknown(lead: Hit | Passage) -> str:
    """Of an opened page it is said that nobody knows when it was published."""
    return "unknown" if isinstance(lead, Passage) and "://" in lead.address else ""
